//! What people keep for themselves by saving it: events and contacts.

use serde_json::Value;

use super::{PERSONAL, wrong};
use crate::error::Issue;
use crate::kept::doc::Record;
use crate::schema::*;

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
    ],
    sorts: &["starts_at", "title"],
    check: Some(in_order),
    ..PERSONAL
};

/// Nothing ends before it starts.
fn in_order(record: &Record, issues: &mut Vec<Issue>) {
    let at = |key: &str| record.get(key).and_then(Value::as_i64);
    if at("ends_at") < at("starts_at") {
        issues.push(wrong("ends_at", "End must not be before Start"));
    }
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
