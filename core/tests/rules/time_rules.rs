//! Time rules bound what people do: the one that names most counts.

use crate::support::site::{messages, record};
use crate::support::{HOUR, World};
use godown_core::docs;
use godown_core::docs::{orders, time_rules};
use godown_core::error::Halt;
use godown_core::query;
use serde_json::{Value, json};

#[test]
fn of_several_time_rules_the_one_that_names_most_counts_and_of_those_the_latest() {
    let mut world = World::new();
    let rule = |name: &str, more: Value| {
        let mut value = json!({ "name": name, "kind": "reservation", "value_h": 10 });
        record(more).into_iter().for_each(|(key, set)| value[key] = set);
        value
    };
    let (branch, yard) = (world.branch.clone(), world.yard.clone());
    let hours = |world: &World| {
        let of = time_rules::Of {
            branch: Some(&world.branch),
            yard: Some(&world.yard),
            ..time_rules::Of::default()
        };
        world.site.read(|case| time_rules::hours_of(case, "reservation", &of)).unwrap()
    };
    assert_eq!(hours(&world), 48);
    for (more, wanted) in [
        (json!({ "value_h": 20, "effective_from": "2026-11-01" }), 20),
        (json!({ "value_h": 21, "effective_from": "2026-12-01" }), 20),
        (json!({ "value_h": 30, "branch": branch }), 30),
        (json!({ "value_h": 40, "branch": branch, "yard": yard }), 40),
        (json!({ "value_h": 50, "role": "SALES" }), 40),
    ] {
        world
            .site
            .make("time_rule", rule(&format!("Rule {wanted} {}", more["value_h"]), more.clone()));
        assert_eq!(hours(&world), wanted, "{more}");
    }
}

#[test]
fn a_sign_in_outside_the_hours_of_every_role_is_refused_except_an_administrators() {
    let mut world = World::new();
    let window = |name: &str, role: &str, from: &str, to: &str, overnight: bool| {
        json!({
            "name": name, "kind": "sign_in", "role": role, "from": from, "to": to,
            "overnight": overnight,
        })
    };
    world.site.make("time_rule", window("Morning", "SALES", "08:00", "11:00", false));
    world.site.make("time_rule", window("Night", "YARD", "22:00", "13:00", true));
    world.site.make("time_rule", window("Never", "ADMIN", "01:00", "01:01", false));
    let may = |world: &World, who: &str| {
        let actor = world.who(who);
        match time_rules::may_sign_in(
            &docs::look(&world.site.memory, &actor, world.site.now),
            &actor,
        ) {
            Ok(()) => String::new(),
            Err(Halt::Refused(refused)) => refused.issues[0].message.clone(),
            Err(other) => panic!("{other:?}"),
        }
    };
    // It is noon.
    assert_eq!(may(&world, "SALES"), "Sign-in is allowed 08:00–11:00 for your role");
    for free in ["YARD", "ADMIN", "BM"] {
        assert_eq!(may(&world, free), "");
    }
    world.later(2 * HOUR);
    assert_eq!(may(&world, "YARD"), "Sign-in is allowed 22:00–13:00 for your role");
    world.later(20 * HOUR);
    assert_eq!(may(&world, "SALES"), "");
}

#[test]
fn a_window_that_ends_before_it_begins_is_refused_unless_it_lasts_over_midnight() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let value = json!({ "name": "XX", "kind": "sign_in", "from": "21:00", "to": "08:00" });
    assert_eq!(
        messages(world.site.create(&admin, "time_rule", value)),
        ["From must be before To; a window over midnight says so"]
    );
    let value = json!({ "name": "XX", "kind": "decision", "value_h": 4 });
    assert_eq!(messages(world.site.create(&admin, "time_rule", value)), ["Role is required"]);
}

#[test]
fn loading_waits_for_the_window_of_its_yard_and_the_button_says_so() {
    let mut world = World::new();
    let order = world.at(orders::WAITING);
    let rule = |name: &str, yard: Value, from: &str, to: &str| json!({ "name": name, "kind": "loading", "yard": yard, "from": from, "to": to });
    let (yard, why) = (world.yard.clone(), |world: &World| {
        let actor = world.who("YARD");
        let seen = query::view(&world.site.memory, &actor, world.site.now, "order", &order);
        let seen = seen.unwrap().value().unwrap();
        let actions = seen["actions"].as_array().unwrap().clone();
        actions.into_iter().find(|one| one["action"] == "load").unwrap()["why"].clone()
    });
    assert_eq!(why(&world), Value::Null);
    // It is noon; a rule of the yard counts more than one of every yard.
    world.site.make("time_rule", rule("Everywhere", Value::Null, "11:00", "15:00"));
    assert_eq!(why(&world), Value::Null);
    world.site.make("time_rule", rule("Mornings", yard.clone().into(), "06:00", "11:00"));
    let wanted = "Loading is allowed 06:00–11:00 at this yard";
    assert_eq!(why(&world), wanted);
    let record = world.loading(10, 283_470);
    let refused = world.act("YARD", &order, "load", json!({ "loading_record": record }));
    assert_eq!(messages(refused), [wanted]);
    world.later(19 * HOUR);
    assert_eq!(why(&world), Value::Null);
}
