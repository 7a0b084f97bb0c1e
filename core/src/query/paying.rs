//! How a customer pays: what was sold and received month by month, and whether invoices were paid when due.

use crate::declare::case::Look;
use crate::docs::payments::{self, Billed, Charged, Paid};
use crate::error::Halt;
use crate::json_answer;
use crate::ledger::credit;
use crate::value::Day;

const MONTHS: usize = 12;

json_answer! {
    /// What was sold to a customer and what came in, in one month.
    #[derive(PartialEq, Eq)]
    pub struct CreditMonth {
        /// Its first day.
        pub month: Day,
        pub sold_paise: i64,
        pub received_paise: i64,
    }
}

json_answer! {
    /// The invoices that fell due within the last 12 months, and how many of them were paid by then.
    #[derive(Default, PartialEq, Eq)]
    pub struct PromisesKept {
        pub due: i64,
        pub kept: i64,
        /// The part that was kept, in hundredths of a percent; none where nothing fell due.
        pub kept_bp: Option<i64>,
    }
}

/// The last 12 months up to today's, and the promises of them.
pub fn paying(look: &Look, customer: &str) -> Result<(Vec<CreditMonth>, PromisesKept), Halt> {
    let months = months(look.today());
    let first = months.first().copied().unwrap_or(look.today());
    // An invoice of before may have fallen due since.
    let billed = payments::billed(look, customer, first.plus(-LONGEST_TERM))?;
    let (paid, charged) = payments::paid(look, customer, first)?;
    let account = credit::account(look, customer)?;
    let owed = account.receivable.saturating_sub(account.on_account);
    let kept = kept(owed, &billed, (&paid, &charged), (first, look.today()));
    Ok((by_month(&months, &billed, &paid), kept))
}

/// So many days at most an invoice has to be paid.
const LONGEST_TERM: i32 = 180;

/// The first days of the last months, the oldest first.
fn months(today: Day) -> Vec<Day> {
    let (year, month, _) = today.civil();
    let now = year * 12 + month as i32 - 1;
    let first = |back: usize| {
        let at = now - back as i32;
        Day::from_civil(at.div_euclid(12), at.rem_euclid(12) as u32 + 1, 1)
    };
    (0..MONTHS).rev().filter_map(first).collect()
}

fn by_month(months: &[Day], billed: &[Billed], paid: &[Paid]) -> Vec<CreditMonth> {
    let month_of = |day: Day| months.iter().rposition(|first| *first <= day);
    let mut all: Vec<CreditMonth> = months
        .iter()
        .map(|month| CreditMonth { month: *month, sold_paise: 0, received_paise: 0 })
        .collect();
    for one in billed {
        if let Some(month) = month_of(one.day).and_then(|at| all.get_mut(at)) {
            month.sold_paise = month.sold_paise.saturating_add(one.paise);
        }
    }
    for one in paid {
        if let Some(month) = month_of(one.day).and_then(|at| all.get_mut(at)) {
            month.received_paise = month.received_paise.saturating_add(one.money_paise);
        }
    }
    all
}

/// Money counts towards the oldest due first, as it does wherever something is overdue. So an invoice was
/// paid by its day where, on that day, no more was owed than what fell due later: what is owed now, less
/// what fell due or was charged later, was covered without the money that came later. A credit note
/// counts as if it had been there from the first.
fn kept(
    owed: i64,
    billed: &[Billed],
    (paid, charged): (&[Paid], &[Charged]),
    (from, today): (Day, Day),
) -> PromisesKept {
    let mut found = PromisesKept::default();
    for one in billed.iter().filter(|one| one.due >= from && one.due < today) {
        let later = |day: Day| day > one.due;
        let due: i64 = billed.iter().filter(|one| later(one.due)).map(|one| one.paise).sum();
        let cost: i64 = charged.iter().filter(|one| later(one.day)).map(|one| one.paise).sum();
        let came: i64 = paid.iter().filter(|one| later(one.day)).map(|one| one.less_paise).sum();
        found.due += 1;
        found.kept += i64::from(owed <= due.saturating_add(cost).saturating_sub(came));
    }
    found.kept_bp = (found.due > 0).then(|| found.kept * 10_000 / found.due);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(n: i32) -> Day {
        Day(20_000 + n)
    }

    fn bill(due: i32, paise: i64) -> Billed {
        Billed { day: day(due - 30), due: day(due), paise }
    }

    fn paid(on: i32, paise: i64) -> Paid {
        Paid { day: day(on), money_paise: paise, less_paise: paise }
    }

    /// The plain reading: money pays bills in the order of their due days, day by day.
    fn plainly(billed: &[Billed], received: &[Paid], today: Day) -> i64 {
        let mut bills: Vec<Billed> = billed.to_vec();
        bills.sort_by_key(|one| one.due);
        let mut before = 0;
        let mut count = 0;
        for one in &bills {
            before += one.paise;
            let by_then = received.iter().filter(|other| other.day <= one.due);
            let came: i64 = by_then.map(|one| one.less_paise).sum();
            count += i64::from(one.due < today && came >= before);
        }
        count
    }

    #[test]
    fn a_promise_is_kept_where_the_money_was_there_by_the_due_day() {
        let billed = [bill(10, 100), bill(20, 50), bill(60, 70)];
        for received in [
            vec![],
            vec![paid(10, 100)],
            vec![paid(11, 100), paid(20, 50)],
            vec![paid(5, 150)],
            vec![paid(12, 20), paid(21, 130)],
        ] {
            let owed = 220 - received.iter().map(|one| one.less_paise).sum::<i64>();
            let found = kept(owed, &billed, (&received, &[]), (day(0), day(40)));
            assert_eq!(found.due, 2);
            assert_eq!(found.kept, plainly(&billed, &received, day(40)), "{received:?}");
        }
    }

    #[test]
    fn neither_the_charge_of_a_bounced_cheque_nor_a_debt_written_off_says_how_invoices_were_paid() {
        let (billed, charged) = ([bill(10, 100)], [Charged { day: day(15), paise: 5 }]);
        let of = |owed: i64, paid: &[Paid]| {
            kept(owed, &billed, (paid, &charged), (day(0), day(40))).kept
        };
        assert_eq!(of(5, &[paid(10, 100)]), 1, "the charge is open");
        assert_eq!(of(0, &[paid(10, 100), paid(20, 5)]), 1, "the charge is paid");
        assert_eq!(of(0, &[Paid { money_paise: 0, ..paid(20, 105) }]), 0, "written off");
    }

    #[test]
    fn the_months_end_with_todays() {
        let all = months(Day::from_civil(2027, 2, 21).unwrap());
        let shown: Vec<String> = all.iter().map(Day::to_string).collect();
        assert_eq!((shown.len(), &*shown[0], &*shown[11]), (12, "2026-03-01", "2027-02-01"));
    }
}
