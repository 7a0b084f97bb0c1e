//! What speaks against a line: more than is free in the order's yard.

use std::collections::BTreeMap;

use super::{Line, Quote, QuoteLine, Severity, SkuFacts, YardFacts};
use crate::error::Code;
use crate::ledger::stock::{DUMPED, only_free};
use crate::said;
use crate::value::{Grams, grouped, mt};

/// Goods counted in pieces are short by the piece; only goods without pieces by weight.
pub fn look_at_stock<'a>(
    at: usize,
    line: &'a Line,
    sku: &SkuFacts,
    worked: &QuoteLine,
    yard: &YardFacts,
    taken: &mut BTreeMap<&'a str, (i64, i64)>,
    made: &mut Quote,
) {
    let before = taken.entry(if sku.dump { DUMPED } else { &line.sku }).or_default();
    let Some(stock) = &sku.stock else { return };
    let (pcs, weight_g) = (line.pcs.unwrap_or(0), worked.weight_g);
    let (free_pcs, free_g) = (stock.free_pcs - before.0, stock.free_g - before.1);
    before.0 += pcs;
    before.1 += weight_g;
    let short = if pcs > 0 { pcs > free_pcs } else { weight_g > free_g };
    if !short {
        return;
    }
    let held = match stock.reserved_pcs > 0 {
        true => grouped(stock.reserved_pcs),
        false => mt(Grams(stock.reserved_g)),
    };
    let (free, weight) = (grouped(free_pcs.max(0)), mt(Grams(free_g.max(0))));
    let (goods, yard) = (&sku.name, &yard.code);
    let message = match stock.orders {
        0 => said!(
            "Only {pcs} pcs / {weight} of {goods} is free at {yard}",
            pcs = free,
            weight,
            goods,
            yard
        ),
        orders => only_free([&free, &weight], goods, yard, &held, orders as u64),
    };
    let path = format!("lines.{at}.{}", if pcs > 0 { "pcs" } else { "weight_g" });
    made.find(Severity::Warning, path, Code::StockShort, message);
}
