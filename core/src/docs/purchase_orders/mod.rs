//! The purchase order: what is ordered of a supplier, approved by its value, and received in parts against it.

use super::goods::{RATE_UOMS, SKU};
use super::inwards::save::{int, text as text_in};
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::suppliers::SUPPLIER;
use super::terms::PAYMENT_TERM;
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::kept::doc::Record;
use crate::schema::*;
use crate::value::{self, Grams, RateUom};

mod flow;
pub mod received;
mod save;

pub const DRAFT: &str = "Draft";
pub const PENDING: &str = "Approval Pending";
pub const APPROVED: &str = "Approved";
pub const PART_RECEIVED: &str = "Part Received";
pub const RECEIVED: &str = "Received";
pub const CLOSED: &str = "Closed";
pub const CANCELLED: &str = "Cancelled";

static LINES: &[Field] = &[
    link("sku", "SKU", &SKU).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    rate("rate_paise", "Rate").guarded(Guarded::Rates),
    choice("rate_uom", "Rate is", RATE_UOMS).computed(),
    text("note", "Note", 200),
    paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
    paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
    pieces("received_pcs", "Received pieces").computed(),
    grams("received_g", "Received weight").computed(),
    pieces("billed_pcs", "Billed pieces").computed(),
    grams("billed_g", "Billed weight").computed(),
    paise("received_paise", "Accrued").internal().guarded(Guarded::Cost),
    paise("cleared_paise", "Settled of the accrual").internal().guarded(Guarded::Cost),
];

pub static PURCHASE_ORDER: DocType = DocType {
    key: "purchase_order",
    label: "Purchase order",
    plural: "Purchase orders",
    title: "doc_no",
    fields: &[
        date("date", "Date").required().today().listed(),
        link("supplier", "Supplier", &SUPPLIER).required().listed(),
        text("supplier_name", "Firm name", 100).computed().searched(),
        link("yard", "Deliver to", &YARD).required().listed(),
        date("expected_on", "Expected").on_submit().listed(),
        link("payment_term", "Payment terms", &PAYMENT_TERM)
            .help("Leave blank for the supplier’s own"),
        text("quotation_no", "Quotation", 30).searched().help("The supplier’s, if there is one"),
        rows("lines", "Lines", LINES, 100)
            .on_submit()
            .at_least(1)
            .missing("At least one line is needed"),
        note("terms", "Terms", 1_000).help("As printed on the order: delivery, packing, freight"),
        note("note", "Note", 500).guarded(Guarded::House),
        pieces("total_pcs", "Pieces").computed().listed(),
        grams("total_g", "Weight").computed().listed(),
        paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
        paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
        paise("total_paise", "Total").computed().listed().guarded(Guarded::Rates),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        link("approved_by", "Approved by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
    ],
    sorts: &["-date", "doc_no", "expected_on", "total_paise", "-updated_at"],
    filters: &["supplier", "yard"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: &[
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Bm, Role::Acc], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Yard], verbs: &[Verb::View], reach: Reach::Yard },
        Grant { roles: &[Role::Purch], verbs: KEEP, reach: Reach::Branch },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &flow::FLOW,
    series: Some(Series { word: "PO", width: 5, suffix: "", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    looks: flow::LOOKS,
    ..MASTER
};

/// How much of a line counts in its rate's unit: grams where the rate is by weight, else pieces.
pub fn measure(line: &Record, pcs: &str, grams: &str) -> i64 {
    int(line, if by_weight(line) { grams } else { pcs })
}

/// Whether a line's rate is by weight.
pub fn by_weight(line: &Record) -> bool {
    matches!(RateUom::parse(text_in(line, "rate_uom")), None | Some(RateUom::Mt | RateUom::Kg))
}

/// A measure of a line as people read it.
pub fn shown_measure(line: &Record, measure: i64) -> String {
    match by_weight(line) {
        true => value::kg(Grams(measure)),
        false => format!("{measure} pcs"),
    }
}
