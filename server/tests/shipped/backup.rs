//! Backups: taken while people work, restored to any entry, refused when they are not what was copied.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::kit::{all, fill, open, put};
use crate::proof::{report, size};
use crate::shop::{Plan, Shop};
use crate::site::{Site, run, verify};
use godown_server::store::{Hash, Options, SledStore, Store, walk};
use godown_server::upkeep::backup::{Done, Until, backup, restore};
use serde_json::json;
use sha2::{Digest, Sha256};

const CLIENTS: usize = 4;

fn segmented(data: &Path) -> SledStore {
    let options = Options { segment_bytes: Some(2000), ..Options::default() };
    SledStore::open(data, options).unwrap()
}

fn save(data: &Path, to: &Path) -> Result<Done, String> {
    backup(data, to, |_| Ok(Vec::new())).map_err(|error| format!("{error:#}"))
}

fn bring(from: &Path, to: &Path, until: Until) -> Result<(u64, Hash), String> {
    let restored = restore(from, to, until).map_err(|error| format!("{error:#}"));
    restored.map(|head| (head.seq, head.hash))
}

fn attach(data: &Path, bytes: &[u8]) -> String {
    let name: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::create_dir_all(data.join("files")).unwrap();
    fs::write(data.join("files").join(&name), bytes).unwrap();
    fs::write(data.join("files").join(format!("{name}.json")), b"{}").unwrap();
    name
}

#[test]
fn a_backup_restores_to_any_entry_and_any_time_with_the_files() {
    let [data, kept, place] = [0; 3].map(|_| tempfile::tempdir().unwrap());
    let store = segmented(data.path());
    fill(&store, 1..=20);
    let file = attach(data.path(), b"%PDF-1.7 a receipt");
    // The store is open, as under a running server.
    let done = save(data.path(), kept.path()).unwrap();
    assert_eq!((done.manifest.seq, done.manifest.head), (20, store.head().hash));
    assert_eq!(done.report.pairs, all(&*store.view().unwrap()).len());
    let mut hashes = Vec::new();
    walk(&data.path().join("journal"), |kept| hashes.push(kept.hash));
    for (seq, hash) in (1..).zip(&hashes) {
        let to = place.path().join(format!("entry {seq}"));
        assert_eq!(bring(kept.path(), &to, Until::Seq(seq)), Ok((seq, *hash)));
        let to = place.path().join(format!("time {seq}"));
        let time = Until::Time(i64::try_from(seq).unwrap());
        assert_eq!(bring(kept.path(), &to, time), Ok((seq, *hash)));
        assert_eq!(fs::read(to.join("files").join(&file)).unwrap(), b"%PDF-1.7 a receipt");
        let restored = open(&to);
        assert_eq!(all(&*restored.view().unwrap()).len() as u64, seq + 1);
    }
    let to = place.path().join("no entry");
    assert!(bring(kept.path(), &to, Until::Seq(21)).unwrap_err().contains("ends with 20"));
    assert!(bring(kept.path(), &to, Until::Time(0)).unwrap_err().contains("nothing of that time"));
    let taken = bring(kept.path(), data.path(), Until::End).unwrap_err();
    assert!(taken.ends_with("is not empty"), "{taken}");
}

#[test]
fn a_backup_grows_by_what_is_new_and_keeps_to_one_history() {
    let [data, kept, other] = [0; 3].map(|_| tempfile::tempdir().unwrap());
    let store = segmented(data.path());
    fill(&store, 1..=20);
    let first = save(data.path(), kept.path()).unwrap().copied;
    fill(&store, 21..=22);
    let second = save(data.path(), kept.path()).unwrap();
    assert_eq!(second.manifest.seq, 22);
    assert!(second.copied < first / 2, "{} of {first}", second.copied);
    store.close().unwrap();
    drop(store);
    // Where no server runs, the journal itself says what is kept.
    fs::remove_file(data.path().join("journal/head")).unwrap();
    assert_eq!(save(data.path(), kept.path()).unwrap().manifest.seq, 22);
    let foreign = segmented(other.path());
    (1..=30).for_each(|time| put(&foreign, time, &[("foreign", Some("1"))]));
    let refused = save(other.path(), kept.path()).map(|done| done.manifest.seq).unwrap_err();
    assert!(refused.contains("another history"), "{refused}");
}

#[test]
fn a_backup_that_was_cut_short_or_damaged_is_told_from_a_sound_one() {
    let [data, kept, place] = [0; 3].map(|_| tempfile::tempdir().unwrap());
    let store = segmented(data.path());
    fill(&store, 1..=9);
    save(data.path(), kept.path()).unwrap();
    let manifest = fs::read(kept.path().join("manifest.json")).unwrap();
    fill(&store, 10..=12);
    save(data.path(), kept.path()).unwrap();
    // As if the second had ended before its last step: the files have grown, the manifest has not.
    fs::write(kept.path().join("manifest.json"), manifest).unwrap();
    let (seq, _) = bring(kept.path(), &place.path().join("first"), Until::End).unwrap();
    assert_eq!(seq, 9);
    save(data.path(), kept.path()).unwrap();
    let path = kept.path().join("journal/0002.log");
    let mut bytes = fs::read(&path).unwrap();
    bytes[300] ^= 1;
    fs::write(&path, bytes).unwrap();
    let refused = bring(kept.path(), &place.path().join("second"), Until::End).unwrap_err();
    assert!(refused.contains("0002.log is damaged"), "{refused}");
    assert!(!place.path().join("second").exists());
    fs::remove_file(path).unwrap();
    assert!(bring(kept.path(), &place.path().join("third"), Until::End).is_err());
}

/// What a backup held when it was restored.
struct Prefix {
    seq: u64,
    head: Hash,
    ids: Vec<String>,
}

fn history(data: &Path) -> Vec<(String, Hash)> {
    let mut entries = Vec::new();
    let walked =
        walk(&data.join("journal"), |kept| entries.push((kept.entry.command_id, kept.hash)));
    assert_eq!(walked.damage, None);
    entries
}

fn back_up_and_restore(data: &Path, kept: &Path, into: &Path) -> Prefix {
    let (well, text) = run(data, &["backup", kept.to_str().unwrap()]);
    assert!(well, "{text}");
    let (well, text) = run(data, &["restore", kept.to_str().unwrap(), into.to_str().unwrap()]);
    assert!(well, "{text}");
    let entries = history(into);
    let (_, head) = entries.last().unwrap();
    assert!(text.contains(&format!("head {head}")), "{text}");
    let seq = entries.len() as u64;
    Prefix { seq, head: *head, ids: entries.into_iter().map(|(id, _)| id).collect() }
}

/// Orders as fast as they are answered; what was acknowledged, and how long each took.
fn write_orders(
    shop: &Shop,
    site: &Site,
    number: usize,
    over: &AtomicBool,
    ledger: &Mutex<Vec<String>>,
) -> Vec<Duration> {
    let (mut client, mut took) = (site.client(), Vec::new());
    while !over.load(Ordering::Relaxed) {
        let id = format!("c{number:07x}-0000-4000-8000-{:012x}", took.len());
        let body = json!({ "command_id": id, "record": shop.order(0, &[0], 6) });
        let began = Instant::now();
        let (status, answer) = shop.call(&mut client, "SALES", "/api/docs/order", &body).unwrap();
        assert_eq!(status, 201, "{answer}");
        took.push(began.elapsed());
        ledger.lock().unwrap().push(id);
    }
    took
}

#[test]
fn backups_taken_while_people_work_hold_all_that_was_acknowledged_before() {
    let limit_paise = 900_000_000_000;
    let shop = Shop::furnish(&Plan { crowd: &[], customers: 1, limit_paise, skus: 1, pcs: 1_000 });
    let (data, [kept, place]) = (shop.copy(), [0; 2].map(|_| tempfile::tempdir().unwrap()));
    let site = Site::start(data.path(), &[]);
    let (over, ledger, rounds) = (AtomicBool::new(false), Mutex::new(Vec::new()), size(20, 2));
    let (prefixes, mut took) = thread::scope(|scope| {
        let write = |number| {
            let (shop, site, over, ledger) = (&shop, &site, &over, &ledger);
            scope.spawn(move || write_orders(shop, site, number, over, ledger))
        };
        let clients: Vec<_> = (0..CLIENTS).map(write).collect();
        let mut prefixes = Vec::new();
        for round in 0..rounds {
            let acknowledged = ledger.lock().unwrap().clone();
            let into = place.path().join(round.to_string());
            let prefix = back_up_and_restore(data.path(), kept.path(), &into);
            let held: HashSet<&String> = prefix.ids.iter().collect();
            let missing = acknowledged.iter().filter(|id| !held.contains(id)).count();
            assert_eq!(missing, 0, "of {}", acknowledged.len());
            prefixes.push(prefix);
        }
        over.store(true, Ordering::Relaxed);
        let took = clients.into_iter().flat_map(|client| client.join().unwrap());
        (prefixes, took.collect::<Vec<_>>())
    });
    site.stop();
    let whole = history(data.path());
    for prefix in &prefixes {
        let end = usize::try_from(prefix.seq).unwrap();
        assert_eq!(whole[end - 1].1, prefix.head);
        assert!(whole[..end].iter().map(|(id, _)| id).eq(&prefix.ids));
    }
    // The last one serves.
    let restored = place.path().join((rounds - 1).to_string());
    assert!(verify(&restored).0);
    let site = Site::start(&restored, &[]);
    assert_eq!(site.client().get("/readyz").unwrap().0, 200);
    site.stop();
    took.sort();
    let late = took[took.len() * 99 / 100].as_millis();
    let figure = format!(
        "{rounds} of {rounds} restored to a prefix with all that was acknowledged before; {} orders \
         meanwhile, each within {late} ms (p99)",
        took.len()
    );
    report("T22 backups under load", rounds, &figure, "every one a consistent prefix");
}
