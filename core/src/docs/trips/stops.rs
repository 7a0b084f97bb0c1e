//! A stop as its document tells it: the goods, their weight and longest piece, and where they go.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::{TripGoods, TripStop, WAITING, papers};
use crate::declare::case::Look;
use crate::docs::customers::CUSTOMER;
use crate::docs::goods::SKU;
use crate::docs::loadings::{self, LOADING, LoadingLine};
use crate::docs::orders::facts::Places;
use crate::docs::orders::{ORDER, Order};
use crate::docs::places::{CITY, YARD};
use crate::docs::transfers::{self, TRANSFER};
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;

/// Why a document cannot be a stop, in words; none where it can.
pub type Unfit = Option<Said>;

/// Fills what a stop takes along from its loading or transfer as it stands now. What was typed, and what
/// became of the stop, stays.
///
/// Errors: `NotFound` for what the person may not see, as that type's own refusal.
pub fn describe(look: &Look, stop: &mut TripStop) -> Result<Unfit, Halt> {
    if stop.state.is_empty() {
        stop.state = WAITING.to_owned();
    }
    match (stop.loading.clone(), stop.transfer.clone()) {
        (Some(id), None) => of_loading(look, stop, &id),
        (None, Some(id)) => of_transfer(look, stop, &id),
        (Some(_), Some(_)) => Ok(Some("A stop takes a loading or a transfer, not both".into())),
        (None, None) => Ok(Some("Select a loading or a transfer".into())),
    }
}

fn of_loading(look: &Look, stop: &mut TripStop, id: &str) -> Result<Unfit, Halt> {
    let Some(loading) = look.seen(&LOADING, id)? else {
        return Ok(Some("Loading was not found".into()));
    };
    let order_doc = look.doc(&ORDER, loading.text("order").unwrap_or_default())?;
    let order = Order::of(&order_doc)?;
    let rows = loadings::rows_of(&loading)?;
    stop.no = match &loading.doc_no {
        Some(no) => no.clone(),
        None => {
            format!("Draft of {}", order_doc.doc_no.as_deref().unwrap_or("an order"))
        }
    };
    stop.order = Some(order_doc.id.clone());
    stop.salesman = order_doc.owner.clone();
    stop.party = order.customer_name.clone();
    stop.yard = loading.yard.clone();
    stop.price_basis = order.price_basis.clone();
    stop.out = loading.status == loadings::POSTED;
    stop.vehicle_no = loading.text("vehicle_no").map(str::to_owned);
    let customer = look.doc(&CUSTOMER, &order.customer)?;
    goes_to(look, stop, &customer, &order)?;
    stop.goods = rows.iter().map(goods_of).collect();
    weigh(stop, loading.int("net_g"));
    stop.longest_mm = longest(look, &order, &rows)?;
    papers::of_loading(look, stop, &loading, &order)?;
    let reversed = loading.status == loadings::REVERSED;
    Ok(reversed.then(|| said!("{loading} was taken back", loading = loading.name(&LOADING))))
}

fn goods_of(row: &LoadingLine) -> TripGoods {
    TripGoods {
        sku: row.sku.clone(),
        batch: row.batch.clone(),
        pcs: row.pcs,
        weight_g: row.weight_g,
        ..TripGoods::default()
    }
}

/// The weighbridge's word counts before that of the lines.
fn weigh(stop: &mut TripStop, net_g: Option<i64>) {
    stop.pcs = stop.goods.iter().map(|goods| goods.pcs).sum();
    let lines = stop.goods.iter().map(|goods| goods.weight_g).sum();
    stop.weight_g = net_g.filter(|net| *net > 0).unwrap_or(lines);
}

/// The customer's address, and whom to ask for there.
fn goes_to(look: &Look, stop: &mut TripStop, customer: &Doc, order: &Order) -> Result<(), Halt> {
    let places = Places::of(customer, order);
    let (bill, ship) = places.shown(look)?;
    let own = |key: &str| customer.text(key).map(str::to_owned);
    let at = |key: &str| text(places.goes_to(), key);
    stop.city = city(look, places.goes_to())?.unwrap_or_else(|| order.city.clone());
    stop.address = if ship.is_empty() { bill } else { ship };
    stop.pin = at("pin");
    stop.contact = at("contact").or(own("contact_person"));
    stop.mobile = at("mobile").or(own("mobile"));
    stop.unloading = at("unloading_notes");
    Ok(())
}

fn text(of: Option<&Record>, key: &str) -> Option<String> {
    of.and_then(|of| of.get(key)).and_then(Value::as_str).map(str::to_owned)
}

fn city(look: &Look, of: Option<&Record>) -> Result<Option<String>, Halt> {
    let found = text(of, "city").map(|id| look.find(CITY.key, &id)).transpose()?.flatten();
    Ok(found.map(|city| city.title(&CITY)))
}

fn longest(look: &Look, order: &Order, rows: &[LoadingLine]) -> Result<i64, Halt> {
    let mut longest = 0;
    let mut known: BTreeMap<&str, i64> = BTreeMap::new();
    for row in rows {
        let line = usize::try_from(row.order_line).ok().and_then(|at| order.lines.get(at));
        let own = line.and_then(|line| line.length_mm).filter(|_| !row.dump);
        let mm = match (own, known.get(row.sku.as_str())) {
            (Some(mm), _) => mm,
            (None, Some(mm)) => *mm,
            (None, None) => length(look, &row.sku)?,
        };
        known.insert(&row.sku, mm);
        longest = longest.max(mm);
    }
    Ok(longest)
}

fn length(look: &Look, sku: &str) -> Result<i64, Halt> {
    let sku: Option<Arc<Doc>> = look.find(SKU.key, sku)?;
    Ok(sku.and_then(|sku| sku.int("length_mm")).unwrap_or(0))
}

fn of_transfer(look: &Look, stop: &mut TripStop, id: &str) -> Result<Unfit, Halt> {
    let Some(transfer) = look.seen(&TRANSFER, id)? else {
        return Ok(Some("Transfer was not found".into()));
    };
    let yard = look.doc(&YARD, transfer.text("to_yard").unwrap_or_default())?;
    let own = |key: &str| yard.text(key).map(str::to_owned);
    stop.no = transfer.doc_no.clone().unwrap_or_else(|| "Draft transfer".into());
    stop.party = yard.title(&YARD);
    stop.yard = transfer.text("from_yard").map(str::to_owned);
    stop.to_yard = Some(yard.id.clone());
    stop.out = transfer.get("out_at").is_some();
    stop.vehicle_no = transfer.text("vehicle_no").map(str::to_owned);
    stop.city = city(look, Some(&yard.record))?.unwrap_or_default();
    stop.address = own("address").unwrap_or_default();
    stop.pin = own("pin");
    stop.mobile = own("mobile");
    let lots = transfers::lots_of(&transfer)?;
    stop.goods = lots
        .iter()
        .map(|lot| TripGoods {
            sku: lot.sku.clone(),
            batch: lot.batch.clone(),
            pcs: lot.pcs,
            weight_g: lot.weight_g,
            ..TripGoods::default()
        })
        .collect();
    weigh(stop, transfer.int("net_g"));
    stop.longest_mm = 0;
    for lot in &lots {
        stop.longest_mm = stop.longest_mm.max(length(look, &lot.sku)?);
    }
    papers::of_transfer(look, stop, &transfer)?;
    let ready = [transfers::ACCEPTED, transfers::ASSIGNED, transfers::IN_TRANSIT];
    let unfit = !ready.contains(&transfer.status.as_str());
    Ok(unfit.then(|| {
        let name = transfer.name(&TRANSFER);
        said!(
            "{name} is {status}; a trip takes what a yard has set aside",
            name,
            status = transfer.status
        )
    }))
}
