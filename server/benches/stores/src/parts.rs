//! The parts of a round: what one process does with one store.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use godown_core::kept::read::{Docs, Range, Writes};
use godown_core::write::command::Did;
use godown_stores::store::{Entry, Options, SledStore, Store};
use godown_stores::{FjallStore, RedbStore};
use serde_json::value::RawValue;

use crate::{Figures, flips};

/// A step of an order writes about this many keys, and about 9 kB.
const KEYS: usize = 30;
const VALUE_BYTES: usize = 260;
/// How many commands share a sync where many people work.
const GROUP: usize = 64;
const SINGLE: usize = 1_000;
const GETS: usize = 20_000;
const SCANS: usize = 2_000;
/// So many of the last entries are compared with the index after a kill.
const CHECKED: u64 = 4_000;

pub fn open(store: &str, data: &Path) -> Box<dyn Store> {
    match store {
        "sled" => Box::new(SledStore::open(data, Options::default()).unwrap()),
        "redb" => Box::new(RedbStore::open(data).unwrap()),
        "fjall" => Box::new(FjallStore::open(data).unwrap()),
        other => panic!("there is no store {other}"),
    }
}

pub fn run(store: &str, part: &str, data: &Path, number: u64) {
    let figures = match part {
        "fill" => fill(store, data, number),
        "commit" => commit(store, data),
        "killed" => killed(store, data, number),
        "reads" => reads(store, data, number),
        "single" => single(store, data),
        "clean" => clean(store, data),
        "again" => again(store, data),
        "flips" => flips::run(store, data, number),
        other => panic!("there is no part {other}"),
    };
    println!("{}", serde_json::to_string(&figures).unwrap());
}

fn figures<const N: usize>(pairs: [(&str, f64); N]) -> Figures {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn fill(store: &str, data: &Path, commands: u64) -> Figures {
    let store = open(store, data);
    let mut times = Vec::new();
    let (wall, cpu) = timed(|| {
        for first in (0..commands).step_by(GROUP) {
            let group: Vec<Entry> =
                (first..(first + GROUP as u64).min(commands)).map(entry).collect();
            let began = Instant::now();
            store.commit(group, store.head().seq).unwrap();
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
    });
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    figures([
        ("1 groups of 64: commands/s", commands as f64 / wall),
        ("1 groups of 64: CPU us a command", cpu * 1e6 / commands as f64),
        ("1 groups of 64: median ms", at(0.5)),
        ("1 groups of 64: 99 of 100 within ms", at(0.99)),
        ("1 groups of 64: slowest ms", at(1.0)),
        ("6 memory after commits, MiB", resident()),
        ("6 most memory while committing, MiB", most_resident()),
    ])
}

fn single(store: &str, data: &Path) -> Figures {
    let store = open(store, data);
    let mut times = Vec::new();
    let (_, cpu) = timed(|| {
        for number in 0..SINGLE as u64 {
            let group = vec![entry(1 << 40 | number)];
            let began = Instant::now();
            store.commit(group, store.head().seq).unwrap();
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
    });
    times.sort_by(f64::total_cmp);
    store.close().unwrap();
    figures([
        ("2 one by one: median ms", times[times.len() / 2]),
        ("2 one by one: CPU us a command", cpu * 1e6 / SINGLE as f64),
    ])
}

/// Commits until it is killed, and tells each entry once it was acknowledged.
fn commit(store: &str, data: &Path) -> Figures {
    let store = open(store, data);
    let mut out = std::io::stdout();
    for first in (0..).step_by(8) {
        let group: Vec<Entry> = (first..first + 8).map(|number| entry(1 << 50 | number)).collect();
        let head = store.commit(group, store.head().seq).unwrap();
        writeln!(out, "{}", head.seq).unwrap();
    }
    Figures::new()
}

fn killed(store: &str, data: &Path, acknowledged: u64) -> Figures {
    let mut opened = None;
    let (wall, cpu) = timed(|| opened = Some(open(store, data)));
    let store = opened.unwrap();
    let lost = acknowledged.saturating_sub(store.head().seq);
    let mut last = BTreeMap::new();
    for kept in store.entries(store.head().seq.saturating_sub(CHECKED)).unwrap() {
        last.extend(kept.unwrap().entry.writes);
    }
    let view = store.view().unwrap();
    let wrong = last.iter().filter(|(key, value)| view.get(key).unwrap() != **value).count();
    figures([
        ("5 start after kill -9: ms", wall * 1e3),
        ("5 start after kill -9: CPU ms", cpu * 1e3),
        ("5 after kill -9: acknowledged entries lost", lost as f64),
        ("5 after kill -9: keys wrong", wrong as f64),
    ])
}

fn reads(store: &str, data: &Path, commands: u64) -> Figures {
    let store = open(store, data);
    let view = store.view().unwrap();
    let mut dice = 1_u64;
    let mut draw = || {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        key((dice >> 33) % commands, 1)
    };
    let get = |key: String| assert!(view.get(&key).unwrap().is_some(), "{key}");
    let few: Vec<String> = (0..500).map(|_| draw()).collect();
    let (first, _) = timed(|| (0..GETS).for_each(|_| get(draw())));
    let (again, _) = timed(|| (0..GETS).for_each(|n| get(few[n % few.len()].clone())));
    let mut scans = |reverse| {
        timed(|| {
            for _ in 0..SCANS {
                let range = match reverse {
                    false => Range { from: draw(), ..Range::prefix("c\u{1f}") },
                    true => Range { to: draw(), ..Range::prefix("c\u{1f}") }.reversed(),
                };
                view.scan(&range, 50).unwrap();
            }
        })
    };
    let ((up, cpu), (down, _)) = (scans(false), scans(true));
    let (keys, _) = timed(|| {
        for _ in 0..SCANS {
            view.keys(&Range { from: draw(), ..Range::prefix("c\u{1f}") }, 50).unwrap();
        }
    });
    let each = |seconds: f64, of: usize| seconds * 1e6 / of as f64;
    figures([
        ("3 get, any of all keys: us", each(first, GETS)),
        ("3 get, of 500 keys: us", each(again, GETS)),
        ("3 scan of 50 pairs: us", each(up, SCANS)),
        ("3 scan of 50 pairs: CPU us", each(cpu, SCANS)),
        ("3 scan of 50 pairs backwards: us", each(down, SCANS)),
        ("3 50 keys without values: us", each(keys, SCANS)),
        ("6 memory after reads, MiB", resident()),
    ])
}

fn clean(store: &str, data: &Path) -> Figures {
    let mut opened = None;
    let (wall, cpu) = timed(|| opened = Some(open(store, data)));
    opened.unwrap().close().unwrap();
    let [journal, index] = ["journal", "index"].map(|part| size(&data.join(part)));
    figures([
        ("4 start after a clean stop: ms", wall * 1e3),
        ("4 start after a clean stop: CPU ms", cpu * 1e3),
        ("7 journal, MiB", journal),
        ("7 index, MiB", index),
    ])
}

fn again(store: &str, data: &Path) -> Figures {
    fs::remove_dir_all(data.join("index")).unwrap();
    let (wall, cpu) = timed(|| drop(open(store, data)));
    figures([
        ("8 making the index again: ms", wall * 1e3),
        ("8 making the index again: CPU ms", cpu * 1e3),
        ("8 making the index again: most memory, MiB", most_resident()),
    ])
}

/// Two thirds of the keys are new, the others are counters and balances that everybody writes.
pub fn entry(number: u64) -> Entry {
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
        writes: (0..KEYS as u64).map(pair).collect::<Writes>(),
        docs: Docs::new(),
    }
}

fn key(number: u64, index: u64) -> String {
    // Spread like random ids.
    let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    format!("c\u{1f}doc\u{1f}{spread:016x}\u{1f}{index:02}")
}

/// Seconds on the wall, and user and system seconds of this process.
fn timed(work: impl FnOnce()) -> (f64, f64) {
    let (start, before) = (Instant::now(), cpu());
    work();
    (start.elapsed().as_secs_f64(), cpu() - before)
}

fn cpu() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

fn resident() -> f64 {
    status("VmRSS:")
}

fn most_resident() -> f64 {
    status("VmHWM:")
}

/// A line of the process's status, in MiB.
fn status(name: &str) -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}

fn size(path: &Path) -> f64 {
    let inside = |item: std::io::Result<fs::DirEntry>| {
        let item = item.unwrap();
        match item.path().is_dir() {
            true => size(&item.path()),
            false => item.metadata().unwrap().len() as f64 / f64::from(1 << 20),
        }
    };
    fs::read_dir(path).unwrap().map(inside).sum()
}
