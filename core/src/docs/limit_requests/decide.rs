//! The decisions on a request: what each level says, and the limit that the last one grants.

use serde_json::Value;

use super::effect::{self, effect as effect_of};
use super::save::{at_amount, facts_of};
use super::{
    APPROVED, CREDIT_LIMIT_REQUEST, CREDIT_PENDING, MANAGEMENT_PENDING, REJECTED, Recommendation,
    amount_of, over, recommendations_of,
};
use crate::declare::case::{Case, Look};
use crate::docs::customers::{self, CUSTOMER};
use crate::docs::{four_eyes, reasons, settings, standing};
use crate::error::{Code, Halt, Issue, done};
use crate::json::Json;
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit::{self, Limit};
use crate::said;
use crate::said::Said;
use crate::value::{Day, Paise, rupees};

/// The step by its name among the settings.
const STEP: &str = "credit_limit_approve";

/// Another person than who asked for it, and than who spoke on it last.
pub fn may_decide(look: &Look, doc: &Doc) -> Result<(), Halt> {
    another(look, doc, "approve")
}

pub fn may_recommend(look: &Look, doc: &Doc) -> Result<(), Halt> {
    another(look, doc, "recommend")
}

fn another(look: &Look, doc: &Doc, must: &str) -> Result<(), Halt> {
    four_eyes::another_person(look, doc, STEP, must)?;
    let said = recommendations_of(doc)?;
    let Some(last) = said.last().filter(|last| look.actor.is(&last.by)) else { return Ok(()) };
    if settings::allows_self(look, STEP)? {
        return Ok(());
    }
    let did = if last.level == "pct" { "recommended" } else { "approved" };
    let label = CREDIT_LIMIT_REQUEST.label.to_lowercase();
    let message = said!("You {did} this {label}; another person must {must}", did, label, must);
    Err(Halt::refuse(Code::FourEyes, message))
}

pub fn bm_approve(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let amount = amount_given(case, doc, inputs)?;
    say(case, doc, "bm", amount, inputs)?;
    Ok(CREDIT_PENDING)
}

/// The preliminary team's advice: it holds nothing up, and changes no amount.
pub fn recommend(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let advice = inputs.get("recommendation").and_then(Value::as_str).unwrap_or("approve");
    if advice != "approve" && inputs.get("remarks").is_none() {
        let message = reasons::REMARKS_MISSING;
        return done(vec![Issue::new("remarks", Code::Required, message)]).map(|()| "");
    }
    let amount = amount_of(doc)?;
    say(case, doc, "pct", amount, inputs)?;
    Ok("")
}

/// Above the slab the management decides, too.
pub fn credit_approve(
    case: &mut Case,
    doc: &mut Doc,
    inputs: &Record,
) -> Result<&'static str, Halt> {
    let amount = amount_given(case, doc, inputs)?;
    let made = effect_of(&facts_of(case, doc)?, &at_amount(doc, amount));
    if made.limit_after_paise > made.limit_before_paise {
        standing::within_own(case, made.limit_after_paise)?;
    }
    say(case, doc, "credit", amount, inputs)?;
    match made.management {
        true => Ok(MANAGEMENT_PENDING),
        false => grant(case, doc, amount),
    }
}

pub fn management_approve(
    case: &mut Case,
    doc: &mut Doc,
    inputs: &Record,
) -> Result<&'static str, Halt> {
    let amount = amount_given(case, doc, inputs)?;
    say(case, doc, "management", amount, inputs)?;
    grant(case, doc, amount)
}

pub fn reject(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    doc.record.remove("open_for");
    Ok(REJECTED)
}

/// What a level approves: what was asked for, or an amount between that and what is in force.
fn amount_given(look: &Look, doc: &Doc, inputs: &Record) -> Result<i64, Halt> {
    let asked = amount_of(doc)?;
    let Some(given) = inputs.get("amount_paise").and_then(Value::as_i64) else { return Ok(asked) };
    if given == asked {
        return Ok(asked);
    }
    let current = effect::current_of(&facts_of(look, doc)?, &doc.record);
    let mut issues = Vec::new();
    if given == current || given < current.min(asked) || given > current.max(asked) {
        let [from, to] = [current, asked].map(|paise| rupees(Paise(paise)));
        let message =
            said!("Enter an amount between the {from} in force and the {to} asked for", from, to);
        issues.push(Issue::new("amount_paise", Code::Input, message));
    }
    if inputs.get("remarks").is_none() {
        issues.push(Issue::new("remarks", Code::Required, reasons::REMARKS_MISSING));
    }
    done(issues).map(|()| given)
}

/// Adds what a level said.
fn say(case: &Look, doc: &mut Doc, level: &str, amount: i64, inputs: &Record) -> Result<(), Halt> {
    let text = |key: &str| inputs.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut said = recommendations_of(doc)?;
    said.push(Recommendation {
        level: level.to_owned(),
        by: case.actor.id.clone(),
        at: Some(case.now),
        advice: text("recommendation").unwrap_or_else(|| "approve".to_owned()),
        amount_paise: Some(amount),
        remarks: text("remarks"),
    });
    doc.set("recommendations", said.iter().map(Recommendation::write).collect::<Vec<_>>());
    Ok(())
}

/// The limit is written as a dated row, and takes the place of the one before it.
fn grant(case: &mut Case, doc: &mut Doc, amount: i64) -> Result<&'static str, Halt> {
    let today = case.today();
    let day = |key: &str| doc.text(key).and_then(Day::parse);
    let from = day("from").unwrap_or(today).max(today);
    let to = day("to").filter(|_| doc.text("kind") == Some("temporary"));
    still_right(case, doc, amount, to)?;
    let customer = doc.text("customer").unwrap_or_default().to_owned();
    over::replace(case, doc, from)?;
    match doc.text("order").filter(|_| doc.text("kind") == Some("order")).map(str::to_owned) {
        Some(order) => credit::set_order_limit(case, &customer, &order, amount)?,
        None => {
            let limit = Limit { amount_paise: amount, from, to };
            doc.set("place", credit::set_limit(case, &customer, limit)? as i64);
        }
    }
    doc.set("granted_paise", amount);
    doc.set("granted_from", from.to_string());
    doc.record.remove("open_for");
    over::arm(case, doc, to)?;
    four_eyes::seen(doc);
    customers::limit_granted(case, doc)?;
    Ok(APPROVED)
}

/// What was right when it was submitted may not be any more.
fn still_right(look: &Look, doc: &Doc, amount: i64, to: Option<Day>) -> Result<(), Halt> {
    let customer = look.doc(&CUSTOMER, doc.text("customer").unwrap_or_default())?;
    let refuse = |message: Said| Err(Halt::refuse(Code::Rule, message));
    if !matches!(customer.status.as_str(), "Active" | "Blocked") {
        return refuse(said!(
            "{customer} is {status}",
            customer = customer.title(&CUSTOMER),
            status = customer.status
        ));
    }
    if let Some(to) = to.filter(|to| *to < look.today()) {
        return refuse(said!("This limit would have ended on {to}", to = to.shown()));
    }
    let mut record = at_amount(doc, amount);
    // It begins today where the day that was asked for has passed.
    record.remove("from");
    let made = effect_of(&facts_of(look, doc)?, &record);
    match made.issues.into_iter().next() {
        Some(issue) => refuse(issue.into_said()),
        None => Ok(()),
    }
}
