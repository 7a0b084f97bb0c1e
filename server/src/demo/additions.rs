//! What came in, cost or weighed otherwise than the demo's inwards say: an additional inward of each type, one
//! that waits for its approval and one that is still being written.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::kept::doc::Doc;
use godown_core::ledger::stock::{self, StockPlace};
use godown_core::query::list::{Op, Query, Where, page};
use godown_core::value::Day;
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known};

/// The yard, the type, the reason, words, and how far it came.
const ADDITIONS: &[(usize, &str, &str, &str, &str)] = &[
    (0, "extra_receipt", "LATE_RECEIPT", "A bundle lay behind the cabin", "Approved"),
    (0, "late_freight", "LATE_FREIGHT", "Transporter billed the detour", "Approved"),
    (1, "found_stock", "FOUND", "Lay under the tarpaulin of bay 2", "Approved"),
    (2, "opening_stock", "OPENING", "From the count of the last day of March", "Approved"),
    (2, "weight_correction", "WEIGHING", "Slip was read without its tare", "Approved"),
    (3, "opening_stock", "OPENING", "Two racks that the first list left out", "Pending Approval"),
    (1, "found_stock", "FOUND", "Behind the shed, not weighed yet", "Draft"),
];

/// How many of the last inwards of a yard are looked through for one with a batch that still lies there.
const LOOKED: usize = 20;

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let buyer = person(known, "PURCH")?.clone();
    for (at, (yard, kind, reason, words, status)) in ADDITIONS.iter().enumerate() {
        let place = &known.yards[*yard];
        let parent = parent(site, &place.id)?;
        let with_parent = !matches!(*kind, "found_stock" | "opening_stock");
        if with_parent && parent.is_none() {
            continue;
        }
        let (inward, batch) =
            parent.map_or((Value::Null, Value::Null), |(doc, batch)| (json!(doc.id), json!(batch)));
        let sku = &known.skus[(at * 7 + 5) % known.skus.len()];
        let goods = json!({
            "sku": sku.id, "pcs": 12 + at, "weight_g": (12 + at as i64) * sku.theo_g,
            "rate_paise": sku.rate_paise * 94 / 100, "zone": place.zones[at % place.zones.len()],
            "rack": format!("R{}", at + 1),
        });
        let line = match *kind {
            "late_freight" => json!({ "of_batch": batch, "extra_paise": 480_000 }),
            "weight_correction" => {
                json!({ "of_batch": batch, "sign": "minus", "weight_g": 12_000 })
            }
            _ => goods,
        };
        let record = json!({
            "kind": kind,
            "date": until.to_string(),
            "yard": place.id,
            "inward": if with_parent { inward } else { Value::Null },
            "reason": reason,
            "lines": [line],
            "note": words,
        });
        let doc = site.create(&buyer, "additional_inward", record)?;
        if *status == "Draft" {
            continue;
        }
        let doc = site.must(&buyer, &doc, "submit", json!({}))?;
        site.pass(4 * 60_000);
        if *status == "Approved" {
            let approver = person(known, manager(place.branch))?.clone();
            site.must(&approver, &doc, "approve", json!({ "remarks": "Seen in the yard" }))?;
        }
    }
    Ok(())
}

/// The last approved inward of a yard of which a batch still lies there, and that batch.
fn parent(site: &Site, yard: &str) -> Result<Option<(Doc, String)>, Fault> {
    let system = Actor::system();
    let that = |field: &str, value: &str| Where {
        field: field.to_owned(),
        op: Op::Eq,
        value: value.to_owned(),
    };
    let query = Query {
        conditions: vec![that("yard", yard), that("status", "Approved")],
        sort: "-date".to_owned(),
        limit: LOOKED,
        ..Query::default()
    };
    let found = page(&site.state, &system, site.now, "inward", &query)?;
    let case = docs::look(&site.state, &system, site.now);
    for row in found.records()? {
        let id = row.get("id").and_then(Value::as_str).unwrap_or_default();
        let Some(doc) = site.find("inward", id)? else { continue };
        for line in doc.get("lines").and_then(Value::as_array).into_iter().flatten() {
            let text = |key: &str| line.get(key).and_then(Value::as_str).unwrap_or_default();
            let place = StockPlace::free(yard, text("sku"), text("batch"));
            let lies = stock::balance(&case, &place)?;
            if lies.pcs > 5 && lies.g > 100_000 {
                return Ok(Some((doc.clone(), text("batch").to_owned())));
            }
        }
    }
    Ok(None)
}
