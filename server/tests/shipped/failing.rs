//! The shipped binary on a disk whose calls fail, one after the other: nobody is told what is not
//! so, reads go on, and nothing that was acknowledged is lost.

use std::fs;
use std::path::{Path, PathBuf};

use crate::full::metric;
use crate::proof::{report, seeds, size};
use crate::shop::{Plan, Shop};
use crate::site::{Answer, Client, Site, preload, verify};
use godown_server::store::walk;
use serde_json::{Value, json};
use tempfile::TempDir;

const KINDS: [(&str, bool); 6] = [
    ("eio", false),
    ("eio", true),
    ("enospc", false),
    ("enospc", true),
    ("eintr", false),
    ("short", true),
];

fn furnished() -> Shop {
    let limit_paise = 900_000_000_000;
    Shop::furnish(&Plan { crowd: &[], customers: 1, limit_paise, skus: 1, pcs: 1_000_000 })
}

/// A disk that fails when told to.
pub struct Disk {
    place: TempDir,
    library: PathBuf,
}

impl Disk {
    pub fn new() -> Disk {
        let place = tempfile::tempdir().unwrap();
        let library = preload(place.path(), "faults");
        Disk { place, library }
    }

    pub fn told(&self) -> PathBuf {
        self.place.path().join("told")
    }

    pub fn quota(&self) -> PathBuf {
        self.place.path().join("quota")
    }

    pub fn start(&self, data: &Path, more: &[(&str, &str)]) -> Result<Site, String> {
        let told = self.told();
        let _ = fs::remove_file(&told);
        let paths = [self.library.as_path(), data, &told].map(|path| path.to_str().unwrap());
        let names = ["LD_PRELOAD", "FAULT_ROOT", "FAULT_TOLD"];
        let mut environment: Vec<(&str, &str)> = names.into_iter().zip(paths).collect();
        environment.extend(more);
        Site::try_start(data, &environment)
    }
}

/// A command and what its sender was told.
struct Sent {
    path: String,
    body: Value,
    answer: Answer,
}

impl Sent {
    fn is_kept(&self) -> bool {
        (200..300).contains(&self.answer.0)
    }

    fn id(&self) -> &str {
        self.body["command_id"].as_str().unwrap()
    }
}

fn send(shop: &Shop, client: &mut Client, path: String, body: Value) -> Sent {
    let answer = shop.call(client, "SALES", &path, &body).unwrap();
    Sent { path, body, answer }
}

/// An order, and that it is submitted.
fn order(shop: &Shop, client: &mut Client, number: usize, sent: &mut Vec<Sent>) {
    let id = format!("c0000000-0000-4000-8000-{number:012x}");
    let body = json!({ "command_id": id, "record": shop.order(0, &[0], 6) });
    sent.push(send(shop, client, "/api/docs/order".to_owned(), body));
    if sent.last().is_some_and(Sent::is_kept) {
        let body = json!({
            "command_id": format!("d0000000-0000-4000-8000-{number:012x}"), "version": 1,
            "inputs": { "confirm": true },
        });
        sent.push(send(shop, client, format!("/api/docs/order/{id}/submit"), body));
    }
}

/// Nobody is told anything but that it is done, that it is not, or that it is not known.
fn check_answers(shop: &Shop, client: &mut Client, sent: &[Sent], what: &str) {
    for one in sent {
        let (status, body) = &one.answer;
        assert!(one.is_kept() || matches!(status, 503 | 507), "{what}: {status} {body}");
        if one.is_kept() {
            let path = format!("/api/docs/order/{}", body["id"].as_str().unwrap());
            let read = shop.call(client, "SALES", &path, &Value::Null).unwrap();
            assert_eq!(read.0, 200, "{what}: {}", read.1);
        }
    }
    assert_eq!(client.get("/healthz").unwrap().0, 200, "{what}");
    if sent.iter().any(|one| one.answer.1["code"] == "unknown") {
        let (status, ready) = client.get("/readyz").unwrap();
        assert_eq!((status, &ready["status"]), (503, &json!("read_only")), "{what}: {ready}");
        assert_eq!(metric(client, "godown_read_only"), "1", "{what}");
        let mut refused = Vec::new();
        order(shop, client, 999_999, &mut refused);
        assert_eq!(refused[0].answer.1["code"], "read_only", "{what}");
    }
}

/// What the journal holds is what was told, and repeating every command completes it.
fn check_kept(shop: &Shop, data: &Path, sent: &[Sent], what: &str) {
    let (well, text) = verify(data);
    assert!(well, "{what}: {text}");
    let mut ids = Vec::new();
    walk(&data.join("journal"), |kept| ids.push(kept.entry.command_id));
    for one in sent {
        let times = ids.iter().filter(|id| *id == one.id()).count();
        match one.answer.1["code"].as_str() {
            Some("unknown") => assert!(times <= 1, "{what}: {}", one.id()),
            Some(_) => assert_eq!(times, 0, "{what}: {} {}", one.id(), one.answer.1),
            None => assert_eq!(times, 1, "{what}: {}", one.id()),
        }
    }
    let site = Site::start(data, &[]);
    let mut client = site.client();
    for one in sent {
        let again = shop.call(&mut client, "SALES", &one.path, &one.body).unwrap();
        assert!((200..300).contains(&again.0), "{what}: {} {}", again.0, again.1);
        if one.is_kept() {
            assert_eq!(again.1["version"], one.answer.1["version"], "{what}: {}", one.id());
        }
    }
    site.stop();
}

/// sled panics when its disk fails, and is caught; nothing of ours does.
fn ours_panicked(said: &str) -> bool {
    said.lines().any(|line| line.contains("panicked at") && !line.contains("/sled-"))
}

/// How many calls a start, some orders and a stop make.
fn calls(disk: &Disk, shop: &Shop) -> usize {
    let data = shop.copy();
    let site = disk.start(data.path(), &[]).unwrap();
    (1..=3).for_each(|number| order(shop, &mut site.client(), number, &mut Vec::new()));
    site.stop();
    let told = fs::read_to_string(disk.told()).unwrap();
    told.lines().find_map(|line| line.strip_prefix("calls ")?.parse().ok()).unwrap()
}

/// Orders on a disk of which some calls fail: how many starts were refused, and how many answers said that it is not
/// known whether the order stands.
fn orders_on(disk: &Disk, shop: &Shop, faults: &[(&str, &str)], what: &str) -> (usize, usize) {
    let (data, mut sent, mut refused) = (shop.copy(), Vec::new(), 0);
    match disk.start(data.path(), faults) {
        Err(said) => {
            assert!(said.contains("godown: "), "{what}: {said}");
            assert!(!ours_panicked(&said), "{what}: {said}");
            refused = 1;
        }
        Ok(site) => {
            let mut client = site.client();
            (1..=3).for_each(|number| order(shop, &mut client, number, &mut sent));
            check_answers(shop, &mut client, &sent, what);
            assert!(!ours_panicked(&site.said()), "{what}: {}", site.said());
            site.stop();
        }
    }
    let told = fs::read_to_string(disk.told()).unwrap_or_default();
    assert!(!told.contains("again /journal"), "{what}: {told}");
    check_kept(shop, data.path(), &sent, what);
    (refused, sent.iter().filter(|one| one.answer.1["code"] == "unknown").count())
}

#[test]
fn whichever_call_to_the_disk_fails_nobody_is_told_what_is_not_so() {
    let (disk, shop) = (Disk::new(), furnished());
    let calls = calls(&disk, &shop);
    let all: Vec<_> = (1..=calls).flat_map(|at| KINDS.map(|kind| (at, kind))).collect();
    let rounds = size(all.len(), 6);
    let (mut refused, mut unknown) = (0, 0);
    for round in 0..rounds {
        // The last ones are of the stop; the first ones keep it from starting.
        let (at, (kind, stays)) =
            all[all.len() * round / rounds + round % KINDS.len() % (all.len() / rounds)];
        let number = at.to_string();
        let mut faults = vec![("FAULT_AT", number.as_str()), ("FAULT_KIND", kind)];
        faults.extend(stays.then_some(("FAULT_STAY", "1")));
        let what = format!("call {at} of {calls}, {kind}, stays: {stays}");
        let found = orders_on(&disk, &shop, &faults, &what);
        (refused, unknown) = (refused + found.0, unknown + found.1);
    }
    let figure = format!(
        "of {calls} calls x {} kinds; {refused} starts refused in words, {unknown} answers that it is \
         not known; 0 wrong answers, 0 panics, no sync tried again",
        KINDS.len()
    );
    report("T3 the nth call to the disk fails", rounds, &figure, "0 wrong answers, 0 panics");
}

#[test]
fn calls_that_fail_now_and_then_tell_nobody_what_is_not_so() {
    let (disk, shop) = (Disk::new(), furnished());
    let rounds = seeds(400, 4);
    let (mut refused, mut unknown) = (0, 0);
    for seed in rounds.clone() {
        let (kind, number) = (["eio", "enospc", "eintr", "short"][seed % 4], seed.to_string());
        let faults = [("FAULT_ODDS", "2"), ("FAULT_SEED", number.as_str()), ("FAULT_KIND", kind)];
        let what = format!("two calls in a hundred, seed {seed}, {kind}");
        let found = orders_on(&disk, &shop, &faults, &what);
        (refused, unknown) = (refused + found.0, unknown + found.1);
    }
    let figure = format!(
        "2 calls in 100; {refused} starts refused in words, {unknown} answers that it is not known; \
         0 wrong answers, 0 panics, no sync tried again"
    );
    report("T3 calls fail at random, seeds", rounds.len(), &figure, "0 wrong answers, 0 panics");
}
