//! The goods of a return arrive: the vehicle is weighed, and each line counted.

use serde_json::Value;

use super::approve::entered;
use super::save::add_photos;
use super::sold::claim;
use super::{RECEIVED, ReturnLot, SALES_RETURN, lots_of, set_lots};
use crate::declare::case::{Case, Look};
use crate::docs::batches::BATCH;
use crate::docs::inwards::acts_here;
use crate::docs::places::YARD;
use crate::docs::{loadings, org};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::Qty;
use crate::said;

/// Somebody of the yard that the goods come to, on a day that is open in both branches.
pub fn may_receive(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    let yard = look.doc(&YARD, doc.yard.as_deref().unwrap_or_default())?;
    let (own, there) = (doc.branch.as_deref(), yard.branch.as_deref());
    for branch in [own, there.filter(|there| Some(*there) != own)].into_iter().flatten() {
        org::check_posting_day(look, SALES_RETURN.key, branch, look.today(), "")?;
    }
    Ok(())
}

/// What came, line by line; said again, the last one counts. What did not come may be asked for again.
pub fn receive(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let was = lots_of(doc)?;
    let mut lots = was.clone();
    let came = entered(&was, inputs, ReturnLot::approved, "approved")?;
    let mut issues = Vec::new();
    for (lot, qty) in lots.iter_mut().zip(&came) {
        if qty.is_none() && !lot.approved().is_zero() {
            let no = case.doc(&BATCH, &lot.batch)?.title(&BATCH);
            let message = said!("Enter what came of batch {no}, 0 where nothing did", no);
            issues.push(Issue::new("lines", Code::Required, message));
        }
        let qty = qty.unwrap_or_default();
        (lot.received_pcs, lot.received_g) = (qty.pcs, qty.g);
    }
    let sum = lots.iter().fold(Qty::default(), |sum, lot| sum + lot.received());
    if sum.is_zero() && issues.is_empty() {
        let message = "Nothing came. Refuse the return instead";
        issues.push(Issue::new("lines", Code::Input, message));
    }
    let int = |key: &str| inputs.get(key).and_then(Value::as_i64).unwrap_or(0);
    let net = int("gross_g") - int("tare_g");
    if sum.g > 0 && issues.is_empty() {
        loadings::net_weight(case, net, sum.g, "lines", &mut issues)?;
    }
    match inputs.get("vehicle_no").or(doc.get("vehicle_no")).cloned() {
        Some(vehicle) => doc.set("came_on", vehicle),
        None => {
            let message = "Enter the vehicle that brought the goods";
            issues.push(Issue::new("vehicle_no", Code::Required, message));
        }
    }
    done(issues)?;
    claim(case, doc, &was, (&lots, ReturnLot::received))?;
    set_lots(doc, &lots, ReturnLot::received);
    for key in ["tare_g", "gross_g", "slip_no"] {
        if let Some(value) = inputs.get(key) {
            doc.set(key, value.clone());
        }
    }
    doc.set("net_g", net);
    doc.set("received_at", case.now.0);
    doc.set("received_by", case.actor.id.clone());
    add_photos(doc, inputs);
    Ok(RECEIVED)
}
