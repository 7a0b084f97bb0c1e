//! Attachments: taken from whoever has a session, given to whoever sees a document that names them.

use std::io;

use godown_core::access::Verb;
use godown_core::decide::doc::Doc;
use godown_core::decide::keys;
use godown_core::decide::read::{Range, Read};
use godown_core::docs;
use godown_core::error::{Code, Halt};
use serde_json::json;
use warp::http::header::CONTENT_DISPOSITION;

use crate::auth::{Person, value};
use crate::files::{About, FileType};
use crate::http::ask::Ask;
use crate::http::reply::{Problem, Reply};

/// At most so many documents are looked at for one that names the file.
const NAMING: usize = 1000;
const NAME_CHARS: usize = 120;

pub async fn upload(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let bytes = ask.bytes()?;
    let query = ask.query(&["name"], &[])?;
    let kind = FileType::sniff(&bytes).ok_or_else(|| {
        Problem::new(415, "unsupported_media_type", "Only PDF, JPG, PNG and XLSX files are taken")
    })?;
    let name = plain(query.text("name"), kind);
    let app = ask.app.clone();
    let kept = ask.app.blocking(move || app.files.keep(&bytes, kind, &name, &person.actor.id));
    let about = kept.await?.map_err(problem)?;
    Ok(Reply::status(
        201,
        &json!({
            "id": about.id,
            "name": about.name,
            "type": about.kind,
            "size": about.size,
        }),
    ))
}

/// A file name that is safe in a header and on a disk, with the extension of what the file is.
fn plain(name: &str, kind: FileType) -> String {
    let stem = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let safe = |c: char| c.is_ascii_alphanumeric() || "-_ ".contains(c);
    let stem: String =
        stem.chars().map(|c| if safe(c) { c } else { '_' }).take(NAME_CHARS).collect();
    let stem = match stem.trim() {
        "" => "file",
        stem => stem,
    };
    format!("{stem}.{}", kind.extension())
}

fn problem(error: io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Problem::full(),
        _ => Problem::fault(error.to_string()),
    }
}

pub async fn download(ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let missing = || Problem::of(Code::NotFound, "File not found or you cannot see it");
    let (app, id) = (ask.app.clone(), ask.param(0).to_owned());
    let about = ask.app.blocking(move || app.files.about(&id)).await?.map_err(problem)?;
    let about = about.ok_or_else(missing)?;
    if !about.by.contains(&person.actor.id) {
        let id = about.id.clone();
        let seen = ask.app.walk(move |read, _| sees(read, &person, &id)).await?;
        if !seen {
            return Err(missing());
        }
    }
    let app = ask.app.clone();
    let read = move || app.files.bytes(&about).map(|bytes| (bytes, about));
    let (bytes, About { name, kind, .. }) = ask.app.blocking(read).await?.map_err(problem)?;
    Ok(Reply::of(200, kind.mime(), bytes)
        .with(CONTENT_DISPOSITION, &format!("attachment; filename=\"{name}\"")))
}

/// Whether the person sees a document that names the file.
fn sees(read: &dyn Read, person: &Person, file: &str) -> Result<bool, Halt> {
    let range = Range::prefix(&keys::key(&["file", file]));
    for (key, _) in read.scan(&range, NAMING)? {
        let [.., kind, id] = keys::parts(&key)[..] else { continue };
        let Some(def) = docs::find(kind) else { continue };
        let doc = value::<Doc>(read, &keys::doc(kind, id))?;
        if doc.is_some_and(|doc| person.actor.covers(def, Verb::View, &doc)) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_words_and_gets_the_extension_of_its_content() {
        assert_eq!(plain("../../etc/Weigh slip 7.exe", FileType::Pdf), "Weigh slip 7.pdf");
        assert_eq!(plain("a\"b\r\nc.png", FileType::Png), "a_b__c.png");
        assert_eq!(plain("", FileType::Jpg), "file.jpg");
    }
}
