//! Reports on paper: every page tells its heads and its number, and no cell is lost between the sheets.

use godown_core::paper::Mark;
use godown_core::report::measures::FigureKind;
use godown_core::report::printed::{ReportPaper, refused, written};
use godown_core::report::table::{CellFormat, ReportCell, ReportColumn, ReportHead, ReportLine};
use godown_core::value::Instant;

use super::read;

const ROWS: usize = 300;
const COLUMNS: usize = 45;
/// 27-11-2026 06:05 PM in India.
const AT: Instant = Instant(1_795_782_900_000);

fn head(columns: usize, lines: usize, under: bool) -> ReportHead {
    let figure = |at: usize| ReportColumn {
        label: format!("Figure {at}"),
        under: under.then(|| format!("State {}", at / 3)),
        shown: CellFormat::Figure(FigureKind::Paise),
        ..ReportColumn::text(&format!("f{at}"), "")
    };
    let heads = [ReportColumn::text("name", "Customer")];
    let heads: Vec<_> = heads.into_iter().chain((1..columns).map(figure)).collect();
    let total = (1..columns).map(|at| ReportCell::Number(at as i64 * 100)).collect();
    ReportHead { heads, total: Some(total), lines, ..ReportHead::default() }
}

fn line(row: usize, columns: usize, level: usize) -> ReportLine {
    let figures = (1..columns).map(|at| ReportCell::Number((row * 1_000 + at) as i64 * 100));
    let cells = [ReportCell::Text(format!("Line {row} of the report"))].into_iter().chain(figures);
    ReportLine { level, cells: cells.collect(), ..ReportLine::default() }
}

/// The texts of each page of a report.
fn printed(head: ReportHead, lines: &[ReportLine]) -> Vec<Vec<String>> {
    let asked = [("Period", "01-11-2026 to 27-11-2026"), ("Branch", "Pune")];
    let asked = asked.map(|(label, text)| (label.to_owned(), text.to_owned())).to_vec();
    let mut paper = ReportPaper::begin(head, asked, "Sales of all", AT).unwrap();
    lines.chunks(70).for_each(|part| paper.lines(part));
    let pages = paper.pages().unwrap();
    let file = written(&pages, "Sales of all").unwrap();
    if let Some(folder) = std::env::var_os("GODOWN_PAPERS") {
        let name = format!("report-{}-{}.pdf", lines.len(), pages.len());
        std::fs::write(std::path::Path::new(&folder).join(name), &file).unwrap();
    }
    read::lines(&file)
}

fn count(pages: &[Vec<String>], text: &str) -> usize {
    pages.iter().flatten().filter(|one| *one == text).count()
}

#[test]
fn a_report_of_45_columns_and_300_rows_has_its_heads_and_its_number_on_every_page() {
    let lines: Vec<_> = (0..ROWS).map(|row| line(row, COLUMNS, 0)).collect();
    let pages = printed(head(COLUMNS, ROWS, false), &lines);
    let all = pages.len();
    assert!((20..80).contains(&all), "{all} pages");
    for (at, page) in pages.iter().enumerate() {
        assert_eq!(page[0], "Sales of all");
        assert!(page[1].starts_with("Period: 01-11-2026 to 27-11-2026 · Branch: Pune"));
        assert!(page[1].ends_with("As of: 27-11-2026 06:05 PM"), "{}", page[1]);
        assert_eq!(count(std::slice::from_ref(page), "Customer"), 1);
        assert_eq!(page.last().unwrap(), &format!("Page {} of {all}", at + 1));
        assert!(page.iter().any(|text| text.starts_with("Figure ")), "page {}", at + 1);
    }
    // Every cell stands once; the name of a line on each of the sheets side by side.
    for row in [0, 1, 149, ROWS - 1] {
        let sheets = count(&pages, &format!("Line {row} of the report"));
        assert!((2..8).contains(&sheets), "{sheets} sheets");
        for at in 1..COLUMNS {
            let told = godown_core::value::grouped((row * 1_000 + at) as i64);
            assert_eq!(count(&pages, &format!("{told}.00")), 1 + usize::from(row == 0), "{told}");
        }
    }
    let last = count(&pages, "Total");
    assert_eq!(last, count(&pages, "Line 299 of the report"));
}

#[test]
fn columns_under_one_head_stay_together_and_a_group_goes_on_by_its_name() {
    let level = |row: usize| [0, 1, 2, 2, 2, 2, 2, 2, 2, 2][row % 10];
    let lines: Vec<_> = (0..ROWS).map(|row| line(row, 31, level(row))).collect();
    let pages = printed(head(31, ROWS, true), &lines);
    for page in &pages {
        let heads: Vec<&String> = page.iter().filter(|text| text.starts_with("Figure")).collect();
        let states = page.iter().filter(|text| text.starts_with("State")).count();
        assert!(heads.len().div_ceil(3) <= states && states <= heads.len().div_ceil(3) + 1);
    }
    let continued: Vec<&String> =
        pages.iter().flatten().filter(|text| text.ends_with("(continued)")).collect();
    assert!(!continued.is_empty());
    assert!(continued.iter().all(|text| text.starts_with("Line ")), "{continued:?}");
    // A group's line is never the last of a page.
    for page in &pages {
        let row = |text: &String| text.strip_prefix("Line ")?.split(' ').next()?.parse().ok();
        let last = page.iter().filter(|text| !text.ends_with("(continued)")).rev().find_map(row);
        assert_eq!(level(last.unwrap_or(2)), 2, "{last:?}");
    }
}

#[test]
fn a_heading_keeps_clear_of_the_rules_around_it_and_a_rupee_sign_of_a_line_of_its_own() {
    let mut head = head(12, 3, true);
    for (at, column) in head.heads.iter_mut().enumerate().skip(1) {
        column.label = ["Delivered ₹/MT", "₹ ±", "Last month ₹"][at % 3].to_owned();
        column.under = Some(format!("The state of places {} of the far north-east", at / 3));
    }
    let mut paper = ReportPaper::begin(head, Vec::new(), "Headings", AT).unwrap();
    paper.lines(&(0..3).map(|row| line(row, 12, 0)).collect::<Vec<_>>());
    for page in paper.pages().unwrap() {
        let (mut rules, mut heads) = (Vec::new(), Vec::new());
        for mark in &page.marks {
            match mark {
                Mark::Bar { x, y, width, height } => rules.push((*x..*x + *width, *y, *height)),
                Mark::Text(text) if text.bold && text.size < 2_600 => heads.push(text),
                _ => {}
            }
        }
        assert!(heads.iter().all(|text| text.text != "₹" && text.text != "₹/MT"), "{heads:?}");
        assert!(heads.iter().any(|text| text.text.contains("month ₹")), "{heads:?}");
        for (text, (_, y, height)) in
            heads.iter().flat_map(|text| rules.iter().map(move |rule| (text, rule)))
        {
            // Accents reach over a text's box by a tenth of its size.
            let clear = *y + *height + text.size / 5 <= text.y || text.y + text.size <= *y;
            assert!(clear, "{text:?} touches the rule at {y}");
        }
    }
}

#[test]
fn a_narrow_report_stands_upright_and_one_that_is_too_long_for_paper_says_so() {
    let lines: Vec<_> = (0..12).map(|row| line(row, 4, 0)).collect();
    let mut paper = ReportPaper::begin(head(4, 12, false), Vec::new(), "Narrow", AT).unwrap();
    paper.lines(&lines);
    let pages = paper.pages().unwrap();
    assert_eq!((pages.len(), pages[0].width, pages[0].height), (1, 210_000, 297_000));
    let told = refused(&head(COLUMNS, 1_000_000, false)).unwrap();
    assert!(told.contains("10,00,000 lines") && told.contains("CSV"), "{told}");
    let mut long = ReportPaper::begin(head(30, 12_000, false), Vec::new(), "Long", AT).unwrap();
    (0..12_000).for_each(|row| long.lines(&[line(row, 30, 0)]));
    assert!(long.pages().unwrap_err().contains("400 at most"));
}
