//! A machine whose power can be cut: it keeps only what was synced.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::kit;
use crate::site::Site;

pub struct Machine {
    place: TempDir,
    library: PathBuf,
}

impl Machine {
    pub fn new() -> Machine {
        let place = tempfile::tempdir().unwrap();
        let library = place.path().join("powercut.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/powercut.c");
        let mut compile = Command::new("cc");
        compile
            .args(["-shared", "-fPIC", "-O2", "-o"])
            .args([&library, &source])
            .args(["-ldl", "-lpthread"]);
        assert!(compile.status().unwrap().success());
        Machine { place, library }
    }

    /// Starts the server with a shadow that keeps what a machine would find after it lost power.
    pub fn start(&self, data: &Path, more: &[(&str, &str)]) -> Site {
        let shadow = self.place.path().join("shadow");
        let _ = fs::remove_dir_all(&shadow);
        fs::create_dir(&shadow).unwrap();
        let paths = [self.library.as_path(), data, &shadow].map(|path| path.to_str().unwrap());
        let names = ["LD_PRELOAD", "PC_ROOT", "PC_SHADOW"];
        let mut environment: Vec<(&str, &str)> = names.into_iter().zip(paths).collect();
        environment.extend(more);
        Site::start(data, &environment)
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
