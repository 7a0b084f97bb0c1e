//! Frames out of the store: all of it, what a person may see of that, and what changed since.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::column::Kind;
use super::facts::{self, Cell, Column, FRAMES, Holds, PAPER, Row, Seen, Touched};
use super::frame::{FrameBuilder, Slot};
use super::register::REPORTS;
use super::{Fault, Frame, Frames, VERSION};
use crate::access::{Actor, Verb};
use crate::decide::command::digest;
use crate::decide::read::Read;
use crate::docs;
use crate::error::Halt;
use crate::schema::Guarded;
use crate::value::Day;

/// The scope of frames that nobody's rights have cut.
pub const WHOLE: &str = "";
/// What a document tells of itself to whoever has a line that names it but may not see it.
const NAMED: &[&str] = &["id", "name", "kind", "day", "month"];
/// The column that says where a row may be seen; only whole frames have it.
const SEEN: &str = "seen";

/// Everything that the store holds, as of an entry.
///
/// # Errors
/// Only what the reader cannot answer.
pub fn whole(read: &dyn Read, seq: u64) -> Result<Frames, Halt> {
    let mut frames = Frames::new(VERSION, seq, WHOLE);
    let mut rows_of: HashMap<&str, HashMap<String, u32>> = HashMap::new();
    for def in FRAMES {
        let mut building = Building::new(def, Form::Whole);
        let mut failed = None;
        facts::all_rows(read, def, |row| {
            let link = |to: &str, id: &str| {
                rows_of.get(to).and_then(|rows| rows.get(id)).map_or(0, |row| i64::from(*row) + 1)
            };
            if building.push(&row, &link).is_none() {
                failed = Some(def.name);
            }
        })?;
        if let Some(name) = failed {
            return Err(Halt::Fault(format!("a row of the frame {name} has other columns")));
        }
        if is_linked(def.name) {
            rows_of.insert(def.name, std::mem::take(&mut building.ids));
        }
        frames = frames.with(building.builder.build());
    }
    Ok(frames)
}

fn is_linked(name: &str) -> bool {
    let mut columns = FRAMES.iter().flat_map(|def| def.columns);
    columns.any(|column| column.holds == Holds::Link(facts::frame(name).map_or("", |def| def.name)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Links are rows, and the rows' places are kept.
    Whole,
    /// Links are the linked rows' keys.
    Delta,
    /// As a delta of whole frames.
    WholeDelta,
}

/// A frame under way.
struct Building {
    def: &'static facts::Frame,
    builder: FrameBuilder,
    slots: Vec<Option<Slot>>,
    month: Option<Slot>,
    seen: Option<Slot>,
    ids: HashMap<String, u32>,
    form: Form,
}

impl Building {
    fn new(def: &'static facts::Frame, form: Form) -> Building {
        Building::seeing(def, form, &|_| true)
    }

    fn seeing(def: &'static facts::Frame, form: Form, sees: &dyn Fn(Guarded) -> bool) -> Building {
        let mut builder = FrameBuilder::new(def.name).key(def.key);
        let mut month = None;
        let mut slots = Vec::with_capacity(def.columns.len());
        for column in def.columns.iter() {
            let seen = sees(column.guarded);
            slots.push(seen.then(|| slot(&mut builder, column, form)));
            if seen && has_month(column) {
                month = Some(builder.int("month"));
            }
        }
        let seen = (form != Form::Delta).then(|| builder.text(SEEN));
        Building { def, builder, slots, month, seen, ids: HashMap::new(), form }
    }

    fn push(&mut self, row: &Row, link: &dyn Fn(&str, &str) -> i64) -> Option<()> {
        let at = self.builder.row() as u32;
        for ((column, slot), cell) in self.def.columns.iter().zip(&self.slots).zip(&row.cells) {
            let Some(slot) = *slot else { continue };
            match (cell, column.holds) {
                (Cell::None, _) => {}
                (Cell::Int(number), _) => self.builder.put(slot, *number),
                (Cell::Text(text), Holds::Link(to)) if self.form == Form::Whole => {
                    self.builder.put(slot, link(to, text));
                }
                (Cell::Text(text), _) => self.builder.put_text(slot, text),
            }
            if let (Cell::Int(day), Some(month), true) = (cell, self.month, has_month(column)) {
                self.builder.put(month, month_of(*day));
            }
            if let ("id", Cell::Text(id)) = (column.name, cell) {
                self.ids.insert(id.clone(), at);
            }
        }
        if let Some(slot) = self.seen {
            self.builder.put_text(slot, &seen_text(&row.seen));
        }
        self.builder.end();
        (row.cells.len() == self.def.columns.len()).then_some(())
    }
}

fn slot(builder: &mut FrameBuilder, column: &Column, form: Form) -> Slot {
    match column.holds {
        Holds::Int | Holds::Code(_) => builder.int(column.name),
        Holds::Day => builder.day(column.name),
        Holds::Text => builder.text(column.name),
        Holds::Link(to) if form == Form::Whole => builder.link(column.name, to),
        Holds::Link(_) => builder.text(column.name),
    }
}

/// Frames that are sorted by day tell the month, too.
fn has_month(column: &Column) -> bool {
    column.name == "day"
}

/// A day's month as `year * 12 + month - 1`.
fn month_of(day: i64) -> i64 {
    let (year, month, _) = Day(i32::try_from(day).unwrap_or(0)).civil();
    i64::from(year) * 12 + i64::from(month) - 1
}

fn seen_text(seen: &Seen) -> String {
    let part = |part: &Option<String>| part.clone().unwrap_or_default();
    [seen.of.to_owned(), part(&seen.branch), part(&seen.yard), part(&seen.owner)].join("|")
}

fn seen_of(text: &str) -> Seen {
    let mut parts = text.split('|');
    let of = parts.next().and_then(docs::find).map_or("", |def| def.key);
    let mut part = || parts.next().filter(|part| !part.is_empty()).map(str::to_owned);
    Seen { of, branch: part(), yard: part(), owner: part() }
}

/// What of the frames is a person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    actor: Actor,
    /// The frames that his reports read.
    frames: BTreeSet<&'static str>,
    /// Says all that the cut depends on: another tag, another cut.
    pub scope: String,
}

impl Cut {
    pub fn of(actor: &Actor) -> Cut {
        let reports = REPORTS.iter().filter(|report| actor.opens(report.page()));
        let mut frames: BTreeSet<&'static str> =
            reports.flat_map(|report| report.reads.iter().copied()).collect();
        // What a frame links to comes with it: later frames link to earlier ones.
        for def in FRAMES.iter().rev() {
            if frames.contains(def.name) {
                frames.extend(def.columns.iter().filter_map(|column| match column.holds {
                    Holds::Link(to) => Some(to),
                    _ => None,
                }));
            }
        }
        let types = ["invoice", "inward", "order", "receipt", "customer", "loading", "stock_hold"];
        let reaches = types
            .iter()
            .filter_map(|kind| docs::find(kind))
            .map(|def| format!("{}{:?}", def.key, actor.reaches(def, Verb::View)));
        let scope = format!(
            "{}|{:?}|{}{}|{:?}|{:?}|{:?}|{:?}|{}",
            actor.id,
            frames,
            actor.sees_rates(),
            actor.sees_cost(),
            actor.branches,
            actor.reads_branches,
            actor.yards,
            actor.reads_yards,
            reaches.collect::<Vec<_>>().join(","),
        );
        Cut { actor: actor.clone(), frames, scope: digest(scope.bytes()) }
    }

    /// Whether the person has any frames at all.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    fn sees(&self, guarded: Guarded) -> bool {
        self.actor.sees(guarded)
    }

    /// The person's part of whole frames: his rows, the rows that these link to, and the columns he may see.
    ///
    /// # Errors
    /// When the frames are not whole.
    pub fn take(&self, whole: &Frames) -> Result<Frames, Fault> {
        let mut needed: HashMap<&str, Vec<u8>> = HashMap::new();
        let mut kept: HashMap<&str, Vec<u32>> = HashMap::new();
        for def in FRAMES.iter().rev().filter(|def| self.frames.contains(def.name)) {
            let frame = whole.frame(def.name)?;
            let wanted = needed.remove(def.name);
            let rows = self.rows(def, frame, wanted.as_deref())?;
            let mine = self.telling(def, frame)?;
            for column in def.columns {
                let Holds::Link(to) = column.holds else { continue };
                let linked = needed
                    .entry(to)
                    .or_insert_with(|| vec![0; whole.frame(to).map_or(0, Frame::rows) + 1]);
                let links = frame.column(column.name)?;
                let told = |row: &&u32| tells(&mine, **row as usize, column.name);
                rows.iter()
                    .filter(told)
                    .for_each(|row| linked[links.at(*row as usize) as usize] = 1);
            }
            kept.insert(def.name, rows);
        }
        let mut places: HashMap<&str, Vec<u32>> = HashMap::new();
        let mut mine = Frames::new(whole.version, whole.seq, &self.scope);
        for def in FRAMES.iter().filter(|def| self.frames.contains(def.name)) {
            let frame = whole.frame(def.name)?;
            let rows = kept.remove(def.name).unwrap_or_default();
            mine = mine.with(self.frame(def, frame, &rows, &places)?);
            if is_linked(def.name) {
                let mut place = vec![0; frame.rows() + 1];
                for (at, row) in rows.iter().enumerate() {
                    place[*row as usize + 1] = at as u32 + 1;
                }
                places.insert(def.name, place);
            }
        }
        Ok(mine)
    }

    /// Of documents, which ones tell all of themselves; none of other frames, whose rows all do.
    fn telling(&self, def: &facts::Frame, frame: &Frame) -> Result<Option<Vec<bool>>, Fault> {
        (def.name == PAPER.name).then(|| self.mine(frame)).transpose()
    }

    /// Which rows of a frame the person's right to view reaches.
    fn mine(&self, frame: &Frame) -> Result<Vec<bool>, Fault> {
        let seen = frame.column(SEEN)?;
        let words = seen.words().ok_or_else(|| Fault::Kind(SEEN.to_owned()))?;
        let codes: Vec<bool> =
            (0..words.len() as u32).map(|code| seen_of(words.get(code)).by(&self.actor)).collect();
        let mine = |row| codes.get(seen.at(row) as usize).copied().unwrap_or(false);
        Ok((0..frame.rows()).map(mine).collect())
    }

    /// The rows of a frame that are the person's: those linked to, of a frame that is linked to.
    fn rows(
        &self,
        def: &facts::Frame,
        frame: &Frame,
        wanted: Option<&[u8]>,
    ) -> Result<Vec<u32>, Fault> {
        let all = 0..frame.rows() as u32;
        if let (Some(wanted), true) = (wanted, def.name != PAPER.name) {
            return Ok(all.filter(|row| wanted[*row as usize + 1] != 0).collect());
        }
        let mine = self.mine(frame)?;
        let is_mine = |row: u32| mine[row as usize];
        let is_wanted = |row: u32| wanted.is_some_and(|wanted| wanted[row as usize + 1] != 0);
        Ok(all
            .filter(|row| frame.is_live(*row as usize) && (is_mine(*row) || is_wanted(*row)))
            .collect())
    }

    fn frame(
        &self,
        def: &'static facts::Frame,
        frame: &Frame,
        rows: &[u32],
        places: &HashMap<&str, Vec<u32>>,
    ) -> Result<Frame, Fault> {
        let mut builder = FrameBuilder::new(def.name).key(def.key);
        let mut slots = Vec::new();
        for column in def.columns.iter().filter(|column| self.sees(column.guarded)) {
            let own = slot(&mut builder, column, Form::Whole);
            slots.push((column.name, own, frame.column(column.name)?));
            if has_month(column) {
                slots.push(("month", builder.int("month"), frame.column("month")?));
            }
        }
        let mine = self.telling(def, frame)?;
        for row in rows {
            for (name, slot, column) in &slots {
                if !tells(&mine, *row as usize, name) {
                    continue;
                }
                let value = column.at(*row as usize);
                match &column.kind {
                    Kind::Text(_) => builder.put_text(*slot, column.text(*row as usize)),
                    Kind::Link(to) => {
                        let place =
                            places.get(to.as_str()).and_then(|place| place.get(value as usize));
                        builder.put(*slot, place.map_or(0, |place| i64::from(*place)));
                    }
                    Kind::Int | Kind::Day => builder.put(*slot, value),
                }
            }
            builder.end();
        }
        Ok(builder.build())
    }

    /// The person's part of what changed: the rows of every touched key, and the rows that they link to.
    ///
    /// # Errors
    /// Only what the reader cannot answer.
    pub fn delta(
        &self,
        read: &dyn Read,
        touched: &BTreeSet<Touched>,
        since: u64,
        seq: u64,
    ) -> Result<Frames, Halt> {
        let touched = touched.iter().filter(|one| self.frames.contains(one.frame));
        let changed = Changed::read(read, touched, true, &|seen| seen.by(&self.actor))?;
        let mut delta = Frames::new(VERSION, seq, &self.scope);
        delta.since = since;
        Ok(changed.into_frames(delta, Form::Delta, &|guarded| self.sees(guarded)))
    }
}

/// Whether a column of a row is told: of a document that the person may not see, only its name.
fn tells(mine: &Option<Vec<bool>>, row: usize, column: &str) -> bool {
    mine.as_ref().is_none_or(|mine| mine[row] || NAMED.contains(&column))
}

/// Leaves of a document's row what it tells to whoever may not see it.
fn only_named(row: &mut Row) {
    for (column, cell) in PAPER.columns.iter().zip(&mut row.cells) {
        if !NAMED.contains(&column.name) {
            *cell = Cell::None;
        }
    }
}

/// What changed of whole frames.
///
/// # Errors
/// Only what the reader cannot answer.
pub fn whole_delta(
    read: &dyn Read,
    touched: &BTreeSet<Touched>,
    since: u64,
    seq: u64,
) -> Result<Frames, Halt> {
    let changed = Changed::read(read, touched.iter(), false, &|_| true)?;
    let mut delta = Frames::new(VERSION, seq, WHOLE);
    delta.since = since;
    Ok(changed.into_frames(delta, Form::WholeDelta, &|_| true))
}

/// The rows of keys, by frame; of a key without rows, that it has none.
#[derive(Default)]
struct Changed {
    rows: BTreeMap<&'static str, BTreeMap<String, Vec<Row>>>,
}

impl Changed {
    fn read<'t>(
        read: &dyn Read,
        touched: impl Iterator<Item = &'t Touched>,
        linked: bool,
        seen: &dyn Fn(&Seen) -> bool,
    ) -> Result<Changed, Halt> {
        let mut changed = Changed::default();
        let mut links = Vec::new();
        for one in touched {
            let mut rows = facts::rows_of(read, one)?;
            rows.retain(|row| seen(&row.seen));
            changed.add(one.frame, &one.id, rows, &mut links);
        }
        while let Some((frame, id)) = links.pop().filter(|_| linked) {
            let known = changed.rows.get(frame).and_then(|rows| rows.get(&id));
            if known.is_some_and(|rows| !rows.is_empty()) {
                continue;
            }
            let mut rows = Vec::new();
            for one in facts::standing_for(frame, &id) {
                rows.extend(facts::rows_of(read, &one)?);
            }
            if frame == PAPER.name {
                rows.iter_mut().filter(|row| !seen(&row.seen)).for_each(only_named);
            }
            if !rows.is_empty() {
                changed.add(frame, &id, rows, &mut links);
            }
        }
        Ok(changed)
    }

    fn add(
        &mut self,
        frame: &'static str,
        id: &str,
        rows: Vec<Row>,
        links: &mut Vec<(&'static str, String)>,
    ) {
        let columns = facts::frame(frame).map_or(&[][..], |def| def.columns);
        for row in &rows {
            for (column, cell) in columns.iter().zip(&row.cells) {
                if let (Holds::Link(to), Cell::Text(id)) = (column.holds, cell) {
                    links.push((to, id.clone()));
                }
            }
        }
        self.rows.entry(frame).or_default().insert(id.to_owned(), rows);
    }

    fn into_frames(self, mut delta: Frames, form: Form, sees: &dyn Fn(Guarded) -> bool) -> Frames {
        for def in FRAMES {
            let Some(keys) = self.rows.get(def.name) else { continue };
            let mut building = Building::seeing(def, form, sees);
            for (id, rows) in keys {
                for row in rows {
                    building.push(row, &|_, _| 0);
                }
                let at = def.column(def.key).and_then(|at| building.slots[at]);
                if let (true, Some(slot), false) = (
                    rows.is_empty(),
                    at,
                    def.columns.iter().any(|c| c.name == def.key && c.holds == Holds::Int),
                ) {
                    building.builder.put_text(slot, id);
                    building.builder.end_gone();
                }
            }
            delta = delta.with(building.builder.build());
        }
        delta
    }
}
