//! A data directory that was damaged or tampered with: what can be made again is made again, the rest is
//! named, and nothing is lost in silence.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::kit::{all, copy, fill, filled, open, put};
use crate::proof::{report, seeds};
use godown_core::error::Halt;
use godown_server::store::{Hash, Head, Options, SledStore, Store, StoreError, tell, walk};
use godown_server::upkeep::repair::repair;
use godown_server::upkeep::verify::{Report, verify};

fn segment(data: &Path, number: u32) -> PathBuf {
    data.join(format!("journal/{number:04}.log"))
}

fn check(data: &Path) -> Report {
    verify(data, None, |_| Ok(Vec::new())).unwrap()
}

/// Writes a frame of a segment with its checksums, as somebody would who knows the format.
fn framed(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = vec![0xff, b'g', b'd', kind];
    out.extend(u32::try_from(payload.len()).unwrap().to_le_bytes());
    out.extend(crc32fast::hash(payload).to_le_bytes());
    let check = crc32fast::hash(&out);
    out.extend(check.to_le_bytes());
    out.extend(payload);
    out
}

/// The kind and the payload of each frame of a segment.
fn frames(bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let (mut at, mut found) = (0, Vec::new());
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap());
        let end = at + 16 + usize::try_from(length).unwrap();
        found.push((bytes[at + 3], bytes[at + 16..end].to_vec()));
        at = end;
    }
    found
}

fn asked(data: &Path, head: Hash) -> Report {
    verify(data, Some(head), |_| Ok(Vec::new())).unwrap()
}

#[test]
fn whoever_alters_the_history_and_its_checksums_is_found_out() {
    let data = filled(6);
    let path = segment(data.path(), 1);
    let bytes = fs::read(&path).unwrap();
    let before: Vec<Hash> = {
        let mut hashes = Vec::new();
        walk(&data.path().join("journal"), |kept| hashes.push(kept.hash));
        hashes
    };
    let whole = frames(&bytes);
    let write = |frames: &[(u8, Vec<u8>)]| {
        let bytes: Vec<u8> = frames.iter().flat_map(|(kind, text)| framed(*kind, text)).collect();
        fs::write(&path, bytes).unwrap();
    };
    for at in 1..whole.len() {
        let mut frames = whole.clone();
        let text = String::from_utf8(frames[at].1.clone()).unwrap();
        frames[at].1 = text.replace("\"actor\":\"u1\"", "\"actor\":\"u2\"").into_bytes();
        assert_ne!(frames[at], whole[at]);
        write(&frames);
        assert!(!check(data.path()).findings.is_empty(), "the actor of entry {at} was altered");
    }
    for at in 1..whole.len() {
        let [mut deleted, mut moved, mut doubled] = [0, 1, 2].map(|_| whole.clone());
        deleted.remove(at);
        moved.swap(at, if at == 1 { 2 } else { at - 1 });
        doubled.push(whole[at].clone());
        for (what, frames) in [("deleted", deleted), ("moved", moved), ("doubled", doubled)] {
            write(&frames);
            assert!(!check(data.path()).findings.is_empty(), "entry {at} was {what}");
        }
    }
    // An older copy of everything has nothing wrong with it, and is told by a hash held elsewhere.
    write(&whole);
    let later = tempfile::tempdir().unwrap();
    copy(data.path(), later.path());
    put(&open(later.path()), 7, &[("new", Some("1"))]);
    let new = open(later.path()).head();
    assert_eq!(asked(later.path(), before[5]).asked, Some(6));
    assert_eq!(check(data.path()).findings, [""; 0]);
    assert!(asked(data.path(), new.hash).findings[0].contains("this is an older copy"));
    for (hash, seq) in before.into_iter().zip(1..) {
        assert_eq!(asked(data.path(), hash).asked, Some(seq));
    }
}

#[test]
fn an_end_that_nothing_beside_the_journal_confirms_is_told_of_until_a_start_takes_it() {
    let data = filled(6);
    let path = segment(data.path(), 1);
    let bytes = fs::read(&path).unwrap();
    let last = frames(&bytes).pop().unwrap();
    let whole = bytes.len() - framed(last.0, &last.1).len();
    let mut hashes = Vec::new();
    walk(&data.path().join("journal"), |kept| hashes.push(kept.hash));
    fs::remove_dir_all(data.path().join("index")).unwrap();
    assert_eq!(check(data.path()).findings, [""; 0], "the head that was told is there");
    fs::remove_dir_all(data.path().join("index")).unwrap();
    fs::remove_file(data.path().join("journal/head")).unwrap();
    for length in [whole, whole + 20] {
        fs::write(&path, &bytes[..length]).unwrap();
        for _ in 0..2 {
            let told = check(data.path()).findings;
            assert!(told[0].ends_with("entries behind entry 5 may be missing"), "{told:?}");
            let gone = asked(data.path(), hashes[5]).findings;
            assert!(gone[1].contains("this is an older copy"), "{gone:?}");
            assert_eq!(
                asked(data.path(), hashes[3]).findings.len(),
                1,
                "an earlier hash is no end"
            );
        }
    }
    let known = tempfile::tempdir().unwrap();
    copy(data.path(), known.path());
    assert_eq!(asked(known.path(), hashes[4]).findings, [""; 0]);
    drop(open(data.path()));
    assert_eq!(check(data.path()).findings, [""; 0]);
}

#[test]
fn a_head_that_was_told_is_the_one_that_the_journal_holds() {
    let data = filled(6);
    let mut hashes = Vec::new();
    walk(&data.path().join("journal"), |kept| hashes.push(kept.hash));
    tell(&data.path().join("journal"), Head { seq: 6, hash: hashes[4], time: 6 });
    let told = check(data.path()).findings;
    assert!(told[0].starts_with("entry 6 is not the one that journal/head tells"), "{told:?}");
}

#[test]
fn a_repair_cuts_a_torn_end_makes_the_index_again_and_refuses_all_else() {
    let data = filled(5);
    let path = segment(data.path(), 1);
    let bytes = fs::read(&path).unwrap();
    let mut torn = bytes.clone();
    torn.extend(&framed(1, b"{}")[..10]);
    fs::write(&path, torn).unwrap();
    let db = data.path().join("index/db");
    fs::write(&db, vec![7; 1000]).unwrap();
    let done = repair(data.path(), Options::default()).unwrap();
    assert!(done.cut.unwrap().contains("entry 6 in segment 0001.log is incomplete"));
    assert_eq!((done.head.seq, fs::read(&path).unwrap() == bytes), (5, true));
    assert_eq!(all(&*open(data.path()).view().unwrap()).len(), 6);
    assert!(repair(data.path(), Options::default()).unwrap().cut.is_none());
    let mut damaged = bytes;
    damaged[700] ^= 0x10;
    fs::write(&path, &damaged).unwrap();
    match repair(data.path(), Options::default()) {
        Err(StoreError::Damaged(what)) => assert!(what.contains("in segment 0001.log"), "{what}"),
        _ => panic!("it repaired what it cannot know"),
    }
    assert_eq!(fs::read(&path).unwrap(), damaged);
}

/// Chances that are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for item in fs::read_dir(directory).unwrap() {
        let path = item.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.retain(|path| fs::metadata(path).unwrap().len() > 0);
    found.sort();
    found
}

/// Damages one file in one of eight ways, and says how.
fn damage(data: &Path, chance: &mut Chance) -> String {
    let in_journal = chance.below(3) > 0;
    let mut of = files(&data.join(if in_journal { "journal" } else { "index" }));
    // What is told of the head can be lost without harm; one that is damaged is as none.
    of.retain(|path| !path.ends_with("journal/head"));
    let path = &of[chance.below(of.len())];
    let mut bytes = fs::read(path).unwrap();
    let ends: Vec<usize> = match in_journal {
        true => {
            let lengths = frames(&bytes).into_iter().map(|(_, text)| text.len() + 16);
            lengths
                .scan(0, |at, length| {
                    *at += length;
                    Some(*at)
                })
                .collect()
        }
        false => (1..9).map(|part| bytes.len() * part / 9).collect(),
    };
    let (end, at) = (ends[chance.below(ends.len())], chance.below(bytes.len()));
    let what = match chance.below(8) {
        0 => {
            bytes.truncate(end);
            "cut at a border"
        }
        1 => {
            bytes.truncate(end - 1);
            "cut before a border"
        }
        2 => {
            bytes.truncate(end + 1);
            "cut behind a border"
        }
        3 => {
            bytes[at..].fill(0);
            "an end of zeros"
        }
        4 | 5 => {
            bytes[at] ^= 1 << chance.below(8);
            "a bit turned"
        }
        6 => {
            let other = fs::read(&of[chance.below(of.len())]).unwrap();
            bytes = other;
            "another file in its place"
        }
        _ => {
            fs::remove_file(path).unwrap();
            return format!("{} is missing", path.display());
        }
    };
    fs::write(path, bytes).unwrap();
    format!("{}: {what} ({end}, {at})", path.display())
}

/// Nothing that was kept is missing without a word.
fn check_damaged(data: &Path, harm: &str, pairs: &[(String, Vec<u8>)], head: Head) -> &'static str {
    let walked = walk(&data.join("journal"), |_| ());
    let opened = SledStore::open(data, Options { segment_bytes: Some(2000), ..Options::default() });
    let store = match opened {
        Err(StoreError::Damaged(text)) => {
            assert!(text.contains("segment ") || text.contains("entry "), "{harm}: {text}");
            return "refused";
        }
        Err(error) => panic!("{harm}: {error}"),
        Ok(store) => store,
    };
    assert_eq!(store.head(), head, "{harm}");
    let view = store.view().unwrap();
    let mut faults = 0;
    for (key, value) in pairs {
        match view.get(key) {
            Ok(found) => assert_eq!(found.as_ref(), Some(value), "{harm}: {key}"),
            Err(Halt::Fault(text)) if text.contains("segment") => faults += 1,
            Err(other) => panic!("{harm}: {other:?}"),
        }
    }
    assert!(faults == 0 || walked.damage.is_some(), "{harm}: verify would find nothing");
    if walked.damage.is_some() { "named by verify" } else { "made again" }
}

#[test]
fn whatever_is_damaged_is_made_again_or_named_and_nothing_is_lost_in_silence() {
    let whole = tempfile::tempdir().unwrap();
    let options = Options { segment_bytes: Some(2000), ..Options::default() };
    let store = SledStore::open(whole.path(), options).unwrap();
    fill(&store, 1..=40);
    store.close().unwrap();
    drop(store);
    let store = open(whole.path());
    let (pairs, head) = (all(&*store.view().unwrap()), store.head());
    store.close().unwrap();
    drop(store);
    let rounds = seeds(1000, 60);
    let mut chance = Chance(1 + rounds.start as u64);
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in rounds.clone() {
        let data = tempfile::tempdir().unwrap();
        copy(whole.path(), data.path());
        let harm = damage(data.path(), &mut chance);
        *ends.entry(check_damaged(data.path(), &harm, &pairs, head)).or_default() += 1;
    }
    let told: Vec<String> = ends.iter().map(|(end, times)| format!("{times} {end}")).collect();
    let figure = format!("{}; 0 panics, 0 silent losses", told.join(", "));
    report(
        "T5 T25 files damaged in eight ways",
        rounds.len(),
        &figure,
        "0 panics, 0 silent losses",
    );
}

#[test]
fn a_segment_of_another_version_is_refused_by_its_number() {
    let data = filled(2);
    let path = segment(data.path(), 1);
    let mut frames = frames(&fs::read(&path).unwrap());
    let title = String::from_utf8(frames[0].1.clone()).unwrap();
    frames[0].1 = title.replace("\"godown_journal\":1", "\"godown_journal\":7").into_bytes();
    let bytes: Vec<u8> = frames.iter().flat_map(|(kind, text)| framed(*kind, text)).collect();
    fs::write(&path, bytes).unwrap();
    let refused = SledStore::open(data.path(), Options::default()).err();
    let text = "segment 0001.log has format 7, which this program does not know";
    assert_eq!(refused, Some(StoreError::Damaged(text.to_owned())));
    assert_eq!(check(data.path()).findings, [text]);
}

#[test]
fn a_last_append_that_was_damaged_after_a_sudden_end_is_not_taken_for_a_torn_one() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path());
    fill(&store, 1..=4);
    drop(store);
    let path = segment(data.path(), 1);
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    match SledStore::open(data.path(), Options::default()) {
        Err(StoreError::Damaged(what)) => {
            assert!(what.contains("entry 4 of the journal is"), "{what}")
        }
        _ => panic!("an acknowledged entry was cut off"),
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
}
