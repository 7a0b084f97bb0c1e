//! Who sees a receipt, whose turn each step is, and who may take it.

use godown_core::docs::receipts::{
    self, RECEIPT, ReceiptAllocation, ReceiptEvent, ReceiptSettlement,
};
use godown_core::query::{self, queue};
use godown_core::schema::Kind;
use serde_json::json;

use super::{confirmed, doc, ground, step, write};
use crate::deeds::Ground;
use crate::matrix;

/// A receipt that the steps before have led to a status.
fn at(ground: &mut Ground, status: &str) -> String {
    use receipts::*;
    let money = [CONFIRMED, REVERSED].contains(&status);
    let mode = if money { "neft" } else { "cheque" };
    let part = json!({ "amount_paise": 8_000_000 });
    let id = match status {
        DRAFT | PENDING => write(ground, "SALES", mode, part).unwrap(),
        _ => confirmed(ground, mode, part),
    };
    let reasoned = json!({ "reason": "FUNDS" });
    let remarks = json!({ "remarks": "As agreed by phone" });
    if [DEPOSITED, BOUNCED, REDEPOSITED, CLEARED].contains(&status) {
        step(ground, "ACC", &id, "deposit", json!({}));
    }
    match status {
        PENDING => drop(step(ground, "SALES", &id, "submit", json!({}))),
        BOUNCED | REDEPOSITED => drop(step(ground, "ACC", &id, "bounce", reasoned)),
        CLEARED => drop(step(ground, "ACC", &id, "clear", json!({}))),
        CANCELLED => drop(step(ground, "ADMIN", &id, "cancel", remarks)),
        REVERSED => drop(step(ground, "ADMIN", &id, "reverse", remarks)),
        _ => {}
    }
    if status == REDEPOSITED {
        step(ground, "ACC", &id, "redeposit", json!({}));
    }
    assert_eq!(doc(ground, &id).status, status);
    id
}

const PEOPLE: &[&str] = &[
    "ADMIN", "SALES", "SALES2", "BM", "PCT", "CREDIT", "YARD", "LOGI", "ACC", "PURCH", "AUDIT",
    "SYS",
];

/// The customer is one salesperson's own.
fn owned() -> Ground {
    let mut ground = ground();
    let (admin, sales) = (ground.world.who("ADMIN"), ground.world.who("SALES").id);
    let customer = ground.world.customer.clone();
    ground.world.site.edit(&admin, "customer", &customer, json!({ "sales_owner": sales })).unwrap();
    ground
}

#[test]
fn the_matrix_of_statuses_actions_and_people_is_the_one_written_down() {
    let base = owned();
    let text = matrix::text_of(&RECEIPT, PEOPLE, |status| {
        let mut ground = base.clone();
        let id = at(&mut ground, status);
        (ground.world, id)
    });
    matrix::written_down("receipt", &text);
}

#[test]
fn a_salesperson_takes_in_money_of_their_own_customers_and_accounts_of_anybody() {
    let mut ground = owned();
    let foreign = write(&mut ground, "SALES2", "cash", json!({}));
    assert_eq!(
        foreign,
        Err(vec!["Sharma Tubes 9822012345 is another salesperson's customer".into()])
    );
    let id = write(&mut ground, "ACC", "cash", json!({})).unwrap();
    assert_eq!(doc(&ground, &id).owner, Some(ground.world.who("SALES").id), "it is theirs");
    let seen = |who: &str| {
        let site = &ground.world.site;
        query::view(&site.memory, &ground.world.who(who), site.now, "receipt", &id).is_ok()
    };
    let who = ["SALES", "SALES2", "BM", "PCT", "CREDIT", "YARD", "LOGI", "ACC", "PURCH", "AUDIT"];
    assert_eq!(who.map(seen), [true, false, true, true, true, false, false, true, false, true]);
}

#[test]
fn each_step_waits_for_those_who_take_it_and_a_bounced_cheque_for_nobody() {
    let mut ground = owned();
    let waits = |ground: &Ground| {
        let site = &ground.world.site;
        ["SALES", "ACC", "CREDIT"].map(|who| {
            let queue = queue::queue(&site.memory, &ground.world.who(who), site.now).unwrap();
            queue.rows.iter().filter(|row| row.doc_type.0 == "receipt").count()
        })
    };
    let id = write(&mut ground, "SALES", "cheque", json!({})).unwrap();
    assert_eq!(waits(&ground), [1, 0, 0]);
    for (who, action, turn) in [
        ("SALES", "submit", [0, 1, 0]),
        ("ACC", "confirm", [0, 1, 0]),
        ("ACC", "deposit", [0, 1, 0]),
        ("ACC", "bounce", [0, 0, 0]),
        ("ACC", "redeposit", [0, 1, 0]),
        ("ACC", "clear", [0, 0, 0]),
    ] {
        let with = if action == "bounce" { json!({ "reason": "STALE" }) } else { json!({}) };
        let status = step(&mut ground, who, &id, action, with);
        assert_eq!(waits(&ground), turn, "{status}");
    }
}

#[test]
fn declaration_and_types_hold_the_same_fields_in_the_same_order() {
    let inner = |key: &str| match RECEIPT.field(key).unwrap().kind {
        Kind::Rows { fields, .. } => fields.iter().map(|field| field.key).collect::<Vec<_>>(),
        _ => panic!("{key} holds no fields"),
    };
    assert_eq!(inner("allocations"), ReceiptAllocation::KEYS);
    assert_eq!(inner("planned"), ReceiptSettlement::KEYS);
    assert_eq!(inner("settled"), ReceiptSettlement::KEYS);
    assert_eq!(inner("events"), ReceiptEvent::KEYS);
}
