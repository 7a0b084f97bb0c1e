//! The memtable: kept keys that are not yet merged into the index. Reads look here first, and many
//! keys are merged at once.
//!
//! A key holds its last value, and those before it that a view may still ask for. The journal holds
//! all of it, so that nothing is lost with it.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Bound;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use godown_core::error::Halt;
use godown_core::kept::doc::Doc;
use godown_core::kept::read::{Range, Read, enough, over, over_keys, parse};
use xxhash_rust::xxh3::xxh3_64;

use super::Entry;
use super::leaves::Merging;
use super::values::{Place, slot};

/// The values of so much text are merged into the index together, however few they are.
const BYTES: usize = 16 << 20;

/// A memtable that is read while it is written: each read holds it for itself alone.
#[derive(Clone, Default)]
pub(super) struct Shared(Arc<RwLock<Memtable>>);

#[derive(Default)]
pub(super) struct Memtable {
    held: BTreeMap<String, Versions>,
    /// The hashes of all keys: most that are asked for are not in it, and a number is found faster
    /// than a long key in its order.
    hashes: HashSet<u64, BuildHasherDefault<Hashed>>,
    bytes: usize,
}

/// The values of a key.
struct Versions {
    last: Held,
    /// Those before it that some view may see, the oldest first.
    earlier: Vec<Held>,
}

/// A value of a key.
struct Held {
    /// The entry that wrote it.
    seq: u64,
    text: Option<Vec<u8>>,
    doc: Option<Arc<Doc>>,
    /// The text's place in the journal.
    place: Place,
}

impl Versions {
    /// The value after an entry, if the key was written by then.
    fn at(&self, seq: u64) -> Option<&Held> {
        let earlier = || self.earlier.iter().rev().find(|held| held.seq <= seq);
        if self.last.seq <= seq { Some(&self.last) } else { earlier() }
    }

    /// Takes a new value; the others stay as far as a view at `oldest` or behind it may see them.
    fn add(&mut self, held: Held, oldest: u64) {
        if oldest >= held.seq {
            *self = Versions { last: held, earlier: Vec::new() };
            return;
        }
        let before = std::mem::replace(&mut self.last, held);
        self.earlier.push(before);
        let behind = |at: usize| self.earlier.get(at + 1).map_or(self.last.seq, |next| next.seq);
        let gone = (0..self.earlier.len()).take_while(|at| behind(*at) <= oldest).count();
        self.earlier.drain(..gone);
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
    /// Takes the entries from `seq` on, while no view is older than `oldest`.
    pub(super) fn add(&mut self, group: Vec<Entry>, places: Vec<Place>, seq: u64, oldest: u64) {
        let mut places = places.into_iter();
        for (seq, entry) in (seq..).zip(group) {
            // Both are in the order of their keys.
            let mut docs = entry.docs.into_iter().peekable();
            for (key, text) in entry.writes {
                let doc = docs.next_if(|(of, _)| *of == key).map(|(_, doc)| doc);
                let place = text.as_ref().and_then(|_| places.next()).unwrap_or_default();
                self.bytes += text.as_ref().map_or(0, Vec::len);
                let held = Held { seq, text, doc, place };
                if let Some(versions) = self.held.get_mut(&key) {
                    versions.add(held, oldest);
                    continue;
                }
                self.hashes.insert(xxh3_64(key.as_bytes()));
                self.held.insert(key, Versions { last: held, earlier: Vec::new() });
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

    /// The slots that the index will hold at the same keys.
    pub(super) fn slots(&self) -> impl Iterator<Item = Merging<'_>> {
        self.held.iter().map(|(key, Versions { last, .. })| {
            (key.as_str(), last.text.as_ref().map(|text| slot(text, last.place)))
        })
    }

    /// The documents among the last values, with the length of their texts.
    pub(super) fn docs(&self) -> impl Iterator<Item = (&String, &Arc<Doc>, usize)> {
        self.held.iter().filter_map(|(key, Versions { last, .. })| {
            Some((key, last.doc.as_ref()?, last.text.as_ref()?.len()))
        })
    }

    fn at(&self, key: &str, seq: u64) -> Option<&Held> {
        if !self.has(key) {
            return None;
        }
        self.held.get(key)?.at(seq)
    }

    /// What a range held after an entry, up to so many values, and what `of` makes of these.
    fn range<T>(
        &self,
        range: &Range,
        limit: usize,
        seq: u64,
        of: impl Fn(&Vec<u8>) -> T,
    ) -> Vec<(String, Option<T>)> {
        if range.from >= range.to {
            return Vec::new();
        }
        let bounds = (Bound::Included(range.from.as_str()), Bound::Excluded(range.to.as_str()));
        let found = self.held.range::<str, _>(bounds).filter_map(|(key, versions)| {
            versions.at(seq).map(|held| (key.as_str(), held.text.as_ref()))
        });
        match range.reverse {
            true => enough(found.rev(), limit, of),
            false => enough(found, limit, of),
        }
    }
}

impl Shared {
    pub(super) fn read(&self) -> RwLockReadGuard<'_, Memtable> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self) -> RwLockWriteGuard<'_, Memtable> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// A reading of it as it was after an entry, over another.
    pub(super) fn over<'r>(&'r self, seq: u64, base: &'r dyn Read) -> Layer<'r> {
        Layer { memtable: self, seq, base }
    }
}

/// The memtable after an entry, over another reader.
pub(super) struct Layer<'r> {
    memtable: &'r Shared,
    seq: u64,
    base: &'r dyn Read,
}

impl Read for Layer<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        let held = self.memtable.read().at(key, self.seq).map(|held| held.text.clone());
        held.map_or_else(|| self.base.get(key), Ok)
    }

    fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, Halt> {
        let memtable = self.memtable.read();
        match memtable.at(key, self.seq) {
            None => {
                drop(memtable);
                self.base.doc(key)
            }
            Some(Held { doc: Some(doc), .. }) => Ok(Some(doc.clone())),
            Some(Held { text, .. }) => {
                text.as_ref().map(|text| parse(key, text).map(Arc::new)).transpose()
            }
        }
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        let upper = self.memtable.read().range(range, limit, self.seq, Vec::clone);
        over(upper, range, limit, |limit| self.base.scan(range, limit))
    }

    fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        let upper = self.memtable.read().range(range, limit, self.seq, |_| ());
        over_keys(upper, range, limit, self.base)
    }
}
