//! Conversations as the template's calls tell them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Colleague, colleague, colleagues, viewer};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::docs;
use crate::docs::desk::chats::{CHAT_MESSAGE, pair, partner};
use crate::docs::desk::iso;
use crate::docs::session;
use crate::error::{Code, Halt};
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::query::list::{self, Op, PAGE_ROWS, Query, Where};
use crate::value::Instant;

json_answer! {
    /// A colleague to talk to.
    pub struct ChatContact {
        pub id: String,
        pub name: String,
        /// The address of a picture; empty for none.
        pub avatar: String,
        /// `online` with an open session, else `offline`.
        pub status: &'static str,
        pub mood: &'static str,
    }
}

json_answer! {
    /// A conversation of the person, by whom they talk to.
    pub struct ChatRecent {
        pub contact [among]: ChatContact,
        pub chat_id as "chatId": String,
        pub contact_id as "contactId": String,
        /// What came since the person's own last message.
        pub unread: usize,
        pub last_chat_time as "lastChatTime": String,
    }
}

json_answer! {
    /// A message with who sent it.
    pub struct ChatLine {
        pub contact_id as "contactId": String,
        pub text: String,
        pub time: String,
        pub contact [among]: ChatContact,
    }
}

json_answer! {
    /// A conversation that was opened.
    pub struct ChatRoom {
        pub chat_id as "chatId": String,
        pub message_list as "messageList": Vec<ChatLine>,
        pub recent_list_updated as "recentListUpdated": bool,
    }
}

fn missing() -> Halt {
    Halt::refuse(Code::NotFound, "Conversation not found or you cannot see it")
}

fn contact_of(look: &Look, person: Colleague) -> Result<ChatContact, Halt> {
    let open = !session::sessions(look, &person.id)?.is_empty();
    let Colleague { id, name, avatar } = person;
    let status = if open { "online" } else { "offline" };
    Ok(ChatContact { id, name, avatar, status, mood: "" })
}

fn known(look: &Look, id: &str) -> Result<ChatContact, Halt> {
    contact_of(look, colleague(look, id)?.ok_or_else(missing)?)
}

/// The colleagues of whoever asks, by name.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn contacts(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<ChatContact>, Halt> {
    viewer(actor, &CHAT_MESSAGE)?;
    let look = docs::look(read, actor, now);
    let others = colleagues(read, actor, now)?.into_iter().filter(|one| one.id != actor.id);
    others.map(|one| contact_of(&look, one)).collect()
}

/// One colleague; whoever asks where nobody is named.
///
/// Errors: not found for who is none.
pub fn contact(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    id: Option<&str>,
) -> Result<ChatContact, Halt> {
    viewer(actor, &CHAT_MESSAGE)?;
    known(&docs::look(read, actor, now), id.unwrap_or(&actor.id))
}

/// The last messages that somebody sent or was sent, the newest first; of one conversation, or of all.
fn messages(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    chat: Option<&str>,
) -> Result<Vec<std::sync::Arc<Doc>>, Halt> {
    let look = docs::look(read, actor, now);
    let of = |chat: &str| Where { field: "pair".to_owned(), op: Op::Eq, value: chat.to_owned() };
    let conditions = chat.map(of).into_iter().collect();
    let query = Query { conditions, limit: PAGE_ROWS, ..Query::default() };
    let rows = list::page(read, actor, now, CHAT_MESSAGE.key, &query)?.records()?;
    let ids = rows.iter().filter_map(|row| row.get("id").and_then(Value::as_str));
    ids.map(|id| look.doc(&CHAT_MESSAGE, id)).collect()
}

/// Whom somebody talked to lately, the last first.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn recent(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<ChatRecent>, Halt> {
    let look = docs::look(read, actor, now);
    let mut found: Vec<ChatRecent> = Vec::new();
    let mut answered: BTreeMap<String, bool> = BTreeMap::new();
    for doc in messages(read, actor, now, None)? {
        let chat = doc.text("pair").unwrap_or_default();
        let Some(other) = partner(chat, &actor.id) else { continue };
        if !found.iter().any(|one| one.chat_id == chat) {
            found.push(ChatRecent {
                contact: known(&look, other)?,
                chat_id: chat.to_owned(),
                contact_id: other.to_owned(),
                unread: 0,
                last_chat_time: iso(doc.created_at),
            });
        }
        let answered = answered.entry(chat.to_owned()).or_default();
        *answered |= doc.owner.as_deref() == Some(&actor.id);
        if let Some(one) = found.iter_mut().find(|one| one.chat_id == chat && !*answered) {
            one.unread += 1;
        }
    }
    Ok(found)
}

/// The last messages of a conversation, the oldest first.
///
/// Errors: not found for one of others.
pub fn lines(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    chat: Option<&str>,
) -> Result<Vec<ChatLine>, Halt> {
    viewer(actor, &CHAT_MESSAGE)?;
    let look = docs::look(read, actor, now);
    let chat = chat.filter(|chat| partner(chat, &actor.id).is_some()).ok_or_else(missing)?;
    let mut lines = Vec::new();
    for doc in messages(read, actor, now, Some(chat))?.into_iter().rev() {
        let from = doc.owner.as_deref().unwrap_or_default();
        lines.push(ChatLine {
            contact_id: from.to_owned(),
            text: doc.text("text").unwrap_or_default().to_owned(),
            time: iso(doc.created_at),
            contact: known(&look, from)?,
        });
    }
    Ok(lines)
}

/// The conversation with somebody, which need not have begun.
///
/// Errors: not found for who is no colleague.
pub fn room(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    with: Option<&str>,
) -> Result<ChatRoom, Halt> {
    viewer(actor, &CHAT_MESSAGE)?;
    let with = with.filter(|with| *with != actor.id).ok_or_else(missing)?;
    known(&docs::look(read, actor, now), with)?;
    let chat_id = pair(&actor.id, with);
    let message_list = lines(read, actor, now, Some(&chat_id))?;
    Ok(ChatRoom { chat_id, message_list, recent_list_updated: false })
}
