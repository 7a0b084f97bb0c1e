//! Effects of the two credit teams' steps, and the credit that an order holds.

use super::effects::{self, NextStatus, changed_terms, flag, leave, need_remarks, text, took_step};
use super::quote::Price;
use super::*;
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::customers::CUSTOMER;
use crate::docs::{limits, settings};
use crate::error::{Code, Halt, Issue, done};
use crate::gst::Split;
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit::{commit, committed_for, recommit};
use crate::ledger::stock;
use crate::said;
use crate::said::Said;
use crate::value::{Day, Grams, Paise, RateUom, grouped, mt, part};

/// The customer's position as it is now.
pub fn snapshot(case: &Look, order: &Order) -> Result<CreditSnapshot, Halt> {
    let at = limits::position(case, &order.customer)?;
    Ok(CreditSnapshot {
        at: Some(case.now),
        limit_paise: Some(at.granted_paise),
        used_paise: Some(at.utilised_paise),
        available_paise: Some(at.available_paise),
        overdue_paise: Some(at.overdue_paise),
        overdue_days: Some(at.overdue_days),
    })
}

pub fn forward(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let recommendation = text(inputs, "recommendation").unwrap_or("approve");
    if recommendation != "approve" {
        need_remarks(inputs)?;
    }
    let mut order = Order::of(doc)?;
    effects::add_files(&mut order, inputs)?;
    order.gstin_checked_on = text(inputs, "gstin_checked_on").and_then(Day::parse);
    gstin_was_checked(case, &order)?;
    order.recommendation = Some(recommendation.to_owned());
    order.credit = Some(snapshot(case, &order)?);
    order.forwarded_at = Some(case.now);
    took_step(case, &mut order, "forward");
    if !case.actor.has(Role::Sys) {
        order.changed_by.clear();
    }
    leave(doc, order, CREDIT_PENDING)
}

/// Where the site asks for it, a person looked lately whether the customer's GSTIN is active.
fn gstin_was_checked(case: &Look, order: &Order) -> Result<(), Halt> {
    let within = settings::int_of(case, "gstin_check_days")?;
    let customer = case.doc(&CUSTOMER, &order.customer)?;
    if within == 0 || customer.text("gstin").is_none() || case.actor.has(Role::Sys) {
        return Ok(());
    }
    let age = order.gstin_checked_on.map(|on| case.today().days_since(on));
    let message = match age {
        None => "Enter the day on which the GSTIN was found active".into(),
        Some(..0) => "Date is in the future".into(),
        Some(age) if age > within => {
            said!("The GSTIN must have been found active within {within} days", within)
        }
        Some(_) => return Ok(()),
    };
    done(vec![Issue::new("gstin_checked_on", Code::Input, message)])
}

pub fn query(_: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    order.acted_on = true;
    order.approval_level = Some(0);
    leave(doc, order, BM_PENDING)
}

pub fn credit_query(_: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let order = Order::of(doc)?;
    leave(doc, order, PRELIMINARY)
}

/// Paise: by less the value of an order differs from that of an invoice of the same goods.
const RUPEE: i64 = 100;

/// The stock is held for good and the credit taken, or nothing is.
pub fn approve(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let beyond = flag(inputs, "override");
    let term = text(inputs, "payment_term").filter(|id| order.payment_term.as_deref() != Some(*id));
    if beyond || term.is_some() {
        need_remarks(inputs)?;
    }
    if let Some(term) = term {
        order.payment_term = Some(term.to_owned());
    }
    let further = further(case, doc, &order)?;
    // A replacement that takes no more than was credited for its goods is no further credit. The note took its part of
    // an invoice in whole rupees, the order is worth what its lines come to.
    let replaced = order.replaces.is_some() && further < RUPEE;
    if !beyond && !replaced {
        limits::check(case, &order.customer, &doc.id, further.max(0))?;
    }
    retake_stock(case, doc, &mut order)?;
    commit(case, &order.customer, &doc.id, further)?;
    order.credit_approved_at = Some(case.now);
    took_step(case, &mut order, "credit_approve");
    order.changed_by.clear();
    leave(doc, order, WAITING)
}

/// The credit that the order would take beyond what it holds; below zero it gives back.
pub fn further(case: &Look, doc: &Doc, order: &Order) -> Result<i64, Halt> {
    let left = value(order).saturating_sub(order.invoiced_paise.unwrap_or(0));
    Ok(left - committed_for(case, &order.customer, &doc.id)?)
}

/// Makes the reservation firm; what has run out is taken again, if it is still there.
fn retake_stock(case: &mut Case, doc: &Doc, order: &mut Order) -> Result<(), Halt> {
    let ran_out = order.reservation_lapsed.is_some();
    if let (true, Some(short)) = (ran_out, first_short(case, doc, order)?) {
        return Err(Halt::refuse(Code::ResExpired, short));
    }
    effects::hold_stock(case, doc, order, None)
}

/// The shortage of the first line that is short now.
fn first_short(case: &Look, doc: &Doc, order: &Order) -> Result<Option<Said>, Halt> {
    let own = stock::reservations(case, &doc.id)?;
    for (at, line) in order.lines.iter().enumerate().filter(|(_, line)| !line.back_order) {
        if own.iter().any(|held| held.line as usize == at) {
            continue;
        }
        let (pcs, g) = line.open();
        let free = stock::position(case, order.yard(), line.pool())?.available();
        let (short, has, of) = match pcs > 0 {
            true => (free.pcs < pcs, grouped(free.pcs) + " pcs", grouped(pcs) + " pcs"),
            false => (free.g < g, mt(Grams(free.g)), mt(Grams(g))),
        };
        if short {
            let (has, of) = match pcs > 0 && free.g > 0 {
                true => (mt(Grams(free.g.min(g))), mt(Grams(g))),
                false => (has, of),
            };
            let message = said!(
                "Stock reservation expired and only {free} of {asked} is free",
                free = has,
                asked = of
            );
            return Ok(Some(message));
        }
    }
    Ok(None)
}

pub fn represent(case: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    effects::reserve(case, doc, &mut order)?;
    // The approvals before it still count, so it is not a step of its own.
    changed_terms(case, &mut order);
    order.rejection = None;
    leave(doc, order, PRELIMINARY)
}

impl Line {
    /// At what its goods are sold.
    pub fn price(&self, order: &Order) -> Price {
        Price {
            rate_uom: self.rate_uom.unwrap_or(RateUom::Mt),
            rate_paise: self.rate_paise.unwrap_or(0),
            discount_bp: self.discount_bp.unwrap_or(0),
            length_mm: self.length_mm.unwrap_or(0),
            charges_per_tonne: order.charges_per_tonne(),
            gst_rate_bp: self.gst_rate_bp.unwrap_or(0),
            cess_bp: self.cess_bp.unwrap_or(0),
        }
    }

    /// The weight that some loaded pieces are billed by: the theoretical one where the product is
    /// sold so, else what the weighbridge said.
    pub fn billed_g(&self, pcs: i64, weight_g: i64) -> i64 {
        match (self.nominal, self.pcs) {
            (true, Some(all)) if all > 0 => part(self.weight_g.unwrap_or(0), pcs, all),
            _ => weight_g,
        }
    }
}

impl Order {
    pub fn tax_split(&self) -> Split {
        match self.split.as_deref() {
            Some("inter") => Split::Inter,
            Some("zero_rated") => Split::ZeroRated,
            _ => Split::Intra,
        }
    }
}

/// The order's value now, GST included: loaded goods as weighed, the rest as ordered.
pub fn value(order: &Order) -> i64 {
    let mut sum = Paise(0);
    for line in &order.lines {
        let ((loaded_pcs, loaded_g), (open_pcs, open_g)) = (line.loaded(), line.open());
        let weight = line.billed_g(loaded_pcs, loaded_g).saturating_add(open_g);
        let tax_line = line.price(order).worth(loaded_pcs + open_pcs, weight).tax_line;
        sum = sum + tax_line.taxable + tax_line.tax(order.tax_split()).total();
    }
    sum.0
}

/// Brings the commitment to what the order is worth now, less what is invoiced.
pub fn rebase(case: &mut Case, doc: &Doc, order: &Order) -> Result<(), Halt> {
    let left = value(order).saturating_sub(order.invoiced_paise.unwrap_or(0));
    recommit(case, &order.customer, &doc.id, left.max(0))
}

/// The commitment that the credit team agreed to, what was invoiced of it included.
pub fn agreed(case: &Look, doc: &Doc, order: &Order) -> Result<i64, Halt> {
    let held = committed_for(case, &order.customer, &doc.id)?;
    Ok(held.saturating_add(order.invoiced_paise.unwrap_or(0)))
}
