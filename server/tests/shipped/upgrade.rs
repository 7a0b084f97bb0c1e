//! Data directories as earlier programs left them: read, taken on, and never changed behind what they held.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use crate::another::{derived, left_by_another};
use crate::kit;
use crate::proof::{report, size};
use crate::site::{Client, PASSWORD, Site, run, verify};
use flate2::read::GzDecoder;
use godown_core::docs::seed::Seed;
use godown_core::docs::seed::plan::Planting;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys::{self, COMPANY};
use godown_core::kept::read::Read;
use godown_server::app::App;
use godown_server::ids::stable;
use godown_server::site::{plant, planting};
use godown_server::store::{Entry, Head, MemoryStore, Store, told, walk};
use serde_json::{Value, json};
use tempfile::TempDir;

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
    let all = fs::read_dir(all).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.is_dir()).collect()
}

/// What the site logs when it gives itself what the program brings.
const PLANTED: &str = "planted what this program brings";

/// Signs in as the administrator, whose first password is printed by the start that makes them.
fn admin(site: &Site, first: &mut Option<String>) -> Client {
    let mut admin = site.client();
    if let Some(first) = site.first_password.clone().or_else(|| first.take()) {
        admin.settle(&first);
    }
    admin.sign_in("ADMIN", PASSWORD).unwrap();
    admin
}

/// A copy of a directory, its journal unpacked.
fn copied(left: &Path) -> TempDir {
    let data = tempfile::tempdir().unwrap();
    kit::copy(left, data.path());
    let packed = data.path().join("journal/0001.log.gz");
    if let Ok(file) = fs::File::open(&packed) {
        let mut journal = fs::File::create(packed.with_extension("")).unwrap();
        io::copy(&mut GzDecoder::new(file), &mut journal).unwrap();
        fs::remove_file(packed).unwrap();
    }
    data
}

#[test]
fn what_an_earlier_program_kept_is_read_and_taken_on_though_the_first_starts_are_killed() {
    let starts = size(50, 2);
    for left in golden() {
        let data = copied(&left);
        let (before, head) = entries(data.path());
        assert!(!before.is_empty());
        // What was left is a journal alone: its end is confirmed by the hash that is known here.
        let (well, text) = run(data.path(), &["verify", "--head", &head.hash.to_string()]);
        assert!(well, "{text}");
        let mut password = None;
        for start in 0..starts {
            let site = Site::start(data.path(), &[("GODOWN_LOG", "info")]);
            let shapeless = start == 0 && left.ends_with("format-1");
            let said = site.said();
            assert!(!shapeless || said.contains("rebuilt lists"), "{said}");
            assert!(start == 0 || !said.contains("rebuilt lists"), "{said}");
            assert_eq!(said.contains(PLANTED), start == 0, "{said}");
            password = password.or(site.first_password.clone());
            site.kill();
        }
        let site = Site::start(data.path(), &[]);
        let mut admin = admin(&site, &mut password);
        let record = json!({ "date": "2031-01-26", "name": "Republic Day" });
        let command_id = "b0000000-0000-4000-8000-000000000001";
        let body = json!({ "command_id": command_id, "record": record });
        assert_eq!(admin.send("POST", "/api/docs/holiday", &body).unwrap().0, 201);
        site.stop();
        let (well, text) = verify(data.path());
        assert!(well, "{text}");
        let (after, last) = entries(data.path());
        assert_eq!(after[..before.len()], before[..]);
        assert!(last.seq > head.seq);
    }
    let figure = format!("{} directories, every entry as it was; 0 changed", golden().len());
    report("T21 directories of earlier programs", starts, &figure, "100 %, killed on the way");
}

/// A directory with a document of every type, whose administrator removed one of the program's
/// reasons, deactivated another and renamed a page of the menu.
fn every_type() -> (TempDir, Head) {
    let left = golden().into_iter().find(|left| left.ends_with("every-type")).unwrap();
    let data = copied(&left);
    let head = entries(data.path()).1;
    (data, head)
}

const REMOVED: (&str, &str) = ("reason", "return/RUST");
const DEACTIVATED: (&str, &str) = ("reason", "return/BEND");
const NAMED: (&str, &str) = ("menu", "Orders/Orders");

fn doc(read: &dyn Read, (doc_type, key): (&str, &str)) -> Option<Arc<Doc>> {
    read.doc(&keys::doc(doc_type, &stable(doc_type, key))).unwrap()
}

/// What the administrator did stands, and nothing else of a planting is left.
fn met(read: &dyn Read, planting: &Planting) {
    assert_eq!(doc(read, REMOVED), None);
    assert_eq!(doc(read, DEACTIVATED).unwrap().status, "Inactive");
    assert_eq!(doc(read, NAMED).unwrap().text("menu_name"), Some("Sales orders"));
    assert_eq!(planting.plan(read).unwrap(), []);
}

#[test]
fn a_site_of_an_earlier_program_is_given_what_is_new_though_the_planting_is_killed_on_the_way() {
    let (data, head) = every_type();
    let journal = data.path().join("journal");
    for further in [1, 60, 1_200] {
        let so = || told(&journal).is_some_and(|(seq, _)| seq > head.seq + further);
        Site::kill_when(data.path(), so);
    }
    let site = Site::start(data.path(), &[]);
    let mut admin = admin(&site, &mut None);
    let reasons = admin.get("/api/docs/reason?limit=500&where=kind:eq:return").unwrap().1;
    let codes: Vec<&Value> =
        reasons["rows"].as_array().unwrap().iter().map(|r| &r["code"]).collect();
    assert!(codes.contains(&&json!("DENT")) && !codes.contains(&&json!("RUST")), "{codes:?}");
    let menu = admin.text("/api/menu").unwrap();
    assert!(menu.contains("Sales orders") && menu.contains("Weather"), "{menu}");
    // What the site kept under a field that there is no more is in nobody's way.
    let setting = admin.get("/api/docs/setting/setting").unwrap().1;
    let (version, mut record) = (&setting["version"], setting["record"].clone());
    record["draft_archive_days"] = json!(45);
    let command_id = "b0000000-0000-4000-8000-000000000002";
    let body = json!({ "command_id": command_id, "version": version, "record": record });
    let (status, saved) = admin.send("PUT", "/api/docs/setting/setting", &body).unwrap();
    assert_eq!((status, &saved["record"]["draft_archive_days"]), (200, &json!(45)), "{saved}");
    let audit = admin.get("/api/audit?deed=planted").unwrap().1;
    assert_eq!(audit["rows"][0]["actor_name"], "The system", "{audit}");
    site.stop();
    let (well, text) = verify(data.path());
    assert!(well, "{text}");
    let store = kit::open(data.path());
    met(&*store.view().unwrap(), &planting(false));
}

/// A program to come: it brings a reason and a group of the menu, and renames some rows.
fn to_come() -> Planting {
    let mut planting = planting(false);
    let record = |value: Value| value.as_object().cloned().unwrap();
    let mut add = |doc_type: &'static str, key: &str, value: Value| {
        let id = stable(doc_type, key);
        planting.rows.push(Seed { doc_type, id, record: record(value) });
    };
    let group = json!({ "menu_name": "Trips", "kind": "group", "icon": "map", "sort": 990 });
    add("menu", "Trips", group);
    let page = json!({
        "menu_name": "Today", "kind": "page", "menu_page_url": "/trip", "icon": "map", "sort": 1,
        "parent": stable("menu", "Trips"), "needs": "order",
    });
    add("menu", "Trips/Today", page);
    add("reason", "return/WET", json!({ "code": "WET", "name": "Wet", "kind": "return" }));
    for (doc_type, key) in [REMOVED, DEACTIVATED, NAMED, UNTOUCHED] {
        let id = stable(doc_type, key);
        let row = planting.rows.iter_mut().find(|row| row.id == id).unwrap();
        let name = if doc_type == "menu" { "menu_name" } else { "name" };
        row.record.insert(name.to_owned(), "In other words".into());
    }
    planting
}

const UNTOUCHED: (&str, &str) = ("reason", "return/EXCESS");

#[tokio::test]
async fn a_program_to_come_plants_once_and_changes_what_nobody_touched() {
    let (data, _) = every_type();
    let store = Arc::new(kit::open(data.path()));
    let app = App::new(store.clone(), Arc::new(|| 0), data.path()).unwrap();
    let to_come = to_come();
    for planting in [&planting(false), &to_come] {
        let before = store.head().seq;
        plant(&app, planting).await.unwrap();
        let planted = store.head().seq;
        assert!(planted > before);
        plant(&app, planting).await.unwrap();
        assert_eq!(store.head().seq, planted, "a second start plants nothing");
        met(&*store.view().unwrap(), planting);
    }
    let view = store.view().unwrap();
    let name = |of| doc(&*view, of).unwrap().text("name").map(str::to_owned);
    assert_eq!(name(("reason", "return/WET")).as_deref(), Some("Wet"));
    assert_eq!(name(UNTOUCHED).as_deref(), Some("In other words"));
    assert_eq!(name(DEACTIVATED).as_deref(), Some("In other words"));
    let today = doc(&*view, ("menu", "Trips/Today")).unwrap();
    assert_eq!(today.text("parent"), Some(stable("menu", "Trips").as_str()));
    drop(view);
    app.close();
}

#[tokio::test]
async fn a_row_that_the_rules_refuse_stays_out_and_the_others_come() {
    let data = tempfile::tempdir().unwrap();
    let store = Arc::new(MemoryStore::default());
    let app = App::new(store.clone(), Arc::new(|| 0), data.path()).unwrap();
    let row = |key: &str, kind: &str| {
        let value = json!({ "code": key, "name": key, "kind": kind });
        let record = value.as_object().cloned().unwrap();
        Seed { doc_type: "reason", id: stable("reason", key), record }
    };
    let rows = vec![row("ONE", "return"), row("TWO", "no such kind"), row("THREE", "return")];
    let planting = Planting { rows, retired: Vec::new() };
    plant(&app, &planting).await.unwrap();
    let view = store.view().unwrap();
    let there = |key| doc(&*view, ("reason", key)).is_some();
    assert_eq!(["ONE", "TWO", "THREE"].map(there), [true, false, true]);
    assert!(planting.is_done(&*view).unwrap());
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
