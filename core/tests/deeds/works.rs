//! What people enter on the road of a work order: all at once, then a part of it.

use godown_core::kept::doc::Doc;
use serde_json::{Value, json};

fn part(doc: &Doc, pcs: &str, share: i64) -> Vec<Value> {
    let lots = doc.get("lots").and_then(Value::as_array).cloned().unwrap_or_default();
    let rows = lots.into_iter().enumerate();
    let some = rows.filter(|(_, lot)| lot[pcs].as_i64().unwrap_or(0) > 0);
    some.map(|(at, lot)| {
        let pcs = (lot[pcs].as_i64().unwrap_or(0) / share).max(1);
        json!({ "input": at, "pcs": pcs })
    })
    .collect()
}

pub fn inputs(doc: &Doc, action: &str) -> Vec<Value> {
    let remarks = "As agreed by phone";
    let of = |key: &str| {
        let one = |share| json!({ "batches": part(doc, key, share), "challan_no": "JW/7" });
        [1, 2].map(one).to_vec()
    };
    let plain = |mut value: Value| {
        value.as_object_mut().unwrap().remove("challan_no");
        value
    };
    match action {
        "submit" | "approve" | "revise" | "hand_over" | "resume" => vec![json!({})],
        "issue" => of("held_pcs"),
        "reduce" => of("held_pcs").into_iter().skip(1).map(plain).collect(),
        "give_back" => of("wip_pcs").into_iter().map(plain).collect(),
        "record_output" => [1, 2].map(|share| output(doc, share)).to_vec(),
        _ => vec![json!({ "remarks": remarks })],
    }
}

/// Of what is in work nine pieces of ten come out, by weight as well.
fn output(doc: &Doc, share: i64) -> Value {
    let used = part(doc, "wip_pcs", share);
    let pcs: i64 = used.iter().map(|row| row["pcs"].as_i64().unwrap_or(0)).sum();
    let outputs = doc.get("outputs").and_then(Value::as_array).cloned().unwrap_or_default();
    let sku = outputs.first().map(|row| row["sku"].clone()).unwrap_or_default();
    json!({
        "used": used, "scrap_g": pcs * 1_000, "remarks": "Weighed on the platform scale",
        "outputs": [{ "sku": sku, "pcs": pcs, "weight_g": pcs * 26_000 }],
    })
}
