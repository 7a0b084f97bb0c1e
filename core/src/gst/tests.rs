//! The vectors of the trade and the mirror of the credit note.

use proptest::prelude::*;

use super::*;

const YARD: Parties = Parties {
    supplier_state: "27",
    category: Category::Regular,
    bill_to_state: "27",
    delivery_state: Some("27"),
    lut: false,
};

fn supply(parties: Parties) -> (String, Split) {
    let supply = Supply::of(&parties);
    (supply.place_of_supply, supply.split)
}

#[test]
fn the_place_of_supply_decides_the_split() {
    use Category::*;
    for (category, bill_to, delivery, lut, place, split) in [
        (Regular, "27", Some("24"), false, "27", Split::Intra),
        (Regular, "24", Some("27"), false, "24", Split::Inter),
        (Composition, "27", None, false, "27", Split::Intra),
        (Unregistered, "27", Some("24"), false, "24", Split::Inter),
        (Unregistered, "24", None, false, "27", Split::Intra),
        (DeemedExport, "27", Some("27"), true, "27", Split::Intra),
        (Uin, "07", None, false, "07", Split::Inter),
        (TaxDeductor, "27", None, false, "27", Split::Intra),
        (Sez, "27", Some("27"), false, "27", Split::Inter),
        (Sez, "27", Some("27"), true, "27", Split::ZeroRated),
        (Overseas, "27", Some("27"), false, "96", Split::Inter),
        (Overseas, "96", None, true, "96", Split::ZeroRated),
    ] {
        let parties =
            Parties { category, bill_to_state: bill_to, delivery_state: delivery, lut, ..YARD };
        assert_eq!(supply(parties), (place.to_owned(), split), "{category:?} {bill_to}");
    }
}

#[test]
fn an_old_state_code_is_the_same_place() {
    let parties = Parties { supplier_state: "26", bill_to_state: "25", ..YARD };
    assert_eq!(supply(parties), ("26".to_owned(), Split::Intra));
}

#[test]
fn a_place_set_by_a_person_decides_the_split_too() {
    assert_eq!(Supply::at("24", &YARD).split, Split::Inter);
    let sez = Parties { category: Category::Sez, ..YARD };
    assert_eq!(Supply::at("27", &sez).split, Split::Inter);
}

#[test]
fn a_category_has_one_name_everywhere() {
    for category in Category::ALL {
        assert_eq!(Category::parse(category.name()), Some(*category));
        let wire = serde_json::to_string(category).unwrap();
        assert_eq!(wire, format!("\"{}\"", category.name()));
    }
    assert!(!Category::Overseas.registered() && Category::Uin.registered());
}

#[test]
fn the_state_half_is_utgst_only_without_a_legislature() {
    for (code, label) in
        [("27", "SGST"), ("07", "SGST"), ("34", "SGST"), ("04", "UTGST"), ("26", "UTGST")]
    {
        assert_eq!(state_tax_label(code), label, "{code}");
    }
}

#[test]
fn an_invoice_in_the_same_state_is_exact_to_the_paisa() {
    let line = TaxLine::new(Paise(5_995_438), 1_800);
    let got = totals(&[line], Split::Intra, Paise(0), RoundOff::Rupee);
    let tax = Tax { cgst: Paise(539_589), sgst: Paise(539_589), ..Tax::default() };
    assert_eq!(
        got,
        Totals {
            taxable: Paise(5_995_438),
            tax,
            total: Paise(7_074_616),
            round_off: Paise(-16),
            payable: Paise(7_074_600),
        }
    );
}

#[test]
fn an_invoice_in_another_state_is_exact_to_the_paisa() {
    let line = TaxLine::new(Paise(5_995_438), 1_800);
    let got = totals(&[line], Split::Inter, Paise(0), RoundOff::Rupee);
    assert_eq!(got.tax, Tax { igst: Paise(1_079_179), ..Tax::default() });
    assert_eq!((got.total, got.round_off), (Paise(7_074_617), Paise(-17)));
    assert_eq!(got.payable, Paise(7_074_600));
}

#[test]
fn tax_is_rounded_per_line_and_not_per_document() {
    let lines = [TaxLine::new(Paise(1_005), 1_800); 3];
    let got = totals(&lines, Split::Intra, Paise(0), RoundOff::None);
    assert_eq!((got.tax.cgst, got.tax.sgst), (Paise(270), Paise(270)));
    assert_eq!((got.round_off, got.payable), (Paise(0), got.total));
}

#[test]
fn a_quarter_percent_splits_without_loss() {
    let tax = TaxLine::new(Paise(1_000_000), 25).tax(Split::Intra);
    assert_eq!((tax.cgst, tax.sgst), (Paise(1_250), Paise(1_250)));
}

#[test]
fn a_zero_rated_supply_bears_no_tax_and_cess_stands_beside_it_otherwise() {
    let line = TaxLine { taxable: Paise(100_000), rate_bp: 1_800, cess_bp: 100 };
    assert_eq!(line.tax(Split::ZeroRated), Tax::default());
    assert_eq!(line.tax(Split::Inter).cess, Paise(1_000));
    assert_eq!(line.tax(Split::Intra).total(), Paise(19_000));
}

#[test]
fn what_is_collected_on_top_is_rounded_with_the_rest() {
    let line = TaxLine::new(Paise(10_000), 0);
    let got = totals(&[line], Split::Intra, Paise(130), RoundOff::Rupee);
    assert_eq!((got.total, got.payable), (Paise(10_130), Paise(10_100)));
}

#[test]
fn half_a_rupee_is_rounded_away_from_zero() {
    for (total, want) in
        [(149, -49), (150, 50), (-149, 49), (-150, -50), (100, 0), (0, 0), (51, 49)]
    {
        assert_eq!(round_off(Paise(total), RoundOff::Rupee), Paise(want), "{total}");
        assert_eq!(round_off(Paise(total), RoundOff::None), Paise(0));
    }
}

proptest! {
    #[test]
    fn the_tax_of_a_negative_line_mirrors_the_positive(
        taxable in 0..99_999_999_999_i64, rate_bp in 0..4_001_i64, cess_bp in 0..500_i64,
    ) {
        let line = TaxLine { taxable: Paise(taxable), rate_bp, cess_bp };
        let mirror = TaxLine { taxable: -line.taxable, ..line };
        for split in [Split::Intra, Split::Inter, Split::ZeroRated] {
            prop_assert_eq!(mirror.tax(split), -line.tax(split));
            let original = totals(&[line], split, Paise(0), RoundOff::Rupee);
            let credit = totals(&[mirror], split, Paise(0), RoundOff::Rupee);
            prop_assert_eq!(credit.payable, -original.payable);
        }
    }

    #[test]
    fn the_payable_amount_is_whole_rupees_at_most_half_away(total in any::<i32>()) {
        let total = Paise(i64::from(total));
        let added = round_off(total, RoundOff::Rupee);
        prop_assert!((-50..=50).contains(&added.0));
        prop_assert_eq!((total + added).0 % 100, 0);
    }
}
