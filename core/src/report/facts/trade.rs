//! Trade and movements: a row for each line of a document, and two for each movement.

use std::borrow::Cow;

use serde_json::Value;

use super::dims::place_id;
use super::sold::sold_id;
use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, code, day_of,
    earlier, facts,
};
use crate::declare::case::Look;
use crate::docs::additional::{self, ADDITIONAL_INWARD};
use crate::docs::batches::{self, BATCH};
use crate::docs::invoices::{self, INVOICE, Invoice};
use crate::docs::inwards::{self, INWARD};
use crate::docs::loadings;
use crate::docs::notes::{self, Note};
use crate::docs::orders::{self, ORDER, Order};
use crate::docs::receipts::{self, RECEIPT as RECEIPT_DOC};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::ledger::stock::{DUMPED, KeptSide, Qty, Reservation, StockPosting};
use crate::schema::{DocType, Guarded};
use crate::value;

/// The kinds of lines: goods were sold, bought, ordered or loaded, and a note took some of a sale back or raised it.
pub const LINE_KINDS: &[&str] = &["sale", "purchase", "order", "load", "note"];
/// Whether a line's cost is known.
pub const COSTED: &[&str] = &["no", "yes"];
/// The other side of a movement: where goods came from or went to. A transfer is between two yards,
/// stock within one.
pub const SIDES: &[&str] =
    &["stock", "supplier", "customer", "loss", "gain", "opening", "transfer", "work"];
pub const BUCKETS: &[&str] = &["free", "hold", "dump", "transit", "wip"];

facts! {
    /// Lines of trade. An order's lines are those that stand: not of a draft, nor of one refused.
    LINE Line = "line" by "paper" from &[
        FactSource { prefix: &["doc", "invoice"], rows: sold },
        FactSource { prefix: &["doc", "inward"], rows: bought },
        FactSource { prefix: &["doc", "additional_inward"], rows: bought },
        FactSource { prefix: &["doc", "order"], rows: ordered },
        FactSource { prefix: &["doc", "credit_note"], rows: noted },
        FactSource { prefix: &["doc", "debit_note"], rows: noted },
        FactSource { prefix: &["earlier", "sale"], rows: earlier::sales },
        FactSource { prefix: &["earlier", "purchase"], rows: earlier::purchases },
    ];
    day: Holds::Day;
    kind: Holds::Code(LINE_KINDS);
    paper: Holds::Link("paper");
    order: Holds::Link("paper");
    customer: Holds::Link("customer");
    place: Holds::Link("place");
    sku: Holds::Link("sku");
    yard: Holds::Link("yard");
    branch: Holds::Link("branch");
    salesman: Holds::Link("employee");
    supplier: Holds::Link("supplier");
    pcs: Holds::Int;
    g: Holds::Int;
    /// Without tax and without freight, paise.
    amount: Holds::Int, Rates;
    gst: Holds::Int, Rates;
    freight: Holds::Int, Rates;
    /// Of a sale what its goods had cost; of a purchase what they cost landed.
    cost: Holds::Int, Cost;
    /// Whether its cost is known; a note changes it by what it tells, be that nothing.
    costed: Holds::Code(COSTED), Cost;
    /// Of a purchase, what the supplier's papers say it weighs.
    other_g: Holds::Int;
    /// The invoice's details of it.
    sold: Holds::Secondary("sold");
}

facts! {
    /// Movements of goods, in and out by their sign.
    MOVE Move = "move" by "seq" from &[FactSource { prefix: &["post", "stock"], rows: moved }];
    seq: Holds::Int;
    day: Holds::Day;
    paper: Holds::Link("paper");
    sku: Holds::Link("sku");
    yard: Holds::Link("yard");
    branch: Holds::Link("branch");
    batch: Holds::Link("batch");
    bucket: Holds::Code(BUCKETS);
    side: Holds::Code(SIDES);
    pcs: Holds::Int;
    g: Holds::Int;
}

facts! {
    /// Money that customers paid, on the day that it came: of a cheque when it cleared.
    RECEIPT Receipt = "receipt" by "paper" from &[
        FactSource { prefix: &["doc", "receipt"], rows: paid },
        FactSource { prefix: &["earlier", "receipt"], rows: earlier::receipts },
    ];
    day: Holds::Day;
    paper: Holds::Link("paper");
    customer: Holds::Link("customer");
    branch: Holds::Link("branch");
    amount: Holds::Int, Rates;
}

facts! {
    /// Free stock that orders claim.
    RESERVED Reserved = "reserved" by "id"
        from &[FactSource { prefix: &["bal", "reserved"], rows: reserved }];
    id: Holds::Text;
    paper: Holds::Link("paper");
    sku: Holds::Link("sku");
    yard: Holds::Link("yard");
    branch: Holds::Link("branch");
    pcs: Holds::Int;
    g: Holds::Int;
}

fn sold(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an invoice", text)?;
    if doc.status != invoices::POSTED {
        return Ok(());
    }
    let invoice = Invoice::of(&doc)?;
    let customer = invoice.customer.as_deref().unwrap_or_default();
    for (at, line) in invoice.lines.iter().enumerate() {
        let mut cost = 0_i64;
        for part in &line.parts {
            let batch = case.doc(&BATCH, &part.batch)?;
            let qty = Qty { pcs: part.pcs, g: part.weight_g };
            // An older program kept none.
            let of = part.cost_paise.unwrap_or_else(|| batches::cost_of(&batch, qty));
            cost = cost.saturating_add(of);
        }
        let row = Line {
            day: day_of(&doc, "date"),
            kind: code(LINE_KINDS, "sale"),
            paper: doc.id.as_str().into(),
            order: line.order.as_str().into(),
            customer: customer.into(),
            place: sold_to(customer, &invoice.ship_to, &invoice.bill_to).into(),
            sku: line.sku.as_str().into(),
            yard: invoice.yard.as_deref().into(),
            branch: doc.branch.as_deref().into(),
            salesman: invoice.salesman.as_deref().into(),
            pcs: line.pcs.into(),
            g: line.weight_g.into(),
            amount: line.amount_paise.into(),
            gst: line.tax_paise().into(),
            freight: line.charges_paise.into(),
            cost: cost.into(),
            costed: costed(cost != 0),
            sold: sold_id(&doc.id, at).into(),
            ..Line::default()
        };
        take(row.row(RowScope::of(&doc, &INVOICE)));
    }
    Ok(())
}

/// Whether a line's cost is known, as a cell.
pub(super) fn costed(known: bool) -> FactCell<'static> {
    i64::from(known).into()
}

/// The lines of a note: what is credited is less than nothing. Only goods that came back, or whose quantity was billed
/// wrongly, weigh anything.
fn noted(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a note", text)?;
    if doc.status != notes::POSTED {
        return Ok(());
    }
    let (note, sign) = (Note::of(&doc)?, notes::sign(&doc));
    let moves = note.moves_goods();
    for (at, line) in note.lines.iter().enumerate() {
        let (pcs, g) = if moves { (line.pcs, line.weight_g) } else { (0, 0) };
        let cost = line.parts.iter().map(|part| part.cost_paise).fold(0, i64::saturating_add);
        let row = Line {
            day: day_of(&doc, "date"),
            kind: code(LINE_KINDS, "note"),
            paper: doc.id.as_str().into(),
            order: line.order.as_str().into(),
            customer: note.customer.as_str().into(),
            place: sold_to(&note.customer, &note.ship_to, &note.bill_to).into(),
            sku: line.sku.as_str().into(),
            yard: note.yard.as_deref().into(),
            branch: doc.branch.as_deref().into(),
            salesman: note.salesman.as_deref().into(),
            pcs: (sign * pcs).into(),
            g: (sign * g).into(),
            amount: (sign * line.amount_paise).into(),
            gst: (sign * line.tax_paise()).into(),
            freight: (sign * line.charges_paise).into(),
            cost: (sign * cost).into(),
            costed: costed(true),
            sold: sold_id(&doc.id, at).into(),
            ..Line::default()
        };
        take(row.row(RowScope::of(&doc, notes::def_of(&doc))));
    }
    Ok(())
}

/// The type of a document by which goods were bought: an inward, or what came in addition to one.
pub(super) fn purchase(doc: &Doc) -> Option<&'static DocType> {
    match doc.kind == ADDITIONAL_INWARD.key {
        true => additional::is_purchase(doc).then_some(&ADDITIONAL_INWARD),
        false => Some(&INWARD),
    }
}

fn bought(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an inward", text)?;
    let Some(def) = purchase(&doc).filter(|_| doc.status == inwards::APPROVED) else {
        return Ok(());
    };
    let lines = doc.get("lines").and_then(Value::as_array);
    for line in lines.into_iter().flatten() {
        let int = |key: &str| line.get(key).and_then(Value::as_i64);
        let row = Line {
            day: day_of(&doc, "date"),
            kind: code(LINE_KINDS, "purchase"),
            paper: doc.id.as_str().into(),
            sku: line.get("sku").and_then(Value::as_str).into(),
            yard: doc.text("yard").into(),
            branch: doc.branch.as_deref().into(),
            supplier: doc.text("supplier").into(),
            pcs: int("pcs").into(),
            g: int("weight_g").into(),
            amount: int("amount_paise").into(),
            gst: int("tax_paise").into(),
            cost: int("cost_paise").into(),
            other_g: int("supplier_weight_g").into(),
            ..Line::default()
        };
        take(row.row(RowScope::of(&doc, def)));
    }
    Ok(())
}

/// Statuses of orders that do not count as ordered.
const NOT_ORDERED: &[&str] = &[orders::DRAFT, orders::BM_REJECTED, orders::CREDIT_REJECTED];

/// An order's lines, and what was loaded of them at its rates.
fn ordered(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an order", text)?;
    if NOT_ORDERED.contains(&doc.status.as_str()) {
        return Ok(());
    }
    let order = Order::of(&doc)?;
    let base = || Line {
        paper: doc.id.as_str().into(),
        order: doc.id.as_str().into(),
        customer: order.customer.as_str().into(),
        place: sold_to(&order.customer, &order.ship_to, &order.bill_to).into(),
        yard: order.yard.as_deref().into(),
        branch: doc.branch.as_deref().into(),
        salesman: order.salesman.as_deref().into(),
        ..Line::default()
    };
    for line in &order.lines {
        let row = Line {
            day: day_of(&doc, "date"),
            kind: code(LINE_KINDS, "order"),
            pcs: line.pcs.into(),
            g: line.weight_g.into(),
            amount: line.amount_paise.into(),
            gst: line.tax_paise.into(),
            freight: line.charges_paise.into(),
            sku: line.sku.as_str().into(),
            ..base()
        };
        take(row.row(RowScope::of(&doc, &ORDER)));
    }
    for loading in loadings::posted(case, &doc.id)? {
        for loaded in loadings::rows_of(&loading)? {
            let at = usize::try_from(loaded.order_line).unwrap_or(usize::MAX);
            let Some(line) = order.lines.get(at) else { continue };
            let share = |whole: Option<i64>| {
                let (whole, ordered) = (whole.unwrap_or(0), line.weight_g.unwrap_or(0));
                match ordered > 0 {
                    true => value::part(whole, loaded.weight_g, ordered),
                    false => value::part(whole, loaded.pcs, line.pcs.unwrap_or(0)),
                }
            };
            let row = Line {
                day: day_of(&loading, "date"),
                kind: code(LINE_KINDS, "load"),
                pcs: loaded.pcs.into(),
                g: loaded.weight_g.into(),
                amount: share(line.amount_paise).into(),
                gst: share(line.tax_paise).into(),
                freight: share(line.charges_paise).into(),
                sku: line.sku.as_str().into(),
                ..base()
            };
            take(row.row(RowScope::of(&doc, &ORDER)));
        }
    }
    Ok(())
}

fn moved(case: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [seq] = parts else { return Ok(()) };
    let Ok(seq) = i64::from_str_radix(seq, 16) else { return Ok(()) };
    let posting: StockPosting = parse("a stock posting", text)?;
    let StockPosting { from, to, qty, .. } = &posting;
    for (own, other, sign) in [(from, to, -1), (to, from, 1)] {
        let KeptSide::Stock { yard, sku, batch, bucket } = own else { continue };
        let branch = case.find("yard", yard)?.and_then(|doc| doc.branch.clone());
        let row = Move {
            seq: seq.into(),
            day: i64::from(posting.posting_date.0).into(),
            paper: posting.doc_id.as_str().into(),
            sku: sku.as_str().into(),
            yard: yard.as_str().into(),
            branch: branch.as_deref().into(),
            batch: batch.as_str().into(),
            bucket: code(BUCKETS, bucket.name()),
            side: code(SIDES, side(yard, other)),
            pcs: (sign * qty.pcs).into(),
            g: (sign * qty.g).into(),
        };
        let seen = seen(branch.as_deref(), yard);
        take(row.row(seen));
    }
    Ok(())
}

fn reserved(case: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [order, _] = parts else { return Ok(()) };
    let claim: Reservation = parse("a reservation", text)?;
    // What is claimed of a yard's dump is no SKU's, and not free.
    if claim.sku == DUMPED {
        return Ok(());
    }
    let branch = case.find("yard", &claim.yard)?.and_then(|doc| doc.branch.clone());
    let row = Reserved {
        id: parts.join("|").into(),
        paper: (*order).into(),
        sku: claim.sku.as_str().into(),
        yard: claim.yard.as_str().into(),
        branch: branch.as_deref().into(),
        pcs: claim.qty.pcs.into(),
        g: claim.qty.g.into(),
    };
    take(row.row(seen(branch.as_deref(), &claim.yard)));
    Ok(())
}

/// Stock is seen where what comes in is.
pub(super) fn seen<'s>(branch: Option<&'s str>, yard: &'s str) -> RowScope<'s> {
    let branch = branch.map(Cow::Borrowed);
    RowScope { of: "inward", branch, yard: Some(Cow::Borrowed(yard)), ..RowScope::default() }
}

fn side(own: &str, account: &KeptSide) -> &'static str {
    match account {
        KeptSide::Stock { yard, .. } if yard != own => "transfer",
        KeptSide::Stock { .. } => "stock",
        KeptSide::Supplier => "supplier",
        KeptSide::Customer => "customer",
        KeptSide::Loss => "loss",
        KeptSide::Gain => "gain",
        KeptSide::Work => "work",
        KeptSide::Opening => "opening",
    }
}

fn paid(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a receipt", text)?;
    if !receipts::has_arrived(&doc) || !receipts::is_money(&doc) {
        return Ok(());
    }
    let row = Receipt {
        day: i64::from(receipts::arrived_on(&doc).0).into(),
        paper: doc.id.as_str().into(),
        customer: doc.text("customer").into(),
        branch: doc.branch.as_deref().into(),
        amount: doc.int("amount_paise").into(),
    };
    take(row.row(RowScope::of(&doc, &RECEIPT_DOC)));
    Ok(())
}

/// The key of the place that goods went to: the delivery address, else where they are billed.
fn sold_to(customer: &str, ship_to: &Option<String>, bill_to: &Option<String>) -> String {
    place_id(customer, ship_to.as_deref().or(bill_to.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::sold_to;

    #[test]
    fn goods_are_sold_to_where_they_go_else_to_where_they_are_billed() {
        let (ship, bill) = (Some("Site".to_owned()), Some("Surat".to_owned()));
        assert_eq!(sold_to("c", &ship, &bill), "c|Site");
        assert_eq!(sold_to("c", &None, &bill), "c|Surat");
        assert_eq!(sold_to("c", &None, &None), "c");
    }
}
