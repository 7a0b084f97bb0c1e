//! The schemas of requests and answers other than documents, by their names in openapi.json.

use serde_json::{Map, Value, json};

use super::{PLAIN, plain, reference, uuid};

type Named = (&'static str, Value);

/// All of them.
pub fn envelopes() -> Map<String, Value> {
    let all = [sessions(), commands(), answers()].into_iter().flatten();
    all.map(|(name, schema)| (name.to_owned(), schema)).collect()
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn any() -> Value {
    json!({ "type": "object" })
}

fn code() -> Value {
    json!({ "type": "integer", "enum": [0, 1] })
}

fn rows(of: Value) -> Value {
    json!({ "type": "object", "required": ["rows"], "properties": { "rows": list(of) } })
}

/// Whoever is signed in.
fn user() -> Value {
    json!({
        "type": "object",
        "required": ["id", "show_less_section", "name", "roles"],
        "properties": {
            "id": text(),
            "show_less_section": { "type": "boolean" },
            "name": text(),
            "roles": list(text()),
            "emp_id": { "type": ["string", "null"] },
            "branch": text(),
            "branches": list(text()),
            "yards": list(text()),
            "email": { "type": ["string", "null"] },
            "photo": { "type": ["string", "null"] },
            "theme": { "type": ["string", "null"] },
            "must_change_password": { "type": "boolean" },
            "home": { "type": ["string", "null"] },
        },
    })
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
            "SignedIn",
            json!({
                "type": "object",
                "required": ["code", "message", "data"],
                "properties": {
                    "code": code(), "message": text(), "data": list(reference("User")),
                    "accesstoken": text(),
                },
            }),
        ),
        ("User", user()),
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
            "Details",
            json!({
                "type": "object",
                "required": ["code", "data"],
                "properties": { "code": code(), "data": reference("User") },
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
        (
            "TemplateProblem",
            json!({
                "type": "object",
                "required": ["message", "code", "errors"],
                "properties": {
                    "message": text(), "code": text(), "errors": list(reference("Issue")),
                },
            }),
        ),
        (
            "Registered",
            json!({
                "type": "object",
                "required": ["accessToken", "user"],
                "properties": { "accessToken": text(), "user": any() },
            }),
        ),
        (
            "Site",
            json!({
                "type": "object",
                "required": ["registration"],
                "properties": { "registration": { "type": "boolean" } },
            }),
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
            "Told",
            json!({
                "type": "object",
                "required": ["code", "message"],
                "properties": { "code": code(), "message": text() },
            }),
        ),
        (
            "Sessions",
            rows(json!({
                "type": "object",
                "required": ["id", "began", "expires", "agent", "current"],
                "properties": {
                    "id": text(), "began": { "type": "integer" }, "expires": { "type": "integer" },
                    "agent": text(), "current": { "type": "boolean" },
                },
            })),
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
        ("Done", json!({ "type": "object", "properties": { "code": code() } })),
    ]
}

/// Schemas of commands and their outcomes.
fn commands() -> Vec<Named> {
    vec![
        ("TypedOrder", closed(&[("id", text()), ("record", any())])),
        ("TypedRecord", closed(&[("id", text()), ("record", any())])),
        ("OrderFacts", any()),
        ("SkuTyped", closed(&[("record", any())])),
        ("SkuBuilt", any()),
        ("SkuKit", any()),
        ("Act", closed(&[("command_id", uuid()), ("version", version()), ("inputs", any())])),
        (
            "Bulk",
            closed(&[
                ("command_id", uuid()),
                (
                    "rows",
                    json!({
                        "type": "array", "minItems": 1, "maxItems": 500,
                        "items": closed(&[("id", plain()), ("version", version())]),
                    }),
                ),
                ("inputs", any()),
            ]),
        ),
        (
            "BulkResults",
            json!({
                "type": "object",
                "required": ["results"],
                "properties": { "results": list(json!({
                    "type": "object",
                    "required": ["id", "done"],
                    "properties": {
                        "id": text(), "done": { "type": "boolean" }, "version": version(),
                        "status": text(), "code": text(), "detail": text(),
                        "errors": list(reference("Issue")),
                    },
                })) },
            }),
        ),
        (
            "BulkSave",
            closed(&[
                ("command_id", uuid()),
                (
                    "rows",
                    json!({
                        "type": "array", "minItems": 1, "maxItems": 500,
                        "items": { "oneOf": [
                            closed(&[("record", any())]),
                            closed(&[("id", plain()), ("version", version()), ("record", any())]),
                        ] },
                    }),
                ),
            ]),
        ),
        ("BulkSaved", json!({ "type": "object", "required": ["results"] })),
        ("RecordPage", rows(any())),
        (
            "Names",
            closed(&[("names", json!({ "type": "array", "maxItems": 500, "items": text() }))]),
        ),
        ("NamesFound", json!({ "type": "object", "required": ["found"] })),
        (
            "Import",
            json!({
                "type": "object",
                "required": ["id", "type", "state", "total", "checked", "stored", "failed"],
                "properties": {
                    "id": uuid(), "type": text(), "dry_run": { "type": "boolean" },
                    "state": { "enum": ["checking", "storing", "done", "failed"] },
                    "total": { "type": "integer" }, "checked": { "type": "integer" },
                    "stored": { "type": "integer" }, "failed": { "type": "integer" },
                    "detail": text(), "results": list(any()),
                },
            }),
        ),
    ]
}

/// Schemas of reads.
fn answers() -> Vec<Named> {
    vec![
        (
            "Menu",
            list(json!({
                "type": "object",
                "required": ["menuName", "menu_page_url", "icon", "children"],
                "properties": {
                    "menuName": text(), "menu_page_url": text(), "icon": text(), "kind": text(),
                    "badge": { "type": ["integer", "null"] },
                    "badge_source": { "type": ["string", "null"] }, "children": list(any()),
                },
            })),
        ),
        // The document as it was, or as it stands where it was deactivated.
        (
            "Removed",
            json!({
                "type": "object",
                "required": ["id", "type", "version", "status"],
                "properties": {
                    "id": text(), "type": text(), "version": version(), "status": text(),
                    "doc_no": { "type": ["string", "null"] }, "record": any(),
                },
            }),
        ),
        ("SearchHits", list(any())),
        ("Queue", rows(any())),
        ("Catalogue", rows(any())),
        ("Stock", rows(any())),
        ("Credit", any()),
        ("Access", any()),
        ("PersonAccess", any()),
        (
            "Report",
            json!({
                "type": "object",
                "required": ["columns", "rows", "totals", "as_of"],
                "properties": {
                    "columns": list(any()), "rows": list(any()),
                    "totals": { "type": ["array", "null"] }, "read": { "type": "integer" },
                    "days": { "type": "array", "items": { "type": "string" } },
                    "as_of": any(),
                },
            }),
        ),
        ("Setup", any()),
        (
            "Audit",
            json!({
                "type": "object",
                "required": ["rows", "before", "head", "deeds"],
                "properties": {
                    "before": { "type": ["integer", "null"] }, "deeds": list(list(text())),
                    "head": { "type": "object" },
                    "rows": list(json!({
                        "type": "object",
                        "required": ["seq", "time", "actor", "what"],
                        "properties": {
                            "seq": { "type": "integer" }, "time": { "type": "integer" },
                            "actor": text(), "actor_name": text(), "what": text(),
                            "type": { "type": ["string", "null"] }, "type_label": text(),
                            "id": { "type": ["string", "null"] }, "name": text(),
                            "command_id": text(),
                        },
                    })),
                },
            }),
        ),
        ("Warnings", any()),
        (
            "Changes",
            json!({
                "type": "object",
                "required": ["seq", "more", "changes"],
                "properties": {
                    "seq": { "type": "integer" }, "more": { "type": "boolean" },
                    "changes": list(json!({
                        "type": "object",
                        "required": ["seq", "type", "id"],
                        "properties": {
                            "seq": { "type": "integer" }, "type": text(), "id": text(),
                            "version": version(), "status": text(), "gone": { "type": "boolean" },
                        },
                    })),
                },
            }),
        ),
        (
            "File",
            closed(&[
                ("id", text()),
                ("name", text()),
                ("type", json!({ "type": "string", "enum": ["pdf", "jpg", "png", "xlsx"] })),
                ("size", json!({ "type": "integer" })),
            ]),
        ),
    ]
}

pub(super) fn version() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX })
}

/// A text of at least and at most so many characters.
fn sized(least: u32, most: u32) -> Value {
    json!({ "type": "string", "minLength": least, "maxLength": most })
}

fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
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
