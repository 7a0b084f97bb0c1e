//! Notifications as the template's calls tell them.

use serde_json::Value;

use crate::declare::actor::Actor;
use crate::docs;
use crate::docs::mails::{DISCARDED, NOTIFICATION};
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::query::list::{self, Op, PAGE_ROWS, Query, Where};
use crate::value::Instant;

json_answer! {
    /// A notification.
    pub struct NoticeItem {
        pub id: String,
        pub heading: &'static str,
        pub icon: NoticeIcon,
        /// Milliseconds since 1970.
        pub timestamp: i64,
        pub title: String,
        pub subtitle: String,
        /// The page that it leads to.
        pub path: String,
    }
}

json_answer! {
    /// The drawing of a notification.
    pub struct NoticeIcon {
        pub name: &'static str,
        /// The role of its colour.
        pub color: &'static str,
    }
}

impl NoticeItem {
    fn of(doc: &Doc) -> NoticeItem {
        let (heading, name, color) = match doc.text("severity") {
            Some("warning") => ("Warning", "warning", "error"),
            _ => ("Notice", "notifications", "primary"),
        };
        let text = |key: &str| doc.text(key).unwrap_or_default().to_owned();
        NoticeItem {
            id: doc.id.clone(),
            heading,
            icon: NoticeIcon { name, color },
            timestamp: doc.int("told_at").unwrap_or(doc.created_at.0),
            title: text("title"),
            subtitle: text("body"),
            path: text("page"),
        }
    }
}

/// The last notifications of somebody that they did not discard, the newest first.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn notices(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<NoticeItem>, Halt> {
    let look = docs::look(read, actor, now);
    let kept = Where { field: "status".to_owned(), op: Op::Ne, value: DISCARDED.to_owned() };
    let query = Query { conditions: vec![kept], limit: PAGE_ROWS, ..Query::default() };
    let rows = list::page(read, actor, now, NOTIFICATION.key, &query)?.records()?;
    let ids = rows.iter().filter_map(|row| row.get("id").and_then(Value::as_str));
    ids.map(|id| Ok(NoticeItem::of(&*look.doc(&NOTIFICATION, id)?))).collect()
}
