//! The supplier's debit note: what a bill said too much, and goods that go back to the supplier.

use serde_json::{Value, json};

use super::batches::BATCH;
use super::formats::VEHICLE;
use super::goods::{RATE_UOMS, SKU};
use super::inwards::approve::{acts_here, day_of};
use super::inwards::save::int as int_in;
use super::org;
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::purchase_orders::PURCHASE_ORDER;
use super::reasons::{MAY_REMARK, REMARKS};
use super::supplier_bills::{SETTLED, SUPPLIER_BILL};
use super::suppliers::SUPPLIER;
use super::{KEEP, MASTER};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::{Code, Halt};
use crate::flow::{Flow, Step, acting, by, step};
use crate::kept::doc::{Doc, Record};
use crate::ledger::payables::{self, SettledBill};
use crate::ledger::{Source, books};
use crate::schema::*;
use crate::write::save;

mod returned;

pub const DRAFT: &str = "Draft";
pub const PENDING: &str = "Pending Approval";
pub const POSTED: &str = "Posted";
pub const CANCELLED: &str = "Cancelled";
pub const REVERSED: &str = "Reversed";

const KINDS: &[Choice] = &[("return", "Goods that go back"), ("claim", "Billed too much")];

static LINES: &[Field] = &[
    link("batch", "Batch", &BATCH).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    text("why", "Why", 200),
    link("sku", "SKU", &SKU).computed(),
    rate("rate_paise", "Rate").computed().guarded(Guarded::Rates),
    choice("rate_uom", "Rate is", RATE_UOMS).computed(),
    paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
    paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
    paise("cost_paise", "Landed cost").computed().guarded(Guarded::Cost),
    int("posting", "Stock posting", 1, i64::MAX).internal().guarded(Guarded::House),
];

/// What was billed too much, line by line of the bill.
static CLAIMS: &[Field] = &[
    int("line", "Line", 1, 100).computed(),
    text("told", "Difference", 300).computed(),
    paise("over_paise", "Amount").computed().guarded(Guarded::Rates),
    paise("over_tax_paise", "GST").computed().guarded(Guarded::Rates),
];

pub static SUPPLIER_NOTE: DocType = DocType {
    key: "supplier_note",
    label: "Supplier debit note",
    plural: "Supplier debit notes",
    title: "doc_no",
    fields: &[
        date("date", "Date").required().today().listed(),
        choice("kind", "For", KINDS).computed().listed(),
        link("supplier", "Supplier", &SUPPLIER).required().listed(),
        text("supplier_name", "Firm name", 100).computed().searched(),
        link("yard", "From yard", &YARD).required(),
        link("supplier_bill", "Supplier bill", &SUPPLIER_BILL).computed().listed(),
        code("vehicle_no", "Vehicle", &VEHICLE),
        rows("lines", "Goods", LINES, 100)
            .on_submit()
            .at_least(1)
            .missing("At least one line is needed"),
        note("note", "Note", 500).guarded(Guarded::House),
        rows("claims", "Billed too much", CLAIMS, 300).computed(),
        paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
        paise("tax_paise", "GST").computed().guarded(Guarded::Rates),
        paise("total_paise", "Total").computed().listed().guarded(Guarded::Rates),
        rows("settled", "Set against", SETTLED, 500).computed().guarded(Guarded::Rates),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::House),
    ],
    sorts: &["-date", "doc_no", "total_paise"],
    filters: &["supplier", "kind"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: &[
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Bm, Role::Acc], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Yard], verbs: &[Verb::View], reach: Reach::Yard },
        Grant { roles: &[Role::Purch], verbs: KEEP, reach: Reach::Branch },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    series: Some(Series { word: "SDN", width: 5, suffix: "", plain: false }),
    on_save: deciding(returned::rules),
    ..MASTER
};

static FLOW: Flow = Flow {
    statuses: &[DRAFT, PENDING, POSTED, CANCELLED, REVERSED],
    rests: &[POSTED, CANCELLED, REVERSED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: &[PENDING],
        by: &[by(Role::Purch)],
        inputs: &[MAY_REMARK],
        guard: Some(acts_here),
        run: returned::submit,
        ..step("SN1", "submit", "Send for approval")
    },
    Step {
        from: &[PENDING],
        to: &[POSTED],
        by: &[by(Role::Bm)],
        inputs: &[MAY_REMARK],
        guard: Some(returned::may_approve),
        run: returned::approve,
        ..step("SN2", "approve", "Approve")
    },
    Step {
        from: &[PENDING],
        to: &[DRAFT],
        by: &[by(Role::Bm)],
        inputs: &[REMARKS],
        guard: Some(acts_here),
        run: |_, _, _| Ok(DRAFT),
        ..step("SN3", "query", "Send back")
    },
    Step {
        from: &[DRAFT, PENDING],
        to: &[CANCELLED],
        by: &[by(Role::Purch)],
        inputs: &[REMARKS],
        guard: Some(acts_here),
        run: |_, _, _| Ok(CANCELLED),
        ..step("SN4", "cancel", "Cancel note")
    },
    Step {
        from: &[POSTED],
        to: &[REVERSED],
        by: &[by(Role::Acc)],
        inputs: &[REMARKS],
        guard: Some(may_reverse),
        run: returned::reverse,
        ..step("SN5", "reverse", "Reverse")
    },
]);

/// The account of the supplier of a note or a bill.
fn party(doc: &Doc) -> String {
    books::supplier(doc.text("supplier").unwrap_or_default())
}

/// The posted note of what a bill that is being posted says too much; its id.
pub fn claimed(case: &mut Case, bill: &Doc, inputs: &Record) -> Result<String, Halt> {
    let id = case.new_id();
    let mut doc = save::blank(case, &SUPPLIER_NOTE, id.clone());
    let day = day_of(bill);
    let order = case.doc(&PURCHASE_ORDER, bill.text("purchase_order").unwrap_or_default())?;
    doc.branch.clone_from(&order.branch);
    doc.yard.clone_from(&order.yard);
    doc.set("yard", order.text("yard").unwrap_or_default());
    let branch = bill.branch.clone().unwrap_or_default();
    doc.doc_no = Some(org::next_number(case, &SUPPLIER_NOTE, &branch, day)?);
    let rows = bill.get("differences").and_then(Value::as_array).cloned().unwrap_or_default();
    let claims: Vec<Value> = rows
        .iter()
        .filter_map(Value::as_object)
        .filter(|row| int_in(row, "over_paise") > 0)
        .map(|row| {
            json!({
                "line": row.get("line"), "told": row.get("told"),
                "over_paise": int_in(row, "over_paise"), "over_tax_paise": int_in(row, "over_tax_paise"),
            })
        })
        .collect();
    let sum = |key: &str| claims.iter().filter_map(|row| row[key].as_i64()).sum::<i64>();
    let (amount, tax) = (sum("over_paise"), sum("over_tax_paise"));
    doc.set("date", day.to_string());
    doc.set("kind", "claim");
    for key in ["supplier", "supplier_name"] {
        doc.set(key, bill.text(key).unwrap_or_default());
    }
    doc.set("supplier_bill", bill.id.clone());
    doc.set("claims", Value::Array(claims));
    doc.set("amount_paise", amount);
    doc.set("tax_paise", tax);
    doc.set("total_paise", amount + tax);
    let rows = [
        (party(bill), amount + tax),
        (books::COST_VARIANCE.to_owned(), -amount),
        (books::INPUT_TAX.to_owned(), -tax),
    ];
    let rows = rows.each_ref().map(|(account, paise)| (account.as_str(), *paise));
    let voucher = books::post(case, &Source::new(SUPPLIER_NOTE.key, &id, 0, day), day, &rows)?;
    doc.set("voucher", voucher);
    doc.status = POSTED.to_owned();
    doc.record = SUPPLIER_NOTE.ordered(std::mem::take(&mut doc.record));
    save::finish(case, &SUPPLIER_NOTE, None, doc, "create", inputs, None)?;
    Ok(id)
}

/// The note of a bill that is taken back goes with it.
pub fn unclaimed(case: &mut Case, id: &str, inputs: &Record) -> Result<(), Halt> {
    let before = case.doc(&SUPPLIER_NOTE, id)?;
    let mut doc = Doc::clone(&before);
    unbook(case, &doc)?;
    doc.status = REVERSED.to_owned();
    save::finish(case, &SUPPLIER_NOTE, Some(&before), doc, "reverse", inputs, None).map(drop)
}

/// Books the mirror of a note's voucher today.
fn unbook(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    let today = case.today();
    let voucher = doc.get("voucher").and_then(Value::as_u64).unwrap_or(0);
    let source = Source::new(SUPPLIER_NOTE.key, &doc.id, 0, today);
    books::reverse(case, voucher, &source, today).map(drop)
}

/// A claim goes with its bill; only a return is taken back by itself.
fn may_reverse(case: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(case, doc)?;
    if doc.text("kind") == Some("claim") {
        let message = "This note is of its bill; reverse the bill";
        return Err(Halt::refuse(Code::Rule, message));
    }
    org::check_posting_day(
        case,
        &doc.kind,
        doc.branch.as_deref().unwrap_or_default(),
        case.today(),
        "date",
    )
}

/// Writes the bills that money or a note was set against.
pub fn set_settled(doc: &mut Doc, settled: &[SettledBill]) {
    let row = |one: &SettledBill| json!({ "bill_no": one.bill_no, "amount_paise": one.paise, "item": one.item });
    match settled.is_empty() {
        true => drop(doc.record.remove("settled")),
        false => doc.set("settled", settled.iter().map(row).collect::<Vec<_>>()),
    }
}

/// Opens the bills again that money or a note was set against.
pub fn unsettle(case: &mut Case, party: &str, doc: &mut Doc) -> Result<(), Halt> {
    let rows = doc.get("settled").and_then(Value::as_array).cloned().unwrap_or_default();
    for row in rows {
        let item = row["item"].as_str().unwrap_or_default();
        payables::pay(case, party, item, -row["amount_paise"].as_i64().unwrap_or(0))?;
    }
    doc.record.remove("settled");
    Ok(())
}
