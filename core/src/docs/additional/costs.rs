//! A cost that became known late: the batch costs it from now on, and what bears no part of it any more, since it
//! was invoiced or lost, is the variance, in a voucher of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::Addition;
use super::save::signed;
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::inwards::approve::day_of;
use crate::docs::inwards::save::{int, lines_of, set_lines, text};
use crate::docs::loadings::{self, LOADING};
use crate::docs::work_orders::WORK_ORDER;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::life::{self, LifeKind};
use crate::ledger::stock::{Bucket, KeptSide, Qty, StockPosting};
use crate::ledger::{Source, books};
use crate::said;
use crate::value::{self, Day};

/// Adds the lines' costs to their batches.
pub fn add(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<(), Halt> {
    let mut lines = lines_of(doc);
    let (mut stays, mut variance) = (0_i64, 0_i64);
    for (at, line) in lines.iter_mut().enumerate() {
        let by = signed(line, int(line, "extra_paise"));
        let part = take(case, at, line, by, inputs)?;
        line.insert("cost_paise".to_owned(), by.abs().into());
        line.insert("variance_paise".to_owned(), (by - part).into());
        stays += part;
        variance += by - part;
    }
    set_lines(doc, lines);
    doc.set("variance_paise", variance);
    let [voucher, other] = book(case, doc, day_of(doc), stays, variance, [None, None])?;
    doc.set("voucher", voucher);
    doc.set("variance_voucher", other);
    Ok(())
}

/// Takes them off again. What was sold since had borne its part, which comes back as variance.
pub fn take_off(case: &mut Case, doc: &Doc, inputs: &Record) -> Result<(), Halt> {
    let (mut stays, mut variance) = (0_i64, 0_i64);
    for (at, line) in lines_of(doc).iter().enumerate() {
        let by = -signed(line, int(line, "extra_paise"));
        let part = take(case, at, line, by, inputs)?;
        stays += part;
        variance += by - part;
    }
    let seq = |key: &str| doc.int(key).and_then(|seq| u64::try_from(seq).ok());
    let reverses = [seq("voucher"), seq("variance_voucher")];
    book(case, doc, case.today(), stays, variance, reverses).map(drop)
}

/// One line's cost; the part of it that stays in stock.
fn take(case: &mut Case, at: usize, line: &Record, by: i64, inputs: &Record) -> Result<i64, Halt> {
    let batch = case.doc(&BATCH, text(line, "of_batch"))?;
    if batch.int("cost_paise").unwrap_or(0) + by < 0 {
        let message =
            said!("Batch {batch} would cost less than nothing", batch = batch.title(&BATCH));
        let path = format!("lines.{at}.extra_paise");
        return done(vec![Issue::new(path, Code::Input, message)]).map(|()| 0);
    }
    let still = in_the_books(case, at, &batch)?;
    batches::add_cost(case, &batch.id, by, inputs)?;
    let int = |key: &str| batch.int(key).unwrap_or(0);
    Ok(match int("in_g") > 0 {
        true => value::part(by, still.g, int("in_g")),
        false => value::part(by, still.pcs, int("in_pcs")),
    })
}

/// What of a batch the stock account still holds: what lies anywhere but in DUMP, which has its own, and what was
/// loaded and not yet invoiced, since its cost leaves with the invoice; not what was loaded beyond the books, since its
/// value comes in with the closing. What is on the road is there at a value of its own.
fn in_the_books(case: &Look, at: usize, batch: &Doc) -> Result<Qty, Halt> {
    let life = life::life(case, &batch.id, &|_| true)?;
    let within = |of: Bucket| {
        let places = life.places.iter().filter(move |((_, bucket), _)| *bucket == of);
        places.fold(Qty::default(), |sum, (_, qty)| sum + *qty)
    };
    if !within(Bucket::Transit).is_zero() {
        let no = batch.title(&BATCH);
        let message =
            said!("Some of batch {no} is on the road; enter the cost when it has arrived", no);
        let path = format!("lines.{at}.of_batch");
        return done(vec![Issue::new(path, Code::Rule, message)]).map(|()| Qty::default());
    }
    let loaded = life.rows.iter().filter(|row| row.posting.doc_type == LOADING.key);
    let loadings: BTreeSet<&str> = loaded.map(|row| row.posting.doc_id.as_str()).collect();
    let mut open = BTreeSet::new();
    for id in loadings {
        let loading = case.find(LOADING.key, id)?;
        if loading.is_some_and(|doc| !loadings::is_invoiced(&doc)) {
            open.insert(id);
        }
    }
    let of_open = life.rows.iter().filter(|row| {
        let loaded = row.kind == LifeKind::Sold && open.contains(row.posting.doc_id.as_str());
        loaded && dumped_by(&row.posting).is_zero()
    });
    let unvalued = Qty::new(0, batch.int("gained_g").unwrap_or(0));
    let lies = life.residue - within(Bucket::Dump) - reprocessed(&life) - unvalued;
    Ok(of_open.fold(lies, |sum, row| sum - row.by))
}

/// What a posting brought into DUMP, below zero where it took.
fn dumped_by(posting: &StockPosting) -> Qty {
    let is = |side: &KeptSide| matches!(side, KeptSide::Stock { bucket: Bucket::Dump, .. });
    match (is(&posting.from), is(&posting.to)) {
        (true, false) => -posting.qty,
        (false, true) => posting.qty,
        _ => Qty::default(),
    }
}

/// What works took out of DUMP and have neither used nor given back: it is worth what it was there.
fn reprocessed(life: &life::Life) -> Qty {
    let mut lots: BTreeMap<(&str, u32), Qty> = BTreeMap::new();
    for row in &life.rows {
        let lot = (row.posting.doc_id.as_str(), row.posting.line);
        let inside = row.kind == LifeKind::Moved && row.posting.doc_type == WORK_ORDER.key;
        let by = dumped_by(&row.posting);
        if inside && !by.is_zero() {
            let sum = lots.entry(lot).or_default();
            *sum = *sum - by;
        } else if row.kind == LifeKind::Used
            && let Some(sum) = lots.get_mut(&lot)
        {
            *sum = *sum + row.by;
        }
    }
    lots.values().fold(Qty::default(), |sum, qty| sum + *qty)
}

fn book(
    case: &mut Case,
    doc: &Doc,
    day: Day,
    stays: i64,
    variance: i64,
    reverses: [Option<u64>; 2],
) -> Result<[u64; 2], Halt> {
    let mut vouchers = [0; 2];
    let accounts = [(books::STOCK, stays), (books::COST_VARIANCE, variance)];
    for (at, (account, paise)) in accounts.into_iter().enumerate() {
        let source =
            Source { reverses: reverses[at], ..Source::new(&doc.kind, &doc.id, at as u32, day) };
        let rows = [(account, paise), (Addition::Freight.account(), -paise)];
        vouchers[at] = books::post(case, &source, day, &rows)?;
    }
    Ok(vouchers)
}
