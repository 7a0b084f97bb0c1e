//! Weights by formula: the expression language of the Formula master, checked once, worked out exactly.
//!
//! A formula is parsed once, looked over with the variables it may use, and worked out in fractions
//! of integers; the only rounding is the last one, to grams, half away from zero.

pub mod exact;
mod parse;
mod units;

use crate::said;
use crate::said::Said;
use crate::value::decimal::{decimal, decimal_shown};
use exact::Exact;
pub use parse::{DEEPEST, LONGEST, RESERVED};
use parse::{Expr, Function, Sign};

/// The quantity whose weight a formula gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    Piece,
    Metre,
}

impl Per {
    /// `pc` and `m`, as the master keeps them.
    pub fn parse(name: &str) -> Option<Per> {
        match name {
            "pc" => Some(Per::Piece),
            "m" => Some(Per::Metre),
            _ => None,
        }
    }

    pub fn shown(self) -> &'static str {
        match self {
            Per::Piece => "kg per piece",
            Per::Metre => "kg per metre",
        }
    }
}

/// A name that a formula may use, and the unit its values are kept in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// In lower case.
    pub name: String,
    pub unit: String,
}

/// The value of a variable in thousandths of its unit.
pub type Given<'a> = (&'a Variable, i64);

/// Why a formula gives no weight for some values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// No value of this name.
    Missing(String),
    DividesByZero,
    TooLarge,
    /// A weight must be above zero.
    NotAbove(i64),
}

impl Failed {
    /// One sentence that begins with what failed.
    pub fn message(&self, what: &str) -> Said {
        match self {
            Failed::Missing(name) => said!("{what} needs a value of {name}", what, name),
            Failed::DividesByZero => said!("{what} divides by zero with these values", what),
            Failed::TooLarge => said!("{what} gives a number that is too large", what),
            Failed::NotAbove(g) => said!(
                "{what} gives {weight} kg; a weight is above zero",
                what,
                weight = decimal_shown(*g)
            ),
        }
    }

    /// The formula's working, for display behind its name.
    pub fn says(&self) -> Said {
        match self {
            Failed::Missing(name) => said!("needs a value of {name}", name),
            Failed::DividesByZero => "divides by zero with these values".into(),
            Failed::TooLarge => "gives a number that is too large".into(),
            Failed::NotAbove(g) => {
                said!("gives {weight} kg; a weight is above zero", weight = decimal_shown(*g))
            }
        }
    }
}

/// The heaviest piece, grams.
pub const HEAVIEST_G: i64 = 999_999_999;

/// A parsed formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    tree: Expr,
}

impl Formula {
    /// Errors: one sentence for the person who types it.
    pub fn parse(text: &str) -> Result<Formula, Said> {
        Ok(Formula { tree: parse::parse(text)? })
    }

    /// The names it uses, in order of their first use.
    pub fn names(&self) -> Vec<&str> {
        let mut found = Vec::new();
        names(&self.tree, &mut found);
        found
    }

    /// The first error that no value mends: an unknown name, a division by a constant zero, units
    /// that do not go together.
    pub fn issue(&self, variables: &[Variable], per: Per) -> Option<Said> {
        let known = |name: &str| variables.iter().any(|variable| variable.name == name);
        if let Some(name) = self.names().into_iter().find(|name| !known(name)) {
            let mut all: Vec<&str> = variables.iter().map(|one| one.name.as_str()).collect();
            if all.is_empty() {
                all.push("none, no number is mapped to this product group");
            }
            return Some(said!(
                "Unknown name '{name}' in formula. Available: {all}",
                name,
                all = all.join(", ")
            ));
        }
        if divides_by_nothing(&self.tree) {
            return Some("Formula divides by zero, whatever the values".into());
        }
        match units::unit_of(&self.tree, variables) {
            Err(message) => Some(message),
            Ok(unit) => units::result_issue(&unit, per),
        }
    }

    /// Grams of one unit: per piece, or per metre. Rounded once.
    pub fn grams(&self, given: &[Given]) -> Result<i64, Failed> {
        weight(self.value(given)?, 1_000)
    }

    /// Grams of a piece of so many millimetres, of a formula per metre. Rounded once.
    pub fn grams_of(&self, given: &[Given], length_mm: i64) -> Result<i64, Failed> {
        weight(self.value(given)?, length_mm.into())
    }

    fn value(&self, given: &[Given]) -> Result<Exact, Failed> {
        work(&self.tree, given)
    }
}

/// kg times the scale, as an amount of grams.
fn weight(kg: Exact, scale: i128) -> Result<i64, Failed> {
    let g = kg.scaled(scale).and_then(|g| i64::try_from(g).ok()).ok_or(Failed::TooLarge)?;
    match g {
        ..=0 => Err(Failed::NotAbove(g)),
        g if g > HEAVIEST_G => Err(Failed::TooLarge),
        g => Ok(g),
    }
}

fn names<'e>(part: &'e Expr, found: &mut Vec<&'e str>) {
    match part {
        Expr::Number(_) | Expr::Pi(_) => {}
        Expr::Name(name) if found.contains(&name.as_str()) => {}
        Expr::Name(name) => found.push(name),
        Expr::Negative(inner) => names(inner, found),
        Expr::Both(_, left, right) => {
            names(left, found);
            names(right, found);
        }
        Expr::Call(_, all) => all.iter().for_each(|part| names(part, found)),
    }
}

fn divides_by_nothing(part: &Expr) -> bool {
    match part {
        Expr::Number(_) | Expr::Pi(_) | Expr::Name(_) => false,
        Expr::Negative(inner) => divides_by_nothing(inner),
        Expr::Both(sign, left, right) => {
            let zero = *sign == Sign::Over && is_always_zero(right);
            zero || divides_by_nothing(left) || divides_by_nothing(right)
        }
        Expr::Call(_, all) => all.iter().any(divides_by_nothing),
    }
}

/// A part without names that is zero, or something less itself.
fn is_always_zero(part: &Expr) -> bool {
    match part {
        Expr::Both(Sign::Minus, left, right) if left == right => true,
        part => work(part, &[]).is_ok_and(Exact::is_zero),
    }
}

fn work(part: &Expr, given: &[Given]) -> Result<Exact, Failed> {
    let fits = |number: Option<Exact>| number.ok_or(Failed::TooLarge);
    match part {
        Expr::Number(number) | Expr::Pi(number) => Ok(*number),
        Expr::Name(name) => {
            let found = given.iter().find(|(variable, _)| variable.name == *name);
            let (variable, thousandths) = found.ok_or_else(|| Failed::Missing(name.clone()))?;
            let value = Exact::new((*thousandths).into(), 1_000);
            let factor = units::measure(&variable.unit).factor;
            fits(value.and_then(|value| value.times(factor)))
        }
        Expr::Negative(inner) => fits(work(inner, given)?.negative()),
        Expr::Both(sign, left, right) => {
            let (left, right) = (work(left, given)?, work(right, given)?);
            fits(match sign {
                Sign::Plus => left.plus(right),
                Sign::Minus => left.minus(right),
                Sign::Times => left.times(right),
                Sign::Over if right.is_zero() => return Err(Failed::DividesByZero),
                Sign::Over => left.over(right),
            })
        }
        Expr::Call(Function::Round, all) => {
            let value = all.first().map(|part| work(part, given)).transpose()?;
            let places = all.get(1).map(|part| work(part, given)).transpose()?;
            let places = places.and_then(|places| places.scaled(1)).unwrap_or(0);
            let places = u32::try_from(places).ok();
            fits(value.zip(places).and_then(|(value, places)| value.rounded(places)))
        }
        Expr::Call(function, all) => {
            let pick = if *function == Function::Min { Exact::smaller } else { Exact::larger };
            let mut best: Option<Exact> = None;
            for part in all {
                let value = work(part, given)?;
                best = Some(match best {
                    Some(best) => fits(pick(best, value))?,
                    None => value,
                });
            }
            fits(best)
        }
    }
}

/// The values of a test row, `od = 60.3, thk = 3.6`: names in lower case and thousandths.
///
/// Errors: one sentence for the person who types it.
pub fn inputs(text: &str) -> Result<Vec<(String, i64)>, Said> {
    let mut found: Vec<(String, i64)> = Vec::new();
    for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let pair = part
            .split_once('=')
            .and_then(|(name, value)| Some((name.trim().to_lowercase(), decimal(value.trim())?)));
        match pair {
            Some((name, _)) if found.iter().any(|(other, _)| *other == name) => {
                return Err(said!("{name} is given twice", name));
            }
            Some((name, value)) if !name.is_empty() => found.push((name, value)),
            _ => return Err(said!("Write {part} as name = number, such as od = 60.3", part)),
        }
    }
    if found.is_empty() {
        return Err("Write the values as od = 60.3, thk = 3.6".into());
    }
    Ok(found)
}
