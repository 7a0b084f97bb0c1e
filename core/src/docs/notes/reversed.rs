//! The credit note of an order that is reversed: all that is left of its lines on an invoice.

use std::sync::Arc;

use super::issued::issued;
use super::save::{Taken, left};
use super::{Note, REVERSAL};
use crate::declare::case::Case;
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::ledger::notes;
use crate::ledger::stock::Qty;

/// The posted credit note of an order's lines on an invoice; none where nothing of them is left to credit.
pub fn of_reversal(
    case: &mut Case,
    id: &str,
    order: &str,
    said: &str,
) -> Result<Option<Arc<Doc>>, Halt> {
    let note = Note {
        invoice: id.to_owned(),
        reason: REVERSAL.to_owned(),
        remarks: Some(said.to_owned()),
        ..Note::default()
    };
    let inputs: Record = std::iter::once(("remarks".to_owned(), said.into())).collect();
    issued(case, note, &inputs, |look, doc, invoice, id| {
        let mut taken = Vec::new();
        for (at, (line, portion)) in (0_i64..).zip(invoice.lines.iter().zip(invoice.portions())) {
            if line.order != order {
                continue;
            }
            let back = notes::of(look, id, at)?.back;
            let whole = Qty::new(line.pcs, line.weight_g) - back;
            taken.push(Taken {
                at,
                qty: whole,
                back: whole,
                portion: left(look, doc, at, portion, id)?,
                rate_paise: line.rate_paise,
                parts: Vec::new(),
            });
        }
        Ok(taken)
    })
}
