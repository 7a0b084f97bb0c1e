//! Documents on paper: one as a PDF, or many in one.

use godown_core::declare::actor::Actor;
use godown_core::docs::printed::{self, PaperWish};
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
pub const PRINT_QUERY: &[&str] = &["copies", "size"];

pub async fn one(mut ask: Ask) -> Result<Reply, Problem> {
    let (doc_type, id) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let wish = ask.query(PRINT_QUERY, &[]).map(|query| {
        let [copies, size] = ["copies", "size"].map(|key| query.text(key).to_owned());
        PaperWish { copies, size, ..PaperWish::default() }
    });
    made(&ask, doc_type, wish.map(|wish| (vec![id], wish))).await
}

pub async fn many(mut ask: Ask) -> Result<Reply, Problem> {
    let doc_type = ask.param(0).to_owned();
    let asked = ask.json(&["ids", "copies", "size"]).and_then(|mut body| {
        let ids: Option<Vec<String>> =
            body.remove("ids").and_then(|ids| serde_json::from_value(ids).ok());
        let ids = ids.filter(|ids| (1..=printed::MOST).contains(&ids.len()));
        let ids = ids.ok_or_else(|| {
            Problem::malformed("ids", format!("ids must be 1 to {} texts", printed::MOST))
        })?;
        let word = |key: &str| body.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (copies, size) = (word("copies"), word("size"));
        Ok((ids, PaperWish { copies, size, ..PaperWish::default() }))
    });
    made(&ask, doc_type, asked).await
}

/// The file of some documents; who may not see them is told so before they are told what is wrong with the question.
async fn made(
    ask: &Ask,
    doc_type: String,
    asked: Result<(Vec<String>, PaperWish), Problem>,
) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let of = asked.and_then(|(ids, wish)| known(&doc_type, &wish).map(|()| (ids, wish)));
    let (ids, mut wish, wrong) = match of {
        Ok((ids, wish)) => (ids, wish, None),
        Err(problem) => (Vec::new(), PaperWish::default(), Some(problem)),
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
    let app = ask.app.clone();
    let work = move || {
        for id in printed::named_pictures(&views) {
            // A paper goes without a logo that is lost or broken.
            let about = app.files.about(&id).ok().flatten();
            if let Some(bytes) = about.and_then(|about| app.files.bytes(&about).ok()) {
                wish.add_picture(id, &bytes);
            }
        }
        printed::file(&doc_type, &views, &wish).map_err(Failure::Fault)
    };
    let bytes = ask.app.blocking(Work::Export, &person.actor.id, work).await??;
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
