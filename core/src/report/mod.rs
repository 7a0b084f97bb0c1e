//! Reports: each a declaration and a short function over frames, the same in the browser, on the server and in tests.

use serde_json::{Map, Value};

pub mod bytes;
pub mod column;
pub mod delta;
mod example;
mod fault;
pub mod frame;
mod grid;
mod group;
pub mod kernel;
mod plan;
pub mod query;
mod rollup;
mod total;

pub use fault::Fault;
pub use frame::{Frame, FrameBuilder, Frames};
pub use grid::{By, Cells, Grid, Meaning};
pub use query::{Filter, Query};

/// The schema number of the frames that the reports below read; it rises when a frame's columns change meaning.
pub const VERSION: u32 = 1;

/// Every report, by the key of its page and its call.
pub static REPORTS: &[&Report] = &[&example::LINES];

/// A report: what is asked of the person, what is shown, what is read, and the function.
#[derive(Debug)]
pub struct Report {
    pub key: &'static str,
    pub title: &'static str,
    pub params: &'static [Param],
    pub columns: &'static [Shown],
    /// The frames that it reads.
    pub reads: &'static [&'static str],
    pub run: fn(&Frames, &Params<'_>) -> Result<Grid, Fault>,
}

/// A parameter of a report.
#[derive(Debug)]
pub struct Param {
    pub key: &'static str,
    pub label: &'static str,
    pub kind: ParamKind,
    pub required: bool,
}

/// What is chosen for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A civil day as days since 1970-01-01.
    Day,
    Number,
    Flag,
    Text,
    /// Documents of the type named, by id; any of them counts.
    Links(&'static str),
    /// Any of these words.
    OneOf(&'static [&'static str]),
}

/// A column as it is shown.
#[derive(Debug)]
pub struct Shown {
    /// The grid's column.
    pub key: &'static str,
    pub label: &'static str,
    pub unit: Unit,
    /// Whether its sum stands below the rows.
    pub total: bool,
}

/// How a column's cells are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Text,
    Day,
    Count,
    Paise,
    Grams,
    /// Hundredths of a percent.
    BasisPoints,
}

/// What the person asked, by the keys of the declared parameters.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a>(pub &'a Map<String, Value>);

impl Params<'_> {
    /// A number or a day; `None` when it was not given.
    ///
    /// # Errors
    /// When it is no whole number.
    pub fn number(&self, key: &str) -> Result<Option<i64>, Fault> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_i64().map(Some).ok_or_else(|| Fault::Param(key.to_owned())),
        }
    }

    /// The texts chosen; `None` when none was given, which stands for all.
    ///
    /// # Errors
    /// When it is neither a text nor a list of texts.
    pub fn texts(&self, key: &str) -> Result<Option<Vec<&str>>, Fault> {
        let wrong = || Fault::Param(key.to_owned());
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(vec![text])),
            Some(Value::Array(texts)) if texts.is_empty() => Ok(None),
            Some(Value::Array(texts)) => texts
                .iter()
                .map(|text| text.as_str().ok_or_else(wrong))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(wrong()),
        }
    }

    /// Whether a flag was set.
    pub fn flag(&self, key: &str) -> bool {
        self.0.get(key) == Some(&Value::Bool(true))
    }

    /// A filter by the days from and to, both included and each optional.
    ///
    /// # Errors
    /// When one is no whole number.
    pub fn days(&self, path: &str, from: &str, to: &str) -> Result<Filter, Fault> {
        let (from, to) =
            (self.number(from)?.unwrap_or(i64::MIN), self.number(to)?.unwrap_or(i64::MAX));
        Ok(Filter::between(path, from, to))
    }

    /// A filter by the texts chosen; all rows when none was.
    ///
    /// # Errors
    /// When they are no texts.
    pub fn any_of(&self, key: &str, path: &str) -> Result<Filter, Fault> {
        Ok(match self.texts(key)? {
            Some(texts) => Filter::text(path, &texts),
            None => Filter::All(Vec::new()),
        })
    }
}

/// # Errors
/// When there is none of this key.
pub fn report(key: &str) -> Result<&'static Report, Fault> {
    REPORTS
        .iter()
        .copied()
        .find(|report| report.key == key)
        .ok_or_else(|| Fault::NoReport(key.to_owned()))
}
