//! A trip as it is planned: its stops, its vehicle and driver, its load and freight, and what it holds.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{PLACED, PLANNED, TRIP, TripStop, UNDER_LOADING, claims, freight, load, papers};
use super::{set_stops, stops, stops_of};
use crate::declare::case::{Case, Look};
use crate::docs::fleet::{self, DRIVER, VEHICLE};
use crate::docs::places::YARD;
use crate::docs::suppliers::VENDOR;
use crate::docs::{four_eyes, org};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::value::{IST_MINUTES, Instant};

/// A vehicle is expected back so much later where nobody says when.
const HALF_A_DAY_MS: i64 = 12 * 3_600_000;

/// Rules between fields.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let int = |key: &str| record.get(key).and_then(Value::as_i64);
    if int("leaves_at").zip(int("back_at")).is_some_and(|(leaves, back)| back <= leaves) {
        let message = "Back by must be after Leaves";
        issues.push(Issue::new("back_at", Code::Input, message));
    }
    freight::check(record, issues);
    let rows = record.get("stops").and_then(Value::as_array).map(Vec::as_slice);
    let mut seen = BTreeSet::new();
    for (at, row) in rows.unwrap_or_default().iter().enumerate() {
        for key in ["loading", "transfer"] {
            let named = row.get(key).and_then(Value::as_str);
            if named.is_some_and(|id| !seen.insert((key, id))) {
                let message = said!("This {key} is on the trip already", key);
                issues.push(Issue::new(format!("stops.{at}.{key}"), Code::Duplicate, message));
            }
        }
    }
}

/// Works the trip out, gives it its number, and holds what it takes along.
pub fn rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let mut issues = placed_already(before, doc);
    issues.extend(reckon(case, doc)?);
    done(issues)?;
    if doc.doc_no.is_none() {
        let branch = doc.branch.clone().unwrap_or_default();
        doc.doc_no = Some(org::next_number(case, &TRIP, &branch, case.today())?);
    }
    let stops = stops_of(doc)?;
    hold(case, before, doc, &stops)?;
    if [PLACED, UNDER_LOADING].contains(&doc.status.as_str()) {
        papers::tell_transfers(case, doc, &stops)?;
    }
    Ok(())
}

/// The vehicle that stands in the yard is changed by a step, with a reason.
fn placed_already(before: Option<&Doc>, doc: &Doc) -> Vec<Issue> {
    let placed = before.filter(|before| before.status != PLANNED);
    let other = |key: &&&str| placed.is_some_and(|before| before.get(key) != doc.get(key));
    let message = "The vehicle is placed already. Use Change vehicle";
    let changed = ["vehicle", "driver"];
    changed.iter().filter(other).map(|key| Issue::new(*key, Code::Rule, message)).collect()
}

/// Brings what the trip holds from what it was to what it is.
pub fn hold(
    case: &mut Case,
    before: Option<&Doc>,
    doc: &Doc,
    stops: &[TripStop],
) -> Result<(), Halt> {
    let was = match before {
        Some(before) => claims::held(&before.status, &stops_of(before)?),
        None => Vec::new(),
    };
    claims::hold(case, &doc.id, (&was, &claims::held(&doc.status, stops)))?;
    let vehicle = before.and_then(|before| claims::vehicle_at_work(&before.status, before));
    claims::engage(case, &doc.id, (vehicle, claims::vehicle_at_work(&doc.status, doc)))
}

/// Fills everything that follows from the stops and the vehicle as they stand now.
///
/// Answers every reason why the trip cannot be so.
pub fn reckon(look: &Look, doc: &mut Doc) -> Result<Vec<Issue>, Halt> {
    let mut stops = stops_of(doc)?;
    let mut issues = describe(look, doc, &mut stops)?;
    place(look, doc, &stops)?;
    gather(doc, &stops);
    issues.extend(vehicle(look, doc, &stops)?);
    issues.extend(freight::issues(look, doc)?);
    set_stops(doc, &stops);
    Ok(issues)
}

/// Whether another vehicle and driver can take over what is still on the way.
pub fn fit(look: &Look, doc: &mut Doc, stops: &[TripStop]) -> Result<Vec<Issue>, Halt> {
    let mut issues = vehicle(look, doc, stops)?;
    issues.extend(freight::issues(look, doc)?);
    Ok(issues)
}

/// The load of the vehicle, from what the stops come to.
pub fn fill(look: &Look, doc: &mut Doc) -> Result<(), Halt> {
    if let Some(vehicle) = vehicle_of(look, doc)? {
        let int = |key: &str| doc.int(key).unwrap_or(0);
        let load = load::TripLoad::of(look, &vehicle, int("weight_g"), int("longest_mm"))?;
        load.write(doc);
    }
    Ok(())
}

fn vehicle_of(look: &Look, doc: &Doc) -> Result<Option<std::sync::Arc<Doc>>, Halt> {
    Ok(doc.text("vehicle").map(|id| look.find(VEHICLE.key, id)).transpose()?.flatten())
}

/// Each stop, and that no other trip takes the same along.
fn describe(look: &Look, doc: &Doc, stops: &mut [TripStop]) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    for (at, stop) in stops.iter_mut().enumerate() {
        let unfit = stops::describe(look, stop)?.map(|message| (Code::Input, message));
        let wrong = match unfit {
            Some(unfit) => Some(unfit),
            None => taken(look, doc, stop)?.map(|message| (Code::Duplicate, message)),
        };
        if let Some((code, message)) = wrong {
            issues.push(Issue::new(format!("stops.{at}.{}", stop.field()), code, message));
        }
    }
    Ok(issues)
}

/// The trip that takes a stop's goods along already, in words.
fn taken(look: &Look, doc: &Doc, stop: &TripStop) -> Result<Option<Said>, Halt> {
    let Some((kind, id)) = stop.carries() else { return Ok(None) };
    let Some(other) = claims::trip_of(look, kind, id)?.filter(|other| *other != doc.id) else {
        return Ok(None);
    };
    let other = look.seen(&TRIP, &other)?.map(|trip| trip.title(&TRIP));
    let what = if kind == "loading" { "Loading" } else { "Transfer" };
    let other = other.as_deref().unwrap_or("another trip");
    Ok(Some(said!("{what} {no} already exists in {other}", what, no = stop.no, other)))
}

/// The trip belongs to where its first goods leave; another yard that it is about sees it too.
pub fn place(look: &Look, doc: &mut Doc, stops: &[TripStop]) -> Result<(), Halt> {
    let first = stops.iter().find_map(|stop| stop.yard.clone());
    let yards = stops.iter().flat_map(|stop| [stop.yard.clone(), stop.to_yard.clone()]);
    let other = yards.flatten().find(|yard| Some(yard) != first.as_ref());
    let branch = |yard: &Option<String>| -> Result<Option<String>, Halt> {
        let found = yard.as_deref().map(|id| look.find(YARD.key, id)).transpose()?.flatten();
        Ok(found.and_then(|yard| yard.branch.clone()))
    };
    if first.is_some() {
        doc.branch = branch(&first)?;
        doc.yard = first;
    }
    for (key, value) in [("second_branch", branch(&other)?), ("second_yard", other)] {
        put(doc, key, value);
    }
    Ok(())
}

fn put(doc: &mut Doc, key: &str, value: Option<impl Into<Value>>) {
    match value {
        Some(value) => doc.set(key, value),
        None => drop(doc.record.remove(key)),
    }
}

/// What the stops come to together.
pub fn gather(doc: &mut Doc, stops: &[TripStop]) {
    let unique = |of: &dyn Fn(&TripStop) -> Option<String>| {
        let mut all: Vec<String> = Vec::new();
        for one in stops.iter().filter_map(of) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
        all
    };
    let joined = |all: Vec<String>, most: usize| {
        let text: String = all.join(", ").chars().take(most).collect();
        (!text.is_empty()).then_some(text)
    };
    let cities = unique(&|stop| Some(stop.city.clone()).filter(|city| !city.is_empty()));
    put(doc, "going_to", joined(cities, 200));
    put(doc, "carries", joined(unique(&|stop| Some(stop.no.clone())), 500));
    doc.set("orders", unique(&|stop| stop.order.clone()));
    doc.set("salesmen", unique(&|stop| stop.salesman.clone()));
    doc.set("pcs", stops.iter().map(|stop| stop.pcs).sum::<i64>());
    doc.set("weight_g", stops.iter().map(|stop| stop.weight_g).sum::<i64>());
    doc.set("longest_mm", stops.iter().map(|stop| stop.longest_mm).max().unwrap_or(0));
    if let Some(leaves) = doc.int("leaves_at") {
        doc.set("date", Instant(leaves).day_in(IST_MINUTES).to_string());
        if doc.get("back_at").is_none() {
            doc.set("back_at", leaves.saturating_add(HALF_A_DAY_MS));
        }
    }
}

/// Vehicle, driver and transporter: who they are, whether their papers are valid on the day, and whether
/// they can take the load.
fn vehicle(look: &Look, doc: &mut Doc, stops: &[TripStop]) -> Result<Vec<Issue>, Halt> {
    let Some(vehicle) = vehicle_of(look, doc)? else { return Ok(Vec::new()) };
    let name = vehicle.title(&VEHICLE);
    doc.set("vehicle_no", name.clone());
    for (key, of) in [("driver", "driver"), ("vendor", "vendor")] {
        if doc.get(key).is_none() {
            put(doc, key, vehicle.text(of));
        }
    }
    let leaves = doc.int("leaves_at").map_or(look.now, Instant);
    let on = leaves.day_in(IST_MINUTES).max(look.today());
    let mut issues = fleet::paper_issues(look, &vehicle, doc.text("driver"), on)?;
    issues.extend(driver(look, doc)?);
    issues.extend(transporter(look, doc)?);
    issues.extend(elsewhere(look, doc, &name, leaves)?);
    let open = || stops.iter().filter(|stop| stop.is_open());
    let weight = open().map(|stop| stop.weight_g).sum();
    let longest = open().map(|stop| stop.longest_mm).max().unwrap_or(0);
    let load = load::TripLoad::of(look, &vehicle, weight, longest)?;
    load.write(doc);
    issues.extend(load::issues(&load, &name, doc.text("overhang")));
    Ok(issues)
}

fn driver(look: &Look, doc: &mut Doc) -> Result<Option<Issue>, Halt> {
    let Some(id) = doc.text("driver").map(str::to_owned) else {
        return Ok(Some(Issue::new("driver", Code::Required, "Driver is required")));
    };
    let driver = look.find(DRIVER.key, &id)?;
    let own = |key: &str| driver.as_ref().and_then(|driver| driver.text(key)).map(str::to_owned);
    put(doc, "driver_name", own("name"));
    put(doc, "mobile", own("mobile"));
    Ok(None)
}

fn transporter(look: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let found = doc.text("vendor").map(|id| look.find(VENDOR.key, id)).transpose()?.flatten();
    let barred = found.filter(|vendor| !vendor.is_active());
    let message = |vendor: std::sync::Arc<Doc>| {
        said!("{vendor} is {status}", vendor = vendor.name(&VENDOR), status = vendor.status)
    };
    Ok(barred.map(|vendor| Issue::new("vendor", Code::Input, message(vendor))))
}

/// A vehicle is on one trip at a time: another is not over by then, or begins before this one is.
fn elsewhere(look: &Look, doc: &Doc, name: &str, leaves: Instant) -> Result<Option<Issue>, Halt> {
    let back = Instant(doc.int("back_at").unwrap_or(leaves.0 + HALF_A_DAY_MS));
    for other in claims::trips_of_vehicle(look, doc.text("vehicle").unwrap_or_default(), &doc.id)? {
        let (from, to) = taken_up(look, &other);
        if from < back && leaves < to {
            let no = match look.seen(&TRIP, &other.id)? {
                Some(trip) => trip.title(&TRIP),
                None => "another trip".to_owned(),
            };
            let message = said!("{name} is on {no} until {to}", name, no, to = to.shown());
            return Ok(Some(Issue::new("vehicle", Code::Rule, message)));
        }
    }
    Ok(None)
}

/// When another trip keeps its vehicle: one that is under way, longer than planned where it is late.
fn taken_up(look: &Look, trip: &Doc) -> (Instant, Instant) {
    let at = |key: &str| Instant(trip.int(key).unwrap_or(0));
    let (from, to) = (at("leaves_at"), at("back_at"));
    match trip.status.as_str() {
        PLANNED => (from, to),
        // Nobody knows when a late one comes back: it is given as long again.
        _ if to <= look.now => (from, Instant(look.now.0 + HALF_A_DAY_MS)),
        _ => (from.min(look.now), to),
    }
}

/// What to look at: a load near the limit, pieces that stand out, e-way bills that are missing.
pub fn warn(look: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    if ![PLANNED, PLACED, UNDER_LOADING].contains(&doc.status.as_str()) {
        return Ok(Vec::new());
    }
    let mut now = doc.clone();
    reckon(look, &mut now)?;
    let mut found = Vec::new();
    if let Some(vehicle) = vehicle_of(look, &now)? {
        let int = |key: &str| now.int(key).unwrap_or(0);
        let load = load::TripLoad::of(look, &vehicle, int("weight_g"), int("longest_mm"))?;
        found.extend(load::warnings(look, &load, &vehicle.title(&VEHICLE))?);
    }
    for (at, stop) in stops_of(&now)?.iter().enumerate() {
        if stop.ewb_needed && stop.ewb_no.is_none() {
            let message = said!("The e-way bill of {no} is missing", no = stop.no);
            let path = format!("stops.{at}.{}", stop.field());
            found.push(Issue::new(path, Code::EwbNeeded, message));
        }
    }
    Ok(found)
}
