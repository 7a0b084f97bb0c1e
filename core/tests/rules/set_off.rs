//! A trigger may be about anything and tell in every way there is: what it sets off ends, and the command stands.

use std::thread;

use crate::support::site::record;
use crate::support::telling::{all, quiet, sweep};
use crate::support::{DAY, World};
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::declare::chain::MESSAGES;
use godown_core::docs;
use godown_core::docs::orders::{self, BM_PENDING};
use godown_core::docs::triggers::words::About;
use godown_core::docs::triggers::{self, TRIGGER, tell};
use godown_core::error::Halt;
use godown_core::kept::doc::{Doc, Event, Record};
use godown_core::kept::keys;
use godown_core::kept::read::Read;
use godown_core::schema::{Choice, DocType, Field, Kind, Told};
use godown_core::write::save;
use serde_json::{Value, json};

/// The stack of the thread that decides in the server.
const STACK: usize = 2 << 20;
/// What people are told by.
const MESSAGE_KINDS: [&str; 3] = ["notification", "mail", "text_message"];
/// What people keep for themselves or say to each other.
const PERSONAL_KINDS: [&str; 10] = [
    "board",
    "calendar_event",
    "cart",
    "chat_marks",
    "chat_message",
    "chat_room",
    "contact",
    "inbox_message",
    "proforma",
    "todo_list",
];

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap();
}

/// The choices that a field of the trigger offers, or that a field of its rows does.
fn offered(path: &[&str]) -> Vec<&'static str> {
    let mut fields = TRIGGER.fields;
    let mut kind = None;
    for key in path {
        let field = fields.iter().find(|field| field.key == *key).unwrap();
        if let Kind::Rows { fields: inner, .. } = field.kind {
            fields = inner;
        }
        kind = Some(field.kind);
    }
    let names = |of: &'static [Choice]| of.iter().map(|(key, _)| *key).collect();
    match kind.unwrap() {
        Kind::Choice(of) => names(of),
        Kind::Many(Kind::Choice(of)) => names(of),
        other => panic!("{other:?}"),
    }
}

/// A world in which everybody reaches the administrator by every way, and he takes them all.
fn reachable() -> World {
    let mut world = quiet();
    world.setting(json!({ "message_channels": ["sms", "whatsapp"] }));
    let admin = world.who("ADMIN");
    let own = json!({
        "mobile": "9822090000", "email": "admin@godown.test", "channels": offered(&["channels"]),
    });
    world.site.act(&admin, "employee", &admin.id, "profile", own).unwrap();
    world
}

/// Every way in which a trigger may be about a type: its event and what goes with it.
fn ways(def: &DocType) -> Vec<Record> {
    let mut ways = Vec::new();
    for event in offered(&["event"]) {
        let way = |more: Value| {
            let mut way = json!({ "event": event, "doc_type": def.key });
            record(more).into_iter().for_each(|(key, value)| way[key] = value);
            record(way)
        };
        let statuses = || def.flow.statuses.iter();
        match event {
            triggers::STATUS => ways.extend(statuses().map(|it| way(json!({ "in_status": it })))),
            triggers::AGE => {
                ways.extend(statuses().map(|it| way(json!({ "in_status": it, "age_h": 1 }))));
                ways.push(way(json!({})));
            }
            triggers::DATE => {
                let dates =
                    def.fields.iter().filter(|f| matches!(f.kind, Kind::Date | Kind::Instant));
                ways.extend(dates.map(|field| way(json!({ "date_field": field.key }))));
            }
            triggers::CREDIT => ways.push(way(json!({ "above_bp": 1 }))),
            _ => ways.push(way(json!({}))),
        }
    }
    ways
}

/// A trigger of one way that tells everybody it can by everything it can.
fn loud(world: &World, at: usize, way: &Record) -> Value {
    let recipient = |kind: &&str| match *kind {
        "role" => json!({ "kind": kind, "role": "ADMIN" }),
        "employee" => json!({ "kind": kind, "employee": world.who("ADMIN").id }),
        kind => json!({ "kind": kind }),
    };
    let mut trigger = json!({
        "name": format!("Loud {at}"), "channels": offered(&["channels"]), "title": "{{title}}",
        "body": "{{status}}", "recipients":
            offered(&["recipients", "kind"]).iter().map(recipient).collect::<Vec<Value>>(),
    });
    way.iter().for_each(|(key, value)| trigger[key] = value.clone());
    trigger
}

/// Writes what no command of a person does, under an id of its own.
fn as_system<T>(world: &mut World, work: impl FnOnce(&mut Case) -> Result<T, Halt>) -> T {
    let (actor, command_id) = (Actor::system(), format!("walk-{}", world.site.memory.pairs.len()));
    let mut case = Case::new(docs::look(&world.site.memory, &actor, world.site.now), &command_id);
    let done = work(&mut case).unwrap();
    let (writes, _) = case.into_writes();
    world.site.memory.apply(&writes);
    done
}

/// Keeps a trigger as a program that refused none would have left it.
fn plant(world: &mut World, at: usize, value: Value) {
    let id = format!("loud-{at}");
    as_system(world, |case| {
        let mut doc = save::blank(case, &TRIGGER, id.clone());
        let kind = value["doc_type"].as_str().unwrap().to_owned();
        doc.record = record(value);
        save::finish(case, &TRIGGER, None, doc, "create", &Record::new(), None)?;
        let mut ids: Vec<String> = case.value(&keys::triggers(&kind))?.unwrap_or_default();
        ids.push(id);
        case.put(keys::triggers(&kind), &ids)
    });
}

/// Something in every field that needs no other document.
fn filled(fields: &[Field], id: &str, world: &World) -> Record {
    let value = |field: &Field| -> Option<Value> {
        Some(match field.kind {
            _ if field.key == "waiting_for" => "ADMIN".into(),
            Kind::Text { .. } | Kind::Note { .. } => format!("{} {id}", field.label).into(),
            Kind::Int { min, .. } => min.max(1).into(),
            Kind::Bool => true.into(),
            Kind::Date => world.site.today().to_string().into(),
            Kind::Time => "10:00".into(),
            Kind::Instant => world.site.now.0.into(),
            // Documents of different statuses share no value that is unique.
            Kind::Choice(of) if field.unique => {
                of.iter().cycle().nth(id.len() + usize::from(*id.as_bytes().last()?))?.0.into()
            }
            Kind::Choice(of) => of.first()?.0.into(),
            _ => return None,
        })
    };
    fields.iter().filter_map(|field| Some((field.key.to_owned(), value(field)?))).collect()
}

/// Brings a document of a type into a status, as the rules do.
fn bring(world: &mut World, def: &'static DocType, status: &str, id: &str) {
    let record = filled(def.fields, id, world);
    let owner = world.who("ADMIN").id;
    as_system(world, |case| {
        let mut doc: Doc = save::blank(case, def, id.to_owned());
        doc.status = status.to_owned();
        doc.owner = Some(owner);
        doc.record = record;
        save::finish(case, def, None, doc, "create", &Record::new(), None)?;
        Ok(())
    });
}

fn written(world: &World) -> usize {
    MESSAGE_KINDS.iter().map(|kind| all(world, kind).len()).sum()
}

#[test]
fn a_trigger_about_any_type_event_and_status_tells_and_ends() {
    on_a_small_stack(|| {
        let base = reachable();
        for def in docs::ALL.iter().copied() {
            let mut world = base.clone();
            let ways = ways(def);
            for (at, way) in ways.iter().enumerate() {
                let record = loud(&world, at, way);
                plant(&mut world, at, record);
            }
            for (at, status) in def.flow.statuses.iter().enumerate() {
                let before = written(&world);
                bring(&mut world, def, status, &format!("walked-{at}"));
                let itself = usize::from(MESSAGE_KINDS.contains(&def.key));
                let told = written(&world) - before - itself;
                match def.told {
                    Told::Never => assert_eq!(told, 0, "{} {status}", def.key),
                    // The administrator at least, in the app, by mail and by both services.
                    Told::ByTriggers => assert!(told >= 4, "{} {status}: {told}", def.key),
                }
            }
            // The way of an event that belongs to no change, by itself.
            for (at, _) in ways.iter().enumerate() {
                as_system(&mut world, |case| {
                    let trigger = case.doc(&TRIGGER, &format!("loud-{at}"))?;
                    let doc = case.doc(def, "walked-0")?;
                    tell::fire(case, &trigger, &About { def, doc: &doc, extra: Record::new() })
                });
            }
            for _ in 0..3 {
                world.later(DAY);
                sweep(&mut world);
            }
        }
    });
}

#[test]
fn nobody_is_told_of_what_people_are_told_by() {
    let mut world = quiet();
    let admin = world.who("ADMIN");
    for def in docs::ALL {
        let quiet = MESSAGE_KINDS.contains(&def.key) || PERSONAL_KINDS.contains(&def.key);
        assert_eq!(def.told == Told::Never, quiet, "{}", def.key);
    }
    for kind in MESSAGE_KINDS {
        let def = docs::find(kind).unwrap();
        let way = json!({ "event": "status", "doc_type": kind, "in_status": def.flow.statuses[0] });
        let trigger = json!({
            "name": "Told of telling", "channels": ["app"], "title": "x", "body": "y",
            "recipients": [{ "kind": "owner" }],
        });
        let mut all = record(trigger);
        all.extend(record(way));
        let refused = world.site.create(&admin, "trigger", Value::Object(all)).unwrap_err();
        let message =
            format!("Select another document: {} has no notifications", def.plural.to_lowercase());
        assert_eq!((refused[0].path.as_str(), &refused[0].message), ("doc_type", &message));
    }
}

#[test]
fn a_step_that_would_tell_too_many_is_taken_and_administrators_learn_once_where_telling_stopped() {
    let mut world = reachable();
    let everybody: Vec<Value> = godown_core::declare::grant::PEOPLE
        .iter()
        .map(|role| json!({ "kind": "role", "role": role.name() }))
        .collect();
    for at in 0..MESSAGES / 10 {
        world.site.make(
            "trigger",
            json!({
                "name": format!("Many {at}"), "event": "status", "doc_type": "order",
                "in_status": BM_PENDING, "recipients": everybody, "title": "{{doc_no}}",
                "body": "{{party}}", "channels": offered(&["channels"]),
            }),
        );
    }
    let order = world.draft();
    let done = world.act("SALES", &order, "submit", json!({ "confirm": true })).unwrap();
    assert_eq!(done["status"], BM_PENDING);
    assert_eq!(written(&world), MESSAGES as usize + 1);
    let stops: Vec<Value> = all(&world, "notification")
        .into_iter()
        .filter(|doc| doc["record"]["title"].as_str().unwrap().starts_with("Triggers were stopped"))
        .collect();
    assert_eq!(stops.len(), 1);
    assert_eq!(stops[0]["record"]["to"], world.who("ADMIN").id);
    let doc = world.doc(&order);
    assert_eq!(done["version"], doc.version);
    let key = keys::history("order", &order, doc.version);
    let kept = world.site.memory.get(&key).unwrap().unwrap();
    let event: Event = serde_json::from_slice(&kept).unwrap();
    assert_eq!((event.action.as_str(), event.by.as_str()), ("stop_triggers", "SYS"));
    assert!(event.remarks.unwrap().starts_with("Triggers were stopped at \"Many "));
    assert_eq!(world.step("BM", &order, "approve", json!({})), orders::PRELIMINARY);
}
