//! A list in groups: how many documents share a value, and what their amounts come to.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::Value;

use super::list::{self, Query};
use super::{Links, Titles};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::ScopeKind;
use crate::docs::{self, reasons};
use crate::error::{Code, Halt, Issue};
use crate::json_answer;
use crate::kept::doc::Record;
use crate::kept::read::{Read, parse};
use crate::said;
use crate::said::NOT_SET;
use crate::schema::{DocType, Kind};
use crate::value::period::{month_name, month_of};
use crate::value::{Day, Instant};
use crate::write::index::key_text;

/// At most so many rows are grouped at once.
pub const GROUPED_ROWS: usize = 50_000;

/// A list that is asked for in groups.
#[derive(Clone, Debug, Default)]
pub struct GroupQuery {
    /// The field whose values part the rows.
    pub by: String,
    pub of: Query,
}

json_answer! {
    /// A list in groups.
    pub struct Groups {
        /// Those of days with the newest first, others with the largest.
        pub groups: Vec<GroupLine>,
        pub rows: i64,
        /// What all rows come to, by field.
        pub totals: BTreeMap<String, i64>,
    }
}

json_answer! {
    /// The rows that share a value.
    pub struct GroupLine {
        pub label: String,
        /// The condition of a list, `field:op:value`, that finds these rows.
        pub condition: String,
        pub rows: i64,
        pub totals: BTreeMap<String, i64>,
    }
}

/// The rows that were added under one value.
#[derive(Default)]
struct Sum {
    value: Value,
    rows: i64,
    totals: BTreeMap<String, i64>,
}

impl Sum {
    fn add(&mut self, row: &Record, fields: &[&'static str]) {
        self.rows += 1;
        for key in fields {
            if let Some(value) = row.get(*key).and_then(Value::as_i64) {
                let total = self.totals.entry((*key).to_owned()).or_default();
                *total = total.saturating_add(value);
            }
        }
    }
}

/// The rows of a list in groups by one of its fields, within the person's scope.
///
/// Errors: those of a list; `Input` for a field that parts nothing; `Rule` for more than [`GROUPED_ROWS`] rows.
pub fn groups(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    query: &GroupQuery,
) -> Result<Groups, Halt> {
    let case = docs::look(read, actor, now);
    let def = docs::find(doc_type)
        .ok_or_else(|| Halt::refuse(Code::NotFound, "This type of document does not exist"))?;
    // The right to the list comes before what is wrong with the question.
    let message = "At most 50,000 rows are grouped at once. Filter the list first";
    let texts = list::all(&case, def, &query.of, GROUPED_ROWS, message)?;
    let by = def.grouped().into_iter().map(|(key, _)| key).find(|key| *key == query.by);
    let by = by.ok_or_else(|| not_grouped(def, &query.by))?;
    list::shown(def, actor, "by", by)?;
    let fields: Vec<&'static str> =
        def.totalled().filter(|field| actor.sees(field.guarded)).map(|field| field.key).collect();
    let mut whole = Sum::default();
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    for text in &texts {
        let row: Record = parse("a list row", text)?;
        let value = shared(def, by, row.get(by).unwrap_or(&Value::Null));
        whole.add(&row, &fields);
        let sum = sums.entry(key_text(&value)).or_insert_with(|| Sum { value, ..Sum::default() });
        sum.add(&row, &fields);
    }
    let mut sums: Vec<(String, Sum)> = sums.into_iter().collect();
    match is_day(def, by) {
        true => sums.reverse(),
        false => sums.sort_by_key(|(_, sum)| Reverse(sum.rows)),
    }
    let titles = titles(&case, def, by, &sums)?;
    let told = |(_, sum): (String, Sum)| -> Result<GroupLine, Halt> {
        let label = label(&case, def, by, &sum.value, &titles)?;
        let condition = condition(def, by, &sum.value);
        Ok(GroupLine { label, condition, rows: sum.rows, totals: sum.totals })
    };
    let groups = sums.into_iter().map(told).collect::<Result<_, _>>()?;
    Ok(Groups { groups, rows: whole.rows, totals: whole.totals })
}

fn not_grouped(def: &DocType, by: &str) -> Halt {
    let keys: Vec<&str> = def.grouped().into_iter().map(|(key, _)| key).collect();
    let message = match (by, keys.as_slice()) {
        (_, []) => said!("The list of {plural} has no groups", plural = def.plural),
        ("", _) => said!("Select what to group by: {keys}", keys = keys.join(", ")),
        _ => said!("{by} does not group this list: select {keys}", by, keys = keys.join(", ")),
    };
    Halt::issues(vec![Issue::new("by", Code::Input, message)])
}

fn is_day(def: &DocType, by: &str) -> bool {
    def.field(by).is_some_and(|field| matches!(field.kind, Kind::Date))
}

/// The value that a row shares with others: of a day it is the first of the month.
fn shared(def: &DocType, by: &str, value: &Value) -> Value {
    match value.as_str().filter(|_| is_day(def, by)).and_then(Day::parse) {
        Some(day) => Value::from(month_of(day).0.to_string()),
        None => value.clone(),
    }
}

/// The condition that finds the rows of a value.
fn condition(def: &DocType, by: &str, value: &Value) -> String {
    let days = value.as_str().filter(|_| is_day(def, by)).and_then(Day::parse).map(month_of);
    match (days, value) {
        (Some((from, to)), _) => format!("{by}:during:{from}|{to}"),
        (None, Value::String(text)) => format!("{by}:eq:{text}"),
        (None, Value::Null) => format!("{by}:eq:"),
        (None, other) => format!("{by}:eq:{other}"),
    }
}

/// The type of the documents that a field names.
fn linked(def: &DocType, by: &str) -> Option<&'static DocType> {
    match def.field(by).map(|field| field.kind) {
        Some(Kind::Link(to)) => Some(to),
        Some(_) => None,
        None => ScopeKind::beside(by).and_then(|kind| docs::REGISTER.cutting(kind)),
    }
}

fn titles(case: &Look, def: &DocType, by: &str, sums: &[(String, Sum)]) -> Result<Titles, Halt> {
    let mut links = Links::default();
    if let Some(to) = linked(def, by) {
        sums.iter().filter_map(|(_, sum)| sum.value.as_str()).for_each(|id| links.want(to.key, id));
    }
    links.titles(case)
}

/// A group's words.
fn label(
    case: &Look,
    def: &DocType,
    by: &str,
    value: &Value,
    titles: &Titles,
) -> Result<String, Halt> {
    let text = match value {
        Value::Null => return Ok(NOT_SET.to_owned()),
        Value::Bool(true) => return Ok("Yes".to_owned()),
        Value::Bool(false) => return Ok("No".to_owned()),
        Value::String(text) if text.is_empty() => return Ok(NOT_SET.to_owned()),
        Value::String(text) => text.as_str(),
        other => return Ok(other.to_string()),
    };
    if let Some(to) = linked(def, by) {
        let title = titles.get(to.key).and_then(|titles| titles.get(text));
        return Ok(title.map_or(text, String::as_str).to_owned());
    }
    Ok(match def.field(by).map(|field| field.kind) {
        Some(Kind::Choice(of)) => {
            of.iter().find(|(key, _)| *key == text).map_or(text, |(_, label)| label).to_owned()
        }
        Some(Kind::Reason(kind)) => reasons::words(case, kind, text)?,
        Some(Kind::Date) => match Day::parse(text).map(Day::civil) {
            Some((year, month, _)) => month_name(i64::from(year) * 12 + i64::from(month) - 1),
            None => text.to_owned(),
        },
        _ => text.to_owned(),
    })
}
