//! Shapes as JSON Schema (OpenAPI 3.1), each named one a component.

use serde_json::{Map, Value, json};

use super::Shape;

/// The schema of a shape; objects have no keys but those told.
pub fn schema(shape: &Shape) -> Value {
    match shape {
        Shape::Any => json!({}),
        Shape::Text => json!({ "type": "string" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Integer => json!({ "type": "integer" }),
        Shape::Decimal => json!({ "type": "number" }),
        Shape::Words(words) => json!({ "type": "string", "enum": words }),
        Shape::List(of) => json!({ "type": "array", "items": schema(of) }),
        Shape::Tuple(of) => {
            let places: Vec<Value> = of.iter().map(schema).collect();
            json!({ "type": "array", "prefixItems": places, "items": false, "minItems": of.len() })
        }
        Shape::Table(of) => json!({ "type": "object", "additionalProperties": schema(of) }),
        Shape::By(key, of) => json!({
            "type": "object", "propertyNames": schema(key), "additionalProperties": schema(of),
        }),
        Shape::Maybe(of) => or_null(schema(of)),
        Shape::Either(of) => json!({ "anyOf": of.iter().map(schema).collect::<Vec<_>>() }),
        Shape::Object(members) | Shape::Open(members) => {
            let properties: Map<String, Value> =
                members.iter().map(|one| (one.key.to_owned(), schema(&one.shape))).collect();
            let required: Vec<&str> =
                members.iter().filter(|one| !one.optional).map(|one| one.key).collect();
            json!({
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": matches!(shape, Shape::Open(_)),
            })
        }
        Shape::Named(name, _) => json!({ "$ref": format!("#/components/schemas/{name}") }),
    }
}

fn or_null(mut schema: Value) -> Value {
    match schema.get("type").and_then(Value::as_str).map(str::to_owned) {
        Some(kind) if schema.get("enum").is_none() => {
            schema["type"] = json!([kind, "null"]);
            schema
        }
        _ => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}
