//! Cutting plans: proposed, entered, and what cannot be cut.

use std::collections::BTreeMap;

use godown_core::docs::work_orders::cutting::{self, Bars};
use serde_json::json;

use super::{KIND, act, doc, ground, make_by, record, step, told};
use crate::deeds::Ground;
use crate::proof::dice::Dice;

#[test]
fn a_cutting_plan_is_proposed_and_one_that_cannot_be_cut_is_refused() {
    let mut ground = ground();
    let sku = ground.world.sku.clone();
    let mut record = record(&ground);
    record["outputs"] = json!([
        { "sku": sku, "pcs": 10, "length_mm": 3_500, "weight_g": 165_000 },
        { "sku": sku, "pcs": 10, "length_mm": 2_490, "weight_g": 115_000 },
    ]);
    record["scrap_g"] = json!(3_470);
    record["loss_g"] = json!(0);
    record["kerf_mm"] = json!(5);
    let id = make_by(&mut ground, "BM", record);
    let bm = ground.world.who("BM");
    let cuts = |ground: &Ground| doc(ground, &id).get("cuts").cloned().unwrap();
    let proposed = json!([
        { "input": 0, "bars": 10, "cuts": "3500 + 2490", "bar_mm": 6_000, "rest_mm": 5 },
    ]);
    assert_eq!(cuts(&ground), proposed);
    let wrong = json!([{ "input": 0, "bars": 11, "cuts": "3500 + 3500" }]);
    ground.world.site.edit(&bm, KIND, &id, json!({ "cuts": wrong })).unwrap();
    let refused = act(&mut ground, "BM", &id, "submit", json!({})).unwrap_err();
    assert_eq!(
        told(&refused),
        [
            "Only 10 bars of this input go in",
            "The plan cuts 0 pieces of 2490 mm; 10 are expected",
            "The plan cuts 22 pieces of 3500 mm; 10 are expected",
        ]
    );
    let words = json!([{ "input": 0, "bars": 1, "cuts": "3500, 2490" }]);
    let refused = ground.world.site.edit(&bm, KIND, &id, json!({ "cuts": words })).unwrap_err();
    assert_eq!(
        told(&refused),
        ["Enter lengths in mm with + between them, like 2000 + 2000 + 1500"]
    );
    ground.world.site.edit(&bm, KIND, &id, json!({ "cuts": [] })).unwrap();
    assert_eq!(cuts(&ground), proposed, "a plan that was taken out is proposed again");
    ground.world.site.edit(&bm, KIND, &id, json!({ "kerf_mm": 3 })).unwrap();
    assert_eq!(cuts(&ground)[0]["rest_mm"], 7, "a plan follows what it is of");
    step(&mut ground, "BM", &id, "submit", 0);
}

/// Bars, wanted lengths with their pieces, what a saw takes, bars used at most.
type Planned = (&'static [(i64, i64)], &'static [(i64, i64)], i64, i64);

const PLANNED: &[Planned] = &[
    (&[(6_000, 10)], &[(2_000, 30)], 0, 10),
    (&[(6_000, 10)], &[(1_995, 30)], 5, 10),
    (&[(6_000, 9)], &[(3_000, 2), (2_000, 3), (1_500, 4)], 0, 3),
    // The longest first would need three bars.
    (&[(10_000, 3)], &[(6_000, 1), (5_000, 2), (4_000, 1)], 0, 2),
    (&[(12_000, 4), (6_000, 4)], &[(5_900, 3)], 4, 3),
];

#[test]
fn a_plan_wastes_no_more_bars_than_it_must() {
    for (bars, wanted, kerf, most) in PLANNED {
        let plan = planned(bars, wanted, *kerf);
        let used: i64 = plan.iter().map(|one| one.bars).sum();
        assert!(used <= *most, "{bars:?} {wanted:?}: {plan:?}");
    }
}

fn planned(bars: &[(i64, i64)], wanted: &[(i64, i64)], kerf: i64) -> Vec<cutting::Pattern> {
    let rows = bars.iter().enumerate();
    let bars: Vec<Bars> = rows
        .map(|(input, (length_mm, pcs))| Bars { input, length_mm: *length_mm, pcs: *pcs })
        .collect();
    let wanted = wanted.iter().copied().collect();
    let plan = cutting::plan(&bars, &wanted, kerf);
    for (input, bar) in bars.iter().enumerate() {
        let of = plan.iter().filter(|one| one.input == input);
        assert!(of.clone().map(|one| one.bars).sum::<i64>() <= bar.pcs, "{plan:?}");
        for one in of {
            assert_eq!(one.rest_mm, bar.length_mm - cutting::needed(&one.cuts, kerf));
            assert!(one.rest_mm >= 0, "{one:?}");
        }
    }
    for (mm, pcs) in &wanted {
        let cut = plan
            .iter()
            .map(|one| one.bars * one.cuts.iter().filter(|cut| *cut == mm).count() as i64);
        assert!(cut.sum::<i64>() <= *pcs, "more of {mm} than is wanted: {plan:?}");
    }
    plan
}

#[test]
fn whatever_is_wanted_is_cut_out_of_bars_that_are_there() {
    let mut dice = Dice(17);
    for _ in 0..200 {
        let bars: Vec<(i64, i64)> = (0..1 + dice.below(3))
            .map(|_| (3_000 + 10 * dice.below(1_500) as i64, 1 + dice.below(20) as i64))
            .collect();
        let wanted: BTreeMap<i64, i64> = (0..1 + dice.below(8))
            .map(|_| (200 + 7 * dice.below(900) as i64, 1 + dice.below(30) as i64))
            .collect();
        let wanted: Vec<(i64, i64)> = wanted.into_iter().collect();
        planned(&bars, &wanted, dice.below(8) as i64);
    }
}

#[test]
fn the_largest_work_order_that_can_be_entered_is_planned_too() {
    let bars = [(18_000, 999_999); 20];
    let wanted: Vec<(i64, i64)> = (1..=50).map(|mm| (mm, 1_000_003 + 7 * mm)).collect();
    let plan = planned(&bars, &wanted, 0);
    let bars: i64 = plan.iter().map(|one| one.bars).sum();
    assert!(plan.iter().all(|one| one.cuts.len() <= 200));
    assert!(bars > 0 && plan.len() < 1_000, "{} patterns of {bars} bars", plan.len());
}
