//! What people keep for themselves by saving it: events and contacts.

use serde_json::Value;

use super::{PERSONAL, refuse, wrong};
use crate::declare::case::Case;
use crate::declare::grant::{Grant, KEEPERS, PEOPLE, Reach, ScopeKind, Verb};
use crate::docs::org::BRANCH;
use crate::error::{Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::schema::*;

const AUDIENCE: &[Choice] = &[("me", "Only me"), ("branch", "A branch")];
const OF_A_BRANCH: &[&str] = &["branch"];

/// Whoever belongs to the branch of an event sees it; who made it keeps it.
const EVENTS: &[Grant] = &[
    Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::Own },
    Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::Branch },
    Grant { roles: KEEPERS, verbs: &[Verb::Add, Verb::Edit, Verb::Delete], reach: Reach::Own },
];

pub static CALENDAR_EVENT: DocType = DocType {
    key: "calendar_event",
    label: "Event",
    plural: "Events",
    title: "title",
    fields: &[
        text("title", "Title", 200).required().listed().searched(),
        instant("starts_at", "Start").required().listed(),
        instant("ends_at", "End").required().listed(),
        text("location", "Place", 200).listed(),
        note("note", "Note", 4_000),
        choice("audience", "For", AUDIENCE).default("\"me\"").listed(),
        link("branch", "Branch", &BRANCH).only("audience", OF_A_BRANCH).listed(),
    ],
    sorts: &["starts_at", "title"],
    scopes: &[ScopeKind::Branch, ScopeKind::Owner],
    grants: EVENTS,
    waits: &[waits("create"), waits_again("update"), waits("delete")],
    check: Some(in_order),
    on_save: deciding(for_whom),
    ..PERSONAL
};

/// Nothing ends before it starts.
fn in_order(record: &Record, issues: &mut Vec<Issue>) {
    let at = |key: &str| record.get(key).and_then(Value::as_i64);
    if at("ends_at") < at("starts_at") {
        issues.push(wrong("ends_at", "End must not be before Start"));
    }
}

/// An event is its maker's alone, or that of a branch in which they work as well.
// DECISIONS 217
fn for_whom(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let of_branch = doc.text("audience") == Some("branch");
    let branch = doc.text("branch").filter(|_| of_branch).map(str::to_owned);
    if of_branch && branch.is_none() {
        return Err(refuse("branch", "Branch is required"));
    }
    let was = before.and_then(|before| before.branch.as_deref());
    if let Some(branch) = branch.as_deref().filter(|branch| was != Some(*branch))
        && !case.actor.in_branch(branch)
    {
        return Err(refuse("branch", "Select a branch in which you work"));
    }
    doc.branch = branch;
    Ok(())
}

/// Whom a person knows outside the house.
pub static CONTACT: DocType = DocType {
    key: "contact",
    label: "Contact",
    plural: "Contacts",
    fields: &[
        text("name", "Name", 100).required().listed().searched(),
        text("company", "Company", 100).listed().searched(),
        text("email", "E-mail", 254).listed().searched(),
        text("phone", "Phone", 40).listed().searched(),
        note("address", "Address", 500),
        text("gender", "Gender", 20),
        int("age", "Age", 0, 150),
        text("born_on", "Date of birth", 40),
        text("balance", "Balance", 40),
        text("guid", "Reference", 64),
        text("img_url", "Picture", 500),
        yes_no("active", "Active").listed(),
    ],
    sorts: &["name", "company"],
    ..PERSONAL
};
