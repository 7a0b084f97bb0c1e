//! A customer's credit by the rules of the house: how late they may pay, their own way or the site's, and
//! what firms of one PAN have together.

use std::sync::Arc;

use serde_json::Value;

use super::customers::CUSTOMER;
use super::settings;
use crate::declare::case::Look;
use crate::error::{Code, Halt};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Range;
use crate::ledger::credit::{self, Limits, Position};
use crate::said;
use crate::said::Said;
use crate::schema::{Figure, paise};
use crate::value::{Paise, rupees};

/// More firms than one PAN has.
const FIRMS: usize = 200;

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

/// What a list of customers tells beside their records.
pub const FIGURES: &[Figure] = &[
    Figure { field: paise("balance_paise", "Balance").computed().listed(), of: balance },
    Figure { field: paise("granted_paise", "Limit").computed().listed(), of: granted },
];

/// What the customer owes, less what they have on account.
fn balance(look: &Look, customer: &str) -> Result<Option<i64>, Halt> {
    if !sees(look, customer)? {
        return Ok(None);
    }
    let account = credit::account(look, customer)?;
    Ok(Some(account.receivable - account.on_account))
}

/// The limits in force today, temporary ones among them.
fn granted(look: &Look, customer: &str) -> Result<Option<i64>, Halt> {
    if !sees(look, customer)? {
        return Ok(None);
    }
    let (limit, temporary) = credit::in_force(look, customer, look.today())?;
    Ok(Some([limit, temporary].into_iter().flatten().map(|limit| limit.amount_paise).sum()))
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

/// Whether a further amount of an order fits: its own limit goes first, the rest must fit the customer's.
/// Without an order all of it must.
///
/// Errors: `CreditShort`, with the shortage and what is overdue for whoever sees the customer's credit.
pub fn check(look: &Look, customer: &str, order: &str, amount_paise: i64) -> Result<(), Halt> {
    match shortage(look, customer, order, amount_paise)? {
        None => Ok(()),
        Some(message) if sees(look, customer)? => Err(Halt::refuse(Code::CreditShort, message)),
        Some(_) => Err(Halt::refuse(Code::CreditShort, "The customer's credit is not sufficient")),
    }
}

/// Why a further amount of an order does not fit, in the words of the refusal.
pub fn shortage(
    look: &Look,
    customer: &str,
    order: &str,
    amount_paise: i64,
) -> Result<Option<Said>, Halt> {
    let limits = of(look, customer)?;
    let room = credit::order_room(look, customer, order)?;
    let rest = amount_paise.saturating_sub(room);
    if room > 0 && rest <= 0 {
        return credit::overdue(look, customer, &limits);
    }
    match credit::shortage(look, customer, rest, &limits)? {
        None => group_shortage(look, customer, rest),
        short => Ok(short),
    }
}

/// What an order may take beyond what it holds: of its own limit, and of the customer's.
pub fn free_for(look: &Look, customer: &str, order: &str) -> Result<i64, Halt> {
    let available = position(look, customer)?.available_paise;
    Ok(match credit::order_room(look, customer, order)? {
        0 => available,
        room => available.max(0).saturating_add(room),
    })
}

/// Where a site bounds firms of one PAN together: why a further amount does not fit what they all have.
fn group_shortage(look: &Look, customer: &str, amount: i64) -> Result<Option<Said>, Halt> {
    if !settings::flag(look, "group_bound")? {
        return Ok(None);
    }
    let Some(doc) = look.find(CUSTOMER.key, customer)? else { return Ok(None) };
    let others = kin(look, &doc)?;
    let Some(pan) = doc.text("pan").filter(|_| !others.is_empty()) else { return Ok(None) };
    let (mut granted, mut used, mut free) = (0_i64, 0_i64, 0_i64);
    for firm in std::iter::once(customer).chain(others.iter().map(|firm| firm.id.as_str())) {
        let at = position(look, firm)?;
        granted = granted.saturating_add(at.granted_paise);
        used = used.saturating_add(at.utilised_paise);
        free = free.saturating_add(at.available_paise);
    }
    let short = amount.saturating_sub(free);
    let money = |paise: i64| rupees(Paise(paise));
    Ok((short > 0).then(|| match look.actor.sees_cost() {
        true => said!(
            "Credit of {firms} firms with PAN {pan} short by {short} (limits {limits}, used {used})",
            firms = others.len() + 1,
            pan,
            short = money(short),
            limits = money(granted),
            used = money(used)
        ),
        false => "The credit of all firms with this PAN is not sufficient".into(),
    }))
}

/// The other firms with the same PAN.
pub fn kin(look: &Look, customer: &Doc) -> Result<Vec<Arc<Doc>>, Halt> {
    let Some(pan) = customer.text("pan") else { return Ok(Vec::new()) };
    let word = keys::key(&["word", CUSTOMER.key, &pan.to_lowercase()]);
    let mut firms = Vec::new();
    for key in look.keys(&Range::prefix(&word), FIRMS)? {
        let id = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
        let found = look.find(CUSTOMER.key, &id)?.filter(|firm| firm.id != customer.id);
        firms.extend(found.filter(|firm| firm.text("pan") == Some(pan)));
    }
    Ok(firms)
}
