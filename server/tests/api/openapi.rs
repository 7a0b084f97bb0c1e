//! The description names every call and nothing else; the files written from it are up to date.

use std::collections::BTreeMap;
use std::path::Path;

use godown_core::docs;
use godown_core::shape::{Shape, named};
use godown_server::http::routes::ROUTES;
use godown_server::openapi;

use crate::harness::Site;

#[tokio::test]
async fn every_route_and_every_type_stands_in_the_description() {
    let site = Site::start().await;
    let description = site.get("/api/openapi.json", "").await.expect(200);
    let paths = description["paths"].as_object().unwrap();
    let mut told = 0;
    for route in ROUTES {
        let method = route.method.to_lowercase();
        let by_type = !paths.contains_key(route.path);
        for def in docs::ALL.iter().take(if by_type { docs::ALL.len() } else { 1 }) {
            let path =
                if by_type { route.path.replace("{type}", def.key) } else { route.path.into() };
            assert!(paths[&path][&method].is_object(), "{} {path}", route.method);
            told += 1;
        }
    }
    assert_eq!(told, paths.values().map(|path| path.as_object().unwrap().len()).sum::<usize>());
    let types = paths["/api/import/{type}"]["post"]["parameters"][0]["schema"]["enum"].clone();
    let known: Vec<&str> = docs::ALL.iter().map(|def| def.key).collect();
    assert_eq!(types, serde_json::json!(known));
}

#[tokio::test]
async fn every_schema_that_is_named_exists() {
    let site = Site::start().await;
    let description = site.get("/api/openapi.json", "").await;
    let text = String::from_utf8(description.bytes.to_vec()).unwrap();
    let schemas = description.json()["components"]["schemas"].clone();
    for named in text.split("#/components/schemas/").skip(1) {
        let name = named.split('"').next().unwrap();
        assert!(schemas[name].is_object(), "{name}");
    }
}

#[test]
fn a_name_stands_for_one_schema() {
    let names: Vec<&str> = named(openapi::shapes()).unwrap().into_keys().collect();
    let records = godown_core::schema::openapi::schemas(&docs::REGISTER);
    let requests = ROUTES.iter().map(|route| route.request);
    for other in records.keys().map(String::as_str).chain(requests) {
        assert!(!names.contains(&other), "{other}");
    }
}

#[test]
fn every_route_tells_the_keys_of_its_json_except_in_records() {
    let mut open = BTreeMap::new();
    for route in ROUTES {
        let Some(shape) = (route.handler.shape)() else {
            assert!(!route.files.is_empty(), "{} {} answers nothing", route.method, route.path);
            continue;
        };
        untold(&shape, (route.path, ""), &mut open);
    }
    for (name, shape) in named(openapi::shapes()).unwrap() {
        untold(&shape, (name, ""), &mut open);
    }
    let open: Vec<(&str, &str)> = open.keys().copied().collect();
    assert_eq!(open, IN_RECORDS);
}

/// Where a value of any kind stands: records and their values, which declarations tell.
const IN_RECORDS: &[(&str, &str)] = &[
    ("AccessRole", "record"),
    ("Credit", "receipts"),
    ("Difference", "after"),
    ("Difference", "before"),
    ("DocView", "record"),
    ("FieldDef", "default"),
    ("RecordRow", "record"),
    ("Removed", "record"),
    ("SavedRow", "record"),
    ("TripReckoned", "record"),
];

/// The keys under which a shape has any value at all.
fn untold<'s>(
    shape: &Shape,
    (within, key): (&'s str, &'s str),
    found: &mut BTreeMap<(&'s str, &'s str), ()>,
) {
    match shape {
        Shape::Any => drop(found.insert((within, key), ())),
        Shape::List(of) | Shape::Table(of) | Shape::Maybe(of) | Shape::By(_, of) => {
            untold(of, (within, key), found);
        }
        Shape::Tuple(of) | Shape::Either(of) => {
            of.iter().for_each(|one| untold(one, (within, key), found));
        }
        Shape::Object(members) | Shape::Open(members) => {
            members.iter().for_each(|one| untold(&one.shape, (within, one.key), found));
        }
        Shape::Named(..)
        | Shape::Text
        | Shape::Flag
        | Shape::Integer
        | Shape::Decimal
        | Shape::Words(_) => {}
    }
}

#[test]
fn openapi_json_is_up_to_date() {
    is_current("openapi.json", &openapi::text());
}

#[test]
fn the_web_apps_answers_are_those_of_the_routes() {
    is_current("../web/src/net/answers.gen.ts", &openapi::typescript::answers().unwrap());
}

fn is_current(path: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        assert!(std::fs::write(&path, made).is_ok(), "{} cannot be written", path.display());
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "{} is stale: npm run gen", path.display());
}
