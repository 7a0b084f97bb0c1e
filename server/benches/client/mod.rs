//! The people of the bench: each takes orders through their lives over a connection of its own.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::LocalSet;
use warp::http::Request;

use self::wire::{Wire, connect, read_line};
use crate::site::{PASSWORD, PEOPLE};
use crate::support::{ms, percentile};

mod wire;

const LINES: usize = 5;
const PCS: i64 = 6;
const WEIGHT_G: i64 = PCS * 28_347;

/// What all clients share.
struct Work {
    goods: Value,
    tokens: BTreeMap<&'static str, String>,
    next: Cell<usize>,
    lives: usize,
    times: RefCell<Vec<(&'static str, Vec<Duration>)>>,
}

pub fn main() {
    let task: Value = serde_json::from_str(&read_line()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    LocalSet::new().block_on(&runtime, play(task));
}

async fn play(task: Value) {
    let address = task["address"].as_str().unwrap().to_owned();
    let clients = task["clients"].as_u64().unwrap();
    let mut work = Work {
        goods: task["goods"].clone(),
        tokens: BTreeMap::new(),
        // Slips of a later run are not those of an earlier one.
        next: Cell::new(clients as usize * 1_000_000),
        lives: task["lives"].as_u64().unwrap() as usize,
        times: RefCell::default(),
    };
    let mut wires = Vec::new();
    for _ in 0..clients {
        wires.push(connect(&address).await);
    }
    for who in PEOPLE {
        work.tokens.insert(who, sign_in(&mut wires[0], who).await);
    }
    println!("ready");
    read_line();
    let work = Rc::new(work);
    let last = work.next.get() + work.lives;
    let start = Instant::now();
    let playing: Vec<_> = wires
        .into_iter()
        .map(|wire| {
            let work = work.clone();
            tokio::task::spawn_local(async move {
                let mut client = Client { wire, work };
                while client.work.next.get() < last {
                    let number = client.work.next.replace(client.work.next.get() + 1);
                    client.life(number).await;
                }
            })
        })
        .collect();
    for one in playing {
        one.await.unwrap();
    }
    let seconds = start.elapsed().as_secs_f64();
    let mut times = work.times.borrow_mut();
    let steps = times
        .iter_mut()
        .map(|(name, times)| json!([name, ms(percentile(times, 50)), ms(percentile(times, 99))]));
    println!("{}", json!({ "seconds": seconds, "steps": steps.collect::<Vec<_>>() }));
}

async fn sign_in(wire: &mut Wire, who: &str) -> String {
    let form = format!("emailId={who}&password={}", PASSWORD.replace(' ', "+"));
    let request = Request::post("/api/login/signIn")
        .header("host", "godown.bench")
        .header("content-type", "application/x-www-form-urlencoded");
    let answer = wire.send_request(request.body(Full::from(form)).unwrap()).await.unwrap();
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    let answer: Value = serde_json::from_slice(&bytes).unwrap();
    answer["accesstoken"].as_str().unwrap().to_owned()
}

/// What the people look at in an answer; a browser would look at more, on a machine of its own.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Told {
    id: String,
    version: u32,
    status: String,
    total: i64,
    command_id: String,
}

struct Client {
    wire: Wire,
    work: Rc<Work>,
}

impl Client {
    async fn life(&mut self, number: usize) {
        let start = Instant::now();
        let order = self.order(number);
        let made = self.send("create", "SALES", "/order", json!({ "record": order })).await;
        let id = made.id;
        let mut version = made.version;
        let steps = [
            ("submit", "SALES", json!({ "confirm": true })),
            ("approve", "BM", json!({})),
            ("forward", "PCT", json!({ "recommendation": "approve" })),
            ("credit_approve", "CREDIT", json!({})),
            ("load", "YARD", json!({ "loading_record": self.loading(number) })),
        ];
        let mut loading = String::new();
        for (action, who, inputs) in steps {
            let body = json!({ "version": version, "inputs": inputs });
            let done = self.send(action, who, &format!("/order/{id}/{action}"), body).await;
            version = done.version;
            // The loading is the further document of the command that loads.
            loading = format!("{}-1", done.command_id);
        }
        let record = json!({ "record": { "loadings": [loading] } });
        let invoice = self.send("invoice", "ACC", "/invoice", record).await;
        let path = format!("/invoice/{}/post", invoice.id);
        let body = json!({ "version": invoice.version, "inputs": {} });
        self.send("post", "ACC", &path, body).await;
        let order = self.read("read the order", "SALES", &format!("/order/{id}")).await;
        assert_eq!(order.status, "Order Completed");
        let rows = self.read("list of 50", "BM", "/order?sort=-date&limit=50").await;
        assert!(rows.total > 0);
        self.took("life", start);
    }

    fn pick(&self, number: usize, line: usize) -> &Value {
        let goods = self.work.goods["goods"].as_array().unwrap();
        &goods[(number * 7 + line) % goods.len()]
    }

    fn order(&self, number: usize) -> Value {
        let goods = &self.work.goods;
        let customers = goods["customers"].as_array().unwrap();
        let lines = (0..LINES).map(|line| {
            json!({ "sku": self.pick(number, line)["sku"], "pcs": PCS, "weight_g": WEIGHT_G })
        });
        json!({
            "customer": customers[number % customers.len()], "yard": goods["yard"],
            "payment_term": "payment_term-CR30", "price_basis": "ex_yard",
            "delivery_by": "2026-12-31", "lines": lines.collect::<Vec<_>>(),
        })
    }

    fn loading(&self, number: usize) -> Value {
        let goods = &self.work.goods;
        let lines = (0..LINES).map(|line| {
            let batches = self.pick(number, line)["batches"].as_array().unwrap();
            let batch = &batches[number % batches.len()];
            json!({ "order_line": line, "batch": batch, "pcs": PCS, "weight_g": WEIGHT_G })
        });
        json!({
            "vehicle": goods["vehicle"], "driver": goods["driver"], "mobile": "9822000001",
            "slip_no": format!("W{number}"), "tare_g": 8_000_000,
            "gross_g": 8_000_000 + LINES as i64 * WEIGHT_G, "lines": lines.collect::<Vec<_>>(),
        })
    }

    /// Sends a command that must be fine; its answer, with the id it was sent under.
    async fn send(&mut self, name: &'static str, who: &str, path: &str, mut body: Value) -> Told {
        let command_id = uuid::Uuid::new_v4().to_string();
        body["command_id"] = command_id.as_str().into();
        let request =
            Request::post(format!("/api/docs{path}")).header("content-type", "application/json");
        let mut answer = self.call(name, who, request, body.to_string()).await;
        answer.command_id = command_id;
        answer
    }

    async fn read(&mut self, name: &'static str, who: &str, path: &str) -> Told {
        self.call(name, who, Request::get(format!("/api/docs{path}")), String::new()).await
    }

    async fn call(
        &mut self,
        name: &'static str,
        who: &str,
        request: warp::http::request::Builder,
        body: String,
    ) -> Told {
        let token = format!("Bearer {}", self.work.tokens[who]);
        let request = request.header("host", "godown.bench").header("authorization", token);
        let request = request.body(Full::from(body)).unwrap();
        let start = Instant::now();
        let answer = self.wire.send_request(request).await.unwrap();
        let status = answer.status();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        self.took(name, start);
        assert!(status.is_success(), "{name}: {}", String::from_utf8_lossy(&bytes));
        serde_json::from_slice(&bytes).unwrap()
    }

    fn took(&self, name: &'static str, start: Instant) {
        let mut times = self.work.times.borrow_mut();
        let time = start.elapsed();
        match times.iter_mut().find(|(known, _)| *known == name) {
            Some((_, times)) => times.push(time),
            None => times.push((name, vec![time])),
        }
    }
}
