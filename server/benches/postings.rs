//! `godown verify` over a million postings of the stock: the whole of it, and the part that recomputes them.
//!
//! `cargo bench --bench postings -- [postings]`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench prints, and may fail"
)]

#[path = "site/entry.rs"]
mod entry;
#[path = "../../core/benches/support/mod.rs"]
mod support;
#[path = "../../core/tests/support/mod.rs"]
mod world;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::kept::read::Writes;
use godown_core::ledger::Source;
use godown_core::ledger::stock::{self, Qty, Side, StockPlace};
use godown_core::{docs, invariant};
use godown_server::store::{Options, SledStore, Store};
use support::{machine, ms};
use world::World;

const POSTINGS: usize = 1_000_000;
const BATCHES: usize = 5_000;
/// Postings of one entry: as many as a large document has lines.
const AT_ONCE: usize = 100;
const GRAMS: i64 = 28_347;

fn main() {
    let given = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let postings: usize = given.unwrap_or(POSTINGS);
    println!("verify over {postings} postings of {BATCHES} batches; {}", machine());
    let data = tempfile::tempdir_in(".").unwrap();
    furnish(data.path(), postings);
    let store = SledStore::open(data.path(), Options::default()).unwrap();
    for _ in 0..3 {
        let began = Instant::now();
        let found = invariant::stock(&*store.view().unwrap()).unwrap();
        assert_eq!(found, []);
        println!("the postings recomputed             {:>10.0} ms", ms(began.elapsed()));
    }
    store.close().unwrap();
    drop(store);
    for _ in 0..3 {
        let began = Instant::now();
        let mut verify = Command::new(env!("CARGO_BIN_EXE_godown"));
        let output = verify.env("GODOWN_DATA", data.path()).arg("verify").output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
        println!("godown verify, with journal and index {:>8.0} ms", ms(began.elapsed()));
    }
}

/// A directory whose goods went out to customers and came back.
fn furnish(data: &Path, postings: usize) {
    let mut world = World::new();
    let batches: Vec<String> = (0..BATCHES).map(|_| world.stock(100, 100 * GRAMS)).collect();
    let store = SledStore::open(data, Options::default()).unwrap();
    let pairs: Vec<_> = world.site.memory.pairs.iter().collect();
    for (number, part) in pairs.chunks(500).enumerate() {
        let pair = |(key, value): &(&String, &Vec<u8>)| ((*key).clone(), Some((*value).clone()));
        keep(&store, number, part.iter().map(pair).collect());
    }
    let begun = pairs.len();
    for number in 0..postings / AT_ONCE {
        let writes = moved(&world, &batches, number);
        world.site.memory.apply(&writes);
        keep(&store, begun + number, writes);
    }
    store.close().unwrap();
}

/// One entry: a piece each of a hundred batches goes out, or comes back.
fn moved(world: &World, batches: &[String], number: usize) -> Writes {
    let actor = Actor::system();
    let mut case = Case::new(docs::look(&world.site.memory, &actor, world.site.now), "");
    let paper = number.to_string();
    for line in 0..AT_ONCE {
        let at = number * AT_ONCE + line;
        let free = StockPlace::free(&world.yard, &world.sku, &batches[at % BATCHES]);
        let (from, to) = (Side::Stock(free), Side::Customer);
        let (from, to) = if (at / BATCHES).is_multiple_of(2) { (from, to) } else { (to, from) };
        let source = Source::new("bench", &paper, line as u32, case.today());
        stock::post(&mut case, from, to, Qty::new(1, GRAMS), &source).unwrap();
    }
    case.into_writes().0
}

fn keep(store: &SledStore, number: usize, writes: Writes) {
    store.commit(vec![entry::entry(number, writes)], store.head().seq).unwrap();
}
