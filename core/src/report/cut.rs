//! A person's cut of the frames: their rows, the rows that these link to, and the columns that they
//! may see.

use std::collections::{BTreeSet, HashMap};

use super::boards::DASHBOARDS;
use super::build::{Changed, Form, NAMED, SEEN, has_month, is_linked, seen_of, slot};
use super::column::ColumnKind;
use super::facts::{self, FRAMES, Holds, PAPER, Touched};
use super::frame::FrameBuilder;
use super::register::REPORTS;
use super::{Fault, Frame, Frames, VERSION};
use crate::declare::actor::Actor;
use crate::declare::grant::Verb;
use crate::docs;
use crate::error::Halt;
use crate::kept::read::Read;
use crate::value::hash::digest;

/// A person's cut of the frames.
// DECISIONS 39
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    actor: Actor,
    /// The frames that their reports read.
    frames: BTreeSet<&'static str>,
    /// Says all that the cut depends on: another tag, another cut.
    pub scope: String,
}

impl Cut {
    pub fn of(actor: &Actor) -> Cut {
        let reports = REPORTS.iter().filter(|report| actor.opens(report.page()));
        let boards = DASHBOARDS.iter().filter(|board| actor.opens(board.page()));
        let mut frames: BTreeSet<&'static str> =
            reports.flat_map(|report| report.reads.iter().copied()).collect();
        frames.extend(boards.flat_map(|board| board.reads.iter().copied()));
        // What a frame links to comes with it: later frames link to earlier ones.
        for def in FRAMES.iter().rev() {
            if frames.contains(def.name) {
                frames.extend(def.columns.iter().filter_map(|column| match column.holds {
                    Holds::Link(to) => Some(to),
                    _ => None,
                }));
            }
        }
        let sources = FRAMES.iter().flat_map(|def| def.sources);
        let types: BTreeSet<&str> = sources
            .filter_map(|source| match source.prefix {
                ["doc", kind, ..] => Some(*kind),
                _ => None,
            })
            .collect();
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

    /// Whether the person is sent a column: they may see what it holds, and have a report that
    /// reads the frame that a secondary link leads to.
    fn sends(&self, column: &facts::FactColumn) -> bool {
        let read = match column.holds {
            Holds::Secondary(to) => self.frames.contains(to),
            _ => true,
        };
        read && self.actor.sees(column.guarded)
    }

    /// The person's part of whole frames: their rows, the rows that these link to, and the columns
    /// that they may see.
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
                let Some(to) = column.holds.to().filter(|_| self.sends(column)) else { continue };
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
    fn telling(&self, def: &facts::FrameSpec, frame: &Frame) -> Result<Option<Vec<bool>>, Fault> {
        (def.name == PAPER.name).then(|| self.mine(frame)).transpose()
    }

    /// The rows of a frame that the person's right to view reaches.
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
        def: &facts::FrameSpec,
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
        def: &'static facts::FrameSpec,
        frame: &Frame,
        rows: &[u32],
        places: &HashMap<&str, Vec<u32>>,
    ) -> Result<Frame, Fault> {
        let mut builder = FrameBuilder::new(def.name).key(def.key);
        let mut slots = Vec::new();
        for column in def.columns.iter().filter(|column| self.sends(column)) {
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
                    ColumnKind::Text(_) => {
                        builder.put_text(*slot, column.text(*row as usize));
                    }
                    ColumnKind::Link(to) => {
                        let place =
                            places.get(to.as_str()).and_then(|place| place.get(value as usize));
                        builder.put(*slot, place.map_or(0, |place| i64::from(*place)));
                    }
                    ColumnKind::Int | ColumnKind::Day => builder.put(*slot, value),
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
        let sends = |column: &facts::FactColumn| self.sends(column);
        let changed = Changed::read(read, touched, &sends, &|seen| seen.by(&self.actor))?;
        let mut delta = Frames::new(VERSION, seq, &self.scope);
        delta.since = since;
        Ok(changed.into_frames(delta, Form::Delta, &sends))
    }
}

/// Whether a column of a row is told: of a document that the person may not see, only its name.
fn tells(mine: &Option<Vec<bool>>, row: usize, column: &str) -> bool {
    mine.as_ref().is_none_or(|mine| mine[row] || NAMED.contains(&column))
}
