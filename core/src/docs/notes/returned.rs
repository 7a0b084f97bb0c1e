//! The credit note of a sales return, made and posted by the return's last step.

use std::sync::Arc;

use super::post::issue;
use super::save::{Taken, fill, head, left};
use super::{CREDIT_NOTE, Note, NotePart, POSTED, RETURN};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::invoices::{self, Invoice};
use crate::error::Halt;
use crate::gst::amended;
use crate::kept::doc::{Doc, Record};
use crate::ledger::notes;
use crate::ledger::stock::Qty;
use crate::write::save;

/// Goods of one line and batch that came back, and what they had cost.
pub struct Goods {
    pub line: i64,
    pub part: NotePart,
}

/// The posted credit note of goods that a return brought back, without GST where the law lets it no more; none where
/// nothing of them is left to credit.
pub fn of_return(case: &mut Case, back: &Doc, goods: &[Goods]) -> Result<Option<Arc<Doc>>, Halt> {
    let id = back.text("invoice").unwrap_or_default();
    let (found, invoice) = invoices::noted::posted(case, id, "a posted invoice has notes")?;
    let today = case.today();
    let late = amended::too_late(invoice.date.unwrap_or(today), today).is_some();
    let mut note = Note {
        invoice: found.id.clone(),
        date: Some(today),
        reason: RETURN.to_owned(),
        gst: if late { super::WITHOUT } else { super::WITH }.to_owned(),
        sales_return: Some(back.id.clone()),
        return_no: back.doc_no.clone(),
        ..Note::default()
    };
    let made = case.new_id();
    let mut doc = save::blank(case, &CREDIT_NOTE, made);
    head(case, &mut doc, &mut note, &found, &invoice)?;
    let taken = taken(case, &doc, &invoice, goods, id)?;
    fill(&mut note, &invoice, taken);
    if note.payable_paise <= 0 {
        return Ok(None);
    }
    note.write(&mut doc);
    let before = save::finish(case, &CREDIT_NOTE, None, doc, "create", &Record::new(), None)?;
    let mut doc = Doc::clone(&before);
    issue(case, &mut doc, &mut note, today)?;
    note.write(&mut doc);
    doc.status = POSTED.to_owned();
    let (def, inputs) = (&CREDIT_NOTE, Record::new());
    save::finish(case, def, Some(&before), doc, "post", &inputs, Some(Role::Acc)).map(Some)
}

/// Of each line the share that its goods are of those that are still with the customer: at the invoice's own rate and
/// taxes, and the last goods take the rest.
fn taken(
    look: &Look,
    doc: &Doc,
    invoice: &Invoice,
    goods: &[Goods],
    id: &str,
) -> Result<Vec<Taken>, Halt> {
    let portions = invoice.portions();
    let mut taken = Vec::new();
    for (at, (line, portion)) in (0_i64..).zip(invoice.lines.iter().zip(portions)) {
        let own = || goods.iter().filter(|one| one.line == at).map(|one| &one.part);
        let qty = own().fold(Qty::default(), |sum, part| sum + Qty::new(part.pcs, part.weight_g));
        if qty.is_zero() {
            continue;
        }
        let sold = Qty::new(line.pcs, line.weight_g) - notes::of(look, id, at)?.back;
        let left = left(look, doc, at, portion, id)?;
        // Nobody counts the pieces of scrap.
        let shown = Qty { pcs: if line.pcs > 0 { qty.pcs } else { 0 }, ..qty };
        taken.push(Taken {
            at,
            qty: shown,
            back: qty,
            portion: left.part(line.measure(qty), line.measure(sold)),
            rate_paise: line.rate_paise,
            parts: own().cloned().collect(),
        });
    }
    Ok(taken)
}
