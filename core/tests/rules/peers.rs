//! What users of other programs reported as broken in a yard, each as a test of what must not happen here.
//!
//! The number behind a program's name is that of the report in its public list of defects.

use godown_core::docs::inwards::INWARD;
use godown_core::docs::transfers::{self, TRANSFER};
use godown_core::docs::work_orders::{self, WORK_ORDER};
use godown_core::docs::{orders, units};
use godown_core::invariant;
use godown_core::ledger::stock::{self, Bucket, Qty, StockPlace};
use godown_core::schema::DocType;
use serde_json::{Value, json};

use crate::deeds::{Ground, beginning, inputs, sites};

/// A document on its road: who takes which steps, in which way of entering each.
struct Road {
    def: &'static DocType,
    id: String,
}

impl Road {
    fn begin(ground: &mut Ground, def: &'static DocType, who: &str, record: Value) -> Road {
        let actor = ground.world.who(who);
        let made = ground.world.site.create(&actor, def.key, record);
        let made = made.unwrap_or_else(|issues| panic!("{issues:?}"));
        Road { def, id: made["id"].as_str().unwrap().to_owned() }
    }

    fn common(ground: &mut Ground, def: &'static DocType, who: &str) -> Road {
        let record = Value::Object(beginning(ground, def));
        Road::begin(ground, def, who, record)
    }

    /// Takes a step; the status it leads to, else the words of the refusal.
    fn act(
        &self,
        ground: &mut Ground,
        who: &str,
        action: &str,
        with: Value,
    ) -> Result<String, String> {
        let actor = ground.world.who(who);
        match ground.world.site.act(&actor, self.def.key, &self.id, action, with) {
            Ok(doc) => Ok(doc["status"].as_str().unwrap().to_owned()),
            Err(issues) => Err(issues[0].message.clone()),
        }
    }

    /// Takes steps with what they commonly take.
    fn walk(&self, ground: &mut Ground, steps: &[(&str, &str)]) {
        for (who, action) in steps {
            let doc = ground.world.site.read(|case| case.copy(self.def, &self.id));
            let with = inputs(ground, &doc, action, &[], 7)[0].clone();
            self.act(ground, who, action, with).unwrap_or_else(|why| panic!("{action}: {why}"));
        }
    }
}

fn ground() -> Ground {
    let [ground, _] = sites();
    ground
}

fn lies(ground: &Ground, yard: &str, batch: &str, bucket: Bucket) -> Qty {
    let place = StockPlace::free(yard, &ground.world.sku, batch).to(bucket);
    ground.world.site.read(|case| stock::balance(case, &place))
}

fn own(ground: &Ground, bucket: Bucket) -> Qty {
    lies(ground, &ground.world.yard, &ground.world.batch, bucket)
}

fn sound(ground: &Ground) {
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
}

const ON_THE_ROAD: &[(&str, &str)] =
    &[("YARD", "request"), ("YARD2", "accept"), ("LOGI", "assign"), ("YARD2", "gate_out")];

/// A transfer of ten pieces, 283.470 kg, that left its yard.
fn on_the_road(ground: &mut Ground) -> Road {
    let road = Road::common(ground, &TRANSFER, "YARD");
    road.walk(ground, ON_THE_ROAD);
    road
}

/// What the branch manager is told of an order for so many pieces out of a yard.
fn approval_of(ground: &mut Ground, yard: &str, pcs: i64) -> Result<String, String> {
    let mut record = ground.world.order_record();
    record["yard"] = json!(yard);
    record["lines"] = json!([{ "sku": ground.world.sku, "pcs": pcs }]);
    let order = Road::begin(ground, &orders::ORDER, "SALES", record);
    order.act(ground, "SALES", "submit", json!({ "confirm": true })).unwrap();
    order.act(ground, "BM", "approve", json!({}))
}

/// erpnext#14982: goods that had left were still offered by the warehouse that they had left.
#[test]
fn goods_on_the_road_are_sold_by_neither_yard() {
    let mut ground = ground();
    let (from, to) = (ground.other_yard.clone(), ground.world.yard.clone());
    on_the_road(&mut ground);
    for (yard, free) in [(from, 90), (to, 100)] {
        let refused = approval_of(&mut ground, &yard, free + 1).unwrap_err();
        assert!(refused.starts_with(&format!("Only {free} pcs")), "{refused}");
        assert_eq!(approval_of(&mut ground, &yard, free), Ok(orders::PRELIMINARY.to_owned()));
    }
    sound(&ground);
}

/// erpnext#59251, #52221: what was rejected or short stayed in the transit warehouse for ever.
#[test]
fn damaged_and_short_goods_leave_no_ghost_in_transit() {
    let mut ground = ground();
    let (to, batch) = (ground.world.yard.clone(), ground.other_batch.clone());
    let road = on_the_road(&mut ground);
    let counted = json!({ "remarks": "Three are bent, one never came", "batches": [{
        "lot": 0, "pcs": 9, "weight_g": 255_123, "damaged_pcs": 3, "damaged_g": 85_041,
        "damaged_to": "HOLD",
    }] });
    road.act(&mut ground, "YARD", "receive", counted).unwrap();
    assert_eq!(lies(&ground, &to, &batch, Bucket::Hold), Qty::new(3, 85_041));
    assert_eq!(lies(&ground, &to, &batch, Bucket::Transit), Qty::new(1, 28_347));
    road.walk(&mut ground, &[("YARD", "hand_over")]);
    let undecided = json!({ "paper_no": "DC/7", "decisions": [] });
    assert!(road.act(&mut ground, "ACC", "settle", undecided).is_err());
    road.walk(&mut ground, &[("ACC", "settle")]);
    assert_eq!(lies(&ground, &to, &batch, Bucket::Transit), Qty::default());
    sound(&ground);
}

/// erpnext#19954, #45928: the end of a transit could be entered again, or for more than had left.
#[test]
fn a_transit_ends_once() {
    let mut ground = ground();
    let (to, batch) = (ground.world.yard.clone(), ground.other_batch.clone());
    let road = on_the_road(&mut ground);
    road.walk(&mut ground, &[("YARD", "receive")]);
    let again = json!({ "batches": [{ "lot": 0, "pcs": 10 }] });
    let refused = road.act(&mut ground, "YARD", "receive", again).unwrap_err();
    assert!(refused.contains(transfers::RECEIVED), "{refused}");
    assert_eq!(lies(&ground, &to, &batch, Bucket::Free), Qty::new(10, 283_470));
    sound(&ground);
}

/// odoo#36811: a transfer rounded otherwise than the sale did, and left a fraction behind.
#[test]
fn a_transfer_of_odd_weights_leaves_no_fraction_behind() {
    let mut ground = ground();
    let (from, to) = (ground.other_yard.clone(), ground.world.yard.clone());
    let batch = ground.other_batch.clone();
    let mut sent = Qty::default();
    for pcs in [7, 11, 23, 59] {
        let mut record = Value::Object(beginning(&ground, &TRANSFER));
        record["lines"][0]["pcs"] = json!(pcs);
        record["lines"][0].as_object_mut().unwrap().remove("weight_g");
        let road = Road::begin(&mut ground, &TRANSFER, "YARD", record);
        road.walk(&mut ground, ON_THE_ROAD);
        road.walk(&mut ground, &[("YARD", "receive")]);
        let there = lies(&ground, &to, &batch, Bucket::Free);
        assert_eq!(lies(&ground, &from, &batch, Bucket::Free) + there, Qty::new(100, 2_834_700));
        sent = there;
    }
    assert_eq!(sent, Qty::new(100, 2_834_700));
    sound(&ground);
}

/// erpnext#45851, #59251: what the gate turned back was booked with what it took.
#[test]
fn pieces_that_the_gate_turned_back_enter_no_stock() {
    let mut ground = ground();
    let mut record = Value::Object(beginning(&ground, &INWARD));
    record["lines"][0]["pcs"] = json!(8);
    record["lines"][0]["weight_g"] = json!(241_632);
    record["lines"][0]["rejected_pcs"] = json!(2);
    record["lines"][0]["rejected_g"] = json!(60_408);
    record["lines"][0]["reject_reason"] = json!("Bent at both ends");
    let before = own_sku(&ground);
    let road = Road::begin(&mut ground, &INWARD, "PURCH", record);
    road.act(&mut ground, "PURCH", "submit", json!({})).unwrap();
    road.act(&mut ground, "BM", "approve", json!({ "remarks": "Two went back" })).unwrap();
    assert_eq!(own_sku(&ground) - before, Qty::new(8, 241_632));
    sound(&ground);
}

/// All that is free of the SKU in the yard.
fn own_sku(ground: &Ground) -> Qty {
    let (yard, sku) = (&ground.world.yard, &ground.world.sku);
    ground.world.site.read(|case| stock::position(case, yard, sku)).free
}

/// erpnext#42608: 4.9 pieces instead of 5, and 0.05 kg that stayed pending in a batch.
#[test]
fn a_batch_that_is_issued_in_any_parts_ends_with_neither_pieces_nor_weight() {
    let parts: [&[i64]; 4] = [&[7], &[3, 4], &[1, 1, 1, 1, 1, 1, 1], &[5, 1, 1]];
    for parts in parts {
        let mut left = Qty::new(7, 1_000_003);
        for pcs in parts {
            left = left - Qty::new(*pcs, stock::issue_weight(left, *pcs));
        }
        assert_eq!(left, Qty::default(), "{parts:?}");
    }
}

/// erpnext#57049, #57862: half a piece was taken, and 2,000 kg became 1,999.999999131832.
#[test]
fn neither_a_part_of_a_piece_nor_a_part_of_a_gram_is_taken() {
    let mut ground = ground();
    for (key, value) in [("pcs", json!(4.9)), ("weight_g", json!(1_999_999.999_131_832))] {
        let mut record = Value::Object(beginning(&ground, &INWARD));
        record["lines"][0][key] = value;
        let actor = ground.world.who("PURCH");
        let refused = ground.world.site.create(&actor, INWARD.key, record).unwrap_err();
        assert_eq!(refused[0].path, format!("lines.0.{key}"), "{refused:?}");
    }
}

/// erpnext#57674: a factor cut off behind its third digit made 970.872 kg of 970.
#[test]
fn a_factor_that_has_no_end_loses_nothing() {
    let mut ground = ground();
    let admin = ground.world.who("ADMIN");
    let mut unit = |code: &str, num: i64, den: i64| {
        let record = json!({
            "code": code, "name": code, "uqc": "KGS", "dimension": "weight", "decimals": 3,
            "num": num, "den": den,
        });
        let made = ground.world.site.create(&admin, "uom", record).unwrap();
        made["id"].as_str().unwrap().to_owned()
    };
    let (third, whole) = (unit("THIRD", 1, 3), unit("WHOLE", 1, 1));
    let of = |from: &str, to: &str, quantity: i64| {
        ground.world.site.read(|case| {
            let [from, to] = [from, to].map(|id| case.doc(&units::UOM, id).unwrap());
            Ok(units::convert(quantity, &from, &to))
        })
    };
    for quantity in [1, 970, 999_999_999] {
        let (num, den) = of(&third, &whole, quantity).unwrap();
        assert_eq!(num * 3, i128::from(quantity) * den);
        let (num, den) = of(&whole, &third, quantity).unwrap();
        assert_eq!(num, i128::from(quantity) * 3 * den);
    }
}

const TO_APPROVAL: &[(&str, &str)] = &[("YARD", "submit"), ("BM", "approve")];

/// A work order of twenty pieces that was approved.
fn approved(ground: &mut Ground) -> Road {
    let mut record = Value::Object(beginning(ground, &WORK_ORDER));
    let sku = record["outputs"][0]["sku"].clone();
    record["inputs"][0]["pcs"] = json!(20);
    record["outputs"][0] = json!({ "sku": sku, "pcs": 18, "weight_g": 520_000 });
    record["scrap_g"] = json!(40_000);
    record["loss_g"] = json!(6_000);
    let road = Road::begin(ground, &WORK_ORDER, "YARD", record);
    road.walk(ground, TO_APPROVAL);
    road
}

fn some(pcs: i64) -> Value {
    json!({ "batches": [{ "input": 0, "pcs": pcs }] })
}

fn made(ground: &Ground, used: i64, pcs: i64, weight_g: i64, scrap_g: i64) -> Value {
    json!({
        "used": [{ "input": 0, "pcs": used }], "scrap_g": scrap_g, "remarks": "Weighed in the yard",
        "outputs": [{ "sku": ground.world.sku, "pcs": pcs, "weight_g": weight_g }],
    })
}

/// inventree#3236, #4820, #8191: the whole allocation was consumed, whatever had been used of it.
#[test]
fn work_consumes_only_what_it_used() {
    let mut ground = ground();
    let road = approved(&mut ground);
    road.act(&mut ground, "YARD", "issue", some(12)).unwrap();
    let output = made(&ground, 5, 5, 135_000, 5_000);
    road.act(&mut ground, "YARD", "record_output", output).unwrap();
    assert_eq!(own(&ground, Bucket::Wip), Qty::new(7, 198_429));
    road.act(&mut ground, "YARD", "give_back", some(7)).unwrap();
    road.act(&mut ground, "YARD", "reduce", some(8)).unwrap();
    assert_eq!(own(&ground, Bucket::Free), Qty::new(95, 2_692_965));
    for bucket in [Bucket::Wip, Bucket::Hold] {
        assert_eq!(own(&ground, bucket), Qty::default(), "{bucket:?}");
    }
    sound(&ground);
}

/// inventree#6810: an order of which nothing had been allocated could be completed.
#[test]
fn work_that_got_nothing_makes_nothing() {
    let mut ground = ground();
    let road = approved(&mut ground);
    let output = made(&ground, 1, 1, 27_000, 0);
    for (who, action, with) in [
        ("YARD", "record_output", output),
        ("YARD", "hand_over", json!({})),
        ("ACC", "close", json!({ "remarks": "Nothing was made" })),
    ] {
        let refused = road.act(&mut ground, who, action, with).unwrap_err();
        assert!(refused.contains(work_orders::APPROVED), "{action}: {refused}");
    }
    sound(&ground);
}

/// erpnext#58326: the last part was rounded up to a whole one that nobody had made.
#[test]
fn no_piece_is_made_by_rounding() {
    let mut ground = ground();
    let road = approved(&mut ground);
    road.act(&mut ground, "YARD", "issue", some(20)).unwrap();
    for pcs in [6, 11] {
        let output = made(&ground, 10, pcs, 280_001, 2_000);
        road.act(&mut ground, "YARD", "record_output", output).unwrap();
    }
    let doc = ground.world.site.read(|case| case.copy(&WORK_ORDER, &road.id));
    let made = work_orders::made_of(&doc).unwrap();
    let kept: Vec<(i64, i64)> =
        made.iter().filter(|one| !one.scrap).map(|one| (one.pcs, one.weight_g)).collect();
    assert_eq!(kept, [(6, 280_001), (11, 280_001)]);
    sound(&ground);
}

/// inventree#4846, #4800: scrap of a part of the output could not be told, or was deleted.
#[test]
fn scrap_of_a_part_is_kept_in_the_dump() {
    let mut ground = ground();
    let road = approved(&mut ground);
    road.act(&mut ground, "YARD", "issue", some(20)).unwrap();
    let output = made(&ground, 10, 10, 260_000, 23_000);
    road.act(&mut ground, "YARD", "record_output", output).unwrap();
    let doc = ground.world.site.read(|case| case.copy(&WORK_ORDER, &road.id));
    let made = work_orders::made_of(&doc).unwrap();
    let scrap = made.iter().find(|one| one.scrap).unwrap();
    let place = StockPlace::free(&ground.world.yard, &scrap.sku, &scrap.batch).to(Bucket::Dump);
    let lies = ground.world.site.read(|case| stock::balance(case, &place));
    assert_eq!(lies, Qty::new(0, 23_000));
    sound(&ground);
}

/// dolibarr#31780: a shipment was validated, and no stock moved.
#[test]
fn what_is_loaded_has_left_the_stock() {
    let mut ground = ground();
    let order = ground.world.at(orders::WAITING);
    let before = own(&ground, Bucket::Free);
    ground.world.load(&order, 36, 1_020_500);
    assert_eq!(before - own(&ground, Bucket::Free), Qty::new(36, 1_020_500));
    sound(&ground);
}
