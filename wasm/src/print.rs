//! Papers of documents as the server makes them, from what a person is shown of each.

use godown_core::docs::printed::{self, PaperWish};
use godown_core::paper::{PaperPage, font};
use godown_core::report::printed as report_paper;
use godown_core::report::table::{ReportHead, ReportLine};
use godown_core::value::Instant;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

fn wrong(why: impl std::fmt::Display) -> JsError {
    JsError::new(&why.to_string())
}

/// How papers are wanted, and the files of the pictures that stand on them.
#[wasm_bindgen]
#[derive(Default)]
pub struct PaperAsked(PaperWish);

#[wasm_bindgen]
impl PaperAsked {
    /// The copies by key with commas between them, nothing for all; the kind of paper, nothing for the first.
    #[wasm_bindgen(constructor)]
    pub fn new(copies: String, size: String) -> PaperAsked {
        PaperAsked(PaperWish { copies, size, ..PaperWish::default() })
    }

    /// The content of a file by its id; what is no picture is left out.
    pub fn picture(&mut self, file: String, bytes: &[u8]) {
        self.0.add_picture(file, bytes);
    }
}

/// Documents of one type as one PDF, of an array of their views.
///
/// # Errors
/// A text for the developer: not views, nothing that is printed, no such copy, or no such paper.
#[wasm_bindgen]
pub fn paper_file(doc_type: &str, views: &[u8], asked: &PaperAsked) -> Result<Vec<u8>, JsError> {
    let views: Vec<Value> = serde_json::from_slice(views).map_err(wrong)?;
    printed::file(doc_type, &views, &asked.0).map_err(wrong)
}

/// The pages of one document as SVG, as JSON text.
///
/// # Errors
/// Those of [`paper_file`].
#[wasm_bindgen]
pub fn paper_pages(view: &[u8], asked: &PaperAsked) -> Result<String, JsError> {
    let view: Value = serde_json::from_slice(view).map_err(wrong)?;
    let pages = printed::drawn(&view, &asked.0).map_err(wrong)?;
    serde_json::to_string(&pages).map_err(wrong)
}

/// The copies that a document has as it stands, each by key and as it is printed, as JSON text.
///
/// # Errors
/// A text for the developer: no view.
#[wasm_bindgen]
pub fn paper_copies(view: &[u8]) -> Result<String, JsError> {
    let view: Value = serde_json::from_slice(view).map_err(wrong)?;
    let told = printed::offered(&view)
        .into_iter()
        .map(|(key, label)| json!({ "key": key, "label": label }));
    Ok(Value::from_iter(told).to_string())
}

/// The letters that the pages are set in, as a font file: the regular or the bold ones of the family "Godown Paper".
#[wasm_bindgen]
pub fn paper_font(bold: bool) -> Vec<u8> {
    (if bold { font::BOLD } else { font::REGULAR }).to_vec()
}

/// A report on its way to paper, by what its module told of it.
#[wasm_bindgen]
pub struct ReportPaper {
    made: report_paper::ReportPaper,
    title: String,
}

#[wasm_bindgen]
impl ReportPaper {
    /// Begins with what is told of the whole, and what was asked; `at` in milliseconds.
    ///
    /// # Errors
    /// A sentence for the person when it is too long for paper.
    pub fn begin(head: &[u8], asked: &[u8], title: &str, at: f64) -> Result<ReportPaper, JsError> {
        let head: Value = serde_json::from_slice(head).map_err(wrong)?;
        let head = ReportHead::read(&head).ok_or_else(|| wrong("this is no report"))?;
        let asked = serde_json::from_slice(asked).map_err(wrong)?;
        let made = report_paper::ReportPaper::begin(head, asked, title, Instant(at as i64));
        Ok(ReportPaper { made: made.map_err(wrong)?, title: title.to_owned() })
    }

    /// Takes the next lines.
    ///
    /// # Errors
    /// A text when they are no lines.
    pub fn lines(&mut self, lines: &[u8]) -> Result<(), JsError> {
        let lines: Value = serde_json::from_slice(lines).map_err(wrong)?;
        let lines = ReportLine::read(&lines).ok_or_else(|| wrong("these are no lines"))?;
        self.made.lines(&lines);
        Ok(())
    }

    /// Its pages.
    ///
    /// # Errors
    /// A sentence for the person when they are too many.
    pub fn finish(self) -> Result<ReportPages, JsError> {
        let pages = self.made.pages().map_err(wrong)?;
        Ok(ReportPages { pages, title: self.title })
    }
}

/// The pages of a report.
#[wasm_bindgen]
pub struct ReportPages {
    pages: Vec<PaperPage>,
    title: String,
}

#[wasm_bindgen]
impl ReportPages {
    /// As SVG, as JSON text.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn drawn(&self) -> Result<String, JsError> {
        serde_json::to_string(&report_paper::drawn(&self.pages)).map_err(wrong)
    }

    /// As a PDF.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn pdf(&self) -> Result<Vec<u8>, JsError> {
        report_paper::written(&self.pages, &self.title).map_err(wrong)
    }
}
