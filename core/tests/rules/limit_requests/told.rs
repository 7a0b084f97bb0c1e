//! What the report of used credit says of temporary limits.

use super::*;
use godown_core::docs::orders;
use godown_core::report::table::ReportCell;
use godown_core::report::{Params, build, run};
use godown_core::value::Day;

/// Until when temporary limits count, customer by customer and over all of them.
fn until(world: &World) -> (Vec<Option<Day>>, Option<Day>) {
    let frames = build::whole(&world.site.memory, 1).unwrap();
    let params: Params =
        serde_json::from_value(json!({ "measures": "temporary|temporary_until" })).unwrap();
    let table = run(&frames, "utilized_amount", &params, world.site.today()).unwrap();
    let day = |cells: &[ReportCell]| match cells.last() {
        Some(ReportCell::Number(day)) => Some(Day(i32::try_from(*day).unwrap())),
        _ => None,
    };
    let inner = table.lines.iter().filter(|line| line.level > 0);
    (inner.map(|line| day(&line.cells)).collect(), day(table.total.as_deref().unwrap()))
}

#[test]
fn the_report_of_used_credit_says_until_when_a_temporary_limit_counts() {
    let mut world = World::new();
    assert!(until(&world).1.is_none(), "no temporary limit");
    let first = world.site.today().plus(20);
    world.granted(json!({ "kind": "temporary", "amount_paise": 500, "to": first.to_string() }));
    let (each, all) = until(&world);
    assert_eq!((each.into_iter().flatten().collect(), all), (vec![first], Some(first)));
    let at = world.site.read(|look| limits::position(look, &world.customer));
    assert_eq!(at.temporary_until, all, "as the credit page says");
    // It counts until the system ends it, its last day over or not.
    world.site.now = orders::save::day_start(first.plus(2));
    assert_eq!(until(&world).1, Some(first));
    over::sweep(&mut world);
    assert!(until(&world).1.is_none(), "it is over");
}
