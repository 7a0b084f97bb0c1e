//! Details of documents beside their figures, for lists of them or of their lines and not for sums.

use super::books::RATES;
use super::carried::{self, is_handed};
use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, code, day_at,
    day_of, facts,
};
use crate::declare::case::Look;
use crate::docs;
use crate::docs::batches::BATCH;
use crate::docs::fleet::DRIVER;
use crate::docs::invoices::{self, INVOICE, Invoice, InvoiceLine, Part, Party};
use crate::docs::loadings::LOADING;
use crate::docs::notes::{self, Note};
use crate::docs::terms::PAYMENT_TERM;
use crate::docs::trips::{self, TripGoods, TripStop};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;
use crate::value::Day;
use std::sync::Arc;

facts! {
    SOLD Sold = "sold" by "id" from &[
        FactSource { prefix: &["doc", "invoice"], rows: sold },
        FactSource { prefix: &["doc", "credit_note"], rows: noted },
        FactSource { prefix: &["doc", "debit_note"], rows: noted },
    ], told_by &[FactSource { prefix: &["doc", "trip"], rows: handed }];
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
    version: Holds::Int;
    cess: Holds::Int, Rates;
    /// Of a note: the invoice that it is against, and why.
    against: Holds::Text;
    reason: Holds::Text;
    buyer_address: Holds::Text;
    buyer_state: Holds::Text;
    /// The numbers of its loadings, and the day of the last.
    loadings: Holds::Text;
    loaded: Holds::Day;
    /// When the last of its goods were handed over, once all were; to whom, and what of them was not handed over.
    delivered: Holds::Day;
    received_by: Holds::Text;
    short_pcs: Holds::Int;
    short_g: Holds::Int;
    /// Its place among the lines of its document, from 1 on.
    line: Holds::Int;
    seller_gstin: Holds::Text;
    term: Holds::Text;
    /// Of the whole document, as the next two.
    tcs: Holds::Int, Rates;
    round_off: Holds::Int, Rates;
    payable: Holds::Int, Rates;
    ack_no: Holds::Text;
    ack_day: Holds::Day;
    ewb_day: Holds::Day;
    ewb_until: Holds::Day;
    /// Who carried its goods, and the drivers.
    carrier: Holds::Text;
    driver: Holds::Text;
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

/// What became of an invoice's goods on the road.
#[derive(Default)]
struct Road {
    loadings: Vec<RoadLoading>,
}

struct RoadLoading {
    doc: Arc<Doc>,
    /// Who drove: as the loading says, else its trip.
    driver: Option<String>,
    /// The stop at which it was handed over, all of it or in part.
    stop: Option<TripStop>,
}

impl Road {
    fn of(case: &Look, invoice: &Invoice) -> Result<Road, Halt> {
        let mut road = Road::default();
        for part in invoice.lines.iter().flat_map(|line| &line.parts) {
            if road.loadings.iter().any(|one| one.doc.id == part.loading) {
                continue;
            }
            let Some(doc) = case.find(LOADING.key, &part.loading)? else { continue };
            let carried = trips::on_trip(case, LOADING.key, &doc.id)?;
            let own = doc.text("driver").map(|id| case.find(DRIVER.key, id)).transpose()?;
            let own = own.flatten().map(|driver| driver.title(&DRIVER));
            let of_trip = || carried.as_ref()?.trip.text("driver_name").map(str::to_owned);
            let driver = own.or_else(of_trip);
            let stop = carried.map(|mut on| on.stops.swap_remove(on.at));
            road.loadings.push(RoadLoading { doc, driver, stop: stop.filter(is_handed) });
        }
        Ok(road)
    }

    /// Writes what it tells of a line.
    fn tell<'c>(&'c self, line: &InvoiceLine, row: Sold<'c>) -> Sold<'c> {
        let of = |one: &&RoadLoading| line.parts.iter().any(|part| part.loading == one.doc.id);
        let own: Vec<&RoadLoading> = self.loadings.iter().filter(of).collect();
        let numbers = own.iter().filter_map(|one| one.doc.doc_no.as_deref());
        let stops: Vec<&TripStop> = own.iter().filter_map(|one| one.stop.as_ref()).collect();
        let all = stops.len() == own.len();
        let last = stops.iter().filter_map(|stop| stop.done_at).max().filter(|_| all);
        let mut names: Vec<&str> =
            stops.iter().filter_map(|one| one.received_by.as_deref()).collect();
        names.dedup();
        let mut drivers: Vec<&str> = own.iter().filter_map(|one| one.driver.as_deref()).collect();
        drivers.dedup();
        let days = own.iter().filter_map(|one| one.doc.text("date").and_then(Day::parse));
        let short = |of: fn(&TripGoods) -> i64| {
            let goods = line.parts.iter().filter_map(|part| self.goods(part));
            FactCell::from(goods.map(of).sum::<i64>())
        };
        Sold {
            loadings: numbers.collect::<Vec<_>>().join(", ").into(),
            loaded: days.max().map(|day| i64::from(day.0)).into(),
            delivered: day_at(last),
            received_by: names.join(", ").into(),
            driver: drivers.join(", ").into(),
            short_pcs: short(|goods| goods.short_pcs),
            short_g: short(|goods| goods.short_g),
            ..row
        }
    }

    /// The goods of a part of a line, as they were handed over.
    fn goods(&self, part: &Part) -> Option<&TripGoods> {
        let one = self.loadings.iter().find(|one| one.doc.id == part.loading)?;
        one.stop.as_ref()?.goods.get(usize::try_from(part.loading_line).ok()?)
    }
}

/// The lines of the invoices of a trip's goods, which tell who carries them and what was handed over.
fn handed(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    carried::each(case, text, |_| true, &mut |doc| lines_of(case, doc, take))
}

fn sold(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an invoice", text)?;
    lines_of(case, &doc, take)
}

/// The name of an invoice's terms.
fn term(case: &Look, invoice: &Invoice) -> Result<Option<String>, Halt> {
    let term = invoice.payment_term.as_deref().map(|id| case.find(PAYMENT_TERM.key, id));
    Ok(term.transpose()?.flatten().map(|doc| doc.title(&PAYMENT_TERM)))
}

fn seller_gstin(seller: &Option<Party>) -> FactCell<'_> {
    seller.as_ref().and_then(|party| party.gstin.as_deref()).into()
}

fn lines_of(case: &Look, doc: &Doc, take: &mut TakeRow) -> Result<(), Halt> {
    if doc.status != invoices::POSTED {
        return Ok(());
    }
    let invoice = Invoice::of(doc)?;
    let road = Road::of(case, &invoice)?;
    let (carrier, term) = (carried::carrier_of(case, &invoice)?, term(case, &invoice)?);
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
            due: day_of(doc, "due_date"),
            posted: day_at(invoice.posted_at),
            version: i64::from(doc.version).into(),
            cess: line.cess_paise.into(),
            buyer_address: buyer.and_then(|party| party.address.as_deref()).into(),
            buyer_state: buyer.and_then(|party| party.state.as_deref()).into(),
            line: (at as i64 + 1).into(),
            seller_gstin: seller_gstin(&invoice.seller),
            term: term.as_deref().into(),
            tcs: invoice.tcs_paise.into(),
            round_off: invoice.round_off_paise.into(),
            payable: invoice.payable_paise.into(),
            ack_no: invoice.ack_no.as_deref().into(),
            ack_day: day_of(doc, "ack_date"),
            ewb_day: day_of(doc, "ewb_date"),
            ewb_until: day_of(doc, "ewb_valid_to"),
            carrier: carrier.as_deref().into(),
            ..Sold::default()
        };
        let row = road.tell(line, row);
        take(row.row(RowScope::of(doc, &INVOICE)));
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
            version: i64::from(doc.version).into(),
            against: note.invoice_no.as_deref().into(),
            reason: notes::reason_words(&note.reason).into(),
            buyer_address: note.buyer.as_ref().and_then(|party| party.address.as_deref()).into(),
            buyer_state: note.buyer.as_ref().and_then(|party| party.state.as_deref()).into(),
            line: (at as i64 + 1).into(),
            seller_gstin: seller_gstin(&note.seller),
            tcs: (sign * note.tcs_paise).into(),
            round_off: (sign * note.round_off_paise).into(),
            payable: (sign * note.payable_paise).into(),
            ack_no: note.ack_no.as_deref().into(),
            ack_day: day_of(&doc, "ack_date"),
            ..Sold::default()
        };
        take(row.row(RowScope::of(&doc, notes::def_of(&doc))));
    }
    Ok(())
}
