//! The confirmation of a receipt by another person, what it posts, and how it is cancelled or reversed.

use super::*;
use super::{advance, allocate, cash, cheque, save};
use crate::declare::case::Case;
use crate::docs::four_eyes;
use crate::error::Issue;
use crate::kept::doc::Record;
use crate::ledger::{Source, books};
use crate::said;
use crate::value::{Paise, rupees};

/// The setting that lets people confirm their own.
const STEP: &str = "receipt_confirm";

pub fn may_confirm(case: &Look, doc: &Doc) -> Result<(), Halt> {
    another_person(case, doc, "confirm")
}

/// A receipt, and each event of its cheque, is confirmed by somebody who did not write it.
pub fn another_person(case: &Look, doc: &Doc, must: &str) -> Result<(), Halt> {
    four_eyes::another_person(case, doc, STEP, must)
}

/// Gives the number. Money stands on account and pays what it was set against; a cheque is only taken in.
pub fn confirm(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    done(save::standing(case, doc)?)?;
    let date = day(doc);
    let branch = doc.branch.clone().unwrap_or_default();
    doc.doc_no = Some(org::next_number(case, &RECEIPT, &branch, date)?);
    four_eyes::seen(doc);
    doc.set("confirmed_by", case.actor.id.clone());
    doc.set("confirmed_at", case.now.0);
    advance::note(case, doc)?;
    if is_cheque(doc) {
        cheque::take_in(case, doc, date, "received")?;
        return Ok(RECEIVED);
    }
    let plan = allocate::plan(case, doc)?;
    match moves_account(doc) {
        true => move_account(case, doc, &plan, date)?,
        false => money_in(case, doc, date, plan)?,
    }
    Ok(CONFIRMED)
}

/// Sets money against open items that is on account already.
fn move_account(
    case: &mut Case,
    doc: &mut Doc,
    plan: &[ReceiptAllocation],
    date: Day,
) -> Result<(), Halt> {
    let sum: i64 = plan.iter().map(|row| row.amount_paise).sum();
    let refuse = |left: i64, what: &str| {
        let message = said!("Only {left} {what}", left = rupees(Paise(left)), what);
        done(vec![Issue::new("amount_paise", Code::Rule, message)])
    };
    if sum < amount_of(doc) {
        return refuse(sum, "of what this customer owes is open");
    }
    let held = credit::unassigned(case, &customer_of(doc))?;
    if sum > held {
        return refuse(held, "is on account beside receipts");
    }
    note(case, doc, ReceiptEvent { date: Some(date), ..event("confirmed") })?;
    allocate::settle(case, doc, plan, date)
}

/// Money came: it stands on account, and pays what it was set against as far as that is open.
fn money_in(
    case: &mut Case,
    doc: &mut Doc,
    date: Day,
    plan: Vec<ReceiptAllocation>,
) -> Result<(), Halt> {
    let (customer, amount) = (customer_of(doc), amount_of(doc));
    let supplier = doc.text("supplier").map(books::supplier).unwrap_or_default();
    let into = match (mode(doc), doc.text("adjusted")) {
        ("cash", _) => books::CASH,
        ("adjustment", Some("supplier")) => supplier.as_str(),
        ("adjustment", _) => books::WRITTEN_OFF,
        _ => books::BANK,
    };
    cash::count(case, doc, amount)?;
    credit::receive(case, &customer, &doc.id, amount)?;
    let account = books::customer(&customer);
    let (line, voucher) = book(case, doc, date, &[(into, amount), (&account, -amount)])?;
    doc.set("voucher", voucher);
    note(case, doc, ReceiptEvent { date: Some(date), line, voucher, ..event("confirmed") })?;
    let rows = allocate::as_open(case, doc, plan)?;
    allocate::settle(case, doc, &rows, date)
}

/// Books a voucher of its own; its line among the receipt's, and its number.
pub fn book(
    case: &mut Case,
    doc: &mut Doc,
    date: Day,
    rows: &[(&str, i64)],
) -> Result<(i64, i64), Halt> {
    // An older program booked one, and did not count it.
    let before = i64::from(doc.get("voucher").is_some());
    let line = doc.int("vouchers").unwrap_or(before);
    let place = u32::try_from(line).unwrap_or(0);
    let voucher = books::post(case, &Source::new(RECEIPT.key, &doc.id, place, date), date, rows)?;
    doc.set("vouchers", line + 1);
    Ok((line, i64::try_from(voucher).unwrap_or(0)))
}

/// Books the mirror of one of its vouchers on another day.
pub fn unbook(
    case: &mut Case,
    doc: &Doc,
    (line, voucher): (i64, i64),
    date: Day,
) -> Result<(), Halt> {
    let (place, seq) = (u32::try_from(line).unwrap_or(0), u64::try_from(voucher).unwrap_or(0));
    let source = Source::new(RECEIPT.key, &doc.id, place, date);
    books::reverse(case, seq, &source, date).map(|_| ())
}

pub fn event(name: &str) -> ReceiptEvent {
    ReceiptEvent { event: name.to_owned(), ..ReceiptEvent::default() }
}

/// Keeps an event among the receipt's.
pub fn note(case: &Look, doc: &mut Doc, event: ReceiptEvent) -> Result<(), Halt> {
    let mut events = events_of(doc)?;
    events.push(ReceiptEvent { by: Some(case.actor.id.clone()), ..event });
    set_rows(doc, "events", &events);
    Ok(())
}

/// Gives a receipt up before its money came; a cheque that was taken in is given back.
pub fn cancel(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    if in_hand(doc) {
        let today = case.today();
        check_open_period(case, doc.branch.as_deref().unwrap_or_default(), today, "")?;
        credit::cheque_out(case, &customer_of(doc), &doc.id, amount_of(doc))?;
        unbook_last(case, doc, &["received"], today)?;
    }
    give_up_number(doc);
    Ok(CANCELLED)
}

/// Takes a receipt back that was wrong: what it paid opens again, and its money was not received.
pub fn reverse(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let today = case.today();
    check_open_period(case, doc.branch.as_deref().unwrap_or_default(), today, "")?;
    allocate::take_back(case, doc, None, today)?;
    if !moves_account(doc) {
        let customer = customer_of(doc);
        credit::unreceive(case, &customer, &doc.id, amount_of(doc))?;
        cash::count(case, doc, -amount_of(doc))?;
        unbook_last(case, doc, &["received", "redeposited"], today)?;
        unbook_last(case, doc, &["cleared", "confirmed"], today)?;
    }
    doc.record.remove("on_account_paise");
    note(case, doc, ReceiptEvent { date: Some(today), ..event("reversed") })?;
    give_up_number(doc);
    Ok(REVERSED)
}

/// Books the mirror of the last event of these names.
fn unbook_last(case: &mut Case, doc: &Doc, names: &[&str], date: Day) -> Result<(), Halt> {
    let events = events_of(doc)?;
    let last = events.iter().rfind(|one| names.contains(&one.event.as_str()));
    match last {
        Some(last) => unbook(case, doc, (last.line, last.voucher), date),
        // Only an older program confirmed without an event.
        None if names.contains(&"confirmed") => {
            unbook(case, doc, (0, doc.int("voucher").unwrap_or(0)), date)
        }
        None => Ok(()),
    }
}

/// The same transfer or cheque may be entered again.
fn give_up_number(doc: &mut Doc) {
    for key in ["utr", "cheque_no"] {
        if let Some(number) = doc.record.remove(key) {
            doc.set("void_no", number);
        }
    }
}
