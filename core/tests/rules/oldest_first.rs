//! Old goods leave first: whoever loads a much newer batch says why.

use godown_core::docs::orders;
use godown_core::error::Code;
use serde_json::{Value, json};

use crate::support::World;

#[test]
fn a_batch_that_goes_before_one_more_than_thirty_days_older_wants_a_reason() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    // What is loaded came in on 1 November: thirty days after 2 October, and thirty-one after the first.
    world.stock_since("2026-10-02", 30, 850_500);
    let mut loading = world.loading(36, 1_020_500);
    let load = |world: &mut World, loading: &Value| {
        world.act("YARD", &id, "load", json!({ "loading_record": loading }))
    };
    load(&mut world.clone(), &loading).unwrap();
    let older = world.stock_since("2026-10-01", 30, 850_500);
    let no = world.site.get("batch", &older)["record"]["batch_no"].clone();
    let issues = load(&mut world, &loading).unwrap_err();
    let told = format!(
        "Batch {} is 31 days older. Take it first, or give the reason for the newer batch",
        no.as_str().unwrap()
    );
    let [issue] = &issues[..] else { panic!("{issues:?}") };
    assert_eq!((issue.path.as_str(), issue.code), ("lines.0.reason", Code::Required));
    assert_eq!(issue.message, told);
    // All of the older one is taken too: nothing older than thirty days is left lying.
    let mut both = loading.clone();
    both["lines"][0]["pcs"] = json!(6);
    both["lines"][0]["weight_g"] = json!(170_000);
    let rest = json!({ "order_line": 0, "batch": older, "pcs": 30, "weight_g": 850_500 });
    both["lines"].as_array_mut().unwrap().push(rest);
    load(&mut world.clone(), &both).unwrap();
    loading["lines"][0]["reason"] = json!("The older one lies below a stack of ten");
    load(&mut world, &loading).unwrap();
    let kept = world.loadings(&id)[0].get("lines").unwrap()[0]["reason"].clone();
    assert_eq!(kept, "The older one lies below a stack of ten");
}
