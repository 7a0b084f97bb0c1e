//! Stock that is held back for a while, and counts that are planned: what they move and what they refuse.

use crate::site::wire;
use crate::support;
use crate::support::site::messages;
use crate::support::{HOUR, World};
use godown_core::declare::actor::Actor;
use godown_core::invariant;
use godown_core::kept::keys;
use godown_core::kept::read::Range;
use godown_core::ledger::stock::{self, Bucket, Qty, StockPlace};
use godown_core::query::list::{Query, page};
use godown_core::query::queue;
use serde_json::{Value, json};

/// A hold of so many pieces until a day, by the branch manager.
fn hold(world: &World, pcs: i64, to: &str) -> Value {
    json!({
        "yard": world.yard, "sku": world.sku, "pcs": pcs, "kind": "quality", "to": to,
        "reason": "DAMAGE", "remarks": "Rust on the top layer",
    })
}

fn lies(world: &World, bucket: Bucket) -> Qty {
    let place = StockPlace::free(&world.yard, &world.sku, &world.batch).to(bucket);
    world.site.read(|case| stock::balance(case, &place))
}

fn make(world: &mut World, who: &str, record: Value) -> String {
    let actor = world.who(who);
    let made = world.site.create(&actor, "stock_hold", record);
    made.unwrap_or_else(|issues| panic!("{issues:?}"))["id"].as_str().unwrap().to_owned()
}

fn sound(world: &World) {
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn a_hold_takes_goods_out_of_what_is_free_and_its_release_gives_the_same_back() {
    let mut world = World::new();
    let record = hold(&world, 33, "2026-12-01");
    let id = make(&mut world, "BM", record);
    assert_eq!(lies(&world, Bucket::Hold), Qty::new(33, 935_451));
    assert_eq!(lies(&world, Bucket::Free), Qty::new(67, 1_899_249));
    let kept = world.site.get("stock_hold", &id);
    assert_eq!(kept["doc_no"], "HLD-000001");
    assert_eq!(kept["record"]["weight_g"], 935_451);
    sound(&world);
    let bm = world.who("BM");
    let remarks = json!({ "remarks": "Looked over and found good" });
    let done = world.site.act(&bm, "stock_hold", &id, "release", remarks).unwrap();
    assert_eq!(done["status"], "Released");
    assert_eq!(lies(&world, Bucket::Free), Qty::new(100, 2_834_700));
    assert_eq!(lies(&world, Bucket::Hold), Qty::default());
    sound(&world);
}

#[test]
fn the_oldest_batches_are_held_first_and_a_named_one_alone() {
    let mut world = World::new();
    let second = world.stock(50, 1_400_000);
    let record = hold(&world, 120, "2026-12-01");
    let id = make(&mut world, "BM", record);
    let lots = world.site.get("stock_hold", &id)["record"]["lots"].clone();
    assert_eq!(lots.as_array().unwrap().len(), 2);
    assert_eq!((&lots[0]["pcs"], &lots[1]["pcs"]), (&json!(100), &json!(20)));
    let mut named = hold(&world, 31, "2026-12-01");
    named["batch"] = second.clone().into();
    let bm = world.who("BM");
    let refused = messages(world.site.create(&bm, "stock_hold", named.clone()));
    assert!(refused[0].starts_with("Only 30 pcs"), "{refused:?}");
    named["pcs"] = 30.into();
    make(&mut world, "BM", named);
    sound(&world);
}

#[test]
fn a_hold_is_refused_with_what_to_mend() {
    let mut world = World::new();
    let table = [
        (json!({ "pcs": 101 }), "Only 100 pcs / 2.835 MT of"),
        (json!({ "pcs": null }), "Enter pieces or weight"),
        (
            json!({ "pcs": null, "weight_g": 5_000 }),
            "Enter the pieces: this SKU is counted in pieces",
        ),
        (json!({ "to": "2026-11-20" }), "To must not be in the past"),
        (json!({ "to": "2026-12-22" }), "A hold lasts at most 30 days"),
        (json!({ "kind": "promise" }), "Select the customer it is promised to"),
        (json!({ "customer": world.customer }), "Only a promise has a customer"),
        (json!({ "reason": "WEATHER" }), "Select a reason"),
    ];
    let bm = world.who("BM");
    for (change, message) in table {
        let mut record = hold(&world, 10, "2026-12-01");
        record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        record.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        let refused = messages(world.site.create(&bm, "stock_hold", record));
        assert!(refused[0].starts_with(message), "{message}: {refused:?}");
    }
    assert_eq!(lies(&world, Bucket::Hold), Qty::default());
}

#[test]
fn what_orders_reserved_cannot_be_held() {
    let mut world = World::new();
    world.at(godown_core::docs::orders::PRELIMINARY);
    let bm = world.who("BM");
    let refused = messages(world.site.create(&bm, "stock_hold", hold(&world, 65, "2026-12-01")));
    assert!(refused[0].starts_with("Only 64 pcs"), "{refused:?}");
    assert!(refused[0].contains("36 pcs reserved for 1 order"), "{refused:?}");
    let record = hold(&world, 64, "2026-12-01");
    make(&mut world, "BM", record);
    sound(&world);
}

#[test]
fn only_the_role_that_holds_stock_ends_the_hold() {
    let mut world = World::new();
    let record = hold(&world, 10, "2026-12-01");
    let id = make(&mut world, "BM", record);
    let yard = world.who("YARD");
    let remarks = json!({ "remarks": "Needed for a lorry" });
    let refused = world.site.act(&yard, "stock_hold", &id, "release", remarks.clone());
    assert_eq!(
        messages(refused),
        ["Branch manager holds this stock; only that role or ADMIN ends it"]
    );
    let admin = world.who("ADMIN");
    world.site.act(&admin, "stock_hold", &id, "release", remarks).unwrap();
}

#[test]
fn a_hold_ends_by_itself_with_its_last_day() {
    let mut world = World::new();
    let record = hold(&world, 10, "2026-11-22");
    let id = make(&mut world, "BM", record);
    let system = Actor::system();
    let timers = |world: &World| {
        let range = Range::prefix(&keys::key(&["due"]));
        let keys = world.site.read(|case| case.keys(&range, 1_000));
        keys.iter().filter(|key| key.contains(&id) && key.contains("expire")).count()
    };
    assert_eq!(timers(&world), 1);
    world.later(35 * HOUR);
    let early = world.site.act(&system, "stock_hold", &id, "expire", json!({}));
    assert_eq!(messages(early), ["The hold has not ended yet"]);
    world.later(HOUR);
    let done = world.site.act(&system, "stock_hold", &id, "expire", json!({})).unwrap();
    assert_eq!((&done["status"], timers(&world)), (&json!("Expired"), 0));
    assert_eq!(lies(&world, Bucket::Free).pcs, 100);
    sound(&world);
}

#[test]
fn a_hold_that_is_extended_ends_later() {
    let mut world = World::new();
    let record = hold(&world, 10, "2026-11-22");
    let id = make(&mut world, "BM", record);
    let bm = world.who("BM");
    let longer = |to: &str| json!({ "to": to, "remarks": "Inspector comes on Monday" });
    let far = world.site.act(&bm, "stock_hold", &id, "extend", longer("2027-01-30"));
    assert_eq!(messages(far), ["A hold lasts at most 30 days"]);
    world.site.act(&bm, "stock_hold", &id, "extend", longer("2026-11-24")).unwrap();
    world.later(36 * HOUR);
    let early = world.site.act(&Actor::system(), "stock_hold", &id, "expire", json!({}));
    assert_eq!(messages(early), ["The hold has not ended yet"]);
}

#[test]
fn a_yard_with_a_hold_or_open_work_stays_open() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let yard = world.yard.clone();
    let record = hold(&world, 10, "2026-12-01");
    make(&mut world, "BM", record);
    let refused = messages(world.site.act(&admin, "yard", &yard, "deactivate", json!({})));
    assert!(refused[0].ends_with("still holds stock"), "{refused:?}");
    let empty = world.site.make(
        "yard",
        json!({
            "code": "RJN", "name": "Ranjangaon", "branch": world.branch, "address": "MIDC",
            "state": support::site::seeded("state", "27"), "pin": "412220",
        }),
    );
    let audit = json!({
        "yard": empty, "counted": "yard", "counters": [world.who("AUDIT").id], "planned_on": "2026-11-30",
        "blind": false,
    });
    world.site.make("stock_audit", audit);
    let refused = messages(world.site.act(&admin, "yard", &empty, "deactivate", json!({})));
    assert_eq!(refused, ["Ranjangaon still has 1 open stock audit"]);
}

#[test]
fn a_count_is_planned_for_a_day_to_come_and_names_what_it_counts() {
    let mut world = World::new();
    let auditor = world.who("AUDIT");
    let audit = |change: Value| {
        let mut record = json!({
            "yard": world.yard, "counted": "yard", "counters": [world.who("YARD").id],
            "planned_on": "2026-11-25", "blind": true,
        });
        record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        record.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        record
    };
    let table = [
        (audit(json!({ "planned_on": "2026-11-20" })), "A count is planned for today or later"),
        (audit(json!({ "planned_on": "2027-12-01" })), "A count is planned at most 365 days ahead"),
        (audit(json!({ "counters": null })), "Counted by is required"),
        (audit(json!({ "counted": "skus" })), "Select the skus to count"),
        (audit(json!({ "skus": [world.sku] })), "SKUs do not apply to this kind of count"),
    ];
    let good = audit(json!({}));
    for (record, message) in table {
        let refused = world.site.create(&auditor, "stock_audit", record);
        assert_eq!(messages(refused), [message]);
    }
    let made = world.site.create(&auditor, "stock_audit", good).unwrap();
    assert_eq!((&made["doc_no"], &made["status"]), (&json!("AUD-000001"), &json!("Planned")));
    let yard = world.who("YARD");
    let id = made["id"].as_str().unwrap();
    let remarks = json!({ "remarks": "Yard is closed" });
    let refused = world.site.act(&yard, "stock_audit", id, "cancel", remarks);
    assert_eq!(messages(refused), ["You do not have permission to cancel stock audit"]);
}

#[test]
fn a_list_names_each_of_several_people_and_a_plan_waits_for_who_counts_and_who_plans() {
    let mut world = World::new();
    let (yard, auditor) = (world.who("YARD"), world.who("AUDIT"));
    world.site.make(
        "stock_audit",
        json!({
            "yard": world.yard, "counted": "yard", "counters": [yard.id, auditor.id],
            "planned_on": "2026-11-25", "blind": false,
        }),
    );
    let (memory, now) = (&world.site.memory, world.site.now);
    let query = Query { limit: 10, ..Query::default() };
    let page = page(memory, &auditor, now, "stock_audit", &query).unwrap();
    let page = serde_json::to_value(&page).unwrap();
    assert_eq!(page["links"]["employee"][&yard.id], "YARD");
    for (who, waits) in [(&auditor, Some(1)), (&yard, Some(1)), (&world.who("BM"), None)] {
        let waiting = wire(&queue::queue(memory, who, now).unwrap());
        let counted = waiting["counts"].get("stock_audit").and_then(Value::as_i64);
        assert_eq!(counted, waits, "{}", who.name);
    }
}

/// A promise of so many pieces to the world's customer.
fn promise(world: &World, pcs: i64, to: &str) -> Value {
    let mut record = hold(world, pcs, to);
    record["kind"] = "promise".into();
    record["customer"] = world.customer.clone().into();
    record
}

#[test]
fn an_order_takes_what_was_promised_to_its_customer_and_the_rest_stays_promised() {
    let mut world = World::new();
    let later = promise(&world, 40, "2026-12-05");
    let later = make(&mut world, "BM", later);
    let sooner = promise(&world, 10, "2026-11-25");
    let sooner = make(&mut world, "BM", sooner);
    let quality = hold(&world, 40, "2026-12-01");
    let quality = make(&mut world, "BM", quality);
    // 10 pieces are free; the order of 36 fits only with what was promised.
    let order = world.at(godown_core::docs::orders::PRELIMINARY);
    let kept = |id: &str| world.site.get("stock_hold", id);
    assert_eq!(kept(&sooner)["status"], "Consumed");
    assert_eq!(kept(&sooner)["record"]["lots"], json!([]));
    assert_eq!(kept(&later)["status"], "Active");
    assert_eq!(kept(&later)["record"]["used_pcs"], 26);
    assert_eq!(kept(&later)["record"]["lots"][0]["pcs"], 14);
    assert_eq!(kept(&later)["record"]["orders"], json!([order]));
    assert_eq!(kept(&quality)["record"].get("used_pcs"), None);
    assert_eq!(lies(&world, Bucket::Hold).pcs, 54);
    sound(&world);

    // Reserved anew by the next steps, the order takes no more.
    world.step("PCT", &order, "forward", json!({ "recommendation": "approve" }));
    world.step("CREDIT", &order, "credit_approve", json!({}));
    assert_eq!(world.site.get("stock_hold", &later)["record"]["used_pcs"], 26);
    sound(&world);

    let bm = world.who("BM");
    let remarks = json!({ "remarks": "The site closed for the year" });
    world.site.act(&bm, "stock_hold", &later, "release", remarks).unwrap();
    assert_eq!(lies(&world, Bucket::Hold).pcs, 40);
    assert_eq!(lies(&world, Bucket::Free).pcs, 60);
    sound(&world);
}

#[test]
fn what_is_promised_to_one_customer_is_not_for_the_order_of_another() {
    let mut world = World::new();
    let friend = world.customer_of("27", "27AAPFU0939F1ZV", "411001", "9822012399", 100_000_000);
    let mut record = promise(&world, 70, "2026-12-05");
    record["customer"] = friend.into();
    let id = make(&mut world, "BM", record);
    let order = world.at(godown_core::docs::orders::BM_PENDING);
    let refused = messages(world.act("BM", &order, "approve", json!({})));
    assert!(refused[0].starts_with("Only 30 pcs"), "{refused:?}");
    assert_eq!(world.site.get("stock_hold", &id)["status"], "Active");
}

#[test]
fn who_holds_stock_is_told_a_day_before_the_hold_ends() {
    let mut world = World::new();
    let record = promise(&world, 10, "2026-11-25");
    let id = make(&mut world, "BM", record);
    let range = Range::prefix(&keys::key(&["due"]));
    let timers = world.site.read(|case| case.keys(&range, 1_000));
    let told: Vec<&String> =
        timers.iter().filter(|key| key.contains(&id) && !key.contains("expire")).collect();
    assert_eq!(told.len(), 1, "{timers:?}");
    let bm = world.who("BM");
    let remarks = json!({ "remarks": "No longer wanted at all" });
    world.site.act(&bm, "stock_hold", &id, "release", remarks).unwrap();
    let timers = world.site.read(|case| case.keys(&range, 1_000));
    assert!(!timers.iter().any(|key| key.contains(&id)));
}
