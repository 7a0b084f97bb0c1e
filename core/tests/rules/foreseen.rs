//! What a device without the server finds wrong with a change: as much as the documents at hand tell.

use godown_core::calls;
use godown_core::docs::orders;
use serde_json::{Value, json};

use crate::support::World;

/// What comes of an action on a document of which the device has this, and these others.
fn foreseen(
    world: &World,
    id: &str,
    action: &str,
    inputs: Value,
    others: &[(&str, &str)],
) -> Value {
    let doc = world.doc(id);
    let mut docs = vec![serde_json::to_value(&doc).unwrap()];
    for (kind, id) in others {
        let other = world.site.read(|case| case.find(kind, id)).unwrap();
        docs.push(serde_json::to_value(&*other).unwrap());
    }
    let command = json!({
        "command_id": "ffffffff-ffff-4fff-8fff-ffffffffffff", "deed": "act", "doc_type": "order",
        "id": id, "version": doc.version, "action": action, "inputs": inputs,
    });
    let (actor, now) = (world.who("YARD"), world.site.now);
    let args = json!({ "actor": actor, "now": now, "command": command, "docs": docs });
    calls::call("foresee", &args).unwrap()
}

fn refusals(answer: &Value) -> Vec<(String, String)> {
    let issues = answer["refused"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let text = |issue: &Value, key: &str| issue[key].as_str().unwrap().to_owned();
    issues.iter().map(|issue| (text(issue, "path"), text(issue, "message"))).collect()
}

fn told(issues: &[(&str, &str)]) -> Vec<(String, String)> {
    issues.iter().map(|(path, message)| ((*path).to_owned(), (*message).to_owned())).collect()
}

#[test]
fn a_tare_above_the_gross_weight_is_refused_with_the_order_alone_at_hand() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    let mut record = world.loading(36, 1_020_500);
    record["tare_g"] = json!(9_100_000);
    let answer = foreseen(&world, &id, "load", json!({ "loading_record": record }), &[]);
    let wrong = told(&[("loading_record.tare_g", "Tare must be below the gross weight")]);
    assert_eq!(refusals(&answer), wrong);
    let inputs = json!({ "loading_record": record });
    let under = json!({
        "doc_type": "order", "status": orders::WAITING, "action": "load", "inputs": inputs,
    });
    let issues = calls::call("check", &under).unwrap();
    assert_eq!(refusals(&json!({ "refused": issues })), wrong, "the form asks the same");
}

#[test]
fn lines_that_weigh_something_else_than_the_vehicle_are_refused_where_the_tolerance_is_known() {
    let mut world = World::new();
    world.setting(json!({ "net_weight_tolerance_bp": 200 }));
    let id = world.at(orders::WAITING);
    let mut record = world.loading(36, 1_020_500);
    record["gross_g"] = json!(record["gross_g"].as_i64().unwrap() + 875_000);
    let inputs = json!({ "loading_record": record });
    let answer = foreseen(&world, &id, "load", inputs.clone(), &[]);
    let wanted = json!({ "type": "setting", "id": "setting" });
    assert!(answer["want"].as_array().unwrap().contains(&wanted), "{answer}");
    assert_eq!(answer["checked"], false);
    let answer = foreseen(&world, &id, "load", inputs, &[("setting", "setting")]);
    assert_eq!(
        refusals(&answer),
        told(&[("lines", "Weights of lines differ from net weight by 875 kg")])
    );
}

#[test]
fn more_pieces_than_are_open_and_more_than_the_vehicle_carries_are_refused_together() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    let admin = world.who("ADMIN");
    let vehicle = world.vehicle.clone();
    world.site.edit(&admin, "vehicle", &vehicle, json!({ "capacity_g": 1_000_000 })).unwrap();
    let record = world.loading(37, 1_020_500);
    let driver = record["driver"].as_str().unwrap().to_owned();
    let inputs = json!({ "loading_record": record });
    let others = [("vehicle", vehicle.as_str()), ("driver", driver.as_str())];
    let answer = foreseen(&world, &id, "load", inputs, &others);
    assert_eq!(
        refusals(&answer),
        told(&[
            ("lines.0.pcs", "Only 36 pcs of this line are open"),
            ("gross_g", "Load 1.021 MT exceeds MH12AB1234 capacity 1.000 MT"),
        ])
    );
}

#[test]
fn a_loading_that_nothing_at_hand_speaks_against_waits_for_the_server() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    let inputs = json!({ "loading_record": world.loading(36, 1_020_500) });
    let answer = foreseen(&world, &id, "load", inputs, &[]);
    assert_eq!(answer["checked"], false);
    assert_eq!(answer["doc"]["status"], orders::WAITING);
}

#[test]
fn what_is_deleted_without_the_server_is_told_as_it_stood_and_is_refused_by_the_same_rules() {
    let mut world = World::new();
    let record = json!({
        "title": "Crane", "starts_at": 1_790_000_000_000_i64, "ends_at": 1_790_003_600_000_i64,
        "audience": "me",
    });
    let sales = world.who("SALES");
    let made = world.site.create(&sales, "calendar_event", record).unwrap();
    let id = made["id"].as_str().unwrap();
    let event = world.site.read(|case| case.find("calendar_event", id)).unwrap();
    let deletes = |who: &str| {
        let command = json!({
            "command_id": "ffffffff-ffff-4fff-8fff-ffffffffffff", "deed": "delete",
            "doc_type": "calendar_event", "id": event.id, "version": event.version,
        });
        let args = json!({
            "actor": world.who(who), "now": world.site.now, "command": command,
            "docs": [serde_json::to_value(&*event).unwrap()],
        });
        calls::call("foresee", &args).unwrap()
    };
    let answer = deletes("SALES");
    assert_eq!(answer["doc"]["record"]["title"], "Crane", "{answer}");
    assert!(!refusals(&deletes("YARD")).is_empty(), "nobody deletes what is another's");
}
