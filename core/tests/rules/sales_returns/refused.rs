//! What a return refuses: each in words that say what to mend, and nothing changed by it.

use godown_core::docs::sales_returns::{self, SALES_RETURN};
use godown_core::error::Code;
use godown_core::ledger::stock::Qty;
use serde_json::{Value, json};

use super::{ALL, TEN, act, at, back, doc, draft, go, ground, left, lot, make, sound, step};
use crate::deeds::beginning;
use crate::support::DAY;
use crate::support::site::seeded;

#[test]
fn a_record_is_refused_with_what_to_mend() {
    let mut ground = ground();
    let (batch, other) = (ground.sold.1.clone(), ground.world.batch.clone());
    let order = ground.world.at(godown_core::docs::orders::LOADED);
    let loading = ground.world.loadings(&order)[0].id.clone();
    let acc = ground.world.who("ACC");
    let made = ground.world.site.create(&acc, "invoice", json!({ "loadings": [loading] })).unwrap();
    let unposted = made["id"].as_str().unwrap().to_owned();
    let row = |change: Value| {
        let mut row = json!({ "line": 0, "batch": batch, "pcs": 10, "reason": "RUST" });
        row.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        json!({ "lines": [row] })
    };
    let table = [
        (row(json!({ "line": 7 })), "The invoice does not have this line"),
        (row(json!({ "batch": other })), "This line was not loaded of batch B1"),
        (row(json!({ "pcs": null })), "Enter the pieces"),
        (row(json!({ "pcs": 0, "weight_g": 5_000 })), "Enter the pieces"),
        (row(json!({ "pcs": 35, "weight_g": 1_020_500 })), "1 pcs would be left without weight"),
        (
            row(json!({ "pcs": 37 })),
            "Only 36 pcs (1,020.500 kg) of this line can still be returned",
        ),
        (row(json!({ "reason": "NO_STOCK" })), "Select a reason"),
    ];
    for (change, message) in table {
        assert_eq!(
            draft(&mut ground, "SALES", change.clone()),
            Err(vec![message.into()]),
            "{change}"
        );
    }
    let refused = draft(&mut ground, "SALES", json!({ "invoice": unposted }));
    assert!(
        refused.unwrap_err()[0].ends_with("is Draft; only goods of a posted invoice come back")
    );
    // Another salesperson's invoice is none that they know of.
    let foreign = draft(&mut ground, "SALES2", json!({}));
    assert_eq!(foreign, Err(vec!["Invoice was not found".into()]));
    assert_eq!(left(&ground), ALL);
    sound(&ground);
}

#[test]
fn a_request_is_complete_and_shows_what_its_reason_asks_for() {
    let mut ground = ground();
    let admin = ground.world.who("ADMIN");
    let rust = seeded("reason", "return-RUST");
    ground.world.site.edit(&admin, "reason", &rust, json!({ "needs_photo": true })).unwrap();
    let id = draft(&mut ground, "SALES", json!({ "photos": [] })).unwrap();
    let refused = act(&mut ground, "SALES", &id, "submit", json!({}));
    assert_eq!(refused, Err(vec!["A photo is needed for goods returned for: Rust".into()]));
    let bare = json!({ "pickup": null, "freight_by": null, "lines": [] });
    let id = draft(&mut ground, "SALES", bare).unwrap();
    let refused = act(&mut ground, "SALES", &id, "submit", json!({})).unwrap_err();
    assert_eq!(
        refused,
        [
            "At least one line is needed",
            "Brought by is required",
            "Freight is borne by is required"
        ]
    );
    let kept = doc(&ground, &id);
    assert_eq!((kept.status.as_str(), kept.doc_no), (sales_returns::DRAFT, None));
    assert_eq!(left(&ground), ALL);
}

#[test]
fn status_buckets_and_cost_are_never_taken_from_whoever_sends_them() {
    let mut ground = ground();
    let sent = json!({
        "lots": [{ "line": 0, "batch": ground.sold.1, "free_pcs": 9, "cost_paise": 1 }],
        "cost_paise": 1, "amount_paise": 1, "late": true, "settlement": "credit_note", "net_g": 5,
    });
    let id = draft(&mut ground, "SALES", sent).unwrap();
    let kept = doc(&ground, &id);
    assert_eq!(kept.int("amount_paise"), Some(1_665_398));
    assert!(!kept.flag("late"));
    for key in ["cost_paise", "settlement", "net_g"] {
        assert_eq!(kept.get(key), None, "{key}");
    }
    assert_eq!(lot(&ground, &id).free_pcs, 0);
    let mut record = beginning(&ground, &SALES_RETURN);
    record.insert("status".into(), json!("Completed"));
    let sales = ground.world.who("SALES");
    let refused = ground.world.site.create(&sales, "sales_return", Value::Object(record));
    assert_eq!(refused.unwrap_err()[0].code, Code::Malformed);
    go(&mut ground, &id, 3);
    let mut with = json!({ "lines": [{ "lot": 0, "free_pcs": 10, "bucket": "FREE" }] });
    let yard = ground.world.who("YARD");
    for key in ["bucket", "cost_paise"] {
        with["lines"][0] = json!({ "lot": 0, "free_pcs": 10, key: 1 });
        let refused = ground.world.site.act(&yard, "sales_return", &id, "inspect", with.clone());
        assert_eq!(refused.unwrap_err()[0].code, Code::Malformed, "{key}");
    }
}

#[test]
fn no_more_is_approved_than_was_asked_for() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::BM_PENDING);
    let lines = |rows: Value| json!({ "settlement": "credit_note", "lines": rows });
    let most = "Only 10 pcs (283.472 kg) of this line were requested";
    let table = [
        (json!({}), "Settlement is required"),
        (lines(json!([{ "lot": 0, "pcs": 11 }])), most),
        (lines(json!([{ "lot": 0, "pcs": 10, "weight_g": 283_473 }])), most),
        (lines(json!([{ "lot": 1, "pcs": 1 }])), "The return does not have this line"),
        (
            lines(json!([{ "lot": 0, "pcs": 1 }, { "lot": 0, "pcs": 1 }])),
            "This line is listed twice",
        ),
        (lines(json!([{ "lot": 0, "pcs": 0, "weight_g": 9 }])), "Enter the pieces"),
        (lines(json!([{ "lot": 0, "pcs": 5, "weight_g": 0 }])), "Enter the weight of the pieces"),
        (
            lines(json!([{ "lot": 0, "pcs": 9, "weight_g": 283_472 }])),
            "1 pcs would be left without weight",
        ),
        (lines(json!([{ "lot": 0, "pcs": 0 }])), "Approve some of it, or reject the return"),
    ];
    for (with, message) in table {
        assert_eq!(
            act(&mut ground, "BM", &id, "approve", with.clone()),
            Err(vec![message.into()]),
            "{with}"
        );
        assert_eq!(doc(&ground, &id).status, sales_returns::BM_PENDING);
    }
    let silent = act(&mut ground, "BM", &id, "reject", json!({}));
    assert_eq!(silent, Err(vec!["Please enter remarks (at least 5 characters)".into()]));
    assert_eq!(left(&ground), ALL - TEN);
    sound(&ground);
}

#[test]
fn no_more_is_received_than_was_approved_and_the_scales_agree() {
    let mut ground = ground();
    let id = make(&mut ground);
    let sales = ground.world.who("SALES");
    ground.world.site.edit(&sales, "sales_return", &id, json!({ "vehicle_no": null })).unwrap();
    go(&mut ground, &id, 2);
    let with = |lines: Value, net: i64| {
        json!({
            "vehicle_no": "MH12AB1234", "tare_g": 8_000_000, "gross_g": 8_000_000 + net, "slip_no": "R1",
            "lines": lines,
        })
    };
    let ten = json!([{ "lot": 0, "pcs": 10 }]);
    let most = "Only 10 pcs (283.472 kg) of this line were approved";
    let mut unnamed = with(ten.clone(), 283_472);
    unnamed.as_object_mut().unwrap().remove("vehicle_no");
    let mut unslipped = with(ten.clone(), 283_472);
    unslipped.as_object_mut().unwrap().remove("slip_no");
    let table = [
        (unnamed, "Enter the vehicle that brought the goods"),
        (unslipped, "Weighbridge slip is required"),
        (with(json!([]), 283_472), "Lines are required"),
        (with(json!([{ "lot": 0, "pcs": 11 }]), 311_819), most),
        (with(json!([{ "lot": 0, "pcs": 10, "weight_g": 283_500 }]), 283_500), most),
        (with(json!([{ "lot": 3, "pcs": 1 }]), 28_347), "The return does not have this line"),
        (with(json!([{ "lot": 0, "pcs": 0 }]), 1_000), "Nothing came. Refuse the return instead"),
        (with(ten.clone(), 300_000), "Weights of lines differ from net weight by 16.528 kg"),
        (with(ten, -1_000), "Tare must be below the gross weight"),
    ];
    for (with, message) in table {
        assert_eq!(
            act(&mut ground, "YARD", &id, "receive", with.clone()),
            Err(vec![message.into()]),
            "{with}"
        );
        assert_eq!(doc(&ground, &id).status, sales_returns::APPROVED);
    }
    assert_eq!(left(&ground), ALL - TEN);
    sound(&ground);
}

#[test]
fn a_split_that_does_not_come_to_what_was_received_is_refused() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::RECEIVED);
    let sum = "Free, on hold and dumped must come to 10 pcs / 283.472 kg";
    let split = |change: Value| {
        let mut row = json!({ "lot": 0 });
        row.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        json!({ "lines": [row] })
    };
    let table = [
        (split(json!({ "free_pcs": 9 })), sum),
        (split(json!({ "free_pcs": 9, "hold_pcs": 2 })), sum),
        (split(json!({ "free_pcs": 10, "free_g": 283_471 })), sum),
        (split(json!({ "free_pcs": 9, "free_g": 255_000, "dump_pcs": 1, "dump_g": 28_473 })), sum),
        (split(json!({ "free_pcs": 10, "free_g": 283_000, "dump_g": 472 })), "Enter the pieces"),
        (
            split(json!({ "free_pcs": 9, "free_g": 283_472, "hold_pcs": 1, "hold_g": 0 })),
            "Enter the weight of the pieces",
        ),
        (json!({ "lines": [{ "lot": 2, "free_pcs": 1 }] }), "The return does not have this line"),
        (json!({ "lines": [] }), "Lines are required"),
    ];
    for (with, message) in table {
        assert_eq!(
            act(&mut ground, "YARD", &id, "inspect", with.clone()),
            Err(vec![message.into()]),
            "{with}"
        );
        assert_eq!(doc(&ground, &id).status, sales_returns::RECEIVED);
        assert_eq!(back(&ground), [Qty::default(); 3]);
    }
    sound(&ground);
}

#[test]
fn dumped_goods_are_shown() {
    let mut ground = ground();
    let id = draft(&mut ground, "SALES", json!({ "photos": [] })).unwrap();
    go(&mut ground, &id, 3);
    let dump = json!({ "lines": [{ "lot": 0, "dump_pcs": 10 }] });
    let refused = act(&mut ground, "YARD", &id, "inspect", dump.clone());
    assert_eq!(refused, Err(vec!["Add at least one photo of the dumped goods".into()]));
    ground.world.send_file("YARD", "photo-7");
    let mut shown = dump;
    shown["photos"] = json!(["photo-7"]);
    assert_eq!(
        act(&mut ground, "YARD", &id, "inspect", shown),
        Ok(sales_returns::INSPECTED.into())
    );
    assert_eq!(doc(&ground, &id).get("yard_photos"), Some(&json!(["photo-7"])));
}

#[test]
fn steps_out_of_turn_by_others_and_in_a_locked_period_are_refused() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::BM_PENDING);
    let no = doc(&ground, &id).doc_no.unwrap();
    let early = act(&mut ground, "YARD", &id, "inspect", json!({ "lines": [{ "lot": 0 }] }));
    assert_eq!(
        early,
        Err(vec![format!("Sales return {no} is BM Approval Pending; inspect is not allowed")])
    );
    step(&mut ground, "BM", &id, "approve", 0);
    let foreign = act(&mut ground, "YARD2", &id, "receive", json!({}));
    assert_eq!(foreign, Err(vec!["Sales return not found or you cannot see it".into()]));
    let branch = ground.world.branch.clone();
    let today = ground.world.site.today().to_string();
    ground.world.site.make("period_lock", json!({ "branch": branch, "soft_to": today }));
    let with = crate::deeds::inputs(&ground, &doc(&ground, &id), "receive", &[], 9)[0].clone();
    let locked = act(&mut ground, "YARD", &id, "receive", with).unwrap_err();
    assert_eq!(locked, ["Date falls in a locked period (up to 21-11-2026)"]);
    ground.world.later(DAY);
    assert_eq!(step(&mut ground, "YARD", &id, "receive", 0), sales_returns::RECEIVED);
    let again = act(&mut ground, "YARD", &id, "hand_over", json!({}));
    assert_eq!(
        again,
        Err(vec![format!(
            "Sales return {no} is Received at Yard; send to accounts is not allowed"
        )])
    );
    sound(&ground);
}
