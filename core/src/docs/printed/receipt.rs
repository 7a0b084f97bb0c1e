//! The receipt that a customer gets for money: what came, how, and what it is set against.

use super::seen::{Part, Seen, cell, fact, left, money, party, pay_to, right, strong, wide};
use crate::docs::invoices::INVOICE;
use crate::docs::receipts::{ARRIVED, BOUNCED, CANCELLED, DRAFT, REVERSED};
use crate::paper::sheet::{PaperParty, PaperSheet};
use crate::schema::Choice;
use crate::value::Paise;
use crate::words::amount_in_words;

pub const COPIES: &[Choice] = &[("customer", "For the customer"), ("office", "Office copy")];

/// The columns of money, by their keys.
const AMOUNTS: &[(&str, &str)] =
    &[("amount_paise", "Amount ₹"), ("tds_paise", "TDS ₹"), ("discount_paise", "Discount ₹")];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    let asked = COPIES.iter().filter(|(key, _)| copies.contains(key));
    asked.map(|(_, copy)| sheet(seen, copy)).collect()
}

/// A cheque is a promise until it is cleared, and so is its receipt.
fn title(seen: &Seen) -> &'static str {
    match seen.status {
        DRAFT => "DRAFT, NOT A RECEIPT",
        CANCELLED => "RECEIPT, CANCELLED",
        REVERSED => "RECEIPT, REVERSED",
        BOUNCED => "RECEIPT, CHEQUE BOUNCED",
        _ => "RECEIPT",
    }
}

fn sheet(seen: &Seen, copy: &str) -> PaperSheet {
    let record = seen.record;
    let from = seen.beside("from");
    let settled = record.rows("settled");
    let rows = if settled.is_empty() { record.rows("planned") } else { settled };
    let shown = |(key, _): &&(&str, &str)| rows.iter().any(|row| row.int(key).unwrap_or(0) != 0);
    let amounts: Vec<&(&str, &str)> = AMOUNTS.iter().filter(shown).collect();
    let mut columns = vec![left("#"), wide("Set against"), left("Date")];
    columns.extend(amounts.iter().map(|(_, head)| right(head)));
    let row = |(at, row): (usize, &Part)| {
        let name = Some(row.text("name")).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| seen.title(INVOICE.key, row.text("invoice")));
        let mut cells = vec![cell((at + 1).to_string()), strong(name), cell(row.day("date"))];
        cells.extend(amounts.iter().map(|(key, _)| cell(row.money(key))));
        cells
    };
    let amount = record.int("amount_paise");
    let money_of = |key: &str| record.int(key).filter(|paise| *paise != 0).map(money);
    let sum = |key: &str| rows.iter().filter_map(|row| row.int(key)).sum::<i64>();
    let set = Some(sum("amount_paise")).filter(|paise| *paise != 0 && amount.is_some()).map(money);
    let sums = [("Set against", set), ("On account", money_of("on_account_paise"))];
    let terms = seen.told("terms");
    let waits = !record.text("cheque_no").is_empty() && !ARRIVED.contains(&seen.status);
    PaperSheet {
        facts: vec![
            fact("Receipt", seen.number()),
            fact("Date", record.day("date")),
            fact("By", seen.said("mode", record)),
            fact("UTR", record.text("utr")),
            fact("Cheque", record.text("cheque_no")),
            fact("Cheque date", record.day("cheque_date")),
            fact("Drawn on", record.text("drawn_on")),
            fact("Into", record.text("bank")),
        ],
        parties: vec![PaperParty {
            name: record.text("customer_name").to_owned(),
            ..party("Received from", seen.beside("to"), String::new())
        }],
        columns: if rows.is_empty() { Vec::new() } else { columns },
        rows: rows.iter().enumerate().map(row).collect(),
        said: vec![
            fact(
                "Amount in words",
                amount.map(|paise| amount_in_words(Paise(paise))).unwrap_or_default(),
            ),
            fact("For", record.text("narration")),
            fact("Our bank account", pay_to(seen.beside("bank"))),
        ],
        sums: sums
            .into_iter()
            .filter_map(|(label, value)| value.map(|value| fact(label, value)))
            .collect(),
        total: amount.map(|paise| fact("Received ₹", money(paise))),
        terms: [if waits { "Valid once the cheque is cleared." } else { "" }, terms]
            .into_iter()
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("\n"),
        signatory: Some(from.text("name").to_owned()),
        ..seen.sheet(title(seen), copy, from)
    }
}
