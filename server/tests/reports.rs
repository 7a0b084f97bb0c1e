//! Reports over the demo: they agree with its documents, and with what each person may see.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::sync::OnceLock;

use godown_core::access::{Actor, accounts, actor_of};
use godown_core::decide::doc::Doc;
use godown_core::decide::keys;
use godown_core::report::build::{self, Cut};
use godown_core::report::table::Cell;
use godown_core::report::{Frames, Params, REPORTS, bytes, delta, facts};
use godown_core::value::Day;
use godown_server::demo;

const UNTIL: &str = "2026-11-21";

fn story() -> &'static demo::Told {
    static STORY: OnceLock<demo::Told> = OnceLock::new();
    STORY.get_or_init(|| {
        demo::tell(Day::parse(UNTIL).unwrap(), &|text| format!("hash of {text}")).unwrap()
    })
}

fn frames() -> &'static Frames {
    static FRAMES: OnceLock<Frames> = OnceLock::new();
    FRAMES.get_or_init(|| build::whole(&story().state, 1).unwrap())
}

fn today() -> Day {
    Day::parse(UNTIL).unwrap()
}

fn who(id: &str) -> Actor {
    let state = &story().state;
    let account = accounts::by_name(state, id).unwrap().unwrap();
    actor_of(state, &account, story().now).unwrap().unwrap()
}

fn all() -> Params {
    [("from", "2024-01-01"), ("to", UNTIL)].map(|(k, v)| (k.to_owned(), v.to_owned())).into()
}

fn docs(kind: &str) -> Vec<Doc> {
    let prefix = keys::key(&["doc", kind]);
    let pairs = story().state.pairs.range(prefix.clone()..);
    let ours = pairs.take_while(|(key, _)| key.starts_with(&prefix));
    ours.map(|(_, bytes)| serde_json::from_slice(bytes).unwrap()).collect()
}

#[test]
fn every_report_says_something_of_the_demo() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    for report in REPORTS {
        let table = godown_core::report::run(&mine, report.key, &all(), today()).unwrap();
        println!("{}: {} lines of {} rows", report.key, table.lines.len(), table.read);
        assert!(table.lines.len() > 3, "{}", report.key);
        for line in table.lines.iter().take(3) {
            println!("    {:?}", line.cells);
        }
        println!("    {:?}", table.total);
    }
}

#[test]
fn what_was_sold_is_the_sum_of_the_posted_invoices() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all();
    params.insert("measures".into(), "invoices|sale_pcs|sale_mt|sale_amount|sale_gst".into());
    let table = godown_core::report::run(&mine, "product_wise_report", &params, today()).unwrap();
    let mut sums = [0_i64; 5];
    for invoice in docs("invoice").iter().filter(|doc| doc.status == "Posted") {
        sums[0] += 1;
        for line in invoice.get("lines").unwrap().as_array().unwrap() {
            let int = |key: &str| line.get(key).and_then(|v| v.as_i64()).unwrap_or(0);
            sums[1] += int("pcs");
            sums[2] += int("weight_g");
            sums[3] += int("amount_paise");
            sums[4] += int("cgst_paise") + int("sgst_paise") + int("igst_paise");
        }
    }
    assert_eq!(table.total.unwrap(), sums.map(Cell::Number));
}

#[test]
fn frames_kept_current_by_changes_are_those_made_anew() {
    let state = &story().state;
    let every: Vec<&String> = state.pairs.keys().collect();
    // All that the last third of the keys tell is taken for new.
    let mut touched = BTreeSet::new();
    for key in &every[every.len() / 3 * 2..] {
        facts::touched(key, &mut touched);
    }
    let mut kept = frames().clone();
    let change = build::whole_delta(state, &touched, 1, 2).unwrap();
    delta::apply(&mut kept, &change).unwrap();
    for report in REPORTS {
        let run = |frames: &Frames| {
            godown_core::report::run(frames, report.key, &all(), today()).unwrap()
        };
        let (again, anew) = (run(&kept), run(frames()));
        assert_eq!(again.lines.len(), anew.lines.len(), "{}", report.key);
        assert_eq!(again.total, anew.total, "{}", report.key);
    }
}

#[test]
fn a_person_gets_no_column_that_he_may_not_see_and_no_row_of_another_yard() {
    let yard = who("YARD");
    let mine = Cut::of(&yard).take(frames()).unwrap();
    let sent = bytes::write(&mine);
    for frame in mine.frames() {
        for (name, _) in frame.columns() {
            let money = ["amount", "gst", "freight", "cost", "committed", "receivable", "balance"];
            assert!(!money.contains(&name), "{}.{name} was sent to YARD", frame.name);
        }
    }
    let moves = mine.frame("move").unwrap();
    assert!(moves.rows() > 0);
    let yards = mine.frame("yard").unwrap().column("id").unwrap();
    for row in 0..moves.rows() {
        let link = moves.column("yard").unwrap().at(row);
        let id = yards.text(usize::try_from(link - 1).unwrap());
        assert!(yard.yards.iter().chain(&yard.reads_yards).any(|own| own == id), "a row of {id}");
    }
    assert_eq!(bytes::read(&sent, godown_core::report::VERSION).unwrap(), mine);
}
