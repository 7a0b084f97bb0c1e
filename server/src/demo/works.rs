//! The demo's work orders at the end of the story: one of each kind of work, in every status, with scrap and loss.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::work_orders as works;
use godown_core::kept::doc::Doc;
use godown_core::ledger::stock;
use godown_core::value::{Day, part};
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known};

/// Yard, where it begins, work, pieces, status, words.
type Job = (usize, &'static str, &'static str, i64, &'static str, &'static str);

const JOBS: &[Job] = &[
    (0, "office", "cut_to_length", 12, works::CLOSED, "Three metre lengths for the gate makers"),
    (1, "office", "bundling", 30, works::CLOSED, "Bundles of ten for the tender"),
    (0, "yard", "straightening", 4, works::CLOSED, "Bent by the crane"),
    (2, "office", "threading", 15, works::CLOSING, "Threaded at both ends"),
    (3, "office", "bending", 10, works::RECORDED, "Bends of 90 degrees"),
    (0, "office", "job_work", 20, works::IN_PROCESS, "Galvanised by the job worker"),
    (1, "yard", "cut_to_length", 5, works::IN_PROCESS, "Cut for a customer who waits"),
    (0, "office", "grade_change", 8, works::ON_HOLD, "The test certificate is awaited"),
    (1, "office", "cut_to_length", 16, works::APPROVED, "For the racks of next week"),
    (0, "recipe", "cut_to_length", 10, works::PENDING, "By the recipe of ends cut off"),
    (2, "office", "bundling", 24, works::PENDING, "Bundles of twelve"),
    (0, "office", "bending", 6, works::REJECTED, "Bends of 45 degrees"),
    (1, "office", "straightening", 9, works::CANCELLED, "Straight enough"),
    (0, "office", "threading", 7, works::DRAFT, "Threaded at one end"),
];

/// The steps of the road, in order.
const ROAD: &[&str] = &["submit", "approve", "issue", "record_output", "hand_over", "close"];

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    for (at, job) in JOBS.iter().enumerate() {
        work(site, known, until, at, job)?;
    }
    Ok(())
}

/// A batch of a yard that can spare so many pieces, of another SKU each time.
fn spare(
    site: &Site,
    yard: &str,
    known: &Known,
    turn: usize,
    pcs: i64,
) -> Result<Option<(String, String, i64)>, Fault> {
    let system = Actor::system();
    let look = docs::look(&site.state, &system, site.now);
    let mut left = turn % 5;
    for sku in known.skus.iter().filter(|sku| sku.theo_g > 0) {
        if stock::position(&look, yard, &sku.id)?.available().pcs < pcs * 2 {
            continue;
        }
        let batches = stock::batches(&look, yard, &sku.id)?;
        let Some(one) = batches.into_iter().find(|one| one.free.pcs > pcs) else { continue };
        if left == 0 {
            let g = stock::issue_weight(one.free, pcs);
            return Ok(Some((sku.id.clone(), one.batch, g)));
        }
        left -= 1;
    }
    Ok(None)
}

fn recipe(site: &mut Site, known: &Known, sku: &str) -> Result<String, Fault> {
    let record = json!({
        "name": "Ends cut off", "work": "cut_to_length", "sku": sku, "scrap_bp": 150, "loss_bp": 50,
        "makes": [{ "sku": sku, "pcs_per_pc": 1, "share_bp": 9_800 }],
        "process_paise_per_kg": 60,
    });
    let purch = person(known, "PURCH")?.clone();
    Ok(site.create(&purch, "work_recipe", record)?.id)
}

fn work(site: &mut Site, known: &Known, until: Day, at: usize, job: &Job) -> Result<(), Fault> {
    let (yard, entry, kind, pcs, end, words) = *job;
    let place = &known.yards[yard];
    let Some((sku, batch, g)) = spare(site, &place.id, known, at, pcs)? else { return Ok(()) };
    let keeper = person(known, ["YARD", "YARD2", "YARD3"][place.branch])?.clone();
    let maker = match entry {
        "yard" => keeper.clone(),
        _ => person(known, manager(place.branch))?.clone(),
    };
    let (scrap_g, loss_g) = (part(g, 150, 10_000), part(g, 50, 10_000));
    let operator = ["Salunkhe", "More", "Pawar"][at % 3];
    let mut record = json!({
        "entry": entry, "work": kind, "yard": place.id,
        "start_on": until.plus((at % 4) as i32).to_string(),
        "inputs": [{ "batch": batch, "pcs": pcs }], "machine": format!("Bench {}", 1 + at % 3),
        "operator": operator, "remarks": words,
    });
    if entry == "recipe" {
        record["recipe"] = recipe(site, known, &sku)?.into();
    } else {
        record["outputs"] = json!([{ "sku": sku, "pcs": pcs, "weight_g": g - scrap_g - loss_g }]);
        record["scrap_g"] = scrap_g.into();
        record["loss_g"] = loss_g.into();
        record["process_paise_per_kg"] = (80 + at as i64 * 10).into();
    }
    if kind == "job_work" {
        record["vendor"] = known.vendors[0].clone().into();
    }
    let doc = site.create(&maker, "work_order", record)?;
    walk(site, known, doc, (&keeper, &maker), end)
}

fn walk(
    site: &mut Site,
    known: &Known,
    mut doc: Doc,
    (keeper, maker): (&Actor, &Actor),
    end: &str,
) -> Result<(), Fault> {
    for action in ROAD.iter().take(steps_to(end)) {
        // Small work of a yard is approved by its limit.
        if *action == "approve" && doc.status != works::PENDING {
            continue;
        }
        site.pass(60_000);
        let actor = match *action {
            "submit" | "hand_over" => maker.clone(),
            "approve" => person(known, "ADMIN")?.clone(),
            "close" => person(known, "ACC")?.clone(),
            _ => keeper.clone(),
        };
        let inputs = inputs(&doc, action)?;
        doc = site.must(&actor, &doc, action, inputs)?;
    }
    let said = |words: &str| json!({ "remarks": words });
    match end {
        works::REJECTED => {
            let admin = person(known, "ADMIN")?.clone();
            site.must(&admin, &doc, "reject", said("The bender is under repair"))?;
        }
        works::CANCELLED => {
            site.must(maker, &doc, "cancel", said("The customer takes them as they are"))?;
        }
        works::ON_HOLD => {
            site.must(maker, &doc, "hold", said("Until the laboratory answers"))?;
        }
        _ => {}
    }
    Ok(())
}

/// How many steps of the road lead to where a work order ends.
fn steps_to(end: &str) -> usize {
    match end {
        works::DRAFT => 0,
        works::PENDING | works::REJECTED => 1,
        works::APPROVED | works::CANCELLED => 2,
        works::IN_PROCESS | works::ON_HOLD => 3,
        works::RECORDED => 4,
        works::CLOSING => 5,
        _ => 6,
    }
}

fn inputs(doc: &Doc, action: &str) -> Result<Value, Fault> {
    let lots = works::lots_of(doc)?;
    let parts = |pcs: fn(&works::WorkLot) -> i64| -> Vec<Value> {
        let rows = lots.iter().map(pcs).enumerate();
        rows.map(|(at, pcs)| json!({ "input": at, "pcs": pcs })).collect()
    };
    Ok(match action {
        "issue" => json!({ "batches": parts(|lot| lot.held_pcs), "challan_no": "JW/26/014" }),
        "record_output" => {
            // A little less than was expected.
            let outputs: Vec<Value> = works::outputs_of(doc)?
                .iter()
                .map(|row| json!({
                    "sku": row.sku, "pcs": row.pcs, "weight_g": row.weight_g - row.weight_g / 800,
                }))
                .collect();
            json!({
                "used": parts(|lot| lot.wip_pcs), "outputs": outputs,
                "scrap_g": doc.int("scrap_g").unwrap_or(0),
            })
        }
        _ => json!({}),
    })
}
