//! An entry of the journal that carries nothing but what it writes.

use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Writes};
use godown_core::write::command::Did;
use godown_server::store::Entry;
use serde_json::value::RawValue;

use crate::world::site::NOW;

pub fn entry(number: usize, writes: Writes) -> Entry {
    Entry {
        time: NOW.0,
        company: keys::COMPANY.to_owned(),
        actor: String::new(),
        command_id: format!("bench {number}"),
        did: Did::default(),
        command: RawValue::from_string("{}".to_owned()).unwrap(),
        writes,
        docs: Docs::new(),
    }
}
