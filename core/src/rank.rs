//! How well a name answers what was typed: which SKU stands first, and the natural order of names.
//!
//! Best is the whole name; then its parts in the order in which they were typed, with as few other numbers passed
//! over as can be; then its parts in any order. A part that only begins one of the name's stands behind a whole one,
//! and numbers are compared as numbers: `3.0` is `3`.

use std::cmp::Ordering;

use crate::value::text;

/// More parts than these of what was typed, or of a name, are not looked at.
const MOST: usize = 32;

/// The parts of a text: runs of letters and of digits, folded. `MH12FX1865` is four parts, `50x50x6` three: an `x`
/// between two numbers only parts them, as `×` and `*` do.
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
    let between = |at: usize| number(at.checked_sub(1)) && number(Some(at + 1));
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

/// A decimal without the zeros that say nothing: what `3.0` begins, `3` begins.
pub fn shortened(word: &str) -> &str {
    if is_number(word) && word.contains('.') { value(word) } else { word }
}

/// How a part of a name answers one that was typed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    Begins,
}

fn fit(typed: &str, part: &str) -> Option<Fit> {
    let same = match is_number(typed) && is_number(part) {
        true => value(typed) == value(part),
        false => typed == part,
    };
    match same {
        true => Some(Fit::Whole),
        false => part.starts_with(typed).then_some(Fit::Begins),
    }
}

/// Where a name stands among those that answer: the least is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameRank {
    /// 0: the whole name; 1: parts in their order; 2: in any order.
    level: u8,
    /// Parts that only begin one of the name's.
    begun: u8,
    /// Numbers of the name that were passed over, the more the earlier.
    passed: u16,
}

/// What was typed, to be held against names.
pub struct Typed(Vec<String>);

impl Typed {
    pub fn new(text: &str) -> Typed {
        Typed(parts(text))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The best place of several names of one thing; none where no name has all that was typed.
    pub fn best<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Option<NameRank> {
        names.into_iter().filter_map(|name| self.place(name)).min()
    }

    /// The place of one name.
    pub fn place(&self, name: &str) -> Option<NameRank> {
        let name = parts(name);
        if self.0.is_empty() {
            return Some(NameRank::default());
        }
        let same = |(typed, part): (&String, &String)| fit(typed, part) == Some(Fit::Whole);
        if self.0.len() == name.len() && self.0.iter().zip(&name).all(same) {
            return Some(NameRank::default());
        }
        let ordered = (0..name.len()).filter_map(|start| self.in_order(&name, start)).min();
        ordered.or_else(|| self.in_any_order(&name))
    }

    /// The parts one after the other, the first at `start`.
    fn in_order(&self, name: &[String], start: usize) -> Option<NameRank> {
        let mut place = NameRank { level: 1, ..NameRank::default() };
        let mut at = start;
        for (nth, typed) in self.0.iter().enumerate() {
            let rest = || name.iter().enumerate().skip(at);
            let of = |wanted: Fit| rest().find(|(_, part)| fit(typed, part) == Some(wanted));
            let (found, how) = match (of(Fit::Whole), of(Fit::Begins)) {
                (Some((found, _)), _) => (found, Fit::Whole),
                (None, Some((found, _))) => (found, Fit::Begins),
                (None, None) => return None,
            };
            if nth == 0 && found != start {
                return None;
            }
            let skipped = name[at..found].iter().filter(|part| is_number(part)).count();
            place.passed = place.passed.saturating_add((skipped * (self.0.len() - nth)) as u16);
            place.begun += u8::from(how == Fit::Begins);
            at = found + 1;
        }
        Some(place)
    }

    /// Each part by one of the name's own: whole ones choose first.
    fn in_any_order(&self, name: &[String]) -> Option<NameRank> {
        let mut free: Vec<bool> = vec![true; name.len()];
        let mut passed = 0_u16;
        let mut left: Vec<&String> = Vec::new();
        for typed in &self.0 {
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
        let begun = left.len();
        for typed in left {
            let at = (0..name.len()).find(|at| free[*at] && fit(typed, &name[*at]).is_some())?;
            free[at] = false;
        }
        Some(NameRank { level: 2, begun: u8::try_from(begun).unwrap_or(u8::MAX), passed })
    }
}

/// The order of names as people count: `15NB` before `100NB`.
pub fn natural(one: &str, other: &str) -> Ordering {
    let (ours, theirs) = (parts(one), parts(other));
    for (a, b) in ours.iter().zip(&theirs) {
        let order = match (is_number(a), is_number(b)) {
            (true, true) => by_value(a, b),
            _ => a.cmp(b),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    ours.len().cmp(&theirs.len()).then_with(|| one.cmp(other))
}

/// Numbers of any length by their value.
fn by_value(a: &str, b: &str) -> Ordering {
    let split = |text: &str| {
        let text = value(text);
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        (whole.len(), whole.to_owned(), rest.to_owned())
    };
    split(a).cmp(&split(b))
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
        fn a_name_answers_itself_and_each_of_its_parts(name in "[A-Za-z0-9 x.×/-]{0,40}") {
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
