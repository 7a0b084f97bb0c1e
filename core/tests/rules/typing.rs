//! What the form of an order is given to compute with, and to whom; and the reasons that a step takes.

use crate::site::wire;
use crate::support::World;
use crate::support::site::record;
use godown_core::calls;
use godown_core::docs::orders::{self, quote};
use godown_core::error::{Code, Halt};
use godown_core::json::Json;
use godown_core::query::facts::{self, TypedOrder};
use godown_core::query::{credit, queue};
use serde_json::{Value, json};

fn facts_for(world: &World, who: &str, id: &str, order: Value) -> Result<Value, Code> {
    let typed = TypedOrder { id: id.to_owned(), record: record(order) };
    facts::facts(&world.site.memory, &world.who(who), world.site.now, &typed)
        .map(|told| wire(&told))
        .map_err(code_of)
}

fn code_of(halt: Halt) -> Code {
    match halt {
        Halt::Refused(refused) => refused.issues[0].code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_quote_of_the_form_is_the_order_that_is_submitted() {
    let mut world = World::new();
    let facts = facts_for(&world, "SALES", "", world.order_record()).unwrap();
    let made = quote::quote(&record(world.order_record()), &record(facts));
    let id = world.at(orders::BM_PENDING);
    let order = world.order(&id);
    assert_eq!(Some(made.total_paise), order.total_paise);
    assert_eq!(
        (Some(made.igst_paise), Some(made.cgst_paise)),
        (order.igst_paise, order.cgst_paise)
    );
    assert_eq!(made.findings, []);
}

#[test]
fn the_facts_of_an_order_are_for_those_who_write_it() {
    let mut world = World::new();
    let id = world.draft();
    let asked = |who: &str| facts_for(&world, who, &id, world.order_record()).map(drop);
    assert_eq!(asked("SALES"), Ok(()));
    assert_eq!(asked("SALES2"), Err(Code::NotFound));
    for who in ["PCT", "CREDIT", "ACC", "AUDIT"] {
        assert_eq!(asked(who), Err(Code::Forbidden), "{who}");
    }
    let fresh = facts_for(&world, "PURCH", "", world.order_record());
    assert_eq!(fresh.map(drop), Err(Code::Forbidden));
}

#[test]
fn cost_is_among_the_facts_only_of_those_who_see_it() {
    let world = World::new();
    let cost = |who: &str| {
        let facts = facts_for(&world, who, "", world.order_record()).unwrap();
        facts["skus"][&world.sku]["cost_paise"].clone()
    };
    assert!(cost("BM").is_i64());
    assert_eq!(cost("SALES"), Value::Null);
}

#[test]
fn a_salesman_sees_how_much_credit_his_own_customers_have_left_and_nothing_behind_it() {
    let mut world = World::new();
    let order = world.at(orders::BM_PENDING);
    let other = world.customer_of("29", "29ABCPE1234F1Z7", "560001", "9822099999", 100);
    let seen = |who: &str| {
        let (read, now) = (&world.site.memory, world.site.now);
        credit::credit(read, &world.who(who), now, &world.customer, "")
            .map(|told| wire(&told))
            .map_err(code_of)
    };
    let own = seen("SALES").unwrap();
    assert_eq!(own["available_paise"], 100_000_000);
    assert_eq!(
        (&own["invoices"], &own["orders"], &own["group"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let of_order = |who: &str, customer: &str, order: &str| {
        let (read, now) = (&world.site.memory, world.site.now);
        let seen = credit::credit(read, &world.who(who), now, customer, order);
        seen.map(|seen| wire(&seen)["order"]["further_paise"].clone()).map_err(code_of)
    };
    assert_eq!(of_order("SALES", &world.customer, &order), Ok(json!(7_074_616)));
    assert_eq!(of_order("SALES2", &world.customer, &order), Err(Code::Forbidden));
    assert_eq!(of_order("SALES", &world.customer, "none"), Err(Code::NotFound));
    assert_eq!(of_order("CREDIT", &other, &order), Err(Code::NotFound));
    assert!(seen("CREDIT").unwrap()["invoices"].is_array());
    assert_eq!(seen("SALES2").map(drop), Err(Code::Forbidden));
    let facts = facts_for(&world, "SALES2", "", world.order_record()).unwrap();
    assert_eq!(facts["credit"], Value::Null);
}

#[test]
fn a_step_takes_only_reasons_of_its_own_kind() {
    let mut world = World::new();
    let id = world.at(orders::BM_PENDING);
    let inputs = json!({ "reason": "RATE_CHECK", "remarks": "Not a reason to reject" });
    let issues = world.act("BM", &id, "reject", inputs.clone()).unwrap_err();
    assert_eq!((issues[0].path.as_str(), issues[0].code), ("reason", Code::Input));
    let mut held = inputs;
    held["hold_until"] = json!("2026-12-01");
    world.step("BM", &id, "hold", held);
}

#[test]
fn a_dialog_says_of_inputs_what_the_decision_says() {
    let mut world = World::new();
    let id = world.at(orders::BM_PENDING);
    let bad = json!({ "reason": "RATE_CHECK", "remarks": "a\u{7}", "hold_until": "31-02-2026" });
    for inputs in [json!({}), bad] {
        let args = json!({
            "doc_type": "order", "status": orders::BM_PENDING, "action": "hold", "inputs": inputs,
        });
        let said = calls::call("check", &args).unwrap();
        let refused = world.act("BM", &id, "hold", inputs).unwrap_err();
        assert_eq!(said, refused.write());
        assert!(refused.len() > 1, "{refused:?}");
    }
}

#[test]
fn a_row_of_the_queue_says_what_stands_out() {
    let mut world = World::new();
    let mut short = world.order_record();
    short["lines"][0]["pcs"] = json!(360);
    short["lines"][0]["weight_g"] = json!(10_205_000);
    short["lines"][0]["back_order"] = json!(true);
    let short = world.draft_of(short);
    world.step("SALES", &short, "submit", json!({}));
    let concern = world.at(orders::YARD_CONCERN);
    let finding = |id: &str| {
        let rows =
            wire(&queue::queue(&world.site.memory, &world.who("BM"), world.site.now).unwrap());
        let rows = rows["rows"].as_array().unwrap().clone();
        let row = rows.into_iter().find(|row| row["id"] == id).unwrap();
        row["finding"].as_str().unwrap_or_default().to_owned()
    };
    assert!(finding(&short).starts_with("Only "), "{}", finding(&short));
    let said = world.order(&concern).concern.unwrap();
    assert!(finding(&concern).ends_with(&format!(": {}", said.remarks)), "{}", finding(&concern));
    assert!(!finding(&concern).contains(&said.reason));
}
