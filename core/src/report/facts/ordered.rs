//! What is still to come of purchase orders, and what came and is not billed yet.

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, day_of, facts,
};
use crate::declare::case::Look;
use crate::docs::inwards::save::{int, lines_of, text};
use crate::docs::purchase_orders::{self, APPROVED, PART_RECEIVED, PURCHASE_ORDER};
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::kept::read::parse;
use crate::schema::Guarded;
use crate::value;

facts! {
    /// A line of a purchase order of which something is still to come or to be billed.
    ORDERED Ordered = "ordered" by "paper"
        from &[FactSource { prefix: &["doc", "purchase_order"], rows: ordered }];
    paper: Holds::Link("paper");
    branch: Holds::Link("branch");
    yard: Holds::Link("yard");
    supplier: Holds::Link("supplier");
    sku: Holds::Link("sku");
    /// The day on which the goods are expected; where none was agreed, that of the order.
    day: Holds::Day;
    pcs: Holds::Int;
    g: Holds::Int;
    received_pcs: Holds::Int;
    received_g: Holds::Int;
    /// What is still to come in the measure of the line's rate.
    open: Holds::Int;
    open_pcs: Holds::Int;
    open_g: Holds::Int;
    /// At the order's rate, before tax, paise.
    open_amount: Holds::Int, Rates;
    unbilled_pcs: Holds::Int;
    unbilled_g: Holds::Int;
    /// What the books accrued for goods that no bill of the supplier covers yet, paise.
    unbilled_amount: Holds::Int, Cost;
}

/// What remains of a measure of a line: never less than nothing, since more may come than was ordered.
fn rest(line: &Record, whole: &str, part: &str) -> i64 {
    (int(line, whole) - int(line, part)).max(0)
}

/// A line's pieces and grams that are still to come: neither once the measure of its rate came in full.
fn open(line: &Record) -> (i64, i64) {
    let by_weight = purchase_orders::by_weight(line);
    let (pcs, g) = (rest(line, "pcs", "received_pcs"), rest(line, "weight_g", "received_g"));
    match if by_weight { g } else { pcs } {
        0 => (0, 0),
        _ => (pcs, g),
    }
}

fn ordered(_: &Look, _: &[&str], bytes: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a purchase order", bytes)?;
    let is_coming = [APPROVED, PART_RECEIVED].contains(&doc.status.as_str());
    for line in &lines_of(&doc) {
        let (open_pcs, open_g) = if is_coming { open(line) } else { (0, 0) };
        let measure = purchase_orders::measure(line, "pcs", "weight_g");
        let coming = if purchase_orders::by_weight(line) { open_g } else { open_pcs };
        let (unbilled_pcs, unbilled_g) =
            (rest(line, "received_pcs", "billed_pcs"), rest(line, "received_g", "billed_g"));
        let accrued = int(line, "received_paise") - int(line, "cleared_paise");
        if coming == 0 && unbilled_pcs == 0 && unbilled_g == 0 && accrued == 0 {
            continue;
        }
        let row = Ordered {
            paper: doc.id.as_str().into(),
            branch: doc.branch.as_deref().into(),
            yard: doc.text("yard").into(),
            supplier: doc.text("supplier").into(),
            sku: text(line, "sku").into(),
            day: expected(&doc),
            pcs: int(line, "pcs").into(),
            g: int(line, "weight_g").into(),
            received_pcs: int(line, "received_pcs").into(),
            received_g: int(line, "received_g").into(),
            open: coming.into(),
            open_pcs: open_pcs.into(),
            open_g: open_g.into(),
            open_amount: value::part(int(line, "amount_paise"), coming, measure).into(),
            unbilled_pcs: unbilled_pcs.into(),
            unbilled_g: unbilled_g.into(),
            unbilled_amount: accrued.into(),
        };
        take(row.row(RowScope::of(&doc, &PURCHASE_ORDER)));
    }
    Ok(())
}

fn expected(doc: &Doc) -> FactCell<'static> {
    day_of(doc, if doc.text("expected_on").is_some() { "expected_on" } else { "date" })
}
