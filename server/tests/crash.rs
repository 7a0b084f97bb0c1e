//! The shipped binary is killed, or loses its power, while sixteen clients write: nothing that was
//! acknowledged is lost, half there or there twice. `PROVE=1` runs the sizes of the proof.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/store_kit.rs"]
mod kit;
#[path = "support/store_site.rs"]
mod site;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use godown_server::store::walk;
use serde_json::{Value, json};
use site::{Answer, Client, PASSWORD, Site, verify};
use tempfile::TempDir;

const CLIENTS: usize = 16;

fn rounds(proof: usize, usual: usize) -> usize {
    if env::var_os("PROVE").is_some() { proof } else { usual }
}

/// A command and the answer its sender saw; `None` if the power went first.
struct Line {
    method: &'static str,
    path: String,
    body: Value,
    answer: Option<Answer>,
}

impl Line {
    fn command_id(&self) -> &str {
        self.body["command_id"].as_str().unwrap()
    }
}

/// What stands outside the server: every command of every client, in each client's order.
#[derive(Default)]
struct Ledger {
    lines: Vec<Line>,
    /// By document: the version and name that its writer last saw acknowledged.
    documents: BTreeMap<String, (u64, String)>,
    made: u64,
}

impl Ledger {
    fn acknowledged(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.answer.is_some())
    }

    fn next_id(&mut self, client: usize) -> String {
        self.made += 1;
        format!("{:08x}-0000-4000-8000-{:012x}", client, self.made)
    }

    /// Sends a command; `false` when no answer came.
    fn send(
        &mut self,
        client: &mut Client,
        method: &'static str,
        path: String,
        body: Value,
    ) -> bool {
        let answer = client.send(method, &path, &body).ok();
        // 503 says that nobody knows: the same as no answer.
        let answer = answer.filter(|(status, _)| *status != 503);
        if let Some((status, body)) = &answer {
            assert!((200..300).contains(status), "{status} {body}");
        }
        let known = answer.is_some();
        self.lines.push(Line { method, path, body, answer });
        known
    }

    /// Makes a document, then changes it a few times; until the server is gone.
    fn work(&mut self, client: &mut Client, number: usize, over: &AtomicBool) {
        while !over.load(Ordering::Relaxed) {
            let id = self.next_id(number);
            let mut record =
                json!({ "code": format!("C{number}_{}", self.made), "name": "0", "kind": "stock" });
            let create = json!({ "command_id": id, "record": record });
            if !self.send(client, "POST", "/api/docs/reason".to_owned(), create) {
                return;
            }
            self.documents.insert(id.clone(), (1, "0".to_owned()));
            for version in 1..=3 {
                record["name"] = json!(version.to_string());
                let command_id = self.next_id(number);
                let change =
                    json!({ "command_id": command_id, "version": version, "record": record });
                if !self.send(client, "PUT", format!("/api/docs/reason/{id}"), change) {
                    return;
                }
                self.documents.insert(id.clone(), (version + 1, version.to_string()));
            }
        }
    }
}

/// Everybody writes until `until` ends the server.
fn load(site: Site, token: &str, ledgers: &mut [Ledger], until: impl FnOnce()) {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for (number, ledger) in ledgers.iter_mut().enumerate() {
            let (mut client, over) = (site.client().with_token(token), &over);
            scope.spawn(move || ledger.work(&mut client, number, over));
        }
        until();
        site.kill();
        over.store(true, Ordering::Relaxed);
    });
}

/// Waits for a moment between 50 and 900 ms from now.
fn moment(chance: &mut u64) {
    *chance =
        chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let (_never, waits) = mpsc::channel::<()>();
    let waited = waits.recv_timeout(Duration::from_millis(50 + (*chance >> 33) % 850));
    assert_eq!(waited, Err(RecvTimeoutError::Timeout));
}

/// Repeats every command of the round: an acknowledged one gives its first answer again.
fn check(client: &mut Client, ledgers: &mut [Ledger]) {
    for ledger in &mut *ledgers {
        for line in &mut ledger.lines {
            let again = client.send(line.method, &line.path, &line.body).unwrap();
            match &line.answer {
                Some((status, body)) => {
                    assert_eq!(again.0, *status, "{} {}", line.command_id(), again.1);
                    assert_eq!(again.1["version"], body["version"], "{}", line.command_id());
                }
                // Nobody was told, so either is right; from here on it is kept.
                None => assert!((200..300).contains(&again.0), "{} {}", again.0, again.1),
            }
            let id = again.1["id"].as_str().unwrap().to_owned();
            let name = line.body["record"]["name"].as_str().unwrap().to_owned();
            ledger.documents.insert(id, (again.1["version"].as_u64().unwrap(), name));
            line.answer = Some(again);
        }
        for (id, (version, name)) in &ledger.documents {
            let (status, doc) = client.get(&format!("/api/docs/reason/{id}")).unwrap();
            assert_eq!((status, doc["version"].as_u64()), (200, Some(*version)), "{id}");
            assert_eq!(doc["record"]["name"].as_str(), Some(name.as_str()), "{id}");
        }
    }
}

/// Looks at a copy, so that the check does not mend what the next start must mend.
fn check_copy(data: &Path) {
    let copied = tempfile::tempdir().unwrap();
    kit::copy(data, copied.path());
    let (well, text) = verify(copied.path());
    assert!(well, "{text}");
}

/// Every command of the ledger stands in the journal once.
fn check_journal(data: &Path, ids: &[String]) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let walked =
        walk(&data.join("journal"), |kept| *times.entry(kept.entry.command_id).or_default() += 1);
    assert_eq!(walked.damage, None);
    for id in ids {
        assert_eq!(times.get(id), Some(&1), "{id}");
    }
}

/// A new site whose administrator has his password.
fn settled() -> TempDir {
    let data = tempfile::tempdir().unwrap();
    let site = Site::start(data.path(), &[]);
    let first = site.first_password.clone().unwrap();
    site.client().settle(&first);
    site.stop();
    data
}

fn signed_in(site: &Site) -> Client {
    let mut client = site.client();
    assert_eq!(client.sign_in("ADMIN", PASSWORD).unwrap().0, 200);
    client
}

/// Rounds of work, a sudden end, and a look at what is left. `end` says where the data is then.
fn survive(what: &str, rounds: usize, start: impl Fn(&Path) -> Site, end: impl Fn(&Path)) {
    let data = settled();
    let mut ledgers: Vec<Ledger> = (0..CLIENTS).map(|_| Ledger::default()).collect();
    let (mut ids, mut acknowledged, mut ready) = (Vec::new(), 0, Vec::new());
    let mut chance = 0x6f64_6f77_6e00_0001;
    for _ in 0..rounds {
        let site = start(data.path());
        let token = signed_in(&site).token;
        load(site, &token, &mut ledgers, || moment(&mut chance));
        end(data.path());
        check_copy(data.path());
        acknowledged += ledgers.iter().map(|ledger| ledger.acknowledged().count()).sum::<usize>();
        let began = Instant::now();
        let site = Site::start(data.path(), &[]);
        ready.push(began.elapsed());
        check(&mut signed_in(&site), &mut ledgers);
        site.kill();
        for ledger in &mut ledgers {
            ids.extend(ledger.lines.drain(..).map(|line| line.command_id().to_owned()));
            ledger.documents.clear();
        }
    }
    check_journal(data.path(), &ids);
    ready.sort();
    let late = ready[(rounds * 95 / 100).min(rounds - 1)];
    eprintln!(
        "{what}: {rounds} rounds, {} commands, {acknowledged} acknowledged: 0 lost, 0 half applied, \
         0 doubled; ready within {} ms in 95 of 100",
        ids.len(),
        late.as_millis()
    );
}

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    survive("kill -9", rounds(100, 6), |data| Site::start(data, &[]), |_| ());
}

/// Compiles the library that keeps what a machine would find after it lost power.
fn power_cut_library(into: &Path) -> PathBuf {
    let library = into.join("powercut.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/powercut.c");
    let mut compile = Command::new("cc");
    compile
        .args(["-shared", "-fPIC", "-O2", "-o"])
        .args([&library, &source])
        .args(["-ldl", "-lpthread"]);
    assert!(compile.status().unwrap().success());
    library
}

/// A machine whose power can be cut: it keeps only what was synced.
struct Machine {
    place: TempDir,
    library: PathBuf,
}

impl Machine {
    fn new() -> Machine {
        let place = tempfile::tempdir().unwrap();
        let library = power_cut_library(place.path());
        Machine { place, library }
    }

    fn start(&self, data: &Path, more: &[(&str, &str)]) -> Site {
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
    fn cut(&self, data: &Path) {
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

#[test]
fn nothing_acknowledged_is_lost_when_the_power_goes() {
    let machine = Machine::new();
    let rounds = rounds(50, 5);
    survive("power cut", rounds, |data| machine.start(data, &[]), |data| machine.cut(data));
}

#[test]
fn a_store_that_did_not_sync_would_be_found_out() {
    let (machine, data) = (Machine::new(), settled());
    let site = machine.start(data.path(), &[("PC_DEAF", "1")]);
    let mut client = signed_in(&site);
    let record = json!({ "code": "LOST", "name": "lost", "kind": "stock" });
    let create = json!({ "command_id": "00000000-0000-4000-8000-000000000001", "record": record });
    let (status, made) = client.send("POST", "/api/docs/reason", &create).unwrap();
    assert_eq!(status, 201, "{made}");
    let path = format!("/api/docs/reason/{}", made["id"].as_str().unwrap());
    site.kill();
    machine.cut(data.path());
    let site = Site::start(data.path(), &[]);
    assert_eq!(signed_in(&site).get(&path).unwrap().0, 404);
    site.kill();
}
