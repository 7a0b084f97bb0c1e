//! The approval of an audit: every difference is a posting of its own, dated by its count and valued today.

use std::collections::BTreeMap;

use super::{APPROVED, AuditLine, STOCK_AUDIT, lines_of, review, sheet};
use crate::declare::case::{Case, Look};
use crate::docs::batches::BATCH;
use crate::docs::inwards::acts_here;
use crate::docs::orders::ORDER;
use crate::docs::standing::{self, Slab};
use crate::docs::{four_eyes, org, settings};
use crate::error::{Code, Halt, Issue, done};
use crate::json::Json;
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, LastCount, Qty, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::said;
use crate::value::{Day, Grams, IST_MINUTES, grouped, kg};

/// Another person than those who planned, counted and finished it approves, within their limit.
pub fn may_approve(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    four_eyes::another_person(look, doc, "stock_audit_approve", "approve")?;
    let lines = lines_of(doc)?;
    let sum = |of: fn(&AuditLine) -> i64| lines.iter().map(of).fold(0, i64::saturating_add);
    let slab = Slab {
        g: settings::int_of(look, "audit_bm_g")?,
        paise: standing::site_paise(look, "stock_audit")?,
    };
    let (g, paise) = (sum(|line| line.difference_g.abs()), sum(|line| line.value_paise.abs()));
    standing::within_slab(look, &slab, g, paise, standing::approved("stock_audit"))
}

fn day_of(look: &Look, line: &AuditLine) -> Day {
    line.counted_on.unwrap_or(look.today())
}

/// Posts what more was found and then what is missing, notes the day of every count, and books both.
pub fn approve(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut lines = lines_of(doc)?;
    for line in &mut lines {
        line.value_paise = review::value_of(&*case.doc(&BATCH, &line.batch)?, line.difference());
    }
    refuse_reserved(case, doc, &lines)?;
    let mut issues = Vec::new();
    let branch = doc.branch.clone().unwrap_or_default();
    let mut values: BTreeMap<Day, i64> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.difference().is_zero()) {
        *values.entry(day_of(case, line)).or_default() += line.value_paise;
    }
    for day in values.keys() {
        org::check_open_day(case, &branch, *day, "")?;
    }
    for gains in [true, false] {
        for (at, line) in lines.iter().enumerate() {
            issues.extend(post(case, doc, at, line, gains)?);
        }
    }
    done(issues)?;
    for (at, (day, value)) in values.into_iter().enumerate() {
        let source = Source::new(STOCK_AUDIT.key, &doc.id, at as u32, day);
        let rows = [(books::STOCK, value), (books::STOCK_DIFFERENCE, -value)];
        books::post(case, &source, day, &rows)?;
    }
    note_counts(case, doc)?;
    if !lines.is_empty() {
        doc.set("lines", lines.iter().map(AuditLine::write).collect::<Vec<_>>());
        let value = lines.iter().map(|line| line.value_paise).fold(0, i64::saturating_add);
        doc.set("value_paise", value);
    }
    four_eyes::seen(doc);
    doc.set("approved_by", case.actor.id.clone());
    Ok(APPROVED)
}

/// One part of a line's difference: pieces and weight may go either way.
fn post(
    case: &mut Case,
    doc: &Doc,
    at: usize,
    line: &AuditLine,
    gains: bool,
) -> Result<Vec<Issue>, Halt> {
    let by = if gains { line.difference() } else { -line.difference() };
    let qty = Qty::new(by.pcs.max(0), by.g.max(0));
    if qty.is_zero() {
        return Ok(Vec::new());
    }
    let yard = doc.text("yard").unwrap_or_default();
    let place = Side::Stock(StockPlace::free(yard, &line.sku, &line.batch));
    let (from, to) = if gains { (Side::Gain, place) } else { (place, Side::Loss) };
    let source = Source::new(STOCK_AUDIT.key, &doc.id, at as u32, day_of(case, line));
    match stock::post(case, from, to, qty, &source) {
        Err(Halt::Refused(refused)) => {
            let path = format!("lines.{at}.batch");
            Ok(refused.issues.into_iter().map(|one| Issue { path: path.clone(), ..one }).collect())
        }
        other => other.map(|_| Vec::new()),
    }
}

/// A count does not take what orders hold: they are named, and changed first.
fn refuse_reserved(look: &Look, doc: &Doc, lines: &[AuditLine]) -> Result<(), Halt> {
    let hit = review::orders_hit(look, doc, lines)?;
    let mut issues = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(orders) = hit.get(&line.sku) else { continue };
        if line.difference_pcs >= 0 && line.difference_g >= 0 {
            continue;
        }
        let mut named = Vec::new();
        for id in orders {
            let order = look.find(ORDER.key, id)?;
            named.extend(order.and_then(|order| order.doc_no.clone()));
        }
        let message = said!(
            "Batch {batch} is short by {pcs} pcs / {weight}, which are reserved for {named}. Change those orders first",
            batch = look.doc(&BATCH, &line.batch)?.title(&BATCH),
            pcs = grouped((-line.difference_pcs).max(0)),
            weight = kg(Grams((-line.difference_g).max(0))),
            named = named.join(", ")
        );
        issues.push(Issue::new(format!("lines.{at}.batch"), Code::StockShort, message));
    }
    done(issues)
}

/// Nothing of a counted batch is dated before its count any more.
fn note_counts(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    let yard = doc.text("yard").unwrap_or_default();
    for (batch, line) in sheet::lines(case, &doc.id)? {
        if let Some(at) = line.counts.iter().map(|one| one.at).max() {
            let counted = LastCount { on: at.day_in(IST_MINUTES), audit: sheet::name_of(doc) };
            stock::note_counted(case, yard, &batch, &counted)?;
        }
    }
    Ok(())
}
