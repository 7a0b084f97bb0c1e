//! The facts that quote an order while it is typed: those of `docs/orders/facts.rs`, for the
//! browser.

use serde_json::Value;

use super::stock;
use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::not_found;
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::orders::quote::QuoteFacts;
use crate::docs::orders::{ORDER, facts};
use crate::error::Halt;
use crate::kept::doc::Record;
use crate::kept::read::Read;
use crate::value::Instant;

/// An order as it stands in the form; the id is empty for one that was never saved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypedOrder {
    pub id: String,
    pub record: Record,
}

/// The facts behind `quote`, without what the person may not see.
///
/// Errors: `NotFound` for an order out of scope; `Forbidden` for those who never write orders.
pub fn facts(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    typed: &TypedOrder,
) -> Result<QuoteFacts, Halt> {
    let case = docs::look(read, actor, now);
    let known = case.find(ORDER.key, &typed.id)?;
    if known.is_some_and(|order| !actor.covers(&ORDER, Verb::View, &order)) {
        return Err(not_found(&ORDER));
    }
    if !actor.may(&ORDER, Verb::Add) {
        return Err(steps::forbidden(&ORDER, "add"));
    }
    let mut facts = facts::for_record(&case, &typed.id, &typed.record)?;
    let yard = typed.record.get("yard").and_then(Value::as_str).unwrap_or_default();
    if !stock::sees_yard(&case, yard)? {
        for sku in facts.skus.values_mut() {
            (sku.stock, sku.cost_paise) = (None, None);
        }
    }
    Ok(facts)
}
