//! Three ways of one line: what was ordered, what came in, and what is billed, with the tolerance of each.

use super::{MATCHED, MISMATCH, WAITING};
use crate::declare::case::Look;
use crate::docs::inwards::save::{int, lines_of};
use crate::docs::purchase_orders::{
    APPROVED, PART_RECEIVED, PURCHASE_ORDER, measure, shown_measure,
};
use crate::docs::settings;
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::value::{Paise, part, rupees};

/// How far the total of a bill may lie from its lines: it is rounded to the rupee.
pub const ROUNDED_PAISE: i64 = 100;

/// What a bill differs in from its order and from what came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BillDifference {
    /// The line of the bill, from one; none where it is the total.
    pub line: Option<i64>,
    /// `rate`, `quantity`, `total`, or `goods` of a line whose goods are still to come.
    pub what: &'static str,
    pub told: String,
    /// Billed too much, without tax and the tax on it, paise.
    pub over_paise: i64,
    pub over_tax_paise: i64,
}

/// How a bill stands by its differences.
pub fn status_of(found: &[BillDifference]) -> &'static str {
    match () {
        () if found.iter().any(|one| one.what != "goods") => MISMATCH,
        () if found.is_empty() => MATCHED,
        () => WAITING,
    }
}

fn beyond(measure: i64, of: i64, bp: i64) -> bool {
    i128::from(measure) * 10_000 > i128::from(of) * i128::from(10_000 + bp)
}

/// Everything in which a bill differs, line by line and then its total.
pub fn differences(case: &Look, bill: &Doc) -> Result<Vec<BillDifference>, Halt> {
    let order = case.doc(&PURCHASE_ORDER, bill.text("purchase_order").unwrap_or_default())?;
    let to_come = [APPROVED, PART_RECEIVED].contains(&order.status.as_str());
    let rate_bp = settings::int_of(case, "bill_rate_tolerance_bp")?;
    let quantity_bp = settings::int_of(case, "bill_quantity_tolerance_bp")?;
    let order_bp = settings::int_of(case, "purchase_tolerance_bp")?;
    let ordered = lines_of(&order);
    let mut billed: Vec<i64> =
        ordered.iter().map(|line| measure(line, "billed_pcs", "billed_g")).collect();
    let mut found = Vec::new();
    for (at, line) in lines_of(bill).iter().enumerate() {
        let nth = usize::try_from(int(line, "order_line") - 1).unwrap_or(usize::MAX);
        let Some(of) = ordered.get(nth) else { continue };
        let row = |what, told, over: i64| BillDifference {
            line: Some(at as i64 + 1),
            what,
            told,
            over_paise: over,
            over_tax_paise: part(int(line, "tax_paise"), over, int(line, "amount_paise").max(1)),
        };
        found
            .extend(rate_difference(line, of, rate_bp).map(|(told, over)| row("rate", told, over)));
        let before = billed[nth];
        billed[nth] += measure(line, "pcs", "weight_g");
        let came = measure(of, "received_pcs", "received_g");
        let whole = measure(of, "pcs", "weight_g");
        // Goods that are still to come may be billed before, up to what was ordered.
        let most = if to_come { whole.max(came) } else { came };
        let bp = if to_come { order_bp } else { quantity_bp };
        let told = format!(
            "{} ordered, {} received, {} billed{}",
            shown_measure(of, whole),
            shown_measure(of, came),
            shown_measure(of, billed[nth]),
            if before > 0 { " in all" } else { "" },
        );
        if beyond(billed[nth], most, bp) {
            let too_many = (billed[nth] - most.max(before)).max(0);
            let this = measure(line, "pcs", "weight_g").max(1);
            let over = part(int(line, "amount_paise"), too_many.min(this), this);
            found.push(row("quantity", told, over));
        } else if beyond(billed[nth], came, quantity_bp) {
            found.push(row("goods", told, 0));
        }
    }
    found.extend(total_difference(bill));
    Ok(found)
}

/// A rate off what was ordered by more than the tolerance, and what it makes the line too dear by.
fn rate_difference(line: &Record, of: &Record, bp: i64) -> Option<(String, i64)> {
    let (rate, agreed) = (int(line, "rate_paise"), int(of, "rate_paise"));
    let off = i128::from(rate - agreed).abs() * 10_000;
    let shown = |paise: i64| rupees(Paise(paise));
    let told = || format!("{} agreed, {} billed", shown(agreed), shown(rate));
    let dearer = || part(int(line, "amount_paise"), (rate - agreed).max(0), rate.max(1));
    (off > i128::from(agreed) * i128::from(bp)).then(|| (told(), dearer()))
}

/// The bill's own total against its lines, but for its rounding.
fn total_difference(bill: &Doc) -> Option<BillDifference> {
    let [billed, total] = ["billed_paise", "total_paise"].map(|key| bill.int(key).unwrap_or(0));
    let off = billed.saturating_sub(total);
    // What the total is too high by bears tax as the lines do.
    let over = off.max(0);
    let tax = part(bill.int("tax_paise").unwrap_or(0), over, total.max(1));
    (off.abs() > ROUNDED_PAISE).then(|| BillDifference {
        line: None,
        what: "total",
        told: format!("{} by its lines, {} billed", rupees(Paise(total)), rupees(Paise(billed))),
        over_paise: over - tax,
        over_tax_paise: tax,
    })
}
