//! What is found by what was typed and which of it stands first, and the natural order of names.
//!
//! A text is found by its words and by their parts of letters and of digits: `1865` and `MH 12 FX` find `MH12FX1865`.
//! Best is the whole name; then its parts in the order in which they were typed, with as few other numbers passed
//! over as can be; then its parts in any order. A part that only begins one of the name's stands behind a whole one,
//! and numbers are compared as numbers: `3.0` is `3`. A name or number is better than another text of the same thing,
//! and one text better than several together.

use std::cmp::Ordering;

use crate::value::text;

/// More parts than these of what was typed, or of a name, are not looked at.
const MOST: usize = 32;
/// A word of more parts is a code that is typed as a whole, as a GSTIN.
const MOST_OF_A_WORD: usize = 4;
/// Of numbers with so many digits people say the last ones alone.
const LONG: usize = 5;
const LAST: [usize; 2] = [4, 3];
/// What the trade types for a section, by the word of its name: the designations of IS 808.
const DESIGNATIONS: &[(&str, &[&str])] = &[
    ("angle", &["isa"]),
    ("channel", &["ismc", "islc", "isjc"]),
    ("beam", &["ismb", "islb", "iswb", "isjb"]),
    ("joist", &["ismb", "islb", "isjb"]),
];

/// The parts of a text: runs of letters and of digits, folded. `MH12FX1865` is four parts, `50x50x6` three: an `x`
/// between two numbers, or a number with its unit and one, only parts them, as `×` and `*` do.
pub fn parts(text: &str) -> Vec<String> {
    let folded = text::folded(text);
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    let mut chars = folded.chars().peekable();
    while let Some(c) = chars.next() {
        let digit = c.is_ascii_digit();
        let last = found.last_mut().filter(|_| open);
        let point = c == '.' && chars.peek().is_some_and(char::is_ascii_digit);
        match last {
            Some(part) if point && is_number(part) && !part.contains('.') => part.push(c),
            Some(part) if c.is_alphanumeric() && digit == is_number(part) => part.push(c),
            _ if point => {
                found.push("0.".to_owned());
                open = true;
            }
            _ if c.is_alphanumeric() => {
                found.push(c.to_string());
                open = true;
            }
            _ => open = false,
        }
    }
    let number =
        |at: Option<usize>| at.and_then(|at| found.get(at)).is_some_and(|one| is_number(one));
    let between = |at: usize| {
        let behind = number(at.checked_sub(1)) || number(at.checked_sub(2));
        behind && number(Some(at + 1))
    };
    let kept = |at: &usize| !(found[*at] == "x" && between(*at));
    (0..found.len()).filter(kept).take(MOST).map(|at| found[at].clone()).collect()
}

fn is_number(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_digit())
}

/// A number without the zeros that say nothing.
fn value(part: &str) -> &str {
    let whole = match part.contains('.') {
        true => part.trim_end_matches('0').trim_end_matches('.'),
        false => part,
    };
    match whole.trim_start_matches('0') {
        "" => "0",
        bare if bare.starts_with('.') => &whole[whole.len() - bare.len() - 1..],
        bare => bare,
    }
}

/// The last digits of a long number, which are words for it.
fn last_digits(part: &str) -> impl Iterator<Item = &str> {
    let long = part.len() >= LONG && part.bytes().all(|byte| byte.is_ascii_digit());
    let last = |count: usize| part.get(part.len().saturating_sub(count)..);
    LAST.into_iter().filter(move |_| long).filter_map(last)
}

/// The words of a text as they stand in it, folded.
pub fn split_words(text: &str) -> Vec<String> {
    let text = text::folded(text);
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '.');
    let words = words.map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// All that a text is found by, which begins with what was typed: its words, their parts, numbers without the zeros
/// before them, and the last digits of long ones.
pub fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in split_words(text) {
        let parts = parts(&word);
        if parts.len() <= MOST_OF_A_WORD {
            for part in parts.iter().filter(|part| is_number(part)) {
                let bare = value(part);
                found.extend((!part.starts_with(bare)).then(|| bare.to_owned()));
                found.extend(last_digits(part).map(str::to_owned));
            }
            found.extend(parts.into_iter().filter(|part| *part != word));
        }
        found.extend(designations(&word).iter().map(|one| (*one).to_owned()));
        found.push(word);
    }
    found
}

/// What a section is called beside the word of its name.
fn designations(word: &str) -> &'static [&'static str] {
    DESIGNATIONS
        .iter()
        .find(|(name, _)| *name == word)
        .map_or(&[], |(_, designations)| *designations)
}

/// How a part of a name answers one that was typed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    /// The last digits of a long number.
    Ends,
    Begins,
}

fn fit(typed: &str, part: &str) -> Option<Fit> {
    let same = match is_number(typed) && is_number(part) {
        true => value(typed) == value(part),
        false => typed == part || designations(part).contains(&typed),
    };
    let named = || designations(part).iter().any(|one| one.starts_with(typed));
    let counts = || is_number(part) && value(part).starts_with(typed);
    let begins = || part.starts_with(typed) || counts() || named();
    match same {
        true => Some(Fit::Whole),
        false if last_digits(part).any(|last| last == typed) => Some(Fit::Ends),
        false => (begins() || last_digits(part).any(|last| last.starts_with(typed)))
            .then_some(Fit::Begins),
    }
}

/// What words of an index begin with that answer a part that was typed: the part, or a number without the zeros that
/// say nothing.
fn forms(typed: &str) -> impl Iterator<Item = &str> {
    let bare = if is_number(typed) { value(typed) } else { typed };
    let own = (!typed.starts_with(bare)).then_some(typed);
    own.into_iter().chain([bare])
}

/// Whether a word of an index answers a part that was typed: it begins so, or is the same number.
fn is_begun(word: &str, typed: &str) -> bool {
    let same = || is_number(typed) && is_number(word) && value(word) == value(typed);
    word.starts_with(typed) || same()
}

/// Where a name stands among those that answer: the least is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameRank {
    /// 0: the whole name; 1: parts in their order; 2: in any order.
    level: u8,
    /// Parts that are only the last digits of one of the name's, or, which counts twice, only begin one.
    begun: u8,
    /// Numbers of the name that were passed over, the more the earlier.
    passed: u16,
}

/// Where a thing stands by its name, its number and its other texts: the least is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameStanding {
    /// 0: one name or number answers; 1: another text; 2: several together; 3: none.
    tier: u8,
    rank: NameRank,
}

impl NameStanding {
    /// Whether what was typed is all of a name or number.
    pub fn is_exact(self) -> bool {
        self == NameStanding::default()
    }
}

/// One word that was typed, and its parts.
struct TypedWord {
    whole: String,
    parts: Vec<String>,
}

impl TypedWord {
    fn leads(&self) -> Vec<&str> {
        let part = self.parts.iter().max_by_key(|part| part.len());
        let part = part.filter(|_| self.parts.len() > 1);
        forms(&self.whole).chain(part.into_iter().flat_map(|part| forms(part))).collect()
    }

    /// What a word of a text may begin with to answer this one: any of those of the word, or one of each part.
    fn begun(&self, known: &[String]) -> bool {
        let any = |part: &str| known.iter().any(|word| is_begun(word, part));
        any(&self.whole) || (self.parts.len() > 1 && self.parts.iter().all(|part| any(part)))
    }
}

/// What was typed, to be held against names.
pub struct Typed {
    parts: Vec<String>,
    words: Vec<TypedWord>,
}

impl Typed {
    pub fn new(text: &str) -> Typed {
        let text = without_open_sign(text);
        let parts_of = |whole: String| TypedWord { parts: parts(&whole), whole };
        let mut words: Vec<TypedWord> = split_words(text).into_iter().map(parts_of).collect();
        let parts = parts(text);
        // An `x` that parts two numbers is none of the text's parts.
        words.retain(|word| word.whole != "x" || parts.contains(&word.whole));
        Typed { parts, words }
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// What words of an index may begin with that lead to all that answers, for each word that was typed, the word
    /// that leads to the fewest first.
    pub fn leads(&self) -> Vec<Vec<&str>> {
        let longest = |word: &TypedWord| word.parts.iter().map(String::len).max().unwrap_or(0);
        let mut words: Vec<&TypedWord> = self.words.iter().collect();
        words.sort_by_key(|word| std::cmp::Reverse((longest(word), word.whole.len())));
        words.into_iter().map(TypedWord::leads).collect()
    }

    /// Whether each word that was typed is begun by those a thing is found by.
    pub fn finds(&self, known: &[String]) -> bool {
        self.words.iter().all(|word| word.begun(known))
    }

    /// Where a thing stands by its names and numbers, and by its other texts.
    pub fn standing<'n>(&self, names: &[&'n str], others: &[&'n str]) -> NameStanding {
        let best = |texts: &[&str]| texts.iter().filter_map(|text| self.place(text)).min();
        let at = |tier: u8| move |rank: NameRank| NameStanding { tier, rank };
        let together = || self.place(&[names, others].concat().join(" "));
        let one = best(names).map(at(0)).or_else(|| best(others).map(at(1)));
        one.or_else(|| together().map(at(2))).unwrap_or(at(3)(NameRank::default()))
    }

    /// The place of one name.
    pub fn place(&self, name: &str) -> Option<NameRank> {
        let name = parts(name);
        if self.parts.is_empty() {
            return Some(NameRank::default());
        }
        let same = |(typed, part): (&String, &String)| fit(typed, part) == Some(Fit::Whole);
        if self.parts.len() == name.len() && self.parts.iter().zip(&name).all(same) {
            return Some(NameRank::default());
        }
        let ordered = (0..name.len()).filter_map(|start| self.in_order(&name, start)).min();
        ordered.or_else(|| self.in_any_order(&name))
    }

    /// The parts one after the other, the first at `start`.
    fn in_order(&self, name: &[String], start: usize) -> Option<NameRank> {
        let mut place = NameRank { level: 1, ..NameRank::default() };
        let mut at = start;
        for (nth, typed) in self.parts.iter().enumerate() {
            let rest = || name.iter().enumerate().skip(at);
            let of = |wanted: Fit| rest().find(|(_, part)| fit(typed, part) == Some(wanted));
            let best = [Fit::Whole, Fit::Ends, Fit::Begins];
            let (found, how) = best.into_iter().find_map(|how| Some((of(how)?.0, how)))?;
            if nth == 0 && found != start {
                return None;
            }
            let skipped = name[at..found].iter().filter(|part| is_number(part)).count();
            place.passed = place.passed.saturating_add((skipped * (self.parts.len() - nth)) as u16);
            place.begun = place.begun.saturating_add(how as u8);
            at = found + 1;
        }
        Some(place)
    }

    /// Each part by one of the name's own: whole ones choose first.
    fn in_any_order(&self, name: &[String]) -> Option<NameRank> {
        let mut free: Vec<bool> = vec![true; name.len()];
        let mut passed = 0_u16;
        let mut left: Vec<&String> = Vec::new();
        for typed in &self.parts {
            let found =
                (0..name.len()).find(|at| free[*at] && fit(typed, &name[*at]) == Some(Fit::Whole));
            match found {
                Some(at) => {
                    free[at] = false;
                    passed = passed.saturating_add(at as u16);
                }
                None => left.push(typed),
            }
        }
        let begun = left.len() * Fit::Begins as usize;
        for typed in left {
            let at = (0..name.len()).find(|at| free[*at] && fit(typed, &name[*at]).is_some())?;
            free[at] = false;
        }
        Some(NameRank { level: 2, begun: u8::try_from(begun).unwrap_or(u8::MAX), passed })
    }
}

/// Which of some things pasted words mean, by the names of each: the one of which they are a whole name; else the
/// one of which alone they are some words in a row; else any of them. `angle 50x50x6` is in `MS Angle 50 × 50 × 6 ×
/// 6 m`, and not in one of 50 × 50 × 5.
pub fn meant(words: &str, names: &[Vec<String>]) -> Vec<usize> {
    let typed = Typed::new(words);
    let is = |name: &str| !typed.is_empty() && typed.place(name) == Some(NameRank::default());
    let whole = names.iter().position(|names| names.iter().any(|name| is(name)));
    if let Some(at) = whole {
        return vec![at];
    }
    let says = |name: &String| {
        let words: Vec<&str> = name.split_whitespace().collect();
        let from = |at: usize| (at + 1..=words.len()).map(move |to| at..to);
        (0..words.len()).flat_map(from).any(|run| is(&words[run].join(" ")))
    };
    let mut saying = (0..names.len()).filter(|at| names[*at].iter().any(says));
    match (saying.next(), saying.next()) {
        (Some(at), None) => vec![at],
        _ => (0..names.len()).collect(),
    }
}

/// What was typed without the sign of a size that is still open: `50x` of `50x50`.
fn without_open_sign(text: &str) -> &str {
    let cut = text.trim_end();
    let Some(before) = cut.strip_suffix(['x', 'X']) else { return text };
    if before.trim_end().ends_with(|c: char| c.is_ascii_digit()) { before } else { text }
}

/// A part of a name as people count: numbers of any length by their value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NaturalPart {
    /// The digits before the point, how many first, and those behind it.
    Number(usize, String, String),
    Word(String),
}

/// Where a name stands among others as people count: `15NB` before `100NB`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NaturalKey(Vec<NaturalPart>, String);

pub fn natural_key(name: &str) -> NaturalKey {
    let part = |part: String| match is_number(&part) {
        false => NaturalPart::Word(part),
        true => {
            let bare = value(&part);
            let (whole, rest) = bare.split_once('.').unwrap_or((bare, ""));
            NaturalPart::Number(whole.len(), whole.to_owned(), rest.to_owned())
        }
    };
    NaturalKey(parts(name).into_iter().map(part).collect(), name.to_owned())
}

/// The order of names as people count.
pub fn natural(one: &str, other: &str) -> Ordering {
    natural_key(one).cmp(&natural_key(other))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn first<'n>(typed: &str, names: &[&'n str]) -> &'n str {
        let typed = Typed::new(typed);
        let found = names.iter().filter_map(|name| Some((typed.place(name)?, *name)));
        found.min_by(|a, b| a.0.cmp(&b.0).then_with(|| natural(a.1, b.1))).map_or("", |one| one.1)
    }

    #[test]
    fn pasted_words_mean_the_thing_that_they_name_or_alone_say_in_a_row_else_any() {
        let named = |all: &[&[&str]]| -> Vec<Vec<String>> {
            all.iter().map(|names| names.iter().map(|name| (*name).to_owned()).collect()).collect()
        };
        let angles = named(&[
            &["MS Angle 50 × 50 × 5 × 6 m", "SKU-000007"],
            &["MS Angle 50 × 50 × 6 × 6 m", "SKU-000009"],
            &["MS Angle 50 × 50 × 6 × 12 m", "SKU-000010"],
        ]);
        let cases: &[(&str, &[usize])] = &[
            ("SKU-000009", &[1]),
            ("ms angle 50x50x6x6 m", &[1]),
            ("angle 50x50x5", &[0]),
            ("angle 50x50x6", &[0, 1, 2]),
            ("50x6x12", &[2]),
            ("angle", &[0, 1, 2]),
            ("", &[0, 1, 2]),
        ];
        for (typed, expected) in cases {
            assert_eq!(meant(typed, &angles), *expected, "{typed}");
        }
        assert_eq!(meant("angle", &[]), Vec::<usize>::new());
    }

    #[test]
    fn parts_are_runs_of_letters_and_of_digits() {
        let cases: &[(&str, &[&str])] = &[
            ("MH12FX1865", &["mh", "12", "fx", "1865"]),
            ("mh-12-fx-1865", &["mh", "12", "fx", "1865"]),
            ("50x50X6", &["50", "50", "6"]),
            ("SHS 50 × 50 × 3.0", &["shs", "50", "50", "3.0"]),
            ("50*50*.8", &["50", "50", "0.8"]),
            ("X-ray 4", &["x", "ray", "4"]),
            ("Fe500D 12mm.", &["fe", "500", "d", "12", "mm"]),
            ("1.2.3", &["1.2", "0.3"]),
            ("\u{932}\u{94b}\u{939}\u{93e} 12", &["\u{932}\u{94b}\u{939}\u{93e}", "12"]),
            ("", &[]),
        ];
        for (text, wanted) in cases {
            assert_eq!(parts(text), *wanted, "{text}");
        }
    }

    #[test]
    fn the_size_that_was_typed_comes_before_those_that_only_hold_its_numbers() {
        let cases: &[(&str, &[&str])] = &[
            ("angle 50x50x6", &["Angle 50 x 50 x 6 x 6 m", "Angle 50 x 50 x 5 x 6 m"]),
            ("tmt 12", &["TMT Fe500D 12 mm x 12 m", "TMT Fe500D 10 mm x 12 m"]),
            ("50x50", &["Angle 50 x 50 x 5", "Angle 50 x 6 x 50"]),
            ("pipe 15nb", &["GI Pipe 15 NB", "GI Pipe 150 NB"]),
            ("12", &["Rod 12", "Rod 125"]),
            ("shs 3", &["SHS 50 x 50 x 3.0", "SHS 30 x 30 x 2"]),
            ("1865", &["MH12FX1865", "MH 18 AB 6512"]),
            ("fx1865", &["MH 12 FX 1865", "MH 12 FX 1866"]),
            ("MH 12 FX 1865", &["mh-12-fx-1865", "MH12FX18655"]),
            ("74195", &["H-74195", "H-741950"]),
            ("Navkar", &["Navkar", "Navkar Steel"]),
            ("steel nav", &["Steel Navy Blue", "Navkar Steel"]),
        ];
        for (typed, names) in cases {
            let mut turned = names.to_vec();
            turned.reverse();
            assert_eq!(first(typed, &turned), names[0], "{typed}");
        }
    }

    #[test]
    fn a_name_without_all_that_was_typed_does_not_answer() {
        for (typed, name) in
            [("50x50", "Cement 50 kg"), ("angle 6", "Angle 50"), ("ab", "ba"), ("12", "2")]
        {
            assert_eq!(Typed::new(typed).place(name), None, "{typed} {name}");
        }
    }

    #[test]
    fn names_are_sorted_as_people_count() {
        let mut names = ["100NB", "15NB", "Rod 8", "Rod 10", "rod 8.5", "15NB Heavy", "Rod 08"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["15NB", "15NB Heavy", "100NB", "Rod 08", "Rod 8", "rod 8.5", "Rod 10"]);
    }

    proptest! {
        #[test]
        fn a_name_answers_itself_and_each_of_its_parts(name in "[A-Za-z0-9 x.×/-]{0,40}[a-w]") {
            prop_assert_eq!(Typed::new(&name).place(&name), Some(NameRank::default()));
            for part in parts(&name) {
                prop_assert!(Typed::new(&part).place(&name).is_some(), "{part}");
            }
        }

        #[test]
        fn natural_order_is_one_order(a in "[a-c0-9.x ]{0,8}", b in "[a-c0-9.x ]{0,8}", c in "[a-c0-9.x ]{0,8}") {
            prop_assert_eq!(natural(&a, &b), natural(&b, &a).reverse());
            if natural(&a, &b).is_le() && natural(&b, &c).is_le() {
                prop_assert!(natural(&a, &c).is_le());
            }
        }
    }
}
