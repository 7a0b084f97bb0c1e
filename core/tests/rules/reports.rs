//! What the reports' module answers, written down once: here as text, in the browser's module as values.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use godown_core::kept::keys;
use godown_core::kept::read::Memory;
use godown_core::report::boards::DASHBOARDS;
use godown_core::report::dimensions::DIMENSIONS;
use godown_core::report::file::ReportFile;
use godown_core::report::table::{ReportCell, ReportColumn, ReportHead, ReportLine, ReportTable};
use godown_core::report::{
    self, Frames, Params, REPORTS, build, bytes, dashboard, file, tally, unsold,
};
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
pub const TODAY: &str = "2026-12-31";
/// What programs of others read of the file of sales lines: keys and heads, in their order.
const SALES_COLUMNS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pinned/sales_export.txt");
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../wasm/tests/reports.json");

fn frames() -> Frames {
    frames_with(|_| {})
}

/// The frames of the documents of another test after a change of them, by their keys.
pub fn frames_with(change: impl FnOnce(&mut BTreeMap<String, Value>)) -> Frames {
    let mut pairs: BTreeMap<String, Value> =
        serde_json::from_str(&fs::read_to_string(SITE).unwrap()).unwrap();
    change(&mut pairs);
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

pub fn asked(frames: &Frames, key: &str, more: &[(&str, &str)]) -> ReportTable {
    let params: Params = more.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    report::run(frames, key, &params, Day::parse(TODAY).unwrap()).unwrap()
}

/// The total of a figure; 0 where there is none.
pub fn total(table: &ReportTable, key: &str) -> i64 {
    let all = table.total.as_ref().unwrap();
    let lead = table.heads.len() - all.len();
    let at = table.heads.iter().position(|head| head.key == key).unwrap();
    match all[at - lead] {
        ReportCell::Number(number) => number,
        _ => 0,
    }
}

/// A daily report with the figures of its days, of the month and of the month before, and another with those of days.
const DAILY: [(&str, [&str; 3], &str); 2] = [
    (
        "daily_product_wise_sales_report",
        ["sale_mt", "month_mt", "month_before_mt"],
        "product_wise_report",
    ),
    (
        "daily_product_wise_purchase_report",
        ["purchase_mt", "month_purchase_mt", "month_before_purchase_mt"],
        "sale_purchase_ns_report",
    ),
];

#[test]
fn a_month_to_date_and_the_month_before_are_what_those_days_alone_come_to() {
    let frames = frames();
    let years = [("from", "2018-01-01"), ("to", TODAY), ("rows", "day"), ("columns", "")];
    for (daily_report, [figure, month, month_before], whole) in DAILY {
        let days = asked(&frames, daily_report, &years);
        let days = days.lines.iter().map(|line| line.steps[0].value.parse::<i32>().unwrap());
        let mut told = [0; 2];
        for to in days.flat_map(|day| [Day(day), Day(day).plus(17), Day(day).plus(31)]) {
            let (year, month_of, of_month) = to.civil();
            let first = Day::from_civil(year, month_of, 1).unwrap();
            let last = first.plus(-1);
            let (year, month_of, lasts) = last.civil();
            let before = [(year, month_of, 1), (year, month_of, lasts.min(of_month))];
            let before = before.map(|(y, m, d)| Day::from_civil(y, m, d).unwrap().to_string());
            let of_days = |from: &str, to: &str| {
                let days = [("from", from), ("to", to), ("measures", figure)];
                total(&asked(&frames, whole, &days), figure)
            };
            let own = [to.to_string(), to.to_string()];
            let day = [("from", own[0].as_str()), ("to", own[1].as_str())];
            let daily = asked(&frames, daily_report, &day);
            let figures = [
                (total(&daily, month), of_days(&first.to_string(), &own[1])),
                (total(&daily, month_before), of_days(&before[0], &before[1])),
            ];
            for (sum, (figure, wanted)) in told.iter_mut().zip(figures) {
                assert_eq!(figure, wanted, "{daily_report} until {to}");
                *sum += figure;
            }
            let heads = |key: &str| {
                let of = |head: &str| head == key || head.starts_with(&format!("{key}@"));
                daily.heads.iter().filter(|head| of(&head.key)).count()
            };
            assert_eq!((heads(month), heads(month_before)), (1, 1), "once, not day by day");
            // No day of another month stands across: one, and the whole.
            assert!(heads(figure) <= 2, "{:?}", daily.heads);
        }
        assert!(told.iter().all(|sum| *sum > 0), "{daily_report}: {told:?}");
    }
}

#[test]
fn documents_behind_figures_have_their_dates_and_none_is_of_the_period_before() {
    let frames = frames();
    let today = Day::parse(TODAY).unwrap();
    let by_day = [("from", "2018-01-01"), ("rows", "day"), ("sort", "")];
    let days = asked(&frames, "product_wise_report", &by_day);
    let days: Vec<i32> =
        days.lines.iter().map(|line| line.steps[0].value.parse().unwrap()).collect();
    assert!(days.len() > 1);
    let behind = |from: &str, to: &str| {
        let params = [("from", from), ("to", to)];
        let params = params.map(|(key, day)| (key.to_owned(), day.to_owned())).into_iter();
        let told = report::behind(&frames, "product_wise_report", &params.collect(), today);
        told.unwrap().table(&frames)
    };
    let place = |table: &ReportTable, key: &str| table.heads.iter().position(|h| h.key == key);
    let mut lines = 0;
    for pair in days.windows(2) {
        // As many days as lie between the two, so that the first is of the period before.
        let table = behind(&Day(pair[0] + 1).to_string(), &Day(pair[1]).to_string());
        assert!(place(&table, "change_bp").is_none());
        for line in &table.lines {
            let day = place(&table, "day").unwrap();
            assert_eq!(line.cells[day], ReportCell::Number(i64::from(pair[1])));
        }
        lines += table.lines.len();
    }
    assert!(lines > 0);
    let all = behind("2018-01-01", TODAY);
    let imported = all.lines.iter().find(|line| line.cells[0] == ReportCell::Text("A/17".into()));
    let customer = &imported.unwrap().cells[place(&all, "customer").unwrap()];
    assert_eq!(*customer, ReportCell::Text("Mehta".into()));
}

#[test]
fn goods_that_do_not_sell_are_those_in_stock_whose_last_sale_lies_so_long_ago() {
    let frames = frames();
    let key = "product_sku_report";
    let figures = [("rows", "sku"), ("measures", "closing_pcs|closing_mt|unsold")];
    let number = |cell: &ReportCell| match cell {
        ReportCell::Number(number) => Some(*number),
        _ => None,
    };
    let stood = |table: &ReportTable| -> BTreeMap<String, Option<i64>> {
        let end = table.heads.len();
        let lies = |line: &&ReportLine| {
            line.cells[end - 3..end - 1].iter().any(|cell| number(cell).is_some_and(|n| n > 0))
        };
        let lines = table.lines.iter().filter(lies);
        lines.map(|line| (line.steps[0].value.clone(), number(&line.cells[end - 1]))).collect()
    };
    let all = stood(&asked(&frames, key, &figures));
    assert!(!all.is_empty());
    let mut found = BTreeMap::new();
    for place in 0..unsold::UNSOLD_FOR.len() {
        let place_text = place.to_string();
        let more = [figures[0], figures[1], (unsold::KEY, place_text.as_str())];
        let part = stood(&asked(&frames, key, &more));
        assert!(part.values().all(|days| unsold::of(*days) == place), "{place}: {part:?}");
        found.extend(part);
    }
    assert_eq!(found, all);
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
fn what_has_no_name_in_tally_is_told_by_what_it_is() {
    let today = Day::parse(TODAY).unwrap();
    let params: Params =
        [("from", "2018-01-01"), ("to", TODAY)].map(|(k, v)| (k.to_owned(), v.to_owned())).into();
    let without = |kinds: &[&str]| {
        let frames = frames_with(|pairs| {
            pairs.retain(|key, _| {
                !kinds.iter().any(|kind| key.starts_with(&keys::key(&["doc", kind])))
            });
        });
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for one in tally::book(&frames, &params, today).unwrap().unmapped {
            assert!(!one.name.is_empty(), "{one:?}");
            *found.entry(one.what).or_default() += 1;
        }
        found
    };
    // The site leaves out some documents of its own.
    let all = without(&[]);
    for (kinds, what) in [
        (&["sku"][..], "item"),
        (&["customer", "supplier"], "party"),
        (&["tally_ledger"], "account"),
    ] {
        let less = without(kinds);
        assert!(less.get(what) > all.get(what), "{what}: {less:?}, {all:?}");
    }
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

#[test]
fn a_figure_and_a_base_have_a_name_of_their_own() {
    let mut seen = std::collections::BTreeSet::new();
    let figures = godown_core::report::measures::MEASURES.iter().map(|one| ("figure", one.key));
    let bases = godown_core::report::bases::BASES.iter().map(|one| ("base", one.key));
    for one in figures.chain(bases) {
        assert!(seen.insert(one), "{one:?} stands twice");
    }
}
