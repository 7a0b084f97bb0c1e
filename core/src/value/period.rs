//! Named periods, from a day to a day: what lists and saved views are cut by, anew each day.

use super::day::Day;

/// A period as it stands on some day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedPeriod {
    Today,
    Yesterday,
    ThisMonth,
    LastMonth,
    ThisYear,
    LastYear,
}

impl NamedPeriod {
    pub const ALL: &[NamedPeriod] = &[
        NamedPeriod::Today,
        NamedPeriod::Yesterday,
        NamedPeriod::ThisMonth,
        NamedPeriod::LastMonth,
        NamedPeriod::ThisYear,
        NamedPeriod::LastYear,
    ];

    /// Its name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            NamedPeriod::Today => "today",
            NamedPeriod::Yesterday => "yesterday",
            NamedPeriod::ThisMonth => "this_month",
            NamedPeriod::LastMonth => "last_month",
            NamedPeriod::ThisYear => "this_year",
            NamedPeriod::LastYear => "last_year",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            NamedPeriod::Today => "Today",
            NamedPeriod::Yesterday => "Yesterday",
            NamedPeriod::ThisMonth => "This month",
            NamedPeriod::LastMonth => "Last month",
            NamedPeriod::ThisYear => "This financial year",
            NamedPeriod::LastYear => "Last financial year",
        }
    }

    pub fn parse(name: &str) -> Option<NamedPeriod> {
        NamedPeriod::ALL.iter().copied().find(|period| period.name() == name)
    }

    /// Its first and its last day.
    pub fn days(self, today: Day) -> (Day, Day) {
        match self {
            NamedPeriod::Today => (today, today),
            NamedPeriod::Yesterday => (today.plus(-1), today.plus(-1)),
            NamedPeriod::ThisMonth => month_of(today),
            NamedPeriod::LastMonth => month_of(month_of(today).0.plus(-1)),
            NamedPeriod::ThisYear => (today.fy().first_day(), today.fy().last_day()),
            NamedPeriod::LastYear => {
                let before = today.fy().first_day().plus(-1).fy();
                (before.first_day(), before.last_day())
            }
        }
    }
}

/// The first and the last day of the month that a day lies in.
pub fn month_of(day: Day) -> (Day, Day) {
    let (year, month, of_month) = day.civil();
    let first = day.plus(1 - of_month as i32);
    let next = match month {
        12 => Day::from_civil(year + 1, 1, 1),
        _ => Day::from_civil(year, month + 1, 1),
    };
    (first, next.map_or(day, |next| next.plus(-1)))
}

/// `Nov 2026` of a month counted from year 0.
pub fn month_name(month: i64) -> String {
    const NAMES: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    format!("{} {}", NAMES[month.rem_euclid(12) as usize], month.div_euclid(12))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(period: NamedPeriod, today: &str) -> String {
        let today = Day::parse(today).unwrap_or_default();
        let (from, to) = period.days(today);
        format!("{from} {to}")
    }

    #[test]
    fn a_period_ends_where_its_month_or_its_year_does() {
        assert_eq!(days(NamedPeriod::Today, "2026-11-27"), "2026-11-27 2026-11-27");
        assert_eq!(days(NamedPeriod::Yesterday, "2027-01-01"), "2026-12-31 2026-12-31");
        assert_eq!(days(NamedPeriod::ThisMonth, "2028-02-10"), "2028-02-01 2028-02-29");
        assert_eq!(days(NamedPeriod::ThisMonth, "2026-12-31"), "2026-12-01 2026-12-31");
        assert_eq!(days(NamedPeriod::LastMonth, "2027-01-05"), "2026-12-01 2026-12-31");
        assert_eq!(days(NamedPeriod::ThisYear, "2027-03-31"), "2026-04-01 2027-03-31");
        assert_eq!(days(NamedPeriod::LastYear, "2027-04-01"), "2026-04-01 2027-03-31");
    }

    #[test]
    fn a_period_is_known_by_its_name_alone() {
        for period in NamedPeriod::ALL {
            assert_eq!(NamedPeriod::parse(period.name()), Some(*period));
        }
        assert_eq!(NamedPeriod::parse("This month"), None);
    }
}
