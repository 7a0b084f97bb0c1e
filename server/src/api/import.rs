//! Documents from a file, and many saved at once: each row its own command, one result per row.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs;
use godown_core::error::{Code, Halt, Refused};
use godown_core::json_answer;
use godown_core::kept::doc::Record;
use godown_core::kept::read::Read;
use godown_core::query;
use godown_core::query::rows::{self, RecordPage};
use godown_core::said;
use godown_core::schema::DocType;
use godown_core::table::cell::Found;
use godown_core::table::import::Import;
use godown_core::table::link;
use godown_core::table::plan::Saving;
use godown_core::write::command::{Command, CommandKind};
use serde_json::Value;

use super::bulk::{self, RowRefusal};
use super::docs::{asked, command_id, hashed, object, uuid, version};
use super::own;
use crate::app::Work;
use crate::bring::import;
use crate::bring::jobs::{Asked, ImportState, ImportedRows};
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};
use crate::failure::Failure;
use crate::writer::Outcome;

pub const IMPORT_QUERY: &[&str] = &["command_id", "dry_run", "saving", "rows"];

/// In the order of their words in the query.
const ROWS: [ImportedRows; 3] = [ImportedRows::Good, ImportedRows::All, ImportedRows::Ready];

/// So long the answer waits for the end; a longer import is asked after.
const WAIT: Duration = Duration::from_secs(5);
/// How many names one call may ask for, and how many documents it may save.
const MOST: usize = 500;

/// Takes a file. Answers how the import stands: with its results if it ended already.
pub async fn start(mut ask: Ask) -> Result<Answer<ImportState>, Problem> {
    let person = ask.person()?;
    let def = allowed(&person.actor, ask.param(0), &[Verb::Add, Verb::Edit])?;
    let query = ask.query(IMPORT_QUERY, &[])?;
    let one_of = |name: &str, allowed: &[&'static str]| {
        let said = query.text(name);
        let said = if said.is_empty() { allowed[0] } else { said };
        allowed.iter().position(|word| *word == said).ok_or_else(|| {
            let message = said!("{name} must be {allowed}", name, allowed = allowed.join(" or "));
            Problem::malformed(name, message)
        })
    };
    let asked = Asked {
        dry_run: one_of("dry_run", &["false", "true"])? == 1,
        rows: ROWS[one_of("rows", &["good", "all", "ready"])?],
        saving: [Saving::Add, Saving::Update][one_of("saving", &["add", "update"])?],
    };
    let id = uuid(query.text("command_id"))?;
    let bytes = ask.bytes()?;
    if let Some(job) = ask.app.imports.find(&person.actor.id, &id) {
        job.ended(WAIT).await;
        return Ok(Answer::json(&job.told()));
    }
    let open = move || Import::open(def, &bytes, asked.saving);
    let opened = ask.app.blocking(Work::Import, &person.actor.id, open).await?;
    let opened = opened.map_err(|issues| Problem::refused(Refused { issues }))?;
    let job = import::begin(&ask.app, person.actor.clone(), id, asked, opened);
    let job = job.map_err(|failure| match failure {
        Failure::Refused(_) => Problem::from(failure).retry_after(5),
        failure => failure.into(),
    })?;
    job.ended(WAIT).await;
    Ok(Answer::json(&job.told()))
}

/// How an import of the person stands.
pub async fn progress(mut ask: Ask) -> Result<Answer<ImportState>, Problem> {
    let person = ask.person()?;
    let job = ask.app.imports.find(&person.actor.id, ask.param(0));
    let job = job.ok_or_else(Problem::not_found)?;
    ask.query(&[], &[])?;
    Ok(Answer::json(&job.told()))
}

/// The type, if any of the person's roles ever has one of the verbs on it.
fn allowed(actor: &Actor, doc_type: &str, verbs: &[Verb]) -> Result<&'static DocType, Problem> {
    let def = docs::find(doc_type)
        .ok_or_else(|| Problem::of(Code::NotFound, "This type of document does not exist"))?;
    if verbs.iter().any(|verb| actor.may(def, *verb)) {
        return Ok(def);
    }
    let verb = if verbs.contains(&Verb::View) { "view" } else { "import" };
    Err(godown_core::access::steps::forbidden(def, verb).into())
}

json_answer! {
    /// The id by each name that was asked for: null for none, an empty text for several.
    pub struct NamesFound {
        found: BTreeMap<String, Option<String>>,
        /// Of names that lead nowhere: the one that was most likely meant.
        near: BTreeMap<String, String>,
    }
}

/// Looks documents up by name.
pub async fn lookup(mut ask: Ask) -> Result<Answer<NamesFound>, Problem> {
    let doc_type = ask.param(0).to_owned();
    let names = ask.json(&["names"]).and_then(|mut body| {
        let names: Option<Vec<String>> =
            body.remove("names").and_then(|names| serde_json::from_value(names).ok());
        names.filter(|names| names.len() <= MOST).ok_or_else(|| {
            Problem::malformed("names", said!("names must be at most {most} texts", most = MOST))
        })
    });
    let run = move |read: &dyn Read, actor: &Actor, now, names: &Vec<String>| {
        let def = docs::find(&doc_type)
            .ok_or_else(|| Halt::refuse(Code::NotFound, "This type of document does not exist"))?;
        if !actor.may(def, Verb::View) {
            return Err(godown_core::access::steps::forbidden(def, "view"));
        }
        let (mut found, mut near) = (BTreeMap::new(), BTreeMap::new());
        let mut left = link::COMPARED;
        for name in names {
            let case = docs::look(read, actor, now);
            let id = match link::find_or_near(&case, def, name, &mut left)? {
                Found::One(id) => Some(id),
                Found::Nothing => None,
                Found::Near(other) => {
                    near.insert(name.clone(), other);
                    None
                }
                Found::Several => Some(String::new()),
            };
            found.insert(name.clone(), id);
        }
        Ok(NamesFound { found, near })
    };
    own::asked(&ask, names, run).await
}

/// A page of whole records, for who works on many at once.
pub async fn records(mut ask: Ask) -> Result<Answer<RecordPage>, Problem> {
    let doc_type = ask.param(0).to_owned();
    let query = asked(&mut ask);
    let run = move |read: &dyn Read, actor: &Actor, now, query: &query::list::Query| {
        rows::records(read, actor, now, &doc_type, query)
    };
    own::asked(&ask, query, run).await
}

/// One document to save: a new one has no id.
struct ToSave {
    target: Option<(String, u32)>,
    record: Record,
}

json_answer! {
    /// How saving went, row by row.
    pub struct BulkSaved {
        results: Vec<SavedRow>,
    }
}

json_answer! {
    /// How one row's command went.
    pub struct SavedRow {
        done: bool,
        saved [among]: Option<SavedDoc>,
        refusal [among]: Option<RowRefusal>,
    }
}

json_answer! {
    /// The document as it was saved.
    struct SavedDoc {
        id: Option<String>,
        version: Option<u32>,
        status: Option<String>,
        doc_no: Option<String>,
        record: Option<Record>,
    }
}

impl SavedRow {
    fn of(def: &DocType, actor: &Actor, done: Result<Outcome, Problem>) -> SavedRow {
        let (saved, refusal) = match done {
            Ok(outcome) => {
                let doc = outcome.answer.doc();
                let saved = SavedDoc {
                    id: doc.map(|doc| doc.id.clone()),
                    version: doc.map(|doc| doc.version),
                    status: doc.map(|doc| doc.status.clone()),
                    doc_no: doc.and_then(|doc| doc.doc_no.clone()),
                    record: doc.map(|doc| query::visible(def.fields, &doc.record, actor)),
                };
                (Some(saved), None)
            }
            Err(problem) => (None, Some(RowRefusal::of(problem))),
        };
        SavedRow { done: refusal.is_none(), saved, refusal }
    }
}

/// Saves up to 500 documents; a good row is kept whatever the others are.
pub async fn save(mut ask: Ask) -> Result<Answer<BulkSaved>, Problem> {
    let person = ask.person()?;
    let def = allowed(&person.actor, ask.param(0), &[Verb::Add, Verb::Edit])?;
    let body = ask.json(&["command_id", "rows"])?;
    let call = command_id(&body)?;
    let rows = body.get("rows").and_then(Value::as_array);
    let rows = rows.filter(|rows| (1..=MOST).contains(&rows.len())).ok_or_else(|| {
        Problem::malformed(
            "rows",
            said!("rows must be 1 to {most} of {row}", most = MOST, row = "{id, version, record}"),
        )
    })?;
    let rows: Result<Vec<ToSave>, Problem> = rows.iter().enumerate().map(to_save).collect();
    let (app, actor) = (&ask.app, &person.actor);
    let sent = rows?.into_iter().enumerate().map(|(at, row)| {
        let command_id = bulk::row_id(&call, &at.to_string());
        let person = person.clone();
        async move {
            let deed = |record| {
                let doc_type = def.key.to_owned();
                match row.target.clone() {
                    None => CommandKind::Create { doc_type, record },
                    Some((id, version)) => CommandKind::Update { doc_type, id, version, record },
                }
            };
            let deed = hashed(app, &person, &command_id, row.record, deed).await?;
            let done = app.carry_out(actor.clone(), Command { command_id, deed }).await;
            done.map_err(Problem::from)
        }
    });
    let results = join_all(sent).await.into_iter().map(|done| SavedRow::of(def, actor, done));
    Ok(Answer::json(&BulkSaved { results: results.collect() }))
}

fn to_save((at, row): (usize, &Value)) -> Result<ToSave, Problem> {
    let wrong = || Problem::malformed(format!("rows.{at}"), "a row is {id, version, record}");
    let row = row.as_object().ok_or_else(wrong)?;
    let record = object(row, "record").map_err(|_| wrong())?;
    let target = match (row.get("id"), row.len()) {
        (None, 1) => None,
        (Some(Value::String(id)), 3) if !id.chars().any(char::is_control) => {
            Some((id.clone(), version(row.get("version")).map_err(|_| wrong())?))
        }
        _ => return Err(wrong()),
    };
    Ok(ToSave { target, record })
}
