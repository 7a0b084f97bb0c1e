//! What people do on the path of a document, with inputs that are fine wherever the step is, and the sites on which
//! they do it.

#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

pub mod audits;
mod limits;
pub mod receipts;
pub mod returns;
mod reversals;
mod scrap;
mod trips;
mod works;

pub use scrap::{order as scrap_order, scrap_sku};

use std::sync::Arc;

use godown_core::declare::actor::Actor;
use godown_core::docs::{self, orders};
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::read::Read;
use godown_core::schema::DocType;
use godown_core::value::Instant;
use godown_core::write::command::CommandKind;
use serde_json::{Value, json};

use crate::site::seeded;
use crate::support::World;

/// The steps that bring an order on.
pub const FORWARD: &[&str] = &[
    "submit",
    "approve",
    "resume",
    "forward",
    "credit_approve",
    "load",
    "resolve",
    "answer",
    "countersign",
    "account_resolve",
];

/// A site with people, masters and stock in which documents begin.
#[derive(Clone)]
pub struct Ground {
    pub world: World,
    pub supplier: String,
    /// A batch of which every piece is gone, with a little weight left in the books.
    pub rest: String,
    /// Another yard of the branch, and a batch that lies in it.
    pub other_yard: String,
    pub other_batch: String,
    /// What goods of the dump are sold as.
    pub scrap: String,
    /// An invoice whose goods may be returned, and their batch; empty where nothing was sold.
    pub sold: (String, String),
}

/// A site in which the preliminary credit team decides, and one in which the system forwards.
pub fn sites() -> [Ground; 2] {
    let mut world = World::new();
    let (purch, acc) = (world.who("PURCH"), world.who("ACC"));
    let record = party("Mill", "27AAPFU0939F1ZV", "9822066666");
    let made = world.site.create(&purch, "supplier", record).unwrap();
    let supplier = made["id"].as_str().unwrap().to_owned();
    world.site.act(&purch, "supplier", &supplier, "submit", json!({})).unwrap();
    world.site.act(&acc, "supplier", &supplier, "approve", json!({})).unwrap();
    let (admin, customer) = (world.who("ADMIN"), world.customer.clone());
    world.site.edit(&admin, "customer", &customer, json!({ "sales_owner": null })).unwrap();
    let rest = world.rest(50, 1_417_350, 2_000);
    let (other_yard, other_batch) = world.other_yard();
    let scrap = scrap_sku(&mut world.site);
    let mut without = world.clone();
    without.setting(json!({ "preliminary_stage": false }));
    [world, without].map(|world| Ground {
        world,
        supplier: supplier.clone(),
        rest: rest.clone(),
        other_yard: other_yard.clone(),
        other_batch: other_batch.clone(),
        scrap: scrap.clone(),
        sold: Default::default(),
    })
}

/// A deed by its name.
pub struct Deed {
    pub name: &'static str,
    pub kind: CommandKind,
}

fn object(value: Value) -> Record {
    value.as_object().cloned().unwrap()
}

/// A party's record that may be submitted.
pub fn party(kind: &str, gstin: &str, mobile: &str) -> Value {
    json!({
        "name": format!("Asha Tubes {mobile}"), "kind": kind, "gst_category": "Regular", "gstin": gstin,
        "pan": gstin[2..12], "contact_person": "Asha", "mobile": mobile,
        "payment_term": seeded("payment_term", "CR30"),
        "billing": { "line1": "12 Station Road", "state": seeded("state", "27"), "pin": "411001" },
        "bank": { "bank": "HDFC", "ifsc": "HDFC0123456", "account": "123456789012",
                  "account_again": "123456789012" },
    })
}

/// The record that a document of the type begins with.
pub fn beginning(ground: &Ground, def: &DocType) -> Record {
    let world = &ground.world;
    let today = world.site.today().to_string();
    let gstin = "27AAACR5055K1Z7";
    object(match def.key {
        "order" => world.order_record(),
        "customer" => party("Dealer", gstin, "9822077777"),
        "supplier" => party("Mill", gstin, "9822077777"),
        "vendor" => party("Transporter", gstin, "9822077777"),
        "purchase_order" => json!({
            "date": today, "yard": world.yard, "supplier": ground.supplier,
            "expected_on": world.site.today().plus(7).to_string(),
            "lines": [{ "sku": world.sku, "pcs": 20, "weight_g": 600_000, "rate_paise": 5_000_000 }],
        }),
        "inward" => json!({
            "date": today, "yard": world.yard, "supplier": ground.supplier, "vehicle_no": "MH12AB1234",
            "supplier_invoice_no": "S/17", "supplier_invoice_date": today, "tare_g": 8_000_000,
            "gross_g": 8_302_040, "supplier_invoice_paise": 2_000_000,
            "lines": [{
                "sku": world.sku, "pcs": 10, "weight_g": 302_040, "supplier_weight_g": 302_040,
                "rate_paise": 5_000_000,
            }],
        }),
        "batch_closing" => json!({
            "date": today, "batch": ground.rest, "reason": "WEIGHING_LOSS", "photos": ["file-1"],
        }),
        "dump_stock" => json!({
            "date": today, "yard": world.yard, "batch": world.batch, "pcs": 2, "reason": "RUST",
            "photos": ["file-1"],
        }),
        "transfer" => json!({
            "from_yard": ground.other_yard, "to_yard": world.yard,
            "need_by": world.site.today().plus(10).to_string(),
            "lines": [{ "sku": world.sku, "pcs": 10 }],
        }),
        "additional_inward" => json!({
            "kind": "opening_stock", "date": today, "yard": world.yard, "reason": "OPENING",
            "lines": [{
                "sku": world.sku, "pcs": 10, "weight_g": 302_040, "rate_paise": 5_000_000,
            }],
        }),
        "work_order" => json!({
            "entry": "office", "work": "cut_to_length", "yard": world.yard,
            "inputs": [{ "batch": world.batch, "pcs": 10 }],
            "outputs": [{ "sku": world.sku, "pcs": 9, "weight_g": 260_000 }],
            "scrap_g": 20_000, "loss_g": 3_000, "process_paise_per_kg": 150,
        }),
        "sales_return" => returns::beginning(ground),
        "credit_limit_request" => limits::beginning(ground),
        "stock_audit" => audits::plan(ground),
        _ => receipts::beginning(ground),
    })
}

/// Every deed that a document's status offers, each with what it changes and without.
pub fn deeds_at(
    ground: &Ground,
    def: &'static DocType,
    doc: &Doc,
    posted: &[Arc<Doc>],
    turn: u32,
) -> Vec<Deed> {
    let mut deeds: Vec<Deed> = Vec::new();
    if def.flow.editable.contains(&doc.status.as_str()) {
        deeds.push(edits(def, doc));
    }
    let here = def.flow.steps.iter().filter(|step| step.from.contains(&doc.status.as_str()));
    let mut actions: Vec<&'static str> = here.map(|step| step.action).collect();
    actions.dedup();
    // A customer's credit is set beside its path.
    actions.retain(|action| *action != "set_credit");
    for action in actions {
        for inputs in inputs(ground, doc, action, posted, turn) {
            let kind = CommandKind::Act {
                doc_type: def.key.into(),
                id: doc.id.clone(),
                version: doc.version,
                action: action.into(),
                inputs: object(inputs),
            };
            deeds.push(Deed { name: action, kind });
        }
    }
    if doc.status == orders::LOADED {
        deeds.extend(invoice(posted));
    }
    deeds
}

/// The record saved again with another value of what an approval is about.
fn edits(def: &DocType, doc: &Doc) -> Deed {
    let mut record = doc.record.clone();
    record.retain(|key, _| def.fields.iter().any(|field| field.key == key && !field.computed));
    match def.key {
        "order" => other(&mut record["lines"][0]["rate_paise"], 5_900_000),
        "purchase_order" | "inward" | "additional_inward" => {
            other(&mut record["lines"][0]["rate_paise"], 5_100_000)
        }
        "receipt" => other(&mut record["amount_paise"], 200_000),
        "dump_stock" => {
            let pcs = if record.get("pcs") == Some(&json!(3)) { 4 } else { 3 };
            record.insert("pcs".to_owned(), json!(pcs));
            record.remove("weight_g");
        }
        "batch_closing" => {
            let other = record.get("reason") == Some(&json!("THEORETICAL"));
            let reason = if other { "WEIGHING_LOSS" } else { "THEORETICAL" };
            record.insert("reason".to_owned(), json!(reason));
        }
        "transfer" => other(&mut record["lines"][0]["pcs"], 12),
        "sales_return" => {
            let pcs = if record["lines"][0]["pcs"] == json!(9) { 8 } else { 9 };
            record["lines"][0]["pcs"] = json!(pcs);
        }
        "work_order" => other(&mut record["scrap_g"], 20_500),
        "stock_audit" => {
            let blind = record.get("blind") == Some(&json!(true));
            record.insert("blind".to_owned(), json!(!blind));
        }
        "customer" => {
            record.insert("payment_term".to_owned(), json!(seeded("payment_term", "ADV")));
        }
        _ => {
            let account = json!({ "bank": "HDFC", "ifsc": "HDFC0123456", "account": "123456789012",
                        "account_again": "123456789012" });
            record.insert("bank".to_owned(), account);
        }
    }
    let (doc_type, id, version) = (def.key.into(), doc.id.clone(), doc.version);
    Deed { name: "update", kind: CommandKind::Update { doc_type, id, version, record } }
}

/// One of two values: the other one than before.
fn other(value: &mut Value, to: i64) {
    *value = json!(if value.as_i64() == Some(to) { to + 10_000 } else { to });
}

/// The loadings of an order that were not taken back.
pub fn posted(read: &impl Read, now: Instant, order: &Doc) -> Vec<Arc<Doc>> {
    docs::loadings::posted(&docs::look(read, &Actor::system(), now), &order.id).unwrap()
}

/// The invoice of all that is loaded.
fn invoice(posted: &[Arc<Doc>]) -> Option<Deed> {
    let open = posted.iter().filter(|loading| !docs::loadings::is_invoiced(loading));
    let open: Vec<&str> = open.map(|loading| loading.id.as_str()).collect();
    let record = object(json!({ "loadings": open }));
    let kind = CommandKind::Create { doc_type: "invoice".into(), record };
    (!open.is_empty()).then_some(Deed { name: "invoice", kind })
}

pub fn inputs(
    ground: &Ground,
    doc: &Doc,
    action: &str,
    posted: &[Arc<Doc>],
    turn: u32,
) -> Vec<Value> {
    let world = &ground.world;
    let remarks = json!({ "remarks": "As agreed by phone" });
    let reasoned = |code: &str| json!({ "reason": code, "remarks": "As agreed by phone" });
    let line = || doc.record["lines"][0].clone();
    let dearer = || {
        let mut row = json!({ "line": 0, "rate_paise": line()["rate_paise"] });
        other(&mut row["rate_paise"], 5_900_000);
        json!({ "remarks": "Rate as agreed", "changes": { "lines": [row] } })
    };
    match (doc.kind.as_str(), action) {
        (_, "comment" | "attach" | "correct_loading" | "profile" | "invite") => vec![],
        ("invoice" | "credit_note" | "debit_note", "post") => vec![json!({})],
        ("customer", "set_credit") => {
            let paise = 5_000_000 + i64::from(turn) * 100;
            let limit = json!({ "limit_paise": 10 * paise, "reason": "OPENING",
                "remarks": "As agreed by phone" });
            let opening = json!({ "opening_receivable_paise": paise, "reason": "OPENING",
                "remarks": "As agreed by phone" });
            vec![limit, opening]
        }
        ("order", "submit") => vec![json!({ "confirm": true })],
        ("order", "approve") => vec![json!({}), dearer()],
        ("order", "resume" | "credit_approve" | "complete" | "countersign") => vec![json!({})],
        ("order", "hold") => {
            let mut hold = reasoned("RATE_CHECK");
            hold["hold_until"] = json!("2026-12-01");
            vec![hold]
        }
        ("order", "reject" | "cancel") => {
            let codes = ["RATE_LOW", "LIMIT", "CANCELLED_BY_CUSTOMER"];
            codes.iter().map(|code| reasoned(code)).collect()
        }
        ("order", "forward") => vec![json!({ "recommendation": "approve" })],
        ("order", "credit_reject") => vec![reasoned("LIMIT")],
        ("order", "represent") => vec![json!({ "reference": "Receipt 17" })],
        ("order", "load") if line()["pcs"].is_null() => {
            vec![scrap::loading(ground, &line(), turn)]
        }
        ("order", "load") => {
            let pcs = line()["pcs"].as_i64().unwrap();
            let weight = pcs * 28_347;
            vec![json!({ "loading_record": {
                "vehicle": world.vehicle, "driver": world.driver, "mobile": "9822000001",
                "slip_no": format!("P{turn}"), "tare_g": 8_000_000, "gross_g": 8_000_000 + weight,
                "lines": [{ "order_line": 0, "batch": world.batch, "pcs": pcs, "weight_g": weight }],
            } })]
        }
        ("order", "short_close") => vec![reasoned("CUSTOMER_OK")],
        ("order", "raise_concern") => vec![reasoned("QUALITY")],
        ("order", "escalate") => vec![dearer()],
        ("order", "resolve") => vec![remarks],
        ("order", "account_concern") => {
            let mut concern = reasoned("RATE");
            concern["loading"] = json!(posted.first().map(|one| &one.id));
            vec![concern]
        }
        ("order", "answer") => {
            let mut changed = dearer();
            changed["resolution"] = json!("changed");
            vec![
                json!({ "resolution": "no_change", "remarks": "The rate is the agreed one" }),
                changed,
                json!({ "resolution": "unload", "remarks": "Back with it" }),
            ]
        }
        ("order", "unload") => vec![scrap::unload(posted, &line())],
        ("customer", "block") => vec![reasoned("OVERDUE")],
        ("receipt", _) => receipts::inputs(action),
        ("credit_limit_request", _) => limits::inputs(doc, action),
        ("reversal", "acknowledge" | "execute") => reversals::inputs(ground, doc, action),
        ("work_order", _) => works::inputs(doc, action),
        ("sales_return", _) => returns::inputs(doc, action, turn),
        ("stock_audit", _) => audits::inputs(doc, action),
        ("trip", _) => trips::inputs(ground, action),
        ("transfer", "request" | "hand_over") => vec![json!({})],
        ("transfer", "accept" | "assign" | "gate_out" | "receive" | "settle") => {
            of_transfer(ground, doc, action, turn)
        }
        _ => vec![remarks],
    }
}

/// What people enter on the road of a transfer: as it should be, then with something missing, then with
/// something extra.
fn of_transfer(ground: &Ground, doc: &Doc, action: &str, turn: u32) -> Vec<Value> {
    let world = &ground.world;
    let rows = |key: &str| doc.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let lots: Vec<(usize, Value)> = rows("lots").into_iter().enumerate().collect();
    let int = |row: &Value, key: &str| row[key].as_i64().unwrap_or(0);
    match action {
        "accept" => {
            let batches = |less: i64| {
                let lines = rows("lines").into_iter().enumerate();
                let pick = lines.map(|(at, line)| {
                    let pcs = int(&line, "pcs") - less;
                    json!({ "line": at, "batch": ground.other_batch, "pcs": pcs })
                });
                pick.collect::<Vec<_>>()
            };
            vec![
                json!({ "batches": batches(0) }),
                json!({ "batches": batches(1), "reason": "NO_STOCK" }),
            ]
        }
        "assign" => vec![json!({
            "vehicle": world.vehicle, "driver": world.driver, "freight_paise": 50_000, "lr_no": "LR 7",
        })],
        "gate_out" => {
            let weight: i64 = lots.iter().map(|(_, lot)| int(lot, "weight_g")).sum();
            vec![json!({
                "tare_g": 8_000_000, "gross_g": 8_000_000 + weight, "slip_no": format!("T{turn}"),
            })]
        }
        "receive" => {
            let counted = |by: i64| {
                let one = lots
                    .iter()
                    .map(|(at, lot)| json!({ "lot": at, "pcs": (int(lot, "pcs") + by).max(0) }));
                json!({ "batches": one.collect::<Vec<_>>(), "remarks": "Counted twice at the gate" })
            };
            [0, -1, 1].map(counted).to_vec()
        }
        _ => {
            let missing =
                lots.iter().filter(|(_, lot)| int(lot, "short_pcs") + int(lot, "short_g") > 0);
            let decided = missing.map(|(at, lot)| {
                json!({
                    "lot": at, "decision": "write_off", "pcs": int(lot, "short_pcs"),
                    "weight_g": int(lot, "short_g"),
                })
            });
            vec![
                json!({ "paper_no": format!("DC/{turn}"), "decisions": decided.collect::<Vec<_>>() }),
            ]
        }
    }
}
