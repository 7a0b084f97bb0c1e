//! Measures by group: sums that share one slot per group, and beside them what is no plain sum.

use super::fault::Fault;
use super::frame::{Frame, Frames};
use super::plan::{BLOCK, Chosen, Mask, Path};
use super::query::{Aggregate, Fold, FrameQuery};
use crate::value::div_half_away;

/// Every measure's numbers so far.
pub(super) struct Sums {
    measures: Vec<Numbers>,
    /// Numbers per slot: how many rows, then the sums.
    width: usize,
    slots: Vec<i64>,
    values: Vec<Vec<i64>>,
}

enum Numbers {
    /// In the slot, at this place: the sum of all rows cannot leave 64 bits.
    Narrow(usize),
    /// As `Narrow`, for groups that come in order: a column of its own.
    Column(Vec<i64>),
    /// With what the sums are divided by.
    Wide(Vec<i128>, i64),
    Least(Vec<Option<i64>>),
    Greatest(Vec<Option<i64>>),
    /// Equal values stand side by side: the last value of each group, and how many there were.
    Changes(Vec<(i64, i64)>),
    /// Group and value of each row.
    Pairs(Vec<(u32, i64)>),
}

/// A measure over one frame's rows: the paths to its values.
pub(super) struct Total<'a> {
    path: Option<Path<'a>>,
    times: Option<Path<'a>>,
    when: Option<Mask<'a>>,
    signed: bool,
}

impl Sums {
    pub(super) fn of(
        frames: &Frames,
        parts: &[(&Frame, &FrameQuery)],
        rows: usize,
        in_order: bool,
    ) -> Result<Sums, Fault> {
        let Some((frame, query)) = parts.first() else { return Err(Fault::NoFrame(String::new())) };
        let (mut measures, mut width) = (Vec::with_capacity(query.measures.len()), 1);
        for (at, measure) in query.measures.iter().enumerate() {
            let plain = measure.op == Fold::Count
                && parts.iter().all(|(_, part)| is_plain(part.measures.get(at)));
            let numbers = match measure.op {
                Fold::Count if plain && !in_order => Numbers::Narrow(0),
                Fold::Sum if may_overflow(frames, parts, at, rows)? => Numbers::Wide(Vec::new(), 1),
                Fold::Product => {
                    let over = measure.times.as_ref().map_or(1, |(_, over)| *over);
                    Numbers::Wide(Vec::new(), over.max(1))
                }
                Fold::Sum | Fold::Count if in_order => Numbers::Column(Vec::with_capacity(rows)),
                Fold::Sum | Fold::Count => {
                    width += 1;
                    Numbers::Narrow(width - 1)
                }
                Fold::Min => Numbers::Least(Vec::new()),
                Fold::Max => Numbers::Greatest(Vec::new()),
                Fold::Distinct
                    if parts.len() == 1
                        && frame.clustered
                        && frame.key.as_ref() == Some(&measure.of) =>
                {
                    Numbers::Changes(Vec::new())
                }
                Fold::Distinct => Numbers::Pairs(Vec::new()),
            };
            measures.push(numbers);
        }
        let width = if in_order { 0 } else { width };
        Ok(Sums { measures, width, slots: Vec::new(), values: vec![vec![0; BLOCK]; width.max(1)] })
    }

    /// The measures over the rows of one frame.
    pub(super) fn part<'a>(
        &self,
        frames: &'a Frames,
        frame: &'a Frame,
        query: &FrameQuery,
    ) -> Result<Vec<Total<'a>>, Fault> {
        let total = |measure: &Aggregate| {
            let path = match measure.op {
                Fold::Count => None,
                _ => Some(Path::of(frames, frame, &measure.of)?),
            };
            let times = measure.times.as_ref();
            let times = times.map(|(path, _)| Path::of(frames, frame, path)).transpose()?;
            let when =
                measure.when.as_ref().map(|filter| Mask::one(frames, frame, filter)).transpose()?;
            Ok(Total { path, times, when, signed: measure.signed })
        };
        let totals = query.measures.iter().map(total).collect::<Result<Vec<_>, _>>()?;
        if totals.len() == self.measures.len() {
            Ok(totals)
        } else {
            Err(Fault::NoColumn(query.frame.clone()))
        }
    }

    /// Adds the chosen rows of a block to their groups.
    #[inline(never)]
    pub(super) fn add(
        &mut self,
        totals: &[Total<'_>],
        start: usize,
        chosen: &Chosen<'_>,
        ids: &[u32],
        groups: usize,
    ) {
        if self.slots.len() < groups * self.width {
            self.slots.resize(groups * self.width, 0);
        }
        for (numbers, total) in self.measures.iter_mut().zip(totals) {
            match numbers {
                Numbers::Narrow(0) => {}
                Numbers::Narrow(at) => {
                    total.read(start, chosen, &mut self.values[*at][..ids.len()])
                }
                Numbers::Column(sums) => {
                    let values = &mut self.values[0][..ids.len()];
                    total.read(start, chosen, values);
                    sums.resize(groups, 0);
                    ids.iter().zip(&*values).for_each(|(&id, value)| sums[id as usize] += value);
                }
                numbers => {
                    let mut space = [0_i64; BLOCK];
                    let values = &mut space[..ids.len()];
                    total.values(start, chosen, values);
                    let mut factors = [1_i64; BLOCK];
                    total.factors(start, chosen, &mut factors[..ids.len()]);
                    let rows = ids.iter().zip(&*values).zip(&factors);
                    numbers.add(rows.map(|((&id, &value), &factor)| (id, value, factor)), groups);
                }
            }
        }
        match self.width {
            0 => {}
            1 => self.scatter::<1>(ids),
            2 => self.scatter::<2>(ids),
            3 => self.scatter::<3>(ids),
            4 => self.scatter::<4>(ids),
            _ => {
                for (row, &id) in ids.iter().enumerate() {
                    let slot = &mut self.slots[id as usize * self.width..][..self.width];
                    slot[0] += 1;
                    slot.iter_mut()
                        .zip(&self.values)
                        .skip(1)
                        .for_each(|(sum, values)| *sum += values[row]);
                }
            }
        }
    }

    fn scatter<const WIDTH: usize>(&mut self, ids: &[u32]) {
        let values: [&[i64]; WIDTH] = std::array::from_fn(|at| &self.values[at][..ids.len()]);
        let slots = self.slots.as_chunks_mut::<WIDTH>().0;
        for (row, &id) in ids.iter().enumerate() {
            let slot = &mut slots[id as usize];
            slot[0] += 1;
            for at in 1..WIDTH {
                slot[at] += values[at][row];
            }
        }
    }

    /// How many rows a group has.
    pub(super) fn count(&self, group: usize) -> i64 {
        self.slots.get(group * self.width).copied().unwrap_or(0)
    }

    /// A measure's number of each group.
    pub(super) fn cells(
        &mut self,
        measure: usize,
        name: &str,
        order: &[u32],
    ) -> Result<Vec<i64>, Fault> {
        let at = |id: &u32| *id as usize;
        Ok(match &mut self.measures[measure] {
            Numbers::Column(sums) => std::mem::take(sums),
            Numbers::Narrow(place) if order.len() * self.width == self.slots.len() => {
                self.slots.chunks_exact(self.width).map(|slot| slot[*place]).collect()
            }
            Numbers::Narrow(place) => {
                order.iter().map(|id| self.slots[at(id) * self.width + *place]).collect()
            }
            Numbers::Wide(sums, over) => {
                let narrow = |id| {
                    let sum = if *over == 1 {
                        sums[at(id)]
                    } else {
                        div_half_away(sums[at(id)], i128::from(*over))
                    };
                    i64::try_from(sum).map_err(|_| Fault::Overflow(name.to_owned()))
                };
                order.iter().map(narrow).collect::<Result<_, _>>()?
            }
            Numbers::Least(edges) | Numbers::Greatest(edges) => {
                order.iter().map(|id| edges[at(id)].unwrap_or(0)).collect()
            }
            Numbers::Changes(groups) => order.iter().map(|id| groups[at(id)].1).collect(),
            Numbers::Pairs(pairs) => {
                pairs.sort_unstable();
                pairs.dedup();
                let mut counts = vec![0; order.iter().map(at).max().map_or(0, |most| most + 1)];
                pairs.iter().for_each(|(id, _)| counts[at(id)] += 1);
                order.iter().map(|id| counts[at(id)]).collect()
            }
        })
    }
}

impl Numbers {
    /// Adds rows: group, value, and what it is counted with: 0 where the measure's condition leaves it out.
    fn add(&mut self, rows: impl Iterator<Item = (u32, i64, i64)>, groups: usize) {
        let better = |edge: &mut Option<i64>, value, choose: fn(i64, i64) -> i64| {
            *edge = Some(edge.map_or(value, |old| choose(old, value)));
        };
        match self {
            Numbers::Narrow(_) | Numbers::Column(_) => {}
            Numbers::Wide(sums, _) => {
                sums.resize(groups, 0);
                rows.for_each(|(id, value, factor)| {
                    sums[id as usize] += i128::from(value) * i128::from(factor)
                });
            }
            Numbers::Least(edges) => {
                edges.resize(groups, None);
                rows.filter(|row| row.2 != 0)
                    .for_each(|(id, value, _)| better(&mut edges[id as usize], value, i64::min));
            }
            Numbers::Greatest(edges) => {
                edges.resize(groups, None);
                rows.filter(|row| row.2 != 0)
                    .for_each(|(id, value, _)| better(&mut edges[id as usize], value, i64::max));
            }
            Numbers::Changes(changes) => {
                changes.resize(groups, (i64::MIN, 0));
                for (id, value, _) in rows.filter(|row| row.2 != 0) {
                    let (last, count) = &mut changes[id as usize];
                    *count += i64::from(*last != value);
                    *last = value;
                }
            }
            Numbers::Pairs(pairs) => {
                pairs.extend(rows.filter(|row| row.2 != 0).map(|(id, value, _)| (id, value)))
            }
        }
    }
}

impl Total<'_> {
    /// The values as they are added: 0 where the condition leaves a row out, negative where it takes it away.
    fn read(&self, start: usize, chosen: &Chosen<'_>, into: &mut [i64]) {
        self.values(start, chosen, into);
        let Some(when) = &self.when else { return };
        let mut met = [0_u8; BLOCK];
        let met = &mut met[..chosen.of];
        when.read(start, met);
        // Masks and not branches: half of the rows go each way.
        let turned = if self.signed { -1 } else { 0 };
        for (value, &row) in into.iter_mut().zip(chosen.rows) {
            let met = -i64::from(met[usize::from(row)]);
            *value = (*value & met) + (value.wrapping_neg() & !met & turned);
        }
    }

    fn values(&self, start: usize, chosen: &Chosen<'_>, into: &mut [i64]) {
        match &self.path {
            Some(path) => path.gather(start, chosen, into),
            None => into.fill(1),
        }
    }

    fn factors(&self, start: usize, chosen: &Chosen<'_>, into: &mut [i64]) {
        if let Some(times) = &self.times {
            times.gather(start, chosen, into);
        }
        let Some(when) = &self.when else { return };
        let mut met = [0_u8; BLOCK];
        let met = &mut met[..chosen.of];
        when.read(start, met);
        let (times, less) = if self.signed { (2, 1) } else { (1, 0) };
        for (factor, &row) in into.iter_mut().zip(chosen.rows) {
            *factor *= i64::from(met[usize::from(row)]) * times - less;
        }
    }
}

fn is_plain(measure: Option<&Aggregate>) -> bool {
    measure.is_some_and(|measure| measure.op == Fold::Count && measure.when.is_none())
}

fn may_overflow(
    frames: &Frames,
    parts: &[(&Frame, &FrameQuery)],
    at: usize,
    rows: usize,
) -> Result<bool, Fault> {
    let mut most = 0;
    for (frame, query) in parts {
        let Some(measure) = query.measures.get(at).filter(|measure| measure.op != Fold::Count)
        else {
            continue;
        };
        let path = Path::of(frames, frame, &measure.of)?;
        most = most.max(path.low.unsigned_abs()).max(path.high.unsigned_abs());
    }
    Ok(u128::from(most) * rows as u128 > i64::MAX as u128)
}
