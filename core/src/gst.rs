//! Goods and services tax: where a supply takes place, how its tax splits, and what a document
//! adds up to.

pub mod amended;
pub mod e_invoice;
pub mod mirror;

use std::iter::Sum;
use std::ops::{Add, Neg};

use serde::{Deserialize, Serialize};

use crate::identify::{Category, current_code, state};
use crate::json::json_name;
use crate::value::{Paise, div_half_away};

/// The facts that decide the place of supply of goods; states are two-digit GST codes.
#[derive(Clone, Copy, Debug)]
pub struct Parties<'a> {
    /// Of the yard that the goods leave from.
    pub supplier_state: &'a str,
    pub category: Category,
    pub bill_to_state: &'a str,
    /// `None` when the buyer takes the goods at the yard and gives no address.
    pub delivery_state: Option<&'a str>,
    /// The company holds a letter of undertaking that is valid on the day of the document.
    pub lut: bool,
}

/// The taxes on a supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// CGST and SGST (or UTGST), half each.
    Intra,
    /// IGST.
    Inter,
    /// Inter-state without tax: SEZ or export under a letter of undertaking.
    ZeroRated,
}

impl Split {
    pub const ALL: &[Split] = &[Split::Intra, Split::Inter, Split::ZeroRated];

    pub fn name(self) -> &'static str {
        match self {
            Split::Intra => "intra",
            Split::Inter => "inter",
            Split::ZeroRated => "zero_rated",
        }
    }

    pub fn parse(name: &str) -> Option<Split> {
        Split::ALL.iter().copied().find(|split| split.name() == name)
    }
}

json_name!(Split);

/// The place of supply, which decides the taxes. Frozen on the document when posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Two-digit GST code; `96` (other country) for an export.
    pub place_of_supply: String,
    pub split: Split,
}

impl Supply {
    /// The place by law: a registered buyer's is the state they are billed in (IGST Act,
    /// s.10(1)(b)), an unregistered one's the delivery address or else the yard (s.10(1)(ca)), an
    /// export's lies outside India (s.11).
    pub fn of(parties: &Parties) -> Supply {
        let place = match parties.category {
            Category::Overseas => "96",
            Category::Unregistered => parties.delivery_state.unwrap_or(parties.supplier_state),
            _ => parties.bill_to_state,
        };
        Supply::at(place, parties)
    }

    /// The supply at a place that a person set instead. Sales to a special economic zone and
    /// abroad are inter-state wherever they take place (s.7(5)).
    pub fn at(place: &str, parties: &Parties) -> Supply {
        let place = current_code(place);
        let zero = matches!(parties.category, Category::Sez | Category::Overseas);
        let split = match (zero, place == current_code(parties.supplier_state)) {
            (true, _) if parties.lut => Split::ZeroRated,
            (false, true) => Split::Intra,
            _ => Split::Inter,
        };
        Supply { place_of_supply: place.to_owned(), split }
    }
}

/// The label of the state's half of the tax: `UTGST` in a union territory without a legislature,
/// else `SGST`. Only the label differs.
pub fn state_tax_label(place_of_supply: &str) -> &'static str {
    if state(place_of_supply).is_some_and(|state| state.utgst) { "UTGST" } else { "SGST" }
}

/// The taxable amount and rate of a line; a credit note's lines are negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaxLine {
    pub taxable: Paise,
    /// The whole GST rate in hundredths of a percent, 0 to 10,000: 18 % is 1,800.
    pub rate_bp: i64,
    /// Compensation cess on the taxable amount, in hundredths of a percent; 0 for steel.
    pub cess_bp: i64,
}

impl TaxLine {
    /// A line without cess.
    pub fn new(taxable: Paise, rate_bp: i64) -> TaxLine {
        TaxLine { taxable, rate_bp, cess_bp: 0 }
    }

    /// The taxes of this line, each rounded by itself, half away from zero.
    pub fn tax(&self, split: Split) -> Tax {
        let half = share_of(self.taxable, self.rate_bp, 20_000);
        let whole = share_of(self.taxable, self.rate_bp, 10_000);
        let cess = share_of(self.taxable, self.cess_bp, 10_000);
        match split {
            Split::Intra => Tax { cgst: half, sgst: half, igst: Paise(0), cess },
            Split::Inter => Tax { cgst: Paise(0), sgst: Paise(0), igst: whole, cess },
            Split::ZeroRated => Tax::default(),
        }
    }
}

fn share_of(taxable: Paise, rate_bp: i64, per: i128) -> Paise {
    let tax = div_half_away(i128::from(taxable.0) * i128::from(rate_bp), per);
    Paise(tax.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64)
}

/// The taxes of a line or of a document, in paise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tax {
    pub cgst: Paise,
    /// SGST or UTGST, see [`state_tax_label`].
    pub sgst: Paise,
    pub igst: Paise,
    pub cess: Paise,
}

impl Tax {
    pub fn total(&self) -> Paise {
        self.cgst + self.sgst + self.igst + self.cess
    }
}

impl Add for Tax {
    type Output = Tax;
    fn add(self, other: Tax) -> Tax {
        Tax {
            cgst: self.cgst + other.cgst,
            sgst: self.sgst + other.sgst,
            igst: self.igst + other.igst,
            cess: self.cess + other.cess,
        }
    }
}

impl Neg for Tax {
    type Output = Tax;
    fn neg(self) -> Tax {
        Tax { cgst: -self.cgst, sgst: -self.sgst, igst: -self.igst, cess: -self.cess }
    }
}

impl Sum for Tax {
    fn sum<I: Iterator<Item = Tax>>(taxes: I) -> Tax {
        taxes.fold(Tax::default(), Add::add)
    }
}

/// To what a company rounds the payable amount of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundOff {
    None,
    #[default]
    Rupee,
}

/// The adjustment that rounds a total, -50 to +50 paise; half a rupee goes away from zero.
pub fn round_off(total: Paise, to: RoundOff) -> Paise {
    match to {
        RoundOff::None => Paise(0),
        RoundOff::Rupee => {
            let rest = total.0 % 100;
            Paise(match rest {
                50.. => 100 - rest,
                ..=-50 => -100 - rest,
                _ => -rest,
            })
        }
    }
}

/// The totals of a document; the round-off is a line of its own, outside the taxable amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub taxable: Paise,
    pub tax: Tax,
    /// Taxable, taxes and the untaxed extra.
    pub total: Paise,
    pub round_off: Paise,
    pub payable: Paise,
}

/// Adds up a document: the sums of its lines, each line taxed and rounded by itself. `extra` is
/// what is collected on top without GST, such as TCS.
pub fn totals(lines: &[TaxLine], split: Split, extra: Paise, to: RoundOff) -> Totals {
    let taxable: Paise = lines.iter().map(|line| line.taxable).sum();
    let tax: Tax = lines.iter().map(|line| line.tax(split)).sum();
    let total = taxable + tax.total() + extra;
    let round_off = round_off(total, to);
    Totals { taxable, tax, total, round_off, payable: total + round_off }
}

#[cfg(test)]
mod tests;
