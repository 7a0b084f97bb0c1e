//! Conversations of colleagues: rooms with members, and messages that whoever was a member when they were sent sees.

use serde_json::{Value, json};

use super::about::{self, ABOUT_ID, ABOUT_TYPE};
use super::mentions::{self, Naming};
use super::{ACTIVE, BY_KEEPERS, PERSONAL, WHOSE, of_its_person, refuse};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Role, ScopeKind};
use crate::docs::mails::{Notice, notify};
use crate::docs::people::{EMPLOYEE, PERSON};
use crate::error::{Code, Halt, Issue};
use crate::flow::{Flow, Step, acting, step};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::Range;
use crate::said;
use crate::schema::*;
use crate::value::Instant;
use crate::write::index;
use crate::write::save;

static MEMBER: Kind = PERSON;

/// The most members of a conversation.
const MAX_MEMBERS: usize = 50;
/// So many messages of one person in one conversation are taken in [`FLOOD_MS`].
const FLOOD: usize = 20;
const FLOOD_MS: i64 = 10_000;
/// So many of the last messages are looked at for those of one person.
const LOOKED_AT: usize = 4 * FLOOD;
/// So many conversations are remembered as read; the oldest marks go first.
const MAX_MARKS: usize = 500;
/// Two ids of people and the sign between them.
const ROOM_ID: u32 = 210;

const NAME: Field = text("name", "Name", 60).required().listed().searched();
const MEMBERS: Field = many("members", "Members", &MEMBER).required().listed();

/// A conversation: of two colleagues, named by both, or of several under a name.
pub static CHAT_ROOM: DocType = DocType {
    key: "chat_room",
    label: "Conversation",
    plural: "Conversations",
    title: "name",
    fields: &[NAME, MEMBERS, yes_no("direct", "Between two").computed().listed()],
    sorts: &["name"],
    owners: Some("members"),
    flow: &ROOM_FLOW,
    on_save: deciding(begin),
    as_it_stands: &["rename", "add_members", "remove_member", "leave"],
    ..PERSONAL
};

static ROOM_FLOW: Flow = Flow {
    statuses: ACTIVE,
    rests: ACTIVE,
    editable: &[],
    deletable: &[],
    steps: &acting([
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[NAME],
            run: rename,
            ..step("CR1", "rename", "Rename")
        },
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[MEMBERS],
            run: add_members,
            ..step("CR2", "add_members", "Add members")
        },
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[link("member", "Member", &EMPLOYEE).required()],
            run: remove_member,
            ..step("CR3", "remove_member", "Remove a member")
        },
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[],
            run: leave,
            ..step("CR4", "leave", "Leave")
        },
    ]),
};

/// A message stays as it was sent.
static SENT_ONCE: Flow =
    Flow { statuses: ACTIVE, rests: ACTIVE, steps: &[], editable: &[], deletable: &[] };

/// What somebody said: to a colleague, or in a conversation.
pub static CHAT_MESSAGE: DocType = DocType {
    key: "chat_message",
    label: "Chat message",
    plural: "Chat messages",
    title: "text",
    fields: &[
        link("to", "To", &EMPLOYEE).immutable(),
        link("room", "Conversation", &CHAT_ROOM).immutable().listed(),
        note("text", "Text", 2_000).required().listed().searched(),
        many("mentions", "Mentions", &MEMBER).listed(),
        ABOUT_TYPE.listed(),
        ABOUT_ID.listed(),
        instant("sent_at", "Sent").computed().listed(),
        many("readers", "Readers", &MEMBER).computed(),
    ],
    sorts: &["-sent_at"],
    filters: &["room"],
    owners: Some("readers"),
    counted: false,
    flow: &SENT_ONCE,
    on_save: deciding(say),
    waits: &[waits("create")],
    ..PERSONAL
};

const ROOM: Field = text("room", "Conversation", ROOM_ID).required();
const UNTIL: Field = instant("until", "Until").required();

/// Until when each conversation was read: one for each person, named by them.
pub static CHAT_MARKS: DocType = DocType {
    key: "chat_marks",
    label: "Reading mark",
    plural: "Reading marks",
    title: "person",
    fields: &[WHOSE, rows("marks", "Read", &[ROOM, UNTIL], MAX_MARKS as u32).computed()],
    named_by: Some("person"),
    sorts: &["-updated_at"],
    flow: &MARKS_FLOW,
    on_save: deciding(of_its_person),
    waits: &[waits("create"), waits_again("read")],
    as_it_stands: &["read"],
    ..PERSONAL
};

static MARKS_FLOW: Flow = Flow {
    statuses: ACTIVE,
    rests: ACTIVE,
    editable: &[],
    deletable: ACTIVE,
    steps: &acting([Step {
        from: ACTIVE,
        by: BY_KEEPERS,
        inputs: &[ROOM, UNTIL],
        run: read,
        ..step("CM1", "read", "Mark as read")
    }]),
};

/// The conversation of two people, whoever of them is named first.
pub fn pair(one: &str, other: &str) -> String {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    format!("{first}~{second}")
}

/// Whom somebody talks to in a conversation of two; none where it is others'.
pub fn partner<'p>(pair: &'p str, own: &str) -> Option<&'p str> {
    match pair.split_once('~')? {
        (first, second) if first == own && second != own => Some(second),
        (first, second) if second == own && first != own => Some(first),
        _ => None,
    }
}

/// Whether a conversation is that of two people.
pub fn is_direct(room: &Doc) -> bool {
    room.flag("direct")
}

/// The members of a conversation.
pub fn members_of(room: &Doc) -> Vec<&str> {
    CHAT_ROOM.owners_of(room)
}

/// The keys of the messages of a conversation that somebody sees, the oldest first.
pub fn messages_of(room: &str, person: &str) -> String {
    let scope = index::scope(ScopeKind::Owner, person);
    let of = index::filter_index("room");
    keys::key(&["idx", CHAT_MESSAGE.key, &of, &scope, &room.to_lowercase()])
}

fn ids_of<'d>(doc: &'d Doc, field: &str) -> Vec<&'d str> {
    let ids = doc.get(field).and_then(Value::as_array).into_iter().flatten();
    ids.filter_map(Value::as_str).collect()
}

/// Until when somebody read a conversation; none where they never did.
pub fn read_until(marks: Option<&Doc>, room: &str) -> Option<Instant> {
    rows_of(marks?).into_iter().find(|(one, _)| one == room).map(|(_, until)| Instant(until))
}

fn rows_of(marks: &Doc) -> Vec<(String, i64)> {
    let rows = marks.get("marks").and_then(Value::as_array).into_iter().flatten();
    let row =
        |row: &Value| Some((row.get("room")?.as_str()?.to_owned(), row.get("until")?.as_i64()?));
    rows.filter_map(row).collect()
}

/// The mark of a conversation moves on, never back, and not beyond this moment.
fn read(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let room = inputs.get("room").and_then(Value::as_str).unwrap_or_default();
    let until = inputs.get("until").and_then(Value::as_i64).unwrap_or_default().min(case.now.0);
    if case.seen(&CHAT_ROOM, room)?.is_none() {
        return Err(refuse("room", NO_ROOM));
    }
    let mut rows = rows_of(doc);
    match rows.iter_mut().find(|(one, _)| one == room) {
        Some((_, was)) => *was = until.max(*was),
        None => rows.push((room.to_owned(), until)),
    }
    if rows.len() > MAX_MARKS {
        let oldest = rows.iter().enumerate().min_by_key(|(_, (_, until))| *until);
        let oldest = oldest.map_or(0, |(at, _)| at);
        rows.remove(oldest);
    }
    let row = |(room, until): &(String, i64)| json!({ "room": room, "until": until });
    doc.set("marks", rows.iter().map(row).collect::<Vec<Value>>());
    Ok("")
}

/// The same words as of one that is not there: nobody learns who talks to whom.
const NO_ROOM: &str = "Conversation was not found";

fn is_active(look: &Look, person: &str) -> Result<bool, Halt> {
    Ok(look.find(EMPLOYEE.key, person)?.is_some_and(|person| person.is_active()))
}

/// Those of a list who are colleagues at work, each once.
///
/// Errors: one who is none; more than a conversation holds.
fn people(look: &Look, wanted: &[&str]) -> Result<Vec<String>, Halt> {
    let mut found: Vec<String> = Vec::new();
    for id in wanted {
        if found.iter().any(|one| one == id) {
            continue;
        }
        if !is_active(look, id)? {
            return Err(refuse("members", "Select active colleagues"));
        }
        found.push((*id).to_owned());
    }
    room_for(found.len())?;
    Ok(found)
}

fn room_for(members: usize) -> Result<(), Halt> {
    match members <= MAX_MEMBERS {
        true => Ok(()),
        false => {
            let most = said!("A conversation has at most {most} members", most = MAX_MEMBERS);
            Err(refuse("members", most))
        }
    }
}

/// Whoever begins a conversation is in it, and tells those whom they take into it.
fn begin(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    if before.is_some() || case.actor.has(Role::Sys) {
        return Ok(());
    }
    let own = case.actor.id.clone();
    let mut wanted = vec![own.as_str()];
    wanted.extend(ids_of(doc, "members"));
    let members = people(case, &wanted)?;
    if members.len() < 2 {
        return Err(refuse("members", "Select at least one colleague"));
    }
    doc.set("direct", false);
    let added = members[1..].to_vec();
    doc.set("members", members);
    tell_added(case, doc, added)
}

fn tell_added(case: &mut Case, room: &Doc, added: Vec<String>) -> Result<(), Halt> {
    let name = room.text("name").unwrap_or_default().to_owned();
    for to in added.into_iter().filter(|to| *to != case.actor.id).collect::<Vec<_>>() {
        let (title, body) =
            (format!("{} added you to a conversation", case.actor.name), name.clone());
        let (page, about) = (page_of(&room.id), room.id.clone());
        notify(case, Notice { to, title, body, page, about, warning: false })?;
    }
    Ok(())
}

/// The address of a conversation's page.
fn page_of(room: &str) -> String {
    format!("/desk/chat/{room}")
}

fn of_several(doc: &Doc) -> Result<(), Halt> {
    match is_direct(doc) {
        true => Err(Halt::refuse(Code::Rule, "A conversation between two stays between them")),
        false => Ok(()),
    }
}

fn rename(_: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    of_several(doc)?;
    doc.set("name", inputs.get("name").and_then(Value::as_str).unwrap_or_default());
    Ok("")
}

fn add_members(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    of_several(doc)?;
    let before: Vec<String> = members_of(doc).into_iter().map(str::to_owned).collect();
    let wanted = inputs.get("members").and_then(Value::as_array).into_iter().flatten();
    let added: Vec<&str> = wanted.filter_map(Value::as_str).collect();
    let added: Vec<String> =
        people(case, &added)?.into_iter().filter(|one| !before.contains(one)).collect();
    room_for(before.len() + added.len())?;
    doc.set("members", [before, added.clone()].concat());
    tell_added(case, doc, added)?;
    Ok("")
}

/// Who began a conversation, or whom it fell to, takes others out of it.
fn remove_member(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    of_several(doc)?;
    let member = inputs.get("member").and_then(Value::as_str).unwrap_or_default();
    if !case.actor.owns(doc) {
        return Err(Halt::refuse(
            Code::Forbidden,
            "Whoever keeps the conversation removes members",
        ));
    }
    if member == case.actor.id || !members_of(doc).contains(&member) {
        return Err(refuse("member", "Select another member of the conversation"));
    }
    without(doc, member);
    Ok("")
}

fn leave(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    of_several(doc)?;
    without(doc, &case.actor.id);
    let left = members_of(doc).first().map(|one| (*one).to_owned());
    match left {
        None => Err(Halt::refuse(Code::Rule, "Nobody else is in this conversation")),
        Some(first) => {
            if case.actor.owns(doc) {
                doc.owner = Some(first);
            }
            Ok("")
        }
    }
}

fn without(doc: &mut Doc, member: &str) {
    let left = members_of(doc).into_iter().filter(|one| *one != member);
    let left: Vec<String> = left.map(str::to_owned).collect();
    doc.set("members", left);
}

/// Who says something, when, and who reads it follow from the session, the clock and the conversation.
fn say(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    if before.is_some() {
        return Ok(());
    }
    let from = doc.owner.clone().unwrap_or_default();
    let (room, mut readers) = match (doc.text("room"), doc.text("to")) {
        (Some(room), None) => in_room(case, room)?,
        (None, Some(to)) => between(case, &from, to)?,
        _ => return Err(refuse("to", "Select a colleague or a conversation")),
    };
    about::seen(case, doc.text("about_type"), doc.text("about_id"))?;
    not_a_flood(case, &room, &from)?;
    readers.retain(|one| *one != from);
    let named: Vec<String> = ids_of(doc, "mentions").into_iter().map(str::to_owned).collect();
    readers.insert(0, from.clone());
    doc.record.remove("to");
    doc.set("room", room.as_str());
    doc.set("readers", readers);
    doc.set("sent_at", case.now.0);
    let text = doc.text("text").unwrap_or_default();
    let naming = Naming { text, page: page_of(&room), about: &doc.id, of: "conversation" };
    let readers = ids_of(doc, "readers");
    mentions::tell(case, named, |one| readers.contains(&one), &naming)
}

/// A conversation that the person is in, and its members.
fn in_room(case: &Look, id: &str) -> Result<(String, Vec<String>), Halt> {
    let room = case.seen(&CHAT_ROOM, id)?.ok_or_else(|| refuse("room", NO_ROOM))?;
    let members: Vec<String> = members_of(&room).into_iter().map(str::to_owned).collect();
    let other = partner(id, &case.actor.id).filter(|_| is_direct(&room));
    if let Some(other) = other.filter(|_| !case.actor.has(Role::Sys)) {
        at_work(case, "room", other)?;
    }
    Ok((room.id.clone(), members))
}

fn at_work(case: &Look, path: &str, person: &str) -> Result<(), Halt> {
    match is_active(case, person)? {
        true => Ok(()),
        false => Err(refuse(path, "Select an active colleague")),
    }
}

/// The conversation of two colleagues, begun where they never talked before.
fn between(case: &mut Case, from: &str, to: &str) -> Result<(String, Vec<String>), Halt> {
    if from == to {
        return Err(refuse("to", "Select an active colleague"));
    }
    at_work(case, "to", to)?;
    let id = pair(from, to);
    let both = vec![from.to_owned(), to.to_owned()];
    if case.find(CHAT_ROOM.key, &id)?.is_none() {
        let mut names = Vec::new();
        for person in &both {
            let person = case.find(EMPLOYEE.key, person)?;
            let name = person.and_then(|person| person.text("name").map(str::to_owned));
            names.extend(name.map(|name| name.chars().take(28).collect::<String>()));
        }
        case.as_system(|case| {
            let mut room = save::blank(case, &CHAT_ROOM, id.clone());
            room.owner = Some(from.to_owned());
            room.set("name", names.join(", "));
            room.set("members", both.clone());
            room.set("direct", true);
            save::finish(case, &CHAT_ROOM, None, room, "create", &Record::new(), None)
        })?;
    }
    Ok((id, both))
}

/// Refuses more messages of one person in a short time than anybody types.
fn not_a_flood(case: &Look, room: &str, from: &str) -> Result<(), Halt> {
    let range = Range::prefix(&messages_of(room, from)).reversed();
    let last = match case.keys(&range, LOOKED_AT) {
        // A preview does not know them; who carries the command out does.
        Err(Halt::Need(_)) => return Ok(()),
        found => found?,
    };
    let begin = keys::sortable(case.now.0 - FLOOD_MS);
    let mut own = 0;
    for key in &last {
        let mut parts = keys::parts(key).into_iter().rev();
        let (id, sent) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if sent < begin.as_str() {
            break;
        }
        let message = case.doc(&CHAT_MESSAGE, id)?;
        own += usize::from(message.owner.as_deref() == Some(from));
    }
    match own < FLOOD {
        true => Ok(()),
        false => Err(Halt::issues(vec![Issue::new(
            "text",
            Code::RateLimit,
            "Too many messages at once. Wait a few seconds and send this one again",
        )])),
    }
}
