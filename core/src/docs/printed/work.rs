//! The sheet of a work order: what whoever cuts takes, makes and leaves. No costs on it.

use super::seen::{Part, Seen, cell, fact, joined, left, party, right, strong, wide, with};
use crate::docs::batches::BATCH;
use crate::docs::goods::SKU;
use crate::docs::orders::ORDER;
use crate::docs::places::YARD;
use crate::docs::work_orders::{CANCELLED, DRAFT, PENDING, REJECTED};
use crate::paper::sheet::{PaperCell, PaperSheet};
use crate::schema::Choice;
use crate::value::grouped;

pub const COPIES: &[Choice] = &[("machine", "For the machine")];

pub fn sheets(seen: &Seen, _: &[&str]) -> Vec<PaperSheet> {
    vec![sheet(seen)]
}

fn title(seen: &Seen) -> &'static str {
    match seen.status {
        DRAFT | PENDING => "NOT APPROVED, NO WORK ORDER",
        REJECTED | CANCELLED => "CANCELLED, NO WORK ORDER",
        _ => "WORK ORDER",
    }
}

/// One table of all: what goes in, how it is cut, what comes out, and what came out of it.
fn rows(seen: &Seen) -> Vec<Vec<PaperCell>> {
    let record = seen.record;
    let mut rows: Vec<Vec<PaperCell>> = Vec::new();
    let mut put = |part: &str, name: PaperCell, batch: &str, qty: [String; 2]| {
        let first = !rows.iter().any(|row| row[0].text == part);
        let part = if first { strong(part) } else { cell("") };
        let [pieces, weight] = qty;
        rows.push(vec![part, name, cell(batch), cell(pieces), cell(weight), cell("")]);
    };
    let qty = |row: &Part| [row.pieces("pcs"), row.kilograms("weight_g")];
    for (at, row) in record.rows("inputs").iter().enumerate() {
        let lots = record.rows("lots");
        let sku = lots.get(at).map(|lot| seen.title(SKU.key, lot.text("sku"))).unwrap_or_default();
        let batch = seen.title(BATCH.key, row.text("batch"));
        let is_known = !sku.is_empty();
        let name = if is_known { strong(sku) } else { strong(with("Batch", batch)) };
        put("Take", name, if is_known { batch } else { "" }, qty(row));
    }
    for row in &record.rows("cuts") {
        let bar = millimetres(*row, "bar_mm");
        let rest = with("left", &millimetres(*row, "rest_mm"));
        let below = joined([with("Bar of", &bar), rest]);
        let name = PaperCell {
            below: Some(below).filter(|line| !line.is_empty()).into_iter().collect(),
            ..strong(row.text("cuts"))
        };
        put("Cut", name, "", [row.pieces("bars"), String::new()]);
    }
    for row in &record.rows("outputs") {
        let length = millimetres(*row, "length_mm");
        let name = PaperCell {
            below: Some(with("Length", &length))
                .filter(|line| !line.is_empty())
                .into_iter()
                .collect(),
            ..strong(seen.title(SKU.key, row.text("sku")))
        };
        put("Make", name, "", qty(row));
    }
    for row in &record.rows("made") {
        let is_scrap = row.get("scrap") == Some(&true.into());
        let sku = seen.title(SKU.key, row.text("sku"));
        let name = if is_scrap { format!("{sku}, scrap") } else { sku.to_owned() };
        put("Made", strong(name), seen.title(BATCH.key, row.text("batch")), qty(row));
    }
    rows
}

fn millimetres(part: Part, key: &str) -> String {
    part.int(key).map(|mm| format!("{} mm", grouped(mm))).unwrap_or_default()
}

fn sheet(seen: &Seen) -> PaperSheet {
    let record = seen.record;
    let from = seen.beside("from");
    let worker = seen.beside("carrier");
    let sums = [
        ("In", record.weight("in_g")),
        ("Expected out", record.weight("out_g")),
        ("Expected scrap", record.weight("scrap_g")),
        ("Expected loss", record.weight("loss_g")),
        ("Made", record.weight("made_g")),
        ("Scrap", record.weight("scrapped_g")),
        ("Loss", record.weight("lost_g")),
    ];
    PaperSheet {
        facts: vec![
            fact("Work order", seen.number()),
            fact("Work", seen.said("work", record)),
            fact("Yard", seen.title(YARD.key, record.text("yard"))),
            fact("Start", record.day("start_on")),
            fact("For order", seen.title(ORDER.key, record.text("order"))),
            fact("Machine", record.text("machine")),
            fact("Operator", record.text("operator")),
            fact("Width of a cut", millimetres(record, "kerf_mm")),
            fact("Challan", record.text("challan_no")),
            fact("Return by", record.day("return_by")),
        ],
        parties: Some(party("Job worker", worker, String::new()))
            .filter(|party| !party.name.is_empty())
            .into_iter()
            .collect(),
        columns: vec![
            left(""),
            wide("Goods"),
            left("Batch"),
            right("Pieces"),
            right("kg"),
            right("Done"),
        ],
        rows: rows(seen),
        said: vec![fact("Remarks", record.text("remarks"))],
        sums: sums
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(label, value)| fact(label, value))
            .collect(),
        signed_by: ["Yard", "Operator", "Checked"].map(str::to_owned).to_vec(),
        ..seen.sheet(title(seen), COPIES[0].1, from)
    }
}
