//! Reports over the demo: they agree with its documents, and with what each person may see.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use godown_core::access::{Actor, accounts, actor_of};
use godown_core::decide::doc::Doc;
use godown_core::decide::keys;
use godown_core::report::build::{self, Cut};
use godown_core::report::dimensions::{DIMENSIONS, Dimension};
use godown_core::report::table::Cell;
use godown_core::report::{Fault, Frames, Params, REPORTS, bytes, delta, facts};
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

/// The facts as plain rows, and what they lead to: nothing of the kernel is used.
struct Plain {
    rows: BTreeMap<&'static str, Vec<facts::Row>>,
    by_id: BTreeMap<(&'static str, String), usize>,
}

impl Plain {
    fn new() -> Plain {
        let mut plain = Plain { rows: BTreeMap::new(), by_id: BTreeMap::new() };
        for def in facts::FRAMES {
            let mut rows = Vec::new();
            facts::all_rows(&story().state, def, |row| rows.push(row)).unwrap();
            for (at, row) in rows.iter().enumerate() {
                if let Some(facts::Cell::Text(id)) = def.column("id").map(|id| &row.cells[id]) {
                    plain.by_id.insert((def.name, id.clone()), at);
                }
            }
            plain.rows.insert(def.name, rows);
        }
        plain
    }

    /// What stands at the end of a path, as a report names it; of a link, the linked row's id.
    fn at(&self, frame: &'static str, row: &facts::Row, path: &str) -> String {
        let def = facts::frame(frame).unwrap();
        let (first, rest) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
        if first == "month" {
            let day = self.at(frame, row, "day").parse::<i32>().unwrap();
            let (year, month, _) = Day(day).civil();
            return (i64::from(year) * 12 + i64::from(month) - 1).to_string();
        }
        let column = def.column(first).unwrap();
        match (&row.cells[column], def.columns[column].holds, rest) {
            (facts::Cell::Int(number), ..) => number.to_string(),
            (facts::Cell::None, facts::Holds::Int | facts::Holds::Day, _) => "0".to_owned(),
            (facts::Cell::None, ..) => String::new(),
            (facts::Cell::Text(id), facts::Holds::Link(to), Some(rest)) => {
                let known = self.by_id.get(&(to, id.clone()));
                known.map_or(String::new(), |at| self.at(to, &self.rows[to][*at], rest))
            }
            (facts::Cell::Text(text), ..) => text.clone(),
        }
    }

    fn int(&self, frame: &'static str, row: &facts::Row, path: &str) -> i64 {
        self.at(frame, row, path).parse().unwrap()
    }

    /// One figure of one row, if the row counts for it.
    fn figure(&self, measure: &str, row: &facts::Row, asked: &Asked) -> Option<i64> {
        let line = |kind: i64, column: &str| {
            let within = (asked.from..=asked.to).contains(&self.int("line", row, "day"));
            (within && self.int("line", row, "kind") == kind).then(|| self.int("line", row, column))
        };
        let moved = |until: i64| {
            (self.int("move", row, "day") <= until).then(|| self.int("move", row, "g"))
        };
        match measure {
            "sale_mt" => line(asked.basis, "g"),
            "sale_pcs" => line(asked.basis, "pcs"),
            "sale_amount" => line(asked.basis, "amount"),
            "purchase_mt" => line(1, "g"),
            "purchase_amount" => line(1, "amount"),
            "opening_mt" => moved(asked.from - 1),
            "closing_mt" => moved(asked.to),
            other => panic!("{other} has no plain loop"),
        }
    }
}

struct Asked {
    from: i64,
    to: i64,
    basis: i64,
}

const TOLD: &[&str] = &[
    "sale_mt",
    "sale_pcs",
    "sale_amount",
    "purchase_mt",
    "purchase_amount",
    "opening_mt",
    "closing_mt",
];

/// Splitmix: the same questions on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

#[test]
fn every_group_of_two_hundred_random_questions_is_what_a_plain_loop_finds() {
    let (plain, mine) = (Plain::new(), Cut::of(&who("ADMIN")).take(frames()).unwrap());
    let last = i64::from(today().0);
    let both: Vec<_> = DIMENSIONS
        .iter()
        .filter(|one| {
            one.path("line").is_some() && one.path("move").is_some() && one.key != "length"
        })
        .collect();
    let mut dice = Dice(7);
    for round in 0..200 {
        let mut rows: Vec<&'static Dimension> = Vec::new();
        for _ in 0..=dice.below(3) {
            let one = both[dice.below(both.len())];
            if rows.iter().all(|known| known.key != one.key) {
                rows.push(one);
            }
        }
        let from = last - dice.below(400) as i64;
        let (basis, kind) = [("invoiced", 0), ("ordered", 2), ("loaded", 3)][dice.below(3)];
        let asked = Asked { from, to: from + dice.below(120) as i64, basis: kind };
        let filter = both[dice.below(both.len())];
        let sample = &plain.rows["line"][dice.below(plain.rows["line"].len())];
        let wanted = plain.at("line", sample, filter.path("line").unwrap());
        let day = |day: i64| Day(day as i32).to_string();
        let mut params: Params = [
            ("rows", rows.iter().map(|one| one.key).collect::<Vec<_>>().join("|")),
            ("columns", String::new()),
            ("measures", TOLD.join("|")),
            ("basis", basis.to_owned()),
            ("from", day(asked.from)),
            ("to", day(asked.to)),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into();
        let filtered = dice.below(2) == 0 && !wanted.is_empty();
        if filtered {
            params.insert(filter.key.to_owned(), wanted.clone());
        }
        let mut found: BTreeMap<Vec<String>, Vec<i64>> = BTreeMap::new();
        for frame in ["line", "move"] {
            let counted = TOLD
                .iter()
                .enumerate()
                .filter(|(_, one)| one.ends_with("ing_mt") == (frame == "move"));
            let counted: Vec<_> = counted.collect();
            for row in &plain.rows[frame] {
                if filtered && plain.at(frame, row, filter.path(frame).unwrap()) != wanted {
                    continue;
                }
                let key: Vec<String> =
                    rows.iter().map(|one| plain.at(frame, row, one.path(frame).unwrap())).collect();
                for (at, measure) in &counted {
                    if let Some(by) = plain.figure(measure, row, &asked) {
                        found.entry(key.clone()).or_insert_with(|| vec![0; TOLD.len()])[*at] += by;
                    }
                }
            }
        }
        found.retain(|_, figures| figures.iter().any(|figure| *figure != 0));
        let key = "sale_purchase_column_sel";
        let table = godown_core::report::run(&mine, key, &params, today()).unwrap();
        let figures = |cells: &[Cell]| {
            let number = |cell: &Cell| if let Cell::Number(number) = cell { *number } else { 0 };
            cells.iter().map(number).collect::<Vec<i64>>()
        };
        // Outer groups that nothing is sorted into are left out.
        let depth = table.lines.iter().map(|line| line.steps.len()).max().unwrap_or(0);
        let left_out = || vec![String::new(); rows.len() - depth];
        let deepest = table.lines.iter().filter(|line| line.steps.len() == depth);
        let told: BTreeMap<Vec<String>, Vec<i64>> = deepest
            .map(|line| {
                let steps = line.steps.iter().map(|step| step.value.clone());
                (left_out().into_iter().chain(steps).collect(), figures(&line.cells[1..]))
            })
            .collect();
        assert_eq!(told, found, "round {round}: {params:?}");
        let mut total = vec![0; TOLD.len()];
        found.values().for_each(|one| total.iter_mut().zip(one).for_each(|(sum, by)| *sum += by));
        assert_eq!(figures(&table.total.unwrap()), total, "round {round}: {params:?}");
    }
}

#[test]
fn a_question_of_more_than_anybody_reads_is_refused_by_the_name_of_its_parameter() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    for (key, value) in [
        ("rows", "sku|sku"),
        ("rows", "product|size|make|grade|sku|yard|branch"),
        ("columns", "day|customer|sku"),
        ("measures", "sale_mt|sale_mt"),
        ("rows", "nothing"),
    ] {
        let mut params = all();
        params.insert(key.to_owned(), value.to_owned());
        let run = godown_core::report::run(&mine, "sale_purchase_column_sel", &params, today());
        assert_eq!(run.unwrap_err(), Fault::Param(key.to_owned()), "{value}");
    }
}
