//! Numbers as people write them: `₹ 1,23,456.50`, `12.5 %`, `1,238.4 kg`, `(450)`.

use crate::schema::Unit;
use crate::value::imperial;

/// A unit's words and how many decimals a number in it may have; the first is what headings show.
type Words = &'static [(&'static str, usize)];

const MONEY: Words = &[("₹", 2), ("rs.", 2), ("rs", 2), ("inr", 2), ("/-", 2)];
/// A tonne is a thousand kilograms, so its decimals reach to the gram, too.
const WEIGHT: Words = &[("kgs", 3), ("kg", 3), ("mt", 6), ("tonnes", 6), ("gms", 0), ("gm", 0)];
const LENGTH: Words = &[("mm", 0), ("m", 3)];
const SHARE: Words = &[("%", 2)];
const COUNT: Words = &[("pieces", 0), ("pcs", 0), ("nos", 0)];
const DAYS: Words = &[("days", 0), ("day", 0)];
const HOURS: Words = &[("hours", 0), ("hrs", 0), ("h", 0)];

fn words(unit: Unit) -> Words {
    match unit {
        Unit::Paise | Unit::Rate => MONEY,
        Unit::Grams => WEIGHT,
        Unit::Millimetres => LENGTH,
        Unit::Bp => SHARE,
        Unit::Pieces => COUNT,
        Unit::Days => DAYS,
        Unit::Hours => HOURS,
        Unit::None => &[],
    }
}

/// The decimals of a unit as it is shown: `1,238.400` kg has three.
pub fn places(unit: Unit) -> usize {
    match unit {
        Unit::Paise | Unit::Rate | Unit::Bp => 2,
        Unit::Grams => 3,
        Unit::Millimetres | Unit::Pieces | Unit::Days | Unit::Hours | Unit::None => 0,
    }
}

/// The unit in brackets behind a heading; empty for a bare count.
pub fn sign(unit: Unit) -> &'static str {
    match unit {
        Unit::Paise | Unit::Rate => "₹",
        Unit::Grams => "kg",
        Unit::Millimetres => "mm",
        Unit::Bp => "%",
        Unit::Pieces => "pcs",
        Unit::Days => "days",
        Unit::Hours => "hours",
        Unit::None => "",
    }
}

/// A written number in a unit's smallest part (paise, grams); `None` unless it is exactly one.
pub fn read(text: &str, unit: Unit) -> Option<i64> {
    if let (Unit::Millimetres, Some(length)) = (unit, imperial(text)) {
        return (length % 1_000_000 == 0).then_some(length / 1_000_000);
    }
    let mut rest = text.trim().to_lowercase().replace('\u{a0}', " ").replace('\u{2212}', "-");
    let bracketed = rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let mut negative = bracketed.is_some();
    if let Some(inner) = bracketed {
        rest = inner.trim().to_owned();
    }
    if let Some(after) = rest.strip_prefix('-') {
        negative = !negative;
        rest = after.trim().to_owned();
    }
    let mut decimals = places(unit);
    for (word, allowed) in words(unit) {
        let bare = rest.strip_prefix(word).or_else(|| rest.strip_suffix(word));
        if let Some(bare) = bare {
            decimals = *allowed;
            rest = bare.trim().to_owned();
        }
    }
    if let Some(after) = rest.strip_prefix('-') {
        negative = !negative;
        rest = after.to_owned();
    }
    let value = scaled(&rest, decimals)?;
    Some(if negative { -value } else { value })
}

/// `1,23,456.5` with two decimals is 12345650; `None` for anything that is not a plain number.
fn scaled(text: &str, decimals: usize) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = part.trim_end_matches('0');
    let grouped = whole.bytes().all(|b| b.is_ascii_digit() || b == b',')
        && !whole.starts_with(',')
        && !whole.ends_with(',');
    let digits = part.bytes().all(|b| b.is_ascii_digit());
    let nothing = whole.is_empty() && !text.starts_with('.');
    if !grouped || !digits || nothing || part.len() > decimals || text == "." {
        return None;
    }
    let all: String = whole.chars().filter(|c| *c != ',').chain(part.chars()).collect();
    let all = format!("{all}{}", "0".repeat(decimals - part.len()));
    // Seventeen digits hold every amount that a field allows.
    if all.trim_start_matches('0').len() > 17 {
        return None;
    }
    if all.is_empty() { None } else { all.parse().ok() }
}

/// A number of a unit's smallest parts as a plain decimal: `123456.50`.
pub fn plain(value: i64, places: usize) -> String {
    let digits = format!("{:0>width$}", value.unsigned_abs(), width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    let sign = if value < 0 { "-" } else { "" };
    match places {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{part}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, unit, want) in [
            ("1,23,456.50", Unit::Paise, Some(12_345_650)),
            ("₹ 1,23,456.5", Unit::Paise, Some(12_345_650)),
            ("Rs. 500/-", Unit::Paise, Some(50_000)),
            ("INR 12", Unit::Rate, Some(1_200)),
            ("-₹0.16", Unit::Paise, Some(-16)),
            ("₹-0.16", Unit::Paise, Some(-16)),
            ("\u{2212}5", Unit::None, Some(-5)),
            ("(450.00)", Unit::Paise, Some(-45_000)),
            ("12.345", Unit::Paise, None),
            ("12.3400", Unit::Paise, Some(1_234)),
            ("1,238.4 kg", Unit::Grams, Some(1_238_400)),
            ("2.5 MT", Unit::Grams, Some(2_500_000)),
            ("750 gm", Unit::Grams, Some(750)),
            ("0.0005", Unit::Grams, None),
            ("6 m", Unit::Millimetres, Some(6_000)),
            ("6000", Unit::Millimetres, Some(6_000)),
            ("20'", Unit::Millimetres, Some(6_096)),
            ("20 ft", Unit::Millimetres, Some(6_096)),
            ("2\"", Unit::Millimetres, None),
            ("5\"", Unit::Millimetres, Some(127)),
            ("5\"", Unit::Pieces, None),
            ("18%", Unit::Bp, Some(1_800)),
            ("12.5", Unit::Bp, Some(1_250)),
            ("30 days", Unit::Days, Some(30)),
            ("36 Nos", Unit::Pieces, Some(36)),
            ("36.5", Unit::Pieces, None),
            (".5", Unit::Paise, Some(50)),
            ("5.", Unit::Paise, Some(500)),
            ("1.234,56", Unit::Paise, None),
            ("1.2E+17", Unit::None, None),
            ("", Unit::None, None),
            (".", Unit::Paise, None),
            ("-", Unit::None, None),
            ("twelve", Unit::None, None),
            ("12 kg", Unit::Paise, None),
            ("999999999999999999", Unit::None, None),
        ] {
            assert_eq!(read(text, unit), want, "{text} as {}", unit.name());
        }
    }

    const UNITS: &[Unit] = &[
        Unit::None,
        Unit::Paise,
        Unit::Grams,
        Unit::Pieces,
        Unit::Millimetres,
        Unit::Rate,
        Unit::Bp,
        Unit::Days,
        Unit::Hours,
    ];

    proptest! {
        #[test]
        fn what_is_written_is_read_back(value in -9_999_999_999_999_i64..=9_999_999_999_999,
                                        unit in prop::sample::select(UNITS)) {
            let text = plain(value, places(unit));
            prop_assert_eq!(read(&text, unit), Some(value), "{}", text);
        }

        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,20}", unit in prop::sample::select(UNITS)) {
            let _ = read(&text, unit);
        }
    }
}
