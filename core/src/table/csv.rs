//! CSV in and out (RFC 4180): any of the encodings that spreadsheets write, and no text that a
//! spreadsheet would take for a formula.

use crate::said;
use crate::said::Said;
use std::io::BufRead;

use super::cell::Cell;
use super::{MOST_BYTES, MOST_CELLS, SheetRow, Table};

const BROKEN: &str =
    "The row holds characters that are lost or of another encoding. Save the file as CSV UTF-8";

/// Characters that a text cell must not begin with, or a spreadsheet computes it.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Reads a file's rows: UTF-8 with or without a mark, UTF-16 with one; split by commas, semicolons
/// or tabs, whichever the heading has most of. A row that is not text says so.
///
/// Errors: a sentence when it is no such file or too large.
pub fn read(bytes: &[u8]) -> Result<Table, Said> {
    if bytes.len() > MOST_BYTES {
        return Err("The file is larger than 10 MB".into());
    }
    let wide = wide(bytes)?;
    let bytes = wide.as_deref().map_or(bytes, str::as_bytes);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.iter().take(1024).any(|byte| *byte == 0) {
        return Err("The file is neither CSV nor XLSX".into());
    }
    let mut lines = Lines::open(bytes)?;
    let mut table = Table { head: std::mem::take(&mut lines.head), rows: Vec::new() };
    loop {
        let row = lines.next_row()?;
        if lines.cells > MOST_CELLS {
            return Err("The file has more than 20,00,000 cells".into());
        }
        match row {
            Some(row) => table.rows.push(row),
            None => return Ok(table),
        }
    }
}

/// A file of rows read one by one, so that it may be of any size: UTF-8, with or without a mark.
pub struct Lines<R> {
    reader: csv::Reader<R>,
    record: csv::ByteRecord,
    number: u32,
    /// How many cells were read, those of empty lines among them.
    cells: usize,
    pub head: Vec<String>,
}

impl<R: BufRead> Lines<R> {
    /// # Errors
    /// A sentence when it is no such file.
    pub fn open(mut from: R) -> Result<Lines<R>, Said> {
        let begun = from.fill_buf().map_err(|error| unreadable(&error))?;
        let mark = if begun.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let delimiter = delimiter(&begun[mark..]);
        from.consume(mark);
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).delimiter(delimiter);
        let reader = reader.from_reader(from);
        let record = csv::ByteRecord::new();
        let mut lines = Lines { reader, record, number: 0, cells: 0, head: Vec::new() };
        if let Some(row) = lines.row()? {
            if row.broken.is_some() {
                return Err(BROKEN.into());
            }
            lines.head = head(row);
        }
        Ok(lines)
    }

    /// The next row that is not empty.
    ///
    /// # Errors
    /// A sentence when the file cannot be read on.
    pub fn next_row(&mut self) -> Result<Option<SheetRow>, Said> {
        while let Some(row) = self.row()? {
            // Empty lines at the end, and between, are nothing.
            if !row.is_empty() {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    fn row(&mut self) -> Result<Option<SheetRow>, Said> {
        let more = self.reader.read_byte_record(&mut self.record);
        if !more.map_err(|error| unreadable(&error))? {
            return Ok(None);
        }
        self.number += 1;
        self.cells += self.record.len();
        Ok(Some(row(self.number, &self.record)))
    }
}

fn unreadable(error: &dyn std::fmt::Display) -> Said {
    said!("The file cannot be read as CSV: {error}", error)
}

/// A file's heading without the empty cells at its end.
fn head(row: SheetRow) -> Vec<String> {
    let mut head = row.cells;
    while head.last().is_some_and(|cell| cell.trim().is_empty()) {
        head.pop();
    }
    head
}

fn row(number: u32, record: &csv::ByteRecord) -> SheetRow {
    let mut row = SheetRow { number, cells: Vec::with_capacity(record.len()), broken: None };
    for cell in record {
        match std::str::from_utf8(cell) {
            Ok(text) if !text.contains('\u{fffd}') && !text.contains('\0') => {
                row.cells.push(bared(text).to_owned())
            }
            _ => {
                row.broken = Some(BROKEN);
                row.cells.push(String::new());
            }
        }
    }
    row
}

/// A file of plain text, as any program wrote it; what is no character is replaced.
pub fn plain_text(bytes: &[u8]) -> String {
    match wide(bytes) {
        Ok(Some(text)) => text,
        _ => {
            let bare = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            String::from_utf8_lossy(bare).into_owned()
        }
    }
}

/// UTF-16 with its mark as UTF-8; `None` for a file without such a mark.
fn wide(bytes: &[u8]) -> Result<Option<String>, Said> {
    let (body, little) = match bytes {
        [0xff, 0xfe, body @ ..] => (body, true),
        [0xfe, 0xff, body @ ..] => (body, false),
        _ => return Ok(None),
    };
    if body.len() % 2 != 0 {
        return Err("The file ends in the middle of a character".into());
    }
    let join = |pair| if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) };
    let units = body.chunks_exact(2).filter_map(|pair| Some(join(pair.try_into().ok()?)));
    let text = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
    Ok(Some(text.collect()))
}

/// The separator that stands most often in the first line, outside of quotes.
fn delimiter(bytes: &[u8]) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in bytes {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            byte if !quoted => {
                counts.iter_mut().filter(|(of, _)| of == byte).for_each(|(_, count)| *count += 1);
            }
            _ => {}
        }
    }
    // Of equals the first: a comma where there is but one column.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(of, _)| *of)
}

/// A text as it is written so that no spreadsheet computes it: an apostrophe stands before it.
pub fn safe(text: &str) -> String {
    match text.starts_with(FORMULA) || text.starts_with('\'') {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

/// The same text without the apostrophe that [`safe`] put there.
fn bared(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(FORMULA) || rest.starts_with('\'') => rest,
        _ => text,
    }
}

/// Writes rows one by one.
pub struct Writer {
    out: csv::Writer<Vec<u8>>,
}

impl Default for Writer {
    /// Begins with the mark of UTF-8, without which Excel takes ₹ for something else.
    fn default() -> Writer {
        Writer::from(b"\xef\xbb\xbf".to_vec())
    }
}

impl Writer {
    fn from(begun: Vec<u8>) -> Writer {
        let out = csv::WriterBuilder::new()
            .flexible(true)
            .terminator(csv::Terminator::CRLF)
            .from_writer(begun);
        Writer { out }
    }

    /// The bytes so far; the next ones follow them.
    ///
    /// Errors: a text for the log; writing to memory does not fail.
    pub fn taken(&mut self) -> Result<Vec<u8>, String> {
        std::mem::replace(self, Writer::from(Vec::new())).finish()
    }

    /// Errors: a text for the log; writing to memory does not fail.
    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = &'c Cell>) -> Result<(), String> {
        let texts = cells.into_iter().map(|cell| match cell {
            Cell::Text(text) => safe(text),
            plain => plain.plain(),
        });
        self.out.write_record(texts).map_err(|error| error.to_string())
    }

    /// The file's bytes.
    pub fn finish(self) -> Result<Vec<u8>, String> {
        self.out.into_inner().map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(table: &Table) -> Vec<Vec<&str>> {
        let head = std::iter::once(&table.head);
        let rows = head.chain(table.rows.iter().map(|row| &row.cells));
        rows.map(|row| row.iter().map(String::as_str).collect()).collect()
    }

    #[test]
    fn a_file_is_read_in_every_encoding_that_spreadsheets_write() {
        let text = "Name,₹\r\n\"पुणे, \"\"W\"\"\",5\r\n";
        let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
        };
        for bytes in [
            text.as_bytes().to_vec(),
            format!("\u{feff}{text}").into_bytes(),
            wide(u16::to_le_bytes),
            wide(u16::to_be_bytes),
            text.replace("W\"\"\",", "W\"\"\"\t").replace("Name,", "Name\t").into_bytes(),
            text.replace("W\"\"\",", "W\"\"\";").replace("Name,", "Name;").into_bytes(),
        ] {
            let table = read(&bytes).unwrap();
            assert_eq!(texts(&table), [["Name", "₹"], ["पुणे, \"W\"", "5"]]);
            assert_eq!(table.rows[0].number, 2);
        }
    }

    #[test]
    fn a_row_of_another_encoding_says_so_and_the_others_are_read() {
        let table = read(b"Name,Town\nA,Pune\nB,Jos\xe9\nC,\xef\xbf\xbd\nD,Nashik\n").unwrap();
        let broken: Vec<u32> =
            table.rows.iter().filter(|row| row.broken.is_some()).map(|row| row.number).collect();
        assert_eq!((table.rows.len(), broken), (4, vec![3, 4]));
        assert!(read(b"Nam\xe9,Town\nA,Pune\n").is_err());
    }

    #[test]
    fn what_is_no_csv_is_refused() {
        for bytes in [&b"\0\0\0\0"[..], b"PK\x03\x04\0\0", b"\xff\xfea"] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
        assert!(read(&vec![b'x'; MOST_BYTES + 1]).unwrap_err().message().contains("10 MB"));
        let many = "1,".repeat(MOST_CELLS / 8).replace("1,", ",,,,,,,,\n");
        assert!(read(many.as_bytes()).unwrap_err().message().contains("20,00,000 cells"));
        assert_eq!(read(b"").unwrap(), Table::default());
    }

    #[test]
    fn every_text_that_begins_like_a_formula_is_written_behind_an_apostrophe() {
        for begin in ["=", "+", "-", "@", "\t", "\r", "'", "'="] {
            let text = format!("{begin}1+1");
            assert_eq!(safe(&text), format!("'{text}"));
            assert_eq!(bared(&safe(&text)), text);
        }
        assert_eq!((safe("Ann's"), bared("'tis")), ("Ann's".to_owned(), "'tis"));
        let mut out = Writer::default();
        let number = Cell::Number { value: -5, places: 0 };
        out.row([&number, &Cell::Text("-5".to_owned())]).unwrap();
        assert_eq!(out.finish().unwrap(), b"\xef\xbb\xbf-5,'-5\r\n");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(rows in prop::collection::vec(
            prop::collection::vec("[a-c=+@'\",;\\-\\t\\n₹]{0,6}", 3), 1..6)) {
            let mut out = Writer::default();
            let head = ["h1", "h2", "h3"].map(|head| Cell::Text(head.to_owned()));
            out.row(&head).unwrap();
            for row in &rows {
                let cells: Vec<Cell> = row.iter().map(|text| Cell::Text(text.clone())).collect();
                out.row(&cells).unwrap();
            }
            let table = read(&out.finish().unwrap()).unwrap();
            let kept: Vec<Vec<String>> = rows
                .into_iter()
                .filter(|row| row.iter().any(|cell| !cell.trim().is_empty()))
                .collect();
            let read: Vec<Vec<String>> = table.rows.into_iter().map(|row| row.cells).collect();
            prop_assert_eq!(read, kept);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
        }
    }
}
