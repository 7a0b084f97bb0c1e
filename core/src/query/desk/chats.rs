//! Conversations as the app and the template's calls tell them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Colleague, colleague, colleagues, viewer};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::ScopeKind;
use crate::docs;
use crate::docs::desk::chats::{
    CHAT_MARKS, CHAT_MESSAGE, CHAT_ROOM, is_direct, members_of, messages_of, pair, partner,
    read_until,
};
use crate::docs::desk::iso;
use crate::error::{Code, Halt};
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read};
use crate::query::list::PAGE_ROWS;
use crate::value::Instant;
use crate::write::index;

/// Who is connected now, by id.
pub type Online = BTreeSet<String>;

/// More unread messages of a conversation are told as so many.
pub const MOST_UNREAD: usize = 100;

json_answer! {
    /// A colleague to talk to.
    pub struct ChatContact {
        pub id: String,
        pub name: String,
        /// The address of a picture; empty for none.
        pub avatar: String,
        /// `online` with the app open, else `offline`.
        pub status: &'static str,
        pub mood: &'static str,
    }
}

json_answer! {
    /// A conversation that the person is in.
    pub struct ChatTalk {
        pub id: String,
        /// The colleague's name, or the conversation's own.
        pub name: String,
        /// The colleague of a conversation of two; empty for one of several.
        pub with: String,
        /// Its members but for the person.
        pub people: Vec<ChatContact>,
        /// Whether the person began it, or it fell to them.
        pub own: bool,
        /// What others said since the person read it; 100 for more.
        pub unread: usize,
        /// What was said last; empty where nothing was.
        pub last_text: String,
        /// Who said it.
        pub last_from: String,
        /// When, in milliseconds since 1970; when the conversation began where nothing was said.
        pub last_at: i64,
    }
}

json_answer! {
    /// A conversation of the person, by whom they talk to.
    pub struct ChatRecent {
        pub contact [among]: ChatContact,
        pub chat_id as "chatId": String,
        pub contact_id as "contactId": String,
        /// What others said since the person read it.
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

/// Who asks about conversations, of which moment, and who is connected then.
struct Chats<'a> {
    look: Look<'a>,
    online: &'a Online,
    known: BTreeMap<String, ChatContact>,
}

fn missing() -> Halt {
    Halt::refuse(Code::NotFound, "Conversation not found or you cannot see it")
}

impl<'a> Chats<'a> {
    fn of(
        read: &'a dyn Read,
        actor: &'a Actor,
        now: Instant,
        online: &'a Online,
    ) -> Result<Chats<'a>, Halt> {
        viewer(actor, &CHAT_MESSAGE)?;
        Ok(Chats { look: docs::look(read, actor, now), online, known: BTreeMap::new() })
    }

    fn own(&self) -> &'a str {
        &self.look.actor.id
    }

    fn contact_of(&self, person: Colleague) -> ChatContact {
        let Colleague { id, name, avatar } = person;
        let status = if self.online.contains(&id) { "online" } else { "offline" };
        ChatContact { id, name, avatar, status, mood: "" }
    }

    fn contact(&mut self, id: &str) -> Result<ChatContact, Halt> {
        if let Some(known) = self.known.get(id) {
            return Ok(known.clone());
        }
        let person = colleague(&self.look, id)?.ok_or_else(missing)?;
        let contact = self.contact_of(person);
        self.known.insert(id.to_owned(), contact.clone());
        Ok(contact)
    }

    /// The last messages of a conversation that the person sees, the newest first; only those after a moment.
    fn last(&self, room: &str, most: usize, after: Option<Instant>) -> Result<Vec<Arc<Doc>>, Halt> {
        let prefix = messages_of(room, self.own());
        let mut range = Range::prefix(&prefix);
        if let Some(after) = after {
            range.from = format!("{prefix}{}", keys::sortable(after.0 + 1));
        }
        let keys = self.look.keys(&range.reversed(), most)?;
        let ids = keys.iter().filter_map(|key| keys::parts(key).last().copied());
        ids.map(|id| self.look.doc(&CHAT_MESSAGE, id)).collect()
    }

    /// The conversations that the person is in.
    fn rooms(&self) -> Result<Vec<Arc<Doc>>, Halt> {
        let scope = index::scope(ScopeKind::Owner, self.own());
        let range = Range::prefix(&keys::key(&["idx", CHAT_ROOM.key, "name", &scope]));
        let keys = self.look.keys(&range, PAGE_ROWS)?;
        let ids = keys.iter().filter_map(|key| keys::parts(key).last().copied());
        ids.map(|id| self.look.doc(&CHAT_ROOM, id)).collect()
    }

    fn talk(&mut self, room: &Doc, marks: Option<&Doc>) -> Result<ChatTalk, Halt> {
        let own = self.own();
        let with = partner(&room.id, own).filter(|_| is_direct(room)).unwrap_or_default();
        let others = members_of(room).into_iter().filter(|one| *one != own);
        let people = others.map(|one| self.contact(one)).collect::<Result<Vec<_>, Halt>>()?;
        let told = people.iter().find(|one| one.id == with).map(|one| one.name.as_str());
        let name = told.or(room.text("name")).unwrap_or_default().to_owned();
        let last = self.last(&room.id, 1, None)?.into_iter().next();
        let text = |key: &str| last.as_ref().and_then(|last| last.text(key)).unwrap_or_default();
        let from = last.as_ref().and_then(|last| last.owner.clone()).unwrap_or_default();
        let at = last.as_ref().and_then(|last| last.int("sent_at")).unwrap_or(room.created_at.0);
        Ok(ChatTalk {
            id: room.id.clone(),
            name,
            with: with.to_owned(),
            people,
            own: room.owner.as_deref() == Some(own),
            unread: self.unread(&room.id, marks)?,
            last_text: text("text").to_owned(),
            last_from: from,
            last_at: at,
        })
    }

    fn unread(&self, room: &str, marks: Option<&Doc>) -> Result<usize, Halt> {
        let since = self.last(room, MOST_UNREAD, read_until(marks, room))?;
        // Whoever answers has read what they answer to.
        let others = since.iter().take_while(|one| one.owner.as_deref() != Some(self.own()));
        Ok(others.count())
    }

    fn line(&mut self, message: &Doc) -> Result<ChatLine, Halt> {
        let from = message.owner.as_deref().unwrap_or_default();
        Ok(ChatLine {
            contact_id: from.to_owned(),
            text: message.text("text").unwrap_or_default().to_owned(),
            time: iso(Instant(message.int("sent_at").unwrap_or(message.created_at.0))),
            contact: self.contact(from)?,
        })
    }

    fn lines(&mut self, room: &str) -> Result<Vec<ChatLine>, Halt> {
        let last = self.last(room, PAGE_ROWS, None)?;
        last.iter().rev().map(|message| self.line(message)).collect()
    }

    fn may_open(&self, room: &str) -> Result<bool, Halt> {
        let own = partner(room, self.own()).is_some();
        Ok(own || self.look.seen(&CHAT_ROOM, room)?.is_some())
    }
}

/// The colleagues of whoever asks, by name.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn contacts(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    online: &Online,
) -> Result<Vec<ChatContact>, Halt> {
    let chats = Chats::of(read, actor, now, online)?;
    let others = colleagues(read, actor, now)?.into_iter().filter(|one| one.id != actor.id);
    Ok(others.map(|one| chats.contact_of(one)).collect())
}

/// One colleague; whoever asks where nobody is named.
///
/// Errors: not found for who is none.
pub fn contact(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    (id, online): (Option<&str>, &Online),
) -> Result<ChatContact, Halt> {
    Chats::of(read, actor, now, online)?.contact(id.unwrap_or(&actor.id))
}

/// The conversations that somebody is in, the last used first.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn talks(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    online: &Online,
) -> Result<Vec<ChatTalk>, Halt> {
    let mut chats = Chats::of(read, actor, now, online)?;
    let marks = chats.look.find(CHAT_MARKS.key, &actor.id)?;
    let rooms = chats.rooms()?;
    let mut found = Vec::with_capacity(rooms.len());
    for room in rooms {
        found.push(chats.talk(&room, marks.as_deref())?);
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.last_at));
    Ok(found)
}

/// Whom somebody talked to lately, the last first; a conversation of several stands as its own contact.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn recent(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    online: &Online,
) -> Result<Vec<ChatRecent>, Halt> {
    let one = |talk: ChatTalk| {
        let contact = talk.people.iter().find(|one| one.id == talk.with).cloned();
        let room = ChatContact {
            id: talk.id.clone(),
            name: talk.name,
            avatar: String::new(),
            status: "offline",
            mood: "",
        };
        let contact = contact.unwrap_or(room);
        ChatRecent {
            contact_id: contact.id.clone(),
            contact,
            chat_id: talk.id,
            unread: talk.unread,
            last_chat_time: iso(Instant(talk.last_at)),
        }
    };
    Ok(talks(read, actor, now, online)?.into_iter().map(one).collect())
}

/// The last messages of a conversation, the oldest first.
///
/// Errors: not found for one of others.
pub fn lines(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    (chat, online): (Option<&str>, &Online),
) -> Result<Vec<ChatLine>, Halt> {
    let mut chats = Chats::of(read, actor, now, online)?;
    let chat = chat.ok_or_else(missing)?;
    match chats.may_open(chat)? {
        true => chats.lines(chat),
        false => Err(missing()),
    }
}

/// The conversation with somebody, which need not have begun.
///
/// Errors: not found for who is no colleague.
pub fn room(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    (with, online): (Option<&str>, &Online),
) -> Result<ChatRoom, Halt> {
    let mut chats = Chats::of(read, actor, now, online)?;
    let with = with.filter(|with| *with != actor.id).ok_or_else(missing)?;
    chats.contact(with)?;
    let chat_id = pair(&actor.id, with);
    let message_list = chats.lines(&chat_id)?;
    Ok(ChatRoom { chat_id, message_list, recent_list_updated: false })
}
