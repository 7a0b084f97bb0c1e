//! The desk: what a person keeps for themselves or shares with colleagues beside the business's own documents.

pub mod board;
pub mod boards;
pub mod carts;
pub mod products;

use crate::declare::case::Case;
use crate::declare::grant::{Grant, PEOPLE, Reach, Role, ScopeKind, Verb};
use crate::docs::MASTER;
use crate::docs::people::EMPLOYEE;
use crate::error::{Code, Halt, Issue};
use crate::flow::{By, Flow, by};
use crate::kept::doc::Doc;
use crate::schema::*;
use crate::value::{Day, Instant};

/// Everybody but who audits, and changes nothing.
pub const KEEPERS: &[Role] = &[
    Role::Admin,
    Role::Sales,
    Role::Bm,
    Role::Pct,
    Role::Credit,
    Role::Yard,
    Role::Logi,
    Role::Acc,
    Role::Purch,
];

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
pub fn refuse(path: &str, message: &str) -> Halt {
    Halt::issues(vec![wrong(path, message)])
}

/// What is wrong with one value.
pub fn wrong(path: &str, message: impl Into<String>) -> Issue {
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
