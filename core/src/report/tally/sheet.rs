//! Vouchers as a workbook in the layout that TallyPrime imports from Excel.
//!
//! Source: TallyPrime's sample file `Accounting Voucher`: a row for each ledger of a voucher, goods beside the ledger
//! of their amount, and the columns by the names that TallyPrime maps without asking.

use super::{TallyBook, TallyEntry, TallyItem, TallyVoucher, VoucherKind, xml};
use crate::schema::Unit;
use crate::table::book::{Out, XLSX};
use crate::table::cell::Cell;
use crate::table::number::{self, plain};

const SHEET: &str = "Accounting Voucher";
const HEADS: &[&str] = &[
    "Voucher Date",
    "Voucher Type Name",
    "Voucher Number",
    "Reference No.",
    "Buyer/Supplier - Address",
    "Buyer/Supplier - State",
    "Buyer/Supplier - GST Registration Type",
    "Buyer/Supplier - GSTIN/UIN",
    "Buyer/Supplier - Place of Supply",
    "Ledger Name",
    "Ledger Amount",
    "Ledger Amount Dr/Cr",
    "Bill Type of Ref",
    "Bill Name",
    "Bill Amount",
    "Bill Amount - Dr/Cr",
    "Bill Due Dt or Credit Days",
    "Item Name",
    "Item Allocations - Godown Name",
    "Item Allocations - Batch/Lot No.",
    "Billed Quantity",
    "Item Rate",
    "Item Rate per",
    "Item Amount",
    "e-Invoice - Ack No.",
    "e-Invoice - Ack Date",
    "e-Invoice - IRN",
    "Change Mode",
    "Voucher Narration",
    "Stock Journal - Type",
];
/// As TallyPrime calls the two sides of a stock journal.
const MADE: &str = "Destination (Production)";
const USED: &str = "Source (Consumption)";
/// The cells of a ledger, those of a bill, and those of goods.
const OF_LEDGER: usize = 3;
const OF_BILL: usize = 5;
const OF_ITEM: usize = 7;

/// # Errors
/// A text for the log.
pub(super) fn vouchers(book: &TallyBook) -> Result<Vec<u8>, String> {
    let mut out = Out::begin(XLSX, SHEET)?;
    let heads = HEADS.iter().map(|head| text(head));
    out.row(&heads.collect::<Vec<_>>())?;
    // A workbook cannot tell Tally to forget a voucher: a cancelled one has no rows.
    for voucher in book.vouchers.iter().filter(|one| !one.cancelled) {
        for row in rows(voucher) {
            out.row(&row)?;
        }
    }
    out.finish()
}

fn rows(voucher: &TallyVoucher) -> Vec<Vec<Cell>> {
    let row = |ledger: &str, paise: i64, rest: Vec<Cell>| {
        let mut cells = before(voucher);
        cells.extend([text(ledger), money(paise.abs()), side(paise)]);
        cells.extend(rest);
        cells.extend(after(voucher));
        cells
    };
    let entries = voucher.entries.iter().map(|one| row(&one.ledger, one.paise, of_entry(one)));
    // Goods that moved stand by themselves, beside no ledger.
    let items = voucher.items.iter().map(|one| match one.ledger.as_str() {
        "" => {
            let mut cells = before(voucher);
            cells.extend(vec![Cell::Empty; OF_LEDGER]);
            cells.extend(of_item(one));
            cells.extend(after(voucher));
            cells.push(text(if one.paise > 0 { MADE } else { USED }));
            cells
        }
        ledger => row(ledger, one.paise, of_item(one)),
    });
    entries.chain(items).collect()
}

fn before(voucher: &TallyVoucher) -> Vec<Cell> {
    vec![
        Cell::Day(voucher.day),
        text(voucher.kind.name()),
        text(&voucher.number),
        text(&voucher.reference),
        text(&voucher.address),
        text(&voucher.state),
        text(&voucher.registration),
        text(&voucher.gstin),
        text(&voucher.supply),
    ]
}

fn after(voucher: &TallyVoucher) -> Vec<Cell> {
    let mode = match voucher.items.is_empty() {
        _ if voucher.kind == VoucherKind::StockJournal => voucher.kind.name(),
        true => "Accounting Voucher",
        false => "Item Invoice",
    };
    vec![
        text(&voucher.ack_no),
        voucher.ack_day.map_or(Cell::Empty, Cell::Day),
        text(&voucher.irn),
        text(mode),
        text(&xml::narration(voucher)),
    ]
}

fn of_entry(entry: &TallyEntry) -> Vec<Cell> {
    let mut cells = match &entry.bill {
        Some(bill) => vec![
            text(&bill.kind),
            text(&bill.name),
            money(entry.paise.abs()),
            side(entry.paise),
            Cell::Number { value: bill.days, places: 0 },
        ],
        None => vec![Cell::Empty; OF_BILL],
    };
    cells.extend(vec![Cell::Empty; OF_ITEM]);
    cells
}

fn of_item(item: &TallyItem) -> Vec<Cell> {
    let (rate, per) = item.rate.split_once('/').unwrap_or((&item.rate, ""));
    let mut cells = vec![Cell::Empty; OF_BILL];
    cells.extend([
        text(&item.name),
        text(&item.godown),
        text(&item.batch),
        text(&format!("{} KGS = {} PCS", plain(item.g, 3), item.pcs)),
        number::read(rate, Unit::Paise).map_or_else(|| text(rate), money),
        text(per),
        money(item.paise.abs()),
    ]);
    cells
}

fn text(text: &str) -> Cell {
    if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) }
}

fn money(paise: i64) -> Cell {
    Cell::Number { value: paise, places: 2 }
}

fn side(paise: i64) -> Cell {
    text(if paise > 0 { "Dr" } else { "Cr" })
}
