//! The events of a cheque: taken in, deposited, cleared, bounced, deposited again. Each is posted on its own day.

use serde_json::Value;

use super::allocate;
use super::confirm::{another_person, book, event, note};
use super::*;
use crate::declare::case::Case;
use crate::docs::settings;
use crate::docs::terms::due_day;
use crate::error::Issue;
use crate::kept::doc::Record;
use crate::ledger::books;
use crate::said;
use crate::write::act;

pub fn may_deposit(case: &Look, doc: &Doc) -> Result<(), Halt> {
    another_person(case, doc, "deposit")
}

pub fn may_bounce(case: &Look, doc: &Doc) -> Result<(), Halt> {
    another_person(case, doc, "enter the bounce")
}

pub fn may_clear(case: &Look, doc: &Doc) -> Result<(), Halt> {
    another_person(case, doc, "clear")?;
    done(too_early(doc, case.today()).into_iter().collect())
}

/// Nobody pays a cheque before its date.
fn too_early(doc: &Doc, on: Day) -> Option<Issue> {
    let dated = day_in(doc, "cheque_date").filter(|dated| on < *dated)?;
    let message =
        said!("Cheque is dated {dated}; cannot be cleared before that", dated = dated.shown());
    Some(Issue::new("date", Code::Rule, message))
}

/// The day of an event: as entered, else today; in an open period, and not before the event before it.
fn day_of_event(case: &Look, doc: &Doc, inputs: &Record) -> Result<Day, Halt> {
    let entered = inputs.get("date").and_then(Value::as_str).and_then(Day::parse);
    let on = entered.unwrap_or(case.today());
    check_open_period(case, doc.branch.as_deref().unwrap_or_default(), on, "date")?;
    let events = events_of(doc)?;
    let Some(last) = events.last().filter(|last| last.date.is_some_and(|day| on < day)) else {
        return Ok(on);
    };
    let was = EVENTS.iter().find(|(key, _)| *key == last.event).map_or("", |(_, label)| *label);
    let since = last.date.unwrap_or(on).shown();
    let message = said!(
        "Cheque was {was} on {since}; it cannot be before that",
        was = was.to_lowercase(),
        since
    );
    Err(Halt::issues(vec![Issue::new("date", Code::Input, message)]))
}

/// A cheque is taken in: the books know it as paid, and no credit rests on it before it clears.
pub fn take_in(case: &mut Case, doc: &mut Doc, date: Day, name: &str) -> Result<(), Halt> {
    let (customer, amount) = (customer_of(doc), amount_of(doc));
    credit::cheque_in(case, &customer, &doc.id, amount)?;
    let account = books::customer(&customer);
    let rows = [(books::CHEQUES_IN_HAND, amount), (account.as_str(), -amount)];
    let (line, voucher) = book(case, doc, date, &rows)?;
    let bank = doc.text("bank").map(str::to_owned).filter(|_| name == "redeposited");
    let noted = ReceiptEvent { date: Some(date), bank, line, voucher, ..event(name) };
    note(case, doc, noted)?;
    let plan = allocate::plan(case, doc)?;
    let mut planned = planned_of(doc)?;
    for row in allocate::as_open(case, doc, plan)? {
        planned.push(ReceiptSettlement { line, ..allocate::named(case, &row)? });
    }
    set_rows(doc, "planned", &planned);
    Ok(())
}

/// The last time that a cheque was taken in: the line of its voucher.
pub fn taken_in_at(doc: &Doc) -> Result<Option<i64>, Halt> {
    let events = events_of(doc)?;
    let last = events.iter().rfind(|one| ["received", "redeposited"].contains(&&*one.event));
    Ok(last.map(|event| event.line))
}

fn to_bank(doc: &mut Doc, inputs: &Record, on: Day) {
    if let Some(bank) = inputs.get("bank") {
        doc.set("bank", bank.clone());
    }
    doc.set("deposited_on", on.to_string());
}

pub fn deposit(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let on = day_of_event(case, doc, inputs)?;
    to_bank(doc, inputs, on);
    let bank = doc.text("bank").map(str::to_owned);
    note(case, doc, ReceiptEvent { date: Some(on), bank, ..event("deposited") })?;
    Ok(DEPOSITED)
}

/// A cheque that bounced goes to the bank once more: it is in hand again.
pub fn redeposit(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let on = day_of_event(case, doc, inputs)?;
    to_bank(doc, inputs, on);
    take_in(case, doc, on, "redeposited")?;
    Ok(REDEPOSITED)
}

/// The bank paid: the cheque is money now, and pays what it was to pay.
pub fn clear(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let on = day_of_event(case, doc, inputs)?;
    done(too_early(doc, on).into_iter().collect())?;
    let (customer, amount) = (customer_of(doc), amount_of(doc));
    credit::cheque_out(case, &customer, &doc.id, amount)?;
    credit::receive(case, &customer, &doc.id, amount)?;
    let rows = [(books::BANK, amount), (books::CHEQUES_IN_HAND, -amount)];
    let (line, voucher) = book(case, doc, on, &rows)?;
    doc.set("cleared_on", on.to_string());
    note(case, doc, ReceiptEvent { date: Some(on), line, voucher, ..event("cleared") })?;
    let planned = planned_now(doc)?;
    let mut rows = allocate::as_open(case, doc, planned)?;
    if doc.text("spread") == Some("due") {
        // Its items may have been paid otherwise while it was in hand.
        let taken: i64 = rows.iter().map(|row| row.amount_paise).sum();
        let more = allocate::by_due_date(case, doc, amount - taken, &rows)?;
        rows = allocate::joined(rows, more);
    }
    allocate::settle(case, doc, &rows, on)?;
    Ok(CLEARED)
}

/// The bank did not pay: the customer owes it again, and what it costs.
pub fn bounce(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let on = day_of_event(case, doc, inputs)?;
    let (customer, amount) = (customer_of(doc), amount_of(doc));
    let charges_paise = inputs.get("charges_paise").and_then(Value::as_i64).unwrap_or(0);
    let reason = inputs.get("reason").and_then(Value::as_str).unwrap_or_default().to_owned();
    credit::cheque_out(case, &customer, &doc.id, amount)?;
    let party = case.doc(&CUSTOMER, &customer)?;
    let due = due_day(case, party.text("payment_term"), on)?;
    credit::charge_bounce(case, &customer, &doc.id, charges_paise, due)?;
    let account = books::customer(&customer);
    let rows = [
        (account.as_str(), amount.saturating_add(charges_paise)),
        (books::CHEQUES_IN_HAND, -amount),
        (books::CHARGES_RECOVERED, -charges_paise),
    ];
    let (line, voucher) = book(case, doc, on, &rows)?;
    let times = doc.int("bounces").unwrap_or(0) + 1;
    credit::bounced(case, &customer, (&doc.id, times), on, amount)?;
    let charged = doc.int("charges_paise").unwrap_or(0).saturating_add(charges_paise);
    doc.set("bounces", times);
    doc.set("bounced_on", on.to_string());
    doc.set("bounce_reason", reason.clone());
    if charged > 0 {
        doc.set("charges_paise", charged);
    }
    let reason = Some(reason);
    let date = Some(on);
    note(
        case,
        doc,
        ReceiptEvent { date, reason, charges_paise, line, voucher, ..event("bounced") },
    )?;
    block_if_often(case, &customer, on)?;
    Ok(BOUNCED)
}

/// How many cheques of a customer bounced lately, and within how many days that is.
pub fn bounced_lately(case: &Look, customer: &str, on: Day) -> Result<(i64, i64), Halt> {
    let days = settings::int_of(case, "bounces_within_days")?;
    let since = on.plus(-i32::try_from(days).unwrap_or(0));
    Ok((credit::bounces_since(case, customer, since)?, days))
}

/// A customer whose cheques bounce too often is blocked.
fn block_if_often(case: &mut Case, customer: &str, on: Day) -> Result<(), Halt> {
    let most = settings::int_of(case, "bounces_block")?;
    let (count, days) = bounced_lately(case, customer, on)?;
    let party = case.doc(&CUSTOMER, customer)?;
    if most == 0 || count < most || party.status != "Active" {
        return Ok(());
    }
    let remarks = format!("{count} cheques bounced within {days} days");
    let inputs = [("reason", "CHEQUE_BOUNCE"), ("remarks", remarks.as_str())];
    let inputs = inputs.map(|(key, value)| (key.to_owned(), Value::from(value)));
    act::by_system(case, &CUSTOMER, &party, "block", &inputs.into_iter().collect()).map(|_| ())
}
