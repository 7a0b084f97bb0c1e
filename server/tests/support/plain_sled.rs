//! Sled as it is, one flush for each write, under the same sudden ends: what ours is to be compared with.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::powercut::Machine;

/// The directory that the process beside the test writes into.
const DATA: &str = "PLAIN_SLED_DATA";
const VALUE_BYTES: usize = 800;

/// What came of it over all rounds.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub acknowledged: usize,
    pub lost: usize,
    /// Rounds after which it did not open.
    pub refused: usize,
}

/// In the process beside the test: writes until it is ended, and says so of each write. Elsewhere nothing.
pub fn writes() -> bool {
    let Some(data) = std::env::var_os(DATA) else { return false };
    let database = sled::open(data).unwrap();
    let mut said = std::io::stdout();
    for number in 0_u64.. {
        database.insert(number.to_be_bytes(), vec![b'x'; VALUE_BYTES]).unwrap();
        database.flush().unwrap();
        said.write_all(format!("kept {number}\n").as_bytes()).unwrap();
    }
    true
}

/// A round on a directory of its own: `test` is the test that calls `writes`.
pub fn round(test: &str, power: Option<&Machine>, until: impl FnOnce(), tally: &mut Tally) {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(DATA, &data).stdout(Stdio::piped());
    for (name, path) in power.map(|machine| machine.watches(&data)).unwrap_or_default() {
        command.env(name, path);
    }
    let mut child = command.spawn().unwrap();
    let said = BufReader::new(child.stdout.take().unwrap());
    let reading = std::thread::spawn(move || {
        said.lines().map_while(Result::ok).filter(|line| kept(line)).count()
    });
    until();
    child.kill().unwrap();
    child.wait().unwrap();
    let acknowledged = reading.join().unwrap();
    if let Some(machine) = power {
        machine.cut(&data);
    }
    tally.acknowledged += acknowledged;
    match found(&data) {
        Some(there) => {
            tally.lost += (0..acknowledged as u64).filter(|n| !there.contains_key(n)).count()
        }
        None => {
            tally.refused += 1;
            tally.lost += acknowledged;
        }
    }
}

fn kept(line: &str) -> bool {
    line.starts_with("kept ")
}

/// What is there, if it opens and can be read.
fn found(data: &Path) -> Option<BTreeMap<u64, usize>> {
    let data: PathBuf = data.into();
    let read = move || -> sled::Result<BTreeMap<u64, usize>> {
        let database = sled::open(data)?;
        let number =
            |key: sled::IVec| u64::from_be_bytes(key.as_ref().try_into().unwrap_or_default());
        database.iter().map(|pair| pair.map(|(key, value)| (number(key), value.len()))).collect()
    };
    catch_unwind(read).ok()?.ok()
}
