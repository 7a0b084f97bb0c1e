//! Cash beyond what the law lets one person pay: in a day, and for one invoice.

use serde_json::Value;

use super::*;
use crate::declare::case::Case;
use crate::docs::settings;
use crate::error::Issue;
use crate::kept::keys;
use crate::said;
use crate::value::{Paise, rupees};

/// The limit of a day: the amount that cash must stay below, and the law that says so.
pub struct CashLimit {
    pub below_paise: i64,
    pub law: String,
}

/// The limit in force on a day; none before the first.
pub fn limit(case: &Look, on: Day) -> Result<Option<CashLimit>, Halt> {
    let rows = settings::value(case, "cash_limits")?;
    let from = |row: &Value| row.get("from").and_then(Value::as_str).and_then(Day::parse);
    let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
    let in_force = rows.iter().filter(|row| from(row).is_some_and(|from| from <= on));
    let last = in_force.max_by_key(|row| from(row));
    Ok(last.and_then(|row| {
        let law = row.get("law").and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(CashLimit { below_paise: row.get("below_paise")?.as_i64()?, law })
    }))
}

/// Whose cash counts together: one person's, under whatever name they buy.
fn person(case: &Look, doc: &Doc) -> Result<String, Halt> {
    let customer = customer_of(doc);
    let found = case.find(CUSTOMER.key, &customer)?;
    let pan = found.as_ref().and_then(|found| found.text("pan")).map(str::to_owned);
    Ok(pan.unwrap_or(customer))
}

fn day_key(person: &str, doc: &Doc) -> String {
    keys::key(&["cash", person, doc.text("date").unwrap_or_default()])
}

fn item_key(doc: &Doc, item: &str) -> String {
    keys::key(&["cash_for", &customer_of(doc), item])
}

/// Cash confirmed of the person on the day of the receipt.
fn taken(case: &Look, doc: &Doc) -> Result<i64, Halt> {
    let (person, customer) = (person(case, doc)?, customer_of(doc));
    let own: i64 = case.value(&day_key(&person, doc))?.unwrap_or(0);
    // An older program counted by customer alone.
    let before: i64 = match person == customer {
        true => 0,
        false => case.value(&day_key(&customer, doc))?.unwrap_or(0),
    };
    Ok(own.saturating_add(before))
}

/// Refuses a receipt with which the cash of one person on one day would reach the limit.
pub fn too_much(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    if mode(doc) != "cash" {
        return Ok(None);
    }
    let Some(limit) = limit(case, day(doc))? else { return Ok(None) };
    let sum = taken(case, doc)?.saturating_add(amount_of(doc));
    Ok((sum >= limit.below_paise).then(|| {
        let message = said!(
            "Cash of {most} or more from one person a day is not allowed ({law})",
            most = rupees(Paise(limit.below_paise)),
            law = limit.law
        );
        Issue::new("amount_paise", Code::Rule, message)
    }))
}

/// Counts the cash of a confirmed receipt, or takes it out again.
pub fn count(case: &mut Case, doc: &Doc, by: i64) -> Result<(), Halt> {
    if mode(doc) != "cash" {
        return Ok(());
    }
    let key = day_key(&person(case, doc)?, doc);
    add(case, key, by)
}

/// Counts the cash that an open item was paid with, which stays below the limit too.
///
/// Errors: `Rule`.
pub fn count_for(case: &mut Case, doc: &Doc, item: &str, by: i64) -> Result<(), Halt> {
    if mode(doc) != "cash" {
        return Ok(());
    }
    let sum = paid_in_cash(case, doc, item)?.saturating_add(by);
    let limit = limit(case, day(doc))?;
    if let Some(limit) = limit.filter(|limit| by > 0 && sum >= limit.below_paise) {
        let message = said!(
            "Cash of {most} or more for one invoice is not allowed ({law})",
            most = rupees(Paise(limit.below_paise)),
            law = limit.law
        );
        return Err(Halt::refuse(Code::Rule, message));
    }
    add(case, item_key(doc, item), by)
}

/// How much cash an open item can still be paid with; all of it by anything else than cash.
pub fn room_for(case: &Look, doc: &Doc, item: &str) -> Result<i64, Halt> {
    let limit = limit(case, day(doc))?.filter(|_| mode(doc) == "cash");
    let Some(limit) = limit else { return Ok(i64::MAX) };
    Ok((limit.below_paise - 1).saturating_sub(paid_in_cash(case, doc, item)?).max(0))
}

fn paid_in_cash(case: &Look, doc: &Doc, item: &str) -> Result<i64, Halt> {
    Ok(case.value(&item_key(doc, item))?.unwrap_or(0))
}

fn add(case: &mut Case, key: String, by: i64) -> Result<(), Halt> {
    let sum: i64 = case.value(&key)?.unwrap_or(0);
    match sum.saturating_add(by).max(0) {
        0 => case.remove(key),
        sum => case.put(key, &sum)?,
    }
    Ok(())
}
