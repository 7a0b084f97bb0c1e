//! Vouchers for Tally: the demo's year goes out and comes back the same, and nothing goes out twice.

use std::collections::BTreeSet;

use godown_core::report::tally::{self, TallyBook, VoucherKind};
use godown_core::report::{Params, run};
use godown_core::value::Day;

use super::{all, frames, today};

fn book(params: &Params) -> TallyBook {
    tally::book(frames(), params, today()).unwrap()
}

#[test]
fn the_year_that_was_written_for_tally_is_read_again_voucher_by_voucher() {
    let book = book(&all());
    assert!(book.vouchers.len() > 500, "{} vouchers", book.vouchers.len());
    assert!(book.refused.is_empty() && book.unmapped.is_empty(), "{:?}", book.unmapped);
    let file = tally::vouchers(&book).unwrap();
    assert_eq!(tally::read(&file).unwrap(), book.vouchers);
}

#[test]
fn the_trial_balance_of_the_vouchers_is_nothing_and_every_party_stands_as_in_the_books() {
    let book = book(&all());
    let sums: i128 = book.vouchers.iter().map(tally::TallyVoucher::sum).sum();
    assert_eq!(sums, 0);
    for voucher in &book.vouchers {
        assert_eq!(voucher.sum(), 0, "{}", voucher.number);
    }
    // What the report tells of the same days: debit equals credit, and is what the file brings.
    let table = run(frames(), "tally_report", &all(), today()).unwrap();
    let at = |key: &str| table.heads.iter().position(|head| head.key == key).unwrap() - 1;
    let total = table.total.as_ref().unwrap();
    assert_eq!(total[at("debit")], total[at("credit")]);
    assert_eq!(table.lines.iter().filter(|line| line.level == 1).count(), book.vouchers.len());
}

#[test]
fn the_masters_name_all_that_the_vouchers_name() {
    let book = book(&all());
    let ledgers: BTreeSet<&str> = book.ledgers.iter().map(|one| one.name.as_str()).collect();
    let items: BTreeSet<&str> = book.items.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(ledgers.len(), book.ledgers.len(), "a ledger stands once");
    for voucher in &book.vouchers {
        for entry in &voucher.entries {
            assert!(ledgers.contains(entry.ledger.as_str()), "{}", entry.ledger);
        }
        for item in &voucher.items {
            assert!(ledgers.contains(item.ledger.as_str()) && items.contains(item.name.as_str()));
            assert!(book.godowns.contains(&item.godown), "{}", item.godown);
        }
    }
    let text = String::from_utf8(tally::masters(&book).unwrap()).unwrap();
    assert!(text.contains("<REPORTNAME>All Masters</REPORTNAME>"));
    assert!(text.contains("Freight &amp; Loading Charges"));
}

#[test]
fn a_day_without_vouchers_makes_an_empty_file() {
    let day = Day::parse("2020-01-01").unwrap().to_string();
    let params: Params = [("from", day.clone()), ("to", day)]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    let book = book(&params);
    assert!(book.vouchers.is_empty());
    assert!(tally::read(&tally::vouchers(&book).unwrap()).unwrap().is_empty());
}

#[test]
fn a_credit_note_settles_the_bill_of_its_invoice_and_a_debit_note_makes_one() {
    let book = book(&all());
    let of = |kind: VoucherKind| book.vouchers.iter().filter(move |one| one.kind == kind);
    assert!(of(VoucherKind::CreditNote).count() >= 7 && of(VoucherKind::DebitNote).count() >= 2);
    let sold: BTreeSet<&str> = of(VoucherKind::Sales).map(|one| one.number.as_str()).collect();
    for note in of(VoucherKind::CreditNote).chain(of(VoucherKind::DebitNote)) {
        let party = note.entries.iter().find(|entry| entry.bill.is_some()).unwrap();
        let bill = party.bill.as_ref().unwrap();
        assert!(sold.contains(note.reference.as_str()), "{}", note.reference);
        match note.kind == VoucherKind::CreditNote {
            true => {
                assert_eq!(
                    (bill.kind.as_str(), bill.name.as_str()),
                    ("Agst Ref", &*note.reference)
                );
                assert!(party.paise < 0 && note.items.iter().all(|item| item.paise > 0));
            }
            false => {
                assert_eq!((bill.kind.as_str(), bill.name.as_str()), ("New Ref", &*note.number));
                assert!(party.paise > 0 && note.items.is_empty());
            }
        }
    }
    let goods: Vec<_> = of(VoucherKind::CreditNote).flat_map(|note| &note.items).collect();
    assert!(!goods.is_empty() && goods.iter().all(|item| item.g > 0));
}
