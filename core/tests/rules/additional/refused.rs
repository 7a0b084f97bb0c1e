//! What is refused of an additional inward, where it stands, and what then stays as it was.

use godown_core::error::Code;
use godown_core::ledger::stock::{self, Qty};
use godown_core::query;
use serde_json::json;

use super::world::{KIND, Yard, refused};
use crate::support::DAY;

#[test]
fn who_entered_submitted_or_changed_it_does_not_approve_it() {
    let mut yard = Yard::new();
    let id = yard.make("ADMIN", KIND, yard.record("opening_stock", yard.goods())).unwrap();
    yard.step("PURCH", KIND, &id, "submit").unwrap();
    let why = refused(yard.step("ADMIN", KIND, &id, "approve"));
    let message = "You created this additional inward; another person must approve";
    assert_eq!((why.0, why.2.as_str()), (Code::FourEyes, message));
    yard.step("BM", KIND, &id, "approve").unwrap();
}

#[test]
fn more_is_not_taken_than_is_free() {
    let mut yard = Yard::new();
    let too_much =
        json!([{ "of_batch": yard.batch, "sign": "minus", "pcs": 11, "weight_g": 5_000 }]);
    let id = yard.make("PURCH", KIND, yard.record("weight_correction", too_much)).unwrap();
    let why = refused(yard.step("PURCH", KIND, &id, "submit"));
    assert_eq!((why.0, why.1.as_str()), (Code::StockShort, "lines.0.pcs"));
    assert!(why.2.starts_with("Only 10 pcs / 302.040 kg of batch "), "{}", why.2);
    // Orders reserve all of the yard but two pieces.
    let (yard_id, sku) = (yard.ground.world.yard.clone(), yard.ground.world.sku.clone());
    let all = yard.free().pcs - 2;
    let hold = yard.make(
        "BM",
        "stock_hold",
        json!({
            "yard": yard_id, "sku": sku, "batch": yard.batch, "pcs": 8, "kind": "management",
            "to": yard.ground.world.site.today().to_string(), "reason": "COUNT_ERROR",
        }),
    );
    hold.unwrap();
    yard.ground.world.system(|case| {
        stock::reserve(case, "o", 0, &yard_id, &sku, Qty::new(all - 8, 1_000), None)
    });
    let three = json!([{ "of_batch": yard.batch, "sign": "minus", "pcs": 2, "weight_g": 60_408 }]);
    let id = yard.pending("weight_correction", three.clone());
    yard.ground
        .world
        .system(|case| stock::reserve(case, "o", 1, &yard_id, &sku, Qty::new(1, 1_000), None));
    let held = yard.free();
    let why = refused(yard.step("BM", KIND, &id, "approve"));
    assert_eq!((why.0, why.1.as_str()), (Code::StockShort, "lines.0.weight_g"));
    assert!(
        why.2.contains(" is free at Pune One (") && why.2.contains("reserved for"),
        "{}",
        why.2
    );
    assert_eq!((yard.free(), yard.doc(KIND, &id).status.as_str()), (held, "Pending Approval"));
}

#[test]
fn neither_pieces_nor_weight_stay_without_the_other() {
    let mut yard = Yard::new();
    for (line, path, rest) in [
        (json!({ "pcs": 10, "weight_g": 302_000 }), "weight_g", "weight without pieces"),
        (json!({ "pcs": 9, "weight_g": 302_040 }), "pcs", "pieces without weight"),
        (json!({ "pcs": 10 }), "weight_g", "weight without pieces"),
    ] {
        let mut line = line;
        line["of_batch"] = json!(yard.batch);
        line["sign"] = json!("minus");
        let id = yard.make("PURCH", KIND, yard.record("weight_correction", json!([line]))).unwrap();
        let why = refused(yard.step("PURCH", KIND, &id, "submit"));
        assert_eq!((why.0, why.1), (Code::Input, format!("lines.0.{path}")));
        assert!(why.2.ends_with(&format!("would be left with {rest}")), "{}", why.2);
    }
    let bare = json!([{ "sku": yard.ground.world.sku, "weight_g": 90_612, "rate_paise": 1 }]);
    let id = yard.make("PURCH", KIND, yard.record("opening_stock", bare)).unwrap();
    let why = refused(yard.step("PURCH", KIND, &id, "submit"));
    assert_eq!((why.0, why.1.as_str()), (Code::Required, "lines.0.pcs"));
}

#[test]
fn dates_are_within_what_may_be_posted() {
    let mut yard = Yard::new();
    let today = yard.ground.world.site.today();
    let branch = yard.ground.world.branch.clone();
    for (day, code) in [
        (today.plus(1), Code::Input),
        (today.plus(-1), Code::Input),
        (today.plus(-40), Code::Input),
    ] {
        let mut value = yard.record("late_freight", yard.lines("late_freight"));
        value["date"] = json!(day.to_string());
        let id = yard.make("PURCH", KIND, value).unwrap();
        let why = refused(yard.step("PURCH", KIND, &id, "submit"));
        assert_eq!((why.0, why.1.as_str()), (code, "date"), "{day}: {}", why.2);
    }
    for (kind, day, code) in
        [("found_stock", -40, Code::Backdate), ("opening_stock", 1, Code::Input)]
    {
        let mut other = yard.record(kind, yard.goods());
        other["date"] = json!(today.plus(day).to_string());
        let id = yard.make("PURCH", KIND, other).unwrap();
        assert_eq!(refused(yard.step("PURCH", KIND, &id, "submit")).0, code, "{kind}");
    }
    let id = yard.pending("opening_stock", yard.goods());
    yard.ground
        .world
        .site
        .make("period_lock", json!({ "branch": branch, "soft_to": today.to_string() }));
    let why = refused(yard.step("BM", KIND, &id, "approve"));
    assert_eq!(why.0, Code::PeriodLocked);
    yard.ground.world.later(DAY);
    let later = yard.pending("opening_stock", yard.goods());
    yard.step("BM", KIND, &later, "approve").unwrap();
}

#[test]
fn status_bucket_and_cost_are_never_taken_from_who_sends_them() {
    let mut yard = Yard::new();
    for (key, value) in
        [("status", json!("Approved")), ("voucher", json!(1)), ("bucket", json!("DUMP"))]
    {
        let mut sent = yard.record("opening_stock", yard.goods());
        sent[key] = value;
        match yard.make("PURCH", KIND, sent) {
            Err(issues) => assert_eq!(issues[0].code, Code::Malformed, "{key}"),
            Ok(id) => {
                let doc = yard.doc(KIND, &id);
                assert_eq!((doc.status.as_str(), doc.get(key)), ("Draft", None), "{key}");
            }
        }
    }
    let mut sent = yard.record("opening_stock", yard.goods());
    for (key, value) in
        [("cost_paise", json!(1)), ("batch", json!(yard.batch)), ("posting", json!(1))]
    {
        sent["lines"][0][key] = value;
    }
    let doc = match yard.make("PURCH", KIND, sent) {
        Err(issues) => {
            assert_eq!(issues[0].code, Code::Malformed);
            return;
        }
        Ok(id) => yard.doc(KIND, &id),
    };
    let line = &doc.get("lines").unwrap()[0];
    for key in ["cost_paise", "batch", "posting"] {
        assert_eq!(line.get(key), None, "{key}");
    }
}

#[test]
fn what_does_not_belong_to_its_type_is_refused_where_it_stands() {
    let mut yard = Yard::new();
    let sku = yard.ground.world.sku.clone();
    let other = yard.ground.world.batch.clone();
    let batch = yard.batch.clone();
    let cases = [
        ("opening_stock", json!({ "sku": sku, "sign": "minus" }), "lines.0.sign"),
        ("opening_stock", json!({ "sku": sku, "extra_paise": 5 }), "lines.0.extra_paise"),
        ("found_stock", json!({ "of_batch": batch }), "lines.0.of_batch"),
        ("late_freight", json!({ "of_batch": batch, "pcs": 1 }), "lines.0.pcs"),
        ("late_freight", json!({ "of_batch": other, "extra_paise": 1 }), "lines.0.of_batch"),
        ("weight_correction", json!({ "of_batch": batch, "rate_paise": 1 }), "lines.0.rate_paise"),
        ("opening_stock", json!({ "sku": sku, "in_since": "2099-01-01" }), "lines.0.in_since"),
    ];
    for (kind, line, path) in cases {
        let why = refused(yard.make("PURCH", KIND, yard.record(kind, json!([line]))));
        assert_eq!((why.0, why.1.as_str()), (Code::Input, path), "{kind} {line}: {}", why.2);
    }
    let mut parented = yard.record("opening_stock", yard.goods());
    parented["inward"] = json!(yard.inward);
    assert_eq!(refused(yard.make("PURCH", KIND, parented)).1, "inward");
    let mut orphan = yard.record("late_freight", json!([{ "of_batch": batch, "extra_paise": 1 }]));
    orphan.as_object_mut().unwrap().remove("inward");
    let why = refused(yard.make("PURCH", KIND, orphan));
    assert_eq!(why.1, "lines.0.of_batch");
    let id = yard.make("PURCH", KIND, {
        let mut bare = yard.record("extra_receipt", yard.goods());
        bare.as_object_mut().unwrap().remove("inward");
        bare
    });
    let why = refused(yard.step("PURCH", KIND, &id.unwrap(), "submit"));
    assert_eq!((why.0, why.1.as_str()), (Code::Required, "inward"));
}

#[test]
fn a_reason_that_needs_a_photo_is_not_given_without_one() {
    let mut yard = Yard::new();
    let reason = crate::site::seeded("reason", "additional_inward/WEIGHING");
    let admin = yard.ground.world.who("ADMIN");
    let needs = json!({ "needs_photo": true });
    yard.ground.world.site.edit(&admin, "reason", &reason, needs).unwrap();
    let id = yard.make("PURCH", KIND, yard.record("found_stock", yard.goods())).unwrap();
    let why = refused(yard.step("PURCH", KIND, &id, "submit"));
    assert_eq!((why.0, why.1.as_str()), (Code::Required, "photo"));
    yard.ground.world.send_file("PURCH", "file-1");
    let purch = yard.ground.world.who("PURCH");
    let photo = json!({ "photo": "file-1" });
    yard.ground.world.site.edit(&purch, KIND, &id, photo).unwrap();
    yard.step("PURCH", KIND, &id, "submit").unwrap();
}

#[test]
fn the_yard_neither_sees_nor_sets_what_goods_cost() {
    let mut yard = Yard::new();
    let mut value = yard.record("late_freight", yard.lines("late_freight"));
    value["note"] = json!("Slip came today");
    let id = yard.make("YARD", KIND, value).unwrap();
    assert_eq!(yard.doc(KIND, &id).get("lines").unwrap()[0].get("extra_paise"), None);
    yard.step("YARD", KIND, &id, "submit").unwrap();
    let why = refused(yard.step("BM", KIND, &id, "approve"));
    assert_eq!(why.2, "Line 1 has no cost yet");
    let purch = yard.ground.world.who("PURCH");
    let lines = json!({ "lines": yard.lines("late_freight") });
    yard.ground.world.site.edit(&purch, KIND, &id, lines).unwrap();
    yard.step("BM", KIND, &id, "approve").unwrap();
    let (who, now) = (yard.ground.world.who("YARD"), yard.ground.world.site.now);
    let shown = query::view(&yard.ground.world.site.memory, &who, now, KIND, &id).unwrap();
    let text = shown.value().unwrap().to_string();
    for hidden in ["extra_paise", "cost_paise", "variance_paise", "30001"] {
        assert!(!text.contains(&format!("{hidden}\":")), "{hidden} in {text}");
    }
}
