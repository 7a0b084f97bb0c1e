//! Opening stock in reports: the first period opens with it, and opening, in and out come to what is left.

use godown_core::error::Code;
use godown_core::report::{Params, build, report, run};
use godown_core::value::Day;

use super::world::{KIND, Yard};
use crate::reports::total;

/// What comes in and goes out beside the opening, each with its own sign.
const MOVED: [&str; 8] = [
    "inward_mt",
    "out_mt",
    "returned_mt",
    "inside_in_mt",
    "inside_out_mt",
    "worked_in_mt",
    "worked_out_mt",
    "difference_mt",
];
const STOCK_REPORTS: [&str; 2] = ["product_sku_report", "sale_purchase_ns_report"];

/// The opening, what moved, and the closing, in grams, of all goods or of those of a batch.
fn stood(yard: &Yard, key: &str, from: Day, to: Day, batch: Option<&str>) -> [i64; 3] {
    let frames = build::whole(&yard.ground.world.site.memory, 1).unwrap();
    let measures = [&["opening_mt", "closing_mt"], &MOVED[..]].concat();
    let mut params: Params =
        [("from", from.to_string()), ("to", to.to_string()), ("measures", measures.join("|"))]
            .map(|(key, value)| (key.to_owned(), value))
            .into();
    params.extend(batch.map(|batch| ("batch".to_owned(), batch.to_owned())));
    let table = run(&frames, key, &params, to).unwrap();
    let moved = MOVED.iter().map(|key| total(&table, key)).sum();
    [total(&table, "opening_mt"), moved, total(&table, "closing_mt")]
}

/// india-compliance#4488: the register counted opening stock as 0.
#[test]
fn the_first_period_opens_with_the_opening_stock_whatever_its_first_day() {
    let mut yard = Yard::new();
    let today = yard.ground.world.site.today();
    let before = STOCK_REPORTS.map(|key| stood(&yard, key, today, today, None)[0]);
    let doc = yard.approved("opening_stock", yard.goods());
    let batch = doc.get("lines").unwrap()[0]["batch"].as_str().unwrap().to_owned();
    yard.sell(4, 120_816, true);
    for (key, before) in STOCK_REPORTS.into_iter().zip(before) {
        assert!(report(key).is_some());
        for from in [today.plus(-30), today] {
            let all = stood(&yard, key, from, today, None);
            let own = stood(&yard, key, from, today, Some(&batch));
            assert_eq!(own, [90_612, 0, 90_612], "{key} from {from}");
            assert_eq!(all[0] + all[1], all[2], "{key} from {from}");
            assert_eq!(all[0], before + 90_612, "{key}: what was bought is no opening");
            assert!(all[1] != 0 && all[2] > 0, "{key} from {from}: {all:?}");
        }
        let next = stood(&yard, key, today.plus(1), today.plus(30), None);
        let last = stood(&yard, key, today, today, None);
        assert_eq!(next, [last[2], 0, last[2]], "{key}: a period opens with what the last closed");
    }
}

#[test]
fn opening_stock_of_some_days_ago_is_the_opening_of_every_period_that_holds_them_and_of_none_twice()
{
    let mut yard = Yard::new();
    let day = yard.ground.world.site.today();
    let today = day.plus(3);
    let doc = yard.approved("opening_stock", yard.goods());
    let batch = doc.get("lines").unwrap()[0]["batch"].as_str().unwrap().to_owned();
    for from in [day.plus(-20), day, day.plus(1), today] {
        for key in STOCK_REPORTS {
            let own = stood(&yard, key, from, today, Some(&batch));
            assert_eq!(own, [90_612, 0, 90_612], "{key} from {from}");
        }
    }
    for key in STOCK_REPORTS {
        let before = stood(&yard, key, day.plus(-20), day.plus(-1), Some(&batch));
        assert_eq!(before, [0, 0, 0], "{key} until the day before it came");
    }
}

#[test]
fn opening_stock_may_be_of_the_day_before_the_books_began_however_long_ago_unless_that_is_locked() {
    let mut yard = Yard::new();
    let today = yard.ground.world.site.today();
    let began = today.plus(-240);
    let at = |yard: &Yard, day: Day| {
        let mut record = yard.record("opening_stock", yard.goods());
        record["date"] = serde_json::json!(day.to_string());
        record
    };
    let id = yard.make("PURCH", KIND, at(&yard, began)).unwrap();
    yard.step("PURCH", KIND, &id, "submit").unwrap();
    yard.step("BM", KIND, &id, "approve").unwrap();
    let batch = yard.doc(KIND, &id).get("lines").unwrap()[0]["batch"].as_str().unwrap().to_owned();
    for (from, opening) in [(began.plus(-20), 90_612), (began.plus(1), 90_612), (today, 90_612)] {
        for key in STOCK_REPORTS {
            let own = stood(&yard, key, from, today, Some(&batch));
            assert_eq!(own, [opening, 0, 90_612], "{key} from {from}");
        }
    }
    let lock = serde_json::json!({
        "branch": yard.ground.world.branch, "locked_to": began.to_string(),
    });
    yard.ground.world.site.make("period_lock", lock);
    let late = yard.make("PURCH", KIND, at(&yard, began)).unwrap();
    let why = super::world::refused(yard.step("PURCH", KIND, &late, "submit"));
    assert_eq!((why.0, &*why.1), (Code::PeriodLocked, "date"));
}
