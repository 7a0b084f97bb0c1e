//! Which invoices are reported to the portal for an invoice reference number (IRN): dated law as data.

use crate::value::Day;

/// A year, month and day.
type Civil = (i32, u32, u32);

/// The turnover above which a company reports its invoices, paise, and the first day of it (CGST Rules 2017,
/// rule 48(4); notification 13/2020 - Central Tax as amended by 61/2020, 88/2020, 5/2021, 1/2022, 17/2022 and
/// 10/2023).
const ABOVE: &[(Civil, i64)] = &[
    ((2020, 10, 1), 500 * CRORE),
    ((2021, 1, 1), 100 * CRORE),
    ((2021, 4, 1), 50 * CRORE),
    ((2022, 4, 1), 20 * CRORE),
    ((2022, 10, 1), 10 * CRORE),
    ((2023, 8, 1), 5 * CRORE),
];

/// ₹1 crore in paise.
const CRORE: i64 = 1_000_000_000;

/// The turnover from which the portal takes an invoice for so many days only, and since when (advisories of the
/// GST Network of 13-09-2023 and 05-11-2024).
const LATE: &[(Civil, i64)] = &[((2023, 11, 1), 100 * CRORE), ((2025, 4, 1), 10 * CRORE)];
const REPORT_DAYS: i32 = 30;

/// A company as far as e-invoices go by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reporter {
    /// Turnover of the last financial year on one PAN, paise.
    pub turnover_paise: i64,
    /// The company's own first day of e-invoices: a year before the last counts too, and some begin of their own
    /// accord.
    pub since: Option<Day>,
    /// What the site sets in place of the last threshold of the law, where that is lower; paise.
    pub lowered_paise: Option<i64>,
}

impl Reporter {
    /// Whether the company reports its invoices of this day.
    pub fn reports(&self, on: Day) -> bool {
        match (threshold(on, self.lowered_paise), self.since) {
            (None, _) => false,
            (Some(_), Some(since)) => since <= on,
            (Some(above), None) => self.turnover_paise > above,
        }
    }

    /// Whether an invoice of this day is reported: to whoever is registered, and abroad.
    pub fn needs_irn(&self, on: Day, buyer_is_registered: bool, is_export: bool) -> bool {
        (buyer_is_registered || is_export) && self.reports(on)
    }

    /// The last day on which the portal takes an invoice of this day; `None` where it sets none.
    pub fn last_day(&self, on: Day) -> Option<Day> {
        let from = in_force(LATE, on)?;
        (self.turnover_paise >= from).then(|| on.plus(REPORT_DAYS))
    }

    /// The latest first day that the company may name on a day: at a turnover above the threshold its e-invoices
    /// began with the financial year. `None` where the law asks for none.
    pub fn latest_start(&self, today: Day) -> Option<Day> {
        let above = threshold(today, self.lowered_paise)?;
        (self.turnover_paise > above).then(|| today.fy().first_day())
    }
}

/// The turnover above which invoices of a day are reported, paise; `None` before there were e-invoices.
pub fn threshold(on: Day, lowered_paise: Option<i64>) -> Option<i64> {
    let law = in_force(ABOVE, on)?;
    let last = ABOVE.last().is_some_and(|(_, above)| *above == law);
    Some(lowered_paise.filter(|_| last).map_or(law, |own| law.min(own)))
}

fn in_force(rows: &[(Civil, i64)], on: Day) -> Option<i64> {
    let begun =
        |(year, month, day): Civil| Day::from_civil(year, month, day).is_some_and(|d| d <= on);
    rows.iter().rev().find(|(from, _)| begun(*from)).map(|(_, paise)| *paise)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap_or_default()
    }

    #[test]
    fn the_threshold_falls_with_each_notification_on_its_day() {
        let table = [
            ("2020-09-30", None),
            ("2020-10-01", Some(500)),
            ("2020-12-31", Some(500)),
            ("2021-01-01", Some(100)),
            ("2021-03-31", Some(100)),
            ("2021-04-01", Some(50)),
            ("2022-03-31", Some(50)),
            ("2022-04-01", Some(20)),
            ("2022-09-30", Some(20)),
            ("2022-10-01", Some(10)),
            ("2023-07-31", Some(10)),
            ("2023-08-01", Some(5)),
            ("2026-11-21", Some(5)),
        ];
        for (on, crore) in table {
            let want = crore.map(|crore: i64| crore * CRORE);
            assert_eq!(threshold(day(on), None), want, "{on}");
        }
    }

    #[test]
    fn a_site_may_lower_the_last_threshold_and_never_raise_it() {
        let on = |text: &str, own: i64| threshold(day(text), Some(own * CRORE));
        assert_eq!(on("2026-11-21", 2), Some(2 * CRORE));
        assert_eq!(on("2026-11-21", 500), Some(5 * CRORE));
        assert_eq!(on("2022-11-21", 2), Some(10 * CRORE));
    }

    #[test]
    fn an_irn_is_needed_above_the_turnover_for_registered_buyers_and_exports() {
        let five = 5 * CRORE;
        let table = [
            // turnover, since, on, registered, export, needed
            (five, None, "2026-11-21", true, false, false),
            (five + 1, None, "2026-11-21", true, false, true),
            (five + 1, None, "2023-07-31", true, false, false),
            (five + 1, None, "2026-11-21", false, false, false),
            (five + 1, None, "2026-11-21", false, true, true),
            (five, None, "2026-11-21", false, true, false),
            (0, Some("2026-04-01"), "2026-04-01", true, false, true),
            (0, Some("2026-04-01"), "2026-03-31", true, false, false),
            (five + 1, Some("2026-04-01"), "2026-03-31", true, false, false),
            (0, Some("2019-04-01"), "2020-09-30", true, false, false),
        ];
        for (turnover_paise, since, on, registered, export, needed) in table {
            let reporter = Reporter { turnover_paise, since: since.map(day), lowered_paise: None };
            let said = reporter.needs_irn(day(on), registered, export);
            assert_eq!(said, needed, "{turnover_paise} {since:?} {on} {registered} {export}");
        }
    }

    #[test]
    fn the_portal_takes_an_invoice_for_thirty_days_from_ten_crore_on() {
        let of = |crore: i64, on: &str| {
            Reporter { turnover_paise: crore * CRORE, ..Reporter::default() }.last_day(day(on))
        };
        assert_eq!(of(10, "2025-04-01"), Some(day("2025-05-01")));
        assert_eq!(of(10, "2025-03-31"), None);
        assert_eq!(of(100, "2023-11-01"), Some(day("2023-12-01")));
        assert_eq!(of(9, "2026-11-21"), None);
    }

    #[test]
    fn a_first_day_is_no_later_than_the_financial_year_of_such_a_turnover() {
        let of = |paise: i64| {
            Reporter { turnover_paise: paise, ..Reporter::default() }
                .latest_start(day("2026-11-21"))
        };
        assert_eq!(of(5 * CRORE), None);
        assert_eq!(of(5 * CRORE + 1), Some(day("2026-04-01")));
    }
}
