//! The honest person: reads a list, saves orders, and signs in, from an address of their own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::wire::{Answer, Caller};
use crate::support::{ms, percentile};

const FROM: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// An address from which the person never signed in.
pub const STRANGE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 4));
const WHO: &str = "SALES";
const LIST: &str = "/api/docs/order?sort=-date&limit=50";
/// A round is three lists, two saves and a sign-in.
const ROUNDS: usize = 200;
/// Enough of a server that hardly answers.
const LONGEST: Duration = Duration::from_secs(40);
const LET_IN: &str = "let in";
const JSON: &str = "application/json";

pub struct Honest {
    address: SocketAddr,
    caller: Caller,
    order: Value,
}

/// Times of one call, and how many were refused.
#[derive(Default)]
pub struct Times {
    took: Vec<Duration>,
    refused: usize,
}

/// The three calls.
#[derive(Default)]
pub struct Figures([Times; 3]);

pub struct Shown {
    pub p50: f64,
    pub p99: f64,
    pub refused: usize,
}

impl Times {
    fn shown(mut self) -> Shown {
        let (p50, p99) = (percentile(&mut self.took, 50), percentile(&mut self.took, 99));
        Shown { p50: ms(p50), p99: ms(p99), refused: self.refused }
    }
}

impl Figures {
    pub fn beside(
        alone: Figures,
        beside: Figures,
    ) -> impl Iterator<Item = (&'static str, [Shown; 2])> {
        let pairs = alone.0.into_iter().zip(beside.0);
        ["list", "save", "sign-in"].into_iter().zip(pairs.map(|(a, b)| [a.shown(), b.shown()]))
    }

    fn add(&mut self, call: usize, took: Duration, well: bool) {
        let times = &mut self.0[call];
        times.took.push(took);
        times.refused += usize::from(!well);
    }
}

fn let_in(answer: &Answer) -> bool {
    let said: Value = serde_json::from_slice(&answer.1).unwrap_or_default();
    answer.0 == 200 && said["code"] == 1
}

impl Honest {
    pub async fn come(address: SocketAddr) -> Honest {
        let mut caller = Caller::new(address, FROM);
        assert!(let_in(&caller.sign_in(WHO).await));
        let order = pattern(&mut caller).await;
        Honest { address, caller, order }
    }

    pub async fn work(&mut self) -> Figures {
        let (mut figures, end) = (Figures::default(), Instant::now() + LONGEST);
        for _ in (0..ROUNDS).take_while(|_| Instant::now() < end) {
            for _ in 0..3 {
                let began = Instant::now();
                let status = self.caller.get(LIST, JSON).await.0;
                figures.add(0, began.elapsed(), status == 200);
            }
            for _ in 0..2 {
                let began = Instant::now();
                let status = self.caller.create("order", &self.order).await.0;
                figures.add(1, began.elapsed(), status == 201);
            }
            let (took, said) = self.sign_in().await;
            figures.add(2, took, said == LET_IN);
        }
        figures
    }

    /// Signs in once more, as a second browser would: how long that took, and what was said. It
    /// signs out again.
    pub async fn sign_in(&mut self) -> (Duration, String) {
        let mut other = Caller::new(self.address, FROM);
        let began = Instant::now();
        let answer = other.sign_in(WHO).await;
        let said = (began.elapsed(), in_words(&answer));
        if let_in(&answer) {
            other.post("/api/logout", &Value::Null).await;
        }
        said
    }

    /// The same person where they never signed in before.
    pub async fn stranger(address: SocketAddr) -> String {
        in_words(&Caller::new(address, STRANGE).sign_in(WHO).await)
    }
}

fn in_words(answer: &Answer) -> String {
    match (answer.0, let_in(answer)) {
        (200, false) => "refused with code 0".to_owned(),
        (200, true) => LET_IN.to_owned(),
        (status, _) => status.to_string(),
    }
}

/// An order like one that the person has.
async fn pattern(caller: &mut Caller) -> Value {
    let rows = caller.get("/api/docs/order?sort=-date&limit=1", JSON).await.1;
    let rows: Value = serde_json::from_slice(&rows).unwrap();
    let id = rows["rows"][0]["id"].as_str().unwrap();
    let order = caller.get(&format!("/api/docs/order/{id}"), JSON).await.1;
    let order: Value = serde_json::from_slice(&order).unwrap();
    let record = &order["record"];
    let line = |line: &Value| json!({ "sku": line["sku"], "pcs": 6, "weight_g": 6 * 28_347 });
    let lines: Vec<Value> = record["lines"].as_array().unwrap().iter().take(1).map(line).collect();
    let mut made = json!({ "lines": lines });
    for key in ["customer", "yard", "payment_term", "price_basis", "delivery_by"] {
        made[key] = record[key].clone();
    }
    let (status, said) = caller.create("order", &made).await;
    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&said));
    made
}
