//! Paper: pages of text, lines and codes, laid out in micrometres and written for a browser or a label printer.

pub mod code128;
#[cfg(feature = "print")]
pub mod font;
pub mod form;
#[cfg(feature = "print")]
pub mod layout;
#[cfg(feature = "print")]
pub mod pdf;
pub mod picture;
pub mod qr;
#[cfg(feature = "print")]
mod roll;
pub mod sheet;
pub mod svg;
#[cfg(feature = "print")]
pub mod table;
pub mod text;
pub mod zpl;

use std::sync::Arc;

use picture::PaperPicture;
use qr::Qr;

/// A millimetre in the unit of a page.
pub const MM: i64 = 1_000;
/// A dot of a label printer: eight to the millimetre, which the trade calls 203 dpi. Codes are drawn in whole dots, so
/// that they come out alike from every printer.
pub const DOT: i64 = 125;

/// One page or label: its size, and what stands on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperPage {
    pub width: i64,
    pub height: i64,
    /// The family of its letters as CSS names it; a label's are those of every device.
    pub family: &'static str,
    /// What the page is to whoever does not see it: none of a label.
    pub name: String,
    pub marks: Vec<Mark>,
}

/// One thing on a page, placed by its upper left corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    Text(PaperText),
    /// A filled rectangle, and so a line of any thickness.
    Bar {
        x: i64,
        y: i64,
        width: i64,
        height: i64,
    },
    /// A square QR code whose modules are so many micrometres wide.
    Qr {
        x: i64,
        y: i64,
        module: i64,
        code: Arc<Qr>,
    },
    /// A Code 128 whose modules are so many micrometres wide.
    Code128 {
        x: i64,
        y: i64,
        height: i64,
        module: i64,
        text: String,
    },
    /// A picture in a rectangle.
    Picture {
        x: i64,
        y: i64,
        width: i64,
        height: i64,
        picture: Arc<PaperPicture>,
    },
}

/// One line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperText {
    pub x: i64,
    /// The upper edge of its letters' box.
    pub y: i64,
    /// The height of that box.
    pub size: i64,
    pub bold: bool,
    /// Grey, for what only names or explains.
    pub quiet: bool,
    pub text: String,
}

impl PaperPage {
    pub fn new(width: i64, height: i64) -> PaperPage {
        PaperPage { width, height, family: svg::FAMILY, ..PaperPage::default() }
    }

    pub fn bar(&mut self, x: i64, y: i64, width: i64, height: i64) {
        self.marks.push(Mark::Bar { x, y, width, height });
    }

    /// A line of text that becomes smaller, and in the end shorter, until it fits between two edges.
    pub fn fitted(&mut self, at: PaperText, width: i64, least: i64) {
        let (text, size) = text::fitted(&at.text, at.size, least, width, at.bold);
        self.marks.push(Mark::Text(PaperText { text, size, ..at }));
    }

    /// Text over so many lines at most; answers the height that it took.
    pub fn wrapped(&mut self, at: PaperText, width: i64, lines: usize) -> i64 {
        let step = at.size * 6 / 5;
        let mut taken = 0;
        for line in text::wrapped(&at.text, at.size, width, lines, at.bold) {
            self.marks.push(Mark::Text(PaperText { text: line, y: at.y + taken, ..at.clone() }));
            taken += step;
        }
        taken
    }

    /// The largest QR code of a text that fits a square, in its middle; answers whether one does.
    pub fn qr(&mut self, x: i64, y: i64, side: i64, text: &str) -> bool {
        let Some(code) = Qr::of(text) else { return false };
        let module = side / DOT / code.size() * DOT;
        let spare = (side - module * code.size()) / 2;
        if module > 0 {
            let code = Arc::new(code);
            self.marks.push(Mark::Qr { x: x + spare, y: y + spare, module, code });
        }
        module > 0
    }

    /// A QR code in a square, in modules of any width: for clean paper.
    pub fn dense_qr(&mut self, x: i64, y: i64, side: i64, code: &Arc<Qr>) {
        let module = side / code.size();
        let spare = (side - module * code.size()) / 2;
        self.marks.push(Mark::Qr { x: x + spare, y: y + spare, module, code: code.clone() });
    }

    /// The widest Code 128 of a text that fits, its quiet edges too; answers whether one is wide enough to be read.
    pub fn code128(&mut self, x: i64, y: i64, width: i64, height: i64, text: &str) -> bool {
        let Some(code) = code128::Code128::of(text) else { return false };
        let whole = code.modules() + 2 * code128::QUIET;
        let module = (width / DOT / whole).min(code128::WIDEST) * DOT;
        let wide = module >= code128::NARROWEST * DOT;
        if wide {
            let x = x + (width - module * code.modules()) / 2;
            self.marks.push(Mark::Code128 { x, y, height, module, text: text.to_owned() });
        }
        wide
    }

    /// Everything of another page, moved by so much.
    pub fn place(&mut self, other: &PaperPage, dx: i64, dy: i64) {
        self.marks.extend(other.marks.iter().map(|mark| mark.moved(dx, dy)));
    }
}

impl Mark {
    fn moved(&self, dx: i64, dy: i64) -> Mark {
        let mut mark = self.clone();
        match &mut mark {
            Mark::Text(PaperText { x, y, .. })
            | Mark::Bar { x, y, .. }
            | Mark::Qr { x, y, .. }
            | Mark::Code128 { x, y, .. }
            | Mark::Picture { x, y, .. } => {
                *x += dx;
                *y += dy;
            }
        }
        mark
    }
}
