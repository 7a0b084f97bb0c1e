//! A filtered list as a file, and the file that new documents are written into.

use godown_core::query::list::Query;
use godown_core::table::book::{self, Out};
use godown_core::table::export::{self, Export};
use warp::http::header::{ACCEPT, CONTENT_DISPOSITION};

use crate::app::Work;
use crate::call::ask::Ask;
use crate::call::header;
use crate::call::reply::{Problem, Reply};

/// The kind of file that a request asks for in place of a page of rows.
pub fn wanted(ask: &Ask) -> Option<&'static str> {
    [book::CSV, book::XLSX].into_iter().find(|media| accepts(ask, media))
}

/// Whether a request asks for a media type by name.
pub fn accepts(ask: &Ask, media: &str) -> bool {
    let accept = header(&ask.headers, &ACCEPT);
    accept.split(',').any(|one| one.split(';').next().map(str::trim) == Some(media))
}

/// Every document that the question finds, as a file.
pub async fn list(
    ask: &Ask,
    media: &'static str,
    query: Result<Query, Problem>,
) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let doc_type = ask.param(0).to_owned();
    let query = match query {
        Ok(query) => query,
        Err(problem) => {
            let may = ask.app.view(|read, now| {
                let none = Query { q: "\u{1}".to_owned(), ..Query::default() };
                export::open(read, &person.actor, now, &doc_type, &none).map(drop)
            });
            return Err(may
                .err()
                .map(Problem::from)
                .filter(|early| matches!(early.status, 403 | 404 | 500..))
                .unwrap_or(problem));
        }
    };
    let actor = person.actor.clone();
    let file = ask.app.walk(Work::Export, &person.actor.id, move |read, now| {
        let export = export::open(read, &actor, now, &doc_type, &query)?;
        let mut out = begin(&export, media).map_err(godown_core::error::Halt::Fault)?;
        export.each(read, &actor, now, |cells| out.row(cells))?;
        let bytes = out.finish().map_err(godown_core::error::Halt::Fault)?;
        Ok((export.def.plural, bytes))
    });
    let (plural, bytes) = file.await?;
    Ok(named(plural, media, bytes))
}

/// An empty file with the columns of a type.
pub async fn template(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let export = export::template(&person.actor, ask.param(0))?;
    ask.query(&[], &[])?;
    let media = wanted(&ask).unwrap_or(book::CSV);
    let bytes = begin(&export, media).and_then(Out::finish).map_err(Problem::fault)?;
    Ok(named(export.def.plural, media, bytes))
}

fn begin(export: &Export, media: &str) -> Result<Out, String> {
    let mut out = Out::stream(media, export.def.plural)?;
    out.row(&export.heads())?;
    Ok(out)
}

pub fn named(plural: &str, media: &'static str, bytes: Vec<u8>) -> Reply {
    let (ending, media) = match media {
        book::XLSX => ("xlsx", media),
        _ => ("csv", "text/csv; charset=utf-8"),
    };
    let name = plural.replace(' ', "-").to_lowercase();
    let disposition = format!("attachment; filename=\"{name}.{ending}\"");
    Reply::of(200, media, bytes).with(CONTENT_DISPOSITION, &disposition)
}
