//! The change feed: what changed behind an entry, as far as the person sees it.

use std::collections::{BTreeMap, BTreeSet};

use godown_core::access::{Actor, Verb, accounts, delegates};
use godown_core::decide::case::Case;
use godown_core::decide::keys;
use godown_core::decide::read::{Read, Writes};
use godown_core::docs;
use godown_core::error::Halt;
use godown_core::query::list::scope_keys;
use godown_core::schema::DocType;
use godown_core::value::Instant;
use serde_json::{Value, json};

use crate::http::ask::Ask;
use crate::http::reply::{Problem, Reply};

/// How many entries one page reads.
const PAGE: usize = 500;
/// Whoever is further behind loads anew: that is less work for both.
const OLDEST: u64 = 50_000;

pub async fn since(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let query = ask.query(&["since", "limit"], &[])?;
    let since = query.number("since", 0, u64::MAX)?;
    let limit = query.rows("limit", PAGE, PAGE)?.max(1);
    let app = ask.app.clone();
    let page = move || -> Result<Value, Problem> {
        let head = app.store.head().seq;
        if since > head || head - since > OLDEST {
            return Err(anew());
        }
        let mut entries = Vec::new();
        for kept in app.store.entries(since)?.take(limit) {
            let kept = kept?;
            entries.push((kept.seq, kept.entry.writes));
        }
        let (actor, told) = (&person.actor, entries.last().map_or(since, |last| last.0));
        if rights_changed(actor, &entries) {
            return Err(anew());
        }
        let rows = app.view(|read, now| rows(read, actor, now, &entries))?;
        Ok(json!({ "seq": told, "more": told < head, "changes": rows }))
    };
    Ok(Reply::json(&ask.app.blocking(page).await??))
}

fn anew() -> Problem {
    Problem::new(410, "load_anew", "What you hold is too old to be brought up to date. Load anew")
}

/// Whether the person's own account, whom he stands in for, or any role changed: what he sees may
/// have changed with it.
fn rights_changed(actor: &Actor, entries: &[(u64, Writes)]) -> bool {
    let own: Vec<String> =
        accounts::types().map(|(def, _)| keys::doc(def.key, &actor.id)).collect();
    let role = keys::key(&["doc", "role"]);
    let places = delegates::key(&actor.id);
    entries.iter().any(|(_, writes)| {
        own.iter().any(|own| writes.contains_key(own))
            || writes.keys().any(|key| key.starts_with(&role) || key.starts_with(&places))
    })
}

/// One row per document that changed, the last change first told wins.
fn rows(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    entries: &[(u64, Writes)],
) -> Result<Vec<Value>, Halt> {
    let case = Case::new(read, actor, now, "");
    let mut scopes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut touched: BTreeMap<(String, String), u64> = BTreeMap::new();
    // What left the person's sight was taken out of one of his lists.
    let mut left: BTreeSet<(String, String)> = BTreeSet::new();
    for (seq, writes) in entries {
        for (key, value) in writes {
            match keys::parts(key)[..] {
                ["row", kind, id] => {
                    touched.insert((kind.to_owned(), id.to_owned()), *seq);
                }
                ["idx", kind, _, scope, .., id] if value.is_none() => {
                    let Some(def) = docs::find(kind) else { continue };
                    if !scopes.contains_key(kind) {
                        scopes.insert(kind.to_owned(), seen_scopes(&case, def)?);
                    }
                    if scopes.get(kind).is_some_and(|seen| seen.iter().any(|own| own == scope)) {
                        left.insert((kind.to_owned(), id.to_owned()));
                    }
                }
                _ => {}
            }
        }
    }
    let mut rows = Vec::with_capacity(touched.len());
    for ((kind, id), seq) in touched {
        let Some(def) = docs::find(&kind) else { continue };
        let doc = case.find(&kind, &id)?;
        match doc.filter(|doc| actor.covers(def, Verb::View, doc)) {
            Some(doc) => rows.push(json!({
                "seq": seq,
                "type": kind,
                "id": id,
                "version": doc.version,
                "status": doc.status,
            })),
            None if left.contains(&(kind.clone(), id.clone())) => {
                rows.push(json!({ "seq": seq, "type": kind, "id": id, "gone": true }));
            }
            None => {}
        }
    }
    Ok(rows)
}

fn seen_scopes(case: &Case, def: &DocType) -> Result<Vec<String>, Halt> {
    match case.actor.may(def, Verb::View) {
        true => scope_keys(case, def),
        false => Ok(Vec::new()),
    }
}
