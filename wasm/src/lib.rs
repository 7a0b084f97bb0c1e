//! The core in the browser: a thin binding, no rule lives here.

use godown_core::calls;
use wasm_bindgen::prelude::*;

/// Answers one of the core's calls by name. Arguments and answer cross as JSON text, the arguments
/// in UTF-8: one copy each way, where a value crossing object by object costs more than most calls.
///
/// # Errors
/// A text when the arguments are not of the call's form.
#[wasm_bindgen]
pub fn call(name: &str, args: &[u8]) -> Result<String, JsError> {
    let args = serde_json::from_slice(args).map_err(|error| JsError::new(&error.to_string()))?;
    let answer = calls::call(name, &args).map_err(|error| JsError::new(&error))?;
    serde_json::to_string(&answer).map_err(|error| JsError::new(&error.to_string()))
}
