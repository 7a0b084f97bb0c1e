//! The reversal of an order: asked for, approved, counted back by the yard, and carried out in one piece. Its
//! declaration, and its rows as types.

use super::customers::CUSTOMER;
use super::invoices::INVOICE;
use super::loadings::LOADING;
use super::notes::CREDIT_NOTE;
use super::orders::{ENDS, ORDER, flow::BACK_TO};
use super::people::{EMPLOYEE, PERSON};
use super::reasons::REMARKS;
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::schema::*;
use crate::value::Instant;

mod execute;
mod flow;
pub mod plan;
mod save;

pub use flow::FLOW;
pub use save::open_of;

pub const REQUESTED: &str = "Requested";
pub const BM_PENDING: &str = "BM Pending";
pub const ACCOUNT_PENDING: &str = "Account Pending";
pub const APPROVED: &str = "Approved";
pub const DONE: &str = "Done";
pub const REJECTED: &str = "Rejected";
pub const FAILED: &str = "Failed";

/// Those in which a reversal may still be carried out: an order has one such at a time.
pub const OPEN: &[&str] = &[BM_PENDING, ACCOUNT_PENDING, APPROVED];

const LEVELS: &[Choice] = &[("bm", "Branch manager"), ("account", "Accounts")];

pub const EFFECTS: &[Choice] = &[
    ("unallocate", "Money back on account"),
    ("cancel", "Invoice cancelled"),
    ("credit", "Credit note"),
    ("drop_stop", "Taken off the trip"),
    ("bring_back", "Goods back in the yard"),
    ("waiting", "Waits for loading again"),
    ("rejected", "Rejected: Reversed"),
];

/// What the yard counted of a loading.
const BACK: &[Field] = &[
    link("loading", "Loading", &LOADING),
    text("loading_no", "Loading", 40),
    pieces("pcs", "Pieces counted"),
    grams("weight_g", "Weight"),
    choice("bucket", "Back to", BACK_TO),
    link("by", "By", &EMPLOYEE),
    instant("at", "At"),
];

const DECISION: &[Field] = &[
    choice("level", "Level", LEVELS),
    link("by", "By", &EMPLOYEE),
    instant("at", "At"),
    text("remarks", "Remarks", 500),
];

const EFFECT: &[Field] = &[
    choice("effect", "Effect", EFFECTS),
    text("kind", "Document", 40),
    text("paper_id", "Id", 80),
    text("no", "Number", 60),
    text("says", "Why", 500),
    paise("amount_paise", "Amount").guarded(Guarded::Rates),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").between(0, 99_999_999_999),
    paise("committed_paise", "Committed").between(i64::MIN, i64::MAX).guarded(Guarded::Rates),
    paise("receivable_paise", "Receivable").between(i64::MIN, i64::MAX).guarded(Guarded::Rates),
    paise("account_paise", "On account").between(i64::MIN, i64::MAX).guarded(Guarded::Rates),
    instant("until", "Until"),
    link("note", "Credit note", &CREDIT_NOTE),
    text("note_no", "Credit note", 20),
    link("invoice", "Invoice", &INVOICE),
];

pub static REVERSAL: DocType = DocType {
    key: "reversal",
    label: "Order reversal",
    plural: "Order reversals",
    title: "doc_no",
    fields: &[
        link("order", "Order", &ORDER).required().immutable(),
        choice("to", "After the reversal", ENDS).required().listed().default("\"waiting\""),
        reason("reason", "Reason", "reversal").required().listed(),
        REMARKS,
        date("date", "Date").computed().listed(),
        text("order_no", "Order", 40).computed().listed().searched(),
        link("customer", "Customer", &CUSTOMER).computed(),
        text("customer_name", "Customer", 100).computed().listed().searched(),
        rows("back", "Counted back by the yard", BACK, 1_000).computed(),
        rows("decisions", "Decisions", DECISION, 20).computed(),
        rows("effects", "What was done", EFFECT, 5_000).computed(),
        note("why", "Why it failed", 4_000).computed(),
        instant("executed_at", "Carried out").computed(),
        link("executed_by", "Carried out by", &EMPLOYEE).computed(),
        text("open_for", "Open for", 64).unique().internal(),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed(),
        many("changed_by", "Changed since by", &PERSON).internal(),
    ],
    sorts: &["-updated_at", "-date", "doc_no"],
    filters: &["order", "customer"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard, ScopeKind::Owner],
    grants: &[
        Grant { roles: &[Role::Sales], verbs: KEEP, reach: Reach::Own },
        Grant {
            roles: &[Role::Bm],
            verbs: &[Verb::View, Verb::Add, Verb::Edit],
            reach: Reach::Branch,
        },
        Grant {
            roles: &[Role::Credit, Role::Logi, Role::Acc],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Yard], verbs: &[Verb::View], reach: Reach::Yard },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    series: Some(Series { word: "REV", width: 5, suffix: "", plain: false }),
    on_save: deciding(save::rules),
    looks: flow::LOOKS,
    ..MASTER
};

json_struct! { LEAN
    /// What the yard counted of a loading that came back.
    pub struct BackRow {
        pub loading: String,
        pub loading_no: String,
        pub pcs: i64,
        pub weight_g: i64,
        pub bucket: Option<String>,
        pub by: Option<String>,
        pub at: Option<Instant>,
    }
}

json_struct! { LEAN
    /// One effect of a reversal on one document, and by how much it moves the customer's credit.
    pub struct ReversalEffect {
        pub effect: String,
        pub kind: String,
        pub paper_id: String,
        pub no: String,
        pub says: Option<String>,
        pub amount_paise: i64,
        pub pcs: i64,
        pub weight_g: i64,
        pub committed_paise: i64,
        pub receivable_paise: i64,
        pub account_paise: i64,
        /// Until when the portals take an invoice back; then it is credited.
        pub until: Option<Instant>,
        pub note: Option<String>,
        pub note_no: Option<String>,
        pub invoice: Option<String>,
    }
}

json_struct! { LEAN
    /// One level that approved a reversal.
    pub struct ReversalDecision {
        pub level: String,
        pub by: String,
        pub at: Option<Instant>,
        pub remarks: Option<String>,
    }
}

fn rows_of<T: Json>(doc: &Doc, key: &str) -> Result<Vec<T>, Halt> {
    match doc.get(key) {
        None => Ok(Vec::new()),
        Some(rows) => {
            Vec::read(rows).map_err(|why| Halt::Fault(format!("reversal {}: {key}: {why}", doc.id)))
        }
    }
}

/// What the yards counted so far.
pub fn back_of(doc: &Doc) -> Result<Vec<BackRow>, Halt> {
    rows_of(doc, "back")
}

/// What was done, once it is.
pub fn effects_of(doc: &Doc) -> Result<Vec<ReversalEffect>, Halt> {
    rows_of(doc, "effects")
}

fn decisions_of(doc: &Doc) -> Result<Vec<ReversalDecision>, Halt> {
    rows_of(doc, "decisions")
}
