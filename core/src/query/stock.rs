//! Stock by yard and batch, today or at the end of a day that is over.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use super::catalogue::{Catalogue, CatalogueRow, Wanted, catalogue};
use super::incoming::{self, IncomingRow, IncomingWanted};
use super::yards::yards_asked;
pub use super::yards::{PAGE_ROWS, sees_yard};
use super::{Links, Titles};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::docs;
use crate::docs::batches::{self, BATCH};
use crate::docs::goods::{PRODUCT_GROUP, SKU};
use crate::docs::places::YARD;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::ledger::balance_key;
use crate::ledger::stock::{self, Balance, Bucket, Qty};
use crate::rank;
use crate::value::{self, Day, Instant};

const MANY: usize = 1_000_000;

/// The filter of stock; empty fields ask for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub yard: String,
    pub skus: BTreeSet<String>,
    pub q: String,
    /// The zone in which the batches lie.
    pub zone: String,
    pub lies: Lies,
    /// As it lay at the end of a day; none for now.
    pub on: Option<Day>,
    pub offset: usize,
    pub limit: usize,
}

/// The filter of batches by their quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lies {
    #[default]
    Anywhere,
    /// Something is in this bucket.
    In(Bucket),
    /// Every piece is gone and weight is left on the books: what a closing writes off.
    Rest,
}

impl Lies {
    pub fn parse(name: &str) -> Option<Lies> {
        Some(match name {
            "" => Lies::Anywhere,
            "rest" => Lies::Rest,
            name => Lies::In(Bucket::parse(&name.to_uppercase())?),
        })
    }

    fn fits(self, lot: &Lot, sku: Option<&Doc>) -> bool {
        let free = lot.of(Bucket::Free);
        let by_piece = sku.and_then(|doc| doc.int("theo_g_per_pc")).is_some();
        match self {
            Lies::Anywhere => true,
            Lies::In(bucket) => !lot.of(bucket).is_zero(),
            Lies::Rest => by_piece && free.pcs == 0 && free.g > 0,
        }
    }
}

/// The stock of one batch in one yard.
struct Lot {
    yard: String,
    sku: String,
    batch: String,
    since: Day,
    held: BTreeMap<Bucket, Qty>,
    reserved: Qty,
}

impl Lot {
    fn new(yard: &str, sku: &str, batch: &str, since: Day) -> Lot {
        let [yard, sku, batch] = [yard, sku, batch].map(str::to_owned);
        Lot { yard, sku, batch, since, held: BTreeMap::new(), reserved: Qty::default() }
    }

    fn of(&self, bucket: Bucket) -> Qty {
        self.held.get(&bucket).copied().unwrap_or_default()
    }
}

json_answer! {
    /// A page of stock.
    pub struct Stock {
        pub rows: Vec<StockRow>,
        pub total: usize,
        /// What all of its rows come to, those of other pages too.
        pub sums: StockSums,
        /// What is on its way: sent for approval and in no bucket yet. Of today alone.
        pub incoming: Vec<IncomingRow>,
        pub links: Titles,
    }
}

json_answer! {
    #[derive(Default)]
    pub struct StockSums {
        pub free_pcs: i64,
        pub free_g: i64,
        pub reserved_pcs: i64,
        pub reserved_g: i64,
        pub hold_pcs: i64,
        pub hold_g: i64,
        pub dump_pcs: i64,
        pub dump_g: i64,
        pub transit_pcs: i64,
        pub transit_g: i64,
        pub wip_pcs: i64,
        pub wip_g: i64,
    }
}

impl StockSums {
    fn add(&mut self, lot: &Lot) {
        for (qty, pcs, g) in [
            (lot.of(Bucket::Free), &mut self.free_pcs, &mut self.free_g),
            (lot.reserved, &mut self.reserved_pcs, &mut self.reserved_g),
            (lot.of(Bucket::Hold), &mut self.hold_pcs, &mut self.hold_g),
            (lot.of(Bucket::Dump), &mut self.dump_pcs, &mut self.dump_g),
            (lot.of(Bucket::Transit), &mut self.transit_pcs, &mut self.transit_g),
            (lot.of(Bucket::Wip), &mut self.wip_pcs, &mut self.wip_g),
        ] {
            *pcs = pcs.saturating_add(qty.pcs);
            *g = g.saturating_add(qty.g);
        }
    }
}

json_answer! {
    /// A batch of an SKU in a yard: pieces and grams of each bucket.
    pub struct StockRow {
        pub yard: String,
        pub sku: String,
        pub batch: String,
        pub name: Option<String>,
        pub product_group: Option<String>,
        pub make: Option<String>,
        pub grade: Option<String>,
        pub length_mm: Option<i64>,
        pub theo_g_per_pc: Option<i64>,
        pub batch_no: Option<String>,
        pub heat_no: Option<String>,
        pub coil_no: Option<String>,
        pub zone: Option<String>,
        pub rack: Option<String>,
        pub supplier: Option<String>,
        pub inward: Option<String>,
        pub inward_date: Option<String>,
        pub batch_status: Option<String>,
        pub age_days: i64,
        pub free_pcs: i64,
        pub free_g: i64,
        pub hold_pcs: i64,
        pub hold_g: i64,
        pub dump_pcs: i64,
        pub dump_g: i64,
        pub transit_pcs: i64,
        pub transit_g: i64,
        pub wip_pcs: i64,
        pub wip_g: i64,
        /// The part of what is promised that this batch would cover.
        pub reserved_pcs: i64,
        pub reserved_g: i64,
        /// Only for those who see cost.
        pub cost_paise_per_kg [optional]: Option<Option<i64>>,
    }
}

/// Stock by yard, SKU and batch, the oldest batch of a SKU first.
///
/// Reservations are of a yard's SKU, not of a batch: they are shown on the batches that would be
/// picked first.
///
/// Errors: `Forbidden` for roles without stock; `Scope` for a yard outside the person's access.
pub fn stock(read: &dyn Read, actor: &Actor, now: Instant, asked: &Asked) -> Result<Stock, Halt> {
    let case = docs::look(read, actor, now);
    let mut lots = Vec::new();
    let mut skus: BTreeMap<String, Arc<Doc>> = BTreeMap::new();
    let yards = yards_asked(&case, &asked.yard)?;
    // Today is as it is now; what is to come is not known.
    let on = asked.on.filter(|day| *day < case.today());
    for yard in &yards {
        let mut found = match asked.skus.is_empty() {
            true => lots_of(&case, yard, "", on)?,
            false => {
                let each = asked.skus.iter().map(|sku| lots_of(&case, yard, sku, on));
                each.collect::<Result<Vec<_>, Halt>>()?.into_iter().flatten().collect()
            }
        };
        for lot in &found {
            if !skus.contains_key(&lot.sku)
                && let Some(sku) = case.find(SKU.key, &lot.sku)?
            {
                skus.insert(lot.sku.clone(), sku);
            }
        }
        found.retain(|lot| asked.lies.fits(lot, skus.get(&lot.sku).map(Arc::as_ref)));
        lots.extend(found);
    }
    // Each size with the batches of all yards, the oldest first.
    let named = |doc: &Arc<Doc>| rank::natural_key(doc.text("name").unwrap_or(""));
    let names: BTreeMap<_, _> = skus.iter().map(|(id, doc)| (id, named(doc))).collect();
    lots.sort_by(|a, b| {
        let size = names.get(&a.sku).cmp(&names.get(&b.sku)).then(a.sku.cmp(&b.sku));
        size.then((a.since, &a.yard, &a.batch).cmp(&(b.since, &b.yard, &b.batch)))
    });
    let words = rank::parts(&asked.q);
    if !words.is_empty() || !asked.zone.is_empty() {
        let mut kept = Vec::new();
        for lot in lots {
            let sku = skus.get(&lot.sku).map(Arc::as_ref);
            if is_in(&case, &lot, &asked.zone)? && matches(&case, &lot, sku, &words)? {
                kept.push(lot);
            }
        }
        lots = kept;
    }
    let total = lots.len();
    let mut sums = StockSums::default();
    lots.iter().for_each(|lot| sums.add(lot));
    let mut links = Links::default();
    let incoming = match on {
        None if asked.lies == Lies::Anywhere => {
            let wanted = IncomingWanted { skus: &asked.skus, zone: &asked.zone, words: &words };
            incoming::incoming(&case, &yards, &wanted, &mut links)?
        }
        _ => Vec::new(),
    };
    let day = on.unwrap_or(case.today());
    let page = lots.into_iter().skip(asked.offset).take(asked.limit.clamp(1, PAGE_ROWS));
    let rows = page
        .map(|lot| lot_row(&case, &lot, day, skus.get(&lot.sku).map(Arc::as_ref), &mut links))
        .collect::<Result<Vec<StockRow>, Halt>>()?;
    Ok(Stock { rows, total, sums, incoming, links: links.titles(&case)? })
}

fn is_in(case: &Look, lot: &Lot, zone: &str) -> Result<bool, Halt> {
    let batch = if zone.is_empty() { None } else { case.find(BATCH.key, &lot.batch)? };
    Ok(zone.is_empty() || batch.is_some_and(|batch| batch.text("zone") == Some(zone)))
}

/// Every batch with something in a yard, of one SKU or of all, with its part of what is reserved; of a day that is
/// over what lay there at its end.
fn lots_of(case: &Look, yard: &str, sku: &str, on: Option<Day>) -> Result<Vec<Lot>, Halt> {
    let account: &[&str] = if sku.is_empty() { &[yard] } else { &[yard, sku] };
    let mut lots: BTreeMap<(String, String), Lot> = BTreeMap::new();
    for (key, bytes) in case.scan(&Range::prefix(&balance_key("stock", account)), MANY)? {
        let parts = keys::parts(&key);
        let [_, _, _, sku, bucket, batch] = parts[..] else { continue };
        let Some(bucket) = Bucket::parse(bucket) else { continue };
        let row: Balance = parse(&key, &bytes)?;
        let lot = lots.entry((sku.to_owned(), batch.to_owned()));
        let lot = lot.or_insert_with(|| Lot::new(yard, sku, batch, row.since));
        lot.held.insert(bucket, row.qty);
    }
    if let Some(on) = on {
        take_back(case, account, on, &mut lots)?;
    }
    let mut lots: Vec<Lot> = lots.into_values().collect();
    lots.sort_by(|a, b| (&a.sku, a.since, &a.batch).cmp(&(&b.sku, b.since, &b.batch)));
    let mut at = String::new();
    let mut left = Qty::default();
    // Reservations are known as they are now.
    for lot in lots.iter_mut().filter(|_| on.is_none()) {
        if lot.sku != at {
            at.clone_from(&lot.sku);
            left = stock::reserved(case, yard, &at)?;
        }
        let free = lot.of(Bucket::Free);
        lot.reserved = take_reserved(free, &mut left);
    }
    Ok(lots)
}

/// Takes out of the lots what was posted for a later day.
fn take_back(
    case: &Look,
    account: &[&str],
    on: Day,
    lots: &mut BTreeMap<(String, String), Lot>,
) -> Result<(), Halt> {
    for (key, bytes) in case.scan(&Range::prefix(&balance_key("day", account)), MANY)? {
        let [_, _, yard, sku, bucket, batch, day] = keys::parts(&key)[..] else { continue };
        let later = keys::unsortable(day).is_some_and(|day| day > i64::from(on.0));
        let Some(bucket) = Bucket::parse(bucket).filter(|_| later) else { continue };
        let at = (sku.to_owned(), batch.to_owned());
        if !lots.contains_key(&at) {
            let since = batches::arrived_on(case, batch)?.unwrap_or(on);
            lots.insert(at.clone(), Lot::new(yard, sku, batch, since));
        }
        let Some(lot) = lots.get_mut(&at) else { continue };
        let held = lot.held.entry(bucket).or_default();
        *held = *held - parse::<Qty>(&key, &bytes)?;
    }
    lots.values_mut().for_each(|lot| lot.held.retain(|_, qty| !qty.is_zero()));
    lots.retain(|_, lot| !lot.held.is_empty());
    Ok(())
}

/// The part of a reservation that one batch covers.
fn take_reserved(free: Qty, left: &mut Qty) -> Qty {
    let taken = match left.pcs > 0 {
        true => {
            let pcs = left.pcs.min(free.pcs);
            Qty::new(pcs, value::part(free.g, pcs, free.pcs))
        }
        false => Qty::new(0, if free.pcs > 0 { 0 } else { left.g.min(free.g) }),
    };
    left.pcs -= taken.pcs;
    left.g = (left.g - taken.g).max(0);
    taken
}

fn matches(case: &Look, lot: &Lot, sku: Option<&Doc>, words: &[String]) -> Result<bool, Halt> {
    let batch = case.find(BATCH.key, &lot.batch)?;
    let mut texts: Vec<String> = Vec::new();
    for (doc, fields) in [
        (sku, ["name", "make", "grade", "barcode"]),
        (batch.as_deref(), ["batch_no", "heat_no", "coil_no", "make"]),
    ] {
        let Some(doc) = doc else { continue };
        texts.extend(fields.iter().filter_map(|field| doc.text(field)).map(str::to_lowercase));
        texts.extend(doc.doc_no.as_deref().map(str::to_lowercase));
    }
    Ok(words.iter().all(|word| texts.iter().any(|text| text.contains(word.as_str()))))
}

fn lot_row(
    case: &Look,
    lot: &Lot,
    day: Day,
    sku: Option<&Doc>,
    links: &mut Links,
) -> Result<StockRow, Halt> {
    let batch = case.find(BATCH.key, &lot.batch)?;
    let batch = batch.as_deref();
    links.want(YARD.key, &lot.yard);
    for key in ["zone", "supplier", "inward"] {
        if let Some(id) = batch.and_then(|doc| doc.text(key)) {
            links.want(key, id);
        }
    }
    if let Some(id) = sku.and_then(|doc| doc.text("product_group")) {
        links.want(PRODUCT_GROUP.key, id);
    }
    let text = |doc: Option<&Doc>, key: &str| doc.and_then(|doc| doc.text(key)).map(str::to_owned);
    let int = |doc: Option<&Doc>, key: &str| doc.and_then(|doc| doc.int(key));
    let [free, hold, dump, transit, wip] =
        [Bucket::Free, Bucket::Hold, Bucket::Dump, Bucket::Transit, Bucket::Wip]
            .map(|bucket| lot.of(bucket));
    Ok(StockRow {
        yard: lot.yard.clone(),
        sku: lot.sku.clone(),
        batch: lot.batch.clone(),
        name: text(sku, "name"),
        product_group: text(sku, "product_group"),
        make: text(sku, "make"),
        grade: text(sku, "grade"),
        length_mm: int(sku, "length_mm"),
        theo_g_per_pc: int(sku, "theo_g_per_pc"),
        batch_no: text(batch, "batch_no"),
        heat_no: text(batch, "heat_no"),
        coil_no: text(batch, "coil_no"),
        zone: text(batch, "zone"),
        rack: text(batch, "rack"),
        supplier: text(batch, "supplier"),
        inward: text(batch, "inward"),
        inward_date: text(batch, "inward_date"),
        batch_status: batch.map(|doc| doc.status.clone()),
        age_days: day.days_since(lot.since),
        free_pcs: free.pcs,
        free_g: free.g,
        hold_pcs: hold.pcs,
        hold_g: hold.g,
        dump_pcs: dump.pcs,
        dump_g: dump.g,
        transit_pcs: transit.pcs,
        transit_g: transit.g,
        wip_pcs: wip.pcs,
        wip_g: wip.g,
        reserved_pcs: lot.reserved.pcs,
        reserved_g: lot.reserved.g,
        cost_paise_per_kg: case.actor.sees_cost().then(|| int(batch, "cost_paise_per_kg")),
    })
}
