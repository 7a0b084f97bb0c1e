//! The store without a disk: tests and previews.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use godown_core::error::Halt;
use godown_core::kept::read::{Memory, Range, Read};

use super::{Entries, Entry, Head, Kept, Store, StoreError, View};

/// Keeps nothing beyond its own life, and otherwise obeys the whole contract.
#[derive(Default)]
pub struct MemoryStore {
    state: RwLock<State>,
}

#[derive(Default)]
struct State {
    /// Copied by a commit where a view shows them.
    pairs: Arc<Memory>,
    kept: Vec<Kept>,
    head: Head,
    closed: bool,
}

impl MemoryStore {
    fn state(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn view(&self) -> Result<Box<dyn View + '_>, StoreError> {
        let state = self.state();
        Ok(Box::new(MemoryView { pairs: state.pairs.clone(), seq: state.head.seq }))
    }

    fn head(&self) -> Head {
        self.state().head
    }

    fn commit(&self, group: Vec<Entry>, expected_head: u64) -> Result<Head, StoreError> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return Err(StoreError::Unavailable("the store is closed".to_owned()));
        }
        if state.head.seq != expected_head {
            return Err(StoreError::Conflict { head: state.head.seq });
        }
        for entry in group {
            let (seq, prev) = (state.head.seq + 1, state.head.hash);
            let (text, _, hash) = entry.encode(seq, &prev);
            let kept = Kept::decode(&text).map_err(StoreError::Damaged)?;
            Arc::make_mut(&mut state.pairs).apply(&entry.writes);
            state.head = Head { seq, hash, time: entry.time };
            state.kept.push(kept);
        }
        Ok(state.head)
    }

    fn entries(&self, since: u64) -> Result<Entries<'_>, StoreError> {
        let end = self.head().seq;
        Ok(Box::new((since..end).map(|index| {
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            self.state().kept.get(index).cloned().ok_or_else(|| {
                StoreError::Damaged(format!("entry {} is missing", index.saturating_add(1)))
            })
        })))
    }

    fn close(&self) -> Result<(), StoreError> {
        self.state.write().unwrap_or_else(PoisonError::into_inner).closed = true;
        Ok(())
    }
}

struct MemoryView {
    pairs: Arc<Memory>,
    seq: u64,
}

impl Read for MemoryView {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        self.pairs.get(key)
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        self.pairs.scan(range, limit)
    }
}

impl View for MemoryView {
    fn seq(&self) -> u64 {
        self.seq
    }
}
