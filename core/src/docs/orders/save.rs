//! Saving a draft order: its owner, its amounts, and when it is put away.

use serde_json::Value;

use super::effects::changed_terms;
use super::facts::{self, Depth, Places};
use super::{DRAFT, Order};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Role, Verb};
use crate::docs::places::YARD;
use crate::docs::{parties, settings};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::Doc;
use crate::value::{Day, IST_MINUTES, Instant};
use crate::write::index;

pub const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

pub fn on_save(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let mut order = Order::of(doc)?;
    if order.archived {
        return Err(Halt::refuse(Code::BadState, "This draft was archived. Create a new order"));
    }
    if order.date.is_none() || doc.doc_no.is_none() {
        order.date = Some(case.today());
    }
    if order.salesman.is_none() {
        order.salesman = Some(case.actor.id.clone());
    }
    if let Some(before) = before {
        forget_stale_weights(&Order::of(before)?, &mut order);
    }
    if before.is_none() && order.yard.is_none() {
        order.yard = nearest_yard(case, &order)?;
    }
    done(issues(case, before, &order)?)?;
    place(case, doc, &order)?;
    facts::reckon(case, &doc.id, &mut order, Depth::Today)?;
    addresses(case, &mut order)?;
    if before.map(Order::of).transpose()?.is_none_or(|before| before.terms() != order.terms()) {
        changed_terms(case, &mut order);
    }
    order.waiting_for = waiting_for(DRAFT);
    let days = settings::int_of(case, "draft_archive_days")?;
    let at = doc.doc_no.is_none().then_some(Instant(case.now.0 + days * DAY_MS));
    timer(case, doc, "archive", &mut order.archive_at, at)?;
    order.write(doc);
    Ok(())
}

/// The nearest active yard of the person, by the distances of the address that is shipped to; without an address
/// by those of the first.
fn nearest_yard(case: &Look, order: &Order) -> Result<Option<String>, Halt> {
    let Some(customer) = case.find(parties::CUSTOMER.key, &order.customer)? else {
        return Ok(None);
    };
    let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut addresses = customer.get("ship_to").and_then(Value::as_array).into_iter().flatten();
    let address =
        addresses.find(|row| order.ship_to.is_none() || text(row, "label") == order.ship_to);
    let rows = address.and_then(|row| row.get("distances")?.as_array()).into_iter().flatten();
    let km = |row: &&Value| row.get("distance_km").and_then(Value::as_i64).unwrap_or(i64::MAX);
    let mut near: Vec<&Value> = rows.collect();
    near.sort_by_key(km);
    for id in near.into_iter().filter_map(|row| text(row, "yard")) {
        let yard = case.find(YARD.key, &id)?.filter(|yard| yard.is_active());
        if yard.is_some_and(|yard| case.actor.covers(&YARD, Verb::View, &yard)) {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// Moves a timer: what stood in its place is taken out of the sweep's index.
pub fn timer(
    case: &mut Case,
    doc: &Doc,
    what: &str,
    slot: &mut Option<Instant>,
    at: Option<Instant>,
) -> Result<(), Halt> {
    if let Some(old) = slot.take() {
        index::clear_due(case, old, doc, what);
    }
    *slot = at;
    match at {
        Some(at) => index::set_due(case, at, doc, what),
        None => Ok(()),
    }
}

/// The first moment of a day in the company's time zone.
pub fn day_start(day: Day) -> Instant {
    Instant((i64::from(day.0) * 1_440 - IST_MINUTES) * 60_000)
}

/// The branch is the salesman's, the yard the order's, the owner the salesman.
pub fn place(case: &Look, doc: &mut Doc, order: &Order) -> Result<(), Halt> {
    if let Some(salesman) = &order.salesman {
        let employee = case.find("employee", salesman)?;
        if let Some(branch) =
            employee.and_then(|doc| doc.branch.clone()).filter(|id| !id.is_empty())
        {
            doc.branch = Some(branch);
        }
        doc.owner = Some(salesman.clone());
    }
    // The yard sees an order once it was submitted, not while it is being written.
    doc.yard = doc.doc_no.as_ref().and(order.yard.clone());
    Ok(())
}

/// The two addresses as they are today.
pub fn addresses(case: &Look, order: &mut Order) -> Result<(), Halt> {
    if let Some(customer) = case.find(parties::CUSTOMER.key, &order.customer)? {
        let (bill, ship) = Places::of(&customer, order).shown(case)?;
        order.bill_address = bill;
        order.ship_address = ship;
    }
    Ok(())
}

/// A theoretical weight that was filled in no longer fits other pieces.
fn forget_stale_weights(before: &Order, order: &mut Order) {
    for (line, was) in order.lines.iter_mut().zip(&before.lines) {
        let filled = was.weight_g == was.theo_g && line.weight_g == was.weight_g;
        if filled && (line.pcs != was.pcs || line.sku != was.sku) {
            line.weight_g = None;
        }
    }
}

fn issues(case: &Look, before: Option<&Doc>, order: &Order) -> Result<Vec<Issue>, Halt> {
    let mut issues = unknown_address(case, order)?;
    let before = before.map(Order::of).transpose()?;
    let was = before.as_ref().and_then(|order| order.place_override.clone());
    if order.place_override != was && !case.actor.has(Role::Admin) {
        let message = "Only an administrator can override the place of supply";
        issues.push(Issue::new("place_override", Code::Scope, message));
    }
    if order.place_override.is_some() && order.place_reason.is_none() {
        let message = "Enter a reason for the place of supply override";
        issues.push(Issue::new("place_reason", Code::Required, message));
    }
    Ok(issues)
}

/// The order names an address that its customer does not have.
pub fn unknown_address(case: &Look, order: &Order) -> Result<Vec<Issue>, Halt> {
    let customer = case.find(parties::CUSTOMER.key, &order.customer)?;
    let unknown = customer.map(|doc| Places::of(&doc, order).unknown(order)).unwrap_or_default();
    let message = "Select one of the customer's addresses";
    Ok(unknown.into_iter().map(|key| Issue::new(key, Code::Input, message)).collect())
}

/// The role whose turn it is in a status.
pub fn waiting_for(status: &str) -> Option<String> {
    use super::*;
    let role = match status {
        DRAFT | BM_REJECTED | CREDIT_REJECTED => Role::Sales,
        BM_PENDING | HOLD | YARD_CONCERN => Role::Bm,
        PRELIMINARY => Role::Pct,
        CREDIT_PENDING => Role::Credit,
        WAITING => Role::Yard,
        LOADED => Role::Acc,
        ACCOUNT_CONCERN => Role::Bm,
        _ => return None,
    };
    Some(role.name().to_owned())
}
