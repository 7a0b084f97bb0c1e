//! A customer's credit by the rules of the house: how late they may pay, their own way or the site's.

use serde_json::Value;

use super::customers::CUSTOMER;
use super::settings;
use crate::declare::case::Look;
use crate::error::{Code, Halt};
use crate::ledger::credit::{self, Limits, Position};

/// Days that an invoice may be late before it blocks: the customer's own, else the site's.
fn overdue_days(look: &Look, customer: &str) -> Result<i64, Halt> {
    let key = "allowed_overdue_days";
    match look.find(CUSTOMER.key, customer)?.and_then(|doc| doc.int(key)) {
        Some(days) => Ok(days),
        None => settings::int_of(look, key),
    }
}

fn of(look: &Look, customer: &str) -> Result<Limits, Halt> {
    let key = "block_on_overdue";
    let own = look.find(CUSTOMER.key, customer)?;
    let own = own.and_then(|doc| doc.get(key).and_then(Value::as_bool));
    Ok(Limits {
        overdue_days: overdue_days(look, customer)?,
        overdue_blocks: own.map_or_else(|| settings::flag(look, key), Ok)?,
        overdue_paise: settings::int_of(look, "allowed_overdue_paise")?,
        cheques_bp: settings::int_of(look, "pdc_counts_bp")?,
        bounces_days: settings::int_of(look, "bounces_within_days")?,
    })
}

/// A customer's credit position today.
pub fn position(look: &Look, customer: &str) -> Result<Position, Halt> {
    credit::position(look, customer, &of(look, customer)?)
}

/// Whether the person sees how much credit a customer has.
pub fn sees(look: &Look, customer: &str) -> Result<bool, Halt> {
    let customer = look.find(CUSTOMER.key, customer)?;
    Ok(customer.map_or(look.actor.sees_cost(), |customer| look.actor.sees_credit(&customer)))
}

/// Whether a further amount fits.
///
/// Errors: `CreditShort`, with the shortage and what is overdue for whoever sees the customer's credit.
pub fn check(look: &Look, customer: &str, amount_paise: i64) -> Result<(), Halt> {
    match credit::check(look, customer, amount_paise, &of(look, customer)?) {
        Err(Halt::Refused(_)) if !sees(look, customer)? => {
            Err(Halt::refuse(Code::CreditShort, "The customer's credit is not sufficient"))
        }
        checked => checked,
    }
}

/// Why a further amount does not fit, in the words of the refusal.
pub fn shortage(look: &Look, customer: &str, amount_paise: i64) -> Result<Option<String>, Halt> {
    credit::shortage(look, customer, amount_paise, &of(look, customer)?)
}
