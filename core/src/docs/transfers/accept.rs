//! The from-yard's answer to a request: the batches that it sets aside, and how it lets them go.

use serde_json::Value;

use super::{ACCEPTED, CANCELLED, TRANSFER, TransferLine, TransferLot, holds_lots, lines_of};
use super::{lots_of, set_lots};
use crate::declare::case::{Case, Look};
use crate::docs::batches::BATCH;
use crate::docs::{four_eyes, org};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::Source;
use crate::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use crate::said;
use crate::said::Said;
use crate::schema::check;
use crate::value::{Grams, grouped, kg};

pub fn may_accept(case: &Look, doc: &Doc) -> Result<(), Halt> {
    four_eyes::another_person(case, doc, "transfer_accept", "accept")
}

/// Nothing is posted into a locked period of either branch.
pub fn check_day(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let branches = [doc.text("from_branch"), doc.branch.as_deref()];
    for branch in branches.into_iter().flatten() {
        org::check_posting_day(case, TRANSFER.key, branch, case.today(), "")?;
    }
    Ok(())
}

/// The from-yard sets batches aside: they lie in HOLD until they leave, so that nobody else sells
/// or sends them.
pub fn accept(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    check_day(case, doc)?;
    four_eyes::seen(doc);
    let lines = lines_of(doc)?;
    let picks = inputs.get("batches").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut issues = Vec::new();
    let mut lots: Vec<TransferLot> = Vec::new();
    for (at, pick) in picks.iter().enumerate() {
        match set_aside(case, doc, &lines, at, pick) {
            Ok(lot) => lots.push(lot),
            Err(Halt::Refused(refused)) => {
                issues.extend(refused.issues.into_iter().map(|issue| at_pick(at, issue)));
            }
            Err(other) => return Err(other),
        }
    }
    done(issues)?;
    let asked = inputs.get("reason").and_then(Value::as_str);
    done(quantity_issues(&lines, &lots, asked))?;
    if let Some(reason) = asked {
        doc.set("short_reason", reason);
    }
    let sum = lots.iter().fold(Qty::default(), |sum, lot| sum + lot.sent());
    doc.set("pcs", sum.pcs);
    doc.set("weight_g", sum.g);
    set_lots(doc, &lots);
    Ok(ACCEPTED)
}

fn at_pick(at: usize, issue: Issue) -> Issue {
    let key = if issue.path.is_empty() { "batch" } else { issue.path.as_str() };
    Issue { path: format!("batches.{at}.{key}"), ..issue }
}

fn refused<T>(path: &str, code: Code, message: impl Into<Said>) -> Result<T, Halt> {
    Err(Halt::issues(vec![Issue::new(path, code, message)]))
}

/// One picked batch from FREE to HOLD; a piece weighs what its batch weighs.
fn set_aside(
    case: &mut Case,
    doc: &Doc,
    lines: &[TransferLine],
    at: usize,
    pick: &Value,
) -> Result<TransferLot, Halt> {
    let int = |key: &str| pick.get(key).and_then(Value::as_i64).unwrap_or(0);
    let batch = pick.get("batch").and_then(Value::as_str).unwrap_or_default();
    let Some(line) = usize::try_from(int("line")).ok().and_then(|at| lines.get(at)) else {
        return refused("line", Code::Input, "The transfer does not have this line");
    };
    let found = case.doc(&BATCH, batch)?;
    if found.text("sku") != Some(line.sku.as_str()) {
        let message = said!("Batch {batch} is of another SKU", batch = found.title(&BATCH));
        return refused("batch", Code::Input, message);
    }
    let yard = doc.text("from_yard").unwrap_or_default();
    let place = StockPlace::free(yard, &line.sku, batch);
    let lies = stock::balance(case, &place)?;
    let counted = line.pcs.unwrap_or(0) > 0;
    let qty = match counted {
        true => {
            let pcs = int("pcs");
            // Beyond what is there the ledger refuses it, in its own words.
            let g = stock::issue_weight(lies, pcs.min(lies.pcs));
            Qty::new(pcs, g)
        }
        false => Qty::new(0, int("weight_g")),
    };
    if qty.pcs == 0 && (counted || qty.g == 0) {
        let (key, words) = if counted { ("pcs", "pieces") } else { ("weight_g", "weight") };
        return refused(key, Code::Required, said!("Enter the {words}", words));
    }
    let source = Source::new(TRANSFER.key, &doc.id, at as u32, case.today());
    stock::post(case, Side::Stock(place), Side::Stock(place.to(Bucket::Hold)), qty, &source)?;
    Ok(TransferLot {
        line: int("line"),
        batch: batch.to_owned(),
        sku: line.sku.clone(),
        pcs: qty.pcs,
        weight_g: qty.g,
        ..TransferLot::default()
    })
}

/// Never more than was asked for, and less only with a reason.
fn quantity_issues(
    lines: &[TransferLine],
    lots: &[TransferLot],
    reason: Option<&str>,
) -> Vec<Issue> {
    let mut issues = Vec::new();
    let mut short = false;
    for (at, line) in lines.iter().enumerate() {
        let of = |lot: &&TransferLot| lot.line == at as i64;
        let sum = lots.iter().filter(of).fold(Qty::default(), |sum, lot| sum + lot.sent());
        let counted = line.pcs.unwrap_or(0) > 0;
        let (has, asked) = match counted {
            true => (sum.pcs, line.pcs.unwrap_or(0)),
            false => (sum.g, line.weight_g.unwrap_or(0)),
        };
        short |= has < asked;
        if has > asked {
            let (key, asked) = match counted {
                true => ("pcs", format!("{} pcs", grouped(asked))),
                false => ("weight_g", kg(Grams(asked))),
            };
            let last = lots.iter().rposition(|lot| lot.line == at as i64).unwrap_or(0);
            let message = said!("Only {asked} of this line were requested", asked);
            issues.push(Issue::new(format!("batches.{last}.{key}"), Code::Input, message));
        }
    }
    if short && reason.is_none() && issues.is_empty() {
        let message =
            said!("{no_reason}: less than requested is accepted", no_reason = check::NO_REASON);
        issues.push(Issue::new("reason", Code::Required, message));
    }
    issues
}

/// What was set aside is free again.
pub fn cancel(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    if !holds_lots(doc) {
        return Ok(CANCELLED);
    }
    check_day(case, doc)?;
    let yard = doc.text("from_yard").unwrap_or_default().to_owned();
    for (at, lot) in lots_of(doc)?.iter().enumerate() {
        let free = StockPlace::free(&yard, &lot.sku, &lot.batch);
        let source = Source::new(TRANSFER.key, &doc.id, at as u32, case.today());
        let held = Side::Stock(free.to(Bucket::Hold));
        stock::post(case, held, Side::Stock(free), lot.sent(), &source)?;
    }
    Ok(CANCELLED)
}
