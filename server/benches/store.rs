//! What keeping costs: one command at a time and in groups, reading back, opening and making again.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::fs;
use std::path::Path;
use std::time::Instant;

use godown_core::kept::read::{Docs, Range, Writes};
use godown_core::write::command::Did;
use godown_server::store::{Entry, Options, SledStore, Store};
use serde_json::value::RawValue;

/// A command of an order's life writes about this many keys of about this size.
const KEYS: usize = 30;
const VALUE_BYTES: usize = 800;
const COMMANDS: usize = 8_000;

fn main() {
    println!("one command = {KEYS} keys of {VALUE_BYTES} bytes; CPU is user and system time");
    println!("{:>8} {:>10} {:>12} {:>12}", "group", "commands/s", "CPU us each", "sync ms");
    for group in [1, 8, 64, 256] {
        let data = tempfile::tempdir_in(".").unwrap();
        let store = SledStore::open(data.path(), Options::default()).unwrap();
        let count = if group == 1 { COMMANDS / 8 } else { COMMANDS };
        let (wall, cpu) = timed(|| keep(&store, count, group));
        let each = |total: f64| total / count as f64;
        println!(
            "{group:>8} {:>10.0} {:>12.0} {:>12.2}",
            1.0 / each(wall),
            each(cpu) * 1e6,
            wall * 1e3 / (count / group) as f64
        );
        if group == 256 {
            drop(store);
            reopen(data.path());
        }
    }
}

fn reopen(data: &Path) {
    let sizes = ["journal", "index"].map(|part| size(&data.join(part)) >> 20);
    println!("\n{COMMANDS} commands: journal {} MiB, index {} MiB", sizes[0], sizes[1]);
    let open = || SledStore::open(data, Options::default()).unwrap();
    let (wall, cpu) = timed(|| drop(open()));
    println!("start after a sudden end: {:.0} ms ({:.0} ms CPU)", wall * 1e3, cpu * 1e3);
    let store = open();
    store.close().unwrap();
    drop(store);
    let (wall, cpu) = timed(|| drop(open()));
    println!("start after a clean stop: {:.0} ms ({:.0} ms CPU)", wall * 1e3, cpu * 1e3);
    let store = open();
    let (wall, _) = timed(|| {
        let view = store.view().unwrap();
        (0..10_000).for_each(|n| drop(view.get(&key(n * 7 % COMMANDS, n % KEYS)).unwrap()));
    });
    println!("get: {:.2} us", wall * 1e6 / 10_000.0);
    let (wall, _) = timed(|| {
        let view = store.view().unwrap();
        for n in 0..1_000 {
            let from = key(n * 7 % COMMANDS, 0);
            let range = Range { from, ..Range::prefix("c\u{1f}") };
            assert!(!view.scan(&range, 50).unwrap().is_empty());
        }
    });
    println!("scan of 50: {:.1} us", wall * 1e6 / 1_000.0);
    let (wall, _) = timed(|| store.entries(0).unwrap().for_each(|kept| drop(kept.unwrap())));
    println!("reading all entries: {:.0} ms", wall * 1e3);
    drop(store);
    fs::remove_dir_all(data.join("index")).unwrap();
    let (wall, cpu) = timed(|| drop(open()));
    println!("making the index again: {:.0} ms ({:.0} ms CPU)", wall * 1e3, cpu * 1e3);
    println!("memory in use: {} MiB", resident() >> 20);
}

fn keep(store: &dyn Store, count: usize, group: usize) {
    for first in (0..count).step_by(group) {
        let entries: Vec<Entry> = (first..first + group).map(entry).collect();
        entries.iter().for_each(|entry| entry.check().unwrap());
        store.commit(entries, store.head().seq).unwrap();
    }
}

/// Two thirds of the keys are new, the others are counters and balances that everybody writes.
fn entry(number: usize) -> Entry {
    let value = format!(r#"{{"n":{number},"text":"{}"}}"#, "x".repeat(VALUE_BYTES));
    let pair = |index| match index % 3 {
        0 => (key(index, 0), Some(value.clone().into_bytes())),
        _ => (key(number, index), Some(value.clone().into_bytes())),
    };
    Entry {
        time: 0,
        company: "c".to_owned(),
        actor: "u".to_owned(),
        command_id: number.to_string(),
        did: Did::default(),
        command: RawValue::from_string(value.clone()).unwrap(),
        writes: (0..KEYS).map(pair).collect::<Writes>(),
        docs: Docs::new(),
    }
}

fn key(number: usize, index: usize) -> String {
    // Spread like random ids.
    let spread = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    format!("c\u{1f}doc\u{1f}{spread:016x}\u{1f}{index:02}")
}

fn timed(work: impl FnOnce()) -> (f64, f64) {
    let (start, cpu) = (Instant::now(), cpu());
    work();
    (start.elapsed().as_secs_f64(), self::cpu() - cpu)
}

/// User and system seconds of this process.
fn cpu() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

fn resident() -> u64 {
    let statm = fs::read_to_string("/proc/self/statm").unwrap();
    statm.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

fn size(path: &Path) -> u64 {
    let inside = |item: std::io::Result<fs::DirEntry>| {
        let item = item.unwrap();
        if item.path().is_dir() { size(&item.path()) } else { item.metadata().unwrap().len() }
    };
    fs::read_dir(path).unwrap().map(inside).sum()
}
