//! The change feed: what changed behind an entry, as far as the person sees it; a page, or a stream
//! that goes on.

use std::sync::Arc;
use std::time::Duration;

use godown_core::declare::actor::Actor;
use godown_core::json_answer;
use godown_core::kept::read::Read;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::Instant;
use warp::http::header::{ACCEPT, AUTHORIZATION};

use crate::app::{App, Work};
use crate::auth::Person;
use crate::call::ask::Ask;
use crate::call::header;
use crate::call::reply::{Answer, Problem, Reply};
use crate::failure::Failure;
use crate::feed::{Change, Told, anew_for, seen};
use crate::live::Place;

/// How many entries one page reads.
const PAGE: usize = 500;
/// Whoever is further behind loads anew: that is less work for both.
const OLDEST: u64 = 50_000;

/// The media type of a stream of events.
const EVENTS: &str = "text/event-stream";
/// How often a stream says something even when nothing happens: well within the idle deadline.
const BEAT: Duration = Duration::from_secs(15);
/// Who a stream is for is asked again when that was so long ago: a session can end by its time alone, which no entry
/// tells. Shorter than a beat, so that each beat asks.
const CHECKED: Duration = Duration::from_secs(5);
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
        let told = told(&reading, since, limit)?;
        let seq = told.last().map_or(since, |last| last.seq);
        if anew_for(&actor, &told) {
            return Err(anew());
        }
        let changes = seen(&actor, &told);
        Ok(Changes { seq, more: seq < head, changes })
    };
    app.blocking(Work::Read, &who, read).await?
}

/// What so many entries behind one changed. Blocks.
fn told(app: &App, since: u64, limit: usize) -> Result<Vec<Arc<Told>>, Failure> {
    let mut told = Vec::new();
    for kept in app.store.entries(since)?.take(limit) {
        let kept = kept?;
        let one = |read: &dyn Read, _| Told::of(read, kept.seq, &kept.entry.writes);
        told.push(Arc::new(app.view(one)?));
    }
    Ok(told)
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
    let token = header(&ask.headers, &AUTHORIZATION).to_owned();
    let known = (person, Instant::now());
    let stream = Stream { app: ask.app, token, known, told: since, parts, _place: place };
    tokio::spawn(stream.run(first));
    Ok(Reply::stream(EVENTS, sent))
}

struct Stream {
    app: Arc<App>,
    /// Whether it still holds is asked whenever something changed that it rests on, with every beat, and with what is
    /// told more than [`CHECKED`] later.
    token: String,
    /// Whom it is for, and when that was asked.
    known: (Arc<Person>, Instant),
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
    async fn next(&mut self, seq: u64) -> Result<Option<Changes>, Problem> {
        let reading = self.app.clone();
        let read = |last: u64| {
            let work = move || told(&reading, last, usize::MAX);
            let app = self.app.clone();
            async move { app.blocking(Work::Read, "feed", work).await? }
        };
        let head = self.app.store.head().seq;
        let told = self.app.feed.behind(head, seq, read).await.map_err(Problem::from)?;
        let rests_on = |told: &Vec<Arc<Told>>| told.iter().any(|one| one.is_of_accounts());
        if told.as_ref().is_none_or(rests_on) || self.known.1.elapsed() >= CHECKED {
            self.known = (Arc::new(self.app.person(&self.token)?), Instant::now());
        }
        let actor = &self.known.0.actor;
        // Whoever is further behind reads the journal.
        let Some(told) = told else {
            return page(&self.app, actor.clone(), seq, PAGE).await.map(Some);
        };
        let Some(last) = told.last().map(|last| last.seq) else { return Ok(None) };
        match anew_for(actor, &told) {
            true => Err(anew()),
            false => Ok(Some(Changes { seq: last, more: false, changes: seen(actor, &told) })),
        }
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
