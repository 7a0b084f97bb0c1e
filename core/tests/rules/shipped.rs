//! The triggers that every site starts with: each tells at its time, once, and not again.

use crate::support::World;
use crate::support::site::seeded;
use crate::support::telling::{sweep, told};
use crate::support::{DAY, HOUR};
use crate::trips::fleet;
use godown_core::decide::{decide, timed};
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Role;
use godown_core::docs::orders;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::value::{Day, IST_MINUTES, Instant};
use serde_json::json;

/// How often people were told by a title that holds these words.
fn count(world: &World, words: &str) -> usize {
    told(world).iter().filter(|row| row.1.contains(words)).count()
}

fn day(world: &World, after: i32) -> String {
    world.site.now.day_in(IST_MINUTES).plus(after).to_string()
}

/// How long it is from now to an hour of a day after today, IST.
fn until(world: &World, after: i64, hour: i64) -> i64 {
    let now = world.site.now.0 + IST_MINUTES * 60_000;
    after * DAY + hour * HOUR - now.rem_euclid(DAY)
}

/// Nobody is told before the moment, somebody is then, and nobody ever again.
fn fires_once(world: &mut World, wait: i64, words: &str) {
    sweep(world);
    world.later(wait - 1);
    sweep(world);
    assert_eq!(count(world, words), 0, "{words}: too early");
    world.later(1);
    sweep(world);
    let first = count(world, words);
    assert!(first > 0, "{words}: nobody was told");
    for pass in [0, HOUR, DAY, 9 * DAY] {
        world.later(pass);
        sweep(world);
        assert_eq!(count(world, words), first, "{words}: again");
    }
}

/// A world whose triggers have looked through what was there before them.
fn world() -> World {
    let mut world = World::new();
    sweep(&mut world);
    world
}

#[test]
fn a_paper_of_a_vehicle_and_a_licence_are_told_of_fifteen_days_before_they_end() {
    for field in ["rc_to", "insurance_to", "fitness_to", "permit_to", "puc_to"] {
        let mut world = world();
        let (admin, vehicle, to) = (world.who("ADMIN"), world.vehicle.clone(), day(&world, 20));
        world.site.edit(&admin, "vehicle", &vehicle, json!({ field: to })).unwrap();
        let wait = until(&world, 5, 9);
        fires_once(&mut world, wait, "A paper of MH12AB1234 ends in 15 days");
    }
    let mut world = world();
    let (admin, driver, to) = (world.who("ADMIN"), world.driver.clone(), day(&world, 20));
    world.site.edit(&admin, "driver", &driver, json!({ "licence_to": to })).unwrap();
    let wait = until(&world, 5, 9);
    fires_once(&mut world, wait, "ends in 15 days");
}

/// A cheque of the site's customer that accounts took in.
fn cheque(world: &mut World, dated: i32) -> String {
    let record = json!({
        "date": day(world, 0), "customer": world.customer, "mode": "pdc", "amount_paise": 1_000_000,
        "cheque_no": "004711", "cheque_date": day(world, dated), "drawn_on": "HDFC Bank, Camp",
        "ifsc": "HDFC0000007", "spread": "none",
    });
    let (sales, acc) = (world.who("SALES"), world.who("ACC"));
    let made = world.site.create(&sales, "receipt", record).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    world.site.act(&sales, "receipt", &id, "submit", json!({})).unwrap();
    let taken = world.site.act(&acc, "receipt", &id, "confirm", json!({})).unwrap();
    assert_eq!(taken["status"], "Received");
    id
}

#[test]
fn a_cheque_is_told_of_the_day_before_its_date_and_when_it_bounces() {
    let mut world = world();
    cheque(&mut world, 5);
    let wait = until(&world, 4, 9);
    fires_once(&mut world, wait, "is dated tomorrow");
    let mut world = self::world();
    let id = cheque(&mut world, 1);
    world.later(2 * DAY);
    let acc = world.who("ACC");
    world.site.act(&acc, "receipt", &id, "deposit", json!({})).unwrap();
    assert_eq!(count(&world, "bounced"), 0);
    world.site.act(&acc, "receipt", &id, "bounce", json!({ "reason": "FUNDS" })).unwrap();
    sweep(&mut world);
    let first = count(&world, "bounced");
    for who in ["SALES", "BM", "CREDIT"] {
        assert!(told(&world).iter().any(|row| row.0 == who && row.1.contains("bounced")), "{who}");
    }
    world.later(9 * DAY);
    sweep(&mut world);
    assert_eq!(count(&world, "bounced"), first);
}

#[test]
fn a_temporary_limit_is_told_of_two_days_before_it_ends() {
    let mut world = world();
    let to = day(&world, 10);
    world.granted(json!({ "kind": "temporary", "amount_paise": 5_000_000, "to": to }));
    let wait = until(&world, 8, 9);
    fires_once(&mut world, wait, "The temporary limit of");
}

/// A posted invoice of the site's customer.
fn invoice(world: &mut World) -> String {
    let order = world.at(orders::LOADED);
    world.invoice(&order)
}

#[test]
fn an_invoice_is_told_of_before_it_is_due_and_a_day_a_week_and_two_after() {
    let mut world = world();
    let id = invoice(&mut world);
    sweep(&mut world);
    let due = world.site.get("invoice", &id)["record"]["due_date"].as_str().unwrap().to_owned();
    let today = world.site.now.day_in(IST_MINUTES);
    let days = i64::from(Day::parse(&due).unwrap().0 - today.0);
    for (after, soon, late) in [(-3, 1, 0), (1, 1, 1), (7, 1, 2), (15, 1, 3), (40, 1, 3)] {
        let now = world.site.now.day_in(IST_MINUTES);
        let wait = until(&world, days + after - i64::from(now.0 - today.0), 9);
        world.later(wait - 1);
        sweep(&mut world);
        let before = count(&world, "is due on") + count(&world, "was due on");
        world.later(1);
        sweep(&mut world);
        let told = (count(&world, "is due on"), count(&world, "was due on"));
        assert_eq!(told, (soon, late), "{after} days after it was due");
        assert!(after == 40 || before < soon + late, "{after}: too early");
    }
}

/// A world whose company is as large as must report its invoices, and a posted invoice of a registered customer.
fn reporting() -> (crate::invoices::World, String, String) {
    let mut world = crate::invoices::World::new();
    let branch = world.branch.clone();
    world.site.employee("ACC", "9800000003", &["ACC"], &branch);
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let turnover = json!({ "aato_paise": 12_000_000_000_i64 });
    world.site.edit(&Actor::system(), "company", "company", turnover).unwrap();
    let invoice = world.invoiced(&customer);
    let of = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let ids = (of(&invoice["id"]), of(&invoice["record"]["orders"][0]));
    (world, ids.0, ids.1)
}

/// The moment for which the timer of a shipped trigger and a document is set; none where none is.
fn timer(world: &crate::invoices::World, trigger: &str, id: &str) -> Option<i64> {
    let range = Range::prefix(&keys::key(&["due"]));
    let what = format!("fire-{}", seeded("trigger", trigger));
    let due = world.site.memory.scan(&range, 10_000).unwrap();
    due.iter().find_map(|(key, _)| match keys::parts(key)[..] {
        [_, at, _, of, timer] if of == id && timer == what => keys::unsortable(at),
        _ => None,
    })
}

/// What the timer of a trigger tells when it comes, and once more behind it: titles.
fn told_at(world: &mut crate::invoices::World, at: i64) -> Vec<String> {
    world.site.now = Instant(at);
    for _ in 0..2 {
        let range = Range::prefix(&keys::key(&["due"]));
        for (key, _) in world.site.memory.scan(&range, 10_000).unwrap() {
            let [_, due, kind, id, _] = keys::parts(&key)[..] else { panic!("{key}") };
            if keys::unsortable(due).unwrap() > at {
                continue;
            }
            let doc = world.site.memory.doc(&keys::doc(kind, id)).unwrap();
            let command = timed::command_of(&key, doc.map_or(0, |doc| doc.version)).unwrap();
            let (site, system) = (&mut world.site, Actor::system());
            if let Ok(done) = decide(&site.memory, &system, site.now, &command) {
                site.memory.apply(&done.writes);
            }
        }
    }
    let told = Range::prefix(&keys::key(&["doc", "notification"]));
    let told = world.site.memory.scan(&told, 10_000).unwrap();
    let title = |bytes: &[u8]| {
        let doc: serde_json::Value = serde_json::from_slice(bytes).unwrap();
        doc["record"]["title"].as_str().unwrap().to_owned()
    };
    told.iter().map(|(_, bytes)| title(bytes)).collect()
}

fn answer() -> serde_json::Value {
    json!({
        "irn": "0123456789abcdef".repeat(4), "ack_no": "112010036563310",
        "ack_date": "2026-11-21", "signed_qr": "eyJhbGciOiJSUzI1NiJ9.e30.c2ln",
    })
}

#[test]
fn an_e_invoice_is_told_of_after_25_days_unless_it_was_reported() {
    for reported in [false, true] {
        let (mut world, id, _) = reporting();
        let at = timer(&world, "E-invoice not reported after 25 days", &id).unwrap();
        let date = world.site.get("invoice", &id)["record"]["date"].as_str().unwrap().to_owned();
        let nine = Day::parse(&date).unwrap().plus(25);
        assert_eq!(Instant(at).day_in(IST_MINUTES), nine);
        if reported {
            world.act(Role::Acc, "invoice", &id, "record", answer());
        }
        let told = told_at(&mut world, at);
        let count = told.iter().filter(|title| title.contains("has no IRN yet")).count();
        assert_eq!(count > 0, !reported, "{told:?}");
        assert_eq!(
            told_at(&mut world, at + 9 * DAY)
                .iter()
                .filter(|t| t.contains("has no IRN yet"))
                .count(),
            count
        );
    }
}

#[test]
fn the_end_of_the_irn_s_day_is_told_while_a_concern_is_open_and_not_otherwise() {
    for open in [true, false] {
        let (mut world, id, order) = reporting();
        world.act(Role::Acc, "invoice", &id, "record", answer());
        if open {
            // As it stands where accounts dispute another loading of the order.
            let key = keys::doc("order", &order);
            let text = &world.site.memory.pairs[&key];
            let mut doc: serde_json::Value = serde_json::from_slice(text).unwrap();
            doc["status"] = json!(orders::ACCOUNT_CONCERN);
            world.site.memory.pairs.insert(key, doc.to_string().into_bytes());
        }
        let since = world.site.get("invoice", &id)["record"]["irn_at"].as_i64().unwrap();
        let at = timer(&world, "IRN can be cancelled for 4 hours more", &id).unwrap();
        assert_eq!(at, since + 20 * HOUR);
        let told = told_at(&mut world, at);
        let found = told.iter().any(|title| title.contains("can be cancelled for 4 hours more"));
        assert_eq!(found, open, "{told:?}");
    }
}

#[test]
fn an_e_way_bill_is_told_of_eight_hours_before_the_midnight_at_which_it_ends() {
    let mut world = world();
    let id = invoice(&mut world);
    let logi = world.who("LOGI");
    let bill = json!({
        "ewb_no": "271234567890", "ewb_date": day(&world, 0), "ewb_valid_to": day(&world, 2),
    });
    world.site.act(&logi, "invoice", &id, "record", bill).unwrap();
    let wait = until(&world, 2, 16);
    fires_once(&mut world, wait, "ends in 8 hours");
}

/// A trip on the road with an e-way bill that ends a day after today.
fn on_the_road(ewb: bool) -> (crate::trips::Fleet, String) {
    let mut fleet = fleet();
    sweep(&mut fleet.world);
    let loading = fleet.loading();
    let trip = fleet.dispatched(&[&loading]);
    if ewb {
        let to = day(&fleet.world, 1);
        let papers = json!([{ "stop": 0, "ewb_no": "271234567891", "valid_to": to }]);
        fleet.step("LOGI", &trip, "record_papers", json!({ "papers": papers }));
    }
    (fleet, trip)
}

#[test]
fn an_e_way_bill_on_the_road_is_told_of_eight_hours_before_it_ends() {
    let (mut fleet, _) = on_the_road(true);
    let wait = until(&fleet.world, 1, 16);
    fires_once(&mut fleet.world, wait, "An e-way bill of");
}

#[test]
fn a_trip_without_its_proofs_of_delivery_is_told_of_after_three_days() {
    let (mut fleet, trip) = on_the_road(false);
    let since = fleet.doc(&trip).since.0;
    let wait = since + 72 * HOUR - fleet.world.site.now.0;
    fires_once(&mut fleet.world, wait, "is not delivered");
    let (mut fleet, trip) = on_the_road(false);
    fleet.deliver(&trip, 0);
    fleet.world.later(5 * DAY);
    sweep(&mut fleet.world);
    assert_eq!(count(&fleet.world, "is not delivered"), 0);
}

#[test]
fn a_concern_of_the_yard_or_of_accounts_is_told_of_after_a_day() {
    for status in [orders::YARD_CONCERN, orders::ACCOUNT_CONCERN] {
        let mut world = world();
        world.at(status);
        fires_once(&mut world, DAY, "is still open");
    }
}
