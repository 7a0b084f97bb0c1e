//! A correction of an invoice's line: what may be entered for each reason, and so much of the line as it comes to.

use serde_json::Value;

use super::{
    CASH_DISCOUNT, CORRECTION, Correction, DISCOUNT, INTEREST, QUANTITY, RATE, RETURN, REVERSAL,
};
use crate::docs::invoices::InvoiceLine;
use crate::error::{Code, Issue};
use crate::gst::mirror::Portion;
use crate::kept::doc::Record;
use crate::ledger::stock::Qty;
use crate::said;
use crate::said::Said;
use crate::value::{Grams, Paise, grouped, kg, part, rupees};

/// The answer to whoever credits returned goods by hand.
pub const BY_REVERSAL: &str = "A reversed order is credited by its reversal";
pub const BY_RETURN: &str = "Returned goods are credited by their sales return";

/// Why a reason refuses what it does not have.
const NOT_ITS: &[(&str, &str)] = &[
    ("pcs", "A discount is on all of the line"),
    ("weight_g", "A discount is on all of the line"),
    ("rate_paise", "Only a rate difference has one; the line keeps the invoice's rate"),
    ("discount_bp", "Only a discount has one"),
    ("amount_paise", "Only a discount has one; the amount follows from the invoice's rate"),
];

/// The rules of a note's corrections that need nothing but the record.
pub fn alone(record: &Record, issues: &mut Vec<Issue>) {
    let reason = record.get("reason").and_then(Value::as_str).unwrap_or_default();
    let rows = record.get("corrections").and_then(Value::as_array).map(Vec::as_slice);
    let rows = rows.unwrap_or_default();
    if [RETURN, REVERSAL, INTEREST, CASH_DISCOUNT].contains(&reason) {
        if !rows.is_empty() {
            let by = match reason {
                RETURN => BY_RETURN,
                REVERSAL => BY_REVERSAL,
                _ => "The amount follows from the invoice’s terms of payment",
            };
            issues.push(Issue::new("corrections", Code::Input, by));
        }
        return;
    }
    for (at, row) in rows.iter().enumerate() {
        let some = |key: &str| row.get(key).and_then(Value::as_i64).is_some_and(|n| n > 0);
        let mut refuse = |key: &str, code: Code, message: &'static str| {
            issues.push(Issue::new(format!("corrections.{at}.{key}"), code, message));
        };
        for (key, why) in NOT_ITS.iter().filter(|(key, _)| row.get(*key).is_some()) {
            let field = CORRECTION.iter().find(|field| field.key == *key);
            let only = field.and_then(|field| field.only);
            if only.is_some_and(|only| !only.values.contains(&reason)) {
                refuse(key, Code::Input, why);
            }
        }
        match reason {
            RATE if !some("rate_paise") => {
                refuse("rate_paise", Code::Required, "Enter the difference in the rate");
            }
            QUANTITY if !some("pcs") && !some("weight_g") => {
                refuse("weight_g", Code::Required, "Enter the weight or the pieces");
            }
            DISCOUNT if !some("discount_bp") && !some("amount_paise") => {
                refuse("discount_bp", Code::Required, "Enter the discount");
            }
            DISCOUNT if some("discount_bp") && some("amount_paise") => {
                refuse("amount_paise", Code::Input, "Enter the discount or its amount");
            }
            _ => {}
        }
    }
}

/// So much of a line: its quantity as the note tells it, and what the note takes of what is left.
pub struct Corrected {
    pub qty: Qty,
    pub portion: Portion,
}

/// An input of a correction, and why it is refused.
pub type Wrong = (&'static str, Code, Said);

/// What a correction takes of what is left of a line; the input and why where it takes too much, or nothing. `word`
/// says what the note does to it: credited, or debited.
pub fn corrected(
    reason: &str,
    of: &Correction,
    line: &InvoiceLine,
    left: &Portion,
    word: &str,
) -> Result<Corrected, Wrong> {
    match reason {
        QUANTITY => quantity(of, line, left, word),
        RATE => rate(of, line, left, word),
        _ => discount(of, left, word),
    }
}

/// What was billed and not delivered, or the other way, at the line's own rate.
fn quantity(
    of: &Correction,
    line: &InvoiceLine,
    left: &Portion,
    word: &str,
) -> Result<Corrected, Wrong> {
    let (key, qty) = entered(of, line, left)?;
    let all = Qty::new(left.pcs, left.g);
    if line.measure(qty) > line.measure(all) || (line.pcs > 0 && qty.pcs > all.pcs) {
        return Err((key, Code::OverReturn, only(all, word)));
    }
    let portion = left.part(line.measure(qty), line.measure(all));
    match portion.amount > 0 {
        true => Ok(Corrected { qty, portion }),
        false => Err((key, Code::OverReturn, nothing(word))),
    }
}

/// The quantity that was entered; pieces of a line that is billed by weight weigh what the line's do.
fn entered(
    of: &Correction,
    line: &InvoiceLine,
    left: &Portion,
) -> Result<(&'static str, Qty), Wrong> {
    let pcs = of.pcs.unwrap_or(0);
    let key = if line.by_piece() || of.weight_g.is_none() { "pcs" } else { "weight_g" };
    let weight = of.weight_g.unwrap_or_else(|| part(left.g, pcs.min(left.pcs), left.pcs));
    let qty = Qty::new(pcs, weight);
    if line.measure(qty) == 0 {
        let message = match line.by_piece() {
            true => "Enter the pieces; the line is billed by them",
            false => "Enter the weight; the line is billed by it",
        };
        let key = if line.by_piece() { "pcs" } else { "weight_g" };
        return Err((key, Code::Required, message.into()));
    }
    Ok((key, qty))
}

/// A difference in the rate of all that is left of the line, or of so much of it.
fn rate(
    of: &Correction,
    line: &InvoiceLine,
    left: &Portion,
    word: &str,
) -> Result<Corrected, Wrong> {
    let all = Qty::new(left.pcs, left.g);
    let qty = match of.pcs.is_some() || of.weight_g.is_some() {
        true => entered(of, line, left)?.1,
        false => all,
    };
    if line.measure(qty) > line.measure(all) {
        let key = if line.by_piece() { "pcs" } else { "weight_g" };
        return Err((key, Code::OverReturn, only(all, word)));
    }
    let whole = Qty::new(line.pcs, line.sold_g());
    let difference = of.rate_paise.unwrap_or(0);
    let amount = line.rate_worth(difference, line.measure(qty), line.measure(whole));
    value("rate_paise", amount, left, word).map(|portion| Corrected { qty, portion })
}

fn discount(of: &Correction, left: &Portion, word: &str) -> Result<Corrected, Wrong> {
    let (key, amount) = match (of.amount_paise, of.discount_bp) {
        (Some(amount), _) => ("amount_paise", amount),
        (None, bp) => ("discount_bp", part(left.amount, bp.unwrap_or(0), 10_000)),
    };
    value(key, amount, left, word).map(|portion| Corrected { qty: Qty::default(), portion })
}

/// A value of the goods, none of their quantity.
fn value(key: &'static str, amount: i64, left: &Portion, word: &str) -> Result<Portion, Wrong> {
    match amount {
        _ if left.amount == 0 => Err((key, Code::OverReturn, nothing(word))),
        _ if amount > left.amount => {
            let most = rupees(Paise(left.amount));
            let message = said!("Only {most} of this line can still be {word}", most, word);
            Err((key, Code::OverReturn, message))
        }
        0 => Err((key, Code::Input, "This comes to less than a paisa".into())),
        _ => Ok(left.worth(amount)),
    }
}

fn only(left: Qty, word: &str) -> Said {
    let (pcs, weight) = (grouped(left.pcs), kg(Grams(left.g)));
    said!("Only {pcs} pcs ({weight}) of this line can still be {word}", pcs, weight, word)
}

fn nothing(word: &str) -> Said {
    said!("Nothing of this line can still be {word}", word)
}
