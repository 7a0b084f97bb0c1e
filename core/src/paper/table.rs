//! A table of any length and width on sheets of A4: upright where its columns fit, else crosswise, and where that is
//! too narrow, on several sheets side by side with the first columns repeated. Every page tells what is on it.

use std::ops::Range;

use super::font::{FAMILY, width};
use super::layout::{HAIR, RULE, lines, step, words};
use super::{MM, PaperPage, PaperText};

const SHORT: i64 = 210 * MM;
const LONG: i64 = 297 * MM;
const EDGE: i64 = 10 * MM;
const FOOT: i64 = 11 * MM;
const TITLE: i64 = 4_400;
const SMALL: i64 = 2_500;
const BODY: i64 = 2_700;
const GUTTER: i64 = 2_200;
const EASY_GUTTER: i64 = 6 * MM;
/// Above and below the text of a row.
const PAD: i64 = 600;
/// Between a rule and the heading below it: letters with marks above them reach over their box.
const HEAD_PAD: i64 = 1_300;
const INDENT: i64 = 3 * MM;
/// The steps in which sheets are made wider until as few as can be take all columns.
const EVENED: usize = 4_000;
/// What texts may take before they go on in a second line: of the first column, and of others.
const FIRST_WIDE: i64 = 66 * MM;
const TEXT_WIDE: i64 = 44 * MM;
/// More is no paper that anybody reads.
pub const MOST_PAGES: usize = 400;

/// What is to be printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TablePaper {
    pub title: String,
    /// What it tells of, a label and a text each: on every page.
    pub facts: Vec<(String, String)>,
    pub heads: Vec<TableHead>,
    /// So many of the first columns stand on every sheet.
    pub lead: usize,
    pub rows: Vec<TableLine>,
    /// The last row: the whole.
    pub total: Option<Vec<String>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableHead {
    /// The heading over several columns.
    pub under: Option<String>,
    pub label: String,
    pub right: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableLine {
    /// 0 for the outermost group.
    pub level: usize,
    /// Whether other lines lie within it.
    pub is_group: bool,
    pub cells: Vec<String>,
}

/// The pages of a table, those of the first rows first, side by side.
///
/// # Errors
/// How many pages it would take, where those are more than [`MOST_PAGES`].
pub fn pages(paper: &TablePaper) -> Result<Vec<PaperPage>, usize> {
    let widths = widths(paper);
    let upright = whole(&widths, 0..widths.len()) <= SHORT - 2 * EDGE;
    let (wide, high) = if upright { (SHORT, LONG) } else { (LONG, SHORT) };
    let sheets = sheets(paper, &widths, wide - 2 * EDGE);
    let mut laid = Laid::new(paper, widths, &sheets, (wide, high));
    let blocks = laid.blocks();
    let all = blocks.len() * sheets.len();
    if all > MOST_PAGES {
        return Err(all);
    }
    let mut made = Vec::with_capacity(all);
    for block in &blocks {
        for (at, sheet) in sheets.iter().enumerate() {
            laid.across = (at + 1, sheets.len());
            made.push(laid.page(sheet, block, made.len() + 1, all));
        }
    }
    Ok(made)
}

/// How wide some columns are together.
fn whole(widths: &[i64], columns: Range<usize>) -> i64 {
    let gutters = GUTTER * columns.len().saturating_sub(1) as i64;
    widths[columns].iter().sum::<i64>() + gutters
}

/// How wide each column is: as its longest cell, within bounds, and as its head over a few lines.
fn widths(paper: &TablePaper) -> Vec<i64> {
    let of = |(at, head): (usize, &TableHead)| {
        let rows = paper.rows.iter().filter_map(|row| {
            let indent = if at == 0 { INDENT * row.level as i64 } else { 0 };
            Some(indent + width(row.cells.get(at)?, BODY, row.is_group))
        });
        let total = paper.total.iter().filter_map(|total| total.get(at));
        let total = total.map(|text| width(text, BODY, true));
        let own = rows.chain(total).max().unwrap_or(0);
        let most = if at == 0 { FIRST_WIDE } else { TEXT_WIDE };
        let own = if head.right { own } else { own.min(most) };
        let word = words(&head.label).iter().map(|word| width(word, SMALL, true)).max();
        let label = width(&head.label, SMALL, true) * 6 / 10;
        own.max(word.unwrap_or(0)).max(label).max(8 * MM)
    };
    paper.heads.iter().enumerate().map(of).collect()
}

/// The columns of each sheet behind those that stand on all: on as few sheets as they fit, each about as full.
fn sheets(paper: &TablePaper, widths: &[i64], inner: i64) -> Vec<Range<usize>> {
    let lead = paper.lead.min(widths.len());
    let room = inner - whole(widths, 0..lead) - GUTTER;
    let fewest = cut(paper, widths, room);
    let even = whole(widths, lead..widths.len()) / fewest.len().max(1) as i64;
    let mut narrower = (even..room).step_by(EVENED).map(|room| cut(paper, widths, room));
    narrower.find(|made| made.len() == fewest.len()).unwrap_or(fewest)
}

/// The columns of sheets that are so wide at most; columns under one head stay together where they can.
fn cut(paper: &TablePaper, widths: &[i64], room: i64) -> Vec<Range<usize>> {
    let lead = paper.lead.min(widths.len());
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut from = lead;
    while from < widths.len() {
        let mut end = from + 1;
        while end < widths.len() && whole(widths, from..end + 1) <= room {
            end += 1;
        }
        let under = |at: usize| paper.heads.get(at).and_then(|head| head.under.as_ref());
        if end < widths.len() && under(end).is_some() && under(end) == under(end - 1) {
            let begin = (from..end).rev().take_while(|at| under(*at) == under(end)).last();
            end = begin.filter(|begin| *begin > from).unwrap_or(end);
        }
        found.push(from..end);
        from = end;
    }
    if found.is_empty() {
        found.push(lead..lead);
    }
    found
}

/// Some rows that stand on one page, and which groups go on at its top.
struct Block {
    rows: Range<usize>,
    goes_on: String,
    /// Whether the total stands below them.
    closes: bool,
}

struct Laid<'p> {
    paper: &'p TablePaper,
    widths: Vec<i64>,
    wide: i64,
    high: i64,
    /// What stands below the title, in lines.
    said: Vec<String>,
    /// The heights of the heads over columns, and of the columns' heads.
    heads: (i64, i64),
    heights: Vec<i64>,
    /// This sheet among those side by side.
    across: (usize, usize),
}

impl Laid<'_> {
    fn new<'p>(
        paper: &'p TablePaper,
        widths: Vec<i64>,
        sheets: &[Range<usize>],
        (wide, high): (i64, i64),
    ) -> Laid<'p> {
        let said = paper.facts.iter().map(|(label, text)| format!("{label}: {text}"));
        let said = said.collect::<Vec<_>>().join(" · ");
        let said = lines(&said, SMALL, false, wide - 2 * EDGE);
        let labels = paper.heads.iter().zip(&widths);
        let labels = labels.map(|(head, wide)| lines(&head.label, SMALL, true, *wide).len());
        let labels = labels.max().unwrap_or(1) as i64 * step(SMALL) + HEAD_PAD + PAD;
        let heads = (0, labels);
        let mut laid =
            Laid { paper, widths, wide, high, said, heads, heights: Vec::new(), across: (1, 1) };
        let over = sheets.iter().flat_map(|sheet| laid.over(&laid.placed(sheet)));
        let over = over.map(|(_, _, told)| told.len()).max();
        laid.heads.0 = over.map_or(0, |told| told as i64 * step(SMALL) + 2 * PAD);
        laid.heights = paper.rows.iter().map(|row| laid.height(row)).collect();
        laid
    }

    fn cell(&self, at: usize, row: &TableLine) -> Vec<String> {
        let Some(text) = row.cells.get(at) else { return Vec::new() };
        let indent = if at == 0 { INDENT * row.level as i64 } else { 0 };
        let within = self.widths[at] - indent;
        // A number is never cut in two.
        match self.paper.heads[at].right {
            true => vec![text.clone()],
            false => lines(text, BODY, row.is_group, within),
        }
    }

    fn height(&self, row: &TableLine) -> i64 {
        let tall = (0..self.widths.len()).map(|at| self.cell(at, row).len()).max().unwrap_or(1);
        tall.max(1) as i64 * step(BODY) + 2 * PAD
    }

    /// Where the first row of a page stands.
    fn top(&self) -> i64 {
        let said = self.said.len() as i64 * step(SMALL);
        EDGE + step(TITLE) + said + 2 * MM + self.heads.0 + self.heads.1
    }

    /// The rows of each page. A group's line stands on the page of what follows it.
    fn blocks(&self) -> Vec<Block> {
        let (rows, low) = (&self.paper.rows, self.high - FOOT);
        let total = self.paper.total.as_ref().map_or(0, |_| step(BODY) + 2 * PAD);
        let mut found: Vec<Block> = Vec::new();
        let (mut from, mut y) = (0, self.top());
        for at in 0..rows.len() {
            let chain = (at..rows.len()).take_while(|next| *next == at || rows[next - 1].is_group);
            let mut needs: i64 = chain.take(4).map(|next| self.heights[next]).sum();
            if at + 1 == rows.len() {
                needs += total;
            }
            if y + needs > low && at > from {
                let goes_on = self.goes_on(from);
                found.push(Block { rows: from..at, goes_on, closes: false });
                from = at;
                y = self.top() + if self.goes_on(at).is_empty() { 0 } else { step(SMALL) + PAD };
            }
            y += self.heights[at];
        }
        let goes_on = self.goes_on(from);
        found.push(Block { rows: from..rows.len(), goes_on, closes: true });
        found
    }

    /// The groups that a page goes on with, by the first cells of their lines.
    fn goes_on(&self, from: usize) -> String {
        let rows = &self.paper.rows;
        let mut level = rows.get(from).map_or(0, |row| row.level);
        let mut names: Vec<&str> = Vec::new();
        for row in rows[..from.min(rows.len())].iter().rev() {
            if level == 0 {
                break;
            }
            if row.level < level {
                names.push(row.cells.first().map_or("", String::as_str));
                level = row.level;
            }
        }
        names.reverse();
        let told = names.join(" · ");
        if told.is_empty() { told } else { format!("{told} (continued)") }
    }

    /// Where the columns of a sheet begin: what is left over goes between them.
    fn placed(&self, sheet: &Range<usize>) -> Vec<(usize, i64)> {
        let lead = self.paper.lead.min(self.widths.len());
        let shown: Vec<usize> = (0..lead).chain(sheet.clone()).collect();
        let taken: i64 = shown.iter().map(|at| self.widths[*at]).sum();
        let between = shown.len().saturating_sub(1).max(1) as i64;
        let gutter = ((self.wide - 2 * EDGE - taken) / between).clamp(GUTTER, EASY_GUTTER);
        let mut x = EDGE;
        let place = |at: usize| {
            let own = (at, x);
            x += self.widths[at] + gutter;
            own
        };
        shown.into_iter().map(place).collect()
    }

    fn page(&self, sheet: &Range<usize>, block: &Block, number: usize, all: usize) -> PaperPage {
        let mut page = PaperPage::new(self.wide, self.high);
        page.family = FAMILY;
        page.name = format!("{}, page {number} of {all}", self.paper.title);
        let columns = self.placed(sheet);
        put(&mut page, letters(EDGE, EDGE, TITLE, true), &self.paper.title);
        let mut y = EDGE + step(TITLE);
        for line in &self.said {
            put(&mut page, letters(EDGE, y, SMALL, false), line);
            y += step(SMALL);
        }
        self.table_head(&mut page, &columns, y + 2 * MM);
        let mut y = self.top();
        if !block.goes_on.is_empty() {
            put(&mut page, quiet(EDGE, y + 2 * PAD, SMALL), &block.goes_on);
            y += step(SMALL) + PAD;
        }
        for at in block.rows.clone() {
            let row = &self.paper.rows[at];
            self.row(&mut page, &columns, row, y);
            y += self.heights[at];
            page.bar(EDGE, y, self.wide - 2 * EDGE, HAIR);
        }
        if let Some(total) = self.paper.total.as_ref().filter(|_| block.closes) {
            page.bar(EDGE, y, self.wide - 2 * EDGE, RULE);
            let row = TableLine { level: 0, is_group: true, cells: total.clone() };
            self.row(&mut page, &columns, &row, y);
        }
        self.foot(&mut page, sheet, block, (number, all));
        page
    }

    /// The headings over several columns that stand on a sheet: where each begins, how wide it is, and its lines.
    fn over(&self, columns: &[(usize, i64)]) -> Vec<(i64, i64, Vec<String>)> {
        let under = |(at, _): &(usize, i64)| self.paper.heads[*at].under.as_deref();
        let groups = columns.chunk_by(|one, next| under(one) == under(next));
        let told = |group: &[(usize, i64)]| {
            let (first, last) = (group.first()?, group.last()?);
            let within = last.1 + self.widths[last.0] - first.1;
            Some((first.1, within, lines(under(first)?, SMALL, true, within)))
        };
        groups.filter_map(told).collect()
    }

    fn table_head(&self, page: &mut PaperPage, columns: &[(usize, i64)], y: i64) {
        page.bar(EDGE, y, self.wide - 2 * EDGE, RULE);
        for (x, within, told) in self.over(columns) {
            // The last of its lines stands on the rule that goes over its columns.
            let mut above = y + self.heads.0 - told.len() as i64 * step(SMALL);
            for line in told {
                put(page, letters(x, above, SMALL, true), &line);
                above += step(SMALL);
            }
            page.bar(x, y + self.heads.0, within, HAIR);
        }
        let low = y + self.heads.0 + self.heads.1;
        for (at, x) in columns {
            let (head, wide) = (&self.paper.heads[*at], self.widths[*at]);
            let told = lines(&head.label, SMALL, true, wide);
            let mut y = low - PAD - told.len() as i64 * step(SMALL);
            for line in told {
                write(page, letters(*x, y, SMALL, true), head.right.then_some(wide), &line);
                y += step(SMALL);
            }
        }
        page.bar(EDGE, low - HAIR, self.wide - 2 * EDGE, RULE);
    }

    fn row(&self, page: &mut PaperPage, columns: &[(usize, i64)], row: &TableLine, y: i64) {
        for (at, x) in columns {
            let indent = if *at == 0 { INDENT * row.level as i64 } else { 0 };
            let right = self.paper.heads[*at].right.then_some(self.widths[*at]);
            let mut y = y + PAD + (step(BODY) - BODY) / 2;
            for line in self.cell(*at, row) {
                write(page, letters(x + indent, y, BODY, row.is_group), right, &line);
                y += step(BODY);
            }
        }
    }

    fn foot(
        &self,
        page: &mut PaperPage,
        sheet: &Range<usize>,
        block: &Block,
        (number, all): (usize, usize),
    ) {
        let y = self.high - FOOT + 3 * MM;
        let rows = match self.paper.rows.len() {
            0 => String::new(),
            many => format!("Lines {} to {} of {many}", block.rows.start + 1, block.rows.end),
        };
        let (own, across) = self.across;
        let columns = match across {
            1 => String::new(),
            _ => format!(
                " · columns {} to {} of {}, sheet {own} of {across} side by side",
                sheet.start + 1,
                sheet.end,
                self.widths.len()
            ),
        };
        put(page, quiet(EDGE, y, SMALL), &format!("{rows}{columns}"));
        let at = quiet(EDGE, y, SMALL);
        write(page, at, Some(self.wide - 2 * EDGE), &format!("Page {number} of {all}"));
    }
}

fn letters(x: i64, y: i64, size: i64, bold: bool) -> PaperText {
    PaperText { x, y, size, bold, ..PaperText::default() }
}

fn quiet(x: i64, y: i64, size: i64) -> PaperText {
    PaperText { quiet: true, ..letters(x, y, size, false) }
}

fn put(page: &mut PaperPage, at: PaperText, text: &str) {
    write(page, at, None, text);
}

/// From the left edge on, or up to the right one of a column that is so wide.
fn write(page: &mut PaperPage, at: PaperText, right: Option<i64>, text: &str) {
    if text.is_empty() {
        return;
    }
    let x = right.map_or(at.x, |wide| at.x + wide - width(text, at.size, at.bold));
    page.marks.push(super::Mark::Text(PaperText { x, text: text.to_owned(), ..at }));
}
