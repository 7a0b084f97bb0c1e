//! Opening a journal: its last segment is read, and an append that was torn is cut off.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::frame::{self, Found};
use super::journal::{Map, Tail};
use super::segment::{self, Segment};
use super::{Head, Kept, StoreError};

pub(super) struct Recovered {
    pub tail: Tail,
    pub map: Map,
}

/// Reads which segments there are and the whole of the last one. `least` is an entry that is known to
/// have been synced.
///
/// Errors: `Damaged` with the place when something that had been synced is missing or altered;
/// then no byte was changed.
pub(super) fn recover(
    directory: &Path,
    disk: &dyn Disk,
    least: u64,
) -> Result<Recovered, StoreError> {
    let mut files = segment::list(directory)?;
    let mut torn = Vec::new();
    while let Some((number, path)) = files.pop() {
        let bytes = fs::read(&path)?;
        let Some(last) = read_last(number, &path, &bytes)? else {
            torn.push(path);
            continue;
        };
        let mut segments = open_all(&files)?;
        if segments.last().is_some_and(|before| before.first >= last.segment.first) {
            let name = segment::name(&last.segment.path);
            return Err(StoreError::Damaged(format!(
                "segment {name} does not follow the one before it"
            )));
        }
        segments.push(last.segment.clone());
        reaches(last.head.seq, least)?;
        remove(directory, disk, &torn)?;
        return finish(directory, disk, segments, last, bytes.len());
    }
    reaches(0, least)?;
    remove(directory, disk, &torn)?;
    Ok(Recovered {
        tail: Tail { file: None, head: Head::default(), held: 0, broken: None },
        map: Map::default(),
    })
}

fn reaches(end: u64, least: u64) -> Result<(), StoreError> {
    if end >= least {
        return Ok(());
    }
    Err(StoreError::Damaged(format!(
        "entry {} of the journal is damaged or missing: what lies beside the journal tells of entry \
         {least}. To go on without it, knowing that it is lost, move index/ and journal/head away",
        end + 1
    )))
}

fn remove(directory: &Path, disk: &dyn Disk, torn: &[PathBuf]) -> Result<(), StoreError> {
    for path in torn {
        tracing::warn!(segment = %segment::name(path), "removed a segment whose first append was torn");
        fs::remove_file(path)?;
    }
    Ok(disk.sync_names(directory)?)
}

fn open_all(files: &[(u32, PathBuf)]) -> Result<Vec<Segment>, StoreError> {
    files.iter().map(|(number, path)| Segment::open(path, *number)).collect()
}

struct Last {
    segment: Segment,
    places: Vec<u64>,
    head: Head,
    /// The end of the last whole frame.
    length: usize,
}

/// `None` when the segment holds no whole entry and never did.
fn read_last(number: u32, path: &Path, bytes: &[u8]) -> Result<Option<Last>, StoreError> {
    let Found::Frame { payload: title, .. } = frame::at(bytes, 0) else {
        return match frame::synced_behind(bytes, 0) {
            true => Err(StoreError::Damaged(format!(
                "the first frame of segment {} does not match its checksum",
                segment::name(path)
            ))),
            false => Ok(None),
        };
    };
    let segment = Segment::read_title(path, number, title)?;
    let mut place = frame::HEADER + title.len();
    let mut places = Vec::new();
    let mut text: Option<&[u8]> = None;
    loop {
        match frame::at(bytes, place) {
            Found::Frame { payload, .. } => {
                places.push(place as u64);
                text = Some(payload);
                place += frame::HEADER + payload.len();
            }
            Found::End => break,
            Found::Short | Found::Bad if !frame::synced_behind(bytes, place) => break,
            Found::Short | Found::Bad => {
                return Err(damaged(&segment, places.len(), "does not match its checksum"));
            }
        }
    }
    let Some(text) = text else {
        return Ok(None);
    };
    let head = last_head(&segment, places.len(), text)?;
    Ok(Some(Last { segment, places, head, length: place }))
}

fn last_head(segment: &Segment, count: usize, text: &[u8]) -> Result<Head, StoreError> {
    let last = Kept::decode(text)
        .map_err(|error| damaged(segment, count - 1, &format!("cannot be read: {error}")))?;
    if last.seq != segment.first + count as u64 - 1 {
        return Err(damaged(segment, count - 1, &format!("calls itself {}", last.seq)));
    }
    Ok(Head { seq: last.seq, hash: last.hash, time: last.entry.time })
}

fn damaged(segment: &Segment, index: usize, what: &str) -> StoreError {
    let (seq, name) = (segment.first + index as u64, segment::name(&segment.path));
    StoreError::Damaged(format!("entry {seq} in segment {name} {what}"))
}

/// Syncs what was found before anything is built on it: its writer may have died before the sync.
fn finish(
    directory: &Path,
    disk: &dyn Disk,
    segments: Vec<Segment>,
    last: Last,
    found: usize,
) -> Result<Recovered, StoreError> {
    let file = OpenOptions::new().read(true).write(true).open(&last.segment.path)?;
    let length = last.length as u64;
    if found > last.length {
        let (entry, bytes) = (last.head.seq, found - last.length);
        tracing::warn!(entry, bytes, "cut off an append that was torn behind this entry");
        disk.cut(&file, length)?;
    }
    disk.sync(&file)?;
    disk.sync_names(directory)?;
    let head = last.head;
    Ok(Recovered {
        tail: Tail { file: Some((file, length)), head, held: 0, broken: None },
        map: Map { segments, places: last.places, head },
    })
}

/// Whether a segment whose first frame is damaged was never synced.
pub(super) fn is_torn_start(path: &Path) -> bool {
    fs::read(path).is_ok_and(|bytes| !frame::synced_behind(&bytes, 0))
}
