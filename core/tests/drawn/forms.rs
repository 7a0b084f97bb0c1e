//! Texts of every written form: PAN, GSTIN, e-mail and the like.

use godown_core::docs;
use godown_core::schema::Format;

use crate::proof::dice::Dice;

/// Patterns by the name of a form: `A` a letter, `9` a digit, `X` either, `F` a hexadecimal digit.
const PATTERNS: &[(&str, &[&str])] = &[
    ("pan", &["AAAPA9999A", "AAACA9999A", "AAAFA9999A"]),
    ("tan", &["AAAA99999A"]),
    ("cin", &["L99999MH2010PLC999999", "U99999MH2015PTC999999"]),
    ("udyam", &["UDYAM-MH-99-9999999"]),
    ("pin", &["411999", "400999", "560999"]),
    ("mobile", &["9899999999", "7999999999"]),
    ("email", &["a9999@example.in", "b.c999@example.com"]),
    ("hsn", &["7306", "730630", "73063090", "999999"]),
    ("ifsc", &["AAAA0999999"]),
    ("account", &["999999999999", "9999999999"]),
    ("vehicle", &["MH12AA9999", "KA01A999"]),
    ("licence", &["MH1220119999999"]),
    ("ewb", &["399999999999"]),
    ("ack", &["112099999999999"]),
    ("irn", &["FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"]),
    ("utr", &["AAAAX999999999999999", "AAAA999999999999"]),
    ("cheque", &["999999"]),
    ("docno", &["S/9999", "A-999"]),
    ("code", &["A99", "AA9", "99"]),
    ("reason_code", &["R_A99", "AAA"]),
    ("gstin", &["27AAAFA9999A1ZX", "29AAAPA9999A1ZX"]),
    ("gstin_any", &["27AAAFA9999A1ZX", "29AAAPA9999A1ZX"]),
    ("prefix", &["AA9", "A9"]),
    ("series_prefix", &["AA9", "A9", "A99"]),
    ("employee_id", &["E999", "AAA99"]),
    ("decimal", &["9", "9.9", "99.999"]),
    ("gst_code", &["27", "29", "99"]),
    ("fy", &["26-27", "27-28", "25-26"]),
    ("property_code", &["A9", "OD", "AAA"]),
    ("page_url", &["/order", "/a999", "https://example.in/9"]),
    ("iso2", &["AA"]),
    ("dial", &["+99", "+9"]),
    ("yard_code", &["AA9", "AAA99"]),
    ("latitude", &["18.999999"]),
    ("longitude", &["73.999999"]),
    ("transporter_id", &["27AAAFA9999A1ZX"]),
    ("remarks", &["Agreed by phone 99"]),
];

fn filled(dice: &mut Dice, pattern: &str) -> String {
    let letters: Vec<char> = ('A'..='Z').collect();
    let of = |dice: &mut Dice, n: usize| char::from_digit(dice.below(n) as u32, 16).unwrap_or('0');
    let one = |c: char| match c {
        'A' => *dice.one(&letters),
        '9' => of(dice, 10),
        'F' => of(dice, 16),
        'X' if dice.chance(50) => of(dice, 10),
        'X' => *dice.one(&letters),
        c => c,
    };
    pattern.chars().map(one).collect()
}

/// A text of a form. Where a check digit is wanted it is tried for; now and then none fits.
pub fn written(dice: &mut Dice, format: &Format) -> String {
    if format.name == "doc_type" {
        return dice.one(docs::ALL).key.to_owned();
    }
    let known = PATTERNS.iter().find(|(name, _)| *name == format.name);
    let patterns = known.unwrap_or_else(|| panic!("no pattern of {}", format.name)).1;
    let mut text = String::new();
    for _ in 0..40 {
        let pattern = *dice.one(patterns);
        text = filled(dice, pattern);
        if let Some(begin) = text.get(..14).filter(|_| format.name.starts_with("gstin")) {
            text = format!("{begin}{}", godown_core::identify::check_digit(begin).unwrap_or('0'));
        }
        if (format.parse)(&text).is_ok() {
            break;
        }
    }
    text
}
