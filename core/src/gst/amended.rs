//! Until when a credit note lowers the tax of a sale: dated law as data.

use crate::said;
use crate::said::Said;
use crate::value::Day;

/// The last day for it after the end of a financial year, and the first year end that it holds for (CGST Act, s.34(2);
/// until the Finance Act 2022, s.103 with notification 18/2022 - Central Tax, the return for September ended it).
const LAST_DAYS: &[(i32, (u32, u32))] = &[(2018, (9, 30)), (2022, (11, 30))];

/// The last day for a credit note that lowers the tax of a sale.
pub fn last_day(sold_on: Day) -> Day {
    let (year, _, _) = sold_on.fy().last_day().civil();
    let held = LAST_DAYS.iter().rev().find(|(from, _)| *from <= year).or(LAST_DAYS.first());
    let day = held.and_then(|(_, (month, day))| Day::from_civil(year, *month, *day));
    day.unwrap_or(sold_on)
}

/// What whoever writes a credit note on a day is told where it is too late for one with GST.
pub fn too_late(sold_on: Day, today: Day) -> Option<Said> {
    let until = last_day(sold_on);
    (today > until).then(|| {
        said!("A credit note with GST was possible until {until} (CGST Act, s.34(2)): only a commercial credit \
             note without GST is possible", until = until.shown())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_day_follows_the_financial_year_by_the_law_of_its_time() {
        let table = [
            ("2026-04-01", "2027-11-30"),
            ("2027-03-31", "2027-11-30"),
            ("2027-04-01", "2028-11-30"),
            ("2022-03-31", "2022-11-30"),
            ("2021-03-31", "2021-09-30"),
            ("2018-04-01", "2019-09-30"),
        ];
        for (sold_on, until) in table {
            let day = |text: &str| Day::parse(text).unwrap_or_default();
            assert_eq!(last_day(day(sold_on)), day(until), "{sold_on}");
        }
    }
}
