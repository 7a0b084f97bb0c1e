//! Decimal numbers with at most three places, as thousandths.

/// A decimal number as thousandths; `None` for anything else.
pub fn decimal(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || !plain(part) || whole.len() > 9 || part.len() > 3 {
        return None;
    }
    let thousandths =
        whole.parse::<i64>().ok()? * 1_000 + format!("{part:0<3}").parse::<i64>().ok()?;
    Some(if negative { -thousandths } else { thousandths })
}

/// Thousandths without needless zeros.
pub fn decimal_shown(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, part) = (thousandths.unsigned_abs() / 1_000, thousandths.unsigned_abs() % 1_000);
    let text = format!("{sign}{whole}.{part:03}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_has_at_most_three_places() {
        for (text, want) in [("3.6", Some(3_600)), ("-0.125", Some(-125)), ("12", Some(12_000))] {
            assert_eq!(decimal(text), want, "{text}");
        }
        for text in ["", ".", "1.", ".5", "1.2345", "1e3", "--1", "१"] {
            assert_eq!(decimal(text), None, "{text}");
        }
    }
}
