//! What people keep for themselves by saving it: events, contacts, letters, proforma invoices and projects.

use serde_json::Value;

use super::{PERSONAL, wrong};
use crate::declare::case::Case;
use crate::error::{Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::schema::*;

use super::html::sanitised;

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

/// A letter in a person's inbox.
pub static INBOX_MESSAGE: DocType = DocType {
    key: "inbox_message",
    label: "Inbox message",
    plural: "Inbox messages",
    title: "subject",
    fields: &[
        text("sender_name", "From", 100).required().listed().searched(),
        text("sender_photo", "Photo", 500),
        instant("sent_at", "Sent").required().listed(),
        text("subject", "Subject", 300).required().listed().searched(),
        note("message", "Text", 4_000),
        yes_no("selected", "Selected"),
    ],
    sorts: &["-sent_at", "subject"],
    on_save: deciding(clean_letter),
    ..PERSONAL
};

/// A letter is kept without anything that a page would run.
fn clean_letter(_: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    if let Some(message) = doc.text("message").map(sanitised) {
        doc.set("message", message);
    }
    Ok(())
}

const PROGRESS: &[Choice] =
    &[("pending", "Pending"), ("processing", "Processing"), ("delivered", "Delivered")];
const FIRM: &[Field] = &[text("name", "Name", 100).required(), note("address", "Address", 500)];

/// An invoice that somebody drafts for themselves: it posts nothing and has no number of the house.
pub static PROFORMA: DocType = DocType {
    key: "proforma",
    label: "Proforma invoice",
    plural: "Proforma invoices",
    title: "order_no",
    fields: &[
        text("order_no", "Order number", 60).required().listed().searched(),
        choice("progress", "Progress", PROGRESS).default("\"pending\"").listed(),
        instant("dated_at", "Date").required().listed(),
        text("currency", "Currency", 10),
        percent("vat_bp", "VAT"),
        group("buyer", "Buyer", FIRM),
        group("seller", "Seller", FIRM),
        rows(
            "items",
            "Items",
            &[
                text("name", "Name", 200).required(),
                int("unit", "Units", 0, 1_000_000_000).required(),
                paise("price_paise", "Price of a unit").required(),
            ],
            200,
        ),
    ],
    sorts: &["-dated_at", "order_no"],
    ..PERSONAL
};

/// A project that a person follows.
pub static PROJECT: DocType = DocType {
    key: "project",
    label: "Project",
    plural: "Projects",
    title: "project_name",
    fields: &[
        text("project_name", "Project", 200).required().listed().searched(),
        text("user_name", "Who", 100).listed().searched(),
        text("email", "E-mail", 254),
        instant("dated_at", "Date").required().listed(),
        text("project_image", "Picture", 500),
        text("user_image", "Photo", 500),
        int("comments", "Comments", 0, 1_000_000),
        int("revisions", "Revisions", 0, 1_000_000),
    ],
    sorts: &["-dated_at", "project_name"],
    ..PERSONAL
};
