//! Advances for orders: kept for their invoices, counted for no other order, and set against them as they are posted.

use godown_core::docs::orders;
use godown_core::docs::receipts::advance;

use super::*;

/// An order whose goods were loaded, with the stock of its own.
fn loaded(ground: &mut Ground) -> String {
    let world = &mut ground.world;
    let batch = world.stock(36, 1_020_500);
    let first = std::mem::replace(&mut world.batch, batch);
    let order = world.at(orders::LOADED);
    world.batch = first;
    order
}

fn invoice(ground: &mut Ground, order: &str) -> String {
    let ids: Vec<String> = ground.world.loadings(order).iter().map(|doc| doc.id.clone()).collect();
    let actor = ground.world.who("ACC");
    let made = ground.world.site.create(&actor, "invoice", json!({ "loadings": ids })).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    ground.world.site.act(&actor, "invoice", &id, "post", json!({})).unwrap();
    id
}

fn left(ground: &Ground, id: &str) -> i64 {
    doc(ground, id).int("on_account_paise").unwrap()
}

#[test]
fn an_advance_waits_for_the_invoice_of_its_order_though_another_is_open() {
    let mut ground = ground();
    let order = loaded(&mut ground);
    let id = confirmed(&mut ground, "neft", json!({ "amount_paise": 500_000, "for_order": order }));
    assert_eq!(left(&ground, &id), 500_000, "the open invoice is of another order");
    let why = act(&mut ground, "ACC", &id, "allocate", json!({})).unwrap_err();
    assert_eq!(why, ["No invoice of its order is open"]);
    let invoice = invoice(&mut ground, &order);
    let kept = doc(&ground, &id);
    assert_eq!(kept.int("on_account_paise"), Some(0));
    let settled = kept.get("settled").unwrap();
    assert_eq!(
        (&settled[0]["invoice"], &settled[0]["amount_paise"]),
        (&json!(invoice), &json!(500_000))
    );
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
}

#[test]
fn an_advance_is_money_of_its_order_alone_until_that_is_completed() {
    let mut ground = ground();
    let (order, other) = (loaded(&mut ground), "another order");
    confirmed(&mut ground, "neft", json!({ "amount_paise": 900_000_000, "for_order": order }));
    let customer = ground.world.doc(&order).text("customer").unwrap().to_owned();
    let kept = |ground: &Ground, of: &str| {
        ground.world.site.read(|case| advance::kept_for_others(case, &customer, of))
    };
    assert_eq!((kept(&ground, other), kept(&ground, &order)), (900_000_000, 0));
    invoice(&mut ground, &order);
    assert_eq!(ground.world.doc(&order).status, orders::COMPLETED);
    assert_eq!(kept(&ground, other), 0, "what is over is free again");
}

#[test]
fn an_advance_is_for_an_order_of_its_customer_that_is_under_way_and_no_adjustment() {
    let mut ground = ground();
    let order = loaded(&mut ground);
    let of = json!({ "for_order": order });
    let why = write(&mut ground, "SALES", "adjustment", of.clone()).unwrap_err();
    assert_eq!(why, ["An adjustment brings no money that could be an advance"]);
    invoice(&mut ground, &order);
    let why = write(&mut ground, "SALES", "neft", of).unwrap_err();
    assert!(
        why[0].ends_with("is Order Completed; nothing more is paid in advance for it"),
        "{why:?}"
    );
}
