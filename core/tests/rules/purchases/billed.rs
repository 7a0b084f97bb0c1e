//! Bills of suppliers matched three ways, what they post, what is claimed, and what is paid.

use godown_core::error::Halt;
use godown_core::ledger::{books, payables};
use godown_core::query::open_items;
use godown_core::value::Day;

use crate::site::seeded;

use super::*;

/// A bill against an order of so much weight at a rate, with its total as it should be.
pub fn bill(ground: &Ground, order: &str, no: &str, grams: i64, rate_paise: i64) -> Value {
    let today = ground.world.site.today().to_string();
    let amount = grams * rate_paise / 1_000_000;
    json!({
        "date": today, "purchase_order": order, "bill_no": no, "bill_date": today,
        "billed_paise": amount * 118 / 100,
        "lines": [{ "order_line": 1, "pcs": 10, "weight_g": grams, "rate_paise": rate_paise }],
    })
}

pub fn submitted(ground: &mut Ground, record: Value) -> (String, Value) {
    let id = create(ground, "ACC", "supplier_bill", record);
    let done = act(ground, "ACC", "supplier_bill", &id, "submit", json!({})).unwrap();
    (id, done)
}

fn status(ground: &Ground, kind: &str, id: &str) -> String {
    let system = crate::site::person(Role::Sys);
    let site = &ground.world.site;
    let doc = docs::look(&site.memory, &system, site.now).find(kind, id).unwrap().unwrap();
    doc.status.clone()
}

fn book(ground: &Ground, account: &str) -> i64 {
    let system = crate::site::person(Role::Sys);
    let site = &ground.world.site;
    books::balance(&docs::look(&site.memory, &system, site.now), account).unwrap()
}

/// What the supplier is owed bill by bill.
pub fn owed(ground: &Ground) -> Vec<(String, i64)> {
    let system = crate::site::person(Role::Sys);
    let site = &ground.world.site;
    let look = docs::look(&site.memory, &system, site.now);
    let open = payables::open(&look, &books::supplier(&ground.supplier)).unwrap();
    open.into_iter().map(|(_, bill)| (bill.bill_no, bill.paise)).collect()
}

pub fn supplier(ground: &Ground) -> i64 {
    book(ground, &books::supplier(&ground.supplier))
}

#[test]
fn goods_of_an_order_are_accrued_and_their_bill_settles_that_and_is_owed() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 400_000);
    assert_eq!((book(&ground, books::GOODS_NOT_BILLED), supplier(&ground)), (-2_000_000, 0));
    assert_eq!(book(&ground, books::INPUT_TAX), 0);
    // Without lines a bill takes over what came in and is not billed.
    let mut record = bill(&ground, &order, "M/101", 400_000, 5_000_000);
    record.as_object_mut().unwrap().remove("lines");
    let (id, done) = submitted(&mut ground, record);
    assert_eq!(done["status"], json!("Matched"));
    assert_eq!(done["record"]["lines"][0]["weight_g"], json!(400_000));
    act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    assert_eq!((book(&ground, books::GOODS_NOT_BILLED), supplier(&ground)), (0, -2_360_000));
    assert_eq!(book(&ground, books::INPUT_TAX), 360_000);
    assert_eq!(owed(&ground), [("M/101".to_owned(), 2_360_000)]);
    let why = json!({ "remarks": "Another bill" });
    act(&mut ground, "ACC", "supplier_bill", &id, "reverse", why).unwrap();
    assert_eq!((book(&ground, books::GOODS_NOT_BILLED), supplier(&ground)), (-2_000_000, 0));
    assert_eq!(owed(&ground), []);
}

#[test]
fn a_bill_before_the_goods_waits_for_them_and_then_matches() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    let record = bill(&ground, &order, "M/102", 600_000, 5_000_000);
    let (id, done) = submitted(&mut ground, record);
    assert_eq!(done["status"], json!("Waiting for Goods"));
    received(&mut ground, &order, 400_000);
    assert_eq!(status(&ground, "supplier_bill", &id), "Waiting for Goods");
    let last = received(&mut ground, &order, 200_000);
    assert_eq!(status(&ground, "supplier_bill", &id), "Matched");
    act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    let why =
        first(act(&mut ground, "ACC", "inward", &last, "reverse", json!({ "remarks": "Wrong" })));
    assert!(why.message.contains("billed these goods"), "{}", why.message);
}

#[test]
fn a_number_of_a_supplier_comes_in_once_in_a_year() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 400_000);
    let record = bill(&ground, &order, "M/103", 100_000, 5_000_000);
    submitted(&mut ground, record.clone());
    let acc = ground.world.who("ACC");
    let why = ground.world.site.create(&acc, "supplier_bill", record).unwrap_err();
    assert_eq!(why[0].code, Code::Duplicate);
}

#[test]
fn a_bill_that_differs_tells_what_by_line_and_another_person_accepts_it_with_a_reason() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 600_000);
    let record = bill(&ground, &order, "M/104", 620_000, 5_100_000);
    let (id, done) = submitted(&mut ground, record);
    assert_eq!(done["status"], json!("Mismatch"));
    let found: Vec<(&str, i64)> = done["record"]["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["what"].as_str().unwrap(), row["over_paise"].as_i64().unwrap()))
        .collect();
    assert_eq!(found, [("rate", 62_000), ("quantity", 102_000)]);
    let why = first(act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})));
    assert_eq!(why.code, Code::BadState);
    let why = first(act(&mut ground, "BM", "supplier_bill", &id, "approve", json!({})));
    assert_eq!(why.path, "remarks");
    let remarks = json!({ "remarks": "Rate went up in between" });
    act(&mut ground, "BM", "supplier_bill", &id, "approve", remarks).unwrap();
    act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    assert_eq!(supplier(&ground), -(3_162_000 * 118 / 100));
    assert_eq!(book(&ground, books::GOODS_NOT_BILLED), 0);
    assert_eq!(book(&ground, books::COST_VARIANCE), 162_000);
}

#[test]
fn a_bill_matches_within_the_tolerances_of_the_site() {
    let stands = |set: Value, grams: i64, rate_paise: i64| {
        let mut ground = ground();
        ground.world.setting(set);
        let order = ordered(&mut ground);
        received(&mut ground, &order, 600_000);
        let record = bill(&ground, &order, "M/106", grams, rate_paise);
        submitted(&mut ground, record).1["status"].as_str().unwrap().to_owned()
    };
    let (rate, quantity) = ((600_000, 5_100_000), (606_000, 5_000_000));
    for (grams, paise) in [rate, quantity] {
        assert_eq!(stands(json!({ "bill_rate_tolerance_bp": 0 }), grams, paise), "Mismatch");
    }
    let wide = |bp: i64| json!({ "bill_rate_tolerance_bp": bp });
    assert_eq!([199, 200].map(|bp| stands(wide(bp), rate.0, rate.1)), ["Mismatch", "Matched"]);
    let wide = |bp: i64| json!({ "bill_quantity_tolerance_bp": bp });
    let found = [99, 100].map(|bp| stands(wide(bp), quantity.0, quantity.1));
    assert_eq!(found, ["Mismatch", "Matched"]);
}

#[test]
fn what_was_billed_too_much_is_claimed_by_a_debit_note_and_the_rest_is_owed() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 600_000);
    let record = bill(&ground, &order, "M/105", 600_000, 5_100_000);
    let (id, _) = submitted(&mut ground, record);
    act(&mut ground, "ACC", "supplier_bill", &id, "claim", json!({})).unwrap();
    let done = act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    let note = done["record"]["supplier_note"].as_str().unwrap().to_owned();
    assert_eq!(status(&ground, "supplier_note", &note), "Posted");
    assert_eq!((supplier(&ground), book(&ground, books::COST_VARIANCE)), (-3_540_000, 0));
    assert_eq!(owed(&ground), [("M/105".to_owned(), 3_540_000)]);
    let why = json!({ "remarks": "Sent anew" });
    act(&mut ground, "ACC", "supplier_bill", &id, "reverse", why).unwrap();
    assert_eq!(status(&ground, "supplier_note", &note), "Reversed");
    assert_eq!((supplier(&ground), book(&ground, books::INPUT_TAX)), (0, 0));
}

#[test]
fn a_total_above_its_lines_is_too_high_by_the_tax_on_it_too() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 600_000);
    let mut record = bill(&ground, &order, "M/107", 600_000, 5_000_000);
    record["billed_paise"] = json!(3_540_000 + 11_800);
    let (id, done) = submitted(&mut ground, record);
    assert_eq!(done["status"], json!("Mismatch"));
    let row = &done["record"]["differences"][0];
    assert_eq!([&row["over_paise"], &row["over_tax_paise"]], [&json!(10_000), &json!(1_800)]);
    act(&mut ground, "ACC", "supplier_bill", &id, "claim", json!({})).unwrap();
    act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    assert_eq!(owed(&ground), [("M/107".to_owned(), 3_540_000)]);
}

/// A payment of so much that waits for another person.
pub fn pays(ground: &mut Ground, more: Value) -> String {
    let branch = ground.world.branch.clone();
    let mut record = json!({
        "date": ground.world.site.today().to_string(), "branch": branch, "party_kind": "supplier",
        "supplier": ground.supplier, "mode": "neft", "utr": "HDFC00000000001", "amount_paise": 3_000_000,
    });
    record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let id = create(ground, "ACC", "supplier_payment", record);
    act(ground, "ACC", "supplier_payment", &id, "submit", json!({})).unwrap();
    id
}

#[test]
fn a_payment_pays_what_is_due_first_and_its_reversal_opens_the_bills_again() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 600_000);
    for (no, grams) in [("M/106", 400_000), ("M/107", 200_000)] {
        let record = bill(&ground, &order, no, grams, 5_000_000);
        let (id, _) = submitted(&mut ground, record);
        act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    }
    let id = pays(&mut ground, json!({}));
    let why = first(act(&mut ground, "ACC", "supplier_payment", &id, "approve", json!({})));
    assert_eq!(why.code, Code::FourEyes);
    let done = act(&mut ground, "BM", "supplier_payment", &id, "approve", json!({})).unwrap();
    let settled = done["record"]["settled"].as_array().unwrap();
    let sums: Vec<i64> = settled.iter().map(|row| row["amount_paise"].as_i64().unwrap()).collect();
    assert_eq!(sums.iter().sum::<i64>(), 3_000_000);
    assert_eq!(owed(&ground).iter().map(|(_, paise)| paise).sum::<i64>(), 540_000);
    assert_eq!((supplier(&ground), book(&ground, books::BANK)), (-540_000, -3_000_000));
    let why = json!({ "remarks": "The bank sent it back" });
    act(&mut ground, "ACC", "supplier_payment", &id, "reverse", why).unwrap();
    assert_eq!(owed(&ground).iter().map(|(_, paise)| paise).sum::<i64>(), 3_540_000);
    assert_eq!((supplier(&ground), book(&ground, books::BANK)), (-3_540_000, 0));
}

#[test]
fn what_a_payment_leaves_is_on_account_until_it_is_set_against_a_bill_by_hand() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 600_000);
    let early = pays(&mut ground, json!({ "amount_paise": 1_000_000 }));
    let done = act(&mut ground, "BM", "supplier_payment", &early, "approve", json!({})).unwrap();
    assert_eq!(done["record"]["on_account_paise"], json!(1_000_000));
    let record = bill(&ground, &order, "M/108", 600_000, 5_000_000);
    let (id, _) = submitted(&mut ground, record);
    act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    let rows =
        |paise: i64| json!({ "allocations": [{ "supplier_bill": id, "amount_paise": paise }] });
    let why =
        first(act(&mut ground, "ACC", "supplier_payment", &early, "allocate", rows(1_000_001)));
    assert_eq!(why.path, "allocations.0.amount_paise");
    let done =
        act(&mut ground, "ACC", "supplier_payment", &early, "allocate", rows(600_000)).unwrap();
    assert_eq!(done["record"]["on_account_paise"], json!(400_000));
    assert_eq!(owed(&ground), [("M/108".to_owned(), 2_940_000)]);
    let why = json!({ "remarks": "Wrong bill" });
    let why = first(act(&mut ground, "ACC", "supplier_bill", &id, "reverse", why));
    assert!(why.message.contains("reverse the payment first"), "{}", why.message);
}

#[test]
fn what_is_open_is_told_by_its_due_day_with_what_an_amount_pays_of_it() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 600_000);
    for (no, grams) in [("M/116", 400_000), ("M/117", 200_000)] {
        let record = bill(&ground, &order, no, grams, 5_000_000);
        let (id, _) = submitted(&mut ground, record);
        act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    }
    let told = |ground: &Ground, who: &str, (kind, party): (&str, &str), amount: i64| {
        let (site, actor) = (&ground.world.site, ground.world.who(who));
        open_items::open_bills(&site.memory, &actor, site.now, (kind, party), amount)
    };
    let party = ("supplier", ground.supplier.as_str());
    let both = told(&ground, "ACC", party, 2_400_000).unwrap().rows;
    assert!(both.iter().all(|row| (row.field, row.opens) == ("supplier_bill", Some(row.field))));
    let sums: Vec<(i64, i64)> =
        both.iter().map(|row| (row.balance_paise, row.pays_paise)).collect();
    assert!(both.windows(2).all(|pair| (pair[0].due, &pair[0].id) < (pair[1].due, &pair[1].id)));
    assert_eq!(sums.iter().map(|(open, _)| open).sum::<i64>(), 3_540_000);
    assert_eq!(sums.iter().map(|(_, pays)| pays).sum::<i64>(), 2_400_000);
    assert!(sums[0].0.min(2_400_000) == sums[0].1, "the first is paid first: {sums:?}");
    // A payment pays what was told.
    let id = pays(&mut ground, json!({ "amount_paise": 2_400_000 }));
    let done = act(&mut ground, "BM", "supplier_payment", &id, "approve", json!({})).unwrap();
    for (row, paid) in both.iter().zip(done["record"]["settled"].as_array().unwrap()) {
        assert_eq!(
            (&json!(row.name), &json!(row.pays_paise)),
            (&paid["bill_no"], &paid["amount_paise"])
        );
    }
    let party = ("supplier", ground.supplier.as_str());
    let left = told(&ground, "ACC", party, 0).unwrap().rows;
    assert_eq!(left.iter().map(|row| row.balance_paise).sum::<i64>(), 1_140_000);
    // Who sees no payments sees no bills, and a word that is no kind of party names nobody.
    assert!(matches!(told(&ground, "SALES", party, 0), Err(Halt::Refused(_))));
    assert!(matches!(told(&ground, "ACC", ("customer", party.1), 0), Err(Halt::Refused(_))));
}

#[test]
fn goods_go_back_to_their_supplier_at_what_they_were_bought_for() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    let inward = received(&mut ground, &order, 600_000);
    let record = bill(&ground, &order, "M/109", 600_000, 5_000_000);
    let (id, _) = submitted(&mut ground, record);
    act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    let system = crate::site::person(Role::Sys);
    let site = &ground.world.site;
    let doc = docs::look(&site.memory, &system, site.now).find("inward", &inward).unwrap().unwrap();
    let batch = doc.get("lines").unwrap()[0]["batch"].clone();
    let stock = book(&ground, books::STOCK);
    let record = json!({
        "date": site.today().to_string(), "supplier": ground.supplier, "yard": ground.world.yard,
        "lines": [{ "batch": batch, "pcs": 1, "weight_g": 60_000, "why": "Bent" }],
    });
    let note = create(&mut ground, "PURCH", "supplier_note", record);
    act(&mut ground, "PURCH", "supplier_note", &note, "submit", json!({})).unwrap();
    act(&mut ground, "BM", "supplier_note", &note, "approve", json!({})).unwrap();
    assert_eq!(book(&ground, books::STOCK), stock - 300_000);
    assert_eq!(owed(&ground), [("M/109".to_owned(), 3_540_000 - 354_000)]);
    assert_eq!(supplier(&ground), -(3_540_000 - 354_000));
    let why = json!({ "remarks": "They took it after all" });
    act(&mut ground, "ACC", "supplier_note", &note, "reverse", why).unwrap();
    assert_eq!((book(&ground, books::STOCK), supplier(&ground)), (stock, -3_540_000));
}

#[test]
fn a_bill_of_a_small_enterprise_is_due_within_45_days_whatever_was_agreed() {
    let days = |hurried: bool, terms: &str| {
        let mut ground = ground();
        let admin = ground.world.who("ADMIN");
        let law =
            json!({ "msme": true, "udyam": "UDYAM-MH-26-0012345", "pay_in_45_days": hurried });
        let id = ground.supplier.clone();
        ground.world.site.edit(&admin, "supplier", &id, law).unwrap();
        let mut record = beginning(&ground, docs::find("purchase_order").unwrap());
        record.insert("payment_term".to_owned(), seeded("payment_term", terms).into());
        let order = create(&mut ground, "PURCH", "purchase_order", Value::Object(record));
        act(&mut ground, "PURCH", "purchase_order", &order, "submit", json!({})).unwrap();
        act(&mut ground, "BM", "purchase_order", &order, "approve", json!({})).unwrap();
        received(&mut ground, &order, 400_000);
        let (_, done) = {
            let bill = bill(&ground, &order, "M/145", 400_000, 5_000_000);
            submitted(&mut ground, bill)
        };
        let due = done["record"]["due_date"].as_str().and_then(Day::parse).unwrap();
        due.0 - ground.world.site.today().0
    };
    assert_eq!(days(false, "CR60"), 60);
    assert_eq!(days(true, "CR60"), 45);
    assert_eq!(days(true, "CR30"), 30);
    let mut ground = ground();
    let admin = ground.world.who("ADMIN");
    let law = json!({ "msme": true, "udyam": "UDYAM-MH-26-0012345", "pay_in_45_days": true });
    let id = ground.supplier.clone();
    ground.world.site.edit(&admin, "supplier", &id, law).unwrap();
    let order = ordered(&mut ground);
    let mut late = bill(&ground, &order, "M/146", 400_000, 5_000_000);
    late["due_date"] = json!(ground.world.site.today().plus(46).to_string());
    let acc = ground.world.who("ACC");
    let why = ground.world.site.create(&acc, "supplier_bill", late).unwrap_err();
    assert_eq!(why[0].path, "due_date");
}
