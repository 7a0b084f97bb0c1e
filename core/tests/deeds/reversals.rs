//! What the yard and accounts enter on the road of an order's reversal.

use godown_core::docs::loadings;
use godown_core::docs::reversals::{back_of, plan::left_of};
use godown_core::kept::doc::Doc;
use serde_json::{Value, json};

use super::Ground;

/// The count of a loading that is not counted yet, as it left; or the number of the order.
pub fn inputs(ground: &Ground, doc: &Doc, action: &str) -> Vec<Value> {
    if action == "execute" {
        return vec![json!({ "order_no": doc.text("order_no") })];
    }
    let counted = back_of(doc).unwrap();
    let order = doc.text("order").unwrap_or_default();
    ground.world.site.read(|look| {
        let posted = loadings::posted(look, order)?;
        let waits = posted.iter().find(|one| counted.iter().all(|row| row.loading != one.id));
        let Some(loading) = waits else { return Ok(Vec::new()) };
        let left = left_of(look, loading)?;
        Ok(vec![json!({ "loading": loading.id, "pcs": left.pcs, "weight_g": left.g })])
    })
}
