//! The road: trips with their freight, what was handed over at their stops, and papers that end.

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, carried, code,
    day_at, day_of, facts,
};
use crate::declare::case::Look;
use crate::docs::fleet::{DRIVER, VEHICLE};
use crate::docs::invoices::{self, INVOICE, Invoice, irn};
use crate::docs::limit_requests::{self, CREDIT_LIMIT_REQUEST};
use crate::docs::trips::{self, TRIP};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;
use crate::value::{Day, Instant};

/// Who pays the GST on a trip's freight, by the words of the trip behind a first one for none.
pub const FREIGHT_TAX: &[&str] =
    &["No freight", "Reverse charge", "Charged by the transporter", "Exempt"];
const FREIGHT_TAX_KEYS: &[&str] = &["", "rcm", "forward", "exempt"];

/// What became of a stop.
pub const STOP_STATES: &[&str] =
    &["Waiting", "Reached", "Delivered", "Partly delivered", "Refused"];
const STOP_KEYS: &[&str] =
    &[trips::WAITING, trips::REACHED, trips::DELIVERED, trips::PARTLY, trips::REFUSED];

/// Where the proof of delivery stands: not due before the vehicle leaves, and none for what a yard receives itself.
pub const PROOFS: &[&str] = &["Not due", "Awaited", "Received", "None"];

/// The papers that end.
pub const ENDINGS: &[&str] = &[
    "Registration",
    "Insurance",
    "Fitness",
    "Permit",
    "Pollution certificate",
    "Driving licence",
    "Temporary limit",
    "E-way bill of an invoice",
    "E-way bill on the road",
    "E-invoice to report",
    "E-way bill of delivered goods",
];
/// The vehicle's papers, by their fields, in the order of [`ENDINGS`].
const VEHICLE_PAPERS: &[&str] = &["rc_to", "insurance_to", "fitness_to", "permit_to", "puc_to"];
const LICENCE: i64 = 5;
const LIMIT: i64 = 6;
const INVOICE_EWB: i64 = 7;
const TRIP_EWB: i64 = 8;
const E_INVOICE: i64 = 9;
const DELIVERED_EWB: i64 = 10;

facts! {
    /// A trip and its freight.
    TRIP_ROW Trip = "trip" by "paper" from &[FactSource { prefix: &["doc", "trip"], rows: trip }];
    paper: Holds::Link("paper");
    branch: Holds::Link("branch");
    /// The transporter; none of a vehicle of our own.
    transporter: Holds::Link("ledger");
    vehicle: Holds::Text;
    driver: Holds::Text;
    tax_by: Holds::Code(FREIGHT_TAX);
    /// The day on which the vehicle left; before that the day on which it is to leave.
    day: Holds::Day;
    stops: Holds::Int;
    open: Holds::Int;
    km: Holds::Int;
    g: Holds::Int;
    /// What was agreed, paise: the freight, and the advance that was promised.
    freight: Holds::Int, Freight;
    agreed_advance: Holds::Int, Freight;
    advance: Holds::Int, Freight;
    /// Freight and everything charged beside it.
    total: Holds::Int, Freight;
    /// Of a settled trip: the GST that we owe under reverse charge, or that the transporter charged.
    rcm: Holds::Int, Freight;
    charged_tax: Holds::Int, Freight;
    balance: Holds::Int, Freight;
    paid: Holds::Int, Freight;
    claim: Holds::Int, Rates;
    recovered: Holds::Int, Rates;
}

facts! {
    /// A stop of a trip that was not cancelled.
    DELIVERY Delivery = "delivery" by "paper"
        from &[FactSource { prefix: &["doc", "trip"], rows: deliveries }];
    paper: Holds::Link("paper");
    branch: Holds::Link("branch");
    transporter: Holds::Link("ledger");
    vehicle: Holds::Text;
    /// The loading or transfer that is taken there, and its order.
    goods: Holds::Link("paper");
    order: Holds::Link("paper");
    salesman: Holds::Link("employee");
    party: Holds::Text;
    city: Holds::Text;
    stop: Holds::Code(STOP_STATES);
    proof: Holds::Code(PROOFS);
    /// The day on which the vehicle left; before that the day on which it is to leave.
    day: Holds::Day;
    /// The day on which the goods were handed over or refused.
    done: Holds::Day;
    received_by: Holds::Text;
    pcs: Holds::Int;
    g: Holds::Int;
    short_pcs: Holds::Int;
    short_g: Holds::Int;
    claim: Holds::Int, Rates;
    ewb: Holds::Text;
    times: Holds::Int;
}

facts! {
    /// A paper that ends on a day, of what is still in use.
    ENDING Ending = "ending" by "of" from &[
        FactSource { prefix: &["doc", "vehicle"], rows: of_vehicle },
        FactSource { prefix: &["doc", "driver"], rows: of_driver },
        FactSource { prefix: &["doc", "credit_limit_request"], rows: of_limit },
        FactSource { prefix: &["doc", "invoice"], rows: of_invoice },
        FactSource { prefix: &["doc", "trip"], rows: of_trip },
    ], told_by &[FactSource { prefix: &["doc", "trip"], rows: delivered }];
    /// The document that keeps it.
    of: Holds::Text;
    kind: Holds::Code(ENDINGS);
    /// The vehicle, driver, customer or receiver.
    name: Holds::Text;
    number: Holds::Text;
    /// Where the document is one that lines stand on.
    paper: Holds::Link("paper");
    branch: Holds::Link("branch");
    /// The last day.
    day: Holds::Day;
    times: Holds::Int;
}

/// The day on which a trip left, or is to leave.
fn leaves(doc: &Doc) -> FactCell<'static> {
    day_at(doc.int("out_at").or(doc.int("leaves_at")).map(Instant))
}

fn trip(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a trip", text)?;
    let tax_by = doc.text("freight_tax").unwrap_or_default();
    let tax = |by: &str| doc.int("tax_paise").filter(|_| tax_by == by);
    let row = Trip {
        paper: doc.id.as_str().into(),
        branch: doc.branch.as_deref().into(),
        transporter: doc.text("vendor").into(),
        vehicle: doc.text("vehicle_no").into(),
        driver: doc.text("driver_name").into(),
        tax_by: code(FREIGHT_TAX_KEYS, tax_by),
        day: leaves(&doc),
        stops: doc.int("stop_count").into(),
        open: doc.int("open_count").into(),
        km: doc.int("km").into(),
        g: doc.int("weight_g").into(),
        freight: doc.int("freight_paise").into(),
        agreed_advance: doc.int("advance_paise").into(),
        advance: doc.int("advance_paid_paise").into(),
        total: doc.int("total_paise").into(),
        rcm: tax("rcm").into(),
        charged_tax: tax("forward").into(),
        balance: doc.int("balance_paise").into(),
        paid: doc.int("paid_paise").into(),
        claim: doc.int("claim_paise").into(),
        recovered: doc.int("recovered_paise").into(),
    };
    take(row.row(RowScope::of(&doc, &TRIP)));
    Ok(())
}

/// Where the proof of a stop's delivery stands, as a place among [`PROOFS`].
fn proof(doc: &Doc, stop: &trips::TripStop) -> i64 {
    match stop.state.as_str() {
        _ if stop.transfer.is_some() => 3,
        trips::DELIVERED | trips::PARTLY => 2,
        trips::REFUSED => 3,
        _ if doc.status == trips::DISPATCHED => 1,
        _ => 0,
    }
}

fn deliveries(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a trip", text)?;
    if doc.status == trips::CANCELLED {
        return Ok(());
    }
    let stops = trips::stops_of(&doc)?;
    for stop in &stops {
        let row = Delivery {
            paper: doc.id.as_str().into(),
            branch: doc.branch.as_deref().into(),
            transporter: doc.text("vendor").into(),
            vehicle: stop.vehicle_no.as_deref().or(doc.text("vehicle_no")).into(),
            goods: stop.carries().map(|(_, id)| id).into(),
            order: stop.order.as_deref().into(),
            salesman: stop.salesman.as_deref().into(),
            party: stop.party.as_str().into(),
            city: stop.city.as_str().into(),
            stop: code(STOP_KEYS, &stop.state),
            proof: proof(&doc, stop).into(),
            day: leaves(&doc),
            done: day_at(stop.done_at),
            received_by: stop.received_by.as_deref().into(),
            pcs: stop.pcs.into(),
            g: stop.weight_g.into(),
            short_pcs: stop.short_pcs.into(),
            short_g: stop.short_g.into(),
            claim: stop.claim_paise.into(),
            ewb: stop.ewb_no.as_deref().into(),
            times: 1.into(),
        };
        take(row.row(RowScope::of(&doc, &TRIP)));
    }
    Ok(())
}

/// A paper of a document that ends on a day.
fn ending<'d>(doc: &'d Doc, kind: i64, name: &'d str, number: Option<&'d str>) -> Ending<'d> {
    Ending {
        of: doc.id.as_str().into(),
        kind: kind.into(),
        name: name.into(),
        number: number.into(),
        branch: doc.branch.as_deref().into(),
        times: 1.into(),
        ..Ending::default()
    }
}

fn on(day: Day) -> FactCell<'static> {
    i64::from(day.0).into()
}

fn of_vehicle(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a vehicle", text)?;
    if doc.status != "Active" {
        return Ok(());
    }
    for (kind, field) in VEHICLE_PAPERS.iter().enumerate() {
        let Some(day) = doc.text(field).and_then(Day::parse) else { continue };
        let name = doc.text("reg_no").unwrap_or_default();
        let row = Ending { day: on(day), ..ending(&doc, kind as i64, name, None) };
        take(row.row(RowScope::of(&doc, &VEHICLE)));
    }
    Ok(())
}

fn of_driver(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a driver", text)?;
    let Some(day) = doc.text("licence_to").and_then(Day::parse) else { return Ok(()) };
    if doc.status == "Active" {
        let name = doc.text("name").unwrap_or_default();
        let row = Ending { day: on(day), ..ending(&doc, LICENCE, name, doc.text("licence_no")) };
        take(row.row(RowScope::of(&doc, &DRIVER)));
    }
    Ok(())
}

fn of_limit(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a credit limit request", text)?;
    let temporary = doc.text("kind") == Some("temporary");
    if temporary && doc.status == limit_requests::APPROVED {
        let name = doc.text("customer_name").unwrap_or_default();
        let row = Ending {
            day: day_of(&doc, "to"),
            paper: doc.id.as_str().into(),
            ..ending(&doc, LIMIT, name, doc.doc_no.as_deref())
        };
        take(row.row(RowScope::of(&doc, &CREDIT_LIMIT_REQUEST)));
    }
    Ok(())
}

fn of_invoice(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an invoice", text)?;
    invoice_endings(case, &doc, take)
}

/// The invoices of a trip's goods: nobody waits for the e-way bill of what was handed over.
fn delivered(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    carried::each(case, text, |_| true, &mut |doc| invoice_endings(case, doc, take))
}

fn invoice_endings(case: &Look, doc: &Doc, take: &mut TakeRow) -> Result<(), Halt> {
    if doc.status != invoices::POSTED {
        return Ok(());
    }
    let invoice = Invoice::of(doc)?;
    let bill_kind = match carried::is_delivered(case, &invoice)? {
        true => DELIVERED_EWB,
        false => INVOICE_EWB,
    };
    let name = invoice.customer_name.as_deref().unwrap_or_default();
    let bill = invoice.ewb_valid_to.map(|day| (bill_kind, day, invoice.ewb_no.as_deref()));
    let needed = invoice.irn_state.as_deref() == Some(irn::NEEDED);
    let report = match invoice.date.filter(|_| needed) {
        Some(date) => irn::reporter(case)?.last_day(date),
        None => None,
    };
    let report = report.map(|day| (E_INVOICE, day, doc.doc_no.as_deref()));
    for (kind, day, number) in bill.into_iter().chain(report) {
        let row = Ending {
            day: on(day),
            paper: doc.id.as_str().into(),
            ..ending(doc, kind, name, number)
        };
        take(row.row(RowScope::of(doc, &INVOICE)));
    }
    Ok(())
}

fn of_trip(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a trip", text)?;
    if doc.status != trips::DISPATCHED {
        return Ok(());
    }
    let stops = trips::stops_of(&doc)?;
    for stop in stops.iter().filter(|stop| stop.is_open()) {
        let Some(day) = stop.ewb_to else { continue };
        let row = Ending {
            day: on(day),
            paper: doc.id.as_str().into(),
            ..ending(&doc, TRIP_EWB, &stop.party, stop.ewb_no.as_deref())
        };
        take(row.row(RowScope::of(&doc, &TRIP)));
    }
    Ok(())
}
