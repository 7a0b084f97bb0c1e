//! Documents of a type by a name written in full: their title, or their number.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::list;
use super::walk;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs::kin::is_slip;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Range;
use crate::rank::split_words;
use crate::schema::{DocType, direction};
use crate::write::index;

/// So many documents of one title in a scope are looked at.
const OF_A_TITLE: usize = 50;
/// So many documents that a word leads to are looked at.
const OF_A_WORD: usize = 500;

/// So many titles that begin with the same letter are compared with one that leads nowhere.
const OF_A_LETTER: usize = 1_000;

/// Longer names are not compared: it takes the product of both lengths.
const COMPARED: usize = 64;

/// The title that a name is a slip of the keys away from, among those that the person sees and that begin with the same
/// letter.
pub fn nearest(case: &Look, def: &'static DocType, name: &str) -> Result<Option<String>, Halt> {
    let lower = name.to_lowercase();
    let Some(letter) = lower.chars().next() else { return Ok(None) };
    let sorted = def.sorts.iter().any(|sort| direction(sort).0 == def.title);
    if !sorted || name.len() > COMPARED {
        return Ok(None);
    }
    for scope in &list::scope_keys(case, def)? {
        let letter = letter.to_string();
        let whole = keys::key(&["idx", def.key, &index::sort_index(def.title), scope, &letter]);
        let begins = whole.trim_end_matches(keys::SEPARATOR);
        for key in case.keys(&Range::prefix(begins), OF_A_LETTER)? {
            let (title, id) = walk::place(&key);
            if !is_slip(title, &lower) {
                continue;
            }
            let doc = case.find(def.key, id)?;
            if let Some(doc) = doc.filter(|doc| case.actor.covers(def, Verb::View, doc)) {
                return Ok(Some(doc.title(def)));
            }
        }
    }
    Ok(None)
}

/// The documents that the person sees whose title begins with the name or whose words hold it; the
/// caller compares.
pub fn named(case: &Look, def: &'static DocType, name: &str) -> Result<Vec<Arc<Doc>>, Halt> {
    let scopes = list::scope_keys(case, def)?;
    let lower = name.to_lowercase();
    let mut ids = BTreeSet::new();
    if def.sorts.iter().any(|sort| direction(sort).0 == def.title) {
        for scope in &scopes {
            let prefix = keys::key(&["idx", def.key, &index::sort_index(def.title), scope, &lower]);
            let found = case.keys(&Range::prefix(&prefix), OF_A_TITLE)?;
            ids.extend(found.iter().map(|key| walk::place(key).1.to_owned()));
        }
    }
    if ids.is_empty() {
        let split = split_words(name);
        let longest = split.into_iter().max_by_key(String::len);
        for word in std::iter::once(lower).chain(longest) {
            ids.extend(walk::worded(case, def, &scopes, &word, OF_A_WORD)?.0);
            if !ids.is_empty() {
                break;
            }
        }
    }
    let mut docs = Vec::new();
    for id in ids {
        let doc = case.find(def.key, &id)?;
        docs.extend(doc.filter(|doc| case.actor.covers(def, Verb::View, doc)));
    }
    Ok(docs)
}
