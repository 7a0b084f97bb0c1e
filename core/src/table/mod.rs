//! Documents as rows of a table: what a file of them holds, how a cell is read and written.
//!
//! The plain rule: one document is one row, one field one column under the field's label. A group's
//! fields stand under `Group: Field`, the rows of a field under `Field 1: Inner`, `Field 2: Inner`
//! and so on, several values of one field in one cell with `; ` between them. A unit stands in the
//! heading, `Tare (kg)`. Two more columns tell what stands beside the record: the document's number
//! and its status. Columns that the rules fill themselves are written and, when read, passed over.
//! Secrets are in no table.

#[cfg(feature = "sheet")]
pub mod book;
pub mod cell;
pub mod column;
#[cfg(feature = "sheet")]
pub mod csv;
#[cfg(feature = "decide")]
pub mod export;
#[cfg(feature = "sheet")]
pub mod import;
#[cfg(feature = "decide")]
pub mod link;
pub mod number;
pub mod plan;
#[cfg(feature = "sheet")]
pub mod rework;
#[cfg(feature = "sheet")]
pub mod statement;
#[cfg(feature = "sheet")]
pub mod xlsx;

/// The most bytes that a file of rows may have.
pub const MOST_BYTES: usize = 10 * 1024 * 1024;
/// The most cells that one may hold, empty ones between others counted.
pub const MOST_CELLS: usize = 2_000_000;
/// The most columns that one may have.
pub const MOST_COLUMNS: usize = 2_000;

/// A file's cells as texts: how its heading reads, and its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub head: Vec<String>,
    pub rows: Vec<SheetRow>,
}

/// One row of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetRow {
    /// Its number as a spreadsheet shows it; the heading is row 1.
    pub number: u32,
    pub cells: Vec<String>,
    /// Why nothing of it can be read.
    pub broken: Option<&'static str>,
}

impl SheetRow {
    pub fn is_empty(&self) -> bool {
        self.broken.is_none() && self.cells.iter().all(|cell| cell.trim().is_empty())
    }
}
