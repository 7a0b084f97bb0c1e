//! What a loading comes to against what was ordered of the same goods: weight, value, and whether an e-way bill
//! goes with it.

use super::LoadingLine;
use crate::declare::case::Look;
use crate::docs::customers::CUSTOMER;
use crate::docs::invoices::eway;
use crate::docs::orders::facts::Places;
use crate::docs::orders::{Line, Order};
use crate::docs::places;
use crate::error::Halt;
use crate::kept::doc::Doc;

/// Writes it into a loading that leaves, from the order before and after.
pub fn set(
    look: &Look,
    (before, order): (&Order, &Order),
    loading: &mut Doc,
    rows: &[LoadingLine],
) -> Result<(), Halt> {
    let (mut ordered_g, mut committed) = (0_i64, 0_i64);
    for (at, line) in before.lines.iter().enumerate() {
        let Some((pcs, g)) = taken(rows, at) else { continue };
        let left = order.lines.get(at).map_or(0, |line| line.open().1);
        let ordered = ordered_of(line, pcs, g, left);
        ordered_g = ordered_g.saturating_add(ordered);
        committed = committed.saturating_add(worth(order, line, pcs, ordered));
    }
    loading.set("ordered_g", ordered_g);
    loading.set("committed_paise", committed);
    set_value(look, order, loading, rows)
}

/// Writes what the goods cost as they were weighed, and whether that needs an e-way bill.
pub fn set_value(
    look: &Look,
    order: &Order,
    loading: &mut Doc,
    rows: &[LoadingLine],
) -> Result<(), Halt> {
    let mut value = 0_i64;
    for (at, line) in order.lines.iter().enumerate() {
        let cost = taken(rows, at).map_or(0, |(pcs, g)| worth(order, line, pcs, g));
        value = value.saturating_add(cost);
    }
    loading.set("value_paise", value);
    match threshold(look, order) {
        Ok(threshold) => loading.set("ewb_needed", value > threshold),
        // A yard's device does not know the states' thresholds, and loads all the same.
        Err(Halt::Need(_)) => {}
        Err(other) => return Err(other),
    }
    Ok(())
}

/// What the rows take of a line of the order, if they take any.
fn taken(rows: &[LoadingLine], at: usize) -> Option<(i64, i64)> {
    let own = || rows.iter().filter(|row| usize::try_from(row.order_line) == Ok(at));
    let sum = |of: fn(&LoadingLine) -> i64| own().map(of).sum::<i64>();
    own().next().map(|_| (sum(LoadingLine::counted), sum(|row| row.weight_g)))
}

/// The ordered weight of what was loaded: of pieces their share; of goods by weight what was still open,
/// once nothing of it is left to load.
fn ordered_of(line: &Line, pcs: i64, g: i64, left: i64) -> i64 {
    match line.pcs.filter(|all| *all > 0) {
        Some(all) => crate::value::part(line.weight_g.unwrap_or(0), pcs, all),
        None if left == 0 => line.open().1,
        None => g,
    }
}

/// What some of a line costs, GST included.
pub fn worth(order: &Order, line: &Line, pcs: i64, g: i64) -> i64 {
    let tax_line = line.price(order).worth(pcs, line.billed_g(pcs, g)).tax_line;
    (tax_line.taxable + tax_line.tax(order.tax_split()).total()).0
}

/// Above what value these goods need an e-way bill.
pub fn threshold(look: &Look, order: &Order) -> Result<i64, Halt> {
    let customer = look.doc(&CUSTOMER, &order.customer)?;
    let from = places::yard_gst_code(look, order.yard())?;
    let to = Places::of(&customer, order).goes_to_state(look)?;
    eway::threshold(look, &from, to.as_deref().unwrap_or(&from), look.today())
}
