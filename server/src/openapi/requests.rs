//! The schemas of requests other than records, by name, with the bounds of what is read.

use serde_json::{Map, Value, json};

use super::{PLAIN, plain, uuid};

type Named = (&'static str, Value);

/// All of them.
pub fn requests() -> Map<String, Value> {
    let all = [sessions(), commands(), desk()].into_iter().flatten();
    all.map(|(name, schema)| (name.to_owned(), schema)).collect()
}

fn text() -> Value {
    json!({ "type": "string" })
}

/// A record or the inputs of a step: the declaration tells its keys.
fn record() -> Value {
    json!({ "type": "object" })
}

/// Schemas of signing in, up and out.
fn sessions() -> Vec<Named> {
    vec![
        // Whatever else is sent is answered too: that nobody was let in.
        (
            "SignIn",
            json!({
                "type": "object", "properties": { "emailId": text(), "password": text() },
            }),
        ),
        (
            "EmployeeId",
            json!({
                "type": "object", "required": ["id"],
                "properties": { "id": { "type": "string", "minLength": 1, "pattern": PLAIN } },
                "propertyNames": { "pattern": PLAIN },
                "additionalProperties": plain(),
            }),
        ),
        (
            "PasswordChange",
            closed(&[
                ("old", text()),
                ("new", json!({ "type": "string", "minLength": 8, "maxLength": 128 })),
            ]),
        ),
        (
            "Registration",
            closed(&[
                ("email", sized(0, 254)),
                ("username", sized(0, 100)),
                ("password", sized(0, 1_000)),
            ]),
        ),
        ("Forgotten", closed(&[("id", sized(1, 254))])),
        (
            "Reset",
            closed(&[
                ("id", sized(0, 254)),
                ("code", sized(0, 100)),
                ("password", sized(0, 1_000)),
            ]),
        ),
        (
            "SessionsEnd",
            json!({
                "type": "object",
                "additionalProperties": false,
                "maxProperties": 1,
                "properties": { "session": sized(0, 100), "account": sized(0, 100) },
            }),
        ),
    ]
}

/// Schemas of commands and of what is typed.
fn commands() -> Vec<Named> {
    vec![
        ("TypedOrder", closed(&[("id", text()), ("record", record())])),
        ("TypedRecord", closed(&[("id", text()), ("record", record())])),
        ("GiveSet", closed(&[("command_id", uuid()), ("set", plain())])),
        ("OpenYear", closed(&[("command_id", uuid()), ("fy", plain())])),
        ("SkuTyped", closed(&[("record", record())])),
        ("Act", closed(&[("command_id", uuid()), ("version", version()), ("inputs", record())])),
        (
            "Bulk",
            closed(&[
                ("command_id", uuid()),
                ("rows", rows(&closed(&[("id", plain()), ("version", version())]))),
                ("inputs", record()),
            ]),
        ),
        (
            "BulkSave",
            closed(&[
                ("command_id", uuid()),
                (
                    "rows",
                    rows(&json!({ "oneOf": [
                        closed(&[("record", record())]),
                        closed(&[("id", plain()), ("version", version()), ("record", record())]),
                    ] })),
                ),
            ]),
        ),
        (
            "Names",
            closed(&[("names", json!({ "type": "array", "maxItems": 500, "items": text() }))]),
        ),
        (
            "Papers",
            json!({
                "type": "object",
                "properties": {
                    "ids": { "type": "array", "minItems": 1, "maxItems": 500, "items": text() },
                    "copies": text(),
                    "size": text(),
                    "from": text(),
                    "to": text(),
                },
                "required": ["ids"],
                "additionalProperties": false,
            }),
        ),
    ]
}

/// A row of a page of which the id counts.
fn named(id: Value) -> Value {
    json!({ "type": "object", "required": ["id"], "properties": { "id": id } })
}

fn number() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": 1_000_000 })
}

/// A to-do as its page has it.
fn todo(required: &[&str]) -> Value {
    let mut properties = Map::new();
    for key in ["title", "note", "startDate", "dueDate"] {
        properties.insert(key.to_owned(), text());
    }
    for key in ["important", "starred", "done", "read", "selected"] {
        properties.insert(key.to_owned(), json!({ "type": "boolean" }));
    }
    properties.insert("id".to_owned(), number());
    properties.insert("tag".to_owned(), json!({ "type": "array", "items": number() }));
    json!({
        "type": "object", "required": required, "properties": properties,
        "additionalProperties": false,
    })
}

/// Schemas of the template's calls.
fn desk() -> Vec<Named> {
    let uid = || ("uid", sized(1, 100));
    let product = || ("productId", sized(1, 100));
    let board = || ("boardId", sized(1, 100));
    let list = || ("listId", sized(1, 100));
    let index = || json!({ "type": "integer", "minimum": 0, "maximum": 1_000_000 });
    let ends = || [("startIndex", index()), ("endIndex", index())];
    let end = || closed(&[("droppableId", text()), ("index", index())]);
    let with = |more: &[(&'static str, Value)]| closed(&[&[board()], more].concat());
    vec![
        ("TemplateLogin", closed(&[("email", sized(1, 254)), ("password", sized(1, 1_000))])),
        ("CartProduct", closed(&[uid(), product()])),
        (
            "CartAmount",
            closed(&[
                uid(),
                product(),
                ("amount", json!({ "type": "integer", "minimum": 1, "maximum": 999_999 })),
            ]),
        ),
        ("KeptId", closed(&[("id", sized(1, 100))])),
        // Whole rows of a page: only the keys of the answer count.
        ("KeptSent", record()),
        ("KeptNamed", named(sized(1, 100))),
        // One that was dragged names its event inside.
        (
            "EventNamed",
            json!({ "anyOf": [
                named(sized(1, 100)),
                {
                    "type": "object", "required": ["event"],
                    "properties": { "event": named(sized(1, 100)) },
                },
            ] }),
        ),
        (
            "ChatSent",
            json!({
                "type": "object",
                "properties": {
                    "chatId": sized(1, 210), "text": sized(1, 2_000), "contactId": sized(0, 100), "time": {},
                },
                "required": ["chatId", "text"],
                "additionalProperties": false,
            }),
        ),
        ("TodoSent", closed(&[("todo", todo(&[]))])),
        ("TodoChanged", closed(&[("todo", todo(&["id"]))])),
        ("TodoNamed", closed(&[("todo", named(number()))])),
        ("TodoTagSent", closed(&[("tag", record())])),
        ("TodoTagNamed", closed(&[("tag", named(number()))])),
        (
            "TodoOrder",
            closed(&[("todoList", json!({ "type": "array", "items": named(number()) }))]),
        ),
        ("NoticeSent", closed(&[("notification", record())])),
        ("ScrumNew", closed(&[("title", sized(1, 100))])),
        ("ScrumMember", with(&[("memberId", sized(1, 100))])),
        ("ScrumColumn", with(&[("listTitle", sized(1, 100))])),
        ("ScrumColumnName", with(&[list(), ("listTitle", sized(1, 100))])),
        ("ScrumColumnId", with(&[list()])),
        ("ScrumCardNew", with(&[list(), ("cardTitle", sized(1, 200))])),
        ("ScrumCardSent", with(&[list(), ("card", record())])),
        ("ScrumListOrder", with(&ends())),
        ("ScrumCardOrder", with(&[&[list()], &ends()[..]].concat())),
        (
            "ScrumCardMove",
            with(&[
                ("sourcelistId", sized(1, 100)),
                ("destinationlistId", sized(1, 100)),
                ("source", end()),
                ("destination", end()),
            ]),
        ),
    ]
}

pub(super) fn version() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX })
}

/// The rows of one call.
fn rows(of: &Value) -> Value {
    json!({ "type": "array", "minItems": 1, "maxItems": 500, "items": of })
}

/// A text of at least and at most so many characters.
fn sized(least: u32, most: u32) -> Value {
    json!({ "type": "string", "minLength": least, "maxLength": most })
}

/// An object with these keys and no others; `inputs` alone may be left out.
pub(super) fn closed(fields: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|(key, schema)| ((*key).to_owned(), schema.clone())).collect();
    let required: Vec<&str> =
        fields.iter().map(|(key, _)| *key).filter(|key| *key != "inputs").collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
