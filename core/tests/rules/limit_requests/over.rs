//! How a granted limit ends, and the races for what it gave.

use super::*;
use crate::support::HOUR;
use godown_core::decide::timed;
use godown_core::declare::actor::Actor;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::write::command::{Command, CommandKind};

/// The moment at which the day after a temporary limit's last one begins.
fn to_the_next_day(world: &mut World, days: i32) {
    let day = world.site.today().plus(days + 1);
    world.site.now = orders::save::day_start(day);
}

/// Everything that is due, as the scheduler carries it out.
pub fn sweep(world: &mut World) -> Vec<String> {
    let to = keys::key(&["due", &keys::sortable(world.site.now.0 + 1)]);
    let range = Range { from: keys::key(&["due"]), to, reverse: false };
    let mut done = Vec::new();
    for key in world.site.memory.keys(&range, 100).unwrap() {
        let [_, _, kind, id, _] = keys::parts(&key)[..] else { continue };
        let version =
            world.site.memory.doc(&keys::doc(kind, id)).unwrap().map_or(0, |doc| doc.version);
        let Command { deed, .. } = timed::command_of(&key, version).unwrap();
        if let CommandKind::Act { action, doc_type, .. } = &deed
            && doc_type == "credit_limit_request"
        {
            done.push(action.clone());
            world.site.deed(&Actor::system(), deed).unwrap();
        }
    }
    done
}

/// A customer with credit for one order and a temporary limit for another, and both orders before CREDIT.
fn last_credit() -> (World, String, String) {
    let mut world = World::new();
    world.granted(json!({ "amount_paise": 8_000_000 }));
    let until = day(&world, 2);
    let temporary =
        world.granted(json!({ "kind": "temporary", "amount_paise": 8_000_000, "to": until }));
    let (first, second) = (world.at(orders::CREDIT_PENDING), world.at(orders::CREDIT_PENDING));
    world.step("CREDIT", &first, "credit_approve", json!({}));
    (world, temporary, second)
}

#[test]
fn a_temporary_limit_counts_on_its_days_and_the_system_ends_it() {
    let mut world = World::new();
    let until = day(&world, 10);
    let id = world.granted(json!({ "kind": "temporary", "amount_paise": 500, "to": until }));
    assert_eq!(limits_of(&world), (100_000_000, 500, 100_000_500));
    let at = world.site.read(|look| limits::position(look, &world.customer));
    assert_eq!(at.temporary_until.map(|day| day.to_string()), Some(until));
    to_the_next_day(&mut world, 9);
    assert_eq!(sweep(&mut world), Vec::<String>::new(), "its last day has begun");
    let early = refused(&mut world, "SYS", &id, "expire", json!({}));
    assert_eq!(early.message, "The limit has not ended yet");
    to_the_next_day(&mut world, 0);
    assert_eq!(limits_of(&world).1, 500, "nothing ends by itself");
    assert_eq!(sweep(&mut world), ["expire"]);
    assert_eq!(limits_of(&world), (100_000_000, 0, 100_000_000));
    assert_eq!(doc(&world, &id).status, "Expired");
    assert_eq!(sweep(&mut world), Vec::<String>::new(), "it is over once");
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn the_last_credit_is_taken_by_an_approval_just_before_a_temporary_limit_ends() {
    let (mut world, temporary, order) = last_credit();
    to_the_next_day(&mut world, 2);
    assert_eq!(world.step("CREDIT", &order, "credit_approve", json!({})), orders::WAITING);
    assert_eq!(sweep(&mut world), ["expire"]);
    assert_eq!(doc(&world, &temporary).status, "Expired");
    assert_eq!(world.doc(&order).status, orders::WAITING, "what was approved stays approved");
    assert_eq!(limits_of(&world), (8_000_000, 0, 8_000_000 - 2 * 7_074_616));
    let inputs = json!({ "loading_record": world.loading(36, 1_020_500) });
    assert_eq!(world.step("YARD", &order, "load", inputs), orders::LOADED);
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn the_last_credit_is_gone_for_an_approval_just_after_a_temporary_limit_ended() {
    let (mut world, _, order) = last_credit();
    to_the_next_day(&mut world, 2);
    assert_eq!(sweep(&mut world), ["expire"]);
    let issue = world.act("CREDIT", &order, "credit_approve", json!({})).unwrap_err().remove(0);
    let told = "Credit short by ₹61,492.32 (limit ₹80,000.00, used ₹70,746.16)";
    assert_eq!((issue.code, issue.message.as_str()), (Code::CreditShort, told));
    assert_eq!(world.doc(&order).status, orders::CREDIT_PENDING);
}

#[test]
fn a_newer_temporary_limit_takes_the_place_of_one_on_the_day_that_it_begins() {
    let mut world = World::new();
    let (first_to, from, to) = (day(&world, 20), day(&world, 5), day(&world, 30));
    let first = world.granted(json!({ "kind": "temporary", "amount_paise": 500, "to": first_to }));
    let later = json!({ "kind": "temporary", "amount_paise": 300, "from": from, "to": to });
    let second = world.granted(later);
    assert_eq!(doc(&world, &first).status, "Approved");
    assert_eq!(doc(&world, &first).text("replaced_by"), Some(second.as_str()));
    assert_eq!(limits_of(&world).1, 500);
    to_the_next_day(&mut world, 4);
    assert_eq!(sweep(&mut world), ["supersede"]);
    assert_eq!((doc(&world, &first).status.as_str(), limits_of(&world).1), ("Superseded", 300));
    to_the_next_day(&mut world, 15);
    assert_eq!(sweep(&mut world), Vec::<String>::new(), "the first one has no timer any more");
    to_the_next_day(&mut world, 9);
    assert_eq!(sweep(&mut world), ["expire"]);
    assert_eq!((doc(&world, &second).status.as_str(), limits_of(&world).1), ("Expired", 0));
}

#[test]
fn a_temporary_limit_that_begins_as_another_ends_is_not_ended_with_it() {
    for order in [["supersede", "expire"], ["expire", "supersede"]] {
        let mut world = World::new();
        let (first_to, from, to) = (day(&world, 4), day(&world, 5), day(&world, 30));
        let first =
            world.granted(json!({ "kind": "temporary", "amount_paise": 500, "to": first_to }));
        let later = json!({ "kind": "temporary", "amount_paise": 300, "from": from, "to": to });
        world.granted(later);
        to_the_next_day(&mut world, 4);
        world.decides("SYS", &first, order[0], json!({}));
        assert_eq!(sweep(&mut world), Vec::<String>::new(), "after {}", order[0]);
        assert_eq!(limits_of(&world).1, 300, "{order:?}");
    }
}

#[test]
fn a_permanent_limit_takes_the_place_of_the_one_before_it_and_leaves_a_temporary_one_alone() {
    let mut world = World::new();
    let first = world.granted(json!({ "amount_paise": 120_000_000 }));
    let until = day(&world, 9);
    let beside = world.granted(json!({ "kind": "temporary", "amount_paise": 500, "to": until }));
    let second = world.granted(json!({ "amount_paise": 130_000_000 }));
    let status = |id: &str| doc(&world, id).status;
    assert_eq!(
        [&first, &beside, &second].map(|id| status(id)),
        ["Superseded", "Approved", "Approved"]
    );
    assert_eq!(limits_of(&world), (130_000_000, 500, 130_000_500));
}

#[test]
fn a_limit_of_one_order_serves_that_order_only() {
    let mut world = World::new();
    world.granted(json!({ "amount_paise": 8_000_000 }));
    let (first, second) = (world.at(orders::CREDIT_PENDING), world.at(orders::CREDIT_PENDING));
    world.stock(100, 2_834_700);
    let third = world.at(orders::CREDIT_PENDING);
    world.step("CREDIT", &first, "credit_approve", json!({}));
    let short = world.act("CREDIT", &second, "credit_approve", json!({})).unwrap_err().remove(0);
    assert_eq!(short.message, "Credit short by ₹61,492.32 (limit ₹80,000.00, used ₹70,746.16)");
    let ask = json!({ "kind": "order", "order": second, "amount_paise": 7_074_616 });
    let request = world.granted(ask);
    assert_eq!(limits_of(&world), (8_000_000, 0, 925_384), "nobody else may use it");
    let other = world.act("CREDIT", &third, "credit_approve", json!({})).unwrap_err().remove(0);
    assert_eq!(other.code, Code::CreditShort);
    world.step("CREDIT", &second, "credit_approve", json!({}));
    assert_eq!(limits_of(&world).2, 925_384, "and what it takes is taken from nobody else");
    world.act("CREDIT", &third, "credit_approve", json!({})).unwrap_err();
    // Its limit goes on serving what it owes, and is over with it.
    world.load(&second, 36, 1_020_500);
    world.invoice(&second);
    assert_eq!(world.doc(&second).status, orders::COMPLETED);
    assert_eq!(doc(&world, &request).status, "Expired");
    assert_eq!(limits_of(&world).2, 925_384, "its limit covers what it owes, and no more");
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn of_two_limits_for_one_order_the_later_counts() {
    let mut world = World::new();
    let order = world.at(orders::CREDIT_PENDING);
    let room =
        |world: &World| world.site.read(|look| credit::order_room(look, &world.customer, &order));
    let first = world.granted(json!({ "kind": "order", "order": order, "amount_paise": 500 }));
    world.granted(json!({ "kind": "order", "order": order, "amount_paise": 800 }));
    assert_eq!(room(&world), 800);
    assert_eq!(doc(&world, &first).status, "Superseded");
}

#[test]
fn a_limit_whose_last_day_passes_while_it_is_decided_is_not_granted() {
    let mut world = World::new();
    let until = day(&world, 1);
    let ask = json!({ "kind": "temporary", "amount_paise": 500, "to": until });
    let id = submitted(&mut world, ask);
    world.decides("BM", &id, "approve", json!({}));
    world.later(2 * DAY + HOUR);
    let late = refused(&mut world, "CREDIT", &id, "approve", json!({}));
    assert_eq!(late.message, "This limit would have ended on 22-11-2026");
    assert_eq!(limits_of(&world).1, 0);
}
