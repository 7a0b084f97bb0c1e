//! The scheduler: carries out, as the system, the commands that have fallen due.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use godown_core::decide::timed;
use godown_core::declare::actor::Actor;
use godown_core::error::Halt;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::value::Instant;
use godown_core::write::command::{Command, CommandKind};

use crate::app::{App, Work};
use crate::failure::Failure;
use crate::store::Condition;

const EVERY: Duration = Duration::from_secs(60);
/// How often the counts of failed sign-ins are written, if they changed, and a full disk is looked at.
const SAVE_EVERY: Duration = Duration::from_secs(2);
/// How many due entries are read at a time.
const BATCH: usize = 500;
/// How many of them wait for the writer at once: people's commands stand between them, and a part of the
/// writer's queue is left to them.
const TOGETHER: usize = 100;

/// Sweeps now and every minute, as long as the server runs.
pub async fn run(app: Arc<App>) {
    let mut sweep = tokio::time::interval(EVERY);
    let mut save = tokio::time::interval(SAVE_EVERY);
    loop {
        tokio::select! {
            _ = sweep.tick() => {
                if let Err(failure) = once(&app).await {
                    tracing::error!("the sweep stopped: {failure}");
                }
            }
            _ = save.tick() => {
                let saving = app.clone();
                let saved = app.blocking(Work::Upkeep, "clock", move || {
                    saving.store.look_for_room();
                    saving.throttle.save()
                });
                let saved = saved.await;
                if let Ok(Err(error)) = saved {
                    tracing::warn!("the counts of failed sign-ins were not saved: {error}");
                }
                if app.store.condition() == Condition::Well {
                    settle(&app).await;
                }
            }
        }
    }
}

/// Keeps the sessions that were held while the disk had no room for them.
async fn settle(app: &App) {
    for (id, actor, command) in app.held.waiting() {
        match app.keep(actor, command).await {
            Err(failure) if failure.is_of_the_store() => return,
            Err(refused) => tracing::info!("a session that was held is over: {refused}"),
            Ok(_) => {}
        }
        app.held.let_go(&id);
    }
}

/// Carries out everything that is due. A command that is refused stays due and is tried again by the
/// next sweep.
pub async fn once(app: &Arc<App>) -> Result<(), Failure> {
    let mut from = keys::key(&["due"]);
    loop {
        let start = from.clone();
        let due =
            app.walk(Work::Upkeep, "scheduler", move |read, now| due(read, now, &start)).await?;
        let Some(last) = due.last() else { return Ok(()) };
        from = format!("{}\0", last.key);
        let mut due = due.into_iter().peekable();
        while due.peek().is_some() {
            // In the order in which they fell due, and kept by one sync.
            join_all(due.by_ref().take(TOGETHER).map(|one| carry_out(app, one))).await;
        }
    }
}

async fn carry_out(app: &Arc<App>, one: Due) {
    let name = one.command.command_id.clone();
    let file = match &one.command.deed {
        CommandKind::ForgetFile { file, .. } => Some(file.clone()),
        _ => None,
    };
    match app.carry_out(Actor::system(), one.command).await {
        Ok(outcome) if !outcome.replayed => {
            app.metrics.swept.inc();
            if let Some(file) = file {
                let_go(app, file).await;
            }
        }
        Ok(_) => {}
        Err(failure) => tracing::warn!("{name} was refused: {failure}"),
    }
}

/// The bytes of a file that was forgotten.
async fn let_go(app: &Arc<App>, file: String) {
    let (letting, id) = (app.clone(), file.clone());
    let gone = app.blocking(Work::Upkeep, "files", move || letting.let_go(&id)).await;
    if let Err(failure) = gone.and_then(|gone| gone) {
        tracing::warn!("the file {file} was not removed: {failure}");
    }
}

struct Due {
    key: String,
    command: Command,
}

/// The entries that are due, oldest first, with the versions their documents have now.
fn due(read: &dyn Read, now: Instant, from: &str) -> Result<Vec<Due>, Halt> {
    let to = keys::key(&["due", &keys::sortable(now.0.saturating_add(1))]);
    let range = Range { from: from.to_owned(), to, reverse: false };
    let mut found = Vec::new();
    for key in read.keys(&range, BATCH)? {
        let [_, _, kind, id, _] = keys::parts(&key)[..] else { continue };
        let doc = read.doc(&keys::doc(kind, id))?;
        let version = doc.map_or(0, |doc| doc.version);
        if let Some(command) = timed::command_of(&key, version) {
            found.push(Due { key, command });
        }
    }
    Ok(found)
}
