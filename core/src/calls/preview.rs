//! Previews in the browser: a document's view, its actions, and a command's outcome before the
//! server has it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::{Refusal, given, maybe, read, record, text, value};
use crate::access::actions;
use crate::declare::actor::Actor;
use crate::declare::case::Case;
use crate::docs::skus::formulas::Outcome;
use crate::error::{Halt, Issue};
use crate::json::Json;
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::query::reversal::{PlanAsked, planned};
use crate::value::Instant;
use crate::write::command::{Command, CommandKind};
use crate::write::save;
use crate::{docs, query};

json_answer! {
    /// The keys that the answer depends on and the browser does not know.
    pub struct Needed {
        pub need: Vec<String>,
    }
}

json_answer! {
    /// A formula for a product group: what is wrong with it, and how each of its test rows comes out.
    pub struct TriedFormula {
        pub issues: Vec<Issue>,
        pub outcomes: Vec<Outcome>,
    }
}

json_answer! {
    /// What a command would write.
    pub struct Decided {
        pub changes: DecidedChanges,
    }
}

json_answer! {
    pub struct DecidedChanges {
        /// By key; null for what is removed.
        pub writes: Record,
        pub answer: Value,
    }
}

json_answer! {
    /// A document after a command.
    pub struct Foreseen {
        pub doc: Value,
        /// Whether all of the rules were asked; else the status is still the one before.
        pub checked: bool,
        /// Documents that the rules look at and that are not at hand.
        pub want: Vec<WantedDoc>,
    }
}

json_answer! {
    pub struct WantedDoc {
        pub doc_type as "type": String,
        pub id: String,
    }
}

json_answer! {
    /// Documents that an answer is made of and that are not at hand.
    pub struct DocsWant {
        pub want: Vec<WantedDoc>,
    }
}

impl WantedDoc {
    /// The document of a key; none for the key of something else.
    pub fn of(key: &str) -> Option<WantedDoc> {
        match keys::parts(key)[..] {
            ["doc", kind, id] => Some(WantedDoc { doc_type: kind.to_owned(), id: id.to_owned() }),
            _ => None,
        }
    }
}

/// The values that the browser knows by key, `null` where it knows that there is none.
pub(super) struct Facts<'a> {
    pub(super) pairs: BTreeMap<&'a str, &'a Value>,
    /// Whether what is not among the pairs does not exist, or is merely not known here.
    pub(super) whole: bool,
}

impl<'a> Facts<'a> {
    fn of(args: &'a Value) -> Result<Facts<'a>, String> {
        let facts = given(args, "facts")?;
        let pairs = record(facts, "pairs")?;
        let pairs = pairs.iter().map(|(key, value)| (key.as_str(), value)).collect();
        Ok(Facts { pairs, whole: read(facts, "whole")? })
    }
}

impl Read for Facts<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        match self.pairs.get(key) {
            Some(Value::Null) => Ok(None),
            Some(value) => Ok(Some(value.to_string().into_bytes())),
            None if self.whole => Ok(None),
            None => Err(Halt::Need(vec![key.to_owned()])),
        }
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        if !self.whole {
            return Err(Halt::Need(vec![range.from.clone()]));
        }
        if range.from >= range.to {
            return Ok(Vec::new());
        }
        let found = self.pairs.range(range.from.as_str()..range.to.as_str());
        let found = found.filter(|(_, value)| !value.is_null());
        let pair =
            |(key, value): (&&str, &&Value)| ((*key).to_owned(), value.to_string().into_bytes());
        Ok(if range.reverse {
            found.rev().take(limit).map(pair).collect()
        } else {
            found.take(limit).map(pair).collect()
        })
    }
}

/// The documents that a device has, as they were read, and what it knows beside them. Whatever else there may be is
/// not known here.
pub(super) struct AtHand {
    docs: BTreeMap<String, Arc<Doc>>,
    /// By key; none where there is nothing.
    known: BTreeMap<String, Option<Value>>,
}

impl AtHand {
    pub(super) fn of(docs: &[Arc<Doc>]) -> AtHand {
        let keyed = docs.iter().map(|doc| (keys::doc(&doc.kind, &doc.id), doc.clone()));
        AtHand { docs: keyed.collect(), known: BTreeMap::new() }
    }
}

impl Read for AtHand {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        if let Some(doc) = self.docs.get(key) {
            let bytes = serde_json::to_vec(&**doc);
            return bytes.map(Some).map_err(|error| Halt::Fault(error.to_string()));
        }
        match self.known.get(key) {
            Some(value) => Ok(value.as_ref().map(|value| value.to_string().into_bytes())),
            None => Err(Halt::Need(vec![key.to_owned()])),
        }
    }

    fn scan(&self, range: &Range, _: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        Err(Halt::Need(vec![range.from.clone()]))
    }

    fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, Halt> {
        match self.docs.get(key) {
            Some(doc) => Ok(Some(doc.clone())),
            None => self.get(key)?.map(|bytes| parse(key, &bytes).map(Arc::new)).transpose(),
        }
    }
}

/// The documents that come with a call.
pub(super) fn docs_of(args: &Value) -> Result<Vec<Arc<Doc>>, String> {
    let docs = given(args, "docs")?.as_array().ok_or("docs: not a list")?;
    let docs = docs.iter().map(|doc| Doc::deserialize(doc).map(Arc::new));
    docs.collect::<Result<Vec<_>, _>>().map_err(|error| format!("docs: {error}"))
}

/// The actions of a document, or [`Needed`].
pub fn actions(args: &Value) -> Result<Value, String> {
    let (facts, actor): (Facts, Actor) = (Facts::of(args)?, read(args, "actor")?);
    let doc_type = text(args, "doc_type")?;
    let def = docs::find(doc_type).ok_or_else(|| format!("no type {doc_type}"))?;
    let case = docs::look(&facts, &actor, read(args, "now")?);
    let doc = case.doc(def, text(args, "id")?);
    match doc.and_then(|doc| actions::actions(&case, def, &doc)) {
        Ok(views) => value(&views),
        Err(halt) => halted(halt),
    }
}

pub fn view(args: &Value) -> Result<Value, String> {
    let (facts, actor): (Facts, Actor) = (Facts::of(args)?, read(args, "actor")?);
    let (doc_type, id) = (text(args, "doc_type")?, text(args, "id")?);
    match query::view(&facts, &actor, read(args, "now")?, doc_type, id) {
        Ok(view) => value(&view),
        Err(halt) => halted(halt),
    }
}

/// The plan of a reversal by the values at hand, or [`Needed`].
pub fn reversal(args: &Value) -> Result<Value, String> {
    let (facts, actor): (Facts, Actor) = (Facts::of(args)?, read(args, "actor")?);
    let reversal = text(args, "id")?.to_owned();
    let asked = PlanAsked { reversal, ..PlanAsked::default() };
    match planned(&facts, &actor, read(args, "now")?, &asked) {
        Ok(plan) => Ok(plan.write()),
        Err(halt) => halted(halt),
    }
}

/// [`Decided`], [`Refusal`] or [`Needed`].
pub fn decide(args: &Value) -> Result<Value, String> {
    let (facts, actor): (Facts, Actor) = (Facts::of(args)?, read(args, "actor")?);
    let now: Instant = read(args, "now")?;
    let command = command(given(args, "command")?)?;
    match crate::decide::decide(&facts, &actor, now, &command) {
        Err(halt) => halted(halt),
        Ok(changes) => {
            let mut writes = Record::new();
            for (key, value) in changes.writes {
                let value = match value {
                    Some(bytes) => {
                        serde_json::from_slice(&bytes).map_err(|error| error.to_string())?
                    }
                    None => Value::Null,
                };
                writes.insert(key, value);
            }
            let answer = value(&changes.answer)?;
            value(&Decided { changes: DecidedChanges { writes, answer } })
        }
    }
}

/// The document after a command, decided over the documents at hand: [`Foreseen`] or [`Refusal`]. One that is deleted
/// is told as it stood.
pub fn foresee(args: &Value) -> Result<Value, String> {
    let (actor, now): (Actor, Instant) = (read(args, "actor")?, read(args, "now")?);
    let command = command(given(args, "command")?)?;
    let docs = docs_of(args)?;
    let (doc_type, id) = match &command.deed {
        CommandKind::Create { doc_type, .. } => (doc_type.as_str(), command.command_id.as_str()),
        CommandKind::Update { doc_type, id, .. }
        | CommandKind::Delete { doc_type, id, .. }
        | CommandKind::Act { doc_type, id, .. } => (doc_type.as_str(), id.as_str()),
        _ => return Err("no deed on a document".to_owned()),
    };
    let own = keys::doc(doc_type, id);
    let mut facts = AtHand::of(&docs);
    // Nobody sent this command before: its id was made for it.
    facts.known.insert(keys::command(&command.command_id), None);
    if matches!(command.deed, CommandKind::Create { .. }) {
        facts.docs.remove(&own);
        facts.known.insert(own.clone(), None);
    }
    // What the person added here is sent before the command that names it.
    for file in maybe::<Vec<String>>(args, "files")?.unwrap_or_default() {
        facts.known.insert(keys::sent(&file, &actor.id), Some(now.write()));
    }
    let need = match crate::decide::decide(&facts, &actor, now, &command) {
        Ok(mut changes) => match changes.docs.remove(&own) {
            Some(doc) => {
                let told = Foreseen { doc: Value::Null, checked: true, want: Vec::new() };
                let mut told = value(&told)?;
                // A large record is told as it is, and not copied.
                let mut doc = Arc::unwrap_or_clone(doc);
                let record = std::mem::take(&mut doc.record);
                told["doc"] = value(&doc)?;
                told["doc"]["record"] = Value::Object(record);
                return Ok(told);
            }
            None => Vec::new(),
        },
        Err(Halt::Need(mut keys)) => {
            let issues = known_wrong(&facts, &actor, now, &command.deed, &mut keys)?;
            if !issues.is_empty() {
                return value(&Refusal { refused: issues });
            }
            keys
        }
        Err(halt) => return halted(halt),
    };
    let want = need.iter().filter_map(|key| WantedDoc::of(key)).collect();
    let before = docs.iter().find(|doc| doc.kind == doc_type && doc.id == id).map(Arc::as_ref);
    let case = Case::new(docs::look(&facts, &actor, now), &command.command_id);
    let doc = value(&as_sent(&case, &command.deed, before)?)?;
    value(&Foreseen { doc, checked: false, want })
}

/// What the rules of a step's inputs find wrong over the documents at hand; the keys that they lack
/// join `need`.
fn known_wrong(
    facts: &AtHand,
    actor: &Actor,
    now: Instant,
    deed: &CommandKind,
    need: &mut Vec<String>,
) -> Result<Vec<Issue>, String> {
    let CommandKind::Act { doc_type, id, action, inputs, .. } = deed else {
        return Ok(Vec::new());
    };
    let def = docs::find(doc_type).ok_or_else(|| format!("no type {doc_type}"))?;
    let look = docs::look(facts, actor, now);
    let Ok(doc) = look.doc(def, id) else { return Ok(Vec::new()) };
    let Some(step) = def.flow.row(&doc.status, action) else { return Ok(Vec::new()) };
    let checked = step.check(inputs);
    let mut issues = checked.issues;
    if !issues.is_empty() {
        return Ok(issues);
    }
    for rule in step.rules.over {
        match rule(&look, &doc, &checked.record, &mut issues) {
            Ok(()) => {}
            Err(Halt::Need(keys)) => need.extend(keys),
            Err(Halt::Refused(refused)) => issues.extend(refused.issues),
            Err(Halt::Fault(text)) => return Err(text),
        }
    }
    Ok(issues)
}

/// The document with what a command sends and nothing of what rules would add.
fn as_sent(case: &Case, deed: &CommandKind, before: Option<&Doc>) -> Result<Doc, String> {
    let find = |doc_type: &str| docs::find(doc_type).ok_or_else(|| format!("no type {doc_type}"));
    let known = || before.cloned().ok_or("the document is not at hand");
    let (mut doc, record) = match deed {
        CommandKind::Create { doc_type, record } => {
            let blank = save::blank(case, find(doc_type)?, case.command_id.to_owned());
            (blank, Some((find(doc_type)?, record)))
        }
        CommandKind::Update { doc_type, record, .. } => (known()?, Some((find(doc_type)?, record))),
        _ => (known()?, None),
    };
    if let Some((def, record)) = record {
        // What the rules write themselves stays until they write it again.
        doc.record.retain(|key, _| def.field(key).is_some_and(|field| field.computed));
        doc.record.extend(record.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    doc.version += 1;
    (doc.updated_by, doc.updated_at) = (case.actor.id.clone(), case.now);
    Ok(doc)
}

/// A command on a document; sessions are not decided here.
fn command(from: &Value) -> Result<Command, String> {
    let own = |key: &str| text(from, key).map(str::to_owned);
    let doc_type = own("doc_type")?;
    let deed = match text(from, "deed")? {
        "create" => CommandKind::Create { doc_type, record: record(from, "record")?.clone() },
        "update" => CommandKind::Update {
            doc_type,
            id: own("id")?,
            version: read(from, "version")?,
            record: record(from, "record")?.clone(),
        },
        "delete" => {
            CommandKind::Delete { doc_type, id: own("id")?, version: read(from, "version")? }
        }
        "act" => CommandKind::Act {
            doc_type,
            id: own("id")?,
            version: read(from, "version")?,
            action: own("action")?,
            inputs: record(from, "inputs")?.clone(),
        },
        other => return Err(format!("no deed {other}")),
    };
    Ok(Command { command_id: own("command_id")?, deed })
}

/// A refusal, or the documents that are not at hand.
pub(super) fn wanting(halt: Halt) -> Result<Value, String> {
    match halt {
        Halt::Need(need) => {
            let want = need.iter().filter_map(|key| WantedDoc::of(key)).collect();
            value(&DocsWant { want })
        }
        other => halted(other),
    }
}

pub(super) fn halted(halt: Halt) -> Result<Value, String> {
    match halt {
        Halt::Refused(refused) => value(&Refusal { refused: refused.issues }),
        Halt::Need(need) => value(&Needed { need }),
        Halt::Fault(text) => Err(text),
    }
}
