//! The outboxes: sends waiting mails and messages, and marks them by commands of the system.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join;
use futures_util::stream;
use godown_core::declare::actor::Actor;
use godown_core::docs::mails::{self, QUEUED, cut};
use godown_core::error::Halt;
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::schema::DocType;
use godown_core::value::Instant;
use godown_core::write::command::{Command, CommandKind};
use serde_json::json;

use super::{mail, sms};
use crate::app::{App, Work};
use crate::config::Mailing;
use crate::failure::Failure;

/// How many are on their way at once.
const AT_ONCE: usize = 4;
/// How many that wait are read at a time.
const BATCH: usize = 64;
/// New ones are looked for at most so often, and at least so often.
const PAUSE: Duration = Duration::from_millis(200);
const LOOK_EVERY: Duration = Duration::from_secs(30);
/// The wait after a server that was not reached; it doubles to the longest.
const FIRST_WAIT: Duration = Duration::from_secs(2);
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);

/// How it went.
pub enum Sent {
    Taken,
    /// The server said something of this one that may be otherwise later, or never.
    Deferred(String),
    Refused(String),
    /// Nothing was said of this one.
    Unreachable(String),
}

/// A way out of an outbox.
pub trait Way: Send + Sync + 'static {
    /// The name of the service in the log.
    const NAME: &'static str;

    /// The type of what goes by it.
    fn def(&self) -> &'static DocType;

    fn send(&self, app: &Arc<App>, doc: &Doc) -> impl Future<Output = Sent> + Send;
}

/// The ways out that the settings name.
pub struct Ways {
    post: Option<mail::Post>,
    sms: Option<sms::Gateway>,
}

impl Ways {
    /// Errors: an address that cannot be read.
    pub fn of(mailing: &Mailing) -> anyhow::Result<Ways> {
        Ok(Ways { post: mail::Post::of(mailing)?, sms: sms::Gateway::of(mailing)? })
    }

    /// Sends what waits, now and whenever something new does, as long as the server runs.
    pub async fn run(self, app: Arc<App>) {
        let post = async {
            if let Some(post) = self.post {
                Outbox::new(post).run(app.clone()).await;
            }
        };
        let sms = async {
            if let Some(gateway) = self.sms {
                Outbox::new(gateway).run(app.clone()).await;
            }
        };
        join(post, sms).await;
    }
}

/// An outbox and the way out of it.
struct Outbox<W> {
    way: W,
    /// Taken by the server, but not yet marked: they are marked and not sent again.
    taken: Mutex<BTreeSet<String>>,
}

impl<W: Way> Outbox<W> {
    fn new(way: W) -> Outbox<W> {
        Outbox { way, taken: Mutex::default() }
    }

    fn taken(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn run(self, app: Arc<App>) {
        let mut head = app.writer.head();
        let mut wait = FIRST_WAIT;
        loop {
            head.borrow_and_update();
            let pause = match self.once(&app).await {
                Ok(true) => {
                    wait = FIRST_WAIT;
                    PAUSE
                }
                Ok(false) => {
                    let pause = wait;
                    wait = (wait * 2).min(LONGEST_WAIT);
                    tracing::warn!(seconds = pause.as_secs(), "the {} was not reached", W::NAME);
                    pause
                }
                Err(failure) => {
                    let why = failure.to_string();
                    tracing::error!(why, "what goes by the {} waits", W::NAME);
                    FIRST_WAIT
                }
            };
            tokio::time::sleep(pause).await;
            tokio::select! {
                moved = head.changed() => if moved.is_err() { return },
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// Sends everything that waits now; whether the server could be reached.
    ///
    /// Errors: the store does not answer.
    async fn once(&self, app: &Arc<App>) -> Result<bool, Failure> {
        loop {
            let def = self.way.def();
            let waiting =
                app.walk(Work::Upkeep, def.key, move |read, now| waiting(read, now, def)).await?;
            let (count, down) = (waiting.len(), AtomicBool::new(false));
            let done: Vec<Result<bool, Failure>> = stream::iter(waiting)
                .map(|doc| self.deliver(app, doc, &down))
                .buffer_unordered(AT_ONCE)
                .collect()
                .await;
            for reached in done {
                if !reached? {
                    return Ok(false);
                }
            }
            if count < BATCH {
                return Ok(true);
            }
        }
    }

    /// Sends one and marks it; whether the server was reached. Once it was not, the others of the
    /// round wait without a try: the first says why.
    async fn deliver(
        &self,
        app: &Arc<App>,
        doc: Arc<Doc>,
        down: &AtomicBool,
    ) -> Result<bool, Failure> {
        if down.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let taken = self.taken().contains(&doc.id);
        let sent = match taken {
            true => Sent::Taken,
            false => self.way.send(app, &doc).await,
        };
        let (action, inputs) = match &sent {
            Sent::Taken => {
                self.taken().insert(doc.id.clone());
                ("sent", json!({}))
            }
            Sent::Deferred(why) => ("defer", json!({ "error": cut(why, 300) })),
            Sent::Refused(why) => ("fail", json!({ "error": cut(why, 300) })),
            Sent::Unreachable(_) if down.swap(true, Ordering::Relaxed) => return Ok(false),
            Sent::Unreachable(why) => {
                ("defer", json!({ "error": cut(why, 300), "unreachable": true }))
            }
        };
        mark(app, &doc, action, inputs.as_object().cloned().unwrap_or_default()).await?;
        if let Sent::Taken = sent {
            self.taken().remove(&doc.id);
            app.metrics.mailed.inc();
        }
        Ok(!matches!(sent, Sent::Unreachable(_)))
    }
}

fn waiting(read: &dyn Read, now: Instant, def: &DocType) -> Result<Vec<Arc<Doc>>, Halt> {
    let outbox = mails::outbox(def.key);
    let from = keys::key(&[outbox]);
    let to = keys::key(&[outbox, &keys::sortable(now.0.saturating_add(1))]);
    let mut found = Vec::new();
    for key in read.keys(&Range { from, to, reverse: false }, BATCH)? {
        let Some(id) = keys::parts(&key).last().copied() else { continue };
        let doc = read.doc(&keys::doc(def.key, id))?;
        found.extend(doc.filter(|doc| doc.status == QUEUED));
    }
    Ok(found)
}

/// Has the outcome kept. Whoever changed the document meanwhile is not overruled: it is read again.
async fn mark(app: &Arc<App>, doc: &Doc, action: &str, inputs: Record) -> Result<(), Failure> {
    let mut version = doc.version;
    loop {
        let deed = CommandKind::Act {
            doc_type: doc.kind.clone(),
            id: doc.id.clone(),
            version,
            action: action.to_owned(),
            inputs: inputs.clone(),
        };
        let command_id = format!("sys-{action}-{}-{version}", doc.id);
        match app.carry_out(Actor::system(), Command { command_id, deed }).await {
            Ok(_) => return Ok(()),
            Err(Failure::Refused(_)) => {
                let key = keys::doc(&doc.kind, &doc.id);
                let now = app.view(|read, _| read.doc(&key))?;
                match now.filter(|now| now.status == QUEUED && now.version != version) {
                    Some(now) => version = now.version,
                    None => return Ok(()),
                }
            }
            Err(failure) => return Err(failure),
        }
    }
}
