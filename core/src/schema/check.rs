//! One record against its declaration: the same function under the form, the import and the server.

use serde_json::Value;

use super::{DocType, Field, Kind, Need, Record, Unit};
use crate::error::{Code, Issue};
use crate::value::{Day, Grams, Paise, grouped, kg, rupees};

/// What a code that no active reason of its kind has is answered.
pub const NO_REASON: &str = "Choose a reason of the list";

/// How strictly a record is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// A draft: only what is always required.
    Draft,
    /// As a document that leaves its draft must be.
    Complete,
}

/// A record that was looked at: normalised, in declared order, and what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub record: Record,
    pub issues: Vec<Issue>,
}

/// Checks a record of a type: every field's own rule, then the rules between fields.
///
/// Computed fields are taken from `before`, whatever was sent; immutable ones must not differ.
pub fn check(def: &DocType, sent: &Record, before: Option<&Record>, how: Strictness) -> Checked {
    let mut checked = fields(def.fields, sent, before, how);
    if checked.issues.is_empty()
        && let Some(rules) = def.check
    {
        rules(&checked.record, &mut checked.issues);
    }
    checked
}

/// Checks a set of fields: a record, one row, one group, or a step's inputs.
pub fn fields(of: &[Field], sent: &Record, before: Option<&Record>, how: Strictness) -> Checked {
    let mut checked = Checked { record: Record::with_capacity(sent.len()), issues: Vec::new() };
    let values = by_field(of, sent, |key| {
        let message = format!("{key} is not a field here");
        checked.issues.push(Issue::new(key, Code::Malformed, message));
    });
    let old = before.map(|before| by_field(of, before, |_| {})).unwrap_or_default();
    for (at, (field, value)) in of.iter().zip(values).enumerate() {
        let known = before.map(|_| old.get(at).copied().flatten());
        one(field, value, known, how, &mut checked);
    }
    checked
}

/// A record's values in the order of the fields. Records mostly come in that order, so that the
/// next key is the next field or soon after, and none is hashed.
fn by_field<'r>(
    of: &[Field],
    record: &'r Record,
    mut unknown: impl FnMut(&str),
) -> Vec<Option<&'r Value>> {
    let mut values = vec![None; of.len()];
    let mut next = 0;
    for (key, value) in record {
        let ahead = of.iter().skip(next).position(|field| field.key == key);
        let at = ahead.map(|ahead| next + ahead);
        match at.or_else(|| of.iter().position(|field| field.key == key)) {
            None => unknown(key),
            Some(at) => {
                values[at] = Some(value);
                next = at + 1;
            }
        }
    }
    values
}

/// `before` is none for what is new, and holds none where nothing was.
fn one(
    field: &Field,
    sent: Option<&Value>,
    before: Option<Option<&Value>>,
    how: Strictness,
    into: &mut Checked,
) {
    let was = before.flatten();
    if field.computed {
        if let Some(value) = was {
            into.record.insert(field.key.to_owned(), value.clone());
        }
        return;
    }
    let mut found = Vec::new();
    let value = sent.filter(|value| !is_empty(value));
    let value = value.and_then(|value| value_of(field, value, was, how, &mut found));
    for issue in &mut found {
        issue.path = match issue.path.as_str() {
            "" => field.key.to_owned(),
            path => format!("{}.{path}", field.key),
        };
    }
    let bad = !found.is_empty();
    into.issues.append(&mut found);
    let complete = how == Strictness::Complete;
    let needed = field.need == Need::Always || (field.need == Need::Submit && complete);
    // A secret that exists already is never sent back, so it is needed only the first time.
    let known = matches!(field.kind, Kind::Secret) && before.is_some();
    if value.is_none() && needed && !bad && !known {
        into.issues.push(Issue::new(field.key, Code::Required, missing(field)));
    }
    if field.immutable && before.is_some() && was.is_some() && value.as_ref() != was {
        let message = format!("{} cannot be changed", field.label);
        into.issues.push(Issue::new(field.key, Code::Input, message));
    }
    if let Some(value) = value {
        into.record.insert(field.key.to_owned(), value);
    }
}

fn missing(field: &Field) -> String {
    match field.missing {
        "" => format!("{} is required", field.label),
        message => message.to_owned(),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(rows) => rows.is_empty(),
        _ => false,
    }
}

fn value_of(
    field: &Field,
    value: &Value,
    was: Option<&Value>,
    how: Strictness,
    issues: &mut Vec<Issue>,
) -> Option<Value> {
    match field.kind {
        Kind::Rows { fields: of, min, max } => {
            rows_of(field, of, (min, max), value, was, how, issues)
        }
        Kind::Group(of) => {
            let Value::Object(sent) = value else { return wrong_type(field, issues) };
            let checked = fields(of, sent, was.and_then(Value::as_object), how);
            issues.extend(checked.issues);
            (!checked.record.is_empty()).then_some(Value::Object(checked.record))
        }
        Kind::Many(kind) => many_of(field, kind, value, issues),
        _ => scalar(field, field.kind, value, issues),
    }
}

fn rows_of(
    field: &Field,
    of: &[Field],
    (min, max): (u32, u32),
    value: &Value,
    was: Option<&Value>,
    how: Strictness,
    issues: &mut Vec<Issue>,
) -> Option<Value> {
    let Value::Array(sent) = value else { return wrong_type(field, issues) };
    let label = field.label.to_lowercase();
    if sent.len() > max as usize {
        let message = format!("At most {max} {label} are allowed");
        issues.push(Issue::new("", Code::Input, message));
        return None;
    }
    if how == Strictness::Complete && sent.len() < min as usize {
        issues.push(Issue::new("", Code::Input, format!("At least {min} {label} are needed")));
    }
    let old = was.and_then(Value::as_array);
    let mut rows = Vec::with_capacity(sent.len());
    for (at, row) in sent.iter().enumerate() {
        let Value::Object(row) = row else { return wrong_type(field, issues) };
        let before = old.and_then(|rows| rows.get(at)).and_then(Value::as_object);
        let checked = fields(of, row, before, how);
        issues.extend(
            checked
                .issues
                .into_iter()
                .map(|issue| Issue { path: format!("{at}.{}", issue.path), ..issue }),
        );
        rows.push(Value::Object(checked.record));
    }
    Some(Value::Array(rows))
}

fn many_of(field: &Field, kind: &Kind, value: &Value, issues: &mut Vec<Issue>) -> Option<Value> {
    let Value::Array(sent) = value else { return wrong_type(field, issues) };
    if sent.len() > 500 {
        let message = format!("At most 500 {} are allowed", field.label.to_lowercase());
        issues.push(Issue::new("", Code::Input, message));
        return None;
    }
    let mut values: Vec<Value> = Vec::with_capacity(sent.len());
    for (at, one) in sent.iter().enumerate() {
        let mut found = Vec::new();
        let value = scalar(field, *kind, one, &mut found);
        issues.extend(found.into_iter().map(|issue| Issue { path: at.to_string(), ..issue }));
        if let Some(value) = value.filter(|value| !values.contains(value)) {
            values.push(value);
        }
    }
    Some(Value::Array(values))
}

fn scalar(field: &Field, kind: Kind, value: &Value, issues: &mut Vec<Issue>) -> Option<Value> {
    let mut refuse = |message: String| {
        issues.push(Issue::new("", Code::Input, message));
        None
    };
    let label = field.label;
    match (kind, value) {
        (Kind::Text { max }, Value::String(text)) => match clean(text, false) {
            None => refuse(format!("{label} holds characters that cannot be kept")),
            Some(text) if text.chars().count() > max as usize => {
                refuse(format!("{label} may have at most {max} characters"))
            }
            Some(text) => Some(text.into()),
        },
        (Kind::Note { max }, Value::String(text)) => match clean(text, true) {
            None => refuse(format!("{label} holds characters that cannot be kept")),
            Some(text) if text.chars().count() > max as usize => {
                refuse(format!("{label} may have at most {max} characters"))
            }
            Some(text) => Some(text.into()),
        },
        (Kind::Code(format), Value::String(text)) => {
            match clean(text, false).map(|text| (format.parse)(&text)) {
                None => refuse(format!("{label} holds characters that cannot be kept")),
                Some(Err(message)) => refuse(message),
                Some(Ok(text)) => Some(text.into()),
            }
        }
        (Kind::Int { unit, min, max }, Value::Number(number)) => match number.as_i64() {
            None => refuse(format!("{label} must be a whole number")),
            Some(n) if n < min || n > max => refuse(out_of_bounds(label, unit, min, max)),
            Some(n) => Some(n.into()),
        },
        (Kind::Bool, Value::Bool(flag)) => Some((*flag).into()),
        (Kind::Instant, Value::Number(number)) if number.is_i64() => Some(value.clone()),
        (Kind::Date, Value::String(text)) => match Day::parse(text.trim()) {
            None => refuse(format!("{label} must be a date like 21-11-2026")),
            Some(day) => Some(day.to_string().into()),
        },
        (Kind::Time, Value::String(text)) => match is_time(text.trim()) {
            false => refuse(format!("{label} must be a time like 17:30")),
            true => Some(text.trim().into()),
        },
        (Kind::Choice(of), Value::String(text)) => match of.iter().find(|(key, _)| key == text) {
            None => refuse(format!("{label} must be one of the offered values")),
            Some((key, _)) => Some((*key).into()),
        },
        (Kind::Link(_) | Kind::File, Value::String(id)) => match is_id(id) {
            false => refuse(format!("{label} was not found")),
            true => Some(id.clone().into()),
        },
        (Kind::Reason(_), Value::String(code)) => {
            match (code.len() <= 40).then(|| clean(code, false)).flatten() {
                None => refuse(NO_REASON.to_owned()),
                Some(code) => Some(code.into()),
            }
        }
        (Kind::Secret, Value::String(text)) => Some(text.clone().into()),
        _ => wrong_type(field, issues),
    }
}

fn out_of_bounds(label: &str, unit: Unit, min: i64, max: i64) -> String {
    let shown = |n: i64| match unit {
        Unit::Paise | Unit::Rate => rupees(Paise(n)),
        Unit::Grams => kg(Grams(n)),
        Unit::Bp => format!("{}.{:02} %", n / 100, n % 100),
        Unit::Millimetres => format!("{} mm", grouped(n)),
        Unit::Days => format!("{n} days"),
        Unit::Hours => format!("{n} hours"),
        Unit::None | Unit::Pieces => grouped(n),
    };
    format!("{label} must be between {} and {}", shown(min), shown(max))
}

fn wrong_type(field: &Field, issues: &mut Vec<Issue>) -> Option<Value> {
    let message = format!("{} has a value of the wrong type", field.label);
    issues.push(Issue::new("", Code::Malformed, message));
    None
}

/// Trimmed, inner spaces collapsed; `None` for control characters (line ends are kept in notes).
fn clean(text: &str, lines: bool) -> Option<String> {
    let allowed = |c: char| !c.is_control() || (lines && matches!(c, '\n' | '\r' | '\t'));
    if !text.chars().all(allowed) || text.contains('\u{10ffff}') {
        return None;
    }
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(match lines {
        false => line(text),
        true => text.trim().lines().map(line).collect::<Vec<_>>().join("\n"),
    })
}

fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 5
        && bytes[2] == b':'
        && text[..2].parse::<u8>().is_ok_and(|hours| hours < 24)
        && text[3..].parse::<u8>().is_ok_and(|minutes| minutes < 60)
}

/// An id is a UUID with at most a short suffix, or a type's key for single documents.
fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// Whether a field is of a kind, or has such a one inside: most fields need not be looked up.
fn holds(field: &Field, of_kind: fn(Kind) -> bool) -> bool {
    match field.kind {
        Kind::Many(inner) => of_kind(*inner),
        Kind::Group(inner) | Kind::Rows { fields: inner, .. } => {
            inner.iter().any(|field| holds(field, of_kind))
        }
        kind => of_kind(kind),
    }
}

fn is_file(kind: Kind) -> bool {
    matches!(kind, Kind::File)
}

fn is_link(kind: Kind) -> bool {
    matches!(kind, Kind::Link(_))
}

/// Every file that a record names.
pub fn files<'r>(of: &[Field], record: &'r Record) -> Vec<&'r str> {
    let mut found = Vec::new();
    for field in of.iter().filter(|field| holds(field, is_file)) {
        let Some(value) = record.get(field.key) else { continue };
        match (field.kind, value) {
            (Kind::File, Value::String(id)) => found.push(id.as_str()),
            (Kind::Many(Kind::File), Value::Array(ids)) => {
                found.extend(ids.iter().filter_map(Value::as_str));
            }
            (Kind::Group(inner), Value::Object(group)) => found.extend(files(inner, group)),
            (Kind::Rows { fields: inner, .. }, Value::Array(rows)) => {
                let rows = rows.iter().filter_map(Value::as_object);
                found.extend(rows.flat_map(|row| files(inner, row)));
            }
            _ => {}
        }
    }
    found
}

/// Every reason in a record: its path, the kind it must be of, its code.
pub fn reasons<'r>(of: &[Field], record: &'r Record) -> Vec<(String, &'static str, &'r str)> {
    let mut found = Vec::new();
    for field in of {
        let Some(value) = record.get(field.key) else { continue };
        let inside = |inner: &[Field], row: &'r Record, at: &str| {
            let under = move |(path, kind, code)| (format!("{at}.{path}"), kind, code);
            reasons(inner, row).into_iter().map(under).collect::<Vec<_>>()
        };
        match (field.kind, value) {
            (Kind::Reason(kind), Value::String(code)) => {
                found.push((field.key.to_owned(), kind, code.as_str()));
            }
            (Kind::Group(inner), Value::Object(group)) => {
                found.extend(inside(inner, group, field.key));
            }
            (Kind::Rows { fields: inner, .. }, Value::Array(rows)) => {
                let rows = rows.iter().enumerate();
                let rows = rows.filter_map(|(at, row)| Some((at, row.as_object()?)));
                found.extend(
                    rows.flat_map(|(at, row)| inside(inner, row, &format!("{}.{at}", field.key))),
                );
            }
            _ => {}
        }
    }
    found
}

/// Every link in a record: its path, the type it leads to, the id it names.
pub fn links<'r>(of: &[Field], record: &'r Record) -> Vec<(String, &'static DocType, &'r str)> {
    let mut found = Vec::new();
    for field in of.iter().filter(|field| holds(field, is_link)) {
        let Some(value) = record.get(field.key) else { continue };
        match (field.kind, value) {
            (Kind::Link(to), Value::String(id)) => {
                found.push((field.key.to_owned(), to, id.as_str()))
            }
            (Kind::Many(Kind::Link(to)), Value::Array(ids)) => {
                for (at, id) in ids.iter().enumerate() {
                    if let Some(id) = id.as_str() {
                        found.push((format!("{}.{at}", field.key), *to, id));
                    }
                }
            }
            (Kind::Group(inner), Value::Object(group)) => {
                let inside = links(inner, group).into_iter();
                found
                    .extend(inside.map(|(path, to, id)| (format!("{}.{path}", field.key), to, id)));
            }
            (Kind::Rows { fields: inner, .. }, Value::Array(rows)) => {
                for (at, row) in rows.iter().enumerate() {
                    let Some(row) = row.as_object() else { continue };
                    let inside = links(inner, row).into_iter();
                    found.extend(
                        inside.map(|(path, to, id)| (format!("{}.{at}.{path}", field.key), to, id)),
                    );
                }
            }
            _ => {}
        }
    }
    found
}
