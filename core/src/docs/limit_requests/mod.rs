//! The request for another credit limit: for good, for a while, or for one order. Its declaration, and its
//! levels as types.

use super::customers::CUSTOMER;
use super::orders::ORDER;
use super::people::{EMPLOYEE, PERSON};
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::schema::*;
use crate::value::Instant;

mod decide;
pub mod effect;
mod flow;
mod over;
mod save;

pub use flow::FLOW;
pub use over::order_over;
pub use save::{needs_credit, open_of};

pub const DRAFT: &str = "Draft";
pub const BM_PENDING: &str = "BM Pending";
pub const CREDIT_PENDING: &str = "Credit Pending";
pub const MANAGEMENT_PENDING: &str = "Management Pending";
pub const REJECTED: &str = "Rejected";
pub const APPROVED: &str = "Approved";
pub const EXPIRED: &str = "Expired";
pub const SUPERSEDED: &str = "Superseded";

/// Those in which a request waits for a decision: a customer has one such at a time.
pub const OPEN: &[&str] = &[BM_PENDING, CREDIT_PENDING, MANAGEMENT_PENDING];

/// The largest limit of all, ₹50 crore.
const MOST_PAISE: i64 = 50_000_000_000;

pub const KINDS: &[Choice] =
    &[("permanent", "Permanent"), ("temporary", "Temporary"), ("order", "For one order")];

pub const SECURITIES: &[Choice] = &[
    ("pdc", "Post-dated cheque"),
    ("lc", "Letter of credit"),
    ("bg", "Bank guarantee"),
    ("deposit", "Deposit"),
];

pub const LEVELS: &[Choice] = &[
    ("bm", "Branch manager"),
    ("pct", "Preliminary credit team"),
    ("credit", "Credit manager"),
    ("management", "Management"),
];

pub const ADVICE: &[Choice] =
    &[("approve", "Approve"), ("caution", "Approve with caution"), ("decline", "Decline")];

const FILE: Kind = Kind::File;

/// A paper that secures the limit.
const SECURITY: &[Field] = &[
    choice("kind", "Security", SECURITIES).required(),
    paise("amount_paise", "Amount").required(),
    text("number", "Number", 40),
    text("bank", "Bank", 100),
    date("valid_to", "Valid to"),
    file("file", "Document"),
];

/// What each level said, in their order.
const RECOMMENDATION: &[Field] = &[
    choice("level", "Level", LEVELS),
    link("by", "By", &EMPLOYEE),
    instant("at", "At"),
    choice("advice", "Recommendation", ADVICE),
    paise("amount_paise", "Amount"),
    text("remarks", "Remarks", 500),
];

pub static CREDIT_LIMIT_REQUEST: DocType = DocType {
    key: "credit_limit_request",
    label: "Credit limit request",
    plural: "Credit limit requests",
    title: "doc_no",
    fields: &[
        link("customer", "Customer", &CUSTOMER).required().immutable(),
        choice("kind", "Type", KINDS).required().listed().default("\"permanent\""),
        link("order", "Order", &ORDER).only("kind", &["order"]),
        paise("amount_paise", "Amount")
            .between(0, MOST_PAISE)
            .on_submit()
            .listed()
            .guarded(Guarded::Rates)
            .help("The new limit; a temporary one, or one for an order, comes on top of it"),
        date("from", "From")
            .only("kind", &["permanent", "temporary"])
            .help("Leave blank for the day of approval"),
        date("to", "To").only("kind", &["temporary"]).listed(),
        reason("reason", "Reason", "credit_limit").on_submit().listed(),
        yes_no("stop_supply", "Stop supply")
            .only("kind", &["permanent", "temporary"])
            .help("For a limit below what is used: orders wait until that much is paid"),
        paise("monthly_paise", "Expected purchases a month").guarded(Guarded::Rates),
        paise("turnover_paise", "Customer’s yearly turnover").guarded(Guarded::Rates),
        rows("security", "Security", SECURITY, 20).guarded(Guarded::Rates),
        many("files", "Documents", &FILE),
        note("remarks", "Remarks", 500),
        date("date", "Date").computed().listed(),
        text("customer_name", "Customer", 100).computed().listed().searched(),
        text("order_no", "For order", 40).computed().listed().searched(),
        paise("current_paise", "Limit when submitted").computed().guarded(Guarded::Rates),
        paise("used_paise", "Used when submitted").computed().guarded(Guarded::Rates),
        paise("overdue_paise", "Overdue when submitted").computed().guarded(Guarded::Rates),
        rows("recommendations", "Decisions", RECOMMENDATION, 20).computed().guarded(Guarded::Rates),
        paise("granted_paise", "Approved amount").computed().listed().guarded(Guarded::Rates),
        date("granted_from", "In force from").computed(),
        instant("ends_at", "Ends").computed(),
        link("replaced_by", "Replaced by", &CREDIT_LIMIT_REQUEST).computed(),
        instant("gives_way_at", "Gives way").computed(),
        int("place", "Place among the limits", 0, i64::MAX).internal(),
        text("open_for", "Open for", 64).unique().internal(),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed(),
        many("changed_by", "Changed since by", &PERSON).internal(),
    ],
    sorts: &["-updated_at", "-date", "doc_no", "amount_paise"],
    filters: &["customer", "kind", "order"],
    scopes: &[ScopeKind::Branch, ScopeKind::Owner],
    grants: &[
        Grant { roles: &[Role::Sales], verbs: KEEP, reach: Reach::Own },
        Grant {
            roles: &[Role::Bm, Role::Pct, Role::Credit],
            verbs: &[Verb::View, Verb::Add, Verb::Edit],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Acc], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    series: Some(Series { word: "CLR", width: 5, suffix: "", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    warn: warning(save::warn),
    finding: deciding(save::finding),
    looks: flow::LOOKS,
    ..MASTER
};

json_struct! { LEAN
    /// What one level said of a request.
    pub struct Recommendation {
        pub level: String,
        pub by: String,
        pub at: Option<Instant>,
        pub advice: String,
        pub amount_paise: Option<i64>,
        pub remarks: Option<String>,
    }
}

/// What the levels said so far.
pub fn recommendations_of(doc: &Doc) -> Result<Vec<Recommendation>, Halt> {
    match doc.get("recommendations") {
        None => Ok(Vec::new()),
        Some(rows) => Vec::read(rows).map_err(|why| {
            Halt::Fault(format!("credit limit request {}: recommendations: {why}", doc.id))
        }),
    }
}

/// The amount that is asked for, as the last level that changed it left it.
pub fn amount_of(doc: &Doc) -> Result<i64, Halt> {
    let asked = doc.int("amount_paise").unwrap_or(0);
    let said = recommendations_of(doc)?;
    let decided = said.iter().filter(|row| row.level != "pct");
    Ok(decided.filter_map(|row| row.amount_paise).next_back().unwrap_or(asked))
}
