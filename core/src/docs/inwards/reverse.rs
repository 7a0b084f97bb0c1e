//! Taking an approved inward back, as long as none of its batches was touched.

use serde_json::Value;

use super::approve::{acts_here, place_of};
use super::save::{int, lines_of, qty_of, text};
use super::{INWARD, REVERSED};
use crate::declare::case::{Case, Look};
use crate::docs::additional::{self, ADDITIONAL_INWARD};
use crate::docs::batches::{BATCH, CLOSED};
use crate::docs::{holds, org, purchase_orders, supplier_bills};
use crate::error::{Code, Halt};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::life::LifeRow;
use crate::ledger::stock::{self, KeptSide, Side};
use crate::ledger::{Source, books, payables};
use crate::said;
use crate::write::save;

pub fn may_reverse(case: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(case, doc)?;
    if let Some(other) = additional::standing_on(case, doc)? {
        let no = other.name(&ADDITIONAL_INWARD);
        let message = said!("This inward is used by {no}; reverse that first", no);
        return Err(Halt::refuse(Code::Rule, message));
    }
    supplier_bills::not_billed_beyond(case, doc)?;
    payables::untouched(case, &supplier_of(doc), &doc.id)?;
    untouched(case, doc)?;
    today_is_open(case, doc)
}

fn supplier_of(doc: &Doc) -> String {
    books::supplier(doc.text("supplier").unwrap_or_default())
}

pub fn today_is_open(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let branch = doc.branch.as_deref().unwrap_or_default();
    org::check_posting_day(case, &doc.kind, branch, case.today(), "date")
}

/// All that the document brought lies where it came in.
pub fn untouched(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let yard = doc.text("yard").unwrap_or_default();
    for line in lines_of(doc) {
        let batch = text(&line, "batch");
        if stock::balance(case, &place_of(yard, &line, batch))? == qty_of(&line) {
            continue;
        }
        let no = case.doc(&BATCH, batch)?.title(&BATCH);
        let used = match user_of(case, batch, int(&line, "posting"))? {
            Some(by) => format!("already sold in {by}"),
            None => "changed since it came in".to_owned(),
        };
        let message =
            said!("Batch {no} {used}; use Additional inward (−) or Sales return", no, used);
        return Err(Halt::refuse(Code::Rule, message));
    }
    Ok(())
}

/// The order or document that first took from a batch.
fn user_of(case: &Look, batch: &str, posting: i64) -> Result<Option<String>, Halt> {
    let seq = u64::try_from(posting).unwrap_or(0);
    let life = stock::life::life(case, batch, &|_| true)?;
    let took = |row: &LifeRow| {
        let from = &row.posting.from;
        row.seq > seq && matches!(from, KeptSide::Stock { batch: of, .. } if of == batch)
    };
    let Some(first) = life.rows.into_iter().find(took) else { return Ok(None) };
    let one = first.posting;
    let Some(by) = case.find(&one.doc_type, &one.doc_id)? else { return Ok(None) };
    let order = by.text("order").map(|id| case.find("order", id)).transpose()?.flatten();
    Ok(order.unwrap_or(by).doc_no.clone())
}

/// Opposite rows of today; the supplier's invoice may come in again.
pub fn reverse(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    take_back(case, doc, Side::Supplier, inputs)?;
    purchase_orders::received::count(case, doc, true)?;
    payables::uncharge(case, &supplier_of(doc), &doc.id)?;
    let today = case.today();
    let voucher = doc.get("voucher").and_then(Value::as_u64).unwrap_or(0);
    books::reverse(case, voucher, &Source::new(INWARD.key, &doc.id, 0, today), today)?;
    doc.record.remove("supplier_fy");
    Ok(REVERSED)
}

/// What a document brought goes back to where it came from, and its batches are closed.
pub fn take_back(case: &mut Case, doc: &Doc, to: Side, inputs: &Record) -> Result<(), Halt> {
    let today = case.today();
    let yard = doc.text("yard").unwrap_or_default();
    for (at, line) in lines_of(doc).iter().enumerate() {
        let batch = text(line, "batch");
        let from = Side::Stock(place_of(yard, line, batch));
        let seq = u64::try_from(int(line, "posting")).unwrap_or(0);
        let source = Source::new(&doc.kind, &doc.id, at as u32, today).reversing(seq);
        stock::post(case, from, to, qty_of(line), &source)?;
        match text(line, "stock_hold") {
            "" => {}
            hold => holds::arrived::taken_back(case, hold)?,
        }
        let before = case.doc(&BATCH, batch)?;
        let mut closed = Doc::clone(&before);
        closed.status = CLOSED.to_owned();
        closed.set("closed_on", today.to_string());
        save::finish(case, &BATCH, Some(&before), closed, "reverse", inputs, None)?;
    }
    Ok(())
}
