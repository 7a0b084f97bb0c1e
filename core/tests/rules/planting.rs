//! Rows of a newer program reach a site that an earlier one began; what people changed stays.

use std::collections::BTreeSet;
use std::path::Path;

use godown_core::decide::decide;
use godown_core::declare::grant::{PARTS, Role};
use godown_core::docs;
use godown_core::docs::seed::plan::{Planting, planter};
use godown_core::docs::seed::{self, Seed};
use godown_core::kept::doc::Record;
use godown_core::write::command::{Command, CommandKind};
use serde_json::{Value, json};

use crate::site::{Site, messages, person, record, seeded};

/// A row of a program to come.
fn row(doc_type: &'static str, key: &str, value: Value) -> Seed {
    Seed { doc_type, id: seeded(doc_type, key), record: record(value) }
}

/// What the site began with.
fn today() -> Planting {
    Planting { rows: seed::seed(&mut seeded), retired: Vec::new() }
}

/// The row of today's with this type and key, to be altered.
fn of<'p>(planting: &'p mut Planting, doc_type: &str, key: &str) -> &'p mut Record {
    let id = seeded(doc_type, key);
    let found = planting.rows.iter_mut().find(|row| row.doc_type == doc_type && row.id == id);
    &mut found.unwrap().record
}

fn set(planting: &mut Planting, (doc_type, key): (&str, &str), field: &str, value: Value) {
    of(planting, doc_type, key).insert(field.to_owned(), value);
}

/// Carries commands out; the messages of those that were refused.
fn carry_out(site: &mut Site, commands: &[Command]) -> Vec<String> {
    let mut refused = Vec::new();
    for command in commands {
        match decide(&site.memory, &planter(), site.now, command) {
            Ok(changes) => site.memory.apply(&changes.writes),
            Err(halt) => refused.push(format!("{halt:?}")),
        }
    }
    refused
}

fn plan(site: &Site, planting: &Planting) -> Vec<Command> {
    planting.plan(&site.memory).unwrap()
}

const RUST: (&str, &str) = ("reason", "return/RUST");
const ORDERS: (&str, &str) = ("menu", "Orders/Orders");
const HOLDS: (&str, &str) = ("menu", "Stock/Stock hold");

/// Status and these fields of a row's document; null where there is none.
fn shown(site: &Site, (doc_type, key): (&str, &str), fields: &[&str]) -> Value {
    let doc = match doc_type {
        "setting" | "role" => site.get(doc_type, key),
        _ => site.get(doc_type, &seeded(doc_type, key)),
    };
    if doc.is_null() {
        return Value::Null;
    }
    let mut all = vec![doc["status"].clone()];
    all.extend(fields.iter().map(|field| doc["record"][*field].clone()));
    all.into()
}

/// What people did on the old site, what the newer program brings, and what stands afterwards.
struct Meeting {
    what: &'static str,
    before: fn(&mut Site),
    newer: fn(&mut Planting),
    /// How many commands bring the site up to date.
    commands: usize,
    of: (&'static str, &'static str),
    fields: &'static [&'static str],
    stands: fn() -> Value,
}

fn nobody(_: &mut Site) {}

fn edit(site: &mut Site, (doc_type, key): (&str, &str), value: Value) {
    site.edit(&person(Role::Admin), doc_type, &seeded(doc_type, key), value).unwrap();
}

fn act(site: &mut Site, (doc_type, key): (&str, &str), action: &str) {
    site.act(&person(Role::Admin), doc_type, &seeded(doc_type, key), action, json!({})).unwrap();
}

fn remove(site: &mut Site, (doc_type, key): (&str, &str)) {
    let id = seeded(doc_type, key);
    let version = site.get(doc_type, &id)["version"].as_u64().unwrap() as u32;
    let deed = CommandKind::Delete { doc_type: doc_type.into(), id, version };
    site.deed(&person(Role::Admin), deed).unwrap();
}

fn retire(planting: &mut Planting, (doc_type, key): (&'static str, &str)) {
    let id = seeded(doc_type, key);
    planting.rows.retain(|row| row.id != id);
    planting.retired.push((doc_type, id));
}

const MEETINGS: &[Meeting] = &[
    Meeting {
        what: "the same program",
        before: nobody,
        newer: |_| {},
        commands: 0,
        of: RUST,
        fields: &["name"],
        stands: || json!(["Active", "Rust"]),
    },
    Meeting {
        what: "a new reason",
        before: nobody,
        newer: |new| {
            let value = json!({ "code": "DENT", "name": "Dented", "kind": "return" });
            new.rows.push(row("reason", "return/DENT", value));
        },
        commands: 1,
        of: ("reason", "return/DENT"),
        fields: &["name", "kind"],
        stands: || json!(["Active", "Dented", "return"]),
    },
    Meeting {
        what: "a new group and its page",
        before: nobody,
        newer: |new| {
            let group = json!({ "menu_name": "Trips", "kind": "group", "icon": "map", "sort": 99 });
            let page = json!({
                "menu_name": "All", "kind": "page", "menu_page_url": "/trip", "icon": "map",
                "parent": seeded("menu", "Trips"), "sort": 1, "needs": "order",
            });
            new.rows.push(row("menu", "Trips", group));
            new.rows.push(row("menu", "Trips/All", page));
        },
        commands: 2,
        of: ("menu", "Trips/All"),
        fields: &["menu_page_url", "parent"],
        stands: || json!(["Active", "/trip", "menu-Trips"]),
    },
    Meeting {
        what: "a row that nobody touched, in other words",
        before: nobody,
        newer: |new| set(new, RUST, "name", "Rusted".into()),
        commands: 1,
        of: RUST,
        fields: &["name"],
        stands: || json!(["Active", "Rusted"]),
    },
    Meeting {
        what: "a page that was renamed by the administrator leads elsewhere",
        before: |site| edit(site, ORDERS, json!({ "menu_name": "Sales orders" })),
        newer: |new| {
            set(new, ORDERS, "menu_name", "All orders".into());
            set(new, ORDERS, "menu_page_url", "/order_loaded".into());
        },
        commands: 1,
        of: ORDERS,
        fields: &["menu_name", "menu_page_url"],
        stands: || json!(["Active", "Sales orders", "/order_loaded"]),
    },
    Meeting {
        what: "a name that was changed by a person and changed back",
        before: |site| {
            edit(site, RUST, json!({ "name": "Rusty" }));
            edit(site, RUST, json!({ "name": "Rust" }));
        },
        newer: |new| set(new, RUST, "name", "Rusted".into()),
        commands: 0,
        of: RUST,
        fields: &["name"],
        stands: || json!(["Active", "Rust"]),
    },
    Meeting {
        what: "a reason that was removed",
        before: |site| remove(site, RUST),
        newer: |new| set(new, RUST, "name", "Rusted".into()),
        commands: 0,
        of: RUST,
        fields: &[],
        stands: || Value::Null,
    },
    Meeting {
        what: "a reason that was deactivated",
        before: |site| act(site, RUST, "deactivate"),
        newer: |new| set(new, RUST, "name", "Rusted".into()),
        commands: 1,
        of: RUST,
        fields: &["name"],
        stands: || json!(["Inactive", "Rusted"]),
    },
    Meeting {
        what: "a code, which nobody can change",
        before: nobody,
        newer: |new| set(new, RUST, "code", "RUSTED".into()),
        commands: 0,
        of: RUST,
        fields: &["code"],
        stands: || json!(["Active", "RUST"]),
    },
    Meeting {
        what: "a field that the program leaves empty by now",
        before: nobody,
        newer: |new| drop(of(new, ORDERS.0, ORDERS.1).remove("badge_source")),
        commands: 1,
        of: ORDERS,
        fields: &["badge_source"],
        stands: || json!(["Active", null]),
    },
    Meeting {
        what: "a field that the administrator filled",
        before: |site| edit(site, HOLDS, json!({ "badge_source": "stock_hold" })),
        newer: |new| set(new, HOLDS, "icon", "receipt".into()),
        commands: 1,
        of: HOLDS,
        fields: &["badge_source", "icon"],
        stands: || json!(["Active", "stock_hold", "receipt"]),
    },
    Meeting {
        what: "defaults of settings, one of them set by the administrator",
        before: |site| {
            let own = json!({ "load_tolerance_bp": 500 });
            site.edit(&person(Role::Admin), "setting", "setting", own).unwrap();
        },
        newer: |new| {
            let setting = &mut new.rows[0].record;
            setting.insert("load_tolerance_bp".into(), 250.into());
            setting.insert("represent_days".into(), 14.into());
        },
        commands: 1,
        of: ("setting", "setting"),
        fields: &["load_tolerance_bp", "represent_days"],
        stands: || json!(["Active", 500, 14]),
    },
    Meeting {
        what: "a role, by its code",
        before: nobody,
        newer: |new| set(new, ("role", "SALES"), "home", "/desk".into()),
        commands: 1,
        of: ("role", "SALES"),
        fields: &["home"],
        stands: || json!(["Active", "/desk"]),
    },
    Meeting {
        what: "what no program gives any more",
        before: nobody,
        newer: |new| retire(new, RUST),
        commands: 1,
        of: RUST,
        fields: &[],
        stands: || json!(["Inactive"]),
    },
    Meeting {
        what: "what no program gives any more, in the administrator's words",
        before: |site| edit(site, RUST, json!({ "name": "Rusty" })),
        newer: |new| retire(new, RUST),
        commands: 0,
        of: RUST,
        fields: &["name"],
        stands: || json!(["Active", "Rusty"]),
    },
    Meeting {
        what: "what no program gives any more and somebody removed",
        before: |site| remove(site, RUST),
        newer: |new| retire(new, RUST),
        commands: 0,
        of: RUST,
        fields: &[],
        stands: || Value::Null,
    },
    Meeting {
        what: "a reason that the site has under an id of its own",
        before: |site| {
            let own = json!({ "code": "DENT", "name": "Our dent", "kind": "return" });
            site.create(&person(Role::Admin), "reason", own).unwrap();
        },
        newer: |new| {
            let value = json!({ "code": "DENT", "name": "Dented", "kind": "return" });
            new.rows.push(row("reason", "return/DENT", value));
        },
        commands: 0,
        of: ("reason", "return/DENT"),
        fields: &[],
        stands: || Value::Null,
    },
];

#[test]
fn what_a_newer_program_brings_reaches_an_old_site_and_what_people_changed_stays() {
    let old = Site::new();
    for meeting in MEETINGS {
        let mut site = old.clone();
        (meeting.before)(&mut site);
        let mut newer = today();
        (meeting.newer)(&mut newer);
        let commands = plan(&site, &newer);
        assert_eq!(commands.len(), meeting.commands, "{}: {commands:?}", meeting.what);
        assert_eq!(carry_out(&mut site, &commands), [""; 0], "{}", meeting.what);
        let stands = shown(&site, meeting.of, meeting.fields);
        assert_eq!(stands, (meeting.stands)(), "{}", meeting.what);
        assert_eq!(plan(&site, &newer), [], "{}: nothing is left", meeting.what);
    }
}

#[test]
fn rows_link_to_what_the_site_has_in_the_place_of_another() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let state = seeded("state", "27");
    let own = json!({ "name": "Pune", "state": state });
    let own = site.create(&admin, "district", own).unwrap()["id"].as_str().unwrap().to_owned();
    let mut newer = today();
    let district = json!({ "name": "Pune", "state": state });
    newer.rows.push(row("district", "27/Pune", district));
    let city = json!({ "name": "Chakan", "district": seeded("district", "27/Pune") });
    newer.rows.push(row("city", "27/Pune/Chakan", city));
    let commands = plan(&site, &newer);
    assert_eq!(commands.len(), 1);
    assert_eq!(carry_out(&mut site, &commands), [""; 0]);
    let stands = shown(&site, ("city", "27/Pune/Chakan"), &["district"]);
    assert_eq!(stands, json!(["Active", own]));
}

/// A program that brings some of everything.
fn newer() -> Planting {
    let mut newer = today();
    for meeting in MEETINGS {
        (meeting.newer)(&mut newer);
    }
    newer.retired.clear();
    newer.rows.retain(|row| row.id != seeded(RUST.0, RUST.1));
    newer.retired.push((RUST.0, seeded(RUST.0, RUST.1)));
    let mut seen = BTreeSet::new();
    newer.rows.retain(|row| seen.insert(row.id.clone()));
    newer
}

#[test]
fn a_planting_that_was_killed_after_any_of_its_commands_is_finished_by_the_next_start() {
    let (old, newer) = (Site::new(), newer());
    let commands = plan(&old, &newer);
    assert!(commands.len() > 6, "{commands:?}");
    let mut whole = old.clone();
    assert_eq!(carry_out(&mut whole, &commands), [""; 0]);
    for killed in 0..=commands.len() {
        let mut site = old.clone();
        assert_eq!(carry_out(&mut site, &commands[..killed]), [""; 0]);
        let rest = plan(&site, &newer);
        assert_eq!(rest, commands[killed..], "killed after {killed}");
        assert_eq!(carry_out(&mut site, &rest), [""; 0]);
        assert!(site.memory == whole.memory, "killed after {killed}");
    }
}

#[test]
fn an_earlier_program_and_the_newer_one_may_take_turns() {
    let (mut site, today, newer) = (Site::new(), today(), newer());
    let name = ("menu", "Orders/Orders");
    for _ in 0..3 {
        for (planting, url) in [(&newer, "/order_loaded"), (&today, "/order")] {
            let commands = plan(&site, planting);
            assert_eq!(carry_out(&mut site, &commands), [""; 0]);
            assert_eq!(shown(&site, name, &["menu_page_url"]), json!(["Active", url]));
        }
    }
}

#[test]
fn only_the_system_notes_that_a_planting_is_done_and_another_is_not_done_by_it() {
    let (mut site, today, newer) = (Site::new(), today(), newer());
    assert_ne!(today.digest(), newer.digest());
    let note = || CommandKind::Planted { digest: today.digest() };
    let refused = messages(site.deed(&person(Role::Admin), note()));
    assert_eq!(refused, ["Only the system does this"]);
    assert!(!today.is_done(&site.memory).unwrap());
    site.deed(&planter(), note()).unwrap();
    assert!(today.is_done(&site.memory).unwrap());
    assert!(!newer.is_done(&site.memory).unwrap());
}

/// Type and first key of every row of today's, in their order.
fn keys() -> Vec<String> {
    let (mut keys, mut seen) = (Vec::new(), BTreeSet::new());
    let mut id = |doc_type: &str, key: &str| {
        let line = format!("{doc_type} {key}");
        if seen.insert(line.clone()) {
            keys.push(line.clone());
        }
        line
    };
    seed::seed(&mut id);
    seed::retired(&mut id);
    keys
}

#[test]
fn a_row_that_was_ever_given_is_given_still_or_named_as_renamed_or_retired() {
    let keys = keys();
    let mut known: Vec<&str> = seed::PLANTED.lines().collect();
    let gone: Vec<&&str> = known.iter().filter(|line| !keys.iter().any(|k| k == **line)).collect();
    assert!(gone.is_empty(), "name in RENAMED or RETIRED of core/src/docs/seed.rs: {gone:?}");
    let new: Vec<&str> = keys.iter().map(String::as_str).filter(|k| !known.contains(k)).collect();
    if std::env::var_os("UPDATE").is_some() {
        known.extend(new);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/docs/seed/planted.txt");
        return std::fs::write(path, known.join("\n") + "\n").unwrap();
    }
    assert!(new.is_empty(), "npm run gen adds {new:?}");
}

#[test]
fn the_seed_leads_to_what_is_declared_and_leaves_no_part_and_no_list_out() {
    let rows = seed::seed(&mut seeded);
    let of = |doc_type: &'static str| rows.iter().filter(move |row| row.doc_type == doc_type);
    let text =
        |row: &Seed, key: &str| row.record.get(key).and_then(Value::as_str).map(String::from);
    for menu in of("menu") {
        let needs = text(menu, "needs").unwrap_or_default();
        let there = docs::find(&needs).is_some()
            || godown_core::access::pages::page(&needs).is_some()
            || text(menu, "kind").as_deref() == Some("group");
        assert!(there, "{menu:?}");
    }
    let parts: Vec<&str> = PARTS.iter().map(|part| part.name()).collect();
    let roles: Vec<String> = of("role").filter_map(|role| text(role, "code")).collect();
    assert_eq!(roles, parts);
    // Read in the bar at the top, with each report, on the sheet of an audit, and on the pages of the template.
    let desk = ["chat_room", "chat_marks"];
    let elsewhere = ["report_view", "list_view", "stock_count"];
    let elsewhere = [&elsewhere[..], &desk[..]].concat();
    let reached: BTreeSet<String> = of("menu").filter_map(|menu| text(menu, "needs")).collect();
    let left: Vec<&str> = docs::ALL.iter().map(|def| def.key).collect();
    let left: Vec<&str> = left.into_iter().filter(|key| !reached.contains(*key)).collect();
    assert_eq!(left, elsewhere);
    // A number needs no row: a series is declared, and a site's own only widens it.
    assert_eq!(of("number_series").count(), 0);
}
