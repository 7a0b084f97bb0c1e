//! The letters that papers are set in: carried along, so that a page is the same wherever it is made, and shaped.

use std::sync::OnceLock;

use harfrust::{
    Buffer, Direction, Font, GlyphId, Script, ShapeOptions, ShapePlan, ShaperFont, shape,
};

/// What CSS calls them; the app gives the browser the same files under this name.
pub const FAMILY: &str = "Godown Paper";
/// Hind, of the Indian Type Foundry; `npm run font` makes the files, their licence lies beside them.
pub const REGULAR: &[u8] = include_bytes!("fonts/hind-regular.ttf");
pub const BOLD: &[u8] = include_bytes!("fonts/hind-bold.ttf");

/// What a letter that the font lacks is shown as.
const UNKNOWN: char = '?';

/// A letter's form on the line, in units of the font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperGlyph {
    pub id: u16,
    pub advance: i64,
    /// How far it would move the pen by itself.
    pub own_advance: i64,
    pub dx: i64,
    pub dy: i64,
    /// The byte of the text where its cluster begins.
    pub at: usize,
}

/// A file of letters with its plans of shaping.
pub struct PaperFace {
    font: Font,
    latin: ShapePlan,
    devanagari: ShapePlan,
    pub units: i64,
}

impl PaperFace {
    fn of(bytes: &'static [u8]) -> Option<PaperFace> {
        let font = Font::new(bytes.to_vec(), 0)?;
        let shaper = ShaperFont::new(&font);
        let plan =
            |script| ShapePlan::new(&shaper, Direction::LeftToRight, Some(script), None, &[]);
        let (latin, devanagari) = (plan(Script::LATIN), plan(Script::DEVANAGARI));
        let units = i64::from(font.units_per_em());
        Some(PaperFace { font, latin, devanagari, units })
    }

    /// The letters of a line; what the font lacks is shown as a question mark.
    pub fn shaped(&self, text: &str) -> Vec<PaperGlyph> {
        let shaper = ShaperFont::new(&self.font);
        let mut glyphs = Vec::with_capacity(text.len());
        for (from, run) in runs(text) {
            let indic = run.chars().any(is_devanagari);
            let mut buffer = Buffer::new();
            for (at, letter) in run.char_indices() {
                let known = is_joiner(letter) || shaper.nominal_glyph(letter.into()).is_some();
                let shown = if known { letter } else { UNKNOWN };
                buffer.push(shown.into(), (from + at) as u32);
            }
            buffer.set_direction(Direction::LeftToRight);
            buffer.set_script(Some(if indic { Script::DEVANAGARI } else { Script::LATIN }));
            let plan = if indic { &self.devanagari } else { &self.latin };
            if shape(&shaper, &mut buffer, ShapeOptions::new().plan(Some(plan))).is_err() {
                continue;
            }
            let placed = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
            glyphs.extend(placed.map(|(info, place)| PaperGlyph {
                id: u16::try_from(info.glyph_id).unwrap_or(0),
                advance: place.x_advance.into(),
                own_advance: shaper.glyph_h_advance(GlyphId::new(info.glyph_id)).into(),
                dx: place.x_offset.into(),
                dy: place.y_offset.into(),
                at: info.cluster as usize,
            }));
        }
        glyphs
    }
}

/// The regular or the bold file; `None` only where the program was built of broken files.
pub fn face(bold: bool) -> Option<&'static PaperFace> {
    static FACES: [OnceLock<Option<PaperFace>>; 2] = [OnceLock::new(), OnceLock::new()];
    let bytes = if bold { BOLD } else { REGULAR };
    FACES[usize::from(bold)].get_or_init(|| PaperFace::of(bytes)).as_ref()
}

/// How wide a line is, in micrometres.
pub fn width(text: &str, size: i64, bold: bool) -> i64 {
    let Some(face) = face(bold) else { return 0 };
    face.shaped(text).iter().map(|glyph| glyph.advance).sum::<i64>() * size / face.units
}

fn is_devanagari(letter: char) -> bool {
    ('\u{900}'..='\u{97f}').contains(&letter)
}

fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

/// Stretches of one script with where they begin: each is shaped by its own rules.
fn runs(text: &str) -> Vec<(usize, &str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let (mut from, mut indic) = (0, None);
    for (at, letter) in text.char_indices() {
        if is_joiner(letter) {
            continue;
        }
        let this = is_devanagari(letter);
        if indic.is_some_and(|before| before != this) {
            found.push((from, &text[from..at]));
            from = at;
        }
        indic = Some(this);
    }
    found.push((from, &text[from..]));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_india_are_there_and_take_their_forms() {
        for bold in [false, true] {
            let face = face(bold).unwrap();
            let shaped = |text: &str| face.shaped(text);
            assert!(shaped("₹1,23,456.00 × Ø").iter().all(|glyph| glyph.id != 0));
            // Ka, virama and ssa are one letter; a short i stands before what it is spoken after.
            assert_eq!(shaped("क्ष").len(), 1);
            let (ki, ka) = (shaped("कि"), shaped("क"));
            assert_eq!(ki.len(), 2);
            assert_eq!(ki[1].id, ka[0].id);
            // Two scripts in one line: each by its own rules.
            assert_eq!(shaped("Ram क्ष").len(), 5);
        }
    }

    #[test]
    fn figures_below_each_other_line_up_digit_by_digit() {
        for bold in [false, true] {
            let one = width("0", 3_100, bold);
            for pair in 0..100 {
                let figure = format!("{pair:02}");
                assert!((width(&figure, 3_100, bold) - 2 * one).abs() <= 1, "{figure}, {bold}");
            }
            assert_eq!(width("11,71,147.10", 3_100, bold), width("98,00,999.99", 3_100, bold));
        }
    }

    #[test]
    fn what_the_letters_lack_is_a_question_mark() {
        assert_eq!(face(false).unwrap().shaped("漢")[0].id, face(false).unwrap().shaped("?")[0].id);
    }
}
