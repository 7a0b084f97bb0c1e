//! Concerns of the yard and of accounts: raised, answered, resolved, or sent back to credit.

use serde_json::Value;

use super::changes::{Allow, change};
use super::credit::{agreed, rebase, value};
use super::effects::{self, NextStatus, changed_terms, flag, leave, need_remarks, reason, text};
use super::*;
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::limits;
use crate::docs::loadings::{self, LOADING};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::value::{Paise, rupees_short};

fn opened(case: &Look, of: &str, reason: String, inputs: &Record) -> Concern {
    let numbers = inputs.get("lines").and_then(Value::as_array).cloned().unwrap_or_default();
    let photos = inputs.get("photos").and_then(Value::as_array).cloned().unwrap_or_default();
    Concern {
        of: Some(of.to_owned()),
        reason,
        lines: numbers.iter().filter_map(Value::as_i64).collect(),
        loading: text(inputs, "loading").map(str::to_owned),
        remarks: text(inputs, "remarks").unwrap_or_default().to_owned(),
        photos: photos.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        by: case.actor.id.clone(),
        at: Some(case.now),
        ..Concern::default()
    }
}

pub fn raise(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let concern = opened(case, "yard", reason(inputs), inputs);
    if concern.lines.iter().any(|at| *at >= order.lines.len() as i64) {
        return done(vec![Issue::new("lines", Code::Input, "The order does not have this line")])
            .map(|()| "");
    }
    order.concern = Some(concern);
    leave(doc, order, YARD_CONCERN)
}

fn changes(inputs: &Record) -> Option<&Record> {
    inputs.get("changes").and_then(Value::as_object)
}

/// T19: goes on as it is, or with less than was agreed.
pub fn resolve(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let before = value(&order);
    let agreed = agreed(case, doc, &order)?.max(before);
    if let Some(changes) = changes(inputs)
        && change(case, doc, &mut order, changes, Allow::Concern)?
    {
        changed_terms(case, &mut order);
    }
    let above = value(&order) - agreed;
    if above > 0 {
        let message = said!(
            "The change raises the value by {above}; send it to credit instead",
            above = rupees_short(Paise(above))
        );
        return Err(Halt::refuse(Code::Rule, message));
    }
    effects::hold_stock(case, doc, &mut order, None)?;
    rebase(case, doc, &order)?;
    order.concern = None;
    leave(doc, order, WAITING)
}

/// T20: more than was agreed, so credit decides again; the old amount stays committed till then.
pub fn escalate(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let agreed = agreed(case, doc, &order)?;
    if let Some(changes) = changes(inputs) {
        change(case, doc, &mut order, changes, Allow::Escalation)?;
        changed_terms(case, &mut order);
    }
    if value(&order) <= agreed {
        let message = "The value does not go up; resolve the concern instead";
        return done(vec![Issue::new("changes", Code::Rule, message)]).map(|()| "");
    }
    effects::reserve(case, doc, &mut order)?;
    order.credit = Some(super::credit::snapshot(case, &order)?);
    order.concern = None;
    leave(doc, order, CREDIT_PENDING)
}

/// T22: a loading is not invoiced until this is settled.
pub fn account_raise(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let concern = opened(case, "account", reason(inputs), inputs);
    let loading = case.doc(&LOADING, concern.loading.as_deref().unwrap_or_default())?;
    let wrong = match () {
        () if loading.text("order") != Some(&doc.id) => "This loading belongs to another order",
        () if loading.status != loadings::POSTED => "This loading did not leave the yard",
        () if loadings::is_invoiced(&loading) => "This loading is already invoiced",
        () => "",
    };
    if !wrong.is_empty() {
        return done(vec![Issue::new("loading", Code::Input, wrong)]).map(|()| "");
    }
    order.concern = Some(concern);
    leave(doc, order, ACCOUNT_CONCERN)
}

fn open(order: &Order) -> Result<Concern, Halt> {
    order
        .concern
        .clone()
        .ok_or_else(|| Halt::Fault("an account concern without its concern".into()))
}

/// The branch manager answers anything; the yard a weight, sales an address or a paper.
fn owns_the_fix(case: &Look, concern: &Concern) -> bool {
    match concern.reason.as_str() {
        "WEIGHT_SLIP" => case.actor.has(Role::Yard),
        "GST_DETAIL" | "DOCUMENT" | "EWB" => case.actor.has(Role::Sales),
        _ => false,
    }
}

/// The owner of the fix says what was done; a higher value waits for the credit team.
pub fn answer(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let mut concern = open(&order)?;
    let manager = case.actor.has(Role::Bm) || case.actor.is_admin();
    if !manager && !owns_the_fix(case, &concern) {
        return Err(Halt::refuse(Code::Rule, "This concern is not yours to answer"));
    }
    let resolution = text(inputs, "resolution").unwrap_or_default();
    if resolution == "unload" && !manager {
        let message = "Only the branch manager agrees to unload";
        return done(vec![Issue::new("resolution", Code::Input, message)]).map(|()| "");
    }
    let agreed = agreed(case, doc, &order)?;
    if let Some(changes) = changes(inputs) {
        let allow = if manager { Allow::Terms } else { Allow::Address };
        if change(case, doc, &mut order, changes, allow)? {
            changed_terms(case, &mut order);
        }
    }
    concern.countersign = value(&order) > agreed;
    concern.countersigned_by = None;
    if !concern.countersign {
        rebase(case, doc, &order)?;
    }
    let role = [Role::Bm, Role::Yard, Role::Sales, Role::Admin].into_iter();
    concern.answer = Some(resolution.to_owned());
    concern.answer_remarks = text(inputs, "remarks").map(str::to_owned);
    concern.answered_by = Some(case.actor.id.clone());
    concern.answered_as =
        role.into_iter().find(|r| case.actor.has(*r)).map(|r| r.name().to_owned());
    order.concern = Some(concern);
    let to = leave(doc, order, "")?;
    doc.set("waiting_for", waiting_after_answer(doc)?);
    Ok(to)
}

/// The role whose turn it is once a concern has its answer.
fn waiting_after_answer(doc: &Doc) -> Result<&'static str, Halt> {
    let concern = open(&Order::of(doc)?)?;
    let role = match concern.answer.as_deref() {
        Some("unload") => Role::Yard,
        _ if concern.countersign && concern.countersigned_by.is_none() => Role::Credit,
        _ => Role::Acc,
    };
    Ok(role.name())
}

pub fn countersign(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let mut concern = open(&order)?;
    let above = value(&order) - agreed(case, doc, &order)?;
    match flag(inputs, "override") {
        true => need_remarks(inputs)?,
        false => limits::check(case, &order.customer, &doc.id, above.max(0))?,
    }
    rebase(case, doc, &order)?;
    order.changed_by.clear();
    concern.countersigned_by = Some(case.actor.id.clone());
    order.concern = Some(concern);
    let to = leave(doc, order, "")?;
    doc.set("waiting_for", waiting_after_answer(doc)?);
    Ok(to)
}

pub fn account_resolve(_: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    order.concern = None;
    leave(doc, order, LOADED)
}
