//! One decision under way: what it reads, who asks, and what it has written so far.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::doc::Doc;
use super::index;
use super::keys;
use super::read::{Docs, Overlay, Range, Read, Writes};
use crate::access::{self, Actor};
use crate::docs;
use crate::error::{Code, Halt};
use crate::schema::{DocType, Series};
use crate::value::{Day, IST_MINUTES, Instant};

static SYSTEM: LazyLock<Actor> = LazyLock::new(Actor::system);

/// A decision under way. Reads see what was written before them.
pub struct Case<'a> {
    pub base: &'a dyn Read,
    pub writes: Writes,
    pub actor: &'a Actor,
    pub now: Instant,
    pub command_id: &'a str,
    /// Tells a repeated command from a reused id.
    pub digest: String,
    made: u32,
    /// Documents read in this decision, so that a master named ten times is looked up once.
    seen: RefCell<BTreeMap<String, Option<Arc<Doc>>>>,
}

impl<'a> Case<'a> {
    pub fn new(
        base: &'a dyn Read,
        actor: &'a Actor,
        now: Instant,
        command_id: &'a str,
    ) -> Case<'a> {
        Case {
            base,
            writes: Writes::new(),
            actor,
            now,
            command_id,
            digest: String::new(),
            made: 0,
            seen: RefCell::new(BTreeMap::new()),
        }
    }

    /// Today in the company's time zone.
    pub fn today(&self) -> Day {
        self.now.day_in(IST_MINUTES)
    }

    /// Works on as the system: what is done in there is the system's in the history.
    pub fn as_system<T>(&mut self, work: impl FnOnce(&mut Case<'a>) -> T) -> T {
        let person = std::mem::replace(&mut self.actor, &SYSTEM);
        let done = work(self);
        self.actor = person;
        done
    }

    /// The id of a further document of this command.
    pub fn new_id(&mut self) -> String {
        self.made += 1;
        format!("{}-{}", self.command_id, self.made)
    }

    /// What stands after what this decision wrote.
    pub fn over(&self) -> Overlay<'_> {
        Overlay { base: self.base, writes: &self.writes }
    }

    /// Who an employee is when he acts; none when he was deactivated.
    pub fn actor_of(&self, employee: &Doc) -> Result<Option<Actor>, Halt> {
        access::actor_of(&self.over(), employee, self.now)
    }

    /// The value at a key as it is kept: JSON text.
    pub fn text(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        self.over().get(key)
    }

    /// The value at a key, parsed.
    ///
    /// Errors: `Fault` if it is not what it must be.
    pub fn value<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, Halt> {
        self.text(key)?.map(|text| parse(key, &text)).transpose()
    }

    pub fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        self.over().scan(range, limit)
    }

    /// The keys of a scan.
    pub fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        self.over().keys(range, limit)
    }

    pub fn put<T: Serialize>(&mut self, key: String, value: &T) -> Result<(), Halt> {
        let bytes = written(value).map_err(|error| Halt::Fault(error.to_string()))?;
        self.writes.insert(key, Some(bytes));
        Ok(())
    }

    pub fn remove(&mut self, key: String) {
        self.writes.insert(key, None);
    }

    /// What was decided: the writes, and the documents among them.
    pub fn into_writes(self) -> (Writes, Docs) {
        let written = |key: &String| self.writes.get(key).is_some_and(Option::is_some);
        let seen = self.seen.into_inner().into_iter();
        let docs = seen.filter(|(key, _)| written(key)).filter_map(|(key, doc)| Some((key, doc?)));
        let docs = docs.collect();
        (self.writes, docs)
    }

    /// The document, as it stands after what this decision wrote.
    pub fn find(&self, kind: &str, id: &str) -> Result<Option<Arc<Doc>>, Halt> {
        let key = keys::doc(kind, id);
        if let Some(found) = self.seen.borrow().get(&key) {
            return Ok(found.clone());
        }
        let found = self.over().doc(&key)?;
        self.seen.borrow_mut().insert(key, found.clone());
        Ok(found)
    }

    /// The document, which must exist.
    pub fn doc(&self, def: &DocType, id: &str) -> Result<Arc<Doc>, Halt> {
        self.find(def.key, id)?.ok_or_else(|| not_found(def))
    }

    /// The same, to be changed.
    pub fn copy(&self, def: &DocType, id: &str) -> Result<Doc, Halt> {
        Ok(Arc::unwrap_or_clone(self.doc(def, id)?))
    }

    /// The only document of a `single` type, if it was ever saved.
    pub fn single(&self, def: &DocType) -> Result<Option<Arc<Doc>>, Halt> {
        self.find(def.key, def.key)
    }

    /// Writes a document with its list rows, counts and search words.
    ///
    /// The version, times and history are the caller's (`save`, `act`, `touch`).
    pub fn store(&mut self, doc: Arc<Doc>) -> Result<(), Halt> {
        let def = docs::find(&doc.kind)
            .ok_or_else(|| Halt::Fault(format!("unknown type {}", doc.kind)))?;
        let before = self.find(&doc.kind, &doc.id)?;
        index::write(self, def, before.as_deref(), Some(&doc))?;
        let key = keys::doc(&doc.kind, &doc.id);
        self.put(key.clone(), &*doc)?;
        self.seen.borrow_mut().insert(key, Some(doc));
        Ok(())
    }

    /// Removes a document with all that was indexed for it. Its history stays.
    pub fn erase(&mut self, doc: &Doc) -> Result<(), Halt> {
        let def = docs::find(&doc.kind)
            .ok_or_else(|| Halt::Fault(format!("unknown type {}", doc.kind)))?;
        index::write(self, def, Some(doc), None)?;
        let key = keys::doc(&doc.kind, &doc.id);
        self.remove(key.clone());
        self.seen.borrow_mut().insert(key, None);
        Ok(())
    }

    /// Takes the next number of a type's series for a branch and the financial year of a day.
    /// Nothing is burnt: the counter is written by the same commit or not at all.
    pub fn number(
        &mut self,
        def: &DocType,
        series: &Series,
        prefix: &str,
        day: Day,
    ) -> Result<String, Halt> {
        let fy = if series.plain { String::new() } else { day.fy().to_string() };
        let branch = if series.plain { "" } else { prefix };
        let key = keys::next(def.key, branch, &fy);
        let next: i64 = self.value(&key)?.unwrap_or(1);
        self.put(key, &(next + 1))?;
        let own = crate::docs::org::own_series(self, def.key, branch, &fy)?;
        let width = own.map_or(series.width, |own| own.width);
        Ok(match (series.plain, series.word.is_empty()) {
            (true, _) => format!("{}-{next:0width$}", series.word),
            (_, true) => format!("{prefix}{}/{fy}/{next:0width$}", series.suffix),
            (_, false) => format!("{}/{prefix}/{fy}/{next:0width$}", series.word),
        })
    }
}

pub fn not_found(def: &DocType) -> Halt {
    Halt::refuse(Code::NotFound, format!("{} not found or you cannot see it", def.label))
}

/// JSON bytes as a value.
pub fn parse<T: DeserializeOwned>(key: &str, bytes: &[u8]) -> Result<T, Halt> {
    read(bytes).map_err(|error| Halt::Fault(format!("value at {}: {error}", key.escape_debug())))
}

#[cfg(not(target_arch = "wasm32"))]
fn read<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(bytes)
}

#[cfg(not(target_arch = "wasm32"))]
fn written<T: Serialize>(value: &T) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(value)
}

/// Through one value type, so that the browser's download holds one reader of each type, not two.
#[cfg(target_arch = "wasm32")]
fn read<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    serde_json::from_value(serde_json::from_slice(bytes)?)
}

#[cfg(target_arch = "wasm32")]
fn written<T: Serialize>(value: &T) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&serde_json::to_value(value)?)
}
