//! What notes credited and debited of an invoice's lines, beside what is left of each.

use serde::{Deserialize, Serialize};

use super::stock::Qty;
use super::{balance_key, put_or_remove};
use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::gst::mirror::Portion;
use crate::kept::read::Range;
use crate::value::Day;

/// What the notes of one line come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    pub credited: Portion,
    pub debited: Portion,
    /// The goods that came back and are credited, as they were loaded.
    pub back: Qty,
}

impl Noted {
    pub fn plus(self, by: Noted) -> Noted {
        Noted {
            credited: self.credited + by.credited,
            debited: self.debited + by.debited,
            back: self.back + by.back,
        }
    }

    /// What of a line can still be credited: what its customer was billed, and owes by it still or paid.
    pub fn left_to_credit(&self, line: Portion) -> Portion {
        line + self.debited - self.credited
    }

    /// What of a line can still be debited: all debit notes together never double it.
    pub fn left_to_debit(&self, line: Portion) -> Portion {
        line - self.debited
    }
}

fn key(invoice: &str, line: i64) -> String {
    balance_key("noted", &[invoice, &format!("{line:03}")])
}

pub fn of(look: &Look, invoice: &str, line: i64) -> Result<Noted, Halt> {
    Ok(look.value(&key(invoice, line))?.unwrap_or_default())
}

pub fn add(case: &mut Case, invoice: &str, line: i64, by: Noted) -> Result<(), Halt> {
    let sum = of(case, invoice, line)?.plus(by);
    put_or_remove(case, key(invoice, line), &sum)
}

/// Whether any note of an invoice is posted.
pub fn any(look: &Look, invoice: &str) -> Result<bool, Halt> {
    let range = Range::prefix(&balance_key("noted", &[invoice]));
    let lines = !look.keys(&range, 1)?.is_empty();
    Ok(lines || interest_until(look, invoice)?.is_some() || discounted(look, invoice)? != 0)
}

/// The last day for which interest on an invoice was charged.
pub fn interest_until(look: &Look, invoice: &str) -> Result<Option<Day>, Halt> {
    look.value(&balance_key("interest", &[invoice]))
}

/// Interest on an invoice was charged until a day, which is later than every one before it.
///
/// Errors: `Fault` where a day of it was charged before: that is a mistake of the caller, not of a user.
pub fn charge_interest(case: &mut Case, invoice: &str, until: Option<Day>) -> Result<(), Halt> {
    let before = interest_until(case, invoice)?;
    match until.filter(|until| before.is_none_or(|before| before < *until)) {
        Some(until) => case.put(balance_key("interest", &[invoice]), &until),
        None => Err(Halt::Fault(format!("interest of {invoice} is charged until {before:?}"))),
    }
}

/// The cash discount that notes gave on an invoice.
pub fn discounted(look: &Look, invoice: &str) -> Result<i64, Halt> {
    Ok(look.value(&balance_key("discounted", &[invoice]))?.unwrap_or(0))
}

/// A note gave so much more of it.
pub fn discount(case: &mut Case, invoice: &str, paise: i64) -> Result<(), Halt> {
    let sum = discounted(case, invoice)?.saturating_add(paise);
    put_or_remove(case, balance_key("discounted", &[invoice]), &sum)
}
