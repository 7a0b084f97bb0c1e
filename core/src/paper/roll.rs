//! What is placed otherwise on a roll than on a sheet: below each other instead of side by side, from the same content.

use super::layout::{CODE, GAP, HAIR, Laid, RULE, lines, step};
use super::sheet::{PaperCell, PaperColumn};
use super::{MM, PaperText};

/// What the names of facts are written in, on the left.
const LABELS: i64 = 24 * MM;
/// Room to sign.
const SIGN: i64 = 12 * MM;

impl Laid<'_> {
    /// Lines below each other from edge to edge; answers nothing, the pen is below them.
    fn put_lines(&mut self, told: &PaperText, text: &str) {
        let form = self.form;
        for line in lines(text, told.size, told.bold, form.inner() - (told.x - form.edge)) {
            self.room(step(told.size));
            let y = self.y;
            self.text(PaperText { y, ..told.clone() }, &line);
            self.y += step(told.size);
        }
    }

    pub(super) fn roll_head(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        self.y = form.edge;
        if let Some(logo) = &sheet.logo {
            let (wide, high) = logo.within(form.logo);
            self.picture((form.width - wide) / 2, wide, high);
            self.y += high + GAP / 2;
        }
        let [title, name, small] =
            [form.title, form.name, form.small].map(|size| self.letters(0, size));
        self.put_lines(&name.bold(), &sheet.seller);
        for line in &sheet.seller_lines {
            self.put_lines(&small.clone().quiet(), line);
        }
        self.y += GAP / 2;
        self.put_lines(&title.bold(), &sheet.title);
        self.put_lines(&small.quiet(), &sheet.copy);
        self.y += GAP / 3;
        self.rule(form.edge, form.inner(), RULE);
        self.y += GAP / 2;
    }

    pub(super) fn roll_facts(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        for (label, value) in sheet.facts.iter().filter(|(_, value)| !value.is_empty()) {
            let y = self.y;
            self.text(self.letters(y + (form.body - form.small), form.small).quiet(), label);
            let value_at = self.letters(y, form.body).at(form.edge + LABELS).bold();
            self.put_lines(&value_at, value);
        }
        self.y += GAP / 3;
        self.rule(form.edge, form.inner(), HAIR);
        self.y += GAP / 2;
    }

    pub(super) fn roll_parties(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        for party in &sheet.parties {
            self.put_lines(&self.letters(0, form.small).quiet(), &party.label);
            self.put_lines(&self.letters(0, form.name).bold(), &party.name);
            for line in &party.lines {
                self.put_lines(&self.letters(0, form.body), line);
            }
            self.y += GAP / 2;
        }
        if let Some(code) = &sheet.code {
            self.room(CODE);
            let (x, y) = ((form.width - CODE) / 2, self.y);
            if let Some(page) = self.pages.last_mut() {
                page.dense_qr(x, y, CODE, code);
            }
            self.y += CODE + GAP / 2;
        }
        for note in &sheet.notes {
            self.put_lines(&self.letters(0, form.small), note);
        }
    }

    /// Each row below the other: what it is over the whole width, and under it every other figure with its name.
    pub(super) fn roll_table(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        if sheet.columns.is_empty() {
            return;
        }
        self.rule(form.edge, form.inner(), RULE);
        self.y += GAP / 2;
        for row in &sheet.rows {
            self.room(step(form.body) * 3);
            self.roll_row(row);
            self.y += GAP / 3;
            self.rule(form.edge, form.inner(), HAIR);
            self.y += GAP / 2;
        }
    }

    fn roll_row(&mut self, row: &[PaperCell]) {
        let (sheet, form) = (self.sheet, self.form);
        let pairs = || sheet.columns.iter().zip(row);
        let lead = pairs().find(|(column, _)| column.wide).map(|(_, cell)| cell);
        let ordinal =
            pairs().next().filter(|(column, cell)| is_ordinal(column) && !cell.text.is_empty());
        if let Some(cell) = lead {
            let text = match ordinal {
                Some((_, at)) => format!("{}. {}", at.text, cell.text),
                None => cell.text.clone(),
            };
            let told = self.letters(0, form.body);
            self.put_lines(&if cell.bold { told.bold() } else { told }, &text);
            for line in &cell.below {
                self.put_lines(&self.letters(0, form.small).quiet(), line);
            }
        }
        let others = pairs()
            .filter(|(column, cell)| !column.wide && !is_ordinal(column) && !cell.text.is_empty());
        let named = |(column, cell): (&PaperColumn, &PaperCell)| {
            if column.head.is_empty() {
                cell.text.clone()
            } else {
                format!("{} {}", column.head, cell.text)
            }
        };
        let told: Vec<String> = others.map(named).collect();
        self.put_lines(&self.letters(0, form.body), &told.join(" · "));
    }

    pub(super) fn roll_sums(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        for (label, value) in &sheet.sums {
            self.room(step(form.body));
            let y = self.y;
            self.text(self.letters(y, form.body).quiet(), label);
            self.right(self.letters(y, form.body), form.right(), value);
            self.y += step(form.body);
        }
        if let Some((label, value)) = &sheet.total {
            self.room(step(form.title) + 2 * MM);
            self.rule(form.edge, form.inner(), RULE);
            let y = self.y + MM;
            self.text(self.letters(y, form.title).bold(), label);
            self.right(self.letters(y, form.title).bold(), form.right(), value);
            self.y = y + step(form.title);
        }
        self.y += GAP / 2;
        for (head, text) in sheet.said.iter().filter(|(_, text)| !text.is_empty()) {
            self.put_lines(&self.letters(0, form.small).quiet(), head);
            self.put_lines(&self.letters(0, form.body), text);
            self.y += GAP / 3;
        }
    }

    pub(super) fn roll_foot(&mut self) {
        let (sheet, form) = (self.sheet, self.form);
        for line in sheet.terms.lines() {
            self.put_lines(&self.letters(0, form.small).quiet(), line);
        }
        if let Some(name) = &sheet.signatory {
            self.y += GAP / 2;
            self.put_lines(&self.letters(0, form.body), &format!("For {name}"));
            self.room(SIGN + step(form.body));
            self.y += SIGN;
            self.put_lines(&self.letters(0, form.body).bold(), "Authorised signatory");
        }
        for who in &sheet.signed_by {
            self.room(SIGN + step(form.body));
            self.y += SIGN;
            self.rule(form.edge, form.inner(), HAIR);
            self.y += MM;
            self.put_lines(&self.letters(0, form.body).quiet(), who);
        }
        // The roll is cut below what is printed, and the number of the page.
        let (low, foot) = (self.y, form.foot);
        if let Some(page) = self.pages.last_mut() {
            page.height = low + foot;
        }
    }
}

fn is_ordinal(column: &PaperColumn) -> bool {
    column.head == "#"
}
