//! Everything that a site holds, written to files: as many as there are, without a secret, and only where nothing is.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use godown_core::kept::keys;
use godown_server::store::{Options, SledStore, Store};
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
