//! Data directories as earlier programs left them: read, taken on, and never changed behind what they held.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "support/store_kit.rs"]
mod kit;
#[path = "../../core/tests/proof/mod.rs"]
mod proof;
#[path = "support/store_site.rs"]
mod site;

use std::fs;
use std::path::{Path, PathBuf};

use godown_server::store::{Head, walk};
use proof::{report, size};
use serde_json::json;
use site::{Site, verify};

/// The entries of a directory, each with its command, and the last one's head.
fn entries(data: &Path) -> (Vec<String>, Head) {
    let mut commands = Vec::new();
    let walked = walk(&data.join("journal"), |kept| {
        commands.push(format!("{} {}", kept.entry.command_id, kept.entry.command.get()));
    });
    assert_eq!((walked.damage, walked.torn), (None, None));
    (commands, walked.head)
}

fn golden() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    fs::read_dir(all).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn what_an_earlier_program_kept_is_read_and_taken_on_though_the_first_starts_are_killed() {
    let starts = size(50, 2);
    for left in golden() {
        let (before, head) = entries(&left);
        assert!(!before.is_empty());
        let data = tempfile::tempdir().unwrap();
        kit::copy(&left, data.path());
        let (well, text) = verify(data.path());
        assert!(well, "{text}");
        let mut password = None;
        for _ in 0..starts {
            let site = Site::start(data.path(), &[]);
            password = password.or(site.first_password.clone());
            site.kill();
        }
        let site = Site::start(data.path(), &[]);
        let mut admin = site.client();
        admin.settle(password.as_deref().or(site.first_password.as_deref()).unwrap());
        let record = json!({ "date": "2030-01-26", "name": "Republic Day" });
        let command_id = "b0000000-0000-4000-8000-000000000001";
        let body = json!({ "command_id": command_id, "record": record });
        assert_eq!(admin.send("POST", "/api/docs/holiday", &body).unwrap().0, 201);
        site.stop();
        let (well, text) = verify(data.path());
        assert!(well, "{text}");
        let (after, last) = entries(data.path());
        assert_eq!(after[..before.len()], before[..]);
        assert!(last.seq > head.seq);
        assert_eq!(entries(&left).1, head, "the directory it was copied from is as it was");
    }
    let figure = format!("{} directories, every entry as it was; 0 changed", golden().len());
    report("T21 directories of earlier programs", starts, &figure, "100 %, killed on the way");
}
