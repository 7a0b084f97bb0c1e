//! The calls of the to-do list.

use godown_core::docs::desk::todos::TODO_LIST;
use godown_core::error::Halt;
use godown_core::kept::doc::Record;
use godown_core::query::desk::todos::{self, TodoItem, TodoTagItem};
use godown_core::said;
use serde_json::{Map, Value, json};

use super::{act_on_own, inputs, named, rename, sent, whole};
use crate::api::own::asked;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};

pub const TODO_QUERY: &[&str] = &["id"];

pub async fn all(mut ask: Ask) -> Result<Answer<Vec<TodoItem>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| todos::todos(read, actor, now)).await
}

pub async fn tags(mut ask: Ask) -> Result<Answer<Vec<TodoTagItem>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| todos::tags(read, actor, now)).await
}

pub async fn one(mut ask: Ask) -> Result<Answer<TodoItem>, Problem> {
    let no = named(&mut ask, TODO_QUERY).map(|id| id.and_then(|id| id.parse::<i64>().ok()));
    asked(&ask, no, |read, actor, now, no| todos::todo(read, actor, now, *no)).await
}

pub async fn add(mut ask: Ask) -> Result<Answer<Vec<TodoItem>>, Problem> {
    let mut todo = within(&mut ask, "todo")?;
    // Its number is the server's to give.
    todo.remove("id");
    changed(&ask, "add", todo_of(todo)).await
}

/// Changes a to-do, and answers it alone.
pub async fn update(mut ask: Ask) -> Result<Answer<TodoItem>, Problem> {
    let todo = within(&mut ask, "todo")?;
    let no = whole(&todo, "id")?;
    act_on_own(&ask, &TODO_LIST, "change", todo_of(todo)).await?;
    asked(&ask, Ok(()), move |read, actor, now, ()| todos::todo(read, actor, now, Some(no))).await
}

pub async fn delete(mut ask: Ask) -> Result<Answer<Vec<TodoItem>>, Problem> {
    let todo = within(&mut ask, "todo")?;
    changed(&ask, "remove", inputs([("no", whole(&todo, "id")?.into())])).await
}

pub async fn reorder(mut ask: Ask) -> Result<Answer<Vec<TodoItem>>, Problem> {
    let (_, body) = sent(&mut ask, &TODO_LIST, &["todoList"])?;
    let unread = || Problem::malformed("todoList", "todoList must be a list of to-dos");
    let list = body.get("todoList").and_then(Value::as_array).ok_or_else(unread)?;
    let number = |todo: &Value| Some(json!({ "no": todo.get("id")?.as_i64()? }));
    let order: Option<Vec<Value>> = list.iter().map(number).collect();
    changed(&ask, "reorder", inputs([("order", order.ok_or_else(unread)?.into())])).await
}

/// Adds a tag, and answers it alone.
pub async fn add_tag(mut ask: Ask) -> Result<Answer<TodoTagItem>, Problem> {
    let tag = within(&mut ask, "tag")?;
    let name = tag.get("name").cloned().unwrap_or_default();
    act_on_own(&ask, &TODO_LIST, "add_tag", inputs([("name", name)])).await?;
    asked(&ask, Ok(()), |read, actor, now, ()| {
        let last = todos::tags(read, actor, now)?.pop();
        last.ok_or_else(|| Halt::Fault("a tag that was added is not there".into()))
    })
    .await
}

pub async fn delete_tag(mut ask: Ask) -> Result<Answer<Vec<TodoTagItem>>, Problem> {
    let tag = within(&mut ask, "tag")?;
    let no = whole(&tag, "id")?.into();
    act_on_own(&ask, &TODO_LIST, "remove_tag", inputs([("no", no)])).await?;
    asked(&ask, Ok(()), |read, actor, now, ()| todos::tags(read, actor, now)).await
}

/// The object that stands under a name in what was sent.
fn within(ask: &mut Ask, key: &str) -> Result<Map<String, Value>, Problem> {
    let (_, mut body) = sent(ask, &TODO_LIST, &[key])?;
    match body.remove(key) {
        Some(Value::Object(object)) => Ok(object),
        _ => Err(Problem::malformed(key, said!("{key} must be an object", key))),
    }
}

/// Names of the wire, and those of the declaration.
const NAMES: &[(&str, &str)] = &[
    ("id", "no"),
    ("startDate", "start_date"),
    ("dueDate", "due_date"),
    ("tag", "tags"),
    ("done", "finished"),
];

/// A to-do under the names of its declaration.
fn todo_of(mut todo: Map<String, Value>) -> Record {
    for (from, to) in NAMES {
        rename(&mut todo, from, to);
    }
    if let Some(Value::Array(tags)) = todo.get_mut("tags") {
        tags.iter_mut().for_each(super::as_text);
    }
    todo
}

async fn changed(
    ask: &Ask,
    action: &str,
    inputs: Record,
) -> Result<Answer<Vec<TodoItem>>, Problem> {
    act_on_own(ask, &TODO_LIST, action, inputs).await?;
    asked(ask, Ok(()), |read, actor, now, ()| todos::todos(read, actor, now)).await
}
