//! The e-way bill: when it is needed, and how it and the IRN are recorded after posting.

use serde_json::Value;

use super::{INVOICE, Invoice, InvoicePartB, PART_B_VEHICLE, POSTED, irn};
use crate::declare::case::{Case, Look};
use crate::docs::{loadings, places, settings};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::value::{Day, Paise, rupees};

/// One day of validity for every so many kilometres or part of them.
const KM_A_DAY: i64 = 200;

/// The value and the threshold above which it needs an e-way bill, when it does.
///
/// Inside a state the state's own threshold counts, between states the company's setting.
pub fn needed(case: &Look, invoice: &Invoice) -> Result<Option<(i64, i64)>, Halt> {
    let from = invoice.seller.as_ref().and_then(|seller| seller.state_code.as_deref());
    let to = invoice.consignee.as_ref().and_then(|party| party.state_code.as_deref());
    let (from, on) = (from.unwrap_or_default(), invoice.date.unwrap_or(case.today()));
    let threshold = threshold(case, from, to.unwrap_or(from), on)?;
    let value = invoice.payable_paise;
    Ok((value > threshold).then_some((value, threshold)))
}

/// Above what value goods need an e-way bill that go from one state to another, by their GST codes.
pub fn threshold(case: &Look, from: &str, to: &str, on: Day) -> Result<i64, Halt> {
    let own = match !from.is_empty() && from == to {
        true => places::ewb_threshold(case, from, on)?,
        false => None,
    };
    match own {
        Some(threshold) => Ok(threshold),
        None => settings::int_of(case, "ewb_threshold_paise"),
    }
}

/// Refuses an invoice that needs an e-way bill and has none.
pub fn check(case: &Look, invoice: &Invoice) -> Result<(), Halt> {
    if invoice.ewb_no.is_some() {
        return Ok(());
    }
    let Some((value, threshold)) = needed(case, invoice)? else { return Ok(()) };
    let (value, threshold) = (rupees(Paise(value)), rupees(Paise(threshold)));
    let message = said!("E-way bill is required (value {value} > {threshold})", value, threshold);
    done(vec![Issue::new("ewb_no", Code::EwbNeeded, message)])
}

/// Whether a loading's posted invoice has the papers that its goods travel with.
///
/// Errors: `EwbNeeded`; `IrnNeeded`; `Rule` when no posted invoice names the loading.
pub fn papers_complete(case: &Look, loading: &Doc) -> Result<(), Halt> {
    let invoice = match loading.text("invoice") {
        Some(id) => case.find(INVOICE.key, id)?.filter(|doc| doc.status == POSTED),
        None => None,
    };
    match invoice {
        Some(doc) => {
            let invoice = Invoice::of(&doc)?;
            check(case, &invoice)?;
            irn::check(case, &doc, &invoice)
        }
        None => {
            let name = loading.name(&loadings::LOADING);
            Err(Halt::refuse(Code::Rule, said!("{name} has no posted invoice", name)))
        }
    }
}

/// Notes when the numbers came, and how long the e-way bill is valid if nobody said it.
pub fn stamp(case: &Look, was: &Invoice, invoice: &mut Invoice) {
    if invoice.irn != was.irn {
        invoice.irn_at = invoice.irn.is_some().then_some(case.now);
        invoice.irn_state = Some(irn::RECORDED.to_owned());
    }
    if invoice.ewb_no != was.ewb_no {
        invoice.ewb_at = invoice.ewb_no.is_some().then_some(case.now);
    }
    if invoice.ewb_no.is_some() && invoice.ewb_valid_to.is_none() {
        let days = invoice.distance_km.map(|km| (km + KM_A_DAY - 1) / KM_A_DAY);
        let from = invoice.ewb_date.unwrap_or(case.today());
        invoice.ewb_valid_to = days.map(|days| from.plus(days as i32));
    }
}

/// What comes with an IRN, without which the printed invoice is none (CGST Rules 2017, rule 46(r)).
fn incomplete(case: &Look, invoice: &Invoice) -> Vec<Issue> {
    if invoice.irn.is_none() {
        return Vec::new();
    }
    let mut issues = Vec::new();
    let parts = [
        ("ack_no", invoice.ack_no.is_some(), "Enter the acknowledgement number, 15 digits"),
        ("ack_date", invoice.ack_date.is_some(), "Enter the acknowledgement date"),
        ("signed_qr", invoice.signed_qr.is_some(), "Enter the text of the signed QR code"),
    ];
    for (path, known, message) in parts {
        if !known {
            issues.push(Issue::new(path, Code::Required, message));
        }
    }
    if invoice.ack_date.is_some_and(|day| day > case.today()) {
        issues.push(Issue::new("ack_date", Code::Input, "Date is in the future"));
    }
    issues
}

/// Part B: the vehicle that the e-way bill names from now on; what it names already is not entered twice.
///
/// Errors: at the vehicle without an e-way bill, and after the bill's last day.
fn name_vehicle(case: &Look, invoice: &mut Invoice, vehicle: &str) -> Result<(), Halt> {
    let refused = |message: Said| done(vec![Issue::new(PART_B_VEHICLE, Code::Input, message)]);
    let Some(ewb_no) = invoice.ewb_no.clone() else {
        return refused("Enter the e-way bill that names the vehicle".into());
    };
    if let Some(to) = invoice.ewb_valid_to.filter(|to| *to < case.today()) {
        return refused(said!(
            "E-way bill {ewb_no} ended on {to}. Extend it first",
            ewb_no,
            to = to.shown()
        ));
    }
    let named = invoice.part_b.last().is_some_and(|row| {
        (&row.ewb_no, &*row.vehicle_no, row.valid_to) == (&ewb_no, vehicle, invoice.ewb_valid_to)
    });
    if named {
        return Ok(());
    }
    invoice.part_b.push(InvoicePartB {
        ewb_no,
        vehicle_no: vehicle.to_owned(),
        valid_to: invoice.ewb_valid_to,
        at: case.now,
        by: case.actor.id.clone(),
    });
    Ok(())
}

/// Records what the portals answered after the number was known.
pub fn record(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let was = Invoice::of(doc)?;
    let mut issues = Vec::new();
    if was.irn.is_some() && inputs.get("irn").is_some_and(|irn| Some(irn) != doc.get("irn")) {
        let message = "The IRN of an invoice never changes";
        issues.push(Issue::new("irn", Code::Input, message));
    }
    if inputs.is_empty() {
        issues.push(Issue::new("", Code::Required, "Enter the IRN or the e-way bill"));
    }
    done(issues)?;
    for (key, value) in inputs.iter().filter(|(key, _)| *key != PART_B_VEHICLE) {
        doc.set(key, value.clone());
    }
    let mut invoice = Invoice::of(doc)?;
    done(incomplete(case, &invoice))?;
    stamp(case, &was, &mut invoice);
    if let Some(vehicle) = inputs.get(PART_B_VEHICLE).and_then(Value::as_str) {
        name_vehicle(case, &mut invoice, vehicle)?;
    }
    invoice.write(doc);
    Ok("")
}
