//! Checks of an additional inward's record, and the values computed from it whenever it is saved.

use std::sync::Arc;

use serde_json::Value;

use super::{ADDITIONAL_INWARD, Addition};
use crate::declare::case::{Case, Look};
use crate::docs::batches::BATCH;
use crate::docs::inwards::save::{
    begin, compute_line, int, is_regular, keep_hidden, lines_of, set_lines, text, zone_issue,
};
use crate::docs::inwards::{APPROVED, INWARD};
use crate::docs::suppliers::SUPPLIER;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::value::Day;

/// A field of a line, the kinds that have it, and what is said where another holds it.
type Wanted = (&'static str, fn(Addition) -> bool, &'static str);

const WANTED: &[Wanted] = &[
    ("of_batch", |kind| !kind.brings(), "Goods that come in get a batch of their own"),
    ("pcs", |kind| kind != Addition::Freight, "A cost has no pieces"),
    ("weight_g", |kind| kind != Addition::Freight, "A cost has no weight"),
    ("rate_paise", Addition::brings, "Only goods that come in have a rate"),
    (
        "extra_paise",
        |kind| kind == Addition::Freight,
        "Only a late freight or cost adds to the cost",
    ),
    ("in_since", Addition::brings, "The batch has its date already"),
    ("quality_hold", Addition::brings, "Only goods that come in are held for quality"),
];

/// Rules between fields that hold in a draft too.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let read = |key: &str| record.get(key).and_then(Value::as_str);
    let Some(kind) = read("kind").and_then(Addition::parse) else { return };
    if !kind.has_parent() && record.contains_key("inward") {
        let message = "Found and opening stock are of no inward";
        issues.push(Issue::new("inward", Code::Input, message));
    }
    if kind != Addition::Receipt && record.contains_key("supplier_invoice_no") {
        let message = "Only an extra receipt is of a supplier invoice";
        issues.push(Issue::new("supplier_invoice_no", Code::Input, message));
    }
    let rows = record.get("lines").and_then(Value::as_array).map(Vec::as_slice);
    for (at, line) in rows.unwrap_or_default().iter().enumerate() {
        let Some(line) = line.as_object() else { continue };
        let mut wrong = |key: &str, message: &'static str| {
            issues.push(Issue::new(format!("lines.{at}.{key}"), Code::Input, message));
        };
        let filled = |key: &str| line.get(key).is_some_and(|value| *value != 0 && *value != false);
        for (key, fits, message) in WANTED {
            if filled(key) && !fits(kind) {
                wrong(key, message);
            }
        }
        if text(line, "sign") == "minus" && kind.brings() {
            wrong("sign", "Only a weight correction or a cost takes away");
        }
        let day = |value: Option<&str>| value.and_then(Day::parse);
        if day(Some(text(line, "in_since"))).zip(day(read("date"))).is_some_and(|(a, b)| a > b) {
            wrong("in_since", "In the business since must not be after the date");
        }
    }
}

/// Scope, the inward that it is about, and computed fields.
pub fn rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    begin(case, &ADDITIONAL_INWARD, doc)?;
    let kind = Addition::of(doc)?;
    let mut lines = lines_of(doc);
    keep_hidden(case, before, &mut lines, &["rate_paise", "extra_paise"]);
    let parent = parent(case, doc)?;
    let mut issues = Vec::new();
    if let Some(parent) = &parent {
        issues.extend(parent_issue(doc, parent));
    }
    let supplier = parent.as_ref().filter(|_| kind == Addition::Receipt);
    let supplier = supplier.and_then(|doc| doc.text("supplier").map(str::to_owned));
    match &supplier {
        Some(id) => doc.set("supplier", id.clone()),
        None => drop(doc.record.remove("supplier")),
    }
    let supplier = supplier.map(|id| case.find(SUPPLIER.key, &id)).transpose()?.flatten();
    // Without the supplier's paper there is no tax to be claimed.
    let billed = doc.get("supplier_invoice_no").is_some();
    let taxed = billed && is_regular(supplier.as_deref());
    for (at, line) in lines.iter_mut().enumerate() {
        issues.extend(of_batch(case, doc, at, line)?);
        issues.extend(zone_issue(case, doc, at, line)?);
        if !text(line, "sku").is_empty() {
            compute_line(case, doc, taxed, line)?;
        }
    }
    sum_up(doc, kind, lines);
    done(issues)
}

/// The inward that it is about.
pub fn parent(case: &Look, doc: &Doc) -> Result<Option<Arc<Doc>>, Halt> {
    doc.text("inward").map_or(Ok(None), |id| case.find(INWARD.key, id))
}

pub fn parent_issue(doc: &Doc, parent: &Doc) -> Option<Issue> {
    let no = parent.name(&INWARD);
    let message = match () {
        () if parent.yard != doc.yard => said!("{no} came into another yard", no),
        () if parent.status != APPROVED => {
            said!("{no} is {status}; select an approved inward", no, status = parent.status)
        }
        () => return None,
    };
    Some(Issue::new("inward", Code::Input, message))
}

/// A line about a batch has its SKU, and is about one that its inward brought.
fn of_batch(case: &Look, doc: &Doc, at: usize, line: &mut Record) -> Result<Option<Issue>, Halt> {
    let id = text(line, "of_batch").to_owned();
    if id.is_empty() {
        return Ok(None);
    }
    let batch = case.doc(&BATCH, &id)?;
    line.insert("sku".to_owned(), batch.text("sku").unwrap_or_default().into());
    let foreign = batch.text("inward") != doc.text("inward");
    let message = said!("Batch {batch} is not of this inward", batch = batch.title(&BATCH));
    Ok(foreign.then(|| Issue::new(format!("lines.{at}.of_batch"), Code::Input, message)))
}

/// Below zero where the line takes away.
pub fn signed(line: &Record, value: i64) -> i64 {
    if text(line, "sign") == "minus" { -value } else { value }
}

fn sum_up(doc: &mut Doc, kind: Addition, lines: Vec<Record>) {
    let sum = |key: &str| lines.iter().map(|line| signed(line, int(line, key))).sum::<i64>();
    let worth = if kind == Addition::Freight { "extra_paise" } else { "amount_paise" };
    let sums = [
        ("total_pcs", sum("pcs")),
        ("total_g", sum("weight_g")),
        ("amount_paise", sum(worth)),
        ("tax_paise", sum("tax_paise")),
    ];
    for (key, sum) in sums {
        doc.set(key, sum);
    }
    if doc.get("lines").is_some() {
        set_lines(doc, lines);
    }
}
