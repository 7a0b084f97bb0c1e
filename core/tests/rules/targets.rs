//! What branches are to sell: who sets it, and what reports and the branch's dashboard make of it.

use std::collections::BTreeMap;

use godown_core::declare::grant::Role;
use godown_core::kept::keys;
use godown_core::report::table::{ReportCell, ReportTable};
use godown_core::report::{Frames, dashboard};
use godown_core::value::{Day, div_half_away, period};
use serde_json::{Value, json};

use crate::reports::{TODAY, asked, frames_with, total};
use crate::site::{Site, messages, person};

const REPORT: &str = "daily_product_wise_sales_report";
/// Grams a month: of the month before, of the month itself, and of the one after.
const TARGETS: [i64; 3] = [7_000_000, 80_000_000, 3_000_000];

/// The frames of a site whose branches all have the same targets around a day.
fn aimed(day: Day) -> Frames {
    let first = period::month_of(day).0;
    let months = [period::month_of(first.plus(-1)).0, first, period::month_of(first.plus(31)).0];
    // They are kept in whatever order they were typed.
    let rows: Vec<Value> = months
        .iter()
        .zip(TARGETS)
        .rev()
        .map(|(from, g)| json!({ "from": from.to_string(), "monthly_g": g }))
        .collect();
    let branches = keys::key(&["doc", "branch"]);
    frames_with(|pairs: &mut BTreeMap<String, Value>| {
        for (_, doc) in pairs.iter_mut().filter(|(key, _)| key.starts_with(&branches)) {
            doc["record"]["targets"] = json!(rows);
        }
    })
}

/// The last day on which something was invoiced, of which a month's figures can be asked for.
fn last_day() -> Day {
    let all = [("from", "2018-01-01"), ("to", TODAY), ("rows", "day"), ("sort", "")];
    let days = asked(&frames_with(|_| {}), "product_wise_report", &all);
    let days = days.lines.iter().map(|line| line.steps[0].value.parse::<i32>().unwrap());
    Day(days.max().unwrap())
}

fn cells<'t>(table: &'t ReportTable, key: &str) -> Vec<&'t ReportCell> {
    let at = table.heads.iter().position(|head| head.key == key).unwrap();
    table.lines.iter().map(|line| &line.cells[at]).collect()
}

#[test]
fn a_month_is_told_against_the_target_that_is_in_force_on_its_last_day() {
    let day = last_day();
    let frames = aimed(day);
    let to = day.to_string();
    let days = [("from", to.as_str()), ("to", to.as_str())];
    let with = |more: &[(&str, &str)]| asked(&frames, REPORT, &[&days[..], more].concat());
    let by_branch = with(&[("rows", "branch")]);
    let branches = 3;
    let (sold, target) = (total(&by_branch, "month_mt"), total(&by_branch, "target_mt"));
    assert!(sold > 0);
    assert_eq!(target, branches * TARGETS[1]);
    let reached = div_half_away(i128::from(sold) * 10_000, i128::from(target));
    assert_eq!(i128::from(total(&by_branch, "target_bp")), reached);
    let each = cells(&by_branch, "target_mt");
    assert!(each.iter().all(|cell| **cell == ReportCell::Number(TARGETS[1])), "{each:?}");
    // It stands once and not day by day, and is nothing of one product.
    let heads = by_branch.heads.iter().filter(|head| head.key.starts_with("target_mt")).count();
    assert_eq!(heads, 1);
    let by_product = with(&[]);
    assert!(cells(&by_product, "target_mt").iter().all(|cell| **cell == ReportCell::None));
    assert_eq!(total(&by_product, "target_mt"), target);
    let one = by_branch.lines[0].steps[0].value.as_str();
    assert_eq!(total(&with(&[("branch", one)]), "target_mt"), TARGETS[1]);
    // The month before has its own, and the months that follow the last one's.
    let before = period::month_of(day).0.plus(-1).to_string();
    let ask = |day: &str| asked(&frames, REPORT, &[("from", day), ("to", day)]);
    assert_eq!(total(&ask(&before), "target_mt"), branches * TARGETS[0]);
    let after = day.plus(100).to_string();
    assert_eq!(total(&ask(&after), "target_mt"), branches * TARGETS[2]);
}

#[test]
fn the_branch_managers_dashboard_shows_the_target_and_how_much_of_it_is_reached() {
    let day = last_day();
    let told = dashboard::told(&aimed(day), "dashboard_bm", day).unwrap();
    let tile = told.tiles.iter().find(|tile| tile.key == "target").unwrap();
    let values: Vec<Option<i64>> = tile.figures.iter().map(|figure| figure.value).collect();
    assert_eq!(values[0], Some(3 * TARGETS[1]));
    assert!(values[1].is_some_and(|reached| reached > 0), "{values:?}");
    // Without a target there is nothing to reach.
    let told = dashboard::told(&frames_with(|_| {}), "dashboard_bm", day).unwrap();
    let tile = told.tiles.iter().find(|tile| tile.key == "target").unwrap();
    assert!(tile.figures.iter().all(|figure| figure.value.is_none()));
}

#[test]
fn a_target_begins_on_the_first_of_a_month_and_no_two_with_the_same() {
    let mut site = Site::new();
    let branch = site.branch();
    let admin = person(Role::Admin);
    let row = |from: &str| json!({ "from": from, "monthly_g": 90_000_000 });
    let mut set = |rows: Value| site.edit(&admin, "branch", &branch, json!({ "targets": rows }));
    assert_eq!(
        messages(set(json!([row("2026-11-02")]))),
        ["A target begins on the first of a month"]
    );
    let twice = json!([row("2026-11-01"), row("2026-12-01"), row("2026-11-01")]);
    assert_eq!(messages(set(twice)), ["Another target begins in this month"]);
    set(json!([row("2026-11-01"), row("2026-12-01")])).unwrap();
}
