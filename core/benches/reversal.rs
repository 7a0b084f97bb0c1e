//! The plan of a reversal of an order of 20 loadings, 5 invoices and 10 receipts, natively; what it looks at is left in
//! `target/reversal.json`, so that the browser's module is timed with the same.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may fail")]

#[path = "../tests/mirror/mod.rs"]
mod mirror;
mod support;
#[path = "../tests/support/mod.rs"]
mod world;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use godown_core::calls;
use godown_core::docs::orders;
use godown_core::query::reversal::{PlanAsked, planned};
use serde_json::{Value, json};
use support::{machine, ms, percentile};
use world::World;

const LOADINGS: i64 = 20;
const INVOICES: usize = 5;
const RECEIPTS: usize = 10;
const PIECES: i64 = 10;
const GRAMS: i64 = 283_470;
const ROUNDS: usize = 200;

fn main() {
    let mut world = World::new();
    let id = asked_for(&mut world);
    let actor = world.who("ACC");
    let watched = mirror::Watched::new(&world.site.memory);
    let asked = PlanAsked { reversal: id.clone(), ..PlanAsked::default() };
    let plan = planned(&watched, &actor, world.site.now, &asked).unwrap();
    let kinds = |kind: &str| plan.effects.iter().filter(|one| one.effect == kind).count();
    let steps = ["unallocate", "cancel", "bring_back"].map(kinds);
    assert_eq!(steps, [RECEIPTS, INVOICES, LOADINGS as usize], "{:?}", plan.blockers);
    let args = json!({
        "facts": watched.facts(), "actor": actor, "now": world.site.now, "id": id,
    });
    let folder = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "../target".to_owned());
    std::fs::write(Path::new(&folder).join("reversal.json"), args.to_string()).unwrap();
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| timed(&args)).collect();
    let (p50, p99) = (percentile(&mut times, 50), percentile(&mut times, 99));
    println!("the plan of a reversal, natively; {}", machine());
    println!(
        "{LOADINGS} loadings, {INVOICES} invoices, {RECEIPTS} receipts: p50 {:.2} ms, p99 {:.2} ms",
        ms(p50),
        ms(p99)
    );
}

fn timed(args: &Value) -> Duration {
    let start = Instant::now();
    black_box(calls::call("reversal", args).unwrap());
    start.elapsed()
}

fn make(world: &mut World, who: &str, kind: &str, record: Value) -> String {
    let actor = world.who(who);
    world.site.create(&actor, kind, record).unwrap()["id"].as_str().unwrap().to_owned()
}

fn step(world: &mut World, who: &str, kind: &str, id: &str, action: &str, inputs: Value) {
    let actor = world.who(who);
    world.site.act(&actor, kind, id, action, inputs).unwrap();
}

/// The reversal of such an order, counted back by the yard.
fn asked_for(world: &mut World) -> String {
    world.batch = world.stock(1_000, 28_347_000);
    let mut record = world.order_record();
    record["lines"][0]["pcs"] = json!(PIECES * LOADINGS);
    record["lines"][0]["weight_g"] = json!(GRAMS * LOADINGS);
    let order = world.draft_of(record);
    world.step("SALES", &order, "submit", json!({ "confirm": true }));
    world.step("BM", &order, "approve", json!({}));
    world.step("PCT", &order, "forward", json!({ "recommendation": "approve" }));
    world.step("CREDIT", &order, "credit_approve", json!({}));
    for _ in 0..LOADINGS {
        world.load(&order, PIECES, GRAMS);
    }
    let loaded: Vec<String> = world.loadings(&order).iter().map(|one| one.id.clone()).collect();
    let mut receipts = 0;
    for open in loaded.chunks(loaded.len() / INVOICES) {
        let invoice = make(world, "ACC", "invoice", json!({ "loadings": open }));
        step(world, "ACC", "invoice", &invoice, "post", json!({}));
        for _ in 0..RECEIPTS / INVOICES {
            receipts += 1;
            paid(world, &invoice, receipts);
        }
    }
    assert_eq!(world.doc(&order).status, orders::COMPLETED);
    let record = json!({
        "order": order, "to": "rejected", "reason": "WRONG_PARTY", "remarks": "Sold to the wrong firm",
    });
    let id = make(world, "SALES", "reversal", record);
    step(world, "SALES", "reversal", &id, "submit", json!({}));
    step(world, "BM", "reversal", &id, "approve", json!({}));
    for loading in world.loadings(&order) {
        let [pcs, g] = ["pcs", "weight_g"].map(|key| loading.int(key).unwrap());
        let counted = json!({ "loading": loading.id, "pcs": pcs, "weight_g": g });
        step(world, "YARD", "reversal", &id, "acknowledge", counted);
    }
    id
}

fn paid(world: &mut World, invoice: &str, turn: usize) {
    let record = json!({
        "date": world.site.today().to_string(), "customer": world.customer, "mode": "neft",
        "amount_paise": 100_000, "utr": format!("HDFC{turn:012}"), "spread": "hand",
        "allocations": [{ "invoice": invoice, "amount_paise": 100_000 }],
    });
    let id = make(world, "SALES", "receipt", record);
    step(world, "SALES", "receipt", &id, "submit", json!({}));
    step(world, "ACC", "receipt", &id, "confirm", json!({}));
}
