//! The credit ledger: orders committed, invoices outstanding and advances, by customer.

use serde::{Deserialize, Serialize};

use super::{MANY, append, balance_key, put_or_remove};
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::value::{Day, Instant, Paise, rupees};

mod cheques;
mod limit;
mod opening;
mod paid;
mod position;

pub use cheques::{bounced, bounces_since, cheque_in, cheque_out, touch_cheques};
pub use limit::{
    Limit, LimitTerm, end_limit, in_force, limits, order_limits, order_room, set_limit,
    set_order_limit, terms, used_by_orders,
};
pub use opening::{OPENING, advance, opening, unadvance, uncharge, untouched, unused};
pub use paid::{
    CHARGES, advance_of, advances, charge_bounce, deduct, receive, settle, unassigned, undeduct,
    unreceive, unsettle,
};
pub use position::{
    BALANCES, BalanceName, Limits, Position, check, counted, outstanding, overdue, position,
    shortage, used_bp,
};

/// The sums of a customer's account, paise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditAccount {
    pub committed: i64,
    pub receivable: i64,
    pub on_account: i64,
    /// Cheques that were received and have not cleared: in the books they are paid, and no credit rests on them.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub cheques: i64,
}

fn is_nothing(paise: &i64) -> bool {
    *paise == 0
}

impl CreditAccount {
    pub fn utilised(&self) -> i64 {
        self.committed.saturating_add(self.receivable).saturating_sub(self.on_account)
    }

    pub fn plus(&self, by: &CreditAccount) -> CreditAccount {
        CreditAccount {
            committed: self.committed.saturating_add(by.committed),
            receivable: self.receivable.saturating_add(by.receivable),
            on_account: self.on_account.saturating_add(by.on_account),
            cheques: self.cheques.saturating_add(by.cheques),
        }
    }

    pub fn any_negative(&self) -> bool {
        [self.committed, self.receivable, self.on_account, self.cheques].iter().any(|sum| *sum < 0)
    }
}

/// One change of an account, never changed once written; its number stands in its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditPosting {
    pub at: Instant,
    pub customer: String,
    pub deed: String,
    #[serde(flatten)]
    pub by_amount: CreditAccount,
    pub doc_type: String,
    pub doc_id: String,
    /// The second document of the deed: the order of an invoice, the invoice of a settlement.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub of: String,
    pub by: String,
}

/// An invoice that is not fully paid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    pub amount_paise: i64,
    pub balance_paise: i64,
    pub due: Day,
    pub order: String,
    /// Its instalments, each with its day, the first due first; none where all of it is due on one day.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<(Day, i64)>,
}

impl Open {
    /// What is left of each instalment: what was paid, paid the first of them first.
    pub fn by_instalment(self) -> Vec<Open> {
        let mut paid = self.amount_paise.saturating_sub(self.balance_paise);
        if self.parts.is_empty() {
            return vec![self];
        }
        let rest = |(due, amount): &(Day, i64)| {
            let taken = paid.min(*amount).max(0);
            paid = paid.saturating_sub(taken);
            let balance_paise = amount.saturating_sub(taken);
            let order = self.order.clone();
            Open { amount_paise: *amount, balance_paise, due: *due, order, parts: Vec::new() }
        };
        let parts = self.parts.iter().map(rest).filter(|part| part.balance_paise > 0);
        parts.collect()
    }
}

pub fn account(case: &Look, customer: &str) -> Result<CreditAccount, Halt> {
    Ok(case.value(&balance_key("credit", &[customer]))?.unwrap_or_default())
}

/// The credit that an order still commits.
pub fn committed_for(case: &Look, customer: &str, order: &str) -> Result<i64, Halt> {
    Ok(case.value(&commit_key(customer, order))?.unwrap_or(0))
}

/// The orders that hold credit, with what they hold.
pub fn commitments(case: &Look, customer: &str) -> Result<Vec<(String, i64)>, Halt> {
    listed(case, "commit", customer)
}

/// The invoices with something left to pay.
pub fn open_invoices(case: &Look, customer: &str) -> Result<Vec<(String, Open)>, Halt> {
    listed(case, "open", customer)
}

/// The outstanding amount of one invoice; nothing when it is settled or unknown.
pub fn open_invoice(case: &Look, customer: &str, invoice: &str) -> Result<Open, Halt> {
    Ok(case.value(&balance_key("open", &[customer, invoice]))?.unwrap_or_default())
}

/// An approved order takes its amount of the credit, on top of what it holds.
pub fn commit(case: &mut Case, customer: &str, order: &str, amount: i64) -> Result<(), Halt> {
    let held = committed_for(case, customer, order)?;
    recommit(case, customer, order, held.saturating_add(amount))
}

/// Sets what an order holds to another amount.
pub fn recommit(case: &mut Case, customer: &str, order: &str, amount: i64) -> Result<(), Halt> {
    let held = committed_for(case, customer, order)?;
    let by = CreditAccount { committed: amount.max(0) - held, ..CreditAccount::default() };
    put_or_remove(case, commit_key(customer, order), &amount.max(0))?;
    change(case, customer, "commit", by, ("order", order, ""))
}

/// An order holds no credit any more.
pub fn uncommit(case: &mut Case, customer: &str, order: &str) -> Result<(), Halt> {
    recommit(case, customer, order, 0)
}

/// A posted invoice: the order's commitment becomes a debt, at most as far as it reaches.
pub fn invoice(
    case: &mut Case,
    customer: &str,
    order: &str,
    invoice: &str,
    amount: i64,
    due: Day,
) -> Result<(), Halt> {
    if amount <= 0 || open_invoice(case, customer, invoice)? != Open::default() {
        return Err(Halt::Fault(format!("invoice {invoice} of {amount} paise is no new debt")));
    }
    let held = committed_for(case, customer, order)?;
    let taken = held.min(amount);
    put_or_remove(case, commit_key(customer, order), &(held - taken))?;
    let order_of = order.to_owned();
    let open = Open {
        amount_paise: amount,
        balance_paise: amount,
        due,
        order: order_of,
        parts: Vec::new(),
    };
    case.put(balance_key("open", &[customer, invoice]), &open)?;
    let by = CreditAccount { committed: -taken, receivable: amount, ..CreditAccount::default() };
    change(case, customer, "invoice", by, ("invoice", invoice, order))
}

/// The debt of an invoice that was just posted is due in instalments.
///
/// Errors: `Fault` where they do not come to the invoice.
pub fn in_instalments(
    case: &mut Case,
    customer: &str,
    invoice: &str,
    parts: Vec<(Day, i64)>,
) -> Result<(), Halt> {
    let mut open = open_invoice(case, customer, invoice)?;
    let sum: i64 = parts.iter().map(|(_, paise)| paise).sum();
    if sum != open.amount_paise {
        return Err(Halt::Fault(format!("instalments of {invoice} come to {sum} paise")));
    }
    open.parts = parts;
    case.put(balance_key("open", &[customer, invoice]), &open)
}

/// Something else than an invoice that a customer owes, by the document it comes from.
pub fn charge(
    case: &mut Case,
    customer: &str,
    (doc_type, id): (&str, &str),
    amount: i64,
    due: Day,
) -> Result<(), Halt> {
    if amount <= 0 || open_invoice(case, customer, id)? != Open::default() {
        return Err(Halt::Fault(format!("{doc_type} {id} of {amount} paise is no new debt")));
    }
    let open = Open { amount_paise: amount, balance_paise: amount, due, ..Open::default() };
    case.put(balance_key("open", &[customer, id]), &open)?;
    let by = CreditAccount { receivable: amount, ..CreditAccount::default() };
    change(case, customer, "charge", by, (doc_type, id, ""))
}

/// An invoice that nobody paid on is taken back; its order holds `recommitted` again.
///
/// Errors: `Rule` when something was paid on it.
pub fn cancel_invoice(
    case: &mut Case,
    customer: &str,
    invoice: &str,
    recommitted: i64,
) -> Result<(), Halt> {
    let open = open_invoice(case, customer, invoice)?;
    if open.balance_paise != open.amount_paise || open.amount_paise == 0 {
        return Err(Halt::refuse(Code::Rule, "A receipt is allocated to this invoice"));
    }
    case.remove(balance_key("open", &[customer, invoice]));
    let by = CreditAccount { receivable: -open.amount_paise, ..CreditAccount::default() };
    change(case, customer, "cancel_invoice", by, ("invoice", invoice, &open.order))?;
    if recommitted > 0 {
        commit(case, customer, &open.order, recommitted)?;
    }
    Ok(())
}

/// A credit note pays its invoice as far as it is open; the rest stands on account.
pub fn credit_note(
    case: &mut Case,
    customer: &str,
    note: &str,
    invoice: &str,
    amount: i64,
) -> Result<(), Halt> {
    let paid = amount.min(open_invoice(case, customer, invoice)?.balance_paise);
    if paid > 0 {
        pay(case, customer, invoice, paid)?;
    }
    let by =
        CreditAccount { receivable: -paid, on_account: amount - paid, ..CreditAccount::default() };
    change(case, customer, "credit_note", by, ("credit_note", note, invoice))
}

/// A debit note of an invoice is a debt of its own.
pub fn debit_note(
    case: &mut Case,
    customer: &str,
    note: &str,
    invoice: &str,
    amount: i64,
    due: Day,
) -> Result<(), Halt> {
    if amount <= 0 || open_invoice(case, customer, note)? != Open::default() {
        return Err(Halt::Fault(format!("debit note {note} of {amount} paise is no new debt")));
    }
    let open = Open { amount_paise: amount, balance_paise: amount, due, ..Open::default() };
    case.put(balance_key("open", &[customer, note]), &open)?;
    let by = CreditAccount { receivable: amount, ..CreditAccount::default() };
    change(case, customer, "debit_note", by, ("debit_note", note, invoice))
}

fn commit_key(customer: &str, order: &str) -> String {
    balance_key("commit", &[customer, order])
}

fn listed<T: serde::de::DeserializeOwned>(
    case: &Look,
    what: &str,
    customer: &str,
) -> Result<Vec<(String, T)>, Halt> {
    let range = Range::prefix(&balance_key(what, &[customer]));
    let row = |(key, bytes): (String, Vec<u8>)| {
        let id = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
        Ok((id, parse(&key, &bytes)?))
    };
    case.scan(&range, MANY)?.into_iter().map(row).collect()
}

/// Takes a payment off an open invoice.
fn pay(case: &mut Case, customer: &str, invoice: &str, amount: i64) -> Result<(), Halt> {
    let mut open = open_invoice(case, customer, invoice)?;
    if amount <= 0 || amount > open.balance_paise {
        let message =
            said!("Only {open} of this invoice is open", open = rupees(Paise(open.balance_paise)));
        return Err(Halt::refuse(Code::Rule, message));
    }
    open.balance_paise -= amount;
    let key = balance_key("open", &[customer, invoice]);
    match open.balance_paise {
        0 => case.remove(key),
        _ => case.put(key, &open)?,
    }
    Ok(())
}

/// Posts a change and brings the account with it.
fn change(
    case: &mut Case,
    customer: &str,
    deed: &str,
    by_amount: CreditAccount,
    (doc_type, doc_id, of): (&str, &str, &str),
) -> Result<(), Halt> {
    if by_amount == CreditAccount::default() {
        return Ok(());
    }
    let account = account(case, customer)?.plus(&by_amount);
    if account.any_negative() {
        return Err(Halt::Fault(format!("CR2: {deed} leaves {account:?} of {customer}")));
    }
    put_or_remove(case, balance_key("credit", &[customer]), &account)?;
    let posting = CreditPosting {
        at: case.now,
        customer: customer.to_owned(),
        deed: deed.to_owned(),
        by_amount,
        doc_type: doc_type.to_owned(),
        doc_id: doc_id.to_owned(),
        of: of.to_owned(),
        by: case.actor.id.clone(),
    };
    append(case, "credit", &posting)?;
    Ok(())
}
