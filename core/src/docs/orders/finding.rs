//! The finding on a waiting order: the reason it came back, or what speaks against it.

use super::quote::{self, Severity};
use super::*;
use crate::declare::case::Look;
use crate::docs::reasons;
use crate::error::{Code, Halt};
use crate::kept::doc::Doc;
use crate::value::{Grams, mt};

pub fn of(case: &Look, doc: &Doc) -> Result<Option<Verdict>, Halt> {
    let order = Order::of(doc)?;
    match doc.status.as_str() {
        BM_PENDING => against(case, doc, &order, |_| true),
        PRELIMINARY | CREDIT_PENDING => {
            against(case, doc, &order, |code| code == Code::CreditShort)
        }
        HOLD => {
            Ok(order.hold_until.map(|day| Verdict::Says(format!("On hold until {}", day.shown()))))
        }
        BM_REJECTED => rejected(case, "bm_reject", &order),
        CREDIT_REJECTED => rejected(case, "credit_reject", &order),
        YARD_CONCERN => concern(case, "yard_concern", &order),
        ACCOUNT_CONCERN => concern(case, "account_concern", &order),
        WAITING if order.is_partly_loaded() => {
            let sums = order.lines.iter().map(|line| (line.loaded().1, line.ordered().1));
            let (loaded, all) = sums.fold((0, 0), |sum, line| (sum.0 + line.0, sum.1 + line.1));
            let said = format!("{} of {} loaded", mt(Grams(loaded)), mt(Grams(all)));
            Ok(Some(Verdict::Says(said)))
        }
        _ => Ok(None),
    }
}

fn rejected(case: &Look, kind: &str, order: &Order) -> Result<Option<Verdict>, Halt> {
    let Some(code) = order.rejection.as_deref() else { return Ok(None) };
    reasons::words(case, kind, code).map(|words| Some(Verdict::Says(words)))
}

/// A concern in words, and the answer to it.
fn concern(case: &Look, kind: &str, order: &Order) -> Result<Option<Verdict>, Halt> {
    let Some(concern) = &order.concern else { return Ok(None) };
    let what = reasons::words(case, kind, &concern.reason)?;
    Ok(Some(Verdict::Says(match concern.remarks.as_str() {
        "" => what,
        said => format!("{what}: {said}"),
    })))
}

/// The first thing of the quote that speaks against the order, and how many more there are.
fn against(
    case: &Look,
    doc: &Doc,
    order: &Order,
    counts: impl Fn(Code) -> bool,
) -> Result<Option<Verdict>, Halt> {
    let made = quote::of(order, &facts::for_record(case, &doc.id, &doc.record)?);
    let mut found = made
        .findings
        .into_iter()
        .filter(|found| found.severity != Severity::Info && counts(found.code));
    let Some(first) = found.next() else { return Ok(Some(Verdict::Clear)) };
    Ok(Some(Verdict::Says(match found.count() {
        0 => first.message,
        more => format!("{} (and {more} more)", first.message.trim_end_matches('.')),
    })))
}
