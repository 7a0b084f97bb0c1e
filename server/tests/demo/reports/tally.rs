//! Vouchers for Tally: the demo's year goes out and comes back the same, and nothing goes out twice.

use std::collections::{BTreeMap, BTreeSet};

use godown_core::report::tally::{self, TallyBook, VoucherKind};
use godown_core::report::{Params, run};
use godown_core::schema::Unit;
use godown_core::table::{SheetRow, number, xlsx};
use godown_core::value::Day;
use serde_json::Value;

use super::{all, docs, frames, today};

fn book(params: &Params) -> TallyBook {
    tally::book(frames(), params, today()).unwrap()
}

#[test]
fn the_year_that_was_written_for_tally_is_read_again_voucher_by_voucher() {
    let book = book(&all());
    assert!(book.vouchers.len() > 500, "{} vouchers", book.vouchers.len());
    assert!(book.refused.is_empty() && book.unmapped.is_empty(), "{:?}", book.unmapped);
    for form in ["xml", "json"] {
        let file = tally::file(&book, false, form).unwrap();
        assert_eq!(tally::read(&file).unwrap(), book.vouchers, "{form}");
    }
}

#[test]
fn the_workbook_has_every_ledger_and_all_goods_of_the_vouchers_and_comes_to_nothing() {
    let book = book(&all());
    let sheet = xlsx::read(&tally::file(&book, false, "xlsx").unwrap()).unwrap();
    let at = |head: &str| sheet.head.iter().position(|one| one == head).unwrap();
    let cell = |row: &SheetRow, head: &str| row.cells.get(at(head)).cloned().unwrap_or_default();
    let mut found: BTreeMap<String, Vec<(String, i64, String)>> = BTreeMap::new();
    for row in &sheet.rows {
        // Goods of a stock journal stand beside no ledger.
        let (side, amount) = match cell(row, "Voucher Type Name") == "Stock Journal" {
            true => {
                (cell(row, "Stock Journal - Type") == "Destination (Production)", "Item Amount")
            }
            false => (cell(row, "Ledger Amount Dr/Cr") == "Dr", "Ledger Amount"),
        };
        let sign = if side { 1 } else { -1 };
        let amount = number::read(&cell(row, amount), Unit::Paise).unwrap();
        let of = (cell(row, "Ledger Name"), sign * amount, cell(row, "Item Name"));
        let key = format!("{} {}", cell(row, "Voucher Type Name"), cell(row, "Voucher Number"));
        found.entry(key).or_default().push(of);
    }
    let live: Vec<_> = book.vouchers.iter().filter(|one| !one.cancelled).collect();
    assert_eq!(found.len(), live.len());
    for voucher in live {
        let entries =
            voucher.entries.iter().map(|one| (one.ledger.clone(), one.paise, String::new()));
        let items =
            voucher.items.iter().map(|one| (one.ledger.clone(), one.paise, one.name.clone()));
        let rows = &found[&format!("{} {}", voucher.kind.name(), voucher.number)];
        assert_eq!(rows, &entries.chain(items).collect::<Vec<_>>(), "{}", voucher.number);
        assert_eq!(rows.iter().map(|row| row.1).sum::<i64>(), 0, "{}", voucher.number);
    }
}

#[test]
fn masters_are_told_in_json_as_in_xml_and_never_as_a_workbook() {
    let book = book(&all());
    let json: Value = serde_json::from_slice(&tally::file(&book, true, "json").unwrap()).unwrap();
    let xml = String::from_utf8(tally::file(&book, true, "xml").unwrap()).unwrap();
    let messages = json["tallymessage"].as_array().unwrap();
    assert_eq!(messages.len(), xml.matches("<TALLYMESSAGE").count());
    assert_eq!(json["static_variables"][0]["name"], "svMstImportFormat");
    let ledgers = messages.iter().filter(|one| one["metadata"]["type"] == "Ledger");
    let names: Vec<&str> = ledgers.map(|one| one["metadata"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, book.ledgers.iter().map(|one| one.name.as_str()).collect::<Vec<_>>());
    assert!(tally::file(&book, true, "xlsx").is_err() && tally::file(&book, false, "csv").is_err());
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
            let moved = voucher.kind == VoucherKind::StockJournal;
            assert_eq!(item.ledger.is_empty(), moved, "{}", voucher.number);
            assert!(moved || ledgers.contains(item.ledger.as_str()), "{}", item.ledger);
            assert!(items.contains(item.name.as_str()), "{}", item.name);
            assert!(book.godowns.contains(&item.godown), "{}", item.godown);
        }
    }
    let text = String::from_utf8(tally::file(&book, true, "xml").unwrap()).unwrap();
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
    assert!(tally::read(&tally::file(&book, false, "xml").unwrap()).unwrap().is_empty());
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

#[test]
fn goods_of_transfers_and_of_work_are_told_in_and_out_and_come_to_nothing() {
    let book = book(&all());
    let journals = book.vouchers.iter().filter(|one| one.kind == VoucherKind::StockJournal);
    let mut of = BTreeMap::new();
    for journal in journals.filter(|one| !one.cancelled) {
        assert!(journal.entries.is_empty() && journal.items.len() > 1, "{}", journal.number);
        let id = journal.id.trim_end_matches("-goods");
        let kind = ["transfer", "work_order"]
            .into_iter()
            .find(|kind| docs(kind).iter().any(|doc| doc.id == id));
        *of.entry(kind.unwrap()).or_insert(0) += 1;
        if kind == Some("transfer") {
            let came = journal.items.iter().filter(|item| item.paise > 0);
            let left = journal.items.iter().filter(|item| item.paise < 0);
            assert_eq!(came.map(|item| item.g).sum::<i64>(), left.map(|item| item.g).sum::<i64>());
        }
    }
    assert_eq!(of.keys().copied().collect::<Vec<_>>(), ["transfer", "work_order"], "{of:?}");
    let text = String::from_utf8(tally::file(&book, false, "xml").unwrap()).unwrap();
    for list in ["INVENTORYENTRIESIN.LIST", "INVENTORYENTRIESOUT.LIST"] {
        let items = |above: bool| {
            let live = book.vouchers.iter().filter(|one| one.kind == VoucherKind::StockJournal);
            live.flat_map(|one| &one.items).filter(|item| (item.paise > 0) == above).count()
        };
        let wanted = items(list.contains("IN."));
        assert_eq!(text.matches(&format!("<{list}>")).count(), wanted, "{list}");
    }
}

#[test]
fn a_party_is_told_as_it_is_registered() {
    let book = book(&all());
    let words = ["Regular", "Composition", "Regular-SEZ", "Consumer", "Unregistered"];
    for voucher in book.vouchers.iter().filter(|one| !one.party.is_empty()) {
        // What is owed for goods of an order stands in an account of our own.
        let own = voucher.registration.is_empty() && voucher.gstin.is_empty();
        assert!(own || words.contains(&voucher.registration.as_str()), "{}", voucher.number);
        if voucher.registration == "Regular" {
            assert!(!voucher.gstin.is_empty(), "{}", voucher.number);
        }
    }
    for party in ["customer", "supplier", "vendor"].iter().flat_map(|kind| docs(kind)) {
        let wanted = match party.text("gst_category") {
            Some("Composition") => "Composition",
            Some("SEZ") => "Regular-SEZ",
            _ => continue,
        };
        let name = party.text("tally_name").or(party.text("name"));
        let of = book.ledgers.iter().filter(|ledger| Some(ledger.name.as_str()) == name);
        of.for_each(|ledger| assert_eq!(ledger.registration, wanted, "{}", ledger.name));
    }
}
