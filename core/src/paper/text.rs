//! How wide a text is on paper, so that it is made to fit before it is drawn.

/// The widths of the printable letters of ASCII in Helvetica, in thousandths of the size: Adobe's metrics, which Arial
/// and Liberation Sans share.
const WIDTHS: [i64; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Of any other letter: as wide as it is high.
const OTHER: i64 = 1_000;
/// No bold letter is wider than its plain one by more.
const BOLD: (i64, i64) = (11, 10);

pub fn width(text: &str, size: i64, bold: bool) -> i64 {
    let of = |letter: char| match u32::from(letter).checked_sub(32) {
        Some(at) => WIDTHS.get(at as usize).copied().unwrap_or(OTHER),
        None => 0,
    };
    let wide = text.chars().map(of).sum::<i64>() * size / 1_000;
    if bold { wide * BOLD.0 / BOLD.1 } else { wide }
}

/// The text and the size at which it fits a width: smaller down to the least, then shorter.
pub fn fitted(text: &str, size: i64, least: i64, within: i64, bold: bool) -> (String, i64) {
    let wide = width(text, size, bold);
    if wide <= within {
        return (text.to_owned(), size);
    }
    let smaller = (size * within / wide.max(1)).max(least).min(size);
    (cut(text, smaller, within, bold), smaller)
}

/// A text without what does not fit, which an ellipsis stands for.
fn cut(text: &str, size: i64, within: i64, bold: bool) -> String {
    if width(text, size, bold) <= within {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let shorter: String = kept.iter().collect::<String>().trim_end().to_owned() + "...";
        if width(&shorter, size, bold) <= within {
            return shorter;
        }
    }
    String::new()
}

/// A text broken between words into so many lines at most; what is left over is cut from the last.
pub fn wrapped(text: &str, size: i64, within: i64, lines: usize, bold: bool) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = made.last().map(|line| format!("{line} {word}"));
        match longer {
            // The last line takes what comes, and is cut.
            Some(longer) if width(&longer, size, bold) <= within || made.len() == lines => {
                made.pop();
                made.push(longer);
            }
            _ => made.push(word.to_owned()),
        }
    }
    made.iter().map(|line| cut(line, size, within, bold)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_smaller_before_it_is_cut() {
        assert_eq!(width("AB", 1_000, false), 1_334);
        assert_eq!(fitted("AB", 1_000, 500, 2_000, false), ("AB".to_owned(), 1_000));
        assert_eq!(fitted("AB", 1_000, 500, 1_000, false).1, 749);
        let (text, size) = fitted("A long name of goods", 1_000, 800, 4_000, true);
        assert_eq!(size, 800);
        assert!(text.ends_with("...") && width(&text, size, true) <= 4_000, "{text}");
    }

    #[test]
    fn words_are_kept_whole_over_lines() {
        assert_eq!(wrapped("one two three", 1_000, 4_000, 2, false), ["one two", "three"]);
        let cut = wrapped("one two three four five", 1_000, 4_000, 2, false);
        assert_eq!(cut.len(), 2);
        assert!(cut[1].ends_with("..."), "{cut:?}");
        assert!(wrapped("", 1_000, 4_000, 2, false).is_empty());
    }
}
