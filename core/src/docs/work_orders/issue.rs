//! A work order's goods on their way into the work: approved and set aside, issued, given back.

use serde_json::Value;

use super::{
    APPROVED, IN_PROCESS, RECORDED, WORK_ORDER, WorkLot, inputs_of, itc04, lots_of, made_of,
    set_lots,
};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::dumps;
use crate::docs::inwards::acts_here;
use crate::docs::standing::{self, Slab};
use crate::docs::{four_eyes, org, settings};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::said;
use crate::said::Said;
use crate::value::{self, Day};

/// Another person approves, within their limit; what a recipe makes, the administrator.
pub fn may_approve(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    four_eyes::another_person(look, doc, "work_order_approve", "approve")?;
    if doc.text("entry") == Some("recipe") && !look.actor.is_admin() {
        let message = "The administrator approves work by a recipe";
        return Err(Halt::refuse(Code::ApprovalSlab, message));
    }
    let slab = Slab {
        g: settings::int_of(look, "work_order_bm_g")?,
        paise: standing::site_paise(look, "work_order")?,
    };
    let mut cost = 0_i64;
    for row in inputs_of(doc)? {
        let batch = look.doc(&BATCH, &row.batch)?;
        cost = cost.saturating_add(batches::cost_of(&batch, Qty::new(row.pcs, row.weight_g)));
    }
    standing::within_slab(
        look,
        &slab,
        doc.int("in_g").unwrap_or(0),
        cost,
        standing::approved("work_order"),
    )?;
    org::check_open_day(look, doc.branch.as_deref().unwrap_or_default(), look.today(), "")
}

pub fn approve(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    set_aside(case, doc)?;
    four_eyes::seen(doc);
    doc.set("approved_by", case.actor.id.clone());
    doc.set("approved_as", "person");
    Ok(APPROVED)
}

/// The inputs lie in HOLD until they are issued, so that nobody else sells or sends them; goods of the dump
/// leave their dumps with it.
pub fn set_aside(case: &mut Case, doc: &mut Doc) -> Result<(), Halt> {
    let yard = doc.yard.clone().unwrap_or_default();
    let (mut lots, mut issues) = (Vec::new(), Vec::new());
    for (at, row) in inputs_of(doc)?.iter().enumerate() {
        let batch = case.doc(&BATCH, &row.batch)?;
        let sku = batch.text("sku").unwrap_or_default();
        let place = row.place(&yard, sku);
        let lies = stock::balance(case, &place)?;
        let qty = Qty::new(row.pcs, row.weight_g);
        if let Some(issue) = part_issue(lies, qty) {
            issues.push(Issue { path: format!("inputs.{at}.{}", issue.path), ..issue });
            continue;
        }
        let source = Source::new(WORK_ORDER.key, &doc.id, at as u32, case.today());
        let out = dumps::OutOfDump { work_order: Some(&doc.id), ..dumps::OutOfDump::of(&source) };
        let worth = match row.dump && !(lies - qty).any_negative() {
            true => Some(dumps::take(case, &place, qty, &out)?),
            false => None,
        };
        let (from, to) = (Side::Stock(place), Side::Stock(place.to(Bucket::Hold)));
        match stock::post(case, from, to, qty, &source) {
            Err(Halt::Refused(refused)) => issues.extend(
                refused
                    .issues
                    .into_iter()
                    .map(|issue| Issue { path: format!("inputs.{at}.pcs"), ..issue }),
            ),
            other => drop(other?),
        }
        let mut lot = WorkLot {
            batch: row.batch.clone(),
            sku: sku.to_owned(),
            dump: row.dump,
            held_paise: worth,
            ..WorkLot::default()
        };
        lot.set_held(qty);
        lots.push(lot);
    }
    done(issues)?;
    set_lots(doc, &lots);
    Ok(())
}

/// Pieces and weight are taken together: neither is left, or taken, without the other.
fn part_issue(has: Qty, qty: Qty) -> Option<Issue> {
    let left = has - qty;
    let counted = has.pcs > 0 && has.g > 0;
    let issue = |key: &str, message: &'static str| Some(Issue::new(key, Code::Input, message));
    match () {
        () if counted && qty.pcs == 0 => issue("pcs", "Enter the pieces"),
        () if counted && left.pcs == 0 && left.g > 0 => {
            issue("weight_g", "The last pieces take all the weight")
        }
        () if counted && left.pcs > 0 && left.g == 0 => {
            issue("weight_g", "The pieces that are left would have no weight")
        }
        () => None,
    }
}

pub fn may_issue(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    match lots_of(doc)?.iter().all(|lot| lot.held().is_zero()) {
        true => Err(Halt::refuse(Code::Rule, "All that was set aside is issued")),
        false => Ok(()),
    }
}

pub fn may_give_back(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    match lots_of(doc)?.iter().all(|lot| lot.in_work().is_zero()) {
        true => Err(Halt::refuse(Code::Rule, "Nothing is in work")),
        false => Ok(()),
    }
}

/// The parts of inputs that a step names: the lot, and how much of what lies there.
pub fn parts(
    inputs: &Record,
    key: &str,
    lots: &[WorkLot],
    lies: fn(&WorkLot) -> Qty,
) -> Result<Vec<(usize, Qty)>, Halt> {
    let rows = inputs.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let (mut found, mut issues) = (Vec::<(usize, Qty)>::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        let int = |key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
        let mut refuse = |path: &str, code: Code, message: Said| {
            issues.push(Issue::new(format!("{key}.{at}.{path}"), code, message));
        };
        let Some((index, lot)) = usize::try_from(int("input"))
            .ok()
            .zip(usize::try_from(int("input")).ok().and_then(|at| lots.get(at)))
        else {
            refuse("input", Code::Input, "The work order does not have this batch".into());
            continue;
        };
        if found.iter().any(|(one, _)| *one == index) {
            refuse("input", Code::Input, "This batch is in another row already".into());
            continue;
        }
        let has = lies(lot);
        let by_pieces = stock::issue_weight(has, int("pcs").min(has.pcs));
        let weight = if int("weight_g") == 0 { by_pieces } else { int("weight_g") };
        let qty = Qty::new(int("pcs"), weight);
        match part_issue(has, qty) {
            _ if (has - qty).any_negative() => {
                let key = if qty.pcs > has.pcs { "pcs" } else { "weight_g" };
                let (pcs, weight) = (value::grouped(has.pcs), value::kg(value::Grams(has.g)));
                refuse(
                    key,
                    Code::StockShort,
                    said!("Only {pcs} pcs / {weight} is there", pcs, weight),
                );
            }
            _ if qty.is_zero() => refuse("pcs", Code::Required, "Enter pieces or weight".into()),
            Some(issue) => refuse(&issue.path.clone(), issue.code, issue.into_said()),
            None => found.push((index, qty)),
        }
    }
    done(issues)?;
    Ok(found)
}

/// From HOLD to WIP, at the cost of the batches; some of it now and the rest another day.
pub fn issue(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    open_today(case, doc)?;
    job_challan(case, doc, inputs)?;
    let mut lots = lots_of(doc)?;
    let (mut cost, mut sent) = (Worth::default(), Vec::new());
    for (at, qty) in parts(inputs, "batches", &lots, WorkLot::held)? {
        let lot = &mut lots[at];
        let paise = match value_held(lot, qty) {
            Some(paise) => paise,
            None => batches::cost_of(&*case.doc(&BATCH, &lot.batch)?, qty),
        };
        step(case, doc, (at, lot), (Bucket::Hold, Bucket::Wip), qty)?;
        lot.set_held(lot.held() - qty);
        lot.held_paise = lot.held_paise.map(|held| held - paise);
        lot.set_in_work(lot.in_work() + qty);
        lot.wip_paise += paise;
        cost.add(lot, paise);
        sent.push((lot.clone(), qty, paise));
    }
    itc04::sent(case, doc, &sent)?;
    let rows = [
        (books::WORK_IN_PROGRESS, cost.free + cost.dump),
        (books::STOCK, -cost.free),
        (books::STOCK_DUMP, -cost.dump),
    ];
    book(case, doc, &rows)?;
    set_lots(doc, &lots);
    state(doc)
}

/// What goods are worth, by the account that they come from.
#[derive(Default)]
struct Worth {
    free: i64,
    dump: i64,
}

impl Worth {
    fn add(&mut self, lot: &WorkLot, paise: i64) {
        *if lot.dump { &mut self.dump } else { &mut self.free } += paise;
    }
}

/// What of the dump's value a part of the goods set aside bears; the last of them take the rest.
fn value_held(lot: &WorkLot, qty: Qty) -> Option<i64> {
    let by = |some, all| lot.held_paise.map(|paise| value::part(paise, some, all));
    if lot.held_g > 0 { by(qty.g, lot.held_g) } else { by(qty.pcs, lot.held_pcs) }
}

/// Where a work order stands by what it made.
pub fn state(doc: &Doc) -> Result<&'static str, Halt> {
    Ok(if made_of(doc)?.is_empty() { IN_PROCESS } else { RECORDED })
}

/// Goods go to a job worker under a challan, and come back within a year: s. 143 of the CGST Act.
fn job_challan(case: &Look, doc: &mut Doc, inputs: &Record) -> Result<(), Halt> {
    if doc.text("work") != Some("job_work") {
        return Ok(());
    }
    match inputs.get("challan_no") {
        Some(no) => doc.set("challan_no", no.clone()),
        None if doc.get("challan_no").is_none() => {
            let message = "Job-work challan is required";
            return done(vec![Issue::new("challan_no", Code::Required, message)]);
        }
        None => {}
    }
    if doc.get("sent_on").is_none() {
        let (year, month, day) = case.today().civil();
        let back = Day::from_civil(year + 1, month, day).unwrap_or(case.today().plus(365));
        doc.set("sent_on", case.today().to_string());
        doc.set("return_by", back.to_string());
    }
    Ok(())
}

pub fn open_today(look: &Look, doc: &Doc) -> Result<(), Halt> {
    org::check_open_day(look, doc.branch.as_deref().unwrap_or_default(), look.today(), "")
}

/// Moves goods of one lot from bucket to bucket in the yard.
fn step(
    case: &mut Case,
    doc: &Doc,
    (at, lot): (usize, &WorkLot),
    (from, to): (Bucket, Bucket),
    qty: Qty,
) -> Result<(), Halt> {
    let yard = doc.yard.clone().unwrap_or_default();
    let place = StockPlace::free(&yard, &lot.sku, &lot.batch);
    let source = Source::new(WORK_ORDER.key, &doc.id, at as u32, case.today());
    stock::post(case, Side::Stock(place.to(from)), Side::Stock(place.to(to)), qty, &source)
        .map(drop)
}

pub fn book(case: &mut Case, doc: &Doc, rows: &[(&str, i64)]) -> Result<(), Halt> {
    let source = Source::new(WORK_ORDER.key, &doc.id, 0, case.today());
    let today = case.today();
    books::post(case, &source, today, rows).map(drop)
}

/// What was issued and not used lies again where it came from.
pub fn give_back(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let lots = lots_of(doc)?;
    let parts = parts(inputs, "batches", &lots, WorkLot::in_work)?;
    bring_back(case, doc, lots, &parts, inputs)?;
    state(doc)
}

/// From WIP back at the cost that went in.
pub fn bring_back(
    case: &mut Case,
    doc: &mut Doc,
    mut lots: Vec<WorkLot>,
    parts: &[(usize, Qty)],
    inputs: &Record,
) -> Result<(), Halt> {
    open_today(case, doc)?;
    let goods = parts.iter().filter_map(|(at, qty)| Some((lots.get(*at)?.clone(), *qty)));
    itc04::came_back(case, doc, inputs, &goods.collect::<Vec<_>>())?;
    let (mut cost, mut back) = (0, Worth::default());
    for (at, qty) in parts {
        let lot = &mut lots[*at];
        let paise = cost_in_work(lot, *qty);
        step(case, doc, (*at, lot), (Bucket::Wip, super::home(lot.dump)), *qty)?;
        lot.set_in_work(lot.in_work() - *qty);
        lot.wip_paise -= paise;
        cost += paise;
        back.add(lot, into_dumps(case, doc, (*at, lot), (*qty, paise))?);
    }
    let rows = [
        (books::STOCK, back.free),
        (books::STOCK_DUMP, back.dump),
        (books::STOCK_DIFFERENCE, cost - back.free - back.dump),
        (books::WORK_IN_PROGRESS, -cost),
    ];
    book(case, doc, &rows)?;
    set_lots(doc, &lots);
    Ok(())
}

/// Goods of the dump are put back into their dumps; answers what they are worth there, of free goods what they cost.
fn into_dumps(
    case: &mut Case,
    doc: &Doc,
    (at, lot): (usize, &WorkLot),
    (qty, paise): (Qty, i64),
) -> Result<i64, Halt> {
    if !lot.dump {
        return Ok(paise);
    }
    let yard = doc.yard.clone().unwrap_or_default();
    let place = StockPlace::free(&yard, &lot.sku, &lot.batch).to(Bucket::Dump);
    let source = Source::new(WORK_ORDER.key, &doc.id, at as u32, case.today());
    dumps::come_back(case, &place, qty, paise, &dumps::OutOfDump::of(&source))
}

/// The part of what a lot's goods in work cost; the last of them take the rest.
pub fn cost_in_work(lot: &WorkLot, qty: Qty) -> i64 {
    match lot.wip_g > 0 {
        true => value::part(lot.wip_paise, qty.g, lot.wip_g),
        false => value::part(lot.wip_paise, qty.pcs, lot.wip_pcs),
    }
}

/// Less is needed: what was set aside and not issued lies again where it came from.
pub fn reduce(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let lots = lots_of(doc)?;
    let parts = parts(inputs, "batches", &lots, WorkLot::held)?;
    let_go(case, doc, lots, &parts)?;
    Ok("")
}

/// From HOLD back to where it came from.
pub fn let_go(
    case: &mut Case,
    doc: &mut Doc,
    mut lots: Vec<WorkLot>,
    parts: &[(usize, Qty)],
) -> Result<(), Halt> {
    open_today(case, doc)?;
    for (at, qty) in parts {
        let lot = &mut lots[*at];
        let worth = value_held(lot, *qty).unwrap_or(0);
        step(case, doc, (*at, lot), (Bucket::Hold, super::home(lot.dump)), *qty)?;
        lot.set_held(lot.held() - *qty);
        lot.held_paise = lot.held_paise.map(|held| held - worth);
        into_dumps(case, doc, (*at, lot), (*qty, worth))?;
    }
    set_lots(doc, &lots);
    Ok(())
}

/// All that is still set aside, as parts.
pub fn all_held(lots: &[WorkLot]) -> Vec<(usize, Qty)> {
    all(lots, WorkLot::held)
}

/// All that is in work, as parts.
pub fn all_in_work(lots: &[WorkLot]) -> Vec<(usize, Qty)> {
    all(lots, WorkLot::in_work)
}

fn all(lots: &[WorkLot], lies: fn(&WorkLot) -> Qty) -> Vec<(usize, Qty)> {
    let rows = lots.iter().map(lies).enumerate();
    rows.filter(|(_, qty)| !qty.is_zero()).collect()
}
