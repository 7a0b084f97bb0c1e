//! Checks of an inward's record, and the values computed from it whenever it is saved.

use std::sync::Arc;

use serde_json::Value;

use super::{INWARD, PENDING};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::four_eyes;
use crate::docs::goods::{self, PRODUCT_GROUP, SKU};
use crate::docs::places::{YARD, ZONE};
use crate::docs::purchase_orders::received;
use crate::docs::suppliers::SUPPLIER;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::ledger::stock::Qty;
use crate::said;
use crate::schema::DocType;
use crate::value::{self, Day, RateUom, div_half_away};
use crate::write::index;

/// Rules between fields that hold in a draft too.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let int = |key: &str| record.get(key).and_then(Value::as_i64);
    let day = |key: &str| record.get(key).and_then(Value::as_str).and_then(Day::parse);
    if int("tare_g").zip(int("gross_g")).is_some_and(|(tare, gross)| gross <= tare) {
        let message = "Gross weight must be above the tare weight";
        issues.push(Issue::new("gross_g", Code::Input, message));
    }
    if day("supplier_invoice_date").zip(day("date")).is_some_and(|(of, on)| of > on) {
        let message = "Supplier invoice date must not be after the inward";
        issues.push(Issue::new("supplier_invoice_date", Code::Input, message));
    }
}

/// Scope, computed fields and the supplier's invoice, which comes in once.
pub fn rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    begin(case, &INWARD, doc)?;
    received::take_over(case, doc)?;
    let mut lines = lines_of(doc);
    if lines.is_empty() {
        lines = received::to_come(case, doc)?;
        if !lines.is_empty() {
            set_lines(doc, lines.clone());
            doc.record = INWARD.ordered(std::mem::take(&mut doc.record));
        }
    }
    keep_hidden(case, before, &mut lines, &["rate_paise"]);
    received::take_over_lines(case, doc, &mut lines)?;
    let mut issues = Vec::new();
    let supplier = find_supplier(case, doc)?;
    for (at, line) in lines.iter_mut().enumerate() {
        compute_line(case, doc, is_regular(supplier.as_deref()), line)?;
        issues.extend(zone_issue(case, doc, at, line)?);
    }
    sum_up(doc, lines);
    // Goods of one supplier's invoice may come against an order in parts.
    let alone = doc.text("purchase_order").is_none();
    match doc.text("supplier_invoice_date").and_then(Day::parse).filter(|_| alone) {
        Some(day) => doc.set("supplier_fy", day.fy().to_string()),
        None => drop(doc.record.remove("supplier_fy")),
    }
    issues.extend(invoice_came_before(case, doc)?);
    done(issues)
}

/// Whoever saves it is one of its makers; it belongs to its yard's branch.
pub fn begin(case: &Look, def: &DocType, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    if doc.status == PENDING {
        refuse_yard(case, def, doc)?;
        doc.set("submitted_by", case.actor.id.clone());
    }
    let yard = case.doc(&YARD, doc.text("yard").unwrap_or_default())?;
    doc.branch = yard.text("branch").map(str::to_owned);
    doc.yard = Some(yard.id.clone());
    Ok(())
}

/// Goods lie in a zone of the yard that they come into.
pub fn zone_issue(case: &Look, doc: &Doc, at: usize, line: &Record) -> Result<Option<Issue>, Halt> {
    let Some(zone) = line.get("zone").and_then(Value::as_str) else { return Ok(None) };
    let elsewhere = case.doc(&ZONE, zone)?.text("yard") != doc.yard.as_deref();
    let message = "This zone is in another yard";
    Ok(elsewhere.then(|| Issue::new(format!("lines.{at}.zone"), Code::Input, message)))
}

/// Whether a supplier's goods bear tax that can be claimed.
pub fn is_regular(supplier: Option<&Doc>) -> bool {
    supplier.is_some_and(|doc| doc.text("gst_category") == Some("Regular"))
}

/// While the branch manager looks at it, only the purchase desk still changes it.
fn refuse_yard(case: &Look, def: &DocType, doc: &Doc) -> Result<(), Halt> {
    let desk = [Role::Purch, Role::Admin, Role::Sys];
    if desk.into_iter().any(|role| case.actor.has(role)) {
        return Ok(());
    }
    let message =
        said!("{name} is {status}; edit is not allowed", name = doc.name(def), status = doc.status);
    Err(Halt::refuse(Code::BadState, message))
}

/// The lines of an inward as they stand.
pub fn lines_of(doc: &Doc) -> Vec<Record> {
    let rows = doc.get("lines").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    rows.iter().filter_map(Value::as_object).cloned().collect()
}

pub fn set_lines(doc: &mut Doc, lines: Vec<Record>) {
    let rows: Vec<Value> = lines.into_iter().map(Value::Object).collect();
    doc.set("lines", rows);
}

pub fn int(line: &Record, key: &str) -> i64 {
    line.get(key).and_then(Value::as_i64).unwrap_or(0)
}

pub fn text<'l>(line: &'l Record, key: &str) -> &'l str {
    line.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The pieces and grams of a line.
pub fn qty_of(line: &Record) -> Qty {
    Qty::new(int(line, "pcs"), int(line, "weight_g"))
}

/// The supplier of a document, if it names one.
pub fn find_supplier(case: &Look, doc: &Doc) -> Result<Option<Arc<Doc>>, Halt> {
    doc.text("supplier").map_or(Ok(None), |id| case.find(SUPPLIER.key, id))
}

/// A person who does not see rates cannot set them either: a line keeps what it had of these fields.
pub fn keep_hidden(case: &Look, before: Option<&Doc>, lines: &mut [Record], keys: &[&str]) {
    if case.actor.sees_rates() {
        return;
    }
    let mut old = before.map(lines_of).unwrap_or_default();
    for line in lines {
        let same = old.iter().position(|was| {
            let of = ["sku", "of_batch", "coil_no", "heat_no"];
            of.iter().all(|key| was.get(*key) == line.get(*key))
        });
        let mut was = same.map(|at| old.remove(at)).unwrap_or_default();
        for key in keys {
            match was.remove(*key) {
                Some(value) => line.insert((*key).to_owned(), value),
                None => line.remove(*key),
            };
        }
    }
}

/// A line's amount and, where it is `taxed`, its tax.
pub fn compute_line(case: &Look, doc: &Doc, taxed: bool, line: &mut Record) -> Result<(), Halt> {
    let sku = case.doc(&SKU, text(line, "sku"))?;
    let group = case.doc(&PRODUCT_GROUP, sku.text("product_group").unwrap_or_default())?;
    let uom = group.text("rate_uom").and_then(RateUom::parse).unwrap_or(RateUom::Mt);
    line.insert("rate_uom".to_owned(), uom.name().into());
    for key in ["amount_paise", "tax_paise"] {
        line.remove(key);
    }
    let (rate, pcs, g) = (int(line, "rate_paise"), int(line, "pcs"), int(line, "weight_g"));
    let length = sku.int("length_mm").unwrap_or(0);
    let Some(amount) = value::line_amount(uom, rate, pcs, g, length) else {
        return Err(Halt::refuse(Code::Input, "The amount of a line is too large"));
    };
    let on = doc.text("supplier_invoice_date").or(doc.text("date")).and_then(Day::parse);
    let rate_bp = match taxed {
        true => goods::gst_rate_at(case, &sku, on.unwrap_or(case.today()))?.unwrap_or(0),
        false => 0,
    };
    let tax = div_half_away(i128::from(amount.0) * i128::from(rate_bp), 10_000);
    line.insert("amount_paise".to_owned(), amount.0.into());
    line.insert("tax_paise".to_owned(), i64::try_from(tax).unwrap_or(0).into());
    Ok(())
}

/// Writes the lines with their sums, and the net weight where a weighbridge told tare and gross.
pub fn sum_up(doc: &mut Doc, lines: Vec<Record>) {
    let sum = |key: &str| lines.iter().map(|line| int(line, key)).sum::<i64>();
    let sums = [
        ("total_pcs", sum("pcs")),
        ("total_g", sum("weight_g")),
        ("amount_paise", sum("amount_paise")),
        ("tax_paise", sum("tax_paise")),
    ];
    for (key, sum) in sums {
        doc.set(key, sum);
    }
    match doc.int("tare_g").zip(doc.int("gross_g")) {
        Some((tare, gross)) => doc.set("net_g", gross - tare),
        None => drop(doc.record.remove("net_g")),
    }
    if doc.get("lines").is_some() {
        set_lines(doc, lines);
    }
}

/// The supplier's invoice in another inward of the same year, told by that inward's number.
fn invoice_came_before(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let values = ["supplier", "supplier_fy", "supplier_invoice_no"]
        .map(|key| index::unique_text(doc.get(key).unwrap_or(&Value::Null)));
    if values.iter().any(String::is_empty) {
        return Ok(None);
    }
    let key = keys::unique(INWARD.key, "supplier_invoice", &values.join("\u{1e}"));
    let Some(other) = case.value::<String>(&key)?.filter(|id| *id != doc.id) else {
        return Ok(None);
    };
    let no = doc.text("supplier_invoice_no").unwrap_or_default();
    let message = match case.seen(&INWARD, &other)? {
        None => said!("Invoice {no} of this supplier is already inwarded", no),
        Some(other) => said!(
            "Invoice {no} of this supplier is already inwarded in {other}",
            no,
            other = other.doc_no.as_deref().unwrap_or("a draft")
        ),
    };
    Ok(Some(Issue::new("supplier_invoice_no", Code::Duplicate, message)))
}
