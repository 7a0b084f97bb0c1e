//! `godown restore`: a data directory made from a backup, as it was after any entry or at any time.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use godown_core::value::{Day, IST_MINUTES};

use super::{Manifest, Part, digest};
use crate::store::{Head, Kept, Options, SledStore, Store, copy, extents, tell, walk};

/// How far the history is restored.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    End,
    /// Up to and with this entry.
    Seq(u64),
    /// Up to and with the last entry at this time, in milliseconds UTC.
    Time(i64),
}

impl Until {
    /// Up to and with a minute of Indian time, `2026-11-21 14:30`; `None` for a text that is none.
    pub fn minute(text: &str) -> Option<Until> {
        let (day, time) = text.split_once([' ', 'T'])?;
        let (hour, minute) = time.split_once(':')?;
        let (hour, minute): (i64, i64) = (hour.parse().ok()?, minute.parse().ok()?);
        let is_time = (0..24).contains(&hour) && (0..60).contains(&minute);
        let day = Day::parse(day).filter(|_| is_time)?;
        let minutes = i64::from(day.0) * 1440 + hour * 60 + minute - IST_MINUTES;
        Some(Until::Time(minutes * 60_000 + 59_999))
    }
}

/// Makes the data directory `data`, which must be empty or not be there, and its index.
///
/// It is made beside its place and moved there whole.
pub fn restore(backup: &Path, data: &Path, until: Until) -> anyhow::Result<Head> {
    let manifest = Manifest::read(backup)?;
    let manifest = manifest.with_context(|| format!("{} holds no backup", backup.display()))?;
    let taken = data.exists() && fs::read_dir(data)?.next().is_some();
    ensure!(!taken, "{} is not empty", data.display());
    let journal = backup.join("journal");
    for (name, part) in &manifest.segments {
        sound(&journal.join(name), part)?;
    }
    let seq = last(&journal, &manifest, until)?;
    let mut name = data.file_name().context("the directory has no name")?.to_owned();
    name.push(".restoring");
    let making = data.with_file_name(name);
    if making.exists() {
        fs::remove_dir_all(&making)?;
    }
    for part in ["journal", "files"] {
        fs::create_dir_all(making.join(part))?;
    }
    let (parts, kept) = extents(&journal, seq)?;
    for extent in parts {
        copy(&extent.path, &making.join("journal").join(extent.name()), extent.bytes)?;
    }
    for (name, part) in &manifest.files {
        let from = backup.join("files").join(name);
        sound(&from, part)?;
        copy(&from, &making.join("files").join(name), part.bytes)?;
    }
    if let Some(Kept { seq, hash, entry, .. }) = kept {
        tell(&making.join("journal"), Head { seq, hash, time: entry.time });
    }
    let store = SledStore::open(&making, Options::default())?;
    store.close()?;
    let head = store.head();
    drop(store);
    ensure!(head.seq == seq, "entry {seq} was wanted, and {} is the last", head.seq);
    fs::rename(&making, data)?;
    let beside = data.canonicalize()?;
    File::open(beside.parent().unwrap_or(&beside))?.sync_all()?;
    Ok(head)
}

fn sound(path: &Path, part: &Part) -> anyhow::Result<()> {
    let same = digest(path, part.bytes)? == part.sha256;
    ensure!(
        same,
        "{} is damaged: it is not what was backed up. Take another backup",
        path.display()
    );
    Ok(())
}

/// The last entry to restore.
fn last(journal: &Path, manifest: &Manifest, until: Until) -> anyhow::Result<u64> {
    match until {
        Until::End => Ok(manifest.seq),
        Until::Seq(seq) if (1..=manifest.seq).contains(&seq) => Ok(seq),
        Until::Seq(seq) => bail!("there is no entry {seq}: the backup ends with {}", manifest.seq),
        Until::Time(time) => {
            let mut seq = 0;
            // Times never run backwards from entry to entry.
            walk(journal, |kept| {
                if kept.entry.time <= time && kept.seq <= manifest.seq {
                    seq = kept.seq;
                }
            });
            ensure!(seq > 0, "the backup holds nothing of that time or before");
            Ok(seq)
        }
    }
}
