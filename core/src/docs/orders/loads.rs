//! Loading and its reversals: loading, short-closing, unloading, correcting a weight.

use std::sync::Arc;

use serde_json::Value;

use super::credit::{agreed, rebase, value};
use super::effects::{self, NextStatus, leave, reason, text};
use super::*;
use crate::declare::case::{Case, Look};
use crate::docs::limits;
use crate::docs::loadings::{self, LOADING, WEIGHT_ROUND};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::value::{Paise, div_half_away, rupees};
use crate::write::save;

/// T16 and T17: one vehicle leaves; with the last goods the order is loaded.
pub fn load(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let agreed = agreed(case, doc, &order)?;
    let loading = loading_of(case, doc, &order, inputs)?;
    let closed: Vec<bool> = order.lines.iter().map(Line::is_short).collect();
    loadings::post(case, doc, &mut order, loading)?;
    for row in inputs.get("short_close").and_then(Value::as_array).into_iter().flatten() {
        let code = row.get("reason").and_then(Value::as_str).unwrap_or_default();
        let at = row.get("line").and_then(Value::as_i64);
        let rounded = at.and_then(|at| usize::try_from(at).ok()).filter(|at| {
            closed.get(*at) == Some(&false) && order.lines.get(*at).is_some_and(Line::is_short)
        });
        match rounded {
            // The scales have closed it already, and its reason is the one that the yard gives.
            Some(at) => order.lines[at].short_reason = Some(code.to_owned()),
            None => close(case, &mut order, at, code, "short_close")?,
        }
    }
    within_credit(case, doc, &order, agreed)?;
    rebase(case, doc, &order)?;
    settle(case, doc, order)
}

/// The weights of a loading that is sent with the step itself.
pub fn weights(inputs: &Record, issues: &mut Vec<Issue>) {
    let Some(record) = inputs.get("loading_record").and_then(Value::as_object) else { return };
    let mut found = Vec::new();
    loadings::weights(record, &mut found);
    let here = |issue: Issue| Issue { path: format!("loading_record.{}", issue.path), ..issue };
    issues.extend(found.into_iter().map(here));
}

/// The draft that is named, or the record that is sent, as a draft of this order.
fn loading_of(case: &mut Case, doc: &Doc, order: &Order, inputs: &Record) -> Result<Doc, Halt> {
    if let Some(id) = text(inputs, "loading") {
        let loading = case.copy(&LOADING, id)?;
        let fits = loading.text("order") == Some(&doc.id) && loading.status == DRAFT;
        return match fits {
            true => Ok(loading),
            false => done(vec![Issue::new(
                "loading",
                Code::Input,
                "Select a draft loading of this order",
            )])
            .map(|()| loading),
        };
    }
    let Some(record) = inputs.get("loading_record").and_then(Value::as_object) else {
        let message = "Select a draft loading or enter one";
        return Err(Halt::issues(vec![Issue::new("loading", Code::Required, message)]));
    };
    loadings::begin(case, doc, order, record)
}

/// Loaded goods may cost more than was agreed only within the tolerance or the free credit.
fn within_credit(case: &Look, doc: &Doc, order: &Order, agreed: i64) -> Result<(), Halt> {
    let above = value(order) - agreed;
    if above <= 0 {
        return Ok(());
    }
    let mut widest = 0;
    for line in &order.lines {
        widest = widest.max(loadings::tolerance_bp(case, &line.sku)?);
    }
    let share = div_half_away(i128::from(agreed) * i128::from(widest), 10_000) as i64;
    let available = limits::free_for(case, &order.customer, &doc.id)?;
    if above <= share || above <= available {
        return Ok(());
    }
    let sees = case.actor.sees_rates() && limits::sees(case, &order.customer)?;
    Err(Halt::refuse(Code::CreditShort, exceeds(above, sees)))
}

/// Whoever loads sees pieces and weights: a refusal tells them no amount.
fn exceeds(above_paise: i64, sees: bool) -> Said {
    if !sees {
        return "Loaded value exceeds approved credit. Unload or request credit".into();
    }
    said!(
        "Loaded value exceeds approved credit by {above}. Unload or request credit",
        above = rupees(Paise(above_paise))
    )
}

/// The status of the order after goods were loaded, closed or taken back.
fn settle(case: &mut Case, doc: &mut Doc, mut order: Order) -> NextStatus {
    measure(&mut order);
    if order.nothing_open() {
        effects::release(case, doc, &mut order)?;
        return leave(doc, order, LOADED);
    }
    leave(doc, order, "")
}

/// How much is loaded, as a part of what was ordered: of each line what was loaded beside what is open or was closed
/// short.
pub fn measure(order: &mut Order) {
    let (mut wanted, mut loaded) = (0_i128, 0_i128);
    for line in &order.lines {
        // Goods that weigh nothing are measured by the piece.
        let by_piece = line.weight_g.unwrap_or(0) == 0;
        let ((l_pcs, l_g), (o_pcs, o_g)) = (line.loaded(), line.open());
        let (done, open) = if by_piece { (l_pcs, o_pcs) } else { (l_g, o_g) };
        loaded += i128::from(done);
        let (s_pcs, s_g) = line.left_behind();
        let short = if by_piece { s_pcs } else { s_g };
        wanted += i128::from(done) + i128::from(open) + i128::from(short);
    }
    let part = if wanted == 0 { 0 } else { loaded * 10_000 / wanted };
    order.loaded_bp = Some(part as i64);
    let short = order.lines.iter().any(Line::is_short);
    let state = match (order.is_partly_loaded(), order.nothing_open()) {
        (false, _) => "none",
        (true, false) => "partial",
        (true, true) if short => "short_closed",
        (true, true) => "full",
    };
    order.load_state = Some(state.to_owned());
}

/// Closes a line: its open quantity will not be delivered.
fn close(
    case: &Look,
    order: &mut Order,
    at: Option<i64>,
    code: &str,
    path: &str,
) -> Result<(), Halt> {
    let line = at.and_then(|at| usize::try_from(at).ok()).and_then(|at| order.lines.get_mut(at));
    let Some(line) = line.filter(|line| line.is_open()) else {
        return done(vec![Issue::new(path, Code::Input, "Nothing is open on this line")]);
    };
    let (pcs, g) = line.open();
    if code == WEIGHT_ROUND && !loadings::is_rounding(case, line)? {
        let message = "Weight rounding is for a rest of goods by weight within the tolerance";
        return done(vec![Issue::new(path, Code::Input, message)]);
    }
    line.short_pcs = (pcs > 0).then_some(pcs);
    line.short_g = (g > 0).then_some(g);
    line.short_reason = Some(code.to_owned());
    Ok(())
}

/// The rest, or some lines' rest, is not delivered: its stock and credit are free again.
pub fn short_close(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let code = reason(inputs);
    let mut order = Order::of(doc)?;
    if !order.is_partly_loaded() {
        let message = "Nothing of this order is loaded; the branch manager can cancel it";
        return Err(Halt::refuse(Code::Rule, message));
    }
    let named = inputs.get("lines").and_then(Value::as_array);
    let lines: Vec<i64> = match named {
        Some(lines) => lines.iter().filter_map(Value::as_i64).collect(),
        None => {
            (0_i64..).zip(&order.lines).filter(|(_, l)| l.is_open()).map(|(at, _)| at).collect()
        }
    };
    for at in lines {
        close(case, &mut order, Some(at), &code, "lines")?;
        crate::ledger::stock::release(case, &doc.id, at as u32)?;
    }
    rebase(case, doc, &order)?;
    settle(case, doc, order)
}

/// T24: the goods of the disputed loading are back, counted; the order waits for loading again.
pub fn unload(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let id = order.concern.as_ref().and_then(|concern| concern.loading.clone());
    let loading = case.copy(&LOADING, id.as_deref().unwrap_or_default())?;
    loadings::reverse(case, &mut order, loading, &[], inputs)?;
    order.concern = None;
    measure(&mut order);
    hold_what_is_there(case, doc, &mut order)?;
    rebase(case, doc, &order)?;
    leave(doc, order, WAITING)
}

/// Reserves what is open as far as it is free: what came back may be on hold.
pub fn hold_what_is_there(case: &mut Case, doc: &Doc, order: &mut Order) -> Result<(), Halt> {
    let waits: Vec<bool> = order.lines.iter().map(|line| line.back_order).collect();
    for line in &mut order.lines {
        line.back_order = true;
    }
    let held = effects::hold_stock(case, doc, order, None);
    for (line, wait) in order.lines.iter_mut().zip(waits) {
        line.back_order = wait;
    }
    held
}

/// The weight slip was wrong: correction rows bring stock, loading and credit to the right weight.
pub fn correct(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let agreed = agreed(case, doc, &order)?;
    let loading = case.copy(&LOADING, text(inputs, "loading").unwrap_or_default())?;
    loadings::correct(case, doc, &mut order, loading, inputs)?;
    within_credit(case, doc, &order, agreed)?;
    rebase(case, doc, &order)?;
    measure(&mut order);
    leave(doc, order, "")
}

/// Whether an invoice of these loadings is the order's last: nothing is left to load or to invoice.
pub fn ends_with(case: &Look, order_id: &str, named: &[String]) -> Result<bool, Halt> {
    let order = Order::of(&*case.doc(&ORDER, order_id)?)?;
    let loadings = loadings::posted(case, order_id)?;
    let waits = |one: &Arc<Doc>| !loadings::is_invoiced(one) && !named.contains(&one.id);
    Ok(order.nothing_open() && !loadings.iter().any(waits))
}

/// A loading was invoiced, by an invoice's id and number: what of the order is invoiced now.
pub fn on_invoiced(
    case: &mut Case,
    order_id: &str,
    loading_id: &str,
    invoice: (&str, &str),
    payable_paise: i64,
) -> Result<(), Halt> {
    loadings::set_invoice(case, loading_id, Some(invoice))?;
    count_invoiced(case, order_id, payable_paise)
}

/// A loading's invoice was taken back.
pub fn on_uninvoiced(
    case: &mut Case,
    order_id: &str,
    loading_id: &str,
    payable_paise: i64,
) -> Result<(), Halt> {
    loadings::set_invoice(case, loading_id, None)?;
    count_invoiced(case, order_id, -payable_paise)
}

fn count_invoiced(case: &mut Case, order_id: &str, by_paise: i64) -> Result<(), Halt> {
    let before = case.doc(&ORDER, order_id)?;
    let mut doc = Doc::clone(&before);
    let mut order = Order::of(&doc)?;
    order.invoiced_paise = Some(order.invoiced_paise.unwrap_or(0).saturating_add(by_paise).max(0));
    let (mut invoiced, mut all) = (0_i128, 0_i128);
    for loading in loadings::posted(case, order_id)? {
        let weight = i128::from(loading.int("weight_g").unwrap_or(0).max(1));
        all += weight;
        invoiced += if loadings::is_invoiced(&loading) { weight } else { 0 };
    }
    order.invoiced_bp = Some(if all == 0 { 0 } else { (invoiced * 10_000 / all) as i64 });
    order.write(&mut doc);
    let no_inputs = Record::new();
    save::finish(case, &ORDER, Some(&before), doc, "invoice", &no_inputs, None).map(drop)
}

/// Whether a loading of this order may be invoiced now.
pub fn may_invoice(case: &Look, order_id: &str, loading_id: &str) -> Result<(), Halt> {
    let doc = case.doc(&ORDER, order_id)?;
    let order = Order::of(&doc)?;
    let disputed = order.concern.as_ref().and_then(|concern| concern.loading.as_deref());
    match doc.status.as_str() {
        LOADED => Ok(()),
        ACCOUNT_CONCERN if disputed != Some(loading_id) => Ok(()),
        ACCOUNT_CONCERN => {
            Err(Halt::refuse(Code::Rule, "Accounts raised a concern about this loading"))
        }
        status => {
            let message = said!(
                "{order} is {status}; invoice is not allowed",
                order = doc.name(&ORDER),
                status
            );
            Err(Halt::refuse(Code::BadState, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_told_to_those_alone_who_see_it() {
        let told = [true, false].map(|sees| exceeds(1_205, sees).to_string());
        assert_eq!(
            told[0],
            "Loaded value exceeds approved credit by ₹12.05. Unload or request credit"
        );
        assert_eq!(told[1], "Loaded value exceeds approved credit. Unload or request credit");
    }
}
