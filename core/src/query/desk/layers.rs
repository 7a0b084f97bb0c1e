//! What documents name the days that a calendar shows: of those that somebody sees, each under the layer that it is on.

use serde_json::Value;

use super::viewer;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs::desk::kept::CALENDAR_EVENT;
use crate::docs::desk::layers::{LAYERS, Layer};
use crate::docs::{self, DocKey};
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::query::list::{self, Op, PAGE_ROWS, Query, Where};
use crate::value::{Day, Instant};

/// The most days that are asked for at once.
pub const MAX_DAYS: i64 = 62;
/// The most documents of a layer that are looked at.
const MOST: usize = 5_000;

json_answer! {
    /// The layers of a calendar, and what stands on them.
    pub struct CalendarLayers {
        /// Those whose documents the person may see.
        pub layers: Vec<CalendarLayer>,
        /// By day.
        pub rows: Vec<CalendarDay>,
    }
}

json_answer! {
    /// A layer of a calendar.
    pub struct CalendarLayer {
        pub key: &'static str,
        pub label: &'static str,
    }
}

json_answer! {
    /// A day that a document names.
    pub struct CalendarDay {
        pub layer: &'static str,
        pub day: Day,
        pub doc_type as "type": DocKey,
        pub id: String,
        pub title: String,
        /// What the day is of the document: the label of its field.
        pub what: &'static str,
        pub status: String,
    }
}

/// The days from one to another, both included.
#[derive(Clone, Copy, Debug, Default)]
pub struct DaysAsked {
    pub from: Day,
    pub to: Day,
}

/// What stands on the layers of a calendar in these days.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn layers(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    asked: &DaysAsked,
) -> Result<CalendarLayers, Halt> {
    viewer(actor, &CALENDAR_EVENT)?;
    let look = docs::look(read, actor, now);
    let (mut shown, mut rows) = (Vec::new(), Vec::new());
    for layer in LAYERS.iter().filter(|layer| actor.may(layer.of, Verb::View)) {
        shown.push(CalendarLayer { key: layer.key, label: layer.label });
        rows.extend(days(&look, layer, asked)?);
    }
    rows.sort_by(|a, b| (a.day, a.layer, &a.title).cmp(&(b.day, b.layer, &b.title)));
    Ok(CalendarLayers { layers: shown, rows })
}

fn days(look: &Look, layer: &Layer, asked: &DaysAsked) -> Result<Vec<CalendarDay>, Halt> {
    let mut rows = Vec::new();
    let listed = |key: &&&str| layer.of.field(key).is_some_and(|field| field.listed);
    for key in layer.fields.iter().filter(listed) {
        let bound = |op, day: Day| Where { field: (*key).to_owned(), op, value: day.to_string() };
        let within = vec![bound(Op::Ge, asked.from), bound(Op::Le, asked.to)];
        for id in found(look, layer, within)? {
            rows.extend(named(&*look.doc(layer.of, &id)?, layer, key, asked));
        }
    }
    let others: Vec<&&str> = layer.fields.iter().filter(|key| !listed(key)).collect();
    if others.is_empty() {
        return Ok(rows);
    }
    for id in found(look, layer, Vec::new())? {
        let doc = look.doc(layer.of, &id)?;
        rows.extend(others.iter().filter_map(|key| named(&doc, layer, key, asked)));
    }
    Ok(rows)
}

/// The documents of a layer that somebody sees, and that fulfil these conditions.
fn found(look: &Look, layer: &Layer, mut conditions: Vec<Where>) -> Result<Vec<String>, Halt> {
    if layer.under_way {
        let flow = layer.of.flow;
        let statuses = flow.statuses.iter().filter(|status| flow.is_under_way(status));
        let value = statuses.copied().collect::<Vec<_>>().join("|");
        conditions.push(Where { field: "status".to_owned(), op: Op::In, value });
    }
    let mut ids: Vec<String> = Vec::new();
    loop {
        let (conditions, offset) = (conditions.clone(), ids.len());
        let query = Query { conditions, offset, limit: PAGE_ROWS, ..Query::default() };
        let page = list::page(look.base, look.actor, look.now, layer.of.key, &query)?.records()?;
        let id = |row: &crate::kept::doc::Record| Some(row.get("id")?.as_str()?.to_owned());
        ids.extend(page.iter().filter_map(id));
        if page.len() < PAGE_ROWS || ids.len() >= MOST {
            return Ok(ids);
        }
    }
}

fn named(doc: &Doc, layer: &Layer, key: &str, asked: &DaysAsked) -> Option<CalendarDay> {
    let day = doc.get(key).and_then(Value::as_str).and_then(Day::parse)?;
    (asked.from <= day && day <= asked.to).then(|| CalendarDay {
        layer: layer.key,
        day,
        doc_type: DocKey(layer.of.key),
        id: doc.id.clone(),
        title: doc.title(layer.of),
        what: layer.of.field(key).map_or("", |field| field.label),
        status: doc.status.clone(),
    })
}
