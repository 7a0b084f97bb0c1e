//! The inspection of what came back: each line is free, on hold or dumped, and is in the books again.

use serde_json::Value;

use super::save::add_photos;
use super::sold::{SoldLot, claim, cost_at_issue, sold_of};
use super::{INSPECTED, ReturnLot, SALES_RETURN, lots_of, set_lots};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::dumps::{self, arrived::IntoDump};
use crate::docs::invoices::{INVOICE, Invoice};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::returns::{self, Returned};
use crate::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::said;
use crate::said::Said;
use crate::value::{Grams, grouped, kg, part};

/// The buckets that a line is split into, by the words of their inputs.
const INTO: [(Bucket, &str, &str); 3] = [
    (Bucket::Free, "free_pcs", "free_g"),
    (Bucket::Hold, "hold_pcs", "hold_g"),
    (Bucket::Dump, "dump_pcs", "dump_g"),
];

/// What a return comes to in the books.
#[derive(Default)]
struct Worth {
    /// What the goods that are free or on hold had cost.
    stock: i64,
    /// What their batches cost more by now.
    since: i64,
    dumped: i64,
    /// What the dumped goods are worth in the books since.
    scrap: i64,
}

/// Every gram that came is free, on hold or dumped, and in its own batch again.
pub fn inspect(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let was = lots_of(doc)?;
    let mut lots = was.clone();
    let splits = splits(case, &lots, inputs)?;
    add_photos(doc, inputs);
    if splits.iter().any(|split| !split[2].is_zero()) && !is_shown(doc) {
        let message = "Add at least one photo of the dumped goods";
        return Err(Halt::issues(vec![Issue::new("photos", Code::Required, message)]));
    }
    let invoice = case.doc(&INVOICE, doc.text("invoice").unwrap_or_default())?;
    let sold = sold_of(case, &invoice.id, &Invoice::of(&invoice)?)?;
    claim(case, doc, &was, (&[], ReturnLot::received))?;
    let mut worth = Worth::default();
    for (at, (lot, split)) in lots.iter_mut().zip(splits).enumerate() {
        let of = |one: &&SoldLot| (one.line, &one.batch) == (lot.line, &lot.batch);
        let Some(sold) = sold.iter().find(of).filter(|_| !lot.received().is_zero()) else {
            continue;
        };
        lot.cost_paise = cost_at_issue(case, sold, lot.received())?;
        take_in(case, doc, at, lot, split, &mut worth)?;
        let back =
            Returned { back: lot.received(), cost_paise: lot.cost_paise, ..Returned::default() };
        returns::add(case, &invoice.id, lot.line, &lot.batch, back)?;
        [(lot.free_pcs, lot.free_g), (lot.hold_pcs, lot.hold_g), (lot.dump_pcs, lot.dump_g)] =
            split.map(|qty| (qty.pcs, qty.g));
    }
    book(case, doc, &worth)?;
    set_lots(doc, &lots, ReturnLot::received);
    doc.set("cost_paise", lots.iter().map(|lot| lot.cost_paise).sum::<i64>());
    doc.set("inspected_at", case.now.0);
    doc.set("inspected_by", case.actor.id.clone());
    if let Some(remarks) = inputs.get("remarks") {
        doc.set("inspection", remarks.clone());
    }
    Ok(INSPECTED)
}

fn is_shown(doc: &Doc) -> bool {
    let some =
        |key: &str| doc.get(key).and_then(Value::as_array).is_some_and(|all| !all.is_empty());
    some("photos") || some("yard_photos")
}

/// From the customer into the batch that the goods were loaded of; one that was closed opens again.
fn take_in(
    case: &mut Case,
    doc: &Doc,
    at: usize,
    lot: &ReturnLot,
    split: [Qty; 3],
    worth: &mut Worth,
) -> Result<(), Halt> {
    let yard = doc.yard.as_deref().unwrap_or_default();
    let place = StockPlace::free(yard, &lot.sku, &lot.batch);
    let source = Source::new(SALES_RETURN.key, &doc.id, at as u32, case.today());
    for ((bucket, ..), qty) in INTO.into_iter().zip(split) {
        if !qty.is_zero() {
            stock::post(case, Side::Customer, Side::Stock(place.to(bucket)), qty, &source)?;
        }
    }
    let [free, hold, dump] = split;
    let whole = lot.received();
    let dumped = match whole.g > 0 {
        true => part(lot.cost_paise, dump.g, whole.g),
        false => part(lot.cost_paise, dump.pcs, whole.pcs),
    };
    let batch = case.doc(&BATCH, &lot.batch)?;
    let stock = lot.cost_paise - dumped;
    worth.stock += stock;
    worth.since += batches::cost_of(&batch, free) + batches::cost_of(&batch, hold) - stock;
    worth.dumped += dumped;
    worth.scrap += into_dump(case, doc, lot, (dump, dumped))?;
    Ok(())
}

/// The dump of some goods of a return; answers what they are worth in the books since.
pub fn into_dump(
    case: &mut Case,
    doc: &Doc,
    lot: &ReturnLot,
    (qty, cost_paise): (Qty, i64),
) -> Result<i64, Halt> {
    let yard = doc.yard.as_deref().unwrap_or_default();
    let place = StockPlace::free(yard, &lot.sku, &lot.batch);
    let value_paise = dumps::worth(case, cost_paise, qty.g)?;
    let remarks = "Dumped when the return was inspected";
    let by = IntoDump { field: "sales_return", id: &doc.id, cost_paise, value_paise, remarks };
    dumps::arrived::keep(case, &place, qty, &by)?;
    Ok(value_paise)
}

/// Stock and dump against what the sale had cost; what the batches cost more by now is a variance.
fn book(case: &mut Case, doc: &mut Doc, worth: &Worth) -> Result<(), Halt> {
    let today = case.today();
    let rows = [
        (books::STOCK, worth.stock),
        (books::STOCK_DUMP, worth.scrap),
        (books::STOCK_DIFFERENCE, worth.dumped - worth.scrap),
        (books::COST_OF_SALES, -worth.stock - worth.dumped),
    ];
    let source = |line| Source::new(SALES_RETURN.key, &doc.id, line, today);
    let voucher = books::post(case, &source(0), today, &rows)?;
    batches::cost_again(case, &source(1), today, worth.since)?;
    doc.set("voucher", voucher);
    Ok(())
}

/// Goods of the stock account are dumped.
pub fn book_dump(case: &mut Case, source: &Source, cost: i64, scrap: i64) -> Result<(), Halt> {
    let rows = [
        (books::STOCK_DUMP, scrap),
        (books::STOCK_DIFFERENCE, cost - scrap),
        (books::STOCK, -cost),
    ];
    books::post(case, source, case.today(), &rows).map(drop)
}

/// How each line is split; one of which nothing came is not.
fn splits(look: &Look, lots: &[ReturnLot], inputs: &Record) -> Result<Vec<[Qty; 3]>, Halt> {
    let rows = inputs.get("lines").and_then(Value::as_array).map(Vec::as_slice);
    let mut found: Vec<Option<[Qty; 3]>> = vec![None; lots.len()];
    let mut issues = Vec::new();
    for (at, row) in rows.unwrap_or_default().iter().enumerate() {
        let mut refuse = |key: &str, code: Code, message: Said| {
            issues.push(Issue::new(format!("lines.{at}.{key}"), code, message));
        };
        let lot = row.get("lot").and_then(Value::as_u64).unwrap_or(u64::MAX) as usize;
        match lots.get(lot).zip(found.get_mut(lot)) {
            None => refuse("lot", Code::Input, "The return does not have this line".into()),
            Some((_, Some(_))) => {
                refuse("lot", Code::Input, "This line is listed twice".into());
            }
            Some((lot, slot)) => match split(lot.received(), row) {
                Ok(into) => *slot = Some(into),
                Err((key, code, message)) => refuse(key, code, message),
            },
        }
    }
    for (lot, into) in lots.iter().zip(&found) {
        if into.is_none() && !lot.received().is_zero() && issues.is_empty() {
            let no = look.doc(&BATCH, &lot.batch)?.title(&BATCH);
            let message = said!("Say what became of batch {no}", no);
            issues.push(Issue::new("lines", Code::Required, message));
        }
    }
    done(issues)?;
    Ok(found.into_iter().map(Option::unwrap_or_default).collect())
}

/// One line into three, exactly in pieces and in grams. Weights that are left blank share the rest by
/// pieces; of goods without pieces what is free takes it.
fn split(whole: Qty, row: &Value) -> Result<[Qty; 3], (&'static str, Code, Said)> {
    let int = |key: &str| row.get(key).and_then(Value::as_i64);
    let counted = whole.pcs > 0;
    let given: i64 = INTO.iter().filter_map(|(_, _, g)| int(g)).sum();
    let blank = |(_, pcs, g): &&(Bucket, &str, &str)| int(g).is_none() && int(pcs).unwrap_or(0) > 0;
    let mut rest = Qty::new(
        INTO.iter().filter(blank).map(|(_, pcs, _)| int(pcs).unwrap_or(0)).sum(),
        (whole.g - given).max(0),
    );
    let into = INTO.map(|(bucket, pcs_key, g_key)| {
        let pcs = int(pcs_key).unwrap_or(0);
        let g = match int(g_key) {
            Some(g) => g,
            None if counted => part(rest.g, pcs, rest.pcs),
            None if bucket == Bucket::Free => rest.g,
            None => 0,
        };
        if int(g_key).is_none() {
            rest = rest - Qty::new(pcs, g);
        }
        Qty::new(pcs, g)
    });
    for ((_, pcs, g), qty) in INTO.into_iter().zip(into) {
        if counted && qty.pcs == 0 && qty.g > 0 {
            return Err((pcs, Code::Required, "Enter the pieces".into()));
        }
        if whole.g > 0 && qty.pcs > 0 && qty.g == 0 {
            return Err((g, Code::Required, "Enter the weight of the pieces".into()));
        }
    }
    let sum = into.iter().fold(Qty::default(), |sum, qty| sum + *qty);
    if sum == whole {
        return Ok(into);
    }
    let key = if sum.pcs == whole.pcs { "free_g" } else { "free_pcs" };
    let (pcs, weight) = (grouped(whole.pcs), kg(Grams(whole.g)));
    let message = said!("Free, on hold and dumped must come to {pcs} pcs / {weight}", pcs, weight);
    Err((key, Code::Input, message))
}
