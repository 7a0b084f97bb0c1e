//! Papers of documents as the server makes them, from what a person is shown of each.

use godown_core::docs::printed;
use godown_core::paper::font;
use serde_json::Value;
use wasm_bindgen::prelude::*;

fn wrong(why: impl std::fmt::Display) -> JsError {
    JsError::new(&why.to_string())
}

/// Documents of one type as one PDF, of an array of their views.
///
/// # Errors
/// A text for the developer: not views, nothing that is printed, or no such copy.
#[wasm_bindgen]
pub fn paper_file(doc_type: &str, views: &[u8], copies: &str) -> Result<Vec<u8>, JsError> {
    let views: Vec<Value> = serde_json::from_slice(views).map_err(wrong)?;
    printed::file(doc_type, &views, copies).map_err(wrong)
}

/// The pages of one document as SVG, as JSON text.
///
/// # Errors
/// Those of [`paper_file`].
#[wasm_bindgen]
pub fn paper_pages(view: &[u8], copies: &str) -> Result<String, JsError> {
    let view: Value = serde_json::from_slice(view).map_err(wrong)?;
    let pages = printed::drawn(&view, copies).map_err(wrong)?;
    serde_json::to_string(&pages).map_err(wrong)
}

/// The letters that the pages are set in, as a font file: the regular or the bold ones of the family "Godown Paper".
#[wasm_bindgen]
pub fn paper_font(bold: bool) -> Vec<u8> {
    (if bold { font::BOLD } else { font::REGULAR }).to_vec()
}
