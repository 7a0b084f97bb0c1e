//! What is declared for work that is to come: offered to nobody, kept where it is stored, and never forgotten.

use std::fs;
use std::path::{Path, PathBuf};

use crate::site::{Site, person, record, seeded, wire};
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Role;
use godown_core::docs;
use godown_core::docs::settings::SETTING;
use godown_core::query;
use godown_core::schema::{Field, Kind, describe, openapi, typescript};
use godown_core::table::column;
use serde_json::{Value, json};

/// Declared before anything reads them. Whoever builds their work takes `later` off and reads them; the
/// line here goes when both is done.
const LATER: &[(&str, &str)] = &[
    ("setting", "invoice_per_loading"),
    ("setting", "vendor_registration"),
    ("yard", "has_weighbridge"),
    ("product_group", "batch_required"),
    ("product_group", "loose_pieces"),
    ("sku", "reorder.min_pcs"),
    ("sku", "reorder.max_pcs"),
    ("reason", "gl_head"),
    ("employee", "target_g"),
];

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

/// What is kept of a document.
fn kept(site: &Site, kind: &str, id: &str) -> Value {
    site.get(kind, id)["record"].clone()
}

#[test]
fn what_is_stored_survives_every_edit_and_is_shown_to_nobody() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let reason = json!({
        "code": "CUT_OFF", "name": "Cut off", "kind": "block", "gl_head": "Losses",
    });
    let id = site.make("reason", reason);
    // A person's change leaves out what the form does not have, or sends what an older form had.
    for sent in [json!({ "name": "Cut", "gl_head": null }), json!({ "gl_head": "Gains" })] {
        site.edit(&admin, "reason", &id, sent).unwrap();
        assert_eq!(kept(&site, "reason", &id)["gl_head"], "Losses");
    }
    let view = query::view(&site.memory, &admin, site.now, "reason", &id).unwrap();
    let view = view.value().unwrap();
    assert_eq!(
        (&view["record"]["name"], &view["record"]["gl_head"]),
        (&json!("Cut"), &Value::Null)
    );
    let told = view["history"].to_string();
    assert!(told.contains("\"name\"") && !told.contains("gl_head"), "{told}");
}

#[test]
fn a_row_keeps_what_is_stored_in_it_when_another_goes() {
    let mut site = Site::new();
    let (branch, admin) = (site.branch(), person(Role::Admin));
    let yard = site.make(
        "yard",
        json!({
            "code": "PUN1", "name": "Pune One", "branch": branch, "address": "MIDC, Pune",
            "state": seeded("state", "27"), "pin": "411019",
        }),
    );
    let (_, sku) = site.goods();
    let row = |reorder: i64| json!({ "yard": yard, "reorder_pcs": reorder });
    let with = |reorder: i64, least: i64| {
        let mut row = row(reorder);
        row["min_pcs"] = least.into();
        row
    };
    let system = Actor::system();
    site.edit(&system, "sku", &sku, json!({ "reorder": [with(10, 1), with(20, 2)] })).unwrap();
    let least = |site: &Site| -> Vec<Value> {
        let rows = kept(site, "sku", &sku)["reorder"].clone();
        rows.as_array().unwrap().iter().map(|row| row["min_pcs"].clone()).collect()
    };
    assert_eq!(least(&site), [json!(1), json!(2)]);
    site.edit(&admin, "sku", &sku, json!({ "reorder": [row(11), row(20)] })).unwrap();
    assert_eq!(least(&site), [json!(1), json!(2)], "the rows are the same by their places");
    site.edit(&admin, "sku", &sku, json!({ "reorder": [row(20)] })).unwrap();
    assert_eq!(least(&site), [json!(2)], "the other row went");
    let shown = query::view(&site.memory, &admin, site.now, "sku", &sku).unwrap().value().unwrap();
    assert_eq!(record(shown["record"]["reorder"][0].clone()).keys().count(), 2);
}
