//! The road of a supplier's bill: judged by its match, accepted or claimed where it differs, posted and taken back.

use serde_json::{Value, json};

use super::matched::{self, BillDifference, ROUNDED_PAISE};
use super::{CANCELLED, DRAFT, MATCHED, POSTED, REVERSED, SUPPLIER_BILL, WAITING, save as saved};
use crate::declare::case::{Case, Look};
use crate::declare::grant::ScopeKind;
use crate::docs::inwards::approve::{day_of, send, supplier_issue};
use crate::docs::inwards::save::{int, lines_of, set_lines};
use crate::docs::purchase_orders::{PURCHASE_ORDER, measure};
use crate::docs::suppliers::SUPPLIER;
use crate::docs::{four_eyes, org, supplier_notes};
use crate::error::{Code, Halt};
use crate::kept::doc::{Doc, Record};
use crate::ledger::payables::{self, Payable};
use crate::ledger::{Source, books};
use crate::said;
use crate::value::{Day, part};
use crate::write::{save, within};

/// The record is complete; the number is given, and the match decides where it goes.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut issues = Vec::new();
    issues.extend(supplier_issue(case, doc)?);
    saved::line_issues(case, &lines_of(doc), &mut issues);
    send(case, &SUPPLIER_BILL, doc, issues)?;
    judge(case, doc)
}

pub fn match_again(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    judge(case, doc)
}

fn judge(case: &Look, doc: &mut Doc) -> Result<&'static str, Halt> {
    let found = matched::differences(case, doc)?;
    let row = |one: &BillDifference| {
        json!({
            "line": one.line, "what": one.what, "told": one.told,
            "over_paise": one.over_paise, "over_tax_paise": one.over_tax_paise,
        })
    };
    match found.is_empty() {
        true => drop(doc.record.remove("differences")),
        false => doc.set("differences", Value::Array(found.iter().map(row).collect())),
    }
    Ok(matched::status_of(&found))
}

/// The bills of an order whose match nobody decided are matched again: goods came in, or were taken back.
pub fn rematch(case: &mut Case, order: &Doc) -> Result<(), Halt> {
    let place = (ScopeKind::Branch, order.branch.as_deref().unwrap_or_default());
    for id in within::ids_of(case, &SUPPLIER_BILL, place, "purchase_order", &order.id)? {
        let before = case.doc(&SUPPLIER_BILL, &id)?;
        let judged = [WAITING, super::MISMATCH, MATCHED].contains(&before.status.as_str());
        if !judged || before.get("accepted_by").is_some() {
            continue;
        }
        let mut bill = Doc::clone(&before);
        bill.status = judge(case, &mut bill)?.to_owned();
        if bill.status != before.status || bill.record != before.record {
            save::finish(case, &SUPPLIER_BILL, Some(&before), bill, "match", &Record::new(), None)?;
        }
    }
    Ok(())
}

/// The differences as they were found.
fn differences_of(doc: &Doc) -> Vec<Record> {
    let rows = doc.get("differences").and_then(Value::as_array).map(Vec::as_slice);
    rows.unwrap_or_default().iter().filter_map(Value::as_object).cloned().collect()
}

/// Goods that are still to come are waited for: nothing is decided about them.
fn goods_came(doc: &Doc) -> Result<(), Halt> {
    let to_come = |row: &Record| row.get("what").and_then(Value::as_str) == Some("goods");
    match differences_of(doc).iter().find(|row| to_come(row)) {
        Some(row) => {
            let message = said!("Goods of line {line} are still to come", line = int(row, "line"));
            Err(Halt::refuse(Code::Rule, message))
        }
        None => Ok(()),
    }
}

/// Another person than those who entered a bill accepts what it differs in.
pub fn may_accept(case: &Look, doc: &Doc) -> Result<(), Halt> {
    four_eyes::another_person(case, doc, "supplier_bill_approve", "approve")?;
    goods_came(doc)
}

pub fn accept(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    four_eyes::seen(doc);
    doc.set("accepted_by", case.actor.id.clone());
    Ok(MATCHED)
}

/// What was billed too much, with tax.
fn too_much(doc: &Doc) -> i64 {
    let of = |row: &Record| int(row, "over_paise").saturating_add(int(row, "over_tax_paise"));
    differences_of(doc).iter().map(of).sum()
}

pub fn may_claim(_: &Look, doc: &Doc) -> Result<(), Halt> {
    goods_came(doc)?;
    if too_much(doc) == 0 {
        let message = "Nothing was overcharged, so there is nothing to claim";
        return Err(Halt::refuse(Code::Rule, message));
    }
    Ok(())
}

/// What was billed too much is claimed by a debit note when the bill is posted.
pub fn claim(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    doc.set("claim_paise", too_much(doc));
    doc.set("accepted_by", case.actor.id.clone());
    Ok(MATCHED)
}

/// A bill that is sent back is judged anew.
pub fn send_back(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    ["differences", "claim_paise", "accepted_by"]
        .into_iter()
        .for_each(|key| drop(doc.record.remove(key)));
    Ok(DRAFT)
}

/// The supplier's number may come in again.
pub fn cancel(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    doc.record.remove("bill_fy");
    Ok(CANCELLED)
}

fn party(doc: &Doc) -> String {
    books::supplier(doc.text("supplier").unwrap_or_default())
}

pub fn may_post(case: &Look, doc: &Doc) -> Result<(), Halt> {
    org::check_open_day(case, doc.branch.as_deref().unwrap_or_default(), day_of(doc), "date")
}

/// The supplier is owed the bill; what was accrued for its goods is settled, and what they cost more or less than that
/// is a variance. A bill that no longer matches is not posted, unless its differences were accepted.
pub fn post(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    if doc.get("accepted_by").is_none() {
        let status = judge(case, doc)?;
        if status != MATCHED {
            return Ok(status);
        }
    }
    let cleared = bill_order(case, doc, false)?;
    let of = |key: &str| doc.int(key).unwrap_or(0);
    let (amount, tax, billed) = (of("amount_paise"), of("tax_paise"), of("billed_paise"));
    let off = billed - amount - tax;
    let (rounded, more) = if off.abs() <= ROUNDED_PAISE { (off, 0) } else { (0, off) };
    let party = party(doc);
    let rows = [
        (books::GOODS_NOT_BILLED, cleared),
        (books::COST_VARIANCE, amount - cleared + more),
        (books::INPUT_TAX, tax),
        (books::ROUND_OFF, rounded),
        (party.as_str(), -billed),
    ];
    let day = day_of(doc);
    let voucher = books::post(case, &Source::new(&doc.kind, &doc.id, 0, day), day, &rows)?;
    let claim = of("claim_paise");
    let due = doc.text("due_date").and_then(Day::parse).unwrap_or(day);
    let bill = Payable {
        paise: billed - claim,
        of_paise: billed - claim,
        due,
        kind: doc.kind.clone(),
        bill_no: doc.text("bill_no").unwrap_or_default().to_owned(),
    };
    payables::charge(case, &party, &doc.id, &bill)?;
    doc.set("voucher", voucher);
    if claim > 0 {
        let note = supplier_notes::claimed(case, doc, inputs)?;
        doc.set("supplier_note", note);
    }
    Ok(POSTED)
}

/// Writes into the order what is billed of each line, and into the bill's lines what of the accrual that settles; in
/// all so much. `back` takes it out again.
fn bill_order(case: &mut Case, doc: &mut Doc, back: bool) -> Result<i64, Halt> {
    let id = doc.text("purchase_order").unwrap_or_default();
    let before = case.doc(&PURCHASE_ORDER, id)?;
    let mut order = Doc::clone(&before);
    let (mut ordered, mut lines) = (lines_of(&order), lines_of(doc));
    let sign = if back { -1 } else { 1 };
    let mut sum = 0_i64;
    for line in &mut lines {
        let nth = usize::try_from(int(line, "order_line") - 1).ok();
        let Some(of) = nth.and_then(|nth| ordered.get_mut(nth)) else { continue };
        for (key, from) in [("billed_pcs", "pcs"), ("billed_g", "weight_g")] {
            let billed = int(of, key) + sign * int(line, from);
            of.insert(key.to_owned(), billed.into());
        }
        let settled = if back { int(line, "cleared_paise") } else { settles(of, line) };
        let cleared = int(of, "cleared_paise") + sign * settled;
        of.insert("cleared_paise".to_owned(), cleared.into());
        line.insert("cleared_paise".to_owned(), settled.into());
        sum = sum.saturating_add(settled);
    }
    set_lines(&mut order, ordered);
    set_lines(doc, lines);
    let mut said = Record::new();
    said.insert("remarks".to_owned(), doc.doc_no.clone().unwrap_or_default().into());
    let deed = if back { "unbill" } else { "bill" };
    save::finish(case, &PURCHASE_ORDER, Some(&before), order, deed, &said, None)?;
    Ok(sum)
}

/// What a billed line settles of what was accrued for its goods: its share, and with the last of them all that is left.
fn settles(of: &Record, line: &Record) -> i64 {
    let came = measure(of, "received_pcs", "received_g");
    let left = (int(of, "received_paise") - int(of, "cleared_paise")).max(0);
    match measure(of, "billed_pcs", "billed_g") >= came {
        true => left,
        false => {
            let share = part(int(of, "received_paise"), measure_of(of, line), came.max(1));
            share.min(left)
        }
    }
}

/// How much a bill's line is in the unit of its order's line.
fn measure_of(of: &Record, line: &Record) -> i64 {
    let key = if crate::docs::purchase_orders::by_weight(of) { "weight_g" } else { "pcs" };
    int(line, key)
}

pub fn may_reverse(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let branch = doc.branch.as_deref().unwrap_or_default();
    org::check_posting_day(case, &doc.kind, branch, case.today(), "date")?;
    payables::untouched(case, &party(doc), &doc.id)
}

/// Opposite rows of today; the goods are not billed again, and the supplier's number may come in anew.
pub fn reverse(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let today = case.today();
    payables::uncharge(case, &party(doc), &doc.id)?;
    let voucher = doc.get("voucher").and_then(Value::as_u64).unwrap_or(0);
    books::reverse(case, voucher, &Source::new(&doc.kind, &doc.id, 0, today), today)?;
    if let Some(note) = doc.text("supplier_note").map(str::to_owned) {
        supplier_notes::unclaimed(case, &note, inputs)?;
    }
    bill_order(case, doc, true)?;
    doc.record.remove("bill_fy");
    Ok(REVERSED)
}

/// Refuses to take back goods of an order that are billed already.
pub fn not_billed_beyond(case: &Look, inward: &Doc) -> Result<(), Halt> {
    let Some(id) = inward.text("purchase_order") else { return Ok(()) };
    let order = case.doc(&PURCHASE_ORDER, id)?;
    let ordered = lines_of(&order);
    for line in lines_of(inward) {
        let nth = usize::try_from(int(&line, "order_line") - 1).ok();
        let Some(of) = nth.and_then(|nth| ordered.get(nth)) else { continue };
        let rest = measure(of, "received_pcs", "received_g") - measure_of(of, &line);
        if rest < measure(of, "billed_pcs", "billed_g") {
            let supplier = case.doc(&SUPPLIER, order.text("supplier").unwrap_or_default())?;
            let message = said!(
                "{supplier} billed these goods; reverse the bill first",
                supplier = supplier.name(&SUPPLIER)
            );
            return Err(Halt::refuse(Code::Rule, message));
        }
    }
    Ok(())
}
