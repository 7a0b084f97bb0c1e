//! The vehicle that takes a transfer, and how it leaves the from-yard.

use std::sync::Arc;

use serde_json::Value;

use super::accept::check_day;
use super::{ASSIGNED, IN_TRANSIT, TRANSFER, TransferLot, lots_of, paper, set_lots};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::fleet::VEHICLE;
use crate::docs::loadings;
use crate::docs::suppliers::VENDOR;
use crate::docs::trips;
use crate::error::{Code, Halt, Issue, done};
use crate::gst::Tax;
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Bucket, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::said;

/// Inputs that are kept on the document under their own names.
const OF_ROAD: &[&str] =
    &["vehicle", "vendor", "vehicle_no", "driver", "mobile", "freight_paise", "lr_no", "ewb_no"];

/// Logistics says who carries the goods; said again, the last one counts.
pub fn assign(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    for key in OF_ROAD {
        match inputs.get(*key) {
            Some(value) => doc.set(key, value.clone()),
            // Who does not see the freight says nothing of it.
            None if *key == "freight_paise" && !case.actor.sees_rates() => {}
            None => drop(doc.record.remove(*key)),
        }
    }
    let mut issues = Vec::new();
    issues.extend(trips::vehicle_issue(case, doc, doc.text("vehicle"))?);
    if doc.get("vehicle").is_none() && doc.get("vendor").is_none() {
        let message = "Select a vehicle or a transporter";
        issues.push(Issue::new("vehicle", Code::Required, message));
    }
    if let Some(id) = doc.text("vendor") {
        let vendor = case.doc(&VENDOR, id)?;
        if !vendor.is_active() {
            let message = said!(
                "{vendor} is {status}",
                vendor = vendor.name(&VENDOR),
                status = vendor.status
            );
            issues.push(Issue::new("vendor", Code::Input, message));
        }
    }
    if let Some(id) = doc.text("vehicle").map(str::to_owned) {
        let vehicle = case.doc(&VEHICLE, &id)?;
        doc.set("vehicle_no", vehicle.title(&VEHICLE));
        if let Some(vendor) = vehicle.text("vendor").filter(|_| doc.get("vendor").is_none()) {
            doc.set("vendor", vendor);
        }
    }
    let weight = lots_of(doc)?.iter().map(|lot| lot.weight_g).sum::<i64>();
    vehicle_issues(case, doc, weight, "vehicle", &mut issues)?;
    done(issues)?;
    Ok(ASSIGNED)
}

/// Papers in force and a load that the vehicle carries, by the rules of a loading.
fn vehicle_issues(
    case: &Look,
    doc: &Doc,
    net_g: i64,
    overload_at: &str,
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    if doc.get("vehicle").is_none() {
        return Ok(());
    }
    let mut load = doc.clone();
    load.set("net_g", net_g);
    let mut found = Vec::new();
    loadings::vehicle(case, &load, &mut found)?;
    let placed = |issue: Issue| match issue.code {
        Code::Overload => Issue { path: overload_at.to_owned(), ..issue },
        _ => issue,
    };
    issues.extend(found.into_iter().map(placed));
    Ok(())
}

/// What a trip that takes a transfer along learns of its steps.
pub fn follow(case: &mut Case, action: &'static str, doc: Arc<Doc>) -> Result<Arc<Doc>, Halt> {
    match action {
        "gate_out" => trips::left_the_yard(case, TRANSFER.key, &doc.id)?,
        "receive" => trips::arrived(case, &doc)?,
        "cancel" => trips::dropped(case, TRANSFER.key, &doc.id)?,
        _ => {}
    }
    Ok(doc)
}

/// Goods leave on a vehicle that is known by its number.
pub fn may_leave(case: &Look, doc: &Doc) -> Result<(), Halt> {
    check_day(case, doc)?;
    match doc.get("vehicle_no") {
        Some(_) => Ok(()),
        None => Err(Halt::refuse(Code::Rule, "The transporter's vehicle is not assigned yet")),
    }
}

/// From HOLD of the from-yard to TRANSIT in the name of the to-yard, at the cost of the batches.
pub fn gate_out(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    for key in ["tare_g", "gross_g", "slip_no", "seal", "ewb_no"] {
        if let Some(value) = inputs.get(key) {
            doc.set(key, value.clone());
        }
    }
    let int = |key: &str| inputs.get(key).and_then(Value::as_i64).unwrap_or(0);
    let net = int("gross_g") - int("tare_g");
    doc.set("net_g", net);
    let mut lots = lots_of(doc)?;
    let weight = lots.iter().map(|lot| lot.weight_g).sum::<i64>();
    let mut issues = Vec::new();
    loadings::net_weight(case, net, weight, "gross_g", &mut issues)?;
    vehicle_issues(case, doc, net, "gross_g", &mut issues)?;
    done(issues)?;
    let (from, to) = (doc.text("from_yard"), doc.text("to_yard"));
    let (from, to) = (from.unwrap_or_default().to_owned(), to.unwrap_or_default().to_owned());
    for (at, lot) in lots.iter_mut().enumerate() {
        let batch = case.doc(&BATCH, &lot.batch)?;
        lot.cost_paise = batches::cost_of(&batch, lot.sent());
        lot.road_paise = lot.cost_paise;
        let held = StockPlace::free(&from, &lot.sku, &lot.batch).to(Bucket::Hold);
        let road = StockPlace { yard: &to, bucket: Bucket::Transit, ..held };
        let source = Source::new(TRANSFER.key, &doc.id, at as u32, case.today());
        stock::post(case, Side::Stock(held), Side::Stock(road), lot.sent(), &source)?;
    }
    paper::set(case, doc)?;
    let (value, tax) = paper::worth(case, doc, &lots)?;
    paper::check_eway(case, doc, value, &tax)?;
    book(case, doc, &lots, &tax)?;
    doc.set("value_paise", value);
    let taxes = [("cgst_paise", tax.cgst), ("sgst_paise", tax.sgst), ("igst_paise", tax.igst)];
    for (key, paise) in taxes.into_iter().filter(|(_, paise)| paise.0 != 0) {
        doc.set(key, paise.0);
    }
    doc.set("out_at", case.now.0);
    doc.set("sent_by", case.actor.id.clone());
    set_lots(doc, &lots);
    Ok(IN_TRANSIT)
}

/// The stock journal, and between two registrations the tax that one owes and the other claims.
fn book(case: &mut Case, doc: &Doc, lots: &[TransferLot], tax: &Tax) -> Result<(), Halt> {
    let today = case.today();
    let cost: i64 = lots.iter().map(|lot| lot.cost_paise).sum();
    let rows = [(books::GOODS_IN_TRANSIT, cost), (books::STOCK, -cost)];
    books::post(case, &Source::new(TRANSFER.key, &doc.id, 0, today), today, &rows)?;
    let rows = [
        (books::INPUT_TAX, tax.total().0),
        (books::OUTPUT_CGST, -tax.cgst.0),
        (books::OUTPUT_SGST, -tax.sgst.0),
        (books::OUTPUT_IGST, -tax.igst.0),
    ];
    books::post(case, &Source::new(TRANSFER.key, &doc.id, 1, today), today, &rows)?;
    Ok(())
}
