//! How a file's rows become records of a type: which heading is which column, and what is wrong
//! with each row, said by the check that the form uses.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::cell::{self, Find};
use super::column::{self, ColumnPlace, PathStep, SheetColumn, Spot};
use super::{MOST_COLUMNS, SheetRow};
use crate::error::{Code, Issue};
use crate::json::json_struct;
use crate::kept::doc::Record;
use crate::said;
use crate::said::{Phrase, Said};
use crate::schema::check::{self, Strictness};
use crate::schema::{DocType, Field, Kind};
use crate::write::{index, save};

/// Whether rows create documents or change them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// Each row is a new document.
    #[default]
    Add,
    /// A row whose key is known changes that document; another makes a new one.
    Update,
}

impl Saving {
    pub fn parse(name: &str) -> Option<Saving> {
        match name {
            "add" => Some(Saving::Add),
            "update" => Some(Saving::Update),
            _ => None,
        }
    }
}

json_struct! { SPARE
    /// One problem of one row: the issue of the record, and where in the file it stands.
    #[derive(Eq)]
    pub struct RowIssue {
        /// The row's number; the heading is row 1.
        pub row: u32,
        /// The column's heading in the file; empty for the whole row.
        pub column: String,
        pub path: String,
        pub code: Code,
        pub message: String,
        /// What the message was made of, as of an issue.
        pub said: Option<Phrase>,
    }
}

/// The key by which a row's document is found when rows change documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowKey {
    Number,
    /// A name of uniqueness and the fields it speaks of.
    Unique(&'static str, &'static [&'static str]),
}

/// The state of the document that a row is about.
#[derive(Clone, Copy, Debug)]
pub enum Before<'r> {
    New,
    /// It may be one that exists: whoever checks cannot look it up.
    Unknown,
    /// Its record, and how strictly one in its status is looked at.
    Is(&'r Record, Strictness),
}

/// The columns of a file, read for a type.
#[derive(Clone, Debug)]
pub struct Plan {
    pub def: &'static DocType,
    heads: Vec<String>,
    columns: Vec<SheetColumn>,
    saving: Saving,
    /// The defaults of a new document where the file has no column.
    begun: Record,
    pub key: Option<RowKey>,
}

impl Plan {
    /// Reads a heading.
    ///
    /// Errors: every heading that names no column or one that stands already, and every column that
    /// is missing, each an issue whose path is the heading.
    pub fn new(def: &'static DocType, head: &[String], saving: Saving) -> Result<Plan, Vec<Issue>> {
        let mut issues = Vec::new();
        let (mut heads, mut columns) = (Vec::new(), Vec::<SheetColumn>::new());
        let mut known = HashSet::new();
        if head.len() > MOST_COLUMNS {
            let message = said!("A file may have at most {most} columns", most = MOST_COLUMNS);
            return Err(vec![Issue::whole(Code::Input, message)]);
        }
        let plural = def.plural.to_lowercase();
        for (at, name) in head.iter().enumerate() {
            let name = name.trim();
            let refuse = |message: Said| Issue::new(name, Code::Input, message);
            match column::find(def, name) {
                _ if name.is_empty() => {
                    issues.push(refuse(said!("Column {line} has no heading", line = at + 1)));
                }
                None => {
                    issues.push(refuse(said!("{name} is not a column of {plural}", name, plural)))
                }
                Some(column) => {
                    if !known.insert(column.head.clone()) {
                        issues.push(refuse(said!("The column {name} appears twice", name)));
                    }
                    heads.push(name.to_owned());
                    columns.push(column);
                }
            }
        }
        if columns.iter().filter_map(SheetColumn::spot).all(|spot| spot.computed)
            && issues.is_empty()
        {
            let message = said!("The first row must hold the headings of {plural}", plural);
            issues.push(Issue::whole(Code::Input, message));
        }
        let begun = begun(def, &columns);
        let mut plan = Plan { def, heads, columns, saving, begun, key: None };
        match saving {
            Saving::Add => issues.extend(plan.missing()),
            Saving::Update => match plan.find_key() {
                Some(key) => plan.key = Some(key),
                None => issues.push(Issue::whole(Code::Input, keys_wanted(def))),
            },
        }
        if issues.is_empty() { Ok(plan) } else { Err(issues) }
    }

    /// The columns that a new document cannot do without.
    fn missing(&self) -> Vec<Issue> {
        let all = column::columns(self.def, &column::Widths::default(), &|_| true);
        let here: HashSet<&str> = self
            .columns
            .iter()
            .filter_map(SheetColumn::spot)
            .map(|spot| spot.path.as_str())
            .collect();
        let needed = all.iter().filter_map(|column| {
            let spot = column.spot()?;
            (spot.needed() && !here.contains(spot.path.as_str())).then_some(&column.head)
        });
        let message = |head: &String| said!("The column {head} is missing", head);
        needed.map(|head| Issue::new(head, Code::Required, message(head))).collect()
    }

    fn find_key(&self) -> Option<RowKey> {
        if self.columns.iter().any(|column| matches!(column.place, ColumnPlace::Number)) {
            return Some(RowKey::Number);
        }
        let has = |key: &&'static str| {
            let top = |spot: &Spot| spot.path == **key;
            self.columns.iter().filter_map(SheetColumn::spot).any(top)
        };
        index::uniqueness(self.def)
            .find(|(_, fields)| fields.iter().all(has))
            .map(|(name, fields)| RowKey::Unique(name, fields))
    }

    /// The headings as the file writes them.
    pub fn heads(&self) -> &[String] {
        &self.heads
    }

    pub fn columns(&self) -> impl Iterator<Item = &SheetColumn> + Clone {
        self.columns.iter()
    }

    pub fn column(&self, at: usize) -> Option<&SheetColumn> {
        self.columns.get(at)
    }

    /// The positions of the columns whose cells name other documents.
    pub fn linked(&self) -> impl Iterator<Item = usize> {
        let names = |column: &SheetColumn| {
            let spot = column.spot().filter(|spot| !spot.computed);
            spot.is_some_and(|spot| {
                matches!(spot.field.kind, Kind::Link(_) | Kind::Many(Kind::Link(_)))
            })
        };
        self.columns.iter().enumerate().filter(move |(_, column)| names(column)).map(|(at, _)| at)
    }

    /// The headings that are passed over, because the rules fill their columns.
    pub fn passed_over(&self) -> Vec<&str> {
        let computed = |column: &SheetColumn| {
            column.spot().is_none_or(|spot| spot.computed) && !self.is_key(column)
        };
        let pairs = self.heads.iter().zip(&self.columns);
        pairs.filter(|(_, column)| computed(column)).map(|(head, _)| head.as_str()).collect()
    }

    fn is_key(&self, column: &SheetColumn) -> bool {
        self.key == Some(RowKey::Number) && matches!(column.place, ColumnPlace::Number)
    }

    /// How strictly a new document of the type is looked at.
    pub fn strictness(&self) -> Strictness {
        save::strictness(self.def, save::first_status(self.def))
    }

    /// The document number in a row.
    pub fn number<'r>(&self, row: &'r SheetRow) -> Option<&'r str> {
        let at =
            self.columns.iter().position(|column| matches!(column.place, ColumnPlace::Number))?;
        row.cells.get(at).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())
    }

    /// The record of a row: what the document holds already, changed by the row's cells. An empty
    /// cell empties its field. Beside it what is wrong with the names of linked documents.
    pub fn record(
        &self,
        row: &SheetRow,
        before: Option<&Record>,
        find: Find,
    ) -> (Record, Vec<Issue>) {
        let mut record = before.unwrap_or(&self.begun).clone();
        let mut lost = Vec::new();
        for (at, column) in self.columns.iter().enumerate() {
            let Some(spot) = column.spot().filter(|spot| !spot.computed) else { continue };
            let text = row.cells.get(at).map(String::as_str).unwrap_or("");
            let reading = cell::read(spot.field, text, find);
            match reading.value {
                Some(value) => set(&mut record, &spot.steps, value),
                None if before.is_some() => remove(&mut record, &spot.steps),
                None => {}
            }
            lost.extend(reading.lost.into_iter().map(|(part, message)| {
                let path = match part.as_str() {
                    "" => spot.path.clone(),
                    part => format!("{}.{part}", spot.path),
                };
                Issue::new(path, Code::Input, message)
            }));
        }
        trim(&mut record, self.def);
        (record, lost)
    }

    /// Everything that is wrong with a row's record, and the record as it would be kept.
    pub fn check(&self, row: &SheetRow, before: Before, find: Find) -> (Record, Vec<RowIssue>) {
        if let Some(broken) = self.broken(row) {
            return (Record::new(), vec![broken]);
        }
        let (was, how) = match before {
            Before::Is(record, how) => (Some(record), how),
            Before::New | Before::Unknown => (None, self.strictness()),
        };
        let (sent, lost) = self.record(row, was, find);
        let checked = check::check(self.def, &sent, was, how);
        let mut issues = checked.issues;
        if self.saving == Saving::Update && matches!(before, Before::Unknown) {
            // What the file does not give may stand in the document already.
            let given = |path: &str| {
                self.columns.iter().filter_map(SheetColumn::spot).any(|spot| spot.path == path)
            };
            issues.retain(|issue| issue.code != Code::Required || given(&issue.path));
        }
        add_lost(&mut issues, lost);
        let issues = issues.into_iter().map(|issue| self.placed(row, issue)).collect();
        (checked.record, issues)
    }

    /// What a draft of the row still lacks to be submitted, as far as its record alone tells.
    pub fn unfinished(&self, row: &SheetRow, record: &Record) -> Vec<RowIssue> {
        let is_submitted = self.def.flow.steps.iter().any(|step| step.action == "submit");
        if self.saving == Saving::Update || !is_submitted {
            return Vec::new();
        }
        let complete = check::check(self.def, record, None, Strictness::Complete);
        complete.issues.into_iter().map(|issue| self.placed(row, issue)).collect()
    }

    /// The issue that makes a row unreadable as a whole.
    pub fn broken(&self, row: &SheetRow) -> Option<RowIssue> {
        let surplus = row.cells.iter().skip(self.heads.len()).any(|cell| !cell.trim().is_empty());
        let message = match (row.broken, surplus) {
            (Some(why), _) => why,
            (_, true) => "The row has more cells than there are headings",
            _ => return None,
        };
        Some(self.placed(row, Issue::whole(Code::Malformed, message)))
    }

    /// An issue of the record, at its place in the file.
    pub fn placed(&self, row: &SheetRow, issue: Issue) -> RowIssue {
        let Issue { path, code, message, said } = issue;
        let column = self.column_of(&path).to_owned();
        RowIssue { row: row.number, column, path, code, message, said }
    }

    /// The heading of the column that an issue's path names, or of the first one under it.
    fn column_of(&self, path: &str) -> &str {
        let spots = || {
            let pairs = self.heads.iter().zip(&self.columns);
            pairs.filter_map(|(head, column)| Some((head.as_str(), column.spot()?.path.as_str())))
        };
        let under = |long: &str, short: &str| {
            long == short || long.strip_prefix(short).is_some_and(|rest| rest.starts_with('.'))
        };
        if path.is_empty() {
            return "";
        }
        let exact = spots().find(|(_, own)| under(path, own));
        exact.or_else(|| spots().find(|(_, own)| under(own, path))).map_or("", |(head, _)| head)
    }
}

/// The defaults of a new document where the file has no column.
fn begun(def: &DocType, columns: &[SheetColumn]) -> Record {
    let given =
        |key: &str| columns.iter().filter_map(SheetColumn::spot).any(|spot| spot.top.key == key);
    let open = def
        .fields
        .iter()
        .filter(|field| !matches!(field.kind, Kind::Rows { .. } | Kind::Group(_)))
        .filter(|field| !field.default.is_empty() && !field.computed && !given(field.key));
    let pair = |field: &Field| {
        let value = serde_json::from_str(field.default).ok()?;
        Some((field.key.to_owned(), value))
    };
    open.filter_map(pair).collect()
}

/// The names that lead nowhere, where nothing else is said of their fields.
pub fn add_lost(issues: &mut Vec<Issue>, lost: Vec<Issue>) {
    for one in lost {
        if !issues.iter().any(|issue| issue.path == one.path) {
            issues.push(one);
        }
    }
}

fn keys_wanted(def: &'static DocType) -> Said {
    let label = |key: &&'static str| def.field(key).map_or(*key, |field| field.label);
    let mut keys: Vec<String> = index::uniqueness(def)
        .map(|(_, fields)| fields.iter().map(label).collect::<Vec<_>>().join(" and "))
        .collect();
    if def.series.is_some() {
        keys.insert(0, column::NUMBER.to_owned());
    }
    let plural = def.plural.to_lowercase();
    match keys.is_empty() {
        true => said!("{plural} cannot be told apart in a file, so they can only be added", plural),
        false => said!(
            "To change {plural} the file needs the column {keys}",
            plural,
            keys = keys.join(", or ")
        ),
    }
}

fn set(record: &mut Record, steps: &[PathStep], value: Value) {
    let [PathStep::Key(key), rest @ ..] = steps else { return };
    if rest.is_empty() {
        record.insert((*key).to_owned(), value);
        return;
    }
    let inner = record.entry(*key).or_insert(Value::Null);
    match rest {
        [PathStep::Row(at), rest @ ..] => {
            if !inner.is_array() {
                *inner = Value::Array(Vec::new());
            }
            if let Value::Array(rows) = inner {
                while rows.len() <= *at {
                    rows.push(Value::Object(Record::new()));
                }
                if let Some(Value::Object(row)) = rows.get_mut(*at) {
                    set(row, rest, value);
                }
            }
        }
        rest => {
            if !inner.is_object() {
                *inner = Value::Object(Record::new());
            }
            if let Value::Object(group) = inner {
                set(group, rest, value);
            }
        }
    }
}

fn remove(record: &mut Record, steps: &[PathStep]) {
    match steps {
        [PathStep::Key(key)] => drop(record.remove(*key)),
        [PathStep::Key(key), rest @ ..] => {
            let inner = record.get_mut(*key);
            let (inner, rest) = match (inner, rest) {
                (Some(Value::Array(rows)), [PathStep::Row(at), rest @ ..]) => {
                    (rows.get_mut(*at), rest)
                }
                (inner, rest) => (inner, rest),
            };
            if let Some(Value::Object(inner)) = inner {
                remove(inner, rest);
            }
        }
        _ => {}
    }
}

/// Rows of which nothing is left at the end go.
fn trim(record: &mut Record, def: &DocType) {
    for field in def.fields {
        if let (Kind::Rows { .. }, Some(Value::Array(rows))) =
            (field.kind, record.get_mut(field.key))
        {
            while rows.last().is_some_and(|row| row.as_object().is_some_and(Record::is_empty)) {
                rows.pop();
            }
        }
    }
}

/// Values that may stand once in a file, and the rows that hold them.
#[derive(Debug, Default)]
pub struct Seen(HashMap<(&'static str, String), u32>);

impl Seen {
    /// Keeps a row's values; answers an issue for each that an earlier row holds.
    pub fn meet(&mut self, def: &'static DocType, number: u32, record: &Record) -> Vec<Issue> {
        let mut issues = Vec::new();
        for (name, value, fields) in index::unique_values(def, record) {
            let earlier = *self.0.entry((name, value)).or_insert(number);
            if earlier == number {
                continue;
            }
            let last = fields.last().copied().unwrap_or("");
            let label = def.field(last).map_or("Value", |field| field.label);
            let shown = record.get(last).and_then(Value::as_str).unwrap_or("");
            let message =
                said!("{label} {shown} is already in row {earlier}", label, shown, earlier);
            issues.push(Issue::new(last, Code::Duplicate, message));
        }
        issues
    }
}
