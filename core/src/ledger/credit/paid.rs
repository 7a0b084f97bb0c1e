//! Money of a customer: on account until it is set against what is open, and what is not paid in money.

use super::{CreditAccount, Open, account, change, listed, open_invoice, pay};
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt};
use crate::ledger::{balance_key, put_or_remove};
use crate::said;
use crate::value::{Day, Paise, rupees};

/// The open item of what a customer is charged for bounced cheques, which is no invoice.
pub const CHARGES: &str = "charges";

fn advance_key(customer: &str, receipt: &str) -> String {
    balance_key("advance", &[customer, receipt])
}

/// A receipt's money that is on account; none where all of it was used, or where it brought none.
pub fn advance_of(case: &Look, customer: &str, receipt: &str) -> Result<Option<i64>, Halt> {
    case.value(&advance_key(customer, receipt))
}

/// The receipts that have money on account, with how much.
pub fn advances(case: &Look, customer: &str) -> Result<Vec<(String, i64)>, Halt> {
    listed(case, "advance", customer)
}

/// Money on account that is no receipt's: an opening advance, a credit note.
pub fn unassigned(case: &Look, customer: &str) -> Result<i64, Halt> {
    let assigned: i64 = advances(case, customer)?.iter().map(|(_, paise)| paise).sum();
    Ok(account(case, customer)?.on_account.saturating_sub(assigned))
}

/// Cleared money stands on the customer's account.
pub fn receive(case: &mut Case, customer: &str, receipt: &str, amount: i64) -> Result<(), Halt> {
    let held = advance_of(case, customer, receipt)?.unwrap_or(0);
    case.put(advance_key(customer, receipt), &held.saturating_add(amount))?;
    let by = CreditAccount { on_account: amount, ..CreditAccount::default() };
    change(case, customer, "receive", by, ("receipt", receipt, ""))
}

/// Cleared money is taken back, after its settlements were.
///
/// Errors: `Rule` when less of it is on account.
pub fn unreceive(case: &mut Case, customer: &str, receipt: &str, amount: i64) -> Result<(), Halt> {
    take(case, customer, receipt, amount)?;
    let by = CreditAccount { on_account: -amount, ..CreditAccount::default() };
    change(case, customer, "unreceive", by, ("receipt", receipt, ""))
}

/// Money on account pays an open item: a receipt's own, or of a document that brought none what is no receipt's.
///
/// Errors: `Rule` when the item or the account holds less.
pub fn settle(
    case: &mut Case,
    customer: &str,
    receipt: &str,
    item: &str,
    amount: i64,
) -> Result<(), Halt> {
    take(case, customer, receipt, amount)?;
    pay(case, customer, item, amount)?;
    let by = CreditAccount { receivable: -amount, on_account: -amount, ..CreditAccount::default() };
    change(case, customer, "settle", by, ("receipt", receipt, item))
}

/// A settlement is taken back: the item opens again and the money stands on account; `own` where it is the receipt's.
pub fn unsettle(
    case: &mut Case,
    customer: &str,
    receipt: &str,
    (item, again): (&str, Open),
    amount: i64,
    own: bool,
) -> Result<(), Halt> {
    reopen(case, customer, (item, again), amount)?;
    if own {
        let held = advance_of(case, customer, receipt)?.unwrap_or(0);
        case.put(advance_key(customer, receipt), &held.saturating_add(amount))?;
    }
    let by = CreditAccount { receivable: amount, on_account: amount, ..CreditAccount::default() };
    change(case, customer, "unsettle", by, ("receipt", receipt, item))
}

/// A part of an open item is settled without money: tax that the customer deducted, a discount.
///
/// Errors: `Rule` when less is open.
pub fn deduct(
    case: &mut Case,
    customer: &str,
    receipt: &str,
    item: &str,
    amount: i64,
) -> Result<(), Halt> {
    if amount == 0 {
        return Ok(());
    }
    pay(case, customer, item, amount)?;
    let by = CreditAccount { receivable: -amount, ..CreditAccount::default() };
    change(case, customer, "deduct", by, ("receipt", receipt, item))
}

/// The same is taken back, and the item opens again.
pub fn undeduct(
    case: &mut Case,
    customer: &str,
    receipt: &str,
    (item, again): (&str, Open),
    amount: i64,
) -> Result<(), Halt> {
    if amount == 0 {
        return Ok(());
    }
    reopen(case, customer, (item, again), amount)?;
    let by = CreditAccount { receivable: amount, ..CreditAccount::default() };
    change(case, customer, "undeduct", by, ("receipt", receipt, item))
}

/// The customer owes what a bounced cheque costs.
pub fn charge_bounce(
    case: &mut Case,
    customer: &str,
    receipt: &str,
    amount: i64,
    due: Day,
) -> Result<(), Halt> {
    if amount == 0 {
        return Ok(());
    }
    let mut open = open_invoice(case, customer, CHARGES)?;
    if open == Open::default() {
        open.due = due;
    }
    open.amount_paise = open.amount_paise.saturating_add(amount);
    open.balance_paise = open.balance_paise.saturating_add(amount);
    case.put(balance_key("open", &[customer, CHARGES]), &open)?;
    let by = CreditAccount { receivable: amount, ..CreditAccount::default() };
    change(case, customer, "charge", by, ("receipt", receipt, CHARGES))
}

/// Takes money off what is on account of a receipt, or off what is nobody's.
fn take(case: &mut Case, customer: &str, receipt: &str, amount: i64) -> Result<(), Halt> {
    let own = advance_of(case, customer, receipt)?;
    let held = match own {
        Some(held) => held,
        None => unassigned(case, customer)?,
    };
    if amount > held {
        let message = said!("Only {held} is on account", held = rupees(Paise(held)));
        return Err(Halt::refuse(Code::Rule, message));
    }
    match own {
        Some(held) => put_or_remove(case, advance_key(customer, receipt), &(held - amount)),
        None => Ok(()),
    }
}

/// An open item owes more again; `again` is what it was where all of it had been paid.
fn reopen(
    case: &mut Case,
    customer: &str,
    (item, again): (&str, Open),
    amount: i64,
) -> Result<(), Halt> {
    let mut open = open_invoice(case, customer, item)?;
    if open == Open::default() {
        open = Open { balance_paise: 0, ..again };
    }
    open.balance_paise = open.balance_paise.saturating_add(amount);
    // Charges that were paid are forgotten: what opens again is all that is known of them.
    open.amount_paise = open.amount_paise.max(open.balance_paise);
    put_or_remove(case, balance_key("open", &[customer, item]), &open)
}
