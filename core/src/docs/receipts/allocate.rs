//! What a receipt is set against: as it was entered, by due date, at any time later, and taken back.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::*;
use super::{advance, cash, confirm};
use crate::declare::case::Case;
use crate::docs::invoices::Invoice;
use crate::docs::notes::DEBIT_NOTE;
use crate::docs::opening_bills::{self, OPENING_BILL};
use crate::docs::trips::TRIP;
use crate::error::Issue;
use crate::kept::doc::Record;
use crate::ledger::credit::{CHARGES, OPENING, Open};
use crate::ledger::{self, books};
use crate::said;
use crate::said::Said;
use crate::value::{Paise, rupees};

/// Rows that say of nothing, of two things, of nothing twice, or no amount.
pub fn row_issues(rows: &[Value]) -> Vec<Issue> {
    let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    let of = |row: &Value| text(row, "invoice").or(text(row, "item"));
    let mut issues = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let mut wrong = |key: &str, code, message: &'static str| {
            issues.push(Issue::new(format!("allocations.{at}.{key}"), code, message));
        };
        let int = |key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
        match (row.get("invoice"), row.get("item")) {
            (None, None) => wrong("invoice", Code::Required, "Select the invoice"),
            (Some(_), Some(_)) => {
                wrong("item", Code::Input, "An invoice or another item, not both")
            }
            _ if rows[..at].iter().any(|other| of(other) == of(row)) => {
                wrong("invoice", Code::Input, "This is listed twice");
            }
            _ => {}
        }
        if ["amount_paise", "tds_paise", "discount_paise"].iter().all(|key| int(key) == 0) {
            wrong("amount_paise", Code::Required, "Enter an amount");
        }
    }
    issues
}

/// Rows that take more of an item than is open.
pub fn open_issues(case: &Look, doc: &Doc, rows: &[ReceiptAllocation]) -> Result<Vec<Issue>, Halt> {
    let customer = customer_of(doc);
    let mut issues = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let open = credit::open_invoice(case, &customer, row.item_id())?.balance_paise;
        let name = || name_of_item(case, row.item_id());
        let mut refuse = |message: Said| {
            issues.push(Issue::new(format!("allocations.{at}.amount_paise"), Code::Rule, message));
        };
        if row.total() > open {
            refuse(said!(
                "Only {open} of {name} is open",
                open = rupees(Paise(open)),
                name = name()?
            ));
        } else if row.amount_paise > cash::room_for(case, doc, row.item_id())? {
            let limit = cash::limit(case, day(doc))?;
            let (below, law) = limit.map_or((0, String::new()), |one| (one.below_paise, one.law));
            let below = rupees(Paise(below));
            refuse(said!(
                "Cash of {below} or more for one invoice is not allowed ({law})",
                below,
                law
            ));
        }
    }
    Ok(issues)
}

/// The document that an open item is of; none for the opening balance and the charges of bounced cheques.
pub fn document_of(case: &Look, item: &str) -> Result<Option<Arc<Doc>>, Halt> {
    for kind in [INVOICE.key, DEBIT_NOTE.key, TRIP.key, OPENING_BILL.key] {
        if let Some(found) = case.find(kind, item)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// An open item as people know it.
pub fn name_of_item(case: &Look, item: &str) -> Result<String, Halt> {
    if let Some((_, label)) = ITEMS.iter().find(|(key, _)| *key == item) {
        return Ok((*label).to_owned());
    }
    let found = document_of(case, item)?;
    let no = found.and_then(|doc| doc.text("bill_no").map(str::to_owned).or(doc.doc_no.clone()));
    Ok(no.unwrap_or_else(|| "this invoice".to_owned()))
}

/// An amount over what is open, the oldest due first; an item takes its balance, less what `taken` takes of it.
pub fn by_due_date(
    case: &Look,
    doc: &Doc,
    amount: i64,
    taken: &[ReceiptAllocation],
) -> Result<Vec<ReceiptAllocation>, Halt> {
    let mut left = amount;
    let mut rows: Vec<ReceiptAllocation> = Vec::new();
    let open = credit::open_invoices(case, &customer_of(doc))?;
    let mut used: BTreeMap<&str, i64> = BTreeMap::new();
    for row in taken {
        *used.entry(row.item_id()).or_default() += row.total();
    }
    for (item, open, _) in credit::outstanding(open, 0) {
        if left == 0 {
            break;
        }
        if !is_for(case, doc, &item)? {
            continue;
        }
        // What was taken of an item takes its first instalments.
        let own = used.get_mut(item.as_str());
        let gone = own.map_or(0, |own| {
            let gone = open.balance_paise.min(*own);
            *own -= gone;
            gone
        });
        let paid = rows.iter().find(|row| row.item_id() == item).map_or(0, |row| row.amount_paise);
        let room = cash::room_for(case, doc, &item)?.saturating_sub(paid);
        let pays = (open.balance_paise - gone).min(left).min(room);
        if pays > 0 {
            rows = joined(rows, vec![ReceiptAllocation::of(case, &item, pays)?]);
            left -= pays;
        }
    }
    Ok(rows)
}

/// An advance pays the invoices of its order alone, unless a person sets it against others.
fn is_for(case: &Look, doc: &Doc, item: &str) -> Result<bool, Halt> {
    let Some(order) = advance::order_of(doc) else { return Ok(true) };
    let Some(invoice) = case.find(INVOICE.key, item)? else { return Ok(false) };
    Ok(Invoice::of(&invoice)?.orders.iter().any(|one| one == order))
}

/// Rows of one item as one.
pub fn joined(
    mut rows: Vec<ReceiptAllocation>,
    more: Vec<ReceiptAllocation>,
) -> Vec<ReceiptAllocation> {
    for row in more {
        match rows.iter_mut().find(|one| one.item_id() == row.item_id()) {
            Some(one) => one.amount_paise += row.amount_paise,
            None => rows.push(row),
        }
    }
    rows
}

/// What a receipt is to pay, as things stand now.
pub fn plan(case: &Look, doc: &Doc) -> Result<Vec<ReceiptAllocation>, Halt> {
    match doc.text("spread") {
        Some("hand") => allocations_of(doc),
        Some("due") => by_due_date(case, doc, amount_of(doc), &[]),
        _ => Ok(Vec::new()),
    }
}

/// A plan as far as its items are still open: money first, since it came; what is over stays on account.
pub fn as_open(
    case: &Look,
    doc: &Doc,
    plan: Vec<ReceiptAllocation>,
) -> Result<Vec<ReceiptAllocation>, Halt> {
    let customer = customer_of(doc);
    let mut rows = Vec::new();
    for row in plan {
        let mut open = credit::open_invoice(case, &customer, row.item_id())?.balance_paise;
        let mut take = |most: i64| {
            let taken = most.min(open);
            open -= taken;
            taken
        };
        let money = row.amount_paise.min(cash::room_for(case, doc, row.item_id())?);
        let fits = ReceiptAllocation {
            amount_paise: take(money),
            tds_paise: take(row.tds_paise),
            discount_paise: take(row.discount_paise),
            ..row
        };
        if fits.total() > 0 {
            rows.push(fits);
        }
    }
    Ok(rows)
}

/// The money of a receipt that is on account; of one of an older program as much as it did not pay.
pub fn left_of(doc: &Doc) -> Result<i64, Halt> {
    if moves_account(doc) || !has_arrived(doc) {
        return Ok(0);
    }
    let paid: i64 = settled_of(doc)?.iter().map(|row| row.amount_paise).sum();
    Ok(amount_of(doc) - paid)
}

/// Sets money against items in the ledger, and books what is no money.
pub fn settle(
    case: &mut Case,
    doc: &mut Doc,
    rows: &[ReceiptAllocation],
    date: Day,
) -> Result<(), Halt> {
    let customer = customer_of(doc);
    let mut settled = settled_of(doc)?;
    for row in rows {
        let item = row.item_id();
        if row.amount_paise > 0 {
            cash::count_for(case, doc, item, row.amount_paise)?;
            credit::settle(case, &customer, &doc.id, item, row.amount_paise)?;
        }
        credit::deduct(case, &customer, &doc.id, item, row.deducted())?;
        let (line, voucher) = book_deducted(case, doc, row, date)?;
        let date = Some(date);
        settled.push(ReceiptSettlement { date, line, voucher, ..named(case, row)? });
    }
    set_settled(doc, &settled)
}

/// An allocation with the name of its item.
pub fn named(case: &Look, row: &ReceiptAllocation) -> Result<ReceiptSettlement, Halt> {
    Ok(ReceiptSettlement {
        name: name_of_item(case, row.item_id())?,
        invoice: row.invoice.clone(),
        item: row.item.clone(),
        amount_paise: row.amount_paise,
        tds_paise: row.tds_paise,
        discount_paise: row.discount_paise,
        ..ReceiptSettlement::default()
    })
}

fn set_settled(doc: &mut Doc, settled: &[ReceiptSettlement]) -> Result<(), Halt> {
    set_rows(doc, "settled", settled);
    if !moves_account(doc) {
        let paid: i64 = settled.iter().map(|row| row.amount_paise).sum();
        doc.set("on_account_paise", amount_of(doc) - paid);
    }
    Ok(())
}

/// What the customer deducted is owed by the state, a discount is a cost.
fn book_deducted(
    case: &mut Case,
    doc: &mut Doc,
    row: &ReceiptAllocation,
    date: Day,
) -> Result<(i64, i64), Halt> {
    if row.deducted() == 0 {
        return Ok((0, 0));
    }
    let account = books::customer(&customer_of(doc));
    let rows = [
        (books::TDS_RECEIVABLE, row.tds_paise),
        (books::DISCOUNT_ALLOWED, row.discount_paise),
        (account.as_str(), -row.deducted()),
    ];
    confirm::book(case, doc, date, &rows)
}

pub fn may_allocate(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match left_of(doc)? {
        1.. => Ok(()),
        _ => Err(Halt::refuse(Code::Rule, "Nothing of this receipt is on account")),
    }
}

pub fn may_unallocate(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match doc.get("settled") {
        Some(_) => Ok(()),
        None => Err(Halt::refuse(Code::Rule, "This receipt is not set against anything")),
    }
}

/// Sets money on account against invoices: by hand, or what is due first.
pub fn allocate(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let today = case.today();
    check_open_period(case, doc.branch.as_deref().unwrap_or_default(), today, "")?;
    let left = left_of(doc)?;
    let rows = match inputs.get("allocations").and_then(Value::as_array) {
        Some(entered) if !entered.is_empty() => {
            let mut issues = row_issues(entered);
            let rows: Vec<ReceiptAllocation> = Vec::read(&Value::from(entered.clone()))
                .map_err(|why| Halt::Fault(format!("allocations: {why}")))?;
            issues.extend(open_issues(case, doc, &rows)?);
            let sum: i64 = rows.iter().map(|row| row.amount_paise).sum();
            if sum > left {
                let message =
                    said!("Only {left} of this receipt is on account", left = rupees(Paise(left)));
                issues.push(Issue::new("allocations", Code::Rule, message));
            }
            done(issues)?;
            rows
        }
        _ => by_due_date(case, doc, left, &[])?,
    };
    if rows.is_empty() {
        let message = match advance::order_of(doc) {
            Some(_) => "No invoice of its order is open",
            None => "This customer has nothing open",
        };
        return Err(Halt::refuse(Code::Rule, message));
    }
    settle(case, doc, &rows, today)?;
    moved(case, doc)?;
    Ok("")
}

/// What it is set against changed after it was booked: whoever was given its voucher before is given it again.
fn moved(case: &Look, doc: &mut Doc) -> Result<(), Halt> {
    let next: u64 = case.value(&ledger::next_key("books"))?.unwrap_or(1);
    doc.set("moved_after", next);
    Ok(())
}

/// Takes settlements back: the items open again, and the money stands on account.
pub fn unallocate(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let text = |key: &str| inputs.get(key).and_then(Value::as_str);
    let only = text("invoice").or(text("item")).map(str::to_owned);
    let today = case.today();
    check_open_period(case, doc.branch.as_deref().unwrap_or_default(), today, "")?;
    if take_back(case, doc, only.as_deref(), today)? == 0 {
        let message = "This receipt is not set against it";
        return done(vec![Issue::new("invoice", Code::Input, message)]).map(|()| "");
    }
    moved(case, doc)?;
    Ok("")
}

/// Takes back what a receipt paid of one item, or of all; of how many.
pub fn take_back(
    case: &mut Case,
    doc: &mut Doc,
    only: Option<&str>,
    date: Day,
) -> Result<usize, Halt> {
    let customer = customer_of(doc);
    let of = |row: &ReceiptSettlement| row.allocation().item_id().to_owned();
    let (taken, kept): (Vec<_>, Vec<_>) =
        settled_of(doc)?.into_iter().partition(|row| only.is_none_or(|item| of(row) == item));
    let own = !moves_account(doc) && doc.get("events").is_some();
    for row in &taken {
        let item = of(row);
        let again = again(case, &customer, &item, row, date)?;
        if row.amount_paise > 0 {
            cash::count_for(case, doc, &item, -row.amount_paise)?;
            let to = (item.as_str(), again.clone());
            credit::unsettle(case, &customer, &doc.id, to, row.amount_paise, own)?;
        }
        let deducted = row.tds_paise + row.discount_paise;
        credit::undeduct(case, &customer, &doc.id, (&item, again), deducted)?;
        confirm::unbook(case, doc, (row.line, row.voucher), date)?;
    }
    set_settled(doc, &kept)?;
    Ok(taken.len())
}

/// An item as it stood before anything was paid on it.
fn again(
    case: &Look,
    customer: &str,
    item: &str,
    row: &ReceiptSettlement,
    date: Day,
) -> Result<Open, Halt> {
    let party = case.doc(&CUSTOMER, customer)?;
    let paid = row.amount_paise + row.tds_paise + row.discount_paise;
    Ok(match item {
        OPENING => Open {
            amount_paise: party.int("opening_paise").unwrap_or(paid),
            due: day_in(&party, "opening_due").unwrap_or(date),
            ..Open::default()
        },
        CHARGES => Open { amount_paise: paid, due: date, ..Open::default() },
        id => {
            let Some(found) = case.find(INVOICE.key, id)? else {
                if let Some(bill) = opening_bills::item_of(case, id)? {
                    return Ok(bill);
                }
                // A debit note, or the freight of a trip, is a debt of its own.
                let note = case.find(DEBIT_NOTE.key, id)?;
                let due = note.as_ref().and_then(|note| day_in(note, "due_date"));
                let amount = note.and_then(|note| note.int("payable_paise"));
                return Ok(Open {
                    amount_paise: amount.unwrap_or(paid),
                    due: due.unwrap_or(date),
                    ..Open::default()
                });
            };
            let invoice = Invoice::of(&found)?;
            Open {
                parts: invoice.due_parts(),
                amount_paise: invoice.payable_paise,
                due: invoice.due_date.unwrap_or(date),
                order: invoice.orders.first().cloned().unwrap_or_default(),
                ..Open::default()
            }
        }
    })
}
