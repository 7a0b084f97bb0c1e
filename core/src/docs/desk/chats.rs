//! Conversations of two colleagues: a document for each message, seen by the two alone.

use super::{ACTIVE, PERSONAL, refuse};
use crate::declare::case::Case;
use crate::docs::people::{EMPLOYEE, PERSON};
use crate::error::Halt;
use crate::flow::Flow;
use crate::kept::doc::Doc;
use crate::schema::*;

static ONE_OF_TWO: Kind = PERSON;

/// A message stays as it was sent.
static SENT_ONCE: Flow =
    Flow { statuses: ACTIVE, rests: ACTIVE, steps: &[], editable: &[], deletable: &[] };

pub static CHAT_MESSAGE: DocType = DocType {
    key: "chat_message",
    label: "Chat message",
    plural: "Chat messages",
    title: "text",
    fields: &[
        link("to", "To", &EMPLOYEE).required().immutable().listed(),
        note("text", "Text", 2_000).required().listed().searched(),
        text("pair", "Conversation", 210).computed(),
        many("both", "Between", &ONE_OF_TWO).computed(),
    ],
    sorts: &["-created_at"],
    filters: &["pair"],
    owners: Some("both"),
    flow: &SENT_ONCE,
    on_save: deciding(between_two),
    ..PERSONAL
};

/// The conversation of two people, whoever of them is named first.
pub fn pair(one: &str, other: &str) -> String {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    format!("{first}~{second}")
}

/// Whom somebody talks to in a conversation; none where it is others'.
pub fn partner<'p>(pair: &'p str, own: &str) -> Option<&'p str> {
    match pair.split_once('~')? {
        (first, second) if first == own && second != own => Some(second),
        (first, second) if second == own && first != own => Some(first),
        _ => None,
    }
}

fn between_two(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let (from, to) =
        (doc.owner.clone().unwrap_or_default(), doc.text("to").unwrap_or_default().to_owned());
    let active = case.find(EMPLOYEE.key, &to)?.is_some_and(|person| person.is_active());
    if from == to || !active {
        return Err(refuse("to", "Select an active colleague"));
    }
    doc.set("pair", pair(&from, &to));
    doc.set("both", vec![from, to]);
    Ok(())
}
