//! Facts that an order is quoted by, read from the masters and the ledgers.

use serde_json::Value;

use super::quote::{
    CreditFacts, CustomerFacts, Quote, QuoteFacts, SkuFacts, StockFacts, TruckFacts, YardFacts,
};
use super::{Line, Order, quote, replace};
use crate::declare::case::Look;
use crate::docs::goods::{PRODUCT_GROUP, SKU};
use crate::docs::limits;
use crate::docs::prices::{self, PriceAsk};
use crate::docs::{batches, fleet, org, parties, places, settings, tax};
use crate::error::Halt;
use crate::json;
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::DUMPED;
use crate::ledger::{credit, stock};
use crate::said;
use crate::said::Said;
use crate::value::RateUom;

/// How much is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Prices and taxes of today.
    Today,
    /// Prices and taxes as they were when the order was submitted.
    Frozen,
    /// Today's, with stock and credit: what a person deciding looks at.
    Wide,
}

/// The facts of an order's record for the browser's quote: today's, with stock, credit and cost for
/// those who may see them.
pub fn for_record(case: &Look, order_id: &str, record: &Record) -> Result<QuoteFacts, Halt> {
    let mut order = Order::default();
    if json::fill(&mut order, record).is_err() {
        order = Order::default();
    }
    let mut facts = gather(case, order_id, &order, Depth::Wide)?;
    let customer = case.find(parties::CUSTOMER.key, &order.customer)?;
    if !customer.is_some_and(|customer| case.actor.sees_credit(&customer)) {
        facts.credit = None;
    }
    for (id, sku) in &mut facts.skus {
        if case.actor.sees_cost() {
            sku.cost_paise = batches::cost_of_tonne(case, order.yard.as_deref(), id)?;
        }
        if !case.actor.sees_rates() {
            (sku.rate_paise, sku.floor_paise) = (None, None);
        }
    }
    Ok(facts)
}

pub fn gather(
    case: &Look,
    order_id: &str,
    order: &Order,
    depth: Depth,
) -> Result<QuoteFacts, Halt> {
    let mut facts = QuoteFacts {
        today: case.today(),
        delivery_max_days: settings::int_of(case, "delivery_max_days")?,
        ..QuoteFacts::default()
    };
    let customer = case.find(parties::CUSTOMER.key, &order.customer)?;
    let delivered = order.price_basis.as_deref() == Some(prices::DELIVERED);
    let mut ask = PriceAsk { delivered, ..PriceAsk::default() };
    let places = customer.as_ref().map(|customer| Places::of(customer, order)).unwrap_or_default();
    if let Some(customer) = &customer {
        facts.customer = customer_facts(case, customer, &places)?;
        ask.price_class = customer.text("price_class").unwrap_or("");
        ask.region = customer.text("region").unwrap_or("");
        ask.state = places.ship_state.as_deref().or(places.bill_state.as_deref()).unwrap_or("");
    }
    if let Some(yard) = order.yard.as_deref().map(|id| case.find("yard", id)).transpose()?.flatten()
    {
        facts.yard = YardFacts {
            code: yard.text("code").unwrap_or_default().to_owned(),
            name: yard.text("name").unwrap_or_default().to_owned(),
            state: places::gst_code(case, yard.text("state"))?,
        };
    }
    facts.lut = case.single(&org::COMPANY)?.is_some_and(|company| company.flag("has_lut"));
    for line in &order.lines {
        if facts.skus.contains_key(&line.sku) {
            continue;
        }
        let Some(sku) = case.find(SKU.key, &line.sku)? else { continue };
        let mut found = sku_facts(case, &sku, &PriceAsk { sku: &line.sku, ..ask }, line, depth)?;
        if depth == Depth::Wide && !order.yard().is_empty() {
            let pool = if found.dump { DUMPED } else { &line.sku };
            found.stock = Some(stock_facts(case, order_id, order.yard(), pool)?);
        }
        facts.skus.insert(line.sku.clone(), found);
    }
    replace::lock_rates(case, order, &mut facts)?;
    if depth == Depth::Wide && customer.is_some() {
        facts.credit = Some(credit_facts(case, order_id, &order.customer)?);
    }
    if let Some(truck) = order.truck_type.as_deref() {
        let truck = case.find(fleet::TRUCK_TYPE.key, truck)?;
        facts.truck = truck.map(|doc| TruckFacts {
            name: doc.text("name").unwrap_or_default().to_owned(),
            capacity_g: doc.int("max_g").unwrap_or(0),
        });
    }
    Ok(facts)
}

/// The places where a customer is billed and where the goods go.
#[derive(Clone, Debug, Default)]
pub struct Places {
    bill_state: Option<String>,
    ship_state: Option<String>,
    bill_city: Option<String>,
    ship_city: Option<String>,
    bill: Option<Record>,
    ship: Option<Record>,
}

impl Places {
    pub fn of(customer: &Doc, order: &Order) -> Places {
        let bill = parties::billed_at(customer, order.bill_to.as_deref()).cloned();
        let ship = parties::labelled(customer, "ship_to", order.ship_to.as_deref()).cloned();
        let text = |of: &Option<Record>, key: &str| {
            of.as_ref().and_then(|of| of.get(key)).and_then(Value::as_str).map(str::to_owned)
        };
        Places {
            bill_state: text(&bill, "state"),
            ship_state: text(&ship, "state"),
            bill_city: text(&bill, "city"),
            ship_city: text(&ship, "city"),
            bill,
            ship,
        }
    }

    /// Where the goods go: the delivery address, else the billing address.
    pub fn goes_to(&self) -> Option<&Record> {
        self.ship.as_ref().or(self.bill.as_ref())
    }

    /// The field of the order that names an address which the customer does not have.
    pub fn unknown(&self, order: &Order) -> Vec<&'static str> {
        let named =
            [("bill_to", &order.bill_to, &self.bill), ("ship_to", &order.ship_to, &self.ship)];
        let missing = named.into_iter().filter(|(_, label, row)| label.is_some() && row.is_none());
        missing.map(|(key, _, _)| key).collect()
    }

    /// The GST code of the state that the goods go to; none where no address names one.
    pub fn goes_to_state(&self, case: &Look) -> Result<Option<String>, Halt> {
        let state = self.ship_state.as_deref().or(self.bill_state.as_deref());
        state.map(|state| places::gst_code(case, Some(state))).transpose()
    }

    /// The two addresses in words.
    pub fn shown(&self, case: &Look) -> Result<(String, String), Halt> {
        let bill = address(case, self.bill.as_ref())?;
        let ship = address(case, self.ship.as_ref())?;
        Ok((bill, ship))
    }
}

/// An address of a party in words, as far as the places that it names are known.
pub fn address(case: &Look, of: Option<&Record>) -> Result<String, Halt> {
    let Some(of) = of else { return Ok(String::new()) };
    let text = |key: &str| of.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut words: Vec<String> = ["line1", "line2"].iter().filter_map(|key| text(key)).collect();
    for key in ["city", "district", "state"] {
        let doc = text(key).map(|id| case.find(key, &id)).transpose()?.flatten();
        words.extend(doc.and_then(|doc| doc.text("name").map(str::to_owned)));
    }
    words.extend(text("pin"));
    Ok(words.join(", ").chars().take(500).collect())
}

fn customer_facts(case: &Look, customer: &Doc, places: &Places) -> Result<CustomerFacts, Halt> {
    let city = places.ship_city.as_deref().or(places.bill_city.as_deref());
    let city = city.map(|id| case.find("city", id)).transpose()?.flatten();
    let ship = match &places.ship_state {
        Some(state) => Some(places::gst_code(case, Some(state))?),
        None => None,
    };
    let others = customer.get("other_terms").and_then(Value::as_array).into_iter().flatten();
    let terms = customer.get("payment_term").into_iter().chain(others);
    let (barred, barred_said) = barred(customer).map(Said::parts).unwrap_or_default();
    Ok(CustomerFacts {
        name: customer.text("name").unwrap_or_default().to_owned(),
        city: city.and_then(|doc| doc.text("name").map(str::to_owned)).unwrap_or_default(),
        barred,
        barred_said,
        category: customer.text("gst_category").unwrap_or_default().to_owned(),
        bill_state: places::gst_code(case, places.bill_state.as_deref())?,
        ship_state: ship,
        terms: terms.filter_map(Value::as_str).map(str::to_owned).collect(),
    })
}

/// Why nothing is sold to this customer; `None` for one that may buy.
pub fn barred(customer: &Doc) -> Option<Said> {
    match customer.status.as_str() {
        "Active" => None,
        "Blocked" => {
            let why = customer.text("block_reason").unwrap_or("see the customer");
            Some(said!("Customer is blocked: {why}", why))
        }
        status => Some(said!("Customer is {status}; only active customers can order", status)),
    }
}

fn sku_facts(
    case: &Look,
    sku: &Doc,
    ask: &PriceAsk,
    line: &Line,
    depth: Depth,
) -> Result<SkuFacts, Halt> {
    let group = match sku.text("product_group") {
        Some(id) => case.find(PRODUCT_GROUP.key, id)?,
        None => None,
    };
    let group_text =
        |key: &str| group.as_ref().and_then(|group| group.text(key)).unwrap_or_default().to_owned();
    let tolerance = group.as_ref().and_then(|group| group.int("load_tolerance_bp"));
    let mut facts = SkuFacts {
        code: sku.doc_no.clone().unwrap_or_default(),
        name: sku.text("name").unwrap_or_default().to_owned(),
        active: sku.is_active() && matches!(sku.text("sale_status"), None | Some("open")),
        stock_mode: group_text("stock_mode"),
        nominal: group.as_ref().is_some_and(|group| group.flag("nominal")),
        dump: group.as_ref().is_some_and(|group| group.flag("scrap")),
        length_mm: sku.int("length_mm").unwrap_or(0),
        theo_g_per_pc: sku.int("theo_g_per_pc").unwrap_or(0),
        rate_uom: RateUom::parse(&group_text("rate_uom")),
        tolerance_bp: match tolerance {
            Some(own) => own,
            None => settings::int_of(case, "load_tolerance_bp")?,
        },
        ..SkuFacts::default()
    };
    if depth == Depth::Frozen {
        facts.active = true;
        facts.hsn = line.hsn.clone();
        facts.gst_rate_bp = line.gst_rate_bp;
        facts.cess_bp = line.cess_bp.unwrap_or(0);
        facts.rate_paise = line.list_rate_paise;
        facts.floor_paise = line.floor_paise;
        return Ok(facts);
    }
    let today = case.today();
    facts.hsn = tax::hsn_of(case, sku)?.unwrap_or_default();
    facts.gst_rate_bp = tax::gst_rate_at(case, sku, today)?;
    facts.cess_bp = tax::cess_at(case, sku, today)?;
    if let Some(price) = prices::price_for(case, ask, today)? {
        facts.rate_paise = Some(price.rate_paise);
        facts.floor_paise = price.floor_paise;
        facts.rate_uom = RateUom::parse(&price.rate_uom).or(facts.rate_uom);
    }
    Ok(facts)
}

fn stock_facts(case: &Look, order: &str, yard: &str, sku: &str) -> Result<StockFacts, Halt> {
    let mut position = stock::position(case, yard, sku)?;
    let mut orders = stock::holders(case, yard, sku)?;
    let count = orders.len();
    orders.retain(|other| other != order);
    if orders.len() < count {
        let own = stock::reservations(case, order)?;
        for held in own.iter().filter(|held| held.yard == yard && held.sku == sku) {
            position.held = position.held - held.qty;
        }
    }
    let (free, reserved) = (position.available(), position.reserved());
    Ok(StockFacts {
        free_pcs: free.pcs,
        free_g: free.g,
        reserved_pcs: reserved.pcs,
        reserved_g: reserved.g,
        orders: orders.len() as i64,
    })
}

fn credit_facts(case: &Look, order: &str, customer: &str) -> Result<CreditFacts, Halt> {
    let at = limits::position(case, customer)?;
    Ok(CreditFacts {
        limit_paise: at.granted_paise.saturating_add(credit::order_room(case, customer, order)?),
        used_paise: at.utilised_paise,
        available_paise: limits::free_for(case, customer, order)?,
        own_paise: credit::committed_for(case, customer, order)?,
        overdue_days: at.overdue_days,
        allowed_overdue_days: at.allowed_overdue_days,
    })
}

/// Works the order out and writes what came of it into the order.
pub fn reckon(
    case: &Look,
    order_id: &str,
    order: &mut Order,
    depth: Depth,
) -> Result<(QuoteFacts, Quote), Halt> {
    let facts = gather(case, order_id, order, depth)?;
    let made = quote::of(order, &facts);
    apply(order, &facts, &made);
    let customer = case.find(parties::CUSTOMER.key, &order.customer)?;
    let mobile = customer.as_ref().and_then(|doc| doc.text("mobile"));
    order.customer_mobile = mobile.unwrap_or_default().to_owned();
    Ok((facts, made))
}

fn apply(order: &mut Order, facts: &QuoteFacts, made: &Quote) {
    order.customer_name = facts.customer.name.clone();
    order.city = facts.customer.city.clone();
    order.place_of_supply = made.place_of_supply.clone();
    order.place_name = made.place_name.clone();
    order.split = made.split.map(|split| split.name().to_owned());
    for (line, worked) in order.lines.iter_mut().zip(&made.lines) {
        let Some(sku) = facts.skus.get(&line.sku) else { continue };
        line.weight_g = (worked.weight_g > 0).then_some(worked.weight_g);
        line.theo_g = (worked.theo_g > 0).then_some(worked.theo_g);
        line.length_mm = (sku.length_mm > 0).then_some(sku.length_mm);
        line.rate_uom = worked.rate_uom;
        line.rate_paise = (worked.rate_paise > 0).then_some(worked.rate_paise);
        line.list_rate_paise = worked.list_rate_paise;
        line.floor_paise = worked.floor_paise;
        line.nominal = sku.nominal;
        line.dump = sku.dump;
        line.hsn = worked.hsn.clone();
        line.gst_rate_bp = sku.gst_rate_bp;
        line.amount_paise = Some(worked.amount_paise);
        line.charges_paise = Some(worked.charges_paise);
        line.cess_bp = (sku.cess_bp > 0).then_some(sku.cess_bp);
        let tax = worked.cgst_paise + worked.sgst_paise + worked.igst_paise + worked.cess_paise;
        line.tax_paise = Some(tax);
    }
    order.pcs = Some(made.pcs);
    order.weight_g = Some(made.weight_g);
    order.taxable_paise = Some(made.taxable_paise);
    order.cgst_paise = Some(made.cgst_paise);
    order.sgst_paise = Some(made.sgst_paise);
    order.igst_paise = Some(made.igst_paise);
    order.cess_paise = (made.cess_paise > 0).then_some(made.cess_paise);
    order.total_paise = Some(made.total_paise);
}
