//! The files that the portals of the GST take, and their answers read back.

use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs::invoices::INVOICE;
use godown_core::docs::portal::PortalFile;
use godown_core::error::{Code, Halt};
use godown_core::kept::read::Read;
use godown_core::query::portal::{self, PortalAnswers, PortalAsked};
use serde_json::Value;
use warp::http::header::CONTENT_DISPOSITION;

use super::own::{asked, day_of};
use crate::app::Work;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem, Reply};
use crate::call::strict;

/// The media type of what the portals take.
pub const JSON: &str = "application/json";

pub const FILE_QUERY: &[&str] = &["type", "id", "from", "to"];

/// The file of the documents named, or of all that wait in a period.
pub async fn file(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let file = PortalFile::parse(ask.param(0)).ok_or_else(Problem::not_found)?;
    let question = ask.query(FILE_QUERY, &["id"]).and_then(|query| {
        Ok(PortalAsked {
            file,
            doc_type: query.text("type").to_owned(),
            ids: query.all("id").map(str::to_owned).collect(),
            from: day_of(&query, "from")?,
            to: day_of(&query, "to")?,
        })
    });
    let (question, wrong) = match question {
        Ok(question) => (question, None),
        // Nothing is found by it: only whether the person may ask at all.
        Err(problem) => {
            (PortalAsked { ids: vec![String::new()], ..PortalAsked::default() }, Some(problem))
        }
    };
    let who = person.actor.id.clone();
    let work = move |read: &dyn Read, now| portal::file(read, &person.actor, now, &question);
    let made = ask.app.walk(Work::Export, &who, work).await.map_err(Problem::from);
    match (made, wrong) {
        (Err(earlier), Some(_)) if matches!(earlier.status, 403 | 500..) => Err(earlier),
        (_, Some(wrong)) => Err(wrong),
        (made, None) => {
            let name = match file {
                PortalFile::Inv01 => "e-invoices.json",
                PortalFile::EwayBill => "e-way-bills.json",
            };
            let disposition = format!("attachment; filename=\"{name}\"");
            Ok(Reply::of(200, JSON, made?).with(CONTENT_DISPOSITION, &disposition))
        }
    }
}

/// A portal's answers beside the documents that they are of. Nothing is written.
pub async fn answers(mut ask: Ask) -> Result<Answer<PortalAnswers>, Problem> {
    let person = ask.person()?;
    if !person.actor.may(&INVOICE, Verb::View) {
        return Err(godown_core::access::steps::forbidden(&INVOICE, "view").into());
    }
    let bytes = ask.bytes()?;
    let read = move || strict::json(&bytes);
    let answer = ask.app.blocking(Work::Import, &person.actor.id, read).await?;
    let answer = answer.map_err(|_| {
        Problem::from(Halt::refuse(Code::Input, "The answer of a portal is a JSON text"))
    });
    asked(&ask, answer, |read, actor: &Actor, now, answer: &Value| {
        portal::answers(read, actor, now, answer)
    })
    .await
}
