//! Lengths as the trade says them: inches and feet, with the fractions of a scale.

/// Millionths of a millimetre in an inch and a foot.
const INCH: i64 = 25_400_000;
const FOOT: i64 = 304_800_000;

/// A length in inches, feet or both (`2"`, `1 1/2 in`, `20'`, `5' 6"`) in millionths of a millimetre;
/// none for what names neither, or is no length.
pub fn imperial(text: &str) -> Option<i64> {
    let mut rest = text.trim().to_lowercase();
    for (written, mark) in [
        ("\u{201d}", "\""),
        ("\u{2033}", "\""),
        ("''", "\""),
        ("\u{2019}", "'"),
        ("\u{2032}", "'"),
        ("inches", "\""),
        ("inch", "\""),
        ("in", "\""),
        ("feet", "'"),
        ("ft", "'"),
    ] {
        rest = rest.replace(written, mark);
    }
    let (feet, inches) = match rest.split_once('\'') {
        Some((feet, inches)) => (Some(feet.trim()), inches.trim()),
        None => (None, rest.trim()),
    };
    let inches = match inches.strip_suffix('"') {
        Some(inches) => Some(inches.trim()),
        None if inches.is_empty() => None,
        None => return None,
    };
    if feet.is_none() && inches.is_none() {
        return None;
    }
    let of = |part: Option<&str>, each: i64| part.map_or(Some(0), |part| scaled(part, each));
    of(feet, FOOT)?.checked_add(of(inches, INCH)?)
}

/// So many of a measure: `2`, `1.5`, `3/4`, `1 1/2`, `1-1/2`.
fn scaled(text: &str, each: i64) -> Option<i64> {
    let plain = |text: &str| {
        let digits = !text.is_empty() && text.len() <= 4;
        (digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
    };
    if let Some((above, below)) = text.split_once('/') {
        let (whole, above) = above.trim().rsplit_once([' ', '-']).unwrap_or(("0", above.trim()));
        let (whole, above, below): (i64, i64, i64) =
            (plain(whole.trim())?, plain(above)?, plain(below.trim())?);
        let total = whole.checked_mul(below)?.checked_add(above)?;
        let parts = total.checked_mul(each)?;
        return (below > 0).then(|| (parts + below / 2) / below);
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let (whole, thousandths) = (plain(whole)?, plain(&format!("{part:0<3}"))?);
    let thousandths: i64 = (part.len() <= 3).then_some(thousandths)?;
    whole.checked_mul(each)?.checked_add(thousandths * (each / 1_000))
}

#[cfg(test)]
mod tests {
    use super::imperial;

    #[test]
    fn inches_and_feet_are_read_with_their_fractions() {
        for (text, want) in [
            ("2\"", Some(50_800_000)),
            ("2 in", Some(50_800_000)),
            ("2 Inches", Some(50_800_000)),
            ("2\u{201d}", Some(50_800_000)),
            ("1/2\"", Some(12_700_000)),
            ("1 1/2\"", Some(38_100_000)),
            ("1-1/2\"", Some(38_100_000)),
            ("1.5\"", Some(38_100_000)),
            ("20'", Some(6_096_000_000)),
            ("20 ft", Some(6_096_000_000)),
            ("5' 6\"", Some(1_676_400_000)),
            ("1/16\"", Some(1_587_500)),
            ("2", None),
            ("50 mm", None),
            ("\"", None),
            ("1/0\"", None),
            ("1.2345\"", None),
            ("-2\"", None),
            ("two\"", None),
            ("5' 6", None),
        ] {
            assert_eq!(imperial(text), want, "{text}");
        }
    }
}
