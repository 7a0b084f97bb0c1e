//! The store's contract as tests; every implementation runs all of them.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::thread;

use crate::kit::{all, entry, fill, get, key_of, on_every_store, put};
use godown_core::kept::read::Range;
use godown_server::store::{Hash, Head, MemoryStore, Options, SledStore, Store, StoreError};

#[test]
fn an_empty_store_has_head_zero_and_no_pairs() {
    on_every_store(|store| {
        assert_eq!(store.head(), Head { seq: 0, hash: Hash::default(), time: 0 });
        assert_eq!(all(&*store.view().unwrap()), []);
        assert_eq!(store.entries(0).unwrap().count(), 0);
    });
}

#[test]
fn a_view_taken_after_a_commit_holds_it() {
    on_every_store(|store| {
        put(store, 10, &[("a", Some("1")), ("b", Some(r#""two""#))]);
        assert_eq!(store.view().unwrap().seq(), 1);
        assert_eq!(get(store, "a").as_deref(), Some("1"));
        assert_eq!(get(store, "b").as_deref(), Some(r#""two""#));
        assert_eq!(get(store, "c"), None);
    });
}

#[test]
fn a_written_key_holds_its_last_value_and_a_removed_key_none() {
    on_every_store(|store| {
        put(store, 1, &[("a", Some("1")), ("b", Some("1"))]);
        put(store, 2, &[("a", Some("2")), ("b", None), ("never", None)]);
        assert_eq!(get(store, "a").as_deref(), Some("2"));
        assert_eq!(all(&*store.view().unwrap()), [(key_of("a"), b"2".to_vec())]);
    });
}

#[test]
fn later_entries_of_a_group_win_over_earlier_ones() {
    on_every_store(|store| {
        let group = [
            entry(1, &[("a", Some("1")), ("b", Some("1"))]),
            entry(2, &[("a", None), ("b", Some("2")), ("c", Some("2"))]),
            entry(3, &[("a", Some("3")), ("c", None)]),
        ];
        assert_eq!(store.commit(group.to_vec(), 0).unwrap().seq, 3);
        let pairs = [(key_of("a"), b"3".to_vec()), (key_of("b"), b"2".to_vec())];
        assert_eq!(all(&*store.view().unwrap()), pairs);
    });
}

#[test]
fn a_commit_at_another_head_conflicts_and_changes_nothing() {
    on_every_store(|store| {
        put(store, 1, &[("a", Some("1"))]);
        for wrong in [0, 2] {
            let refused = store.commit(vec![entry(2, &[("a", Some("2"))])], wrong);
            assert_eq!(refused, Err(StoreError::Conflict { head: 1 }));
        }
        assert_eq!(store.head().seq, 1);
        assert_eq!(get(store, "a").as_deref(), Some("1"));
        assert_eq!(store.entries(0).unwrap().count(), 1);
    });
}

#[test]
fn of_many_commits_at_one_head_exactly_one_is_kept() {
    on_every_store(|store| {
        let kept = thread::scope(|scope| {
            let commit =
                |time| move || store.commit(vec![entry(time, &[("a", Some("1"))])], 0).is_ok();
            let threads: Vec<_> = (1..=16).map(|time| scope.spawn(commit(time))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).filter(|kept| *kept).count()
        });
        assert_eq!((kept, store.head().seq), (1, 1));
    });
}

#[test]
fn entries_are_numbered_and_linked_without_a_gap() {
    on_every_store(|store| {
        store
            .commit(vec![entry(1, &[("a", Some("1"))]), entry(2, &[("a", Some("2"))])], 0)
            .unwrap();
        fill(store, 3..=5);
        let mut prev = Hash::default();
        for (seq, kept) in (1..).zip(store.entries(0).unwrap()) {
            let kept = kept.unwrap();
            assert_eq!((kept.seq, kept.prev), (seq, prev));
            prev = kept.hash;
        }
        assert_eq!(store.head(), Head { seq: 5, hash: prev, time: 5 });
    });
}

#[test]
fn entries_come_back_as_they_were_committed() {
    on_every_store(|store| {
        let awkward = "c\u{1f}quote \" slash \\ line \n snow \u{2603}";
        let mut kept = entry(7, &[("gone", None), ("a", Some(r#"{"x":[1,2.50,"\u0041"]}"#))]);
        kept.writes.insert(awkward.to_owned(), Some(b"true".to_vec()));
        kept.actor = "\"odd\\".to_owned();
        store.commit(vec![kept.clone()], 0).unwrap();
        let back = store.entries(0).unwrap().next().unwrap().unwrap().entry;
        assert_eq!(back.writes, kept.writes);
        assert_eq!(back.command.get(), kept.command.get());
        assert_eq!((back.time, back.actor, back.command_id), (7, kept.actor, kept.command_id));
        assert_eq!(back.company, "c");
    });
}

#[test]
fn entries_begin_behind_since_and_end_at_the_head() {
    on_every_store(|store| {
        fill(store, 1..=9);
        for since in 0..=10 {
            let seqs: Vec<u64> =
                store.entries(since).unwrap().map(|kept| kept.unwrap().seq).collect();
            assert_eq!(seqs, (since + 1..=9).collect::<Vec<_>>());
        }
        let mut early = store.entries(7).unwrap();
        fill(store, 10..=12);
        assert_eq!(early.by_ref().count(), 2);
    });
}

#[test]
fn a_scan_walks_a_half_open_range_either_way_up_to_its_limit() {
    on_every_store(|store| {
        let keys = ["a", "b", "b1", "b2", "c"];
        put(store, 1, &keys.map(|key| (key, Some("0"))));
        let view = store.view().unwrap();
        let scan = |range: &Range, limit| -> Vec<String> {
            view.scan(range, limit).unwrap().into_iter().map(|(key, _)| key).collect()
        };
        let range = Range { from: key_of("b"), to: key_of("c"), reverse: false };
        assert_eq!(scan(&range, 9), ["b", "b1", "b2"].map(key_of));
        assert_eq!(scan(&range, 2), ["b", "b1"].map(key_of));
        assert_eq!(scan(&range.clone().reversed(), 2), ["b2", "b1"].map(key_of));
        assert_eq!(scan(&range, 0), [""; 0]);
        let empty = Range { from: key_of("c"), to: key_of("b"), reverse: false };
        assert_eq!(scan(&empty, 9), [""; 0]);
    });
}

#[test]
fn a_scan_over_everything_shows_only_what_was_written() {
    on_every_store(|store| {
        put(store, 1, &[("a", Some("0"))]);
        let view = store.view().unwrap();
        for range in [Range::prefix(""), Range::prefix("").reversed()] {
            assert_eq!(view.scan(&range, 9).unwrap(), [(key_of("a"), b"0".to_vec())]);
        }
    });
}

#[test]
fn a_view_stays_at_its_entry_while_commits_go_on() {
    on_every_store(|store| {
        fill(store, 1..=3);
        let view = store.view().unwrap();
        let before = all(&*view);
        let (begin, begun) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                begin.send(()).unwrap();
                fill(store, 4..=6);
            });
            begun.recv().unwrap();
            for _ in 0..100 {
                assert_eq!((view.seq(), all(&*view)), (3, before.clone()));
            }
            drop(view);
        });
        assert_eq!(store.view().unwrap().seq(), 6);
        assert_eq!(get(store, "last").as_deref(), Some(r#"{"n":6}"#));
    });
}

#[test]
fn no_commit_waits_for_a_view_and_each_view_shows_its_own_entry() {
    on_every_store(|store| {
        let mut views = Vec::new();
        let mut dice = Dice(3);
        for time in 1..=60 {
            let name = format!("key/{}", dice.below(6));
            let value = (dice.below(4) > 0).then(|| time.to_string());
            put(store, time, &[(&name, value.as_deref()), ("every", Some(&time.to_string()))]);
            let view = store.view().unwrap();
            let shown = all(&*view);
            views.push((view, shown));
            if views.len() > 9 {
                views.remove(dice.below(9));
            }
            for (view, shown) in &views {
                assert_eq!(&all(&**view), shown);
                for (key, value) in shown {
                    assert_eq!(view.get(key).unwrap().as_ref(), Some(value));
                }
                let keys = view.keys(&Range::prefix("").reversed(), 3).unwrap();
                let last = shown.iter().rev().take(3).map(|(key, _)| key.clone());
                assert_eq!(keys, last.collect::<Vec<_>>());
            }
        }
        assert_eq!(store.head().seq, 60);
    });
}

#[test]
fn readers_never_see_half_a_group() {
    on_every_store(|store| {
        thread::scope(|scope| {
            let reader = scope.spawn(|| {
                loop {
                    let view = store.view().unwrap();
                    let [a, b] = ["a", "b"].map(|key| view.get(&key_of(key)).unwrap());
                    assert_eq!(a, b);
                    if view.seq() == 100 {
                        return;
                    }
                }
            });
            for time in 1..=50 {
                let value = time.to_string();
                let seq = store.head().seq;
                let group =
                    [entry(time, &[("a", Some(&value))]), entry(time, &[("b", Some(&value))])];
                store.commit(group.to_vec(), seq).unwrap();
            }
            reader.join().unwrap();
        });
    });
}

#[test]
fn a_closed_store_keeps_nothing_more() {
    on_every_store(|store| {
        fill(store, 1..=2);
        store.close().unwrap();
        let refused = store.commit(vec![entry(3, &[("a", Some("1"))])], 2);
        assert!(matches!(refused, Err(StoreError::Unavailable(_))));
        assert_eq!(store.head().seq, 2);
    });
}

#[test]
fn every_store_comes_to_the_same_hash() {
    let memory = MemoryStore::default();
    fill(&memory, 1..=20);
    on_every_store(|store| {
        fill(store, 1..=20);
        assert_eq!(store.head(), godown_server::store::Store::head(&memory));
    });
}

#[test]
fn a_value_that_could_not_be_replayed_is_found_before_it_is_kept() {
    for value in ["", "null", " 1", "1 ", "{", "{} {}", "nul", "\u{1f}"] {
        assert!(entry(1, &[("a", Some(value))]).check().is_err(), "{value:?}");
    }
    for value in ["1", "\"null\"", "{}", "[null]", "-0.5e3"] {
        assert_eq!(entry(1, &[("a", Some(value))]).check(), Ok(()), "{value:?}");
    }
}

#[test]
fn whatever_is_on_its_way_into_the_index_reads_say_what_was_kept_last() {
    let data = tempfile::tempdir().unwrap();
    let open = || {
        let options = Options { flush_keys: 12, ..Options::default() };
        SledStore::open(data.path(), options).unwrap()
    };
    let mut store = open();
    let mut kept: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut dice = Dice(7);
    for time in 1..=600 {
        let mut one = entry(time, &[]);
        for _ in 0..=dice.below(5) {
            let key = key_of(&format!("key/{}", dice.below(40)));
            let text = format!(r#""{time} {}""#, "long ".repeat(dice.below(30)));
            let value = (dice.below(3) > 0).then(|| text.into_bytes());
            one.writes.insert(key, value);
        }
        for (key, value) in &one.writes {
            match value {
                Some(value) => kept.insert(key.clone(), value.clone()),
                None => kept.remove(key),
            };
        }
        store.commit(vec![one], store.head().seq).unwrap();
        assert_eq!(all(&*store.view().unwrap()), kept.clone().into_iter().collect::<Vec<_>>());
        let some = key_of(&format!("key/{}", dice.below(40)));
        assert_eq!(store.view().unwrap().get(&some).unwrap().as_ref(), kept.get(&some));
        match dice.below(60) {
            0 => drop(store.close()),
            1 => {}
            _ => continue,
        }
        drop(store);
        store = open();
    }
    assert!(!data.path().join("index.damaged").exists(), "no start found the index wrong");
}

#[test]
fn however_many_keys_come_and_go_every_range_reads_as_it_was_kept() {
    let data = tempfile::tempdir().unwrap();
    let open = || {
        let options = Options { flush_keys: 700, ..Options::default() };
        SledStore::open(data.path(), options).unwrap()
    };
    let name = |number: usize| key_of(&format!("{}/of many keys/{number:05}", number % 7));
    let mut store = open();
    let mut kept: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut dice = Dice(11);
    for time in 1..=240 {
        // Keys come anywhere, then one behind the other, then go one behind the other and anywhere.
        let (phase, step) = ((time / 30) % 4, usize::try_from(time % 30).unwrap());
        let mut one = entry(time, &[]);
        for n in 0..200 {
            let number = if phase % 3 == 0 { dice.below(9_000) } else { 200 * step + n };
            let value = (phase < 2).then(|| format!(r#""{}""#, "v".repeat(dice.below(90))));
            one.writes.insert(name(number), value.map(String::into_bytes));
        }
        for (key, value) in &one.writes {
            match value {
                Some(value) => kept.insert(key.clone(), value.clone()),
                None => kept.remove(key),
            };
        }
        store.commit(vec![one], store.head().seq).unwrap();
        if step == 7 {
            store.close().unwrap();
            drop(store);
            store = open();
        }
        let view = store.view().unwrap();
        for _ in 0..8 {
            let (one, other, limit) =
                (name(dice.below(9_000)), name(dice.below(9_000)), 1 + dice.below(300));
            let (from, to) = (one.clone().min(other.clone()), one.max(other));
            let held: Vec<_> = kept.range(from.clone()..to.clone()).collect();
            let first =
                held.iter().take(limit).map(|(key, value)| ((*key).clone(), (*value).clone()));
            let range = Range { from, to, reverse: false };
            assert_eq!(view.scan(&range, limit).unwrap(), first.collect::<Vec<_>>());
            let last: Vec<_> =
                held.iter().rev().take(limit).map(|(key, _)| (*key).clone()).collect();
            assert_eq!(view.keys(&range.clone().reversed(), limit).unwrap(), last);
            let some = name(dice.below(9_000));
            assert_eq!(view.get(&some).unwrap().as_ref(), kept.get(&some));
        }
    }
    assert!(!data.path().join("index.damaged").exists(), "no start found the index wrong");
}

/// Numbers that look thrown and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from((self.0 >> 33) % end).unwrap()
    }
}
