//! What a credit or debit note mirrors of an invoice's line: a share of what is left of it; the last takes the rest.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

use crate::value::part;

/// So much of a line: its billed quantity, and each of its amounts in paise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portion {
    pub pcs: i64,
    /// Grams, as they were billed.
    pub g: i64,
    pub amount: i64,
    /// Freight and loading.
    pub charges: i64,
    pub cgst: i64,
    pub sgst: i64,
    pub igst: i64,
    pub cess: i64,
    /// The line's share of what the document bears as a whole.
    pub tcs: i64,
    pub round_off: i64,
}

impl Portion {
    pub fn taxable(&self) -> i64 {
        self.amount.saturating_add(self.charges)
    }

    pub fn tax(&self) -> i64 {
        [self.cgst, self.sgst, self.igst, self.cess].into_iter().fold(0, i64::saturating_add)
    }

    /// Taxable amount and taxes.
    pub fn total(&self) -> i64 {
        self.taxable().saturating_add(self.tax())
    }

    /// The amount that is owed for it.
    pub fn payable(&self) -> i64 {
        self.total().saturating_add(self.tcs).saturating_add(self.round_off)
    }

    /// The share of `taken` of `of` units, all of it where that is every unit.
    pub fn part(&self, taken: i64, of: i64) -> Portion {
        self.zip(self, |n, _| part(n, taken, of))
    }

    /// Some of the goods' amount and none of their quantity; the taxes follow the taxable amount.
    pub fn worth(&self, amount: i64) -> Portion {
        let share = self.part(amount, self.taxable());
        Portion { pcs: 0, g: 0, amount, charges: 0, ..share }
    }

    /// The same without GST, and without what is collected or rounded on top of it.
    pub fn untaxed(&self) -> Portion {
        let Portion { pcs, g, amount, charges, .. } = *self;
        Portion { pcs, g, amount, charges, ..Portion::default() }
    }

    /// Something of it is less than nothing; a round-off alone may be.
    pub fn any_negative(&self) -> bool {
        let Portion { pcs, g, amount, charges, cgst, sgst, igst, cess, tcs, .. } = *self;
        [pcs, g, amount, charges, cgst, sgst, igst, cess, tcs].iter().any(|n| *n < 0)
    }

    fn zip(&self, other: &Portion, of: impl Fn(i64, i64) -> i64) -> Portion {
        Portion {
            pcs: of(self.pcs, other.pcs),
            g: of(self.g, other.g),
            amount: of(self.amount, other.amount),
            charges: of(self.charges, other.charges),
            cgst: of(self.cgst, other.cgst),
            sgst: of(self.sgst, other.sgst),
            igst: of(self.igst, other.igst),
            cess: of(self.cess, other.cess),
            tcs: of(self.tcs, other.tcs),
            round_off: of(self.round_off, other.round_off),
        }
    }
}

impl Add for Portion {
    type Output = Portion;
    fn add(self, other: Portion) -> Portion {
        self.zip(&other, i64::saturating_add)
    }
}

impl Sub for Portion {
    type Output = Portion;
    fn sub(self, other: Portion) -> Portion {
        self.zip(&other, i64::saturating_sub)
    }
}

/// Shares what a document bears as a whole, tax collected at source and round-off, among its lines by what each
/// comes to: the last takes the rest, so that notes of every line mirror the document to the paisa.
pub fn spread(lines: &mut [Portion], mut tcs: i64, mut round_off: i64) {
    let mut of = lines.iter().map(Portion::total).fold(0, i64::saturating_add);
    for line in lines {
        let total = line.total();
        (line.tcs, line.round_off) = (part(tcs, total, of), part(round_off, total, of));
        (of, tcs, round_off) = (of - total, tcs - line.tcs, round_off - line.round_off);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn portion() -> impl Strategy<Value = Portion> {
        let paise = 0..99_999_999_999_i64;
        (
            1..10_000_i64,
            1..99_999_999_i64,
            paise,
            0..99_999_999_i64,
            0..4_001_i64,
            0..501_i64,
            any::<bool>(),
        )
            .prop_map(|(pcs, g, amount, charges, rate, cess, inside)| {
                let taxable = amount + charges;
                let (half, whole) = (part(taxable, rate, 20_000), part(taxable, rate, 10_000));
                let (cgst, sgst, igst) = if inside { (half, half, 0) } else { (0, 0, whole) };
                let cess = part(taxable, cess, 10_000);
                Portion { pcs, g, amount, charges, cgst, sgst, igst, cess, tcs: 0, round_off: 0 }
            })
    }

    /// Notes in any order: some of the quantity, or some of the value.
    #[derive(Clone, Copy, Debug)]
    enum Taken {
        Grams(i64),
        Value(i64),
    }

    fn taken() -> impl Strategy<Value = Taken> {
        prop_oneof![(0..=1_000_i64).prop_map(Taken::Grams), (0..=1_000_i64).prop_map(Taken::Value)]
    }

    fn take(left: &Portion, how: Taken) -> Portion {
        match how {
            Taken::Grams(of) => left.part(part(left.g, of, 1_000), left.g),
            Taken::Value(of) => left.worth(part(left.amount, of, 1_000)),
        }
    }

    proptest! {
        #[test]
        fn notes_of_any_order_never_exceed_a_line_and_the_last_takes_the_exact_rest(
            mut lines in prop::collection::vec(portion(), 1..5),
            tcs_bp in 0..101_i64, round_off in -50..51_i64,
            notes in prop::collection::vec((any::<prop::sample::Index>(), taken()), 0..40),
        ) {
            let total: i64 = lines.iter().map(Portion::total).sum();
            let tcs = part(total, tcs_bp, 10_000);
            let round_off = if total == 0 { 0 } else { round_off };
            spread(&mut lines, tcs, round_off);
            prop_assert_eq!(lines.iter().map(|line| line.tcs).sum::<i64>(), tcs);
            prop_assert_eq!(lines.iter().map(|line| line.round_off).sum::<i64>(), round_off);
            let payable: i64 = lines.iter().map(Portion::payable).sum();
            prop_assert_eq!(payable, total + tcs + round_off);
            let mut left = lines.clone();
            for (at, how) in notes {
                let line = &mut left[at.index(lines.len())];
                let note = take(line, how);
                prop_assert!(!note.any_negative(), "{:?}", note);
                prop_assert_eq!(note.cgst, note.sgst, "both halves are one amount");
                *line = *line - note;
                prop_assert!(!line.any_negative(), "{:?}", line);
            }
            // The last note of a line takes what is left of it, whatever the others were.
            for line in &mut left {
                let rest = line.part(1, 1);
                prop_assert_eq!(rest, *line);
                *line = *line - rest;
            }
            prop_assert_eq!(left, vec![Portion::default(); lines.len()]);
        }
    }

    #[test]
    fn an_invoice_of_g4_comes_back_in_three_notes_without_a_paisa_over() {
        let mut lines = [Portion {
            pcs: 36,
            g: 1_020_500,
            amount: 5_995_438,
            cgst: 539_589,
            sgst: 539_589,
            ..Portion::default()
        }];
        spread(&mut lines, 0, -16);
        let whole = lines[0];
        assert_eq!(whole.payable(), 7_074_600);
        let mut left = whole;
        let mut payable = Vec::new();
        for g in [340_167, 340_167, 340_166] {
            let note = left.part(g, left.g);
            payable.push((note.amount, note.cgst, note.round_off, note.payable()));
            left = left - note;
        }
        assert_eq!(left, Portion::default());
        assert_eq!(
            payable,
            [
                (1_998_481, 179_863, -5, 2_358_202),
                (1_998_481, 179_863, -6, 2_358_201),
                (1_998_476, 179_863, -5, 2_358_197),
            ]
        );
        assert_eq!(payable.iter().map(|note| note.3).sum::<i64>(), 7_074_600);
    }
}
