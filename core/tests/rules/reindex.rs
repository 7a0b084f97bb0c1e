//! What lists find follows today's declarations, whichever program made it before.

use std::collections::BTreeSet;

use crate::another::{derived, keys_of, left_by_another, otherwise};
use crate::support::World;
use crate::support::site::{Site, messages, person};
use godown_core::decide::{decide, reindex};
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::declare::grant::{Role, ScopeKind};
use godown_core::error::Code;
use godown_core::kept::keys;
use godown_core::kept::read::{Memory, Writes};
use godown_core::schema::{DocType, Field, Guarded, Need, direction};
use godown_core::value::Instant;
use godown_core::write::command::{Command, CommandKind};
use godown_core::write::index;
use godown_core::{docs, invariant};
use serde_json::{Value, json};

fn leak<T>(all: Vec<T>) -> &'static [T] {
    all.leak()
}

fn shape(def: DocType) -> String {
    index::shape(Box::leak(Box::new(def)))
}

/// The declaration with one of its fields altered.
fn with(def: &DocType, at: usize, alter: impl Fn(&mut Field)) -> DocType {
    let mut fields = def.fields.to_vec();
    alter(&mut fields[at]);
    DocType { fields: leak(fields), ..*def }
}

/// A list of texts with one of them left out.
fn without(all: &[&'static str], at: usize) -> &'static [&'static str] {
    let kept = all.iter().enumerate().filter(|(other, _)| *other != at);
    leak(kept.map(|(_, one)| *one).collect())
}

/// Every change of one thing that keys or rows follow from.
fn derives_otherwise(def: &'static DocType) -> Vec<(String, DocType)> {
    let mut all = Vec::new();
    let mut add =
        |what: &str, altered: DocType| all.push((format!("{}: {what}", def.key), altered));
    for (at, field) in def.fields.iter().enumerate() {
        let listed = with(def, at, |field| field.listed = !field.listed);
        if index::in_row(&listed, &listed.fields[at]) != index::in_row(def, field) {
            add(&format!("{} listed", field.key), listed);
        }
        add(&format!("{} searched", field.key), with(def, at, |f| f.searched = !f.searched));
        add(&format!("{} unique", field.key), with(def, at, |f| f.unique = !f.unique));
        if !def.filters.contains(&field.key) {
            let filters = leak([def.filters, &[field.key]].concat());
            add(&format!("filter {}", field.key), DocType { filters, ..*def });
        }
        if !def.sorts.iter().any(|sort| direction(sort).0 == field.key) {
            let sorts = leak([def.sorts, &[field.key]].concat());
            add(&format!("sort {}", field.key), DocType { sorts, ..*def });
            let sorts = leak([&[field.key], def.sorts].concat());
            add(&format!("first sort {}", field.key), DocType { sorts, ..*def });
        }
    }
    for (at, filter) in def.filters.iter().enumerate().filter(|(_, filter)| **filter != "status") {
        let filters = without(def.filters, at);
        add(&format!("no filter {filter}"), DocType { filters, ..*def });
    }
    for (at, sort) in def.sorts.iter().enumerate() {
        add(&format!("no sort {sort}"), DocType { sorts: without(def.sorts, at), ..*def });
    }
    let together: &[(&str, &[&str])] = &[("moment", &["name", "code"])];
    let more = leak([def.unique_together, together].concat());
    add("unique together", DocType { unique_together: more, ..*def });
    if let Some(last) = def.unique_together.len().checked_sub(1) {
        let unique_together = &def.unique_together[..last];
        add("not unique together", DocType { unique_together, ..*def });
    }
    for kind in [ScopeKind::Branch, ScopeKind::Yard, ScopeKind::Owner, ScopeKind::Role] {
        let mut scopes = def.scopes.to_vec();
        scopes.retain(|one| *one != kind);
        if scopes.len() == def.scopes.len() {
            scopes.push(kind);
        }
        add(&format!("scope {}", kind.field()), DocType { scopes: leak(scopes), ..*def });
    }
    add("party", DocType { party: Some("another"), ..*def });
    add("shared", DocType { shared: Some("another"), ..*def });
    all
}

#[test]
fn whatever_keys_and_rows_follow_from_in_a_declaration_changes_its_shape() {
    for def in docs::ALL {
        let mut known = BTreeSet::from([index::shape(def)]);
        for (what, altered) in derives_otherwise(def) {
            assert!(known.insert(shape(altered)), "{what}");
        }
    }
}

#[test]
fn what_keys_and_rows_do_not_follow_from_leaves_the_shape_as_it_is() {
    let other = docs::find("company").unwrap();
    for def in docs::ALL {
        let fields = def.fields.iter().map(|field| Field {
            label: "Another label",
            help: "Another help",
            missing: "Another message",
            default: "1",
            need: Need::Submit,
            guarded: Guarded::House,
            immutable: !field.immutable,
            computed: !field.computed,
            ..*field
        });
        let turned = |sort: &&'static str| match direction(sort) {
            (key, true) => key,
            (key, false) => format!("-{key}").leak(),
        };
        let altered = DocType {
            label: "Another",
            plural: "Others",
            fields: leak(fields.collect()),
            sorts: leak(def.sorts.iter().map(turned).collect()),
            grants: other.grants,
            flow: other.flow,
            series: None,
            cuts: None,
            check: None,
            on_save: None,
            warn: None,
            follow: None,
            waits: &[],
            ..**def
        };
        assert_eq!(shape(altered), index::shape(def), "{}", def.key);
    }
}

/// A site at work, with orders at every station of their road.
fn at_work() -> Memory {
    let mut world = World::new();
    world.granted(json!({ "amount_paise": 900_000_000 }));
    for status in docs::orders::STATUSES {
        world.batch = world.stock(100, 2_834_700);
        world.at(status);
    }
    world.site.memory
}

/// One piece of so much work, as its command keeps it.
fn piece(memory: &mut Memory, work: usize) -> Writes {
    let system = Actor::system();
    let mut case = Case::new(docs::look(memory, &system, Instant(0)), "");
    reindex::piece(&mut case, work).unwrap();
    let (writes, _) = case.into_writes();
    memory.apply(&writes);
    writes
}

fn finish(memory: &mut Memory, work: usize) -> usize {
    let mut pieces = 0;
    while !reindex::stale(memory).unwrap().is_empty() {
        piece(memory, work);
        pieces += 1;
    }
    pieces
}

fn well(memory: &Memory) {
    assert_eq!(invariant::check(memory).unwrap(), []);
}

#[test]
fn what_another_program_derived_becomes_byte_for_byte_what_this_one_derives() {
    let fresh = at_work();
    let mut memory = fresh.clone();
    memory.apply(&left_by_another(&fresh));
    for def in docs::ALL.iter().filter(|def| !keys_of(&fresh, "doc", def).is_empty()) {
        for family in ["row", "idx", "count"] {
            let of = |memory: &Memory| -> Vec<(String, Vec<u8>)> {
                let mut all = derived(memory);
                all.retain(|(key, _)| keys::parts(key)[..2] == [family, def.key]);
                all
            };
            assert_ne!(of(&memory), of(&fresh), "{}: {family} is another's", def.key);
        }
    }
    assert_eq!(reindex::stale(&memory).unwrap().len(), docs::ALL.len());
    // What it found shared is not what this one will.
    assert_eq!(reindex::shared(&memory, 10).unwrap(), Vec::<String>::new());
    finish(&mut memory, 10_000);
    assert_eq!(derived(&memory), derived(&fresh));
    well(&memory);
    for def in docs::ALL {
        let documents = keys_of(&fresh, "doc", def).len() as u64;
        assert_eq!(reindex::documents(&memory, def).unwrap(), documents);
    }
}

#[test]
fn what_is_derived_rightly_is_not_written_again() {
    let mut memory = at_work();
    while !reindex::stale(&memory).unwrap().is_empty() {
        let writes = piece(&mut memory, 10_000);
        let other = writes.keys().filter(|key| !matches!(keys::parts(key)[0], "shape" | "count"));
        assert_eq!(other.collect::<Vec<_>>(), Vec::<&String>::new());
    }
}

#[test]
fn cut_short_after_any_piece_and_begun_anew_by_another_program_it_ends_the_same() {
    let fresh = at_work();
    let mut left = fresh.clone();
    left.apply(&left_by_another(&fresh));
    let pieces = finish(&mut left.clone(), 400);
    assert!(pieces > 20, "{pieces}");
    let mut before = left.clone();
    for _ in 0..pieces {
        piece(&mut before, 400);
        // Another program was started in between, and is at work on what it derives itself.
        let mut memory = before.clone();
        memory.apply(&left_by_another(&before));
        for def in docs::ALL {
            let shape = index::shape(otherwise(def));
            let made = json!({ "shape": shape, "documents": 0, "behind": keys::key(&["idx"]) });
            memory.pairs.insert(keys::shape(def.key), made.to_string().into_bytes());
        }
        finish(&mut memory, 5_000);
        assert_eq!(derived(&memory), derived(&fresh));
    }
    assert_eq!(derived(&before), derived(&fresh));
    well(&before);
}

fn remade(memory: &mut Memory, id: &str) {
    let command = Command { command_id: id.to_owned(), deed: CommandKind::Reindex {} };
    let decided = decide(memory, &Actor::system(), Instant(0), &command).unwrap();
    memory.apply(&decided.writes);
}

#[test]
fn a_new_site_has_every_shape_after_one_command_and_keeps_it() {
    let mut site = Site::new();
    site.memory = Memory::default();
    remade(&mut site.memory, "sys-remake-1");
    assert_eq!(site.memory.pairs.len(), docs::ALL.len() + 1);
    site.make("region", json!({ "name": "West" }));
    assert!(reindex::stale(&site.memory).unwrap().is_empty());
    let admin = person(Role::Admin);
    let refused = messages(site.deed(&admin, CommandKind::Reindex {}));
    assert_eq!(refused, ["Only the system does this"]);
}

/// Three regions whose name is the same, as documents may be of which it was not unique before.
fn three_of_one_name() -> (Site, [String; 3]) {
    three_regions(["West"; 3])
}

/// Three regions as an earlier program kept them, in the order of their ids.
fn three_regions(names: [&str; 3]) -> (Site, [String; 3]) {
    let mut site = Site::new();
    let mut ids = ["Aa", "Bb", "Cc"].map(|name| site.make("region", json!({ "name": name })));
    ids.sort();
    for (id, name) in ids.iter().zip(names) {
        let key = keys::doc("region", id);
        let mut doc: Value = serde_json::from_slice(&site.memory.pairs[&key]).unwrap();
        doc["record"]["name"] = json!(name);
        site.memory.pairs.insert(key, doc.to_string().into_bytes());
    }
    remade(&mut site.memory, "sys-remake-1");
    (site, ids)
}

#[test]
fn of_documents_that_share_a_value_which_is_unique_by_now_the_first_has_it() {
    let (site, [first, ..]) = three_of_one_name();
    well(&site.memory);
    let held = &site.memory.pairs[&keys::unique("region", "name", "west")];
    assert_eq!(*held, json!(first).to_string().into_bytes());
    let told = reindex::shared(&site.memory, 10).unwrap();
    assert_eq!(told, vec!["Region: West and West share Name west"; 2]);
}

#[test]
fn a_shared_value_goes_to_the_next_who_has_it_and_never_to_a_new_one() {
    let (mut site, [first, second, third]) = three_of_one_name();
    let admin = person(Role::Admin);
    let fourth =
        |site: &mut Site| site.create(&person(Role::Admin), "region", json!({ "name": "WEST" }));
    let of = |site: &Site| site.memory.pairs.get(&keys::unique("region", "name", "west")).cloned();
    site.edit(&admin, "region", &second, json!({ "name": "South" })).unwrap();
    assert_eq!(of(&site), Some(json!(first).to_string().into_bytes()));
    assert_eq!(messages(fourth(&mut site)), ["Name WEST already exists in West"]);
    site.edit(&admin, "region", &first, json!({ "name": "North" })).unwrap();
    assert_eq!(of(&site), Some(json!(third).to_string().into_bytes()));
    assert_eq!(messages(fourth(&mut site)), ["Name WEST already exists in West"]);
    assert_eq!(reindex::shared(&site.memory, 10).unwrap(), Vec::<String>::new());
    well(&site.memory);
    site.edit(&admin, "region", &third, json!({ "name": "East" })).unwrap();
    assert_eq!(of(&site), None);
    fourth(&mut site).unwrap();
    well(&site.memory);
}

#[test]
fn names_of_an_earlier_program_that_look_the_same_are_told_of_and_taken_for_new_ones() {
    let (mut site, [first, ..]) =
        three_regions(["Cafe\u{301}", "Caf\u{e9}\u{200b}", "\u{202e}CAF\u{c9}"]);
    well(&site.memory);
    let held = &site.memory.pairs[&keys::unique("region", "name", "caf\u{e9}")];
    assert_eq!(*held, json!(first).to_string().into_bytes());
    assert_eq!(reindex::shared(&site.memory, 10).unwrap().len(), 2);
    let again = site.create(&person(Role::Admin), "region", json!({ "name": "caf\u{e9}" }));
    assert_eq!(again.unwrap_err()[0].code, Code::Duplicate);
}
