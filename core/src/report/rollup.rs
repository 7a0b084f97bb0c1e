//! Summaries that are kept: a question's answer as a frame of its own, read in place of the rows where it holds what
//! is asked, and kept current by deltas.

use super::column::{Column, ColumnKind, Data, reserve};
use super::fault::Fault;
use super::frame::{Frame, Frames};
use super::grid::{Cells, Grid, Meaning};
use super::kernel;
use super::plan::{BLOCK, Chosen, Path};
use super::query::{Aggregate, Filter, Fold, FrameQuery};

/// The rows of each group; a group of none is no group.
const ROWS: &str = "#";

/// A question whose answer is kept, and the answer: one row per group, sorted by the keys.
// DECISIONS 36
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rollup {
    query: FrameQuery,
    frame: Frame,
    /// Of each key, whether all rows with one value of the frame's own key share it.
    steady: Vec<bool>,
}

impl Frames {
    /// Keeps the answer to a question: groups by some keys, and plain sums. From then on every question with the same
    /// first filters that asks only for these keys and sums is answered from it, whatever else it filters by them.
    /// Different values may be counted only of the frame's own key.
    ///
    /// # Errors
    /// When a measure is another one, or the question does not fit the frames.
    pub fn keep(&mut self, query: &FrameQuery) -> Result<(), Fault> {
        let mut query = query.clone();
        let frame = self.frame(&query.frame)?;
        let wrong = query.measures.iter().find(|measure| {
            let kept = match measure.op {
                Fold::Sum => measure.when.is_none(),
                Fold::Distinct => {
                    measure.when.is_none()
                        && frame.key.as_ref() == Some(&measure.of)
                        && frame.clustered
                }
                Fold::Count | Fold::Min | Fold::Max | Fold::Product => false,
            };
            !kept
        });
        if let Some(measure) = wrong {
            return Err(Fault::Kind(measure.name.clone()));
        }
        query = query.count(ROWS);
        let frame = as_frame(kernel::kept(self, &query)?, &query)?;
        // Only what is counted once per key asks for it.
        let counts = query.measures.iter().any(|measure| measure.op == Fold::Distinct);
        let steady = |key: &String| Ok(counts && is_steady(self, &query.frame, key, None)?);
        let steady = query.keys.iter().map(steady).collect::<Result<_, Fault>>()?;
        self.rollups.push(Rollup { query, frame, steady });
        Ok(())
    }

    /// Makes those summaries again that lead through a frame whose rows were replaced.
    pub(super) fn keep_anew(&mut self, name: &str) -> Result<(), Fault> {
        let rollups = std::mem::take(&mut self.rollups);
        let (anew, rest) = rollups.into_iter().partition(|rollup| rollup.leads_through(self, name));
        self.rollups = rest;
        let anew: Vec<Rollup> = anew;
        anew.iter().try_for_each(|rollup| self.keep(&rollup.query()))
    }
}

/// The kept summary that answers a question, and the question as it is put to it.
pub(super) fn fitting<'a>(
    frames: &'a Frames,
    query: &FrameQuery,
) -> Option<(&'a Frame, FrameQuery)> {
    let fits =
        frames.rollups.iter().filter_map(|rollup| Some((&rollup.frame, rollup.rewritten(query)?)));
    fits.min_by_key(|(frame, _)| frame.rows())
}

impl Rollup {
    fn rewritten(&self, query: &FrameQuery) -> Option<FrameQuery> {
        let own = &self.query;
        if own.frame != query.frame
            || !own.filters.iter().all(|filter| query.filters.contains(filter))
        {
            return None;
        }
        let more = query.filters.iter().filter(|filter| !own.filters.contains(filter));
        let filters = more.map(|filter| self.filter(filter)).collect::<Option<Vec<_>>>()?;
        let keys = query.keys.iter().map(|key| self.path(key)).collect::<Option<Vec<_>>>()?;
        let measure = |measure: &Aggregate| {
            let kept = match measure.op {
                Fold::Count => ROWS.to_owned(),
                Fold::Sum | Fold::Distinct => own
                    .measures
                    .iter()
                    .position(|kept| kept.op == measure.op && kept.of == measure.of)
                    .map(place)?,
                Fold::Min | Fold::Max | Fold::Product => return None,
            };
            if measure.op == Fold::Distinct
                && (measure.when.is_some() || !self.counts_add_up(&keys))
            {
                return None;
            }
            let when = match &measure.when {
                Some(filter) => Some(self.filter(filter)?),
                None => None,
            };
            Some(Aggregate {
                name: measure.name.clone(),
                op: Fold::Sum,
                of: kept,
                when,
                signed: measure.signed,
                times: None,
            })
        };
        let measures = query.measures.iter().map(measure).collect::<Option<Vec<_>>>()?;
        Some(FrameQuery { frame: own.frame.clone(), filters, keys, measures, also: Vec::new() })
    }

    /// Whether no value is counted in two cells of one group: the cells differ by keys that are steady.
    fn counts_add_up(&self, keys: &[String]) -> bool {
        (0..self.query.keys.len()).all(|at| self.steady[at] || keys.contains(&key(at)))
    }

    /// A path over the kept keys.
    fn path(&self, path: &str) -> Option<String> {
        self.query.keys.iter().enumerate().find_map(|(at, own)| {
            let rest = path.strip_prefix(own.as_str())?;
            (rest.is_empty() || rest.starts_with('.')).then(|| format!("{}{rest}", key(at)))
        })
    }

    fn filter(&self, filter: &Filter) -> Option<Filter> {
        let many = |filters: &[Filter]| {
            filters.iter().map(|filter| self.filter(filter)).collect::<Option<Vec<_>>>()
        };
        Some(match filter {
            Filter::Between(path, from, to) => Filter::Between(self.path(path)?, *from, *to),
            Filter::In(path, values) => Filter::In(self.path(path)?, values.clone()),
            Filter::Text(path, texts) => Filter::Text(self.path(path)?, texts.clone()),
            Filter::Not(inner) => Filter::Not(Box::new(self.filter(inner)?)),
            Filter::All(filters) => Filter::All(many(filters)?),
            Filter::Any(filters) => Filter::Any(many(filters)?),
        })
    }

    /// Whether a path of the question leads through another frame.
    fn leads_through(&self, frames: &Frames, name: &str) -> bool {
        let Ok(own) = frames.frame(&self.query.frame) else { return true };
        let mut paths: Vec<&str> = self.query.keys.iter().map(String::as_str).collect();
        self.query.filters.iter().for_each(|filter| filter.paths(&mut paths));
        let through = |path: &str| {
            frames
                .path(own, path)
                .map_or(true, |steps| steps[1..].iter().any(|(frame, _)| frame.name == name))
        };
        paths.into_iter().any(through)
    }

    pub(super) fn reads(&self, name: &str) -> bool {
        self.query.frame == name
    }

    fn query(&self) -> FrameQuery {
        let mut query = self.query.clone();
        query.measures.pop();
        query
    }

    /// The share of some rows, in ascending order, in the rollup.
    pub(super) fn part(&self, frames: &Frames, rows: &[u32]) -> Result<Grid, Fault> {
        kernel::scan(frames, &self.query, Some(rows))
    }

    /// Takes what rows had away and adds what they have now; `rows` are those as they stand now.
    pub(super) fn change(
        &mut self,
        frames: &Frames,
        before: &Grid,
        after: &Grid,
        rows: &[u32],
    ) -> Result<(), Fault> {
        self.add(before, -1)?;
        self.add(after, 1)?;
        let own = frames.frame(&self.query.frame)?;
        for (path, (_, column)) in self.query.keys.iter().zip(&mut self.frame.columns) {
            // The words may have grown.
            if let Some((_, last)) = frames.path(own, path)?.last() {
                column.kind = last.kind.clone();
            }
        }
        for (at, name) in self.query.keys.iter().enumerate() {
            self.steady[at] =
                self.steady[at] && is_steady(frames, &self.query.frame, name, Some(rows))?;
        }
        Ok(())
    }

    fn add(&mut self, grid: &Grid, sign: i64) -> Result<(), Fault> {
        let keys = self.query.keys.len();
        let mut fresh = Vec::new();
        for row in 0..grid.rows() {
            let wanted: Vec<i64> =
                grid.columns()[..keys].iter().map(|cells| cells.at(row)).collect();
            match self.find(&wanted) {
                Ok(found) => {
                    for (cells, (_, column)) in
                        grid.columns()[keys..].iter().zip(&mut self.frame.columns[keys..])
                    {
                        column.set(found, column.at(found) + sign * cells.at(row));
                    }
                    let rows = self.frame.columns.last().map_or(0, |(_, column)| column.at(found));
                    if rows == 0 && self.frame.live.is_empty() {
                        self.frame.live.resize(self.frame.rows, 1);
                    }
                    if let Some(live) = self.frame.live.get_mut(found) {
                        *live = u8::from(rows != 0);
                    }
                }
                Err(place) => fresh.push((place, row)),
            }
        }
        if !fresh.is_empty() {
            self.insert(grid, &fresh);
        }
        Ok(())
    }

    /// The row of some keys, or where it is to stand.
    fn find(&self, wanted: &[i64]) -> Result<usize, usize> {
        let (mut low, mut high) = (0, self.frame.rows);
        while low < high {
            let middle = low + (high - low) / 2;
            let here =
                self.frame.columns[..wanted.len()].iter().map(|(_, column)| column.at(middle));
            match here.cmp(wanted.iter().copied()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Ok(middle),
            }
        }
        Err(low)
    }

    /// Puts new rows where they stand, each column moved once.
    fn insert(&mut self, grid: &Grid, fresh: &[(usize, usize)]) {
        for (cells, (_, column)) in grid.columns().iter().zip(&mut self.frame.columns) {
            fresh.iter().for_each(|&(_, row)| column.widen(cells.at(row)));
            let base = column.base;
            column.rising = false;
            let value = |row: usize| cells.at(row) - base;
            match &mut column.data {
                Data::U8(raw) => put_between(raw, fresh, |row| value(row) as u8),
                Data::U16(raw) => put_between(raw, fresh, |row| value(row) as u16),
                Data::U32(raw) => put_between(raw, fresh, |row| value(row) as u32),
                Data::I64(raw) => put_between(raw, fresh, value),
            }
        }
        if !self.frame.live.is_empty() {
            put_between(&mut self.frame.live, fresh, |_| 1);
        }
        self.frame.rows += fresh.len();
    }
}

/// Puts the value of each new row before the place that it has in what stands; places rise.
fn put_between<T: Copy + Default>(
    values: &mut Vec<T>,
    fresh: &[(usize, usize)],
    value: impl Fn(usize) -> T,
) {
    let (mut end, mut ahead) = (values.len(), fresh.len());
    reserve(values, ahead);
    values.resize(end + ahead, T::default());
    for &(place, row) in fresh.iter().rev() {
        values.copy_within(place..end, place + ahead);
        ahead -= 1;
        values[place + ahead] = value(row);
        end = place;
    }
}

fn key(at: usize) -> String {
    format!("k{at}")
}

fn place(at: usize) -> String {
    format!("m{at}")
}

fn as_frame(grid: Grid, query: &FrameQuery) -> Result<Frame, Fault> {
    let (keys, rows) = (query.keys.len(), grid.rows());
    let column = |(at, cells): (usize, Cells)| {
        let name = match at.checked_sub(keys) {
            None => key(at),
            Some(measure) if measure + 1 == query.measures.len() => ROWS.to_owned(),
            Some(measure) => place(measure),
        };
        let kind = match cells.meaning {
            Meaning::Number => ColumnKind::Int,
            Meaning::Day => ColumnKind::Day,
            Meaning::Text(words) => ColumnKind::Text(words),
            Meaning::Row(to) => ColumnKind::Link(to),
        };
        let column = match cells.data {
            Data::I64(values) => Some(Column::of(kind, &values)),
            data => Column::stored(kind, 0, data),
        };
        Some((name, column?))
    };
    let columns =
        grid.into_columns().into_iter().enumerate().map(column).collect::<Option<Vec<_>>>();
    let columns = columns.ok_or_else(|| Fault::Overflow(query.frame.clone()))?;
    let mut frame = Frame::of(query.frame.clone(), None, columns, rows, Vec::new());
    frame.sorted = (0..keys).map(key).collect();
    Ok(frame)
}

/// Whether all live rows with one value of the frame's key have one value of a path; of the keys of some rows, if
/// they are named.
fn is_steady(frames: &Frames, name: &str, path: &str, rows: Option<&[u32]>) -> Result<bool, Fault> {
    let frame = frames.frame(name)?;
    let Some(key) = frame.key.as_deref().filter(|_| frame.clustered) else { return Ok(false) };
    let key = frame.column(key)?;
    let path = Path::of(frames, frame, path)?;
    if let (None, true) = (rows, frame.live.is_empty()) {
        let own = Path::of(frames, frame, frame.key.as_deref().unwrap_or_default())?;
        return Ok(Pairs::new(&own, &path).all_same(frame.rows()));
    }
    let mut last = None;
    let mut same = |row: usize| {
        if !frame.is_live(row) {
            return true;
        }
        let (now, value) = (key.at(row), path.at(row));
        let steady = last.is_none_or(|(before, old)| before != now || old == value);
        last = Some((now, value));
        steady
    };
    Ok(match rows {
        None => (0..frame.rows()).all(&mut same),
        Some(rows) => rows.iter().all(|&row| same(row as usize)),
    })
}

/// Two paths side by side, block by block.
struct Pairs<'a> {
    key: &'a Path<'a>,
    value: &'a Path<'a>,
}

impl<'a> Pairs<'a> {
    fn new(key: &'a Path<'a>, value: &'a Path<'a>) -> Pairs<'a> {
        Pairs { key, value }
    }

    /// Whether rows side by side with one key have one value.
    fn all_same(&self, rows: usize) -> bool {
        let all: [u16; BLOCK] = std::array::from_fn(|row| row as u16);
        let (mut keys, mut values) = ([0_i64; BLOCK], [0_i64; BLOCK]);
        // Blocks share a row, so that every pair stands in one.
        (0..rows).step_by(BLOCK - 1).all(|start| {
            let size = BLOCK.min(rows - start);
            let chosen = Chosen { rows: &all[..size], of: size, last: None };
            self.key.gather(start, &chosen, &mut keys[..size]);
            self.value.gather(start, &chosen, &mut values[..size]);
            let pairs = keys[..size].windows(2).zip(values[..size].windows(2));
            pairs.fold(0, |bad, (key, value)| {
                bad | u8::from(key[0] == key[1]) & u8::from(value[0] != value[1])
            }) == 0
        })
    }
}
