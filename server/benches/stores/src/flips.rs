//! Bits that turn in a file of the index: noticed, without effect, or a wrong answer.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use godown_core::kept::read::Range;

use crate::Figures;
use crate::parts::{entry, open};

const FLIPS: u64 = 100;

/// Turns one bit after the other, each in the index as a clean stop left it.
pub fn run(store: &str, data: &Path, commands: u64) -> Figures {
    std::panic::set_hook(Box::new(|_| ()));
    let site = open(store, data);
    for first in (0..commands).step_by(8) {
        site.commit((first..first + 8).map(entry).collect(), site.head().seq).unwrap();
    }
    site.close().unwrap();
    drop(site);
    drop(open(store, data));
    let [index, kept] = ["index", "kept"].map(|name| data.join(name));
    fs::rename(&index, &kept).unwrap();
    let truth = {
        let mut pairs = BTreeMap::new();
        let site = open(store, data);
        for entry in site.entries(0).unwrap() {
            pairs.extend(entry.unwrap().entry.writes);
        }
        site.close().unwrap();
        pairs.into_iter().filter_map(|(key, value)| Some((key, value?))).collect::<Vec<_>>()
    };
    let (mut right, mut refused, mut ended, mut wrong) = (0, 0, 0, 0);
    for flip in 0..FLIPS {
        copy(&kept, &index);
        turn(&index, flip);
        let read = || {
            let site = open(store, data);
            let view = site.view().unwrap();
            view.scan(&Range::prefix("c\u{1f}"), usize::MAX)
        };
        match catch_unwind(AssertUnwindSafe(read)) {
            Ok(Ok(pairs)) if pairs == truth => right += 1,
            Ok(Ok(_)) => wrong += 1,
            Ok(Err(_)) => refused += 1,
            Err(_) => ended += 1,
        }
    }
    let figure = |name: &str, value: u64| (format!("9 100 turned bits: {name}"), value as f64);
    Figures::from([
        figure("right answers", right),
        figure("reads refused", refused),
        figure("panics", ended),
        figure("wrong answers", wrong),
    ])
}

/// Turns one bit, evenly spread over the bytes that are not zero: files are made longer than
/// they are full.
fn turn(directory: &Path, flip: u64) {
    let mut files = Vec::new();
    gather(directory, &mut files);
    files.sort();
    let written = |bytes: &[u8]| bytes.iter().filter(|byte| **byte != 0).count() as u64;
    let total: u64 = files.iter().map(|(_, bytes)| written(bytes)).sum();
    let mut nth = (flip * total + total / 2) / FLIPS;
    for (path, mut bytes) in files {
        let here = written(&bytes);
        if nth < here {
            let at = usize::try_from(nth).unwrap();
            let byte = bytes.iter_mut().filter(|byte| **byte != 0).nth(at).unwrap();
            *byte ^= 1 << (flip % 8);
            return fs::write(&path, bytes).unwrap();
        }
        nth -= here;
    }
}

fn gather(directory: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for item in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        match item.path().is_dir() {
            true => gather(&item.path(), files),
            false => files.push((item.path(), fs::read(item.path()).unwrap())),
        }
    }
}

fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).unwrap();
    for item in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(item.file_name());
        match item.path().is_dir() {
            true => copy(&item.path(), &target),
            false => drop(fs::copy(item.path(), &target).unwrap()),
        }
    }
}
