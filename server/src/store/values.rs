//! Reading single values where the journal holds them: the index keeps only their places.

use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use xxhash_rust::xxh3::xxh3_64;

use super::{StoreError, segment};

/// A shorter value stands in the index itself: reading it there costs no call to the system.
// DECISIONS 11
const SHORT: usize = 64;

/// The place of a value in the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    pub segment: u32,
    pub offset: u32,
    pub length: u32,
}

/// Whether a value stands in the index itself.
fn is_short(value: &[u8]) -> bool {
    value.len() < SHORT
}

/// The index's slot for a value: `0` and the value itself, or `1`, its place and its hash.
pub fn slot(value: &[u8], place: Place) -> Vec<u8> {
    let mut slot = Vec::with_capacity(SHORT);
    if is_short(value) {
        slot.push(0);
        slot.extend_from_slice(value);
        return slot;
    }
    slot.push(1);
    for number in [place.segment, place.offset, place.length] {
        slot.extend_from_slice(&number.to_le_bytes());
    }
    slot.extend_from_slice(&xxh3_64(value).to_le_bytes());
    slot
}

/// The place of a value that stands in the journal, and its hash.
pub(super) fn place(slot: &[u8]) -> Result<(Place, u64), StoreError> {
    let Some((1, rest)) = slot.split_first() else { return Err(unreadable()) };
    let ([segment, offset, length, low, high], []) = rest.as_chunks::<4>() else {
        return Err(unreadable());
    };
    let [segment, offset, length] = [segment, offset, length].map(|n| u32::from_le_bytes(*n));
    let [low, high] = [low, high].map(|n| u64::from(u32::from_le_bytes(*n)));
    Ok((Place { segment, offset, length }, high << 32 | low))
}

/// The journal's files, opened as values of them are asked for.
pub struct Values {
    directory: PathBuf,
    files: RwLock<Vec<Option<Arc<File>>>>,
}

impl Values {
    pub fn new(directory: &Path) -> Values {
        Values { directory: directory.to_owned(), files: RwLock::default() }
    }

    /// The value a slot stands for, checked against its hash.
    pub fn read(&self, slot: &[u8]) -> Result<Vec<u8>, StoreError> {
        match slot.split_first() {
            Some((0, value)) => Ok(value.to_vec()),
            _ => {
                let (place, hash) = place(slot)?;
                self.fetch(place, hash)
            }
        }
    }

    fn fetch(&self, place: Place, hash: u64) -> Result<Vec<u8>, StoreError> {
        let mut value = vec![0; place.length as usize];
        let wrong = |what: &str| {
            let name = segment::name(&segment::path(&self.directory, place.segment));
            let at = place.offset;
            StoreError::Damaged(format!("the value at byte {at} of segment {name} {what}"))
        };
        match self.file(place.segment)?.read_exact_at(&mut value, u64::from(place.offset)) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(wrong("is missing")),
            Err(error) => Err(error.into()),
            Ok(()) if xxh3_64(&value) != hash => Err(wrong("does not match its checksum")),
            Ok(()) => Ok(value),
        }
    }

    fn file(&self, number: u32) -> Result<Arc<File>, StoreError> {
        let index = number as usize;
        let known = self.files.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(Some(file)) = known.get(index) {
            return Ok(file.clone());
        }
        drop(known);
        let file = Arc::new(File::open(segment::path(&self.directory, number))?);
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        if files.len() <= index {
            files.resize(index + 1, None);
        }
        files[index] = Some(file.clone());
        Ok(file)
    }
}

fn unreadable() -> StoreError {
    StoreError::Damaged("the index is damaged: a slot cannot be read".to_owned())
}
