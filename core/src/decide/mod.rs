//! Every write is a command, and one pure function decides it.

pub mod reindex;
#[cfg(feature = "decide")]
mod submitted;
pub mod timed;

#[cfg(feature = "decide")]
pub use submitted::submitted;

use crate::declare::actor::Actor;
use crate::declare::case::Case;
use crate::declare::grant::Role;
use crate::docs::triggers::watch;
use crate::docs::{self, session};
use crate::error::{Code, Halt};
use crate::kept::keys;
use crate::kept::read::{Docs, Read, Writes};
use crate::schema::DocType;
use crate::value::Instant;
use crate::write::command::{Command, CommandKind, Kept, Left};
use crate::write::{Answer, Done, act, files, save};

/// The outcome of a decision: the changes of the store, and the answer for its sender.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    pub writes: Writes,
    pub docs: Docs,
    pub answer: Answer,
    /// The command was carried out before; nothing is written.
    pub replayed: bool,
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
    let mut case = Case::new(docs::look(read, actor, now), &command.command_id);
    case.digest = command.digest(&actor.id);
    if !is_uuid(&command.command_id) && !actor.has(Role::Sys) {
        let message = "command_id must be a UUID of version 4 or 7";
        return Err(Halt::refuse(Code::Malformed, message));
    }
    let Done { answer, replayed } = match &command.deed {
        CommandKind::Create { doc_type, record } => {
            save::create(&mut case, find(doc_type)?, record)?
        }
        CommandKind::Update { doc_type, id, version, record } => {
            save::update(&mut case, find(doc_type)?, id, *version, record)?
        }
        CommandKind::Delete { doc_type, id, version } => {
            save::delete(&mut case, find(doc_type)?, id, *version)?
        }
        CommandKind::Act { doc_type, id, version, action, inputs } => {
            act::act(&mut case, find(doc_type)?, id, *version, action, inputs)?
        }
        #[cfg(feature = "decide")]
        CommandKind::GiveSet { set } => docs::starter::decide(&mut case, set)?,
        #[cfg(feature = "decide")]
        CommandKind::OpenYear { fy } => docs::years::decide(&mut case, fy)?,
        #[cfg(feature = "decide")]
        CommandKind::BringIn { of, rows } => crate::earlier::bring::decide(&mut case, of, rows)?,
        CommandKind::SendFile { file, bytes } => files::send(&mut case, file, *bytes)?,
        deed @ (CommandKind::Remind { .. }
        | CommandKind::Arm { .. }
        | CommandKind::Warn { .. }
        | CommandKind::ForgetFile { .. }
        | CommandKind::Reindex {}
        | CommandKind::Planted { .. }) => timed::decide(&mut case, deed)?,
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
