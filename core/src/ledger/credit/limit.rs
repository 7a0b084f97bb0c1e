//! Credit limits: dated and kept for ever; of each kind one is in force on a day.

use serde::{Deserialize, Serialize};

use super::{account, committed_for, listed, open_invoices};
use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::ledger::{MANY, balance_key, put_or_remove};
use crate::value::Day;

/// A limit from a day on; one with an end is temporary and comes on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    pub amount_paise: i64,
    pub from: Day,
    pub to: Option<Day>,
}

/// A limit as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeptLimit {
    #[serde(flatten)]
    limit: Limit,
    /// A temporary limit counts until the system ends it; those of older programs ended with their day.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    until_ended: bool,
}

/// The days on which a limit is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitTerm {
    /// Its place among all limits of its customer.
    pub place: usize,
    pub amount_paise: i64,
    pub from: Day,
    /// The last day; none while nothing has taken its place or ended it.
    pub until: Option<Day>,
    /// The last day that a temporary limit was granted for.
    pub granted_to: Option<Day>,
    pub temporary: bool,
}

impl LimitTerm {
    fn covers(&self, day: Day) -> bool {
        self.from <= day && self.until.is_none_or(|until| until >= day)
    }
}

/// When each of a customer's limits is in force, in the order of their days: one of a kind gives way to
/// the next of that kind on the day that one begins, and of two that begin on one day the later entry
/// counts. One that never came into force has no term.
pub fn terms(case: &Look, customer: &str) -> Result<Vec<LimitTerm>, Halt> {
    let limits = kept(case, customer)?;
    let mut found: Vec<LimitTerm> = Vec::new();
    for temporary in [false, true] {
        let mut kind: Vec<(usize, &KeptLimit)> = limits
            .iter()
            .enumerate()
            .filter(|(_, kept)| kept.limit.to.is_some() == temporary)
            .collect();
        kind.sort_by_key(|(place, kept)| (kept.limit.from, *place));
        for (at, (place, kept)) in kind.iter().enumerate() {
            let KeptLimit { limit, until_ended } = **kept;
            let next = kind.get(at + 1).map(|(_, next)| next.limit.from.plus(-1));
            let until = limit.to.filter(|_| !until_ended).into_iter().chain(next).min();
            if until.is_none_or(|until| until >= limit.from) {
                let Limit { amount_paise, from, to: granted_to } = limit;
                let place = *place;
                found.push(LimitTerm { place, amount_paise, from, until, granted_to, temporary });
            }
        }
    }
    Ok(found)
}

/// The lasting and the temporary limit in force on a day.
pub fn in_force(
    case: &Look,
    customer: &str,
    day: Day,
) -> Result<(Option<LimitTerm>, Option<LimitTerm>), Halt> {
    let terms = terms(case, customer)?;
    let live = |temporary: bool| {
        terms.iter().find(|term| term.temporary == temporary && term.covers(day)).copied()
    };
    Ok((live(false), live(true)))
}

/// Adds a dated limit and answers its place; those before it stay, and each is in force until the next
/// one begins.
pub fn set_limit(case: &mut Case, customer: &str, limit: Limit) -> Result<usize, Halt> {
    add(case, customer, KeptLimit { limit, until_ended: limit.to.is_some() })
}

fn add(case: &mut Case, customer: &str, limit: KeptLimit) -> Result<usize, Halt> {
    let before = kept(case, customer)?;
    // Written again though they stay as they are: what is made of them ends where this one begins.
    for (place, limit) in before.iter().chain([&limit]).enumerate() {
        case.put(balance_key("limit", &[customer, &format!("{place:08}")]), limit)?;
    }
    Ok(before.len())
}

/// Ends the temporary limit at a place from today on, if it is still the one in force: a dated row of
/// nothing takes its place.
pub fn end_limit(case: &mut Case, customer: &str, place: usize) -> Result<(), Halt> {
    let today = case.today();
    let (_, temporary) = in_force(case, customer, today)?;
    if temporary.is_none_or(|term| term.place != place) {
        return Ok(());
    }
    let nothing = Limit { amount_paise: 0, from: today, to: Some(today) };
    add(case, customer, KeptLimit { limit: nothing, until_ended: false }).map(drop)
}

fn kept(case: &Look, customer: &str) -> Result<Vec<KeptLimit>, Halt> {
    let rows = listed(case, "limit", customer)?;
    Ok(rows.into_iter().map(|(_, limit)| limit).collect())
}

/// Every limit the customer was ever granted, oldest first.
pub fn limits(case: &Look, customer: &str) -> Result<Vec<Limit>, Halt> {
    let granted = |kept: &KeptLimit| {
        kept.limit.to.is_none() || kept.until_ended || kept.limit.amount_paise > 0
    };
    Ok(kept(case, customer)?.iter().filter(|kept| granted(kept)).map(|kept| kept.limit).collect())
}

/// Adds a dated limit that serves one order alone, from today on; of several of one order the last counts.
pub fn set_order_limit(
    case: &mut Case,
    customer: &str,
    order: &str,
    amount_paise: i64,
) -> Result<(), Halt> {
    let of_order = balance_key("order_limit", &[customer, order]);
    let place = format!("{:08}", case.keys(&Range::prefix(&of_order), MANY)?.len());
    let limit = Limit { amount_paise, from: case.today(), to: None };
    case.put(balance_key("order_limit", &[customer, order, &place]), &limit)?;
    // Frames follow the account, which a limit of an order leaves as it is.
    let account = account(case, customer)?;
    put_or_remove(case, balance_key("credit", &[customer]), &account)
}

/// The limits that serve one order each.
pub fn order_limits(case: &Look, customer: &str) -> Result<Vec<(String, i64)>, Halt> {
    let mut found: Vec<(String, i64)> = Vec::new();
    for (key, bytes) in case.scan(&Range::prefix(&balance_key("order_limit", &[customer])), MANY)? {
        let limit: Limit = parse(&key, &bytes)?;
        let [.., order, _] = keys::parts(&key)[..] else { continue };
        match found.last_mut() {
            Some((last, amount)) if last.as_str() == order => *amount = limit.amount_paise,
            _ => found.push((order.to_owned(), limit.amount_paise)),
        }
    }
    Ok(found)
}

/// What an order owes: what it commits, and what is still to be paid on its invoices.
fn exposure(case: &Look, customer: &str, order: &str) -> Result<i64, Halt> {
    let open = open_invoices(case, customer)?.into_iter().filter(|(_, open)| open.order == order);
    let owed = open.fold(0_i64, |sum, (_, open)| sum.saturating_add(open.balance_paise));
    Ok(owed.saturating_add(committed_for(case, customer, order)?))
}

/// What orders use of limits of their own: each as far as it owes.
pub fn used_by_orders(case: &Look, customer: &str) -> Result<i64, Halt> {
    let mut sum = 0_i64;
    for (order, amount) in order_limits(case, customer)? {
        sum = sum.saturating_add(amount.min(exposure(case, customer, &order)?).max(0));
    }
    Ok(sum)
}

/// What is left of the limit that serves an order alone, beyond what the order owes already.
pub fn order_room(case: &Look, customer: &str, order: &str) -> Result<i64, Halt> {
    let own = order_limits(case, customer)?.into_iter().find(|(id, _)| id == order);
    match own {
        Some((_, amount)) => Ok((amount - exposure(case, customer, order)?).max(0)),
        None => Ok(0),
    }
}
