//! A trip of six invoiced loadings to the end of all that follows: a shortage at one stop, its return and credit note,
//! the freight, and the file for Tally.

use std::collections::BTreeMap;

use godown_core::docs::notes::{CREDIT_NOTE, Note};
use godown_core::docs::{orders, sales_returns, trips};
use godown_core::report::{Params, build, tally};
use serde_json::{Value, json};

use super::{Fleet, PAID, fleet};
use crate::deeds::returns;

const SHORT: i64 = 6;

/// A loading that left the yard and is billed.
fn billed(fleet: &mut Fleet) -> String {
    let order = fleet.world.at(orders::COMPLETED);
    fleet.world.loadings(&order)[0].id.clone()
}

/// The return goes its road; how it stands then.
fn come_back(fleet: &mut Fleet, id: &str) -> Value {
    // The driver knew how many; why, and how they come back, the salesperson adds.
    let sales = fleet.world.who("SALES");
    let mut lines = fleet.world.site.get("sales_return", id)["record"]["lines"].clone();
    lines[0]["reason"] = json!("EXCESS");
    let more = json!({ "lines": lines, "pickup": "customer", "freight_by": "customer",
        "vehicle_no": "MH12AB1234" });
    fleet.world.site.edit(&sales, "sales_return", id, more).unwrap();
    for (who, action, way) in [
        ("SALES", "submit", 0),
        ("BM", "approve", 0),
        ("YARD", "receive", 0),
        ("YARD", "inspect", 1),
        ("YARD", "hand_over", 0),
        ("ACC", "complete", 0),
    ] {
        let actor = fleet.world.who(who);
        let doc = fleet.world.site.read(|look| look.copy(&sales_returns::SALES_RETURN, id));
        let with = match action {
            "submit" => json!({}),
            _ => returns::inputs(&doc, action, doc.version)[way].clone(),
        };
        let done = fleet.world.site.act(&actor, "sales_return", id, action, with);
        done.unwrap_or_else(|issues| panic!("{who} {action}: {issues:?}"));
    }
    fleet.world.site.get("sales_return", id)
}

#[test]
fn six_loadings_go_out_on_one_trip_and_what_one_customer_lacked_ends_as_a_credit_note() {
    let mut fleet = fleet();
    let loadings: Vec<String> = (0..6).map(|_| billed(&mut fleet)).collect();
    let all: Vec<&str> = loadings.iter().map(String::as_str).collect();
    let trip = fleet.dispatched(&all);
    assert_eq!(fleet.doc(&trip).int("stop_count"), Some(6));
    let advance = json!({ "amount_paise": 400_000, "paid_by": "bank_transfer", "utr": PAID });
    fleet.step("ACC", &trip, "pay_advance", advance);
    // In another order than planned, and a stop twice.
    for stop in [5, 0, 3, 1, 4] {
        fleet.deliver(&trip, stop);
    }
    let twice = fleet.pod(3);
    assert!(fleet.act("LOGI", &trip, "deliver", twice).is_err());
    let short = fleet.short(2, SHORT, "return");
    fleet.step("LOGI", &trip, "deliver", short);
    let stop = fleet.stop(&trip, 2);
    assert_eq!((stop.state.as_str(), stop.short_pcs), ("partly", Some(SHORT)));
    fleet.sound();

    let back = come_back(&mut fleet, stop.sales_return.as_deref().unwrap());
    assert_eq!(back["status"], sales_returns::COMPLETED);
    let note = back["record"]["credit_note"].as_str().unwrap().to_owned();
    let note = fleet.world.site.read(|look| Note::of(&*look.doc(&CREDIT_NOTE, &note)?));
    assert_eq!(note.pcs, SHORT);
    assert_eq!(back["record"]["credited_paise"], json!(note.payable_paise));

    assert_eq!(fleet.step("LOGI", &trip, "close", json!({})), trips::CLOSED);
    let balance = json!({ "bill_no": "GT/18", "paid_by": "bank_transfer", "utr": PAID });
    assert_eq!(fleet.step("ACC", &trip, "settle", balance), trips::SETTLED);
    assert_eq!(fleet.owed(), 0);
    fleet.sound();

    let frames = build::whole(&fleet.world.site.memory, 1).unwrap();
    let days = json!({ "from": "2018-01-01", "to": fleet.world.site.today() });
    let params: Params = serde_json::from_value(days).unwrap();
    let book = tally::book(&frames, &params, fleet.world.site.today()).unwrap();
    assert_eq!(book.refused, Vec::<String>::new());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for voucher in &book.vouchers {
        *kinds.entry(voucher.kind.name()).or_default() += 1;
        let entries: i64 = voucher.entries.iter().map(|entry| entry.paise).sum();
        let items: i64 = voucher.items.iter().map(|item| item.paise).sum();
        assert_eq!(entries + items, 0, "{voucher:?}");
    }
    assert_eq!((kinds.get("Sales"), kinds.get("Credit Note")), (Some(&6), Some(&1)), "{kinds:?}");
    let file = tally::file(&book, false, "xml").unwrap();
    assert_eq!(tally::read(&file).unwrap(), book.vouchers);
}
