//! Letters: what people of the house write to each other, each in the boxes of those it goes to and of its sender.

use std::collections::BTreeSet;

use super::html::sanitised;
use super::{ACTIVE, BY_KEEPERS, PERSONAL, refuse, wrong};
use crate::declare::case::{Case, Look};
use crate::docs::mails::{Notice, notify};
use crate::docs::people::EMPLOYEE;
use crate::docs::roles::ROLE;
use crate::error::{Halt, Issue};
use crate::flow::{Flow, Step, acting, step};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::Range;
use crate::said;
use crate::schema::*;
use crate::write::save;

/// The boxes of a person, by key.
pub const INBOX: &str = "inbox";
pub const OUTBOX: &str = "sent";
const BOXES: &[Choice] = &[(INBOX, "Inbox"), (OUTBOX, "Sent")];
static FILE: Kind = Kind::File;
/// The most people that a letter goes to.
const READERS: usize = 200;

/// A letter in one of a person's boxes: who it goes to has one of their own, and so has its sender.
// DECISIONS 224
pub static INBOX_MESSAGE: DocType = DocType {
    key: "inbox_message",
    label: "Message",
    plural: "Messages",
    title: "subject",
    fields: &[
        link("to_person", "To", &EMPLOYEE).immutable().listed(),
        link("to_role", "To everybody with the role", &ROLE).immutable().listed(),
        text("sender_name", "From", 100).listed().searched(),
        text("sender_photo", "Photo", 500),
        link("sender", "Sender", &EMPLOYEE).computed(),
        instant("sent_at", "Sent").listed(),
        text("subject", "Subject", 300).required().listed().searched(),
        note("message", "Text", 4_000),
        many("files", "Attachments", &FILE),
        choice("folder", "Box", BOXES).computed().listed(),
        yes_no("read", "Read").computed().listed(),
        yes_no("selected", "Selected"),
    ],
    sorts: &["-sent_at", "subject"],
    filters: &["folder"],
    flow: &LETTER_FLOW,
    check: Some(one_address),
    on_save: deciding(send),
    ..PERSONAL
};

static LETTER_FLOW: Flow = Flow {
    statuses: ACTIVE,
    rests: ACTIVE,
    editable: ACTIVE,
    deletable: ACTIVE,
    steps: &acting([
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[],
            run: |_, doc, _| marked(doc, true),
            ..step("IM1", "read", "Mark as read")
        },
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[],
            run: |_, doc, _| marked(doc, false),
            ..step("IM2", "unread", "Mark as unread")
        },
    ]),
};

fn marked(doc: &mut Doc, read: bool) -> Result<&'static str, Halt> {
    doc.set("read", read);
    Ok("")
}

fn one_address(record: &Record, issues: &mut Vec<Issue>) {
    let told = |key: &str| record.get(key).is_some_and(|value| !value.is_null());
    if told("to_person") && told("to_role") {
        issues.push(wrong("to_role", "Select a person or a role, not both"));
    }
}

/// A letter is kept without anything that a page would run. A new one that names whom it goes to is sent: it is from
/// whoever writes it, at this moment, and stands in the inbox of each reader as a letter of their own.
fn send(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    if let Some(message) = doc.text("message").map(sanitised) {
        doc.set("message", message);
    }
    if before.is_some() {
        return Ok(());
    }
    let readers = readers(case, doc)?;
    let from = case.actor.name.clone();
    if readers.is_some() || doc.text("sender_name").is_none() {
        doc.set("sender_name", from.as_str());
    }
    if readers.is_some() || doc.int("sent_at").is_none() {
        doc.set("sent_at", case.now.0);
    }
    doc.set("folder", if readers.is_some() { OUTBOX } else { INBOX });
    doc.set("read", readers.is_some());
    let Some(readers) = readers else { return Ok(()) };
    doc.set("sender", case.actor.id.as_str());
    for reader in readers {
        deliver(case, doc, reader)?;
    }
    Ok(())
}

/// Whom a letter goes to, but for its writer; none where it names nobody.
///
/// Errors: a person who is not active, a role that nobody else has, more people than a letter goes to.
fn readers(case: &Look, doc: &Doc) -> Result<Option<BTreeSet<String>>, Halt> {
    let active = |id: &str| -> Result<bool, Halt> {
        let person = case.find(EMPLOYEE.key, id)?;
        Ok(id != case.actor.id && person.is_some_and(|person| person.is_active()))
    };
    if let Some(id) = doc.text("to_person") {
        return match active(id)? {
            true => Ok(Some(BTreeSet::from([id.to_owned()]))),
            false => Err(refuse("to_person", "Select an active colleague")),
        };
    }
    let Some(role) = doc.text("to_role") else { return Ok(None) };
    let mut found = BTreeSet::new();
    for key in case.keys(&Range::prefix(&keys::key(&["holds", role])), READERS + 1)? {
        let Some(id) = keys::parts(&key).last().copied() else { continue };
        if active(id)? {
            found.insert(id.to_owned());
        }
    }
    match found.len() {
        0 => Err(refuse("to_role", "Nobody else has this role")),
        1..=READERS => Ok(Some(found)),
        _ => {
            let most = said!("A message goes to at most {most} people", most = READERS);
            Err(refuse("to_role", most))
        }
    }
}

/// Puts a letter into somebody's inbox, and tells them.
fn deliver(case: &mut Case, sent: &Doc, reader: String) -> Result<(), Halt> {
    let from = case.actor.name.clone();
    let id = case.as_system(|case| {
        let id = case.new_id();
        let mut letter = save::blank(case, &INBOX_MESSAGE, id.clone());
        letter.owner = Some(reader.clone());
        letter.record = sent.record.clone();
        letter.set("folder", INBOX);
        letter.set("read", false);
        letter.record.remove("selected");
        save::finish(case, &INBOX_MESSAGE, None, letter, "create", &Record::new(), None)?;
        Ok::<String, Halt>(id)
    })?;
    let title = format!("Message from {from}");
    let body = sent.text("subject").unwrap_or_default().to_owned();
    let page = format!("/desk/inbox/view/{id}");
    notify(case, Notice { to: reader, title, body, page, about: id, warning: false })
}
