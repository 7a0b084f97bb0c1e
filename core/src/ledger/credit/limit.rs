//! Credit limits: dated and kept for ever; of each kind one is in force on a day.

use serde::{Deserialize, Serialize};

use super::listed;
use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::ledger::balance_key;
use crate::shape::shaped_struct;
use crate::value::Day;

shaped_struct! { "CreditLimit"
    /// A limit from a day on; one with an end is temporary and comes on top.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Limit {
        pub amount_paise: i64,
        pub from: Day,
        pub to: Option<Day>,
    }
}

/// The days on which a limit is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitTerm {
    /// Its place among all limits of its customer.
    pub place: usize,
    pub amount_paise: i64,
    pub from: Day,
    /// The last day; none while nothing has taken its place.
    pub until: Option<Day>,
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
pub fn terms(limits: &[Limit]) -> Vec<LimitTerm> {
    let mut found: Vec<LimitTerm> = Vec::new();
    for temporary in [false, true] {
        let mut kind: Vec<(usize, &Limit)> = limits
            .iter()
            .enumerate()
            .filter(|(_, limit)| limit.to.is_some() == temporary)
            .collect();
        kind.sort_by_key(|(place, limit)| (limit.from, *place));
        for (at, (place, limit)) in kind.iter().enumerate() {
            let next = kind.get(at + 1).map(|(_, next)| next.from.plus(-1));
            let until = limit.to.into_iter().chain(next).min();
            if until.is_none_or(|until| until >= limit.from) {
                let (place, amount_paise, from) = (*place, limit.amount_paise, limit.from);
                found.push(LimitTerm { place, amount_paise, from, until, temporary });
            }
        }
    }
    found
}

/// The lasting and the temporary limit in force on a day.
pub(super) fn in_force(
    case: &Look,
    customer: &str,
    day: Day,
) -> Result<(Option<LimitTerm>, Option<LimitTerm>), Halt> {
    let terms = terms(&limits(case, customer)?);
    let live = |temporary: bool| {
        terms.iter().find(|term| term.temporary == temporary && term.covers(day)).copied()
    };
    Ok((live(false), live(true)))
}

/// Adds a dated limit; those before it stay, and each is in force until the next one begins.
pub fn set_limit(case: &mut Case, customer: &str, limit: Limit) -> Result<(), Halt> {
    let before = limits(case, customer)?;
    // Written again though they stay as they are: what is made of them ends where this one begins.
    for (place, limit) in before.iter().chain([&limit]).enumerate() {
        case.put(balance_key("limit", &[customer, &format!("{place:08}")]), limit)?;
    }
    Ok(())
}

/// Every limit the customer ever had, oldest first.
pub fn limits(case: &Look, customer: &str) -> Result<Vec<Limit>, Halt> {
    let rows = listed(case, "limit", customer)?;
    Ok(rows.into_iter().map(|(_, limit)| limit).collect())
}
