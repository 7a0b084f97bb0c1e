//! The stock's postings read once: what they come to by place and day, by batch, and by the paper that wrote them.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::{Found, SEPARATED, account, postings};
use crate::docs::audits::STOCK_AUDIT;
use crate::docs::sales_returns::SALES_RETURN;
use crate::docs::transfers::TRANSFER;
use crate::docs::work_orders::WORK_ORDER;
use crate::error::Halt;
use crate::kept::keys;
use crate::kept::read::{Read, parse_in_place};
use crate::ledger::stock::{Bucket, Qty};
use crate::value::Day;

/// The papers whose own goods are told by their postings, because several share a place.
const PAPERS: [&str; 4] = [TRANSFER.key, WORK_ORDER.key, SALES_RETURN.key, STOCK_AUDIT.key];

/// A posting as far as balances follow from it, without a copy of its texts.
#[derive(Deserialize)]
struct Movement<'a> {
    posting_date: Day,
    #[serde(borrow)]
    from: MovedSide<'a>,
    #[serde(borrow)]
    to: MovedSide<'a>,
    pcs: i64,
    g: i64,
    #[serde(borrow)]
    doc_type: Cow<'a, str>,
    #[serde(borrow)]
    doc_id: Cow<'a, str>,
}

#[derive(PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum MovedSide<'a> {
    Stock {
        #[serde(borrow)]
        yard: Cow<'a, str>,
        #[serde(borrow)]
        sku: Cow<'a, str>,
        #[serde(borrow)]
        batch: Cow<'a, str>,
        bucket: Bucket,
    },
    Supplier,
    Customer,
    Loss,
    Gain,
    Opening,
    Work,
}

impl MovedSide<'_> {
    fn batch(&self) -> Option<&str> {
        match self {
            MovedSide::Stock { batch, .. } => Some(batch),
            _ => None,
        }
    }
}

/// Where a paper's goods went: into a batch's bucket, or into work without a batch.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lies {
    In(String, Bucket),
    AtWork,
}

#[derive(Default)]
struct Place {
    qty: Qty,
    days: BTreeMap<Day, Qty>,
}

/// What all postings come to.
#[derive(Default)]
pub(super) struct Moved {
    places: HashMap<String, Place>,
    /// The numbers of a batch's postings since they are indexed, ascending.
    batches: HashMap<String, Vec<u64>>,
    papers: BTreeMap<&'static str, BTreeMap<(String, Lies), Qty>>,
}

impl Moved {
    /// Errors: those of a reader, or a posting that cannot be read.
    pub(super) fn read(read: &dyn Read, begun: u64, found: &mut Found) -> Result<Moved, Halt> {
        let mut moved = Moved::default();
        let mut place = String::new();
        postings(read, "stock", found, |seq, key, bytes, _| {
            let one: Movement = parse_in_place(key, bytes)?;
            if seq >= begun {
                moved.note_batches(seq, &one);
            }
            let qty = Qty::new(one.pcs, one.g);
            for (side, by) in [(&one.from, -qty), (&one.to, qty)] {
                if let MovedSide::Stock { yard, sku, batch, bucket } = side {
                    place.clear();
                    for part in
                        [yard.as_ref(), SEPARATED, sku, SEPARATED, bucket.name(), SEPARATED, batch]
                    {
                        place.push_str(part);
                    }
                    moved.move_place(&place, one.posting_date, by);
                }
            }
            moved.note_paper(&one, qty);
            Ok(())
        })?;
        Ok(moved)
    }

    fn move_place(&mut self, key: &str, day: Day, by: Qty) {
        change(&mut self.places, key, |place: &mut Place| {
            place.qty = place.qty + by;
            let on = place.days.entry(day).or_default();
            *on = *on + by;
        });
    }

    fn note_batches(&mut self, seq: u64, one: &Movement) {
        let (from, to) = (one.from.batch(), one.to.batch());
        let second = to.filter(|to| from != Some(to));
        for batch in from.into_iter().chain(second) {
            change(&mut self.batches, batch, |seqs: &mut Vec<u64>| seqs.push(seq));
        }
    }

    fn note_paper(&mut self, one: &Movement, qty: Qty) {
        let Some(kind) = PAPERS.into_iter().find(|kind| *kind == one.doc_type) else { return };
        let own = self.papers.entry(kind).or_default();
        for (side, by) in [(&one.from, -qty), (&one.to, qty)] {
            let lies = match side {
                MovedSide::Stock { batch, bucket, .. } => Lies::In(batch.to_string(), *bucket),
                MovedSide::Work => Lies::AtWork,
                _ => continue,
            };
            let sum = own.entry((one.doc_id.to_string(), lies)).or_default();
            *sum = *sum + by;
        }
    }

    /// By the account of each place.
    pub(super) fn places(&self) -> BTreeMap<String, Qty> {
        self.places.iter().map(|(key, place)| (key.clone(), place.qty)).collect()
    }

    /// By the account of each place and its day.
    pub(super) fn days(&self) -> BTreeMap<String, Qty> {
        let of = |key: &str, day: Day| account(&[key, &keys::sortable(i64::from(day.0))]);
        let days = |(key, place): (&String, &Place)| -> Vec<(String, Qty)> {
            place.days.iter().map(|(day, qty)| (of(key, *day), *qty)).collect()
        };
        self.places.iter().flat_map(days).collect()
    }

    /// A batch's numbers, taken out.
    pub(super) fn take_batch(&mut self, batch: &str) -> Vec<u64> {
        self.batches.remove(batch).unwrap_or_default()
    }

    /// The batches that were not taken out, each with a number.
    pub(super) fn rest(&self) -> impl Iterator<Item = (&str, u64)> {
        let all = self.batches.iter();
        all.filter_map(|(batch, seqs)| Some((batch.as_str(), *seqs.first()?)))
    }

    /// What the papers of a type moved, by paper and place.
    pub(super) fn of(&self, kind: &str) -> impl Iterator<Item = (&str, &Lies, Qty)> {
        let own = self.papers.get(kind).into_iter().flatten();
        own.map(|((id, lies), qty)| (id.as_str(), lies, *qty))
    }
}

/// Changes what a map holds under a key, which is copied for the first change alone.
fn change<T: Default>(map: &mut HashMap<String, T>, key: &str, change: impl FnOnce(&mut T)) {
    if let Some(value) = map.get_mut(key) {
        return change(value);
    }
    let mut value = T::default();
    change(&mut value);
    map.insert(key.to_owned(), value);
}
