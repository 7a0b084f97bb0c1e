//! Boards as the template's calls tell them: with the members' names, and labels as numbers.

use super::{Colleague, colleague, viewer};
use crate::declare::actor::Actor;
use crate::declare::case::not_found;
use crate::docs;
use crate::docs::desk::board::{BoardCard, BoardList};
use crate::docs::desk::boards::{self, BOARD, LABELS};
use crate::docs::desk::iso;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::query::list::{self, PAGE_ROWS, Query};
use crate::value::Instant;

json_answer! {
    /// A label that cards wear.
    pub struct ScrumLabel {
        pub id: i64,
        pub title: &'static str,
        /// The role of its colour.
        pub color: &'static str,
    }
}

json_answer! {
    /// A board by name.
    pub struct ScrumTitle {
        pub id: String,
        pub title: String,
    }
}

json_answer! {
    /// A board with everything on it.
    pub struct ScrumBoard {
        pub id: String,
        pub title: String,
        pub list: Vec<ScrumList>,
        pub members: Vec<Colleague>,
    }
}

json_answer! {
    /// A column of a board.
    pub struct ScrumList {
        pub id: String,
        pub title: String,
        pub cards as "cardList": Vec<ScrumCard>,
    }
}

json_answer! {
    /// A card.
    pub struct ScrumCard {
        pub id: String,
        pub title: String,
        pub cover_image as "coverImage" [optional]: Option<String>,
        /// The ids of people.
        pub members: Vec<String>,
        /// The numbers of labels.
        pub labels: Vec<i64>,
        pub description [optional]: Option<String>,
        pub attachments: Vec<ScrumFile>,
        pub comments: Vec<ScrumComment>,
    }
}

json_answer! {
    /// A file that a card names.
    pub struct ScrumFile {
        pub name: String,
        pub size: String,
        pub url: String,
    }
}

json_answer! {
    /// What somebody wrote on a card.
    pub struct ScrumComment {
        pub id: String,
        /// The id of a person.
        pub uid: String,
        pub text: String,
        /// `YYYY-MM-DDTHH:MM:SS.mmmZ`.
        pub time: String,
    }
}

/// The labels that cards may wear.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn labels(_: &dyn Read, actor: &Actor, _: Instant) -> Result<Vec<ScrumLabel>, Halt> {
    viewer(actor, &BOARD)?;
    let told =
        LABELS.iter().map(|one| ScrumLabel { id: one.id, title: one.title, color: one.color });
    Ok(told.collect())
}

/// The boards of which somebody is a member or the maker, by title.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn boards(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<ScrumTitle>, Halt> {
    let rows = rows(read, actor, now, ("title", PAGE_ROWS))?;
    Ok(rows.into_iter().map(|(id, title)| ScrumTitle { id, title }).collect())
}

fn rows(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    (sort, limit): (&str, usize),
) -> Result<Vec<(String, String)>, Halt> {
    let query = Query { sort: sort.to_owned(), limit, ..Query::default() };
    let page = list::page(read, actor, now, BOARD.key, &query)?;
    let text = |row: &crate::kept::doc::Record, key: &str| {
        row.get(key).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
    };
    Ok(page.records()?.iter().map(|row| (text(row, "id"), text(row, "title"))).collect())
}

/// The board with an id; without one, that which was changed last of those that somebody sees.
///
/// Errors: not found where there is none, or it is others' alone.
pub fn board(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    id: Option<&str>,
) -> Result<ScrumBoard, Halt> {
    viewer(actor, &BOARD)?;
    let look = docs::look(read, actor, now);
    let last = match id {
        Some(_) => None,
        None => rows(read, actor, now, ("-updated_at", 1))?.pop().map(|(id, _)| id),
    };
    let id = id.or(last.as_deref()).ok_or_else(|| not_found(&BOARD))?;
    let doc = boards::seen(&look, id)?;
    left(read, actor, now, &doc)
}

/// A board as a command of somebody left it.
///
/// Errors: what the reader cannot answer.
pub fn left(read: &dyn Read, actor: &Actor, now: Instant, doc: &Doc) -> Result<ScrumBoard, Halt> {
    let look = docs::look(read, actor, now);
    let mut members = Vec::new();
    for member in boards::members_of(doc) {
        members.extend(colleague(&look, member)?);
    }
    Ok(told(doc, boards::lists_of(doc)?.lists, members))
}

fn told(doc: &Doc, lists: Vec<BoardList>, members: Vec<Colleague>) -> ScrumBoard {
    let list = |one: BoardList| ScrumList {
        id: one.id,
        title: one.title,
        cards: one.cards.into_iter().map(card).collect(),
    };
    ScrumBoard {
        id: doc.id.clone(),
        title: doc.text("title").unwrap_or_default().to_owned(),
        list: lists.into_iter().map(list).collect(),
        members,
    }
}

fn card(card: BoardCard) -> ScrumCard {
    let file = |one: crate::docs::desk::board::BoardFile| ScrumFile {
        name: one.name,
        size: one.size.unwrap_or_default(),
        url: one.url,
    };
    let comment = |one: crate::docs::desk::board::BoardComment| ScrumComment {
        id: one.id,
        uid: one.uid,
        text: one.text,
        time: iso(Instant(one.at)),
    };
    ScrumCard {
        id: card.id,
        title: card.title,
        cover_image: card.cover_image,
        members: card.members,
        labels: card.labels.iter().filter_map(|label| label.parse().ok()).collect(),
        description: card.description,
        attachments: card.attachments.into_iter().map(file).collect(),
        comments: card.comments.into_iter().map(comment).collect(),
    }
}
