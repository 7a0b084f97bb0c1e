//! A store over the site's journal whose index is a database with snapshots of its own.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::store::disk::RealDisk;
use crate::store::{
    Condition, Entries, Entry, Hash, Head, Journal, Kept, Store, StoreError, Values, View, lock,
    slot,
};
use godown_core::error::Halt;
use godown_core::kept::read::{Range, Read};
use serde::{Deserialize, Serialize};

/// How many keys a replay gathers before it writes them.
const REPLAY_KEYS: usize = 50_000;

/// How far the index has come, written with the last keys of it.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Mark {
    pub seq: u64,
    pub hash: Hash,
    pub time: i64,
}

/// What becomes of each key: its slot, or nothing.
pub type Slots<'a> = BTreeMap<&'a str, Option<Vec<u8>>>;
pub type Pairs = Vec<(String, Vec<u8>)>;

/// A database that keeps slots by key and shows them as they were at one moment.
pub trait Base: Sized + Send + Sync + 'static {
    type Snapshot: Send + Sync;

    fn open(path: &Path) -> Result<Self, StoreError>;

    fn mark(&self) -> Result<Mark, StoreError>;

    /// All of it or nothing. It may be lost with the process: the journal holds it.
    fn apply(&self, slots: Slots, mark: Mark) -> Result<(), StoreError>;

    /// Everything that was applied survives the loss of power.
    fn sync(&self) -> Result<(), StoreError>;

    fn snapshot(&self) -> Result<Self::Snapshot, StoreError>;

    fn get(&self, at: &Self::Snapshot, key: &str) -> Result<Option<Vec<u8>>, StoreError>;

    fn scan(&self, at: &Self::Snapshot, range: &Range, most: usize) -> Result<Pairs, StoreError>;
}

pub struct Beside<B> {
    journal: Journal,
    values: Values,
    base: B,
    /// The last entry that views hold. Taken together with a snapshot.
    state: RwLock<State>,
    committing: Mutex<()>,
    _lock: File,
}

struct State {
    head: Head,
    closed: bool,
}

impl<B: Base> Beside<B> {
    /// Opens `<data>/journal` and `<data>/index`, bringing the index up to the journal. An index
    /// that cannot be opened, or is not this journal's, is made again.
    pub fn open(data: &Path) -> Result<Beside<B>, StoreError> {
        fs::create_dir_all(data)?;
        let lock = lock(data)?;
        let path = data.join("index");
        let base = B::open(&path).or_else(|_| begin_again(&path))?;
        let least = base.mark()?.seq;
        let journal = Journal::open(&data.join("journal"), Arc::new(RealDisk), None, least)?;
        let base = match belongs(&journal, base.mark()?) {
            true => base,
            false => {
                drop(base);
                begin_again(&path)?
            }
        };
        replay(&journal, &base)?;
        Ok(Beside {
            values: Values::new(&data.join("journal")),
            base,
            state: RwLock::new(State { head: journal.head(), closed: false }),
            journal,
            committing: Mutex::new(()),
            _lock: lock,
        })
    }
}

fn begin_again<B: Base>(path: &Path) -> Result<B, StoreError> {
    if path.exists() {
        fs::remove_dir_all(path)?;
    }
    B::open(path)
}

fn belongs(journal: &Journal, mark: Mark) -> bool {
    let head = journal.head();
    match mark.seq {
        0 => true,
        seq if seq == head.seq => mark.hash == head.hash,
        seq => matches!(
            journal.entries(seq + 1).next(), Some(Ok((next, _))) if next.prev == mark.hash
        ),
    }
}

fn replay<B: Base>(journal: &Journal, base: &B) -> Result<(), StoreError> {
    let (mut gathered, mut reached) = (BTreeMap::new(), Mark::default());
    for entry in journal.entries(base.mark()?.seq + 1) {
        let (kept, places) = entry?;
        reached = Mark { seq: kept.seq, hash: kept.hash, time: kept.entry.time };
        let mut places = places.into_iter();
        for (key, value) in kept.entry.writes {
            let slot = value.map(|value| slot(&value, places.next().unwrap_or_default()));
            gathered.insert(key, slot);
        }
        if gathered.len() >= REPLAY_KEYS {
            let slots = gathered.iter_mut().map(|(key, slot)| (key.as_str(), slot.take()));
            base.apply(slots.collect(), reached)?;
            gathered.clear();
        }
    }
    if reached.seq == 0 {
        return Ok(());
    }
    let slots = gathered.iter_mut().map(|(key, slot)| (key.as_str(), slot.take()));
    base.apply(slots.collect(), reached)?;
    base.sync()
}

impl<B: Base> Store for Beside<B> {
    fn view(&self) -> Result<Box<dyn View + '_>, StoreError> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let at = self.base.snapshot()?;
        Ok(Box::new(BesideView { store: self, at, seq: state.head.seq }))
    }

    fn head(&self) -> Head {
        self.state.read().unwrap_or_else(PoisonError::into_inner).head
    }

    fn commit(&self, group: Vec<Entry>, expected_head: u64) -> Result<Head, StoreError> {
        let _committing = self.committing.lock().unwrap_or_else(PoisonError::into_inner);
        let State { head, closed } = *self.state.read().unwrap_or_else(PoisonError::into_inner);
        if closed {
            return Err(StoreError::Unavailable("the store is closed".to_owned()));
        }
        if head.seq != expected_head {
            return Err(StoreError::Conflict { head: head.seq });
        }
        let (head, places) = self.journal.append(&group)?;
        let mut places = places.into_iter();
        let mut slots = Slots::new();
        for (key, value) in group.iter().flat_map(|entry| &entry.writes) {
            let value = value.as_ref();
            let slot = value.map(|value| slot(value, places.next().unwrap_or_default()));
            slots.insert(key, slot);
        }
        let mark = Mark { seq: head.seq, hash: head.hash, time: head.time };
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        self.base.apply(slots, mark)?;
        state.head = head;
        Ok(head)
    }

    fn entries(&self, since: u64) -> Result<Entries<'_>, StoreError> {
        let head = self.head().seq;
        let ahead = move |kept: &Result<Kept, StoreError>| {
            kept.as_ref().map_or(true, |kept| kept.seq <= head)
        };
        let entries = self.journal.entries(since + 1).map(|entry| entry.map(|(kept, _)| kept));
        Ok(Box::new(entries.take_while(ahead)))
    }

    fn condition(&self) -> Condition {
        self.journal.broken().map_or(Condition::Well, Condition::ReadOnly)
    }

    fn close(&self) -> Result<(), StoreError> {
        let _committing = self.committing.lock().unwrap_or_else(PoisonError::into_inner);
        self.state.write().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.base.sync()
    }
}

struct BesideView<'a, B: Base> {
    store: &'a Beside<B>,
    at: B::Snapshot,
    seq: u64,
}

impl<B: Base> Read for BesideView<'_, B> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        let slot = self.store.base.get(&self.at, key).map_err(fault)?;
        slot.map(|slot| self.store.values.read(&slot)).transpose().map_err(fault)
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        let found = self.found(range, limit)?;
        let value = |(key, slot): (String, Vec<u8>)| Ok((key, self.store.values.read(&slot)?));
        found.into_iter().map(value).collect::<Result<_, StoreError>>().map_err(fault)
    }

    fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        Ok(self.found(range, limit)?.into_iter().map(|(key, _)| key).collect())
    }
}

impl<B: Base> BesideView<'_, B> {
    fn found(&self, range: &Range, limit: usize) -> Result<Pairs, Halt> {
        // The databases panic where a range ends before it begins.
        if range.from >= range.to || limit == 0 {
            return Ok(Pairs::new());
        }
        self.store.base.scan(&self.at, range, limit).map_err(fault)
    }
}

impl<B: Base> View for BesideView<'_, B> {
    fn seq(&self) -> u64 {
        self.seq
    }
}

fn fault(error: StoreError) -> Halt {
    Halt::Fault(error.to_string())
}

pub fn damaged(error: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("the index is damaged: {error}"))
}
