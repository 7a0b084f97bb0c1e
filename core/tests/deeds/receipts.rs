//! Money that a customer pays, and what people enter of it and of its cheque.

use serde_json::{Value, json};

use super::Ground;

/// The record of a bank transfer that stays on account.
pub fn beginning(ground: &Ground) -> Value {
    let today = ground.world.site.today().to_string();
    json!({
        "date": today, "customer": ground.world.customer, "mode": "bank_transfer",
        "amount_paise": 100_000, "utr": "HDFC123456789012", "spread": "none",
    })
}

/// The same amount by another mode, with what that mode needs; `number` tells its papers apart.
pub fn by_mode(ground: &Ground, mode: &str, number: u32) -> Value {
    let mut record = beginning(ground);
    let today = ground.world.site.today();
    record["mode"] = json!(mode);
    record["spread"] = json!("due");
    let mut set = |values: Value| {
        record.as_object_mut().unwrap().extend(values.as_object().unwrap().clone());
    };
    match mode {
        "cash" => set(json!({ "utr": null })),
        "cheque" | "pdc" => set(json!({
            "utr": null, "cheque_no": format!("{:06}", number % 1_000_000),
            "cheque_date": today.plus(if mode == "pdc" { 10 } else { 0 }).to_string(),
            "drawn_on": "HDFC Bank, Camp", "ifsc": "HDFC0001234",
        })),
        "adjustment" => set(json!({
            "utr": null, "adjusted": "written_off", "narration": "Small balance given up",
        })),
        _ => set(json!({ "utr": format!("HDFCR{number:011}") })),
    }
    record
}

/// As it should be, then in another way.
pub fn inputs(action: &str) -> Vec<Value> {
    let remarks = json!({ "remarks": "As agreed by phone" });
    match action {
        "bounce" => vec![
            json!({ "reason": "FUNDS" }),
            json!({ "reason": "SIGNATURE", "charges_paise": 59_000 }),
        ],
        "deposit" | "redeposit" => vec![json!({}), json!({ "bank": "ICICI Bank" })],
        "unallocate" | "reverse" | "cancel" => vec![remarks],
        _ => vec![json!({})],
    }
}
