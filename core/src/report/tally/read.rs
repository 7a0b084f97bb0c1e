//! Reads a file of vouchers again: the proof that the file says what the books say.

use super::node::Node;
use super::xml::{IN, OUT};
use super::{TallyBill, TallyEntry, TallyItem, TallyVoucher, VoucherKind};
use crate::schema::Unit;
use crate::table::number;
use crate::value::Day;

/// The vouchers of a file, as [`super::file`] wrote them in XML or JSON.
///
/// # Errors
/// A sentence that names the voucher when a file is no such file, an amount is none, or a voucher does not
/// sum to nothing.
pub fn read(bytes: &[u8]) -> Result<Vec<TallyVoucher>, String> {
    let root = Node::read(bytes)?;
    let mut found = Vec::new();
    root.find("VOUCHER", &mut found);
    found.into_iter().map(voucher).collect()
}

fn voucher(node: &Node) -> Result<TallyVoucher, String> {
    let of = |name: &str| node.text(name);
    let number = of("VOUCHERNUMBER");
    let wrong = |what: &str| format!("Voucher {number}: {what}");
    let kind = VoucherKind::ALL.iter().find(|kind| kind.name() == node.attribute("VCHTYPE"));
    let address = node.all("BASICBUYERADDRESS.LIST").next();
    let mut voucher = TallyVoucher {
        id: node.attribute("REMOTEID"),
        kind: *kind.ok_or_else(|| wrong("its type is not known"))?,
        number: number.clone(),
        day: day(&of("DATE")).ok_or_else(|| wrong("its date is not valid"))?,
        alter: node.attribute("ACTION") == "Alter",
        cancelled: of("ISCANCELLED") == "Yes",
        party: of("PARTYLEDGERNAME"),
        gstin: of("PARTYGSTIN"),
        registration: of("GSTREGISTRATIONTYPE"),
        state: of("STATENAME"),
        supply: of("PLACEOFSUPPLY"),
        consignee: of("BASICBUYERNAME"),
        address: address.map(|list| list.text("BASICBUYERADDRESS")).unwrap_or_default(),
        vehicle: of("BASICSHIPVEHICLENO"),
        carrier: of("BASICSHIPPEDBY"),
        loading: of("BASICSHIPDOCUMENTNO"),
        reference: of("REFERENCE"),
        order: of("BASICPURCHASEORDERNO"),
        irn: of("IRN"),
        ack_no: of("IRNACKNO"),
        ack_day: day(&of("IRNACKDATE")),
        ewb: of("TEMPGSTEWAYBILLNUMBER"),
        ewb_day: day(&of("TEMPGSTEWAYBILLDATE")),
        ..TallyVoucher::default()
    };
    for list in node.all("ALLLEDGERENTRIES.LIST") {
        voucher.entries.push(entry(list).ok_or_else(|| wrong("an amount is not valid"))?);
    }
    for name in ["ALLINVENTORYENTRIES.LIST", IN, OUT] {
        for list in node.all(name) {
            let item =
                item(list).filter(|item| item.ledger.is_empty() == [IN, OUT].contains(&name));
            voucher.items.push(item.ok_or_else(|| wrong("a quantity or an amount is not valid"))?);
        }
    }
    match voucher.sum() {
        0 => Ok(voucher),
        off => Err(wrong(&format!("its amounts come to {off} paise and not to nothing"))),
    }
}

fn entry(list: &Node) -> Option<TallyEntry> {
    let bill = list.all("BILLALLOCATIONS.LIST").next().map(|bill| TallyBill {
        name: bill.text("NAME"),
        kind: bill.text("BILLTYPE"),
        days: bill.text("BILLCREDITPERIOD").trim_end_matches(" Days").parse().unwrap_or(0),
    });
    Some(TallyEntry { ledger: list.text("LEDGERNAME"), paise: paise(&list.text("AMOUNT"))?, bill })
}

fn item(list: &Node) -> Option<TallyItem> {
    let batch = list.all("BATCHALLOCATIONS.LIST").next()?;
    let (weight, count) = list.text("ACTUALQTY").split_once(" = ").map(|(weight, count)| {
        (number::read(weight, Unit::Grams), number::read(count, Unit::Pieces))
    })?;
    Some(TallyItem {
        name: list.text("STOCKITEMNAME"),
        pcs: count?,
        g: weight?,
        rate: list.text("RATE"),
        paise: paise(&list.text("AMOUNT"))?,
        godown: batch.text("GODOWNNAME"),
        batch: batch.text("BATCHNAME"),
        ledger: list
            .all("ACCOUNTINGALLOCATIONS.LIST")
            .next()
            .map(|list| list.text("LEDGERNAME"))
            .unwrap_or_default(),
    })
}

fn paise(text: &str) -> Option<i64> {
    number::read(text, Unit::Paise)?.checked_neg()
}

fn day(compact: &str) -> Option<Day> {
    let (year, rest) = compact.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    Day::parse(&format!("{year}-{month}-{day}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use proptest::prelude::*;

    use super::super::{TallyBook, file};
    use super::*;

    fn vouchers(book: &TallyBook) -> Result<Vec<u8>, String> {
        file(book, false, "xml")
    }

    fn word() -> impl Strategy<Value = String> {
        // Not blank at its ends: nobody's name is, and no reader of XML keeps it.
        "[A-Za-z0-9&<>\"'\u{20b9}\u{092e}]([A-Za-z0-9&<>\"' .,/-]{0,20}[A-Za-z0-9&<>\"'])?"
    }

    prop_compose! {
        fn any_voucher()(
            id in word(), number in word(), party in word(), godown in word(), name in word(),
            ledger in word(), gstin in "[0-9A-Z]{0,15}", day in 18_000_i32..21_000,
            kind in 0..VoucherKind::ALL.len(), alter: bool, days in 0_i64..90,
            amounts in prop::collection::vec(-99_999_999_999_i64..99_999_999_999, 1..6),
            carrier in word(), loading in word(), ewb in "[0-9]{12}", ewb_day in 18_000_i32..21_000,
            pcs in 0_i64..100_000, g in 0_i64..99_999_999,
        ) -> TallyVoucher {
            let total: i64 = amounts.iter().sum();
            let entry = |paise| TallyEntry { ledger: ledger.clone(), paise, bill: None };
            let bill = TallyBill { name: number.clone(), kind: "New Ref".to_owned(), days };
            let mut entries: Vec<TallyEntry> = amounts[1..].iter().copied().map(entry).collect();
            entries.push(TallyEntry { ledger: party.clone(), paise: -total, bill: Some(bill) });
            let goods = |paise, ledger: &str| TallyItem {
                name: name.clone(), pcs, g, rate: "58.75/KGS".to_owned(), paise, godown: godown.clone(),
                batch: "B-1".to_owned(), ledger: ledger.to_owned(),
            };
            let kind = VoucherKind::ALL[kind];
            let paise = amounts[0].abs().max(1);
            let (entries, items) = match kind {
                VoucherKind::StockJournal => (Vec::new(), vec![goods(paise, ""), goods(-paise, "")]),
                _ => (entries, vec![goods(amounts[0], "Sales")]),
            };
            TallyVoucher {
                id, kind, number, day: Day(day), alter, party, gstin, entries, items,
                carrier, loading, ewb, ewb_day: Some(Day(ewb_day)), ..TallyVoucher::default()
            }
        }
    }

    proptest! {
        #[test]
        fn what_was_written_is_read_again(made in prop::collection::vec(any_voucher(), 0..6)) {
            let book = TallyBook { company: "A & B <Traders>".to_owned(), vouchers: made, ..TallyBook::default() };
            prop_assert_eq!(&read(&vouchers(&book).unwrap()).unwrap(), &book.vouchers);
            prop_assert_eq!(&read(&file(&book, false, "json").unwrap()).unwrap(), &book.vouchers);
        }

        #[test]
        fn bytes_that_are_no_file_of_vouchers_are_refused_and_never_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let _ = read(&bytes);
        }
    }

    #[test]
    fn a_voucher_that_does_not_come_to_nothing_is_refused_by_its_number() {
        let entry = TallyEntry { ledger: "Cash".to_owned(), paise: 101, bill: None };
        let off = TallyVoucher {
            number: "RCP/1".to_owned(),
            day: Day::parse("2026-04-01").unwrap(),
            entries: vec![entry],
            ..TallyVoucher::default()
        };
        let book = TallyBook { vouchers: vec![off], ..TallyBook::default() };
        let why = read(&vouchers(&book).unwrap()).unwrap_err();
        assert_eq!(why, "Voucher RCP/1: its amounts come to 101 paise and not to nothing");
    }

    #[test]
    fn a_file_cut_short_is_refused() {
        let whole = vouchers(&TallyBook::default()).unwrap();
        assert!(read(&whole).unwrap().is_empty());
        assert!(read(&whole[..whole.len() - 4]).is_err());
    }
}
