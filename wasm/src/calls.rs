//! The core's calls by name, and files of rows that stay open between them.

#[cfg(feature = "sheet")]
use godown_core::audit::Chain;
use godown_core::calls;
#[cfg(feature = "sheet")]
use godown_core::report::table::{ReportHead, ReportLine};
#[cfg(feature = "sheet")]
use godown_core::report::{file, tally};
#[cfg(feature = "sheet")]
use godown_core::table::import;
use serde::Serialize;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// Answers one of the core's calls by name. Arguments and answer cross as JSON text, the arguments
/// in UTF-8: one copy each way, where a value crossing object by object costs more than most calls.
///
/// # Errors
/// A text when the arguments are not of the call's form.
#[wasm_bindgen]
pub fn call(name: &str, args: &[u8]) -> Result<String, JsError> {
    answered(calls::call(name, &read(args)?))
}

/// Answers one of the core's calls by name; arguments and answer cross as values. For what is small and
/// structured.
// DECISIONS 70
///
/// # Errors
/// A text when the arguments are not of the call's form.
#[wasm_bindgen]
pub fn answer(name: &str, args: JsValue) -> Result<JsValue, JsError> {
    let args: Value = serde_wasm_bindgen::from_value(args)?;
    let answer = calls::call(name, &args).map_err(|error| JsError::new(&error))?;
    Ok(answer.serialize(&Serializer::json_compatible())?)
}

/// A yard's free stock that stays open between its calls, so that suggestions look at a line's own batches alone.
#[cfg(feature = "decide")]
#[wasm_bindgen]
pub struct Picking(calls::labels::OpenPicking);

#[cfg(feature = "decide")]
#[wasm_bindgen]
impl Picking {
    /// Opens rows of the stock: `{rows}` as JSON text.
    ///
    /// # Errors
    /// A text when they are none.
    pub fn open(rows: &[u8]) -> Result<Picking, JsError> {
        let opened = calls::labels::OpenPicking::open(&read(rows)?);
        opened.map(Picking).map_err(|error| JsError::new(&error))
    }

    /// Answers one of its calls by name; arguments and answer cross as JSON text.
    ///
    /// # Errors
    /// A text when the arguments are not of the call's form.
    pub fn call(&self, name: &str, args: &[u8]) -> Result<String, JsError> {
        self.0.call(name, &read(args)?).map_err(|error| JsError::new(&error))
    }
}

fn read(args: &[u8]) -> Result<Value, JsError> {
    serde_json::from_slice(args).map_err(|error| JsError::new(&error.to_string()))
}

fn answered(answer: Result<Value, String>) -> Result<String, JsError> {
    let answer = answer.map_err(|error| JsError::new(&error))?;
    serde_json::to_string(&answer).map_err(|error| JsError::new(&error.to_string()))
}

/// A file of rows that stays open between its calls, so that its rows are checked part by part.
#[cfg(feature = "sheet")]
#[wasm_bindgen]
pub struct Sheet(import::Sheet);

#[cfg(feature = "sheet")]
#[wasm_bindgen]
impl Sheet {
    /// Opens a file's bytes.
    ///
    /// # Errors
    /// A text when the arguments are not of the call's form; what is wrong with the file is told by
    /// the first call.
    pub fn open(args: &[u8], file: &[u8]) -> Result<Sheet, JsError> {
        let opened = import::Sheet::open(&read(args)?, file);
        opened.map(Sheet).map_err(|error| JsError::new(&error))
    }

    /// Answers one of the file's calls by name.
    ///
    /// # Errors
    /// A text when the arguments are not of the call's form.
    pub fn call(&mut self, name: &str, args: &[u8]) -> Result<String, JsError> {
        answered(self.0.call(name, &read(args)?))
    }
}

/// Follows the chain of the journal's entries over further titles, one a line: answers how far.
///
/// # Errors
/// A text when the chain so far is none.
#[cfg(feature = "sheet")]
#[wasm_bindgen]
pub fn follow(chain: &[u8], lines: &str) -> Result<String, JsError> {
    let chain: Chain =
        serde_json::from_slice(chain).map_err(|error| JsError::new(&error.to_string()))?;
    serde_json::to_string(&chain.follow(lines)).map_err(|error| JsError::new(&error.to_string()))
}

/// A report as a file of a media type, made part by part of what its module told.
#[cfg(feature = "sheet")]
#[wasm_bindgen]
pub struct ReportFile(file::ReportFile);

#[cfg(feature = "sheet")]
#[wasm_bindgen]
impl ReportFile {
    /// Why no such file of a report can be made, by what is told of the whole: a sentence, or nothing.
    ///
    /// # Errors
    /// A text when it is no report.
    pub fn refused(head: &[u8], media: &str) -> Result<Option<String>, JsError> {
        Ok(file::refused(&whole(head)?, media).map(|said| said.to_string()))
    }

    /// Begins a file of a report, by what is told of the whole.
    ///
    /// # Errors
    /// A text when it is no report, or no such file can be made.
    pub fn begin(head: &[u8], title: &str, media: &str) -> Result<ReportFile, JsError> {
        file::ReportFile::begin(whole(head)?, title, media).map(ReportFile).map_err(wrong)
    }

    /// Takes the next lines, and answers the bytes that stand by now: none of a workbook.
    ///
    /// # Errors
    /// A text when they are no lines, or cannot be written.
    pub fn lines(&mut self, lines: &[u8]) -> Result<Vec<u8>, JsError> {
        let lines =
            ReportLine::read(&read(lines)?).ok_or_else(|| JsError::new("these are no lines"))?;
        self.0.lines(&lines).map_err(wrong)?;
        self.0.taken().map_err(wrong)
    }

    /// The rest of the file.
    ///
    /// # Errors
    /// A text when it cannot be made.
    pub fn finish(self) -> Result<Vec<u8>, JsError> {
        self.0.finish().map_err(wrong)
    }
}

#[cfg(feature = "sheet")]
fn whole(head: &[u8]) -> Result<ReportHead, JsError> {
    ReportHead::read(&read(head)?).ok_or_else(|| JsError::new("this is no report"))
}

#[cfg(feature = "sheet")]
fn wrong(why: file::FileFault) -> JsError {
    JsError::new(&why.to_string())
}

/// A file for Tally of what [`crate::report`]'s module told: its vouchers, or the masters that they need.
///
/// # Errors
/// A text when it is no book, or the form is none of the core's.
#[cfg(feature = "sheet")]
#[wasm_bindgen]
pub fn tally_file(book: &[u8], masters: bool, form: &str) -> Result<Vec<u8>, JsError> {
    let book = serde_json::from_slice(book).map_err(|error| JsError::new(&error.to_string()))?;
    tally::file(&book, masters, form).map_err(|error| JsError::new(&error))
}

/// What Tally's log of an import tells, as JSON text: the core's `TallyLog`.
///
/// # Errors
/// A sentence for the person when it is no such log.
#[cfg(feature = "sheet")]
#[wasm_bindgen]
pub fn tally_log(file: &[u8]) -> Result<String, JsError> {
    let log = tally::log(file).map_err(|error| JsError::new(&error))?;
    serde_json::to_string(&log).map_err(|error| JsError::new(&error.to_string()))
}
