//! Posting a note: its number, what it takes of the invoice, the customer's account and the books, in one commit.

use super::save::reckon;
use super::{CASH_DISCOUNT, INTEREST, Note, POSTED, by_terms, def_of, is_debit};
use crate::declare::case::{Case, Look};
use crate::docs::org;
use crate::error::{Code, Halt, Issue};
use crate::gst::mirror::Portion;
use crate::kept::doc::{Doc, Record};
use crate::ledger::notes::{self, Noted};
use crate::ledger::stock::Qty;
use crate::ledger::{Source, books, credit};
use crate::value::{Day, Paise};
use crate::words::amount_in_words;

/// The precondition on what other notes left; the number's day is checked when it is posted.
pub fn may_post(look: &Look, doc: &Doc) -> Result<(), Halt> {
    let (mut doc, mut note) = (doc.clone(), Note::of(doc)?);
    reckon(look, &mut doc, &mut note)?;
    match note.payable_paise > 0 {
        true => Ok(()),
        false => {
            let message = "Enter what is corrected";
            Err(Halt::issues(vec![Issue::new("corrections", Code::Required, message)]))
        }
    }
}

pub fn post(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let seen = Note::of(doc)?;
    let mut note = seen.clone();
    let date = seen.date.unwrap_or(case.today());
    note.date = Some(date);
    reckon(case, doc, &mut note)?;
    if (&note.lines, note.payable_paise) != (&seen.lines, seen.payable_paise) {
        let message = match by_terms::follows_from_terms(&note.reason) {
            true => {
                "What was paid of the invoice changed since this draft was saved. Save it again"
            }
            false => {
                "Another note of the invoice was posted since this draft was saved. Save it again"
            }
        };
        return Err(Halt::refuse(Code::Rule, message));
    }
    by_terms::take(case, &note)?;
    issue(case, doc, &mut note, date)?;
    note.write(doc);
    Ok(POSTED)
}

/// Gives a note that was worked out its number, and posts what it comes to.
pub fn issue(case: &mut Case, doc: &mut Doc, note: &mut Note, date: Day) -> Result<(), Halt> {
    let def = def_of(doc);
    let branch = doc.branch.clone().unwrap_or_default();
    org::check_posting_day(case, def.key, &branch, date, "date")?;
    doc.doc_no = Some(org::dated_number(case, def, &branch, date)?);
    take(case, doc, note)?;
    owe(case, doc, note)?;
    book(case, doc, note, date)?;
    note.amount_in_words = Some(amount_in_words(Paise(note.payable_paise)));
    note.posted_at = Some(case.now);
    note.posted_by = Some(case.actor.id.clone());
    Ok(())
}

impl super::Mirrored {
    pub fn portion(&self) -> Portion {
        let super::Mirrored { pcs, g, amount, charges, cgst, sgst, igst, cess, tcs, .. } = *self;
        let round_off = self.round_off;
        Portion { pcs, g, amount, charges, cgst, sgst, igst, cess, tcs, round_off }
    }

    /// What a posted note of this kind adds to what is noted of the line.
    pub fn noted(&self, debit: bool) -> Noted {
        let (none, portion) = (Portion::default(), self.portion());
        let (credited, debited) = if debit { (none, portion) } else { (portion, none) };
        Noted { credited, debited, back: Qty::new(self.back_pcs, self.back_g) }
    }
}

fn take(case: &mut Case, doc: &Doc, note: &Note) -> Result<(), Halt> {
    for one in &note.mirror {
        notes::add(case, &note.invoice, one.line, one.noted(is_debit(doc)))?;
    }
    Ok(())
}

/// A credit note pays its invoice as far as that is open, and what is left stands on account; a debit note is a debt
/// of its own.
fn owe(case: &mut Case, doc: &Doc, note: &mut Note) -> Result<(), Halt> {
    let (customer, amount) = (note.customer.clone(), note.payable_paise);
    if is_debit(doc) {
        if amount <= 0 {
            return Err(Halt::refuse(Code::Rule, "This note comes to ₹0. Correct its lines"));
        }
        let due = note.due_date.unwrap_or(case.today());
        return credit::debit_note(case, &customer, &doc.id, &note.invoice, amount, due);
    }
    let open = credit::open_invoice(case, &customer, &note.invoice)?.balance_paise;
    note.set_off_paise = Some(open.min(amount));
    note.on_account_paise = Some((amount - open).max(0));
    credit::credit_note(case, &customer, &doc.id, &note.invoice, amount)
}

/// The invoice's voucher mirrored, or once more. What returned goods had cost was booked when they were inspected.
fn book(case: &mut Case, doc: &Doc, note: &mut Note, date: Day) -> Result<(), Halt> {
    let customer = books::customer(&note.customer);
    let (goods, sign) = if is_debit(doc) { (books::SALES, -1) } else { (books::SALES_RETURN, 1) };
    let by_terms = match note.reason.as_str() {
        INTEREST => (books::INTEREST, -note.payable_paise),
        CASH_DISCOUNT => (books::DISCOUNT_ALLOWED, note.payable_paise),
        _ => (goods, 0),
    };
    let rows = [
        (customer.as_str(), -sign * note.payable_paise),
        by_terms,
        (goods, sign * note.goods_paise),
        (books::FREIGHT, sign * note.charges_paise),
        (books::OUTPUT_CGST, sign * note.cgst_paise),
        (books::OUTPUT_SGST, sign * note.sgst_paise),
        (books::OUTPUT_IGST, sign * note.igst_paise),
        (books::OUTPUT_CESS, sign * note.cess_paise),
        (books::TCS, sign * note.tcs_paise),
        (books::ROUND_OFF, sign * note.round_off_paise),
    ];
    let source = Source::new(&doc.kind, &doc.id, 0, date);
    note.voucher = Some(books::post(case, &source, date, &rows)?);
    Ok(())
}
