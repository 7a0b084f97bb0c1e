//! A question's paths and filters, resolved to columns and to tables over the frames that they lead to.

use std::borrow::Cow;

use super::column::{Column, ColumnKind, Data, each_width};
use super::fault::Fault;
use super::frame::{Frame, Frames};
use super::query::Filter;

/// How many rows are worked on at a time: what is between the steps stays in the first cache.
pub(super) const BLOCK: usize = 1024;

/// The values of a path: those of the frame's own column, or looked up by its link.
pub(super) struct Path<'a> {
    pub(super) first: &'a Column,
    /// The column that the linked row leads to.
    linked: Option<Cow<'a, Column>>,
    pub(super) last: &'a Column,
    pub(super) low: i64,
    pub(super) high: i64,
}

impl<'a> Path<'a> {
    pub(super) fn of(frames: &'a Frames, frame: &'a Frame, path: &str) -> Result<Path<'a>, Fault> {
        let steps = frames.path(frame, path)?;
        let ((_, first), (_, last)) = match (steps.first(), steps.last()) {
            (Some(first), Some(last)) => (*first, *last),
            _ => return Err(Fault::NoColumn(path.to_owned())),
        };
        let (low, mut high) = last.bounds();
        if let ColumnKind::Link(to) = &last.kind {
            // One range for every link to a frame, so that groups of several frames are the same groups.
            high = high.max(frames.frame(to)?.rows() as i64);
        }
        let linked =
            steps[1..].iter().rev().fold(None, |beyond: Option<Cow<'a, Column>>, (_, column)| {
                Some(match beyond {
                    None => Cow::Borrowed(*column),
                    Some(beyond) => {
                        let values: Vec<i64> =
                            column.values().into_iter().map(|link| linked(&beyond, link)).collect();
                        Cow::Owned(Column::of(ColumnKind::Int, &values))
                    }
                })
            });
        Ok(Path { first, linked, last, low, high })
    }

    pub(super) fn at(&self, row: usize) -> i64 {
        let own = self.first.at(row);
        self.linked.as_ref().map_or(own, |column| linked(column, own))
    }

    /// The values of the chosen rows of the block that begins at `start`.
    pub(super) fn gather(&self, start: usize, chosen: &Chosen<'_>, into: &mut [i64]) {
        let base = self.first.base;
        each_width!(&self.first.data, raw => {
            let raw = &raw[start..start + chosen.of];
            if chosen.rows.len() == raw.len() {
                into.iter_mut().zip(raw).for_each(|(slot, &stored)| *slot = base + i64::from(stored));
            } else {
                for (slot, &row) in into.iter_mut().zip(chosen.rows) {
                    *slot = base + i64::from(raw[usize::from(row)]);
                }
            }
        });
        let Some(linked) = &self.linked else { return };
        let base = linked.base;
        each_width!(&linked.data, raw => {
            for slot in into {
                *slot = raw.get((*slot as usize).wrapping_sub(1)).map_or(0, |&stored| base + i64::from(stored));
            }
        });
    }
}

fn linked(column: &Column, link: i64) -> i64 {
    link.checked_sub(1).and_then(|row| usize::try_from(row).ok()).map_or(0, |row| column.at(row))
}

/// Rows of a block that count, in order.
pub(super) struct Chosen<'a> {
    pub(super) rows: &'a [u16],
    /// How many rows the block has.
    pub(super) of: usize,
    /// The row that counted last before this block.
    pub(super) last: Option<usize>,
}

/// Puts the rows that count side by side; answers how many there are.
fn compact(mask: &[u8], space: &mut [u16; BLOCK]) -> usize {
    if mask.iter().fold(1, |all, &one| all & one) == 1 {
        space.iter_mut().zip(0..).for_each(|(slot, row)| *slot = row);
        return mask.len();
    }
    let mut count = 0;
    for (row, &counts) in mask.iter().enumerate() {
        space[count % BLOCK] = row as u16;
        count += usize::from(counts);
    }
    count
}

/// The filter on rows: cheap tests of every row first, then look-ups for those that are left.
pub(super) struct Where<'a> {
    cheap: Mask<'a>,
    dear: Vec<(&'a Column, Vec<u8>)>,
    /// No other rows count: where a filtered column rises, as days do.
    pub(super) range: (usize, usize),
}

impl<'a> Where<'a> {
    /// The filters of a frame, all of them, and that a row is not gone.
    pub(super) fn of(
        frames: &'a Frames,
        frame: &'a Frame,
        filters: &[Filter],
    ) -> Result<Where<'a>, Fault> {
        let (mut cheap, mut dear) = (Vec::with_capacity(filters.len() + 1), Vec::new());
        let mut range = (0, frame.rows());
        if !frame.live.is_empty() {
            cheap.push(Mask::Live(&frame.live));
        }
        for filter in filters {
            match Mask::one(frames, frame, filter)? {
                Mask::Linked(column, rows) => dear.push((column, rows)),
                mask => {
                    if let Some((from, to)) = mask.range() {
                        range = (range.0.max(from), range.1.min(to));
                    }
                    cheap.push(mask);
                }
            }
        }
        Ok(Where { cheap: Mask::All(cheap), dear, range })
    }

    /// Those of the block of `size` rows from `start` on; only those named in `wanted`, if there is one.
    #[inline(never)]
    pub(super) fn choose<'s>(
        &self,
        start: usize,
        size: usize,
        wanted: Option<&[u8]>,
        space: &'s mut [u16; BLOCK],
    ) -> Chosen<'s> {
        let mut mask = [1_u8; BLOCK];
        let mask = &mut mask[..size];
        self.cheap.read(start, mask);
        if let Some(wanted) = wanted {
            mask.iter_mut().zip(wanted).for_each(|(counts, wanted)| *counts &= wanted);
        }
        if is_none(mask) {
            return Chosen { rows: &[], of: size, last: None };
        }
        let mut count = compact(mask, space);
        for (column, rows) in &self.dear {
            let mut kept = 0;
            each_width!(&column.data, raw => {
                let raw = &raw[start..start + size];
                for at in 0..count {
                    let row = space[at % BLOCK];
                    space[kept % BLOCK] = row;
                    let link = i64::from(raw[usize::from(row)]) + column.base;
                    kept += usize::from(rows.get(link as usize).copied().unwrap_or(0));
                }
            });
            count = kept;
        }
        Chosen { rows: &space[..count], of: size, last: None }
    }
}

fn is_none(mask: &[u8]) -> bool {
    mask.iter().fold(0, |all, &one| all | one) == 0
}

/// A filter that can be asked of a block of rows; 1 where they count.
pub(super) enum Mask<'a> {
    Between(Path<'a>, i64, i64),
    /// Whether a value is in, counted from the path's least.
    Set(Path<'a>, Vec<u8>),
    /// Sorted.
    List(Path<'a>, Vec<i64>),
    /// Linked rows that count, by `row + 1`.
    Linked(&'a Column, Vec<u8>),
    Live(&'a [u8]),
    Not(Box<Mask<'a>>),
    All(Vec<Mask<'a>>),
    Any(Vec<Mask<'a>>),
}

/// A set of values over at most so many is a table and not a list.
const TABLE: i64 = 1 << 20;

impl<'a> Mask<'a> {
    pub(super) fn one(
        frames: &'a Frames,
        frame: &'a Frame,
        filter: &Filter,
    ) -> Result<Mask<'a>, Fault> {
        let many = |filters: &[Filter]| {
            filters.iter().map(|f| Mask::one(frames, frame, f)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match filter {
            Filter::Between(path, from, to) => {
                Mask::Between(Path::of(frames, frame, path)?, *from, *to)
            }
            Filter::In(path, values) => Mask::set(Path::of(frames, frame, path)?, values.clone()),
            Filter::Text(path, texts) => {
                let path = Path::of(frames, frame, path)?;
                let ColumnKind::Text(words) = &path.last.kind else {
                    return Err(Fault::Kind(format!("{}.{filter:?}", frame.name)));
                };
                let codes =
                    texts.iter().filter_map(|text| words.find(text)).map(i64::from).collect();
                Mask::set(path, codes)
            }
            Filter::Not(inner) => Mask::Not(Box::new(Mask::one(frames, frame, inner)?)),
            Filter::All(filters) => Mask::All(many(filters)?),
            Filter::Any(filters) => Mask::Any(many(filters)?),
        }
        .by_link())
    }

    fn set(path: Path<'a>, mut values: Vec<i64>) -> Mask<'a> {
        values.sort_unstable();
        values.dedup();
        // Values that follow each other are a range.
        if let (Some(&first), Some(&last)) = (values.first(), values.last())
            && last.checked_sub(first).is_some_and(|span| span as usize == values.len() - 1)
        {
            return Mask::Between(path, first, last);
        }
        match path.high.checked_sub(path.low) {
            Some(span) if span < TABLE => {
                let mut table = vec![0; span as usize + 1];
                for value in values {
                    let slot = value.checked_sub(path.low).and_then(|at| usize::try_from(at).ok());
                    if let Some(slot) = slot.and_then(|at| table.get_mut(at)) {
                        *slot = 1;
                    }
                }
                Mask::Set(path, table)
            }
            _ => Mask::List(path, values),
        }
    }

    fn range(&self) -> Option<(usize, usize)> {
        match self {
            Mask::Between(path, from, to) => path.first.range(*from, *to),
            _ => None,
        }
    }

    /// Evaluates a test through a link once per linked row.
    fn by_link(self) -> Mask<'a> {
        let (path, test): (&Path<'a>, Box<dyn Fn(i64) -> bool + '_>) = match &self {
            Mask::Between(path, from, to) => (path, Box::new(move |v| (*from..=*to).contains(&v))),
            Mask::Set(path, table) => {
                (path, Box::new(move |v| table[(v - path.low) as usize] != 0))
            }
            Mask::List(path, list) => (path, Box::new(move |v| list.binary_search(&v).is_ok())),
            _ => return self,
        };
        let linked = path.linked.as_ref().map(|column| {
            let values = column.values();
            std::iter::once(0).chain(values).map(|value| u8::from(test(value))).collect()
        });
        let column = path.first;
        drop(test);
        match linked {
            Some(linked) => Mask::Linked(column, linked),
            None => self,
        }
    }

    /// Whether each row from `start` on counts.
    pub(super) fn read(&self, start: usize, into: &mut [u8]) {
        match self {
            Mask::All(masks) => gather(masks, start, into, 1, |a, b| a & b),
            Mask::Any(masks) => gather(masks, start, into, 0, |a, b| a | b),
            Mask::Not(mask) => {
                mask.read(start, into);
                into.iter_mut().for_each(|slot| *slot ^= 1);
            }
            Mask::Live(live) => {
                into.iter_mut().zip(&live[start..]).for_each(|(slot, &one)| *slot = one)
            }
            Mask::Between(path, from, to) => between(path.first, *from, *to, start, into),
            Mask::Set(path, table) => {
                let offset = path.first.base - path.low;
                by_value(path.first, start, into, |v| {
                    table.get((v + offset) as usize).copied().unwrap_or(0)
                });
            }
            Mask::Linked(column, linked) => {
                let base = column.base;
                by_value(column, start, into, |v| {
                    linked.get((v + base) as usize).copied().unwrap_or(0)
                });
            }
            Mask::List(path, list) => {
                let base = path.first.base;
                by_value(path.first, start, into, |v| {
                    u8::from(list.binary_search(&(v + base)).is_ok())
                });
            }
        }
    }
}

fn gather(
    masks: &[Mask<'_>],
    start: usize,
    into: &mut [u8],
    none: u8,
    join: impl Fn(u8, u8) -> u8,
) {
    let Some((first, rest)) = masks.split_first() else {
        into.fill(none);
        return;
    };
    first.read(start, into);
    let mut other = [0; BLOCK];
    for mask in rest {
        if none == 1 && is_none(into) {
            return;
        }
        let other = &mut other[..into.len()];
        mask.read(start, other);
        into.iter_mut().zip(&*other).for_each(|(slot, &one)| *slot = join(*slot, one));
    }
}

fn by_value(column: &Column, start: usize, into: &mut [u8], test: impl Fn(i64) -> u8) {
    each_width!(&column.data, raw => {
        for (slot, &stored) in into.iter_mut().zip(&raw[start..]) {
            *slot = test(i64::from(stored));
        }
    });
}

fn between(column: &Column, from: i64, to: i64, start: usize, into: &mut [u8]) {
    macro_rules! narrow {
        ($raw:expr, $t:ty) => {{
            let most = i64::from(<$t>::MAX);
            let (low, high) =
                (from.saturating_sub(column.base).max(0), to.saturating_sub(column.base).min(most));
            if low > high {
                return into.fill(0);
            }
            let (low, span) = (low as $t, (high - low) as $t);
            for (slot, &stored) in into.iter_mut().zip(&$raw[start..]) {
                *slot = u8::from(stored.wrapping_sub(low) <= span);
            }
        }};
    }
    match &column.data {
        Data::U8(raw) => narrow!(raw, u8),
        Data::U16(raw) => narrow!(raw, u16),
        Data::U32(raw) => narrow!(raw, u32),
        Data::I64(raw) => {
            for (slot, stored) in into.iter_mut().zip(&raw[start..]) {
                *slot = u8::from((from..=to).contains(stored));
            }
        }
    }
}
