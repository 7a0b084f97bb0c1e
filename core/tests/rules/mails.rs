//! Mails wait in the outbox: tried again, given up at last, and never for what says nothing of them.

use crate::support;
use crate::support::{DAY, World};
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::docs;
use godown_core::docs::mails;
use godown_core::value::Instant;
use serde_json::json;

#[test]
fn a_mail_that_is_refused_is_tried_again_later_and_at_last_given_up() {
    let waits: Vec<i64> = (1..=12).map(|tries| mails::wait_ms(tries) / 60_000).collect();
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
    let mut world = World::new();
    let letter = mails::Letter { to: "a@godown.test".into(), ..mails::Letter::default() };
    let actor = Actor::system();
    let mut case = Case::new(
        docs::look(&world.site.memory, &actor, world.site.now),
        "ffffffff-ffff-4fff-8fff-ffffffffffff",
    );
    let id = mails::post(&mut case, letter).unwrap();
    let (writes, _) = case.into_writes();
    world.site.memory.apply(&writes);
    let error = json!({ "error": "450 mailbox busy" });
    let mut at = world.site.now.0;
    for tries in 1.. {
        let done = world.site.act(&actor, "mail", &id, "defer", error.clone()).unwrap();
        assert_eq!(done["record"]["tries"], tries);
        if done["status"] == "Failed" {
            break;
        }
        assert_eq!(done["record"]["next_at"], at + mails::wait_ms(tries));
        at += mails::wait_ms(tries);
        world.site.now = Instant(at);
    }
    assert!(world.site.now.0 - support::site::NOW.0 >= 3 * DAY);
    let admin = world.who("ADMIN");
    let again = world.site.act(&admin, "mail", &id, "retry", json!({})).unwrap();
    assert_eq!((&again["status"], &again["record"]["next_at"]), (&json!("Queued"), &json!(at)));
}

#[test]
fn a_mail_that_says_nothing_of_itself_never_fails() {
    let mut world = World::new();
    let actor = Actor::system();
    let mut case = Case::new(
        docs::look(&world.site.memory, &actor, world.site.now),
        "ffffffff-ffff-4fff-8fff-ffffffffffff",
    );
    let letter = mails::Letter { to: "a@godown.test".into(), ..mails::Letter::default() };
    let id = mails::post(&mut case, letter).unwrap();
    let (writes, _) = case.into_writes();
    world.site.memory.apply(&writes);
    world.later(30 * DAY);
    let down = json!({ "error": "Connection refused", "unreachable": true });
    let done = world.site.act(&actor, "mail", &id, "defer", down).unwrap();
    assert_eq!((&done["status"], &done["record"]["tries"]), (&json!("Queued"), &json!(0)));
}
