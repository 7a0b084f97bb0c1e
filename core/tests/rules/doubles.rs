//! The same goods for the same customer within minutes: asked about, and named to those who see the other order.

use crate::support::World;
use godown_core::declare::actor::Actor;
use serde_json::json;

const MINUTE: i64 = 60_000;

fn refused(world: &mut World, who: &Actor, order: &str) -> Vec<String> {
    let issues = world.site.act(who, "order", order, "submit", json!({})).unwrap_err();
    issues.into_iter().map(|issue| issue.message).collect()
}

fn draft_by(world: &mut World, who: &Actor) -> String {
    let record = world.order_record();
    let made = world.site.create(who, "order", record).unwrap();
    made["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_double_is_named_to_those_alone_who_see_the_other_order() {
    let mut world = World::new();
    world.setting(json!({ "duplicate_minutes": 10 }));
    let sales = world.who("SALES");
    let other = Actor { id: "another".to_owned(), ..sales.clone() };
    let first = draft_by(&mut world, &sales);
    world.step("SALES", &first, "submit", json!({}));
    let no = world.doc(&first).doc_no.unwrap();
    let own = draft_by(&mut world, &sales);
    let told = format!(
        "The same order {no} was submitted within 10 minutes. Confirm to submit this one too"
    );
    assert_eq!(refused(&mut world, &sales, &own), [told]);
    let anothers = draft_by(&mut world, &other);
    let told = "The same order was submitted within 10 minutes. Confirm to submit this one too";
    assert_eq!(refused(&mut world, &other, &anothers), [told]);
    world.site.act(&other, "order", &anothers, "submit", json!({ "confirm": true })).unwrap();
}

#[test]
fn the_same_goods_are_asked_about_within_the_minutes_of_the_setting() {
    let mut world = World::new();
    world.setting(json!({ "duplicate_minutes": 10 }));
    let first = world.draft();
    let second = world.draft();
    world.step("SALES", &first, "submit", json!({}));
    world.later(10 * MINUTE - 1);
    assert_eq!(world.act("SALES", &second, "submit", json!({})).unwrap_err()[0].path, "confirm");
    world.later(1);
    world.step("SALES", &second, "submit", json!({}));
}
