//! What is owed to suppliers and transporters, bill by bill: open until a payment is set against it.

use serde::{Deserialize, Serialize};

use super::balance_key;
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::value::{Day, Paise, rupees};

/// More open bills than one party has.
const MANY: usize = 10_000;

/// A bill that is to be paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payable {
    /// What is still to be paid, paise.
    pub paise: i64,
    /// What it was before anything was paid.
    pub of_paise: i64,
    pub due: Day,
    /// The type of its document.
    pub kind: String,
    /// The number by which the party knows it.
    pub bill_no: String,
}

fn key(party: &str, id: &str) -> String {
    balance_key("payable", &[party, id])
}

/// A bill of a party; none once it is paid.
pub fn payable(case: &Look, party: &str, id: &str) -> Result<Option<Payable>, Halt> {
    case.value(&key(party, id))
}

/// What a party is still to be paid, what is due first first.
pub fn open(case: &Look, party: &str) -> Result<Vec<(String, Payable)>, Halt> {
    let range = Range::prefix(&balance_key("payable", &[party]));
    let mut found = Vec::new();
    for (key, text) in case.scan(&range, MANY)? {
        let id = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
        found.push((id, parse::<Payable>(&key, &text)?));
    }
    found.retain(|(_, bill)| bill.paise > 0);
    found.sort_by(|(one, bill), (other, than)| (bill.due, one).cmp(&(than.due, other)));
    Ok(found)
}

/// A bill is owed from now on. It stays known when it is paid, so that a payment can be taken back.
pub fn charge(case: &mut Case, party: &str, id: &str, bill: &Payable) -> Result<(), Halt> {
    case.put(key(party, id), bill)
}

/// A bill is no longer owed; one that an older program never kept is none.
///
/// Errors: `Rule` when something was paid on it.
pub fn uncharge(case: &mut Case, party: &str, id: &str) -> Result<(), Halt> {
    untouched(case, party, id)?;
    case.remove(key(party, id));
    Ok(())
}

/// Refuses to take back a bill on which something was paid.
pub fn untouched(case: &Look, party: &str, id: &str) -> Result<(), Halt> {
    match payable(case, party, id)? {
        Some(bill) if bill.paise != bill.of_paise => {
            let paid = rupees(Paise(bill.of_paise - bill.paise));
            let message = said!("{paid} of it was paid; reverse the payment first", paid);
            Err(Halt::refuse(Code::Rule, message))
        }
        _ => Ok(()),
    }
}

/// So much of a bill is paid, below zero no longer.
///
/// Errors: `Rule` when less is open.
pub fn pay(case: &mut Case, party: &str, id: &str, paise: i64) -> Result<(), Halt> {
    let Some(mut bill) = payable(case, party, id)? else {
        return Err(Halt::refuse(Code::Rule, "This bill is not open"));
    };
    if paise > bill.paise || bill.paise.saturating_sub(paise) > bill.of_paise {
        let message = said!(
            "{amount} of bill {bill_no} is open",
            amount = rupees(Paise(bill.paise)),
            bill_no = bill.bill_no
        );
        return Err(Halt::refuse(Code::Rule, message));
    }
    bill.paise -= paise;
    case.put(key(party, id), &bill)
}

/// A part of a bill that was paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledBill {
    /// The document that is the bill.
    pub item: String,
    pub bill_no: String,
    pub paise: i64,
}

/// Pays what is due first of a party's bills with as much as there is of `paise`; the rest is on account.
pub fn settle(case: &mut Case, party: &str, paise: i64) -> Result<Vec<SettledBill>, Halt> {
    let (mut left, mut done) = (paise, Vec::new());
    for (item, bill) in open(case, party)? {
        let paise = left.min(bill.paise);
        if paise <= 0 {
            break;
        }
        pay(case, party, &item, paise)?;
        left -= paise;
        done.push(SettledBill { item, bill_no: bill.bill_no, paise });
    }
    Ok(done)
}
