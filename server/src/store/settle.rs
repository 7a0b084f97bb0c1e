//! Lays what is recent into the index behind everybody's back: reads and commits go on meanwhile.

use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::JoinHandle;

use super::Head;
use super::index::Index;
use super::recent::Recent;

/// So many times what is laid in together may wait before commits wait, too.
const BEHIND: usize = 2;

pub(super) struct State {
    /// `None` when it could not be made again, or after `close`.
    pub index: Option<Arc<Index>>,
    pub recent: Recent,
    /// The memtable that is being merged into the index; reads find it over the index and under
    /// `recent`.
    pub settling: Option<Arc<Settling>>,
    pub head: Head,
    pub closed: bool,
}

pub(super) struct Settling {
    pub recent: Recent,
    /// The last entry of it.
    head: Head,
}

impl State {
    /// The index must be made again before it is asked anything.
    pub(super) fn is_failed(&self) -> bool {
        !self.closed && self.index.as_deref().is_none_or(Index::failed)
    }
}

/// The state, and the thread that lays in.
pub(super) struct Settled {
    state: Arc<RwLock<State>>,
    /// So many keys are laid in together.
    keys: usize,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Settled {
    pub(super) fn new(head: Head, keys: usize) -> Settled {
        let state =
            State { index: None, recent: Recent::default(), settling: None, head, closed: false };
        Settled { state: Arc::new(RwLock::new(state)), keys, thread: Mutex::default() }
    }

    pub(super) fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self) -> RwLockWriteGuard<'_, State> {
        write(&self.state)
    }

    /// Begins to lay in what is recent, unless that is still little. Nobody else may commit.
    pub(super) fn settle_soon(&self) {
        let (full, behind) = {
            let recent = &self.read().recent;
            (recent.is_full(self.keys, 1), recent.is_full(self.keys, BEHIND))
        };
        if !full || self.is_settling() && !behind {
            return;
        }
        self.finish();
        self.turn();
        let state = self.state.clone();
        let spawned = std::thread::Builder::new().name("index".into()).spawn(move || lay(&state));
        match spawned {
            Ok(thread) => *self.thread() = Some(thread),
            Err(_) => lay(&self.state),
        }
    }

    /// Lays everything in before it returns. Nobody else may commit.
    pub(super) fn settle(&self) {
        self.finish();
        self.turn();
        lay(&self.state);
    }

    /// Waits for what is being laid in. Nobody else may commit.
    pub(super) fn finish(&self) {
        let thread = self.thread().take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the index was left in a panic");
        }
    }

    fn is_settling(&self) -> bool {
        self.thread().as_ref().is_some_and(|thread| !thread.is_finished())
    }

    fn thread(&self) -> std::sync::MutexGuard<'_, Option<JoinHandle<()>>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the memtable the one that is merged, unless one is waiting already because its merge
    /// failed.
    fn turn(&self) {
        let mut state = self.write();
        if state.settling.is_none() {
            let (recent, head) = (std::mem::take(&mut state.recent), state.head);
            state.settling = Some(Arc::new(Settling { recent, head }));
        }
    }
}

impl Drop for Settled {
    /// The index must be let go of when the store is.
    fn drop(&mut self) {
        self.finish();
    }
}

fn write(state: &RwLock<State>) -> RwLockWriteGuard<'_, State> {
    state.write().unwrap_or_else(PoisonError::into_inner)
}

fn lay(state: &RwLock<State>) {
    let (index, settling) = {
        let state = state.read().unwrap_or_else(PoisonError::into_inner);
        (state.index.clone(), state.settling.clone())
    };
    let (Some(index), Some(settling)) = (index, settling) else { return };
    let recent = &settling.recent;
    let laid = index.lay(recent.slots()).and_then(|mut laid| {
        let mut state = write(state);
        // Shadowed until now, so that nobody read them anew meanwhile.
        index.show(&mut laid, recent);
        state.settling = None;
        drop(state);
        index.keep(laid, settling.head)
    });
    // What was kept stands: the next view makes the index again.
    if let Err(error) = laid {
        tracing::error!("{error}");
    }
}
