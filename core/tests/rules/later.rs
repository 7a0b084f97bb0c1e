//! What is declared for work that is to come: offered to nobody, kept where it is stored, and never forgotten.

use std::fs;
use std::path::{Path, PathBuf};

use crate::site::wire;
use godown_core::docs;
use godown_core::docs::settings::SETTING;
use godown_core::schema::{Field, Kind, describe, openapi, typescript};
use godown_core::table::column;
use serde_json::Value;

/// Declared before anything reads them. Whoever builds their work takes `later` off and reads them; the
/// line here goes when both is done.
const LATER: &[(&str, &str)] = &[];

/// Every field of some fields, at any depth, with its path.
fn walk(fields: &'static [Field], under: &str, found: &mut Vec<(String, &'static Field)>) {
    for field in fields {
        let path = format!("{under}{}", field.key);
        if let Kind::Rows { fields, .. } | Kind::Group(fields) = field.kind {
            walk(fields, &format!("{path}."), found);
        }
        found.push((path, field));
    }
}

fn declared(kind: &str) -> Vec<(String, &'static Field)> {
    let mut found = Vec::new();
    walk(docs::find(kind).unwrap().fields, "", &mut found);
    found
}

/// The core's own files, each with its text.
fn sources() -> Vec<(PathBuf, String)> {
    fn below(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found
}

/// Whether a file beside the one that declares the field names it.
fn is_read(sources: &[(PathBuf, String)], field: &Field) -> bool {
    let name = format!("\"{}\"", field.key);
    let declares = format!("(\"{}\", \"{}\"", field.key, field.label);
    sources.iter().any(|(_, text)| text.contains(&name) && !text.contains(&declares))
}

#[test]
fn every_field_that_waits_for_its_work_is_known_and_none_is_forgotten() {
    let mut hidden = Vec::new();
    for def in docs::ALL {
        let fields = declared(def.key).into_iter().filter(|(_, field)| !field.is_offered());
        hidden.extend(fields.map(|(path, _)| (def.key, path)));
    }
    let known: Vec<(&str, String)> =
        LATER.iter().map(|(kind, path)| (*kind, (*path).to_owned())).collect();
    for one in &hidden {
        assert!(known.contains(one), "{one:?} is offered to nobody, and no list says so");
    }
    let sources = sources();
    for (kind, path) in LATER {
        let fields = declared(kind);
        let (_, field) = fields.iter().find(|(own, _)| own == path).unwrap();
        let fits = !field.is_offered() || is_read(&sources, field);
        assert!(fits, "{kind}.{path} is offered, and nothing reads it");
    }
}

#[test]
fn every_setting_that_is_offered_is_read() {
    let sources = sources();
    for field in SETTING.fields.iter().filter(|field| field.is_offered()) {
        // A setting may be read beside its declaration, or under a constant of its name.
        let name = format!("\"{}\"", field.key);
        let named = sources.iter().map(|(_, text)| text.matches(&name).count()).sum::<usize>();
        let constant = format!("&str = {name}");
        let constant = sources.iter().any(|(_, text)| text.contains(&constant));
        assert!(constant || named > 1, "nothing reads the setting {}", field.key);
    }
}

#[test]
fn no_description_form_or_file_offers_what_waits_for_its_work() {
    let types = typescript::records(&docs::REGISTER);
    let forms = wire(&describe::schema(&docs::REGISTER));
    for (kind, path) in LATER {
        let def = docs::find(kind).unwrap();
        let key = path.rsplit('.').next().unwrap();
        let top = path.split('.').next().unwrap();
        let form = forms["types"].as_array().unwrap().iter().find(|one| one["key"] == *kind);
        let fields = form.unwrap()["fields"].as_array().unwrap();
        let offered = match path.contains('.') {
            true => {
                fields.iter().find(|one| one["key"] == top).unwrap()["fields"].as_array().unwrap()
            }
            false => fields,
        };
        assert!(offered.iter().all(|one| one["key"] != key), "{kind}.{path} has a form");
        let api = openapi::record(def);
        let api = &api["properties"][top];
        let told = if path.contains('.') { &api["items"]["properties"][key] } else { api };
        assert_eq!(told, &Value::Null, "{kind}.{path} is described");
        let begins = format!("export interface {}Record {{", typescript::pascal(kind));
        let (_, own) = types.split_once(&begins).unwrap();
        let (own, _) = own.split_once("\n}\n").unwrap();
        assert!(!own.contains(&format!(" {key}?:")), "{kind}.{path} has a type");
        let head = path.replace('.', ".0.");
        assert!(column::find(def, &head).is_none(), "{kind}.{path} is taken from files");
    }
}
