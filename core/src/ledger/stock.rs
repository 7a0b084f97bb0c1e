//! The stock ledger: goods move from one place to another, in pieces and grams that are two truths.
//!
//! Goods counted in pieces are reserved by the piece, and what a reservation weighs follows the
//! weighed stock; only goods without pieces are reserved by weight. A weighbridge that finds one
//! order's bundle heavier than the average must not block the next order's pieces.

use serde::{Deserialize, Serialize};

use super::{MANY, Source, append, balance_key, name_of, put_or_remove};
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::value::{self, Day, Grams, Instant};

mod counted;
mod dumped;
pub mod life;
mod qty;
mod reservations;

pub use counted::{LastCount, YardLot, before_count, counted_on, held_at, lying_in, note_counted};
pub use dumped::{DUMPED, DumpedLot, dumped};
pub use qty::Qty;
use reservations::short;
pub use reservations::{
    Reservation, consume, expire, holders, make_firm, only_free, release, release_all,
    reservations, reserve,
};

/// The stock bucket: the state that goods are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Bucket {
    Free,
    Hold,
    Dump,
    Transit,
    Wip,
}

impl Bucket {
    pub const ALL: &[Bucket] =
        &[Bucket::Free, Bucket::Hold, Bucket::Dump, Bucket::Transit, Bucket::Wip];

    pub fn name(self) -> &'static str {
        match self {
            Bucket::Free => "FREE",
            Bucket::Hold => "HOLD",
            Bucket::Dump => "DUMP",
            Bucket::Transit => "TRANSIT",
            Bucket::Wip => "WIP",
        }
    }

    pub fn parse(name: &str) -> Option<Bucket> {
        Bucket::ALL.iter().copied().find(|bucket| bucket.name() == name)
    }
}

/// The place of goods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockPlace<'a> {
    pub yard: &'a str,
    pub sku: &'a str,
    pub batch: &'a str,
    pub bucket: Bucket,
}

impl<'a> StockPlace<'a> {
    pub fn free(yard: &'a str, sku: &'a str, batch: &'a str) -> StockPlace<'a> {
        StockPlace { yard, sku, batch, bucket: Bucket::Free }
    }

    /// The same goods in another state.
    pub fn to(self, bucket: Bucket) -> StockPlace<'a> {
        StockPlace { bucket, ..self }
    }

    fn parts(&self) -> [&'a str; 4] {
        [self.yard, self.sku, self.bucket.name(), self.batch]
    }
}

/// The source or destination of goods: a place, or the world outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side<'a> {
    Stock(StockPlace<'a>),
    Supplier,
    Customer,
    Loss,
    Gain,
    Opening,
    /// A work that makes other goods of them.
    Work,
}

/// A side as a posting keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeptSide {
    Stock { yard: String, sku: String, batch: String, bucket: Bucket },
    Supplier,
    Customer,
    Loss,
    Gain,
    Opening,
    Work,
}

impl From<Side<'_>> for KeptSide {
    fn from(side: Side) -> KeptSide {
        match side {
            Side::Stock(place) => KeptSide::Stock {
                yard: place.yard.to_owned(),
                sku: place.sku.to_owned(),
                batch: place.batch.to_owned(),
                bucket: place.bucket,
            },
            Side::Supplier => KeptSide::Supplier,
            Side::Customer => KeptSide::Customer,
            Side::Loss => KeptSide::Loss,
            Side::Gain => KeptSide::Gain,
            Side::Opening => KeptSide::Opening,
            Side::Work => KeptSide::Work,
        }
    }
}

/// One movement, never changed once written; its number stands in its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockPosting {
    pub at: Instant,
    pub posting_date: Day,
    pub from: KeptSide,
    pub to: KeptSide,
    #[serde(flatten)]
    pub qty: Qty,
    pub doc_type: String,
    pub doc_id: String,
    pub line: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverses: Option<u64>,
    pub by: String,
}

/// The balance of one place. `since` is when the goods came into the business, not into the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Balance {
    #[serde(flatten)]
    pub qty: Qty,
    pub since: Day,
}

/// The free quantity of an SKU in a yard, and the part of it that orders reserve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Availability {
    pub free: Qty,
    /// The sum of the reservations as they were asked for.
    pub held: Qty,
}

impl Availability {
    /// The reserved quantity: pieces as reserved, weighed as the stock weighs.
    pub fn reserved(&self) -> Qty {
        match self.held.pcs > 0 {
            true => Qty { g: value::part(self.free.g, self.held.pcs, self.free.pcs), ..self.held },
            false => self.held,
        }
    }

    /// The quantity that is free and not reserved.
    pub fn available(&self) -> Qty {
        self.free - self.reserved()
    }

    /// ST3: what is free covers what is held.
    pub fn covers_holds(&self) -> bool {
        self.free.pcs >= self.held.pcs && (self.held.pcs > 0 || self.free.g >= self.held.g)
    }
}

/// Moves goods; answers the posting's number. A loading consumes its reservation first.
///
/// Errors: `StockShort` when the place holds less, held less on a day since, or when FREE of the
/// yard and SKU would fall under its reservations; `BatchClosed`; `Backdate` before a count of the batch.
pub fn post(case: &mut Case, from: Side, to: Side, qty: Qty, source: &Source) -> Result<u64, Halt> {
    if qty.any_negative() || qty.is_zero() || from == to {
        return Err(Halt::Fault(format!("a stock posting of {qty:?} from {from:?} to {to:?}")));
    }
    let mut since = None;
    for side in [from, to] {
        if let Side::Stock(place) = side {
            counted::refuse_before_count(case, &place, source.posting_date)?;
        }
    }
    if let Side::Stock(place) = from {
        // What a closing left in DUMP is still disposed of.
        if place.bucket != Bucket::Dump {
            refuse_closed(case, &place)?;
        }
        since = Some(take(case, &place, qty, source.posting_date)?);
    }
    if let Side::Stock(place) = to {
        match from {
            // What is taken back into DUMP as it left opens nothing.
            Side::Customer if place.bucket == Bucket::Dump && source.reverses.is_some() => {}
            Side::Customer => come_back(case, place.batch)?,
            _ => refuse_closed(case, &place)?,
        }
        give(case, &place, qty, source.posting_date, since)?;
    }
    let posting = StockPosting {
        at: case.now,
        posting_date: source.posting_date,
        from: from.into(),
        to: to.into(),
        qty,
        doc_type: source.doc_type.to_owned(),
        doc_id: source.id.to_owned(),
        line: source.line,
        reverses: source.reverses,
        by: case.actor.id.clone(),
    };
    let seq = append(case, "stock", &posting)?;
    life::note(case, seq, &posting)?;
    Ok(seq)
}

/// The grams to issue with so many pieces of what a batch holds: its own weight per piece, and the
/// last piece takes the rest.
pub fn issue_weight(batch: Qty, pcs: i64) -> i64 {
    value::part(batch.g, pcs, batch.pcs)
}

pub fn balance(case: &Look, place: &StockPlace) -> Result<Qty, Halt> {
    Ok(row(case, place)?.unwrap_or_default().qty)
}

/// FREE over all batches of a SKU in a yard, reservations included.
pub fn free(case: &Look, yard: &str, sku: &str) -> Result<Qty, Halt> {
    Ok(position(case, yard, sku)?.free)
}

pub fn reserved(case: &Look, yard: &str, sku: &str) -> Result<Qty, Halt> {
    Ok(position(case, yard, sku)?.reserved())
}

/// What is free of an SKU in a yard and held of it; of [`DUMPED`] what lies in its dump.
pub fn position(case: &Look, yard: &str, sku: &str) -> Result<Availability, Halt> {
    let kept: Availability =
        case.value(&balance_key("position", &[yard, sku]))?.unwrap_or_default();
    match sku == DUMPED {
        true => Ok(Availability { free: dumped::sum(case, yard)?, ..kept }),
        false => Ok(kept),
    }
}

fn put_position(case: &mut Case, yard: &str, sku: &str, at: Availability) -> Result<(), Halt> {
    // What lies in the dump is counted where it is asked for.
    let free = if sku == DUMPED { Qty::default() } else { at.free };
    put_or_remove(case, balance_key("position", &[yard, sku]), &Availability { free, ..at })
}

/// The free quantity of one batch in a yard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchStock {
    pub batch: String,
    pub free: Qty,
    /// When the batch came into the business.
    pub since: Day,
}

/// The refusal of who asks for more than is free and not reserved.
pub fn short_of(case: &Look, yard: &str, sku: &str) -> Result<Halt, Halt> {
    short(case, yard, sku, &position(case, yard, sku)?)
}

/// The batches of a SKU with something free in a yard, oldest first.
pub fn batches(case: &Look, yard: &str, sku: &str) -> Result<Vec<BatchStock>, Halt> {
    let prefix = balance_key("stock", &[yard, sku, Bucket::Free.name()]);
    let mut found = Vec::new();
    for (key, bytes) in case.scan(&Range::prefix(&prefix), MANY)? {
        let row: Balance = parse(&key, &bytes)?;
        let batch = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
        found.push(BatchStock { batch, free: row.qty, since: row.since });
    }
    found.sort_by(|a, b| (a.since, &a.batch).cmp(&(b.since, &b.batch)));
    Ok(found)
}

fn row(case: &Look, place: &StockPlace) -> Result<Option<Balance>, Halt> {
    case.value(&balance_key("stock", &place.parts()))
}

/// Takes goods out of a place; answers since when they are in the business.
fn take(case: &mut Case, place: &StockPlace, qty: Qty, day: Day) -> Result<Day, Halt> {
    let row = row(case, place)?.unwrap_or_default();
    let least = least_since(case, place, row.qty, day)?;
    if (least - qty).any_negative() {
        return Err(place_short(case, place, least)?);
    }
    let left = row.qty - qty;
    debug_assert!(!left.any_negative(), "ST2: {left:?} at {place:?}");
    let key = balance_key("stock", &place.parts());
    match left.is_zero() {
        true => case.remove(key),
        false => case.put(key, &Balance { qty: left, ..row })?,
    }
    add_to_day(case, place, day, -qty)?;
    if place.bucket == Bucket::Free {
        let mut position = position(case, place.yard, place.sku)?;
        position.free = position.free - qty;
        if !position.covers_holds() {
            position.free = position.free + qty;
            return Err(short(case, place.yard, place.sku, &position)?);
        }
        put_position(case, place.yard, place.sku, position)?;
    }
    if place.bucket == Bucket::Dump {
        dumped::refuse_held(case, place.yard)?;
    }
    Ok(row.since)
}

fn give(
    case: &mut Case,
    place: &StockPlace,
    qty: Qty,
    day: Day,
    since: Option<Day>,
) -> Result<(), Halt> {
    let row = match row(case, place)? {
        Some(row) => Balance { qty: row.qty + qty, ..row },
        None => {
            let since = match since {
                Some(since) => since,
                None => (case.register.hooks.arrived_on)(case, place.batch)?.unwrap_or(day),
            };
            Balance { qty, since }
        }
    };
    case.put(balance_key("stock", &place.parts()), &row)?;
    add_to_day(case, place, day, qty)?;
    if place.bucket == Bucket::Free {
        let mut position = position(case, place.yard, place.sku)?;
        position.free = position.free + qty;
        debug_assert!(position.covers_holds(), "ST3: {position:?} at {place:?}");
        put_position(case, place.yard, place.sku, position)?;
    }
    Ok(())
}

/// The least that a place held at the end of any day from `day` on: what a posting of that date may
/// take without leaving less than nothing on a day between.
fn least_since(case: &Look, place: &StockPlace, now: Qty, day: Day) -> Result<Qty, Halt> {
    let mut least = now;
    if day >= case.today() {
        return Ok(least);
    }
    let prefix = balance_key("day", &place.parts());
    let mut range = Range::prefix(&prefix).reversed();
    range.from = format!("{prefix}{}", keys::sortable(i64::from(day.plus(1).0)));
    let mut running = now;
    for (key, bytes) in case.scan(&range, MANY)? {
        running = running - parse::<Qty>(&key, &bytes)?;
        least = least.min(running);
    }
    Ok(least)
}

fn add_to_day(case: &mut Case, place: &StockPlace, day: Day, by: Qty) -> Result<(), Halt> {
    let day = keys::sortable(i64::from(day.0));
    let [yard, sku, bucket, batch] = place.parts();
    let key = balance_key("day", &[yard, sku, bucket, batch, &day]);
    let net = case.value::<Qty>(&key)?.unwrap_or_default() + by;
    put_or_remove(case, key, &net)
}

/// The last day on which goods came to a place or left it, and more stayed or less than before.
pub fn last_day(case: &Look, place: &StockPlace) -> Result<Option<Day>, Halt> {
    let range = Range::prefix(&balance_key("day", &place.parts())).reversed();
    let last = case.keys(&range, 1)?.pop();
    let day = |key: String| keys::unsortable(keys::parts(&key).last()?);
    Ok(last.and_then(day).and_then(|day| i32::try_from(day).ok()).map(Day))
}

/// Goods come back from a customer: their batch is open again.
fn come_back(case: &mut Case, batch: &str) -> Result<(), Halt> {
    match (case.register.hooks.closed_on)(case, batch)? {
        Some(_) => (case.register.hooks.came_back)(case, batch),
        None => Ok(()),
    }
}

/// A closed batch does not move; only a customer's return opens it again.
fn refuse_closed(case: &Look, place: &StockPlace) -> Result<(), Halt> {
    let closed = (case.register.hooks.closed_on)(case, place.batch)?;
    let Some(on) = closed.map(Day::shown) else { return Ok(()) };
    let no = name_of(case, "batch", place.batch)?;
    Err(Halt::refuse(Code::BatchClosed, said!("Batch {no} was closed on {on}", no, on)))
}

/// The refusal of who asks for more than a place holds.
pub fn place_short(case: &Look, place: &StockPlace, has: Qty) -> Result<Halt, Halt> {
    let batch = name_of(case, "batch", place.batch)?;
    let yard = name_of(case, "yard", place.yard)?;
    let state = match place.bucket {
        Bucket::Free => "free",
        Bucket::Hold => "on hold",
        Bucket::Dump => "dumped",
        Bucket::Transit => "in transit",
        Bucket::Wip => "in work",
    };
    let (pcs, kg) = (value::grouped(has.pcs), value::kg(Grams(has.g)));
    let message = said!(
        "Only {pcs} pcs / {kg} of batch {batch} is {state} at {yard}",
        pcs,
        kg,
        batch,
        state,
        yard
    );
    Ok(Halt::refuse(Code::StockShort, message))
}
