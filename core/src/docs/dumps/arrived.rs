//! Goods that another document put into the dump: a dump of their own, so that they can be restored or written off.

use super::{APPROVED, DUMP_STOCK};
use crate::declare::case::Case;
use crate::docs::batches::BATCH;
use crate::docs::goods::SKU;
use crate::docs::org;
use crate::docs::places::YARD;
use crate::error::Halt;
use crate::kept::doc::Record;
use crate::ledger::stock::{Qty, StockPlace};
use crate::write::save;

/// What brought goods into the dump, which has moved and booked them itself.
#[derive(Clone, Copy, Debug)]
pub struct IntoDump<'a> {
    /// The field of the dump that names the document.
    pub field: &'static str,
    pub id: &'a str,
    /// What the goods had cost, and what they are worth in the books since.
    pub cost_paise: i64,
    pub value_paise: i64,
    pub remarks: &'a str,
}

/// The dump of goods that lie in DUMP already. Nobody approves it: what brought them was decided.
pub fn keep(case: &mut Case, place: &StockPlace, qty: Qty, by: &IntoDump) -> Result<(), Halt> {
    if qty.is_zero() {
        return Ok(());
    }
    let id = case.new_id();
    let mut doc = save::blank(case, &DUMP_STOCK, id);
    let yard = case.doc(&YARD, place.yard)?;
    let batch = case.doc(&BATCH, place.batch)?;
    let sku = case.doc(&SKU, place.sku)?;
    let today = case.today();
    doc.yard = Some(yard.id.clone());
    doc.branch = yard.text("branch").map(str::to_owned);
    let branch = doc.branch.clone().unwrap_or_default();
    doc.doc_no = Some(org::next_number(case, &DUMP_STOCK, &branch, today)?);
    doc.status = APPROVED.to_owned();
    doc.set("date", today.to_string());
    doc.set("yard", yard.id.clone());
    doc.set("batch", batch.id.clone());
    doc.set("batch_no", batch.title(&BATCH));
    doc.set("sku", sku.id.clone());
    doc.set("sku_name", sku.title(&SKU));
    doc.set("pcs", qty.pcs);
    doc.set("weight_g", qty.g);
    doc.set("cost_paise", by.cost_paise);
    doc.set("value_paise", by.value_paise);
    doc.set("remarks", by.remarks);
    doc.set(by.field, by.id);
    save::finish(case, &DUMP_STOCK, None, doc, "create", &Record::new(), None).map(drop)
}
