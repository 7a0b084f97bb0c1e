//! Texts: what of one is kept, and which two are the same to a reader.

use icu_normalizer::ComposingNormalizerBorrowed;

const COMPOSED: ComposingNormalizerBorrowed = ComposingNormalizerBorrowed::new_nfc();

/// Trimmed, inner spaces collapsed, letters in their composed form, without what nobody sees; `None` for
/// control characters (line ends are kept in notes).
pub fn clean(text: &str, lines: bool) -> Option<String> {
    if is_clean(text) {
        return Some(text.to_owned());
    }
    let allowed = |c: char| !c.is_control() || (lines && matches!(c, '\n' | '\r' | '\t'));
    if !text.chars().all(allowed) || text.contains('\u{10ffff}') {
        return None;
    }
    let seen = seen(text);
    let seen = COMPOSED.normalize(&seen);
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(match lines {
        false => line(&seen),
        true => seen.trim().lines().map(line).collect::<Vec<_>>().join("\n"),
    })
}

/// Whether a text is plain words with one space between them, as most are: nothing in it changes.
fn is_clean(text: &str) -> bool {
    let mut before = b' ';
    let plain = text.bytes().all(|byte| {
        let fits = byte.is_ascii_graphic() || (byte == b' ' && before != b' ');
        before = byte;
        fits
    });
    plain && before != b' '
}

/// The same for all texts that a reader takes for one: without case, joiners and what nobody sees.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_lowercase();
    }
    let seen = text.chars().filter(|c| !is_unseen(*c) && !is_joiner(*c) && !is_shape(*c));
    COMPOSED.normalize_iter(seen).collect::<String>().to_lowercase()
}

/// A text without the characters that nobody sees. Within a script beyond ASCII, joiners and shapes are a part
/// of the spelling and stay.
fn seen(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().filter(|c| !is_unseen(*c)).peekable();
    while let Some(c) = rest.next() {
        let follows = || kept.chars().next_back().is_some_and(is_letter);
        let stays = match c {
            _ if is_joiner(c) => follows() && rest.peek().copied().is_some_and(is_letter),
            _ if is_shape(c) => follows(),
            _ => true,
        };
        if stays {
            kept.push(c);
        }
    }
    kept
}

/// Whether a joiner may stand beside it: what such scripts and emoji consist of.
fn is_letter(c: char) -> bool {
    !c.is_ascii() && !c.is_whitespace() && !is_joiner(c)
}

/// What holds letters of Indian scripts and emoji together, or apart.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// What chooses between the shapes of the character before.
fn is_shape(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}')
}

/// Characters without a shape of their own: Unicode's default ignorable code points but the joiners and
/// shapes above, what marks directions, and blanks that are no spaces.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCENTED: &str = "Caf\u{e9} Br\u{fc}cke";

    #[test]
    fn texts_that_look_the_same_are_kept_as_the_same() {
        for text in [
            ACCENTED,
            "Cafe\u{301} Bru\u{308}cke",
            "\u{feff}Caf\u{e9}\u{200b} Br\u{fc}cke\u{200e}",
            "Caf\u{e9}\u{a0}\u{2003}Br\u{fc}c\u{ad}ke\u{2069}",
            "\u{202e}Caf\u{e9}\u{202c} \u{200d}Br\u{fc}cke\u{e0041}",
        ] {
            assert_eq!(clean(text, false).as_deref(), Some(ACCENTED), "{text:?}");
            assert_eq!(clean(text, true).as_deref(), Some(ACCENTED), "{text:?}");
            assert_eq!(
                folded(text.trim()).split_whitespace().collect::<Vec<_>>(),
                ["caf\u{e9}", "br\u{fc}cke"]
            );
        }
        assert_eq!(clean("A\u{200b}B", false).as_deref(), Some("AB"));
        assert_eq!(clean("\u{200b}\u{2060}\u{3164}", false).as_deref(), Some(""));
        assert_eq!(clean("tab\there", false), None);
    }

    #[test]
    fn joiners_stay_in_the_scripts_that_are_spelled_with_them_and_make_no_other_name() {
        // A half form of Devanagari, and a family of emoji.
        for text in
            ["\u{915}\u{94d}\u{200d}\u{937}", "\u{1f469}\u{200d}\u{2764}\u{fe0f}\u{200d}\u{1f468}"]
        {
            assert_eq!(clean(text, false).as_deref(), Some(text));
            let plain: String = text.chars().filter(|c| !is_joiner(*c) && !is_shape(*c)).collect();
            assert_eq!(folded(text), folded(&plain));
        }
        assert_eq!(clean("St\u{200d}eel\u{fe0f}", false).as_deref(), Some("Steel"));
    }
}
