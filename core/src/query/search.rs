//! Search of the command palette: documents of every searchable type within the person's scope.

use std::sync::Arc;

use super::list;
use super::walk;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs::{self, DocKey, parties};
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::schema::DocType;
use crate::value::Instant;
use crate::write::index;

json_answer! {
    /// A document that was found; the title is its number where it has one.
    pub struct SearchHit {
        pub doc_type as "type": DocKey,
        pub id: String,
        pub title: String,
        pub doc_no: Option<String>,
        pub status: String,
        /// The type, and the party or the name behind the title.
        pub subtitle: String,
    }
}

/// At most so many documents of one type.
const OF_A_TYPE: usize = 5;
/// At most so many documents in all.
const FOUND: usize = 50;
/// Of a type so many documents that a word's beginning leads to are looked at.
const CANDIDATES: usize = 200;

/// Documents whose words begin with every word of `q`; the last four digits of a number are a word.
///
/// Errors: only what the reader cannot answer; a type that the person may not see finds nothing.
pub fn search(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    q: &str,
    limit: usize,
) -> Result<Vec<SearchHit>, Halt> {
    let case = docs::look(read, actor, now);
    let mut asked = index::split_words(q);
    asked.sort_by_key(|word| std::cmp::Reverse(word.len()));
    asked.truncate(8);
    let mut found = Vec::new();
    if asked.is_empty() {
        return Ok(found);
    }
    let limit = limit.clamp(1, FOUND);
    for def in docs::ALL.iter().filter(|def| actor.may(def, Verb::View)) {
        for doc in of_type(&case, def, &asked)?.into_iter().take(limit - found.len()) {
            found.push(hit(&case, def, &doc)?);
        }
        if found.len() == limit {
            break;
        }
    }
    Ok(found)
}

/// The newest documents of a type that hold every word, those whose number was named in full first.
fn of_type(case: &Look, def: &DocType, asked: &[String]) -> Result<Vec<Arc<Doc>>, Halt> {
    let longest = asked.first().map_or("", String::as_str);
    let scopes = list::scope_keys(case, def)?;
    let (ids, _) = walk::worded(case, def, &scopes, longest, CANDIDATES)?;
    let mut found = Vec::new();
    for id in ids {
        let Some(doc) = case.find(def.key, &id)? else { continue };
        let words = index::words(def, &doc);
        let named = |word: &String| words.iter().any(|known| known.starts_with(word.as_str()));
        if asked.iter().all(named) && case.actor.covers(def, Verb::View, &doc) {
            let whole = asked.iter().filter(|word| words.contains(*word)).count();
            found.push((whole, doc));
        }
    }
    found.sort_by_key(|(whole, doc)| std::cmp::Reverse((*whole, doc.updated_at)));
    Ok(found.into_iter().map(|(_, doc)| doc).take(OF_A_TYPE).collect())
}

fn hit(case: &Look, def: &DocType, doc: &Doc) -> Result<SearchHit, Halt> {
    let title = doc.doc_no.clone().unwrap_or_else(|| doc.title(def));
    let other = match parties::named(case, def, &doc.record)? {
        Some(party) => party,
        None => doc.title(def),
    };
    let subtitle = match other == title {
        true => def.label.to_owned(),
        false => format!("{} · {other}", def.label),
    };
    Ok(SearchHit {
        doc_type: DocKey(def.key),
        id: doc.id.clone(),
        title,
        doc_no: doc.doc_no.clone(),
        status: doc.status.clone(),
        subtitle,
    })
}
