//! What happens at a stop: reached, handed over with its proof, or refused.

use serde_json::Value;

use super::road::stop_at;
use super::{DELIVERED, PARTLY, REACHED, REFUSED, TripGoods, TripStop, plan, set_stops, shortage};
use super::{stops_of, vehicles_of};
use crate::declare::case::{Case, Look};
use crate::docs::fleet::DRIVER;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::Qty;
use crate::said;
use crate::said::Said;
use crate::value::{Grams, Instant, grouped, kg, part};

/// A phone's clock is ahead of the server's by at most so much.
const AHEAD_MS: i64 = 10 * 60_000;

fn text<'r>(inputs: &'r Record, key: &str) -> Option<&'r str> {
    inputs.get(key).and_then(Value::as_str)
}

fn rows<'r>(inputs: &'r Record, key: &str) -> &'r [Value] {
    inputs.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Somebody still has to call somewhere.
pub fn has_open(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match stops_of(doc)?.iter().any(TripStop::is_open) {
        true => Ok(()),
        false => Err(Halt::refuse(Code::Rule, "Every stop is completed")),
    }
}

/// The stop that a step is about, still to be called at.
fn open_stop(stops: &[TripStop], inputs: &Record) -> Result<usize, Halt> {
    let at = stop_at(inputs).filter(|at| *at < stops.len());
    let message = match at.map(|at| (at, &stops[at])) {
        None => "The trip does not have this stop".into(),
        Some((at, stop)) if stop.is_open() => return Ok(at),
        Some((at, stop)) => {
            let state = super::STATES.iter().find(|(key, _)| *key == stop.state);
            let state = state.map_or("", |(_, words)| *words).to_lowercase();
            said!("Stop {stop} is {state} already", stop = at + 1, state)
        }
    };
    Err(Halt::issues(vec![Issue::new("stop", Code::BadState, message)]))
}

/// The moment that was entered: not before the vehicle left, and not in the future.
fn moment(look: &Look, doc: &Doc, inputs: &Record, key: &str) -> Result<Instant, Halt> {
    let Some(at) = inputs.get(key).and_then(Value::as_i64) else { return Ok(look.now) };
    let out = doc.int("out_at").unwrap_or(0);
    let message = match () {
        () if at > look.now.0 + AHEAD_MS => "Time is in the future".into(),
        () if at + AHEAD_MS < out => said!("The vehicle left at {out}", out = Instant(out).shown()),
        () => return Ok(Instant(at)),
    };
    Err(Halt::issues(vec![Issue::new(key, Code::Input, message)]))
}

pub fn reach(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let mut stops = stops_of(doc)?;
    let at = open_stop(&stops, inputs)?;
    let reached = moment(case, doc, inputs, "at")?;
    let stop = &mut stops[at];
    stop.reached_at = Some(reached);
    stop.state = REACHED.to_owned();
    stop.remarks = text(inputs, "remarks").map(str::to_owned);
    set_stops(doc, &stops);
    Ok("")
}

/// A proof of delivery has something to show, and a shortage its end.
pub fn proof_rule(inputs: &Record, issues: &mut Vec<Issue>) {
    if rows(inputs, "photos").is_empty() && text(inputs, "signature").is_none() {
        let message = "Take a photo of the signed copy, or let the receiver sign";
        issues.push(Issue::new("photos", Code::Required, message));
    }
    let some = |row: &Value| {
        let int = |key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
        int("pcs") > 0 || int("weight_g") > 0
    };
    let short = rows(inputs, "short").iter().any(some);
    match (short, text(inputs, "shortage")) {
        (true, None) => {
            let message = "Select what becomes of the goods that were not handed over";
            issues.push(Issue::new("shortage", Code::Required, message));
        }
        (false, Some(_)) => {
            let message = "Enter what was not handed over";
            issues.push(Issue::new("short", Code::Required, message));
        }
        _ => {}
    }
}

/// Refuses a delivery by somebody who does not drive the trip, and one of goods that a yard receives itself.
fn may_hand_over(look: &Look, doc: &Doc, stop: &TripStop, inputs: &Record) -> Result<(), Halt> {
    if stop.transfer.is_some() {
        let message = said!("{no} is received by {party} itself", no = stop.no, party = stop.party);
        return Err(Halt::issues(vec![Issue::new("stop", Code::Rule, message)]));
    }
    let Some(by) = text(inputs, "driver").filter(|by| doc.text("driver") != Some(*by)) else {
        return Ok(());
    };
    let earlier = vehicles_of(doc)?.iter().any(|one| one.driver.as_deref() == Some(by));
    let other = look.find(DRIVER.key, by)?.map(|driver| driver.title(&DRIVER)).unwrap_or_default();
    let own = doc.text("driver_name").unwrap_or("another driver");
    let message = match earlier {
        true => said!("{other} handed this trip over to {own}", other, own),
        false => said!("{own} drives this trip, not {other}. Change the driver first", own, other),
    };
    Err(Halt::issues(vec![Issue::new("driver", Code::Rule, message)]))
}

/// The goods are handed over: to whom, when, shown by photo or signature; what is short has an end.
pub fn deliver(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let mut stops = stops_of(doc)?;
    let at = open_stop(&stops, inputs)?;
    let done_at = moment(case, doc, inputs, "received_at")?;
    may_hand_over(case, doc, &stops[at], inputs)?;
    let stop = &mut stops[at];
    done(count_short(&mut stop.goods, rows(inputs, "short")))?;
    let short = stop.goods.iter().fold(Qty::default(), |sum, goods| sum + goods.short());
    stop.state = if short.is_zero() { DELIVERED } else { PARTLY }.to_owned();
    stop.done_at = Some(done_at);
    stop.reached_at = stop.reached_at.or(stop.done_at);
    stop.received_by = text(inputs, "received_by").map(str::to_owned);
    stop.photos = files(inputs);
    stop.signature = text(inputs, "signature").map(str::to_owned);
    stop.remarks = text(inputs, "remarks").map(str::to_owned).or(stop.remarks.take());
    if !short.is_zero() {
        stop.short_pcs = Some(short.pcs);
        stop.short_g = Some(short.g);
        stop.shortage = text(inputs, "shortage").map(str::to_owned);
        shortage::end(case, doc, stop)?;
    }
    set_stops(doc, &stops);
    Ok("")
}

fn files(inputs: &Record) -> Vec<String> {
    rows(inputs, "photos").iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Notes what was not handed over of each batch: never more than was on the vehicle.
fn count_short(goods: &mut [TripGoods], rows: &[Value]) -> Vec<Issue> {
    let mut issues = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let int = |key: &str| row.get(key).and_then(Value::as_i64);
        let mut refuse = |key: &str, message: Said| {
            issues.push(Issue::new(format!("short.{at}.{key}"), Code::Input, message));
        };
        let line = int("line").and_then(|line| usize::try_from(line).ok());
        let Some(one) = line.and_then(|line| goods.get_mut(line)) else {
            refuse("line", "The stop does not have these goods".into());
            continue;
        };
        if !one.short().is_zero() {
            refuse("line", "These goods are listed twice".into());
            continue;
        }
        let pcs = int("pcs").unwrap_or(0);
        let g = match int("weight_g").filter(|g| *g > 0) {
            Some(g) => g,
            None => part(one.weight_g, pcs, one.pcs),
        };
        let short = Qty::new(pcs, g);
        match () {
            () if one.pcs > 0 && pcs == 0 && g > 0 => {
                refuse("pcs", "Enter the pieces".into());
            }
            () if (one.qty() - short).any_negative() => {
                let key = if pcs > one.pcs { "pcs" } else { "weight_g" };
                let (all, weight) = (grouped(one.pcs), kg(Grams(one.weight_g)));
                refuse(key, said!("Only {all} pcs ({weight}) were on the vehicle", all, weight));
            }
            () => (one.short_pcs, one.short_g) = (pcs, g),
        }
    }
    issues
}

/// The goods go back with the vehicle, and may go on another trip.
pub fn refuse(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let before = doc.clone();
    let mut stops = stops_of(doc)?;
    let at = open_stop(&stops, inputs)?;
    let done_at = moment(case, doc, inputs, "at")?;
    may_hand_over(case, doc, &stops[at], inputs)?;
    let stop = &mut stops[at];
    stop.state = REFUSED.to_owned();
    stop.done_at = Some(done_at);
    stop.reached_at = stop.reached_at.or(stop.done_at);
    stop.reason = text(inputs, "reason").map(str::to_owned);
    stop.remarks = text(inputs, "remarks").map(str::to_owned);
    stop.photos = files(inputs);
    set_stops(doc, &stops);
    plan::hold(case, Some(&before), doc, &stops)?;
    Ok("")
}
