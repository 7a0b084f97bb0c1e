//! The core in the browser: a thin binding, no rule lives here.

use godown_core::calls;
use serde::Serialize;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// Answers one of the core's calls by name. Values cross as JSON-compatible objects, so that
/// `JSON.stringify` of an answer equals what the server writes.
///
/// # Errors
/// A text when the arguments are not of the call's form.
#[wasm_bindgen]
pub fn call(name: &str, args: JsValue) -> Result<JsValue, JsError> {
    let args: Value =
        serde_wasm_bindgen::from_value(args).map_err(|e| JsError::new(&e.to_string()))?;
    let answer = calls::call(name, args).map_err(|error| JsError::new(&error))?;
    let answer = answer.serialize(&Serializer::json_compatible());
    answer.map_err(|error| JsError::new(&error.to_string()))
}
