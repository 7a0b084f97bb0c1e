//! The branch manager's approval of a return, and quantities that a step enters for its lots.

use serde_json::Value;

use super::save::pieces_without_weight;
use super::sold::claim;
use super::{APPROVED, ReturnLot, Stage, lots_of, set_lots};
use crate::declare::case::{Case, Look};
use crate::docs::four_eyes;
use crate::docs::inwards::acts_here;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::Qty;
use crate::said;
use crate::said::Said;
use crate::value::{Day, Grams, grouped, kg, part};

/// Another person approves what was asked for.
pub fn may_approve(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    four_eyes::another_person(look, doc, "sales_return_approve", "approve")
}

/// As much as was asked for or less, and how it is settled.
pub fn approve(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let was = lots_of(doc)?;
    let mut lots = was.clone();
    let entered = entered(&was, inputs, ReturnLot::asked, "requested")?;
    for (lot, qty) in lots.iter_mut().zip(entered) {
        let qty = qty.unwrap_or(lot.asked());
        (lot.approved_pcs, lot.approved_g) = (qty.pcs, qty.g);
    }
    let mut issues = Vec::new();
    if lots.iter().all(|lot| lot.approved().is_zero()) {
        let message = "Approve some of it, or reject the return";
        issues.push(Issue::new("lines", Code::Input, message));
    }
    issues.extend(late_issues(case, doc, inputs));
    done(issues)?;
    claim(case, doc, &was, (&lots, ReturnLot::approved))?;
    set_lots(doc, &lots, ReturnLot::approved);
    four_eyes::seen(doc);
    doc.set("settlement", inputs.get("settlement").cloned().unwrap_or_default());
    doc.set("approved_by", case.actor.id.clone());
    Ok(APPROVED)
}

/// Past the time limit only if the branch manager says so, and why.
fn late_issues(look: &Look, doc: &Doc, inputs: &Record) -> Vec<Issue> {
    let until = doc.text("return_by").and_then(Day::parse).unwrap_or(look.today());
    let asked_on = doc.text("date").and_then(Day::parse).unwrap_or(look.today());
    if asked_on <= until {
        return Vec::new();
    }
    let said = inputs.get("override").and_then(Value::as_bool).unwrap_or(false);
    if !said {
        let message = said!(
            "Returns of this invoice were taken until {until}. Accept it after the time limit, with remarks",
            until = until.shown()
        );
        return vec![Issue::new("override", Code::Rule, message)];
    }
    match inputs.get("remarks") {
        Some(_) => Vec::new(),
        None => {
            let message = crate::docs::reasons::REMARKS_MISSING;
            vec![Issue::new("remarks", Code::Required, message)]
        }
    }
}

/// What a step enters for the lots that it names, at most what the step before left of each.
///
/// Errors: every lot that is not there, is named twice, or is given more than there is.
pub fn entered(
    lots: &[ReturnLot],
    inputs: &Record,
    most: Stage,
    word: &str,
) -> Result<Vec<Option<Qty>>, Halt> {
    let rows = inputs.get("lines").and_then(Value::as_array).map(Vec::as_slice);
    let mut found: Vec<Option<Qty>> = vec![None; lots.len()];
    let mut issues = Vec::new();
    for (at, row) in rows.unwrap_or_default().iter().enumerate() {
        let mut refuse = |key: &str, code: Code, message: Said| {
            issues.push(Issue::new(format!("lines.{at}.{key}"), code, message));
        };
        let lot = row.get("lot").and_then(Value::as_u64).unwrap_or(u64::MAX) as usize;
        match lots.get(lot).zip(found.get_mut(lot)) {
            None => refuse("lot", Code::Input, "The return does not have this line".into()),
            Some((_, Some(_))) => {
                refuse("lot", Code::Input, "This line is listed twice".into());
            }
            Some((lot, slot)) => match quantity(most(lot), row, ("pcs", "weight_g"), word) {
                Ok(qty) => *slot = Some(qty),
                Err((key, code, message)) => refuse(key, code, message),
            },
        }
    }
    done(issues)?;
    Ok(found)
}

/// One row's quantity; pieces weigh what they did when they left, unless a scale says otherwise.
pub fn quantity(
    most: Qty,
    row: &Value,
    (pcs_key, weight_key): (&'static str, &'static str),
    word: &str,
) -> Result<Qty, (&'static str, Code, Said)> {
    let int = |key: &str| row.get(key).and_then(Value::as_i64);
    let pcs = int(pcs_key).unwrap_or(0);
    let counted = most.pcs > 0;
    let weight = match int(weight_key) {
        Some(g) => g,
        None if counted => part(most.g, pcs.min(most.pcs), most.pcs),
        None => 0,
    };
    let qty = Qty::new(pcs, weight);
    if (most - qty).any_negative() {
        let key = if qty.pcs > most.pcs { pcs_key } else { weight_key };
        let (pcs, weight) = (grouped(most.pcs), kg(Grams(most.g)));
        let message =
            said!("Only {pcs} pcs ({weight}) of this line were {word}", pcs, weight, word);
        return Err((key, Code::Input, message));
    }
    if counted && qty.pcs == 0 && qty.g > 0 {
        return Err((pcs_key, Code::Required, "Enter the pieces".into()));
    }
    match pieces_without_weight(most, qty) {
        Some(message) => Err((weight_key, Code::Input, message)),
        None => Ok(qty),
    }
}
