//! A credit or debit note on paper, with what the law wants on it (CGST Rules 2017, rule 53).

use super::seen::{
    Part, Seen, cell, fact, left, party, percent, place_of, registered, right, strong, sums, total,
    wide,
};
use crate::docs::notes::{DRAFT, reason_words};
use crate::paper::sheet::PaperSheet;
use crate::schema::Choice;

pub const COPIES: &[Choice] = &[("original", "Original for recipient")];

pub fn sheets(seen: &Seen, _: &[&str]) -> Vec<PaperSheet> {
    vec![sheet(seen)]
}

fn sheet(seen: &Seen) -> PaperSheet {
    let record = seen.record;
    let seller = record.group("seller");
    let label = crate::docs::find(seen.doc_type).map(|def| def.label).unwrap_or_default();
    let number = seen.number();
    let title =
        if seen.status == DRAFT { format!("DRAFT, NOT A {label}") } else { label.to_owned() };
    let (reason, words) = (record.text("reason"), reason_words(record.text("reason")));
    let is_discount = reason == "discount";
    let of_rate = if reason == "rate_difference" { "Difference ₹" } else { "Rate ₹" };
    let row = |(at, line): (usize, &Part)| {
        let rate = line.money("rate_paise");
        let rate = if is_discount || rate.is_empty() {
            String::new()
        } else {
            format!("{rate} /{}", line.text("rate_uom"))
        };
        vec![
            cell((at + 1).to_string()),
            strong(line.text("name")),
            cell(line.text("hsn")),
            cell(line.pieces("pcs")),
            cell(line.kilograms("weight_g")),
            cell(rate),
            cell(line.int("gst_rate_bp").map(percent).unwrap_or_default()),
            cell(line.money("taxable_paise")),
        ]
    };
    let is_commercial = record.text("gst") == "without";
    let copy = if is_commercial { "Commercial, without GST" } else { COPIES[0].1 };
    PaperSheet {
        facts: vec![
            fact(label, number),
            fact("Date", record.day("date")),
            fact("Against invoice", record.text("invoice_no")),
            fact("Invoice date", record.day("invoice_date")),
            fact("Reason", words),
            fact("Sales return", record.text("return_no")),
            fact("Order", record.text("order_no")),
        ],
        parties: vec![party("To", record.group("buyer"), place_of(record))],
        code: seen.code(),
        notes: registered(record),
        columns: vec![
            left("#"),
            wide("Goods"),
            left("HSN"),
            right("Pieces"),
            right("kg"),
            right(of_rate),
            right("GST %"),
            right("Taxable ₹"),
        ],
        rows: record.rows("lines").iter().enumerate().map(row).collect(),
        said: vec![fact("Amount in words", record.text("amount_in_words"))],
        sums: if record.int("payable_paise").is_some() { sums(record) } else { Vec::new() },
        total: total(record),
        terms: record.text("remarks").to_owned(),
        signatory: Some(seller.text("name").to_owned()),
        ..seen.sheet(&title.to_uppercase(), copy, seller)
    }
}
