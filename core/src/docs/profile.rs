//! The profile of a person: how they are reached, how the app looks, and who stands in for them.

use serde_json::Value;

use super::formats::{EMAIL, MOBILE};
use super::people::EMPLOYEE;
use super::triggers::CHANNEL;
use crate::declare::case::{Case, Look};
use crate::docs::accounts::role_ids;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::schema::*;
use crate::value::Day;

/// Each as it calls itself.
const LANGUAGES: &[Choice] = &[("en", "English"), ("hi", "हिन्दी")];

/// By the names that the themes have.
const THEMES: &[Choice] = &[
    ("blue", "Blue"),
    ("blueDark", "Blue, dark"),
    ("whiteBlue", "White and blue"),
    ("whitePurple", "White and purple"),
    ("purple1", "Purple 1"),
    ("purple2", "Purple 2"),
    ("purpleDark1", "Purple 1, dark"),
    ("purpleDark2", "Purple 2, dark"),
    ("slateDark1", "Slate 1, dark"),
    ("slateDark2", "Slate 2, dark"),
    ("red", "Red"),
    ("sunlight", "Sunlight"),
];

pub const LANGUAGE: Field = choice("language", "Language", LANGUAGES).default("\"en\"");
pub const THEME: Field = choice("theme", "Theme", THEMES);
pub const REACHED: Field = many("channels", "Notifications", &CHANNEL).default(r#"["app","mail"]"#);
/// The delegate: a colleague of any branch, by name.
pub const fn delegate(people: &'static DocType) -> Field {
    link("delegate", "Stands in", people)
        .help("Someone with one of the same roles, who gets the same notifications and acts for the person")
        .offers(&PEERS)
}
static PEERS: Offer = Offer { shares: "roles", shown: &["name", "emp_id", "designation"] };
pub const DELEGATE_FROM: Field = date("delegate_from", "Away from");
pub const DELEGATE_TO: Field = date("delegate_to", "Away to");

/// The fields of their own record that everybody may change.
pub static PROFILE: [Field; 9] = [
    code("mobile", "Mobile", &MOBILE).required(),
    code("email", "E-mail", &EMAIL),
    file("photo", "Photo"),
    LANGUAGE,
    THEME,
    REACHED,
    delegate(&EMPLOYEE),
    DELEGATE_FROM,
    DELEGATE_TO,
];

/// Whether a person is told by this channel; who never chose is told by those that one begins with.
pub fn takes(person: &Doc, channel: &str) -> bool {
    match person.get("channels").and_then(Value::as_array) {
        Some(channels) => channels.iter().any(|one| one == channel),
        None => serde_json::from_str::<Vec<&str>>(REACHED.default)
            .is_ok_and(|begun| begun.contains(&channel)),
    }
}

/// The person's delegate on a day.
pub fn delegate_on(person: &Doc, day: Day) -> Option<String> {
    let of = |key: &str| person.text(key).and_then(Day::parse);
    let delegate = person.text("delegate")?;
    let away = of("delegate_from").is_some_and(|from| from <= day)
        && of("delegate_to").is_none_or(|to| to >= day);
    away.then(|| delegate.to_owned())
}

/// The issues of a person's choice of delegate.
pub fn delegate_issues(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let Some(id) = doc.text("delegate") else { return Ok(issues) };
    let day = |key: &str| doc.text(key).and_then(Day::parse);
    if day("delegate_from").is_none() {
        issues.push(Issue::new("delegate_from", Code::Required, "Away from is required"));
    }
    if day("delegate_to") < day("delegate_from") && day("delegate_to").is_some() {
        let message = "Away to must not be before Away from";
        issues.push(Issue::new("delegate_to", Code::Input, message));
    }
    if id == doc.id {
        let message = "People cannot stand in for themselves";
        issues.push(Issue::new("delegate", Code::Input, message));
        return Ok(issues);
    }
    let other = case.find(EMPLOYEE.key, id)?;
    let own = role_ids(doc);
    let same = |other: &Doc| role_ids(other).iter().any(|role| own.contains(role));
    if !other.is_some_and(|other| other.is_active() && same(&other)) {
        let message = "Select an active employee with one of the same roles";
        issues.push(Issue::new("delegate", Code::Input, message));
    }
    Ok(issues)
}

/// Takes the fields of a profile over as they were sent.
pub fn change(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let row = super::find(&doc.kind).and_then(|def| def.flow.row(&doc.status, "profile"));
    for field in row.map_or(&[][..], |row| row.inputs) {
        match inputs.get(field.key) {
            Some(value) => doc.set(field.key, value.clone()),
            None => drop(doc.record.remove(field.key)),
        }
    }
    done(delegate_issues(case, doc)?)?;
    Ok("")
}
