//! GST rates as dated data: which slabs the law knows on a day, and the rate in force for an SKU.

use std::sync::Arc;

use serde_json::Value;

use super::formats::{HSN as HSN_CODE, percent_shown};
use super::{MASTER, org};
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt, Issue, done};
use crate::identify;
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::schema::*;
use crate::value::Day;

/// One dated rate; the last that began counts.
pub const GST_RATES: &[Field] =
    &[percent("rate_bp", "GST rate").required(), date("from", "From").required()];

/// Compensation cess beside the tax: few goods have it.
const CESS_RATES: &[Field] =
    &[percent("rate_bp", "Cess").required(), date("from", "From").required()];

pub static HSN: DocType = DocType {
    key: "hsn",
    label: "HSN",
    plural: "HSN codes",
    title: "code",
    fields: &[
        code("code", "HSN", &HSN_CODE).required().unique().immutable().listed().searched(),
        called("name", "Description", 200).required().listed().searched(),
        rows("gst_rates", "GST rates", GST_RATES, 20).required().at_least(1),
        rows("cess_rates", "Compensation cess", CESS_RATES, 20)
            .help("Leave blank where the goods bear none; it ends with a rate of 0"),
    ],
    sorts: &["code", "name"],
    check: Some(|record, issues| {
        let code = record.get("code").and_then(Value::as_str).unwrap_or("");
        check_rates(record, code, issues);
        one_rate_a_day(record, "cess_rates", issues);
    }),
    on_save: deciding(hsn_rules),
    ..MASTER
};

/// A new code has the digits that the company's invoices bear; older ones stay, for what was sold under them.
fn hsn_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let digits = hsn_digits(case)?;
    let wrong = doc.text("code").and_then(|code| identify::hsn_for(code, digits).err());
    let new = wrong.filter(|_| before.is_none());
    done(new.map(|message| Issue::new("code", Code::Input, message)).into_iter().collect())
}

/// Slabs before and since 22-09-2025 (56th meeting of the GST Council), hundredths of a percent.
const SLABS_BEFORE: &[i64] = &[0, 25, 150, 300, 500, 1_200, 1_800, 2_800];
const SLABS_SINCE: &[i64] = &[0, 25, 150, 300, 500, 1_800, 4_000];

/// Bricks and roofing tiles: 12 % with input credit, 6 % without (notification 14/2025).
const BRICKS: &[&str] = &["6815", "69010010", "69041000", "69051000"];

/// The first day of the slabs of today.
fn reform() -> Day {
    Day::from_civil(2025, 9, 22).unwrap_or_default()
}

/// Whether the law knows this rate for goods of this code on a day.
pub fn slab_is_valid(rate_bp: i64, hsn: &str, on: Day) -> bool {
    let bricks =
        BRICKS.iter().any(|code| hsn == *code || (code.len() == 4 && hsn.starts_with(code)));
    let slabs = if on < reform() { SLABS_BEFORE } else { SLABS_SINCE };
    slabs.contains(&rate_bp) || (bricks && matches!(rate_bp, 600 | 1_200))
}

/// The rate of dated rows on a day.
pub fn rate_on(rows: &[Value], on: Day) -> Option<i64> {
    let dated = rows.iter().filter_map(dated);
    dated.filter(|(from, _)| *from <= on).max_by_key(|(from, _)| *from).map(|(_, rate)| rate)
}

fn dated(row: &Value) -> Option<(Day, i64)> {
    let from = row.get("from").and_then(Value::as_str).and_then(Day::parse)?;
    Some((from, row.get("rate_bp").and_then(Value::as_i64)?))
}

/// Every dated rate must be a slab of its first day, and still one if it lasts past the reform.
pub fn check_rates(record: &Record, hsn: &str, issues: &mut Vec<Issue>) {
    one_rate_a_day(record, "gst_rates", issues);
    let rows = record.get("gst_rates").and_then(Value::as_array).map(Vec::as_slice);
    let rows = rows.unwrap_or_default();
    for (at, row) in rows.iter().enumerate() {
        let Some((from, rate)) = dated(row) else { continue };
        let ends =
            rows.iter().filter_map(dated).map(|(day, _)| day).filter(|day| *day > from).min();
        let outlives = from < reform() && ends.is_none_or(|end| end > reform());
        let wrong = match () {
            () if !slab_is_valid(rate, hsn, from) => Some(from),
            () if outlives && !slab_is_valid(rate, hsn, reform()) => Some(reform()),
            () => None,
        };
        if let Some(day) = wrong {
            let message = said!(
                "GST rate {rate} is not valid on {day}",
                rate = percent_shown(rate),
                day = day.shown()
            );
            issues.push(Issue::new(format!("gst_rates.{at}.rate_bp"), Code::Input, message));
        }
    }
}

/// Two rates of one day would leave it open which counts.
fn one_rate_a_day(record: &Record, key: &str, issues: &mut Vec<Issue>) {
    let rows = record.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for (at, row) in rows.iter().enumerate() {
        let Some((from, _)) = dated(row) else { continue };
        if rows.iter().take(at).filter_map(dated).any(|(other, _)| other == from) {
            let message = said!("Another rate begins on {from} too", from = from.shown());
            issues.push(Issue::new(format!("{key}.{at}.from"), Code::Input, message));
        }
    }
}

/// The GST rate of an SKU on a day: its own HSN's if it has one, else its product group's, else
/// the rate of the group's HSN.
pub fn gst_rate_at(case: &Look, sku: &Doc, on: Day) -> Result<Option<i64>, Halt> {
    let of =
        |doc: &Doc| doc.get("gst_rates").and_then(Value::as_array).and_then(|r| rate_on(r, on));
    if let Some(id) = sku.text("hsn") {
        return Ok(case.find(HSN.key, id)?.as_deref().and_then(of));
    }
    let group = sku.text("product_group").map(|id| case.find("product_group", id)).transpose()?;
    let Some(group) = group.flatten() else { return Ok(None) };
    if let Some(rate) = of(&group) {
        return Ok(Some(rate));
    }
    let hsn = group.text("hsn").map(|id| case.find(HSN.key, id)).transpose()?.flatten();
    Ok(hsn.as_deref().and_then(of))
}

/// The compensation cess of an SKU's HSN on a day; 0 where it bears none.
pub fn cess_at(case: &Look, sku: &Doc, on: Day) -> Result<i64, Halt> {
    let hsn = hsn_doc(case, sku)?;
    let rows = hsn.as_ref().and_then(|doc| doc.get("cess_rates")).and_then(Value::as_array);
    Ok(rows.and_then(|rows| rate_on(rows, on)).unwrap_or(0))
}

/// The HSN code of an SKU: its own, else its product group's.
pub fn hsn_of(case: &Look, sku: &Doc) -> Result<Option<String>, Halt> {
    Ok(hsn_doc(case, sku)?.and_then(|doc| doc.text("code").map(str::to_owned)))
}

fn hsn_doc(case: &Look, sku: &Doc) -> Result<Option<Arc<Doc>>, Halt> {
    let group = match sku.text("product_group") {
        Some(id) => case.find("product_group", id)?,
        None => None,
    };
    let id = sku.text("hsn").or_else(|| group.as_ref().and_then(|group| group.text("hsn")));
    Ok(id.map(|id| case.find(HSN.key, id)).transpose()?.flatten())
}

/// How many digits of an HSN code the company's invoices bear (notification 78/2020 - Central Tax): 6 above a
/// turnover of ₹5 crore, else 4.
pub fn hsn_digits(case: &Look) -> Result<usize, Halt> {
    Ok(if org::turnover(case)? > 5_000_000_000 { 6 } else { 4 })
}

/// The issue of an HSN link: too few digits for the company's turnover.
pub fn hsn_issue(case: &Look, hsn: &str) -> Result<Option<Issue>, Halt> {
    let digits = hsn_digits(case)?;
    let code = case.find(HSN.key, hsn)?.and_then(|doc| doc.text("code").map(str::to_owned));
    let wrong = code.and_then(|code| identify::hsn_for(&code, digits).err());
    Ok(wrong.map(|message| Issue::new("hsn", Code::Input, message)))
}
