//! Flushes the memtable into the index behind everybody's back: reads and commits go on meanwhile.

use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::JoinHandle;

use super::Head;
use super::index::Index;
use super::memtable::Memtable;

/// So many times what is merged together may wait before commits wait, too.
const BEHIND: usize = 2;

pub(super) struct State {
    /// `None` when it could not be made again, or after `close`.
    pub index: Option<Arc<Index>>,
    pub memtable: Memtable,
    /// The memtable that is being merged into the index; reads find it over the index and under
    /// `memtable`.
    pub flushing: Option<Arc<Flushing>>,
    pub head: Head,
    pub closed: bool,
}

pub(super) struct Flushing {
    pub memtable: Memtable,
    /// The last entry of it.
    head: Head,
}

impl State {
    /// The index must be made again before it is asked anything.
    pub(super) fn is_failed(&self) -> bool {
        !self.closed && self.index.as_deref().is_none_or(Index::failed)
    }
}

/// The state, and the thread that merges.
pub(super) struct Flusher {
    state: Arc<RwLock<State>>,
    /// So many keys are merged together.
    keys: usize,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Flusher {
    pub(super) fn new(head: Head, keys: usize) -> Flusher {
        let state = State {
            index: None,
            memtable: Memtable::default(),
            flushing: None,
            head,
            closed: false,
        };
        Flusher { state: Arc::new(RwLock::new(state)), keys, thread: Mutex::default() }
    }

    pub(super) fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self) -> RwLockWriteGuard<'_, State> {
        write(&self.state)
    }

    /// Begins to merge the memtable, unless that is still little. Nobody else may commit.
    pub(super) fn flush_soon(&self) {
        let (full, behind) = {
            let memtable = &self.read().memtable;
            (memtable.is_full(self.keys, 1), memtable.is_full(self.keys, BEHIND))
        };
        if !full || self.is_flushing() && !behind {
            return;
        }
        self.finish();
        self.turn();
        let state = self.state.clone();
        let spawned = std::thread::Builder::new().name("index".into()).spawn(move || merge(&state));
        match spawned {
            Ok(thread) => *self.thread() = Some(thread),
            Err(_) => merge(&self.state),
        }
    }

    /// Lays everything in before it returns. Nobody else may commit.
    pub(super) fn flush(&self) {
        self.finish();
        self.turn();
        merge(&self.state);
    }

    /// Waits for what is being merged. Nobody else may commit.
    pub(super) fn finish(&self) {
        let thread = self.thread().take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the index was left in a panic");
        }
    }

    fn is_flushing(&self) -> bool {
        self.thread().as_ref().is_some_and(|thread| !thread.is_finished())
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

fn merge(state: &RwLock<State>) {
    let (index, flushing) = {
        let state = state.read().unwrap_or_else(PoisonError::into_inner);
        (state.index.clone(), state.flushing.clone())
    };
    let (Some(index), Some(flushing)) = (index, flushing) else { return };
    let memtable = &flushing.memtable;
    let merged = index.merge(memtable.slots()).and_then(|mut merged| {
        let mut state = write(state);
        // Shadowed until now, so that nobody read them anew meanwhile.
        index.show(&mut merged, memtable);
        state.flushing = None;
        drop(state);
        index.keep(merged, flushing.head)
    });
    // What was kept stands: the next view makes the index again.
    if let Err(error) = merged {
        tracing::error!("{error}");
    }
}
