//! What the last entries changed, read once for all who follow: each is told of it what they may see.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs::{self, DocKey, ROLE_TYPE, accounts, delegates};
use godown_core::error::Halt;
use godown_core::json_answer;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, Writes, parse};
use godown_core::query::list::sees_scope;
use godown_core::schema::DocType;
use tokio::sync::Mutex;

/// So many entries are kept, and so many documents of them.
const ENTRIES: usize = 1_024;
const DOCS: usize = 4_096;

json_answer! {
    /// A document that changed, and the entry that did it last.
    pub struct Change {
        seq: u64,
        doc_type as "type": DocKey,
        id: String,
        version [optional]: Option<u32>,
        status [optional]: Option<String>,
        /// The person sees it no longer.
        gone [optional]: Option<bool>,
    }
}

/// What one entry changed.
pub struct Told {
    pub seq: u64,
    /// The documents as they stood when the entry was read, at least as new as it; none for one that is no more.
    docs: Vec<(&'static DocType, String, Option<Arc<Doc>>)>,
    /// Documents that were taken out of a scope's list.
    left: Vec<(&'static DocType, String, String)>,
    /// The keys of accounts, roles and delegations.
    rights: Vec<String>,
    /// It began or ended a session, or changed a password.
    sessions: bool,
    /// A new program made rows or sorted keys anew: whoever holds some of them holds those of the one before.
    lists_anew: bool,
}

impl Told {
    /// What the writes of an entry changed.
    ///
    /// Errors: what the reader cannot answer.
    pub fn of(read: &dyn Read, seq: u64, writes: &Writes) -> Result<Told, Halt> {
        let (mut docs, mut left, mut rights) = (Vec::new(), Vec::new(), Vec::new());
        for (key, value) in writes {
            match keys::parts(key)[..] {
                ["row", kind, id] => {
                    let Some(def) = docs::find(kind) else { continue };
                    let at = keys::doc(kind, id);
                    let doc = read.get(&at)?.map(|bytes| parse::<Doc>(&at, &bytes)).transpose()?;
                    docs.push((def, id.to_owned(), doc.map(Arc::new)));
                }
                ["idx", kind, _, scope, .., id] if value.is_none() => {
                    let Some(def) = docs::find(kind) else { continue };
                    left.push((def, scope.to_owned(), id.to_owned()));
                }
                _ if is_of_rights(key) => rights.push(key.clone()),
                _ => {}
            }
        }
        let has = |family: &str| {
            let range = Range::prefix(&keys::key(&[family]));
            writes.range(range.from..range.to).next().is_some()
        };
        let lists_anew = has("shape") && (has("row") || has("idx"));
        let sessions = has("pass") || has("sess");
        Ok(Told { seq, docs, left, rights, sessions, lists_anew })
    }

    /// Whether who is signed in, or what they may do, can have changed.
    pub fn is_of_accounts(&self) -> bool {
        self.sessions || !self.rights.is_empty()
    }
}

fn is_of_rights(key: &str) -> bool {
    let accounts = accounts::types().map(|(def, _)| keys::key(&["doc", def.key]));
    let others = [keys::key(&["doc", ROLE_TYPE.key]), keys::key(&["stands"])];
    accounts.chain(others).any(|prefix| key.starts_with(&prefix))
}

/// Whether somebody must load anew: their own account, an account that they stand in for or any role changed, so that
/// they may see other documents since; or lists were made anew.
pub fn anew_for(actor: &Actor, told: &[Arc<Told>]) -> bool {
    let own: Vec<String> =
        accounts::types().map(|(def, _)| keys::doc(def.key, &actor.id)).collect();
    let prefixes = [keys::key(&["doc", ROLE_TYPE.key]), delegates::key(&actor.id)];
    let theirs = |key: &String| {
        own.contains(key) || prefixes.iter().any(|prefix| key.starts_with(prefix.as_str()))
    };
    told.iter().any(|one| one.lists_anew || one.rights.iter().any(theirs))
}

/// One row for each document that changed, by the last entry that did, as far as somebody sees it.
pub fn seen(actor: &Actor, told: &[Arc<Told>]) -> Vec<Change> {
    let mut touched: BTreeMap<(&str, &str), (u64, &'static DocType, Option<&Doc>)> =
        BTreeMap::new();
    let mut left: BTreeSet<(&str, &str)> = BTreeSet::new();
    for one in told {
        for (def, id, doc) in &one.docs {
            touched.insert((def.key, id), (one.seq, def, doc.as_deref()));
        }
    }
    // A document that the person no longer sees was taken out of one of their lists.
    for (def, scope, id) in told.iter().flat_map(|one| &one.left) {
        if !left.contains(&(def.key, id.as_str())) && sees_scope(actor, def, scope) {
            left.insert((def.key, id));
        }
    }
    let change =
        |((kind, id), (seq, def, doc)): ((&str, &str), (u64, &'static DocType, Option<&Doc>))| {
            let (doc_type, id) = (DocKey(def.key), id.to_owned());
            match doc.filter(|doc| actor.covers(def, Verb::View, doc)) {
                Some(doc) => {
                    let (version, status) = (Some(doc.version), Some(doc.status.clone()));
                    Some(Change { seq, doc_type, id, version, status, gone: None })
                }
                None if left.contains(&(kind, id.as_str())) => Some(Change {
                    seq,
                    doc_type,
                    id,
                    version: None,
                    status: None,
                    gone: Some(true),
                }),
                None => None,
            }
        };
    touched.into_iter().filter_map(change).collect()
}

/// The last entries, as whoever asked first for one read it.
#[derive(Default)]
pub struct Feed(Mutex<VecDeque<Arc<Told>>>);

impl Feed {
    /// What the entries behind one changed, up to the last; none where that is longer ago than is kept. `read` tells
    /// the entries behind another one.
    ///
    /// Errors: those of `read`.
    pub async fn behind<E, F>(
        &self,
        head: u64,
        seq: u64,
        read: impl FnOnce(u64) -> F,
    ) -> Result<Option<Vec<Arc<Told>>>, E>
    where
        F: Future<Output = Result<Vec<Arc<Told>>, E>>,
    {
        let mut kept = self.0.lock().await;
        let last = kept.back().map_or(seq, |last| last.seq);
        if head > last + ENTRIES as u64 {
            kept.clear();
            return Ok(None);
        }
        if last < head {
            kept.extend(read(last).await?);
            trim(&mut kept);
        }
        let first = kept.front().map_or(head + 1, |first| first.seq);
        match seq + 1 < first && seq < head {
            true => Ok(None),
            false => Ok(Some(kept.iter().filter(|one| one.seq > seq).cloned().collect())),
        }
    }
}

fn trim(kept: &mut VecDeque<Arc<Told>>) {
    let mut docs: usize = kept.iter().map(|one| one.docs.len()).sum();
    while kept.len() > ENTRIES || (docs > DOCS && !kept.is_empty()) {
        docs -= kept.pop_front().map_or(0, |one| one.docs.len());
    }
}
