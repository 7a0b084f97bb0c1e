//! Which group a row belongs to: a dense number, or one given at first sight where the numbers would be too many.

use super::column::Data;
use super::fault::Fault;
use super::frame::Frames;
use super::grid::Meaning;
use super::plan::{BLOCK, Path};

/// A key that rows are grouped by.
pub(super) struct GroupKey<'a> {
    path: Path<'a>,
    /// The values and 0 lie in `low .. low + count`.
    count: u64,
}

/// The groups of a question.
pub(super) struct Groups<'a> {
    keys: Vec<GroupKey<'a>>,
    /// How many numbers the keys give together.
    cells: u64,
    seen: Option<Interner>,
}

impl<'a> Groups<'a> {
    pub(super) fn of(
        frames: &'a Frames,
        frame: &str,
        keys: &[String],
    ) -> Result<Groups<'a>, Fault> {
        let mut made = Vec::with_capacity(keys.len());
        let mut cells: u64 = 1;
        for key in keys {
            let path = Path::of(frames, frame, key)?;
            let span = path.high.checked_sub(path.low).and_then(|span| u64::try_from(span).ok());
            let count = span.and_then(|span| span.checked_add(1));
            let count = count.ok_or_else(|| Fault::Overflow(key.clone()))?;
            cells = cells.checked_mul(count).ok_or_else(|| Fault::Overflow(key.clone()))?;
            made.push(GroupKey { path, count });
        }
        let rows = frames.frame(frame)?.rows() as u64;
        let dense = cells <= (rows * 2).max(1 << 16);
        Ok(Groups { keys: made, cells, seen: (!dense).then(Interner::default) })
    }

    /// How many groups there can be so far.
    pub(super) fn len(&self) -> usize {
        self.seen.as_ref().map_or(self.cells as usize, |seen| seen.keys.len())
    }

    /// The group of each row from `start` on; rows that do not count get any.
    pub(super) fn read(&mut self, start: usize, mask: &[u8], into: &mut [u32]) {
        let mut cells = [0_u64; BLOCK];
        let mut values = [0_i64; BLOCK];
        let (cells, values) = (&mut cells[..into.len()], &mut values[..into.len()]);
        for key in &self.keys {
            key.path.read(start, values);
            for (cell, &value) in cells.iter_mut().zip(&*values) {
                *cell = *cell * key.count + (value - key.path.low) as u64;
            }
        }
        match &mut self.seen {
            None => into.iter_mut().zip(&*cells).for_each(|(id, &cell)| *id = cell as u32),
            Some(seen) => {
                for ((id, &cell), &counts) in into.iter_mut().zip(&*cells).zip(mask) {
                    *id = if counts != 0 { seen.number(cell) } else { 0 };
                }
            }
        }
    }

    /// The groups for which `kept`, in the order of their keys.
    pub(super) fn order(&self, kept: impl Fn(usize) -> bool) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).filter(|&id| kept(id as usize)).collect();
        if let Some(seen) = &self.seen {
            order.sort_unstable_by_key(|&id| seen.keys[id as usize]);
        }
        order
    }

    /// The values of a key for the groups, and what they mean.
    pub(super) fn cells(&self, key: usize, groups: &[u32]) -> (Data, Meaning) {
        let stride: u64 = self.keys[key + 1..].iter().map(|key| key.count).product();
        let GroupKey { path, count } = &self.keys[key];
        let value = |&id: &u32| {
            let cell = self.seen.as_ref().map_or(u64::from(id), |seen| seen.keys[id as usize]);
            (cell / stride % count) as i64 + path.low
        };
        let narrow = path.low == 0 && path.high <= i64::from(u32::MAX);
        let cells = match narrow {
            true => Data::U32(groups.iter().map(|id| value(id) as u32).collect()),
            false => Data::I64(groups.iter().map(value).collect()),
        };
        (cells, Meaning::of(&path.last.kind))
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
