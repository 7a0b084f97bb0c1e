//! The money of a trip: advance, tax, claim, balance, and what customers are charged.

use godown_core::docs::trips;
use godown_core::error::Code;
use godown_core::ledger::{books, credit};
use godown_core::report::{Params, build, tally};
use serde_json::{Value, json};

use super::{Fleet, PAID, fleet, lorry, transporter};
use crate::support::site::seeded;

/// A closed trip of one loading, with other values of its plan.
fn closed(fleet: &mut Fleet, with: Value) -> String {
    let loading = fleet.loading();
    let mut record = fleet.record(json!([{ "loading": loading }]));
    record.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    let trip = fleet.try_plan(record).unwrap();
    fleet.step("LOGI", &trip, "place", json!({}));
    fleet.step("LOGI", &trip, "dispatch", json!({}));
    fleet.deliver(&trip, 0);
    fleet.step("LOGI", &trip, "close", json!({}));
    trip
}

fn by_bank() -> Value {
    json!({ "paid_by": "bank_transfer", "utr": PAID })
}

#[test]
fn freight_is_by_the_tonne_by_the_trip_or_by_the_kilometre() {
    for (with, want) in [
        (json!({}), 153_075),
        (json!({ "freight_basis": "trip", "freight_rate_paise": 900_000 }), 900_000),
        (json!({ "freight_basis": "km", "freight_rate_paise": 4_500, "km": 210 }), 945_000),
    ] {
        let mut fleet = fleet();
        let trip = closed(&mut fleet, with);
        assert_eq!(fleet.doc(&trip).int("freight_paise"), Some(want));
    }
    let mut fleet = fleet();
    let loading = fleet.loading();
    for (with, path, message) in [
        (
            json!({ "freight_basis": "km" }),
            "km",
            "Enter the distance: the freight is by the kilometre",
        ),
        (json!({ "freight_rate_paise": null }), "freight_rate_paise", "Freight rate is required"),
        (json!({ "freight_basis": null }), "freight_basis", "Select what the freight rate is for"),
        (
            json!({ "freight_basis": null, "freight_rate_paise": null }),
            "freight_basis",
            "Select what the transporter is paid by",
        ),
        (json!({ "freight_tax": null }), "freight_tax", "Select who pays the GST on the freight"),
        (
            json!({ "advance_paise": 122_461 }),
            "advance_paise",
            "An advance is at most 80 % of the freight: ₹1,224.60",
        ),
    ] {
        let mut record = fleet.record(json!([{ "loading": loading }]));
        record.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
        let issues = fleet.try_plan(record).unwrap_err();
        assert_eq!((issues[0].path.as_str(), issues[0].message.as_str()), (path, message));
    }
}

#[test]
fn advances_stay_within_their_share_and_are_set_off() {
    let mut fleet = fleet();
    fleet.world.setting(json!({ "recover_ex_yard": false }));
    let loading = fleet.loading();
    let trip = fleet.dispatched(&[&loading]);
    let pay = |paise: i64| json!({ "amount_paise": paise, "paid_by": "cash" });
    fleet.step("ACC", &trip, "pay_advance", pay(100_000));
    let most = "An advance is at most 80 % of the freight: ₹224.60";
    assert_eq!(fleet.act("ACC", &trip, "pay_advance", pay(22_461)), Err(vec![most.into()]));
    fleet.step("ACC", &trip, "pay_advance", pay(22_460));
    let more = "Nothing more is paid in advance";
    assert_eq!(fleet.act("ACC", &trip, "pay_advance", pay(1)), Err(vec![more.into()]));
    let both = json!({ "amount_paise": 1, "paid_by": "cash", "utr": PAID });
    assert!(fleet.act("ACC", &trip, "pay_advance", both).is_err());
    fleet.deliver(&trip, 0);
    fleet.step("LOGI", &trip, "close", json!({}));
    assert_eq!(
        fleet.act("ACC", &trip, "settle", json!({})),
        Err(vec!["Select how the balance is paid".into()])
    );
    assert_eq!(
        fleet.act("ACC", &trip, "settle", json!({ "paid_by": "bank_transfer" })),
        Err(vec!["UTR is required for a bank transfer".into()])
    );
    fleet.step("ACC", &trip, "settle", by_bank());
    assert_eq!(fleet.doc(&trip).int("paid_paise"), Some(30_615));
    assert_eq!((fleet.owed(), fleet.book(books::CASH)), (0, -122_460));
    assert_eq!((fleet.book(books::BANK), fleet.book(books::FREIGHT_OUTWARD)), (-30_615, 153_075));
    fleet.sound();
}

#[test]
fn a_site_says_how_much_of_the_freight_is_paid_in_advance() {
    let mut fleet = fleet();
    let loading = fleet.loading();
    let half = |fleet: &mut Fleet| {
        let mut record = fleet.record(json!([{ "loading": loading }]));
        record["advance_paise"] = json!(61_231);
        fleet.try_plan(record).map_err(|issues| issues[0].message.clone())
    };
    fleet.world.setting(json!({ "freight_advance_bp": 4_000 }));
    let most = "An advance is at most 40 % of the freight: ₹612.30";
    assert_eq!(half(&mut fleet), Err(most.to_owned()));
    fleet.world.setting(json!({ "freight_advance_bp": 4_001 }));
    assert!(half(&mut fleet).is_ok());
}

#[test]
fn we_owe_the_tax_of_a_transporter_who_charges_none_at_the_rate_of_the_day() {
    let mut fleet = fleet();
    fleet.world.setting(json!({ "recover_ex_yard": false }));
    let trip = closed(&mut fleet, json!({}));
    let charged = json!({ "paid_by": "cash", "tax_paise": 100 });
    let none = "The transporter of this trip charges no GST";
    assert_eq!(fleet.act("ACC", &trip, "settle", charged), Err(vec![none.into()]));
    fleet.step("ACC", &trip, "settle", json!({ "paid_by": "cash" }));
    // Half of 5 % of 1,530.75 each, rounded by itself.
    assert_eq!((fleet.book(books::INPUT_TAX), fleet.book(books::RCM_PAYABLE)), (7_654, -7_654));
    assert_eq!(fleet.owed(), 0);
    fleet.sound();
    let mut dated = self::fleet();
    dated.world.setting(json!({
        "recover_ex_yard": false,
        "freight_gst_rates": [
            { "rate_bp": 500, "from": "2017-07-01" }, { "rate_bp": 1_800, "from": "2026-11-01" },
        ],
    }));
    let trip = closed(&mut dated, json!({}));
    dated.step("ACC", &trip, "settle", json!({ "paid_by": "cash" }));
    assert_eq!(dated.book(books::RCM_PAYABLE), -27_554);
}

#[test]
fn a_transporter_who_charges_the_tax_is_paid_it() {
    let mut fleet = fleet();
    fleet.world.setting(json!({ "recover_ex_yard": false }));
    let trip = closed(&mut fleet, json!({ "freight_tax": "forward" }));
    let bill = json!({ "paid_by": "account", "tax_paise": 27_554, "bill_no": "GT/17" });
    fleet.step("ACC", &trip, "settle", bill);
    assert_eq!((fleet.book(books::INPUT_TAX), fleet.book(books::RCM_PAYABLE)), (27_554, 0));
    assert_eq!(fleet.owed(), -180_629, "left on their account");
    fleet.sound();
}

#[test]
fn the_tax_of_a_transporter_of_another_state_is_integrated() {
    let mut fleet = fleet();
    fleet.world.setting(json!({ "recover_ex_yard": false }));
    let vendor = transporter(&mut fleet.world, "27AAACT2727Q1ZW", "9822088888", "VENDOR2");
    let admin = fleet.world.who("ADMIN");
    let abroad = json!({
        "gstin": "29AAACT2727Q1ZS",
        "billing": { "line1": "4 Hosur Road", "state": seeded("state", "29"), "pin": "560001" },
    });
    fleet.world.site.edit(&admin, "vendor", &vendor, abroad).unwrap();
    fleet.lorry = lorry(&mut fleet.world, &vendor, "KA01AB1234", json!({}));
    fleet.world.vehicle = fleet.lorry.clone();
    let trip = closed(&mut fleet, json!({}));
    fleet.step("ACC", &trip, "settle", json!({ "paid_by": "cash" }));
    // 5 % of 1,530.75 in one.
    assert_eq!(fleet.book(books::RCM_PAYABLE), -7_654);
    fleet.sound();
}

#[test]
fn what_was_lost_is_taken_off_what_the_transporter_gets() {
    let mut fleet = fleet();
    fleet.world.setting(json!({ "recover_ex_yard": false }));
    let loading = fleet.loading();
    let mut record = fleet.record(json!([{ "loading": loading }]));
    record["freight_basis"] = json!("trip");
    record["freight_rate_paise"] = json!(900_000);
    let trip = fleet.try_plan(record).unwrap();
    fleet.step("LOGI", &trip, "place", json!({}));
    fleet.step("LOGI", &trip, "dispatch", json!({}));
    let lost = fleet.short(0, 2, "claim");
    fleet.step("LOGI", &trip, "deliver", lost);
    fleet.step("LOGI", &trip, "close", json!({}));
    let with = |claim: i64, remarks: Value| json!({ "paid_by": "cash", "claim_paise": claim, "remarks": remarks });
    let most = "Goods worth ₹3,930.31 were lost; no more is claimed";
    assert_eq!(
        fleet.act("ACC", &trip, "settle", with(393_032, Value::Null)),
        Err(vec![most.into()])
    );
    let silent = "Less is claimed than was lost. Please enter remarks (at least 5 characters)";
    assert_eq!(fleet.act("ACC", &trip, "settle", with(1, Value::Null)), Err(vec![silent.into()]));
    fleet.step("ACC", &trip, "settle", json!({ "paid_by": "cash" }));
    assert_eq!(fleet.book(books::CHARGES_RECOVERED), -393_031);
    assert_eq!((fleet.book(books::CASH), fleet.owed()), (-506_969, 0));
    fleet.sound();
}

#[test]
fn a_transporter_who_owes_us_is_paid_nothing() {
    let mut fleet = fleet();
    fleet.world.setting(json!({ "recover_ex_yard": false }));
    let loading = fleet.loading();
    let trip = fleet.dispatched(&[&loading]);
    let lost = fleet.short(0, 20, "claim");
    fleet.step("LOGI", &trip, "deliver", lost);
    fleet.step("LOGI", &trip, "close", json!({}));
    let owes = "The transporter owes us: leave it on the transporter's account";
    assert_eq!(fleet.act("ACC", &trip, "settle", by_bank()), Err(vec![owes.into()]));
    fleet.step("ACC", &trip, "settle", json!({ "paid_by": "account" }));
    assert_eq!(fleet.owed(), 3_930_340 - 153_075);
    fleet.sound();
}

#[test]
fn a_customer_who_bought_ex_yard_is_charged_their_share_of_the_freight() {
    let mut fleet = fleet();
    let customer = fleet.world.customer.clone();
    let before = fleet.world.site.read(|look| credit::account(look, &customer)).receivable;
    let ex_yard = fleet.loading();
    let order = fleet.world.order_record();
    let mut delivered = order.clone();
    delivered["price_basis"] = json!("for");
    let id = fleet.world.draft_of(delivered);
    for (who, action, inputs) in [
        ("SALES", "submit", json!({ "confirm": true })),
        ("BM", "approve", json!({})),
        ("PCT", "forward", json!({ "recommendation": "approve" })),
        ("CREDIT", "credit_approve", json!({})),
    ] {
        fleet.world.step(who, &id, action, inputs);
    }
    fleet.world.load(&id, 36, 1_020_500);
    let for_price = fleet.world.loadings(&id)[0].id.clone();
    let trip = fleet.dispatched(&[&ex_yard, &for_price]);
    for stop in 0..2 {
        fleet.deliver(&trip, stop);
    }
    fleet.step("LOGI", &trip, "close", json!({ "hamali_paise": 11 }));
    fleet.step("ACC", &trip, "settle", json!({ "paid_by": "cash" }));
    // Half of 3,061.50 and 11 paise: what is last takes the rest.
    assert_eq!(fleet.doc(&trip).int("recovered_paise"), Some(153_081));
    assert_eq!(fleet.book(books::FREIGHT_OUTWARD), 306_161);
    assert_eq!(fleet.book(books::FREIGHT), -153_081);
    let account = fleet.world.site.read(|look| credit::account(look, &customer));
    assert_eq!(account.receivable - before, 153_081);
    let open = fleet.world.site.read(|look| credit::open_invoice(look, &customer, &trip));
    assert_eq!((open.balance_paise, open.due.to_string()), (153_081, "2026-12-21".into()));
    fleet.sound();
}

#[test]
fn who_planned_a_trip_does_not_settle_its_freight() {
    let mut fleet = fleet();
    let loading = fleet.loading();
    let admin = fleet.world.who("ADMIN");
    let record = fleet.record(json!([{ "loading": loading }]));
    let made = fleet.world.site.create(&admin, "trip", record).unwrap();
    let trip = made["id"].as_str().unwrap().to_owned();
    fleet.step("LOGI", &trip, "place", json!({}));
    fleet.step("LOGI", &trip, "dispatch", json!({}));
    fleet.deliver(&trip, 0);
    fleet.step("LOGI", &trip, "close", json!({}));
    let issues = fleet
        .world
        .site
        .act(&admin, "trip", &trip, "settle", json!({ "paid_by": "cash" }))
        .unwrap_err();
    assert_eq!(issues[0].code, Code::FourEyes);
    assert_eq!(issues[0].message, "You created this trip; another person must settle its freight");
    fleet.world.setting(json!({ "allow_self_approval": ["trip_settle"] }));
    assert_eq!(fleet.step("ADMIN", &trip, "settle", json!({ "paid_by": "cash" })), trips::SETTLED);
}

#[test]
fn nothing_is_settled_into_a_locked_period() {
    let mut fleet = fleet();
    let trip = closed(&mut fleet, json!({}));
    let admin = fleet.world.who("ADMIN");
    let branch = fleet.world.branch.clone();
    let lock = json!({ "branch": branch, "locked_to": "2026-11-21" });
    fleet.world.site.create(&admin, "period_lock", lock).unwrap();
    let done = fleet.act("ACC", &trip, "settle", json!({ "paid_by": "cash" }));
    assert_eq!(done, Err(vec!["Date falls in a locked period (up to 21-11-2026)".into()]));
}

#[test]
fn a_settled_trip_leaves_nothing_with_its_transporter_in_the_file_for_tally() {
    let mut fleet = fleet();
    let trip = closed(&mut fleet, json!({}));
    let mut advance = by_bank();
    advance["amount_paise"] = json!(100_000);
    fleet.step("ACC", &trip, "pay_advance", advance);
    fleet.step("ACC", &trip, "settle", by_bank());
    let frames = build::whole(&fleet.world.site.memory, 1).unwrap();
    let days = json!({ "from": "2018-01-01", "to": fleet.world.site.today() });
    let params: Params = serde_json::from_value(days).unwrap();
    let book = tally::book(&frames, &params, fleet.world.site.today()).unwrap();
    assert_eq!(book.refused, Vec::<String>::new());
    let of = |ledger: &str| -> Vec<i64> {
        let entries = book.vouchers.iter().flat_map(|voucher| &voucher.entries);
        entries.filter(|entry| entry.ledger.contains(ledger)).map(|entry| entry.paise).collect()
    };
    let owed = of("Asha Tubes 9822077777");
    assert!(owed.len() > 1 && owed.iter().sum::<i64>() == 0, "{owed:?}");
    assert_eq!(of("GST payable under reverse charge").iter().sum::<i64>(), -7_654);
    let file = tally::file(&book, false, "xml").unwrap();
    assert_eq!(tally::read(&file).unwrap(), book.vouchers);
}
