//! Vouchers for TallyPrime: the report of them, the file that brings them, and the file of masters that they need.
//!
//! ```text
//! booked   which vouchers the books hold in the days asked, and which of them were given away already
//! goods    stock journals: the goods of transfers and of work orders
//! book     those as Tally names things: what a file is made of
//! xml      the two files, json the same as JSON, sheet the vouchers as a workbook
//! read     what stands in a file again
//! log      what Tally says of a file that it imported
//! ```
//! Source of the form: TallyPrime's import of data (`Import Data`, reports `Vouchers` and `All Masters`).

use serde::{Deserialize, Serialize};

use crate::shape::{Shape, Shaped, shaped_struct};
use crate::value::Day;

mod book;
mod booked;
mod goods;
#[cfg(feature = "sheet")]
mod json;
#[cfg(feature = "sheet")]
mod log;
#[cfg(feature = "sheet")]
mod node;
#[cfg(feature = "sheet")]
mod read;
#[cfg(feature = "sheet")]
mod sheet;
#[cfg(feature = "sheet")]
mod xml;

pub use book::book;
pub use booked::table;
#[cfg(feature = "sheet")]
pub use log::{MOST_TOLD, TallyLog, log};
#[cfg(feature = "sheet")]
pub use read::read;

/// The forms that Tally imports. Masters go as XML and JSON alone.
pub const FORMS: &[&str] = &["xml", "xlsx", "json"];

/// A file for Tally of a book: its vouchers, or the masters that must stand in Tally before them; what was refused is
/// not in it. The same book makes the same bytes.
///
/// # Errors
/// A text for the log when the form is none of [`FORMS`], masters are asked for as a workbook, or it cannot be written.
#[cfg(feature = "sheet")]
pub fn file(book: &TallyBook, masters: bool, form: &str) -> Result<Vec<u8>, String> {
    let xml = || if masters { xml::masters(book) } else { xml::vouchers(book) };
    match form {
        "xml" => xml(),
        "json" => json::of(&xml()?),
        "xlsx" if !masters => sheet::vouchers(book),
        _ => Err(format!("Tally is given no {form} of this")),
    }
}

/// The form in which a voucher is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum VoucherKind {
    Sales,
    Purchase,
    Receipt,
    /// Between our own cash and bank: a cheque in hand that cleared.
    Contra,
    #[default]
    Journal,
    CreditNote,
    DebitNote,
    Payment,
    /// Goods alone, from one godown to another or made of others.
    StockJournal,
}

/// The names of the types, in the order of [`VoucherKind::ALL`].
pub const KINDS: &[&str] = &[
    "Sales",
    "Purchase",
    "Receipt",
    "Contra",
    "Journal",
    "Credit Note",
    "Debit Note",
    "Payment",
    "Stock Journal",
];

impl VoucherKind {
    pub const ALL: &[VoucherKind] = &[
        VoucherKind::Sales,
        VoucherKind::Purchase,
        VoucherKind::Receipt,
        VoucherKind::Contra,
        VoucherKind::Journal,
        VoucherKind::CreditNote,
        VoucherKind::DebitNote,
        VoucherKind::Payment,
        VoucherKind::StockJournal,
    ];

    /// Tally's name of the voucher type.
    pub fn name(self) -> &'static str {
        KINDS[self as usize]
    }
}

impl Shaped for VoucherKind {
    fn shape() -> Shape {
        Shape::Named("VoucherKind", || {
            Shape::Words(VoucherKind::ALL.iter().map(|kind| kind.name()).collect())
        })
    }
}

/// Whether Tally was given a voucher, and took it.
pub const STATES: &[&str] = &["New", "Exported", "Changed since", "Refused by Tally"];

shaped_struct! {
    /// The content of both files.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TallyBook {
        pub company: String,
        /// The last entry of the books that was looked at.
        pub until: i64,
        pub vouchers: Vec<TallyVoucher>,
        pub ledgers: Vec<TallyLedger>,
        pub items: Vec<TallyStockItem>,
        pub godowns: Vec<String>,
        /// What these vouchers need and what has no name in Tally.
        pub unmapped: Vec<TallyUnmapped>,
        /// Vouchers that are left out, each with why.
        pub refused: Vec<String>,
    }
}

shaped_struct! {
    /// A ledger or an item without a name in Tally.
    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    pub struct TallyUnmapped {
        /// `account`, `party` or `item`.
        pub what: String,
        /// The account's own name, else the voucher or the batch that names no party or no goods.
        pub name: String,
    }
}

shaped_struct! {
    /// One voucher. Amounts in paise, debit above zero.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TallyVoucher {
        /// The document's id, with the voucher's line behind the first: the same voucher again alters it.
        pub id: String,
        pub kind: VoucherKind,
        pub number: String,
        pub day: Day,
        /// Tally was given it before.
        pub alter: bool,
        pub cancelled: bool,
        pub party: String,
        pub gstin: String,
        /// Tally's word for how its party is registered.
        pub registration: String,
        pub state: String,
        pub supply: String,
        pub consignee: String,
        pub address: String,
        pub vehicle: String,
        pub carrier: String,
        pub loading: String,
        pub reference: String,
        pub order: String,
        pub irn: String,
        pub ack_no: String,
        pub ack_day: Option<Day>,
        pub ewb: String,
        pub ewb_day: Option<Day>,
        pub entries: Vec<TallyEntry>,
        pub items: Vec<TallyItem>,
    }
}

shaped_struct! {
    /// An entry on a ledger that is not of goods.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TallyEntry {
        pub ledger: String,
        pub paise: i64,
        pub bill: Option<TallyBill>,
    }
}

shaped_struct! {
    /// The bill reference of a party's entry: the bill that it makes or pays.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TallyBill {
        pub name: String,
        /// `New Ref`, `Agst Ref` or `On Account`.
        pub kind: String,
        pub days: i64,
    }
}

shaped_struct! {
    /// Goods of one batch; `ledger` is where their amount stands: nowhere in a stock journal, whose goods in are above
    /// zero.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TallyItem {
        pub name: String,
        pub pcs: i64,
        pub g: i64,
        /// Rupees and what for: `58.75/KGS`; empty where Tally has no such unit.
        pub rate: String,
        pub paise: i64,
        pub godown: String,
        pub batch: String,
        pub ledger: String,
    }
}

shaped_struct! {
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TallyLedger {
        pub name: String,
        /// Tally's group.
        pub under: String,
        pub gstin: String,
        pub registration: String,
        pub pan: String,
        pub address: String,
        pub pin: String,
        pub state: String,
        pub days: i64,
    }
}

shaped_struct! {
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TallyStockItem {
        pub name: String,
        pub under: String,
        pub hsn: String,
    }
}

impl TallyVoucher {
    /// The sum of all its amounts: 0, or it is not a voucher.
    pub fn sum(&self) -> i128 {
        let entries = self.entries.iter().map(|entry| i128::from(entry.paise));
        entries.chain(self.items.iter().map(|item| i128::from(item.paise))).sum()
    }
}
