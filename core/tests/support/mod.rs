//! A site with people, goods, a vehicle and a customer, and an order at every station of its road.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "each test binary uses its own part")]

mod limits;
#[path = "../site/mod.rs"]
pub mod site;
pub mod telling;
mod yards;

use std::sync::Arc;

use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::declare::grant::Role;
use godown_core::docs;
use godown_core::docs::orders::{self, Order};
use godown_core::error::{Halt, Issue};
use godown_core::kept::doc::{Doc, Record};
use godown_core::ledger::Source;
use godown_core::ledger::stock::{self, Qty, Side, StockPlace};
use godown_core::value::Instant;
use godown_core::write::command::{Command, CommandKind};
use godown_core::write::save;
use serde_json::{Value, json};
use site::{Site, record, seeded};

pub const HOUR: i64 = 3_600_000;
pub const DAY: i64 = 24 * HOUR;

#[derive(Clone)]
pub struct World {
    pub site: Site,
    pub branch: String,
    pub yard: String,
    pub customer: String,
    pub sku: String,
    pub batch: String,
    pub vehicle: String,
    pub driver: String,
    pub people: Vec<Actor>,
    slips: u32,
}

/// Employee ids of the site; the role is the letters before a digit.
const PEOPLE: &[&str] = &[
    "ADMIN", "SALES", "SALES2", "BM", "BM2", "PCT", "CREDIT", "YARD", "LOGI", "ACC", "PURCH",
    "AUDIT",
];

impl World {
    pub fn new() -> World {
        World::in_state("27", "27AABFT1234K1Z9", "411001")
    }

    /// A customer of another state than the yard's.
    pub fn abroad() -> World {
        World::in_state("29", "29ABCPE1234F1Z7", "560001")
    }

    fn in_state(state: &str, gstin: &str, pin: &str) -> World {
        let mut site = Site::new();
        let branch = site.branch();
        let yard = site.make(
            "yard",
            json!({
                "code": "PUN1", "name": "Pune One", "branch": branch, "address": "MIDC, Pune",
                "state": seeded("state", "27"), "pin": "411019",
            }),
        );
        let people = people(&mut site, &branch, &yard);
        let (_, sku) = site.goods();
        site.make(
            "price",
            json!({
                "sku": sku, "rate_uom": "MT", "rate_paise": 5_875_000, "floor_paise": 5_700_000,
                "from": "2026-04-01",
            }),
        );
        let vehicle = site.make(
            "vehicle",
            json!({
                "reg_no": "MH12AB1234", "truck_type": seeded("truck_type", "Truck 10 wheels"),
                "owned_by": "own", "capacity_g": 16_000_000, "insurance_to": "2027-11-30",
            }),
        );
        let driver = site.make(
            "driver",
            json!({
                "name": "Ramesh", "mobile": "9822000001", "licence_no": "MH1220110012345",
                "licence_to": "2030-01-01",
            }),
        );
        let mut world = World {
            site,
            branch,
            yard,
            customer: String::new(),
            sku,
            batch: String::new(),
            vehicle,
            driver,
            people,
            slips: 0,
        };
        world.batch = world.stock(100, 2_834_700);
        world.customer = world.customer_of(state, gstin, pin, "9822012345", 100_000_000);
        world
    }

    pub fn customer_of(
        &mut self,
        state: &str,
        gstin: &str,
        pin: &str,
        mobile: &str,
        limit_paise: i64,
    ) -> String {
        let (sales, bm, credit) = (self.who("SALES"), self.who("BM"), self.who("CREDIT"));
        let billing =
            json!({ "line1": "12 Station Road", "state": seeded("state", state), "pin": pin });
        let made = self.site.create(&sales, "customer", json!({
            "name": format!("Sharma Tubes {mobile}"), "kind": "Dealer", "gst_category": "Regular",
            "gstin": gstin, "pan": gstin[2..12], "contact_person": "A. Sharma", "mobile": mobile, "billing": billing,
            "payment_term": seeded("payment_term", "CR30"),
        }));
        let id = made.unwrap()["id"].as_str().unwrap().to_owned();
        self.site.act(&sales, "customer", &id, "submit", json!({})).unwrap();
        self.site.act(&bm, "customer", &id, "approve", json!({})).unwrap();
        let limit =
            json!({ "limit_paise": limit_paise, "reason": "OPENING", "remarks": "Opening limit" });
        self.site.act(&credit, "customer", &id, "set_credit", limit).unwrap();
        id
    }

    /// A new batch of the SKU, free in the yard.
    pub fn stock(&mut self, pcs: i64, g: i64) -> String {
        self.stock_since("2026-11-01", pcs, g)
    }

    /// A new batch of the SKU that came in on a day.
    pub fn stock_since(&mut self, day: &str, pcs: i64, g: i64) -> String {
        let (sku, yard) = (self.sku.clone(), self.yard.clone());
        let id = format!("batch-{}", self.slips);
        self.slips += 1;
        let no = format!("B{}", self.slips);
        self.system(|case| {
            let mut doc = save::blank(case, &docs::batches::BATCH, id.clone());
            doc.status = "Open".to_owned();
            doc.record = record(json!({
                "batch_no": no, "sku": sku, "origin": yard, "inward_date": day,
                "in_pcs": pcs, "in_g": g, "cost_paise": 14_000_000, "cost_paise_per_kg": 5_000,
            }));
            let none = Record::new();
            save::finish(case, &docs::batches::BATCH, None, doc, "create", &none, None)?;
            let place = Side::Stock(StockPlace::free(&yard, &sku, &id));
            let source = Source::new("batch", &id, 0, case.today());
            stock::post(case, Side::Opening, place, Qty { pcs, g }, &source)
        });
        id
    }

    /// Writes what no command of a person does.
    pub fn system<T>(&mut self, work: impl FnOnce(&mut Case) -> Result<T, Halt>) -> T {
        let actor = Actor::system();
        let mut case = Case::new(docs::look(&self.site.memory, &actor, self.site.now), "");
        let made = work(&mut case).unwrap();
        let (writes, _) = case.into_writes();
        self.site.memory.apply(&writes);
        made
    }

    pub fn who(&self, emp_id: &str) -> Actor {
        if emp_id == "SYS" {
            return Actor::system();
        }
        self.people.iter().find(|actor| actor.name == emp_id).unwrap().clone()
    }

    pub fn setting(&mut self, value: Value) {
        let admin = self.who("ADMIN");
        self.site.edit(&admin, "setting", "setting", value).unwrap();
    }

    pub fn later(&mut self, ms: i64) {
        self.site.now = Instant(self.site.now.0 + ms);
    }

    /// The record of G4's order.
    pub fn order_record(&self) -> Value {
        json!({
            "customer": self.customer, "yard": self.yard,
            "payment_term": seeded("payment_term", "CR30"), "price_basis": "ex_yard",
            "delivery_by": "2026-12-31",
            "lines": [{ "sku": self.sku, "pcs": 36, "weight_g": 1_020_500 }],
        })
    }

    /// A draft of the salesman.
    pub fn draft(&mut self) -> String {
        let record = self.order_record();
        self.draft_of(record)
    }

    pub fn draft_of(&mut self, record: Value) -> String {
        let sales = self.who("SALES");
        let made = self.site.create(&sales, "order", record).unwrap();
        made["id"].as_str().unwrap().to_owned()
    }

    pub fn act(
        &mut self,
        who: &str,
        order: &str,
        action: &str,
        inputs: Value,
    ) -> Result<Value, Vec<Issue>> {
        let actor = self.who(who);
        self.site.act(&actor, "order", order, action, inputs)
    }

    pub fn send_file(&mut self, who: &str, file: &str) {
        let actor = self.who(who);
        self.site.deed(&actor, CommandKind::SendFile { file: file.to_owned(), bytes: 1 }).unwrap();
    }

    /// Takes a step that must be fine; the status it leads to.
    pub fn step(&mut self, who: &str, order: &str, action: &str, inputs: Value) -> String {
        let done = self.act(who, order, action, inputs);
        let done = done.unwrap_or_else(|issues| panic!("{who} {action}: {issues:?}"));
        done["status"].as_str().unwrap().to_owned()
    }

    pub fn doc(&self, order: &str) -> Doc {
        self.site.read(|case| case.copy(&orders::ORDER, order))
    }

    pub fn order(&self, order: &str) -> Order {
        Order::of(&self.doc(order)).unwrap()
    }

    /// A loading's record with a weighbridge slip of its own.
    pub fn loading(&mut self, pcs: i64, weight_g: i64) -> Value {
        self.slips += 1;
        json!({
            "vehicle": self.vehicle, "driver": self.driver, "mobile": "9822000001",
            "slip_no": format!("W{}", self.slips), "tare_g": 8_000_000,
            "gross_g": 8_000_000 + weight_g,
            "lines": [{ "order_line": 0, "batch": self.batch, "pcs": pcs, "weight_g": weight_g }],
        })
    }

    pub fn load(&mut self, order: &str, pcs: i64, weight_g: i64) -> String {
        let loading = self.loading(pcs, weight_g);
        self.step("YARD", order, "load", json!({ "loading_record": loading }))
    }

    /// The posted loadings of an order.
    pub fn loadings(&self, order: &str) -> Vec<Arc<Doc>> {
        self.site.read(|case| docs::loadings::posted(case, order))
    }

    /// Invoices every loading that has none and posts the invoice; its id.
    pub fn invoice(&mut self, order: &str) -> String {
        let open = self.loadings(order).into_iter();
        let open: Vec<String> = open
            .filter(|loading| !docs::loadings::is_invoiced(loading))
            .map(|loading| loading.id.clone())
            .collect();
        let acc = self.who("ACC");
        let made = self.site.create(&acc, "invoice", json!({ "loadings": open })).unwrap();
        let id = made["id"].as_str().unwrap().to_owned();
        self.site.act(&acc, "invoice", &id, "post", json!({})).unwrap();
        id
    }

    /// An order that every step up to a status has led to.
    pub fn at(&mut self, status: &str) -> String {
        use orders::*;
        let order = self.draft();
        let id = order.as_str();
        let walk: &[(&str, &str, Value)] = &[
            ("SALES", "submit", json!({ "confirm": true })),
            ("BM", "approve", json!({})),
            ("PCT", "forward", json!({ "recommendation": "approve" })),
            ("CREDIT", "credit_approve", json!({})),
        ];
        let steps = match status {
            DRAFT => 0,
            BM_PENDING | HOLD | BM_REJECTED => 1,
            PRELIMINARY => 2,
            CREDIT_PENDING | CREDIT_REJECTED => 3,
            _ => 4,
        };
        for (who, action, inputs) in &walk[..steps] {
            self.step(who, id, action, inputs.clone());
        }
        let reasoned = |code: &str| json!({ "reason": code, "remarks": "As agreed by phone" });
        match status {
            HOLD => {
                let mut inputs = reasoned("RATE_CHECK");
                inputs["hold_until"] = json!("2026-11-30");
                self.step("BM", id, "hold", inputs);
            }
            BM_REJECTED => drop(self.step("BM", id, "reject", reasoned("RATE_LOW"))),
            CREDIT_REJECTED => drop(self.step("CREDIT", id, "credit_reject", reasoned("LIMIT"))),
            YARD_CONCERN => drop(self.step("YARD", id, "raise_concern", reasoned("SHORT"))),
            LOADED | ACCOUNT_CONCERN | COMPLETED => {
                self.load(id, 36, 1_020_500);
            }
            _ => {}
        }
        if status == ACCOUNT_CONCERN {
            let mut inputs = reasoned("RATE");
            inputs["loading"] = json!(self.loadings(id)[0].id);
            self.step("ACC", id, "account_concern", inputs);
        }
        if status == COMPLETED {
            self.invoice(id);
        }
        assert_eq!(self.doc(id).status, status);
        order
    }

    /// One command as it is, without repeating or applying anything.
    pub fn decide(
        &self,
        who: &Actor,
        order: &Doc,
        action: &str,
        inputs: Value,
    ) -> Result<godown_core::decide::Changes, Halt> {
        let deed = CommandKind::Act {
            doc_type: "order".into(),
            id: order.id.clone(),
            version: order.version,
            action: action.into(),
            inputs: record(inputs),
        };
        let command = Command { command_id: "ffffffff-ffff-4fff-8fff-ffffffffffff".into(), deed };
        decide(&self.site.memory, who, self.site.now, &command)
    }
}

fn people(site: &mut Site, branch: &str, yard: &str) -> Vec<Actor> {
    let mut people = Vec::new();
    for (at, emp_id) in PEOPLE.iter().enumerate() {
        let role = emp_id.trim_end_matches(char::is_numeric);
        let mobile = format!("98220{:05}", 90_000 + at);
        let mut value = json!({
            "emp_id": emp_id, "name": emp_id, "mobile": mobile, "roles": [role],
            "branch": branch, "designation": "Executive", "joined_on": "2024-04-01",
        });
        if role == "YARD" {
            value["yards"] = json!([yard]);
        }
        let id = site.make("employee", value);
        people.push(Actor {
            id,
            name: (*emp_id).to_owned(),
            roles: vec![Role::parse(role).unwrap()],
            branch: branch.to_owned(),
            branches: vec![branch.to_owned()],
            yards: if role == "YARD" { vec![yard.to_owned()] } else { Vec::new() },
            ..Actor::system()
        });
    }
    people
}

/// Every column of the matrix.
pub const COLUMNS: &[&str] =
    &["ADMIN", "SALES", "BM", "PCT", "CREDIT", "YARD", "LOGI", "ACC", "PURCH", "AUDIT", "SYS"];

/// A world with one order in a status on which every guard of every step from there holds.
pub fn station(base: &World, status: &str) -> (World, String) {
    use orders::*;
    let mut world = base.clone();
    let world = &mut world;
    let id;
    match status {
        DRAFT => {
            id = world.draft();
            world.later(31 * DAY);
        }
        HOLD => {
            id = world.at(BM_PENDING);
            world.step("BM", &id, "hold", json!({
                "reason": "RATE_CHECK", "remarks": "As agreed by phone", "hold_until": "2026-11-30",
                "keep_stock": true,
            }));
            world.later(10 * DAY);
        }
        BM_PENDING => {
            world.setting(json!({ "reserve_at": "submit" }));
            id = world.at(status);
            world.later(49 * HOUR);
        }
        PRELIMINARY | CREDIT_PENDING => {
            id = world.at(status);
            world.later(49 * HOUR);
        }
        LOADED => {
            let admin = world.who("ADMIN");
            let state = seeded("state", "27");
            let small =
                json!({ "ewb_thresholds": [{ "from": "2018-06-16", "threshold_paise": 1 }] });
            world.site.edit(&admin, "state", &state, small).unwrap();
            id = world.at(status);
            world.invoice(&id);
            let large = json!({ "ewb_thresholds": [{ "from": "2018-06-16", "threshold_paise": 10_000_000 }] });
            world.site.edit(&admin, "state", &state, large).unwrap();
        }
        ACCOUNT_CONCERN => {
            id = world.at(status);
            let dearer = json!({ "lines": [{ "line": 0, "rate_paise": 5_900_000 }] });
            let answer = json!({
                "resolution": "unload", "remarks": "Back with it", "changes": dearer,
            });
            world.step("BM", &id, "answer", answer);
            world.step("CREDIT", &id, "countersign", json!({}));
        }
        _ => id = world.at(status),
    }
    assert_eq!(world.doc(&id).status, status);
    (world.clone(), id)
}

/// Inputs with which every offered step can be taken from its station.
pub fn inputs(world: &mut World, id: &str, action: &str) -> Value {
    let remarks = json!({ "remarks": "As agreed by phone" });
    let reasoned = |code: &str| json!({ "reason": code, "remarks": "As agreed by phone" });
    let loading = world.loadings(id).first().map(|loading| loading.id.clone());
    match action {
        "submit" => json!({ "confirm": true }),
        "approve" | "resume" | "credit_approve" | "complete" | "countersign" => json!({}),
        "hold" => {
            let mut inputs = reasoned("RATE_CHECK");
            inputs["hold_until"] = json!("2026-12-01");
            inputs
        }
        "cancel" | "reject" => json!({ "remarks": "As agreed by phone" }),
        "forward" => json!({ "recommendation": "approve" }),
        "credit_reject" => reasoned("LIMIT"),
        "represent" => json!({ "reference": "Receipt 17" }),
        "load" => json!({ "loading_record": world.loading(36, 1_020_500) }),
        "short_close" => reasoned("CUSTOMER_OK"),
        "raise_concern" => reasoned("QUALITY"),
        "escalate" => json!({
            "remarks": "Customer wants more",
            "changes": { "lines": [{ "line": 0, "pcs": 40, "weight_g": 1_133_900 }] },
        }),
        "account_concern" => json!({
            "reason": "RATE", "loading": loading, "remarks": "Rate is not on the slip",
        }),
        "correct_loading" => json!({
            "loading": loading, "reason": "WEIGHT_SLIP", "gross_g": 9_021_500,
            "lines": [{ "line": 0, "weight_g": 1_021_500 }],
        }),
        "unload" => json!({ "pcs": 36, "weight_g": 1_020_500, "remarks": "All back in bay 4" }),
        "answer" => json!({ "resolution": "no_change", "remarks": "The rate is the agreed one" }),
        "attach" => {
            COLUMNS.iter().for_each(|who| world.send_file(who, "file-1"));
            json!({ "files": ["file-1"] })
        }
        "bring_back" => {
            let loadings = world.loadings(id);
            let of = |key: &str| loadings.first().and_then(|loading| loading.int(key));
            json!({
                "loading": loading, "pcs": of("pcs"), "weight_g": of("weight_g"),
                "remarks": "All back in bay 4",
            })
        }
        "reverse" => json!({ "to": "waiting", "remarks": "Sold to the wrong firm" }),
        "expire_reservation" | "archive" => json!({}),
        _ => remarks,
    }
}
