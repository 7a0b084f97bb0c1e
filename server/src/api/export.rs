//! A filtered list as a file, and the file that new documents are written into.

use std::sync::mpsc::sync_channel;

use godown_core::declare::actor::Actor;
use godown_core::query::list::Query;
use godown_core::table::book::{self, Out};
use godown_core::table::export::{self, Export};
use godown_core::table::link::Names;
use warp::http::header::{ACCEPT, CONTENT_DISPOSITION};

use crate::app::{App, Work};
use crate::call::ask::Ask;
use crate::call::header;
use crate::call::reply::{Problem, Reply};
use crate::failure::Failure;
use crate::pool::stand_back;

/// So many bytes a workbook may take on the disk until it is made.
const ON_DISK: u64 = 256 << 20;

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
                export::begin(read, &person.actor, now, &doc_type, &none).map(drop)
            });
            return Err(may
                .err()
                .map(Problem::from)
                .filter(|early| matches!(early.status, 403 | 404 | 500..))
                .unwrap_or(problem));
        }
    };
    let (actor, app) = (person.actor.clone(), ask.app.clone());
    let work = move || whole(&app, &actor, &doc_type, &query, media);
    let (plural, bytes) = ask.app.blocking(Work::Export, &person.actor.id, work).await??;
    Ok(named(plural, media, bytes))
}

/// So many rows are read while commits wait.
const PART: usize = 50;

fn whole(
    app: &App,
    actor: &Actor,
    doc_type: &str,
    query: &Query,
    media: &str,
) -> Result<(&'static str, Vec<u8>), Failure> {
    let mut export = app.view(|read, now| export::begin(read, actor, now, doc_type, query))?;
    let all = export.rows();
    let parts = || (0..all).step_by(PART).map(|from| from..all.min(from + PART));
    for rows in parts() {
        app.view(|read, now| export.measure(read, actor, now, rows))?;
    }
    let export = export.settle(actor)?;
    // A workbook leaves memory for the disk as it is written, where that has room.
    let begin = if app.store.has_room(ON_DISK) { begin } else { begin_in_memory };
    let mut out = begin(&export, media).map_err(Failure::Fault)?;
    let reading = &export;
    std::thread::scope(|scope| {
        let (send, read) = sync_channel(1);
        // Whoever waits for a view that is held would wait for a thread that stands back.
        scope.spawn(move || {
            let mut names = Names::default();
            let part =
                |rows| app.view(|read, now| reading.part((read, actor, now), &mut names, rows));
            // Nobody takes more once the file failed.
            let _ = parts().map(part).try_for_each(|part| send.send(part));
        });
        stand_back();
        for part in read {
            part?.iter().try_for_each(|cells| out.row(cells)).map_err(Failure::Fault)?;
        }
        Ok::<(), Failure>(())
    })?;
    Ok((export.def.plural, out.finish().map_err(Failure::Fault)?))
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
    headed(Out::stream(media, export.def.plural)?, export)
}

fn begin_in_memory(export: &Export, media: &str) -> Result<Out, String> {
    headed(Out::begin(media, export.def.plural)?, export)
}

fn headed(mut out: Out, export: &Export) -> Result<Out, String> {
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
