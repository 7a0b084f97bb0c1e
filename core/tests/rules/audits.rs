//! Stock audits: the machine and who takes its steps, what is expected of a batch when it is counted, who counts it a
//! second time, and what an approval posts.

use godown_core::docs;
use godown_core::docs::audits::{self, STOCK_AUDIT, lines_of};
use godown_core::error::Issue;
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::ledger::Source;
use godown_core::ledger::books;
use godown_core::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use godown_core::query::sheets;
use serde_json::{Value, json};

use crate::deeds::audits::plan;
use crate::deeds::{Ground, sites};
use crate::matrix;
use crate::site::messages;
use crate::support::HOUR;

mod refused;

const KIND: &str = "stock_audit";

/// A site with a second counter in the first yard.
fn ground() -> Ground {
    let [mut ground, _] = sites();
    let world = &mut ground.world;
    let mut actor = world.who("YARD");
    actor.id = world.site.make(
        "employee",
        json!({
            "emp_id": "YARD3", "name": "YARD3", "mobile": "9822080003", "roles": ["YARD"],
            "branch": world.branch, "yards": [world.yard], "designation": "Executive",
            "joined_on": "2024-04-01",
        }),
    );
    actor.name = "YARD3".to_owned();
    world.people.push(actor);
    ground
}

fn planned(ground: &mut Ground, change: Value) -> String {
    let mut record = plan(ground);
    record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    record.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    let audit = ground.world.who("AUDIT");
    let made = ground.world.site.create(&audit, KIND, record);
    made.unwrap_or_else(|issues| panic!("{issues:?}"))["id"].as_str().unwrap().to_owned()
}

fn act(
    ground: &mut Ground,
    who: &str,
    id: &str,
    action: &str,
    with: Value,
) -> Result<Value, Vec<Issue>> {
    let actor = ground.world.who(who);
    ground.world.site.act(&actor, KIND, id, action, with)
}

fn step(ground: &mut Ground, who: &str, id: &str, action: &str) -> String {
    let with = match action {
        "reject" | "cancel" => json!({ "remarks": "Counted in the rain" }),
        _ => json!({}),
    };
    let done = act(ground, who, id, action, with);
    let done = done.unwrap_or_else(|why| panic!("{who} {action}: {why:?}"));
    done["status"].as_str().unwrap().to_owned()
}

/// Counts so many pieces of the first batch, or what else is said.
fn count(ground: &mut Ground, who: &str, id: &str, with: Value) -> Result<Value, Vec<Issue>> {
    let mut record = json!({ "stock_audit": id, "batch": ground.world.batch });
    record.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    let actor = ground.world.who(who);
    ground.world.site.create(&actor, "stock_count", record)
}

fn counted(ground: &mut Ground, who: &str, id: &str, pcs: i64) {
    count(ground, who, id, json!({ "pcs": pcs })).unwrap_or_else(|why| panic!("{who}: {why:?}"));
}

fn doc(ground: &Ground, id: &str) -> Doc {
    ground.world.site.read(|look| look.copy(&STOCK_AUDIT, id))
}

fn free(ground: &Ground) -> Qty {
    let world = &ground.world;
    let place = StockPlace::free(&world.yard, &world.sku, &world.batch);
    world.site.read(|look| stock::balance(look, &place))
}

fn account(ground: &Ground, account: &str) -> i64 {
    ground.world.site.read(|look| books::balance(look, account))
}

fn sound(ground: &Ground) {
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
}

/// An audit of the first batch in a status: five of its hundred pieces are missing.
fn at(ground: &mut Ground, status: &str) -> String {
    let id = planned(ground, json!({}));
    if status == audits::PLANNED {
        return id;
    }
    if status == audits::CANCELLED {
        step(ground, "AUDIT", &id, "cancel");
        return id;
    }
    step(ground, "YARD", &id, "start");
    if status == audits::COUNTING {
        return id;
    }
    counted(ground, "YARD", &id, 95);
    assert_eq!(step(ground, "YARD", &id, "finish"), audits::RECOUNT);
    if status == audits::RECOUNT {
        return id;
    }
    counted(ground, "YARD3", &id, 95);
    assert_eq!(step(ground, "YARD3", &id, "finish"), audits::REVIEW);
    match status {
        audits::APPROVED => drop(step(ground, "BM", &id, "approve")),
        audits::REJECTED => drop(step(ground, "BM", &id, "reject")),
        _ => {}
    }
    id
}

#[test]
fn the_matrix_of_a_stock_audit_is_the_one_written_down() {
    let base = ground();
    let text = matrix::text(&STOCK_AUDIT, |status| {
        let mut ground = base.clone();
        let id = at(&mut ground, status);
        (ground.world, id)
    });
    matrix::written_down(KIND, &text);
}

#[test]
fn an_approved_difference_is_a_posting_of_its_own_and_a_voucher() {
    let mut ground = ground();
    let id = at(&mut ground, audits::REVIEW);
    assert_eq!(free(&ground), Qty::new(100, 2_834_700), "nothing is posted before the approval");
    let line = lines_of(&doc(&ground, &id)).unwrap().remove(0);
    assert_eq!((line.book_pcs, line.counted_pcs, line.difference_pcs), (100, 95, -5));
    assert_eq!((line.book_g, line.difference_g, line.value_paise), (2_834_700, -141_735, -700_000));
    assert_eq!((line.first_pcs, line.again, line.over), (Some(95), true, true));
    step(&mut ground, "BM", &id, "approve");
    assert_eq!(free(&ground), Qty::new(95, 2_692_965));
    assert_eq!(account(&ground, books::STOCK_DIFFERENCE), 700_000);
    sound(&ground);
}

#[test]
fn a_count_that_agrees_goes_to_review_and_posts_nothing() {
    let mut ground = ground();
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    counted(&mut ground, "YARD", &id, 100);
    assert_eq!(step(&mut ground, "YARD", &id, "finish"), audits::REVIEW);
    assert_eq!(doc(&ground, &id).int("agreed_lines"), Some(1));
    step(&mut ground, "BM", &id, "approve");
    assert_eq!(free(&ground), Qty::new(100, 2_834_700));
    sound(&ground);
}

#[test]
fn what_is_within_the_limit_needs_no_second_count() {
    let mut ground = ground();
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    counted(&mut ground, "YARD", &id, 98);
    assert_eq!(step(&mut ground, "YARD", &id, "finish"), audits::REVIEW);
    let id = {
        step(&mut ground, "AUDIT", &id, "reject");
        planned(&mut ground, json!({}))
    };
    ground.world.setting(json!({ "audit_variance_paise": 200_000 }));
    step(&mut ground, "YARD", &id, "start");
    counted(&mut ground, "YARD", &id, 98);
    let refused = "two pieces are worth ₹2,800, more than the limit of ₹2,000";
    assert_eq!(step(&mut ground, "YARD", &id, "finish"), audits::RECOUNT, "{refused}");
}

#[test]
fn what_is_off_by_more_than_the_part_of_the_site_is_counted_again() {
    let mut ground = ground();
    ground.world.setting(json!({ "audit_variance_bp": 199 }));
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    counted(&mut ground, "YARD", &id, 98);
    assert_eq!(step(&mut ground, "YARD", &id, "finish"), audits::RECOUNT);
}

#[test]
fn the_yard_goes_on_working_and_the_ledger_says_what_was_there_at_each_count() {
    let mut ground = ground();
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    let batch = ground.world.batch.clone();
    ground.world.later(HOUR);
    ground.world.leave(&batch, 10, 283_470);
    ground.world.later(HOUR);
    counted(&mut ground, "YARD", &id, 90);
    ground.world.later(HOUR);
    ground.world.leave(&batch, 20, 566_940);
    assert_eq!(step(&mut ground, "YARD", &id, "finish"), audits::REVIEW);
    assert_eq!(lines_of(&doc(&ground, &id)).unwrap(), [], "90 were there when they were counted");
    step(&mut ground, "BM", &id, "approve");
    assert_eq!(free(&ground).pcs, 70);
    sound(&ground);
}

#[test]
fn a_count_that_waited_without_signal_is_compared_with_the_books_of_its_own_time() {
    let mut ground = ground();
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    ground.world.later(HOUR);
    let at = ground.world.site.now.0;
    ground.world.later(HOUR);
    let batch = ground.world.batch.clone();
    ground.world.leave(&batch, 40, 1_133_880);
    count(&mut ground, "YARD", &id, json!({ "pcs": 99, "counted_at": at })).unwrap();
    step(&mut ground, "YARD", &id, "finish");
    let lines = lines_of(&doc(&ground, &id)).unwrap();
    assert_eq!((lines[0].book_pcs, lines[0].difference_pcs), (100, -1));
    step(&mut ground, "BM", &id, "approve");
    assert_eq!(free(&ground).pcs, 59);
    sound(&ground);
}

#[test]
fn a_batch_in_two_places_is_counted_in_both_and_again_where_it_moved_between() {
    let mut ground = ground();
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    count(&mut ground, "YARD", &id, json!({ "pcs": 60, "place": "Bay 1" })).unwrap();
    let by = ground.world.who("YARD").name;
    let refused = count(&mut ground, "YARD3", &id, json!({ "pcs": 61, "place": "bay 1" }));
    assert_eq!(
        messages(refused),
        [format!(
            "Batch B1 was counted by {by} at 21-11-2026 12:00 PM; enter another place if you counted other pieces of it"
        )]
    );
    ground.world.later(HOUR);
    count(&mut ground, "YARD3", &id, json!({ "pcs": 40, "weight_g": 1_133_880, "place": "Bay 2" }))
        .unwrap();
    assert_eq!(step(&mut ground, "YARD", &id, "finish"), audits::REVIEW);
    assert_eq!(lines_of(&doc(&ground, &id)).unwrap(), []);
    step(&mut ground, "BM", &id, "reject");

    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    count(&mut ground, "YARD", &id, json!({ "pcs": 60, "place": "Bay 1" })).unwrap();
    ground.world.later(HOUR);
    let batch = ground.world.batch.clone();
    ground.world.leave(&batch, 10, 283_470);
    ground.world.later(HOUR);
    count(&mut ground, "YARD", &id, json!({ "pcs": 30, "place": "Bay 2" })).unwrap();
    assert_eq!(step(&mut ground, "YARD", &id, "finish"), audits::RECOUNT);
    let line = lines_of(&doc(&ground, &id)).unwrap().remove(0);
    assert!(line.moved_between && line.difference().is_zero(), "{line:?}");
}

#[test]
fn pieces_and_weight_differ_each_by_themselves() {
    let mut ground = ground();
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    count(&mut ground, "YARD", &id, json!({ "pcs": 99, "weight_g": 2_840_000 })).unwrap();
    step(&mut ground, "YARD", &id, "finish");
    step(&mut ground, "BM", &id, "approve");
    assert_eq!(free(&ground), Qty::new(99, 2_840_000));
    // 5.3 kg were found at 14,00,00 for 2,834.700 kg.
    assert_eq!(account(&ground, books::STOCK_DIFFERENCE), -26_176);
    sound(&ground);
}

#[test]
fn what_was_found_and_is_not_on_the_sheet_is_counted_and_comes_into_the_books() {
    let mut ground = ground();
    let extra = ground.world.stock(10, 283_470);
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    counted(&mut ground, "YARD", &id, 100);
    let found = json!({ "batch": extra, "pcs": 12 });
    let refused = messages(count(&mut ground, "YARD", &id, found.clone()));
    assert!(refused[0].contains("is not on the sheet of AUD-000001"), "{refused:?}");
    let mut said = found;
    said["extra"] = json!(true);
    count(&mut ground, "YARD", &id, said).unwrap();
    assert_eq!(step(&mut ground, "YARD", &id, "finish"), audits::RECOUNT);
    count(&mut ground, "YARD3", &id, json!({ "batch": extra, "pcs": 12 })).unwrap();
    step(&mut ground, "YARD3", &id, "finish");
    let line = lines_of(&doc(&ground, &id)).unwrap().remove(0);
    assert!(line.extra && line.difference_pcs == 2, "{line:?}");
    step(&mut ground, "BM", &id, "approve");
    sound(&ground);
}

#[test]
fn a_count_that_is_taken_back_is_made_anew() {
    let mut ground = ground();
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    let first = count(&mut ground, "YARD", &id, json!({ "pcs": 9 })).unwrap();
    let first = first["id"].as_str().unwrap().to_owned();
    let again = messages(count(&mut ground, "YARD", &id, json!({ "pcs": 90 })));
    assert_eq!(
        again,
        ["You counted batch B1 here at 21-11-2026 12:00 PM; take that count back to count again"]
    );
    let yard = ground.world.who("YARD");
    ground.world.site.act(&yard, "stock_count", &first, "take_back", json!({})).unwrap();
    counted(&mut ground, "YARD", &id, 100);
    step(&mut ground, "YARD", &id, "finish");
    assert_eq!(lines_of(&doc(&ground, &id)).unwrap(), []);
    sound(&ground);
}

/// What stands in the sheet that somebody gets.
fn sheet(ground: &Ground, who: &str, id: &str) -> Value {
    let world = &ground.world;
    let actor = world.who(who);
    let sheet = sheets::of_audit(&world.site.memory, &actor, world.site.now, id).unwrap();
    serde_json::to_value(&sheet).unwrap()
}

#[test]
fn who_counts_blind_is_told_nothing_of_the_books_nor_of_the_first_count() {
    let mut ground = ground();
    let id = at(&mut ground, audits::RECOUNT);
    let world = &ground.world;
    let yard = world.who("YARD3");
    let view = docs::find(KIND).unwrap();
    let told = godown_core::query::view(&world.site.memory, &yard, world.site.now, KIND, &id);
    let told = told.unwrap().value().unwrap();
    for key in ["book_pcs", "book_g", "counted_pcs", "difference_g", "first_pcs", "value_paise"] {
        assert!(!told.to_string().contains(key), "{key}: {told}");
        assert!(view.fields.iter().any(|one| one.key == "lines"), "the field is declared");
    }
    let row = &sheet(&ground, "YARD3", &id)["rows"][0];
    assert_eq!(row.get("book_pcs"), None, "{row}");
    assert_eq!((&row["others"], &row["counts"]), (&json!(false), &json!([])));
    assert_eq!(sheet(&ground, "YARD", &id)["rows"][0]["others"], true, "they counted it first");
    assert_eq!(sheet(&ground, "AUDIT", &id)["rows"][0]["book_pcs"], 100);
    let open = planned(&mut ground.clone(), json!({ "blind": false }));
    assert!(!open.is_empty());
}

#[test]
fn a_counter_sees_the_books_only_where_the_plan_lets_them() {
    let mut ground = ground();
    let id = planned(&mut ground, json!({ "blind": false }));
    step(&mut ground, "YARD", &id, "start");
    assert_eq!(sheet(&ground, "YARD", &id)["rows"][0]["book_pcs"], 100);
    let own = count(&mut ground, "YARD", &id, json!({ "pcs": 7 })).unwrap();
    let row = sheet(&ground, "YARD", &id)["rows"][0]["counts"][0].clone();
    assert_eq!((&row["pcs"], &row["id"]), (&json!(7), &own["id"]));
    let other = sheet(&ground, "YARD3", &id)["rows"][0]["counts"][0].clone();
    assert_eq!((&other["pcs"], &other["id"]), (&Value::Null, &Value::Null), "another's count");
}

#[test]
fn a_plan_counts_the_part_of_the_yard_that_it_says() {
    let mut ground = ground();
    let group =
        ground.world.site.get("sku", &ground.world.sku.clone())["record"]["product_group"].clone();
    let young = ground.world.stock(5, 141_735);
    let rows = |ground: &mut Ground, change: Value| {
        let mut record = json!({ "batches": null });
        record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let id = planned(ground, record);
        sheet(ground, "AUDIT", &id)["rows"].as_array().unwrap().len()
    };
    let sku = ground.world.sku.clone();
    assert_eq!(rows(&mut ground, json!({ "counted": "yard" })), 3);
    assert_eq!(rows(&mut ground, json!({ "counted": "skus", "skus": [sku] })), 3);
    assert_eq!(
        rows(&mut ground, json!({ "counted": "product_groups", "product_groups": [group] })),
        3
    );
    assert_eq!(rows(&mut ground, json!({ "counted": "batches", "batches": [young] })), 1);
    assert_eq!(rows(&mut ground, json!({ "counted": "age", "age_days": 10 })), 3);
    assert_eq!(rows(&mut ground, json!({ "counted": "age", "age_days": 60 })), 0);
}

#[test]
fn a_rolling_plan_proposes_what_was_counted_longest_ago() {
    let mut ground = ground();
    let other = ground.world.stock(5, 141_735);
    let rolling = json!({ "counted": "rolling", "batches": null, "rolling_days": 30, "most": 1 });
    let id = planned(&mut ground, json!({}));
    step(&mut ground, "YARD", &id, "start");
    counted(&mut ground, "YARD", &id, 100);
    step(&mut ground, "YARD", &id, "finish");
    step(&mut ground, "BM", &id, "approve");
    let proposed = |ground: &Ground, id: &str| -> Vec<String> {
        let rows = sheet(ground, "AUDIT", id)["rows"].clone();
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| row["batch"].as_str().unwrap().to_owned())
            .collect()
    };
    let id = planned(&mut ground, rolling.clone());
    assert_eq!(proposed(&ground, &id).len(), 1);
    assert_ne!(proposed(&ground, &id), [ground.world.batch.clone()], "it was counted today");
    let mut all = rolling;
    all["most"] = json!(10);
    let id = planned(&mut ground, all);
    let mut open = proposed(&ground, &id);
    open.sort();
    let mut wanted = vec![other, ground.rest.clone()];
    wanted.sort();
    assert_eq!(open, wanted, "what was counted within the days is left out");
}

#[test]
fn nothing_of_a_batch_is_dated_before_its_approved_count() {
    let mut ground = ground();
    at(&mut ground, audits::APPROVED);
    ground.world.later(48 * HOUR);
    let (yard, sku, batch) =
        (ground.world.yard.clone(), ground.world.sku.clone(), ground.world.batch.clone());
    let place = StockPlace::free(&yard, &sku, &batch);
    let today = ground.world.site.today();
    let posted = |days: i32| {
        let world = &ground.world;
        let system = godown_core::declare::actor::Actor::system();
        let look = docs::look(&world.site.memory, &system, world.site.now);
        let mut case = godown_core::declare::case::Case::new(look, "");
        let source = Source::new("loading", "loading-1", 0, today.plus(days));
        let hold = Side::Stock(place.to(Bucket::Hold));
        stock::post(&mut case, Side::Stock(place), hold, Qty::new(1, 28_347), &source)
    };
    let refused = format!("{:?}", posted(-3).unwrap_err());
    assert!(
        refused.contains("Date lies before AUD-000001, which counted batch B1 on 21-11-2026"),
        "{refused}"
    );
    assert!(posted(-2).is_ok(), "of the day of the count it may be");
    assert!(posted(0).is_ok());
}

#[test]
fn the_administrator_is_told_of_differences_beyond_the_limit() {
    let mut ground = ground();
    let told = |ground: &Ground| {
        let memory = &ground.world.site.memory;
        let all = crate::drawn::ids(memory, docs::find("notification").unwrap());
        let docs = all.iter().filter_map(|id| crate::drawn::doc(memory, "notification", id));
        docs.filter_map(|doc| doc.text("title").map(str::to_owned)).collect::<Vec<_>>()
    };
    at(&mut ground, audits::RECOUNT);
    let title = "AUD-000001 found differences beyond the limit".to_owned();
    assert!(!told(&ground).contains(&title), "the second count may find them");
    let mut ground = self::ground();
    at(&mut ground, audits::REVIEW);
    assert!(told(&ground).contains(&title), "{:?}", told(&ground));
}
