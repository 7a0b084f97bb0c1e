//! How a document looks on A4: one layout for all, whatever it says; what does not fit goes on to further pages.

use super::font::{FAMILY, width};
use super::sheet::{PaperCell, PaperColumn, PaperSheet};
use super::{MM, PaperPage, PaperText};

const PAGE: (i64, i64) = (210 * MM, 297 * MM);
const EDGE: i64 = 13 * MM;
const INNER: i64 = PAGE.0 - 2 * EDGE;
/// Where the foot of a page begins.
const LOW: i64 = PAGE.1 - 15 * MM;
/// The sizes of letters: of the smallest print, of what is read, of names, and of titles.
const SMALL: i64 = 2_700;
const BODY: i64 = 3_100;
const NAME: i64 = 3_700;
const TITLE: i64 = 4_600;
const HAIR: i64 = 100;
const RULE: i64 = 300;
const GAP: i64 = 3 * MM;
/// So much stands between columns.
const GUTTER: i64 = 2_500;
/// So that a camera reads the thousand letters of a signed code.
const CODE: i64 = 38 * MM;
/// What sums are written in, on the right.
const SUMS: i64 = 66 * MM;

/// The pages of some sheets, each with its number among those of its sheet.
pub fn pages(sheets: &[PaperSheet]) -> Vec<PaperPage> {
    sheets.iter().flat_map(|sheet| Laid::of(sheet).pages).collect()
}

/// A text over as many lines as it takes; a word that is too long for one is cut through.
fn lines(text: &str, size: i64, bold: bool, within: i64) -> Vec<String> {
    let mut made = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if width(&longer, size, bold) <= within {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                made.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                line.push(letter);
                if width(&line, size, bold) > within && line.chars().count() > 1 {
                    line.pop();
                    made.push(std::mem::replace(&mut line, letter.to_string()));
                }
            }
        }
        if !line.is_empty() {
            made.push(line);
        }
    }
    made
}

fn step(size: i64) -> i64 {
    size * 14 / 10
}

struct Laid<'s> {
    sheet: &'s PaperSheet,
    pages: Vec<PaperPage>,
    y: i64,
    columns: Vec<(i64, i64)>,
}

impl Laid<'_> {
    fn of(sheet: &PaperSheet) -> Laid<'_> {
        let mut laid = Laid { sheet, pages: Vec::new(), y: 0, columns: placed(sheet) };
        laid.page();
        laid.facts();
        laid.parties();
        laid.table();
        laid.sums();
        laid.foot();
        let (all, last) = (laid.pages.len(), laid.pages.len() > 1);
        for (at, page) in laid.pages.iter_mut().enumerate() {
            let y = LOW + 4 * MM;
            let told = PaperText { x: EDGE, y, size: SMALL, quiet: true, ..PaperText::default() };
            let number = if last {
                format!("{}, {}", sheet.number, sheet.copy)
            } else {
                sheet.number.clone()
            };
            put(page, told.clone(), &number);
            right(page, told, PAGE.0 - EDGE, &format!("Page {} of {all}", at + 1));
        }
        laid
    }

    fn text(&mut self, at: PaperText, text: &str) {
        if let Some(page) = self.pages.last_mut() {
            put(page, at, text);
        }
    }

    fn right(&mut self, at: PaperText, edge: i64, text: &str) {
        if let Some(page) = self.pages.last_mut() {
            right(page, at, edge, text);
        }
    }

    fn rule(&mut self, x: i64, wide: i64, thick: i64) {
        let y = self.y;
        if let Some(page) = self.pages.last_mut() {
            page.bar(x, y, wide, thick);
        }
    }

    /// A further page, with the head of every page.
    fn page(&mut self) {
        let mut page = PaperPage::new(PAGE.0, PAGE.1);
        let sheet = self.sheet;
        page.family = FAMILY;
        page.name = format!("{} {}, {}", sheet.title, sheet.number, sheet.copy);
        self.pages.push(page);
        let edge = PAGE.0 - EDGE;
        let titled = width(&sheet.title, TITLE, true).max(width(&sheet.copy, BODY, false));
        let within = INNER - titled - 8 * MM;
        let mut y = EDGE;
        self.right(letters(y, TITLE).bold(), edge, &sheet.title);
        self.right(letters(y + step(TITLE), BODY).quiet(), edge, &sheet.copy);
        for line in lines(&sheet.seller, TITLE, true, within) {
            self.text(letters(y, TITLE).bold(), &line);
            y += step(TITLE);
        }
        for line in sheet.seller_lines.iter().flat_map(|line| lines(line, SMALL, false, within)) {
            self.text(letters(y, SMALL).quiet(), &line);
            y += step(SMALL);
        }
        self.y = y.max(EDGE + step(TITLE) + step(BODY)) + GAP / 2;
        self.rule(EDGE, INNER, RULE);
        self.y += GAP;
    }

    fn room(&mut self, height: i64) -> bool {
        let fits = self.y + height <= LOW;
        if !fits {
            self.page();
        }
        fits
    }

    fn facts(&mut self) {
        let shown = || self.sheet.facts.iter().filter(|(_, value)| !value.is_empty());
        let all: Vec<&(String, String)> = shown().collect();
        if all.is_empty() {
            return;
        }
        let mut x = EDGE;
        for (label, value) in all {
            let wide = width(label, SMALL, false).max(width(value, BODY, true));
            if x > EDGE && x + wide > PAGE.0 - EDGE {
                x = EDGE;
                self.y += step(SMALL) + step(BODY) + GAP / 2;
            }
            let y = self.y;
            self.text(letters(y, SMALL).at(x).quiet(), label);
            self.text(letters(y + step(SMALL), BODY).at(x).bold(), value);
            x += wide + 7 * MM;
        }
        self.y += step(SMALL) + step(BODY) + GAP / 2;
        self.rule(EDGE, INNER, HAIR);
        self.y += GAP;
    }

    fn parties(&mut self) {
        let sheet = self.sheet;
        let top = self.y;
        let room = INNER - if sheet.code.is_some() { CODE + GAP } else { 0 };
        let each = room / sheet.parties.len().max(2) as i64;
        let mut low = top;
        for (at, party) in sheet.parties.iter().enumerate() {
            let (x, within) = (EDGE + at as i64 * each, each - GAP);
            let mut y = top;
            self.text(letters(y, SMALL).at(x).quiet(), &party.label);
            y += step(SMALL);
            for line in lines(&party.name, NAME, true, within) {
                self.text(letters(y, NAME).at(x).bold(), &line);
                y += step(NAME);
            }
            for line in party.lines.iter().flat_map(|line| lines(line, BODY, false, within)) {
                self.text(letters(y, BODY).at(x), &line);
                y += step(BODY);
            }
            low = low.max(y);
        }
        if let (Some(code), Some(page)) = (&sheet.code, self.pages.last_mut())
            && page.dense_qr(PAGE.0 - EDGE - CODE, top, CODE, code)
        {
            low = low.max(top + CODE);
        }
        self.y = low + GAP / 2;
        for line in sheet.notes.iter().flat_map(|note| lines(note, SMALL, false, INNER)) {
            let y = self.y;
            self.text(letters(y, SMALL), &line);
            self.y += step(SMALL);
        }
        self.y += GAP / 2;
    }

    fn heads(&mut self) {
        let sheet = self.sheet;
        self.rule(EDGE, INNER, RULE);
        let y = self.y + MM;
        for (at, column) in sheet.columns.iter().enumerate() {
            let (x, wide) = self.columns[at];
            if column.right {
                self.right(letters(y, SMALL).bold(), x + wide, &column.head);
            } else {
                self.text(letters(y, SMALL).at(x).bold(), &column.head);
            }
        }
        self.y = y + step(SMALL) + MM;
        self.rule(EDGE, INNER, HAIR);
    }

    fn table(&mut self) {
        let sheet = self.sheet;
        if sheet.columns.is_empty() {
            return;
        }
        self.heads();
        for row in &sheet.rows {
            let cells: Vec<Vec<(String, bool, bool)>> =
                row.iter().enumerate().map(|(at, cell)| self.cell(at, cell)).collect();
            let tall = |cell: &Vec<(String, bool, bool)>| {
                cell.iter().map(|one| step(sized(one.2))).sum::<i64>()
            };
            let height = cells.iter().map(tall).max().unwrap_or(0) + 2 * MM;
            if !self.room(height) {
                self.heads();
            }
            let top = self.y + MM;
            for (at, cell) in cells.iter().enumerate() {
                let (x, wide) = self.columns.get(at).copied().unwrap_or((EDGE, INNER));
                let mut y = top;
                for (line, bold, small) in cell {
                    let told =
                        PaperText { bold: *bold, quiet: *small, ..letters(y, sized(*small)).at(x) };
                    if sheet.columns[at].right {
                        self.right(told, x + wide, line);
                    } else {
                        self.text(told, line);
                    }
                    y += step(sized(*small));
                }
            }
            self.y += height;
            self.rule(EDGE, INNER, HAIR);
        }
        self.y += GAP;
    }

    /// The lines of a cell: each bold or not, small or not.
    fn cell(&self, at: usize, cell: &PaperCell) -> Vec<(String, bool, bool)> {
        let within = self.columns.get(at).map_or(INNER, |(_, wide)| *wide);
        let body = lines(&cell.text, BODY, cell.bold, within).into_iter();
        let below = cell.below.iter().flat_map(|line| lines(line, SMALL, false, within));
        body.map(|line| (line, cell.bold, false))
            .chain(below.map(|line| (line, false, true)))
            .collect()
    }

    /// What is said on the left, the sums on the right.
    fn sums(&mut self) {
        let sheet = self.sheet;
        let within = if sheet.sums.is_empty() && sheet.total.is_none() {
            INNER
        } else {
            INNER - SUMS - 8 * MM
        };
        let said: Vec<(&str, Vec<String>)> = sheet
            .said
            .iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(head, text)| (head.as_str(), lines(text, BODY, false, within)))
            .collect();
        let tall = |(_, lines): &(&str, Vec<String>)| {
            step(SMALL) + lines.len() as i64 * step(BODY) + GAP / 2
        };
        let left = said.iter().map(tall).sum::<i64>();
        let right = sheet.sums.len() as i64 * (step(BODY) + 600)
            + sheet.total.as_ref().map_or(0, |_| step(TITLE) + 2 * MM);
        self.room(left.max(right));
        let top = self.y;
        let mut y = top;
        for (head, lines) in said {
            self.text(letters(y, SMALL).quiet(), head);
            y += step(SMALL);
            for line in lines {
                self.text(letters(y, BODY), &line);
                y += step(BODY);
            }
            y += GAP / 2;
        }
        let (x, edge) = (PAGE.0 - EDGE - SUMS, PAGE.0 - EDGE);
        self.y = top;
        for (label, value) in &sheet.sums {
            let y = self.y;
            self.text(letters(y, BODY).at(x).quiet(), label);
            self.right(letters(y, BODY), edge, value);
            self.y += step(BODY) + 600;
        }
        if let Some((label, value)) = &sheet.total {
            self.rule(x, SUMS, RULE);
            let y = self.y + MM;
            self.text(letters(y, TITLE).at(x).bold(), label);
            self.right(letters(y, TITLE).bold(), edge, value);
        }
        self.y = top + left.max(right) + GAP;
    }

    /// Terms and signatures stand at the foot of the last page.
    fn foot(&mut self) {
        let sheet = self.sheet;
        let within = if sheet.signatory.is_some() { INNER * 3 / 5 } else { INNER };
        let terms = lines(&sheet.terms, SMALL, false, within);
        let signed = sheet.signatory.is_some() || !sheet.signed_by.is_empty();
        let tall = (terms.len() as i64 * step(SMALL)).max(if signed { 26 * MM } else { 0 });
        self.room(tall);
        let top = LOW - tall;
        let mut y = LOW - terms.len() as i64 * step(SMALL);
        for line in &terms {
            self.text(letters(y, SMALL).quiet(), line);
            y += step(SMALL);
        }
        if let Some(name) = &sheet.signatory {
            let edge = PAGE.0 - EDGE;
            for (at, line) in
                lines(&format!("For {name}"), BODY, false, INNER * 2 / 5 - GAP).iter().enumerate()
            {
                self.right(letters(top + at as i64 * step(BODY), BODY), edge, line);
            }
            self.right(letters(LOW - step(BODY), BODY).bold(), edge, "Authorised signatory");
        }
        let each = INNER / sheet.signed_by.len().max(1) as i64;
        for (at, who) in sheet.signed_by.iter().enumerate() {
            let x = EDGE + at as i64 * each;
            self.y = LOW - step(BODY) - MM;
            self.rule(x, each - 8 * MM, HAIR);
            self.text(letters(LOW - step(BODY), BODY).at(x).quiet(), who);
        }
    }
}

fn sized(small: bool) -> i64 {
    if small { SMALL } else { BODY }
}

fn letters(y: i64, size: i64) -> PaperText {
    PaperText { x: EDGE, y, size, ..PaperText::default() }
}

impl PaperText {
    fn at(self, x: i64) -> PaperText {
        PaperText { x, ..self }
    }

    fn bold(self) -> PaperText {
        PaperText { bold: true, ..self }
    }

    fn quiet(self) -> PaperText {
        PaperText { quiet: true, ..self }
    }
}

fn put(page: &mut PaperPage, at: PaperText, text: &str) {
    if !text.is_empty() {
        page.marks.push(super::Mark::Text(PaperText { text: text.to_owned(), ..at }));
    }
}

fn right(page: &mut PaperPage, at: PaperText, edge: i64, text: &str) {
    let x = edge - width(text, at.size, at.bold);
    put(page, PaperText { x, ..at }, text);
}

/// Where each column begins and how wide it is.
fn placed(sheet: &PaperSheet) -> Vec<(i64, i64)> {
    let own = |at: usize, column: &PaperColumn| {
        let cells = sheet.rows.iter().filter_map(|row| row.get(at));
        let cells = cells.map(|cell| {
            let below = cell.below.iter().map(|line| width(line, SMALL, false)).max();
            width(&cell.text, BODY, cell.bold).max(below.unwrap_or(0))
        });
        cells.max().unwrap_or(0).max(width(&column.head, SMALL, true))
    };
    let mut widths: Vec<i64> = sheet
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| if column.wide { 0 } else { own(at, column) })
        .collect();
    let gutters = GUTTER * widths.len().saturating_sub(1) as i64;
    let left = INNER - gutters - widths.iter().sum::<i64>();
    if let Some(wide) = sheet.columns.iter().position(|column| column.wide) {
        widths[wide] = left.max(20 * MM);
    }
    let mut x = EDGE;
    let place = |wide: i64| {
        let at = (x, wide);
        x += wide + GUTTER;
        at
    };
    widths.into_iter().map(place).collect()
}
