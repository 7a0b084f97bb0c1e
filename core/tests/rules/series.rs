//! The series of numbers: how long they are open, how they end, and what follows.

use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Role;
use godown_core::docs::{self, series};
use godown_core::error::Code;
use godown_core::kept::keys;
use godown_core::query;
use godown_core::report::table::ReportCell;
use godown_core::report::{self, build};
use godown_core::schema::DocType;
use godown_core::value::Instant;
use serde_json::{Value, json};

use crate::invoices::World;
use crate::site::{Site, messages};

const DAY_MS: i64 = 86_400_000;
/// 31-03-2027, 23:59:59 in India.
const LAST_SECOND: Instant = Instant(1_806_517_799_000);

fn number(invoice: &Value) -> &str {
    invoice["doc_no"].as_str().unwrap()
}

/// The id of the series of a branch's invoices of a year.
fn set_up(site: &mut Site, branch: &str, fy: &str, more: Value) -> String {
    let mut series = json!({ "doc_type": "invoice", "branch": branch, "fy": fy, "width": 6 });
    series.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    site.make("number_series", series)
}

/// Lets the series stand at this number, as if those before it had been given.
fn stands_at(world: &mut World, prefix: &str, next: i64) {
    let key = godown_core::kept::keys::next("invoice", prefix, "26-27");
    world.site.memory.pairs.insert(key, next.to_string().into_bytes());
}

fn said(world: &World, series: &str) -> Vec<String> {
    let admin = world.actor(Role::Admin);
    let now = world.site.now;
    let view = query::view(&world.site.memory, &admin, now, "number_series", series).unwrap();
    let view = view.value().unwrap();
    let each = view["warnings"].as_array().unwrap().iter();
    each.map(|one| one["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_type_that_is_numbered_by_branch_and_year_may_have_a_series_of_its_own() {
    let by_branch = |def: &&DocType| def.series.is_some_and(|series| !series.plain);
    // A loading is numbered within its order, and has none.
    let mut all: Vec<(&str, &str)> =
        docs::ALL.iter().copied().filter(by_branch).map(|def| (def.key, def.label)).collect();
    let mut offered = series::NUMBERED.to_vec();
    all.sort_unstable();
    offered.sort_unstable();
    assert_eq!(offered, all);
}

#[test]
fn a_year_s_series_stays_open_until_the_year_is_locked() {
    let mut world = World::at(LAST_SECOND);
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let branch = world.branch.clone();
    let series = set_up(&mut world.site, &branch, "26-27", json!({}));
    assert_eq!(number(&world.invoiced(&customer)), "PN/26-27/000001");
    world.site.now = Instant(LAST_SECOND.0 + DAY_MS);
    let draft = |world: &mut World| {
        let order = world.order(&customer, 36, 1_020_500);
        let loading = world.load(&order, 36, 1_020_500);
        world.draft(&[&loading], json!({ "date": "2027-03-31" })).unwrap()
    };
    let late = draft(&mut world);
    assert_eq!(number(&world.post(&late).unwrap()), "PN/26-27/000002");
    assert_eq!(said(&world, &series), [""; 0]);
    let later = draft(&mut world);
    world.site.make("period_lock", json!({ "branch": world.branch, "locked_to": "2027-03-31" }));
    let refused = world.post(&later).unwrap_err();
    assert_eq!(refused[0].code, Code::PeriodLocked);
    assert_eq!(refused[0].message, "Date falls in a locked period (up to 31-03-2027)");
    assert_eq!(said(&world, &series), ["Closed: the year is locked up to 31-03-2027"]);
    assert_eq!(number(&world.invoiced(&customer)), "PN/27-28/000001");
    world.is_sound();
}

#[test]
fn an_exhausted_series_says_what_to_do_and_goes_on_with_a_prefix_of_its_own() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let branch = world.branch.clone();
    let more = json!({ "width": 3, "next": 999 });
    let series = set_up(&mut world.site, &branch, "26-27", more);
    assert_eq!(number(&world.invoiced(&customer)), "PN/26-27/999");
    let ended = "Exhausted: its last number was given. Give it more digits, or a prefix of its own";
    assert_eq!(said(&world, &series), [ended]);
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let draft = world.draft(&[&loading], json!({})).unwrap();
    let refused = world.post(&draft).unwrap_err();
    let want = "The series PN/26-27 is exhausted: 999 was its last number. Give it more digits, or a \
                prefix of its own, under Number series";
    assert_eq!(refused[0].message, want);
    let admin = Actor::system();
    let moved = json!({ "prefix": "PX", "next": 1 });
    world.site.edit(&admin, "number_series", &series, moved).unwrap();
    assert_eq!(said(&world, &series), [""; 0]);
    assert_eq!(number(&world.post(&draft).unwrap()), "PX/26-27/001");
    let back = world.site.edit(&admin, "number_series", &series, json!({ "prefix": null }));
    assert_eq!(messages(back), ["PN numbered documents of this year already"]);
    world.is_sound();
}

#[test]
fn more_digits_reopen_an_exhausted_series_and_fewer_are_refused() {
    let mut world = World::new();
    let branch = world.branch.clone();
    let series = set_up(&mut world.site, &branch, "26-27", json!({ "width": 3 }));
    stands_at(&mut world, "PN", 1_000);
    assert!(said(&world, &series)[0].starts_with("Exhausted"));
    let admin = Actor::system();
    world.site.edit(&admin, "number_series", &series, json!({ "width": 6 })).unwrap();
    assert_eq!(said(&world, &series), [""; 0]);
    stands_at(&mut world, "PN", 1_001);
    let less = world.site.edit(&admin, "number_series", &series, json!({ "width": 3 }));
    assert_eq!(messages(less), ["1000 was given already; it takes more digits"]);
    let more = world.site.edit(&admin, "number_series", &series, json!({ "width": 8 }));
    assert_eq!(messages(more), ["This pattern gives 17 characters; GST allows 16"]);
}

#[test]
fn a_series_taken_out_of_use_gives_no_number_until_it_is_active_again() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let branch = world.branch.clone();
    let series = set_up(&mut world.site, &branch, "26-27", json!({}));
    world.act(Role::Admin, "number_series", &series, "deactivate", json!({}));
    assert_eq!(said(&world, &series), ["Closed: it gives no numbers until it is active again"]);
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let draft = world.draft(&[&loading], json!({})).unwrap();
    let refused = world.post(&draft).unwrap_err();
    let want = "The series PN/26-27 is closed. Make it active again under Number series";
    assert_eq!((refused[0].code, &*refused[0].message), (Code::Rule, want));
    world.act(Role::Admin, "number_series", &series, "activate", json!({}));
    assert_eq!(number(&world.post(&draft).unwrap()), "PN/26-27/000001");
}

#[test]
fn no_two_series_number_by_one_prefix() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let branch = world.branch.clone();
    let series = set_up(&mut world.site, &branch, "26-27", json!({ "prefix": "PX" }));
    let next_year = set_up(&mut world.site, &branch, "27-28", json!({ "prefix": "PX" }));
    let other = json!({ "code": "VPI", "name": "Vapi", "gstin": "24AAPFU0939F1Z1",
        "address": "Plot 9", "state": crate::site::seeded("state", "24"), "series_prefix": "PX" });
    let admin = Actor::system();
    let refused = world.site.create(&admin, "branch", other.clone());
    assert_eq!(messages(refused), ["PX is the prefix of the series PX/26-27/000000"]);
    let mut vapi = other;
    vapi["series_prefix"] = json!("VP");
    world.site.make("branch", vapi);
    let taken = world.site.edit(&admin, "number_series", &next_year, json!({ "prefix": "VP" }));
    assert_eq!(messages(taken), ["VP is the prefix of another branch"]);
    assert_eq!(number(&world.invoiced(&customer)), "PX/26-27/000001");
    let moved = world.site.edit(&admin, "number_series", &series, json!({ "prefix": "PY" }));
    assert_eq!(
        messages(moved),
        ["PX numbers documents of this year; another prefix follows once it is used up"]
    );
    world.is_sound();
}

#[test]
fn the_register_tells_from_which_number_to_which_and_what_is_cancelled_or_missing() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(world.invoiced(&customer)["id"].as_str().unwrap().to_owned());
    }
    // Of an order that is not all invoiced: a completed one is reversed instead.
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 13, 368_500);
    world.load(&order, 23, 652_000);
    let part = world.draft(&[&loading], json!({})).unwrap();
    world.post(&part).unwrap();
    world.act(Role::Acc, "invoice", &part, "cancel", json!({ "remarks": "Wrong party" }));
    let register = |world: &World| {
        let frames = build::whole(&world.site.memory, 1).unwrap();
        let days = [("from", "2026-04-01"), ("to", "2027-03-31")];
        let params = days.map(|(key, day)| (key.to_owned(), day.to_owned())).into();
        report::run(&frames, "number_register", &params, world.site.today()).unwrap()
    };
    let text = |text: &str| ReportCell::Text(text.to_owned());
    let table = register(&world);
    let own = |missing: i64, gaps: ReportCell| {
        let given = 4 - missing;
        let figures = [given, 1, given - 1, missing].map(ReportCell::Number);
        let mut cells = vec![
            text("Invoices for outward supply"),
            text("PN"),
            text("26-27"),
            text("PN/26-27/000001"),
            text("PN/26-27/000004"),
        ];
        cells.extend(figures);
        cells.push(gaps);
        cells
    };
    assert_eq!(table.lines[0].cells, own(0, ReportCell::None));
    let of = |cell: &ReportCell| match cell {
        ReportCell::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let others: Vec<String> = table.lines[1..].iter().map(|line| of(&line.cells[1])).collect();
    assert!(
        others.contains(&"ORD/PN".to_owned()),
        "orders follow what the law asks for: {others:?}"
    );
    assert!(table.lines.iter().all(|line| line.cells[8] == ReportCell::Number(0)));
    // A document that is gone from under its number, as no step of ours can make it.
    let key = keys::key(&["doc", "invoice", &ids[1]]);
    world.site.memory.pairs.remove(&key).unwrap();
    assert_eq!(register(&world).lines[0].cells, own(1, text("2")));
}
