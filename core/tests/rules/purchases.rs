//! Purchase orders: who approves how much, and goods that come in against them in parts.

use godown_core::declare::grant::Role;
use godown_core::docs;
use godown_core::error::{Code, Issue};
use godown_core::invariant;
use serde_json::{Value, json};

use crate::deeds::{Ground, beginning, sites};

mod billed;
mod told;

fn ground() -> Ground {
    let [ground, _] = sites();
    ground
}

/// Does a step of a document as somebody.
fn act(
    ground: &mut Ground,
    who: &str,
    kind: &str,
    id: &str,
    action: &str,
    with: Value,
) -> Result<Value, Vec<Issue>> {
    let actor = ground.world.who(who);
    let done = ground.world.site.act(&actor, kind, id, action, with);
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
    done
}

fn create(ground: &mut Ground, who: &str, kind: &str, record: Value) -> String {
    let actor = ground.world.who(who);
    let made = ground.world.site.create(&actor, kind, record).unwrap();
    made["id"].as_str().unwrap().to_owned()
}

/// An order of 600 kg at ₹50,000 a tonne that waits for its approval.
fn pending(ground: &mut Ground) -> String {
    let record = beginning(ground, docs::find("purchase_order").unwrap());
    let id = create(ground, "PURCH", "purchase_order", Value::Object(record));
    act(ground, "PURCH", "purchase_order", &id, "submit", json!({})).unwrap();
    id
}

fn ordered(ground: &mut Ground) -> String {
    let id = pending(ground);
    act(ground, "BM", "purchase_order", &id, "approve", json!({})).unwrap();
    id
}

/// Goods of so much weight against an order, sent for approval.
fn arrives(ground: &mut Ground, order: &str, grams: i64) -> Result<String, Vec<Issue>> {
    let mut record = beginning(ground, docs::find("inward").unwrap());
    record.insert("purchase_order".to_owned(), order.into());
    record.insert("gross_g".to_owned(), (8_000_000 + grams).into());
    record["lines"][0]["weight_g"] = grams.into();
    record["lines"][0]["supplier_weight_g"] = grams.into();
    let id = create(ground, "PURCH", "inward", Value::Object(record));
    act(ground, "PURCH", "inward", &id, "submit", json!({})).map(|_| id)
}

fn received(ground: &mut Ground, order: &str, grams: i64) -> String {
    let id = arrives(ground, order, grams).unwrap();
    act(ground, "BM", "inward", &id, "approve", json!({ "remarks": "As weighed" })).unwrap();
    id
}

/// An order's status and how much of its line came in.
fn stands(ground: &Ground, id: &str) -> (String, i64) {
    let system = crate::site::person(Role::Sys);
    let site = &ground.world.site;
    let doc = docs::look(&site.memory, &system, site.now).find("purchase_order", id).unwrap();
    let doc = doc.unwrap();
    let came = doc.get("lines").unwrap()[0]["received_g"].as_i64().unwrap_or(0);
    (doc.status.clone(), came)
}

fn first(result: Result<impl std::fmt::Debug, Vec<Issue>>) -> Issue {
    result.unwrap_err().remove(0)
}

#[test]
fn an_order_is_priced_numbered_and_approved_by_another_person() {
    let mut ground = ground();
    let id = pending(&mut ground);
    let why = first(act(&mut ground, "PURCH", "purchase_order", &id, "approve", json!({})));
    assert_eq!(why.code, Code::Forbidden);
    let done = act(&mut ground, "BM", "purchase_order", &id, "approve", json!({})).unwrap();
    assert_eq!(
        (&done["status"], &done["record"]["amount_paise"]),
        (&json!("Approved"), &json!(3_000_000))
    );
    assert_eq!(done["record"]["total_paise"], json!(3_540_000));
    assert!(done["doc_no"].as_str().unwrap().starts_with("PO/"), "{}", done["doc_no"]);
}

#[test]
fn what_is_ordered_in_pieces_alone_weighs_what_they_weigh_in_theory() {
    let mut ground = ground();
    let mut record = beginning(&ground, docs::find("purchase_order").unwrap());
    let line = record["lines"][0].as_object_mut().unwrap();
    line.remove("weight_g");
    line.insert("pcs".to_owned(), json!(7));
    let sku = ground.world.site.get("sku", line["sku"].as_str().unwrap());
    let each = sku["record"]["theo_g_per_pc"].as_i64().unwrap();
    let id = create(&mut ground, "PURCH", "purchase_order", Value::Object(record));
    let made = ground.world.site.get("purchase_order", &id);
    assert_eq!(made["record"]["lines"][0]["weight_g"], json!(7 * each));
    act(&mut ground, "PURCH", "purchase_order", &id, "submit", json!({})).unwrap();
}

#[test]
fn more_than_was_ordered_comes_in_within_the_tolerance_of_the_site() {
    let arrived = |set: Value, grams: i64| {
        let mut ground = ground();
        ground.world.setting(set);
        let order = ordered(&mut ground);
        arrives(&mut ground, &order, grams).map(drop).map_err(|issues| issues[0].code)
    };
    // Of 600 kg.
    let over = Err(Code::Tolerance);
    let usual = || json!({ "purchase_tolerance_bp": 300 });
    assert_eq!([618_000, 618_001].map(|grams| arrived(usual(), grams)), [Ok(()), over]);
    let wide = || json!({ "purchase_tolerance_bp": 500 });
    assert_eq!([630_000, 630_001].map(|grams| arrived(wide(), grams)), [Ok(()), over]);
}

#[test]
fn an_order_above_the_branch_managers_slab_is_approved_by_an_administrator() {
    let mut ground = ground();
    ground.world.setting(json!({ "purchase_slabs": [
        { "from": "2017-07-01", "up_to_paise": 100_000_000 },
        { "from": "2026-04-01", "up_to_paise": 3_539_999 },
        { "from": "2099-04-01", "up_to_paise": 100_000_000 },
    ] }));
    let id = pending(&mut ground);
    let why = first(act(&mut ground, "BM", "purchase_order", &id, "approve", json!({})));
    assert_eq!(why.code, Code::ApprovalSlab);
    let done = act(&mut ground, "ADMIN", "purchase_order", &id, "approve", json!({})).unwrap();
    assert_eq!(done["status"], json!("Approved"));
}

#[test]
fn goods_come_in_against_an_order_in_parts_and_their_reversal_gives_back() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    assert_eq!(stands(&ground, &order), ("Approved".to_owned(), 0));
    let one = received(&mut ground, &order, 400_000);
    assert_eq!(stands(&ground, &order), ("Part Received".to_owned(), 400_000));
    // The same invoice of the supplier covers both parts.
    let other = received(&mut ground, &order, 200_000);
    assert_eq!(stands(&ground, &order), ("Received".to_owned(), 600_000));
    let why = json!({ "remarks": "Wrong truck" });
    act(&mut ground, "ACC", "inward", &other, "reverse", why.clone()).unwrap();
    assert_eq!(stands(&ground, &order), ("Part Received".to_owned(), 400_000));
    act(&mut ground, "ACC", "inward", &one, "reverse", why).unwrap();
    assert_eq!(stands(&ground, &order), ("Approved".to_owned(), 0));
}

#[test]
fn an_inward_without_lines_takes_over_what_is_still_to_come_of_its_order() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 400_000);
    let mut record = beginning(&ground, docs::find("inward").unwrap());
    for taken in ["lines", "supplier"] {
        record.remove(taken);
    }
    record.insert("purchase_order".to_owned(), order.as_str().into());
    let id = create(&mut ground, "PURCH", "inward", Value::Object(record));
    let (inward, order) =
        (ground.world.site.get("inward", &id), ground.world.site.get("purchase_order", &order));
    let [line] = &inward["record"]["lines"].as_array().unwrap()[..] else { panic!("{inward}") };
    let of = &order["record"]["lines"][0];
    assert_eq!(line["weight_g"], 200_000);
    for key in ["sku", "rate_paise"] {
        assert_eq!(line[key], of[key], "{key}");
    }
    assert_eq!(line["order_line"], 1);
    assert_eq!(inward["record"]["supplier"], order["record"]["supplier"]);
}

#[test]
fn more_than_remains_with_the_tolerance_is_refused_by_line() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 400_000);
    let why = first(arrives(&mut ground, &order, 218_001));
    assert_eq!((why.path.as_str(), why.code), ("lines.0.weight_g", Code::Tolerance));
    assert!(why.message.ends_with("218.001 kg comes in and 200.000 kg remains"), "{}", why.message);
    assert!(why.message.starts_with("Line 1 of "), "{}", why.message);
    // Two that wait at once are judged again when each is approved.
    let [one, other] = [218_000, 200_000].map(|grams| arrives(&mut ground, &order, grams).unwrap());
    let remarks = json!({ "remarks": "As weighed" });
    act(&mut ground, "BM", "inward", &one, "approve", remarks.clone()).unwrap();
    let why = first(act(&mut ground, "BM", "inward", &other, "approve", remarks));
    assert_eq!(why.code, Code::Tolerance);
    assert_eq!(stands(&ground, &order), ("Received".to_owned(), 618_000));
}

#[test]
fn nothing_comes_in_against_an_order_that_is_not_approved_or_was_closed() {
    let mut ground = ground();
    let draft = pending(&mut ground);
    let why = first(arrives(&mut ground, &draft, 100_000));
    assert!(why.message.contains("is Approval Pending"), "{}", why.message);
    let order = ordered(&mut ground);
    received(&mut ground, &order, 100_000);
    let why = first(act(
        &mut ground,
        "PURCH",
        "purchase_order",
        &order,
        "cancel",
        json!({ "remarks": "Not needed" }),
    ));
    assert_eq!(why.code, Code::BadState);
    let reason = json!({ "reason": "CUSTOMER_OK" });
    act(&mut ground, "PURCH", "purchase_order", &order, "short_close", reason).unwrap();
    let why = first(arrives(&mut ground, &order, 100_000));
    assert!(why.message.contains("is Closed"), "{}", why.message);
    assert_eq!(stands(&ground, &order).0, "Closed");
}

#[test]
fn a_yard_man_sees_no_rate_and_takes_it_over_from_the_order() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    let mut record = beginning(&ground, docs::find("inward").unwrap());
    record.insert("purchase_order".to_owned(), order.into());
    for key in ["supplier", "supplier_invoice_paise"] {
        record.remove(key);
    }
    record["lines"][0].as_object_mut().unwrap().remove("rate_paise");
    let id = create(&mut ground, "YARD", "inward", Value::Object(record));
    act(&mut ground, "YARD", "inward", &id, "submit", json!({})).unwrap();
    let done = act(&mut ground, "BM", "inward", &id, "approve", json!({ "remarks": "As weighed" }))
        .unwrap();
    let record = &done["record"];
    assert_eq!(record["lines"][0]["rate_paise"], json!(5_000_000));
    assert_eq!(
        (&record["lines"][0]["order_line"], &record["supplier"]),
        (&json!(1), &json!(ground.supplier))
    );
}
