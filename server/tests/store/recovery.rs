//! What a start makes of what an earlier life left behind: torn, altered, missing, or not its own.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use crate::kit::{
    EIO, ENOSPC, FailingDisk, all, copy, entry, fill, filled, get, key_of, open, put,
};
use godown_core::error::Halt;
use godown_server::store::{Condition, Options, SledStore, Store, StoreError, walk};
use godown_server::upkeep::verify::{Report, verify};

pub fn segment(data: &Path, number: u32) -> PathBuf {
    data.join(format!("journal/{number:04}.log"))
}

fn flip(path: &Path, at: u64) {
    let file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, at).unwrap();
    file.write_all_at(&[byte[0] ^ 0x10], at).unwrap();
}

fn refusal(data: &Path) -> String {
    match SledStore::open(data, Options::default()) {
        Err(StoreError::Damaged(text)) => text,
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("it opened"),
    }
}

fn check(data: &Path) -> Report {
    verify(data, None, |_| Ok(Vec::new())).unwrap()
}

/// The lengths of the journal after each of `count` entries.
fn lengths(count: i64) -> Vec<u64> {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path());
    let length = |time| {
        fill(&store, time..=time);
        fs::metadata(segment(data.path(), 1)).unwrap().len()
    };
    (1..=count).map(length).collect()
}

#[test]
fn what_was_kept_is_there_after_a_clean_stop_and_after_a_sudden_one() {
    for clean in [true, false] {
        let data = tempfile::tempdir().unwrap();
        let store = open(data.path());
        fill(&store, 1..=50);
        put(&store, 51, &[("doc/1", None)]);
        let (head, pairs) = (store.head(), all(&*store.view().unwrap()));
        if clean {
            store.close().unwrap();
        }
        drop(store);
        let store = open(data.path());
        assert_eq!((store.head(), all(&*store.view().unwrap())), (head, pairs));
        drop(store);
        let report = check(data.path());
        assert_eq!((report.findings, report.head, report.pairs), (vec![], head, 50));
    }
}

#[test]
fn an_append_torn_at_any_byte_is_cut_off_and_nothing_else() {
    let before = filled(3);
    let after = tempfile::tempdir().unwrap();
    copy(before.path(), after.path());
    put(&open(after.path()), 4, &[("new", Some("1"))]);
    let (old, new) =
        [before.path(), after.path()].map(|data| fs::read(segment(data, 1)).unwrap()).into();
    for length in old.len()..new.len() {
        fs::write(segment(before.path(), 1), &new[..length]).unwrap();
        let walked = walk(&before.path().join("journal"), |_| ());
        assert_eq!((walked.head.seq, walked.damage), (3, None), "{length} bytes");
        assert_eq!(walked.torn.is_some(), length > old.len());
        let store = open(before.path());
        assert_eq!((store.head().seq, get(&store, "new")), (3, None), "{length} bytes");
        drop(store);
        assert_eq!(fs::read(segment(before.path(), 1)).unwrap(), old, "{length} bytes");
    }
}

#[test]
fn a_first_append_torn_at_any_byte_leaves_an_empty_store_that_works() {
    let full = fs::read(segment(filled(1).path(), 1)).unwrap();
    let data = tempfile::tempdir().unwrap();
    fs::create_dir_all(data.path().join("journal")).unwrap();
    for length in 0..full.len() {
        fs::write(segment(data.path(), 1), &full[..length]).unwrap();
        let walked = walk(&data.path().join("journal"), |_| ());
        assert_eq!((walked.head.seq, walked.damage), (0, None), "{length} bytes");
        assert_eq!(open(data.path()).head().seq, 0);
    }
    let store = open(data.path());
    fill(&store, 1..=2);
    assert_eq!(store.head().seq, 2);
}

#[test]
fn a_torn_append_of_zeros_or_with_a_hole_is_cut_off() {
    let before = filled(3);
    let old = fs::read(segment(before.path(), 1)).unwrap();
    let group: Vec<_> = (4..=6).map(|time| entry(time, &[("new", Some("1"))])).collect();
    let after = tempfile::tempdir().unwrap();
    copy(before.path(), after.path());
    open(after.path()).commit(group, 3).unwrap();
    let new = fs::read(segment(after.path(), 1)).unwrap();
    let mut zeros = new.clone();
    zeros[old.len()..].fill(0);
    let mut hole = new;
    hole[old.len() + 100] = 0;
    for bytes in [zeros, hole] {
        fs::write(segment(before.path(), 1), bytes).unwrap();
        assert_eq!(open(before.path()).head().seq, 3);
        assert_eq!(fs::read(segment(before.path(), 1)).unwrap(), old);
    }
}

#[test]
fn verify_names_the_entry_of_any_byte_that_was_changed() {
    let data = filled(4);
    let path = segment(data.path(), 1);
    let ends = lengths(4);
    let first = fs::read(&path).unwrap();
    let title = first.len() as u64 - (ends[3] - ends[0]) - (ends[1] - ends[0]);
    for at in 0..ends[3] {
        flip(&path, at);
        let damage = walk(&data.path().join("journal"), |_| ()).damage;
        let damage = damage.unwrap_or_else(|| panic!("byte {at} is not noticed"));
        let entry = ends.iter().take_while(|end| **end <= at).count() + 1;
        let named = format!("entry {entry} in segment 0001.log does not match its checksum");
        let opening = "the first frame of segment 0001.log does not match its checksum";
        assert!(damage == named || (at < title + 64 && damage == opening), "byte {at}: {damage}");
        flip(&path, at);
    }
    assert_eq!(check(data.path()).findings, [""; 0]);
}

#[test]
fn a_start_refuses_a_changed_entry_by_name_and_changes_nothing() {
    let data = filled(4);
    let path = segment(data.path(), 1);
    let ends = lengths(4);
    for (entry, at) in [(2, ends[0] + 3), (2, ends[0] + 30), (3, ends[1] + 6), (4, ends[2] + 40)] {
        flip(&path, at);
        let before = fs::read(&path).unwrap();
        let text = refusal(data.path());
        assert!(text.contains(&format!("entry {entry} ")), "{text}");
        assert_eq!(fs::read(&path).unwrap(), before);
        let found = check(data.path()).findings;
        assert!(found[0].contains(&format!("entry {entry} in segment 0001.log")), "{found:?}");
        flip(&path, at);
    }
    assert_eq!(open(data.path()).head().seq, 4);
}

#[test]
fn a_value_altered_while_the_store_runs_is_a_fault_of_its_own_key_only() {
    let data = filled(3);
    let store = open(data.path());
    let bytes = fs::read(segment(data.path(), 1)).unwrap();
    let long = bytes.windows(5).position(|window| window == b"long ").unwrap();
    flip(&segment(data.path(), 1), long as u64);
    let view = store.view().unwrap();
    match view.get(&key_of("doc/1")) {
        Err(Halt::Fault(text)) => assert!(text.contains("of segment 0001.log does not match")),
        other => panic!("{other:?}"),
    }
    drop(view);
    assert!(get(&store, "doc/2").unwrap().starts_with(r#"{"n":2,"text":"long "#));
    fill(&store, 4..=4);
    assert_eq!(store.head().seq, 4);
}

#[test]
fn an_entry_that_was_cut_out_moved_or_forged_is_noticed() {
    let data = filled(4);
    let path = segment(data.path(), 1);
    let (bytes, ends) = (fs::read(&path).unwrap(), lengths(4));
    let part =
        |from: u64, to: u64| &bytes[usize::try_from(from).unwrap()..usize::try_from(to).unwrap()];
    let (one, two) = (part(0, ends[0]), part(ends[0], ends[1]));
    let (three, four) = (part(ends[1], ends[2]), part(ends[2], ends[3]));
    let other = tempfile::tempdir().unwrap();
    put(&open(other.path()), 9, &[("a", Some("9"))]);
    put(&open(other.path()), 9, &[("a", Some("9"))]);
    let foreign = fs::read(segment(other.path(), 1)).unwrap();
    let foreign = &foreign[foreign.len() / 2..];
    let foreign = &foreign[foreign.iter().position(|byte| *byte == 0xff).unwrap()..];
    for (what, parts) in [
        ("cut out", [one, three, four].concat()),
        ("moved", [one, three, two, four].concat()),
        ("doubled", [one, two, two, three, four].concat()),
        ("forged", [one, foreign, three, four].concat()),
        ("cut off", [one, two, three].concat()),
        ("emptied", Vec::new()),
    ] {
        fs::write(&path, parts).unwrap();
        assert!(!check(data.path()).findings.is_empty(), "{what}");
    }
}

#[test]
fn a_full_segment_is_followed_by_another_that_names_it() {
    let data = tempfile::tempdir().unwrap();
    let options = Options { segment_bytes: Some(2000), ..Options::default() };
    let store = SledStore::open(data.path(), options.clone()).unwrap();
    fill(&store, 1..=40);
    let head = store.head();
    assert!(segment(data.path(), 4).exists());
    for since in 0..=40 {
        let seqs = store.entries(since).unwrap().map(|kept| kept.unwrap().seq);
        assert!(seqs.eq(since + 1..=40));
    }
    store.close().unwrap();
    drop(store);
    let store = SledStore::open(data.path(), options).unwrap();
    assert_eq!(store.head(), head);
    fill(&store, 41..=60);
    store.close().unwrap();
    drop(store);
    assert_eq!(check(data.path()).findings, [""; 0]);
    fs::remove_file(segment(data.path(), 2)).unwrap();
    assert_eq!(refusal(data.path()), "segment 0002.log is missing");
    assert_eq!(check(data.path()).findings, ["segment 0002.log is missing"]);
}

#[test]
fn a_journal_that_lost_its_end_is_not_taken_for_a_shorter_one() {
    for lost in ["all", "one"] {
        let data = filled(4);
        match lost {
            "all" => fs::remove_dir_all(data.path().join("journal")).unwrap(),
            _ => OpenOptions::new()
                .write(true)
                .open(segment(data.path(), 1))
                .unwrap()
                .set_len(lengths(4)[2])
                .unwrap(),
        }
        assert!(refusal(data.path()).contains("is damaged or missing"), "{lost}");
    }
}

#[test]
fn an_index_that_was_deleted_is_made_again() {
    let data = filled(30);
    fs::remove_dir_all(data.path().join("index")).unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = told.clone();
    let progress = move |entry, of| tell.lock().unwrap().push((entry, of));
    let options = Options { progress: Arc::new(progress), ..Options::default() };
    let store = SledStore::open(data.path(), options).unwrap();
    assert_eq!(told.lock().unwrap().last(), Some(&(30, 30)));
    assert_eq!(all(&*store.view().unwrap()).len(), 31);
    drop(store);
    assert_eq!(check(data.path()).findings, [""; 0]);
}

#[test]
fn an_index_that_was_damaged_anywhere_is_made_again_or_was_not_hurt() {
    let data = filled(60);
    let whole = all(&*open(data.path()).view().unwrap());
    let path = data.path().join("index/db");
    let bytes = fs::read(&path).unwrap();
    let used = bytes.iter().rposition(|byte| *byte != 0).unwrap();
    for step in 0..40 {
        let at = used * step / 40;
        let mut damaged = bytes.clone();
        match step % 3 {
            0 => damaged.truncate(at),
            1 => damaged[at..].fill(0),
            _ => damaged[at] ^= 4,
        }
        fs::write(&path, damaged).unwrap();
        let store = open(data.path());
        assert_eq!(all(&*store.view().unwrap()), whole, "damaged at {at}");
    }
    assert_eq!(check(data.path()).findings, [""; 0]);
}

#[test]
fn an_index_of_another_journal_is_made_again() {
    let (data, other) = (filled(5), tempfile::tempdir().unwrap());
    let store = open(other.path());
    for time in 1..=3 {
        put(&store, time, &[("foreign", Some("1"))]);
    }
    store.close().unwrap();
    drop(store);
    fs::remove_dir_all(data.path().join("index")).unwrap();
    copy(&other.path().join("index"), &data.path().join("index"));
    let store = open(data.path());
    assert_eq!((get(&store, "foreign"), store.head().seq), (None, 5));
    assert_eq!(get(&store, "last").as_deref(), Some(r#"{"n":5}"#));
}

#[test]
fn an_index_that_lags_behind_is_brought_up() {
    let data = filled(5);
    let early = tempfile::tempdir().unwrap();
    copy(&data.path().join("index"), early.path());
    let store = open(data.path());
    fill(&store, 6..=9);
    store.close().unwrap();
    drop(store);
    fs::remove_dir_all(data.path().join("index")).unwrap();
    copy(early.path(), &data.path().join("index"));
    assert_eq!(get(&open(data.path()), "last").as_deref(), Some(r#"{"n":9}"#));
    assert_eq!(check(data.path()).findings, [""; 0]);
}

#[test]
fn a_second_process_is_kept_out_and_told_why() {
    let data = filled(1);
    let store = open(data.path());
    match SledStore::open(data.path(), Options::default()) {
        Err(StoreError::InUse(text)) => assert!(text.contains("another process has")),
        _ => panic!("two at once"),
    }
    drop(store);
    assert_eq!(open(data.path()).head().seq, 1);
}

#[test]
fn a_full_disk_keeps_nothing_of_the_group_and_works_again_once_there_is_room() {
    let data = tempfile::tempdir().unwrap();
    let disk = Arc::new(FailingDisk::default());
    let store = SledStore::open(data.path(), disk.options()).unwrap();
    for round in 0..3 {
        disk.write.store(ENOSPC, Ordering::SeqCst);
        let head = store.head();
        let full = store.commit(vec![entry(99, &[("lost", Some("1"))])], head.seq);
        assert_eq!(full, Err(StoreError::Full));
        assert_eq!(
            (store.head(), get(&store, "lost"), store.condition()),
            (head, None, Condition::Well)
        );
        disk.write.store(0, Ordering::SeqCst);
        fill(&store, round..=round);
    }
    drop(store);
    let report = check(data.path());
    assert_eq!((report.head.seq, report.findings, report.torn), (3, vec![], None));
}

#[test]
fn a_failed_write_that_cannot_be_taken_back_ends_all_writing() {
    let data = tempfile::tempdir().unwrap();
    let disk = Arc::new(FailingDisk::default());
    let store = SledStore::open(data.path(), disk.options()).unwrap();
    fill(&store, 1..=2);
    disk.write.store(ENOSPC, Ordering::SeqCst);
    disk.cut.store(EIO, Ordering::SeqCst);
    let failed = store.commit(vec![entry(3, &[("lost", Some("1"))])], 2);
    assert!(matches!(failed, Err(StoreError::Unknown(_))), "{failed:?}");
    disk.write.store(0, Ordering::SeqCst);
    let after = store.commit(vec![entry(3, &[("lost", Some("1"))])], 2);
    assert!(
        matches!(after, Err(StoreError::ReadOnly(text)) if text.contains("taking back a write"))
    );
    drop(store);
    assert_eq!(open(data.path()).head().seq, 2);
}

#[test]
fn after_a_failed_write_the_store_only_reads() {
    let data = tempfile::tempdir().unwrap();
    let disk = Arc::new(FailingDisk::default());
    let store = SledStore::open(data.path(), disk.options()).unwrap();
    fill(&store, 1..=2);
    disk.write.store(EIO, Ordering::SeqCst);
    let failed = store.commit(vec![entry(3, &[("lost", Some("1"))])], 2);
    assert!(matches!(failed, Err(StoreError::Unknown(_))), "{failed:?}");
    disk.write.store(0, Ordering::SeqCst);
    let after = store.commit(vec![entry(3, &[("lost", Some("1"))])], 2);
    assert!(matches!(after, Err(StoreError::ReadOnly(_))), "{after:?}");
    assert_eq!(get(&store, "last").as_deref(), Some(r#"{"n":2}"#));
}

#[test]
fn with_a_reserve_writes_wait_for_room_and_the_reserve_is_made_again() {
    let data = tempfile::tempdir().unwrap();
    let disk = Arc::new(FailingDisk::default());
    let options = Options { reserve_bytes: 3 << 20, ..disk.options() };
    let store = SledStore::open(data.path(), options).unwrap();
    let held = || fs::metadata(data.path().join("reserve")).map_or(0, |about| about.len());
    assert_eq!((held(), store.condition()), (3 << 20, Condition::Well));
    fill(&store, 1..=2);
    disk.write.store(ENOSPC, Ordering::SeqCst);
    let full = store.commit(vec![entry(3, &[("lost", Some("1"))])], 2);
    assert_eq!((full, held(), store.condition()), (Err(StoreError::Full), 0, Condition::Full));
    disk.write.store(0, Ordering::SeqCst);
    let full = store.commit(vec![entry(3, &[("lost", Some("1"))])], 2);
    assert_eq!((full, get(&store, "last").is_some()), (Err(StoreError::Full), true));
    // Nor is room given to what is kept beside the store, while it is full or beyond what is free.
    assert!(!store.has_room(1));
    store.look_for_room();
    assert_eq!((held(), store.condition()), (3 << 20, Condition::Well));
    assert_eq!([1, u64::MAX].map(|bytes| store.has_room(bytes)), [true, false]);
    fill(&store, 3..=4);
    drop(store);
    assert_eq!(check(data.path()).head.seq, 4);
}

#[test]
fn without_room_ahead_nothing_is_written_but_what_is_spared() {
    let data = tempfile::tempdir().unwrap();
    let disk = Arc::new(FailingDisk::default());
    let store = SledStore::open(data.path(), disk.options()).unwrap();
    fill(&store, 1..=2);
    disk.hold.store(ENOSPC, Ordering::SeqCst);
    let long = format!("\"{}\"", "x".repeat(1 << 20));
    let group = || vec![entry(3, &[("a", Some(&long))])];
    // A little fits what is held already, and the room ahead of it stays.
    fill(&store, 3..=3);
    assert_eq!(store.commit(group(), 3), Err(StoreError::Full));
    assert_eq!(store.commit_spared(group(), 3).map(|head| head.seq), Ok(4));
    assert_eq!(store.commit(vec![entry(5, &[])], 4), Err(StoreError::Full));
    disk.hold.store(0, Ordering::SeqCst);
    fill(&store, 5..=5);
    drop(store);
    let report = check(data.path());
    assert_eq!((report.head.seq, report.findings, report.torn), (5, vec![], None));
}

#[test]
fn after_a_failed_sync_the_store_only_reads_and_never_syncs_again() {
    let data = tempfile::tempdir().unwrap();
    let disk = Arc::new(FailingDisk::default());
    let store = SledStore::open(data.path(), disk.options()).unwrap();
    fill(&store, 1..=2);
    disk.sync.store(EIO, Ordering::SeqCst);
    let failed = store.commit(vec![entry(3, &[("a", Some("3"))])], 2);
    assert!(matches!(failed, Err(StoreError::Unknown(_))));
    disk.sync.store(0, Ordering::SeqCst);
    let syncs = disk.syncs.load(Ordering::SeqCst);
    for _ in 0..3 {
        let again = store.commit(vec![entry(3, &[("a", Some("3"))])], 2);
        assert!(matches!(again, Err(StoreError::ReadOnly(text)) if text.contains("read-only")));
    }
    assert_eq!(disk.syncs.load(Ordering::SeqCst), syncs);
    assert!(matches!(store.condition(), Condition::ReadOnly(why) if why.contains("a sync")));
    assert_eq!((store.head().seq, get(&store, "a")), (2, None));
    assert_eq!(get(&store, "last").as_deref(), Some(r#"{"n":2}"#));
    assert_eq!(store.entries(0).unwrap().count(), 2);
}

#[test]
fn one_append_is_one_sync_however_many_entries_it_holds() {
    let data = tempfile::tempdir().unwrap();
    let disk = Arc::new(FailingDisk::default());
    let store = SledStore::open(data.path(), disk.options()).unwrap();
    fill(&store, 1..=1);
    let before = disk.syncs.load(Ordering::SeqCst);
    let group: Vec<_> = (2..=200).map(|time| entry(time, &[("a", Some("1"))])).collect();
    store.commit(group, 1).unwrap();
    assert_eq!(disk.syncs.load(Ordering::SeqCst), before + 1);
}
