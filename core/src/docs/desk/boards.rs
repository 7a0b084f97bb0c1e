//! Boards: lists of cards that colleagues move, seen by the members and the maker alone.

use serde::Deserialize;
use serde_json::{Value, json};

use super::about::{self, ABOUT_ID, ABOUT_TYPE};
use super::board::{
    BoardCard, BoardComment, BoardLists, MAX_ATTACHMENTS, MAX_BINNED, MAX_CARDS, MAX_COMMENTS,
    MAX_LISTS, comments,
};
use super::mentions::{self, Naming};
use super::{ACTIVE, BY_KEEPERS, PERSONAL, refuse, wrong};
use crate::declare::case::{Case, Look};
use crate::docs::people::{EMPLOYEE, PERSON};
use crate::error::{Halt, Issue};
use crate::flow::{Flow, Step, acting, step};
use crate::kept::doc::{Doc, Record};
use crate::said;
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
        file("file", "File"),
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
    ABOUT_TYPE,
    ABOUT_ID,
];

/// What was deleted: a list, or a card with the list that it was in.
const BINNED: &[Field] = &[
    text("bin_id", "Deleted", 64).required(),
    text("title", "Title", 200).required(),
    text("list_id", "List", 64),
    int("place", "Place", 0, 1_000_000),
    rows("cards", "Cards", CARDS, MAX_CARDS as u32),
];

/// What of a card is changed: these fields, to the values beside their names; one without a value is emptied.
const EDITS: &[Field] = &[
    CARD,
    many("fields", "Fields", &EDITABLE).required(),
    text("title", "Title", 200),
    DESCRIPTION,
    COVER,
    MEMBERS,
    LABELS_OF,
    FILES,
    ABOUT_TYPE,
    ABOUT_ID,
];
static EDITABLE: Kind = Kind::Choice(&[
    ("title", "Title"),
    ("description", "Description"),
    ("cover_image", "Cover"),
    ("members", "Members"),
    ("labels", "Labels"),
    ("attachments", "Attachments"),
    ("about", "Document"),
]);

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
        rows("bin", "Deleted", BINNED, MAX_BINNED as u32).computed(),
    ],
    sorts: &["title", "-updated_at"],
    owners: Some("members"),
    waits: &[
        waits("create"),
        waits_again("add_list"),
        waits_again("rename_list"),
        waits_again("delete_list"),
        waits_again("place_list"),
        waits_again("add_card"),
        waits_again("edit_card"),
        waits_again("comment_card"),
        waits_again("remove_comment"),
        waits_again("delete_card"),
        waits_again("restore"),
        waits_again("place_card"),
    ],
    as_it_stands: &[
        "add_list",
        "rename_list",
        "delete_list",
        "place_list",
        "add_card",
        "edit_card",
        "comment_card",
        "remove_comment",
        "delete_card",
        "restore",
        "place_card",
    ],
    flow: &BOARD_FLOW,
    ..PERSONAL
};

const CARD: Field = text("card", "Card", 64).required();
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
        acts("BD11", ("edit_card", "Edit a card"), EDITS, edit_card),
        acts(
            "BD12",
            ("comment_card", "Comment on a card"),
            &[CARD, COMMENT, many("mentions", "Mentions", &MEMBER)],
            comment_card,
        ),
        acts(
            "BD13",
            ("remove_comment", "Delete a comment"),
            &[CARD, COMMENT_ID.required()],
            remove_comment,
        ),
        acts("BD14", ("delete_card", "Delete a card"), &[CARD], |_, doc, inputs| {
            change(doc, |board| board.delete_card(text_of(inputs, "card")))
        }),
        acts(
            "BD15",
            ("restore", "Bring back"),
            &[text("id", "Deleted", 64).required()],
            |_, doc, inputs| change(doc, |board| board.restore(text_of(inputs, "id"))),
        ),
        acts(
            "BD16",
            ("place_card", "Drag a card"),
            &[
                CARD,
                text("from", "From list", 64).required(),
                text("to", "To list", 64).required(),
                END,
            ],
            |_, doc, inputs| {
                let (card, from) = (text_of(inputs, "card"), text_of(inputs, "from"));
                let to = (text_of(inputs, "to"), place(inputs, "end"));
                change(doc, |board| board.place_card(card, from, to))
            },
        ),
        acts("BD17", ("place_list", "Drag a list"), &[LIST, END], |_, doc, inputs| {
            change(doc, |board| board.place_list(text_of(inputs, "list"), place(inputs, "end")))
        }),
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
    // Read where they stand: a copy of a thousand cards takes longer than moving one.
    fn rows<'d, T: Deserialize<'d>>(doc: &'d Doc, key: &str) -> Result<Vec<T>, Halt> {
        let fault = |error: serde_json::Error| Halt::Fault(format!("board {}: {error}", doc.id));
        doc.get(key).map_or(Ok(Vec::new()), Vec::deserialize).map_err(fault)
    }
    Ok(BoardLists { lists: rows(doc, "lists")?, bin: rows(doc, "bin")? })
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
    let fault = |error: serde_json::Error| Halt::Fault(error.to_string());
    doc.set("lists", serde_json::to_value(&next.lists).map_err(fault)?);
    if !next.bin.is_empty() || doc.get("bin").is_some() {
        doc.set("bin", serde_json::to_value(&next.bin).map_err(fault)?);
    }
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
        // The calls that send a whole card know of no document.
        let (about_type, about_id) = (before.about_type.clone(), before.about_id.clone());
        board.replace_card(list, BoardCard { comments, about_type, about_id, ..sent })
    })
}

/// Changes the fields of a card that are named, so that what others change of it at the same time stays.
fn edit_card(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let fault = |error: serde_json::Error| Halt::Fault(error.to_string());
    let mut whole = inputs.clone();
    whole.insert("card_id".to_owned(), text_of(inputs, "card").into());
    whole.entry("title").or_insert_with(|| "".into());
    let sent: BoardCard = serde_json::from_value(Value::Object(whole)).map_err(fault)?;
    let fields = inputs.get("fields").and_then(Value::as_array).into_iter().flatten();
    let fields: Vec<&str> = fields.filter_map(Value::as_str).collect();
    if fields.contains(&"title") && sent.title.is_empty() {
        return Err(refuse("title", "Title is required"));
    }
    on_the_board(doc, &sent)?;
    if fields.contains(&"about") {
        about::seen(case, sent.about_type.as_deref(), sent.about_id.as_deref())?;
    }
    change(doc, |board| {
        board.edit_card(text_of(inputs, "card"), |card| {
            for field in fields {
                match field {
                    "title" => card.title.clone_from(&sent.title),
                    "description" => card.description.clone_from(&sent.description),
                    "cover_image" => card.cover_image.clone_from(&sent.cover_image),
                    "members" => card.members.clone_from(&sent.members),
                    "labels" => card.labels.clone_from(&sent.labels),
                    "attachments" => card.attachments.clone_from(&sent.attachments),
                    _ => {
                        card.about_type.clone_from(&sent.about_type);
                        card.about_id.clone_from(&sent.about_id);
                    }
                }
            }
            Ok(())
        })
    })
}

fn comment_card(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let comment = BoardComment {
        id: case.new_id(),
        uid: case.actor.id.clone(),
        text: text_of(inputs, "text").to_owned(),
        at: case.now.0,
    };
    let said = comment.text.clone();
    change(doc, |board| {
        board.edit_card(text_of(inputs, "card"), |card| {
            if card.comments.len() >= MAX_COMMENTS {
                let message = said!("A card holds at most {most} comments", most = MAX_COMMENTS);
                return Err(wrong("text", message));
            }
            card.comments.push(comment);
            Ok(())
        })
    })?;
    let named = inputs.get("mentions").and_then(Value::as_array).into_iter().flatten();
    let named = named.filter_map(Value::as_str).map(str::to_owned).collect();
    let page = format!("/desk/board/{}", doc.id);
    let naming = Naming { text: &said, page, about: &doc.id, of: "board" };
    let members = members_of(doc);
    let sees = |one: &str| members.contains(&one) || doc.owner.as_deref() == Some(one);
    mentions::tell(case, named, sees, &naming)?;
    Ok("")
}

fn remove_comment(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let (who, id) = (case.actor.id.clone(), text_of(inputs, "comment_id"));
    change(doc, |board| {
        board.edit_card(text_of(inputs, "card"), |card| {
            let at = card.comments.iter().position(|one| one.id == id && one.uid == who);
            let at = at.ok_or_else(|| wrong("comment_id", "You have no such comment here"))?;
            card.comments.remove(at);
            Ok(())
        })
    })
}

/// A card names members of its board and its maker, a picture of this site, and addresses that a page may open.
fn on_the_board(doc: &Doc, card: &BoardCard) -> Result<(), Halt> {
    let members = members_of(doc);
    let known = |one: &String| members.contains(&one.as_str()) || doc.owner.as_ref() == Some(one);
    let mut issues = Vec::new();
    if !card.members.iter().all(known) {
        issues.push(wrong("card.members", "This person is not a member of the board"));
    }
    // A picture from elsewhere would tell its server who opens the board. Browsers read `//` and `/\\` as another site.
    let own = |url: &str| url.starts_with('/') && !url[1..].starts_with(['/', '\\']);
    let opens = |url: &str| own(url) || url.starts_with("https://") || url.starts_with("http://");
    if card.cover_image.as_deref().is_some_and(|url| !own(url)) {
        issues.push(wrong("card.cover_image", "Enter the path of a picture on this site: /…"));
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
