//! The sections that goods are rolled in: what is drawn of them, and the formula each comes with.

use crate::schema::Choice;

/// The cross sections of goods.
pub const SECTIONS: &[Choice] = &[
    ("pipe", "Round pipe"),
    ("shs", "Square hollow section"),
    ("rhs", "Rectangular hollow section"),
    ("round", "Round bar"),
    ("square", "Square bar"),
    ("flat", "Flat"),
    ("angle", "Angle"),
    ("channel", "Channel"),
    ("beam", "Beam"),
    ("sheet", "Sheet or plate"),
];

/// A weight formula that goods of a section are known to follow: dimensions in mm, steel of 7.85.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    pub section: &'static str,
    pub expression: &'static str,
    /// `pc` or `m`.
    pub per: &'static str,
}

const fn preset(section: &'static str, per: &'static str, expression: &'static str) -> Preset {
    Preset { section, expression, per }
}

/// One for each section whose weight follows from its sizes. A coating is added by the group's own
/// formula; channels and beams have the weight of their table.
pub const PRESETS: &[Preset] = &[
    preset("pipe", "m", "(od - thk) * thk * 0.0246615"),
    preset("shs", "m", "2 * (a + a - 2 * thk) * thk * 0.00785"),
    preset("rhs", "m", "2 * (a + b - 2 * thk) * thk * 0.00785"),
    preset("round", "m", "d * d * 0.0061654"),
    preset("square", "m", "a * a * 0.00785"),
    preset("flat", "m", "w * thk * 0.00785"),
    preset("angle", "m", "(a + b - thk) * thk * 0.00785"),
    preset("channel", "m", "kgm"),
    preset("beam", "m", "kgm"),
    preset("sheet", "pc", "l * w * thk * 0.00000785"),
];

pub fn preset_of(section: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.section == section)
}
