//! The shipped binary over a directory that was damaged: what can be made again is made again, and
//! what cannot is named and refused.

use std::fs;
use std::path::{Path, PathBuf};

use crate::proof::{report, size};
use crate::shop::{Plan, Shop};
use crate::site::{Client, Site, refusal, run, verify};
use godown_server::store::walk;
use serde_json::{Value, json};

fn furnished() -> Shop {
    let limit_paise = 900_000_000_000;
    Shop::furnish(&Plan { crowd: &[], customers: 1, limit_paise, skus: 1, pcs: 1_000 })
}

/// A directory with an order in it, and the order.
fn with_an_order(shop: &Shop, clean: bool) -> (tempfile::TempDir, String) {
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let mut client = site.client();
    let id = "c0000000-0000-4000-8000-000000000001";
    let body = json!({ "command_id": id, "record": shop.order(0, &[0], 6) });
    let (status, made) = shop.call(&mut client, "SALES", "/api/docs/order", &body).unwrap();
    assert_eq!(status, 201, "{made}");
    let body = json!({
        "command_id": "c0000000-0000-4000-8000-000000000002", "version": 1,
        "inputs": { "confirm": true },
    });
    let order = format!("/api/docs/order/{id}");
    let submit = format!("{order}/submit");
    assert_eq!(shop.call(&mut client, "SALES", &submit, &body).unwrap().0, 200);
    match clean {
        true => site.stop(),
        false => site.kill(),
    }
    (data, order)
}

fn read(shop: &Shop, client: &mut Client, order: &str) -> Value {
    let (status, doc) = shop.call(client, "SALES", order, &Value::Null).unwrap();
    assert_eq!(status, 200, "{doc}");
    doc
}

/// It starts, serves what was kept, and is well.
fn recovers(shop: &Shop, data: &Path, order: &str) {
    let site = Site::start(data, &[]);
    let doc = read(shop, &mut site.client(), order);
    assert_eq!((&doc["status"], &doc["version"]), (&json!("BM Approval Pending"), &json!(2)));
    site.stop();
    let (well, text) = verify(data);
    assert!(well, "{text}");
}

#[test]
fn an_index_that_was_deleted_is_made_again_by_the_next_start() {
    let shop = furnished();
    for clean in [true, false] {
        let (data, order) = with_an_order(&shop, clean);
        fs::remove_dir_all(data.path().join("index")).unwrap();
        recovers(&shop, data.path(), &order);
    }
}

#[test]
fn an_index_that_was_damaged_anywhere_is_made_again_by_the_next_start() {
    let shop = furnished();
    let (data, order) = with_an_order(&shop, true);
    let path = data.path().join("index/db");
    let bytes = fs::read(&path).unwrap();
    let used = bytes.iter().rposition(|byte| *byte != 0).unwrap();
    let rounds = size(60, 6);
    for round in 0..rounds {
        let at = used * round / rounds;
        let mut damaged = bytes.clone();
        match round % 3 {
            0 => damaged.truncate(at),
            1 => damaged[at..].fill(0),
            _ => damaged[at] ^= 4,
        }
        fs::write(&path, damaged).unwrap();
        recovers(&shop, data.path(), &order);
    }
    let figure = format!("{rounds} of {rounds} serve every order, and verify passes");
    report("T5 sled's file damaged", rounds, &figure, "the next start makes it again");
}

/// The last segment of the journal, and where in it each entry ends.
fn segment(data: &Path) -> (PathBuf, String) {
    let mut names: Vec<PathBuf> = fs::read_dir(data.join("journal"))
        .unwrap()
        .map(|item| item.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "log"))
        .collect();
    names.sort();
    let path = names.pop().unwrap();
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    (path, name)
}

/// The entry that a finding or a refusal names.
fn named(text: &str) -> Option<u64> {
    let (_, behind) = text.split_once("entry ")?;
    behind.split(' ').next()?.parse().ok()
}

#[test]
fn a_changed_byte_of_the_journal_is_named_by_verify_and_refused_at_the_start() {
    let shop = furnished();
    let (data, order) = with_an_order(&shop, true);
    let (path, name) = segment(data.path());
    let bytes = fs::read(&path).unwrap();
    let mut entries = Vec::new();
    walk(&data.path().join("journal"), |kept| entries.push((kept.seq, kept.entry.command_id)));
    let rounds = size(60, 8);
    for round in 0..rounds {
        // One entry after the other, at the place where its command's id stands.
        let (seq, id) = &entries[entries.len() * round / rounds];
        let found = bytes.windows(id.len()).position(|window| window == id.as_bytes());
        let mut damaged = bytes.clone();
        damaged[found.unwrap()] ^= 0x10;
        fs::write(&path, &damaged).unwrap();
        let (well, text) = verify(data.path());
        assert!(!well && text.contains(&name), "{text}");
        assert_eq!(named(&text), Some(*seq), "{text}");
        let text = refusal(data.path());
        assert_eq!(named(&text), Some(*seq), "{text}");
        assert!(text.contains("godown restore"), "it says what to do: {text}");
        assert_eq!(fs::read(&path).unwrap(), damaged, "a start that refuses changes nothing");
    }
    let (mended, text) = run(data.path(), &["repair"]);
    assert!(!mended && text.contains(&name) && text.contains("godown restore"), "{text}");
    fs::write(&path, &bytes).unwrap();
    recovers(&shop, data.path(), &order);
    let figure = format!("{rounds} of {rounds} named and refused");
    report("T25 a journal byte changed", rounds, &figure, "verify names the entry");
}

#[test]
fn a_second_process_on_the_same_directory_is_refused_in_words() {
    let shop = furnished();
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let said = refusal(data.path());
    assert!(said.contains("another process has the data directory"), "{said}");
    for task in ["verify", "repair"] {
        let (well, said) = run(data.path(), &[task]);
        assert!(!well && said.contains("another process has the data directory"), "{said}");
    }
    assert_eq!(site.client().get("/readyz").unwrap().0, 200);
    site.stop();
}

#[test]
fn a_hash_written_down_tells_whether_the_history_still_holds_it() {
    let shop = furnished();
    let (data, order) = with_an_order(&shop, true);
    let mut hashes = Vec::new();
    walk(&data.path().join("journal"), |kept| hashes.push(kept.hash.to_string()));
    let (well, text) = run(data.path(), &["verify", "--head", &hashes[3]]);
    assert!(well && text.contains("entry 4 has the hash asked for"), "{text}");
    let (well, text) = run(shop.copy().path(), &["verify", "--head", hashes.last().unwrap()]);
    assert!(!well && text.contains("this is an older copy"), "{text}");
    let (well, text) = run(data.path(), &["repair"]);
    assert!(well && text.contains(hashes.last().unwrap()), "{text}");
    recovers(&shop, data.path(), &order);
}
