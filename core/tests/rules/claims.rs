//! What an inward proposes to claim of its supplier, and the photo of the slip that a site may want.

use godown_core::docs;
use godown_core::error::Code;
use godown_core::query;
use serde_json::{Value, json};

use crate::deeds::{Ground, beginning, sites};

/// An inward whose line says this beside what it weighed, approved.
fn approved(line: Value) -> (Ground, Value) {
    let [mut ground, _] = sites();
    let mut record = beginning(&ground, docs::find("inward").unwrap());
    for (key, value) in line.as_object().unwrap() {
        record["lines"][0][key] = value.clone();
    }
    let (purch, bm) = (ground.world.who("PURCH"), ground.world.who("BM"));
    let site = &mut ground.world.site;
    let made = site.create(&purch, "inward", Value::Object(record)).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    site.act(&purch, "inward", &id, "submit", json!({})).unwrap();
    let remarks = json!({ "remarks": "As the slip says" });
    let done = site.act(&bm, "inward", &id, "approve", remarks).unwrap();
    (ground, done)
}

fn claimed(done: &Value) -> Vec<(&str, i64, i64, i64)> {
    let claims = done["record"]["claims"].as_array().map(Vec::as_slice).unwrap_or_default();
    let int = |row: &Value, key: &str| row[key].as_i64().unwrap();
    claims
        .iter()
        .map(|row| {
            let what = row["what"].as_str().unwrap();
            (what, int(row, "weight_g"), int(row, "amount_paise"), int(row, "tax_paise"))
        })
        .collect()
}

#[test]
fn what_was_billed_and_did_not_come_is_proposed_with_its_tax() {
    let (_, done) = approved(json!({ "supplier_weight_g": 312_040 }));
    assert_eq!(claimed(&done), [("short", 10_000, 50_000, 9_000)]);
    assert_eq!(done["record"]["claim_paise"], json!(59_000));
}

#[test]
fn what_weighbridges_differ_by_is_nobodys_claim() {
    let (_, done) = approved(json!({ "supplier_weight_g": 303_500 }));
    assert_eq!((claimed(&done), &done["record"]["claim_paise"]), (Vec::new(), &Value::Null));
    let (_, done) = approved(json!({ "supplier_weight_g": 290_000 }));
    assert_eq!(claimed(&done), [], "more than billed is no claim");
}

#[test]
fn what_was_taken_back_on_the_vehicle_is_claimed_once() {
    let (ground, done) = approved(json!({
        "supplier_weight_g": 332_244, "rejected_pcs": 1, "rejected_g": 30_204,
        "reject_reason": "Bent ends",
    }));
    assert_eq!(claimed(&done), [("rejected", 30_204, 151_020, 27_184)]);
    let world = &ground.world;
    let (yard, now) = (world.who("YARD"), world.site.now);
    let id = done["id"].as_str().unwrap();
    let seen = query::view(&world.site.memory, &yard, now, "inward", id).unwrap();
    let seen = seen.value().unwrap()["record"].clone();
    assert_eq!(seen["claims"][0]["weight_g"], json!(30_204));
    let hidden = ["amount_paise", "tax_paise", "rate_paise"];
    assert!(hidden.iter().all(|key| seen["claims"][0].get(*key).is_none()), "{seen}");
    assert_eq!(seen.get("claim_paise"), None);
}

#[test]
fn a_site_that_wants_the_slips_photo_takes_no_inward_without_it() {
    let [mut ground, _] = sites();
    ground.world.setting(json!({ "inward_slip_photo": true }));
    let record = beginning(&ground, docs::find("inward").unwrap());
    let purch = ground.world.who("PURCH");
    let made = ground.world.site.create(&purch, "inward", Value::Object(record)).unwrap();
    let id = made["id"].as_str().unwrap();
    let why = ground.world.site.act(&purch, "inward", id, "submit", json!({})).unwrap_err();
    assert_eq!((why[0].code, why[0].path.as_str()), (Code::Required, "slip_photo"));
    ground.world.send_file("PURCH", "file-1");
    let photo = json!({ "slip_photo": "file-1" });
    ground.world.site.edit(&purch, "inward", id, photo).unwrap();
    ground.world.site.act(&purch, "inward", id, "submit", json!({})).unwrap();
}
