//! Events that set triggers off: documents that change, time that passes, thresholds that are
//! crossed.

use std::collections::BTreeSet;
use std::ops::Bound;

use serde_json::Value;

use super::words::About;
use super::{AGE, CREDIT, DATE, SIGN_IN, STATUS, STOCK, TRIGGER, of, tell};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::customers::CUSTOMER;
use crate::docs::goods::SKU;
use crate::docs::orders::save::day_start;
use crate::docs::people::EMPLOYEE;
use crate::docs::places::YARD;
use crate::docs::time_rules::{self, Of};
use crate::docs::{self, accounts, delegates};
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::ledger::{balance_key, credit, stock};
use crate::schema::{DocType, Kind, Told};
use crate::value::{Day, Instant};
use crate::write::index;

/// The timer that looks through what a new trigger may already be about.
pub const ARM: &str = "arm";
/// The timer of one document and one trigger; the trigger's id follows.
pub const FIRE: &str = "fire-";

const HOUR_MS: i64 = 3_600_000;
const MINUTE_MS: i64 = 60_000;
/// Reminders of a day come when people are at work.
const MORNING_MS: i64 = 9 * HOUR_MS;
/// How long ago a moment may lie to be told of when a trigger is new.
const LATE_MS: i64 = 24 * HOUR_MS;
/// A date that passed while nothing ran is told of for so long; then it is no news any more.
const NEWS_MS: i64 = 7 * 24 * HOUR_MS;
/// How many documents are looked through at a time.
const PAGE: usize = 200;
/// The same thing is told of an account at most so often.
const TOLD_EVERY_MS: i64 = HOUR_MS;

/// A reader that does not know the triggers leaves them to one that does: the browser's preview shows
/// what a step does to its document, and not who is told of it.
pub fn unless_unknown(done: Result<(), Halt>) -> Result<(), Halt> {
    match done {
        Err(Halt::Need(_)) => Ok(()),
        done => done,
    }
}

/// After a document was written: what its new status sets off, and the timers that begin and end.
pub fn changed(
    case: &mut Case,
    def: &'static DocType,
    before: Option<&Doc>,
    after: &Doc,
) -> Result<(), Halt> {
    if def.key == EMPLOYEE.key {
        tell::employee_changed(case, before, after)?;
        delegates::changed(case, before, after)?;
    }
    if def.told == Told::Never {
        return Ok(());
    }
    unless_unknown(look(case, def, before, after))
}

fn look(
    case: &mut Case,
    def: &'static DocType,
    before: Option<&Doc>,
    after: &Doc,
) -> Result<(), Halt> {
    let stays = before.is_some_and(|before| {
        before.status == after.status
            && before.since == after.since
            && before.text("waiting_for") == after.text("waiting_for")
    });
    for trigger in of(case, def.key)? {
        if stays && trigger.text("event") != Some(DATE) {
            continue;
        }
        let old = before.map(|doc| due(case, &trigger, def, doc)).transpose()?.flatten();
        let new = due(case, &trigger, def, after)?;
        if old == new {
            continue;
        }
        let what = format!("{FIRE}{}", trigger.id);
        if let Some(at) = old {
            index::clear_due(case, at, after, &what);
        }
        match new {
            // What is due with the change itself is told in its commit.
            Some(at) if at <= case.now && trigger.text("event") == Some(STATUS) => {
                let about = About { def, doc: after, extra: Record::new() };
                tell::fire(case, &trigger, &about)?;
            }
            Some(at) if at.0 >= case.now.0 - LATE_MS => index::set_due(case, at, after, &what)?,
            _ => {}
        }
    }
    Ok(())
}

/// The type, if triggers look at its documents.
fn looked_at(kind: &str) -> Option<&'static DocType> {
    docs::find(kind).filter(|def| def.told == Told::ByTriggers)
}

/// When a trigger is due for a document as it stands; none if it does not look at it.
fn due(case: &Look, trigger: &Doc, def: &DocType, doc: &Doc) -> Result<Option<Instant>, Halt> {
    let later = trigger.int("delay_min").unwrap_or(0) * MINUTE_MS;
    let here = trigger.text("in_status").is_none_or(|status| status == doc.status);
    Ok(match trigger.text("event") {
        Some(STATUS) if here => Some(Instant(doc.since.0 + later)),
        Some(AGE) if here => {
            let hours = match trigger.int("age_h") {
                Some(hours) => Some(hours),
                None => decided_within(case, doc)?,
            };
            hours.map(|hours| Instant(doc.since.0 + hours * HOUR_MS + later))
        }
        Some(DATE) => moment(trigger, def, doc).map(|at| Instant(at.0.saturating_add(later))),
        _ => None,
    })
}

/// Within how many hours whoever a document waits for is to decide.
fn decided_within(case: &Look, doc: &Doc) -> Result<Option<i64>, Halt> {
    let Some(role) = doc.text("waiting_for").and_then(Role::parse) else { return Ok(None) };
    if doc.status == docs::orders::DRAFT {
        return Ok(None);
    }
    time_rules::hours_of(case, "decision", &Of { role: Some(role), ..Of::place(doc) })
}

/// When a date of a document is to be told of.
fn moment(trigger: &Doc, def: &DocType, doc: &Doc) -> Option<Instant> {
    let key = trigger.text("date_field")?;
    let before = |key: &str| trigger.int(key).unwrap_or(0);
    let (days, hours) = (before("days_before"), before("hours_before"));
    match def.field(key)?.kind {
        Kind::Instant => {
            let at = doc.int(key)?;
            Some(Instant(at - days * 24 * HOUR_MS - hours * HOUR_MS))
        }
        _ => {
            let day = doc.text(key).and_then(Day::parse)?;
            let day = day.plus(i32::try_from(-days).unwrap_or(0));
            Some(Instant(day_start(day).0 + MORNING_MS - hours * HOUR_MS))
        }
    }
}

/// A timer has come: tells, if the document still stands as it did, and sets the next reminder.
pub fn fall_due(
    case: &mut Case,
    trigger: &str,
    kind: &str,
    id: &str,
    at: Instant,
) -> Result<(), Halt> {
    let what = format!("{FIRE}{trigger}");
    case.remove(keys::due(at.0, kind, id, &what));
    let trigger = case.find(TRIGGER.key, trigger)?.filter(|doc| doc.is_active());
    let (Some(trigger), Some(def)) = (trigger, looked_at(kind)) else { return Ok(()) };
    let Some(doc) = case.find(kind, id)? else { return Ok(()) };
    let Some(first) = due(case, &trigger, def, &doc)? else { return Ok(()) };
    // It came to this status, or to this date, later than the timer knew.
    if first > at {
        return index::set_due(case, first, &doc, &what);
    }
    let every = trigger.int("repeat_h").map(|hours| hours * HOUR_MS);
    let dated = trigger.text("event") == Some(DATE);
    if !dated || case.now.0 - at.0 < NEWS_MS {
        tell::fire(case, &trigger, &About { def, doc: &doc, extra: Record::new() })?;
    }
    let Some(every) = every.filter(|_| !dated) else { return Ok(()) };
    // After a long stop it goes on from today, not from all the times that were missed.
    let missed = (case.now.0 - at.0).max(0) / every;
    index::set_due(case, Instant(at.0 + (missed + 1) * every), &doc, &what)
}

/// Sets the timers of a trigger for the documents that are there, a page at a time.
pub fn arm(case: &mut Case, id: &str, at: Instant) -> Result<(), Halt> {
    case.remove(keys::due(at.0, TRIGGER.key, id, ARM));
    let cursor = keys::key(&["arm", id]);
    let trigger = case.find(TRIGGER.key, id)?.filter(|doc| doc.is_active());
    let def = trigger.as_ref().and_then(|doc| doc.text("doc_type")).and_then(looked_at);
    let (Some(trigger), Some(def)) = (trigger, def) else { return Ok(()) };
    let mut range = Range::prefix(&keys::key(&["doc", def.key]));
    if let Some(from) = case.value::<String>(&cursor)? {
        range.from = from;
    }
    let page = case.scan(&range, PAGE)?;
    for (key, bytes) in &page {
        let doc: Doc = parse(key, bytes)?;
        let due = due(case, &trigger, def, &doc)?;
        if let Some(at) = due.filter(|at| at.0 >= case.now.0 - LATE_MS) {
            index::set_due(case, at, &doc, &format!("{FIRE}{id}"))?;
        }
    }
    match page.last() {
        Some((last, _)) if page.len() == PAGE => {
            case.put(cursor, &format!("{last}\0"))?;
            index::set_due(case, Instant(case.now.0 + 1), &trigger, ARM)
        }
        _ => {
            case.remove(cursor);
            Ok(())
        }
    }
}

/// After a command: what it did to the ledgers, against the thresholds.
pub fn thresholds(case: &mut Case) -> Result<(), Halt> {
    let written = touched(case, "credit", 0).into_iter().chain(touched(case, "limit", 0));
    let customers: BTreeSet<String> = written.filter_map(|of| of.into_iter().next()).collect();
    for customer in customers {
        unless_unknown(credit_used(case, &customer))?;
    }
    for place in touched(case, "position", 1) {
        if let [yard, sku] = &place[..] {
            unless_unknown(stock_left(case, yard, sku))?;
        }
    }
    Ok(())
}

/// The accounts of a ledger that were written.
fn touched(case: &Look, ledger: &str, at: usize) -> Vec<Vec<String>> {
    let range = Range::prefix(&balance_key(ledger, &[]));
    let bounds = (Bound::Included(range.from.as_str()), Bound::Excluded(range.to.as_str()));
    let written = case.writes.range::<str, _>(bounds);
    let account = |key: &String| {
        let parts = keys::parts(key);
        let account = parts.get(2..).unwrap_or_default();
        account.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>()
    };
    written.map(|(key, _)| account(key)).filter(|account| account.len() > at).collect()
}

fn credit_used(case: &mut Case, customer: &str) -> Result<(), Halt> {
    let triggers = of(case, &format!("~{CREDIT}"))?;
    if triggers.is_empty() {
        return Ok(());
    }
    let Some(doc) = case.find(CUSTOMER.key, customer)? else { return Ok(()) };
    let used = credit::used_bp(case, customer)?;
    for trigger in triggers {
        let above = used > trigger.int("above_bp").unwrap_or(10_000);
        if crossed(case, &trigger.id, customer, above)? {
            let extra = word("used_bp", format!("{} %", used / 100));
            tell::fire(case, &trigger, &About { def: &CUSTOMER, doc: &doc, extra })?;
        }
    }
    Ok(())
}

fn stock_left(case: &mut Case, yard: &str, sku: &str) -> Result<(), Halt> {
    let triggers = of(case, &format!("~{STOCK}"))?;
    if triggers.is_empty() {
        return Ok(());
    }
    let Some(doc) = case.find(SKU.key, sku)? else { return Ok(()) };
    let rows = doc.get("reorder").and_then(Value::as_array).cloned().unwrap_or_default();
    let row = rows.iter().find(|row| row.get("yard").and_then(Value::as_str) == Some(yard));
    let level = row.and_then(|row| row.get("reorder_pcs")).and_then(Value::as_i64);
    let Some(level) = level else { return Ok(()) };
    let free = stock::position(case, yard, sku)?.available().pcs;
    let place = case.find(YARD.key, yard)?.map(|doc| doc.title(&YARD)).unwrap_or_default();
    for trigger in triggers {
        if crossed(case, &trigger.id, &format!("{yard} {sku}"), free <= level)? {
            let mut extra = word("yard", place.clone());
            extra.extend(word("free", free.to_string()));
            tell::fire(case, &trigger, &About { def: &SKU, doc: &doc, extra })?;
        }
    }
    Ok(())
}

fn word(key: &str, shown: String) -> Record {
    std::iter::once((key.to_owned(), Value::String(shown))).collect()
}

/// Whether a threshold is exceeded that was not before; what falls back may be told of again.
fn crossed(case: &mut Case, trigger: &str, subject: &str, over: bool) -> Result<bool, Halt> {
    let key = keys::key(&["crossed", trigger, subject]);
    let was = case.value::<i64>(&key)?.is_some();
    match (was, over) {
        (false, true) => case.put(key, &1)?,
        (true, false) => case.remove(key),
        _ => {}
    }
    Ok(over && !was)
}

/// Sign-ins of an account failed, from somewhere: told at most once an hour, so that nobody fills
/// the journal by guessing.
pub fn sign_ins_failed(case: &mut Case, account: &str, source: &str) -> Result<(), Halt> {
    let Some(doc) = accounts::find(&case.over(), account)? else { return Ok(()) };
    let Some(def) = docs::find(&doc.kind) else { return Ok(()) };
    for trigger in of(case, &format!("~{SIGN_IN}"))? {
        let key = keys::key(&["told", &trigger.id, account]);
        let last: Option<Instant> = case.value(&key)?;
        if last.is_some_and(|last| case.now.0 - last.0 < TOLD_EVERY_MS) {
            continue;
        }
        case.put(key, &case.now.clone())?;
        let extra = word("source", source.to_owned());
        tell::fire(case, &trigger, &About { def, doc: &doc, extra })?;
    }
    Ok(())
}
