//! Exports to files: every document of a filtered list, with the columns that the person sees.

use super::cell::{self, Cell};
use super::column::{self, ColumnPlace, SheetColumn, Widths};
use super::link::Names;
use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
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
pub struct Export {
    pub def: &'static DocType,
    pub columns: Vec<SheetColumn>,
    ids: Vec<String>,
}

/// The result of a list's query, as a table.
///
/// Errors: those of the list; `Forbidden` without the right to export; `Rule` when it is more than
/// one file should hold.
pub fn open(
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
    let mut widths = Widths::default();
    for id in &ids {
        widths.fit(def.fields, &doc(&case, def, id)?.record);
    }
    let columns = column::columns(def, &widths, &|field: &Field| actor.sees(field.guarded));
    if columns.len().saturating_mul(ids.len()) > MOST_CELLS {
        let message = "The file would have more than 1,00,00,000 cells. Filter the list first";
        return Err(Halt::refuse(Code::Rule, message));
    }
    Ok(Export { def, columns, ids })
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
    Ok(Export { def, columns, ids: Vec::new() })
}

impl Export {
    pub fn heads(&self) -> Vec<Cell> {
        self.columns.iter().map(|column| Cell::Text(column.head.clone())).collect()
    }

    pub fn rows(&self) -> usize {
        self.ids.len()
    }

    /// Hands out the rows one by one.
    ///
    /// Errors: those of the reader and of whoever takes the rows.
    pub fn each(
        &self,
        read: &dyn Read,
        actor: &Actor,
        now: Instant,
        mut take: impl FnMut(&[Cell]) -> Result<(), String>,
    ) -> Result<(), Halt> {
        let case = docs::look(read, actor, now);
        let mut names = Names::default();
        for id in &self.ids {
            let doc = doc(&case, self.def, id)?;
            let mut cells = Vec::with_capacity(self.columns.len());
            for column in &self.columns {
                cells.push(cell_of(&case, &mut names, column, &doc)?);
            }
            take(&cells).map_err(Halt::Fault)?;
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

/// A document past the case's memory: an export reads each once, and there may be many.
fn doc(case: &Look, def: &DocType, id: &str) -> Result<std::sync::Arc<Doc>, Halt> {
    case.base.doc(&keys::doc(def.key, id))?.ok_or_else(|| not_found(def))
}
