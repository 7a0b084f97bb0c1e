//! Documents on paper: one as a PDF, or many in one.

use godown_core::declare::actor::Actor;
use godown_core::docs::printed::{self, PaperWish};
use godown_core::error::{Code, Issue, Refused};
use godown_core::kept::read::Read;
use godown_core::query;
use godown_core::report::Params;
use godown_core::said;
use serde_json::Value;
use warp::http::header::CONTENT_DISPOSITION;

use crate::app::Work;
use crate::call::ask::Ask;
use crate::call::reply::{Problem, Reply};
use crate::failure::Failure;
use crate::made::papers;

pub const PDF: &str = "application/pdf";
pub const MEDIA: &[&str] = &[PDF];
pub const PRINT_QUERY: &[&str] = &["copies", "size", "from", "to"];

/// How documents are wanted on paper, and the days that a statement tells of.
#[derive(Default)]
struct Wanted {
    ids: Vec<String>,
    wish: PaperWish,
    days: Params,
}

impl Wanted {
    fn new(ids: Vec<String>, told: impl Fn(&str) -> String) -> Wanted {
        let wish = PaperWish { copies: told("copies"), size: told("size"), ..PaperWish::default() };
        let days = ["from", "to"].map(|key| (key.to_owned(), told(key)));
        let days = days.into_iter().filter(|(_, day)| !day.is_empty()).collect();
        Wanted { ids, wish, days }
    }
}

pub async fn one(mut ask: Ask) -> Result<Reply, Problem> {
    let (doc_type, id) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let asked = ask.query(PRINT_QUERY, &[]);
    let wanted = asked.map(|query| Wanted::new(vec![id], |key| query.text(key).to_owned()));
    made(&ask, doc_type, wanted).await
}

pub async fn many(mut ask: Ask) -> Result<Reply, Problem> {
    let doc_type = ask.param(0).to_owned();
    let asked = ask.json(&["ids", "copies", "size", "from", "to"]).and_then(|mut body| {
        let ids: Option<Vec<String>> =
            body.remove("ids").and_then(|ids| serde_json::from_value(ids).ok());
        let ids = ids.filter(|ids| (1..=printed::MOST).contains(&ids.len()));
        let ids = ids.ok_or_else(|| {
            Problem::malformed("ids", said!("ids must be 1 to {most} texts", most = printed::MOST))
        })?;
        let word = |key: &str| body.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(Wanted::new(ids, word))
    });
    made(&ask, doc_type, asked).await
}

/// The file of some documents; who may not see them is told so before they are told what is wrong with the question.
async fn made(
    ask: &Ask,
    doc_type: String,
    asked: Result<Wanted, Problem>,
) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let of = asked.and_then(|wanted| known(&doc_type, &wanted.wish).map(|()| wanted));
    let (Wanted { ids, wish, days }, wrong) = match of {
        Ok(wanted) => (wanted, None),
        Err(problem) => (Wanted::default(), Some(problem)),
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
    let (name, bytes) =
        papers::file_of(&ask.app, &person.actor, doc_type, views, wish, days).await?;
    let disposition = format!("inline; filename=\"{name}.pdf\"");
    Ok(Reply::of(200, PDF, bytes).with(CONTENT_DISPOSITION, &disposition))
}

/// Errors: where the type has a paper, but no such copy or no such size.
fn known(doc_type: &str, wish: &PaperWish) -> Result<(), Problem> {
    let is_printed = !printed::copies(doc_type).is_empty();
    let mut issues = Vec::new();
    if is_printed && printed::chosen(doc_type, &wish.copies).is_err() {
        issues.push(Issue::new("copies", Code::Input, "Select copies that this paper has"));
    }
    if is_printed && wish.form(doc_type).is_err() {
        issues.push(Issue::new("size", Code::Input, "Select a size that this paper has"));
    }
    match issues.is_empty() {
        true => Ok(()),
        false => Err(Problem::from(Failure::Refused(Refused { issues }))),
    }
}
