//! Documents of a type by a name written in full: their title, or their number.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::list;
use super::walk;
use crate::access::Verb;
use crate::decide::case::Case;
use crate::decide::doc::Doc;
use crate::decide::index;
use crate::decide::keys;
use crate::decide::read::Range;
use crate::error::Halt;
use crate::schema::{DocType, direction};

/// So many documents of one title in a scope are looked at.
const OF_A_TITLE: usize = 50;
/// So many documents that a word leads to are looked at.
const OF_A_WORD: usize = 500;

/// What the person sees whose title begins with or whose words hold the name; the caller compares.
pub fn named(case: &Case, def: &'static DocType, name: &str) -> Result<Vec<Arc<Doc>>, Halt> {
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
        let split = index::split_words(name);
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
