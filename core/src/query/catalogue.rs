//! The catalogue that orders are typed from: SKUs for sale, with stock and today's price.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::list::{self, Op, Query, Where};
use super::yards::{PAGE_ROWS, yards_asked};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::batches;
use crate::docs::customers::CUSTOMER;
use crate::docs::goods::{self, PRODUCT_GROUP, PriceAsk, SKU};
use crate::docs::orders::ORDER;
use crate::docs::places::YARD;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::kept::read::Read;
use crate::ledger::stock::{self, Qty};
use crate::rank::{NameStanding, Typed};
use crate::value::{Day, Instant};
use crate::write::index::SearchTexts;

/// So many of those that answer best are looked up in stock before the last of them is left out.
const LOOKED_AT: usize = 60;
/// So many SKUs are gone through for those that are in stock.
const WALKED: usize = 10_000;
/// What a customer usually takes is read of so many orders.
const LAST_ORDERS: usize = 20;

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

/// The query of the catalogue: the yard that would deliver, and the customer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub yard: String,
    pub customer: String,
    pub q: String,
    /// A product group alone; empty for all of them.
    pub group: String,
    /// Only what is free in the yard.
    pub in_stock: bool,
    pub limit: usize,
}

impl Wanted {
    fn takes(&self, row: &CatalogueRow) -> bool {
        !self.in_stock || row.free_pcs > 0 || row.free_g > 0
    }

    fn rows(&self) -> usize {
        self.limit.clamp(1, PAGE_ROWS)
    }
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
    let mut conditions = vec![
        that("status", Op::Eq, "Active"),
        that("sale_status", Op::Ne, "blocked"),
        that("sale_status", Op::Ne, "discontinued"),
    ];
    if !wanted.group.is_empty() {
        conditions.push(that("product_group", Op::Eq, &wanted.group));
    }
    let some = wanted.q.is_empty() && !wanted.in_stock;
    let limit = if some { wanted.rows() } else { PAGE_ROWS };
    let mut query = Query { q: wanted.q.clone(), conditions, limit, ..Query::default() };
    let places = asked_places(&case, wanted)?;
    let row = |id: &str| catalogue_row(&case, id, &yards, &places);
    let mut page = list::page(read, actor, now, SKU.key, &query)?;
    if !wanted.q.is_empty() {
        let usual = usual(read, actor, now, &wanted.customer)?;
        let rows = ranked(wanted, &page.records()?, &usual, row)?;
        return Ok(Catalogue { rows, total: page.total, more: page.more });
    }
    let mut rows = Vec::new();
    loop {
        for one in page.records()? {
            let row = row(text(&one, "id"))?;
            if rows.len() < wanted.rows() && wanted.takes(&row) {
                rows.push(row);
            }
        }
        if !page.more || rows.len() >= wanted.rows() || query.offset >= WALKED {
            return Ok(Catalogue { rows, total: page.total, more: page.more });
        }
        query.offset += limit;
        page = list::page(read, actor, now, SKU.key, &query)?;
    }
}

fn text<'r>(row: &'r Record, key: &str) -> &'r str {
    row.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The best answers to what was typed, as the list found them: of those that answer alike what lies here, then what
/// this customer takes, then by size.
fn ranked(
    wanted: &Wanted,
    found: &[Record],
    usual: &BTreeMap<String, usize>,
    row: impl Fn(&str) -> Result<CatalogueRow, Halt>,
) -> Result<Vec<CatalogueRow>, Halt> {
    let typed = Typed::new(&wanted.q);
    let looked_at = if wanted.in_stock { PAGE_ROWS } else { wanted.rows().max(LOOKED_AT) };
    let best = found.iter().take(looked_at);
    let standing = |one: &Record| SearchTexts::of_row(&SKU, one).standing(&typed);
    let rows = best.map(|one| Ok((standing(one), row(text(one, "id"))?)));
    let mut rows = rows.collect::<Result<Vec<(NameStanding, CatalogueRow)>, Halt>>()?;
    rows.retain(|(_, row)| wanted.takes(row));
    let behind = |row: &CatalogueRow| {
        let taken = usual.get(&row.sku).copied().unwrap_or(0);
        (row.free_pcs <= 0 && row.free_g <= 0, Reverse(taken))
    };
    // Those of one place keep the order of their names.
    rows.sort_by_key(|(standing, row)| (*standing, behind(row)));
    rows.truncate(wanted.rows());
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// In how many of a customer's last orders each SKU stands.
fn usual(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    customer: &str,
) -> Result<BTreeMap<String, usize>, Halt> {
    let mut taken = BTreeMap::new();
    if customer.is_empty() || !actor.may(&ORDER, Verb::View) {
        return Ok(taken);
    }
    let theirs = Where { field: "customer".to_owned(), op: Op::Eq, value: customer.to_owned() };
    let query = Query { conditions: vec![theirs], limit: LAST_ORDERS, ..Query::default() };
    for row in list::page(read, actor, now, ORDER.key, &query)?.records()? {
        let order = docs::look(read, actor, now).find(ORDER.key, text(&row, "id"))?;
        let lines = order.as_ref().and_then(|order| order.get("lines")).and_then(Value::as_array);
        let skus = lines.into_iter().flatten().filter_map(|line| line.get("sku")?.as_str());
        for sku in skus.collect::<BTreeSet<_>>() {
            *taken.entry(sku.to_owned()).or_insert(0) += 1;
        }
    }
    Ok(taken)
}

/// The place of a price: the customer's state, region and class, else the yard's state.
#[derive(Default)]
pub(super) struct Places {
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

pub(super) fn catalogue_row(
    case: &Look,
    id: &str,
    yards: &BTreeSet<String>,
    places: &Places,
) -> Result<CatalogueRow, Halt> {
    let sku = case.doc(&SKU, id)?;
    let group = case.doc(&PRODUCT_GROUP, sku.text("product_group").unwrap_or_default())?;
    let (mut free, mut reserved) = (Qty::default(), Qty::default());
    // Of scrap what lies in the dump is free.
    let pool = if group.flag("scrap") { stock::DUMPED } else { id };
    for yard in yards {
        let position = stock::position(case, yard, pool)?;
        free = free + position.free;
        reserved = reserved + position.reserved();
    }
    let ask = PriceAsk {
        sku: id,
        state: &places.state,
        region: &places.region,
        price_class: &places.price_class,
        delivered: false,
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
