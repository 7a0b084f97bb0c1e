//! The calls of the chat.

use godown_core::docs::desk::chats::{CHAT_MESSAGE, partner};
use godown_core::query::desk::chats::{self, ChatContact, ChatLine, ChatRecent, ChatRoom};
use godown_core::write::command::CommandKind;
use serde_json::Value;

use super::{done, inputs, named, sent, text};
use crate::api::own::asked;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};

pub const CHAT_QUERY: &[&str] = &["chatId"];
pub const ROOM_QUERY: &[&str] = &["contactId"];
pub const USER_QUERY: &[&str] = &["userId"];
pub const CONTACT_QUERY: &[&str] = &["id"];

pub async fn lines(mut ask: Ask) -> Result<Answer<Vec<ChatLine>>, Problem> {
    let chat = named(&mut ask, CHAT_QUERY);
    asked(&ask, chat, |read, actor, now, chat| chats::lines(read, actor, now, chat.as_deref()))
        .await
}

/// The conversation with whom the call names; who asks is who signed in.
pub async fn room(mut ask: Ask) -> Result<Answer<ChatRoom>, Problem> {
    let with = named(&mut ask, ROOM_QUERY);
    asked(&ask, with, |read, actor, now, with| chats::room(read, actor, now, with.as_deref())).await
}

pub async fn recent(mut ask: Ask) -> Result<Answer<Vec<ChatRecent>>, Problem> {
    let person = ask.person()?;
    let own = named(&mut ask, USER_QUERY).and_then(|id| match id {
        Some(id) if id != person.actor.id => {
            Err(Problem::new(403, "forbidden", "These are another person's conversations"))
        }
        _ => Ok(()),
    });
    asked(&ask, own, |read, actor, now, ()| chats::recent(read, actor, now)).await
}

pub async fn contacts(mut ask: Ask) -> Result<Answer<Vec<ChatContact>>, Problem> {
    let id = named(&mut ask, CONTACT_QUERY).map(|_| ());
    asked(&ask, id, |read, actor, now, ()| chats::contacts(read, actor, now)).await
}

pub async fn contact(mut ask: Ask) -> Result<Answer<ChatContact>, Problem> {
    let id = named(&mut ask, CONTACT_QUERY);
    asked(&ask, id, |read, actor, now, id| chats::contact(read, actor, now, id.as_deref())).await
}

/// Says something in a conversation. Who says it and when follow from the session and the clock.
pub async fn add(mut ask: Ask) -> Result<Answer<Vec<ChatLine>>, Problem> {
    let known = ["chatId", "text", "contactId", "time"];
    let (person, body) = sent(&mut ask, &CHAT_MESSAGE, &known)?;
    let (chat, said) = (text(&body, "chatId")?.to_owned(), text(&body, "text")?.to_owned());
    let own = person.actor.id.as_str();
    let missing = || Problem::new(404, "not_found", "Conversation not found or you cannot see it");
    let to = partner(&chat, own).ok_or_else(missing)?;
    let names = body.get("contactId").and_then(Value::as_str);
    if names.is_some_and(|id| id != own && id != to) {
        return Err(Problem::new(403, "forbidden", "You write in your own name only"));
    }
    let record = inputs([("to", to.into()), ("text", said.into())]);
    done(&ask, CommandKind::Create { doc_type: CHAT_MESSAGE.key.to_owned(), record }).await?;
    asked(&ask, Ok(()), move |read, actor, now, ()| chats::lines(read, actor, now, Some(&chat)))
        .await
}
