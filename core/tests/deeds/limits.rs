//! Requests for another credit limit, and what each level enters.

use godown_core::kept::doc::Doc;
use serde_json::{Value, json};

use super::Ground;

/// The record of a request for a larger limit for good.
pub fn beginning(ground: &Ground) -> Value {
    json!({
        "customer": ground.world.customer, "kind": "permanent", "amount_paise": 120_000_000,
        "reason": "REVIEW",
    })
}

/// As it was asked for, and with less of it.
pub fn inputs(doc: &Doc, action: &str) -> Vec<Value> {
    let remarks = json!({ "remarks": "As agreed by phone" });
    let asked = doc.int("amount_paise").unwrap_or(0);
    match action {
        "approve" => {
            let less = json!({ "amount_paise": asked - 100_000, "remarks": "A little less" });
            vec![json!({}), json!({}), less]
        }
        "recommend" => vec![json!({ "recommendation": "approve" })],
        _ => vec![remarks],
    }
}
