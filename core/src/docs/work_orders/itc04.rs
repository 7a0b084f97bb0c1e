//! The rows of form GST ITC-04 for job work, rule 45(3) of the CGST Rules: what was sent to the job worker under a
//! challan, and what came back, was lost or wasted.

use super::{WorkLot, WorkOutput};
use crate::declare::case::Look;
use crate::docs::formats::DOCNO;
use crate::docs::goods::SKU;
use crate::error::Halt;
use crate::json::{Json, json_struct};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::Qty;
use crate::schema::*;

const SENT: &str = "4";
const BACK: &str = "5a";

const TABLES: &[Choice] = &[(SENT, "4: sent"), (BACK, "5A: received back")];

const ROW: &[Field] = &[
    choice("table", "Table", TABLES),
    date("on", "Date"),
    code("challan_no", "Challan", &DOCNO),
    code("worker_challan_no", "Job worker's challan", &DOCNO),
    link("sku", "SKU", &SKU),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    paise("value_paise", "Taxable value").guarded(Guarded::Cost),
    grams("lost_g", "Losses and wastes"),
];

pub const FIELD: Field = rows("itc04", "ITC-04", ROW, 1_000).computed();

json_struct! { LEAN
    /// Goods of one SKU that went to the job worker or came back on a day.
    pub struct ItcRow {
        pub table: String,
        pub on: String,
        /// Under which the goods were sent, in both tables.
        pub challan_no: Option<String>,
        pub worker_challan_no: Option<String>,
        pub sku: String,
        pub pcs: i64,
        pub weight_g: i64,
        /// What the goods cost; of those that came back none is asked.
        pub value_paise: Option<i64>,
        pub lost_g: i64,
    }
}

/// Notes in table 4 what was sent: the input, how much of it, and its cost in paise.
pub fn sent(look: &Look, doc: &mut Doc, goods: &[(WorkLot, Qty, i64)]) -> Result<(), Halt> {
    let row = |(lot, qty, paise): &(WorkLot, Qty, i64)| ItcRow {
        table: SENT.to_owned(),
        sku: lot.sku.clone(),
        pcs: qty.pcs,
        weight_g: qty.g,
        value_paise: Some(*paise),
        ..ItcRow::default()
    };
    note(look, doc, &Record::new(), goods.iter().map(row).collect())
}

/// Notes in table 5A goods that came back as they were sent.
pub fn came_back(
    look: &Look,
    doc: &mut Doc,
    inputs: &Record,
    goods: &[(WorkLot, Qty)],
) -> Result<(), Halt> {
    let row = |(lot, qty): &(WorkLot, Qty)| back(&lot.sku, *qty);
    note(look, doc, inputs, goods.iter().map(row).collect())
}

/// Notes in table 5A what was made of the goods, the scrap that came with it, and what was lost.
pub fn made(
    look: &Look,
    doc: &mut Doc,
    inputs: &Record,
    outputs: &[WorkOutput],
    (scrap, lost_g): (Option<(&str, i64)>, i64),
) -> Result<(), Halt> {
    let made = outputs.iter().map(|row| back(&row.sku, Qty::new(row.pcs, row.weight_g)));
    let scrap = scrap.map(|(sku, g)| back(sku, Qty::new(0, g)));
    let mut rows: Vec<ItcRow> = made.chain(scrap).collect();
    if let Some(last) = rows.last_mut() {
        last.lost_g = lost_g;
    }
    note(look, doc, inputs, rows)
}

fn back(sku: &str, qty: Qty) -> ItcRow {
    ItcRow {
        table: BACK.to_owned(),
        sku: sku.to_owned(),
        pcs: qty.pcs,
        weight_g: qty.g,
        ..ItcRow::default()
    }
}

/// Of work in the own yard there is nothing to tell.
fn note(look: &Look, doc: &mut Doc, inputs: &Record, new: Vec<ItcRow>) -> Result<(), Halt> {
    if doc.text("work") != Some("job_work") {
        return Ok(());
    }
    let text = |value: Option<&serde_json::Value>| Some(value?.as_str()?.to_owned());
    let challan_no = text(doc.get("challan_no"));
    let worker_challan_no = text(inputs.get("challan_no"));
    let mut all: Vec<ItcRow> = super::rows_of(doc, FIELD.key)?;
    all.extend(new.into_iter().map(|row| ItcRow {
        on: look.today().to_string(),
        challan_no: challan_no.clone(),
        worker_challan_no: worker_challan_no.clone(),
        ..row
    }));
    doc.set(FIELD.key, all.iter().map(ItcRow::write).collect::<Vec<_>>());
    Ok(())
}
