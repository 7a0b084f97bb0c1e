//! Invariants of what lies in yards beside what is free: holds, closed batches, dumps, transfers.

use std::collections::{BTreeMap, BTreeSet};

use super::moved::{Lies, Moved};
use super::{Found, account, each, table};
use crate::docs::batches::{self, BATCH};
use crate::docs::invoices::{INVOICE, Invoice};
use crate::docs::sales_returns::{self, ReturnLot, SALES_RETURN, goods_of};
use crate::docs::{audits, dumps, holds, transfers, work_orders};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Read, parse};
use crate::ledger::returns::Returned;
use crate::ledger::stock::{Balance, Bucket, Qty};

/// Other goods may lie in HOLD too, so that it holds at least what the holds say.
pub(super) fn hold_rules(read: &dyn Read, found: &mut Found) -> Result<(), Halt> {
    let mut wanted: BTreeMap<String, Qty> = BTreeMap::new();
    each(read, &["doc", holds::STOCK_HOLD.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        if doc.status != holds::ACTIVE {
            return Ok(());
        }
        let (yard, sku) = (doc.text("yard").unwrap_or(""), doc.text("sku").unwrap_or(""));
        for (batch, qty) in holds::held_lots(&doc) {
            let place = account(&[yard, sku, Bucket::Hold.name(), &batch]);
            let sum = wanted.entry(place).or_default();
            *sum = *sum + qty;
        }
        Ok(())
    })?;
    each(read, &["doc", transfers::TRANSFER.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        if !transfers::holds_lots(&doc) {
            return Ok(());
        }
        let yard = doc.text("from_yard").unwrap_or("");
        for lot in transfers::lots_of(&doc)? {
            let place = account(&[yard, &lot.sku, Bucket::Hold.name(), &lot.batch]);
            let sum = wanted.entry(place).or_default();
            *sum = *sum + lot.sent();
        }
        Ok(())
    })?;
    each(read, &["doc", work_orders::WORK_ORDER.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        let yard = doc.text("yard").unwrap_or("");
        for lot in work_orders::lots_of(&doc)? {
            let place = account(&[yard, &lot.sku, Bucket::Hold.name(), &lot.batch]);
            let sum = wanted.entry(place).or_default();
            *sum = *sum + lot.held();
        }
        Ok(())
    })?;
    let rows: BTreeMap<String, Balance> = table(read, &["bal", "stock"])?;
    for (key, want) in wanted {
        let has = rows.get(&key).map(|row| row.qty).unwrap_or_default();
        if (has - want).any_negative() {
            found.add("ST5", &key, format!("holds {has:?}, active holds took {want:?}"));
        }
    }
    Ok(())
}

/// Other goods may lie in DUMP too, so that it holds at least what the dumps say.
pub(super) fn closing_rules(read: &dyn Read, found: &mut Found) -> Result<(), Halt> {
    let rows: BTreeMap<String, Balance> = table(read, &["bal", "stock"])?;
    let mut closed: BTreeSet<String> = BTreeSet::new();
    each(read, &["doc", BATCH.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        closed.extend((doc.status == batches::CLOSED).then_some(doc.id));
        Ok(())
    })?;
    for (key, row) in &rows {
        if let [_, _, bucket, batch] = key.split(keys::SEPARATOR).collect::<Vec<_>>()[..]
            && bucket != Bucket::Dump.name()
            && closed.contains(batch)
        {
            found.add("ST6", key, format!("holds {:?} of a closed batch", row.qty));
        }
    }
    let mut wanted: BTreeMap<String, Qty> = BTreeMap::new();
    each(read, &["doc", dumps::DUMP_STOCK.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        if dumps::lies_in_dump(&doc) {
            let of = |field: &str| doc.text(field).unwrap_or_default();
            let place = account(&[of("yard"), of("sku"), Bucket::Dump.name(), of("batch")]);
            let sum = wanted.entry(place).or_default();
            *sum = *sum + dumps::left_of(&doc)?.qty;
        }
        Ok(())
    })?;
    for (key, want) in wanted {
        let has = rows.get(&key).map(|row| row.qty).unwrap_or_default();
        if (has - want).any_negative() {
            found.add("ST7", &key, format!("holds {has:?}, dumps took {want:?}"));
        }
    }
    Ok(())
}

/// Several transfers of one batch share a place, so that each is told by its own postings.
pub(super) fn transfer_rules(
    read: &dyn Read,
    moved: &Moved,
    found: &mut Found,
) -> Result<(), Halt> {
    let mut lies: BTreeMap<String, Qty> = BTreeMap::new();
    for (id, place, by) in moved.of(transfers::TRANSFER.key) {
        let Lies::In(batch, Bucket::Transit) = place else { continue };
        lies.insert(account(&[id, batch]), by);
    }
    let mut wanted: BTreeMap<String, Qty> = BTreeMap::new();
    each(read, &["doc", transfers::TRANSFER.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        let lots = transfers::lots_of(&doc)?;
        for (lot, qty) in lots.iter().zip(transfers::on_the_road(&doc, &lots)) {
            if doc.status == transfers::COMPLETED && !qty.is_zero() {
                found.add("ST8", key, format!("is completed with {qty:?} on the road"));
            }
            let sum = wanted.entry(account(&[&doc.id, &lot.batch])).or_default();
            *sum = *sum + qty;
        }
        Ok(())
    })?;
    found.equal("ST8", &lies, &wanted);
    Ok(())
}

/// Several work orders take of one batch, so that each is told by its own postings; and all that one used
/// was made, scrapped or lost.
pub(super) fn work_rules(read: &dyn Read, moved: &Moved, found: &mut Found) -> Result<(), Halt> {
    let kind = work_orders::WORK_ORDER.key;
    let (mut lies, mut out) = (BTreeMap::<String, Qty>::new(), BTreeMap::<String, i64>::new());
    for (id, place, by) in moved.of(kind) {
        match place {
            Lies::In(batch, Bucket::Wip) => drop(lies.insert(account(&[id, batch]), by)),
            Lies::AtWork => drop(out.insert(id.to_owned(), by.g)),
            Lies::In(..) => {}
        }
    }
    let mut wanted: BTreeMap<String, Qty> = BTreeMap::new();
    let mut lost: BTreeMap<String, i64> = BTreeMap::new();
    each(read, &["doc", kind], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        for lot in work_orders::lots_of(&doc)? {
            if work_orders::FLOW.at_rest(&doc.status) && !(lot.in_work() + lot.held()).is_zero() {
                found.add("ST10", key, format!("is {} with {lot:?}", doc.status));
            }
            let sum = wanted.entry(account(&[&doc.id, &lot.batch])).or_default();
            *sum = *sum + lot.in_work();
        }
        lost.insert(doc.id.clone(), doc.int("lost_g").unwrap_or(0));
        Ok(())
    })?;
    found.equal("ST10", &lies, &wanted);
    found.equal("ST10", &out, &lost);
    Ok(())
}

/// Returns claim of an invoice what they say, never more than it sold; what they took back lies where they say.
pub(super) fn return_rules(read: &dyn Read, moved: &Moved, found: &mut Found) -> Result<(), Halt> {
    let mut came: BTreeMap<String, Qty> = BTreeMap::new();
    for (id, place, by) in moved.of(SALES_RETURN.key) {
        let Lies::In(batch, bucket) = place else { continue };
        came.insert(account(&[id, batch, bucket.name()]), by);
    }
    let mut lies: BTreeMap<String, Qty> = BTreeMap::new();
    let mut wanted: BTreeMap<String, Returned> = BTreeMap::new();
    each(read, &["doc", SALES_RETURN.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        let (claims, back) =
            (sales_returns::claims_in(&doc.status), sales_returns::is_back(&doc.status));
        let invoice = doc.text("invoice").unwrap_or_default();
        for lot in sales_returns::lots_of(&doc)? {
            let place = account(&[invoice, &format!("{:03}", lot.line), &lot.batch]);
            let sum = wanted.entry(place).or_default();
            let back = if back { (lot.received(), lot.cost_paise) } else { (Qty::default(), 0) };
            *sum = sum.plus(Returned { open: claims(&lot), back: back.0, cost_paise: back.1 });
            for (bucket, qty) in buckets_of(&lot) {
                let sum = lies.entry(account(&[&doc.id, &lot.batch, bucket.name()])).or_default();
                *sum = *sum + qty;
            }
        }
        Ok(())
    })?;
    found.equal("ST12", &came, &lies);
    found.equal("ST12", &table(read, &["bal", "returned"])?, &wanted);
    let some = wanted.iter().filter(|(_, returned)| !returned.taken().is_zero());
    let sold: BTreeSet<&str> =
        some.filter_map(|(key, _)| key.split(keys::SEPARATOR).next()).collect();
    for invoice in sold {
        let key = keys::doc(INVOICE.key, invoice);
        let doc: Option<Doc> = read.get(&key)?.map(|bytes| parse(&key, &bytes)).transpose()?;
        let goods = doc.map(|doc| Invoice::of(&doc)).transpose()?.unwrap_or_default();
        let goods = goods_of(&goods);
        for (place, returned) in
            wanted.range(account(&[invoice, ""])..account(&[invoice, "\u{7f}"]))
        {
            let of = |line: i64, batch: &str| account(&[invoice, &format!("{line:03}"), batch]);
            let sold = goods.iter().find(|lot| of(lot.line, &lot.batch) == *place);
            let sold = sold.map(|lot| lot.qty).unwrap_or_default();
            if (sold - returned.taken()).any_negative() {
                found.add("ST12", place, format!("sold {sold:?}, returns take {returned:?}"));
            }
        }
    }
    Ok(())
}

fn buckets_of(lot: &ReturnLot) -> [(Bucket, Qty); 3] {
    [
        (Bucket::Free, Qty::new(lot.free_pcs, lot.free_g)),
        (Bucket::Hold, lot.held()),
        (Bucket::Dump, Qty::new(lot.dump_pcs, lot.dump_g)),
    ]
}

/// Several audits count a batch one after the other, so that each is told by its own postings.
pub(super) fn audit_rules(read: &dyn Read, moved: &Moved, found: &mut Found) -> Result<(), Halt> {
    let kind = audits::STOCK_AUDIT.key;
    let mut posted: BTreeMap<String, Qty> = BTreeMap::new();
    for (id, place, by) in moved.of(kind) {
        let Lies::In(batch, _) = place else { continue };
        let sum = posted.entry(account(&[id, batch])).or_default();
        *sum = *sum + by;
    }
    let mut wanted: BTreeMap<String, Qty> = BTreeMap::new();
    each(read, &["doc", kind], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        if doc.status == audits::APPROVED {
            for line in audits::lines_of(&doc)? {
                wanted.insert(account(&[&doc.id, &line.batch]), line.difference());
            }
        }
        Ok(())
    })?;
    found.equal("ST11", &posted, &wanted);
    Ok(())
}
