//! Documents beside the orders at the end of the story: stock on hold, people on leave, planned
//! counts.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::ledger::stock;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known};

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    holds(site, known, until)?;
    leave(site, known, until)?;
    audits(site, known, until)
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

/// Yard, type, reason, days, words.
const HOLDS: &[(usize, &str, &str, i32, &str)] = &[
    (0, "quality", "DAMAGE", 7, "White rust on the top layer, mill's inspector is asked"),
    (0, "promise", "CORRECTION", 5, "Kept for the second lorry on Thursday"),
    (1, "management", "COUNT_ERROR", 10, "Counted again before it is sold"),
    (2, "quality", "WEIGHING", 4, "Weighs less than its tag"),
    (2, "promise", "CORRECTION", 12, "Site opens after the holidays"),
    (3, "management", "CORRECTION", 20, "Kept for the tender"),
    (3, "quality", "DAMAGE", 3, "Ends are bent, to be straightened"),
];

fn holds(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    for (at, (yard, kind, reason, days, words)) in HOLDS.iter().enumerate() {
        let place = &known.yards[*yard];
        let actor = person(known, manager(place.branch))?.clone();
        let Some((sku, pcs)) = spare(site, known, *yard, at)? else { continue };
        let promised = *kind == "promise";
        let customer = known.customers.iter().find(|one| one.branch == place.branch);
        let doc = site.create(
            &actor,
            "stock_hold",
            json!({
                "yard": place.id,
                "sku": sku,
                "pcs": pcs,
                "kind": kind,
                "customer": if promised { json!(customer.map(|one| &one.id)) } else { Value::Null },
                "to": until.plus(*days).to_string(),
                "reason": reason,
                "remarks": words,
            }),
        )?;
        if at + 1 == HOLDS.len() {
            let remarks = json!({ "remarks": "Straightened and counted" });
            site.must(&actor, &doc, "release", remarks)?;
        }
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

fn audits(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let auditor = person(known, "AUDIT")?.clone();
    let counter = |emp_id: &str| person(known, emp_id).map(|actor| actor.id.clone());
    let plans: [(usize, i32, &str, &str); 6] = [
        (0, 2, "zones", "YARD"),
        (1, 4, "yard", "SALES3"),
        (2, 7, "yard", "YARD2"),
        (3, 9, "yard", "YARD3"),
        (0, 30, "yard", "YARD"),
        (4, 12, "yard", "YARD3"),
    ];
    for (at, (yard, days, counted, who)) in plans.into_iter().enumerate() {
        let place = &known.yards[yard];
        let zones = (counted == "zones").then(|| json!(place.zones[..2]));
        let doc = site.create(
            &auditor,
            "stock_audit",
            json!({
                "yard": place.id,
                "counted": counted,
                "zones": zones,
                "counters": [counter(who)?, counter("AUDIT")?],
                "planned_on": until.plus(days).to_string(),
                "blind": at % 3 != 2,
            }),
        )?;
        if at + 1 == plans.len() {
            let remarks = json!({ "remarks": "Yard is closed for the fair" });
            site.must(&auditor, &doc, "cancel", remarks)?;
        }
    }
    Ok(())
}
