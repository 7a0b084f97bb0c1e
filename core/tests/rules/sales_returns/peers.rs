//! What goes wrong elsewhere when goods come back: each is named by it, and does not go wrong here.

use godown_core::docs::orders;
use godown_core::docs::sales_returns::{self, lots_of};
use godown_core::ledger::stock::Qty;
use godown_core::query::returnable;
use serde_json::{Value, json};

use super::{ALL, act, doc, draft, ground, left, make, of_pieces, sound, step};
use crate::deeds::Ground;

/// An invoice with two lines of one SKU out of one batch, at two rates: 20 and 10 pieces.
fn two_lines(ground: &mut Ground) {
    let world = &mut ground.world;
    let batch = world.stock(30, 900_000);
    let first = std::mem::replace(&mut world.batch, batch.clone());
    let mut loadings: Vec<Value> = Vec::new();
    for (pcs, rate) in [(20, 5_800_000), (10, 6_000_000)] {
        let mut record = world.order_record();
        record["lines"] = json!([{
            "sku": world.sku, "pcs": pcs, "weight_g": pcs * 30_000, "rate_paise": rate,
        }]);
        let order = world.draft_of(record);
        for (who, action, inputs) in [
            ("SALES", "submit", json!({ "confirm": true })),
            ("BM", "approve", json!({})),
            ("PCT", "forward", json!({ "recommendation": "approve" })),
            ("CREDIT", "credit_approve", json!({})),
        ] {
            world.step(who, &order, action, inputs);
        }
        assert_eq!(world.load(&order, pcs, pcs * 30_000), orders::LOADED);
        loadings.push(json!(world.loadings(&order)[0].id));
    }
    world.batch = first;
    let acc = world.who("ACC");
    let made = world.site.create(&acc, "invoice", json!({ "loadings": loadings })).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    world.site.act(&acc, "invoice", &id, "post", json!({})).unwrap();
    ground.sold = (id, batch);
}

/// What can still be asked for of each line.
fn both(ground: &Ground) -> [i64; 2] {
    let site = &ground.world.site;
    let acc = ground.world.who("ACC");
    let all = returnable::returnable(&site.memory, &acc, site.now, &ground.sold.0).unwrap();
    [0, 1].map(|at| all.rows[at].left_pcs)
}

fn line(ground: &Ground, line: i64, pcs: i64) -> Value {
    json!({ "line": line, "batch": ground.sold.1, "pcs": pcs, "reason": "BEND" })
}

#[test]
fn what_was_returned_is_counted_by_the_invoices_line_and_not_by_the_sku() {
    let mut ground = ground();
    two_lines(&mut ground);
    let lines = json!([line(&ground, 1, 10)]);
    let id = draft(&mut ground, "SALES", json!({ "lines": lines })).unwrap();
    step(&mut ground, "SALES", &id, "submit", 0);
    assert_eq!(both(&ground), [20, 0]);
    // Twenty of the SKU are still with the customer, and none of this line.
    let lines = json!([line(&ground, 1, 1)]);
    let refused = draft(&mut ground, "SALES", json!({ "lines": lines }));
    assert_eq!(
        refused,
        Err(vec!["Only 0 pcs (0.000 kg) of this line can still be returned".into()])
    );
    let lines = json!([line(&ground, 0, 21)]);
    let refused = draft(&mut ground, "SALES", json!({ "lines": lines }));
    assert_eq!(
        refused,
        Err(vec!["Only 20 pcs (600.000 kg) of this line can still be returned".into()])
    );
    sound(&ground);
}

#[test]
fn a_return_reduces_the_line_that_it_names_and_not_another_of_the_same_goods() {
    let mut ground = ground();
    two_lines(&mut ground);
    let lines = json!([line(&ground, 1, 4)]);
    let id = draft(&mut ground, "SALES", json!({ "lines": lines })).unwrap();
    for (who, action) in &super::ROAD[..4] {
        step(&mut ground, who, &id, action, 0);
    }
    assert_eq!(both(&ground), [20, 6]);
    sound(&ground);
}

#[test]
fn goods_are_valued_at_the_rate_of_their_own_line() {
    let mut ground = ground();
    two_lines(&mut ground);
    let value = |ground: &mut Ground, at: i64| {
        let lines = json!([line(ground, at, 1)]);
        let id = draft(ground, "SALES", json!({ "lines": lines })).unwrap();
        doc(ground, &id).int("amount_paise").unwrap()
    };
    // 30 kg at 58,000 and at 60,000 a tonne.
    assert_eq!([0, 1].map(|at| value(&mut ground, at)), [174_000, 180_000]);
}

#[test]
fn a_line_that_is_taken_out_and_put_in_again_returns_no_more_than_was_sold() {
    let mut ground = ground();
    let first = of_pieces(&mut ground, 30).unwrap();
    step(&mut ground, "SALES", &first, "submit", 0);
    let id = of_pieces(&mut ground, 6).unwrap();
    let sales = ground.world.who("SALES");
    let batch = ground.sold.1.clone();
    let again = |pcs: i64| json!({ "lines": [{ "line": 0, "batch": batch, "pcs": pcs, "reason": "RUST" }] });
    let none = json!({ "lines": [] });
    ground.world.site.edit(&sales, "sales_return", &id, none).unwrap();
    let refused = ground.world.site.edit(&sales, "sales_return", &id, again(7)).unwrap_err();
    assert_eq!(refused[0].message, "Only 6 pcs (170.083 kg) of this line can still be returned");
    assert_eq!(refused[0].path, "lines.0.pcs");
    ground.world.site.edit(&sales, "sales_return", &id, again(6)).unwrap();
    let twice = json!({ "lines": [
        { "line": 0, "batch": batch, "pcs": 3, "reason": "RUST" },
        { "line": 0, "batch": batch, "pcs": 3, "reason": "RUST" },
    ] });
    let refused = ground.world.site.edit(&sales, "sales_return", &id, twice).unwrap_err();
    assert_eq!(refused[0].message, "This batch of the line is listed twice");
    step(&mut ground, "SALES", &id, "submit", 0);
    assert_eq!(left(&ground), Qty::default());
    sound(&ground);
}

#[test]
fn three_returns_that_fit_one_by_one_do_not_pass_together() {
    let mut ground = ground();
    // Each is as much as may be asked for while nobody else asks.
    let ids: Vec<String> = (0..3).map(|_| of_pieces(&mut ground, 18).unwrap()).collect();
    for id in &ids[..2] {
        assert_eq!(step(&mut ground, "SALES", id, "submit", 0), sales_returns::BM_PENDING);
    }
    let refused = act(&mut ground, "SALES", &ids[2], "submit", json!({}));
    assert_eq!(
        refused,
        Err(vec!["Only 0 pcs (0.000 kg) of this line can still be returned".into()])
    );
    assert_eq!(doc(&ground, &ids[2]).status, sales_returns::DRAFT);
    sound(&ground);
}

#[test]
fn a_return_of_nothing_is_none_however_often_it_is_asked_for() {
    let mut ground = ground();
    for _ in 0..2 {
        assert_eq!(of_pieces(&mut ground, 0), Err(vec!["Enter the pieces".into()]));
    }
    assert_eq!(left(&ground), ALL);
}

#[test]
fn no_quantity_passes_that_was_not_sold() {
    let mut ground = ground();
    let all = "Only 36 pcs (1,020.500 kg) of this line can still be returned";
    for pcs in [37, 100, 999_999] {
        assert_eq!(of_pieces(&mut ground, pcs), Err(vec![all.into()]));
    }
    let id = of_pieces(&mut ground, 36).unwrap();
    assert_eq!(lots_of(&doc(&ground, &id)).unwrap()[0].asked(), ALL);
    // Not by weight either.
    let batch = ground.sold.1.clone();
    let heavy =
        json!([{ "line": 0, "batch": batch, "pcs": 10, "weight_g": 1_020_501, "reason": "RUST" }]);
    assert_eq!(draft(&mut ground, "SALES", json!({ "lines": heavy })), Err(vec![all.into()]));
    let id = make(&mut ground);
    assert_eq!(step(&mut ground, "SALES", &id, "submit", 0), sales_returns::BM_PENDING);
}
