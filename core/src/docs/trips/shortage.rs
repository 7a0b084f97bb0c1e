//! The end of a shortage: what comes back is asked for as a sales return, what is lost is claimed.

use super::papers::{Loaded, invoice_of, price_of};
use super::{TripGoods, TripStop};
use crate::declare::case::{Case, Look};
use crate::docs::invoices::{INVOICE, Invoice};
use crate::docs::loadings::{self, LOADING};
use crate::docs::orders::{ORDER, Order};
use crate::docs::sales_returns::{self, ReturnLine};
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::Doc;
use crate::said;
use crate::said::Said;

/// Opens the return, or notes what the transporter is asked for.
pub fn end(case: &mut Case, doc: &Doc, stop: &mut TripStop) -> Result<(), Halt> {
    let id = stop.loading.clone().unwrap_or_default();
    let loading = case.doc(&LOADING, &id)?;
    match stop.shortage.as_deref() {
        Some("return") => {
            stop.sales_return = Some(open_return(case, doc, stop, &loading)?);
            Ok(())
        }
        _ if doc.get("vendor").is_none() => {
            let message = "No transporter carries these goods";
            Err(Halt::issues(vec![Issue::new("shortage", Code::Input, message)]))
        }
        _ => {
            stop.claim_paise = Some(value_of(case, stop, &loading)?);
            Ok(())
        }
    }
}

/// What was lost, as it was sold, with the tax.
fn value_of(look: &Look, stop: &TripStop, loading: &Doc) -> Result<i64, Halt> {
    let order = look.doc(&ORDER, loading.text("order").unwrap_or_default())?;
    let rows = loadings::rows_of(loading)?;
    let taken = |(row, goods): (&loadings::LoadingLine, &TripGoods)| Loaded {
        order_line: row.order_line,
        pcs: goods.short_pcs,
        weight_g: goods.short_g,
    };
    let taken: Vec<Loaded> = rows.iter().zip(&stop.goods).map(taken).collect();
    Ok(price_of(&Order::of(&order)?, &taken))
}

/// The draft of a return of what was not handed over, by the lines of the invoice; its reasons are entered by
/// whoever sends it.
fn open_return(case: &mut Case, doc: &Doc, stop: &TripStop, loading: &Doc) -> Result<String, Halt> {
    let refused = |path: &str, code: Code, message: Said| {
        Err(Halt::issues(vec![Issue::new(path, code, message)]))
    };
    let Some(invoice) = invoice_of(case, loading)? else {
        let message =
            said!("{no} has no posted invoice yet, so that nothing of it returns", no = stop.no);
        return refused("shortage", Code::Rule, message);
    };
    let sold = Invoice::of(&invoice)?;
    let mut lines: Vec<ReturnLine> = Vec::new();
    for (row, goods) in stop.goods.iter().enumerate().filter(|(_, goods)| !goods.short().is_zero())
    {
        let is = |part: &crate::docs::invoices::Part| {
            part.loading == loading.id && part.loading_line == row as i64
        };
        let Some(line) = sold.lines.iter().position(|line| line.parts.iter().any(is)) else {
            let name = invoice.name(&INVOICE);
            return refused("short", Code::Rule, said!("{name} does not have these goods", name));
        };
        lines.push(ReturnLine {
            line: line as i64,
            batch: goods.batch.clone(),
            pcs: (goods.short_pcs > 0).then_some(goods.short_pcs),
            weight_g: (goods.short_g > 0).then_some(goods.short_g),
            reason: None,
            condition: Some("Not handed over".to_owned()),
        });
    }
    let trip = doc.doc_no.as_deref().unwrap_or("a trip");
    let said = format!(
        "Not handed over on {trip}, received by {}",
        stop.received_by.as_deref().unwrap_or("nobody")
    );
    match sales_returns::open_for(case, &invoice.id, &lines, &said) {
        Ok(id) => Ok(id),
        Err(Halt::Refused(refused)) => {
            let here = |issue: Issue| Issue { path: "short".to_owned(), ..issue };
            Err(Halt::issues(refused.issues.into_iter().map(here).collect()))
        }
        Err(other) => Err(other),
    }
}
