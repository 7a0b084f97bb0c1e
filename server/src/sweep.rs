//! What time does: commands of the system over everything that has fallen due.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use godown_core::access::Actor;
use godown_core::decide::command::{Command, Deed};
use godown_core::decide::doc::Doc;
use godown_core::decide::keys;
use godown_core::decide::read::{Range, Read};
use godown_core::error::Halt;
use godown_core::schema::Record;
use godown_core::value::Instant;

use crate::app::App;
use crate::auth::value;
use crate::http::reply::Problem;

const EVERY: Duration = Duration::from_secs(60);
/// How often the counts of failed sign-ins are written, if they changed.
const SAVE_EVERY: Duration = Duration::from_secs(2);
/// How many due entries are read at a time.
const BATCH: usize = 500;

/// Sweeps now and every minute, as long as the server runs.
pub async fn run(app: Arc<App>) {
    let mut sweep = tokio::time::interval(EVERY);
    let mut save = tokio::time::interval(SAVE_EVERY);
    loop {
        tokio::select! {
            _ = sweep.tick() => {
                if let Err(problem) = once(&app).await {
                    tracing::error!("the sweep stopped: {}", why(&problem));
                }
            }
            _ = save.tick() => {
                let saving = app.clone();
                let saved = app.blocking(move || saving.throttle.save()).await;
                if let Ok(Err(error)) = saved {
                    tracing::warn!("the counts of failed sign-ins were not saved: {error}");
                }
            }
        }
    }
}

fn why(problem: &Problem) -> &str {
    problem.internal.as_deref().unwrap_or(&problem.detail)
}

/// Carries out everything that is due. A command that is refused stays due and is tried again by the
/// next sweep.
pub async fn once(app: &Arc<App>) -> Result<(), Problem> {
    let mut from = keys::key(&["due"]);
    loop {
        let start = from.clone();
        let due = app.walk(move |read, now| due(read, now, &start)).await?;
        let Some(last) = due.last() else { return Ok(()) };
        from = format!("{}\0", last.key);
        for one in due {
            carry_out(app, one).await;
        }
    }
}

async fn carry_out(app: &App, one: Due) {
    let Due { what, kind, id, .. } = &one;
    let name = format!("{what} of {kind} {id}");
    match app.carry_out(Actor::system(), one.command()).await {
        Ok(outcome) if !outcome.replayed => {
            app.counters.swept.fetch_add(1, Ordering::Relaxed);
        }
        Ok(_) => {}
        Err(problem) => tracing::warn!("{name} was refused: {}", why(&problem)),
    }
}

struct Due {
    key: String,
    at: String,
    kind: String,
    id: String,
    what: String,
    version: u32,
}

impl Due {
    /// Its id follows from document and due time, so that repeating it is harmless.
    fn command(self) -> Command {
        let Due { at, kind, id, what, version, .. } = self;
        Command {
            command_id: format!("sys-{what}-{id}-{at}"),
            deed: Deed::Act { doc_type: kind, id, version, action: what, inputs: Record::new() },
        }
    }
}

/// The entries that are due, oldest first, with the versions their documents have now.
fn due(read: &dyn Read, now: Instant, from: &str) -> Result<Vec<Due>, Halt> {
    let to = keys::key(&["due", &keys::sortable(now.0.saturating_add(1))]);
    let range = Range { from: from.to_owned(), to, reverse: false };
    let mut found = Vec::new();
    for (key, _) in read.scan(&range, BATCH)? {
        let [_, at, kind, id, what] = keys::parts(&key)[..] else { continue };
        let doc = value::<Doc>(read, &keys::doc(kind, id))?;
        found.push(Due {
            at: at.to_owned(),
            kind: kind.to_owned(),
            id: id.to_owned(),
            what: what.to_owned(),
            version: doc.map_or(0, |doc| doc.version),
            key,
        });
    }
    Ok(found)
}
