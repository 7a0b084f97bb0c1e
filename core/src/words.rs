//! Amounts in words, as an Indian invoice prints them.

use crate::value::Paise;

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

const GROUPS: [(u64, &str); 4] =
    [(10_000_000, "crore"), (100_000, "lakh"), (1_000, "thousand"), (100, "hundred")];

/// An amount in words: `Rupees seven lakh thirty-nine thousand eight hundred twelve only`,
/// `Rupees ten and fifty paise only`; a negative one begins with `Minus rupees`.
pub fn amount_in_words(amount: Paise) -> String {
    let magnitude = amount.0.unsigned_abs();
    let opening = if amount.0 < 0 { "Minus rupees" } else { "Rupees" };
    let rupees = number_in_words(magnitude / 100);
    match magnitude % 100 {
        0 => format!("{opening} {rupees} only"),
        1 => format!("{opening} {rupees} and one paisa only"),
        paise => format!("{opening} {rupees} and {} paise only", number_in_words(paise)),
    }
}

/// A whole number in words of the Indian system, in lower case; above a crore the number of
/// crores is itself in words (`one lakh crore`).
pub fn number_in_words(value: u64) -> String {
    let mut words = Vec::new();
    let mut rest = value;
    for (size, name) in GROUPS {
        if rest >= size {
            words.push(number_in_words(rest / size));
            words.push(name.to_owned());
            rest %= size;
        }
    }
    if rest > 0 || words.is_empty() {
        words.push(below_hundred(rest));
    }
    words.join(" ")
}

fn below_hundred(value: u64) -> String {
    if value < 20 {
        return SMALL[value as usize].to_owned();
    }
    let tens = TENS[value as usize / 10];
    match value % 10 {
        0 => tens.to_owned(),
        ones => format!("{tens}-{}", SMALL[ones as usize]),
    }
}

#[cfg(test)]
mod tests {
    // Figures are grouped as the words and texts beside them are: lakh, crore and paise.
    #![allow(clippy::inconsistent_digit_grouping)]

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn amounts_are_said_in_lakh_and_crore() {
        for (paise, want) in [
            (0, "Rupees zero only"),
            (50, "Rupees zero and fifty paise only"),
            (1_01, "Rupees one and one paisa only"),
            (10_50, "Rupees ten and fifty paise only"),
            (100_00, "Rupees one hundred only"),
            (1_15_00, "Rupees one hundred fifteen only"),
            (7_39_812_00, "Rupees seven lakh thirty-nine thousand eight hundred twelve only"),
            (70_746_00, "Rupees seventy thousand seven hundred forty-six only"),
            (1_00_00_000_00, "Rupees one crore only"),
            (1_00_000_00_00_000_00, "Rupees one lakh crore only"),
            (-16_00, "Minus rupees sixteen only"),
        ] {
            assert_eq!(amount_in_words(Paise(paise)), want);
        }
        assert_eq!(
            amount_in_words(Paise(99_99_99_99_999_99)),
            "Rupees nine thousand nine hundred ninety-nine crore ninety-nine lakh ninety-nine \
             thousand nine hundred ninety-nine and ninety-nine paise only"
        );
    }

    fn said(words: &str) -> u64 {
        let (mut total, mut group) = (0, 0);
        for word in words.split([' ', '-']) {
            if let Some(value) = SMALL.iter().position(|small| *small == word) {
                group += value as u64;
            } else if let Some(tens) = TENS.iter().position(|tens| *tens == word) {
                group += tens as u64 * 10;
            } else if word == "hundred" {
                group *= 100;
            } else if word == "crore" {
                total = (total + group) * 1_00_00_000;
                group = 0;
            } else {
                let size = if word == "lakh" { 1_00_000 } else { 1_000 };
                total += group * size;
                group = 0;
            }
        }
        total + group
    }

    proptest! {
        #[test]
        fn the_words_say_the_number(value in 0..99_99_99_99_999_u64) {
            prop_assert_eq!(said(&number_in_words(value)), value);
        }
    }
}
