//! What each live trip holds: its loadings and transfers, which are on no other, and its vehicle.
//!
//! ```text
//! carried <type> <id>      -> the trip that takes it along; of a delivered one, the trip that did
//! at_work <vehicle> <trip> -> 1, while the trip is not over
//! ```

use super::{CANCELLED, CLOSED, REFUSED, SETTLED, TRIP, TripStop};
use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Range;

/// More trips than one vehicle is planned for.
const MANY: usize = 1_000;

fn carried_key(kind: &str, id: &str) -> String {
    keys::key(&["carried", kind, id])
}

fn at_work_key(vehicle: &str, trip: &str) -> String {
    keys::key(&["at_work", vehicle, trip])
}

/// The trip that takes a loading or a transfer along.
pub fn trip_of(look: &Look, kind: &str, id: &str) -> Result<Option<String>, Halt> {
    look.value(&carried_key(kind, id))
}

/// The same as a document, with the place of the stop.
pub struct Carried {
    pub trip: std::sync::Arc<Doc>,
    pub stops: Vec<TripStop>,
    pub at: usize,
}

/// The trip and the stop that a loading or a transfer is on.
pub fn on_trip(look: &Look, kind: &str, id: &str) -> Result<Option<Carried>, Halt> {
    let Some(trip) = trip_of(look, kind, id)? else { return Ok(None) };
    let Some(trip) = look.find(TRIP.key, &trip)? else { return Ok(None) };
    let stops = super::stops_of(&trip)?;
    let at = stops.iter().position(|stop| stop.carries() == Some((kind, id)));
    Ok(at.map(|at| Carried { trip, stops, at }))
}

/// The type and id of what a trip holds.
pub type Held = (&'static str, String);

/// What a trip in this state holds.
///
/// A refused stop's goods come back, and may go on another trip; those of a cancelled trip never left.
pub fn held(status: &str, stops: &[TripStop]) -> Vec<Held> {
    let holds = |stop: &&TripStop| status != CANCELLED && stop.state != REFUSED;
    let of = |stop: &TripStop| stop.carries().map(|(kind, id)| (kind, id.to_owned()));
    stops.iter().filter(holds).filter_map(of).collect()
}

/// The vehicle that a trip in this status keeps from others.
pub fn vehicle_at_work<'d>(status: &str, doc: &'d Doc) -> Option<&'d str> {
    let over = [CLOSED, SETTLED, CANCELLED].contains(&status);
    doc.text("vehicle").filter(|_| !over)
}

/// Brings the keys from what a trip held to what it holds.
pub fn hold(case: &mut Case, trip: &str, (was, is): (&[Held], &[Held])) -> Result<(), Halt> {
    for (kind, id) in was.iter().filter(|one| !is.contains(one)) {
        case.remove(carried_key(kind, id));
    }
    for (kind, id) in is.iter().filter(|one| !was.contains(one)) {
        case.put(carried_key(kind, id), &trip)?;
    }
    Ok(())
}

/// The same of the vehicle.
pub fn engage(
    case: &mut Case,
    trip: &str,
    (was, is): (Option<&str>, Option<&str>),
) -> Result<(), Halt> {
    if was == is {
        return Ok(());
    }
    if let Some(vehicle) = was {
        case.remove(at_work_key(vehicle, trip));
    }
    match is {
        Some(vehicle) => case.put(at_work_key(vehicle, trip), &1),
        None => Ok(()),
    }
}

/// The other trips that a vehicle is on and that are not over.
pub fn trips_of_vehicle(
    look: &Look,
    vehicle: &str,
    but: &str,
) -> Result<Vec<std::sync::Arc<Doc>>, Halt> {
    let range = Range::prefix(&keys::key(&["at_work", vehicle]));
    let mut found = Vec::new();
    for key in look.keys(&range, MANY)? {
        let id = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
        if id != but {
            found.extend(look.find(TRIP.key, &id)?);
        }
    }
    Ok(found)
}
