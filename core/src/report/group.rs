//! Group numbers of rows: dense, by runs in sorted rows, or given at first sight.

use super::column::{Data, each_width};
use super::fault::Fault;
use super::frame::Frame;
use super::grid::Meaning;
use super::plan::{BLOCK, Chosen, Path};
use super::query::FrameQuery;

/// A key that rows are grouped by.
struct GroupKey {
    meaning: Meaning,
    low: i64,
    high: i64,
    /// The values and 0 lie in `low .. low + count`.
    count: u64,
}

/// The groups of a question.
pub(super) struct Groups {
    keys: Vec<GroupKey>,
    numbering: Numbering,
    space: Vec<i64>,
}

enum Numbering {
    /// Every combination of keys has its number.
    Dense(u64),
    /// The combinations that there are, in order. The rows were walked once before to find them.
    Ranked(Ranks),
    /// Rows are sorted by the keys, which are the frame's own columns: the first row of each run.
    Runs(Vec<u32>),
}

impl Groups {
    /// The groups of all parts of a question, which reads so many rows at most; every part has its frame and the paths
    /// of its keys.
    pub(super) fn of(
        parts: &[(&Frame, &FrameQuery, Vec<Path<'_>>)],
        rows: usize,
    ) -> Result<Groups, Fault> {
        let Some((frame, query, first)) = parts.first() else {
            return Err(Fault::NoFrame(String::new()));
        };
        let mut keys = Vec::with_capacity(first.len());
        let mut cells = 1_u64;
        for (at, path) in first.iter().enumerate() {
            let name = &query.keys[at];
            let mut key = GroupKey {
                meaning: Meaning::of(&path.last.kind),
                low: path.low,
                high: path.high,
                count: 0,
            };
            for (_, _, other) in &parts[1..] {
                let other = other.get(at).ok_or_else(|| Fault::NoColumn(name.clone()))?;
                if Meaning::of(&other.last.kind) != key.meaning {
                    return Err(Fault::Kind(name.clone()));
                }
                (key.low, key.high) = (key.low.min(other.low), key.high.max(other.high));
            }
            let span = key.high.checked_sub(key.low).and_then(|span| u64::try_from(span).ok());
            key.count = span
                .and_then(|span| span.checked_add(1))
                .ok_or_else(|| Fault::Overflow(name.clone()))?;
            cells = cells.checked_mul(key.count).ok_or_else(|| Fault::Overflow(name.clone()))?;
            keys.push(key);
        }
        let sorted = !keys.is_empty() && parts.len() == 1 && frame.sorted.starts_with(&query.keys);
        let numbering = match cells {
            _ if sorted => Numbering::Runs(Vec::with_capacity(rows + BLOCK)),
            cells if cells <= (rows as u64 * 2).clamp(1 << 16, 1 << 31) => Numbering::Dense(cells),
            _ => Numbering::Ranked(Ranks { rows: Vec::with_capacity(rows), ..Ranks::default() }),
        };
        Ok(Groups { keys, numbering, space: vec![0; BLOCK] })
    }

    /// How many groups there can be so far.
    pub(super) fn len(&self) -> usize {
        match &self.numbering {
            Numbering::Dense(cells) => *cells as usize,
            Numbering::Ranked(ranks) => ranks.cells.len(),
            Numbering::Runs(firsts) => firsts.len(),
        }
    }

    /// Whether groups come in order, each with all its rows.
    pub(super) fn in_order(&self) -> bool {
        matches!(self.numbering, Numbering::Runs(_))
    }

    /// Whether the rows are to be walked before, for `see` and then once `rank`.
    pub(super) fn wants_ranks(&self) -> bool {
        matches!(self.numbering, Numbering::Ranked(_))
    }

    #[inline(never)]
    pub(super) fn see(&mut self, paths: &[Path<'_>], start: usize, chosen: &Chosen<'_>) {
        let Numbering::Ranked(ranks) = &mut self.numbering else { return };
        let count = chosen.rows.len();
        let values = &mut self.space[..count];
        let from = ranks.rows.len();
        ranks.rows.resize(from + count, 0);
        let cells = &mut ranks.rows[from..];
        for (path, key) in paths.iter().zip(&self.keys) {
            path.gather(start, chosen, values);
            for (cell, &value) in cells.iter_mut().zip(&*values) {
                *cell = *cell * key.count + (value - key.low) as u64;
            }
        }
    }

    pub(super) fn rank(&mut self) {
        if let Numbering::Ranked(ranks) = &mut self.numbering {
            ranks.rank();
        }
    }

    /// The group of each chosen row of the block that begins at `start`.
    // A call per block: a browser exchanges slow code for fast between calls, not within one.
    #[inline(never)]
    pub(super) fn read(
        &mut self,
        paths: &[Path<'_>],
        start: usize,
        chosen: &Chosen<'_>,
        ids: &mut [u32],
    ) {
        let values = &mut self.space[..ids.len()];
        match &mut self.numbering {
            Numbering::Dense(_) => {
                ids.fill(0);
                for (path, key) in paths.iter().zip(&self.keys) {
                    path.gather(start, chosen, values);
                    let (count, low) = (key.count as u32, key.low);
                    for (id, &value) in ids.iter_mut().zip(&*values) {
                        *id = id.wrapping_mul(count).wrapping_add((value - low) as u32);
                    }
                }
            }
            Numbering::Ranked(ranks) => {
                ids.copy_from_slice(&ranks.ids[ranks.next..ranks.next + ids.len()]);
                ranks.next += ids.len();
            }
            Numbering::Runs(firsts) => number_runs(firsts, paths, start, chosen, values, ids),
        }
    }

    /// The groups for which `kept`, in the order of their keys; every group but a dense one has rows.
    pub(super) fn order(&self, kept: impl Fn(usize) -> bool) -> Vec<u32> {
        let all = 0..self.len() as u32;
        match &self.numbering {
            Numbering::Dense(_) => all.filter(|&id| kept(id as usize)).collect(),
            _ => all.collect(),
        }
    }

    /// The values of a key for the groups, and what they mean.
    pub(super) fn cells(&self, at: usize, path: &Path<'_>, groups: &[u32]) -> (Data, Meaning) {
        let stride: u64 = self.keys[at + 1..].iter().map(|key| key.count).product();
        let key = &self.keys[at];
        let value = |cell: u64| (cell / stride % key.count) as i64 + key.low;
        let data = match &self.numbering {
            Numbering::Dense(_) => key.data(groups.iter().map(|&id| value(u64::from(id)))),
            // Dividing half the bits takes a third of the time.
            Numbering::Ranked(ranks)
                if stride.max(key.count).max(ranks.most) <= u64::from(u32::MAX) =>
            {
                let (stride, count) = (stride as u32, key.count as u32);
                let whole = at == 0;
                key.data(ranks.cells.iter().map(|&cell| {
                    let cell = cell as u32 / stride;
                    i64::from(if whole { cell } else { cell % count }) + key.low
                }))
            }
            Numbering::Ranked(ranks) => key.data(ranks.cells.iter().map(|&cell| value(cell))),
            Numbering::Runs(firsts) => each_width!(&path.first.data, raw => {
                key.data(firsts.iter().map(|&row| path.first.base + i64::from(raw[row as usize])))
            }),
        };
        (data, key.meaning.clone())
    }
}

impl GroupKey {
    fn data(&self, values: impl Iterator<Item = i64>) -> Data {
        if self.low == 0 && self.high <= i64::from(u32::MAX) {
            Data::U32(values.map(|value| value as u32).collect())
        } else {
            Data::I64(values.collect())
        }
    }
}

/// A group begins where a key differs from that of the row before.
fn number_runs(
    firsts: &mut Vec<u32>,
    paths: &[Path<'_>],
    start: usize,
    chosen: &Chosen<'_>,
    values: &mut [i64],
    ids: &mut [u32],
) {
    ids.fill(0);
    let before = chosen.last;
    let whole = chosen.rows.len() == chosen.of;
    for path in paths {
        let first = start + usize::from(chosen.rows[0]);
        ids[0] |= u32::from(before.is_none_or(|row| path.first.at(row) != path.first.at(first)));
        if whole {
            each_width!(&path.first.data, raw => begins(&raw[start..start + ids.len()], ids));
        } else {
            path.gather(start, chosen, values);
            begins(values, ids);
        }
    }
    let mut count = firsts.len();
    firsts.resize(count + ids.len(), 0);
    for (slot, &row) in ids.iter_mut().zip(chosen.rows) {
        firsts[count] = (start + usize::from(row)) as u32;
        count += *slot as usize;
        *slot = count as u32 - 1;
    }
    firsts.truncate(count);
}

fn begins<T: PartialEq>(values: &[T], ids: &mut [u32]) {
    for ((begins, before), now) in ids[1..].iter_mut().zip(values).zip(&values[1..]) {
        *begins |= u32::from(before != now);
    }
}

/// Numbers for keys in their order.
#[derive(Default)]
struct Ranks {
    /// The key of each row seen, then nothing.
    rows: Vec<u64>,
    /// The number of each row seen, and how many were read.
    ids: Vec<u32>,
    next: usize,
    /// The key of each number.
    cells: Vec<u64>,
    most: u64,
}

/// Bits sorted by in one go, at most.
const DIGIT: u32 = 12;

impl Ranks {
    fn rank(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let most = rows.iter().copied().max().unwrap_or(0);
        self.most = most;
        self.ids.resize(rows.len(), 0);
        if most > u64::from(u32::MAX) {
            let mut order: Vec<u32> = (0..rows.len() as u32).collect();
            order.sort_unstable_by_key(|&at| rows[at as usize]);
            return self.number(order.into_iter().map(|at| (rows[at as usize], at)));
        }
        // Key and place in one number, sorted digit by digit.
        let mut from: Vec<u64> =
            rows.iter().enumerate().map(|(at, &cell)| cell << 32 | at as u64).collect();
        let mut to = rows;
        let bits = 64 - most.leading_zeros();
        let width = bits.div_ceil(bits.div_ceil(DIGIT).max(1)).max(1);
        for shift in (32..32 + bits).step_by(width as usize) {
            let digit = |one: u64| (one >> shift) as usize % (1 << width);
            let mut places = [0_u32; 1 << DIGIT];
            from.iter().for_each(|&one| places[digit(one)] += 1);
            let mut next = 0;
            for place in &mut places {
                next += std::mem::replace(place, next);
            }
            for part in from.chunks(BLOCK) {
                put_by_digit(part, &mut to, &mut places, shift, width);
            }
            std::mem::swap(&mut from, &mut to);
        }
        drop(to);
        from.chunks(BLOCK).for_each(|part| self.number_packed(part));
    }

    fn number(&mut self, sorted: impl Iterator<Item = (u64, u32)>) {
        for (cell, at) in sorted {
            if self.cells.last() != Some(&cell) {
                self.cells.push(cell);
            }
            self.ids[at as usize] = self.cells.len() as u32 - 1;
        }
    }

    /// As `number`, for key and place in one.
    #[inline(never)]
    fn number_packed(&mut self, sorted: &[u64]) {
        self.number(sorted.iter().map(|&one| (one >> 32, one as u32)));
    }
}

#[inline(never)]
fn put_by_digit(
    part: &[u64],
    to: &mut [u64],
    places: &mut [u32; 1 << DIGIT],
    shift: u32,
    width: u32,
) {
    for &one in part {
        let place = &mut places[(one >> shift) as usize % (1 << width)];
        to[*place as usize] = one;
        *place += 1;
    }
}
