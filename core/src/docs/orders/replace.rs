//! The order that replaces returned goods: at the rates of their invoice, with the credit that their note gave back.

use std::sync::Arc;

use super::effects::number;
use super::facts::{self, Depth};
use super::quote::{QuoteFacts, RateLock, SkuFacts};
use super::save::{addresses, place, waiting_for};
use super::{DRAFT, Line, ORDER, Order};
use crate::declare::case::{Case, Look};
use crate::docs::invoices::{INVOICE, Invoice, InvoiceLine};
use crate::docs::sales_returns::{self, ReturnLot, SALES_RETURN};
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit;
use crate::said;
use crate::said::Said;
use crate::value::{Paise, RateUom, rupees};
use crate::write::save;

/// Begins the order of a return's goods as a draft of their salesperson. Its number is given at once, so that the
/// draft is not thrown away: it holds the credit that the note gave back until it is approved or rejected.
pub fn begin(
    case: &mut Case,
    back: &Doc,
    goods: &[&ReturnLot],
    credited: i64,
) -> Result<Arc<Doc>, Halt> {
    let invoice = invoice_of(case, back)?;
    let lines: Vec<(&ReturnLot, &InvoiceLine)> =
        goods.iter().filter_map(|lot| Some((*lot, line_of(&invoice, lot)?))).collect();
    let first = lines.first().map(|(_, line)| line.order.as_str()).unwrap_or_default();
    let before = Order::of(&*case.doc(&ORDER, first)?)?;
    let mut order = Order {
        date: Some(case.today()),
        customer: before.customer,
        bill_to: before.bill_to,
        ship_to: before.ship_to,
        place_override: before.place_override,
        place_reason: before.place_reason,
        yard: before.yard,
        payment_term: before.payment_term,
        price_basis: before.price_basis,
        freight_rate_paise: before.freight_rate_paise,
        loading_rate_paise: before.loading_rate_paise,
        po_no: before.po_no,
        po_date: before.po_date,
        salesman: before.salesman,
        source: before.source,
        lines: lines.iter().map(|(lot, line)| again(lot, line)).collect(),
        waiting_for: waiting_for(DRAFT),
        replaces: Some(back.id.clone()),
        replaces_no: back.doc_no.clone(),
        ..Order::default()
    };
    let id = case.new_id();
    case.as_system(|case| {
        let mut doc = save::blank(case, &ORDER, id);
        facts::reckon(case, &doc.id, &mut order, Depth::Today)?;
        addresses(case, &mut order)?;
        place(case, &mut doc, &order)?;
        doc.doc_no = Some(number(case, &doc, &order)?);
        place(case, &mut doc, &order)?;
        order.write(&mut doc);
        credit::commit(case, &order.customer, &doc.id, credited)?;
        save::finish(case, &ORDER, None, doc, "create", &Record::new(), None)
    })
}

fn again(lot: &ReturnLot, line: &InvoiceLine) -> Line {
    let some = |n: i64| (n > 0).then_some(n);
    Line {
        sku: lot.sku.clone(),
        pcs: some(lot.received_pcs),
        weight_g: some(lot.received_g),
        rate_uom: line.rate_uom,
        rate_paise: Some(line.rate_paise),
        discount_bp: some(line.discount_bp),
        ..Line::default()
    }
}

fn invoice_of(look: &Look, back: &Doc) -> Result<Invoice, Halt> {
    Invoice::of(&*look.doc(&INVOICE, back.text("invoice").unwrap_or_default())?)
}

fn line_of<'i>(invoice: &'i Invoice, lot: &ReturnLot) -> Option<&'i InvoiceLine> {
    usize::try_from(lot.line).ok().and_then(|at| invoice.lines.get(at))
}

/// Puts the rates of the goods' invoice in the place of today's prices; no floor holds for them.
pub fn lock_rates(look: &Look, order: &Order, facts: &mut QuoteFacts) -> Result<(), Halt> {
    let back = order.replaces.as_deref().map(|id| look.find(SALES_RETURN.key, id)).transpose()?;
    let Some(back) = back.flatten() else { return Ok(()) };
    let invoice = invoice_of(look, &back)?;
    for lot in sales_returns::lots_of(&back)? {
        let Some((sku, line)) = facts.skus.get_mut(&lot.sku).zip(line_of(&invoice, &lot)) else {
            continue;
        };
        let (rate_uom, rate_paise) = (line.rate_uom, line.rate_paise);
        let lock = RateLock { rate_uom, rate_paise, discount_bp: line.discount_bp };
        if sku.locked.is_empty() {
            (sku.rate_paise, sku.floor_paise) = (Some(rate_paise), None);
            sku.rate_uom = rate_uom.or(sku.rate_uom);
        }
        if !sku.locked.contains(&lock) {
            sku.locked.push(lock);
        }
    }
    Ok(())
}

/// Why a line of a replacement may not stand at its rate.
pub fn unlocked(sku: &SkuFacts, line: &RateLock) -> Option<Said> {
    let first = sku.locked.first().filter(|_| !sku.locked.contains(line))?;
    let (rate, uom) = (rupees(Paise(first.rate_paise)), first.rate_uom.map_or("MT", RateUom::name));
    Some(said!("Goods are replaced at the rate of their invoice, {rate}/{uom}", rate, uom))
}

/// The lines of a changed order that do not stand at the rates of the invoice.
pub fn issues(order: &Order, facts: &QuoteFacts) -> Vec<Issue> {
    let wrong = |(at, line): (usize, &Line)| {
        let lock = RateLock {
            rate_uom: line.rate_uom,
            rate_paise: line.rate_paise.unwrap_or(0),
            discount_bp: line.discount_bp.unwrap_or(0),
        };
        let message = unlocked(facts.skus.get(&line.sku)?, &lock)?;
        Some(Issue::new(format!("lines.{at}.rate_paise"), Code::Rule, message))
    };
    order.lines.iter().enumerate().filter_map(wrong).collect()
}
