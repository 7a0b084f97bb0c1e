//! A late cost against goods that left the stock account and come back into it: books and stock agree behind it.

use godown_core::error::Code;
use godown_core::ledger::stock::{self, Bucket, Side, StockPlace};
use godown_core::ledger::{Source, books};
use serde_json::{Value, json};

use super::world::{KIND, Yard, refused};

/// What rounding may leave of a batch that is gone.
const ROUNDING: i64 = 3;

fn late_freight(yard: &mut Yard) {
    let lines = yard.lines("late_freight");
    yard.approved("late_freight", lines);
}

/// A document of the yard about the inward's batch, made and approved; its id.
fn paper(yard: &mut Yard, kind: &str, more: Value) -> String {
    yard.ground.world.send_file("YARD", "file-9");
    let mut record = json!({
        "date": yard.ground.world.site.today().to_string(), "batch": yard.batch, "photos": ["file-9"],
    });
    record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let id = yard.make("YARD", kind, record).unwrap();
    yard.step("YARD", kind, &id, "submit").unwrap();
    yard.step("BM", kind, &id, "approve").unwrap();
    id
}

/// The stock account is worth what is left of the batch.
fn agrees(yard: &Yard, others: i64) {
    let batch = yard.doc("batch", &yard.batch);
    let left = godown_core::docs::batches::cost_of(&batch, yard.life(&yard.batch).residue);
    let off = yard.account(books::STOCK) - others - left;
    assert!(off.abs() <= ROUNDING, "the books are off by {off}");
}

/// What the stock account holds of other batches.
fn others(yard: &Yard) -> i64 {
    yard.account(books::STOCK) - yard.cost(&yard.batch)
}

/// Half of the batch is invoiced, and two pieces more are loaded for the same order; the order and the invoice.
fn half(yard: &mut Yard) -> (String, String) {
    let order = yard.order(7, 211_428);
    let world = &mut yard.ground.world;
    world.load(&order, 5, 151_020);
    let loadings: Vec<_> = world.loadings(&order).iter().map(|doc| doc.id.clone()).collect();
    world.load(&order, 2, 60_408);
    let acc = world.who("ACC");
    let invoice = world.site.create(&acc, "invoice", json!({ "loadings": loadings })).unwrap();
    let invoice = invoice["id"].as_str().unwrap().to_owned();
    world.site.act(&acc, "invoice", &invoice, "post", json!({})).unwrap();
    (order, invoice)
}

#[test]
fn an_invoice_that_is_cancelled_after_a_late_cost_and_made_again_takes_the_new_cost_out_of_the_variance()
 {
    let mut yard = Yard::new();
    let others = others(&yard);
    let (order, invoice) = half(&mut yard);
    late_freight(&mut yard);
    assert_eq!(yard.account(books::COST_VARIANCE), 15_000);
    yard.step("ACC", "invoice", &invoice, "cancel").unwrap();
    let left = yard.account(books::COST_VARIANCE);
    assert!(left.abs() <= ROUNDING, "all of it is still to be sold: {left}");
    yard.ground.world.invoice(&order);
    agrees(&yard, others);
    let sold = yard.account(books::COST_OF_SALES);
    let bears = yard.cost(&yard.batch) * 7 / 10;
    assert!((sold - bears).abs() <= ROUNDING, "all that was sold bears its part: {sold}");
}

#[test]
fn an_invoice_that_is_cancelled_before_a_late_cost_leaves_no_variance() {
    let mut yard = Yard::new();
    let (_, invoice) = half(&mut yard);
    let before = yard.account(books::STOCK);
    yard.step("ACC", "invoice", &invoice, "cancel").unwrap();
    let bears = yard.account(books::STOCK) - before;
    assert_eq!(bears, yard.cost(&yard.batch) / 2);
    late_freight(&mut yard);
    assert_eq!(yard.account(books::COST_VARIANCE), 0);
}

#[test]
fn dumped_goods_bear_no_late_cost_until_they_are_restored() {
    let mut yard = Yard::new();
    let others = others(&yard);
    let place = yard.ground.world.yard.clone();
    let dump = paper(&mut yard, "dump_stock", json!({ "yard": place, "pcs": 2, "reason": "RUST" }));
    late_freight(&mut yard);
    assert_eq!(yard.account(books::COST_VARIANCE), 6_000, "a fifth lies in the dump");
    yard.step("BM", "dump_stock", &dump, "restore").unwrap();
    assert_eq!((yard.account(books::COST_VARIANCE), yard.account(books::STOCK_DUMP)), (0, 0));
    agrees(&yard, others);
}

#[test]
fn a_closing_that_is_taken_back_after_a_late_cost_brings_the_rest_back_at_the_new_cost() {
    let mut yard = Yard::new();
    let others = others(&yard);
    yard.sell(10, 300_540, true);
    let closing = paper(&mut yard, "batch_closing", json!({ "reason": "WEIGHING_LOSS" }));
    late_freight(&mut yard);
    assert_eq!(yard.account(books::COST_VARIANCE), 30_001, "nothing is left to bear it");
    yard.step("ADMIN", "batch_closing", &closing, "reopen").unwrap();
    assert_eq!(yard.life(&yard.batch).residue.g, 1_500);
    agrees(&yard, others);
}

#[test]
fn a_batch_that_is_on_the_road_takes_a_late_cost_when_it_has_arrived() {
    let mut yard = Yard::new();
    let lines = yard.lines("late_freight");
    let id = yard.pending("late_freight", lines);
    let (sku, at, batch) = {
        let world = &yard.ground.world;
        (world.sku.clone(), world.yard.clone(), yard.batch.clone())
    };
    let pcs = stock::Qty::new(2, 60_408);
    let drive = |yard: &mut Yard, from: Bucket, to: Bucket| {
        yard.ground.world.system(|case| {
            let place = StockPlace::free(&at, &sku, &batch);
            let source = Source::new("batch", &batch, 0, case.today());
            let (from, to) = (Side::Stock(place.to(from)), Side::Stock(place.to(to)));
            stock::post(case, from, to, pcs, &source)
        });
    };
    drive(&mut yard, Bucket::Free, Bucket::Transit);
    let (code, path, message) = refused(yard.take("BM", KIND, &id, "approve"));
    assert_eq!((code, path.as_str()), (Code::Rule, "lines.0.of_batch"));
    assert!(message.ends_with("is on the road; enter the cost when it has arrived"), "{message}");
    drive(&mut yard, Bucket::Transit, Bucket::Free);
    yard.step("BM", KIND, &id, "approve").unwrap();
    assert_eq!(yard.account(books::COST_VARIANCE), 0);
}
