//! Posting: the number, the frozen copies, the customer's debt and the books, in one commit.

use std::sync::Arc;

use super::draft;
use super::{INVOICE, Invoice, POSTED, eway, irn};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::limits;
use crate::docs::orders::{effects, loads};
use crate::docs::org;
use crate::docs::receipts;
use crate::docs::settings;
use crate::error::{Code, Halt, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::Qty;
use crate::ledger::{Source, books, credit};
use crate::value::{Day, Paise, part};
use crate::words::amount_in_words;

/// The precondition on the loadings now; the amounts are checked when it is posted.
pub fn may_post(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let (mut doc, mut invoice) = (doc.clone(), Invoice::of(doc)?);
    draft::reckon(case, &mut doc, &mut invoice)?;
    comes_to_something(&invoice)?;
    done(irn::missing(case, &invoice)?)?;
    match settings::flag(case, "ewb_at_post")? {
        true => eway::check(case, &invoice),
        false => Ok(()),
    }
}

/// What rounds to nothing, to the rupee, is no debt.
fn comes_to_something(invoice: &Invoice) -> Result<(), Halt> {
    if invoice.payable_paise > 0 {
        return Ok(());
    }
    let message = "This invoice comes to ₹0. Correct the rates of its orders";
    Err(Halt::refuse(Code::Rule, message))
}

pub fn post(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let seen = Invoice::of(doc)?;
    let mut invoice = seen.clone();
    let date = seen.date.unwrap_or(case.today());
    invoice.date = Some(date);
    draft::reckon(case, doc, &mut invoice)?;
    if (&invoice.lines, invoice.payable_paise) != (&seen.lines, seen.payable_paise) {
        let message = "A loading or its order changed since this draft was saved. Save it again";
        return Err(Halt::refuse(Code::Rule, message));
    }
    comes_to_something(&invoice)?;
    done(irn::missing(case, &invoice)?)?;
    let branch = doc.branch.clone().unwrap_or_default();
    org::check_posting_day(case, INVOICE.key, &branch, date, "date")?;
    let number = org::dated_number(case, &INVOICE, &branch, date)?;
    doc.doc_no = Some(number.clone());
    convert_credit(case, &doc.id, &mut invoice)?;
    book(case, &doc.id, date, &mut invoice)?;
    for (order, loading, amount) in by_loading(&invoice) {
        loads::on_invoiced(case, order, loading, (&doc.id, &number), amount)?;
    }
    invoice.amount_in_words = Some(amount_in_words(Paise(invoice.payable_paise)));
    invoice.posted_at = Some(case.now);
    invoice.posted_by = Some(case.actor.id.clone());
    invoice.write(doc);
    Ok(POSTED)
}

/// The last posted invoice and its last paper complete the orders.
pub fn follow(case: &mut Case, action: &'static str, doc: Arc<Doc>) -> Result<Arc<Doc>, Halt> {
    let invoice = Invoice::of(&doc)?;
    if action == "post" {
        receipts::advance::take(case, doc.text("customer").unwrap_or_default(), &invoice.orders)?;
    }
    if matches!(action, "post" | "record") {
        for order in invoice.orders {
            effects::complete_if_due(case, &order)?;
        }
    }
    Ok(doc)
}

/// Every loading with its order and, on the order's first, the order's share of the amount.
pub fn by_loading(invoice: &Invoice) -> Vec<(&str, &str, i64)> {
    let mut rows: Vec<(&str, &str, i64)> = Vec::new();
    for part in invoice.lines.iter().flat_map(|line| line.parts.iter().map(move |p| (line, p))) {
        let (order, loading) = (part.0.order.as_str(), part.1.loading.as_str());
        if rows.iter().any(|(_, known, _)| *known == loading) {
            continue;
        }
        let first = !rows.iter().any(|(known, _, _)| *known == order);
        let share = invoice.shares.iter().find(|share| first && share.order == order);
        rows.push((order, loading, share.map_or(0, |share| share.amount_paise)));
    }
    rows
}

/// Turns the orders' commitments into the customer's debt; any excess must fit their credit.
fn convert_credit(case: &mut Case, id: &str, invoice: &mut Invoice) -> Result<(), Halt> {
    let customer = invoice.customer.clone().unwrap_or_default();
    let tolerance = settings::int_of(case, "load_tolerance_bp")?;
    let mut excess = 0;
    for share in &mut invoice.shares {
        let held = credit::committed_for(case, &customer, &share.order)?;
        let rest = loads::ends_with(case, &share.order, &invoice.loadings)?;
        share.committed_paise = if rest { held } else { held.min(share.amount_paise) };
        let over = share.amount_paise - held;
        if over > part(held, tolerance, 10_000) {
            excess += (over - credit::order_room(case, &customer, &share.order)?).max(0);
        }
    }
    if excess > 0 {
        limits::check(case, &customer, "", excess)?;
    }
    let Some((first, rest)) = invoice.shares.split_first() else { return Ok(()) };
    for share in rest {
        let held = credit::committed_for(case, &customer, &share.order)?;
        credit::recommit(case, &customer, &share.order, held - share.committed_paise)?;
    }
    let left = credit::committed_for(case, &customer, &first.order)? - first.committed_paise;
    let due = invoice.due_date.unwrap_or(case.today());
    credit::invoice(case, &customer, &first.order, id, invoice.payable_paise, due)?;
    if !invoice.instalments.is_empty() {
        credit::in_instalments(case, &customer, id, invoice.due_parts())?;
    }
    credit::recommit(case, &customer, &first.order, left)
}

/// Two vouchers: what was sold, and what it had cost.
fn book(case: &mut Case, id: &str, date: Day, invoice: &mut Invoice) -> Result<(), Halt> {
    let customer = books::customer(invoice.customer.as_deref().unwrap_or_default());
    let rows = [
        (customer.as_str(), invoice.payable_paise),
        (books::SALES, -invoice.goods_paise),
        (books::FREIGHT, -invoice.charges_paise),
        (books::OUTPUT_CGST, -invoice.cgst_paise),
        (books::OUTPUT_SGST, -invoice.sgst_paise),
        (books::OUTPUT_IGST, -invoice.igst_paise),
        (books::OUTPUT_CESS, -invoice.cess_paise),
        (books::TCS, -invoice.tcs_paise),
        (books::ROUND_OFF, -invoice.round_off_paise),
    ];
    let source = Source::new(INVOICE.key, id, 0, date);
    invoice.voucher = Some(books::post(case, &source, date, &rows)?);
    let [stock, dump] = keep_cost(case, invoice)?;
    let rows = [
        (books::COST_OF_SALES, stock.saturating_add(dump)),
        (books::STOCK, -stock),
        (books::STOCK_DUMP, -dump),
    ];
    let source = Source::new(INVOICE.key, id, 1, date);
    invoice.cost_voucher = Some(books::post(case, &source, date, &rows)?);
    Ok(())
}

/// The cost of the loaded pieces, batch by batch: kept where it is booked, since the batch may cost more later. Beside
/// it, what goods of the dump were worth there, which their loading told.
fn keep_cost(case: &Look, invoice: &mut Invoice) -> Result<[i64; 2], Halt> {
    let [mut cost, mut dump] = [0_i64; 2];
    for part in invoice.lines.iter_mut().flat_map(|line| &mut line.parts) {
        if part.dump == Some(true) {
            dump = dump.saturating_add(part.cost_paise.unwrap_or(0));
            continue;
        }
        if let Some(batch) = case.find(BATCH.key, &part.batch)? {
            let of = batches::cost_of(&batch, Qty { pcs: part.pcs, g: part.weight_g });
            part.cost_paise = Some(of);
            cost = cost.saturating_add(of);
        }
    }
    Ok([cost, dump])
}
