//! A report as it is shown and sent: heads, lines with their levels, and a total.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::Frames;
use super::column::ColumnKind;
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

impl ReportCell {
    /// The cell at the end of a path that begins in a row of a frame; none for a column that was
    /// not sent.
    pub(super) fn at(frames: &Frames, frame: &str, path: &str, row: usize) -> ReportCell {
        let steps = frames.frame(frame).and_then(|frame| frames.path(frame, path));
        let Ok(steps) = steps else { return ReportCell::None };
        let mut row = row;
        for (at, (_, column)) in steps.iter().enumerate() {
            if at + 1 == steps.len() {
                return match (&column.kind, column.at(row)) {
                    (ColumnKind::Text(_), 0) | (ColumnKind::Day, 0) | (ColumnKind::Link(_), _) => {
                        ReportCell::None
                    }
                    (ColumnKind::Text(_), _) => ReportCell::Text(column.text(row).to_owned()),
                    (_, number) => ReportCell::Number(number),
                };
            }
            match usize::try_from(column.at(row) - 1) {
                Ok(next) => row = next,
                Err(_) => return ReportCell::None,
            }
        }
        ReportCell::None
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
}

impl ReportTable {
    /// Leaves a column out; never the first, which says what a line is.
    pub(super) fn hide(&mut self, key: &str) {
        let is_it = |head: &ReportColumn| head.key == key;
        let Some(at) = self.heads.iter().skip(1).position(is_it).map(|at| at + 1) else { return };
        let lead = self.heads.len() - self.total.as_ref().map_or(0, Vec::len);
        self.heads.remove(at);
        self.lines.iter_mut().for_each(|line| drop(line.cells.remove(at)));
        if let Some(total) = self.total.as_mut().filter(|_| at >= lead) {
            total.remove(at - lead);
        }
    }

    /// Reads a table that was written, without the parts that only a page needs: the lines'
    /// steps and documents.
    pub fn read(told: &Value) -> Option<ReportTable> {
        let text = |value: &Value, key: &str| value.get(key)?.as_str().map(str::to_owned);
        let cells = |value: &Value| -> Option<Vec<ReportCell>> {
            Some(value.as_array()?.iter().map(ReportCell::read).collect())
        };
        let heads = told.get("columns")?.as_array()?.iter().map(|head| {
            Some(ReportColumn {
                key: text(head, "key")?,
                label: text(head, "label")?,
                under: text(head, "under"),
                shown: CellFormat::named(head.get("shown")?.as_str()?)?,
                says: None,
            })
        });
        let lines = told.get("rows")?.as_array()?.iter().map(|line| {
            let level = usize::try_from(line.get("level")?.as_u64()?).ok()?;
            Some(ReportLine { level, cells: cells(line.get("cells")?)?, ..ReportLine::default() })
        });
        Some(ReportTable {
            heads: heads.collect::<Option<_>>()?,
            lines: lines.collect::<Option<_>>()?,
            total: told.get("totals").and_then(cells),
            ..ReportTable::default()
        })
    }

    /// The table as a value, for what puts more beside it.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
