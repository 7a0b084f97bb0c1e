//! Linked documents by the names that people write: each leads to one document or to none.

use std::collections::HashMap;

use super::cell::Found;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::query::named::{named, nearest};
use crate::schema::{DocType, Kind};
use crate::value::text;
use crate::write::index;

/// The document that a name leads to: by its id, a value that is its alone, its number, or its
/// title, whichever comes first. Of several with one title the one that is not retired.
pub fn find(case: &Look, def: &'static DocType, word: &str) -> Result<Found, Halt> {
    let word = word.trim();
    if word.is_empty() || word.chars().any(char::is_control) || word.len() > 400 {
        return Ok(Found::Nothing);
    }
    if let Some(doc) = case.find(def.key, word)?
        && case.actor.covers(def, Verb::View, &doc)
    {
        return Ok(Found::One(doc.id.clone()));
    }
    if let Some(id) = by_unique(case, def, word)? {
        return Ok(Found::One(id));
    }
    if !case.actor.may(def, Verb::View) {
        return Ok(Found::Nothing);
    }
    let named = named(case, def, word)?;
    for fits in [by_number as Fits, by_title] {
        let found: Vec<&Doc> =
            named.iter().map(|doc| &**doc).filter(|doc| fits(def, doc, word)).collect();
        let live: Vec<&Doc> =
            found.iter().copied().filter(|doc| doc.status != "Inactive").collect();
        match (found.as_slice(), live.as_slice()) {
            ([], _) => {}
            ([one], _) | (_, [one]) => return Ok(Found::One(one.id.clone())),
            _ => return Ok(Found::Several),
        }
    }
    Ok(Found::Nothing)
}

/// So many names that lead nowhere are compared with others in one question: a whole column of them is not a slip.
pub const COMPARED: usize = 20;

/// The same; of a name that leads nowhere, the one that was most likely meant, while `left` is above zero.
pub fn find_or_near(
    case: &Look,
    def: &'static DocType,
    word: &str,
    left: &mut usize,
) -> Result<Found, Halt> {
    let found = find(case, def, word)?;
    if found != Found::Nothing || *left == 0 || !case.actor.may(def, Verb::View) {
        return Ok(found);
    }
    *left -= 1;
    Ok(nearest(case, def, word.trim())?.map_or(Found::Nothing, Found::Near))
}

type Fits = fn(&DocType, &Doc, &str) -> bool;

fn by_number(_: &DocType, doc: &Doc, word: &str) -> bool {
    doc.doc_no.as_deref().is_some_and(|number| number.eq_ignore_ascii_case(word))
}

fn by_title(def: &DocType, doc: &Doc, word: &str) -> bool {
    let title = doc.title(def);
    text::folded(&title).split_whitespace().eq(text::folded(word).split_whitespace())
}

/// The holder of a unique value, which may be written as loosely as in a form.
fn by_unique(case: &Look, def: &'static DocType, word: &str) -> Result<Option<String>, Halt> {
    for field in def.fields.iter().filter(|field| field.unique && case.actor.sees(field.guarded)) {
        let normal = match field.kind {
            Kind::Code(format) => (format.parse)(word).ok(),
            Kind::Text { .. } => text::clean(word, false),
            _ => None,
        };
        let Some(normal) = normal else { continue };
        let key = keys::unique(def.key, field.key, &text::folded(&normal));
        let Some(id) = case.value::<String>(&key)? else { continue };
        if let Some(doc) = case.find(def.key, &id)?
            && case.actor.covers(def, Verb::View, &doc)
        {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// Names of linked documents, each looked up once.
#[derive(Default)]
pub struct Names {
    written: HashMap<(&'static str, String), String>,
}

impl Names {
    /// How a document is written: the first of its title, number, unique values and id that leads
    /// back to it.
    pub fn write(&mut self, case: &Look, def: &'static DocType, id: &str) -> Result<String, Halt> {
        let key = (def.key, id.to_owned());
        if let Some(name) = self.written.get(&key) {
            return Ok(name.clone());
        }
        let name = name(case, def, id)?;
        self.written.insert(key, name.clone());
        Ok(name)
    }
}

fn name(case: &Look, def: &'static DocType, id: &str) -> Result<String, Halt> {
    let Some(doc) = case.find(def.key, id)? else { return Ok(id.to_owned()) };
    let mut names = vec![doc.title(def)];
    names.extend(doc.doc_no.clone());
    let unique = def.fields.iter().filter(|field| field.unique && case.actor.sees(field.guarded));
    names.extend(unique.filter_map(|field| doc.text(field.key).map(str::to_owned)));
    for name in names {
        if find(case, def, &name)? == Found::One(id.to_owned()) {
            return Ok(name);
        }
    }
    Ok(id.to_owned())
}

/// The document that a row changes, by its key.
pub fn holder(
    case: &Look,
    plan: &super::plan::Plan,
    row: &super::SheetRow,
    record: &crate::kept::doc::Record,
) -> Result<Option<String>, Halt> {
    use super::plan::RowKey;
    let def = plan.def;
    match &plan.key {
        None => Ok(None),
        Some(RowKey::Number) => match plan.number(row) {
            None => Ok(None),
            Some(number) => match find(case, def, number)? {
                Found::One(id) => Ok(Some(id)),
                Found::Nothing | Found::Near(_) | Found::Several => Ok(None),
            },
        },
        Some(RowKey::Unique(name, _)) => {
            let values = index::unique_values(def, record);
            let own = values.into_iter().find(|(of, ..)| of == name);
            let Some((_, value, _)) = own else { return Ok(None) };
            case.value::<String>(&keys::unique(def.key, name, &value))
        }
    }
}
