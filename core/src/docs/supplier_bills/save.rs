//! Checks of a supplier's bill, the lines that it takes over from its order, and its sums.

use serde_json::{Value, json};

use super::SUPPLIER_BILL;
use crate::declare::case::{Case, Look};
use crate::docs::inwards::save::{
    compute_line, find_supplier, int, is_regular, lines_of, set_lines, sum_up, text,
};
use crate::docs::purchase_orders::PURCHASE_ORDER;
use crate::docs::{four_eyes, suppliers};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::value::Day;

/// Rules between fields that hold in a draft too.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let day = |key: &str| record.get(key).and_then(Value::as_str).and_then(Day::parse);
    if day("bill_date").zip(day("date")).is_some_and(|(billed, on)| billed > on) {
        let message = "Bill date must not be after the date";
        issues.push(Issue::new("bill_date", Code::Input, message));
    }
    if day("due_date").zip(day("bill_date")).is_some_and(|(due, billed)| due < billed) {
        issues.push(Issue::new("due_date", Code::Input, "Due must not be before the bill date"));
    }
}

/// Whose bill it is, by its order; its lines, and its sums.
pub fn rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let order = case.doc(&PURCHASE_ORDER, doc.text("purchase_order").unwrap_or_default())?;
    doc.branch.clone_from(&order.branch);
    for key in ["supplier", "supplier_name"] {
        doc.set(key, order.text(key).unwrap_or_default());
    }
    let supplier = find_supplier(case, doc)?;
    let billed = doc.text("bill_date").and_then(Day::parse);
    if let Some(billed) = billed {
        doc.set("bill_fy", billed.fy().to_string());
        if doc.text("due_date").is_none() {
            let due =
                suppliers::due_day(case, supplier.as_deref(), order.text("payment_term"), billed)?;
            doc.set("due_date", due.to_string());
        }
    }
    let mut lines = lines_of(doc);
    if lines.is_empty() {
        lines = unbilled(&order);
    }
    let ordered = lines_of(&order);
    let mut issues = Vec::new();
    let due = doc.text("due_date").and_then(Day::parse);
    let last = billed.and_then(|billed| suppliers::last_day(supplier.as_deref(), billed));
    if let Some(last) = last.filter(|last| due > Some(*last)) {
        let message =
            said!("A small enterprise must be paid within 45 days, by {last}", last = last.shown());
        issues.push(Issue::new("due_date", Code::Input, message));
    }
    for (at, line) in lines.iter_mut().enumerate() {
        let nth = usize::try_from(int(line, "order_line") - 1).ok();
        let Some(of) = nth.and_then(|nth| ordered.get(nth)) else {
            let message = said!(
                "{order} has {lines} lines",
                order = order.name(&PURCHASE_ORDER),
                lines = ordered.len()
            );
            issues.push(Issue::new(format!("lines.{at}.order_line"), Code::Input, message));
            continue;
        };
        line.insert("sku".to_owned(), text(of, "sku").into());
        if int(line, "rate_paise") == 0 {
            line.insert("rate_paise".to_owned(), int(of, "rate_paise").into());
        }
        compute_line(case, doc, is_regular(supplier.as_deref()), line)?;
    }
    done(issues)?;
    if !lines.is_empty() {
        set_lines(doc, lines.clone());
    }
    sum_up(doc, lines);
    let sums = ["amount_paise", "tax_paise"].map(|key| doc.int(key).unwrap_or(0));
    doc.set("total_paise", sums[0].saturating_add(sums[1]));
    for key in ["differences", "claim_paise", "accepted_by"] {
        doc.record.remove(key);
    }
    doc.record = SUPPLIER_BILL.ordered(std::mem::take(&mut doc.record));
    Ok(())
}

/// What came in against each line of an order and is not billed yet.
fn unbilled(order: &Doc) -> Vec<Record> {
    let open = |(at, line): (usize, Record)| {
        let left = |came: &str, billed: &str| (int(&line, came) - int(&line, billed)).max(0);
        let (pcs, g) = (left("received_pcs", "billed_pcs"), left("received_g", "billed_g"));
        let row = json!({ "order_line": at + 1, "pcs": pcs, "weight_g": g });
        row.as_object().cloned().filter(|_| pcs + g > 0)
    };
    lines_of(order).into_iter().enumerate().filter_map(open).collect()
}

/// Another bill of a line says more than nothing.
pub fn line_issues(_: &Look, lines: &[Record], issues: &mut Vec<Issue>) {
    for (at, line) in lines.iter().enumerate() {
        if int(line, "amount_paise") == 0 {
            let message = "Enter what was billed and its rate";
            issues.push(Issue::new(format!("lines.{at}.rate_paise"), Code::Required, message));
        }
    }
}
