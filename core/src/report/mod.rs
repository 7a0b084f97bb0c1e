//! Reports: declarations over frames, the same in the browser, on the server and in tests.
//!
//! ```text
//! facts       what rows follow from what the store keeps     frame, column, bytes, delta   how rows lie
//! kernel      one pass that filters, groups and sums         query, plan, group, grid      what it is asked
//! dimensions  what is grouped by, with its attributes        figures, measures over bases  what is told
//! cube, rows  the two ways in which a report is made         register                      every report
//! dashboard   tiles and charts over the same frames          tally, file                   what leaves
//! defs        the description of all of it for pages, words        what cells say by themselves
//! ```

#![allow(clippy::useless_conversion, reason = "columns of every width are read by one macro")]

pub mod answer;
pub mod ask;
mod asked;
pub mod attributes;
pub mod bases;
pub mod boards;
mod book_reports;
pub mod build;
pub mod bytes;
pub mod column;
pub mod credit_use;
pub mod cube;
pub mod cut;
mod daily_reports;
pub mod dashboard;
pub mod defs;
pub mod delta;
pub mod dimensions;
pub mod facts;
pub mod fault;
mod figures;
#[cfg(feature = "sheet")]
pub mod file;
mod filters;
pub mod frame;
mod grid;
mod group;
mod grouped;
pub mod kernel;
mod labels;
mod layouts;
mod level;
mod lists;
pub mod measures;
mod named;
mod numbers;
mod order;
mod pack;
mod plan;
#[cfg(feature = "print")]
pub mod printed;
mod properties;
mod purchase_reports;
pub mod query;
pub mod register;
mod reorder;
mod road_reports;
mod rollup;
pub mod rows;
mod statement;
pub mod table;
pub mod tally;
mod tiles;
mod total;
pub mod unsold;
pub mod words;

pub use answer::Reported;
pub use ask::{Ask, Params};
pub use asked::asked;
pub use defs::{ReportDefs, described};
pub use fault::Fault;
pub use frame::{Frame, FrameBuilder, Frames};
pub use grid::{Cells, Grid, Meaning, RowOrder};
pub use labels::DimensionValues;
pub use query::{Filter, FrameQuery};
pub use register::{REPORTS, Report, report};
pub use table::ReportTable;

use crate::shape::{Shape, Shaped};
use crate::value::Day;
use ask::{Period, Standard};
use dimensions::Dimension;
use register::ReportKind;

/// The schema number of the frames that reports read; it rises when a frame's columns change meaning.
pub const VERSION: u32 = 19;

/// So many days ahead are looked at first of what is still to come.
pub const AHEAD_DAYS: i32 = 30;

/// One report over frames, as of a day.
///
/// # Errors
/// `NoReport`, `Param` for a parameter that is not of its form, and those of the frames.
pub fn answer(frames: &Frames, key: &str, params: &Params, today: Day) -> Result<Reported, Fault> {
    let report = report(key).ok_or_else(|| Fault::NoReport(key.to_owned()))?;
    let ask = Ask::read(params, &standard(report, today))?;
    let attributes = match &report.kind {
        ReportKind::Cube(asked) => asked.attributes,
        ReportKind::List(_) | ReportKind::Made(_) => &[],
    };
    let mut answer = made(frames, report, ask, attributes)?;
    for hidden in params.get("hide").into_iter().flat_map(|keys| keys.split('|')) {
        answer.hide(hidden);
    }
    Ok(answer)
}

fn made(
    frames: &Frames,
    report: &'static Report,
    ask: Ask,
    attributes: &'static [attributes::Attribute],
) -> Result<Reported, Fault> {
    let ask = credit_use::resolved(frames, properties::resolved(frames, ask)?)?;
    let ask = unsold::resolved(frames, ask)?;
    let days = (day(ask.from), day(ask.to));
    let mut answer = match &report.kind {
        ReportKind::Cube(asked) => {
            let chart = if asked.free { "" } else { asked.chart };
            Reported::figures(frames, cube::cube(frames, ask, attributes)?, chart)
        }
        ReportKind::List(listed) => Reported::listing(rows::list(frames, &ask, listed)?),
        ReportKind::Made(make) => Reported::table_of(make(frames, &ask)?),
    };
    answer.days = days;
    Ok(answer)
}

/// All of a report at once.
///
/// # Errors
/// Those of [`answer`].
pub fn run(frames: &Frames, key: &str, params: &Params, today: Day) -> Result<ReportTable, Fault> {
    answer(frames, key, params, today).map(|answer| answer.table(frames))
}

fn day(days: i64) -> Day {
    Day(i32::try_from(days).unwrap_or(0))
}

/// The defaults of a report's question.
fn standard(report: &'static Report, today: Day) -> Standard<'static> {
    let days = days(report.period, today);
    match &report.kind {
        ReportKind::Cube(asked) => Standard {
            rows: asked.rows,
            columns: asked.columns,
            measures: asked.measures,
            sort: asked.sort,
            days,
        },
        _ => Standard { rows: &[], columns: &[], measures: &[], sort: "", days },
    }
}

/// The days of a report that was not asked for any.
fn days(period: Period, today: Day) -> (Day, Day) {
    let (year, month, _) = today.civil();
    match period {
        Period::Month => (Day::from_civil(year, month, 1).unwrap_or(today), today),
        Period::Year => (today.fy().first_day(), today),
        Period::Ahead => (today, today.plus(AHEAD_DAYS)),
        Period::AsOn => (today, today),
    }
}

/// The documents behind a line of a report: the papers that its figures are made of, of its days alone.
///
/// # Errors
/// Those of [`answer`].
pub fn behind(frames: &Frames, key: &str, params: &Params, today: Day) -> Result<Reported, Fault> {
    let report = report(key).ok_or_else(|| Fault::NoReport(key.to_owned()))?;
    let mut params = params.clone();
    params.insert("rows".to_owned(), "paper".to_owned());
    params.insert("columns".to_owned(), String::new());
    params.insert("sort".to_owned(), String::new());
    let mut ask = Ask::read(&params, &standard(report, today))?;
    if ask.measures.iter().any(|measure| measure.is_of_its_days()) {
        ask.measures.retain(|measure| measure.is_of_its_days());
    }
    made(frames, report, ask, attributes::OF_PAPER)
}

/// The shapes of the answers, from which those of all their parts follow.
pub fn shapes() -> Vec<Shape> {
    vec![
        ReportTable::shape(),
        table::ReportStart::shape(),
        ReportDefs::shape(),
        DimensionValues::shape(),
        dashboard::Dashboard::shape(),
        tally::TallyBook::shape(),
    ]
}

/// The first values of a dimension that a person can filter by whose names hold a text, in the order of the names.
///
/// # Errors
/// When the frame of the dimension was not sent.
pub fn values(
    frames: &Frames,
    dimension: &str,
    like: &str,
    most: usize,
) -> Result<DimensionValues, Fault> {
    labels::values(frames, named(dimension)?, like, most)
}

/// The names of values of a dimension by their ids, which are split by `|`.
///
/// # Errors
/// When the frame of the dimension was not sent.
pub fn names(frames: &Frames, dimension: &str, ids: &str) -> Result<DimensionValues, Fault> {
    labels::names(frames, named(dimension)?, &ids.split('|').collect::<Vec<_>>())
}

fn named(dimension: &str) -> Result<&'static Dimension, Fault> {
    dimensions::dimension(dimension).ok_or_else(|| Fault::Param(dimension.to_owned()))
}
