//! The advice that goes with a payment to a supplier, transporter or job worker: what is paid, how, and of which bills.

use super::seen::{Part, Seen, cell, fact, left, money, party, right, strong, wide};
use crate::docs::supplier_payments::{CANCELLED, DRAFT, PENDING, REVERSED};
use crate::paper::sheet::PaperSheet;
use crate::schema::Choice;
use crate::value::Paise;
use crate::words::amount_in_words;

pub const COPIES: &[Choice] = &[("party", "For the party"), ("office", "Office copy")];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    let asked = COPIES.iter().filter(|(key, _)| copies.contains(key));
    asked.map(|(_, copy)| sheet(seen, copy)).collect()
}

fn title(seen: &Seen) -> &'static str {
    match seen.status {
        DRAFT | PENDING => "NOT APPROVED, NO PAYMENT",
        CANCELLED => "PAYMENT, CANCELLED",
        REVERSED => "PAYMENT, REVERSED",
        _ => "PAYMENT ADVICE",
    }
}

fn sheet(seen: &Seen, copy: &str) -> PaperSheet {
    let record = seen.record;
    let from = seen.beside("from");
    let bills = record.rows("settled");
    let row = |(at, bill): (usize, &Part)| {
        let amount = cell(bill.money("amount_paise"));
        vec![cell((at + 1).to_string()), strong(bill.text("bill_no")), amount]
    };
    let amount = record.int("amount_paise");
    let set = bills.iter().filter_map(|bill| bill.int("amount_paise")).sum::<i64>();
    let sums = [
        ("Set against", Some(set).filter(|_| amount.is_some())),
        ("On account", record.int("on_account_paise")),
    ];
    let sums = sums.into_iter().filter_map(|(label, paise)| Some((label, paise?)));
    PaperSheet {
        facts: vec![
            fact("Payment", seen.number()),
            fact("Date", record.day("date")),
            fact("By", seen.said("mode", record)),
            fact("UTR", record.text("utr")),
            fact("Cheque", record.text("cheque_no")),
            fact("Cheque date", record.day("cheque_date")),
            fact("From account", record.text("bank")),
        ],
        parties: vec![party("Paid to", seen.beside("to"), String::new())],
        columns: match bills.is_empty() {
            true => Vec::new(),
            false => vec![left("#"), wide("Bill"), right("Amount ₹")],
        },
        rows: bills.iter().enumerate().map(row).collect(),
        said: vec![
            fact(
                "Amount in words",
                amount.map(|paise| amount_in_words(Paise(paise))).unwrap_or_default(),
            ),
            fact("For", record.text("narration")),
        ],
        sums: sums
            .filter(|(_, paise)| *paise != 0)
            .map(|(label, paise)| fact(label, money(paise)))
            .collect(),
        total: amount.map(|paise| fact("Paid ₹", money(paise))),
        signatory: Some(from.text("name").to_owned()),
        ..seen.sheet(title(seen), copy, from)
    }
}
