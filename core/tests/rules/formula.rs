//! Weight formulas: what is understood, what is refused and in which words, and exact to the gram.

use godown_core::docs::skus::sections::PRESETS;
use godown_core::formula::exact::Exact;
use godown_core::formula::{Failed, Formula, Given, Per, Variable, inputs};
use proptest::prelude::*;

fn variable(name: &str, unit: &str) -> Variable {
    Variable { name: name.to_owned(), unit: unit.to_owned() }
}

/// Every name of the presets, in mm, and a table weight.
fn known() -> Vec<Variable> {
    let mut all: Vec<Variable> =
        ["od", "thk", "a", "b", "d", "w", "l", "len"].map(|name| variable(name, "mm")).into();
    all.push(variable("kgm", "kg/m"));
    all
}

fn grams(expression: &str, values: &str) -> Result<i64, Failed> {
    let known = known();
    let values = inputs(values).unwrap();
    let of = |name: &str| known.iter().find(|one| one.name == name).unwrap();
    let given: Vec<Given> = values.iter().map(|(name, value)| (of(name), *value)).collect();
    Formula::parse(expression).unwrap().grams(&given)
}

fn preset(section: &str) -> (&'static str, Per) {
    let found = PRESETS.iter().find(|preset| preset.section == section).unwrap();
    (found.expression, Per::parse(found.per).unwrap())
}

#[test]
fn every_preset_gives_the_weights_of_the_tables() {
    for (section, values, g) in [
        ("pipe", "od = 60.3, thk = 3.6", 5_034),
        ("pipe", "od = 21.3, thk = 2.6", 1_199),
        ("pipe", "od = 114.3, thk = 4.5", 12_185),
        ("shs", "a = 50, thk = 3", 4_427),
        ("rhs", "a = 50, b = 50, thk = 3", 4_427),
        ("rhs", "a = 100, b = 50, thk = 3.2", 7_214),
        ("round", "d = 12", 888),
        ("round", "d = 32", 6_313),
        ("square", "a = 10", 785),
        ("flat", "w = 50, thk = 6", 2_355),
        ("angle", "a = 50, b = 50, thk = 5", 3_729),
        ("channel", "kgm = 9.56", 9_560),
        // 49.0625 kg is half a gram above 49.062: away from zero.
        ("sheet", "l = 2500, w = 1250, thk = 2", 49_063),
    ] {
        assert_eq!(grams(preset(section).0, values), Ok(g), "{section} {values}");
    }
}

#[test]
fn every_preset_is_right_for_its_own_names_and_unit() {
    for preset in PRESETS {
        let formula = Formula::parse(preset.expression).unwrap();
        assert_eq!(formula.issue(&known(), Per::parse(preset.per).unwrap()), None, "{preset:?}");
    }
}

#[test]
fn a_piece_is_rounded_once_and_not_by_the_metre() {
    let known = known();
    let given: Vec<Given> = vec![(&known[2], 100_000), (&known[3], 50_000), (&known[1], 3_200)];
    let formula = Formula::parse(preset("rhs").0).unwrap();
    assert_eq!(formula.grams(&given), Ok(7_214));
    // 7.214464 kg a metre: six metres of it, not six times 7.214.
    assert_eq!(formula.grams_of(&given, 6_000), Ok(43_287));
}

#[test]
fn signs_brackets_and_functions_mean_what_they_mean_on_paper() {
    for (expression, g) in [
        ("2 + 3 * 4", 14_000),
        ("(2 + 3) × 4", 20_000),
        ("20 − 6 - 4", 10_000),
        ("24 ÷ 4 / 3", 2_000),
        ("10 - -2", 12_000),
        ("-(2 - 5)", 3_000),
        ("min(3, 2, 4) + max(1, 5)", 7_000),
        ("round(2.5)", 3_000),
        ("round(1.2345, 2)", 1_230),
        ("round(0.0125, 3) * 100", 1_300),
        ("π", 3_142),
        ("PI * 2", 6_283),
        ("1/3 + 1/3 + 1/3", 1_000),
        ("0.1 + 0.2", 300),
        ("OD / 10", 6_030),
    ] {
        assert_eq!(grams(expression, "od = 60.3"), Ok(g), "{expression}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_at_its_place() {
    for (expression, message) in [
        ("(od - thk", "The ( at character 1 is not closed"),
        ("od - thk)", "The ) at character 9 closes no bracket"),
        ("od thk", "A sign such as + − × ÷ is missing at character 4"),
        ("2od", "A sign such as + − × ÷ is missing at character 2"),
        ("od *", "A number or a name is missing at the end"),
        ("od * * thk", "A number or a name is missing at character 6"),
        ("", "A number or a name is missing at the end"),
        ("()", "A number or a name is missing at character 2"),
        ("od ^ 2", "^ at character 4 has no meaning in a formula"),
        ("od; thk", "; at character 3 has no meaning in a formula"),
        ("1.2.3", "1.2.3 at character 1 is not a number"),
        ("9999999999999999", "9999999999999999 at character 1 is not a number"),
        ("sqrt(od)", "sqrt is not a function. There are min, max and round"),
        ("min(od)", "min needs at least two values"),
        ("min + 1", "min at character 1 needs brackets, as min(a, b)"),
        ("round(od, 9)", "round takes a value and how many decimals, 0 to 6"),
        ("round(od, thk)", "round takes a value and how many decimals, 0 to 6"),
    ] {
        assert_eq!(Formula::parse(expression).unwrap_err().message(), message, "{expression}");
    }
}

#[test]
fn length_and_depth_are_bounded() {
    let longest = format!("1{}", " + 1".repeat(124));
    assert!(Formula::parse(&longest).is_ok());
    let longer = Formula::parse(&format!("{longest}+ 12")).unwrap_err();
    assert_eq!(longer.message(), "Expression may have at most 500 characters, this has 501");
    for (open, close) in [("(", ")"), ("-", ""), ("min(1,", ")")] {
        let deep = format!("{}1{}", open.repeat(60), close.repeat(60));
        let said = Formula::parse(&deep).unwrap_err();
        assert_eq!(said.message(), "Brackets are nested more than 32 deep", "{open}");
    }
    assert!(Formula::parse(&format!("{}1{}", "(".repeat(31), ")".repeat(31))).is_ok());
}

#[test]
fn names_units_and_zeros_are_seen_before_there_are_values() {
    let some = [variable("od", "mm"), variable("thk", "mm"), variable("len", "mm")];
    let gauge = [variable("od", "inch"), variable("thk", "mm"), variable("gsm", "g/m²")];
    let none: [Variable; 0] = [];
    for (known, expression, message) in [
        (&some[..], "od * thk2", "Unknown name 'thk2' in formula. Available: od, thk, len"),
        (
            &none[..],
            "od",
            "Unknown name 'od' in formula. Available: none, no number is mapped to this product group",
        ),
        (&some, "od / (2 - 2)", "Formula divides by zero, whatever the values"),
        (&some, "0.5 / (thk - thk)", "Formula divides by zero, whatever the values"),
        (&some, "1 ÷ 0 × od", "Formula divides by zero, whatever the values"),
        (&some, "(od + od * thk) * 0.1", "Units do not match: mm and mm² cannot be added"),
        (&gauge, "(od - gsm) * 0.1", "Units do not match: mm and g/m² cannot be subtracted"),
        (&gauge, "max(od, gsm) * 0.1", "Units do not match: mm and g/m² cannot be compared"),
        (
            &some,
            "od * thk",
            "Units do not match: this gives mm², not kg per metre. Multiply by a factor such as 0.00785",
        ),
        (
            &some,
            "od / thk",
            "Units do not match: this gives a number, not kg per metre. Multiply by a factor such as 0.00785",
        ),
    ] {
        let issue = Formula::parse(expression).unwrap().issue(known, Per::Metre);
        assert_eq!(issue.unwrap().message(), message, "{expression}");
    }
    for fine in
        ["(od - thk) * thk * 0.0246615", "(od - 2) * 0.1", "od * thk * 7850 / 1000000", "7.85"]
    {
        assert_eq!(Formula::parse(fine).unwrap().issue(&some, Per::Metre), None, "{fine}");
    }
    let plus_coating = "(od - thk) * thk * 0.0246615 + gsm * od * π * 0.000001";
    assert_eq!(Formula::parse(plus_coating).unwrap().issue(&gauge, Per::Metre), None);
}

#[test]
fn lengths_are_calculated_in_millimetres_and_weights_in_kilograms() {
    for (unit, thousandths, g) in
        [("mm", 25_400, 25_400), ("inch", 1_000, 25_400), ("cm", 2_540, 25_400), ("m", 25, 25_000)]
    {
        let od = variable("od", unit);
        assert_eq!(Formula::parse("od * 1.0").unwrap().grams(&[(&od, thousandths)]), Ok(g));
    }
    let bag = variable("bag", "g");
    let formula = Formula::parse("bag").unwrap();
    assert_eq!(formula.issue(std::slice::from_ref(&bag), Per::Piece), None);
    assert_eq!(formula.grams(&[(&bag, 50_000_000)]), Ok(50_000));
}

#[test]
fn what_gives_no_weight_is_refused_and_never_panics() {
    let huge = ["999999999999999"; 4].join(" * ");
    let tiny = ["0.000000000000001"; 4].join(" * ");
    for (expression, failed) in [
        ("1 / (od - thk)", Failed::DividesByZero),
        ("od * l", Failed::Missing("l".to_owned())),
        ("od - 2 * thk", Failed::NotAbove(-3_600)),
        ("od - thk", Failed::NotAbove(0)),
        (huge.as_str(), Failed::TooLarge),
        (tiny.as_str(), Failed::TooLarge),
        ("1000000 * thk", Failed::TooLarge),
    ] {
        assert_eq!(grams(expression, "od = 3.6, thk = 3.6"), Err(failed), "{expression}");
    }
    let says = Failed::DividesByZero.message("Weight formula");
    assert_eq!(says.message(), "Weight formula divides by zero with these values");
    let says = Failed::NotAbove(-3_600).message("Weight formula");
    assert_eq!(says.message(), "Weight formula gives -3.6 kg; a weight is above zero");
}

#[test]
fn the_values_of_a_test_row_are_names_and_numbers() {
    assert_eq!(
        inputs("OD=60.3; thk = 3.6").unwrap(),
        [("od".into(), 60_300), ("thk".into(), 3_600)]
    );
    for (text, message) in [
        ("", "Write the values as od = 60.3, thk = 3.6"),
        ("od 60.3", "Write od 60.3 as name = number, such as od = 60.3"),
        ("od = thick", "Write od = thick as name = number, such as od = 60.3"),
        ("od = 1, od = 2", "od is given twice"),
    ] {
        assert_eq!(inputs(text).unwrap_err().message(), message);
    }
}

/// A formula of any shape over `od` and `thk`, and what floating point makes of it.
fn any_formula() -> impl Strategy<Value = (String, f64)> {
    let leaf = prop_oneof![
        (1..99_i64).prop_map(|n| (n.to_string(), n as f64)),
        (1..9_999_i64).prop_map(|n| (format!("{}.{:03}", n / 1_000, n % 1_000), n as f64 / 1e3)),
        Just(("od".to_owned(), 60.3)),
        Just(("thk".to_owned(), 3.6)),
    ];
    leaf.prop_recursive(5, 24, 2, |inner| {
        (inner.clone(), inner, 0..6_u8).prop_map(|((left, x), (right, y), sign)| match sign {
            0 => (format!("({left} + {right})"), x + y),
            1 => (format!("({left} - {right})"), x - y),
            2 => (format!("{left} * {right}"), x * y),
            3 => (format!("{left} / ({right})"), x / y),
            4 => (format!("min({left}, {right})"), x.min(y)),
            _ => (format!("max({left}, {right})"), x.max(y)),
        })
    })
}

proptest! {
    #[test]
    fn a_formula_gives_what_floating_point_nearly_gives((text, float) in any_formula()) {
        prop_assume!(text.chars().count() <= 500);
        match grams(&text, "od = 60.3, thk = 3.6") {
            Ok(g) => {
                let (g, near) = (g as f64, float * 1_000.0);
                prop_assert!((g - near).abs() <= 0.5 + near.abs() * 1e-9, "{text}: {g}, {near}");
            }
            Err(Failed::NotAbove(_)) => prop_assert!(float < 0.000_6, "{text}: {float}"),
            // Fractions may grow beyond any use; a refusal then, never a wrong weight.
            Err(Failed::DividesByZero | Failed::TooLarge) => {}
            Err(Failed::Missing(name)) => prop_assert!(false, "{text} misses {name}"),
        }
    }

    #[test]
    fn any_text_is_a_formula_or_a_refusal(text in "[ a-z0-9.()+*/,π×÷-]{0,60}") {
        if let Ok(formula) = Formula::parse(&text) {
            let known = known();
            let given: Vec<Given> = known.iter().map(|one| (one, 1_000)).collect();
            let _ = formula.issue(&known, Per::Piece);
            let _ = formula.grams(&given);
            let _ = formula.grams_of(&given, 6_000);
        } else {
            prop_assert!(!Formula::parse(&text).unwrap_err().message().is_empty());
        }
    }

    #[test]
    fn fractions_obey_the_laws_of_fractions(
        (a, b, c) in (-9_999_i128..9_999, -9_999_i128..9_999, -9_999_i128..9_999),
        (d, e) in (1_i128..9_999, 1_i128..9_999),
    ) {
        let of = |above, below| Exact::new(above, below).unwrap();
        let (x, y, z) = (of(a, d), of(b, e), of(c, d));
        prop_assert_eq!(x.plus(y), y.plus(x));
        prop_assert_eq!(x.times(y.plus(z).unwrap()), x.times(y).unwrap().plus(x.times(z).unwrap()));
        prop_assert_eq!(x.minus(y).unwrap().plus(y), Some(x));
        if !y.is_zero() {
            prop_assert_eq!(x.over(y).unwrap().times(y), Some(x));
        }
        // Half away from zero: the sign never changes how much.
        let (up, down) = (x.scaled(10).unwrap(), x.negative().unwrap().scaled(10).unwrap());
        prop_assert_eq!(up, -down);
        prop_assert!((up * d * 2 - a * 20).abs() <= d);
    }
}
