//! The side menu of a person: the menu master's rows that they may use, with the number of
//! documents that wait for them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::access::pages::page;
use crate::declare::actor::Actor;
use crate::declare::grant::Verb;
use crate::docs;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::query::queue;
use crate::schema::Kind;
use crate::shape::{Shape, Shaped};
use crate::value::Instant;

json_answer! {
    /// A row of the side menu: a page, a heading or a group of pages.
    pub struct MenuItem {
        pub menu_name as "menuName": String,
        pub menu_page_url: String,
        pub icon: String,
        pub kind: MenuKind,
        /// How many documents wait for the person there.
        pub badge: Option<i64>,
        /// The type that the queue counts there.
        pub badge_source: Option<String>,
        /// The pages of a group; these have none of their own.
        pub children: Vec<MenuItem>,
    }
}

/// What a row of the menu is, one of the choices of its declaration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct MenuKind(String);

impl Shaped for MenuKind {
    fn shape() -> Shape {
        Shape::Named("MenuKind", || match docs::roles::MENU.field("kind").map(|field| field.kind) {
            Some(Kind::Choice(of)) => Shape::Words(of.iter().map(|(key, _)| *key).collect()),
            _ => Shape::Text,
        })
    }
}

/// More rows than any menu has.
const MENU_ROWS: usize = 2_000;

/// The rows that the person may use, in their order, with one level of children.
///
/// A row is left out when it is inactive, when the person may not view the type it needs, or when
/// it is a group none of whose pages is left.
///
/// Errors: only what the reader cannot answer.
pub fn menu(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<MenuItem>, Halt> {
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
    Ok(items.collect())
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

fn item(row: &Doc, rows: &[Doc], counts: &BTreeMap<String, i64>) -> Option<MenuItem> {
    let kind = row.text("kind").unwrap_or("page");
    let inside = rows.iter().filter(|child| child.text("parent") == Some(row.id.as_str()));
    let children: Vec<MenuItem> = inside.filter_map(|child| item(child, &[], counts)).collect();
    if kind == "group" && children.is_empty() {
        return None;
    }
    let owned = |key: &str| row.text(key).map(str::to_owned);
    Some(MenuItem {
        menu_name: owned("menu_name").unwrap_or_default(),
        menu_page_url: owned("menu_page_url").unwrap_or_default(),
        icon: owned("icon").unwrap_or_default(),
        kind: MenuKind(kind.to_owned()),
        badge: row.text("badge_source").and_then(|source| counts.get(source)).copied(),
        badge_source: owned("badge_source"),
        children,
    })
}
