//! Reports over the demo: they agree with its documents, and with what each person may see.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufWriter, Read as _, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;

mod agrees;
mod books;
mod tally;
mod tiles;
mod told;

use crate::plain::{Plain, Told};
use crate::proof;
use crate::proof::size;
use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::docs::accounts::{self, actor_of};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Memory, Read};
use godown_core::report::ask::Period;
use godown_core::report::cube::MOST_ACROSS;
use godown_core::report::cut::Cut;
use godown_core::report::dimensions::{DIMENSIONS, Dimension, dimension};
use godown_core::report::measures::MEASURES;
use godown_core::report::register::ReportKind;
use godown_core::report::table::ReportCell;
use godown_core::report::{Fault, Frames, Params, REPORTS, Report, build, bytes, delta, facts};
use godown_core::value::Day;
use godown_core::write::command::{self, CommandKind};
use godown_server::demo;

use serde_json::{Value, json};

const UNTIL: &str = "2026-11-21";

fn story() -> &'static demo::Told {
    static STORY: OnceLock<demo::Told> = OnceLock::new();
    STORY.get_or_init(|| {
        demo::tell(Day::parse(UNTIL).unwrap(), demo::OVER, &|text| format!("hash of {text}"))
            .unwrap()
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
        let mut params = all();
        if report.period == Period::Ahead {
            params.insert("to".to_owned(), today().plus(400).to_string());
        }
        let table = godown_core::report::run(&mine, report.key, &params, today()).unwrap();
        println!("{}: {} lines of {} rows", report.key, table.lines.len(), table.read);
        assert!(table.lines.len() > 3, "{}", report.key);
        for line in table.lines.iter().take(3) {
            println!("    {:?}", line.cells);
        }
        println!("    {:?}", table.total);
    }
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
fn every_report_sorts_by_whatever_figure_it_shows_and_none_that_is_hidden_breaks_it() {
    for id in ["SALES", "YARD"] {
        let actor = who(id);
        let mine = Cut::of(&actor).take(frames()).unwrap();
        let opened = REPORTS.iter().filter(|report| actor.opens(report.page()));
        for (report, measure) in opened.flat_map(|one| MEASURES.iter().map(move |m| (one, m))) {
            let mut params = all();
            params.insert("sort".to_owned(), measure.key.to_owned());
            let said = godown_core::report::run(&mine, report.key, &params, today());
            let table =
                said.unwrap_or_else(|why| panic!("{id} {} {}: {why}", report.key, measure.key));
            let cubed = matches!(report.kind, ReportKind::Cube(_));
            let at = table.heads.iter().position(|head| head.key == measure.key);
            let Some(at) = at.filter(|_| cubed) else { continue };
            let outer = table.lines.iter().filter(|line| line.level == 0);
            let figures = outer.map(|line| match line.cells[at] {
                ReportCell::Number(figure) => Some(figure),
                _ => None,
            });
            assert!(figures.is_sorted(), "{} by {}", report.key, measure.key);
        }
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

/// Reports answered once more in a process beside, through wasm with SIMD and without: their bytes must be the same.
struct Mirror {
    child: Child,
    lines: BufWriter<ChildStdin>,
    frames: tempfile::TempDir,
    made: usize,
}

impl Mirror {
    fn start(frames: &Frames) -> Mirror {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../wasm/tests/reports.mjs");
        let mut command = Command::new("node");
        command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufWriter::with_capacity(1 << 16, child.stdin.take().unwrap());
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("frames"), bytes::write(frames)).unwrap();
        Mirror { child, lines, frames: directory, made: 0 }
    }

    fn ask(&mut self, report: &Report, params: &Params, mine: &Frames) {
        let answer = godown_core::report::answer(mine, report.key, params, today()).unwrap();
        let (path, params) = (self.frames.path().join("frames"), serde_json::to_string(params));
        let (path, params, today) = (path.display(), params.unwrap(), today());
        let view = serde_json::to_string(&answer.start(mine, answer.len())).unwrap();
        // No text of JSON holds a tab or a new line as it stands.
        let line = format!("{path}\t{}\t{params}\t{today}\t{view}", report.key);
        let sent = writeln!(self.lines, "{line}");
        assert!(sent.is_ok(), "wasm answered otherwise, or wasm/pkg was not built: {sent:?}");
        self.made += 1;
    }

    fn finish(mut self) {
        self.lines.flush().unwrap();
        drop(self.lines);
        let mut told = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
        assert!(self.child.wait().unwrap().success(), "wasm answered otherwise");
        assert_eq!(told.trim(), self.made.to_string());
    }
}

/// Some parameters that a person may ask a report with.
fn question(dice: &mut Dice, report: &Report, plain: &Plain, last: i64) -> Params {
    let mut params = Params::new();
    let mut set = |key: &str, value: String| params.insert(key.to_owned(), value);
    let day = |day: i64| Day(day as i32).to_string();
    if dice.below(4) > 0 {
        let from = last - dice.below(400) as i64;
        set("from", day(from));
        set("to", day(from + dice.below(120) as i64));
    } else if report.period == Period::AsOn {
        set("from", day(last - 30));
        set("to", day(last - 30));
    }
    if report.basis {
        set("basis", ["invoiced", "loaded", "ordered"][dice.below(3)].to_owned());
    }
    for one in report.filters.iter().filter_map(|key| dimension(key)) {
        // It is made one of SKUs before the report is: core/tests/rules/sku_filters.rs holds it.
        if one.key == "property" {
            continue;
        }
        let Some((frame, path)) = one.paths.iter().find(|(frame, _)| report.reads.contains(frame))
        else {
            continue;
        };
        if dice.below(4) > 0 || plain.count(frame) == 0 {
            continue;
        }
        let column = plain.column(frame, path);
        let mut values = Vec::new();
        for _ in 0..=dice.below(3) {
            let id = plain.id(one, column.values[dice.below(column.values.len())]);
            values.push(if id.is_empty() { "-".to_owned() } else { id });
        }
        set(one.key, values.join("|"));
    }
    let ReportKind::Cube(cube) = &report.kind else { return params };
    let offered: Vec<&str> = cube.measures.iter().chain(cube.more).copied().collect();
    let mut measures = offered.clone();
    if dice.below(2) == 0 {
        measures.retain(|_| dice.below(2) == 0);
        if measures.is_empty() {
            measures.push(offered[0]);
        }
        set("measures", measures.join("|"));
    }
    if dice.below(2) == 0 {
        let sign = ["", "-"][dice.below(2)];
        set("sort", format!("{sign}{}", measures[dice.below(measures.len())]));
    }
    if dice.below(4) == 0 {
        set("top", (1 + dice.below(9)).to_string());
    }
    if cube.free || dice.below(4) == 0 {
        let known = |one: &&Dimension| report.reads.iter().any(|frame| one.path(frame).is_some());
        let dimensions: Vec<_> = DIMENSIONS.iter().filter(known).collect();
        let mut some = |most: usize| {
            let mut keys: Vec<&str> = Vec::new();
            for _ in 0..most {
                let one = dimensions[dice.below(dimensions.len())];
                if !keys.contains(&one.key) {
                    keys.push(one.key);
                }
            }
            keys.join("|")
        };
        let (rows, columns) = (some(3), some(1));
        set("rows", rows);
        if dice.below(2) == 0 {
            set("columns", columns);
        }
    }
    params
}

/// Asks every report so often, and compares the kernel's answers with plain loops and with wasm.
fn compare(read: &dyn Read, times: usize, seed: u64) {
    let whole = build::whole(read, 1).unwrap();
    let mine = Cut::of(&who("ADMIN")).take(&whole).unwrap();
    drop(whole);
    let (plain, mut mirror) = (Plain::of(read), Mirror::start(&mine));
    let mut dice = Dice(seed);
    for report in REPORTS {
        for _ in 0..times {
            let params = question(&mut dice, report, &plain, i64::from(today().0));
            let table = match godown_core::report::run(&mine, report.key, &params, today()) {
                // As many columns as no page can stand, and never fewer.
                Err(Fault::TooLarge) => {
                    let told = plain.told(report, &params, today()).unwrap();
                    assert!(told.heads.len() > MOST_ACROSS, "{} {params:?}", report.key);
                    continue;
                }
                table => table.unwrap(),
            };
            let native = Told {
                heads: table.heads.iter().map(|head| head.key.clone()).collect(),
                lines: table
                    .lines
                    .iter()
                    .map(|line| {
                        let steps =
                            line.steps.iter().map(|step| (step.dimension, step.value.clone()));
                        (line.level, line.cells.clone(), steps.collect())
                    })
                    .collect(),
                total: table.total.clone().unwrap_or_default(),
            };
            mirror.ask(report, &params, &mine);
            // What is made by a function of its own has its own proof.
            let Some(told) = plain.told(report, &params, today()) else { continue };
            let first = native.lines.iter().zip(&told.lines).find(|(a, b)| a != b);
            assert!(first.is_none(), "{} {params:?}: {first:?}", report.key);
            assert!(native == told, "{} {params:?}: {native:?}\n{told:?}", report.key);
        }
    }
    mirror.finish();
}

#[test]
fn every_report_asked_two_hundred_ways_says_what_plain_loops_say_natively_and_through_wasm() {
    compare(&story().state, 200, 7);
}

/// So many lines of an earlier system beside the demo's, a fifth of them bought, and a receipt for every seventh.
fn with_earlier(lines: usize) -> Memory {
    let mut state = story().state.clone();
    let ids = |kind: &str| docs(kind).into_iter().map(|doc| doc.id).collect::<Vec<_>>();
    let [customers, suppliers, skus] = ["customer", "supplier", "sku"].map(ids);
    let [yards, people] = ["yard", "employee"].map(ids);
    let mut dice = Dice(3);
    let mut waiting: BTreeMap<&str, Vec<Vec<Value>>> = BTreeMap::new();
    let mut made = 0;
    let mut number = 0;
    while made < lines {
        number += 1;
        let day = today().plus(-((dice.below(2_400)) as i32)).to_string();
        let name = format!("E{number}");
        let mut any = |of: &[String]| Value::from(of[dice.below(of.len())].as_str());
        let (customer, supplier, person) = (any(&customers), any(&suppliers), any(&people));
        let bought = dice.below(5) == 0;
        for _ in 0..=dice.below(6) {
            let (sku, yard) = (&skus[dice.below(skus.len())], &yards[dice.below(yards.len())]);
            let pcs = 1 + dice.below(50) as i64;
            let (g, paise) = (pcs * (500 + dice.below(9_000) as i64), pcs * 70_077);
            let row = match bought {
                true => json!([
                    day,
                    name,
                    supplier,
                    null,
                    null,
                    yard,
                    sku,
                    null,
                    pcs,
                    g,
                    g + 7,
                    paise,
                    9,
                    11
                ]),
                false => json!([
                    day, name, customer, null, null, person, null, yard, sku, null, pcs, g, paise,
                    5, 9, 60_000
                ]),
            };
            let kind = if bought { "purchase" } else { "sale" };
            waiting.entry(kind).or_default().push(row.as_array().unwrap().clone());
            made += 1;
        }
        if number % 7 == 0 {
            let row = json!([day, name, customer, null, null, null, 100 + dice.below(9_999)]);
            waiting.entry("receipt").or_default().push(row.as_array().unwrap().clone());
        }
        for (of, rows) in
            waiting.iter_mut().filter(|(_, rows)| rows.len() >= 1_000 || made >= lines)
        {
            let command_id = format!("earlier-{of}-{number}");
            let deed = CommandKind::BringIn { of: (*of).to_owned(), rows: std::mem::take(rows) };
            let command = command::Command { command_id, deed };
            let done = decide(&state, &Actor::system(), story().now, &command);
            state.apply(&done.unwrap().writes);
        }
        waiting.retain(|_, rows| !rows.is_empty());
    }
    state
}

#[test]
fn every_report_over_the_lines_of_an_earlier_system_says_what_plain_loops_say() {
    let (lines, times) = (size(1_000_000, 1_000), size(200, 5));
    compare(&with_earlier(lines), times, 11);
    let figure =
        format!("{lines} lines, {} reports, native, SIMD, scalar and loops", REPORTS.len());
    proof::report(
        "T17 reports = loops over documents",
        times * REPORTS.len(),
        &figure,
        "every cell and row in order",
    );
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

#[test]
fn what_a_person_holds_and_its_changes_are_what_he_would_be_sent_anew() {
    let state = &story().state;
    let mut touched = BTreeSet::new();
    for key in state.pairs.keys() {
        facts::touched(key, &mut touched);
    }
    for id in ["SALES", "BM", "YARD", "PURCH", "CREDIT", "ACC2", "ADMIN"] {
        let cut = Cut::of(&who(id));
        let anew = cut.take(frames()).unwrap();
        let mut kept = anew.clone();
        // Everything is told as changed, twice.
        for seq in [1, 2] {
            let change = cut.delta(state, &touched, seq, seq + 1).unwrap();
            delta::apply(&mut kept, &change).unwrap();
        }
        for report in REPORTS.iter().filter(|report| who(id).opens(report.page())) {
            let run = |frames: &Frames| {
                godown_core::report::run(frames, report.key, &all(), today()).unwrap()
            };
            let (again, anew) = (run(&kept), run(&anew));
            assert_eq!(again.total, anew.total, "{id} {}", report.key);
            assert_eq!(again.lines.len(), anew.lines.len(), "{id} {}", report.key);
        }
    }
}
