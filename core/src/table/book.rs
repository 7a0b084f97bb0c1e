//! Files of rows on their way out: CSV, and XLSX with typed cells, the same bytes wherever they are made.

use super::cell::Cell;
use super::csv;
use crate::value::Day;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};

pub const CSV: &str = "text/csv";
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Both.
pub const MEDIA: &[&str] = &[CSV, XLSX];

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
        Out::opened(media, title, |book| book.add_worksheet().set_name(name_of(title)).map(drop))
    }

    /// The same for many rows: they leave memory as they are written.
    ///
    /// Errors: a text for the log.
    #[cfg(feature = "stream")]
    // DECISIONS 40
    pub fn stream(media: &str, title: &str) -> Result<Out, String> {
        Out::opened(media, title, |book| {
            book.add_worksheet_with_constant_memory()?.set_name(name_of(title)).map(drop)
        })
    }

    fn opened(
        media: &str,
        title: &str,
        sheet: impl FnOnce(&mut Workbook) -> Result<(), XlsxError>,
    ) -> Result<Out, String> {
        match media {
            XLSX => Book::begin(sheet).map(|book| Out::Xlsx(Box::new(book))).map_err(told),
            _ if media == CSV => Ok(Out::Csv(Box::default())),
            _ => Err(format!("no file of {title} is made as {media}")),
        }
    }

    pub fn row(&mut self, cells: &[Cell]) -> Result<(), String> {
        match self {
            Out::Csv(out) => out.row(cells),
            Out::Xlsx(book) => book.row(cells).map_err(told),
        }
    }

    /// The bytes so far, of a file whose beginning does not rest on its end: none of a workbook.
    pub fn taken(&mut self) -> Result<Vec<u8>, String> {
        match self {
            Out::Csv(out) => out.taken(),
            Out::Xlsx(_) => Ok(Vec::new()),
        }
    }

    pub fn finish(self) -> Result<Vec<u8>, String> {
        match self {
            Out::Csv(out) => out.finish(),
            Out::Xlsx(mut book) => book.book.save_to_buffer().map_err(told),
        }
    }
}

/// A valid name for a sheet.
fn name_of(title: &str) -> String {
    let plain = |c: &char| !matches!(c, '[' | ']' | ':' | '*' | '?' | '/' | '\\');
    title.chars().filter(plain).take(31).collect()
}

fn told(error: XlsxError) -> String {
    error.to_string()
}

/// A workbook of one sheet.
pub struct Book {
    book: Workbook,
    next: u32,
    head: Format,
    day: Format,
    /// A text that would be a formula if it were typed: it stays one when it is edited.
    quoted: Format,
    numbers: Vec<Format>,
    percent: Format,
}

impl Book {
    fn begin(
        sheet: impl FnOnce(&mut Workbook) -> Result<(), XlsxError>,
    ) -> Result<Book, XlsxError> {
        let mut book = Workbook::new();
        // The same documents make the same file.
        let made = ExcelDateTime::from_ymd(2026, 1, 1)?;
        book.set_properties(&DocProperties::new().set_creation_datetime(&made));
        sheet(&mut book)?;
        book.worksheet_from_index(0)?.set_freeze_panes(1, 0)?;
        Ok(Book {
            book,
            next: 0,
            head: Format::new().set_bold(),
            day: Format::new().set_num_format("dd-mm-yyyy"),
            quoted: Format::new().set_quote_prefix(),
            numbers: (0..=3).map(|places| Format::new().set_num_format(grouped(places))).collect(),
            percent: Format::new().set_num_format("0.00%"),
        })
    }

    fn row(&mut self, cells: &[Cell]) -> Result<(), XlsxError> {
        let at = self.next;
        self.next += 1;
        for (column, cell) in cells.iter().enumerate() {
            let column = u16::try_from(column).map_err(|_| XlsxError::RowColumnLimitError)?;
            match cell {
                Cell::Text(text) if at == 0 => {
                    let sheet = self.book.worksheet_from_index(0)?;
                    sheet.set_column_width(column, width(text))?;
                    sheet.write_string_with_format(at, column, text, &self.head)?;
                }
                cell => self.put(at, column, cell)?,
            }
        }
        Ok(())
    }

    fn put(&mut self, row: u32, column: u16, cell: &Cell) -> Result<(), XlsxError> {
        let sheet = self.book.worksheet_from_index(0)?;
        match cell {
            Cell::Empty => {}
            Cell::Text(text) if text.starts_with(['=', '+', '-', '@']) => {
                sheet.write_string_with_format(row, column, text, &self.quoted)?;
            }
            Cell::Text(text) => {
                sheet.write_string(row, column, text)?;
            }
            Cell::Day(at) => match date(*at) {
                Ok(date) => {
                    sheet.write_datetime_with_format(row, column, &date, &self.day)?;
                }
                // Sheets know no day before 1900.
                Err(_) => {
                    sheet.write_string(row, column, at.to_string())?;
                }
            },
            Cell::Number { value, places } => {
                let format = self.numbers.get(*places).or(self.numbers.last());
                let number = number(*value, *places);
                match format {
                    Some(format) => sheet.write_number_with_format(row, column, number, format)?,
                    None => sheet.write_number(row, column, number)?,
                };
            }
            Cell::Percent(value) => {
                sheet.write_number_with_format(row, column, number(*value, 4), &self.percent)?;
            }
        }
        Ok(())
    }
}

/// A sheet's number is a float; every amount that a field allows is exact in one.
fn number(value: i64, places: usize) -> f64 {
    value as f64 / 10_f64.powi(i32::try_from(places).unwrap_or(0))
}

fn date(day: Day) -> Result<ExcelDateTime, XlsxError> {
    let (year, month, of_month) = day.civil();
    ExcelDateTime::from_ymd(u16::try_from(year).unwrap_or(1900), month as u8, of_month as u8)
}

fn width(head: &str) -> u32 {
    u32::try_from(head.chars().count()).unwrap_or(u32::MAX).clamp(10, 32) + 2
}
