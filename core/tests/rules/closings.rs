//! Batch closings: what they show, what keeps a batch open, and what closing and reopening move.

mod claims;
mod emptied;

use crate::matrix;
use crate::support::site::{messages, seeded};
use crate::support::{DAY, World};
use godown_core::docs::closings::{self, BATCH_CLOSING};
use godown_core::docs::orders;
use godown_core::error::{Code, Issue};
use godown_core::invariant;
use godown_core::ledger::books;
use godown_core::ledger::stock::{self, Bucket, Qty, StockPlace};
use serde_json::{Value, json};

const KIND: &str = "batch_closing";

/// A closing of a batch as the yard writes it, today.
fn closing(world: &World, batch: &str) -> Value {
    json!({ "date": world.site.today().to_string(), "batch": batch, "reason": "WEIGHING_LOSS" })
}

fn make(world: &mut World, record: Value) -> String {
    let yard = world.who("YARD");
    let made = world.site.create(&yard, KIND, record);
    made.unwrap_or_else(|issues| panic!("{issues:?}"))["id"].as_str().unwrap().to_owned()
}

fn act(
    world: &mut World,
    who: &str,
    id: &str,
    action: &str,
    inputs: Value,
) -> Result<Value, Vec<Issue>> {
    let actor = world.who(who);
    world.site.act(&actor, KIND, id, action, inputs)
}

fn step(world: &mut World, who: &str, id: &str, action: &str) -> Value {
    let inputs = match action {
        "reject" | "reopen" => json!({ "remarks": "Weigh the rest again" }),
        _ => json!({}),
    };
    act(world, who, id, action, inputs).unwrap_or_else(|issues| panic!("{action}: {issues:?}"))
}

/// A closing in a status, of a batch of 100 pieces with some weight left.
fn at(world: &mut World, status: &str, left_g: i64) -> String {
    let batch = world.rest(100, 2_834_700, left_g);
    let record = closing(world, &batch);
    let id = make(world, record);
    let walk: &[(&str, &str)] = match status {
        closings::DRAFT => &[],
        closings::PENDING => &[("YARD", "submit")],
        closings::REJECTED => &[("YARD", "submit"), ("BM", "reject")],
        closings::APPROVED => &[("YARD", "submit"), ("BM", "approve")],
        _ => &[("YARD", "submit"), ("BM", "approve"), ("ADMIN", "reopen")],
    };
    for (who, action) in walk {
        step(world, who, &id, action);
    }
    id
}

fn record(world: &World, id: &str) -> Value {
    world.site.get(KIND, id)["record"].clone()
}

fn batch_of(world: &World, id: &str) -> (String, Value) {
    let batch = record(world, id)["batch"].as_str().unwrap().to_owned();
    let doc = world.site.get("batch", &batch);
    (batch, doc)
}

fn free(world: &World, batch: &str) -> Qty {
    let place = StockPlace::free(&world.yard, &world.sku, batch);
    world.site.read(|look| stock::balance(look, &place))
}

fn account(world: &World, account: &str) -> i64 {
    world.site.read(|look| books::balance(look, account))
}

fn sound(world: &World) {
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

/// A file that the yard's person sent.
fn photo(world: &mut World) -> Value {
    world.send_file("YARD", "file-9");
    json!(["file-9"])
}

#[test]
fn the_matrix_of_a_closing_is_the_one_written_down() {
    let base = World::new();
    let text = matrix::text(&BATCH_CLOSING, |status| {
        let mut world = base.clone();
        let id = at(&mut world, status, 2_000);
        (world, id)
    });
    matrix::written_down(KIND, &text);
}

#[test]
fn a_closing_shows_how_its_batch_stands() {
    let mut world = World::new();
    let id = at(&mut world, closings::DRAFT, 12_000);
    let kept = record(&world, &id);
    for (key, value) in [
        ("in_pcs", json!(100)),
        ("in_g", json!(2_834_700)),
        ("balance_g", json!(12_000)),
        ("left_bp", json!(42)),
        ("difference_g", json!(-12_000)),
        ("difference_bp", json!(-42)),
        ("last_moved", json!(world.site.today().to_string())),
        ("value_paise", json!(-59_266)),
        ("sku_name", json!("MS Pipe 50NB")),
    ] {
        assert_eq!(kept[key], value, "{key}");
    }
    assert_eq!(kept["lies"].as_array().unwrap().len(), 1);
    assert_eq!(kept["lies"][0]["weight_g"], 12_000);
    // What came in weighs less than by its theory: that explains no loss.
    assert_eq!(kept["explained_g"].as_i64().unwrap_or(0), 0);
}

#[test]
fn theory_explains_as_much_of_a_loss_as_the_batch_weighed_beyond_it() {
    let mut world = World::new();
    // A hundred pieces of 30.204 kg by theory, 3,112.4 kg by the weighbridge.
    let batch = world.rest(100, 3_112_400, 104_000);
    let record_of = closing(&world, &batch);
    let id = make(&mut world, record_of);
    let kept = record(&world, &id);
    assert_eq!(kept["difference_g"], -104_000);
    assert_eq!(kept["explained_g"], -92_000);
}

#[test]
fn an_approved_closing_takes_the_residue_off_stock_and_books_and_closes_the_batch() {
    let mut world = World::new();
    let id = at(&mut world, closings::PENDING, 2_000);
    let before = account(&world, books::STOCK);
    assert_eq!(step(&mut world, "BM", &id, "approve")["status"], closings::APPROVED);
    assert_eq!(world.site.get(KIND, &id)["doc_no"], "BCL/PN/26-27/000001");
    let (batch, doc) = batch_of(&world, &id);
    assert_eq!((free(&world, &batch), &doc["status"]), (Qty::default(), &json!("Closed")));
    assert_eq!(doc["record"]["closed_on"], json!(world.site.today().to_string()));
    assert_eq!(account(&world, books::STOCK) - before, -9_878);
    assert_eq!(account(&world, books::WEIGHING_DIFFERENCE), 9_878);
    sound(&world);
    // It takes part in nothing any more.
    let record = closing(&world, &batch);
    let yard = world.who("YARD");
    let refused = world.site.create(&yard, KIND, record).unwrap_err();
    assert_eq!((refused[0].code, refused[0].path.as_str()), (Code::BatchClosed, "batch"));
    assert_eq!(
        refused[0].message,
        format!("Batch B2 was closed on {}", world.site.today().shown())
    );
}

/// An order of 36 pieces, all loaded from a batch that had just as many and weighed less than the
/// scales say now.
fn overweight(world: &mut World, in_g: i64) -> (String, String) {
    let batch = world.stock(36, in_g);
    let order = world.at(orders::WAITING);
    let old = std::mem::replace(&mut world.batch, batch.clone());
    world.load(&order, 36, 1_020_500);
    world.batch = old;
    (batch, order)
}

#[test]
fn the_last_pieces_may_weigh_more_than_the_books_and_the_closing_books_the_gain() {
    let mut world = World::new();
    let (batch, _) = overweight(&mut world, 1_010_000);
    assert_eq!(free(&world, &batch), Qty::default());
    assert_eq!(world.site.get("batch", &batch)["record"]["gained_g"], 10_500);
    sound(&world);
    let record_of = closing(&world, &batch);
    let id = make(&mut world, record_of);
    step(&mut world, "YARD", &id, "submit");
    let kept = record(&world, &id);
    assert_eq!((&kept["difference_g"], &kept["difference_bp"]), (&json!(10_500), &json!(104)));
    // More than half a percent of what came in.
    let refused = act(&mut world, "BM", &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].code, Code::ApprovalSlab);
    assert!(refused[0].message.contains("up to 5.050 kg and ₹10,000"), "{refused:?}");
    step(&mut world, "ADMIN", &id, "approve");
    let value = record(&world, &id)["value_paise"].as_i64().unwrap();
    assert_eq!(value, 145_545);
    assert_eq!(account(&world, books::WEIGHING_DIFFERENCE), -value);
    assert_eq!(world.site.get("batch", &batch)["record"].get("gained_g"), None);
    sound(&world);
}

#[test]
fn weight_beyond_the_tolerance_of_what_came_in_is_not_there() {
    let mut world = World::new();
    let batch = world.stock(36, 985_000);
    let order = world.at(orders::WAITING);
    world.batch = batch;
    let loading = world.loading(36, 1_020_500);
    let refused = world.act("YARD", &order, "load", json!({ "loading_record": loading }));
    let refused = refused.unwrap_err();
    assert_eq!(refused[0].code, Code::StockShort);
    sound(&world);
}

#[test]
fn goods_that_come_back_open_the_batch_again_and_say_so() {
    let mut world = World::new();
    let (batch, order) = overweight(&mut world, 1_020_500);
    let record_of = closing(&world, &batch);
    let id = make(&mut world, record_of);
    step(&mut world, "YARD", &id, "submit");
    step(&mut world, "BM", &id, "approve");
    let day = world.site.today();
    world.later(40 * DAY);
    let loading = world.loadings(&order)[0].id.clone();
    let concern =
        json!({ "reason": "RATE", "loading": loading, "remarks": "Rate is not on the slip" });
    world.step("ACC", &order, "account_concern", concern);
    let answer = json!({ "resolution": "unload", "remarks": "Back with it" });
    world.step("BM", &order, "answer", answer);
    let back = json!({ "pcs": 36, "weight_g": 1_020_500, "remarks": "All back in bay 4" });
    world.step("YARD", &order, "unload", back);
    assert_eq!(world.site.get("batch", &batch)["status"], "Open");
    assert_eq!(free(&world, &batch), Qty::new(36, 1_020_500));
    assert_eq!(world.site.get(KIND, &id)["status"], closings::REOPENED);
    let bm = world.who("BM").id;
    let told = world.site.read(|look| {
        let range = godown_core::kept::read::Range::prefix(&godown_core::kept::keys::key(&[
            "doc",
            "notification",
        ]));
        look.scan(&range, 1_000)
    });
    let told: Vec<Value> =
        told.iter().map(|(_, text)| serde_json::from_slice(text).unwrap()).collect();
    let body = format!("Batch B2 was closed on {}", day.shown());
    let to_bm = |one: &&Value| one["record"]["to"] == json!(bm);
    let of_batch =
        |one: &Value| one["record"]["body"].as_str().is_some_and(|text| text.starts_with(&body));
    assert!(told.iter().filter(to_bm).any(of_batch), "{told:#?}");
    sound(&world);
    // The batch is closed a second time, by a closing of its own.
    world.leave(&batch, 0, 1);
    let again = closing(&world, &batch);
    make(&mut world, again);
}

#[test]
fn the_administrator_takes_a_closing_of_this_month_back() {
    let mut world = World::new();
    let id = at(&mut world, closings::APPROVED, 2_000);
    let stock = account(&world, books::STOCK);
    let mut later = world.clone();
    later.later(30 * DAY);
    let refused = act(&mut later, "ADMIN", &id, "reopen", json!({ "remarks": "Found the rest" }));
    let message = messages(refused).remove(0);
    assert!(message.ends_with("only a closing of this month is taken back"), "{message}");
    step(&mut world, "ADMIN", &id, "reopen");
    let (batch, doc) = batch_of(&world, &id);
    assert_eq!((free(&world, &batch), &doc["status"]), (Qty::new(0, 2_000), &json!("Open")));
    assert_eq!(account(&world, books::WEIGHING_DIFFERENCE), 0);
    assert_eq!(account(&world, books::STOCK) - stock, 9_878);
    sound(&world);
}

#[test]
fn pieces_that_are_missing_are_lost_in_counting_and_the_rest_in_weighing() {
    let mut world = World::new();
    let batch = world.stock(100, 2_834_700);
    world.leave(&batch, 98, 2_770_006);
    let mut record_of = closing(&world, &batch);
    record_of["lost_pcs"] = json!(2);
    record_of["photos"] = photo(&mut world);
    let id = make(&mut world, record_of);
    step(&mut world, "YARD", &id, "submit");
    step(&mut world, "ADMIN", &id, "approve");
    let moves = record(&world, &id)["moves"].clone();
    assert_eq!((&moves[0]["pcs"], &moves[0]["weight_g"]), (&json!(2), &json!(56_694)));
    assert_eq!((&moves[1]["pcs"], &moves[1]["weight_g"]), (&json!(0), &json!(8_000)));
    assert_eq!(account(&world, books::STOCK_DIFFERENCE), 280_000);
    assert_eq!(account(&world, books::WEIGHING_DIFFERENCE), 39_510);
    assert_eq!(free(&world, &batch), Qty::default());
    sound(&world);
}

#[test]
fn what_is_computed_is_not_taken_from_the_one_who_sends_it() {
    let mut world = World::new();
    let batch = world.rest(100, 2_834_700, 2_000);
    let yard = world.who("YARD");
    for (key, value) in
        [("status", json!("Approved")), ("bucket", json!("FREE")), ("cost_paise", json!(1))]
    {
        let mut record = closing(&world, &batch);
        record[key] = value;
        let refused = world.site.create(&yard, KIND, record).unwrap_err();
        assert_eq!(refused[0].code, Code::Malformed, "{key}: {refused:?}");
    }
    let mut record_of = closing(&world, &batch);
    record_of["balance_g"] = json!(0);
    record_of["difference_g"] = json!(0);
    record_of["value_paise"] = json!(0);
    match world.site.create(&yard, KIND, record_of) {
        Ok(made) => {
            let kept = record(&world, made["id"].as_str().unwrap());
            assert_eq!(kept["balance_g"], 2_000);
            assert_eq!(kept["difference_g"], -2_000);
        }
        Err(refused) => assert_eq!(refused[0].code, Code::Malformed, "{refused:?}"),
    }
}

#[test]
fn whoever_sent_a_closing_does_not_approve_it() {
    let mut world = World::new();
    let batch = world.rest(100, 2_834_700, 2_000);
    let mut both = world.who("YARD");
    both.roles.push(godown_core::declare::grant::Role::Bm);
    let record_of = closing(&world, &batch);
    let made = world.site.create(&both, KIND, record_of).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    world.site.act(&both, KIND, &id, "submit", json!({})).unwrap();
    let refused = world.site.act(&both, KIND, &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].code, Code::FourEyes);
    assert_eq!(refused[0].message, "You created this batch closing; another person must approve");
    step(&mut world, "BM", &id, "approve");
}

#[test]
fn a_batch_that_moved_since_is_not_closed() {
    let mut world = World::new();
    let id = at(&mut world, closings::PENDING, 2_000);
    let (batch, _) = batch_of(&world, &id);
    world.leave(&batch, 0, 500);
    let refused = act(&mut world, "BM", &id, "approve", json!({})).unwrap_err();
    assert!(
        refused[0].message.starts_with("The batch has moved since this was sent"),
        "{refused:?}"
    );
    step(&mut world, "BM", &id, "reject");
    step(&mut world, "YARD", &id, "revise");
    assert_eq!(record(&world, &id)["balance_g"], 1_500);
    step(&mut world, "YARD", &id, "submit");
    step(&mut world, "BM", &id, "approve");
    sound(&world);
}

#[test]
fn a_batch_has_one_closing_at_a_time() {
    let mut world = World::new();
    let id = at(&mut world, closings::PENDING, 2_000);
    let (batch, _) = batch_of(&world, &id);
    let yard = world.who("YARD");
    let record_of = closing(&world, &batch);
    let refused = world.site.create(&yard, KIND, record_of.clone()).unwrap_err();
    assert_eq!(refused[0].code, Code::Duplicate);
    assert_eq!(refused[0].message, "Batch B2 is already being closed in BCL/PN/26-27/000001");
    step(&mut world, "BM", &id, "reject");
    let second = make(&mut world, record_of);
    let refused = act(&mut world, "YARD", &id, "revise", json!({})).unwrap_err();
    assert_eq!(refused[0].message, "Batch B2 is already being closed in a draft");
    step(&mut world, "YARD", &second, "submit");
}

#[test]
fn a_reason_sets_its_own_limit() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let reason = seeded("reason", "batch_closing WEIGHING_LOSS");
    world.site.edit(&admin, "reason", &reason, json!({ "slab_g": 1_000 })).unwrap();
    let id = at(&mut world, closings::PENDING, 2_000);
    let refused = act(&mut world, "BM", &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].code, Code::ApprovalSlab);
    assert!(refused[0].message.contains("up to 1.000 kg"), "{refused:?}");
    step(&mut world, "ADMIN", &id, "approve");
}

#[test]
fn the_buckets_of_a_closing_are_those_of_the_ledger() {
    let lies = BATCH_CLOSING.field("lies").unwrap();
    let godown_core::schema::Kind::Rows { fields, .. } = lies.kind else { panic!() };
    let bucket = fields.iter().find(|field| field.key == "bucket").unwrap();
    let godown_core::schema::Kind::Choice(of) = bucket.kind else { panic!() };
    let names: Vec<&str> = of.iter().map(|(name, _)| *name).collect();
    let all: Vec<&str> = Bucket::ALL.iter().map(|bucket| bucket.name()).collect();
    assert_eq!(names, all);
}
