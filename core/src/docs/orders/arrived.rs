//! Goods that were brought for an order: what it lacks, and its claim on them when they arrive.

use super::save::timer;
use super::{BM_PENDING, CREDIT_PENDING, HOLD, ORDER, Order, PRELIMINARY, WAITING, YARD_CONCERN};
use crate::declare::case::{Case, Look};
use crate::docs::time_rules::{self, Of};
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Qty};
use crate::value::Instant;
use crate::write::save;

const HOUR_MS: i64 = 3_600_000;

/// The statuses in which goods may be kept for an order that is not promised them for good.
const DECIDED_ON: &[&str] = &[BM_PENDING, HOLD, PRELIMINARY, CREDIT_PENDING];
const FIRM: &[&str] = &[WAITING, YARD_CONCERN];

/// What the lines of an order lack at its yard, by SKU: open, not reserved for it, and not free.
pub fn lacks(look: &Look, doc: &Doc) -> Result<Vec<(String, Qty)>, Halt> {
    let order = Order::of(doc)?;
    let own = stock::reservations(look, &doc.id)?;
    let mut found: Vec<(String, Qty)> = Vec::new();
    // Nobody brings goods of a dump from another yard.
    for line in order.lines.iter().filter(|line| !line.dump) {
        let (pcs, g) = line.open();
        match found.iter_mut().find(|(sku, _)| *sku == line.sku) {
            Some((_, qty)) => *qty = *qty + Qty::new(pcs, g),
            None => found.push((line.sku.clone(), Qty::new(pcs, g))),
        }
    }
    for (sku, qty) in &mut found {
        let held = own.iter().filter(|held| held.sku == *sku);
        let held = held.fold(Qty::default(), |sum, held| sum + held.qty);
        let free = stock::position(look, order.yard(), sku)?.available();
        let short = *qty - held - free;
        *qty = match qty.pcs > 0 {
            true => Qty::new(short.pcs.max(0), 0),
            false => Qty::new(0, short.g.max(0)),
        };
    }
    found.retain(|(_, qty)| !qty.is_zero());
    Ok(found)
}

/// Reserves for an order what arrived for it, as far as its lines are open and the goods are free.
pub fn arrived(case: &mut Case, id: &str, skus: &[&str]) -> Result<(), Halt> {
    let Some(before) = case.find(ORDER.key, id)? else { return Ok(()) };
    let firm = FIRM.contains(&before.status.as_str());
    if !firm && !DECIDED_ON.contains(&before.status.as_str()) {
        return Ok(());
    }
    let mut order = Order::of(&before)?;
    let expires = match (firm, order.reservation_expires) {
        (true, _) => None,
        (false, Some(at)) if at > case.now => Some(at),
        (false, _) => {
            let hours = time_rules::hours_of(case, "reservation", &Of::place(&before))?;
            hours.map(|hours| Instant(case.now.0 + hours * HOUR_MS))
        }
    };
    let mut more = false;
    for at in 0..order.lines.len() {
        more |= claim(case, &before, &order, at, skus, expires)?;
    }
    if !more {
        return Ok(());
    }
    let mut doc = Doc::clone(&before);
    timer(case, &doc, "expire_reservation", &mut order.reservation_expires, expires)?;
    order.write(&mut doc);
    save::finish(case, &ORDER, Some(&before), doc, "stock_arrived", &Record::new(), None).map(drop)
}

/// One line's claim; answers whether it holds more than before.
fn claim(
    case: &mut Case,
    doc: &Doc,
    order: &Order,
    at: usize,
    skus: &[&str],
    expires: Option<Instant>,
) -> Result<bool, Halt> {
    let line = &order.lines[at];
    if line.dump || !skus.contains(&line.sku.as_str()) {
        return Ok(false);
    }
    let own = stock::reservations(case, &doc.id)?;
    let held = own.iter().find(|held| held.line as usize == at);
    let held = held.map(|held| held.qty).unwrap_or_default();
    let (pcs, g) = line.open();
    let free = stock::position(case, order.yard(), &line.sku)?.available() + held;
    let qty = match pcs > 0 {
        true => {
            let pcs_held = pcs.min(free.pcs);
            Qty::new(pcs_held, crate::value::part(g, pcs_held, pcs).min(free.g))
        }
        false => Qty::new(0, g.min(free.g)),
    };
    let more = if pcs > 0 { qty.pcs > held.pcs } else { qty.g > held.g };
    if more {
        stock::reserve(case, &doc.id, at as u32, order.yard(), &line.sku, qty, expires)?;
    }
    Ok(more)
}
