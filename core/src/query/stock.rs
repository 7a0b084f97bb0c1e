//! Stock by yard and batch, and the catalogue that orders are typed from.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Links;
use super::list::{self, Op, Query, Where};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::{Place, Verb};
use crate::docs;
use crate::docs::batches::{self, BATCH};
use crate::docs::customers::CUSTOMER;
use crate::docs::goods::{self, PRODUCT_GROUP, PriceAsk, SKU};
use crate::docs::places::YARD;
use crate::error::{Code, Halt};
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

/// Stock by yard, SKU and batch, the oldest batch of a SKU first.
///
/// Reservations are of a yard's SKU, not of a batch: they are shown on the batches that would be
/// picked first.
///
/// Errors: `Forbidden` for roles without stock; `Scope` for a yard outside the person's access.
pub fn stock(read: &dyn Read, actor: &Actor, now: Instant, asked: &Asked) -> Result<Value, Halt> {
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
        .collect::<Result<Vec<Value>, Halt>>()?;
    Ok(json!({ "rows": rows, "total": total, "links": links.titles(&case)? }))
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

fn lot_row(case: &Look, lot: &Lot, sku: Option<&Doc>, links: &mut Links) -> Result<Value, Halt> {
    let batch = case.find(BATCH.key, &lot.batch)?;
    let mut row = Map::new();
    let mut put = |key: &str, value: Value| row.insert(key.to_owned(), value);
    put("yard", lot.yard.clone().into());
    put("sku", lot.sku.clone().into());
    put("batch", lot.batch.clone().into());
    for key in ["name", "product_group", "make", "grade", "length_mm", "theo_g_per_pc"] {
        put(key, sku.and_then(|doc| doc.get(key)).cloned().unwrap_or(Value::Null));
    }
    for key in ["batch_no", "heat_no", "coil_no", "zone", "supplier", "inward", "inward_date"] {
        put(key, batch.as_ref().and_then(|doc| doc.get(key)).cloned().unwrap_or(Value::Null));
    }
    put("batch_status", batch.as_ref().map(|doc| doc.status.clone()).into());
    put("age_days", case.today().days_since(lot.since).into());
    for bucket in Bucket::ALL {
        let (name, qty) = (bucket.name().to_lowercase(), lot.of(*bucket));
        put(&format!("{name}_pcs"), qty.pcs.into());
        put(&format!("{name}_g"), qty.g.into());
    }
    put("reserved_pcs", lot.reserved.pcs.into());
    put("reserved_g", lot.reserved.g.into());
    if case.actor.sees_cost() {
        let cost = batch.as_ref().and_then(|doc| doc.get("cost_paise_per_kg")).cloned();
        put("cost_paise_per_kg", cost.unwrap_or(Value::Null));
    }
    links.want("yard", &lot.yard);
    for (kind, key) in [("zone", "zone"), ("supplier", "supplier"), ("inward", "inward")] {
        if let Some(id) = batch.as_ref().and_then(|doc| doc.text(key)) {
            links.want(kind, id);
        }
    }
    if let Some(id) = sku.and_then(|doc| doc.text("product_group")) {
        links.want("product_group", id);
    }
    Ok(Value::Object(row))
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
) -> Result<Value, Halt> {
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
        .collect::<Result<Vec<Value>, Halt>>()?;
    Ok(json!({ "rows": rows, "total": page.total, "more": page.more }))
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
) -> Result<Value, Halt> {
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
    let mut row = json!({
        "sku": id,
        "name": sku.text("name"),
        "code": sku.doc_no,
        "sku_type": group.id,
        "type_name": group.text("name"),
        "rate_uom": price.as_ref().map(|price| price.rate_uom.as_str()).or(group.text("rate_uom")),
        "rate_paise": price.as_ref().map(|price| price.rate_paise),
        "floor_paise": price.as_ref().and_then(|price| price.floor_paise),
        "price_from": price.as_ref().map(|price| price.from),
        "free_pcs": free.pcs,
        "free_g": free.g,
        "reserved_pcs": reserved.pcs,
        "reserved_g": reserved.g,
        "theo_g_per_pc": sku.int("theo_g_per_pc"),
        "length_mm": sku.int("length_mm"),
        "pcs_per_bundle": sku.int("pcs_per_bundle"),
        "stock_mode": group.text("stock_mode"),
        "nominal": group.flag("nominal"),
        "hsn": goods::hsn_of(case, &sku)?,
        "gst_rate_bp": goods::gst_rate_at(case, &sku, case.today())?,
    });
    if case.actor.sees_cost() {
        let cost = batches::cost_of_tonne(case, yards.iter().map(String::as_str), id)?;
        row["cost_paise"] = cost.into();
    }
    Ok(row)
}
