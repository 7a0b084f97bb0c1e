//! Messages to a mobile, by SMS or WhatsApp: they wait in an outbox of their own until the site's message service took them.

use super::MASTER;
use super::formats::MOBILE;
use super::mails::{self, cut};
use super::settings;
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::error::Halt;
use crate::kept::doc::Record;
use crate::schema::*;
use crate::value::Instant;
use crate::write::save;

/// By what a mobile is reached.
pub const CHANNELS: &[Choice] = &[("sms", "By SMS"), ("whatsapp", "By WhatsApp")];
/// The setting that names those which the site has a service for.
pub const SERVED: &str = "message_channels";

/// Written by the rules only, in the commit of what caused it.
pub static TEXT_MESSAGE: DocType = DocType {
    key: "text_message",
    label: "Text message",
    plural: "Text messages",
    title: "text",
    fields: &[
        code("to", "To", &MOBILE).computed().listed().searched(),
        choice("channel", "How", CHANNELS).computed().listed(),
        note("text", "Text", 1_000).computed().listed(),
        mails::QUEUED_AT,
        mails::NEXT_AT,
        mails::TRIES,
        mails::LAST_ERROR,
        mails::SENT_AT,
    ],
    sorts: &["-created_at", "-updated_at"],
    filters: &["channel"],
    grants: &[Grant { roles: &[Role::Admin], verbs: &[Verb::View], reach: Reach::All }],
    flow: &mails::OUT_FLOW,
    told: Told::Never,
    ..MASTER
};

/// A message to be.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub channel: &'static str,
    /// A mobile of ten digits.
    pub to: String,
    pub text: String,
    /// When it may be sent at the earliest; now if in the past.
    pub not_before: Instant,
}

/// Whether the site has a service for a channel.
pub fn is_served(case: &Look, channel: &str) -> Result<bool, Halt> {
    let served = settings::value(case, SERVED)?;
    Ok(served.as_array().is_some_and(|all| all.iter().any(|one| one == channel)))
}

/// Puts a message into the outbox, in the commit under way.
pub fn post(case: &mut Case, text: Text) -> Result<(), Halt> {
    case.as_system(|case| {
        let id = case.new_id();
        let mut doc = save::blank(case, &TEXT_MESSAGE, id);
        doc.set("to", text.to);
        doc.set("channel", text.channel);
        doc.set("text", cut(&text.text, 1_000));
        mails::queue(case, &mut doc, text.not_before)?;
        save::finish(case, &TEXT_MESSAGE, None, doc, "create", &Record::new(), None)?;
        Ok(())
    })
}
