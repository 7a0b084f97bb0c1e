//! The books: vouchers whose signed rows sum to zero, debit above zero and credit below.

use serde::{Deserialize, Serialize};

use super::{Source, append, balance_key, posting_key, put_or_remove};
use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::value::{Day, Instant};

pub const STOCK: &str = "stock";
pub const STOCK_DUMP: &str = "stock_dump";
pub const GOODS_IN_TRANSIT: &str = "goods_in_transit";
pub const WORK_IN_PROGRESS: &str = "work_in_progress";
pub const COST_OF_SALES: &str = "cost_of_sales";
pub const SALES: &str = "sales";
pub const SALES_RETURN: &str = "sales_return";
pub const OUTPUT_CGST: &str = "output_cgst";
pub const OUTPUT_SGST: &str = "output_sgst";
pub const OUTPUT_IGST: &str = "output_igst";
pub const OUTPUT_CESS: &str = "output_cess";
pub const INPUT_TAX: &str = "input_tax";
pub const RCM_PAYABLE: &str = "rcm_payable";
pub const TCS: &str = "tcs";
/// What customers are charged for freight and loading.
pub const FREIGHT: &str = "freight";
/// What carrying goods here cost: it stands in what they are worth, so that it is taken from this account.
pub const FREIGHT_INWARD: &str = "freight_inward";
/// What carrying goods to customers and between yards cost.
pub const FREIGHT_OUTWARD: &str = "freight_outward";
pub const ROUND_OFF: &str = "round_off";
pub const BANK: &str = "bank";
pub const CASH: &str = "cash";
pub const CHEQUES_IN_HAND: &str = "cheques_in_hand";
pub const CHARGES_RECOVERED: &str = "charges_recovered";
pub const INTEREST: &str = "interest";
pub const TDS_RECEIVABLE: &str = "tds_receivable";
pub const DISCOUNT_ALLOWED: &str = "discount_allowed";
pub const WRITTEN_OFF: &str = "written_off";
pub const WEIGHING_DIFFERENCE: &str = "weighing_difference";
pub const STOCK_DIFFERENCE: &str = "stock_difference";
pub const COST_VARIANCE: &str = "cost_variance";
pub const PROCESS_COST: &str = "process_cost";
pub const OPENING: &str = "opening";
/// What suppliers are to be owed for goods that came in against an order and are not billed yet.
pub const GOODS_NOT_BILLED: &str = "goods_not_billed";
/// Nothing is booked to it: in Tally the stock that there was when the books began may stand in a ledger of its own.
pub const OPENING_STOCK: &str = "opening_stock";

/// What an account tells of, in the order in which a trial balance lists them.
pub const CLASSES: &[&str] = &["Assets", "Liabilities", "Capital", "Income", "Expenses"];

/// The place of an account's class among [`CLASSES`].
pub fn class_of(account: &str) -> usize {
    match account {
        STOCK | STOCK_DUMP | GOODS_IN_TRANSIT | WORK_IN_PROGRESS | OPENING_STOCK => 0,
        BANK | CASH | CHEQUES_IN_HAND | INPUT_TAX | TDS_RECEIVABLE => 0,
        OUTPUT_CGST | OUTPUT_SGST | OUTPUT_IGST | OUTPUT_CESS | RCM_PAYABLE | TCS => 1,
        GOODS_NOT_BILLED => 1,
        OPENING => 2,
        SALES | SALES_RETURN | FREIGHT | CHARGES_RECOVERED | INTEREST | PROCESS_COST => 3,
        _ => 4,
    }
}

/// Every account that is no party's, with its name.
pub const ACCOUNTS: &[(&str, &str)] = &[
    (STOCK, "Stock bought"),
    (STOCK_DUMP, "Dumped stock"),
    (GOODS_IN_TRANSIT, "Goods in transit"),
    (WORK_IN_PROGRESS, "Work in progress"),
    (COST_OF_SALES, "Cost of sales"),
    (SALES, "Sales"),
    (SALES_RETURN, "Sales returns"),
    (OUTPUT_CGST, "Output CGST"),
    (OUTPUT_SGST, "Output SGST"),
    (OUTPUT_IGST, "Output IGST"),
    (OUTPUT_CESS, "Output cess"),
    (INPUT_TAX, "Input tax"),
    (RCM_PAYABLE, "GST payable under reverse charge"),
    (TCS, "TCS"),
    (FREIGHT, "Freight and loading charged"),
    (ROUND_OFF, "Round off"),
    (BANK, "Bank"),
    (CASH, "Cash"),
    (CHEQUES_IN_HAND, "Cheques in hand"),
    (CHARGES_RECOVERED, "Charges recovered"),
    (TDS_RECEIVABLE, "TDS receivable"),
    (DISCOUNT_ALLOWED, "Discount allowed"),
    (WRITTEN_OFF, "Balances written off"),
    (WEIGHING_DIFFERENCE, "Weighing difference"),
    (STOCK_DIFFERENCE, "Stock difference"),
    (COST_VARIANCE, "Cost variance"),
    (PROCESS_COST, "Process cost recovered"),
    (OPENING, "Opening"),
    (OPENING_STOCK, "Opening stock"),
    (INTEREST, "Interest on late payment"),
    (FREIGHT_INWARD, "Freight inward"),
    (FREIGHT_OUTWARD, "Freight outward"),
    (GOODS_NOT_BILLED, "Goods received, not billed"),
];

/// The parties that have accounts: their type, what these accounts are called together, their class.
pub const PARTIES: &[(&str, &str, usize)] = &[
    ("customer", "Customers", 0),
    ("supplier", "Suppliers", 1),
    ("vendor", "Transporters and job workers", 1),
];

/// The account of a customer, a supplier, a transporter.
pub fn party(kind: &str, id: &str) -> String {
    format!("{kind}:{id}")
}

pub fn customer(id: &str) -> String {
    party("customer", id)
}

pub fn supplier(id: &str) -> String {
    party("supplier", id)
}

/// One voucher, never changed once written; its number stands in its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voucher {
    pub at: Instant,
    pub date: Day,
    pub doc_type: String,
    pub doc_id: String,
    pub line: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverses: Option<u64>,
    pub rows: Vec<(String, i64)>,
    pub by: String,
}

/// Books a voucher; rows of zero are left out, and a voucher without rows is none (number 0).
///
/// Errors: `Fault` when the rows do not sum to zero: that is a mistake of the caller, not of a user.
pub fn post(
    case: &mut Case,
    source: &Source,
    date: Day,
    rows: &[(&str, i64)],
) -> Result<u64, Halt> {
    let sum: i128 = rows.iter().map(|(_, paise)| i128::from(*paise)).sum();
    if sum != 0 {
        return Err(Halt::Fault(format!("BK1: a voucher of {} is off by {sum}", source.doc_type)));
    }
    let rows: Vec<(String, i64)> = rows
        .iter()
        .filter(|(_, paise)| *paise != 0)
        .map(|(account, paise)| ((*account).to_owned(), *paise))
        .collect();
    if rows.is_empty() {
        return Ok(0);
    }
    for (account, paise) in &rows {
        let key = balance_key("books", &[account]);
        let sum = case.value::<i64>(&key)?.unwrap_or(0).saturating_add(*paise);
        put_or_remove(case, key, &sum)?;
    }
    let voucher = Voucher {
        at: case.now,
        date,
        doc_type: source.doc_type.to_owned(),
        doc_id: source.id.to_owned(),
        line: source.line,
        reverses: source.reverses,
        rows,
        by: case.actor.id.clone(),
    };
    append(case, "books", &voucher)
}

/// Books the mirror of a voucher on another date.
pub fn reverse(case: &mut Case, seq: u64, source: &Source, date: Day) -> Result<u64, Halt> {
    if seq == 0 {
        return Ok(0);
    }
    let voucher: Option<Voucher> = case.value(&posting_key("books", seq))?;
    let voucher = voucher.ok_or_else(|| Halt::Fault(format!("voucher {seq} does not exist")))?;
    let rows: Vec<(&str, i64)> =
        voucher.rows.iter().map(|(account, paise)| (account.as_str(), -paise)).collect();
    post(case, &source.reversing(seq), date, &rows)
}

/// The balance of an account, debit above zero.
pub fn balance(case: &Look, account: &str) -> Result<i64, Halt> {
    Ok(case.value(&balance_key("books", &[account]))?.unwrap_or(0))
}
