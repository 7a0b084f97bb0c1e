//! What goods travel with between two yards: a delivery challan (CGST Rules 2017, rule 55), or between two GSTINs
//! a tax invoice (rule 46).

use super::seen::{
    Part, Seen, cell, counted, fact, joined, left, money, party, percent, right, state_of, strong,
    taxed, wide, with,
};
use crate::docs::batches::BATCH;
use crate::docs::goods::SKU;
use crate::docs::transfers::{CANCELLED, DRAFT, REJECTED, REQUESTED};
use crate::paper::sheet::{PaperCell, PaperColumn, PaperParty, PaperSheet};
use crate::schema::Choice;
use crate::value::{Grams, Paise, kg};
use crate::words::amount_in_words;

pub const COPIES: &[Choice] = &[
    ("original", "Original for consignee"),
    ("duplicate", "Duplicate for transporter"),
    ("triplicate", "Triplicate for consigner"),
];

/// As a tax invoice's copies are named (rule 48), by the same keys.
const TAXED: &[Choice] = &[
    ("original", "Original for recipient"),
    ("duplicate", "Duplicate for transporter"),
    ("triplicate", "Triplicate for supplier"),
];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    if let Some(not) = not_yet(seen) {
        return vec![sheet(seen, not, "For checking")];
    }
    let (title, names) = match seen.record.text("paper") {
        "tax_invoice" => ("TAX INVOICE", TAXED),
        _ => ("DELIVERY CHALLAN", COPIES),
    };
    let asked = names.iter().filter(|(key, _)| copies.contains(key));
    asked.map(|(_, copy)| sheet(seen, title, copy)).collect()
}

/// What stands in place of the title while no goods are on their way.
fn not_yet(seen: &Seen) -> Option<&'static str> {
    match seen.status {
        DRAFT | REQUESTED => Some("TRANSFER ASKED FOR, NOT A CHALLAN"),
        REJECTED | CANCELLED => Some("TRANSFER, NOT A CHALLAN"),
        _ => None,
    }
}

/// The table of the goods: what left, batch by batch, or what is asked for until then.
fn goods(seen: &Seen, rows: &[Part], is_taxed: bool) -> (Vec<PaperColumn>, Vec<Vec<PaperCell>>) {
    // What each batch costs is not for everybody's eyes, and before they leave nobody knows it.
    let is_valued = rows.iter().any(|row| row.int("cost_paise").unwrap_or(0) != 0);
    let mut columns = vec![left("#"), wide("Goods"), left("HSN"), left("Batch")];
    columns.extend([right("Pieces"), right("kg")]);
    columns.extend(is_taxed.then(|| right("GST %")));
    columns.extend(is_valued.then(|| right("Taxable ₹")));
    let row = |(at, row): (usize, &Part)| {
        let goods = seen.goods(row.text("sku"));
        let mut cells = vec![
            cell((at + 1).to_string()),
            strong(seen.title(SKU.key, row.text("sku"))),
            cell(goods.text("hsn")),
            cell(seen.title(BATCH.key, row.text("batch"))),
            cell(row.pieces("pcs")),
            cell(row.kilograms("weight_g")),
        ];
        if is_taxed {
            cells.push(cell(goods.int("gst_rate_bp").map(percent).unwrap_or_default()));
        }
        if is_valued {
            cells.push(cell(row.money("cost_paise")));
        }
        cells
    };
    (columns, rows.iter().enumerate().map(row).collect())
}

fn facts(seen: &Seen) -> Vec<(String, String)> {
    let record = seen.record;
    vec![
        fact("Number", seen.number()),
        fact("Date", record.day("date")),
        fact("In the books as", record.text("paper_no")),
        fact("Vehicle", record.text("vehicle_no")),
        fact("LR", record.text("lr_no")),
        fact("E-way bill", record.text("ewb_no")),
        fact("Left", record.moment("out_at")),
        fact("Slip", record.text("slip_no")),
        fact("Seal", record.text("seal")),
    ]
}

fn parties(seen: &Seen, is_taxed: bool) -> Vec<PaperParty> {
    let to = seen.beside("to");
    let place = if is_taxed { with("Place of supply", &state_of(to)) } else { String::new() };
    let all = [
        party("Consigner", seen.beside("from"), String::new()),
        party("Consignee", to, place),
        party("Transporter", seen.beside("carrier"), String::new()),
    ];
    all.into_iter().filter(|party| !party.name.is_empty() || !party.lines.is_empty()).collect()
}

fn sheet(seen: &Seen, title: &str, copy: &str) -> PaperSheet {
    let record = seen.record;
    let from = seen.beside("from");
    let lots = record.rows("lots");
    let lots = if lots.is_empty() { record.rows("lines") } else { lots };
    let is_taxed = record.text("paper") == "tax_invoice";
    let (columns, rows) = goods(seen, &lots, is_taxed);
    // The sum is told to whoever prints.
    let worth = seen.beside("worth");
    let value = worth.int("value_paise");
    let taxes = ["cgst_paise", "sgst_paise", "igst_paise"].map(|key| worth.int(key).unwrap_or(0));
    let rate = |row: &Part| seen.goods(row.text("sku")).int("gst_rate_bp");
    let rates: Vec<i64> = lots.iter().filter_map(rate).collect();
    let total = value.map(|value| value + taxes.iter().sum::<i64>());
    let words = total.map(|sum| amount_in_words(Paise(sum))).unwrap_or_default();
    let weighed = record.int("net_g").or(record.int("weight_g")).map(|g| kg(Grams(g)));
    let note = match is_taxed {
        true => "Supply between two registrations of one person (CGST Act 2017, s. 25(4)).",
        false => "Transfer between two places of one registration: no supply, no tax.",
    };
    PaperSheet {
        facts: facts(seen),
        parties: parties(seen, is_taxed),
        notes: vec![note.to_owned()],
        columns,
        rows,
        said: vec![
            fact("Value in words", words),
            fact("Quantity", joined([counted(record.pieces("pcs")), weighed.unwrap_or_default()])),
            fact("Remarks", record.text("remarks")),
        ],
        sums: value.map(|_| taxed(worth, "value_paise", &rates)).unwrap_or_default(),
        total: total.map(|sum| fact("Value ₹", money(sum))),
        signatory: Some(from.text("name").to_owned()),
        ..seen.sheet(title, copy, from)
    }
}
