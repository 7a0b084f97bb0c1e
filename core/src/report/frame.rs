//! Frames: named columns of equal length, what links them, and how they are built.

use std::collections::HashMap;
use std::sync::Arc;

use super::column::{Column, ColumnKind, Words, each_width};
use super::fault::Fault;
use super::rollup::Rollup;

/// Named columns of equal length. A row that is gone keeps its number, so that links to others stay right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub name: String,
    /// The column by whose values deltas replace rows; several rows may share one.
    pub key: Option<String>,
    pub(super) columns: Vec<(String, Column)>,
    pub(super) rows: usize,
    /// One byte per row, 0 where it is gone; empty while none is.
    pub(super) live: Vec<u8>,
    /// Whether the live rows of a key stand side by side.
    pub(super) clustered: bool,
    /// The columns that the rows are sorted by.
    pub(super) sorted: Vec<String>,
}

impl Frame {
    pub(super) fn of(
        name: String,
        key: Option<String>,
        columns: Vec<(String, Column)>,
        rows: usize,
        live: Vec<u8>,
    ) -> Frame {
        let mut frame = Frame { name, key, columns, rows, live, ..Frame::default() };
        let own = frame.key.as_deref().and_then(|key| frame.column(key).ok());
        frame.clustered = own.is_some_and(side_by_side);
        frame
    }

    /// How many rows there are, those that are gone among them.
    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn is_live(&self, row: usize) -> bool {
        row < self.rows && self.live.get(row).is_none_or(|&live| live != 0)
    }

    /// Whether the column was sent: amounts are not, where the person may not see them.
    pub fn has(&self, name: &str) -> bool {
        self.column(name).is_ok()
    }

    /// # Errors
    /// When there is none of this name.
    pub fn column(&self, name: &str) -> Result<&Column, Fault> {
        let found = self.columns.iter().find(|(own, _)| own == name);
        found
            .map(|(_, column)| column)
            .ok_or_else(|| Fault::NoColumn(format!("{}.{name}", self.name)))
    }

    pub fn columns(&self) -> impl Iterator<Item = (&str, &Column)> {
        self.columns.iter().map(|(name, column)| (name.as_str(), column))
    }
}

/// Whether equal values stand side by side.
fn side_by_side(column: &Column) -> bool {
    let (low, high) = column.bounds();
    let Some(span) = high.checked_sub(low).and_then(|span| usize::try_from(span).ok()) else {
        return false;
    };
    if span / 8 > column.len() + 4096 {
        return false;
    }
    each_width!(&column.data, raw => {
        if raw.is_sorted() {
            return true;
        }
        let mut seen = vec![0_u64; span / 64 + 1];
        let mut last = None;
        for &stored in raw {
            if last != Some(stored) {
                last = Some(stored);
                let at = (column.base + i64::from(stored) - low) as usize;
                if seen[at / 64] >> (at % 64) & 1 != 0 {
                    return false;
                }
                seen[at / 64] |= 1 << (at % 64);
            }
        }
        true
    })
}

/// The key of a row: a text or a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    Text(String),
    Int(i64),
}

impl Key {
    pub(super) fn at(column: &Column, row: usize) -> Key {
        match column.words() {
            Some(_) => Key::Text(column.text(row).to_owned()),
            None => Key::Int(column.at(row)),
        }
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Key {
        Key::Text(text.to_owned())
    }
}

impl From<i64> for Key {
    fn from(number: i64) -> Key {
        Key::Int(number)
    }
}

/// A column of a frame that is being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSlot(usize);

#[derive(Debug)]
struct Building {
    name: String,
    kind: ColumnKind,
    values: Vec<i64>,
    texts: Codes,
}

/// The codes of texts, in the order in which they came; that of the empty one is 0.
type Codes = HashMap<String, i64, foldhash::fast::RandomState>;

/// Builds a frame row by row; what is not put into a row is zero or the empty text.
#[derive(Debug, Default)]
pub struct FrameBuilder {
    name: String,
    key: Option<String>,
    columns: Vec<Building>,
    rows: usize,
    gone: Vec<usize>,
}

impl FrameBuilder {
    pub fn new(name: &str) -> FrameBuilder {
        FrameBuilder { name: name.to_owned(), ..FrameBuilder::default() }
    }

    /// Names the column by whose values deltas replace rows.
    pub fn key(mut self, column: &str) -> FrameBuilder {
        self.key = Some(column.to_owned());
        self
    }

    pub fn int(&mut self, name: &str) -> ColumnSlot {
        self.add(name, ColumnKind::Int)
    }

    pub fn day(&mut self, name: &str) -> ColumnSlot {
        self.add(name, ColumnKind::Day)
    }

    pub fn text(&mut self, name: &str) -> ColumnSlot {
        self.add(name, ColumnKind::Text(Arc::new(Words::of(Vec::new()))))
    }

    /// A link to rows of the frame named. In a delta, a link is built as a text or number: the linked row's key.
    pub fn link(&mut self, name: &str, frame: &str) -> ColumnSlot {
        self.add(name, ColumnKind::Link(frame.to_owned()))
    }

    fn add(&mut self, name: &str, kind: ColumnKind) -> ColumnSlot {
        let values = vec![0; self.rows];
        let texts = Codes::from_iter([(String::new(), 0)]);
        self.columns.push(Building { name: name.to_owned(), kind, values, texts });
        ColumnSlot(self.columns.len() - 1)
    }

    /// The number of the row being built.
    pub fn row(&self) -> usize {
        self.rows
    }

    /// Puts a value into the row being built: a number, days since 1970-01-01, or a linked row plus one.
    pub fn put(&mut self, slot: ColumnSlot, value: i64) {
        self.columns[slot.0].values.push(value);
    }

    /// Puts a text into the row being built; answers its code, which can be put in place of the same text.
    pub fn put_text(&mut self, slot: ColumnSlot, text: &str) -> i64 {
        let column = &mut self.columns[slot.0];
        let next = column.texts.len() as i64;
        let code = match column.texts.get(text) {
            Some(&code) => code,
            None => *column.texts.entry(text.to_owned()).or_insert(next),
        };
        column.values.push(code);
        code
    }

    /// Ends the row.
    pub fn end(&mut self) {
        self.rows += 1;
        for column in &mut self.columns {
            column.values.resize(self.rows, 0);
        }
    }

    /// Ends a row that is gone: in a delta, one that only removes the rows of its key.
    pub fn end_gone(&mut self) {
        self.gone.push(self.rows);
        self.end();
    }

    /// Puts the rows in the order of a column, those of one key side by side at the place of their first. Nothing may
    /// link to them by their numbers yet.
    pub fn in_order_of(&mut self, slot: ColumnSlot) {
        let key = self.key.as_ref();
        let key = self.columns.iter().find(|column| Some(&column.name) == key);
        let Some(keys) = key.map(|column| &column.values).filter(|_| self.gone.is_empty()) else {
            return;
        };
        let by = &self.columns[slot.0].values;
        let mut order: Vec<(i64, u32)> = Vec::with_capacity(self.rows);
        for row in 0..self.rows {
            let same = row > 0 && keys[row] == keys[row - 1];
            let first = order.last().filter(|_| same).map_or(by[row], |(first, _)| *first);
            order.push((first, row as u32));
        }
        if order.is_sorted() {
            return;
        }
        order.sort_unstable();
        for column in &mut self.columns {
            let values = &column.values;
            column.values = order.iter().map(|(_, row)| values[*row as usize]).collect();
        }
    }

    /// The frame, its widths chosen and its texts in alphabetical order.
    pub fn build(self) -> Frame {
        let columns = self.columns.into_iter().map(|Building { name, kind, mut values, texts }| {
            let ColumnKind::Text(_) = kind else { return (name, Column::of(kind, &values)) };
            let mut coded = vec![String::new(); texts.len()];
            texts.into_iter().for_each(|(text, code)| coded[code as usize] = text);
            // They come in runs that rise, which a stable sort merges.
            let mut texts: Vec<(String, usize)> = coded.into_iter().zip(0..).collect();
            texts.sort();
            let words = Words::of(texts.iter().map(|(text, _)| text.as_str()).collect());
            let mut moved = vec![0; texts.len()];
            for (at, (_, code)) in (0..).zip(&texts) {
                moved[*code] = at;
            }
            values.iter_mut().for_each(|value| *value = moved[*value as usize]);
            (name, Column::of(ColumnKind::Text(Arc::new(words)), &values))
        });
        let columns = columns.collect();
        let mut live = if self.gone.is_empty() { Vec::new() } else { vec![1; self.rows] };
        self.gone.iter().for_each(|&row| live[row] = 0);
        Frame::of(self.name, self.key, columns, self.rows, live)
    }
}

/// A set of frames as of one `seq`, cut for one scope.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    /// The schema number: frames of another are refused.
    pub version: u32,
    /// The last journal entry in them.
    pub seq: u64,
    /// In a delta, the `seq` that it follows; 0 in a snapshot.
    pub since: u64,
    /// The scope of the person whose cut this is.
    pub scope: String,
    pub(super) frames: Vec<Frame>,
    pub(super) rollups: Vec<Rollup>,
}

impl Frames {
    pub fn new(version: u32, seq: u64, scope: &str) -> Frames {
        Frames { version, seq, scope: scope.to_owned(), ..Frames::default() }
    }

    pub fn with(mut self, frame: Frame) -> Frames {
        self.frames.push(frame);
        self
    }

    /// # Errors
    /// When there is none of this name.
    pub fn frame(&self, name: &str) -> Result<&Frame, Fault> {
        self.frames
            .iter()
            .find(|frame| frame.name == name)
            .ok_or_else(|| Fault::NoFrame(name.to_owned()))
    }

    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.frames.iter()
    }

    /// Every column that a path leads through: `customer.district` is the link, then the linked frame's column.
    ///
    /// # Errors
    /// When a part names no column, or leads on from one that is no link.
    pub(super) fn path<'a>(
        &'a self,
        frame: &'a Frame,
        path: &str,
    ) -> Result<Vec<(&'a Frame, &'a Column)>, Fault> {
        let mut at = frame;
        let mut steps: Vec<(&Frame, &Column)> = Vec::new();
        for part in path.split('.') {
            if let Some((_, last)) = steps.last() {
                let ColumnKind::Link(next) = &last.kind else {
                    return Err(Fault::Kind(path.to_owned()));
                };
                at = self.frame(next)?;
            }
            steps.push((at, at.column(part)?));
        }
        Ok(steps)
    }
}
