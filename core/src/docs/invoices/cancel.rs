//! Cancelling a posted invoice while that is still allowed: everything it posted is mirrored.

use super::post::by_loading;
use super::{CANCELLED, INVOICE, Invoice};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::batches::{self, BATCH};
use crate::docs::notes;
use crate::docs::orders::{self, ORDER, loads};
use crate::docs::receipts::check_open_period;
use crate::docs::sales_returns;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::Qty;
use crate::ledger::{Source, books, credit};
use crate::said;
use crate::value::{self, Instant};

/// The period is open, the portals still take it back, nothing is paid, no order was completed by it.
pub fn may_cancel(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let invoice = Invoice::of(doc)?;
    let date = invoice.date.unwrap_or(case.today());
    check_open_period(case, doc.branch.as_deref().unwrap_or_default(), date, "date")?;
    let over = |until: Option<Instant>| until.is_some_and(|until| case.now > until);
    if over(invoice.irn_until()) {
        let message = "IRN is active; after 24 h only a credit note is possible";
        return Err(Halt::refuse(Code::IrnLive, message));
    }
    if over(invoice.ewb_until()) {
        let message = "The e-way bill is older than 24 h; only a credit note is possible";
        return Err(Halt::refuse(Code::Rule, message));
    }
    if let Some(message) = sales_returns::of_invoice_issue(case, doc)? {
        return Err(Halt::refuse(Code::Rule, message));
    }
    if let Some(message) = notes::of_invoice_issue(case, doc)? {
        return Err(Halt::refuse(Code::Rule, message));
    }
    let open =
        credit::open_invoice(case, invoice.customer.as_deref().unwrap_or_default(), &doc.id)?;
    if open.balance_paise != invoice.payable_paise {
        return Err(Halt::refuse(Code::Rule, "A receipt is allocated to this invoice"));
    }
    for id in &invoice.orders {
        let order = case.doc(&ORDER, id)?;
        // The system cancels where the order itself is reversed.
        if order.status == orders::COMPLETED && !case.actor.has(Role::Sys) {
            let message = said!(
                "{order} is completed; reverse the order instead",
                order = order.name(&ORDER)
            );
            return Err(Halt::refuse(Code::Rule, message));
        }
    }
    Ok(())
}

pub fn cancel(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let said = inputs.get("remarks").and_then(serde_json::Value::as_str).unwrap_or_default();
    if said.chars().count() < 5 {
        let message = "Please enter remarks (at least 5 characters)";
        done(vec![Issue::new("remarks", Code::Input, message)])?;
    }
    let mut invoice = Invoice::of(doc)?;
    let customer = invoice.customer.clone().unwrap_or_default();
    credit::cancel_invoice(case, &customer, &doc.id, 0)?;
    for share in &invoice.shares {
        credit::commit(case, &customer, &share.order, share.committed_paise)?;
    }
    let today = case.today();
    for (line, seq) in [(0, invoice.voucher), (1, invoice.cost_voucher)] {
        let source = Source::new(INVOICE.key, &doc.id, line, today);
        books::reverse(case, seq.unwrap_or(0), &source, today)?;
    }
    let since = costs_since(case, &invoice)?;
    batches::cost_again(case, &Source::new(INVOICE.key, &doc.id, 2, today), today, since)?;
    for (order, loading, amount) in by_loading(&invoice) {
        loads::on_uninvoiced(case, order, loading, amount)?;
    }
    invoice.cancelled_because = Some(said.to_owned());
    invoice.write(doc);
    Ok(CANCELLED)
}

/// Goods of an order that an invoice sold come back beside a credit note: what they had cost is stock again, less what
/// returns booked of it before. `gone` is what those brought back of a loading's row.
pub fn cost_back(
    case: &mut Case,
    (reversal, line): (&str, u32),
    invoice: &Invoice,
    order: &str,
    gone: &dyn Fn(&str, i64) -> Qty,
) -> Result<(), Halt> {
    let [mut stock, mut dump, mut since] = [0_i64; 3];
    let own = invoice.lines.iter().filter(|line| line.order == order);
    for part in own.flat_map(|line| &line.parts) {
        let (sold, cost) = (Qty::new(part.pcs, part.weight_g), part.cost_paise.unwrap_or(0));
        let left = sold - gone(&part.loading, part.loading_line);
        let cost = match sold.g {
            0 => value::part(cost, left.pcs, sold.pcs),
            _ => value::part(cost, left.g, sold.g),
        };
        if part.dump == Some(true) {
            dump += cost;
            continue;
        }
        stock += cost;
        if let Some(batch) = case.find(BATCH.key, &part.batch)? {
            since += batches::cost_of(&batch, left) - cost;
        }
    }
    let today = case.today();
    let rows = [
        (books::STOCK, stock),
        (books::STOCK_DUMP, dump),
        (books::COST_OF_SALES, -stock.saturating_add(dump)),
    ];
    let source = |line| Source::new("reversal", reversal, line, today);
    books::post(case, &source(line), today, &rows)?;
    batches::cost_again(case, &source(line + 1), today, since).map(drop)
}

/// What the goods cost more by now than when they were invoiced.
fn costs_since(case: &Look, invoice: &Invoice) -> Result<i64, Halt> {
    let mut by = 0_i64;
    let parts = invoice.lines.iter().flat_map(|line| &line.parts);
    // What goods of the dump are worth was settled when they were dumped.
    for part in parts.filter(|part| part.dump != Some(true)) {
        let Some((was, batch)) = part.cost_paise.zip(case.find(BATCH.key, &part.batch)?) else {
            continue;
        };
        by += batches::cost_of(&batch, Qty { pcs: part.pcs, g: part.weight_g }) - was;
    }
    Ok(by)
}
