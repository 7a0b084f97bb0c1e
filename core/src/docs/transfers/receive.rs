//! The arrival at the to-yard: what is good, damaged, short or extra of each batch.

use serde_json::Value;

use super::accept::check_day;
use super::{DIFFERENT, RECEIVED, TRANSFER, TransferLot, lots_of, set_lots};
use crate::declare::case::{Case, Look};
use crate::docs::batches::BATCH;
use crate::docs::dumps::arrived::IntoDump;
use crate::docs::holds::arrived::OnArrival;
use crate::docs::{dumps, holds, orders};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::said;
use crate::said::Said;
use crate::value::part;

/// What the to-yard counted of one batch.
#[derive(Clone, Debug, Default)]
struct Count {
    whole: Qty,
    damaged: Qty,
    damaged_to: Option<Bucket>,
}

/// Good pieces become free at the to-yard, damaged ones go on hold or to the dump, and what is
/// missing stays on the road until accounts decide; what is extra waits for the from-yard.
pub fn receive(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    check_day(case, doc)?;
    let mut lots = lots_of(doc)?;
    let counts = counts(case, &lots, inputs)?;
    let extra = lots.iter().zip(&counts).any(|(lot, count)| !extra_of(lot, count).is_zero());
    if extra && inputs.get("remarks").is_none() {
        let message = "More was received than sent. Please enter remarks (at least 5 characters)";
        done(vec![Issue::new("remarks", Code::Required, message)])?;
    }
    let (mut free_paise, mut dump_paise) = (0, 0);
    for (at, (lot, count)) in lots.iter_mut().zip(&counts).enumerate() {
        let arrived = count.whole.min(lot.sent());
        lot.received_pcs = count.whole.pcs;
        lot.received_g = count.whole.g;
        lot.damaged_pcs = count.damaged.pcs;
        lot.damaged_g = count.damaged.g;
        lot.damaged_to = count.damaged_to.map(|to| to.name().to_owned());
        let (short, extra) = (lot.sent() - arrived, extra_of(lot, count));
        (lot.short_pcs, lot.short_g) = (short.pcs, short.g);
        (lot.extra_pcs, lot.extra_g) = (extra.pcs, extra.g);
        let mut rest = lot.sent();
        for (qty, bucket) in [
            (arrived - count.damaged, Bucket::Free),
            (count.damaged, count.damaged_to.unwrap_or(Bucket::Hold)),
        ] {
            let paise = off_the_road(case, doc, (at, &mut *lot), (qty, rest), Ends::There(bucket))?;
            set_aside(case, doc, lot, (bucket, qty, paise))?;
            rest = rest - qty;
            *if bucket == Bucket::Dump { &mut dump_paise } else { &mut free_paise } += paise;
        }
    }
    let rows = [
        (books::STOCK, free_paise),
        (books::STOCK_DUMP, dump_paise),
        (books::GOODS_IN_TRANSIT, -free_paise - dump_paise),
    ];
    let today = case.today();
    books::post(case, &Source::new(TRANSFER.key, &doc.id, 2, today), today, &rows)?;
    doc.set("in_at", case.now.0);
    doc.set("received_by", case.actor.id.clone());
    for (key, input) in [("received_remarks", "remarks"), ("photos", "photos")] {
        if let Some(value) = inputs.get(input) {
            doc.set(key, value.clone());
        }
    }
    set_lots(doc, &lots);
    for_order(case, doc, &lots)?;
    Ok(state(&lots))
}

/// Damaged goods have a document of their own, by which they are freed, restored or written off.
fn set_aside(
    case: &mut Case,
    doc: &Doc,
    lot: &TransferLot,
    (bucket, qty, paise): (Bucket, Qty, i64),
) -> Result<(), Halt> {
    let yard = doc.text("to_yard").unwrap_or_default();
    let place = StockPlace::free(yard, &lot.sku, &lot.batch);
    let remarks = "Damaged when it arrived";
    match bucket {
        Bucket::Hold if !qty.is_zero() => {
            let why = OnArrival { field: "transfer", id: &doc.id, reason: "DAMAGE", remarks };
            holds::arrived::keep(case, &place, qty, &why).map(drop)
        }
        Bucket::Dump => {
            let (cost_paise, value_paise) = (paise, paise);
            let by = IntoDump { field: "transfer", id: &doc.id, cost_paise, value_paise, remarks };
            dumps::arrived::keep(case, &place, qty, &by)
        }
        _ => Ok(()),
    }
}

/// What became free here is kept for the order that it was brought for.
pub fn for_order(case: &mut Case, doc: &Doc, lots: &[TransferLot]) -> Result<(), Halt> {
    let Some(order) = doc.text("order").map(str::to_owned) else { return Ok(()) };
    let skus: Vec<&str> = lots.iter().map(|lot| lot.sku.as_str()).collect();
    orders::arrived(case, &order, &skus)
}

/// Everything arrived, or something is still to be decided.
fn state(lots: &[TransferLot]) -> &'static str {
    let same = |lot: &TransferLot| lot.short().is_zero() && lot.extra().is_zero();
    if lots.iter().all(same) { RECEIVED } else { DIFFERENT }
}

/// Where goods end that were on the road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// In this bucket of the to-yard.
    There(Bucket),
    /// Back in the free stock of the from-yard.
    Home,
    Lost,
}

/// Takes so much of a batch off the road, where `rest` of it still is; answers its part of the cost
/// that is on the road. What is last takes the rest, so that the parts sum to the whole.
pub(super) fn off_the_road(
    case: &mut Case,
    doc: &Doc,
    (at, lot): (usize, &mut TransferLot),
    (qty, rest): (Qty, Qty),
    ends: Ends,
) -> Result<i64, Halt> {
    if qty.is_zero() {
        return Ok(0);
    }
    let yard = |key: &str| doc.text(key).unwrap_or_default();
    let road = StockPlace::free(yard("to_yard"), &lot.sku, &lot.batch).to(Bucket::Transit);
    let home = StockPlace::free(yard("from_yard"), &lot.sku, &lot.batch);
    let to = match ends {
        Ends::There(bucket) => Side::Stock(road.to(bucket)),
        Ends::Home => Side::Stock(home),
        Ends::Lost => Side::Loss,
    };
    let source = Source::new(TRANSFER.key, &doc.id, at as u32, case.today());
    stock::post(case, Side::Stock(road), to, qty, &source)?;
    let paise = match rest.g > 0 {
        true => part(lot.road_paise, qty.g, rest.g),
        false => part(lot.road_paise, qty.pcs, rest.pcs),
    };
    lot.road_paise -= paise;
    Ok(paise)
}

fn extra_of(lot: &TransferLot, count: &Count) -> Qty {
    count.whole - count.whole.min(lot.sent())
}

/// The counts in the order of the lots, one for each.
fn counts(case: &Look, lots: &[TransferLot], inputs: &Record) -> Result<Vec<Count>, Halt> {
    let rows = inputs.get("batches").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut found: Vec<Option<Count>> = vec![None; lots.len()];
    let mut issues = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let lot = row.get("lot").and_then(Value::as_u64).unwrap_or(u64::MAX) as usize;
        let path = |key: &str| format!("batches.{at}.{key}");
        match lots.get(lot).zip(found.get_mut(lot)) {
            None => {
                let message = "The transfer does not have this batch";
                issues.push(Issue::new(path("lot"), Code::Input, message));
            }
            Some((_, Some(_))) => {
                let message = "This batch is counted twice";
                issues.push(Issue::new(path("lot"), Code::Input, message));
            }
            Some((lot, slot)) => {
                let count = count_of(lot, row);
                if let Some((key, message)) = wrong(lot, &count) {
                    issues.push(Issue::new(path(key), Code::Input, message));
                }
                *slot = Some(count);
            }
        }
    }
    for (lot, count) in lots.iter().zip(&found) {
        if count.is_none() && issues.is_empty() {
            let no = case.doc(&BATCH, &lot.batch)?.title(&BATCH);
            let message = said!("Enter what was received of batch {no}, 0 where nothing was", no);
            issues.push(Issue::new("batches", Code::Required, message));
        }
    }
    done(issues)?;
    Ok(found.into_iter().flatten().collect())
}

fn count_of(lot: &TransferLot, row: &Value) -> Count {
    let int = |key: &str| row.get(key).and_then(Value::as_i64);
    let sent = lot.sent();
    let weight = |pcs: i64, said: Option<i64>| {
        said.unwrap_or_else(|| if sent.pcs > 0 { part(sent.g, pcs, sent.pcs) } else { 0 })
    };
    let (pcs, damaged) = (int("pcs").unwrap_or(0), int("damaged_pcs").unwrap_or(0));
    let whole = Qty::new(pcs, weight(pcs, int("weight_g")));
    // All pieces are damaged: so is all the weight.
    let of_damaged = match damaged == pcs && pcs > 0 && int("damaged_g").is_none() {
        true => whole.min(sent).g,
        false => weight(damaged, int("damaged_g")),
    };
    let to = row.get("damaged_to").and_then(Value::as_str).and_then(Bucket::parse);
    Count { whole, damaged: Qty::new(damaged, of_damaged), damaged_to: to }
}

/// Why a count cannot be: the field, and what to do.
fn wrong(lot: &TransferLot, count: &Count) -> Option<(&'static str, Said)> {
    let (sent, whole, damaged) = (lot.sent(), count.whole, count.damaged);
    let (counted, weighed) = (sent.pcs > 0, sent.g > 0);
    let sign = |is: i64, was: i64| (is - was).signum();
    let apart = sign(whole.pcs, sent.pcs) * sign(whole.g, sent.g) < 0;
    Some(match () {
        () if counted && whole.pcs == 0 && whole.g > 0 => {
            ("pcs", "Enter the pieces: weight alone cannot be received".into())
        }
        () if weighed && counted && whole.pcs > 0 && whole.g == 0 => {
            ("weight_g", "Enter the weight of the pieces".into())
        }
        () if apart || (weighed && whole.pcs < sent.pcs && whole.g == sent.g) => {
            let (more, less) = match whole.pcs > sent.pcs {
                true => ("More", "less"),
                false => ("Fewer", "as much"),
            };
            (
                "weight_g",
                said!("{more} pieces than sent cannot weigh {less}; weigh them again", more, less),
            )
        }
        () if (whole.min(sent) - damaged).any_negative() => {
            ("damaged_pcs", "More is damaged than was received".into())
        }
        () if counted && damaged.pcs == 0 && damaged.g > 0 => {
            ("damaged_pcs", "Enter the damaged pieces".into())
        }
        () if !damaged.is_zero() && count.damaged_to.is_none() => {
            ("damaged_to", "Select whether damaged goods go on hold or to the dump".into())
        }
        () => return None,
    })
}

pub fn has_extra(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match lots_of(doc)?.iter().any(|lot| !lot.extra().is_zero()) {
        true => Ok(()),
        false => Err(Halt::refuse(Code::Rule, "Nothing extra was received")),
    }
}

pub fn no_extra(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match lots_of(doc)?.iter().any(|lot| !lot.extra().is_zero()) {
        true => {
            let message = "The from-yard must first say whether what is extra is theirs";
            Err(Halt::refuse(Code::Rule, message))
        }
        false => Ok(()),
    }
}

/// What was extra was missing at the from-yard: it moves after the rest.
pub fn confirm_extra(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    check_day(case, doc)?;
    let mut lots = lots_of(doc)?;
    let (from, to) = (doc.text("from_yard"), doc.text("to_yard"));
    let (from, to) = (from.unwrap_or_default().to_owned(), to.unwrap_or_default().to_owned());
    for (at, lot) in lots.iter_mut().enumerate().filter(|(_, lot)| !lot.extra().is_zero()) {
        let here = StockPlace::free(&from, &lot.sku, &lot.batch);
        let there = StockPlace { yard: &to, ..here };
        let source = Source::new(TRANSFER.key, &doc.id, at as u32, case.today());
        stock::post(case, Side::Stock(here), Side::Stock(there), lot.extra(), &source)?;
        (lot.extra_pcs, lot.extra_g) = (0, 0);
    }
    set_lots(doc, &lots);
    for_order(case, doc, &lots)?;
    Ok(state(&lots))
}

/// The from-yard lacks nothing: what is extra is found stock of the to-yard, and comes in as such.
pub fn deny_extra(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut lots = lots_of(doc)?;
    for lot in &mut lots {
        (lot.extra_pcs, lot.extra_g) = (0, 0);
    }
    set_lots(doc, &lots);
    Ok(state(&lots))
}
