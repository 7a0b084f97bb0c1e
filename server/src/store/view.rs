//! Reading a store: the memtable, over the one that is being merged, over the index.

use std::sync::{Arc, RwLockReadGuard};

use godown_core::error::Halt;
use godown_core::kept::doc::Doc;
use godown_core::kept::read::{Range, Read};

use super::flush::State;
use super::index::Index;
use super::memtable::Layer;
use super::{StoreError, View};

/// One state of a store, as long as it is held.
pub(super) struct SledView<'a>(pub RwLockReadGuard<'a, State>);

impl SledView<'_> {
    fn index(&self) -> Result<&Index, StoreError> {
        self.0.index.as_deref().ok_or_else(StoreError::closed)
    }

    /// Asks the memtable, over the one that is being merged, over the index.
    fn over<T>(&self, ask: impl FnOnce(Layer) -> Result<T, Halt>) -> Result<T, Halt> {
        let index = IndexReader(self.index().map_err(fault)?);
        match &self.0.flushing {
            Some(flushing) => ask(self.0.memtable.over(&flushing.memtable.over(&index))),
            None => ask(self.0.memtable.over(&index)),
        }
    }
}

impl Read for SledView<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        self.over(|both| both.get(key))
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        self.over(|both| both.scan(range, limit))
    }

    fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        self.over(|both| both.keys(range, limit))
    }

    fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, Halt> {
        self.over(|both| both.doc(key))
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

impl View for SledView<'_> {
    fn seq(&self) -> u64 {
        self.0.head.seq
    }
}
