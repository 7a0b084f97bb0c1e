//! The sled tree that answers reads: everything in it can be made again from the journal.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ::sled::IVec;
use godown_core::decide::doc::Doc;
use godown_core::decide::read::{Docs, Range, Writes};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::values::{Place, Values, slot};
use super::{Hash, Head, StoreError};

/// No key of a company begins with this byte.
const MARK_KEY: &[u8] = b"\0mark";
const FIRST_KEY: &str = "\u{1}";
/// So much text of what was read is kept at hand.
const KNOWN_BYTES: u64 = 6 << 20;

/// What the tree says of itself, written by the same batch as the pairs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Mark {
    pub seq: u64,
    pub hash: Hash,
    pub time: i64,
    /// The wrapping sum of the hashes of all pairs.
    pub sum: u64,
    /// The boot of the machine in which it was written.
    pub boot: String,
    /// Everything was synced and nothing was written since.
    pub clean: bool,
}

pub(super) struct Index {
    path: PathBuf,
    values: Values,
    known: Cache<String, Known, Length>,
    db: ::sled::Db,
    mark: Mutex<Mark>,
    boot: String,
    /// sled could not do what it was asked: the index must be made again.
    failed: AtomicBool,
}

pub(super) type Pairs = Vec<(String, Vec<u8>)>;

/// What becomes of each key: its slot (see `values::slot`), or nothing.
pub(super) type Slots = BTreeMap<String, Option<Vec<u8>>>;

/// One key on its way into the index.
pub(super) struct Laying<'k> {
    pub key: &'k str,
    pub slot: Option<Vec<u8>>,
    /// The index has nothing there, so that nobody needs to look.
    pub fresh: bool,
}

/// Lays one entry's writes over those of the entries before it.
pub(super) fn gather(slots: &mut Slots, writes: &Writes, places: &mut impl Iterator<Item = Place>) {
    for (key, value) in writes {
        let slot = value.as_ref().map(|value| slot(value, places.next().unwrap_or_default()));
        slots.insert(key.clone(), slot);
    }
}

impl Index {
    /// Opens the tree, or makes an empty one.
    pub(super) fn open(path: &Path, values: Values, cache_bytes: u64) -> Result<Index, StoreError> {
        await_release(path);
        guard(|| {
            let db = ::sled::Config::new()
                .path(path)
                .cache_capacity(cache_bytes)
                .flush_every_ms(None)
                .open()?;
            let mark = db.get(MARK_KEY)?;
            Ok((db, mark))
        })
        .and_then(|(db, mark)| {
            let mark = match mark {
                Some(text) => serde_json::from_slice(&text)
                    .map_err(|error| damaged(format!("its mark cannot be read: {error}")))?,
                None => Mark::default(),
            };
            Ok(Index {
                path: path.to_owned(),
                values,
                known: Cache::with_weighter(8192, KNOWN_BYTES, Length),
                db,
                mark: Mutex::new(mark),
                boot: boot(),
                failed: AtomicBool::new(false),
            })
        })
    }

    /// What it says of itself.
    pub(super) fn mark(&self) -> Mark {
        self.mark.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether it must be made again before it is asked anything.
    pub(super) fn failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    fn guard<T>(&self, call: impl FnOnce() -> Result<T, ::sled::Error>) -> Result<T, StoreError> {
        guard(call).inspect_err(|_| self.failed.store(true, Ordering::Release))
    }

    /// Whether every pair is there and as it was written.
    pub(super) fn is_whole(&self) -> Result<bool, StoreError> {
        let mut sum = 0_u64;
        self.guard(|| {
            for pair in self.db.range(FIRST_KEY.as_bytes()..) {
                let (key, value) = pair?;
                sum = sum.wrapping_add(pair_hash(&key, &value));
            }
            Ok(())
        })?;
        Ok(sum == self.mark().sum)
    }

    /// Writes a group's slots and the mark in one atomic batch.
    ///
    /// sled takes a batch in no order, which fills its leaves better than the keys' own would.
    pub(super) fn apply<'k>(
        &self,
        slots: impl Iterator<Item = Laying<'k>>,
        head: Head,
    ) -> Result<(), StoreError> {
        let mut held = self.mark.lock().unwrap_or_else(PoisonError::into_inner);
        let mut mark = Mark {
            seq: head.seq,
            hash: head.hash,
            time: head.time,
            sum: held.sum,
            boot: self.boot.clone(),
            clean: false,
        };
        self.guard(|| {
            let mut batch = ::sled::Batch::default();
            for Laying { key, slot, fresh } in slots {
                let key = key.as_bytes();
                let old = if fresh { None } else { self.db.get(key)? };
                if let Some(old) = &old {
                    mark.sum = mark.sum.wrapping_sub(pair_hash(key, old));
                }
                match slot {
                    Some(slot) => {
                        mark.sum = mark.sum.wrapping_add(pair_hash(key, &slot));
                        batch.insert(key, slot);
                    }
                    None if old.is_some() => batch.remove(key),
                    // It came and went since the last time.
                    None => {}
                }
            }
            batch.insert(MARK_KEY, text(&mark));
            self.db.apply_batch(batch)
        })?;
        *held = mark;
        Ok(())
    }

    /// Durably takes back the mark of a clean stop, before anything else is written.
    pub(super) fn begin(&self) -> Result<(), StoreError> {
        self.write_mark(Mark { clean: false, boot: self.boot.clone(), ..self.mark() })
    }

    /// Syncs everything, and only then says so.
    pub(super) fn stop(&self) -> Result<(), StoreError> {
        self.sync()?;
        self.write_mark(Mark { clean: true, ..self.mark() })
    }

    fn write_mark(&self, mark: Mark) -> Result<(), StoreError> {
        self.guard(|| self.db.insert(MARK_KEY, text(&mark)))?;
        *self.mark.lock().unwrap_or_else(PoisonError::into_inner) = mark;
        self.sync()
    }

    /// sled's flush hands its buffers to the kernel but does not wait for the disk.
    fn sync(&self) -> Result<(), StoreError> {
        self.guard(|| self.db.flush())?;
        sync_files(&self.path)
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
        let slot = self.guard(|| self.db.get(key))?;
        slot.map(|slot| self.values.read(&slot)).transpose()
    }

    /// The document at a key, parsed once for as long as it is asked for and does not change.
    pub(super) fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, StoreError> {
        if let Some(Known::Doc(doc, _)) = self.known.get(key) {
            return Ok(Some(doc));
        }
        let Some(text) = self.read(key)? else { return Ok(None) };
        let doc: Doc = serde_json::from_slice(&text)
            .map_err(|error| damaged(format!("the document at {key:?}: {error}")))?;
        let doc = Arc::new(doc);
        self.known.insert(key.to_owned(), Known::Doc(doc.clone(), text.len()));
        Ok(Some(doc))
    }

    /// What is known of keys that were laid in is old, and of documents among them the new is at hand.
    /// Called while nobody reads.
    pub(super) fn learn(&self, writes: &Writes, docs: &Docs) {
        for (key, text) in writes {
            match (docs.get(key), text) {
                (Some(doc), Some(text)) => {
                    self.known.insert(key.clone(), Known::Doc(doc.clone(), text.len()));
                }
                _ => drop(self.known.remove(key)),
            }
        }
    }

    pub(super) fn scan(&self, range: &Range, limit: usize) -> Result<Pairs, StoreError> {
        let found = self.slots(range, limit)?;
        let pair = |(key, slot): (IVec, IVec)| Ok((text_of(&key)?, self.values.read(&slot)?));
        found.into_iter().map(pair).collect()
    }

    pub(super) fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, StoreError> {
        self.slots(range, limit)?.iter().map(|(key, _)| text_of(key)).collect()
    }

    fn slots(&self, range: &Range, limit: usize) -> Result<Vec<(IVec, IVec)>, StoreError> {
        let from = range.from.as_str().max(FIRST_KEY);
        let to = range.to.as_str();
        if from >= to {
            return Ok(Vec::new());
        }
        self.guard(|| {
            let found = self.db.range(from.as_bytes()..to.as_bytes());
            if range.reverse {
                found.rev().take(limit).collect()
            } else {
                found.take(limit).collect()
            }
        })
    }
}

fn text_of(key: &IVec) -> Result<String, StoreError> {
    let text = std::str::from_utf8(key).map_err(|_| damaged("a key is not UTF-8".to_owned()))?;
    Ok(text.to_owned())
}

/// What was read at a key.
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

/// sled lets go of its file a moment after it was dropped. The data directory is this process's alone,
/// so whoever still holds the file is a store that was just closed.
fn await_release(path: &Path) {
    if let Ok(file) = File::open(path.join("db")) {
        // The lock goes with the file; without one, sled says itself what is wrong.
        let _ = file.lock();
    }
}

/// sled panics on damaged files, so every call into it may.
fn guard<T>(call: impl FnOnce() -> Result<T, ::sled::Error>) -> Result<T, StoreError> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(::sled::Error::Io(error))) => Err(error.into()),
        Ok(Err(error)) => Err(damaged(error.to_string())),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(damaged(text.unwrap_or("it panicked").to_owned()))
        }
    }
}

fn damaged(what: String) -> StoreError {
    StoreError::Damaged(format!("the index is damaged: {what}"))
}

fn pair_hash(key: &[u8], value: &[u8]) -> u64 {
    xxh3_64_with_seed(value, xxh3_64(key))
}

fn text(mark: &Mark) -> Vec<u8> {
    serde_json::to_vec(mark).expect("invariant: numbers and strings are JSON")
}

fn boot() -> String {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}

fn sync_files(directory: &Path) -> Result<(), StoreError> {
    for item in fs::read_dir(directory)? {
        let path = item?.path();
        match path.is_dir() {
            true => sync_files(&path)?,
            false => File::open(&path)?.sync_all()?,
        }
    }
    Ok(File::open(directory)?.sync_all()?)
}
