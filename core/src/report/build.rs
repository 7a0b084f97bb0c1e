//! Frames out of the store: all of it, and what changed since.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::facts::{self, FRAMES, FactCell, FactColumn, FactRow, Holds, PAPER, RowScope, Touched};
use super::frame::{ColumnSlot, FrameBuilder};
use super::{Frames, VERSION};
use crate::docs;
use crate::error::Halt;
use crate::kept::read::Read;
use crate::value::Day;

/// The scope of frames that nobody's rights have cut.
pub const WHOLE: &str = "";
/// The columns of a document for a person who sees a line that names it but may not see the
/// document.
pub(super) const NAMED: &[&str] = &["id", "name", "kind", "day", "month", "imported"];
/// The column that says where a row may be seen; only whole frames have it.
pub(super) const SEEN: &str = "seen";

/// Everything that the store holds, as of an entry.
///
/// # Errors
/// Only what the reader cannot answer.
pub fn whole(read: &dyn Read, seq: u64) -> Result<Frames, Halt> {
    let mut frames = Frames::new(VERSION, seq, WHOLE);
    let mut rows_of: HashMap<&str, Places> = HashMap::new();
    for def in FRAMES {
        let mut building = Building::new(def, Form::Whole);
        let mut failed = None;
        let linked = def.columns.iter().map(|column| rows_of.get(column.holds.to()?));
        let linked: Vec<Option<&Places>> = linked.collect();
        let link = |at: usize, id: &str| {
            linked[at].and_then(|rows| rows.get(id)).map_or(0, |row| i64::from(*row) + 1)
        };
        facts::all_rows(read, def, &mut |row| {
            if building.push(&row, &link).is_none() {
                failed = Some(def.name);
            }
        })?;
        if let Some(name) = failed {
            return Err(Halt::Fault(format!("a row of the frame {name} has other columns")));
        }
        if is_linked(def.name) {
            rows_of.insert(def.name, std::mem::take(&mut building.ids));
        } else if let Some(day) = def.column("day").and_then(|at| building.slots[at]) {
            // Days that are asked for lie in few blocks then, and the kernel passes over the others.
            building.builder.in_order_of(day);
        }
        frames = frames.with(building.builder.build());
    }
    Ok(frames)
}

pub(super) fn is_linked(name: &str) -> bool {
    let mut columns = FRAMES.iter().flat_map(|def| def.columns);
    columns.any(|column| column.holds.to() == Some(name))
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Links are rows, and the rows' places are kept.
    Whole,
    /// Links are the linked rows' keys.
    Delta,
    /// As a delta of whole frames.
    WholeDelta,
}

/// The rows of ids.
type Places = HashMap<String, u32, foldhash::fast::RandomState>;

/// A frame under way.
struct Building {
    def: &'static facts::FrameSpec,
    builder: FrameBuilder,
    slots: Vec<Option<ColumnSlot>>,
    /// The column of days that tells the month, and where that is put.
    month: Option<(usize, ColumnSlot)>,
    seen: Option<ColumnSlot>,
    /// The column that links from other frames name, and its rows so far.
    id: Option<usize>,
    ids: Places,
    form: Form,
    /// Each column's last link and where it led, with the code of the row's scope: a document's
    /// lines say the same, and are looked up once.
    led: Vec<(String, i64)>,
    last_seen: Option<(RowScope<'static>, i64)>,
}

impl Building {
    fn new(def: &'static facts::FrameSpec, form: Form) -> Building {
        Building::seeing(def, form, &|_| true)
    }

    fn seeing(
        def: &'static facts::FrameSpec,
        form: Form,
        sends: &dyn Fn(&FactColumn) -> bool,
    ) -> Building {
        let mut builder = FrameBuilder::new(def.name).key(def.key);
        let mut month = None;
        let mut slots = Vec::with_capacity(def.columns.len());
        for (at, column) in def.columns.iter().enumerate() {
            let seen = sends(column);
            slots.push(seen.then(|| slot(&mut builder, column, form)));
            if seen && has_month(column) {
                month = Some((at, builder.int("month")));
            }
        }
        let id = def.column("id").filter(|_| form == Form::Whole && is_linked(def.name));
        let seen = (form != Form::Delta).then(|| builder.text(SEEN));
        let led = vec![(String::new(), 0); def.columns.len()];
        let ids = Places::default();
        Building { def, builder, slots, month, seen, id, ids, form, led, last_seen: None }
    }

    fn push(&mut self, row: &FactRow, link: &dyn Fn(usize, &str) -> i64) -> Option<()> {
        let at = self.builder.row() as u32;
        let columns = self.def.columns.iter().zip(&self.slots).zip(&mut self.led);
        for (of, (((column, slot), led), cell)) in columns.zip(&row.cells).enumerate() {
            let Some(slot) = *slot else { continue };
            match (cell, column.holds) {
                (FactCell::None, _) => {}
                (FactCell::Int(number), _) => self.builder.put(slot, *number),
                (FactCell::Text(text), Holds::Link(_) | Holds::Secondary(_))
                    if self.form == Form::Whole =>
                {
                    if led.0 != *text {
                        *led = (text.clone().into_owned(), link(of, text));
                    }
                    self.builder.put(slot, led.1);
                }
                (FactCell::Text(text), _) => {
                    self.builder.put_text(slot, text);
                }
            }
        }
        if let Some((of, slot)) = self.month
            && let Some(FactCell::Int(day)) = row.cells.get(of)
        {
            self.builder.put(slot, month_of(*day));
        }
        if let Some(FactCell::Text(id)) = self.id.and_then(|of| row.cells.get(of)) {
            self.ids.insert(id.clone().into_owned(), at);
        }
        if let Some(slot) = self.seen {
            match &self.last_seen {
                Some((seen, code)) if *seen == row.seen => self.builder.put(slot, *code),
                _ => {
                    let code = self.builder.put_text(slot, &seen_text(&row.seen));
                    self.last_seen = Some((row.seen.clone().into_owned(), code));
                }
            }
        }
        self.builder.end();
        (row.cells.len() == self.def.columns.len()).then_some(())
    }
}

pub(super) fn slot(builder: &mut FrameBuilder, column: &FactColumn, form: Form) -> ColumnSlot {
    match column.holds {
        Holds::Int | Holds::Code(_) => builder.int(column.name),
        Holds::Day => builder.day(column.name),
        Holds::Text => builder.text(column.name),
        Holds::Link(to) | Holds::Secondary(to) if form == Form::Whole => {
            builder.link(column.name, to)
        }
        Holds::Link(_) | Holds::Secondary(_) => builder.text(column.name),
    }
}

/// Frames that are sorted by day tell the month, too.
pub(super) fn has_month(column: &FactColumn) -> bool {
    column.name == "day"
}

/// A day's month as `year * 12 + month - 1`.
fn month_of(day: i64) -> i64 {
    let (year, month, _) = Day(i32::try_from(day).unwrap_or(0)).civil();
    i64::from(year) * 12 + i64::from(month) - 1
}

fn seen_text(seen: &RowScope) -> String {
    let part = |part: &Option<_>| part.clone().unwrap_or_default();
    let mut parts = vec![seen.of.into(), part(&seen.branch), part(&seen.yard), part(&seen.owner)];
    if seen.second_branch.is_some() || seen.second_yard.is_some() {
        parts.extend([part(&seen.second_branch), part(&seen.second_yard)]);
    }
    parts.join("|")
}

pub(super) fn seen_of(text: &str) -> RowScope<'_> {
    let mut parts = text.split('|');
    let of = parts.next().and_then(docs::find).map_or("", |def| def.key);
    let mut part = || parts.next().filter(|part| !part.is_empty()).map(Cow::Borrowed);
    RowScope {
        of,
        branch: part(),
        yard: part(),
        owner: part(),
        second_branch: part(),
        second_yard: part(),
    }
}

/// Leaves of a document's row what it tells to whoever may not see it.
fn only_named(row: &mut FactRow) {
    for (column, cell) in PAPER.columns.iter().zip(&mut row.cells) {
        if !NAMED.contains(&column.name) {
            *cell = FactCell::None;
        }
    }
}

/// The delta of whole frames.
///
/// # Errors
/// Only what the reader cannot answer.
pub fn whole_delta(
    read: &dyn Read,
    touched: &BTreeSet<Touched>,
    since: u64,
    seq: u64,
) -> Result<Frames, Halt> {
    let changed = Changed::read(read, touched.iter(), &|_| false, &|_| true)?;
    let mut delta = Frames::new(VERSION, seq, WHOLE);
    delta.since = since;
    Ok(changed.into_frames(delta, Form::WholeDelta, &|_| true))
}

/// The rows of keys, by frame; of a key without rows, that it has none.
#[derive(Default)]
pub(super) struct Changed {
    rows: BTreeMap<&'static str, BTreeMap<String, Vec<FactRow<'static>>>>,
}

/// The columns whose links are followed, and the frames and keys that they lead to.
struct Links<'f> {
    follows: &'f dyn Fn(&FactColumn) -> bool,
    found: Vec<(&'static str, String)>,
}

impl Changed {
    pub(super) fn read<'t>(
        read: &dyn Read,
        touched: impl Iterator<Item = &'t Touched>,
        follows: &dyn Fn(&FactColumn) -> bool,
        seen: &dyn Fn(&RowScope) -> bool,
    ) -> Result<Changed, Halt> {
        let mut changed = Changed::default();
        let mut links = Links { follows, found: Vec::new() };
        for one in touched {
            let mut rows = facts::rows_of(read, one)?;
            let stands = !rows.is_empty();
            rows.retain(|row| seen(&row.seen));
            // A master that is known by a line alone stays with the line; what changed of it comes
            // with the next one.
            if stands && rows.is_empty() && one.frame != PAPER.name && is_linked(one.frame) {
                continue;
            }
            changed.add_each(one.frame, &one.id, rows, &mut links);
        }
        while let Some((frame, id)) = links.found.pop() {
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
                changed.add_each(frame, &id, rows, &mut links);
            }
        }
        Ok(changed)
    }

    /// The rows of one key of the store, each under the value of its frame's own key.
    fn add_each(
        &mut self,
        frame: &'static str,
        id: &str,
        rows: Vec<FactRow<'static>>,
        links: &mut Links,
    ) {
        let own = facts::frame(frame).and_then(|def| def.column(def.key));
        let key = |row: &FactRow| match own.and_then(|at| row.cells.get(at)) {
            Some(FactCell::Text(key)) => key.clone().into_owned(),
            _ => id.to_owned(),
        };
        if rows.is_empty() {
            self.add(frame, id, rows, links);
            return;
        }
        let mut by_key: BTreeMap<String, Vec<FactRow<'static>>> = BTreeMap::new();
        for row in rows {
            by_key.entry(key(&row)).or_default().push(row);
        }
        for (key, rows) in by_key {
            self.add(frame, &key, rows, links);
        }
    }

    fn add(
        &mut self,
        frame: &'static str,
        id: &str,
        rows: Vec<FactRow<'static>>,
        links: &mut Links,
    ) {
        let columns = facts::frame(frame).map_or(&[][..], |def| def.columns);
        for row in &rows {
            for (column, cell) in columns.iter().zip(&row.cells) {
                if let (Some(to), FactCell::Text(id), true) =
                    (column.holds.to(), cell, (links.follows)(column))
                {
                    links.found.push((to, id.clone().into_owned()));
                }
            }
        }
        self.rows.entry(frame).or_default().insert(id.to_owned(), rows);
    }

    pub(super) fn into_frames(
        self,
        mut delta: Frames,
        form: Form,
        sends: &dyn Fn(&FactColumn) -> bool,
    ) -> Frames {
        for def in FRAMES {
            let Some(keys) = self.rows.get(def.name) else { continue };
            let mut building = Building::seeing(def, form, sends);
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
