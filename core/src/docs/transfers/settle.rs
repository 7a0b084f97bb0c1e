//! The end of a transfer in accounts: its paper, its freight, and a decision on all that is missing.

use serde_json::Value;

use super::accept::check_day;
use super::receive::{Ends, off_the_road};
use super::{COMPLETED, TRANSFER, TransferLot, lots_of, set_lots};
use crate::declare::case::{Case, Look};
use crate::docs::batches::BATCH;
use crate::docs::{settings, trips};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{Bucket, Qty};
use crate::ledger::{Source, books};
use crate::said;
use crate::value::{Grams, grouped, kg};

/// Whoever received or sent the goods does not decide what became of those that are missing.
pub fn may_settle(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let missing = lots_of(doc)?.iter().any(|lot| !lot.short().is_zero());
    let did = |key: &str| doc.text(key).is_some_and(|id| case.actor.is(id));
    let word = match (did("received_by"), did("sent_by")) {
        (true, _) => "received",
        (_, true) => "sent",
        _ => return Ok(()),
    };
    if !missing || settings::allows_self(case, "transfer_settle")? {
        return Ok(());
    }
    let message = said!("You {word} this transfer; another person must settle", word);
    Err(Halt::refuse(Code::FourEyes, message))
}

/// Closes what is on the road to zero and books the freight.
pub fn settle(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    check_day(case, doc)?;
    let mut lots = lots_of(doc)?;
    let rows = inputs.get("decisions").and_then(Value::as_array).cloned().unwrap_or_default();
    done(issues(case, doc, &lots, &rows)?)?;
    let mut sums: [i64; 4] = [0; 4];
    for row in &rows {
        let at = place(row);
        let Some(lot) = lots.get_mut(at) else { continue };
        let (qty, rest) = (qty(row), lot.short());
        let decision = row.get("decision").and_then(Value::as_str).unwrap_or_default();
        let ends = match decision {
            "found" => Ends::There(Bucket::Free),
            "return" => Ends::Home,
            _ => Ends::Lost,
        };
        let paise = off_the_road(case, doc, (at, &mut *lot), (qty, rest), ends)?;
        let left = rest - qty;
        (lot.short_pcs, lot.short_g) = (left.pcs, left.g);
        let known = super::DECISIONS.iter().position(|(key, _)| *key == decision).unwrap_or(0);
        sums[known] += paise;
    }
    book(case, doc, sums)?;
    if inputs.contains_key("freight_paise") {
        done(trips::freight_issue(case, doc)?.into_iter().collect())?;
    }
    if let Some(freight) = inputs.get("freight_paise") {
        doc.set("freight_paise", freight.clone());
    }
    book_freight(case, doc)?;
    if let Some(no) = inputs.get("paper_no") {
        doc.set("paper_no", no.clone());
    }
    if !rows.is_empty() {
        doc.set("decisions", rows);
    }
    set_lots(doc, &lots);
    super::receive::for_order(case, doc, &lots)?;
    Ok(COMPLETED)
}

fn place(row: &Value) -> usize {
    row.get("lot").and_then(Value::as_u64).map_or(usize::MAX, |at| at as usize)
}

fn qty(row: &Value) -> Qty {
    let int = |key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
    Qty::new(int("pcs"), int("weight_g"))
}

/// Every batch's decisions come to exactly what is missing of it.
fn issues(
    case: &Look,
    doc: &Doc,
    lots: &[TransferLot],
    rows: &[Value],
) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let mut refuse = |key: &str, message: &'static str| {
            issues.push(Issue::new(format!("decisions.{at}.{key}"), Code::Input, message));
        };
        if lots.get(place(row)).is_none_or(|lot| lot.short().is_zero()) {
            refuse("lot", "Nothing of this batch is missing");
        }
        if qty(row).is_zero() {
            refuse("pcs", "Enter pieces or weight");
        }
        let debit = row.get("decision").and_then(Value::as_str) == Some("transporter_debit");
        if debit && doc.text("vendor").is_none() {
            refuse("decision", "No transporter carried these goods");
        }
    }
    if !issues.is_empty() {
        return Ok(issues);
    }
    for (at, lot) in lots.iter().enumerate() {
        let of = rows.iter().filter(|row| place(row) == at);
        let sum = of.fold(Qty::default(), |sum, row| sum + qty(row));
        if sum != lot.short() {
            let no = case.doc(&BATCH, &lot.batch)?.title(&BATCH);
            let short = lot.short();
            let message = said!(
                "Decide on all that is missing of batch {no}: {pcs} pcs / {weight}",
                no,
                pcs = grouped(short.pcs),
                weight = kg(Grams(short.g))
            );
            issues.push(Issue::new("decisions", Code::Required, message));
        }
    }
    Ok(issues)
}

/// The decisions in the order of their declaration.
fn book(case: &mut Case, doc: &Doc, sums: [i64; 4]) -> Result<(), Halt> {
    let [found, debit, lost, back] = sums;
    let vendor = books::party("vendor", doc.text("vendor").unwrap_or_default());
    let rows = [
        (books::STOCK, found + back),
        (vendor.as_str(), debit),
        (books::STOCK_DIFFERENCE, lost),
        (books::GOODS_IN_TRANSIT, -(found + debit + lost + back)),
    ];
    let today = case.today();
    books::post(case, &Source::new(TRANSFER.key, &doc.id, 3, today), today, &rows)?;
    Ok(())
}

/// Freight is an expense: what a batch cost does not change on the road.
fn book_freight(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    let freight = doc.int("freight_paise").unwrap_or(0);
    let party = doc.text("vendor").map(|id| books::party("vendor", id));
    let paid = party.as_deref().unwrap_or(books::CASH);
    let rows = [(books::FREIGHT_OUTWARD, freight), (paid, -freight)];
    let today = case.today();
    books::post(case, &Source::new(TRANSFER.key, &doc.id, 4, today), today, &rows)?;
    Ok(())
}
