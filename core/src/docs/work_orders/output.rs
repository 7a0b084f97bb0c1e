//! What a work made: new batches of what went in, scrap in the dump, and the loss.

use serde_json::Value;

use super::issue::{book, cost_in_work, open_today, parts};
use super::save::count_issue;
use super::{
    MadeLot, RECORDED, WORK_ORDER, WorkLot, WorkOutput, itc04, lots_of, made_of, set_lots,
};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH, Lot};
use crate::docs::dumps::{self, arrived::IntoDump};
use crate::docs::goods::SKU;
use crate::docs::settings;
use crate::error::{Code, Halt, Issue, done};
use crate::json::Json;
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::said;
use crate::value::{self, Grams, kg};

/// One output's weight and what it cost.
struct Shares {
    outputs: Vec<i64>,
    scrap: i64,
    loss: i64,
    process: i64,
}

/// What was really used, made and scrapped; the rest of the weight is lost. Each output is a batch
/// of its own that knows what it was made from.
pub fn record(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    open_today(case, doc)?;
    let lots = lots_of(doc)?;
    let used = parts(inputs, "used", &lots, WorkLot::in_work)?;
    let outputs = outputs(case, inputs)?;
    let scrap_g = inputs.get("scrap_g").and_then(Value::as_i64).unwrap_or(0);
    let used_g: i64 = used.iter().map(|(_, qty)| qty.g).sum();
    let out_g: i64 = outputs.iter().map(|row| row.weight_g).sum();
    let loss_g = used_g - out_g - scrap_g;
    let said = inputs.get("remarks").is_some();
    done(weight_issue(case, doc, (used_g, out_g + scrap_g), said)?.into_iter().collect())?;
    let cost = take_used(case, doc, lots, &used)?;
    let shares = shares(case, doc, cost, &outputs, (scrap_g, loss_g))?;
    let mut made = made_of(doc)?;
    let parents: Vec<String> =
        used.iter().map(|(at, _)| lot_batch(doc, *at)).collect::<Result<_, _>>()?;
    for (row, cost_paise) in outputs.iter().zip(&shares.outputs) {
        let qty = Qty::new(row.pcs, row.weight_g);
        let at = made.len();
        let made_lot =
            bring(case, doc, (at, &row.sku), (qty, *cost_paise), &parents, Bucket::Free)?;
        made.push(made_lot);
    }
    let scrap = (scrap_g > 0).then(|| scrap_sku(case, doc, &parents)).transpose()?;
    let scrapped = scrap.as_deref().map(|sku| (sku, scrap_g));
    itc04::made(case, doc, inputs, &outputs, (scrapped, loss_g))?;
    if let Some(sku) = scrap {
        let qty = Qty::new(0, scrap_g);
        let at = made.len();
        let scrap = bring(case, doc, (at, &sku), (qty, shares.scrap), &parents, Bucket::Dump)?;
        into_dump(case, doc, &scrap)?;
        made.push(scrap);
    }
    book_made(case, doc, cost, &shares)?;
    let add = |doc: &mut Doc, key: &str, by: i64| {
        let sum = doc.int(key).unwrap_or(0) + by;
        doc.set(key, sum);
    };
    doc.set("made", made.iter().map(MadeLot::write).collect::<Vec<_>>());
    add(doc, "made_g", out_g);
    add(doc, "scrapped_g", scrap_g);
    add(doc, "lost_g", loss_g);
    Ok(RECORDED)
}

fn lot_batch(doc: &Doc, at: usize) -> Result<String, Halt> {
    let lots = lots_of(doc)?;
    Ok(lots.get(at).map(|lot| lot.batch.clone()).unwrap_or_default())
}

/// The rows that were made, each with a weight and, where its SKU is counted, with pieces.
fn outputs(case: &Look, inputs: &Record) -> Result<Vec<WorkOutput>, Halt> {
    let rows = inputs.get("outputs").cloned().unwrap_or_default();
    let mut outputs: Vec<WorkOutput> = Vec::read(&rows).map_err(Halt::Fault)?;
    let mut issues = Vec::new();
    for (at, row) in outputs.iter_mut().enumerate() {
        let sku = case.doc(&SKU, &row.sku)?;
        if row.weight_g == 0 {
            row.weight_g = sku.int("theo_g_per_pc").unwrap_or(0).saturating_mul(row.pcs);
        }
        issues.extend(
            count_issue(case, row)?.map(|(key, code, message)| {
                Issue::new(format!("outputs.{at}.{key}"), code, message)
            }),
        );
    }
    done(issues)?;
    Ok(outputs)
}

/// Nothing is made of nothing, and a loss beyond the tolerance wants a word.
fn weight_issue(
    case: &Look,
    doc: &Doc,
    (used, out): (i64, i64),
    said: bool,
) -> Result<Option<Issue>, Halt> {
    if out > used {
        let message = said!(
            "{out} comes out of {used}: more than went in",
            out = kg(Grams(out)),
            used = kg(Grams(used))
        );
        return Ok(Some(Issue::new("outputs", Code::Rule, message)));
    }
    let expected = value::part(doc.int("loss_g").unwrap_or(0), used, doc.int("in_g").unwrap_or(0));
    let tolerance = settings::int_of(case, "work_order_tolerance_bp")?;
    let allowed = expected + value::part(used, tolerance, 10_000);
    let loss = used - out;
    let message = || {
        let (loss, allowed) = (kg(Grams(loss)), kg(Grams(allowed)));
        said!("{loss} is lost; up to {allowed} was expected. Enter remarks", loss, allowed)
    };
    Ok((loss > allowed && !said).then(|| Issue::new("remarks", Code::Tolerance, message())))
}

/// What was used leaves the work; answers what it had cost.
fn take_used(
    case: &mut Case,
    doc: &mut Doc,
    mut lots: Vec<WorkLot>,
    used: &[(usize, Qty)],
) -> Result<i64, Halt> {
    let yard = doc.yard.clone().unwrap_or_default();
    let mut cost = 0;
    for (at, qty) in used {
        let lot = &mut lots[*at];
        let paise = cost_in_work(lot, *qty);
        let place = StockPlace::free(&yard, &lot.sku, &lot.batch).to(Bucket::Wip);
        let source = Source::new(WORK_ORDER.key, &doc.id, *at as u32, case.today());
        stock::post(case, Side::Stock(place), Side::Work, *qty, &source)?;
        lot.set_in_work(lot.in_work() - *qty);
        lot.wip_paise -= paise;
        lot.used_pcs += qty.pcs;
        lot.used_g += qty.g;
        cost += paise;
    }
    set_lots(doc, &lots);
    Ok(cost)
}

/// What went in is shared by weight; scrap bears no more than it is worth, and the process is paid
/// by what was made. The last output takes the rest.
fn shares(
    case: &Look,
    doc: &Doc,
    cost: i64,
    outputs: &[WorkOutput],
    (scrap_g, loss_g): (i64, i64),
) -> Result<Shares, Halt> {
    let out_g: i64 = outputs.iter().map(|row| row.weight_g).sum();
    let all = out_g + scrap_g + loss_g;
    let rate = settings::int_of(case, "scrap_paise_per_kg")?;
    let worth = value::amount(scrap_g, rate, 1_000).map_or(i64::MAX, |paise| paise.0);
    let scrap = worth.min(value::part(cost, scrap_g, all));
    let loss = value::part(cost, loss_g, all);
    let rate = doc.int("process_paise_per_kg").unwrap_or(0);
    let process = value::amount(out_g, rate, 1_000).map_or(0, |paise| paise.0);
    let weights: Vec<i64> = outputs.iter().map(|row| row.weight_g).collect();
    let outputs = value::parts(cost - scrap - loss + process, &weights);
    Ok(Shares { outputs, scrap, loss, process })
}

/// A new batch of what was made.
fn bring(
    case: &mut Case,
    doc: &Doc,
    (at, sku): (usize, &str),
    (qty, cost_paise): (Qty, i64),
    parents: &[String],
    bucket: Bucket,
) -> Result<MadeLot, Halt> {
    let yard = doc.yard.clone().unwrap_or_default();
    let papers = papers_of(case, parents)?;
    let supplier = papers.get("supplier").and_then(Value::as_str).map(str::to_owned);
    let lot = Lot {
        sku,
        yard: &yard,
        day: case.today(),
        qty,
        cost_paise,
        line: Some(&papers),
        supplier: supplier.as_deref(),
        parents,
        ..Lot::default()
    };
    let batch = batches::open(case, &lot)?;
    let place = StockPlace::free(&yard, sku, &batch).to(bucket);
    let source = Source::new(WORK_ORDER.key, &doc.id, at as u32, case.today());
    stock::post(case, Side::Work, Side::Stock(place), qty, &source)?;
    Ok(MadeLot {
        batch,
        sku: sku.to_owned(),
        pcs: qty.pcs,
        weight_g: qty.g,
        scrap: bucket == Bucket::Dump,
        cost_paise,
    })
}

fn into_dump(case: &mut Case, doc: &Doc, scrap: &MadeLot) -> Result<(), Halt> {
    let yard = doc.yard.clone().unwrap_or_default();
    let place = StockPlace::free(&yard, &scrap.sku, &scrap.batch);
    let by = IntoDump {
        field: "work_order",
        id: &doc.id,
        cost_paise: scrap.cost_paise,
        value_paise: scrap.cost_paise,
        remarks: "Scrap of a work order",
    };
    dumps::arrived::keep(case, &place, Qty::new(scrap.pcs, scrap.weight_g), &by)
}

/// Mill papers that all parents have in common are the child's too.
fn papers_of(case: &Look, parents: &[String]) -> Result<Record, Halt> {
    let mut common: Option<Record> = None;
    for id in parents {
        let batch = case.doc(&BATCH, id)?;
        let own = ["supplier", "make", "heat_no", "coil_no", "mfg_date", "mtc_file", "zone"]
            .into_iter()
            .filter_map(|key| Some((key.to_owned(), batch.get(key)?.clone())));
        let own: Record = own.collect();
        common = Some(match common {
            None => own,
            Some(mut before) => {
                before.retain(|key, value| own.get(key) == Some(value));
                before
            }
        });
    }
    Ok(common.unwrap_or_default())
}

fn scrap_sku(case: &Look, doc: &Doc, parents: &[String]) -> Result<String, Halt> {
    if let Some(sku) = doc.text("scrap_sku") {
        return Ok(sku.to_owned());
    }
    let batch = case.doc(&BATCH, parents.first().map(String::as_str).unwrap_or_default())?;
    Ok(batch.text("sku").unwrap_or_default().to_owned())
}

/// The stock journal: what was made and scrapped comes out of the work, the loss is one.
fn book_made(case: &mut Case, doc: &Doc, cost: i64, shares: &Shares) -> Result<(), Halt> {
    let worker = doc.text("vendor").filter(|_| doc.text("work") == Some("job_work"));
    let paid = worker.map(|id| books::party("vendor", id));
    let rows = [
        (books::STOCK, shares.outputs.iter().sum::<i64>()),
        (books::STOCK_DUMP, shares.scrap),
        (books::STOCK_DIFFERENCE, shares.loss),
        (books::WORK_IN_PROGRESS, -cost),
        (paid.as_deref().unwrap_or(books::PROCESS_COST), -shares.process),
    ];
    book(case, doc, &rows)
}
