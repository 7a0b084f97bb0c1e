//! Every declared type as a table: what is written is read back, and what is wrong with a cell is
//! said in the words of the form and of the server.

use std::collections::BTreeMap;

use crate::support::World;
use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Look;
use godown_core::error::{Halt, Issue};
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::keys;
use godown_core::kept::read::Read;
use godown_core::query::list::Query;
use godown_core::schema::check::{self, Strictness};
use godown_core::schema::{DocType, Field, Kind, Unit};
use godown_core::table::book::{CSV, Out, XLSX};
use godown_core::table::cell::{Cell, Found};
use godown_core::table::column::{self, PathStep, SheetColumn, Spot, Widths};
use godown_core::table::csv::Writer;
use godown_core::table::import::Import;
use godown_core::table::plan::{Before, RowIssue, Saving};
use godown_core::table::{SheetRow, export, link, number};
use godown_core::write::command::{Command, CommandKind};
use godown_core::write::save;
use godown_core::{calls, docs};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

/// A cell's text beside what stands at its place in the record that the form and the server get.
type Wrong = (String, Value);

fn of_number(unit: Unit, min: i64, max: i64) -> Vec<Wrong> {
    let mut all: Vec<Wrong> =
        ["twelve", "1.2345678"].map(|text| (text.to_owned(), text.into())).into();
    let readable =
        |n: &i64| number::read(&number::plain(*n, number::places(unit)), unit) == Some(*n);
    let beyond = [min.checked_sub(1), max.checked_add(1)].into_iter().flatten().filter(readable);
    all.extend(beyond.map(|n| (number::plain(n, number::places(unit)), n.into())));
    all
}

/// Values that are invalid for a kind, whatever the field.
fn wrong(kind: Kind) -> Vec<Wrong> {
    let text = |text: &str| (text.to_owned(), text.into());
    match kind {
        Kind::Text { max } | Kind::Note { max } => {
            vec![text(&"x".repeat(max as usize + 1)), text("bell \u{7} rings")]
        }
        Kind::Code(_) => vec![text("!?"), text("bell \u{7} rings")],
        Kind::Int { unit, min, max } => of_number(unit, min, max),
        Kind::Bool => vec![text("perhaps")],
        Kind::Date => vec![text("31-02-2026"), text("soon"), text("2026-13-01")],
        Kind::Time => vec![text("25:00"), text("noon")],
        Kind::Instant => vec![text("soon")],
        Kind::Choice(_) => vec![text("no such choice")],
        Kind::Link(_) | Kind::File => vec![text("no such thing!")],
        Kind::Reason(_) => vec![text(&"x".repeat(41))],
        Kind::Many(kind) => {
            let each = wrong(*kind).into_iter();
            each.map(|(text, value)| (text, json!([value]))).collect()
        }
        Kind::Rows { .. } | Kind::Group(_) | Kind::Secret => Vec::new(),
    }
}

/// A record that holds one value.
fn holding(steps: &[PathStep], value: Value) -> Value {
    steps.iter().rev().fold(value, |inner, step| match step {
        PathStep::Key(key) => json!({ *key: inner }),
        PathStep::Row(at) => {
            let mut rows = vec![json!({}); *at];
            rows.push(inner);
            Value::Array(rows)
        }
    })
}

/// The issues at one place or below it, as they are sent.
fn at(path: &str, issues: impl IntoIterator<Item = Issue>) -> Vec<String> {
    let below = |issue: &Issue| {
        issue.path == path
            || issue.path.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'))
    };
    let bytes = |issue: Issue| {
        json!({ "path": issue.path, "code": issue.code.name(), "message": issue.message })
            .to_string()
    };
    issues.into_iter().filter(below).map(bytes).collect()
}

fn from_form(def: &DocType, record: &Value, complete: bool) -> Vec<Issue> {
    let args =
        json!({ "doc_type": def.key, "record": record, "before": null, "complete": complete });
    let issues = calls::call("check", &args).unwrap();
    issues.as_array().unwrap().iter().map(issue).collect()
}

fn issue(of: &Value) -> Issue {
    serde_json::from_value(of.clone()).unwrap()
}

fn from_server(world: &World, def: &DocType, record: &Value) -> Vec<Issue> {
    let record = record.as_object().unwrap().clone();
    let deed = CommandKind::Create { doc_type: def.key.to_owned(), record };
    let command = Command { command_id: "x".to_owned(), deed };
    match decide(&world.site.memory, &Actor::system(), world.site.now, &command) {
        Err(Halt::Refused(refused)) => refused.issues,
        other => panic!("{}: {other:?}", def.key),
    }
}

/// The issues of a file with every column of a type and one row, empty but for one cell.
fn from_import(
    def: &'static DocType,
    columns: &[SheetColumn],
    own: &str,
    text: &str,
) -> Vec<Issue> {
    let mut out = Writer::default();
    let heads: Vec<Cell> = columns.iter().map(|column| Cell::Text(column.head.clone())).collect();
    out.row(&heads).unwrap();
    let cell = |column: &SheetColumn| match column.spot().is_some_and(|spot| spot.path == own) {
        true => Cell::Text(text.to_owned()),
        false => Cell::Empty,
    };
    let cells: Vec<Cell> = columns.iter().map(cell).collect();
    out.row(&cells).unwrap();
    let bytes = out.finish().unwrap();
    let mut import = Import::open(def, &bytes, Saving::Add)
        .unwrap_or_else(|issues| panic!("{}: {own}: {issues:?}", def.key));
    let (issues, _) = import.check(1);
    let head = columns.iter().find(|c| c.spot().is_some_and(|spot| spot.path == own));
    issues
        .into_iter()
        .map(|issue| {
            if issue.path == own {
                assert_eq!((issue.row, Some(&issue.column)), (2, head.map(|head| &head.head)));
            }
            let RowIssue { path, code, message, said, .. } = issue;
            Issue { path, code, message, said }
        })
        .collect()
}

fn open(spot: &Spot) -> bool {
    !spot.computed
}

#[test]
fn every_invalid_value_of_every_field_is_told_in_the_same_bytes_by_form_server_and_import() {
    let world = World::new();
    let mut told = 0;
    for def in docs::ALL {
        let columns = column::columns(def, &Widths::one(def.fields), &|_| true);
        let columns: Vec<SheetColumn> =
            columns.into_iter().filter(|c| c.spot().is_some()).collect();
        let complete = save::strictness(def, save::first_status(def)) == Strictness::Complete;
        for spot in columns.iter().filter_map(SheetColumn::spot).filter(|spot| open(spot)) {
            for (text, value) in wrong(spot.field.kind) {
                let record = holding(&spot.steps, value);
                let form = at(&spot.path, from_form(def, &record, complete));
                let server = at(&spot.path, from_server(&world, def, &record));
                let import = at(&spot.path, from_import(def, &columns, &spot.path, &text));
                assert!(!form.is_empty(), "{} {}: {text:?} is not refused", def.key, spot.path);
                assert_eq!(form, server, "{} {}: {text:?}", def.key, spot.path);
                assert_eq!(form, import, "{} {}: {text:?}", def.key, spot.path);
                told += 1;
            }
        }
    }
    assert!(told > 500, "{told}");
}

#[test]
fn an_empty_row_misses_the_same_fields_as_an_empty_form() {
    for def in docs::ALL {
        let columns = column::columns(def, &Widths::default(), &|_| true);
        let columns: Vec<SheetColumn> =
            columns.into_iter().filter(|c| c.spot().is_some()).collect();
        let complete = save::strictness(def, save::first_status(def)) == Strictness::Complete;
        let Some(note) = columns.iter().filter_map(SheetColumn::spot).find(|spot| {
            open(spot) && !spot.required && matches!(spot.field.kind, Kind::Text { .. })
        }) else {
            continue;
        };
        let form = from_form(def, &holding(&note.steps, "x".into()), complete);
        let import = from_import(def, &columns, &note.path, "x");
        assert_eq!(form, import, "{}", def.key);
    }
}

/// What a person can write of a record.
fn written(fields: &'static [Field], record: &Record) -> Record {
    let mut kept = Record::new();
    for field in fields.iter().filter(|field| !field.computed) {
        let value = match (field.kind, record.get(field.key)) {
            (_, None) | (Kind::Secret, _) => continue,
            (Kind::Group(inner), Some(Value::Object(group))) => {
                Value::Object(written(inner, group))
            }
            (Kind::Rows { fields: inner, .. }, Some(Value::Array(rows))) => {
                let rows = rows.iter().filter_map(Value::as_object);
                rows.map(|row| Value::Object(written(inner, row))).collect()
            }
            (_, Some(value)) => value.clone(),
        };
        kept.insert(field.key.to_owned(), value);
    }
    kept
}

fn stored(world: &World, def: &DocType) -> Vec<Doc> {
    let prefix = keys::key(&["doc", def.key]);
    let pairs = world.site.memory.pairs.iter().filter(|(key, _)| key.starts_with(&prefix));
    pairs.map(|(_, bytes)| serde_json::from_slice(bytes).unwrap()).collect()
}

/// What files of rows are made as.
const FORMATS: [&str; 2] = [CSV, XLSX];

fn exported(world: &World, def: &'static DocType, media: &str) -> Vec<u8> {
    let (memory, now, system) = (&world.site.memory, world.site.now, Actor::system());
    let export = export::open(memory, &system, now, def.key, &Query::default()).unwrap();
    let mut out = Out::begin(media, def.plural).unwrap();
    out.row(&export.heads()).unwrap();
    export.each(memory, &system, now, |cells| out.row(cells)).unwrap();
    out.finish().unwrap()
}

#[test]
fn a_document_that_is_gone_while_a_file_is_made_is_left_out() {
    let mut world = World::new();
    let ids = ["Konkan", "Marathwada", "Vidarbha"]
        .map(|name| world.site.make("region", json!({ "name": name })));
    let (now, system) = (world.site.now, Actor::system());
    let export =
        export::open(&world.site.memory, &system, now, "region", &Query::default()).unwrap();
    let rows = export.rows();
    world.site.memory.pairs.remove(&keys::doc("region", &ids[1]));
    let (mut parts, mut names) = (Vec::new(), link::Names::default());
    for row in 0..rows {
        let from = (&world.site.memory as &dyn Read, &system, now);
        parts.extend(export.part(from, &mut names, row..row + 1).unwrap());
    }
    assert_eq!(parts.len(), rows - 1);
}

/// The records that a file holds, each as text.
fn imported(world: &World, def: &'static DocType, bytes: &[u8]) -> Vec<String> {
    let import = Import::open(def, bytes, Saving::Add)
        .unwrap_or_else(|issues| panic!("{}: {issues:?}", def.key));
    let record = |case: &Look, row: &SheetRow| {
        let mut find = |to: &'static DocType, name: &str| link::find(case, to, name).unwrap();
        let (record, lost) = import.plan.record(row, None, &mut find);
        assert_eq!(lost, [], "{}", def.key);
        let checked = check::check(def, &record, None, Strictness::Draft);
        serde_json::to_string(&checked.record).unwrap()
    };
    world.site.read(|case| Ok(import.rows.iter().map(|row| record(case, row)).collect()))
}

#[test]
fn every_document_that_is_exported_is_the_same_when_it_is_imported() {
    let mut world = World::new();
    world.at("Order Completed");
    let mut compared = BTreeMap::new();
    for def in docs::ALL {
        let docs = stored(&world, def);
        // What the rules alone write is no file's to bring.
        if docs.is_empty() || def.fields.iter().all(|field| field.computed) {
            continue;
        }
        let mut wanted: Vec<String> = docs
            .iter()
            .map(|doc| {
                let record = written(def.fields, &doc.record);
                let checked = check::check(def, &record, None, Strictness::Draft);
                serde_json::to_string(&checked.record).unwrap()
            })
            .collect();
        wanted.sort();
        for media in FORMATS {
            let mut read = imported(&world, def, &exported(&world, def, media));
            read.sort();
            assert_eq!(read, wanted, "{} as {media}", def.key);
        }
        compared.insert(def.key, docs.len());
    }
    assert!(compared.len() > 20, "{compared:?}");
}

/// Any value that a field may hold, formats aside.
fn any_value(kind: Kind) -> BoxedStrategy<Value> {
    let text = "[A-Za-z0-9=+@'\";,.₹\\-][A-Za-z0-9 =+@'\";,.₹\\-]{0,8}[A-Za-z0-9\"';]";
    match kind {
        Kind::Int { min, max, .. } => {
            let (low, high) = (min.max(-9_999_999_999_999), max.min(9_999_999_999_999));
            (low..=high).prop_map(Value::from).boxed()
        }
        Kind::Bool => any::<bool>().prop_map(Value::from).boxed(),
        Kind::Date => (1900..2199_i32, 1..=12_u32, 1..=28_u32)
            .prop_map(|(y, m, d)| format!("{y:04}-{m:02}-{d:02}").into())
            .boxed(),
        Kind::Time => {
            (0..24_u8, 0..60_u8).prop_map(|(h, m)| format!("{h:02}:{m:02}").into()).boxed()
        }
        Kind::Instant => (0..4_000_000_000_000_i64).prop_map(Value::from).boxed(),
        Kind::Choice(of) => prop::sample::select(of).prop_map(|(key, _)| (*key).into()).boxed(),
        Kind::Link(_) | Kind::File => "[a-f0-9]{8}-[a-f0-9]{4}".prop_map(Value::from).boxed(),
        Kind::Many(kind) => {
            prop::collection::vec(any_value(*kind), 1..4).prop_map(Value::from).boxed()
        }
        Kind::Group(fields) => any_record(fields).prop_map(Value::Object).boxed(),
        Kind::Rows { fields, max, .. } => {
            let row = any_record(fields).prop_filter("a row says something", |row| !row.is_empty());
            prop::collection::vec(row.prop_map(Value::Object), 1..=(max.min(3) as usize))
                .prop_map(Value::from)
                .boxed()
        }
        _ => text.prop_map(Value::from).boxed(),
    }
}

fn any_record(fields: &'static [Field]) -> BoxedStrategy<Record> {
    let open = fields.iter().filter(|f| !f.computed && !matches!(f.kind, Kind::Secret));
    let each: Vec<BoxedStrategy<Option<(String, Value)>>> = open
        .map(|field| {
            let pair = any_value(field.kind).prop_map(|value| Some((field.key.to_owned(), value)));
            prop_oneof![1 => Just(None), 3 => pair].boxed()
        })
        .collect();
    each.prop_map(|pairs| pairs.into_iter().flatten().collect()).boxed()
}

/// A file of records, every column of a type in it that somebody may fill.
fn file_of(def: &'static DocType, records: &[Record], media: &str) -> Vec<u8> {
    let mut widths = Widths::default();
    for record in records {
        widths.fit(def.fields, record);
    }
    let columns = column::columns(def, &widths, &|_| true);
    let columns: Vec<SheetColumn> =
        columns.into_iter().filter(|column| column.spot().is_some_and(open)).collect();
    let mut out = Out::begin(media, def.plural).unwrap();
    let heads: Vec<Cell> = columns.iter().map(|c| Cell::Text(c.head.clone())).collect();
    out.row(&heads).unwrap();
    let mut name = |_: &'static DocType, id: &str| id.to_owned();
    for record in records {
        let mut cell = |column: &SheetColumn| {
            let kind = column.spot().unwrap().field.kind;
            godown_core::table::cell::write(kind, column.value(record), &mut name)
        };
        let cells: Vec<Cell> = columns.iter().map(&mut cell).collect();
        out.row(&cells).unwrap();
    }
    out.finish().unwrap()
}

#[test]
fn any_records_of_any_type_are_read_back_as_they_were_written() {
    let mut runner = TestRunner::new(Config::default());
    for def in docs::ALL {
        let records = any_record(def.fields);
        let mut any = || records.new_tree(&mut runner).unwrap().current();
        let says = |record: &Record| sorted(Value::Object(record.clone())) != json!({});
        let records: Vec<Record> = (0..24).map(|_| any()).filter(says).collect();
        if records.is_empty() {
            continue;
        }
        for media in FORMATS {
            let import = Import::open(def, &file_of(def, &records, media), Saving::Add)
                .unwrap_or_else(|issues| panic!("{} as {media}: {issues:?}", def.key));
            assert_eq!(import.rows.len(), records.len(), "{} as {media}", def.key);
            for (row, record) in import.rows.iter().zip(&records) {
                let mut find = |_: &'static DocType, name: &str| Found::One(name.to_owned());
                let (read, lost) = import.plan.record(row, None, &mut find);
                assert_eq!(lost, []);
                let (read, wrote) = (Value::Object(read), Value::Object(record.clone()));
                assert_eq!(sorted(read), sorted(wrote), "{} as {media}", def.key);
            }
        }
    }
}

/// Without the order of keys, and without what is empty.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let pairs: BTreeMap<String, Value> =
                map.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            let full =
                pairs.into_iter().filter(|(_, v)| !v.as_object().is_some_and(Record::is_empty));
            Value::Object(full.collect())
        }
        Value::Array(all) => all.into_iter().map(sorted).collect(),
        other => other,
    }
}

#[test]
fn headings_that_are_unknown_missing_or_stand_twice_are_named() {
    let def = docs::find("city").unwrap();
    let opened = Import::open(def, b"Name,Colour,name,\nPune,red,x\n", Saving::Add);
    let told: Vec<String> = opened.err().unwrap().into_iter().map(|one| one.message).collect();
    assert_eq!(
        told,
        [
            "Colour is not a column of cities",
            "The column name appears twice",
            "The column District is missing",
        ]
    );
    let nothing = Import::open(def, b"Name,District\n", Saving::Add).err().unwrap();
    assert_eq!(nothing[0].message, "The file has no row below its headings");
    let blank = Import::open(def, b"", Saving::Add).err().unwrap();
    assert!(!blank.is_empty());
}

#[test]
fn a_key_that_stands_twice_in_a_file_is_found_there() {
    let def = docs::find("country").unwrap();
    let file = b"Name,ISO code\nNepal,NP\nBhutan,BT\nnepal,NL\n";
    let mut import = Import::open(def, file, Saving::Add).unwrap();
    let (issues, _) = import.check(9);
    let told: Vec<(u32, &str)> =
        issues.iter().map(|issue| (issue.row, issue.message.as_str())).collect();
    assert_eq!(told, [(4, "Name nepal is already in row 2")]);
}

#[test]
fn a_row_changes_only_the_columns_that_the_file_has() {
    let def = docs::find("truck_type").unwrap();
    let before = json!({ "name": "LCV", "wheels": 4, "max_g": 7_000_000, "max_length_mm": 5_000 });
    let before = before.as_object().unwrap();
    let import = Import::open(def, b"Name,Wheels\nLCV,6\n", Saving::Update).unwrap();
    let mut find = |_: &'static DocType, _: &str| Found::Nothing;
    let row = &import.rows[0];
    let is = Before::Is(before, Strictness::Complete);
    let (record, issues) = import.plan.check(row, is, &mut find);
    assert_eq!(issues, []);
    assert_eq!((&record["wheels"], &record["max_g"]), (&json!(6), &json!(7_000_000)));
    let (_, issues) = import.plan.check(row, Before::New, &mut find);
    assert!(!issues.is_empty(), "a new truck type needs its largest load");
    assert_eq!(import.plan.check(row, Before::Unknown, &mut find).1, []);
}

#[test]
fn a_name_that_leads_nowhere_is_told_with_its_row() {
    let def = docs::find("district").unwrap();
    let import = Import::open(def, b"Name,State\nPune,Maharastra\n", Saving::Add).unwrap();
    let mut find = |_: &'static DocType, _: &str| Found::Nothing;
    let (_, issues) = import.plan.check(&import.rows[0], Before::New, &mut find);
    let told: Vec<&str> = issues.iter().map(|issue| issue.message.as_str()).collect();
    assert_eq!(told, ["State Maharastra was not found"]);
    let mut near = |_: &'static DocType, _: &str| Found::Near("Maharashtra".to_owned());
    let (_, issues) = import.plan.check(&import.rows[0], Before::New, &mut near);
    let told: Vec<&str> = issues.iter().map(|issue| issue.message.as_str()).collect();
    assert_eq!(told, ["State Maharastra was not found. Did you mean Maharashtra?"]);
}

#[test]
fn a_row_that_is_only_good_as_a_draft_is_told_with_what_it_lacks() {
    let file = "Firm name,GST category,Contact person,Mobile\n\
        Asha Steel,Unregistered,Asha,9822011111\nBina Steel,Nothing,Bina,9822011112\n";
    let mut import =
        Import::open(docs::find("customer").unwrap(), file.as_bytes(), Saving::Add).unwrap();
    let (issues, unfinished) = import.check(9);
    assert!(issues.iter().all(|issue| issue.row == 3) && !issues.is_empty(), "{issues:?}");
    assert!(unfinished.iter().all(|issue| issue.row == 2), "{unfinished:?}");
    let lacks: Vec<&str> = unfinished.iter().map(|issue| issue.message.as_str()).collect();
    assert!(lacks.contains(&"Payment terms are required"), "{lacks:?}");
}
