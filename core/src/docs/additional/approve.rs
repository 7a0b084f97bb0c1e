//! The road of an additional inward to its approval, and what the approval posts.

use serde_json::Value;

use super::save::{parent, parent_issue, signed};
use super::{ADDITIONAL_INWARD, Addition, costs};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::inwards::APPROVED;
use crate::docs::inwards::approve::{
    self, Origin, acts_here, day_of, line_issues, rates_are_there,
};
use crate::docs::inwards::save::{int, lines_of, qty_of, set_lines, text};
use crate::docs::{four_eyes, goods, org, reasons};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Qty, Side, StockPlace};
use crate::ledger::{Source, books, purchases};
use crate::said;

/// The record is complete for what it is, and nothing is taken away that is not there.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let kind = Addition::of(doc)?;
    let mut issues = Vec::new();
    match parent(case, doc)? {
        None if kind.has_parent() => {
            issues.push(Issue::new("inward", Code::Required, "Inward is required"));
        }
        Some(parent) => {
            issues.extend(parent_issue(doc, &parent));
            if day_of(doc) < day_of(&parent) {
                let message = "Date must not be before the inward";
                issues.push(Issue::new("date", Code::Input, message));
            }
        }
        None => {}
    }
    let code = doc.text("reason").unwrap_or_default();
    if doc.get("photo").is_none() && reasons::needs_photo(case, "additional_inward", code)? {
        issues.push(Issue::new("photo", Code::Required, "Photo is required for this reason"));
    }
    for (at, line) in lines_of(doc).iter().enumerate() {
        issues.extend(line_wants(case, kind, at, line)?);
        if kind == Addition::Correction {
            issues.extend(correction_issues(case, doc, at, line)?);
        }
    }
    if kind == Addition::Opening {
        // It lay there before the books began, however long ago that was.
        let branch = doc.branch.as_deref().unwrap_or_default();
        let day = org::check_opening_stock_day(case, branch, day_of(doc), "date");
        return approve::send_on(case, &ADDITIONAL_INWARD, doc, day, issues);
    }
    approve::send(case, &ADDITIONAL_INWARD, doc, issues)
}

fn missing(at: usize, key: &str, label: &str) -> Issue {
    Issue::new(format!("lines.{at}.{key}"), Code::Required, said!("{label} is required", label))
}

/// What a line of this kind cannot do without.
fn line_wants(case: &Look, kind: Addition, at: usize, line: &Record) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let named = if kind.brings() { ("sku", "SKU") } else { ("of_batch", "Batch") };
    if text(line, named.0).is_empty() {
        issues.push(missing(at, named.0, named.1));
        return Ok(issues);
    }
    match kind {
        Addition::Freight if case.actor.sees_rates() && int(line, "extra_paise") == 0 => {
            issues.push(missing(at, "extra_paise", "Cost to add"));
        }
        Addition::Freight => {}
        Addition::Correction if qty_of(line).is_zero() => {
            issues.push(missing(at, "weight_g", "Weight"));
        }
        Addition::Correction => {}
        _ => line_issues(case, at, line, &mut issues)?,
    }
    Ok(issues)
}

/// Where the goods lie that a line puts right.
pub fn place_of<'a>(doc: &'a Doc, line: &'a Record) -> StockPlace<'a> {
    let yard = doc.text("yard").unwrap_or_default();
    StockPlace::free(yard, text(line, "sku"), text(line, "of_batch"))
}

/// What a correction would take from orders, or leave behind without pieces.
fn correction_issues(case: &Look, doc: &Doc, at: usize, line: &Record) -> Result<Vec<Issue>, Halt> {
    let place = place_of(doc, line);
    let (has, qty) = (stock::balance(case, &place)?, qty_of(line));
    if text(line, "sign") != "minus" {
        return Ok(rest_issue(case, at, line, has + qty)?.into_iter().collect());
    }
    let position = stock::position(case, place.yard, place.sku)?;
    let free = position.available();
    let by_weight = position.held.pcs == 0 && qty.g > free.g;
    if qty.pcs > free.pcs || by_weight || (has - qty).any_negative() {
        let key = if qty.pcs > free.pcs.min(has.pcs) { "pcs" } else { "weight_g" };
        let halt = match (has - qty).any_negative() {
            true => stock::place_short(case, &place, has)?,
            false => stock::short_of(case, place.yard, place.sku)?,
        };
        return at_path(halt, &format!("lines.{at}.{key}"));
    }
    Ok(rest_issue(case, at, line, has - qty)?.into_iter().collect())
}

/// The issues of a refusal, at a field where they name none.
fn at_path(halt: Halt, path: &str) -> Result<Vec<Issue>, Halt> {
    let Halt::Refused(mut refused) = halt else { return Err(halt) };
    let whole = refused.issues.iter_mut().filter(|issue| issue.path.is_empty());
    whole.for_each(|issue| path.clone_into(&mut issue.path));
    Ok(refused.issues)
}

/// Of goods that are counted and weighed neither stays without the other.
fn rest_issue(case: &Look, at: usize, line: &Record, left: Qty) -> Result<Option<Issue>, Halt> {
    if goods::stock_mode(case, text(line, "sku"))? != "pcs_kg" || (left.pcs == 0) == (left.g == 0) {
        return Ok(None);
    }
    let batch = case.doc(&BATCH, text(line, "of_batch"))?;
    let (key, what) = match left.pcs == 0 {
        true => ("weight_g", "weight without pieces"),
        false => ("pcs", "pieces without weight"),
    };
    let message =
        said!("Batch {batch} would be left with {what}", batch = batch.title(&BATCH), what);
    Ok(Some(Issue::new(format!("lines.{at}.{key}"), Code::Input, message)))
}

/// Another person approves, in an open period, what has its rates and what its inward still stands for.
pub fn may_approve(case: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(case, doc)?;
    four_eyes::another_person(case, doc, "additional_inward_approve", "approve")?;
    let kind = Addition::of(doc)?;
    if kind.brings() {
        rates_are_there(doc)?;
    }
    if kind == Addition::Freight {
        let none = lines_of(doc).iter().position(|line| int(line, "extra_paise") == 0);
        if let Some(at) = none {
            return Err(Halt::refuse(
                Code::Rule,
                said!("Line {line} has no cost yet", line = at + 1),
            ));
        }
    }
    let parent = parent(case, doc)?;
    done(parent.and_then(|parent| parent_issue(doc, &parent)).into_iter().collect())?;
    org::check_open_day(case, doc.branch.as_deref().unwrap_or_default(), day_of(doc), "date")
}

pub fn approve(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let kind = Addition::of(doc)?;
    four_eyes::seen(doc);
    let remarked = inputs.get("remarks").and_then(Value::as_str).is_some();
    if kind == Addition::Receipt && !remarked {
        done(approve::rate_issues(case, doc)?)?;
    }
    match kind {
        Addition::Freight => costs::add(case, doc, inputs)?,
        Addition::Correction => correct(case, doc)?,
        _ => bring(case, doc, kind)?,
    }
    Ok(APPROVED)
}

/// Goods come in as batches of their own, at what they are worth.
fn bring(case: &mut Case, doc: &mut Doc, kind: Addition) -> Result<(), Halt> {
    let mut lines = lines_of(doc);
    let of = |key: &str| doc.text(key).map(str::to_owned);
    let (inward, supplier) = (of("inward"), of("supplier"));
    let origin = Origin {
        side: kind.side(),
        inward: inward.as_deref(),
        additional: Some(&doc.id),
        supplier: supplier.as_deref(),
    };
    for (at, line) in lines.iter_mut().enumerate() {
        let cost = int(line, "amount_paise");
        approve::receive(case, doc, at, line, cost, &origin)?;
        if kind == Addition::Receipt {
            purchases::note(case, text(line, "sku"), int(line, "rate_paise"), day_of(doc))?;
        }
    }
    let sum = |key: &str| lines.iter().map(|line| int(line, key)).sum::<i64>();
    let (cost, tax) = (sum("cost_paise"), sum("tax_paise"));
    let against = match &supplier {
        Some(supplier) => books::supplier(supplier),
        None => kind.account().to_owned(),
    };
    set_lines(doc, lines);
    let rows = [(books::STOCK, cost), (books::INPUT_TAX, tax), (against.as_str(), -(cost + tax))];
    let source = Source::new(&doc.kind, &doc.id, 0, day_of(doc));
    let voucher = books::post(case, &source, day_of(doc), &rows)?;
    doc.set("voucher", voucher);
    Ok(())
}

/// Weight or pieces of a batch are put right, at what the batch costs.
fn correct(case: &mut Case, doc: &mut Doc) -> Result<(), Halt> {
    let mut lines = lines_of(doc);
    for (at, line) in lines.iter_mut().enumerate() {
        let qty = qty_of(line);
        let batch = case.doc(&BATCH, text(line, "of_batch"))?;
        let source = Source::new(&doc.kind, &doc.id, at as u32, day_of(doc));
        let posting = {
            let place = place_of(doc, line);
            let (from, to) = correction_sides(line, place);
            let path = format!("lines.{at}.weight_g");
            let posting = match stock::post(case, from, to, qty, &source) {
                Err(halt) => return at_path(halt, &path).and_then(done),
                Ok(posting) => posting,
            };
            let left = stock::balance(case, &place)?;
            done(rest_issue(case, at, line, left)?.into_iter().collect())?;
            posting
        };
        line.insert("cost_paise".to_owned(), batches::cost_of(&batch, qty).into());
        line.insert("posting".to_owned(), posting.into());
    }
    let cost = lines.iter().map(|line| signed(line, int(line, "cost_paise"))).sum::<i64>();
    set_lines(doc, lines);
    doc.set("variance_paise", -cost);
    let account = Addition::Correction.account();
    let source = Source::new(&doc.kind, &doc.id, 0, day_of(doc));
    let rows = [(books::STOCK, cost), (account, -cost)];
    let voucher = books::post(case, &source, day_of(doc), &rows)?;
    doc.set("voucher", voucher);
    Ok(())
}

/// What was found in a batch comes from nowhere, and what was not goes there.
pub fn correction_sides<'a>(line: &Record, place: StockPlace<'a>) -> (Side<'a>, Side<'a>) {
    match text(line, "sign") == "minus" {
        true => (Side::Stock(place), Side::Loss),
        false => (Side::Gain, Side::Stock(place)),
    }
}
