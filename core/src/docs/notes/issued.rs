//! A credit note that follows from another document's step: made, numbered and posted in the commit of that step.

use std::sync::Arc;

use super::post::issue;
use super::save::{Taken, fill, head};
use super::{CREDIT_NOTE, Note, POSTED};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::invoices::{self, Invoice};
use crate::error::Halt;
use crate::gst::amended;
use crate::kept::doc::{Doc, Record};
use crate::write::save;

/// The posted credit note of what is taken off an invoice, without GST where the law lets it no more; none where
/// nothing is left to credit. `taken` is given the note, the invoice and the invoice's id.
pub(super) fn issued(
    case: &mut Case,
    begun: Note,
    inputs: &Record,
    taken: impl FnOnce(&Look, &Doc, &Invoice, &str) -> Result<Vec<Taken>, Halt>,
) -> Result<Option<Arc<Doc>>, Halt> {
    let id = begun.invoice.clone();
    let (found, invoice) = invoices::noted::posted(case, &id, "a posted invoice has notes")?;
    let today = case.today();
    let late = amended::too_late(invoice.date.unwrap_or(today), today).is_some();
    let mut note = Note {
        invoice: found.id.clone(),
        date: Some(today),
        gst: if late { super::WITHOUT } else { super::WITH }.to_owned(),
        ..begun
    };
    let made = case.new_id();
    let mut doc = save::blank(case, &CREDIT_NOTE, made);
    head(case, &mut doc, &mut note, &found, &invoice)?;
    let taken = taken(case, &doc, &invoice, &id)?;
    fill(&mut note, &invoice, taken);
    if note.payable_paise <= 0 {
        return Ok(None);
    }
    note.write(&mut doc);
    let before = save::finish(case, &CREDIT_NOTE, None, doc, "create", inputs, None)?;
    let mut doc = Doc::clone(&before);
    issue(case, &mut doc, &mut note, today)?;
    note.write(&mut doc);
    doc.status = POSTED.to_owned();
    save::finish(case, &CREDIT_NOTE, Some(&before), doc, "post", inputs, Some(Role::Acc)).map(Some)
}
