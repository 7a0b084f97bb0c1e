//! Changes of an order that was submitted: who may change what, and the order worked out anew.

use serde_json::Value;

use super::effects::text;
use super::facts::{self, Depth};
use super::{Order, replace, save};
use crate::declare::case::Look;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::value::Day;

/// The extent to which a submitted order may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allow {
    /// Rate, quantity, yard, date, terms.
    Approval,
    /// Yard, less of a line, another SKU at the same rate.
    Concern,
    /// More too: credit will look at it.
    Escalation,
    /// Rate and terms of what is loaded.
    Terms,
    /// Only where it is sent.
    Address,
}

/// Carries changes out on a submitted order and works it out anew; answers whether any was one.
pub fn change(
    case: &Look,
    doc: &mut Doc,
    order: &mut Order,
    changes: &Record,
    allow: Allow,
) -> Result<bool, Halt> {
    let before = order.clone();
    let mut issues = Vec::new();
    let mut refuse = |path: String, message: &'static str| {
        issues.push(Issue::new(format!("changes.{path}"), Code::Input, message));
    };
    let moves = matches!(allow, Allow::Approval | Allow::Concern | Allow::Escalation);
    let own = |key: &str| text(changes, key).map(str::to_owned);
    if let Some(yard) = own("yard").filter(|yard| *yard != order.yard()) {
        match moves && !order.is_partly_loaded() {
            true => order.yard = Some(yard),
            false => refuse("yard".into(), "The yard cannot be changed any more"),
        }
    }
    if let Some(term) = own("payment_term") {
        match matches!(allow, Allow::Approval | Allow::Terms) {
            true => order.payment_term = Some(term),
            false => refuse("payment_term".into(), "The terms cannot be changed here"),
        }
    }
    if let Some(day) = own("delivery_by").as_deref().and_then(Day::parse) {
        order.delivery_by = Some(day);
    }
    if let Some(label) = own("bill_to") {
        order.bill_to = Some(label);
    }
    if let Some(label) = own("ship_to") {
        order.ship_to = Some(label);
    }
    let rows = changes.get("lines").and_then(Value::as_array).cloned().unwrap_or_default();
    for (row, wanted) in rows.iter().filter_map(Value::as_object).enumerate() {
        if let Err((field, message)) = change_line(order, wanted, allow) {
            refuse(format!("lines.{row}.{field}"), message);
        }
    }
    done(issues)?;
    renew_substitutes(case, doc, &before, order)?;
    done(save::unknown_address(case, order)?)?;
    let (facts, _) = facts::reckon(case, &doc.id, order, Depth::Frozen)?;
    done(replace::issues(order, &facts))?;
    save::addresses(case, order)?;
    save::place(case, doc, order)?;
    Ok(before != *order)
}

fn change_line(
    order: &mut Order,
    wanted: &Record,
    allow: Allow,
) -> Result<(), (&'static str, &'static str)> {
    let int = |key: &str| wanted.get(key).and_then(Value::as_i64);
    let at = int("line").and_then(|at| usize::try_from(at).ok());
    let Some(line) = at.and_then(|at| order.lines.get_mut(at)) else {
        return Err(("line", "The order does not have this line"));
    };
    let quantity = matches!(allow, Allow::Approval | Allow::Concern | Allow::Escalation);
    let rates = matches!(allow, Allow::Approval | Allow::Terms | Allow::Escalation);
    if let Some(sku) = text(wanted, "sku").filter(|sku| *sku != line.sku) {
        if !matches!(allow, Allow::Concern | Allow::Escalation) || line.loaded() != (0, 0) {
            return Err(("sku", "The SKU cannot be changed here"));
        }
        if !line.alt_ok {
            return Err(("sku", "The customer takes no substitute for this line"));
        }
        line.sku = sku.to_owned();
        line.weight_g = None;
    }
    if let Some(pcs) = int("pcs").filter(|pcs| Some(*pcs) != line.pcs) {
        if !quantity || (allow == Allow::Concern && line.pcs.is_some_and(|was| pcs > was)) {
            return Err(("pcs", "The pieces can only be reduced"));
        }
        if pcs <= line.loaded().0 {
            return Err(("pcs", "That many pieces are already loaded; short-close the line"));
        }
        line.pcs = Some(pcs);
        line.weight_g = None;
    }
    if let Some(weight) = int("weight_g").filter(|weight| Some(*weight) != line.weight_g) {
        if !quantity || weight <= line.loaded().1 {
            return Err(("weight_g", "The weight cannot be changed this way"));
        }
        line.weight_g = Some(weight);
    }
    for (key, slot) in
        [("rate_paise", &mut line.rate_paise), ("discount_bp", &mut line.discount_bp)]
    {
        if let Some(value) = wanted.get(key).and_then(Value::as_i64).filter(|v| Some(*v) != *slot) {
            if !rates {
                return Err((key, "The rate cannot be changed here"));
            }
            *slot = Some(value);
        }
    }
    if let Some(wait) = wanted.get("back_order").and_then(Value::as_bool) {
        line.back_order = wait;
    }
    Ok(())
}

/// A substitute keeps the rate and takes its own HSN, tax and weight.
fn renew_substitutes(
    case: &Look,
    doc: &Doc,
    before: &Order,
    order: &mut Order,
) -> Result<(), Halt> {
    let same = order.lines.iter().zip(&before.lines).all(|(line, was)| line.sku == was.sku);
    if same {
        return Ok(());
    }
    let facts = facts::gather(case, &doc.id, order, Depth::Today)?;
    for (line, was) in order.lines.iter_mut().zip(&before.lines) {
        let Some(sku) = facts.skus.get(&line.sku).filter(|_| line.sku != was.sku) else { continue };
        line.hsn = sku.hsn.clone();
        line.gst_rate_bp = sku.gst_rate_bp;
        line.list_rate_paise = sku.rate_paise;
        line.floor_paise = sku.floor_paise;
    }
    Ok(())
}
