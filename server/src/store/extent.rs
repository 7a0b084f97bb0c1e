//! The journal's files as a backup sees them: which entries are surely kept, and how far each file
//! holds them.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::segment::{self, Segment, Walk};
use super::{Hash, Head, Kept, StoreError};

/// The file that tells other processes the journal's head. It is written after each sync and not
/// synced itself, so that the entry that it names is there, whatever happens.
// DECISIONS 48
pub(super) struct Told(Option<File>);

const FILE: &str = "head";

impl Told {
    pub(super) fn open(directory: &Path) -> Told {
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).write(true).open(directory.join(FILE));
        Told(file.inspect_err(|error| tracing::warn!("the head is not known: {error}")).ok())
    }

    /// Makes the file itself durable: what a loss of power leaves of it is then an earlier head, and not nothing.
    pub(super) fn sync(&self) {
        if let Some(Err(error)) = self.0.as_ref().map(File::sync_all) {
            tracing::warn!("the head is not known: {error}");
        }
    }

    /// Nothing rests on it but backups of a running server and the notice of a lost end.
    pub(super) fn tell(&self, head: Head) {
        let text = format!("{:020} {}", head.seq, head.hash);
        let line = format!("{text} {:08x}\n", crc32fast::hash(text.as_bytes()));
        if let Some(Err(error)) = self.0.as_ref().map(|file| file.write_all_at(line.as_bytes(), 0))
        {
            tracing::warn!("the head is not known: {error}");
        }
    }
}

/// Tells the head of a journal that no process has open yet.
pub fn tell(directory: &Path, head: Head) {
    Told::open(directory).tell(head);
}

/// The last entry that the journal's writer told was kept, if it can be read.
pub fn told(directory: &Path) -> Option<(u64, Hash)> {
    let text = fs::read_to_string(directory.join(FILE)).ok()?;
    let (line, check) = text.trim_end().rsplit_once(' ')?;
    let sound = u32::from_str_radix(check, 16) == Ok(crc32fast::hash(line.as_bytes()));
    let (seq, hash) = line.split_once(' ').filter(|_| sound)?;
    Some((seq.parse().ok()?, Hash::parse(hash)?))
}

/// As much of one file as holds entries up to one.
pub struct Extent {
    pub path: PathBuf,
    /// The first entry in it.
    pub first: u64,
    pub bytes: u64,
    /// Nothing will ever follow in it.
    pub whole: bool,
}

impl Extent {
    pub fn name(&self) -> String {
        segment::name(&self.path)
    }
}

/// The files that hold the entries up to `until`, which was kept, and that entry itself.
pub fn extents(directory: &Path, until: u64) -> Result<(Vec<Extent>, Option<Kept>), StoreError> {
    let mut segments = Vec::new();
    for (number, path) in segment::list(directory)? {
        let segment = Segment::open(&path, number)?;
        if segment.first > until {
            break;
        }
        segments.push(segment);
    }
    let Some(last) = segments.pop() else { return Ok((Vec::new(), None)) };
    let mut extents = Vec::with_capacity(segments.len() + 1);
    for Segment { path, first, .. } in segments {
        let bytes = fs::metadata(&path)?.len();
        extents.push(Extent { path, first, bytes, whole: true });
    }
    let (path, first) = (last.path.clone(), last.first);
    let mut entries = Walk::new(vec![last], until, Some(until));
    let kept = entries.next().transpose()?.map(|(kept, _)| kept);
    extents.push(Extent { path, first, bytes: entries.reached(), whole: false });
    Ok((extents, kept))
}

/// Copies the first bytes of a file to a new place that appears whole or not at all, and syncs it.
pub fn copy(from: &Path, to: &Path, bytes: u64) -> io::Result<()> {
    let aside = to.with_extension("new");
    let mut file = File::create(&aside)?;
    let copied = io::copy(&mut io::Read::take(File::open(from)?, bytes), &mut file)?;
    if copied != bytes {
        return Err(io::Error::other(format!("{} is shorter than {bytes} bytes", from.display())));
    }
    file.sync_all()?;
    fs::rename(&aside, to)?;
    File::open(to.parent().unwrap_or(Path::new(".")))?.sync_all()
}
