//! Files of rows on their way out: CSV by the core, XLSX with typed cells.

use godown_core::table::cell::Cell;
use godown_core::table::csv;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

pub const CSV: &str = "text/csv";
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Digits grouped as in India: 12,34,567.89.
fn grouped(places: usize) -> String {
    let part = if places == 0 { String::new() } else { format!(".{}", "0".repeat(places)) };
    format!("[>=10000000]##\\,##\\,##\\,##0{part};[>=100000]##\\,##\\,##0{part};##,##0{part}")
}

/// A file that takes one row after the other.
pub enum Out {
    Csv(Box<csv::Writer>),
    Xlsx(Box<Book>),
}

impl Out {
    /// `media` is one of [`CSV`] and [`XLSX`]; `title` names the sheet.
    ///
    /// Errors: a text for the log.
    pub fn begin(media: &str, title: &str) -> Result<Out, String> {
        match media {
            XLSX => Book::begin(title).map(|book| Out::Xlsx(Box::new(book))).map_err(told),
            _ => Ok(Out::Csv(Box::default())),
        }
    }

    pub fn row(&mut self, cells: &[Cell]) -> Result<(), String> {
        match self {
            Out::Csv(out) => out.row(cells),
            Out::Xlsx(book) => book.row(cells).map_err(told),
        }
    }

    pub fn finish(self) -> Result<Vec<u8>, String> {
        match self {
            Out::Csv(out) => out.finish(),
            Out::Xlsx(mut book) => book.book.save_to_buffer().map_err(told),
        }
    }
}

fn told(error: XlsxError) -> String {
    error.to_string()
}

/// A workbook of one sheet whose rows leave memory as they are written.
pub struct Book {
    book: Workbook,
    next: u32,
    head: Format,
    day: Format,
    /// A text that would be a formula if it were typed: it stays one when it is edited.
    quoted: Format,
    numbers: Vec<Format>,
}

impl Book {
    fn begin(title: &str) -> Result<Book, XlsxError> {
        let mut book = Workbook::new();
        // The same documents make the same file.
        let made = ExcelDateTime::from_ymd(2026, 1, 1)?;
        book.set_properties(&DocProperties::new().set_creation_datetime(&made));
        let sheet = book.add_worksheet_with_constant_memory()?;
        let plain = |c: char| !matches!(c, '[' | ']' | ':' | '*' | '?' | '/' | '\\');
        sheet.set_name(title.chars().filter(|c| plain(*c)).take(31).collect::<String>())?;
        sheet.set_freeze_panes(1, 0)?;
        Ok(Book {
            book,
            next: 0,
            head: Format::new().set_bold(),
            day: Format::new().set_num_format("dd-mm-yyyy"),
            quoted: Format::new().set_quote_prefix(),
            numbers: (0..=3).map(|places| Format::new().set_num_format(grouped(places))).collect(),
        })
    }

    fn row(&mut self, cells: &[Cell]) -> Result<(), XlsxError> {
        let at = self.next;
        self.next += 1;
        let sheet = self.book.worksheet_from_index(0)?;
        for (column, cell) in cells.iter().enumerate() {
            let column = u16::try_from(column).map_err(|_| XlsxError::RowColumnLimitError)?;
            match cell {
                Cell::Text(text) if at == 0 => {
                    sheet.set_column_width(column, width(text))?;
                    sheet.write_string_with_format(at, column, text, &self.head)?
                }
                cell => put(sheet, (at, column), cell, &self.day, &self.quoted, &self.numbers)?,
            };
        }
        Ok(())
    }
}

fn width(head: &str) -> u32 {
    u32::try_from(head.chars().count()).unwrap_or(u32::MAX).clamp(10, 32) + 2
}

fn put<'s>(
    sheet: &'s mut Worksheet,
    (row, column): (u32, u16),
    cell: &Cell,
    day: &Format,
    quoted: &Format,
    numbers: &[Format],
) -> Result<&'s mut Worksheet, XlsxError> {
    match cell {
        Cell::Empty => Ok(sheet),
        Cell::Text(text) if text.starts_with(['=', '+', '-', '@']) => {
            sheet.write_string_with_format(row, column, text, quoted)
        }
        Cell::Text(text) => sheet.write_string(row, column, text),
        Cell::Day(at) => {
            let (year, month, of_month) = at.civil();
            let year = u16::try_from(year).unwrap_or(1900);
            let (month, of_month) = (month as u8, of_month as u8);
            match ExcelDateTime::from_ymd(year, month, of_month) {
                Ok(date) => sheet.write_datetime_with_format(row, column, &date, day),
                // Sheets know no day before 1900.
                Err(_) => sheet.write_string(row, column, at.to_string()),
            }
        }
        Cell::Number { value, places } => {
            // A sheet's number is a float; every amount that a field allows is exact in one.
            let power = 10_f64.powi(i32::try_from(*places).unwrap_or(0));
            let format = numbers.get(*places).or(numbers.last());
            let number = *value as f64 / power;
            match format {
                Some(format) => sheet.write_number_with_format(row, column, number, format),
                None => sheet.write_number(row, column, number),
            }
        }
    }
}
