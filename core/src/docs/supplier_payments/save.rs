//! The rules of a payment, what posts it and sets it against bills, and what takes it back.

use serde_json::Value;

use super::{BILLS, CANCELLED, PARTIES, PENDING, POSTED, REVERSED, SUPPLIER_PAYMENT};
use crate::declare::case::{Case, Look};
use crate::docs::inwards::approve::{day_of, send};
use crate::docs::inwards::save::int;
use crate::docs::supplier_notes::{set_settled, unsettle};
use crate::docs::{four_eyes, org};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::payables::{self, SettledBill};
use crate::ledger::{Source, books};
use crate::said;
use crate::value::{Paise, rupees};

/// Rules between fields that hold in a draft too.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    if let Some((key, label)) = PARTIES.iter().find(|(key, _)| Some(*key) == text("party_kind"))
        && text(key).is_none()
    {
        issues.push(Issue::new(*key, Code::Required, said!("{label} is required", label)));
    }
    let rows = record.get("allocations").and_then(Value::as_array).map(Vec::as_slice);
    allocation_issues(rows.unwrap_or_default(), issues);
    let sum: i64 =
        rows.unwrap_or_default().iter().filter_map(|row| row["amount_paise"].as_i64()).sum();
    let amount = record.get("amount_paise").and_then(Value::as_i64).unwrap_or(i64::MAX);
    if sum > amount {
        let message =
            said!("{sum} is set against bills; more than is paid", sum = rupees(Paise(sum)));
        issues.push(Issue::new("allocations", Code::Input, message));
    }
}

/// Each row names one bill.
fn allocation_issues(rows: &[Value], issues: &mut Vec<Issue>) {
    for (at, row) in rows.iter().enumerate() {
        let named = BILLS.iter().filter(|key| row.get(**key).is_some_and(Value::is_string));
        if named.count() != 1 {
            let message = "Select one bill in each row";
            issues.push(Issue::new(
                format!("allocations.{at}.supplier_bill"),
                Code::Input,
                message,
            ));
        }
    }
}

fn party_id(doc: &Doc) -> (&str, &str) {
    let kind = doc.text("party_kind").unwrap_or_default();
    (kind, doc.text(kind).unwrap_or_default())
}

fn party(doc: &Doc) -> String {
    let (kind, id) = party_id(doc);
    books::party(kind, id)
}

fn amount(doc: &Doc) -> i64 {
    doc.int("amount_paise").unwrap_or(0)
}

pub fn rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    doc.branch = doc.text("branch").map(str::to_owned);
    let (kind, id) = party_id(doc);
    if let Some(found) = case.find(kind, id)? {
        doc.set("party_name", found.text("name").unwrap_or_default());
    }
    Ok(())
}

/// The record is complete, and names what the bank knows it by.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut issues = Vec::new();
    let (kind, id) = party_id(doc);
    if let Some(found) = case.find(kind, id)?
        && !["Active", "Blocked"].contains(&found.status.as_str())
    {
        let name = found.text("name").unwrap_or_default();
        issues.push(Issue::new(
            kind,
            Code::Input,
            said!("{name} is {status}", name, status = found.status),
        ));
    }
    if doc.text("mode") == Some("cheque") && doc.text("cheque_no").is_none() {
        issues.push(Issue::new("cheque_no", Code::Required, "Cheque number is required"));
    }
    send(case, &SUPPLIER_PAYMENT, doc, issues)?;
    Ok(PENDING)
}

/// Another person than those who entered it lets money leave, in an open period.
pub fn may_approve(case: &Look, doc: &Doc) -> Result<(), Halt> {
    four_eyes::another_person(case, doc, "supplier_payment_approve", "approve")?;
    org::check_open_day(case, doc.branch.as_deref().unwrap_or_default(), day_of(doc), "date")
}

/// The money leaves and the bills are paid; what is left of it stands on the party's account.
pub fn approve(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    four_eyes::seen(doc);
    let (day, party) = (day_of(doc), party(doc));
    let from = if doc.text("mode") == Some("cash") { books::CASH } else { books::BANK };
    let source = Source::new(SUPPLIER_PAYMENT.key, &doc.id, 0, day);
    let rows = [(party.as_str(), amount(doc)), (from, -amount(doc))];
    let voucher = books::post(case, &source, day, &rows)?;
    doc.set("voucher", voucher);
    doc.set("approved_by", case.actor.id.clone());
    doc.set("on_account_paise", amount(doc));
    match doc.text("spread") {
        Some("hand") => by_hand(case, doc, "allocations", None)?,
        Some("none") => {}
        _ => by_due(case, doc)?,
    }
    doc.record = SUPPLIER_PAYMENT.ordered(std::mem::take(&mut doc.record));
    Ok(POSTED)
}

fn on_account(doc: &Doc) -> i64 {
    doc.int("on_account_paise").unwrap_or(0)
}

/// Adds what was paid of bills to what the payment is set against.
fn add(doc: &mut Doc, more: &[SettledBill]) {
    let rows = doc.get("settled").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut all: Vec<SettledBill> = rows
        .iter()
        .map(|row| SettledBill {
            item: row["item"].as_str().unwrap_or_default().to_owned(),
            bill_no: row["bill_no"].as_str().unwrap_or_default().to_owned(),
            paise: row["amount_paise"].as_i64().unwrap_or(0),
        })
        .collect();
    let sum: i64 = more.iter().map(|one| one.paise).sum();
    all.extend(more.iter().cloned());
    set_settled(doc, &all);
    doc.set("on_account_paise", on_account(doc) - sum);
}

fn by_due(case: &mut Case, doc: &mut Doc) -> Result<(), Halt> {
    let settled = payables::settle(case, &party(doc), on_account(doc))?;
    add(doc, &settled);
    Ok(())
}

/// Pays the bills that rows of the document, or of a step's inputs, name.
fn by_hand(case: &mut Case, doc: &mut Doc, key: &str, inputs: Option<&Record>) -> Result<(), Halt> {
    let rows = inputs.map_or(doc.get(key), |inputs| inputs.get(key));
    let rows = rows.and_then(Value::as_array).cloned().unwrap_or_default();
    let (party, mut settled, mut issues) = (party(doc), Vec::new(), Vec::new());
    allocation_issues(&rows, &mut issues);
    done(std::mem::take(&mut issues))?;
    let mut left = on_account(doc);
    for (at, row) in rows.iter().enumerate() {
        let item = BILLS.iter().find_map(|key| row.get(*key).and_then(Value::as_str));
        let item = item.unwrap_or_default();
        let paise = row.as_object().map_or(0, |row| int(row, "amount_paise"));
        let path = format!("allocations.{at}.amount_paise");
        let Some(bill) = payables::payable(case, &party, item)? else {
            let message = "This is no open bill of the party";
            issues.push(Issue::new(path, Code::Input, message));
            continue;
        };
        if paise > bill.paise.min(left) {
            let message = said!(
                "{amount} of bill {bill_no} is open, and {left} of the payment is left",
                amount = rupees(Paise(bill.paise)),
                bill_no = bill.bill_no,
                left = rupees(Paise(left))
            );
            issues.push(Issue::new(path, Code::Input, message));
            continue;
        }
        payables::pay(case, &party, item, paise)?;
        left -= paise;
        settled.push(SettledBill { item: item.to_owned(), bill_no: bill.bill_no, paise });
    }
    done(issues)?;
    add(doc, &settled);
    Ok(())
}

pub fn may_allocate(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match on_account(doc) {
        0 => Err(Halt::refuse(Code::Rule, "All of this payment is set against bills")),
        _ => Ok(()),
    }
}

/// What is on account pays bills: those that are named, else what is due first.
pub fn allocate(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    match inputs.get("allocations").and_then(Value::as_array).is_some_and(|rows| !rows.is_empty()) {
        true => by_hand(case, doc, "allocations", Some(inputs))?,
        false => by_due(case, doc)?,
    }
    Ok("")
}

/// Its numbers may be used again.
pub fn cancel(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    ["utr", "cheque_no"].into_iter().for_each(|key| drop(doc.record.remove(key)));
    Ok(CANCELLED)
}

pub fn may_reverse(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let branch = doc.branch.as_deref().unwrap_or_default();
    org::check_posting_day(case, &doc.kind, branch, case.today(), "date")
}

/// The money came back, or never left: opposite rows of today, and the bills are open again.
pub fn reverse(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let (today, party) = (case.today(), party(doc));
    unsettle(case, &party, doc)?;
    doc.set("on_account_paise", 0);
    let voucher = doc.get("voucher").and_then(Value::as_u64).unwrap_or(0);
    let source = Source::new(SUPPLIER_PAYMENT.key, &doc.id, 0, today);
    books::reverse(case, voucher, &source, today)?;
    ["utr", "cheque_no"].into_iter().for_each(|key| drop(doc.record.remove(key)));
    Ok(REVERSED)
}
