//! The additional inward: what came in, cost or weighs otherwise than an approved inward says. It never edits that
//! inward; it posts beside it. Opening stock is one, since the books begin with goods that nobody buys any more.

use std::sync::Arc;

use super::goods::{RATE_UOMS, SKU};
use super::holds::STOCK_HOLD;
use super::people::{EMPLOYEE, PERSON};
use super::places::{YARD, ZONE};
use super::suppliers::SUPPLIER;
use super::{MASTER, batches::BATCH, formats::DOCNO, inwards, reasons};
use crate::declare::case::Look;
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::kept::doc::Doc;
use crate::ledger::books;
use crate::ledger::stock::Side;
use crate::schema::*;
use crate::write::within;
use inwards::{APPROVED, DRAFT, INWARD, ON_HOLD, PENDING, REJECTED, REVERSED};

mod approve;
mod costs;
mod reverse;
mod save;

/// What an additional inward is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition {
    Receipt,
    Freight,
    Found,
    Opening,
    Correction,
}

const KINDS: &[Choice] = &[
    ("extra_receipt", "Extra receipt"),
    ("late_freight", "Late freight or cost"),
    ("found_stock", "Found stock"),
    ("opening_stock", "Opening stock"),
    ("weight_correction", "Weight correction"),
];

/// Those that are about an inward which was approved before.
const OF_AN_INWARD: &[&str] = &["extra_receipt", "late_freight", "weight_correction"];

impl Addition {
    /// Errors: `Fault` for a document whose type nobody declared.
    pub fn of(doc: &Doc) -> Result<Addition, Halt> {
        let name = doc.text("kind").unwrap_or_default();
        let unknown = || Halt::Fault(format!("an additional inward for {name}"));
        Addition::parse(name).ok_or_else(unknown)
    }

    pub fn parse(name: &str) -> Option<Addition> {
        Some(match name {
            "extra_receipt" => Addition::Receipt,
            "late_freight" => Addition::Freight,
            "found_stock" => Addition::Found,
            "opening_stock" => Addition::Opening,
            "weight_correction" => Addition::Correction,
            _ => return None,
        })
    }

    /// Whether it brings goods, as batches of their own.
    fn brings(self) -> bool {
        matches!(self, Addition::Receipt | Addition::Found | Addition::Opening)
    }

    /// Whether it is about an inward that was approved before.
    fn has_parent(self) -> bool {
        !matches!(self, Addition::Found | Addition::Opening)
    }

    /// Where the goods come from that it brings.
    fn side(self) -> Side<'static> {
        match self {
            Addition::Opening => Side::Opening,
            Addition::Found => Side::Gain,
            _ => Side::Supplier,
        }
    }

    /// The account against which goods that nobody sold us are booked.
    fn account(self) -> &'static str {
        match self {
            Addition::Opening => books::OPENING,
            Addition::Found => books::STOCK_DIFFERENCE,
            Addition::Freight => books::FREIGHT_INWARD,
            _ => books::COST_VARIANCE,
        }
    }
}

/// Whether a document of this type is a purchase: its goods were bought of a supplier.
pub fn is_purchase(doc: &Doc) -> bool {
    doc.text("kind") == Some("extra_receipt")
}

/// Whether it brings goods, as batches of their own.
pub fn brings(doc: &Doc) -> bool {
    doc.text("kind").and_then(Addition::parse).is_some_and(Addition::brings)
}

const SIGNS: &[Choice] = &[("plus", "+"), ("minus", "−")];

static LINES: &[Field] = &[
    link("of_batch", "Batch", &BATCH).help("Of the inward, where cost or weight is put right"),
    link("sku", "SKU", &SKU).help("Of goods that come in"),
    choice("sign", "Sign", SIGNS).help("Minus takes away; leave blank for plus"),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    rate("rate_paise", "Rate").guarded(Guarded::Rates),
    choice("rate_uom", "Rate is", RATE_UOMS).computed(),
    paise("extra_paise", "Cost to add").guarded(Guarded::Rates),
    date("in_since", "In the business since").help("Leave blank for the date above"),
    yes_no("quality_hold", "Hold for quality"),
    text("make", "Make", 60),
    text("heat_no", "Heat number", 40),
    text("coil_no", "Coil number", 40),
    date("mfg_date", "Made on"),
    file("mtc_file", "Mill test certificate"),
    link("zone", "Zone", &ZONE),
    text("rack", "Rack", 20),
    paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
    paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
    paise("cost_paise", "Cost").computed().guarded(Guarded::Cost),
    paise("variance_paise", "Of it on what is sold")
        .between(-9_999_999_999_999, 9_999_999_999_999)
        .computed()
        .guarded(Guarded::Cost),
    link("batch", "New batch", &BATCH).computed(),
    link("stock_hold", "On hold by", &STOCK_HOLD).computed(),
    int("posting", "Stock posting", 1, i64::MAX).internal().guarded(Guarded::House),
];

pub static ADDITIONAL_INWARD: DocType = DocType {
    key: "additional_inward",
    label: "Additional inward",
    plural: "Additional inwards",
    title: "doc_no",
    fields: &[
        choice("kind", "Type", KINDS).required().listed(),
        date("date", "Date").required().today().listed(),
        link("yard", "Yard", &YARD).required().listed(),
        link("inward", "Inward", &INWARD)
            .listed()
            .only("kind", OF_AN_INWARD)
            .help("The approved inward that it is about; none for found or opening stock"),
        reason("reason", "Reason", "additional_inward").on_submit().listed(),
        code("supplier_invoice_no", "Supplier invoice", &DOCNO)
            .searched()
            .only("kind", &["extra_receipt"])
            .help("Of an extra receipt that was billed; without it no tax is claimed"),
        rows("lines", "Lines", LINES, 100)
            .on_submit()
            .at_least(1)
            .missing("At least one line is needed"),
        file("photo", "Photo"),
        note("note", "Note", 500).guarded(Guarded::House),
        link("supplier", "Supplier", &SUPPLIER).computed().listed(),
        pieces("total_pcs", "Pieces").computed().listed(),
        grams("total_g", "Weight of the lines").computed().listed(),
        paise("amount_paise", "Amount").computed().listed().guarded(Guarded::Rates),
        paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
        paise("variance_paise", "Cost variance")
            .between(-9_999_999_999_999, 9_999_999_999_999)
            .computed()
            .guarded(Guarded::Cost),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::House),
        int("variance_voucher", "Voucher of the variance", 0, i64::MAX)
            .internal()
            .guarded(Guarded::House),
    ],
    sorts: &["-date", "doc_no", "-updated_at"],
    filters: &["kind", "yard", "inward"],
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
    ],
    flow: &ADDITIONAL_FLOW,
    series: Some(Series { word: "ADI", width: 5, suffix: "", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    after: &[&YARD, &SKU],
    ..MASTER
};

const MUST_REMARK: &[Field] = &[reasons::REMARKS];
const MAY_REMARK: &[Field] = &[reasons::MAY_REMARK];

static ADDITIONAL_FLOW: Flow = Flow {
    statuses: &[DRAFT, PENDING, ON_HOLD, APPROVED, REJECTED, REVERSED],
    rests: &[APPROVED, REJECTED, REVERSED],
    editable: &[DRAFT, PENDING, ON_HOLD],
    deletable: &[DRAFT],
    steps: &acting([
        Step {
            id: "A1",
            from: &[DRAFT, ON_HOLD],
            action: "submit",
            label: "Send for approval",
            to: &[PENDING],
            by: &[by(Role::Purch), by(Role::Yard)],
            inputs: MAY_REMARK,
            guard: Some(inwards::approve::acts_here),
            rules: NO_RULES,
            run: approve::submit,
        },
        Step {
            id: "A2",
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
            id: "A3",
            from: &[PENDING, ON_HOLD],
            action: "reject",
            label: "Reject",
            to: &[REJECTED],
            by: &[by(Role::Bm)],
            inputs: MUST_REMARK,
            guard: Some(inwards::approve::acts_here),
            rules: NO_RULES,
            run: |_, _, _| Ok(REJECTED),
        },
        Step {
            id: "A4",
            from: &[PENDING],
            action: "query",
            label: "Send back",
            to: &[ON_HOLD],
            by: &[by(Role::Bm)],
            inputs: MUST_REMARK,
            guard: Some(inwards::approve::acts_here),
            rules: NO_RULES,
            run: |_, _, _| Ok(ON_HOLD),
        },
        Step {
            id: "A5",
            from: &[REJECTED],
            action: "revise",
            label: "Revise",
            to: &[DRAFT],
            by: &[by(Role::Purch), by(Role::Yard)],
            inputs: MAY_REMARK,
            guard: Some(inwards::approve::acts_here),
            rules: NO_RULES,
            run: |_, _, _| Ok(DRAFT),
        },
        Step {
            id: "A6",
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

/// An approved additional inward that is about an inward.
pub fn standing_on(look: &Look, inward: &Doc) -> Result<Option<Arc<Doc>>, Halt> {
    let yard = (ScopeKind::Yard, inward.yard.as_deref().unwrap_or_default());
    for id in within::ids_of(look, &ADDITIONAL_INWARD, yard, "inward", &inward.id)? {
        let found = look.find(ADDITIONAL_INWARD.key, &id)?;
        if let Some(doc) = found.filter(|doc| doc.status == APPROVED) {
            return Ok(Some(doc));
        }
    }
    Ok(None)
}
