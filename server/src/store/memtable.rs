//! The memtable: kept keys that are not yet merged into the index. Reads look here first, and many
//! keys are merged at once.
//!
//! The journal holds all of it, so that nothing is lost with it.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use godown_core::error::Halt;
use godown_core::kept::doc::Doc;
use godown_core::kept::read::{Overlay, Range, Read, Written};
use xxhash_rust::xxh3::xxh3_64;

use super::Entry;
use super::leaves::Merging;
use super::values::{Place, slot};

/// The values of so much text are merged into the index together, however few they are.
const BYTES: usize = 16 << 20;

#[derive(Default)]
pub(super) struct Memtable {
    pub held: BTreeMap<String, Held>,
    /// The hashes of all keys: most that are asked for are not in it, and a number is found faster
    /// than a long key in its order.
    hashes: HashSet<u64, BuildHasherDefault<Hashed>>,
    bytes: usize,
}

/// The last value at a key.
pub(super) struct Held {
    pub text: Option<Vec<u8>>,
    pub doc: Option<Arc<Doc>>,
    /// The text's place in the journal.
    place: Place,
}

impl Written for Held {
    fn text(&self) -> Option<&Vec<u8>> {
        self.text.as_ref()
    }

    fn doc(&self) -> Option<&Arc<Doc>> {
        self.doc.as_ref()
    }
}

/// Of a number that is a hash already.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Memtable {
    pub(super) fn add(&mut self, group: Vec<Entry>, places: Vec<Place>) {
        let mut places = places.into_iter();
        for entry in group {
            // Both are in the order of their keys.
            let mut docs = entry.docs.into_iter().peekable();
            for (key, text) in entry.writes {
                let doc = docs.next_if(|(of, _)| *of == key).map(|(_, doc)| doc);
                let place = text.as_ref().and_then(|_| places.next()).unwrap_or_default();
                self.bytes += text.as_ref().map_or(0, Vec::len);
                self.hashes.insert(xxh3_64(key.as_bytes()));
                self.held.insert(key, Held { text, doc, place });
            }
        }
    }

    /// Whether it holds so many times what is merged together: so many keys, or as much text.
    pub(super) fn is_full(&self, keys: usize, times: usize) -> bool {
        self.held.len() >= times * keys || self.bytes >= times * BYTES
    }

    /// Whether it may hold a key: seldom it says so of one that it does not.
    pub(super) fn has(&self, key: &str) -> bool {
        self.hashes.contains(&xxh3_64(key.as_bytes()))
    }

    /// A reading of it over another.
    pub(super) fn over<'r>(&'r self, base: &'r dyn Read) -> Layer<'r> {
        Layer { memtable: self, both: Overlay { base, writes: &self.held } }
    }

    /// The slots that the index will hold at the same keys.
    pub(super) fn slots(&self) -> impl Iterator<Item = Merging<'_>> {
        self.held.iter().map(|(key, held)| {
            (key.as_str(), held.text.as_ref().map(|text| slot(text, held.place)))
        })
    }
}

/// The memtable over another reader.
pub(super) struct Layer<'r> {
    memtable: &'r Memtable,
    both: Overlay<'r, Held>,
}

impl Layer<'_> {
    /// The narrowest reading that may know a key.
    fn of(&self, key: &str) -> &dyn Read {
        match self.memtable.has(key) {
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
