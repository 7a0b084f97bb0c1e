//! The shipped binary is killed, or loses its power, while sixteen people take orders from the draft to the posted
//! invoice, move goods in two yards, write to each other and move cards on boards: nothing that was acknowledged is
//! lost, half there or there twice.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::kit;
use crate::ledger::{Desk, Ledger, SKUS};
use crate::plain_sled;
use crate::powercut::Machine;
use crate::proof::{report, seeds, size};
use crate::shop::{Plan, Shop};
use crate::site::{Site, verify};
use godown_server::store::walk;
use serde_json::Value;

const CLIENTS: usize = 16;
/// How often one directory is hit before a fresh one takes its place.
const HITS: usize = 10;

fn furnished() -> Shop {
    Shop::furnish(&Plan {
        crowd: &[("LOGI", 1)],
        customers: 8,
        limit_paise: 900_000_000_000,
        skus: SKUS,
        pcs: 1_000_000,
    })
}

/// Everybody works until `until` ends the server.
fn load(shop: &Shop, site: Site, ledgers: &mut [Ledger], until: impl FnOnce()) {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for ledger in ledgers {
            let (mut desk, over) = (Desk { shop, client: site.client() }, &over);
            scope.spawn(
                move || {
                    while !over.load(Ordering::Relaxed) && ledger.day(&mut desk).is_some() {}
                },
            );
        }
        until();
        site.kill();
        over.store(true, Ordering::Relaxed);
    });
}

/// Waits for a moment between 50 and 900 ms from now.
fn moment(chance: &mut u64) {
    *chance =
        chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let (_never, waits) = mpsc::channel::<()>();
    let waited = waits.recv_timeout(Duration::from_millis(50 + (*chance >> 33) % 850));
    assert_eq!(waited, Err(RecvTimeoutError::Timeout));
}

/// How often each command stands in the journal.
fn kept(data: &Path) -> BTreeMap<String, usize> {
    let mut times = BTreeMap::new();
    let walked =
        walk(&data.join("journal"), |kept| *times.entry(kept.entry.command_id).or_default() += 1);
    assert_eq!(walked.damage, None);
    times
}

/// Looks at a copy, so that the check does not mend what the next start must mend.
fn check_copy(data: &Path) {
    let copied = tempfile::tempdir().unwrap();
    kit::copy(data, copied.path());
    let (well, text) = verify(copied.path());
    assert!(well, "{text}");
}

/// What a run of sudden ends came to.
#[derive(Default)]
struct Tally {
    commands: usize,
    acknowledged: usize,
    /// Neither acknowledged nor in the journal.
    absent: usize,
    ready: Vec<Duration>,
}

/// How a round ends.
enum End {
    Kill,
    PowerCut(Machine),
}

impl End {
    fn start(&self, data: &Path) -> Site {
        match self {
            End::Kill => Site::start(data, &[]),
            End::PowerCut(machine) => machine.start(data, &[]),
        }
    }

    /// What is left when the process is gone.
    fn leave(&self, data: &Path) {
        match self {
            End::Kill => {}
            End::PowerCut(machine) => machine.cut(data),
        }
    }
}

/// Work, a sudden end, and a look at what is left.
fn hit(
    shop: &Shop,
    data: &Path,
    ledgers: &mut [Ledger],
    end: &End,
    chance: &mut u64,
    tally: &mut Tally,
) -> Vec<String> {
    load(shop, end.start(data), ledgers, || moment(chance));
    end.leave(data);
    check_copy(data);
    let kept = kept(data);
    let began = Instant::now();
    let site = Site::start(data, &[]);
    tally.ready.push(began.elapsed());
    let lines = || ledgers.iter().flat_map(|ledger| &ledger.lines);
    let ids: Vec<String> = lines().map(|line| line.command_id().to_owned()).collect();
    tally.commands += ids.len();
    tally.acknowledged += lines().filter(|line| line.answer.is_some()).count();
    tally.absent += ids.iter().filter(|id| !kept.contains_key(*id)).count();
    thread::scope(|scope| {
        for ledger in ledgers {
            let (mut desk, kept) = (Desk { shop, client: site.client() }, &kept);
            scope.spawn(move || {
                ledger.check_last(&mut desk, kept);
                ledger.check(&mut desk);
            });
        }
    });
    site.kill();
    ids
}

/// Rounds of it, over several directories. Every command stands in the journal once.
fn survive(what: &str, rounds: Range<usize>, end: &End) {
    let shop = furnished();
    let mut tally = Tally::default();
    let mut chance = 0x6f64_6f77_6e00_0001 + rounds.start as u64;
    let rounds = rounds.len();
    for first in (0..rounds).step_by(HITS) {
        let data = shop.copy();
        let mut ledgers: Vec<Ledger> = (0..CLIENTS).map(Ledger::of).collect();
        let mut ids = Vec::new();
        for _ in first..rounds.min(first + HITS) {
            ids.extend(hit(&shop, data.path(), &mut ledgers, end, &mut chance, &mut tally));
        }
        let kept = kept(data.path());
        assert!(ids.iter().all(|id| kept.get(id) == Some(&1)));
        check_copy(data.path());
    }
    tally.ready.sort();
    let late = tally.ready[(rounds * 95 / 100).min(rounds - 1)].as_millis();
    let figure = format!(
        "{} acknowledged of {} commands, {} never landed; 0 lost, 0 half applied, 0 doubled; \
         ready in {late} ms (p95)",
        tally.acknowledged, tally.commands, tally.absent
    );
    report(what, rounds, &figure, "0 lost, 0 half applied, 0 doubled");
}

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    survive("T1 kill -9 under orders, yards, chats and boards", seeds(1_000, 5), &End::Kill);
}

#[test]
fn nothing_acknowledged_is_lost_when_the_power_goes() {
    survive(
        "T2 power cut under orders, yards, chats and boards",
        seeds(200, 4),
        &End::PowerCut(Machine::new()),
    );
}

#[test]
fn a_store_that_did_not_sync_would_be_found_out() {
    let (machine, shop) = (Machine::new(), furnished());
    let data = shop.copy();
    let site = machine.start(data.path(), &[("PC_DEAF", "1")]);
    let mut desk = Desk { shop: &shop, client: site.client() };
    let mut ledger = Ledger::default();
    ledger.life(&mut desk).unwrap();
    site.kill();
    machine.cut(data.path());
    let kept = kept(data.path());
    let lost = ledger.lines.iter().filter(|line| !kept.contains_key(line.command_id())).count();
    assert_eq!(lost, ledger.lines.len());
    let site = Site::start(data.path(), &[]);
    desk.client = site.client();
    let first = &ledger.lines[0];
    assert_eq!(desk.call(first.who, &first.about, &Value::Null).unwrap().0, 404);
    site.kill();
    report("T2 power cut, syncs ignored", 1, &format!("{lost} of {lost} lost"), "the loss is seen");
}

#[test]
fn plain_sled_under_the_same_sudden_ends_is_measured_beside_ours() {
    const THIS: &str = "crash::plain_sled_under_the_same_sudden_ends_is_measured_beside_ours";
    if plain_sled::writes() {
        return;
    }
    let machine = Machine::new();
    let mut chance = 0x6f64_6f77_6e00_0001;
    for (what, power, rounds) in [
        ("T1 kill -9, plain sled, a flush each", None, size(60, 1)),
        ("T2 power cut, plain sled, a flush each", Some(&machine), size(60, 1)),
    ] {
        let mut tally = plain_sled::Tally::default();
        for _ in 0..rounds {
            plain_sled::round(THIS, power, || moment(&mut chance), &mut tally);
        }
        let plain_sled::Tally { acknowledged, lost, refused } = tally;
        let figure = format!("{acknowledged} acknowledged, {lost} lost, {refused} did not open");
        report(what, rounds, &figure, "to compare with");
    }
}

#[test]
fn orders_for_hours_leave_memory_and_disk_in_proportion() {
    let seconds = size(8 * 3_600, 2) as u64;
    let shop = furnished();
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let mut ledgers: Vec<Ledger> = (0..CLIENTS).map(Ledger::of).collect();
    let (began, mut memory, mut lives) = (Instant::now(), Vec::new(), 0);
    while began.elapsed().as_secs() < seconds {
        thread::scope(|scope| {
            for ledger in &mut ledgers {
                let mut desk = Desk { shop: &shop, client: site.client() };
                scope.spawn(move || {
                    ledger.life(&mut desk);
                    // What is checked in other tests; here it would be the test that grows.
                    ledger.lines.clear();
                    ledger.papers.clear();
                });
            }
        });
        lives += CLIENTS;
        memory.push(site.memory_kb() >> 10);
    }
    let half = memory[memory.len() / 2];
    let last = memory[memory.len() - 1];
    let parts = ["journal", "index"].map(|part| kit::bytes_below(&data.path().join(part)));
    site.stop();
    check_copy(data.path());
    // Reports stand in memory, so that it grows by the rows of each order, and by nothing else.
    let each = last.saturating_sub(half) as f64 * 2_048.0 / lives as f64;
    assert!(each < 4.0 || last < half + 64, "{each} kB an order");
    let figure = format!(
        "{lives} orders in {seconds} s; memory {half} MB half way, {last} MB at the end, {each:.1} kB an \
         order; index {:.2} of the journal",
        parts[1] as f64 / parts[0] as f64
    );
    report("T27 soak", lives, &figure, "memory flat, disk <= 3x");
}
