//! Interest after the due date and the cash discount: notes that follow from the terms of payment alone.

use std::collections::BTreeMap;

use super::{CASH_DISCOUNT, CREDIT_NOTE, INTEREST, Note, POSTED, WITHOUT, is_debit};
use crate::declare::case::{Case, Look};
use crate::declare::grant::ScopeKind;
use crate::docs::invoices::Invoice;
use crate::docs::payments;
use crate::docs::receipts::{self, RECEIPT};
use crate::error::{Code, Halt, Issue};
use crate::json::json_struct;
use crate::kept::doc::Doc;
use crate::ledger::notes;
use crate::said;
use crate::said::Said;
use crate::schema::*;
use crate::value::{Day, Paise, div_half_away, part, rupees};
use crate::write::within;

/// Interest is for a year of so many days, a leap year too.
const YEAR: i128 = 365;

/// How such a note was worked out.
pub const RECKONED: &[Field] = &[
    date("from", "From"),
    date("until", "Until"),
    int("days", "Days", 0, 99_999),
    paise("base_paise", "On").guarded(Guarded::Rates),
    percent("rate_bp", "Rate"),
    paise("amount_paise", "Amount").guarded(Guarded::Rates),
    paise("given_paise", "Given before").guarded(Guarded::Rates),
];

json_struct! { LEAN
    /// Some days on which one amount was late; or what was paid within the days of a cash discount.
    pub struct Reckoned {
        pub from: Option<Day>,
        pub until: Option<Day>,
        pub days: i64,
        pub base_paise: i64,
        pub rate_bp: i64,
        pub amount_paise: i64,
        pub given_paise: i64,
    }
}

/// Whether a reason's amount follows from the terms, so that nobody enters it.
pub fn follows_from_terms(reason: &str) -> bool {
    [INTEREST, CASH_DISCOUNT].contains(&reason)
}

/// Works such a note out over what was paid until now. It is of the day on which it is saved, unless one was entered.
///
/// Errors: where nothing is due by the terms, with the reason why.
pub fn reckon(look: &Look, doc: &Doc, note: &mut Note, invoice: &Invoice) -> Result<(), Halt> {
    let date = note.date.unwrap_or(look.today());
    note.date = Some(date);
    // DECISIONS 135
    note.gst = WITHOUT.to_owned();
    note.reckoned = match note.reason.as_str() {
        INTEREST => interest(look, doc, &note.invoice, invoice, date)?,
        _ => cash_discount(look, doc, &note.invoice, invoice, date)?,
    };
    note.payable_paise = note.reckoned.iter().map(|row| row.amount_paise).sum();
    if is_debit(doc) {
        // Whoever pays late is given no further time for the interest.
        note.due_date = Some(date);
    }
    Ok(())
}

fn refuse<T>(message: Said) -> Result<T, Halt> {
    Err(Halt::issues(vec![Issue::new("reason", Code::Rule, message)]))
}

/// What was paid of an invoice, by the day on which the money came.
struct PaidOf {
    /// Money and tax deducted.
    paid: BTreeMap<Day, i64>,
    /// What the invoice was lowered by otherwise.
    lowered: BTreeMap<Day, i64>,
    /// Discounts that receipts gave.
    discounts: i64,
}

fn paid_of(look: &Look, doc: &Doc, id: &str, invoice: &Invoice) -> Result<PaidOf, Halt> {
    let customer = invoice.customer.as_deref().unwrap_or_default();
    let mut of = PaidOf { paid: BTreeMap::new(), lowered: BTreeMap::new(), discounts: 0 };
    for receipt in payments::of_customer(look, &RECEIPT, customer, None)? {
        let came = receipts::arrived_on(&receipt);
        let own = !receipts::moves_account(&receipt);
        for row in receipts::settled_of(&receipt)? {
            if row.invoice.as_deref() != Some(id) {
                continue;
            }
            let day = if own { came } else { row.date.unwrap_or(came) };
            *of.paid.entry(day).or_default() += row.amount_paise + row.tds_paise;
            *of.lowered.entry(day).or_default() += row.discount_paise;
            of.discounts += row.discount_paise;
        }
    }
    let scope = (ScopeKind::Branch, doc.branch.as_deref().unwrap_or_default());
    for credit in within::ids_of(look, &CREDIT_NOTE, scope, "invoice", id)? {
        let Some(found) = look.find(CREDIT_NOTE.key, &credit)? else { continue };
        if found.status != POSTED {
            continue;
        }
        let day = found.text("date").and_then(Day::parse).unwrap_or_default();
        *of.lowered.entry(day).or_default() += found.int("set_off_paise").unwrap_or(0);
    }
    Ok(of)
}

/// Interest for every day after a due date until `until` that no note charged yet: a day counts what was due before it
/// and was not paid before it.
fn interest(
    look: &Look,
    doc: &Doc,
    id: &str,
    invoice: &Invoice,
    until: Day,
) -> Result<Vec<Reckoned>, Halt> {
    let Some(rate_bp) = invoice.interest_bp else {
        return refuse("The terms of this invoice have no interest".into());
    };
    let mut dues = invoice.due_parts();
    if dues.is_empty() {
        dues.push((invoice.due_date.unwrap_or(until), invoice.payable_paise));
    }
    let first = dues.first().map_or(until, |(due, _)| due.plus(1));
    let charged = notes::interest_until(look, id)?;
    if let Some(charged) = charged.filter(|charged| *charged >= until) {
        return refuse(said!(
            "Interest is charged until {charged} already",
            charged = charged.shown()
        ));
    }
    let from = charged.map_or(first, |charged| charged.plus(1).max(first));
    let of = paid_of(look, doc, id, invoice)?;
    let less = of.paid.iter().chain(&of.lowered);
    let less: Vec<(Day, i64)> = less.map(|(day, paise)| (*day, *paise)).collect();
    let rows = late_days(&dues, &less, from, until, rate_bp);
    match rows.is_empty() {
        true => refuse(said!(
            "Nothing of this invoice was paid late until {until}",
            until = until.shown()
        )),
        false => Ok(rows),
    }
}

/// The days of a span by what was late on them. The sum of their amounts is the exact interest, rounded once.
pub fn late_days(
    dues: &[(Day, i64)],
    less: &[(Day, i64)],
    from: Day,
    until: Day,
    rate_bp: i64,
) -> Vec<Reckoned> {
    let before = |rows: &[(Day, i64)], day: Day| -> i64 {
        rows.iter().filter(|(of, _)| *of < day).map(|(_, paise)| paise).sum()
    };
    // What is late changes on the day after something fell due or was paid, and on no other.
    let changes = dues.iter().chain(less).map(|(day, _)| day.plus(1));
    let mut starts: Vec<Day> = changes.filter(|day| from < *day && *day <= until).collect();
    starts.push(from);
    starts.sort_unstable();
    starts.dedup();
    let mut rows: Vec<Reckoned> = Vec::new();
    let (mut exact, mut told) = (0_i128, 0_i64);
    for (at, start) in starts.iter().enumerate().filter(|(_, start)| **start <= until) {
        let end = starts.get(at + 1).map_or(until, |next| next.plus(-1));
        let days = end.days_since(*start) + 1;
        let base_paise = before(dues, *start) - before(less, *start);
        if base_paise <= 0 {
            continue;
        }
        exact += i128::from(base_paise) * i128::from(days) * i128::from(rate_bp);
        let sum = i64::try_from(div_half_away(exact, 10_000 * YEAR)).unwrap_or(i64::MAX);
        let amount_paise = sum - told;
        told = sum;
        rows.push(Reckoned {
            from: Some(*start),
            until: Some(end),
            days,
            base_paise,
            rate_bp,
            amount_paise,
            given_paise: 0,
        });
    }
    if told == 0 { Vec::new() } else { rows }
}

/// The discount on what was paid within its days, less what was given of it before.
fn cash_discount(
    look: &Look,
    doc: &Doc,
    id: &str,
    invoice: &Invoice,
    date: Day,
) -> Result<Vec<Reckoned>, Halt> {
    let Some((rate_bp, until)) = invoice.discount_bp.zip(invoice.discount_until) else {
        return refuse("The terms of this invoice have no cash discount".into());
    };
    let of = paid_of(look, doc, id, invoice)?;
    let by_notes = notes::discounted(look, id)?;
    let given_paise = of.discounts + by_notes;
    let lowered = of.lowered.values().sum::<i64>() - given_paise;
    let owed = (invoice.payable_paise - lowered).max(0);
    let paid: i64 = of.paid.range(..=until).map(|(_, paise)| paise).sum();
    let base_paise = earned_on(owed, paid, rate_bp);
    let amount_paise = part(base_paise, rate_bp, 10_000) - given_paise;
    if base_paise == 0 {
        return refuse(said!(
            "Nothing of this invoice was paid until {until}",
            until = until.shown()
        ));
    }
    if amount_paise <= 0 {
        let given = rupees(Paise(given_paise));
        return refuse(said!("The cash discount of this invoice is given already: {given}", given));
    }
    let from = invoice.date;
    let days = from.map_or(0, |from| until.min(date).days_since(from).max(0));
    let until = Some(until);
    Ok(vec![Reckoned { from, until, days, base_paise, rate_bp, amount_paise, given_paise }])
}

/// The part of an invoice that money paid within the days settles together with its discount, at most all of it.
pub fn earned_on(owed: i64, paid: i64, rate_bp: i64) -> i64 {
    if paid.saturating_add(part(owed, rate_bp, 10_000)) >= owed {
        return owed;
    }
    part(paid, 10_000, 10_000 - rate_bp).min(owed)
}

/// What such a note took does not come up again.
pub fn take(case: &mut Case, note: &Note) -> Result<(), Halt> {
    let until = note.reckoned.last().and_then(|row| row.until);
    match note.reason.as_str() {
        INTEREST => notes::charge_interest(case, &note.invoice, note.date.max(until)),
        CASH_DISCOUNT => notes::discount(case, &note.invoice, note.payable_paise),
        _ => Ok(()),
    }
}

/// What each such note would come to today; none where the terms have none, or nothing is due by them.
pub fn proposed(look: &Look, doc: &Doc, invoice: &Invoice) -> Result<[Option<i64>; 2], Halt> {
    let today = look.today();
    let sum = |rows: Result<Vec<Reckoned>, Halt>| match rows {
        Ok(rows) => Ok(Some(rows.iter().map(|row| row.amount_paise).sum())),
        Err(Halt::Refused(_)) => Ok(None),
        Err(other) => Err(other),
    };
    Ok([
        sum(interest(look, doc, &doc.id, invoice, today))?,
        sum(cash_discount(look, doc, &doc.id, invoice, today))?,
    ])
}
