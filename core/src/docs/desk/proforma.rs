//! Proforma invoices: what somebody offers a buyer, which becomes an order and then tells how far that order is.

use serde_json::{Value, json};

use super::{ACTIVE, BY_KEEPERS, PERSONAL, wrong};
use crate::declare::case::Case;
use crate::declare::grant::Role;
use crate::docs::customers::CUSTOMER;
use crate::docs::goods::SKU;
use crate::docs::orders::{self, ORDER};
use crate::docs::places::YARD;
use crate::error::{Halt, Issue, done};
use crate::flow::{Flow, Step, acting, by, step};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::said;
use crate::schema::*;
use crate::write::{act, save};

pub const PENDING: &str = "pending";
pub const PROCESSING: &str = "processing";
pub const DELIVERED: &str = "delivered";
const PROGRESS: &[Choice] =
    &[(PENDING, "Pending"), (PROCESSING, "Processing"), (DELIVERED, "Delivered")];
const FIRM: &[Field] = &[text("name", "Name", 100).required(), note("address", "Address", 500)];
const ITEM: &[Field] = &[
    link("sku", "SKU", &SKU),
    text("name", "Name", 200).required(),
    int("unit", "Units", 0, 1_000_000_000).required(),
    paise("price_paise", "Price of a unit").required(),
];

/// An invoice that somebody drafts for themselves: it posts nothing and has no number of the house.
pub static PROFORMA: DocType = DocType {
    key: "proforma",
    label: "Proforma invoice",
    plural: "Proforma invoices",
    title: "order_no",
    fields: &[
        text("order_no", "Order number", 60).required().listed().searched(),
        choice("progress", "Progress", PROGRESS).default("\"pending\"").listed(),
        instant("dated_at", "Date").required().listed(),
        text("currency", "Currency", 10),
        percent("vat_bp", "VAT"),
        group("buyer", "Buyer", FIRM),
        group("seller", "Seller", FIRM),
        rows("items", "Items", ITEM, 200),
        text("buyer_name", "Buyer", 100).computed().listed().searched(),
        paise("net_paise", "Amount").computed(),
        paise("vat_paise", "VAT amount").computed(),
        paise("total_paise", "Total").computed().listed(),
        link("order", "Order", &ORDER).computed(),
    ],
    sorts: &["-dated_at", "order_no"],
    filters: &["progress"],
    flow: &PROFORMA_FLOW,
    on_save: deciding(summed),
    ..PERSONAL
};

// DECISIONS 225
static PROFORMA_FLOW: Flow = Flow {
    statuses: ACTIVE,
    rests: ACTIVE,
    editable: ACTIVE,
    deletable: ACTIVE,
    steps: &acting([
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[
                link("customer", "Customer", &CUSTOMER).required(),
                link("yard", "Yard", &YARD).required(),
            ],
            run: ordered,
            ..step("PF1", "order", "Make an order of it")
        },
        Step {
            from: ACTIVE,
            by: &[by(Role::Sys)],
            inputs: &[choice("progress", "Progress", PROGRESS).required()],
            run: |_, doc, inputs| {
                doc.set("progress", inputs.get("progress").cloned().unwrap_or_default());
                Ok("")
            },
            ..step("PF2", "follow", "Follow the order")
        },
    ]),
};

/// The sums of the items, and the VAT on them to the nearest paisa.
fn summed(_: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let rows = doc.get("items").and_then(Value::as_array).into_iter().flatten();
    let of = |row: &Value, key: &str| row.get(key).and_then(Value::as_i64).unwrap_or_default();
    let net: i128 =
        rows.map(|row| i128::from(of(row, "unit")) * i128::from(of(row, "price_paise"))).sum();
    let vat = (net * i128::from(doc.int("vat_bp").unwrap_or_default()) + 5_000) / 10_000;
    for (key, paise) in [("net_paise", net), ("vat_paise", vat), ("total_paise", net + vat)] {
        let paise = i64::try_from(paise);
        let paise = paise.map_err(|_| super::refuse("items", "The items come to too much"))?;
        doc.set(key, paise);
    }
    let buyer = doc.get("buyer").and_then(|buyer| buyer.get("name")).cloned();
    doc.set("buyer_name", buyer.unwrap_or_default());
    // How far the order is, its own steps tell.
    if let Some(before) = before.filter(|before| before.text("order").is_some()) {
        doc.set("progress", before.get("progress").cloned().unwrap_or_default());
    }
    Ok(())
}

fn of_order(order: &str) -> String {
    keys::key(&["proforma_of", order])
}

/// Makes the draft of an order of what was offered, at the prices that were offered.
fn ordered(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    if let Some(order) = doc.text("order")
        && case.find(ORDER.key, order)?.is_some()
    {
        return Err(super::refuse("", "An order was made of this already"));
    }
    let items: Vec<Value> = doc.get("items").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut issues: Vec<Issue> = Vec::new();
    let mut lines = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let sku = item.get("sku").and_then(Value::as_str);
        if sku.is_none() {
            issues.push(wrong(
                &format!("items.{at}.sku"),
                said!("Select the SKU of item {line}", line = at + 1),
            ));
        }
        lines.push(json!({
            "sku": sku, "pcs": item.get("unit"), "rate_uom": "PCS", "rate_paise": item.get("price_paise"),
        }));
    }
    if items.is_empty() {
        issues.push(wrong("items", "There are no items"));
    }
    done(issues)?;
    let [customer, yard] = ["customer", "yard"].map(|key| inputs.get(key).cloned());
    let record = json!({ "customer": customer, "yard": yard, "lines": lines });
    let record = record.as_object().cloned().unwrap_or_default();
    let order = save::further(case, &ORDER, &record)?;
    case.put(of_order(&order.id), &doc.id)?;
    doc.set("order", order.id.as_str());
    doc.set("progress", progress(&order.status));
    Ok("")
}

/// How far an order in this status is.
fn progress(status: &str) -> &'static str {
    match status {
        orders::COMPLETED => DELIVERED,
        orders::WAITING | orders::YARD_CONCERN | orders::LOADED | orders::ACCOUNT_CONCERN => {
            PROCESSING
        }
        _ => PENDING,
    }
}

/// After a document was written: the proforma invoice that became this order is as far as the order.
pub fn followed(
    case: &mut Case,
    def: &DocType,
    before: Option<&Doc>,
    after: &Doc,
) -> Result<(), Halt> {
    let is_news = before.is_some_and(|before| before.status != after.status);
    if def.key != ORDER.key || !is_news {
        return Ok(());
    }
    // A preview does not know it; who carries the step out does.
    let id = match case.value::<String>(&of_order(&after.id)) {
        Err(Halt::Need(_)) => return Ok(()),
        id => id?,
    };
    let Some(id) = id else { return Ok(()) };
    let Some(doc) = case.find(PROFORMA.key, &id)? else { return Ok(()) };
    let now = progress(&after.status);
    if doc.text("order") != Some(&after.id) || doc.text("progress") == Some(now) {
        return Ok(());
    }
    let inputs = Record::from_iter([("progress".to_owned(), now.into())]);
    act::by_system(case, &PROFORMA, &doc, "follow", &inputs).map(|_| ())
}
