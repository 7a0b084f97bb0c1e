//! Conditions on days that are told by words: those of a period, and those some days ago.

use super::asked::{Op, Query, Where, malformed};
use crate::error::Halt;
use crate::said;
use crate::schema::{DocType, Kind};
use crate::value::{Day, IST_MINUTES, NamedPeriod};

const DAY_MS: i64 = 86_400_000;
const MINUTE_MS: i64 = 60_000;
/// An age in days is at most so long.
const OLDEST: i32 = 36_500;

/// The question with each such condition as bounds on the field, as of today.
///
/// Errors: `Malformed` for a field that tells of no day, and for a period that is none.
pub fn resolved(def: &DocType, today: Day, query: &Query) -> Result<Query, Halt> {
    let mut conditions = Vec::with_capacity(query.conditions.len());
    for one in &query.conditions {
        match one.op {
            Op::During => {
                let (from, to) = days(&one.value, today)?;
                conditions.extend(from.map(|day| bound(def, one, Op::Ge, day)).transpose()?);
                conditions.extend(to.map(|day| bound(def, one, Op::Le, day)).transpose()?);
            }
            Op::Older => {
                let days = one.value.parse::<i32>().ok().filter(|days| (0..=OLDEST).contains(days));
                let days = days.ok_or_else(|| malformed("where", "An age is a number of days"))?;
                conditions.push(bound(def, one, Op::Le, today.plus(-days))?);
            }
            _ => conditions.push(one.clone()),
        }
    }
    Ok(Query { conditions, ..query.clone() })
}

/// A period by its name, or `from|to` of which one may be missing.
fn days(text: &str, today: Day) -> Result<(Option<Day>, Option<Day>), Halt> {
    if let Some(period) = NamedPeriod::parse(text) {
        let (from, to) = period.days(today);
        return Ok((Some(from), Some(to)));
    }
    let wrong =
        || malformed("where", "A period must look like this_month or 2026-04-01|2026-04-30");
    let day = |text: &str| match text {
        "" => Ok(None),
        _ => Day::parse(text).map(Some).ok_or_else(wrong),
    };
    let (from, to) = text.split_once('|').ok_or_else(wrong)?;
    match (day(from)?, day(to)?) {
        (None, None) => Err(wrong()),
        both => Ok(both),
    }
}

/// A bound on a field of days: of moments it is the first of the day, or the first after it.
fn bound(def: &DocType, one: &Where, op: Op, day: Day) -> Result<Where, Halt> {
    let is_moment = match def.field(&one.field).map(|field| field.kind) {
        Some(Kind::Date) => false,
        Some(Kind::Instant) => true,
        None if matches!(one.field.as_str(), "since" | "updated_at") => true,
        _ => return Err(malformed("where", said!("{field} tells of no day", field = one.field))),
    };
    let (op, value) = match (is_moment, op) {
        (false, op) => (op, day.to_string()),
        (true, Op::Le) => (Op::Lt, starts(day.plus(1)).to_string()),
        (true, op) => (op, starts(day).to_string()),
    };
    Ok(Where { field: one.field.clone(), op, value })
}

/// The first millisecond of a day in the company's time zone.
fn starts(day: Day) -> i64 {
    i64::from(day.0) * DAY_MS - IST_MINUTES * MINUTE_MS
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::docs::orders::ORDER;

    fn bounds(condition: &str) -> Vec<String> {
        let conditions = vec![Where::parse(condition).unwrap()];
        let asked = Query { conditions, ..Query::default() };
        let today = Day::parse("2026-11-27").unwrap();
        let found = resolved(&ORDER, today, &asked).unwrap().conditions;
        found.iter().map(|one| format!("{} {:?} {}", one.field, one.op, one.value)).collect()
    }

    #[test]
    fn a_period_is_its_two_days_and_an_open_one_is_one() {
        assert_eq!(bounds("date:during:this_month"), ["date Ge 2026-11-01", "date Le 2026-11-30"]);
        assert_eq!(bounds("date:during:2026-04-01|"), ["date Ge 2026-04-01"]);
        assert_eq!(bounds("date:during:|2026-04-30"), ["date Le 2026-04-30"]);
        assert_eq!(bounds("date:older:7"), ["date Le 2026-11-20"]);
    }

    #[test]
    fn the_days_of_moments_begin_and_end_at_midnight_in_india() {
        let day = ["updated_at Ge 1795717800000", "updated_at Lt 1795804200000"];
        assert_eq!(bounds("updated_at:during:today"), day);
        assert_eq!(bounds("since:older:0"), ["since Lt 1795804200000"]);
    }

    #[test]
    fn what_is_no_period_or_no_day_is_refused() {
        for condition in
            ["date:during:soon", "date:during:|", "date:older:-1", "date:during:2026-02-30|"]
        {
            let asked =
                Query { conditions: vec![Where::parse(condition).unwrap()], ..Query::default() };
            assert!(resolved(&ORDER, Day::default(), &asked).is_err(), "{condition}");
        }
        let customer = Where::parse("customer:during:today").unwrap();
        let asked = Query { conditions: vec![customer], ..Query::default() };
        assert!(resolved(&ORDER, Day::default(), &asked).is_err());
    }
}
