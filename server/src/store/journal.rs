//! The journal: the one truth. Entries are appended in groups, one write and one sync each.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::disk::Disk;
use super::entry::Span;
use super::extent::{self, Told};
use super::frame::{self, Kind};
use super::recover::{self, Recovered};
use super::segment::{self, Segment, Walk};
use super::values::Place;
use super::{Entry, Hash, Head, Kept, StoreError, is_full};

/// A segment is not begun before the one before holds this much.
const SEGMENT_BYTES: u64 = 64 << 20;
/// So much room behind its end the journal always holds: what a full disk must keep, too, finds it
/// there, also after other programs took the last free byte.
// DECISIONS 91
pub(super) const AHEAD_BYTES: u64 = 1 << 20;

pub struct Journal {
    directory: PathBuf,
    disk: Arc<dyn Disk>,
    segment_bytes: u64,
    tail: Mutex<Tail>,
    map: Mutex<Map>,
    told: Told,
}

/// The end of the journal, where the next append goes.
pub(super) struct Tail {
    /// The open last segment and its length; `None` before the first entry.
    pub file: Option<(File, u64)>,
    pub head: Head,
    /// As far as this place of the open segment there is room for sure.
    pub held: u64,
    /// Why nothing can be appended any more.
    pub broken: Option<String>,
}

impl Tail {
    /// Holds room for so many bytes, and what is held ahead of them.
    ///
    /// Errors: `Full`; nothing was written then.
    fn hold(&mut self, disk: &dyn Disk, bytes: u64) -> Result<(), StoreError> {
        let Some((file, length)) = &self.file else { return Ok(()) };
        if length + bytes + AHEAD_BYTES > self.held {
            let room = bytes + 2 * AHEAD_BYTES;
            disk.hold(file, *length, room)?;
            self.held = length + room;
        }
        Ok(())
    }
}

/// The places of entries.
#[derive(Default)]
pub(super) struct Map {
    pub segments: Vec<Segment>,
    /// The place of each entry of the last segment.
    pub places: Vec<u64>,
    pub head: Head,
}

impl Journal {
    /// Opens what is there, cutting off an append that was torn. Entries up to `least` are known to
    /// have been kept.
    pub fn open(
        directory: &Path,
        disk: Arc<dyn Disk>,
        segment_bytes: Option<u64>,
        least: u64,
    ) -> Result<Journal, StoreError> {
        fs::create_dir_all(directory)?;
        let witness = extent::told(directory);
        let least = least.max(witness.map_or(0, |(seq, _)| seq));
        let Recovered { mut tail, map } = recover::recover(directory, &*disk, least)?;
        // On a full disk there is what was held before.
        let _ = tail.hold(&*disk, 0);
        if witness.is_none() && least == 0 && map.head.seq > 0 {
            tracing::warn!("{}", unconfirmed(map.head.seq));
        }
        let told = Told::open(directory);
        told.tell(map.head);
        told.sync();
        Ok(Journal {
            told,
            directory: directory.to_owned(),
            disk,
            segment_bytes: segment_bytes.unwrap_or(SEGMENT_BYTES),
            tail: Mutex::new(tail),
            map: Mutex::new(map),
        })
    }

    pub fn head(&self) -> Head {
        self.map().head
    }

    /// Why the journal takes nothing any more, if so.
    pub fn broken(&self) -> Option<String> {
        self.tail().broken.clone()
    }

    /// Makes the group durable and says where its values stand, entry by entry in the order of their
    /// keys. After `Err` nothing of it counts before the next start, and only after `Unknown` may it
    /// count then.
    pub fn append(&self, group: &[Entry]) -> Result<(Head, Vec<Place>), StoreError> {
        self.put(group, false)
    }

    /// The same in the room that is held for it.
    pub(super) fn append_spared(&self, group: &[Entry]) -> Result<(Head, Vec<Place>), StoreError> {
        self.put(group, true)
    }

    fn put(&self, group: &[Entry], spared: bool) -> Result<(Head, Vec<Place>), StoreError> {
        let mut tail = self.tail();
        if let Some(why) = &tail.broken {
            return Err(StoreError::ReadOnly(why.clone()));
        }
        let Some(last) = group.last() else {
            return Ok((tail.head, Vec::new()));
        };
        let (first, prev) = (tail.head.seq + 1, tail.head.hash);
        let texts = Texts::of(group, first, prev);
        let length = tail.file.as_ref().map(|(_, length)| *length);
        let places = match length {
            Some(length) if spared || length + texts.size() <= self.segment_bytes => {
                if !spared {
                    tail.hold(&*self.disk, texts.size())?;
                }
                let (bytes, places) = texts.frames(Vec::new(), length);
                if let Err(error) = self.extend(&mut tail, &bytes) {
                    // What was held went with what was taken back.
                    tail.held = 0;
                    let _ = tail.hold(&*self.disk, 0);
                    return Err(error);
                }
                places
            }
            _ => self.begin_segment(&mut tail, &texts, first, prev)?,
        };
        let seq = tail.head.seq + group.len() as u64;
        tail.head = Head { seq, hash: texts.last, time: last.time };
        let mut map = self.map();
        let segment = map.segments.last().map_or(0, |segment| segment.number);
        let values = texts.values(segment, &places);
        map.places.extend(places);
        map.head = tail.head;
        drop(map);
        self.told.tell(tail.head);
        Ok((tail.head, values))
    }

    fn extend(&self, tail: &mut Tail, bytes: &[u8]) -> Result<(), StoreError> {
        let Tail { file: Some((file, length)), broken, .. } = tail else {
            return Err(StoreError::Unavailable("the journal has no open segment".to_owned()));
        };
        if let Err(error) = self.disk.write(file, *length, bytes) {
            let back = || self.disk.cut(file, *length).and_then(|()| self.disk.sync(file));
            return Err(unwritten(broken, &error, back));
        }
        self.disk.sync(file).map_err(|error| broke(broken, "a sync", &error))?;
        *length += bytes.len() as u64;
        Ok(())
    }

    /// The new segment's first frame, the group and the file's name become durable together.
    fn begin_segment(
        &self,
        tail: &mut Tail,
        texts: &Texts,
        first: u64,
        prev: Hash,
    ) -> Result<Vec<u64>, StoreError> {
        let number = self.map().segments.last().map_or(1, |last| last.number + 1);
        let path = segment::path(&self.directory, number);
        let mut bytes = Vec::new();
        frame::push(&mut bytes, Kind::Opens, &segment::title(first, prev));
        let (bytes, places) = texts.frames(bytes, 0);
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path)?;
        let held = bytes.len() as u64 + 2 * AHEAD_BYTES;
        let write = || self.disk.write(&file, 0, &bytes);
        if let Err(error) = self.disk.hold(&file, 0, held).and_then(|()| write()) {
            let names = || self.disk.sync_names(&self.directory);
            let back = || fs::remove_file(&path).and_then(|()| names());
            return Err(unwritten(&mut tail.broken, &error, back));
        }
        let synced = self.disk.sync(&file).and_then(|()| self.disk.sync_names(&self.directory));
        synced.map_err(|error| broke(&mut tail.broken, "a sync", &error))?;
        tail.held = held;
        if let Some((full, length)) = tail.file.replace((file, bytes.len() as u64)) {
            // Room that is held there for nothing; a disk that does not give it back keeps it.
            let _ = self.disk.cut(&full, length);
        }
        let mut map = self.map();
        map.segments.push(Segment { number, path, first, prev });
        map.places.clear();
        Ok(places)
    }

    /// The entries from `from` to the head, read as they are asked for.
    pub fn entries(&self, from: u64) -> Walk {
        let map = self.map();
        let holds = map.segments.partition_point(|segment| segment.first <= from).max(1) - 1;
        let segments = map.segments.get(holds..).unwrap_or_default().to_vec();
        let place = match segments.as_slice() {
            [last] => from.checked_sub(last.first).and_then(|index| usize::try_from(index).ok()),
            _ => None,
        };
        let walk = Walk::new(segments, from, Some(map.head.seq));
        match place.and_then(|index| map.places.get(index)) {
            Some(place) => walk.begin_at(from, *place),
            None => walk,
        }
    }

    fn tail(&self) -> MutexGuard<'_, Tail> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn map(&self) -> MutexGuard<'_, Map> {
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is said of a journal whose end nothing beside it tells: what was cut off it leaves no trace.
pub fn unconfirmed(seq: u64) -> String {
    format!(
        "neither journal/head nor a whole index tells where the journal ends: entries behind entry {seq} may \
         be missing"
    )
}

/// After a failed sync the kernel may have dropped the bytes and call the next sync a success, so
/// nothing is tried again: only a start, which reads what is really there, ends this.
// DECISIONS 47
fn broke(broken: &mut Option<String>, what: &str, error: &io::Error) -> StoreError {
    let why = format!("{what} of the journal failed ({error}); read-only until the next start");
    tracing::error!("{why}");
    *broken = Some(why.clone());
    StoreError::Unknown(why)
}

/// A full disk is no failing one: once the write is durably taken back, the next may work.
fn unwritten(
    broken: &mut Option<String>,
    error: &io::Error,
    back: impl FnOnce() -> io::Result<()>,
) -> StoreError {
    if !is_full(error) {
        return broke(broken, "a write", error);
    }
    match back() {
        Ok(()) => StoreError::Full,
        Err(back) => broke(broken, "taking back a write", &back),
    }
}

/// A group's entries as text, linked to each other.
struct Texts {
    texts: Vec<Vec<u8>>,
    spans: Vec<Vec<Span>>,
    last: Hash,
}

impl Texts {
    fn of(group: &[Entry], first: u64, prev: Hash) -> Texts {
        let mut last = prev;
        let texts = (first..).zip(group).map(|(seq, entry)| {
            let (text, spans, hash) = entry.encode(seq, &last);
            last = hash;
            (text, spans)
        });
        let (texts, spans) = texts.unzip();
        Texts { texts, spans, last }
    }

    fn values(&self, segment: u32, places: &[u64]) -> Vec<Place> {
        let entries = places.iter().zip(&self.spans);
        entries.flat_map(|(frame, spans)| segment::places(segment, *frame, spans)).collect()
    }

    fn size(&self) -> u64 {
        self.texts.iter().map(|text| (text.len() + frame::HEADER) as u64).sum()
    }

    /// The frames behind `bytes`, which will stand at `base` of the file, and the place of each.
    fn frames(&self, mut bytes: Vec<u8>, base: u64) -> (Vec<u8>, Vec<u64>) {
        bytes.reserve(usize::try_from(self.size()).unwrap_or(0));
        let mut places = Vec::with_capacity(self.texts.len());
        for text in &self.texts {
            let kind = if bytes.is_empty() { Kind::Opens } else { Kind::Goes };
            places.push(base + bytes.len() as u64);
            frame::push(&mut bytes, kind, text);
        }
        (bytes, places)
    }
}

/// The outcome of walking over a whole journal that no process has open.
pub struct Walked {
    pub head: Head,
    /// The first thing that is wrong, with its place.
    pub damage: Option<String>,
    /// An append at the very end that was torn; the next start cuts it off.
    pub torn: Option<String>,
}

/// Reads every entry without changing a byte.
pub fn walk(directory: &Path, mut each: impl FnMut(Kept)) -> Walked {
    let mut walked = Walked { head: Head::default(), damage: None, torn: None };
    let files = match segment::list(directory) {
        Ok(files) => files,
        Err(error) => {
            walked.damage = Some(error.to_string());
            return walked;
        }
    };
    let mut segments = Vec::new();
    for (index, (number, path)) in files.iter().enumerate() {
        match Segment::open(path, *number) {
            Ok(segment) => segments.push(segment),
            Err(error) if index + 1 == files.len() && recover::is_torn_start(path) => {
                walked.torn = Some(error.to_string());
            }
            Err(error) => {
                walked.damage = Some(error.to_string());
                return walked;
            }
        }
    }
    if let Some(first) =
        segments.first().filter(|first| first.first != 1 || first.prev != Hash::default())
    {
        walked.damage =
            Some(format!("the journal begins with entry {}, not with entry 1", first.first));
        return walked;
    }
    let mut entries = Walk::new(segments, 1, None);
    for entry in &mut entries {
        match entry.map(|(kept, _)| kept) {
            Ok(kept) => {
                walked.head = Head { seq: kept.seq, hash: kept.hash, time: kept.entry.time };
                each(kept);
            }
            Err(error) => walked.damage = Some(error.to_string()),
        }
    }
    walked.torn = walked.torn.or(entries.short);
    walked
}
