//! `godown backup`: a copy of the journal up to one entry and of the files, taken while a server runs,
//! that only ever grows and is proven by restoring it.

mod restore;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use godown_core::error::Halt;
use godown_core::kept::read::Read as Rows;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::store::{Extent, Hash, Head, StoreError, copy, extents, lock, told, walk};
use crate::upkeep::verify::{Report, verify};

pub use restore::{Until, restore};

const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";

/// The manifest of a backup. A file may be longer than it says, when a later backup was cut short;
/// only the part that it names counts.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    godown_backup: u32,
    /// The last entry, its hash and its time.
    pub seq: u64,
    pub head: Hash,
    pub time: i64,
    /// By name, in `journal` and in `files`.
    segments: BTreeMap<String, Part>,
    files: BTreeMap<String, Part>,
}

/// The beginning of a file that counts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    bytes: u64,
    sha256: Hash,
    /// Nothing will ever follow in it, so that the next backup need not look at it.
    whole: bool,
}

impl Manifest {
    fn read(backup: &Path) -> anyhow::Result<Option<Manifest>> {
        let bytes = match fs::read(backup.join(MANIFEST)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read?,
        };
        let manifest: Manifest = serde_json::from_slice(&bytes)
            .with_context(|| format!("{} of {} cannot be read", MANIFEST, backup.display()))?;
        ensure!(manifest.godown_backup == FORMAT, "the backup is of another version of godown");
        Ok(Some(manifest))
    }

    /// Replaces the one before at once: a backup that is cut short leaves that one standing.
    fn write(&self, backup: &Path) -> anyhow::Result<()> {
        let aside = backup.join("manifest.new");
        let mut file = File::create(&aside)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.sync_all()?;
        fs::rename(aside, backup.join(MANIFEST))?;
        Ok(File::open(backup)?.sync_all()?)
    }
}

/// The outcome of a backup.
pub struct Done {
    pub manifest: Manifest,
    /// How many bytes were copied, the rest being there already.
    pub copied: u64,
    /// The check of the restored copy.
    pub report: Report,
}

/// Brings the backup in `backup` up to what is kept in `data`, whether a server runs there or not, and
/// proves it by restoring it.
pub fn backup(
    data: &Path,
    backup: &Path,
    invariants: impl Fn(&dyn Rows) -> Result<Vec<String>, Halt>,
) -> anyhow::Result<Done> {
    let journal = data.join("journal");
    ensure!(journal.is_dir(), "{} is not a data directory", data.display());
    for part in ["journal", "files"] {
        fs::create_dir_all(backup.join(part))?;
    }
    let before = Manifest::read(backup)?;
    let head = kept(data)?;
    let (extents, last) = extents(&journal, head.seq)?;
    let Some(last) = last else { bail!("{} holds nothing yet", data.display()) };
    ensure!(last.hash == head.hash, "the journal's last entry is not the one that was kept");
    let mut manifest = Manifest {
        godown_backup: FORMAT,
        seq: last.seq,
        head: last.hash,
        time: last.entry.time,
        segments: BTreeMap::new(),
        files: BTreeMap::new(),
    };
    let mut copied = 0;
    for extent in &extents {
        let known = before.as_ref().and_then(|before| before.segments.get(&extent.name()));
        let part = segment(extent, backup, known, &mut copied)?;
        manifest.segments.insert(extent.name(), part);
    }
    // After the journal: what an entry names was there before the entry was.
    manifest.files = files(data, backup, before.as_ref(), &mut copied)?;
    if let Some(before) = &before {
        follows(backup, &manifest, before)?;
    }
    manifest.write(backup)?;
    let report = prove(backup, &manifest, invariants)?;
    Ok(Done { manifest, copied, report })
}

/// The last entry that is surely kept: a running server tells it, and where none runs the journal does.
fn kept(data: &Path) -> anyhow::Result<Head> {
    let journal = data.join("journal");
    match lock(data) {
        Ok(_held) => {
            let walked = walk(&journal, |_| ());
            match walked.damage {
                Some(damage) => bail!("{damage}\nNothing was copied: the backup before stands"),
                None => Ok(walked.head),
            }
        }
        Err(StoreError::InUse(_)) => {
            let told = told(&journal).context("the running server does not tell its last entry")?;
            Ok(Head { seq: told.0, hash: told.1, time: 0 })
        }
        Err(error) => Err(error.into()),
    }
}

/// Copies a segment unless the backup has the whole of it.
fn segment(
    extent: &Extent,
    backup: &Path,
    known: Option<&Part>,
    copied: &mut u64,
) -> anyhow::Result<Part> {
    let there = backup.join("journal").join(extent.name());
    if let Some(known) = known.filter(|known| known.whole && known.bytes == extent.bytes)
        && fs::metadata(&there).is_ok_and(|about| about.len() == known.bytes)
    {
        return Ok(known.clone());
    }
    copy(&extent.path, &there, extent.bytes)?;
    *copied += extent.bytes;
    let sha256 = digest(&there, extent.bytes)?;
    if let Some(known) = known.filter(|known| known.bytes <= extent.bytes) {
        let same = digest(&there, known.bytes)? == known.sha256;
        ensure!(same, "{} holds another history: {} differs", backup.display(), extent.name());
    }
    Ok(Part { bytes: extent.bytes, sha256, whole: extent.whole })
}

/// Copies the attachments that are not there yet. They never change.
fn files(
    data: &Path,
    backup: &Path,
    before: Option<&Manifest>,
    copied: &mut u64,
) -> anyhow::Result<BTreeMap<String, Part>> {
    let mut parts = BTreeMap::new();
    let from = data.join("files");
    if !from.is_dir() {
        return Ok(parts);
    }
    for item in fs::read_dir(from)? {
        let item = item?;
        let name = item.file_name().to_string_lossy().into_owned();
        if name.ends_with(".new") {
            continue;
        }
        let (bytes, there) = (item.metadata()?.len(), backup.join("files").join(&name));
        let known = before.and_then(|before| before.files.get(&name));
        let has = known.filter(|known| known.bytes == bytes && there.is_file());
        if let Some(known) = has {
            parts.insert(name, known.clone());
            continue;
        }
        copy(&item.path(), &there, bytes)?;
        *copied += bytes;
        let sha256 = digest(&there, bytes)?;
        let named = Hash::parse(&name).is_none_or(|name| name == sha256);
        ensure!(named, "the file {name} in {} is damaged", data.display());
        parts.insert(name, Part { bytes, sha256, whole: true });
    }
    Ok(parts)
}

/// Whether the new backup goes on where the one before ended.
fn follows(backup: &Path, now: &Manifest, before: &Manifest) -> anyhow::Result<()> {
    let (_, last) = extents(&backup.join("journal"), before.seq)?;
    let same = last.is_some_and(|last| last.hash == before.head) && now.seq >= before.seq;
    ensure!(
        same,
        "{} holds the backup of another history, up to entry {} ({}); take an empty directory",
        backup.display(),
        before.seq,
        before.head
    );
    Ok(())
}

/// Restores the backup beside itself, and checks the copy as `godown verify` would.
fn prove(
    backup: &Path,
    manifest: &Manifest,
    invariants: impl Fn(&dyn Rows) -> Result<Vec<String>, Halt>,
) -> anyhow::Result<Report> {
    let place = backup.join("proof");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    restore(backup, &place, Until::End)?;
    let report = verify(&place, Some(manifest.head), invariants)?;
    fs::remove_dir_all(&place)?;
    ensure!(
        report.findings.is_empty() && report.head.hash == manifest.head,
        "the backup was written, but the copy that was restored from it is not sound:\n{}",
        report.findings.join("\n")
    );
    Ok(report)
}

/// The SHA-256 of the first bytes of a file.
fn digest(path: &Path, bytes: u64) -> anyhow::Result<Hash> {
    let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let (mut from, mut hasher) = (file.take(bytes), Sha256::new());
    let mut part = vec![0; 1 << 20];
    let mut read = 0;
    loop {
        match from.read(&mut part)? {
            0 => break,
            count => {
                hasher.update(&part[..count]);
                read += count as u64;
            }
        }
    }
    ensure!(read == bytes, "{} is shorter than {bytes} bytes", path.display());
    Ok(Hash(hasher.finalize().into()))
}
