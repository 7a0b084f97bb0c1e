//! The same workflow step on many documents: each row its own command, one result per row.

use futures_util::future::join_all;
use godown_core::error::Code;
use godown_core::kept::doc::Record;
use godown_core::write::command::{Command, Deed};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::docs::{command_id, object, version};
use crate::call::ask::Ask;
use crate::call::reply::{Problem, Reply};

/// How many documents one call may name.
const MOST: usize = 500;

struct Bulk {
    command_id: String,
    rows: Vec<(String, u32)>,
    inputs: Record,
}

pub async fn act(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let (doc_type, action) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let deed = |id: &str, version, inputs| Deed::Act {
        doc_type: doc_type.clone(),
        id: id.to_owned(),
        version,
        action: action.clone(),
        inputs,
    };
    if godown_core::docs::find(&doc_type).is_none() {
        return Err(Problem::of(Code::NotFound, "This type of document does not exist"));
    }
    let bulk = read(&mut ask)?;
    let sent = bulk.rows.iter().map(|(id, version)| {
        let command_id = row_id(&bulk.command_id, id);
        let command = Command { command_id, deed: deed(id, *version, bulk.inputs.clone()) };
        ask.app.carry_out(person.actor.clone(), command)
    });
    let results: Vec<Value> = join_all(sent)
        .await
        .into_iter()
        .zip(&bulk.rows)
        .map(|(done, (id, _))| match done.map_err(Problem::from) {
            Ok(outcome) => {
                let doc = outcome.answer.doc();
                json!({
                    "id": id,
                    "done": true,
                    "version": doc.map(|doc| doc.version),
                    "status": doc.map(|doc| &doc.status),
                })
            }
            Err(problem) => json!({
                "id": id,
                "done": false,
                "code": problem.code,
                "detail": problem.detail,
                "errors": problem.errors,
            }),
        })
        .collect();
    Ok(Reply::json(&json!({ "results": results })))
}

fn read(ask: &mut Ask) -> Result<Bulk, Problem> {
    let body = ask.json(&["command_id", "rows", "inputs"])?;
    let inputs = match body.get("inputs") {
        None => Record::new(),
        Some(_) => object(&body, "inputs")?,
    };
    let rows = body.get("rows").and_then(Value::as_array);
    let rows = rows.filter(|rows| (1..=MOST).contains(&rows.len())).ok_or_else(|| {
        Problem::malformed("rows", format!("rows must be 1 to {MOST} of {{id, version}}"))
    })?;
    let rows: Result<Vec<(String, u32)>, Problem> = rows.iter().enumerate().map(row).collect();
    Ok(Bulk { command_id: command_id(&body)?, rows: rows?, inputs })
}

fn row((at, row): (usize, &Value)) -> Result<(String, u32), Problem> {
    let wrong = || Problem::malformed(format!("rows.{at}"), "a row is {id, version}");
    let row = row.as_object().filter(|row| row.len() == 2).ok_or_else(wrong)?;
    let id = row.get("id").and_then(Value::as_str).filter(|id| !id.chars().any(char::is_control));
    Ok((id.ok_or_else(wrong)?.to_owned(), version(row.get("version")).map_err(|_| wrong())?))
}

/// The command id of one row: it follows from the call's own, so that a repeated call repeats every
/// row's command.
pub fn row_id(of: &str, id: &str) -> String {
    let digest = Sha256::digest(format!("{of} {id}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_random_bytes(bytes).into_uuid().hyphenated().to_string()
}
