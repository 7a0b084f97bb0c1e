//! What reports say of purchase orders: what is to come, what is late, what is not billed, what to order anew.

use godown_core::report::table::{ReportCell, ReportTable};
use godown_core::report::{self, Params, build};
use godown_core::value::Day;

use super::billed::{bill, owed, pays, submitted, supplier};
use super::*;

fn report(ground: &Ground, key: &str, today: Day) -> ReportTable {
    let frames = build::whole(&ground.world.site.memory, 1).unwrap();
    report::run(&frames, key, &Params::new(), today).unwrap()
}

/// The total of a report's figure.
fn total(table: &ReportTable, key: &str) -> i64 {
    let texts = table.heads.len() - table.total.as_ref().unwrap().len();
    let at = table.heads.iter().position(|head| head.key == key).unwrap() - texts;
    match table.total.as_ref().unwrap()[at] {
        ReportCell::Number(number) => number,
        _ => 0,
    }
}

#[test]
fn what_an_order_still_brings_and_what_is_not_billed_follow_every_arrival() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    let today = ground.world.site.today();
    let open = |ground: &Ground, today| {
        let table = report(ground, "open_purchases", today);
        ["open_mt", "open_amount", "late_mt"].map(|key| total(&table, key))
    };
    let unbilled = |ground: &Ground| {
        let table = report(ground, "goods_not_billed", today);
        ["unbilled_mt", "unbilled_amount"].map(|key| total(&table, key))
    };
    assert_eq!((open(&ground, today), unbilled(&ground)), ([600_000, 3_000_000, 0], [0, 0]));
    assert_eq!(open(&ground, Day(today.0 + 400)), [600_000, 3_000_000, 600_000], "late");
    let one = received(&mut ground, &order, 400_000);
    let part = ([200_000, 1_000_000, 0], [400_000, 2_000_000]);
    assert_eq!((open(&ground, today), unbilled(&ground)), part);
    received(&mut ground, &order, 200_000);
    assert_eq!((open(&ground, today), unbilled(&ground)), ([0, 0, 0], [600_000, 3_000_000]));
    let why = json!({ "remarks": "Wrong truck" });
    act(&mut ground, "ACC", "inward", &one, "reverse", why).unwrap();
    let back = ([400_000, 2_000_000, 0], [200_000, 1_000_000]);
    assert_eq!((open(&ground, today), unbilled(&ground)), back);
}

#[test]
fn goods_down_to_their_level_are_to_be_ordered_up_to_the_maximum_less_what_is_to_come() {
    let mut ground = ground();
    let admin = ground.world.who("ADMIN");
    let order = pending(&mut ground);
    let system = crate::site::person(Role::Sys);
    let site = &ground.world.site;
    let doc = docs::look(&site.memory, &system, site.now).find("purchase_order", &order).unwrap();
    let doc = doc.unwrap();
    let line = doc.get("lines").unwrap()[0].clone();
    let (sku, yard) =
        (line["sku"].as_str().unwrap().to_owned(), doc.text("yard").unwrap().to_owned());
    let today = ground.world.site.today();
    let levels = |ground: &mut Ground, least: i64, at: i64, most: i64| {
        let row = json!({ "yard": yard, "min_pcs": least, "reorder_pcs": at, "max_pcs": most });
        ground.world.site.edit(&admin, "sku", &sku, json!({ "reorder": [row] }))
    };
    levels(&mut ground, 0, 100_000, 200_000).unwrap();
    let due = |ground: &Ground| {
        let table = report(ground, "to_reorder", today);
        table.lines.first().map(|line| line.cells.clone())
    };
    let Some(cells) = due(&ground) else { panic!("nothing is due") };
    let number = |at: usize| match cells[at] {
        ReportCell::Number(number) => number,
        _ => panic!("{cells:?}"),
    };
    let (free, reserved, available) = (number(2), number(3), number(4));
    assert_eq!(available, free - reserved);
    assert_eq!((number(8), number(9)), (0, 200_000 - available));
    act(&mut ground, "BM", "purchase_order", &order, "approve", json!({})).unwrap();
    let Some(cells) = due(&ground) else { panic!("nothing is due") };
    let coming = line["pcs"].as_i64().unwrap();
    let told = [ReportCell::Number(coming), ReportCell::Number(200_000 - available - coming)];
    assert_eq!(cells[8..], told);
    levels(&mut ground, 0, available - 1, 200_000).unwrap();
    assert_eq!(due(&ground), None);
    let why = levels(&mut ground, 500, 100, 50).unwrap_err();
    let paths: Vec<&str> = why.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, ["reorder.0.reorder_pcs", "reorder.0.max_pcs"]);
}

#[test]
fn what_is_to_be_paid_is_told_by_the_day_on_which_each_bill_is_due() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 600_000);
    let today = ground.world.site.today();
    for (no, grams, days) in [("M/201", 400_000, 10), ("M/202", 200_000, 40)] {
        let mut record = bill(&ground, &order, no, grams, 5_000_000);
        record["due_date"] = json!(today.plus(days).to_string());
        let (id, _) = submitted(&mut ground, record);
        act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    }
    let keys = [
        "payable",
        "payable_week",
        "payable_overdue",
        "payable_30",
        "payable_60",
        "payable_due",
        "advances",
    ];
    let told = |ground: &Ground, days: i32| {
        let table = report(ground, "payables", today.plus(days));
        keys.map(|key| total(&table, key))
    };
    let due = i64::from(today.0);
    let bills = owed(&ground);
    assert_eq!(bills.iter().map(|(_, paise)| *paise).collect::<Vec<_>>(), [2_360_000, 1_180_000]);
    let all = 3_540_000;
    assert_eq!(told(&ground, 0), [all, 0, 0, 0, 0, due + 10, 0]);
    assert_eq!(told(&ground, 5), [all, 2_360_000, 0, 0, 0, due + 10, 0]);
    assert_eq!(told(&ground, 40), [all, 1_180_000, 2_360_000, 2_360_000, 0, due + 10, 0]);
    assert_eq!(told(&ground, 41), [all, 0, all, 1_180_000, 2_360_000, due + 10, 0]);
    // Money on account counts towards what is due first, set against it or not.
    let early = json!({ "amount_paise": 3_000_000, "spread": "hand" });
    let id = pays(&mut ground, early);
    act(&mut ground, "BM", "supplier_payment", &id, "approve", json!({})).unwrap();
    assert_eq!(told(&ground, 0), [540_000, 0, 0, 0, 0, due + 40, 0]);
    assert_eq!(supplier(&ground), -540_000, "the report comes to the account of the supplier");
    let more = json!({ "amount_paise": 700_000, "spread": "hand", "utr": "HDFC00000000002" });
    let id = pays(&mut ground, more);
    act(&mut ground, "BM", "supplier_payment", &id, "approve", json!({})).unwrap();
    assert_eq!(told(&ground, 0), [0, 0, 0, 0, 0, 0, 160_000]);
    assert_eq!(supplier(&ground), 160_000);
}

#[test]
fn a_bill_that_is_not_what_its_vouchers_owe_is_found() {
    let mut ground = ground();
    let order = ordered(&mut ground);
    received(&mut ground, &order, 600_000);
    let record = bill(&ground, &order, "M/203", 600_000, 5_000_000);
    let (id, _) = submitted(&mut ground, record);
    act(&mut ground, "ACC", "supplier_bill", &id, "post", json!({})).unwrap();
    let payment = pays(&mut ground, json!({ "amount_paise": 1_000_000 }));
    act(&mut ground, "BM", "supplier_payment", &payment, "approve", json!({})).unwrap();
    let pairs = &mut ground.world.site.memory.pairs;
    let wanted = godown_core::kept::keys::key(&["bal", "payable"]);
    let (key, text) = pairs.iter().find(|(key, _)| key.starts_with(&wanted)).unwrap();
    let (key, mut kept): (String, Value) = (key.clone(), serde_json::from_slice(text).unwrap());
    let names = |ground: &Ground| {
        let found = invariant::check(&ground.world.site.memory).unwrap();
        found.into_iter().map(|one| one.name).collect::<Vec<_>>()
    };
    for (field, names_wanted) in [("paise", vec!["PY1"]), ("of_paise", vec!["PY1", "PY1"])] {
        let was = kept[field].clone();
        kept[field] = json!(was.as_i64().unwrap() - 1);
        let put = |ground: &mut Ground, kept: &Value| {
            ground.world.site.memory.pairs.insert(key.clone(), kept.to_string().into_bytes());
        };
        put(&mut ground, &kept);
        assert_eq!(names(&ground), names_wanted, "{field}");
        kept[field] = was;
        put(&mut ground, &kept);
    }
    assert_eq!(names(&ground), Vec::<&str>::new());
}
