//! What a page of a long list costs: the first 50 of 100,000 orders, with counts, filtered and sorted.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may fail")]

#[path = "site/entry.rs"]
mod entry;
#[path = "../../core/benches/support/mod.rs"]
mod support;
#[path = "../../core/tests/support/mod.rs"]
mod world;

use std::sync::Arc;
use std::time::{Duration, Instant};

use entry::entry;
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::docs;
use godown_core::docs::orders::ORDER;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::Writes;
use godown_core::query::list::{Query, Where, page};
use godown_server::store::{Options, SledStore, Store};
use serde_json::Value;
use support::{machine, ms, percentile};
use world::World;
use world::site::NOW;

const ORDERS: usize = 100_000;
/// Each salesman owns one in a hundred.
const SALESMEN: usize = 100;
const CUSTOMERS: usize = 500;
const GROUP: usize = 500;
const ROUNDS: usize = 400;

fn main() {
    println!("first 50 of {ORDERS} orders with counts, at the server; {}", machine());
    let mut world = World::new();
    let order = world.at("Waiting for Loading");
    let pattern = world.doc(&order);
    let sales = Actor { id: owner(0), ..world.who("SALES") };
    let people = [("ADMIN", world.who("ADMIN")), ("salesman of 1 %", sales)];
    let data = tempfile::tempdir_in(".").unwrap();
    let store = SledStore::open(data.path(), Options::default()).unwrap();
    fill(&store, &world, &pattern);
    println!("{:<16} {:<62} {:>8} {:>8}", "person", "asked", "p50 ms", "p99 ms");
    for (who, actor) in &people {
        for (conditions, sort) in asked() {
            let shown = [conditions.clone(), vec![format!("sort={sort}")]].concat().join(" ");
            let (p50, p99) = time(&store, actor, &conditions, sort);
            println!("{who:<16} {shown:<62} {p50:>8.2} {p99:>8.2}");
        }
    }
}

fn asked() -> Vec<(Vec<String>, &'static str)> {
    let one = |text: &str| vec![text.to_owned()];
    vec![
        (Vec::new(), "-date"),
        (one("status:eq:Order Loaded"), "-date"),
        (one(&format!("customer:eq:{}", customer(0))), "-date"),
        (one("date:ge:2026-11-01"), "-date"),
    ]
}

fn time(store: &dyn Store, actor: &Actor, conditions: &[String], sort: &str) -> (f64, f64) {
    let conditions = conditions.iter().map(|text| Where::parse(text).unwrap()).collect();
    let query = Query { conditions, sort: sort.to_owned(), limit: 50, ..Query::default() };
    let ask = || {
        let start = Instant::now();
        let view = store.view().unwrap();
        let rows = page(&*view, actor, NOW, "order", &query).unwrap();
        let bytes = serde_json::to_vec(&rows).unwrap();
        assert!(bytes.len() > 1_000);
        start.elapsed()
    };
    // A question that takes long is asked less often.
    let rounds = (20_000 / ask().as_millis().max(1) as usize).clamp(20, ROUNDS);
    let mut times: Vec<Duration> = (0..rounds).map(|_| ask()).collect();
    (ms(percentile(&mut times, 50)), ms(percentile(&mut times, 99)))
}

/// The masters, and orders that differ where lists sort and filter.
fn fill(store: &dyn Store, world: &World, pattern: &Doc) {
    let keep = |number: usize, writes: Writes| {
        store.commit(vec![entry(number, writes)], store.head().seq).unwrap();
    };
    let mut state = world.site.memory.clone();
    let masters = state.pairs.iter().map(|(key, value)| (key.clone(), Some(value.clone())));
    keep(0, masters.collect());
    let system = Actor::system();
    for first in (0..ORDERS).step_by(GROUP) {
        let mut case = Case::new(docs::look(&state, &system, NOW), "");
        for number in first..first + GROUP {
            case.store(Arc::new(order(pattern, number))).unwrap();
        }
        let (writes, _) = case.into_writes();
        // Of what is there, the next orders read only the counts.
        let counts = keys::key(&["count"]);
        let counts: Writes =
            writes.iter().filter(|(key, _)| key.starts_with(&counts)).map(cloned).collect();
        state.apply(&counts);
        keep(first + 1, writes);
    }
}

fn cloned((key, value): (&String, &Option<Vec<u8>>)) -> (String, Option<Vec<u8>>) {
    (key.clone(), value.clone())
}

fn order(pattern: &Doc, number: usize) -> Doc {
    let mut doc = pattern.clone();
    let statuses = ORDER.flow.statuses;
    // Spread like random ids.
    let spread = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    doc.id = format!("{:08x}-0000-4000-8000-{number:012x}", spread >> 32);
    doc.status = statuses[number * 7 % statuses.len()].to_owned();
    doc.owner = Some(owner(number / 7));
    doc.doc_no = Some(format!("SO/PN/26-27/{number:06}"));
    let day = NOW.day_in(330).plus(-((number % 240) as i32));
    let mut set = |key: &str, value: Value| doc.record.insert(key.to_owned(), value);
    set("date", day.to_string().into());
    set("customer", customer(number / 3).into());
    set("salesman", owner(number / 7).into());
    set("total_paise", ((spread >> 40) as i64).into());
    doc
}

fn owner(number: usize) -> String {
    format!("00000000-0000-4000-9000-{:012}", number % SALESMEN)
}

fn customer(number: usize) -> String {
    format!("00000000-0000-4000-a000-{:012}", number % CUSTOMERS)
}
