//! Goods that were sold, and what people enter on the road of their return.

use godown_core::docs::orders;
use godown_core::kept::doc::Doc;
use serde_json::{Value, json};

use super::Ground;

/// Sells the whole of a batch of 36 pieces on an invoice of its own.
pub fn sold(ground: &mut Ground) {
    let world = &mut ground.world;
    let batch = world.stock(36, 1_020_500);
    let first = std::mem::replace(&mut world.batch, batch.clone());
    let order = world.at(orders::COMPLETED);
    world.batch = first;
    let invoice = world.loadings(&order)[0].text("invoice").unwrap().to_owned();
    ground.sold = (invoice, batch);
}

/// The record of a return of ten pieces.
pub fn beginning(ground: &Ground) -> Value {
    let (invoice, batch) = &ground.sold;
    json!({
        "invoice": invoice, "pickup": "customer", "freight_by": "customer",
        "vehicle_no": "MH12AB1234", "photos": ["file-1"],
        "lines": [{ "line": 0, "batch": batch, "pcs": 10, "reason": "RUST" }],
    })
}

fn int(row: &Value, key: &str) -> i64 {
    row[key].as_i64().unwrap_or(0)
}

/// As it should be, then with less of it or in another way.
pub fn inputs(doc: &Doc, action: &str, turn: u32) -> Vec<Value> {
    let remarks = "As agreed by phone";
    let lots = doc.get("lots").and_then(Value::as_array).cloned().unwrap_or_default();
    let lots: Vec<(usize, Value)> = lots.into_iter().enumerate().collect();
    let fewer = |of: &str, less: i64| -> Vec<Value> {
        let row =
            |(at, lot): &(usize, Value)| json!({ "lot": at, "pcs": (int(lot, of) - less).max(0) });
        lots.iter().map(row).collect()
    };
    match action {
        "approve" => {
            let one = json!({ "settlement": "credit_note", "override": true, "remarks": remarks });
            let mut less = one.clone();
            less["lines"] = json!(fewer("pcs", 1));
            vec![one, less]
        }
        "receive" => {
            let one = |less: i64| {
                let lines = fewer("approved_pcs", less);
                let weight: i64 = lots
                    .iter()
                    .zip(&lines)
                    .map(|((_, lot), row)| {
                        let (g, pcs) = (int(lot, "approved_g"), int(lot, "approved_pcs").max(1));
                        (g * int(row, "pcs") * 2 + pcs) / (2 * pcs)
                    })
                    .sum();
                json!({
                    "tare_g": 8_000_000, "gross_g": 8_000_000 + weight.max(1),
                    "slip_no": format!("R{turn}"), "lines": lines,
                })
            };
            [0, 1].map(one).to_vec()
        }
        "inspect" => {
            let free = |(at, lot): &(usize, Value)| json!({ "lot": at, "free_pcs": int(lot, "received_pcs") });
            let three = |(at, lot): &(usize, Value)| {
                let pcs = int(lot, "received_pcs");
                let (hold, dump) = (pcs / 3, pcs / 4);
                let free = pcs - hold - dump;
                json!({ "lot": at, "free_pcs": free, "hold_pcs": hold, "dump_pcs": dump })
            };
            let rows =
                |row: &dyn Fn(&(usize, Value)) -> Value| lots.iter().map(row).collect::<Vec<_>>();
            vec![json!({ "lines": rows(&three) }), json!({ "lines": rows(&free) })]
        }
        "decide_held" => {
            let held: Vec<_> = lots.iter().filter(|(_, lot)| int(lot, "hold_pcs") > 0).collect();
            let one = |key: &str| {
                let row =
                    |(at, lot): &&(usize, Value)| json!({ "lot": at, key: int(lot, "hold_pcs") });
                json!({ "lines": held.iter().map(row).collect::<Vec<_>>(), "remarks": remarks })
            };
            ["free_pcs", "dump_pcs"].map(one).to_vec()
        }
        _ => vec![json!({ "remarks": remarks })],
    }
}
