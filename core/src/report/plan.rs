//! A question's paths and filters, resolved to columns and to tables over the frames that they lead to.

use super::column::{Column, Data, Kind, each_width};
use super::fault::Fault;
use super::frame::{Frame, Frames};
use super::query::Filter;

/// How many rows are worked on at a time: what is between the steps stays in the first cache.
pub(super) const BLOCK: usize = 1024;

/// The values of a path: those of the frame's own column, or looked up by its link.
pub(super) struct Path<'a> {
    pub(super) first: &'a Column,
    /// What the linked row leads to, by `row + 1`; 0 by none.
    table: Option<Column>,
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
        if let Kind::Link(to) = &last.kind {
            // One range for every link to a frame, so that groups of several frames are the same groups.
            high = high.max(frames.frame(to)?.rows() as i64);
        }
        let table = steps[1..].iter().rev().fold(None, |beyond: Option<Column>, (_, column)| {
            let value = |row| match &beyond {
                None => column.at(row),
                Some(table) => usize::try_from(column.at(row)).map_or(0, |link| table.at(link)),
            };
            let values: Vec<i64> = std::iter::once(0).chain((0..column.len()).map(value)).collect();
            Some(Column::of(Kind::Int, &values))
        });
        Ok(Path { first, table, last, low, high })
    }

    pub(super) fn at(&self, row: usize) -> i64 {
        let own = self.first.at(row);
        self.table
            .as_ref()
            .map_or(own, |table| usize::try_from(own).map_or(0, |link| table.at(link)))
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
        let Some(table) = &self.table else { return };
        each_width!(&table.data, raw => {
            for slot in into {
                *slot = raw.get(*slot as usize).map_or(0, |&stored| table.base + i64::from(stored));
            }
        });
    }
}

/// Rows of a block that count, in order.
pub(super) struct Chosen<'a> {
    pub(super) rows: &'a [u16],
    /// How many rows the block has.
    pub(super) of: usize,
}

impl<'a> Chosen<'a> {
    pub(super) fn of(mask: &[u8], space: &'a mut [u16; BLOCK]) -> Chosen<'a> {
        let mut count = 0;
        for (row, &counts) in mask.iter().enumerate() {
            space[count % BLOCK] = row as u16;
            count += usize::from(counts);
        }
        Chosen { rows: &space[..count], of: mask.len() }
    }
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
    /// The filters of a frame, all of them, and that a row is not gone.
    pub(super) fn of(
        frames: &'a Frames,
        frame: &'a Frame,
        filters: &[Filter],
    ) -> Result<Mask<'a>, Fault> {
        let live = &frame.live;
        let mut all = Vec::with_capacity(filters.len() + 1);
        if !live.is_empty() {
            all.push(Mask::Live(live));
        }
        for filter in filters {
            all.push(Mask::one(frames, frame, filter)?);
        }
        Ok(Mask::All(all))
    }

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
                let Kind::Text(words) = &path.last.kind else {
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

    /// What goes through a link is decided once per linked row.
    fn by_link(self) -> Mask<'a> {
        let (path, test): (&Path<'a>, Box<dyn Fn(i64) -> bool + '_>) = match &self {
            Mask::Between(path, from, to) => (path, Box::new(move |v| (*from..=*to).contains(&v))),
            Mask::Set(path, table) => {
                (path, Box::new(move |v| table[(v - path.low) as usize] != 0))
            }
            Mask::List(path, list) => (path, Box::new(move |v| list.binary_search(&v).is_ok())),
            _ => return self,
        };
        let linked = path
            .table
            .as_ref()
            .map(|table| table.values().into_iter().map(|v| u8::from(test(v))).collect());
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

fn gather(masks: &[Mask<'_>], start: usize, into: &mut [u8], none: u8, join: fn(u8, u8) -> u8) {
    let Some((first, rest)) = masks.split_first() else {
        into.fill(none);
        return;
    };
    first.read(start, into);
    let mut other = [0; BLOCK];
    for mask in rest {
        if none == 1 && into.iter().all(|&slot| slot == 0) {
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
