//! Frames that stay in the browser's core, and reports over them.

use godown_core::report::{self, Frames, Params, Reported, VERSION, bytes, delta};
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
pub struct Snapshot {
    pub(crate) frames: Frames,
    /// The last answer, and the last one of what lies behind figures: their lines are asked for part by part.
    told: Option<Kept>,
    behind: Option<Kept>,
}

/// An answer with its question.
type Kept = ([String; 3], Reported);

#[wasm_bindgen]
impl Snapshot {
    /// # Errors
    /// When the bytes are foreign, of another version, cut short or damaged.
    pub fn load(snapshot: &[u8]) -> Result<Snapshot, JsError> {
        let frames = bytes::read(snapshot, VERSION).map_err(fault)?;
        Ok(Snapshot { frames, told: None, behind: None })
    }

    /// The last journal entry in it.
    pub fn seq(&self) -> f64 {
        self.frames.seq as f64
    }

    /// The scope of the person whose cut it is.
    pub fn scope(&self) -> String {
        self.frames.scope.clone()
    }

    /// Its bytes, to be loaded again.
    pub fn save(&self) -> Vec<u8> {
        bytes::write(&self.frames)
    }

    /// Puts a delta into it.
    ///
    /// # Errors
    /// When it does not follow: the snapshot is then to be loaded anew.
    pub fn apply(&mut self, changes: &[u8]) -> Result<(), JsError> {
        (self.told, self.behind) = (None, None);
        let changes = bytes::read(changes, VERSION).map_err(fault)?;
        delta::apply(&mut self.frames, &changes).map_err(fault)
    }

    /// Runs a report, and answers the whole and its first lines as JSON text: `ReportStart`. The parameters are an
    /// object of texts as JSON text; today is `YYYY-MM-DD`. Where `behind`, the documents behind its figures.
    ///
    /// # Errors
    /// When there is no such report, a parameter is not of its form, or the person's frames lack what it reads.
    pub fn report(
        &mut self,
        behind: bool,
        key: &str,
        params: &str,
        today: &str,
        count: usize,
    ) -> Result<String, JsError> {
        let kept = if behind { &mut self.behind } else { &mut self.told };
        let answer = answered(&self.frames, kept, behind, [key, params, today])?;
        text(&answer.start(&self.frames, count))
    }

    /// Some lines of a report as JSON text: `ReportLines`.
    ///
    /// # Errors
    /// Those of a report.
    pub fn lines(
        &mut self,
        behind: bool,
        key: &str,
        params: &str,
        today: &str,
        from: usize,
        count: usize,
    ) -> Result<String, JsError> {
        let kept = if behind { &mut self.behind } else { &mut self.told };
        let answer = answered(&self.frames, kept, behind, [key, params, today])?;
        text(&answer.part(&self.frames, from, count))
    }

    /// What a report was asked, in words: labels and texts, as JSON text.
    ///
    /// # Errors
    /// Those of a report.
    pub fn asked(&self, key: &str, params: &str, today: &str) -> Result<String, JsError> {
        let (params, today) = asked(params, today)?;
        text(&report::asked(&self.frames, key, &params, today).map_err(fault)?)
    }

    /// A dashboard's tiles and charts: `Dashboard`.
    ///
    /// # Errors
    /// When there is no such dashboard.
    pub fn dashboard(&self, key: &str, today: &str) -> Result<JsValue, JsError> {
        value(&report::dashboard::told(&self.frames, key, day(today)?).map_err(fault)?)
    }

    /// The content of the files for Tally, as JSON text.
    ///
    /// # Errors
    /// Those of a report.
    pub fn tally(&self, params: &str, today: &str) -> Result<String, JsError> {
        let (params, today) = asked(params, today)?;
        let book = report::tally::book(&self.frames, &params, today).map_err(fault)?;
        text(&book)
    }

    /// The first values of a dimension that can be filtered by whose names hold a text: `DimensionValues`.
    ///
    /// # Errors
    /// When the person's frames lack it.
    pub fn values(&self, dimension: &str, like: &str, most: usize) -> Result<JsValue, JsError> {
        value(&report::values(&self.frames, dimension, like, most).map_err(fault)?)
    }

    /// The names of values of a dimension by their ids: `DimensionValues`.
    ///
    /// # Errors
    /// When the person's frames lack it.
    pub fn names(&self, dimension: &str, ids: &str) -> Result<JsValue, JsError> {
        value(&report::names(&self.frames, dimension, ids).map_err(fault)?)
    }
}

/// The answer that was made last where that was to the same question, or a new one.
fn answered<'k>(
    frames: &Frames,
    kept: &'k mut Option<Kept>,
    behind: bool,
    question: [&str; 3],
) -> Result<&'k Reported, JsError> {
    if kept.as_ref().is_none_or(|(own, _)| *own != question) {
        // The memory of the last answer is there for the next one.
        *kept = None;
        let [key, params, today] = question;
        let (params, today) = asked(params, today)?;
        let run = if behind { report::behind } else { report::answer };
        let answer = run(frames, key, &params, today).map_err(fault)?;
        *kept = Some((question.map(str::to_owned), answer));
    }
    let told = kept.as_ref().map(|(_, answer)| answer);
    told.ok_or_else(|| JsError::new("there is no answer"))
}

fn asked(params: &str, today: &str) -> Result<(Params, Day), JsError> {
    let params = serde_json::from_str(params).map_err(fault)?;
    Ok((params, day(today)?))
}

fn day(today: &str) -> Result<Day, JsError> {
    Day::parse(today).ok_or_else(|| JsError::new("today is no day"))
}
