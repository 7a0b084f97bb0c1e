//! Invariants of what the stock's postings come to: the balances of places, days and yards, and their index.

use std::collections::BTreeMap;

use super::moved::Moved;
use super::{Found, account, each_key, seq_of, table};
use crate::error::Halt;
use crate::kept::keys;
use crate::kept::read::{Read, parse};
use crate::ledger::stock::{Availability, Balance, Bucket, Qty, life};

/// ST1, ST2 and ST9; answers the postings for the rules of what lies in yards.
pub(super) fn rules(read: &dyn Read, found: &mut Found) -> Result<Moved, Halt> {
    let key = life::begun_key();
    // An older program kept no such index.
    let begun: u64 = match read.get(&key)? {
        Some(bytes) => parse(&key, &bytes)?,
        None => u64::MAX,
    };
    let mut moved = Moved::read(read, begun, found)?;
    let rows: BTreeMap<String, Balance> = table(read, &["bal", "stock"])?;
    let rows: BTreeMap<String, Qty> = rows.into_iter().map(|(key, row)| (key, row.qty)).collect();
    found.equal("ST1", &rows, &moved.places());
    let days = moved.days();
    found.equal("ST1", &table(read, &["bal", "day"])?, &days);
    index_of_batches(read, &mut moved, found)?;
    let mut free: BTreeMap<String, Qty> = BTreeMap::new();
    for (key, qty) in &rows {
        let parts: Vec<&str> = key.split(keys::SEPARATOR).collect();
        if parts.get(2) == Some(&Bucket::Free.name()) {
            let sum = free.entry(account(&parts[..2])).or_default();
            *sum = *sum + *qty;
        }
    }
    let positions: BTreeMap<String, Availability> = table(read, &["bal", "position"])?;
    let positions = positions.into_iter().map(|(key, position)| (key, position.free)).collect();
    found.equal("ST1", &positions, &free);
    never_negative(&days, found);
    Ok(moved)
}

/// Every batch is found by exactly the postings that move it.
fn index_of_batches(read: &dyn Read, moved: &mut Moved, found: &mut Found) -> Result<(), Halt> {
    let mut batch = String::new();
    let mut kept: Vec<u64> = Vec::new();
    let mut close = |batch: &str, kept: &[u64], moved: &mut Moved| {
        let wanted = moved.take_batch(batch);
        if wanted != kept {
            let at = kept.iter().zip(&wanted).take_while(|(is, should)| is == should).count();
            let told = format!(
                "is found by {} postings, {} move it; the first {at} agree",
                kept.len(),
                wanted.len()
            );
            found.add("ST9", batch, told);
        }
    };
    each_key(read, &["bal", "moved"], |key| {
        let of = keys::parts(key).get(2).copied().unwrap_or_default();
        if of != batch {
            close(&batch, &kept, moved);
            batch.clear();
            batch.push_str(of);
            kept.clear();
        }
        kept.push(seq_of(key).unwrap_or_default());
        Ok(())
    })?;
    close(&batch, &kept, moved);
    for (batch, seq) in moved.rest() {
        found.add("ST9", batch, format!("is moved by posting {seq} and found by none"));
    }
    Ok(())
}

/// Walks each place day by day.
fn never_negative(days: &BTreeMap<String, Qty>, found: &mut Found) {
    let mut at = String::new();
    let mut running = Qty::default();
    for (key, net) in days {
        let (place, _) = key.rsplit_once(keys::SEPARATOR).unwrap_or((key, ""));
        if place != at {
            (at, running) = (place.to_owned(), Qty::default());
        }
        running = running + *net;
        if running.any_negative() {
            found.add("ST2", key, format!("holds {running:?} after this day"));
        }
    }
}
