//! To-dos and tags as the template's calls tell them.

use super::viewer;
use crate::declare::actor::Actor;
use crate::docs;
use crate::docs::desk::todo::{Todo, TodoTag, Todos};
use crate::docs::desk::todos::{TODO_LIST, todos_of};
use crate::error::{Code, Halt};
use crate::json_answer;
use crate::kept::read::Read;
use crate::value::Instant;

json_answer! {
    /// A to-do.
    pub struct TodoItem {
        pub id: i64,
        pub title: String,
        pub note: String,
        pub important: bool,
        pub starred: bool,
        pub done: bool,
        pub read: bool,
        pub selected: bool,
        pub start_date as "startDate": Option<String>,
        pub due_date as "dueDate": Option<String>,
        /// The numbers of tags.
        pub tag: Vec<i64>,
    }
}

json_answer! {
    /// A tag.
    pub struct TodoTagItem {
        pub id: i64,
        pub name: String,
    }
}

impl From<Todo> for TodoItem {
    fn from(todo: Todo) -> TodoItem {
        TodoItem {
            id: todo.no,
            title: todo.title,
            note: todo.note.unwrap_or_default(),
            important: todo.important,
            starred: todo.starred,
            done: todo.done,
            read: todo.read,
            selected: todo.selected,
            start_date: todo.start_date,
            due_date: todo.due_date,
            tag: todo.tags.iter().filter_map(|tag| tag.parse().ok()).collect(),
        }
    }
}

impl From<TodoTag> for TodoTagItem {
    fn from(tag: TodoTag) -> TodoTagItem {
        TodoTagItem { id: tag.no, name: tag.name }
    }
}

fn own(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Todos, Halt> {
    viewer(actor, &TODO_LIST)?;
    let look = docs::look(read, actor, now);
    let kept = look.seen(&TODO_LIST, &actor.id)?;
    kept.map_or_else(|| Ok(Todos::default()), |doc| todos_of(&doc))
}

/// What somebody has to do, in their order.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn todos(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<TodoItem>, Halt> {
    Ok(own(read, actor, now)?.todos.into_iter().map(TodoItem::from).collect())
}

/// One of their to-dos.
///
/// Errors: not found for a number that none has.
pub fn todo(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    no: Option<i64>,
) -> Result<TodoItem, Halt> {
    let found = own(read, actor, now)?.todos.into_iter().find(|todo| Some(todo.no) == no);
    let missing = || Halt::refuse(Code::NotFound, "To-do not found or you cannot see it");
    found.map(TodoItem::from).ok_or_else(missing)
}

/// Their tags.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn tags(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<TodoTagItem>, Halt> {
    Ok(own(read, actor, now)?.tags.into_iter().map(TodoTagItem::from).collect())
}
