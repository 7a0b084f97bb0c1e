//! Room that is held on the disk, so that reads, the index and a start have some when it is full.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes go on once there is room for the reserve and this share of it more: else a little room
/// would be taken and given back by turns.
const SHARE_MORE: u64 = 4;
const PART: usize = 1 << 20;

/// How many bytes are free on a place's disk.
pub(super) fn free(place: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(place)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[derive(Clone)]
pub(super) struct Reserve {
    path: PathBuf,
    bytes: u64,
}

impl Reserve {
    pub(super) fn new(data: &Path, bytes: u64) -> Reserve {
        Reserve { path: data.join("reserve"), bytes }
    }

    /// Without one, every commit finds out for itself whether there is room.
    pub(super) fn is_wanted(&self) -> bool {
        self.bytes > 0
    }

    /// Holds the room, and finds out on the way that there is some beyond it.
    ///
    /// Errors: whatever the disk says; nothing is held then.
    pub(super) fn take(&self) -> io::Result<()> {
        if !self.is_wanted() {
            return self.give();
        }
        if self.held() == self.bytes {
            return Ok(());
        }
        // Asked first, so that a look at a full disk costs nothing.
        if self.free()? < self.whole() {
            return Err(ErrorKind::StorageFull.into());
        }
        self.write().inspect_err(|_| drop(self.give()))
    }

    /// Whether as much as the reserve is still free once so many bytes are taken: the reserve is for reads
    /// and a start, and what the index writes in the course of a day goes before either.
    pub(super) fn leaves(&self, bytes: u64) -> io::Result<bool> {
        Ok(self.free()? >= self.whole().saturating_add(bytes))
    }

    fn free(&self) -> io::Result<u64> {
        free(self.path.parent().unwrap_or(Path::new(".")))
    }

    /// Gives the room back to whoever needs it.
    pub(super) fn give(&self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    pub(super) fn held(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |about| about.len())
    }

    fn whole(&self) -> u64 {
        self.bytes + self.bytes / SHARE_MORE
    }

    /// Real bytes, because a file with a length alone takes no room.
    fn write(&self) -> io::Result<()> {
        let mut file = File::create(&self.path)?;
        let mut left = self.whole();
        let part = vec![0; PART];
        while left > 0 {
            let length = usize::try_from(left).unwrap_or(PART).min(PART);
            file.write_all(&part[..length])?;
            left -= length as u64;
        }
        file.sync_data()?;
        file.set_len(self.bytes)
    }
}
