//! Inputs changed by chance: the same for the same seed everywhere.

use super::proof::dice::Dice;

/// Longer inputs are refused by their length alone.
const LONGEST: usize = 1 << 16;

/// One of the corpus with some changes, each small.
pub fn changed(dice: &mut Dice, corpus: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut input = corpus[dice.below(corpus.len())].clone();
    for _ in 0..=dice.below(6) {
        change(dice, &mut input, corpus, words);
    }
    input.truncate(LONGEST);
    input
}

fn change(dice: &mut Dice, input: &mut Vec<u8>, corpus: &[Vec<u8>], words: &[&str]) {
    let (from, to) = dice.stretch(input.len());
    let at = dice.below(input.len().max(1));
    match dice.below(8) {
        0 if !input.is_empty() => input[at] ^= 1 << dice.below(8),
        1 if !input.is_empty() => {
            input[at] = [0, 0x7f, 0x80, 0xff, b'0', b'"', b'-', b' '][dice.below(8)];
        }
        2 => drop(input.drain(from..to)),
        3 => {
            let again = input[from..to].to_vec();
            input.splice(from..from, again);
        }
        4 => input.truncate(from),
        5 => {
            let other = &corpus[dice.below(corpus.len())];
            let (first, last) = dice.stretch(other.len());
            input.splice(from..to, other[first..last].iter().copied());
        }
        6 if !words.is_empty() => {
            let word = words[dice.below(words.len())];
            input.splice(from..from, word.bytes());
        }
        _ => {
            let number = dice.roll().to_string();
            input.splice(from..to, number.bytes().take(1 + at % 19).collect::<Vec<_>>());
        }
    }
}
