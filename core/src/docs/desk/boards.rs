//! Boards: lists of cards that colleagues move, seen by the members and the maker alone.

use serde_json::{Value, json};

use super::board::{
    BoardCard, BoardComment, BoardLists, MAX_ATTACHMENTS, MAX_CARDS, MAX_COMMENTS, MAX_LISTS,
    comments,
};
use super::{ACTIVE, BY_KEEPERS, PERSONAL, refuse, wrong};
use crate::declare::case::{Case, Look};
use crate::docs::people::{EMPLOYEE, PERSON};
use crate::error::{Halt, Issue};
use crate::flow::{Flow, Step, acting, step};
use crate::kept::doc::{Doc, Record};
use crate::schema::*;

/// A label that cards wear: its number, its words and the role of its colour.
pub struct BoardLabel {
    pub id: i64,
    pub title: &'static str,
    pub color: &'static str,
}

const fn label(id: i64, title: &'static str, color: &'static str) -> BoardLabel {
    BoardLabel { id, title, color }
}

/// The labels of the specification.
pub const LABELS: &[BoardLabel] = &[
    label(1, "Active", "primary"),
    label(2, "Complete", "green"),
    label(3, "Ready", "secondary"),
    label(4, "High Priority", "error"),
];

const LABEL_WORDS: &[Choice] =
    &[("1", "Active"), ("2", "Complete"), ("3", "Ready"), ("4", "High Priority")];
static LABEL: Kind = Kind::Choice(LABEL_WORDS);
static MEMBER: Kind = PERSON;

/// The most characters of a title.
const TITLE: u32 = 100;
/// The most characters of an address.
const ADDRESS: u32 = 500;
const LIST_ID: Field = text("list_id", "List", 64).required();
const CARD_ID: Field = text("card_id", "Card", 64).required();
const COMMENT_ID: Field = text("comment_id", "Comment", 64);
const CARD_TITLE: Field = text("title", "Title", 200).required();
const COVER: Field = text("cover_image", "Cover", ADDRESS);
const DESCRIPTION: Field = note("description", "Description", 4_000);
const MEMBERS: Field = many("members", "Members", &MEMBER);
const LABELS_OF: Field = many("labels", "Labels", &LABEL);
const FILES: Field = rows(
    "attachments",
    "Attachments",
    &[
        text("name", "Name", 200).required(),
        text("size", "Size", 20),
        text("url", "Address", ADDRESS).required(),
    ],
    MAX_ATTACHMENTS as u32,
);
const COMMENT: Field = note("text", "Text", 2_000).required();

const COMMENTS: &[Field] =
    &[COMMENT_ID.required(), link("uid", "By", &EMPLOYEE).required(), COMMENT, instant("at", "At")];

const CARDS: &[Field] = &[
    CARD_ID,
    CARD_TITLE,
    COVER,
    DESCRIPTION,
    MEMBERS,
    LABELS_OF,
    FILES,
    rows("comments", "Comments", COMMENTS, MAX_COMMENTS as u32),
];

/// A card as somebody sends it: who wrote, and when, is not for them to say.
const CARD_SENT: &[Field] = &[
    CARD_ID,
    CARD_TITLE,
    COVER,
    DESCRIPTION,
    MEMBERS,
    LABELS_OF,
    FILES,
    rows(
        "comments",
        "Comments",
        &[COMMENT_ID, text("uid", "By", 64), COMMENT],
        MAX_COMMENTS as u32,
    ),
];

pub static BOARD: DocType = DocType {
    key: "board",
    label: "Board",
    plural: "Boards",
    title: "title",
    fields: &[
        text("title", "Title", TITLE).required().listed().searched(),
        MEMBERS.computed(),
        rows(
            "lists",
            "Lists",
            &[
                LIST_ID,
                text("title", "Title", TITLE).required(),
                rows("cards", "Cards", CARDS, MAX_CARDS as u32),
            ],
            MAX_LISTS as u32,
        )
        .computed(),
    ],
    sorts: &["title", "-updated_at"],
    owners: Some("members"),
    flow: &BOARD_FLOW,
    ..PERSONAL
};

const LIST: Field = text("list", "List", 64).required();
const NAME: Field = text("title", "Title", TITLE).required();
const START: Field = int("start", "From place", -1, 1_000_000).required();
const END: Field = int("end", "To place", -1, 1_000_000).required();
const WHO: &[Field] = &[link("member", "Member", &EMPLOYEE).required()];

/// A row of the table: its name, what it asks for, and what it makes of the board.
const fn acts(
    id: &'static str,
    (action, label): (&'static str, &'static str),
    inputs: &'static [Field],
    run: crate::flow::Run,
) -> Step {
    Step { from: ACTIVE, by: BY_KEEPERS, inputs, run, ..step(id, action, label) }
}

static BOARD_FLOW: Flow = Flow {
    statuses: ACTIVE,
    rests: ACTIVE,
    editable: ACTIVE,
    deletable: ACTIVE,
    steps: &acting([
        acts("BD1", ("add_member", "Add a member"), WHO, add_member),
        acts("BD2", ("remove_member", "Take a member off"), WHO, remove_member),
        acts("BD3", ("add_list", "Add a list"), &[NAME], |case, doc, inputs| {
            let id = case.new_id();
            change(doc, |board| board.add_list(id, text_of(inputs, "title")))
        }),
        acts("BD4", ("rename_list", "Rename a list"), &[LIST, NAME], |_, doc, inputs| {
            let (list, title) = (text_of(inputs, "list"), text_of(inputs, "title"));
            change(doc, |board| board.rename_list(list, title))
        }),
        acts("BD5", ("delete_list", "Delete a list"), &[LIST], |_, doc, inputs| {
            change(doc, |board| board.delete_list(text_of(inputs, "list")))
        }),
        acts("BD6", ("add_card", "Add a card"), &[LIST, CARD_TITLE], |case, doc, inputs| {
            let (id, list) = (case.new_id(), text_of(inputs, "list"));
            change(doc, |board| board.add_card(list, id, text_of(inputs, "title")))
        }),
        acts(
            "BD7",
            ("update_card", "Change a card"),
            &[LIST, group("changed", "Card", CARD_SENT).required()],
            update_card,
        ),
        acts("BD8", ("reorder_list", "Move a list"), &[START, END], |_, doc, inputs| {
            change(doc, |board| board.reorder_list(place(inputs, "start"), place(inputs, "end")))
        }),
        acts(
            "BD9",
            ("reorder_card", "Move a card in its list"),
            &[LIST, START, END],
            |_, doc, inputs| {
                let list = text_of(inputs, "list");
                change(doc, |board| {
                    board.reorder_card(list, place(inputs, "start"), place(inputs, "end"))
                })
            },
        ),
        acts(
            "BD10",
            ("move_card", "Move a card to a list"),
            &[
                text("from", "From list", 64).required(),
                text("to", "To list", 64).required(),
                START,
                END,
            ],
            |_, doc, inputs| {
                let from = (text_of(inputs, "from"), place(inputs, "start"));
                let to = (text_of(inputs, "to"), place(inputs, "end"));
                change(doc, |board| board.move_card(from, to))
            },
        ),
    ]),
};

fn text_of<'r>(inputs: &'r Record, key: &str) -> &'r str {
    inputs.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn place(inputs: &Record, key: &str) -> i64 {
    inputs.get(key).and_then(Value::as_i64).unwrap_or(-1)
}

/// What stands on a board.
///
/// Errors: `Fault` for lists that are none.
pub fn lists_of(doc: &Doc) -> Result<BoardLists, Halt> {
    let lists = doc.get("lists").cloned().unwrap_or_else(|| json!([]));
    let lists = serde_json::from_value(lists);
    let fault = |error: serde_json::Error| Halt::Fault(format!("board {}: {error}", doc.id));
    Ok(BoardLists { lists: lists.map_err(fault)? })
}

/// The members of a board.
pub fn members_of(doc: &Doc) -> Vec<&str> {
    BOARD.owners_of(doc)
}

fn change(
    doc: &mut Doc,
    to: impl FnOnce(&BoardLists) -> Result<BoardLists, Issue>,
) -> Result<&'static str, Halt> {
    let next = to(&lists_of(doc)?).map_err(|issue| Halt::issues(vec![issue]))?;
    let lists =
        serde_json::to_value(&next.lists).map_err(|error| Halt::Fault(error.to_string()))?;
    doc.set("lists", lists);
    Ok("")
}

fn add_member(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let member = text_of(inputs, "member");
    if !case.find(EMPLOYEE.key, member)?.is_some_and(|person| person.is_active()) {
        return Err(refuse("member", "Select an active employee"));
    }
    let mut members: Vec<String> = members_of(doc).into_iter().map(str::to_owned).collect();
    if !members.iter().any(|one| one == member) {
        members.push(member.to_owned());
    }
    doc.set("members", members);
    Ok("")
}

/// Takes a member off the board and off its cards: they no longer see it.
fn remove_member(_: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let member = text_of(inputs, "member");
    let mut members: Vec<String> = members_of(doc).into_iter().map(str::to_owned).collect();
    if !members.iter().any(|one| one == member) {
        return Err(refuse("member", "This person is not a member of the board"));
    }
    members.retain(|one| one != member);
    doc.set("members", members);
    change(doc, |board| Ok(board.without(member)))
}

fn update_card(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let sent = inputs.get("changed").cloned().unwrap_or_else(|| json!({}));
    let sent: BoardCard =
        serde_json::from_value(sent).map_err(|error| Halt::Fault(error.to_string()))?;
    on_the_board(doc, &sent)?;
    let (who, now, id) = (case.actor.id.clone(), case.now.0, case.new_id());
    change(doc, |board| {
        let list = text_of(inputs, "list");
        let before = board.card(list, &sent.id)?;
        let comments: Vec<BoardComment> =
            comments(&before.comments, &sent.comments, &who, (now, &id))?;
        board.replace_card(list, BoardCard { comments, ..sent })
    })
}

/// A card names members of its board and its maker, and addresses that a page may open.
fn on_the_board(doc: &Doc, card: &BoardCard) -> Result<(), Halt> {
    let members = members_of(doc);
    let known = |one: &String| members.contains(&one.as_str()) || doc.owner.as_ref() == Some(one);
    let mut issues = Vec::new();
    if !card.members.iter().all(known) {
        issues.push(wrong("card.members", "This person is not a member of the board"));
    }
    let opens = |url: &str| ["/", "https://", "http://"].iter().any(|begin| url.starts_with(begin));
    if card.cover_image.as_deref().is_some_and(|url| !opens(url)) {
        issues.push(wrong("card.cover_image", "Enter the address of a picture"));
    }
    if card.attachments.iter().any(|file| !opens(&file.url)) {
        issues.push(wrong("card.attachments", "Enter the address of a file"));
    }
    crate::error::done(issues)
}

/// The board, for whoever is a member of it or made it.
///
/// Errors: not found for everybody else.
pub fn seen(look: &Look, id: &str) -> Result<std::sync::Arc<Doc>, Halt> {
    look.seen(&BOARD, id)?.ok_or_else(|| crate::declare::case::not_found(&BOARD))
}
