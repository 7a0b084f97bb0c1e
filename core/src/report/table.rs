//! A report as it is shown and sent: heads, lines with their levels, and a total.

use serde_json::{Value, json};

use super::Frames;
use super::column::Kind;
use super::measures::{Measure, Unit};
use crate::value::Day;

/// How the cells of a column are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Text,
    Day,
    Instant,
    Figure(Unit),
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
            .chain(Unit::ALL.iter().map(|unit| Shown::Figure(*unit)))
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
                Unit::Date => Shown::Day,
                unit => Shown::Figure(unit),
            },
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    #[default]
    None,
    Number(i64),
    Text(String),
}

impl Cell {
    /// The cell at the end of a path that begins in a row of a frame; none for a column that was
    /// not sent.
    pub(super) fn at(frames: &Frames, frame: &str, path: &str, row: usize) -> Cell {
        let steps = frames.frame(frame).and_then(|frame| frames.path(frame, path));
        let Ok(steps) = steps else { return Cell::None };
        let mut row = row;
        for (at, (_, column)) in steps.iter().enumerate() {
            if at + 1 == steps.len() {
                return match (&column.kind, column.at(row)) {
                    (Kind::Text(_), 0) | (Kind::Day, 0) | (Kind::Link(_), _) => Cell::None,
                    (Kind::Text(_), _) => Cell::Text(column.text(row).to_owned()),
                    (_, number) => Cell::Number(number),
                };
            }
            match usize::try_from(column.at(row) - 1) {
                Ok(next) => row = next,
                Err(_) => return Cell::None,
            }
        }
        Cell::None
    }

    fn to_json(&self) -> Value {
        match self {
            Cell::None => Value::Null,
            Cell::Number(number) => (*number).into(),
            Cell::Text(text) => text.as_str().into(),
        }
    }
}

/// A dimension and the value by which a line is asked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub dimension: &'static str,
    pub value: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// 0 for the outermost group.
    pub level: usize,
    pub cells: Vec<Cell>,
    /// The groups it lies in, itself last.
    pub steps: Vec<Step>,
    /// The document it opens: its type and id.
    pub opens: Option<(String, String)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub heads: Vec<Head>,
    pub lines: Vec<Line>,
    /// The figures of the whole, for the last columns.
    pub total: Option<Vec<Cell>>,
    /// How many rows were looked at.
    pub read: u64,
    /// The days that it tells of, both included, as days since 1970-01-01.
    pub days: (i64, i64),
}

fn day(days: i64) -> String {
    Day(i32::try_from(days).unwrap_or(0)).to_string()
}

impl Cell {
    fn read(cell: &Value) -> Cell {
        match cell {
            Value::Number(number) => number.as_i64().map_or(Cell::None, Cell::Number),
            Value::String(text) => Cell::Text(text.clone()),
            _ => Cell::None,
        }
    }
}

impl Table {
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

    /// Reads the output of [`Table::to_json`], without the parts that only a page needs: the lines'
    /// steps and documents.
    pub fn read(told: &Value) -> Option<Table> {
        let text = |value: &Value, key: &str| value.get(key)?.as_str().map(str::to_owned);
        let cells = |value: &Value| -> Option<Vec<Cell>> {
            Some(value.as_array()?.iter().map(Cell::read).collect())
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
            Some(Line { level, cells: cells(line.get("cells")?)?, ..Line::default() })
        });
        Some(Table {
            heads: heads.collect::<Option<_>>()?,
            lines: lines.collect::<Option<_>>()?,
            total: told.get("totals").and_then(cells),
            ..Table::default()
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
                "cells": line.cells.iter().map(Cell::to_json).collect::<Vec<_>>(),
                "steps": steps.collect::<Vec<_>>(),
                "opens": line.opens.as_ref().map(|(kind, id)| json!([kind, id])),
            })
        });
        let total = self.total.as_ref();
        let total = total.map(|cells| cells.iter().map(Cell::to_json).collect::<Vec<_>>());
        json!({
            "columns": heads.collect::<Vec<_>>(),
            "rows": lines.collect::<Vec<_>>(),
            "totals": total,
            "read": self.read,
            "days": [day(self.days.0), day(self.days.1)],
        })
    }
}
