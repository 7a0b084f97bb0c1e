//! The files of the journal: which there are, and reading entries from them in order.

use std::fs::{self, File};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::entry::Span;
use super::frame::{self, HEADER};
use super::values::Place;
use super::{Hash, Kept, StoreError};

/// The format of a segment's first frame.
const FORMAT: u32 = 1;

/// One file of the journal, known by what its first frame says.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub number: u32,
    pub path: PathBuf,
    /// The first entry it holds, and the hash of the one before.
    pub first: u64,
    pub prev: Hash,
}

#[derive(Serialize, Deserialize)]
struct Title {
    godown_journal: u32,
    first_seq: u64,
    prev: Hash,
}

pub(super) fn path(directory: &Path, number: u32) -> PathBuf {
    directory.join(format!("{number:04}.log"))
}

pub(super) fn title(first: u64, prev: Hash) -> Vec<u8> {
    let title = Title { godown_journal: FORMAT, first_seq: first, prev };
    serde_json::to_vec(&title).expect("invariant: two numbers and a hash are JSON")
}

impl Segment {
    pub(super) fn read_title(
        path: &Path,
        number: u32,
        payload: &[u8],
    ) -> Result<Segment, StoreError> {
        let name = name(path);
        let title: Title = serde_json::from_slice(payload).map_err(|error| {
            StoreError::Damaged(format!(
                "the first frame of segment {name} cannot be read: {error}"
            ))
        })?;
        if title.godown_journal != FORMAT {
            return Err(StoreError::Damaged(format!(
                "segment {name} has format {}, which this program does not know",
                title.godown_journal
            )));
        }
        let (first, prev) = (title.first_seq, title.prev);
        Ok(Segment { number, path: path.to_owned(), first, prev })
    }

    /// Reads only the first frame.
    pub(super) fn open(path: &Path, number: u32) -> Result<Segment, StoreError> {
        let mut reader = BufReader::new(File::open(path)?);
        match next_frame(&mut reader, Want::Payload)? {
            Next::Payload(payload) => Segment::read_title(path, number, &payload),
            _ => Err(StoreError::Damaged(format!(
                "the first frame of segment {} does not match its checksum",
                name(path)
            ))),
        }
    }
}

pub(super) fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The places of an entry's values, in a segment whose frame for it begins at `frame`.
pub(super) fn places(segment: u32, frame: u64, spans: &[Span]) -> impl Iterator<Item = Place> {
    // A segment holds 64 MiB and one group: far below the 4 GiB that a place can name.
    let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    spans.iter().map(move |span| Place {
        segment,
        offset: narrow(frame + (HEADER + span.start) as u64),
        length: narrow(span.len() as u64),
    })
}

/// The segment files by number, which run from 1 without a gap.
pub(super) fn list(directory: &Path) -> Result<Vec<(u32, PathBuf)>, StoreError> {
    let mut found = Vec::new();
    for item in fs::read_dir(directory)? {
        let path = item?.path();
        let number = path.file_name().and_then(|name| name.to_str());
        if let Some(number) = number.and_then(|name| name.strip_suffix(".log")?.parse().ok()) {
            found.push((number, path));
        }
    }
    found.sort();
    for (index, (number, _)) in found.iter().enumerate() {
        if u32::try_from(index + 1) != Ok(*number) {
            let missing = path(directory, u32::try_from(index + 1).unwrap_or(u32::MAX));
            return Err(StoreError::Damaged(format!("segment {} is missing", name(&missing))));
        }
    }
    Ok(found)
}

/// The part of the next frame that is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Payload,
    /// Only its end: it is passed over unread.
    Place,
}

enum Next {
    Payload(Vec<u8>),
    /// A whole frame of this length.
    Passed(u64),
    End,
    Short,
    Bad,
}

fn next_frame(reader: &mut BufReader<File>, want: Want) -> Result<Next, StoreError> {
    let mut head = [0; HEADER];
    match fill(reader, &mut head)? {
        0 => return Ok(Next::End),
        HEADER => {}
        _ => return Ok(Next::Short),
    }
    let Some((_, length, crc)) = frame::header(&head) else {
        return Ok(Next::Bad);
    };
    if want == Want::Place {
        reader.seek_relative(i64::try_from(length).unwrap_or(i64::MAX))?;
        return Ok(Next::Passed((HEADER + length) as u64));
    }
    let mut payload = vec![0; length];
    if fill(reader, &mut payload)? < length {
        return Ok(Next::Short);
    }
    Ok(if crc32fast::hash(&payload) == crc { Next::Payload(payload) } else { Next::Bad })
}

fn fill(reader: &mut BufReader<File>, into: &mut [u8]) -> Result<usize, StoreError> {
    let mut filled = 0;
    while filled < into.len() {
        match reader.read(&mut into[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(filled)
}

/// Entries in order over several segments, each checked: bytes, number, link to the one before.
pub struct Walk {
    segments: std::vec::IntoIter<Segment>,
    reader: Option<BufReader<File>>,
    segment: String,
    number: u32,
    /// The place of the next frame in the open segment.
    frame: u64,
    /// The entry to come, and the hash it must name if that is known.
    next: u64,
    prev: Option<Hash>,
    /// Entries before this one are passed over unread.
    from: u64,
    /// The place of one entry of the first segment, if it is known.
    place: Option<(u64, u64)>,
    /// The last entry to give; `None` walks to the end of the files.
    end: Option<u64>,
    /// Set when the last segment ends inside a frame.
    pub short: Option<String>,
    done: bool,
}

impl Walk {
    /// `segments` must begin with the one that holds entry `from`.
    pub(super) fn new(segments: Vec<Segment>, from: u64, end: Option<u64>) -> Walk {
        let next = segments.first().map_or(from, |segment| segment.first);
        Walk {
            segments: segments.into_iter(),
            reader: None,
            segment: String::new(),
            number: 0,
            frame: 0,
            next,
            prev: None,
            from,
            place: None,
            end,
            short: None,
            done: false,
        }
    }

    /// Saves walking over the entries before `seq`, which begins at `place` of the first segment.
    pub(super) fn begin_at(mut self, seq: u64, place: u64) -> Walk {
        self.place = Some((seq, place));
        self
    }

    /// The end, in its segment, of the last entry given.
    pub(super) fn reached(&self) -> u64 {
        self.frame
    }

    fn step(&mut self) -> Result<Option<(Kept, Vec<Place>)>, StoreError> {
        loop {
            if self.end.is_some_and(|end| self.next > end) {
                return Ok(None);
            }
            let Some(reader) = &mut self.reader else {
                if !self.open_next()? {
                    return Ok(None);
                }
                continue;
            };
            let want = if self.next < self.from { Want::Place } else { Want::Payload };
            match next_frame(reader, want)? {
                Next::End => self.reader = None,
                Next::Passed(length) => {
                    self.frame += length;
                    self.next += 1;
                    self.prev = None;
                }
                Next::Payload(payload) => {
                    let kept = self.check(&payload)?;
                    let places = places(self.number, self.frame, &kept.spans).collect();
                    self.frame += (HEADER + payload.len()) as u64;
                    return Ok(Some((kept, places)));
                }
                Next::Short if self.segments.len() == 0 && self.end.is_none() => {
                    self.short = Some(self.wrong("is incomplete"));
                    return Ok(None);
                }
                Next::Short | Next::Bad => {
                    return Err(StoreError::Damaged(self.wrong("does not match its checksum")));
                }
            }
        }
    }

    fn open_next(&mut self) -> Result<bool, StoreError> {
        let Some(segment) = self.segments.next() else {
            return Ok(false);
        };
        self.segment = name(&segment.path);
        if segment.first != self.next {
            return Err(StoreError::Damaged(format!(
                "segment {} begins with entry {} where entry {} belongs",
                self.segment, segment.first, self.next
            )));
        }
        if self.prev.is_some_and(|prev| prev != segment.prev) {
            return Err(StoreError::Damaged(format!(
                "segment {} does not follow from the one before it",
                self.segment
            )));
        }
        self.prev = Some(segment.prev);
        let mut reader = BufReader::with_capacity(1 << 18, File::open(&segment.path)?);
        self.number = segment.number;
        self.frame = match next_frame(&mut reader, Want::Place)? {
            Next::Passed(length) => length,
            _ => return Err(StoreError::Damaged(self.wrong("does not match its checksum"))),
        };
        if let Some((seq, place)) = self.place.take() {
            reader.seek(SeekFrom::Start(place))?;
            self.frame = place;
            self.prev = None;
            self.next = seq;
        }
        self.reader = Some(reader);
        Ok(true)
    }

    fn check(&mut self, payload: &[u8]) -> Result<Kept, StoreError> {
        let kept = Kept::decode(payload).map_err(|error| {
            StoreError::Damaged(self.wrong(&format!("cannot be read: {error}")))
        })?;
        if kept.seq != self.next {
            return Err(StoreError::Damaged(self.wrong(&format!("calls itself {}", kept.seq))));
        }
        if self.prev.is_some_and(|prev| prev != kept.prev) {
            return Err(StoreError::Damaged(
                self.wrong("does not follow from the entry before it"),
            ));
        }
        self.prev = Some(kept.hash);
        self.next += 1;
        Ok(kept)
    }

    fn wrong(&self, what: &str) -> String {
        format!("entry {} in segment {} {what}", self.next, self.segment)
    }
}

impl Iterator for Walk {
    type Item = Result<(Kept, Vec<Place>), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.step().transpose();
        self.done = !matches!(step, Some(Ok(_)));
        step
    }
}
