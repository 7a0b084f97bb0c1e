//! What the browser may ask of a document before the server is: its view, its actions, a command's outcome.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{given, read, record, text};
use crate::access::Actor;
use crate::decide::case::Case;
use crate::decide::command::{Command, Deed};
use crate::decide::read::{Range, Read};
use crate::error::Halt;
use crate::json::Json;
use crate::schema::Record;
use crate::value::Instant;
use crate::{docs, flow, query};

/// What the browser knows: values by key, `null` where it knows that there is none.
struct Facts<'a> {
    pairs: BTreeMap<&'a str, &'a Value>,
    /// Whether what is not among the pairs does not exist, or is merely not known here.
    whole: bool,
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

/// `[{action, label, inputs, allowed, why}]`, or `{need}`.
pub fn actions(args: &Value) -> Result<Value, String> {
    let (facts, actor): (Facts, Actor) = (Facts::of(args)?, read(args, "actor")?);
    let doc_type = text(args, "doc_type")?;
    let def = docs::find(doc_type).ok_or_else(|| format!("no type {doc_type}"))?;
    let case = Case::new(&facts, &actor, read(args, "now")?, "");
    let doc = case.doc(def, text(args, "id")?);
    match doc.and_then(|doc| flow::actions(&case, def, &doc)) {
        Ok(views) => serde_json::to_value(views).map_err(|error| error.to_string()),
        Err(halt) => halted(halt),
    }
}

pub fn view(args: &Value) -> Result<Value, String> {
    let (facts, actor): (Facts, Actor) = (Facts::of(args)?, read(args, "actor")?);
    let (doc_type, id) = (text(args, "doc_type")?, text(args, "id")?);
    match query::view(&facts, &actor, read(args, "now")?, doc_type, id) {
        Ok(view) => view.value(),
        Err(halt) => halted(halt),
    }
}

/// `{changes: {writes, answer}}`, `{refused: [issue]}` or `{need: [key]}`.
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
            Ok(json!({ "changes": { "writes": writes, "answer": changes.answer } }))
        }
    }
}

/// A command on a document; sessions are not decided here.
fn command(from: &Value) -> Result<Command, String> {
    let own = |key: &str| text(from, key).map(str::to_owned);
    let doc_type = own("doc_type")?;
    let deed = match text(from, "deed")? {
        "create" => Deed::Create { doc_type, record: record(from, "record")?.clone() },
        "update" => Deed::Update {
            doc_type,
            id: own("id")?,
            version: read(from, "version")?,
            record: record(from, "record")?.clone(),
        },
        "delete" => Deed::Delete { doc_type, id: own("id")?, version: read(from, "version")? },
        "act" => Deed::Act {
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

fn halted(halt: Halt) -> Result<Value, String> {
    match halt {
        Halt::Refused(refused) => Ok(json!({ "refused": refused.issues.write() })),
        Halt::Need(keys) => Ok(json!({ "need": keys })),
        Halt::Fault(text) => Err(text),
    }
}
