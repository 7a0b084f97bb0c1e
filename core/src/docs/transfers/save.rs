//! Checks of a transfer's record, the values computed whenever it is saved, and its request.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{REQUESTED, TRANSFER, lines_of, paper};
use crate::declare::case::{Case, Look};
use crate::docs::goods::{self, SKU};
use crate::docs::orders::{self, ORDER};
use crate::docs::places::YARD;
use crate::docs::{four_eyes, org};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::schema::check::{self, Strictness};
use crate::value::Day;

/// Rules between fields that hold in a draft too.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let from = record.get("from_yard");
    if from.is_some() && from == record.get("to_yard") {
        let message = "From and To godown must be different";
        issues.push(Issue::new("to_yard", Code::Input, message));
    }
    let rows = record.get("lines").and_then(Value::as_array).map(Vec::as_slice);
    let mut seen = BTreeSet::new();
    for (at, row) in rows.unwrap_or_default().iter().enumerate() {
        let has = |key: &str| row.get(key).and_then(Value::as_i64).is_some_and(|n| n > 0);
        if !has("pcs") && !has("weight_g") {
            let message = "Enter pieces or weight";
            issues.push(Issue::new(format!("lines.{at}.pcs"), Code::Required, message));
        }
        if row.get("sku").and_then(Value::as_str).is_some_and(|sku| !seen.insert(sku)) {
            let message = "This SKU is in another line already";
            issues.push(Issue::new(format!("lines.{at}.sku"), Code::Input, message));
        }
    }
}

/// Both places, what the goods travel with, and what the lines come to.
pub fn rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let yard = |key: &str| case.doc(&YARD, doc.text(key).unwrap_or_default());
    let (from, to) = (yard("from_yard")?, yard("to_yard")?);
    doc.branch = to.branch.clone();
    doc.yard = Some(to.id.clone());
    match &from.branch {
        Some(branch) => doc.set("from_branch", branch.clone()),
        None => drop(doc.record.remove("from_branch")),
    }
    doc.set("date", case.today().to_string());
    fill_lines(case, doc)?;
    paper::set(case, doc)?;
    let (mut pcs, mut weight_g) = (0_i64, 0_i64);
    for line in lines_of(doc)? {
        let theo = case.find(SKU.key, &line.sku)?.and_then(|sku| sku.int("theo_g_per_pc"));
        let count = line.pcs.unwrap_or(0);
        pcs += count;
        let about = count.saturating_mul(theo.unwrap_or(0));
        weight_g = weight_g.saturating_add(line.weight_g.unwrap_or(about));
    }
    doc.set("pcs", pcs);
    doc.set("weight_g", weight_g);
    done(order_issue(case, doc)?.into_iter().collect())?;
    Ok(())
}

/// A transfer for an order that names no goods brings what the order lacks.
fn fill_lines(case: &Look, doc: &mut Doc) -> Result<(), Halt> {
    let Some(id) = doc.text("order") else { return Ok(()) };
    if !lines_of(doc)?.is_empty() {
        return Ok(());
    }
    let order = case.doc(&ORDER, id)?;
    let lines: Vec<Value> = orders::lacks(case, &order)?
        .into_iter()
        .map(|(sku, qty)| match qty.pcs > 0 {
            true => json!({ "sku": sku, "pcs": qty.pcs }),
            false => json!({ "sku": sku, "weight_g": qty.g }),
        })
        .collect();
    if !lines.is_empty() {
        doc.set("lines", lines);
    }
    Ok(())
}

/// Goods for an order are brought to where it is loaded.
fn order_issue(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let Some(id) = doc.text("order") else { return Ok(None) };
    let order = case.doc(&ORDER, id)?;
    let wrong = order.yard.as_deref() != doc.yard.as_deref();
    Ok(wrong.then(|| Issue::new("order", Code::Input, "This order is loaded at another yard")))
}

/// The record is complete; the number is given.
pub fn request(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let checked = check::check(&TRANSFER, &doc.record, Some(&doc.record), Strictness::Complete);
    let mut issues = checked.issues;
    let need_by = doc.text("need_by").and_then(Day::parse);
    if need_by.is_some_and(|day| day < case.today()) {
        let message = "Needed by must not be in the past";
        issues.push(Issue::new("need_by", Code::Input, message));
    }
    for (at, line) in lines_of(doc)?.iter().enumerate() {
        line_issues(case, at, line.pcs, &line.sku, &mut issues)?;
    }
    for key in ["from_yard", "to_yard"] {
        let yard = case.doc(&YARD, doc.text(key).unwrap_or_default())?;
        if !yard.is_active() {
            issues.push(Issue::new(
                key,
                Code::Input,
                said!("{yard} is inactive", yard = yard.name(&YARD)),
            ));
        }
    }
    done(issues)?;
    let branch = doc.branch.clone().unwrap_or_default();
    doc.set("date", case.today().to_string());
    if doc.doc_no.is_none() {
        doc.doc_no = Some(org::next_number(case, &TRANSFER, &branch, case.today())?);
    }
    doc.set("submitted_by", case.actor.id.clone());
    four_eyes::changed(case, doc);
    Ok(REQUESTED)
}

fn line_issues(
    case: &Look,
    at: usize,
    pcs: Option<i64>,
    sku: &str,
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    let counted = goods::stock_mode(case, sku)? != "kg";
    let message = match pcs.unwrap_or(0) {
        0 if counted => "Pieces are required",
        n if n > 0 && !counted => "This product is kept by weight only",
        _ => return Ok(()),
    };
    let code = if counted { Code::Required } else { Code::Input };
    issues.push(Issue::new(format!("lines.{at}.pcs"), code, message));
    Ok(())
}
