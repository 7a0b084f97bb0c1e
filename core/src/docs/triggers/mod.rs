//! Triggers: what people are told of by itself, and when.

pub mod tell;
pub mod watch;
pub mod words;

use serde_json::Value;

use super::formats::DOC_TYPE;
use super::people::EMPLOYEE;
use super::roles::ROLES;
use super::{MASTER, messages};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::said;
use crate::schema::*;
use crate::write::index;

/// A document enters a status.
pub const STATUS: &str = "status";
/// A document stays in a status.
pub const AGE: &str = "age";
/// A date or moment of a document is near, or so long past.
pub const DATE: &str = "date";
/// The part of a customer's limit that is used rises above a share.
pub const CREDIT: &str = "credit";
/// The free stock of a SKU falls to its reorder level at a yard.
pub const STOCK: &str = "stock";
/// Sign-ins of one account failed.
pub const SIGN_IN: &str = "sign_in";

const EVENTS: &[Choice] = &[
    (STATUS, "A document enters a status"),
    (AGE, "A document stays in a status"),
    (DATE, "A date is near or past"),
    (CREDIT, "Credit used rises above"),
    (STOCK, "Stock falls to its reorder level"),
    (SIGN_IN, "Five sign-ins failed"),
];

const OPS: &[Choice] = &[
    ("eq", "is"),
    ("ne", "is not"),
    ("gt", "is above"),
    ("lt", "is below"),
    ("filled", "is filled"),
    ("empty", "is empty"),
];

const CONDITION: &[Field] = &[
    text("field", "Field", 40).required(),
    choice("op", "Comparison", OPS).required(),
    text("value", "Value", 100),
];

const KINDS: &[Choice] = &[
    ("role", "Everyone with the role who can see the document"),
    ("waiting", "Whoever must act on it"),
    ("manager", "The manager of whoever must act on it"),
    ("owner", "Its owner"),
    ("employee", "One employee"),
    ("party", "The customer or supplier"),
];

const RECIPIENT: &[Field] = &[
    choice("kind", "Who", KINDS).required(),
    choice("role", "Role", ROLES),
    link("employee", "Employee", &EMPLOYEE),
];

const CHANNELS: &[Choice] =
    &[("app", "In the app"), ("mail", "By mail"), messages::CHANNELS[0], messages::CHANNELS[1]];
/// How people are reached.
pub const CHANNEL: Kind = Kind::Choice(CHANNELS);

pub static TRIGGER: DocType = DocType {
    key: "trigger",
    label: "Trigger",
    plural: "Triggers",
    fields: &[
        called("name", "Name", 100).required().unique().listed().searched(),
        choice("event", "When", EVENTS).required().listed(),
        code("doc_type", "Document", &DOC_TYPE).listed(),
        text("in_status", "Status", 60).listed().help("Leave blank for every status, of a stay"),
        hours("age_h", "Stays longer than", 720)
            .between(1, 720)
            .help("Leave blank for the time rule of whoever decides"),
        text("date_field", "Date", 40).help("The key of a date of the document: due_date"),
        int("days_before", "Days before", -365, 365).help("Negative for days after"),
        int("hours_before", "Hours before", -720, 720).help("For a moment; negative for after"),
        percent("above_bp", "Above"),
        int("delay_min", "Minutes later", 0, 43_200)
            .help("Sent only if the condition still holds then"),
        hours("repeat_h", "Again every", 720).between(1, 720).help("While it stays so"),
        rows("conditions", "Only if", CONDITION, 10),
        rows("recipients", "Recipients", RECIPIENT, 20).at_least(1).required(),
        many("channels", "How", &CHANNEL).required().listed(),
        text("title", "Title", 80).required().help("{{doc_no}} and other words of the document"),
        note("body", "Text", 1_000).required(),
        yes_no("warning", "A warning"),
        time("quiet_from", "Quiet from").help("Mails and text messages are sent afterwards"),
        time("quiet_to", "Quiet until"),
    ],
    sorts: &["name", "event"],
    filters: &["event", "doc_type"],
    check: Some(trigger_check),
    on_save: deciding(trigger_saved),
    ..MASTER
};

/// The type that an event's messages speak of.
pub fn subject(record: &Record) -> Option<&'static DocType> {
    match record.get("event").and_then(Value::as_str)? {
        CREDIT => super::find("customer"),
        STOCK => super::find("sku"),
        SIGN_IN => super::find("employee"),
        _ => record.get("doc_type").and_then(Value::as_str).and_then(super::find),
    }
}

fn trigger_check(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let event = text("event").unwrap_or_default();
    let mut need = |key: &str| {
        if record.get(key).is_none() {
            let label = TRIGGER.field(key).map_or(key, |field| field.label);
            issues.push(Issue::new(key, Code::Required, said!("{label} is required", label)));
        }
    };
    match event {
        STATUS => ["doc_type", "in_status"].into_iter().for_each(&mut need),
        AGE => need("doc_type"),
        DATE => ["doc_type", "date_field"].into_iter().for_each(&mut need),
        CREDIT => need("above_bp"),
        _ => {}
    }
    let Some(def) = subject(record) else { return };
    if def.told == Told::Never {
        let message = said!(
            "Select another document: {plural} has no notifications",
            plural = def.plural.to_lowercase()
        );
        issues.push(Issue::new("doc_type", Code::Input, message));
    }
    if let Some(status) = text("in_status")
        && matches!(event, STATUS | AGE)
        && !def.flow.statuses.contains(&status)
    {
        let known = def.flow.statuses.join(", ");
        let message = said!(
            "{label} has no status {status}. It has: {known}",
            label = def.label,
            status,
            known
        );
        issues.push(Issue::new("in_status", Code::Input, message));
    }
    let dates = def.fields.iter().filter(|f| matches!(f.kind, Kind::Date | Kind::Instant));
    let known: Vec<&str> = dates.map(|field| field.key).collect();
    if let Some(key) = text("date_field")
        && event == DATE
        && !known.contains(&key)
    {
        let message = said!(
            "{label} has no date {key}. It has: {known}",
            label = def.label,
            key,
            known = known.join(", ")
        );
        issues.push(Issue::new("date_field", Code::Input, message));
    }
    for key in ["title", "body"] {
        let unknown = text(key).into_iter().flat_map(words::of).find(|w| !words::known(def, w));
        if let Some(word) = unknown {
            let available = words::available(def).join(", ");
            let word = format!("{{{{{word}}}}}");
            let message = said!("Unknown word {word}. Available: {available}", word, available);
            issues.push(Issue::new(key, Code::Input, message));
        }
    }
    row_issues(record, def, issues);
}

fn row_issues(record: &Record, def: &DocType, issues: &mut Vec<Issue>) {
    let rows = |key: &str| {
        let rows = record.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        rows.into_iter().enumerate()
    };
    for (at, row) in rows("conditions") {
        let field = row.get("field").and_then(Value::as_str).unwrap_or_default();
        if !words::known(def, field) {
            let available = words::available(def).join(", ");
            let message = said!("Unknown field {field}. Available: {available}", field, available);
            issues.push(Issue::new(format!("conditions.{at}.field"), Code::Input, message));
        }
        let compared = !matches!(row.get("op").and_then(Value::as_str), Some("filled" | "empty"));
        if compared && row.get("value").is_none() {
            let path = format!("conditions.{at}.value");
            issues.push(Issue::new(path, Code::Required, "Value is required"));
        }
    }
    for (at, row) in rows("recipients") {
        let kind = row.get("kind").and_then(Value::as_str).unwrap_or_default();
        if matches!(kind, "role" | "employee") && row.get(kind).is_none() {
            let label = if kind == "role" { "Role" } else { "Employee" };
            let path = format!("recipients.{at}.{kind}");
            issues.push(Issue::new(path, Code::Required, said!("{label} is required", label)));
        }
    }
}

/// The subject of a trigger: a type, or an event that belongs to none.
fn looked_at(trigger: &Doc) -> String {
    match trigger.text("event").unwrap_or_default() {
        event @ (CREDIT | STOCK | SIGN_IN) => format!("~{event}"),
        _ => trigger.text("doc_type").unwrap_or_default().to_owned(),
    }
}

/// Refuses a channel that nobody serves: what went by it would reach nobody.
fn unserved(case: &Look, before: Option<&Doc>, doc: &Doc) -> Result<(), Halt> {
    let has = |doc: &Doc, channel: &str| match doc.get("channels") {
        Some(Value::Array(all)) => all.iter().any(|one| one == channel),
        _ => false,
    };
    for (channel, label) in messages::CHANNELS {
        let chosen = has(doc, channel) && !before.is_some_and(|before| has(before, channel));
        if chosen && !case.actor.has(Role::Sys) && !messages::is_served(case, channel)? {
            let message =
                said!("{label} reaches no one yet: set it up in the settings first", label);
            return done(vec![Issue::new("channels", Code::Rule, message)]);
        }
    }
    Ok(())
}

/// Keeps the triggers of each type together, and has what exists looked through soon.
fn trigger_saved(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    unserved(case, before, doc)?;
    let now = looked_at(doc);
    if let Some(old) = before.map(looked_at).filter(|old| *old != now) {
        let key = keys::triggers(&old);
        let mut ids: Vec<String> = case.value(&key)?.unwrap_or_default();
        ids.retain(|id| *id != doc.id);
        case.put(key, &ids)?;
    }
    let key = keys::triggers(&now);
    let mut ids: Vec<String> = case.value(&key)?.unwrap_or_default();
    if !ids.contains(&doc.id) {
        ids.push(doc.id.clone());
        case.put(key, &ids)?;
    }
    match doc.text("event") {
        Some(AGE | DATE) => index::set_due(case, case.now, doc, watch::ARM),
        _ => Ok(()),
    }
}

/// The triggers that look at a type or an event and are in force.
pub fn of(case: &Look, looked_at: &str) -> Result<Vec<std::sync::Arc<Doc>>, Halt> {
    let ids: Option<Vec<String>> = case.value(&keys::triggers(looked_at))?;
    let mut found = Vec::new();
    for id in ids.unwrap_or_default() {
        found.extend(case.find(TRIGGER.key, &id)?.filter(|doc| doc.is_active()));
    }
    Ok(found)
}
