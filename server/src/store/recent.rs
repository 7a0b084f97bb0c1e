//! What is kept but not yet laid into the index: read before it, and laid into it many keys at once.
//!
//! The journal holds all of it, so that nothing is lost with it.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use godown_core::decide::doc::Doc;
use godown_core::decide::read::{Docs, Overlay, Range, Read, Writes};
use godown_core::error::Halt;
use xxhash_rust::xxh3::xxh3_64;

use super::Entry;
use super::index::Laying;
use super::values::{Place, is_short, slot};

/// The values of so much text are laid into the index together, however few they are.
const BYTES: usize = 8 << 20;

#[derive(Default)]
pub(super) struct Recent {
    pub writes: Writes,
    pub docs: Docs,
    /// Where the journal holds the values that the index will only point to.
    places: BTreeMap<String, Place>,
    /// Keys that the index does not have.
    fresh: HashSet<String>,
    /// The hashes of all keys: most that are asked for are not recent, and a number is found faster
    /// than a long key in its order.
    hashes: HashSet<u64>,
    bytes: usize,
}

impl Recent {
    pub(super) fn add(&mut self, group: Vec<Entry>, places: Vec<Place>) {
        let mut places = places.into_iter();
        for entry in group {
            let mut fresh = entry.hints.fresh.into_iter().peekable();
            for (key, value) in entry.writes {
                self.docs.remove(&key);
                self.hashes.insert(xxh3_64(key.as_bytes()));
                // Both lists are sorted.
                let fresh = fresh.next_if_eq(&key);
                let Some(value) = value else {
                    self.remove(key);
                    continue;
                };
                self.bytes += value.len();
                let place = places.next().unwrap_or_default();
                if !is_short(&value) {
                    self.places.insert(key.clone(), place);
                }
                // What was removed since the last time stands in the index.
                if self.writes.insert(key, Some(value)).is_none() {
                    self.fresh.extend(fresh);
                }
            }
            self.docs.extend(entry.hints.docs);
        }
    }

    fn remove(&mut self, key: String) {
        match self.fresh.remove(&key) {
            // It came and went since the last time.
            true => drop(self.writes.remove(&key)),
            false => drop(self.writes.insert(key, None)),
        }
    }

    /// Whether it holds so many keys, or as much as is laid in together.
    pub(super) fn is_full(&self, keys: usize) -> bool {
        self.writes.len() >= keys || self.bytes >= BYTES
    }

    /// A reading of it over another.
    pub(super) fn over<'r>(&'r self, base: &'r dyn Read) -> Layer<'r> {
        let hashes = &self.hashes;
        Layer { hashes, both: Overlay { base, writes: &self.writes, docs: &self.docs } }
    }

    /// What the index will hold at the same keys.
    pub(super) fn slots(&self) -> impl Iterator<Item = Laying<'_>> {
        self.writes.iter().map(|(key, value)| {
            let place = || self.places.get(key).copied().unwrap_or_default();
            let slot = value.as_ref().map(|value| match is_short(value) {
                true => slot(value, Place::default()),
                false => slot(value, place()),
            });
            Laying { key, slot, fresh: self.fresh.contains(key) }
        })
    }
}

/// What is recent, over something else.
pub(super) struct Layer<'r> {
    hashes: &'r HashSet<u64>,
    both: Overlay<'r>,
}

impl Layer<'_> {
    /// The narrowest reading that may know a key.
    fn of(&self, key: &str) -> &dyn Read {
        match self.hashes.contains(&xxh3_64(key.as_bytes())) {
            true => &self.both,
            false => self.both.base,
        }
    }
}

impl Read for Layer<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        self.of(key).get(key)
    }

    fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, Halt> {
        self.of(key).doc(key)
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        self.both.scan(range, limit)
    }

    fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        self.both.keys(range, limit)
    }
}
