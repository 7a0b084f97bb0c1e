//! Checks of a purchase order's record, its sums, and what it needs to be sent for approval.

use serde_json::Value;

use super::{PENDING, PURCHASE_ORDER, measure};
use crate::declare::case::{Case, Look};
use crate::docs::goods::SKU;
use crate::docs::inwards::approve::{bought_issue, send, supplier_issue};
use crate::docs::inwards::save::{
    begin, compute_line, find_supplier, int, is_regular, keep_hidden, lines_of, sum_up, text,
};
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::value::Day;

/// Rules between fields that hold in a draft too.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let day = |key: &str| record.get(key).and_then(Value::as_str).and_then(Day::parse);
    if day("expected_on").zip(day("date")).is_some_and(|(expected, of)| expected < of) {
        let message = "Expected must not be before the order";
        issues.push(Issue::new("expected_on", Code::Input, message));
    }
}

/// Scope, the supplier's terms, and the sums; what came in against it is kept whoever saves it.
pub fn rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    begin(case, &PURCHASE_ORDER, doc)?;
    let supplier = find_supplier(case, doc)?;
    if let Some(supplier) = &supplier {
        doc.set("supplier_name", supplier.text("name").unwrap_or_default());
        if doc.text("payment_term").is_none()
            && let Some(term) = supplier.text("payment_term")
        {
            doc.set("payment_term", term);
        }
        let of = doc.text("date").and_then(Day::parse).unwrap_or(case.today());
        let lead = supplier.int("lead_days").and_then(|days| i32::try_from(days).ok());
        if let Some(days) = lead.filter(|_| doc.get("expected_on").is_none()) {
            doc.set("expected_on", of.plus(days).to_string());
        }
    }
    let mut lines = lines_of(doc);
    keep_hidden(case, before, &mut lines, &["rate_paise"]);
    for line in &mut lines {
        weigh(case, line)?;
        compute_line(case, doc, is_regular(supplier.as_deref()), line)?;
    }
    sum_up(doc, lines);
    let total = ["amount_paise", "tax_paise"].map(|key| doc.int(key).unwrap_or(0));
    doc.set("total_paise", total[0].saturating_add(total[1]));
    Ok(())
}

/// What is ordered in pieces alone weighs what they weigh in theory.
fn weigh(case: &Look, line: &mut Record) -> Result<(), Halt> {
    let pcs = int(line, "pcs");
    if pcs > 0 && int(line, "weight_g") == 0 {
        let sku = case.doc(&SKU, text(line, "sku"))?;
        let each = sku.int("theo_g_per_pc").unwrap_or(0);
        line.insert("weight_g".to_owned(), pcs.saturating_mul(each).into());
    }
    Ok(())
}

/// The record is complete and may be approved; the number is given.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut issues = Vec::new();
    issues.extend(supplier_issue(case, doc)?);
    for (at, line) in lines_of(doc).iter().enumerate() {
        line_issues(case, at, line, &mut issues);
        issues.extend(bought_issue(case, doc, at, line)?);
    }
    send(case, &PURCHASE_ORDER, doc, issues)?;
    Ok(PENDING)
}

/// A line is ordered in what its rate is for.
fn line_issues(case: &Look, at: usize, line: &Record, issues: &mut Vec<Issue>) {
    let mut miss = |key: &str, label: &str| {
        let message = said!("{label} is required", label);
        issues.push(Issue::new(format!("lines.{at}.{key}"), Code::Required, message));
    };
    if measure(line, "pcs", "weight_g") == 0 {
        match super::by_weight(line) {
            true => miss("weight_g", "Weight"),
            false => miss("pcs", "Pieces"),
        }
    }
    if case.actor.sees_rates() && int(line, "rate_paise") == 0 {
        miss("rate_paise", "Rate");
    }
}
