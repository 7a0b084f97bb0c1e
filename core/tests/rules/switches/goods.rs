//! The switches of the yard: tolerances, and what a branch manager approves alone.

use godown_core::docs;
use godown_core::docs::orders;
use godown_core::error::Issue;
use serde_json::{Value, json};

use super::{both, took};
use crate::deeds::{Ground, beginning, sites};
use crate::support::World;

/// The same group with other values than it was made with.
fn regroup(world: &mut World, with: Value) {
    let group = world.site.get("sku", &world.sku)["record"]["product_group"].clone();
    let admin = world.who("ADMIN");
    world.site.edit(&admin, "product_group", group.as_str().unwrap(), with).unwrap();
}

#[test]
fn goods_are_loaded_within_the_tolerance_of_the_group_else_of_the_site() {
    // Five in a hundred more than was ordered.
    let loaded = |world: &mut World| {
        let order = world.at(orders::WAITING);
        let loading = world.loading(36, 1_071_525);
        world.act("YARD", &order, "load", json!({ "loading_record": loading })).is_ok()
    };
    let of_group = |bp: i64| {
        move |world: &mut World| {
            regroup(world, json!({ "load_tolerance_bp": bp }));
            loaded(world)
        }
    };
    assert_eq!(both(json!({ "load_tolerance_bp": 500 }), loaded), [false, true]);
    assert_eq!(both(json!({ "load_tolerance_bp": 500 }), of_group(499)), [false, false]);
    assert_eq!(both(json!({ "load_tolerance_bp": 0 }), of_group(500)), [true, true]);
}

#[test]
fn an_order_is_billed_by_the_weight_that_was_loaded_or_by_the_theoretical_one_that_was_ordered() {
    let billed = |world: &mut World| {
        let order = world.at(orders::WAITING);
        world.load(&order, 36, 1_040_000);
        let invoice = world.invoice(&order);
        world.site.get("invoice", &invoice)["record"]["taxable_paise"].as_i64().unwrap()
    };
    let mut world = World::new();
    let mut nominal = world.clone();
    regroup(&mut nominal, json!({ "nominal": true }));
    // 1,040 kg that were loaded of 1,020.5 kg that were ordered, at ₹58,750 a tonne.
    assert_eq!([billed(&mut world), billed(&mut nominal)], [6_110_000, 5_995_438]);
}

fn ground(set: &Value) -> Ground {
    let [mut ground, _] = sites();
    for who in ["YARD", "BM"] {
        ground.world.send_file(who, "file-1");
    }
    if set.as_object().is_some_and(|set| !set.is_empty()) {
        ground.world.setting(set.clone());
    }
    ground
}

fn make(ground: &mut Ground, who: &str, kind: &str, record: Value) -> Result<String, Vec<Issue>> {
    let actor = ground.world.who(who);
    let made = ground.world.site.create(&actor, kind, record)?;
    Ok(made["id"].as_str().unwrap().to_owned())
}

fn act(
    ground: &mut Ground,
    who: &str,
    (kind, id): (&str, &str),
    action: &str,
) -> Result<Value, Vec<Issue>> {
    let mut actor = ground.world.who(who);
    if action == "approve" {
        // Somebody else than whoever wrote it.
        actor.id = format!("another {who}");
    }
    ground.world.site.act(&actor, kind, id, action, json!({}))
}

/// A document as it begins, with other values, submitted by who writes such: its status.
fn submitted(
    ground: &mut Ground,
    who: &str,
    kind: &str,
    with: Value,
) -> Result<(String, String), String> {
    let mut record = beginning(ground, docs::find(kind).unwrap());
    for (key, value) in with.as_object().unwrap() {
        match value.is_null() {
            true => drop(record.remove(key)),
            false => drop(record.insert(key.clone(), value.clone())),
        }
    }
    let told = |issues: Vec<Issue>| issues[0].path.clone();
    let id = make(ground, who, kind, Value::Object(record)).map_err(told)?;
    let done = act(ground, who, (kind, &id), "submit").map_err(told)?;
    Ok((id, done["status"].as_str().unwrap().to_owned()))
}

/// What a branch manager gets, and then an administrator, of a document that waits for approval.
fn approved(set: Value, who: &str, kind: &str) -> [Result<(), String>; 2] {
    let mut ground = ground(&set);
    let (id, _) = submitted(&mut ground, who, kind, json!({})).unwrap();
    ["BM", "ADMIN"].map(|who| took(act(&mut ground, who, (kind, &id), "approve")))
}

#[test]
fn what_is_above_the_branch_managers_slab_of_the_site_is_the_administrators() {
    for (who, kind, set, slab) in [
        ("YARD", "batch_closing", json!({ "closing_bm_bp": 10 }), "1.417 kg and ₹10,000"),
        ("YARD", "batch_closing", json!({ "closing_bm_paise": 100 }), " kg and ₹1"),
        ("YARD", "dump_stock", json!({ "dump_bm_g": 50_000 }), "50.000 kg and ₹1,00,000"),
        ("YARD", "dump_stock", json!({ "dump_bm_paise": 100 }), " kg and ₹1"),
        ("BM", "work_order", json!({ "work_order_bm_paise": 100 }), " kg and ₹1"),
    ] {
        let [manager, _] = approved(json!({}), who, kind);
        assert_eq!(manager, Ok(()), "{kind} as the site is");
        let [manager, administrator] = approved(set.clone(), who, kind);
        let why = manager.unwrap_err();
        let end = format!("{slab}; the administrator must approve");
        assert!(why.ends_with(&end), "{set}: {why}");
        assert_eq!(administrator, Ok(()), "{set}");
    }
}

#[test]
fn a_closing_of_much_needs_a_photo_where_the_site_says_how_much_that_is() {
    let sent = |set: Value| {
        let done = submitted(&mut ground(&set), "YARD", "batch_closing", json!({ "photos": null }));
        done.map(drop)
    };
    assert_eq!(sent(json!({})), Ok(()));
    assert_eq!(sent(json!({ "closing_photo_g": 2_000 })), Ok(()));
    assert_eq!(sent(json!({ "closing_photo_g": 1_999 })), Err("photos".to_owned()));
}

#[test]
fn what_comes_out_of_a_work_order_is_what_went_in_within_the_tolerance_of_the_site() {
    // 283.470 kg go in, and 470 g less come out.
    let sent = |set: Value| submitted(&mut ground(&set), "BM", "work_order", json!({})).map(drop);
    assert_eq!(sent(json!({})), Ok(()));
    assert_eq!(sent(json!({ "work_order_tolerance_bp": 17 })), Ok(()));
    assert_eq!(sent(json!({ "work_order_tolerance_bp": 16 })), Err("outputs".to_owned()));
}

#[test]
fn the_yards_own_work_is_approved_by_itself_up_to_the_weight_of_the_site() {
    let own = json!({ "entry": "yard", "process_paise_per_kg": null });
    let sent =
        |set: Value| submitted(&mut ground(&set), "YARD", "work_order", own.clone()).unwrap().1;
    assert_eq!(sent(json!({})), "Approved");
    assert_eq!(sent(json!({ "work_order_yard_g": 283_470 })), "Approved");
    assert_eq!(sent(json!({ "work_order_yard_g": 283_469 })), "Admin Approval Pending");
}

/// An inward of 302.040 kg of which the weighbridge showed one kilogram more, approved without a word.
fn inward(mut ground: Ground, group: Option<i64>) -> Result<(), String> {
    if let Some(bp) = group {
        regroup(&mut ground.world, json!({ "inward_tolerance_bp": bp }));
    }
    let gross = json!({ "gross_g": 8_303_040 });
    let (id, _) = submitted(&mut ground, "PURCH", "inward", gross)?;
    let done = act(&mut ground, "BM", ("inward", &id), "approve");
    done.map(drop).map_err(|issues| issues[0].path.clone())
}

#[test]
fn goods_come_in_within_the_tolerance_of_the_group_else_of_the_site() {
    let word = Err("remarks".to_owned());
    let strict = || ground(&json!({ "inward_tolerance_bp": 20 }));
    assert_eq!(inward(ground(&json!({})), None), Ok(()));
    assert_eq!(inward(strict(), None), word);
    assert_eq!(inward(strict(), Some(50)), Ok(()));
    assert_eq!(inward(ground(&json!({})), Some(20)), word);
}

#[test]
fn goods_that_come_in_need_an_e_way_bill_above_the_value_of_the_site() {
    // The supplier's invoice is of ₹20,000.
    let sent = |set: Value| {
        let mut ground = ground(&set);
        let sent = submitted(&mut ground, "PURCH", "inward", json!({}));
        sent.and_then(|(id, _)| {
            let done = act(&mut ground, "BM", ("inward", &id), "approve");
            done.map(drop).map_err(|issues| issues[0].path.clone())
        })
    };
    assert_eq!(sent(json!({ "ewb_threshold_paise": 2_000_000 })), Ok(()));
    assert_eq!(sent(json!({ "ewb_threshold_paise": 1_999_999 })), Err("ewb_no".to_owned()));
}
