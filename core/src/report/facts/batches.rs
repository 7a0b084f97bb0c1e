//! Batches of goods: where each came from, what it cost, and when it was closed.

use serde_json::Value;

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, day_of, facts,
};
use crate::declare::case::Look;
use crate::docs::batches::BATCH as BATCH_DOC;
use crate::docs::{closings, reasons};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;
use crate::value;

/// How many parts of a paisa costs of one gram or piece are told in: those of a whole lot are right to the paisa.
pub const BILLIONTHS: i64 = 1_000_000_000;

facts! {
    BATCH Batch = "batch" by "id" from &[FactSource { prefix: &["doc", "batch"], rows: batch }];
    id: Holds::Text;
    name: Holds::Text;
    status: Holds::Text;
    sku: Holds::Link("sku");
    supplier: Holds::Link("supplier");
    make: Holds::Text;
    heat_no: Holds::Text;
    coil_no: Holds::Text;
    since: Holds::Day;
    in_pcs: Holds::Int;
    in_g: Holds::Int;
    cost: Holds::Int, Cost;
    /// Of what is weighed the paise per tonne, and the billionths of a paisa per gram; of what is not, those per piece.
    rate: Holds::Int, Cost;
    cost_g: Holds::Int, Cost;
    cost_pc: Holds::Int, Cost;
    closed_on: Holds::Day;
    closed_by: Holds::Link("employee");
    /// Why it was closed, in words.
    closed_for: Holds::Text;
    /// The numbers of the batches that it was made of.
    parents: Holds::Text;
}

fn batch(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a batch", text)?;
    let int = |key: &str| doc.int(key).unwrap_or(0);
    let is_weighed = int("in_g") > 0;
    // As `batches::cost_of` shares it out.
    let cost = |of: &str, per: i64| value::part(int("cost_paise"), per, int(of));
    let weighed = |per: i64| FactCell::from(is_weighed.then(|| cost("in_g", per)));
    let closing = doc.text("closing").map(|id| case.find(closings::BATCH_CLOSING.key, id));
    let closing = closing.transpose()?.flatten();
    let reason = closing.as_ref().and_then(|doc| doc.text("reason"));
    let closed_for = reason.map(|code| reasons::words(case, "batch_closing", code)).transpose()?;
    let mut parents = Vec::new();
    let ids = doc.get("parents").and_then(Value::as_array).into_iter().flatten();
    for id in ids.filter_map(Value::as_str) {
        let parent = case.find(BATCH.name, id)?;
        parents.extend(parent.and_then(|doc| doc.text("batch_no").map(str::to_owned)));
    }
    let batch = Batch {
        id: doc.id.as_str().into(),
        name: doc.text("batch_no").into(),
        status: doc.status.as_str().into(),
        sku: doc.text("sku").into(),
        supplier: doc.text("supplier").into(),
        make: doc.text("make").into(),
        heat_no: doc.text("heat_no").into(),
        coil_no: doc.text("coil_no").into(),
        since: day_of(&doc, "inward_date"),
        in_pcs: doc.int("in_pcs").into(),
        in_g: doc.int("in_g").into(),
        cost: doc.int("cost_paise").into(),
        rate: weighed(1_000_000),
        cost_g: weighed(BILLIONTHS),
        cost_pc: (!is_weighed).then(|| cost("in_pcs", BILLIONTHS)).into(),
        closed_on: day_of(&doc, "closed_on"),
        closed_by: closing.as_ref().and_then(|doc| doc.text("approved_by")).into(),
        closed_for: closed_for.as_deref().into(),
        parents: parents.join(", ").into(),
    };
    take(batch.row(RowScope::of(&doc, &BATCH_DOC)));
    Ok(())
}
