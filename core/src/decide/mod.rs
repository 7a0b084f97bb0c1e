//! Every write is a command, and one pure function decides it.

pub mod act;
pub mod case;
pub mod command;
pub mod doc;
pub mod files;
pub mod index;
pub mod keys;
pub mod past;
pub mod read;
pub mod remake;
pub mod save;
pub mod session;
pub mod timed;
mod within;

use std::sync::Arc;

use serde::Serialize;

use crate::access::Actor;
use crate::docs;
use crate::docs::triggers::watch;
use crate::error::{Code, Halt};
use crate::schema::DocType;
use crate::value::Instant;
use case::Case;
use command::{Command, Deed, Kept, Left};
use doc::Doc;
use read::{Docs, Read, Writes};

/// What a command does to the store, and what its sender is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    pub writes: Writes,
    pub docs: Docs,
    pub answer: Answer,
    /// The command was carried out before; nothing is written.
    pub replayed: bool,
}

/// What a command's sender is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// The document as the command left it.
    Doc(Arc<Doc>),
    /// What a repeated command left of a document that was removed since.
    Left(Left),
    /// A session's deed or a file's: nothing to show.
    Nothing {},
}

impl Answer {
    /// The document, unless it is gone or there is none.
    pub fn doc(&self) -> Option<&Arc<Doc>> {
        match self {
            Answer::Doc(doc) => Some(doc),
            Answer::Left(_) | Answer::Nothing {} => None,
        }
    }
}

/// How a deed went: its answer, or the one that the same command got before.
pub struct Done {
    answer: Answer,
    replayed: bool,
}

impl Done {
    pub fn now(doc: Arc<Doc>) -> Done {
        Done { answer: Answer::Doc(doc), replayed: false }
    }

    pub fn nothing() -> Done {
        Done { answer: Answer::Nothing {}, replayed: false }
    }
}

/// Decides a command: what to write, or why not.
///
/// Pure: `now` and the actor are arguments, ids come from the command. The order of the refusals is
/// the HTTP contract's: not found, forbidden, malformed, known command, stale, the rest.
///
/// Errors: `Refused` with every issue at once; `Need` when the reader lacks keys; `Fault`.
pub fn decide(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    command: &Command,
) -> Result<Changes, Halt> {
    let mut case = Case::new(read, actor, now, &command.command_id);
    case.digest = command.digest(&actor.id);
    if !is_uuid(&command.command_id) && !actor.has(crate::access::Role::Sys) {
        let message = "command_id must be a UUID of version 4 or 7";
        return Err(Halt::refuse(Code::Malformed, message));
    }
    let Done { answer, replayed } = match &command.deed {
        Deed::Create { doc_type, record } => save::create(&mut case, find(doc_type)?, record)?,
        Deed::Update { doc_type, id, version, record } => {
            save::update(&mut case, find(doc_type)?, id, *version, record)?
        }
        Deed::Delete { doc_type, id, version } => {
            save::delete(&mut case, find(doc_type)?, id, *version)?
        }
        Deed::Act { doc_type, id, version, action, inputs } => {
            act::act(&mut case, find(doc_type)?, id, *version, action, inputs)?
        }
        #[cfg(feature = "decide")]
        Deed::BringIn { of, rows } => crate::earlier::bring::decide(&mut case, of, rows)?,
        Deed::SendFile { file } => files::send(&mut case, file)?,
        deed @ (Deed::Remind { .. } | Deed::Arm { .. } | Deed::Warn { .. } | Deed::Remake {}) => {
            timed::decide(&mut case, deed)?
        }
        deed => session::decide(&mut case, deed)?,
    };
    if replayed {
        return Ok(Changes { writes: Writes::new(), docs: Docs::new(), answer, replayed });
    }
    watch::thresholds(&mut case)?;
    let left = match &answer {
        Answer::Doc(doc) => Some(Left::of(doc)),
        Answer::Left(_) | Answer::Nothing {} => None,
    };
    let kept = Kept { digest: case.digest.clone(), left };
    case.put(keys::command(&command.command_id), &kept)?;
    let (writes, docs) = case.into_writes();
    Ok(Changes { writes, docs, answer, replayed })
}

fn find(doc_type: &str) -> Result<&'static DocType, Halt> {
    docs::find(doc_type)
        .ok_or_else(|| Halt::refuse(Code::NotFound, "This type of document does not exist"))
}

/// The first answer of this command, if it was carried out before.
///
/// Errors: `CommandIdReused` when the id came with another body or from another person.
pub fn known(case: &Case) -> Result<Option<Done>, Halt> {
    let kept = match case.value::<Kept>(&keys::command(case.command_id))? {
        None => return Ok(None),
        Some(kept) if kept.digest == case.digest => kept,
        Some(_) => {
            return Err(Halt::refuse(
                Code::CommandIdReused,
                "This command id was used before for something else. Send the request with a new one",
            ));
        }
    };
    let answer = match kept.left {
        None => Answer::Nothing {},
        Some(left) => match past::at_version(case, find(&left.kind)?, &left.id, left.version)? {
            Some(doc) => Answer::Doc(Arc::new(Doc { doc_no: left.doc_no, ..doc })),
            None => Answer::Left(left),
        },
    };
    Ok(Some(Done { answer, replayed: true }))
}

/// A UUID of version 4 or 7 in its usual form.
fn is_uuid(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 36
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            14 => matches!(byte, b'4' | b'7'),
            _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
        })
}
