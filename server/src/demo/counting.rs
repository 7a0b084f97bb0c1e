//! The demo's stock audits at the end of the story: one in every status, with what was found and what it posted.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::audits::{self, sheet};
use godown_core::kept::doc::Doc;
use godown_core::ledger::stock::{self, Bucket};
use godown_core::value::Day;
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known};

/// A plan: yard, days from now, what is counted, whether blind.
const PLANS: &[(usize, i32, &str, bool)] = &[
    (0, 2, "zones", true),
    (1, 4, "yard", true),
    (2, 7, "rolling", true),
    (3, 9, "age", true),
    (0, 30, "yard", false),
    (4, 12, "yard", true),
];

/// A count: yard, whether blind, its end, how many pieces each batch is off, words.
type Round = (usize, bool, &'static str, &'static [i64], &'static str);

const ROUNDS: &[Round] = &[
    (0, true, audits::APPROVED, &[0, 0, -1, 0, 1, 0], "The tubes of bay 2"),
    (2, false, audits::APPROVED, &[0, -4, 0, 3, 0], "After the rains"),
    (0, true, audits::COUNTING, &[0, -1, 0, 0], "Before the tender"),
    (1, true, audits::RECOUNT, &[0, -9, 0], "The rack by the gate"),
    (3, false, audits::REVIEW, &[-6, 0, 0, 2], "Half-yearly"),
    (4, false, audits::REJECTED, &[-7, 0], "Counted in the dark"),
];

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    for (at, round) in ROUNDS.iter().enumerate() {
        count(site, known, until, at, round)?;
    }
    let auditor = person(known, "AUDIT")?.clone();
    for (at, (yard, days, counted, blind)) in PLANS.iter().enumerate() {
        let place = &known.yards[*yard];
        let mut record = json!({
            "yard": place.id, "counted": counted, "counters": [keeper(known, *yard)?.id],
            "planned_on": until.plus(*days).to_string(), "blind": blind,
        });
        match *counted {
            "zones" => record["zones"] = json!(place.zones[..2]),
            "age" => record["age_days"] = json!(90),
            "rolling" => (record["rolling_days"], record["most"]) = (json!(60), json!(25)),
            _ => {}
        }
        let doc = site.create(&auditor, "stock_audit", record)?;
        if at + 1 == PLANS.len() {
            let remarks = json!({ "remarks": "Yard is closed for the fair" });
            site.must(&auditor, &doc, "cancel", remarks)?;
        }
    }
    Ok(())
}

fn keeper(known: &Known, yard: usize) -> Result<Actor, Fault> {
    Ok(person(known, ["YARD", "YARD2", "YARD3"][known.yards[yard].branch])?.clone())
}

/// Batches of a yard with enough pieces that nobody reserved, others each time.
fn batches(site: &Site, yard: &str, turn: usize, most: usize) -> Result<Vec<String>, Fault> {
    let system = Actor::system();
    let look = docs::look(&site.state, &system, site.now);
    let mut found = Vec::new();
    for one in stock::lying_in(&look, yard)? {
        let spare = stock::position(&look, yard, &one.sku)?.available();
        if one.bucket == Bucket::Free && one.qty.pcs >= 40 && spare.pcs >= 40 {
            found.push(one.batch);
        }
    }
    Ok(found.into_iter().skip(turn * 2).take(most).collect())
}

fn count(
    site: &mut Site,
    known: &Known,
    until: Day,
    at: usize,
    (yard, blind, end, off, words): &Round,
) -> Result<(), Fault> {
    let (place, auditor) = (&known.yards[*yard], person(known, "AUDIT")?.clone());
    let counter = keeper(known, *yard)?;
    let mut counters = vec![counter.id.clone()];
    // Who sees the books counts only where everybody does.
    counters.extend((!blind).then(|| auditor.id.clone()));
    let batches = batches(site, &place.id, at, off.len())?;
    if batches.is_empty() {
        return Ok(());
    }
    let mut doc = site.create(
        &auditor,
        "stock_audit",
        json!({
            "yard": place.id, "counted": "batches", "batches": batches, "counters": counters,
            "planned_on": until.to_string(), "blind": blind, "note": words,
        }),
    )?;
    doc = step(site, &counter, &doc, "start")?;
    let counted = if *end == audits::COUNTING { batches.len() / 2 } else { batches.len() };
    for (batch, off) in batches.iter().zip(*off).take(counted) {
        enter(site, &counter, &doc, batch, *off)?;
    }
    if *end == audits::COUNTING {
        return Ok(());
    }
    doc = step(site, &counter, &doc, "finish")?;
    if doc.status == audits::RECOUNT && *end != audits::RECOUNT {
        for (batch, off) in batches.iter().zip(*off) {
            let again = {
                let system = Actor::system();
                let look = docs::look(&site.state, &system, site.now);
                sheet::line(&look, &doc.id, batch)?.is_some_and(|line| line.again)
            };
            if again {
                enter(site, &auditor, &doc, batch, *off)?;
            }
        }
        doc = step(site, &counter, &doc, "finish")?;
    }
    let boss = person(known, manager(place.branch))?.clone();
    match *end {
        audits::APPROVED => drop(step(site, &boss, &doc, "approve")?),
        audits::REJECTED => {
            let remarks = json!({ "remarks": "To be counted again by daylight" });
            site.must(&boss, &doc, "reject", remarks)?;
        }
        _ => {}
    }
    Ok(())
}

fn step(site: &mut Site, actor: &Actor, doc: &Doc, action: &str) -> Result<Doc, Fault> {
    site.pass(120_000);
    site.must(actor, doc, action, json!({}))
}

/// A count that is some pieces off what the books say.
fn enter(site: &mut Site, actor: &Actor, audit: &Doc, batch: &str, off: i64) -> Result<Doc, Fault> {
    site.pass(90_000);
    let pcs = {
        let system = Actor::system();
        let look = docs::look(&site.state, &system, site.now);
        let line = sheet::line(&look, &audit.id, batch)?.unwrap_or_default();
        let yard = audit.text("yard").unwrap_or_default();
        let place = stock::StockPlace::free(yard, &line.sku, batch);
        let lies = stock::balance(&look, &place)?;
        (lies + stock::balance(&look, &place.to(Bucket::Hold))?).pcs
    };
    let record: Value =
        json!({ "stock_audit": audit.id, "batch": batch, "pcs": (pcs + off).max(0) });
    site.create(actor, "stock_count", record)
}
