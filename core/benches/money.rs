//! What decisions about money cost, natively: the plan of a reversal of an order of 20 loadings, 5 invoices and 10
//! receipts, a receipt of a customer with 5,000 open invoices, the e-invoices of 10,000, and a trial balance of a
//! million postings. What the plan looks at is left in `target/reversal.json`, the books in `target/books.frames`, so
//! that the browser's modules are timed with the same.

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
use godown_core::decide::decide;
use godown_core::docs::orders;
use godown_core::kept::keys;
use godown_core::ledger::books::{self, Voucher};
use godown_core::ledger::{credit, posting_key};
use godown_core::query::portal::{PortalAsked, file};
use godown_core::query::reversal::{PlanAsked, planned};
use godown_core::report::cut::Cut;
use godown_core::report::{self, build, bytes};
use godown_core::write::command::{Command, CommandKind};
use serde_json::{Value, json};
use support::{machine, ms, percentile};
use world::World;

const LOADINGS: i64 = 20;
const INVOICES: usize = 5;
const RECEIPTS: usize = 10;
const PIECES: i64 = 10;
const GRAMS: i64 = 283_470;
const OPEN: i32 = 5_000;
const OWED: i64 = 100_000;
/// How many of the open invoices the receipt pays.
const PAYS: i64 = 20;
const ROUNDS: usize = 200;
/// As many as one file takes.
const REPORTED: usize = 10_000;
const PORTAL_ROUNDS: usize = 10;
/// Vouchers of four rows each, over so many customers, invoices and days.
const VOUCHERS: usize = 250_000;
const PARTIES: usize = 5_000;
const BOOK_DAYS: usize = 1_000;
const BOOK_ROUNDS: usize = 20;

fn main() {
    println!("decisions about money, natively; {}", machine());
    reversal();
    receipt();
    portal();
    trial_balance();
}

fn told(what: &str, mut times: Vec<Duration>) {
    let (p50, p99) = (percentile(&mut times, 50), percentile(&mut times, 99));
    println!("{what}: p50 {:.2} ms, p99 {:.2} ms", ms(p50), ms(p99));
}

fn reversal() {
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
    let what =
        format!("a reversal of {LOADINGS} loadings, {INVOICES} invoices, {RECEIPTS} receipts");
    told(&what, (0..ROUNDS).map(|_| timed(&args)).collect());
}

/// A customer of many open invoices pays some of them, the oldest due first.
fn receipt() {
    let mut world = World::new();
    let order = world.at(orders::COMPLETED);
    let billed = world.loadings(&order)[0].text("invoice").unwrap().to_owned();
    let invoice = world.site.get("invoice", &billed);
    let (customer, today) = (world.customer.clone(), world.site.today());
    let ids: Vec<String> =
        (0..OPEN).map(|at| format!("20000000-0000-4000-8000-{at:012}")).collect();
    world.system(|case| {
        for (at, id) in (0..).zip(&ids) {
            credit::invoice(case, &customer, "", id, OWED, today.plus(at % 60))?;
        }
        Ok(())
    });
    for id in ids {
        let mut copy = invoice.clone();
        copy["id"] = json!(id);
        world.site.memory.pairs.insert(keys::doc("invoice", &id), copy.to_string().into_bytes());
    }
    let record = json!({
        "date": today.to_string(), "customer": customer, "mode": "neft", "spread": "due",
        "amount_paise": PAYS * OWED, "utr": "HDFC123456789012",
    });
    let id = make(&mut world, "SALES", "receipt", record);
    step(&mut world, "SALES", "receipt", &id, "submit", json!({}));
    let actor = world.who("ACC");
    let version = world.site.get("receipt", &id)["version"].as_u64().unwrap() as u32;
    let (doc_type, action) = ("receipt".to_owned(), "confirm".to_owned());
    let deed = CommandKind::Act { doc_type, id, version, action, inputs: Default::default() };
    let command = Command { command_id: "ffffffff-ffff-4fff-8fff-ffffffffffff".to_owned(), deed };
    let timed = |_| {
        let start = Instant::now();
        black_box(decide(&world.site.memory, &actor, world.site.now, &command).unwrap());
        start.elapsed()
    };
    told(
        &format!("a receipt against {OPEN} open invoices, {PAYS} of them paid"),
        (0..ROUNDS).map(timed).collect(),
    );
}

/// All that waits for an IRN in a period, written into one file.
fn portal() {
    let mut world = World::new();
    let order = world.at(orders::COMPLETED);
    let billed = world.loadings(&order)[0].text("invoice").unwrap().to_owned();
    let invoice = world.site.get("invoice", &billed);
    let line = invoice["record"]["lines"][0].clone();
    let mut ids = Vec::new();
    for at in 0..REPORTED {
        let id = format!("30000000-0000-4000-8000-{at:012}");
        let mut copy = invoice.clone();
        copy["id"] = json!(id);
        copy["doc_no"] = json!(format!("PN/26-27/{at:06}"));
        copy["record"]["irn_state"] = json!("needed");
        copy["record"]["lines"] = json!(vec![line.clone(); 5]);
        world.site.memory.pairs.insert(keys::doc("invoice", &id), copy.to_string().into_bytes());
        ids.push(id);
    }
    let actor = world.who("ACC");
    let asked = PortalAsked { ids, ..PortalAsked::default() };
    let times = (0..PORTAL_ROUNDS).map(|_| {
        let start = Instant::now();
        black_box(file(&world.site.memory, &actor, world.site.now, &asked).unwrap());
        start.elapsed()
    });
    told(&format!("INV-01 of {REPORTED} invoices of five lines"), times.collect());
}

/// A trial balance of a million postings, of the frames that a person of accounts is sent.
fn trial_balance() {
    let mut world = World::new();
    let order = world.at(orders::COMPLETED);
    let billed = world.loadings(&order)[0].text("invoice").unwrap().to_owned();
    let (invoice, party) =
        (world.site.get("invoice", &billed), world.site.get("customer", &world.customer));
    let id = |what: usize, at: usize| format!("{what}0000000-0000-4000-8000-{at:012}");
    for at in 0..PARTIES {
        for (kind, of, what) in [("invoice", &invoice, 4), ("customer", &party, 5)] {
            let mut copy = of.clone();
            copy["id"] = json!(id(what, at));
            copy["record"]["customer"] = json!(id(5, at));
            let key = keys::doc(kind, &id(what, at));
            world.site.memory.pairs.insert(key, copy.to_string().into_bytes());
        }
    }
    let today = world.site.today();
    for at in 0..VOUCHERS {
        let amount = 100_000 + at as i64 % 9_973;
        let customer = books::customer(&id(5, at % PARTIES));
        let rows = [
            (customer.as_str(), amount * 118),
            (books::SALES, amount * -100),
            (books::OUTPUT_CGST, amount * -9),
            (books::OUTPUT_SGST, amount * -9),
        ];
        let voucher = Voucher {
            at: world.site.now,
            date: today.plus(-((at % BOOK_DAYS) as i32)),
            doc_type: "invoice".to_owned(),
            doc_id: id(4, at % PARTIES),
            line: 0,
            reverses: None,
            rows: rows.map(|(account, paise)| (account.to_owned(), paise)).to_vec(),
            by: String::new(),
        };
        let text = serde_json::to_vec(&voucher).unwrap();
        world.site.memory.pairs.insert(posting_key("books", 1_000 + at as u64), text);
    }
    let frames = build::whole(&world.site.memory, 1).unwrap();
    let mine = Cut::of(&world.who("ACC")).take(&frames).unwrap();
    let folder = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "../target".to_owned());
    std::fs::write(Path::new(&folder).join("books.frames"), bytes::write(&mine)).unwrap();
    let rows = mine.frame("entry").unwrap().rows();
    // Another period each time, so that nothing is answered from what was worked out before.
    let times = (0..BOOK_ROUNDS).map(|round| {
        let from = today.plus(-400 - round as i32).to_string();
        let params =
            [("from".to_owned(), from), ("to".to_owned(), today.to_string())].into_iter().collect();
        let start = Instant::now();
        let table = black_box(report::run(&mine, "trial_balance", &params, today).unwrap());
        let taken = start.elapsed();
        assert!(table.lines.len() > 4);
        taken
    });
    told(&format!("a trial balance of {rows} postings"), times.collect());
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
