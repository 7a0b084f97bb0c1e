//! T26: an order is reversed. Its loadings come back one by one, then it waits for loading again or is rejected.

use serde_json::Value;

use super::credit::rebase;
use super::effects::{self, NextStatus, leave, text};
use super::loads::{hold_what_is_there, measure};
use super::*;
use crate::declare::case::{Case, Look};
use crate::docs::loadings::{self, LOADING};
use crate::error::{Code, Halt};
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit;
use crate::ledger::stock::Qty;
use crate::said;

/// The reason of an order that ends by its reversal.
pub const REVERSED: &str = "REVERSED";

/// A loading is back in its yard, counted; its invoice was cancelled or credited before.
pub fn bring_back(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let loading = case.copy(&LOADING, text(inputs, "loading").unwrap_or_default())?;
    if loadings::is_invoiced(&loading) {
        let message = said!(
            "{loading} is invoiced; its invoice goes first",
            loading = loading.name(&LOADING)
        );
        return Err(Halt::refuse(Code::Rule, message));
    }
    let int = |row: &Value, key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
    let mut gone = vec![Qty::default(); loadings::rows_of(&loading)?.len()];
    for row in inputs.get("gone").and_then(Value::as_array).into_iter().flatten() {
        let at = usize::try_from(int(row, "line")).ok();
        if let Some(slot) = at.and_then(|at| gone.get_mut(at)) {
            *slot = Qty::new(int(row, "pcs"), int(row, "weight_g"));
        }
    }
    loadings::reverse(case, &mut order, loading, &gone, inputs)?;
    measure(&mut order);
    leave(doc, order, "")
}

/// Every loading is back, and none is invoiced.
fn nothing_out(look: &Look, doc: &Doc) -> Result<(), Halt> {
    match loadings::posted(look, &doc.id)?.first() {
        None => Ok(()),
        Some(loading) => {
            let message = said!("{loading} is not back", loading = loading.name(&LOADING));
            Err(Halt::refuse(Code::Rule, message))
        }
    }
}

/// Nothing of it is loaded: what is open is reserved as far as it is there, or nothing is held any more.
pub fn reverse(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    nothing_out(case, doc)?;
    let mut order = Order::of(doc)?;
    order.concern = None;
    order.invoiced_paise = None;
    order.invoiced_bp = None;
    measure(&mut order);
    if text(inputs, "to") == Some("rejected") {
        effects::release(case, doc, &mut order)?;
        credit::uncommit(case, &order.customer, &doc.id)?;
        order.rejection = Some(REVERSED.to_owned());
        return leave(doc, order, BM_REJECTED);
    }
    hold_what_is_there(case, doc, &mut order)?;
    rebase(case, doc, &order)?;
    leave(doc, order, WAITING)
}
