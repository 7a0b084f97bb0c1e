//! A disk under a process that dies at a chosen call, and that forgets what was not synced when the power goes.

use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::sync::Mutex;

use godown_server::store::disk::{Disk, RealDisk};

use crate::proof::dice::Dice;

/// What one write changed of a file.
struct Unsynced {
    file: File,
    ino: u64,
    at: u64,
    before: Vec<u8>,
    length: u64,
}

#[derive(Default)]
struct State {
    /// How many calls are still carried out; none says that it lives.
    left: Option<usize>,
    /// Of the last write so many hundredths.
    share: usize,
    unsynced: Vec<Unsynced>,
}

#[derive(Default)]
pub struct DyingDisk(Mutex<State>);

impl DyingDisk {
    pub fn die_after(&self, calls: usize, share: usize) {
        let mut state = self.0.lock().unwrap();
        (state.left, state.share) = (Some(calls), share);
    }

    /// Each write that no sync followed is there or not, whatever the others are.
    pub fn lose_power(&self, dice: &mut Dice) {
        let unsynced = std::mem::take(&mut self.0.lock().unwrap().unsynced);
        for write in unsynced.into_iter().rev() {
            if dice.below(2) == 0 {
                write.file.write_all_at(&write.before, write.at).unwrap();
                write.file.set_len(write.length).unwrap();
            }
        }
    }

    /// Whether this call is still carried out, and if not, whether it is the one that is cut short.
    fn lives(&self) -> Result<(), Option<usize>> {
        let mut state = self.0.lock().unwrap();
        match state.left {
            None => Ok(()),
            Some(0) => {
                let share = std::mem::replace(&mut state.share, usize::MAX);
                Err((share != usize::MAX).then_some(share))
            }
            Some(left) => {
                state.left = Some(left - 1);
                Ok(())
            }
        }
    }

    fn remember(&self, file: &File, at: u64, count: usize) -> io::Result<()> {
        let about = file.metadata()?;
        let there = about.len().saturating_sub(at).min(count as u64) as usize;
        let mut before = vec![0; there];
        file.read_exact_at(&mut before, at)?;
        let (ino, length) = (about.ino(), about.len());
        let file = file.try_clone()?;
        self.0.lock().unwrap().unsynced.push(Unsynced { file, ino, at, before, length });
        Ok(())
    }
}

fn dead() -> io::Error {
    io::Error::other("the process died")
}

impl Disk for DyingDisk {
    fn write(&self, file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
        let count = match self.lives() {
            Ok(()) => bytes.len(),
            Err(None) => return Err(dead()),
            Err(Some(share)) => bytes.len() * share / 100,
        };
        self.remember(file, at, count)?;
        RealDisk.write(file, at, &bytes[..count])?;
        if count == bytes.len() { Ok(()) } else { Err(dead()) }
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.lives().map_err(|_| dead())?;
        let ino = file.metadata()?.ino();
        self.0.lock().unwrap().unsynced.retain(|write| write.ino != ino);
        // What a sync promises is played by what is forgotten; the machine's own is not waited for.
        Ok(())
    }

    fn sync_names(&self, _directory: &Path) -> io::Result<()> {
        self.lives().map_err(|_| dead())
    }

    fn cut(&self, file: &File, length: u64) -> io::Result<()> {
        self.lives().map_err(|_| dead())?;
        RealDisk.cut(file, length)
    }
}
