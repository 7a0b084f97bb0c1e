//! The demo's stock: which yard keeps which sizes, what comes in, and what an order can ask for.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::ledger::stock;
use godown_core::value::{Day, Instant};
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::{self, Site};
use super::{Fault, Known};

/// How many sizes a yard keeps.
const KEPT: usize = 34;
/// How many of the sizes that run lowest one truck brings.
const LINES: usize = 3;

/// The opening trucks of the first days, then one truck a week for each yard.
pub fn plan(
    site: &mut Site,
    known: &Known,
    first: Day,
    from: Day,
    until: Day,
    add: &mut dyn FnMut(Instant, usize),
) {
    for yard in 0..known.yards.len() {
        for truck in 0..8_i64 {
            let minutes = 8 * 60 + 30 + truck * 23 + yard as i64 * 3;
            add(site::at(first.plus((truck % 2) as i32), minutes), yard);
        }
        let mut day = from.plus(yard as i32);
        while day <= until {
            add(site::at(day, 8 * 60 + 40 + yard as i64 * 7), yard);
            day = day.plus(site.between(5, 8) as i32);
        }
    }
}

/// The sizes a yard keeps: a slice of all that differs by yard.
fn kept(known: &Known, yard: usize) -> Vec<usize> {
    let count = known.skus.len();
    (0..KEPT).map(|n| (n * 5 + yard * 3) % count).collect()
}

/// Free pieces that nobody has reserved.
fn available(site: &Site, yard: &str, sku: &str) -> Result<i64, Fault> {
    let system = Actor::system();
    let case = docs::look(&site.state, &system, site.now);
    let free = stock::free(&case, yard, sku)?;
    let held = stock::reserved(&case, yard, sku)?;
    Ok(free.pcs - held.pcs)
}

/// One truck: the sizes that run lowest, weighed in and approved.
pub fn inward(site: &mut Site, known: &Known, yard: usize) -> Result<(), Fault> {
    let place = &known.yards[yard];
    let mut low: Vec<(i64, usize)> = Vec::new();
    for sku in kept(known, yard) {
        let free = available(site, &place.id, &known.skus[sku].id)?;
        low.push((free * known.skus[sku].theo_g, sku));
    }
    low.sort();
    let mut lines = Vec::new();
    let mut total_g = 0;
    for (_, at) in low.into_iter().take(LINES) {
        let sku = &known.skus[at];
        let pcs = (site.between(4_600_000, 7_200_000) / sku.theo_g).max(20);
        let actual_bp = site.between(9_840, 10_060);
        let weight_g = pcs * sku.theo_g * actual_bp / 10_000;
        total_g += weight_g;
        let heat = site.between(10_000, 99_999);
        let zone = &place.zones[at % place.zones.len()];
        lines.push(json!({
            "sku": sku.id,
            "pcs": pcs,
            "weight_g": weight_g,
            "supplier_weight_g": weight_g + site.between(-4_000, 22_000),
            "rate_paise": sku.rate_paise * 94 / 100,
            "heat_no": format!("H{heat}"),
            "zone": zone,
        }));
    }
    let buyer = person(known, "PURCH")?.clone();
    let tare_g = site.between(8_200, 11_400) * 1_000;
    let gross_g = tare_g + total_g + site.between(-12, 12) * 500;
    let number = site.between(1_000, 9_999);
    let day = site.today();
    let supplier = known.suppliers[site.pick(known.suppliers.len())].clone();
    let record = json!({
        "date": day.to_string(),
        "yard": place.id,
        "supplier": supplier,
        "supplier_invoice_no": format!("SI/{}/{number}", site.entries.len()),
        "supplier_invoice_date": day.plus(-1).to_string(),
        "supplier_invoice_paise": 95_000_000 + number * 100,
        "vehicle_no": format!("MH12TR{number}"),
        "ewb_no": format!("27{:010}", number * 88_321 + site.entries.len() as i64),
        "tare_g": tare_g,
        "gross_g": gross_g,
        "unloading_by": "Yard crew",
        "lines": lines,
        "freight_paise": 1_200_000,
    });
    let doc = site.create(&buyer, "inward", record)?;
    let doc = site.must(&buyer, &doc, "submit", json!({}))?;
    site.pass(25 * 60_000);
    let approver = person(known, manager(place.branch))?.clone();
    let remarks = json!({ "remarks": "Weights and papers checked" });
    site.must(&approver, &doc, "approve", remarks)?;
    Ok(())
}

/// One to four lines of what a yard can spare; fewer, when it can spare little.
pub fn lines(site: &mut Site, known: &Known, yard: usize) -> Result<Vec<Value>, Fault> {
    let kept = kept(known, yard);
    let wanted = 1 + site.pick(4);
    let mut lines: Vec<Value> = Vec::new();
    let mut seen: Vec<usize> = Vec::new();
    for _ in 0..wanted * 3 {
        let at = kept[site.pick(kept.len())];
        if lines.len() == wanted || seen.contains(&at) {
            continue;
        }
        seen.push(at);
        let sku = &known.skus[at];
        let spare = available(site, &known.yards[yard].id, &sku.id)?;
        let asked = (site.between(300_000, 1_900_000) / sku.theo_g).max(5);
        let pcs = asked.min(spare * 6 / 10);
        if pcs < 3 {
            continue;
        }
        let below = site.pick(25) == 0;
        lines.push(json!({
            "sku": sku.id,
            "pcs": pcs,
            "rate_paise": if below { json!(sku.rate_paise * 96 / 100) } else { Value::Null },
        }));
    }
    for line in &mut lines {
        if let Value::Object(map) = line {
            map.retain(|_, value| !value.is_null());
        }
    }
    Ok(lines)
}
