//! Offers: people who may be chosen in a field though the chooser does not see them in lists, with
//! their name and little more.

use serde_json::{Map, Value};

use super::list::{self, Op, Query, Where};
use super::rows::Page;
use crate::declare::actor::Actor;
use crate::declare::case::not_found;
use crate::declare::grant::Verb;
use crate::docs;
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::Record;
use crate::kept::read::Read;
use crate::rank::{self, Typed};
use crate::said;
use crate::said::Said;
use crate::schema::{DocType, Field, Kind, Offer};
use crate::value::Instant;

/// The field of a document that somebody is chosen for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    pub doc_type: String,
    pub id: String,
    pub field: String,
}

impl Chosen {
    /// `type:id:field`.
    ///
    /// Errors: `Malformed` for another form.
    pub fn parse(text: &str) -> Result<Chosen, Halt> {
        match text.split(':').collect::<Vec<_>>()[..] {
            [doc_type, id, field] => Ok(Chosen {
                doc_type: doc_type.to_owned(),
                id: id.to_owned(),
                field: field.to_owned(),
            }),
            _ => Err(refused(Code::Malformed, "It must look like type:id:field")),
        }
    }
}

fn refused(code: Code, message: impl Into<Said>) -> Halt {
    Halt::issues(vec![Issue::new("for", code, message)])
}

/// A page of those whom a field offers, of whatever scope.
///
/// Errors: `Input` for a field that offers nobody; `NotFound` for a document that the person
/// may not see; `Forbidden` for people of other firms.
pub fn offered(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    (doc_type, chosen): (&str, &Chosen),
    query: &Query,
) -> Result<Page, Halt> {
    let case = docs::look(read, actor, now);
    let def = docs::find(&chosen.doc_type);
    let field = def.and_then(|def| offers(def, doc_type, &chosen.field));
    let Some((def, (field, offer))) = def.zip(field) else {
        return Err(refused(Code::Input, said!("{field} offers nothing", field = chosen.field)));
    };
    let holder = case.find(def.key, &chosen.id)?;
    let holder = holder.filter(|doc| actor.covers(def, Verb::View, doc));
    let holder = holder.ok_or_else(|| not_found(def))?;
    if actor.is_outside() {
        return Err(crate::access::steps::forbidden(field, "view"));
    }
    let shared = holder.get(offer.shares).and_then(Value::as_array).into_iter().flatten();
    let shared: Vec<&str> = shared.filter_map(Value::as_str).collect();
    let is = |field: &str, op: Op, value: &str| Where {
        field: field.to_owned(),
        op,
        value: value.to_owned(),
    };
    let conditions =
        vec![is("status", Op::Eq, "Active"), is(offer.shares, Op::In, &shared.join("|"))];
    let all = Query { conditions, whole: Some(list::EXPORT_ROWS), ..Query::default() };
    let page = list::page(read, &Actor::system(), now, field.key, &all)?;
    let typed = Typed::new(&query.q);
    let shown = page.records()?.into_iter().map(|row| cut(row, offer.shown));
    let found: Vec<Record> = shown.filter(|row| has(row, offer.shown, &typed)).collect();
    Page::told(found, query.offset, query.rows())
}

/// The type that a field chooses from and whom it offers, where it offers anybody.
fn offers(
    def: &'static DocType,
    doc_type: &str,
    key: &str,
) -> Option<(&'static DocType, &'static Offer)> {
    let of = |field: &'static Field| match field.kind {
        Kind::Link(to) if field.key == key && to.key == doc_type => Some((to, field.offer?)),
        _ => None,
    };
    def.fields.iter().find_map(of)
}

/// Keeps the keys beside a row's record, and the fields that are shown.
fn cut(mut row: Record, shown: &[&str]) -> Record {
    let mut kept = Map::new();
    for key in ["id", "version", "status", "doc_no"].iter().chain(shown) {
        if let Some(value) = row.remove(*key) {
            kept.insert((*key).to_owned(), value);
        }
    }
    kept
}

/// Whether what was typed finds one by what is shown.
fn has(row: &Record, shown: &[&str], typed: &Typed) -> bool {
    let texts = shown.iter().filter_map(|key| row.get(*key)).filter_map(Value::as_str);
    typed.finds(&texts.flat_map(rank::words).collect::<Vec<String>>())
}
