//! Files written from the declarations are as the declarations are; `UPDATE=1` writes them anew.

use std::collections::BTreeSet;
use std::path::Path;

use godown_core::calls::types;
use godown_core::docs;
use godown_core::report;
use godown_core::schema::{describe, openapi, typescript};
use serde_json::Value;

fn is_current(path: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let name = path.display();
    assert!(found == wanted, "{name} is stale: npm run gen");
}

#[test]
fn the_web_apps_types_are_those_of_the_declarations() {
    is_current("../web/src/core/types.gen.ts", &types::file().unwrap());
}

#[test]
fn every_type_has_a_schema_in_the_description_of_the_api() {
    let schemas = openapi::schemas(&docs::REGISTER);
    for def in docs::ALL {
        let name = format!("{}Record", typescript::pascal(def.key));
        let properties = schemas[&name]["properties"].as_object().unwrap();
        let wanted: Vec<&str> = def.fields.iter().map(|field| field.key).collect();
        assert_eq!(properties.keys().collect::<Vec<_>>(), wanted, "{}", def.key);
    }
}

#[test]
fn every_reference_of_the_description_leads_somewhere() {
    let schemas = openapi::schemas(&docs::REGISTER);
    let text = serde_json::to_string(&schemas).unwrap();
    for part in text.split("#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(schemas.contains_key(name), "{name}");
    }
}

/// Where words for a person stand in what describes the declarations.
const WORDS: &[&str] = &["label", "plural", "help", "title", "statuses", "bases"];

/// The words below a value: a text that reads as one, in whatever place of a list.
fn words_in(value: &Value, key: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if WORDS.contains(&key) && !text.is_empty() => {
            found.insert(text.clone());
        }
        Value::Array(all) => all.iter().for_each(|one| words_in(one, key, found)),
        Value::Object(members) => {
            members.iter().for_each(|(key, inner)| words_in(inner, key, found));
        }
        _ => {}
    }
}

#[test]
fn translators_read_every_declared_word_in_one_list() {
    let schema = serde_json::to_value(describe::schema(&docs::REGISTER)).unwrap();
    let reports = serde_json::to_value(report::described()).unwrap();
    let mut found = BTreeSet::new();
    words_in(&schema, "", &mut found);
    words_in(&reports, "", &mut found);
    found.extend(docs::seed::menu_names().map(str::to_owned));
    found.extend(report::words::cell_words().into_iter().map(str::to_owned));
    // The title of a type is the key of a field, and a basis is a key beside its name.
    found.retain(|text| text.contains(' ') || !text.starts_with(|c: char| c.is_ascii_lowercase()));
    let list: Vec<String> = found.into_iter().map(|text| text + "\n").collect();
    is_current("../web/src/words/declared.txt", &list.concat());
}
