//! What becomes of returned goods that were put on hold: they are free after all, or dumped.

use serde_json::Value;

use super::approve::quantity;
use super::inspect::{book_dump, into_dump};
use super::receive::may_receive;
use super::{ReturnLot, SALES_RETURN, lots_of, set_lots};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::Source;
use crate::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use crate::said::Said;

/// Something of the return is still on hold.
pub fn may_decide(look: &Look, doc: &Doc) -> Result<(), Halt> {
    may_receive(look, doc)?;
    match lots_of(doc)?.iter().any(|lot| !lot.held().is_zero()) {
        true => Ok(()),
        false => Err(Halt::refuse(Code::Rule, "Nothing of this return is on hold")),
    }
}

/// Some of what is on hold becomes free, some is dumped; the rest stays.
pub fn decide_held(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let mut lots = lots_of(doc)?;
    let rows = inputs.get("lines").and_then(Value::as_array).cloned().unwrap_or_default();
    let (mut issues, mut moves) = (Vec::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        let mut refuse = |key: &str, code: Code, message: Said| {
            issues.push(Issue::new(format!("lines.{at}.{key}"), code, message));
        };
        let lot = row.get("lot").and_then(Value::as_u64).unwrap_or(u64::MAX) as usize;
        let Some(held) = lots.get(lot).map(ReturnLot::held) else {
            refuse("lot", Code::Input, "The return does not have this line".into());
            continue;
        };
        if moves.iter().any(|(of, _)| *of == lot) {
            refuse("lot", Code::Input, "This line is listed twice".into());
            continue;
        }
        let free = quantity(held, row, ("free_pcs", "free_g"), "on hold");
        let split = free.and_then(|free| {
            let dump = quantity(held - free, row, ("dump_pcs", "dump_g"), "on hold")?;
            Ok([free, dump])
        });
        match split {
            Ok(split) => moves.push((lot, split)),
            Err((key, code, message)) => refuse(key, code, message),
        }
    }
    if issues.is_empty() && moves.iter().flat_map(|(_, split)| split).all(|qty| qty.is_zero()) {
        let message = "Enter what is free, or what is dumped";
        issues.push(Issue::new("lines", Code::Required, message));
    }
    done(issues)?;
    let (mut dumped, mut scrap) = (0, 0);
    for (at, [free, dump]) in moves {
        let Some(lot) = lots.get_mut(at) else { continue };
        for (bucket, qty) in [(Bucket::Free, free), (Bucket::Dump, dump)] {
            leave_hold(case, doc, (at, lot), bucket, qty)?;
        }
        (lot.free_pcs, lot.free_g) = (lot.free_pcs + free.pcs, lot.free_g + free.g);
        (lot.dump_pcs, lot.dump_g) = (lot.dump_pcs + dump.pcs, lot.dump_g + dump.g);
        let rest = lot.held() - free - dump;
        (lot.hold_pcs, lot.hold_g) = (rest.pcs, rest.g);
        let cost = batches::cost_of(&*case.doc(&BATCH, &lot.batch)?, dump);
        dumped += cost;
        scrap += into_dump(case, doc, lot, (dump, cost))?;
    }
    let source = Source::new(SALES_RETURN.key, &doc.id, 2, case.today());
    book_dump(case, &source, dumped, scrap)?;
    set_lots(doc, &lots, ReturnLot::received);
    Ok("")
}

fn leave_hold(
    case: &mut Case,
    doc: &Doc,
    (at, lot): (usize, &ReturnLot),
    bucket: Bucket,
    qty: Qty,
) -> Result<(), Halt> {
    if qty.is_zero() {
        return Ok(());
    }
    let yard = doc.yard.as_deref().unwrap_or_default();
    let held = StockPlace::free(yard, &lot.sku, &lot.batch).to(Bucket::Hold);
    let source = Source::new(SALES_RETURN.key, &doc.id, at as u32, case.today());
    stock::post(case, Side::Stock(held), Side::Stock(held.to(bucket)), qty, &source).map(drop)
}
