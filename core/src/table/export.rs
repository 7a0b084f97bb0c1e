//! Exports to files: every document of a filtered list, with the columns that the person sees.

use std::ops::Range;
use std::sync::Arc;

use super::cell::{self, Cell};
use super::column::{self, ColumnPlace, SheetColumn, Widths};
use super::link::Names;
use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs;
use crate::error::{Code, Halt};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Read;
use crate::query::list::{self, Query};
use crate::schema::{DocType, Field};
use crate::value::Instant;

/// The most cells of one export.
const MOST_CELLS: usize = 10_000_000;

/// An export about to be written: its columns, and the documents in the order of the list.
///
/// It is read part by part, so that nobody's save waits for a whole file: each row is as its
/// document stands when its part is read, and one that is gone by then is left out.
// DECISIONS 93
pub struct Export {
    pub def: &'static DocType,
    pub columns: Vec<SheetColumn>,
    ids: Vec<String>,
    widths: Widths,
}

/// The result of a list's query, as a table whose columns are not known before
/// [`measure`](Export::measure) has seen all of its rows.
///
/// Errors: those of the list; `Forbidden` without the right to export.
pub fn begin(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    query: &Query,
) -> Result<Export, Halt> {
    let case = docs::look(read, actor, now);
    let def = docs::find(doc_type)
        .ok_or_else(|| Halt::refuse(Code::NotFound, "This type of document does not exist"))?;
    if actor.may(def, Verb::View) && !actor.may(def, Verb::Export) {
        return Err(steps::forbidden(def, "export"));
    }
    let ids = list::ids(&case, def, query)?;
    Ok(Export { def, columns: Vec::new(), ids, widths: Widths::default() })
}

/// The same, measured at once.
///
/// Errors: those of [`begin`] and of [`settle`](Export::settle).
pub fn open(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    query: &Query,
) -> Result<Export, Halt> {
    let mut export = begin(read, actor, now, doc_type, query)?;
    export.measure(read, actor, now, 0..export.rows())?;
    export.settle(actor)
}

/// The columns that a file of new documents begins with.
///
/// Errors: `NotFound` for an unknown type, `Forbidden` for who may not add.
pub fn template(actor: &Actor, doc_type: &str) -> Result<Export, Halt> {
    let def = docs::find(doc_type)
        .ok_or_else(|| Halt::refuse(Code::NotFound, "This type of document does not exist"))?;
    if !actor.may(def, Verb::Add) {
        return Err(steps::forbidden(def, "add"));
    }
    let sees = |field: &Field| actor.sees(field.guarded) && !field.computed;
    let mut columns = column::columns(def, &Widths::one(def.fields), &sees);
    columns.retain(|column| column.spot().is_some());
    Ok(Export { def, columns, ids: Vec::new(), widths: Widths::default() })
}

impl Export {
    pub fn heads(&self) -> Vec<Cell> {
        self.columns.iter().map(|column| Cell::Text(column.head.clone())).collect()
    }

    pub fn rows(&self) -> usize {
        self.ids.len()
    }

    /// Finds out how wide a part of the rows is.
    pub fn measure(
        &mut self,
        read: &dyn Read,
        actor: &Actor,
        now: Instant,
        rows: Range<usize>,
    ) -> Result<(), Halt> {
        let case = docs::look(read, actor, now);
        for id in &self.ids[rows] {
            if let Some(doc) = doc(&case, self.def, id)? {
                self.widths.fit(self.def.fields, &doc.record);
            }
        }
        Ok(())
    }

    /// The columns, once all rows were measured.
    ///
    /// Errors: `Rule` when it is more than one file should hold.
    pub fn settle(self, actor: &Actor) -> Result<Export, Halt> {
        let settled = self.with_columns(actor);
        if settled.columns.len().saturating_mul(settled.ids.len()) > MOST_CELLS {
            let message = "The file would have more than 1,00,00,000 cells. Filter the list first";
            return Err(Halt::refuse(Code::Rule, message));
        }
        Ok(settled)
    }

    /// The same for a file that leaves memory as it is written, and may be of any size.
    pub fn with_columns(mut self, actor: &Actor) -> Export {
        let sees = |field: &Field| actor.sees(field.guarded);
        self.columns = column::columns(self.def, &self.widths, &sees);
        self
    }

    /// A part of the rows.
    pub fn part(
        &self,
        (read, actor, now): (&dyn Read, &Actor, Instant),
        names: &mut Names,
        rows: Range<usize>,
    ) -> Result<Vec<Vec<Cell>>, Halt> {
        let case = docs::look(read, actor, now);
        let mut part = Vec::with_capacity(rows.len());
        for id in &self.ids[rows] {
            let Some(doc) = doc(&case, self.def, id)? else { continue };
            let cells = self.columns.iter().map(|column| cell_of(&case, names, column, &doc));
            part.push(cells.collect::<Result<Vec<Cell>, Halt>>()?);
        }
        Ok(part)
    }

    /// Hands out all rows one by one.
    ///
    /// Errors: those of the reader and of whoever takes the rows.
    pub fn each(
        &self,
        read: &dyn Read,
        actor: &Actor,
        now: Instant,
        mut take: impl FnMut(&[Cell]) -> Result<(), String>,
    ) -> Result<(), Halt> {
        let mut names = Names::default();
        for row in 0..self.rows() {
            let part = self.part((read, actor, now), &mut names, row..row + 1)?;
            part.iter().try_for_each(|cells| take(cells)).map_err(Halt::Fault)?;
        }
        Ok(())
    }
}

fn cell_of(case: &Look, names: &mut Names, column: &SheetColumn, doc: &Doc) -> Result<Cell, Halt> {
    let text = |text: &str| Cell::Text(text.to_owned());
    let spot = match &column.place {
        ColumnPlace::Number => return Ok(doc.doc_no.as_deref().map_or(Cell::Empty, text)),
        ColumnPlace::Status => return Ok(text(&doc.status)),
        ColumnPlace::Field(spot) => spot,
    };
    let mut failed = None;
    let mut name = |to: &'static DocType, id: &str| match names.write(case, to, id) {
        Ok(name) => name,
        Err(halt) => {
            failed = Some(halt);
            String::new()
        }
    };
    let cell = cell::write(spot.field.kind, column.value(&doc.record), &mut name);
    failed.map_or(Ok(cell), Err)
}

/// A document past the case's memory: an export reads each once, and there may be many. `None`
/// where it is gone, or out of the person's sight, since the list was made.
fn doc(case: &Look, def: &DocType, id: &str) -> Result<Option<Arc<Doc>>, Halt> {
    let doc = case.base.doc(&keys::doc(def.key, id))?;
    Ok(doc.filter(|doc| case.actor.covers(def, Verb::View, doc)))
}
