//! What leaves the dump by another document, sold as scrap or reprocessed, and what comes back from it.

use super::{APPROVED, DUMP_STOCK, GoneLot, LYING, REPROCESSED, SOLD, gone_of, left_of};
use crate::declare::case::{Case, Look};
use crate::declare::grant::ScopeKind;
use crate::docs::batches::{self, BATCH};
use crate::error::{Code, Halt};
use crate::json::Json;
use crate::kept::doc::{Doc, Record};
use crate::ledger::Source;
use crate::ledger::stock::{Qty, StockPlace};
use crate::value::part;
use crate::write::{save, within};

/// The document line by which goods leave the dump, and the order or the work order that it is of.
#[derive(Clone, Copy, Debug)]
pub struct OutOfDump<'a> {
    pub source: &'a str,
    pub line: u32,
    pub order: Option<&'a str>,
    pub work_order: Option<&'a str>,
}

impl<'a> OutOfDump<'a> {
    pub fn of(source: &Source<'a>) -> OutOfDump<'a> {
        OutOfDump { source: source.id, line: source.line, order: None, work_order: None }
    }
}

/// The dumps of a place in these statuses, the first of them first.
fn dumps_of(look: &Look, place: &StockPlace, statuses: &[&str]) -> Result<Vec<Doc>, Halt> {
    let yard = (ScopeKind::Yard, place.yard);
    let mut found = Vec::new();
    for id in within::ids_of(look, &DUMP_STOCK, yard, "batch", place.batch)? {
        let dump = look.copy(&DUMP_STOCK, &id)?;
        if statuses.contains(&dump.status.as_str()) {
            found.push(dump);
        }
    }
    found.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    Ok(found)
}

/// Takes goods that leave the dump off its dumps, oldest first, and answers what they are worth in the
/// books: by the dumps' values, and what no dump brought there at its batch's cost.
pub fn take(case: &mut Case, place: &StockPlace, qty: Qty, out: &OutOfDump) -> Result<i64, Halt> {
    let (mut rest, mut worth) = (qty, 0);
    for mut dump in dumps_of(case, place, LYING)? {
        let left = left_of(&dump)?;
        let share = left.qty.min(rest);
        if share.is_zero() {
            continue;
        }
        let value = match share == left.qty {
            true => left.value_paise,
            false => part_of(left.value_paise, share, left.qty),
        };
        let mut gone = gone_of(&dump)?;
        add(&mut gone, share, value, out);
        write(&mut dump, &gone);
        if share == left.qty {
            let by_work = out.work_order.is_some();
            dump.status = if by_work { REPROCESSED } else { SOLD }.to_owned();
        }
        keep(case, dump, "leave")?;
        (rest, worth) = (rest - share, worth + value);
    }
    if !rest.is_zero() {
        let batch = case.doc(&BATCH, place.batch)?;
        worth += batches::cost_of(&batch, rest);
    }
    Ok(worth)
}

fn add(gone: &mut Vec<GoneLot>, qty: Qty, value_paise: i64, out: &OutOfDump) {
    let own = |text: Option<&str>| text.map(str::to_owned);
    let line = i64::from(out.line);
    let at = gone.iter().position(|one| one.source == out.source && one.line == line);
    let at = at.unwrap_or_else(|| {
        gone.push(GoneLot {
            order: own(out.order),
            work_order: own(out.work_order),
            source: out.source.to_owned(),
            line,
            ..GoneLot::default()
        });
        gone.len() - 1
    });
    if let Some(row) = gone.get_mut(at) {
        row.pcs += qty.pcs;
        row.weight_g += qty.g;
        row.value_paise += value_paise;
    }
}

/// Puts goods back into the dumps that they were taken off, worth so much; answers what they are worth
/// there.
pub fn come_back(
    case: &mut Case,
    place: &StockPlace,
    qty: Qty,
    worth: i64,
    out: &OutOfDump,
) -> Result<i64, Halt> {
    let (mut rest, mut left) = (qty, worth);
    let all = [LYING, &[SOLD, REPROCESSED]].concat();
    for mut dump in dumps_of(case, place, &all)?.into_iter().rev() {
        let mut gone = gone_of(&dump)?;
        let ours = |row: &&mut GoneLot| row.source == out.source && row.line == i64::from(out.line);
        let Some(row) = gone.iter_mut().find(ours) else { continue };
        let has = Qty::new(row.pcs, row.weight_g);
        let share = has.min(rest);
        if share.is_zero() {
            continue;
        }
        let value = match (share == has, share == rest) {
            (true, _) => row.value_paise,
            (false, true) => left.clamp(0, row.value_paise),
            (false, false) => part_of(row.value_paise, share, has),
        };
        row.pcs -= share.pcs;
        row.weight_g -= share.g;
        row.value_paise -= value;
        gone.retain(|row| row.pcs > 0 || row.weight_g > 0);
        write(&mut dump, &gone);
        if !LYING.contains(&dump.status.as_str()) {
            dump.status = APPROVED.to_owned();
        }
        keep(case, dump, "come_back")?;
        (rest, left) = (rest - share, left - value);
    }
    // What no dump had brought there takes the rest.
    Ok(if rest.is_zero() { worth - left } else { worth })
}

/// The part of an amount that some of the goods bear.
pub fn part_of(whole: i64, some: Qty, all: Qty) -> i64 {
    if all.g > 0 { part(whole, some.g, all.g) } else { part(whole, some.pcs, all.pcs) }
}

fn write(dump: &mut Doc, gone: &[GoneLot]) {
    match gone.is_empty() {
        true => drop(dump.record.remove("gone")),
        false => dump.set("gone", gone.iter().map(GoneLot::write).collect::<Vec<_>>()),
    }
}

fn keep(case: &mut Case, mut dump: Doc, action: &str) -> Result<(), Halt> {
    let left = left_of(&dump)?.qty;
    match dump.get("gone") {
        Some(_) => {
            dump.set("left_pcs", left.pcs);
            dump.set("left_g", left.g);
        }
        None => ["left_pcs", "left_g"].iter().for_each(|key| drop(dump.record.remove(*key))),
    }
    let before = case.doc(&DUMP_STOCK, &dump.id)?;
    save::finish(case, &DUMP_STOCK, Some(&before), dump, action, &Record::new(), None).map(drop)
}

/// Goods leave the dump and come back into it with what moves them, and never by a step of their own.
pub fn only_with_goods(_: &Look, _: &Doc) -> Result<(), Halt> {
    Err(Halt::refuse(Code::Rule, "The goods leave the dump by an order or a work order"))
}

/// The pieces that leave the dump with so much weight: scrap is sold by weight, so that of goods counted
/// in pieces as many leave as their weight comes to, and the last weight takes the last pieces.
pub fn pieces_of(lies: Qty, g: i64) -> i64 {
    match g >= lies.g {
        true => lies.pcs,
        false => part(lies.pcs, g, lies.g).min(lies.pcs - 1).max(0),
    }
}
