//! Scrap on a site: a SKU that is sold out of the dump, orders for it, and how it is loaded and comes back.

use std::sync::Arc;

use godown_core::kept::doc::Doc;
use godown_core::ledger::stock;
use serde_json::{Value, json};

use super::Ground;
use crate::site::Site;

/// A SKU of HSN 7204 that is loaded out of the dump.
pub fn scrap_sku(site: &mut Site) -> String {
    let hsn = site.make(
        "hsn",
        json!({
            "code": "7204", "name": "Ferrous waste and scrap",
            "gst_rates": [{ "rate_bp": 1800, "from": "2017-07-01" }],
        }),
    );
    let group = site.make(
        "product_group",
        json!({
            "name": "Scrap", "hsn": hsn, "rate_uom": "MT", "stock_mode": "kg", "scrap": true,
        }),
    );
    site.make("sku", json!({ "name": "MS scrap", "product_group": group }))
}

/// A loading of what lies in the dump, at most what the order's line asks for.
pub fn loading(ground: &Ground, line: &Value, turn: u32) -> Value {
    let world = &ground.world;
    let lots = world.site.read(|look| stock::dumped(look, &world.yard));
    let asked = line["weight_g"].as_i64().unwrap_or(0);
    let lot = lots.first();
    let weight = lot.map_or(asked, |lot| lot.qty.g.min(asked)).max(1);
    let batch = lot.map_or(&world.batch, |lot| &lot.batch);
    json!({ "loading_record": {
        "vehicle": world.vehicle, "driver": world.driver, "mobile": "9822000001",
        "slip_no": format!("S{turn}"), "tare_g": 8_000_000, "gross_g": 8_000_000 + weight,
        "lines": [{ "order_line": 0, "batch": batch, "weight_g": weight }],
    } })
}

/// All of a loading, counted as it left.
pub fn unload(posted: &[Arc<Doc>], line: &Value) -> Value {
    let loading = posted.first();
    let of = |key: &str, other: &str| {
        loading.and_then(|doc| doc.int(key)).map_or_else(|| line[other].clone(), |n| json!(n))
    };
    json!({
        "pcs": of("pcs", "loaded_pcs"), "weight_g": of("weight_g", "loaded_g"),
        "remarks": "All back in bay 4",
    })
}

/// The record of an order for scrap.
pub fn order(ground: &Ground, weight_g: i64) -> Value {
    let mut record = ground.world.order_record();
    record["lines"] =
        json!([{ "sku": ground.scrap, "weight_g": weight_g, "rate_paise": 3_200_000 }]);
    record
}
