//! Orders that are billed to a branch of the customer: its registration, the place of supply, and the invoice.

use godown_core::docs::invoices::{INVOICE, Invoice};
use godown_core::docs::orders::{facts, quote};
use godown_core::kept::doc::Doc;
use godown_core::query;
use serde_json::{Value, json};

use crate::printed::texts;
use crate::site::messages;
use crate::support::World;
use crate::support::site::{record, seeded};

const SURAT: &str = "24AABFT1234K1ZF";

/// A branch of the customer in Gujarat, with what is changed of it.
fn branch(change: Value) -> Value {
    let mut value = json!({
        "label": "Surat", "line1": "4 Ring Road", "state": seeded("state", "24"), "pin": "395003",
        "gstin": SURAT,
    });
    value.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    value.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    value
}

/// A customer of Pune with a branch at Surat and a site at Nashik.
fn world() -> World {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let id = world.customer.clone();
    let site = json!({
        "label": "Nashik site", "line1": "Satpur", "state": seeded("state", "27"), "pin": "422007",
    });
    let told = json!({ "bill_to": [branch(json!({}))], "ship_to": [site] });
    world.site.edit(&admin, "customer", &id, told).unwrap();
    let bm = world.who("BM");
    world.site.act(&bm, "customer", &id, "approve", json!({})).unwrap();
    world
}

fn order(world: &mut World, change: Value) -> String {
    let mut record = world.order_record();
    record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    world.draft_of(record)
}

#[test]
fn a_branch_is_of_the_firm_and_registered_where_it_lies() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let id = world.customer.clone();
    let state = |code: &str| seeded("state", code);
    let twice = json!([branch(json!({})), branch(json!({}))]);
    for (rows, path, message) in [
        (
            json!([branch(json!({ "gstin": "24ABCPE1234F1ZH" }))]),
            "bill_to.0.gstin",
            "PAN inside GSTIN differs from PAN",
        ),
        (
            json!([branch(json!({ "gstin": "29AABFT1234K1Z5" }))]),
            "bill_to.0.gstin",
            "GSTIN starts with 29 (Karnataka) but the state is Gujarat",
        ),
        (
            json!([branch(json!({ "gstin": null }))]),
            "bill_to.0.gstin",
            "GSTIN is required for a branch in another state",
        ),
        (
            json!([branch(json!({ "pin": "411001" }))]),
            "bill_to.0.pin",
            "PIN 411001 belongs to Maharashtra",
        ),
        (twice, "bill_to.1.label", "Surat already exists"),
    ] {
        let refused = world.site.edit(&admin, "customer", &id, json!({ "bill_to": rows }));
        let issues = refused.unwrap_err();
        let found: Vec<(&str, &str)> =
            issues.iter().map(|issue| (&*issue.path, &*issue.message)).collect();
        assert_eq!(found, [(path, message)]);
    }
    let near = branch(json!({ "gstin": null, "state": state("27"), "pin": "422007" }));
    let mixed = json!({
        "bill_to": [near], "ship_to": [{ "label": "SURAT", "line1": "Satpur", "state": state("27"), "pin": "422007" }],
    });
    let refused = world.site.edit(&admin, "customer", &id, mixed);
    assert_eq!(messages(refused), ["SURAT already exists among the billing addresses"]);
    let near = branch(json!({ "gstin": null, "state": state("27"), "pin": "422007" }));
    let saved = world.site.edit(&admin, "customer", &id, json!({ "bill_to": [near] })).unwrap();
    assert_eq!(saved["record"]["proposed"]["bill_to"][0]["label"], "Surat");
}

#[test]
fn a_branch_of_an_approved_customer_waits_for_approval_and_goes_with_it() {
    let mut world = World::new();
    let (admin, bm) = (world.who("ADMIN"), world.who("BM"));
    let id = world.customer.clone();
    let told = json!({ "bill_to": [branch(json!({}))] });
    let saved = world.site.edit(&admin, "customer", &id, told).unwrap();
    assert!(saved["record"].get("bill_to").is_none());
    let refused = order_refused(&mut world, json!({ "bill_to": "Surat" }));
    assert_eq!(
        refused,
        [("bill_to".to_owned(), "Select one of the customer's addresses".to_owned())]
    );
    let done = world.site.act(&bm, "customer", &id, "approve", json!({})).unwrap();
    assert_eq!(done["record"]["bill_to"][0]["gstin"], SURAT);
    let saved = world.site.edit(&admin, "customer", &id, json!({ "bill_to": null })).unwrap();
    assert_eq!(saved["record"]["bill_to"][0]["gstin"], SURAT);
    let done = world.site.act(&bm, "customer", &id, "approve", json!({})).unwrap();
    assert!(done["record"].get("bill_to").is_none());
}

fn order_refused(world: &mut World, change: Value) -> Vec<(String, String)> {
    let sales = world.who("SALES");
    let mut record = world.order_record();
    record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    let refused = world.site.create(&sales, "order", record).unwrap_err();
    refused.into_iter().map(|issue| (issue.path, issue.message)).collect()
}

#[test]
fn the_place_of_supply_is_the_branch_that_is_billed() {
    for (change, place, split) in [
        (json!({}), "27", "intra"),
        (json!({ "ship_to": "Nashik site" }), "27", "intra"),
        // Billed in Gujarat, sent within Maharashtra: inter-state all the same (IGST Act, s. 10(1)(b)).
        (json!({ "bill_to": "Surat", "ship_to": "Nashik site" }), "24", "inter"),
        (json!({ "bill_to": "Surat" }), "24", "inter"),
    ] {
        let mut world = world();
        let id = order(&mut world, change.clone());
        let made = world.order(&id);
        assert_eq!(
            (&*made.place_of_supply, made.split.as_deref()),
            (place, Some(split)),
            "{change}"
        );
        let asked = record(world.site.get("order", &id)["record"].clone());
        let facts = world.site.read(|case| facts::for_record(case, &id, &asked));
        assert_eq!(quote::of(&made, &facts).place_of_supply, place, "{change}");
        assert_eq!(made.bill_address.contains("395003"), place == "24");
    }
}

/// An order of such addresses, loaded; its loading.
fn loaded(world: &mut World, change: Value) -> String {
    let id = order(world, change);
    world.step("SALES", &id, "submit", json!({ "confirm": true }));
    world.step("BM", &id, "approve", json!({}));
    world.step("PCT", &id, "forward", json!({ "recommendation": "approve" }));
    world.step("CREDIT", &id, "credit_approve", json!({}));
    world.load(&id, 36, 1_020_492);
    id
}

#[test]
fn the_invoice_bills_the_branch_and_ships_to_the_site() {
    let mut world = world();
    let id = loaded(&mut world, json!({ "bill_to": "Surat", "ship_to": "Nashik site" }));
    let invoice = world.invoice(&id);
    let doc: Doc = world.site.read(|case| case.doc(&INVOICE, &invoice).map(|doc| Doc::clone(&doc)));
    let made = Invoice::of(&doc).unwrap();
    let (buyer, consignee) = (made.buyer.clone().unwrap(), made.consignee.clone().unwrap());
    assert_eq!(made.bill_to.as_deref(), Some("Surat"));
    assert_eq!((buyer.gstin.as_deref(), buyer.state_code.as_deref()), (Some(SURAT), Some("24")));
    assert_eq!((buyer.pin.as_deref(), consignee.pin.as_deref()), (Some("395003"), Some("422007")));
    assert_eq!((made.place_of_supply.as_deref(), made.cgst_paise), (Some("24"), 0));
    assert!(made.igst_paise > 0);
    let acc = world.who("ACC");
    let view = query::view(&world.site.memory, &acc, world.site.now, "invoice", &invoice).unwrap();
    let pages = texts(&view.value().unwrap(), &["original"]);
    for told in [SURAT, "4 Ring Road", "Satpur", "Place of supply 24 Gujarat", "Gujarat (24)"] {
        assert!(pages[0].iter().any(|text| text.contains(told)), "{told}: {:?}", pages[0]);
    }
}

#[test]
fn loadings_that_are_billed_to_different_branches_stand_on_two_invoices() {
    let mut world = world();
    let one = loaded(&mut world, json!({ "bill_to": "Surat" }));
    let other = loaded(&mut world, json!({}));
    let loadings: Vec<String> = [one, other]
        .iter()
        .flat_map(|id| world.loadings(id))
        .map(|loading| loading.id.clone())
        .collect();
    let acc = world.who("ACC");
    let refused = world.site.create(&acc, "invoice", json!({ "loadings": loadings }));
    let message = "The billing address differs from the first loading's; create a second invoice";
    assert_eq!(messages(refused), [message]);
}
