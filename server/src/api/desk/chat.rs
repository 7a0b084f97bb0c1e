//! The calls of the chat.

use godown_core::docs::desk::chats::{CHAT_MESSAGE, partner};
use godown_core::query::desk::chats::{
    self, ChatContact, ChatLine, ChatRecent, ChatRoom, ChatTalk,
};
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
    told(&ask, chat).await
}

async fn told(
    ask: &Ask,
    chat: Result<Option<String>, Problem>,
) -> Result<Answer<Vec<ChatLine>>, Problem> {
    let online = ask.app.live.present();
    asked(ask, chat, move |read, actor, now, chat| {
        chats::lines(read, actor, now, (chat.as_deref(), &online))
    })
    .await
}

/// The conversation with whom the call names; who asks is who signed in.
pub async fn room(mut ask: Ask) -> Result<Answer<ChatRoom>, Problem> {
    let with = named(&mut ask, ROOM_QUERY);
    let online = ask.app.live.present();
    asked(&ask, with, move |read, actor, now, with| {
        chats::room(read, actor, now, (with.as_deref(), &online))
    })
    .await
}

/// The conversations of whoever signed in, as the app shows them.
pub async fn talks(ask: Ask) -> Result<Answer<Vec<ChatTalk>>, Problem> {
    let online = ask.app.live.present();
    asked(&ask, Ok(()), move |read, actor, now, ()| chats::talks(read, actor, now, &online)).await
}

pub async fn recent(mut ask: Ask) -> Result<Answer<Vec<ChatRecent>>, Problem> {
    let person = ask.person()?;
    let own = named(&mut ask, USER_QUERY).and_then(|id| match id {
        Some(id) if id != person.actor.id => {
            Err(Problem::new(403, "forbidden", "These are another person's conversations"))
        }
        _ => Ok(()),
    });
    let online = ask.app.live.present();
    asked(&ask, own, move |read, actor, now, ()| chats::recent(read, actor, now, &online)).await
}

pub async fn contacts(mut ask: Ask) -> Result<Answer<Vec<ChatContact>>, Problem> {
    let id = named(&mut ask, CONTACT_QUERY).map(|_| ());
    let online = ask.app.live.present();
    asked(&ask, id, move |read, actor, now, ()| chats::contacts(read, actor, now, &online)).await
}

pub async fn contact(mut ask: Ask) -> Result<Answer<ChatContact>, Problem> {
    let id = named(&mut ask, CONTACT_QUERY);
    let online = ask.app.live.present();
    asked(&ask, id, move |read, actor, now, id| {
        chats::contact(read, actor, now, (id.as_deref(), &online))
    })
    .await
}

/// Says something in a conversation. Who says it and when follow from the session and the clock.
pub async fn add(mut ask: Ask) -> Result<Answer<Vec<ChatLine>>, Problem> {
    let known = ["chatId", "text", "contactId", "time"];
    let (person, body) = sent(&mut ask, &CHAT_MESSAGE, &known)?;
    let (chat, said) = (text(&body, "chatId")?.to_owned(), text(&body, "text")?.to_owned());
    let own = person.actor.id.as_str();
    let to = partner(&chat, own);
    told(&ask, Ok(Some(chat.clone()))).await?;
    let names = body.get("contactId").and_then(Value::as_str);
    // In a conversation of several whoever writes may name it, or themselves.
    let others = |id: &str| id != own && id != to.unwrap_or(&chat);
    if names.is_some_and(others) {
        return Err(Problem::new(403, "forbidden", "You write in your own name only"));
    }
    let place = to.map_or(("room", chat.as_str()), |to| ("to", to));
    let record = inputs([(place.0, place.1.into()), ("text", said.into())]);
    done(&ask, CommandKind::Create { doc_type: CHAT_MESSAGE.key.to_owned(), record }).await?;
    told(&ask, Ok(Some(chat))).await
}
