//! A report as a file: groups by their depth in a column of their own, figures as numbers.

use super::measures::FigureKind;
use super::table::{CellFormat, ReportCell, ReportHead, ReportLine};
use super::{Frames, Reported};
use crate::said;
use crate::said::Said;
use crate::table::book::{Out, XLSX};
use crate::table::cell;
use crate::value::{Day, Instant, div_half_away, grouped};

/// A workbook is made as a whole, in memory: so many cells.
const MOST_CELLS: usize = 2_500_000;
/// So many lines are made at a time.
const AT_ONCE: usize = 1_000;

/// Why a file was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// A sentence for the person.
    TooLarge(Said),
    /// A text for the log.
    Broken(String),
}

impl From<String> for FileFault {
    fn from(why: String) -> FileFault {
        FileFault::Broken(why)
    }
}

impl std::fmt::Display for FileFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FileFault::TooLarge(said) => f.write_str(said.message()),
            FileFault::Broken(why) => f.write_str(why),
        }
    }
}

/// The file of an answer; `media` is one of [`crate::table::book::CSV`] and [`XLSX`].
///
/// # Errors
/// When a workbook would be too large, or none can be made.
pub fn write(
    frames: &Frames,
    answer: &Reported,
    title: &str,
    media: &str,
) -> Result<Vec<u8>, FileFault> {
    let mut file = ReportFile::begin(answer.head(frames), title, media)?;
    for from in (0..answer.len()).step_by(AT_ONCE) {
        file.lines(&answer.lines(frames, from, AT_ONCE))?;
    }
    file.finish()
}

/// Why no file of a media type is made of a report: a sentence, or nothing.
pub fn refused(head: &ReportHead, media: &str) -> Option<Said> {
    let cells = head.lines.saturating_mul(head.heads.len());
    (media == XLSX && cells > MOST_CELLS).then(|| {
        let most = grouped(MOST_CELLS as i64);
        let (lines, columns) = (grouped(head.lines as i64), head.heads.len());
        said!(
            "A workbook holds {most} cells, and this report has {lines} lines of {columns}. \
             Select CSV, a shorter period, fewer columns or a filter.",
            most,
            lines,
            columns
        )
    })
}

/// A file that takes a report's lines part by part.
pub struct ReportFile {
    out: Out,
    head: ReportHead,
}

impl ReportFile {
    /// # Errors
    /// When a workbook would be too large, or none can be made.
    pub fn begin(head: ReportHead, title: &str, media: &str) -> Result<ReportFile, FileFault> {
        if let Some(why) = refused(&head, media) {
            return Err(FileFault::TooLarge(why));
        }
        let mut out = Out::begin(media, title)?;
        let heads = head.heads.iter().map(|head| match &head.under {
            Some(under) => text(&format!("{under} {}", head.label)),
            None => text(&head.label),
        });
        let depth = (head.depth > 0).then(|| text("Level"));
        out.row(&depth.into_iter().chain(heads).collect::<Vec<_>>())?;
        Ok(ReportFile { out, head })
    }

    /// # Errors
    /// When they cannot be written.
    pub fn lines(&mut self, lines: &[ReportLine]) -> Result<(), FileFault> {
        for line in lines {
            let level = cell::Cell::Number { value: line.level as i64 + 1, places: 0 };
            let depth = (self.head.depth > 0).then_some(level);
            let cells = self.head.heads.iter().zip(&line.cells);
            let cells = cells.map(|(head, cell)| filed(head.shown, cell));
            self.out.row(&depth.into_iter().chain(cells).collect::<Vec<_>>())?;
        }
        Ok(())
    }

    /// The bytes so far, of a file whose beginning does not rest on its end: none of a workbook.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn taken(&mut self) -> Result<Vec<u8>, FileFault> {
        Ok(self.out.taken()?)
    }

    /// The rest of the file: the total closes it.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn finish(mut self) -> Result<Vec<u8>, FileFault> {
        if let Some(total) = &self.head.total {
            let lead = self.head.heads.len().saturating_sub(total.len());
            let mut cells = vec![text("Total")];
            cells.extend(vec![cell::Cell::Empty; lead.saturating_sub(1)]);
            let shown = self.head.heads.iter().skip(lead).zip(total);
            cells.extend(shown.map(|(head, cell)| filed(head.shown, cell)));
            let depth = (self.head.depth > 0).then_some(cell::Cell::Empty);
            self.out.row(&depth.into_iter().chain(cells).collect::<Vec<_>>())?;
        }
        Ok(self.out.finish()?)
    }
}

fn text(text: &str) -> cell::Cell {
    cell::Cell::Text(text.to_owned())
}

fn filed(shown: CellFormat, found: &ReportCell) -> cell::Cell {
    let ReportCell::Number(value) = *found else {
        return match found {
            ReportCell::Text(text) => cell::Cell::Text(text.clone()),
            _ => cell::Cell::Empty,
        };
    };
    let number = |value, places| cell::Cell::Number { value, places };
    match shown {
        CellFormat::Day | CellFormat::Figure(FigureKind::Date) => {
            i32::try_from(value).map_or(cell::Cell::Empty, |day| cell::Cell::Day(Day(day)))
        }
        CellFormat::Instant => cell::Cell::Text(Instant(value).shown()),
        CellFormat::Text => number(value, 0),
        CellFormat::Figure(FigureKind::Grams) => {
            number(div_half_away(i128::from(value), 1_000) as i64, 3)
        }
        CellFormat::Figure(FigureKind::BasisPoints) => cell::Cell::Percent(value),
        CellFormat::Figure(FigureKind::Paise | FigureKind::PaisePerTonne) => number(value, 2),
        CellFormat::Figure(FigureKind::Count | FigureKind::Pieces | FigureKind::Days) => {
            number(value, 0)
        }
    }
}
