//! Time rules: when people sign in and load, until when orders are of the day, how far back one posts, how long things last.

use std::sync::Arc;

use serde_json::Value;

use super::MASTER;
use super::formats::DOC_TYPE;
use super::org::BRANCH;
use super::places::YARD;
use super::roles::ROLES;
use crate::declare::actor::Actor;
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::said;
use crate::schema::*;
use crate::value::{Day, IST_MINUTES};

const KINDS: &[Choice] = &[
    ("sign_in", "Sign-in is allowed"),
    ("loading", "Loading is allowed"),
    ("order_cut_off", "Orders are of the day until"),
    ("back_date", "Back-dating is allowed"),
    ("reservation", "A reservation lasts"),
    ("hold", "A hold lasts at most"),
    ("decision", "Decided within"),
];

const WEEK: &[Choice] = &[
    ("mon", "Monday"),
    ("tue", "Tuesday"),
    ("wed", "Wednesday"),
    ("thu", "Thursday"),
    ("fri", "Friday"),
    ("sat", "Saturday"),
    ("sun", "Sunday"),
];
const WEEKDAY: Kind = Kind::Choice(WEEK);

/// Of the rules of a kind that fit, the one that names most of role, branch, yard and document
/// counts; of several the one that took effect last.
pub static TIME_RULE: DocType = DocType {
    key: "time_rule",
    label: "Time rule",
    plural: "Time rules",
    fields: &[
        called("name", "Name", 100).required().unique().listed().searched(),
        choice("kind", "Rule", KINDS).required().listed(),
        choice("role", "Role", ROLES).listed().help("Leave blank for everyone"),
        link("branch", "Branch", &BRANCH).help("Leave blank for all"),
        link("yard", "Yard", &YARD).help("Leave blank for all"),
        code("doc_type", "Document", &DOC_TYPE).help("For back-dating; leave blank for all"),
        time("from", "From").listed(),
        time("to", "To").listed(),
        yes_no("overnight", "Over midnight"),
        many("days", "On these days", &WEEKDAY).help("Leave blank for every day"),
        hours("value_h", "Hours", 720).between(1, 720).listed(),
        days("value_days", "Days", 365).listed(),
        date("effective_from", "From the day").help("Leave blank for at once"),
    ],
    sorts: &["kind", "name"],
    filters: &["kind"],
    check: Some(rule_check),
    on_save: deciding(rule_saved),
    ..MASTER
};

fn rule_check(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let mut need = |key: &str| {
        if record.get(key).is_none() {
            let label = TIME_RULE.field(key).map_or(key, |field| field.label);
            issues.push(Issue::new(key, Code::Required, said!("{label} is required", label)));
        }
    };
    match text("kind") {
        Some("sign_in" | "loading") => ["from", "to"].into_iter().for_each(&mut need),
        Some("order_cut_off") => need("to"),
        Some("back_date") => need("value_days"),
        Some("decision") => ["role", "value_h"].into_iter().for_each(&mut need),
        _ => need("value_h"),
    }
    let overnight = record.get("overnight").and_then(Value::as_bool).unwrap_or(false);
    if let (Some(from), Some(to)) = (text("from"), text("to"))
        && from >= to
        && !overnight
    {
        let message = "From must be before To; a window over midnight says so";
        issues.push(Issue::new("to", Code::Input, message));
    }
}

/// Keeps the ids of a kind together: a rule is looked up with every decision of its kind.
fn rule_saved(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let kind = doc.text("kind").unwrap_or_default().to_owned();
    if let Some(old) = before.and_then(|doc| doc.text("kind")).filter(|old| *old != kind) {
        let key = keys::time_rules(old);
        let mut ids: Vec<String> = case.value(&key)?.unwrap_or_default();
        ids.retain(|id| *id != doc.id);
        case.put(key, &ids)?;
    }
    let key = keys::time_rules(&kind);
    let mut ids: Vec<String> = case.value(&key)?.unwrap_or_default();
    if !ids.contains(&doc.id) {
        ids.push(doc.id.clone());
        case.put(key, &ids)?;
    }
    Ok(())
}

/// Whom and what a rule is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Of<'a> {
    pub role: Option<Role>,
    pub branch: Option<&'a str>,
    pub yard: Option<&'a str>,
    pub doc_type: Option<&'a str>,
}

impl<'a> Of<'a> {
    pub fn role(role: Role) -> Of<'a> {
        Of { role: Some(role), ..Of::default() }
    }

    /// The place of a document.
    pub fn place(doc: &'a Doc) -> Of<'a> {
        Of { branch: doc.branch.as_deref(), yard: doc.yard.as_deref(), ..Of::default() }
    }
}

/// The rule of a kind that counts here today; none where nobody made one.
pub fn rule(case: &Look, kind: &str, of: &Of) -> Result<Option<Arc<Doc>>, Halt> {
    let ids: Vec<String> = case.value(&keys::time_rules(kind))?.unwrap_or_default();
    let today = case.today();
    let mut best: Option<(usize, Day, Arc<Doc>)> = None;
    for id in ids {
        let Some(doc) = case.find(TIME_RULE.key, &id)? else { continue };
        let from = doc.text("effective_from").and_then(Day::parse).unwrap_or_default();
        if !doc.is_active() || from > today {
            continue;
        }
        let Some(fits) = fits(&doc, of) else { continue };
        if best.as_ref().is_none_or(|(most, last, _)| (fits, from) >= (*most, *last)) {
            best = Some((fits, from, doc));
        }
    }
    Ok(best.map(|(_, _, doc)| doc))
}

/// How many of its places a rule names, all of which are asked for; none if it is for others.
fn fits(rule: &Doc, of: &Of) -> Option<usize> {
    let asked = [
        ("role", of.role.map(Role::name)),
        ("branch", of.branch),
        ("yard", of.yard),
        ("doc_type", of.doc_type),
    ];
    let mut named = 0;
    for (key, value) in asked {
        match rule.text(key) {
            None => {}
            Some(own) if Some(own) == value => named += 1,
            Some(_) => return None,
        }
    }
    Some(named)
}

/// How many hours something lasts; none where no rule bounds it.
pub fn hours_of(case: &Look, kind: &str, of: &Of) -> Result<Option<i64>, Halt> {
    Ok(rule(case, kind, of)?.and_then(|rule| rule.int("value_h")))
}

/// How many days the person may post back; the widest of their roles counts.
pub fn back_date_days(case: &Look, of: &Of) -> Result<i64, Halt> {
    let mut most = 0;
    for role in &case.actor.roles {
        let rule = rule(case, "back_date", &Of { role: Some(*role), ..*of })?;
        most = most.max(rule.and_then(|rule| rule.int("value_days")).unwrap_or(0));
    }
    Ok(most)
}

/// Refuses a sign-in outside the hours of all of the person's roles. An administrator is never shut
/// out: they could not mend the rule.
pub fn may_sign_in(case: &Look, actor: &Actor) -> Result<(), Halt> {
    if actor.is_admin() || actor.has(Role::Sys) {
        return Ok(());
    }
    let mut shut = None;
    for role in &actor.roles {
        let branch = Some(actor.branch.as_str()).filter(|id| !id.is_empty());
        match rule(case, "sign_in", &Of { role: Some(*role), branch, ..Of::default() })? {
            Some(rule) if !is_open(&rule, case) => shut = shut.or(Some(rule)),
            _ => return Ok(()),
        }
    }
    let Some(rule) = shut else { return Ok(()) };
    let message = said!("Sign-in is allowed {hours} for your role", hours = window(&rule));
    Err(Halt::refuse(Code::Rule, message))
}

/// Refuses a loading outside the window of the yard that an order is loaded at.
pub fn may_load(case: &Look, order: &Doc) -> Result<(), Halt> {
    // Most sites have none, and look no further.
    if case.value::<Vec<String>>(&keys::time_rules("loading"))?.is_none() {
        return Ok(());
    }
    let Some(yard) = order.yard.as_deref() else { return Ok(()) };
    let place = case.find(YARD.key, yard)?;
    let branch = place.as_ref().and_then(|yard| yard.branch.as_deref());
    let of = Of { branch, yard: Some(yard), ..Of::role(Role::Yard) };
    match rule(case, "loading", &of)?.filter(|rule| !is_open(rule, case)) {
        None => Ok(()),
        Some(rule) => {
            let message = said!("Loading is allowed {hours} at this yard", hours = window(&rule));
            Err(Halt::refuse(Code::Rule, message))
        }
    }
}

/// The hours and days of a window: `08:00–11:00 on Monday`.
fn window(rule: &Doc) -> String {
    let text = |key: &str| rule.text(key).unwrap_or_default();
    let hours = format!("{}–{}", text("from"), text("to"));
    match named_days(rule) {
        days if days.is_empty() => hours,
        days => format!("{hours} on {}", days.join(", ")),
    }
}

fn is_open(rule: &Doc, case: &Look) -> bool {
    let now = case.now.minutes_of_day(IST_MINUTES);
    let of = |key: &str| rule.text(key).and_then(minutes);
    let (from, to) = (of("from").unwrap_or(0), of("to").unwrap_or(1_440));
    let today = case.today();
    match from < to {
        true => on_day(rule, today) && (from..to).contains(&now),
        // The hours after midnight belong to the evening before.
        false => (on_day(rule, today) && now >= from) || (on_day(rule, today.plus(-1)) && now < to),
    }
}

/// Minutes since midnight of `HH:MM`.
pub fn minutes(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once(':')?;
    Some(hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?)
}

fn days_of(rule: &Doc) -> Vec<&str> {
    let days = rule.get("days").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    days.iter().filter_map(Value::as_str).collect()
}

fn named_days(rule: &Doc) -> Vec<&'static str> {
    let days = days_of(rule);
    WEEK.iter().filter(|(key, _)| days.contains(key)).map(|(_, label)| *label).collect()
}

fn on_day(rule: &Doc, day: Day) -> bool {
    let days = days_of(rule);
    // The first day that is counted was a Thursday.
    let at = (day.0 + 3).rem_euclid(7) as usize;
    days.is_empty() || WEEK.get(at).is_some_and(|(key, _)| days.contains(key))
}

/// The day that an order written now is of at the earliest: today, or the next working day once the
/// cut-off has passed.
pub fn order_day(case: &Look, of: &Of) -> Result<Day, Halt> {
    let today = case.today();
    let Some(rule) = rule(case, "order_cut_off", of)? else { return Ok(today) };
    let at = rule.text("to").and_then(minutes).unwrap_or(1_440);
    if case.now.minutes_of_day(IST_MINUTES) < at {
        return Ok(today);
    }
    let mut day = today.plus(1);
    for _ in 0..60 {
        if on_day(&rule, day) && !is_holiday(case, day, of.branch)? {
            break;
        }
        day = day.plus(1);
    }
    Ok(day)
}

/// A day on which nobody works, everywhere or at one branch.
pub static HOLIDAY: DocType = DocType {
    key: "holiday",
    label: "Holiday",
    plural: "Holidays",
    fields: &[
        date("date", "Date").required().listed(),
        called("name", "Name", 100).required().listed().searched(),
        link("branch", "Branch", &BRANCH).listed().help("Leave blank for all"),
    ],
    sorts: &["-date", "name"],
    on_save: deciding(holiday_saved),
    ..MASTER
};

fn holiday_key(day: &str, branch: &str) -> String {
    keys::key(&["holiday", day, branch])
}

fn holiday_saved(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let key = |doc: &Doc| {
        let text = |key: &str| doc.text(key).unwrap_or_default();
        holiday_key(text("date"), text("branch"))
    };
    if let Some(before) = before {
        case.remove(key(before));
    }
    let other: Option<String> = case.value(&key(doc))?;
    let other = other.filter(|id| *id != doc.id).map(|id| case.find(HOLIDAY.key, &id));
    if let Some(other) = other.transpose()?.flatten() {
        let message = said!("{holiday} is a holiday already", holiday = other.title(&HOLIDAY));
        return done(vec![Issue::new("date", Code::Duplicate, message)]);
    }
    case.put(key(doc), &doc.id)
}

fn is_holiday(case: &Look, day: Day, branch: Option<&str>) -> Result<bool, Halt> {
    for branch in ["", branch.unwrap_or_default()] {
        let id: Option<String> = case.value(&holiday_key(&day.to_string(), branch))?;
        let found = id.map(|id| case.find(HOLIDAY.key, &id)).transpose()?.flatten();
        if found.is_some_and(|doc| doc.is_active()) {
            return Ok(true);
        }
    }
    Ok(false)
}
