//! Taking an approved inward back, as long as none of its batches was touched.

use serde_json::Value;

use super::approve::{acts_here, place_of};
use super::save::{int, lines_of, text};
use super::{INWARD, REVERSED};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{BATCH, CLOSED};
use crate::docs::org;
use crate::error::{Code, Halt};
use crate::kept::doc::{Doc, Record};
use crate::kept::read::{Range, parse};
use crate::ledger::stock::{self, KeptSide, Qty, Side, StockPosting};
use crate::ledger::{Source, books, posting_key};
use crate::write::save;

/// So many later postings are searched for whoever used a batch; beyond it the message names nobody.
const SEARCHED: usize = 20_000;

pub fn may_reverse(case: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(case, doc)?;
    let yard = doc.text("yard").unwrap_or_default();
    for line in lines_of(doc) {
        let batch = text(&line, "batch");
        let qty = Qty::new(int(&line, "pcs"), int(&line, "weight_g"));
        if stock::balance(case, &place_of(yard, &line, batch))? == qty {
            continue;
        }
        let no = case.doc(&BATCH, batch)?.title(&BATCH);
        let used = match user_of(case, batch, int(&line, "posting"))? {
            Some(by) => format!("already sold in {by}"),
            None => "changed since it came in".to_owned(),
        };
        let message = format!("Batch {no} {used}; use Additional inward (−) or Sales return");
        return Err(Halt::refuse(Code::Rule, message));
    }
    let branch = doc.branch.as_deref().unwrap_or_default();
    org::check_posting_day(case, INWARD.key, branch, case.today(), "date")
}

/// The order or document that first took from a batch.
fn user_of(case: &Look, batch: &str, posting: i64) -> Result<Option<String>, Halt> {
    let seq = u64::try_from(posting).unwrap_or(0);
    let mut range = Range::prefix(&crate::kept::keys::key(&["post", "stock"]));
    range.from = posting_key("stock", seq + 1);
    for (key, bytes) in case.scan(&range, SEARCHED)? {
        let one: StockPosting = parse(&key, &bytes)?;
        if !matches!(&one.from, KeptSide::Stock { batch: from, .. } if from == batch) {
            continue;
        }
        let Some(by) = case.find(&one.doc_type, &one.doc_id)? else { return Ok(None) };
        let order = by.text("order").map(|id| case.find("order", id)).transpose()?.flatten();
        return Ok(order.unwrap_or(by).doc_no.clone());
    }
    Ok(None)
}

/// Opposite rows of today; the supplier's invoice may come in again.
pub fn reverse(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let today = case.today();
    let yard = doc.text("yard").unwrap_or_default().to_owned();
    for (at, line) in lines_of(doc).iter().enumerate() {
        let batch = text(line, "batch");
        let qty = Qty::new(int(line, "pcs"), int(line, "weight_g"));
        let from = Side::Stock(place_of(&yard, line, batch));
        let seq = u64::try_from(int(line, "posting")).unwrap_or(0);
        let source = Source::new(INWARD.key, &doc.id, at as u32, today).reversing(seq);
        stock::post(case, from, Side::Supplier, qty, &source)?;
        let before = case.doc(&BATCH, batch)?;
        let mut closed = Doc::clone(&before);
        closed.status = CLOSED.to_owned();
        closed.set("closed_on", today.to_string());
        save::finish(case, &BATCH, Some(&before), closed, "reverse", inputs, None)?;
    }
    let voucher = doc.get("voucher").and_then(Value::as_u64).unwrap_or(0);
    books::reverse(case, voucher, &Source::new(INWARD.key, &doc.id, 0, today), today)?;
    doc.record.remove("supplier_fy");
    Ok(REVERSED)
}
