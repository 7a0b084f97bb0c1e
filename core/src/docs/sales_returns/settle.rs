//! The end of a return: its credit note at the invoice's own rates, and the order that replaces the goods.

use super::{COMPLETED, ReturnLot, SETTLEMENTS, lines_of, lots_of};
use crate::declare::case::{Case, Look};
use crate::docs::inwards::acts_here;
use crate::docs::notes::{self, CREDIT_NOTE, Goods, NotePart};
use crate::docs::orders::replace;
use crate::docs::{org, reasons};
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};

/// How a return is settled where nobody says otherwise: by its credit note alone.
const BY_NOTE: &str = SETTLEMENTS[0].0;

/// How the reasons of a return's lines are usually settled: as the first that says so.
pub fn proposed(look: &Look, doc: &Doc) -> Result<String, Halt> {
    for line in lines_of(doc)? {
        let code = line.reason.as_deref().unwrap_or_default();
        let reason = reasons::find(look, "return", code)?;
        if let Some(settlement) = reason.as_ref().and_then(|reason| reason.text("settlement")) {
            return Ok(settlement.to_owned());
        }
    }
    Ok(BY_NOTE.to_owned())
}

/// Somebody of the invoice's branch, on a day that is open for its credit note.
pub fn may_complete(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    let branch = doc.branch.as_deref().unwrap_or_default();
    org::check_posting_day(look, CREDIT_NOTE.key, branch, look.today(), "")
}

/// What came back is credited; where the customer is to have goods again, an order for them is begun.
pub fn complete(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let lots = lots_of(doc)?;
    let came: Vec<&ReturnLot> = lots.iter().filter(|lot| !lot.received().is_zero()).collect();
    let goods: Vec<Goods> = came.iter().map(|lot| goods(lot)).collect();
    let note = notes::of_return(case, doc, &goods)?;
    let credited = note.as_ref().and_then(|note| note.int("payable_paise")).unwrap_or(0);
    if let Some(note) = &note {
        doc.set("credit_note", note.id.clone());
        doc.set("credit_note_no", note.doc_no.clone());
    }
    doc.set("credited_paise", credited);
    if doc.text("settlement") != Some(BY_NOTE) {
        let order = replace::begin(case, doc, &came, credited)?;
        doc.set("replacement", order.id.clone());
        doc.set("replacement_no", order.doc_no.clone());
    }
    Ok(COMPLETED)
}

fn goods(lot: &ReturnLot) -> Goods {
    let part = NotePart {
        batch: lot.batch.clone(),
        pcs: lot.received_pcs,
        weight_g: lot.received_g,
        cost_paise: lot.cost_paise,
    };
    Goods { line: lot.line, part }
}
