//! The one thread that decides and keeps: commands that wait together share one sync.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Instant;

use godown_core::decide::Changes;
use godown_core::error::Halt;
use godown_core::kept::doc::Doc;
use godown_core::kept::read::{Overlay, Read, Written};
use godown_core::write::command::Did;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot, watch};

use crate::failure::Failure;
use crate::metrics::Metrics;
use crate::store::{Condition, Entry, Head, Store, StoreError};

/// How many commands may wait before more are turned away.
const WAITING: usize = 1024;
/// How many commands share one append.
const GROUP: usize = 256;
/// How often a group is decided again after another process moved the head.
const ATTEMPTS: usize = 8;

/// Milliseconds UTC.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// A command on its way. It may be decided several times; only the last one counts.
pub trait Job: Send + 'static {
    fn header(&self) -> Header;

    /// `now` is the clock, or the last entry's time if that is later.
    fn decide(&self, read: &dyn Read, now: i64) -> Result<Changes, Halt>;

    /// Whether it is kept on a full disk, too, in a part of the reserve.
    fn is_spared(&self) -> bool {
        false
    }
}

/// The fields of an entry that come from its command.
pub struct Header {
    pub company: String,
    pub actor: String,
    pub command_id: String,
    pub did: Did,
    /// Without any secret: entries are kept for ever and shown in the audit.
    pub command: Box<RawValue>,
}

/// A command that was carried out, now or the first time it was sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The entry that keeps it; `None` when nothing was written.
    pub seq: Option<u64>,
    pub answer: godown_core::write::Answer,
    pub replayed: bool,
}

type Answer = Result<Outcome, Failure>;

struct Waiting {
    job: Box<dyn Job>,
    answer: oneshot::Sender<Answer>,
}

/// The way in to the thread.
pub struct Writer {
    queue: RwLock<Option<mpsc::Sender<Waiting>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    head: watch::Receiver<Head>,
}

impl Writer {
    pub fn spawn(
        store: Arc<dyn Store>,
        clock: Clock,
        metrics: Arc<Metrics>,
    ) -> std::io::Result<Writer> {
        let (queue, waiting) = mpsc::channel(WAITING);
        let (moved, head) = watch::channel(store.head());
        let thread = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || run(&Around { store: &*store, clock, metrics }, waiting, &moved))?;
        Ok(Writer { queue: RwLock::new(Some(queue)), thread: Mutex::new(Some(thread)), head })
    }

    /// Waits until the command is kept or turned away. Dropping the future does not stop it.
    pub async fn submit(&self, job: impl Job) -> Result<Outcome, Failure> {
        let (answer, answered) = oneshot::channel();
        let stopped = || Failure::Unavailable("the server is stopping".to_owned());
        let sent = {
            let queue = self.queue.read().unwrap_or_else(PoisonError::into_inner);
            let queue = queue.as_ref().ok_or_else(stopped)?;
            queue.try_send(Waiting { job: Box::new(job), answer })
        };
        match sent {
            Ok(()) => answered.await.map_err(|_| stopped())?,
            Err(mpsc::error::TrySendError::Full(_)) => Err(Failure::Busy("too many commands wait")),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(stopped()),
        }
    }

    /// How many commands wait to be decided.
    pub fn waiting(&self) -> usize {
        let queue = self.queue.read().unwrap_or_else(PoisonError::into_inner);
        queue.as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Follows the head as it moves.
    pub fn head(&self) -> watch::Receiver<Head> {
        self.head.clone()
    }

    /// Answers everything that waits and ends the thread. Blocks.
    pub fn stop(&self) {
        self.queue.write().unwrap_or_else(PoisonError::into_inner).take();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the writer ended in a panic");
        }
    }
}

/// The services that the thread uses.
struct Around<'a> {
    store: &'a dyn Store,
    clock: Clock,
    metrics: Arc<Metrics>,
}

fn run(around: &Around, mut queue: mpsc::Receiver<Waiting>, moved: &watch::Sender<Head>) {
    let store = around.store;
    while let Some(first) = queue.blocking_recv() {
        let mut group = vec![first];
        while group.len() < GROUP
            && let Ok(next) = queue.try_recv()
        {
            group.push(next);
        }
        around.metrics.groups.observe(group.len() as f64);
        let answers = keep(around, &group);
        moved.send_if_modified(|head| std::mem::replace(head, store.head()) != store.head());
        for (waiting, answer) in group.into_iter().zip(answers) {
            // Whoever went away meanwhile finds the answer by repeating the command.
            let _ = waiting.answer.send(answer);
        }
    }
}

/// One answer for each command of the group, after everything they rest on is durable.
fn keep(around: &Around, group: &[Waiting]) -> Vec<Answer> {
    let mut failure = StoreError::Unavailable("the store is busy elsewhere".to_owned());
    let mut full = false;
    for _ in 0..ATTEMPTS {
        match attempt(around, group, full) {
            Ok(answers) => return answers,
            Err(StoreError::Conflict { .. }) => {}
            // What is spared goes without the others once the disk is known to be full.
            Err(StoreError::Full) if !full && group.iter().any(|one| one.job.is_spared()) => {
                full = true;
                failure = StoreError::Full;
            }
            Err(error) => {
                failure = error;
                break;
            }
        }
    }
    // A refusal may rest on a change of the group, so nobody learns one.
    tracing::error!(commands = group.len(), "nothing was kept: {failure}");
    let failure = match failure {
        // The next start mends the index; until then somebody else may keep what is asked.
        StoreError::Damaged(_) => Failure::Unavailable(failure.to_string()),
        other => other.into(),
    };
    group.iter().map(|_| Err(failure.clone())).collect()
}

/// `full`: there was no room for all of the group, whatever the store knows of its disk by then.
fn attempt(around: &Around, group: &[Waiting], full: bool) -> Result<Vec<Answer>, StoreError> {
    let Around { store, clock, metrics } = around;
    let mut answers = Vec::with_capacity(group.len());
    // What a decision wrote is read by the next ones where it stands.
    let kept: Vec<OnceCell<Entry>> = group.iter().map(|_| OnceCell::new()).collect();
    let head = store.head();
    let full = full || store.condition() == Condition::Full;
    {
        let view = store.view()?;
        if view.seq() != head.seq {
            return Err(StoreError::Conflict { head: view.seq() });
        }
        let now = clock().max(head.time);
        let (mut pending, mut seq) = (BTreeMap::<&str, Pending>::new(), head.seq);
        for (at, waiting) in group.iter().enumerate() {
            let read = Overlay { base: &*view, writes: &pending };
            let began = Instant::now();
            let decided = decide(&*waiting.job, &read, now);
            metrics.decisions.observe(began.elapsed().as_secs_f64());
            let decided = match decided {
                Ok((Some(_), _)) if full && !waiting.job.is_spared() => Err(Failure::Full),
                decided => decided,
            };
            let answer = decided.map(|(entry, mut outcome)| {
                if let Some(entry) = entry {
                    let entry = kept[at].get_or_init(|| entry);
                    // Only who comes after in the group must see it before it is kept.
                    if at + 1 < group.len() {
                        pending.extend(Pending::of(entry));
                    }
                    seq += 1;
                    outcome.seq = Some(seq);
                }
                outcome
            });
            answers.push(answer);
        }
    }
    let entries: Vec<Entry> = kept.into_iter().filter_map(OnceCell::into_inner).collect();
    if !entries.is_empty() {
        match full {
            true => store.commit_spared(entries, head.seq)?,
            false => store.commit(entries, head.seq)?,
        };
    }
    Ok(answers)
}

/// The write of an earlier command of the group at a key.
struct Pending<'e> {
    text: Option<&'e Vec<u8>>,
    doc: Option<&'e Arc<Doc>>,
}

impl Pending<'_> {
    fn of(entry: &Entry) -> impl Iterator<Item = (&str, Pending<'_>)> {
        // Both are in the order of their keys.
        let mut docs = entry.docs.iter().peekable();
        entry.writes.iter().map(move |(key, text)| {
            let doc = docs.next_if(|(of, _)| *of == key).map(|(_, doc)| doc);
            (key.as_str(), Pending { text: text.as_ref(), doc })
        })
    }
}

impl Written for Pending<'_> {
    fn text(&self) -> Option<&Vec<u8>> {
        self.text
    }

    fn doc(&self) -> Option<&Arc<Doc>> {
        self.doc
    }
}

/// A decision that panics is a fault of its own command and of no other.
fn decide(job: &dyn Job, read: &dyn Read, now: i64) -> Result<(Option<Entry>, Outcome), Failure> {
    let decided = catch_unwind(AssertUnwindSafe(|| job.decide(read, now)));
    let changes = decided.map_err(|_| Failure::Fault("a decision panicked".to_owned()))??;
    let Changes { writes, docs, answer, replayed } = changes;
    let outcome = Outcome { seq: None, answer, replayed };
    if writes.is_empty() {
        return Ok((None, outcome));
    }
    let Header { company, actor, command_id, did, command } = job.header();
    let entry = Entry { time: now, company, actor, command_id, did, command, writes, docs };
    entry.check().map_err(Failure::Fault)?;
    Ok((Some(entry), outcome))
}
