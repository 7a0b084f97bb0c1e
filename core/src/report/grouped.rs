//! Figures by dimensions, grouped: groups with their bases. Lines are made of them as they are asked for.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Range;

use super::Frames;
use super::ask::Ask;
use super::attributes::Attribute;
use super::bases::Base;
use super::dimensions::{Dimension, ValueKind as Of};
use super::labels;
use super::level::Level;
use super::measures::{Around, Measure};
use super::order::sorted;
use super::table::{CellPath, DrillStep, ReportCell as Cell, ReportColumn as Head, ReportLine};
use super::words::{ALL, NOT_SET};

/// The figures of a report, in groups.
#[derive(Debug, Default)]
pub struct Grouped {
    ask: Ask,
    /// The dimensions that groups are made by.
    pub(super) rows: Vec<&'static Dimension>,
    pub(super) measures: Vec<&'static Measure>,
    pub(super) attributes: Vec<&'static Attribute>,
    /// The batches of which something lies, where an attribute asks for it.
    pub(super) lying: BTreeSet<i64>,
    /// The rows of the frames that were looked at.
    pub(super) read: u64,
    /// The bases by their keys.
    bases: Vec<&'static str>,
    whole: Vec<Level>,
    split: Vec<Level>,
    /// The places of each measure's bases.
    of: Vec<Vec<usize>>,
    /// The groups across in their order, and the place of each in it.
    across: Vec<usize>,
    place: Vec<usize>,
    /// The depth and the group of each line.
    lines: Vec<(u32, u32)>,
}

impl Grouped {
    pub(super) fn of(
        ask: Ask,
        bases: &[&'static Base],
        whole: Vec<Level>,
        split: Vec<Level>,
    ) -> Grouped {
        let bases = bases.iter().map(|base| base.key).collect();
        Grouped { ask, bases, whole, split, ..Grouped::default() }
    }

    /// Puts columns and lines in their order.
    pub(super) fn laid(mut self, frames: &Frames) -> Grouped {
        let place = |key: &str| self.bases.iter().position(|base| *base == key);
        let of = self.measures.iter().map(|measure| measure.bases().filter_map(place).collect());
        self.of = of.collect();
        if let Some(columns) = self.split.first() {
            let all = (0..columns.len()).collect();
            let across = sorted(all, &mut |a, b| {
                let each = columns.key(*a).iter().zip(columns.key(*b));
                let each = self.ask.columns.iter().zip(each);
                each.map(|(dimension, (a, b))| labels::compare(frames, dimension, *a, *b))
                    .find(|order| order.is_ne())
                    .unwrap_or_else(|| columns.key(*a).cmp(columns.key(*b)))
            });
            self.place = vec![0; across.len()];
            across.iter().enumerate().for_each(|(at, group)| self.place[*group] = at);
            self.across = across;
        }
        let mut lines = Vec::new();
        self.under(frames, 0, 0, &mut lines);
        self.lines = lines;
        self
    }

    pub(super) fn heads(&self, frames: &Frames) -> Vec<Head> {
        let labels: Vec<&str> = self.rows.iter().map(|dimension| dimension.label).collect();
        let mut heads = vec![Head::text("group", &labels.join(", "))];
        heads.extend(self.attributes.iter().map(|one| Head {
            key: one.key.to_owned(),
            label: one.label.to_owned(),
            under: None,
            shown: one.shown,
            says: None,
        }));
        for &group in &self.across {
            let each = || self.ask.columns.iter().zip(self.split[0].key(group));
            let names: Vec<_> =
                each().map(|(one, value)| labels::name(frames, one, *value)).collect();
            let ids: Vec<String> =
                each().map(|(one, value)| labels::id(frames, one, *value)).collect();
            let under = names.join(" · ");
            let under = if under.is_empty() { NOT_SET.to_owned() } else { under };
            heads.extend(self.split_measures().map(|(_, measure)| {
                Head::figure(&format!("{}@{}", measure.key, ids.join("|")), measure, Some(&under))
            }));
        }
        let all = (!self.ask.columns.is_empty()).then_some(ALL);
        heads.extend(self.measures.iter().map(|measure| Head::figure(measure.key, measure, all)));
        heads
    }

    /// The attributes that are told of no row: they need no column.
    pub(super) fn untold(&self, frames: &Frames) -> Vec<&'static str> {
        let told = |one: &Attribute| {
            self.lines.iter().any(|&(level, group)| {
                let (dimension, value) = self.of_line(level, group);
                one.of == dimension.key
                    && self.attribute(frames, dimension, value, one) != Cell::None
            })
        };
        self.attributes.iter().filter(|one| !told(one)).map(|one| one.key).collect()
    }

    pub(super) fn total(&self) -> Vec<Cell> {
        self.cells(0, 0)
    }

    /// How many lines there are.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// How deep a line lies: 0 for the outermost groups.
    pub(super) fn level(&self, line: usize) -> usize {
        self.lines.get(line).map_or(0, |(level, _)| *level as usize)
    }

    pub(super) fn rows(&self, frames: &Frames, lines: Range<usize>) -> Vec<ReportLine> {
        let lines = self.lines.get(lines).unwrap_or_default();
        lines.iter().map(|&(level, group)| self.line(frames, level, group)).collect()
    }

    /// The lines that a chart of a measure draws, the largest first: the outermost groups, or the parts of the only
    /// one.
    pub(super) fn largest(&self, measure: &str, most: usize) -> Vec<usize> {
        let Some(at) = self.measures.iter().position(|one| one.key == measure) else {
            return Vec::new();
        };
        let outer = self.lines.iter().filter(|(level, _)| *level == 0).count();
        let drawn = u32::from(outer <= 1);
        let lines = self.lines.iter().enumerate().filter(|(_, (level, _))| *level == drawn);
        let figure = |(line, &(level, group)): (usize, &(u32, u32))| {
            let found = self.figure(&self.whole[level as usize + 1], group as usize, at)?;
            Some((found.unsigned_abs(), line)).filter(|(found, _)| *found != 0)
        };
        let mut found = sorted(lines.filter_map(figure).collect(), &mut |a, b| b.0.cmp(&a.0));
        found.truncate(most);
        found.into_iter().map(|(_, line)| line).collect()
    }

    /// Lays the lines of the groups within a group of a depth.
    fn under(&self, frames: &Frames, depth: usize, group: usize, lines: &mut Vec<(u32, u32)>) {
        let (Some(dimension), Some(level)) = (self.rows.get(depth), self.whole.get(depth + 1))
        else {
            return;
        };
        if self.whole[depth].len() == 0 {
            return;
        }
        let within = level.under(self.whole[depth].key(group));
        let mut groups = self.ordered(frames, dimension, depth, within);
        let last = depth + 1 == self.rows.len();
        if let Some(top) = self.ask.top.filter(|_| last) {
            groups.truncate(top);
        }
        for group in groups {
            lines.push((depth as u32, group as u32));
            let before = lines.len();
            self.under(frames, depth + 1, group, lines);
            // Groups that say nothing are left out, unless those within them cancel out.
            if lines.len() == before && self.is_empty(depth + 1, group) {
                lines.pop();
            }
        }
    }

    fn ordered(
        &self,
        frames: &Frames,
        dimension: &'static Dimension,
        depth: usize,
        groups: Range<usize>,
    ) -> Vec<usize> {
        let level = &self.whole[depth + 1];
        let sort = self.ask.sort.and_then(|(key, down)| {
            Some((self.measures.iter().position(|measure| measure.key == key)?, down))
        });
        let found = groups.map(|group| {
            let figure = sort.and_then(|(at, _)| self.figure(level, group, at));
            (figure, group)
        });
        let order = |a: &(Option<i64>, usize), b: &(Option<i64>, usize)| {
            let by_figure = match sort {
                None => Ordering::Equal,
                Some((_, true)) => b.0.cmp(&a.0),
                Some((_, false)) => a.0.cmp(&b.0),
            };
            let value = |group: usize| level.key(group)[depth];
            by_figure.then_with(|| labels::compare(frames, dimension, value(a.1), value(b.1)))
        };
        let found = sorted(found.collect(), &mut |a, b| order(a, b));
        found.into_iter().map(|(_, group)| group).collect()
    }

    fn is_empty(&self, depth: usize, group: usize) -> bool {
        let says = |level: &Level, group: usize| {
            let mut each = (0..self.measures.len()).map(|at| self.figure(level, group, at));
            each.any(|figure| figure.is_some_and(|figure| figure != 0))
        };
        let split = self.split.get(depth);
        let mut across = split.into_iter().flat_map(|split| {
            let within = split.under(self.whole[depth].key(group));
            within.map(move |group| (split, group))
        });
        !says(&self.whole[depth], group) && !across.any(|(split, group)| says(split, group))
    }

    fn of_line(&self, level: u32, group: u32) -> (&'static Dimension, i64) {
        let level = level as usize;
        (self.rows[level], self.whole[level + 1].key(group as usize)[level])
    }

    fn line(&self, frames: &Frames, level: u32, group: u32) -> ReportLine {
        let (dimension, value) = self.of_line(level, group);
        let name = labels::name(frames, dimension, value);
        let name = if name.is_empty() { NOT_SET.to_owned() } else { name.into_owned() };
        let mut cells = vec![Cell::Text(name)];
        cells.extend(self.attributes.iter().map(|one| match one.of == dimension.key {
            true => self.attribute(frames, dimension, value, one),
            false => Cell::None,
        }));
        let depth = level as usize + 1;
        cells.extend(self.cells(depth, group as usize));
        let steps = self.rows.iter().zip(self.whole[depth].key(group as usize));
        let steps = steps.map(|(dimension, value)| DrillStep {
            dimension: dimension.key,
            value: labels::id(frames, dimension, *value),
        });
        let opens = opens(frames, dimension, value);
        ReportLine { level: level as usize, cells, steps: steps.collect(), opens }
    }

    fn attribute(
        &self,
        frames: &Frames,
        dimension: &Dimension,
        value: i64,
        one: &Attribute,
    ) -> Cell {
        let Of::Rows(frame) = dimension.of else { return Cell::None };
        let Ok(row) = usize::try_from(value - 1) else { return Cell::None };
        let cell = CellPath::of(frames, frame, one.path).at(row);
        match (one.emptied, &cell) {
            (Some((stands, emptied)), Cell::Text(text))
                if text == stands && !self.lying.contains(&value) =>
            {
                Cell::Text(emptied.to_owned())
            }
            _ => cell,
        }
    }

    /// The figures that are told of each group across, with their places.
    fn split_measures(&self) -> impl Iterator<Item = (usize, &'static Measure)> + '_ {
        let all = self.measures.iter().copied().enumerate();
        all.filter(|(_, measure)| !measure.is_whole())
    }

    /// The figures of a group of a depth: by what stands across, then all of it.
    fn cells(&self, depth: usize, group: usize) -> Vec<Cell> {
        let split_figures: Vec<usize> = self.split_measures().map(|(at, _)| at).collect();
        let all_figures: Vec<usize> = (0..self.measures.len()).collect();
        let (count, across) = (split_figures.len(), self.across.len());
        let mut cells = vec![Cell::None; across * count + all_figures.len()];
        let Some(whole) = self.whole.get(depth).filter(|level| group < level.len()) else {
            return cells;
        };
        let mut put = |place: usize, level: &Level, group: usize, figures: &[usize]| {
            for (cell, &at) in cells[place * count..].iter_mut().zip(figures) {
                *cell = self.figure(level, group, at).map_or(Cell::None, Cell::Number);
            }
        };
        if let (Some(split), Some(columns)) = (self.split.get(depth), self.split.first()) {
            for within in split.under(whole.key(group)) {
                if let Some(column) = columns.find(&split.key(within)[depth..]) {
                    put(self.place[column], split, within, &split_figures);
                }
            }
        }
        put(across, whole, group, &all_figures);
        cells
    }

    /// A figure of one group; none where a frame that it needs has no such group.
    fn figure(&self, level: &Level, group: usize, at: usize) -> Option<i64> {
        let bases = &self.of[at];
        let (mut own, mut all) = ([0_i64; MOST_BASES], [0_i64; MOST_BASES]);
        let mut found = false;
        for ((own, all), &base) in own.iter_mut().zip(&mut all).zip(bases) {
            let value = level.base(group, base);
            found |= value.is_some();
            *own = value.unwrap_or(0);
            *all = self.whole[0].base(0, base).unwrap_or(0);
        }
        let around = Around { all: &all, days: self.ask.days(), to: self.ask.to };
        found.then(|| self.measures[at].work_out(&own[..bases.len()], &around)).flatten()
    }
}

/// No figure is worked out of more.
const MOST_BASES: usize = 8;

/// The document that a value opens.
fn opens(frames: &Frames, dimension: &Dimension, value: i64) -> Option<(String, String)> {
    let id = || labels::id(frames, dimension, value);
    if let Of::Rows("paper") = dimension.of {
        let frame = frames.frame("paper").ok()?;
        let row = usize::try_from(value - 1).ok()?;
        // Nothing here stands behind what was brought in.
        if frame.column("imported").ok()?.at(row) != 0 {
            return None;
        }
        let kind = frame.column("kind").ok()?.at(row);
        let kind = super::facts::PAPERS.get(usize::try_from(kind).ok()?)?;
        return Some(((*kind).to_owned(), id()));
    }
    let (kind, id) = (dimension.opens?, id());
    // A name of an earlier system is no document.
    let is_one = !id.is_empty() && !id.starts_with(crate::earlier::NAMED);
    is_one.then(|| (kind.to_owned(), id))
}
