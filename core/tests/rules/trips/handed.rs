//! What the sales lines and the day book tell of the road: they move with the trip that carries the goods.

use std::collections::BTreeSet;

use godown_core::docs::trips;
use godown_core::report::table::ReportCell;
use godown_core::report::{self, Frames, Params, ReportTable, build, delta, facts};

use super::*;

fn table(fleet: &Fleet, frames: &Frames, key: &str) -> ReportTable {
    let today = fleet.world.site.today();
    let days = json!({ "from": "2018-01-01", "to": today });
    let params: Params = serde_json::from_value(days).unwrap();
    report::run(frames, key, &params, today).unwrap()
}

/// The cells of a column, line by line.
fn column(table: &ReportTable, key: &str) -> Vec<ReportCell> {
    let at = table.heads.iter().position(|head| head.key == key).unwrap();
    table.lines.iter().map(|line| line.cells[at].clone()).collect()
}

fn number_of(cell: ReportCell) -> i64 {
    match cell {
        ReportCell::Number(number) => number,
        _ => 0,
    }
}

/// Brings frames from one state of the store to another by the keys that changed.
fn follow(frames: &mut Frames, before: &Fleet, after: &Fleet) {
    let (was, is) = (&before.world.site.memory.pairs, &after.world.site.memory.pairs);
    let changed = is.iter().filter(|(key, value)| was.get(*key) != Some(value));
    let mut keys = BTreeSet::new();
    changed.for_each(|(key, _)| facts::touched(key, &mut keys));
    let seq = frames.seq;
    let change = build::whole_delta(&after.world.site.memory, &keys, seq, seq + 1).unwrap();
    delta::apply(frames, &change).unwrap();
}

#[test]
fn sales_lines_tell_who_received_the_goods_and_what_was_short_as_soon_as_the_trip_does() {
    let mut fleet = fleet();
    let order = fleet.world.at(orders::LOADED);
    let loading = fleet.world.loadings(&order)[0].clone();
    fleet.world.invoice(&order);
    let trip = fleet.dispatched(&[&loading.id]);
    let mut frames = build::whole(&fleet.world.site.memory, 1).unwrap();
    let sold = table(&fleet, &frames, "sales_export");
    let number = ReportCell::Text(loading.doc_no.clone().unwrap());
    assert_eq!(column(&sold, "loadings"), [number]);
    assert_eq!(column(&sold, "delivered"), [ReportCell::None]);
    for key in ["submitted", "approved", "forwarded", "credited", "loaded"] {
        assert!(matches!(column(&sold, key)[..], [ReportCell::Number(_)]), "{key}");
    }
    let carried = fleet.doc(&trip);
    let driver = carried.text("driver_name").unwrap().to_owned();
    let told = |key: &str| column(&sold, key).remove(0);
    assert_eq!(told("driver"), ReportCell::Text(driver));
    assert_eq!(told("line"), ReportCell::Number(1));
    for key in ["customer_code", "seller_gstin", "payment_term"] {
        assert!(matches!(told(key), ReportCell::Text(_)), "{key}: {:?}", told(key));
    }
    let taxed =
        ["taxable", "freight", "gst", "cess", "tcs", "round_off"].map(|key| number_of(told(key)));
    assert_eq!(number_of(told("document_total")), taxed.iter().sum::<i64>(), "{taxed:?}");
    let before = fleet.clone();
    let short = fleet.short(0, 2, "return");
    fleet.step("LOGI", &trip, "deliver", short);
    follow(&mut frames, &before, &fleet);
    let stop = fleet.stop(&trip, 0);
    assert_eq!(stop.state, trips::PARTLY);
    let sold = table(&fleet, &frames, "sales_export");
    let today = ReportCell::Number(i64::from(fleet.world.site.today().0));
    assert_eq!(column(&sold, "delivered"), [today]);
    assert_eq!(column(&sold, "received_by"), [ReportCell::Text("Ganesh Patil".into())]);
    assert_eq!(column(&sold, "short_pcs"), [ReportCell::Number(2)]);
    assert_eq!(column(&sold, "short_mt"), [ReportCell::Number(stop.short_g.unwrap())]);
    let anew = build::whole(&fleet.world.site.memory, 1).unwrap();
    assert_eq!(table(&fleet, &anew, "sales_export").lines, sold.lines);
}

#[test]
fn the_day_book_has_a_row_for_each_status_and_what_is_taken_back_comes_to_nothing() {
    let mut fleet = fleet();
    let order = fleet.world.at(orders::ACCOUNT_CONCERN);
    let loading = fleet.world.loadings(&order)[0].clone();
    let answer = json!({ "resolution": "unload", "remarks": "Back with it" });
    fleet.world.step("BM", &order, "answer", answer);
    let mut frames = build::whole(&fleet.world.site.memory, 1).unwrap();
    let of_loading = |fleet: &Fleet, frames: &Frames| {
        let book = table(fleet, frames, "transaction_report");
        let ours = |cell: &ReportCell| *cell == ReportCell::Text(loading.doc_no.clone().unwrap());
        let rows: Vec<usize> =
            (0..book.lines.len()).filter(|at| ours(&column(&book, "paper")[*at])).collect();
        let of = |key: &str| -> Vec<ReportCell> {
            rows.iter().map(|at| column(&book, key)[*at].clone()).collect()
        };
        (of("status"), of("g"))
    };
    let text = |status: &str| ReportCell::Text(status.into());
    let g = loading.int("weight_g").unwrap();
    let (told, moved) = of_loading(&fleet, &frames);
    assert_eq!((told, moved), (vec![text("Posted")], vec![ReportCell::Number(-g)]));
    let before = fleet.clone();
    let back = json!({ "pcs": 36, "weight_g": 1_020_500, "remarks": "All back in bay 4" });
    fleet.world.step("YARD", &order, "unload", back);
    follow(&mut frames, &before, &fleet);
    let (told, moved) = of_loading(&fleet, &frames);
    assert_eq!(told, [text("Reversed"), text("Posted")]);
    assert_eq!(moved, [ReportCell::Number(g), ReportCell::Number(-g)]);
}
