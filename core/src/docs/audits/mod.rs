//! The stock audit: a part of a yard is counted blind while the yard works, and what differs is posted as a difference.

use serde::{Deserialize, Serialize};

use super::MASTER;
use super::batches::BATCH;
use super::goods::{PRODUCT_GROUP, SKU};
use super::orders::ORDER;
use super::people::{EMPLOYEE, PERSON};
use super::places::{YARD, ZONE};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::ledger::stock::Qty;
use crate::schema::*;
use crate::value::{Day, Instant};

mod counts;
mod flow;
mod plan;
mod post;
mod review;
pub mod sheet;

pub use counts::STOCK_COUNT;
pub use flow::FLOW;
pub use plan::{counts_by_plan, in_scope};

pub const PLANNED: &str = "Planned";
pub const COUNTING: &str = "Counting";
pub const RECOUNT: &str = "Recount Needed";
pub const REVIEW: &str = "Variance Review";
pub const APPROVED: &str = "Approved";
pub const REJECTED: &str = "Rejected";
pub const CANCELLED: &str = "Cancelled";

/// Those in which an audit counts, or decides on what was counted.
pub const UNDER_WAY: &[&str] = &[COUNTING, RECOUNT, REVIEW];

/// The most batches that one audit counts.
pub const MOST: usize = 10_000;

/// The scope of a count: all of the yard, or what a field of the plan lists or says.
const COUNTED: &[Choice] = &[
    ("yard", "The whole yard"),
    ("zones", "Zones"),
    ("product_groups", "Product groups"),
    ("skus", "SKUs"),
    ("batches", "Batches"),
    ("age", "Old batches"),
    ("rolling", "Batches counted longest ago"),
];

static ZONES: Kind = Kind::Link(&ZONE);
static GROUPS: Kind = Kind::Link(&PRODUCT_GROUP);
static SKUS: Kind = Kind::Link(&SKU);
static BATCHES: Kind = Kind::Link(&BATCH);
static EMPLOYEES: Kind = Kind::Link(&EMPLOYEE);
static ORDERS: Kind = Kind::Link(&ORDER);

const fn signed_pcs(key: &'static str, label: &'static str) -> Field {
    pieces(key, label).between(-999_999, 999_999)
}

const fn signed_g(key: &'static str, label: &'static str) -> Field {
    grams(key, label).between(-999_999_999, 999_999_999)
}

const fn signed_paise(key: &'static str, label: &'static str) -> Field {
    paise(key, label).between(-9_999_999_999_999, 9_999_999_999_999)
}

/// A batch of which another quantity was found than the books said, or that was counted twice.
const LINE: &[Field] = &[
    link("batch", "Batch", &BATCH),
    link("sku", "SKU", &SKU),
    link("zone", "Zone", &ZONE),
    pieces("book_pcs", "Pieces in the books").guarded(Guarded::Blind),
    grams("book_g", "Weight in the books").guarded(Guarded::Blind),
    pieces("counted_pcs", "Pieces counted").guarded(Guarded::Blind),
    grams("counted_g", "Weight counted").guarded(Guarded::Blind),
    signed_pcs("difference_pcs", "Difference in pieces").guarded(Guarded::Blind),
    signed_g("difference_g", "Difference in weight").guarded(Guarded::Blind),
    signed_paise("value_paise", "Value").guarded(Guarded::Cost),
    pieces("first_pcs", "Pieces at first").guarded(Guarded::Blind),
    grams("first_g", "Weight at first").guarded(Guarded::Blind),
    date("counted_on", "Counted on"),
    many("counted_by", "Counted by", &EMPLOYEES).guarded(Guarded::Blind),
    yes_no("again", "Counted a second time"),
    yes_no("over", "Beyond the limit").guarded(Guarded::Blind),
    yes_no("moved_between", "Moved while it was counted").guarded(Guarded::Blind),
    yes_no("extra", "Not on the sheet"),
    many("orders", "Orders it would hit", &ORDERS).guarded(Guarded::Blind),
];

pub static STOCK_AUDIT: DocType = DocType {
    key: "stock_audit",
    label: "Stock audit",
    plural: "Stock audits",
    title: "name",
    fields: &[
        text("name", "Name", 160).computed().listed().searched(),
        link("yard", "Yard", &YARD).required().immutable().listed(),
        choice("counted", "Counted", COUNTED).required().listed().default("\"yard\""),
        many("zones", "Zones", &ZONES),
        many("product_groups", "Product groups", &GROUPS),
        many("skus", "SKUs", &SKUS),
        many("batches", "Batches", &BATCHES),
        days("age_days", "Older than", 3_650).help("Of old batches"),
        days("rolling_days", "Every batch is counted within", 1_000)
            .help("Of those counted longest ago: what was counted within these days is left out"),
        int("most", "Batches at most", 1, MOST as i64)
            .help("Of those counted longest ago; leave blank for 100"),
        many("counters", "Counted by", &EMPLOYEES).required().listed(),
        date("planned_on", "Planned on").required().listed(),
        yes_no("blind", "Counters do not see the book quantities").listed().default("true"),
        note("note", "Note", 500),
        instant("started_at", "Started").computed(),
        int("round", "Count", 0, 9).computed().help("The first count, or the second"),
        int("sheet_lines", "Batches on the sheet", 0, MOST as i64).computed().listed(),
        int("agreed_lines", "Batches without a difference", 0, MOST as i64)
            .computed()
            .guarded(Guarded::Blind),
        int("over_lines", "Batches beyond the limit", 0, MOST as i64)
            .computed()
            .listed()
            .guarded(Guarded::Blind),
        rows("lines", "Differences", LINE, MOST as u32).computed(),
        signed_pcs("difference_pcs", "Difference in pieces").computed().guarded(Guarded::Blind),
        signed_g("difference_g", "Difference in weight")
            .between(-999_999_999_999, 999_999_999_999)
            .computed()
            .listed()
            .guarded(Guarded::Blind),
        signed_paise("value_paise", "Value").computed().listed().guarded(Guarded::Cost),
        many("counted_by", "Counted by", &PERSON).computed().guarded(Guarded::House),
        link("submitted_by", "Sent for review by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        link("approved_by", "Approved by", &EMPLOYEE).computed(),
    ],
    sorts: &["-planned_on", "doc_no", "name"],
    filters: &["yard", "counted"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: &[
        Grant {
            roles: &[Role::Bm, Role::Acc, Role::Purch],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Yard], verbs: &[Verb::View], reach: Reach::Yard },
        Grant {
            roles: &[Role::Audit, Role::Admin],
            verbs: &[Verb::View, Verb::Add, Verb::Edit],
            reach: Reach::All,
        },
    ],
    flow: &FLOW,
    series: Some(Series { word: "AUD", width: 6, suffix: "", plain: true }),
    check: Some(plan::check),
    on_save: deciding(plan::rules),
    looks: flow::LOOKS,
    ..MASTER
};

json_struct! { LEAN
    /// A batch as it was counted, beside its books.
    pub struct AuditLine {
        pub batch: String,
        pub sku: String,
        pub zone: Option<String>,
        pub book_pcs: i64,
        pub book_g: i64,
        pub counted_pcs: i64,
        pub counted_g: i64,
        pub difference_pcs: i64,
        pub difference_g: i64,
        pub value_paise: i64,
        pub first_pcs: Option<i64>,
        pub first_g: Option<i64>,
        pub counted_on: Option<Day>,
        pub counted_by: Vec<String>,
        pub again: bool,
        pub over: bool,
        pub moved_between: bool,
        pub extra: bool,
        pub orders: Vec<String>,
    }
}

impl AuditLine {
    pub fn difference(&self) -> Qty {
        Qty::new(self.difference_pcs, self.difference_g)
    }
}

/// A batch on the sheet of an audit that was started, and its counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetLine {
    pub sku: String,
    /// It was found, and was not on the sheet.
    #[serde(default, skip_serializing_if = "is_false")]
    pub extra: bool,
    /// It is counted a second time.
    #[serde(default, skip_serializing_if = "is_false")]
    pub again: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<SheetCount>,
}

/// A count of a batch at one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetCount {
    /// The document that it was entered by.
    pub id: String,
    pub round: i64,
    pub at: Instant,
    pub by: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    pub pcs: i64,
    /// None where the pieces were not weighed.
    pub g: Option<i64>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl SheetLine {
    /// The counts of one round.
    pub fn of_round(&self, round: i64) -> impl Iterator<Item = &SheetCount> {
        self.counts.iter().filter(move |one| one.round == round)
    }

    /// Whether the batch is counted in this round.
    pub fn is_due(&self, round: i64) -> bool {
        round == 1 || self.again
    }
}

/// The differences of an audit; none before its counts were compared.
pub fn lines_of(doc: &Doc) -> Result<Vec<AuditLine>, Halt> {
    match doc.get("lines") {
        None => Ok(Vec::new()),
        Some(rows) => Vec::read(rows)
            .map_err(|why| Halt::Fault(format!("stock audit {}: lines: {why}", doc.id))),
    }
}

/// The first count or the second.
pub fn round_of(doc: &Doc) -> i64 {
    doc.int("round").unwrap_or(1)
}
