//! What the reports' module answers, written down once: here as text, in the browser's module as values.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use godown_core::kept::read::Memory;
use godown_core::report::boards::DASHBOARDS;
use godown_core::report::dimensions::DIMENSIONS;
use godown_core::report::file::ReportFile;
use godown_core::report::table::{ReportColumn, ReportHead, ReportLine};
use godown_core::report::{self, Frames, Params, REPORTS, build, bytes, dashboard, file, tally};
use godown_core::shape::{self, typescript};
use godown_core::table::book;
use godown_core::value::Day;
use serde::Serialize;
use serde_json::{Value, json};

/// The documents of another test, from which the frames are made.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pinned/site.json");
const FRAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../wasm/tests/frames");
const MEDIA: [&str; 2] = [book::CSV, book::XLSX];
/// After the last of those documents.
const TODAY: &str = "2026-12-31";
/// What programs of others read of the file of sales lines: keys and heads, in their order.
const SALES_COLUMNS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pinned/sales_export.txt");
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
        let mut told = vec![(false, report::answer(&frames, one.key, &params, today).unwrap())];
        told.extend(report::behind(&frames, one.key, &params, today).map(|told| (true, told)));
        for (behind, told) in told {
            let (asked, view) = ([json!(behind), json!(one.key), json!(asked), json!(day)], 40);
            let with = |more: &[usize]| {
                asked.iter().cloned().chain(more.iter().map(|one| json!(one))).collect::<Value>()
            };
            made.push(json!(["report", with(&[view]), text(&told.start(&frames, view))]));
            made.push(json!(["lines", with(&[view, 9]), text(&told.part(&frames, view, 9))]));
        }
    }
    for one in DASHBOARDS {
        let told = dashboard::told(&frames, one.key, today).unwrap();
        assert!(!told.tiles.is_empty() && !told.charts.is_empty(), "{}", one.key);
        made.push(json!(["dashboard", [one.key, day], text(&told)]));
    }
    for one in DIMENSIONS {
        if let Ok(found) = report::values(&frames, one.key, "", 40) {
            made.push(json!(["values", [one.key, "", 40], text(&found)]));
            let ids: Vec<&str> = found.values.iter().take(3).map(|(id, _)| id.as_str()).collect();
            let names = report::names(&frames, one.key, &ids.join("|")).unwrap();
            made.push(json!(["names", [one.key, ids.join("|")], text(&names)]));
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
fn lines_asked_for_part_by_part_are_those_of_the_whole() {
    let frames = frames();
    let today = Day::parse(TODAY).unwrap();
    for one in REPORTS {
        let answer = report::answer(&frames, one.key, &Params::new(), today).unwrap();
        let table = answer.table(&frames);
        let levels: Vec<usize> = table.lines.iter().map(|line| line.level).collect();
        let mut lines = Vec::new();
        for from in (0..answer.len() + 7).step_by(7) {
            let part = answer.part(&frames, from, 7);
            for (at, within) in (from..).zip(&part.within) {
                let under = levels[at + 1..].iter().take_while(|level| **level > levels[at]);
                assert_eq!(*within, under.count(), "{} {at}", one.key);
            }
            lines.extend(part.lines);
        }
        assert_eq!(lines, table.lines, "{}", one.key);
        let head = answer.head(&frames);
        assert_eq!((head.heads, head.total, head.lines), (table.heads, table.total, lines.len()));
        assert_eq!(head.depth, levels.into_iter().max().unwrap_or(0), "{}", one.key);
    }
}

#[test]
fn a_file_made_of_parts_that_were_written_and_read_again_has_the_same_bytes() {
    let frames = frames();
    let today = Day::parse(TODAY).unwrap();
    for (one, media) in REPORTS.iter().flat_map(|one| MEDIA.map(|media| (one, media))) {
        let answer = report::answer(&frames, one.key, &Params::new(), today).unwrap();
        let head = ReportHead::read(&serde_json::to_value(answer.head(&frames)).unwrap()).unwrap();
        let mut file = ReportFile::begin(head, "Report", media).unwrap();
        let mut bytes = Vec::new();
        for from in (0..answer.len()).step_by(7) {
            let lines = serde_json::to_value(answer.lines(&frames, from, 7)).unwrap();
            file.lines(&ReportLine::read(&lines).unwrap()).unwrap();
            bytes.extend(file.taken().unwrap());
        }
        bytes.extend(file.finish().unwrap());
        assert!(bytes == file::write(&frames, &answer, "Report", media).unwrap(), "{}", one.key);
    }
}

#[test]
fn a_workbook_that_no_device_can_hold_is_refused_before_it_is_made() {
    let heads = vec![ReportColumn::text("group", "SKU"); 10];
    let head = ReportHead { heads, lines: 1_000_000, ..ReportHead::default() };
    let refused = ReportFile::begin(head.clone(), "Report", book::XLSX).err().unwrap().to_string();
    assert!(refused.contains("this report has 10,00,000 lines of 10. Select CSV"), "{refused}");
    assert!(ReportFile::begin(head, "Report", book::CSV).is_ok());
}

#[test]
fn values_are_found_by_part_of_their_names_and_no_more_than_asked_for() {
    let frames = frames();
    let all = report::values(&frames, "sku", "", usize::MAX).unwrap();
    let some = report::values(&frames, "sku", "", 5).unwrap();
    assert_eq!((&some.values[..], some.more, all.more), (&all.values[..5], true, false));
    let holds = |(_, name): &&(String, String)| name.to_lowercase().contains("gi pipe");
    let wanted: Vec<_> = all.values.iter().filter(holds).cloned().collect();
    assert!(!wanted.is_empty() && wanted.len() < all.values.len());
    assert_eq!(report::values(&frames, "sku", " GI pipe", usize::MAX).unwrap().values, wanted);
    let (last, _) = all.values.last().unwrap();
    let named = report::names(&frames, "sku", &format!("{last}|nowhere")).unwrap();
    assert_eq!(named.values, all.values[all.values.len() - 1..]);
}

#[test]
fn the_columns_of_sales_lines_keep_their_names_and_places_and_new_ones_stand_at_the_end() {
    let described = report::described();
    let sold = described.reports.iter().find(|one| one.key == "sales_export").unwrap();
    let columns = sold.list.as_ref().unwrap().iter();
    let columns: Vec<String> = columns.map(|(key, label)| format!("{key}\t{label}")).collect();
    let known = fs::read_to_string(SALES_COLUMNS).unwrap();
    let known: Vec<&str> = known.lines().collect();
    assert_eq!(columns[..known.len()], known, "others read these by name and place");
    is_current(SALES_COLUMNS, format!("{}\n", columns.join("\n")).as_bytes());
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
