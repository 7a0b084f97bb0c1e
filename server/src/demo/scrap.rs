//! What becomes of the demo's dumped goods: one lot is sold as scrap up to its invoice, an order waits for more, and
//! one lot is reprocessed.

use godown_core::declare::actor::Actor;
use godown_core::docs::{self, dumps, orders};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::ledger::stock;
use godown_core::value::{Day, part};
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known, yard_work};

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let sku = sku(site)?;
    if let Some(dump) = dumped(site, &known.yards[0].id)? {
        sell(site, known, &dump, (&sku, until))?;
    }
    wait(site, known, &sku, until)?;
    match dumped(site, &known.yards[2].id)? {
        Some(dump) => reprocess(site, known, &dump),
        None => Ok(()),
    }
}

/// What dumped goods are sold as.
fn sku(site: &mut Site) -> Result<String, Fault> {
    let system = Actor::system();
    let hsn = json!({
        "code": "72044900", "name": "Ferrous waste and scrap, other",
        "gst_rates": [{ "rate_bp": 1800, "from": "2017-07-01" }],
    });
    let hsn = site.create(&system, "hsn", hsn)?.id;
    let group = json!({
        "name": "Scrap", "hsn": hsn, "rate_uom": "KG", "stock_mode": "kg", "scrap": true,
        "load_tolerance_bp": 300,
    });
    let group = site.create(&system, "product_group", group)?.id;
    Ok(site.create(&system, "sku", json!({ "name": "MS scrap", "product_group": group }))?.id)
}

/// The first dump of a yard that is approved; the last one lies on.
fn dumped(site: &Site, yard: &str) -> Result<Option<Doc>, Fault> {
    let prefix = keys::key(&["doc", "dump_stock"]);
    let ours = site.state.pairs.range(prefix.clone()..);
    let mut found: Vec<Doc> = ours
        .take_while(|(key, _)| key.starts_with(&prefix))
        .filter_map(|(_, bytes)| serde_json::from_slice::<Doc>(bytes).ok())
        .filter(|dump| dump.status == dumps::APPROVED)
        .collect();
    found.sort_by(|a, b| a.doc_no.cmp(&b.doc_no));
    found.pop();
    Ok(found.into_iter().find(|dump| dump.yard.as_deref() == Some(yard)))
}

fn sell(
    site: &mut Site,
    known: &Known,
    dump: &Doc,
    (sku, until): (&str, Day),
) -> Result<(), Fault> {
    let weight = dump.int("weight_g").unwrap_or(0);
    let Some(doc) = ordered(site, known, weight, (sku, until))? else { return Ok(()) };
    let (driver, mobile) = known.drivers[0].clone();
    let loading = json!({
        "vehicle": known.vehicles[0], "driver": driver, "mobile": mobile, "slip_no": "WB-S72",
        "tare_g": 7_400_000, "gross_g": 7_400_000 + weight,
        "lines": [{ "order_line": 0, "batch": dump.text("batch"), "weight_g": weight }],
    });
    let yard = person(known, "YARD")?.clone();
    let doc = step(site, &yard, &doc, "load", json!({ "loading_record": loading }))?;
    invoice(site, known, &doc)
}

/// An order for some of what is left in the dump of the first yard, which waits for its loading.
fn wait(site: &mut Site, known: &Known, sku: &str, until: Day) -> Result<(), Fault> {
    let system = Actor::system();
    let look = docs::look(&site.state, &system, site.now);
    let left = stock::position(&look, &known.yards[0].id, stock::DUMPED)?.available().g;
    match left / 2_000 * 1_000 {
        0 => Ok(()),
        half => ordered(site, known, half, (sku, until)).map(drop),
    }
}

/// An order for scrap of the first yard, as far as its loading.
fn ordered(
    site: &mut Site,
    known: &Known,
    weight_g: i64,
    (sku, until): (&str, Day),
) -> Result<Option<Doc>, Fault> {
    let Some(customer) = known.customers.iter().find(|one| one.branch == 0) else {
        return Ok(None);
    };
    let sales = person(known, customer.sales)?.clone();
    let record = json!({
        "customer": customer.id, "yard": known.yards[0].id, "payment_term": customer.term,
        "price_basis": "ex_yard", "delivery_by": until.plus(3).to_string(),
        "remarks": "Scrap, as it lies",
        "lines": [{ "sku": sku, "weight_g": weight_g, "rate_uom": "KG", "rate_paise": 3_150 }],
    });
    let mut doc = site.create(&sales, "order", record)?;
    doc = step(site, &sales, &doc, "submit", json!({ "confirm": true }))?;
    doc = step(site, &person(known, manager(0))?.clone(), &doc, "approve", json!({}))?;
    if doc.status == orders::PRELIMINARY {
        let said = json!({ "recommendation": "approve" });
        doc = step(site, &person(known, "PCT")?.clone(), &doc, "forward", said)?;
    }
    if doc.status == orders::CREDIT_PENDING {
        let said = json!({ "override": true, "remarks": "Paid at the weighbridge" });
        doc = step(site, &person(known, "CREDIT")?.clone(), &doc, "credit_approve", said)?;
    }
    Ok(Some(doc))
}

/// Everything that left with an order is invoiced.
fn invoice(site: &mut Site, known: &Known, order: &Doc) -> Result<(), Fault> {
    let acc = person(known, "ACC")?.clone();
    let loadings: Vec<String> = {
        let system = Actor::system();
        let look = docs::look(&site.state, &system, site.now);
        let posted = docs::loadings::posted(&look, &order.id)?;
        posted.iter().map(|one| one.id.clone()).collect()
    };
    let draft = site.create(&acc, "invoice", json!({ "loadings": loadings }))?;
    let posted = step(site, &acc, &draft, "post", json!({}))?;
    yard_work::record_irn(site, &acc, "invoice", &posted.id)
}

fn reprocess(site: &mut Site, known: &Known, dump: &Doc) -> Result<(), Fault> {
    let branch = known.yards[2].branch;
    let keeper = person(known, ["YARD", "YARD2", "YARD3"][branch])?.clone();
    let maker = person(known, manager(branch))?.clone();
    let (pcs, g) = (dump.int("pcs").unwrap_or(0), dump.int("weight_g").unwrap_or(0));
    let (scrap_g, loss_g) = (part(g, 400, 10_000), part(g, 100, 10_000));
    let record = json!({
        "entry": "office", "work": "straightening", "yard": dump.yard, "dump": dump.id,
        "outputs": [{ "sku": dump.text("sku"), "pcs": pcs, "weight_g": g - scrap_g - loss_g }],
        "scrap_g": scrap_g, "loss_g": loss_g, "machine": "Press", "operator": "Pawar",
        "remarks": "Good again once the bent ends are off",
    });
    let doc = site.create(&maker, "work_order", record)?;
    let doc = step(site, &maker, &doc, "submit", json!({}))?;
    let doc = step(site, &person(known, "ADMIN")?.clone(), &doc, "approve", json!({}))?;
    let issued = json!({ "batches": [{ "input": 0, "pcs": pcs }] });
    step(site, &keeper, &doc, "issue", issued).map(drop)
}

fn step(
    site: &mut Site,
    actor: &Actor,
    doc: &Doc,
    action: &str,
    inputs: Value,
) -> Result<Doc, Fault> {
    site.pass(60_000);
    site.must(actor, doc, action, inputs)
}
