//! A report as it is shown and sent: heads, lines with their levels, and a total.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::Frames;
use super::column::{Column, ColumnKind};
use super::measures::{FigureKind, Measure};
use crate::json_answer;
use crate::shape::{Shape, Shaped};
use crate::value::Day;

/// How the cells of a column are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellFormat {
    Text,
    Day,
    Instant,
    Figure(FigureKind),
}

impl CellFormat {
    pub fn name(self) -> &'static str {
        match self {
            CellFormat::Text => "text",
            CellFormat::Day => "day",
            CellFormat::Instant => "instant",
            CellFormat::Figure(unit) => unit.name(),
        }
    }

    /// Each by its name; a date is a day however it was worked out.
    fn all() -> impl Iterator<Item = CellFormat> {
        let figures = FigureKind::ALL.iter().filter(|unit| **unit != FigureKind::Date);
        let plain = [CellFormat::Text, CellFormat::Day, CellFormat::Instant].into_iter();
        plain.chain(figures.map(|unit| CellFormat::Figure(*unit)))
    }

    fn named(name: &str) -> Option<CellFormat> {
        CellFormat::all().find(|shown| shown.name() == name)
    }
}

impl Shaped for CellFormat {
    fn shape() -> Shape {
        Shape::Named("CellFormat", || {
            Shape::Words(CellFormat::all().map(CellFormat::name).collect())
        })
    }
}

impl Serialize for CellFormat {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_unit_variant("CellFormat", 0, self.name())
    }
}

json_answer! {
    /// The head of a column.
    #[derive(PartialEq, Eq)]
    pub struct ReportColumn {
        pub key: String,
        pub label: String,
        /// The heading over several columns.
        pub under: Option<String>,
        pub shown: CellFormat,
        /// What the figure is, in words; none where its label says it.
        pub says [optional]: Option<&'static str>,
    }
}

impl ReportColumn {
    pub fn text(key: &str, label: &str) -> ReportColumn {
        ReportColumn {
            key: key.to_owned(),
            label: label.to_owned(),
            under: None,
            shown: CellFormat::Text,
            says: None,
        }
    }

    pub fn figure(key: &str, measure: &Measure, under: Option<&str>) -> ReportColumn {
        ReportColumn {
            key: key.to_owned(),
            label: measure.label.to_owned(),
            under: under.map(str::to_owned),
            shown: match measure.unit {
                FigureKind::Date => CellFormat::Day,
                unit => CellFormat::Figure(unit),
            },
            says: measure.says(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReportCell {
    #[default]
    None,
    Number(i64),
    Text(String),
}

/// A path, resolved: its columns one after the other; none where one was not sent.
pub(super) struct CellPath<'a>(Vec<&'a Column>);

impl<'a> CellPath<'a> {
    pub(super) fn of(frames: &'a Frames, frame: &str, path: &str) -> CellPath<'a> {
        let steps = frames.frame(frame).and_then(|frame| frames.path(frame, path));
        CellPath(steps.unwrap_or_default().into_iter().map(|(_, column)| column).collect())
    }

    /// The cell at the end of the path that begins in a row.
    pub(super) fn at(&self, row: usize) -> ReportCell {
        let Some((last, links)) = self.0.split_last() else { return ReportCell::None };
        let next = |row: usize, column: &&Column| usize::try_from(column.at(row) - 1).ok();
        let Some(row) = links.iter().try_fold(row, next) else { return ReportCell::None };
        match (&last.kind, last.at(row)) {
            (ColumnKind::Text(_), 0) | (ColumnKind::Day, 0) | (ColumnKind::Link(_), _) => {
                ReportCell::None
            }
            (ColumnKind::Text(_), _) => ReportCell::Text(last.text(row).to_owned()),
            (_, number) => ReportCell::Number(number),
        }
    }

    /// The number at its end; 0 where there is none.
    pub(super) fn number(&self, row: usize) -> i64 {
        match self.at(row) {
            ReportCell::Number(number) => number,
            _ => 0,
        }
    }
}

impl Shaped for ReportCell {
    fn shape() -> Shape {
        Shape::Named("ReportCell", || {
            Shape::maybe(Shape::Either(vec![Shape::Text, Shape::Integer]))
        })
    }
}

impl Serialize for ReportCell {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            ReportCell::None => out.serialize_none(),
            ReportCell::Number(number) => out.serialize_i64(*number),
            ReportCell::Text(text) => out.serialize_str(text),
        }
    }
}

/// A dimension and the value by which a line is asked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrillStep {
    pub dimension: &'static str,
    pub value: String,
}

impl Shaped for DrillStep {
    fn shape() -> Shape {
        Shape::Named("DrillStep", <(String, String)>::shape)
    }
}

impl Serialize for DrillStep {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        (self.dimension, &self.value).serialize(out)
    }
}

json_answer! {
    #[derive(Default, PartialEq, Eq)]
    pub struct ReportLine {
        /// 0 for the outermost group.
        pub level: usize,
        pub cells: Vec<ReportCell>,
        /// The groups it lies in, itself last.
        pub steps: Vec<DrillStep>,
        /// The document it opens: its type and id.
        pub opens: Option<(String, String)>,
    }
}

json_answer! {
    /// A report without its rows: what it tells of the whole.
    #[derive(Default, PartialEq, Eq)]
    pub struct ReportHead {
        pub heads as "columns": Vec<ReportColumn>,
        /// The figures of the whole, for the last columns.
        pub total as "totals": Option<Vec<ReportCell>>,
        /// How many rows were looked at.
        pub read: u64,
        /// The days that it tells of, both included.
        pub days: (Day, Day),
        /// How many lines it has.
        pub lines: usize,
        /// The level of the innermost of them.
        pub depth: usize,
        /// The figure that its chart draws, where it has one.
        pub drawn: Option<String>,
        /// The lines of the chart.
        pub bars: Vec<ReportLine>,
    }
}

json_answer! {
    /// Some lines of a report, one after the other.
    #[derive(Default, PartialEq, Eq)]
    pub struct ReportLines {
        /// The number of the first.
        pub from: usize,
        pub lines as "rows": Vec<ReportLine>,
        /// How many lines lie within each.
        pub within: Vec<usize>,
    }
}

json_answer! {
    /// A report as a page is told it: the whole, and its first lines.
    #[derive(Default, PartialEq, Eq)]
    pub struct ReportStart {
        pub head [among]: ReportHead,
        pub first: ReportLines,
    }
}

json_answer! {
    #[derive(Default, PartialEq, Eq)]
    pub struct ReportTable {
        pub heads as "columns": Vec<ReportColumn>,
        pub lines as "rows": Vec<ReportLine>,
        /// The figures of the whole, for the last columns.
        pub total as "totals": Option<Vec<ReportCell>>,
        /// How many rows were looked at.
        pub read: u64,
        /// The days that it tells of, both included.
        pub days: (Day, Day),
    }
}

impl ReportCell {
    fn read(cell: &Value) -> ReportCell {
        match cell {
            Value::Number(number) => number.as_i64().map_or(ReportCell::None, ReportCell::Number),
            Value::String(text) => ReportCell::Text(text.clone()),
            _ => ReportCell::None,
        }
    }

    fn all(value: &Value) -> Option<Vec<ReportCell>> {
        Some(value.as_array()?.iter().map(ReportCell::read).collect())
    }
}

impl ReportLine {
    /// Reads lines that were written, without the parts that only a page needs: their steps and documents.
    pub fn read(told: &Value) -> Option<Vec<ReportLine>> {
        let line = |line: &Value| {
            let level = usize::try_from(line.get("level")?.as_u64()?).ok()?;
            let cells = ReportCell::all(line.get("cells")?)?;
            Some(ReportLine { level, cells, ..ReportLine::default() })
        };
        told.as_array()?.iter().map(line).collect()
    }
}

impl ReportHead {
    /// Reads what was written of a table beside its rows.
    pub fn read(told: &Value) -> Option<ReportHead> {
        let text = |value: &Value, key: &str| value.get(key)?.as_str().map(str::to_owned);
        let count = |key: &str| usize::try_from(told.get(key)?.as_u64()?).ok();
        let heads = told.get("columns")?.as_array()?.iter().map(|head| {
            Some(ReportColumn {
                key: text(head, "key")?,
                label: text(head, "label")?,
                under: text(head, "under"),
                shown: CellFormat::named(head.get("shown")?.as_str()?)?,
                says: None,
            })
        });
        Some(ReportHead {
            heads: heads.collect::<Option<_>>()?,
            total: told.get("totals").and_then(ReportCell::all),
            lines: count("lines")?,
            depth: count("depth")?,
            ..ReportHead::default()
        })
    }
}

impl ReportTable {
    /// The table as a value, for what puts more beside it.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
