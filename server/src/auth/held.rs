//! Sessions that begin and end while the disk has no room to keep even that: held in memory, and
//! kept once there is.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use godown_core::declare::actor::Actor;
use godown_core::docs::session::{Password, Session};
use godown_core::error::Halt;
use godown_core::kept::keys;
use godown_core::kept::read::{Read, parse};
use godown_core::value::Instant;
use godown_core::write::command::{Command, CommandKind};

use crate::failure::Failure;

/// How many are held: more people than a site has.
const MOST: usize = 10_000;

/// By the id of the session.
#[derive(Default)]
pub struct Held(Mutex<BTreeMap<String, Waiting>>);

struct Waiting {
    actor: Actor,
    command: Command,
    /// The session that began; `None` for one that was ended.
    session: Option<Session>,
}

/// What is known of a session that is not as the store has it.
#[derive(Debug, PartialEq)]
pub enum Known {
    Begun(Session),
    Ended,
}

/// The session that a command begins or ends.
pub fn session_of(command: &Command) -> Option<&str> {
    match &command.deed {
        CommandKind::SignIn { session, .. } | CommandKind::SignOut { session } => Some(session),
        _ => None,
    }
}

impl Held {
    pub fn find(&self, session: &str) -> Option<Known> {
        let held = self.held();
        let waiting = held.get(session)?;
        Some(waiting.session.clone().map_or(Known::Ended, Known::Begun))
    }

    /// Ends a session that began here, of which nothing is left then; whether it is one.
    pub fn end(&self, actor: &Actor, command: &Command) -> bool {
        let CommandKind::SignOut { session } = &command.deed else { return false };
        let mut held = self.held();
        let begun = held.get(session).and_then(|waiting| waiting.session.as_ref());
        let own = begun.map(|session| session.account == actor.id);
        if own == Some(true) {
            held.remove(session);
        }
        own.is_some()
    }

    /// Holds what the rules let happen and the store has no room for.
    ///
    /// Errors: those of the rules; `Full` beyond the most, and for what is no session's begin or
    /// end.
    pub fn take(
        &self,
        read: &dyn Read,
        now: Instant,
        (actor, command): (Actor, Command),
    ) -> Result<(), Failure> {
        let Some(id) = session_of(&command).map(str::to_owned) else { return Err(Failure::Full) };
        godown_core::decide::decide(read, &actor, now, &command)?;
        let session = begun(read, now, &command)?;
        let mut held = self.held();
        if held.len() >= MOST {
            return Err(Failure::Full);
        }
        held.insert(id, Waiting { actor, command, session });
        Ok(())
    }

    /// What is to be kept once there is room.
    pub fn waiting(&self) -> Vec<(String, Actor, Command)> {
        let held = self.held();
        let all = held.iter();
        all.map(|(id, one)| (id.clone(), one.actor.clone(), one.command.clone())).collect()
    }

    /// It was kept, or is over.
    pub fn let_go(&self, session: &str) {
        self.held().remove(session);
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<String, Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn begun(read: &dyn Read, now: Instant, command: &Command) -> Result<Option<Session>, Halt> {
    let CommandKind::SignIn { account, expires, agent, .. } = &command.deed else {
        return Ok(None);
    };
    let key = keys::password(account);
    let password = read.get(&key)?.map(|bytes| parse::<Password>(&key, &bytes)).transpose()?;
    let sv = password.map_or(0, |password| password.sv);
    let (account, agent) = (account.clone(), agent.chars().take(120).collect());
    Ok(Some(Session { account, sv, expires: *expires, began: now, agent }))
}
