//! The change feed: what changed behind an entry, as far as the person sees it; a page, or a stream
//! that goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use godown_core::declare::actor::Actor;
use godown_core::declare::case::Look;
use godown_core::declare::grant::Verb;
use godown_core::docs::{self, DocKey, ROLE_TYPE, accounts, delegates};
use godown_core::error::Halt;
use godown_core::json_answer;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, Writes};
use godown_core::query::list::scope_keys;
use godown_core::schema::DocType;
use godown_core::value::Instant;
use serde::Serialize;
use tokio::sync::mpsc;
use warp::http::HeaderMap;
use warp::http::header::{ACCEPT, AUTHORIZATION};

use crate::app::{App, Work};
use crate::call::ask::Ask;
use crate::call::header;
use crate::call::reply::{Answer, Problem, Reply};
use crate::live::Place;

/// How many entries one page reads.
const PAGE: usize = 500;
/// Whoever is further behind loads anew: that is less work for both.
const OLDEST: u64 = 50_000;

/// The media type of a stream of events.
const EVENTS: &str = "text/event-stream";
/// How often a stream says something even when nothing happens: well within the idle deadline.
const BEAT: Duration = Duration::from_secs(15);
/// How long a stream rests after it told something: commits that follow each other are told together.
// DECISIONS 43
const REST: Duration = Duration::from_millis(250);
/// How many parts wait for a reader who is slow.
const AHEAD: usize = 4;

json_answer! {
    /// The changes of some entries that the person may see.
    pub struct Changes {
        /// The last entry that was read.
        seq: u64,
        more: bool,
        changes: Vec<Change>,
    }
}

json_answer! {
    /// A document that changed, and the entry that did it last.
    pub struct Change {
        seq: u64,
        doc_type as "type": DocKey,
        id: String,
        version [optional]: Option<u32>,
        status [optional]: Option<String>,
        /// The person sees it no longer.
        gone [optional]: Option<bool>,
    }
}

json_answer! {
    /// Why a stream ended: the data of its last event.
    pub struct StreamProblem {
        status: u16,
        code: &'static str,
        detail: String,
    }
}

pub async fn since(mut ask: Ask) -> Result<Answer<Changes>, Problem> {
    let query = ask.query(&["since", "limit"], &[])?;
    let events = header(&ask.headers, &ACCEPT).contains(EVENTS);
    // Whoever follows from now on need not know which entry is the last.
    let absent = if events { ask.app.store.head().seq } else { 0 };
    let since = query.number("since", absent, u64::MAX)?;
    let limit = query.rows("limit", PAGE, PAGE)?.max(1);
    if events {
        return stream(ask, since).await.map(Answer::other);
    }
    let actor = ask.person()?.actor.clone();
    let page = page(&ask.app, actor, since, limit).await?;
    Ok(Answer::json(&page))
}

async fn page(app: &Arc<App>, actor: Actor, since: u64, limit: usize) -> Result<Changes, Problem> {
    let (reading, who) = (app.clone(), actor.id.clone());
    let read = move || -> Result<Changes, Problem> {
        let head = reading.store.head().seq;
        if since > head || head - since > OLDEST {
            return Err(anew());
        }
        let mut entries = Vec::new();
        for kept in reading.store.entries(since)?.take(limit) {
            let kept = kept?;
            entries.push((kept.seq, kept.entry.writes));
        }
        let seq = entries.last().map_or(since, |last| last.0);
        if rights_changed(&actor, &entries) || lists_made_anew(&entries) {
            return Err(anew());
        }
        let changes = reading.view(|read, now| changed(read, &actor, now, &entries))?;
        Ok(Changes { seq, more: seq < head, changes })
    };
    app.blocking(Work::Read, &who, read).await?
}

/// The same as it happens. What is wrong at once is answered as for the page; what goes wrong later is
/// the last event.
async fn stream(ask: Ask, since: u64) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let Some(place) = ask.app.live.enter(&person.actor.id) else {
        let message = "Too many windows are open. Close some of them";
        return Err(Problem::new(429, "too_many_streams", message).retry_after(60));
    };
    let first = page(&ask.app, person.actor.clone(), since, PAGE).await?;
    let (parts, sent) = mpsc::channel(AHEAD);
    let stream = Stream { app: ask.app, headers: ask.headers, told: since, parts, _place: place };
    tokio::spawn(stream.run(first));
    Ok(Reply::stream(EVENTS, sent))
}

struct Stream {
    app: Arc<App>,
    /// They carry the token: whether it still holds is asked before anything is told.
    headers: HeaderMap,
    /// The last entry that the reader knows of.
    told: u64,
    parts: mpsc::Sender<String>,
    _place: Place,
}

impl Stream {
    /// Tells until the reader goes, the server stops, or the session or the rights end.
    async fn run(mut self, first: Changes) {
        let (mut head, mut stop) = (self.app.writer.head(), self.app.live.stopping());
        let mut beat = tokio::time::interval(BEAT);
        beat.reset();
        let mut seq = first.seq;
        let mut more = first.more;
        let mut going = self.tell(first).await;
        while going {
            if !more {
                tokio::select! {
                    moved = head.changed() => going = moved.is_ok(),
                    _ = beat.tick() => going = self.beat(seq).await,
                    _ = stop.changed() => return,
                    () = self.parts.closed() => return,
                }
            }
            match self.next(seq).await {
                Ok(None) => {}
                Ok(Some(page)) => {
                    (seq, more) = (page.seq, page.more);
                    // What changed out of the person's sight waits for the next beat.
                    if !page.changes.is_empty() {
                        going = self.tell(page).await;
                        tokio::select! {
                            () = tokio::time::sleep(REST) => {}
                            _ = stop.changed() => return,
                        }
                    }
                }
                Err(problem) => {
                    let Problem { status, code, detail, .. } = problem;
                    let data = text(&StreamProblem { status, code, detail });
                    let _ = self.parts.send(format!("event: problem\ndata: {data}\n\n")).await;
                    return;
                }
            }
        }
    }

    /// The changes behind an entry. The session is checked even if there are none, so that a stream
    /// ends with it.
    async fn next(&self, seq: u64) -> Result<Option<Changes>, Problem> {
        let person = self.app.person(header(&self.headers, &AUTHORIZATION))?;
        if self.app.store.head().seq == seq {
            return Ok(None);
        }
        page(&self.app, person.actor, seq, PAGE).await.map(Some)
    }

    async fn tell(&mut self, page: Changes) -> bool {
        self.told = page.seq;
        let data = text(&page);
        self.parts.send(format!("id: {}\ndata: {data}\n\n", page.seq)).await.is_ok()
    }

    async fn beat(&mut self, seq: u64) -> bool {
        if seq > self.told {
            return self.tell(Changes { seq, more: false, changes: Vec::new() }).await;
        }
        self.parts.send(":\n\n".to_owned()).await.is_ok()
    }
}

/// One line of JSON.
fn text(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_default()
}

fn anew() -> Problem {
    Problem::new(410, "load_anew", "Your data is too old to be updated. Reload the page")
}

/// Whether the person's own account, an account that they stand in for, or any role changed: they
/// may see other documents since.
fn rights_changed(actor: &Actor, entries: &[(u64, Writes)]) -> bool {
    let own: Vec<String> =
        accounts::types().map(|(def, _)| keys::doc(def.key, &actor.id)).collect();
    let role = keys::key(&["doc", ROLE_TYPE.key]);
    let places = delegates::key(&actor.id);
    entries.iter().any(|(_, writes)| {
        own.iter().any(|own| writes.contains_key(own))
            || writes.keys().any(|key| key.starts_with(&role) || key.starts_with(&places))
    })
}

/// Whether a new program made rows or sorted keys anew: whoever holds some of them holds those of the
/// one before.
fn lists_made_anew(entries: &[(u64, Writes)]) -> bool {
    let writes = |writes: &Writes, family: &str| {
        let range = Range::prefix(&keys::key(&[family]));
        writes.range(range.from..range.to).next().is_some()
    };
    entries.iter().any(|(_, all)| {
        writes(all, "shape") && ["row", "idx"].iter().any(|family| writes(all, family))
    })
}

/// One row per document that changed, the last change first told wins.
fn changed(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    entries: &[(u64, Writes)],
) -> Result<Vec<Change>, Halt> {
    let case = docs::look(read, actor, now);
    let mut scopes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut touched: BTreeMap<(String, String), u64> = BTreeMap::new();
    // A document that the person no longer sees was taken out of one of their lists.
    let mut left: BTreeSet<(String, String)> = BTreeSet::new();
    for (seq, writes) in entries {
        for (key, value) in writes {
            match keys::parts(key)[..] {
                ["row", kind, id] => {
                    touched.insert((kind.to_owned(), id.to_owned()), *seq);
                }
                ["idx", kind, _, scope, .., id] if value.is_none() => {
                    let Some(def) = docs::find(kind) else { continue };
                    if !scopes.contains_key(kind) {
                        scopes.insert(kind.to_owned(), seen_scopes(&case, def)?);
                    }
                    if scopes.get(kind).is_some_and(|seen| seen.iter().any(|own| own == scope)) {
                        left.insert((kind.to_owned(), id.to_owned()));
                    }
                }
                _ => {}
            }
        }
    }
    let mut rows = Vec::with_capacity(touched.len());
    for ((kind, id), seq) in touched {
        let Some(def) = docs::find(&kind) else { continue };
        let (doc_type, doc) = (DocKey(def.key), case.find(&kind, &id)?);
        match doc.filter(|doc| actor.covers(def, Verb::View, doc)) {
            Some(doc) => {
                let (version, status) = (Some(doc.version), Some(doc.status.clone()));
                rows.push(Change { seq, doc_type, id, version, status, gone: None });
            }
            None if left.contains(&(kind.clone(), id.clone())) => {
                let (version, status) = (None, None);
                rows.push(Change { seq, doc_type, id, version, status, gone: Some(true) });
            }
            None => {}
        }
    }
    Ok(rows)
}

fn seen_scopes(case: &Look, def: &DocType) -> Result<Vec<String>, Halt> {
    match case.actor.may(def, Verb::View) {
        true => scope_keys(case, def),
        false => Ok(Vec::new()),
    }
}
