//! The purchase order on paper, as the supplier gets it.

use super::seen::{Part, Seen, cell, fact, left, money, party, right, strong, wide};
use crate::docs::goods::SKU;
use crate::docs::places::YARD;
use crate::docs::purchase_orders::{CANCELLED, CLOSED, DRAFT, PENDING};
use crate::docs::terms::PAYMENT_TERM;
use crate::paper::sheet::{PaperCell, PaperSheet};
use crate::schema::Choice;

const ORDER: &str = "order";

pub const COPIES: &[Choice] = &[(ORDER, "Purchase order")];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    COPIES.iter().filter(|(key, _)| copies.contains(key)).map(|_| order(seen)).collect()
}

fn title(seen: &Seen) -> &'static str {
    match seen.status {
        DRAFT | PENDING => "NOT APPROVED, NO PURCHASE ORDER",
        CANCELLED => "CANCELLED PURCHASE ORDER",
        CLOSED => "CLOSED PURCHASE ORDER",
        _ => "PURCHASE ORDER",
    }
}

fn order(seen: &Seen) -> PaperSheet {
    let record = seen.record;
    let lines = record.rows("lines");
    let row = |(at, line): (usize, &Part)| {
        let sku = line.text("sku");
        let name = PaperCell {
            below: vec![line.text("note").to_owned()]
                .into_iter()
                .filter(|line| !line.is_empty())
                .collect(),
            ..strong(seen.title(SKU.key, sku))
        };
        let rate = line.money("rate_paise");
        let per = seen.said("lines.rate_uom", *line);
        vec![
            cell((at + 1).to_string()),
            name,
            cell(seen.goods(sku).text("hsn")),
            cell(line.pieces("pcs")),
            cell(line.kilograms("weight_g")),
            cell(if rate.is_empty() { rate } else { format!("{rate} {per}") }),
            cell(line.money("amount_paise")),
        ]
    };
    PaperSheet {
        facts: vec![
            fact("Order", seen.number()),
            fact("Date", record.day("date")),
            fact("Expected", record.day("expected_on")),
            fact("Quotation", record.text("quotation_no")),
            fact("Payment", seen.title(PAYMENT_TERM.key, record.text("payment_term"))),
            fact("Deliver to", seen.title(YARD.key, record.text("yard"))),
        ],
        parties: vec![party("To the supplier", seen.beside("to"), String::new())],
        columns: vec![
            left("#"),
            wide("Goods"),
            left("HSN"),
            right("Pieces"),
            right("kg"),
            right("Rate ₹"),
            right("Amount ₹"),
        ],
        rows: lines.iter().enumerate().map(row).collect(),
        said: vec![fact("Terms", record.text("terms"))],
        sums: [("Amount ₹", "amount_paise"), ("GST ₹", "tax_paise")]
            .into_iter()
            .map(|(label, key)| fact(label, record.money(key)))
            .filter(|(_, sum)| !sum.is_empty())
            .collect(),
        total: record.int("total_paise").map(|paise| fact("Total ₹", money(paise))),
        signed_by: ["Prepared by", "Approved by", "Accepted by the supplier"]
            .map(str::to_owned)
            .to_vec(),
        ..seen.sheet(title(seen), "For the supplier", seen.beside("from"))
    }
}
