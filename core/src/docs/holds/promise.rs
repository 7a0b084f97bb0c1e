//! Promises to customers: an order of theirs takes the promised goods, and the rest stays promised.

use serde_json::{Value, json};

use super::{ACTIVE, CONSUMED, STOCK_HOLD, disarm, free, held_lots};
use crate::declare::case::Case;
use crate::docs::orders::ORDER;
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::Range;
use crate::ledger::stock::{self, Qty};
use crate::schema::*;
use crate::write::act;

/// More promises of one SKU than a customer has.
const MANY: usize = 1_000;

pub(super) static ORDERED: &[Field] = &[
    link("order", "Order", &ORDER).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
];

/// The prefix of the promises of an SKU to a customer.
fn key(customer: &str, yard: &str, sku: &str, hold: Option<&str>) -> String {
    let parts = ["promise", customer, yard, sku];
    match hold {
        Some(hold) => keys::key(&[&parts[..], &[hold]].concat()),
        None => keys::key(&parts),
    }
}

fn key_of(hold: &Doc) -> Option<String> {
    let text = |key: &str| hold.text(key);
    Some(key(text("customer")?, text("yard")?, text("sku")?, Some(&hold.id)))
}

pub(super) fn made(case: &mut Case, hold: &Doc) -> Result<(), Halt> {
    match key_of(hold) {
        Some(key) => case.put(key, &1),
        None => Ok(()),
    }
}

pub(super) fn over(case: &mut Case, hold: &Doc) {
    if let Some(key) = key_of(hold) {
        case.remove(key);
    }
}

/// A line of an order and where its goods lie.
pub struct PromiseLine<'a> {
    pub order: &'a str,
    pub line: u32,
    pub customer: &'a str,
    pub yard: &'a str,
    pub sku: &'a str,
    /// All that the line still asks for.
    pub qty: Qty,
}

/// Frees the goods that were promised to the customer, so that their order can reserve them:
/// promises that end first go first, and never more than the line asks for, however often it
/// reserves anew.
pub fn keep(case: &mut Case, wanted: &PromiseLine) -> Result<(), Halt> {
    let had = keys::key(&["kept", wanted.order, &wanted.line.to_string()]);
    let mut kept: Qty = case.value(&had)?.unwrap_or_default();
    let mut open = wanted.qty - kept;
    let range = Range::prefix(&key(wanted.customer, wanted.yard, wanted.sku, None));
    let mut holds = Vec::new();
    for key in case.keys(&range, MANY)? {
        let id = keys::parts(&key).last().copied().unwrap_or_default();
        holds.extend(case.find(STOCK_HOLD.key, id)?.filter(|hold| hold.status == ACTIVE));
    }
    holds.sort_by(|a, b| (a.int("ends_at"), &a.id).cmp(&(b.int("ends_at"), &b.id)));
    for hold in holds {
        let held = held_lots(&hold).iter().fold(Qty::default(), |sum, (_, qty)| sum + *qty);
        let take = match wanted.qty.pcs > 0 {
            true => Qty::new(open.pcs.min(held.pcs), 0),
            false => Qty::new(0, open.g.min(held.g)),
        };
        if take.is_zero() || take.any_negative() {
            continue;
        }
        let inputs = json!({ "order": wanted.order, "pcs": take.pcs, "weight_g": take.g });
        let inputs = inputs.as_object().cloned().unwrap_or_default();
        act::by_system(case, &STOCK_HOLD, &hold, "consume", &inputs)?;
        (open, kept) = (open - take, kept + take);
        case.put(had.clone(), &kept)?;
    }
    Ok(())
}

/// An order takes so much: from the first lot on, each by what it weighs.
pub(super) fn consume(
    case: &mut Case,
    doc: &mut Doc,
    inputs: &Record,
) -> Result<&'static str, Halt> {
    let int = |key: &str| inputs.get(key).and_then(Value::as_i64).unwrap_or(0);
    let mut open = Qty::new(int("pcs"), int("weight_g"));
    let (mut rest, mut used) = (Vec::new(), Qty::default());
    for (line, (batch, lot)) in held_lots(doc).into_iter().enumerate() {
        let pcs = open.pcs.min(lot.pcs);
        let take = match open.pcs > 0 {
            true => Qty::new(pcs, stock::issue_weight(lot, pcs)),
            false => Qty::new(0, open.g.min(lot.g)),
        };
        if take.is_zero() {
            rest.push((batch, lot));
            continue;
        }
        free(case, doc, line, &batch, take)?;
        open = match take.pcs > 0 {
            true => Qty::new(open.pcs - take.pcs, 0),
            false => open - take,
        };
        used = used + take;
        if !(lot - take).is_zero() {
            rest.push((batch, lot - take));
        }
    }
    let row =
        |(batch, qty): &(String, Qty)| json!({ "batch": batch, "pcs": qty.pcs, "weight_g": qty.g });
    doc.set("lots", rest.iter().map(row).collect::<Vec<Value>>());
    doc.set("used_pcs", doc.int("used_pcs").unwrap_or(0) + used.pcs);
    doc.set("used_g", doc.int("used_g").unwrap_or(0) + used.g);
    let mut orders = doc.get("orders").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(order) = inputs.get("order").filter(|order| !orders.contains(order)) {
        orders.push(order.clone());
    }
    doc.set("orders", orders);
    if !rest.is_empty() {
        return Ok("");
    }
    disarm(case, doc);
    over(case, doc);
    Ok(CONSUMED)
}
