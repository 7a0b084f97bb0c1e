//! The demo's own small world: a state in memory, a clock that is told, and every write a decided command.

use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::docs::triggers::watch::FIRE;
use godown_core::error::Halt;
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Memory, Writes};
use godown_core::value::{Day, IST_MINUTES, Instant};
use godown_core::write::command::{Command, CommandKind};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Fault, pictures};
use crate::files::Files;
use crate::store::Entry;

/// Reminders of so many last days are told when the demo is first served.
const REMEMBERED_DAYS: i32 = 7;

/// A site under construction.
pub struct Site {
    pub state: Memory,
    pub entries: Vec<Entry>,
    pub now: Instant,
    /// The refusals on the way: the end of a story, or a first try.
    pub refusals: Vec<String>,
    chance: u64,
    made: u64,
    last: LastDay,
}

/// The last day of the story. Told before it is over, it takes as long as it has lasted: nothing happens in the future,
/// where every step of whoever tries the demo would be later still.
struct LastDay {
    begins: i64,
    lasts_ms: i64,
}

/// What the story does on its last day takes a little longer than the day.
const TOLD_MS: i64 = 25 * 3_600_000;

impl LastDay {
    fn new(until: Day, now: Instant) -> LastDay {
        let begins = at(until, 0).0;
        let lasted = now.0 - begins;
        LastDay { begins, lasts_ms: if lasted > 0 { lasted.min(TOLD_MS) } else { TOLD_MS } }
    }

    /// When something happens that the story has at this time.
    fn clock(&self, told: i64) -> i64 {
        let into = told - self.begins;
        if into <= 0 { told } else { self.begins + into * self.lasts_ms / TOLD_MS }
    }

    /// The time of the story that this is.
    fn told(&self, clock: i64) -> i64 {
        let into = clock - self.begins;
        if into <= 0 { clock } else { self.begins + into * TOLD_MS / self.lasts_ms }
    }
}

impl Site {
    pub fn new(start: Instant, until: Day, now: Instant) -> Site {
        Site {
            last: LastDay::new(until, now),
            state: Memory::default(),
            entries: Vec::new(),
            now: start,
            refusals: Vec::new(),
            chance: 0x90d0_3211_5eed,
            made: 0,
        }
    }

    /// So many milliseconds go by.
    pub fn pass(&mut self, ms: i64) {
        self.turn_to(self.hence(ms));
    }

    /// The time of the story, so many milliseconds from now.
    pub fn hence(&self, ms: i64) -> Instant {
        Instant(self.last.told(self.now.0) + ms)
    }

    /// It is this time of the story, or later already.
    pub fn turn_to(&mut self, told: Instant) {
        self.now = Instant(self.last.clock(told.0).max(self.now.0));
    }

    /// The next number of a fixed sequence (splitmix64), below `bound`.
    pub fn pick(&mut self, bound: usize) -> usize {
        self.chance = self.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = mix(self.chance);
        (mixed % (bound.max(1) as u64)) as usize
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.pick((high - low + 1) as usize) as i64
    }

    /// A UUID of version 4 that is the same in every run.
    pub fn new_id(&mut self) -> String {
        self.made += 1;
        numbered(self.made)
    }

    /// The ids up to this number are given already.
    pub fn number_from(&mut self, last: u64) {
        self.made = last;
    }

    /// Carries a command out; the entry is as the writer would have made it.
    pub fn send(&mut self, actor: &Actor, deed: CommandKind) -> Result<Doc, Halt> {
        let command_id = self.new_id();
        self.send_as(actor, command_id, deed)
    }

    fn send_as(
        &mut self,
        actor: &Actor,
        command_id: String,
        deed: CommandKind,
    ) -> Result<Doc, Halt> {
        let left = self.carry_out(actor, command_id, deed)?;
        left.ok_or_else(|| Halt::Fault("the command left no document".to_owned()))
    }

    /// Writes what every data directory begins with, so that the first start rebuilds nothing.
    pub fn begin(&mut self) -> Result<(), Halt> {
        let id = "sys-remake-1".to_owned();
        self.carry_out(&Actor::system(), id, CommandKind::Reindex {}).map(|_| ())
    }

    /// Nothing is left to be planted by the first start.
    pub fn planted(&mut self, digest: String) -> Result<(), Halt> {
        let id = format!("sys-planted-{}", self.entries.len() + 1);
        self.carry_out(&Actor::system(), id, CommandKind::Planted { digest }).map(|_| ())
    }

    /// Somebody of another firm chooses a password.
    pub fn password(&mut self, account: &str, hash: String) -> Result<(), Fault> {
        let account = account.to_owned();
        let deed = CommandKind::SetPassword { account, hash, keep: None, must_change: false };
        let id = self.new_id();
        self.carry_out(&Actor::system(), id, deed)?;
        Ok(())
    }

    fn carry_out(
        &mut self,
        actor: &Actor,
        command_id: String,
        deed: CommandKind,
    ) -> Result<Option<Doc>, Halt> {
        let command = Command { command_id, deed };
        let changes = decide(&self.state, actor, self.now, &command)?;
        self.state.apply(&changes.writes);
        let text = serde_json::to_string(&command).map_err(|e| Halt::Fault(e.to_string()))?;
        let command_json = RawValue::from_string(text).map_err(|e| Halt::Fault(e.to_string()))?;
        self.entries.push(Entry {
            time: self.now.0,
            company: keys::COMPANY.to_owned(),
            actor: actor.id.clone(),
            did: command.did(),
            command_id: command.command_id,
            command: command_json,
            writes: changes.writes,
            docs: Docs::new(),
        });
        Ok(changes.answer.doc().map(|doc| Doc::clone(doc)))
    }

    /// Nobody swept while the story was told: what was to be told long before its end is no news.
    pub fn forget_reminders(&mut self, until: Day) {
        let from = keys::key(&["due"]);
        let to = keys::key(&["due", &keys::sortable(at(until.plus(-REMEMBERED_DAYS), 0).0)]);
        let past = self.state.pairs.range(from..to).map(|(key, _)| key);
        let reminder = |key: &&String| keys::parts(key).last().is_some_and(|w| w.starts_with(FIRE));
        let writes: Writes = past.filter(reminder).map(|key| (key.clone(), None)).collect();
        self.state.apply(&writes);
        if let Some(last) = self.entries.last_mut() {
            last.writes.extend(writes);
        }
    }

    /// Writes that no command makes: the mark that this is a demo.
    pub fn mark(&mut self, key: String, value: &Value) {
        let writes = Writes::from([(key, Some(value.to_string().into_bytes()))]);
        self.state.apply(&writes);
        if let Some(last) = self.entries.last_mut() {
            last.writes.extend(writes);
        }
    }

    pub fn create(&mut self, actor: &Actor, doc_type: &str, record: Value) -> Result<Doc, Fault> {
        let id = self.new_id();
        self.create_as(actor, doc_type, &id, record)
    }

    /// A photo that somebody took and sent; its id.
    pub fn photo(&mut self, actor: &Actor, turn: usize) -> Result<String, Fault> {
        let bytes = pictures::one(turn);
        let file = Files::id(&bytes);
        let deed = CommandKind::SendFile { file: file.clone(), bytes: bytes.len() as u64 };
        let id = self.new_id();
        self.carry_out(actor, id, deed)?;
        Ok(file)
    }

    /// A document under an id that others name already.
    pub fn create_as(
        &mut self,
        actor: &Actor,
        doc_type: &str,
        id: &str,
        record: Value,
    ) -> Result<Doc, Fault> {
        let shown = format!("create {doc_type} {record}");
        let record = object(record)?;
        let deed = CommandKind::Create { doc_type: doc_type.to_owned(), record };
        self.send_as(actor, id.to_owned(), deed).map_err(|halt| Fault::new(&shown, &halt))
    }

    pub fn act(
        &mut self,
        actor: &Actor,
        doc: &Doc,
        action: &str,
        inputs: Value,
    ) -> Result<Doc, Halt> {
        let inputs = inputs.as_object().cloned().unwrap_or_default();
        let version = self.version(doc)?;
        self.send(
            actor,
            CommandKind::Act {
                doc_type: doc.kind.clone(),
                id: doc.id.clone(),
                version,
                action: action.to_owned(),
                inputs,
            },
        )
    }

    /// Some fields of a document's newest version, changed.
    pub fn edit(
        &mut self,
        actor: &Actor,
        kind: &str,
        id: &str,
        fields: Value,
    ) -> Result<Doc, Fault> {
        let shown = format!("edit {kind} {id} {fields}");
        let missing = || Fault::text(format!("no {kind} {id}"));
        let before = self.find(kind, id)?.ok_or_else(missing)?;
        let mut record = before.record;
        record.extend(object(fields)?);
        let deed = CommandKind::Update {
            doc_type: kind.to_owned(),
            id: id.to_owned(),
            version: before.version,
            record,
        };
        self.send(actor, deed).map_err(|halt| Fault::new(&shown, &halt))
    }

    /// A step that must succeed.
    pub fn must(
        &mut self,
        actor: &Actor,
        doc: &Doc,
        action: &str,
        inputs: Value,
    ) -> Result<Doc, Fault> {
        let shown = format!("{action} {} {} {inputs}", doc.kind, doc.id);
        self.act(actor, doc, action, inputs).map_err(|halt| Fault::new(&shown, &halt))
    }

    pub fn find(&self, kind: &str, id: &str) -> Result<Option<Doc>, Halt> {
        let bytes = self.state.pairs.get(&keys::doc(kind, id));
        bytes
            .map(|bytes| serde_json::from_slice(bytes))
            .transpose()
            .map_err(|e| Halt::Fault(e.to_string()))
    }

    fn version(&self, doc: &Doc) -> Result<u32, Halt> {
        Ok(self.find(&doc.kind, &doc.id)?.map_or(doc.version, |doc| doc.version))
    }

    pub fn today(&self) -> Day {
        self.now.day_in(IST_MINUTES)
    }
}

/// The UUID of version 4 with this number.
pub fn numbered(number: u64) -> String {
    let (a, b) = (mix(number), mix(number ^ 0xdead_beef));
    let (c, d) = ((a >> 16) & 0xffff, a & 0xfff);
    format!(
        "{:08x}-{c:04x}-4{d:03x}-{:04x}-{:012x}",
        a >> 32,
        0x8000 | (b >> 52),
        b & 0xffff_ffff_ffff
    )
}

/// Midnight of a day in India, plus minutes.
pub fn at(day: Day, minutes: i64) -> Instant {
    Instant((i64::from(day.0) * 1_440 + minutes - IST_MINUTES) * 60_000)
}

/// A record of a JSON object, without the keys that hold null.
pub fn object(value: Value) -> Result<Record, Fault> {
    match value {
        Value::Object(map) => Ok(map.into_iter().filter(|(_, value)| !value.is_null()).collect()),
        other => Err(Fault::text(format!("{other} is no record"))),
    }
}

fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
