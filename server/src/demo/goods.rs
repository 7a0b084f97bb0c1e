//! The demo's goods: the groups with their formulas, SKUs of the sizes that move, and dated prices.

use std::collections::BTreeMap;

use godown_core::declare::actor::Actor;
use godown_core::docs::skus::sections::preset_of;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::groups::{GROUPS, Group, OFFERED, PROPERTIES, sizes};
use super::site::Site;
use super::{Fault, Known, Sku};

/// Every day of the story lies behind this.
const SINCE: &str = "2025-09-22";
const GST_BP: i64 = 1_800;

pub fn make(site: &mut Site, known: &mut Known, system: &Actor, today: Day) -> Result<(), Fault> {
    let properties = properties(site, system)?;
    let buyer = known.people.get("PURCH").cloned();
    let buyer = buyer.ok_or_else(|| Fault::text("nobody keeps the goods".to_owned()))?;
    for group in GROUPS {
        let id = group_of(site, system, &buyer, group, &properties)?;
        for (at, size) in sizes(group).into_iter().enumerate() {
            let row = |(code, value): &(&str, String)| json!({ "property": properties.get(code), "value": value });
            let record = json!({
                "product_group": id,
                "values": size.iter().map(row).collect::<Vec<Value>>(),
                "pcs_per_bundle": if group.stock_mode == "pcs" { Value::Null } else { json!(20) },
            });
            let sku = site.create(system, "sku", record)?;
            let step = site.between(-3, 6) * 25_000;
            known.skus.push(Sku {
                theo_g: sku.int("theo_g_per_pc").unwrap_or(1_000),
                id: sku.id,
                rate_paise: group.rupees * 100 + if group.rate_uom == "MT" { step } else { 0 },
                weight: [3, 2, 2, 1][at % 4],
                rate_uom: group.rate_uom,
            });
        }
    }
    prices(site, known, system, today)
}

/// The properties and what their lists offer; ids by code.
fn properties(site: &mut Site, system: &Actor) -> Result<BTreeMap<&'static str, String>, Fault> {
    let mut ids = BTreeMap::new();
    for (code, label, unit, min, max, step) in PROPERTIES {
        let some = |text: &str| if text.is_empty() { Value::Null } else { text.into() };
        let offered = OFFERED.iter().find(|(of, _)| of == code).map(|(_, offered)| *offered);
        let kind = if offered.is_some() { "list" } else { "number" };
        let record = json!({
            "code": code, "label": label, "kind": kind, "unit": some(unit), "min": some(min),
            "max": some(max), "step": some(step), "in_name": true,
            "in_formula": offered.is_none(),
        });
        let id = site.create(system, "sku_property", record)?.id;
        for (at, value) in offered.unwrap_or_default().iter().enumerate() {
            let record = json!({ "property": id, "value": value, "sort": at });
            site.create(system, "sku_property_value", record)?;
        }
        ids.insert(*code, id);
    }
    Ok(ids)
}

/// A group with its HSN, its mapping and its formula, tested and active.
fn group_of(
    site: &mut Site,
    system: &Actor,
    buyer: &Actor,
    group: &Group,
    properties: &BTreeMap<&str, String>,
) -> Result<String, Fault> {
    let rates = json!([{ "rate_bp": GST_BP, "from": SINCE }]);
    let record = json!({ "code": group.hsn, "name": group.goods, "gst_rates": rates });
    let hsn = site.create(system, "hsn", record)?.id;
    let record = json!({
        "name": group.name,
        "hsn": hsn,
        "rate_uom": group.rate_uom,
        "stock_mode": group.stock_mode,
        "batch_required": true,
        "nominal": group.nominal,
        "section": if group.section.is_empty() { Value::Null } else { group.section.into() },
        "name_template": group.template,
        "load_tolerance_bp": 300,
        "inward_tolerance_bp": 50,
    });
    let id = site.create(system, "product_group", record)?.id;
    let mapped = |(at, code): (usize, &&str)| {
        json!({
            "property": properties.get(code), "form_sequence": at + 1, "is_searchable": true,
            "search_sequence": at + 1, "is_mandatory": true,
            "default_value": if *code == "LEN" { json!("6000") } else { Value::Null },
        })
    };
    let rows: Vec<Value> = group.mapped.iter().enumerate().map(mapped).map(bare).collect();
    site.create(system, "sku_mapping", json!({ "product_group": id, "properties": rows }))?;
    let preset = preset_of(group.section);
    let expression = match preset {
        Some(preset) if group.expression.is_empty() => preset.expression,
        _ => group.expression,
    };
    let test = |(inputs, g): (&str, i64)| json!({ "inputs": inputs, "expected_g": g });
    let record = json!({
        "code": group.formula,
        "name": group.name,
        "product_group": id,
        "per": preset.map_or("pc", |preset| preset.per),
        "from": SINCE,
        "expression": expression,
        "tests": group.tests.map(test),
    });
    let formula = site.create(system, "formula", record)?;
    site.must(buyer, &formula, "activate", json!({}))?;
    Ok(id)
}

/// A row without what it does not say.
fn bare(row: Value) -> Value {
    match row {
        Value::Object(row) => row.into_iter().filter(|(_, value)| !value.is_null()).collect(),
        other => other,
    }
}

/// One rate for each SKU, from the first of the month before the story begins.
fn prices(site: &mut Site, known: &mut Known, system: &Actor, today: Day) -> Result<(), Fault> {
    let from = today.plus(-30).to_string();
    for at in 0..known.skus.len() {
        let sku = &known.skus[at];
        let floor = sku.rate_paise * 97 / 100;
        let record = json!({
            "sku": sku.id,
            "rate_uom": sku.rate_uom,
            "rate_paise": sku.rate_paise,
            "floor_paise": floor - floor % 100,
            "from": from,
        });
        site.create(system, "price", record)?;
    }
    by_state(site, known, system, &from)
}

/// Prices of a product group in the states of the other branches, and for a class of customers that
/// none of the demo's belongs to.
fn by_state(site: &mut Site, known: &Known, system: &Actor, from: &str) -> Result<(), Fault> {
    for (at, (group, uom, paise)) in known.groups.iter().enumerate() {
        for (state, dearer) in [("24", 60_000), ("36", 110_000), ("29", 145_000)] {
            let extra = if uom == "MT" { dearer + at as i64 * 2_500 } else { 100 };
            let record = json!({
                "product_group": group,
                "state": known.states.get(state),
                "rate_uom": uom,
                "rate_paise": paise + extra,
                "floor_paise": paise,
                "basis": "for",
                "from": from,
            });
            site.create(system, "price", record)?;
        }
    }
    for sku in known.skus.iter().step_by(9) {
        let record = json!({
            "sku": sku.id,
            "price_class": "D",
            "rate_uom": sku.rate_uom,
            "rate_paise": sku.rate_paise * 102 / 100,
            "from": from,
        });
        site.create(system, "price", record)?;
    }
    Ok(())
}
