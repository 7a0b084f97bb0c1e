//! Frames that stay in the browser's core, and reports over them.

use godown_core::report::{self, Frames, Params, VERSION, bytes, delta};
use godown_core::value::Day;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

pub(crate) fn fault(fault: impl std::fmt::Display) -> JsError {
    JsError::new(&fault.to_string())
}

/// An answer as the value that its JSON text stands for.
fn value(answer: &impl Serialize) -> Result<JsValue, JsError> {
    answer.serialize(&Serializer::json_compatible()).map_err(fault)
}

fn text(answer: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(answer).map_err(fault)
}

/// The description by which pages draw reports: `ReportDefs`.
///
/// # Errors
/// None that a browser meets.
#[wasm_bindgen]
pub fn described() -> Result<JsValue, JsError> {
    value(&report::described())
}

/// A snapshot; `free` gives its memory back.
#[wasm_bindgen]
pub struct Snapshot(pub(crate) Frames);

#[wasm_bindgen]
impl Snapshot {
    /// # Errors
    /// When the bytes are foreign, of another version, cut short or damaged.
    pub fn load(snapshot: &[u8]) -> Result<Snapshot, JsError> {
        bytes::read(snapshot, VERSION).map(Snapshot).map_err(fault)
    }

    /// The last journal entry in it.
    pub fn seq(&self) -> f64 {
        self.0.seq as f64
    }

    /// The scope of the person whose cut it is.
    pub fn scope(&self) -> String {
        self.0.scope.clone()
    }

    /// Its bytes, to be loaded again.
    pub fn save(&self) -> Vec<u8> {
        bytes::write(&self.0)
    }

    /// Puts a delta into it.
    ///
    /// # Errors
    /// When it does not follow: the snapshot is then to be loaded anew.
    pub fn apply(&mut self, changes: &[u8]) -> Result<(), JsError> {
        let changes = bytes::read(changes, VERSION).map_err(fault)?;
        delta::apply(&mut self.0, &changes).map_err(fault)
    }

    /// Runs a report, and answers its table as JSON text. The parameters are an object of texts as JSON text; today is
    /// `YYYY-MM-DD`.
    ///
    /// # Errors
    /// When there is no such report, a parameter is not of its form, or the person's frames lack what it reads.
    pub fn report(&self, key: &str, params: &str, today: &str) -> Result<String, JsError> {
        let (params, today) = asked(params, today)?;
        let table = report::run(&self.0, key, &params, today).map_err(fault)?;
        text(&table)
    }

    /// The documents behind figures of a report, as [`Snapshot::report`] answers.
    ///
    /// # Errors
    /// Those of a report.
    pub fn behind(&self, key: &str, params: &str, today: &str) -> Result<String, JsError> {
        let (params, today) = asked(params, today)?;
        let table = report::behind(&self.0, key, &params, today).map_err(fault)?;
        text(&table)
    }

    /// A dashboard's tiles and charts: `Dashboard`.
    ///
    /// # Errors
    /// When there is no such dashboard.
    pub fn dashboard(&self, key: &str, today: &str) -> Result<JsValue, JsError> {
        value(&report::dashboard::told(&self.0, key, day(today)?).map_err(fault)?)
    }

    /// The content of the files for Tally, as JSON text.
    ///
    /// # Errors
    /// Those of a report.
    pub fn tally(&self, params: &str, today: &str) -> Result<String, JsError> {
        let (params, today) = asked(params, today)?;
        let book = report::tally::book(&self.0, &params, today).map_err(fault)?;
        text(&book)
    }

    /// The values of a dimension that can be filtered by: ids and names.
    ///
    /// # Errors
    /// When the person's frames lack it.
    pub fn values(&self, dimension: &str) -> Result<JsValue, JsError> {
        value(&report::values(&self.0, dimension).map_err(fault)?)
    }
}

fn asked(params: &str, today: &str) -> Result<(Params, Day), JsError> {
    let params = serde_json::from_str(params).map_err(fault)?;
    Ok((params, day(today)?))
}

fn day(today: &str) -> Result<Day, JsError> {
    Day::parse(today).ok_or_else(|| JsError::new("today is no day"))
}
