//! What the fields of orders and masters ask for: each is obeyed, and says so where it is not.

use crate::site::wire;
use crate::support::World;
use crate::support::site::seeded;
use godown_core::docs::orders::{ORDER, Order, facts, quote};
use godown_core::error::{Code, Issue};
use godown_core::query;
use godown_core::write::command::CommandKind;
use serde_json::{Value, json};

const REMARKS: &str = "As agreed by phone";

fn told(refused: Result<Value, Vec<Issue>>) -> (String, Code, String) {
    let issue = refused.unwrap_err().remove(0);
    (issue.path, issue.code, issue.message)
}

/// Another SKU of the same group and price.
fn another_sku(world: &mut World) -> String {
    let of = world.site.get("sku", &world.sku)["record"].clone();
    let id = world.site.make(
        "sku",
        json!({
            "product_group": of["product_group"], "name": "Another pipe", "theo_g_per_pc": 28_347,
        }),
    );
    world.site.make(
        "price",
        json!({ "sku": id, "rate_uom": "MT", "rate_paise": 5_875_000, "from": "2026-04-01" }),
    );
    id
}

#[test]
fn a_line_is_replaced_only_where_the_customer_takes_a_substitute() {
    for takes in [false, true] {
        let mut world = World::new();
        let other = another_sku(&mut world);
        let mut record = world.order_record();
        record["lines"][0]["alt_ok"] = json!(takes);
        let id = world.draft_of(record);
        world.step("SALES", &id, "submit", json!({}));
        world.step("BM", &id, "approve", json!({}));
        world.step("PCT", &id, "forward", json!({ "recommendation": "approve" }));
        world.step("CREDIT", &id, "credit_approve", json!({}));
        world.step("YARD", &id, "raise_concern", json!({ "reason": "SHORT", "remarks": REMARKS }));
        let changes = json!({ "lines": [{ "line": 0, "sku": other }] });
        let done =
            world.act("BM", &id, "resolve", json!({ "remarks": REMARKS, "changes": changes }));
        match takes {
            true => assert!(!done.is_err_and(|issues| {
                issues.iter().any(|issue| issue.path == "changes.lines.0.sku")
            })),
            false => {
                let (path, _, message) = told(done);
                assert_eq!(path, "changes.lines.0.sku");
                assert_eq!(message, "The customer takes no substitute for this line");
            }
        }
    }
}

#[test]
fn goods_of_another_make_are_loaded_only_as_a_substitute() {
    let mut world = World::new();
    let batch = world.batch.clone();
    world.system(|case| {
        let mut doc = case.copy(&godown_core::docs::batches::BATCH, &batch)?;
        doc.set("make", "Apollo");
        case.put_doc(doc.into())
    });
    let mut record = world.order_record();
    record["lines"][0]["make"] = json!("Tata");
    let id = world.draft_of(record);
    world.step("SALES", &id, "submit", json!({}));
    world.step("BM", &id, "approve", json!({}));
    world.step("PCT", &id, "forward", json!({ "recommendation": "approve" }));
    world.step("CREDIT", &id, "credit_approve", json!({}));
    let loading = world.loading(36, 1_020_500);
    let (path, _, message) =
        told(world.act("YARD", &id, "load", json!({ "loading_record": loading })));
    assert!(path.ends_with("lines.0.batch"), "{path}");
    assert_eq!(message, "The batch is of make Apollo; Tata was ordered");
}

#[test]
fn a_discount_above_the_slab_needs_a_reason() {
    let mut world = World::new();
    world.setting(json!({ "discount_slab_bp": 100 }));
    let mut record = world.order_record();
    record["lines"][0]["discount_bp"] = json!(150);
    let id = world.draft_of(record);
    world.step("SALES", &id, "submit", json!({}));
    let (path, code, message) = told(world.act("BM", &id, "approve", json!({})));
    assert_eq!((path.as_str(), code), ("lines.0.discount_bp", Code::BelowFloor));
    assert_eq!(message, "A discount above 1 % needs a reason");
    world.step("BM", &id, "approve", json!({ "override_reason": "Clears an old lot" }));
}

#[test]
fn the_formula_that_weighed_the_goods_is_kept_at_submit() {
    let mut world = World::new();
    let sku = world.sku.clone();
    let weigh_by = |world: &mut World, formula: &str| {
        world.system(|case| {
            let mut doc = case.copy(&godown_core::docs::goods::SKU, &sku)?;
            doc.set("formula", formula);
            case.put_doc(doc.into())
        });
    };
    weigh_by(&mut world, "formula-1");
    let id = world.at(godown_core::docs::orders::BM_PENDING);
    weigh_by(&mut world, "formula-2");
    assert_eq!(world.order(&id).lines[0].formula.as_deref(), Some("formula-1"));
}

#[test]
fn credit_may_change_the_terms_with_its_approval_and_says_why() {
    let mut world = World::new();
    let id = world.at(godown_core::docs::orders::CREDIT_PENDING);
    let term = seeded("payment_term", "COD");
    let (path, ..) =
        told(world.act("CREDIT", &id, "credit_approve", json!({ "payment_term": term })));
    assert_eq!(path, "remarks");
    let inputs = json!({ "payment_term": term, "remarks": "Pays at the door" });
    world.step("CREDIT", &id, "credit_approve", inputs);
    assert_eq!(world.order(&id).payment_term.as_deref(), Some(term.as_str()));
}

#[test]
fn an_order_comes_back_to_credit_only_with_the_advance_that_was_asked_for() {
    let mut world = World::new();
    let id = world.at(godown_core::docs::orders::CREDIT_PENDING);
    let inputs = json!({
        "reason": "LIMIT", "remarks": REMARKS, "suggestion": "Half in advance",
        "advance_paise": 3_000_000,
    });
    world.step("CREDIT", &id, "credit_reject", inputs);
    assert_eq!(world.order(&id).suggestion.as_deref(), Some("Half in advance"));
    let (_, _, message) = told(world.act("SALES", &id, "represent", json!({ "reference": "UTR" })));
    assert_eq!(message, "Credit asked for an advance of ₹30,000; ₹0 is on account");
}

#[test]
fn the_gstin_is_looked_up_where_the_site_asks_for_it() {
    let mut world = World::new();
    world.setting(json!({ "gstin_check_days": 30 }));
    let id = world.at(godown_core::docs::orders::PRELIMINARY);
    let forward = |on: Value| json!({ "recommendation": "approve", "gstin_checked_on": on });
    for on in [Value::Null, json!("2026-01-01"), json!("2030-01-01")] {
        let (path, ..) = told(world.act("PCT", &id, "forward", forward(on)));
        assert_eq!(path, "gstin_checked_on");
    }
    let today = json!(world.site.today().to_string());
    world.step("PCT", &id, "forward", forward(today));
}

#[test]
fn a_large_order_waits_for_the_customers_gst_certificate() {
    let mut world = World::new();
    world.setting(json!({ "papers_from_paise": 1 }));
    let id = world.at(godown_core::docs::orders::PRELIMINARY);
    let (_, _, message) =
        told(world.act("PCT", &id, "forward", json!({ "recommendation": "approve" })));
    assert_eq!(message, "The customer's GST certificate is missing");
}

#[test]
fn a_loading_tells_when_the_vehicle_came() {
    let mut world = World::new();
    let id = world.at(godown_core::docs::orders::LOADED);
    let loading = &world.loadings(&id)[0];
    assert_eq!(loading.int("in_at"), loading.int("out_at"));
}

#[test]
fn a_name_has_two_letters() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let refused = world.site.create(&admin, "country", json!({ "name": "I", "iso2": "XX" }));
    let (path, _, message) = told(refused);
    assert_eq!((path.as_str(), message.as_str()), ("name", "Name must have at least 2 characters"));
}

#[test]
fn how_many_use_a_master_is_said_where_it_is_deleted() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let group = world.site.get("sku", &world.sku)["record"]["product_group"].clone();
    another_sku(&mut world);
    let group = group.as_str().unwrap();
    let version = world.site.get("product_group", group)["version"].as_u64().unwrap() as u32;
    let deed =
        CommandKind::Delete { doc_type: "product_group".to_owned(), id: group.to_owned(), version };
    let refused = world.site.deed(&admin, deed).map(|_| Value::Null);
    let (_, code, message) = told(refused);
    assert_eq!(code, Code::Referenced);
    assert!(message.contains(" use this product group. Deactivate it instead"), "{message}");
    assert!(message.starts_with(|c: char| c.is_ascii_digit()), "{message}");
}

#[test]
fn logistics_sees_where_a_customer_is_and_not_its_papers() {
    let world = World::new();
    let (memory, now) = (&world.site.memory, world.site.now);
    let seen = query::view(memory, &world.who("LOGI"), now, "customer", &world.customer).unwrap();
    let seen = wire(&seen);
    let record = seen["record"].as_object().unwrap();
    assert!(record.contains_key("billing") && record.contains_key("mobile"));
    for hidden in ["gstin", "pan", "payment_term", "gst_category"] {
        assert!(!record.contains_key(hidden), "{hidden}");
    }
}

#[test]
fn goods_are_bought_that_are_open_for_purchase() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let sku = world.sku.clone();
    world.site.edit(&admin, "sku", &sku, json!({ "purchase_status": "blocked" })).unwrap();
    let issue = world.site.read(|case| {
        let doc = case.copy(&godown_core::docs::goods::SKU, &sku)?;
        let line = json!({ "sku": sku }).as_object().unwrap().clone();
        godown_core::docs::inwards::approve::bought_issue(case, &doc, 0, &line)
    });
    assert_eq!(issue.unwrap().path, "lines.0.sku");
}

#[test]
fn an_order_without_a_yard_is_given_the_nearest_to_where_it_goes() {
    let mut world = World::new();
    let (customer, yard) = (world.customer.clone(), world.yard.clone());
    world.system(|case| {
        let mut doc = case.copy(&godown_core::docs::customers::CUSTOMER, &customer)?;
        doc.set(
            "ship_to",
            json!([{ "label": "Site", "distances": [
                { "yard": "a-yard-that-was-closed", "distance_km": 2 },
                { "yard": yard, "distance_km": 40 },
            ] }]),
        );
        case.put_doc(doc.into())
    });
    let mut record = world.order_record();
    record.as_object_mut().unwrap().remove("yard");
    let id = world.draft_of(record);
    assert_eq!(world.order(&id).yard(), yard);
}

#[test]
fn an_administrator_keeps_the_profile_of_others() {
    let world = World::new();
    let profile = |who: &str| {
        let of = &world.who("SALES").id;
        let (memory, now) = (&world.site.memory, world.site.now);
        let seen = query::view(memory, &world.who(who), now, "employee", of);
        let seen = wire(&seen.unwrap());
        let actions = seen["actions"].as_array().unwrap().clone();
        actions.iter().any(|one| one["action"] == "profile" && one["allowed"] == true)
    };
    assert!(profile("ADMIN") && profile("SALES"));
    assert!(!profile("AUDIT"));
}

#[test]
fn a_menu_names_an_icon_and_an_address_that_lead_somewhere() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let menu = |icon: &str, kind: &str, url: &str| {
        json!({
            "menu_name": "Ours", "kind": kind, "icon": icon, "menu_page_url": url, "sort": 1,
        })
    };
    for (record, path) in [
        (menu("rocket", "page", "/order"), "icon"),
        (menu("map", "page", "https://example.com"), "menu_page_url"),
        (menu("map", "link", "/order"), "menu_page_url"),
        (menu("map", "page", "/ordr"), "menu_page_url"),
    ] {
        assert_eq!(told(world.site.create(&admin, "menu", record)).0, path);
    }
    world.site.create(&admin, "menu", menu("map", "page", "/order")).unwrap();
}

#[test]
fn a_term_that_the_customer_does_not_have_is_told_to_whoever_decides() {
    let mut world = World::new();
    let other = seeded("payment_term", "CR45");
    let told = |world: &World, id: &str| {
        let facts = world.site.read(|case| {
            let order = case.doc(&ORDER, id)?;
            let facts = facts::for_record(case, id, &order.record)?;
            Ok(quote::of(&Order::of(&order)?, &facts))
        });
        let of = facts.findings.iter().filter(|found| found.path == "payment_term");
        of.map(|found| found.message.clone()).collect::<Vec<_>>()
    };
    let mut record = world.order_record();
    let usual = world.draft_of(record.clone());
    record["payment_term"] = json!(other);
    let id = world.draft_of(record);
    assert_eq!(told(&world, &usual), Vec::<String>::new());
    assert_eq!(told(&world, &id), ["The customer has other payment terms"]);
    let customer = world.customer.clone();
    let allowed = json!({ "other_terms": [other] });
    world.site.edit(&world.who("ADMIN"), "customer", &customer, allowed).unwrap();
    assert_eq!(told(&world, &id), Vec::<String>::new());
}
