//! What waits for whom, and what the palette finds.

use crate::site::wire;
use crate::support::{DAY, World};
use godown_core::docs::orders;
use godown_core::query::{queue, search};
use serde_json::{Value, json};

fn queue_of(world: &World, who: &str) -> Value {
    wire(&queue::queue(&world.site.memory, &world.who(who), world.site.now).unwrap())
}

fn waits(queue: &Value, id: &str) -> bool {
    queue["rows"].as_array().unwrap().iter().any(|row| row["id"] == id)
}

/// Whose turn it is in each status of an order.
const TURNS: &[(&str, &str)] = &[
    (orders::DRAFT, "SALES"),
    (orders::BM_PENDING, "BM"),
    (orders::HOLD, "BM"),
    (orders::BM_REJECTED, "SALES"),
    (orders::PRELIMINARY, "PCT"),
    (orders::CREDIT_PENDING, "CREDIT"),
    (orders::CREDIT_REJECTED, "SALES"),
    (orders::WAITING, "YARD"),
    (orders::YARD_CONCERN, "BM"),
    (orders::LOADED, "ACC"),
    (orders::ACCOUNT_CONCERN, "BM"),
    (orders::COMPLETED, ""),
];

#[test]
fn an_order_waits_for_those_whose_turn_it_is() {
    let mut world = World::new();
    world.batch = world.stock(1_000, 28_347_000);
    let orders: Vec<String> = TURNS.iter().map(|(status, _)| world.at(status)).collect();
    for who in ["SALES", "SALES2", "BM", "PCT", "CREDIT", "YARD", "LOGI", "ACC", "PURCH", "AUDIT"] {
        let queue = queue_of(&world, who);
        for (id, (status, turn)) in orders.iter().zip(TURNS) {
            assert_eq!(waits(&queue, id), *turn == who, "{status} and {who}");
        }
        let wanted = TURNS.iter().filter(|(_, turn)| *turn == who).count();
        assert_eq!(queue["total"], wanted, "{who}");
    }
    let admin = queue_of(&world, "ADMIN");
    assert_eq!(admin["total"], 10);
    assert_eq!(admin["by_status"]["order"][orders::HOLD], 1);
}

#[test]
fn a_row_is_late_past_its_time_and_hides_amounts_from_the_yard() {
    let mut world = World::new();
    let waiting = world.at(orders::WAITING);
    let pending = world.at(orders::CREDIT_PENDING);
    world.later(DAY + 1);
    let yard = queue_of(&world, "YARD");
    let row = &yard["rows"][0];
    assert_eq!(
        (&row["id"], &row["late"], &row["sla_hours"]),
        (&json!(waiting), &json!(true), &json!(24))
    );
    assert_eq!((&row["amount_paise"], &row["weight_g"]), (&Value::Null, &json!(1_020_500)));
    let credit = queue_of(&world, "CREDIT");
    let row = &credit["rows"][0];
    assert_eq!((&row["id"], &row["amount_paise"]), (&json!(pending), &json!(7_074_616)));
    assert_eq!(row["party"], "Sharma Tubes 9822012345");
}

#[test]
fn a_draft_invoice_and_a_receipt_wait_for_accounts() {
    let mut world = World::new();
    let order = world.at(orders::LOADED);
    let loadings: Vec<String> =
        world.loadings(&order).into_iter().map(|doc| doc.id.clone()).collect();
    let (acc, sales) = (world.who("ACC"), world.who("SALES"));
    world.site.create(&acc, "invoice", json!({ "loadings": loadings })).unwrap();
    let cash = json!({ "date": "2026-11-21", "customer": world.customer, "mode": "cash", "amount_paise": 100 });
    let made = world.site.create(&sales, "receipt", cash).unwrap();
    assert_eq!(queue_of(&world, "SALES")["counts"], json!({ "receipt": 1 }), "until it is sent");
    world.site.act(&sales, "receipt", made["id"].as_str().unwrap(), "submit", json!({})).unwrap();
    let queue = queue_of(&world, "ACC");
    assert_eq!(queue["counts"], json!({ "order": 1, "invoice": 1, "receipt": 1 }));
    assert_eq!(queue_of(&world, "SALES")["total"], 0);
}

#[test]
fn the_palette_finds_a_document_by_the_last_digits_of_its_number() {
    let mut world = World::new();
    world.at(orders::COMPLETED);
    let found = |who: &str, q: &str| {
        let actor = world.who(who);
        let found =
            wire(&search::search(&world.site.memory, &actor, world.site.now, q, 20).unwrap());
        let hits = found.as_array().unwrap().clone();
        hits.iter().map(|hit| hit["type"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(found("ACC", "0001").contains(&"invoice".to_owned()));
    // It is all of the invoice's number, and a part of the others'.
    assert_eq!(found("ACC", "pn/26-27/000001"), ["invoice", "order", "loading"]);
    assert!(!found("YARD", "0001").contains(&"invoice".to_owned()));
    assert!(found("ACC", "nothing like it").is_empty());
}
