//! List rows on their way out: told as they are kept, without what the person may not see.

use std::fmt;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::list::{self, Query};
use super::{Links, fault, visible};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::ScopeKind;
use crate::docs;
use crate::error::Halt;
use crate::kept::doc::Record;
use crate::kept::read::{Read, parse};
use crate::schema::{DocType, Field, Kind, check};
use crate::value::Instant;
use crate::write::index;

/// A page of a list.
#[derive(Debug, Serialize)]
pub struct Page {
    rows: Vec<Box<RawValue>>,
    /// How many there are; at least so many when there may be `more`.
    pub total: i64,
    pub more: bool,
    /// How many documents each status has in the person's scope.
    pub counts: Map<String, Value>,
    /// `{type: {id: title}}` of what the rows name.
    pub links: Value,
}

impl Page {
    /// The page of the rows that were found, each the JSON text that is kept of it.
    pub(super) fn of(
        case: &Look,
        def: &DocType,
        texts: Vec<Vec<u8>>,
        (total, more): (i64, bool),
        counts: Map<String, Value>,
    ) -> Result<Page, Halt> {
        let mut links = Links::default();
        let hides = def.fields.iter().any(|one| index::in_row(def, one) && hides(one, case.actor));
        let mut rows = Vec::with_capacity(texts.len());
        for text in texts {
            let text = String::from_utf8(text).map_err(fault)?;
            want_links(def, &text, &mut links)?;
            rows.push(match hides {
                true => seen(def, &text, case.actor)?,
                false => RawValue::from_string(text).map_err(fault)?,
            });
        }
        Ok(Page { rows, total, more, counts, links: links.titles(case)? })
    }

    /// A page of rows that were made here.
    pub(super) fn told(all: Vec<Record>, offset: usize, limit: usize) -> Result<Page, Halt> {
        let total = all.len() as i64;
        let rows = all.iter().skip(offset).take(limit);
        let rows = rows.map(|row| to_raw_value(row).map_err(fault)).collect::<Result<_, _>>()?;
        let links = Value::Object(Map::new());
        Ok(Page { rows, total, more: false, counts: Map::new(), links })
    }

    /// The rows as records.
    ///
    /// Errors: `Fault` for a row that is not one.
    pub fn records(&self) -> Result<Vec<Record>, Halt> {
        self.rows.iter().map(|row| parse("a list row", row.get().as_bytes())).collect()
    }
}

/// A page of whole records, for who works on many documents at once.
#[derive(Debug, Serialize)]
pub struct Records {
    rows: Vec<Kept>,
    pub total: i64,
    pub more: bool,
    /// `{type: {id: title}}` of what the records name.
    pub links: Value,
}

/// A document's record, without what the person may not see.
#[derive(Debug, Serialize)]
struct Kept {
    id: String,
    version: u32,
    status: String,
    doc_no: Option<String>,
    record: Record,
}

/// The records of the documents of a page.
///
/// Errors: those of the page.
pub fn records(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    query: &Query,
) -> Result<Records, Halt> {
    let page = list::page(read, actor, now, doc_type, query)?;
    let case = docs::look(read, actor, now);
    let mut links = Links::default();
    let mut rows = Vec::with_capacity(page.rows.len());
    for row in page.records()? {
        let id = row.get("id").and_then(Value::as_str).unwrap_or_default();
        let Some((def, doc)) = docs::find(doc_type).zip(case.find(doc_type, id)?) else { continue };
        let record = visible(def.fields, &doc.record, actor);
        for (_, to, id) in check::links(def.fields, &record) {
            links.want(to.key, id);
        }
        let (id, version, status) = (doc.id.clone(), doc.version, doc.status.clone());
        rows.push(Kept { id, version, status, doc_no: doc.doc_no.clone(), record });
    }
    Ok(Records { rows, total: page.total, more: page.more, links: links.titles(&case)? })
}

fn want_links(def: &DocType, text: &str, links: &mut Links) -> Result<(), Halt> {
    let Pairs(pairs) = serde_json::from_str(text).map_err(fault)?;
    for (key, value) in pairs {
        let to = match ScopeKind::beside(key) {
            Some(kind) => docs::REGISTER.cutting(kind),
            None => match def.field(key).map(|field| (field.listed, field.kind)) {
                Some((true, Kind::Link(to))) => Some(to),
                Some((true, Kind::Many(Kind::Link(to)))) => {
                    let ids: Option<Vec<&str>> =
                        serde_json::from_str(value.get()).map_err(fault)?;
                    ids.unwrap_or_default().into_iter().for_each(|id| links.want(to.key, id));
                    continue;
                }
                _ => continue,
            },
        };
        let id = serde_json::from_str::<Option<&str>>(value.get()).map_err(fault)?;
        if let Some((to, id)) = to.zip(id) {
            links.want(to.key, id);
        }
    }
    Ok(())
}

/// Whether the person may not see all of such a field.
fn hides(field: &Field, actor: &Actor) -> bool {
    !actor.sees(field.guarded)
        || match field.kind {
            Kind::Rows { fields, .. } | Kind::Group(fields) => {
                fields.iter().any(|field| hides(field, actor))
            }
            _ => false,
        }
}

/// A row without what the person may not see; what stands beside the record everybody may.
fn seen(def: &DocType, text: &str, actor: &Actor) -> Result<Box<RawValue>, Halt> {
    let mut row: Record = parse("a list row", text.as_bytes())?;
    for field in def.fields {
        if !actor.sees(field.guarded) {
            row.remove(field.key);
        } else if let (Kind::Rows { fields, .. }, Some(Value::Array(inner))) =
            (field.kind, row.get_mut(field.key))
        {
            for inner in inner.iter_mut().filter_map(Value::as_object_mut) {
                *inner = visible(fields, inner, actor);
            }
        }
    }
    to_raw_value(&row).map_err(fault)
}

/// An object's keys and the texts of its values, read no further.
struct Pairs<'t>(Vec<(&'t str, &'t RawValue)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Pairs<'de>, D::Error> {
        input.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs<'de>;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}
