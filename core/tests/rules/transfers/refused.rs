//! What a transfer refuses: each in words that say what to mend, and nothing changed by it.

use godown_core::declare::grant::Role;
use godown_core::docs::transfers::{self, TRANSFER};
use godown_core::error::Code;
use godown_core::ledger::stock::{Bucket, Qty};
use serde_json::{Value, json};

use super::{act, at, doc, ground, lies, lots, make, sound, step};
use crate::deeds::{beginning, inputs};
use crate::support::site::{messages, seeded};

#[test]
fn a_record_is_refused_with_what_to_mend() {
    let mut ground = ground();
    let (yard, to) = (ground.world.who("YARD"), ground.world.yard.clone());
    let line = json!({ "sku": ground.world.sku, "pcs": 10 });
    let order = {
        let (mut record, other) = (ground.world.order_record(), ground.other_yard.clone());
        record["yard"] = json!(other);
        ground.world.draft_of(record)
    };
    let table = [
        (json!({ "from_yard": to }), "From and To godown must be different"),
        (
            json!({ "to_yard": ground.other_yard, "from_yard": to }),
            "Pune Two is outside your access",
        ),
        (json!({ "lines": [line, line] }), "This SKU is in another line already"),
        (json!({ "lines": [{ "sku": ground.world.sku }] }), "Enter pieces or weight"),
        (json!({ "order": order }), "This order is loaded at another yard"),
    ];
    for (change, message) in table {
        let mut record = beginning(&ground, &TRANSFER);
        record.extend(change.as_object().unwrap().clone());
        let refused = ground.world.site.create(&yard, "transfer", Value::Object(record));
        assert_eq!(messages(refused), [message], "{change}");
    }
    let mut record = beginning(&ground, &TRANSFER);
    record.insert("need_by".into(), json!("2026-11-20"));
    let made = ground.world.site.create(&yard, "transfer", Value::Object(record)).unwrap();
    let id = made["id"].as_str().unwrap();
    let refused = act(&mut ground, "YARD", id, "request", json!({}));
    assert_eq!(refused, Err(vec!["Needed by must not be in the past".into()]));
}

#[test]
fn status_buckets_and_cost_are_never_taken_from_whoever_sends_them() {
    let mut ground = ground();
    let yard = ground.world.who("YARD");
    let mut record = beginning(&ground, &TRANSFER);
    let sent = json!({
        "lots": [{ "batch": ground.other_batch, "sku": ground.world.sku, "pcs": 5, "cost_paise": 1 }],
        "value_paise": 1, "paper": "tax_invoice", "road_pcs": 99, "submitted_by": "nobody",
    });
    record.extend(sent.as_object().unwrap().clone());
    let made = ground.world.site.create(&yard, "transfer", Value::Object(record)).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let kept = doc(&ground, &id);
    assert_eq!(kept.status, transfers::DRAFT);
    for key in ["lots", "value_paise", "road_pcs", "submitted_by"] {
        assert_eq!(kept.get(key), None, "{key}");
    }
    assert_eq!(kept.text("paper"), Some("challan"));
    let mut record = beginning(&ground, &TRANSFER);
    record.insert("status".into(), json!("Completed"));
    let refused = ground.world.site.create(&yard, "transfer", Value::Object(record));
    assert_eq!(refused.unwrap_err()[0].code, Code::Malformed);
    step(&mut ground, "YARD", &id, "request", 0);
    let mut with = inputs(&ground, &doc(&ground, &id), "accept", &[], 7)[0].clone();
    with["batches"][0]["cost_paise"] = json!(1);
    let actor = ground.world.who("YARD2");
    let refused = ground.world.site.act(&actor, "transfer", &id, "accept", with);
    assert_eq!(refused.unwrap_err()[0].code, Code::Malformed);
}

#[test]
fn batches_are_accepted_as_they_lie_and_never_beyond_what_was_asked_for() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::REQUESTED);
    let (own, other) = (ground.world.batch.clone(), ground.other_batch.clone());
    let pick = |batch: &str, pcs: i64| json!({ "line": 0, "batch": batch, "pcs": pcs });
    let table = [
        (json!([pick(&other, 11)]), "Only 10 pcs of this line were requested"),
        (json!([pick(&other, 6), pick(&other, 6)]), "Only 10 pcs of this line were requested"),
        (json!([pick(&other, 0)]), "Enter the pieces"),
        (json!([pick(&own, 10)]), "Only 0 pcs / 0.000 kg of batch B1 is free at Pune Two"),
        (json!([{ "line": 7, "batch": other, "pcs": 1 }]), "The transfer does not have this line"),
        (json!([pick(&other, 9)]), "Select a reason: less than requested is accepted"),
    ];
    for (batches, message) in table {
        let refused = act(&mut ground, "YARD2", &id, "accept", json!({ "batches": batches }));
        assert_eq!(refused, Err(vec![message.into()]), "{batches}");
        assert_eq!(doc(&ground, &id).status, transfers::REQUESTED);
        assert_eq!(lies(&ground.world, &ground.other_yard, &other, Bucket::Hold), Qty::default());
    }
    assert_eq!(step(&mut ground, "YARD2", &id, "accept", 1), transfers::ACCEPTED);
    assert_eq!(doc(&ground, &id).text("short_reason"), Some("NO_STOCK"));
    assert_eq!(lots(&ground, &id)[0].sent(), Qty::new(9, 255_123));
    sound(&ground);
}

#[test]
fn one_batch_is_not_taken_by_two() {
    let mut ground = ground();
    let whole = json!({ "lines": [{ "sku": ground.world.sku, "pcs": 60 }] });
    let ids = [0, 1].map(|_| {
        let mut record = beginning(&ground, &TRANSFER);
        record.extend(whole.as_object().unwrap().clone());
        let yard = ground.world.who("YARD");
        let made = ground.world.site.create(&yard, "transfer", Value::Object(record)).unwrap();
        let id = made["id"].as_str().unwrap().to_owned();
        step(&mut ground, "YARD", &id, "request", 0);
        id
    });
    assert_eq!(step(&mut ground, "YARD2", &ids[0], "accept", 0), transfers::ACCEPTED);
    let with = inputs(&ground, &doc(&ground, &ids[1]), "accept", &[], 7)[0].clone();
    let refused = act(&mut ground, "YARD2", &ids[1], "accept", with);
    assert_eq!(
        refused,
        Err(vec!["Only 40 pcs / 1,133.880 kg of batch B3 is free at Pune Two".into()])
    );
    sound(&ground);
}

#[test]
fn what_cannot_have_been_received_is_refused() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::IN_TRANSIT);
    let row = |change: Value| {
        let mut row = json!({ "lot": 0, "pcs": 10 });
        row.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        json!([row])
    };
    let table = [
        (json!([]), "Batches are required"),
        (json!([{ "lot": 3, "pcs": 1 }]), "The transfer does not have this batch"),
        (json!([{ "lot": 0, "pcs": 5 }, { "lot": 0, "pcs": 5 }]), "This batch is counted twice"),
        (
            row(json!({ "pcs": 0, "weight_g": 5 })),
            "Enter the pieces: weight alone cannot be received",
        ),
        (row(json!({ "weight_g": 0 })), "Enter the weight of the pieces"),
        (
            row(json!({ "pcs": 9, "weight_g": 283_470 })),
            "Fewer pieces than sent cannot weigh as much; weigh them again",
        ),
        (
            row(json!({ "pcs": 11, "weight_g": 283_000 })),
            "More pieces than sent cannot weigh less; weigh them again",
        ),
        (
            row(json!({ "damaged_pcs": 11, "damaged_to": "HOLD" })),
            "More is damaged than was received",
        ),
        (
            row(json!({ "damaged_pcs": 1 })),
            "Select whether damaged goods go on hold or to the dump",
        ),
    ];
    for (batches, message) in table {
        let with = json!({ "batches": batches, "remarks": "Counted twice" });
        assert_eq!(
            act(&mut ground, "YARD", &id, "receive", with),
            Err(vec![message.into()]),
            "{batches}"
        );
        assert_eq!(doc(&ground, &id).status, transfers::IN_TRANSIT);
    }
    sound(&ground);
}

#[test]
fn goods_leave_as_a_loading_does_on_a_fit_vehicle_at_their_own_weight() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::ACCEPTED);
    assert_eq!(
        act(&mut ground, "LOGI", &id, "assign", json!({})),
        Err(vec!["Select a vehicle or a transporter".into()])
    );
    let old = ground.world.site.make(
        "vehicle",
        json!({
            "reg_no": "MH12AB9999", "truck_type": seeded("truck_type", "Truck 10 wheels"),
            "owned_by": "own", "capacity_g": 500_000, "insurance_to": "2026-01-31",
        }),
    );
    assert_eq!(
        act(&mut ground, "LOGI", &id, "assign", json!({ "vehicle": old })),
        Err(vec!["Insurance of MH12AB9999 expired on 31-01-2026".into()])
    );
    step(&mut ground, "LOGI", &id, "assign", 0);
    let leave = |gross: i64| json!({ "tare_g": 8_000_000, "gross_g": gross });
    let table = [
        (leave(8_290_000), "Weights of lines differ from net weight by 6.530 kg"),
        (leave(7_000_000), "Tare must be below the gross weight"),
    ];
    for (with, message) in table {
        assert_eq!(act(&mut ground, "YARD2", &id, "gate_out", with), Err(vec![message.into()]));
        assert_eq!(doc(&ground, &id).status, transfers::ASSIGNED);
    }
    sound(&ground);
}

#[test]
fn nothing_is_posted_into_a_locked_period() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::REQUESTED);
    let going = at(&mut ground, transfers::ASSIGNED);
    let coming = at(&mut ground, transfers::IN_TRANSIT);
    let locked = json!({
        "branch": ground.world.branch, "soft_to": "2026-11-21", "locked_to": "2026-11-21",
    });
    ground.world.site.make("period_lock", locked);
    for (who, id, action) in
        [("YARD2", &id, "accept"), ("YARD2", &going, "gate_out"), ("YARD", &coming, "receive")]
    {
        let with = inputs(&ground, &doc(&ground, id), action, &[], 7)[0].clone();
        let refused = act(&mut ground, who, id, action, with);
        let words = "Date falls in a locked period (up to 21-11-2026)";
        assert_eq!(refused, Err(vec![words.into()]), "{action}");
    }
    sound(&ground);
}

#[test]
fn whoever_asked_does_not_accept_and_whoever_received_does_not_settle_what_is_missing() {
    let mut ground = ground();
    let id = make(&mut ground);
    let mut both = ground.world.who("YARD");
    both.yards.push(ground.other_yard.clone());
    both.roles.push(Role::Acc);
    ground.world.people.retain(|actor| actor.name != "YARD");
    ground.world.people.push(both);
    step(&mut ground, "YARD", &id, "request", 0);
    let with = inputs(&ground, &doc(&ground, &id), "accept", &[], 7)[0].clone();
    assert_eq!(
        act(&mut ground, "YARD", &id, "accept", with),
        Err(vec!["You created this transfer; another person must accept".into()])
    );
    for (who, action) in [("YARD2", "accept"), ("LOGI", "assign"), ("YARD2", "gate_out")] {
        step(&mut ground, who, &id, action, 0);
    }
    step(&mut ground, "YARD", &id, "receive", 1);
    step(&mut ground, "BM", &id, "hand_over", 0);
    let with = inputs(&ground, &doc(&ground, &id), "settle", &[], 7)[0].clone();
    assert_eq!(
        act(&mut ground, "YARD", &id, "settle", with.clone()),
        Err(vec!["You received this transfer; another person must settle".into()])
    );
    assert_eq!(act(&mut ground, "ACC", &id, "settle", with), Ok(transfers::COMPLETED.into()));
    sound(&ground);
}

#[test]
fn dear_goods_need_an_e_way_bill_whatever_they_travel_with() {
    let mut ground = ground();
    let admin = ground.world.who("ADMIN");
    let small =
        json!({ "ewb_thresholds": [{ "from": "2018-06-16", "threshold_paise": 1_399_999 }] });
    ground.world.site.edit(&admin, "state", &seeded("state", "27"), small).unwrap();
    let id = at(&mut ground, transfers::ASSIGNED);
    let mut with = inputs(&ground, &doc(&ground, &id), "gate_out", &[], 7)[0].clone();
    let refused = act(&mut ground, "YARD2", &id, "gate_out", with.clone());
    assert_eq!(refused, Err(vec!["E-way bill is required (value above ₹13,999.99)".into()]));
    with["ewb_no"] = json!("181234567890");
    assert_eq!(act(&mut ground, "YARD2", &id, "gate_out", with), Ok(transfers::IN_TRANSIT.into()));
}

#[test]
fn who_does_not_see_the_freight_assigns_another_vehicle_and_keeps_it() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::ASSIGNED);
    assert_eq!(doc(&ground, &id).int("freight_paise"), Some(50_000));
    let vehicle = ground.world.vehicle.clone();
    let again = json!({ "vehicle": vehicle });
    assert_eq!(
        act(&mut ground, "LOGI", &id, "assign", again.clone()),
        Ok(transfers::ASSIGNED.into())
    );
    let order = doc(&ground, &id);
    assert_eq!((order.int("freight_paise"), order.text("lr_no")), (Some(50_000), None));
    assert_eq!(act(&mut ground, "ADMIN", &id, "assign", again), Ok(transfers::ASSIGNED.into()));
    assert_eq!(doc(&ground, &id).int("freight_paise"), None, "who sees it takes it back");
}
