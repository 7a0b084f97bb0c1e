//! What each step of a yard's documents costs the server beside the steps of an order: processor time and journal.
//!
//! A step is taken on many documents one after the other, over HTTP at the shipped binary, by one person.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench prints, and may fail"
)]

#[path = "../tests/support/store_kit.rs"]
mod kit;
#[path = "../tests/support/shop.rs"]
mod shop;
#[path = "../tests/support/store_site.rs"]
mod site;
#[path = "../../core/benches/support/mod.rs"]
mod support;
#[path = "../../core/tests/support/mod.rs"]
mod world;

use serde_json::{Value, json};
use shop::{Plan, Shop, soon};
use site::{Client, Site};
use support::machine;

/// How many documents take each step: enough for the clock of processor time, which counts hundredths of a second.
const DOCUMENTS: usize = 300;
/// What a step may cost of an order's.
const TIMES: f64 = 1.5;
const PCS: i64 = 10;
const WEIGHT_G: i64 = PCS * 28_347;

/// Who takes the step, its action, and what they enter, which may name the document as it stands.
type Step = (&'static str, &'static str, fn(&Shop, &Value, usize) -> Value);

struct Machine {
    kind: &'static str,
    who: &'static str,
    record: fn(&Shop, &str, usize) -> Value,
    steps: &'static [Step],
}

fn none(_: &Shop, _: &Value, _: usize) -> Value {
    json!({})
}

fn words(_: &Shop, _: &Value, _: usize) -> Value {
    json!({ "remarks": "As agreed by phone" })
}

fn all_of_it(_: &Shop, _: &Value, _: usize) -> Value {
    json!({ "batches": [{ "input": 0, "pcs": PCS }] })
}

const ORDER: Machine = Machine {
    kind: "order",
    who: "SALES",
    record: |shop, _, _| shop.order(0, &[0], PCS),
    steps: &[
        ("SALES", "submit", |_, _, _| json!({ "confirm": true })),
        ("BM", "approve", none),
        ("PCT", "forward", |_, _, _| json!({ "recommendation": "approve" })),
        ("CREDIT", "credit_approve", none),
        (
            "YARD",
            "load",
            |shop, _, at| json!({ "loading_record": shop.loading(&format!("L{at}"), &[0], PCS) }),
        ),
    ],
};

/// The goods of an order of five lines, and what posting its invoice may cost.
const FIVE: [usize; 5] = [0, 1, 2, 3, 4];
const POST_MS: f64 = 2.0;

const ORDER_OF_FIVE: Machine = Machine {
    kind: "order",
    who: "SALES",
    record: |shop, _, _| shop.order(0, &FIVE, PCS),
    steps: &[
        ("SALES", "submit", |_, _, _| json!({ "confirm": true })),
        ("BM", "approve", none),
        ("PCT", "forward", |_, _, _| json!({ "recommendation": "approve" })),
        ("CREDIT", "credit_approve", none),
        (
            "YARD",
            "load",
            |shop, _, at| json!({ "loading_record": shop.loading(&format!("F{at}"), &FIVE, PCS) }),
        ),
    ],
};

const MACHINES: [Machine; 4] = [
    Machine {
        kind: "stock_hold",
        who: "YARD",
        record: |shop, _, _| {
            let (sku, batch) = &shop.goods[0];
            json!({
                "yard": shop.yard, "sku": sku, "batch": batch, "pcs": PCS, "kind": "quality",
                "to": soon(), "reason": "DAMAGE",
            })
        },
        steps: &[("YARD", "release", words)],
    },
    Machine {
        kind: "dump_stock",
        who: "YARD",
        record: |shop, photo, _| {
            json!({
                "yard": shop.yard, "batch": shop.goods[0].1, "pcs": PCS, "reason": "RUST", "photos": [photo],
            })
        },
        steps: &[("YARD", "submit", none), ("BM", "approve", none), ("BM", "restore", words)],
    },
    Machine {
        kind: "transfer",
        who: "YARD2",
        record: |shop, _, _| {
            json!({
                "from_yard": shop.yard, "to_yard": shop.other_yard, "need_by": soon(),
                "lines": [{ "sku": shop.goods[0].0, "pcs": PCS }],
            })
        },
        steps: &[
            ("YARD2", "request", none),
            (
                "YARD",
                "accept",
                |shop, _, _| json!({ "batches": [{ "line": 0, "batch": shop.goods[0].1, "pcs": PCS }] }),
            ),
            ("LOGI00", "assign", |shop, _, at| {
                json!({
                    "vehicle": shop.vehicle, "driver": shop.driver, "freight_paise": 50_000,
                    "lr_no": format!("LR {at}"),
                })
            }),
            ("YARD", "gate_out", |_, _, at| {
                json!({
                    "tare_g": 8_000_000, "gross_g": 8_000_000 + WEIGHT_G, "slip_no": format!("G{at}"),
                })
            }),
            ("YARD2", "receive", |_, _, _| json!({ "batches": [{ "lot": 0, "pcs": PCS }] })),
            ("YARD2", "hand_over", none),
            ("ACC", "settle", |_, _, at| json!({ "paper_no": format!("DC/{at}") })),
        ],
    },
    Machine {
        kind: "work_order",
        who: "BM",
        record: |shop, _, _| {
            let (sku, batch) = &shop.goods[0];
            json!({
                "entry": "office", "work": "cut_to_length", "yard": shop.yard,
                "inputs": [{ "batch": batch, "pcs": PCS }],
                "outputs": [{ "sku": sku, "pcs": PCS - 1, "weight_g": 260_000 }],
                "scrap_g": 20_000, "loss_g": WEIGHT_G - 280_000,
            })
        },
        steps: &[
            ("BM", "submit", none),
            ("BM00", "approve", none),
            ("YARD", "issue", all_of_it),
            ("YARD", "record_output", |shop, _, _| {
                json!({
                    "used": [{ "input": 0, "pcs": PCS }], "scrap_g": 20_000, "remarks": "As weighed",
                    "outputs": [{ "sku": shop.goods[0].0, "pcs": PCS - 1, "weight_g": 260_000 }],
                })
            }),
            ("YARD", "hand_over", none),
            ("ACC", "close", words),
        ],
    },
];

/// A shop that is open, and one person's connection to it.
struct Day<'a> {
    shop: &'a Shop,
    site: Site,
    client: Client,
    data: &'a std::path::Path,
    made: usize,
}

/// What a step cost, each: milliseconds of processor time, KiB of journal.
struct Cost {
    ms: f64,
    kib: f64,
}

impl Day<'_> {
    fn call(&mut self, who: &str, path: &str, mut body: Value) -> Value {
        self.made += 1;
        body["command_id"] = json!(format!("f0000000-0000-4000-8000-{:012x}", self.made));
        let (status, answer) = self.shop.call(&mut self.client, who, path, &body).unwrap();
        assert!(status < 300, "{path}: {status} {answer}");
        answer
    }

    /// What doing something to all documents costs for one.
    fn measured(&mut self, mut work: impl FnMut(&mut Self)) -> Cost {
        let (ms, kib) = (self.site.cpu_ms(), self.journal_kib());
        work(self);
        let each = |sum: f64| sum / DOCUMENTS as f64;
        Cost { ms: each(self.site.cpu_ms() - ms), kib: each(self.journal_kib() - kib) }
    }

    fn journal_kib(&self) -> f64 {
        let files = std::fs::read_dir(self.data.join("journal")).unwrap();
        let bytes: u64 = files.map(|file| file.unwrap().metadata().unwrap().len()).sum();
        bytes as f64 / 1024.0
    }

    /// All steps of a machine, with what each costs.
    fn play(&mut self, machine: &Machine, photo: &str) -> Vec<(&'static str, Cost)> {
        self.play_all(machine, photo).1
    }

    /// The same, with the documents as they are after them.
    fn play_all(
        &mut self,
        machine: &Machine,
        photo: &str,
    ) -> (Vec<Value>, Vec<(&'static str, Cost)>) {
        let mut docs = Vec::new();
        let made = self.measured(|day| {
            for at in 0..DOCUMENTS {
                let record = (machine.record)(day.shop, photo, at);
                let path = format!("/api/docs/{}", machine.kind);
                docs.push(day.call(machine.who, &path, json!({ "record": record })));
            }
        });
        let mut costs = vec![("create", made)];
        for (who, action, with) in machine.steps {
            let cost = self.measured(|day| {
                for (at, doc) in docs.iter_mut().enumerate() {
                    let id = doc["id"].as_str().unwrap();
                    let path = format!("/api/docs/{}/{id}/{action}", machine.kind);
                    let inputs = with(day.shop, doc, at);
                    *doc = day.call(
                        who,
                        &path,
                        json!({ "version": doc["version"], "inputs": inputs }),
                    );
                }
            });
            costs.push((*action, cost));
        }
        (docs, costs)
    }

    /// The loading of an order.
    fn loading_of(&mut self, order: &str) -> String {
        let path = format!("/api/docs/loading?where=order:eq:{order}&limit=1");
        let (status, page) = self.shop.call(&mut self.client, "ACC", &path, &Value::Null).unwrap();
        assert_eq!(status, 200, "{page}");
        page["rows"][0]["id"].as_str().unwrap().to_owned()
    }

    /// What drafting and posting an invoice of five lines costs.
    fn invoices(&mut self, photo: &str) -> [Cost; 2] {
        let (orders, _) = self.play_all(&ORDER_OF_FIVE, photo);
        let ids = orders.iter().map(|order| order["id"].as_str().unwrap());
        let loadings: Vec<String> = ids.map(|id| self.loading_of(id)).collect();
        let mut drafts = Vec::new();
        let draft = self.measured(|day| {
            for loading in &loadings {
                let record = json!({ "record": { "loadings": [loading] } });
                drafts.push(day.call("ACC", "/api/docs/invoice", record));
            }
        });
        let post = self.measured(|day| {
            for draft in &drafts {
                let path = format!("/api/docs/invoice/{}/post", draft["id"].as_str().unwrap());
                day.call("ACC", &path, json!({ "version": draft["version"], "inputs": {} }));
            }
        });
        [draft, post]
    }
}

fn main() {
    println!(
        "steps over HTTP on the durable store, {DOCUMENTS} documents of one line; {}",
        machine()
    );
    let shop = Shop::furnish(&Plan {
        crowd: &[("BM", 1), ("LOGI", 1)],
        customers: 1,
        limit_paise: 900_000_000_000,
        skus: FIVE.len(),
        pcs: 900_000,
    });
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let mut client = site.client();
    client.token = shop.token("YARD").to_owned();
    let (_, photo) = client.raw("POST", "/api/files?name=rust.pdf", "%PDF-1.7 rust").unwrap();
    let photo = photo["id"].as_str().unwrap().to_owned();
    let mut day = Day { shop: &shop, site, client, data: data.path(), made: 0 };
    let order = day.play(&ORDER, &photo);
    let ms = order.iter().map(|(_, cost)| cost.ms).sum::<f64>() / order.len() as f64;
    let kib = order.iter().map(|(_, cost)| cost.kib).fold(0.0, f64::max);
    println!("\n{:<12} {:<16} {:>10} {:>8} {:>12}", "", "", "ms of CPU", "times", "KiB journal");
    tell("order", &order, (ms, kib));
    for machine in &MACHINES {
        tell(machine.kind, &day.play(machine, &photo), (ms, kib));
    }
    let [draft, post] = day.invoices(&photo);
    println!(
        "\nan invoice of five lines: drafted in {:.2} ms of CPU and {:.1} KiB of journal,",
        draft.ms, draft.kib
    );
    println!("posted in {:.2} ms, of {POST_MS} ms, and {:.1} KiB", post.ms, post.kib);
    day.site.stop();
}

/// The steps beside the mean step of an order, and its largest in the journal.
fn tell(kind: &str, costs: &[(&str, Cost)], (ms, kib): (f64, f64)) {
    for (at, (action, cost)) in costs.iter().enumerate() {
        let over = if cost.ms > TIMES * ms || cost.kib > kib { "  over" } else { "" };
        let kind = if at == 0 { kind } else { "" };
        let times = cost.ms / ms;
        println!("{kind:<12} {action:<16} {:>10.2} {times:>8.2} {:>12.1}{over}", cost.ms, cost.kib);
    }
}
