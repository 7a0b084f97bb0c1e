//! Where others went wrong with credit limits, each by what goes wrong there.

use super::*;

#[test]
fn a_limit_below_what_is_used_is_not_refused_outright_but_stops_supply() {
    let mut world = World::new();
    world.at(orders::WAITING);
    let id = world.asks(json!({ "amount_paise": 5_000_000 }));
    let issue = refused(&mut world, "SALES", &id, "submit", json!({}));
    let told = "₹50,000.00 is below the ₹70,746.16 used. Tick Stop supply, or ask for more";
    assert_eq!((issue.path.as_str(), issue.message.as_str()), ("stop_supply", told));
    let sales = world.who("SALES");
    world.site.edit(&sales, "credit_limit_request", &id, json!({ "stop_supply": true })).unwrap();
    world.decides("SALES", &id, "submit", json!({}));
    let bm = world.who("BM");
    let seen = query::view(&world.site.memory, &bm, world.site.now, "credit_limit_request", &id);
    let seen = seen.unwrap().value().unwrap();
    let warned = &seen["warnings"][0]["message"];
    assert_eq!(warned, "Orders of this customer stop until ₹20,746.16 is paid");
    for who in ["BM", "CREDIT"] {
        world.decides(who, &id, "approve", json!({}));
    }
    assert_eq!(limits_of(&world).2, -2_074_616);
    let order = world.at(orders::CREDIT_PENDING);
    let short = world.act("CREDIT", &order, "credit_approve", json!({})).unwrap_err().remove(0);
    assert_eq!(short.code, Code::CreditShort);
}

#[test]
fn a_limit_that_has_come_to_stop_supply_since_it_was_asked_for_is_not_granted_as_if_it_did_not() {
    let mut world = World::new();
    let id = submitted(&mut world, json!({ "amount_paise": 5_000_000 }));
    world.decides("BM", &id, "approve", json!({}));
    world.at(orders::WAITING);
    let late = refused(&mut world, "CREDIT", &id, "approve", json!({}));
    assert_eq!(
        (late.code, late.message.as_str()),
        (Code::Rule, "₹50,000.00 is below the ₹70,746.16 used. Tick Stop supply, or ask for more")
    );
    assert_eq!(limits_of(&world).0, 100_000_000);
}

#[test]
fn stop_supply_is_not_ticked_for_a_limit_that_covers_what_is_used() {
    let mut world = World::new();
    let id = world.asks(json!({ "amount_paise": 5_000_000, "stop_supply": true }));
    let issue = refused(&mut world, "SALES", &id, "submit", json!({}));
    let told = "This limit covers what is used: supply does not stop";
    assert_eq!((issue.path.as_str(), issue.message.as_str()), ("stop_supply", told));
}

/// Elsewhere the limit is compared with all that was ever sold.
#[test]
fn a_limit_is_measured_against_what_is_open_and_not_against_all_that_was_sold() {
    let mut world = World::new();
    let order = world.at(orders::COMPLETED);
    let invoice = world.loadings(&order)[0].text("invoice").unwrap().to_owned();
    let customer = world.customer.clone();
    world.system(|case| {
        credit::receive(case, &customer, "r", 7_074_600)?;
        credit::settle(case, &customer, "r", &invoice, 7_074_600)
    });
    let id = submitted(&mut world, json!({ "amount_paise": 1_000 }));
    let facts = world.site.read(|look| limit_requests::effect::facts_of(look, &customer, None));
    assert_eq!((facts.utilised_paise, doc(&world, &id).int("used_paise")), (0, Some(0)));
}

/// Elsewhere an order that was changed after its approval is not measured again.
#[test]
fn an_order_that_grows_after_its_limit_was_granted_is_measured_again() {
    let mut world = World::new();
    world.granted(json!({ "amount_paise": 100 }));
    let order = world.at(orders::CREDIT_PENDING);
    world.granted(json!({ "kind": "order", "order": order, "amount_paise": 7_074_616 }));
    world.step("CREDIT", &order, "credit_approve", json!({}));
    let concern = json!({ "reason": "CUSTOMER_CHANGE", "remarks": "Customer wants more" });
    world.step("YARD", &order, "raise_concern", concern);
    let more = json!({
        "remarks": "Customer wants more",
        "changes": { "lines": [{ "line": 0, "pcs": 40, "weight_g": 1_133_900 }] },
    });
    world.step("BM", &order, "escalate", more);
    let short = world.act("CREDIT", &order, "credit_approve", json!({})).unwrap_err().remove(0);
    assert_eq!(short.code, Code::CreditShort);
    assert_eq!(short.message, "Credit short by ₹7,860.47 (limit ₹70,747.16, used ₹70,746.16)");
}

/// Elsewhere a credit manager changes the customer's field and nobody looks.
#[test]
fn nobody_raises_a_limit_alone() {
    let mut world = World::new();
    let (credit, customer) = (world.who("CREDIT"), world.customer.clone());
    let alone =
        json!({ "limit_paise": 900_000_000, "reason": "OPENING", "remarks": "A good customer" });
    let refused = world.site.act(&credit, "customer", &customer, "set_credit", alone).unwrap_err();
    assert_eq!(refused[0].path, "limit_paise");
    let edit = json!({ "limits": [{ "limit_paise": 900_000_000, "from": "2026-11-01" }] });
    let admin = world.who("ADMIN");
    drop(world.site.edit(&admin, "customer", &customer, edit));
    assert_eq!(limits_of(&world).0, 100_000_000);
}

#[test]
fn a_first_limit_above_the_slab_is_asked_for_too() {
    let mut world = World::new();
    let new = world.customer_of("29", "29ABCPE1234F1Z7", "560001", "9822055555", 5);
    world.system(|case| {
        let mut doc = case.copy(&godown_core::docs::customers::CUSTOMER, &new)?;
        doc.record.remove("limits");
        case.put_doc(doc.into())?;
        case.remove(godown_core::ledger::balance_key("limit", &[&new, "00000000"]));
        Ok(())
    });
    let credit = world.who("CREDIT");
    let large = json!({ "limit_paise": LARGE, "reason": "OPENING", "remarks": "Carried over" });
    let refused = world.site.act(&credit, "customer", &new, "set_credit", large).unwrap_err();
    assert_eq!(refused[0].message, "A limit above ₹1,00,00,000 needs a credit limit request");
}
