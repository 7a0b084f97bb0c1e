//! Goods that another document put on hold or into the dump: each has a document by which they leave again.

use godown_core::docs::dumps::DUMP_STOCK;
use godown_core::docs::holds::STOCK_HOLD;
use godown_core::docs::sales_returns::SALES_RETURN;
use godown_core::docs::transfers::TRANSFER;
use godown_core::docs::work_orders::WORK_ORDER;
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, parse};
use godown_core::ledger::books;
use godown_core::ledger::stock::{self, Bucket, Qty, StockPlace};
use godown_core::schema::DocType;
use serde_json::{Value, json};

use crate::deeds::{Ground, beginning, inputs, returns, sites};

fn ground() -> Ground {
    let [ground, _] = sites();
    ground
}

fn begin(ground: &mut Ground, def: &'static DocType, who: &str) -> String {
    let record = Value::Object(beginning(ground, def));
    let actor = ground.world.who(who);
    let made = ground.world.site.create(&actor, def.key, record);
    made.unwrap_or_else(|issues| panic!("{issues:?}"))["id"].as_str().unwrap().to_owned()
}

fn act(
    ground: &mut Ground,
    def: &'static DocType,
    id: &str,
    (who, action): (&str, &str),
    with: Value,
) {
    let actor = ground.world.who(who);
    let done = ground.world.site.act(&actor, def.key, id, action, with);
    done.unwrap_or_else(|issues| panic!("{who} {action}: {issues:?}"));
}

/// Takes steps with what they commonly take.
fn walk(ground: &mut Ground, def: &'static DocType, id: &str, steps: &[(&str, &str)]) {
    for step in steps {
        let doc = ground.world.site.read(|case| case.copy(def, id));
        let with = inputs(ground, &doc, step.1, &[], 7)[0].clone();
        act(ground, def, id, *step, with);
    }
}

/// The documents of a type that name another one.
fn naming(ground: &Ground, def: &DocType, field: &str, id: &str) -> Vec<Doc> {
    let range = Range::prefix(&keys::key(&["doc", def.key]));
    let rows = ground.world.site.memory.scan(&range, 1_000).unwrap();
    let docs = rows.iter().map(|(key, bytes)| parse::<Doc>(key, bytes).unwrap());
    docs.filter(|doc| doc.text(field) == Some(id)).collect()
}

fn only(ground: &Ground, def: &DocType, field: &str, id: &str) -> Doc {
    let mut found = naming(ground, def, field, id);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn lies(ground: &Ground, yard: &str, batch: &str, bucket: Bucket) -> Qty {
    let place = StockPlace::free(yard, &ground.world.sku, batch).to(bucket);
    ground.world.site.read(|case| stock::balance(case, &place))
}

fn dump_in_the_books(ground: &Ground) -> i64 {
    ground.world.site.read(|case| books::balance(case, books::STOCK_DUMP))
}

fn sound(ground: &Ground) {
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
}

/// A transfer of ten pieces that arrived, some of them damaged.
fn damaged(ground: &mut Ground, to: &str) -> String {
    let id = begin(ground, &TRANSFER, "YARD");
    let road =
        [("YARD", "request"), ("YARD2", "accept"), ("LOGI", "assign"), ("YARD2", "gate_out")];
    walk(ground, &TRANSFER, &id, &road);
    let counted = json!({ "batches": [{
        "lot": 0, "pcs": 10, "weight_g": 283_470, "damaged_pcs": 3, "damaged_g": 85_041, "damaged_to": to,
    }] });
    act(ground, &TRANSFER, &id, ("YARD", "receive"), counted);
    sound(ground);
    id
}

/// Two people write off what is left of a dump.
fn write_off(ground: &mut Ground, dump: &str) {
    let said = || json!({ "remarks": "Nobody will take it" });
    act(ground, &DUMP_STOCK, dump, ("ACC", "propose_write_off"), said());
    act(ground, &DUMP_STOCK, dump, ("ADMIN", "write_off"), said());
}

#[test]
fn what_came_damaged_on_hold_is_freed_once_somebody_looked_it_over() {
    let mut ground = ground();
    let transfer = damaged(&mut ground, "HOLD");
    let hold = only(&ground, &STOCK_HOLD, "transfer", &transfer);
    let (yard, batch) = (ground.world.yard.clone(), ground.other_batch.clone());
    assert_eq!(lies(&ground, &yard, &batch, Bucket::Hold), Qty::new(3, 85_041));
    assert!(hold.get("ends_at").is_none(), "nothing is free because nobody looked");
    let said = json!({ "remarks": "Straight enough to be sold" });
    act(&mut ground, &STOCK_HOLD, &hold.id, ("BM", "release"), said);
    assert_eq!(lies(&ground, &yard, &batch, Bucket::Hold), Qty::default());
    assert_eq!(lies(&ground, &yard, &batch, Bucket::Free), Qty::new(10, 283_470));
    sound(&ground);
}

#[test]
fn what_came_damaged_into_the_dump_is_written_off_to_the_last_paisa() {
    let mut ground = ground();
    let before = dump_in_the_books(&ground);
    let transfer = damaged(&mut ground, "DUMP");
    let dump = only(&ground, &DUMP_STOCK, "transfer", &transfer);
    assert_eq!(dump_in_the_books(&ground) - before, dump.int("value_paise").unwrap());
    write_off(&mut ground, &dump.id);
    let (yard, batch) = (ground.world.yard.clone(), ground.other_batch.clone());
    assert_eq!(lies(&ground, &yard, &batch, Bucket::Dump), Qty::default());
    assert_eq!(dump_in_the_books(&ground), before);
    sound(&ground);
}

#[test]
fn what_came_damaged_into_the_dump_is_restored_at_what_it_had_cost() {
    let mut ground = ground();
    let before = dump_in_the_books(&ground);
    let transfer = damaged(&mut ground, "DUMP");
    let dump = only(&ground, &DUMP_STOCK, "transfer", &transfer);
    let said = json!({ "remarks": "Only the paint was scratched" });
    act(&mut ground, &DUMP_STOCK, &dump.id, ("BM", "restore"), said);
    let (yard, batch) = (ground.world.yard.clone(), ground.other_batch.clone());
    assert_eq!(lies(&ground, &yard, &batch, Bucket::Free), Qty::new(10, 283_470));
    assert_eq!(dump_in_the_books(&ground), before);
    sound(&ground);
}

#[test]
fn what_a_return_dumped_leaves_the_dump_at_the_value_that_it_came_with() {
    let mut ground = ground();
    returns::sold(&mut ground);
    ground.world.setting(json!({ "dump_value": "scrap", "scrap_paise_per_kg": 2_000 }));
    let before = dump_in_the_books(&ground);
    ground.world.send_file("SALES", "file-1");
    let id = begin(&mut ground, &SALES_RETURN, "SALES");
    let road = [("SALES", "submit"), ("BM", "approve"), ("YARD", "receive"), ("YARD", "inspect")];
    walk(&mut ground, &SALES_RETURN, &id, &road);
    let dump = only(&ground, &DUMP_STOCK, "sales_return", &id);
    assert!(dump.int("value_paise") < dump.int("cost_paise"));
    assert_eq!(dump_in_the_books(&ground) - before, dump.int("value_paise").unwrap());
    write_off(&mut ground, &dump.id);
    assert_eq!(dump_in_the_books(&ground), before);
    sound(&ground);
}

#[test]
fn the_scrap_of_a_work_order_that_nobody_buys_is_written_off() {
    let mut ground = ground();
    let before = dump_in_the_books(&ground);
    let id = begin(&mut ground, &WORK_ORDER, "YARD");
    walk(&mut ground, &WORK_ORDER, &id, WORK);
    let dump = only(&ground, &DUMP_STOCK, "work_order", &id);
    write_off(&mut ground, &dump.id);
    assert_eq!(dump_in_the_books(&ground), before);
    sound(&ground);
}

const WORK: &[(&str, &str)] = &[("YARD", "submit"), ("YARD", "issue"), ("YARD", "record_output")];
