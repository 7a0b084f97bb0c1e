//! A report's question, read from the parameters of its address.

use std::collections::BTreeMap;

use super::bases::Window;
use super::dimensions::{Dimension, ValueKind, dimension};
use super::measures::{self, Measure};
use super::named::json_word;
use super::{Fault, Filter, Frames};
use crate::value::{Day, period};

/// Parameters as they stand in an address; several values of one are split by `|`.
pub type Params = BTreeMap<String, String>;

/// More of these than a person can read; each is a pass over the rows, and each column as many cells.
const MOST_ROWS: usize = 6;
const MOST_COLUMNS: usize = 2;
const MOST_MEASURES: usize = 40;

/// The basis of sales: the lines that count as a sale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    #[default]
    Invoiced,
    Loaded,
    Ordered,
}

impl Basis {
    pub const ALL: &[(Basis, &str, &str)] = &[
        (Basis::Invoiced, "invoiced", "Invoiced"),
        (Basis::Loaded, "loaded", "Loaded"),
        (Basis::Ordered, "ordered", "Ordered"),
    ];

    fn parse(name: &str) -> Option<Basis> {
        Basis::ALL.iter().find(|(_, own, _)| *own == name).map(|(basis, ..)| *basis)
    }

    /// The places of its lines among the kinds of lines: first those of sales, then those that take some of them back
    /// or raise them.
    pub fn line_kinds(self) -> &'static [i64] {
        match self {
            Basis::Invoiced => &[0, 4],
            Basis::Ordered => &[2],
            Basis::Loaded => &[3],
        }
    }
}

/// A question to the cube or to a list of rows. Days are days since 1970-01-01, both included.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    pub rows: Vec<&'static Dimension>,
    pub columns: Vec<&'static Dimension>,
    pub measures: Vec<&'static Measure>,
    pub from: i64,
    pub to: i64,
    pub basis: Basis,
    pub filters: Vec<(&'static Dimension, Vec<String>)>,
    /// The figure to sort by, and whether the largest comes first; by name without one.
    pub sort: Option<(&'static str, bool)>,
    /// So many groups of the innermost level within each.
    pub top: Option<usize>,
}

/// The period of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// From a day to a day; the current month first.
    Month,
    /// From a day to a day; the current financial year first.
    Year,
    /// From a day to a day; today and the month after it first.
    Ahead,
    /// The books as they stood at the end of one day; today first.
    AsOn,
}

impl Period {
    pub const ALL: &[Period] = &[Period::Month, Period::Year, Period::Ahead, Period::AsOn];

    pub fn name(self) -> &'static str {
        match self {
            Period::Month => "month",
            Period::Year => "year",
            Period::Ahead => "ahead",
            Period::AsOn => "as_on",
        }
    }
}

json_word!(Period);

/// The defaults of a question.
#[derive(Clone, Copy, Debug)]
pub struct Standard<'a> {
    pub rows: &'a [&'a str],
    pub columns: &'a [&'a str],
    pub measures: &'a [&'a str],
    pub sort: &'a str,
    /// The days of a report that was not asked for any: `from` and `to`.
    pub days: (Day, Day),
}

/// The names of the parameters that any report takes; each dimension is a filter beside them.
pub const PARAMS: &[&str] =
    &["from", "to", "basis", "rows", "columns", "measures", "sort", "top", "hide"];

impl Ask {
    /// # Errors
    /// `Param` with the name of a parameter that is not of its form.
    pub fn read(params: &Params, standard: &Standard) -> Result<Ask, Fault> {
        let rows = named(params, "rows", standard.rows, MOST_ROWS, dimension)?;
        let columns = named(params, "columns", standard.columns, MOST_COLUMNS, dimension)?;
        let measures =
            named(params, "measures", standard.measures, MOST_MEASURES, measures::measure)?;
        let sort = params.get("sort").map_or(standard.sort, String::as_str);
        let (down, key) = match sort.strip_prefix('-') {
            Some(key) => (true, key),
            None => (false, sort),
        };
        let sorted = measures.iter().copied().find(|measure| measure.key == key);
        let day = |key: &str, standard: Day| match params.get(key).filter(|text| !text.is_empty()) {
            Some(text) => Day::parse(text).ok_or_else(|| Fault::Param(key.to_owned())),
            None => Ok(standard),
        };
        let (from, to) = (day("from", standard.days.0)?, day("to", standard.days.1)?);
        if from > to {
            return Err(Fault::Param("from".to_owned()));
        }
        let basis = match params.get("basis").filter(|text| !text.is_empty()) {
            Some(name) => Basis::parse(name).ok_or_else(|| Fault::Param("basis".to_owned()))?,
            None => Basis::default(),
        };
        let top = match params.get("top").filter(|text| !text.is_empty()) {
            Some(text) => Some(text.parse().map_err(|_| Fault::Param("top".to_owned()))?),
            None => None,
        };
        Ok(Ask {
            rows,
            columns,
            measures,
            from: i64::from(from.0),
            to: i64::from(to.0),
            basis,
            filters: filters(params),
            sort: sorted.map(|measure| (measure.key, down)),
            top,
        })
    }

    /// How many days are asked for.
    pub fn days(&self) -> i64 {
        self.to - self.from + 1
    }

    /// The conditions on a frame's rows; none where the frame lacks a dimension that is filtered by.
    ///
    /// # Errors
    /// `Param` for a value that is not of its dimension.
    pub fn filters_of(
        &self,
        frames: &Frames,
        frame: &str,
        window: Window,
    ) -> Result<Option<Vec<Filter>>, Fault> {
        let mut all = Vec::new();
        for (dimension, values) in &self.filters {
            let Some(path) = dimension.path(frame) else { return Ok(None) };
            all.push(one_of(dimension, path, values)?);
        }
        let (from, to) = (self.from, self.to);
        match window {
            Window::Within => all.push(Filter::between("day", from, to)),
            Window::Previous => all.push(Filter::between("day", from - self.days(), from - 1)),
            Window::MonthToDate => all.push(Filter::between("day", month_of(to).0, to)),
            Window::MonthBefore => {
                let (first, last) = month_before(to);
                all.push(Filter::between("day", first, last));
            }
            Window::Before => all.push(Filter::between("day", i64::MIN, from - 1)),
            Window::Until => all.push(Filter::between("day", i64::MIN, to)),
            Window::Now | Window::OfMonth => {}
        }
        frames.frame(frame)?;
        Ok(Some(all))
    }
}

/// The first day of a day's month, and its last.
fn month_of(day: i64) -> (i64, i64) {
    let (first, last) = period::month_of(Day(i32::try_from(day).unwrap_or(0)));
    (i64::from(first.0), i64::from(last.0))
}

/// The days of the month before, until the day of the same number, or the last where it has no such day.
fn month_before(day: i64) -> (i64, i64) {
    let first = month_of(day).0;
    let (begin, end) = month_of(first - 1);
    (begin, end.min(begin + (day - first)))
}

fn one_of(dimension: &Dimension, path: &str, values: &[String]) -> Result<Filter, Fault> {
    Ok(match dimension.of {
        ValueKind::Rows(_) => Filter::text(&format!("{path}.id"), values),
        ValueKind::Text => Filter::text(path, values),
        ValueKind::Day | ValueKind::Month | ValueKind::Number(_) | ValueKind::Words(_) => {
            let wrong = |_| Fault::Param(dimension.key.to_owned());
            let numbers = values.iter().map(|one| one.parse().map_err(wrong));
            Filter::within(path, &numbers.collect::<Result<Vec<i64>, _>>()?)
        }
    })
}

fn filters(params: &Params) -> Vec<(&'static Dimension, Vec<String>)> {
    let each = params.iter().filter(|(_, text)| !text.is_empty());
    let each = each.filter_map(|(key, text)| Some((dimension(key)?, text)));
    // A value that is nothing is asked for as `-`.
    let value = |one: &str| if one == "-" { String::new() } else { one.to_owned() };
    each.map(|(dimension, text)| (dimension, text.split('|').map(value).collect())).collect()
}

fn named<T>(
    params: &Params,
    key: &str,
    standard: &[&str],
    most: usize,
    find: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Fault> {
    let asked: Vec<&str> = match params.get(key) {
        Some(text) => text.split('|').filter(|one| !one.is_empty()).collect(),
        None => standard.to_vec(),
    };
    let repeated = asked.iter().enumerate().any(|(at, one)| asked[..at].contains(one));
    if asked.len() > most || repeated {
        return Err(Fault::Param(key.to_owned()));
    }
    let each = asked.into_iter().map(|one| find(one).ok_or_else(|| Fault::Param(key.to_owned())));
    each.collect()
}
