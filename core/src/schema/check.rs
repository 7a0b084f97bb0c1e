//! One record against its declaration: the same function under the form, the import and the server.

use serde_json::Value;

use crate::error::{Code, Issue};
use crate::kept::doc::Record;
use crate::said;
use crate::said::Said;
use crate::schema::{DocType, Field, Kind, Need, Unit, offered};
use crate::value::text::clean;
use crate::value::{Day, Grams, Instant, Paise, grouped, kg, rupees};

/// The answer to a code that no active reason of its kind has.
pub const NO_REASON: &str = "Select a reason";

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
        // An older program kept it under a field that is gone: it is left out, and no reason to refuse the rest.
        let was = before.and_then(|before| before.get(key));
        if was.is_some() && was == sent.get(key) {
            return;
        }
        let message = said!("{key} is not a field here", key);
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
        let message = said!("{label} cannot be changed", label = field.label);
        into.issues.push(Issue::new(field.key, Code::Input, message));
    }
    if let Some(value) = value {
        into.record.insert(field.key.to_owned(), value);
    }
}

fn missing(field: &Field) -> Said {
    let is_list = matches!(field.kind, Kind::Rows { .. } | Kind::Many(_));
    match field.missing {
        "" if is_list && field.label.ends_with('s') => {
            said!("{label} are required", label = field.label)
        }
        "" => said!("{label} is required", label = field.label),
        message => message.into(),
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
        let message = said!("At most {max} {label} are allowed", max, label);
        issues.push(Issue::new("", Code::Input, message));
        return None;
    }
    if how == Strictness::Complete && sent.len() < min as usize {
        issues.push(Issue::new(
            "",
            Code::Input,
            said!("At least {min} {label} are needed", min, label),
        ));
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
        let message = said!("At most 500 {label} are allowed", label = field.label.to_lowercase());
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
    let mut refuse = |message: Said| {
        issues.push(Issue::new("", Code::Input, message));
        None
    };
    let label = field.label;
    match (kind, value) {
        (Kind::Text { max }, Value::String(text)) => match clean(text, false) {
            None => refuse(said!("{label} holds characters that cannot be kept", label)),
            Some(text) if text.is_empty() => None,
            Some(text) if text.chars().count() > max as usize => {
                refuse(said!("{label} may have at most {max} characters", label, max))
            }
            Some(text) if text.chars().count() < field.least as usize => refuse(said!(
                "{label} must have at least {least} characters",
                label,
                least = field.least
            )),
            Some(text) => Some(text.into()),
        },
        (Kind::Note { max }, Value::String(text)) => match clean(text, true) {
            None => refuse(said!("{label} holds characters that cannot be kept", label)),
            Some(text) if text.is_empty() => None,
            Some(text) if text.chars().count() > max as usize => {
                refuse(said!("{label} may have at most {max} characters", label, max))
            }
            Some(text) => Some(text.into()),
        },
        (Kind::Code(format), Value::String(text)) => {
            match clean(text, false).map(|text| (format.parse)(&text)) {
                None => refuse(said!("{label} holds characters that cannot be kept", label)),
                Some(Err(message)) => refuse(message),
                Some(Ok(text)) => Some(text.into()),
            }
        }
        (Kind::Int { unit, min, max }, Value::Number(number)) => match number.as_i64() {
            None => refuse(said!("{label} must be a whole number", label)),
            Some(n) if n < min || n > max => refuse(out_of_bounds(label, unit, min, max)),
            Some(n) => Some(n.into()),
        },
        (Kind::Bool, Value::Bool(flag)) => Some((*flag).into()),
        (Kind::Instant, Value::Number(number)) if number.as_i64().is_some_and(is_instant) => {
            Some(value.clone())
        }
        (Kind::Date, Value::String(text)) => match Day::parse(text.trim()) {
            None => refuse(said!("{label} must be a date like 21-11-2026", label)),
            Some(day) => Some(day.to_string().into()),
        },
        (Kind::Time, Value::String(text)) => match is_time(text.trim()) {
            false => refuse(said!("{label} must be a time like 17:30", label)),
            true => Some(text.trim().into()),
        },
        (Kind::Choice(of), Value::String(text)) => match of.iter().find(|(key, _)| key == text) {
            None => refuse(offered::not_offered(label, of)),
            Some((key, _)) => Some((*key).into()),
        },
        (Kind::Link(_) | Kind::File, Value::String(id)) => match is_id(id) {
            false => refuse(said!("{label} was not found", label)),
            true => Some(id.clone().into()),
        },
        (Kind::Reason(_), Value::String(code)) => {
            let code = (code.len() <= 40).then(|| clean(code, false)).flatten();
            match code.filter(|code| !code.is_empty()) {
                None => refuse(NO_REASON.into()),
                Some(code) => Some(code.into()),
            }
        }
        (Kind::Secret, Value::String(text)) => Some(text.clone().into()),
        _ => wrong_type(field, issues),
    }
}

fn out_of_bounds(label: &str, unit: Unit, min: i64, max: i64) -> Said {
    let shown = |n: i64| match unit {
        Unit::Paise | Unit::Rate => rupees(Paise(n)),
        Unit::Grams => kg(Grams(n)),
        Unit::Bp => format!("{}.{:02} %", n / 100, n % 100),
        Unit::Millimetres => format!("{} mm", grouped(n)),
        Unit::Days => format!("{n} days"),
        Unit::Hours => format!("{n} hours"),
        Unit::None | Unit::Pieces => grouped(n),
    };
    said!(
        "{label} must be between {least} and {most}",
        label,
        least = shown(min),
        most = shown(max)
    )
}

fn wrong_type(field: &Field, issues: &mut Vec<Issue>) -> Option<Value> {
    let label = field.label;
    let kind = match field.kind {
        Kind::Many(kind) => *kind,
        kind => kind,
    };
    let message = match kind {
        Kind::Int { unit, .. } => said!("{label} must be {unit}", label, unit = number_like(unit)),
        Kind::Bool => said!("{label} must be yes or no", label),
        Kind::Instant => said!("{label} must be a date and time like 21-11-2026 17:30", label),
        _ => said!("{label} has a value of the wrong type", label),
    };
    issues.push(Issue::new("", Code::Malformed, message));
    None
}

/// An example of a number in a unit.
fn number_like(unit: Unit) -> &'static str {
    match unit {
        Unit::Paise | Unit::Rate => "an amount in ₹ with at most 2 decimals, like 1,23,456.50",
        Unit::Grams => "a weight in kg with at most 3 decimals, like 1,238.400",
        Unit::Bp => "a percentage with at most 2 decimals, like 12.5",
        Unit::Millimetres => "a whole number of mm",
        Unit::Days => "a whole number of days",
        Unit::Hours => "a whole number of hours",
        Unit::None | Unit::Pieces => "a whole number",
    }
}

fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 5
        && bytes[2] == b':'
        && text[..2].parse::<u8>().is_ok_and(|hours| hours < 24)
        && text[3..].parse::<u8>().is_ok_and(|minutes| minutes < 60)
}

/// An id is a UUID with at most a short suffix, a type's key for single documents, or two of them with `~` between.
fn is_id(text: &str) -> bool {
    let one = |text: &str| {
        (1..=64).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    match text.split_once('~') {
        Some((first, second)) => one(first) && one(second),
        None => one(text),
    }
}

/// Every file that a record names, with its path.
pub fn files<'r>(of: &[Field], record: &'r Record) -> Vec<(String, &'r str)> {
    named(of, record, |kind, id| matches!(kind, Kind::File).then_some(id))
}

/// Every reason in a record: its path, the kind it must be of, its code.
pub fn reasons<'r>(of: &[Field], record: &'r Record) -> Vec<(String, &'static str, &'r str)> {
    let found = named(of, record, |kind, code| match kind {
        Kind::Reason(kind) => Some((kind, code)),
        _ => None,
    });
    found.into_iter().map(|(path, (kind, code))| (path, kind, code)).collect()
}

/// Every link in a record: its path, the type it leads to, the id it names.
pub fn links<'r>(of: &[Field], record: &'r Record) -> Vec<(String, &'static DocType, &'r str)> {
    let found = named(of, record, |kind, id| match kind {
        Kind::Link(to) => Some((to, id)),
        _ => None,
    });
    found.into_iter().map(|(path, (to, id))| (path, to, id)).collect()
}

/// The reference that a field's text holds, if the field is of a kind that refers to something.
type Pick<'r, T> = fn(Kind, &'r str) -> Option<T>;

/// Everything of some kind that a record names, at any depth, with its path.
fn named<'r, T>(of: &[Field], record: &'r Record, pick: Pick<'r, T>) -> Vec<(String, T)> {
    let mut found = Vec::new();
    name(&naming(of, pick), record, pick, &mut found);
    found
}

/// The fields that can name such a thing, or hold one that can. Asked once for all rows of a table, of which there may
/// be a thousand.
fn naming<'f, 'r, T>(of: &'f [Field], pick: Pick<'r, T>) -> Vec<&'f Field> {
    of.iter().filter(|field| may_name(field, pick)).collect()
}

fn name<'r, T>(of: &[&Field], record: &'r Record, pick: Pick<'r, T>, found: &mut Vec<(String, T)>) {
    for field in of {
        let Some(value) = record.get(field.key) else { continue };
        match (field.kind, value) {
            (Kind::Many(kind), Value::Array(all)) => {
                let texts =
                    all.iter().enumerate().filter_map(|(at, one)| Some((at, one.as_str()?)));
                found.extend(texts.filter_map(|(at, text)| {
                    Some((format!("{}.{at}", field.key), pick(*kind, text)?))
                }));
            }
            (Kind::Group(inner), Value::Object(group)) => {
                found.extend(under(field.key, named(inner, group, pick)));
            }
            (Kind::Rows { fields: inner, .. }, Value::Array(rows)) => {
                let (inner, mut here) = (naming(inner, pick), Vec::new());
                for (at, row) in rows.iter().enumerate() {
                    let Some(row) = row.as_object() else { continue };
                    name(&inner, row, pick, &mut here);
                    if !here.is_empty() {
                        let row = format!("{}.{at}", field.key);
                        found.extend(under(&row, std::mem::take(&mut here)));
                    }
                }
            }
            (kind, Value::String(text)) => {
                found.extend(pick(kind, text).map(|one| (field.key.to_owned(), one)));
            }
            _ => {}
        }
    }
}

/// Whether a field or one inside it can name such a thing: most need not be looked up.
fn may_name<'r, T>(field: &Field, pick: Pick<'r, T>) -> bool {
    match field.kind {
        Kind::Many(kind) => pick(*kind, "").is_some(),
        Kind::Group(inner) | Kind::Rows { fields: inner, .. } => {
            inner.iter().any(|field| may_name(field, pick))
        }
        kind => pick(kind, "").is_some(),
    }
}

/// Whether a record of such fields can name a document of a type.
pub fn may_link(of: &[Field], to: &DocType) -> bool {
    of.iter().any(|field| match field.kind {
        Kind::Link(type_) => type_.key == to.key,
        Kind::Many(Kind::Link(type_)) => type_.key == to.key,
        Kind::Group(inner) | Kind::Rows { fields: inner, .. } => may_link(inner, to),
        _ => false,
    })
}

/// Whether what stands at a path (`lines.1.sku`) can name another document or a file.
pub fn names_at(fields: &[Field], path: &str) -> bool {
    let names = |kind, _: &str| matches!(kind, Kind::Link(_) | Kind::File).then_some(());
    along(fields, path).last().flatten().is_none_or(|field| may_name(field, names))
}

/// The fields along a path (`lines.1.rate_paise`), without its row numbers; `None` where no such
/// field is.
pub fn along<'f>(
    mut fields: &'f [Field],
    path: &'f str,
) -> impl Iterator<Item = Option<&'f Field>> {
    let numbers = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    path.split('.').filter(move |part| !numbers(part)).map(move |part| {
        let found = fields.iter().find(|field| field.key == part);
        fields = match found.map(|field| field.kind) {
            Some(Kind::Rows { fields, .. } | Kind::Group(fields)) => fields,
            _ => &[],
        };
        found
    })
}

fn under<T>(at: &str, found: Vec<(String, T)>) -> impl Iterator<Item = (String, T)> {
    found.into_iter().map(move |(path, one)| (format!("{at}.{path}"), one))
}

/// Whether a calendar has the moment: from the year 0 to the end of 9999, as every date. What is reckoned with it
/// stays within 64 bits.
fn is_instant(ms: i64) -> bool {
    (0..=9999).contains(&Instant(ms).day_in(0).civil().0)
}
