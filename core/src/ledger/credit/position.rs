//! A customer's position: every balance of their account, defined once, and whether a further amount fits.

use std::collections::BTreeSet;

use super::limit::{in_force, used_by_orders};
use super::{CHARGES, OPENING, Open, account, bounces_since, open_invoices};
use crate::declare::case::Look;
use crate::error::{Code, Halt};
use crate::json_answer;
use crate::said;
use crate::said::Said;
use crate::value::{Day, Paise, rupees};

/// A balance of a customer's account, in the words that every page and report has for it.
#[derive(Clone, Copy, Debug)]
pub struct BalanceName {
    pub key: &'static str,
    pub label: &'static str,
    pub says: &'static str,
}

const fn balance(key: &'static str, label: &'static str, says: &'static str) -> BalanceName {
    BalanceName { key, label, says }
}

/// Every balance of a customer's account, by the names of [`Position`] without their units.
pub static BALANCES: &[BalanceName] = &[
    balance(
        "limit",
        "Limit",
        "The credit limit in force today. A newer one takes its place on the day it begins",
    ),
    balance("temporary", "Temporary limit", "A limit with an end, on top of the credit limit"),
    balance(
        "for_orders",
        "One-order limits",
        "Limits that serve one order each, as far as their orders use them",
    ),
    balance(
        "receivable",
        "Receivable",
        "What is still to be paid on posted invoices and on the opening balance",
    ),
    balance(
        "on_account",
        "On account",
        "Money received and credit notes that are not set against an invoice yet",
    ),
    balance("committed", "Committed", "Approved orders, as far as they are not invoiced yet"),
    balance("utilised", "Utilised", "Receivable and committed, less what is on account"),
    balance(
        "cheques",
        "Cheques in hand",
        "Cheques that were received and have not cleared. They are no money yet",
    ),
    balance(
        "available",
        "Available",
        "All limits, less what is utilised, and the part of cheques in hand that the settings count",
    ),
    balance(
        "outstanding",
        "Outstanding",
        "Receivable, less what is on account, which counts towards the oldest due first",
    ),
    balance("overdue", "Overdue", "The part of the outstanding amount whose due date has passed"),
];

json_answer! {
    /// All that a credit decision looks at.
    #[derive(Default, PartialEq, Eq)]
    pub struct Position {
        pub limit_paise: i64,
        pub temporary_paise: i64,
        pub temporary_until: Option<Day>,
        pub for_orders_paise: i64,
        /// Everything that was granted, as far as it counts today.
        pub granted_paise: i64,
        pub committed_paise: i64,
        pub receivable_paise: i64,
        pub on_account_paise: i64,
        pub utilised_paise: i64,
        pub cheques_paise: i64,
        /// The part of them that counts towards what is available.
        pub counted_paise: i64,
        pub available_paise: i64,
        pub outstanding_paise: i64,
        pub overdue_paise: i64,
        pub overdue_days: i64,
        pub overdue_invoices: i64,
        /// Whether the opening balance is among what is overdue.
        pub overdue_opening: bool,
        pub allowed_overdue_days: i64,
        pub open_invoices: i64,
        /// Cheques that came back unpaid within so many days.
        pub bounces: i64,
        pub bounces_days: i64,
    }
}

/// How late a customer may pay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Days that an invoice may be late.
    pub overdue_days: i64,
    /// Whether what is later, or more, stands in the way of further credit.
    pub overdue_blocks: bool,
    /// The most that may be overdue at all, paise; 0 for no bound.
    pub overdue_paise: i64,
    /// The part of cheques in hand that counts as if it were money, in hundredths of a percent.
    pub cheques_bp: i64,
    /// For so many days a bounced cheque is counted.
    pub bounces_days: i64,
}

/// The part of an amount of cheques that counts as if it were money.
pub fn counted(cheques_paise: i64, cheques_bp: i64) -> i64 {
    let counted = i128::from(cheques_paise) * i128::from(cheques_bp) / 10_000;
    i64::try_from(counted).unwrap_or(i64::MAX)
}

/// The credit position of a customer today.
pub fn position(case: &Look, customer: &str, limits: &Limits) -> Result<Position, Halt> {
    let mut position = balances(case, customer, limits)?;
    let today = case.today();
    let open = open_invoices(case, customer)?;
    let (mut known, mut late) = (BTreeSet::new(), BTreeSet::new());
    for (id, open, unpaid) in outstanding(open, position.on_account_paise) {
        let invoice = id != OPENING && id != CHARGES;
        position.open_invoices += i64::from(invoice && known.insert(id.clone()));
        position.outstanding_paise = position.outstanding_paise.saturating_add(unpaid);
        if open.due < today && unpaid > 0 {
            position.overdue_opening |= id == OPENING;
            position.overdue_invoices += i64::from(invoice && late.insert(id));
            position.overdue_paise = position.overdue_paise.saturating_add(unpaid);
            position.overdue_days = position.overdue_days.max(today.days_since(open.due));
        }
    }
    Ok(position)
}

/// The part of a position that no open item is read for: a customer may have thousands of them.
fn balances(case: &Look, customer: &str, limits: &Limits) -> Result<Position, Halt> {
    let account = account(case, customer)?;
    let today = case.today();
    let (limit, temporary) = in_force(case, customer, today)?;
    let limit_paise = limit.map_or(0, |limit| limit.amount_paise);
    let temporary_paise = temporary.map_or(0, |limit| limit.amount_paise);
    let utilised_paise = account.utilised();
    let temporary = temporary.filter(|limit| limit.amount_paise > 0);
    let counted_paise = counted(account.cheques, limits.cheques_bp);
    let since = today.plus(-i32::try_from(limits.bounces_days).unwrap_or(0));
    let mut position = Position {
        limit_paise,
        temporary_paise,
        temporary_until: temporary.and_then(|limit| limit.granted_to),
        for_orders_paise: used_by_orders(case, customer)?,
        committed_paise: account.committed,
        receivable_paise: account.receivable,
        on_account_paise: account.on_account,
        utilised_paise,
        cheques_paise: account.cheques,
        counted_paise,
        allowed_overdue_days: limits.overdue_days,
        bounces: bounces_since(case, customer, since)?,
        bounces_days: limits.bounces_days,
        ..Position::default()
    };
    let general = limit_paise.saturating_add(temporary_paise);
    position.granted_paise = general.saturating_add(position.for_orders_paise);
    let unused = position.granted_paise.saturating_sub(utilised_paise);
    position.available_paise = unused.saturating_add(counted_paise);
    Ok(position)
}

/// The open items, the oldest due first and each instalment by itself, each with the part that money on account
/// does not cover: it counts towards the oldest due first.
pub fn outstanding(open: Vec<(String, Open)>, on_account: i64) -> Vec<(String, Open, i64)> {
    let (mut open, split): (Vec<_>, Vec<_>) =
        open.into_iter().partition(|(_, open)| open.parts.is_empty());
    for (id, whole) in split {
        open.extend(whole.by_instalment().into_iter().map(|part| (id.clone(), part)));
    }
    open.sort_by(|(a, one), (b, two)| (one.due, a).cmp(&(two.due, b)));
    let mut cover = on_account;
    let uncovered = |(id, open): (String, Open)| {
        let unpaid = open.balance_paise.saturating_sub(cover).max(0);
        cover = cover.saturating_sub(open.balance_paise).max(0);
        (id, open, unpaid)
    };
    open.into_iter().map(uncovered).collect()
}

/// Whether a further amount fits.
///
/// Errors: `CreditShort`, with the shortage and what is overdue.
pub fn check(case: &Look, customer: &str, amount_paise: i64, limits: &Limits) -> Result<(), Halt> {
    match shortage(case, customer, amount_paise, limits)? {
        None => Ok(()),
        Some(message) => Err(Halt::refuse(Code::CreditShort, message)),
    }
}

/// Why a further amount does not fit, in the words of the refusal.
pub fn shortage(
    case: &Look,
    customer: &str,
    amount_paise: i64,
    limits: &Limits,
) -> Result<Option<Said>, Halt> {
    let at = position(case, customer, limits)?;
    let short = amount_paise.saturating_sub(at.available_paise);
    let late = overdue_blocks(limits, &at);
    let overdue = overdue_words(&at);
    let lacking = lacking(&at, short);
    Ok(match (short > 0, late) {
        (false, false) => None,
        (true, _) if at.overdue_paise > 0 => Some(said!("{lacking}; {overdue}", lacking, overdue)),
        (true, _) => Some(lacking),
        (false, true) => Some(overdue),
    })
}

fn lacking(at: &Position, short: i64) -> Said {
    let money = |paise: i64| rupees(Paise(paise));
    let (short, limit, used) = (money(short), money(at.granted_paise), money(at.utilised_paise));
    match at.counted_paise {
        0 => said!("Credit short by {short} (limit {limit}, used {used})", short, limit, used),
        counted => said!(
            "Credit short by {short} (limit {limit}, used {used}, cheques in hand counted {counted})",
            short,
            limit,
            used,
            counted = money(counted)
        ),
    }
}

/// What is overdue for too long or by too much, in the words of the refusal.
pub fn overdue(case: &Look, customer: &str, limits: &Limits) -> Result<Option<Said>, Halt> {
    let at = position(case, customer, limits)?;
    Ok(overdue_blocks(limits, &at).then(|| overdue_words(&at)))
}

/// Which open items are overdue, and for how long.
fn overdue_words(at: &Position) -> Said {
    let days = at.overdue_days;
    match (at.overdue_invoices, at.overdue_opening) {
        (0, false) => said!("Charges of a bounced cheque overdue up to {days} days", days),
        (0, true) => said!("1 opening balance overdue up to {days} days", days),
        (1, false) => said!("1 invoice overdue up to {days} days", days),
        (1, true) => said!("1 invoice and the opening balance overdue up to {days} days", days),
        (count, false) => said!("{count} invoices overdue up to {days} days", count, days),
        (count, true) => {
            said!("{count} invoices and the opening balance overdue up to {days} days", count, days)
        }
    }
}

/// The part of a customer's limits that is used, in hundredths of a percent; nothing without a limit.
pub fn used_bp(case: &Look, customer: &str) -> Result<i64, Halt> {
    let at = balances(case, customer, &Limits::default())?;
    if at.granted_paise <= 0 {
        return Ok(0);
    }
    let used = i128::from(at.utilised_paise) * 10_000 / i128::from(at.granted_paise);
    Ok(i64::try_from(used).unwrap_or(i64::MAX))
}

/// Whether what is overdue stands in the way: too long, or more than is allowed at all.
fn overdue_blocks(limits: &Limits, at: &Position) -> bool {
    let late = at.overdue_days > at.allowed_overdue_days;
    let much = limits.overdue_paise > 0 && at.overdue_paise > limits.overdue_paise;
    limits.overdue_blocks && at.overdue_paise > 0 && (late || much)
}
