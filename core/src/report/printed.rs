//! A report on paper: its lines as a person reads them, under what they tell of.

use super::measures::FigureKind;
use super::table::{CellFormat, ReportCell, ReportColumn, ReportHead, ReportLine};
use super::{Frames, Reported};
use crate::paper::table::{MOST_PAGES, TableHead, TableLine, TablePaper, pages};
use crate::paper::{PaperPage, pdf, svg};
use crate::value::{Day, Grams, Instant, Paise, div_half_away, grouped, mt, rupees};

/// More cells are no paper that anybody reads, and take a device too long to lay out.
const MOST_CELLS: usize = 400_000;
/// What stands where a figure is nothing.
const NOTHING: &str = "–";
/// So many columns stand on every sheet at most.
const MOST_LEAD: usize = 2;

/// A report on its way to paper: it takes lines part by part.
pub struct ReportPaper {
    head: ReportHead,
    paper: TablePaper,
}

/// Why a report of so many cells is not printed: a sentence, or nothing.
pub fn refused(head: &ReportHead) -> Option<String> {
    let cells = head.lines.saturating_mul(head.heads.len());
    (cells > MOST_CELLS).then(|| too_long(&format!("{} lines", grouped(head.lines as i64))))
}

fn too_long(what: &str) -> String {
    format!(
        "This is too long for paper: {what}. Select a shorter period, fewer columns or a filter, or save it as CSV."
    )
}

impl ReportPaper {
    /// `asked`: what it tells of, in words; `at`: when the books stood so.
    ///
    /// # Errors
    /// A sentence for the person when it is too long for paper.
    pub fn begin(
        head: ReportHead,
        asked: Vec<(String, String)>,
        title: &str,
        at: Instant,
    ) -> Result<ReportPaper, String> {
        if let Some(why) = refused(&head) {
            return Err(why);
        }
        let mut facts = asked;
        facts.push(("As of".to_owned(), at.shown()));
        let lead = head.heads.iter().take(MOST_LEAD).position(is_text).map_or(1, |at| at + 1);
        let paper = TablePaper {
            title: title.to_owned(),
            facts,
            heads: head.heads.iter().map(head_of).collect(),
            lead,
            rows: Vec::with_capacity(head.lines),
            total: None,
        };
        Ok(ReportPaper { head, paper })
    }

    pub fn lines(&mut self, lines: &[ReportLine]) {
        for line in lines {
            let cells = self.head.heads.iter().zip(&line.cells);
            let cells = cells.map(|(head, cell)| shown(head.shown, cell)).collect();
            if let Some(before) = self.paper.rows.last_mut() {
                before.is_group = line.level > before.level;
            }
            self.paper.rows.push(TableLine { level: line.level, is_group: false, cells });
        }
    }

    /// The pages of all its lines.
    ///
    /// # Errors
    /// A sentence for the person when they are too many.
    pub fn pages(mut self) -> Result<Vec<PaperPage>, String> {
        if let Some(total) = &self.head.total {
            let lead = self.head.heads.len().saturating_sub(total.len());
            let mut cells = vec!["Total".to_owned()];
            cells.resize(lead.max(1), String::new());
            let shown_total = self.head.heads.iter().skip(lead).zip(total);
            cells.extend(shown_total.map(|(head, cell)| shown(head.shown, cell)));
            self.paper.total = Some(cells);
        }
        pages(&self.paper).map_err(|many| {
            too_long(&format!(
                "{} pages of {} at most",
                grouped(many as i64),
                grouped(MOST_PAGES as i64)
            ))
        })
    }
}

/// A report as a PDF.
///
/// # Errors
/// A sentence for the person when it is too long for paper.
pub fn file(
    frames: &Frames,
    answer: &Reported,
    asked: Vec<(String, String)>,
    title: &str,
    at: Instant,
) -> Result<Vec<u8>, String> {
    let mut paper = ReportPaper::begin(answer.head(frames), asked, title, at)?;
    paper.lines(&answer.lines(frames, 0, answer.len()));
    pdf::written(&paper.pages()?, title)
}

/// Pages as a PDF, and as drawings for a browser.
///
/// # Errors
/// Where the letters cannot be read, which only a program built of broken files says.
pub fn written(pages: &[PaperPage], title: &str) -> Result<Vec<u8>, String> {
    pdf::written(pages, title)
}

pub fn drawn(pages: &[PaperPage]) -> Vec<String> {
    pages.iter().map(svg::written).collect()
}

fn is_text(head: &ReportColumn) -> bool {
    head.shown == CellFormat::Text
}

fn head_of(head: &ReportColumn) -> TableHead {
    TableHead {
        under: head.under.clone(),
        label: head.label.clone(),
        right: matches!(head.shown, CellFormat::Figure(_)),
    }
}

/// A cell as it is read on paper, money with its paise.
pub fn shown(format: CellFormat, cell: &ReportCell) -> String {
    let value = match cell {
        ReportCell::None if matches!(format, CellFormat::Figure(_)) => return NOTHING.to_owned(),
        ReportCell::None => return String::new(),
        ReportCell::Text(text) => return text.clone(),
        ReportCell::Number(value) => *value,
    };
    let day = |value: i64| match i32::try_from(value) {
        Ok(day) if day != 0 => Day(day).shown(),
        _ => String::new(),
    };
    match format {
        CellFormat::Day | CellFormat::Figure(FigureKind::Date) => day(value),
        CellFormat::Instant => Instant(value).shown(),
        CellFormat::Figure(_) if value == 0 => NOTHING.to_owned(),
        CellFormat::Figure(FigureKind::Grams) => mt(Grams(value)).replace(" MT", ""),
        CellFormat::Figure(FigureKind::Paise) => rupees(Paise(value)).replace('₹', ""),
        CellFormat::Figure(FigureKind::PaisePerTonne) => {
            grouped(div_half_away(i128::from(value), 100) as i64)
        }
        CellFormat::Figure(FigureKind::BasisPoints) => {
            let tenths = div_half_away(i128::from(value), 10) as i64;
            let sign = if tenths < 0 { "-" } else { "" };
            let size = tenths.unsigned_abs();
            format!("{sign}{}.{}%", grouped((size / 10) as i64), size % 10)
        }
        CellFormat::Text
        | CellFormat::Figure(FigureKind::Count | FigureKind::Pieces | FigureKind::Days) => {
            grouped(value)
        }
    }
}
