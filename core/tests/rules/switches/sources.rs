//! Whether each switch is tried: some test sets it to another value than the one it has by itself.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use godown_core::docs;
use godown_core::docs::settings::SETTING;
use serde_json::Value;

/// Where a test writes a record; and where it is one of a site's switches, for keys that other records have too.
const RECORDS: &[&str] = &["json!({"];
const SETTINGS: &[&str] = &["setting(json!({", "both(json!({", "ground(&json!({"];

/// Switches that are set over the wire, by the line of the test that does.
const OVER_THE_WIRE: &[(&str, &str)] = &[
    ("session_hours", "record[\"session_hours\"] = json!(2)"),
    ("registration", "record[\"registration\"] = true.into()"),
];

fn sources(below: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(below).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|end| end == "rs") => found.push(path),
            false => {}
        }
    }
}

/// The text up to the brace that closes what was opened before it.
fn record(text: &str) -> &str {
    let mut open = 1;
    let close = text.find(|letter: char| {
        open += i32::from(letter == '{') - i32::from(letter == '}');
        open == 0
    });
    &text[..close.unwrap_or(text.len())]
}

/// A value as it is written in a test; what is computed there is no default.
fn written(value: &str) -> Option<Value> {
    let value = value.trim_start();
    let end = value.find([',', '}', '\n']).unwrap_or(value.len());
    let text = value[..end].trim();
    let number = text.starts_with(|letter: char| letter.is_ascii_digit());
    serde_json::from_str(&if number { text.replace('_', "") } else { text.to_owned() }).ok()
}

fn set_otherwise(text: &str, key: &str, usual: &Value) -> bool {
    let name = format!("\"{key}\":");
    let elsewhere = docs::ALL.iter().filter(|def| def.key != SETTING.key);
    let shared = elsewhere.into_iter().any(|def| def.field(key).is_some());
    let starts = if shared { SETTINGS } else { RECORDS };
    let records = starts.iter().flat_map(|sets| text.split(*sets).skip(1)).map(record);
    let mut values = records.flat_map(|one| one.split(name.as_str()).skip(1));
    values.any(|value| written(value).is_none_or(|value| value != *usual))
}

#[test]
fn every_switch_is_set_by_some_test_to_another_value_than_its_own() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut paths = Vec::new();
    sources(&tests, &mut paths);
    sources(&tests.join("../../server/tests"), &mut paths);
    let texts: Vec<String> =
        paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let mut never = BTreeSet::new();
    for field in SETTING.fields {
        let usual = serde_json::from_str(field.default).unwrap_or(Value::Null);
        let wire = OVER_THE_WIRE.iter().find(|(key, _)| *key == field.key);
        let set = |text: &String| match wire {
            Some((_, line)) => text.contains(line) && !text.contains("OVER_THE_WIRE"),
            None => set_otherwise(text, field.key, &usual),
        };
        if !texts.iter().any(set) {
            never.insert(field.key);
        }
    }
    assert!(never.is_empty(), "set by no test to another value than their own: {never:?}");
}
