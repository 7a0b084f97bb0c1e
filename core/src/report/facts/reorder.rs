//! The levels at which a yard orders an SKU anew.

use serde_json::Value;

use super::trade::seen;
use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, facts,
};
use crate::declare::case::Look;
use crate::docs::inwards::save::{int, text};
use crate::docs::places::YARD as YARD_TYPE;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;

facts! {
    /// The levels of an SKU in a yard, in pieces; 0 for one that was not given.
    REORDER Reorder = "reorder" by "sku" from &[FactSource { prefix: &["doc", "sku"], rows: levels }];
    sku: Holds::Link("sku");
    yard: Holds::Link("yard");
    branch: Holds::Link("branch");
    least: Holds::Int;
    at: Holds::Int;
    most: Holds::Int;
}

fn levels(case: &Look, _: &[&str], bytes: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an SKU", bytes)?;
    if !doc.is_active() || doc.text("purchase_status").is_some_and(|state| state != "open") {
        return Ok(());
    }
    let rows = doc.get("reorder").and_then(Value::as_array).map(Vec::as_slice);
    for row in rows.unwrap_or_default().iter().filter_map(Value::as_object) {
        let id = text(row, "yard");
        let Some(yard) = case.find(YARD_TYPE.key, id)? else { continue };
        let reorder = Reorder {
            sku: doc.id.as_str().into(),
            yard: id.into(),
            branch: yard.branch.as_deref().into(),
            least: int(row, "min_pcs").into(),
            at: int(row, "reorder_pcs").into(),
            most: int(row, "max_pcs").into(),
        };
        take(reorder.row(seen(yard.branch.as_deref(), id)));
    }
    Ok(())
}
