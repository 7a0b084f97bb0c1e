//! A report as a file: groups by their depth in a column of their own, figures as numbers.

use super::measures::FigureKind;
use super::table::{CellFormat, ReportCell, ReportTable};
use crate::table::book::Out;
use crate::table::cell;
use crate::value::{Day, Instant, div_half_away};

/// The file of a table; `media` is one of [`crate::table::book::CSV`] and [`crate::table::book::XLSX`].
///
/// # Errors
/// A text for the log.
pub fn write(table: &ReportTable, title: &str, media: &str) -> Result<Vec<u8>, String> {
    let mut out = Out::begin(media, title)?;
    let text = |text: &str| cell::Cell::Text(text.to_owned());
    let heads = table.heads.iter().map(|head| match &head.under {
        Some(under) => text(&format!("{under} {}", head.label)),
        None => text(&head.label),
    });
    let grouped = table.lines.iter().any(|line| line.level > 0);
    let depth = |level: Option<usize>| match (grouped, level) {
        (false, _) => None,
        (true, None) => Some(text("Level")),
        (true, Some(level)) => Some(cell::Cell::Number { value: level as i64 + 1, places: 0 }),
    };
    out.row(&depth(None).into_iter().chain(heads).collect::<Vec<_>>())?;
    for line in &table.lines {
        let cells = table.heads.iter().zip(&line.cells);
        let cells = cells.map(|(head, cell)| filed(head.shown, cell));
        out.row(&depth(Some(line.level)).into_iter().chain(cells).collect::<Vec<_>>())?;
    }
    if let Some(total) = &table.total {
        let lead = table.heads.len().saturating_sub(total.len());
        let mut cells = vec![text("Total")];
        cells.extend(vec![cell::Cell::Empty; lead.saturating_sub(1)]);
        let shown = table.heads.iter().skip(lead).zip(total);
        cells.extend(shown.map(|(head, cell)| filed(head.shown, cell)));
        let depth = grouped.then_some(cell::Cell::Empty);
        out.row(&depth.into_iter().chain(cells).collect::<Vec<_>>())?;
    }
    out.finish()
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
