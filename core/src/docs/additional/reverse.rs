//! Taking an approved additional inward back, by postings of its own.

use serde_json::Value;

use super::approve::{correction_sides, place_of};
use super::save::signed;
use super::{Addition, costs};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::inwards::REVERSED;
use crate::docs::inwards::approve::acts_here;
use crate::docs::inwards::reverse::{take_back, today_is_open, untouched};
use crate::docs::inwards::save::{int, lines_of, qty_of, text};
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::ledger::{Source, books, stock};

pub fn may_reverse(case: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(case, doc)?;
    if Addition::of(doc)?.brings() {
        untouched(case, doc)?;
    }
    today_is_open(case, doc)
}

pub fn reverse(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let kind = Addition::of(doc)?;
    match kind {
        Addition::Freight => costs::take_off(case, doc, inputs)?,
        Addition::Correction => put_back(case, doc)?,
        _ => {
            take_back(case, doc, kind.side(), inputs)?;
            let today = case.today();
            let source = Source::new(&doc.kind, &doc.id, 0, today);
            books::reverse(case, voucher(doc), &source, today)?;
        }
    }
    Ok(REVERSED)
}

fn voucher(doc: &Doc) -> u64 {
    doc.get("voucher").and_then(Value::as_u64).unwrap_or(0)
}

/// The opposite of a correction, at what the batch costs today.
fn put_back(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    let (today, mut cost) = (case.today(), 0_i64);
    for (at, line) in lines_of(doc).iter().enumerate() {
        let (to, from) = correction_sides(line, place_of(doc, line));
        let seq = u64::try_from(int(line, "posting")).unwrap_or(0);
        let source = Source::new(&doc.kind, &doc.id, at as u32, today).reversing(seq);
        stock::post(case, from, to, qty_of(line), &source)?;
        let batch = case.doc(&BATCH, text(line, "of_batch"))?;
        cost -= signed(line, batches::cost_of(&batch, qty_of(line)));
    }
    let source = Source::new(&doc.kind, &doc.id, 0, today).reversing(voucher(doc));
    let rows = [(books::STOCK, cost), (Addition::Correction.account(), -cost)];
    books::post(case, &source, today, &rows).map(drop)
}
