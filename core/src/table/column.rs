//! The columns of a document type: their headings, and the place of each in the record.

use serde_json::Value;

use super::number;
use crate::kept::doc::Record;
use crate::schema::{DocType, Field, Kind, Need};

/// The heading of a document's number.
pub const NUMBER: &str = "Document number";
/// The heading of a document's status.
pub const STATUS: &str = "Document status";

/// One step on the way into a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    Key(&'static str),
    Row(usize),
}

/// The content of a column.
#[derive(Clone, Debug)]
pub enum ColumnPlace {
    /// The document's number.
    Number,
    /// The document's status.
    Status,
    /// A field of the record.
    Field(Spot),
}

/// A field at its place in the record.
#[derive(Clone, Debug)]
pub struct Spot {
    pub steps: Vec<PathStep>,
    /// The place as issues name it: `ship_to.0.pin`.
    pub path: String,
    pub field: &'static Field,
    /// The field of the record that it is or lies in.
    pub top: &'static Field,
    /// The rules fill it, or one that it lies in.
    pub computed: bool,
    /// It must be filled, and so must all that it lies in.
    pub required: bool,
}

impl Spot {
    /// Whether a new document cannot do without a column for it.
    pub fn needed(&self) -> bool {
        self.required && !self.computed && self.field.default.is_empty()
    }
}

/// One column.
#[derive(Clone, Debug)]
pub struct SheetColumn {
    pub head: String,
    pub place: ColumnPlace,
}

impl SheetColumn {
    pub fn spot(&self) -> Option<&Spot> {
        match &self.place {
            ColumnPlace::Field(spot) => Some(spot),
            ColumnPlace::Number | ColumnPlace::Status => None,
        }
    }

    /// The record's value in this column.
    pub fn value<'r>(&self, record: &'r Record) -> Option<&'r Value> {
        let spot = self.spot()?;
        let mut steps = spot.steps.iter();
        let Some(PathStep::Key(first)) = steps.next() else { return None };
        let mut at = record.get(*first)?;
        for step in steps {
            at = match step {
                PathStep::Key(key) => at.get(key)?,
                PathStep::Row(row) => at.get(row)?,
            };
        }
        Some(at)
    }
}

/// How many rows the fields with rows have at most, by their path with the row numbers left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Widths(std::collections::BTreeMap<String, usize>);

impl Widths {
    /// Makes room for a record's rows.
    pub fn fit(&mut self, fields: &[Field], record: &Record) {
        self.fit_at("", fields, record);
    }

    fn fit_at(&mut self, at: &str, fields: &[Field], record: &Record) {
        for field in fields {
            match (field.kind, record.get(field.key)) {
                (Kind::Group(inner), Some(Value::Object(group))) => {
                    self.fit_at(&format!("{at}{}.", field.key), inner, group);
                }
                (Kind::Rows { fields: inner, .. }, Some(Value::Array(rows))) => {
                    let path = format!("{at}{}.", field.key);
                    let most = self.0.entry(path.clone()).or_default();
                    *most = rows.len().max(*most);
                    for row in rows.iter().filter_map(Value::as_object) {
                        self.fit_at(&path, inner, row);
                    }
                }
                _ => {}
            }
        }
    }

    /// Room for one of everything.
    pub fn one(fields: &[Field]) -> Widths {
        let mut widths = Widths::default();
        widths.room("", fields, 1);
        widths
    }

    fn room(&mut self, at: &str, fields: &[Field], rows: usize) {
        for field in fields {
            let path = format!("{at}{}.", field.key);
            match field.kind {
                Kind::Group(inner) => self.room(&path, inner, rows),
                Kind::Rows { fields: inner, .. } => {
                    self.room(&path, inner, rows);
                    self.0.insert(path, rows);
                }
                _ => {}
            }
        }
    }

    fn of(&self, path: &str) -> usize {
        self.0.get(path).copied().unwrap_or(0)
    }
}

/// Every column of a type, as wide as `widths` say; `sees` leaves out what a person may not see.
pub fn columns(
    def: &DocType,
    widths: &Widths,
    sees: &dyn Fn(&'static Field) -> bool,
) -> Vec<SheetColumn> {
    let mut found = Vec::new();
    if def.series.is_some() {
        found.push(SheetColumn { head: NUMBER.to_owned(), place: ColumnPlace::Number });
    }
    let mut walk = Walk { widths, sees, found: &mut found };
    walk.fields(def.fields, &At::default());
    if def.flow.statuses.len() > 1 {
        found.push(SheetColumn { head: STATUS.to_owned(), place: ColumnPlace::Status });
    }
    found
}

/// The position of a walk over the fields.
#[derive(Clone, Debug, Default)]
struct At {
    head: String,
    wide: String,
    path: String,
    steps: Vec<PathStep>,
    top: Option<&'static Field>,
    computed: bool,
    optional: bool,
}

impl At {
    fn within(&self, field: &'static Field, row: Option<usize>) -> At {
        let mut steps = self.steps.clone();
        steps.push(PathStep::Key(field.key));
        steps.extend(row.map(PathStep::Row));
        let (head, path) = match row {
            None => (field.label.to_owned(), field.key.to_owned()),
            Some(row) => (format!("{} {}", field.label, row + 1), format!("{}.{row}", field.key)),
        };
        At {
            head: format!("{}{head}: ", self.head),
            wide: format!("{}{}.", self.wide, field.key),
            path: format!("{}{path}.", self.path),
            steps,
            top: self.top.or(Some(field)),
            computed: self.computed || field.computed,
            optional: self.optional || field.need != Need::Always,
        }
    }

    fn column(&self, among: &[Field], field: &'static Field) -> SheetColumn {
        let mut steps = self.steps.clone();
        steps.push(PathStep::Key(field.key));
        let spot = Spot {
            steps,
            path: format!("{}{}", self.path, field.key),
            field,
            top: self.top.unwrap_or(field),
            computed: self.computed || field.computed,
            required: !self.optional && field.need == Need::Always,
        };
        let head = format!("{}{}", self.head, heading(among, field));
        SheetColumn { head, place: ColumnPlace::Field(spot) }
    }
}

struct Walk<'w> {
    widths: &'w Widths,
    sees: &'w dyn Fn(&'static Field) -> bool,
    found: &'w mut Vec<SheetColumn>,
}

impl Walk<'_> {
    fn fields(&mut self, fields: &'static [Field], at: &At) {
        for field in fields.iter().filter(|field| (self.sees)(field)) {
            match field.kind {
                Kind::Secret => {}
                Kind::Group(inner) => self.fields(inner, &at.within(field, None)),
                Kind::Rows { fields: inner, .. } => {
                    let rows = self.widths.of(&format!("{}{}.", at.wide, field.key));
                    for row in 0..rows {
                        self.fields(inner, &at.within(field, Some(row)));
                    }
                }
                _ => self.found.push(at.column(fields, field)),
            }
        }
    }
}

/// A field's label, with its unit where the label does not say it. Of two fields of one label (a
/// document and the copy of its name) the second has its key behind it.
fn heading(among: &[Field], field: &Field) -> String {
    let first = among.iter().find(|other| other.label == field.label);
    if first.is_some_and(|first| first.key != field.key) {
        return format!("{} ({})", field.label, field.key);
    }
    let unit = match field.kind {
        Kind::Int { unit, .. } => number::sign(unit),
        _ => "",
    };
    let told = unit.is_empty() || field.label.to_lowercase().contains(unit);
    if told { field.label.to_owned() } else { format!("{} ({unit})", field.label) }
}

/// The column that a file's heading names: by its heading with or without the unit, letters and
/// spaces compared loosely, or by the path of its key (`ship_to.0.pin`).
pub fn find(def: &'static DocType, head: &str) -> Option<SheetColumn> {
    let wanted = loose(head);
    if def.series.is_some() && wanted == loose(NUMBER) {
        return Some(SheetColumn { head: NUMBER.to_owned(), place: ColumnPlace::Number });
    }
    if def.flow.statuses.len() > 1 && wanted == loose(STATUS) {
        return Some(SheetColumn { head: STATUS.to_owned(), place: ColumnPlace::Status });
    }
    by_key(def.fields, head.trim(), &At::default())
        .or_else(|| by_label(def.fields, &wanted, &At::default()))
}

fn by_label(fields: &'static [Field], wanted: &str, at: &At) -> Option<SheetColumn> {
    fields.iter().find_map(|field| {
        let label = loose(field.label);
        match field.kind {
            Kind::Secret => None,
            Kind::Group(inner) => {
                let rest = wanted.strip_prefix(&label)?.strip_prefix(": ")?;
                by_label(inner, rest, &at.within(field, None))
            }
            Kind::Rows { fields: inner, max, .. } => {
                let (row, rest) = wanted.strip_prefix(&label)?.trim_start().split_once(": ")?;
                let row: u32 = row.parse().ok().filter(|row| (1..=max).contains(row))?;
                by_label(inner, rest, &at.within(field, Some(row as usize - 1)))
            }
            _ => {
                let same = wanted == label || wanted == loose(&heading(fields, field));
                same.then(|| at.column(fields, field))
            }
        }
    })
}

fn by_key(fields: &'static [Field], wanted: &str, at: &At) -> Option<SheetColumn> {
    let (key, rest) = wanted.split_once('.').unwrap_or((wanted, ""));
    let field = fields.iter().find(|field| field.key == key)?;
    match field.kind {
        Kind::Secret => None,
        Kind::Group(inner) => by_key(inner, rest, &at.within(field, None)),
        Kind::Rows { fields: inner, max, .. } => {
            let (row, rest) = rest.split_once('.')?;
            let row: usize = row.parse().ok().filter(|row| *row < max as usize)?;
            by_key(inner, rest, &at.within(field, Some(row)))
        }
        _ if rest.is_empty() => Some(at.column(fields, field)),
        _ => None,
    }
}

/// A heading without what people add to it: case, spaces, a star for what is required.
fn loose(head: &str) -> String {
    let words: Vec<&str> = head.split_whitespace().collect();
    words.join(" ").trim_end_matches(['*', ' ']).to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::docs;

    #[test]
    fn every_heading_of_every_type_leads_back_to_its_own_column() {
        for def in docs::ALL {
            let mut widths = Widths::default();
            widths.room("", def.fields, 2);
            let all = columns(def, &widths, &|_| true);
            assert!(!all.is_empty(), "{} has no column", def.key);
            let mut heads = BTreeSet::new();
            for column in &all {
                assert!(heads.insert(loose(&column.head)), "{}: {} twice", def.key, column.head);
                let path = |column: &SheetColumn| column.spot().map(|spot| spot.path.clone());
                for head in [column.head.clone(), column.head.to_uppercase() + " *"] {
                    let found = find(def, &head).unwrap_or_else(|| panic!("{}: {head}", def.key));
                    assert_eq!(path(&found), path(column), "{}: {head}", def.key);
                }
                if let Some(own) = path(column) {
                    assert_eq!(find(def, &own).and_then(|found| path(&found)), Some(own));
                }
            }
        }
    }

    #[test]
    fn a_secret_is_in_no_table() {
        for def in docs::ALL {
            for field in def.fields.iter().filter(|field| matches!(field.kind, Kind::Secret)) {
                assert!(find(def, field.label).is_none() && find(def, field.key).is_none());
            }
        }
    }

    #[test]
    fn a_heading_of_nothing_is_found_nowhere() {
        let def = docs::find("customer").unwrap();
        for head in [
            "",
            " ",
            ":",
            "Firm name: x",
            "Delivery addresses 0: Label",
            "Delivery addresses 51: Label",
            "Delivery addresses: Label",
            "ship_to.50.label",
            "ship_to",
            "billing",
            "proposed.",
            "ship_to.x.label",
        ] {
            assert!(find(def, head).is_none(), "{head}");
        }
    }
}
