//! The same workflow step on many documents: each row its own command, one result per row.

use futures_util::future::join_all;
use godown_core::error::{Code, Issue};
use godown_core::json_answer;
use godown_core::kept::doc::Record;
use godown_core::said;
use godown_core::write::command::{Command, CommandKind};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::docs::{command_id, object, version};
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};
use crate::writer::Outcome;

/// How many documents one call may name.
const MOST: usize = 500;

struct Bulk {
    command_id: String,
    rows: Vec<(String, u32)>,
    inputs: Record,
}

json_answer! {
    /// How a step went, document by document.
    pub struct BulkResults {
        results: Vec<BulkResult>,
    }
}

json_answer! {
    /// How one document's step went.
    pub struct BulkResult {
        id: String,
        done: bool,
        left [among]: Option<BulkDoc>,
        refusal [among]: Option<RowRefusal>,
    }
}

json_answer! {
    /// The document behind its step.
    struct BulkDoc {
        version: Option<u32>,
        status: Option<String>,
    }
}

json_answer! {
    /// Why one row's command was not carried out.
    pub struct RowRefusal {
        code: &'static str,
        detail: String,
        errors: Vec<Issue>,
    }
}

impl RowRefusal {
    pub fn of(problem: Problem) -> RowRefusal {
        RowRefusal { code: problem.code, detail: problem.detail, errors: problem.errors }
    }
}

impl BulkResult {
    fn of(id: String, done: Result<Outcome, Problem>) -> BulkResult {
        let (left, refusal) = match done {
            Ok(outcome) => {
                let doc = outcome.answer.doc();
                let version = doc.map(|doc| doc.version);
                let status = doc.map(|doc| doc.status.clone());
                (Some(BulkDoc { version, status }), None)
            }
            Err(problem) => (None, Some(RowRefusal::of(problem))),
        };
        BulkResult { id, done: refusal.is_none(), left, refusal }
    }
}

pub async fn act(mut ask: Ask) -> Result<Answer<BulkResults>, Problem> {
    let person = ask.person()?;
    let (doc_type, action) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let deed = |id: &str, version, inputs| CommandKind::Act {
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
    let done = join_all(sent).await.into_iter().zip(&bulk.rows);
    let results = done
        .map(|(done, (id, _))| BulkResult::of(id.clone(), done.map_err(Problem::from)))
        .collect();
    Ok(Answer::json(&BulkResults { results }))
}

fn read(ask: &mut Ask) -> Result<Bulk, Problem> {
    let body = ask.json(&["command_id", "rows", "inputs"])?;
    let inputs = match body.get("inputs") {
        None => Record::new(),
        Some(_) => object(&body, "inputs")?,
    };
    let rows = body.get("rows").and_then(Value::as_array);
    let rows = rows.filter(|rows| (1..=MOST).contains(&rows.len())).ok_or_else(|| {
        Problem::malformed(
            "rows",
            said!("rows must be 1 to {most} of {row}", most = MOST, row = "{id, version}"),
        )
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
