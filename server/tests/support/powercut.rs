//! A machine whose power can be cut: it keeps only what was synced.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::kit;
use crate::site::{Site, preload};

pub struct Machine {
    place: TempDir,
    library: PathBuf,
}

impl Machine {
    pub fn new() -> Machine {
        let place = tempfile::tempdir().unwrap();
        let library = preload(place.path(), "powercut");
        Machine { place, library }
    }

    /// Starts the server with a shadow that keeps what a machine would find after it lost power.
    pub fn start(&self, data: &Path, more: &[(&str, &str)]) -> Site {
        let watches = self.watches(data);
        let mut environment: Vec<(&str, &str)> =
            watches.iter().map(|(name, path)| (*name, path.to_str().unwrap())).collect();
        environment.extend(more);
        Site::start(data, &environment)
    }

    /// What a process is told so that a new shadow follows what it syncs below `data`.
    pub fn watches(&self, data: &Path) -> Vec<(&'static str, PathBuf)> {
        let shadow = self.place.path().join("shadow");
        let _ = fs::remove_dir_all(&shadow);
        fs::create_dir(&shadow).unwrap();
        let paths = [self.library.clone(), data.to_owned(), shadow];
        ["LD_PRELOAD", "PC_ROOT", "PC_SHADOW"].into_iter().zip(paths).collect()
    }

    /// The power is back: what was not synced is not there.
    pub fn cut(&self, data: &Path) {
        for item in fs::read_dir(data).unwrap() {
            let path = item.unwrap().path();
            match path.is_dir() {
                true => fs::remove_dir_all(path).unwrap(),
                false => fs::remove_file(path).unwrap(),
            }
        }
        kit::copy(&self.place.path().join("shadow/tree"), data);
    }
}
