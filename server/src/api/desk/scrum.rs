//! The calls of the scrum board.

use godown_core::docs::desk::boards::BOARD;
use godown_core::kept::doc::Record;
use godown_core::query::desk::boards::{self, ScrumBoard, ScrumLabel, ScrumTitle};
use godown_core::query::desk::{self, Colleague};
use godown_core::said;
use godown_core::write::command::CommandKind;
use serde_json::{Map, Value};
use warp::http::header::CONTENT_TYPE;

use super::{act, as_text, done, inputs, keeper, named, rename, sent, text, whole};
use crate::api::own::asked;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};
use crate::call::{header, strict};

pub const BOARD_QUERY: &[&str] = &["id", "boardId"];

pub async fn members(mut ask: Ask) -> Result<Answer<Vec<Colleague>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| desk::colleagues(read, actor, now)).await
}

pub async fn labels(mut ask: Ask) -> Result<Answer<Vec<ScrumLabel>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| boards::labels(read, actor, now)).await
}

pub async fn all(mut ask: Ask) -> Result<Answer<Vec<ScrumTitle>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| boards::boards(read, actor, now)).await
}

/// The board that is named, else the one that was changed last.
// DECISIONS 212
pub async fn one(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let id = named(&mut ask, BOARD_QUERY);
    asked(&ask, id, |read, actor, now, id| boards::board(read, actor, now, id.as_deref())).await
}

/// Makes a board of the bare title that is sent, or of JSON with one.
pub async fn add_board(mut ask: Ask) -> Result<Answer<Vec<ScrumTitle>>, Problem> {
    keeper(&ask, &BOARD)?;
    let title = title(&mut ask)?;
    let record = inputs([("title", title.into())]);
    done(&ask, CommandKind::Create { doc_type: BOARD.key.to_owned(), record }).await?;
    asked(&ask, Ok(()), |read, actor, now, ()| boards::boards(read, actor, now)).await
}

fn title(ask: &mut Ask) -> Result<String, Problem> {
    let missing = || Problem::malformed("title", "title must be a text");
    let is_json = header(&ask.headers, &CONTENT_TYPE).starts_with("application/json");
    let bytes = ask.bytes()?;
    let text = match is_json {
        true => match strict::json(&bytes) {
            Ok(Value::String(title)) => title,
            Ok(Value::Object(body)) => text(&body, "title")?.to_owned(),
            _ => return Err(missing()),
        },
        false => String::from_utf8(bytes.into()).map_err(|_| missing())?,
    };
    if text.trim().is_empty() { Err(missing()) } else { Ok(text) }
}

/// What was sent to change a board.
struct Change {
    board: String,
    body: Map<String, Value>,
}

impl Change {
    fn read(ask: &mut Ask, known: &[&str]) -> Result<Change, Problem> {
        let known: Vec<&str> = std::iter::once("boardId").chain(known.iter().copied()).collect();
        let (_, body) = sent(ask, &BOARD, &known)?;
        Ok(Change { board: text(&body, "boardId")?.to_owned(), body })
    }

    fn text(&self, key: &str) -> Result<Value, Problem> {
        Ok(text(&self.body, key)?.into())
    }

    fn whole(&self, key: &str) -> Result<Value, Problem> {
        Ok(whole(&self.body, key)?.into())
    }

    /// The index of one end of a move.
    fn index(&self, key: &str) -> Result<Value, Problem> {
        let missing = || Problem::malformed(key, said!("{key} must have an index", key));
        let end = self.body.get(key).and_then(Value::as_object).ok_or_else(missing)?;
        Ok(whole(end, "index").map_err(|_| missing())?.into())
    }

    /// Carries it out; the board as it left it, even where it took the board out of the person's sight.
    async fn done(
        self,
        ask: &Ask,
        action: &str,
        inputs: Record,
    ) -> Result<Answer<ScrumBoard>, Problem> {
        let left = act(ask, (&BOARD, &self.board), action, inputs).await?;
        asked(ask, Ok(()), move |read, actor, now, ()| boards::left(read, actor, now, &left)).await
    }
}

pub async fn add_member(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, &["memberId"])?;
    let inputs = inputs([("member", change.text("memberId")?)]);
    change.done(&ask, "add_member", inputs).await
}

pub async fn delete_member(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, &["memberId"])?;
    let inputs = inputs([("member", change.text("memberId")?)]);
    change.done(&ask, "remove_member", inputs).await
}

pub async fn add_column(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, &["listTitle"])?;
    let inputs = inputs([("title", change.text("listTitle")?)]);
    change.done(&ask, "add_list", inputs).await
}

pub async fn rename_column(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, &["listId", "listTitle"])?;
    let inputs = inputs([("list", change.text("listId")?), ("title", change.text("listTitle")?)]);
    change.done(&ask, "rename_list", inputs).await
}

pub async fn delete_column(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, &["listId"])?;
    let inputs = inputs([("list", change.text("listId")?)]);
    change.done(&ask, "delete_list", inputs).await
}

pub async fn add_card(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, &["listId", "cardTitle"])?;
    let inputs = inputs([("list", change.text("listId")?), ("title", change.text("cardTitle")?)]);
    change.done(&ask, "add_card", inputs).await
}

pub async fn update_card(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, &["listId", "card"])?;
    let card = change.body.get("card").and_then(Value::as_object);
    let card = card.ok_or_else(|| Problem::malformed("card", "card must be an object"))?;
    let inputs = inputs([("list", change.text("listId")?), ("changed", card_of(card))]);
    change.done(&ask, "update_card", inputs).await
}

/// A card under the names of its declaration. When a comment was written is not for its writer to say.
fn card_of(sent: &Map<String, Value>) -> Value {
    let mut card = sent.clone();
    rename(&mut card, "id", "card_id");
    rename(&mut card, "coverImage", "cover_image");
    let rows = |card: &mut Map<String, Value>, key: &str, change: fn(&mut Value)| {
        if let Some(Value::Array(rows)) = card.get_mut(key) {
            rows.iter_mut().for_each(change);
        }
    };
    rows(&mut card, "labels", as_text);
    rows(&mut card, "attachments", |file| {
        if let Some(size) = file.get_mut("size") {
            as_text(size);
        }
    });
    rows(&mut card, "comments", |comment| {
        if let Value::Object(comment) = comment {
            comment.remove("time");
            rename(comment, "id", "comment_id");
        }
    });
    Value::Object(card)
}

pub async fn reorder_list(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, &["startIndex", "endIndex"])?;
    let inputs =
        inputs([("start", change.whole("startIndex")?), ("end", change.whole("endIndex")?)]);
    change.done(&ask, "reorder_list", inputs).await
}

pub async fn reorder_card(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, &["listId", "startIndex", "endIndex"])?;
    let inputs = inputs([
        ("list", change.text("listId")?),
        ("start", change.whole("startIndex")?),
        ("end", change.whole("endIndex")?),
    ]);
    change.done(&ask, "reorder_card", inputs).await
}

/// The template spells the ids of the lists with a small l.
const MOVE: &[&str] = &["sourcelistId", "destinationlistId", "source", "destination"];

pub async fn move_card(mut ask: Ask) -> Result<Answer<ScrumBoard>, Problem> {
    let change = Change::read(&mut ask, MOVE)?;
    let inputs = inputs([
        ("from", change.text("sourcelistId")?),
        ("to", change.text("destinationlistId")?),
        ("start", change.index("source")?),
        ("end", change.index("destination")?),
    ]);
    change.done(&ask, "move_card", inputs).await
}
