//! Who sees which trips, what of them is hidden from whom, and what a device without the server foresees.

use godown_core::calls;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs::trips::{self, TRIP};
use godown_core::query::list::{Op, Query, Where, page};
use godown_core::query::trips::{UntrippedAsked, reckoned, untripped};
use godown_core::query::warnings::TypedRecord;
use godown_core::query::{self, queue};
use serde_json::{Value, json};

use super::{Fleet, fleet, transporter};
use crate::site::wire;
use crate::support::site::record;

fn sees(fleet: &Fleet, who: &str, trip: &str) -> bool {
    fleet.world.who(who).covers(&TRIP, Verb::View, &fleet.doc(trip))
}

fn listed(fleet: &Fleet, who: &Actor, conditions: Vec<Where>) -> (usize, i64) {
    let site = &fleet.world.site;
    let query = Query { conditions, limit: 50, ..Query::default() };
    let found = page(&site.memory, who, site.now, "trip", &query).unwrap();
    (found.records().unwrap().len(), wire(&found)["total"].as_i64().unwrap())
}

#[test]
fn a_trip_is_seen_by_those_who_plan_load_sell_and_carry_it() {
    let mut fleet = fleet();
    transporter(&mut fleet.world, "27AAACT2727Q1ZW", "9822088888", "VENDOR2");
    let loading = fleet.loading();
    let trip = fleet.plan(&[&loading]);
    for who in ["ADMIN", "LOGI", "BM", "ACC", "YARD", "AUDIT", "SALES", "VENDOR"] {
        assert!(sees(&fleet, who, &trip), "{who}");
        assert_eq!(listed(&fleet, &fleet.world.who(who), Vec::new()), (1, 1), "{who}");
    }
    for who in ["PCT", "CREDIT", "PURCH", "SALES2", "VENDOR2"] {
        assert!(!sees(&fleet, who, &trip), "{who}");
    }
}

#[test]
fn a_salesperson_sees_the_trips_of_their_orders_among_those_of_others() {
    let mut fleet = fleet();
    let mine = fleet.loading();
    let (admin, customer) = (fleet.world.who("ADMIN"), fleet.world.customer.clone());
    let other = fleet.world.who("SALES2");
    fleet
        .world
        .site
        .edit(&admin, "customer", &customer, json!({ "sales_owner": other.id }))
        .unwrap();
    let sales = std::mem::replace(&mut fleet.world.people[1], other.clone());
    fleet.world.people[1].name = "SALES".to_owned();
    let theirs = fleet.loading();
    fleet.world.people[1] = sales;
    let both = fleet.plan(&[&mine, &theirs]);
    assert!(sees(&fleet, "SALES", &both) && sees(&fleet, "SALES2", &both));
    let sales = fleet.world.who("SALES");
    let place = Actor { acts_for: Some(other.id.clone()), id: sales.id.clone(), ..other };
    let stand_in = Actor { stands_in: vec![place], ..sales };
    assert_eq!(listed(&fleet, &stand_in, Vec::new()), (1, 1), "counted once");
    let edited = fleet.world.site.edit(&stand_in, "trip", &both, json!({ "remarks": "Mine" }));
    assert_eq!(edited.unwrap_err()[0].message, "You do not have permission to edit trip");
    let order = |at: usize| Where {
        field: "orders".to_owned(),
        op: Op::Eq,
        value: fleet.stop(&both, at).order.unwrap(),
    };
    let logi = fleet.world.who("LOGI");
    for at in 0..2 {
        assert_eq!(listed(&fleet, &logi, vec![order(at)]).0, 1, "found by each of its orders");
    }
    fleet.sound();
}

#[test]
fn logistics_sees_the_freight_and_no_rate_of_goods_and_the_yard_neither() {
    let mut fleet = fleet();
    let loading = fleet.loading();
    let trip = fleet.dispatched(&[&loading]);
    let lost = fleet.short(0, 2, "claim");
    fleet.step("LOGI", &trip, "deliver", lost);
    let told = |who: &str| {
        let site = &fleet.world.site;
        let view = query::view(&site.memory, &fleet.world.who(who), site.now, "trip", &trip);
        let record = view.unwrap().value().unwrap()["record"].clone();
        (record["freight_paise"].is_i64(), record["stops"][0]["claim_paise"].is_i64())
    };
    assert_eq!(told("ACC"), (true, true));
    assert_eq!(told("LOGI"), (true, false));
    assert_eq!(told("YARD"), (false, false));
    let site = &fleet.world.site;
    let view = query::view(&site.memory, &fleet.world.who("LOGI"), site.now, "trip", &trip);
    let text = view.unwrap().value().unwrap().to_string();
    for amount in ["5875000", "7074616", "393031"] {
        assert!(!text.contains(amount), "{amount}");
    }
}

#[test]
fn a_trip_waits_for_logistics_and_closed_for_accounts() {
    let mut fleet = fleet();
    let loading = fleet.loading();
    let trip = fleet.plan(&[&loading]);
    let waits = |fleet: &Fleet, who: &str| {
        let site = &fleet.world.site;
        let queue = queue::queue(&site.memory, &fleet.world.who(who), site.now).unwrap();
        queue.rows.iter().any(|row| row.id == trip)
    };
    assert_eq!(["LOGI", "ACC"].map(|who| waits(&fleet, who)), [true, false]);
    fleet.step("LOGI", &trip, "place", json!({}));
    fleet.step("LOGI", &trip, "dispatch", json!({}));
    fleet.deliver(&trip, 0);
    assert_eq!(["LOGI", "ACC"].map(|who| waits(&fleet, who)), [true, false]);
    fleet.step("LOGI", &trip, "close", json!({}));
    assert_eq!(["LOGI", "ACC"].map(|who| waits(&fleet, who)), [false, true]);
}

#[test]
fn a_planner_is_offered_what_no_trip_takes_and_told_what_a_trip_comes_to() {
    let mut fleet = fleet();
    let (one, draft) = (fleet.loading(), fleet.draft());
    let (site, logi) = (&fleet.world.site, fleet.world.who("LOGI"));
    let all = untripped(&site.memory, &logi, site.now, &UntrippedAsked::default()).unwrap();
    let rows: Vec<(&str, bool, i64)> =
        all.rows.iter().map(|row| (row.id.as_str(), row.out, row.weight_g)).collect();
    assert_eq!(rows.len(), 2);
    assert!(
        rows.contains(&(&one, true, 1_020_500)) && rows.contains(&(&draft.0, false, 1_020_500))
    );
    assert_eq!((all.rows[0].pin.as_deref(), all.rows[0].pcs), (Some("411001"), 36));
    let of = UntrippedAsked { order: draft.1.clone(), since: None };
    let of_order = untripped(&site.memory, &logi, site.now, &of).unwrap();
    assert_eq!(of_order.rows.len(), 1);
    for who in ["SALES", "YARD", "BM"] {
        let asked = UntrippedAsked::default();
        let refused = untripped(&site.memory, &fleet.world.who(who), site.now, &asked);
        assert!(refused.is_err(), "{who}");
    }
    let typed = |record: Value| TypedRecord { id: String::new(), record: self::record(record) };
    let told = |record: Value| {
        let all = reckoned(&site.memory, &logi, site.now, &typed(record)).unwrap();
        (all.record, all.issues.into_iter().map(|issue| issue.message).collect::<Vec<_>>())
    };
    let (begun, issues) = told(json!({ "stops": [{ "loading": one }] }));
    assert_eq!((&begun["weight_g"], issues.len()), (&json!(1_020_500), 0), "no vehicle yet");
    let whole = fleet.record(json!([{ "loading": one }, { "loading": draft.0 }]));
    let (record, issues) = told(whole);
    assert_eq!((&record["fill_bp"], &record["freight_paise"]), (&json!(1_276), &json!(306_150)));
    assert_eq!(issues, Vec::<String>::new());
}

#[test]
fn a_delivery_without_signal_is_decided_on_the_phone_with_the_trip_alone() {
    let mut fleet = fleet();
    let (one, two) = (fleet.loading(), fleet.loading());
    let trip = fleet.dispatched(&[&one, &two]);
    let foreseen = |fleet: &Fleet, doc: &Value, action: &str, inputs: Value| {
        let command = json!({
            "command_id": "ffffffff-ffff-4fff-8fff-ffffffffffff", "deed": "act",
            "doc_type": "trip", "id": trip, "version": doc["version"], "action": action,
            "inputs": inputs,
        });
        let (actor, now) = (fleet.world.who("LOGI"), fleet.world.site.now);
        let args = json!({
            "actor": actor, "now": now, "command": command, "docs": [doc], "files": ["photo-1"],
        });
        calls::call("foresee", &args).unwrap()
    };
    let doc = serde_json::to_value(fleet.doc(&trip)).unwrap();
    let first = foreseen(&fleet, &doc, "deliver", fleet.pod(0));
    assert_eq!(first["checked"], true, "{first}");
    assert_eq!(first["doc"]["record"]["stops"][0]["state"], trips::DELIVERED);
    let second = foreseen(&fleet, &first["doc"], "deliver", fleet.pod(1));
    assert_eq!(second["doc"]["record"]["open_count"], 0);
    let mut unseen = fleet.pod(0);
    unseen["photos"] = json!([]);
    let refused = foreseen(&fleet, &doc, "deliver", unseen);
    assert_eq!(refused["refused"][0]["path"], "photos");
    let short = foreseen(&fleet, &doc, "deliver", fleet.short(1, 2, "return"));
    assert_eq!(short["checked"], false, "the invoice is not at hand");
    let over = foreseen(&fleet, &doc, "deliver", fleet.short(1, 99, "return"));
    assert_eq!(over["refused"][0]["path"], "short.0.pcs");
}
