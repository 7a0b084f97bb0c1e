//! A yard with an approved inward, and what people enter beside it.

use godown_core::docs;
use godown_core::docs::orders;
use godown_core::error::{Code, Issue};
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Memory, Range, Read};
use godown_core::ledger::stock::life::{self, Life};
use godown_core::ledger::stock::{self, Qty, StockPosting};
use godown_core::ledger::{books, posting_key};
use serde_json::{Value, json};

use crate::deeds::{Ground, beginning, sites};

pub const KIND: &str = "additional_inward";

/// A site, and an approved inward of 10 pieces of 302.040 kg at 50,000 a tonne.
pub struct Yard {
    pub ground: Ground,
    pub inward: String,
    pub batch: String,
}

impl Yard {
    pub fn new() -> Yard {
        let [ground, _] = sites();
        let mut yard = Yard { ground, inward: String::new(), batch: String::new() };
        let record = beginning(&yard.ground, docs::find("inward").unwrap());
        yard.inward = yard.make("PURCH", "inward", Value::Object(record)).unwrap();
        yard.act("PURCH", "inward", "submit").unwrap();
        yard.act("BM", "inward", "approve").unwrap();
        let doc = yard.doc("inward", &yard.inward);
        yard.batch = doc.get("lines").unwrap()[0]["batch"].as_str().unwrap().to_owned();
        yard
    }

    pub fn make(&mut self, who: &str, kind: &str, value: Value) -> Result<String, Vec<Issue>> {
        let who = self.ground.world.who(who);
        let made = self.ground.world.site.create(&who, kind, value)?;
        Ok(made["id"].as_str().unwrap().to_owned())
    }

    pub fn act(&mut self, who: &str, kind: &str, action: &str) -> Result<Value, Vec<Issue>> {
        let id = self.inward.clone();
        self.step(who, kind, &id, action)
    }

    /// Takes a step; every invariant holds behind it.
    pub fn step(
        &mut self,
        who: &str,
        kind: &str,
        id: &str,
        action: &str,
    ) -> Result<Value, Vec<Issue>> {
        let done = self.take(who, kind, id, action);
        assert_eq!(invariant::check(&self.ground.world.site.memory).unwrap(), []);
        done
    }

    pub fn take(
        &mut self,
        who: &str,
        kind: &str,
        id: &str,
        action: &str,
    ) -> Result<Value, Vec<Issue>> {
        let who = self.ground.world.who(who);
        let remarks = json!({ "remarks": "As agreed by phone" });
        self.ground.world.site.act(&who, kind, id, action, remarks)
    }

    pub fn doc(&self, kind: &str, id: &str) -> Doc {
        let doc = self.ground.world.site.get(kind, id);
        serde_json::from_value(doc).unwrap()
    }

    pub fn record(&self, kind: &str, lines: Value) -> Value {
        let world = &self.ground.world;
        let mut value = json!({
            "kind": kind, "date": world.site.today().to_string(), "yard": world.yard,
            "reason": "WEIGHING", "lines": lines,
        });
        if !["found_stock", "opening_stock"].contains(&kind) {
            value["inward"] = json!(self.inward);
        }
        value
    }

    pub fn goods(&self) -> Value {
        json!([{ "sku": self.ground.world.sku, "pcs": 3, "weight_g": 90_612, "rate_paise": 4_999_999 }])
    }

    /// The lines of each type.
    pub fn lines(&self, kind: &str) -> Value {
        match kind {
            "late_freight" => json!([{ "of_batch": self.batch, "extra_paise": 30_001 }]),
            "weight_correction" => {
                json!([{ "of_batch": self.batch, "sign": "minus", "weight_g": 2_040 }])
            }
            _ => self.goods(),
        }
    }

    pub fn pending(&mut self, kind: &str, lines: Value) -> String {
        let value = self.record(kind, lines);
        let id = self.make("PURCH", KIND, value).unwrap();
        self.step("PURCH", KIND, &id, "submit").unwrap();
        id
    }

    pub fn approved(&mut self, kind: &str, lines: Value) -> Doc {
        let id = self.pending(kind, lines);
        self.step("BM", KIND, &id, "approve").unwrap();
        self.doc(KIND, &id)
    }

    pub fn account(&self, account: &str) -> i64 {
        self.ground.world.site.read(|case| books::balance(case, account))
    }

    pub fn accounts(&self) -> Vec<(&'static str, i64)> {
        let accounts = books::ACCOUNTS.iter();
        accounts.map(|(key, _)| (*key, self.account(key))).filter(|(_, sum)| *sum != 0).collect()
    }

    /// What the accounts are off by from those of before.
    pub fn off(&self, before: &[(&'static str, i64)]) -> Vec<(&'static str, i64)> {
        let was = |key| before.iter().find(|(known, _)| *known == key).map_or(0, |(_, sum)| *sum);
        let all = books::ACCOUNTS.iter().map(|(key, _)| (*key, self.account(key) - was(*key)));
        all.filter(|(_, by)| *by != 0).collect()
    }

    pub fn life(&self, batch: &str) -> Life {
        self.ground.world.site.read(|case| life::life(case, batch, &|_| true))
    }

    pub fn free(&self) -> Qty {
        let world = &self.ground.world;
        world.site.read(|case| stock::free(case, &world.yard, &world.sku))
    }

    pub fn cost(&self, batch: &str) -> i64 {
        self.doc("batch", batch).int("cost_paise").unwrap()
    }

    /// An order for so much of the inward's batch that may be loaded.
    pub fn order(&mut self, pcs: i64, weight_g: i64) -> String {
        let world = &mut self.ground.world;
        world.batch = self.batch.clone();
        let mut value = world.order_record();
        value["lines"][0]["pcs"] = json!(pcs);
        value["lines"][0]["weight_g"] = json!(weight_g);
        let id = world.draft_of(value);
        world.step("SALES", &id, "submit", json!({ "confirm": true }));
        world.step("BM", &id, "approve", json!({}));
        world.step("PCT", &id, "forward", json!({ "recommendation": "approve" }));
        world.step("CREDIT", &id, "credit_approve", json!({}));
        id
    }

    /// Sells so much of the inward's batch, and invoices it.
    pub fn sell(&mut self, pcs: i64, weight_g: i64, invoiced: bool) -> String {
        let id = self.order(pcs, weight_g);
        let world = &mut self.ground.world;
        assert_eq!(world.load(&id, pcs, weight_g), orders::LOADED);
        if invoiced {
            world.invoice(&id);
        }
        id
    }
}

pub const TYPES: &[&str] =
    &["extra_receipt", "late_freight", "found_stock", "opening_stock", "weight_correction"];

pub fn refused(result: Result<impl std::fmt::Debug, Vec<Issue>>) -> (Code, String, String) {
    let issue = result.unwrap_err().remove(0);
    (issue.code, issue.path, issue.message)
}

/// What posted stock of a document is worth by its lines, and what its vouchers say of the stock account.
pub fn worth(yard: &Yard, doc: &Doc) -> (i64, i64) {
    let lines = doc.get("lines").unwrap().as_array().unwrap().clone();
    let of = |line: &Value| {
        let int = |key: &str| line[key].as_i64().unwrap_or(0);
        let sign = if line["sign"] == "minus" { -1 } else { 1 };
        sign * int("cost_paise") - int("variance_paise")
    };
    let vouchers = ["voucher", "variance_voucher"].into_iter().filter_map(|key| doc.int(key));
    let memory = &yard.ground.world.site.memory;
    let stock = vouchers.filter(|seq| *seq > 0).map(|seq| {
        let key = posting_key("books", seq as u64);
        let voucher: books::Voucher =
            serde_json::from_slice(&memory.get(&key).unwrap().unwrap()).unwrap();
        let rows = voucher.rows.iter().filter(|(account, _)| account == books::STOCK);
        rows.map(|(_, paise)| *paise).sum::<i64>()
    });
    (lines.iter().map(of).sum(), stock.sum())
}

pub fn postings(memory: &Memory, id: &str) -> Vec<StockPosting> {
    let all = memory.scan(&Range::prefix(&keys::key(&["post", "stock"])), 10_000).unwrap();
    let all = all.iter().map(|(_, bytes)| serde_json::from_slice::<StockPosting>(bytes).unwrap());
    all.filter(|one| one.doc_id == id).collect()
}
