//! The demo's transfers between yards at the end of the story: one in every status and one that is over, with goods
//! short, damaged and extra.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::transfers as moved;
use godown_core::kept::doc::Doc;
use godown_core::ledger::stock;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known};

/// How a transfer goes and where it ends.
struct Journey {
    from: usize,
    to: usize,
    end: &'static str,
    /// Pieces that arrive beyond those that were sent; below nothing, those that are missing.
    apart: i64,
    damaged: i64,
}

const fn journey(from: usize, to: usize, end: &'static str) -> Journey {
    Journey { from, to, end, apart: 0, damaged: 0 }
}

const JOURNEYS: &[Journey] = &[
    journey(1, 0, moved::COMPLETED),
    Journey { apart: -2, ..journey(0, 1, moved::COMPLETED) },
    journey(3, 0, moved::COMPLETED),
    Journey { apart: -1, damaged: 2, ..journey(1, 0, moved::PENDING) },
    journey(0, 1, moved::PENDING),
    Journey { damaged: 3, ..journey(4, 3, moved::RECEIVED) },
    Journey { apart: -3, ..journey(0, 1, moved::DIFFERENT) },
    Journey { apart: 1, ..journey(1, 0, moved::DIFFERENT) },
    journey(0, 1, moved::IN_TRANSIT),
    journey(2, 1, moved::IN_TRANSIT),
    journey(1, 0, moved::ASSIGNED),
    journey(0, 1, moved::ACCEPTED),
    journey(1, 0, moved::REQUESTED),
    journey(0, 3, moved::REQUESTED),
    journey(0, 1, moved::REJECTED),
    journey(1, 0, moved::CANCELLED),
    journey(1, 0, moved::DRAFT),
];

/// What the smallest lorry carries.
const MOST_G: i64 = 3_000_000;

/// The steps of the road, in order.
const ROAD: &[&str] =
    &["request", "accept", "assign", "gate_out", "receive", "hand_over", "settle"];

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    for (at, journey) in JOURNEYS.iter().enumerate() {
        travel(site, known, until, at, journey)?;
    }
    Ok(())
}

fn yardman(known: &Known, yard: usize) -> Result<Actor, Fault> {
    Ok(person(known, ["YARD", "YARD2", "YARD3"][known.yards[yard].branch])?.clone())
}

fn travel(
    site: &mut Site,
    known: &Known,
    until: Day,
    at: usize,
    journey: &Journey,
) -> Result<(), Fault> {
    let Some((sku, pcs)) = spare(site, known, journey.from, at)? else { return Ok(()) };
    // Who keeps both yards asks for nothing of their own.
    let asks = person(known, manager(known.yards[journey.to].branch))?.clone();
    let mut doc = site.create(
        &asks,
        "transfer",
        json!({
            "from_yard": known.yards[journey.from].id,
            "to_yard": known.yards[journey.to].id,
            "need_by": until.plus(2 + (at % 5) as i32).to_string(),
            "lines": [{ "sku": sku, "pcs": pcs }],
            "remarks": if at.is_multiple_of(3) { json!("For the lorries of this week") } else { Value::Null },
        }),
    )?;
    for action in ROAD.iter().take(steps_to(journey.end)) {
        site.pass(60_000);
        let actor = taker(known, journey, &asks, action)?;
        let inputs = inputs(site, known, &doc, at, journey, action)?;
        doc = site.must(&actor, &doc, action, inputs)?;
    }
    let remarks = |words: &str| json!({ "remarks": words });
    match journey.end {
        moved::REJECTED => {
            let keeper = yardman(known, journey.from)?;
            site.must(&keeper, &doc, "reject", remarks("All of it is promised to a tender"))?;
        }
        moved::CANCELLED => {
            site.must(&asks, &doc, "cancel", remarks("The mill delivers tomorrow after all"))?;
        }
        _ => {}
    }
    Ok(())
}

/// How many steps of the road lead to where a journey ends.
fn steps_to(end: &str) -> usize {
    match end {
        moved::DRAFT => 0,
        moved::REQUESTED | moved::REJECTED | moved::CANCELLED => 1,
        moved::ACCEPTED => 2,
        moved::ASSIGNED => 3,
        moved::IN_TRANSIT => 4,
        moved::RECEIVED | moved::DIFFERENT => 5,
        moved::PENDING => 6,
        _ => 7,
    }
}

fn taker(known: &Known, journey: &Journey, asks: &Actor, action: &str) -> Result<Actor, Fault> {
    match action {
        "accept" | "gate_out" => yardman(known, journey.from),
        "receive" => yardman(known, journey.to),
        "assign" => Ok(person(known, "LOGI")?.clone()),
        "settle" => Ok(person(known, "ACC")?.clone()),
        _ => Ok(asks.clone()),
    }
}

fn inputs(
    site: &mut Site,
    known: &Known,
    doc: &Doc,
    at: usize,
    journey: &Journey,
    action: &str,
) -> Result<Value, Fault> {
    let lots = moved::lots_of(doc)?;
    Ok(match action {
        "accept" => json!({ "batches": picked(site, known, doc, journey)? }),
        "assign" => {
            let (driver, mobile) = known.drivers[at % known.drivers.len()].clone();
            json!({
                "vehicle": known.vehicles[at % (known.vehicles.len() - 1)],
                "vendor": known.vendors[at % 3],
                "driver": driver,
                "mobile": mobile,
                "freight_paise": 450_000 + at as i64 * 25_000,
                "lr_no": format!("LR-{}", 4_100 + at),
            })
        }
        "gate_out" => {
            let net: i64 = lots.iter().map(|lot| lot.weight_g).sum();
            let tare_g = 7_200_000 + at as i64 * 40_000;
            json!({
                "tare_g": tare_g,
                "gross_g": tare_g + net,
                "slip_no": format!("WB-{}", 7_300 + at),
                "seal": format!("S{}", 880 + at),
                "ewb_no": format!("27{:010}", 4_400_000_017_i64 + at as i64 * 7_919),
            })
        }
        "receive" => {
            let count = |(row, lot): (usize, &moved::TransferLot)| {
                let last = row + 1 == lots.len();
                let (apart, damaged) = if last { (journey.apart, journey.damaged) } else { (0, 0) };
                let mut row = json!({ "lot": row, "pcs": lot.pcs + apart });
                if damaged > 0 {
                    row["damaged_pcs"] = damaged.into();
                    row["damaged_to"] = (if at.is_multiple_of(2) { "DUMP" } else { "HOLD" }).into();
                }
                row
            };
            let batches: Vec<Value> = lots.iter().enumerate().map(count).collect();
            let said = journey.apart != 0 || journey.damaged > 0;
            json!({
                "batches": batches,
                "remarks": if said { json!("Counted twice beside the lorry") } else { Value::Null },
            })
        }
        "settle" => {
            let missing = lots.iter().enumerate().filter(|(_, lot)| !lot.short().is_zero());
            let decided = missing.map(|(row, lot)| {
                json!({
                    "lot": row, "decision": "transporter_debit", "pcs": lot.short_pcs,
                    "weight_g": lot.short_g,
                })
            });
            json!({
                "paper_no": format!("DC/{}", 210 + at),
                "decisions": decided.collect::<Vec<_>>(),
            })
        }
        _ => json!({}),
    })
}

/// The pieces of the line from the oldest batches.
fn picked(site: &Site, known: &Known, doc: &Doc, journey: &Journey) -> Result<Vec<Value>, Fault> {
    let system = Actor::system();
    let case = docs::look(&site.state, &system, site.now);
    let mut found = Vec::new();
    for (at, line) in moved::lines_of(doc)?.iter().enumerate() {
        let mut left = line.pcs.unwrap_or(0);
        for batch in stock::batches(&case, &known.yards[journey.from].id, &line.sku)? {
            let pcs = left.min(batch.free.pcs);
            if pcs > 0 {
                found.push(json!({ "line": at, "batch": batch.batch, "pcs": pcs }));
                left -= pcs;
            }
        }
    }
    Ok(found)
}

/// A SKU of which a yard can spare some, another one each time, and a fifth of what it can spare.
fn spare(
    site: &Site,
    known: &Known,
    yard: usize,
    turn: usize,
) -> Result<Option<(String, i64)>, Fault> {
    let system = Actor::system();
    let case = docs::look(&site.state, &system, site.now);
    let mut left = turn % 7;
    for sku in known.skus.iter().rev() {
        let free = stock::position(&case, &known.yards[yard].id, &sku.id)?.available();
        if free.pcs < 40 {
            continue;
        }
        if left == 0 {
            let most = (MOST_G / sku.theo_g.max(1)).min(60);
            return Ok(Some((sku.id.clone(), (free.pcs / 5).min(most).max(4))));
        }
        left -= 1;
    }
    Ok(None)
}
