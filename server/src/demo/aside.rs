//! Documents beside the orders at the end of the story: stock on hold, and people on leave.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::holds;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::ledger::stock;
use godown_core::value::Day;
use serde_json::json;

use super::orders::taken;
use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known};

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    holds(site, known, until)?;
    leave(site, known, until)
}

/// Accounts of the first branch is on leave; accounts of the second acts for them.
fn leave(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let (away, delegate) = (person(known, "ACC")?.id.clone(), person(known, "ACC2")?.id.clone());
    let days = json!({
        "delegate": delegate,
        "delegate_from": until.plus(-2).to_string(),
        "delegate_to": until.plus(9).to_string(),
    });
    site.edit(&Actor::system(), "employee", &away, days).map(drop)
}

/// A hold: yard, type, reason, days, how it ends (empty while it goes on), words.
type Held = (usize, &'static str, &'static str, i32, &'static str, &'static str);

const HOLDS: &[Held] = &[
    (0, "quality", "DAMAGE", 7, "", "White rust on the top layer, mill's inspector is asked"),
    (0, "promise", "CORRECTION", 5, "", "Kept for the second lorry on Thursday"),
    (1, "management", "COUNT_ERROR", 10, "", "Counted again before it is sold"),
    (2, "quality", "WEIGHING", 4, "", "Weighs less than its tag"),
    (2, "promise", "CORRECTION", 12, "", "Site opens after the holidays"),
    (3, "management", "CORRECTION", 20, "", "Kept for the tender"),
    (3, "quality", "DAMAGE", 3, "release", "Ends are bent, to be straightened"),
    (1, "promise", "CORRECTION", 6, "release", "The site was given up"),
    (2, "management", "CORRECTION", 8, "release", "The tender went to another"),
    (0, "promise", "CORRECTION", 9, "consume", "For the order that came the same day"),
];

/// Those that ended by themselves before the story's end.
const ENDED: &[Held] = &[
    (0, "quality", "WEIGHING", 2, "", "Weighed anew at the gate"),
    (1, "promise", "CORRECTION", 1, "", "Kept until the lorry comes"),
    (3, "management", "COUNT_ERROR", 2, "", "Until the count is done"),
];
pub const PAST: usize = ENDED.len();

/// Holds goods that nobody asks for again.
pub fn past(site: &mut Site, known: &Known, at: usize) -> Result<(), Fault> {
    let today = site.today();
    hold(site, known, today, at + HOLDS.len(), &ENDED[at])
}

/// What the timer of a site does.
pub fn end(site: &mut Site) -> Result<(), Fault> {
    let of = keys::key(&["doc", holds::STOCK_HOLD.key]);
    let held = site.state.pairs.range(of.clone()..).take_while(|(key, _)| key.starts_with(&of));
    let held: Vec<String> =
        held.filter_map(|(key, _)| keys::parts(key).last().map(|id| (*id).to_owned())).collect();
    for id in held {
        let Some(doc) = site.find(holds::STOCK_HOLD.key, &id)? else { continue };
        if doc.status == holds::ACTIVE && doc.int("ends_at").is_some_and(|at| at <= site.now.0) {
            site.must(&Actor::system(), &doc, "expire", json!({}))?;
        }
    }
    Ok(())
}

fn holds(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    for (at, one) in HOLDS.iter().enumerate() {
        hold(site, known, until, at, one)?;
    }
    Ok(())
}

fn hold(site: &mut Site, known: &Known, from: Day, at: usize, one: &Held) -> Result<(), Fault> {
    let (yard, kind, reason, days, end, words) = *one;
    let place = &known.yards[yard];
    let actor = person(known, manager(place.branch))?.clone();
    let Some((sku, pcs)) = spare(site, known, yard, at)? else { return Ok(()) };
    let customer = known.customers.iter().find(|one| one.branch == place.branch);
    let promised = (kind == "promise").then_some(customer).flatten();
    let doc = site.create(
        &actor,
        "stock_hold",
        json!({
            "yard": place.id, "sku": sku, "pcs": pcs, "kind": kind,
            "customer": promised.map(|one| &one.id), "to": from.plus(days).to_string(),
            "reason": reason, "remarks": words,
        }),
    )?;
    match end {
        "release" => {
            let remarks = json!({ "remarks": "No longer needed" });
            site.must(&actor, &doc, "release", remarks)?;
        }
        "consume" => order(site, known, &doc)?,
        _ => {}
    }
    Ok(())
}

/// The customer to whom it was promised orders all of it.
fn order(site: &mut Site, known: &Known, hold: &Doc) -> Result<(), Fault> {
    let promised = hold.text("customer");
    let Some(firm) = known.customers.iter().find(|one| Some(one.id.as_str()) == promised) else {
        return Ok(());
    };
    let seller = person(known, firm.sales)?.clone();
    let boss = person(known, manager(firm.branch))?.clone();
    let line = json!({ "sku": hold.text("sku"), "pcs": hold.int("pcs") });
    let doc = site.create(
        &seller,
        "order",
        json!({
            "customer": firm.id, "ship_to": firm.ship_to, "yard": hold.text("yard"),
            "payment_term": firm.term, "price_basis": "ex_yard", "source": "phone",
            "delivery_by": site.today().plus(3).to_string(), "lines": [line],
        }),
    )?;
    if taken(site.act(&seller, &doc, "submit", json!({ "confirm": true })))? {
        let doc = site.find("order", &doc.id)?.unwrap_or(doc);
        taken(site.act(&boss, &doc, "approve", json!({})))?;
    }
    Ok(())
}

/// A SKU of which a yard can spare some, another one each time, and a third of what it can spare.
fn spare(
    site: &Site,
    known: &Known,
    yard: usize,
    turn: usize,
) -> Result<Option<(String, i64)>, Fault> {
    let system = Actor::system();
    let case = docs::look(&site.state, &system, site.now);
    let mut left = turn;
    for sku in &known.skus {
        let free = stock::position(&case, &known.yards[yard].id, &sku.id)?.available();
        if free.pcs < 15 {
            continue;
        }
        if left == 0 {
            return Ok(Some((sku.id.clone(), free.pcs / 3)));
        }
        left -= 1;
    }
    Ok(None)
}
