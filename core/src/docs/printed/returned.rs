//! The note that goods travel back under: what a customer returns of an invoice, and why.

use super::seen::{Part, Seen, cell, fact, left, money, party, right, strong, wide};
use crate::docs::batches::BATCH;
use crate::docs::goods::SKU;
use crate::docs::places::YARD;
use crate::docs::sales_returns::{BM_PENDING, CANCELLED, DRAFT, REJECTED};
use crate::paper::sheet::{PaperCell, PaperParty, PaperSheet};
use crate::schema::Choice;

pub const COPIES: &[Choice] = &[("customer", "For the customer"), ("yard", "For the yard")];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    let asked = COPIES.iter().filter(|(key, _)| copies.contains(key));
    asked.map(|(_, copy)| sheet(seen, copy)).collect()
}

fn title(seen: &Seen) -> &'static str {
    match seen.status {
        DRAFT | BM_PENDING => "NOT APPROVED, NO RETURN NOTE",
        REJECTED => "REJECTED, NO RETURN NOTE",
        CANCELLED => "CANCELLED, NO RETURN NOTE",
        _ => "SALES RETURN NOTE",
    }
}

/// The quantities of a lot, each from when it is known.
const STAGES: &[(&str, &str, &str)] = &[
    ("pcs", "weight_g", "Asked"),
    ("approved_pcs", "approved_g", "Approved"),
    ("received_pcs", "received_g", "Received"),
];

fn sheet(seen: &Seen, copy: &str) -> PaperSheet {
    let record = seen.record;
    let (from, lines) = (seen.beside("from"), record.rows("lines"));
    let lots = record.rows("lots");
    let known = |(pcs, g, _): &&(&str, &str, &str)| {
        lots.iter().any(|lot| lot.int(pcs).or(lot.int(g)).unwrap_or(0) != 0)
    };
    let stages: Vec<_> = STAGES.iter().filter(known).collect();
    let mut columns = vec![left("#"), wide("Goods"), left("HSN"), left("Batch")];
    for (_, _, name) in &stages {
        columns.push(right(&format!("{name}, pcs")));
        columns.push(right("kg"));
    }
    let row = |(at, lot): (usize, &Part)| {
        let why = lines.get(at).map(|line| line.text("condition")).unwrap_or_default();
        let name = PaperCell {
            below: Some(why.to_owned()).filter(|why| !why.is_empty()).into_iter().collect(),
            ..strong(seen.title(SKU.key, lot.text("sku")))
        };
        let hsn = seen.goods(lot.text("sku")).text("hsn");
        let batch = seen.title(BATCH.key, lot.text("batch"));
        let mut cells = vec![cell((at + 1).to_string()), name, cell(hsn), cell(batch)];
        for (pcs, g, _) in &stages {
            cells.push(cell(lot.pieces(pcs)));
            cells.push(cell(lot.kilograms(g)));
        }
        cells
    };
    let came = Some(record.text("came_on")).filter(|no| !no.is_empty());
    let weights = [
        ("Tare", record.weight("tare_g")),
        ("Gross", record.weight("gross_g")),
        ("Net", record.weight("net_g")),
    ];
    PaperSheet {
        facts: vec![
            fact("Return", seen.number()),
            fact("Date", record.day("date")),
            fact("Invoice", record.text("invoice_no")),
            fact("Invoice date", record.day("invoice_date")),
            fact("Order", record.text("order_no")),
            fact("Returned to", seen.title(YARD.key, record.text("yard"))),
            fact("Brought by", seen.said("pickup", record)),
            fact("Freight is borne by", seen.said("freight_by", record)),
            fact("Vehicle", came.unwrap_or(record.text("vehicle_no"))),
            fact("Slip", record.text("slip_no")),
            fact("Received", record.moment("received_at")),
            fact("Settled by", seen.said("settlement", record)),
            fact("Credit note", record.text("credit_note_no")),
            fact("Replacement order", record.text("replacement_no")),
        ],
        parties: vec![PaperParty {
            name: record.text("customer_name").to_owned(),
            ..party("Returned by", seen.beside("to"), String::new())
        }],
        columns,
        rows: lots.iter().enumerate().map(row).collect(),
        said: vec![
            fact("Remarks", record.text("remarks")),
            fact("Inspection", record.text("inspection")),
        ],
        sums: weights
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(label, value)| fact(label, value))
            .collect(),
        total: record.int("amount_paise").map(|paise| fact("At invoice rates ₹", money(paise))),
        signed_by: ["Customer", "Driver", "Received in the yard"].map(str::to_owned).to_vec(),
        ..seen.sheet(title(seen), copy, from)
    }
}
