//! Amounts as integers that carry their unit: money, weight, pieces, lengths, and rates.

use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

use crate::json::json_name;

mod day;
pub mod decimal;
pub mod hash;
mod length;
pub mod period;
mod show;
pub mod text;

pub use day::{Day, Fy, IST_MINUTES, Instant};
pub use length::imperial;
pub use period::NamedPeriod;
pub use show::{grouped, kg, mt, rupees, rupees_short};

macro_rules! amounts {
    ($($(#[$doc:meta])* $name:ident),*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);
    )* };
}

amounts! {
    /// Money in paise (1/100 rupee); a single field holds at most 99,99,99,99,999.99 rupees.
    Paise,
    /// Weight in grams; a single field holds at most 999,999.999 kg.
    Grams,
    /// A count of pieces; a single field holds at most 999,999.
    Pieces,
    /// Length in millimetres.
    Millimetres
}

macro_rules! sums {
    ($($name:ident),*) => { $(
        // Saturating, so that debug, release and wasm give the same bytes; the bounds of the
        // fields keep every real sum five orders of magnitude below the edge.
        impl Add for $name {
            type Output = $name;
            fn add(self, other: $name) -> $name { $name(self.0.saturating_add(other.0)) }
        }
        impl Sub for $name {
            type Output = $name;
            fn sub(self, other: $name) -> $name { $name(self.0.saturating_sub(other.0)) }
        }
        impl Neg for $name {
            type Output = $name;
            fn neg(self) -> $name { $name(self.0.saturating_neg()) }
        }
        impl Sum for $name {
            fn sum<I: Iterator<Item = $name>>(parts: I) -> $name {
                parts.fold($name(0), Add::add)
            }
        }
    )* };
}

sums!(Paise, Grams, Pieces);

/// `n / d` rounded half away from zero on the magnitude: -2.5 gives -3. `d` must not be 0.
pub fn div_half_away(n: i128, d: i128) -> i128 {
    let (top, bottom) = (n.unsigned_abs(), d.unsigned_abs());
    let rest = top % bottom;
    let magnitude = top / bottom + u128::from(rest >= bottom - rest);
    let magnitude = i128::try_from(magnitude).unwrap_or(i128::MAX);
    if (n < 0) == (d < 0) { magnitude } else { -magnitude }
}

/// The money for a quantity at a rate: `quantity x rate_paise / per`, half away from zero.
///
/// For a weight, `quantity` is in grams and `rate_paise` is for one rate unit of `per` grams
/// (1,000,000 for MT). `None` when `per` is not positive or the amount exceeds `i64`.
pub fn amount(quantity: i64, rate_paise: i64, per: i64) -> Option<Paise> {
    amount_wide(i128::from(quantity), rate_paise, per)
}

fn amount_wide(quantity: i128, rate_paise: i64, per: i64) -> Option<Paise> {
    if per <= 0 {
        return None;
    }
    let product = quantity.checked_mul(i128::from(rate_paise))?;
    i64::try_from(div_half_away(product, i128::from(per))).ok().map(Paise)
}

/// The share of `whole` that belongs to `taken` of `of` units, half away from zero.
///
/// Taking from what is left each time (`whole` and `of` reduced by what was taken) makes the
/// last taker get the exact rest, so the parts sum to the whole. 0 when `of` is not positive.
pub fn part(whole: i64, taken: i64, of: i64) -> i64 {
    if of <= 0 {
        return 0;
    }
    let share = div_half_away(i128::from(whole) * i128::from(taken), i128::from(of));
    i64::try_from(share).unwrap_or(if share < 0 { i64::MIN } else { i64::MAX })
}

/// A whole shared among parts by their sizes: the last that has a size takes the exact rest, and a whole without
/// any is shared among none.
pub fn parts(whole: i64, sizes: &[i64]) -> Vec<i64> {
    let (mut rest, mut of) =
        (whole, sizes.iter().fold(0_i64, |sum, size| sum.saturating_add(*size)));
    let share = |size: &i64| {
        let share = part(rest, *size, of);
        (rest, of) = (rest.saturating_sub(share), of.saturating_sub(*size));
        share
    };
    sizes.iter().map(share).collect()
}

/// The unit that a rate is quoted for; on the wire `MT KG PCS MTR BAG`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RateUom {
    /// Metric tonne: 1,000,000 g.
    Mt,
    /// Kilogram: 1,000 g.
    Kg,
    /// Piece.
    Pcs,
    /// Running metre: 1,000 mm.
    Mtr,
    /// Bag: one piece.
    Bag,
}

impl RateUom {
    /// Every unit, in the order shown to a user.
    pub const ALL: &[RateUom] =
        &[RateUom::Mt, RateUom::Kg, RateUom::Pcs, RateUom::Mtr, RateUom::Bag];

    /// The name on the wire and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            RateUom::Mt => "MT",
            RateUom::Kg => "KG",
            RateUom::Pcs => "PCS",
            RateUom::Mtr => "MTR",
            RateUom::Bag => "BAG",
        }
    }

    /// The unit of a wire name, `None` for any other text.
    pub fn parse(name: &str) -> Option<RateUom> {
        RateUom::ALL.iter().copied().find(|uom| uom.name() == name)
    }

    /// The quantity that the rate multiplies and how much of it makes one rate unit: grams for MT
    /// and KG, pieces for PCS and BAG, total millimetres for MTR. `length_mm` is of one piece.
    pub fn quantity(self, pcs: i64, weight_g: i64, length_mm: i64) -> (i128, i64) {
        match self {
            RateUom::Mt => (i128::from(weight_g), 1_000_000),
            RateUom::Kg => (i128::from(weight_g), 1_000),
            RateUom::Pcs | RateUom::Bag => (i128::from(pcs), 1),
            RateUom::Mtr => (i128::from(pcs) * i128::from(length_mm), 1_000),
        }
    }
}

json_name!(RateUom);

/// The amount of one line: the rate times the quantity that the rate unit names.
/// `None` when it exceeds `i64`.
pub fn line_amount(
    rate_uom: RateUom,
    rate_paise: i64,
    pcs: i64,
    weight_g: i64,
    length_mm: i64,
) -> Option<Paise> {
    let (quantity, per) = rate_uom.quantity(pcs, weight_g, length_mm);
    amount_wide(quantity, rate_paise, per)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_half_is_rounded_away_from_zero_on_the_magnitude() {
        for (n, d, want) in [
            (2675, 1000, 3),
            (-26_750, 100, -268),
            (5, 2, 3),
            (-5, 2, -3),
            (5, -2, -3),
            (-5, -2, 3),
            (7, 3, 2),
            (0, 9, 0),
            (i128::MIN, -1, i128::MAX),
        ] {
            assert_eq!(div_half_away(n, d), want, "{n} / {d}");
        }
    }

    #[test]
    fn a_weight_at_a_rate_per_tonne_is_priced_to_the_paisa() {
        assert_eq!(amount(1_020_500, 5_875_000, 1_000_000), Some(Paise(5_995_438)));
        assert_eq!(line_amount(RateUom::Mt, 5_875_000, 36, 1_020_500, 0), Some(Paise(5_995_438)));
    }

    #[test]
    fn each_rate_unit_multiplies_its_own_quantity() {
        for (uom, want) in [
            (RateUom::Mt, 25),
            (RateUom::Kg, 24_690),
            (RateUom::Pcs, 30_000),
            (RateUom::Mtr, 180_000),
            (RateUom::Bag, 30_000),
        ] {
            assert_eq!(line_amount(uom, 10_000, 3, 2_469, 6_000), Some(Paise(want)), "{uom:?}");
            assert_eq!(RateUom::parse(uom.name()), Some(uom));
            let wire = serde_json::to_string(&uom).unwrap();
            assert_eq!(wire, format!("\"{}\"", uom.name()));
        }
        assert_eq!(RateUom::parse("mt"), None);
    }

    #[test]
    fn an_amount_that_does_not_fit_is_refused() {
        assert_eq!(amount(i64::MAX, i64::MAX, 1), None);
        assert_eq!(amount(1, 1, 0), None);
        assert_eq!(line_amount(RateUom::Mtr, i64::MAX, i64::MAX, 0, i64::MAX), None);
    }

    #[test]
    fn a_batch_is_issued_by_share_and_the_last_piece_takes_the_rest() {
        assert_eq!(parts(2_834_700, &[33, 33, 34]), [935_451, 935_451, 963_798]);
        assert_eq!(parts(10, &[0, 3, 0]), [0, 10, 0]);
        assert_eq!(parts(10, &[0, 0]), [0, 0]);
    }

    #[test]
    fn an_amount_is_a_bare_integer_on_the_wire() {
        assert_eq!(serde_json::to_string(&Paise(-16)).unwrap(), "-16");
        assert_eq!(serde_json::from_str::<Grams>("1020500").unwrap(), Grams(1_020_500));
    }

    proptest! {
        #[test]
        fn rounding_mirrors_around_zero(n in any::<i64>(), d in 1..i64::MAX) {
            let (n, d) = (i128::from(n), i128::from(d));
            prop_assert_eq!(div_half_away(-n, d), -div_half_away(n, d));
            prop_assert!((2 * (div_half_away(n, d) * d - n)).abs() <= d);
        }

        #[test]
        fn parts_sum_to_the_whole(
            whole in -1_000_000_000_i64..1_000_000_000,
            sizes in prop::collection::vec(1_i64..1000, 1..20),
        ) {
            prop_assert_eq!(parts(whole, &sizes).iter().sum::<i64>(), whole);
        }
    }
}
