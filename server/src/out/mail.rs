//! The way out of mails: SMTP.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::Context;
use godown_core::docs::accounts;
use godown_core::docs::mails::{CODE_WORD, MAIL, SITE_WORD};
use godown_core::kept::doc::Doc;
use godown_core::kept::read::Read;
use godown_core::schema::DocType;
use godown_core::table::book::XLSX;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, SinglePart};
use lettre::transport::smtp;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::app::{App, Work};
use crate::config::Mailing;
use crate::failure::Failure;
use crate::made::{papers, reports};
use crate::out::outbox::{Sent, Way};

/// How long a server may take for one mail.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A mail server, and what every mail says of us.
pub struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The app's address without a slash at its end.
    site: Option<String>,
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
        }))
    }

    /// The mail as it goes out, with the paper that it is sent with: sent twice, it is the same to the letter.
    fn message(
        &self,
        app: &App,
        mail: &Doc,
        attached: Option<Attached>,
    ) -> Result<Message, String> {
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
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()));
        let body = SinglePart::plain(self.body(app, mail));
        let built = match attached {
            None => built.singlepart(body),
            Some(Attached { name, media, bytes }) => {
                let media = ContentType::parse(media).map_err(|error| error.to_string())?;
                let file = Attachment::new(name).body(bytes, media);
                built.multipart(
                    MultiPart::mixed().boundary(&mail.id).singlepart(body).singlepart(file),
                )
            }
        };
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
}

impl Way for Post {
    const NAME: &'static str = "mail server";

    fn def(&self) -> &'static DocType {
        &MAIL
    }

    async fn send(&self, app: &Arc<App>, mail: &Doc) -> Sent {
        let attached = match attached(app, mail).await {
            Ok(attached) => attached,
            Err(why) => return why,
        };
        let message = match self.message(app, mail, attached) {
            Ok(message) => message,
            Err(why) => return Sent::Refused(why),
        };
        match self.transport.send(message).await {
            Ok(_) => Sent::Taken,
            Err(error) => judged(&error),
        }
    }
}

/// A file that goes with a mail.
struct Attached {
    name: String,
    media: &'static str,
    bytes: Vec<u8>,
}

/// The paper or the report that a mail is sent with, as whoever it is made for may see it now; none for a mail without
/// one.
async fn attached(app: &Arc<App>, mail: &Doc) -> Result<Option<Attached>, Sent> {
    let paper = mail.text("paper_type").zip(mail.text("paper"));
    let report = mail.text("report").zip(mail.text("question"));
    if paper.is_none() && report.is_none() {
        return Ok(None);
    }
    let failed = |failure: Failure| match failure {
        Failure::Refused(_) => Sent::Refused(failure.detail()),
        _ => Sent::Deferred("What is attached could not be made".to_owned()),
    };
    let owner = mail.owner.clone().unwrap_or_default();
    let whom = move |read: &dyn Read, now| match accounts::find(read, &owner)? {
        Some(account) => accounts::actor_of(read, &account, now),
        None => Ok(None),
    };
    let whom = app.walk(Work::Upkeep, "mail", whom).await;
    let whom = whom.map_err(failed)?;
    let whom =
        whom.ok_or_else(|| Sent::Refused("The owner may not sign in any more".to_owned()))?;
    let made = match (paper, report) {
        (Some((kind, id)), _) => {
            let made = papers::whole(app, &whom, kind, id).await;
            made.map(|(name, bytes)| (format!("{name}.pdf"), "application/pdf", bytes))
        }
        (None, Some((report, question))) => {
            let made = reports::workbook(app, &whom, report, question).await;
            made.map(|(name, bytes)| (format!("{name}.xlsx"), XLSX, bytes))
        }
        (None, None) => return Ok(None),
    };
    let (name, media, bytes) = made.map_err(failed)?;
    Ok(Some(Attached { name, media, bytes }))
}

/// Judges an answer of the mail server. A refusal to let us in is our own fault and not the mail's,
/// so that the mail waits.
fn judged(error: &smtp::Error) -> Sent {
    let said = error.to_string();
    let code = error.status().map(u16::from);
    match code {
        Some(421 | 454 | 530 | 534 | 535 | 538) | None => Sent::Unreachable(said),
        Some(500..) => Sent::Refused(said),
        Some(_) => Sent::Deferred(said),
    }
}
