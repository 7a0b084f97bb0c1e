//! The credit note of a sales return, made and posted by the return's last step.

use std::sync::Arc;

use super::issued::issued;
use super::save::{Taken, left};
use super::{Note, NotePart, RETURN};
use crate::declare::case::{Case, Look};
use crate::docs::invoices::Invoice;
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::ledger::notes;
use crate::ledger::stock::Qty;

/// Goods of one line and batch that came back, and what they had cost.
pub struct Goods {
    pub line: i64,
    pub part: NotePart,
}

/// The posted credit note of goods that a return brought back; none where nothing of them is left to credit.
pub fn of_return(case: &mut Case, back: &Doc, goods: &[Goods]) -> Result<Option<Arc<Doc>>, Halt> {
    let note = Note {
        invoice: back.text("invoice").unwrap_or_default().to_owned(),
        reason: RETURN.to_owned(),
        sales_return: Some(back.id.clone()),
        return_no: back.doc_no.clone(),
        ..Note::default()
    };
    issued(case, note, &Record::new(), |look, doc, invoice, id| {
        taken(look, doc, invoice, goods, id)
    })
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
