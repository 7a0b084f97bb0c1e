//! The opening balance: the amount that a customer owed, or had paid in advance, before the books began.

use super::{CreditAccount, Open, account, change, open_invoice, open_invoices, unassigned};
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt};
use crate::kept::read::parse;
use crate::ledger::{balance_key, put_or_remove};
use crate::said;
use crate::value::{Day, Paise, rupees};

/// The open item of the opening balance, which is no invoice.
pub const OPENING: &str = "opening";

/// Sets the opening balance, below zero for an advance. Set again it is corrected: the account takes
/// the difference by a posting of its own, and what was paid on it stays paid.
///
/// Errors: `Rule` where more was paid on it, or used of the advance, than it would leave.
pub fn opening(case: &mut Case, customer: &str, amount: i64, due: Day) -> Result<(), Halt> {
    let (debt, advance) = (amount.max(0), (-amount).max(0));
    let open = open_invoice(case, customer, OPENING)?;
    let before = Before::of(case, customer, &open)?;
    let paid = before.debt - open.balance_paise;
    if paid > debt {
        return Err(used_up(paid, "paid on the opening balance"));
    }
    let account = account(case, customer)?;
    let on_account = advance - before.advance;
    let left = unassigned(case, customer)?;
    if left + on_account < 0 {
        return Err(used_up(before.advance - left, "used of the opening advance"));
    }
    let balance_paise = debt - paid;
    let item = Open { amount_paise: debt, balance_paise, due, ..Open::default() };
    let key = balance_key("open", &[customer, OPENING]);
    match balance_paise {
        0 => case.remove(key),
        _ => case.put(key, &item)?,
    }
    put_or_remove(case, balance_key(OPENING, &[customer]), &amount)?;
    // What the open items come to, and not what was added before: so the two cannot part.
    let open: i64 = open_invoices(case, customer)?.iter().map(|(_, open)| open.balance_paise).sum();
    let receivable = open - account.receivable;
    let by = CreditAccount { receivable, on_account, ..CreditAccount::default() };
    // Frames of open items follow the account, which a later due date alone leaves as it is.
    put_or_remove(case, balance_key("credit", &[customer]), &account)?;
    let deed = if before.set { "correct_opening" } else { "opening" };
    change(case, customer, deed, by, ("opening", OPENING, ""))
}

/// An opening advance stands on the customer's account and is no receipt's.
pub fn advance(case: &mut Case, customer: &str, of: (&str, &str), amount: i64) -> Result<(), Halt> {
    let by = CreditAccount { on_account: amount, ..CreditAccount::default() };
    change(case, customer, "opening_advance", by, (of.0, of.1, ""))
}

/// An opening advance is taken back.
///
/// Errors: `Rule` where less of such money is on account.
pub fn unadvance(
    case: &mut Case,
    customer: &str,
    of: (&str, &str),
    amount: i64,
) -> Result<(), Halt> {
    unused(case, customer, amount)?;
    let by = CreditAccount { on_account: -amount, ..CreditAccount::default() };
    change(case, customer, "reverse_opening_advance", by, (of.0, of.1, ""))
}

/// Refuses to take an amount back of which less is on account without a receipt.
pub fn unused(case: &Look, customer: &str, amount: i64) -> Result<(), Halt> {
    let left = unassigned(case, customer)?;
    if left >= amount {
        return Ok(());
    }
    let message =
        said!("Only {left} of such money is still on account", left = rupees(Paise(left.max(0))));
    Err(Halt::refuse(Code::Rule, message))
}

/// Refuses to take a debt back on which something was paid.
pub fn untouched(case: &Look, customer: &str, item: &str) -> Result<(), Halt> {
    let open = open_invoice(case, customer, item)?;
    if open.balance_paise == open.amount_paise && open.amount_paise > 0 {
        return Ok(());
    }
    Err(Halt::refuse(
        Code::Rule,
        "A receipt is allocated to this bill; take its allocation back first",
    ))
}

/// A debt that is no invoice's, and on which nothing was paid, is taken back.
///
/// Errors: `Rule` when something was paid on it.
pub fn uncharge(case: &mut Case, customer: &str, (doc_type, id): (&str, &str)) -> Result<(), Halt> {
    untouched(case, customer, id)?;
    let open = open_invoice(case, customer, id)?;
    case.remove(balance_key("open", &[customer, id]));
    let by = CreditAccount { receivable: -open.amount_paise, ..CreditAccount::default() };
    change(case, customer, "uncharge", by, (doc_type, id, ""))
}

/// The opening balance as it was last set.
struct Before {
    set: bool,
    debt: i64,
    advance: i64,
}

impl Before {
    /// An older program kept the open item alone.
    fn of(case: &Case, customer: &str, open: &Open) -> Result<Before, Halt> {
        let key = balance_key(OPENING, &[customer]);
        let kept: Option<i64> = case.text(&key)?.map(|text| parse(&key, &text)).transpose()?;
        let amount = kept.unwrap_or(open.amount_paise);
        let set = kept.is_some() || *open != Open::default();
        Ok(Before { set, debt: amount.max(0), advance: (-amount).max(0) })
    }
}

fn used_up(paise: i64, what: &str) -> Halt {
    let message = said!(
        "{amount} is already {what}; it cannot be set below that",
        amount = rupees(Paise(paise)),
        what
    );
    Halt::refuse(Code::Rule, message)
}
