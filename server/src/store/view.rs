//! Reading a store: the memtable, over the one that is being merged, over the index.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use godown_core::error::Halt;
use godown_core::kept::doc::Doc;
use godown_core::kept::read::{Range, Read};

use super::flush::{Flushing, State};
use super::index::Index;
use super::memtable::Shared;
use super::{StoreError, View};

/// The views that are held, by the entry that each shows.
#[derive(Default)]
pub(super) struct Views {
    held: Mutex<Held>,
    changed: Condvar,
}

#[derive(Default)]
struct Held {
    views: BTreeMap<u64, usize>,
    merging: bool,
    /// The merge waits for views that are older than what it lays in.
    awaits: bool,
}

/// A merge that is under way.
pub(super) struct Merge(Arc<Views>);

impl Views {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, until: impl Fn(&Held) -> bool) -> MutexGuard<'_, Held> {
        let waited = self.changed.wait_while(self.held(), |held| !until(held));
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Held)) {
        change(&mut self.held());
        self.changed.notify_all();
    }

    /// The entry of the oldest view, if any is held.
    pub(super) fn oldest(&self) -> Option<u64> {
        self.held().views.keys().next().copied()
    }

    pub(super) fn merge(self: &Arc<Views>) -> Merge {
        self.change(|held| held.merging = true);
        Merge(self.clone())
    }

    pub(super) fn is_merging(&self) -> bool {
        self.held().merging
    }

    /// Waits for the merge, unless that itself waits for views; whether it ended.
    pub(super) fn merged(&self) -> bool {
        !self.wait(|held| !held.merging || held.awaits).merging
    }

    /// Waits until no view is held. Nobody may take one meanwhile.
    pub(super) fn gone(&self) {
        drop(self.wait(|held| held.views.is_empty()));
    }
}

impl Merge {
    /// Waits until no view is older than an entry.
    pub(super) fn alone_from(&self, seq: u64) {
        self.0.change(|held| held.awaits = true);
        drop(self.0.wait(|held| held.views.keys().next().is_none_or(|oldest| *oldest >= seq)));
        self.0.change(|held| held.awaits = false);
    }
}

impl Drop for Merge {
    fn drop(&mut self) {
        self.0.change(|held| held.merging = false);
    }
}

/// One state of a store, as long as it is held: its entry, and where that stands.
pub(super) struct SledView {
    seq: u64,
    memtable: Shared,
    flushing: Option<Arc<Flushing>>,
    index: Option<Arc<Index>>,
    views: Arc<Views>,
}

impl SledView {
    /// What stands now: called while nothing else is kept.
    pub(super) fn of(state: &State, views: &Arc<Views>) -> Result<SledView, StoreError> {
        let index = state.index.clone().ok_or_else(StoreError::closed)?;
        let seq = state.head.seq;
        *views.held().views.entry(seq).or_default() += 1;
        Ok(SledView {
            seq,
            memtable: state.memtable.clone(),
            flushing: state.flushing.clone(),
            index: Some(index),
            views: views.clone(),
        })
    }

    /// Asks the memtable, over the one that is being merged, over the index.
    fn over<T>(&self, ask: impl FnOnce(&dyn Read) -> Result<T, Halt>) -> Result<T, Halt> {
        let index = self.index.as_deref().ok_or_else(|| fault(StoreError::closed()))?;
        let index = IndexReader(index);
        match &self.flushing {
            Some(flushing) => {
                let both = flushing.memtable.over(self.seq, &index);
                ask(&self.memtable.over(self.seq, &both))
            }
            None => ask(&self.memtable.over(self.seq, &index)),
        }
    }
}

impl Drop for SledView {
    fn drop(&mut self) {
        // Whoever waits for the views lets go of the index then.
        self.index = None;
        self.views.change(|held| {
            if let Some(count) = held.views.get_mut(&self.seq) {
                *count -= 1;
                if *count == 0 {
                    held.views.remove(&self.seq);
                }
            }
        });
    }
}

impl Read for SledView {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        self.over(|all| all.get(key))
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        self.over(|all| all.scan(range, limit))
    }

    fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        self.over(|all| all.keys(range, limit))
    }

    fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, Halt> {
        self.over(|all| all.doc(key))
    }
}

/// The index alone.
struct IndexReader<'a>(&'a Index);

impl Read for IndexReader<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        self.0.get(key).map_err(fault)
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        self.0.scan(range, limit).map_err(fault)
    }

    fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        self.0.keys(range, limit).map_err(fault)
    }

    fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, Halt> {
        self.0.doc(key).map_err(fault)
    }
}

fn fault(error: StoreError) -> Halt {
    Halt::Fault(error.to_string())
}

impl View for SledView {
    fn seq(&self) -> u64 {
        self.seq
    }
}
