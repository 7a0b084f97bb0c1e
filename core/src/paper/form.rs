//! The kinds of paper that documents are printed on: their sizes, and those of the letters on them, in micrometres.

use super::MM;

/// A kind of paper.
#[derive(Debug, PartialEq, Eq)]
pub struct PaperForm {
    pub key: &'static str,
    pub width: i64,
    /// Of a sheet; a roll is cut where the print ends, and at the latest here.
    pub height: i64,
    pub is_roll: bool,
    pub edge: i64,
    /// The height of letters: of the smallest print, of what is read, of names, and of titles.
    pub small: i64,
    pub body: i64,
    pub name: i64,
    pub title: i64,
    /// What sums are written in, on the right.
    pub sums: i64,
    /// What is left for the number of the page.
    pub foot: i64,
    /// The largest that a logo is: its width and its height.
    pub logo: (i64, i64),
}

pub static A4: PaperForm = PaperForm {
    key: "a4",
    width: 210 * MM,
    height: 297 * MM,
    is_roll: false,
    edge: 13 * MM,
    small: 2_700,
    body: 3_100,
    name: 3_700,
    title: 4_600,
    sums: 66 * MM,
    foot: 15 * MM,
    logo: (46 * MM, 16 * MM),
};

/// The roll of a thermal printer, which prints 72 of its 80 millimetres.
pub static THERMAL_80: PaperForm = PaperForm {
    key: "thermal80",
    width: 80 * MM,
    // Less than the five metres that a page of a PDF may have.
    height: 2_000 * MM,
    is_roll: true,
    edge: 4 * MM,
    small: 2_600,
    body: 3_000,
    name: 3_500,
    title: 4_200,
    sums: 72 * MM,
    foot: 10 * MM,
    logo: (40 * MM, 14 * MM),
};

/// A sheet first: what is printed on where nothing is chosen.
pub static FORMS: &[&PaperForm] = &[&A4, &THERMAL_80];

impl PaperForm {
    /// Between the edges.
    pub fn inner(&self) -> i64 {
        self.width - 2 * self.edge
    }

    /// Where what is printed ends on the right.
    pub fn right(&self) -> i64 {
        self.width - self.edge
    }

    /// Where the foot of a page begins.
    pub fn low(&self) -> i64 {
        self.height - self.foot
    }

    /// The size of letters that are small, or read.
    pub fn sized(&self, is_small: bool) -> i64 {
        if is_small { self.small } else { self.body }
    }
}
