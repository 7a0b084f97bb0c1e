//! Documents on paper: one as a PDF, or many in one.

use godown_core::declare::actor::Actor;
use godown_core::docs::printed;
use godown_core::error::{Code, Issue, Refused};
use godown_core::kept::read::Read;
use godown_core::query;
use serde_json::Value;
use warp::http::header::CONTENT_DISPOSITION;

use crate::app::Work;
use crate::call::ask::Ask;
use crate::call::reply::{Problem, Reply};
use crate::failure::Failure;

pub const PDF: &str = "application/pdf";
pub const MEDIA: &[&str] = &[PDF];
pub const PRINT_QUERY: &[&str] = &["copies"];

pub async fn one(mut ask: Ask) -> Result<Reply, Problem> {
    let (doc_type, id) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let copies = ask.query(PRINT_QUERY, &[]).map(|query| query.text("copies").to_owned());
    made(&ask, doc_type, copies.map(|copies| (vec![id], copies))).await
}

pub async fn many(mut ask: Ask) -> Result<Reply, Problem> {
    let doc_type = ask.param(0).to_owned();
    let asked = ask.json(&["ids", "copies"]).and_then(|mut body| {
        let ids: Option<Vec<String>> =
            body.remove("ids").and_then(|ids| serde_json::from_value(ids).ok());
        let ids = ids.filter(|ids| (1..=printed::MOST).contains(&ids.len()));
        let ids = ids.ok_or_else(|| {
            Problem::malformed("ids", format!("ids must be 1 to {} texts", printed::MOST))
        })?;
        let copies = body.get("copies").and_then(Value::as_str).unwrap_or_default();
        Ok((ids, copies.to_owned()))
    });
    made(&ask, doc_type, asked).await
}

/// The file of some documents; who may not see them is told so before they are told what is wrong with the question.
async fn made(
    ask: &Ask,
    doc_type: String,
    asked: Result<(Vec<String>, String), Problem>,
) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let of = asked.and_then(|(ids, copies)| {
        let known =
            printed::copies(&doc_type).is_empty() || printed::chosen(&doc_type, &copies).is_ok();
        let wrong = || {
            let issue = Issue::new("copies", Code::Input, "Select copies that this paper has");
            Problem::from(Failure::Refused(Refused { issues: vec![issue] }))
        };
        known.then_some((ids, copies)).ok_or_else(wrong)
    });
    let (ids, copies, wrong) = match of {
        Ok((ids, copies)) => (ids, copies, None),
        Err(problem) => (Vec::new(), String::new(), Some(problem)),
    };
    let (kind, actor): (String, Actor) = (doc_type.clone(), person.actor.clone());
    let read = move |read: &dyn Read, now| query::printed::views(read, &actor, now, &kind, &ids);
    let views = ask.app.walk(Work::Read, &person.actor.id, read).await.map_err(Problem::from);
    let views = match (views, wrong) {
        (Err(earlier), Some(_)) if matches!(earlier.status, 403 | 404 | 500..) => {
            return Err(earlier);
        }
        (_, Some(wrong)) => return Err(wrong),
        (views, None) => views?,
    };
    let name = match &views[..] {
        [one] => one.get("doc_no").and_then(Value::as_str).unwrap_or("draft").replace('/', "-"),
        _ => doc_type.clone(),
    };
    let work = move || printed::file(&doc_type, &views, &copies).map_err(Failure::Fault);
    let bytes = ask.app.blocking(Work::Export, &person.actor.id, work).await??;
    let disposition = format!("inline; filename=\"{name}.pdf\"");
    Ok(Reply::of(200, PDF, bytes).with(CONTENT_DISPOSITION, &disposition))
}
