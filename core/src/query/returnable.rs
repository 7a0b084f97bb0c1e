//! What of an invoice can still be returned, line by line and batch by batch, and the returns of it.

use crate::declare::actor::Actor;
use crate::declare::case::not_found;
use crate::docs;
use crate::docs::batches::BATCH;
use crate::docs::invoices::{self, INVOICE, Invoice};
use crate::docs::sales_returns::sold_of;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::read::Read;
use crate::ledger::stock::Qty;
use crate::value::Instant;

json_answer! {
    /// What a line of an invoice took of one batch.
    pub struct ReturnableLot {
        pub line: i64,
        pub sku: String,
        pub name: String,
        pub batch: String,
        pub batch_no: String,
        pub pcs: i64,
        pub g: i64,
        /// Asked for in returns that are under way.
        pub open_pcs: i64,
        pub open_g: i64,
        /// Back in the stock.
        pub back_pcs: i64,
        pub back_g: i64,
        pub left_pcs: i64,
        pub left_g: i64,
    }
}

json_answer! {
    /// The goods of an invoice; of one that is not posted nothing can be returned.
    pub struct Returnable {
        pub rows: Vec<ReturnableLot>,
    }
}

/// What of an invoice can still be returned.
///
/// Errors: `NotFound`.
pub fn returnable(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    id: &str,
) -> Result<Returnable, Halt> {
    let look = docs::look(read, actor, now);
    let doc = look.seen(&INVOICE, id)?.ok_or_else(|| not_found(&INVOICE))?;
    let mut rows = Vec::new();
    for lot in sold_of(&look, id, &Invoice::of(&doc)?)? {
        let batch = look.find(BATCH.key, &lot.batch)?;
        let left = if doc.status == invoices::POSTED { lot.left() } else { Qty::default() };
        let Qty { pcs, g } = lot.qty;
        let (open, back) = (lot.returned.open, lot.returned.back);
        rows.push(ReturnableLot {
            line: lot.line,
            sku: lot.sku,
            name: lot.name,
            batch_no: batch.map_or_else(|| lot.batch.clone(), |batch| batch.title(&BATCH)),
            batch: lot.batch,
            pcs,
            g,
            open_pcs: open.pcs,
            open_g: open.g,
            back_pcs: back.pcs,
            back_g: back.g,
            left_pcs: left.pcs,
            left_g: left.g,
        });
    }
    Ok(Returnable { rows })
}
