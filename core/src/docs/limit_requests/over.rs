//! How a granted limit ends: it expires, or another takes its place. What was approved on it stays approved.

use serde_json::{Value, json};

use super::{APPROVED, CREDIT_LIMIT_REQUEST, EXPIRED, SUPERSEDED};
use crate::declare::case::{Case, Look};
use crate::docs::customers::CUSTOMER;
use crate::docs::orders::save::day_start;
use crate::error::{Code, Halt};
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit;
use crate::value::{Day, Instant};
use crate::write::{act, index};

const EXPIRE: &str = "expire";
const SUPERSEDE: &str = "supersede";

/// A temporary limit ends with its last day, by the sweep.
pub fn arm(case: &mut Case, doc: &mut Doc, to: Option<Day>) -> Result<(), Halt> {
    let Some(to) = to else { return Ok(()) };
    let at = day_start(to.plus(1));
    doc.set("ends_at", at.0);
    index::set_due(case, at, doc, EXPIRE)
}

/// Takes the timers out of the sweep.
fn disarm(case: &mut Case, doc: &mut Doc) {
    for (key, what) in [("ends_at", EXPIRE), ("gives_way_at", SUPERSEDE)] {
        if let Some(at) = doc.int(key) {
            index::clear_due(case, Instant(at), doc, what);
        }
    }
    doc.record.remove("ends_at");
    doc.record.remove("gives_way_at");
}

/// Whether a limit is over: its last day has passed. One for an order ends with it, which says so itself.
pub fn is_over(look: &Look, doc: &Doc) -> Result<(), Halt> {
    let with_order = doc.text("kind") == Some("order");
    match with_order || doc.int("ends_at").is_some_and(|at| at <= look.now.0) {
        true => Ok(()),
        false => Err(Halt::refuse(Code::Rule, "The limit has not ended yet")),
    }
}

pub fn expire(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let customer = doc.text("customer").unwrap_or_default().to_owned();
    if let Some(place) = doc.int("place").and_then(|place| usize::try_from(place).ok()) {
        credit::end_limit(case, &customer, place)?;
    }
    disarm(case, doc);
    Ok(EXPIRED)
}

/// A limit that was granted later takes the place of this one on the day that it begins.
pub fn supersede(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let text = |key: &str| inputs.get(key).and_then(Value::as_str);
    let Some(from) = text("from").and_then(Day::parse) else {
        disarm(case, doc);
        return Ok(SUPERSEDED);
    };
    doc.set("replaced_by", text("request").unwrap_or_default());
    if from <= case.today() {
        disarm(case, doc);
        return Ok(SUPERSEDED);
    }
    if let Some(at) = doc.int("gives_way_at") {
        index::clear_due(case, Instant(at), doc, SUPERSEDE);
    }
    let at = day_start(from);
    doc.set("gives_way_at", at.0);
    index::set_due(case, at, doc, SUPERSEDE)?;
    Ok("")
}

/// The approved requests whose limit this one takes the place of, or will.
pub fn replace(case: &mut Case, doc: &Doc, from: Day) -> Result<(), Halt> {
    let kind = doc.text("kind").unwrap_or_default();
    let order = doc.text("order").filter(|_| kind == "order");
    let same = |other: &Doc| {
        other.text("kind") == Some(kind) && (kind != "order" || other.text("order") == order)
    };
    for older in granted(case, doc.text("customer").unwrap_or_default())? {
        if older.id == doc.id || !same(&older) {
            continue;
        }
        let mut inputs = Record::new();
        inputs.insert("request".to_owned(), json!(doc.id));
        inputs.insert("from".to_owned(), json!(from.to_string()));
        act::by_system(case, &CREDIT_LIMIT_REQUEST, &older, SUPERSEDE, &inputs)?;
    }
    Ok(())
}

/// An order is complete: the limits that served it alone have done so.
pub fn order_over(case: &mut Case, customer: &str, order: &str) -> Result<(), Halt> {
    for request in granted(case, customer)? {
        if request.text("kind") == Some("order") && request.text("order") == Some(order) {
            act::by_system(case, &CREDIT_LIMIT_REQUEST, &request, EXPIRE, &Record::new())?;
        }
    }
    Ok(())
}

/// The customer's requests whose limits are in force, or will be.
fn granted(look: &Look, customer: &str) -> Result<Vec<Doc>, Halt> {
    let customer = look.doc(&CUSTOMER, customer)?;
    let rows = customer.get("limits").and_then(Value::as_array).map(Vec::as_slice);
    let mut found: Vec<Doc> = Vec::new();
    for row in rows.unwrap_or_default() {
        let Some(id) = row.get("request").and_then(Value::as_str) else { continue };
        let Some(request) = look.find(CREDIT_LIMIT_REQUEST.key, id)? else { continue };
        if request.status == APPROVED {
            found.push(Doc::clone(&request));
        }
    }
    Ok(found)
}
