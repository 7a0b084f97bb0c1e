//! Whether a document lies within a right of the person, and the words for it where it does not.

use crate::declare::case::Look;
use crate::declare::grant::{Reach, ScopeKind, Verb};
use crate::error::{Code, Halt};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Range;
use crate::said;
use crate::schema::DocType;
use crate::write::index::{filter_index, scope};

/// Refuses a verb on a document that the person sees and that their right does not reach.
pub fn kept(case: &Look, def: &DocType, verb: Verb, doc: &Doc) -> Result<(), Halt> {
    if case.actor.covers(def, verb, doc) {
        return Ok(());
    }
    let name = doc.name(def);
    let widest = case.actor.reaches(def, verb).last().copied();
    let (kind, own) = match widest {
        Some(Reach::Branch) => (ScopeKind::Branch, "those of your own branches"),
        Some(Reach::Yard) => (ScopeKind::Yard, "those of your own yards"),
        Some(Reach::Shared) => (ScopeKind::Owner, "your own and those shared with you"),
        _ => (ScopeKind::Owner, "your own"),
    };
    let verb = verb.name();
    let message = match title(case, doc, kind)? {
        None => said!("{name} is not yours; you may {verb} only {own}", name, verb, own),
        Some(owner) if kind == ScopeKind::Owner => {
            said!("{name} is {owner}'s; you may {verb} only {own}", name, owner, verb, own)
        }
        Some(place) => {
            said!("{name} belongs to {place}; you may {verb} only {own}", name, place, verb, own)
        }
    };
    Err(Halt::refuse(Code::Scope, message))
}

/// Refuses a document as it was sent: it names a yard or branch, or is given to somebody, beyond
/// the person's right.
pub fn sent(case: &Look, def: &DocType, verb: Verb, doc: &Doc) -> Result<(), Halt> {
    if case.actor.covers(def, verb, doc) {
        return Ok(());
    }
    let reaches = case.actor.reaches(def, verb);
    for kind in [ScopeKind::Yard, ScopeKind::Branch] {
        let named = reaches.contains(&kind.reach()).then(|| title(case, doc, kind)).transpose()?;
        if let Some(name) = named.flatten() {
            return Err(Halt::refuse(Code::Scope, said!("{name} is outside your access", name)));
        }
    }
    kept(case, def, verb, doc)
}

/// The name of the branch, yard or owner that a document belongs to.
fn title(case: &Look, doc: &Doc, kind: ScopeKind) -> Result<Option<String>, Halt> {
    let Some((def, id)) = case.register.cutting(kind).zip(doc.place(kind)) else { return Ok(None) };
    let name = match def.account {
        // Who owns a document may have signed in for another firm.
        Some(_) => (case.register.hooks.title_of)(case, id)?,
        None => case.find(def.key, id)?.map(|found| found.title(def)).unwrap_or_default(),
    };
    Ok(Some(name).filter(|name| !name.is_empty()))
}

/// The ids of the documents of a yard, a branch or an owner with one value of a filter.
pub fn ids_of(
    case: &Look,
    def: &DocType,
    place: (ScopeKind, &str),
    field: &str,
    value: &str,
) -> Result<Vec<String>, Halt> {
    ids_from(case, def, place, (field, value), "")
}

/// The same, of those whose lists begin with a date from a day on.
pub fn ids_from(
    case: &Look,
    def: &DocType,
    (kind, id): (ScopeKind, &str),
    (field, value): (&str, &str),
    first: &str,
) -> Result<Vec<String>, Halt> {
    let (index, scope, value) = (filter_index(field), scope(kind, id), value.to_lowercase());
    let all = keys::key(&["idx", def.key, &index, &scope, &value]);
    let mut range = Range::prefix(&all);
    if !first.is_empty() {
        range.from = keys::key(&["idx", def.key, &index, &scope, &value, first]);
    }
    let found = case.keys(&range, usize::MAX)?;
    Ok(found.iter().filter_map(|key| keys::parts(key).last().map(|id| (*id).to_owned())).collect())
}
