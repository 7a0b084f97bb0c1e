//! The e-invoice of a note: whether it is reported to the portal, and what the portal answered.

use super::{Note, POSTED};
use crate::declare::case::{Case, Look};
use crate::docs::invoices::{Invoice, irn};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::value::Day;

/// Whether this note is reported: as its invoice, by its day, buyer and the company's turnover. One without GST is no
/// note of the law.
pub fn state(look: &Look, note: &Note) -> Result<&'static str, Halt> {
    if !note.has_gst() {
        return Ok(irn::NOT_NEEDED);
    }
    let reported = Invoice {
        irn: note.irn.clone(),
        date: note.date,
        buyer: note.buyer.clone(),
        place_of_supply: note.place_of_supply.clone(),
        ..Invoice::default()
    };
    irn::state(look, &reported)
}

/// A posted note that is reported and has no IRN yet.
fn is_due(doc: &Doc, note: &Note) -> bool {
    doc.status == POSTED && note.irn.is_none() && note.irn_state.as_deref() == Some(irn::NEEDED)
}

pub fn warn(look: &Look, doc: &Doc, note: &Note) -> Result<Vec<Issue>, Halt> {
    if !is_due(doc, note) {
        return Ok(Vec::new());
    }
    Ok(vec![Issue::new("irn", Code::IrnDue, irn::in_time(look, note.date)?)])
}

/// Only what is reported has an IRN, and it never changes.
pub fn may_record(_: &Look, doc: &Doc) -> Result<(), Halt> {
    let note = Note::of(doc)?;
    let message = match (&note.irn, note.has_gst()) {
        (Some(_), _) => "The IRN of a note never changes",
        (None, false) => "A note without GST has no IRN",
        (None, true) => return Ok(()),
    };
    Err(Halt::refuse(Code::Rule, message))
}

pub fn record(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let day = inputs.get("ack_date").and_then(|day| day.as_str()).and_then(Day::parse);
    if day.is_some_and(|day| day > case.today()) {
        done(vec![Issue::new("ack_date", Code::Input, "Date is in the future")])?;
    }
    for (key, value) in inputs {
        doc.set(key, value.clone());
    }
    doc.set("irn_state", irn::RECORDED);
    Ok("")
}
