//! The supplier's bill: matched line by line with what was ordered and what came in, posted against the goods that
//! were received and not billed.

use super::formats::DOCNO;
use super::goods::{RATE_UOMS, SKU};
use super::people::{EMPLOYEE, PERSON};
use super::purchase_orders::PURCHASE_ORDER;
use super::supplier_notes::SUPPLIER_NOTE;
use super::suppliers::SUPPLIER;
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::schema::*;

mod flow;
pub mod matched;
mod post;
mod save;

pub use post::{not_billed_beyond, rematch};

pub const DRAFT: &str = "Draft";
pub const WAITING: &str = "Waiting for Goods";
pub const MISMATCH: &str = "Mismatch";
pub const MATCHED: &str = "Matched";
pub const POSTED: &str = "Posted";
pub const CANCELLED: &str = "Cancelled";
pub const REVERSED: &str = "Reversed";

static LINES: &[Field] = &[
    int("order_line", "Line of the purchase order", 1, 100).required(),
    link("sku", "SKU", &SKU).computed(),
    pieces("pcs", "Pieces").help("As billed"),
    grams("weight_g", "Weight").help("As billed"),
    rate("rate_paise", "Rate").guarded(Guarded::Rates),
    choice("rate_uom", "Rate is", RATE_UOMS).computed(),
    paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
    paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
    paise("cleared_paise", "Settled of the accrual").internal().guarded(Guarded::Cost),
];

/// What a line of a bill differs in.
const WHATS: &[Choice] =
    &[("rate", "Rate"), ("quantity", "Quantity"), ("total", "Total"), ("goods", "Goods to come")];

static DIFFERENCES: &[Field] = &[
    int("line", "Line", 1, 100).computed(),
    choice("what", "In", WHATS).computed(),
    text("told", "Difference", 300).computed(),
    paise("over_paise", "Billed too much, without GST").computed().guarded(Guarded::Rates),
    paise("over_tax_paise", "GST on it").computed().guarded(Guarded::Rates),
];

/// A bill that a payment or a note is set against.
pub static SETTLED: &[Field] = &[
    text("bill_no", "Bill", 60).computed(),
    paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
    text("item", "Bill", 64).internal(),
];

pub static SUPPLIER_BILL: DocType = DocType {
    key: "supplier_bill",
    label: "Supplier bill",
    plural: "Supplier bills",
    title: "doc_no",
    fields: &[
        date("date", "Date").required().today().listed(),
        link("purchase_order", "Purchase order", &PURCHASE_ORDER).required().listed(),
        link("supplier", "Supplier", &SUPPLIER).computed().listed(),
        text("supplier_name", "Firm name", 100).computed().searched(),
        code("bill_no", "Bill number", &DOCNO).required().listed().searched(),
        date("bill_date", "Bill date").required().listed(),
        date("due_date", "Due").listed().help(
            "Leave blank to give it the days of the order’s payment terms from the bill date, at most \
             45 for a small enterprise that the law protects",
        ),
        paise("billed_paise", "Total of the bill, with GST")
            .between(1, 9_999_999_999_999)
            .on_submit()
            .listed()
            .guarded(Guarded::Rates),
        rows("lines", "Lines", LINES, 100)
            .help("Leave blank for what came in against the order and is not billed yet")
            .on_submit()
            .at_least(1)
            .missing("Nothing came in that is not billed; enter at least one line"),
        file("paper", "Photo or file of the bill"),
        note("note", "Note", 500).guarded(Guarded::House),
        paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
        paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
        paise("total_paise", "Total as worked out").computed().guarded(Guarded::Rates),
        pieces("total_pcs", "Pieces").computed(),
        grams("total_g", "Weight").computed(),
        rows("differences", "Differences", DIFFERENCES, 300).computed(),
        paise("claim_paise", "Claimed of the supplier, with GST")
            .computed()
            .guarded(Guarded::Rates),
        link("supplier_note", "Supplier debit note", &SUPPLIER_NOTE).computed(),
        text("bill_fy", "Year of the bill", 5).computed(),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        link("accepted_by", "Differences accepted by", &EMPLOYEE)
            .computed()
            .guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::House),
    ],
    unique_together: &[("supplier_bill", &["supplier", "bill_fy", "bill_no"])],
    sorts: &["-date", "doc_no", "due_date", "billed_paise", "-updated_at"],
    filters: &["supplier", "purchase_order"],
    scopes: &[ScopeKind::Branch],
    grants: &[
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Bm], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Purch, Role::Acc], verbs: KEEP, reach: Reach::Branch },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &flow::FLOW,
    series: Some(Series { word: "SB", width: 5, suffix: "", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    looks: flow::LOOKS,
    ..MASTER
};
