//! What the trip that carries an invoice's goods tells of the invoice.

use std::sync::Arc;

use crate::declare::case::Look;
use crate::docs::invoices::{INVOICE, Invoice};
use crate::docs::loadings::{self, LOADING};
use crate::docs::suppliers::VENDOR;
use crate::docs::trips::{self, TripStop};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;

/// Whether the goods of a stop were handed over, all of them or in part.
pub(super) fn is_handed(stop: &TripStop) -> bool {
    [trips::DELIVERED, trips::PARTLY].contains(&stop.state.as_str())
}

/// Does something with the invoices of the goods at those stops of a trip, with each once.
///
/// Errors: what the reader cannot answer, and those of `then`.
pub(super) fn each(
    case: &Look,
    trip: &[u8],
    wanted: fn(&TripStop) -> bool,
    then: &mut dyn FnMut(&Doc) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let trip: Doc = parse("a trip", trip)?;
    let mut found: Vec<Arc<Doc>> = Vec::new();
    for stop in trips::stops_of(&trip)?.iter().filter(|stop| wanted(stop)) {
        let Some(loading) = &stop.loading else { continue };
        let loading = case.find(LOADING.key, loading)?;
        let Some(id) = loading.as_deref().and_then(loadings::invoice_of) else { continue };
        if !found.iter().any(|one| one.id == id) {
            found.extend(case.find(INVOICE.key, id)?);
        }
    }
    found.iter().try_for_each(|invoice| then(invoice))
}

/// Whether all goods of an invoice were handed over.
pub(super) fn is_delivered(case: &Look, invoice: &Invoice) -> Result<bool, Halt> {
    for loading in &invoice.loadings {
        let on = trips::on_trip(case, LOADING.key, loading)?;
        if !on.is_some_and(|on| is_handed(&on.stops[on.at])) {
            return Ok(false);
        }
    }
    Ok(!invoice.loadings.is_empty())
}

/// Who carries an invoice's goods: the transporter that it names, else that of the trip they are on.
pub(super) fn carrier_of(case: &Look, invoice: &Invoice) -> Result<Option<String>, Halt> {
    if invoice.transporter.is_some() {
        return Ok(invoice.transporter.clone());
    }
    for loading in &invoice.loadings {
        let on = trips::on_trip(case, LOADING.key, loading)?;
        let vendor = on.as_ref().and_then(|on| on.trip.text("vendor"));
        if let Some(vendor) = vendor.map(|id| case.find(VENDOR.key, id)).transpose()?.flatten() {
            return Ok(Some(vendor.title(&VENDOR)));
        }
    }
    Ok(None)
}
