//! What tests of stores share: entries, temporary directories, and a disk that fails when told to.

#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use godown_core::kept::read::{Docs, Range, Read, Writes};
use godown_core::write::command::Did;
use godown_server::store::disk::{Disk, RealDisk};
use godown_server::store::{Entry, MemoryStore, Options, SledStore, Store};
use serde_json::value::RawValue;
use tempfile::TempDir;

/// An entry of company `c` that writes (`Some`) or removes (`None`) these keys.
pub fn entry(time: i64, writes: &[(&str, Option<&str>)]) -> Entry {
    let value = |(key, value): &(&str, Option<&str>)| {
        (key_of(key), value.map(|value| value.as_bytes().to_vec()))
    };
    Entry {
        time,
        company: "c".to_owned(),
        actor: "u1".to_owned(),
        command_id: format!("id-{time}"),
        did: Did::default(),
        command: RawValue::from_string(format!(r#"{{"at":{time}}}"#)).unwrap(),
        writes: writes.iter().map(value).collect::<Writes>(),
        docs: Docs::new(),
    }
}

pub fn key_of(key: &str) -> String {
    format!("c\u{1f}{key}")
}

/// How much the files below a directory hold; one that goes away meanwhile holds nothing.
pub fn bytes_below(directory: &Path) -> u64 {
    let items = fs::read_dir(directory).unwrap().map(|item| item.unwrap());
    let bytes = |item: fs::DirEntry| match item.metadata() {
        Ok(about) if about.is_dir() => bytes_below(&item.path()),
        about => about.map_or(0, |about| about.len()),
    };
    items.map(bytes).sum()
}

/// Keeps one entry on top of whatever is there.
pub fn put(store: &dyn Store, time: i64, writes: &[(&str, Option<&str>)]) {
    store.commit(vec![entry(time, writes)], store.head().seq).unwrap();
}

pub fn get(store: &dyn Store, key: &str) -> Option<String> {
    let value = store.view().unwrap().get(&key_of(key)).unwrap();
    value.map(|value| String::from_utf8(value).unwrap())
}

/// Every pair, read as a range.
pub fn all(read: &dyn Read) -> Vec<(String, Vec<u8>)> {
    read.scan(&Range::prefix(""), usize::MAX).unwrap()
}

/// Runs a test of the contract on every implementation.
pub fn on_every_store(test: impl Fn(&dyn Store)) {
    test(&MemoryStore::default());
    for flush_keys in [1, 16_384] {
        let data = tempfile::tempdir().unwrap();
        let options = Options { flush_keys, ..Options::default() };
        test(&SledStore::open(data.path(), options).unwrap());
    }
}

pub fn open(data: &Path) -> SledStore {
    SledStore::open(data, Options::default()).unwrap()
}

/// A directory with `count` entries, after a clean stop.
pub fn filled(count: i64) -> TempDir {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path());
    fill(&store, 1..=count);
    store.close().unwrap();
    data
}

pub fn fill(store: &dyn Store, times: impl Iterator<Item = i64>) {
    for time in times {
        let (own, value) = (format!("doc/{time}"), format!(r#"{{"n":{time}}}"#));
        let long = format!(r#"{{"n":{time},"text":"{}"}}"#, "long ".repeat(20));
        put(store, time, &[(&own, Some(&long)), ("last", Some(&value))]);
    }
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for item in fs::read_dir(from).unwrap() {
        let path = item.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).unwrap()),
        }
    }
}

/// The operating system's error numbers.
pub const EIO: i32 = 5;
pub const ENOSPC: i32 = 28;

/// A disk whose writes or syncs fail with an error number while one is set.
#[derive(Default)]
pub struct FailingDisk {
    pub write: AtomicI32,
    pub sync: AtomicI32,
    pub cut: AtomicI32,
    pub hold: AtomicI32,
    pub syncs: AtomicI32,
}

impl FailingDisk {
    pub fn options(self: &Arc<FailingDisk>) -> Options {
        Options { disk: self.clone(), ..Options::default() }
    }
}

fn outcome(number: &AtomicI32) -> io::Result<()> {
    match number.load(Ordering::SeqCst) {
        0 => Ok(()),
        number => Err(io::Error::from_raw_os_error(number)),
    }
}

impl Disk for FailingDisk {
    /// A failing write leaves half of its bytes behind.
    fn write(&self, file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
        match outcome(&self.write) {
            Ok(()) => RealDisk.write(file, at, bytes),
            Err(error) => RealDisk.write(file, at, &bytes[..bytes.len() / 2]).and(Err(error)),
        }
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.syncs.fetch_add(1, Ordering::SeqCst);
        outcome(&self.sync)?;
        RealDisk.sync(file)
    }

    fn sync_names(&self, directory: &Path) -> io::Result<()> {
        RealDisk.sync_names(directory)
    }

    fn cut(&self, file: &File, length: u64) -> io::Result<()> {
        outcome(&self.cut)?;
        RealDisk.cut(file, length)
    }

    fn hold(&self, file: &File, from: u64, bytes: u64) -> io::Result<()> {
        outcome(&self.hold)?;
        RealDisk.hold(file, from, bytes)
    }
}
