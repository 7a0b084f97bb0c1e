//! Documents of every declared type: list, read, create, update, delete and act.

use godown_core::declare::actor::Actor;
use godown_core::error::{Code, Halt, Issue, Refused};
use godown_core::json_answer;
use godown_core::kept::doc::Record;
use godown_core::kept::read::Read;
use godown_core::query::groups::{self, GroupQuery, Groups};
use godown_core::query::list::{self, PAGE_ROWS, Query, Where};
use godown_core::query::offered::{self, Chosen};
use godown_core::query::rows::Page;
use godown_core::query::{self, DocView};
use godown_core::said;
use godown_core::schema::{DocType, Kind};
use godown_core::shape::{Shape, Shaped};
use godown_core::value::Instant;
use godown_core::write;
use godown_core::write::command::{Command, CommandKind};
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use warp::http::header::HeaderName;

use super::{export, own};
use crate::app::App;
use crate::auth::Person;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};

pub const LIST_QUERY: &[&str] = &["q", "where", "sort", "offset", "limit", "for"];
pub const GROUP_QUERY: &[&str] = &["by", "q", "where"];
pub const PAGE_QUERY: &[&str] = &["q", "where", "sort", "offset", "limit"];
/// The header that names the entry a command became: its sender knows it in the change feed and passes
/// over it.
pub const COMMITTED: &str = "godown-seq";

pub const DELETE_QUERY: &[&str] = &["command_id", "version"];

const ROWS: usize = 50;
/// Deeper pages are reached by a narrower question.
const DEEPEST: usize = 1_000_000;

/// The document that a command left.
#[derive(Serialize)]
#[serde(untagged)]
pub enum LeftDoc {
    /// As its sender sees it.
    View(Box<DocView>),
    Removed(Box<Removed>),
}

impl Shaped for LeftDoc {
    fn shape() -> Shape {
        Shape::Named("LeftDoc", || Shape::Either(vec![DocView::shape(), Removed::shape()]))
    }
}

json_answer! {
    /// A document that is gone.
    pub struct Removed {
        id: String,
        doc_type as "type": String,
        version: u32,
        status: String,
        doc_no: Option<String>,
        doc [among]: Option<RemovedDoc>,
    }
}

json_answer! {
    /// The document as it was: left out where it was gone before the command was repeated.
    struct RemovedDoc {
        since: Instant,
        branch: Option<String>,
        yard: Option<String>,
        owner: Option<String>,
        created_by: String,
        created_at: Instant,
        updated_by: String,
        updated_at: Instant,
        record: Record,
    }
}

impl Removed {
    /// None where a command leaves no document.
    fn of(left: write::Answer) -> Option<Removed> {
        match left {
            write::Answer::Doc(doc) => {
                let doc = std::sync::Arc::unwrap_or_clone(doc);
                Some(Removed {
                    id: doc.id,
                    doc_type: doc.kind,
                    version: doc.version,
                    status: doc.status,
                    doc_no: doc.doc_no,
                    doc: Some(RemovedDoc {
                        since: doc.since,
                        branch: doc.branch,
                        yard: doc.yard,
                        owner: doc.owner,
                        created_by: doc.created_by,
                        created_at: doc.created_at,
                        updated_by: doc.updated_by,
                        updated_at: doc.updated_at,
                        record: doc.record,
                    }),
                })
            }
            write::Answer::Left(left) => Some(Removed {
                id: left.id,
                doc_type: left.kind,
                version: left.version,
                status: left.status,
                doc_no: left.doc_no,
                doc: None,
            }),
            write::Answer::Nothing {} => None,
        }
    }
}

pub async fn list(mut ask: Ask) -> Result<Answer<Page>, Problem> {
    let doc_type = ask.param(0).to_owned();
    let question = question(&mut ask, LIST_QUERY, "for");
    if let Ok((_, chosen)) = &question
        && !chosen.is_empty()
    {
        return offered(&ask, doc_type, question).await;
    }
    let query = question.map(|(query, _)| query);
    if let Some(media) = export::wanted(&ask) {
        return export::list(&ask, media, query).await.map(Answer::other);
    }
    let run = move |read: &dyn Read, actor: &Actor, now, query: &Query| {
        list::page(read, actor, now, &doc_type, query)
    };
    own::asked(&ask, query, run).await
}

pub async fn groups(mut ask: Ask) -> Result<Answer<Groups>, Problem> {
    let doc_type = ask.param(0).to_owned();
    let query = question(&mut ask, GROUP_QUERY, "by").map(|(of, by)| GroupQuery { by, of });
    let run = move |read: &dyn Read, actor: &Actor, now, query: &GroupQuery| {
        groups::groups(read, actor, now, &doc_type, query)
    };
    own::asked(&ask, query, run).await
}

/// Whom a field of a document offers.
async fn offered(
    ask: &Ask,
    doc_type: String,
    question: Result<(Query, String), Problem>,
) -> Result<Answer<Page>, Problem> {
    let question = question.and_then(|(query, chosen)| {
        if !query.conditions.is_empty() || !query.sort.is_empty() {
            let issue = Issue::new("for", Code::Input, "for takes neither where nor sort");
            return Err(Problem::refused(Refused { issues: vec![issue] }));
        }
        Ok((query, Chosen::parse(&chosen)?))
    });
    let run = move |read: &dyn Read, actor: &Actor, now, (query, chosen): &(Query, Chosen)| {
        offered::offered(read, actor, now, (&doc_type, chosen), query)
    };
    own::asked(ask, question, run).await
}

pub fn asked(ask: &mut Ask) -> Result<Query, Problem> {
    question(ask, PAGE_QUERY, "").map(|(query, _)| query)
}

/// The query of a list, and one more value of the address.
fn question(ask: &mut Ask, known: &[&str], also: &str) -> Result<(Query, String), Problem> {
    let query = ask.query(known, &["where"])?;
    let conditions: Result<Vec<Where>, Halt> = query.all("where").map(Where::parse).collect();
    let asked = Query {
        q: query.text("q").to_owned(),
        conditions: conditions?,
        sort: query.text("sort").to_owned(),
        offset: query.rows("offset", 0, DEEPEST)?,
        limit: query.rows("limit", ROWS, PAGE_ROWS)?,
        whole: None,
    };
    Ok((asked, query.text(also).to_owned()))
}

pub async fn read(mut ask: Ask) -> Result<Answer<DocView>, Problem> {
    let person = ask.person()?;
    let (doc_type, id) = (ask.param(0), ask.param(1));
    let view = ask.app.view(|read, now| query::view(read, &person.actor, now, doc_type, id))?;
    ask.query(&[], &[])?;
    Ok(Answer::json(&view))
}

pub async fn create(mut ask: Ask) -> Result<Answer<LeftDoc>, Problem> {
    let doc_type = ask.param(0).to_owned();
    let sent = ask.json(&["command_id", "record"]);
    let deed = |record| CommandKind::Create { doc_type: doc_type.clone(), record };
    let read = sent.and_then(|body| Ok((command_id(&body)?, object(&body, "record")?)));
    let (command_id, record) = match read {
        Ok(read) => read,
        Err(problem) => return Err(first(&ask, deed(Record::new()), problem)),
    };
    let deed = hashed(&ask.app, &*ask.person()?, &command_id, record, deed).await?;
    done(&ask, Command { command_id, deed }, 201).await
}

pub async fn update(mut ask: Ask) -> Result<Answer<LeftDoc>, Problem> {
    let (doc_type, id) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let sent = ask.json(&["command_id", "version", "record"]);
    let deed = |version, record| CommandKind::Update {
        doc_type: doc_type.clone(),
        id: id.clone(),
        version,
        record,
    };
    let read = sent.and_then(|body| {
        Ok((command_id(&body)?, version(body.get("version"))?, object(&body, "record")?))
    });
    let (command_id, version, record) = match read {
        Ok(read) => read,
        Err(problem) => return Err(first(&ask, deed(0, Record::new()), problem)),
    };
    let deed = |record| deed(version, record);
    let deed = hashed(&ask.app, &*ask.person()?, &command_id, record, deed).await?;
    done(&ask, Command { command_id, deed }, 200).await
}

pub async fn delete(mut ask: Ask) -> Result<Answer<LeftDoc>, Problem> {
    let (doc_type, id) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let deed =
        |version| CommandKind::Delete { doc_type: doc_type.clone(), id: id.clone(), version };
    let read = ask.query(DELETE_QUERY, &[]).and_then(|query| {
        let version = query.number("version", 0, u64::from(u32::MAX))?;
        let version = u32::try_from(version).ok().filter(|version| *version > 0);
        let missing = || Problem::malformed("version", "version is required");
        Ok((uuid(query.text("command_id"))?, version.ok_or_else(missing)?))
    });
    match read {
        Ok((command_id, version)) => {
            done(&ask, Command { command_id, deed: deed(version) }, 200).await
        }
        Err(problem) => Err(first(&ask, deed(0), problem)),
    }
}

pub async fn act(mut ask: Ask) -> Result<Answer<LeftDoc>, Problem> {
    let (doc_type, id) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let action = ask.param(2).to_owned();
    let sent = ask.json(&["command_id", "version", "inputs"]);
    let deed = |version, inputs| CommandKind::Act {
        doc_type: doc_type.clone(),
        id: id.clone(),
        version,
        action: action.clone(),
        inputs,
    };
    let read = sent.and_then(|body| {
        let inputs = match body.get("inputs") {
            None => Record::new(),
            Some(_) => object(&body, "inputs")?,
        };
        Ok((command_id(&body)?, version(body.get("version"))?, inputs))
    });
    match read {
        Ok((command_id, version, inputs)) => {
            done(&ask, Command { command_id, deed: deed(version, inputs) }, 200).await
        }
        Err(problem) => Err(first(&ask, deed(0, Record::new()), problem)),
    }
}

/// Carries a command out and shows its sender the document that it left.
async fn done(ask: &Ask, command: Command, status: u16) -> Result<Answer<LeftDoc>, Problem> {
    let person = ask.person()?;
    let outcome = ask.app.carry_out(person.actor.clone(), command).await?;
    let actor = &person.actor;
    let shown = ask.app.view(|read, now| query::answer(read, actor, now, &outcome.answer))?;
    let left = match shown {
        Some(view) => LeftDoc::View(Box::new(view)),
        None => {
            let nothing = || Problem::fault("a command about a document left none");
            LeftDoc::Removed(Box::new(Removed::of(outcome.answer).ok_or_else(nothing)?))
        }
    };
    let answer = Answer::status(status, &left);
    Ok(match outcome.seq {
        Some(seq) => answer.with(HeaderName::from_static(COMMITTED), &seq.to_string()),
        None => answer,
    })
}

/// The refusal of a request that cannot be read: that nothing is there, or that the person may not
/// do it at all, is said before what is wrong with the body.
pub fn first(ask: &Ask, deed: CommandKind, problem: Problem) -> Problem {
    let person = match ask.person() {
        Ok(person) => person,
        Err(fault) => return fault,
    };
    let tried = try_deed(&ask.app, &person, deed);
    match tried {
        Err(earlier) if matches!(earlier.status, 403 | 404 | 500..) => earlier,
        _ => problem,
    }
}

/// Decides without keeping anything.
fn try_deed(app: &App, person: &Person, deed: CommandKind) -> Result<(), Problem> {
    let command = Command { command_id: uuid::Uuid::new_v4().to_string(), deed };
    app.view(|read, now| {
        godown_core::decide::decide(read, &person.actor, now, &command).map(|_| ())
    })
    .map_err(Problem::from)
}

pub fn command_id(body: &Map<String, Value>) -> Result<String, Problem> {
    uuid(body.get("command_id").and_then(Value::as_str).unwrap_or_default())
}

/// A UUID of version 4 or 7 in its usual form.
pub fn uuid(text: &str) -> Result<String, Problem> {
    let read = uuid::Uuid::try_parse(text).ok();
    let usual = read.filter(|id| matches!(id.get_version_num(), 4 | 7));
    match usual.map(|id| id.hyphenated().to_string()) {
        Some(id) if id == text => Ok(id),
        _ => {
            let message = "command_id must be a UUID of version 4 or 7";
            Err(Problem::malformed("command_id", message))
        }
    }
}

pub fn version(of: Option<&Value>) -> Result<u32, Problem> {
    let version = of.and_then(Value::as_u64).and_then(|version| u32::try_from(version).ok());
    version.ok_or_else(|| Problem::malformed("version", "version must be a whole number"))
}

pub fn object(body: &Map<String, Value>, key: &str) -> Result<Record, Problem> {
    match body.get(key) {
        Some(Value::Object(record)) => Ok(record.clone()),
        _ => Err(Problem::malformed(key, said!("{key} must be an object", key))),
    }
}

/// The deed of a record with every secret replaced by its hash: no secret enters a command, and none
/// is hashed for whoever may not do it.
pub async fn hashed(
    app: &App,
    person: &Person,
    command_id: &str,
    mut record: Record,
    deed: impl Fn(Record) -> CommandKind,
) -> Result<CommandKind, Problem> {
    let def = match deed(Record::new()) {
        CommandKind::Create { doc_type, .. } | CommandKind::Update { doc_type, .. } => {
            godown_core::docs::find(&doc_type)
        }
        _ => None,
    };
    let mut sent = Vec::new();
    for key in def.into_iter().flat_map(secrets) {
        if let Some(Value::String(secret)) = record.get(key).filter(|sent| *sent != "") {
            sent.push((key, secret.clone()));
        }
    }
    if sent.is_empty() {
        return Ok(deed(record));
    }
    if let Err(refused) = try_deed(app, person, deed(record.clone()))
        && matches!(refused.status, 403 | 404 | 500..)
    {
        return Err(refused);
    }
    for (key, secret) in sent {
        let names = record.values().filter_map(Value::as_str).filter(|name| *name != secret);
        let names = names.map(str::to_owned).collect();
        if let Some(issue) = app.passwords.refusal(&person.actor.id, key, &secret, names).await? {
            return Err(Problem::refused(godown_core::error::Refused { issues: vec![issue] }));
        }
        let digest = Sha256::digest(format!("{command_id} {key}"));
        let mut salt = [0; 16];
        salt.copy_from_slice(&digest[..16]);
        let hash = app.passwords.hash_salted(&person.actor.id, secret, salt).await?;
        record.insert(key.to_owned(), hash.into());
    }
    Ok(deed(record))
}

fn secrets(def: &'static DocType) -> impl Iterator<Item = &'static str> {
    let secret = |field: &&godown_core::schema::Field| matches!(field.kind, Kind::Secret);
    def.fields.iter().filter(secret).map(|field| field.key)
}
