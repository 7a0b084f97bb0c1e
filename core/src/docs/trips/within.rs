//! What happens to a trip through its loadings and transfers: they leave, arrive, or are taken off.

use serde_json::json;

use super::{DISPATCHED, PLACED, PLANNED, TRIP, UNDER_LOADING, on_trip};
use crate::declare::case::{Case, Look};
use crate::docs::transfers::{self, TRANSFER};
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::Qty;
use crate::said;
use crate::value::Instant;
use crate::write::act;

const BEFORE_IT_GOES: &[&str] = &[PLANNED, PLACED, UNDER_LOADING];

fn at_stop(at: usize) -> Record {
    std::iter::once(("stop".to_owned(), json!(at))).collect()
}

/// Goods of a loading or a transfer left the yard: the trip that takes them knows their weight.
pub fn left_the_yard(case: &mut Case, kind: &str, id: &str) -> Result<(), Halt> {
    match on_trip(case, kind, id)? {
        Some(carried) if BEFORE_IT_GOES.contains(&carried.trip.status.as_str()) => {
            act::by_system(case, &TRIP, &carried.trip, "loaded", &Record::new()).map(drop)
        }
        _ => Ok(()),
    }
}

/// A loading is taken back, a transfer cancelled: no trip takes it any more.
///
/// Errors: `Rule` while its goods are on the road.
pub fn dropped(case: &mut Case, kind: &str, id: &str) -> Result<(), Halt> {
    let Some(carried) = on_trip(case, kind, id)? else { return Ok(()) };
    let stop = &carried.stops[carried.at];
    match carried.trip.status.as_str() {
        status if BEFORE_IT_GOES.contains(&status) => {
            act::by_system(case, &TRIP, &carried.trip, "drop_stop", &at_stop(carried.at)).map(drop)
        }
        DISPATCHED if stop.is_open() => {
            let (no, trip) = (&stop.no, carried.trip.title(&TRIP));
            let message = said!(
                "{no} is on the road on {trip}. Record there what became of it first",
                no,
                trip
            );
            Err(Halt::refuse(Code::Rule, message))
        }
        _ => Ok(()),
    }
}

/// A transfer was received: that is the proof of its delivery.
pub fn arrived(case: &mut Case, transfer: &Doc) -> Result<(), Halt> {
    let Some(carried) = on_trip(case, TRANSFER.key, &transfer.id)? else { return Ok(()) };
    if carried.trip.status != DISPATCHED || !carried.stops[carried.at].is_open() {
        return Ok(());
    }
    let lots = transfers::lots_of(transfer)?;
    let short = lots.iter().fold(Qty::default(), |sum, lot| sum + lot.short());
    let mut inputs = at_stop(carried.at);
    inputs.insert("short_pcs".to_owned(), json!(short.pcs));
    inputs.insert("short_g".to_owned(), json!(short.g));
    inputs.insert("received_by".to_owned(), json!(case.actor.name));
    act::by_system(case, &TRIP, &carried.trip, "arrived", &inputs).map(drop)
}

/// The vehicle of what is on a trip is that of the trip.
pub fn vehicle_issue(
    look: &Look,
    transfer: &Doc,
    vehicle: Option<&str>,
) -> Result<Option<Issue>, Halt> {
    let Some(carried) = on_trip(look, TRANSFER.key, &transfer.id)? else { return Ok(None) };
    let other = carried.trip.text("vehicle") != vehicle;
    let open = BEFORE_IT_GOES.contains(&carried.trip.status.as_str());
    let message =
        said!("It travels on {trip}. Change the vehicle there", trip = carried.trip.title(&TRIP));
    Ok((open && other).then(|| Issue::new("vehicle", Code::Rule, message)))
}

/// The freight of what is on a trip is settled with the trip.
pub fn freight_issue(look: &Look, transfer: &Doc) -> Result<Option<Issue>, Halt> {
    let Some(carried) = on_trip(look, TRANSFER.key, &transfer.id)? else { return Ok(None) };
    let message = said!("Its freight is settled on {trip}", trip = carried.trip.title(&TRIP));
    Ok(Some(Issue::new("freight_paise", Code::Input, message)))
}

/// The stop of a transfer that its yard received.
pub fn take_arrival(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let mut stops = super::stops_of(doc)?;
    let int = |key: &str| inputs.get(key).and_then(serde_json::Value::as_i64).unwrap_or(0);
    let at = super::road::stop_at(inputs).unwrap_or(usize::MAX);
    if let Some(stop) = stops.get_mut(at).filter(|stop| stop.is_open()) {
        let short = Qty::new(int("short_pcs"), int("short_g"));
        let state = if short.is_zero() { super::DELIVERED } else { super::PARTLY };
        stop.state = state.to_owned();
        stop.done_at = Some(Instant(case.now.0));
        stop.reached_at = stop.reached_at.or(stop.done_at);
        let by = inputs.get("received_by").and_then(serde_json::Value::as_str);
        stop.received_by = by.map(str::to_owned);
        if !short.is_zero() {
            (stop.short_pcs, stop.short_g) = (Some(short.pcs), Some(short.g));
        }
    }
    super::set_stops(doc, &stops);
    Ok("")
}
