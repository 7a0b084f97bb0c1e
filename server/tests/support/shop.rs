//! A data directory with people who are signed in, goods and customers: ready for orders by the
//! thousand over HTTP.

#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use godown_core::declare::actor::Actor;
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Writes};
use godown_core::value::{Day, IST_MINUTES, Instant};
use godown_core::write::command::{CommandKind, Did};
use godown_server::auth::password;
use godown_server::site::planting;
use godown_server::store::{Entry, Options, SledStore, Store};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::kit;
use crate::site::{Answer, Client, Site};
use crate::world::World;
use crate::world::site::{NOW, seeded};

pub const PASSWORD: &str = "nine quiet lorries";
/// Far enough for every year in which this is run.
const LATE: &str = "2099-12-31";
const PIECE_G: i64 = 28_347;

/// The day, as the server that is started next sees it: its clock never falls behind its entries.
pub fn today() -> Day {
    #[expect(clippy::disallowed_methods, reason = "the shipped binary goes by this clock too")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let now = Instant(i64::try_from(now).unwrap().max(NOW.0));
    now.day_in(IST_MINUTES)
}

/// A day soon.
pub fn soon() -> Day {
    today().plus(20)
}

/// Where orders are written, by whom and over what.
pub struct Shop {
    data: TempDir,
    pub yard: String,
    /// Another yard of the branch, in which `YARD2` works.
    pub other_yard: String,
    pub vehicle: String,
    pub driver: String,
    /// The branch manager, to whom salespeople write.
    pub colleague: String,
    pub customers: Vec<String>,
    /// SKUs, each with one batch.
    pub goods: Vec<(String, String)>,
    /// By employee id.
    tokens: BTreeMap<String, String>,
}

/// What a shop is furnished with.
pub struct Plan<'a> {
    /// Roles, and how many people of each beside the usual one.
    pub crowd: &'a [(&'a str, usize)],
    pub customers: usize,
    pub limit_paise: i64,
    pub skus: usize,
    pub pcs: i64,
}

impl Shop {
    pub fn furnish(plan: &Plan) -> Shop {
        let mut world = World::new();
        let mut people: Vec<String> =
            ["SALES", "BM", "PCT", "CREDIT", "YARD", "ACC", "YARD2"].map(str::to_owned).into();
        for (role, count) in plan.crowd {
            people.extend((0..*count).map(|at| employ(&mut world, role, at)));
        }
        // Nobody's second signature is needed for what these customers may owe.
        world.setting(json!({ "limit_credit_paise": plan.limit_paise }));
        let customers = (0..plan.customers).map(|at| customer(&mut world, at, plan.limit_paise));
        let customers = customers.collect();
        let goods = (0..plan.skus).map(|at| goods(&mut world, at, plan.pcs)).collect();
        let (vehicle, driver) = lorry(&mut world);
        let (other_yard, _) = world.other_yard();
        admit(&mut world, &people);
        // All that a shop sells by is there; India's places would be most of its directory.
        let planted = CommandKind::Planted { digest: planting(false).digest() };
        world.site.deed(&Actor::system(), planted).unwrap();
        let data = tempfile::tempdir().unwrap();
        keep(data.path(), &world);
        let yard = world.yard.clone();
        let mut shop = Shop {
            data,
            yard,
            other_yard,
            vehicle,
            driver,
            colleague: world.who("BM").id,
            customers,
            goods,
            tokens: BTreeMap::new(),
        };
        shop.sign_in(&people);
        shop
    }

    fn sign_in(&mut self, people: &[String]) {
        let site = Site::start(self.data.path(), &[]);
        let mut client = site.client();
        for who in people {
            let answer = client.sign_in(who, &PASSWORD.replace(' ', "+")).unwrap();
            assert!(!client.token.is_empty(), "{who}: {}", answer.1);
            self.tokens.insert(who.clone(), client.token.clone());
        }
        site.stop();
    }

    /// The directory as it is furnished, once more.
    pub fn copy(&self) -> TempDir {
        let data = tempfile::tempdir().unwrap();
        kit::copy(self.data.path(), data.path());
        data
    }

    pub fn token(&self, who: &str) -> &str {
        &self.tokens[who]
    }

    /// One call of one person.
    pub fn call(
        &self,
        client: &mut Client,
        who: &str,
        path: &str,
        body: &Value,
    ) -> std::io::Result<Answer> {
        client.token.clear();
        client.token.push_str(self.token(who));
        match body {
            Value::Null => client.get(path),
            body => client.send("POST", path, body),
        }
    }

    /// An order of so many pieces of each of the SKUs.
    pub fn order(&self, customer: usize, skus: &[usize], pcs: i64) -> Value {
        let line = |sku: &usize| json!({ "sku": self.goods[*sku].0, "pcs": pcs, "weight_g": pcs * PIECE_G });
        json!({
            "customer": self.customers[customer], "yard": self.yard,
            "payment_term": seeded("payment_term", "CR30"), "price_basis": "ex_yard",
            "delivery_by": soon(), "lines": skus.iter().map(line).collect::<Vec<_>>(),
        })
    }

    /// A lorry with so many pieces of each of those SKUs.
    pub fn loading(&self, slip: &str, skus: &[usize], pcs: i64) -> Value {
        let line = |(at, sku): (usize, &usize)| {
            let weight_g = pcs * PIECE_G;
            json!({ "order_line": at, "batch": self.goods[*sku].1, "pcs": pcs, "weight_g": weight_g })
        };
        json!({
            "vehicle": self.vehicle, "driver": self.driver, "mobile": "9822000001",
            "slip_no": slip, "tare_g": 8_000_000,
            "gross_g": 8_000_000 + skus.len() as i64 * pcs * PIECE_G,
            "lines": skus.iter().enumerate().map(line).collect::<Vec<_>>(),
        })
    }
}

fn employ(world: &mut World, role: &str, at: usize) -> String {
    if role == "SUPPLIER" {
        return supplier(world, at);
    }
    let emp_id = format!("{role}{at:02}");
    let mobile = format!("97{:03}{at:05}", role.len() * 100 + usize::from(role.as_bytes()[0]));
    let branch = world.branch.clone();
    world.site.employee(&emp_id, &mobile, &[role], &branch);
    emp_id
}

/// Somebody of another firm, who signs in to the portal.
fn supplier(world: &mut World, at: usize) -> String {
    let (buyer, accounts) = (world.who("PURCH"), world.who("ACC"));
    let name = format!("SUPPLIER{at:02}");
    let billing = json!({ "line1": "Plot 4", "state": seeded("state", "27"), "pin": "411001" });
    let bank = json!({
        "bank": "State Bank of India", "ifsc": "SBIN0001234", "account": "31200345977",
        "account_again": "31200345977",
        "holder": "Mill",
    });
    let record = json!({
        "name": format!("Mill {at}"), "kind": "Mill", "gst_category": "Unregistered",
        "contact_person": "V. Rao", "mobile": format!("92550{at:05}"), "billing": billing,
        "bank": bank, "portal": true, "portal_id": name,
        "portal_email": format!("sales{at}@mill.example"),
        "portal_mobile": format!("92551{at:05}"), "agreement_to": LATE,
    });
    let made = world.site.create(&buyer, "supplier", record).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    world.site.act(&buyer, "supplier", &id, "submit", json!({})).unwrap();
    world.site.act(&accounts, "supplier", &id, "approve", json!({})).unwrap();
    name
}

/// Everybody gets the same password, hashed once.
fn admit(world: &mut World, people: &[String]) {
    let hash = password::hash(PASSWORD, b"salt of the shop").unwrap();
    for who in people {
        let login = &world.site.memory.pairs[&keys::login(who)];
        let account: String = serde_json::from_slice(login).unwrap();
        let hash = hash.clone();
        let deed = CommandKind::SetPassword { account, hash, keep: None, must_change: false };
        world.site.deed(&Actor::system(), deed).unwrap();
    }
}

fn customer(world: &mut World, at: usize, limit_paise: i64) -> String {
    let body = format!("27AABFT{at:04}K1Z");
    let digit = godown_core::identify::check_digit(&body).unwrap();
    let (gstin, mobile) = (format!("{body}{digit}"), format!("98230{at:05}"));
    world.customer_of("27", &gstin, "411001", &mobile, limit_paise)
}

fn goods(world: &mut World, at: usize, pcs: i64) -> (String, String) {
    let first = world.site.get("sku", &world.sku);
    let record = json!({
        "name": format!("MS Pipe {}NB", 100 + at), "theo_g_per_pc": 30_204, "length_mm": 6000,
        "product_group": first["record"]["product_group"],
    });
    world.sku = world.site.make("sku", record);
    let price = json!({
        "sku": world.sku, "rate_uom": "MT", "rate_paise": 5_875_000, "floor_paise": 5_700_000,
        "from": "2026-04-01",
    });
    world.site.make("price", price);
    let batch = world.stock(pcs, pcs * PIECE_G);
    (world.sku.clone(), batch)
}

fn lorry(world: &mut World) -> (String, String) {
    let vehicle = json!({
        "reg_no": "MH12CD4321", "truck_type": seeded("truck_type", "Truck 10 wheels"),
        "owned_by": "own", "capacity_g": 16_000_000, "insurance_to": LATE,
    });
    let driver = json!({
        "name": "Suresh", "mobile": "9822000002", "licence_no": "MH1220110054321",
        "licence_to": LATE,
    });
    (world.site.make("vehicle", vehicle), world.site.make("driver", driver))
}

/// The world's state as the first entries of a journal.
fn keep(data: &Path, world: &World) {
    let pairs: Vec<(&String, &Vec<u8>)> = world.site.memory.pairs.iter().collect();
    let entry = |(number, pairs): (usize, &[(&String, &Vec<u8>)])| Entry {
        time: world.site.now.0,
        company: keys::COMPANY.to_owned(),
        actor: String::new(),
        command_id: format!("shop {number}"),
        did: Did::default(),
        command: RawValue::from_string("{}".to_owned()).unwrap(),
        writes: pairs
            .iter()
            .map(|(key, value)| ((*key).clone(), Some((*value).clone())))
            .collect::<Writes>(),
        docs: Docs::new(),
    };
    let entries: Vec<Entry> = pairs.chunks(500).enumerate().map(entry).collect();
    let store = SledStore::open(data, Options::default()).unwrap();
    store.commit(entries, 0).unwrap();
    store.close().unwrap();
}
