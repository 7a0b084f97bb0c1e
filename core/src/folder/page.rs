//! What the folder's page shows, in words: it draws tables and facts, and knows no rule.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;

use super::FILES;
use super::index::FolderRow;
use crate::declare::grant::Role;
use crate::docs::{self, formats::percent_shown};
use crate::kept::doc::{Event, Record};
use crate::schema::{DocType, Field, Kind, Unit};
use crate::value::{Day, Grams, IST_MINUTES, Instant, Paise, grouped, kg, rupees};
use crate::write::index::in_row;

/// A text, and where it leads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FolderText {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl FolderText {
    pub fn plain(text: impl Into<String>) -> FolderText {
        FolderText { text: text.into(), to: None }
    }

    pub fn to(text: impl Into<String>, to: String) -> FolderText {
        FolderText { text: text.into(), to: Some(to) }
    }

    /// Money of an account: nothing for nothing.
    pub fn paise(paise: i64) -> FolderText {
        FolderText::plain(if paise == 0 { String::new() } else { rupees(Paise(paise)) })
    }
}

/// A heading of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FolderColumn {
    pub label: String,
    pub is_number: bool,
}

impl FolderColumn {
    pub fn text(label: &str) -> FolderColumn {
        FolderColumn { label: label.to_owned(), is_number: false }
    }

    pub fn number(label: &str) -> FolderColumn {
        FolderColumn { label: label.to_owned(), is_number: true }
    }

    fn of(field: &Field) -> FolderColumn {
        let is_number = matches!(field.kind, Kind::Int { .. });
        FolderColumn { label: field.label.to_owned(), is_number }
    }
}

/// A line of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FolderLine {
    pub cells: Vec<FolderText>,
    /// A heading of those below it, or their sum.
    pub is_strong: bool,
}

/// A table, or the part of it that was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FolderTable {
    pub title: String,
    pub columns: Vec<FolderColumn>,
    pub lines: Vec<FolderLine>,
    /// How many lines there are in all.
    pub total: usize,
}

/// A field with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FolderFact {
    pub label: String,
    pub values: Vec<FolderText>,
}

/// A step of a document's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FolderStep {
    pub at: String,
    pub who: String,
    pub what: String,
    /// The statuses before and after, the reason and the remark.
    pub notes: Vec<String>,
    pub changed: Vec<FolderFact>,
    /// The entry that holds it, and its hash.
    pub entry: u64,
    pub hash: String,
    pub is_proven: bool,
}

/// A document with all that the folder knows of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FolderDocument {
    pub title: String,
    pub label: String,
    pub status: String,
    pub facts: Vec<FolderFact>,
    pub tables: Vec<FolderTable>,
    pub history: Vec<FolderStep>,
    /// So many changes were made before the folder's first entry.
    pub earlier: u32,
}

/// Names of what documents name, by type and id, and where attachments lie.
#[derive(Clone, Debug, Default)]
pub struct FolderNames {
    names: HashMap<(String, String), String>,
    files: HashMap<String, (String, String)>,
}

impl FolderNames {
    pub fn name(&mut self, kind: &str, id: &str, name: &str) {
        self.names.insert((kind.to_owned(), id.to_owned()), name.to_owned());
    }

    pub fn file(&mut self, id: &str, name: &str, path: &str) {
        self.files.insert(id.to_owned(), (name.to_owned(), path.to_owned()));
    }

    pub fn find(&self, kind: &str, id: &str) -> Option<&str> {
        self.names.get(&(kind.to_owned(), id.to_owned())).map(String::as_str)
    }
}

/// The type under which the name of a reason of a kind is kept.
pub fn reason_type(kind: &str) -> String {
    format!("reason:{kind}")
}

/// The address of a document in the page.
pub fn address(kind: &str, id: &str) -> String {
    format!("#doc/{kind}/{id}")
}

/// The words for a value of a kind.
fn words(kind: Kind, value: &Value, names: &FolderNames) -> Vec<FolderText> {
    let one = |text: String| vec![FolderText::plain(text)];
    match (kind, value) {
        (_, Value::Null) => Vec::new(),
        (Kind::Many(kind), Value::Array(all)) => {
            all.iter().flat_map(|value| words(*kind, value, names)).collect()
        }
        (Kind::Link(to), Value::String(id)) => {
            let name = names.find(to.key, id).unwrap_or(id);
            vec![FolderText::to(name, address(to.key, id))]
        }
        (Kind::Reason(kind), Value::String(code)) => {
            one(names.find(&reason_type(kind), code).unwrap_or(code).to_owned())
        }
        (Kind::File, Value::String(id)) => match names.files.get(id) {
            Some((name, path)) => vec![FolderText::to(name, path.clone())],
            None => one(format!("{FILES}/{id}, which is not in this folder")),
        },
        (Kind::Choice(of), Value::String(key)) => {
            let found = of.iter().find(|(own, _)| own == key);
            one(found.map_or_else(|| key.clone(), |(_, label)| (*label).to_owned()))
        }
        (Kind::Bool, Value::Bool(flag)) => one(if *flag { "Yes" } else { "No" }.to_owned()),
        (Kind::Date, Value::String(text)) => {
            one(Day::parse(text).map_or_else(|| text.clone(), Day::shown))
        }
        (Kind::Instant, value) => one(value.as_i64().map_or(String::new(), when)),
        (Kind::Int { unit, .. }, value) => {
            one(value.as_i64().map_or(String::new(), |value| amount(unit, value)))
        }
        (Kind::Secret, _) => Vec::new(),
        (Kind::Group(fields), Value::Object(record)) => {
            let facts = facts(fields, record, names).into_iter().flat_map(|fact| fact.values);
            facts.collect()
        }
        (_, Value::String(text)) => one(text.clone()),
        (_, value) => one(value.to_string()),
    }
}

/// An instant as people read it, Indian time.
pub fn when(at: i64) -> String {
    let at = Instant(at);
    match at.minutes_of_day(IST_MINUTES) {
        0 => at.day_in(IST_MINUTES).shown(),
        _ => at.shown(),
    }
}

fn amount(unit: Unit, value: i64) -> String {
    match unit {
        Unit::Paise | Unit::Rate => rupees(Paise(value)),
        Unit::Grams => kg(Grams(value)),
        Unit::Bp => percent_shown(value),
        Unit::Pieces => format!("{} pcs", grouped(value)),
        Unit::Millimetres => format!("{} mm", grouped(value)),
        Unit::Days => format!("{} days", grouped(value)),
        Unit::Hours => format!("{} hours", grouped(value)),
        Unit::None => grouped(value),
    }
}

fn shown(fields: &'static [Field]) -> impl Iterator<Item = &'static Field> {
    fields.iter().filter(|field| !field.internal && !matches!(field.kind, Kind::Secret))
}

fn facts(fields: &'static [Field], record: &Record, names: &FolderNames) -> Vec<FolderFact> {
    let mut found = Vec::new();
    for field in shown(fields) {
        let Some(value) = record.get(field.key) else { continue };
        match (field.kind, value) {
            (Kind::Rows { .. }, _) => {}
            (Kind::Group(inner), Value::Object(record)) => {
                let inner = facts(inner, record, names).into_iter();
                found.extend(inner.map(|fact| FolderFact {
                    label: format!("{}: {}", field.label, fact.label),
                    ..fact
                }));
            }
            (kind, value) => {
                let values = words(kind, value, names);
                if !values.is_empty() {
                    found.push(FolderFact { label: field.label.to_owned(), values });
                }
            }
        }
    }
    found
}

fn tables(fields: &'static [Field], record: &Record, names: &FolderNames) -> Vec<FolderTable> {
    let mut found = Vec::new();
    for field in shown(fields) {
        let (Kind::Rows { fields, .. }, Some(Value::Array(rows))) =
            (field.kind, record.get(field.key))
        else {
            continue;
        };
        let rows: Vec<&Record> = rows.iter().filter_map(Value::as_object).collect();
        let is_used = |field: &&Field| {
            rows.iter().any(|row| row.get(field.key).is_some_and(|v| !v.is_null()))
        };
        let used: Vec<&'static Field> = shown(fields).filter(is_used).collect();
        let line = |row: &&Record| FolderLine {
            cells: used.iter().map(|field| joined(field, row, names)).collect(),
            is_strong: false,
        };
        let lines: Vec<FolderLine> = rows.iter().map(line).collect();
        if !lines.is_empty() {
            let columns = used.iter().map(|field| FolderColumn::of(field)).collect();
            let total = lines.len();
            found.push(FolderTable { title: field.label.to_owned(), columns, lines, total });
        }
    }
    found
}

/// A field's value as one cell.
fn joined(field: &Field, record: &Record, names: &FolderNames) -> FolderText {
    let value = match (field.kind, record.get(field.key)) {
        (Kind::Rows { .. }, Some(Value::Array(rows))) => {
            return FolderText::plain(format!("{} rows", rows.len()));
        }
        (_, value) => value.unwrap_or(&Value::Null),
    };
    let mut words = words(field.kind, value, names);
    match words.len() {
        0 | 1 => words.pop().unwrap_or_default(),
        _ => {
            FolderText::plain(words.into_iter().map(|one| one.text).collect::<Vec<_>>().join(", "))
        }
    }
}

/// The facts and tables of a record.
pub fn record(
    def: &'static DocType,
    record: &Record,
    names: &FolderNames,
) -> (Vec<FolderFact>, Vec<FolderTable>) {
    (facts(def.fields, record, names), tables(def.fields, record, names))
}

/// The headings of a type's list.
pub fn columns(def: &DocType) -> Vec<FolderColumn> {
    let mut columns = vec![FolderColumn::text("Number or name"), FolderColumn::text("Status")];
    columns.extend(listed(def).map(FolderColumn::of));
    columns.push(FolderColumn::text("Last change"));
    columns
}

fn listed(def: &DocType) -> impl Iterator<Item = &'static Field> {
    let of = def.key;
    let plain =
        |field: &&Field| !matches!(field.kind, Kind::Rows { .. } | Kind::Group(_) | Kind::Secret);
    let title = def.title;
    def.fields
        .iter()
        .filter(move |field| docs::find(of).is_some_and(|def| field.listed && in_row(def, field)))
        .filter(|field| !field.internal)
        .filter(plain)
        .filter(move |field| field.key != title)
}

/// A document's line in its type's list.
pub fn row(def: &DocType, row: &FolderRow, names: &FolderNames) -> FolderLine {
    let name = row.no.clone().unwrap_or_else(|| row.title.clone());
    let status = if row.gone { "Removed" } else { &row.status };
    let mut cells =
        vec![FolderText::to(name, address(def.key, &row.id)), FolderText::plain(status)];
    cells.extend(listed(def).map(|field| joined(field, &row.record, names)));
    cells.push(FolderText::plain(when(row.at)));
    FolderLine { cells, is_strong: false }
}

/// A line of a history, of an entry by its number and hash.
pub fn step(
    def: &'static DocType,
    event: &Event,
    (entry, hash, is_proven): (u64, &str, bool),
    names: &FolderNames,
) -> FolderStep {
    let known = def.flow.steps.iter().find(|step| step.action == event.action);
    let deed = crate::audit::DEEDS.iter().find(|(key, _)| *key == event.action);
    let what = known.map(|step| step.label).or(deed.map(|(_, label)| *label));
    let mut notes = Vec::new();
    if event.from != event.to && !event.to.is_empty() {
        notes.push(match event.from.is_empty() {
            true => event.to.clone(),
            false => format!("{} → {}", event.from, event.to),
        });
    }
    let reason = event.reason.as_deref().map(|code| format!("Reason: {code}"));
    let remark = event.remarks.as_deref().map(|text| format!("Remark: {text}"));
    notes.extend([reason, remark].into_iter().flatten());
    FolderStep {
        at: when(event.at.0),
        who: match event.role.as_str() {
            "" | "SYS" => event.by_name.clone(),
            // A role of the site's own has no other name here.
            role => {
                let role = Role::parse(role).map_or(role, |known| known.label());
                format!("{}, {role}", event.by_name)
            }
        },
        what: what.unwrap_or(&event.action).to_owned(),
        notes,
        changed: changed(def, event, names),
        entry,
        hash: hash.to_owned(),
        is_proven,
    }
}

/// The fields that a change touched, before and after; of what is new the document itself tells.
fn changed(def: &'static DocType, event: &Event, names: &FolderNames) -> Vec<FolderFact> {
    let mut found = Vec::new();
    for one in event.diff.iter().filter(|one| event.version > 1 || !one.before.is_null()) {
        let key = one.path.split('.').next().unwrap_or_default();
        let Some(field) = shown(def.fields).find(|field| field.key == key) else { continue };
        let is_whole = one.path == key;
        let text = |value: &Value| match (is_whole, field.kind) {
            (true, Kind::Rows { .. }) => value.as_array().map_or(0, Vec::len).to_string() + " rows",
            (true, kind) => {
                let words = words(kind, value, names).into_iter().map(|one| one.text);
                words.collect::<Vec<_>>().join(", ")
            }
            (false, _) => inner(field, &one.path, value, names),
        };
        let (before, after) = (text(&one.before), text(&one.after));
        let label = match is_whole {
            true => field.label.to_owned(),
            false => path_label(field, &one.path),
        };
        let or = |text: String| if text.is_empty() { "nothing".to_owned() } else { text };
        let values = vec![FolderText::plain(format!("{} → {}", or(before), or(after)))];
        found.push(FolderFact { label, values });
    }
    found
}

/// The innermost field of a path below another, and the number of its row.
fn below<'p>(field: &'static Field, path: &'p str) -> (Option<&'static Field>, Option<&'p str>) {
    let (mut fields, mut last, mut row) = (field.kind, None, None);
    for part in path.split('.').skip(1) {
        if part.bytes().all(|digit| digit.is_ascii_digit()) {
            row = Some(part);
            continue;
        }
        let (Kind::Rows { fields: inner, .. } | Kind::Group(inner)) = fields else { break };
        let Some(found) = inner.iter().find(|field| field.key == part) else { break };
        (fields, last) = (found.kind, Some(found));
    }
    (last, row)
}

fn path_label(field: &'static Field, path: &str) -> String {
    let (last, row) = below(field, path);
    let mut label = field.label.to_owned();
    if let Some(row) = row.and_then(|row| row.parse::<u32>().ok()) {
        label.push_str(&format!(" {}", row.saturating_add(1)));
    }
    if let Some(last) = last {
        label.push_str(&format!(": {}", last.label));
    }
    label
}

fn inner(field: &'static Field, path: &str, value: &Value, names: &FolderNames) -> String {
    let kind = below(field, path).0.map_or(field.kind, |last| last.kind);
    let words = match (kind, value) {
        (Kind::Rows { fields, .. }, Value::Object(record)) => {
            facts(fields, record, names).into_iter().flat_map(|fact| fact.values).collect()
        }
        (kind, value) => words(kind, value, names),
    };
    words.into_iter().map(|one| one.text).collect::<Vec<_>>().join(", ")
}
