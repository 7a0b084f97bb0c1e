//! The SKU: found or made from its product group and the values of its properties, never twice.

use serde_json::Value;

use super::goods::{PRODUCT_GROUP, PURCHASE_KEEPS, SKU_MAPPING, SKU_PROPERTY};
use super::places::YARD;
use super::tax::{self, HSN};
use super::units::UOM;
use super::{MASTER, batches::BATCH};
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt, Issue, done};
use crate::json::Json;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::said;
use crate::schema::*;
use crate::write::index;

pub mod build;
pub mod formulas;
pub mod kit;
pub mod name;
pub mod sections;

use build::{Built, build};
use formulas::FORMULA;
use kit::Kit;

const VALUES: &[Field] = &[
    link("property", "Property", &SKU_PROPERTY).required(),
    text("value", "Value", 60).required(),
];

const REORDER: &[Field] = &[
    link("yard", "Yard", &YARD).required(),
    pieces("min_pcs", "Minimum"),
    pieces("reorder_pcs", "Reorder at"),
    pieces("max_pcs", "Maximum"),
];

const SALE_STATES: &[Choice] =
    &[("open", "Open"), ("blocked", "Blocked"), ("discontinued", "Discontinued")];

pub static SKU: DocType = DocType {
    key: "sku",
    label: "SKU",
    plural: "SKUs",
    fields: &[
        text("name", "Name", 120)
            .unique()
            .listed()
            .searched()
            .help("Leave blank for the name made of the group and its values"),
        link("product_group", "Product group", &PRODUCT_GROUP).required().listed(),
        rows("values", "Properties", VALUES, 40),
        text("make", "Make", 60).listed().searched(),
        text("grade", "Grade", 60).listed().searched(),
        millimetres("length_mm", "Standard length", 1, 18_000).listed(),
        grams("theo_g_per_pc", "Weight per piece")
            .between(1, 999_999_999)
            .listed()
            .help("Leave blank for the weight by the group's formula"),
        text("weight_reason", "Reason for another weight", 200),
        pieces("pcs_per_bundle", "Pieces per bundle"),
        link("hsn", "HSN", &HSN).help("Leave blank for the product group's"),
        link("uom", "Unit", &UOM),
        text("barcode", "Barcode", 40).unique().searched(),
        choice("sale_status", "Sale", SALE_STATES).default("\"open\"").listed(),
        choice("purchase_status", "Purchase", SALE_STATES).default("\"open\""),
        rows("reorder", "Reorder levels", REORDER, 50),
        file("image", "Picture"),
        note("remark", "Remark", 500),
        grams("calc_g_per_pc", "Weight by the formula").computed(),
        link("formula", "Weighed by", &FORMULA).computed(),
        text("combination", "Combination", 4_000).computed(),
    ],
    unique_together: &[("combination", &["combination"])],
    sorts: &["name", "doc_no", "-updated_at"],
    filters: &["product_group", "sale_status"],
    grants: PURCHASE_KEEPS,
    series: Some(Series { word: "SKU", width: 6, suffix: "", plain: true }),
    check: Some(levels_rise),
    on_save: deciding(sku_rules),
    after: &[&PRODUCT_GROUP, &SKU_MAPPING, &FORMULA],
    ..MASTER
};

/// The levels of a yard rise from the minimum over the one to reorder at to the maximum.
fn levels_rise(record: &Record, issues: &mut Vec<Issue>) {
    let rows = record.get("reorder").and_then(Value::as_array).map(Vec::as_slice);
    for (at, row) in rows.unwrap_or_default().iter().enumerate() {
        let level = |key: &str| row.get(key).and_then(Value::as_i64);
        let [least, reorder, most] = ["min_pcs", "reorder_pcs", "max_pcs"].map(level);
        let above =
            |one: Option<i64>, other: Option<i64>| one.zip(other).is_some_and(|(a, b)| a > b);
        let mut refuse = |key: &str, message: &'static str| {
            issues.push(Issue::new(format!("reorder.{at}.{key}"), Code::Input, message));
        };
        if above(least, reorder) {
            refuse("reorder_pcs", "Must not be below the minimum");
        }
        if above(reorder, most) || above(least, most) {
            refuse("max_pcs", "Must not be below the other levels");
        }
    }
}

fn sku_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let group = doc.text("product_group").unwrap_or_default().to_owned();
    let kit = kit_of(case, &group, &doc.record)?;
    let built = build(&kit, &doc.record, before.map(|before| &before.record));
    let mut issues = Vec::new();
    if let Some(hsn) = doc.text("hsn").map(str::to_owned) {
        issues.extend(tax::hsn_issue(case, &hsn)?);
    }
    issues.extend(fixed(case, before, doc)?);
    issues.extend(built.issues.iter().cloned());
    done(issues)?;
    if let Some(twin) = twin(case, &built.key)?.filter(|twin| twin.id != doc.id) {
        let message = said!("{sku} already exists", sku = twin.title(&SKU));
        return Err(Halt::issues(vec![Issue::new("values", Code::Duplicate, message)]));
    }
    keep(doc, built);
    Ok(())
}

/// The group's kit today; where nothing is mapped, one of whatever was given.
pub fn kit_of(case: &Look, group: &str, record: &Record) -> Result<Kit, Halt> {
    let mut kit = kit::kit_for(case, group, case.today())?;
    let given = record.get("values").and_then(Value::as_array).map(Vec::as_slice);
    for row in given.unwrap_or_default().iter().filter(|_| !kit.mapped) {
        let id = row.get("property").and_then(Value::as_str).unwrap_or_default();
        if !kit.properties.iter().any(|one| one.property == id) {
            let property = case.doc(&SKU_PROPERTY, id)?;
            kit.properties.push(kit::unmapped(case, &property)?);
        }
    }
    Ok(kit)
}

/// The SKU that has this key.
pub fn twin(case: &Look, key: &str) -> Result<Option<std::sync::Arc<Doc>>, Halt> {
    if key.is_empty() {
        return Ok(None);
    }
    let value = index::unique_text(&key.into());
    let id = case.value::<String>(&keys::unique(SKU.key, "combination", &value))?;
    Ok(id.map(|id| case.find(SKU.key, &id)).transpose()?.flatten())
}

/// Refuses changes of fixed fields: the group of an SKU that was used, the unit once stock moved.
fn fixed(case: &Look, before: Option<&Doc>, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let Some(before) = before else { return Ok(Vec::new()) };
    let mut issues = Vec::new();
    for (key, label) in [("product_group", "Product group"), ("uom", "Unit")] {
        if before.get(key) != doc.get(key) && has_moved(case, &doc.id)? {
            let message = said!("{label} cannot be changed once stock of the SKU moved", label);
            issues.push(Issue::new(key, Code::Input, message));
        }
    }
    Ok(issues)
}

/// Stock moves in batches, and a batch names its SKU for ever.
fn has_moved(case: &Look, sku: &str) -> Result<bool, Halt> {
    Ok(!index::ids_where(case, &BATCH, "sku", sku)?.is_empty())
}

fn keep(doc: &mut Doc, built: Built) {
    let mut set = |key: &str, value: Option<Value>| match value {
        Some(value) => doc.set(key, value),
        None => drop(doc.record.shift_remove(key)),
    };
    if built.theo_g_per_pc == built.calc_g_per_pc {
        set("weight_reason", None);
    }
    set("name", Some(built.name.into()));
    set("values", (!built.values.is_empty()).then_some(built.values.write()));
    set("make", built.make.map(Value::from));
    set("grade", built.grade.map(Value::from));
    set("length_mm", built.length_mm.map(Value::from));
    set("theo_g_per_pc", built.theo_g_per_pc.map(Value::from));
    set("calc_g_per_pc", built.calc_g_per_pc.map(Value::from));
    set("formula", built.formula.map(Value::from));
    set("combination", Some(built.key.into()));
    let entry = |field: &Field| doc.record.shift_remove_entry(field.key);
    doc.record = SKU.fields.iter().filter_map(entry).collect();
}
