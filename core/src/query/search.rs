//! Search of the command palette: documents of every searchable type within the person's scope.

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
use crate::rank::Typed;
use crate::schema::DocType;
use crate::value::Instant;

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
const CANDIDATES: usize = 500;

/// What was typed, found by number, name or another text: the type of the best answer first, and of a type those that
/// answer best.
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
    let typed = Typed::new(q);
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let mut found: Vec<(&DocType, Vec<walk::RankedDoc>)> = Vec::new();
    for def in docs::ALL.iter().filter(|def| actor.may(def, Verb::View)) {
        let scopes = list::scope_keys(&case, def)?;
        let (docs, _) = walk::typed_docs(&case, def, &scopes, &typed, CANDIDATES)?;
        found.push((def, walk::best_first(def, &typed, docs, OF_A_TYPE)));
    }
    found.retain(|(_, docs)| !docs.is_empty());
    // Types that answer alike stay in the order in which they are declared.
    found.sort_by_key(|(_, docs)| docs.first().map(|(standing, _)| *standing));
    let all = found.iter().flat_map(|(def, docs)| docs.iter().map(move |(_, doc)| (*def, doc)));
    all.take(limit.clamp(1, FOUND)).map(|(def, doc)| hit(&case, def, doc)).collect()
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
