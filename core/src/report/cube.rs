//! The one way in which figures are grouped: by any dimensions, down and across, with sub-totals.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use super::ask::Ask;
use super::attributes::Attribute;
use super::bases::{self, Base, Taking, When, Window};
use super::dimensions::{Dimension, ValueKind as Of};
use super::measures::{Around, Measure};
use super::order::sorted;
use super::query::{Aggregate as Asked, Fold};
use super::table::{DrillStep, ReportCell as Cell, ReportColumn as Head, ReportLine, ReportTable};
use super::{Fault, Filter, FrameQuery, Frames, kernel};
use crate::value::{self, Day};

/// The bases of every group of one depth: what no frame answers there is none.
type Level = HashMap<Vec<i64>, Vec<Option<i64>>>;

/// Figures by the dimensions asked for: a line for each group and above each group of groups.
///
/// # Errors
/// When a filter names what is not there, or a total does not fit 64 bits.
pub fn cube(frames: &Frames, ask: &Ask, attributes: &[Attribute]) -> Result<ReportTable, Fault> {
    let measures: Vec<&Measure> =
        ask.measures.iter().copied().filter(|measure| is_there(frames, measure)).collect();
    // What the rows are grouped by, their groups say.
    let groups = |key: &str| ask.rows.iter().any(|dimension| dimension.key == key);
    let attributes = attributes.iter().filter(|one| groups(one.of) && !groups(one.key)).collect();
    let at = |key| measures.iter().position(|measure| measure.key == key);
    let sort = ask.sort.and_then(|(key, down)| Some((at(key)?, down)));
    let bases = bases_of(&measures);
    let mut work = Work { frames, ask, bases, measures, sort, attributes, rows: &ask.rows };
    // An outer group that nothing is sorted into says nothing: a site without zones has none.
    while let [outer, _, ..] = work.rows {
        let groups = work.level(&[*outer], &[])?;
        if groups.keys().any(|key| key != &[0]) {
            break;
        }
        work.rows = &work.rows[1..];
    }
    work.table()
}

/// Whether every column that a figure needs was sent.
pub fn is_there(frames: &Frames, measure: &Measure) -> bool {
    measure.bases().all(|key| {
        let base = bases::base(key);
        base.is_some_and(|base| {
            let column = match base.take {
                Taking::Sum(column) | Taking::Distinct(column) => [column; 2],
                Taking::Least(column) | Taking::Most(column) => [column; 2],
                Taking::Product(column, times, _) => [column, times],
            };
            let is_sent =
                |path| frames.frame(base.frame).and_then(|of| frames.path(of, path)).is_ok();
            column.into_iter().all(is_sent)
        })
    })
}

fn bases_of(measures: &[&Measure]) -> Vec<&'static Base> {
    let keys: Vec<&str> = measures.iter().flat_map(|measure| measure.bases()).collect();
    bases::BASES.iter().filter(|base| keys.contains(&base.key)).collect()
}

struct Work<'a> {
    frames: &'a Frames,
    ask: &'a Ask,
    measures: Vec<&'static Measure>,
    bases: Vec<&'static Base>,
    /// The place of the measure to sort by, where the person may see it.
    sort: Option<(usize, bool)>,
    attributes: Vec<&'a Attribute>,
    /// The dimensions that groups are made by.
    rows: &'a [&'static Dimension],
}

impl Work<'_> {
    fn table(&self) -> Result<ReportTable, Fault> {
        let depth = self.rows.len();
        let across = !self.ask.columns.is_empty();
        let mut whole = Vec::with_capacity(depth + 1);
        let mut split = Vec::with_capacity(depth + 1);
        for level in 0..=depth {
            whole.push(self.level(&self.rows[..level], &[])?);
            if across {
                split.push(self.level(&self.rows[..level], &self.ask.columns)?);
            }
        }
        let places = self.places(&split);
        let all =
            whole.first().and_then(|level| level.get(&Vec::new())).cloned().unwrap_or_default();
        let mut table = ReportTable { heads: self.heads(&places)?, ..ReportTable::default() };
        let tree = Tree::of(&whole, depth);
        let told = Told { work: self, whole: &whole, split: &split, places: &places, all: &all };
        told.under(&tree, &mut Vec::new(), &mut table)?;
        // What is told of no row needs no column.
        for (at, one) in self.attributes.iter().enumerate().rev() {
            if table.lines.iter().all(|line| line.cells.get(at + 1) == Some(&Cell::None)) {
                table.hide(one.key);
            }
        }
        table.total = Some(told.figures(&[]));
        table.read = self.read()?;
        Ok(table)
    }

    /// The rows of the frames that were looked at.
    fn read(&self) -> Result<u64, Fault> {
        let read = |frame: &&super::Frame| self.bases.iter().any(|base| base.frame == frame.name);
        Ok(self.frames.frames().filter(read).map(|frame| frame.rows() as u64).sum())
    }

    fn level(
        &self,
        down: &[&'static Dimension],
        across: &[&'static Dimension],
    ) -> Result<Level, Fault> {
        let mut level = Level::new();
        let mut asked: BTreeMap<(&str, Window), Vec<usize>> = BTreeMap::new();
        for (at, base) in self.bases.iter().enumerate() {
            asked.entry((base.frame, base.window)).or_default().push(at);
        }
        for ((frame, window), bases) in asked {
            let paths: Option<Vec<&str>> =
                down.iter().chain(across).map(|dimension| dimension.path(frame)).collect();
            let Some(paths) = paths else { continue };
            let Some(filters) = self.ask.filters_of(self.frames, frame, window)? else { continue };
            let mut query = FrameQuery::of(frame);
            query.filters = filters;
            query.keys = paths.into_iter().map(str::to_owned).collect();
            for &at in &bases {
                query.measures.push(self.asked(self.bases[at]));
            }
            // A group that no figure counts a row of is none.
            let counted = query.measures.iter().map(|measure| measure.when.clone());
            query.filters.extend(counted.collect::<Option<Vec<_>>>().map(Filter::Any));
            let grid = kernel::run(self.frames, &query)?;
            let keys = grid.columns().len() - bases.len();
            for row in 0..grid.rows() {
                let cells = grid.columns();
                let key: Vec<i64> = cells[..keys].iter().map(|column| column.at(row)).collect();
                let values = level.entry(key).or_insert_with(|| vec![None; self.bases.len()]);
                for (column, &at) in cells[keys..].iter().zip(&bases) {
                    values[at] = Some(column.at(row));
                }
            }
        }
        Ok(level)
    }

    fn asked(&self, base: &Base) -> Asked {
        let (op, of) = match base.take {
            Taking::Sum(column) => (Fold::Sum, column),
            Taking::Product(column, ..) => (Fold::Product, column),
            Taking::Distinct(column) => (Fold::Distinct, column),
            Taking::Least(column) => (Fold::Min, column),
            Taking::Most(column) => (Fold::Max, column),
        };
        let all: Vec<Filter> = base.when.iter().map(|when| self.when(when)).collect();
        let when = (!all.is_empty()).then_some(Filter::All(all));
        let times = match base.take {
            Taking::Product(_, times, over) => Some((times.to_owned(), over)),
            _ => None,
        };
        Asked { name: base.key.to_owned(), op, of: of.to_owned(), when, signed: false, times }
    }

    fn when(&self, when: &When) -> Filter {
        let place = |words: &[&str], word: &str| {
            words.iter().position(|one| *one == word).map_or(-1, |at| at as i64)
        };
        let to = self.ask.to;
        match *when {
            When::Sale => Filter::is("kind", self.ask.basis.line_kind()),
            When::Is(column, words, word) => Filter::is(column, place(words, word)),
            When::IsNot(column, words, word) => Filter::not(column, place(words, word)),
            When::Positive(column) => Filter::between(column, 1, i64::MAX),
            When::Negative(column) => Filter::between(column, i64::MIN, -1),
            When::Overdue(column) => Filter::between(column, 1, to - 1),
            When::OverdueBy(column, least, most) => {
                Filter::between(column, to.saturating_sub(most).max(1), to - least)
            }
            When::InForce => Filter::All(vec![
                Filter::Any(vec![Filter::is("to", 0), Filter::between("to", to, i64::MAX)]),
                Filter::between("from", 0, to),
            ]),
            When::New(column) => Filter::between(column, self.ask.from, to),
        }
    }

    /// The values across, in their order.
    fn places(&self, split: &[Level]) -> Vec<Vec<i64>> {
        let Some(level) = split.first() else { return Vec::new() };
        let found = level.keys().cloned().collect();
        sorted(found, &mut |a, b| self.compare(&self.ask.columns, a, b))
    }

    fn compare(&self, dimensions: &[&'static Dimension], a: &[i64], b: &[i64]) -> Ordering {
        let each = dimensions.iter().zip(a.iter().zip(b));
        each.map(|(dimension, (a, b))| match dimension.of {
            Of::Rows(_) | Of::Text | Of::Words(_) => {
                natural(&self.name(dimension, *a), &self.name(dimension, *b))
            }
            Of::Day | Of::Month | Of::Number(_) => a.cmp(b),
        })
        .find(|order| *order != Ordering::Equal)
        .unwrap_or_else(|| a.cmp(b))
    }

    /// The label of a dimension's value.
    fn name(&self, dimension: &Dimension, value: i64) -> String {
        match dimension.of {
            Of::Rows(frame) => self.text_of(frame, "name", value),
            Of::Text => {
                // The same words stand behind the path in every frame that has it.
                let path = dimension.paths.first().and_then(|(frame, path)| {
                    self.frames.path(self.frames.frame(frame).ok()?, path).ok()
                });
                let words = path.and_then(|steps| steps.last().copied());
                let words = words.and_then(|(_, column)| column.words());
                words.map_or_else(String::new, |words| words.get(value as u32).to_owned())
            }
            Of::Day if value == 0 => String::new(),
            Of::Day => Day(value as i32).shown(),
            Of::Month => month_name(value),
            Of::Number(_) if value == 0 => String::new(),
            Of::Number(_) => value::grouped(value),
            Of::Words(words) => words.get(value as usize).map_or("", |word| word).to_owned(),
        }
    }

    fn text_of(&self, frame: &str, column: &str, link: i64) -> String {
        let row = usize::try_from(link - 1).ok();
        let column = self.frames.frame(frame).and_then(|frame| frame.column(column));
        match (row, column) {
            (Some(row), Ok(column)) => column.text(row).to_owned(),
            _ => String::new(),
        }
    }

    /// The id by which the value is asked for again.
    fn id(&self, dimension: &Dimension, value: i64) -> String {
        match dimension.of {
            Of::Rows(frame) => self.text_of(frame, "id", value),
            Of::Text => self.name(dimension, value),
            Of::Day | Of::Month | Of::Number(_) | Of::Words(_) => value.to_string(),
        }
    }

    fn heads(&self, places: &[Vec<i64>]) -> Result<Vec<Head>, Fault> {
        let mut heads = Vec::new();
        let labels: Vec<&str> = self.rows.iter().map(|dimension| dimension.label).collect();
        heads.push(Head::text("group", &labels.join(", ")));
        heads.extend(self.attributes.iter().map(|one| Head {
            key: one.key.to_owned(),
            label: one.label.to_owned(),
            under: None,
            shown: one.shown,
            says: None,
        }));
        for place in places {
            let names = self.ask.columns.iter().zip(place);
            let names: Vec<String> = names.map(|(one, value)| self.name(one, *value)).collect();
            let ids = self.ask.columns.iter().zip(place);
            let ids: Vec<String> = ids.map(|(one, value)| self.id(one, *value)).collect();
            let under = names.join(" · ");
            let under = if under.is_empty() { "Not set".to_owned() } else { under };
            heads.extend(self.measures.iter().map(|measure| {
                Head::figure(&format!("{}@{}", measure.key, ids.join("|")), measure, Some(&under))
            }));
        }
        let all = (!self.ask.columns.is_empty()).then_some("All");
        heads.extend(self.measures.iter().map(|measure| Head::figure(measure.key, measure, all)));
        Ok(heads)
    }
}

/// The groups within each group.
#[derive(Default)]
struct Tree(BTreeMap<i64, Tree>);

impl Tree {
    fn of(whole: &[Level], depth: usize) -> Tree {
        let mut tree = Tree::default();
        for level in whole.iter().take(depth + 1) {
            for key in level.keys() {
                let mut at = &mut tree;
                for value in key {
                    at = at.0.entry(*value).or_default();
                }
            }
        }
        tree
    }
}

/// The context of writing lines.
struct Told<'a> {
    work: &'a Work<'a>,
    whole: &'a [Level],
    split: &'a [Level],
    places: &'a [Vec<i64>],
    all: &'a [Option<i64>],
}

impl Told<'_> {
    fn under(
        &self,
        tree: &Tree,
        path: &mut Vec<i64>,
        table: &mut ReportTable,
    ) -> Result<(), Fault> {
        let ask = self.work.ask;
        let Some(dimension) = self.work.rows.get(path.len()) else { return Ok(()) };
        let values = tree.0.keys().copied().collect();
        let mut values: Vec<i64> = sorted(values, &mut |a, b| self.order(path, dimension, *a, *b));
        let last = path.len() + 1 == self.work.rows.len();
        if let Some(top) = ask.top.filter(|_| last) {
            values.truncate(top);
        }
        for value in values {
            path.push(value);
            let figures = self.figures(path);
            let empty = figures.iter().all(|cell| matches!(cell, Cell::None | Cell::Number(0)));
            table.lines.push(self.line(path, figures));
            let lines = table.lines.len();
            self.under(&tree.0[&value], path, table)?;
            // Groups that say nothing are left out, unless those within them cancel out.
            if empty && table.lines.len() == lines {
                table.lines.pop();
            }
            path.pop();
        }
        Ok(())
    }

    fn order(&self, path: &[i64], dimension: &'static Dimension, a: i64, b: i64) -> Ordering {
        let by_name = || self.work.compare(&[dimension], &[a], &[b]);
        let Some((at, down)) = self.work.sort else { return by_name() };
        let figure = |value: i64| {
            let key: Vec<i64> = path.iter().copied().chain([value]).collect();
            self.figure(self.bases(self.whole, &key), at)
        };
        let found = figure(a).cmp(&figure(b));
        (if down { found.reverse() } else { found }).then_with(by_name)
    }

    fn line(&self, path: &[i64], figures: Vec<Cell>) -> ReportLine {
        let level = path.len() - 1;
        let (dimension, value) = (self.work.rows[level], path[level]);
        let name = self.work.name(dimension, value);
        let name = if name.is_empty() { "Not set".to_owned() } else { name };
        let mut cells = vec![Cell::Text(name)];
        cells.extend(self.work.attributes.iter().map(|one| match one.of == dimension.key {
            true => self.attribute(dimension, value, one),
            false => Cell::None,
        }));
        cells.extend(figures);
        let steps = self.work.rows.iter().zip(path);
        let steps = steps.map(|(dimension, value)| DrillStep {
            dimension: dimension.key,
            value: self.work.id(dimension, *value),
        });
        ReportLine { level, cells, steps: steps.collect(), opens: self.opens(dimension, value) }
    }

    fn opens(&self, dimension: &Dimension, value: i64) -> Option<(String, String)> {
        if let Of::Rows("paper") = dimension.of {
            let frame = self.work.frames.frame("paper").ok()?;
            let row = usize::try_from(value - 1).ok()?;
            // Nothing here stands behind what was brought in.
            if frame.column("imported").ok()?.at(row) != 0 {
                return None;
            }
            let kind = frame.column("kind").ok()?.at(row);
            let kind = super::facts::PAPERS.get(usize::try_from(kind).ok()?)?;
            return Some(((*kind).to_owned(), self.work.id(dimension, value)));
        }
        let kind = dimension.opens?;
        let id = self.work.id(dimension, value);
        // A name of an earlier system is no document.
        let is_one = !id.is_empty() && !id.starts_with(crate::earlier::NAMED);
        is_one.then(|| (kind.to_owned(), id))
    }

    fn attribute(&self, dimension: &Dimension, value: i64, one: &Attribute) -> Cell {
        let Of::Rows(frame) = dimension.of else { return Cell::None };
        let Ok(row) = usize::try_from(value - 1) else { return Cell::None };
        Cell::at(self.work.frames, frame, one.path, row)
    }

    fn bases<'l>(&self, levels: &'l [Level], key: &[i64]) -> Option<&'l Vec<Option<i64>>> {
        let depth = key.len().min(self.work.rows.len());
        levels.get(depth)?.get(key)
    }

    fn figures(&self, path: &[i64]) -> Vec<Cell> {
        let mut cells = Vec::new();
        let measures = 0..self.work.measures.len();
        for place in self.places {
            let key: Vec<i64> = path.iter().chain(place).copied().collect();
            let found = self.split.get(path.len()).and_then(|level| level.get(&key));
            cells.extend(measures.clone().map(|at| self.cell(found, at)));
        }
        let found = self.bases(self.whole, path);
        cells.extend(measures.map(|at| self.cell(found, at)));
        cells
    }

    fn cell(&self, found: Option<&Vec<Option<i64>>>, measure: usize) -> Cell {
        self.figure(found, measure).map_or(Cell::None, Cell::Number)
    }

    /// A figure of one group; none where a frame that it needs has no such group.
    fn figure(&self, found: Option<&Vec<Option<i64>>>, at: usize) -> Option<i64> {
        let (found, measure) = (found?, self.work.measures[at]);
        let value = |from: &[Option<i64>], key: &str| {
            let at = self.work.bases.iter().position(|base| base.key == key)?;
            from.get(at).copied().flatten()
        };
        let own: Vec<Option<i64>> = measure.bases().map(|key| value(found, key)).collect();
        if own.iter().all(Option::is_none) {
            return None;
        }
        let own: Vec<i64> = own.into_iter().map(Option::unwrap_or_default).collect();
        let all = measure.bases().map(|key| value(self.all, key).unwrap_or(0));
        let all: Vec<i64> = all.collect();
        measure
            .work_out(&own, &Around { all: &all, days: self.work.ask.days(), to: self.work.ask.to })
    }
}

/// Texts in the order that a person expects: runs of digits as numbers, letters without case, nothing last.
fn natural(a: &str, b: &str) -> Ordering {
    let nothing = a.is_empty().cmp(&b.is_empty());
    nothing.then_with(|| parts(a).cmp(&parts(b))).then_with(|| a.cmp(b))
}

fn parts(text: &str) -> Vec<(u64, String)> {
    let mut found: Vec<(u64, String)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (before, after) = rest.split_at(letters);
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at(digits);
        match (before.is_empty(), number.parse::<u64>()) {
            (true, Ok(number)) => found.push((number, String::new())),
            (false, Ok(number)) => {
                found.extend([(u64::MAX, before.to_lowercase()), (number, String::new())])
            }
            _ => found.push((u64::MAX, before.to_lowercase() + number)),
        }
        rest = after;
    }
    found
}

/// `Nov 2026` of a month counted from year 0.
fn month_name(month: i64) -> String {
    const NAMES: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    match month {
        0 => String::new(),
        _ => format!("{} {}", NAMES[month.rem_euclid(12) as usize], month.div_euclid(12)),
    }
}

/// Every value of a dimension with what it is called.
pub fn values(frames: &Frames, dimension: &Dimension) -> Result<Vec<(String, String)>, Fault> {
    let found: Vec<(String, String)> = match dimension.of {
        Of::Rows(frame) => {
            let frame = frames.frame(frame)?;
            let (id, name) = (frame.column("id")?, frame.column("name")?);
            let rows = (0..frame.rows()).filter(|row| frame.is_live(*row));
            rows.map(|row| (id.text(row).to_owned(), name.text(row).to_owned())).collect()
        }
        Of::Text => {
            let (frame, path) = dimension.paths.first().copied().unwrap_or_default();
            let steps = frames.path(frames.frame(frame)?, path)?;
            let words = steps.last().and_then(|(_, column)| column.words());
            let words =
                words.into_iter().flat_map(|words| (1..words.len()).map(|at| words.get(at as u32)));
            words.map(|word| (word.to_owned(), word.to_owned())).collect()
        }
        Of::Words(words) => words
            .iter()
            .enumerate()
            .map(|(at, word)| (at.to_string(), (*word).to_owned()))
            .collect(),
        Of::Day | Of::Month | Of::Number(_) => Vec::new(),
    };
    Ok(sorted(found, &mut |a, b| natural(&a.1, &b.1)))
}
