//! The life of a batch: every movement of it in the order of the ledger, what they come to by kind,
//! and what is left of it, where.
//!
//! Movements are found by `bal moved <batch> <seq>`, which every posting writes. The ledger of an older
//! program did not; `bal moved_from` is the first posting that did, and those before it are looked through.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Bucket, KeptSide, Qty, StockPosting};
use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::ledger::{MANY, balance_key, posting_key};
use crate::value::{Day, Instant};

/// So many movements of a batch are read at a time, the newest first.
const SINCE: usize = 8;

/// What a movement did to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LifeKind {
    /// From a supplier; what went back to them is taken off.
    Received,
    /// What was there when the books began.
    Opening,
    /// Made of other batches.
    Made,
    /// More was found than the books said.
    Gained,
    /// Came from a yard that is not looked at.
    Arrived,
    /// Loaded for customers; what a correction or an unloading took back is taken off.
    Sold,
    /// Given back by customers.
    Returned,
    /// Other batches were made of it.
    Used,
    /// Less was found than the books said, or it was written off.
    Lost,
    /// Went to a yard that is not looked at.
    Left,
    /// From one yard or bucket to another: nothing came in or went out.
    Moved,
}

impl LifeKind {
    pub const ALL: &[LifeKind] = &[
        LifeKind::Received,
        LifeKind::Opening,
        LifeKind::Made,
        LifeKind::Gained,
        LifeKind::Arrived,
        LifeKind::Sold,
        LifeKind::Returned,
        LifeKind::Used,
        LifeKind::Lost,
        LifeKind::Left,
        LifeKind::Moved,
    ];

    pub fn name(self) -> &'static str {
        match self {
            LifeKind::Received => "received",
            LifeKind::Opening => "opening",
            LifeKind::Made => "made",
            LifeKind::Gained => "gained",
            LifeKind::Arrived => "arrived",
            LifeKind::Sold => "sold",
            LifeKind::Returned => "returned",
            LifeKind::Used => "used",
            LifeKind::Lost => "lost",
            LifeKind::Left => "left",
            LifeKind::Moved => "moved",
        }
    }
}

/// One movement of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeRow {
    pub seq: u64,
    pub kind: LifeKind,
    /// What it added to the batch, below zero where it took; nothing of a move within it.
    pub by: Qty,
    /// What there was of the batch behind it.
    pub left: Qty,
    pub posting: StockPosting,
}

/// The life of a batch in the yards that were looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Life {
    pub rows: Vec<LifeRow>,
    /// What its movements come to by kind: signed, so that all of them sum to what is left.
    pub sums: BTreeMap<LifeKind, Qty>,
    /// What is left of it.
    pub residue: Qty,
    /// Where that lies: yard and bucket.
    pub places: BTreeMap<(String, Bucket), Qty>,
}

impl Life {
    pub fn of(&self, kind: LifeKind) -> Qty {
        self.sums.get(&kind).copied().unwrap_or_default()
    }

    /// All that came in, by whatever way, and was not given back to where it came from.
    pub fn came_in(&self) -> Qty {
        let ways = [LifeKind::Received, LifeKind::Opening, LifeKind::Made, LifeKind::Arrived];
        ways.into_iter().fold(Qty::default(), |sum, kind| sum + self.of(kind))
    }

    /// The date of the last movement.
    pub fn last(&self) -> Option<Day> {
        self.rows.iter().map(|row| row.posting.posting_date).max()
    }
}

/// The life of a batch in the yards that count: in those of a person, or everywhere.
pub fn life(case: &Look, batch: &str, counts: &dyn Fn(&str) -> bool) -> Result<Life, Halt> {
    let mut life = Life::default();
    let mut counted = false;
    for (seq, posting) in postings(case, batch)? {
        let here = |side: &KeptSide| match side {
            KeptSide::Stock { yard, batch: of, bucket, .. } if of == batch && counts(yard) => {
                Some((yard.clone(), *bucket))
            }
            _ => None,
        };
        let (from, to) = (here(&posting.from), here(&posting.to));
        let by = match (&from, &to) {
            (None, None) => continue,
            (None, Some(_)) => posting.qty,
            (Some(_), None) => -posting.qty,
            (Some(_), Some(_)) => Qty::default(),
        };
        for (place, by) in [(from, -posting.qty), (to, posting.qty)] {
            if let Some(place) = place {
                let sum = life.places.entry(place).or_default();
                *sum = *sum + by;
            }
        }
        counted |= by.pcs != 0;
        let kind = kind_of(batch, &posting, by, counted);
        let sum = life.sums.entry(kind).or_default();
        *sum = *sum + by;
        life.residue = life.residue + by;
        life.rows.push(LifeRow { seq, kind, by, left: life.residue, posting });
    }
    life.places.retain(|_, qty| !qty.is_zero());
    Ok(life)
}

/// What a posting did to a batch, which is counted in pieces or weighed alone.
fn kind_of(batch: &str, posting: &StockPosting, by: Qty, counted: bool) -> LifeKind {
    let comes = by.pcs > 0 || by.g > 0;
    let undone = posting.reverses.is_some();
    match if comes { &posting.from } else { &posting.to } {
        KeptSide::Stock { .. } if by.is_zero() => LifeKind::Moved,
        KeptSide::Stock { batch: other, .. } => match (other == batch, comes, undone) {
            (true, true, _) => LifeKind::Arrived,
            (true, false, _) => LifeKind::Left,
            (false, true, false) | (false, false, true) => LifeKind::Made,
            (false, ..) => LifeKind::Used,
        },
        KeptSide::Work if comes => LifeKind::Made,
        KeptSide::Work => LifeKind::Used,
        KeptSide::Supplier => LifeKind::Received,
        KeptSide::Opening => LifeKind::Opening,
        // A loading is corrected by weight alone, which an older program did not say of it.
        KeptSide::Customer if comes && !undone && (by.pcs > 0 || !counted) => LifeKind::Returned,
        KeptSide::Customer => LifeKind::Sold,
        KeptSide::Gain | KeptSide::Loss if comes != undone => LifeKind::Gained,
        KeptSide::Gain | KeptSide::Loss => LifeKind::Lost,
    }
}

/// The postings that move a batch, in their order.
fn postings(case: &Look, batch: &str) -> Result<Vec<(u64, StockPosting)>, Halt> {
    let from: u64 = case.value(&begun_key())?.unwrap_or(u64::MAX);
    let mut found = before(case, batch, from)?;
    for key in case.keys(&Range::prefix(&balance_key("moved", &[batch])), usize::MAX)? {
        let seq = keys::parts(&key).last().and_then(|seq| u64::from_str_radix(seq, 16).ok());
        let seq = seq.ok_or_else(|| Halt::Fault(format!("{key} names no posting")))?;
        let posting: Option<StockPosting> = case.value(&posting_key("stock", seq))?;
        let missing = || Halt::Fault(format!("posting {seq} does not exist"));
        found.push((seq, posting.ok_or_else(missing)?));
    }
    Ok(found)
}

/// The postings of a batch since an instant, newest first.
pub fn since(case: &Look, batch: &str, at: Instant) -> Result<Vec<StockPosting>, Halt> {
    let mut range = Range::prefix(&balance_key("moved", &[batch])).reversed();
    let mut found = Vec::new();
    loop {
        let page = case.keys(&range, SINCE)?;
        for key in &page {
            let seq = keys::parts(key).last().and_then(|seq| u64::from_str_radix(seq, 16).ok());
            let seq = seq.ok_or_else(|| Halt::Fault(format!("{key} names no posting")))?;
            let posting: Option<StockPosting> = case.value(&posting_key("stock", seq))?;
            let missing = || Halt::Fault(format!("posting {seq} does not exist"));
            match posting.ok_or_else(missing)? {
                posting if posting.at > at => found.push(posting),
                _ => return Ok(found),
            }
        }
        match page.last() {
            Some(last) if page.len() == SINCE => range.to = last.clone(),
            _ => return Ok(found),
        }
    }
}

/// Those of an older program, which are in no index.
fn before(case: &Look, batch: &str, end: u64) -> Result<Vec<(u64, StockPosting)>, Halt> {
    let mut found = Vec::new();
    let mut range = Range::prefix(&posting_key("stock", 0));
    range.to = posting_key("stock", end);
    loop {
        let page = case.scan(&range, MANY)?;
        for (key, bytes) in &page {
            let posting: StockPosting = parse(key, bytes)?;
            if batches_of(&posting).contains(&batch) {
                let seq = keys::parts(key).last().and_then(|seq| u64::from_str_radix(seq, 16).ok());
                found.push((seq.unwrap_or_default(), posting));
            }
        }
        match page.last() {
            Some((last, _)) if page.len() == MANY => range.from = format!("{last}\0"),
            _ => return Ok(found),
        }
    }
}

/// The batches that a posting moves: one, or what was made and what it was made of.
pub fn batches_of(posting: &StockPosting) -> Vec<&str> {
    fn batch(side: &KeptSide) -> Option<&str> {
        match side {
            KeptSide::Stock { batch, .. } => Some(batch),
            _ => None,
        }
    }
    let [from, to] = [&posting.from, &posting.to].map(batch);
    match (from, to) {
        (Some(from), Some(to)) if from != to => vec![from, to],
        (from, to) => from.or(to).into_iter().collect(),
    }
}

/// Where the index begins.
pub fn begun_key() -> String {
    balance_key("moved_from", &[])
}

/// Makes a posting to be found by its batches.
pub(super) fn note(case: &mut Case, seq: u64, posting: &StockPosting) -> Result<(), Halt> {
    if case.text(&begun_key())?.is_none() {
        case.put(begun_key(), &seq)?;
    }
    for batch in batches_of(posting) {
        case.put(balance_key("moved", &[batch, &format!("{seq:016x}")]), &1)?;
    }
    Ok(())
}
