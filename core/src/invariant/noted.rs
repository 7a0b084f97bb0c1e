//! The invariant of credit and debit notes: what they took of the lines of their invoices.

use std::collections::BTreeMap;

use super::{Found, SEPARATED, account, each, table};
use crate::docs::invoices::{INVOICE, Invoice};
use crate::docs::notes::{self, CREDIT_NOTE, DEBIT_NOTE, Note};
use crate::error::Halt;
use crate::gst::mirror::Portion;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Read, parse};
use crate::ledger::notes::Noted;

/// NT1: the notes of a line come to what is noted of it, and leave no part of it below nothing.
pub(super) fn rules(read: &dyn Read, found: &mut Found) -> Result<(), Halt> {
    let mut wanted: BTreeMap<String, Noted> = BTreeMap::new();
    for def in [&CREDIT_NOTE, &DEBIT_NOTE] {
        each(read, &["doc", def.key], |key, bytes| {
            let doc: Doc = parse(key, bytes)?;
            if doc.status != notes::POSTED {
                return Ok(());
            }
            let note = Note::of(&doc)?;
            for one in &note.mirror {
                let place = account(&[&note.invoice, &format!("{:03}", one.line)]);
                let sum = wanted.entry(place).or_default();
                *sum = sum.plus(one.noted(notes::is_debit(&doc)));
            }
            Ok(())
        })?;
    }
    found.equal("NT1", &table(read, &["bal", "noted"])?, &wanted);
    let mut last: (String, Vec<Portion>) = Default::default();
    for (place, noted) in &wanted {
        let (invoice, line) = place.split_once(SEPARATED).unwrap_or((place, ""));
        if last.0 != invoice {
            last = (invoice.to_owned(), portions(read, invoice)?);
        }
        let line = line.parse().ok().and_then(|line: usize| last.1.get(line));
        let line = line.copied().unwrap_or_default();
        let (credit, debit) = (noted.left_to_credit(line), noted.left_to_debit(line));
        if credit.any_negative() || debit.any_negative() {
            found.add("NT1", place, format!("{line:?} bears {noted:?}"));
        }
    }
    Ok(())
}

fn portions(read: &dyn Read, invoice: &str) -> Result<Vec<Portion>, Halt> {
    let key = keys::doc(INVOICE.key, invoice);
    let doc: Option<Doc> = read.get(&key)?.map(|bytes| parse(&key, &bytes)).transpose()?;
    Ok(doc.map(|doc| Invoice::of(&doc)).transpose()?.unwrap_or_default().portions())
}
