//! Work orders: the machine and who takes its steps, what each step moves and books, and what is refused.

use godown_core::docs::work_orders::{self, WORK_ORDER};
use godown_core::error::Issue;
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::ledger::books;
use godown_core::ledger::stock::{self, Bucket, Qty, StockPlace};
use serde_json::{Value, json};

use crate::deeds::{Ground, beginning, inputs, sites};
use crate::matrix;

mod cutting;

const KIND: &str = "work_order";

fn ground() -> Ground {
    let [ground, _] = sites();
    ground
}

fn record(ground: &Ground) -> Value {
    Value::Object(beginning(ground, &WORK_ORDER))
}

fn make_by(ground: &mut Ground, who: &str, record: Value) -> String {
    let actor = ground.world.who(who);
    let made = ground.world.site.create(&actor, KIND, record);
    made.unwrap_or_else(|issues| panic!("{issues:?}"))["id"].as_str().unwrap().to_owned()
}

fn doc(ground: &Ground, id: &str) -> Doc {
    ground.world.site.read(|look| look.copy(&WORK_ORDER, id))
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

/// Takes a step with what it commonly takes, or with the other way of entering it.
fn step(ground: &mut Ground, who: &str, id: &str, action: &str, way: usize) {
    let with = inputs(ground, &doc(ground, id), action, &[], 7)[way].clone();
    act(ground, who, id, action, with).unwrap_or_else(|why| panic!("{who} {action}: {why:?}"));
}

fn told(refused: &[Issue]) -> Vec<&str> {
    refused.iter().map(|issue| issue.message.as_str()).collect()
}

const ROAD: &[(&str, &str)] = &[
    ("YARD", "submit"),
    ("BM", "approve"),
    ("YARD", "issue"),
    ("YARD", "record_output"),
    ("YARD", "hand_over"),
    ("ACC", "close"),
];

/// A work order in a status.
fn at(ground: &mut Ground, status: &str) -> String {
    let record = record(ground);
    let id = make_by(ground, "YARD", office(record));
    let walk: Vec<(&str, &str)> = match status {
        work_orders::DRAFT => Vec::new(),
        work_orders::PENDING => ROAD[..1].to_vec(),
        work_orders::REJECTED => vec![ROAD[0], ("BM", "reject")],
        work_orders::APPROVED => ROAD[..2].to_vec(),
        work_orders::IN_PROCESS => ROAD[..3].to_vec(),
        work_orders::ON_HOLD => [&ROAD[..3], &[("YARD", "hold")]].concat(),
        work_orders::RECORDED => ROAD[..4].to_vec(),
        work_orders::CLOSING => ROAD[..5].to_vec(),
        work_orders::CLOSED => ROAD.to_vec(),
        _ => [&ROAD[..2], &[("BM", "cancel")]].concat(),
    };
    for (who, action) in walk {
        step(ground, who, &id, action, 0);
    }
    id
}

/// More than the yard's own limit.
fn office(mut record: Value) -> Value {
    record["inputs"][0]["pcs"] = json!(20);
    record["outputs"][0] =
        json!({ "sku": record["outputs"][0]["sku"], "pcs": 18, "weight_g": 520_000 });
    record["scrap_g"] = json!(40_000);
    record["loss_g"] = json!(6_000);
    record
}

fn lies(ground: &Ground, sku: &str, batch: &str, bucket: Bucket) -> Qty {
    let place = StockPlace::free(&ground.world.yard, sku, batch).to(bucket);
    ground.world.site.read(|look| stock::balance(look, &place))
}

fn of_input(ground: &Ground, bucket: Bucket) -> Qty {
    lies(ground, &ground.world.sku, &ground.world.batch, bucket)
}

fn account(ground: &Ground, account: &str) -> i64 {
    ground.world.site.read(|look| books::balance(look, account))
}

fn sound(ground: &Ground) {
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
}

#[test]
fn the_matrix_of_a_work_order_is_the_one_written_down() {
    let base = ground();
    let text = matrix::text(&WORK_ORDER, |status| {
        let mut ground = base.clone();
        let id = at(&mut ground, status);
        (ground.world, id)
    });
    matrix::written_down(KIND, &text);
}

#[test]
fn approved_inputs_are_set_aside_and_issued_in_parts() {
    let mut ground = ground();
    let id = at(&mut ground, work_orders::APPROVED);
    assert_eq!(doc(&ground, &id).doc_no.as_deref(), Some("WO/PN/26-27/00001"));
    assert_eq!(of_input(&ground, Bucket::Hold), Qty::new(20, 566_940));
    assert_eq!(of_input(&ground, Bucket::Free), Qty::new(80, 2_267_760));
    step(&mut ground, "YARD", &id, "issue", 1);
    assert_eq!(of_input(&ground, Bucket::Wip), Qty::new(10, 283_470));
    assert_eq!(account(&ground, books::WORK_IN_PROGRESS), 1_400_000);
    sound(&ground);
    step(&mut ground, "YARD", &id, "reduce", 0);
    assert_eq!(of_input(&ground, Bucket::Hold), Qty::new(5, 141_735));
    step(&mut ground, "YARD", &id, "give_back", 0);
    assert_eq!(of_input(&ground, Bucket::Free), Qty::new(95, 2_692_965));
    assert_eq!(account(&ground, books::WORK_IN_PROGRESS), 0);
    sound(&ground);
}

#[test]
fn what_was_made_is_a_batch_that_knows_its_parent_and_bears_its_share_of_the_cost() {
    let mut ground = ground();
    let id = at(&mut ground, work_orders::CLOSED);
    let order = doc(&ground, &id);
    let made = work_orders::made_of(&order).unwrap();
    let (out, scrap) = (&made[0], &made[1]);
    assert_eq!((out.pcs, out.weight_g, out.scrap), (20, 520_000, false));
    assert_eq!((scrap.pcs, scrap.weight_g, scrap.scrap), (0, 20_000, true));
    let batch = ground.world.site.get("batch", &out.batch);
    assert_eq!(batch["record"]["parents"], json!([ground.world.batch]));
    assert_eq!(batch["record"]["batch_no"], "PUN12611-001");
    assert_eq!(lies(&ground, &out.sku, &out.batch, Bucket::Free), Qty::new(20, 520_000));
    assert_eq!(lies(&ground, &scrap.sku, &scrap.batch, Bucket::Dump), Qty::new(0, 20_000));
    // 20 of 100 pieces cost 28,000.00; scrap is worth 35 a kg, and 26.94 kg were lost.
    let loss = 133_051;
    let process = 78_000;
    assert_eq!(scrap.cost_paise, 70_000);
    assert_eq!(account(&ground, books::STOCK_DIFFERENCE), loss);
    assert_eq!(out.cost_paise, 2_800_000 - 70_000 - loss + process);
    assert_eq!(account(&ground, books::WORK_IN_PROGRESS), 0);
    assert_eq!(account(&ground, books::PROCESS_COST), -process);
    assert_eq!(account(&ground, books::STOCK_DUMP), 70_000);
    let weighs = |key: &str| order.int(key).unwrap();
    assert_eq!(weighs("used_g"), weighs("made_g") + weighs("scrapped_g") + weighs("lost_g"));
    sound(&ground);
}

#[test]
fn a_days_output_is_recorded_and_the_next_days_too() {
    let mut ground = ground();
    let id = at(&mut ground, work_orders::IN_PROCESS);
    step(&mut ground, "YARD", &id, "record_output", 1);
    let refused = act(&mut ground, "YARD", &id, "hand_over", json!({})).unwrap_err();
    assert_eq!(
        refused[0].message,
        "283.470 kg of batch B1 is still in work; record its output or return it"
    );
    step(&mut ground, "YARD", &id, "record_output", 0);
    assert_eq!(work_orders::made_of(&doc(&ground, &id)).unwrap().len(), 4);
    step(&mut ground, "YARD", &id, "hold", 0);
    let refused = act(&mut ground, "BM", &id, "cancel", json!({ "remarks": "Not needed" }));
    assert_eq!(
        refused.unwrap_err()[0].message,
        "Output was recorded; close the work order instead"
    );
    step(&mut ground, "YARD", &id, "resume", 0);
    step(&mut ground, "YARD", &id, "hand_over", 0);
    sound(&ground);
}

#[test]
fn a_cancelled_work_order_gives_back_all_that_it_took() {
    let mut ground = ground();
    let id = at(&mut ground, work_orders::APPROVED);
    step(&mut ground, "YARD", &id, "issue", 1);
    step(&mut ground, "YARD", &id, "hold", 0);
    step(&mut ground, "BM", &id, "cancel", 0);
    assert_eq!(of_input(&ground, Bucket::Free), Qty::new(100, 2_834_700));
    assert_eq!(account(&ground, books::WORK_IN_PROGRESS), 0);
    sound(&ground);
}

#[test]
fn a_work_order_on_hold_goes_on_where_it_was() {
    let mut ground = ground();
    for status in [work_orders::APPROVED, work_orders::IN_PROCESS, work_orders::RECORDED] {
        let id = at(&mut ground, status);
        step(&mut ground, "YARD", &id, "hold", 0);
        step(&mut ground, "BM", &id, "resume", 0);
        assert_eq!(doc(&ground, &id).status, status);
    }
    sound(&ground);
}

#[test]
fn a_small_work_order_of_the_yard_is_approved_by_its_limit() {
    let mut ground = ground();
    let record = record(&ground);
    let id = make_by(&mut ground, "YARD", record);
    step(&mut ground, "YARD", &id, "submit", 0);
    let order = doc(&ground, &id);
    assert_eq!((order.status.as_str(), order.text("approved_as")), ("Approved", Some("slab")));
    assert_eq!(order.text("entry"), Some("yard"), "whatever was sent");
    sound(&ground);
}

#[test]
fn whoever_made_a_work_order_does_not_approve_it_and_large_ones_are_the_administrators() {
    let mut ground = ground();
    let record = record(&ground);
    let id = make_by(&mut ground, "BM", record.clone());
    step(&mut ground, "BM", &id, "submit", 0);
    let refused = act(&mut ground, "BM", &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].message, "You created this work order; another person must approve");
    ground.world.setting(json!({ "work_order_bm_g": 100_000 }));
    let mut other = ground.world.who("BM");
    other.id = "bm-2".to_owned();
    let refused = ground.world.site.act(&other, KIND, &id, "approve", json!({})).unwrap_err();
    assert_eq!(
        refused[0].message,
        "A branch manager approves a work order up to 100.000 kg and ₹10,00,000; the administrator must approve"
    );
    act(&mut ground, "ADMIN", &id, "approve", json!({})).unwrap();
    sound(&ground);
}

#[test]
fn a_recipe_fills_the_outputs_and_the_administrator_approves() {
    let mut ground = ground();
    let purch = ground.world.who("PURCH");
    let sku = ground.world.sku.clone();
    let recipe = |makes: Value| {
        json!({
            "name": "Ends cut off", "work": "cut_to_length", "sku": sku, "makes": makes,
            "scrap_bp": 200, "loss_bp": 100,
        })
    };
    let part = json!([{ "sku": sku, "pcs_per_pc": 1, "share_bp": 9_000 }]);
    let refused = ground.world.site.create(&purch, "work_recipe", recipe(part)).unwrap_err();
    assert_eq!(told(&refused), ["Parts, scrap and loss come to 93.00 %; they must be 100 %"]);
    let whole = json!([{ "sku": sku, "pcs_per_pc": 1, "share_bp": 9_700 }]);
    let made = ground.world.site.create(&purch, "work_recipe", recipe(whole)).unwrap();
    let order = json!({
        "entry": "recipe", "work": "cut_to_length", "yard": ground.world.yard,
        "recipe": made["id"], "inputs": [{ "batch": ground.world.batch, "pcs": 10 }],
    });
    let id = make_by(&mut ground, "BM", order);
    let outputs = work_orders::outputs_of(&doc(&ground, &id)).unwrap();
    assert_eq!((outputs[0].pcs, outputs[0].weight_g), (10, 274_966));
    step(&mut ground, "BM", &id, "submit", 0);
    let mut other = ground.world.who("BM");
    other.id = "bm-2".to_owned();
    let refused = ground.world.site.act(&other, KIND, &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].message, "The administrator approves work by a recipe");
    act(&mut ground, "ADMIN", &id, "approve", json!({})).unwrap();
    sound(&ground);
}

/// What is entered instead, and what is said of it.
type Wrong = (fn(&mut Value), &'static str, &'static str);

const WRONG: &[Wrong] = &[
    (
        |record| record["outputs"][0]["weight_g"] = json!(280_000),
        "outputs",
        "283.470 kg goes in, 303.000 kg comes out with scrap and loss; at most 1.417 kg may differ",
    ),
    (
        |record| record["inputs"] = json!([record["inputs"][0], record["inputs"][0]]),
        "inputs.1.batch",
        "This batch is in another row already",
    ),
    (
        |record| {
            record["outputs"][0]["pcs"] = json!(11);
            record["kerf_mm"] = json!(5);
        },
        "outputs",
        "The cuts need 66,055 mm with 5 mm for each cut; the inputs have 60,000 mm",
    ),
    (|record| record["work"] = json!("job_work"), "vendor", "Job worker is required"),
    (|record| record["entry"] = json!("recipe"), "recipe", "Recipe is required"),
    (
        |record| drop(record.as_object_mut().unwrap().remove("inputs")),
        "inputs",
        "At least one batch is needed",
    ),
    (
        |record| record["inputs"][0] = json!({ "batch": record["inputs"][0]["batch"] }),
        "inputs.0.pcs",
        "Enter pieces or weight",
    ),
];

#[test]
fn a_wrong_work_order_is_told_what_is_wrong_with_it_and_moves_nothing() {
    let base = ground();
    for (spoil, path, message) in WRONG {
        let mut ground = base.clone();
        let mut record = record(&ground);
        spoil(&mut record);
        let bm = ground.world.who("BM");
        let made = ground.world.site.create(&bm, KIND, record);
        let refused = match made {
            Ok(made) => {
                let id = made["id"].as_str().unwrap().to_owned();
                act(&mut ground, "BM", &id, "submit", json!({})).unwrap_err()
            }
            Err(refused) => refused,
        };
        let found = refused.iter().any(|issue| issue.path == *path && issue.message == *message);
        assert!(found, "{path} {message}: {refused:?}");
        assert_eq!(of_input(&ground, Bucket::Free), Qty::new(100, 2_834_700));
        sound(&ground);
    }
}

#[test]
fn more_than_is_there_is_neither_set_aside_nor_issued_nor_made() {
    let mut ground = ground();
    let mut over = office(record(&ground));
    over["inputs"][0]["pcs"] = json!(101);
    over["inputs"][0]["weight_g"] = json!(2_863_000);
    over["outputs"][0]["weight_g"] = json!(2_817_000);
    let id = make_by(&mut ground, "BM", over);
    step(&mut ground, "BM", &id, "submit", 0);
    let refused = act(&mut ground, "ADMIN", &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].path, "inputs.0.pcs");
    assert!(refused[0].message.starts_with("Only 100 pcs"), "{refused:?}");
    // What pieces weigh that are not there nobody knows: their number is refused, and not their weight.
    let mut over = office(record(&ground));
    over["inputs"][0]["pcs"] = json!(101);
    let id = make_by(&mut ground, "BM", over);
    let refused = act(&mut ground, "BM", &id, "submit", json!({})).unwrap_err();
    assert_eq!(refused[0].path, "inputs.0.pcs");
    assert_eq!(told(&refused), ["Only 100 pcs / 2,834.700 kg is there"]);
    let id = at(&mut ground, work_orders::APPROVED);
    let more = json!({ "batches": [{ "input": 0, "pcs": 21 }] });
    let refused = act(&mut ground, "YARD", &id, "issue", more).unwrap_err();
    assert_eq!(told(&refused), ["Only 20 pcs / 566.940 kg is there"]);
    step(&mut ground, "YARD", &id, "issue", 1);
    let made = json!({
        "used": [{ "input": 0, "pcs": 10 }],
        "outputs": [{ "sku": ground.world.sku, "pcs": 10, "weight_g": 283_471 }],
    });
    let refused = act(&mut ground, "YARD", &id, "record_output", made).unwrap_err();
    assert_eq!(told(&refused), ["283.471 kg comes out of 283.470 kg: more than went in"]);
    let lossy = json!({
        "used": [{ "input": 0, "pcs": 10 }],
        "outputs": [{ "sku": ground.world.sku, "pcs": 9, "weight_g": 200_000 }],
    });
    let refused = act(&mut ground, "YARD", &id, "record_output", lossy).unwrap_err();
    assert_eq!(told(&refused), ["83.470 kg is lost; up to 4.417 kg was expected. Enter remarks"]);
    let none = json!({
        "used": [{ "input": 0, "weight_g": 283_470 }],
        "outputs": [{ "sku": ground.world.sku, "pcs": 9, "weight_g": 200_000 }],
    });
    let refused = act(&mut ground, "YARD", &id, "record_output", none).unwrap_err();
    assert_eq!(told(&refused), ["Enter the pieces"]);
    sound(&ground);
}

#[test]
fn goods_that_an_order_counts_on_are_not_set_aside() {
    let mut ground = ground();
    ground.world.at(godown_core::docs::orders::PRELIMINARY);
    let mut large = office(record(&ground));
    large["inputs"][0]["pcs"] = json!(80);
    large["outputs"][0]["weight_g"] = json!(2_221_760);
    let id = make_by(&mut ground, "BM", large);
    step(&mut ground, "BM", &id, "submit", 0);
    let refused = act(&mut ground, "ADMIN", &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].path, "inputs.0.pcs");
    assert_eq!(of_input(&ground, Bucket::Hold), Qty::default());
    sound(&ground);
}

fn vendor(ground: &mut Ground) -> String {
    let record = Value::Object(beginning(ground, &godown_core::docs::suppliers::VENDOR));
    let admin = ground.world.who("ADMIN");
    let made = ground.world.site.create(&admin, "vendor", record).unwrap();
    made["id"].as_str().unwrap().to_owned()
}

#[test]
fn job_work_goes_under_a_challan_and_comes_back_within_a_year() {
    let mut ground = ground();
    let mut job = record(&ground);
    job["work"] = json!("job_work");
    let vendor = vendor(&mut ground);
    job["vendor"] = json!(vendor);
    let id = make_by(&mut ground, "BM", job);
    step(&mut ground, "BM", &id, "submit", 0);
    act(&mut ground, "ADMIN", &id, "approve", json!({})).unwrap();
    let all = json!({ "batches": [{ "input": 0, "pcs": 10 }] });
    let refused = act(&mut ground, "YARD", &id, "issue", all).unwrap_err();
    assert_eq!(told(&refused), ["Job-work challan is required"]);
    step(&mut ground, "YARD", &id, "issue", 0);
    let order = doc(&ground, &id);
    let today = ground.world.site.today();
    assert_eq!(order.text("sent_on"), Some(today.to_string().as_str()));
    assert_eq!(order.text("return_by"), Some("2027-11-21"));
    let told = |ground: &Ground| -> Vec<(String, String, String, i64, i64)> {
        let rows = doc(ground, &id).get("itc04").cloned().unwrap_or_default();
        let rows: Vec<Value> = rows.as_array().cloned().unwrap_or_default();
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let int = |row: &Value, key: &str| row[key].as_i64().unwrap_or(0);
        let told = |row: &Value| {
            let worker = text(row, "worker_challan_no");
            (text(row, "table"), worker, text(row, "on"), int(row, "pcs"), int(row, "lost_g"))
        };
        rows.iter().map(told).collect()
    };
    let row = |table: &str, worker: &str, pcs: i64, lost_g: i64| {
        (table.to_owned(), worker.to_owned(), today.to_string(), pcs, lost_g)
    };
    assert_eq!(told(&ground), [row("4", "", 10, 0)]);
    let back = json!({ "batches": [{ "input": 0, "pcs": 1 }], "challan_no": "JW-7" });
    act(&mut ground.clone(), "YARD", &id, "give_back", back).unwrap();
    let mut with = inputs(&ground, &doc(&ground, &id), "record_output", &[], 0)[0].clone();
    with["challan_no"] = json!("JW-8");
    act(&mut ground, "YARD", &id, "record_output", with).unwrap();
    let rows = told(&ground);
    assert_eq!(rows[0], row("4", "", 10, 0));
    assert!(
        rows.len() > 1 && rows[1..].iter().all(|row| row.0 == "5a" && row.1 == "JW-8"),
        "{rows:?}"
    );
    let lost: i64 = rows.iter().map(|row| row.4).sum();
    assert_eq!(Some(lost), doc(&ground, &id).int("lost_g"));
    let owed = account(&ground, &books::party("vendor", &vendor));
    assert_eq!(owed, -39_000, "260 kg at 1.50");
    sound(&ground);
}
