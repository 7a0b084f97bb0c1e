//! The demo's trips at the end of the story: some in every status, with goods refused, short and on the way.

use std::collections::BTreeMap;

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::orders::{ORDER, WAITING};
use godown_core::docs::trips as trip;
use godown_core::docs::{invoices, loadings, transfers};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, parse};
use godown_core::ledger::stock;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::parties::person;
use super::site::Site;
use super::{Fault, Known};

/// What is found at a stop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Delivered,
    Reached,
    Refused,
    /// Some goods come back.
    Back,
    /// Some goods are lost.
    Lost,
}

/// Where a trip ends, at how many stops, and what is found at them in turn; stops beyond are not called at.
struct Story {
    end: &'static str,
    stops: usize,
    calls: &'static [Call],
    advance: bool,
}

const fn story(end: &'static str, stops: usize, calls: &'static [Call]) -> Story {
    Story { end, stops, calls, advance: false }
}

const fn with_advance(story: Story) -> Story {
    Story { advance: true, ..story }
}

const STORIES: &[Story] = &[
    with_advance(story(trip::SETTLED, 2, &[Call::Delivered, Call::Delivered])),
    story(trip::SETTLED, 2, &[Call::Lost, Call::Delivered]),
    story(trip::SETTLED, 1, &[Call::Delivered]),
    with_advance(story(trip::CLOSED, 2, &[Call::Delivered, Call::Back])),
    story(trip::CLOSED, 2, &[Call::Refused, Call::Delivered]),
    with_advance(story(trip::DISPATCHED, 3, &[Call::Back, Call::Reached])),
    story(trip::DISPATCHED, 2, &[Call::Delivered]),
    story(trip::DISPATCHED, 2, &[]),
    story(trip::UNDER_LOADING, 2, &[]),
    story(trip::UNDER_LOADING, 1, &[]),
    story(trip::PLANNED, 2, &[]),
    story(trip::CANCELLED, 1, &[]),
];

/// Goods that left so many days ago at most are taken.
const DAYS: i64 = 40;
const HOUR_MS: i64 = 3_600_000;

/// Goods that one vehicle took away.
struct Load {
    vehicle: Doc,
    loadings: Vec<Doc>,
}

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let mut loads = loads(site, until)?;
    for (at, story) in STORIES.iter().enumerate() {
        // A shortage is sent back by the lines of an invoice.
        let billed = story.calls.iter().any(|call| [Call::Back, Call::Lost].contains(call));
        let fits = |load: &Load| {
            let posted = load.loadings.iter().take(story.stops).all(|one| is_billed(site, one));
            let carried = load.vehicle.get("vendor").is_some();
            let owned = !story.advance || carried;
            load.loadings.len() >= story.stops && owned && (!billed || (posted && carried))
        };
        let Some(place) = loads.iter().position(fits) else { continue };
        let load = loads.remove(place);
        run(site, known, until, at, story, &load)?;
    }
    with_a_draft(site, known, at_work(&loads), until)?;
    with_a_transfer(site, known, &loads, until)
}

fn at_work(loads: &[Load]) -> Option<&Doc> {
    loads.last().map(|load| &load.vehicle)
}

fn is_billed(site: &Site, loading: &Doc) -> bool {
    let invoice = loading.text("invoice").map(|id| site.find("invoice", id));
    let invoice = invoice.and_then(|found| found.ok().flatten());
    invoice.is_some_and(|doc| doc.status == invoices::POSTED)
}

fn all(site: &Site, kind: &str) -> Result<Vec<Doc>, Fault> {
    let found = site.state.scan(&Range::prefix(&keys::key(&["doc", kind])), usize::MAX)?;
    let docs: Result<Vec<Doc>, _> = found.iter().map(|(key, text)| parse(key, text)).collect();
    Ok(docs?)
}

/// What each vehicle took away of late, the newest first, as much as it carries at once; the fullest first.
fn loads(site: &Site, until: Day) -> Result<Vec<Load>, Fault> {
    let mut by_vehicle: BTreeMap<String, Vec<Doc>> = BTreeMap::new();
    for loading in all(site, loadings::LOADING.key)? {
        let day = loading.text("date").and_then(Day::parse).unwrap_or_default();
        let late = loading.status == loadings::POSTED && until.days_since(day) <= DAYS;
        if let Some(vehicle) = loading.text("vehicle").filter(|_| late) {
            by_vehicle.entry(vehicle.to_owned()).or_default().push(loading);
        }
    }
    let mut loads = Vec::new();
    for (id, mut loadings) in by_vehicle {
        let Some(vehicle) = site.find("vehicle", &id)? else { continue };
        loadings.sort_by(|a, b| (b.text("date"), &b.doc_no).cmp(&(a.text("date"), &a.doc_no)));
        let mut left = vehicle.int("capacity_g").unwrap_or(0);
        loadings.retain(|one| {
            let fits = one.int("net_g").unwrap_or(0) <= left;
            left -= if fits { one.int("net_g").unwrap_or(0) } else { 0 };
            fits
        });
        loads.push(Load { vehicle, loadings });
    }
    loads.sort_by_key(|load| (load.loadings.len(), load.vehicle.id.clone()));
    Ok(loads)
}

/// A trip as it is planned: the driver of the vehicle, and the freight that its owner asks.
fn planned(site: &Site, vehicle: &Doc, at: usize, stops: Vec<Value>) -> Value {
    let mut record = json!({
        "vehicle": vehicle.id, "leaves_at": site.now.0 + HOUR_MS, "back_at": site.now.0 + 30 * HOUR_MS,
        "lr_no": format!("LR-{}", 6_200 + at * 3), "stops": stops, "km": 60 + (at as i64 * 37) % 340,
        "overhang": "Tied twice, red flag by day and lamp by night",
    });
    if vehicle.get("vendor").is_none() {
        return record;
    }
    let (basis, rate) = [("mt", 95_000), ("trip", 1_450_000), ("km", 4_800)][at % 3];
    record["freight_basis"] = basis.into();
    record["freight_rate_paise"] = rate.into();
    record["freight_tax"] = (if at.is_multiple_of(2) { "rcm" } else { "forward" }).into();
    record["hamali_paise"] = (60_000 + at as i64 * 5_000).into();
    record
}

fn stops(load: &Load, most: usize) -> Vec<Value> {
    load.loadings.iter().take(most).map(|one| json!({ "loading": one.id })).collect()
}

fn run(
    site: &mut Site,
    known: &Known,
    until: Day,
    at: usize,
    story: &Story,
    load: &Load,
) -> Result<(), Fault> {
    let desk = person(known, "LOGI")?.clone();
    let record = planned(site, &load.vehicle, at, stops(load, story.stops));
    let mut doc = site.create(&desk, "trip", record)?;
    let said = json!({ "remarks": "The customer sends a lorry after all" });
    match story.end {
        trip::PLANNED => return Ok(()),
        trip::CANCELLED => return site.must(&desk, &doc, "cancel", said).map(drop),
        _ => {}
    }
    let odometer = 120_000 + at as i64 * 7_310;
    doc = step(site, &desk, &doc, "place", json!({ "odometer": odometer }))?;
    let carried = doc.get("vendor").is_some();
    if story.advance && carried {
        let amount = doc.int("freight_paise").unwrap_or(0) / 2;
        let inputs = json!({
            "amount_paise": amount, "paid_by": "bank_transfer", "utr": format!("UTR{:09}", 40_117 + at),
        });
        doc = step(site, person(known, "ACC")?, &doc, "pay_advance", inputs)?;
    }
    if story.end == trip::UNDER_LOADING {
        return Ok(());
    }
    let papers = papers(&doc, at, until)?;
    doc = step(site, &desk, &doc, "dispatch", json!({ "papers": papers }))?;
    for (stop, call) in story.calls.iter().enumerate() {
        doc = called(site, &desk, &doc, stop, *call)?;
    }
    if story.end == trip::DISPATCHED {
        return Ok(());
    }
    let km = doc.int("km").unwrap_or(100) * 2;
    let inputs = json!({
        "odometer": odometer + km,
        "detention_paise": if carried && at.is_multiple_of(3) { json!(120_000) } else { Value::Null },
        "expenses": [{ "what": "Toll", "amount_paise": 84_500 }],
    });
    doc = step(site, &desk, &doc, "close", inputs)?;
    if story.end == trip::CLOSED {
        return Ok(());
    }
    settle(site, person(known, "ACC")?, &doc, at, carried)
}

fn step(
    site: &mut Site,
    who: &Actor,
    doc: &Doc,
    action: &str,
    inputs: Value,
) -> Result<Doc, Fault> {
    site.pass(60_000);
    site.must(who, doc, action, Value::Object(super::site::object(inputs)?))
}

/// Part B of every e-way bill, as the transporter sends it: that of the first stop ends with the day.
fn papers(doc: &Doc, at: usize, until: Day) -> Result<Vec<Value>, Fault> {
    let stops = trip::stops_of(doc)?;
    let of = |(place, stop): (usize, &trip::TripStop)| {
        let made = format!("27{:010}", 5_500_000_103_i64 + (at * 10 + place) as i64 * 6_997);
        let wanted = stop.ewb_needed || stop.ewb_no.is_some();
        wanted.then(|| {
            json!({
                "stop": place, "ewb_no": stop.ewb_no.clone().unwrap_or(made),
                "valid_to": until.plus(place as i32).to_string(),
            })
        })
    };
    Ok(stops.iter().enumerate().filter_map(of).collect())
}

/// What was found at a stop, as the driver's phone tells it.
fn called(site: &mut Site, who: &Actor, doc: &Doc, stop: usize, call: Call) -> Result<Doc, Fault> {
    let photo = site.photo(who, stop)?;
    let now = site.now.0;
    let goods = trip::stops_of(doc)?.into_iter().nth(stop).map(|stop| stop.goods);
    let short = goods.and_then(|goods| {
        let (line, one) = goods.iter().enumerate().max_by_key(|(_, one)| one.pcs)?;
        Some(json!([{ "line": line, "pcs": (one.pcs / 10).clamp(1, 4) }]))
    });
    let proof = json!({
        "stop": stop, "received_by": (["Mahesh Kulkarni", "Gate 2, Patil", "S. Reddy"][stop % 3]),
        "received_at": now, "photos": [photo],
    });
    let with = |shortage: &str| {
        let mut proof = proof.clone();
        proof["short"] = short.clone().unwrap_or_default();
        proof["shortage"] = shortage.into();
        proof["remarks"] = "Counted twice beside the lorry".into();
        proof
    };
    match call {
        Call::Reached => step(site, who, doc, "reach", json!({ "stop": stop, "at": now })),
        Call::Delivered => step(site, who, doc, "deliver", proof),
        Call::Back => step(site, who, doc, "deliver", with("return")),
        Call::Lost => step(site, who, doc, "deliver", with("claim")),
        Call::Refused => {
            let inputs = json!({
                "stop": stop, "reason": "CLOSED", "at": now, "photos": [photo],
                "remarks": "Nobody at the site to unload",
            });
            step(site, who, doc, "refuse", inputs)
        }
    }
}

fn settle(site: &mut Site, who: &Actor, doc: &Doc, at: usize, carried: bool) -> Result<(), Fault> {
    let forward = doc.text("freight_tax") == Some("forward");
    let tax = doc.int("total_paise").unwrap_or(0) * 12 / 100;
    let inputs = match carried {
        true => json!({
            "bill_no": format!("GR/{}", 880 + at), "paid_by": "account",
            "tax_paise": if forward { json!(tax) } else { Value::Null },
        }),
        false => json!({}),
    };
    step(site, who, doc, "settle", inputs).map(drop)
}

/// A vehicle that waits in the yard for goods that are still being loaded.
fn with_a_draft(
    site: &mut Site,
    known: &Known,
    vehicle: Option<&Doc>,
    until: Day,
) -> Result<(), Fault> {
    let Some(vehicle) = vehicle.cloned() else { return Ok(()) };
    let orders = all(site, ORDER.key)?;
    for order in orders.into_iter().filter(|order| order.status == WAITING) {
        let Some(line) = first_batch(site, &order)? else { continue };
        let yard = known.yards.iter().find(|yard| order.yard.as_deref() == Some(&yard.id));
        let Some(yard) = yard else { continue };
        let keeper = person(known, ["YARD", "YARD2", "YARD3"][yard.branch])?.clone();
        let record = json!({ "order": order.id, "vehicle": vehicle.id, "lines": [line] });
        let loading = site.create(&keeper, loadings::LOADING.key, record)?;
        let desk = person(known, "LOGI")?.clone();
        let stops = vec![json!({
            "loading": loading.id, "note": format!("Wanted by {}", until.plus(1).shown()),
        })];
        let record = planned(site, &vehicle, STORIES.len(), stops);
        let doc = site.create(&desk, "trip", record)?;
        return step(site, &desk, &doc, "place", json!({})).map(drop);
    }
    Ok(())
}

/// A few pieces of the first line of an order, from the oldest batch.
fn first_batch(site: &Site, order: &Doc) -> Result<Option<Value>, Fault> {
    let system = Actor::system();
    let look = docs::look(&site.state, &system, site.now);
    let lines = order.get("lines").and_then(Value::as_array).cloned().unwrap_or_default();
    let sku = lines.first().and_then(|line| line.get("sku")?.as_str()).unwrap_or_default();
    let yard = order.yard.as_deref().unwrap_or_default();
    let batches = stock::batches(&look, yard, sku)?;
    let Some(batch) = batches.into_iter().find(|batch| batch.free.pcs >= 2) else {
        return Ok(None);
    };
    let weight_g = stock::issue_weight(batch.free, 2);
    Ok(Some(json!({
        "order_line": 0, "batch": batch.batch, "pcs": 2, "weight_g": weight_g,
    })))
}

/// A transfer that a yard has set aside, to be fetched with the next lorry.
fn with_a_transfer(
    site: &mut Site,
    known: &Known,
    loads: &[Load],
    until: Day,
) -> Result<(), Fault> {
    let mut found = all(site, transfers::TRANSFER.key)?.into_iter();
    let transfer = found.find(|one| one.status == transfers::ACCEPTED);
    let Some((transfer, load)) = transfer.zip(loads.first()) else { return Ok(()) };
    let desk = person(known, "LOGI")?.clone();
    let stops = vec![json!({
        "transfer": transfer.id, "note": format!("Needed by {}", until.plus(2).shown()),
    })];
    let record = planned(site, &load.vehicle, STORIES.len() + 1, stops);
    site.create(&desk, "trip", record).map(drop)
}
