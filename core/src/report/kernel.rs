//! Answers a question to frames: filter, group, and exact numbers per group, in one pass over the rows.

use super::column::Data;
use super::fault::Fault;
use super::frame::{Frame, Frames};
use super::grid::{Grid, Meaning};
use super::group::Groups;
use super::plan::{BLOCK, Chosen, Path, Where};
use super::query::{Filter, FrameQuery};
use super::rollup;
use super::total::Sums;

/// The groups that have a row that counts, in the order of their keys, with their measures. Where a kept summary
/// holds what is asked, it is read in place of the rows.
///
/// # Errors
/// When a path names no column, a text is asked of numbers, or a total does not fit 64 bits.
pub fn run(frames: &Frames, query: &FrameQuery) -> Result<Grid, Fault> {
    let asked: Vec<&FrameQuery> = std::iter::once(query).chain(&query.also).collect();
    let rewritten: Vec<_> = asked.iter().map(|part| rollup::fitting(frames, part)).collect();
    let mut parts = Vec::with_capacity(asked.len());
    for (asked, rewritten) in asked.iter().zip(&rewritten) {
        match rewritten {
            Some((frame, query)) => parts.push((*frame, query)),
            None => parts.push((frames.frame(&asked.frame)?, *asked)),
        }
    }
    let mut grid = ask(frames, &parts, None, false)?;
    grid.rename(&query.keys);
    Ok(grid)
}

/// As [`run`], but always from the rows; of the first frame only those named, which rise.
///
/// # Errors
/// As [`run`].
pub fn scan(frames: &Frames, query: &FrameQuery, only: Option<&[u32]>) -> Result<Grid, Fault> {
    let mut parts = vec![(frames.frame(&query.frame)?, query)];
    for also in &query.also {
        parts.push((frames.frame(&also.frame)?, also));
    }
    ask(frames, &parts, only, false)
}

/// As [`scan`] over all rows, for an answer that is kept: each column in the smallest width.
pub(super) fn kept(frames: &Frames, query: &FrameQuery) -> Result<Grid, Fault> {
    ask(frames, &[(frames.frame(&query.frame)?, query)], None, true)
}

fn ask(
    frames: &Frames,
    parts: &[(&Frame, &FrameQuery)],
    only: Option<&[u32]>,
    narrow: bool,
) -> Result<Grid, Fault> {
    let mut planned = Vec::with_capacity(parts.len());
    for (frame, query) in parts {
        let paths = query
            .keys
            .iter()
            .map(|key| Path::of(frames, frame, key))
            .collect::<Result<Vec<_>, _>>()?;
        planned.push((*frame, *query, paths));
    }
    let Some((_, query, paths)) = planned.first() else { return Ok(Grid::default()) };
    let all = parts.iter().map(|(frame, _)| frame.rows()).sum();
    let rows = only.map_or(all, <[u32]>::len);
    let mut groups = Groups::of(&planned, rows)?;
    let mut sums = Sums::of(frames, parts, rows, groups.in_order())?;
    let mut wheres = Vec::with_capacity(parts.len());
    for (frame, query, _) in &planned {
        wheres.push(Where::of(frames, frame, &query.filters)?);
    }
    if groups.wants_ranks() {
        for ((_, _, paths), rows) in planned.iter().zip(&wheres) {
            walk(rows, only, |start, chosen| groups.see(paths, start, chosen));
        }
        groups.rank();
    }
    let mut ids = [0_u32; BLOCK];
    for ((frame, query, paths), rows) in planned.iter().zip(&wheres) {
        let totals = sums.part(frames, frame, query)?;
        walk(rows, only, |start, chosen| {
            let ids = &mut ids[..chosen.rows.len()];
            groups.read(paths, start, chosen, ids);
            sums.add(&totals, start, chosen, ids, groups.len());
        });
    }
    let order = groups.order(|id| sums.count(id) != 0);
    let mut grid = Grid::new(if groups.in_order() { groups.len() } else { order.len() });
    for (key, name) in query.keys.iter().enumerate() {
        let (cells, meaning) = groups.cells(key, &paths[key], &order);
        grid.push(name, meaning, if narrow { cells.narrow() } else { cells });
    }
    for (at, measure) in query.measures.iter().enumerate() {
        let cells = Data::I64(sums.cells(at, &measure.name, &order)?);
        grid.push(&measure.name, Meaning::Number, if narrow { cells.narrow() } else { cells });
    }
    Ok(grid)
}

/// The rows that meet filters, in order.
///
/// # Errors
/// When a path names no column or a text is asked of numbers.
pub(super) fn rows(frames: &Frames, frame: &str, filters: &[Filter]) -> Result<Vec<usize>, Fault> {
    let frame = frames.frame(frame)?;
    let mut found = Vec::new();
    walk(&Where::of(frames, frame, filters)?, None, |start, chosen| {
        found.extend(chosen.rows.iter().map(|&row| start + usize::from(row)));
    });
    Ok(found)
}

/// How many rows meet filters.
///
/// # Errors
/// When a path names no column or a text is asked of numbers.
pub(super) fn count(frames: &Frames, frame: &str, filters: &[Filter]) -> Result<u64, Fault> {
    let frame = frames.frame(frame)?;
    let mut count = 0;
    walk(&Where::of(frames, frame, filters)?, None, |_, chosen| count += chosen.rows.len() as u64);
    Ok(count)
}

/// How many values there can be at the end of a path.
///
/// # Errors
/// When it names no column.
pub(super) fn span(frames: &Frames, frame: &str, path: &str) -> Result<u64, Fault> {
    let steps = frames.path(frames.frame(frame)?, path)?;
    let (low, high) = steps.last().map_or((0, 0), |(_, column)| column.bounds());
    Ok(high.abs_diff(low).saturating_add(1))
}

/// Goes through the rows that count, block by block.
fn walk(wanted: &Where<'_>, mut only: Option<&[u32]>, mut see: impl FnMut(usize, &Chosen<'_>)) {
    let mut space = [0_u16; BLOCK];
    let mut last = None;
    let (from, to) = wanted.range;
    for start in (from / BLOCK * BLOCK..to).step_by(BLOCK) {
        let size = BLOCK.min(to - start);
        let mut named = None;
        if let Some(rows) = only {
            let (here, rest) =
                rows.split_at(rows.partition_point(|&row| (row as usize) < start + size));
            only = Some(rest);
            let here = &here[here.partition_point(|&row| (row as usize) < start)..];
            if here.is_empty() {
                continue;
            }
            let marks = named.insert([0_u8; BLOCK]);
            here.iter().for_each(|&row| marks[row as usize - start] = 1);
        }
        let mut chosen =
            wanted.choose(start, size, named.as_ref().map(|marks| &marks[..size]), &mut space);
        if let Some(&row) = chosen.rows.last() {
            chosen.last = last.replace(start + usize::from(row));
            see(start, &chosen);
        }
    }
}
