//! The one way in which figures are grouped: by any dimensions, down and across, with sub-totals.

use std::collections::{BTreeMap, BTreeSet};

use super::ask::Ask;
use super::attributes::Attribute;
use super::bases::{self, Base, Taking, When, Window};
use super::dimensions::Dimension;
use super::grouped::Grouped;
use super::level::Level;
use super::measures::Measure;
use super::query::{Aggregate as Asked, Fold};
use super::{Fault, Filter, FrameQuery, Frames, kernel};

/// As many keys and bases of groups as a device has memory for beside the frames.
const MOST_CELLS: u64 = 12_000_000;
/// Groups that are too few to be counted before they are made.
const FEW: u64 = 4_096;
/// As many columns as a page can stand.
pub const MOST_ACROSS: usize = 4_000;

/// Figures by the dimensions asked for: a line for each group and above each group of groups.
///
/// # Errors
/// When a filter names what is not there, a total does not fit 64 bits, or it would be too much to work out.
pub fn cube(frames: &Frames, ask: Ask, attributes: &'static [Attribute]) -> Result<Grouped, Fault> {
    let measures: Vec<&Measure> =
        ask.measures.iter().copied().filter(|measure| is_there(frames, measure)).collect();
    let bases = bases_of(&measures);
    let mut work = Work { frames, ask: &ask, bases, rows: &ask.rows };
    let (whole, split) = work.levels(measures.len())?;
    let (read, rows, bases) = (work.read(), work.rows.to_vec(), work.bases);
    // What the rows are grouped by, their groups say.
    let groups = |key: &str| ask.rows.iter().any(|dimension| dimension.key == key);
    let attributes: Vec<_> =
        attributes.iter().filter(|one| groups(one.of) && !groups(one.key)).collect();
    let lying = match attributes.iter().any(|one| one.emptied.is_some()) {
        true => lying(frames, ask.to)?,
        false => BTreeSet::new(),
    };
    let mut made = Grouped::of(ask, &bases, whole, split);
    made.lying = lying;
    (made.rows, made.measures, made.attributes, made.read) = (rows, measures, attributes, read);
    Ok(made.laid(frames))
}

/// The batches of which something lies at the end of a day, by their links.
fn lying(frames: &Frames, to: i64) -> Result<BTreeSet<i64>, Fault> {
    let until = Filter::between("day", i64::MIN, to);
    let query = FrameQuery::of("move").filter(until).by("batch").sum("pcs", "pcs").sum("g", "g");
    let found = kernel::run(frames, &query)?;
    let [batch, pcs, g] = found.columns() else { return Ok(BTreeSet::new()) };
    let rows = (0..found.rows()).filter(|row| pcs.at(*row) != 0 || g.at(*row) != 0);
    Ok(rows.map(|row| batch.at(row)).collect())
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
    bases: Vec<&'static Base>,
    /// The dimensions that groups are made by.
    rows: &'a [&'static Dimension],
}

impl Work<'_> {
    /// The groups of every depth: as they stand, and split by what stands across.
    fn levels(&mut self, measures: usize) -> Result<(Vec<Level>, Vec<Level>), Fault> {
        let across = &self.ask.columns;
        let mut split = Vec::new();
        if !across.is_empty() {
            let columns = self.level(&[], across, None)?;
            if columns.len() * measures > MOST_ACROSS {
                return Err(Fault::TooLarge);
            }
            split.push(columns);
        }
        let whole = loop {
            let fits = self.cells()? <= MOST_CELLS;
            let whole = if fits { self.whole()? } else { Vec::new() };
            // An outer group that nothing is sorted into says nothing: a site without zones has none.
            if let [outer, inner @ ..] = self.rows
                && !inner.is_empty()
            {
                let groups = match whole.get(1) {
                    Some(_) => None,
                    None => Some(self.level(&[*outer], &[], None)?),
                };
                let groups = groups.as_ref().unwrap_or_else(|| &whole[1]);
                if (0..groups.len()).all(|group| groups.key(group) == [0]) {
                    self.rows = inner;
                    continue;
                }
            }
            if !fits {
                return Err(Fault::TooLarge);
            }
            break whole;
        };
        if !across.is_empty() {
            for depth in 1..=self.rows.len() {
                split.push(self.level(&self.rows[..depth], across, None)?);
            }
        }
        Ok((whole, split))
    }

    /// The groups of every depth as they stand, each worked out from the one below it.
    fn whole(&self) -> Result<Vec<Level>, Fault> {
        let mut levels = vec![self.level(self.rows, &[], None)?];
        for depth in (0..self.rows.len()).rev() {
            levels.push(self.level(&self.rows[..depth], &[], levels.last())?);
        }
        levels.reverse();
        Ok(levels)
    }

    /// How many numbers the groups can come to: as many groups as rows count, or as there are values.
    fn cells(&self) -> Result<u64, Fault> {
        let mut all = 0_u64;
        let across = &self.ask.columns[..];
        for depth in 1..=self.rows.len() {
            let down = &self.rows[..depth];
            all = all.saturating_add(self.most(down, &[])?);
            if !across.is_empty() {
                all = all.saturating_add(self.most(down, across)?);
            }
        }
        Ok(all)
    }

    fn most(
        &self,
        down: &[&'static Dimension],
        across: &[&'static Dimension],
    ) -> Result<u64, Fault> {
        let mut groups = 0_u64;
        for ((frame, window), _) in self.parts() {
            if window.is_of_month() && !across.is_empty() {
                continue;
            }
            let Some(paths) = paths(frame, down, across) else { continue };
            let Some(filters) = self.ask.filters_of(self.frames, frame, window)? else { continue };
            // What stands behind a link follows from it, and makes no further groups.
            let is_free = |path: &&str| {
                let link =
                    |other: &&str| path.strip_prefix(*other).is_some_and(|to| to.starts_with('.'));
                !paths.iter().any(link)
            };
            let mut values = 1_u64;
            for path in paths.iter().copied().filter(is_free) {
                values = values.saturating_mul(kernel::span(self.frames, frame, path)?);
            }
            groups += match values {
                0..=FEW => values,
                _ => values.min(kernel::count(self.frames, frame, &filters)?),
            };
        }
        Ok(groups * (down.len() + across.len() + self.bases.len()) as u64)
    }

    /// The rows of the frames that were looked at.
    fn read(&self) -> u64 {
        let read = |frame: &&super::Frame| self.bases.iter().any(|base| base.frame == frame.name);
        self.frames.frames().filter(read).map(|frame| frame.rows() as u64).sum()
    }

    /// The bases that one frame answers of the same days, by their places.
    fn parts(&self) -> BTreeMap<(&'static str, Window), Vec<usize>> {
        let mut parts: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (at, base) in self.bases.iter().enumerate() {
            parts.entry((base.frame, base.window)).or_default().push(at);
        }
        parts
    }

    /// The groups of a depth; what is a plain sum is added up from the groups below, where they are known.
    fn level(
        &self,
        down: &[&'static Dimension],
        across: &[&'static Dimension],
        below: Option<&Level>,
    ) -> Result<Level, Fault> {
        let mut level = match below {
            None => Level::new(down.len() + across.len(), self.bases.len()),
            Some(below) => {
                let adds_up = |at: usize| matches!(self.bases[at].take, Taking::Sum(_));
                let overflow = |at: usize| Fault::Overflow(self.bases[at].key.to_owned());
                below.above(adds_up).map_err(overflow)?
            }
        };
        for ((frame, window), bases) in self.parts() {
            if bases.iter().all(|at| level.answers(*at)) {
                continue;
            }
            // Days of the month are told once, and make no columns of their own.
            if window.is_of_month() && !across.is_empty() {
                continue;
            }
            let Some(paths) = paths(frame, down, across) else { continue };
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
            level.put(&kernel::run(self.frames, &query)?, &bases);
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
            When::Sale => Filter::within("kind", self.ask.basis.line_kinds()),
            When::Sold => Filter::within("kind", &self.ask.basis.line_kinds()[..1]),
            When::Is(column, words, word) => Filter::is(column, place(words, word)),
            When::IsNot(column, words, word) => Filter::not(column, place(words, word)),
            When::Known(column) => Filter::not(column, 0),
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
}

/// The paths of dimensions in a frame; none where it lacks one of them.
fn paths(
    frame: &str,
    down: &[&'static Dimension],
    across: &[&'static Dimension],
) -> Option<Vec<&'static str>> {
    down.iter().chain(across).map(|dimension| dimension.path(frame)).collect()
}
