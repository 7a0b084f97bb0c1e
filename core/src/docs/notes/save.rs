//! A note's record: its invoice, what each line of it comes to, and what the person is told while typing.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::by_terms;
use super::correction::{self, BY_RETURN, BY_REVERSAL, Corrected, Wrong};
use super::papers;
use super::{Mirrored, Note, NoteLine, RETURN, REVERSAL, def_of, is_debit};
use crate::declare::case::{Case, Look};
use crate::declare::grant::ScopeKind;
use crate::docs::invoices::{self, HsnTotal, INVOICE, Invoice, InvoiceLine};
use crate::docs::terms;
use crate::error::{Code, Halt, Issue, done};
use crate::gst::amended;
use crate::gst::mirror::Portion;
use crate::kept::doc::Doc;
use crate::ledger::notes;
use crate::ledger::stock::Qty;
use crate::said;
use crate::said::Said;
use crate::value::Day;
use crate::write::within;

pub fn on_save(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let mut note = Note::of(doc)?;
    if note.reason == RETURN {
        return done(vec![Issue::new("reason", Code::Input, BY_RETURN)]);
    }
    if note.reason == REVERSAL {
        return done(vec![Issue::new("reason", Code::Input, BY_REVERSAL)]);
    }
    reckon(case, doc, &mut note)?;
    note.write(doc);
    Ok(())
}

/// Works the whole note out anew over what its invoice's other notes left.
///
/// Errors: every field that cannot stand so.
pub fn reckon(look: &Look, doc: &mut Doc, note: &mut Note) -> Result<(), Halt> {
    let only = "a posted invoice has notes";
    let (found, invoice) = invoices::noted::posted(look, &note.invoice, only)?;
    head(look, doc, note, &found, &invoice)?;
    done(day_issues(look, doc, note))?;
    if by_terms::follows_from_terms(&note.reason) {
        return by_terms::reckon(look, doc, note, &invoice);
    }
    let mut lines = corrected(look, doc, note, &invoice)?;
    if is_debit(doc) && !note.has_gst() {
        // It charges no tax, and so leaves none that a later credit note could give back.
        lines.iter_mut().for_each(|one| one.portion = one.portion.untaxed());
    }
    fill(note, &invoice, lines);
    Ok(())
}

/// What the invoice says, frozen with the note as it was with the invoice.
pub fn head(
    look: &Look,
    doc: &mut Doc,
    note: &mut Note,
    found: &Doc,
    invoice: &Invoice,
) -> Result<(), Halt> {
    doc.branch = found.branch.clone();
    doc.yard = found.yard.clone();
    doc.owner = found.owner.clone();
    let date = note.date.unwrap_or(look.today());
    let sold_on = invoice.date.unwrap_or(date);
    note.customer = invoice.customer.clone().unwrap_or_default();
    note.customer_name = invoice.customer_name.clone().unwrap_or_default();
    note.invoice_no = found.doc_no.clone();
    note.invoice_date = Some(sold_on);
    note.orders = invoice.orders.clone();
    note.order_no = invoice.order_no.clone();
    note.yard = invoice.yard.clone();
    note.salesman = invoice.salesman.clone();
    note.bill_to = invoice.bill_to.clone();
    note.ship_to = invoice.ship_to.clone();
    note.place_of_supply = invoice.place_of_supply.clone();
    note.place_name = invoice.place_name.clone();
    note.split = invoice.split.clone();
    note.state_tax = invoice.state_tax.clone();
    note.seller = invoice.seller.clone();
    note.buyer = invoice.buyer.clone();
    match is_debit(doc) {
        true => note.due_date = Some(terms::due_day(look, invoice.payment_term.as_deref(), date)?),
        false => note.gst_until = Some(amended::last_day(sold_on)),
    }
    note.irn_state = Some(papers::state(look, note)?.to_owned());
    Ok(())
}

/// A note is of a day on which its invoice was there, and lowers the tax while the law lets it.
fn day_issues(look: &Look, doc: &Doc, note: &Note) -> Vec<Issue> {
    let mut issues = Vec::new();
    let date = note.date.unwrap_or(look.today());
    if date > look.today() {
        issues.push(Issue::new("date", Code::Input, "Date is in the future"));
    }
    if note.invoice_date.is_some_and(|sold_on| date < sold_on) {
        issues.push(Issue::new("date", Code::Input, "Date is before the invoice's"));
    }
    issues.extend(late_issue(look, doc, note));
    issues
}

fn late_issue(look: &Look, doc: &Doc, note: &Note) -> Option<Issue> {
    let sold_on = note.invoice_date.filter(|_| !is_debit(doc) && note.has_gst())?;
    let date = note.date.unwrap_or(look.today());
    amended::too_late(sold_on, date).map(|message| Issue::new("gst", Code::Rule, message))
}

/// What of an invoice's line is left for a note of this kind.
pub fn left(look: &Look, doc: &Doc, at: i64, line: Portion, id: &str) -> Result<Portion, Halt> {
    let noted = notes::of(look, id, at)?;
    Ok(match is_debit(doc) {
        true => noted.left_to_debit(line),
        false => noted.left_to_credit(line),
    })
}

/// The invoice's line that a note takes from, and what it takes.
pub struct Taken {
    pub at: i64,
    pub qty: Qty,
    /// What of the goods came back.
    pub back: Qty,
    pub portion: Portion,
    pub rate_paise: i64,
    pub parts: Vec<super::NotePart>,
}

fn corrected(look: &Look, doc: &Doc, note: &Note, invoice: &Invoice) -> Result<Vec<Taken>, Halt> {
    let portions = invoice.portions();
    let word = if is_debit(doc) { "debited" } else { "credited" };
    let (mut taken, mut issues) = (Vec::<Taken>::new(), Vec::new());
    for (at, of) in note.corrections.iter().enumerate() {
        let mut refuse = |(key, code, message): Wrong| {
            issues.push(Issue::new(format!("corrections.{at}.{key}"), code, message));
        };
        let place = usize::try_from(of.line).unwrap_or(usize::MAX);
        let Some((line, portion)) = invoice.lines.get(place).zip(portions.get(place)) else {
            refuse(("line", Code::Input, "The invoice does not have this line".into()));
            continue;
        };
        if taken.iter().any(|one| one.at == of.line) {
            refuse(("line", Code::Input, "This line is listed twice".into()));
            continue;
        }
        let left = left(look, doc, of.line, *portion, &note.invoice)?;
        match correction::corrected(&note.reason, of, line, &left, word) {
            Ok(Corrected { qty, portion }) => taken.push(Taken {
                at: of.line,
                qty,
                back: Qty::default(),
                portion,
                rate_paise: of.rate_paise.unwrap_or(line.rate_paise),
                parts: Vec::new(),
            }),
            Err(wrong) => refuse(wrong),
        }
    }
    done(issues)?;
    Ok(taken)
}

/// The note's lines, its sums, and what it takes of the invoice.
pub fn fill(note: &mut Note, invoice: &Invoice, taken: Vec<Taken>) {
    let gst = note.has_gst();
    note.mirror = taken.iter().map(mirrored).collect();
    let mut sum = Portion::default();
    note.lines.clear();
    for one in taken {
        let portion = if gst { one.portion } else { one.portion.untaxed() };
        sum = sum + portion;
        let of = usize::try_from(one.at).ok().and_then(|at| invoice.lines.get(at));
        note.lines.extend(of.map(|of| line(of, one, &portion)));
    }
    // A difference in the rate is about a quantity that stays as it is.
    let moved = if note.moves_goods() { note.lines.as_slice() } else { &[] };
    let (pcs, g) = moved.iter().fold((0, 0), |sum, line| (sum.0 + line.pcs, sum.1 + line.weight_g));
    (note.pcs, note.weight_g) = (pcs, g);
    note.goods_paise = sum.amount;
    note.charges_paise = sum.charges;
    note.taxable_paise = sum.taxable();
    (note.cgst_paise, note.sgst_paise, note.igst_paise) = (sum.cgst, sum.sgst, sum.igst);
    note.cess_paise = sum.cess;
    (note.tcs_paise, note.round_off_paise) = (sum.tcs, sum.round_off);
    note.payable_paise = sum.payable();
    note.hsn_totals = hsn_totals(&note.lines);
}

fn line(of: &InvoiceLine, taken: Taken, portion: &Portion) -> NoteLine {
    NoteLine {
        line: taken.at,
        order: of.order.clone(),
        sku: of.sku.clone(),
        name: of.name.clone(),
        hsn: of.hsn.clone(),
        pcs: taken.qty.pcs,
        weight_g: taken.qty.g,
        rate_paise: taken.rate_paise,
        rate_uom: of.rate_uom,
        amount_paise: portion.amount,
        charges_paise: portion.charges,
        taxable_paise: portion.taxable(),
        gst_rate_bp: of.gst_rate_bp,
        cess_bp: of.cess_bp,
        cgst_paise: portion.cgst,
        sgst_paise: portion.sgst,
        igst_paise: portion.igst,
        cess_paise: portion.cess,
        parts: taken.parts,
    }
}

fn mirrored(taken: &Taken) -> Mirrored {
    let Portion { pcs, g, amount, charges, cgst, sgst, igst, cess, tcs, round_off } = taken.portion;
    let Qty { pcs: back_pcs, g: back_g } = taken.back;
    Mirrored {
        line: taken.at,
        pcs,
        g,
        amount,
        charges,
        cgst,
        sgst,
        igst,
        cess,
        tcs,
        round_off,
        back_pcs,
        back_g,
    }
}

fn hsn_totals(lines: &[NoteLine]) -> Vec<HsnTotal> {
    let mut totals: BTreeMap<(&str, i64), HsnTotal> = BTreeMap::new();
    for line in lines {
        let total = totals.entry((&line.hsn, line.gst_rate_bp)).or_insert_with(|| HsnTotal {
            hsn: line.hsn.clone(),
            gst_rate_bp: line.gst_rate_bp,
            ..HsnTotal::default()
        });
        total.taxable_paise += line.taxable_paise;
        total.cgst_paise += line.cgst_paise;
        total.sgst_paise += line.sgst_paise;
        total.igst_paise += line.igst_paise;
        total.cess_paise += line.cess_paise;
    }
    totals.into_values().collect()
}

/// For whoever types or reads it: a credit note that no longer lowers the tax, and an IRN that is missing.
pub fn warn(look: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut note = Note::of(doc)?;
    if doc.status != super::DRAFT {
        return papers::warn(look, doc, &note);
    }
    // A note that was never saved knows its invoice alone.
    let invoice = look.seen(&INVOICE, &note.invoice)?;
    note.invoice_date = invoice.and_then(|doc| doc.text("date").and_then(Day::parse));
    Ok(late_issue(look, doc, &note).into_iter().collect())
}

/// Why an invoice cannot be taken back any more: a note is posted of it.
pub fn of_invoice_issue(look: &Look, invoice: &Doc) -> Result<Option<Said>, Halt> {
    if !notes::any(look, &invoice.id)? {
        return Ok(None);
    }
    let scope = (ScopeKind::Branch, invoice.branch.as_deref().unwrap_or_default());
    for def in [&super::CREDIT_NOTE, &super::DEBIT_NOTE] {
        for id in within::ids_of(look, def, scope, "invoice", &invoice.id)? {
            let found: Option<Arc<Doc>> = look.find(def.key, &id)?;
            if let Some(doc) = found.filter(|doc| doc.status == super::POSTED) {
                return Ok(Some(said!(
                    "{note} is posted of this invoice",
                    note = doc.name(def_of(&doc))
                )));
            }
        }
    }
    Ok(None)
}
