//! What the demo orders of its suppliers: an order for each of its states, bills that match, wait and differ, and a
//! payment that pays one of them.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::kept::doc::Doc;
use godown_core::ledger::stock;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known};

/// Pieces of each ordered line.
const PIECES: i64 = 120;

/// The yard, how far the order goes, which part of it came in, per cent, and by how much its bill is too dear, per
/// thousand; none without a bill.
const ORDERS: &[(usize, &str, i64, Option<i64>)] = &[
    (0, "Draft", 0, None),
    (0, "Approval Pending", 0, None),
    (1, "Approved", 0, None),
    (2, "Approved", 0, Some(0)),
    (0, "Approved", 60, Some(0)),
    (1, "Approved", 100, Some(0)),
    (0, "Approved", 100, Some(20)),
    (3, "Approved", 100, None),
    (3, "Cancelled", 0, None),
];

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let unbilled = json!({ "account": "goods_not_billed", "name": "Goods Received Not Billed" });
    site.create(&Actor::system(), "tally_ledger", unbilled)?;
    for (at, (yard, status, came, bill)) in ORDERS.iter().enumerate() {
        let order = order(site, known, until, (at, *yard, status))?;
        if *came > 0 {
            receive(site, known, until, (&order, at, *yard), *came)?;
        }
        if let Some(dearer) = bill {
            let made = billed(site, known, until, (&order, at), (*came, *dearer))?;
            // The first bill that is posted is paid.
            if made.status == "Posted" && at == 5 {
                pay(site, known, until, (&made, *yard))?;
            }
        }
    }
    levels(site, known)
}

/// Levels of eight sizes in the first yard: every second one is down to the level at which it is ordered.
fn levels(site: &mut Site, known: &Known) -> Result<(), Fault> {
    let (system, yard) = (Actor::system(), known.yards[0].id.clone());
    for at in 0..8 {
        let sku = known.skus[(at * 5 + 2) % known.skus.len()].id.clone();
        let look = docs::look(&site.state, &system, site.now);
        let available = stock::position(&look, &yard, &sku)?.available().pcs;
        let reorder = if at % 2 == 0 { available + 10 } else { available / 2 };
        let row = json!({
            "yard": yard, "min_pcs": reorder / 2, "reorder_pcs": reorder, "max_pcs": reorder + 150,
        });
        site.edit(&system, "sku", &sku, json!({ "reorder": [row] }))?;
    }
    Ok(())
}

/// The two sizes of an order, their pieces and weight, and what a unit costs.
fn lines(known: &Known, at: usize, percent: i64) -> Vec<Value> {
    let sizes = [at * 5 + 2, at * 5 + 9].map(|size| &known.skus[size % known.skus.len()]);
    let line = |(nth, sku): (usize, &&super::Sku)| {
        let pcs = PIECES * percent / 100;
        json!({
            "order_line": nth + 1, "sku": sku.id, "pcs": pcs, "weight_g": pcs * sku.theo_g,
            "rate_paise": sku.rate_paise * 94 / 100,
        })
    };
    sizes.iter().enumerate().map(line).collect()
}

/// The same lines without what only some documents' lines have.
fn without(lines: Vec<Value>, keys: &[&str]) -> Vec<Value> {
    let strip = |mut line: Value| {
        if let Value::Object(map) = &mut line {
            keys.iter().for_each(|key| drop(map.remove(*key)));
        }
        line
    };
    lines.into_iter().map(strip).collect()
}

fn order(
    site: &mut Site,
    known: &Known,
    until: Day,
    (at, yard, status): (usize, usize, &str),
) -> Result<Doc, Fault> {
    let buyer = person(known, "PURCH")?.clone();
    let place = &known.yards[yard];
    let record = json!({
        "date": until.to_string(),
        "supplier": known.suppliers[at % known.suppliers.len()],
        "yard": place.id,
        "expected_on": until.plus(7 + at as i32).to_string(),
        "quotation_no": format!("Q/{}", 410 + at),
        "lines": without(lines(known, at, 100), &["order_line"]),
        "terms": "Delivered at the yard, freight paid; test certificates with the goods",
    });
    let doc = site.create(&buyer, "purchase_order", record)?;
    site.pass(60_000);
    match status {
        "Draft" => return Ok(doc),
        "Cancelled" => {
            let why = json!({ "remarks": "Bought elsewhere at a better rate" });
            return site.must(&buyer, &doc, "cancel", why);
        }
        _ => {}
    }
    let doc = site.must(&buyer, &doc, "submit", json!({}))?;
    if status == "Approval Pending" {
        return Ok(doc);
    }
    let approver = person(known, manager(place.branch))?.clone();
    site.must(&approver, &doc, "approve", json!({}))
}

fn receive(
    site: &mut Site,
    known: &Known,
    until: Day,
    (order, at, yard): (&Doc, usize, usize),
    percent: i64,
) -> Result<(), Fault> {
    let buyer = person(known, "PURCH")?.clone();
    let place = &known.yards[yard];
    let lines = lines(known, at, percent);
    let net: i64 = lines.iter().filter_map(|line| line["weight_g"].as_i64()).sum();
    let record = json!({
        "date": until.to_string(),
        "yard": place.id,
        "purchase_order": order.id,
        "supplier_invoice_no": format!("CH/{}", 700 + at),
        "supplier_invoice_date": until.to_string(),
        "supplier_invoice_paise": 40_000_000,
        "vehicle_no": format!("MH12PO{}", 4_100 + at),
        "ewb_no": format!("28{:010}", 771_200 + at),
        "tare_g": 9_000_000,
        "gross_g": 9_000_000 + net,
        "unloading_by": "Yard crew",
        "lines": lines,
    });
    let doc = site.create(&buyer, "inward", record)?;
    let doc = site.must(&buyer, &doc, "submit", json!({}))?;
    site.pass(2 * 60_000);
    let approver = person(known, manager(place.branch))?.clone();
    site.must(&approver, &doc, "approve", json!({ "remarks": "Weights and papers checked" }))?;
    Ok(())
}

fn billed(
    site: &mut Site,
    known: &Known,
    until: Day,
    (order, at): (&Doc, usize),
    (percent, dearer): (i64, i64),
) -> Result<Doc, Fault> {
    let accounts = person(known, "ACC")?.clone();
    // A bill before the goods is of the whole order.
    let mut lines = without(lines(known, at, if percent == 0 { 100 } else { percent }), &["sku"]);
    for line in &mut lines {
        let rate = line["rate_paise"].as_i64().unwrap_or(0);
        line["rate_paise"] = json!(rate * (1_000 + dearer) / 1_000);
    }
    let record = json!({
        "date": until.to_string(),
        "purchase_order": order.id,
        "bill_no": format!("INV/{}", 2_600 + at),
        "bill_date": until.to_string(),
        "billed_paise": 1,
        "lines": lines,
    });
    let doc = site.create(&accounts, "supplier_bill", record)?;
    let total = json!({ "billed_paise": doc.int("total_paise") });
    let doc = site.edit(&accounts, "supplier_bill", &doc.id, total)?;
    let doc = site.must(&accounts, &doc, "submit", json!({}))?;
    site.pass(60_000);
    match doc.status.as_str() {
        "Matched" => site.must(&accounts, &doc, "post", json!({})),
        _ => Ok(doc),
    }
}

fn pay(
    site: &mut Site,
    known: &Known,
    until: Day,
    (bill, yard): (&Doc, usize),
) -> Result<(), Fault> {
    let accounts = person(known, "ACC")?.clone();
    let branch = known.yards[yard].branch;
    let record = json!({
        "date": until.to_string(),
        "branch": known.branches[branch],
        "party_kind": "supplier",
        "supplier": bill.text("supplier"),
        "mode": "rtgs",
        "utr": "HDFCR52026112100017",
        "amount_paise": bill.int("billed_paise"),
        "spread": "hand",
        "allocations": [{ "supplier_bill": bill.id, "amount_paise": bill.int("billed_paise") }],
    });
    let doc = site.create(&accounts, "supplier_payment", record)?;
    let doc = site.must(&accounts, &doc, "submit", json!({}))?;
    let approver = person(known, manager(branch))?.clone();
    site.must(&approver, &doc, "approve", json!({}))?;
    Ok(())
}
