//! The description names every call and nothing else, and the one that is checked in is the one that is served.

use std::path::Path;

use godown_core::docs;
use godown_server::http::routes::ROUTES;

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
fn openapi_json_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let made = godown_server::openapi::text();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "openapi.json is stale: npm run gen");
}
