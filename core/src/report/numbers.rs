//! The register of numbers: each series of a financial year, from which number to which, and what is missing between.

use std::collections::BTreeMap;

use super::bases::Window;
use super::facts::{PAPER_LABELS, PAPERS};
use super::measures::FigureKind;
use super::table::{CellFormat, ReportCell, ReportColumn, ReportLine, ReportTable};
use super::{Ask, Fault, Filter, Frames, kernel};

/// The papers whose numbers the law asks for (GSTR-1, table 13), as that table calls them; the first ones of the list.
pub(super) const STATUTORY: &[(&str, &str)] = &[
    ("invoice", "Invoices for outward supply"),
    ("debit_note", "Debit Note"),
    ("credit_note", "Credit Note"),
];

/// At most so many missing numbers are told one by one.
const TOLD: usize = 5;

/// A number that a document has: of what type, in which series and year, and the row of the paper.
struct Numbered<'a> {
    kind: usize,
    head: &'a str,
    fy: &'a str,
    number: i64,
    row: usize,
}

impl<'a> Numbered<'a> {
    /// Reads `ORD/PN/26-27/000123`; none for a draft, and for numbers that run through all years and branches.
    fn of(kind: usize, name: &'a str, row: usize) -> Option<Numbered<'a>> {
        let (before, number) = name.rsplit_once('/')?;
        let (head, fy) = before.rsplit_once('/')?;
        Some(Numbered { kind, head, fy, number: number.parse().ok()?, row })
    }

    /// Statutory series stand first.
    fn place(&self) -> (usize, usize) {
        let key = PAPERS.get(self.kind).copied().unwrap_or_default();
        let first = STATUTORY.iter().position(|(kind, _)| *kind == key);
        (first.unwrap_or(STATUTORY.len()), self.kind)
    }
}

/// What is told of one series.
#[derive(Default)]
struct Told {
    first: Option<(i64, usize)>,
    last: Option<(i64, usize)>,
    total: i64,
    cancelled: i64,
}

/// Every series of which a number was given in the days asked. Missing are numbers between its first and its last of
/// those days that no document has, whatever its day.
///
/// # Errors
/// When the person's frames lack the papers, or a filter is not of its form.
pub fn register(frames: &Frames, ask: &Ask) -> Result<ReportTable, Fault> {
    let paper = frames.frame("paper")?;
    let (name, kind) = (paper.column("name")?, paper.column("kind")?);
    let (day, status) = (paper.column("day")?, paper.column("status")?);
    let mut table =
        ReportTable { heads: heads(), read: paper.rows() as u64, ..ReportTable::default() };
    let Some(mut filters) = ask.filters_of(frames, "paper", Window::Now)? else {
        return Ok(table);
    };
    filters.push(Filter::is("imported", 0));
    let mut all: BTreeMap<_, (BTreeMap<i64, i64>, Told)> = BTreeMap::new();
    for row in kernel::rows(frames, "paper", &filters)? {
        let Ok(of) = usize::try_from(kind.at(row)) else { continue };
        let Some(one) = Numbered::of(of, name.text(row), row) else { continue };
        let (numbers, told) = all.entry((one.place(), one.head, one.fy)).or_default();
        *numbers.entry(one.number).or_default() += 1;
        if !(ask.from..=ask.to).contains(&day.at(row)) {
            continue;
        }
        let own = (one.number, one.row);
        told.first = Some(told.first.map_or(own, |first| first.min(own)));
        told.last = Some(told.last.map_or(own, |last| last.max(own)));
        told.total += 1;
        told.cancelled += i64::from(status.text(row) == "Cancelled");
    }
    let mut sums = [0_i64; 4];
    for (((_, kind), head, fy), (numbers, told)) in all {
        let (Some(first), Some(last)) = (told.first, told.last) else { continue };
        let within = numbers.range(first.0..=last.0);
        let missing = last.0 - first.0 + 1 - within.clone().count() as i64;
        let figures = [told.total, told.cancelled, told.total - told.cancelled, missing];
        sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
        let text = |text: &str| ReportCell::Text(text.to_owned());
        let mut cells = vec![text(nature(kind)), text(head), text(fy)];
        cells.extend([first.1, last.1].map(|row| text(name.text(row))));
        cells.extend(figures.map(ReportCell::Number));
        cells.push(match missing {
            0 => ReportCell::None,
            _ => ReportCell::Text(gaps(numbers.range(first.0..=last.0).map(|(number, _)| *number))),
        });
        table.lines.push(ReportLine { cells, ..ReportLine::default() });
    }
    let blank = |count: usize| std::iter::repeat_n(ReportCell::None, count);
    table.total = Some(blank(4).chain(sums.map(ReportCell::Number)).chain(blank(1)).collect());
    Ok(table)
}

fn nature(kind: usize) -> &'static str {
    let key = PAPERS.get(kind).copied().unwrap_or_default();
    let statutory = STATUTORY.iter().find(|(own, _)| *own == key).map(|(_, nature)| *nature);
    statutory.or_else(|| PAPER_LABELS.get(kind).copied()).unwrap_or_default()
}

/// What is missing between numbers in their order, as ranges: `4, 7 to 9`.
fn gaps(numbers: impl Iterator<Item = i64>) -> String {
    let (mut found, mut before) = (Vec::new(), None);
    for number in numbers {
        match before {
            Some(last) if number == last + 2 => found.push(format!("{}", last + 1)),
            Some(last) if number > last + 2 => {
                found.push(format!("{} to {}", last + 1, number - 1))
            }
            _ => {}
        }
        before = Some(number);
    }
    let more = found.len().saturating_sub(TOLD);
    found.truncate(TOLD);
    if more > 0 {
        found.push(format!("and {more} more"));
    }
    found.join(", ")
}

fn heads() -> Vec<ReportColumn> {
    let text = ReportColumn::text;
    let count = |key: &str, label: &str, says| ReportColumn {
        shown: CellFormat::Figure(FigureKind::Count),
        says,
        ..text(key, label)
    };
    vec![
        text("nature", "Nature of document"),
        text("series", "Series"),
        text("fy", "Financial year"),
        text("from", "From"),
        text("to", "To"),
        count("total", "Total", None),
        count("cancelled", "Cancelled", None),
        count("net", "Net issued", None),
        count(
            "missing",
            "Missing",
            Some("Numbers between the first and the last that no document has"),
        ),
        text("gaps", "Missing numbers"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_as_ranges() {
        assert_eq!(gaps([1, 2, 4, 8].into_iter()), "3, 5 to 7");
        assert_eq!(gaps((0..8).map(|at| at * 2)), "1, 3, 5, 7, 9, and 2 more");
        assert_eq!(gaps([3, 4, 5].into_iter()), "");
    }

    #[test]
    fn a_number_is_read_from_its_end() {
        let read = |name| Numbered::of(0, name, 0).map(|one| (one.head, one.fy, one.number));
        assert_eq!(read("ORD/PN/26-27/000123"), Some(("ORD/PN", "26-27", 123)));
        assert_eq!(read("PNC/25-26/00007"), Some(("PNC", "25-26", 7)));
        assert_eq!((read("Draft"), read("HLD-000001")), (None, None));
    }
}
