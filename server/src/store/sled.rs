//! The store of a site on one machine: the journal, and sled as the index over it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLockReadGuard, TryLockError as Busy};

use godown_core::error::Halt;
use godown_core::kept::doc::Doc;
use godown_core::kept::read::{Range, Read};

use super::disk::{Disk, RealDisk};
use super::flush::{Flusher, State};
use super::index::{Index, Slots, gather};
use super::journal::Journal;
use super::memtable::{Layer, Memtable};
use super::reserve::Reserve;
use super::values::Values;
use super::{Condition, Entries, Entry, Head, Store, StoreError, View};

/// How many keys a replay gathers before it writes them to the index.
const REPLAY_KEYS: usize = 50_000;

/// The part of the reserve in which a full disk still keeps what is spared.
const SPARED: u64 = 4;

/// How a store is opened.
#[derive(Clone)]
pub struct Options {
    /// The most bytes of pages that sled holds in memory.
    pub cache_bytes: u64,
    pub disk: Arc<dyn Disk>,
    /// Told while the index is made again: the entry reached and the last one.
    pub progress: Arc<dyn Fn(u64, u64) + Send + Sync>,
    /// When a journal segment counts as full, if not at its usual size.
    pub segment_bytes: Option<u64>,
    /// So many keys are merged into the index together: a key that changed meanwhile is merged once,
    /// and neighbours share the index's pages.
    pub flush_keys: usize,
    /// So much room is held on the disk for when it is full. 0: none, and every commit tries.
    pub reserve_bytes: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            cache_bytes: 128 << 20,
            disk: Arc::new(RealDisk),
            progress: Arc::new(|_, _| ()),
            segment_bytes: None,
            flush_keys: 65_536,
            reserve_bytes: 0,
        }
    }
}

pub struct SledStore {
    directory: PathBuf,
    options: Options,
    journal: Journal,
    state: Flusher,
    /// Held through a commit, so that comparing the head and moving it are one step.
    committing: Mutex<()>,
    reserve: Reserve,
    /// The reserve was given back, and nothing is kept until there is room for it again.
    full: AtomicBool,
    /// How much of it was written since, by what is spared.
    spared: AtomicU64,
    /// The lock on the directory, held as long as the store lives.
    _lock: File,
}

impl SledStore {
    /// Opens `<data>/journal` and `<data>/index`, bringing the index up to the journal.
    ///
    /// Errors: `InUse` when another process has them open; `Damaged` with the place when the journal
    /// is not what was written; `Full` when there is no room to start, not even with the reserve.
    pub fn open(data: &Path, options: Options) -> Result<SledStore, StoreError> {
        fs::create_dir_all(data)?;
        let store = match SledStore::start(data, options.clone()) {
            Err(StoreError::Full) if Reserve::new(data, options.reserve_bytes).held() > 0 => {
                Reserve::new(data, options.reserve_bytes).give()?;
                SledStore::start(data, options)?
            }
            started => started?,
        };
        if store.reserve.is_wanted() {
            store.full.store(true, Ordering::Release);
            store.look_for_room();
        }
        Ok(store)
    }

    fn start(data: &Path, options: Options) -> Result<SledStore, StoreError> {
        let lock = lock(data)?;
        let index = whole_index(data, options.cache_bytes)?;
        let least = index.as_ref().map_or(0, |index| index.mark().seq);
        let (disk, bytes) = (options.disk.clone(), options.segment_bytes);
        let flush_keys = options.flush_keys;
        let journal = Journal::open(&data.join("journal"), disk, bytes, least)?;
        let store = SledStore {
            directory: data.to_owned(),
            reserve: Reserve::new(data, options.reserve_bytes),
            full: AtomicBool::new(false),
            spared: AtomicU64::new(0),
            options,
            state: Flusher::new(journal.head(), flush_keys),
            journal,
            committing: Mutex::new(()),
            _lock: lock,
        };
        let index = match index.filter(|index| store.belongs(index)) {
            Some(index) => store.replay(index)?,
            None => store.rebuild()?,
        };
        index.begin()?;
        store.sync_names()?;
        store.state.write().index = Some(Arc::new(index));
        Ok(store)
    }

    /// The names of the parts, and of the directory itself, may be new.
    fn sync_names(&self) -> Result<(), StoreError> {
        let directory = self.directory.canonicalize()?;
        for place in directory.ancestors().take(2) {
            self.options.disk.sync_names(place)?;
        }
        Ok(())
    }

    /// Whoever needs room gets the reserve; nothing more is kept until there is room for it again.
    // DECISIONS 47
    fn fill_up(&self) {
        if !self.reserve.is_wanted() || self.full.swap(true, Ordering::AcqRel) {
            return;
        }
        tracing::error!("no space is left on the disk: only reading until there is some");
        if let Err(error) = self.reserve.give() {
            tracing::error!("the reserve was not given back: {error}");
        }
    }

    /// Whether a group still fits the part of the reserve that was given back for such.
    fn spare(&self, group: &[Entry]) -> bool {
        let bytes = group.iter().map(Entry::bytes).sum::<u64>();
        let spared = self.spared.fetch_add(bytes, Ordering::AcqRel) + bytes;
        spared <= self.options.reserve_bytes / SPARED
    }

    fn keep(
        &self,
        group: Vec<Entry>,
        expected_head: u64,
        spared: bool,
    ) -> Result<Head, StoreError> {
        let _committing = self.committing.lock().unwrap_or_else(PoisonError::into_inner);
        let head = {
            let state = self.state.read();
            if state.closed || state.index.is_none() {
                return Err(closed());
            }
            state.head
        };
        if head.seq != expected_head {
            return Err(StoreError::Conflict { head: head.seq });
        }
        if self.full.load(Ordering::Acquire) && !(spared && self.spare(&group)) {
            return Err(StoreError::Full);
        }
        let appended = self.journal.append(&group);
        if appended == Err(StoreError::Full) {
            self.fill_up();
        }
        let (head, places) = appended?;
        {
            let mut state = self.state.write();
            state.head = head;
            state.memtable.add(group, places);
        }
        self.state.flush_soon();
        Ok(head)
    }

    /// Whether the index was made from this journal.
    fn belongs(&self, index: &Index) -> bool {
        let head = self.journal.head();
        let mark = index.mark();
        match mark.seq {
            0 => true,
            seq if seq == head.seq => mark.hash == head.hash,
            seq => matches!(
                self.journal.entries(seq + 1).next(),
                Some(Ok((next, _))) if next.prev == mark.hash
            ),
        }
    }

    /// Moves what is there aside and makes the index again from the first entry.
    fn rebuild(&self) -> Result<Index, StoreError> {
        let [path, aside] = ["index", "index.damaged"].map(|name| self.directory.join(name));
        if aside.is_dir() {
            fs::remove_dir_all(&aside)?;
        }
        if path.is_dir() {
            fs::rename(&path, &aside)?;
        }
        let entries = self.journal.head().seq;
        tracing::info!(entries, "making the index from the journal");
        let index = self.replay(open_index(&self.directory, self.options.cache_bytes)?)?;
        if entries > 0 {
            (self.options.progress)(entries, entries);
        }
        Ok(index)
    }

    /// Applies what the journal holds and the index lacks.
    fn replay(&self, index: Index) -> Result<Index, StoreError> {
        let end = self.journal.head().seq;
        let (mut slots, mut head) = (Slots::new(), None);
        for entry in self.journal.entries(index.mark().seq + 1) {
            let (kept, places) = entry?;
            let reached = Head { seq: kept.seq, hash: kept.hash, time: kept.entry.time };
            gather(&mut slots, &kept.entry.writes, &mut places.into_iter());
            head = Some(reached);
            if slots.len() >= REPLAY_KEYS {
                let slots = std::mem::take(&mut slots);
                index
                    .apply(slots.iter().map(|(key, slot)| (key.as_str(), slot.clone())), reached)?;
                (self.options.progress)(reached.seq, end);
                tracing::info!("index: entry {} of {end}", reached.seq);
            }
        }
        if let Some(head) = head.filter(|head| head.seq > index.mark().seq) {
            index.apply(slots.iter().map(|(key, slot)| (key.as_str(), slot.clone())), head)?;
        }
        Ok(index)
    }

    /// Makes a failed index again; whoever comes meanwhile is told to come back.
    fn mend(&self) -> Result<(), StoreError> {
        let mending = || StoreError::Unavailable("the index is being made again".to_owned());
        let _committing = match self.committing.try_lock() {
            Ok(held) => held,
            Err(Busy::Poisoned(held)) => held.into_inner(),
            Err(Busy::WouldBlock) => return Err(mending()),
        };
        self.state.finish();
        let mut state = self.state.write();
        if state.is_failed() {
            state.index = None;
            let mended = self.opened().or_else(|error| match error {
                StoreError::Full => {
                    self.fill_up();
                    self.opened()
                }
                other => Err(other),
            });
            state.index = Some(Arc::new(mended?));
            state.memtable = Memtable::default();
            state.flushing = None;
        }
        Ok(())
    }

    /// The index as it stands on the disk, brought up to the journal, or made again.
    fn opened(&self) -> Result<Index, StoreError> {
        let index = whole_index(&self.directory, self.options.cache_bytes)?;
        let index = match index.filter(|index| self.belongs(index)) {
            Some(index) => self.replay(index)?,
            None => self.rebuild()?,
        };
        index.begin()?;
        Ok(index)
    }
}

fn open_index(data: &Path, cache_bytes: u64) -> Result<Index, StoreError> {
    Index::open(&data.join("index"), Values::new(&data.join("journal")), cache_bytes)
}

/// The index as it was left, if every leaf is as it was written.
///
/// Errors: `Full` when sled finds no room to open.
fn whole_index(data: &Path, cache_bytes: u64) -> Result<Option<Index>, StoreError> {
    if !data.join("index").is_dir() {
        return Ok(None);
    }
    match open_index(data, cache_bytes) {
        Ok(index) => Ok(Some(index)),
        Err(StoreError::Full) => Err(StoreError::Full),
        Err(error) => {
            tracing::error!("{error}");
            Ok(None)
        }
    }
}

/// The entry that the index was made up to, if it can be read. No process has the directory open.
pub fn marked(data: &Path) -> Option<Head> {
    let index = whole_index(data, Options::default().cache_bytes).ok()??;
    let mark = index.mark();
    Some(Head { seq: mark.seq, hash: mark.hash, time: mark.time })
}

/// Keeps every other process out of a data directory until the file is dropped.
pub fn lock(data: &Path) -> Result<File, StoreError> {
    let file = File::options().create(true).truncate(false).write(true).open(data.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(format!(
            "another process has the data directory {} open",
            data.display()
        ))),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("the store is closed".to_owned())
}

impl Store for SledStore {
    fn view(&self) -> Result<Box<dyn View + '_>, StoreError> {
        let mut state = self.state.read();
        if state.is_failed() {
            drop(state);
            self.mend()?;
            state = self.state.read();
        }
        if state.index.is_none() {
            return Err(closed());
        }
        Ok(Box::new(SledView(state)))
    }

    fn head(&self) -> Head {
        self.state.read().head
    }

    fn commit(&self, group: Vec<Entry>, expected_head: u64) -> Result<Head, StoreError> {
        self.keep(group, expected_head, false)
    }

    fn commit_spared(&self, group: Vec<Entry>, expected_head: u64) -> Result<Head, StoreError> {
        self.keep(group, expected_head, true)
    }

    fn entries(&self, since: u64) -> Result<Entries<'_>, StoreError> {
        let head = self.head().seq;
        let ahead = move |kept: &Result<super::Kept, StoreError>| {
            kept.as_ref().map_or(true, |kept| kept.seq <= head)
        };
        let entries = self.journal.entries(since + 1).map(|entry| entry.map(|(kept, _)| kept));
        Ok(Box::new(entries.take_while(ahead)))
    }

    fn condition(&self) -> Condition {
        match self.journal.broken() {
            Some(why) => Condition::ReadOnly(why),
            None if self.full.load(Ordering::Acquire) => Condition::Full,
            None => Condition::Well,
        }
    }

    fn has_room(&self, bytes: u64) -> bool {
        // A disk that cannot be asked finds out when it is written.
        let room = || self.reserve.leaves(bytes).unwrap_or(true);
        !self.full.load(Ordering::Acquire) && room()
    }

    fn look_for_room(&self) {
        if !self.full.load(Ordering::Acquire) {
            return;
        }
        match self.reserve.take() {
            Ok(()) => {
                self.spared.store(0, Ordering::Release);
                self.full.store(false, Ordering::Release);
                tracing::info!("the disk has room");
            }
            Err(error) => tracing::debug!("no room for the reserve yet: {error}"),
        }
    }

    fn close(&self) -> Result<(), StoreError> {
        let _committing = self.committing.lock().unwrap_or_else(PoisonError::into_inner);
        self.state.flush();
        let mut state = self.state.write();
        state.closed = true;
        match state.index.take() {
            Some(index) if !index.failed() => index.stop(),
            _ => Ok(()),
        }
    }
}

struct SledView<'a>(RwLockReadGuard<'a, State>);

impl SledView<'_> {
    fn index(&self) -> Result<&Index, StoreError> {
        self.0.index.as_deref().ok_or_else(closed)
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
