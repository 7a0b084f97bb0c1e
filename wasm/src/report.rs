//! Frames that stay in the browser's core, and reports over them: the page reads an answer in parts.

use godown_core::report::{
    Cells, Frames, Grid, Meaning, Params, VERSION, bytes, column::Data, delta, report,
};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::*;

pub(crate) fn fault(fault: impl std::fmt::Display) -> JsError {
    JsError::new(&fault.to_string())
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

    /// Puts a delta into it.
    ///
    /// # Errors
    /// When it does not follow: the snapshot is then to be loaded anew.
    pub fn apply(&mut self, changes: &[u8]) -> Result<(), JsError> {
        let changes = bytes::read(changes, VERSION).map_err(fault)?;
        delta::apply(&mut self.0, &changes).map_err(fault)
    }

    /// Runs a report; the parameters are an object as JSON text.
    ///
    /// # Errors
    /// When there is no such report, a parameter is not of its form, or the person's frames lack what it reads.
    pub fn report(&self, key: &str, params: &str) -> Result<Answer, JsError> {
        let params: Map<String, Value> = serde_json::from_str(params).map_err(fault)?;
        let run = report(key).map_err(fault)?.run;
        run(&self.0, &Params(&params)).map(Answer).map_err(fault)
    }
}

/// What a report tells.
#[wasm_bindgen]
pub struct Answer(pub(crate) Grid);

#[wasm_bindgen]
impl Answer {
    pub fn rows(&self) -> usize {
        self.0.rows()
    }

    /// The columns' names, as JSON text.
    pub fn columns(&self) -> String {
        let names: Vec<_> = self.0.columns().iter().map(|cells| cells.name.as_str()).collect();
        json!(names).to_string()
    }

    /// Some rows as JSON text: a list of rows, each a list of cells.
    pub fn page(&self, from: usize, count: usize) -> String {
        let rows = from.min(self.0.rows())..from.saturating_add(count).min(self.0.rows());
        let page = rows
            .map(|row| self.0.columns().iter().map(|cells| cell(cells, row)).collect::<Vec<_>>());
        json!(page.collect::<Vec<_>>()).to_string()
    }

    /// The sums of the columns named in a JSON list, as JSON text.
    ///
    /// # Errors
    /// When there is no such column or a total is too large.
    pub fn totals(&self, names: &str) -> Result<String, JsError> {
        let names: Vec<&str> = serde_json::from_str(names).map_err(fault)?;
        Ok(json!(self.0.totals(&names).map_err(fault)?).to_string())
    }

    /// A column's numbers or codes where they lie: their address, their count, and the bytes of each. They are read
    /// before the next call.
    ///
    /// # Errors
    /// When there is no such column.
    pub fn place(&self, name: &str) -> Result<Vec<u32>, JsError> {
        Ok(lies(&self.0.column(name).map_err(fault)?.data))
    }
}

pub(crate) fn lies(data: &Data) -> Vec<u32> {
    let (at, count, width) = match data {
        Data::U8(raw) => (raw.as_ptr() as usize, raw.len(), 1),
        Data::U16(raw) => (raw.as_ptr() as usize, raw.len(), 2),
        Data::U32(raw) => (raw.as_ptr() as usize, raw.len(), 4),
        Data::I64(raw) => (raw.as_ptr() as usize, raw.len(), 8),
    };
    vec![at as u32, count as u32, width]
}

fn cell(cells: &Cells, row: usize) -> Value {
    match cells.meaning {
        Meaning::Text(_) => json!(cells.text(row)),
        _ => json!(cells.at(row)),
    }
}
