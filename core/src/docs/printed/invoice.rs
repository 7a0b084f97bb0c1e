//! The tax invoice in its copies (CGST Rules 2017, rules 46 and 48), and the loading slip that the driver signs.

use std::collections::BTreeSet;

use super::seen::{
    Part, Seen, bare, cell, counted, fact, joined, left, money, party, pay_to, percent, place_of,
    registered, right, strong, sums, total, wide, with,
};
use crate::docs::batches::BATCH;
use crate::docs::invoices::{CANCELLED, DRAFT};
use crate::paper::sheet::{PaperCell, PaperSheet};
use crate::schema::Choice;
use crate::value::{Grams, grouped, kg};

const SLIP: &str = "slip";
pub const COPIES: &[Choice] = &[
    ("original", "Original for recipient"),
    ("duplicate", "Duplicate for transporter"),
    ("triplicate", "Triplicate for supplier"),
    (SLIP, "Loading slip"),
];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    let not = not_yet(seen);
    let mut made = Vec::new();
    // What is no tax invoice has no copies: one sheet is there to be checked.
    if let Some(not) = not
        && copies.iter().any(|copy| *copy != SLIP)
    {
        made.push(tax_invoice(seen, not, "For checking"));
    }
    for (key, name) in COPIES.iter().filter(|(key, _)| copies.contains(key)) {
        if *key == SLIP {
            made.push(loading_slip(seen, name));
        } else if not.is_none() {
            let is_cancelled = seen.status == CANCELLED;
            let title = if is_cancelled { "TAX INVOICE, CANCELLED" } else { "TAX INVOICE" };
            made.push(tax_invoice(seen, title, name));
        }
    }
    made
}

/// What stands in place of "tax invoice": on a draft, and while the invoice is held for its IRN.
fn not_yet(seen: &Seen) -> Option<&'static str> {
    if seen.status == DRAFT {
        return Some("DRAFT, NOT A TAX INVOICE");
    }
    seen.is_warned("irn_needed").then_some("NOT A TAX INVOICE, IRN REQUIRED")
}

fn tax_invoice(seen: &Seen, title: &str, copy: &str) -> PaperSheet {
    let record = seen.record;
    let seller = record.group("seller");
    let lines = record.rows("lines");
    let rates: BTreeSet<Option<i64>> = lines.iter().map(|line| line.int("gst_rate_bp")).collect();
    let is_mixed = rates.len() > 1;
    let mut columns = vec![left("#"), wide("Goods"), left("HSN"), right("Pieces"), right("Billed")];
    columns.push(right("Rate ₹"));
    if is_mixed {
        columns.push(right("GST %"));
    }
    columns.push(right("Taxable ₹"));
    let row = |(at, line): (usize, &Part)| {
        let mut row = vec![
            cell((at + 1).to_string()),
            PaperCell { below: below(seen, *line), ..strong(line.text("name")) },
            cell(line.text("hsn")),
            cell(line.pieces("pcs")),
            cell(billed(*line)),
            rate(*line),
        ];
        if is_mixed {
            row.push(cell(percent(line.int("gst_rate_bp").unwrap_or(0))));
        }
        row.push(cell(line.money("taxable_paise")));
        row
    };
    PaperSheet {
        facts: vec![
            fact("Invoice", seen.number()),
            fact("Date", record.day("date")),
            fact("Due", record.day("due_date")),
            fact("Order", record.text("order_no")),
            fact("Your order", record.text("po_no")),
            fact("Vehicle", record.text("vehicle_no")),
            fact("E-way bill", record.text("ewb_no")),
            fact(
                "Reverse charge",
                if record.get("reverse_charge") == Some(&true.into()) { "Yes" } else { "No" },
            ),
        ],
        parties: vec![
            party("Bill to", record.group("buyer"), String::new()),
            party("Ship to", record.group("consignee"), place_of(record)),
        ],
        code: seen.code(),
        notes: registered(record),
        columns,
        rows: lines.iter().enumerate().map(row).collect(),
        said: said(record),
        sums: if record.int("payable_paise").is_some() { sums(record) } else { Vec::new() },
        total: total(record),
        terms: record.text("terms").to_owned(),
        signatory: Some(seller.text("name").to_owned()),
        ..seen.sheet(title, copy, seller)
    }
}

/// The quantity that is billed, in the unit of the return.
fn billed(line: Part) -> String {
    match line.int("qty_micro").filter(|qty| *qty != 0) {
        Some(micro) => format!("{} {}", millionths(micro), line.text("uqc")),
        None => {
            let weight = line.int("billed_g").or(line.int("weight_g")).unwrap_or(0);
            kg(Grams(weight))
        }
    }
}

/// Grouped, with six, three or no decimals: a tonne is billed to the gram, and shown as it is everywhere.
fn millionths(micro: i64) -> String {
    let part = format!("{:06}", (micro % 1_000_000).abs());
    let part = match part.strip_suffix("000") {
        None => part.as_str(),
        Some("000") => "",
        Some(three) => three,
    };
    let point = if part.is_empty() { "" } else { "." };
    format!("{}{point}{part}", grouped(micro / 1_000_000))
}

fn rate(line: Part) -> PaperCell {
    let rate = line.money("rate_paise");
    cell(if rate.is_empty() { rate } else { format!("{rate} /{}", line.text("rate_uom")) })
}

/// The batches of a line, and what makes its taxable amount another than quantity × rate.
fn below(seen: &Seen, line: Part) -> Vec<String> {
    let mut batches: Vec<&str> = Vec::new();
    for part in line.rows("parts") {
        let name = seen.title(BATCH.key, part.text("batch"));
        if !name.is_empty() && !batches.contains(&name) {
            batches.push(name);
        }
    }
    let discount = line.int("discount_bp").unwrap_or(0);
    let charges = line.int("charges_paise").unwrap_or(0);
    let amount = line.int("amount_paise").filter(|_| discount != 0 || charges != 0);
    let beside = amount.map(|amount| {
        let after = if discount == 0 {
            String::new()
        } else {
            format!(" after {} % discount", percent(discount))
        };
        let goods = format!("Goods {}{after}", money(amount));
        let charges = if charges > 0 { money(charges) } else { String::new() };
        joined([goods, with("freight and loading", &charges)])
    });
    let lines = [with("Batch", &batches.join(", ")), beside.unwrap_or_default()];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// What stands beside the sums: the amount in words, the weights, the bank, and the taxes by HSN.
fn said(record: Part) -> Vec<(String, String)> {
    let weighed = record.int("weight_g").unwrap_or(0);
    let lines = record.rows("lines");
    let sold: Vec<i64> = lines.iter().filter_map(|line| line.int("billed_g")).collect();
    let sold = if sold.is_empty() { weighed } else { sold.iter().sum() };
    let slip = with(" on slip", record.text("slip_no"));
    let weight = kg(Grams(weighed));
    let weights = match sold == weighed {
        true => format!("{weight} loaded and billed{slip}"),
        false => format!("{} billed · {weight} loaded{slip}", kg(Grams(sold))),
    };
    let pieces = counted(record.pieces("pcs"));
    let by_hsn = record.rows("hsn_totals");
    let taxed = |one: &Part| {
        let taxes = ["cgst_paise", "sgst_paise", "igst_paise", "cess_paise"];
        let tax: i64 = taxes.iter().filter_map(|key| one.int(key)).sum();
        let (hsn, rate) = (one.text("hsn"), percent(one.int("gst_rate_bp").unwrap_or(0)));
        format!("{hsn} at {rate} %: taxable {}, tax {}", one.money("taxable_paise"), money(tax))
    };
    let taxes: Vec<String> = by_hsn.iter().filter(|_| by_hsn.len() > 1).map(taxed).collect();
    vec![
        fact("Amount in words", record.text("amount_in_words")),
        fact("Quantity", joined([pieces, weights])),
        fact("Pay to", pay_to(record.group("bank"))),
        fact("By HSN", taxes.join("\n")),
    ]
}

/// What went on the vehicle: no rates.
fn loading_slip(seen: &Seen, copy: &str) -> PaperSheet {
    let record = seen.record;
    let seller = record.group("seller");
    let lines = record.rows("lines");
    let parts =
        lines.iter().flat_map(|line| line.rows("parts").into_iter().map(move |part| (line, part)));
    let row = |(at, (line, part)): (usize, (&Part, Part))| {
        vec![
            cell((at + 1).to_string()),
            strong(line.text("name")),
            cell(seen.title(BATCH.key, part.text("batch"))),
            cell(part.pieces("pcs")),
            cell(part.kilograms("weight_g")),
            cell(""),
        ]
    };
    let all = vec![
        cell(""),
        strong("Total"),
        cell(""),
        strong(record.pieces("pcs")),
        strong(bare(&kg(Grams(record.int("weight_g").unwrap_or(0))))),
        cell(""),
    ];
    PaperSheet {
        facts: vec![
            fact("Invoice", seen.number()),
            fact("Order", record.text("order_no")),
            fact("Date", record.day("date")),
            fact("Vehicle", record.text("vehicle_no")),
            fact("Slip", record.text("slip_no")),
        ],
        parties: vec![party("Deliver to", record.group("consignee"), String::new())],
        columns: vec![
            left("#"),
            wide("Goods"),
            left("Batch"),
            right("Pieces"),
            right("Weighed kg"),
            right("Received"),
        ],
        rows: parts.enumerate().map(row).chain([all]).collect(),
        signed_by: ["Yard", "Driver", "Received, name and time"].map(str::to_owned).to_vec(),
        ..seen.sheet(&copy.to_uppercase(), "Without rates", seller)
    }
}
