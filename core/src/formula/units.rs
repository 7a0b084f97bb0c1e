//! Dimensional analysis of formulas: lengths are not added to areas, and the result is a weight.

use super::exact::Exact;
use super::parse::{Expr, Function, Sign};
use super::{Per, Variable};
use crate::said;
use crate::said::Said;

/// A unit as formulas calculate in it, and how many of it are one of what was given.
pub struct UnitFactor {
    pub unit: FormulaUnit,
    pub factor: Exact,
}

/// The unit of a part of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaUnit {
    /// A number that may carry a unit of its own, such as a density.
    Open,
    /// A small whole number or π: it counts, and takes the unit of what it stands beside.
    Count,
    /// Base units with their powers, sorted by name; none for a ratio.
    Known(Vec<(String, i32)>),
}

/// Whole numbers below this count; any other number may be a factor with a unit of its own.
const COUNTS_BELOW: i128 = 100;

/// Lengths are calculated in millimetres and weights in kilograms, whatever a property is kept in.
pub fn measure(text: &str) -> UnitFactor {
    let text = text.trim().to_lowercase();
    let fraction = |above, below| Exact::new(above, below).unwrap_or(Exact::ONE);
    let (base, factor) = match text.as_str() {
        "" | "%" => return UnitFactor { unit: FormulaUnit::Open, factor: Exact::ONE },
        "mm" => ("mm", Exact::ONE),
        "cm" => ("mm", Exact::whole(10)),
        "m" | "metre" => ("mm", Exact::whole(1_000)),
        "in" | "inch" | "\"" => ("mm", fraction(254, 10)),
        "ft" => ("mm", fraction(3_048, 10)),
        "kg" => ("kg", Exact::ONE),
        "g" => ("kg", fraction(1, 1_000)),
        "mt" | "t" => ("kg", Exact::whole(1_000)),
        other => (other, Exact::ONE),
    };
    UnitFactor { unit: FormulaUnit::Known(vec![(base.to_owned(), 1)]), factor }
}

/// The unit of a part of a formula.
///
/// Errors: what does not go together, in words.
pub fn unit_of(part: &Expr, variables: &[Variable]) -> Result<FormulaUnit, Said> {
    match part {
        Expr::Pi(_) => Ok(FormulaUnit::Count),
        Expr::Number(number) => {
            let counts = number.is_whole() && number.scaled(1).is_some_and(|n| n < COUNTS_BELOW);
            Ok(if counts { FormulaUnit::Count } else { FormulaUnit::Open })
        }
        Expr::Name(name) => {
            let known = variables.iter().find(|variable| variable.name == *name);
            Ok(known.map_or(FormulaUnit::Open, |variable| measure(&variable.unit).unit))
        }
        Expr::Negative(inner) => unit_of(inner, variables),
        Expr::Both(sign, left, right) => {
            let (left, right) = (unit_of(left, variables)?, unit_of(right, variables)?);
            match sign {
                Sign::Plus => alike(left, right, "added"),
                Sign::Minus => alike(left, right, "subtracted"),
                Sign::Times => Ok(joined(left, right, 1)),
                Sign::Over => Ok(joined(left, right, -1)),
            }
        }
        Expr::Call(Function::Round, all) => {
            all.first().map_or(Ok(FormulaUnit::Open), |first| unit_of(first, variables))
        }
        Expr::Call(_, all) => {
            let units = all.iter().map(|part| unit_of(part, variables));
            units
                .reduce(|left, right| alike(left?, right?, "compared"))
                .unwrap_or(Ok(FormulaUnit::Open))
        }
    }
}

fn alike(left: FormulaUnit, right: FormulaUnit, word: &str) -> Result<FormulaUnit, Said> {
    match (left, right) {
        (FormulaUnit::Open, _) | (_, FormulaUnit::Open) => Ok(FormulaUnit::Open),
        (FormulaUnit::Count, other) | (other, FormulaUnit::Count) => Ok(other),
        (left, right) if left == right => Ok(left),
        (left, right) => Err(said!(
            "Units do not match: {left} and {right} cannot be {word}",
            left = shown(&left),
            right = shown(&right),
            word
        )),
    }
}

fn joined(left: FormulaUnit, right: FormulaUnit, power: i32) -> FormulaUnit {
    let (left, right) = match (left, right) {
        (FormulaUnit::Open, _) | (_, FormulaUnit::Open) => return FormulaUnit::Open,
        (FormulaUnit::Count, FormulaUnit::Count) => return FormulaUnit::Count,
        (FormulaUnit::Count, FormulaUnit::Known(right)) => (Vec::new(), right),
        (FormulaUnit::Known(left), FormulaUnit::Count) => return FormulaUnit::Known(left),
        (FormulaUnit::Known(left), FormulaUnit::Known(right)) => (left, right),
    };
    let mut all = left;
    for (name, times) in right {
        match all.iter_mut().find(|(other, _)| *other == name) {
            Some((_, found)) => *found = found.saturating_add(times.saturating_mul(power)),
            None => all.push((name, times.saturating_mul(power))),
        }
    }
    all.retain(|(_, times)| *times != 0);
    all.sort();
    FormulaUnit::Known(all)
}

/// The error of a formula whose result has this unit, if it is not a weight.
pub fn result_issue(unit: &FormulaUnit, per: Per) -> Option<Said> {
    let wanted = match per {
        Per::Piece => "kg",
        Per::Metre => "kg/m",
    };
    match unit {
        FormulaUnit::Open | FormulaUnit::Count => None,
        FormulaUnit::Known(all) if matches!(all.as_slice(), [(name, 1)] if name == wanted) => None,
        other => Some(said!(
            "Units do not match: this gives {other}, not {per}. Multiply by a factor such as 0.00785",
            other = shown(other),
            per = per.shown()
        )),
    }
}

fn shown(unit: &FormulaUnit) -> String {
    let FormulaUnit::Known(all) = unit else { return "a number".into() };
    if all.is_empty() {
        return "a number".into();
    }
    let one = |(name, power): &(String, i32)| match power {
        1 => name.clone(),
        2 => format!("{name}²"),
        3 => format!("{name}³"),
        -1 => format!("1/{name}"),
        other => format!("{name}^{other}"),
    };
    all.iter().map(one).collect::<Vec<_>>().join("·")
}
