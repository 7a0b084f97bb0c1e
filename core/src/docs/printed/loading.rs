//! The gate pass of a loading: what the guard reads before the vehicle leaves. No rates on it.

use super::seen::{Part, Seen, cell, fact, joined, left, right, strong, wide};
use crate::docs::batches::BATCH;
use crate::docs::fleet::DRIVER;
use crate::docs::goods::SKU;
use crate::docs::org::BRANCH;
use crate::docs::places::YARD;
use crate::paper::sheet::{PaperParty, PaperSheet};
use crate::schema::Choice;
use crate::value::Instant;

pub const COPIES: &[Choice] = &[("gate", "For the gate")];

pub fn sheets(seen: &Seen, _: &[&str]) -> Vec<PaperSheet> {
    vec![sheet(seen)]
}

fn sheet(seen: &Seen) -> PaperSheet {
    let record = seen.record;
    let number = seen.number();
    let row = |(at, line): (usize, &Part)| {
        vec![
            cell((at + 1).to_string()),
            strong(seen.title(SKU.key, line.text("sku"))),
            cell(seen.title(BATCH.key, line.text("batch"))),
            cell(line.pieces("pcs")),
            cell(line.kilograms("weight_g")),
        ]
    };
    let weight = |key: &str| {
        let weight = record.kilograms(key);
        if weight.is_empty() { weight } else { format!("{weight} kg") }
    };
    let driver = seen.title(DRIVER.key, record.text("driver")).to_owned();
    let out = record.int("out_at").map(|at| Instant(at).shown()).unwrap_or_default();
    let branch = seen.view.get("branch").and_then(serde_json::Value::as_str).unwrap_or_default();
    PaperSheet {
        title: "GATE PASS".to_owned(),
        copy: COPIES[0].1.to_owned(),
        number: number.to_owned(),
        is_ours: true,
        seller: seen.title(YARD.key, record.text("yard")).to_owned(),
        seller_lines: vec![seen.title(BRANCH.key, branch).to_owned()],
        facts: vec![
            fact("Loading", number),
            fact("Order", record.text("order_no")),
            fact("Vehicle", record.text("vehicle_no")),
            fact("Driver", joined([driver, record.text("mobile").to_owned()])),
            fact("Slip", record.text("slip_no")),
            fact("Weighbridge", record.text("weighbridge")),
            fact("Seal", record.text("seal")),
            fact("Out", out),
        ],
        parties: vec![PaperParty {
            label: "For".to_owned(),
            name: record.text("customer_name").to_owned(),
            lines: vec![record.text("city").to_owned()],
        }],
        columns: vec![left("#"), wide("Goods"), left("Batch"), right("Pieces"), right("kg")],
        rows: record.rows("lines").iter().enumerate().map(row).collect(),
        sums: vec![
            fact("Pieces", record.pieces("pcs")),
            fact("Tare", weight("tare_g")),
            fact("Gross", weight("gross_g")),
        ],
        total: Some(fact("Net", weight("net_g"))).filter(|(_, net)| !net.is_empty()),
        signed_by: ["Yard", "Driver", "Guard at the gate"].map(str::to_owned).to_vec(),
        ..PaperSheet::default()
    }
}
