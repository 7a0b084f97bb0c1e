//! A loading leaves the yard: everything is checked, then stock and order are moved together.

use std::collections::BTreeMap;

use super::{
    LOADING, LoadingLine, POSTED, describe, listed_key, rows_of, tolerance_bp, weigh, worth,
    write_rows,
};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::dumps;
use crate::docs::orders::{Line, Order};
use crate::docs::{org, trips};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::labels::pick::{Newer, PickLine, PickLot, Picking};
use crate::ledger::Source;
use crate::ledger::stock::{self, BatchStock, Side};
use crate::said;
use crate::schema::check::{self, Strictness};
use crate::write::save;

/// Short-closed by the rules: what is left is within the tolerance.
pub const WEIGHT_ROUND: &str = "WEIGHT_ROUND";

/// A draft of an order's loading that was sent with the step itself.
pub fn begin(case: &mut Case, doc: &Doc, order: &Order, record: &Record) -> Result<Doc, Halt> {
    let id = case.new_id();
    let mut loading = save::blank(case, &LOADING, id);
    loading.record = record.clone();
    describe(case, doc, order, &mut loading)?;
    Ok(loading)
}

/// Posts a draft: its goods leave the free stock against the order's reservation.
///
/// Errors: every issue of the record, the vehicle and the weights at once; then the stock's own.
pub fn post(case: &mut Case, doc: &Doc, order: &mut Order, mut loading: Doc) -> Result<(), Halt> {
    describe(case, doc, order, &mut loading)?;
    let known = Some(&loading.record);
    done(check::check(&LOADING, &loading.record, known, Strictness::Complete).issues)?;
    let mut rows = rows_of(&loading)?;
    let mut issues = Vec::new();
    weigh::lines(case, order, &rows, &mut issues)?;
    weigh::weighbridge(case, Some(order.yard()), &loading, &mut issues)?;
    weigh::net(case, &loading, &rows, &mut issues)?;
    weigh::vehicle(case, &loading, &mut issues)?;
    oldest_first(case, order, &rows, &mut issues)?;
    done(issues)?;
    let branch = case.find("yard", order.yard())?.and_then(|yard| yard.branch.clone());
    org::check_posting_day(
        case,
        LOADING.key,
        branch.as_deref().unwrap_or_default(),
        case.today(),
        "",
    )?;
    let seq = order.loadings.unwrap_or(0) + 1;
    order.loadings = Some(seq);
    order.carried_by(loading.text("vehicle_no").unwrap_or_default());
    let no = format!("{}-L{seq}", doc.doc_no.as_deref().unwrap_or_default());
    take_slip(case, &loading, &no)?;
    let ordered = order.clone();
    issue(case, doc, order, &loading.id, &mut rows)?;
    close_rounded(case, order, &rows)?;
    worth::set(case, (&ordered, &*order), &mut loading, &rows)?;
    let before = (loading.version > 0).then(|| loading.clone());
    loading.doc_no = Some(no);
    loading.status = POSTED.to_owned();
    loading.set("seq", seq);
    loading.set("out_at", case.now.0);
    write_rows(&mut loading, &rows);
    case.put(listed_key(&doc.id, seq), &loading.id)?;
    let (id, no_inputs) = (loading.id.clone(), Record::new());
    save::finish(case, &LOADING, before.as_ref(), loading, "post", &no_inputs, None)?;
    trips::left_the_yard(case, LOADING.key, &id)
}

/// Old goods leave first: whoever takes a much newer batch says why.
fn oldest_first(
    case: &Look,
    order: &Order,
    rows: &[LoadingLine],
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    let mut known: BTreeMap<&str, Vec<Newer>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| !row.dump) {
        if !known.contains_key(row.sku.as_str()) {
            known.insert(&row.sku, newer_of(case, order, rows, row)?);
        }
        let found = known.get(row.sku.as_str()).into_iter().flatten();
        let Some(newer) = found.into_iter().find(|newer| newer.batch == row.batch) else {
            continue;
        };
        if row.reason.is_none() {
            let older = case.find(BATCH.key, &newer.older)?;
            let older = older.map(|older| older.title(&BATCH)).unwrap_or_default();
            let message = said!(
                "Batch {older} is {days} days older. Take it first, or give the reason for the newer batch",
                older,
                days = newer.days
            );
            issues.push(Issue::new(format!("lines.{at}.reason"), Code::Required, message));
        }
    }
    Ok(())
}

/// What all rows of a row's SKU together take before an older batch.
fn newer_of(
    case: &Look,
    order: &Order,
    rows: &[LoadingLine],
    row: &LoadingLine,
) -> Result<Vec<Newer>, Halt> {
    let by_weight = order.lines.get(row.order_line as usize).is_some_and(|line| line.pcs.is_none());
    let mut taken: BTreeMap<String, i64> = BTreeMap::new();
    for row in rows.iter().filter(|other| other.sku == row.sku && !other.dump) {
        *taken.entry(row.batch.clone()).or_default() +=
            if by_weight { row.weight_g } else { row.pcs };
    }
    let lot = |found: BatchStock| PickLot {
        batch: found.batch,
        sku: row.sku.clone(),
        inward_date: found.since.to_string(),
        free_pcs: found.free.pcs,
        free_g: found.free.g,
        ..PickLot::default()
    };
    let lots = stock::batches(case, order.yard(), &row.sku)?.into_iter().map(lot).collect();
    let line = PickLine { sku: row.sku.clone(), by_weight, ..PickLine::default() };
    Ok(Picking::new(lots).newer(&line, &taken))
}

/// One weighbridge gives a number once a day.
fn take_slip(case: &mut Case, loading: &Doc, no: &str) -> Result<(), Halt> {
    let slip = loading.text("slip_no").unwrap_or_default();
    let key = slip_key(loading, &case.today().to_string(), slip);
    if let Some(other) = case.value::<String>(&key)? {
        let message = said!("Weighbridge slip {slip} already exists in {other}", slip, other);
        return done(vec![Issue::new("slip_no", Code::Duplicate, message)]);
    }
    case.put(key, &no)
}

pub fn slip_key(loading: &Doc, day: &str, slip: &str) -> String {
    let yard = loading.yard.as_deref().unwrap_or_default();
    let weighbridge = loading.text("weighbridge").map(str::to_lowercase);
    keys::key(&["slip", weighbridge.as_deref().unwrap_or(yard), day, &slip.to_lowercase()])
}

fn issue(
    case: &mut Case,
    doc: &Doc,
    order: &mut Order,
    loading_id: &str,
    rows: &mut [LoadingLine],
) -> Result<(), Halt> {
    let today = case.today();
    let yard = order.yard().to_owned();
    let mut issues = Vec::new();
    for (at, row) in rows.iter_mut().enumerate() {
        if row.dump {
            let lies = stock::balance(case, &row.place(&yard))?;
            row.pcs = dumps::pieces_of(lies, row.weight_g);
        }
        let qty = row.qty();
        stock::consume(case, &doc.id, row.order_line as u32, qty)?;
        let source = Source::new(LOADING.key, loading_id, at as u32, today);
        match row.dump {
            true => {
                let out =
                    dumps::OutOfDump { order: Some(&doc.id), ..dumps::OutOfDump::of(&source) };
                row.cost_paise = Some(dumps::take(case, &row.place(&yard), qty, &out)?);
            }
            false => {
                let tolerance = tolerance_bp(case, &row.sku)?;
                batches::weigh_up(case, &row.place(&yard), qty, tolerance, &source)?;
            }
        }
        match stock::post(case, Side::Stock(row.place(&yard)), Side::Customer, qty, &source) {
            Ok(seq) => row.posting = Some(seq),
            Err(Halt::Refused(refused)) => {
                let here = |issue: Issue| Issue { path: format!("lines.{at}.batch"), ..issue };
                issues.extend(refused.issues.into_iter().map(here));
            }
            Err(other) => return Err(other),
        }
        if let Some(line) = order.lines.get_mut(row.order_line as usize) {
            move_loaded(line, row.counted(), row.weight_g);
        }
    }
    done(issues)
}

/// Adds to what a line has loaded, or takes from it.
pub fn move_loaded(line: &mut Line, pcs: i64, weight_g: i64) {
    let some = |value: i64| (value > 0).then_some(value);
    line.loaded_pcs = some(line.loaded().0 + pcs);
    line.loaded_g = some(line.loaded().1 + weight_g);
}

/// Goods by weight never come out to the gram: a rest within the tolerance is not waited for.
fn close_rounded(case: &Look, order: &mut Order, rows: &[LoadingLine]) -> Result<(), Halt> {
    for (at, line) in order.lines.iter_mut().enumerate() {
        let loaded = rows.iter().any(|row| row.order_line == at as i64);
        if loaded && is_rounding(case, line)? {
            line.short_g = Some(line.open().1);
            line.short_reason = Some(WEIGHT_ROUND.to_owned());
        }
    }
    Ok(())
}

/// Whether what is open of a line is a difference of the scales: of goods by weight, and within the tolerance.
pub fn is_rounding(case: &Look, line: &Line) -> Result<bool, Halt> {
    let rest = line.open().1;
    if line.pcs.is_some() || rest <= 0 {
        return Ok(false);
    }
    let allowed = i128::from(tolerance_bp(case, &line.sku)?) * i128::from(line.ordered().1);
    Ok(i128::from(rest) * 10_000 <= allowed)
}
