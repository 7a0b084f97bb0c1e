//! The order's road: G4's walk to the paisa, and who may do what in which status.

use std::fmt::Write;

use crate::support::site::record;
use crate::support::{COLUMNS, World, inputs, station};
use godown_core::access::steps;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::{Role, Verb};
use godown_core::docs;
use godown_core::docs::limits;
use godown_core::docs::orders::{self, ORDER, credit, facts, quote};
use godown_core::error::{Code, Halt, Issue};
use godown_core::kept::doc::Doc;
use godown_core::schema::{Field, Kind};
use godown_core::{invariant, query};
use serde_json::json;

/// T4 T6 T10 T12 T16 T18 T19 T17 T22 T23, and the posting that completes it (T25).
fn walk(world: &mut World) -> (String, String) {
    let id = world.draft();
    assert_eq!(world.step("SALES", &id, "submit", json!({})), orders::BM_PENDING);
    assert_eq!(world.doc(&id).doc_no.as_deref(), Some("ORD/PN/26-27/000001"));
    assert_eq!(world.step("BM", &id, "approve", json!({})), orders::PRELIMINARY);
    let forward = json!({ "recommendation": "approve" });
    assert_eq!(world.step("PCT", &id, "forward", forward), orders::CREDIT_PENDING);
    assert_eq!(world.step("CREDIT", &id, "credit_approve", json!({})), orders::WAITING);
    assert_eq!(world.load(&id, 20, 566_944), orders::WAITING);
    let concern = json!({ "reason": "SHORT", "remarks": "Bundle has 15 pieces" });
    assert_eq!(world.step("YARD", &id, "raise_concern", concern), orders::YARD_CONCERN);
    let remarks = json!({ "remarks": "Take the next bundle" });
    assert_eq!(world.step("BM", &id, "resolve", remarks), orders::WAITING);
    assert_eq!(world.load(&id, 16, 453_556), orders::LOADED);
    let loading = world.loadings(&id)[1].id.clone();
    let concern =
        json!({ "reason": "RATE", "loading": loading, "remarks": "Rate is not on the slip" });
    assert_eq!(world.step("ACC", &id, "account_concern", concern), orders::ACCOUNT_CONCERN);
    let answer = json!({ "resolution": "no_change", "remarks": "The rate is the agreed one" });
    assert_eq!(world.step("BM", &id, "answer", answer), orders::ACCOUNT_CONCERN);
    let remarks = json!({ "remarks": "Accepted, thank you" });
    assert_eq!(world.step("ACC", &id, "account_resolve", remarks), orders::LOADED);
    let invoice = world.invoice(&id);
    (id, invoice)
}

#[test]
fn the_walk_of_the_domain_ends_in_an_invoice_to_the_paisa() {
    let mut world = World::new();
    let (id, invoice) = walk(&mut world);
    assert_eq!(world.doc(&id).status, orders::COMPLETED);
    let record = world.site.get("invoice", &invoice)["record"].clone();
    for (key, paise) in [
        ("goods_paise", 5_995_438),
        ("cgst_paise", 539_589),
        ("sgst_paise", 539_589),
        ("igst_paise", 0),
        ("total_paise", 7_074_616),
        ("round_off_paise", -16),
        ("payable_paise", 7_074_600),
    ] {
        assert_eq!(record[key].as_i64().unwrap_or(0), paise, "{key}");
    }
    let at = world.site.read(|case| limits::position(case, &world.customer));
    assert_eq!((at.committed_paise, at.receivable_paise), (0, 7_074_600));
    assert_eq!(credit::value(&world.order(&id)), 7_074_616);
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn the_walk_to_another_state_bears_igst() {
    let mut world = World::abroad();
    let (id, invoice) = walk(&mut world);
    assert_eq!(world.doc(&id).status, orders::LOADED, "an e-way bill is missing");
    let record = world.site.get("invoice", &invoice)["record"].clone();
    for (key, paise) in [
        ("igst_paise", 1_079_179),
        ("total_paise", 7_074_617),
        ("round_off_paise", -17),
        ("payable_paise", 7_074_600),
    ] {
        assert_eq!(record[key].as_i64().unwrap_or(0), paise, "{key}");
    }
    let acc = world.who("ACC");
    let ewb = json!({ "ewb_no": "181234567890", "distance_km": 840 });
    world.site.act(&acc, "invoice", &invoice, "record", ewb).unwrap();
    assert_eq!(world.doc(&id).status, orders::COMPLETED);
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn an_order_and_its_quote_name_the_place_of_supply() {
    for (mut world, code, name) in
        [(World::new(), "27", "Maharashtra"), (World::abroad(), "29", "Karnataka")]
    {
        let id = world.draft();
        let order = world.order(&id);
        assert_eq!((&*order.place_of_supply, order.place_name.as_deref()), (code, Some(name)));
        let record = record(world.order_record());
        let facts = world.site.read(|case| facts::for_record(case, &id, &record));
        let made = quote::of(&order, &facts);
        assert_eq!((&*made.place_of_supply, made.place_name.as_deref()), (code, Some(name)));
    }
}

/// The matrix as text: for every status and action what each role gets.
fn matrix(base: &World) -> String {
    let mut text = String::new();
    for status in orders::STATUSES {
        let (world, id) = station(base, status);
        let doc = world.doc(&id);
        writeln!(text, "{status}").unwrap();
        write!(text, "  {:20}", "").unwrap();
        COLUMNS.iter().for_each(|column| write!(text, "{column:7}").unwrap());
        text.truncate(text.trim_end().len());
        text.push('\n');
        for action in ORDER.flow.action_names() {
            write!(text, "  {action:20}").unwrap();
            for column in COLUMNS {
                let cell = cell(&world, &doc, action, &world.who(column));
                write!(text, "{cell:7}").unwrap();
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// `+` where the step is offered, else the refusal's status; a guard never decides here.
fn cell(world: &World, doc: &Doc, action: &str, actor: &Actor) -> String {
    let case = docs::look(&world.site.memory, actor, world.site.now);
    let seen = actor.covers(&ORDER, Verb::View, doc);
    let offered = seen && steps::allowed(&case, &ORDER, doc, action).is_ok();
    let result = world.decide(actor, doc, action, json!({}));
    let name = format!("{} {action} by {}", doc.status, actor.name);
    if seen && !actor.has(Role::Sys) {
        let view =
            query::view(&world.site.memory, actor, world.site.now, "order", &doc.id).unwrap();
        let view = view.value().unwrap();
        let button = view["actions"].as_array().unwrap().iter().find(|one| one["action"] == action);
        assert_eq!(button.is_some_and(|one| one["allowed"] == true), offered, "{name}");
    }
    match (offered, result) {
        (true, Ok(_)) => "+".to_owned(),
        (true, Err(Halt::Refused(refused))) => {
            let inputs = |issue: &Issue| {
                !matches!(issue.code, Code::Forbidden | Code::NotFound | Code::BadState)
            };
            assert!(refused.issues.iter().all(inputs), "{name}: {refused:?}");
            "+".to_owned()
        }
        (false, Err(Halt::Refused(refused))) => {
            let status = refused.status();
            let code = refused.issues[0].code;
            let right = match status {
                404 => !seen && code == Code::NotFound,
                403 => seen && code == Code::Forbidden,
                _ => seen && code == Code::BadState,
            };
            assert!(right, "{name}: {refused:?}");
            status.to_string()
        }
        (_, result) => panic!("{name}: {result:?}"),
    }
}

#[test]
fn the_matrix_of_statuses_actions_and_roles_is_the_one_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/matrices/order.txt");
    let text = matrix(&World::new());
    if std::env::var("UPDATE").is_ok() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text, "UPDATE=1 rewrites it");
}

/// Where the station itself holds no order that the step's inputs fit: another one does.
fn fitting(base: &World, status: &str, action: &str) -> Option<(World, String)> {
    let mut world = base.clone();
    match (status, action) {
        (orders::LOADED, "account_concern" | "correct_loading") => {
            let id = world.at(status);
            Some((world, id))
        }
        (orders::WAITING, "short_close") => {
            let id = world.at(status);
            world.load(&id, 20, 566_944);
            Some((world, id))
        }
        (_, "bring_back" | "reverse") => {
            let id = world.at(status);
            let sys = world.who("SYS");
            match status {
                orders::WAITING => drop(world.load(&id, 20, 566_944)),
                orders::COMPLETED => {
                    let invoice = world.loadings(&id)[0].text("invoice").unwrap().to_owned();
                    let said = json!({ "remarks": "Sold to the wrong firm" });
                    world.site.act(&sys, "invoice", &invoice, "cancel", said).unwrap();
                }
                _ => {}
            }
            if action == "reverse" {
                let back = inputs(&mut world, &id, "bring_back");
                world.site.act(&sys, "order", &id, "bring_back", back).unwrap();
            }
            Some((world, id))
        }
        _ => None,
    }
}

#[test]
fn every_offered_step_can_be_taken_and_leads_where_its_row_says() {
    let base = World::new();
    for status in orders::STATUSES {
        let common = station(&base, status);
        for step in ORDER.flow.steps.iter().filter(|step| step.from.contains(status)) {
            for by in step.by {
                let (mut world, id) =
                    fitting(&base, status, step.action).unwrap_or_else(|| common.clone());
                let actor = world.who(by.role.name());
                let mut inputs = inputs(&mut world, &id, step.action);
                if matches!(step.action, "cancel" | "reject") {
                    let credit = matches!(by.role, Role::Pct | Role::Credit);
                    inputs["reason"] = json!(if credit { "LIMIT" } else { "NO_STOCK" });
                }
                let doc = world.doc(&id);
                let foreign = (by.own && doc.owner.as_ref() != Some(&actor.id))
                    || !actor.covers(&ORDER, Verb::View, &doc);
                // What a rate concern is answered with is the branch manager's.
                if foreign || (step.action == "answer" && by.role != Role::Bm) {
                    continue;
                }
                if by.role == Role::Sys && step.action == "forward" {
                    inputs = json!({ "recommendation": "approve" });
                }
                let name = format!("{status}: {} {} by {}", step.id, step.action, by.role.name());
                let done = world.site.act(&actor, "order", &id, step.action, inputs);
                let done = done.unwrap_or_else(|issues| panic!("{name}: {issues:?}"));
                let to = done["status"].as_str().unwrap();
                assert!(to == *status || step.to.contains(&to), "{name} led to {to}");
                assert_eq!(invariant::check(&world.site.memory).unwrap(), [], "{name}");
            }
        }
    }
}

#[test]
fn declaration_and_type_hold_the_same_fields_in_the_same_order() {
    let keys = |fields: &[Field]| fields.iter().map(|field| field.key).collect::<Vec<_>>();
    let inner = |key: &str| match ORDER.field(key).unwrap().kind {
        Kind::Rows { fields, .. } | Kind::Group(fields) => keys(fields),
        _ => panic!("{key} holds no fields"),
    };
    assert_eq!(keys(ORDER.fields), orders::Order::KEYS);
    assert_eq!(inner("lines"), orders::Line::KEYS);
    assert_eq!(inner("credit"), orders::CreditSnapshot::KEYS);
    assert_eq!(inner("concern"), orders::Concern::KEYS);
}

#[test]
fn a_step_concerns_those_whose_role_has_it_in_the_status_of_the_document() {
    let mut world = World::new();
    let id = world.draft();
    let concerned = |world: &World, who: &str| -> Vec<String> {
        let (memory, now) = (&world.site.memory, world.site.now);
        let view =
            query::view(memory, &world.who(who), now, "order", &id).unwrap().value().unwrap();
        let all = view["actions"].as_array().unwrap().iter();
        let own = all.filter(|one| one["concerns"] == true);
        own.map(|one| one["action"].as_str().unwrap().to_owned()).collect()
    };
    let has = |all: &[String], action: &str| all.iter().any(|one| one == action);
    let draft = concerned(&world, "SALES");
    assert!(has(&draft, "submit") && !has(&draft, "withdraw"), "{draft:?}");
    world.step("SALES", &id, "submit", json!({}));
    let (sales, manager) = (concerned(&world, "SALES"), concerned(&world, "BM"));
    assert!(has(&sales, "withdraw") && !has(&sales, "submit"), "{sales:?}");
    assert!(has(&manager, "approve") && !has(&manager, "resume"), "{manager:?}");
}
