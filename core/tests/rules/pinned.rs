//! What is made of the same documents stays what it is, or the number that says so is raised: a browser keeps
//! frames, and a store keeps list rows and keys, that an earlier program made.

use std::collections::BTreeMap;
use std::fs;

use crate::support::site::record;
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::declare::grant::{Grant, PEOPLE, Reach, ScopeKind, Verb};
use godown_core::docs::customers::CUSTOMER;
use godown_core::docs::roles::ROLE;
use godown_core::docs::{self, MASTER};
use godown_core::kept::doc::Doc;
use godown_core::kept::read::Memory;
use godown_core::report::{VERSION, build, bytes, facts};
use godown_core::schema::*;
use godown_core::value::Instant;
use godown_core::value::hash::digest;
use godown_core::write::index;
use serde_json::json;

/// `VERSION` of core/src/report/mod.rs, and a digest of the frames of tests/pinned/site.json.
const FRAMES: (u32, &str) = (19, "1d9ba1eae0fc4b4b");
/// `MADE` of core/src/decide/index.rs, and a digest of what is kept beside the documents below.
const BESIDE: (u32, &str) = (4, "48790b2028afbf3e");

/// A few documents of each kind, balances and postings as they were once kept, and what an earlier
/// system knew. It is never made anew.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pinned/site.json");

/// Fails unless nothing changed, or both the content and its number did.
fn pinned(what: &str, (number, known): (u32, &str), now: u32, found: &str) {
    assert!(
        found == known || now != number,
        "{what} are made otherwise of the same documents: raise the number, then put it and {found} here"
    );
    assert_eq!((now, found), (number, known), "{what}: put both here");
}

#[test]
fn frames_of_the_same_site_differ_only_under_another_version() {
    let pairs: BTreeMap<String, serde_json::Value> =
        serde_json::from_str(&fs::read_to_string(SITE).unwrap()).unwrap();
    let text = |(key, value): (String, serde_json::Value)| (key, value.to_string().into_bytes());
    let memory = Memory { pairs: pairs.into_iter().map(text).collect() };
    let frames = build::whole(&memory, 1).unwrap();
    let all = facts::FRAMES;
    let empty = all.iter().filter(|def| frames.frame(def.name).unwrap().rows() == 0);
    let empty: Vec<&str> = empty.map(|def| def.name).collect();
    assert_eq!(
        empty,
        [
            "sku_value",
            "target",
            "ordered",
            "reorder",
            "owed",
            "instalment",
            "tally_export",
            "tally_error"
        ],
        "frames that no row of the site pins"
    );
    // The version stands in the bytes itself.
    let mut written = bytes::write(&frames);
    written.drain(8..12);
    pinned("frames", FRAMES, VERSION, &digest(written.into_iter()));
}

/// One field of each kind that a key or a row can follow from.
static FIXED: DocType = DocType {
    key: "fixed",
    label: "Fixed",
    plural: "Fixed",
    fields: &[
        text("name", "Name", 100).listed().searched().unique(),
        text("code", "Code", 20).searched(),
        note("words", "Words", 400).searched(),
        paise("amount_paise", "Amount").listed().between(-1_000_000, 1_000_000),
        yes_no("open", "Open").listed(),
        date("date", "Date").listed(),
        instant("at", "At").listed(),
        choice("kind", "Kind", &[("a", "A"), ("b", "B")]),
        link("customer", "Customer", &CUSTOMER).listed(),
        many("roles", "Roles", &Kind::Link(&ROLE)).listed(),
        rows("lines", "Lines", &[int("no", "No", 0, 9)], 9).listed(),
    ],
    unique_together: &[("code", &["kind", "code"])],
    sorts: &["-date", "name", "amount_paise", "doc_no"],
    filters: &["kind", "customer", "open"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard, ScopeKind::Owner],
    grants: &[Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::All }],
    party: Some("customer"),
    shared: Some("roles"),
    ..MASTER
};

fn fixed(id: &str, status: &str, values: serde_json::Value) -> Doc {
    Doc {
        id: id.to_owned(),
        kind: FIXED.key.to_owned(),
        version: 3,
        status: status.to_owned(),
        since: Instant(1_795_242_600_000),
        doc_no: Some(format!("FX/PN/26-27/00{id}")),
        branch: Some("branch-1".to_owned()),
        yard: (id != "2").then(|| "yard-1".to_owned()),
        owner: Some("person-1".to_owned()),
        created_by: "person-1".to_owned(),
        created_at: Instant(1_795_242_500_000),
        updated_by: "person-2".to_owned(),
        updated_at: Instant(1_795_242_600_000),
        record: record(values),
    }
}

#[test]
fn rows_and_keys_of_the_same_documents_differ_only_under_another_number() {
    let (memory, system) = (Memory::default(), Actor::system());
    let mut case = Case::new(docs::look(&memory, &system, Instant(1_795_242_600_000)), "");
    let all = json!({
        "name": "Ärger & Söhne", "code": "K-17", "words": "Pipe 50.5NB, second\nchoice",
        "amount_paise": -5, "open": true, "date": "2026-11-21", "at": 1_795_242_600_000_i64,
        "kind": "a", "customer": "customer-1", "roles": ["SALES", "BM"], "lines": [{ "no": 1 }],
    });
    let (first, second) = (fixed("1", "Active", all), fixed("2", "Active", json!({ "kind": "b" })));
    let later = fixed("1", "Inactive", json!({ "name": "Other", "kind": "a", "amount_paise": 70 }));
    index::write(&mut case, &FIXED, None, Some(&first)).unwrap();
    index::write(&mut case, &FIXED, None, Some(&second)).unwrap();
    let made = case.writes.clone();
    index::write(&mut case, &FIXED, Some(&first), Some(&later)).unwrap();
    index::write(&mut case, &FIXED, Some(&second), None).unwrap();
    let mut text = Vec::new();
    for (key, value) in made.iter().chain(&case.writes) {
        text.extend(key.bytes().chain([0]));
        text.extend(value.clone().unwrap_or_default());
        text.push(b'\n');
    }
    assert!(made.len() > 20, "{} keys", made.len());
    pinned("rows and keys", BESIDE, index::MADE, &digest(text.into_iter()));
}
