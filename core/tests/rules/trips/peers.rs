//! Defects that users of other programs reported of trips, each by what goes wrong there.

use godown_core::docs::trips;
use godown_core::error::Code;
use godown_core::query::trips::{UntrippedAsked, untripped};
use serde_json::json;

use super::{Fleet, fleet, lorry};
use crate::support::DAY;

/// What a planner is offered: ids.
fn offered(fleet: &Fleet) -> Vec<String> {
    let (site, logi) = (&fleet.world.site, fleet.world.who("LOGI"));
    let all = untripped(&site.memory, &logi, site.now, &UntrippedAsked::default()).unwrap();
    all.rows.into_iter().map(|row| row.id).collect()
}

/// frappe/erpnext#16003.
#[test]
fn a_loading_is_not_put_on_a_second_trip_while_the_first_takes_it() {
    let mut fleet = fleet();
    let (one, two) = (fleet.loading(), fleet.loading());
    fleet.plan(&[&one]);
    let vendor = fleet.vendor.clone();
    fleet.lorry = lorry(&mut fleet.world, &vendor, "MH14GT4200", json!({}));
    let stops = json!([{ "loading": two }, { "loading": one }]);
    let record = fleet.record(stops);
    let issues = fleet.try_plan(record).unwrap_err();
    assert_eq!(issues.len(), 1);
    assert_eq!((issues[0].path.as_str(), issues[0].code), ("stops.1.loading", Code::Duplicate));
    let no = fleet.world.site.get("loading", &one)["doc_no"].as_str().unwrap().to_owned();
    assert_eq!(issues[0].message, format!("Loading {no} already exists in TRP/PN/26-27/00001"));
    assert_eq!(fleet.holder(&two), None, "a refused trip holds nothing");
    let logi = fleet.world.who("LOGI");
    let other = fleet.plan(&[&two]);
    let both = json!({ "stops": [{ "loading": two }, { "loading": one }] });
    let edited = fleet.world.site.edit(&logi, "trip", &other, both).unwrap_err();
    assert_eq!(edited[0].code, Code::Duplicate);
    fleet.sound();
}

/// frappe/erpnext#41427.
#[test]
fn what_was_delivered_is_not_scheduled_again_after_its_trip_is_over() {
    let mut fleet = fleet();
    let one = fleet.loading();
    assert_eq!(offered(&fleet), std::slice::from_ref(&one));
    let trip = fleet.dispatched(&[&one]);
    assert_eq!(offered(&fleet), Vec::<String>::new());
    fleet.deliver(&trip, 0);
    fleet.step("LOGI", &trip, "close", json!({}));
    fleet.step("ACC", &trip, "settle", json!({ "paid_by": "cash" }));
    assert_eq!(offered(&fleet), Vec::<String>::new());
    fleet.world.later(DAY);
    let record = fleet.record(json!([{ "loading": one }]));
    assert_eq!(fleet.try_plan(record).unwrap_err()[0].code, Code::Duplicate);
}

/// frappe/erpnext#37307.
#[test]
fn a_trip_is_planned_with_drafts_and_does_not_start_with_them() {
    let mut fleet = fleet();
    let draft = fleet.draft();
    let trip = fleet.plan(&[&draft.0]);
    assert_eq!(fleet.doc(&trip).int("weight_g"), Some(1_020_500));
    fleet.step("LOGI", &trip, "place", json!({}));
    fleet.step("LOGI", &trip, "start_loading", json!({}));
    let early = fleet.act("LOGI", &trip, "dispatch", json!({}));
    let no = fleet.stop(&trip, 0).no;
    assert_eq!(early, Err(vec![format!("{no} has not left the yard yet")]));
    assert_eq!(fleet.doc(&trip).status, trips::UNDER_LOADING);
    fleet.post(&draft);
    assert_eq!(fleet.step("LOGI", &trip, "dispatch", json!({})), trips::DISPATCHED);
}

/// odoo/odoo#249239.
#[test]
fn the_load_of_a_vehicle_is_that_of_its_own_trip_and_of_no_other() {
    let mut fleet = fleet();
    let (one, two) = (fleet.loading(), fleet.loading());
    let first = fleet.plan(&[&one]);
    let vendor = fleet.vendor.clone();
    fleet.lorry = lorry(&mut fleet.world, &vendor, "MH14GT4200", json!({}));
    let second = fleet.plan(&[&two]);
    for trip in [first, second] {
        let doc = fleet.doc(&trip);
        assert_eq!((doc.int("weight_g"), doc.int("fill_bp")), (Some(1_020_500), Some(638)));
    }
}

/// frappe/erpnext#32129.
#[test]
fn a_vehicle_on_the_road_is_not_taken_for_a_second_trip() {
    let mut fleet = fleet();
    let (one, two) = (fleet.loading(), fleet.loading());
    let trip = fleet.dispatched(&[&one]);
    fleet.world.later(3 * DAY);
    let record = fleet.record(json!([{ "loading": two }]));
    let issues = fleet.try_plan(record.clone()).unwrap_err();
    assert_eq!(issues[0].path, "vehicle");
    assert!(issues[0].message.starts_with("MH14GT4100 is on TRP/PN/26-27/00001 until "));
    fleet.deliver(&trip, 0);
    fleet.step("LOGI", &trip, "close", json!({}));
    assert!(fleet.try_plan(record).is_ok());
}
