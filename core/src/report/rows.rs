//! Reports that list rows as they stand, with running balances where they are asked for.

use super::ask::Ask;
use super::bases::Window;
use super::measures::FigureKind;
use super::query::{Aggregate, Fold};
use super::table::{CellFormat, CellPath, DrillStep, ReportCell, ReportColumn, ReportLine};
use super::words::OPENING;
use super::{Fault, Filter, FrameQuery, Frames, kernel};
use std::ops::Range;

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
    /// The number without which it is not known.
    pub rests: Option<&'static str>,
    /// What it is, in words; none where its label says it.
    pub says: Option<&'static str>,
    /// The side of zero whose numbers alone are told, without their sign; none where both are.
    pub side: Option<NumberSide>,
}

/// One side of zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberSide {
    Above,
    Below,
}

impl NumberSide {
    fn filter(self, path: &str) -> Filter {
        match self {
            NumberSide::Above => Filter::between(path, 1, i64::MAX),
            NumberSide::Below => Filter::between(path, i64::MIN, -1),
        }
    }

    /// The number without its sign; none where it is of the other side.
    fn of(self, number: i64) -> Option<i64> {
        let own = match self {
            NumberSide::Above => number,
            NumberSide::Below => number.saturating_neg(),
        };
        (own > 0).then_some(own)
    }
}

impl Listed {
    /// Every path that it adds up.
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

/// The rows of a list, found and in their order. Lines are made of them as they are asked for.
#[derive(Debug)]
pub struct Listing {
    list: &'static List,
    columns: Vec<&'static Listed>,
    balances: Vec<&'static Listed>,
    /// The rows of the frame that were looked at.
    pub(super) read: u64,
    pub(super) total: Option<Vec<ReportCell>>,
    rows: Vec<u32>,
    /// Of each balance, what it was before the first row, and behind each row.
    running: Vec<Vec<i64>>,
}

/// # Errors
/// When a path names no column, or a filter is not of its form.
pub fn list(frames: &Frames, ask: &Ask, list: &'static List) -> Result<Listing, Fault> {
    let frame = frames.frame(list.frame)?;
    let sent = |column: &&Listed| column.paths().all(|path| frames.path(frame, path).is_ok());
    let columns: Vec<&Listed> = list.columns.iter().filter(sent).collect();
    let balances = list.balances.iter().map(|(_, column)| column).filter(sent).collect();
    let read = frame.rows() as u64;
    let (rows, running) = (Vec::new(), Vec::new());
    let mut made = Listing { list, columns, balances, read, total: None, rows, running };
    let Some(mut filters) = ask.filters_of(frames, list.frame, list.window)? else {
        return Ok(made);
    };
    filters.extend((list.filter)(ask));
    made.rows = sort(frames, list, kernel::rows(frames, list.frame, &filters)?)?;
    made.running = running_of(frames, ask, &made)?;
    made.total = Some(made.totals(frames, filters)?);
    Ok(made)
}

impl Listing {
    pub(super) fn heads(&self) -> Vec<ReportColumn> {
        self.columns.iter().chain(&self.balances).map(|column| head(column)).collect()
    }

    /// How many lines there are; the first tells opening balances, where there are any.
    pub(super) fn len(&self) -> usize {
        self.rows.len() + usize::from(!self.running.is_empty())
    }

    pub(super) fn rows(&self, frames: &Frames, lines: Range<usize>) -> Vec<ReportLine> {
        let before = usize::from(!self.running.is_empty());
        let frame = self.list.frame;
        let columns: Vec<_> =
            self.columns.iter().map(|column| Reading::of(frames, frame, column)).collect();
        let paper = self.list.paper.map(|path| Paper::of(frames, frame, path));
        let line = |line: usize| {
            let Some(at) = line.checked_sub(before) else { return self.opening() };
            let row = self.rows[at] as usize;
            let mut cells: Vec<ReportCell> =
                columns.iter().map(|column| column.cell(row)).collect();
            let balances = self.running.iter().map(|sums| ReportCell::Number(sums[at + 1]));
            cells.extend(balances);
            let opens = paper.as_ref().and_then(|paper| paper.of_row(row));
            ReportLine { level: 0, cells, steps: Vec::<DrillStep>::new(), opens }
        };
        lines.map(line).collect()
    }

    fn opening(&self) -> ReportLine {
        let mut cells = vec![ReportCell::None; self.columns.len()];
        if let Some(first) = self.columns.iter().position(|one| one.shown == CellFormat::Text) {
            cells[first] = ReportCell::Text(OPENING.to_owned());
        }
        cells.extend(self.running.iter().map(|sums| ReportCell::Number(sums[0])));
        ReportLine { cells, ..ReportLine::default() }
    }

    /// The sums below all but the first column, which says what the line is.
    fn totals(&self, frames: &Frames, filters: Vec<Filter>) -> Result<Vec<ReportCell>, Fault> {
        let mut query = FrameQuery { filters, ..FrameQuery::of(self.list.frame) };
        let summed = self.columns.iter().skip(1).filter(|column| column.total);
        for column in summed.clone() {
            let known = || column.rests.map(|path| Filter::not(path, 0));
            let sum = |path: &str, when| Aggregate::sum(path, when);
            query.measures.push(Aggregate { op: Fold::Count, ..sum("", known()) });
            let of_side = |path| column.side.map(|side| side.filter(path)).or_else(known);
            query.measures.extend(column.paths().map(|path| sum(path, of_side(path))));
        }
        let grid = kernel::run(frames, &query)?;
        let mut sums = grid.columns().iter().map(|cells| cells.at(0));
        let mut total = |column: &Listed| {
            let count = sums.next().unwrap_or(0);
            let own = sums.next().unwrap_or(0);
            let and = column.and.iter().zip(&mut sums);
            let sum = and.fold(own, |all, ((sign, _), sum)| all.saturating_add(sign * sum));
            match column.rests.is_some() && count == 0 {
                true => ReportCell::None,
                false => ReportCell::Number(match column.side {
                    Some(side) => side.of(sum).unwrap_or(0),
                    None => sum,
                }),
            }
        };
        let cells = self.columns.iter().skip(1);
        let cells = cells.map(|column| match column.total {
            true => total(column),
            false => ReportCell::None,
        });
        let balances = self.running.iter().map(|sums| sums.last().copied().unwrap_or(0));
        Ok(cells.collect::<Vec<_>>().into_iter().chain(balances.map(ReportCell::Number)).collect())
    }
}

fn head(column: &Listed) -> ReportColumn {
    ReportColumn {
        key: column.key.to_owned(),
        label: column.label.to_owned(),
        under: None,
        shown: column.shown,
        says: column.says,
    }
}

/// A column with its paths resolved.
struct Reading<'a> {
    column: &'static Listed,
    own: CellPath<'a>,
    and: Vec<(i64, CellPath<'a>)>,
    rests: Option<CellPath<'a>>,
}

impl<'a> Reading<'a> {
    fn of(frames: &'a Frames, frame: &str, column: &'static Listed) -> Reading<'a> {
        let path = |path| CellPath::of(frames, frame, path);
        let and = column.and.iter().map(|(sign, more)| (*sign, path(more))).collect();
        Reading { column, own: path(column.path), and, rests: column.rests.map(path) }
    }

    /// Its number with what it adds up, nothing where the row has none.
    fn number(&self, row: usize) -> i64 {
        let add =
            |sum: i64, (sign, path): &(i64, CellPath)| sum.saturating_add(sign * path.number(row));
        self.and.iter().fold(self.own.number(row), add)
    }

    fn cell(&self, row: usize) -> ReportCell {
        if self.rests.as_ref().is_some_and(|path| path.number(row) == 0) {
            return ReportCell::None;
        }
        match (self.own.at(row), self.column.words) {
            (ReportCell::Number(_), []) if self.column.side.is_some() => {
                let told = self.column.side.and_then(|side| side.of(self.number(row)));
                told.map_or(ReportCell::None, ReportCell::Number)
            }
            (ReportCell::Number(_), []) if !self.and.is_empty() => {
                ReportCell::Number(self.number(row))
            }
            (ReportCell::Number(number), words) if !words.is_empty() => {
                let word = usize::try_from(number).ok().and_then(|at| words.get(at));
                word.map_or(ReportCell::None, |word| ReportCell::Text((*word).to_owned()))
            }
            (cell, _) => cell,
        }
    }
}

fn sort(frames: &Frames, list: &List, rows: Vec<usize>) -> Result<Vec<u32>, Fault> {
    let frame = frames.frame(list.frame)?;
    let mut columns = Vec::with_capacity(list.order.len());
    for name in list.order {
        let (down, name) = match name.strip_prefix('-') {
            Some(name) => (true, name),
            None => (false, *name),
        };
        columns.push((frame.column(name)?, down));
    }
    let mut rows: Vec<u32> = rows.into_iter().map(|row| row as u32).collect();
    rows.sort_unstable_by(|a, b| {
        let mut each = columns.iter().map(|(column, down)| {
            let (a, b) = (*a as usize, *b as usize);
            // The codes of texts follow the order in which the texts came, which is no order to read.
            let order = match column.words() {
                Some(_) => column.text(a).cmp(column.text(b)),
                None => column.at(a).cmp(&column.at(b)),
            };
            if *down { order.reverse() } else { order }
        });
        each.find(|order| order.is_ne()).unwrap_or_else(|| a.cmp(b))
    });
    Ok(rows)
}

/// The balances before the first row and behind each.
fn running_of(frames: &Frames, ask: &Ask, made: &Listing) -> Result<Vec<Vec<i64>>, Fault> {
    let list = made.list;
    if made.balances.is_empty() {
        return Ok(Vec::new());
    }
    let before = match ask.filters_of(frames, list.frame, Window::Before)? {
        None => Vec::new(),
        Some(mut filters) => {
            filters.extend((list.filter)(ask));
            kernel::rows(frames, list.frame, &filters)?
        }
    };
    let balances = made.balances.iter().map(|column| {
        let read = Reading::of(frames, list.frame, column);
        let add = |sum: i64, row: usize| sum.saturating_add(read.number(row));
        let mut sums = Vec::with_capacity(made.rows.len() + 1);
        sums.push(before.iter().copied().fold(0, add));
        for row in &made.rows {
            let last = sums.last().copied().unwrap_or(0);
            sums.push(add(last, *row as usize));
        }
        sums
    });
    Ok(balances.collect())
}

/// The paper that a row opens: paths to its id, its kind, and whether it was brought in.
struct Paper<'a>([CellPath<'a>; 3]);

impl<'a> Paper<'a> {
    fn of(frames: &'a Frames, frame: &str, path: &str) -> Paper<'a> {
        Paper(["id", "kind", "imported"].map(|column| match path {
            "" => CellPath::of(frames, frame, column),
            path => CellPath::of(frames, frame, &format!("{path}.{column}")),
        }))
    }

    fn of_row(&self, row: usize) -> Option<(String, String)> {
        let [id, kind, imported] = &self.0;
        // Nothing here stands behind what was brought in.
        let (ReportCell::Text(id), ReportCell::Number(kind), ReportCell::Number(0)) =
            (id.at(row), kind.at(row), imported.at(row))
        else {
            return None;
        };
        let kind = super::facts::PAPERS.get(usize::try_from(kind).ok()?)?;
        Some(((*kind).to_owned(), id))
    }
}

/// The unit of a plain text column.
pub const fn text(key: &'static str, label: &'static str, path: &'static str) -> Listed {
    Listed {
        key,
        label,
        path,
        shown: CellFormat::Text,
        words: &[],
        total: false,
        and: &[],
        rests: None,
        says: None,
        side: None,
    }
}

pub const fn day(key: &'static str, label: &'static str, path: &'static str) -> Listed {
    Listed { shown: CellFormat::Day, ..text(key, label, path) }
}

pub const fn sum(
    key: &'static str,
    label: &'static str,
    path: &'static str,
    unit: FigureKind,
) -> Listed {
    Listed { shown: CellFormat::Figure(unit), total: true, ..text(key, label, path) }
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
