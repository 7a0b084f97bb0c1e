//! Frames as bytes: a header with a checksum, a directory, and one 8-byte aligned section per column.

use std::sync::Arc;

use serde_json::{Value, json};

use super::column::{Column, ColumnKind, Words};
use super::fault::Fault;
use super::frame::{Frame, Frames};
use super::pack::{Packing, pack, runs, unpack};

const MAGIC: u32 = 0x464e_5747;
/// The number of the byte format; frames of another are refused.
pub const FORMAT: u32 = 1;
const HEADER: usize = 64;

/// The frames as bytes; equal frames give equal bytes.
pub fn write(frames: &Frames) -> Vec<u8> {
    let mut sections = Vec::new();
    let directory =
        Value::Array(frames.frames.iter().map(|frame| directory(frame, &mut sections)).collect());
    let mut body = json!([frames.scope, frames.since, directory]).to_string().into_bytes();
    let directory = body.len() as u64;
    pad(&mut body);
    body.append(&mut sections);
    let mut bytes = Vec::with_capacity(HEADER + body.len());
    bytes.extend(MAGIC.to_le_bytes());
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(frames.version.to_le_bytes());
    bytes.extend(0_u32.to_le_bytes());
    bytes.extend(frames.seq.to_le_bytes());
    bytes.extend(directory.to_le_bytes());
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(checksum(&body).to_le_bytes());
    bytes.resize(HEADER, 0);
    bytes.append(&mut body);
    bytes
}

/// Frames from bytes, of the schema number wanted.
///
/// # Errors
/// When the bytes are foreign, of another format or schema, cut short, or damaged.
pub fn read(bytes: &[u8], wanted: u32) -> Result<Frames, Fault> {
    if bytes.len() < HEADER {
        return Err(if bytes.starts_with(&MAGIC.to_le_bytes()) {
            Fault::Truncated
        } else {
            Fault::Foreign
        });
    }
    let (header, body) = bytes.split_at(HEADER);
    let short =
        |at: usize| header[at..at + 4].iter().rev().fold(0_u32, |all, &b| all << 8 | u32::from(b));
    let long = |at: usize| u64::from(short(at + 4)) << 32 | u64::from(short(at));
    if short(0) != MAGIC {
        return Err(Fault::Foreign);
    }
    if short(4) != FORMAT {
        return Err(Fault::Format(short(4)));
    }
    if short(8) != wanted {
        return Err(Fault::Version { found: short(8), wanted });
    }
    if body.len() as u64 != long(32) {
        return Err(Fault::Truncated);
    }
    if checksum(body) != long(40) {
        return Err(Fault::Damaged);
    }
    parse(body, long(24), wanted, long(16)).ok_or(Fault::Damaged)
}

/// The schema number and the last entry from the header, without reading on.
pub fn heading(bytes: &[u8]) -> Option<(u32, u64)> {
    let header = bytes.get(..HEADER)?;
    let short =
        |at: usize| header[at..at + 4].iter().rev().fold(0_u32, |all, &b| all << 8 | u32::from(b));
    let seq = u64::from(short(20)) << 32 | u64::from(short(16));
    (short(0) == MAGIC && short(4) == FORMAT).then_some((short(8), seq))
}

fn directory(frame: &Frame, sections: &mut Vec<u8>) -> Value {
    let live = (!frame.live.is_empty()).then(|| section(sections, &frame.live));
    let runs = frame.key.as_deref().and_then(|key| frame.column(key).ok()).map(runs);
    let columns = frame.columns.iter().map(|(name, column)| {
        let kind = match &column.kind {
            ColumnKind::Int => json!("int"),
            ColumnKind::Day => json!("day"),
            ColumnKind::Link(to) => json!([to]),
            ColumnKind::Text(words) => {
                let (text, ends) = words.parts();
                let ends: Vec<i64> = ends.iter().map(|&end| i64::from(end)).collect();
                let (packing, bytes) = pack(&Column::of(ColumnKind::Int, &ends), None);
                json!([
                    ends.len(),
                    packing_json(packing),
                    section(sections, &bytes),
                    section(sections, text.as_bytes())
                ])
            }
        };
        let is_key = frame.key.as_ref() == Some(name);
        let (packing, bytes) = pack(column, runs.as_deref().filter(|_| !is_key));
        json!([name, kind, column.base, packing_json(packing), section(sections, &bytes)])
    });
    json!([frame.name, frame.key, frame.rows, live, columns.collect::<Vec<_>>()])
}

fn packing_json(packing: Packing) -> Value {
    json!([packing.width, packing.packed, packing.along, packing.steps, packing.scale])
}

fn parse_packing(from: &Value) -> Option<Packing> {
    let [width, packed, along, steps, scale] = from.as_array()?.as_slice() else { return None };
    Some(Packing {
        width: width.as_u64()?,
        packed: packed.as_u64()?,
        along: along.as_bool()?,
        steps: steps.as_bool()?,
        scale: scale.as_u64()?,
    })
}

/// Adds a section and tells where it lies: its start and its length.
fn section(sections: &mut Vec<u8>, bytes: &[u8]) -> Value {
    let start = sections.len();
    sections.extend_from_slice(bytes);
    let place = json!([start, sections.len() - start]);
    pad(sections);
    place
}

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
}

fn parse(body: &[u8], directory: u64, version: u32, seq: u64) -> Option<Frames> {
    let directory = usize::try_from(directory).ok()?;
    let sections = body.get(directory.checked_next_multiple_of(8)?..)?;
    let parsed: Value = serde_json::from_slice(body.get(..directory)?).ok()?;
    let [scope, since, frames] = parsed.as_array()?.as_slice() else { return None };
    let frames = frames.as_array()?.iter().map(|frame| parse_frame(frame, sections));
    let (scope, since) = (scope.as_str()?.to_owned(), since.as_u64()?);
    Some(Frames {
        version,
        seq,
        since,
        scope,
        frames: frames.collect::<Option<_>>()?,
        rollups: Vec::new(),
    })
}

fn parse_frame(from: &Value, sections: &[u8]) -> Option<Frame> {
    let [name, key, rows, live, columns] = from.as_array()?.as_slice() else { return None };
    let rows = usize::try_from(rows.as_u64()?).ok()?;
    let live = match live {
        Value::Null => Vec::new(),
        place => at(sections, place)?.iter().map(|&one| one & 1).collect(),
    };
    let (columns, key) = (columns.as_array()?, key.as_str().map(str::to_owned));
    // The key comes first: others may stand once per run of it.
    let own = columns.iter().find(|column| column.get(0).and_then(Value::as_str) == key.as_deref());
    let own = own.map(|column| parse_column(column, sections, rows, None));
    let runs = match own {
        Some(column) => Some(runs(&column?.1)),
        None => None,
    };
    let columns =
        columns.iter().map(|column| parse_column(column, sections, rows, runs.as_deref()));
    let columns = columns.collect::<Option<Vec<(String, Column)>>>()?;
    let even = columns.iter().all(|(_, column)| column.len() == rows)
        && (live.is_empty() || live.len() == rows);
    even.then_some(Frame::of(name.as_str()?.to_owned(), key, columns, rows, live))
}

fn parse_column(
    from: &Value,
    sections: &[u8],
    rows: usize,
    runs: Option<&[u32]>,
) -> Option<(String, Column)> {
    let [name, kind, base, packing, data] = from.as_array()?.as_slice() else { return None };
    let kind = match kind {
        Value::String(kind) if kind == "int" => ColumnKind::Int,
        Value::String(kind) if kind == "day" => ColumnKind::Day,
        Value::Array(parts) => match parts.as_slice() {
            [to] => ColumnKind::Link(to.as_str()?.to_owned()),
            [count, packing, ends, text] => {
                let (count, bytes) = (usize::try_from(count.as_u64()?).ok()?, at(sections, ends)?);
                let ends = unpack(parse_packing(packing)?, bytes, ColumnKind::Int, 0, count, None)?;
                let ends = ends
                    .values()
                    .into_iter()
                    .map(|end| u32::try_from(end).ok())
                    .collect::<Option<_>>()?;
                let text = std::str::from_utf8(at(sections, text)?).ok()?;
                ColumnKind::Text(Arc::new(Words::from_parts(text.to_owned(), ends)?))
            }
            _ => return None,
        },
        _ => return None,
    };
    let column =
        unpack(parse_packing(packing)?, at(sections, data)?, kind, base.as_i64()?, rows, runs)?;
    Some((name.as_str()?.to_owned(), column))
}

fn at<'a>(sections: &'a [u8], place: &Value) -> Option<&'a [u8]> {
    let [start, length] = place.as_array()?.as_slice() else { return None };
    let start = usize::try_from(start.as_u64()?).ok()?;
    sections.get(start..start.checked_add(usize::try_from(length.as_u64()?).ok()?)?)
}

/// Finds damage, not forgery: four multiplying sums side by side over 8 bytes each, so that it keeps up with memory.
fn checksum(bytes: &[u8]) -> u64 {
    let mut lanes = [1_u64, 2, 3, bytes.len() as u64];
    let (blocks, rest) = bytes.as_chunks::<32>();
    for blocks in blocks.chunks(1024) {
        mix_blocks(&mut lanes, blocks);
    }
    for &byte in rest {
        lanes[0] = mix(lanes[0], u64::from(byte));
    }
    lanes.iter().fold(0, |all, &lane| mix(all, lane))
}

#[inline(never)]
fn mix_blocks(lanes: &mut [u64; 4], blocks: &[[u8; 32]]) {
    for block in blocks {
        for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane = mix(*lane, u64::from_le_bytes(*word));
        }
    }
}

fn mix(lane: u64, word: u64) -> u64 {
    (lane ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}
