//! The names of dimensions' values, by which they are shown, sorted and asked for again.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::dimensions::{Dimension, ValueKind as Of};
use super::{Fault, Frames};
use crate::json_answer;
use crate::value::period::month_name;
use crate::value::{self, Day};

json_answer! {
    /// Values of a dimension that a person can filter by: ids and names.
    pub struct DimensionValues {
        pub values: Vec<(String, String)>,
        /// Whether there are others beside them.
        pub more: bool,
    }
}

/// The label of a dimension's value.
pub(super) fn name<'a>(frames: &'a Frames, dimension: &Dimension, value: i64) -> Cow<'a, str> {
    match dimension.of {
        Of::Rows(frame) => text_of(frames, frame, "name", value).into(),
        Of::Text => {
            // The same words stand behind the path in every frame that has it.
            let path = dimension.paths.first();
            let path = path.and_then(|(frame, path)| {
                frames.path(frames.frame(frame).ok()?, path).ok()?.last().copied()
            });
            let words = path.and_then(|(_, column)| column.words());
            words.map_or("", |words| words.get(value as u32)).into()
        }
        Of::Day | Of::Number(_) | Of::Month if value == 0 => "".into(),
        Of::Day => Day(value as i32).shown().into(),
        Of::Month => month_name(value).into(),
        Of::Number(_) => value::grouped(value).into(),
        Of::Words(words) => (*words.get(value as usize).unwrap_or(&"")).into(),
    }
}

fn text_of<'a>(frames: &'a Frames, frame: &str, column: &str, link: i64) -> &'a str {
    let row = usize::try_from(link - 1).ok();
    let column = frames.frame(frame).and_then(|frame| frame.column(column));
    match (row, column) {
        (Some(row), Ok(column)) => column.text(row),
        _ => "",
    }
}

/// The id by which a value is asked for again.
pub(super) fn id(frames: &Frames, dimension: &Dimension, value: i64) -> String {
    match dimension.of {
        Of::Rows(frame) => text_of(frames, frame, "id", value).to_owned(),
        Of::Text => name(frames, dimension, value).into_owned(),
        Of::Day | Of::Month | Of::Number(_) | Of::Words(_) => value.to_string(),
    }
}

/// The order of two values of a dimension.
pub(super) fn compare(frames: &Frames, dimension: &Dimension, a: i64, b: i64) -> Ordering {
    match dimension.of {
        Of::Rows(_) | Of::Text | Of::Words(_) => {
            natural(&name(frames, dimension, a), &name(frames, dimension, b)).then(a.cmp(&b))
        }
        Of::Day | Of::Month | Of::Number(_) => a.cmp(&b),
    }
}

/// Texts in the order that a person expects: runs of digits as numbers, letters without case, nothing last.
pub(super) fn natural(a: &str, b: &str) -> Ordering {
    let nothing = a.is_empty().cmp(&b.is_empty());
    nothing.then_with(|| by_parts(a, b)).then_with(|| a.cmp(b))
}

// A list of two hundred thousand names is compared some millions of times: nothing is made of them on the way.
fn by_parts(mut a: &str, mut b: &str) -> Ordering {
    loop {
        match (a.is_empty(), b.is_empty()) {
            (false, false) => {}
            (a, b) => return b.cmp(&a),
        }
        let ((left, rest_of_a), (right, rest_of_b)) = (part(a), part(b));
        let order = match (left, right) {
            (Part::Number(left), Part::Number(right)) => left.cmp(&right),
            (Part::Number(_), Part::Letters(_)) => Ordering::Less,
            (Part::Letters(_), Part::Number(_)) => Ordering::Greater,
            (Part::Letters(left), Part::Letters(right)) => lower(left).cmp(lower(right)),
        };
        if order.is_ne() {
            return order;
        }
        (a, b) = (rest_of_a, rest_of_b);
    }
}

enum Part<'a> {
    Number(u64),
    /// Without a number behind them that fits, in which case its digits are letters, too.
    Letters(&'a str),
}

fn part(text: &str) -> (Part<'_>, &str) {
    let is_digit = |c: char| c.is_ascii_digit();
    let letters = text.find(is_digit).unwrap_or(text.len());
    let digits = text[letters..].find(|c| !is_digit(c)).map_or(text.len(), |at| letters + at);
    let number = text[letters..digits].parse();
    match (letters, number) {
        (0, Ok(number)) => (Part::Number(number), &text[digits..]),
        (_, Ok(_)) => (Part::Letters(&text[..letters]), &text[letters..]),
        _ => (Part::Letters(&text[..digits]), &text[digits..]),
    }
}

fn lower(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(char::to_lowercase)
}

/// The first so many values of a dimension whose names hold a text, in the order of the names.
pub(super) fn values(
    frames: &Frames,
    dimension: &Dimension,
    like: &str,
    most: usize,
) -> Result<DimensionValues, Fault> {
    let like = like.trim().to_lowercase();
    let mut found = all(frames, dimension)?;
    found.retain(|(_, name)| like.is_empty() || name.to_lowercase().contains(&like));
    let order = |a: &(Cow<str>, &str), b: &(Cow<str>, &str)| natural(a.1, b.1).then(a.0.cmp(&b.0));
    let more = found.len() > most;
    if more {
        found.select_nth_unstable_by(most, order);
        found.truncate(most);
    }
    found.sort_unstable_by(order);
    let values = found.into_iter().map(|(id, name)| (id.into_owned(), name.to_owned())).collect();
    Ok(DimensionValues { values, more })
}

/// The names of some values of a dimension; those that it does not have are left out.
pub(super) fn names(
    frames: &Frames,
    dimension: &Dimension,
    ids: &[&str],
) -> Result<DimensionValues, Fault> {
    let mut found = all(frames, dimension)?;
    found.retain(|(id, _)| ids.contains(&&**id));
    let values = found.into_iter().map(|(id, name)| (id.into_owned(), name.to_owned())).collect();
    Ok(DimensionValues { values, more: false })
}

/// Every value of a dimension: its id and its name.
fn all<'a>(
    frames: &'a Frames,
    dimension: &Dimension,
) -> Result<Vec<(Cow<'a, str>, &'a str)>, Fault> {
    Ok(match dimension.of {
        Of::Rows(frame) => {
            let frame = frames.frame(frame)?;
            let (id, name) = (frame.column("id")?, frame.column("name")?);
            let rows = (0..frame.rows()).filter(|row| frame.is_live(*row));
            rows.map(|row| (id.text(row).into(), name.text(row))).collect()
        }
        Of::Text => {
            let (frame, path) = dimension.paths.first().copied().unwrap_or_default();
            let steps = frames.path(frames.frame(frame)?, path)?;
            let words = steps.last().and_then(|(_, column)| column.words());
            let words =
                words.into_iter().flat_map(|words| (1..words.len()).map(|at| words.get(at as u32)));
            words.map(|word| (word.into(), word)).collect()
        }
        Of::Words(words) => {
            let words = words.iter().enumerate();
            words.map(|(at, word)| (at.to_string().into(), *word)).collect()
        }
        Of::Day | Of::Month | Of::Number(_) => Vec::new(),
    })
}
