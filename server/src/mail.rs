//! The outbox's way out: mails that wait are sent by SMTP, and marked by commands of the system.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use anyhow::Context;
use futures_util::StreamExt;
use futures_util::stream;
use godown_core::access::Actor;
use godown_core::decide::command::{Command, Deed};
use godown_core::decide::doc::Doc;
use godown_core::decide::keys;
use godown_core::decide::read::{Range, Read};
use godown_core::docs::mails::{CODE_WORD, QUEUED, SITE_WORD, cut};
use godown_core::error::Halt;
use godown_core::schema::Record;
use godown_core::value::Instant;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use serde_json::json;

use crate::app::App;
use crate::config::Mailing;
use crate::http::reply::Problem;

/// How many mails are on their way at once.
const AT_ONCE: usize = 4;
/// How many that wait are read at a time.
const BATCH: usize = 64;
/// New mails are looked for at most so often, and at least so often.
const PAUSE: Duration = Duration::from_millis(200);
const LOOK_EVERY: Duration = Duration::from_secs(30);
/// The wait after a server that was not reached; it doubles to the longest.
const FIRST_WAIT: Duration = Duration::from_secs(2);
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);
/// How long a server may take for one mail.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A mail server, and what every mail says of us.
pub struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The app's address without a slash at its end.
    site: Option<String>,
    /// Taken by the server, but not yet marked: they are marked and not sent again.
    taken: Mutex<BTreeSet<String>>,
}

/// How a mail went.
enum Sent {
    Taken,
    /// The server said something of this mail that may be otherwise later, or never.
    Deferred(String),
    Refused(String),
    /// Nothing was said of this mail.
    Unreachable(String),
}

impl Post {
    /// The way out that the settings name; none without a server.
    ///
    /// Errors: an address that cannot be read.
    pub fn of(mailing: &Mailing) -> anyhow::Result<Option<Post>> {
        let Some(url) = &mailing.smtp_url else { return Ok(None) };
        // The address holds a password: it is not repeated.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
        let transport = transport.map_err(|_| anyhow::anyhow!("GODOWN_SMTP_URL cannot be read"))?;
        let from = mailing.mail_from.as_deref().unwrap_or_default();
        let site = mailing.url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
        Ok(Some(Post {
            transport: transport.timeout(Some(TIMEOUT)).build(),
            from: from.parse().with_context(|| format!("GODOWN_MAIL_FROM: {from}"))?,
            site,
            taken: Mutex::default(),
        }))
    }

    /// The mail as it goes out: sent twice, it is the same to the letter.
    fn message(&self, app: &App, mail: &Doc) -> Result<Message, String> {
        let text = |key: &str| mail.text(key).unwrap_or_default();
        let to: Address = text("to").parse().map_err(|_| "The address cannot be read")?;
        let queued = u64::try_from(mail.created_at.0).unwrap_or(0);
        let domain = self.from.email.domain();
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        let built = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(text("subject"))
            .message_id(Some(format!("<{}@{domain}>", mail.id)))
            .date(UNIX_EPOCH + Duration::from_millis(queued))
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .header(ContentType::TEXT_PLAIN)
            .body(self.body(app, mail));
        built.map_err(|error| error.to_string())
    }

    /// The text with what only the server knows: its address, and the code that belongs to the mail.
    fn body(&self, app: &App, mail: &Doc) -> String {
        let body = mail.text("body").unwrap_or_default();
        let line = |line: &str| match (&self.site, line.contains(SITE_WORD)) {
            (None, true) => None,
            (Some(site), true) => Some(line.replace(SITE_WORD, site)),
            _ => Some(line.to_owned()),
        };
        let body: Vec<String> = body.lines().filter_map(line).collect();
        body.join("\r\n").replace(CODE_WORD, &app.tokens.code(&mail.id))
    }

    async fn send(&self, app: &App, mail: &Doc) -> Sent {
        let message = match self.message(app, mail) {
            Ok(message) => message,
            Err(why) => return Sent::Refused(why),
        };
        match self.transport.send(message).await {
            Ok(_) => Sent::Taken,
            Err(error) => judged(&error),
        }
    }

    fn taken(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an answer says: a refusal to let us in is about us, not about the mail.
fn judged(error: &smtp::Error) -> Sent {
    let said = error.to_string();
    let code = error.status().map(u16::from);
    match code {
        Some(421 | 454 | 530 | 534 | 535 | 538) | None => Sent::Unreachable(said),
        Some(500..) => Sent::Refused(said),
        Some(_) => Sent::Deferred(said),
    }
}

/// Sends what waits, now and whenever something new does, as long as the server runs.
pub async fn run(app: Arc<App>, post: Post) {
    let mut head = app.writer.head();
    let mut wait = FIRST_WAIT;
    loop {
        head.borrow_and_update();
        let pause = match once(&app, &post).await {
            Ok(true) => {
                wait = FIRST_WAIT;
                PAUSE
            }
            Ok(false) => {
                let pause = wait;
                wait = (wait * 2).min(LONGEST_WAIT);
                tracing::warn!(seconds = pause.as_secs(), "the mail server was not reached");
                pause
            }
            Err(problem) => {
                tracing::error!("mails wait: {}", problem.internal.unwrap_or(problem.detail));
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
pub async fn once(app: &Arc<App>, post: &Post) -> Result<bool, Problem> {
    loop {
        let waiting = app.walk(|read, now| waiting(read, now)).await?;
        let (count, down) = (waiting.len(), AtomicBool::new(false));
        let done: Vec<Result<bool, Problem>> = stream::iter(waiting)
            .map(|mail| deliver(app, post, mail, &down))
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

fn waiting(read: &dyn Read, now: Instant) -> Result<Vec<Arc<Doc>>, Halt> {
    let from = keys::key(&["out"]);
    let to = keys::key(&["out", &keys::sortable(now.0.saturating_add(1))]);
    let mut found = Vec::new();
    for key in read.keys(&Range { from, to, reverse: false }, BATCH)? {
        let Some(id) = keys::parts(&key).last().copied() else { continue };
        let mail = read.doc(&keys::doc("mail", id))?;
        found.extend(mail.filter(|mail| mail.status == QUEUED));
    }
    Ok(found)
}

/// Sends one mail and marks it; whether the server was reached. Once it was not, the others of the
/// round wait without a try: the first says why.
async fn deliver(
    app: &Arc<App>,
    post: &Post,
    mail: Arc<Doc>,
    down: &AtomicBool,
) -> Result<bool, Problem> {
    if down.load(Ordering::Relaxed) {
        return Ok(false);
    }
    let taken = post.taken().contains(&mail.id);
    let sent = match taken {
        true => Sent::Taken,
        false => post.send(app, &mail).await,
    };
    let (action, inputs) = match &sent {
        Sent::Taken => {
            post.taken().insert(mail.id.clone());
            ("sent", json!({}))
        }
        Sent::Deferred(why) => ("defer", json!({ "error": cut(why, 300) })),
        Sent::Refused(why) => ("fail", json!({ "error": cut(why, 300) })),
        Sent::Unreachable(_) if down.swap(true, Ordering::Relaxed) => return Ok(false),
        Sent::Unreachable(why) => ("defer", json!({ "error": cut(why, 300), "unreachable": true })),
    };
    mark(app, &mail, action, inputs.as_object().cloned().unwrap_or_default()).await?;
    if let Sent::Taken = sent {
        post.taken().remove(&mail.id);
        app.counters.mailed.fetch_add(1, Ordering::Relaxed);
    }
    Ok(!matches!(sent, Sent::Unreachable(_)))
}

/// Has the outcome kept. Whoever changed the mail meanwhile is not overruled: it is read again.
async fn mark(app: &Arc<App>, mail: &Doc, action: &str, inputs: Record) -> Result<(), Problem> {
    let mut version = mail.version;
    loop {
        let deed = Deed::Act {
            doc_type: mail.kind.clone(),
            id: mail.id.clone(),
            version,
            action: action.to_owned(),
            inputs: inputs.clone(),
        };
        let command_id = format!("sys-{action}-{}-{version}", mail.id);
        match app.carry_out(Actor::system(), Command { command_id, deed }).await {
            Ok(_) => return Ok(()),
            Err(problem) if problem.status == 409 || problem.status == 422 => {
                let key = keys::doc("mail", &mail.id);
                let now = app.view(|read, _| read.doc(&key))?;
                match now.filter(|now| now.status == QUEUED && now.version != version) {
                    Some(now) => version = now.version,
                    None => return Ok(()),
                }
            }
            Err(problem) => return Err(problem),
        }
    }
}
