//! Opening a closed batch again: by the administrator, who takes the closing back, or by a return.

use serde_json::Value;

use super::{BATCH_CLOSING, REOPENED, save};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH, OPEN};
use crate::docs::{org, standing};
use crate::error::{Code, Halt};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Qty, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::said;
use crate::write::{act, save as engine};

/// Only within the month of the closing, and while that is not locked.
pub fn may_reopen(look: &Look, doc: &Doc) -> Result<(), Halt> {
    let (date, today) = (standing::day_of(look, doc), look.today());
    let month = |day: crate::value::Day| {
        let (year, month, _) = day.civil();
        (year, month)
    };
    if month(date) != month(today) {
        let message = said!(
            "It was closed on {date}; only a closing of this month is taken back",
            date = date.shown()
        );
        return Err(Halt::refuse(Code::Rule, message));
    }
    org::check_open_day(look, doc.branch.as_deref().unwrap_or_default(), date, "")
}

/// Opposite rows of today; what was loaded beyond the books waits for the next closing.
pub fn reopen(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    open(case, doc, doc.int("gained_g").unwrap_or(0))?;
    let today = case.today();
    let (yard, batch) =
        (doc.text("yard").unwrap_or_default(), doc.text("batch").unwrap_or_default());
    let place = StockPlace::free(yard, doc.text("sku").unwrap_or_default(), batch);
    let moves = doc.get("moves").and_then(Value::as_array).cloned().unwrap_or_default();
    for (line, row) in moves.iter().enumerate() {
        let int = |key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
        let qty = Qty::new(int("pcs"), int("weight_g"));
        let seq = u64::try_from(int("posting")).unwrap_or(0);
        let source = Source::new(BATCH_CLOSING.key, &doc.id, line as u32, today).reversing(seq);
        stock::post(case, Side::Loss, Side::Stock(place), qty, &source)?;
    }
    let voucher = doc.get("voucher").and_then(Value::as_u64).unwrap_or(0);
    let source = |line| Source::new(BATCH_CLOSING.key, &doc.id, line, today);
    books::reverse(case, voucher, &source(0), today)?;
    let int = |key: &str| doc.int(key).unwrap_or(0);
    let lost = Qty::new(int("lost_pcs"), int("lost_g"));
    let of = case.doc(&BATCH, batch)?;
    let now = save::value_of(&of, int("difference_g"), lost);
    batches::cost_again(case, &source(1), today, int("value_paise") - now)?;
    let said = inputs.get("remarks").and_then(Value::as_str).unwrap_or_default().to_owned();
    doc.set("reopened_for", said);
    Ok(REOPENED)
}

/// The batch is open again, and its closing says so; what was gained or lost stays.
pub fn reopen_for_return(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    open(case, doc, 0)?;
    doc.set("reopened_for", "Goods came back from a customer");
    Ok(REOPENED)
}

fn open(case: &mut Case, doc: &Doc, gained_g: i64) -> Result<(), Halt> {
    open_batch(case, doc.text("batch").unwrap_or_default(), gained_g)
}

fn open_batch(case: &mut Case, id: &str, gained_g: i64) -> Result<(), Halt> {
    let before = case.doc(&BATCH, id)?;
    let mut batch = Doc::clone(&before);
    batch.status = OPEN.to_owned();
    batch.record.remove("closed_on");
    batch.record.remove("closing");
    if gained_g > 0 {
        batch.set("gained_g", gained_g);
    }
    let none = Record::new();
    engine::finish(case, &BATCH, Some(&before), batch, "reopen", &none, None).map(drop)
}

/// Goods of a closed batch came back from a customer.
pub fn came_back(case: &mut Case, batch: &str) -> Result<(), Halt> {
    match save::of_batch(case, batch)?.filter(|doc| doc.status == super::APPROVED) {
        Some(closing) => {
            act::by_system(case, &BATCH_CLOSING, &closing, "come_back", &Record::new()).map(drop)
        }
        None => open_batch(case, batch, 0),
    }
}
