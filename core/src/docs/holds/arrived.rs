//! Goods that came into a yard on hold: a hold without a last day, until somebody has looked them over.

use serde_json::json;

use super::{ACTIVE, STOCK_HOLD};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::goods::SKU;
use crate::docs::places::YARD;
use crate::error::{Code, Halt};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{Qty, StockPlace};
use crate::write::save;

/// Why goods came on hold, and the document that they came with.
#[derive(Clone, Copy, Debug)]
pub struct OnArrival<'a> {
    /// The field of the hold that names the document.
    pub field: &'static str,
    pub id: &'a str,
    pub reason: &'static str,
    pub remarks: &'a str,
}

/// The hold of goods that lie in HOLD already. The branch manager frees them: nothing here is free by itself
/// because nobody looked.
pub fn keep(
    case: &mut Case,
    place: &StockPlace,
    qty: Qty,
    why: &OnArrival,
) -> Result<String, Halt> {
    let id = case.new_id();
    let mut doc = save::blank(case, &STOCK_HOLD, id.clone());
    let yard = case.doc(&YARD, place.yard)?;
    let sku = case.doc(&SKU, place.sku)?;
    doc.yard = Some(yard.id.clone());
    doc.branch = yard.text("branch").map(str::to_owned);
    doc.set("yard", yard.id.clone());
    doc.set("sku", sku.id.clone());
    doc.set("sku_name", sku.title(&SKU));
    doc.set("batch", place.batch);
    doc.set("pcs", qty.pcs);
    doc.set("weight_g", qty.g);
    doc.set("kind", "quality");
    doc.set("from", case.today().to_string());
    doc.set("reason", why.reason);
    doc.set("remarks", why.remarks);
    doc.set("held_as", Role::Bm.name());
    doc.set(why.field, why.id);
    doc.set("lots", vec![json!({ "batch": place.batch, "pcs": qty.pcs, "weight_g": qty.g })]);
    if let Some(series) = &STOCK_HOLD.series {
        let today = case.today();
        doc.doc_no = Some(case.number(&STOCK_HOLD, series, "", today)?);
    }
    save::finish(case, &STOCK_HOLD, None, doc, "create", &Record::new(), None)?;
    Ok(id)
}

/// The goods go back with the document that brought them: their hold ends, and moves nothing.
pub fn taken_back(case: &mut Case, id: &str) -> Result<(), Halt> {
    let before = case.doc(&STOCK_HOLD, id)?;
    let mut doc = Doc::clone(&before);
    if doc.status != ACTIVE {
        let message = "The goods were looked over since; they can no longer go back";
        return Err(Halt::refuse(Code::Rule, message));
    }
    doc.status = super::RELEASED.to_owned();
    save::finish(case, &STOCK_HOLD, Some(&before), doc, "taken_back", &Record::new(), None)?;
    Ok(())
}

/// Such a hold ends with the document that brought the goods, and never by a step of its own.
pub(super) fn only_with_its_document(_: &Look, _: &Doc) -> Result<(), Halt> {
    Err(Halt::refuse(Code::Rule, "The goods go back with the document that brought them"))
}
