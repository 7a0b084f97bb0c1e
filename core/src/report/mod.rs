//! Reports: declarations over frames, the same in the browser, on the server and in tests.
//!
//! ```text
//! facts       what rows follow from what the store keeps     frame, column, bytes, delta   how rows lie
//! kernel      one pass that filters, groups and sums         query, plan, group, grid      what it is asked
//! dimensions  what is grouped by, with its attributes        measures over bases           what is told
//! cube, rows  the two ways in which a report is made         register                      every report
//! dashboard   tiles and charts over the same frames          tally, file                   what leaves
//! ```

#![allow(clippy::useless_conversion, reason = "columns of every width are read by one macro")]

use serde_json::{Value, json};

pub mod ask;
pub mod attributes;
pub mod bases;
pub mod boards;
pub mod build;
pub mod bytes;
pub mod column;
pub mod cube;
pub mod cut;
pub mod dashboard;
pub mod delta;
pub mod dimensions;
pub mod facts;
mod fault;
#[cfg(feature = "sheet")]
pub mod file;
pub mod frame;
mod grid;
mod group;
pub mod kernel;
mod lists;
pub mod measures;
mod order;
mod pack;
mod plan;
pub mod query;
pub mod register;
mod rollup;
pub mod rows;
pub mod table;
pub mod tally;
mod total;

pub use ask::{Ask, Params};
pub use fault::Fault;
pub use frame::{Frame, FrameBuilder, Frames};
pub use grid::{Cells, Grid, Meaning, RowOrder};
pub use query::{Filter, FrameQuery};
pub use register::{REPORTS, Report, report};
pub use table::ReportTable;

use crate::value::Day;
use ask::{Basis, Period, Standard};
use dimensions::DIMENSIONS;
use measures::{MEASURES, Measure};
use register::{LAYOUTS, Shape};

/// The schema number of the frames that reports read; it rises when a frame's columns change meaning.
pub const VERSION: u32 = 4;

/// One report over frames, as of a day.
///
/// # Errors
/// `NoReport`, `Param` for a parameter that is not of its form, and those of the frames.
pub fn run(frames: &Frames, key: &str, params: &Params, today: Day) -> Result<ReportTable, Fault> {
    let report = report(key).ok_or_else(|| Fault::NoReport(key.to_owned()))?;
    let ask = Ask::read(params, &standard(report, today))?;
    let mut table = match &report.shape {
        Shape::Cube(asked) => cube::cube(frames, &ask, asked.attributes)?,
        Shape::List(listed) => rows::list(frames, &ask, listed)?,
        Shape::Made(make) => make(frames, &ask)?,
    };
    table.days = (ask.from, ask.to);
    for hidden in params.get("hide").into_iter().flat_map(|keys| keys.split('|')) {
        table.hide(hidden);
    }
    Ok(table)
}

/// The defaults of a report's question.
fn standard(report: &'static Report, today: Day) -> Standard<'static> {
    let days = days(report.period, today);
    match &report.shape {
        Shape::Cube(asked) => Standard {
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
        Period::AsOn => (today, today),
    }
}

/// The documents behind a line of a report: the papers that its figures are made of.
///
/// # Errors
/// Those of [`run`].
pub fn behind(
    frames: &Frames,
    key: &str,
    params: &Params,
    today: Day,
) -> Result<ReportTable, Fault> {
    let mut params = params.clone();
    params.insert("rows".to_owned(), "paper".to_owned());
    params.insert("columns".to_owned(), String::new());
    params.insert("sort".to_owned(), String::new());
    run(frames, key, &params, today)
}

/// The description by which pages draw reports.
pub fn described() -> Value {
    let reports = REPORTS.iter().map(|report| {
        let cube = match &report.shape {
            Shape::Cube(cube) => Some(cube),
            Shape::List(_) | Shape::Made(_) => None,
        };
        let list = match &report.shape {
            Shape::List(list) => list.heads().map(|one| json!([one.key, one.label])).collect(),
            Shape::Cube(_) | Shape::Made(_) => Vec::new(),
        };
        json!({
            "key": report.key,
            "route": report.route,
            "title": report.page().label,
            "period": report.period.name(),
            "basis": report.basis,
            "filters": report.filters,
            "rows": cube.map(|cube| cube.rows),
            "columns": cube.map(|cube| cube.columns),
            "measures": cube.map(|cube| cube.measures),
            "more": cube.map(|cube| cube.more),
            "sort": cube.map(|cube| cube.sort),
            "free": cube.is_some_and(|cube| cube.free),
            "chart": cube.map(|cube| cube.chart).filter(|chart| !chart.is_empty()),
            "list": cube.is_none().then_some(list),
            "beside": report.beside.iter().map(|(name, key, asked)| json!([name, key, asked])).collect::<Vec<_>>(),
        })
    });
    let dimensions = DIMENSIONS.iter();
    let dimensions =
        dimensions.map(|one| json!({ "key": one.key, "label": one.label, "free": one.is_free() }));
    let measures = MEASURES.iter();
    let measures = measures.map(
        |one: &Measure| json!({ "key": one.key, "label": one.label, "unit": one.unit.name() }),
    );
    json!({
        "reports": reports.collect::<Vec<_>>(),
        "dimensions": dimensions.collect::<Vec<_>>(),
        "measures": measures.collect::<Vec<_>>(),
        "bases": Basis::ALL.iter().map(|(_, key, label)| json!([key, label])).collect::<Vec<_>>(),
        "layouts": LAYOUTS.iter().map(|(name, asked)| json!([name, asked])).collect::<Vec<_>>(),
    })
}

/// The values of a dimension that a person can filter by: id and name, in the order of the names.
///
/// # Errors
/// When the frame of the dimension was not sent.
pub fn values(frames: &Frames, dimension: &str) -> Result<Vec<(String, String)>, Fault> {
    let found =
        dimensions::dimension(dimension).ok_or_else(|| Fault::Param(dimension.to_owned()))?;
    cube::values(frames, found)
}
