//! Details of documents beside their figures, for lists of them or of their lines and not for sums.

use super::books::RATES;
use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, code, day_at,
    day_of, facts,
};
use crate::declare::case::Look;
use crate::docs;
use crate::docs::batches::BATCH;
use crate::docs::invoices::{self, INVOICE, Invoice};
use crate::docs::notes::{self, Note};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;

facts! {
    SOLD Sold = "sold" by "id" from &[
        FactSource { prefix: &["doc", "invoice"], rows: sold },
        FactSource { prefix: &["doc", "credit_note"], rows: noted },
        FactSource { prefix: &["doc", "debit_note"], rows: noted },
    ];
    id: Holds::Text;
    /// The numbers of its batches.
    batches: Holds::Text;
    hsn: Holds::Text;
    rate: Holds::Int, Rates;
    per: Holds::Code(RATES);
    discount_bp: Holds::Int, Rates;
    gst_bp: Holds::Int;
    cgst: Holds::Int, Rates;
    sgst: Holds::Int, Rates;
    igst: Holds::Int, Rates;
    gstin: Holds::Text;
    /// The place of supply: a GST state code, and its name.
    supply: Holds::Text;
    supply_name: Holds::Text;
    consignee: Holds::Text;
    address: Holds::Text;
    vehicle: Holds::Text;
    loading: Holds::Text;
    purchase_order: Holds::Text;
    irn: Holds::Text;
    ewb: Holds::Text;
    due: Holds::Day;
    posted: Holds::Day;
    cess: Holds::Int, Rates;
    /// Of a note: the invoice that it is against, and why.
    against: Holds::Text;
    reason: Holds::Text;
}

facts! {
    /// Details of a document of any type.
    SAID Said = "said" by "id" from &[
        FactSource { prefix: &["doc", "order"], rows: said },
        FactSource { prefix: &["doc", "loading"], rows: said },
        FactSource { prefix: &["doc", "invoice"], rows: said },
        FactSource { prefix: &["doc", "inward"], rows: said },
        FactSource { prefix: &["doc", "receipt"], rows: said },
        FactSource { prefix: &["doc", "stock_hold"], rows: said },
        FactSource { prefix: &["doc", "batch_closing"], rows: said },
        FactSource { prefix: &["doc", "dump_stock"], rows: said },
        FactSource { prefix: &["doc", "transfer"], rows: said },
        FactSource { prefix: &["doc", "additional_inward"], rows: said },
        FactSource { prefix: &["doc", "work_order"], rows: said },
        FactSource { prefix: &["doc", "sales_return"], rows: said },
        FactSource { prefix: &["doc", "stock_audit"], rows: said },
        FactSource { prefix: &["doc", "trip"], rows: said },
        FactSource { prefix: &["doc", "reversal"], rows: said },
        FactSource { prefix: &["doc", "credit_limit_request"], rows: said },
        FactSource { prefix: &["doc", "credit_note"], rows: said },
        FactSource { prefix: &["doc", "debit_note"], rows: said },
    ];
    id: Holds::Text;
    /// The first of its goods, and of how many lines.
    sku: Holds::Link("sku");
    lines: Holds::Int;
    remarks: Holds::Text;
}

fn said(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a document", text)?;
    let lines = ["lines", "rows"].into_iter().find_map(|field| doc.get(field)?.as_array());
    let first = lines.and_then(|lines| lines.first()?.get("sku")?.as_str());
    let row = Said {
        id: doc.id.as_str().into(),
        sku: first.or(doc.text("sku")).into(),
        lines: lines.map(|lines| lines.len() as i64).into(),
        remarks: doc.text("remarks").or(doc.text("narration")).into(),
    };
    let seen = docs::find(&doc.kind).map(|def| RowScope::of(&doc, def)).unwrap_or_default();
    take(row.row(seen));
    Ok(())
}

/// The key of an invoice's line: the invoice, and the line's place.
pub(super) fn sold_id(invoice: &str, at: usize) -> String {
    format!("{invoice}|{at:04}")
}

fn sold(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an invoice", text)?;
    if doc.status != invoices::POSTED {
        return Ok(());
    }
    let invoice = Invoice::of(&doc)?;
    let (buyer, shipped) = (invoice.buyer.as_ref(), invoice.consignee.as_ref());
    for (at, line) in invoice.lines.iter().enumerate() {
        let mut batches = Vec::new();
        for part in &line.parts {
            let number = case.doc(&BATCH, &part.batch)?.text("batch_no").map(str::to_owned);
            batches.extend(number.filter(|number| !batches.contains(number)));
        }
        let row = Sold {
            id: sold_id(&doc.id, at).into(),
            batches: batches.join(", ").into(),
            hsn: line.hsn.as_str().into(),
            rate: line.rate_paise.into(),
            per: line.rate_uom.map_or(FactCell::None, |uom| code(RATES, uom.name())),
            discount_bp: line.discount_bp.into(),
            gst_bp: line.gst_rate_bp.into(),
            cgst: line.cgst_paise.into(),
            sgst: line.sgst_paise.into(),
            igst: line.igst_paise.into(),
            gstin: buyer.and_then(|party| party.gstin.as_deref()).into(),
            supply: invoice.place_of_supply.as_deref().into(),
            supply_name: invoice.place_name.as_deref().into(),
            consignee: shipped.and_then(|party| party.name.as_deref()).into(),
            address: shipped.and_then(|party| party.address.as_deref()).into(),
            vehicle: invoice.vehicle_no.as_deref().into(),
            loading: invoice.slip_no.as_deref().into(),
            purchase_order: invoice.po_no.as_deref().into(),
            irn: invoice.irn.as_deref().into(),
            ewb: invoice.ewb_no.as_deref().into(),
            due: day_of(&doc, "due_date"),
            posted: day_at(invoice.posted_at),
            cess: line.cess_paise.into(),
            ..Sold::default()
        };
        take(row.row(RowScope::of(&doc, &INVOICE)));
    }
    Ok(())
}

/// A note's lines by the details of their invoice; amounts that are credited are less than nothing.
fn noted(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a note", text)?;
    if doc.status != notes::POSTED {
        return Ok(());
    }
    let (note, sign) = (Note::of(&doc)?, notes::sign(&doc));
    for (at, line) in note.lines.iter().enumerate() {
        let mut batches = Vec::new();
        for part in &line.parts {
            let number = case.doc(&BATCH, &part.batch)?.text("batch_no").map(str::to_owned);
            batches.extend(number.filter(|number| !batches.contains(number)));
        }
        let row = Sold {
            id: sold_id(&doc.id, at).into(),
            batches: batches.join(", ").into(),
            hsn: line.hsn.as_str().into(),
            rate: line.rate_paise.into(),
            per: line.rate_uom.map_or(FactCell::None, |uom| code(RATES, uom.name())),
            gst_bp: line.gst_rate_bp.into(),
            cgst: (sign * line.cgst_paise).into(),
            sgst: (sign * line.sgst_paise).into(),
            igst: (sign * line.igst_paise).into(),
            cess: (sign * line.cess_paise).into(),
            gstin: note.buyer.as_ref().and_then(|party| party.gstin.as_deref()).into(),
            supply: note.place_of_supply.as_deref().into(),
            supply_name: note.place_name.as_deref().into(),
            irn: note.irn.as_deref().into(),
            due: day_of(&doc, "due_date"),
            posted: day_at(note.posted_at),
            against: note.invoice_no.as_deref().into(),
            reason: notes::reason_words(&note.reason).into(),
            ..Sold::default()
        };
        take(row.row(RowScope::of(&doc, notes::def_of(&doc))));
    }
    Ok(())
}
