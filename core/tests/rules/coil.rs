//! One coil: slit, one child sold, returned in part, dumped in part, counted, closed. After each step the life line,
//! the reports over batches and the books say the same, to the gram and the paisa.

use godown_core::docs::audits::STOCK_AUDIT;
use godown_core::docs::closings::BATCH_CLOSING;
use godown_core::docs::dumps::DUMP_STOCK;
use godown_core::docs::orders::ORDER;
use godown_core::docs::sales_returns::SALES_RETURN;
use godown_core::docs::work_orders::{self, WORK_ORDER};
use godown_core::invariant;
use godown_core::ledger::books;
use godown_core::ledger::stock::Qty;
use godown_core::ledger::stock::life::{self, LifeKind};
use godown_core::report::{self, Params, build};
use godown_core::schema::DocType;
use godown_core::write::command::CommandKind;
use serde_json::{Value, json};

use crate::deeds::{Ground, inputs, sites};
use crate::site::wire;

/// A coil of ten tonnes, and the weight of each of the four strips that are made of it.
const COIL_G: i64 = 10_000_000;
const STRIP_G: i64 = 2_450_000;

struct Day {
    ground: Ground,
    /// What all stock was worth before the coil's first step, by the report and in the books.
    began: (i64, i64),
}

impl Day {
    fn create(&mut self, who: &str, def: &DocType, record: Value) -> String {
        let actor = self.ground.world.who(who);
        let made = self.ground.world.site.create(&actor, def.key, record);
        let made = made.unwrap_or_else(|issues| panic!("{}: {issues:?}", def.key));
        made["id"].as_str().unwrap().to_owned()
    }

    fn act(&mut self, who: &str, def: &DocType, id: &str, action: &str, with: Value) {
        let actor = self.ground.world.who(who);
        let done = self.ground.world.site.act(&actor, def.key, id, action, with);
        done.unwrap_or_else(|issues| panic!("{} {action}: {issues:?}", def.key));
    }

    /// Steps with what people commonly enter.
    fn walk(&mut self, def: &'static DocType, id: &str, steps: &[(&str, &str)]) {
        for (who, action) in steps {
            let doc = self.ground.world.site.read(|case| case.copy(def, id));
            let turn = doc.version;
            let with = inputs(&self.ground, &doc, action, &[], turn)[0].clone();
            self.act(who, def, id, action, with);
        }
    }

    /// The figures of a report for some batch, or for all.
    fn told(&self, report: &str, batch: Option<&str>, measures: &str) -> Vec<i64> {
        let world = &self.ground.world;
        let mut params = json!({ "rows": "batch", "measures": measures });
        if let Some(batch) = batch {
            params["batch"] = json!(batch);
        }
        let params: Params = serde_json::from_value(params).unwrap();
        let frames = build::whole(&world.site.memory, 1).unwrap();
        let told = report::answer(&frames, report, &params, world.site.today()).unwrap();
        serde_json::from_value(wire(&told.head(&frames).total)).unwrap()
    }

    /// What goods are worth in the books, wherever they lie.
    fn books(&self) -> i64 {
        let accounts = [books::STOCK, books::STOCK_DUMP, books::WORK_IN_PROGRESS];
        let balance = |account| self.ground.world.site.read(|look| books::balance(look, account));
        accounts.map(balance).iter().sum()
    }

    /// Life line, reports and books say the same of a batch.
    fn agree(&self, batch: &str) -> life::Life {
        let life = self.ground.world.site.read(|case| life::life(case, batch, &|_| true));
        let came = life.came_in();
        let back = life.of(LifeKind::Returned);
        let off = life.of(LifeKind::Gained) + life.of(LifeKind::Lost);
        let left = life.residue;
        let used = life.of(LifeKind::Used);
        let wanted = [came.g, used.g, back.g, off.g, left.pcs, left.g];
        for report in ["batchwise_report", "batch_closing_stock", "batch_wise_sku_wise_report"] {
            let measures = "ever_in_mt|ever_used_mt|ever_returned_mt|ever_difference_mt|closing_pcs|closing_mt";
            assert_eq!(self.told(report, Some(batch), measures), wanted, "{report}");
        }
        let worth = self.told("batch_wise_sku_wise_report", None, "value")[0];
        assert_eq!(worth - self.began.0, self.books() - self.began.1, "in paise");
        assert_eq!(invariant::check(&self.ground.world.site.memory).unwrap(), []);
        life
    }

    /// An order for so many strips, loaded and invoiced; the invoice.
    fn sell(&mut self, strip: &str, batch: &str, pcs: i64, weight_g: i64) -> String {
        let world = &self.ground.world;
        let mut record = world.order_record();
        record["lines"] = json!([{ "sku": strip, "pcs": pcs, "weight_g": weight_g }]);
        let (vehicle, driver) = (world.vehicle.clone(), world.driver.clone());
        let order = self.create("SALES", &ORDER, record);
        let road = [
            ("SALES", "submit"),
            ("BM", "approve"),
            ("PCT", "forward"),
            ("CREDIT", "credit_approve"),
        ];
        self.walk(&ORDER, &order, &road);
        let loading = json!({ "loading_record": {
            "vehicle": vehicle, "driver": driver, "mobile": "9822000001",
            "slip_no": format!("C{weight_g}"), "tare_g": 8_000_000, "gross_g": 8_000_000 + weight_g,
            "lines": [{ "order_line": 0, "batch": batch, "pcs": pcs, "weight_g": weight_g }],
        } });
        self.act("YARD", &ORDER, &order, "load", loading);
        self.ground.world.invoice(&order)
    }
}

/// The coil's strips: their SKU and their batch.
fn slit(day: &mut Day) -> (String, String) {
    let world = &mut day.ground.world;
    let coil = world.stock(1, COIL_G);
    let group = world.site.get("sku", &world.sku)["record"]["product_group"].clone();
    let strip = world.site.make(
        "sku",
        json!({ "name": "HR strip 300 x 2", "product_group": group, "theo_g_per_pc": STRIP_G }),
    );
    world.site.make(
        "price",
        json!({
            "sku": strip, "rate_uom": "MT", "rate_paise": 5_875_000, "floor_paise": 5_700_000,
            "from": "2026-04-01",
        }),
    );
    let yard = world.yard.clone();
    day.began = (day.told("batch_wise_sku_wise_report", None, "value")[0], day.books());
    let made = json!([{ "sku": strip, "pcs": 4, "weight_g": 4 * STRIP_G }]);
    let work = json!({
        "entry": "office", "work": "slitting", "yard": yard, "inputs": [{ "batch": coil, "pcs": 1 }],
        "outputs": made, "scrap_g": 150_000, "loss_g": 50_000, "process_paise_per_kg": 150,
    });
    let id = day.create("YARD", &WORK_ORDER, work);
    day.walk(&WORK_ORDER, &id, &[("YARD", "submit"), ("BM", "approve"), ("YARD", "issue")]);
    day.agree(&coil);
    let output = json!({
        "used": [{ "input": 0, "pcs": 1 }], "outputs": made, "scrap_g": 150_000, "remarks": "As weighed",
    });
    day.act("YARD", &WORK_ORDER, &id, "record_output", output);
    day.walk(&WORK_ORDER, &id, &[("YARD", "hand_over"), ("ACC", "close")]);
    let doc = day.ground.world.site.read(|case| case.copy(&WORK_ORDER, &id));
    assert_eq!(day.agree(&coil).residue, Qty::default());
    (strip, work_orders::made_of(&doc).unwrap()[0].batch.clone())
}

#[test]
fn a_coil_is_told_alike_by_its_life_the_reports_and_the_books() {
    let [ground, _] = sites();
    let mut day = Day { ground, began: (0, 0) };
    for who in ["YARD", "SALES"] {
        let actor = day.ground.world.who(who);
        let file = CommandKind::SendFile { file: "file-1".into(), bytes: 1 };
        day.ground.world.site.deed(&actor, file).unwrap();
    }
    let (strip, batch) = slit(&mut day);
    assert_eq!(day.agree(&batch).residue, Qty::new(4, 4 * STRIP_G));

    let invoice = day.sell(&strip, &batch, 2, 2 * STRIP_G);
    assert_eq!(day.agree(&batch).of(LifeKind::Sold), -Qty::new(2, 2 * STRIP_G));

    let back = json!({
        "invoice": invoice, "pickup": "customer", "freight_by": "customer", "vehicle_no": "MH12AB1234",
        "photos": ["file-1"], "lines": [{ "line": 0, "batch": batch, "pcs": 1, "reason": "RUST" }],
    });
    let id = day.create("SALES", &SALES_RETURN, back);
    let road = [
        ("SALES", "submit"),
        ("BM", "approve"),
        ("YARD", "receive"),
        ("YARD", "inspect"),
        ("YARD", "hand_over"),
    ];
    day.walk(&SALES_RETURN, &id, &road);
    assert_eq!(day.agree(&batch).of(LifeKind::Returned), Qty::new(1, STRIP_G));

    let rust = json!({
        "yard": day.ground.world.yard, "batch": batch, "pcs": 1, "reason": "RUST", "photos": ["file-1"],
    });
    let dump = day.create("YARD", &DUMP_STOCK, rust);
    day.act("YARD", &DUMP_STOCK, &dump, "submit", json!({}));
    day.act("ADMIN", &DUMP_STOCK, &dump, "approve", json!({}));
    day.agree(&batch);

    let counter = day.ground.world.who("YARD").id;
    let plan = json!({
        "yard": day.ground.world.yard, "counted": "batches", "batches": [batch], "counters": [counter],
        "planned_on": day.ground.world.site.today().to_string(), "blind": true,
    });
    let audit = day.create("AUDIT", &STOCK_AUDIT, plan);
    day.act("YARD", &STOCK_AUDIT, &audit, "start", json!({}));
    let found = json!({
        "stock_audit": audit, "batch": batch, "pcs": 2, "weight_g": 2 * STRIP_G - 3_000,
    });
    let yard = day.ground.world.who("YARD");
    day.ground.world.site.create(&yard, "stock_count", found).unwrap();
    day.act("YARD", &STOCK_AUDIT, &audit, "finish", json!({}));
    day.act("BM", &STOCK_AUDIT, &audit, "approve", json!({}));
    assert_eq!(day.agree(&batch).of(LifeKind::Lost), -Qty::new(0, 3_000));

    day.sell(&strip, &batch, 2, 2 * STRIP_G - 10_000);
    day.agree(&batch);
    let rest = json!({ "batch": batch, "reason": "WEIGHING_LOSS", "photos": ["file-1"] });
    let closing = day.create("YARD", &BATCH_CLOSING, rest);
    day.act("YARD", &BATCH_CLOSING, &closing, "submit", json!({}));
    day.act("BM", &BATCH_CLOSING, &closing, "approve", json!({}));
    assert_eq!(day.agree(&batch).residue, Qty::new(1, STRIP_G), "in the dump");

    let words = || json!({ "remarks": "Nobody buys it" });
    day.act("ACC", &DUMP_STOCK, &dump, "propose_write_off", words());
    day.act("ADMIN", &DUMP_STOCK, &dump, "write_off", words());
    let life = day.agree(&batch);
    assert_eq!(life.residue, Qty::default());
    assert_eq!(life.of(LifeKind::Lost), -Qty::new(1, STRIP_G + 10_000));
    assert_eq!(life.of(LifeKind::Sold), -Qty::new(4, 4 * STRIP_G - 10_000));
}
