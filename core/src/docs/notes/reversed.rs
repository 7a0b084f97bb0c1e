//! The credit note of an order that is reversed: all that is left of its lines on an invoice.

use std::sync::Arc;

use super::post::issue;
use super::save::{Taken, fill, head, left};
use super::{CREDIT_NOTE, Note, POSTED, REVERSAL};
use crate::declare::case::Case;
use crate::declare::grant::Role;
use crate::docs::invoices;
use crate::error::Halt;
use crate::gst::amended;
use crate::kept::doc::{Doc, Record};
use crate::ledger::notes;
use crate::ledger::stock::Qty;
use crate::write::save;

/// The posted credit note of an order's lines on an invoice, without GST where the law lets it no more; none where
/// nothing of them is left to credit.
pub fn of_reversal(
    case: &mut Case,
    id: &str,
    order: &str,
    said: &str,
) -> Result<Option<Arc<Doc>>, Halt> {
    let (found, invoice) = invoices::noted::posted(case, id, "a posted invoice has notes")?;
    let today = case.today();
    let late = amended::too_late(invoice.date.unwrap_or(today), today).is_some();
    let mut note = Note {
        invoice: found.id.clone(),
        date: Some(today),
        reason: REVERSAL.to_owned(),
        gst: if late { super::WITHOUT } else { super::WITH }.to_owned(),
        remarks: Some(said.to_owned()),
        ..Note::default()
    };
    let made = case.new_id();
    let mut doc = save::blank(case, &CREDIT_NOTE, made);
    head(case, &mut doc, &mut note, &found, &invoice)?;
    let mut taken = Vec::new();
    for (at, (line, portion)) in (0_i64..).zip(invoice.lines.iter().zip(invoice.portions())) {
        if line.order != order {
            continue;
        }
        let back = notes::of(case, id, at)?.back;
        let whole = Qty::new(line.pcs, line.weight_g) - back;
        taken.push(Taken {
            at,
            qty: whole,
            back: whole,
            portion: left(case, &doc, at, portion, id)?,
            rate_paise: line.rate_paise,
            parts: Vec::new(),
        });
    }
    fill(&mut note, &invoice, taken);
    if note.payable_paise <= 0 {
        return Ok(None);
    }
    note.write(&mut doc);
    let inputs: Record = std::iter::once(("remarks".to_owned(), said.into())).collect();
    let before = save::finish(case, &CREDIT_NOTE, None, doc, "create", &inputs, None)?;
    let mut doc = Doc::clone(&before);
    issue(case, &mut doc, &mut note, today)?;
    note.write(&mut doc);
    doc.status = POSTED.to_owned();
    save::finish(case, &CREDIT_NOTE, Some(&before), doc, "post", &inputs, Some(Role::Acc)).map(Some)
}
