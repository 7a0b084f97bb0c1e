//! One column of a frame: integers of the smallest width above a base, and what they mean.

use std::sync::Arc;

/// The meaning of a column's integers. Zero is null where they name something: no text, no link, no
/// day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A number: money in paise, weight in grams, a count.
    Int,
    /// A civil day as days since 1970-01-01; 0 is no day.
    Day,
    /// A code in the column's own words; code 0 is the empty text.
    Text(Arc<Words>),
    /// The row of the frame named, plus one; 0 is no row.
    Link(String),
}

/// The texts of a column, by code. The first is the empty text; the others stand in the order of their letters, and
/// behind them those that deltas added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    bytes: String,
    ends: Vec<u32>,
    /// So many of them stand in order.
    sorted: usize,
}

impl Words {
    /// The texts in order, the empty text before them.
    pub(super) fn of(mut texts: Vec<&str>) -> Words {
        texts.sort_unstable();
        texts.dedup();
        let mut words = Words { bytes: String::new(), ends: vec![0], sorted: 0 };
        for text in texts.iter().filter(|text| !text.is_empty()) {
            words.push(text);
        }
        words.sorted = words.len();
        words
    }

    /// Texts from their joined bytes and the end of each; `None` when they do not fit.
    pub(super) fn from_parts(bytes: String, ends: Vec<u32>) -> Option<Words> {
        let rising = ends.is_sorted();
        let fits = ends.iter().all(|&end| bytes.is_char_boundary(end as usize));
        let whole =
            ends.first() == Some(&0) && ends.last().is_some_and(|&end| end as usize == bytes.len());
        let mut words = (rising && fits && whole).then_some(Words { bytes, ends, sorted: 0 })?;
        let count = words.len() as u32;
        words.sorted = (1..count)
            .find(|&code| words.get(code - 1) >= words.get(code))
            .unwrap_or(count) as usize;
        Some(words)
    }

    pub(super) fn parts(&self) -> (&str, &[u32]) {
        (&self.bytes, &self.ends)
    }

    /// How many there are, the empty text among them.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Never: the empty text is always there.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a code; the empty text for a code that is not there.
    pub fn get(&self, code: u32) -> &str {
        let at = code as usize;
        match (at.checked_sub(1).and_then(|before| self.ends.get(before)), self.ends.get(at)) {
            (Some(&start), Some(&end)) => {
                self.bytes.get(start as usize..end as usize).unwrap_or("")
            }
            _ => "",
        }
    }

    /// The code of a text, if it is there.
    pub fn find(&self, text: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.sorted as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.get(middle) < text { low = middle + 1 } else { high = middle }
        }
        let sorted = (low < self.sorted as u32 && self.get(low) == text).then_some(low);
        sorted.or_else(|| {
            (self.sorted as u32..self.len() as u32).find(|&code| self.get(code) == text)
        })
    }

    /// The code of a text, which is added if it is not there.
    pub fn code(&mut self, text: &str) -> u32 {
        if let Some(code) = self.find(text) {
            return code;
        }
        self.push(text);
        self.len() as u32 - 1
    }

    fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len() as u32);
    }
}

/// Integers above a base, in the smallest width that holds them all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    I64(Vec<i64>),
}

/// Calls the body with the values of whatever width, as `$raw`.
macro_rules! each_width {
    ($data:expr, $raw:ident => $body:expr) => {
        match $data {
            $crate::report::column::Data::U8($raw) => $body,
            $crate::report::column::Data::U16($raw) => $body,
            $crate::report::column::Data::U32($raw) => $body,
            $crate::report::column::Data::I64($raw) => $body,
        }
    };
}
pub(crate) use each_width;

impl Data {
    /// The same values in the smallest width; as they are where one is negative.
    pub(super) fn narrow(self) -> Data {
        let values: Vec<i64> =
            each_width!(&self, raw => raw.iter().map(|&v| i64::from(v)).collect());
        let column = Column::of(ColumnKind::Int, &values);
        if column.base == 0 { column.data } else { self }
    }
}

/// A column: what its integers mean, and the integers. The value of a row is `base` plus what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub kind: ColumnKind,
    pub base: i64,
    pub data: Data,
    low: i64,
    high: i64,
    /// Whether no value is below the one before.
    pub(super) rising: bool,
}

impl Column {
    /// The values in the smallest width. A column of names never has a base: its integers are row numbers and codes.
    pub fn of(kind: ColumnKind, values: &[i64]) -> Column {
        let (low, high) = values.iter().fold((0, 0), |(low, high), &v| (v.min(low), v.max(high)));
        let base = low;
        let data = match high.checked_sub(base) {
            Some(0..=0xff) => Data::U8(values.iter().map(|v| (v - base) as u8).collect()),
            Some(0..=0xffff) => Data::U16(values.iter().map(|v| (v - base) as u16).collect()),
            Some(0..=0xffff_ffff) => Data::U32(values.iter().map(|v| (v - base) as u32).collect()),
            _ => {
                let (data, rising) = (Data::I64(values.to_vec()), values.is_sorted());
                return Column { kind, base: 0, data, low, high, rising };
            }
        };
        Column { kind, base, data, low, high, rising: values.is_sorted() }
    }

    /// A column as it was stored.
    pub(super) fn stored(kind: ColumnKind, base: i64, data: Data) -> Option<Column> {
        let (low, high, rising) = each_width!(&data, raw => extent(raw));
        let (low, high) = (low.checked_add(base)?.min(0), high.checked_add(base)?.max(0));
        Some(Column { kind, base, data, low, high, rising })
    }

    pub fn len(&self) -> usize {
        each_width!(&self.data, raw => raw.len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a row; 0 for a row that is not there.
    pub fn at(&self, row: usize) -> i64 {
        each_width!(&self.data, raw => raw.get(row).map_or(0, |&v| self.base + i64::from(v)))
    }

    /// Between these lie every value and 0.
    pub fn bounds(&self) -> (i64, i64) {
        (self.low, self.high)
    }

    pub fn words(&self) -> Option<&Words> {
        match &self.kind {
            ColumnKind::Text(words) => Some(words),
            _ => None,
        }
    }

    /// The text of a row of a text column; the empty text otherwise.
    pub fn text(&self, row: usize) -> &str {
        self.words().map_or("", |words| words.get(self.at(row) as u32))
    }

    /// Every value, in order.
    pub fn values(&self) -> Vec<i64> {
        each_width!(&self.data, raw => raw.iter().map(|&v| self.base + i64::from(v)).collect())
    }

    /// Sets a row, or adds it when it is the next one; the width grows when it must.
    pub fn set(&mut self, row: usize, value: i64) {
        if !self.holds(value) {
            let mut values = self.values();
            put(&mut values, row, value);
            *self = Column::of(self.kind.clone(), &values);
            return;
        }
        (self.low, self.high) = (self.low.min(value), self.high.max(value));
        let next = row == self.len() && (row == 0 || self.at(row - 1) <= value);
        self.rising = self.rising && (next || self.at(row) == value && row < self.len());
        let stored = value - self.base;
        match &mut self.data {
            Data::U8(raw) => put(raw, row, stored as u8),
            Data::U16(raw) => put(raw, row, stored as u16),
            Data::U32(raw) => put(raw, row, stored as u32),
            Data::I64(raw) => put(raw, row, value),
        }
    }

    /// The rows whose values lie between the two, when the rows rise.
    pub(super) fn range(&self, from: i64, to: i64) -> Option<(usize, usize)> {
        self.rising.then(|| {
            each_width!(&self.data, raw => (
                raw.partition_point(|&stored| self.base + i64::from(stored) < from),
                raw.partition_point(|&stored| self.base + i64::from(stored) <= to),
            ))
        })
    }

    /// Grows the width until a value fits.
    pub(super) fn widen(&mut self, value: i64) {
        if !self.holds(value) {
            let mut values = self.values();
            values.push(value);
            *self = Column::of(self.kind.clone(), &values);
            self.truncate(values.len() - 1);
        }
        (self.low, self.high) = (self.low.min(value), self.high.max(value));
    }

    fn truncate(&mut self, rows: usize) {
        each_width!(&mut self.data, raw => raw.truncate(rows));
    }

    fn holds(&self, value: i64) -> bool {
        let most = match self.data {
            Data::U8(_) => 0xff,
            Data::U16(_) => 0xffff,
            Data::U32(_) => 0xffff_ffff,
            Data::I64(_) => return true,
        };
        value.checked_sub(self.base).is_some_and(|stored| (0..=most).contains(&stored))
    }
}

/// The lowest number and 0, the highest and 0, and whether none is below the one before.
fn extent<T: Copy + Ord + Default + Into<i64>>(raw: &[T]) -> (i64, i64, bool) {
    let (mut low, mut high, mut rising) = (T::default(), T::default(), true);
    let mut before = raw.first().copied().unwrap_or_default();
    for block in raw.chunks(1024) {
        rising = rising && before <= block[0] && rises(block);
        before = block[block.len() - 1];
        (low, high) = bounds(block, low, high);
    }
    (low.into(), high.into(), rising)
}

// Each a call per block, so that a browser has fast code for the later ones.
#[inline(never)]
fn rises<T: Ord>(block: &[T]) -> bool {
    block.windows(2).fold(true, |rises, pair| rises & (pair[0] <= pair[1]))
}

#[inline(never)]
fn bounds<T: Copy + Ord>(block: &[T], low: T, high: T) -> (T, T) {
    block.iter().fold((low, high), |(low, high), &value| (low.min(value), high.max(value)))
}

/// Rows that a column of so many has room for beside them: deltas then add to it where it lies.
pub(super) fn spare(rows: usize) -> usize {
    rows / 64 + 64
}

/// Makes room for more rows: a million of them are not doubled for one.
pub(super) fn reserve<T>(values: &mut Vec<T>, more: usize) {
    if values.capacity() - values.len() < more {
        values.reserve_exact(more + spare(values.len()));
    }
}

fn put<T>(values: &mut Vec<T>, row: usize, value: T) {
    match values.get_mut(row) {
        Some(slot) => *slot = value,
        None => {
            reserve(values, 1);
            values.push(value);
        }
    }
}
