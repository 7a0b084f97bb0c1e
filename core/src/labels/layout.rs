//! How labels look: one layout for every size, on sheets and alone.

use super::code::{LabelCode, LabelKind};
use crate::paper::{MM, PaperPage, PaperText, svg, zpl};

/// At most so many labels are made at once.
pub const MOST: usize = 500;

/// The papers that labels are printed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelSize {
    /// A sheet of ten, 99.1 x 57 mm each: the cut of Avery L7173 and of every sheet sold for it.
    A4,
    #[default]
    Large,
    Small,
}

impl LabelSize {
    pub const ALL: [LabelSize; 3] = [LabelSize::A4, LabelSize::Large, LabelSize::Small];

    pub fn name(self) -> &'static str {
        match self {
            LabelSize::A4 => "a4",
            LabelSize::Large => "100x50",
            LabelSize::Small => "50x25",
        }
    }

    pub fn parse(name: &str) -> Option<LabelSize> {
        LabelSize::ALL.into_iter().find(|size| size.name() == name)
    }

    /// The width and height of one label.
    fn label(self) -> (i64, i64) {
        match self {
            LabelSize::A4 => (99_100, 57 * MM),
            LabelSize::Large => (100 * MM, 50 * MM),
            LabelSize::Small => (50 * MM, 25 * MM),
        }
    }
}

/// The sheet of [`LabelSize::A4`]: its size, its edges, from label to label, and how many there are.
const SHEET: (i64, i64) = (210 * MM, 297 * MM);
const EDGE: (i64, i64) = (4_650, 6 * MM);
const STEP: (i64, i64) = (101_600, 57 * MM);
const COLUMNS: usize = 2;
const ROWS: usize = 5;

/// What stands on one label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub code: LabelCode,
    /// The goods, or whose they are.
    pub title: String,
    /// Further lines, the most telling first: as many as there is room for.
    pub facts: Vec<String>,
    /// Which of how many it is: beside the number.
    pub part: String,
}

impl Label {
    /// The label in the width and height that it is given.
    fn page(&self, size: LabelSize) -> PaperPage {
        let (width, height) = size.label();
        let mut page = PaperPage::new(width, height);
        let small = size == LabelSize::Small;
        let (edge, gap) = if small { (1_500, 1_250) } else { (3 * MM, 3 * MM) };
        let bars = if small { 5 * MM } else { 9 * MM };
        // The number's own code runs along the foot where it can be read there, else the other code takes its room.
        let foot = height - edge - bars;
        let has_bars = page.code128(0, foot, width, bars, &self.code.number);
        let low = if has_bars { foot - gap } else { height - edge };
        let side = (low - edge).min(width * 2 / 5);
        page.qr(edge, edge, side, &self.code.text());
        let x = edge + side + gap;
        self.words(&mut page, small, (x, edge), (width - edge - x, low));
        page
    }

    /// The number, the goods and the facts, from a corner to an edge.
    fn words(
        &self,
        page: &mut PaperPage,
        small: bool,
        (x, top): (i64, i64),
        (width, low): (i64, i64),
    ) {
        let [head, title, fact] = if small { [3_600, 2_100, 1_900] } else { [6_500, 3_600, 3_100] };
        let text = |y: i64, size: i64, bold: bool, text: &str| PaperText {
            x,
            y,
            size,
            bold,
            text: text.to_owned(),
            ..PaperText::default()
        };
        page.fitted(text(top, head, true, &self.code.number), width, head / 3);
        let mut y = top + head * 5 / 4;
        y += page.wrapped(text(y, title, true, &self.title), width, 2) + title / 4;
        let part = (!self.part.is_empty()).then_some(&self.part);
        for line in part.into_iter().chain(&self.facts) {
            if y + fact > low {
                break;
            }
            page.fitted(text(y, fact, false, line), width, fact * 4 / 5);
            y += fact * 6 / 5;
        }
    }
}

/// Labels as they are printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelSheet {
    pub pages: Vec<PaperPage>,
    /// The same for a label printer; what is printed on sheets comes alone from it.
    pub zpl: String,
}

impl LabelSheet {
    /// Every label so many times, its copies one after the other.
    pub fn of(labels: &[Label], size: LabelSize, copies: usize) -> LabelSheet {
        let single = if size == LabelSize::A4 { LabelSize::Large } else { size };
        let zpl = labels.iter().map(|label| zpl::written(&label.page(single), copies)).collect();
        let drawn = labels.iter().map(|label| label.page(size));
        let all: Vec<PaperPage> =
            drawn.flat_map(|page| std::iter::repeat_n(page, copies)).collect();
        let pages = match size {
            LabelSize::A4 => all.chunks(COLUMNS * ROWS).map(sheet).collect(),
            _ => all,
        };
        LabelSheet { pages, zpl }
    }

    pub fn svg(&self) -> Vec<String> {
        self.pages.iter().map(svg::written).collect()
    }
}

fn sheet(labels: &[PaperPage]) -> PaperPage {
    let mut page = PaperPage::new(SHEET.0, SHEET.1);
    for (at, label) in labels.iter().enumerate() {
        let (column, row) = ((at % COLUMNS) as i64, (at / COLUMNS) as i64);
        page.place(label, EDGE.0 + column * STEP.0, EDGE.1 + row * STEP.1);
    }
    page
}

/// The label of a kind without anything to add.
pub fn plain(kind: LabelKind, number: &str, title: &str, facts: Vec<String>) -> Label {
    let code = LabelCode::of(kind, number);
    Label { code, title: title.to_owned(), facts, part: String::new() }
}
