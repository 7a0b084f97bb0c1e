//! Yards without a weighbridge of their own.

use godown_core::docs::orders;
use godown_core::error::Code;
use serde_json::{Value, json};

use crate::support::World;

#[test]
fn a_yard_without_a_weighbridge_names_the_one_that_weighed_and_its_slips_are_told_apart_by_it() {
    let mut world = World::new();
    let (first, second) = (world.at(orders::WAITING), world.at(orders::WAITING));
    let (admin, yard) = (world.who("ADMIN"), world.yard.clone());
    world.site.edit(&admin, "yard", &yard, json!({ "has_weighbridge": false })).unwrap();
    let mut loading = world.loading(36, 1_020_500);
    let with = |loading: &Value| json!({ "loading_record": loading });
    let why = world.act("YARD", &first, "load", with(&loading)).unwrap_err();
    assert_eq!((why[0].path.as_str(), why[0].code), ("weighbridge", Code::Required));
    loading["weighbridge"] = json!("Bhosari Public");
    world.act("YARD", &first, "load", with(&loading)).unwrap();
    let why = world.act("YARD", &second, "load", with(&loading)).unwrap_err();
    assert_eq!((why[0].path.as_str(), why[0].code), ("slip_no", Code::Duplicate));
    loading["weighbridge"] = json!("Chakan Public");
    world.act("YARD", &second, "load", with(&loading)).unwrap();
}
