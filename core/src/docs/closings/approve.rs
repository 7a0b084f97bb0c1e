//! The road of a closing to its approval, and what the approval takes off the books.

use serde_json::{Value, json};

use super::{APPROVED, BATCH_CLOSING, COUNT, DRAFT, PENDING, REJECTED, WEIGHING, save};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH, CLOSED};
use crate::docs::dumps;
use crate::docs::inwards::acts_here;
use crate::docs::standing::{self, Slab};
use crate::docs::{four_eyes, org, reasons};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::said;
use crate::schema::check::{self, Strictness};
use crate::value::{Grams, grouped, kg, part};
use crate::write::save as engine;

fn int(doc: &Doc, key: &str) -> i64 {
    doc.int(key).unwrap_or(0)
}

/// The record is complete, nothing counts on the batch, and the number is given.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let batch = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    save::compute(case, doc, &batch)?;
    acts_here(case, doc)?;
    let checked =
        check::check(&BATCH_CLOSING, &doc.record, Some(&doc.record), Strictness::Complete);
    let mut issues = checked.issues;
    let yard = doc.yard.clone().unwrap_or_default();
    issues.extend(standing::day_issues(case, BATCH_CLOSING.key, doc, &batch, &yard)?);
    issues.extend(claims(case, doc, &batch)?);
    issues.extend(photo_issue(case, doc)?);
    done(issues)?;
    if doc.doc_no.is_none() {
        let (branch, day) = (doc.branch.clone().unwrap_or_default(), standing::day_of(case, doc));
        doc.doc_no = Some(org::next_number(case, &BATCH_CLOSING, &branch, day)?);
    }
    doc.set("submitted_by", case.actor.id.clone());
    four_eyes::changed(case, doc);
    Ok(PENDING)
}

/// Everything that still counts on the batch, and pieces that nobody disposed of.
fn claims(look: &Look, doc: &Doc, batch: &Doc) -> Result<Vec<Issue>, Halt> {
    let yard = doc.yard.as_deref().unwrap_or_default();
    let mut issues: Vec<Issue> = standing::closed_issue(look, batch)?.into_iter().collect();
    issues.extend(elsewhere(look, doc, batch)?);
    let free = Qty::new(int(doc, "balance_pcs"), int(doc, "balance_g"));
    issues.extend(standing::reserved_issue(look, batch, yard, free)?);
    issues.extend(standing::loading_issue(look, batch, yard)?);
    issues.extend(dumps::under_way_issue(look, batch, yard)?);
    let lost = int(doc, "lost_pcs");
    if lost != free.pcs {
        let message = match free.pcs {
            0 => "No pieces are left in the books".into(),
            n => said!(
                "{pcs} pcs are left in the books. Dump them first, or enter them all as not found",
                pcs = grouped(n)
            ),
        };
        issues.push(Issue::new("lost_pcs", Code::Input, message));
    }
    let moved = doc.text("last_moved").and_then(crate::value::Day::parse);
    if let Some(moved) = moved.filter(|moved| standing::day_of(look, doc) < *moved) {
        let message = said!(
            "The batch last moved on {moved}; close it on that day or later",
            moved = moved.shown()
        );
        issues.push(Issue::new("date", Code::Input, message));
    }
    Ok(issues)
}

/// Refuses a batch with goods in another yard, on hold, on the road or in work.
fn elsewhere(look: &Look, doc: &Doc, batch: &Doc) -> Result<Option<Issue>, Halt> {
    let standing = standing::Whereabouts::of(look, batch)?;
    let own = doc.yard.as_deref().unwrap_or_default();
    let stays = |one: &&standing::Lying| match one.bucket {
        Bucket::Dump => false,
        Bucket::Free => one.yard != own,
        _ => true,
    };
    let Some(one) = standing.lies.iter().find(stays) else { return Ok(None) };
    let state = match one.bucket {
        Bucket::Hold => "on hold",
        Bucket::Transit => "in transit",
        Bucket::Wip => "in work",
        Bucket::Free | Bucket::Dump => "free",
    };
    let yard = look.find("yard", &one.yard)?;
    let yard = yard.as_ref().and_then(|yard| yard.text("name")).unwrap_or(&one.yard);
    let message = said!(
        "{pcs} pcs / {weight} of batch {batch} are still {state} at {yard}",
        pcs = grouped(one.qty.pcs),
        weight = kg(Grams(one.qty.g)),
        batch = batch.title(&BATCH),
        state,
        yard
    );
    Ok(Some(Issue::new("batch", Code::Rule, message)))
}

/// A large difference is shown, and so is one whose reason asks for it.
fn photo_issue(look: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    if standing::has_photos(doc) {
        return Ok(None);
    }
    let limit = standing::site(look, "closing_photo_g")?;
    let weight = int(doc, "difference_g").abs() + int(doc, "lost_g");
    if weight > limit {
        let message =
            said!("A photo is needed for a difference above {limit}", limit = kg(Grams(limit)));
        return Ok(Some(Issue::new("photos", Code::Required, message)));
    }
    let reason = doc.text("reason").unwrap_or_default();
    let needed = reasons::needs_photo(look, "batch_closing", reason)?;
    Ok(needed.then(|| Issue::new("photos", Code::Required, "This reason needs a photo")))
}

/// Another person approves, within their slab, in an open period.
pub fn may_approve(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    four_eyes::another_person(look, doc, "batch_closing_approve", "approve")?;
    let part_g = part(int(doc, "in_g"), standing::site(look, "closing_bm_bp")?, 10_000);
    let kind = "batch_closing";
    let slab = Slab {
        g: standing::slab_of(look, doc, kind, "slab_g", part_g)?,
        paise: standing::slab_of(look, doc, kind, "slab_paise", standing::site_paise(look, kind)?)?,
    };
    let weight = int(doc, "difference_g").abs() + int(doc, "lost_g");
    let value = int(doc, "value_paise").abs();
    standing::within_slab(look, &slab, weight, value, standing::approved("batch_closing"))?;
    org::check_open_day(
        look,
        doc.branch.as_deref().unwrap_or_default(),
        standing::day_of(look, doc),
        "date",
    )
}

pub fn reject(_: &mut Case, _: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    Ok(REJECTED)
}

/// The batch stands as it does now, and no other closing was begun since.
pub fn revise(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let batch = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    let mut issues: Vec<Issue> = standing::closed_issue(case, &batch)?.into_iter().collect();
    if let Some(other) = save::under_way(case, doc, &batch.id)? {
        let name = other.doc_no.clone().unwrap_or("a draft".to_owned());
        let message = said!(
            "Batch {batch} is already being closed in {name}",
            batch = batch.title(&BATCH),
            name
        );
        issues.push(Issue::new("batch", Code::Duplicate, message));
    }
    done(issues)?;
    save::compute(case, doc, &batch)?;
    save::counts_again(case, doc)?;
    Ok(DRAFT)
}

/// The residue leaves the free stock, its value goes to the books, and the batch is closed.
pub fn approve(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let before = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    let seen = (int(doc, "balance_pcs"), int(doc, "balance_g"), int(doc, "gained_g"));
    save::compute(case, doc, &before)?;
    if seen != (int(doc, "balance_pcs"), int(doc, "balance_g"), int(doc, "gained_g")) {
        let message =
            "The batch has moved since this was sent. Reject it, so that the yard sends it again";
        return Err(Halt::refuse(Code::Rule, message));
    }
    let mut issues = claims(case, doc, &before)?;
    let (yard, date) = (doc.yard.clone().unwrap_or_default(), standing::day_of(case, doc));
    issues.extend(standing::audit_issue(case, &before, &yard, date)?);
    done(issues)?;
    four_eyes::seen(doc);
    doc.set("approved_by", case.actor.id.clone());
    let lost = Qty::new(int(doc, "lost_pcs"), int(doc, "lost_g"));
    let rest = Qty::new(0, int(doc, "balance_g") - lost.g);
    let mut moves = Vec::new();
    let sku = before.text("sku").unwrap_or_default();
    let place = StockPlace::free(&yard, sku, &before.id);
    for (line, (kind, qty)) in [(COUNT, lost), (WEIGHING, rest)].into_iter().enumerate() {
        if qty.is_zero() {
            continue;
        }
        let source = Source::new(BATCH_CLOSING.key, &doc.id, line as u32, date);
        let posting = stock::post(case, Side::Stock(place), Side::Loss, qty, &source)?;
        moves.push(json!({ "kind": kind, "pcs": qty.pcs, "weight_g": qty.g, "posting": posting }));
    }
    doc.set("moves", Value::Array(moves));
    doc.set("voucher", book(case, doc, &before)?);
    let mut closed = Doc::clone(&before);
    closed.status = CLOSED.to_owned();
    closed.set("closed_on", date.to_string());
    closed.set("closing", doc.id.clone());
    closed.record.remove("gained_g");
    let none = Record::new();
    engine::finish(case, &BATCH, Some(&before), closed, "close", &none, None)?;
    Ok(APPROVED)
}

/// Stock against what was lost in counting, and against what the scales did not agree on.
fn book(case: &mut Case, doc: &Doc, batch: &Doc) -> Result<u64, Halt> {
    let lost = batches::cost_of(batch, Qty::new(int(doc, "lost_pcs"), int(doc, "lost_g")));
    // Above zero a gain.
    let weighing = int(doc, "value_paise") + lost;
    let date = standing::day_of(case, doc);
    let source = Source::new(BATCH_CLOSING.key, &doc.id, 0, date);
    let rows = [
        (books::STOCK, weighing - lost),
        (books::STOCK_DIFFERENCE, lost),
        (books::WEIGHING_DIFFERENCE, -weighing),
    ];
    books::post(case, &source, date, &rows)
}
