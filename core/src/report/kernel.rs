//! Answers a question to frames: filter, group, and exact numbers per group, in one pass over the rows.

use super::fault::Fault;
use super::frame::{Frame, Frames};
use super::grid::Grid;
use super::group::Groups;
use super::plan::{BLOCK, Chosen, Mask, Path};
use super::query::Query;
use super::rollup;
use super::total::{Sums, Total};

/// The groups that have a row that counts, in the order of their keys, with their measures. Where a kept summary
/// holds what is asked, it is read in place of the rows.
///
/// # Errors
/// When a path names no column, a text is asked of numbers, or a total does not fit 64 bits.
pub fn run(frames: &Frames, query: &Query) -> Result<Grid, Fault> {
    let asked: Vec<&Query> = std::iter::once(query).chain(&query.also).collect();
    let rewritten: Vec<_> = asked.iter().map(|part| rollup::fitting(frames, part)).collect();
    let mut parts = Vec::with_capacity(asked.len());
    for (asked, rewritten) in asked.iter().zip(&rewritten) {
        match rewritten {
            Some((frame, query)) => parts.push((*frame, query)),
            None => parts.push((frames.frame(&asked.frame)?, *asked)),
        }
    }
    let mut grid = ask(frames, &parts, None)?;
    grid.rename(&query.keys);
    Ok(grid)
}

/// As [`run`], but always from the rows; of the first frame only those named, which rise.
///
/// # Errors
/// As [`run`].
pub fn scan(frames: &Frames, query: &Query, only: Option<&[u32]>) -> Result<Grid, Fault> {
    let mut parts = vec![(frames.frame(&query.frame)?, query)];
    for also in &query.also {
        parts.push((frames.frame(&also.frame)?, also));
    }
    ask(frames, &parts, only)
}

fn ask(frames: &Frames, parts: &[(&Frame, &Query)], only: Option<&[u32]>) -> Result<Grid, Fault> {
    let mut planned = Vec::with_capacity(parts.len());
    for (frame, query) in parts {
        let paths = query
            .keys
            .iter()
            .map(|key| Path::of(frames, frame, key))
            .collect::<Result<Vec<_>, _>>()?;
        planned.push((*frame, *query, paths));
    }
    let Some((_, query, _)) = planned.first() else { return Ok(Grid::default()) };
    let mut groups = Groups::of(&planned)?;
    let rows = parts.iter().map(|(frame, _)| frame.rows()).sum();
    let mut sums = Sums::of(frames, parts, rows)?;
    for (frame, query, paths) in &planned {
        let mask = Mask::of(frames, frame, &query.filters)?;
        let totals = sums.part(frames, frame, query)?;
        pass(frame.rows(), &mask, paths, &mut groups, &mut sums, &totals, only);
    }
    let order = groups.order(|id| sums.count(id) != 0);
    let mut grid = Grid::new(order.len());
    for (key, name) in query.keys.iter().enumerate() {
        let (cells, meaning) = groups.cells(key, &order);
        grid.push(name, meaning, cells);
    }
    for (at, measure) in query.measures.iter().enumerate() {
        grid.push_numbers(&measure.name, sums.cells(at, &measure.name, &order)?);
    }
    Ok(grid)
}

fn pass(
    rows: usize,
    mask: &Mask<'_>,
    paths: &[Path<'_>],
    groups: &mut Groups,
    sums: &mut Sums,
    totals: &[Total<'_>],
    mut only: Option<&[u32]>,
) {
    let (mut counted, mut space, mut ids) = ([0_u8; BLOCK], [0_u16; BLOCK], [0_u32; BLOCK]);
    for start in (0..rows).step_by(BLOCK) {
        let size = BLOCK.min(rows - start);
        let counted = &mut counted[..size];
        let named = only
            .map(|rows| rows.split_at(rows.partition_point(|&row| (row as usize) < start + size)));
        if let Some(([], _)) = named {
            continue;
        }
        mask.read(start, counted);
        if let Some((here, rest)) = named {
            let mut wanted = [0_u8; BLOCK];
            here.iter().for_each(|&row| wanted[row as usize - start] = 1);
            counted.iter_mut().zip(wanted).for_each(|(counts, wanted)| *counts &= wanted);
            only = Some(rest);
        }
        let chosen = Chosen::of(counted, &mut space);
        if chosen.rows.is_empty() {
            continue;
        }
        let ids = &mut ids[..chosen.rows.len()];
        groups.read(paths, start, &chosen, ids);
        sums.add(totals, start, &chosen, ids, groups.len());
    }
}
