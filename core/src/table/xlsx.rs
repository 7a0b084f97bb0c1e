//! XLSX in, behind bounds: what the archive says of itself and what comes out of it are both
//! counted before anything is parsed.
//!
//! Sheets keep numbers as floats. They leave here as the 15 digits that a sheet shows, so that
//! nothing behind computes with them.

use crate::said;
use crate::said::Said;
use std::io::{Cursor, Read};

use calamine::{DataRef, ExcelDateTime, Reader, Style, Xlsx};
use zip::ZipArchive;

use super::{MOST_BYTES, MOST_CELLS, MOST_COLUMNS, SheetRow, Table};

/// The most bytes that come out of the archive.
const MOST_INFLATED: u64 = 100 * 1024 * 1024;
/// How many times its size an archive may unpack to.
const MOST_RATIO: u64 = 100;
/// The most parts of the archive.
const MOST_ENTRIES: usize = 1_000;
/// Tables of shared texts and of styles may not have more entries than there may be cells.
const MOST_ITEMS: usize = MOST_CELLS;

/// The most characters of one cell: what the format allows (ECMA-376, and no spreadsheet takes more).
const MOST_OF_A_CELL: usize = 32_767;
/// The most bytes of text of all cells together: one shared text may stand in every cell.
const MOST_TEXT: usize = 32 * 1024 * 1024;

const DAMAGED: &str = "The file is not a complete XLSX workbook. Save it again and send it whole";
const TOO_LARGE: &str = "The workbook unpacks to more than 100 MB";
const TOO_DENSE: &str = "The workbook unpacks to more than 100 times its size";
const TOO_LONG: &str = "A cell has more than 32,767 characters";
const TOO_MUCH_TEXT: &str = "The cells hold more than 32 MB of text. Send the file in parts";
const TOO_MANY_CELLS: &str = "The file has more than 20,00,000 cells";

/// Whether the bytes are an archive, as every XLSX is.
pub fn is(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Reads the rows of the first sheet that is shown.
///
/// Errors: a sentence when the file is damaged, too large, or refers to what is not in it.
pub fn read(bytes: &[u8]) -> Result<Table, Said> {
    let said = |text: &'static str| Said::from(text);
    if bytes.len() > MOST_BYTES {
        return Err(said("The file is larger than 10 MB"));
    }
    bounded(bytes).map_err(said)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| said(DAMAGED))?;
    let name = book.sheet_names().into_iter().next().ok_or_else(|| said(DAMAGED))?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(|_| said(DAMAGED))?;
    let percent: Vec<bool> = cells.styles().iter().map(is_percent).collect();
    let mut table = Table::default();
    let mut row = SheetRow::default();
    let mut held: usize = 0;
    let mut texts: usize = 0;
    while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(|_| said(DAMAGED))? {
        let (number, column) = cell.get_position();
        let number = number.saturating_add(1);
        if number < row.number {
            return Err(said(DAMAGED));
        }
        if number > row.number {
            finish(
                &mut table,
                std::mem::replace(&mut row, SheetRow { number, ..SheetRow::default() }),
            );
        }
        // Before it is copied out of the table of shared texts.
        let long = length(cell.get_value());
        texts += long;
        if long > MOST_OF_A_CELL * MOST_OF_A_CHAR {
            return Err(said(TOO_LONG));
        }
        if texts > MOST_TEXT {
            return Err(said(TOO_MUCH_TEXT));
        }
        let text = match cell.get_value() {
            DataRef::Float(number) if percent.get(style) == Some(&true) => {
                format!("{}%", shown(*number, 2))
            }
            value => text(value),
        };
        if text.trim().is_empty() {
            continue;
        }
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        if column >= MOST_COLUMNS {
            return Err(said!("A file may have at most {most} columns", most = MOST_COLUMNS));
        }
        // A cell far to the right fills the row with empty ones.
        held += (column + 1).saturating_sub(row.cells.len());
        if held > MOST_CELLS {
            return Err(said(TOO_MANY_CELLS));
        }
        if row.cells.len() <= column {
            row.cells.resize(column + 1, String::new());
        }
        if let Some(cell) = row.cells.get_mut(column) {
            *cell = text;
        }
    }
    finish(&mut table, row);
    Ok(table)
}

fn finish(table: &mut Table, row: SheetRow) {
    match row.number {
        0 => {}
        1 => table.head = row.cells,
        _ if row.is_empty() => {}
        _ => table.rows.push(row),
    }
}

/// Unpacks every part without keeping it and counts what comes out.
fn bounded(bytes: &[u8]) -> Result<(), &'static str> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| DAMAGED)?;
    if archive.len() > MOST_ENTRIES {
        return Err("The workbook has more than 1,000 parts");
    }
    let most = MOST_INFLATED.min((bytes.len() as u64).saturating_mul(MOST_RATIO));
    let too_much = if most < MOST_INFLATED { TOO_DENSE } else { TOO_LARGE };
    let mut declared: u64 = 0;
    for at in 0..archive.len() {
        let part = archive.by_index_raw(at).map_err(|_| DAMAGED)?;
        declared = declared.saturating_add(part.size());
        let name = part.name().map_err(|_| DAMAGED)?;
        if part.encrypted() || part.enclosed_name().is_none() {
            return Err(DAMAGED);
        }
        if name.contains("externalLinks/") {
            return Err("The workbook refers to other files. Save a copy that holds values only");
        }
    }
    if declared > most {
        return Err(too_much);
    }
    let mut counted: u64 = 0;
    let mut chunk = vec![0; 64 * 1024];
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).map_err(|_| DAMAGED)?;
        let mut scan = Scan::new(&part.name().map_err(|_| DAMAGED)?);
        loop {
            let read = part.read(&mut chunk).map_err(|_| DAMAGED)?;
            if read == 0 {
                break;
            }
            counted = counted.saturating_add(read as u64);
            if counted > most {
                return Err(too_much);
            }
            scan.feed(chunk.get(..read).unwrap_or_default())?;
        }
    }
    Ok(())
}

/// Looks through a part's text while it is unpacked, across the ends of its chunks.
struct Scan {
    items: &'static [&'static [u8]],
    counted: usize,
    tail: Vec<u8>,
}

/// The longest that is looked for, less one.
const OVERLAP: usize = 8;

impl Scan {
    fn new(name: &str) -> Scan {
        let items: &[&[u8]] = match name {
            _ if name.ends_with("sharedStrings.xml") => &[b"<si>", b"<si/", b"<si "],
            _ if name.ends_with("styles.xml") => &[b"<xf ", b"<xf/", b"<numFmt "],
            _ if name.contains("worksheets/") => &[b"<c ", b"<c>", b"<c/"],
            _ => &[],
        };
        Scan { items, counted: 0, tail: Vec::new() }
    }

    fn feed(&mut self, chunk: &[u8]) -> Result<(), &'static str> {
        let overlap = self.tail.len();
        let mut text = std::mem::take(&mut self.tail);
        text.extend_from_slice(chunk);
        let mut from = 0;
        while let Some(at) = text.get(from..).and_then(|rest| rest.iter().position(|b| *b == b'<'))
        {
            let at = from + at;
            from = at + 1;
            let Some(rest) = text.get(at..) else { break };
            if rest.starts_with(b"<!DOCTYPE") || rest.starts_with(b"<!ENTITY") {
                return Err("The workbook holds a document type, which no spreadsheet writes");
            }
            // What lies whole in the part seen before was counted there.
            let counts = |item: &&&[u8]| rest.starts_with(item) && at + item.len() > overlap;
            if self.items.iter().any(|item| counts(&item)) {
                self.counted += 1;
                if self.counted > MOST_ITEMS {
                    return Err(TOO_MANY_CELLS);
                }
            }
        }
        let keep = text.len().saturating_sub(OVERLAP);
        self.tail = text.split_off(keep);
        Ok(())
    }
}

/// The bytes of a character at most.
const MOST_OF_A_CHAR: usize = 4;

/// The bytes of a text that a cell names; nothing for what is written in a few characters.
fn length(value: &DataRef) -> usize {
    match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.len()
        }
        DataRef::SharedString(text) => text.len(),
        _ => 0,
    }
}

/// A cell's value as text; an error of a formula as it is shown.
fn text(value: &DataRef) -> String {
    match value {
        DataRef::Empty => String::new(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.clone()
        }
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(flag) => if *flag { "Yes" } else { "No" }.to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => shown(*number, 0),
        DataRef::DateTime(at) => moment(at),
        DataRef::Error(error) => error.to_string(),
    }
}

/// Whether a sheet shows a hundred times the number, and a percent sign behind it.
fn is_percent(style: &Style) -> bool {
    let Some(format) = &style.number_format else { return false };
    // What stands in quotes or behind a backslash is only shown.
    let unquoted = format.format_code.split('"').step_by(2);
    let multiplies = |part: &str| part.replace("\\%", "").contains('%');
    matches!(format.format_id, Some(9 | 10)) || unquoted.into_iter().any(multiplies)
}

/// The 15 digits of a float as a plain decimal, its point moved to the right; from 10^15 on with
/// its exponent, since the last digits of a longer number were lost when the sheet took it for one.
fn shown(number: f64, moved: i32) -> String {
    let digits = format!("{number:.14e}");
    let Some((digits, exponent)) = digits.split_once('e') else { return digits };
    let Ok(exponent) = exponent.parse::<i32>() else { return format!("{number}") };
    let exponent = exponent + moved;
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits),
    };
    let digits = digits.replace('.', "");
    let bare = digits.trim_end_matches('0');
    if bare.is_empty() {
        return "0".to_owned();
    }
    match usize::try_from(exponent) {
        Ok(whole) if whole >= 15 => {
            let (first, rest) = bare.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            format!("{sign}{first}{point}{rest}E+{whole}")
        }
        Ok(whole) => {
            let (before, behind) = digits.split_at(whole + 1);
            let behind = behind.trim_end_matches('0');
            let point = if behind.is_empty() { "" } else { "." };
            format!("{sign}{before}{point}{behind}")
        }
        Err(_) => {
            let zeros = "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0).min(20));
            format!("{sign}0.{zeros}{bare}")
        }
    }
}

/// A date, a time of day, or both.
fn moment(at: &ExcelDateTime) -> String {
    let (year, month, day, hours, minutes, seconds, ms) = at.to_ymd_hms_milli();
    let clock = match ms {
        0 => format!("{hours:02}:{minutes:02}:{seconds:02}"),
        _ => format!("{hours:02}:{minutes:02}:{seconds:02}.{ms:03}"),
    };
    let date = format!("{year:04}-{month:02}-{day:02}");
    match (at.as_f64() < 1.0, clock.as_str()) {
        (true, _) => clock,
        (_, "00:00:00") => date,
        _ => format!("{date} {clock}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_a_sheet_is_its_fifteen_digits() {
        for (number, want) in [
            (0.1 + 0.2, "0.3"),
            (123_456.5, "123456.5"),
            (9_822_011_111.0, "9822011111"),
            (-0.000_5, "-0.0005"),
            (0.0, "0"),
            (1.0, "1"),
            (100.0, "100"),
            (1e15, "1E+15"),
            (123_456_789_012_345_680.0, "1.23456789012346E+17"),
            (999_999_999_999_999.0, "999999999999999"),
        ] {
            assert_eq!(shown(number, 0), want);
        }
    }

    #[test]
    fn a_cell_that_shows_a_percentage_is_read_as_it_is_shown() {
        use rust_xlsxwriter::{Format, Workbook};

        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        for (row, (number, format)) in [
            (1.0, "General"),
            (0.18, "0%"),
            (0.125, "0.00%"),
            (-0.05, "[Red]0.0%"),
            (1.5, "0%;(0%)"),
            (18.0, "0.00"),
            (18.0, "0\"%\""),
            (18.0, "0\\%"),
        ]
        .into_iter()
        .enumerate()
        {
            let format = Format::new().set_num_format(format);
            let row = u32::try_from(row).unwrap();
            sheet.write_number_with_format(row, 0, number, &format).unwrap();
        }
        let table = read(&book.save_to_buffer().unwrap()).unwrap();
        let texts: Vec<&str> = table.rows.iter().map(|row| row.cells[0].as_str()).collect();
        assert_eq!(texts, ["18%", "12.5%", "-5%", "150%", "18", "18", "18"]);
    }

    #[test]
    fn a_percentage_that_was_written_is_the_same_when_it_is_read() {
        use super::super::book::{Out, XLSX};
        use super::super::cell::Cell;
        use super::super::number;
        use crate::schema::Unit;

        let mut out = Out::begin(XLSX, "Rates").unwrap();
        out.row(&[Cell::Text("GST rate (%)".to_owned())]).unwrap();
        for value in [0, 1, 250, 1_800, 10_000] {
            out.row(&[Cell::Percent(value)]).unwrap();
        }
        let table = read(&out.finish().unwrap()).unwrap();
        let values = table.rows.iter().map(|row| number::read(&row.cells[0], Unit::Bp));
        let wanted = [0, 1, 250, 1_800, 10_000].map(Some);
        assert_eq!(values.collect::<Vec<_>>(), wanted);
    }
}
