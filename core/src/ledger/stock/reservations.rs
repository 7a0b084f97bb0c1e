//! Reservations of a yard's free stock, by order and line.

use serde::{Deserialize, Serialize};

use super::{Availability, DUMPED, Qty, position, put_position};
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::ledger::{MANY, balance_key, name_of};
use crate::said;
use crate::said::Said;
use crate::value::{self, Grams, Instant};

/// One order line's claim on the free stock of a yard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservation {
    pub line: u32,
    pub yard: String,
    /// The SKU, or [`DUMPED`] for goods of the yard's dump.
    pub sku: String,
    #[serde(flatten)]
    pub qty: Qty,
    /// When the system may end it; none for a firm one.
    pub expires: Option<Instant>,
}

/// Claims free stock for an order line; what the line held before is given up first.
///
/// Errors: `StockShort`, with what is free and who holds the rest.
pub fn reserve(
    case: &mut Case,
    order: &str,
    line: u32,
    yard: &str,
    sku: &str,
    qty: Qty,
    expires: Option<Instant>,
) -> Result<(), Halt> {
    if qty.any_negative() || qty.is_zero() {
        return Err(Halt::Fault(format!("a reservation of {qty:?}")));
    }
    release(case, order, line)?;
    let position = position(case, yard, sku)?;
    let claimed = Availability { held: position.held + qty, ..position };
    if !claimed.covers_holds() {
        return Err(short(case, yard, sku, &position)?);
    }
    put_position(case, yard, sku, claimed)?;
    let (yard, sku) = (yard.to_owned(), sku.to_owned());
    write_reservation(case, order, &Reservation { line, yard, sku, qty, expires })
}

/// Gives up what a line holds; a line that holds nothing is no error.
pub fn release(case: &mut Case, order: &str, line: u32) -> Result<(), Halt> {
    match reservation(case, order, line)? {
        Some(held) => change(case, order, &held, Qty::default()),
        None => Ok(()),
    }
}

pub fn release_all(case: &mut Case, order: &str) -> Result<(), Halt> {
    for held in reservations(case, order)? {
        change(case, order, &held, Qty::default())?;
    }
    Ok(())
}

/// Takes loaded goods out of a line's claim, at most what it holds; with the last piece the rest of
/// its weight is given up.
pub fn consume(case: &mut Case, order: &str, line: u32, qty: Qty) -> Result<(), Halt> {
    let Some(held) = reservation(case, order, line)? else { return Ok(()) };
    let mut left = held.qty - qty.min(held.qty);
    if held.qty.pcs > 0 && left.pcs == 0 {
        left.g = 0;
    }
    change(case, order, &held, left)
}

/// The reservations of an order, by line.
pub fn reservations(case: &Look, order: &str) -> Result<Vec<Reservation>, Halt> {
    let range = Range::prefix(&balance_key("reserved", &[order]));
    let rows = case.scan(&range, MANY)?;
    rows.iter().map(|(key, bytes)| parse(key, bytes)).collect()
}

/// The orders that hold something of a SKU in a yard.
pub fn holders(case: &Look, yard: &str, sku: &str) -> Result<Vec<String>, Halt> {
    let range = Range::prefix(&balance_key("holds", &[yard, sku]));
    let mut orders: Vec<String> = Vec::new();
    for (key, _) in case.scan(&range, MANY)? {
        let order = keys::parts(&key).get(4).copied().unwrap_or_default().to_owned();
        if orders.last() != Some(&order) {
            orders.push(order);
        }
    }
    Ok(orders)
}

/// The order's reservations no longer expire.
pub fn make_firm(case: &mut Case, order: &str) -> Result<(), Halt> {
    for held in reservations(case, order)?.into_iter().filter(|held| held.expires.is_some()) {
        write_reservation(case, order, &Reservation { expires: None, ..held })?;
    }
    Ok(())
}

/// Ends the reservations whose time has come; answers whether there was one.
pub fn expire(case: &mut Case, order: &str, now: Instant) -> Result<bool, Halt> {
    let mut any = false;
    for held in reservations(case, order)? {
        if held.expires.is_some_and(|at| at <= now) {
            change(case, order, &held, Qty::default())?;
            any = true;
        }
    }
    Ok(any)
}

fn reservation(case: &Look, order: &str, line: u32) -> Result<Option<Reservation>, Halt> {
    case.value(&balance_key("reserved", &[order, &line_text(line)]))
}

fn line_text(line: u32) -> String {
    format!("{line:06}")
}

fn write_reservation(case: &mut Case, order: &str, held: &Reservation) -> Result<(), Halt> {
    let line = line_text(held.line);
    case.put(balance_key("reserved", &[order, &line]), held)?;
    case.put(balance_key("holds", &[&held.yard, &held.sku, order, &line]), &1)
}

/// Sets what a reservation holds to `left` and its yard's total with it.
fn change(case: &mut Case, order: &str, held: &Reservation, left: Qty) -> Result<(), Halt> {
    let mut position = position(case, &held.yard, &held.sku)?;
    position.held = position.held - held.qty + left;
    debug_assert!(!position.held.any_negative(), "ST4: {position:?} after {held:?}");
    put_position(case, &held.yard, &held.sku, position)?;
    if left.is_zero() {
        let line = line_text(held.line);
        case.remove(balance_key("reserved", &[order, &line]));
        case.remove(balance_key("holds", &[&held.yard, &held.sku, order, &line]));
        return Ok(());
    }
    write_reservation(case, order, &Reservation { qty: left, ..held.clone() })
}

pub(super) fn short(
    case: &Look,
    yard: &str,
    sku: &str,
    position: &Availability,
) -> Result<Halt, Halt> {
    let orders = holders(case, yard, sku)?.len();
    let (free, reserved) = (position.available(), position.reserved());
    let held = match reserved.pcs > 0 || reserved.g == 0 {
        true => format!("{} pcs", value::grouped(reserved.pcs)),
        false => value::mt(Grams(reserved.g)),
    };
    let goods = match sku {
        DUMPED => "dumped goods".to_owned(),
        sku => name_of(case, "sku", sku)?,
    };
    let yard = name_of(case, "yard", yard)?;
    let (pcs, weight) = (value::grouped(free.pcs), value::mt(Grams(free.g)));
    let message = only_free([&pcs, &weight], &goods, &yard, &held, orders as u64);
    Ok(Halt::refuse(Code::StockShort, message))
}

/// How much is free of goods at a yard, pieces and weight, and for how many orders the rest is held: each as it is
/// written.
pub fn only_free(free: [&str; 2], goods: &str, yard: &str, held: &str, orders: u64) -> Said {
    let [pcs, weight] = free;
    match orders {
        1 => said!(
            "Only {pcs} pcs / {weight} of {goods} is free at {yard} ({held} reserved for 1 order)",
            pcs,
            weight,
            goods,
            yard,
            held
        ),
        orders => said!(
            "Only {pcs} pcs / {weight} of {goods} is free at {yard} ({held} reserved for {orders} orders)",
            pcs,
            weight,
            goods,
            yard,
            held,
            orders
        ),
    }
}
