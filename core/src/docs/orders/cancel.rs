//! How an order ends before it is loaded: rejected, or cancelled, which is a rejection with its reason.

use super::effects::{self, NextStatus, leave, reason};
use super::save::timer;
use super::*;
use crate::declare::case::Case;
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit;

/// T8a, T9, T21, T21a: the branch manager's.
pub fn bm_reject(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let why = reason(inputs);
    end(case, doc, why, BM_REJECTED)
}

/// T11, T13 and the credit that is withdrawn before loading.
pub fn credit_reject(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let why = reason(inputs);
    let to = end(case, doc, why, CREDIT_REJECTED)?;
    let mut order = Order::of(doc)?;
    order.suggestion = effects::text(inputs, "suggestion").map(str::to_owned);
    let advance = inputs.get("advance_paise").and_then(serde_json::Value::as_i64);
    order.advance_asked_paise = advance.filter(|paise| *paise > 0);
    order.write(doc);
    Ok(to)
}

/// Nothing is held any more, neither stock nor credit.
fn end(case: &mut Case, doc: &mut Doc, why: String, to: &'static str) -> NextStatus {
    let mut order = Order::of(doc)?;
    effects::release(case, doc, &mut order)?;
    timer(case, doc, "resume", &mut order.resume_at, None)?;
    credit::uncommit(case, &order.customer, &doc.id)?;
    order.hold_until = None;
    order.concern = None;
    order.rejection = Some(why);
    leave(doc, order, to)
}
