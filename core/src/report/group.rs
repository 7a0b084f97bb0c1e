//! Which group a row belongs to: a dense number, the number of its run in sorted rows, or one given at first sight.

use super::column::Data;
use super::fault::Fault;
use super::frame::Frame;
use super::grid::Meaning;
use super::plan::{BLOCK, Chosen, Path};
use super::query::Query;

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
}

enum Numbering {
    /// Every combination of keys has its number.
    Dense(u64),
    Seen(Interner),
    /// Rows are sorted by the keys, which are the frame's own columns: the values of each run, key by key.
    Runs(Vec<Vec<i64>>),
}

impl Groups {
    /// The groups of all parts of a question; every part has its frame and the paths of its keys.
    pub(super) fn of(parts: &[(&Frame, &Query, Vec<Path<'_>>)]) -> Result<Groups, Fault> {
        let Some((frame, query, first)) = parts.first() else {
            return Err(Fault::NoFrame(String::new()));
        };
        let mut keys = Vec::with_capacity(first.len());
        let (mut cells, mut rows) = (1_u64, 0);
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
        parts.iter().for_each(|(frame, _, _)| rows += frame.rows() as u64);
        let sorted = !keys.is_empty() && parts.len() == 1 && frame.sorted.starts_with(&query.keys);
        let numbering = match cells {
            _ if sorted => Numbering::Runs(vec![Vec::new(); keys.len()]),
            cells if cells <= (rows * 2).clamp(1 << 16, 1 << 31) => Numbering::Dense(cells),
            _ => Numbering::Seen(Interner::default()),
        };
        Ok(Groups { keys, numbering })
    }

    /// How many groups there can be so far.
    pub(super) fn len(&self) -> usize {
        match &self.numbering {
            Numbering::Dense(cells) => *cells as usize,
            Numbering::Seen(seen) => seen.keys.len(),
            Numbering::Runs(values) => values[0].len(),
        }
    }

    /// The group of each chosen row of the block that begins at `start`.
    pub(super) fn read(
        &mut self,
        paths: &[Path<'_>],
        start: usize,
        chosen: &Chosen<'_>,
        ids: &mut [u32],
    ) {
        let mut values = [0_i64; BLOCK];
        let values = &mut values[..ids.len()];
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
            Numbering::Seen(seen) => {
                let mut cells = [0_u64; BLOCK];
                let cells = &mut cells[..ids.len()];
                for (path, key) in paths.iter().zip(&self.keys) {
                    path.gather(start, chosen, values);
                    for (cell, &value) in cells.iter_mut().zip(&*values) {
                        *cell = *cell * key.count + (value - key.low) as u64;
                    }
                }
                ids.iter_mut().zip(&*cells).for_each(|(id, &cell)| *id = seen.number(cell));
            }
            Numbering::Runs(runs) => number_runs(runs, paths, start, chosen, ids),
        }
    }

    /// The groups for which `kept`, in the order of their keys.
    pub(super) fn order(&self, kept: impl Fn(usize) -> bool) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).filter(|&id| kept(id as usize)).collect();
        if let Numbering::Seen(seen) = &self.numbering {
            order.sort_unstable_by_key(|&id| seen.keys[id as usize]);
        }
        order
    }

    /// The values of a key for the groups, and what they mean.
    pub(super) fn cells(&self, at: usize, groups: &[u32]) -> (Data, Meaning) {
        let stride: u64 = self.keys[at + 1..].iter().map(|key| key.count).product();
        let key = &self.keys[at];
        let value = |cell: u64| (cell / stride % key.count) as i64 + key.low;
        let narrow = key.low == 0 && key.high <= i64::from(u32::MAX);
        let cells: Box<dyn Fn(&u32) -> i64> = match &self.numbering {
            Numbering::Dense(_) => Box::new(move |&id| value(u64::from(id))),
            Numbering::Seen(seen) => Box::new(move |&id| value(seen.keys[id as usize])),
            Numbering::Runs(runs) => Box::new(move |&id| runs[at][id as usize]),
        };
        let data = match narrow {
            true => Data::U32(groups.iter().map(|id| cells(id) as u32).collect()),
            false => Data::I64(groups.iter().map(cells).collect()),
        };
        (data, key.meaning.clone())
    }
}

fn number_runs(
    runs: &mut [Vec<i64>],
    paths: &[Path<'_>],
    start: usize,
    chosen: &Chosen<'_>,
    ids: &mut [u32],
) {
    let mut values = [[0_i64; BLOCK]; 4];
    let mut begins = [0_u8; BLOCK];
    let begins = &mut begins[..ids.len()];
    for (at, path) in paths.iter().enumerate() {
        let values = &mut values[at % 4][..ids.len()];
        path.gather(start, chosen, values);
        let mut before = runs[at].last().copied();
        for (begins, &value) in begins.iter_mut().zip(&*values) {
            *begins |= u8::from(before != Some(value));
            before = Some(value);
        }
    }
    let mut id = runs[0].len() as u32;
    for (slot, &begins) in ids.iter_mut().zip(&*begins) {
        id += u32::from(begins);
        *slot = id - 1;
    }
    for (at, (run, path)) in runs.iter_mut().zip(paths).enumerate() {
        let values = &mut values[at % 4][..ids.len()];
        if paths.len() > 4 {
            path.gather(start, chosen, values);
        }
        run.extend(
            values
                .iter()
                .zip(&*begins)
                .filter(|(_, begins)| **begins != 0)
                .map(|(&value, _)| value),
        );
    }
}

/// Gives numbers to keys in the order in which they come.
#[derive(Default)]
pub(super) struct Interner {
    slots: Vec<u32>,
    keys: Vec<u64>,
}

impl Interner {
    fn number(&mut self, key: u64) -> u32 {
        if self.keys.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let most = self.slots.len() - 1;
        let mut at = spread(key) as usize & most;
        loop {
            match self.slots[at] {
                0 => {
                    self.keys.push(key);
                    self.slots[at] = self.keys.len() as u32;
                    return self.keys.len() as u32 - 1;
                }
                number if self.keys[number as usize - 1] == key => return number - 1,
                _ => at = (at + 1) & most,
            }
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1024);
        self.slots = vec![0; size];
        for (number, &key) in self.keys.iter().enumerate() {
            let mut at = spread(key) as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = number as u32 + 1;
        }
    }
}

fn spread(key: u64) -> u64 {
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
}
