//! The pick list of an order that waits for loading: what the yard takes from where, the oldest first. No rates on it.

use std::collections::BTreeMap;

use super::facts::{self, PaperFacts};
use super::seen::{Part, Seen, cell, fact, joined, left, right, strong, wide, with};
use crate::declare::case::Look;
use crate::docs::batches::BATCH;
use crate::docs::fleet::TRUCK_TYPE;
use crate::docs::goods::SKU;
use crate::docs::orders::{self, Order};
use crate::docs::places::{YARD, ZONE};
use crate::error::Halt;
use crate::json::json_struct;
use crate::kept::doc::Doc;
use crate::labels::pick::{PickLine, PickLot, PickOrder, Picking};
use crate::ledger::stock;
use crate::paper::sheet::{PaperCell, PaperParty, PaperSheet};
use crate::schema::Choice;
use crate::value::{Grams, grouped, kg, part};

pub const COPIES: &[Choice] = &[("pick", "For the yard")];

json_struct! { LEAN
    /// What a line of an order is to be taken from; a row without a batch is what nothing is free for.
    pub struct PaperPick {
        /// The line of the order, from 0.
        pub line: i64,
        pub batch: Option<String>,
        pub zone: Option<String>,
        pub rack: Option<String>,
        pub pcs: Option<i64>,
        pub weight_g: Option<i64>,
    }
}

/// Where the goods of an order lie that waits for loading; nowhere for a reader that does not know the stock.
pub fn of_order(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    if doc.status != orders::WAITING {
        return Ok(PaperFacts::default());
    }
    let known = || -> Result<PaperFacts, Halt> {
        let from = facts::yard(case, doc.text("yard"))?;
        Ok(PaperFacts { from, picks: picks(case, &Order::of(doc)?)?, ..PaperFacts::default() })
    };
    match known() {
        Err(Halt::Need(_)) => Ok(PaperFacts::default()),
        known => known,
    }
}

fn picks(case: &Look, order: &Order) -> Result<Vec<PaperPick>, Halt> {
    let mut lots: BTreeMap<&str, Vec<PickLot>> = BTreeMap::new();
    let mut batches = BTreeMap::new();
    for line in order.lines.iter().filter(|line| !line.dump && line.open() != (0, 0)) {
        if lots.contains_key(&*line.sku) {
            continue;
        }
        let mut found = Vec::new();
        for free in stock::batches(case, order.yard(), &line.sku)? {
            let Some(batch) = case.find(BATCH.key, &free.batch)? else { continue };
            found.push(PickLot {
                batch: free.batch.clone(),
                batch_no: batch.title(&BATCH),
                sku: line.sku.clone(),
                inward_date: free.since.to_string(),
                free_pcs: free.free.pcs,
                free_g: free.free.g,
            });
            batches.insert(free.batch, batch);
        }
        lots.insert(&line.sku, found);
    }
    let asked: Vec<PickLine> = order
        .lines
        .iter()
        .map(|line| {
            let (pcs, grams) = line.open();
            let by_weight = line.pcs.is_none();
            let open = if by_weight { grams } else { pcs };
            let sku = if line.dump { String::new() } else { line.sku.clone() };
            PickLine { sku, open, by_weight, g_per_pc: None }
        })
        .collect();
    let taken =
        Picking::new(lots.into_values().flatten().collect()).suggest(&asked, PickOrder::Oldest);
    let mut picks = Vec::new();
    for (at, (line, taken)) in order.lines.iter().zip(taken).enumerate() {
        let (pcs, grams) = line.open();
        let whole = if line.pcs.is_none() { grams } else { pcs };
        let row = |amount: i64| PaperPick {
            line: at as i64,
            pcs: line.pcs.map(|_| amount),
            weight_g: Some(if line.pcs.is_none() { amount } else { part(grams, amount, pcs) }),
            ..PaperPick::default()
        };
        let mut left = whole;
        for one in taken {
            left -= one.amount;
            let batch = batches.get(&one.batch);
            let own = |key: &str| batch.and_then(|batch| batch.text(key)).map(str::to_owned);
            let zone = own("zone").map(|id| case.find(ZONE.key, &id)).transpose()?.flatten();
            picks.push(PaperPick {
                batch: batch.map(|batch| batch.title(&BATCH)),
                zone: zone.map(|zone| zone.title(&ZONE)),
                rack: own("rack"),
                ..row(one.amount)
            });
        }
        if left > 0 {
            picks.push(row(left));
        }
    }
    Ok(picks)
}

pub fn sheets(seen: &Seen, _: &[&str]) -> Vec<PaperSheet> {
    let title = match seen.status {
        orders::WAITING => "PICK LIST",
        _ => "NOT WAITING FOR LOADING, NO PICK LIST",
    };
    vec![sheet(seen, title)]
}

fn sheet(seen: &Seen, title: &str) -> PaperSheet {
    let record = seen.record;
    let lines = record.rows("lines");
    let picks = seen.rows_beside("picks");
    let row = |(at, pick): (usize, &Part)| {
        let line = pick.int("line").and_then(|line| lines.get(usize::try_from(line).ok()?));
        let line = line.copied().unwrap_or(*pick);
        let below = [with("Make", line.text("make")), line.text("remark").to_owned()];
        let name = PaperCell {
            below: below.into_iter().filter(|line| !line.is_empty()).collect(),
            ..strong(seen.title(SKU.key, line.text("sku")))
        };
        let place = joined([pick.text("zone").to_owned(), with("rack", pick.text("rack"))]);
        let is_dump = line.get("dump") == Some(&true.into());
        let batch = match pick.text("batch") {
            "" if is_dump => "From the dump",
            "" => "None is free",
            batch => batch,
        };
        vec![
            cell((at + 1).to_string()),
            name,
            cell(place),
            cell(batch),
            cell(pick.pieces("pcs")),
            cell(pick.kilograms("weight_g")),
            cell(""),
        ]
    };
    let sum = |key: &str| picks.iter().filter_map(|pick| pick.int(key)).sum::<i64>();
    let (pcs, grams) = (sum("pcs"), sum("weight_g"));
    PaperSheet {
        facts: vec![
            fact("Order", seen.number()),
            fact("Yard", seen.title(YARD.key, record.text("yard"))),
            fact("Delivery by", record.day("delivery_by")),
            fact("Truck type", seen.title(TRUCK_TYPE.key, record.text("truck_type"))),
        ],
        parties: vec![PaperParty {
            label: "For".to_owned(),
            name: record.text("customer_name").to_owned(),
            lines: vec![record.text("city").to_owned()],
        }],
        columns: vec![
            left("#"),
            wide("Goods"),
            left("Zone, rack"),
            left("Batch"),
            right("Pieces"),
            right("kg"),
            right("Picked"),
        ],
        rows: picks.iter().enumerate().map(row).collect(),
        said: vec![fact("Remarks", record.text("remarks"))],
        sums: if pcs > 0 { vec![fact("Pieces", grouped(pcs))] } else { Vec::new() },
        total: (grams > 0).then(|| fact("To pick", kg(Grams(grams)))),
        signed_by: ["Picked by", "Checked by", "Time"].map(str::to_owned).to_vec(),
        ..seen.sheet(title, COPIES[0].1, seen.beside("from"))
    }
}
