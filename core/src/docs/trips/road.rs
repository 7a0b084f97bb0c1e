//! The steps of the vehicle: placed, loaded, dispatched, replaced by another, back again.

use serde_json::Value;

use super::{CANCELLED, CLOSED, DISPATCHED, PLACED, PLANNED, UNDER_LOADING};
use super::{TripStop, TripVehicle, claims, freight, papers, plan, set_rows, set_stops, stops_of};
use super::{stops, vehicles_of};
use crate::declare::case::{Case, Look};
use crate::docs::four_eyes;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;

/// The stops as their loadings and transfers stand now, with what they come to.
///
/// Errors: every reason why the trip cannot be so.
fn refresh(case: &mut Case, doc: &mut Doc) -> Result<Vec<TripStop>, Halt> {
    done(plan::reckon(case, doc)?)?;
    stops_of(doc)
}

/// A vehicle that another trip has not brought back yet cannot be placed.
fn not_out(look: &Look, doc: &Doc) -> Result<(), Halt> {
    for other in claims::trips_of_vehicle(look, doc.text("vehicle").unwrap_or_default(), &doc.id)? {
        if other.status != PLANNED {
            let no = look.seen(&super::TRIP, &other.id)?.map(|trip| trip.title(&super::TRIP));
            let no = no.as_deref().unwrap_or("another trip");
            let vehicle = doc.text("vehicle_no").unwrap_or_default();
            let message =
                said!("{vehicle} is still on {no} ({status})", vehicle, no, status = other.status);
            return Err(Halt::refuse(Code::Rule, message));
        }
    }
    Ok(())
}

/// There is something to take along, and the vehicle is here.
pub fn may_place(look: &Look, doc: &Doc) -> Result<(), Halt> {
    if stops_of(doc)?.is_empty() {
        return Err(Halt::refuse(Code::Rule, "The trip has no stop"));
    }
    not_out(look, doc)
}

/// The vehicle stands in the yard: its transfers know it; where goods are on it already it is being loaded.
pub fn place(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let stops = refresh(case, doc)?;
    papers::tell_transfers(case, doc, &stops)?;
    let stops = refresh(case, doc)?;
    take_odometer(doc, inputs, "odometer_out");
    doc.set("placed_at", case.now.0);
    set_stops(doc, &stops);
    Ok(if stops.iter().any(|stop| stop.out) { UNDER_LOADING } else { PLACED })
}

fn take_odometer(doc: &mut Doc, inputs: &Record, key: &str) {
    if let Some(km) = inputs.get("odometer") {
        doc.set(key, km.clone());
    }
}

/// Goods of the trip left the yard, or were weighed again.
pub fn loaded(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut stops = stops_of(doc)?;
    for stop in &mut stops {
        // What no longer fits is told when the vehicle is dispatched.
        let _unfit = stops::describe(case, stop)?;
    }
    plan::gather(doc, &stops);
    plan::fill(case, doc)?;
    freight::reckon(doc);
    set_stops(doc, &stops);
    Ok(if doc.status == PLACED { UNDER_LOADING } else { "" })
}

/// The goods of a stop do not go: they were taken off the vehicle.
pub fn drop_stop(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let before = doc.clone();
    let mut stops = stops_of(doc)?;
    if let Some(at) = stop_at(inputs).filter(|at| *at < stops.len()) {
        stops.remove(at);
    }
    plan::place(case, doc, &stops)?;
    plan::gather(doc, &stops);
    plan::fill(case, doc)?;
    freight::reckon(doc);
    set_stops(doc, &stops);
    plan::hold(case, Some(&before), doc, &stops)?;
    Ok("")
}

/// The place of the stop that a step is about.
pub fn stop_at(inputs: &Record) -> Option<usize> {
    inputs.get("stop").and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok())
}

/// Everything that the vehicle takes has left the yard.
pub fn may_dispatch(_: &Look, doc: &Doc) -> Result<(), Halt> {
    let stops = stops_of(doc)?;
    let waiting: Vec<&TripStop> = stops.iter().filter(|stop| !stop.out).collect();
    let message = match (stops.len(), waiting.as_slice()) {
        (0, _) => "The trip has no stop".into(),
        (_, []) => return Ok(()),
        (_, [one]) => said!("{no} has not left the yard yet", no = one.no),
        (all, more) => {
            said!("{waiting} of {all} stops have not left the yard yet", waiting = more.len(), all)
        }
    };
    Err(Halt::refuse(Code::Rule, message))
}

/// The vehicle goes: everything is on it, its papers are valid today, and every e-way bill names it.
pub fn dispatch(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let mut stops = refresh(case, doc)?;
    may_dispatch(case, doc)?;
    not_out(case, doc)?;
    done(on_another(doc, &stops)?)?;
    papers::enter(case, doc, &mut stops, inputs)?;
    done(papers::missing(case, doc, &stops)?)?;
    take_odometer(doc, inputs, "odometer_out");
    doc.set("out_at", case.now.0);
    doc.set("dispatched_by", case.actor.id.clone());
    freight::reckon(doc);
    set_stops(doc, &stops);
    Ok(DISPATCHED)
}

/// Goods that were loaded on another vehicle than the trip's, now or before.
fn on_another(doc: &Doc, stops: &[TripStop]) -> Result<Vec<Issue>, Halt> {
    let now = doc.text("vehicle_no").unwrap_or_default();
    let mut own: Vec<String> = vehicles_of(doc)?.into_iter().map(|one| one.vehicle_no).collect();
    own.push(now.to_owned());
    let mut issues = Vec::new();
    for (at, stop) in stops.iter().enumerate() {
        if let Some(other) = stop.vehicle_no.as_ref().filter(|no| !own.contains(no)) {
            let message = said!(
                "{no} was loaded on {other}, not on {now}. Change the trip's vehicle, or take it off the trip",
                no = stop.no,
                other,
                now
            );
            issues.push(Issue::new(format!("stops.{at}.{}", stop.field()), Code::Rule, message));
        }
    }
    Ok(issues)
}

/// Another vehicle takes over. On the road each e-way bill must name it before it goes on.
pub fn change_vehicle(
    case: &mut Case,
    doc: &mut Doc,
    inputs: &Record,
) -> Result<&'static str, Halt> {
    let before = doc.clone();
    four_eyes::changed(case, doc);
    let text = |key: &str| doc.text(key).map(str::to_owned);
    let mut log = vehicles_of(doc)?;
    log.push(TripVehicle {
        vehicle: text("vehicle").unwrap_or_default(),
        vehicle_no: text("vehicle_no").unwrap_or_default(),
        driver: text("driver"),
        reason: inputs.get("reason").and_then(Value::as_str).map(str::to_owned),
        at: Some(case.now),
        by: case.actor.id.clone(),
    });
    let vehicle = inputs.get("vehicle").cloned().unwrap_or(Value::Null);
    if doc.get("vehicle") == Some(&vehicle) {
        let message = "This is the vehicle of the trip already";
        return done(vec![Issue::new("vehicle", Code::Input, message)]).map(|()| "");
    }
    doc.set("vehicle", vehicle);
    for key in ["driver", "overhang"] {
        match inputs.get(key) {
            Some(value) => doc.set(key, value.clone()),
            None => drop(doc.record.remove(key)),
        }
    }
    for key in ["vendor", "freight_basis", "freight_rate_paise", "km", "freight_tax"] {
        if let Some(value) = inputs.get(key) {
            doc.set(key, value.clone());
        }
    }
    set_rows(doc, "vehicles", &log);
    let mut stops = stops_of(doc)?;
    done(plan::fit(case, doc, &stops)?)?;
    not_out(case, doc)?;
    if doc.status == DISPATCHED {
        papers::enter(case, doc, &mut stops, inputs)?;
        done(papers::missing(case, doc, &stops)?)?;
    } else {
        papers::tell_transfers(case, doc, &stops)?;
        stops = refresh(case, doc)?;
    }
    set_stops(doc, &stops);
    plan::hold(case, Some(&before), doc, &stops)?;
    Ok("")
}

/// Part B of e-way bills by itself: entered before the vehicle goes, or for a longer time on the road.
pub fn record_papers(
    case: &mut Case,
    doc: &mut Doc,
    inputs: &Record,
) -> Result<&'static str, Halt> {
    let mut stops = stops_of(doc)?;
    papers::enter(case, doc, &mut stops, inputs)?;
    set_stops(doc, &stops);
    Ok("")
}

/// Every stop is completed.
pub fn may_close(_: &Look, doc: &Doc) -> Result<(), Halt> {
    let open = stops_of(doc)?.iter().filter(|stop| stop.is_open()).count();
    match open {
        0 => Ok(()),
        1 => Err(Halt::refuse(Code::Rule, "1 stop is still open")),
        more => {
            let message = said!("{more} stops are still open", more);
            Err(Halt::refuse(Code::Rule, message))
        }
    }
}

/// The vehicle is back: what the trip cost on top of the freight is known.
pub fn close(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let before = doc.clone();
    four_eyes::changed(case, doc);
    take_odometer(doc, inputs, "odometer_in");
    let (out, back) = (doc.int("odometer_out"), doc.int("odometer_in"));
    if out.zip(back).is_some_and(|(out, back)| back < out) {
        let message = "The odometer was further when the vehicle left";
        return done(vec![Issue::new("odometer", Code::Input, message)]).map(|()| "");
    }
    for key in ["km", "hamali_paise", "detention_paise", "expenses"] {
        if let Some(value) = inputs.get(key) {
            doc.set(key, value.clone());
        }
    }
    freight::reckon(doc);
    doc.set("in_at", case.now.0);
    doc.set("closed_by", case.actor.id.clone());
    let stops = stops_of(doc)?;
    set_stops(doc, &stops);
    claims::engage(case, &doc.id, (claims::vehicle_at_work(&before.status, &before), None))?;
    Ok(CLOSED)
}

/// The vehicle goes away empty: the trip is only planned again.
pub fn release(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let vehicle = doc.text("vehicle_no").unwrap_or_default();
    let mut stops = stops_of(doc)?;
    for stop in &mut stops {
        let _unfit = stops::describe(case, stop)?;
    }
    if let Some(stop) =
        stops.iter().find(|stop| stop.out && stop.vehicle_no.as_deref() == Some(vehicle))
    {
        let message =
            said!("{no} is on {vehicle}. Change the vehicle instead", no = stop.no, vehicle);
        return Err(Halt::refuse(Code::Rule, message));
    }
    for key in ["placed_at", "odometer_out"] {
        doc.record.remove(key);
    }
    Ok(PLANNED)
}

/// What was planned does not go: its goods and its vehicle are free for other trips.
pub fn cancel(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let before = doc.clone();
    doc.status = CANCELLED.to_owned();
    let stops = stops_of(doc)?;
    plan::hold(case, Some(&before), doc, &stops)?;
    Ok(CANCELLED)
}
