//! Measures the site's store beside those of this crate: `stores [commands] [rounds]`.
//!
//! Each part of a round runs in a process of its own, so that time and memory are one store's; the
//! stores take turns, and the medians of all rounds are printed.

mod flips;
mod parts;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Figures by name, which tells the unit.
pub type Figures = BTreeMap<String, f64>;

const STORES: [&str; 3] = ["sled", "redb", "fjall"];
/// How long the process commits that is killed.
const UNTIL_KILLED: Duration = Duration::from_secs(3);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["part", store, part, data, number] => {
            parts::run(store, part, Path::new(data), number.parse().unwrap());
        }
        [commands, rounds] => compare(commands, rounds.parse().unwrap()),
        [commands] => compare(commands, 3),
        _ => compare("100000", 3),
    }
}

fn compare(commands: &str, rounds: usize) {
    let mut all: BTreeMap<(String, &str), Vec<f64>> = BTreeMap::new();
    for round in 0..rounds {
        let mut order = STORES;
        order.rotate_left(round % STORES.len());
        for store in order {
            eprintln!("round {} of {rounds}: {store}", round + 1);
            for (name, value) in play(store, commands) {
                all.entry((name, store)).or_default().push(value);
            }
        }
    }
    println!("{commands} commands, medians of {rounds} rounds");
    println!("{:<48} {:>12} {:>12} {:>12}", "", STORES[0], STORES[1], STORES[2]);
    let names: Vec<String> = all.keys().map(|(name, _)| name.clone()).collect();
    for name in names.iter().collect::<std::collections::BTreeSet<_>>() {
        let median = |store| {
            let mut values = all.get(&(name.clone(), store)).cloned().unwrap_or_default();
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
        };
        let [one, two, three] = STORES.map(median);
        println!("{name:<48} {one:>12.2} {two:>12.2} {three:>12.2}");
    }
}

/// One store's turn, in a directory of its own.
fn play(store: &str, commands: &str) -> Figures {
    let place = tempfile::tempdir_in(".").unwrap();
    let data = place.path();
    let mut figures = part(store, "fill", data, commands);
    figures.extend(killed(store, data));
    for name in ["reads", "single", "clean", "again"] {
        figures.extend(part(store, name, data, commands));
    }
    let small = tempfile::tempdir_in(".").unwrap();
    figures.extend(part(store, "flips", small.path(), "400"));
    figures
}

fn part(store: &str, part: &str, data: &Path, number: &str) -> Figures {
    let mut command = command(store, part, data, number);
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    assert!(output.status.success(), "{store} {part}: {}", output.status);
    serde_json::from_slice(&output.stdout).unwrap()
}

fn command(store: &str, part: &str, data: &Path, number: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["part", store, part]).arg(data).arg(number);
    command
}

/// Kills a process that commits, and looks at what the next one finds.
fn killed(store: &str, data: &Path) -> Figures {
    let mut child = command(store, "commit", data, "0").stdout(Stdio::piped()).spawn().unwrap();
    let mut acknowledged = String::new();
    let began = Instant::now();
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
        acknowledged = line;
        if began.elapsed() > UNTIL_KILLED {
            let _ = child.kill();
        }
    }
    child.wait().unwrap();
    assert!(!acknowledged.is_empty(), "{store}: nothing was committed before the kill");
    part(store, "killed", data, &acknowledged)
}
