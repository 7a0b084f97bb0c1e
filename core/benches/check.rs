//! What one keystroke in a long order costs: `check` and `quote` of 100 lines, by the browser's calls.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may fail")]

mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use godown_core::calls;
use godown_core::docs::work_orders::cutting::{self, Bars};
use serde_json::{Value, json};
use support::{machine, ms, percentile};

const LINES: usize = 100;
const ROUNDS: usize = 2_000;
const CUT_ROUNDS: usize = 50;
/// The calls that the wasm build is tested with, so that both sides time the same order.
const VECTORS: &str = include_str!("../../wasm/tests/vectors.json");

fn main() {
    println!("an order with {LINES} lines, natively; {}", machine());
    println!("{:<8} {:>10} {:>10} {:>10}", "call", "p50 ms", "p99 ms", "answer B");
    let vectors: Vec<Value> = serde_json::from_str(VECTORS).unwrap();
    for name in ["check", "quote"] {
        let vector = vectors.iter().find(|vector| vector["call"] == name).unwrap();
        let args = lengthened(&vector["args"]);
        let answer = calls::call(name, &args).unwrap().to_string();
        let mut times: Vec<Duration> = (0..ROUNDS).map(|_| timed(name, &args)).collect();
        let (p50, p99) = (percentile(&mut times, 50), percentile(&mut times, 99));
        println!("{name:<8} {:>10.3} {:>10.3} {:>10}", ms(p50), ms(p99), answer.len());
    }
    let mut times: Vec<Duration> = (0..CUT_ROUNDS).map(|_| cut()).collect();
    let (p50, p99) = (percentile(&mut times, 50), percentile(&mut times, 99));
    println!("{:<8} {:>10.3} {:>10.3}   200 pieces of 20 lengths", "cutting", ms(p50), ms(p99));
}

/// A cutting plan of 200 pieces of 20 lengths out of bars of two.
fn cut() -> Duration {
    let bars = [(0, 12_000), (1, 6_000)];
    let bars = bars.map(|(input, length_mm)| Bars { input, length_mm, pcs: 100 });
    let wanted = (0..20).map(|at| (611 + 173 * at, 10)).collect();
    let start = Instant::now();
    black_box(cutting::plan(&bars, &wanted, 3));
    start.elapsed()
}

fn timed(name: &str, args: &Value) -> Duration {
    let start = Instant::now();
    black_box(calls::call(name, args).unwrap());
    start.elapsed()
}

/// The same call with the order's first line, and what is known of its goods, a hundred times.
fn lengthened(args: &Value) -> Value {
    let mut args = args.clone();
    let key = if args.get("order").is_some() { "order" } else { "record" };
    let line = args[key]["lines"][0].clone();
    let sku = line["sku"].as_str().unwrap().to_owned();
    let named = |n: usize| format!("{}{n:04}", &sku[..sku.len() - 4]);
    let lines = (0..LINES).map(|n| {
        let mut line = line.clone();
        line["sku"] = named(n).into();
        line
    });
    args[key]["lines"] = lines.collect();
    if let Some(fact) = args.pointer("/facts/skus").and_then(|skus| skus.get(&sku)).cloned() {
        args["facts"]["skus"] = json!({});
        (0..LINES).for_each(|n| args["facts"]["skus"][named(n)] = fact.clone());
    }
    args
}
