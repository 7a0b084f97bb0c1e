//! A declaration alone yields the form, the list, the checks, the API's schema and the type.

use crate::site::{Site, messages, person, wire};
use godown_core::access::rights;
use godown_core::declare::grant::{Role, Verb};
use godown_core::docs;
use godown_core::error::Code;
use godown_core::query::list::{self, Query};
use godown_core::schema::{describe, openapi, typescript};
use serde_json::json;

/// The smallest master there is: its declaration is all that was written for it.
const KIND: &str = "region";

#[test]
fn a_declaration_yields_the_form() {
    let def = wire(&describe::doc_type(docs::find(KIND).unwrap(), &docs::REGISTER));
    assert_eq!(def["fields"][0]["key"], "name");
    assert_eq!(def["fields"][0]["required"], true);
    assert_eq!(def["fields"][1]["link"], "employee");
    assert_eq!(def["statuses"], json!(["Active", "Inactive"]));
    let verbs = |role| rights::told(&docs::REGISTER, &person(role))[KIND].clone();
    assert_eq!(verbs(Role::Admin), Verb::ALL);
    assert_eq!(verbs(Role::Sales), [Verb::View, Verb::Print]);
}

#[test]
fn a_declaration_yields_the_checks_of_a_save() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    assert_eq!(messages(site.create(&admin, KIND, json!({}))), ["Name is required"]);
    site.create(&admin, KIND, json!({ "name": "West" })).unwrap();
    let again = site.create(&admin, KIND, json!({ "name": " west " }));
    assert_eq!(messages(again), ["Name west already exists in West"]);
    for same in
        ["W\u{200b}est", "\u{202e}West\u{202c}", "West\u{2060}\u{3000}", "\u{feff}wes\u{ad}t"]
    {
        let refused = site.create(&admin, KIND, json!({ "name": same })).unwrap_err();
        assert_eq!(refused[0].code, Code::Duplicate, "{same:?}");
    }
    site.create(&admin, KIND, json!({ "name": "Cafe\u{301}" })).unwrap();
    let refused = site.create(&admin, KIND, json!({ "name": "CAF\u{c9}" })).unwrap_err();
    assert_eq!(refused[0].code, Code::Duplicate);
    let unseen = site.create(&admin, KIND, json!({ "name": "\u{200b}\u{3164}" }));
    assert_eq!(messages(unseen), ["Name is required"]);
    let wrong = site.create(&admin, KIND, json!({ "name": "East", "colour": "red" }));
    assert_eq!(messages(wrong), ["colour is not a field here"]);
    let by_sales = site.create(&person(Role::Sales), KIND, json!({ "name": "East" }));
    assert_eq!(messages(by_sales), ["You do not have permission to add region"]);
}

#[test]
fn a_declaration_yields_the_list() {
    let mut site = Site::new();
    for name in ["West", "East", "South"] {
        site.make(KIND, json!({ "name": name }));
    }
    let sales = person(Role::Sales);
    let all = Query { limit: 10, ..Query::default() };
    let page = list::page(&site.memory, &sales, site.now, KIND, &all).unwrap();
    let rows = page.records().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["East", "South", "West"]);
    assert_eq!(page.counts.of("Active"), 3);
    let found = Query { q: "sou".into(), ..all };
    let page = list::page(&site.memory, &sales, site.now, KIND, &found).unwrap();
    assert_eq!(page.records().unwrap().len(), 1);
}

#[test]
fn a_declaration_yields_the_steps_of_a_master() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let id = site.make(KIND, json!({ "name": "West" }));
    let done = site.act(&admin, KIND, &id, "deactivate", json!({})).unwrap();
    assert_eq!(done["status"], "Inactive");
    let again = site.act(&admin, KIND, &id, "deactivate", json!({}));
    assert_eq!(messages(again), ["Region West is Inactive; deactivate is not allowed"]);
}

#[test]
fn a_declaration_yields_the_schema_of_the_api_and_the_type_of_the_web_app() {
    let schema = openapi::record(docs::find(KIND).unwrap());
    assert_eq!(schema["required"], json!(["name"]));
    assert_eq!(schema["properties"]["head"]["x-link"], "employee");
    let types = typescript::records(&docs::REGISTER);
    assert!(types.contains("export interface RegionRecord {\n  name: string\n  head?: string\n}"));
    assert!(types.contains("  region: RegionRecord\n"));
}
