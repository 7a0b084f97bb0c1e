//! One cell: read into a field's value by the field's kind and unit, and written from it.

use serde_json::Value;

use super::number;
use crate::said;
use crate::said::Said;
use crate::schema::{DocType, Field, Kind};
use crate::value::{Day, IST_MINUTES, Instant};

/// A cell to be written. A text is never a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Text(String),
    /// A number of a unit's smallest parts, and how many decimals it is shown with.
    Number {
        value: i64,
        places: usize,
    },
    Day(Day),
    /// Hundredths of a percent.
    Percent(i64),
}

impl Cell {
    /// As it stands in a file of texts: numbers plain, dates `YYYY-MM-DD`, which no program takes
    /// for another day.
    pub fn plain(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Number { value, places } => number::plain(*value, *places),
            Cell::Day(day) => day.to_string(),
            Cell::Percent(value) => number::plain(*value, 2),
        }
    }
}

/// The outcome of looking a linked document up by the name in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The one document's id.
    One(String),
    Nothing,
    /// Nothing; but this name is a slip of the keys away.
    Near(String),
    Several,
}

/// Looks a written name of a linked document up.
pub type Find<'f> = &'f mut dyn FnMut(&'static DocType, &str) -> Found;

/// A value that was read, and what is wrong with the names in it: where (`1` for the second of
/// several values, empty for the whole), and the words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub value: Option<Value>,
    pub lost: Vec<(String, Said)>,
}

/// Reads a cell. What is no value of the field's kind stays the text that it is, so that the check
/// of the record says of it what it says of any other.
pub fn read(field: &Field, text: &str, find: Find) -> Reading {
    let text = text.trim();
    let mut reading = Reading::default();
    if text.is_empty() {
        return reading;
    }
    reading.value = Some(match field.kind {
        Kind::Many(kind) => {
            let parts = split(text);
            let each = parts.iter().enumerate();
            each.map(|(at, part)| {
                one(*kind, part, find, |words| reading.lost.push((at.to_string(), words)))
            })
            .collect()
        }
        kind => one(kind, text, find, |words| reading.lost.push((String::new(), words))),
    });
    reading
}

fn one(kind: Kind, text: &str, find: Find, lost: impl FnOnce(Said)) -> Value {
    let known = match kind {
        Kind::Int { unit, .. } => number::read(text, unit).map(Value::from),
        Kind::Bool => yes_no(text).map(Value::from),
        Kind::Date => date(text).map(|day| day.to_string().into()),
        Kind::Time => time(text).map(Value::from),
        Kind::Instant => instant(text).map(|at| at.0.into()),
        Kind::Choice(of) => {
            let same = |word: &str| word.eq_ignore_ascii_case(text);
            let exact = of.iter().find(|(key, _)| *key == text);
            let near = || of.iter().find(|(key, label)| same(label) || same(key));
            exact.or_else(near).map(|(key, _)| (*key).into())
        }
        Kind::Link(to) => match find(to, text) {
            Found::One(id) => Some(id.into()),
            Found::Nothing => {
                lost(said!("{label} {text} was not found", label = to.label, text));
                None
            }
            Found::Near(near) => {
                lost(said!(
                    "{label} {text} was not found. Did you mean {near}?",
                    label = to.label,
                    text,
                    near
                ));
                None
            }
            Found::Several => {
                let plural = to.plural.to_lowercase();
                lost(said!(
                    "Several {plural} are called {text}. Give the code or number",
                    plural,
                    text
                ));
                None
            }
        },
        _ => None,
    };
    known.unwrap_or_else(|| text.into())
}

/// Writes what a field holds; `name` tells a linked document's name.
pub fn write(
    kind: Kind,
    value: Option<&Value>,
    name: &mut dyn FnMut(&'static DocType, &str) -> String,
) -> Cell {
    let Some(value) = value else { return Cell::Empty };
    match (kind, value) {
        (Kind::Int { unit, .. }, Value::Number(number)) => match number.as_i64() {
            Some(value) => Cell::Number { value, places: number::places(unit) },
            None => Cell::Empty,
        },
        (Kind::Bool, Value::Bool(flag)) => Cell::Text(if *flag { "Yes" } else { "No" }.to_owned()),
        (Kind::Date, Value::String(text)) => {
            Day::parse(text).map_or_else(|| Cell::Text(text.clone()), Cell::Day)
        }
        (Kind::Instant, Value::Number(number)) => {
            number.as_i64().map_or(Cell::Empty, |at| Cell::Text(instant_text(Instant(at))))
        }
        (Kind::Choice(of), Value::String(text)) => {
            let label = of.iter().find(|(key, _)| key == text).map(|(_, label)| *label);
            Cell::Text(label.unwrap_or(text).to_owned())
        }
        (Kind::Link(to), Value::String(id)) => Cell::Text(name(to, id)),
        (Kind::Many(kind), Value::Array(all)) => {
            let texts = all.iter().map(|one| quoted(&write(*kind, Some(one), name).plain()));
            Cell::Text(texts.collect::<Vec<_>>().join("; "))
        }
        (_, Value::String(text)) => Cell::Text(text.clone()),
        _ => Cell::Empty,
    }
}

/// Several values in one cell: a value that holds a `;` or a quote stands in quotes.
fn quoted(text: &str) -> String {
    match text.contains([';', '"']) || text.trim() != text {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

fn split(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (part, behind) = match rest.strip_prefix('"') {
            Some(inner) => quoted_part(inner),
            None => {
                let (part, behind) = rest.split_once(';').unwrap_or((rest, ""));
                (part.trim().to_owned(), behind)
            }
        };
        if !part.is_empty() {
            parts.push(part);
        }
        rest = behind.trim_start();
    }
    parts
}

/// A part up to its closing quote, and what stands behind the next `;`.
fn quoted_part(inner: &str) -> (String, &str) {
    let mut part = String::new();
    let mut chars = inner.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c != '"' {
            part.push(c);
        } else if chars.peek().is_some_and(|(_, next)| *next == '"') {
            part.push('"');
            chars.next();
        } else {
            let behind = inner.get(at + 1..).unwrap_or("").trim_start();
            return (part, behind.strip_prefix(';').unwrap_or(behind));
        }
    }
    (part, "")
}

fn yes_no(text: &str) -> Option<bool> {
    let is = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    match (is(&["yes", "y", "true", "1", "x"]), is(&["no", "n", "false", "0"])) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

const MONTHS: &[&str] =
    &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// `21-11-2026`, `21/11/26`, `2026-11-21`, `21 Nov 2026`; the day stands before the month. A date
/// of midnight, as sheets keep it, is that day.
pub fn date(text: &str) -> Option<Day> {
    let whole = text.trim();
    let bare = whole.strip_suffix(" 00:00:00").or_else(|| whole.strip_suffix("T00:00:00"));
    let text = bare.unwrap_or(whole);
    let parts: Vec<&str> =
        text.split(['-', '/', '.', ' ', ',']).filter(|part| !part.is_empty()).collect();
    let [first, middle, last] = parts.as_slice() else { return None };
    let (year, day) = if first.len() == 4 { (first, last) } else { (last, first) };
    let plain = |part: &str, longest: usize| {
        let digits = part.len() <= longest && part.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| part.parse::<u32>().ok()).flatten()
    };
    let month = plain(middle, 2).or_else(|| {
        let name = middle.get(..3)?.to_lowercase();
        let at = MONTHS.iter().position(|month| *month == name)?;
        u32::try_from(at + 1).ok()
    })?;
    let year = match year.len() {
        2 => plain(year, 2)? + 2000,
        4 => plain(year, 4)?,
        _ => return None,
    };
    let found = Day::from_civil(i32::try_from(year).ok()?, month, plain(day, 2)?)?;
    Day::parse(&found.to_string())
}

/// `17:30`, `17:30:00`, `5:30 PM`, as `HH:MM`.
pub fn time(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let half = |ending: &str| text.strip_suffix(ending).map(str::trim_end);
    let (clock, later) = match (half("pm"), half("am")) {
        (Some(clock), _) => (clock, Some(12)),
        (_, Some(clock)) => (clock, Some(0)),
        _ => (text.as_str(), None),
    };
    let mut parts = clock.split(':');
    let number = |part: Option<&str>| part.and_then(|part| part.trim().parse::<u32>().ok());
    let (hours, minutes) = (number(parts.next())?, number(parts.next())?);
    let seconds = match parts.next() {
        None => 0,
        Some(part) => part.split('.').next().and_then(|part| part.parse::<u32>().ok())?,
    };
    let hours = match later {
        None => hours,
        Some(later) => (1..=12).contains(&hours).then_some(hours % 12 + later)?,
    };
    let valid = parts.next().is_none() && hours < 24 && minutes < 60 && seconds < 60;
    valid.then(|| format!("{hours:02}:{minutes:02}"))
}

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 86_400_000;

/// A date, a space and a time to the millisecond, in the company's time zone.
pub fn instant_text(at: Instant) -> String {
    let local = at.0.saturating_add(IST_MINUTES * MINUTE_MS);
    let ms = local.rem_euclid(DAY_MS);
    let (seconds, ms) = (ms / 1_000, ms % 1_000);
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    let day = at.day_in(IST_MINUTES);
    format!("{day} {hours:02}:{minutes:02}:{:02}.{ms:03}", seconds % 60)
}

fn instant(text: &str) -> Option<Instant> {
    let (day, clock) = text.trim().split_once([' ', 'T'])?;
    let minutes = time(clock)?;
    let (hours, minutes) = minutes.split_once(':')?;
    let seconds = clock.trim().split(':').nth(2).unwrap_or("0").trim_end_matches('Z');
    let (seconds, ms) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let number = |text: &str| text.parse::<i64>().ok();
    let ms = number(&format!("{ms:0<3}").chars().take(3).collect::<String>())?;
    let of_day = ((number(hours)? * 60 + number(minutes)?) * 60
        + seconds.split(' ').next().and_then(number)?)
        * 1_000
        + ms;
    Some(Instant(i64::from(date(day)?.0) * DAY_MS + of_day - IST_MINUTES * MINUTE_MS))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dates_are_read_with_the_day_before_the_month() {
        for (text, want) in [
            ("21-11-2026", Some("2026-11-21")),
            ("5/1/26", Some("2026-01-05")),
            ("21.11.2026", Some("2026-11-21")),
            ("2026-11-21", Some("2026-11-21")),
            ("2026/1/5", Some("2026-01-05")),
            ("21 Nov 2026", Some("2026-11-21")),
            ("21-november-2026", Some("2026-11-21")),
            ("2026-11-21 00:00:00", Some("2026-11-21")),
            ("2026-11-21 10:00:00", None),
            ("11-21-2026", None),
            ("31-02-2026", None),
            ("21-11", None),
            ("46347", None),
            ("yesterday", None),
            ("21-11-12026", None),
        ] {
            assert_eq!(date(text).map(|day| day.to_string()).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn times_are_read_with_and_without_halves_of_the_day() {
        for (text, want) in [
            ("17:30", Some("17:30")),
            ("7:05", Some("07:05")),
            ("5:30 PM", Some("17:30")),
            ("12:00 am", Some("00:00")),
            ("12:15pm", Some("12:15")),
            ("17:30:00", Some("17:30")),
            ("24:00", None),
            ("13:00 PM", None),
            ("5", None),
            ("5:60", None),
        ] {
            assert_eq!(time(text).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn several_values_stand_in_one_cell() {
        for (text, want) in [
            ("a; b;c", vec!["a", "b", "c"]),
            ("\"a; b\"; c", vec!["a; b", "c"]),
            ("\"say \"\"so\"\"\"", vec!["say \"so\""]),
            (";; a ;", vec!["a"]),
            ("", vec![]),
        ] {
            assert_eq!(split(text), want, "{text}");
        }
    }

    proptest! {
        #[test]
        fn parts_are_split_as_they_were_joined(parts in prop::collection::vec("[a\"; ,]{0,6}", 0..5)) {
            let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let joined: Vec<String> = parts.iter().map(|part| quoted(part)).collect();
            prop_assert_eq!(split(&joined.join("; ")), parts);
        }

        #[test]
        fn an_instant_is_read_back_to_the_millisecond(at in 0_i64..4_000_000_000_000) {
            let text = instant_text(Instant(at));
            prop_assert_eq!(instant(&text), Some(Instant(at)), "{}", text);
        }

        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,24}") {
            let _ = (date(&text), time(&text), instant(&text), split(&text));
        }
    }
}
