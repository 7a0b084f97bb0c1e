//! Commands of the system: reminders when time comes, alerts of failed sign-ins, reindexing and
//! planting by a new program.

use crate::decide::reindex;
use crate::declare::case::Case;
use crate::declare::grant::Role;
use crate::docs::triggers::watch;
use crate::error::{Code, Halt};
use crate::kept::doc::Record;
use crate::kept::keys;
use crate::value::Instant;
use crate::write::command::{Command, CommandKind};
use crate::write::{Done, files, known};

/// The command that a timer's key stands for, with the version that its document has now. Its id
/// follows from document and due time, so that repeating it is harmless.
pub fn command_of(key: &str, version: u32) -> Option<Command> {
    let [_, at, kind, id, what] = keys::parts(key)[..] else { return None };
    let command_id = format!("sys-{what}-{id}-{at}");
    let [kind, id, what] = [kind, id, what].map(str::to_owned);
    let due = keys::unsortable(at)?;
    let deed = match what.strip_prefix(watch::FIRE) {
        Some(trigger) => {
            CommandKind::Remind { trigger: trigger.to_owned(), doc_type: kind, id, at: due }
        }
        None if what == files::FORGET => CommandKind::ForgetFile { file: id, at: due },
        None if what == watch::ARM => CommandKind::Arm { trigger: id, at: due },
        None => {
            CommandKind::Act { doc_type: kind, id, version, action: what, inputs: Record::new() }
        }
    };
    Some(Command { command_id, deed })
}

pub fn decide(case: &mut Case, deed: &CommandKind) -> Result<Done, Halt> {
    if !case.actor.has(Role::Sys) {
        return Err(Halt::refuse(Code::Forbidden, "Only the system does this"));
    }
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    match deed {
        CommandKind::Remind { trigger, doc_type, id, at } => {
            watch::fall_due(case, trigger, doc_type, id, Instant(*at))?;
        }
        CommandKind::Arm { trigger, at } => watch::arm(case, trigger, Instant(*at))?,
        CommandKind::Warn { account, source } => watch::sign_ins_failed(case, account, source)?,
        CommandKind::ForgetFile { file, at } => files::forget(case, file, Instant(*at))?,
        CommandKind::Reindex {} => reindex::decide(case)?,
        CommandKind::Planted { digest } => case.put(keys::planted(), digest)?,
        _ => return Err(Halt::Fault("not a deed of the system".into())),
    }
    Ok(Done::nothing())
}
