//! The desk: what a person keeps for themselves or shares with colleagues beside the business's own documents.

pub mod about;
pub mod board;
pub mod boards;
pub mod carts;
pub mod chats;
mod html;
pub mod kept;
pub mod layers;
pub mod letters;
mod mentions;
pub mod products;
pub mod proforma;
pub mod todo;
pub mod todos;

use crate::declare::case::Case;
use crate::declare::grant::{Grant, KEEPERS, PEOPLE, Reach, Role, ScopeKind, Verb};
use crate::docs::MASTER;
use crate::docs::people::EMPLOYEE;
use crate::error::{Code, Halt, Issue};
use crate::flow::{By, Flow, by};
use crate::kept::doc::Doc;
use crate::said::Said;
use crate::schema::*;
use crate::value::{Day, Instant};

/// The same, as those who take steps. Which documents they take them on follows from what they see.
const BY_KEEPERS: &[By] = &{
    let mut all = [by(Role::Admin); KEEPERS.len()];
    let mut at = 0;
    while at < KEEPERS.len() {
        all[at] = by(KEEPERS[at]);
        at += 1;
    }
    all
};

const ACTIVE: &[&str] = &["Active"];

/// Of what is somebody's own, or is about them.
const OWN: &[Grant] = &[
    Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::Own },
    Grant { roles: KEEPERS, verbs: &[Verb::Add, Verb::Edit, Verb::Delete], reach: Reach::Own },
];

/// A personal document without steps: its owner saves and removes it.
static KEPT: Flow =
    Flow { statuses: ACTIVE, rests: ACTIVE, steps: &[], editable: ACTIVE, deletable: ACTIVE };

/// What is alike in everything of the desk.
const PERSONAL: DocType =
    DocType { scopes: &[ScopeKind::Owner], grants: OWN, flow: &KEPT, told: Told::Never, ..MASTER };

/// Whose document it is, of a type of which each person has one: its id is theirs.
const WHOSE: Field = link("person", "Person", &EMPLOYEE).required().immutable().listed();

/// Nobody makes such a document for another.
fn of_its_person(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let own = doc.owner.as_deref() == doc.text("person") || case.actor.has(Role::Sys);
    match before.is_some() || own {
        true => Ok(()),
        false => Err(refuse("person", "Make it for yourself only")),
    }
}

/// The refusal of one value.
pub fn refuse(path: &str, message: impl Into<Said>) -> Halt {
    Halt::issues(vec![wrong(path, message)])
}

/// What is wrong with one value.
pub fn wrong(path: &str, message: impl Into<Said>) -> Issue {
    Issue::new(path, Code::Input, message)
}

/// The address of a stored picture; empty for none.
pub fn picture(file: Option<&str>) -> String {
    file.map_or_else(String::new, |file| format!("/api/files/{file}"))
}

/// `YYYY-MM-DDTHH:MM:SS.mmmZ`.
pub fn iso(at: Instant) -> String {
    let (day, minutes): (Day, i64) = (at.day_in(0), at.minutes_of_day(0));
    let ms = at.0.rem_euclid(60_000);
    format!("{day}T{:02}:{:02}:{:02}.{:03}Z", minutes / 60, minutes % 60, ms / 1000, ms % 1000)
}

/// Moves what stands at one index so that it stands at another.
///
/// Errors: an index that nothing stands at.
pub fn moved<T>(rows: &mut Vec<T>, start: i64, end: i64) -> Result<(), Issue> {
    let at = |path: &str, index: i64| {
        let index = usize::try_from(index).ok().filter(|index| *index < rows.len());
        index.ok_or_else(|| wrong(path, "There is nothing at this place"))
    };
    let (start, end) = (at("start", start)?, at("end", end)?);
    let row = rows.remove(start);
    rows.insert(end, row);
    Ok(())
}

/// The moment that a text of ISO 8601 tells: a day, or a day and a time with its offset from UTC (none for UTC).
pub fn moment(text: &str) -> Option<Instant> {
    let (day, time) = (text.get(..10).and_then(Day::parse)?, text.get(10..)?);
    let midnight = day.days_since(Day(0)) * 86_400_000;
    if time.is_empty() {
        return Some(Instant(midnight));
    }
    let time = time.strip_prefix(['T', ' '])?;
    let at = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(at);
    Some(Instant(midnight + clock_ms(clock)? - offset_minutes(zone)? * 60_000))
}

/// Milliseconds since midnight of `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff`.
fn clock_ms(clock: &str) -> Option<i64> {
    let (clock, part) = clock.split_once('.').unwrap_or((clock, "0"));
    let number = |text: &str, most: i64| {
        let digits =
            text.len() <= 2 && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<i64>().ok().filter(|number| digits && *number <= most)
    };
    let mut parts = clock.split(':');
    let (hours, minutes) = (number(parts.next()?, 23)?, number(parts.next()?, 59)?);
    let seconds = parts.next().map_or(Some(0), |text| number(text, 59))?;
    if parts.next().is_some() || part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let ms: i64 = format!("{part:0<3}").get(..3)?.parse().ok()?;
    Some(((hours * 60 + minutes) * 60 + seconds) * 1000 + ms)
}

/// Minutes that clocks are ahead of UTC by `Z`, `+HH:MM` or `-HHMM`; none told is UTC.
fn offset_minutes(zone: &str) -> Option<i64> {
    if zone.is_empty() || zone == "Z" {
        return Some(0);
    }
    let ahead = if zone.starts_with('-') { -1 } else { 1 };
    let digits: String = zone.chars().skip(1).filter(|c| *c != ':').collect();
    let told = digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit());
    let (hours, minutes) =
        (digits.get(..2)?.parse::<i64>().ok()?, digits.get(2..)?.parse::<i64>().ok()?);
    (told && hours <= 14 && minutes <= 59).then_some(ahead * (hours * 60 + minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_read_in_the_forms_that_clients_write() {
        let told = |text: &str| moment(text).map(iso);
        for (text, at) in [
            ("2026-11-20", "2026-11-20T00:00:00.000Z"),
            ("2026-11-20T09:30:15.250Z", "2026-11-20T09:30:15.250Z"),
            ("2026-11-20T09:30", "2026-11-20T09:30:00.000Z"),
            ("2026-11-20 09:30:15", "2026-11-20T09:30:15.000Z"),
            ("2026-11-20T04:00:00+05:30", "2026-11-19T22:30:00.000Z"),
            ("2026-11-20T04:00:00.1-0100", "2026-11-20T05:00:00.100Z"),
        ] {
            assert_eq!(told(text).as_deref(), Some(at), "{text}");
        }
        for text in [
            "",
            "2026-02-30",
            "2026-11-20T",
            "2026-11-20T24:00",
            "2026-11-20T9",
            "20-11-2026",
            "2026-11-20T09:30:15.Z",
            "2026-11-20T09:30+5",
            "2026-11-20x09:30",
            "2026-11-20T09:30:15:16",
            "2026-11-20T+9:30",
            "2026-11-2\u{e9}",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }

    #[test]
    fn what_moves_stands_at_its_new_place_and_nothing_else_changes() {
        let mut rows = vec![1, 2, 3];
        moved(&mut rows, 0, 2).unwrap();
        assert_eq!(rows, [2, 3, 1]);
        moved(&mut rows, 3, 0).unwrap_err();
        moved(&mut rows, 0, -1).unwrap_err();
        assert_eq!(rows, [2, 3, 1]);
    }
}
