//! The values of a document as they stand in the keys of its index.

use serde_json::Value;

use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::value::text;

/// A value of a record or of what stands beside it, as it sorts in a key.
pub fn sort_value(doc: &Doc, key: &str) -> String {
    match key {
        "status" => doc.status.clone(),
        "doc_no" => doc.doc_no.clone().unwrap_or_default(),
        "created_at" => keys::sortable(doc.created_at.0),
        "updated_at" => keys::sortable(doc.updated_at.0),
        "since" => keys::sortable(doc.since.0),
        _ => key_text(doc.record.get(key).unwrap_or(&Value::Null)),
    }
}

/// A JSON value as it sorts in a key, letters without case.
pub fn key_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_lowercase(),
        Value::Number(number) => keys::sortable(number.as_i64().unwrap_or(0)),
        Value::Bool(flag) => u8::from(*flag).to_string(),
        _ => String::new(),
    }
}

/// A JSON value as it stands in the key of a unique one: texts that look the same are the same.
pub fn unique_text(value: &Value) -> String {
    value.as_str().map_or_else(|| key_text(value), text::folded)
}

/// The values by which a filter finds a document: each of several, the empty one where there is none.
pub(super) fn filter_values(doc: &Doc, key: &str) -> Vec<String> {
    match doc.record.get(key) {
        Some(Value::Array(many)) if !many.is_empty() => many.iter().map(key_text).collect(),
        _ => vec![sort_value(doc, key)],
    }
}

/// Whether `sort_value` is the same of both, found out without making it.
pub(super) fn same_value(before: &Doc, after: &Doc, key: &str) -> bool {
    match key {
        "status" => before.status == after.status,
        "doc_no" => before.doc_no == after.doc_no,
        "created_at" => before.created_at == after.created_at,
        "updated_at" => before.updated_at == after.updated_at,
        "since" => before.since == after.since,
        _ => before.record.get(key) == after.record.get(key),
    }
}
