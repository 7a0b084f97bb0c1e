//! Stock by yard and batch, and the catalogue that orders are typed from.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::list::{self, Op, Query, Where};
use super::{Links, Titles};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::{Place, Verb};
use crate::docs;
use crate::docs::batches::{self, BATCH};
use crate::docs::customers::CUSTOMER;
use crate::docs::goods::{self, PRODUCT_GROUP, PriceAsk, SKU};
use crate::docs::places::YARD;
use crate::error::{Code, Halt};
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::ledger::balance_key;
use crate::ledger::stock::{self, Balance, Bucket, Qty};
use crate::value::{self, Day, Instant};
use crate::write::index::split_words;

/// At most so many rows of one answer.
pub const PAGE_ROWS: usize = 500;
const MANY: usize = 1_000_000;

/// The filter of stock; empty fields ask for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub yard: String,
    pub skus: BTreeSet<String>,
    pub q: String,
    pub lies: Lies,
    pub offset: usize,
    pub limit: usize,
}

/// The filter of batches by their quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lies {
    #[default]
    Anywhere,
    /// Something is held back.
    Held,
    /// Something is set aside for scrap.
    Dumped,
    /// Every piece is gone and weight is left on the books: what a closing writes off.
    Rest,
}

impl Lies {
    pub fn parse(name: &str) -> Option<Lies> {
        Some(match name {
            "" => Lies::Anywhere,
            "hold" => Lies::Held,
            "dump" => Lies::Dumped,
            "rest" => Lies::Rest,
            _ => return None,
        })
    }

    fn fits(self, lot: &Lot, sku: Option<&Doc>) -> bool {
        let free = lot.of(Bucket::Free);
        let by_piece = sku.and_then(|doc| doc.int("theo_g_per_pc")).is_some();
        match self {
            Lies::Anywhere => true,
            Lies::Held => !lot.of(Bucket::Hold).is_zero(),
            Lies::Dumped => !lot.of(Bucket::Dump).is_zero(),
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
    fn of(&self, bucket: Bucket) -> Qty {
        self.held.get(&bucket).copied().unwrap_or_default()
    }
}

json_answer! {
    /// A page of stock.
    pub struct Stock {
        pub rows: Vec<StockRow>,
        pub total: usize,
        pub links: Titles,
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

json_answer! {
    /// SKUs open for sale.
    pub struct Catalogue {
        pub rows: Vec<CatalogueRow>,
        pub total: i64,
        pub more: bool,
    }
}

json_answer! {
    /// An SKU with its stock in the yards asked for and its price today.
    pub struct CatalogueRow {
        pub sku: String,
        pub name: String,
        pub code: Option<String>,
        /// The product group's id and name.
        pub sku_type: String,
        pub type_name: String,
        pub rate_uom: Option<String>,
        pub rate_paise: Option<i64>,
        pub floor_paise: Option<i64>,
        pub price_from: Option<Day>,
        pub free_pcs: i64,
        pub free_g: i64,
        pub reserved_pcs: i64,
        pub reserved_g: i64,
        pub theo_g_per_pc: Option<i64>,
        pub length_mm: Option<i64>,
        pub pcs_per_bundle: Option<i64>,
        pub stock_mode: String,
        pub nominal: bool,
        pub hsn: Option<String>,
        pub gst_rate_bp: Option<i64>,
        /// Cost of a tonne, only for those who see cost.
        pub cost_paise [optional]: Option<Option<i64>>,
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
    for yard in yards_asked(&case, &asked.yard)? {
        let mut found = match asked.skus.is_empty() {
            true => lots_of(&case, &yard, "")?,
            false => {
                let each = asked.skus.iter().map(|sku| lots_of(&case, &yard, sku));
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
        let name = |lot: &Lot| skus.get(&lot.sku).and_then(|doc| doc.text("name")).unwrap_or("");
        found.sort_by(|a, b| (name(a), a.since, &a.batch).cmp(&(name(b), b.since, &b.batch)));
        lots.extend(found);
    }
    let words = split_words(&asked.q);
    if !words.is_empty() {
        let mut kept = Vec::new();
        for lot in lots {
            if matches(&case, &lot, skus.get(&lot.sku).map(Arc::as_ref), &words)? {
                kept.push(lot);
            }
        }
        lots = kept;
    }
    let total = lots.len();
    let mut links = Links::default();
    let page = lots.into_iter().skip(asked.offset).take(asked.limit.clamp(1, PAGE_ROWS));
    let rows = page
        .map(|lot| lot_row(&case, &lot, skus.get(&lot.sku).map(Arc::as_ref), &mut links))
        .collect::<Result<Vec<StockRow>, Halt>>()?;
    Ok(Stock { rows, total, links: links.titles(&case)? })
}

/// The yards that a person sees stock of: those that their declared rights to it reach.
fn yards_seen(case: &Look) -> Result<Vec<Doc>, Halt> {
    let actor = case.actor;
    if !actor.may(&BATCH, Verb::View) || !actor.holds_any(batches::STOCK) {
        let message = "You do not have permission to view stock";
        return Err(Halt::refuse(Code::Forbidden, message));
    }
    let mut seen = Vec::new();
    for (key, bytes) in case.scan(&Range::prefix(&keys::key(&["doc", YARD.key])), MANY)? {
        let yard: Doc = parse(&key, &bytes)?;
        let place = Place { branch: yard.text("branch"), yard: Some(&yard.id), ..Place::default() };
        if actor.granted(batches::STOCK, Verb::View, &place) {
            seen.push(yard);
        }
    }
    seen.sort_by(|a, b| a.text("name").cmp(&b.text("name")));
    Ok(seen)
}

/// Whether the person sees what lies in a yard.
pub fn sees_yard(case: &Look, yard: &str) -> Result<bool, Halt> {
    Ok(yards_seen(case)?.iter().any(|doc| doc.id == yard))
}

fn yards_asked(case: &Look, yard: &str) -> Result<Vec<String>, Halt> {
    let seen: Vec<String> = yards_seen(case)?.into_iter().map(|doc| doc.id).collect();
    if yard.is_empty() {
        return Ok(seen);
    }
    if seen.iter().any(|id| id == yard) {
        return Ok(vec![yard.to_owned()]);
    }
    let name = case.find(YARD.key, yard)?.map(|doc| doc.title(&YARD));
    let message = format!("{} is outside your access", name.as_deref().unwrap_or("This yard"));
    Err(Halt::refuse(Code::Scope, message))
}

/// Every batch with something in a yard, of one SKU or of all, with its part of what is reserved.
fn lots_of(case: &Look, yard: &str, sku: &str) -> Result<Vec<Lot>, Halt> {
    let account: &[&str] = if sku.is_empty() { &[yard] } else { &[yard, sku] };
    let mut lots: BTreeMap<(String, String), Lot> = BTreeMap::new();
    for (key, bytes) in case.scan(&Range::prefix(&balance_key("stock", account)), MANY)? {
        let parts = keys::parts(&key);
        let [_, _, _, sku, bucket, batch] = parts[..] else { continue };
        let Some(bucket) = Bucket::parse(bucket) else { continue };
        let row: Balance = parse(&key, &bytes)?;
        let lot = lots.entry((sku.to_owned(), batch.to_owned())).or_insert_with(|| Lot {
            yard: yard.to_owned(),
            sku: sku.to_owned(),
            batch: batch.to_owned(),
            since: row.since,
            held: BTreeMap::new(),
            reserved: Qty::default(),
        });
        lot.held.insert(bucket, row.qty);
    }
    let mut lots: Vec<Lot> = lots.into_values().collect();
    lots.sort_by(|a, b| (&a.sku, a.since, &a.batch).cmp(&(&b.sku, b.since, &b.batch)));
    let mut at = String::new();
    let mut left = Qty::default();
    for lot in &mut lots {
        if lot.sku != at {
            at.clone_from(&lot.sku);
            left = stock::reserved(case, yard, &at)?;
        }
        let free = lot.of(Bucket::Free);
        lot.reserved = take_reserved(free, &mut left);
    }
    Ok(lots)
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

fn lot_row(case: &Look, lot: &Lot, sku: Option<&Doc>, links: &mut Links) -> Result<StockRow, Halt> {
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
        supplier: text(batch, "supplier"),
        inward: text(batch, "inward"),
        inward_date: text(batch, "inward_date"),
        batch_status: batch.map(|doc| doc.status.clone()),
        age_days: case.today().days_since(lot.since),
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

/// The query of the catalogue: the yard that would deliver, and the customer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub yard: String,
    pub customer: String,
    pub q: String,
    pub limit: usize,
}

/// SKUs open for sale, with stock of the yard and the price for the customer.
///
/// Errors: `Forbidden` for roles without stock; `Scope` for a yard outside the person's access.
pub fn catalogue(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    wanted: &Wanted,
) -> Result<Catalogue, Halt> {
    let case = docs::look(read, actor, now);
    let yards: BTreeSet<String> = yards_asked(&case, &wanted.yard)?.into_iter().collect();
    let that = |field: &str, op: Op, value: &str| Where {
        field: field.to_owned(),
        op,
        value: value.to_owned(),
    };
    let query = Query {
        q: wanted.q.clone(),
        conditions: vec![
            that("status", Op::Eq, "Active"),
            that("sale_status", Op::Ne, "blocked"),
            that("sale_status", Op::Ne, "discontinued"),
        ],
        limit: wanted.limit.clamp(1, PAGE_ROWS),
        ..Query::default()
    };
    let page = list::page(read, actor, now, SKU.key, &query)?;
    let places = asked_places(&case, wanted)?;
    let found = page.records()?;
    let ids = found.iter().filter_map(|row| row.get("id").and_then(Value::as_str));
    let rows = ids
        .map(|id| catalogue_row(&case, id, &yards, &places))
        .collect::<Result<Vec<CatalogueRow>, Halt>>()?;
    Ok(Catalogue { rows, total: page.total, more: page.more })
}

/// The place of a price: the customer's state, region and class, else the yard's state.
#[derive(Default)]
struct Places {
    state: String,
    region: String,
    price_class: String,
}

fn asked_places(case: &Look, wanted: &Wanted) -> Result<Places, Halt> {
    let customer = case.find(CUSTOMER.key, &wanted.customer)?;
    let yard = case.find(YARD.key, &wanted.yard)?;
    let read = |doc: Option<&Doc>, key: &str| {
        doc.and_then(|doc| doc.text(key)).unwrap_or_default().to_owned()
    };
    Ok(match customer.as_ref() {
        Some(_) => Places {
            state: read(customer.as_deref(), "state"),
            region: read(customer.as_deref(), "region"),
            price_class: read(customer.as_deref(), "price_class"),
        },
        None => Places { state: read(yard.as_deref(), "state"), ..Places::default() },
    })
}

fn catalogue_row(
    case: &Look,
    id: &str,
    yards: &BTreeSet<String>,
    places: &Places,
) -> Result<CatalogueRow, Halt> {
    let sku = case.doc(&SKU, id)?;
    let group = case.doc(&PRODUCT_GROUP, sku.text("product_group").unwrap_or_default())?;
    let (mut free, mut reserved) = (Qty::default(), Qty::default());
    for yard in yards {
        let position = stock::position(case, yard, id)?;
        free = free + position.free;
        reserved = reserved + position.reserved();
    }
    let ask = PriceAsk {
        sku: id,
        state: &places.state,
        region: &places.region,
        price_class: &places.price_class,
    };
    let price = goods::price_for(case, &ask, case.today())?.filter(|_| case.actor.sees_rates());
    let cost = match case.actor.sees_cost() {
        true => Some(batches::cost_of_tonne(case, yards.iter().map(String::as_str), id)?),
        false => None,
    };
    let text = |doc: &Doc, key: &str| doc.text(key).map(str::to_owned);
    let unit = price.as_ref().map(|price| price.rate_uom.as_str().to_owned());
    Ok(CatalogueRow {
        sku: id.to_owned(),
        name: text(&sku, "name").unwrap_or_default(),
        code: sku.doc_no.clone(),
        sku_type: group.id.clone(),
        type_name: text(&group, "name").unwrap_or_default(),
        rate_uom: unit.or_else(|| text(&group, "rate_uom")),
        rate_paise: price.as_ref().map(|price| price.rate_paise),
        floor_paise: price.as_ref().and_then(|price| price.floor_paise),
        price_from: price.as_ref().map(|price| price.from),
        free_pcs: free.pcs,
        free_g: free.g,
        reserved_pcs: reserved.pcs,
        reserved_g: reserved.g,
        theo_g_per_pc: sku.int("theo_g_per_pc"),
        length_mm: sku.int("length_mm"),
        pcs_per_bundle: sku.int("pcs_per_bundle"),
        stock_mode: text(&group, "stock_mode").unwrap_or_default(),
        nominal: group.flag("nominal"),
        hsn: goods::hsn_of(case, &sku)?,
        gst_rate_bp: goods::gst_rate_at(case, &sku, case.today())?,
        cost_paise: cost,
    })
}
