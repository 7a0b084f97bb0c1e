//! The commands that give a site what its program brings and it lacks.
//!
//! A row is created under an id that follows from its type and key, and a command id is kept for
//! ever: so a site knows every row that it was ever given, and a row that somebody deleted is not
//! given again. A row that the program changed is changed field by field; a field that a person
//! once changed is theirs, and stays.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Seed;
use crate::declare::actor::Actor;
use crate::declare::grant::Role;
use crate::docs;
use crate::error::Halt;
use crate::kept::doc::{Doc, Event, Record};
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::schema::DocType;
use crate::schema::check::{self, Strictness};
use crate::value::hash::digest;
use crate::write::command::{Command, CommandKind};
use crate::write::index;

/// Everything that one program gives to its sites.
#[derive(Clone, Debug, Default)]
pub struct Planting {
    /// What rows link to comes before them.
    pub rows: Vec<Seed>,
    /// Type and id of rows that earlier programs gave and this one does not.
    pub retired: Vec<(&'static str, String)>,
}

impl Planting {
    /// Tells one program's planting from another's.
    pub fn digest(&self) -> String {
        let row = |row: &Seed| format!("{} {} {}\n", row.doc_type, row.id, text(&row.record));
        let retired = |(doc_type, id): &(&str, String)| format!("- {doc_type} {id}\n");
        let lines = self.rows.iter().map(row).chain(self.retired.iter().map(retired));
        digest(lines.flat_map(String::into_bytes))
    }

    /// Whether the site was given all of it.
    ///
    /// Errors: what the reader cannot answer.
    pub fn is_done(&self, read: &dyn Read) -> Result<bool, Halt> {
        let key = keys::planted();
        let last = read.get(&key)?.map(|bytes| parse::<String>(&key, &bytes)).transpose()?;
        Ok(last.is_some_and(|last| last == self.digest()))
    }

    /// The commands that bring a site up to date, in their order; none where it is. They are
    /// [`planter`]'s. A site that was given some of them needs the others only.
    ///
    /// Errors: what the reader cannot answer.
    pub fn plan(&self, read: &dyn Read) -> Result<Vec<Command>, Halt> {
        let mut commands = Vec::new();
        // Rows that the site has already, under an id of its own.
        let mut own: BTreeMap<&str, String> = BTreeMap::new();
        for row in &self.rows {
            let Some(def) = docs::find(row.doc_type) else { continue };
            let record = relinked(&row.record, &own);
            if read.get(&keys::command(&row.id))?.is_some() {
                commands.extend(changed(read, def, row, &record)?);
                continue;
            }
            match held(read, def, row, &record)? {
                Some(id) => {
                    own.insert(&row.id, id);
                }
                None => {
                    let deed = CommandKind::Create { doc_type: def.key.to_owned(), record };
                    commands.push(Command { command_id: row.id.clone(), deed });
                }
            }
        }
        for (doc_type, id) in &self.retired {
            let Some(def) = docs::find(doc_type) else { continue };
            commands.extend(retired(read, def, id)?);
        }
        Ok(commands)
    }
}

/// Who plants: the system, which keeps masters as an administrator does.
pub fn planter() -> Actor {
    Actor { roles: vec![Role::Sys, Role::Admin], ..Actor::system() }
}

fn text(record: &Record) -> String {
    serde_json::to_string(record).unwrap_or_default()
}

/// The record with links to the documents that the site has in the place of rows.
fn relinked(record: &Record, own: &BTreeMap<&str, String>) -> Record {
    let link = |(key, value): (&String, &Value)| {
        let held = value.as_str().and_then(|id| own.get(id));
        (key.clone(), held.map_or_else(|| value.clone(), |id| id.as_str().into()))
    };
    record.iter().map(link).collect()
}

/// The id of the document that a row makes.
fn id_of(def: &DocType, row: &Seed) -> String {
    let named = || row.record.get(def.named_by?)?.as_str();
    let id = if def.single { Some(def.key) } else { named() };
    id.unwrap_or(&row.id).to_owned()
}

/// The document that stands where a row would: it has the row's id, or a unique value of it.
fn held(
    read: &dyn Read,
    def: &'static DocType,
    row: &Seed,
    record: &Record,
) -> Result<Option<String>, Halt> {
    let id = id_of(def, row);
    if read.get(&keys::doc(def.key, &id))?.is_some() {
        return Ok(Some(id));
    }
    for (name, value, _) in index::unique_values(def, record) {
        let key = keys::unique(def.key, name, &value);
        if let Some(bytes) = read.get(&key)? {
            return parse(&key, &bytes).map(Some);
        }
    }
    Ok(None)
}

/// The change of a row that the site was given before; none where it is as the program has it, or
/// was deleted.
fn changed(
    read: &dyn Read,
    def: &'static DocType,
    row: &Seed,
    record: &Record,
) -> Result<Option<Command>, Halt> {
    let id = id_of(def, row);
    let Some(doc) = read.doc(&keys::doc(def.key, &id))? else { return Ok(None) };
    let wanted = check::check(def, record, None, Strictness::Complete).record;
    let differs = |key: &str| doc.get(key) != wanted.get(key);
    let fields = def.fields.iter().filter(|field| !field.computed && differs(field.key));
    // What is written once cannot be changed by anybody.
    let fields = fields.filter(|field| !(field.immutable && doc.get(field.key).is_some()));
    let fields: Vec<&str> = fields.map(|field| field.key).collect();
    if fields.is_empty() {
        return Ok(None);
    }
    let theirs = People::of(read, &doc)?;
    let mut record = doc.record.clone();
    for key in fields.into_iter().filter(|key| !theirs.fields.contains(*key)) {
        match wanted.get(key) {
            Some(value) => record.insert(key.to_owned(), value.clone()),
            None => record.shift_remove(key),
        };
    }
    if record == doc.record {
        return Ok(None);
    }
    let (doc_type, version) = (def.key.to_owned(), doc.version);
    let command_id = command_id("change", &doc);
    Ok(Some(Command { command_id, deed: CommandKind::Update { doc_type, id, version, record } }))
}

/// Deactivates what this program no longer gives, unless a person ever changed it.
fn retired(read: &dyn Read, def: &DocType, id: &str) -> Result<Option<Command>, Halt> {
    let given = read.get(&keys::command(id))?.is_some();
    let doc = read.doc(&keys::doc(def.key, id))?.filter(|doc| given && doc.is_active());
    let Some(doc) = doc else { return Ok(None) };
    if People::of(read, &doc)?.changed {
        return Ok(None);
    }
    let deed = CommandKind::Act {
        doc_type: def.key.to_owned(),
        id: id.to_owned(),
        version: doc.version,
        action: "deactivate".to_owned(),
        inputs: Record::new(),
    };
    Ok(Some(Command { command_id: command_id("retire", &doc), deed }))
}

/// Follows from the document and the version that is changed: a version is changed once.
fn command_id(what: &str, doc: &Doc) -> String {
    format!("sys-{what}-{}-{}-{}", doc.kind, doc.id, doc.version)
}

/// The changes that people ever made to a document.
#[derive(Default)]
struct People {
    changed: bool,
    fields: BTreeSet<String>,
}

impl People {
    fn of(read: &dyn Read, doc: &Doc) -> Result<People, Halt> {
        let mut people = People::default();
        if doc.version == 1 {
            return Ok(people);
        }
        let range = Range::prefix(&keys::key(&["hist", &doc.kind, &doc.id]));
        for (key, bytes) in read.scan(&range, doc.version as usize)? {
            let event: Event = parse(&key, &bytes)?;
            if event.by == Role::Sys.name() {
                continue;
            }
            people.changed = true;
            let heads = event.diff.iter().filter_map(|one| one.path.split('.').next());
            people.fields.extend(heads.map(str::to_owned));
        }
        Ok(people)
    }
}
