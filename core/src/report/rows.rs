//! Reports that list rows as they stand, with running balances where they are asked for.

use super::ask::Ask;
use super::bases::Window;
use super::measures::FigureKind;
use super::order::sorted;
use super::table::{CellFormat, DrillStep, ReportCell, ReportColumn, ReportLine, ReportTable};
use super::{Fault, Filter, Frames, kernel};

/// A column of a list: what stands at the end of a path.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    pub key: &'static str,
    pub label: &'static str,
    pub path: &'static str,
    pub shown: CellFormat,
    /// The words of a code; empty where the number or text is told as it is.
    pub words: &'static [&'static str],
    /// Whether its sum stands below.
    pub total: bool,
    /// Further numbers of the row that it comes to, each added or taken off.
    pub and: &'static [(i64, &'static str)],
}

impl Listed {
    /// Every path that it reads.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.path).chain(self.and.iter().map(|(_, path)| *path))
    }
}

/// Rows of one frame, as they stand.
#[derive(Debug)]
pub struct List {
    pub frame: &'static str,
    pub filter: fn(&Ask) -> Vec<Filter>,
    pub window: Window,
    pub columns: &'static [Listed],
    /// Columns of the frame to sort by, the largest first where `-` stands before.
    pub order: &'static [&'static str],
    /// Columns whose running balance is told, each with the key of the balance.
    pub balances: &'static [(&'static str, Listed)],
    /// The path of the paper that a row opens.
    pub paper: Option<&'static str>,
}

impl List {
    /// Its columns, and behind them the running balances.
    pub fn heads(&self) -> impl Iterator<Item = &Listed> {
        self.columns.iter().chain(self.balances.iter().map(|(_, column)| column))
    }
}

/// # Errors
/// When a path names no column, or a filter is not of its form.
pub fn list(frames: &Frames, ask: &Ask, list: &List) -> Result<ReportTable, Fault> {
    let frame = frames.frame(list.frame)?;
    let sent = |column: &&Listed| column.paths().all(|path| frames.path(frame, path).is_ok());
    let columns: Vec<&Listed> = list.columns.iter().filter(sent).collect();
    let balances: Vec<&(&str, Listed)> =
        list.balances.iter().filter(|(_, column)| sent(&column)).collect();
    let mut table = ReportTable { read: frame.rows() as u64, ..ReportTable::default() };
    let heads = columns.iter().copied().chain(balances.iter().map(|(_, column)| column));
    table.heads = heads.map(head).collect();
    let Some(mut filters) = ask.filters_of(frames, list.frame, list.window)? else {
        return Ok(table);
    };
    filters.extend((list.filter)(ask));
    let rows = sort(frames, list, kernel::rows(frames, list.frame, &filters)?)?;
    let mut running = opening(frames, ask, list, &balances)?;
    if !balances.is_empty() {
        table.lines.push(opened(&columns, &running));
    }
    for row in rows {
        let mut cells: Vec<ReportCell> =
            columns.iter().map(|column| cell(frames, list.frame, column, row)).collect();
        for (at, (_, column)) in balances.iter().enumerate() {
            if let ReportCell::Number(by) = ReportCell::at(frames, list.frame, column.path, row) {
                running[at] = running[at].saturating_add(by);
            }
            cells.push(ReportCell::Number(running[at]));
        }
        let opens = list.paper.and_then(|path| paper(frames, list.frame, path, row));
        table.lines.push(ReportLine { level: 0, cells, steps: Vec::<DrillStep>::new(), opens });
    }
    table.total = Some(totals(&columns, &table, &running));
    Ok(table)
}

fn head(column: &Listed) -> ReportColumn {
    ReportColumn {
        key: column.key.to_owned(),
        label: column.label.to_owned(),
        under: None,
        shown: column.shown,
        says: None,
    }
}

fn cell(frames: &Frames, frame: &str, column: &Listed, row: usize) -> ReportCell {
    let number = |path: &str| match ReportCell::at(frames, frame, path, row) {
        ReportCell::Number(number) => number,
        _ => 0,
    };
    match (ReportCell::at(frames, frame, column.path, row), column.words) {
        (ReportCell::Number(own), _) if !column.and.is_empty() => {
            let add = |sum: i64, (sign, path): &(i64, &str)| sum + sign * number(path);
            ReportCell::Number(column.and.iter().fold(own, add))
        }
        (ReportCell::Number(number), words) if !words.is_empty() => {
            let word = usize::try_from(number).ok().and_then(|at| words.get(at));
            word.map_or(ReportCell::None, |word| ReportCell::Text((*word).to_owned()))
        }
        (cell, _) => cell,
    }
}

fn sort(frames: &Frames, list: &List, rows: Vec<usize>) -> Result<Vec<usize>, Fault> {
    let frame = frames.frame(list.frame)?;
    let mut columns = Vec::with_capacity(list.order.len());
    for name in list.order {
        let (down, name) = match name.strip_prefix('-') {
            Some(name) => (true, name),
            None => (false, *name),
        };
        columns.push((frame.column(name)?, down));
    }
    Ok(sorted(rows, &mut |a, b| {
        let mut each = columns.iter().map(|(column, down)| {
            let order = column.at(*a).cmp(&column.at(*b));
            if *down { order.reverse() } else { order }
        });
        each.find(|order| order.is_ne()).unwrap_or_else(|| a.cmp(b))
    }))
}

/// The balances before the first day.
fn opening(
    frames: &Frames,
    ask: &Ask,
    list: &List,
    balances: &[&(&str, Listed)],
) -> Result<Vec<i64>, Fault> {
    let mut sums = vec![0_i64; balances.len()];
    if balances.is_empty() {
        return Ok(sums);
    }
    let Some(mut filters) = ask.filters_of(frames, list.frame, Window::Before)? else {
        return Ok(sums);
    };
    filters.extend((list.filter)(ask));
    for row in kernel::rows(frames, list.frame, &filters)? {
        for (sum, (_, column)) in sums.iter_mut().zip(balances) {
            if let ReportCell::Number(by) = ReportCell::at(frames, list.frame, column.path, row) {
                *sum = sum.saturating_add(by);
            }
        }
    }
    Ok(sums)
}

fn opened(columns: &[&Listed], running: &[i64]) -> ReportLine {
    let mut cells = vec![ReportCell::None; columns.len()];
    if let Some(first) = columns.iter().position(|column| column.shown == CellFormat::Text) {
        cells[first] = ReportCell::Text("Opening".to_owned());
    }
    cells.extend(running.iter().map(|balance| ReportCell::Number(*balance)));
    ReportLine { cells, ..ReportLine::default() }
}

fn paper(frames: &Frames, frame: &str, path: &str, row: usize) -> Option<(String, String)> {
    let at = |column: &str| match path {
        "" => ReportCell::at(frames, frame, column, row),
        path => ReportCell::at(frames, frame, &format!("{path}.{column}"), row),
    };
    // Nothing here stands behind what was brought in.
    let (ReportCell::Text(id), ReportCell::Number(kind), ReportCell::Number(0)) =
        (at("id"), at("kind"), at("imported"))
    else {
        return None;
    };
    let kind = super::facts::PAPERS.get(usize::try_from(kind).ok()?)?;
    Some(((*kind).to_owned(), id))
}

fn totals(columns: &[&Listed], table: &ReportTable, running: &[i64]) -> Vec<ReportCell> {
    let sum = |at: usize| {
        let cells = table.lines.iter().filter_map(|line| line.cells.get(at));
        cells.fold(0_i64, |sum, cell| match cell {
            ReportCell::Number(number) => sum.saturating_add(*number),
            _ => sum,
        })
    };
    // The first column says what the line is.
    let each = columns.iter().enumerate().skip(1);
    let each = each.map(|(at, column)| match column.total {
        true => ReportCell::Number(sum(at)),
        false => ReportCell::None,
    });
    each.chain(running.iter().map(|balance| ReportCell::Number(*balance))).collect()
}

/// The unit of a plain text column.
pub const fn text(key: &'static str, label: &'static str, path: &'static str) -> Listed {
    Listed { key, label, path, shown: CellFormat::Text, words: &[], total: false, and: &[] }
}

pub const fn day(key: &'static str, label: &'static str, path: &'static str) -> Listed {
    Listed { key, label, path, shown: CellFormat::Day, words: &[], total: false, and: &[] }
}

pub const fn sum(
    key: &'static str,
    label: &'static str,
    path: &'static str,
    unit: FigureKind,
) -> Listed {
    Listed { key, label, path, shown: CellFormat::Figure(unit), words: &[], total: true, and: &[] }
}

/// A number of a row that no sum is made of: a rate, a percentage.
pub const fn rate(
    key: &'static str,
    label: &'static str,
    path: &'static str,
    unit: FigureKind,
) -> Listed {
    Listed { total: false, ..sum(key, label, path, unit) }
}

/// One of a few words.
pub const fn word(
    key: &'static str,
    label: &'static str,
    path: &'static str,
    words: &'static [&'static str],
) -> Listed {
    Listed { words, ..text(key, label, path) }
}
