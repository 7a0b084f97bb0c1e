//! The leaves of the index in sled, under small numbers, and which of them holds what.
//!
//! sled copies the node around a key for every key that it takes. So what is merged together is put
//! into leaves here, each of which sled takes once, however many of its pairs changed.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::iter::Peekable;
use std::ops::Bound::{Excluded, Included, Unbounded};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use ::sled::IVec;
use godown_core::kept::read::Range;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::StoreError;
use super::leaf::{Heap, Leaf, Torn};

/// Longer than the number of any leaf.
const MARK_KEY: &[u8] = b"\0mark";
/// So many bytes of leaves that were read are kept at hand: what is asked for together stands
/// together, and sled takes a while to find a leaf.
const KNOWN_BYTES: u64 = 8 << 20;

// DECISIONS 32
pub(super) struct Leaves {
    path: PathBuf,
    db: Handle,
    pages: RwLock<PageTable>,
    known: Cache<u32, IVec, Length>,
    /// sled could not do what it was asked: the index must be made again.
    failed: AtomicBool,
}

/// The page table: the first key of each leaf and the leaf's number.
#[derive(Default)]
struct PageTable {
    /// The number of each leaf, by the key it begins at.
    numbers: BTreeMap<Box<[u8]>, u32>,
    /// Leaves that readers see already and that are not yet written to sled.
    coming: Arc<Coming>,
    /// No leaf has this number or a higher one.
    next: u32,
}

/// Leaves by their number, `None` when one goes.
type Coming = HashMap<u32, Option<IVec>>;

/// One key's slot on its way in, or that the key goes.
pub(super) type Merging<'k> = (&'k str, Option<Vec<u8>>);

/// The outcome of a merge: the leaves that it touches.
#[derive(Default)]
pub(super) struct Merged {
    leaves: Arc<Coming>,
    /// By the key it begins at: the number of a leaf that came, or that one went.
    lows: Vec<(Box<[u8]>, Option<u32>)>,
    next: u32,
    /// The growth of the wrapping sum of all leaves' hashes.
    pub sum: u64,
}

impl Leaves {
    /// Opens what is there, or makes an empty tree: the leaves, the mark, and the wrapping sum of the
    /// leaves' hashes. `known` says of the mark whether the leaves can be read.
    pub(super) fn open<M>(
        path: &Path,
        cache_bytes: u64,
        known: impl FnOnce(Option<&[u8]>) -> Result<M, StoreError>,
    ) -> Result<(Leaves, M, u64), StoreError> {
        await_release(path);
        remove_unfinished(path)?;
        guard(|| {
            let config = ::sled::Config::new().path(path).cache_capacity(cache_bytes);
            let db = config.flush_every_ms(None).open()?;
            let mark = known(db.get(MARK_KEY)?.as_deref())?;
            let (mut pages, mut sum) = (PageTable::default(), 0_u64);
            for pair in db.iter() {
                let (key, bytes) = pair?;
                if key == MARK_KEY {
                    continue;
                }
                let number = key.as_ref().try_into().map(u32::from_be_bytes).map_err(|_| Torn)?;
                sum = sum.wrapping_add(hash(number, &bytes));
                pages.numbers.insert(Leaf::open(&bytes)?.low.into(), number);
                pages.next = pages.next.max(number + 1);
            }
            let leaves = Leaves {
                path: path.to_owned(),
                db: Handle(Some(db)),
                pages: RwLock::new(pages),
                known: Cache::with_weighter(2048, KNOWN_BYTES, Length),
                failed: AtomicBool::new(false),
            };
            Ok((leaves, mark, sum))
        })
    }

    /// Whether they must be made again before they are asked anything.
    pub(super) fn failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// Merges slots, sorted by their keys, into the leaves that they touch. One merge runs at a
    /// time.
    pub(super) fn merge<'k>(
        &self,
        slots: impl Iterator<Item = Merging<'k>>,
    ) -> Result<Merged, StoreError> {
        let pages = self.pages();
        let mut merged = Merged { next: pages.next, ..Merged::default() };
        let (mut slots, mut heap) = (slots.peekable(), Heap::default());
        while let Some((key, _)) = slots.peek() {
            let found = pages.before(key.as_bytes());
            let (low, number) = found.map_or((&[][..], None), |(low, number)| (low, Some(number)));
            let behind = (Excluded(low), Unbounded);
            let mut behind = pages.numbers.range::<[u8], _>(behind).peekable();
            let mut had: Vec<u32> = number.into_iter().collect();
            heap.clear();
            let mut old = number.map(|number| self.leaf(number)).transpose()?;
            let mut grows = true;
            loop {
                let end = behind.peek().map(|(low, _)| &***low);
                if let (Some(old), Some(number)) = (&old, had.last()) {
                    merged.sum = merged.sum.wrapping_sub(hash(*number, old));
                }
                grows &= self.guard(|| Ok(merge(old.as_deref(), &mut slots, end, &mut heap)?))?;
                // What little is left goes with its neighbour.
                if grows || heap.is_empty() || !heap.is_little() {
                    break;
                }
                let Some((low, number)) = behind.next() else { break };
                merged.lows.push((low.clone(), None));
                had.push(*number);
                old = Some(self.leaf(*number)?);
                grows = false;
            }
            merged.take(heap.leaves(low, grows), low, number.is_some(), had);
        }
        Ok(merged)
    }

    /// Readers see what was merged from now on.
    pub(super) fn show(&self, merged: &mut Merged) {
        let mut pages = self.pages_mut();
        for (low, number) in merged.lows.drain(..) {
            match number {
                Some(number) => pages.numbers.insert(low, number),
                None => pages.numbers.remove(&low),
            };
        }
        pages.next = merged.next;
        for (number, leaf) in &*merged.leaves {
            match leaf {
                // Refused when nobody asked for it lately.
                Some(leaf) => drop(self.known.replace(*number, leaf.clone(), true)),
                None => drop(self.known.remove(number)),
            }
        }
        pages.coming = merged.leaves.clone();
    }

    /// Writes what was merged, and the mark, in one atomic batch.
    pub(super) fn keep(&self, merged: Merged, mark: Vec<u8>) -> Result<(), StoreError> {
        self.guard(|| {
            let mut batch = ::sled::Batch::default();
            for (number, leaf) in &*merged.leaves {
                match leaf {
                    Some(leaf) => batch.insert(&number.to_be_bytes(), leaf),
                    None => batch.remove(&number.to_be_bytes()),
                }
            }
            batch.insert(MARK_KEY, mark);
            Ok(self.db.apply_batch(batch)?)
        })?;
        self.pages_mut().coming = Arc::default();
        Ok(())
    }

    pub(super) fn write_mark(&self, mark: Vec<u8>) -> Result<(), StoreError> {
        self.guard(|| Ok(self.db.insert(MARK_KEY, mark).map(drop)?))
    }

    /// sled's flush hands its buffers to the kernel but does not wait for the disk.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        self.guard(|| Ok(self.db.flush()?))?;
        sync_files(&self.path)
    }

    /// The slot at a key.
    pub(super) fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let (pages, key) = (self.pages(), key.as_bytes());
        let Some((_, number)) = pages.before(key) else { return Ok(None) };
        let leaf = self.read(&pages, number)?;
        self.guard(|| Ok(Leaf::open(&leaf)?.get(key)?.map(<[u8]>::to_vec)))
    }

    /// The keys in a range, in its direction, at most `limit`, and what `of` makes of their slots.
    pub(super) fn scan<T>(
        &self,
        range: &Range,
        limit: usize,
        of: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<(String, T)>, StoreError> {
        let (from, to) = (range.from.as_bytes(), range.to.as_bytes());
        let mut found = Vec::new();
        if from >= to || limit == 0 {
            return Ok(found);
        }
        let pages = self.pages();
        let first = pages.before(from).map_or(from, |(low, _)| low);
        let mut numbers = pages.numbers.range::<[u8], _>((Included(first), Excluded(to)));
        let each = || if range.reverse { numbers.next_back() } else { numbers.next() };
        for (_, number) in std::iter::from_fn(each) {
            let leaf = self.read(&pages, *number)?;
            let most = if range.reverse { usize::MAX } else { limit - found.len() };
            let mut within = self.guard(|| read(&leaf, from, to, most, &of))?;
            if range.reverse {
                within.reverse();
                within.truncate(limit - found.len());
            }
            found.append(&mut within);
            if found.len() == limit {
                break;
            }
        }
        Ok(found)
    }

    /// A leaf as readers see it, kept at hand.
    fn read(&self, pages: &PageTable, number: u32) -> Result<IVec, StoreError> {
        if let Some(leaf) = self.known.get(&number) {
            return Ok(leaf);
        }
        let leaf = match pages.coming.get(&number) {
            Some(Some(leaf)) => leaf.clone(),
            _ => self.leaf(number)?,
        };
        self.known.insert(number, leaf.clone());
        Ok(leaf)
    }

    /// A leaf as sled has it. Who merges reads many leaves, which need not be at hand afterwards.
    fn leaf(&self, number: u32) -> Result<IVec, StoreError> {
        match self.known.peek(&number) {
            Some(leaf) => Ok(leaf),
            None => self.guard(|| Ok(self.db.get(number.to_be_bytes())?.ok_or(Torn)?)),
        }
    }

    fn guard<T>(&self, call: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        guard(call).inspect_err(|_| self.failed.store(true, Ordering::Release))
    }

    fn pages(&self) -> RwLockReadGuard<'_, PageTable> {
        self.pages.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn pages_mut(&self) -> RwLockWriteGuard<'_, PageTable> {
        self.pages.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PageTable {
    /// The leaf that holds a key, if any does, and the key it begins at.
    fn before(&self, key: &[u8]) -> Option<(&[u8], u32)> {
        let mut found = self.numbers.range::<[u8], _>((Unbounded, Included(key)));
        found.next_back().map(|(low, number)| (&**low, *number))
    }
}

impl Merged {
    /// New leaves from `low` on take the place of those that `had` these numbers; `known` says that
    /// one of them began there.
    fn take(&mut self, leaves: Vec<(Box<[u8]>, Vec<u8>)>, low: &[u8], known: bool, had: Vec<u32>) {
        if known && leaves.is_empty() {
            self.lows.push((low.into(), None));
        }
        let coming = Arc::make_mut(&mut self.leaves);
        let mut had = had.into_iter();
        for (at, (low, leaf)) in leaves.into_iter().enumerate() {
            let number = had.next().unwrap_or_else(|| {
                self.next += 1;
                self.next - 1
            });
            self.sum = self.sum.wrapping_add(hash(number, &leaf));
            if at > 0 || !known {
                self.lows.push((low, Some(number)));
            }
            coming.insert(number, Some(leaf.into()));
        }
        coming.extend(had.map(|number| (number, None)));
    }
}

/// Heaps an old leaf's pairs with those that come before `end`; whether these were all behind it.
fn merge<'k>(
    old: Option<&[u8]>,
    slots: &mut Peekable<impl Iterator<Item = Merging<'k>>>,
    end: Option<&[u8]>,
    heap: &mut Heap,
) -> Result<bool, Torn> {
    let before = |key: &str, end: Option<&[u8]>| end.is_none_or(|end| key.as_bytes() < end);
    let mut behind = true;
    if let Some(old) = old {
        let mut pairs = Leaf::open(old)?.pairs();
        while let Some(slot) = pairs.next()? {
            let mut stays = true;
            while let Some((key, new)) =
                slots.next_if(|(key, _)| key.as_bytes() <= pairs.key.as_slice())
            {
                behind = false;
                stays = key.as_bytes() != pairs.key.as_slice();
                if let Some(new) = new {
                    heap.push(key.as_bytes(), &new);
                }
            }
            if stays {
                heap.push(&pairs.key, slot);
            }
        }
    }
    while let Some((key, new)) = slots.next_if(|(key, _)| before(key, end)) {
        if let Some(new) = new {
            heap.push(key.as_bytes(), &new);
        }
    }
    Ok(behind)
}

#[derive(Clone)]
struct Length;

impl Weighter<u32, IVec> for Length {
    fn weight(&self, _: &u32, leaf: &IVec) -> u64 {
        leaf.len() as u64
    }
}

/// The pairs of a leaf in a range, ascending, at most so many.
fn read<T>(
    leaf: &[u8],
    from: &[u8],
    to: &[u8],
    most: usize,
    of: impl Fn(&[u8]) -> T,
) -> Result<Vec<(String, T)>, StoreError> {
    let mut found = Vec::new();
    let mut pairs = Leaf::open(leaf)?.pairs();
    while found.len() < most
        && let Some(slot) = pairs.next()?
        && pairs.key.as_slice() < to
    {
        if pairs.key.as_slice() >= from {
            let key = std::str::from_utf8(&pairs.key).map_err(|_| Torn)?;
            found.push((key.to_owned(), of(slot)));
        }
    }
    Ok(found)
}

fn hash(number: u32, leaf: &[u8]) -> u64 {
    xxh3_64_with_seed(leaf, u64::from(number))
}

/// sled syncs once more when it is let go of, and panics if the disk does not.
struct Handle(Option<::sled::Db>);

impl Deref for Handle {
    type Target = ::sled::Db;

    fn deref(&self) -> &::sled::Db {
        self.0.as_ref().expect("invariant: it is taken only when it is dropped")
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let db = self.0.take();
        let dropped = guard(|| {
            drop(db);
            Ok(())
        });
        if let Err(error) = dropped {
            tracing::error!("the index was not let go of as it should be: {error}");
        }
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

/// sled takes a snapshot that it could not finish, on a full disk or before a sudden end, for a
/// damaged one.
fn remove_unfinished(path: &Path) -> Result<(), StoreError> {
    for item in fs::read_dir(path).into_iter().flatten() {
        let path = item?.path();
        if path.extension().is_some_and(|ending| ending == "generating") {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// sled panics on damaged files, so every call into it may.
fn guard<T>(call: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(damaged(text.unwrap_or("it panicked")))
    })
}

impl From<::sled::Error> for StoreError {
    fn from(error: ::sled::Error) -> StoreError {
        match error {
            ::sled::Error::Io(error) => error.into(),
            error => damaged(&error.to_string()),
        }
    }
}

impl From<Torn> for StoreError {
    fn from(_: Torn) -> StoreError {
        damaged("a leaf is not what was written")
    }
}

pub(super) fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(format!("the index is damaged: {what}"))
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
