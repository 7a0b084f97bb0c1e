//! Goods that came from a supplier, on paper: the goods receipt note, and the debit note that the inward proposes.

use super::seen::{Part, Seen, cell, fact, joined, left, money, party, right, strong, wide, with};
use crate::docs::goods::SKU;
use crate::docs::inwards::{APPROVED, REJECTED, REVERSED};
use crate::docs::places::YARD;
use crate::paper::sheet::{PaperCell, PaperSheet};
use crate::schema::Choice;

const RECEIPT: &str = "receipt";
const CLAIM: &str = "claim";

pub const COPIES: &[Choice] = &[(RECEIPT, "Goods receipt note"), (CLAIM, "Debit note proposal")];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    let of = |(key, _): &Choice| match *key {
        RECEIPT => Some(receipt(seen)),
        _ => (!seen.record.rows("claims").is_empty()).then(|| claim(seen)),
    };
    COPIES.iter().filter(|(key, _)| copies.contains(key)).filter_map(of).collect()
}

fn title(seen: &Seen) -> &'static str {
    match seen.status {
        APPROVED => "GOODS RECEIPT NOTE",
        REJECTED => "REJECTED, NO GOODS RECEIPT NOTE",
        REVERSED => "REVERSED, NO GOODS RECEIPT NOTE",
        _ => "NOT APPROVED, NO GOODS RECEIPT NOTE",
    }
}

/// What both sheets say above their tables.
fn facts(seen: &Seen) -> Vec<(String, String)> {
    let record = seen.record;
    vec![
        fact("Inward", seen.number()),
        fact("Date", record.day("date")),
        fact("Supplier invoice", record.text("supplier_invoice_no")),
        fact("Invoice date", record.day("supplier_invoice_date")),
        fact("Purchase order", record.text("po_no")),
        fact("Vehicle", record.text("vehicle_no")),
        fact("E-way bill", record.text("ewb_no")),
        fact("Yard", seen.title(YARD.key, record.text("yard"))),
    ]
}

fn receipt(seen: &Seen) -> PaperSheet {
    let (record, from) = (seen.record, seen.beside("from"));
    let lines = record.rows("lines");
    let rejects = lines.iter().any(|line| is_some(*line, "rejected_pcs", "rejected_g"));
    let mut columns = vec![
        left("#"),
        wide("Goods"),
        left("HSN"),
        right("Pieces"),
        right("kg"),
        right("Billed, kg"),
    ];
    if rejects {
        columns.extend([right("Rejected, pcs"), right("kg")]);
    }
    let row = |(at, line): (usize, &Part)| {
        let sku = line.text("sku");
        let made = [
            with("Make", line.text("make")),
            with("heat", line.text("heat_no")),
            with("coil", line.text("coil_no")),
            with("rack", line.text("rack")),
        ];
        let below = [joined(made), with("Rejected:", line.text("reject_reason"))];
        let name = PaperCell {
            below: below.into_iter().filter(|line| !line.is_empty()).collect(),
            ..strong(seen.title(SKU.key, sku))
        };
        let mut cells = vec![
            cell((at + 1).to_string()),
            name,
            cell(seen.goods(sku).text("hsn")),
            cell(line.pieces("pcs")),
            cell(line.kilograms("weight_g")),
            cell(line.kilograms("supplier_weight_g")),
        ];
        if rejects {
            cells.extend([cell(line.pieces("rejected_pcs")), cell(line.kilograms("rejected_g"))]);
        }
        cells
    };
    let weights =
        [("Tare", "tare_g"), ("Gross", "gross_g"), ("Net", "net_g"), ("Lines", "total_g")];
    PaperSheet {
        facts: facts(seen),
        parties: vec![party("Received from", seen.beside("to"), String::new())],
        columns,
        rows: lines.iter().enumerate().map(row).collect(),
        said: vec![fact("Unloaded by", record.text("unloading_by"))],
        sums: weights
            .into_iter()
            .map(|(label, key)| fact(label, record.weight(key)))
            .filter(|(_, weight)| !weight.is_empty())
            .collect(),
        total: record.int("amount_paise").map(|paise| fact("Value ₹", money(paise))),
        signed_by: ["Driver", "Weighed by", "Received in the yard"].map(str::to_owned).to_vec(),
        ..seen.sheet(title(seen), "For the yard", from)
    }
}

fn is_some(line: Part, pcs: &str, grams: &str) -> bool {
    line.int(pcs).or(line.int(grams)).unwrap_or(0) != 0
}

fn claim(seen: &Seen) -> PaperSheet {
    let (record, from) = (seen.record, seen.beside("from"));
    let (lines, claims) = (record.rows("lines"), record.rows("claims"));
    let row = |(at, claim): (usize, &Part)| {
        let place = claim.int("line").and_then(|line| usize::try_from(line - 1).ok());
        let line = place.and_then(|place| lines.get(place));
        let sku = line.map(|line| line.text("sku")).unwrap_or_default();
        vec![
            cell((at + 1).to_string()),
            PaperCell {
                below: vec![seen.said("claims.what", *claim).to_owned()],
                ..strong(seen.title(SKU.key, sku))
            },
            cell(claim.pieces("pcs")),
            cell(claim.kilograms("weight_g")),
            cell(rate(seen, *claim)),
            cell(claim.money("amount_paise")),
            cell(claim.money("tax_paise")),
        ]
    };
    PaperSheet {
        facts: facts(seen),
        parties: vec![party("To the supplier", seen.beside("to"), String::new())],
        columns: vec![
            left("#"),
            wide("Goods"),
            right("Pieces"),
            right("kg"),
            right("Rate ₹"),
            right("Amount ₹"),
            right("GST ₹"),
        ],
        rows: claims.iter().enumerate().map(row).collect(),
        total: record.int("claim_paise").map(|paise| fact("To be debited ₹", money(paise))),
        signed_by: ["Prepared by", "Checked by", "Accepted by the supplier"]
            .map(str::to_owned)
            .to_vec(),
        ..seen.sheet("DEBIT NOTE PROPOSAL", "For the supplier", from)
    }
}

/// A rate with what it is for; nothing for those who are not told it.
fn rate(seen: &Seen, claim: Part) -> String {
    let rate = claim.money("rate_paise");
    if rate.is_empty() { rate } else { format!("{rate} {}", seen.said("claims.rate_uom", claim)) }
}
