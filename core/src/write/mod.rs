//! The engine: what every write does to any document, whatever business declared it.

pub mod act;
pub mod command;
pub mod files;
pub mod index;
mod number;
pub mod save;
mod store;
pub mod within;

use std::sync::Arc;

use serde::Serialize;

use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt};
use crate::kept::doc::Doc;
use crate::kept::{keys, past};
use command::{Kept, Left};

/// The answer for a command's sender.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// The document as the command left it.
    Doc(Arc<Doc>),
    /// The remains of a document that a repeated command made and that was removed since.
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
    pub answer: Answer,
    pub replayed: bool,
}

impl Done {
    /// Done by this command.
    pub fn now(doc: Arc<Doc>) -> Done {
        Done { answer: Answer::Doc(doc), replayed: false }
    }

    /// Done, with nothing to show.
    pub fn nothing() -> Done {
        Done { answer: Answer::Nothing {}, replayed: false }
    }
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
                "This command id was already used for something else. Send the request with a new one",
            ));
        }
    };
    let answer = match kept.left {
        None => Answer::Nothing {},
        Some(left) => match as_left(case, &left)? {
            Some(doc) => Answer::Doc(Arc::new(doc)),
            None => Answer::Left(left),
        },
    };
    Ok(Some(Done { answer, replayed: true }))
}

/// The document as a command left it; none once it was removed.
fn as_left(look: &Look, left: &Left) -> Result<Option<Doc>, Halt> {
    let Some(today) = look.find(&left.kind, &left.id)? else { return Ok(None) };
    let doc = past::at_version(&look.over(), &today, left.version)?;
    let record = look.def_of(&doc)?.ordered(doc.record);
    Ok(Some(Doc { doc_no: left.doc_no.clone(), record, ..doc }))
}
