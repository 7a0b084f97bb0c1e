//! Frames that stay in the browser's core, and reports over them.

use godown_core::report::{self, Frames, Params, VERSION, bytes, delta};
use godown_core::value::Day;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

pub(crate) fn fault(fault: impl std::fmt::Display) -> JsError {
    JsError::new(&fault.to_string())
}

/// The description by which pages draw reports, as JSON text.
#[wasm_bindgen]
pub fn described() -> String {
    report::described().to_string()
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
        Ok(table.to_json().to_string())
    }

    /// The documents behind figures of a report, as [`Snapshot::report`] answers.
    ///
    /// # Errors
    /// Those of a report.
    pub fn behind(&self, key: &str, params: &str, today: &str) -> Result<String, JsError> {
        let (params, today) = asked(params, today)?;
        let table = report::behind(&self.0, key, &params, today).map_err(fault)?;
        Ok(table.to_json().to_string())
    }

    /// A dashboard's tiles and charts, as JSON text.
    ///
    /// # Errors
    /// When there is no such dashboard.
    pub fn dashboard(&self, key: &str, today: &str) -> Result<String, JsError> {
        let (_, today) = asked("{}", today)?;
        let told = report::dashboard::told(&self.0, key, today).map_err(fault)?;
        Ok(told.to_string())
    }

    /// The content of the files for Tally, as JSON text.
    ///
    /// # Errors
    /// Those of a report.
    pub fn tally(&self, params: &str, today: &str) -> Result<String, JsError> {
        let (params, today) = asked(params, today)?;
        let book = report::tally::book(&self.0, &params, today).map_err(fault)?;
        serde_json::to_string(&book).map_err(fault)
    }

    /// The values of a dimension that can be filtered by: ids and names, as JSON text.
    ///
    /// # Errors
    /// When the person's frames lack it.
    pub fn values(&self, dimension: &str) -> Result<String, JsError> {
        let values = report::values(&self.0, dimension).map_err(fault)?;
        Ok(Value::from_iter(values.into_iter().map(|(id, name)| json!([id, name]))).to_string())
    }
}

fn asked(params: &str, today: &str) -> Result<(Params, Day), JsError> {
    let params = serde_json::from_str(params).map_err(fault)?;
    let today = Day::parse(today).ok_or_else(|| JsError::new("today is no day"))?;
    Ok((params, today))
}
