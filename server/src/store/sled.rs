//! The store of a site on one machine: the journal, and sled as the index over it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError as Busy};

use super::disk::{Disk, RealDisk};
use super::elsewhere::{self, Elsewhere};
use super::flush::Flusher;
use super::index::{Index, Slots, gather};
use super::journal::{AHEAD_BYTES, Journal};
use super::memtable::Shared;
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
    /// Where the index lies as long as the disk has no room for it. Nothing but what is spared is
    /// kept then.
    elsewhere: Mutex<Option<Elsewhere>>,
    /// The lock on the directory, held as long as the store lives.
    _lock: File,
}

impl SledStore {
    /// Opens `<data>/journal` and `<data>/index`, bringing the index up to the journal. Where the
    /// disk has no room for that, not even with the reserve, the index lies elsewhere.
    ///
    /// Errors: `InUse` when another process has them open; `Damaged` with the place when the journal
    /// is not what was written; `Full` when there is no room to start anywhere.
    pub fn open(data: &Path, options: Options) -> Result<SledStore, StoreError> {
        fs::create_dir_all(data)?;
        let lock = lock(data)?;
        let (index, elsewhere) = found(data, &options)?;
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
            elsewhere: Mutex::new(elsewhere),
            _lock: lock,
        };
        let mut index = store.brought_up(index);
        if lacks_room(&index) {
            index = store.reopened();
        }
        store.state.write().index = Some(Arc::new(index?));
        store.sync_names()?;
        if store.reserve.is_wanted() || store.elsewhere().is_some() {
            store.full.store(true, Ordering::Release);
            store.look_for_room();
        }
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

    /// Whether a group still fits the part of the reserve that was given back for such, and what
    /// the journal holds ahead.
    fn spare(&self, group: &[Entry]) -> bool {
        let bytes = group.iter().map(Entry::bytes).sum::<u64>();
        let spared = self.spared.fetch_add(bytes, Ordering::AcqRel) + bytes;
        spared <= self.options.reserve_bytes / SPARED + AHEAD_BYTES
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
                return Err(StoreError::closed());
            }
            state.head
        };
        if head.seq != expected_head {
            return Err(StoreError::Conflict { head: head.seq });
        }
        if self.full.load(Ordering::Acquire) && !(spared && self.spare(&group)) {
            return Err(StoreError::Full);
        }
        let appended = match spared {
            true => self.journal.append_spared(&group),
            false => self.journal.append(&group),
        };
        if appended == Err(StoreError::Full) {
            self.fill_up();
        }
        let (head, places) = appended?;
        {
            let mut state = self.state.write();
            let oldest = self.state.oldest_view();
            state.memtable.write().add(group, places, state.head.seq + 1, oldest);
            state.head = head;
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
        let path = self.index_path();
        let aside = path.with_extension("damaged");
        if aside.is_dir() {
            fs::remove_dir_all(&aside)?;
        }
        if path.is_dir() {
            fs::rename(&path, &aside)?;
        }
        let entries = self.journal.head().seq;
        tracing::info!(entries, "making the index from the journal");
        let opened = open_index(&self.directory, &path, self.options.cache_bytes)?;
        let index = self.replay(opened)?;
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
        let mut state = self.state.write_alone();
        if state.is_failed() {
            state.index = None;
            state.index = Some(Arc::new(self.reopened()?));
            state.memtable = Shared::default();
            state.flushing = None;
        }
        Ok(())
    }

    /// The index anew: at home, there in the room of the reserve, or else elsewhere.
    fn reopened(&self) -> Result<Index, StoreError> {
        *self.elsewhere() = None;
        let mut opened = self.opened();
        if lacks_room(&opened) {
            self.fill_up();
            opened = self.opened();
        }
        if lacks_room(&opened) {
            self.full.store(true, Ordering::Release);
            *self.elsewhere() = Some(Elsewhere::take(&self.directory)?);
            opened = self.opened();
        }
        opened
    }

    /// The index as it stands on the disk, brought up to the journal, or made again.
    fn opened(&self) -> Result<Index, StoreError> {
        let path = self.index_path();
        self.brought_up(whole_index(&self.directory, &path, self.options.cache_bytes)?)
    }

    fn brought_up(&self, index: Option<Index>) -> Result<Index, StoreError> {
        let index = match index.filter(|index| self.belongs(index)) {
            Some(index) => self.replay(index)?,
            None => self.rebuild()?,
        };
        index.begin()?;
        Ok(index)
    }

    fn elsewhere(&self) -> MutexGuard<'_, Option<Elsewhere>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn index_path(&self) -> PathBuf {
        let home = || self.directory.join("index");
        self.elsewhere().as_ref().map_or_else(home, Elsewhere::index)
    }

    /// Brings the index home. Whoever reads waits meanwhile.
    fn come_home(&self) {
        let _committing = self.committing.lock().unwrap_or_else(PoisonError::into_inner);
        self.state.finish();
        let mut state = self.state.write_alone();
        if state.closed {
            return;
        }
        // Dropped before it is opened anew. Where that fails the next view tries again.
        state.index = None;
        match self.reopened() {
            Ok(index) => state.index = Some(Arc::new(index)),
            Err(error) => tracing::error!("the index did not come home: {error}"),
        }
        state.memtable = Shared::default();
        state.flushing = None;
    }
}

/// Whether there was no room for it.
fn lacks_room<T>(done: &Result<T, StoreError>) -> bool {
    matches!(done, Err(StoreError::Full))
}

fn open_index(data: &Path, path: &Path, cache_bytes: u64) -> Result<Index, StoreError> {
    Index::open(path, Values::new(&data.join("journal")), cache_bytes)
}

/// The index as it was left, at home, there in the room of the reserve, or else elsewhere. No
/// journal is open yet: what of it could not be synced is never synced again.
fn found(data: &Path, options: &Options) -> Result<(Option<Index>, Option<Elsewhere>), StoreError> {
    elsewhere::clear(data);
    let home = data.join("index");
    let mut index = whole_index(data, &home, options.cache_bytes);
    let reserve = Reserve::new(data, options.reserve_bytes);
    if lacks_room(&index) && reserve.held() > 0 {
        reserve.give()?;
        index = whole_index(data, &home, options.cache_bytes);
    }
    if !lacks_room(&index) {
        return Ok((index?, None));
    }
    let elsewhere = Elsewhere::take(data)?;
    Ok((whole_index(data, &elsewhere.index(), options.cache_bytes)?, Some(elsewhere)))
}

/// The index as it was left, if every leaf is as it was written.
///
/// Errors: `Full` when sled finds no room to open.
fn whole_index(data: &Path, path: &Path, cache_bytes: u64) -> Result<Option<Index>, StoreError> {
    if !path.is_dir() {
        return Ok(None);
    }
    match open_index(data, path, cache_bytes) {
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
    let index = whole_index(data, &data.join("index"), Options::default().cache_bytes).ok()??;
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

impl Store for SledStore {
    fn view(&self) -> Result<Box<dyn View + '_>, StoreError> {
        let mut state = self.state.read();
        if state.is_failed() {
            drop(state);
            self.mend()?;
            state = self.state.read();
        }
        Ok(Box::new(self.state.view(&state)?))
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
        let away = self.elsewhere().is_some();
        if away && !elsewhere::may_come_home(&self.directory) {
            return;
        }
        match self.reserve.take() {
            Ok(()) => {
                self.spared.store(0, Ordering::Release);
                self.full.store(false, Ordering::Release);
                tracing::info!("the disk has room");
                if away {
                    self.come_home();
                }
            }
            Err(error) => tracing::debug!("no room for the reserve yet: {error}"),
        }
    }

    fn close(&self) -> Result<(), StoreError> {
        let _committing = self.committing.lock().unwrap_or_else(PoisonError::into_inner);
        self.state.flush();
        let mut state = self.state.write_alone();
        state.closed = true;
        match state.index.take() {
            Some(index) if !index.failed() => index.stop(),
            _ => Ok(()),
        }
    }
}
