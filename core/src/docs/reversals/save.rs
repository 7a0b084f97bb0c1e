//! The request of a reversal, and the decisions on it.

use super::plan::ELIGIBLE;
use super::*;
use crate::declare::case::{Case, Look};
use crate::docs::loadings;
use crate::docs::{four_eyes, org, settings};
use crate::error::{Code, Issue, done};
use crate::kept::doc::Record;
use crate::kept::keys;
use crate::said;
use crate::write::index;

/// The steps by their name among the settings.
const STEP: &str = "reversal_approve";

/// Whose it is, and what of the order a list shows.
pub fn rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let id = doc.text("order").unwrap_or_default().to_owned();
    let Some(order) = case.seen(&ORDER, &id)? else {
        return done(vec![Issue::new("order", Code::Input, "Order was not found")]);
    };
    done(order_issue(case, &order)?.into_iter().collect())?;
    doc.branch = order.branch.clone();
    doc.yard = order.yard.clone();
    doc.owner = order.owner.clone().or(Some(doc.created_by.clone()));
    doc.set("date", case.today().to_string());
    doc.set("order_no", order.doc_no.clone().unwrap_or_default());
    doc.set("customer", order.text("customer").unwrap_or_default());
    doc.set("customer_name", order.title(&ORDER));
    Ok(())
}

/// An order of which goods left the yard can be reversed, and no other.
fn order_issue(look: &Look, order: &Doc) -> Result<Option<Issue>, Halt> {
    let name = order.name(&ORDER);
    if !ELIGIBLE.contains(&order.status.as_str()) {
        let message =
            said!("{name} is {status}; reversal is not allowed", name, status = order.status);
        return Ok(Some(Issue::new("order", Code::BadState, message)));
    }
    let out = !loadings::posted(look, &order.id)?.is_empty();
    let message = said!("Nothing of {name} is loaded; the branch manager can cancel it", name);
    Ok((!out).then(|| Issue::new("order", Code::Rule, message)))
}

/// The reversal of an order that is under way.
pub fn open_of(look: &Look, order: &str) -> Result<Option<String>, Halt> {
    look.value(&keys::unique(REVERSAL.key, "open_for", &index::unique_text(&order.into())))
}

/// No other reversal of the order is open, and it can still be reversed.
fn open(case: &Look, doc: &mut Doc) -> Result<(), Halt> {
    let id = doc.text("order").unwrap_or_default().to_owned();
    let order = case.doc(&ORDER, &id)?;
    done(order_issue(case, &order)?.into_iter().collect())?;
    if let Some(other) = open_of(case, &id)?.filter(|other| *other != doc.id) {
        let other = case.find(REVERSAL.key, &other)?;
        let no = other.and_then(|other| other.doc_no.clone()).unwrap_or_default();
        let message = said!(
            "An open reversal of {order} already exists in {no}",
            order = order.name(&ORDER),
            no
        );
        return done(vec![Issue::new("order", Code::Duplicate, message)]);
    }
    doc.set("open_for", id);
    Ok(())
}

pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    open(case, doc)?;
    if doc.doc_no.is_none() {
        let branch = doc.branch.clone().unwrap_or_default();
        doc.doc_no = Some(org::next_number(case, &REVERSAL, &branch, case.today())?);
    }
    doc.set("date", case.today().to_string());
    doc.set("submitted_by", case.actor.id.clone());
    four_eyes::changed(case, doc);
    Ok(BM_PENDING)
}

/// Only whoever asked takes a reversal back, or whose order it is.
pub fn may_withdraw(look: &Look, doc: &Doc) -> Result<(), Halt> {
    let own = doc.owner.as_deref().is_some_and(|id| look.actor.is(id));
    let submitted = doc.text("submitted_by").is_some_and(|id| look.actor.is(id));
    match own || submitted || look.actor.is_admin() {
        true => Ok(()),
        false => Err(Halt::refuse(Code::Rule, "Another person asked for this reversal")),
    }
}

pub fn withdraw(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    for key in ["open_for", "decisions", "back"] {
        doc.record.remove(key);
    }
    Ok(REQUESTED)
}

pub fn may_approve(look: &Look, doc: &Doc) -> Result<(), Halt> {
    another(look, doc, "approve")
}

/// Whoever approved last does not carry out what they approved.
pub fn may_execute(look: &Look, doc: &Doc) -> Result<(), Halt> {
    another(look, doc, "carry it out")
}

/// Another person than who asked for it, and than who approved it last.
fn another(look: &Look, doc: &Doc, must: &str) -> Result<(), Halt> {
    four_eyes::another_person(look, doc, STEP, must)?;
    let said = decisions_of(doc)?;
    let last = said.last().is_some_and(|last| look.actor.is(&last.by));
    if !last || settings::allows_self(look, STEP)? {
        return Ok(());
    }
    let message = said!("You approved this order reversal; another person must {must}", must);
    Err(Halt::refuse(Code::FourEyes, message))
}

pub fn bm_approve(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    say(case, doc, "bm", inputs)?;
    Ok(ACCOUNT_PENDING)
}

pub fn account_approve(
    case: &mut Case,
    doc: &mut Doc,
    inputs: &Record,
) -> Result<&'static str, Halt> {
    say(case, doc, "account", inputs)?;
    Ok(APPROVED)
}

fn say(case: &Look, doc: &mut Doc, level: &str, inputs: &Record) -> Result<(), Halt> {
    let mut said = decisions_of(doc)?;
    said.push(ReversalDecision {
        level: level.to_owned(),
        by: case.actor.id.clone(),
        at: Some(case.now),
        remarks: inputs.get("remarks").and_then(|text| text.as_str()).map(str::to_owned),
    });
    doc.set("decisions", said.iter().map(ReversalDecision::write).collect::<Vec<_>>());
    Ok(())
}

pub fn reject(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    doc.record.remove("open_for");
    Ok(REJECTED)
}

/// What stood against it was mended: accounts decide again, and what the yard counted stays counted.
pub fn again(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    open(case, doc)?;
    doc.record.remove("why");
    Ok(ACCOUNT_PENDING)
}
