//! Frames for the browser's reports, and the same reports run here.

use godown_core::report::build::Cut;
use godown_core::report::measures::Unit;
use godown_core::report::table::{Cell, Shown, Table};
use godown_core::report::{self, Fault, Params};
use godown_core::table::cell;
use godown_core::value::{Day, IST_MINUTES};
use serde_json::json;
use warp::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, VARY};

use super::export;
use crate::frames::Fresh;
use crate::http::ask::Ask;
use crate::http::header;
use crate::http::reply::{Problem, Reply};
use crate::sheet::Out;

/// A snapshot, and what brings one up to date.
pub const FRAMES: &str = "application/vnd.godown.frames";
pub const CHANGES: &str = "application/vnd.godown.changes";

pub const FRAMES_QUERY: &[&str] = &["since", "scope"];

/// What a report can be asked: its days and choices, and a filter by each dimension.
pub const REPORT_QUERY: &[&str] = &[
    "from",
    "to",
    "basis",
    "rows",
    "columns",
    "measures",
    "sort",
    "top",
    "product",
    "size",
    "thickness",
    "make",
    "grade",
    "length",
    "sku",
    "branch",
    "yard",
    "region",
    "state",
    "district",
    "bill_state",
    "bill_district",
    "customer",
    "customer_kind",
    "price_class",
    "customer_status",
    "salesman",
    "supplier",
    "batch",
    "batch_status",
    "heat_no",
    "coil_no",
    "paper",
    "side",
    "day",
    "month",
];

/// The person's frames, or what changed in them since an entry.
pub async fn frames(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let query = ask.query(FRAMES_QUERY, &[])?;
    let since = query.number("since", 0, u64::MAX)?;
    let scope = query.text("scope").to_owned();
    let cut = Cut::of(&person.actor);
    if cut.is_empty() {
        return Err(Problem::new(403, "forbidden", "Your roles open no report"));
    }
    let packs = header(&ask.headers, &ACCEPT_ENCODING).contains("br");
    let app = ask.app.clone();
    let work = move || -> Result<Reply, Problem> {
        let known = (!scope.is_empty()).then_some((scope.as_str(), since));
        Ok(match app.frames.fresh(&*app.store, &cut, known)? {
            Fresh::Current => Reply::of(204, CHANGES, Vec::new()),
            Fresh::Changes(bytes) => Reply::of(200, CHANGES, bytes),
            Fresh::Whole(snapshot) => {
                let tag = format!("\"{}-{}\"", snapshot.frames.scope, snapshot.frames.seq);
                let reply = match packs {
                    true => Reply::of(200, FRAMES, snapshot.packed().to_vec())
                        .with(CONTENT_ENCODING, "br"),
                    false => Reply::of(200, FRAMES, snapshot.bytes.clone()),
                };
                reply.with(ETAG, &tag).with(VARY, "accept-encoding")
            }
        })
    };
    ask.app.blocking(work).await?
}

/// One report over the person's frames: its table, or that as a file.
pub async fn report(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let report = report::report(ask.param(0)).ok_or_else(Problem::not_found)?;
    if !person.actor.opens(report.page()) {
        return Err(Problem::new(403, "forbidden", "Your roles do not open this report"));
    }
    let media = export::wanted(&ask);
    if media.is_some() && !person.actor.exports(report.page()) {
        return Err(Problem::new(403, "forbidden", "Your roles take no files away"));
    }
    let query = ask.query(REPORT_QUERY, &[])?;
    let given = REPORT_QUERY.iter().map(|name| ((*name).to_owned(), query.text(name).to_owned()));
    let params: Params = given.filter(|(_, text)| !text.is_empty()).collect();
    let app = ask.app.clone();
    let work = move || -> Result<Reply, Problem> {
        let now = app.now();
        let cut = Cut::of(&person.actor);
        let snapshot = app.frames.snapshot(&*app.store, &cut)?;
        let today = now.day_in(IST_MINUTES);
        let table = report::run(&snapshot.frames, report.key, &params, today).map_err(told)?;
        if let Some(media) = media {
            let bytes = file(&table, report.page().label, media).map_err(Problem::fault)?;
            return Ok(export::named(report.page().label, media, bytes));
        }
        let mut body = table.to_json();
        body["as_of"] = json!({ "seq": snapshot.frames.seq, "at": now.0 });
        Ok(Reply::json(&body))
    };
    ask.app.blocking(work).await?
}

fn told(why: Fault) -> Problem {
    match why {
        Fault::Param(name) => {
            let message = format!("{name} is not of a form that the report takes");
            Problem::malformed(name, message)
        }
        Fault::NoReport(_) => Problem::not_found(),
        Fault::Overflow(name) => {
            Problem::new(422, "too_large", format!("The total of {name} is too large"))
        }
        other => Problem::fault(format!("report: {other}")),
    }
}

/// A table as a file: groups by their depth in a column of their own, figures as numbers.
fn file(table: &Table, title: &str, media: &str) -> Result<Vec<u8>, String> {
    let mut out = Out::begin(media, title)?;
    let text = |text: &str| cell::Cell::Text(text.to_owned());
    let heads = table.heads.iter().map(|head| match &head.under {
        Some(under) => text(&format!("{under} {}", head.label)),
        None => text(&head.label),
    });
    let grouped = table.lines.iter().any(|line| line.level > 0);
    let depth = |level: Option<usize>| match (grouped, level) {
        (false, _) => None,
        (true, None) => Some(text("Level")),
        (true, Some(level)) => Some(cell::Cell::Number { value: level as i64 + 1, places: 0 }),
    };
    out.row(&depth(None).into_iter().chain(heads).collect::<Vec<_>>())?;
    for line in &table.lines {
        let cells = table.heads.iter().zip(&line.cells);
        let cells = cells.map(|(head, cell)| file_cell(head.shown, cell));
        out.row(&depth(Some(line.level)).into_iter().chain(cells).collect::<Vec<_>>())?;
    }
    if let Some(total) = &table.total {
        let lead = table.heads.len() - total.len();
        let mut cells = vec![text("Total")];
        cells.extend(vec![cell::Cell::Empty; lead.saturating_sub(1)]);
        let shown = table.heads.iter().skip(lead).zip(total);
        cells.extend(shown.map(|(head, cell)| file_cell(head.shown, cell)));
        out.row(
            &grouped.then_some(cell::Cell::Empty).into_iter().chain(cells).collect::<Vec<_>>(),
        )?;
    }
    out.finish()
}

fn file_cell(shown: Shown, found: &Cell) -> cell::Cell {
    let Cell::Number(value) = *found else {
        return match found {
            Cell::Text(text) => cell::Cell::Text(text.clone()),
            _ => cell::Cell::Empty,
        };
    };
    let number = |value, places| cell::Cell::Number { value, places };
    match shown {
        Shown::Day => {
            i32::try_from(value).map_or(cell::Cell::Empty, |day| cell::Cell::Day(Day(day)))
        }
        Shown::Instant => cell::Cell::Text(godown_core::value::Instant(value).shown()),
        Shown::Text => number(value, 0),
        Shown::Figure(Unit::Grams) => {
            number(godown_core::value::div_half_away(i128::from(value), 1_000) as i64, 3)
        }
        Shown::Figure(Unit::Paise | Unit::PaisePerTonne | Unit::BasisPoints) => number(value, 2),
        Shown::Figure(Unit::Count | Unit::Pieces | Unit::Days) => number(value, 0),
    }
}
