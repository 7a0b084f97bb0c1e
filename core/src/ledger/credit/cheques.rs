//! Cheques of a customer: those in hand, which are no money yet, and those that bounced.

use super::{CreditAccount, change};
use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::ledger::{MANY, balance_key};
use crate::value::Day;

/// A cheque was received.
pub fn cheque_in(case: &mut Case, customer: &str, receipt: &str, amount: i64) -> Result<(), Halt> {
    let by = CreditAccount { cheques: amount, ..CreditAccount::default() };
    change(case, customer, "cheque_in", by, ("receipt", receipt, ""))
}

/// A cheque cleared, bounced or was given back.
pub fn cheque_out(case: &mut Case, customer: &str, receipt: &str, amount: i64) -> Result<(), Halt> {
    let by = CreditAccount { cheques: -amount, ..CreditAccount::default() };
    change(case, customer, "cheque_out", by, ("receipt", receipt, ""))
}

/// A cheque came back unpaid on a day, for the first or a further time.
pub fn bounced(
    case: &mut Case,
    customer: &str,
    (receipt, time): (&str, i64),
    day: Day,
    amount: i64,
) -> Result<(), Halt> {
    let account = [customer, &day.to_string(), receipt, &time.to_string()];
    case.put(balance_key("bounced", &account), &amount)
}

/// How many cheques of a customer came back unpaid on this day or later.
pub fn bounces_since(case: &Look, customer: &str, day: Day) -> Result<i64, Halt> {
    let all = case.keys(&Range::prefix(&balance_key("bounced", &[customer])), MANY)?;
    let came = |key: &String| keys::parts(key).get(3).and_then(|day| Day::parse(day));
    let count = all.iter().filter(|key| came(key).is_some_and(|came| came >= day)).count();
    Ok(i64::try_from(count).unwrap_or(i64::MAX))
}

/// Writes the accounts anew that hold cheques, though they stay what they are: frames that rest on them follow.
pub fn touch_cheques(case: &mut Case) -> Result<(), Halt> {
    for (key, bytes) in case.scan(&Range::prefix(&balance_key("credit", &[])), MANY)? {
        let account: CreditAccount = parse(&key, &bytes)?;
        if account.cheques != 0 {
            case.put(key, &account)?;
        }
    }
    Ok(())
}
