//! The calls on which durability rests, behind a trait so that tests can let each of them fail.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, Instant};

use super::is_full;

pub trait Disk: Send + Sync + 'static {
    /// Writes all bytes at one place of a file.
    fn write(&self, file: &File, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Returns once the file's bytes and length survive the loss of power.
    fn sync(&self, file: &File) -> io::Result<()>;

    /// Returns once the directory's names survive the loss of power.
    fn sync_names(&self, directory: &Path) -> io::Result<()>;

    /// Takes back what a failed write may have left.
    fn cut(&self, file: &File, length: u64) -> io::Result<()>;

    /// Holds room for so many bytes from one place of a file on, which nobody else can take then.
    /// The file's length stays as it is.
    ///
    /// Errors: that there is none. A disk that cannot hold any finds out when it is written.
    fn hold(&self, file: &File, from: u64, bytes: u64) -> io::Result<()> {
        let _ = (file, from, bytes);
        Ok(())
    }
}

/// The machine's own disk.
pub struct RealDisk;

impl Disk for RealDisk {
    fn write(&self, file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
        file.write_all_at(bytes, at)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_data()
    }

    fn sync_names(&self, directory: &Path) -> io::Result<()> {
        File::open(directory)?.sync_all()
    }

    fn cut(&self, file: &File, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    fn hold(&self, file: &File, from: u64, bytes: u64) -> io::Result<()> {
        match allocate(file, from, bytes) {
            Err(error) if is_full(&error) => Err(error),
            _ => Ok(()),
        }
    }
}

#[cfg(target_os = "linux")]
fn allocate(file: &File, from: u64, bytes: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    let allocated =
        rustix::io::retry_on_intr(|| fallocate(file, FallocateFlags::KEEP_SIZE, from, bytes));
    Ok(allocated?)
}

#[cfg(not(target_os = "linux"))]
fn allocate(_: &File, _: u64, _: u64) -> io::Result<()> {
    Ok(())
}

/// A disk that tells how long each sync of a file took, whether it succeeded or not.
pub struct TimedDisk<D, T> {
    disk: D,
    tell: T,
}

impl<D: Disk, T: Fn(Duration) + Send + Sync + 'static> TimedDisk<D, T> {
    pub fn new(disk: D, tell: T) -> TimedDisk<D, T> {
        TimedDisk { disk, tell }
    }
}

impl<D: Disk, T: Fn(Duration) + Send + Sync + 'static> Disk for TimedDisk<D, T> {
    fn write(&self, file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.disk.write(file, at, bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        let began = Instant::now();
        let synced = self.disk.sync(file);
        (self.tell)(began.elapsed());
        synced
    }

    fn sync_names(&self, directory: &Path) -> io::Result<()> {
        self.disk.sync_names(directory)
    }

    fn cut(&self, file: &File, length: u64) -> io::Result<()> {
        self.disk.cut(file, length)
    }

    fn hold(&self, file: &File, from: u64, bytes: u64) -> io::Result<()> {
        self.disk.hold(file, from, bytes)
    }
}
