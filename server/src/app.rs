//! The application state that every handler is given: the store, the clock and the services around
//! them.

use std::borrow::Cow;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use godown_core::decide::Changes;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Role;
use godown_core::docs;
use godown_core::docs::accounts::{self, actor_of};
use godown_core::error::{Code, Halt};
use godown_core::kept::keys;
use godown_core::kept::read::Read;
use godown_core::value::Instant;
use godown_core::write::command::Command;
use godown_core::write::{Answer, files};
use serde_json::value::{RawValue, to_raw_value};

use crate::auth::held::{Held, session_of};
use crate::auth::password::Passwords;
use crate::auth::throttle::Throttle;
use crate::auth::token::Tokens;
use crate::bodies::Bodies;
use crate::bring::jobs::Imports;
use crate::failure::Failure;
use crate::feed::Feed;
use crate::files::Files;
use crate::frames::Kept;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::pool::{Behind, Pool, Size};
use crate::store::Store;
use crate::writer::{Clock, Header, Job, Outcome, Writer};

/// Work of one kind waits for work of its kind alone: nobody's list waits for files.
// DECISIONS 82
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// What somebody waits for at a page.
    Read,
    /// Attachments, in and out.
    File,
    /// Lists as files.
    Export,
    Report,
    Import,
    /// What the server does by itself.
    Upkeep,
}

/// Of the writer's 1,024 places people have three quarters, and one person as many as a group holds half of:
/// the rest is for what the server does by itself.
const COMMANDS: Size =
    Size { at_once: 768, each: 128, waiting: 8192, each_waiting: 2048, behind: Behind::Never };

/// One pool for each kind of work, in the order of [`Work`].
struct Pools([Pool; 6]);

impl Default for Pools {
    fn default() -> Pools {
        let (waiting, each_waiting) = (1000, 500);
        // One person's go one after the other: commits wait for each.
        let read = Size { at_once: 4, each: 1, waiting, each_waiting, behind: Behind::Never };
        let file = Size { each: 2, waiting: 200, each_waiting: 100, ..read };
        let few = Size { at_once: 2, each: 1, waiting: 200, each_waiting: 40, ..read };
        let export = Size { behind: Behind::ByItself, ..few };
        let report = Size { behind: Behind::Always, ..few };
        let import = Size { at_once: 3, each: 2, ..report };
        let upkeep = Size { at_once: 3, ..few };
        Pools([read, file, export, report, import, upkeep].map(Pool::new))
    }
}

pub struct App {
    pub store: Arc<dyn Store>,
    pub writer: Writer,
    pub files: Files,
    pub passwords: Passwords,
    pub throttle: Throttle,
    pub tokens: Tokens,
    /// Sessions for which the disk has no room.
    pub held: Held,
    pub bodies: Bodies,
    pub metrics: Arc<Metrics>,
    pub imports: Imports,
    pub frames: Kept,
    pub live: Live,
    pub feed: Feed,
    /// The proxy that is believed when it says who asks.
    pub proxy: OnceLock<IpAddr>,
    clock: Clock,
    pools: Pools,
    /// The places of people's commands before the writer.
    commands: Pool,
}

impl App {
    /// `directory` holds the token key, the throttle's counts and the files.
    pub fn new(store: Arc<dyn Store>, clock: Clock, directory: &Path) -> std::io::Result<Arc<App>> {
        App::measured(store, clock, directory, Metrics::default())
    }

    /// The same with the metrics that the store's disk was given, which is opened before.
    pub fn measured(
        store: Arc<dyn Store>,
        clock: Clock,
        directory: &Path,
        metrics: Metrics,
    ) -> std::io::Result<Arc<App>> {
        std::fs::create_dir_all(directory)?;
        let metrics = Arc::new(metrics);
        Ok(Arc::new(App {
            writer: Writer::spawn(store.clone(), clock.clone(), metrics.clone())?,
            store,
            files: Files::open(directory)?,
            passwords: Passwords::default(),
            throttle: Throttle::open(directory),
            tokens: Tokens::open(directory)?,
            held: Held::default(),
            bodies: Bodies::default(),
            metrics,
            imports: Imports::default(),
            frames: Kept::default(),
            live: Live::default(),
            feed: Feed::default(),
            proxy: OnceLock::new(),
            clock,
            pools: Pools::default(),
            commands: Pool::new(COMMANDS),
        }))
    }

    /// The clock, or the last entry's time if that is later.
    pub fn now(&self) -> Instant {
        Instant((self.clock)().max(self.store.head().time))
    }

    /// Reads one state on the calling worker: for what takes microseconds.
    pub fn view<T>(
        &self,
        work: impl FnOnce(&dyn Read, Instant) -> Result<T, Halt>,
    ) -> Result<T, Failure> {
        let now = self.now();
        let view = self.store.view()?;
        work(&*view, now).map_err(Failure::from)
    }

    /// Reads one state on a bounded pool, in turn with whoever else asks: for what walks over rows.
    pub async fn walk<T: Send + 'static>(
        self: &Arc<App>,
        kind: Work,
        who: &str,
        work: impl FnOnce(&dyn Read, Instant) -> Result<T, Halt> + Send + 'static,
    ) -> Result<T, Failure> {
        let app = self.clone();
        self.blocking(kind, who, move || app.view(work)).await?
    }

    /// Runs what blocks on a bounded pool. `who` is the person, whose work takes turns with others'.
    pub async fn blocking<T: Send + 'static>(
        &self,
        kind: Work,
        who: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        self.pools.0[kind as usize].run(who, work).await
    }

    /// Removes a file that nobody may ask for any more. Blocks.
    pub fn let_go(&self, file: &str) -> Result<(), Failure> {
        let system = Actor::system();
        let kept = || self.view(|read, now| files::is_kept(&docs::look(read, &system, now), file));
        self.files.remove_unless(file, kept)
    }

    /// Has a command decided and kept. Whoever comes or goes while the disk has no room even for
    /// that is remembered in memory.
    // DECISIONS 91
    pub async fn carry_out(&self, actor: Actor, command: Command) -> Result<Outcome, Failure> {
        let done = Outcome { seq: None, answer: Answer::Nothing {}, replayed: false };
        if self.held.end(&actor, &command) {
            return Ok(done);
        }
        let sent = session_of(&command).map(|_| (actor.clone(), command.clone()));
        match (self.keep(actor, command).await, sent) {
            (Err(Failure::Full), Some(sent)) => {
                let view = self.store.view()?;
                self.held.take(&*view, self.now(), sent).map(|()| done)
            }
            (kept, _) => kept,
        }
    }

    /// Has a command decided and kept by the store.
    pub async fn keep(&self, actor: Actor, command: Command) -> Result<Outcome, Failure> {
        let _turn = match actor.has(Role::Sys) {
            true => None,
            false => Some(self.commands.turn(&actor.id).await?),
        };
        let text = to_raw_value(&command).map_err(|error| Failure::Fault(error.to_string()))?;
        let done = self.writer.submit(Sent { actor, command, text }).await;
        if done.as_ref().is_err_and(Failure::is_of_the_store) {
            self.metrics.not_kept.inc();
        }
        done
    }

    /// Ends the writer and leaves the mark of a clean stop. Blocks.
    pub fn close(&self) {
        self.writer.stop();
        if let Err(error) = self.throttle.save() {
            tracing::warn!("the counts of failed sign-ins were not saved: {error}");
        }
        if let Err(error) = self.store.close() {
            tracing::error!("the stop is not clean: {error}");
        }
    }
}

/// A command and who sent it: as they stood then, and as whom it is decided is read anew.
struct Sent {
    actor: Actor,
    command: Command,
    text: Box<RawValue>,
}

impl Job for Sent {
    fn header(&self) -> Header {
        Header {
            company: keys::COMPANY.to_owned(),
            actor: self.actor.id.clone(),
            command_id: self.command.command_id.clone(),
            did: self.command.did(),
            command: self.text.clone(),
        }
    }

    fn decide(&self, read: &dyn Read, now: i64) -> Result<Changes, Halt> {
        let now = Instant(now);
        let actor = as_of(read, &self.actor, now)?;
        godown_core::decide::decide(read, &actor, now, &self.command)
    }

    fn is_spared(&self) -> bool {
        self.command.deed.is_of_sessions()
    }
}

/// Who sent something, as they stand now: rights may have been taken away while it waited.
///
/// Errors: a refusal for somebody who may no longer sign in.
pub fn as_of<'a>(read: &dyn Read, sent: &'a Actor, now: Instant) -> Result<Cow<'a, Actor>, Halt> {
    if sent.has(Role::Sys) {
        return Ok(Cow::Borrowed(sent));
    }
    let account = accounts::find(read, &sent.id)?;
    let actor = account.map(|account| actor_of(read, &account, now)).transpose()?.flatten();
    let closed = || Halt::refuse(Code::Forbidden, "Your account was closed");
    actor.map(Cow::Owned).ok_or_else(closed)
}
