//! The calls of what people keep by saving it: calendar, contacts, inbox, proforma invoices, projects.

use godown_core::declare::grant::Verb;
use godown_core::error::{Code, Issue, Refused};
use godown_core::kept::keys;
use godown_core::query::desk::kept::{self, CalendarItem, Item};
use godown_core::query::desk::layers::{self, CalendarLayers, DaysAsked};
use godown_core::said;
use godown_core::said::Said;
use godown_core::value::Day;
use godown_core::write::command::CommandKind;
use serde_json::{Map, Value};

use super::{TRIES, command, done, keeper, named, object, text};
use crate::api::own::asked;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};

pub const LAYERS_QUERY: &[&str] = &["from", "to"];

fn refused(path: &str, message: Said) -> Problem {
    Problem::refused(Refused { issues: vec![Issue::new(path, Code::Input, message)] })
}

/// The days that documents name, between two days.
pub async fn layers(mut ask: Ask) -> Result<Answer<CalendarLayers>, Problem> {
    let question = ask.query(LAYERS_QUERY, &[]).and_then(|query| {
        let day = |key: &str| {
            let wrong = || refused(key, said!("{key} must be a date, 2026-04-30", key));
            Day::parse(query.text(key)).ok_or_else(wrong)
        };
        let (from, to) = (day("from")?, day("to")?);
        match (0..layers::MAX_DAYS).contains(&to.days_since(from)) {
            true => Ok(DaysAsked { from, to }),
            false => {
                let most =
                    said!("to must be up to {most} days after from", most = layers::MAX_DAYS - 1);
                Err(refused("to", most))
            }
        }
    });
    asked(&ask, question, layers::layers).await
}

pub const ONE_QUERY: &[&str] = &["id"];

pub async fn all<T: Item>(mut ask: Ask) -> Result<Answer<Vec<T>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| kept::all::<T>(read, actor, now)).await
}

pub async fn one<T: Item>(mut ask: Ask) -> Result<Answer<T>, Problem> {
    let id = named(&mut ask, ONE_QUERY);
    asked(&ask, id, |read, actor, now, id| kept::one::<T>(read, actor, now, id.as_deref())).await
}

/// Keeps a new one; its id is the server's to give.
pub async fn add<T: Item>(mut ask: Ask) -> Result<Answer<Vec<T>>, Problem> {
    keeper(&ask, T::def())?;
    let body = object(&mut ask)?;
    let record = record::<T>(&body)?;
    done(&ask, CommandKind::Create { doc_type: T::def().key.to_owned(), record }).await?;
    told::<T>(&ask).await
}

/// Changes what was sent of one.
pub async fn update<T: Item>(mut ask: Ask) -> Result<Answer<Vec<T>>, Problem> {
    keeper(&ask, T::def())?;
    let body = object(&mut ask)?;
    change::<T>(&ask, text(&body, "id")?, &body).await
}

/// The same of an event; one that was dragged comes as `{event: {id}, start, end}`.
pub async fn update_event(mut ask: Ask) -> Result<Answer<Vec<CalendarItem>>, Problem> {
    keeper(&ask, CalendarItem::def())?;
    let body = object(&mut ask)?;
    let event = body.get("event").and_then(Value::as_object).unwrap_or(&body);
    change::<CalendarItem>(&ask, text(event, "id")?, &body).await
}

pub async fn delete<T: Item>(mut ask: Ask) -> Result<Answer<Vec<T>>, Problem> {
    keeper(&ask, T::def())?;
    let body = object(&mut ask)?;
    let (doc_type, id) = (T::def().key.to_owned(), text(&body, "id")?.to_owned());
    saved(&ask, (T::def().key, &id), |version, _| CommandKind::Delete {
        doc_type: doc_type.clone(),
        id: id.clone(),
        version,
    })
    .await?;
    told::<T>(&ask).await
}

async fn change<T: Item>(
    ask: &Ask,
    id: &str,
    body: &Map<String, Value>,
) -> Result<Answer<Vec<T>>, Problem> {
    let sent = record::<T>(body)?;
    let doc_type = T::def().key.to_owned();
    saved(ask, (T::def().key, id), |version, mut record| {
        record.extend(sent.clone());
        CommandKind::Update { doc_type: doc_type.clone(), id: id.to_owned(), version, record }
    })
    .await?;
    told::<T>(ask).await
}

fn record<T: Item>(body: &Map<String, Value>) -> Result<Map<String, Value>, Problem> {
    T::sent(body).map_err(|issue| Problem::refused(Refused { issues: vec![issue] }))
}

async fn told<T: Item>(ask: &Ask) -> Result<Answer<Vec<T>>, Problem> {
    asked(ask, Ok(()), |read, actor, now, ()| kept::all::<T>(read, actor, now)).await
}

/// Carries a command out on a document as it stands now: these calls tell no version.
async fn saved(
    ask: &Ask,
    (kind, id): (&str, &str),
    deed: impl Fn(u32, Map<String, Value>) -> CommandKind,
) -> Result<(), Problem> {
    let person = ask.person()?;
    let key = keys::doc(kind, id);
    let mut left = TRIES;
    loop {
        let doc = ask.app.view(|read, _| read.doc(&key))?;
        // Others' are not looked into: the command is refused as for what is not there.
        let seen = doc.filter(|doc| {
            let def = godown_core::docs::find(kind);
            def.is_some_and(|def| person.actor.covers(def, Verb::View, doc))
        });
        let (version, record) =
            seen.map_or((0, Map::new()), |doc| (doc.version, doc.record.clone()));
        left -= 1;
        let sent = ask.app.carry_out(person.actor.clone(), command(deed(version, record))).await;
        match sent.map_err(Problem::from) {
            Err(problem) if problem.code == Code::Stale.name() && left > 0 => {}
            done => return done.map(|_| ()),
        }
    }
}
