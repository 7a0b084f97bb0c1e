//! The template's calls: each is read here in the shape that its clients send, and is then a command or a query like
//! any other.

pub mod auth;
pub mod chat;
pub mod kept;
pub mod notices;
pub mod recent;
pub mod scrum;
pub mod shop;
pub mod todo;

use std::sync::Arc;

use godown_core::access::steps;
use godown_core::decide::decide;
use godown_core::declare::grant::Verb;
use godown_core::error::Code;
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::keys;
use godown_core::kept::read::Overlay;
use godown_core::said;
use godown_core::schema::DocType;
use godown_core::write::command::{Command, CommandKind};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::auth::Person;
use crate::call::ask::Ask;
use crate::call::reply::Problem;
use crate::call::strict;

/// How often a command is sent anew that somebody else's came before.
const TRIES: usize = 16;
/// The longest id, in characters.
const ID: usize = 100;

/// Somebody who may change documents of a type.
///
/// Errors: 403 for everybody else, whatever they sent.
fn keeper(ask: &Ask, def: &DocType) -> Result<Arc<Person>, Problem> {
    keeper_by(ask, def, Verb::Edit)
}

/// The same by another verb.
fn keeper_by(ask: &Ask, def: &DocType, verb: Verb) -> Result<Arc<Person>, Problem> {
    let person = ask.person()?;
    match person.actor.may(def, verb) {
        true => Ok(person),
        false => Err(steps::forbidden(def, verb.name()).into()),
    }
}

/// A JSON object of which only some keys count: clients send whole rows of their pages.
fn object(ask: &mut Ask) -> Result<Map<String, Value>, Problem> {
    match strict::json(&ask.bytes()?) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Problem::malformed("", "The body must be a JSON object")),
        Err(why) => Err(Problem::malformed("", said!("The body is not JSON: {why}", why))),
    }
}

/// The same, and the JSON object that they sent.
fn sent(
    ask: &mut Ask,
    def: &DocType,
    known: &[&str],
) -> Result<(Arc<Person>, Map<String, Value>), Problem> {
    let person = keeper(ask, def)?;
    Ok((person, ask.json(known)?))
}

/// The id that a GET names: in its address, or in its body, bare or as JSON. Browsers send no such body; other clients
/// of the template do.
///
/// Errors: 400 for a body that is neither.
fn named(ask: &mut Ask, names: &[&str]) -> Result<Option<String>, Problem> {
    let query = ask.query(names, &[])?;
    if let Some(id) = names.iter().map(|name| query.text(name)).find(|id| !id.is_empty()) {
        return Ok(Some(id.to_owned()));
    }
    let unread = || Problem::malformed("", "The body must be an id");
    let bytes = ask.bytes()?;
    let text = std::str::from_utf8(&bytes).map_err(|_| unread())?.trim();
    let id = match text.chars().next() {
        Some('{' | '"' | '[') => {
            let value = strict::json(text.as_bytes()).map_err(|_| unread())?;
            let of = |object: &Map<String, Value>| {
                names.iter().find_map(|name| object.get(*name)).cloned().unwrap_or_default()
            };
            let value = value.as_object().map(of).unwrap_or(value);
            match value {
                Value::String(id) => id,
                Value::Number(id) => id.to_string(),
                Value::Null => String::new(),
                _ => return Err(unread()),
            }
        }
        _ => text.to_owned(),
    };
    if id.chars().count() > ID || id.chars().any(char::is_control) {
        return Err(unread());
    }
    Ok(Some(id).filter(|id| !id.is_empty()))
}

/// A text that a call cannot do without.
fn text<'b>(body: &'b Map<String, Value>, key: &str) -> Result<&'b str, Problem> {
    let text = body.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    text.ok_or_else(|| Problem::malformed(key, said!("{key} must be a text", key)))
}

/// A whole number that a call cannot do without.
fn whole(body: &Map<String, Value>, key: &str) -> Result<i64, Problem> {
    let number = body.get(key).and_then(Value::as_i64);
    number.ok_or_else(|| Problem::malformed(key, said!("{key} must be a whole number", key)))
}

/// A value under another name.
fn rename(of: &mut Map<String, Value>, from: &str, to: &str) {
    if let Some(value) = of.remove(from) {
        of.insert(to.to_owned(), value);
    }
}

/// A number as its text.
fn as_text(value: &mut Value) {
    if let Value::Number(number) = value {
        *value = number.to_string().into();
    }
}

/// The inputs of a step.
fn inputs<const N: usize>(of: [(&str, Value); N]) -> Record {
    of.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn command(deed: CommandKind) -> Command {
    Command { command_id: Uuid::new_v4().to_string(), deed }
}

/// Carries a command of the person out; the document as it left it.
async fn done(ask: &Ask, deed: CommandKind) -> Result<Arc<Doc>, Problem> {
    let person = ask.person()?;
    let outcome = ask.app.carry_out(person.actor.clone(), command(deed)).await?;
    let none = || Problem::fault("a command about a document left none");
    outcome.answer.doc().cloned().ok_or_else(none)
}

/// Takes a step of a document as it stands now: these calls tell no version.
async fn act(
    ask: &Ask,
    (def, id): (&'static DocType, &str),
    action: &str,
    inputs: Record,
) -> Result<Arc<Doc>, Problem> {
    let key = keys::doc(def.key, id);
    let mut left = TRIES;
    loop {
        let kept = ask.app.view(|read, _| read.doc(&key))?;
        let version = kept.map_or(0, |doc| doc.version);
        left -= 1;
        match done(ask, step((def, id), version, action, &inputs)).await {
            Err(problem) if problem.code == Code::Stale.name() && left > 0 => {}
            done => return done,
        }
    }
}

fn step((def, id): (&DocType, &str), version: u32, action: &str, inputs: &Record) -> CommandKind {
    CommandKind::Act {
        doc_type: def.key.to_owned(),
        id: id.to_owned(),
        version,
        action: action.to_owned(),
        inputs: inputs.clone(),
    }
}

/// Takes a step of the one document of a type that each person has; the first makes it. What is refused makes nothing.
async fn act_on_own(
    ask: &Ask,
    def: &'static DocType,
    action: &str,
    inputs: Record,
) -> Result<Arc<Doc>, Problem> {
    let person = ask.person()?;
    let id = person.actor.id.clone();
    let key = keys::doc(def.key, &id);
    if ask.app.view(|read, _| read.doc(&key))?.is_none() {
        let record = self::inputs([("person", id.as_str().into())]);
        let deed = CommandKind::Create { doc_type: def.key.to_owned(), record };
        let (make, then) = (command(deed.clone()), command(step((def, &id), 1, action, &inputs)));
        ask.app.view(|read, now| {
            let made = decide(read, &person.actor, now, &make)?;
            let over = Overlay { base: read, writes: &made.writes };
            decide(&over, &person.actor, now, &then).map(|_| ())
        })?;
        match done(ask, deed).await {
            // Another tab was first.
            Err(problem) if problem.code == Code::Duplicate.name() => {}
            made => drop(made?),
        }
    }
    act(ask, (def, &id), action, inputs).await
}
