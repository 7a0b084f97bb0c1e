//! What is kept but not yet laid into the index: read before it, and laid into it many keys at once.
//!
//! The journal holds all of it, so that nothing is lost with it.

use godown_core::decide::read::{Docs, Writes};

use super::Entry;
use super::index::{Slots, gather};
use super::values::Place;

/// So many keys are laid into the index together. A key that changed meanwhile is laid in once, and
/// neighbouring keys share the index's pages.
const KEYS: usize = 4096;
const BYTES: usize = 8 << 20;

#[derive(Default)]
pub(super) struct Recent {
    pub writes: Writes,
    pub docs: Docs,
    /// What the index will hold at the same keys.
    pub slots: Slots,
    bytes: usize,
}

impl Recent {
    pub(super) fn add(&mut self, group: &[Entry], places: Vec<Place>) {
        let mut places = places.into_iter();
        for entry in group {
            gather(&mut self.slots, &entry.writes, &mut places);
            for (key, value) in &entry.writes {
                self.bytes += value.as_ref().map_or(0, Vec::len);
                self.writes.insert(key.clone(), value.clone());
                self.docs.remove(key);
            }
            self.docs.extend(entry.docs.iter().map(|(key, doc)| (key.clone(), doc.clone())));
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.writes.len() >= KEYS || self.bytes >= BYTES
    }
}
