//! Attachments: taken from whoever has a session, given to whoever sees a document that names them.

use std::io;

use bytes::Bytes;
use godown_core::docs;
use godown_core::error::Code;
use godown_core::json_answer;
use godown_core::write::command::{Command, CommandKind};
use godown_core::write::files;
use uuid::Uuid;
use warp::http::header::CONTENT_DISPOSITION;

use crate::app::Work;
use crate::auth::Person;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem, Reply};
use crate::failure::Failure;
use crate::files::{About, FileType, Files};

const NAME_CHARS: usize = 120;

json_answer! {
    /// A file that was kept: documents name it by its id.
    pub struct StoredFile {
        id: String,
        name: String,
        kind as "type": FileType,
        size: u64,
    }
}

pub async fn upload(mut ask: Ask) -> Result<Answer<StoredFile>, Problem> {
    let person = ask.person()?;
    let bytes = ask.bytes()?;
    let query = ask.query(&["name"], &[])?;
    let kind = FileType::sniff(&bytes).ok_or_else(|| {
        Problem::new(
            415,
            "unsupported_media_type",
            "Only PDF, JPG, PNG and XLSX files are accepted",
        )
    })?;
    let name = plain(query.text("name"), kind);
    if !ask.app.store.has_room(bytes.len() as u64) {
        return Err(Failure::Full.into());
    }
    let (id, size) = (Files::id(&bytes), bytes.len() as u64);
    ask.app.view(|read, now| files::may_send(&docs::look(read, &person.actor, now), &id, size))?;
    let about = keep(&ask, &person, &bytes, kind, &name).await?;
    if let Err(refused) = remember(&ask, &person, &about).await {
        let app = ask.app.clone();
        let let_go = move || app.let_go(&about.id);
        ask.app.blocking(Work::File, &person.actor.id, let_go).await??;
        return Err(refused);
    }
    // Whoever sent the same long ago may have lost it meanwhile.
    keep(&ask, &person, &bytes, kind, &name).await?;
    let About { id, name, kind, size } = about;
    Ok(Answer::status(201, &StoredFile { id, name, kind, size }))
}

async fn keep(
    ask: &Ask,
    person: &Person,
    bytes: &Bytes,
    kind: FileType,
    name: &str,
) -> Result<About, Problem> {
    let (app, bytes, name) = (ask.app.clone(), bytes.clone(), name.to_owned());
    let work = move || app.files.keep(&bytes, kind, &name);
    ask.app.blocking(Work::File, &person.actor.id, work).await?.map_err(problem)
}

/// So long a file that is sent again is not told of again.
const KNOWN_MS: i64 = 24 * 3_600_000;

/// Lets the rules know of a file that is safely kept by now: its sender may name it.
async fn remember(ask: &Ask, person: &Person, about: &About) -> Result<(), Problem> {
    let (actor, file) = (&person.actor, about.id.clone());
    let known = ask.app.view(|read, now| {
        let sent = files::sent_at(&docs::look(read, actor, now), &file)?;
        Ok(sent.is_some_and(|sent| now.0 - sent.0 < KNOWN_MS))
    })?;
    if !known {
        let deed = CommandKind::SendFile { file, bytes: about.size };
        let command = Command { command_id: Uuid::new_v4().to_string(), deed };
        ask.app.carry_out(actor.clone(), command).await?;
    }
    Ok(())
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
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Failure::Full.into(),
        _ => Problem::fault(error.to_string()),
    }
}

pub async fn download(ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let missing = || Problem::of(Code::NotFound, "File not found or you cannot see it");
    let (app, id) = (ask.app.clone(), ask.param(0).to_owned());
    let who = person.actor.id.clone();
    let about = ask.app.blocking(Work::File, &who, move || app.files.about(&id));
    let about = about.await?.map_err(problem)?;
    let about = about.ok_or_else(missing)?;
    let id = about.id.clone();
    let sees = ask.app.walk(Work::File, &who, move |read, now| {
        files::sees(&docs::look(read, &person.actor, now), &id)
    });
    if !sees.await? {
        return Err(missing());
    }
    let app = ask.app.clone();
    let read = move || app.files.bytes(&about).map(|bytes| (bytes, about));
    let read = ask.app.blocking(Work::File, &who, read).await?;
    let (bytes, About { name, kind, .. }) = read.map_err(problem)?;
    Ok(Reply::of(200, kind.mime(), bytes)
        .with(CONTENT_DISPOSITION, &format!("attachment; filename=\"{name}\"")))
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
