//! The end of a work order: handed to accounts and closed, held on the way, or given up.

use super::issue::{all_held, all_in_work, bring_back, let_go};
use super::{
    APPROVED, CANCELLED, CLOSED, CLOSING, IN_PROCESS, ON_HOLD, RECORDED, lots_of, made_of,
};
use crate::declare::case::{Case, Look};
use crate::docs::batches::BATCH;
use crate::docs::inwards::acts_here;
use crate::docs::{org, settings};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::value::{self, Grams, kg};

/// All that was issued was used or given back.
pub fn nothing_in_work(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    let lots = lots_of(doc)?;
    let Some(lot) = lots.iter().find(|lot| !lot.in_work().is_zero()) else { return Ok(()) };
    let message = said!(
        "{weight} of batch {batch} is still in work; record its output or return it",
        weight = kg(Grams(lot.wip_g)),
        batch = look.doc(&BATCH, &lot.batch)?.title(&BATCH)
    );
    Err(Halt::refuse(Code::Rule, message))
}

/// What was set aside and never issued is free again.
pub fn hand_over(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let lots = lots_of(doc)?;
    let held = all_held(&lots);
    if !held.is_empty() {
        let_go(case, doc, lots, &held)?;
    }
    Ok(CLOSING)
}

pub fn may_close(look: &Look, doc: &Doc) -> Result<(), Halt> {
    nothing_in_work(look, doc)?;
    org::check_open_day(look, doc.branch.as_deref().unwrap_or_default(), look.today(), "")
}

/// Accounts accept what was lost; beyond the tolerance with a word.
pub fn close(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let of = |key: &str| doc.int(key).unwrap_or(0);
    let tolerance = settings::int_of(case, "work_order_tolerance_bp")?;
    let expected = value::part(of("loss_g"), of("used_g"), of("in_g"));
    let allowed = expected + value::part(of("used_g"), tolerance, 10_000);
    if of("lost_g") > allowed && inputs.get("remarks").is_none() {
        let message = said!(
            "{lost} was lost, up to {allowed} was expected. Please enter remarks (at least 5 characters)",
            lost = kg(Grams(of("lost_g"))),
            allowed = kg(Grams(allowed))
        );
        done(vec![Issue::new("remarks", Code::Required, message)])?;
    }
    doc.set("closed_by", case.actor.id.clone());
    Ok(CLOSED)
}

pub fn hold(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    doc.set("held_in", doc.status.clone());
    Ok(ON_HOLD)
}

/// Back to where it was.
pub fn resume(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let before = doc.text("held_in").map(str::to_owned);
    doc.record.remove("held_in");
    Ok(match before.as_deref() {
        Some(RECORDED) => RECORDED,
        Some(IN_PROCESS) => IN_PROCESS,
        _ => APPROVED,
    })
}

/// What made something is closed, and not given up.
pub fn may_cancel(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    match made_of(doc)?.is_empty() {
        true => Ok(()),
        false => Err(Halt::refuse(Code::Rule, "Output was recorded; close the work order instead")),
    }
}

/// All that was set aside or issued is free again.
pub fn cancel(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let lots = lots_of(doc)?;
    let in_work = all_in_work(&lots);
    if !in_work.is_empty() {
        bring_back(case, doc, lots, &in_work, inputs)?;
    }
    let lots = lots_of(doc)?;
    let held = all_held(&lots);
    if !held.is_empty() {
        let_go(case, doc, lots, &held)?;
    }
    doc.record.remove("held_in");
    Ok(CANCELLED)
}
