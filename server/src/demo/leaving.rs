//! What leaves the books of the demo's yards: batches that are closed with a gain or a loss, and dumps in every state.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::dumps;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::ledger::stock::{self, StockPlace};
use godown_core::value::{Day, Instant};
use serde_json::json;

use super::parties::{manager, person};
use super::site::{self, Site};
use super::{Fault, Known};

/// How often a yard looks for batches that are finished, days.
const EVERY: i32 = 17;
/// How many it closes then.
const AT_ONCE: usize = 4;
/// So many days before the end closings still wait, or were sent back.
const FRESH: i32 = 16;

/// The days on which each yard closes batches.
pub fn plan(yards: usize, from: Day, until: Day, add: &mut dyn FnMut(Instant, usize)) {
    for yard in 0..yards {
        let mut day = until.plus(-2 - yard as i32);
        while day > from {
            add(site::at(day, 17 * 60 + 20 + yard as i64), yard);
            day = day.plus(-EVERY);
        }
    }
}

/// Closes batches of a yard of which every piece is gone.
pub fn close(site: &mut Site, known: &Known, yard: usize, until: Day) -> Result<(), Fault> {
    let place = &known.yards[yard];
    let keeper = keeper(known, place.branch)?;
    let fresh = until.days_since(site.today()) < i64::from(FRESH);
    for (at, batch) in finished(site, &place.id)?.into_iter().take(AT_ONCE).enumerate() {
        let gained = batch.int("gained_g").unwrap_or(0) > 0;
        let reason = match (gained, at % 3) {
            (true, _) | (false, 1) => "THEORETICAL",
            (false, 2) => "COUNT_ERROR",
            _ => "WEIGHING_LOSS",
        };
        let photo = site.photo(&keeper, at)?;
        let record = json!({ "batch": batch.id, "reason": reason, "photos": [photo] });
        let doc = site.create(&keeper, "batch_closing", record)?;
        if fresh && at == 3 {
            continue;
        }
        let doc = site.must(&keeper, &doc, "submit", json!({}))?;
        let approver = person(known, manager(place.branch))?.clone();
        match (fresh, at) {
            (true, 1) => {}
            (true, 2) => {
                let remarks = json!({ "remarks": "Weigh the racks beside it first" });
                site.must(&approver, &doc, "reject", remarks)?;
            }
            _ => approve(site, known, &approver, &doc)?,
        }
    }
    Ok(())
}

/// The branch manager, else the administrator: above the slab it is theirs.
fn approve(site: &mut Site, known: &Known, approver: &Actor, doc: &Doc) -> Result<(), Fault> {
    if site.act(approver, doc, "approve", json!({})).is_err() {
        let admin = person(known, "ADMIN")?.clone();
        site.must(&admin, doc, "approve", json!({}))?;
    }
    Ok(())
}

/// Whoever keeps the yards of a branch.
fn keeper(known: &Known, branch: usize) -> Result<Actor, Fault> {
    Ok(person(known, ["YARD", "YARD2", "YARD3"][branch])?.clone())
}

/// Open batches of a yard of which no piece is left; those with a difference first.
fn finished(site: &Site, yard: &str) -> Result<Vec<Doc>, Fault> {
    let system = Actor::system();
    let look = docs::look(&site.state, &system, site.now);
    let mut found: Vec<(bool, Doc)> = Vec::new();
    let prefix = keys::key(&["doc", "batch"]);
    let ours = site.state.pairs.range(prefix.clone()..);
    for (_, bytes) in ours.take_while(|(key, _)| key.starts_with(&prefix)) {
        let Ok(batch) = serde_json::from_slice::<Doc>(bytes) else { continue };
        if batch.status != "Open" || batch.text("origin") != Some(yard) {
            continue;
        }
        let sku = batch.text("sku").unwrap_or_default();
        let free = stock::balance(&look, &StockPlace::free(yard, sku, &batch.id))?;
        let agrees = free.g == 0 && batch.int("gained_g").unwrap_or(0) == 0;
        // A closing that was sent back or waits is not begun anew.
        let begun = look.text(&keys::key(&["closing", &batch.id]))?.is_some();
        if free.pcs == 0 && batch.int("in_pcs").unwrap_or(0) > 0 && !begun {
            found.push((agrees, batch));
        }
    }
    found.sort_by(|(a, one), (b, other)| (a, &one.id).cmp(&(b, &other.id)));
    Ok(found.into_iter().map(|(_, batch)| batch).collect())
}

/// Yard, status, reason, pieces, words.
const DUMPS: &[(usize, &str, &str, i64, &str)] = &[
    (0, dumps::DRAFT, "RUST", 4, "Bottom layer stood in water"),
    (0, dumps::PENDING, "BEND", 3, "Hit by the loader"),
    (1, dumps::PENDING, "SHORT_LENGTH", 6, "Cut for a customer who did not come"),
    (0, dumps::APPROVED, "RUST", 5, "White rust on all of the bundle"),
    (2, dumps::APPROVED, "END_CUT", 8, "Ends of the last job"),
    (3, dumps::APPROVED, "CUSTOMER_REJECT", 2, "Weld line is open"),
    (2, dumps::REJECTED, "RUST", 3, "Rust can be brushed off"),
    (1, dumps::DISPOSAL, "BEND", 2, "Bent beyond straightening"),
    (4, dumps::WRITTEN_OFF, "SHORT_LENGTH", 4, "No dealer takes less than a metre"),
    (3, dumps::RESTORED, "BEND", 5, "Straightened on the bench"),
    (0, dumps::APPROVED, "BEND", 2, "Fell off the rack"),
];

/// Dumps in every state, on the last day.
pub fn dump(site: &mut Site, known: &Known) -> Result<(), Fault> {
    for (turn, (yard, status, reason, pcs, words)) in DUMPS.iter().enumerate() {
        let place = &known.yards[*yard];
        let keeper = keeper(known, place.branch)?;
        let Some(batch) = spare(site, known, *yard, turn * 2 + 3, *pcs)? else { continue };
        let photo = site.photo(&keeper, turn)?;
        let record = json!({
            "yard": place.id, "batch": batch, "pcs": pcs, "reason": reason, "photos": [photo],
            "est_paise_per_kg": 2_900 + turn as i64 * 50, "remarks": words,
        });
        let doc = site.create(&keeper, "dump_stock", record)?;
        walk(site, known, &doc, place.branch, status)?;
    }
    Ok(())
}

fn walk(
    site: &mut Site,
    known: &Known,
    doc: &Doc,
    branch: usize,
    status: &str,
) -> Result<(), Fault> {
    let keeper = keeper(known, branch)?;
    let [bm, acc, admin] = [manager(branch), "ACC", "ADMIN"].map(|who| person(known, who).cloned());
    let (bm, acc, admin) = (bm?, acc?, admin?);
    let said = |words: &str| json!({ "remarks": words });
    if status == dumps::DRAFT {
        return Ok(());
    }
    site.must(&keeper, doc, "submit", json!({}))?;
    match status {
        dumps::PENDING => return Ok(()),
        dumps::REJECTED => {
            return site.must(&bm, doc, "reject", said("Brush it and sell it as it is")).map(drop);
        }
        _ => approve(site, known, &bm, doc)?,
    }
    match status {
        dumps::RESTORED => {
            site.must(&bm, doc, "restore", said("Straight within the tolerance"))?;
        }
        dumps::DISPOSAL | dumps::WRITTEN_OFF => {
            site.must(&acc, doc, "propose_write_off", said("No offer in three months"))?;
        }
        _ => {}
    }
    if status == dumps::WRITTEN_OFF {
        site.must(&admin, doc, "write_off", said("Carried away by the municipality"))?;
    }
    Ok(())
}

/// A batch of a yard that can spare so many pieces, of another SKU each time.
fn spare(
    site: &Site,
    known: &Known,
    yard: usize,
    turn: usize,
    pcs: i64,
) -> Result<Option<String>, Fault> {
    let system = Actor::system();
    let look = docs::look(&site.state, &system, site.now);
    let yard = &known.yards[yard].id;
    let mut left = turn;
    for sku in &known.skus {
        if stock::position(&look, yard, &sku.id)?.available().pcs < pcs * 3 {
            continue;
        }
        let batches = stock::batches(&look, yard, &sku.id)?;
        let Some(batch) = batches.into_iter().find(|one| one.free.pcs >= pcs * 2) else { continue };
        if left == 0 {
            return Ok(Some(batch.batch));
        }
        left -= 1;
    }
    Ok(None)
}
