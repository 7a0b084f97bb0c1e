//! Reads of a person: one document as they may see it, and pages of list rows.

pub mod access;
pub mod approvers;
mod asked;
pub mod audit;
mod catalogue;
pub mod credit;
pub mod desk;
mod during;
pub mod facts;
pub mod groups;
mod incoming;
pub mod labels;
pub mod life;
pub mod list;
pub mod named;
pub mod notable;
pub mod offered;
pub mod open_items;
pub mod paying;
pub mod portal;
#[cfg(feature = "print")]
pub mod printed;
pub mod queue;
pub mod returnable;
pub mod reversal;
pub mod rows;
pub mod search;
pub mod setup;
pub mod sheets;
pub mod skus;
#[cfg(feature = "sheet")]
pub mod statement;
pub mod stock;
pub mod trips;
pub mod turn;
mod walk;
pub mod warnings;
mod yards;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::access::actions;
use crate::access::actions::ActionView;
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::{ScopeKind, Verb};
use crate::docs::printed::PaperFacts;
use crate::docs::{self, STAFF_TYPE, accounts};
use crate::error::{Code, Halt, Issue};
use crate::json::Json;
use crate::kept::doc::{Doc, Event, Record};
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::schema::{Deadline, DocType, Field, Kind, check};
use crate::shape::{RawJson, Shape, Shaped, member};
use crate::value::Instant;
use crate::write::Answer;

/// At most so many lines of history are sent with a document.
pub const HISTORY_ROWS: usize = 200;

/// One document as a person sees it, with its actions and history.
#[derive(Clone, Debug)]
pub struct DocView {
    doc: Arc<Doc>,
    /// The record where something of it is hidden from the person.
    record: Option<Record>,
    editable: bool,
    actions: Vec<ActionView>,
    /// The actions that it waits for, whoever takes them.
    awaits: Vec<&'static str>,
    history: Vec<RawJson<Event>>,
    links: Titles,
    warnings: Vec<Issue>,
    deadlines: Vec<Deadline>,
    /// What its paper tells beside the record.
    paper: Option<PaperFacts>,
}

impl DocView {
    pub fn value(&self) -> Result<Value, String> {
        serde_json::to_value(self).map_err(|error| error.to_string())
    }
}

impl Serialize for DocView {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let doc = &*self.doc;
        let mut map = out.serialize_map(Some(20))?;
        map.serialize_entry("id", &doc.id)?;
        map.serialize_entry("type", &doc.kind)?;
        map.serialize_entry("version", &doc.version)?;
        map.serialize_entry("status", &doc.status)?;
        map.serialize_entry("since", &doc.since)?;
        map.serialize_entry("doc_no", &doc.doc_no)?;
        for (kind, id) in doc.beside() {
            map.serialize_entry(kind.field(), &id)?;
        }
        map.serialize_entry("created_by", &doc.created_by)?;
        map.serialize_entry("created_at", &doc.created_at)?;
        map.serialize_entry("updated_by", &doc.updated_by)?;
        map.serialize_entry("updated_at", &doc.updated_at)?;
        map.serialize_entry("editable", &self.editable)?;
        map.serialize_entry("record", self.record.as_ref().unwrap_or(&doc.record))?;
        map.serialize_entry("actions", &self.actions)?;
        map.serialize_entry("awaits", &self.awaits)?;
        map.serialize_entry("history", &self.history)?;
        map.serialize_entry("links", &self.links)?;
        map.serialize_entry("warnings", &self.warnings)?;
        if !self.deadlines.is_empty() {
            map.serialize_entry("deadlines", &self.deadlines)?;
        }
        if let Some(paper) = &self.paper {
            map.serialize_entry("paper", &paper.write())?;
        }
        map.end()
    }
}

impl Shaped for DocView {
    fn shape() -> Shape {
        Shape::Named("DocView", || {
            let beside =
                ScopeKind::BESIDE.map(|kind| member::<Option<String>>(kind.field(), false));
            let mut members = vec![
                member::<String>("id", false),
                member::<String>("type", false),
                member::<u32>("version", false),
                member::<String>("status", false),
                member::<Instant>("since", false),
                member::<Option<String>>("doc_no", false),
            ];
            members.extend(beside);
            members.extend([
                member::<String>("created_by", false),
                member::<Instant>("created_at", false),
                member::<String>("updated_by", false),
                member::<Instant>("updated_at", false),
                member::<bool>("editable", false),
                member::<Record>("record", false),
                member::<Vec<ActionView>>("actions", false),
                member::<Vec<String>>("awaits", false),
                member::<Vec<Event>>("history", false),
                member::<Titles>("links", false),
                member::<Vec<Issue>>("warnings", false),
                member::<Vec<Deadline>>("deadlines", true),
                member::<PaperFacts>("paper", true),
            ]);
            Shape::Object(members)
        })
    }
}

/// One document as the person sees it.
///
/// Errors: `NotFound` when it does not exist or lies outside their scope.
pub fn view(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    id: &str,
) -> Result<DocView, Halt> {
    let case = docs::look(read, actor, now);
    let (def, doc) = viewed(&case, doc_type, id)?;
    shown(&case, def, &doc)
}

/// A document that the person may view.
///
/// Errors: `NotFound`.
fn viewed(case: &Look, doc_type: &str, id: &str) -> Result<(&'static DocType, Arc<Doc>), Halt> {
    let def = find(doc_type)?;
    let doc = case.find(def.key, id)?.filter(|doc| case.actor.covers(def, Verb::View, doc));
    Ok((def, doc.ok_or_else(|| not_found(def))?))
}

/// A document that a command left behind, as its sender sees it.
pub fn answer(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    left: &Answer,
) -> Result<Option<DocView>, Halt> {
    match left {
        Answer::Doc(doc) if doc.status != "Deleted" => {
            shown(&docs::look(read, actor, now), find(&doc.kind)?, doc).map(Some)
        }
        // What was deleted, and what is no document, has nothing more to show.
        _ => Ok(None),
    }
}

fn find(doc_type: &str) -> Result<&'static DocType, Halt> {
    docs::find(doc_type)
        .ok_or_else(|| Halt::refuse(Code::NotFound, "This type of document does not exist"))
}

fn shown(case: &Look, def: &'static DocType, doc: &Arc<Doc>) -> Result<DocView, Halt> {
    let hides = !case.actor.sees_all();
    let hidden = hides.then(|| visible(def.fields, &doc.record, case.actor));
    let record = hidden.as_ref().unwrap_or(&doc.record);
    let mut links = Links::default();
    for (_, to, id) in check::links(def.fields, record) {
        links.want(to.key, id);
    }
    links.want_beside(doc);
    links.want(STAFF_TYPE.key, &doc.created_by);
    links.want(STAFF_TYPE.key, &doc.updated_by);
    Ok(DocView {
        editable: case.actor.covers(def, Verb::Edit, doc)
            && def.flow.editable.contains(&doc.status.as_str()),
        actions: actions::actions(case, def, doc)?,
        awaits: actions::awaited(case, def, doc)?,
        history: history(case, def, doc)?,
        links: links.titles(case)?,
        warnings: warnings::of(case, def, doc)?,
        deadlines: match def.deadlines.map(|of| of(case, doc)) {
            // A reader that does not know enough to tell shows none.
            Some(Err(Halt::Need(_))) | None => Vec::new(),
            Some(told) => told?,
        },
        paper: docs::printed::beside(case, doc)?,
        record: hidden,
        doc: doc.clone(),
    })
}

/// A record without what the person may not see.
pub fn visible(fields: &[Field], record: &Record, actor: &Actor) -> Record {
    if actor.sees_all() {
        return record.clone();
    }
    let mut kept = Record::new();
    for (key, value) in record {
        let Some(field) = fields.iter().find(|field| field.key == key) else { continue };
        if !actor.sees(field.guarded) {
            continue;
        }
        let value = match (field.kind, value) {
            (Kind::Rows { fields, .. }, Value::Array(rows)) => rows
                .iter()
                .filter_map(Value::as_object)
                .map(|row| Value::Object(visible(fields, row, actor)))
                .collect(),
            (Kind::Group(fields), Value::Object(group)) => {
                Value::Object(visible(fields, group, actor))
            }
            _ => value.clone(),
        };
        kept.insert(key.clone(), value);
    }
    kept
}

/// The document's history, newest first, without differences in what the person may not see.
pub fn history(case: &Look, def: &DocType, doc: &Doc) -> Result<Vec<RawJson<Event>>, Halt> {
    let range = Range::prefix(&keys::key(&["hist", def.key, &doc.id]));
    // Few documents have more than that, and a store walks forward faster.
    let mut kept = case.scan(&range, HISTORY_ROWS)?;
    match kept.len() < HISTORY_ROWS {
        true => kept.reverse(),
        false => kept = case.scan(&range.reversed(), HISTORY_ROWS)?,
    }
    let mut lines = Vec::with_capacity(kept.len());
    for (key, bytes) in kept {
        let line = match told_whole(&key, &bytes, def, case.actor)? {
            true => String::from_utf8(bytes)
                .map_err(fault)
                .and_then(|text| RawJson::kept(text).map_err(fault)),
            false => RawJson::of(&seen(parse(&key, &bytes)?, def, case.actor)).map_err(fault),
        };
        lines.push(line?);
    }
    Ok(lines)
}

pub(crate) fn fault(error: impl ToString) -> Halt {
    Halt::Fault(error.to_string())
}

/// Whether a line of the history is told as it is kept: nothing in it is hidden from the person. Finding
/// out reads its paths alone, which costs much less than its values.
fn told_whole(key: &str, bytes: &[u8], def: &DocType, actor: &Actor) -> Result<bool, Halt> {
    #[derive(Deserialize)]
    struct Paths<'a> {
        #[serde(borrow)]
        diff: Vec<Path<'a>>,
    }
    #[derive(Deserialize)]
    struct Path<'a> {
        #[serde(borrow)]
        path: Cow<'a, str>,
    }
    let all = actor.sees_all();
    if all || actor.is_outside() {
        return Ok(all);
    }
    let line: Paths<'_> =
        serde_json::from_slice(bytes).map_err(|error| fault(format!("{key}: {error}")))?;
    Ok(line.diff.iter().all(|one| told(def.fields, &one.path, actor) == Told::Whole))
}

/// A line of the history without differences in what the person may not see; what the house says
/// among itself is not for outside.
fn seen(mut event: Event, def: &DocType, actor: &Actor) -> Event {
    if actor.is_outside() && event.by != actor.id {
        (event.remarks, event.reason) = (None, None);
    }
    event.diff.retain(|difference| told(def.fields, &difference.path, actor) != Told::Not);
    for difference in &mut event.diff {
        difference.before = visible_at(def.fields, &difference.path, &difference.before, actor);
        difference.after = visible_at(def.fields, &difference.path, &difference.after, actor);
    }
    event
}

/// How much of a difference somebody is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Whole,
    /// A row or a group: the fields of it that the person sees.
    Part,
    Not,
}

/// How much the person is told of the field at a path (`lines.1.rate_paise`).
fn told(fields: &[Field], path: &str, actor: &Actor) -> Told {
    let mut told = Told::Not;
    for field in check::along(fields, path) {
        match field {
            Some(field) if actor.sees(field.guarded) => {
                let holds = matches!(field.kind, Kind::Rows { .. } | Kind::Group(_));
                told = if holds { Told::Part } else { Told::Whole };
            }
            _ => return Told::Not,
        }
    }
    told
}

/// A whole row or group in a difference, without what the person may not see.
fn visible_at(fields: &[Field], path: &str, value: &Value, actor: &Actor) -> Value {
    let (head, rest) = path.split_once('.').unwrap_or((path, ""));
    let Some(field) = fields.iter().find(|field| field.key == head) else { return value.clone() };
    let inner = match field.kind {
        Kind::Rows { fields, .. } | Kind::Group(fields) => fields,
        _ => return value.clone(),
    };
    match value {
        Value::Object(row) if rest.split('.').count() <= 1 => {
            Value::Object(visible(inner, row, actor))
        }
        Value::Array(rows) => rows
            .iter()
            .map(|row| match row {
                Value::Object(row) => Value::Object(visible(inner, row, actor)),
                other => other.clone(),
            })
            .collect(),
        other => other.clone(),
    }
}

/// The titles of linked documents, by type and id.
pub type Titles = BTreeMap<String, BTreeMap<String, String>>;

/// Titles of linked documents, gathered first and read once.
#[derive(Default)]
pub struct Links {
    wanted: BTreeMap<String, BTreeMap<String, ()>>,
}

impl Links {
    pub fn want(&mut self, doc_type: &str, id: &str) {
        self.wanted.entry(doc_type.to_owned()).or_default().insert(id.to_owned(), ());
    }

    fn want_beside(&mut self, doc: &Doc) {
        for (kind, id) in doc.beside() {
            if let Some((def, id)) = docs::REGISTER.cutting(kind).zip(id) {
                self.want(def.key, id);
            }
        }
    }

    /// Errors: only what the reader cannot answer.
    pub fn titles(&self, case: &Look) -> Result<Titles, Halt> {
        let mut all = Titles::new();
        for (doc_type, ids) in &self.wanted {
            let Some(def) = docs::find(doc_type) else { continue };
            let mut titles = BTreeMap::new();
            for id in ids.keys() {
                let found = case.find(doc_type, id)?;
                match found.map(|doc| doc.title(def)) {
                    Some(title) => drop(titles.insert(id.clone(), title)),
                    // Who changed a document may have signed in for another firm.
                    None if def.account.is_some() => {
                        titles.insert(id.clone(), accounts::title(case, id)?);
                    }
                    None => {}
                }
            }
            all.insert(doc_type.clone(), titles);
        }
        Ok(all)
    }
}
