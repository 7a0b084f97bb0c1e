//! A report as it is shown and sent: heads, lines with their levels, and a total.

use serde_json::{Value, json};

use super::Frames;
use super::column::ColumnKind;
use super::measures::{FigureKind, Measure};
use crate::value::Day;

/// How the cells of a column are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Text,
    Day,
    Instant,
    Figure(FigureKind),
}

impl Shown {
    pub fn name(self) -> &'static str {
        match self {
            Shown::Text => "text",
            Shown::Day => "day",
            Shown::Instant => "instant",
            Shown::Figure(unit) => unit.name(),
        }
    }

    fn named(name: &str) -> Option<Shown> {
        let plain = [Shown::Text, Shown::Day, Shown::Instant].into_iter();
        plain
            .chain(FigureKind::ALL.iter().map(|unit| Shown::Figure(*unit)))
            .find(|shown| shown.name() == name)
    }
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub key: String,
    pub label: String,
    /// The heading over several columns.
    pub under: Option<String>,
    pub shown: Shown,
}

impl Head {
    pub fn text(key: &str, label: &str) -> Head {
        Head { key: key.to_owned(), label: label.to_owned(), under: None, shown: Shown::Text }
    }

    pub fn figure(key: &str, measure: &Measure, under: Option<&str>) -> Head {
        Head {
            key: key.to_owned(),
            label: measure.label.to_owned(),
            under: under.map(str::to_owned),
            shown: match measure.unit {
                FigureKind::Date => Shown::Day,
                unit => Shown::Figure(unit),
            },
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

    fn to_json(&self) -> Value {
        match self {
            ReportCell::None => Value::Null,
            ReportCell::Number(number) => (*number).into(),
            ReportCell::Text(text) => text.as_str().into(),
        }
    }
}

/// A dimension and the value by which a line is asked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrillStep {
    pub dimension: &'static str,
    pub value: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportLine {
    /// 0 for the outermost group.
    pub level: usize,
    pub cells: Vec<ReportCell>,
    /// The groups it lies in, itself last.
    pub steps: Vec<DrillStep>,
    /// The document it opens: its type and id.
    pub opens: Option<(String, String)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportTable {
    pub heads: Vec<Head>,
    pub lines: Vec<ReportLine>,
    /// The figures of the whole, for the last columns.
    pub total: Option<Vec<ReportCell>>,
    /// How many rows were looked at.
    pub read: u64,
    /// The days that it tells of, both included, as days since 1970-01-01.
    pub days: (i64, i64),
}

fn day(days: i64) -> String {
    Day(i32::try_from(days).unwrap_or(0)).to_string()
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
        let is_it = |head: &Head| head.key == key;
        let Some(at) = self.heads.iter().skip(1).position(is_it).map(|at| at + 1) else { return };
        let lead = self.heads.len() - self.total.as_ref().map_or(0, Vec::len);
        self.heads.remove(at);
        self.lines.iter_mut().for_each(|line| drop(line.cells.remove(at)));
        if let Some(total) = self.total.as_mut().filter(|_| at >= lead) {
            total.remove(at - lead);
        }
    }

    /// Reads the output of [`ReportTable::to_json`], without the parts that only a page needs: the lines'
    /// steps and documents.
    pub fn read(told: &Value) -> Option<ReportTable> {
        let text = |value: &Value, key: &str| value.get(key)?.as_str().map(str::to_owned);
        let cells = |value: &Value| -> Option<Vec<ReportCell>> {
            Some(value.as_array()?.iter().map(ReportCell::read).collect())
        };
        let heads = told.get("columns")?.as_array()?.iter().map(|head| {
            Some(Head {
                key: text(head, "key")?,
                label: text(head, "label")?,
                under: text(head, "under"),
                shown: Shown::named(head.get("shown")?.as_str()?)?,
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

    /// The table as the browser and the calls see it.
    pub fn to_json(&self) -> Value {
        let heads = self.heads.iter().map(|head| {
            json!({
                "key": head.key, "label": head.label, "under": head.under, "shown": head.shown.name(),
            })
        });
        let lines = self.lines.iter().map(|line| {
            let steps = line.steps.iter().map(|step| json!([step.dimension, step.value]));
            json!({
                "level": line.level,
                "cells": line.cells.iter().map(ReportCell::to_json).collect::<Vec<_>>(),
                "steps": steps.collect::<Vec<_>>(),
                "opens": line.opens.as_ref().map(|(kind, id)| json!([kind, id])),
            })
        });
        let total = self.total.as_ref();
        let total = total.map(|cells| cells.iter().map(ReportCell::to_json).collect::<Vec<_>>());
        json!({
            "columns": heads.collect::<Vec<_>>(),
            "rows": lines.collect::<Vec<_>>(),
            "totals": total,
            "read": self.read,
            "days": [day(self.days.0), day(self.days.1)],
        })
    }
}
