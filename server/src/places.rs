//! India's districts and cities and the world's countries, as checked in under `data/`: what a new
//! site starts with beside its seed.

use godown_core::docs::places::{CITY, COUNTRY, DISTRICT};
use godown_core::kept::doc::Record;
use serde_json::{Value, json};

/// Written by `data/places.py`; the sources and their licences stand there.
static PLACES: &str = include_str!("../data/places.tsv");

/// One place, to be made by the system in this order; its key is unique within its type.
pub struct Place {
    pub doc_type: &'static str,
    pub key: String,
    /// GST code of its state; empty for a country.
    pub state: &'static str,
    pub name: &'static str,
    pub record: Record,
}

/// Countries, then districts, then cities. `id` names a document by its type and key: the state `27`,
/// the district `27/Pune`.
pub fn all<'a>(
    id: &'a mut dyn FnMut(&str, &str) -> String,
) -> impl Iterator<Item = Place> + use<'a> {
    PLACES.lines().filter_map(move |line| {
        let parts: Vec<&'static str> = line.split('\t').collect();
        let (doc_type, key, state, name, value) = match parts[..] {
            // The seed has it already.
            ["country", "IN", ..] => return None,
            ["country", iso2, name, dial] => {
                let value = json!({ "name": name, "iso2": iso2, "dial": dial });
                (COUNTRY.key, iso2.to_owned(), "", name, value)
            }
            ["district", state, name] => {
                let value = json!({ "name": name, "state": id("state", state) });
                (DISTRICT.key, format!("{state}/{name}"), state, name, value)
            }
            ["city", state, district, name, pins] => {
                let district = format!("{state}/{district}");
                let pins: Vec<&str> = pins.split(' ').collect();
                let value = json!({
                    "name": name, "district": id("district", &district), "pincodes": pins,
                });
                (CITY.key, format!("{district}/{name}"), state, name, value)
            }
            _ => return None,
        };
        let filled = |value: &Value| value.as_str().is_none_or(|text| !text.is_empty());
        let Value::Object(mut record) = value else { return None };
        record.retain(|_, value| filled(value));
        Some(Place { doc_type, key, state, name, record })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

    use std::collections::BTreeMap;

    use godown_core::decide::decide;
    use godown_core::declare::actor::Actor;
    use godown_core::docs::seed;
    use godown_core::kept::read::Memory;
    use godown_core::value::Instant;
    use godown_core::value::hash::digest;
    use godown_core::write::command::{Command, CommandKind};

    use super::all;

    fn id(doc_type: &str, key: &str) -> String {
        format!("{doc_type}-{}", digest(key.bytes()))
    }

    #[test]
    fn the_rules_take_every_place_and_every_state_has_districts_and_cities() {
        let mut memory = Memory::default();
        let mut make = |doc_type: &str, id: String, record| {
            let deed = CommandKind::Create { doc_type: doc_type.to_owned(), record };
            let command = Command { command_id: id, deed };
            match decide(&memory, &Actor::system(), Instant(1_790_000_000_000), &command) {
                Ok(changes) => memory.apply(&changes.writes),
                Err(halt) => panic!("{command:?}: {halt:?}"),
            }
        };
        for one in seed::seed(&mut id)
            .into_iter()
            .filter(|one| matches!(one.doc_type, "country" | "state"))
        {
            make(one.doc_type, one.id, one.record);
        }
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for place in all(&mut id) {
            *counts.entry((place.doc_type, place.state)).or_default() += 1;
            make(place.doc_type, id(place.doc_type, &place.key), place.record);
        }
        let states = |doc_type| counts.keys().filter(|(of, _)| *of == doc_type).count();
        assert_eq!((states("country"), states("district"), states("city")), (1, 36, 36));
        let sum = |doc_type| -> usize {
            counts.iter().filter(|((of, _), _)| *of == doc_type).map(|(_, n)| n).sum()
        };
        assert_eq!((sum("country"), sum("district"), sum("city")), (251, 754, CITIES));
    }

    const CITIES: usize = 2_422;
}
