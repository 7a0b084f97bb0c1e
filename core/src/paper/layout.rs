//! How a document looks on paper: one layout for all, whatever it says; what does not fit goes on to further pages.

use super::font::{FAMILY, width};
use super::form::PaperForm;
use super::sheet::{PaperCell, PaperColumn, PaperSheet};
use super::{MM, Mark, PaperPage, PaperText};

pub(super) const HAIR: i64 = 100;
pub(super) const RULE: i64 = 300;
pub(super) const GAP: i64 = 3 * MM;
/// So much stands between columns, and so much where the wide one can spare it.
const GUTTER: i64 = 2_500;
const EASY_GUTTER: i64 = 5 * MM;
const EASY_WIDE: i64 = 60 * MM;
/// So that a camera reads the thousand letters of a signed code.
pub(super) const CODE: i64 = 38 * MM;

/// The pages of some sheets, each with its number among those of its sheet.
pub fn pages(sheets: &[PaperSheet], form: &'static PaperForm) -> Vec<PaperPage> {
    sheets.iter().flat_map(|sheet| Laid::of(sheet, form).pages).collect()
}

/// A text over as many lines as it takes; a word that is too long for one is cut through.
pub(super) fn lines(text: &str, size: i64, bold: bool, within: i64) -> Vec<String> {
    let mut made = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in words(paragraph) {
            let word = word.as_str();
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

/// The parts of a text between which a line may end: a rupee sign stays with its figure, and the unit that begins with
/// one stays with what it is the unit of.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let is_unit = word.starts_with('₹') && !word.chars().any(|letter| letter.is_ascii_digit());
        match made.last_mut() {
            Some(before) if is_unit || before == "₹" => {
                before.push(' ');
                before.push_str(word);
            }
            _ => made.push(word.to_owned()),
        }
    }
    made
}

pub(super) fn step(size: i64) -> i64 {
    size * 14 / 10
}

pub(super) struct Laid<'s> {
    pub(super) sheet: &'s PaperSheet,
    pub(super) form: &'static PaperForm,
    pub(super) pages: Vec<PaperPage>,
    pub(super) y: i64,
    columns: Vec<(i64, i64)>,
}

impl Laid<'_> {
    fn of<'s>(sheet: &'s PaperSheet, form: &'static PaperForm) -> Laid<'s> {
        let columns = placed(sheet, form);
        let mut laid = Laid { sheet, form, pages: Vec::new(), y: 0, columns };
        laid.page();
        if form.is_roll {
            laid.roll_facts();
            laid.roll_parties();
            laid.roll_table();
            laid.roll_sums();
            laid.roll_foot();
        } else {
            laid.facts();
            laid.parties();
            laid.table();
            laid.sums();
            laid.foot();
        }
        laid.number();
        laid
    }

    /// At the foot of every page its number, and the document's.
    fn number(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        let (all, last) = (self.pages.len(), self.pages.len() > 1);
        for (at, page) in self.pages.iter_mut().enumerate() {
            let y = page.height - form.foot + 4 * MM;
            let told = PaperText {
                x: form.edge,
                y,
                size: form.small,
                quiet: true,
                ..PaperText::default()
            };
            let number = if last {
                format!("{}, {}", sheet.number, sheet.copy)
            } else {
                sheet.number.clone()
            };
            put(page, told.clone(), &number);
            right(page, told, form.right(), &format!("Page {} of {all}", at + 1));
        }
    }

    /// Letters from the left edge on.
    pub(super) fn letters(&self, y: i64, size: i64) -> PaperText {
        PaperText { x: self.form.edge, y, size, ..PaperText::default() }
    }

    /// The logo, where the pen is.
    pub(super) fn picture(&mut self, x: i64, width: i64, height: i64) {
        let y = self.y;
        if let (Some(picture), Some(page)) = (&self.sheet.logo, self.pages.last_mut()) {
            page.marks.push(Mark::Picture { x, y, width, height, picture: picture.clone() });
        }
    }

    pub(super) fn text(&mut self, at: PaperText, text: &str) {
        if let Some(page) = self.pages.last_mut() {
            put(page, at, text);
        }
    }

    pub(super) fn right(&mut self, at: PaperText, edge: i64, text: &str) {
        if let Some(page) = self.pages.last_mut() {
            right(page, at, edge, text);
        }
    }

    pub(super) fn rule(&mut self, x: i64, wide: i64, thick: i64) {
        let y = self.y;
        if let Some(page) = self.pages.last_mut() {
            page.bar(x, y, wide, thick);
        }
    }

    /// A further page, with the head of every page.
    fn page(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        let mut page = PaperPage::new(form.width, form.height);
        page.family = FAMILY;
        page.name = format!("{} {}, {}", sheet.title, sheet.number, sheet.copy);
        self.pages.push(page);
        if form.is_roll {
            return self.roll_head();
        }
        let edge = form.right();
        self.y = form.edge;
        let (wide, high) = sheet.logo.as_ref().map_or((0, 0), |logo| logo.within(form.logo));
        self.picture(form.edge, wide, high);
        let beside = if wide > 0 { wide + GAP } else { 0 };
        let titled =
            width(&sheet.title, form.title, true).max(width(&sheet.copy, form.body, false));
        let within = form.inner() - beside - titled - 8 * MM;
        let (x, mut y) = (form.edge + beside, form.edge);
        self.right(self.letters(y, form.title).bold(), edge, &sheet.title);
        self.right(self.letters(y + step(form.title), form.body).quiet(), edge, &sheet.copy);
        let mut low = form.edge + step(form.title) + step(form.body);
        if self.pages.len() > 1 && !sheet.number.is_empty() {
            let told = format!("{}, continued", sheet.number);
            self.right(self.letters(low, form.small).quiet(), edge, &told);
            low += step(form.small);
        }
        for line in lines(&sheet.seller, form.title, true, within) {
            self.text(self.letters(y, form.title).at(x).bold(), &line);
            y += step(form.title);
        }
        for line in
            sheet.seller_lines.iter().flat_map(|line| lines(line, form.small, false, within))
        {
            self.text(self.letters(y, form.small).at(x).quiet(), &line);
            y += step(form.small);
        }
        self.y = y.max(low).max(form.edge + high) + GAP / 2;
        self.rule(form.edge, form.inner(), RULE);
        self.y += GAP;
    }

    pub(super) fn room(&mut self, height: i64) -> bool {
        let fits = self.y + height <= self.form.low();
        if !fits {
            self.page();
        }
        fits
    }

    fn facts(&mut self) {
        let form = self.form;
        let shown = || self.sheet.facts.iter().filter(|(_, value)| !value.is_empty());
        let all: Vec<&(String, String)> = shown().collect();
        if all.is_empty() {
            return;
        }
        let wide = |(label, value): &(String, String)| {
            width(label, form.small, false).max(width(value, form.body, true))
        };
        // A little closer, where that keeps all of them on one line.
        let gaps = all.len().saturating_sub(1).max(1) as i64;
        let fitting = (form.inner() - all.iter().map(|fact| wide(fact)).sum::<i64>()) / gaps;
        let gap = if fitting < 3 * MM { 7 * MM } else { fitting.min(7 * MM) };
        let mut x = form.edge;
        for fact in all {
            let ((label, value), wide) = (fact, wide(fact));
            if x > form.edge && x + wide > form.right() {
                x = form.edge;
                self.y += step(form.small) + step(form.body) + GAP / 2;
            }
            let y = self.y;
            self.text(self.letters(y, form.small).at(x).quiet(), label);
            self.text(self.letters(y + step(form.small), form.body).at(x).bold(), value);
            x += wide + gap;
        }
        self.y += step(form.small) + step(form.body) + GAP / 2;
        self.rule(form.edge, form.inner(), HAIR);
        self.y += GAP;
    }

    fn parties(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        let top = self.y;
        let room = form.inner() - if sheet.code.is_some() { CODE + GAP } else { 0 };
        let each = room / sheet.parties.len().max(2) as i64;
        let mut low = top;
        for (at, party) in sheet.parties.iter().enumerate() {
            let (x, within) = (form.edge + at as i64 * each, each - GAP);
            let mut y = top;
            self.text(self.letters(y, form.small).at(x).quiet(), &party.label);
            y += step(form.small);
            for line in lines(&party.name, form.name, true, within) {
                self.text(self.letters(y, form.name).at(x).bold(), &line);
                y += step(form.name);
            }
            for line in party.lines.iter().flat_map(|line| lines(line, form.body, false, within)) {
                self.text(self.letters(y, form.body).at(x), &line);
                y += step(form.body);
            }
            low = low.max(y);
        }
        if let (Some(code), Some(page)) = (&sheet.code, self.pages.last_mut()) {
            page.dense_qr(form.right() - CODE, top, CODE, code);
            low = low.max(top + CODE);
        }
        self.y = low + GAP / 2;
        for line in sheet.notes.iter().flat_map(|note| lines(note, form.small, false, form.inner()))
        {
            let y = self.y;
            self.text(self.letters(y, form.small), &line);
            self.y += step(form.small);
        }
        self.y += GAP / 2;
    }

    fn heads(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        let y = self.y + MM;
        for (at, column) in sheet.columns.iter().enumerate() {
            let (x, wide) = self.columns[at];
            if column.right {
                self.right(self.letters(y, form.small).bold(), x + wide, &column.head);
            } else {
                self.text(self.letters(y, form.small).at(x).bold(), &column.head);
            }
        }
        self.y = y + step(form.small) + MM;
        self.rule(form.edge, form.inner(), HAIR);
    }

    fn table(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        if sheet.columns.is_empty() {
            return;
        }
        self.rule(form.edge, form.inner(), RULE);
        self.heads();
        for row in &sheet.rows {
            let cells: Vec<Vec<(String, bool, bool)>> =
                row.iter().enumerate().map(|(at, cell)| self.cell(at, cell)).collect();
            let tall = |cell: &Vec<(String, bool, bool)>| {
                cell.iter().map(|one| step(form.sized(one.2))).sum::<i64>()
            };
            let height = cells.iter().map(tall).max().unwrap_or(0) + 2 * MM;
            if !self.room(height) {
                // The head of the page ends with the rule that stands over them.
                self.y -= GAP;
                self.heads();
            }
            let top = self.y + MM;
            for (at, cell) in cells.iter().enumerate() {
                let (x, wide) = self.columns.get(at).copied().unwrap_or((form.edge, form.inner()));
                let mut y = top;
                for (line, bold, small) in cell {
                    let told = PaperText {
                        bold: *bold,
                        quiet: *small,
                        ..self.letters(y, form.sized(*small)).at(x)
                    };
                    if sheet.columns[at].right {
                        self.right(told, x + wide, line);
                    } else {
                        self.text(told, line);
                    }
                    y += step(form.sized(*small));
                }
            }
            self.y += height;
            self.rule(form.edge, form.inner(), HAIR);
        }
        self.y += GAP;
    }

    /// The lines of a cell: each bold or not, small or not.
    fn cell(&self, at: usize, cell: &PaperCell) -> Vec<(String, bool, bool)> {
        let form = self.form;
        let within = self.columns.get(at).map_or(form.inner(), |(_, wide)| *wide);
        let body = lines(&cell.text, form.body, cell.bold, within).into_iter();
        let below = cell.below.iter().flat_map(|line| lines(line, form.small, false, within));
        body.map(|line| (line, cell.bold, false))
            .chain(below.map(|line| (line, false, true)))
            .collect()
    }

    /// What is said on the left, the sums on the right.
    fn sums(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        let within = if sheet.sums.is_empty() && sheet.total.is_none() {
            form.inner()
        } else {
            form.inner() - form.sums - 8 * MM
        };
        let said: Vec<(&str, Vec<String>)> = sheet
            .said
            .iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(head, text)| (head.as_str(), lines(text, form.body, false, within)))
            .collect();
        let tall = |(_, lines): &(&str, Vec<String>)| {
            step(form.small) + lines.len() as i64 * step(form.body) + GAP / 2
        };
        let left = said.iter().map(tall).sum::<i64>();
        let right = sheet.sums.len() as i64 * (step(form.body) + 600)
            + sheet.total.as_ref().map_or(0, |_| step(form.title) + 2 * MM);
        // A page of a signature alone says nothing of what is signed.
        self.room(left.max(right) + GAP + self.foot_height());
        let top = self.y;
        let mut y = top;
        for (head, lines) in said {
            self.text(self.letters(y, form.small).quiet(), head);
            y += step(form.small);
            for line in lines {
                self.text(self.letters(y, form.body), &line);
                y += step(form.body);
            }
            y += GAP / 2;
        }
        let (x, edge) = (form.right() - form.sums, form.right());
        self.y = top;
        for (label, value) in &sheet.sums {
            let y = self.y;
            self.text(self.letters(y, form.body).at(x).quiet(), label);
            self.right(self.letters(y, form.body), edge, value);
            self.y += step(form.body) + 600;
        }
        if let Some((label, value)) = &sheet.total {
            self.rule(x, form.sums, RULE);
            let y = self.y + MM;
            self.text(self.letters(y, form.title).at(x).bold(), label);
            self.right(self.letters(y, form.title).bold(), edge, value);
        }
        self.y = top + left.max(right) + GAP;
    }

    fn terms(&self) -> Vec<String> {
        let (sheet, form) = (self.sheet, self.form);
        let within = if sheet.signatory.is_some() { form.inner() * 3 / 5 } else { form.inner() };
        lines(&sheet.terms, form.small, false, within)
    }

    fn foot_height(&self) -> i64 {
        let signed = self.sheet.signatory.is_some() || !self.sheet.signed_by.is_empty();
        let terms = self.terms().len() as i64 * step(self.form.small);
        terms.max(if signed { 26 * MM } else { 0 })
    }

    /// Terms and signatures stand at the foot of the last page.
    fn foot(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        let (terms, tall) = (self.terms(), self.foot_height());
        self.room(tall);
        let top = form.low() - tall;
        let mut y = form.low() - terms.len() as i64 * step(form.small);
        for line in &terms {
            self.text(self.letters(y, form.small).quiet(), line);
            y += step(form.small);
        }
        if let Some(name) = &sheet.signatory {
            let edge = form.right();
            for (at, line) in
                lines(&format!("For {name}"), form.body, false, form.inner() * 2 / 5 - GAP)
                    .iter()
                    .enumerate()
            {
                self.right(self.letters(top + at as i64 * step(form.body), form.body), edge, line);
            }
            self.right(
                self.letters(form.low() - step(form.body), form.body).bold(),
                edge,
                "Authorised signatory",
            );
        }
        let each = form.inner() / sheet.signed_by.len().max(1) as i64;
        for (at, who) in sheet.signed_by.iter().enumerate() {
            let x = form.edge + at as i64 * each;
            self.y = form.low() - step(form.body) - MM;
            self.rule(x, each - 8 * MM, HAIR);
            self.text(self.letters(form.low() - step(form.body), form.body).at(x).quiet(), who);
        }
    }
}

impl PaperText {
    pub(super) fn at(self, x: i64) -> PaperText {
        PaperText { x, ..self }
    }

    pub(super) fn bold(self) -> PaperText {
        PaperText { bold: true, ..self }
    }

    pub(super) fn quiet(self) -> PaperText {
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
fn placed(sheet: &PaperSheet, form: &PaperForm) -> Vec<(i64, i64)> {
    let own = |at: usize, column: &PaperColumn| {
        let cells = sheet.rows.iter().filter_map(|row| row.get(at));
        let cells = cells.map(|cell| {
            let below = cell.below.iter().map(|line| width(line, form.small, false)).max();
            width(&cell.text, form.body, cell.bold).max(below.unwrap_or(0))
        });
        cells.max().unwrap_or(0).max(width(&column.head, form.small, true))
    };
    let mut widths: Vec<i64> = sheet
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| if column.wide { 0 } else { own(at, column) })
        .collect();
    let left = |gutter: i64| {
        let gutters = gutter * widths.len().saturating_sub(1) as i64;
        form.inner() - gutters - widths.iter().sum::<i64>()
    };
    let gutter = if left(EASY_GUTTER) < EASY_WIDE { GUTTER } else { EASY_GUTTER };
    let left = left(gutter);
    if let Some(wide) = sheet.columns.iter().position(|column| column.wide) {
        widths[wide] = left.max(20 * MM);
    }
    let mut x = form.edge;
    let place = |wide: i64| {
        let at = (x, wide);
        x += wide + gutter;
        at
    };
    widths.into_iter().map(place).collect()
}
