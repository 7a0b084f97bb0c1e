//! A column as the fewest bytes: once per key where it follows the key, differences where they are smaller, whole
//! multiples divided, and the bytes of equal weight side by side, where a compressor finds what repeats.

use std::ops::Range;

use super::column::{Column, ColumnKind, Data, each_width, spare};

/// How a column's numbers were packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packing {
    /// The width in memory, in bytes.
    pub(super) width: u64,
    /// The bytes of a packed number.
    pub(super) packed: u64,
    /// One number per run of the frame's key.
    pub(super) along: bool,
    /// Each number is the difference from the one before.
    pub(super) steps: bool,
    /// The factor of each number.
    pub(super) scale: u64,
}

/// The first row of each run of equal values.
pub(super) fn runs(column: &Column) -> Vec<u32> {
    let mut firsts = Vec::with_capacity(column.len());
    each_width!(&column.data, raw => {
        for start in (0..raw.len()).step_by(BLOCK) {
            begins(raw, start..raw.len().min(start + BLOCK), &mut firsts);
        }
    });
    firsts
}

#[inline(never)]
fn begins<T: PartialEq>(raw: &[T], rows: Range<usize>, firsts: &mut Vec<u32>) {
    let mut count = firsts.len();
    firsts.resize(count + rows.len(), 0);
    for row in rows {
        firsts[count] = row as u32;
        count += usize::from(row == 0 || raw[row] != raw[row - 1]);
    }
    firsts.truncate(count);
}

/// Packs a column; `runs` are those of the frame's key, for a column that is not the key.
// DECISIONS 35
pub(super) fn pack(column: &Column, runs: Option<&[u32]>) -> (Packing, Vec<u8>) {
    let mut numbers: Vec<u64> =
        each_width!(&column.data, raw => raw.iter().map(|&v| i64::from(v) as u64).collect());
    let width = match column.data {
        Data::U8(_) => 1,
        Data::U16(_) => 2,
        Data::U32(_) => 4,
        Data::I64(_) => 8,
    };
    let along = runs.filter(|runs| runs.len() < numbers.len() && follows(&numbers, runs));
    if let Some(runs) = along {
        numbers = runs.iter().map(|&row| numbers[row as usize]).collect();
    }
    let stepped: Vec<u64> = std::iter::once(0)
        .chain(numbers.iter().copied())
        .zip(&numbers)
        .map(|(a, &b)| zigzag(b.wrapping_sub(a)))
        .collect();
    let steps = stepped.len() > 1 && bytes_of(&stepped) < bytes_of(&numbers);
    let mut scale = 1;
    if steps {
        numbers = stepped;
    } else {
        scale = numbers
            .iter()
            .fold(0, |all, &number| if all == 1 { 1 } else { divisor(all, number) })
            .max(1);
        if width < 8 {
            numbers.iter_mut().for_each(|number| *number /= scale);
        } else {
            scale = 1;
        }
    }
    let packed = bytes_of(&numbers);
    let mut bytes = Vec::with_capacity(numbers.len() * packed as usize);
    for weight in 0..packed {
        bytes.extend(numbers.iter().map(|number| (number >> (8 * weight)) as u8));
    }
    (Packing { width, packed, along: along.is_some(), steps, scale }, bytes)
}

/// The column of a packing, its bytes, and the runs of its frame's key; `None` when they do not fit each other.
pub(super) fn unpack(
    packing: Packing,
    bytes: &[u8],
    kind: ColumnKind,
    base: i64,
    rows: usize,
    runs: Option<&[u32]>,
) -> Option<Column> {
    let runs = if packing.along { Some(runs?) } else { None };
    let count = runs.map_or(rows, <[u32]>::len);
    let packed = usize::try_from(packing.packed).ok().filter(|packed| (1..=8).contains(packed))?;
    if bytes.len() != count.checked_mul(packed)? {
        return None;
    }
    macro_rules! data {
        ($name:ident, $t:ty) => {{
            let mut numbers: Vec<$t> = Vec::with_capacity(count + spare(count));
            match packed {
                1 if !packing.steps && packing.scale == 1 => {
                    numbers.extend(bytes.iter().map(|&byte| <$t>::from(byte)));
                }
                // Lanes of half the width hold twice as many.
                1..=4 if packing.width <= 4 => {
                    planes(packing, packed, bytes, count, |block: &[u32]| {
                        numbers.extend(block.iter().map(|&number| number as $t));
                    })
                }
                _ => planes(packing, packed, bytes, count, |block: &[u64]| {
                    numbers.extend(block.iter().map(|&number| number as $t));
                }),
            }
            Data::$name(match runs {
                Some(runs) => spread(&numbers, runs, rows),
                None => numbers,
            })
        }};
    }
    let data = match packing.width {
        1 => data!(U8, u8),
        2 => data!(U16, u16),
        4 => data!(U32, u32),
        8 => data!(I64, i64),
        _ => return None,
    };
    Column::stored(kind, base, data)
}

const BLOCK: usize = 1024;

/// The machine word that numbers are packed into.
trait Lane: Copy + Default {
    fn with_byte(self, byte: u8, weight: usize) -> Self;
    /// This step behind the number before.
    fn behind(self, before: Self) -> Self;
    fn times(self, scale: u64) -> Self;
}

macro_rules! lane {
    ($t:ty) => {
        impl Lane for $t {
            fn with_byte(self, byte: u8, weight: usize) -> Self {
                self | <$t>::from(byte) << (8 * weight)
            }

            fn behind(self, before: Self) -> Self {
                before.wrapping_add(self >> 1 ^ (self & 1).wrapping_neg())
            }

            fn times(self, scale: u64) -> Self {
                self.wrapping_mul(scale as $t)
            }
        }
    };
}
lane!(u32);
lane!(u64);

/// The numbers of planes of bytes, block by block.
fn planes<L: Lane>(
    packing: Packing,
    packed: usize,
    bytes: &[u8],
    count: usize,
    mut take: impl FnMut(&[L]),
) {
    let (mut space, mut before) = ([L::default(); BLOCK], L::default());
    for start in (0..count).step_by(BLOCK) {
        let space = &mut space[..BLOCK.min(count - start)];
        block(packing, packed, bytes, start, count, &mut before, space);
        take(space);
    }
}

// A call per block: a browser exchanges slow code for fast between calls, not within one.
#[inline(never)]
fn block<L: Lane>(
    packing: Packing,
    packed: usize,
    bytes: &[u8],
    start: usize,
    count: usize,
    before: &mut L,
    space: &mut [L],
) {
    space.fill(L::default());
    for weight in 0..packed {
        let plane = &bytes[weight * count + start..][..space.len()];
        space
            .iter_mut()
            .zip(plane)
            .for_each(|(number, &byte)| *number = number.with_byte(byte, weight));
    }
    if packing.steps {
        for number in space.iter_mut() {
            *before = number.behind(*before);
            *number = *before;
        }
    } else if packing.scale != 1 {
        space.iter_mut().for_each(|number| *number = number.times(packing.scale));
    }
}

/// So many rows are written at once, whatever the length of their run: the next run writes over what is too much.
const AHEAD: usize = 8;

fn spread<T: Copy + Default>(numbers: &[T], runs: &[u32], rows: usize) -> Vec<T> {
    let mut all = Vec::with_capacity(rows + spare(rows).max(AHEAD));
    all.resize(rows + AHEAD, T::default());
    let mut from = 0;
    for (numbers, starts) in numbers.chunks(BLOCK).zip(runs.chunks(BLOCK)) {
        from += starts.len();
        let end = runs.get(from).map_or(rows, |&end| end as usize);
        spread_block(numbers, starts, end, &mut all);
    }
    all.truncate(rows);
    all
}

#[inline(never)]
fn spread_block<T: Copy>(numbers: &[T], starts: &[u32], end: usize, all: &mut [T]) {
    let ends = starts.iter().skip(1).map(|&end| end as usize).chain(std::iter::once(end));
    for ((&number, &start), end) in numbers.iter().zip(starts).zip(ends) {
        let Some(run) = all.get_mut(start as usize..) else { return };
        if let Some(first) = run.first_chunk_mut::<AHEAD>() {
            *first = [number; AHEAD];
        }
        if let Some(rest) = run.get_mut(AHEAD..end - start as usize) {
            rest.fill(number);
        }
    }
}

fn follows(numbers: &[u64], runs: &[u32]) -> bool {
    let ends = runs.iter().skip(1).map(|&end| end as usize).chain(std::iter::once(numbers.len()));
    runs.iter().zip(ends).all(|(&start, end)| {
        let run = &numbers[start as usize..end];
        run.iter().all(|number| *number == run[0])
    })
}

fn bytes_of(numbers: &[u64]) -> u64 {
    let all = numbers.iter().fold(0, |all, &number| all | number);
    u64::from(64 - all.leading_zeros()).div_ceil(8).max(1)
}

fn zigzag(step: u64) -> u64 {
    step << 1 ^ (step as i64 >> 63) as u64
}

fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
