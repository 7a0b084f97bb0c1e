//! List rows on their way out: told as they are kept, without what the person may not see.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::asked::Query;
use super::list;
use super::{Links, Titles, fault, visible};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::ScopeKind;
use crate::docs;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Record;
use crate::kept::read::{Read, parse};
use crate::schema::{DocType, Field, Kind, check};
use crate::shape::{RawJson, Shape, Shaped, member};
use crate::value::Instant;
use crate::write::index;

json_answer! {
    /// A page of a list.
    pub struct Page {
        rows: Vec<RawJson<Row>>,
        /// How many there are; at least so many when there may be `more`.
        pub total: i64,
        pub more: bool,
        /// How many documents each status has in the person's scope.
        pub counts: Counts,
        /// The titles of what the rows name.
        pub links: Titles,
    }
}

/// How many documents each status has, in the order of the workflow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub Vec<(&'static str, i64)>);

impl Counts {
    pub fn of(&self, status: &str) -> i64 {
        self.0.iter().find(|(one, _)| *one == status).map_or(0, |(_, count)| *count)
    }

    pub fn sum(&self) -> i64 {
        self.0.iter().map(|(_, count)| count).sum()
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.0.iter().copied())
    }
}

impl Shaped for Counts {
    fn shape() -> Shape {
        Shape::table(Shape::Integer)
    }
}

/// A row of a list: the keys that every document has, and the listed fields of its type.
#[derive(Clone, Copy, Debug)]
pub struct Row;

impl Shaped for Row {
    fn shape() -> Shape {
        Shape::Named("Row", || {
            Shape::Open(vec![
                member::<String>("id", false),
                member::<u32>("version", false),
                member::<String>("status", false),
                member::<Option<String>>("doc_no", false),
            ])
        })
    }
}

impl Page {
    /// The page of the rows that were found, each the JSON text that is kept of it.
    pub(super) fn of(
        case: &Look,
        def: &DocType,
        texts: Vec<Vec<u8>>,
        (total, more): (i64, bool),
        counts: Counts,
    ) -> Result<Page, Halt> {
        let mut links = Links::default();
        let hides = def.fields.iter().any(|one| index::in_row(def, one) && hides(one, case.actor));
        let mut rows = Vec::with_capacity(texts.len());
        for text in texts {
            let text = String::from_utf8(text).map_err(fault)?;
            want_links(def, &text, &mut links)?;
            let row = match hides {
                true => seen(def, &text, case.actor)?,
                false => RawJson::kept(text).map_err(fault)?,
            };
            rows.push(if def.figures.is_empty() { row } else { figured(case, def, &row)? });
        }
        Ok(Page { rows, total, more, counts, links: links.titles(case)? })
    }

    /// A page of rows that were made here.
    pub(super) fn told(all: Vec<Record>, offset: usize, limit: usize) -> Result<Page, Halt> {
        let total = all.len() as i64;
        let rows = all.iter().skip(offset).take(limit);
        let rows = rows.map(|row| RawJson::of(row).map_err(fault)).collect::<Result<_, _>>()?;
        let (counts, links) = (Counts::default(), Titles::new());
        Ok(Page { rows, total, more: false, counts, links })
    }

    /// The rows as records.
    ///
    /// Errors: `Fault` for a row that is not one.
    pub fn records(&self) -> Result<Vec<Record>, Halt> {
        self.rows.iter().map(|row| parse("a list row", row.get().as_bytes())).collect()
    }
}

json_answer! {
    /// A page of whole records, for who works on many documents at once.
    pub struct RecordPage {
        rows: Vec<RecordRow>,
        pub total: i64,
        pub more: bool,
        /// The titles of what the records name.
        pub links: Titles,
    }
}

json_answer! {
    /// A document's record, without what the person may not see.
    pub struct RecordRow {
        id: String,
        version: u32,
        status: String,
        doc_no: Option<String>,
        record: Record,
    }
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
) -> Result<RecordPage, Halt> {
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
        rows.push(RecordRow { id, version, status, doc_no: doc.doc_no.clone(), record });
    }
    Ok(RecordPage { rows, total: page.total, more: page.more, links: links.titles(&case)? })
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

/// A row with the figures that no record holds, as far as the person sees them.
fn figured(case: &Look, def: &DocType, row: &RawJson<Row>) -> Result<RawJson<Row>, Halt> {
    let mut row: Record = parse("a list row", row.get().as_bytes())?;
    let id = row.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
    for figure in def.figures {
        if let Some(value) = (figure.of)(case, &id)? {
            row.insert(figure.field.key.to_owned(), value.into());
        }
    }
    RawJson::of(&row).map_err(fault)
}

/// A row without what the person may not see; what stands beside the record everybody may.
fn seen(def: &DocType, text: &str, actor: &Actor) -> Result<RawJson<Row>, Halt> {
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
    RawJson::of(&row).map_err(fault)
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
