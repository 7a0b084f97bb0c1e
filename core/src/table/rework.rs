//! A file of rows brought into the shape of a type: its columns matched by hand, single cells mended, the rest as it
//! was, and each row where it was.

use std::collections::HashMap;

use super::cell::Cell;
use super::column::{self, SheetColumn};
use super::{SheetRow, csv};
use crate::json::json_struct;
use crate::json_answer;
use crate::schema::DocType;

/// So many values of a column are shown.
const SAMPLE: usize = 3;

json_answer! {
    /// A file's columns, and what they may be.
    pub struct FileColumns {
        pub columns: Vec<FileColumn>,
        /// The headings of the type's columns, in their order.
        pub offered: Vec<String>,
        /// Those that a new document cannot do without.
        pub required: Vec<String>,
    }
}

json_answer! {
    /// One column of a file.
    pub struct FileColumn {
        /// As the file writes it.
        pub head: String,
        /// The heading of the type's column that it is taken for.
        pub column: Option<String>,
        /// Its first values that are not empty.
        pub sample: Vec<String>,
    }
}

json_struct! { LEAN
    /// What is changed of a file.
    pub struct Rework {
        /// A heading for each column in turn, none for one that is left out. Empty: all stay.
        pub heads: Vec<Option<String>>,
        pub cells: Vec<MendedCell>,
    }
}

json_struct! { LEAN
    /// A cell with another text.
    pub struct MendedCell {
        /// The row's number; the heading is row 1.
        pub row: u32,
        /// The heading as the file writes it.
        pub column: String,
        pub text: String,
    }
}

/// What a file's columns are, and what they may be for `def`.
pub fn columns(def: &'static DocType, head: &[String], rows: &[SheetRow]) -> FileColumns {
    let all = column::columns(def, &column::Widths::default(), &|_| true);
    let typed = |column: &&SheetColumn| column.spot().is_some_and(|spot| !spot.computed);
    let heads = |of: &dyn Fn(&SheetColumn) -> bool| -> Vec<String> {
        all.iter()
            .filter(typed)
            .filter(|column| of(column))
            .map(|column| column.head.clone())
            .collect()
    };
    let one = |(at, name): (usize, &String)| {
        let values = rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| cell.trim());
        FileColumn {
            head: name.clone(),
            column: column::find(def, name.trim()).map(|column| column.head),
            sample: values
                .filter(|cell| !cell.is_empty())
                .take(SAMPLE)
                .map(str::to_owned)
                .collect(),
        }
    };
    FileColumns {
        columns: head.iter().enumerate().map(one).collect(),
        offered: heads(&|_| true),
        required: heads(&|column| column.spot().is_some_and(|spot| spot.needed())),
    }
}

/// The texts of cells, each named by its row and its heading; none of one that is not there.
pub fn texts<'f>(
    head: &[String],
    rows: &'f [SheetRow],
    cells: &[(u32, String)],
) -> Vec<Option<&'f str>> {
    let by_number: HashMap<u32, &SheetRow> = rows.iter().map(|row| (row.number, row)).collect();
    let text = |(row, column): &(u32, String)| {
        let at = at(head, column)?;
        Some(by_number.get(row)?.cells.get(at).map_or("", String::as_str))
    };
    cells.iter().map(text).collect()
}

fn at(head: &[String], column: &str) -> Option<usize> {
    head.iter().position(|name| name.trim() == column)
}

/// The file as CSV with what is changed of it. Rows that cannot be read stay so, and every row keeps its number.
///
/// Errors: a text for the developer.
pub fn reworked(head: &[String], rows: &[SheetRow], rework: &Rework) -> Result<String, String> {
    let kept: Vec<(usize, &str)> = match rework.heads.as_slice() {
        [] => head.iter().map(String::as_str).enumerate().collect(),
        heads => {
            heads.iter().enumerate().filter_map(|(at, name)| Some((at, name.as_deref()?))).collect()
        }
    };
    let mended: HashMap<(u32, usize), &str> = rework
        .cells
        .iter()
        .filter_map(|cell| Some(((cell.row, at(head, &cell.column)?), cell.text.as_str())))
        .collect();
    let mut out = csv::Writer::default();
    let mut put = |texts: Vec<&str>| {
        let cells: Vec<Cell> = texts.into_iter().map(|text| Cell::Text(text.to_owned())).collect();
        out.row(&cells)
    };
    put(kept.iter().map(|(_, name)| *name).collect())?;
    let mut next = 2;
    for row in rows {
        while next < row.number {
            put(vec![""])?;
            next += 1;
        }
        next = row.number + 1;
        let text = |(at, _): &(usize, &str)| {
            let cell = row.cells.get(*at).map_or("", String::as_str);
            mended.get(&(row.number, *at)).copied().unwrap_or(cell)
        };
        match row.broken {
            // What was lost is not made up: the reader names the row again.
            Some(_) => put(vec!["\u{fffd}"])?,
            None => put(kept.iter().map(text).collect())?,
        }
    }
    String::from_utf8(out.finish()?).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::csv::read;

    const FILE: &[u8] = b"Party,Town,Mobile No\nA,Pune,98220\n\nC,=1+1,\nD,Jos\xe9,1\n";

    fn changed(rework: &Rework) -> Vec<(u32, Vec<String>)> {
        let table = read(FILE).unwrap();
        let text = reworked(&table.head, &table.rows, rework).unwrap();
        let table = read(text.as_bytes()).unwrap();
        let rows = table.rows.into_iter().map(|row| (row.number, row.cells));
        std::iter::once((1, table.head)).chain(rows).collect()
    }

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn columns_are_renamed_and_left_out_and_cells_are_mended_and_all_else_stays_at_its_row() {
        let heads = vec![Some("Name".to_owned()), None, Some("Mobile".to_owned())];
        let cells = vec![MendedCell {
            row: 3,
            column: "Mobile No".to_owned(),
            text: "9822011111".to_owned(),
        }];
        let found = changed(&Rework { heads, cells });
        assert_eq!(found[0], (1, owned(&["Name", "Mobile"])));
        assert_eq!(found[1], (2, owned(&["A", "98220"])));
        assert_eq!(found[2], (3, owned(&["C", "9822011111"])));
        let table = read(FILE).unwrap();
        let text = reworked(&table.head, &table.rows, &Rework::default()).unwrap();
        let rows = read(text.as_bytes()).unwrap().rows;
        assert_eq!(rows[1].cells[1], "=1+1");
        assert!(rows[2].broken.is_some());
        assert_eq!(
            texts(&table.head, &table.rows, &[(3, "Town".to_owned()), (9, "Town".to_owned())]),
            [Some("=1+1"), None]
        );
    }
}
