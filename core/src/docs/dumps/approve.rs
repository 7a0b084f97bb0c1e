//! The road of a dump to its approval, and what the approval moves.

use super::{APPROVED, DUMP_STOCK, PENDING, save};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::inwards::acts_here;
use crate::docs::standing::{self, Slab};
use crate::docs::{four_eyes, org, settings};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Bucket, Side};
use crate::ledger::{Source, books};
use crate::schema::check::{self, Strictness};
use crate::value;

/// The record is complete, the goods are there and shown, and the number is given.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let batch = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    let checked = check::check(&DUMP_STOCK, &doc.record, Some(&doc.record), Strictness::Complete);
    let mut issues = checked.issues;
    let yard = doc.yard.clone().unwrap_or_default();
    issues.extend(standing::day_issues(case, DUMP_STOCK.key, doc, &batch, &yard)?);
    issues.extend(standing::closed_issue(case, &batch)?);
    issues.extend(save::quantity_issues(case, doc, &batch)?);
    if !standing::has_photos(doc) {
        let message = "Add at least one photo of the goods";
        issues.push(Issue::new("photos", Code::Required, message));
    }
    done(issues)?;
    if doc.doc_no.is_none() {
        let (branch, day) = (doc.branch.clone().unwrap_or_default(), standing::day_of(case, doc));
        doc.doc_no = Some(org::next_number(case, &DUMP_STOCK, &branch, day)?);
    }
    doc.set("submitted_by", case.actor.id.clone());
    four_eyes::changed(case, doc);
    Ok(PENDING)
}

/// Another person approves, within their slab, in an open period.
pub fn may_approve(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    four_eyes::another_person(look, doc, "dump_approve", "approve")?;
    let site = |key: &str| standing::site(look, key);
    let slab = Slab {
        g: standing::slab_of(look, doc, "dump", "slab_g", site("dump_bm_g")?)?,
        paise: standing::slab_of(
            look,
            doc,
            "dump",
            "slab_paise",
            standing::site_paise(look, "dump_stock")?,
        )?,
    };
    let (weight, cost) = (doc.int("weight_g").unwrap_or(0), doc.int("cost_paise").unwrap_or(0));
    standing::within_slab(look, &slab, weight, cost, standing::approved("dump_stock"))?;
    let branch = doc.branch.as_deref().unwrap_or_default();
    org::check_open_day(look, branch, standing::day_of(look, doc), "date")
}

/// From FREE to DUMP, at cost or at what scrap is worth.
pub fn approve(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let batch = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    let (yard, date) = (doc.yard.clone().unwrap_or_default(), standing::day_of(case, doc));
    let mut issues: Vec<Issue> = standing::closed_issue(case, &batch)?.into_iter().collect();
    issues.extend(standing::audit_issue(case, &batch, &yard, date)?);
    issues.extend(save::quantity_issues(case, doc, &batch)?);
    done(issues)?;
    let qty = save::moved(doc)?;
    let place = save::place(doc, &batch);
    let source = Source::new(DUMP_STOCK.key, &doc.id, 0, date);
    let dump = Side::Stock(place.to(Bucket::Dump));
    let posting = stock::post(case, Side::Stock(place), dump, qty, &source)?;
    let cost = batches::cost_of(&batch, qty);
    let worth = worth(case, cost, qty.g)?;
    let rows = [
        (books::STOCK_DUMP, worth),
        (books::STOCK_DIFFERENCE, cost - worth),
        (books::STOCK, -cost),
    ];
    let voucher = books::post(case, &source, date, &rows)?;
    four_eyes::seen(doc);
    doc.set("approved_by", case.actor.id.clone());
    doc.set("cost_paise", cost);
    doc.set("value_paise", worth);
    doc.set("posting", posting);
    doc.set("voucher", voucher);
    Ok(APPROVED)
}

/// The value in the books of dumped goods: their cost, or what scrap of their weight is worth.
pub fn worth(look: &Look, cost: i64, g: i64) -> Result<i64, Halt> {
    Ok(match settings::text_of(look, "dump_value")?.as_str() {
        "scrap" => scrap_value(look, g)?.min(cost),
        _ => cost,
    })
}

fn scrap_value(look: &Look, g: i64) -> Result<i64, Halt> {
    let rate = settings::int_of(look, "scrap_paise_per_kg")?;
    Ok(value::amount(g, rate, 1_000).map_or(i64::MAX, |paise| paise.0))
}
