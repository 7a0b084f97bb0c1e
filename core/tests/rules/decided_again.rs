//! Who decides on an order again, after a concern: whoever decided last or changed it since does not.

use crate::support::{self, World};
use godown_core::docs::orders;
use godown_core::error::Code;
use serde_json::json;

fn raise(world: &mut World, id: &str) {
    let concern = support::inputs(world, id, "raise_concern");
    world.step("YARD", id, "raise_concern", concern);
}

fn escalate(world: &mut World, id: &str) {
    let more = support::inputs(world, id, "escalate");
    assert_eq!(world.step("BM", id, "escalate", more), orders::CREDIT_PENDING);
}

#[test]
fn a_decision_between_lets_whoever_approved_first_decide_on_the_credit() {
    let mut world = World::new();
    // No step of a person stands between the two decisions.
    world.setting(json!({ "preliminary_stage": false }));
    let id = world.draft();
    world.step("SALES", &id, "submit", json!({ "confirm": true }));
    world.step("ADMIN", &id, "approve", json!({}));
    world.step("CREDIT", &id, "credit_approve", json!({}));
    raise(&mut world, &id);
    escalate(&mut world, &id);
    assert_eq!(world.step("ADMIN", &id, "credit_approve", json!({})), orders::WAITING);
}

#[test]
fn whoever_changed_an_order_as_they_resolved_a_concern_does_not_decide_on_its_credit() {
    let mut world = World::new();
    let id = world.at(orders::YARD_CONCERN);
    let fewer = json!({
        "remarks": "Fewer pieces, as the customer asked",
        "changes": { "lines": [{ "line": 0, "pcs": 30 }] },
    });
    assert_eq!(world.step("ADMIN", &id, "resolve", fewer), orders::WAITING);
    raise(&mut world, &id);
    escalate(&mut world, &id);
    let refused = world.act("ADMIN", &id, "credit_approve", json!({})).unwrap_err();
    assert_eq!(refused[0].code, Code::FourEyes);
    assert_eq!(refused[0].message, "You changed this order; another person must approve");
    world.step("CREDIT", &id, "credit_approve", json!({}));
}
