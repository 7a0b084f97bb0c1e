//! The counts beside the books: each batch is compared with what the ledger held when it was counted.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{AuditLine, RECOUNT, REVIEW, SheetCount, SheetLine, round_of, sheet};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::{four_eyes, settings};
use crate::error::{Code, Halt};
use crate::json::Json;
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Availability, Bucket, Qty, StockPlace};
use crate::said;
use crate::value::{self, IST_MINUTES, Instant};

/// So many batches are named that are not counted yet.
const NAMED: usize = 5;

/// How far a count may be off the books before another person counts.
pub struct AuditLimits {
    bp: i64,
    paise: i64,
}

impl AuditLimits {
    fn of(look: &Look) -> Result<AuditLimits, Halt> {
        Ok(AuditLimits {
            bp: settings::int_of(look, "audit_variance_bp")?,
            paise: settings::int_of(look, "audit_variance_paise")?,
        })
    }

    fn exceeds(&self, book: Qty, by: Qty, paise: i64) -> bool {
        let off =
            |by: i64, of: i64| i128::from(by.abs()) * 10_000 > i128::from(of) * i128::from(self.bp);
        off(by.pcs, book.pcs) || off(by.g, book.g) || paise.abs() > self.paise
    }
}

/// What a difference is worth at the batch's cost: above zero a gain.
pub fn value_of(batch: &Doc, by: Qty) -> i64 {
    let by = if batch.int("in_g").unwrap_or(0) > 0 { Qty::new(0, by.g) } else { by };
    let sign = if by.g < 0 || by.pcs < 0 { -1 } else { 1 };
    sign * batches::cost_of(batch, Qty::new(by.pcs.abs(), by.g.abs()))
}

pub fn may_finish(look: &Look, doc: &Doc) -> Result<(), Halt> {
    sheet::counts_here(look, doc)
}

/// What is far off the books is counted again by another person; the rest is for review.
pub fn finish(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let round = round_of(doc);
    let lines = sheet::lines(case, &doc.id)?;
    refuse_open(case, doc, &lines, round)?;
    let limits = AuditLimits::of(case)?;
    let (mut found, mut agreed, mut again) = (Vec::new(), 0, false);
    for (batch, mut line) in lines {
        let Some(mut seen) = compare(case, doc, &batch, &line, &limits)? else { continue };
        if round == 1 && (seen.over || seen.moved_between) {
            line.again = true;
            sheet::put_line(case, &doc.id, &batch, &line)?;
            (seen.again, again) = (true, true);
        }
        match seen.difference().is_zero() && !seen.again {
            true => agreed += 1,
            false => found.push(seen),
        }
    }
    let hit = orders_hit(case, doc, &found)?;
    for line in &mut found {
        let loses = line.difference_pcs < 0 || line.difference_g < 0;
        line.orders = hit.get(&line.sku).filter(|_| loses).cloned().unwrap_or_default();
    }
    write(doc, &found, agreed);
    match again {
        true => {
            doc.set("round", 2);
            Ok(RECOUNT)
        }
        false => {
            doc.set("submitted_by", case.actor.id.clone());
            four_eyes::changed(case, doc);
            Ok(REVIEW)
        }
    }
}

fn write(doc: &mut Doc, found: &[AuditLine], agreed: usize) {
    let sum = |of: fn(&AuditLine) -> i64| found.iter().map(of).fold(0, i64::saturating_add);
    doc.set("difference_pcs", sum(|line| line.difference_pcs));
    doc.set("difference_g", sum(|line| line.difference_g));
    doc.set("value_paise", sum(|line| line.value_paise));
    doc.set("agreed_lines", agreed);
    doc.set("over_lines", found.iter().filter(|line| line.over).count());
    let before = doc.get("counted_by").and_then(Value::as_array).cloned().unwrap_or_default();
    let before = before.iter().filter_map(Value::as_str).map(str::to_owned);
    let people: BTreeSet<String> =
        before.chain(found.iter().flat_map(|line| line.counted_by.clone())).collect();
    doc.set("counted_by", people.into_iter().collect::<Vec<_>>());
    match found.is_empty() {
        true => drop(doc.record.remove("lines")),
        false => doc.set("lines", found.iter().map(AuditLine::write).collect::<Vec<_>>()),
    }
}

/// Every batch is counted that is still there; what left the yard meanwhile needs no count.
fn refuse_open(
    look: &Look,
    doc: &Doc,
    lines: &[(String, SheetLine)],
    round: i64,
) -> Result<(), Halt> {
    let mut open = Vec::new();
    for (batch, line) in lines {
        let due = line.is_due(round) && line.of_round(round).next().is_none();
        if due && (round > 1 || !held(look, doc, batch, &line.sku, look.now)?.is_zero()) {
            open.push(batch);
        }
    }
    if open.is_empty() {
        return Ok(());
    }
    let mut named = Vec::new();
    for batch in open.iter().take(NAMED) {
        named.push(look.doc(&BATCH, batch)?.title(&BATCH));
    }
    let more = if open.len() > NAMED { " and others" } else { "" };
    let (word, them) = match open.len() {
        1 => ("batch is", "it"),
        _ => ("batches are", "them"),
    };
    let message = said!(
        "{batches} {word} not counted{again}: {named}{more}. Count {them}, with 0 where nothing is found",
        batches = value::grouped(open.len() as i64),
        word,
        again = if round > 1 { " a second time" } else { "" },
        named = named.join(", "),
        more,
        them
    );
    Err(Halt::refuse(Code::Rule, message))
}

/// What the ledger held of a batch in the yard, free and on hold, at an instant.
fn held(look: &Look, doc: &Doc, batch: &str, sku: &str, at: Instant) -> Result<Qty, Halt> {
    let free = StockPlace::free(doc.text("yard").unwrap_or_default(), sku, batch);
    let hold = stock::held_at(look, &free.to(Bucket::Hold), at)?;
    Ok(stock::held_at(look, &free, at)? + hold)
}

/// A line of the sheet beside its books; none of a batch that nobody had to count.
fn compare(
    look: &Look,
    doc: &Doc,
    batch: &str,
    line: &SheetLine,
    limits: &AuditLimits,
) -> Result<Option<AuditLine>, Halt> {
    let last = if line.of_round(2).next().is_some() { 2 } else { 1 };
    let counts: Vec<&SheetCount> = line.of_round(last).collect();
    let times = || counts.iter().map(|one| one.at);
    let Some((first, at)) = times().min().zip(times().max()) else { return Ok(None) };
    let of = look.doc(&BATCH, batch)?;
    let book = held(look, doc, batch, &line.sku, at)?;
    // Between two counts goods may have gone from one place to the other.
    let moved = first < at && held(look, doc, batch, &line.sku, first)? != book;
    let counted = weighed(&counts, book, &of);
    let by = counted - book;
    let value_paise = value_of(&of, by);
    let mut people: Vec<String> = line.counts.iter().map(|one| one.by.clone()).collect();
    people.sort();
    people.dedup();
    let before: Vec<&SheetCount> = line.of_round(1).filter(|_| last > 1).collect();
    let first = (!before.is_empty()).then(|| weighed(&before, book, &of));
    Ok(Some(AuditLine {
        batch: batch.to_owned(),
        sku: line.sku.clone(),
        zone: of.text("zone").map(str::to_owned),
        book_pcs: book.pcs,
        book_g: book.g,
        counted_pcs: counted.pcs,
        counted_g: counted.g,
        difference_pcs: by.pcs,
        difference_g: by.g,
        value_paise,
        first_pcs: first.map(|qty| qty.pcs),
        first_g: first.map(|qty| qty.g),
        counted_on: Some(at.day_in(IST_MINUTES)),
        counted_by: people,
        again: line.again,
        over: limits.exceeds(book, by, value_paise),
        moved_between: moved,
        extra: line.extra,
        orders: Vec::new(),
    }))
}

/// All places together. Pieces that were not weighed weigh what the books say of so many, or what they
/// weighed as they came in.
fn weighed(counts: &[&SheetCount], book: Qty, batch: &Doc) -> Qty {
    let of = |key: &str| batch.int(key).unwrap_or(0);
    let pcs = counts.iter().map(|one| one.pcs).fold(0, i64::saturating_add);
    let scaled = counts.iter().filter_map(|one| one.g).fold(0, i64::saturating_add);
    let unweighed = counts.iter().filter(|one| one.g.is_none()).map(|one| one.pcs);
    let unweighed = unweighed.fold(0, i64::saturating_add);
    let per = if book.pcs > 0 { book } else { Qty::new(of("in_pcs"), of("in_g")) };
    Qty::new(pcs, scaled.saturating_add(stock::issue_weight(per, unweighed)))
}

/// The orders that hold an SKU of which less would be left than they reserve.
pub fn orders_hit(
    look: &Look,
    doc: &Doc,
    found: &[AuditLine],
) -> Result<BTreeMap<String, Vec<String>>, Halt> {
    let yard = doc.text("yard").unwrap_or_default();
    let mut by_sku: BTreeMap<&str, Qty> = BTreeMap::new();
    for line in found {
        let sum = by_sku.entry(&line.sku).or_default();
        *sum = *sum + line.difference();
    }
    let mut hit = BTreeMap::new();
    for (sku, by) in by_sku {
        let position = stock::position(look, yard, sku)?;
        let after = Availability { free: position.free + by, ..position };
        let holders = stock::holders(look, yard, sku)?;
        if !after.covers_holds() && !holders.is_empty() {
            hit.insert(sku.to_owned(), holders);
        }
    }
    Ok(hit)
}
