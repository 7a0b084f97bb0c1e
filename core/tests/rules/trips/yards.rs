//! Transfers on trips: who carries them is entered once, they leave by their own gate, and their receipt is
//! the proof.

use godown_core::docs::transfers::{self, TRANSFER};
use godown_core::docs::trips;
use serde_json::json;

use super::{Fleet, fleet};
use crate::support::site::seeded;

/// An accepted transfer of ten pieces from the second yard to the first.
fn accepted(fleet: &mut Fleet) -> String {
    let (yard, batch) = fleet.world.other_yard();
    let asks = fleet.world.who("YARD");
    let record = json!({
        "from_yard": yard, "to_yard": fleet.world.yard, "need_by": "2026-12-01",
        "lines": [{ "sku": fleet.world.sku, "pcs": 10 }],
    });
    let made = fleet.world.site.create(&asks, "transfer", record).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    step(fleet, "YARD", &id, "request", json!({}));
    let picks = json!({ "batches": [{ "line": 0, "batch": batch, "pcs": 10 }] });
    step(fleet, "YARD2", &id, "accept", picks);
    id
}

fn act(
    fleet: &mut Fleet,
    who: &str,
    id: &str,
    action: &str,
    with: serde_json::Value,
) -> Result<String, Vec<String>> {
    let actor = fleet.world.who(who);
    match fleet.world.site.act(&actor, "transfer", id, action, with) {
        Ok(doc) => Ok(doc["status"].as_str().unwrap().to_owned()),
        Err(issues) => Err(issues.into_iter().map(|issue| issue.message).collect()),
    }
}

fn step(fleet: &mut Fleet, who: &str, id: &str, action: &str, with: serde_json::Value) -> String {
    act(fleet, who, id, action, with).unwrap_or_else(|why| panic!("{who} {action}: {why:?}"))
}

/// frappe/erpnext#15261: what carries goods is told back to their papers.
#[test]
fn a_transfer_learns_from_its_trip_who_carries_it_and_tells_when_it_left_and_arrived() {
    let mut fleet = fleet();
    let transfer = accepted(&mut fleet);
    let loading = fleet.loading();
    let stops = json!([{ "transfer": transfer }, { "loading": loading }]);
    let record = fleet.record(stops);
    let trip = fleet.try_plan(record).unwrap();
    assert_eq!(fleet.doc(&trip).text("second_yard"), Some(fleet.world.yard.as_str()));
    fleet.step("LOGI", &trip, "place", json!({}));
    let doc = fleet.world.site.get("transfer", &transfer);
    assert_eq!(doc["status"], transfers::ASSIGNED);
    assert_eq!(doc["record"]["vehicle_no"], "MH14GT4100");
    assert_eq!(doc["record"]["driver"], fleet.world.driver.as_str());
    let other = json!({ "vehicle": fleet.world.site.make("vehicle", json!({
        "reg_no": "MH14GT4200", "truck_type": seeded("truck_type", "Truck 10 wheels"),
        "owned_by": "own", "capacity_g": 16_000_000,
    })) });
    let elsewhere = "It travels on TRP/PN/26-27/00001. Change the vehicle there";
    assert_eq!(act(&mut fleet, "LOGI", &transfer, "assign", other), Err(vec![elsewhere.into()]));
    let early = fleet.act("LOGI", &trip, "dispatch", json!({}));
    assert_eq!(early, Err(vec!["PNT/26-27/00001 has not left the yard yet".into()]));
    let weighed = json!({ "tare_g": 8_000_000, "gross_g": 8_283_470, "slip_no": "T7" });
    step(&mut fleet, "YARD2", &transfer, "gate_out", weighed);
    assert!(fleet.stop(&trip, 0).out);
    assert_eq!(fleet.step("LOGI", &trip, "dispatch", json!({})), trips::DISPATCHED);
    let pod = fleet.pod(0);
    let itself = "PNT/26-27/00001 is received by Pune One itself";
    assert_eq!(fleet.act("LOGI", &trip, "deliver", pod), Err(vec![itself.into()]));
    fleet.deliver(&trip, 1);
    let counted = json!({ "batches": [{ "lot": 0, "pcs": 9 }] });
    step(&mut fleet, "YARD", &transfer, "receive", counted);
    let stop = fleet.stop(&trip, 0);
    assert_eq!((stop.state.as_str(), stop.short_pcs), (trips::PARTLY, Some(1)));
    assert_eq!(stop.received_by.as_deref(), Some("YARD"));
    fleet.step("LOGI", &trip, "close", json!({}));
    step(&mut fleet, "YARD", &transfer, "hand_over", json!({}));
    let settled = |freight: i64| {
        json!({
            "paper_no": "DC/7", "freight_paise": freight,
            "decisions": [{ "lot": 0, "decision": "write_off", "pcs": 1, "weight_g": 28_347 }],
        })
    };
    let twice = "Its freight is settled on TRP/PN/26-27/00001";
    assert_eq!(
        act(&mut fleet, "ACC", &transfer, "settle", settled(50_000)),
        Err(vec![twice.into()])
    );
    let mut plain = settled(0);
    plain.as_object_mut().unwrap().remove("freight_paise");
    step(&mut fleet, "ACC", &transfer, "settle", plain);
    fleet.step("ACC", &trip, "settle", json!({ "paid_by": "cash" }));
    fleet.sound();
}

#[test]
fn a_transfer_that_is_cancelled_is_off_its_trip() {
    let mut fleet = fleet();
    let transfer = accepted(&mut fleet);
    let loading = fleet.loading();
    let record = fleet.record(json!([{ "transfer": transfer }, { "loading": loading }]));
    let trip = fleet.try_plan(record).unwrap();
    step(&mut fleet, "YARD", &transfer, "cancel", json!({ "remarks": "Not needed" }));
    let doc = fleet.doc(&trip);
    assert_eq!(doc.int("stop_count"), Some(1));
    assert_eq!(doc.get("second_yard"), None, "{doc:?}");
    fleet.sound();
    let again = fleet.record(json!([{ "transfer": transfer }]));
    let name = fleet.world.site.read(|look| Ok(look.doc(&TRANSFER, &transfer)?.name(&TRANSFER)));
    let issues = fleet.try_plan(again).unwrap_err();
    assert_eq!(
        issues[0].message,
        format!("{name} is Cancelled; a trip takes what a yard has set aside")
    );
}
