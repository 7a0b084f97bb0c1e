//! A place for the index where the site's disk has no room for it: the journal can make all of it
//! again, so that it may lie where nothing outlives the machine.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::StoreError;
use super::reserve::free;

/// Beside twice what the index is, so that it can be opened, merged into and made again.
const MORE_BYTES: u64 = 16 << 20;
/// Memory as a file system, first.
const MEMORY: &str = "/dev/shm";

/// A directory of this site's own, removed when it is let go of.
// DECISIONS 91
pub(super) struct Elsewhere(PathBuf);

impl Elsewhere {
    /// Copies the index to where there is room for it. Nobody else has the site open.
    ///
    /// Errors: `Full` when there is none anywhere.
    pub(super) fn take(data: &Path) -> Result<Elsewhere, StoreError> {
        clear(data);
        let index = data.join("index");
        let needed = 2 * bytes_below(&index).unwrap_or(0) + MORE_BYTES;
        let has_room = |place: &&PathBuf| place.parent().is_some_and(|on| roomy(on, needed));
        for place in places(data)?.iter().filter(has_room) {
            let elsewhere = match DirBuilder::new().mode(0o700).create(place) {
                Ok(()) => Elsewhere(place.clone()),
                Err(_) => continue,
            };
            if copy(&index, &elsewhere.index()).is_ok() {
                let place = place.display();
                tracing::warn!(%place, "no room for the index: it lies here meanwhile");
                return Ok(elsewhere);
            }
        }
        Err(StoreError::Full)
    }

    pub(super) fn index(&self) -> PathBuf {
        self.0.join("index")
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            tracing::warn!(place = %self.0.display(), "the index stays where it lay: {error}");
        }
    }
}

/// Removes what a process left there that was killed.
pub(super) fn clear(data: &Path) {
    for place in places(data).unwrap_or_default() {
        // Most often there is none, and what is somebody else's cannot be removed.
        let _ = fs::remove_dir_all(place);
    }
}

/// Whether the index may come home: the disk has room for more than a moment.
pub(super) fn may_come_home(data: &Path) -> bool {
    roomy(data, MORE_BYTES)
}

fn roomy(on: &Path, bytes: u64) -> bool {
    free(on).is_ok_and(|free| free >= bytes)
}

/// Named after the data directory, so that its next start finds them.
fn places(data: &Path) -> io::Result<[PathBuf; 2]> {
    let name =
        format!("godown-{:016x}", xxh3_64(data.canonicalize()?.as_os_str().as_encoded_bytes()));
    Ok([PathBuf::from(MEMORY), std::env::temp_dir()].map(|on| on.join(&name)))
}

fn bytes_below(directory: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for item in fs::read_dir(directory)? {
        let item = item?;
        let about = item.metadata()?;
        bytes += if about.is_dir() { bytes_below(&item.path())? } else { about.len() };
    }
    Ok(bytes)
}

/// An index that is not there is made from the journal.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    fs::create_dir(to)?;
    for item in fs::read_dir(from)? {
        let path = item?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        match path.is_dir() {
            true => copy(&path, &target)?,
            false => drop(fs::copy(&path, &target)?),
        }
    }
    Ok(())
}
