//! Everything that a site holds, written to files: as many as there are, without a secret, and only where nothing is.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use godown_core::audit::hash;
use godown_core::folder::books::FolderBooks;
use godown_core::folder::index::FolderVoucher;
use godown_core::folder::{FolderPiece, script, sums, unscript};
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Writes};
use godown_core::value::{Day, IST_MINUTES, Instant};
use godown_core::write::command::Did;
use godown_server::store::{Entry, Options, SledStore, Store};
use godown_server::upkeep::auditor::{self, AuditorFolder};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::kit::all;
use crate::shop::{Plan, Shop};
use crate::site::{Site, run};

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// How many lines the files of a folder have.
fn lines_in(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().map(|entry| lines(&entry.unwrap().path()).len()).sum()
}

fn shop() -> Shop {
    Shop::furnish(&Plan {
        crowd: &[("BM", 1)],
        customers: 2,
        limit_paise: 900_000_000,
        skus: 2,
        pcs: 100,
    })
}

#[test]
fn an_export_holds_every_document_change_posting_and_file() {
    let shop = shop();
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let mut client = site.client();
    let ordered = json!({
        "command_id": "019a0000-0000-7000-8000-000000000001", "record": shop.order(0, &[0, 1], 2),
    });
    let (status, order) = shop.call(&mut client, "SALES", "/api/docs/order", &ordered).unwrap();
    assert_eq!(status, 201, "{order}");
    let (_, photo) = client.raw("POST", "/api/files?name=rust.pdf", "%PDF-1.7 rust").unwrap();
    site.stop();
    let place = tempfile::tempdir().unwrap();
    let to = place.path().join("out");
    let (_, said) = run(data.path(), &["export", to.to_str().unwrap()]);
    let store = SledStore::open(data.path(), Options::default()).unwrap();
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    for (key, _) in all(&*store.view().unwrap()) {
        *kept.entry(keys::parts(&key)[0].to_owned()).or_default() += 1;
    }
    let [documents, changes, postings] = ["doc", "hist", "post"].map(|family| kept[family]);
    let whole = format!("{documents} documents, {changes} changes, {postings} postings, 1 files");
    assert!(said.contains(&whole), "{said} is not {whole}");
    assert_eq!(lines_in(&to.join("documents")), documents);
    assert_eq!(lines_in(&to.join("history")), changes);
    assert_eq!(lines_in(&to.join("ledgers")), postings);
    let orders = lines(&to.join("documents/order.ndjson"));
    let found = orders.iter().find(|one| one["id"] == order["id"]).unwrap();
    assert_eq!(found["record"]["lines"].as_array().unwrap().len(), 2);
    let table = fs::read_to_string(to.join("tables/order.csv")).unwrap();
    assert_eq!(table.lines().count(), orders.len() + 1);
    let file = format!("files/{}.pdf", photo["id"].as_str().unwrap());
    assert_eq!(fs::read(to.join(file)).unwrap(), b"%PDF-1.7 rust");
    assert!(fs::read_to_string(to.join("README.txt")).unwrap().contains("Amounts are in paise"));
}

#[test]
fn an_export_tells_no_password_and_writes_over_nothing() {
    let shop = shop();
    let data = shop.copy();
    let place = tempfile::tempdir().unwrap();
    let to = place.path().join("out");
    run(data.path(), &["export", to.to_str().unwrap()]);
    for folder in ["documents", "history"] {
        for line in lines(&to.join(folder).join("employee.ndjson")) {
            let text = line.to_string();
            assert!(!text.contains("$argon2"), "{text}");
            assert!(!text.contains("\"password\""), "{text}");
        }
    }
    let before = fs::read(to.join("README.txt")).unwrap();
    let (_, said) = run(data.path(), &["export", to.to_str().unwrap()]);
    assert!(said.contains("is not empty"), "{said}");
    assert_eq!(fs::read(to.join("README.txt")).unwrap(), before);
}

/// A page in place of the real one, which is made with the rules for browsers.
const PAGE: &[(&str, &[u8])] =
    &[("index.html", b"<!doctype html>"), ("page/page.js", b"'use strict'")];

/// A shop with an order, a file that a document names, and the folder of some days of it.
struct Given {
    store: SledStore,
    data: tempfile::TempDir,
    place: tempfile::TempDir,
    now: Instant,
}

/// An entry of the system's own.
fn entry(time: i64, command_id: &str, writes: Writes) -> Entry {
    Entry {
        time,
        company: keys::COMPANY.to_owned(),
        actor: "SYS".to_owned(),
        command_id: command_id.to_owned(),
        did: Did { deed: "remake".to_owned(), ..Did::default() },
        command: RawValue::from_string("{}".to_owned()).unwrap(),
        writes,
        docs: Docs::new(),
    }
}

impl Given {
    fn new() -> Given {
        let shop = shop();
        let data = shop.copy();
        let site = Site::start(data.path(), &[]);
        let mut client = site.client();
        let ordered = json!({
            "command_id": "019a0000-0000-7000-8000-000000000001", "record": shop.order(0, &[0, 1], 2),
        });
        let (status, order) = shop.call(&mut client, "SALES", "/api/docs/order", &ordered).unwrap();
        assert_eq!(status, 201, "{order}");
        let (_, file) = client.raw("POST", "/api/files?name=rust.pdf", "%PDF-1.7 rust").unwrap();
        let attached = json!({
            "command_id": "019a0000-0000-7000-8000-000000000002", "version": order["version"],
            "inputs": { "files": [file["id"]] },
        });
        let path = format!("/api/docs/order/{}/attach", order["id"].as_str().unwrap());
        let (status, told) = shop.call(&mut client, "SALES", &path, &attached).unwrap();
        assert_eq!(status, 200, "{told}");
        site.stop();
        let store = SledStore::open(data.path(), Options::default()).unwrap();
        let now = Instant(store.head().time);
        let voucher = json!({
            "at": now.0, "date": now.day_in(IST_MINUTES), "doc_type": "order", "doc_id": order["id"], "line": 0,
            "rows": [["bank", 50_000], ["customer:c", -50_000]], "by": "SYS",
        });
        let balance = |account: &str| keys::key(&["bal", "books", account]);
        let writes = [
            (keys::key(&["post", "books", "0000000000000001"]), voucher),
            (balance("bank"), json!(50_000)),
            (balance("customer:c"), json!(-50_000)),
        ];
        let writes = writes.map(|(key, value)| (key, Some(value.to_string().into_bytes())));
        store.commit(vec![entry(now.0, "booked", writes.into())], store.head().seq).unwrap();
        Given { store, data, place: tempfile::tempdir().unwrap(), now }
    }

    fn folder(&self, name: &str, from: Day) -> (PathBuf, AuditorFolder) {
        let to = self.place.path().join(name);
        let period = (from, self.now.day_in(IST_MINUTES));
        let places = (self.data.path(), to.as_path());
        let made = auditor::export(&self.store, self.now, period, places, PAGE).unwrap();
        (to, made)
    }
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files_of(&path)),
            false => found.push(path),
        }
    }
    found
}

/// What each account stands at, by the ledger.
fn balances(store: &SledStore) -> BTreeMap<String, i64> {
    let prefix = keys::key(&["bal", "books"]);
    let view = store.view().unwrap();
    let kept = all(&*view).into_iter().filter(|(key, _)| key.starts_with(&prefix));
    let balance = |bytes: &[u8]| serde_json::from_slice(bytes).unwrap();
    kept.map(|(key, bytes)| (keys::parts(&key)[2].to_owned(), balance(&bytes))).collect()
}

const EVER: &str = "2000-01-01";

#[test]
fn an_auditors_folder_holds_what_the_journal_says_and_names_the_file_of_which_a_byte_was_changed() {
    let given = Given::new();
    let (folder, made) = given.folder("all", Day::parse(EVER).unwrap());
    let whole = auditor::verify(&folder, &made.seal).unwrap();
    assert_eq!(whole, (made.seal.clone(), Vec::new()));
    assert_eq!(made.entries, given.store.head().seq);
    assert_eq!(made.files, 1);
    let all = files_of(&folder);
    assert!(all.len() > 10, "{all:?}");
    for path in all {
        let before = fs::read(&path).unwrap();
        assert!(!String::from_utf8_lossy(&before).contains("$argon2"), "{}", path.display());
        let mut bytes = before.clone();
        let at = bytes.len() / 2;
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
        let named: Vec<String> =
            auditor::verify(&folder, "").unwrap().1.into_iter().map(|one| one.file).collect();
        assert_eq!(named, [name]);
        fs::write(&path, before).unwrap();
    }
}

#[test]
fn the_books_of_an_auditors_folder_end_with_the_balances_of_the_ledger() {
    let given = Given::new();
    let (folder, made) = given.folder("books", Day::parse(EVER).unwrap());
    assert!(made.vouchers > 0);
    let text = fs::read_to_string(folder.join("data/vouchers-00001.js")).unwrap();
    let (_, lines) = unscript(&text).unwrap();
    let vouchers = lines.lines().map(|line| FolderVoucher::read(line).unwrap());
    let vouchers = vouchers.map(|one| (one.number, one)).collect();
    let books = FolderBooks { opening: BTreeMap::new(), vouchers };
    let sums = books.sums();
    let kept = balances(&given.store);
    assert!(!kept.is_empty());
    for (account, balance) in kept {
        assert_eq!(sums[account.as_str()].closing(), balance, "{account}");
    }
}

#[test]
fn a_folder_that_was_altered_and_sealed_anew_contradicts_its_entries() {
    let given = Given::new();
    let (folder, made) = given.folder("forged", Day::parse(EVER).unwrap());
    let list = folder.join("data/list-order-00001.js");
    let (name, before) = unscript(&fs::read_to_string(&list).unwrap()).unwrap();
    let after = before.replacen("\"version\":2", "\"version\":3", 1);
    assert_ne!(before, after);
    fs::write(&list, script(&name, &after)).unwrap();
    let head = folder.join("data/head.js");
    let hashes = [&before, &after].map(|text| FolderPiece::of(&name, text).sha256);
    let told = fs::read_to_string(&head).unwrap().replace(&hashes[0], &hashes[1]);
    fs::write(&head, told).unwrap();
    let named = files_of(&folder).into_iter().filter_map(|path| {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
        let is_listed = ![sums::LIST, sums::SEAL].contains(&name.as_str());
        is_listed.then(|| (name, hash(&fs::read(path).unwrap())))
    });
    let text = sums::list(&named.collect());
    fs::write(folder.join(sums::LIST), &text).unwrap();
    fs::write(folder.join(sums::SEAL), sums::seal_file(&sums::seal(&text))).unwrap();
    let (seal, findings) = auditor::verify(&folder, "").unwrap();
    assert_ne!(seal, made.seal);
    assert!(findings[0].what.contains("otherwise than the entries hold it"), "{findings:?}");
    let told = auditor::verify(&folder, &made.seal).unwrap().1;
    assert_eq!(told[0].file, sums::SEAL);
}

#[test]
fn a_folder_of_some_days_begins_behind_the_entry_before_them_with_what_was_booked_until_then() {
    let given = Given::new();
    let place = given.place.path().join("none");
    let later = given.now.day_in(IST_MINUTES).plus(400);
    let places = (given.data.path(), place.as_path());
    let refused =
        auditor::export(&given.store, given.now, (later, later), places, PAGE).unwrap_err();
    assert!(refused.to_string().contains("nothing was kept from"), "{refused}");
    let before = given.store.head();
    let next = entry(before.time + 2 * 86_400_000, "later", Writes::new());
    given.store.commit(vec![next], before.seq).unwrap();
    let given = Given { now: Instant(given.store.head().time), ..given };
    let (folder, made) = given.folder("later", given.now.day_in(IST_MINUTES));
    assert_eq!((made.entries, made.documents, made.vouchers), (1, 0, 0));
    assert_eq!(auditor::verify(&folder, &made.seal).unwrap().1, Vec::new());
    let (_, head) = unscript(&fs::read_to_string(folder.join("data/head.js")).unwrap()).unwrap();
    let head: Value = serde_json::from_str(&head).unwrap();
    assert_eq!(head["before"]["hash"], before.hash.to_string());
    let opening = head["opening"].as_object().unwrap();
    let kept = balances(&given.store);
    assert!(!kept.is_empty());
    assert_eq!(opening.len(), kept.len());
    for (account, balance) in kept {
        assert_eq!(opening[&account], balance, "{account}");
    }
}
