//! A yard's dump as orders for scrap claim it: by weight, of whatever SKU and batch lies in DUMP.

use super::{Balance, Bucket, Qty, position, short};
use crate::declare::case::Look;
use crate::error::Halt;
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::ledger::balance_key;
use crate::value::Day;

/// Stands where a reservation names its SKU: what is claimed is whatever lies in the yard's dump.
pub const DUMPED: &str = "DUMP";

/// Goods of one batch in a yard's dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DumpedLot {
    pub sku: String,
    pub batch: String,
    pub qty: Qty,
    pub since: Day,
}

/// What lies in a yard's dump. Of each SKU two looks: at its dump, and at where the next one begins.
pub fn dumped(case: &Look, yard: &str) -> Result<Vec<DumpedLot>, Halt> {
    let mut found = Vec::new();
    let whole = Range::prefix(&balance_key("stock", &[yard]));
    let mut range = whole.clone();
    while let Some(key) = case.keys(&range, 1)?.pop() {
        let [_, _, _, sku, ..] = keys::parts(&key)[..] else { break };
        let own = balance_key("stock", &[yard, sku, Bucket::Dump.name()]);
        for (key, bytes) in case.scan(&Range::prefix(&own), super::MANY)? {
            let row: Balance = parse(&key, &bytes)?;
            let batch = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
            let (sku, qty, since) = (sku.to_owned(), row.qty, row.since);
            found.push(DumpedLot { sku, batch, qty, since });
        }
        range.from = Range::prefix(&balance_key("stock", &[yard, sku])).to;
    }
    found.sort_by(|a, b| (a.since, &a.batch).cmp(&(b.since, &b.batch)));
    Ok(found)
}

pub(super) fn sum(case: &Look, yard: &str) -> Result<Qty, Halt> {
    Ok(dumped(case, yard)?.iter().fold(Qty::default(), |sum, lot| sum + lot.qty))
}

/// Refuses to leave less in the dump than orders claim of it.
pub(super) fn refuse_held(case: &Look, yard: &str) -> Result<(), Halt> {
    // Mostly nothing is claimed, and the dump need not be looked through.
    let key = balance_key("position", &[yard, DUMPED]);
    if case.text(&key)?.is_none() {
        return Ok(());
    }
    let left = position(case, yard, DUMPED)?;
    match left.covers_holds() {
        true => Ok(()),
        false => Err(short(case, yard, DUMPED, &left)?),
    }
}
