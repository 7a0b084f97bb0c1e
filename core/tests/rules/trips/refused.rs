//! What a trip refuses: a load, papers, times, e-way bills, and proofs of delivery that are none.

use godown_core::docs::trips;
use godown_core::error::{Code, Issue};
use godown_core::query;
use serde_json::{Value, json};

use super::{Fleet, fleet, lorry, transporter};
use crate::support::site::seeded;
use crate::support::{DAY, HOUR};

fn told(issues: Vec<Issue>) -> Vec<(String, Code, String)> {
    issues.into_iter().map(|issue| (issue.path, issue.code, issue.message)).collect()
}

fn one(path: &str, code: Code, message: &str) -> Vec<(String, Code, String)> {
    vec![(path.to_owned(), code, message.to_owned())]
}

/// What a plan with another value of some fields is refused for.
fn refused(fleet: &mut Fleet, with: Value) -> Vec<(String, Code, String)> {
    let loading = fleet.loading();
    let mut record = fleet.record(json!([{ "loading": loading }]));
    record.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    told(fleet.try_plan(record).unwrap_err())
}

/// A lorry with other values carries the next trips.
fn take(fleet: &mut Fleet, with: Value) {
    let vendor = fleet.vendor.clone();
    fleet.lorry = lorry(&mut fleet.world, &vendor, "MH14GT4200", with);
}

#[test]
fn more_than_the_vehicle_carries_is_refused_and_nearly_as_much_is_warned_of() {
    let mut fleet = fleet();
    take(&mut fleet, json!({ "capacity_g": 1_020_000 }));
    let over = "Load 1.021 MT exceeds MH14GT4200 capacity 1.020 MT";
    assert_eq!(refused(&mut fleet, json!({})), one("stops", Code::Overload, over));
    let admin = fleet.world.who("ADMIN");
    let lorry = fleet.lorry.clone();
    let edit = |fleet: &mut Fleet, g: i64| {
        fleet.world.site.edit(&admin, "vehicle", &lorry, json!({ "capacity_g": g })).unwrap();
    };
    edit(&mut fleet, 1_030_000);
    let loading = fleet.loading();
    let trip = fleet.plan(&[&loading]);
    let warnings = |fleet: &Fleet| -> Vec<String> {
        let site = &fleet.world.site;
        let view = query::view(&site.memory, &fleet.world.who("LOGI"), site.now, "trip", &trip);
        let all = view.unwrap().value().unwrap()["warnings"].as_array().cloned().unwrap();
        all.iter().map(|one| one["message"].as_str().unwrap().to_owned()).collect()
    };
    let near = "Load 1.021 MT is 99.08 % of what MH14GT4200 carries, 1.030 MT";
    assert_eq!(warnings(&fleet), [near]);
    edit(&mut fleet, 1_080_000);
    assert_eq!(warnings(&fleet), Vec::<String>::new(), "94.49 %");
    fleet.world.setting(json!({ "trip_warn_bp": 9_000 }));
    assert_eq!(warnings(&fleet).len(), 1, "a site may warn earlier");
    edit(&mut fleet, 1_020_000);
    let placed = fleet.act("LOGI", &trip, "place", json!({}));
    assert_eq!(placed, Err(vec![over.into()]), "what changed since is found when it counts");
}

#[test]
fn pieces_longer_than_the_bed_need_a_note_how_they_are_secured() {
    let mut fleet = fleet();
    take(&mut fleet, json!({ "body_length_mm": 4_300 }));
    let long = "The longest piece, 6 m, stands out 1.7 m beyond the bed of MH14GT4200. \
                Enter how it is secured";
    assert_eq!(refused(&mut fleet, json!({})), one("overhang", Code::Required, long));
    let loading = fleet.loading();
    let mut record = fleet.record(json!([{ "loading": loading }]));
    record["overhang"] = json!("Red flag, tied twice");
    assert!(fleet.try_plan(record).is_ok());
}

#[test]
fn papers_that_run_out_before_the_day_of_the_trip_are_refused() {
    let mut fleet = fleet();
    take(&mut fleet, json!({ "permit_to": "2026-11-23", "puc_to": "2026-11-22" }));
    let now = fleet.world.site.now.0;
    let in_days = |days: i64| json!({ "leaves_at": now + days * DAY });
    assert_eq!(
        refused(&mut fleet, in_days(3)),
        [
            (
                "vehicle".into(),
                Code::VehicleDoc,
                "Permit of MH14GT4200 expired on 23-11-2026".into()
            ),
            (
                "vehicle".into(),
                Code::VehicleDoc,
                "Pollution certificate of MH14GT4200 expired on 22-11-2026".into(),
            ),
        ]
    );
    let loading = fleet.loading();
    let trip = fleet.plan(&[&loading]);
    fleet.step("LOGI", &trip, "place", json!({}));
    fleet.world.later(2 * DAY);
    let late = fleet.act("LOGI", &trip, "dispatch", json!({}));
    let pollution = "Pollution certificate of MH14GT4200 expired on 22-11-2026";
    assert_eq!(late, Err(vec![pollution.into()]));
    // Loaded while the licence was good.
    let loading = fleet.loading();
    let admin = fleet.world.who("ADMIN");
    let driver = fleet.world.driver.clone();
    let old = json!({ "licence_to": "2026-11-20" });
    fleet.world.site.edit(&admin, "driver", &driver, old).unwrap();
    let vendor = fleet.vendor.clone();
    fleet.lorry = super::lorry(&mut fleet.world, &vendor, "MH14GT4300", json!({}));
    let licence = "Driving licence of Ramesh expired on 20-11-2026";
    let record = fleet.record(json!([{ "loading": loading }]));
    let found = told(fleet.try_plan(record).unwrap_err());
    assert_eq!(found, one("driver", Code::VehicleDoc, licence));
}

#[test]
fn a_vehicle_is_on_one_trip_at_a_time() {
    let mut fleet = fleet();
    let now = fleet.world.site.now.0;
    let loading = fleet.loading();
    fleet.plan(&[&loading]);
    let until = "MH14GT4100 is on TRP/PN/26-27/00001 until 22-11-2026 01:00 AM";
    assert_eq!(refused(&mut fleet, json!({})), one("vehicle", Code::Rule, until));
    let before = json!({ "leaves_at": now - HOUR, "back_at": now + 2 * HOUR });
    assert_eq!(refused(&mut fleet, before), one("vehicle", Code::Rule, until));
    let loading = fleet.loading();
    let mut record = fleet.record(json!([{ "loading": loading }]));
    record["leaves_at"] = json!(now + 13 * HOUR);
    let next = fleet.try_plan(record).unwrap();
    let first = "MH14GT4100 is still on TRP/PN/26-27/00001 (Loading)";
    let trip =
        fleet.world.site.read(|look| {
            godown_core::docs::trips::claims::trips_of_vehicle(look, &fleet.lorry, &next)
        })[0]
            .id
            .clone();
    fleet.step("LOGI", &trip, "place", json!({}));
    fleet.world.later(14 * HOUR);
    assert_eq!(fleet.act("LOGI", &next, "place", json!({})), Err(vec![first.into()]));
}

#[test]
fn a_stop_takes_one_thing_that_stands_and_that_the_planner_sees() {
    let mut fleet = fleet();
    let loading = fleet.loading();
    let order = fleet.world.at(godown_core::docs::orders::ACCOUNT_CONCERN);
    let taken_back = fleet.world.loadings(&order)[0].id.clone();
    let answer = json!({ "resolution": "unload", "remarks": "Back with it" });
    fleet.world.step("BM", &order, "answer", answer);
    let back = json!({ "pcs": 36, "weight_g": 1_020_500, "remarks": "All back in bay 4" });
    fleet.world.step("YARD", &order, "unload", back);
    let no = fleet.world.site.get("loading", &taken_back)["doc_no"].as_str().unwrap().to_owned();
    for (stops, path, message) in [
        (json!([{}]), "stops.0.loading", "Select a loading or a transfer".to_owned()),
        (
            json!([{ "loading": loading }, { "loading": loading }]),
            "stops.1.loading",
            "This loading is on the trip already".to_owned(),
        ),
        (
            json!([{ "loading": taken_back }]),
            "stops.0.loading",
            format!("Loading {no} was taken back"),
        ),
        (json!([]), "stops", "At least one stop is needed".to_owned()),
    ] {
        let record = fleet.record(stops);
        let issues = fleet.try_plan(record).unwrap_err();
        assert_eq!((issues[0].path.as_str(), &issues[0].message), (path, &message));
    }
}

#[test]
fn goods_of_value_do_not_leave_without_an_e_way_bill_that_names_the_vehicle() {
    let mut fleet = fleet();
    let admin = fleet.world.who("ADMIN");
    let small =
        json!({ "ewb_thresholds": [{ "from": "2018-06-16", "threshold_paise": 5_000_000 }] });
    fleet.world.site.edit(&admin, "state", &seeded("state", "27"), small).unwrap();
    let loading = fleet.loading();
    let trip = fleet.plan(&[&loading]);
    assert!(fleet.stop(&trip, 0).ewb_needed);
    fleet.step("LOGI", &trip, "place", json!({}));
    let no = fleet.stop(&trip, 0).name();
    let needed = format!("E-way bill is required (value above ₹50,000.00): {no}");
    assert_eq!(fleet.act("LOGI", &trip, "dispatch", json!({})), Err(vec![needed]));
    let value = format!("E-way bill is required (value ₹70,746.16 > ₹50,000.00): {no}");
    assert_eq!(fleet.act("ADMIN", &trip, "dispatch", json!({})), Err(vec![value]));
    let bill = "271000000017";
    let paper = |to: &str| json!({ "papers": [{ "stop": 0, "ewb_no": bill, "valid_to": to }] });
    let over = fleet.act("LOGI", &trip, "dispatch", paper("2026-11-20"));
    let ended = format!("E-way bill {bill} ended on 20-11-2026. Extend it first");
    assert_eq!(over, Err(vec![ended.clone()]));
    assert_eq!(fleet.step("LOGI", &trip, "dispatch", paper("2026-11-22")), trips::DISPATCHED);
    let log = trips::part_b_of(&fleet.doc(&trip)).unwrap();
    assert_eq!((log[0].ewb_no.as_str(), log[0].vehicle_no.as_str()), (bill, "MH14GT4100"));
    // The end of 22-11-2026 in India.
    assert_eq!(fleet.doc(&trip).int("ewb_until"), Some(1_795_372_200_000));
    let (vendor, driver) = (fleet.vendor.clone(), fleet.world.driver.clone());
    let other = lorry(&mut fleet.world, &vendor, "MH14GT4200", json!({}));
    let mut change = json!({ "vehicle": other, "driver": driver, "reason": "BREAKDOWN" });
    let loading_no = fleet.stop(&trip, 0).no;
    let part_b =
        format!("Enter Part B of e-way bill {bill} ({loading_no}): it must name MH14GT4200");
    assert_eq!(fleet.act("LOGI", &trip, "change_vehicle", change.clone()), Err(vec![part_b]));
    change["papers"] = json!([{ "stop": 0, "ewb_no": "271000000018" }]);
    let wrong = format!("{loading_no} travels under e-way bill {bill}");
    assert_eq!(fleet.act("LOGI", &trip, "change_vehicle", change.clone()), Err(vec![wrong]));
    change["papers"] = json!([{ "stop": 0, "ewb_no": bill }]);
    fleet.step("LOGI", &trip, "change_vehicle", change);
    let log = trips::part_b_of(&fleet.doc(&trip)).unwrap();
    assert_eq!((log.len(), log[1].vehicle_no.as_str()), (2, "MH14GT4200"));
    assert_eq!(log[1].reason.as_deref(), Some("BREAKDOWN"));
    fleet.deliver(&trip, 0);
    assert_eq!(fleet.doc(&trip).get("ewb_until"), None);
}

#[test]
fn the_number_of_an_e_way_bill_reaches_the_invoice_that_lacks_it() {
    let mut fleet = fleet();
    let admin = fleet.world.who("ADMIN");
    let small = json!({ "ewb_thresholds": [{ "from": "2018-06-16", "threshold_paise": 1 }] });
    fleet.world.site.edit(&admin, "state", &seeded("state", "27"), small).unwrap();
    let order = fleet.world.at(godown_core::docs::orders::LOADED);
    let invoice = fleet.world.invoice(&order);
    let loading = fleet.world.loadings(&order)[0].id.clone();
    let trip = fleet.plan(&[&loading]);
    fleet.step("LOGI", &trip, "place", json!({}));
    let papers = json!([{ "stop": 0, "ewb_no": "271000000017", "valid_to": "2026-11-22" }]);
    fleet.step("LOGI", &trip, "dispatch", json!({ "papers": papers }));
    let kept = fleet.world.site.get("invoice", &invoice)["record"].clone();
    assert_eq!(
        (&kept["ewb_no"], &kept["ewb_valid_to"]),
        (&json!("271000000017"), &json!("2026-11-22"))
    );
    assert_eq!(fleet.world.doc(&order).status, godown_core::docs::orders::COMPLETED);
    fleet.sound();
}

#[test]
fn goods_that_were_loaded_on_another_vehicle_do_not_leave_with_this_one() {
    let mut fleet = fleet();
    let loading = fleet.loading();
    let vendor = fleet.vendor.clone();
    fleet.lorry = lorry(&mut fleet.world, &vendor, "MH14GT4200", json!({}));
    let trip = fleet.plan(&[&loading]);
    fleet.step("LOGI", &trip, "place", json!({}));
    let no = fleet.stop(&trip, 0).no;
    let message = format!(
        "{no} was loaded on MH14GT4100, not on MH14GT4200. Change the trip's vehicle, or take it off \
         the trip"
    );
    assert_eq!(fleet.act("LOGI", &trip, "dispatch", json!({})), Err(vec![message]));
}

#[test]
fn the_vehicle_that_stands_in_the_yard_is_changed_with_a_reason_alone() {
    let mut fleet = fleet();
    let loading = fleet.loading();
    let trip = fleet.plan(&[&loading]);
    fleet.step("LOGI", &trip, "place", json!({}));
    let (vendor, logi) = (fleet.vendor.clone(), fleet.world.who("LOGI"));
    let other = lorry(&mut fleet.world, &vendor, "MH14GT4200", json!({}));
    let edited = fleet.world.site.edit(&logi, "trip", &trip, json!({ "vehicle": other }));
    let message = "The vehicle is placed already. Use Change vehicle";
    assert_eq!(told(edited.unwrap_err()), one("vehicle", Code::Rule, message));
    let note = json!({ "remarks": "Call before noon" });
    assert!(fleet.world.site.edit(&logi, "trip", &trip, note).is_ok());
    let gone = fleet.act("LOGI", &trip, "release", json!({ "remarks": "Sent away" }));
    let no = fleet.stop(&trip, 0).no;
    assert_eq!(gone, Err(vec![format!("{no} is on MH14GT4100. Change the vehicle instead")]));
}

#[test]
fn a_proof_of_delivery_names_who_received_when_and_shows_it() {
    let mut fleet = fleet();
    let loading = fleet.loading();
    let trip = fleet.dispatched(&[&loading]);
    let now = fleet.world.site.now.0;
    let mut without = fleet.pod(0);
    let pod = without.as_object_mut().unwrap();
    for key in ["received_by", "received_at", "photos"] {
        pod.remove(key);
    }
    assert_eq!(
        fleet.act("LOGI", &trip, "deliver", without),
        Err(vec!["Received by is required".into(), "Received is required".into()])
    );
    let mut unseen = fleet.pod(0);
    unseen["photos"] = json!([]);
    let shown = "Take a photo of the signed copy, or let the receiver sign";
    assert_eq!(fleet.act("LOGI", &trip, "deliver", unseen.clone()), Err(vec![shown.into()]));
    for (at, message) in [
        (now + HOUR, "Time is in the future"),
        (now - HOUR, "The vehicle left at 21-11-2026 12:00 PM"),
    ] {
        let mut pod = fleet.pod(0);
        pod["received_at"] = json!(at);
        assert_eq!(fleet.act("LOGI", &trip, "deliver", pod), Err(vec![message.into()]));
    }
    let mut nowhere = fleet.pod(7);
    nowhere["stop"] = json!(7);
    let none = "The trip does not have this stop";
    assert_eq!(fleet.act("LOGI", &trip, "deliver", nowhere), Err(vec![none.into()]));
    unseen["signature"] = json!("photo-1");
    fleet.step("LOGI", &trip, "deliver", unseen);
    let pod = fleet.pod(0);
    assert_eq!(
        fleet.act("LOGI", &trip, "deliver", pod),
        Err(vec!["Every stop is completed".into()])
    );
}

#[test]
fn a_shortage_is_part_of_what_was_on_the_vehicle_and_has_an_end() {
    let mut fleet = fleet();
    let loading = fleet.loading();
    let trip = fleet.dispatched(&[&loading]);
    let mut short = fleet.short(0, 2, "claim");
    short.as_object_mut().unwrap().remove("shortage");
    let end = "Select what becomes of the goods that were not handed over";
    assert_eq!(fleet.act("LOGI", &trip, "deliver", short), Err(vec![end.into()]));
    let most = fleet.short(0, 37, "claim");
    let only = "Only 36 pcs (1,020.500 kg) were on the vehicle";
    assert_eq!(fleet.act("LOGI", &trip, "deliver", most), Err(vec![only.into()]));
    let mut none = fleet.short(0, 2, "claim");
    none["short"] = json!([{ "line": 4, "pcs": 1 }]);
    let goods = "The stop does not have these goods";
    assert_eq!(fleet.act("LOGI", &trip, "deliver", none), Err(vec![goods.into()]));
    let mut nothing = fleet.pod(0);
    nothing["shortage"] = json!("claim");
    let what = "Enter what was not handed over";
    assert_eq!(fleet.act("LOGI", &trip, "deliver", nothing), Err(vec![what.into()]));
    let back = fleet.short(0, 2, "return");
    let no = fleet.stop(&trip, 0).no;
    let invoice = format!("{no} has no posted invoice yet, so that nothing of it returns");
    assert_eq!(fleet.act("LOGI", &trip, "deliver", back), Err(vec![invoice]));
    let lost = fleet.short(0, 2, "claim");
    fleet.step("LOGI", &trip, "deliver", lost);
    let stop = fleet.stop(&trip, 0);
    assert_eq!(
        (stop.state.as_str(), stop.short_pcs, stop.short_g),
        ("partly", Some(2), Some(56_694))
    );
    assert_eq!(stop.claim_paise, Some(393_031), "what they were sold for, with the tax");
}

#[test]
fn a_shortage_of_an_own_vehicle_is_claimed_of_nobody() {
    let mut fleet = fleet();
    let own = fleet.world.site.make(
        "vehicle",
        json!({
            "reg_no": "MH12AB9999", "truck_type": seeded("truck_type", "Truck 10 wheels"),
            "owned_by": "own", "capacity_g": 16_000_000,
        }),
    );
    fleet.lorry = own.clone();
    fleet.world.vehicle = own;
    let loading = fleet.loading();
    let stops = json!([{ "loading": loading }]);
    let freight = "Nobody is paid freight for a vehicle of our own";
    let record = fleet.record(stops);
    assert_eq!(
        told(fleet.try_plan(record.clone()).unwrap_err()),
        one("freight_basis", Code::Input, freight)
    );
    let mut record = record;
    for key in ["freight_basis", "freight_rate_paise", "freight_tax"] {
        record.as_object_mut().unwrap().remove(key);
    }
    let trip = fleet.try_plan(record).unwrap();
    fleet.step("LOGI", &trip, "place", json!({}));
    fleet.step("LOGI", &trip, "dispatch", json!({}));
    let lost = fleet.short(0, 2, "claim");
    assert_eq!(
        fleet.act("LOGI", &trip, "deliver", lost),
        Err(vec!["No transporter carries these goods".into()])
    );
    fleet.deliver(&trip, 0);
    let costs = json!({ "expenses": [{ "what": "Diesel", "amount_paise": 120_000 }] });
    fleet.step("LOGI", &trip, "close", costs);
    fleet.step("ACC", &trip, "settle", json!({}));
    assert_eq!(fleet.book(godown_core::ledger::books::CASH), -120_000);
    fleet.sound();
}

#[test]
fn a_proof_by_another_driver_or_another_transporter_is_refused() {
    let mut fleet = fleet();
    transporter(&mut fleet.world, "27AABCS1429B1ZU", "9822088888", "VENDOR2");
    let loading = fleet.loading();
    let trip = fleet.dispatched(&[&loading]);
    let other = fleet.world.site.make(
        "driver",
        json!({
            "name": "Suresh", "mobile": "9822000002", "licence_no": "MH1220110012346",
            "licence_to": "2030-01-01",
        }),
    );
    let mut pod = fleet.pod(0);
    pod["driver"] = json!(other);
    assert_eq!(
        fleet.act("LOGI", &trip, "deliver", pod.clone()),
        Err(vec!["Ramesh drives this trip, not Suresh. Change the driver first".into()])
    );
    let foreign = fleet.act("VENDOR2", &trip, "deliver", fleet.pod(0));
    assert_eq!(foreign, Err(vec!["Trip not found or you cannot see it".into()]));
    for who in ["SALES", "YARD", "ACC", "BM"] {
        let done = fleet.act(who, &trip, "deliver", fleet.pod(0));
        assert_eq!(done, Err(vec!["You do not have permission to deliver trip".into()]), "{who}");
    }
    pod["driver"] = json!(fleet.world.driver);
    assert_eq!(fleet.step("VENDOR", &trip, "deliver", pod), trips::DISPATCHED);
}
