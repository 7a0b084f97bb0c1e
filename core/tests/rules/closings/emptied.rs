//! What reports call a batch of which nothing lies any more.

use godown_core::report::table::ReportCell;
use godown_core::report::{Params, build, run};

use super::*;

/// The status of a batch in the report of stock by batch, as on a day.
fn told(world: &World, batch: &str, days: i32) -> Option<String> {
    let frames = build::whole(&world.site.memory, 1).unwrap();
    let to = world.site.today().plus(days);
    let params: Params = serde_json::from_value(
        json!({ "rows": "batch", "from": to.to_string(), "to": to.to_string() }),
    )
    .unwrap();
    let table = run(&frames, "batch_wise_sku_wise_report", &params, to).unwrap();
    let at = table.heads.iter().position(|head| head.key == "status").unwrap();
    let line = table.lines.iter().find(|line| line.steps[0].value == batch)?;
    match &line.cells[at] {
        ReportCell::Text(status) => Some(status.clone()),
        _ => None,
    }
}

#[test]
fn a_batch_of_which_nothing_lies_any_more_is_emptied_until_it_is_closed() {
    let mut world = World::new();
    let (left, gone) = (world.rest(100, 2_834_700, 2_000), world.rest(100, 2_834_700, 0));
    assert_eq!(told(&world, &left, 0).as_deref(), Some("Open"), "some weight of it lies there");
    assert_eq!(told(&world, &gone, 0).as_deref(), Some("Emptied"));
    let id = at(&mut world, closings::APPROVED, 2_000);
    let (batch, _) = batch_of(&world, &id);
    assert_eq!(told(&world, &batch, 0).as_deref(), Some("Closed"));
}
