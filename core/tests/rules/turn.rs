//! Whose turn it is: a waiting document names those who may carry it on, or the role that is missing.

use godown_core::access::actions::actions;
use godown_core::declare::case::Look;
use godown_core::docs;
use godown_core::docs::orders::{self, ORDER};
use godown_core::query::turn::{Turn, turn};
use serde_json::json;

use crate::support::{World, station};

fn asked(world: &World, who: &str, id: &str) -> Turn {
    turn(&world.site.memory, &world.who(who), world.site.now, "order", id).unwrap()
}

fn says(world: &World, who: &str, id: &str) -> String {
    asked(world, who, id).says.unwrap_or_default()
}

#[test]
fn an_order_that_waits_names_those_who_may_carry_it_on() {
    let mut world = World::new();
    let id = world.draft();
    assert_eq!(says(&world, "SALES", &id), "", "A draft waits for nobody");
    world.step("SALES", &id, "submit", json!({}));
    assert_eq!(says(&world, "SALES", &id), "Waiting for BM or BM2");
    world.step("BM", &id, "approve", json!({}));
    assert_eq!(says(&world, "SALES", &id), "Waiting for PCT");
}

#[test]
fn those_who_are_named_are_those_who_may() {
    let base = World::new();
    for status in ORDER.flow.statuses.iter().filter(|status| ORDER.flow.is_under_way(status)) {
        let (world, id) = station(&base, status);
        let doc = world.doc(&id);
        let named = asked(&world, "ADMIN", &id);
        let mut able = Vec::new();
        for person in &world.people {
            let look = docs::look(&world.site.memory, person, world.site.now);
            let onward = may_carry_on(&look, &doc);
            able.extend(onward.then_some(person.name.as_str()));
        }
        let (_, forward) = ORDER.flow.carrying_on(status);
        let regular: Vec<&str> = able.iter().copied().filter(|name| *name != "ADMIN").collect();
        let wanted = if regular.is_empty() { able } else { regular };
        let named: Vec<&str> = named.people.iter().map(|one| one.name.as_str()).collect();
        // A concern waits for one of those who may answer it.
        let right = match forward {
            true => wanted == named,
            false => named.iter().all(|one| wanted.contains(one)),
        };
        assert!(right && !named.is_empty(), "{status}: {wanted:?}, named {named:?}");
    }
}

fn may_carry_on(look: &Look, doc: &godown_core::kept::doc::Doc) -> bool {
    let views = actions(look, &ORDER, doc).unwrap();
    views.iter().any(|one| one.onward && one.allowed)
}

#[test]
fn where_everybody_who_may_took_part_the_missing_role_is_named() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let record = world.order_record();
    let made = world.site.create(&world.who("BM"), "order", record.clone()).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let mut fewer = record;
    fewer["lines"] = json!([{ "sku": world.sku, "pcs": 20, "weight_g": 566_944 }]);
    world.site.edit(&admin, "order", &id, fewer).unwrap();
    world.step("BM", &id, "submit", json!({}));
    assert_eq!(says(&world, "BM", &id), "Waiting for BM2");
    let other = world.who("BM2").id;
    world.site.act(&admin, "employee", &other, "deactivate", json!({})).unwrap();
    let turn = asked(&world, "BM", &id);
    assert!(turn.stuck && turn.people.is_empty(), "{:?}", turn.says);
    assert_eq!(
        turn.says.unwrap(),
        "Nobody may act: it is not for BM to decide. Another person with the role Branch manager \
         is missing"
    );
}

#[test]
fn a_role_that_nobody_holds_is_named() {
    let mut world = World::new();
    let id = world.at(orders::CREDIT_PENDING);
    let admin = world.who("ADMIN");
    let credit = world.who("CREDIT").id;
    world.site.act(&admin, "employee", &credit, "deactivate", json!({})).unwrap();
    assert_eq!(
        says(&world, "SALES", &id),
        "Nobody has the role Credit manager here. ADMIN may act as administrator"
    );
}
