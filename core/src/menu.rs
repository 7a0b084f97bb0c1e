//! The side menu of a person: the menu master's rows that they may use, with the number of
//! documents that wait for them.

use serde_json::{Map, Value, json};

use crate::access::pages::page;
use crate::declare::actor::Actor;
use crate::declare::grant::Verb;
use crate::docs;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::query::queue;
use crate::value::Instant;

/// More rows than any menu has.
const MENU_ROWS: usize = 2_000;

/// `[{menuName, menu_page_url, icon, kind, badge, badge_source, children}]`, one level of children;
/// `badge_source` is the type that the queue counts there.
///
/// A row is left out when it is inactive, when the person may not view the type it needs, or when
/// it is a group none of whose pages is left.
///
/// Errors: only what the reader cannot answer.
pub fn menu(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Value, Halt> {
    let case = docs::look(read, actor, now);
    let mut rows: Vec<Doc> = Vec::new();
    for (key, bytes) in case.scan(&Range::prefix(&keys::key(&["doc", "menu"])), MENU_ROWS)? {
        let row: Doc = parse(&key, &bytes)?;
        if row.is_active() && shown(actor, &row) {
            rows.push(row);
        }
    }
    rows.sort_by_key(|row| (row.int("sort").unwrap_or(0), row.title(&docs::roles::MENU)));
    let counts = queue::counts(read, actor, now)?;
    let top = rows.iter().filter(|row| row.text("parent").is_none());
    let items = top.filter_map(|row| item(row, &rows, &counts));
    Ok(Value::Array(items.collect()))
}

fn shown(actor: &Actor, row: &Doc) -> bool {
    match row.text("needs") {
        None => true,
        Some(kind) => match page(kind) {
            Some(page) => actor.opens(page),
            None => docs::find(kind).is_some_and(|def| actor.may(def, Verb::View)),
        },
    }
}

fn item(row: &Doc, rows: &[Doc], counts: &Map<String, Value>) -> Option<Value> {
    let kind = row.text("kind").unwrap_or("page");
    let inside = rows.iter().filter(|child| child.text("parent") == Some(row.id.as_str()));
    let children: Vec<Value> = inside.filter_map(|child| item(child, &[], counts)).collect();
    if kind == "group" && children.is_empty() {
        return None;
    }
    let badge = row.text("badge_source").and_then(|source| counts.get(source)).cloned();
    Some(json!({
        "menuName": row.text("menu_name"),
        "menu_page_url": row.text("menu_page_url").unwrap_or(""),
        "icon": row.text("icon").unwrap_or(""),
        "kind": kind,
        "badge": badge,
        "badge_source": row.text("badge_source"),
        "children": children,
    }))
}
