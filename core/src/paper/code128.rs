//! Code 128: code set B, and C for runs of digits (ISO/IEC 15417).

/// The blank modules that stand on either side.
pub const QUIET: i64 = 10;
/// What a scanner reads of a printed label, in dots of the printer for a module: narrower ones run together.
pub const NARROWEST: i64 = 2;
/// Wider is no easier to read.
pub const WIDEST: i64 = 4;

const START_B: u8 = 104;
const START_C: u8 = 105;
const TO_C: u8 = 99;
const TO_B: u8 = 100;
const STOP: &str = "2331112";
/// Set C takes two digits at once, and a change of the set costs a symbol: so many in a row pay for it.
const RUN: usize = 4;

/// Table 1 of the standard: by the value of a symbol, the widths of its bars and spaces.
const WIDTHS: [&str; 106] = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212",
    "221213", "221312", "231212", "112232", "122132", "122231", "113222", "123122", "123221",
    "223211", "221132", "221231", "213212", "223112", "312131", "311222", "321122", "321221",
    "312212", "322112", "322211", "212123", "212321", "232121", "111323", "131123", "131321",
    "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331", "132131",
    "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131",
    "311123", "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111",
    "111224", "111422", "121124", "121421", "141122", "141221", "112214", "112412", "122114",
    "122411", "142112", "142211", "241211", "221114", "413111", "241112", "134111", "111242",
    "121142", "121241", "114212", "124112", "124211", "411212", "421112", "421211", "212141",
    "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
    "113141", "114131", "311141", "411131", "211412", "211214", "211232",
];

/// A text as symbols of the code: from the start to the last before the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code128 {
    symbols: Vec<u8>,
}

impl Code128 {
    /// `None` for an empty text and for letters that the code does not have.
    pub fn of(text: &str) -> Option<Code128> {
        let bytes = text.as_bytes();
        if bytes.is_empty() || !bytes.iter().all(|byte| (b' '..=b'~').contains(byte)) {
            return None;
        }
        let mut symbols = Vec::new();
        let mut in_c = false;
        let mut at = 0;
        while at < bytes.len() {
            let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            // A run of two is a whole code, or goes on one that is in set C already.
            let pays = digits >= RUN || (digits == bytes.len() && digits >= 2);
            let pairs = if in_c || pays { digits / 2 } else { 0 };
            // Of an odd run the first digit stands in set B, which is there already.
            let first = if pairs > 0 && !in_c && !symbols.is_empty() { digits % 2 } else { 0 };
            if pairs == 0 {
                turn(&mut symbols, &mut in_c, false);
                symbols.push(bytes[at] - b' ');
                at += 1;
                continue;
            }
            if first == 1 {
                symbols.push(bytes[at] - b' ');
                at += 1;
            }
            turn(&mut symbols, &mut in_c, true);
            for pair in bytes[at..at + pairs * 2].chunks(2) {
                symbols.push((pair[0] - b'0') * 10 + (pair[1] - b'0'));
            }
            at += pairs * 2;
        }
        Some(Code128 { symbols })
    }

    /// The check: each symbol by its place, over 103.
    fn check(&self) -> u8 {
        let weighed = |(at, symbol): (usize, &u8)| at.max(1) * usize::from(*symbol);
        let sum: usize = self.symbols.iter().enumerate().map(weighed).sum();
        (sum % 103) as u8
    }

    /// The widths of bars and spaces in turn, the first a bar.
    pub fn widths(&self) -> Vec<i64> {
        let check = [self.check()];
        let symbols = self.symbols.iter().chain(&check);
        let widths = symbols.filter_map(|symbol| WIDTHS.get(usize::from(*symbol)).copied());
        let widths = widths.chain([STOP]).flat_map(str::bytes);
        widths.map(|width| i64::from(width - b'0')).collect()
    }

    /// How many modules it is wide, without the quiet edges.
    pub fn modules(&self) -> i64 {
        self.widths().iter().sum()
    }

    /// The text as a label printer takes it, which draws the bars itself: with the changes of the set.
    pub fn for_printer(&self) -> String {
        let mut out = String::new();
        let mut in_c = false;
        for symbol in &self.symbols {
            match (*symbol, in_c) {
                (START_B, _) => out.push_str(">:"),
                (START_C, _) => {
                    out.push_str(">;");
                    in_c = true;
                }
                (TO_C, false) => {
                    out.push_str(">5");
                    in_c = true;
                }
                (TO_B, true) => {
                    out.push_str(">6");
                    in_c = false;
                }
                (pair, true) => out.push_str(&format!("{pair:02}")),
                // What means something to the printer is written as it asks for it.
                (letter, false) => match char::from(letter + b' ') {
                    '>' => out.push_str(">0"),
                    '^' => out.push_str("><"),
                    '~' => out.push_str(">="),
                    letter => out.push(letter),
                },
            }
        }
        out
    }
}

/// Begins in a set, or changes to it.
fn turn(symbols: &mut Vec<u8>, in_c: &mut bool, to_c: bool) {
    if symbols.is_empty() {
        symbols.push(if to_c { START_C } else { START_B });
    } else if *in_c != to_c {
        symbols.push(if to_c { TO_C } else { TO_B });
    }
    *in_c = to_c;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(text: &str) -> Vec<u8> {
        Code128::of(text).unwrap().symbols
    }

    #[test]
    fn letters_stand_in_set_b_and_runs_of_digits_in_c() {
        assert_eq!(symbols("Ab"), [START_B, 33, 66]);
        assert_eq!(symbols("123456"), [START_C, 12, 34, 56]);
        assert_eq!(symbols("12"), [START_C, 12]);
        assert_eq!(symbols("A1234"), [START_B, 33, TO_C, 12, 34]);
        assert_eq!(symbols("A12345"), [START_B, 33, 17, TO_C, 23, 45]);
        assert_eq!(symbols("12345A"), [START_C, 12, 34, TO_B, 21, 33]);
        assert_eq!(symbols("A123"), [START_B, 33, 17, 18, 19]);
        assert_eq!(Code128::of(""), None);
        assert_eq!(Code128::of("₹"), None);
    }

    #[test]
    fn the_check_is_the_one_that_the_literature_works_out() {
        // "Wikipedia" in set B is the example of the article on the code; its check symbol is 88.
        assert_eq!(Code128::of("Wikipedia").unwrap().check(), 88);
        // By hand: 105 + 12 + 2 x 34 + 3 x 56 = 353, over 103.
        assert_eq!(Code128::of("123456").unwrap().check(), 44);
    }

    #[test]
    fn every_symbol_is_eleven_modules_and_none_stands_twice() {
        let wide = |widths: &str| widths.bytes().map(|byte| byte - b'0').sum::<u8>();
        assert!(WIDTHS.iter().all(|widths| wide(widths) == 11 && widths.len() == 6));
        assert_eq!(wide(STOP), 13);
        let once: std::collections::BTreeSet<&str> = WIDTHS.into_iter().collect();
        assert_eq!(once.len(), WIDTHS.len());
        // The bars of every symbol come to an even number of modules: the standard's own parity.
        let bars = |widths: &str| widths.bytes().step_by(2).map(|byte| byte - b'0').sum::<u8>();
        assert!(WIDTHS.iter().all(|widths| bars(widths) % 2 == 0));
    }

    #[test]
    fn a_printer_is_told_of_every_change_of_the_set() {
        let told = |text: &str| Code128::of(text).unwrap().for_printer();
        assert_eq!(told("PUN12611-004"), ">:PUN1>52611>6-004");
        assert_eq!(told("2611"), ">;2611");
        assert_eq!(told("A^B>C~D"), ">:A><B>0C>=D");
    }
}
