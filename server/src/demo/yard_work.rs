//! The demo's later half of an order: loading, concerns, invoices.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::kept::doc::Record;
use godown_core::ledger::stock::{self, BatchStock};
use godown_core::query::list::{Op, Query, Where, page};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::masters::YARDS;
use super::orders::{End, Story, act};
use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known};

fn loader(known: &Known, branch: usize) -> Result<Actor, Fault> {
    Ok(person(known, ["YARD", "YARD2", "YARD3"][branch])?.clone())
}

/// How much of what is open a truck takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    All,
    Half,
    /// All but a few pieces of the last line.
    AllButFew,
}

pub fn waiting(site: &mut Site, known: &Known, story: &mut Story) -> Result<bool, Fault> {
    let actor = loader(known, story.branch)?;
    story.turns += 1;
    match (story.end, story.turns) {
        (End::Waiting, _) => Ok(false),
        (End::YardConcern(reason), _) => {
            raise(site, &actor, story, reason)?;
            Ok(false)
        }
        (End::AfterYardConcern, 1) => raise(site, &actor, story, "SHORT"),
        (End::PartLoaded, 1) => {
            load(site, known, story, Share::Half)?;
            Ok(false)
        }
        (End::PartLoaded, _) => Ok(false),
        (End::TwoLoadings, 1) => load(site, known, story, Share::Half),
        (End::ShortClosed, 1) => load(site, known, story, Share::AllButFew),
        (End::ShortClosed, 2) => {
            let inputs = json!({ "reason": "VEHICLE_FULL", "remarks": "The rest would not fit" });
            act(site, &actor, &story.doc, "short_close", inputs)
        }
        _ => load(site, known, story, Share::All),
    }
}

fn raise(site: &mut Site, actor: &Actor, story: &Story, reason: &str) -> Result<bool, Fault> {
    let words = match reason {
        "SHORT" => "Two pieces less than the rack card says",
        "QUALITY" => "Ends are rusted on the top layer",
        "WRONG_SKU" => "Rack holds the thinner size",
        "VEHICLE" => "Truck body is too short for these bars",
        "WEIGHT" => "Weighbridge differs from the line weights",
        _ => "Customer asks for the other size",
    };
    let inputs = json!({ "reason": reason, "lines": [0], "remarks": words });
    act(site, actor, &story.doc, "raise_concern", inputs)
}

pub fn concern(site: &mut Site, known: &Known, story: &Story) -> Result<bool, Fault> {
    if matches!(story.end, End::YardConcern(_)) {
        return Ok(false);
    }
    let actor = person(known, manager(story.branch))?.clone();
    let inputs = json!({ "remarks": "Counted again, the pieces are there" });
    act(site, &actor, &story.doc, "resolve", inputs)
}

/// Loads one truck from the oldest batches.
fn load(site: &mut Site, known: &Known, story: &Story, share: Share) -> Result<bool, Fault> {
    let yard = &known.yards[story.yard].id;
    let lines = picked(site, story, yard, share)?;
    let net: i64 = lines.iter().filter_map(|line| line["weight_g"].as_i64()).sum();
    if lines.is_empty() {
        return Ok(false);
    }
    let weighed = lines.iter().any(|line| line["weight_g"].as_i64().unwrap_or(0) > 0);
    let vehicle = site.pick(known.vehicles.len().saturating_sub(1));
    let (driver, mobile) = known.drivers[site.pick(known.drivers.len())].clone();
    let tare_g = site.between(6_800, 9_900) * 1_000;
    let slip = site.between(1_000, 999_999);
    let actor = loader(known, story.branch)?;
    let over = if weighed { site.between(0, net / 1_000) } else { 20_000 };
    let (.., has_weighbridge) = YARDS[story.yard];
    let record = json!({
        "weighbridge": (!has_weighbridge).then_some("Bhosari Public Weighbridge"),
        "vehicle": known.vehicles[vehicle],
        "driver": driver,
        "mobile": mobile,
        "slip_no": format!("WB-{slip}"),
        "tare_g": tare_g,
        "gross_g": tare_g + net + over,
        "lines": lines,
    });
    act(site, &actor, &story.doc, "load", json!({ "loading_record": record }))
}

/// The open quantity of each line, picked from the oldest batches first.
fn picked(site: &Site, story: &Story, yard: &str, share: Share) -> Result<Vec<Value>, Fault> {
    let system = Actor::system();
    let case = docs::look(&site.state, &system, site.now);
    let mut found = Vec::new();
    let lines = story.doc.get("lines").and_then(Value::as_array).cloned().unwrap_or_default();
    let last = lines.len().saturating_sub(1);
    for (at, line) in lines.iter().enumerate() {
        let read = |key: &str| line.get(key).and_then(Value::as_i64).unwrap_or(0);
        let open = read("pcs") - read("loaded_pcs") - read("short_pcs");
        let mut left = match share {
            Share::All => open,
            Share::Half => (open + 1) / 2,
            Share::AllButFew if at == last => open - (open / 5).max(1),
            Share::AllButFew => open,
        };
        let sku = line.get("sku").and_then(Value::as_str).unwrap_or_default();
        for batch in stock::batches(&case, yard, sku)? {
            let pcs = left.min(batch.free.pcs);
            if pcs <= 0 {
                continue;
            }
            let weight_g = stock::issue_weight(batch.free, pcs) + off(&batch, pcs);
            found.push(
                json!({ "order_line": at, "batch": batch.batch, "pcs": pcs, "weight_g": weight_g }),
            );
            left -= pcs;
        }
    }
    Ok(found)
}

/// The last pieces of a batch weigh a little more or less than is left of its weight.
fn off(batch: &BatchStock, pcs: i64) -> i64 {
    let parts = [0, -2, -4, 3, -9, 0, 5];
    let turn = batch.batch.bytes().map(usize::from).sum::<usize>() % parts.len();
    if pcs == batch.free.pcs { batch.free.g * parts[turn] / 1_000 } else { 0 }
}

/// The loadings of an order that were posted.
fn loadings(site: &Site, story: &Story) -> Result<Vec<String>, Fault> {
    let system = Actor::system();
    let query = Query {
        conditions: vec![
            Where { field: "order".to_owned(), op: Op::Eq, value: story.doc.id.clone() },
            Where { field: "status".to_owned(), op: Op::Eq, value: "Posted".to_owned() },
        ],
        limit: 50,
        ..Query::default()
    };
    let found = page(&site.state, &system, site.now, "loading", &query)?;
    let rows = found.records()?;
    let id = |row: &Record| row.get("id").and_then(Value::as_str).map(str::to_owned);
    Ok(rows.iter().filter_map(id).collect())
}

pub fn loaded(site: &mut Site, known: &Known, story: &mut Story) -> Result<bool, Fault> {
    let actor = person(known, "ACC")?.clone();
    let reason = match story.end {
        End::Loaded | End::PartLoaded => return Ok(false),
        End::AccountConcern(reason) => Some(reason),
        End::AfterAccountConcern if story.turns < 10 => Some("WEIGHT_SLIP"),
        _ => None,
    };
    let Some(reason) = reason else { return invoice(site, &actor, story) };
    story.turns += 10;
    let Some(loading) = loadings(site, story)?.into_iter().next() else { return Ok(false) };
    let inputs = json!({ "reason": reason, "loading": loading, "remarks": "Does not agree with the papers" });
    let raised = act(site, &actor, &story.doc, "account_concern", inputs)?;
    Ok(raised && story.end == End::AfterAccountConcern)
}

pub fn account_concern(site: &mut Site, known: &Known, story: &mut Story) -> Result<bool, Fault> {
    if story.end != End::AfterAccountConcern {
        return Ok(false);
    }
    story.turns += 10;
    if story.turns < 30 {
        let actor = loader(known, story.branch)?;
        let inputs =
            json!({ "resolution": "no_change", "remarks": "Slip was read again, it is right" });
        return act(site, &actor, &story.doc, "answer", inputs);
    }
    let actor = person(known, "ACC")?.clone();
    act(
        site,
        &actor,
        &story.doc,
        "account_resolve",
        json!({ "remarks": "Agrees now with the slip" }),
    )
}

/// One posted invoice for each loading; the last one completes the order.
fn invoice(site: &mut Site, actor: &Actor, story: &Story) -> Result<bool, Fault> {
    let mut posted = false;
    for loading in loadings(site, story)? {
        let number = site.between(1_000_000, 9_999_999);
        let record = json!({
            "date": site.today().to_string(),
            "loadings": [loading],
            "ewb_no": format!("27{:010}", number * 977),
            "ewb_mode": "road",
        });
        let doc = site.create(actor, "invoice", record)?;
        posted = act(site, actor, &doc, "post", json!({}))? || posted;
        record_irn(site, actor, "invoice", &doc.id)?;
    }
    Ok(posted)
}

/// What the portal would answer for an invoice or a note that it is asked for: numbers of the right form.
pub fn record_irn(site: &mut Site, actor: &Actor, kind: &str, id: &str) -> Result<(), Fault> {
    let posted = site.find(kind, id)?.filter(|doc| doc.status == "Posted");
    let Some(doc) = posted.filter(|doc| doc.text("irn_state") == Some("needed")) else {
        return Ok(());
    };
    let number = doc.doc_no.clone().unwrap_or_default();
    let irn: String = Sha256::digest(&number).iter().map(|byte| format!("{byte:02x}")).collect();
    let ack = 112_600_000_000_000 + doc.created_at.0 % 99_999_999_999;
    let signed = json!({ "DocNo": number, "Irn": irn, "TotInvVal": doc.int("payable_paise") });
    let inputs = json!({
        "irn": irn,
        "ack_no": ack.to_string(),
        "ack_date": site.today().to_string(),
        "signed_qr": signed.to_string(),
    });
    act(site, actor, &doc, "record", inputs).map(|_| ())
}
