//! Orders with their loadings, transfers, work orders, dumps and holds want the pieces of one batch at the same
//! moment, and give them back: nothing is taken twice, and nobody is told of a lock.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use godown_core::ledger::balance_key;
use godown_core::ledger::stock::{Availability, Balance};
use godown_server::store::walk;
use serde_json::{Value, json};

use crate::proof::{report, size};
use crate::shop::{Plan, Shop, soon};
use crate::site::{Client, Site, verify};

/// The pieces of the batch, and how many each taker wants: fewer than half of them fit.
const PIECES: i64 = 40;
const WANTED: i64 = 4;
/// How many people want it in each way.
const EACH: usize = 5;

/// A person at their own connection, with a document in each hand.
struct Taker<'a> {
    shop: &'a Shop,
    client: Client,
    number: usize,
    made: usize,
    photo: String,
}

/// A document at the version that its holder knows.
struct Paper {
    kind: &'static str,
    id: String,
    version: u64,
}

/// What a taker is told: that they have it, or that too little is free.
type Told = Result<(), String>;

impl<'a> Taker<'a> {
    fn new(shop: &'a Shop, site: &Site, number: usize) -> Taker<'a> {
        let mut client = site.client();
        client.token = shop.token("YARD").to_owned();
        let (status, photo) =
            client.raw("POST", "/api/files?name=rust.pdf", &format!("%PDF-1.7 {number}")).unwrap();
        assert_eq!(status, 201, "{photo}");
        let photo = photo["id"].as_str().unwrap().to_owned();
        Taker { shop, client, number, made: 0, photo }
    }

    fn call(&mut self, who: &str, path: &str, mut body: Value) -> Result<Value, String> {
        self.made += 1;
        let (taker, made) = (self.number, self.made);
        if !body.is_null() {
            body["command_id"] = json!(format!("e0000000-0000-4000-8000-{taker:04x}{made:08x}"));
        }
        let (status, answer) = self.shop.call(&mut self.client, who, path, &body).unwrap();
        if status < 300 {
            return Ok(answer);
        }
        let why = answer["errors"][0]["message"].as_str().or(answer["detail"].as_str());
        let why = why.unwrap_or_default().to_owned();
        assert_eq!(
            (status, answer["code"].as_str()),
            (422, Some("stock_short")),
            "{path} {answer}"
        );
        Err(why)
    }

    fn make(&mut self, who: &str, kind: &'static str, record: Value) -> Result<Paper, String> {
        let made = self.call(who, &format!("/api/docs/{kind}"), json!({ "record": record }))?;
        let id = made["id"].as_str().unwrap().to_owned();
        Ok(Paper { kind, id, version: made["version"].as_u64().unwrap() })
    }

    fn step(&mut self, who: &str, paper: &mut Paper, action: &str, inputs: Value) -> Told {
        let path = format!("/api/docs/{}/{}/{action}", paper.kind, paper.id);
        let body = json!({ "version": paper.version, "inputs": inputs });
        paper.version = self.call(who, &path, body)?["version"].as_u64().unwrap();
        Ok(())
    }

    /// Steps that must be fine.
    fn walk(&mut self, paper: &mut Paper, steps: &[(&str, &str, Value)]) {
        for (who, action, inputs) in steps {
            self.step(who, paper, action, inputs.clone())
                .unwrap_or_else(|why| panic!("{action}: {why}"));
        }
    }
}

fn words() -> Value {
    json!({ "remarks": "As agreed by phone" })
}

fn reason(code: &str) -> Value {
    json!({ "reason": code, "remarks": "As agreed by phone" })
}

/// Takes the goods and gives them back.
type Way = fn(&mut Taker) -> Told;

fn holds(taker: &mut Taker) -> Told {
    let (sku, batch) = taker.shop.goods[0].clone();
    let record = json!({
        "yard": taker.shop.yard, "sku": sku, "batch": batch, "pcs": WANTED, "kind": "quality",
        "to": soon(), "reason": "DAMAGE",
    });
    let mut hold = taker.make("YARD", "stock_hold", record)?;
    taker.walk(&mut hold, &[("YARD", "release", words())]);
    Ok(())
}

fn dumps(taker: &mut Taker) -> Told {
    let record = json!({
        "yard": taker.shop.yard, "batch": taker.shop.goods[0].1, "pcs": WANTED, "reason": "RUST",
        "photos": [taker.photo],
    });
    let mut dump = taker.make("YARD", "dump_stock", record)?;
    taker.step("YARD", &mut dump, "submit", json!({}))?;
    if let Err(why) = taker.step("BM", &mut dump, "approve", json!({})) {
        taker.walk(&mut dump, &[("BM", "reject", words())]);
        return Err(why);
    }
    taker.walk(&mut dump, &[("BM", "restore", json!({ "remarks": "Brushed clean, it is fit" }))]);
    Ok(())
}

fn transfers(taker: &mut Taker) -> Told {
    let (sku, batch) = taker.shop.goods[0].clone();
    let record = json!({
        "from_yard": taker.shop.yard, "to_yard": taker.shop.other_yard, "need_by": soon(),
        "lines": [{ "sku": sku, "pcs": WANTED }],
    });
    let mut transfer = taker.make("YARD2", "transfer", record)?;
    taker.walk(&mut transfer, &[("YARD2", "request", json!({}))]);
    let picked = json!({ "batches": [{ "line": 0, "batch": batch, "pcs": WANTED }] });
    let taken = taker.step("YARD", &mut transfer, "accept", picked);
    taker.walk(&mut transfer, &[("YARD2", "cancel", words())]);
    taken
}

fn works(taker: &mut Taker) -> Told {
    let (sku, batch) = taker.shop.goods[0].clone();
    let record = json!({
        "entry": "office", "work": "cut_to_length", "yard": taker.shop.yard,
        "inputs": [{ "batch": batch, "pcs": WANTED, "weight_g": WANTED * 28_347 }],
        "outputs": [{ "sku": sku, "pcs": WANTED, "weight_g": WANTED * 28_000 }],
        "scrap_g": WANTED * 300, "loss_g": WANTED * 47,
    });
    let mut work = taker.make("BM", "work_order", record)?;
    taker.step("BM", &mut work, "submit", json!({}))?;
    if let Err(why) = taker.step("BM00", &mut work, "approve", json!({})) {
        taker.walk(&mut work, &[("BM00", "reject", words())]);
        return Err(why);
    }
    let all = json!({ "batches": [{ "input": 0, "pcs": WANTED }] });
    let back =
        [("YARD", "issue", all.clone()), ("YARD", "give_back", all), ("BM", "cancel", words())];
    taker.walk(&mut work, &back);
    Ok(())
}

fn orders(taker: &mut Taker) -> Told {
    let record = taker.shop.order(0, &[0], WANTED);
    let mut order = taker.make("SALES", "order", record)?;
    taker.walk(&mut order, &[("SALES", "submit", json!({ "confirm": true }))]);
    if let Err(why) = taker.step("BM", &mut order, "approve", json!({})) {
        taker.walk(&mut order, &[("BM", "reject", reason("NO_STOCK"))]);
        return Err(why);
    }
    let approved = [
        ("PCT", "forward", json!({ "recommendation": "approve" })),
        ("CREDIT", "credit_approve", json!({})),
    ];
    taker.walk(&mut order, &approved);
    let slip = format!("R{}-{}", taker.number, taker.made);
    let loading = json!({ "loading_record": taker.shop.loading(&slip, &[0], WANTED) });
    taker.walk(&mut order, &[("YARD", "load", loading)]);
    let listed = taker.call(
        "ACC",
        &format!("/api/docs/loading?where=order:eq:{}", order.id),
        Value::Null,
    )?;
    let mut concern = reason("RATE");
    concern["loading"] = listed["rows"][0]["id"].clone();
    let back =
        json!({ "pcs": WANTED, "weight_g": WANTED * 28_347, "remarks": "All back in bay 4" });
    let unloaded = [
        ("ACC", "account_concern", concern),
        ("BM", "answer", json!({ "resolution": "unload", "remarks": "Back with it" })),
        ("YARD", "unload", back),
        ("BM", "cancel", reason("CANCELLED_BY_CUSTOMER")),
    ];
    taker.walk(&mut order, &unloaded);
    Ok(())
}

const WAYS: [(&str, Way); 5] = [
    ("holds", holds),
    ("dumps", dumps),
    ("transfers", transfers),
    ("work orders", works),
    ("orders", orders),
];

/// No state of the stock that the store went through gave away more than was there; how many there were.
fn states_of_stock(shop: &Shop, data: &Path) -> usize {
    let (sku, batch) = &shop.goods[0];
    let position = balance_key("position", &[&shop.yard, sku]);
    let place = balance_key("stock", &[&shop.yard, sku]);
    let mut seen = 0;
    let walked = walk(&data.join("journal"), |kept| {
        for (key, value) in &kept.entry.writes {
            let Some(value) = value else { continue };
            let text = String::from_utf8_lossy(value);
            if *key == position {
                seen += 1;
                let position: Availability = serde_json::from_slice(value).unwrap();
                let fits = position.covers_holds() && !position.held.any_negative();
                assert!(fits, "entry {}: {text}", kept.seq);
            } else if key.starts_with(&place) && key.contains(batch.as_str()) {
                let lies: Balance = serde_json::from_slice(value).unwrap();
                assert!(!lies.qty.any_negative(), "entry {}: {key} {text}", kept.seq);
            }
        }
    });
    assert_eq!(walked.damage, None);
    let (well, text) = verify(data);
    assert!(well, "{text}");
    seen
}

#[test]
fn five_ways_to_take_the_pieces_of_one_batch_never_take_one_twice() {
    let shop = Shop::furnish(&Plan {
        crowd: &[("BM", 1)],
        customers: 1,
        limit_paise: 900_000_000_000,
        skus: 1,
        pcs: PIECES,
    });
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let attempts = size(100_000, 400);
    let tried = AtomicUsize::new(0);
    let told: Mutex<BTreeMap<&str, (usize, usize)>> = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for number in 0..EACH * WAYS.len() {
            let (shop, site, tried, told) = (&shop, &site, &tried, &told);
            let (name, way) = WAYS[number % WAYS.len()];
            scope.spawn(move || {
                let mut taker = Taker::new(shop, site, number);
                let (mut had, mut short) = (0, 0);
                while tried.fetch_add(1, Ordering::SeqCst) < attempts {
                    match way(&mut taker) {
                        Ok(()) => had += 1,
                        Err(why) => {
                            assert!(why.starts_with("Only "), "{name}: {why}");
                            short += 1;
                        }
                    }
                }
                let mut told = told.lock().unwrap();
                let sums = told.entry(name).or_default();
                *sums = (sums.0 + had, sums.1 + short);
            });
        }
    });
    site.stop();
    let told = told.into_inner().unwrap();
    assert!(told.values().all(|(had, _)| *had > 0), "{told:?}");
    let states = states_of_stock(&shop, data.path());
    let each: Vec<String> =
        told.iter().map(|(name, (had, short))| format!("{name} {had}, {short} short")).collect();
    let figure = format!("{}; 0 overdraws in {states} states of the stock", each.join("; "));
    report("T7 one batch in a yard, over HTTP", attempts, &figure, "0 overdraws");
}
