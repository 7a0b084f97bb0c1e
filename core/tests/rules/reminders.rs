//! Triggers that wait: stays, dates and thresholds are told of when their time comes.

use crate::support::site::seeded;
use crate::support::telling::{quiet, submitted, sweep, told, trigger};
use crate::support::{DAY, HOUR, World};
use godown_core::decide::{decide, timed};
use godown_core::declare::actor::Actor;
use godown_core::docs::orders::BM_PENDING;
use godown_core::error::Halt;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::write::command::{Command, CommandKind};
use serde_json::json;

#[test]
fn a_stay_is_told_once_when_it_is_too_long_and_again_only_if_asked() {
    let mut world = quiet();
    let stay = |name: &str, repeat: Option<i64>| {
        let mut value = json!({
            "name": name, "event": "age", "doc_type": "order", "in_status": BM_PENDING, "age_h": 3,
            "recipients": [{ "kind": "waiting" }], "title": name,
        });
        if let Some(hours) = repeat {
            value["repeat_h"] = hours.into();
        }
        value
    };
    trigger(&mut world, stay("Once", None));
    trigger(&mut world, stay("Again", Some(2)));
    let count = |world: &World, title: &str| {
        told(world).iter().filter(|row| row.0 == "BM" && row.1 == title).count()
    };
    sweep(&mut world);
    let stays = submitted(&mut world);
    let leaves = submitted(&mut world);
    world.later(3 * HOUR - 1);
    sweep(&mut world);
    assert_eq!(count(&world, "Once"), 0);
    world.step("BM", &leaves, "approve", json!({}));
    for (pass, once, again) in [(1, 1, 1), (0, 1, 1), (2 * HOUR, 1, 2), (20 * HOUR, 1, 3)] {
        world.later(pass);
        sweep(&mut world);
        assert_eq!((count(&world, "Once"), count(&world, "Again")), (once, again), "{pass}");
    }
    world.step("BM", &stays, "approve", json!({}));
    world.later(10 * HOUR);
    let before = told(&world).len();
    sweep(&mut world);
    assert_eq!(told(&world).len(), before);
}

#[test]
fn the_same_timer_carried_out_twice_tells_once() {
    let mut world = quiet();
    trigger(
        &mut world,
        json!({
            "event": "age", "doc_type": "order", "in_status": BM_PENDING, "age_h": 1,
            "recipients": [{ "kind": "owner" }],
        }),
    );
    submitted(&mut world);
    world.later(HOUR);
    let range = Range::prefix(&keys::key(&["due"]));
    let keys = world.site.memory.keys(&range, 100).unwrap();
    let due = keys.iter().find(|key| key.contains("fire-")).unwrap().clone();
    let command = timed::command_of(&due, 0).unwrap();
    for round in 0..3 {
        let done = decide(&world.site.memory, &Actor::system(), world.site.now, &command).unwrap();
        assert_eq!(done.replayed, round > 0);
        world.site.memory.apply(&done.writes);
    }
    assert_eq!(told(&world).len(), 1);
}

#[test]
fn a_timer_is_the_systems_alone() {
    let world = quiet();
    let deed = CommandKind::Warn { account: world.who("SALES").id, source: "10.0.0.1".to_owned() };
    let command = Command { command_id: "ffffffff-ffff-4fff-8fff-ffffffffffff".into(), deed };
    let refused = decide(&world.site.memory, &world.who("ADMIN"), world.site.now, &command);
    assert!(matches!(refused, Err(Halt::Refused(_))));
}

#[test]
fn a_new_trigger_looks_through_what_waits_already() {
    let mut world = quiet();
    let orders: Vec<String> = (0..3).map(|_| submitted(&mut world)).collect();
    world.later(HOUR);
    trigger(
        &mut world,
        json!({
            "event": "age", "doc_type": "order", "in_status": BM_PENDING, "age_h": 2,
            "recipients": [{ "kind": "owner" }],
        }),
    );
    sweep(&mut world);
    assert_eq!(told(&world), []);
    world.later(HOUR);
    sweep(&mut world);
    assert_eq!(told(&world).len(), orders.len());
}

#[test]
fn a_stay_without_hours_goes_by_the_time_rule_of_whoever_decides() {
    let mut world = quiet();
    let admin = world.who("ADMIN");
    let rule = seeded("time_rule", "Branch manager decides within 4 hours");
    trigger(
        &mut world,
        json!({ "event": "age", "doc_type": "order", "recipients": [{ "kind": "manager" }] }),
    );
    let (bm, pct) = (world.who("BM").id, world.who("PCT").id);
    world.site.edit(&admin, "employee", &bm, json!({ "reporting_to": admin.id })).unwrap();
    world.site.edit(&admin, "employee", &pct, json!({ "reporting_to": admin.id })).unwrap();
    sweep(&mut world);
    let order = submitted(&mut world);
    world.later(4 * HOUR);
    sweep(&mut world);
    assert_eq!(told(&world).len(), 1);
    // A longer time: what was armed by the shorter one waits on.
    world.site.edit(&admin, "time_rule", &rule, json!({ "value_h": 6 })).unwrap();
    let second = submitted(&mut world);
    world.later(6 * HOUR);
    sweep(&mut world);
    assert_eq!(told(&world).len(), 2);
    assert_ne!(order, second);
}

#[test]
fn a_date_is_told_of_in_the_morning_so_many_days_before() {
    let mut world = quiet();
    trigger(
        &mut world,
        json!({
            "event": "date", "doc_type": "vehicle", "date_field": "insurance_to", "days_before": 15,
            "recipients": [{ "kind": "role", "role": "LOGI" }],
            "title": "{{reg_no}} until {{insurance_to}}",
        }),
    );
    let (admin, vehicle) = (world.who("ADMIN"), world.vehicle.clone());
    sweep(&mut world);
    // From noon of 21-11-2026: the 6th of December, 9 in the morning, is 15 days before the 21st.
    world.site.edit(&admin, "vehicle", &vehicle, json!({ "insurance_to": "2026-12-21" })).unwrap();
    world.later(15 * DAY - 3 * HOUR - 1);
    sweep(&mut world);
    assert_eq!(told(&world), []);
    world.later(1);
    sweep(&mut world);
    assert_eq!(told(&world), [("LOGI".to_owned(), "MH12AB1234 until 21-12-2026".to_owned())]);
}

#[test]
fn a_threshold_is_told_of_when_it_is_crossed_and_not_while_it_is_exceeded() {
    let mut world = quiet();
    trigger(
        &mut world,
        json!({
            "event": "credit", "above_bp": 5_000, "recipients": [{ "kind": "role", "role": "CREDIT" }],
            "title": "{{title}}: {{used_bp}}",
        }),
    );
    let use_credit = |world: &mut World, amount: i64| {
        world.granted(json!({ "amount_paise": amount }));
    };
    let order = submitted(&mut world);
    world.step("BM", &order, "approve", json!({}));
    world.step("PCT", &order, "forward", json!({ "recommendation": "approve" }));
    world.step("CREDIT", &order, "credit_approve", json!({}));
    assert_eq!(told(&world), [], "7 % of a large limit");
    for (limit, times) in [(8_000_000, 1), (7_900_000, 1), (90_000_000, 1), (8_000_000, 2)] {
        use_credit(&mut world, limit);
        assert_eq!(told(&world).len(), times, "{limit}");
    }
}
