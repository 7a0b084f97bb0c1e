//! The goods of an invoice by line and batch: what of them may still be returned, and their own rate and cost.

use super::Stage;
use super::{ReturnLot, claims_in};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::invoices::{Invoice, InvoiceLine};
use crate::docs::loadings::{self, LOADING};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::ledger::returns::{self, Returned};
use crate::ledger::stock::Qty;
use crate::value::part;

/// What one line of an invoice took of one batch, in whatever vehicles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldLot {
    pub line: i64,
    pub batch: String,
    pub sku: String,
    pub name: String,
    pub qty: Qty,
    /// What it had cost when it was invoiced; an older program kept none.
    pub cost_paise: Option<i64>,
    pub returned: Returned,
    /// Their order was reversed: they are back already.
    pub reversed: bool,
}

impl SoldLot {
    /// What may still be asked for.
    pub fn left(&self) -> Qty {
        if self.reversed { Qty::default() } else { self.qty - self.returned.taken() }
    }
}

/// The goods of an invoice, in its order, with what is returned of each.
pub fn sold_of(look: &Look, id: &str, invoice: &Invoice) -> Result<Vec<SoldLot>, Halt> {
    let mut lots = goods_of(invoice);
    for lot in &mut lots {
        lot.returned = returns::of(look, id, lot.line, &lot.batch)?;
        let line = usize::try_from(lot.line).ok().and_then(|at| invoice.lines.get(at));
        let part = line.and_then(|line| line.parts.iter().find(|part| part.batch == lot.batch));
        // An order is reversed whole, so that one of its loadings tells it of all.
        let loading = part.map(|part| look.find(LOADING.key, &part.loading)).transpose()?;
        lot.reversed = loading.flatten().is_some_and(|one| one.status == loadings::REVERSED);
    }
    Ok(lots)
}

/// The goods of an invoice, in its order.
pub fn goods_of(invoice: &Invoice) -> Vec<SoldLot> {
    let mut lots: Vec<SoldLot> = Vec::new();
    for (line, of) in (0_i64..).zip(&invoice.lines) {
        for one in &of.parts {
            let qty = Qty::new(one.pcs, one.weight_g);
            match lots.iter_mut().find(|lot| lot.line == line && lot.batch == one.batch) {
                Some(lot) => {
                    lot.qty = lot.qty + qty;
                    let costs = lot.cost_paise.zip(one.cost_paise);
                    lot.cost_paise = costs.map(|(sum, cost)| sum + cost);
                }
                None => lots.push(SoldLot {
                    line,
                    batch: one.batch.clone(),
                    sku: of.sku.clone(),
                    name: of.name.clone(),
                    qty,
                    cost_paise: one.cost_paise,
                    returned: Returned::default(),
                    reversed: false,
                }),
            }
        }
    }
    lots
}

/// The value of a quantity at its own line's rate: by pieces where they are priced so, else by weight.
pub fn value_of(line: &InvoiceLine, qty: Qty) -> i64 {
    let of = line.measure(Qty::new(line.pcs, line.weight_g));
    part(line.taxable_paise, line.measure(qty), of)
}

/// What some of a sold lot had cost when it was invoiced; what is last takes the rest.
pub fn cost_at_issue(look: &Look, sold: &SoldLot, qty: Qty) -> Result<i64, Halt> {
    let whole = match sold.cost_paise {
        Some(cost) => cost,
        None => batches::cost_of(&*look.doc(&BATCH, &sold.batch)?, sold.qty),
    };
    let (cost, rest) = (whole - sold.returned.cost_paise, sold.qty - sold.returned.back);
    Ok(match rest.g > 0 {
        true => part(cost, qty.g, rest.g),
        false => part(cost, qty.pcs, rest.pcs),
    })
}

/// Changes what a return claims of its invoice, as it leaves its status for another.
pub fn claim(
    case: &mut Case,
    doc: &Doc,
    was: &[ReturnLot],
    (lots, stage): (&[ReturnLot], Stage),
) -> Result<(), Halt> {
    let before = claims_in(&doc.status);
    let invoice = doc.text("invoice").unwrap_or_default().to_owned();
    for lot in was {
        let by = Returned { open: -before(lot), ..Returned::default() };
        returns::add(case, &invoice, lot.line, &lot.batch, by)?;
    }
    for lot in lots {
        let by = Returned { open: stage(lot), ..Returned::default() };
        returns::add(case, &invoice, lot.line, &lot.batch, by)?;
    }
    Ok(())
}
