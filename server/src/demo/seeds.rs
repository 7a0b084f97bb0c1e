//! The documents that every site starts with, planted into the demo by the system.

use std::collections::BTreeMap;

use godown_core::declare::actor::Actor;
use godown_core::docs::seed;
use serde_json::Value;

use super::site::Site;
use super::{Fault, Known};

pub fn plant(site: &mut Site, known: &mut Known, system: &Actor) -> Result<(), Fault> {
    let mut ids: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut id = |doc_type: &str, key: &str| {
        let made = (doc_type.to_owned(), key.to_owned());
        ids.entry(made).or_insert_with(|| site.new_id()).clone()
    };
    let seeds = seed::seed(&mut id);
    for mut one in seeds {
        if one.doc_type == "setting" {
            // Whoever tries the app out may also try to sign up.
            one.record.insert("registration".to_owned(), true.into());
        }
        site.create_as(system, one.doc_type, &one.id, Value::Object(one.record))?;
    }
    for ((doc_type, key), id) in ids {
        if doc_type == "state" {
            known.states.insert(key.clone(), id.clone());
        }
        known.seeded.insert(format!("{doc_type} {key}"), id);
    }
    Ok(())
}
