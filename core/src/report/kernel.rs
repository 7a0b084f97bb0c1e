//! Answers a question to frames: filter, group, and exact numbers per group, in one pass over the rows.

use super::fault::Fault;
use super::frame::Frames;
use super::grid::Grid;
use super::group::Groups;
use super::plan::{BLOCK, Mask, Path};
use super::query::{Measure, Op, Query};

/// The groups that have a row that counts, in the order of their keys, with their measures.
///
/// # Errors
/// When a path names no column, a text is asked of numbers, or a total does not fit 64 bits.
pub fn run(frames: &Frames, query: &Query) -> Result<Grid, Fault> {
    let rows = frames.frame(&query.frame)?.rows();
    let mask = Mask::of(frames, &query.frame, &query.filters)?;
    let mut groups = Groups::of(frames, &query.frame, &query.keys)?;
    let mut totals = Vec::with_capacity(query.measures.len());
    for measure in &query.measures {
        totals.push(Total::of(frames, &query.frame, measure, rows)?);
    }
    let mut counts: Vec<u32> = vec![0; groups.len()];
    let (mut counted, mut ids) = ([0_u8; BLOCK], [0_u32; BLOCK]);
    for start in (0..rows).step_by(BLOCK) {
        let size = BLOCK.min(rows - start);
        let (counted, ids) = (&mut counted[..size], &mut ids[..size]);
        mask.read(start, counted);
        groups.read(start, counted, ids);
        counts.resize(groups.len().max(1), 0);
        for (&id, &one) in ids.iter().zip(&*counted) {
            counts[id as usize] += u32::from(one);
        }
        for total in &mut totals {
            total.add(start, counted, ids, counts.len());
        }
    }
    let order = groups.order(|id| counts[id] != 0);
    let mut grid = Grid::new(order.len());
    for (key, name) in query.keys.iter().enumerate() {
        let (cells, meaning) = groups.cells(key, &order);
        grid.push(name, meaning, cells);
    }
    for (measure, total) in query.measures.iter().zip(totals) {
        grid.push_numbers(&measure.name, total.cells(measure, &order)?);
    }
    Ok(grid)
}

/// A measure's numbers so far, by group.
struct Total<'a> {
    op: Op,
    path: Option<Path<'a>>,
    when: Option<Mask<'a>>,
    signed: bool,
    numbers: Numbers,
}

enum Numbers {
    /// The sum of the whole frame cannot leave 64 bits.
    Narrow(Vec<i64>),
    Wide(Vec<i128>),
    /// Least or greatest so far.
    Edge(Vec<Option<i64>>),
    /// Group and value of each row.
    Pairs(Vec<(u32, i64)>),
}

impl<'a> Total<'a> {
    fn of(
        frames: &'a Frames,
        frame: &str,
        measure: &Measure,
        rows: usize,
    ) -> Result<Total<'a>, Fault> {
        let path = match measure.op {
            Op::Count => None,
            _ => Some(Path::of(frames, frame, &measure.of)?),
        };
        let when =
            measure.when.as_ref().map(|filter| Mask::one(frames, frame, filter)).transpose()?;
        let numbers = match (measure.op, &path) {
            (Op::Distinct, _) => Numbers::Pairs(Vec::new()),
            (Op::Min | Op::Max, _) => Numbers::Edge(Vec::new()),
            (Op::Sum, Some(path)) if may_overflow(path, rows) => Numbers::Wide(Vec::new()),
            _ => Numbers::Narrow(Vec::new()),
        };
        Ok(Total { op: measure.op, path, when, signed: measure.signed, numbers })
    }

    fn add(&mut self, start: usize, counted: &[u8], ids: &[u32], groups: usize) {
        let size = ids.len();
        let (mut values, mut when, mut factors) = ([1_i64; BLOCK], [1_u8; BLOCK], [0_i64; BLOCK]);
        let (values, when, factors) =
            (&mut values[..size], &mut when[..size], &mut factors[..size]);
        if let Some(path) = &self.path {
            path.read(start, values);
        }
        if let Some(mask) = &self.when {
            mask.read(start, when);
        }
        for ((factor, &one), &met) in factors.iter_mut().zip(counted).zip(&*when) {
            let met = i64::from(met);
            *factor = i64::from(one) * if self.signed { met * 2 - 1 } else { met };
        }
        let rows = ids
            .iter()
            .zip(&*values)
            .zip(&*factors)
            .map(|((&id, &value), &factor)| (id, value, factor));
        match &mut self.numbers {
            Numbers::Narrow(sums) => {
                sums.resize(groups, 0);
                rows.for_each(|(id, value, factor)| sums[id as usize] += value * factor);
            }
            Numbers::Wide(sums) => {
                sums.resize(groups, 0);
                rows.for_each(|(id, value, factor)| {
                    sums[id as usize] += i128::from(value) * i128::from(factor)
                });
            }
            Numbers::Edge(edges) => {
                edges.resize(groups, None);
                let better = if self.op == Op::Min { i64::min } else { i64::max };
                for (id, value, _) in rows.filter(|(_, _, factor)| *factor != 0) {
                    let edge = &mut edges[id as usize];
                    *edge = Some(edge.map_or(value, |old| better(old, value)));
                }
            }
            Numbers::Pairs(pairs) => {
                pairs.extend(
                    rows.filter(|(_, _, factor)| *factor != 0).map(|(id, value, _)| (id, value)),
                );
            }
        }
    }

    fn cells(self, measure: &Measure, order: &[u32]) -> Result<Vec<i64>, Fault> {
        let at = |id: &u32| *id as usize;
        Ok(match self.numbers {
            Numbers::Narrow(sums) => order.iter().map(|id| sums[at(id)]).collect(),
            Numbers::Wide(sums) => {
                let narrow = |id| {
                    i64::try_from(sums[at(id)]).map_err(|_| Fault::Overflow(measure.name.clone()))
                };
                order.iter().map(narrow).collect::<Result<_, _>>()?
            }
            Numbers::Edge(edges) => order.iter().map(|id| edges[at(id)].unwrap_or(0)).collect(),
            Numbers::Pairs(mut pairs) => {
                pairs.sort_unstable();
                pairs.dedup();
                let mut counts = vec![0; order.iter().map(at).max().map_or(0, |most| most + 1)];
                pairs.iter().for_each(|(id, _)| counts[at(id)] += 1);
                order.iter().map(|id| counts[at(id)]).collect()
            }
        })
    }
}

fn may_overflow(path: &Path<'_>, rows: usize) -> bool {
    let most = path.low.unsigned_abs().max(path.high.unsigned_abs());
    u128::from(most) * rows as u128 > i64::MAX as u128
}
