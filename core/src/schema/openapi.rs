//! The declarations as JSON Schema (OpenAPI 3.1): one component for each record.

use serde_json::{Map, Value, json};

use super::typescript::pascal;
use super::{DocType, Field, Kind, Need, Unit};
use crate::declare::case::Register;

/// The records among `components.schemas` of the API's description.
pub fn schemas(register: &Register) -> Map<String, Value> {
    let named = |def: &&'static DocType| (format!("{}Record", pascal(def.key)), record(def));
    register.types.iter().map(named).collect()
}

/// One type's record.
pub fn record(def: &DocType) -> Value {
    let mut schema = object(def.fields);
    schema["title"] = def.label.into();
    schema["x-statuses"] = json!(def.flow.statuses);
    schema
}

fn object(fields: &'static [Field]) -> Value {
    let needed = fields.iter().filter(|field| field.need == Need::Always && !field.computed);
    let needed: Vec<&str> = needed.map(|field| field.key).collect();
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.key.to_owned(), property(field))).collect();
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
