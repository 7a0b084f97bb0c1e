//! What the reports' module answers, written down once: here as text, in the browser's module as values.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use godown_core::kept::read::Memory;
use godown_core::report::boards::DASHBOARDS;
use godown_core::report::dimensions::DIMENSIONS;
use godown_core::report::{self, Frames, Params, REPORTS, build, bytes, dashboard, tally};
use godown_core::shape::{self, typescript};
use godown_core::value::Day;
use serde::Serialize;
use serde_json::{Value, json};

/// The documents of another test, from which the frames are made.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pinned/site.json");
const FRAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../wasm/tests/frames");
/// After the last of those documents.
const TODAY: &str = "2026-12-31";
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../wasm/tests/reports.json");

fn frames() -> Frames {
    let pairs: BTreeMap<String, Value> =
        serde_json::from_str(&fs::read_to_string(SITE).unwrap()).unwrap();
    let text = |(key, value): (String, Value)| (key, value.to_string().into_bytes());
    build::whole(&Memory { pairs: pairs.into_iter().map(text).collect() }, 1).unwrap()
}

fn is_current(path: &str, wanted: &[u8]) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, wanted).unwrap();
    }
    let name = Path::new(path).display();
    assert!(fs::read(path).unwrap_or_default() == wanted, "{name} is stale: npm run gen");
}

fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap()
}

#[test]
fn every_call_of_the_reports_module_answers_what_is_written_down() {
    let frames = frames();
    let today = Day::parse(TODAY).unwrap();
    let years = json!({ "from": "2018-01-01", "to": TODAY });
    let params: Params = serde_json::from_value(years).unwrap();
    let (asked, day) = (text(&params), today.to_string());
    let mut made = vec![json!(["described", [], text(&report::described())])];
    for one in REPORTS {
        let table = report::run(&frames, one.key, &params, today).unwrap();
        made.push(json!(["report", [one.key, asked, day], text(&table)]));
        if let Ok(table) = report::behind(&frames, one.key, &params, today) {
            made.push(json!(["behind", [one.key, asked, day], text(&table)]));
        }
    }
    for one in DASHBOARDS {
        let told = dashboard::told(&frames, one.key, today).unwrap();
        assert!(!told.tiles.is_empty() && !told.charts.is_empty(), "{}", one.key);
        made.push(json!(["dashboard", [one.key, day], text(&told)]));
    }
    for one in DIMENSIONS {
        if let Ok(values) = report::values(&frames, one.key) {
            made.push(json!(["values", [one.key], text(&values)]));
        }
    }
    let book = tally::book(&frames, &params, today).unwrap();
    assert!(!book.vouchers.is_empty());
    made.push(json!(["tally", [asked, day], text(&book)]));
    let lines: Vec<String> = made.iter().map(Value::to_string).collect();
    is_current(FRAMES, &bytes::write(&frames));
    is_current(ANSWERS, format!("[\n{}\n]\n", lines.join(",\n")).as_bytes());
}

#[test]
fn a_table_that_was_written_is_read_again() {
    let frames = frames();
    let today = Day::parse(TODAY).unwrap();
    for one in REPORTS {
        let table = report::run(&frames, one.key, &Params::new(), today).unwrap();
        let read = report::ReportTable::read(&table.to_json()).unwrap();
        let mut heads = table.heads.clone();
        // What figures are in words is for pages alone.
        heads.iter_mut().for_each(|head| head.says = None);
        assert_eq!((&read.heads, &read.total), (&heads, &table.total), "{}", one.key);
        let cells = |table: &report::ReportTable| -> Vec<_> {
            table.lines.iter().map(|line| (line.level, line.cells.clone())).collect()
        };
        assert_eq!(cells(&read), cells(&table), "{}", one.key);
    }
}

#[test]
fn every_answer_tells_its_shape() {
    let mut out = String::new();
    for (name, told) in &shape::named(report::shapes()).unwrap() {
        typescript::declaration(&mut out, name, told);
    }
    for name in ["ReportDefs", "ReportTable", "ReportLine", "Dashboard", "TallyBook"] {
        assert!(out.contains(&format!("export interface {name} {{")), "{name}: {out}");
    }
}
