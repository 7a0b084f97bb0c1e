//! What a label's QR code says: `GD1:B:PUN12611-004:7`, its kind, its number, and a character that checks both.

/// What every label of ours begins with.
pub const MARK: &str = "GD1";
const APART: char = ':';

/// The goods or the place that a label stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    Batch,
    Bundle,
    Zone,
    Loading,
}

impl LabelKind {
    pub const ALL: [LabelKind; 4] =
        [LabelKind::Batch, LabelKind::Bundle, LabelKind::Zone, LabelKind::Loading];

    pub fn name(self) -> &'static str {
        match self {
            LabelKind::Batch => "batch",
            LabelKind::Bundle => "bundle",
            LabelKind::Zone => "zone",
            LabelKind::Loading => "loading",
        }
    }

    fn letter(self) -> &'static str {
        match self {
            LabelKind::Batch => "B",
            LabelKind::Bundle => "P",
            LabelKind::Zone => "Z",
            LabelKind::Loading => "L",
        }
    }
}

/// What a label is of, by the number that people know it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelCode {
    pub kind: LabelKind,
    /// Of a bundle its batch's.
    pub number: String,
    /// The pieces of a bundle.
    pub pcs: Option<i64>,
}

/// What came out of a scanner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScannedText {
    Ours(LabelCode),
    /// It begins like one of ours, and a part is missing or was read wrong.
    Torn,
    /// A bare number: a batch's own Code 128, the mill's label, or what somebody typed.
    Bare(String),
}

impl LabelCode {
    pub fn of(kind: LabelKind, number: &str) -> LabelCode {
        LabelCode { kind, number: number.to_owned(), pcs: None }
    }

    pub fn text(&self) -> String {
        let pcs = self.pcs.map(|pcs| format!("{APART}{pcs}")).unwrap_or_default();
        let said = format!("{MARK}{APART}{}{APART}{}{pcs}", self.kind.letter(), self.number);
        let check = check(&said);
        format!("{said}{APART}{check}")
    }

    fn read(text: &str) -> Option<LabelCode> {
        let (said, last) = text.rsplit_once(APART)?;
        if last.len() != 1 || !last.eq_ignore_ascii_case(&check(said).to_string()) {
            return None;
        }
        let (_, rest) = said.split_once(APART)?;
        let (letter, rest) = rest.split_once(APART)?;
        let same = |kind: &&LabelKind| kind.letter().eq_ignore_ascii_case(letter);
        let kind = *LabelKind::ALL.iter().find(same)?;
        let (number, pcs) = match kind {
            LabelKind::Bundle => {
                let (number, pcs) = rest.rsplit_once(APART)?;
                (number, Some(pcs.parse().ok().filter(|pcs| *pcs > 0)?))
            }
            _ => (rest, None),
        };
        (!number.is_empty()).then(|| LabelCode { kind, number: number.to_owned(), pcs })
    }
}

/// Reads what a scanner sent, whichever way its keyboard writes large letters.
pub fn read(text: &str) -> ScannedText {
    let text = text.trim();
    let ours = text.get(..MARK.len()).is_some_and(|head| head.eq_ignore_ascii_case(MARK));
    match ours {
        true => LabelCode::read(text).map_or(ScannedText::Torn, ScannedText::Ours),
        false => ScannedText::Bare(text.to_owned()),
    }
}

/// The check of ISO 7064, MOD 37,36: it finds every single wrong character and nearly every two that changed places.
/// Beside letters and digits, which the standard has, any other character counts by its own number.
fn check(text: &str) -> char {
    let value = |byte: u8| match byte.to_ascii_uppercase() {
        digit @ b'0'..=b'9' => u32::from(digit - b'0'),
        letter @ b'A'..=b'Z' => u32::from(letter - b'A') + 10,
        other => u32::from(other) % 36,
    };
    let mut carried = 36;
    for byte in text.bytes() {
        let sum = (carried + value(byte)) % 36;
        carried = (if sum == 0 { 36 } else { sum }) * 2 % 37;
    }
    let last = (37 - carried) % 36;
    char::from_digit(last, 36).unwrap_or('0').to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_is_that_of_the_standard() {
        // The standard's own example: A12425GABC1234002 and its check M.
        assert_eq!(check("A12425GABC1234002"), 'M');
    }

    #[test]
    fn a_label_reads_back_and_a_damaged_one_does_not() {
        let bundle = LabelCode { pcs: Some(61), ..LabelCode::of(LabelKind::Bundle, "H74195/A:2") };
        let all = LabelKind::ALL.map(|kind| LabelCode::of(kind, "PUN12611-004"));
        for code in all.into_iter().filter(|code| code.kind != LabelKind::Bundle).chain([bundle]) {
            let text = code.text();
            assert_eq!(read(&text), ScannedText::Ours(code.clone()));
            assert_eq!(read(&format!(" {text}\r\n")), ScannedText::Ours(code));
            // A keyboard that writes small letters changes the number and not what it is.
            assert!(matches!(read(&text.to_lowercase()), ScannedText::Ours(_)), "{text}");
            for (at, _) in text.char_indices().skip(MARK.len()) {
                let cut = &text[..at];
                assert_eq!(read(cut), ScannedText::Torn, "{cut}");
            }
            for at in MARK.len()..text.len() {
                let other = if text.as_bytes()[at] == b'7' { "8" } else { "7" };
                let wrong = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                assert_eq!(read(&wrong), ScannedText::Torn, "{wrong}");
            }
        }
    }

    #[test]
    fn a_bare_number_is_taken_as_it_stands() {
        assert_eq!(read(" PUN12611-004\n"), ScannedText::Bare("PUN12611-004".to_owned()));
        assert_eq!(read("GD"), ScannedText::Bare("GD".to_owned()));
        assert_eq!(read("गोदाम"), ScannedText::Bare("गोदाम".to_owned()));
    }
}
