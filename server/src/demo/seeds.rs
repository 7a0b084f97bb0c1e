//! The documents that every site starts with, planted into the demo by the system.

use godown_core::declare::actor::Actor;
use godown_core::docs::seed::plan::Planting;
use godown_core::docs::seed::{self, Seed};
use serde_json::Value;

use super::site::{Site, numbered};
use super::{Fault, Known};
use crate::ids::stable;

/// How many of the rows that programs gave have the first numbers of the demo's own sequence: the
/// directories of earlier programs hold them under these.
const NUMBERED: usize = 262;

fn id(doc_type: &str, key: &str) -> String {
    let row = format!("{doc_type} {key}");
    match seed::PLANTED.lines().take(NUMBERED).position(|line| line == row) {
        Some(at) => numbered(at as u64 + 1),
        None => stable(doc_type, key),
    }
}

fn rows(id: &mut dyn FnMut(&str, &str) -> String) -> Vec<Seed> {
    let mut rows = seed::seed(id);
    for one in rows.iter_mut().filter(|one| one.doc_type == "setting") {
        // Whoever tries the app out may also try to sign up.
        one.record.insert("registration".to_owned(), true.into());
    }
    rows
}

/// Everything that this program gives to a demo: its people and places are the story's.
pub fn planting() -> Planting {
    Planting { rows: rows(&mut id), retired: seed::retired(&mut id) }
}

pub fn plant(site: &mut Site, known: &mut Known, system: &Actor) -> Result<(), Fault> {
    site.number_from(NUMBERED as u64);
    let rows = rows(&mut |doc_type, key| {
        let id = id(doc_type, key);
        if doc_type == "state" {
            known.states.insert(key.to_owned(), id.clone());
        }
        known.seeded.insert(format!("{doc_type} {key}"), id.clone());
        id
    });
    for one in rows {
        site.create_as(system, one.doc_type, &one.id, Value::Object(one.record))?;
    }
    Ok(site.planted(planting().digest())?)
}
