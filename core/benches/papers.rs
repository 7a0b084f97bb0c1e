//! What papers cost, natively: the PDF of an invoice of five lines in every copy, and of a thousand such invoices in
//! one file, as the server and the browser's module make them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may fail")]

#[path = "../tests/invoice_view/mod.rs"]
mod invoice_view;
mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use godown_core::docs::printed::{PaperWish, file};
use invoice_view::invoice;
use serde_json::{Value, json};
use support::{machine, ms, percentile};

const LINES: usize = 5;
const ROUNDS: usize = 200;
const MANY: usize = 1_000;

fn main() {
    println!("papers, natively; {}", machine());
    let one = [invoice(LINES)];
    // The first of a process reads the letters.
    let (first, bytes) = timed(&one);
    println!("an invoice of {LINES} lines, the first: {:.2} ms, {bytes} bytes", ms(first));
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| timed(&one).0).collect();
    let (p50, p99) = (percentile(&mut times, 50), percentile(&mut times, 99));
    println!("an invoice of {LINES} lines: p50 {:.2} ms, p99 {:.2} ms", ms(p50), ms(p99));
    let many: Vec<Value> = (0..MANY).map(numbered).collect();
    let (whole, bytes) = timed(&many);
    println!("{MANY} of them in one file: {:.2} s, {bytes} bytes", whole.as_secs_f64());
}

/// Each by a number and with an amount of its own, so that no page is another's.
fn numbered(at: usize) -> Value {
    let mut view = invoice(LINES);
    view["doc_no"] = json!(format!("PN/26-27/{at:06}"));
    let signed = view["record"]["signed_qr"].as_str().unwrap().to_owned();
    view["record"]["signed_qr"] = json!(format!("{at:06}{signed}"));
    view["record"]["payable_paise"] = json!(19_793_200 + 12_345 * at);
    view
}

fn timed(views: &[Value]) -> (Duration, usize) {
    let begun = Instant::now();
    let made = file("invoice", black_box(views), &PaperWish::default()).unwrap();
    (begun.elapsed(), black_box(made).len())
}
