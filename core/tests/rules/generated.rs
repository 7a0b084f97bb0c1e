//! Files written from the declarations are as the declarations are; `UPDATE=1` writes them anew.

use std::path::Path;

use godown_core::calls::types;
use godown_core::docs;
use godown_core::schema::{openapi, typescript};

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
