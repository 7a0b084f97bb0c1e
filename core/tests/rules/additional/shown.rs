//! Stock as people are shown it: every bucket, what is on its way, a day that is over, and each figure down to its
//! postings.

use godown_core::error::{Code, Halt};
use godown_core::ledger::stock::life::LifeKind;
use godown_core::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use godown_core::ledger::{Source, stock as ledger};
use godown_core::query::life::{self, ClaimsAsked, PostingsAsked};
use godown_core::query::stock::{Asked, Lies, StockRow};
use godown_core::report::{self, Params, build};
use godown_core::value::Day;
use serde_json::{Value, json};

use super::world::{KIND, Yard};
use crate::site::wire;
use crate::support::DAY;

fn asked() -> Asked {
    Asked { limit: 50, ..Asked::default() }
}

fn shown(yard: &Yard, who: &str, asked: &Asked) -> Value {
    let world = &yard.ground.world;
    let (actor, now) = (world.who(who), world.site.now);
    let read = &world.site.memory;
    wire(&godown_core::query::stock::stock(read, &actor, now, asked).unwrap())
}

fn rows(yard: &Yard, asked: &Asked) -> Vec<StockRow> {
    let world = &yard.ground.world;
    let (actor, now) = (world.who("BM"), world.site.now);
    godown_core::query::stock::stock(&world.site.memory, &actor, now, asked).unwrap().rows
}

/// Some of the inward's batch in each of the buckets.
fn spread(yard: &mut Yard) {
    let (place, sku, batch) =
        (yard.ground.world.yard.clone(), yard.ground.world.sku.clone(), yard.batch.clone());
    yard.ground.world.system(|case| {
        let free = StockPlace::free(&place, &sku, &batch);
        for (at, bucket) in Bucket::ALL.iter().skip(1).enumerate() {
            let source = Source::new("batch", &batch, at as u32, case.today());
            let to = Side::Stock(free.to(*bucket));
            ledger::post(case, Side::Stock(free), to, Qty::new(1, 30_204), &source)?;
        }
        stock::reserve(case, "o", 0, &place, &sku, Qty::new(2, 60_408), None)
    });
}

fn figures(row: &StockRow) -> [(&'static str, Qty); 5] {
    [
        ("FREE", Qty::new(row.free_pcs, row.free_g)),
        ("HOLD", Qty::new(row.hold_pcs, row.hold_g)),
        ("DUMP", Qty::new(row.dump_pcs, row.dump_g)),
        ("TRANSIT", Qty::new(row.transit_pcs, row.transit_g)),
        ("WIP", Qty::new(row.wip_pcs, row.wip_g)),
    ]
}

#[test]
fn each_figure_of_each_bucket_comes_to_its_postings() {
    let mut yard = Yard::new();
    spread(&mut yard);
    yard.sell(2, 60_408, true);
    let world = &yard.ground.world;
    let (actor, now) = (world.who("BM"), world.site.now);
    let mut seen = 0;
    for row in rows(&yard, &asked()) {
        for (bucket, figure) in figures(&row) {
            let asked = PostingsAsked {
                yard: row.yard.clone(),
                batch: row.batch.clone(),
                bucket: bucket.to_owned(),
                on: None,
            };
            let found = life::postings(&world.site.memory, &actor, now, &asked).unwrap();
            assert_eq!(Qty::new(found.pcs, found.g), figure, "{bucket} of {}", row.batch);
            let last = found.rows.last().map_or(Qty::default(), |r| Qty::new(r.left_pcs, r.left_g));
            assert_eq!(last, figure, "each row says what was there behind it");
            seen += usize::from(!figure.is_zero());
        }
    }
    assert!(seen >= 6, "{seen}");
    let claims = ClaimsAsked { yard: world.yard.clone(), sku: world.sku.clone() };
    let claims = life::claims(&world.site.memory, &actor, now, &claims).unwrap();
    assert_eq!((claims.pcs, claims.rows.len()), (2, 1));
}

#[test]
fn the_sums_are_of_all_pages_and_pages_are_of_one_order() {
    let mut yard = Yard::new();
    for _ in 0..5 {
        yard.approved("opening_stock", yard.goods());
    }
    let whole = rows(&yard, &asked());
    let mut paged = Vec::new();
    for offset in (0..whole.len()).step_by(2) {
        let page = Asked { offset, limit: 2, ..asked() };
        let shown = shown(&yard, "BM", &page);
        assert_eq!(shown["total"], json!(whole.len()));
        let pcs: i64 = whole.iter().map(|row| row.free_pcs).sum();
        assert_eq!(shown["sums"]["free_pcs"], json!(pcs));
        paged.extend(rows(&yard, &page));
    }
    let ids = |rows: &[StockRow]| rows.iter().map(|row| row.batch.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&paged), ids(&whole));
}

#[test]
fn what_is_sent_for_approval_is_incoming_until_it_is_approved() {
    let mut yard = Yard::new();
    let draft = yard.make("PURCH", KIND, yard.record("opening_stock", yard.goods())).unwrap();
    let incoming = |yard: &Yard, who: &str| shown(yard, who, &asked())["incoming"].clone();
    assert_eq!(incoming(&yard, "BM"), json!([]), "a draft is nobody's");
    yard.step("PURCH", KIND, &draft, "submit").unwrap();
    let rows = incoming(&yard, "BM");
    assert_eq!(
        (&rows[0]["pcs"], &rows[0]["g"], &rows[0]["id"]),
        (&json!(3), &json!(90_612), &json!(draft))
    );
    assert_eq!(
        incoming(&yard, "SALES")[0]["id"],
        Value::Null,
        "who sees no inward is told how much"
    );
    let other = Asked { q: "nothing like it".to_owned(), ..asked() };
    assert_eq!(shown(&yard, "BM", &other)["incoming"], json!([]));
    yard.pending("late_freight", yard.lines("late_freight"));
    assert_eq!(incoming(&yard, "BM").as_array().unwrap().len(), 1, "a cost brings no goods");
    yard.step("BM", KIND, &draft, "approve").unwrap();
    assert_eq!(incoming(&yard, "BM"), json!([]));
}

#[test]
fn a_day_that_is_over_is_shown_as_it_lay_at_its_end() {
    let mut yard = Yard::new();
    let first = yard.ground.world.site.today();
    let then = shown(&yard, "BM", &asked())["sums"].clone();
    yard.ground.world.later(2 * DAY);
    yard.sell(10, 302_040, true);
    yard.approved("opening_stock", yard.goods());
    let on = |yard: &Yard, day: Day| {
        let asked = Asked { on: Some(day), ..asked() };
        (shown(yard, "BM", &asked)["sums"].clone(), rows(yard, &asked))
    };
    let (sums, rows) = on(&yard, first);
    assert_eq!((&sums["free_pcs"], &sums["free_g"]), (&then["free_pcs"], &then["free_g"]));
    assert!(rows.iter().any(|row| row.batch == yard.batch), "what is gone by now lay there");
    assert!(rows.iter().all(|row| row.age_days >= 0));
    let now = shown(&yard, "BM", &asked())["sums"].clone();
    assert_ne!(now["free_g"], then["free_g"]);
    assert_eq!(on(&yard, first.plus(2)).0["free_g"], now["free_g"]);
    assert_eq!(on(&yard, first.plus(-40)).0["free_g"], json!(0));
}

#[test]
fn stock_is_asked_for_by_zone_and_bucket() {
    let mut yard = Yard::new();
    let zone = yard
        .ground
        .world
        .site
        .make("zone", json!({ "yard": yard.ground.world.yard, "name": "Bay 4" }));
    let mut lines = yard.goods();
    lines[0]["zone"] = json!(zone);
    lines[0]["rack"] = json!("R7");
    yard.approved("opening_stock", lines);
    let found = rows(&yard, &Asked { zone: zone.clone(), ..asked() });
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].zone.as_deref(), found[0].rack.as_deref()), (Some(&*zone), Some("R7")));
    spread(&mut yard);
    for name in ["hold", "dump", "transit", "wip"] {
        let lies = Lies::parse(name).unwrap();
        let found = rows(&yard, &Asked { lies, ..asked() });
        assert_eq!(found.iter().map(|row| &row.batch).collect::<Vec<_>>(), [&yard.batch], "{name}");
    }
    assert_eq!(Lies::parse("somewhere"), None);
}

#[test]
fn a_batch_tells_its_life_to_who_sees_its_yard_and_its_cost_to_few() {
    let mut yard = Yard::new();
    yard.sell(4, 120_816, true);
    spread(&mut yard);
    let world = &yard.ground.world;
    let batch =
        |who: &str| life::batch(&world.site.memory, &world.who(who), world.site.now, &yard.batch);
    let told = batch("ACC").unwrap();
    assert_eq!((told.left_pcs, told.left_g), (6, 181_224));
    let sum = told.sums.iter().fold(Qty::default(), |sum, one| sum + Qty::new(one.pcs, one.g));
    assert_eq!(sum, Qty::new(told.left_pcs, told.left_g));
    let places: Qty = told.places.iter().fold(Qty::default(), |sum, p| sum + Qty::new(p.pcs, p.g));
    assert_eq!((places, told.places.len()), (sum, 5));
    assert_eq!(
        (told.theo_g_per_pc, told.actual_g_per_pc, told.off_bp),
        (Some(30_204), Some(30_204), Some(0))
    );
    let cost = told.cost.unwrap();
    assert_eq!(cost.left_paise, cost.cost_paise * 6 / 10);
    assert!(batch("YARD").unwrap().cost.is_none());
    assert!(wire(&batch("YARD").unwrap()).get("cost").is_none());
    match batch("LOGI") {
        Err(Halt::Refused(refused)) => assert_eq!(refused.issues[0].code, Code::Forbidden),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_report_of_batches_and_a_batchs_page_agree_to_the_gram() {
    let mut yard = Yard::new();
    yard.sell(4, 120_800, true);
    yard.sell(1, 30_100, false);
    yard.approved("weight_correction", yard.lines("weight_correction"));
    let (life, world) = (yard.life(&yard.batch), &yard.ground.world);
    let (came, went) = (life.of(LifeKind::Received), life.of(LifeKind::Sold));
    let params = json!({
        "batch": yard.batch, "rows": "batch",
        "measures": "ever_in_pcs|ever_in_mt|ever_out_pcs|ever_out_mt|closing_pcs|closing_mt",
    });
    let params: Params = serde_json::from_value(params).unwrap();
    let frames = build::whole(&world.site.memory, 1).unwrap();
    let told = report::answer(&frames, "batchwise_report", &params, world.site.today()).unwrap();
    let totals = wire(&told.head(&frames).total);
    let left = life.residue;
    assert_eq!(totals, json!([came.pcs, came.g, went.pcs, went.g, left.pcs, left.g]));
    assert_eq!(left, Qty::new(5, 149_100));
}
