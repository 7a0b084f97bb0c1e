//! The stock inward: goods of a supplier, weighed in at a yard, approved into batches.

use super::formats::{DOCNO, EWB, VEHICLE};
use super::goods::{RATE_UOMS, SKU};
use super::holds::STOCK_HOLD;
use super::people::{EMPLOYEE, PERSON};
use super::places::{YARD, ZONE};
use super::purchase_orders::PURCHASE_ORDER;
use super::suppliers::SUPPLIER;
use super::{MASTER, batches::BATCH, reasons};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::schema::*;

pub mod approve;
mod debit;
pub mod reverse;
pub mod save;

pub use approve::acts_here;

pub const DRAFT: &str = "Draft";
pub const PENDING: &str = "Pending Approval";
pub const ON_HOLD: &str = "On Hold";
pub const APPROVED: &str = "Approved";
pub const REJECTED: &str = "Rejected";
pub const REVERSED: &str = "Reversed";

/// What may be claimed back of the supplier: by their papers more came than was taken in.
static CLAIMS: &[Field] = &[
    int("line", "Line", 1, 100).computed(),
    choice("what", "For", &[("short", "Short weight"), ("rejected", "Rejected")]).computed(),
    pieces("pcs", "Pieces").computed(),
    grams("weight_g", "Weight").computed(),
    rate("rate_paise", "Rate").computed().guarded(Guarded::Rates),
    choice("rate_uom", "Rate is", RATE_UOMS).computed(),
    paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
    paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
];

static LINES: &[Field] = &[
    link("sku", "SKU", &SKU).required(),
    int("order_line", "Line of the purchase order", 1, 100)
        .help("Leave blank for the line of the same SKU"),
    pieces("pcs", "Pieces").help("As accepted; what was rejected goes back on the vehicle"),
    grams("weight_g", "Weight").help("As weighed here"),
    grams("supplier_weight_g", "Supplier's weight"),
    pieces("rejected_pcs", "Rejected pieces"),
    grams("rejected_g", "Rejected weight"),
    text("reject_reason", "Reason for rejection", 200),
    yes_no("quality_hold", "Hold for quality"),
    rate("rate_paise", "Rate").guarded(Guarded::Rates),
    choice("rate_uom", "Rate is", RATE_UOMS).computed(),
    text("make", "Make", 60),
    text("heat_no", "Heat number", 40),
    text("coil_no", "Coil number", 40),
    date("mfg_date", "Made on"),
    file("mtc_file", "Mill test certificate"),
    link("zone", "Zone", &ZONE),
    text("rack", "Rack", 20),
    paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
    paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
    paise("cost_paise", "Landed cost").computed().guarded(Guarded::Cost),
    link("batch", "Batch", &BATCH).computed(),
    link("stock_hold", "On hold by", &STOCK_HOLD).computed(),
    int("posting", "Stock posting", 1, i64::MAX).internal().guarded(Guarded::House),
];

pub static INWARD: DocType = DocType {
    key: "inward",
    label: "Stock inward",
    plural: "Stock inwards",
    title: "doc_no",
    fields: &[
        date("date", "Date").required().today().listed(),
        link("yard", "Yard", &YARD).required().listed(),
        link("supplier", "Supplier", &SUPPLIER).on_submit().listed(),
        link("purchase_order", "Purchase order", &PURCHASE_ORDER),
        text("po_no", "Number of the purchase order", 30).searched(),
        code("supplier_invoice_no", "Supplier invoice", &DOCNO).on_submit().listed().searched(),
        date("supplier_invoice_date", "Supplier invoice date").on_submit(),
        paise("supplier_invoice_paise", "Supplier invoice value").guarded(Guarded::Rates),
        code("vehicle_no", "Vehicle", &VEHICLE).on_submit().listed().searched(),
        code("ewb_no", "E-way bill", &EWB),
        grams("tare_g", "Tare weight").on_submit(),
        grams("gross_g", "Gross weight").on_submit(),
        file("slip_photo", "Photo of the weighbridge slip"),
        text("unloading_by", "Unloaded by", 100),
        rows("lines", "Lines", LINES, 100)
            .help("Leave blank for what is still to come of the purchase order")
            .on_submit()
            .at_least(1)
            .missing("At least one line is needed"),
        paise("freight_paise", "Freight").guarded(Guarded::Rates),
        paise("other_cost_paise", "Other cost").guarded(Guarded::Rates),
        note("note", "Note", 500).guarded(Guarded::House),
        grams("net_g", "Net weight").computed().listed(),
        pieces("total_pcs", "Pieces").computed().listed(),
        grams("total_g", "Weight of the lines").computed().listed(),
        paise("amount_paise", "Amount").computed().listed().guarded(Guarded::Rates),
        paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
        rows("claims", "Debit note proposal", CLAIMS, 200).computed(),
        paise("claim_paise", "Debit note, with GST").computed().guarded(Guarded::Rates),
        text("supplier_fy", "Year of the supplier invoice", 5).computed(),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::House),
    ],
    unique_together: &[("supplier_invoice", &["supplier", "supplier_fy", "supplier_invoice_no"])],
    sorts: &["-date", "doc_no", "-updated_at"],
    filters: &["yard", "supplier", "purchase_order"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: &[
        Grant { roles: &[Role::Audit, Role::Admin], verbs: &[Verb::View], reach: Reach::All },
        Grant {
            roles: &[Role::Bm, Role::Logi, Role::Acc, Role::Purch],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Purch], verbs: &[Verb::Add, Verb::Edit], reach: Reach::Branch },
        Grant {
            roles: &[Role::Yard],
            verbs: &[Verb::View, Verb::Add, Verb::Edit],
            reach: Reach::Yard,
        },
        Grant { roles: &[Role::Yard, Role::Purch], verbs: &[Verb::Delete], reach: Reach::Own },
        Grant {
            roles: &[Role::Admin],
            verbs: &[Verb::Add, Verb::Edit, Verb::Delete],
            reach: Reach::All,
        },
        Grant { roles: &[Role::Supplier], verbs: &[Verb::View], reach: Reach::Party },
    ],
    party: Some("supplier"),
    flow: &INWARD_FLOW,
    series: Some(Series { word: "INW", width: 5, suffix: "", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    after: &[&YARD, &SKU, &SUPPLIER],
    ..MASTER
};

const MUST_REMARK: &[Field] = &[reasons::REMARKS];
const MAY_REMARK: &[Field] = &[reasons::MAY_REMARK];

static INWARD_FLOW: Flow = Flow {
    statuses: &[DRAFT, PENDING, ON_HOLD, APPROVED, REJECTED, REVERSED],
    rests: &[APPROVED, REJECTED, REVERSED],
    editable: &[DRAFT, PENDING, ON_HOLD],
    deletable: &[DRAFT],
    steps: &acting([
        Step {
            id: "I1",
            from: &[DRAFT, ON_HOLD],
            action: "submit",
            label: "Send for approval",
            to: &[PENDING],
            by: &[by(Role::Purch), by(Role::Yard)],
            inputs: MAY_REMARK,
            guard: Some(approve::acts_here),
            rules: NO_RULES,
            run: approve::submit,
        },
        Step {
            id: "I2",
            from: &[PENDING],
            action: "approve",
            label: "Approve",
            to: &[APPROVED],
            by: &[by(Role::Bm)],
            inputs: MAY_REMARK,
            guard: Some(approve::may_approve),
            rules: NO_RULES,
            run: approve::approve,
        },
        Step {
            id: "I3",
            from: &[PENDING, ON_HOLD],
            action: "reject",
            label: "Reject",
            to: &[REJECTED],
            by: &[by(Role::Bm)],
            inputs: MUST_REMARK,
            guard: Some(approve::acts_here),
            rules: NO_RULES,
            run: |_, _, _| Ok(REJECTED),
        },
        Step {
            id: "I4",
            from: &[PENDING],
            action: "query",
            label: "Send back",
            to: &[ON_HOLD],
            by: &[by(Role::Bm)],
            inputs: MUST_REMARK,
            guard: Some(approve::acts_here),
            rules: NO_RULES,
            run: |_, _, _| Ok(ON_HOLD),
        },
        Step {
            id: "I5",
            from: &[REJECTED],
            action: "revise",
            label: "Revise",
            to: &[DRAFT],
            by: &[by(Role::Purch), by(Role::Yard)],
            inputs: MAY_REMARK,
            guard: Some(approve::acts_here),
            rules: NO_RULES,
            run: |_, _, _| Ok(DRAFT),
        },
        Step {
            id: "I6",
            from: &[APPROVED],
            action: "reverse",
            label: "Reverse",
            to: &[REVERSED],
            by: &[by(Role::Acc)],
            inputs: MUST_REMARK,
            guard: Some(reverse::may_reverse),
            rules: NO_RULES,
            run: reverse::reverse,
        },
    ]),
};
