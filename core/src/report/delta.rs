//! Deltas since a snapshot: rows by key, put into the frames in place.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::column::{Column, ColumnKind, each_width};
use super::fault::Fault;
use super::frame::{Frame, Frames, Key};
use super::grid::Grid;
use super::rollup::Rollup;

/// Puts a delta into the frames. In each of its frames the rows of a key replace all rows of that key, and a row
/// that is marked gone only removes them; rows of new keys are added at the end. A row keeps its number when as
/// many rows replace it, so that links to it stay right. A link in a delta is the linked row's key.
///
/// # Errors
/// When the delta is of another schema or scope or does not follow what is loaded; the frames are then unchanged.
/// After any other error they are to be loaded anew.
pub fn apply(frames: &mut Frames, delta: &Frames) -> Result<(), Fault> {
    if delta.version != frames.version || delta.scope != frames.scope {
        return Err(Fault::Version { found: delta.version, wanted: frames.version });
    }
    if delta.since != frames.seq {
        return Err(Fault::Gap { loaded: frames.seq, since: delta.since });
    }
    for changed in &delta.frames {
        let links = links(frames, changed)?;
        let standing = standing(frames.frame(&changed.name)?, changed, &links)?;
        let replaced = !standing.is_empty();
        // What these rows have in the summaries is taken out before they change and put back after.
        let mut rollups = std::mem::take(&mut frames.rollups);
        let mut old: Vec<u32> = standing.values().flatten().map(|&row| row as u32).collect();
        old.sort_unstable();
        let before = parts(frames, &rollups, &changed.name, &old)?;
        let frame = frames.frames.iter_mut().find(|frame| frame.name == changed.name);
        let frame = frame.ok_or_else(|| Fault::NoFrame(changed.name.clone()))?;
        let rows = merge(frame, changed, &links, standing)?;
        let after = parts(frames, &rollups, &changed.name, &rows)?;
        for ((rollup, before), after) in rollups.iter_mut().zip(before).zip(after) {
            if let (Some(before), Some(after)) = (before, after) {
                rollup.change(frames, &before, &after, &rows)?;
            }
        }
        frames.rollups = rollups;
        if replaced {
            frames.keep_anew(&changed.name)?;
        }
    }
    frames.seq = delta.seq;
    Ok(())
}

/// The share of some rows in each rollup of their frame.
fn parts(
    frames: &Frames,
    rollups: &[Rollup],
    name: &str,
    rows: &[u32],
) -> Result<Vec<Option<Grid>>, Fault> {
    let part = |rollup: &Rollup| rollup.reads(name).then(|| rollup.part(frames, rows)).transpose();
    rollups.iter().map(part).collect()
}

/// The live rows of the keys that a delta brings.
fn standing(
    frame: &Frame,
    changed: &Frame,
    links: &HashMap<String, HashMap<Key, i64>>,
) -> Result<HashMap<Key, Vec<usize>>, Fault> {
    let name = frame.key.as_deref().ok_or_else(|| Fault::NoKey(frame.name.clone()))?;
    if let Some(rows) = links.get(name) {
        return linking(frame, name, rows);
    }
    let keys = changed.column(name)?;
    places(frame, &(0..changed.rows).map(|row| Key::at(keys, row)).collect())
}

/// For each link column, the rows that the delta's keys name, plus one.
fn links(frames: &Frames, changed: &Frame) -> Result<HashMap<String, HashMap<Key, i64>>, Fault> {
    let frame = frames.frame(&changed.name)?;
    let mut all = HashMap::new();
    for (name, column) in frame.columns() {
        let ColumnKind::Link(to) = &column.kind else { continue };
        let named = changed.column(name)?;
        let wanted: HashSet<Key> = (0..changed.rows).map(|row| Key::at(named, row)).collect();
        let rows = places(frames.frame(to)?, &wanted)?;
        all.insert(
            name.to_owned(),
            rows.into_iter().map(|(key, rows)| (key, rows[0] as i64 + 1)).collect(),
        );
    }
    Ok(all)
}

/// The live rows of some keys.
fn places(frame: &Frame, wanted: &HashSet<Key>) -> Result<HashMap<Key, Vec<usize>>, Fault> {
    let key = frame.key.as_deref().ok_or_else(|| Fault::NoKey(frame.name.clone()))?;
    let column = frame.column(key)?;
    let value = |key: &Key| match (key, column.words()) {
        (Key::Text(text), Some(words)) => words.find(text).map(i64::from),
        (Key::Int(number), None) => Some(*number),
        _ => None,
    };
    let by_value: HashMap<i64, &Key> =
        wanted.iter().filter_map(|key| Some((value(key)?, key))).collect();
    let mut found: HashMap<Key, Vec<usize>> = HashMap::new();
    for row in rows_of(column, &by_value) {
        if let Some(key) = by_value.get(&column.at(row)).filter(|_| frame.is_live(row)) {
            found.entry((*key).clone()).or_default().push(row);
        }
    }
    Ok(found)
}

/// The live rows whose link named goes to one of these rows, plus one, by the linked row's key.
fn linking(
    frame: &Frame,
    name: &str,
    rows: &HashMap<Key, i64>,
) -> Result<HashMap<Key, Vec<usize>>, Fault> {
    let column = frame.column(name)?;
    let by_row: HashMap<i64, &Key> = rows.iter().map(|(key, row)| (*row, key)).collect();
    let mut found: HashMap<Key, Vec<usize>> = HashMap::new();
    for row in rows_of(column, &by_row) {
        if let Some(key) = by_row.get(&column.at(row)).filter(|_| frame.is_live(row)) {
            found.entry((*key).clone()).or_default().push(row);
        }
    }
    Ok(found)
}

/// The rows that may have one of some values: a bit per value is looked at before a hash.
fn rows_of(column: &Column, wanted: &HashMap<i64, &Key>) -> Vec<usize> {
    const BITS: u64 = 1 << 16;
    let mut bits = vec![0_u64; BITS as usize / 64];
    for &value in wanted.keys() {
        let at = value as u64 % BITS;
        bits[at as usize / 64] |= 1 << (at % 64);
    }
    let base = column.base;
    each_width!(&column.data, raw => {
        let may = |(row, &stored): (usize, &_)| {
            let at = (base + i64::from(stored)) as u64 % BITS;
            (bits[at as usize / 64] >> (at % 64) & 1 != 0).then_some(row)
        };
        raw.iter().enumerate().filter_map(may).collect()
    })
}

/// Replaces the rows of each key; answers the rows as they stand then, in order.
fn merge(
    frame: &mut Frame,
    changed: &Frame,
    links: &HashMap<String, HashMap<Key, i64>>,
    mut standing: HashMap<Key, Vec<usize>>,
) -> Result<Vec<u32>, Fault> {
    let name = frame.key.clone().ok_or_else(|| Fault::NoKey(frame.name.clone()))?;
    let keys = changed.column(&name)?;
    let mut order: Vec<Key> = Vec::new();
    let mut coming: HashMap<Key, Vec<usize>> = HashMap::new();
    for row in 0..changed.rows {
        let key = Key::at(keys, row);
        let rows = coming.entry(key.clone()).or_default();
        if rows.is_empty() {
            order.push(key);
        }
        rows.push(row);
    }
    let mut now = Vec::new();
    for key in &order {
        let from: Vec<usize> =
            coming[key].iter().copied().filter(|&row| changed.is_live(row)).collect();
        let mut to = standing.remove(key).unwrap_or_default();
        if from.len() > to.len() {
            to.drain(..).for_each(|row| gone(frame, row));
        }
        to.drain(from.len().min(to.len())..).for_each(|row| gone(frame, row));
        to.extend(frame.rows..frame.rows + from.len() - to.len());
        for (from, to) in from.into_iter().zip(to) {
            copy(frame, to, changed, from, links)?;
            now.push(to as u32);
        }
    }
    now.sort_unstable();
    Ok(now)
}

fn gone(frame: &mut Frame, row: usize) {
    frame.live.resize(frame.rows, 1);
    frame.live[row] = 0;
}

fn copy(
    frame: &mut Frame,
    to: usize,
    changed: &Frame,
    from: usize,
    links: &HashMap<String, HashMap<Key, i64>>,
) -> Result<(), Fault> {
    for (name, column) in &mut frame.columns {
        let source = changed.column(name)?;
        let value = translated(column, source, from, links.get(name))
            .ok_or_else(|| Fault::Kind(name.clone()))?;
        column.set(to, value);
    }
    if to == frame.rows {
        frame.rows += 1;
        if !frame.live.is_empty() {
            frame.live.push(1);
        }
    }
    Ok(())
}

fn translated(
    column: &mut Column,
    source: &Column,
    row: usize,
    links: Option<&HashMap<Key, i64>>,
) -> Option<i64> {
    match (&mut column.kind, &source.kind) {
        (ColumnKind::Text(words), ColumnKind::Text(_)) => {
            Some(i64::from(Arc::make_mut(words).code(source.text(row))))
        }
        (ColumnKind::Link(_), _) => Some(links?.get(&Key::at(source, row)).copied().unwrap_or(0)),
        (ColumnKind::Int | ColumnKind::Day, ColumnKind::Int | ColumnKind::Day) => {
            Some(source.at(row))
        }
        _ => None,
    }
}
