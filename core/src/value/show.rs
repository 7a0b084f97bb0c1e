//! Amounts as people in India read them, for messages and documents that core writes.

use super::{Grams, Paise, div_half_away};

/// An integer in Indian digit grouping: `12,34,567`; a minus sign leads a negative one.
pub fn grouped(value: i64) -> String {
    signed(value, &grouped_magnitude(value.unsigned_abs()))
}

/// Money with its paise always written: `₹1,24,300.00`, `-₹0.16`.
pub fn rupees(amount: Paise) -> String {
    let magnitude = amount.0.unsigned_abs();
    let whole = grouped_magnitude(magnitude / 100);
    signed(amount.0, &format!("₹{whole}.{:02}", magnitude % 100))
}

/// Money whose paise are written only when there are any: `₹52,100`, `₹52,100.50`. For rates and
/// round figures inside a sentence; anything to be added up is written by [`rupees`].
pub fn rupees_short(amount: Paise) -> String {
    let long = rupees(amount);
    long.strip_suffix(".00").map(str::to_owned).unwrap_or(long)
}

/// A weight in kilograms to the gram: `1,238.400 kg`.
pub fn kg(weight: Grams) -> String {
    let magnitude = weight.0.unsigned_abs();
    let whole = grouped_magnitude(magnitude / 1_000);
    signed(weight.0, &format!("{whole}.{:03} kg", magnitude % 1_000))
}

/// A weight in tonnes to the kilogram, half away from zero: `2.140 MT`.
pub fn mt(weight: Grams) -> String {
    let kilograms = div_half_away(i128::from(weight.0), 1_000) as i64;
    let magnitude = kilograms.unsigned_abs();
    let whole = grouped_magnitude(magnitude / 1_000);
    signed(kilograms, &format!("{whole}.{:03} MT", magnitude % 1_000))
}

fn signed(value: i64, magnitude: &str) -> String {
    if value < 0 { format!("-{magnitude}") } else { magnitude.to_owned() }
}

fn grouped_magnitude(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 2);
    for (index, digit) in digits.chars().enumerate() {
        let behind = digits.len() - index;
        // The last three digits stand together, all before them in pairs.
        if index > 0 && (behind == 3 || (behind > 3 && behind % 2 == 1)) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    // Figures are grouped as the words and texts beside them are: lakh, crore and paise.
    #![allow(clippy::inconsistent_digit_grouping)]

    use super::*;

    #[test]
    fn digits_are_grouped_by_three_then_by_two() {
        for (value, want) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345, "12,345"),
            (1_23_456, "1,23,456"),
            (12_34_567, "12,34,567"),
            (-99_99_99_99_999, "-99,99,99,99,999"),
            (i64::MIN, "-92,23,37,20,36,85,47,75,808"),
        ] {
            assert_eq!(grouped(value), want);
        }
    }

    #[test]
    fn money_keeps_its_paise_unless_asked_to_drop_them() {
        assert_eq!(rupees(Paise(1_24_300_00)), "₹1,24,300.00");
        assert_eq!(rupees(Paise(-16)), "-₹0.16");
        assert_eq!(rupees(Paise(70_746_16)), "₹70,746.16");
        assert_eq!(rupees_short(Paise(12_430_00)), "₹12,430");
        assert_eq!(rupees_short(Paise(52_100_50)), "₹52,100.50");
    }

    #[test]
    fn weights_show_three_decimals() {
        assert_eq!(kg(Grams(1_238_400)), "1,238.400 kg");
        assert_eq!(kg(Grams(-5)), "-0.005 kg");
        assert_eq!(mt(Grams(2_140_000)), "2.140 MT");
        assert_eq!(mt(Grams(2_140_500)), "2.141 MT");
        assert_eq!(mt(Grams(-400)), "0.000 MT");
    }
}
