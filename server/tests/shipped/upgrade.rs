//! Data directories as earlier programs left them: read, taken on, and never changed behind what they held.

use std::fs;
use std::path::{Path, PathBuf};

use crate::another::{derived, left_by_another};
use crate::kit;
use crate::proof::{report, size};
use crate::site::{Client, PASSWORD, Site, verify};
use godown_core::kept::keys::COMPANY;
use godown_server::store::{Entry, Head, Store, told, walk};
use serde_json::{Value, json};

/// The entries of a directory, each with its hash and its command, and the last one's head.
fn entries(data: &Path) -> (Vec<String>, Head) {
    let mut commands = Vec::new();
    let walked = walk(&data.join("journal"), |kept| {
        let Entry { command_id, command, .. } = kept.entry;
        commands.push(format!("{} {command_id} {}", kept.hash, command.get()));
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
        for start in 0..starts {
            let site = Site::start(data.path(), &[("GODOWN_LOG", "info")]);
            assert_eq!(site.said().contains("made lists anew"), start == 0, "{}", site.said());
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

/// What verify says of lists that another program made.
const ANOTHER: &str = "another program made the lists of ";

/// Makes the lists of a directory those of a program of other declarations; what stood there before.
fn make_another(data: &Path) -> Vec<(String, Vec<u8>)> {
    let store = kit::open(data);
    let (before, writes) = {
        let view = store.view().unwrap();
        (derived(&*view), left_by_another(&*view))
    };
    let Head { seq, time, .. } = store.head();
    let entry = Entry { company: COMPANY.to_owned(), writes, ..kit::entry(time, &[]) };
    store.commit(vec![entry], seq).unwrap();
    assert_ne!(derived(&*store.view().unwrap()), before);
    store.close().unwrap();
    before
}

/// The lists that are looked at: whole, by a sort, by a filter and by a word.
fn lists(client: &mut Client) -> Vec<Value> {
    let district = client.get("/api/docs/district?limit=1").unwrap().1;
    let state = district["rows"][0]["state"].as_str().unwrap().to_owned();
    let filtered = format!("/api/docs/district?limit=500&where=state:eq:{state}");
    let asked =
        ["/api/docs/district", "/api/docs/city?sort=-name", "/api/docs/city?q=pune", &filtered];
    let answers = asked.map(|path| client.get(path).unwrap());
    assert!(answers.iter().all(|(status, body)| *status == 200 && body["rows"][0].is_object()));
    answers.map(|(_, body)| body).to_vec()
}

#[test]
fn lists_follow_todays_declarations_though_the_first_start_of_the_new_program_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let site = Site::start(data.path(), &[]);
    let mut admin = site.client();
    admin.settle(site.first_password.as_deref().unwrap());
    let shown = lists(&mut admin);
    site.stop();
    let derived_before = make_another(data.path());
    let (before, head) = entries(data.path());
    let (well, text) = verify(data.path());
    assert!(well && text.contains(ANOTHER), "{text}");
    let journal = data.path().join("journal");
    Site::kill_when(data.path(), || told(&journal).is_some_and(|(seq, _)| seq > head.seq));
    let (well, text) = verify(data.path());
    assert!(well, "{text}");
    let site = Site::start(data.path(), &[]);
    let mut admin = site.client();
    admin.sign_in("ADMIN", PASSWORD).unwrap();
    assert_eq!(lists(&mut admin), shown);
    site.stop();
    let (well, text) = verify(data.path());
    assert!(well && !text.contains(ANOTHER), "{text}");
    assert_eq!(entries(data.path()).0[..before.len()], before[..]);
    let store = kit::open(data.path());
    assert!(derived(&*store.view().unwrap()) == derived_before);
}
