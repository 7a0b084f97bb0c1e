//! A person's to-dos and tags, and what may become of them: functions that leave their list as it is and give the next
//! one, or the one problem found.

use serde::{Deserialize, Serialize};

use super::wrong;
use crate::error::Issue;
use crate::said;
use crate::value::Day;

/// The most to-dos of a person.
pub const MAX_TODOS: usize = 1_000;
/// The most tags of a person.
pub const MAX_TAGS: usize = 100;

/// What a person has to do, in their own order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Todos {
    /// The highest number that was given to a to-do.
    pub last: i64,
    /// The highest number that was given to a tag.
    pub last_tag: i64,
    pub todos: Vec<Todo>,
    pub tags: Vec<TodoTag>,
}

/// Something to be done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Todo {
    #[serde(default)]
    pub no: i64,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[serde(default)]
    pub important: bool,
    #[serde(default)]
    pub starred: bool,
    #[serde(rename = "finished", default)]
    pub done: bool,
    #[serde(default)]
    pub read: bool,
    #[serde(default)]
    pub selected: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_date: Option<String>,
    /// The numbers of tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The document that it follows up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about_id: Option<String>,
}

/// A word that to-dos are found by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TodoTag {
    pub no: i64,
    pub name: String,
}

impl Todos {
    /// Adds a to-do at the end under the next number.
    pub fn add(&self, todo: Todo) -> Result<Todos, Issue> {
        if self.todos.len() >= MAX_TODOS {
            return Err(wrong(
                "title",
                said!("A list holds at most {most} to-dos", most = MAX_TODOS),
            ));
        }
        self.fits(&todo)?;
        let mut next = self.clone();
        next.last += 1;
        next.todos.push(Todo { no: next.last, ..todo });
        Ok(next)
    }

    /// The same, at a place: what was deleted comes back to where it stood.
    pub fn add_at(&self, todo: Todo, place: i64) -> Result<Todos, Issue> {
        let next = self.add(todo)?;
        next.place(next.last, place)
    }

    /// Puts a to-do in the place of the one with its number; it stays about the same document.
    pub fn update(&self, todo: Todo) -> Result<Todos, Issue> {
        let at = self.at(todo.no)?;
        self.fits(&todo)?;
        let mut next = self.clone();
        let Todo { about_type, about_id, .. } = self.todos[at].clone();
        next.todos[at] = Todo { about_type, about_id, ..todo };
        Ok(next)
    }

    /// Puts a to-do at a place of the list, or at its end where it is shorter.
    pub fn place(&self, no: i64, to: i64) -> Result<Todos, Issue> {
        let at = self.at(no)?;
        let to = usize::try_from(to).map_err(|_| wrong("to", "There is nothing at this place"))?;
        let mut next = self.clone();
        let todo = next.todos.remove(at);
        let to = to.min(next.todos.len());
        next.todos.insert(to, todo);
        Ok(next)
    }

    pub fn delete(&self, no: i64) -> Result<Todos, Issue> {
        let at = self.at(no)?;
        let mut next = self.clone();
        next.todos.remove(at);
        Ok(next)
    }

    /// The same to-dos in the order of these numbers, each once.
    pub fn reorder(&self, order: &[i64]) -> Result<Todos, Issue> {
        let mut next = Todos { todos: Vec::new(), ..self.clone() };
        for no in order {
            if next.todos.iter().any(|todo| todo.no == *no) {
                return Err(wrong("order", "A to-do is listed twice"));
            }
            next.todos.push(self.todos[self.at(*no)?].clone());
        }
        match next.todos.len() == self.todos.len() {
            true => Ok(next),
            false => Err(wrong("order", "A to-do is missing. Reload and try again")),
        }
    }

    /// Adds a tag under the next number.
    pub fn add_tag(&self, name: &str) -> Result<Todos, Issue> {
        if self.tags.len() >= MAX_TAGS {
            return Err(wrong("name", said!("A list has at most {most} tags", most = MAX_TAGS)));
        }
        if self.tags.iter().any(|tag| tag.name.to_lowercase() == name.to_lowercase()) {
            return Err(wrong("name", "This tag already exists"));
        }
        let mut next = self.clone();
        next.last_tag += 1;
        next.tags.push(TodoTag { no: next.last_tag, name: name.to_owned() });
        Ok(next)
    }

    /// Takes a tag out, of the to-dos too.
    pub fn delete_tag(&self, no: i64) -> Result<Todos, Issue> {
        let at = self.tags.iter().position(|tag| tag.no == no);
        let at = at.ok_or_else(|| wrong("no", "There is no such tag"))?;
        let mut next = self.clone();
        next.tags.remove(at);
        let gone = no.to_string();
        for todo in &mut next.todos {
            todo.tags.retain(|tag| *tag != gone);
        }
        Ok(next)
    }

    fn at(&self, no: i64) -> Result<usize, Issue> {
        let found = self.todos.iter().position(|todo| todo.no == no);
        found.ok_or_else(|| wrong("no", "There is no such to-do"))
    }

    /// Its tags are there, and its days are days.
    fn fits(&self, todo: &Todo) -> Result<(), Issue> {
        let known = |tag: &String| self.tags.iter().any(|one| one.no.to_string() == *tag);
        if !todo.tags.iter().all(known) {
            return Err(wrong("tags", "There is no such tag"));
        }
        let day = |text: &String| text.get(..10).and_then(Day::parse).is_some();
        for (path, text) in [("start_date", &todo.start_date), ("due_date", &todo.due_date)] {
            if text.as_ref().is_some_and(|text| !day(text)) {
                return Err(wrong(path, "Enter a date"));
            }
        }
        // Days of ISO 8601 stand in the order of their texts.
        let days = todo.start_date.as_ref().zip(todo.due_date.as_ref());
        match days.is_some_and(|(start, due)| due.get(..10) < start.get(..10)) {
            true => Err(wrong("due_date", "Due must not be before Start")),
            false => Ok(()),
        }
    }
}
