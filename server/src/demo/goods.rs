//! The demo's goods: the groups with their formulas, SKUs of the sizes that move, and dated prices.

use std::collections::BTreeMap;

use godown_core::declare::actor::Actor;
use godown_core::docs::starter;
use godown_core::docs::starter::steel::{GRADES, GROUPS, PROPERTIES, StarterGroup};
use godown_core::value::Day;
use serde_json::{Value, json};

use super::groups::{MAKES, rupees, sizes};
use super::site::Site;
use super::{Fault, Known, Sku};

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
                rate_paise: rupees(group) * 100 + if group.rate_uom == "MT" { step } else { 0 },
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
    for property in PROPERTIES {
        let id = site.create(system, "sku_property", starter::property(property))?.id;
        let offered = match property.0 {
            "GRADE" => GRADES,
            "MAKE" => MAKES,
            _ => &[],
        };
        for (at, value) in offered.iter().enumerate() {
            site.create(system, "sku_property_value", starter::value(&id, value, at))?;
        }
        ids.insert(property.0, id);
    }
    Ok(ids)
}

/// A group with its HSN, its mapping and its formula, tested and active.
fn group_of(
    site: &mut Site,
    system: &Actor,
    buyer: &Actor,
    group: &StarterGroup,
    properties: &BTreeMap<&str, String>,
) -> Result<String, Fault> {
    let hsn = site.create(system, "hsn", starter::hsn(group))?.id;
    let id = site.create(system, "product_group", starter::product_group(group, &hsn))?.id;
    let mapping = starter::mapping(group, &id, &|code| properties.get(code).cloned());
    site.create(system, "sku_mapping", mapping)?;
    let formula = site.create(system, "formula", starter::formula(group, &id))?;
    site.must(buyer, &formula, "activate", json!({}))?;
    Ok(id)
}

/// One rate for each SKU, from the first of the month before the story begins.
fn prices(site: &mut Site, known: &mut Known, system: &Actor, today: Day) -> Result<(), Fault> {
    let from = today.plus(-30);
    priced(site, &known.skus, from)?;
    by_state(site, known, system, &from.to_string())
}

/// One rate for each of some SKUs, from a day on.
pub fn priced(site: &mut Site, skus: &[Sku], from: Day) -> Result<(), Fault> {
    for sku in skus {
        let floor = sku.rate_paise * 97 / 100;
        let record = json!({
            "sku": sku.id,
            "rate_uom": sku.rate_uom,
            "rate_paise": sku.rate_paise,
            "floor_paise": floor - floor % 100,
            "from": from.to_string(),
        });
        site.create(&Actor::system(), "price", record)?;
    }
    Ok(())
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
