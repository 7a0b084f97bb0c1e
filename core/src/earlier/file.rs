//! A file of rows of an earlier system: which kind it is, and its rows as a command carries them.

use serde_json::Value;

use super::{EarlierKind, KINDS};
use crate::error::{Code, Issue};
use crate::kept::doc::Record;
use crate::said::Said;
use crate::table::SheetRow;
use crate::table::cell::Found;
use crate::table::plan::{Before, Plan, RowIssue, Saving};
use crate::write::command::CommandKind;

/// A file, known by its heading.
#[derive(Debug)]
pub struct File {
    pub kind: &'static EarlierKind,
    plan: Plan,
}

/// A row as it was read.
#[derive(Debug, Default)]
pub struct EarlierRow {
    /// The number of its document; empty where it has none.
    pub number: String,
    pub cells: Vec<Value>,
    pub issues: Vec<RowIssue>,
}

impl File {
    /// Errors: every heading that is wrong, or that the kind cannot be told.
    pub fn open(head: &[String]) -> Result<File, Vec<Issue>> {
        let named = |kind: &&EarlierKind| {
            let number = kind.def.field("number").map_or("", |field| field.label);
            head.iter().any(|one| one.trim().eq_ignore_ascii_case(number))
        };
        let Some(kind) = KINDS.iter().find(named) else {
            let message =
                "The first row must hold headings, Invoice, Purchase or Receipt among them";
            return Err(vec![Issue::whole(Code::Input, message)]);
        };
        Ok(File { kind, plan: Plan::new(kind.def, head, Saving::Add)? })
    }

    /// Reads a row as people write it, and says what is wrong with it.
    pub fn read(&self, row: &SheetRow) -> EarlierRow {
        let mut nowhere = |_: &'static _, _: &str| Found::Nothing;
        let (record, issues) = self.plan.check(row, Before::New, &mut nowhere);
        let number = record.get("number").and_then(Value::as_str).unwrap_or("").to_owned();
        EarlierRow { number, cells: self.cells(record), issues }
    }

    fn cells(&self, mut record: Record) -> Vec<Value> {
        let fields = self.kind.def.fields.iter();
        let mut cells: Vec<Value> =
            fields.map(|field| record.remove(field.key).unwrap_or(Value::Null)).collect();
        while cells.last().is_some_and(Value::is_null) {
            cells.pop();
        }
        cells
    }

    /// The command that brings rows in.
    pub fn deed(&self, rows: Vec<Vec<Value>>) -> CommandKind {
        CommandKind::BringIn { of: self.kind.def.key.to_owned(), rows }
    }

    /// An issue of such a deed at its place in the file, whose rows have these numbers.
    pub fn placed(&self, issue: Issue, numbers: &[u32]) -> RowIssue {
        let mut parts = issue.path.splitn(3, '.').skip(1);
        let at = parts.next().and_then(|at| at.parse::<usize>().ok());
        let number = at.and_then(|at| numbers.get(at)).copied().unwrap_or(0);
        let path = parts.next().unwrap_or("").to_owned();
        let row = SheetRow { number, ..SheetRow::default() };
        self.plan.placed(&row, Issue { path, ..issue })
    }

    /// An issue with the number of a row's document.
    pub fn of_number(&self, row: &SheetRow, message: Said) -> RowIssue {
        self.plan.placed(row, Issue::new("number", Code::Input, message))
    }
}
