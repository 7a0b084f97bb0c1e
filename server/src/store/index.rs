//! The index, which answers reads. The journal can make all of it again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use godown_core::kept::doc::Doc;
use godown_core::kept::read::{Range, Writes};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};

use super::leaves::{Leaves, Merged, Merging, damaged};
use super::memtable::Memtable;
use super::values::{Place, Values, slot};
use super::{Hash, Head, StoreError};

/// The format of the leaves. An index of another format is made again from the journal.
const FORMAT: u32 = 2;
/// So much text of what was read is kept at hand.
const KNOWN_BYTES: u64 = 6 << 20;

/// The index's header, written in the same batch as the leaves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Mark {
    #[serde(default)]
    format: u32,
    pub seq: u64,
    pub hash: Hash,
    pub time: i64,
    /// The wrapping sum of the hashes of all leaves.
    pub sum: u64,
    /// The boot of the machine in which it was written.
    pub boot: String,
    /// Everything was synced and nothing was written since.
    pub clean: bool,
}

pub(super) struct Index {
    leaves: Leaves,
    values: Values,
    // DECISIONS 19
    known: Cache<String, Known, Length>,
    mark: Mutex<Mark>,
    boot: String,
}

pub(super) type Pairs = Vec<(String, Vec<u8>)>;

/// The changes by key: the new slot (see `values::slot`), or `None` for a key that is removed.
pub(super) type Slots = BTreeMap<String, Option<Vec<u8>>>;

/// Lays one entry's writes over those of the entries before it.
pub(super) fn gather(slots: &mut Slots, writes: &Writes, places: &mut impl Iterator<Item = Place>) {
    for (key, value) in writes {
        let slot = value.as_ref().map(|value| slot(value, places.next().unwrap_or_default()));
        slots.insert(key.clone(), slot);
    }
}

impl Index {
    /// Opens what is there, or makes an empty one.
    ///
    /// Errors: `Full` when sled finds no room to open; `Damaged` when it must be made again, because
    /// it is not as it was written or was written by an earlier program.
    pub(super) fn open(path: &Path, values: Values, cache_bytes: u64) -> Result<Index, StoreError> {
        let (leaves, mark, sum) = Leaves::open(path, cache_bytes, known_mark)?;
        if sum != mark.sum {
            return Err(damaged("it does not match its checksum"));
        }
        Ok(Index {
            leaves,
            values,
            known: Cache::with_weighter(8192, KNOWN_BYTES, Length),
            mark: Mutex::new(mark),
            boot: boot(),
        })
    }

    /// The header.
    pub(super) fn mark(&self) -> Mark {
        self.mark.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether it must be made again before it is asked anything.
    pub(super) fn failed(&self) -> bool {
        self.leaves.failed()
    }

    /// Lays slots in, sorted by their keys, while nobody reads.
    pub(super) fn apply<'k>(
        &self,
        slots: impl Iterator<Item = Merging<'k>>,
        head: Head,
    ) -> Result<(), StoreError> {
        let mut merged = self.merge(slots)?;
        self.leaves.show(&mut merged);
        self.keep(merged, head)
    }

    /// The first of three steps of merging: what the leaves become. Nobody else merges.
    pub(super) fn merge<'k>(
        &self,
        slots: impl Iterator<Item = Merging<'k>>,
    ) -> Result<Merged, StoreError> {
        self.leaves.merge(slots)
    }

    /// The second: readers see it from now on. What is known of the keys is old, and of documents
    /// among them the new is at hand. Called while no view reads these keys here.
    pub(super) fn show(&self, merged: &mut Merged, memtable: &Memtable) {
        self.leaves.show(merged);
        // The values read before are older than the memtable.
        self.known.retain(|key, _| !memtable.has(key));
        for (key, doc, length) in memtable.docs() {
            self.known.insert(key.clone(), Known::Doc(doc.clone(), length));
        }
    }

    /// The third: writes it and the mark in one atomic batch.
    pub(super) fn keep(&self, merged: Merged, head: Head) -> Result<(), StoreError> {
        let mut held = self.mark.lock().unwrap_or_else(PoisonError::into_inner);
        let mark = Mark {
            format: FORMAT,
            seq: head.seq,
            hash: head.hash,
            time: head.time,
            sum: held.sum.wrapping_add(merged.sum),
            boot: self.boot.clone(),
            clean: false,
        };
        self.leaves.keep(merged, text(&mark))?;
        *held = mark;
        Ok(())
    }

    /// Durably takes back the mark of a clean stop, before anything else is written.
    pub(super) fn begin(&self) -> Result<(), StoreError> {
        self.write_mark(Mark { clean: false, boot: self.boot.clone(), ..self.mark() })
    }

    /// Syncs everything, and only then says so.
    pub(super) fn stop(&self) -> Result<(), StoreError> {
        self.leaves.sync()?;
        self.write_mark(Mark { clean: true, ..self.mark() })
    }

    fn write_mark(&self, mark: Mark) -> Result<(), StoreError> {
        self.leaves.write_mark(text(&mark))?;
        *self.mark.lock().unwrap_or_else(PoisonError::into_inner) = mark;
        self.leaves.sync()
    }

    pub(super) fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        if let Some(Known::Text(text)) = self.known.get(key) {
            return Ok(text.map(|text| text.to_vec()));
        }
        let text = self.read(key)?;
        self.known.insert(key.to_owned(), Known::Text(text.as_deref().map(Arc::from)));
        Ok(text)
    }

    fn read(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let slot = self.leaves.get(key)?;
        slot.map(|slot| self.values.read(&slot)).transpose()
    }

    /// The document at a key, parsed once for as long as it is asked for and does not change.
    pub(super) fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, StoreError> {
        if let Some(Known::Doc(doc, _)) = self.known.get(key) {
            return Ok(Some(doc));
        }
        let Some(text) = self.read(key)? else { return Ok(None) };
        let doc: Doc = serde_json::from_slice(&text)
            .map_err(|error| damaged(&format!("the document at {key:?}: {error}")))?;
        let doc = Arc::new(doc);
        self.known.insert(key.to_owned(), Known::Doc(doc.clone(), text.len()));
        Ok(Some(doc))
    }

    pub(super) fn scan(&self, range: &Range, limit: usize) -> Result<Pairs, StoreError> {
        let found = self.leaves.scan(range, limit, <[u8]>::to_vec)?;
        found.into_iter().map(|(key, slot)| Ok((key, self.values.read(&slot)?))).collect()
    }

    pub(super) fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, StoreError> {
        let found = self.leaves.scan(range, limit, |_| ())?;
        Ok(found.into_iter().map(|(key, ())| key).collect())
    }
}

/// A cached read.
#[derive(Clone)]
enum Known {
    /// A value, or that there is none.
    Text(Option<Arc<[u8]>>),
    /// A parsed document and the length of its text, a few times less than what it takes in memory.
    Doc(Arc<Doc>, usize),
}

#[derive(Clone)]
struct Length;

impl Weighter<String, Known> for Length {
    fn weight(&self, key: &String, known: &Known) -> u64 {
        let length = match known {
            Known::Text(text) => text.as_ref().map_or(0, |text| text.len()),
            Known::Doc(_, length) => *length,
        };
        (key.len() + length) as u64
    }
}

fn known_mark(text: Option<&[u8]>) -> Result<Mark, StoreError> {
    let Some(text) = text else { return Ok(Mark { format: FORMAT, ..Mark::default() }) };
    let mark: Mark = serde_json::from_slice(text)
        .map_err(|error| damaged(&format!("its mark cannot be read: {error}")))?;
    match mark.format {
        FORMAT => Ok(mark),
        _ => Err(StoreError::Damaged("the index has the form of another version".to_owned())),
    }
}

fn text(mark: &Mark) -> Vec<u8> {
    serde_json::to_vec(mark).expect("invariant: numbers and strings are JSON")
}

fn boot() -> String {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}
