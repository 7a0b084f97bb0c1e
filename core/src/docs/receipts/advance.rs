//! Advances: money that came for one order, kept for its invoices and set against each as it is posted.

use std::sync::Arc;

use super::allocate::{by_due_date, left_of};
use super::*;
use crate::declare::case::Case;
use crate::error::Issue;
use crate::kept::doc::Record;
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::write::act;

/// More advances than one customer ever has for orders that are under way.
const MANY: usize = 10_000;

/// The order that a receipt is an advance for.
pub fn order_of(doc: &Doc) -> Option<&str> {
    doc.text("for_order")
}

fn key(customer: &str, order: &str, id: &str) -> String {
    keys::key(&["advance", customer, order, id])
}

/// An advance is for an order of its customer that is not completed.
pub fn issue(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let Some(id) = order_of(doc) else { return Ok(None) };
    let order = case.doc(&ORDER, id)?;
    let name = order.name(&ORDER);
    let message = match () {
        () if order.text("customer") != doc.text("customer") => {
            said!("{name} is an order of another customer", name)
        }
        () if ORDER.flow.rests.contains(&order.status.as_str()) => {
            said!(
                "{name} is {status}; nothing more is paid in advance for it",
                name,
                status = order.status
            )
        }
        () => return Ok(None),
    };
    Ok(Some(Issue::new("for_order", Code::Rule, message)))
}

/// Notes an advance under its order, so that the order's invoices find it.
pub fn note(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    match order_of(doc) {
        Some(order) => case.put(key(&customer_of(doc), order, &doc.id), &doc.id),
        None => Ok(()),
    }
}

/// The advances of a customer of which something is on account: for one order, or for every one.
fn held(case: &Look, customer: &str, order: Option<&str>) -> Result<Vec<(Arc<Doc>, i64)>, Halt> {
    let range = match order {
        Some(order) => Range::prefix(&keys::key(&["advance", customer, order])),
        None => Range::prefix(&keys::key(&["advance", customer])),
    };
    let mut found = Vec::new();
    for (key, bytes) in case.scan(&range, MANY)? {
        let id: String = parse(&key, &bytes)?;
        let Some(doc) = case.find(RECEIPT.key, &id)? else { continue };
        let left = left_of(&doc)?;
        if left > 0 {
            found.push((doc, left));
        }
    }
    Ok(found)
}

/// What of a customer's money on account is kept for other orders, paise: those that are completed need none.
///
/// # Errors
/// A fault of the store.
pub fn kept_for_others(case: &Look, customer: &str, order: &str) -> Result<i64, Halt> {
    let mut sum = 0;
    for (doc, left) in held(case, customer, None)? {
        let own = order_of(&doc).filter(|own| *own != order);
        let other = own.map(|id| case.find(ORDER.key, id)).transpose()?.flatten();
        if other.is_some_and(|other| !ORDER.flow.rests.contains(&other.status.as_str())) {
            sum += left;
        }
    }
    Ok(sum)
}

/// Sets the advances of orders against their invoices, oldest due first; called when one was posted.
///
/// # Errors
/// Those of the receipt's own step.
pub fn take(case: &mut Case, customer: &str, orders: &[String]) -> Result<(), Halt> {
    for order in orders {
        for (doc, left) in held(case, customer, Some(order))? {
            if !by_due_date(case, &doc, left, &[])?.is_empty() {
                act::by_system(case, &RECEIPT, &doc, "allocate", &Record::new())?;
            }
        }
    }
    Ok(())
}
