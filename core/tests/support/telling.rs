//! A site in which only the triggers of a test speak, and what people were told there.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use godown_core::decide::{decide, timed};
use godown_core::declare::actor::Actor;
use godown_core::error::Halt;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use serde_json::{Value, json};

use super::World;
use super::site::record;

/// A world in which only the triggers of a test speak.
pub fn quiet() -> World {
    let mut world = World::new();
    for id in all(&world, "trigger").iter().map(|doc| doc["id"].as_str().unwrap().to_owned()) {
        world.site.act(&Actor::system(), "trigger", &id, "deactivate", json!({})).unwrap_err();
        let admin = world.who("ADMIN");
        world.site.act(&admin, "trigger", &id, "deactivate", json!({})).unwrap();
    }
    world
}

/// Every document of a type, oldest first.
pub fn all(world: &World, kind: &str) -> Vec<Value> {
    let range = Range::prefix(&keys::key(&["doc", kind]));
    let found = world.site.memory.scan(&range, 10_000).unwrap();
    let mut docs: Vec<Value> =
        found.iter().map(|(_, bytes)| serde_json::from_slice(bytes).unwrap()).collect();
    docs.sort_by_key(|doc| doc["created_at"].as_i64());
    docs
}

/// Who was told what in the app: names and titles.
pub fn told(world: &World) -> Vec<(String, String)> {
    let name = |id: &Value| {
        let person = world.people.iter().find(|person| person.id == id.as_str().unwrap());
        person.unwrap().name.clone()
    };
    let row = |doc: Value| {
        (name(&doc["record"]["to"]), doc["record"]["title"].as_str().unwrap().to_owned())
    };
    let mut rows: Vec<(String, String)> = all(world, "notification").into_iter().map(row).collect();
    rows.sort();
    rows
}

pub fn trigger(world: &mut World, mut value: Value) -> String {
    let defaults = json!({
        "name": "Told", "channels": ["app"], "title": "{{doc_no}}", "body": "{{party}}",
    });
    for (key, default) in record(defaults) {
        if value.get(&key).is_none() {
            value[&key] = default;
        }
    }
    world.site.make("trigger", value)
}

pub fn submitted(world: &mut World) -> String {
    let id = world.draft();
    world.step("SALES", &id, "submit", json!({ "confirm": true }));
    id
}

/// Carries out what is due, as the server's sweep does; the ids of the commands.
pub fn sweep(world: &mut World) -> Vec<String> {
    let range = Range::prefix(&keys::key(&["due"]));
    let mut done = Vec::new();
    for (key, _) in world.site.memory.scan(&range, 10_000).unwrap() {
        let [_, at, kind, id, _] = keys::parts(&key)[..] else { panic!("{key}") };
        if keys::unsortable(at).unwrap() > world.site.now.0 {
            continue;
        }
        let version = world.site.memory.doc(&keys::doc(kind, id)).unwrap().map_or(0, |d| d.version);
        let command = timed::command_of(&key, version).unwrap();
        match decide(&world.site.memory, &Actor::system(), world.site.now, &command) {
            Ok(changes) => {
                world.site.memory.apply(&changes.writes);
                done.push(command.command_id);
            }
            Err(Halt::Refused(_)) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    done
}
