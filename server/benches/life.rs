//! What a whole order costs the server: from the draft to the posted invoice, over HTTP, durably kept.
//!
//! The people who call are a process of their own, so that the server's CPU time is its own.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may fail")]

mod client;
mod site;
#[path = "../../core/benches/support/mod.rs"]
mod support;
#[path = "../../core/tests/support/mod.rs"]
mod world;

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use support::machine;

/// Lives by one client, and by sixty-four.
const RUNS: [(usize, usize); 2] = [(1, 400), (64, 2_000)];

fn main() {
    if std::env::args().nth(1).as_deref() == Some("client") {
        return client::main();
    }
    let site = site::Site::start();
    println!("order lives over HTTP on the durable store; {}", machine());
    for (clients, lives) in RUNS {
        let mut people = People::call_in(&json!({
            "address": site.address, "clients": clients, "lives": lives, "goods": site.goods,
        }));
        let before = cpu();
        let (kept, told) = (journal(&site), people.live());
        let kept = (journal(&site) - kept) as f64 / 1024.0 / lives as f64;
        let each = (cpu() - before) * 1e3 / lives as f64;
        let number = |key: &str| told[key].as_f64().unwrap();
        let clients = if clients == 1 { "1 client".into() } else { format!("{clients} clients") };
        println!("\n{clients:<16} {:>10} {:>10}", "p50 ms", "p99 ms");
        for step in told["steps"].as_array().unwrap() {
            let (name, p50, p99) = (&step[0], step[1].as_f64(), step[2].as_f64());
            let name = name.as_str().unwrap();
            println!("{name:<16} {:>10.2} {:>10.2}", p50.unwrap(), p99.unwrap());
        }
        let rate = lives as f64 / number("seconds");
        println!("{rate:.1} lives/s, {each:.2} ms of server CPU and {kept:.1} KiB of journal each");
    }
}

/// The child process that plays the clients.
struct People {
    child: Child,
    tell: ChildStdin,
    told: Lines<BufReader<ChildStdout>>,
}

impl People {
    /// Starts them and waits until all have signed in.
    fn call_in(task: &Value) -> People {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("client")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut tell = child.stdin.take().unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
        writeln!(tell, "{task}").unwrap();
        told.next().unwrap().unwrap();
        People { child, tell, told }
    }

    /// Lets them work and returns what they measured.
    fn live(&mut self) -> Value {
        writeln!(self.tell, "go").unwrap();
        let told = self.told.next().unwrap().unwrap();
        self.child.wait().unwrap();
        serde_json::from_str(&told).unwrap()
    }
}

/// Bytes in the site's journal.
fn journal(site: &site::Site) -> u64 {
    let files = std::fs::read_dir(site.data.path().join("journal")).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

/// User and system seconds of this process.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}
