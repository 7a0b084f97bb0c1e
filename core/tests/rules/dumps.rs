//! Dumps: what goes into DUMP, what comes out of it again, and what they refuse.

use crate::matrix;
use crate::support::World;
use crate::support::site::messages;
use godown_core::declare::grant::Role;
use godown_core::docs::dumps::{self, DUMP_STOCK};
use godown_core::docs::orders;
use godown_core::error::{Code, Issue};
use godown_core::invariant;
use godown_core::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use godown_core::ledger::{Source, books};
use serde_json::{Value, json};

const KIND: &str = "dump_stock";

/// A dump of two pieces as the yard writes it, today.
fn dump(world: &mut World) -> Value {
    world.send_file("YARD", "file-9");
    json!({
        "date": world.site.today().to_string(), "yard": world.yard, "batch": world.batch, "pcs": 2,
        "reason": "RUST", "photos": ["file-9"], "est_paise_per_kg": 3_100,
    })
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

fn step(world: &mut World, who: &str, id: &str, action: &str) {
    let inputs = match action {
        "submit" | "approve" | "revise" => json!({}),
        _ => json!({ "remarks": "Looked over with the foreman" }),
    };
    act(world, who, id, action, inputs).unwrap_or_else(|issues| panic!("{action}: {issues:?}"));
}

fn at(world: &mut World, status: &str) -> String {
    let record = dump(world);
    let id = make(world, record);
    let walk: &[(&str, &str)] = &[("YARD", "submit"), ("BM", "approve")];
    let walk: Vec<(&str, &str)> = match status {
        dumps::DRAFT => Vec::new(),
        dumps::PENDING => walk[..1].to_vec(),
        dumps::REJECTED => vec![("YARD", "submit"), ("BM", "reject")],
        dumps::APPROVED => walk.to_vec(),
        dumps::DISPOSAL => [walk, &[("ACC", "propose_write_off")]].concat(),
        dumps::RESTORED => [walk, &[("BM", "restore")]].concat(),
        dumps::SOLD | dumps::REPROCESSED => walk.to_vec(),
        _ => [walk, &[("ACC", "propose_write_off"), ("ADMIN", "write_off")]].concat(),
    };
    for (who, action) in walk {
        step(world, who, &id, action);
    }
    if [dumps::SOLD, dumps::REPROCESSED].contains(&status) {
        all_leave(world, status == dumps::REPROCESSED);
    }
    id
}

/// All that was dumped leaves by an order or a work order.
fn all_leave(world: &mut World, by_work: bool) {
    let (yard, sku, batch) = (world.yard.clone(), world.sku.clone(), world.batch.clone());
    let qty = lies(world, Bucket::Dump);
    world.system(|case| {
        let place = StockPlace::free(&yard, &sku, &batch).to(Bucket::Dump);
        let source = Source::new("batch", &batch, 0, case.today());
        let work_order = by_work.then_some("none");
        let out = dumps::OutOfDump { work_order, ..dumps::OutOfDump::of(&source) };
        dumps::take(case, &place, qty, &out)?;
        let to = if by_work { Side::Work } else { Side::Customer };
        stock::post(case, Side::Stock(place), to, qty, &source)
    });
}

fn lies(world: &World, bucket: Bucket) -> Qty {
    let place = StockPlace::free(&world.yard, &world.sku, &world.batch).to(bucket);
    world.site.read(|look| stock::balance(look, &place))
}

fn account(world: &World, account: &str) -> i64 {
    world.site.read(|look| books::balance(look, account))
}

fn sound(world: &World) {
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn the_matrix_of_a_dump_is_the_one_written_down() {
    let base = World::new();
    let text = matrix::text(&DUMP_STOCK, |status| {
        let mut world = base.clone();
        let id = at(&mut world, status);
        (world, id)
    });
    matrix::written_down(KIND, &text);
}

#[test]
fn a_dump_leaves_the_free_stock_at_cost_and_its_restoring_brings_back_the_same() {
    let mut world = World::new();
    let id = at(&mut world, dumps::APPROVED);
    assert_eq!(world.site.get(KIND, &id)["doc_no"], "DMP/PN/26-27/000001");
    assert_eq!(lies(&world, Bucket::Dump), Qty::new(2, 56_694));
    assert_eq!(lies(&world, Bucket::Free), Qty::new(98, 2_778_006));
    assert_eq!(
        (account(&world, books::STOCK), account(&world, books::STOCK_DUMP)),
        (-280_000, 280_000)
    );
    sound(&world);
    let refused = act(&mut world, "BM", &id, "restore", json!({})).unwrap_err();
    assert_eq!(refused[0].path, "remarks");
    step(&mut world, "BM", &id, "restore");
    assert_eq!(lies(&world, Bucket::Free), Qty::new(100, 2_834_700));
    assert_eq!((account(&world, books::STOCK), account(&world, books::STOCK_DUMP)), (0, 0));
    sound(&world);
}

#[test]
fn dumped_goods_are_written_down_to_the_scrap_rate_where_a_site_says_so() {
    let mut world = World::new();
    world.setting(json!({ "dump_value": "scrap", "scrap_paise_per_kg": 3_000 }));
    let id = at(&mut world, dumps::APPROVED);
    assert_eq!(world.site.get(KIND, &id)["record"]["value_paise"], 170_082);
    assert_eq!(account(&world, books::STOCK_DUMP), 170_082);
    assert_eq!(account(&world, books::STOCK_DIFFERENCE), 109_918);
    step(&mut world, "ACC", &id, "propose_write_off");
    step(&mut world, "ADMIN", &id, "write_off");
    assert_eq!(account(&world, books::STOCK_DUMP), 0);
    assert_eq!(account(&world, books::STOCK_DIFFERENCE), 280_000);
    sound(&world);
}

#[test]
fn accounts_and_the_administrator_write_off_together() {
    let mut world = World::new();
    let id = at(&mut world, dumps::DISPOSAL);
    let remarks = json!({ "remarks": "Sold to nobody for a year" });
    let refused = act(&mut world, "ACC", &id, "write_off", remarks.clone()).unwrap_err();
    assert_eq!(refused[0].message, "You proposed this write-off; another person must write off");
    let mut other = world.who("ACC");
    other.id = "acc-2".to_owned();
    let refused = world.site.act(&other, KIND, &id, "write_off", remarks.clone()).unwrap_err();
    assert_eq!(refused[0].message, "The administrator must write off what accounts proposed");
    let refused = act(&mut world, "ADMIN", &id, "write_off", json!({})).unwrap_err();
    assert_eq!(refused[0].message, "Please enter remarks (at least 5 characters)");
    // The other way round.
    step(&mut world, "ACC", &id, "keep");
    step(&mut world, "ADMIN", &id, "propose_write_off");
    let mut second = world.who("ADMIN");
    second.id = "admin-2".to_owned();
    let refused = world.site.act(&second, KIND, &id, "write_off", remarks).unwrap_err();
    assert_eq!(refused[0].message, "Accounts must write off what the administrator proposed");
    step(&mut world, "ACC", &id, "write_off");
    assert_eq!(lies(&world, Bucket::Dump), Qty::default());
    assert_eq!(account(&world, books::STOCK_DIFFERENCE), 280_000);
    sound(&world);
}

#[test]
fn what_a_closing_leaves_in_the_dump_may_still_leave_it() {
    let mut world = World::new();
    world.leave(&world.batch.clone(), 98, 2_777_000);
    let id = at(&mut world, dumps::APPROVED);
    let yard = world.who("YARD");
    let closing = json!({
        "date": world.site.today().to_string(), "batch": world.batch, "reason": "WEIGHING_LOSS",
    });
    assert_eq!(lies(&world, Bucket::Free), Qty::default());
    let closing = world.site.create(&yard, "batch_closing", closing).unwrap();
    let closing = closing["id"].as_str().unwrap().to_owned();
    world.site.act(&yard, "batch_closing", &closing, "submit", json!({})).unwrap();
    let bm = world.who("BM");
    world.site.act(&bm, "batch_closing", &closing, "approve", json!({})).unwrap();
    let remarks = json!({ "remarks": "Straightened, as good as new" });
    let refused = act(&mut world, "BM", &id, "restore", remarks).unwrap_err();
    assert_eq!(refused[0].code, Code::BatchClosed);
    step(&mut world, "ACC", &id, "propose_write_off");
    step(&mut world, "ADMIN", &id, "write_off");
    assert_eq!(lies(&world, Bucket::Dump), Qty::default());
    sound(&world);
}

/// What is entered instead, and what the yard is told.
type Wrong = (fn(&mut World, &mut Value), &'static str, &'static str);

const WRONG: &[Wrong] = &[
    (
        |_, record| record["pcs"] = json!(101),
        "pcs",
        "Only 100 pcs / 2,834.700 kg of batch B1 is free here",
    ),
    (|world, _| drop(world.at(orders::PRELIMINARY)), "pcs", "Only 64 pcs"),
    (
        |_, record| {
            record.as_object_mut().unwrap().remove("pcs");
            record["weight_g"] = json!(5_000);
        },
        "pcs",
        "Enter the pieces: this batch is counted in pieces",
    ),
    (
        |_, record| {
            record.as_object_mut().unwrap().remove("pcs");
        },
        "pcs",
        "Enter pieces or weight",
    ),
    (
        |world, record| {
            world.leave(&world.batch.clone(), 100, 2_830_000);
            record.as_object_mut().unwrap().remove("pcs");
            record["weight_g"] = json!(4_700);
        },
        "pcs",
        "No pieces of batch B1 are left; close it instead",
    ),
    (
        |_, record| record["weight_g"] = json!(2_834_700),
        "weight_g",
        "98 pcs would be left without weight",
    ),
    (|_, record| record["reason"] = json!("WEATHER"), "reason", "Select a reason"),
    (
        |_, record| drop(record.as_object_mut().unwrap().remove("photos")),
        "photos",
        "Add at least one photo of the goods",
    ),
    (
        |world, record| record["date"] = json!(world.site.today().plus(1).to_string()),
        "date",
        "Date is in the future",
    ),
    (
        |world, record| record["date"] = json!(world.site.today().plus(-2).to_string()),
        "date",
        "You may back-date at most 0 days",
    ),
    (
        |world, _| {
            let admin = world.who("ADMIN");
            let lock =
                json!({ "branch": world.branch, "locked_to": world.site.today().to_string() });
            world.site.create(&admin, "period_lock", lock).unwrap();
        },
        "date",
        "Date falls in a locked period",
    ),
    (
        |world, _| {
            let (audit, who) = (world.who("AUDIT"), world.who("YARD").id);
            let plan = json!({
                "yard": world.yard, "counters": [who], "counted": "yard",
                "planned_on": world.site.today().to_string(),
            });
            world.site.create(&audit, "stock_audit", plan).unwrap();
        },
        "batch",
        "Batch B1 is being counted in AUD-000001",
    ),
];

#[test]
fn a_dump_is_refused_with_what_to_mend() {
    for (change, path, message) in WRONG {
        let mut world = World::new();
        let mut record = dump(&mut world);
        if *message == "Only 64 pcs" {
            record["pcs"] = json!(65);
        }
        change(&mut world, &mut record);
        let before = lies(&world, Bucket::Free);
        let yard = world.who("YARD");
        let refused = match world.site.create(&yard, KIND, record) {
            Err(refused) => refused,
            Ok(made) => {
                let id = made["id"].as_str().unwrap().to_owned();
                act(&mut world, "YARD", &id, "submit", json!({})).unwrap_err()
            }
        };
        let issue = refused.iter().find(|issue| issue.message.starts_with(message));
        assert_eq!(issue.map(|one| one.path.as_str()), Some(*path), "{message}: {refused:?}");
        assert_eq!(lies(&world, Bucket::Free), before, "{message}");
        sound(&world);
    }
}

#[test]
fn goods_that_were_reserved_since_are_not_dumped() {
    let mut world = World::new();
    let mut record = dump(&mut world);
    record["pcs"] = json!(70);
    let id = make(&mut world, record);
    step(&mut world, "YARD", &id, "submit");
    world.at(orders::PRELIMINARY);
    let refused = messages(act(&mut world, "BM", &id, "approve", json!({})));
    assert!(refused[0].contains("36 pcs reserved for 1 order"), "{refused:?}");
    assert_eq!(lies(&world, Bucket::Free), Qty::new(100, 2_834_700));
    sound(&world);
}

#[test]
fn a_dump_that_is_not_decided_keeps_its_batch_open() {
    let mut world = World::new();
    at(&mut world, dumps::PENDING);
    world.leave(&world.batch.clone(), 98, 2_777_000);
    let yard = world.who("YARD");
    let closing = json!({
        "date": world.site.today().to_string(), "batch": world.batch, "lost_pcs": 2,
        "reason": "WEIGHING_LOSS", "photos": ["file-9"],
    });
    let made = world.site.create(&yard, "batch_closing", closing).unwrap();
    let id = made["id"].as_str().unwrap();
    let refused = messages(world.site.act(&yard, "batch_closing", id, "submit", json!({})));
    let message = "DMP/PN/26-27/000001 of batch B1 is not decided yet";
    assert!(refused.iter().any(|one| one.ends_with(message)), "{refused:?}");
}

#[test]
fn a_large_dump_is_the_administrators_to_approve_and_none_its_makers() {
    let mut world = World::new();
    let mut record = dump(&mut world);
    record["pcs"] = json!(80);
    let mut both = world.who("YARD");
    both.roles.extend([Role::Bm, Role::Admin]);
    let made = world.site.create(&both, KIND, record).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    world.site.act(&both, KIND, &id, "submit", json!({})).unwrap();
    let refused = world.site.act(&both, KIND, &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].code, Code::FourEyes);
    let refused = act(&mut world, "BM", &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].code, Code::ApprovalSlab);
    assert!(
        refused[0].message.starts_with("A branch manager approves a dump up to 2,000.000 kg"),
        "{refused:?}"
    );
    step(&mut world, "ADMIN", &id, "approve");
    assert_eq!(lies(&world, Bucket::Dump).pcs, 80);
    sound(&world);
}

#[test]
fn status_bucket_and_cost_do_not_come_from_the_one_who_sends_a_dump() {
    let mut world = World::new();
    let yard = world.who("YARD");
    for (key, value) in [("status", json!("Approved")), ("bucket", json!("DUMP"))] {
        let mut record = dump(&mut world);
        record[key] = value;
        let refused = world.site.create(&yard, KIND, record).unwrap_err();
        assert_eq!(refused[0].code, Code::Malformed, "{key}: {refused:?}");
    }
    let mut record = dump(&mut world);
    record["cost_paise"] = json!(1);
    match world.site.create(&yard, KIND, record) {
        Ok(made) => {
            let id = made["id"].as_str().unwrap();
            assert_eq!(world.site.get(KIND, id)["record"]["cost_paise"], 280_000);
        }
        Err(refused) => assert_eq!(refused[0].code, Code::Malformed, "{refused:?}"),
    }
}
