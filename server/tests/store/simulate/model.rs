//! What a store must hold, kept in the plainest way there is.

use std::collections::BTreeMap;

use godown_core::kept::read::{Docs, Writes};
use godown_core::write::command::Did;
use godown_server::store::Entry;
use serde_json::value::RawValue;

use crate::proof::dice::Dice;

/// How many different keys there are: few, so that they are written again and again.
const KEYS: usize = 300;
/// The longest leap between two groups: a year, in milliseconds.
const LEAP: usize = 31_536_000_000;

#[derive(Default)]
pub struct Model {
    state: BTreeMap<String, Vec<u8>>,
    /// Command id and time of each entry.
    entries: Vec<(String, i64)>,
    made: usize,
}

impl Model {
    pub fn seq(&self) -> u64 {
        self.entries.len() as u64
    }

    pub fn time(&self) -> i64 {
        self.entries.last().map_or(0, |entry| entry.1)
    }

    pub fn key(&self, dice: &mut Dice) -> String {
        format!("c\u{1f}{}/{:03}", dice.one(&["doc", "list", "last"]), dice.below(KEYS))
    }

    pub fn get(&self, key: &str) -> Option<Vec<u8>> {
        self.state.get(key).cloned()
    }

    pub fn scan(&self, from: &str, limit: usize) -> Vec<(String, Vec<u8>)> {
        let found = self.state.range(from.to_owned()..).take(limit);
        found.map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    /// The entries behind one, as a follower is told of them.
    pub fn behind(&self, since: u64) -> Vec<(u64, String)> {
        let ids = self.entries.iter().map(|entry| entry.0.clone());
        (1..).zip(ids).filter(|(seq, _)| *seq > since).collect()
    }

    /// Some entries that follow on the last, soon or a year later.
    pub fn group(&mut self, dice: &mut Dice) -> Vec<Entry> {
        let mut time = self.time();
        let leap = *dice.one(&[1, 1_000, LEAP]);
        time += 1 + dice.below(leap) as i64;
        (0..=dice.below(5)).map(|at| self.entry(dice, time + at as i64)).collect()
    }

    fn entry(&mut self, dice: &mut Dice, time: i64) -> Entry {
        self.made += 1;
        let mut writes = Writes::new();
        for _ in 0..=dice.below(12) {
            let value = match dice.below(5) {
                0 => None,
                _ => Some(self.value(dice)),
            };
            writes.insert(self.key(dice), value);
        }
        Entry {
            time,
            company: "c".to_owned(),
            actor: "u1".to_owned(),
            command_id: format!("id-{}", self.made),
            did: Did::default(),
            command: RawValue::from_string(format!(r#"{{"at":{time}}}"#)).unwrap(),
            writes,
            docs: Docs::new(),
        }
    }

    fn value(&self, dice: &mut Dice) -> Vec<u8> {
        let longest = *dice.one(&[2, 40, 400]);
        let text = "long ".repeat(dice.below(longest));
        format!(r#"{{"n":{},"text":"{text}"}}"#, self.made).into_bytes()
    }

    pub fn keep(&mut self, group: &[Entry]) {
        for entry in group {
            self.entries.push((entry.command_id.clone(), entry.time));
            for (key, value) in &entry.writes {
                match value {
                    Some(value) => drop(self.state.insert(key.clone(), value.to_vec())),
                    None => drop(self.state.remove(key)),
                }
            }
        }
    }
}
