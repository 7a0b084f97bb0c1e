//! The e-way bills of a trip: where one is needed, and Part B, which names the vehicle.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{TripPartB, TripStop, part_b_of, set_rows};
use crate::declare::case::{Case, Look};
use crate::docs::invoices::{self, INVOICE, Invoice, PART_B_VEHICLE, eway};
use crate::docs::loadings::{self, LOADING, worth};
use crate::docs::orders::{ORDER, Order};
use crate::docs::places::YARD;
use crate::docs::transfers::TRANSFER;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::value::{Day, Paise, rupees};
use crate::write::act;

/// The value of goods, and the threshold above which they need an e-way bill.
struct Worth {
    value: i64,
    threshold: i64,
}

impl Worth {
    fn needs_bill(&self) -> bool {
        self.value > self.threshold
    }
}

/// So much of one line of an order.
pub struct Loaded {
    pub order_line: i64,
    pub pcs: i64,
    pub weight_g: i64,
}

/// What goods of an order are sold for, with the tax.
pub fn price_of(order: &Order, taken: &[Loaded]) -> i64 {
    let mut lines: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    for one in taken {
        let sum = lines.entry(one.order_line).or_default();
        *sum = (sum.0 + one.pcs, sum.1 + one.weight_g);
    }
    let of_line = |(at, (pcs, weight_g)): (i64, (i64, i64))| {
        let line = usize::try_from(at).ok().and_then(|at| order.lines.get(at))?;
        Some(worth::worth(order, line, pcs, weight_g))
    };
    lines.into_iter().filter_map(of_line).sum()
}

/// The loading's posted invoice.
pub fn invoice_of(look: &Look, loading: &Doc) -> Result<Option<std::sync::Arc<Doc>>, Halt> {
    let found = loadings::invoice_of(loading).map(|id| look.find(INVOICE.key, id)).transpose()?;
    Ok(found.flatten().filter(|doc| doc.status == invoices::POSTED))
}

fn worth_of_loading(look: &Look, loading: &Doc, order: &Order) -> Result<Worth, Halt> {
    let threshold = worth::threshold(look, order)?;
    let taken = |row: &loadings::LoadingLine| Loaded {
        order_line: row.order_line,
        pcs: if row.dump { 0 } else { row.pcs },
        weight_g: row.weight_g,
    };
    let taken: Vec<Loaded> = loadings::rows_of(loading)?.iter().map(taken).collect();
    Ok(Worth { value: price_of(order, &taken), threshold })
}

/// Whether a loading needs an e-way bill, and the one that its invoice names.
pub fn of_loading(
    look: &Look,
    stop: &mut TripStop,
    loading: &Doc,
    order: &Order,
) -> Result<(), Halt> {
    let Some(invoice) = invoice_of(look, loading)? else {
        stop.ewb_needed = worth_of_loading(look, loading, order)?.needs_bill();
        return Ok(());
    };
    let invoice = Invoice::of(&invoice)?;
    stop.ewb_needed = eway::needed(look, &invoice)?.is_some();
    if invoice.ewb_no.is_some() {
        stop.ewb_no = invoice.ewb_no;
        stop.ewb_to = invoice.ewb_valid_to;
    }
    Ok(())
}

/// The same of a transfer, which does not leave without the one that it needs.
pub fn of_transfer(_: &Look, stop: &mut TripStop, transfer: &Doc) -> Result<(), Halt> {
    if let Some(no) = transfer.text("ewb_no") {
        stop.ewb_no = Some(no.to_owned());
    }
    stop.ewb_needed = stop.ewb_no.is_some();
    Ok(())
}

/// One row of what a step says of e-way bills.
struct Entry {
    stop: usize,
    ewb_no: String,
    valid_to: Option<Day>,
}

fn entries(inputs: &Record) -> Vec<Entry> {
    let rows = inputs.get("papers").and_then(Value::as_array).map(Vec::as_slice);
    let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    let of = |row: &Value| Entry {
        stop: row.get("stop").and_then(Value::as_u64).map_or(usize::MAX, |at| at as usize),
        ewb_no: text(row, "ewb_no").unwrap_or_default(),
        valid_to: text(row, "valid_to").as_deref().and_then(Day::parse),
    };
    rows.unwrap_or_default().iter().map(of).collect()
}

/// Takes Part B of e-way bills down: each names the trip's vehicle from now on.
///
/// Errors: a stop that is not to be called at, another number than the known one, a bill that has ended.
pub fn enter(
    case: &mut Case,
    doc: &mut Doc,
    stops: &mut [TripStop],
    inputs: &Record,
) -> Result<(), Halt> {
    let entries = entries(inputs);
    let mut issues = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let stop = stops.get(entry.stop).filter(|stop| stop.is_open());
        let wrong = match stop {
            None => Some(("stop", "This stop does not exist".into())),
            Some(stop) => wrong_number(stop, entry).or(ended(case, stop, entry)),
        };
        if let Some((key, message)) = wrong {
            issues.push(Issue::new(format!("papers.{at}.{key}"), Code::Input, message));
        }
    }
    done(issues)?;
    let place = doc.yard.as_deref().map(|id| case.find(YARD.key, id)).transpose()?.flatten();
    let place = place.map(|yard| yard.title(&YARD)).filter(|_| doc.get("out_at").is_none());
    let vehicle = doc.text("vehicle_no").unwrap_or_default().to_owned();
    let mut log = part_b_of(doc)?;
    for entry in entries {
        let Some(stop) = stops.get_mut(entry.stop) else { continue };
        stop.ewb_no = Some(entry.ewb_no.clone());
        stop.ewb_to = entry.valid_to.or(stop.ewb_to);
        note_on_invoice(case, stop, &vehicle)?;
        log.push(TripPartB {
            no: stop.no.clone(),
            ewb_no: entry.ewb_no,
            valid_to: stop.ewb_to,
            vehicle_no: vehicle.clone(),
            place: place.clone(),
            reason: inputs.get("reason").and_then(Value::as_str).map(str::to_owned),
            at: Some(case.now),
            by: case.actor.id.clone(),
        });
    }
    set_rows(doc, "part_b", &log);
    Ok(())
}

fn wrong_number(stop: &TripStop, entry: &Entry) -> Option<(&'static str, Said)> {
    let known = stop.ewb_no.as_deref().filter(|no| *no != entry.ewb_no)?;
    Some(("ewb_no", said!("{no} travels under e-way bill {known}", no = stop.no, known)))
}

fn ended(look: &Look, stop: &TripStop, entry: &Entry) -> Option<(&'static str, Said)> {
    let to = entry.valid_to.or(stop.ewb_to).filter(|to| *to < look.today())?;
    Some(("valid_to", ended_on(&entry.ewb_no, to)))
}

fn ended_on(no: &str, to: Day) -> Said {
    said!("E-way bill {no} ended on {to}. Extend it first", no, to = to.shown())
}

/// The invoice learns the number, how long it is valid and the vehicle, so that nobody enters them twice.
fn note_on_invoice(case: &mut Case, stop: &TripStop, vehicle: &str) -> Result<(), Halt> {
    let Some(id) = &stop.loading else { return Ok(()) };
    let loading = case.doc(&LOADING, id)?;
    let Some(invoice) = invoice_of(case, &loading)? else { return Ok(()) };
    let mut inputs = Record::new();
    if invoice.get("ewb_no").is_none() {
        inputs.insert("ewb_no".to_owned(), json!(stop.ewb_no));
    }
    let known = invoice.text("ewb_valid_to").and_then(Day::parse);
    if let Some(to) = stop.ewb_to.filter(|to| Some(*to) != known) {
        inputs.insert("ewb_valid_to".to_owned(), json!(to));
    }
    inputs.insert(PART_B_VEHICLE.to_owned(), json!(vehicle));
    act::along(case, &INVOICE, &invoice, "record", &inputs).map(drop)
}

/// What still keeps the vehicle from going on: an e-way bill that is missing, has ended, or names another
/// vehicle.
pub fn missing(look: &Look, doc: &Doc, stops: &[TripStop]) -> Result<Vec<Issue>, Halt> {
    let log = part_b_of(doc)?;
    let vehicle = doc.text("vehicle_no").unwrap_or_default();
    let mut issues = Vec::new();
    let mut refuse = |code: Code, message: Said| issues.push(Issue::new("papers", code, message));
    for stop in stops.iter().filter(|stop| stop.is_open()) {
        let Some(no) = &stop.ewb_no else {
            if stop.ewb_needed {
                refuse(Code::EwbNeeded, required(look, stop)?);
            }
            continue;
        };
        let named = |entry: &&TripPartB| entry.ewb_no == *no && entry.vehicle_no == vehicle;
        match stop.ewb_to.filter(|to| *to < look.today()) {
            Some(to) => refuse(Code::EwbNeeded, ended_on(no, to)),
            None if !log.iter().any(|entry| named(&entry)) => refuse(
                Code::EwbNeeded,
                said!(
                    "Enter Part B of e-way bill {no} ({stop}): it must name {vehicle}",
                    no,
                    stop = stop.no,
                    vehicle
                ),
            ),
            None => {}
        }
    }
    Ok(issues)
}

/// What goods are sold for is not for everybody's eyes.
fn required(look: &Look, stop: &TripStop) -> Result<Said, Halt> {
    let worth = match &stop.loading {
        Some(id) => {
            let loading = look.doc(&LOADING, id)?;
            let order = look.doc(&ORDER, loading.text("order").unwrap_or_default())?;
            Some(worth_of_loading(look, &loading, &Order::of(&order)?)?)
        }
        None => None,
    };
    let stop = stop.name();
    Ok(match worth {
        None => said!("E-way bill is required: {stop}", stop),
        Some(worth) if look.actor.sees_rates() => {
            let (value, threshold) = (rupees(Paise(worth.value)), rupees(Paise(worth.threshold)));
            said!(
                "E-way bill is required (value {value} > {threshold}): {stop}",
                value,
                threshold,
                stop
            )
        }
        Some(worth) => {
            let threshold = rupees(Paise(worth.threshold));
            said!("E-way bill is required (value above {threshold}): {stop}", threshold, stop)
        }
    })
}

/// Tells the transfers of a placed trip who carries them, so that nobody enters it twice.
pub fn tell_transfers(case: &mut Case, doc: &Doc, stops: &[TripStop]) -> Result<(), Halt> {
    let own = |key: &str| doc.get(key).cloned();
    for (at, stop) in stops.iter().enumerate() {
        let Some(id) = &stop.transfer else { continue };
        let transfer = case.doc(&TRANSFER, id)?;
        let told = ["vehicle", "driver"].iter().all(|key| transfer.get(key) == doc.get(key));
        if told || stop.out {
            continue;
        }
        let mut inputs = Record::new();
        for key in ["vehicle", "vendor", "driver", "mobile", "lr_no"] {
            inputs.extend(own(key).map(|value| (key.to_owned(), value)));
        }
        inputs.extend(transfer.get("ewb_no").map(|no| ("ewb_no".to_owned(), no.clone())));
        let here = |issue: Issue| Issue { path: format!("stops.{at}.transfer"), ..issue };
        match act::along(case, &TRANSFER, &transfer, "assign", &inputs) {
            Ok(_) => {}
            Err(Halt::Refused(refused)) => {
                done(refused.issues.into_iter().map(here).collect())?;
            }
            Err(other) => return Err(other),
        }
    }
    Ok(())
}
