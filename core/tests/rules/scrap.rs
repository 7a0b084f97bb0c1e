//! Scrap: dumped goods sold by an ordinary order, billed by weight, and dumped goods that a work order reprocesses.

use godown_core::docs::{dumps, loadings, orders, work_orders};
use godown_core::error::{Code, Issue};
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::ledger::books;
use godown_core::ledger::stock::{self, Bucket, DUMPED, Qty, StockPlace};
use serde_json::{Value, json};

use crate::deeds::scrap_sku;
use crate::support::World;
use crate::support::site::seeded;

/// A yard with ten pieces of a batch in its dump, and a SKU that is sold out of it.
struct Yard {
    world: World,
    scrap: String,
    dump: String,
}

fn yard() -> Yard {
    let mut world = World::new();
    let scrap = scrap_sku(&mut world.site);
    let mut yard = Yard { world, scrap, dump: String::new() };
    yard.dump = yard.dumped(10);
    yard
}

impl Yard {
    fn act(
        &mut self,
        who: &str,
        kind: &str,
        id: &str,
        action: &str,
        with: Value,
    ) -> Result<Value, Vec<Issue>> {
        let actor = self.world.who(who);
        self.world.site.act(&actor, kind, id, action, with)
    }

    fn step(&mut self, who: &str, kind: &str, id: &str, action: &str, with: Value) {
        self.act(who, kind, id, action, with).unwrap_or_else(|why| panic!("{action}: {why:?}"));
    }

    fn dumped(&mut self, pcs: i64) -> String {
        self.world.send_file("YARD", "file-9");
        let actor = self.world.who("YARD");
        let record = json!({
            "date": self.world.site.today().to_string(), "yard": self.world.yard,
            "batch": self.world.batch, "pcs": pcs, "reason": "RUST", "photos": ["file-9"],
        });
        let made = self.world.site.create(&actor, "dump_stock", record).unwrap();
        let id = made["id"].as_str().unwrap().to_owned();
        self.step("YARD", "dump_stock", &id, "submit", json!({}));
        self.step("BM", "dump_stock", &id, "approve", json!({}));
        id
    }

    fn record(&self, weight_g: i64) -> Value {
        json!({
            "customer": self.world.customer, "yard": self.world.yard,
            "payment_term": seeded("payment_term", "CR30"), "price_basis": "ex_yard",
            "delivery_by": "2026-12-31",
            "lines": [{ "sku": self.scrap, "weight_g": weight_g, "rate_paise": 3_200_000 }],
        })
    }

    /// An order for so much scrap, as far as a status.
    fn order(&mut self, weight_g: i64, status: &str) -> String {
        let id = self.world.draft_of(self.record(weight_g));
        let walk = [
            ("SALES", "submit", json!({ "confirm": true })),
            ("BM", "approve", json!({})),
            ("PCT", "forward", json!({ "recommendation": "approve" })),
            ("CREDIT", "credit_approve", json!({})),
        ];
        let steps = if status == orders::PRELIMINARY { 2 } else { 4 };
        for (who, action, with) in walk.into_iter().take(steps) {
            self.world.step(who, &id, action, with);
        }
        id
    }

    fn loading(&mut self, weight_g: i64) -> Value {
        let mut loading = self.world.loading(0, weight_g);
        loading["lines"][0].as_object_mut().unwrap().remove("pcs");
        json!({ "loading_record": loading })
    }

    fn load(&mut self, order: &str, weight_g: i64) -> Result<Value, Vec<Issue>> {
        let with = self.loading(weight_g);
        self.world.act("YARD", order, "load", with)
    }

    fn lies(&self, bucket: Bucket) -> Qty {
        let place =
            StockPlace::free(&self.world.yard, &self.world.sku, &self.world.batch).to(bucket);
        self.world.site.read(|look| stock::balance(look, &place))
    }

    fn account(&self, account: &str) -> i64 {
        self.world.site.read(|look| books::balance(look, account))
    }

    fn reserved(&self) -> Qty {
        let yard = self.world.yard.clone();
        self.world.site.read(|look| stock::reserved(look, &yard, DUMPED))
    }

    fn dump(&self) -> Doc {
        self.world.site.read(|look| look.copy(&dumps::DUMP_STOCK, &self.dump))
    }

    fn sound(&self) {
        assert_eq!(invariant::check(&self.world.site.memory).unwrap(), []);
    }
}

/// Ten pieces of a hundred, which cost 140,000.00 in all.
const DUMPED_G: i64 = 283_470;
const WORTH: i64 = 1_400_000;

fn told(refused: &[Issue]) -> Vec<(&str, &str)> {
    refused.iter().map(|issue| (issue.path.as_str(), issue.message.as_str())).collect()
}

#[test]
fn an_order_for_scrap_reserves_and_loads_the_dump_and_no_free_stock() {
    let mut yard = yard();
    let free = yard.lies(Bucket::Free);
    let order = yard.order(100_000, orders::WAITING);
    assert_eq!(yard.reserved(), Qty::new(0, 100_000));
    assert_eq!(yard.world.order(&order).lines[0].hsn, "7204");
    yard.sound();
    yard.load(&order, 100_000).unwrap();
    assert_eq!(yard.world.doc(&order).status, orders::LOADED);
    assert_eq!(yard.reserved(), Qty::default());
    // Of ten pieces as many leave as the weight comes to.
    assert_eq!(yard.lies(Bucket::Dump), Qty::new(6, DUMPED_G - 100_000));
    assert_eq!(yard.lies(Bucket::Free), free);
    let loading = &yard.world.loadings(&order)[0];
    let row = &loadings::rows_of(loading).unwrap()[0];
    assert_eq!((row.dump, row.pcs, row.sku.as_str()), (true, 4, yard.world.sku.as_str()));
    let dump = yard.dump();
    assert_eq!(dump.status, dumps::APPROVED);
    assert_eq!((dump.int("left_pcs"), dump.int("left_g")), (Some(6), Some(DUMPED_G - 100_000)));
    yard.sound();
}

#[test]
fn a_rest_within_the_tolerance_takes_the_reason_that_the_yard_gives_it_and_a_larger_one_is_no_rounding()
 {
    let mut yard = yard();
    let order = yard.order(100_000, orders::WAITING);
    let closing = |yard: &mut Yard, weight_g: i64, reason: &str| {
        let mut with = yard.loading(weight_g);
        with["short_close"] = json!([{ "line": 0, "reason": reason }]);
        with
    };
    let with = closing(&mut yard, 90_000, loadings::WEIGHT_ROUND);
    let refused = yard.world.act("YARD", &order, "load", with).unwrap_err();
    let message = "Weight rounding is for a rest of goods by weight within the tolerance";
    assert_eq!(told(&refused), [("short_close", message)]);
    let with = closing(&mut yard, 98_000, "CUSTOMER_OK");
    assert_eq!(yard.world.step("YARD", &order, "load", with), orders::LOADED);
    let line = &yard.world.order(&order).lines[0];
    assert_eq!((line.short_reason.as_deref(), line.short_g), (Some("CUSTOMER_OK"), Some(2_000)));
    yard.sound();
}

#[test]
fn scrap_is_billed_by_weight_and_its_cost_is_what_the_dump_was_worth() {
    let mut yard = yard();
    assert_eq!(yard.account(books::STOCK_DUMP), WORTH);
    let order = yard.order(DUMPED_G, orders::WAITING);
    yard.load(&order, DUMPED_G).unwrap();
    assert_eq!(yard.lies(Bucket::Dump), Qty::default());
    assert_eq!(yard.dump().status, dumps::SOLD);
    let stock = yard.account(books::STOCK);
    let invoice = yard.world.invoice(&order);
    assert_eq!(yard.account(books::STOCK_DUMP), 0);
    assert_eq!(yard.account(books::COST_OF_SALES), WORTH);
    assert_eq!(yard.account(books::STOCK), stock, "nothing of it was in the stock account");
    let record = yard.world.site.get("invoice", &invoice)["record"].clone();
    let line = &record["lines"][0];
    assert_eq!((&line["hsn"], &line["pcs"]), (&json!("7204"), &json!(0)));
    // 283.470 kg at 32,000.00 a tonne.
    assert_eq!(line["amount_paise"], 907_104);
    assert_eq!(yard.world.doc(&order).status, orders::COMPLETED);
    yard.sound();
}

#[test]
fn what_orders_claim_of_the_dump_is_neither_restored_nor_written_off() {
    let mut yard = yard();
    let dump = yard.dump.clone();
    yard.order(200_000, orders::PRELIMINARY);
    let remarks = json!({ "remarks": "Straightened, as good as new" });
    let refused = yard.act("BM", "dump_stock", &dump, "restore", remarks.clone()).unwrap_err();
    assert_eq!(refused[0].code, Code::StockShort);
    let message = "of dumped goods is free at Pune One (0.200 MT reserved for 1 order)";
    assert!(refused[0].message.ends_with(message), "{refused:?}");
    assert_eq!(yard.lies(Bucket::Dump), Qty::new(10, DUMPED_G));
    let other = yard.world.draft_of(yard.record(100_000));
    yard.world.step("SALES", &other, "submit", json!({ "confirm": true }));
    let refused = yard.world.act("BM", &other, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].path, "lines.0.weight_g");
    assert!(refused[0].message.ends_with("(0.200 MT reserved for 1 order)"), "{refused:?}");
    yard.sound();
}

#[test]
fn scrap_that_is_unloaded_lies_in_the_dump_again_at_its_value() {
    let mut yard = yard();
    let order = yard.order(DUMPED_G, orders::WAITING);
    yard.load(&order, DUMPED_G).unwrap();
    let loading = yard.world.loadings(&order)[0].id.clone();
    let concern = json!({
        "reason": "RATE", "remarks": "Not the agreed rate", "loading": loading,
    });
    yard.world.step("ACC", &order, "account_concern", concern);
    let answer = json!({ "resolution": "unload", "remarks": "Back with it" });
    yard.world.step("BM", &order, "answer", answer);
    let back = json!({ "pcs": 10, "weight_g": DUMPED_G, "remarks": "All back in the heap" });
    yard.world.step("YARD", &order, "unload", back);
    assert_eq!(yard.lies(Bucket::Dump), Qty::new(10, DUMPED_G));
    let dump = yard.dump();
    assert_eq!((dump.status.as_str(), dump.get("gone")), (dumps::APPROVED, None));
    assert_eq!(dumps::left_of(&dump).unwrap().value_paise, WORTH);
    assert_eq!(yard.reserved(), Qty::new(0, DUMPED_G), "the order waits for loading again");
    yard.sound();
}

#[test]
fn a_corrected_slip_takes_more_of_the_dump_or_gives_some_back() {
    let mut yard = yard();
    let order = yard.order(100_000, orders::WAITING);
    yard.load(&order, 100_000).unwrap();
    let loading = yard.world.loadings(&order)[0].id.clone();
    let correct = |weight_g: i64| {
        json!({
            "loading": loading, "reason": "WEIGHT_SLIP", "gross_g": 8_000_000 + weight_g,
            "lines": [{ "line": 0, "weight_g": weight_g }],
        })
    };
    for weight_g in [99_000, 101_000, 100_000] {
        yard.world.step("YARD", &order, "correct_loading", correct(weight_g));
        assert_eq!(yard.lies(Bucket::Dump), Qty::new(6, DUMPED_G - weight_g));
        let left = dumps::left_of(&yard.dump()).unwrap();
        assert_eq!(left.qty, Qty::new(6, DUMPED_G - weight_g));
        let row = loadings::rows_of(&yard.world.loadings(&order)[0]).unwrap().remove(0);
        assert_eq!(row.cost_paise.unwrap() + left.value_paise, WORTH, "nothing is lost on the way");
        yard.sound();
    }
}

#[test]
fn what_is_left_of_a_dump_is_restored_or_written_off_and_no_more() {
    let mut yard = yard();
    let dump = yard.dump.clone();
    let order = yard.order(100_000, orders::WAITING);
    yard.load(&order, 100_000).unwrap();
    yard.world.invoice(&order);
    let remarks = json!({ "remarks": "Looked over with the foreman" });
    let mut other =
        Yard { world: yard.world.clone(), scrap: yard.scrap.clone(), dump: dump.clone() };
    yard.step("BM", "dump_stock", &dump, "restore", remarks.clone());
    assert_eq!(yard.lies(Bucket::Free), Qty::new(96, 2_834_700 - 100_000));
    assert_eq!(yard.account(books::STOCK_DUMP), 0);
    yard.sound();
    other.step("ACC", "dump_stock", &dump, "propose_write_off", remarks.clone());
    other.step("ADMIN", "dump_stock", &dump, "write_off", remarks);
    assert_eq!(other.lies(Bucket::Dump), Qty::default());
    assert_eq!(other.account(books::STOCK_DUMP), 0);
    assert_eq!(
        other.account(books::STOCK_DIFFERENCE) + other.account(books::COST_OF_SALES),
        WORTH,
        "what was sold and what was written off is what had been dumped"
    );
    other.sound();
}

#[test]
fn a_loading_of_scrap_takes_only_what_lies_in_the_dump() {
    let mut yard = yard();
    let order = yard.order(200_000, orders::WAITING);
    let before = yard.lies(Bucket::Dump);
    let other = yard.world.stock(50, 1_417_350);
    let mut with = yard.loading(200_000);
    with["loading_record"]["lines"][0]["batch"] = json!(other);
    let refused = yard.world.act("YARD", &order, "load", with).unwrap_err();
    let message = "Only 0 pcs / 0.000 kg of batch B2 is dumped at Pune One";
    assert!(told(&refused).contains(&("lines.0.batch", message)), "{refused:?}");
    let mut with = yard.loading(200_000);
    with["loading_record"]["lines"][0]["dump"] = json!(false);
    with["loading_record"]["lines"][0]["cost_paise"] = json!(1);
    yard.world.act("YARD", &order, "load", with).unwrap_or_default();
    assert_eq!(yard.lies(Bucket::Free).pcs, 90, "the bucket is the core's to say");
    assert!(yard.lies(Bucket::Dump).g >= before.g - 200_000);
    yard.sound();
}

#[test]
fn goods_are_sold_out_of_the_dump_by_weight_alone() {
    let mut yard = yard();
    let group = yard.world.site.get("sku", &yard.scrap)["record"]["product_group"].clone();
    let purch = yard.world.who("PURCH");
    let change = |value: Value| (group.as_str().unwrap().to_owned(), value);
    for (value, path, message) in [
        (json!({ "stock_mode": "pcs_kg" }), "stock_mode", "What is sold out of the dump is kept"),
        (json!({ "scrap": false }), "scrap", "Sold out of the dump cannot be changed once SKUs"),
    ] {
        let (id, value) = change(value);
        let refused = yard.world.site.edit(&purch, "product_group", &id, value).unwrap_err();
        let found = refused.iter().find(|issue| issue.message.starts_with(message));
        assert_eq!(found.map(|issue| issue.path.as_str()), Some(path), "{refused:?}");
    }
}

/// A work order that makes eight pieces of the ten dumped ones.
fn work(yard: &mut Yard) -> String {
    let record = json!({
        "entry": "office", "work": "straightening", "yard": yard.world.yard, "dump": yard.dump,
        "outputs": [{ "sku": yard.world.sku, "pcs": 9, "weight_g": 260_000 }],
        "scrap_g": 20_000, "loss_g": 3_000,
    });
    let actor = yard.world.who("BM");
    let made = yard.world.site.create(&actor, "work_order", record).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    yard.step("YARD", "work_order", &id, "submit", json!({}));
    yard.step("ADMIN", "work_order", &id, "approve", json!({}));
    id
}

fn part(pcs: i64) -> Value {
    json!({ "batches": [{ "input": 0, "pcs": pcs }] })
}

#[test]
fn a_work_order_takes_dumped_goods_out_of_the_dump_and_gives_them_back_into_it() {
    let mut yard = yard();
    let id = work(&mut yard);
    let free = yard.lies(Bucket::Free);
    assert_eq!(
        yard.lies(Bucket::Hold),
        Qty::new(10, DUMPED_G),
        "all of it, where nothing is entered"
    );
    assert_eq!(yard.lies(Bucket::Dump), Qty::default());
    assert_eq!(yard.dump().status, dumps::REPROCESSED);
    assert_eq!(yard.account(books::STOCK_DUMP), WORTH, "its value is there until it is issued");
    yard.sound();
    yard.step("YARD", "work_order", &id, "issue", part(7));
    assert_eq!(yard.account(books::WORK_IN_PROGRESS), WORTH * 7 / 10);
    assert_eq!(yard.account(books::STOCK_DUMP), WORTH * 3 / 10);
    yard.step("YARD", "work_order", &id, "reduce", part(3));
    yard.step("YARD", "work_order", &id, "give_back", part(2));
    assert_eq!(yard.lies(Bucket::Dump), Qty::new(5, DUMPED_G / 2));
    assert_eq!(yard.lies(Bucket::Free), free, "nothing of it is free");
    assert_eq!(yard.account(books::STOCK_DUMP), WORTH / 2);
    let dump = yard.dump();
    assert_eq!((dump.status.as_str(), dump.int("left_pcs")), (dumps::APPROVED, Some(5)));
    yard.sound();
    let output = json!({
        "used": [{ "input": 0, "pcs": 5 }], "scrap_g": 10_000,
        "outputs": [{ "sku": yard.world.sku, "pcs": 4, "weight_g": 130_000 }],
        "remarks": "Straightened on the press",
    });
    yard.step("YARD", "work_order", &id, "record_output", output);
    assert_eq!(yard.account(books::WORK_IN_PROGRESS), 0);
    yard.sound();
    let made = yard.world.site.read(|look| look.copy(&work_orders::WORK_ORDER, &id));
    let made = work_orders::made_of(&made).unwrap();
    assert_eq!(made.iter().map(|row| row.weight_g).sum::<i64>(), 140_000);
}

#[test]
fn a_cancelled_work_order_leaves_the_dump_as_it_was() {
    let mut yard = yard();
    let id = work(&mut yard);
    yard.step("YARD", "work_order", &id, "issue", part(3));
    let remarks = json!({ "remarks": "The press is broken" });
    yard.step("BM", "work_order", &id, "cancel", remarks);
    assert_eq!(yard.lies(Bucket::Dump), Qty::new(10, DUMPED_G));
    assert_eq!(yard.account(books::STOCK_DUMP), WORTH);
    let dump = yard.dump();
    assert_eq!((dump.status.as_str(), dump.get("gone")), (dumps::APPROVED, None));
    yard.sound();
}

#[test]
fn goods_leave_the_dump_for_a_work_order_that_names_their_dump_and_for_no_other() {
    let mut yard = yard();
    yard.world.leave(&yard.world.batch.clone(), 90, 2_834_700 - DUMPED_G);
    let actor = yard.world.who("BM");
    let record = json!({
        "work": "straightening", "yard": yard.world.yard,
        "inputs": [{ "batch": yard.world.batch, "pcs": 4, "dump": false }],
        "outputs": [{ "sku": yard.world.sku, "pcs": 4, "weight_g": 113_388 }],
    });
    let made = yard.world.site.create(&actor, "work_order", record.clone()).unwrap();
    assert_ne!(made["record"]["inputs"][0]["dump"], json!(true));
    let mut record = record;
    record["dump"] = json!(yard.dump);
    let made = yard.world.site.create(&actor, "work_order", record).unwrap();
    let input = &made["record"]["inputs"][0];
    assert_eq!((&input["dump"], &input["weight_g"]), (&json!(true), &json!(113_388)));
}

#[test]
fn a_dump_is_reprocessed_only_while_it_lies_in_its_yard() {
    let mut yard = yard();
    let dump = yard.dump.clone();
    let remarks = json!({ "remarks": "Looked over with the foreman" });
    yard.step("BM", "dump_stock", &dump, "restore", remarks);
    let record = json!({
        "work": "straightening", "yard": yard.world.yard, "dump": dump,
        "inputs": [{ "batch": yard.world.batch, "pcs": 4 }],
    });
    let actor = yard.world.who("BM");
    let refused = yard.world.site.create(&actor, "work_order", record).unwrap_err();
    let message = "DMP/PN/26-27/000001 is Restored; its goods are not in the dump";
    assert!(
        told(&refused).iter().any(|(path, one)| *path == "dump" && one.ends_with(message)),
        "{refused:?}"
    );
}

#[test]
fn a_dump_leaves_by_what_takes_its_goods_and_by_nothing_else() {
    let mut yard = yard();
    let dump = yard.dump.clone();
    for action in ["leave", "come_back"] {
        let refused = yard.act("SYS", "dump_stock", &dump, action, json!({})).unwrap_err();
        assert_eq!(refused[0].message, "The goods leave the dump by an order or a work order");
        let refused = yard.act("ADMIN", "dump_stock", &dump, action, json!({})).unwrap_err();
        assert_eq!(refused[0].code, Code::Forbidden);
    }
}
