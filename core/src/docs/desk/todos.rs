//! The list of what a person has to do: theirs alone.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::about::{self, ABOUT_ID, ABOUT_TYPE};
use super::todo::{MAX_TAGS, MAX_TODOS, Todo, TodoTag, Todos};
use super::{ACTIVE, BY_KEEPERS, PERSONAL, WHOSE, of_its_person};
use crate::error::{Halt, Issue};
use crate::flow::{Flow, Run, Step, acting, step};
use crate::kept::doc::{Doc, Record};
use crate::schema::*;

/// More than anybody has to do.
const NUMBERS: i64 = 1_000_000_000;
static TAG_NO: Kind = Kind::Text { max: 12 };

const NO: Field = int("no", "Number", 1, NUMBERS).required();
const TITLE: Field = text("title", "Title", 200).required();
const NOTE: Field = note("note", "Note", 4_000);
const IMPORTANT: Field = yes_no("important", "Important");
const STARRED: Field = yes_no("starred", "Starred");
const DONE: Field = yes_no("finished", "Done");
const READ: Field = yes_no("read", "Read");
const SELECTED: Field = yes_no("selected", "Selected");
const START: Field = text("start_date", "Start", 40);
const DUE: Field = text("due_date", "Due", 40);
const TAGS: Field = many("tags", "Tags", &TAG_NO);
const TAG: Field = text("name", "Tag", 60).required();

const NEW: &[Field] = &[
    TITLE, NOTE, IMPORTANT, STARRED, DONE, READ, SELECTED, START, DUE, TAGS, ABOUT_TYPE, ABOUT_ID,
    PLACE,
];
const CHANGED: &[Field] =
    &[NO, TITLE, NOTE, IMPORTANT, STARRED, DONE, READ, SELECTED, START, DUE, TAGS];
const WHOLE: &[Field] = &[
    NO, TITLE, NOTE, IMPORTANT, STARRED, DONE, READ, SELECTED, START, DUE, TAGS, ABOUT_TYPE,
    ABOUT_ID,
];
/// Where a new one goes; at the end where it is not told.
const PLACE: Field = int("place", "Place", 0, NUMBERS);

/// One for each person, named by them.
pub static TODO_LIST: DocType = DocType {
    key: "todo_list",
    label: "To-do list",
    plural: "To-do lists",
    title: "person",
    fields: &[
        WHOSE,
        int("last", "Last number", 0, NUMBERS).computed(),
        int("last_tag", "Last number of a tag", 0, NUMBERS).computed(),
        rows("todos", "To-dos", WHOLE, MAX_TODOS as u32).computed(),
        rows("words", "Tags", &[NO, TAG], MAX_TAGS as u32).computed(),
    ],
    named_by: Some("person"),
    sorts: &["-updated_at"],
    waits: &[
        waits("create"),
        waits_again("add"),
        waits_again("change"),
        waits_again("remove"),
        waits_again("place"),
        waits_again("add_tag"),
        waits_again("remove_tag"),
    ],
    as_it_stands: &["add", "change", "remove", "place", "add_tag", "remove_tag"],
    flow: &TODO_FLOW,
    on_save: deciding(of_its_person),
    ..PERSONAL
};

const fn acts(
    id: &'static str,
    (action, label): (&'static str, &'static str),
    inputs: &'static [Field],
    run: Run,
) -> Step {
    Step { from: ACTIVE, by: BY_KEEPERS, inputs, run, ..step(id, action, label) }
}

static TODO_FLOW: Flow = Flow {
    statuses: ACTIVE,
    rests: ACTIVE,
    editable: &[],
    deletable: ACTIVE,
    steps: &acting([
        acts("TD1", ("add", "Add a to-do"), NEW, |case, doc, inputs| {
            let todo: Todo = read(&Value::Object(inputs.clone()))?;
            about::seen(case, todo.about_type.as_deref(), todo.about_id.as_deref())?;
            match inputs.get("place").and_then(Value::as_i64) {
                Some(place) => change(doc, |todos| todos.add_at(todo, place)),
                None => change(doc, |todos| todos.add(todo)),
            }
        }),
        acts("TD2", ("change", "Change a to-do"), CHANGED, |_, doc, inputs| {
            let todo = read(&Value::Object(inputs.clone()))?;
            change(doc, |todos| todos.update(todo))
        }),
        acts("TD3", ("remove", "Delete a to-do"), &[NO], |_, doc, inputs| {
            change(doc, |todos| todos.delete(number(inputs)))
        }),
        acts(
            "TD4",
            ("reorder", "Put in order"),
            &[rows("order", "Order", &[NO], MAX_TODOS as u32)],
            |_, doc, inputs| {
                let rows = inputs.get("order").and_then(Value::as_array).into_iter().flatten();
                let order: Vec<i64> = rows.filter_map(|row| row.get("no")?.as_i64()).collect();
                change(doc, |todos| todos.reorder(&order))
            },
        ),
        acts("TD5", ("add_tag", "Add a tag"), &[TAG], |_, doc, inputs| {
            let name = inputs.get("name").and_then(Value::as_str).unwrap_or_default();
            change(doc, |todos| todos.add_tag(name))
        }),
        acts("TD6", ("remove_tag", "Delete a tag"), &[NO], |_, doc, inputs| {
            change(doc, |todos| todos.delete_tag(number(inputs)))
        }),
        acts(
            "TD7",
            ("place", "Move a to-do"),
            &[NO, int("to", "To place", 0, NUMBERS).required()],
            |_, doc, inputs| {
                let to = inputs.get("to").and_then(Value::as_i64).unwrap_or(-1);
                change(doc, |todos| todos.place(number(inputs), to))
            },
        ),
    ]),
};

fn number(inputs: &Record) -> i64 {
    inputs.get("no").and_then(Value::as_i64).unwrap_or_default()
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Halt> {
    serde_json::from_value(value.clone()).map_err(|error| Halt::Fault(error.to_string()))
}

/// What a document of the type holds.
///
/// Errors: `Fault` for rows that are none.
pub fn todos_of(doc: &Doc) -> Result<Todos, Halt> {
    let rows = |key: &str| doc.get(key).cloned().unwrap_or_else(|| json!([]));
    let (todos, tags): (Vec<Todo>, Vec<TodoTag>) = (read(&rows("todos"))?, read(&rows("words"))?);
    let last = |key: &str| doc.int(key).unwrap_or_default();
    Ok(Todos { last: last("last"), last_tag: last("last_tag"), todos, tags })
}

fn change(
    doc: &mut Doc,
    to: impl FnOnce(&Todos) -> Result<Todos, Issue>,
) -> Result<&'static str, Halt> {
    let next = to(&todos_of(doc)?).map_err(|issue| Halt::issues(vec![issue]))?;
    let fault = |error: serde_json::Error| Halt::Fault(error.to_string());
    doc.set("last", next.last);
    doc.set("last_tag", next.last_tag);
    doc.set("todos", serde_json::to_value(&next.todos).map_err(fault)?);
    doc.set("words", serde_json::to_value(&next.tags).map_err(fault)?);
    Ok("")
}
