//! Triggers tell the right people once, in the commit of what set them off.

use crate::support::World;
use crate::support::site::{messages, record, seeded};
use crate::support::telling::{all, quiet, submitted, told, trigger};
use godown_core::declare::actor::Actor;
use godown_core::docs::mails;
use godown_core::docs::orders::BM_PENDING;
use serde_json::{Value, json};

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
        "name": "TT", "event": "status", "doc_type": "order", "in_status": BM_PENDING,
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
        (json!({ "recipients": [] }), "recipients", "Recipients are required"),
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
    assert_eq!(refused[0].message, "By SMS reaches no one yet: set it up in the settings first");
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
