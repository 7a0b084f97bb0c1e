//! Civil dates, Indian financial years and instants, without a clock.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use crate::json::{Json, wrong};

/// Indian Standard Time is UTC +5:30 all year.
pub const IST_MINUTES: i64 = 330;

const MINUTE_MS: i64 = 60_000;
const DAY_MINUTES: i64 = 1_440;

/// A civil date as days since 1970-01-01; on the wire and in `Display` `YYYY-MM-DD`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i32);

impl Day {
    /// Reads exactly `YYYY-MM-DD`; `None` unless it is a real date of the years 1900 to 2199.
    pub fn parse(text: &str) -> Option<Day> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return None;
        }
        let year = digits(&bytes[..4])?;
        let month = digits(&bytes[5..7])?;
        let day = digits(&bytes[8..])?;
        if !(1900..2200).contains(&year) {
            return None;
        }
        Day::from_civil(year, month.unsigned_abs(), day.unsigned_abs())
    }

    /// The day of a Gregorian year, month 1-12 and day of month; `None` if there is none such,
    /// or the year is not in 0..=9999.
    pub fn from_civil(year: i32, month: u32, day: u32) -> Option<Day> {
        let valid = (0..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day);
        if !valid {
            return None;
        }
        // The year begins in March, so that the leap day is its last and months follow a formula.
        let shifted = i64::from(year) - i64::from(month < 3);
        let month_of_shifted = (i64::from(month) + 9) % 12;
        let day_of_year = (153 * month_of_shifted + 2) / 5 + i64::from(day) - 1;
        let leap_days = shifted.div_euclid(4) - shifted.div_euclid(100) + shifted.div_euclid(400);
        Some(Day::clamped(shifted * 365 + leap_days + day_of_year - 719_468))
    }

    /// Year, month 1-12 and day of month 1-31.
    pub fn civil(self) -> (i32, u32, u32) {
        let days = i64::from(self.0) + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        (year as i32, month as u32, day as u32)
    }

    /// The day `days` later (earlier when negative).
    pub fn plus(self, days: i32) -> Day {
        Day(self.0.saturating_add(days))
    }

    /// Whole days from `earlier` to this one, negative when it lies behind.
    pub fn days_since(self, earlier: Day) -> i64 {
        i64::from(self.0) - i64::from(earlier.0)
    }

    /// The financial year that this day lies in.
    pub fn fy(self) -> Fy {
        let (year, month, _) = self.civil();
        Fy(if month >= 4 { year } else { year - 1 })
    }

    /// `DD-MM-YYYY`, as on the screen and in messages.
    pub fn shown(self) -> String {
        let (year, month, day) = self.civil();
        format!("{day:02}-{month:02}-{year:04}")
    }

    fn clamped(days: i64) -> Day {
        Day(days.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
    }
}

fn digits(bytes: &[u8]) -> Option<i32> {
    bytes.iter().try_fold(0_i32, |value, byte| {
        byte.is_ascii_digit().then(|| value * 10 + i32::from(byte - b'0'))
    })
}

fn days_in_month(year: i32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

impl fmt::Display for Day {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(out, "{year:04}-{month:02}-{day:02}")
    }
}

impl Json for Day {
    fn read(from: &Value) -> Result<Day, String> {
        from.as_str().and_then(Day::parse).ok_or_else(|| wrong("a date YYYY-MM-DD"))
    }

    fn write(&self) -> Value {
        self.to_string().into()
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Day, D::Error> {
        let text = String::deserialize(input)?;
        Day::parse(&text).ok_or_else(|| de::Error::custom("not a date YYYY-MM-DD"))
    }
}

/// An Indian financial year by the calendar year it starts in: `Fy(2026)` is 1 April 2026 to
/// 31 March 2027 and is shown as `26-27`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fy(pub i32);

impl Fy {
    /// Reads `26-27` as a year of this century; none for any other text.
    pub fn parse(text: &str) -> Option<Fy> {
        let first = text.split_once('-')?.0.parse::<u8>().ok().filter(|year| *year < 100)?;
        let fy = Fy(2000 + i32::from(first));
        (fy.to_string() == text).then_some(fy)
    }

    /// 1 April.
    pub fn first_day(self) -> Day {
        Day::from_civil(self.0, 4, 1).unwrap_or_default()
    }

    /// 31 March of the next calendar year.
    pub fn last_day(self) -> Day {
        Day::from_civil(self.0.saturating_add(1), 3, 31).unwrap_or_default()
    }
}

impl fmt::Display for Fy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let next = self.0.saturating_add(1);
        write!(out, "{:02}-{:02}", self.0.rem_euclid(100), next.rem_euclid(100))
    }
}

/// A moment in milliseconds since 1970-01-01 00:00 UTC; an integer on the wire.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Instant(pub i64);

impl Json for Instant {
    fn read(from: &Value) -> Result<Instant, String> {
        i64::read(from).map(Instant)
    }

    fn write(&self) -> Value {
        self.0.into()
    }
}

impl Instant {
    /// The civil day at this moment where clocks are `offset_minutes` ahead of UTC.
    pub fn day_in(self, offset_minutes: i64) -> Day {
        Day::clamped(self.minutes(offset_minutes).div_euclid(DAY_MINUTES))
    }

    /// Minutes since that day's midnight, 0 to 1,439.
    pub fn minutes_of_day(self, offset_minutes: i64) -> i64 {
        self.minutes(offset_minutes).rem_euclid(DAY_MINUTES)
    }

    /// `DD-MM-YYYY hh:mm AM` or `PM`, in Indian Standard Time.
    pub fn shown(self) -> String {
        let minutes = self.minutes_of_day(IST_MINUTES);
        let hour = match minutes / 60 % 12 {
            0 => 12,
            hour => hour,
        };
        let half = if minutes < 720 { "AM" } else { "PM" };
        let day = self.day_in(IST_MINUTES).shown();
        format!("{day} {hour:02}:{:02} {half}", minutes % 60)
    }

    fn minutes(self, offset_minutes: i64) -> i64 {
        self.0.div_euclid(MINUTE_MS).saturating_add(offset_minutes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn only_real_dates_in_exactly_one_form_are_read() {
        assert_eq!(day("1970-01-01"), Day(0));
        assert_eq!(day("2026-11-21"), Day(20_778));
        assert_eq!(day("2024-02-29").plus(1), day("2024-03-01"));
        for text in [
            "",
            "2026-2-01",
            "2026-02-30",
            "2025-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "1899-12-31",
            "2200-01-01",
            "21-11-2026",
            "2026/11/21",
            "+026-11-21",
            "2026-11-21 ",
            "२०२६",
        ] {
            assert_eq!(Day::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_day_is_written_as_iso_and_shown_day_first() {
        assert_eq!(serde_json::to_string(&day("2026-04-01")).unwrap(), "\"2026-04-01\"");
        assert_eq!(serde_json::from_str::<Day>("\"2026-04-01\"").unwrap(), day("2026-04-01"));
        assert!(serde_json::from_str::<Day>("\"2026-02-30\"").is_err());
        assert_eq!(day("2026-04-01").shown(), "01-04-2026");
    }

    #[test]
    fn the_financial_year_turns_at_midnight_in_india() {
        let last_second = Instant(day("2027-03-31").0 as i64 * 86_400_000 + 66_599_000);
        assert_eq!(last_second.shown(), "31-03-2027 11:59 PM");
        assert_eq!(last_second.day_in(IST_MINUTES).fy().to_string(), "26-27");
        let next = Instant(last_second.0 + 1_000);
        assert_eq!(next.shown(), "01-04-2027 12:00 AM");
        assert_eq!(next.day_in(IST_MINUTES).fy().to_string(), "27-28");
        assert_eq!(next.day_in(0), day("2027-03-31"));
    }

    #[test]
    fn a_financial_year_knows_its_ends() {
        assert_eq!(Fy(2026).first_day(), day("2026-04-01"));
        assert_eq!(Fy(2026).last_day(), day("2027-03-31"));
        assert_eq!(Fy(2099).to_string(), "99-00");
    }

    #[test]
    fn noon_and_midnight_are_twelve() {
        let noon = Instant((12 * 60 - IST_MINUTES) * MINUTE_MS);
        assert_eq!(noon.shown(), "01-01-1970 12:00 PM");
        assert_eq!(noon.minutes_of_day(IST_MINUTES), 720);
        assert_eq!(Instant(-IST_MINUTES * MINUTE_MS - 1).shown(), "31-12-1969 11:59 PM");
    }

    proptest! {
        #[test]
        fn every_day_survives_its_own_text(days in -25_567_i32..84_006) {
            let day = Day(days);
            let (year, month, of_month) = day.civil();
            prop_assert_eq!(Day::parse(&day.to_string()), Some(day));
            prop_assert_eq!(Day::from_civil(year, month, of_month), Some(day));
            prop_assert!(day.fy().first_day() <= day && day <= day.fy().last_day());
        }
    }
}
