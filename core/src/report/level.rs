//! The groups of one depth with their bases, in the order of their keys: numbers side by side, and no list for each
//! group, of which there may be hundreds of thousands.

use std::cmp::Ordering;
use std::ops::Range;

use super::grid::Grid;

/// Groups by so many keys, each with a number per base, where a frame answers it.
#[derive(Debug, Default)]
pub(super) struct Level {
    wide: usize,
    bases: usize,
    groups: usize,
    keys: Vec<i64>,
    values: Vec<i64>,
    /// The parts of the question that found a group, a bit each.
    known: Vec<u64>,
    /// The part that answers a base; none yet where it is 0.
    part: Vec<u64>,
}

impl Level {
    pub(super) fn new(wide: usize, bases: usize) -> Level {
        Level { wide, bases, part: vec![0; bases], ..Level::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.groups
    }

    pub(super) fn key(&self, group: usize) -> &[i64] {
        &self.keys[group * self.wide..(group + 1) * self.wide]
    }

    /// A base of a group; none where no frame answers it.
    pub(super) fn base(&self, group: usize, at: usize) -> Option<i64> {
        let known = self.known.get(group)? & self.part.get(at)? != 0;
        known.then(|| self.values[group * self.bases + at])
    }

    pub(super) fn find(&self, key: &[i64]) -> Option<usize> {
        let at = self.first(|own| own < key);
        (at < self.groups && self.key(at) == key).then_some(at)
    }

    /// The groups whose keys begin with these.
    pub(super) fn under(&self, key: &[i64]) -> Range<usize> {
        self.first(|own| &own[..key.len()] < key)..self.first(|own| &own[..key.len()] <= key)
    }

    /// The first group that is not before.
    fn first(&self, before: impl Fn(&[i64]) -> bool) -> usize {
        let (mut low, mut high) = (0, self.groups);
        while low < high {
            let middle = low + (high - low) / 2;
            if before(self.key(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Whether a part of the question told this base.
    pub(super) fn answers(&self, at: usize) -> bool {
        self.part[at] != 0
    }

    /// The groups one depth up: those parts of the question all of whose bases add up; the others are to be put in.
    ///
    /// # Errors
    /// The place of a base whose sum does not fit 64 bits.
    pub(super) fn above(&self, adds_up: impl Fn(usize) -> bool) -> Result<Level, usize> {
        let other = (0..self.bases).filter(|&at| !adds_up(at));
        let kept = !other.fold(0, |bits, at| bits | self.part[at]);
        let mut up = Level::new(self.wide - 1, self.bases);
        up.part = self.part.iter().map(|bit| bit & kept).collect();
        for group in 0..self.groups {
            let known = self.known[group] & kept;
            if known == 0 {
                continue;
            }
            let key = &self.key(group)[..up.wide];
            if up.groups == 0 || up.key(up.groups - 1) != key {
                up.groups += 1;
                up.keys.extend(key);
                up.known.push(0);
                up.values.resize(up.groups * self.bases, 0);
            }
            let last = up.groups - 1;
            up.known[last] |= known;
            for at in (0..self.bases).filter(|&at| known & self.part[at] != 0) {
                let sum = &mut up.values[last * self.bases + at];
                *sum = sum.checked_add(self.values[group * self.bases + at]).ok_or(at)?;
            }
        }
        Ok(up)
    }

    /// Puts in the answer to one part of the question: its keys, then the bases at these places. Its rows stand in the
    /// order of their keys.
    pub(super) fn put(&mut self, grid: &Grid, bases: &[usize]) {
        let all = self.part.iter().fold(0_u64, |all, one| all | one);
        let bit = 1 << (u64::BITS - all.leading_zeros());
        bases.iter().for_each(|&at| self.part[at] = bit);
        let (keys, figures) = grid.columns().split_at(self.wide);
        let order = |group: usize, row: usize| {
            let each = self.key(group).iter().zip(keys);
            each.map(|(own, cells)| own.cmp(&cells.at(row)))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        };
        // Where each group comes from: the ones that are here, and the answer's rows.
        let mut both: Vec<(Option<u32>, Option<u32>)> =
            Vec::with_capacity(self.groups.max(grid.rows()));
        let (mut group, mut row) = (0, 0);
        while group < self.groups || row < grid.rows() {
            let next = match (group < self.groups, row < grid.rows()) {
                (true, true) => order(group, row),
                (true, false) => Ordering::Less,
                _ => Ordering::Greater,
            };
            let (here, told) = (next.is_le(), next.is_ge());
            both.push((here.then_some(group as u32), told.then_some(row as u32)));
            group += usize::from(here);
            row += usize::from(told);
        }
        let mut made = Level {
            groups: both.len(),
            keys: Vec::with_capacity(both.len() * self.wide),
            values: vec![0; both.len() * self.bases],
            known: Vec::with_capacity(both.len()),
            part: self.part.clone(),
            wide: self.wide,
            bases: self.bases,
        };
        for (slots, (group, row)) in made.values.chunks_mut(self.bases.max(1)).zip(&both) {
            if let Some(group) = group.map(|group| group as usize) {
                slots.copy_from_slice(&self.values[group * self.bases..(group + 1) * self.bases]);
            }
            if let Some(row) = row {
                for (&at, cells) in bases.iter().zip(figures) {
                    slots[at] = cells.at(*row as usize);
                }
            }
        }
        for (group, row) in both {
            match (group, row) {
                (Some(group), _) => made.keys.extend(self.key(group as usize)),
                (None, row) => {
                    made.keys.extend(keys.iter().map(|cells| cells.at(row.unwrap_or(0) as usize)));
                }
            }
            let before = group.map_or(0, |group| self.known[group as usize]);
            made.known.push(before | if row.is_some() { bit } else { 0 });
        }
        *self = made;
    }
}
