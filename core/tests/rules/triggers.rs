//! Triggers tell the right people once, in the commit of what set them off.

use crate::support::site::{messages, record, seeded};
use crate::support::{DAY, HOUR, World};
use godown_core::decide::{decide, timed};
use godown_core::declare::actor::Actor;
use godown_core::docs::mails;
use godown_core::docs::orders::BM_PENDING;
use godown_core::error::Halt;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::write::command::{Command, Deed};
use serde_json::{Value, json};

/// A world in which only the triggers of a test speak.
fn quiet() -> World {
    let mut world = World::new();
    for id in all(&world, "trigger").iter().map(|doc| doc["id"].as_str().unwrap().to_owned()) {
        world.site.act(&Actor::system(), "trigger", &id, "deactivate", json!({})).unwrap_err();
        let admin = world.who("ADMIN");
        world.site.act(&admin, "trigger", &id, "deactivate", json!({})).unwrap();
    }
    world
}

/// Every document of a type, oldest first.
fn all(world: &World, kind: &str) -> Vec<Value> {
    let range = Range::prefix(&keys::key(&["doc", kind]));
    let found = world.site.memory.scan(&range, 10_000).unwrap();
    let mut docs: Vec<Value> =
        found.iter().map(|(_, bytes)| serde_json::from_slice(bytes).unwrap()).collect();
    docs.sort_by_key(|doc| doc["created_at"].as_i64());
    docs
}

/// Who was told what in the app: names and titles.
fn told(world: &World) -> Vec<(String, String)> {
    let name = |id: &Value| {
        let person = world.people.iter().find(|person| person.id == id.as_str().unwrap());
        person.unwrap().name.clone()
    };
    let row = |doc: Value| {
        (name(&doc["record"]["to"]), doc["record"]["title"].as_str().unwrap().to_owned())
    };
    let mut rows: Vec<(String, String)> = all(world, "notification").into_iter().map(row).collect();
    rows.sort();
    rows
}

fn trigger(world: &mut World, mut value: Value) -> String {
    let defaults = json!({
        "name": "Told", "channels": ["app"], "title": "{{doc_no}}", "body": "{{party}}",
    });
    for (key, default) in record(defaults) {
        if value.get(&key).is_none() {
            value[&key] = default;
        }
    }
    world.site.make("trigger", value)
}

fn submitted(world: &mut World) -> String {
    let id = world.draft();
    world.step("SALES", &id, "submit", json!({ "confirm": true }));
    id
}

/// Carries out what is due, as the server's sweep does; the ids of the commands.
fn sweep(world: &mut World) -> Vec<String> {
    let range = Range::prefix(&keys::key(&["due"]));
    let mut done = Vec::new();
    for (key, _) in world.site.memory.scan(&range, 10_000).unwrap() {
        let [_, at, kind, id, _] = keys::parts(&key)[..] else { panic!("{key}") };
        if keys::unsortable(at).unwrap() > world.site.now.0 {
            continue;
        }
        let version = world.site.memory.doc(&keys::doc(kind, id)).unwrap().map_or(0, |d| d.version);
        let command = timed::command_of(&key, version).unwrap();
        match decide(&world.site.memory, &Actor::system(), world.site.now, &command) {
            Ok(changes) => {
                world.site.memory.apply(&changes.writes);
                done.push(command.command_id);
            }
            Err(Halt::Refused(_)) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    done
}

#[test]
fn a_status_is_told_to_the_holders_of_a_role_who_see_the_document_and_to_nobody_else() {
    let mut world = quiet();
    let recipients = json!([{ "kind": "role", "role": "BM" }, { "kind": "owner" }]);
    trigger(
        &mut world,
        json!({ "event": "status", "doc_type": "order", "in_status": BM_PENDING, "recipients": recipients }),
    );
    // A branch manager of another branch does not see the order.
    let admin = world.who("ADMIN");
    let away = world.site.make(
        "branch",
        json!({
            "code": "NG", "name": "Nagpur", "gstin": "27AAPFU0939F1ZV", "address": "Nagpur",
            "state": seeded("state", "27"), "series_prefix": "NG",
        }),
    );
    let bm2 = world.who("BM2").id;
    world.site.edit(&admin, "employee", &bm2, json!({ "branch": away })).unwrap();
    submitted(&mut world);
    let title = "ORD/PN/26-27/000001".to_owned();
    assert_eq!(told(&world), [("BM".to_owned(), title.clone()), ("SALES".to_owned(), title)]);
}

#[test]
fn what_a_reader_may_not_see_is_not_told_to_him() {
    let mut world = quiet();
    let recipients = json!([{ "kind": "role", "role": "BM" }, { "kind": "role", "role": "YARD" }]);
    trigger(
        &mut world,
        json!({
            "event": "status", "doc_type": "order", "in_status": BM_PENDING,
            "recipients": recipients, "title": "Worth {{total_paise}}",
        }),
    );
    submitted(&mut world);
    let told = told(&world);
    let of = |who: &str| told.iter().find(|(name, _)| name == who).unwrap().1.clone();
    assert!(of("BM").starts_with("Worth ₹"), "{told:?}");
    assert_eq!(of("YARD"), "Worth —");
}

#[test]
fn conditions_must_all_hold() {
    let mut world = quiet();
    let conditions = |total: &str| {
        json!([
            { "field": "total_paise", "op": "gt", "value": total },
            { "field": "po_no", "op": "empty" },
        ])
    };
    for (name, least) in [("Small", "1"), ("Large", "99999999999")] {
        trigger(
            &mut world,
            json!({
                "name": name, "event": "status", "doc_type": "order", "in_status": BM_PENDING,
                "recipients": [{ "kind": "owner" }], "title": name, "conditions": conditions(least),
            }),
        );
    }
    submitted(&mut world);
    assert_eq!(told(&world), [("SALES".to_owned(), "Small".to_owned())]);
}

#[test]
fn a_text_with_an_unknown_word_or_status_or_date_is_refused_at_its_field() {
    let mut world = quiet();
    let admin = world.who("ADMIN");
    let base = json!({
        "name": "T", "event": "status", "doc_type": "order", "in_status": BM_PENDING,
        "recipients": [{ "kind": "owner" }], "channels": ["app"], "title": "x", "body": "y",
    });
    for (change, path, begins) in [
        (json!({ "title": "{{nobody}}" }), "title", "Unknown word {{nobody}}. Available: doc_no"),
        (json!({ "body": "{{lines}}" }), "body", "Unknown word {{lines}}"),
        (json!({ "in_status": "Lost" }), "in_status", "Order has no status Lost. It has: Draft"),
        (
            json!({ "event": "date", "date_field": "remarks" }),
            "date_field",
            "Order has no date remarks. It has: date",
        ),
        (json!({ "doc_type": "nothing" }), "doc_type", "This type of document does not exist"),
        (json!({ "recipients": [] }), "recipients", "Recipients is required"),
        (json!({ "recipients": [{ "kind": "role" }] }), "recipients.0.role", "Role is required"),
        (
            json!({ "conditions": [{ "field": "nothing", "op": "filled" }] }),
            "conditions.0.field",
            "Unknown field nothing",
        ),
    ] {
        let mut value = base.clone();
        record(change).into_iter().for_each(|(key, changed)| value[key] = changed);
        let issues = world.site.create(&admin, "trigger", value).unwrap_err();
        assert_eq!(issues[0].path, path, "{issues:?}");
        assert!(issues[0].message.starts_with(begins), "{issues:?}");
    }
}

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
    let deed = Deed::Warn { account: world.who("SALES").id, source: "10.0.0.1".to_owned() };
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
    let customer = world.customer.clone();
    let use_credit = |world: &mut World, amount: i64| {
        // By a command, since thresholds are looked at when one is decided.
        let credit = world.who("CREDIT");
        let limit = json!({ "limit_paise": amount, "remarks": "Another limit" });
        world.site.act(&credit, "customer", &customer, "set_credit", limit).unwrap();
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

#[test]
fn mails_wait_in_the_outbox_for_those_who_have_an_address_and_want_them() {
    let mut world = quiet();
    let (sales, bm) = (world.who("SALES"), world.who("BM"));
    let profile = |mobile: &str, email: &str, channels: Value| json!({ "mobile": mobile, "email": email, "channels": channels });
    let own = |world: &mut World, who: &Actor, inputs: Value| {
        world.site.act(who, "employee", &who.id, "profile", inputs).unwrap();
    };
    own(&mut world, &sales, profile("9822090001", "sales@godown.test", json!(["app", "mail"])));
    own(&mut world, &bm, profile("9822090003", "bm@godown.test", json!(["app"])));
    let recipients = json!([{ "kind": "role", "role": "BM" }, { "kind": "owner" }]);
    trigger(
        &mut world,
        json!({
            "event": "status", "doc_type": "order", "in_status": BM_PENDING, "channels": ["mail"],
            "recipients": recipients, "title": "{{doc_no}} is submitted",
        }),
    );
    let order = submitted(&mut world);
    let mails = all(&world, "mail");
    assert_eq!(mails.len(), 1);
    let mail = &mails[0]["record"];
    assert_eq!(mail["to"], "sales@godown.test");
    assert_eq!(mail["subject"], "ORD/PN/26-27/000001 is submitted");
    assert!(mail["body"].as_str().unwrap().contains(&format!("/go/order/{order}")));
    assert_eq!(mails[0]["status"], "Queued");
    assert_eq!(told(&world), []);
}

#[test]
fn in_quiet_hours_a_mail_waits_for_their_end() {
    let mut world = quiet();
    let sales = world.who("SALES");
    let inputs = json!({ "mobile": "9822090001", "email": "sales@godown.test" });
    world.site.act(&sales, "employee", &sales.id, "profile", inputs).unwrap();
    trigger(
        &mut world,
        json!({
            "event": "status", "doc_type": "order", "in_status": BM_PENDING, "channels": ["mail"],
            "recipients": [{ "kind": "owner" }], "quiet_from": "11:00", "quiet_to": "14:30",
        }),
    );
    submitted(&mut world);
    let mail = &all(&world, "mail")[0]["record"];
    assert_eq!(mail["next_at"].as_i64().unwrap(), world.site.now.0 + 150 * 60_000);
}

#[test]
fn whoever_acts_on_a_document_has_read_what_he_was_told_of_it() {
    let mut world = quiet();
    trigger(
        &mut world,
        json!({
            "event": "status", "doc_type": "order", "in_status": BM_PENDING,
            "recipients": [{ "kind": "role", "role": "BM" }, { "kind": "owner" }],
        }),
    );
    let order = submitted(&mut world);
    world.step("BM", &order, "approve", json!({}));
    let unread: Vec<Value> = all(&world, "notification")
        .into_iter()
        .filter(|notice| notice["status"] == mails::UNREAD)
        .collect();
    assert!(!unread.is_empty());
    let bm = world.who("BM").id;
    assert!(unread.iter().all(|notice| notice["record"]["to"] != json!(bm)), "{unread:?}");
}

#[test]
fn who_stands_in_is_told_while_the_other_is_away() {
    let mut world = quiet();
    let (sales, other) = (world.who("SALES"), world.who("SALES2"));
    let away = |delegate: &str, from: &str| {
        json!({
            "mobile": "9822090001", "delegate": delegate, "delegate_from": from,
            "delegate_to": "2026-11-30",
        })
    };
    trigger(
        &mut world,
        json!({
            "event": "status", "doc_type": "order", "in_status": BM_PENDING,
            "recipients": [{ "kind": "owner" }],
        }),
    );
    let profile = |world: &mut World, inputs: Value| {
        world.site.act(&sales, "employee", &sales.id, "profile", inputs)
    };
    let oneself = profile(&mut world, away(&sales.id, "2026-11-20"));
    assert_eq!(messages(oneself), ["People cannot stand in for themselves"]);
    let yard = world.who("YARD").id;
    let refused = profile(&mut world, away(&yard, "2026-11-20"));
    assert_eq!(messages(refused), ["Select an active employee with one of the same roles"]);
    profile(&mut world, away(&other.id, "2026-11-20")).unwrap();
    // Another's order is not theirs to see, so they are made an administrator for the test's sake.
    let admin = world.who("ADMIN");
    let roles = json!({ "roles": ["SALES", "ADMIN"] });
    world.site.edit(&admin, "employee", &other.id, roles).unwrap();
    submitted(&mut world);
    let names: Vec<String> = told(&world).into_iter().map(|row| row.0).collect();
    assert_eq!(names, ["SALES", "SALES2"]);
}

#[test]
fn a_message_goes_to_mobiles_by_the_channels_that_the_site_serves_and_to_a_party_that_is_on_whatsapp()
 {
    let mut world = quiet();
    let mut value = json!({
        "event": "status", "doc_type": "order", "in_status": BM_PENDING, "name": "Texted",
        "recipients": [{ "kind": "owner" }, { "kind": "party" }],
        "channels": ["sms", "whatsapp"], "title": "{{doc_no}}", "body": "{{party}} waits.",
    });
    // What reaches nobody is not chosen.
    let admin = world.who("ADMIN");
    let refused = world.site.create(&admin, "trigger", value.clone()).unwrap_err();
    assert_eq!(refused[0].path, "channels");
    assert_eq!(refused[0].message, "By SMS reaches nobody yet: name it in the settings first");
    world.setting(json!({ "message_channels": ["sms", "whatsapp"] }));
    let trigger = world.site.create(&admin, "trigger", value.clone()).unwrap();
    submitted(&mut world);
    let texts = |world: &World| -> Vec<(String, String)> {
        let text = |doc: &Value, key: &str| doc["record"][key].as_str().unwrap().to_owned();
        let rows = all(world, "text_message");
        let mut rows: Vec<(String, String)> =
            rows.iter().map(|doc| (text(doc, "channel"), text(doc, "to"))).collect();
        rows.sort();
        rows
    };
    // The customer's mobile is not said to be on WhatsApp; the salesman chose the app and mails.
    assert_eq!(texts(&world), [("sms".to_owned(), "9822012345".to_owned())]);
    let message = all(&world, "text_message").remove(0);
    assert_eq!(message["record"]["text"], "ORD/PN/26-27/000001\nSharma Tubes 9822012345 waits.");
    assert_eq!(message["status"], mails::QUEUED);
    let customer = world.customer.clone();
    let on = json!({ "whatsapp": true });
    world.site.edit(&admin, "customer", &customer, on).unwrap();
    submitted(&mut world);
    assert_eq!(texts(&world).len(), 3);
    assert!(texts(&world).contains(&("whatsapp".to_owned(), "9822012345".to_owned())));
    // A service that is given up sends no more, and the trigger stays as it was.
    world.setting(json!({ "message_channels": [] }));
    submitted(&mut world);
    assert_eq!(texts(&world).len(), 3);
    value["title"] = json!("Order {{doc_no}}");
    world.site.edit(&admin, "trigger", trigger["id"].as_str().unwrap(), value).unwrap();
}
