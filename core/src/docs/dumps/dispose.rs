//! The end of a dump: back to free stock, or off the books by two people.

use super::out::part_of;
use super::{APPROVED, DISPOSAL, DUMP_STOCK, RESTORED, WRITTEN_OFF, left_of, save};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::batches::{self, BATCH};
use crate::docs::inwards::acts_here;
use crate::docs::{org, standing};
use crate::error::{Code, Halt};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Bucket, Side};
use crate::ledger::{Source, books};

/// The goods were looked over and are sound; their batch is still open.
pub fn may_restore(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    let batch = look.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    match standing::closed_issue(look, &batch)? {
        Some(issue) => Err(Halt::refuse(issue.code, issue.into_said())),
        None => ends_today(look, doc),
    }
}

fn ends_today(look: &Look, doc: &Doc) -> Result<(), Halt> {
    org::check_open_day(look, doc.branch.as_deref().unwrap_or_default(), look.today(), "")
}

/// Opposite rows of today, of what is still in the dump.
pub fn restore(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let batch = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    let place = save::place(doc, &batch);
    let (from, to) = (Side::Stock(place.to(Bucket::Dump)), Side::Stock(place));
    let seq = doc.get("posting").and_then(serde_json::Value::as_u64).unwrap_or(0);
    let today = case.today();
    let source = Source::new(DUMP_STOCK.key, &doc.id, 1, today);
    let (left, all) = (left_of(doc)?, save::moved(doc)?);
    // What another document dumped has no posting of its own to take back.
    let cost = match left.qty == all && seq > 0 {
        true => {
            stock::post(case, from, to, all, &source.reversing(seq))?;
            let voucher = doc.get("voucher").and_then(serde_json::Value::as_u64).unwrap_or(0);
            books::reverse(case, voucher, &source, today)?;
            doc.int("cost_paise").unwrap_or(0)
        }
        false => {
            stock::post(case, from, to, left.qty, &source)?;
            let whole = doc.int("cost_paise").unwrap_or(0);
            let cost = if left.qty == all { whole } else { part_of(whole, left.qty, all) };
            let rows = [
                (books::STOCK, cost),
                (books::STOCK_DIFFERENCE, left.value_paise - cost),
                (books::STOCK_DUMP, -left.value_paise),
            ];
            books::post(case, &source, today, &rows)?;
            cost
        }
    };
    let since = batches::cost_of(&batch, left.qty) - cost;
    let source = Source::new(DUMP_STOCK.key, &doc.id, 3, today);
    batches::cost_again(case, &source, today, since)?;
    doc.set("ended_on", today.to_string());
    Ok(RESTORED)
}

/// The half of a write-off that a person can give: accounts', else the administrator's.
fn half(look: &Look) -> Role {
    if look.actor.has(Role::Acc) { Role::Acc } else { Role::Admin }
}

pub fn propose(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    doc.set("proposed_by", case.actor.id.clone());
    doc.set("proposed_as", half(case).name());
    Ok(DISPOSAL)
}

/// Accounts and the administrator write off together: two people, one of each.
pub fn may_write_off(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    if doc.text("proposed_by").is_some_and(|id| look.actor.is(id)) {
        let message = "You proposed this write-off; another person must write off";
        return Err(Halt::refuse(Code::FourEyes, message));
    }
    let accounts_did = doc.text("proposed_as") == Some(Role::Acc.name());
    let other = if accounts_did { Role::Admin } else { Role::Acc };
    if !look.actor.has(other) {
        let message = match other {
            Role::Acc => "Accounts must write off what the administrator proposed",
            _ => "The administrator must write off what accounts proposed",
        };
        return Err(Halt::refuse(Code::FourEyes, message));
    }
    ends_today(look, doc)
}

/// The goods leave the dump, and their value the books.
pub fn write_off(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let batch = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    let today = case.today();
    let source = Source::new(DUMP_STOCK.key, &doc.id, 2, today);
    let from = Side::Stock(save::place(doc, &batch).to(Bucket::Dump));
    let left = left_of(doc)?;
    stock::post(case, from, Side::Loss, left.qty, &source)?;
    let worth = left.value_paise;
    let rows = [(books::STOCK_DIFFERENCE, worth), (books::STOCK_DUMP, -worth)];
    books::post(case, &source, today, &rows)?;
    doc.set("ended_on", today.to_string());
    Ok(WRITTEN_OFF)
}

pub fn keep(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    doc.record.remove("proposed_by");
    doc.record.remove("proposed_as");
    Ok(APPROVED)
}
