//! What counts ask of the ledger: what lies in a yard, what a place held at an instant, and when a batch was counted.

use serde::{Deserialize, Serialize};

use super::{Balance, Bucket, KeptSide, Qty, StockPlace, balance, life};
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::ledger::{balance_key, name_of};
use crate::said;
use crate::said::Said;
use crate::value::{Day, Instant};

/// So many balances are read at a time.
const PAGE: usize = 4_096;

/// The last count of a batch in a yard that was approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCount {
    pub on: Day,
    /// The number of its audit.
    pub audit: String,
}

/// Goods of a batch in one bucket of a yard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YardLot {
    pub sku: String,
    pub batch: String,
    pub bucket: Bucket,
    pub qty: Qty,
    /// When the batch came into the business.
    pub since: Day,
}

/// Everything that lies in a yard.
pub fn lying_in(look: &Look, yard: &str) -> Result<Vec<YardLot>, Halt> {
    let mut range = Range::prefix(&balance_key("stock", &[yard]));
    let mut found = Vec::new();
    loop {
        let page = look.scan(&range, PAGE)?;
        for (key, bytes) in &page {
            let row: Balance = parse(key, bytes)?;
            let [.., sku, bucket, batch] = keys::parts(key)[..] else { continue };
            let Some(bucket) = Bucket::parse(bucket) else { continue };
            let (sku, batch) = (sku.to_owned(), batch.to_owned());
            found.push(YardLot { sku, batch, bucket, qty: row.qty, since: row.since });
        }
        match page.last() {
            Some((last, _)) if page.len() == PAGE => range.from = format!("{last}\0"),
            _ => return Ok(found),
        }
    }
}

/// What a place held at an instant: what it holds now, without what was posted since.
pub fn held_at(look: &Look, place: &StockPlace, at: Instant) -> Result<Qty, Halt> {
    let mut held = balance(look, place)?;
    for posting in life::since(look, place.batch, at)? {
        let here = |side: &KeptSide| *side == KeptSide::from(super::Side::Stock(*place));
        if here(&posting.to) {
            held = held - posting.qty;
        }
        if here(&posting.from) {
            held = held + posting.qty;
        }
    }
    Ok(held)
}

fn counted_key(yard: &str, batch: &str) -> String {
    balance_key("last_count", &[yard, batch])
}

pub fn counted_on(look: &Look, yard: &str, batch: &str) -> Result<Option<LastCount>, Halt> {
    look.value(&counted_key(yard, batch))
}

/// A batch was counted; of two counts the later one stands.
pub fn note_counted(
    case: &mut Case,
    yard: &str,
    batch: &str,
    counted: &LastCount,
) -> Result<(), Halt> {
    match counted_on(case, yard, batch)?.is_some_and(|before| before.on >= counted.on) {
        true => Ok(()),
        false => case.put(counted_key(yard, batch), counted),
    }
}

/// What was counted stays as it was found: no movement is dated before the count.
pub(super) fn refuse_before_count(look: &Look, place: &StockPlace, day: Day) -> Result<(), Halt> {
    if day >= look.today() {
        return Ok(());
    }
    let counted = counted_on(look, place.yard, place.batch)?;
    let Some(counted) = counted.filter(|counted| day < counted.on) else { return Ok(()) };
    let no = name_of(look, "batch", place.batch)?;
    let message = before_count(&no, &counted);
    Err(Halt::refuse(Code::Backdate, message))
}

/// The refusal of a day before a count.
pub fn before_count(batch_no: &str, counted: &LastCount) -> Said {
    let on = counted.on.shown();
    said!(
        "Date lies before {audit}, which counted batch {batch_no} on {on}",
        audit = counted.audit,
        batch_no,
        on
    )
}
