//! A seeded site in memory: commands of people against it, with ids that count up.

#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Look;
use godown_core::declare::grant::Role;
use godown_core::docs;
use godown_core::docs::seed;
use godown_core::error::{Halt, Issue};
use godown_core::kept::doc::Record;
use godown_core::kept::read::Memory;
use godown_core::value::{Day, Instant};
use godown_core::write::command::{Command, CommandKind};
use serde_json::{Value, json};

/// 21-11-2026, noon in India.
pub const NOW: Instant = Instant(1_795_242_600_000);

#[derive(Clone)]
pub struct Site {
    pub memory: Memory,
    pub now: Instant,
    made: u32,
}

/// The id of a document of the seed.
pub fn seeded(doc_type: &str, key: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("{doc_type}-{}", key.chars().map(plain).collect::<String>())
}

/// Somebody with one role who acts everywhere.
pub fn person(role: Role) -> Actor {
    Actor {
        id: role.name().to_lowercase(),
        name: role.label().into(),
        roles: vec![role],
        ..Actor::system()
    }
}

/// An answer as it is sent.
pub fn wire(answer: &impl serde::Serialize) -> Value {
    serde_json::to_value(answer).unwrap()
}

pub fn record(value: Value) -> Record {
    value.as_object().cloned().unwrap()
}

/// The messages of a refusal.
pub fn messages<T: std::fmt::Debug>(result: Result<T, Vec<Issue>>) -> Vec<String> {
    result.unwrap_err().into_iter().map(|issue| issue.message).collect()
}

impl Site {
    pub fn new() -> Site {
        let mut site = Site { memory: Memory::default(), now: NOW, made: 0 };
        for one in seed::seed(&mut seeded) {
            let deed = CommandKind::Create { doc_type: one.doc_type.into(), record: one.record };
            site.send(&Actor::system(), one.id, deed).unwrap();
        }
        site
    }

    pub fn today(&self) -> Day {
        self.now.day_in(330)
    }

    fn next_id(&mut self) -> String {
        self.made += 1;
        format!("00000000-0000-4000-8000-{:012}", self.made)
    }

    fn send(&mut self, actor: &Actor, id: String, deed: CommandKind) -> Result<Value, Vec<Issue>> {
        let command = Command { command_id: id, deed };
        match decide(&self.memory, actor, self.now, &command) {
            Ok(changes) => {
                self.memory.apply(&changes.writes);
                Ok(serde_json::to_value(changes.answer).unwrap())
            }
            Err(Halt::Refused(refused)) => Err(refused.issues),
            Err(other) => panic!("{other:?}"),
        }
    }

    pub fn deed(&mut self, actor: &Actor, deed: CommandKind) -> Result<Value, Vec<Issue>> {
        let id = self.next_id();
        self.send(actor, id, deed)
    }

    pub fn create(&mut self, actor: &Actor, kind: &str, value: Value) -> Result<Value, Vec<Issue>> {
        self.deed(actor, CommandKind::Create { doc_type: kind.into(), record: record(value) })
    }

    /// Creates what must be fine; its id.
    pub fn make(&mut self, kind: &str, value: Value) -> String {
        let made = self.create(&Actor::system(), kind, value.clone());
        made.unwrap_or_else(|issues| panic!("{kind} {value}: {issues:?}"))["id"]
            .as_str()
            .unwrap()
            .into()
    }

    pub fn get(&self, kind: &str, id: &str) -> Value {
        let actor = Actor::system();
        let doc = docs::look(&self.memory, &actor, self.now).find(kind, id).unwrap();
        serde_json::to_value(doc).unwrap()
    }

    fn version(&self, kind: &str, id: &str) -> u32 {
        self.get(kind, id)["version"].as_u64().unwrap() as u32
    }

    /// Changes some fields of the newest version; `null` empties one.
    pub fn edit(
        &mut self,
        actor: &Actor,
        kind: &str,
        id: &str,
        value: Value,
    ) -> Result<Value, Vec<Issue>> {
        let mut all = record(self.get(kind, id)["record"].clone());
        all.extend(record(value));
        let version = self.version(kind, id);
        let deed =
            CommandKind::Update { doc_type: kind.into(), id: id.into(), version, record: all };
        self.deed(actor, deed)
    }

    pub fn act(
        &mut self,
        actor: &Actor,
        kind: &str,
        id: &str,
        action: &str,
        inputs: Value,
    ) -> Result<Value, Vec<Issue>> {
        let version = self.version(kind, id);
        let (doc_type, action) = (kind.into(), action.into());
        let deed =
            CommandKind::Act { doc_type, id: id.into(), version, action, inputs: record(inputs) };
        self.deed(actor, deed)
    }

    /// Reads as the system does.
    pub fn read<T>(&self, read: impl FnOnce(&Look) -> Result<T, Halt>) -> T {
        let actor = Actor::system();
        read(&docs::look(&self.memory, &actor, self.now)).unwrap()
    }

    pub fn branch(&mut self) -> String {
        self.make(
            "branch",
            json!({
                "code": "PN", "name": "Pune", "gstin": "27AAPFU0939F1ZV", "address": "MIDC, Pune",
                "state": seeded("state", "27"), "pin": "411019", "series_prefix": "PN",
            }),
        )
    }

    pub fn employee(&mut self, emp_id: &str, mobile: &str, roles: &[&str], branch: &str) -> String {
        self.make("employee", json!({
            "emp_id": emp_id, "name": format!("Person {emp_id}"), "mobile": mobile, "roles": roles,
            "branch": branch, "designation": "Executive", "joined_on": "2024-04-01",
        }))
    }

    /// A product group at 18 % and one SKU of it.
    pub fn goods(&mut self) -> (String, String) {
        let hsn = self.make(
            "hsn",
            json!({
                "code": "730630", "name": "Welded pipes",
                "gst_rates": [{ "rate_bp": 1800, "from": "2017-07-01" }],
            }),
        );
        let group = self.make(
            "product_group",
            json!({
                "name": "MS Pipe", "hsn": hsn, "rate_uom": "MT", "stock_mode": "pcs_kg",
            }),
        );
        let sku = self.make("sku", json!({
            "name": "MS Pipe 50NB", "product_group": group, "length_mm": 6000, "theo_g_per_pc": 30204,
        }));
        (group, sku)
    }
}
