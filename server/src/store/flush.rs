//! Flushes the memtable into the index behind everybody's back: reads and commits go on meanwhile.

use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::JoinHandle;

use super::index::Index;
use super::memtable::Shared;
use super::view::{Merge, SledView, Views};
use super::{Head, StoreError};

/// So many times what is merged together may wait before commits wait, too.
const BEHIND: usize = 2;

pub(super) struct State {
    /// `None` when it could not be made again, or after `close`.
    pub index: Option<Arc<Index>>,
    pub memtable: Shared,
    /// The memtable that is being merged into the index; reads find it over the index and under
    /// `memtable`.
    pub flushing: Option<Arc<Flushing>>,
    pub head: Head,
    pub closed: bool,
}

pub(super) struct Flushing {
    pub memtable: Shared,
    /// The last entry of it.
    head: Head,
}

impl State {
    /// The index must be made again before it is asked anything.
    pub(super) fn is_failed(&self) -> bool {
        !self.closed && self.index.as_deref().is_none_or(Index::failed)
    }
}

/// The state, which everybody holds for a moment only, and the thread that merges.
pub(super) struct Flusher {
    state: Arc<RwLock<State>>,
    views: Arc<Views>,
    /// So many keys are merged together.
    keys: usize,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Flusher {
    pub(super) fn new(head: Head, keys: usize) -> Flusher {
        let state =
            State { index: None, memtable: Shared::default(), flushing: None, head, closed: false };
        let (state, views) = (Arc::new(RwLock::new(state)), Arc::default());
        Flusher { state, views, keys, thread: Mutex::default() }
    }

    pub(super) fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self) -> RwLockWriteGuard<'_, State> {
        write(&self.state)
    }

    /// The state when no view of it is held any more, nor can be taken.
    pub(super) fn write_alone(&self) -> RwLockWriteGuard<'_, State> {
        let state = self.write();
        self.views.gone();
        state
    }

    pub(super) fn view(&self, state: &State) -> Result<SledView, StoreError> {
        SledView::of(state, &self.views)
    }

    /// The entry of the oldest view; higher than any where none is held.
    pub(super) fn oldest_view(&self) -> u64 {
        self.views.oldest().unwrap_or(u64::MAX)
    }

    /// Begins to merge the memtable, unless that is still little. Nobody else may commit.
    pub(super) fn flush_soon(&self) {
        let memtable = self.read().memtable.clone();
        let is_full = |times| memtable.read().is_full(self.keys, times);
        if !is_full(1) || self.views.is_merging() && !(is_full(BEHIND) && self.views.merged()) {
            return;
        }
        self.finish();
        self.turn();
        let (state, merging) = (self.state.clone(), self.views.merge());
        let work = move || merge(&state, &merging);
        match std::thread::Builder::new().name("index".into()).spawn(work) {
            Ok(thread) => *self.thread() = Some(thread),
            Err(_) => tracing::error!("no thread to merge the memtable: it waits for the next one"),
        }
    }

    /// Lays everything in before it returns. Nobody else may commit.
    pub(super) fn flush(&self) {
        self.finish();
        self.turn();
        merge(&self.state, &self.views.merge());
    }

    /// Waits for what is being merged. Nobody else may commit.
    pub(super) fn finish(&self) {
        let thread = self.thread().take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the index was left in a panic");
        }
    }

    fn thread(&self) -> std::sync::MutexGuard<'_, Option<JoinHandle<()>>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the memtable the one that is merged, unless one is waiting already because its merge
    /// failed.
    fn turn(&self) {
        let mut state = self.write();
        if state.flushing.is_none() {
            let (memtable, head) = (std::mem::take(&mut state.memtable), state.head);
            state.flushing = Some(Arc::new(Flushing { memtable, head }));
        }
    }
}

impl Drop for Flusher {
    /// The index must be let go of when the store is.
    fn drop(&mut self) {
        self.finish();
    }
}

fn write(state: &RwLock<State>) -> RwLockWriteGuard<'_, State> {
    state.write().unwrap_or_else(PoisonError::into_inner)
}

fn merge(state: &RwLock<State>, merging: &Merge) {
    let (index, flushing) = {
        let state = state.read().unwrap_or_else(PoisonError::into_inner);
        (state.index.clone(), state.flushing.clone())
    };
    let (Some(index), Some(flushing)) = (index, flushing) else { return };
    let memtable = flushing.memtable.read();
    let merged = index.merge(memtable.slots()).and_then(|mut merged| {
        // Older views do not see all of it. For the others it shadows the same keys of the index,
        // until the index itself shows them.
        merging.alone_from(flushing.head.seq);
        index.show(&mut merged, &memtable);
        write(state).flushing = None;
        index.keep(merged, flushing.head)
    });
    // What was kept stands: the next view makes the index again.
    if let Err(error) = merged {
        tracing::error!("{error}");
    }
}
