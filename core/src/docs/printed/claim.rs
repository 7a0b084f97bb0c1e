//! The supplier's debit note on paper: goods that go back, or what a bill said too much.

use super::seen::{Part, Seen, cell, fact, left, money, party, right, strong, wide};
use crate::docs::batches::BATCH;
use crate::docs::goods::SKU;
use crate::docs::places::YARD;
use crate::docs::supplier_bills::SUPPLIER_BILL;
use crate::docs::supplier_notes::{CANCELLED, DRAFT, PENDING, REVERSED};
use crate::paper::sheet::{PaperCell, PaperColumn, PaperSheet};
use crate::schema::Choice;
use crate::value::Paise;
use crate::words::amount_in_words;

pub const COPIES: &[Choice] = &[("supplier", "For the supplier"), ("office", "Office copy")];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    let asked = COPIES.iter().filter(|(key, _)| copies.contains(key));
    asked.map(|(_, copy)| sheet(seen, copy)).collect()
}

fn title(seen: &Seen) -> &'static str {
    match seen.status {
        DRAFT | PENDING => "NOT APPROVED, NO DEBIT NOTE",
        CANCELLED => "DEBIT NOTE, CANCELLED",
        REVERSED => "DEBIT NOTE, REVERSED",
        _ => "DEBIT NOTE",
    }
}

/// Goods that go back, each with its batch and why.
fn goods(seen: &Seen) -> (Vec<PaperColumn>, Vec<Vec<PaperCell>>) {
    let columns = vec![
        left("#"),
        wide("Goods"),
        left("HSN"),
        right("Pieces"),
        right("kg"),
        right("Rate ₹"),
        right("GST ₹"),
        right("Amount ₹"),
    ];
    let row = |(at, line): (usize, &Part)| {
        let sku = line.text("sku");
        let batch = seen.title(BATCH.key, line.text("batch"));
        let below = [batch, line.text("why")].into_iter().filter(|text| !text.is_empty());
        let rate = line.money("rate_paise");
        let per = seen.said("lines.rate_uom", *line);
        vec![
            cell((at + 1).to_string()),
            PaperCell {
                below: below.map(str::to_owned).collect(),
                ..strong(seen.title(SKU.key, sku))
            },
            cell(seen.goods(sku).text("hsn")),
            cell(line.pieces("pcs")),
            cell(line.kilograms("weight_g")),
            cell(if rate.is_empty() { rate } else { format!("{rate} {per}") }),
            cell(line.money("tax_paise")),
            cell(line.money("amount_paise")),
        ]
    };
    (columns, seen.record.rows("lines").iter().enumerate().map(row).collect())
}

/// What a bill said too much, difference by difference.
fn claims(seen: &Seen) -> (Vec<PaperColumn>, Vec<Vec<PaperCell>>) {
    let columns = vec![left("#"), wide("Billed too much"), right("GST ₹"), right("Amount ₹")];
    let row = |(at, line): (usize, &Part)| {
        vec![
            cell((at + 1).to_string()),
            strong(line.text("told")),
            cell(line.money("over_tax_paise")),
            cell(line.money("over_paise")),
        ]
    };
    (columns, seen.record.rows("claims").iter().enumerate().map(row).collect())
}

fn sheet(seen: &Seen, copy: &str) -> PaperSheet {
    let record = seen.record;
    let from = seen.beside("from");
    let (columns, rows) = if record.text("kind") == "claim" { claims(seen) } else { goods(seen) };
    let total = record.int("total_paise");
    PaperSheet {
        facts: vec![
            fact("Debit note", seen.number()),
            fact("Date", record.day("date")),
            fact("For", seen.said("kind", record)),
            fact(
                "Our entry of the bill",
                seen.title(SUPPLIER_BILL.key, record.text("supplier_bill")),
            ),
            fact("From yard", seen.title(YARD.key, record.text("yard"))),
            fact("Vehicle", record.text("vehicle_no")),
        ],
        parties: vec![party("To the supplier", seen.beside("to"), String::new())],
        columns,
        rows,
        said: vec![
            fact(
                "Amount in words",
                total.map(|paise| amount_in_words(Paise(paise))).unwrap_or_default(),
            ),
            fact("Set against", set_against(record)),
        ],
        sums: [("Amount ₹", "amount_paise"), ("GST ₹", "tax_paise")]
            .into_iter()
            .map(|(label, key)| fact(label, record.money(key)))
            .filter(|(_, sum)| !sum.is_empty())
            .collect(),
        total: total.map(|paise| fact("Total ₹", money(paise))),
        signatory: Some(from.text("name").to_owned()),
        ..seen.sheet(title(seen), copy, from)
    }
}

/// The bills that something was set against, each with how much.
fn set_against(record: Part) -> String {
    let rows = record.rows("settled");
    let each = rows.iter().map(|row| {
        let told = [row.text("bill_no").to_owned(), row.money("amount_paise")];
        told.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ")
    });
    each.filter(|told| !told.is_empty()).collect::<Vec<_>>().join(", ")
}
