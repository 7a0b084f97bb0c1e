//! The declarations as JSON Schema (OpenAPI 3.1): one component for each record, and the envelopes.

use serde_json::{Map, Value, json};

use super::typescript::pascal;
use super::{DocType, Field, Kind, Need, Unit, offered};
use crate::declare::case::Register;
use crate::declare::grant::ScopeKind;
use crate::error::Code;

/// `components.schemas` of the API's description.
pub fn schemas(register: &Register) -> Map<String, Value> {
    let mut all = Map::new();
    for def in register.types {
        all.insert(format!("{}Record", pascal(def.key)), record(def));
    }
    all.insert("Issue".into(), issue());
    all.insert("Problem".into(), problem());
    all.insert("ActionView".into(), action_view());
    all.insert("HistoryEntry".into(), history_entry());
    all.insert("DocView".into(), doc_view());
    all.insert("Row".into(), row());
    all.insert("Page".into(), page());
    all
}

/// One type's record.
pub fn record(def: &DocType) -> Value {
    let mut schema = object(def.fields);
    schema["title"] = def.label.into();
    schema["x-statuses"] = json!(def.flow.statuses);
    schema
}

fn object(fields: &'static [Field]) -> Value {
    let needed = offered(fields).filter(|field| field.need == Need::Always && !field.computed);
    let needed: Vec<&str> = needed.map(|field| field.key).collect();
    let properties: Map<String, Value> =
        offered(fields).map(|field| (field.key.to_owned(), property(field))).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": needed,
        "additionalProperties": false,
    })
}

fn property(field: &Field) -> Value {
    let mut schema = value(field.kind);
    if field.need != Need::Always {
        leave_empty(&mut schema);
    }
    schema["title"] = field.label.into();
    if !field.help.is_empty() {
        schema["description"] = field.help.into();
    }
    if field.computed {
        schema["readOnly"] = true.into();
    }
    if let Ok(default) = serde_json::from_str::<Value>(field.default) {
        schema["default"] = default;
    }
    schema
}

/// Null is as good as left out, and so are no rows.
fn leave_empty(schema: &mut Value) {
    if let Some(kind) = schema["type"].as_str().map(str::to_owned) {
        schema["type"] = json!([kind, "null"]);
    }
    if let Some(choices) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        choices.extend(["".into(), Value::Null]);
    }
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("minItems");
    }
}

fn value(kind: Kind) -> Value {
    match kind {
        Kind::Text { max } | Kind::Note { max } => json!({ "type": "string", "maxLength": max }),
        Kind::Code(form) => json!({ "type": "string", "x-format": form.name }),
        Kind::Int { unit, min, max } => {
            let mut schema = json!({ "type": "integer", "minimum": min, "maximum": max });
            if unit != Unit::None {
                schema["x-unit"] = unit.name().into();
            }
            schema
        }
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Date => json!({ "type": "string", "format": "date" }),
        Kind::Time => json!({ "type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$" }),
        Kind::Instant => {
            json!({ "type": "integer", "description": "Milliseconds since 1970-01-01, UTC" })
        }
        Kind::Choice(of) => {
            let keys: Vec<&str> = of.iter().map(|(key, _)| *key).collect();
            json!({ "type": "string", "enum": keys })
        }
        Kind::Link(to) => json!({ "type": "string", "maxLength": 64, "x-link": to.key }),
        Kind::Reason(kind) => json!({ "type": "string", "maxLength": 40, "x-reason": kind }),
        Kind::Rows { fields, min, max } => {
            json!({ "type": "array", "items": object(fields), "minItems": min, "maxItems": max })
        }
        Kind::Group(fields) => object(fields),
        Kind::Many(of) => {
            json!({ "type": "array", "items": value(*of), "maxItems": 500 })
        }
        Kind::Secret => json!({ "type": "string", "writeOnly": true, "format": "password" }),
        Kind::File => json!({ "type": "string", "maxLength": 64, "description": "Id of a file" }),
    }
}

fn named(fields: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({ "type": "object", "properties": properties, "required": names })
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn text_or_null() -> Value {
    json!({ "type": ["string", "null"] })
}

fn integer() -> Value {
    json!({ "type": "integer" })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn list_of(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

/// Titles of linked documents: type, id, title.
fn links() -> Value {
    let titles = json!({ "type": "object", "additionalProperties": text() });
    json!({ "type": "object", "additionalProperties": titles })
}

fn issue() -> Value {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    let code = json!({ "type": "string", "enum": codes });
    named(&[("path", text()), ("code", code), ("message", text())])
}

fn problem() -> Value {
    named(&[
        ("type", text()),
        ("title", text()),
        ("status", integer()),
        ("code", text()),
        ("detail", text()),
        ("errors", list_of(reference("Issue"))),
    ])
}

fn action_view() -> Value {
    named(&[
        ("action", text()),
        ("label", text()),
        ("inputs", list_of(json!({ "type": "object" }))),
        ("allowed", json!({ "type": "boolean" })),
        ("why", text_or_null()),
    ])
}

fn history_entry() -> Value {
    let difference = named(&[("path", text()), ("before", json!({})), ("after", json!({}))]);
    named(&[
        ("at", integer()),
        ("by", text()),
        ("by_name", text()),
        ("role", text()),
        ("action", text()),
        ("from", text()),
        ("to", text()),
        ("remarks", text_or_null()),
        ("reason", text_or_null()),
        ("diff", list_of(difference)),
        ("version", integer()),
    ])
}

fn doc_view() -> Value {
    let [branch, yard, owner] = ScopeKind::BESIDE.map(|kind| (kind.field(), text_or_null()));
    named(&[
        ("id", text()),
        ("type", text()),
        ("version", integer()),
        ("status", text()),
        ("since", integer()),
        ("doc_no", text_or_null()),
        branch,
        yard,
        owner,
        ("created_by", text()),
        ("created_at", integer()),
        ("updated_by", text()),
        ("updated_at", integer()),
        ("editable", json!({ "type": "boolean" })),
        ("record", json!({ "type": "object" })),
        ("actions", list_of(reference("ActionView"))),
        ("history", list_of(reference("HistoryEntry"))),
        ("links", links()),
    ])
}

fn row() -> Value {
    let mut schema = named(&[
        ("id", text()),
        ("version", integer()),
        ("status", text()),
        ("doc_no", text_or_null()),
    ]);
    schema["additionalProperties"] = true.into();
    schema
}

fn page() -> Value {
    named(&[
        ("rows", list_of(reference("Row"))),
        ("total", integer()),
        ("more", json!({ "type": "boolean" })),
        ("counts", json!({ "type": "object", "additionalProperties": integer() })),
        ("links", links()),
    ])
}
