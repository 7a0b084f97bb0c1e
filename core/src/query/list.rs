//! Pages of list rows: by index where one is declared, else by a bounded walk over the rows in scope.

use std::collections::BTreeSet;

use serde_json::Value;

pub use super::asked::{COUNTED_ROWS, Op, PAGE_ROWS, Query, Where};
use super::asked::{WALKED_ROWS, malformed};
use super::during;
use super::rows::{Counts, Page};
use super::walk::{by_index, by_words, place};
use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::{Reach, ScopeKind, Verb};
use crate::docs;
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::Record;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::said;
use crate::schema::{DocType, Kind, direction};
use crate::value::Instant;
use crate::write::index::{self, EVERYWHERE};

/// At most so many documents of a list in one file.
pub const EXPORT_ROWS: usize = 100_000;

/// One page of a type's rows within the person's scope.
///
/// Errors: `Forbidden` without the right to view; `Malformed` for an unknown field or sort.
pub fn page(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    query: &Query,
) -> Result<Page, Halt> {
    let case = docs::look(read, actor, now);
    let def = docs::find(doc_type)
        .ok_or_else(|| Halt::refuse(Code::NotFound, "This type of document does not exist"))?;
    if !actor.may(def, Verb::View) {
        return Err(steps::forbidden(def, "view"));
    }
    check_query(def, actor, query)?;
    let query = &during::resolved(def, case.today(), query)?;
    let scopes = scope_keys(&case, def)?;
    let counts = counts(&case, def, &scopes)?;
    let known = known_total(query, &counts, &scopes).filter(|_| def.counted);
    let found = match query.q.trim() {
        "" => by_index(&case, def, query, &scopes, known.is_some())?,
        _ => by_words(&case, def, query, &scopes)?,
    };
    let total = known.unwrap_or(found.count as i64);
    let more = found.more && known.is_none();
    Page::of(&case, def, found.texts, (total, more), counts)
}

/// The ids of all that a question finds, in its order.
///
/// Errors: those of [`page`]; `Rule` for more than [`EXPORT_ROWS`].
pub fn ids(case: &Look, def: &'static DocType, query: &Query) -> Result<Vec<String>, Halt> {
    let message = "At most 1,00,000 rows are exported at once. Filter the list first";
    let found = all(case, def, query, EXPORT_ROWS, message)?;
    found.iter().map(|text| Ok(parse::<Id>("a list row", text)?.id)).collect()
}

/// All rows that a question finds, in its order, as they are kept; refused with the message where there are more.
///
/// Errors: those of [`page`]; `Rule` for too many.
pub(super) fn all(
    case: &Look,
    def: &'static DocType,
    query: &Query,
    most: usize,
    message: &'static str,
) -> Result<Vec<Vec<u8>>, Halt> {
    if !case.actor.may(def, Verb::View) {
        return Err(steps::forbidden(def, "view"));
    }
    check_query(def, case.actor, query)?;
    let asked = during::resolved(def, case.today(), query)?;
    let query = Query { whole: Some(most), offset: 0, ..asked };
    let scopes = scope_keys(case, def)?;
    let found = match query.q.trim() {
        "" => by_index(case, def, &query, &scopes, true)?,
        _ => by_words(case, def, &query, &scopes)?,
    };
    match found.more {
        true => Err(Halt::refuse(Code::Rule, message)),
        false => Ok(found.texts),
    }
}

/// The document of a list row.
#[derive(serde::Deserialize)]
struct Id {
    id: String,
}

/// The scope keys whose union the person sees.
pub fn scope_keys(case: &Look, def: &DocType) -> Result<Vec<String>, Halt> {
    let reaches = case.actor.reaches(def, Verb::View);
    if def.scopes.is_empty() && reaches != [Reach::Party] {
        return Ok(vec![EVERYWHERE.to_owned()]);
    }
    if reaches.contains(&Reach::All) || case.actor.has(crate::declare::grant::Role::Sys) {
        let kind = def.scopes.first().copied().unwrap_or(ScopeKind::Branch);
        return every_scope(case, kind);
    }
    let mut keys: BTreeSet<String> = BTreeSet::new();
    for actor in case.actor.everywhere(def) {
        keys.extend(scopes_of(actor, def));
    }
    Ok(keys.into_iter().collect())
}

/// Whether a person sees what lies in a scope of a type.
pub fn sees_scope(actor: &Actor, def: &DocType, scope: &str) -> bool {
    if !actor.may(def, Verb::View) {
        return false;
    }
    let reaches = actor.reaches(def, Verb::View);
    if def.scopes.is_empty() && reaches != [Reach::Party] {
        return scope == EVERYWHERE;
    }
    let all = reaches.contains(&Reach::All) || actor.has(crate::declare::grant::Role::Sys);
    all || actor.everywhere(def).any(|one| scopes_of(one, def).iter().any(|own| own == scope))
}

/// The scope keys that one person's rights to view reach, including those of the person they act
/// for.
fn scopes_of(actor: &Actor, def: &DocType) -> Vec<String> {
    let mut keys = Vec::new();
    let own = || actor.acts_for.iter().chain([&actor.id]);
    for reach in actor.reaches(def, Verb::View) {
        let (kind, ids): (ScopeKind, Vec<&String>) = match reach {
            Reach::Branch => {
                (ScopeKind::Branch, actor.branches.iter().chain(&actor.reads_branches).collect())
            }
            Reach::Yard => {
                (ScopeKind::Yard, actor.yards.iter().chain(&actor.reads_yards).collect())
            }
            Reach::Own => (ScopeKind::Owner, own().collect()),
            Reach::Shared => {
                keys.extend(own().map(|id| index::scope(ScopeKind::Owner, id)));
                (ScopeKind::Role, actor.departs.iter().map(|one| &one.role).collect())
            }
            Reach::Party => (ScopeKind::Party, vec![&actor.id]),
            Reach::All => continue,
        };
        keys.extend(ids.into_iter().map(|id| index::scope(kind, id)));
    }
    keys
}

fn every_scope(case: &Look, kind: ScopeKind) -> Result<Vec<String>, Halt> {
    // No type is cut by firms or roles alone.
    let beside = ScopeKind::BESIDE.contains(&kind);
    let Some(def) = docs::REGISTER.cutting(kind).filter(|_| beside) else {
        return Ok(vec![EVERYWHERE.to_owned()]);
    };
    let range = Range::prefix(&keys::key(&["doc", def.key]));
    let docs = case.keys(&range, WALKED_ROWS)?;
    let mut scopes: Vec<String> = docs.iter().map(|key| index::scope(kind, place(key).1)).collect();
    // Some documents belong to none: an administrator of all branches; and some to the system.
    scopes.push(index::scope(kind, ""));
    if kind == ScopeKind::Owner {
        scopes.push(index::scope(kind, &Actor::system().id));
    }
    Ok(scopes)
}

/// Whether scopes may overlap, so that their counters cannot be added: those of several kinds, and
/// roles, several of which one document may be shared with.
fn overlapping(scopes: &[String]) -> bool {
    let kinds: BTreeSet<&str> = scopes.iter().filter_map(|scope| scope.get(..1)).collect();
    kinds.len() > 1 || (scopes.len() > 1 && kinds.contains("r"))
}

fn counts(case: &Look, def: &DocType, scopes: &[String]) -> Result<Counts, Halt> {
    let mut counts = Counts::default();
    if !def.counted {
        return Ok(counts);
    }
    let widest = scopes.iter().filter_map(|scope| scope.get(..1)).min_by_key(|kind| match *kind {
        "*" => 0,
        "b" => 1,
        "y" => 2,
        _ => 3,
    });
    let scopes: Vec<&String> = scopes.iter().filter(|scope| scope.get(..1) == widest).collect();
    for status in def.flow.statuses {
        counts.0.push((*status, count(case, def, &scopes, status)?));
    }
    Ok(counts)
}

/// How many documents of a status lie in any of these scopes, all of one kind.
fn count(case: &Look, def: &DocType, scopes: &[&String], status: &str) -> Result<i64, Halt> {
    let of = |scope: &str| case.value::<i64>(&keys::count(def.key, scope, status));
    let mut count: i64 = 0;
    for (at, scope) in scopes.iter().enumerate() {
        count += of(scope)?.unwrap_or(0);
        let several = def.second.is_some() || def.owners.is_some();
        for other in scopes[..at].iter().filter(|_| several) {
            count -= of(&index::both(scope, other))?.unwrap_or(0);
        }
    }
    Ok(count)
}

/// The total where counters know it: no condition at all, or nothing but statuses.
fn known_total(query: &Query, counts: &Counts, scopes: &[String]) -> Option<i64> {
    if !query.q.trim().is_empty() || overlapping(scopes) {
        return None;
    }
    match query.conditions.as_slice() {
        [] => Some(counts.sum()),
        [one] if one.field == "status" && matches!(one.op, Op::Eq | Op::In) => {
            let wanted: BTreeSet<&str> = one.value.split('|').collect();
            Some(wanted.into_iter().map(|status| counts.of(status)).sum())
        }
        _ => None,
    }
}

/// Fields of a row beside the record's that can be asked for, those of where it belongs among them.
pub const HEADER: &[&str] = &[
    "status",
    "doc_no",
    ScopeKind::Branch.field(),
    ScopeKind::Yard.field(),
    ScopeKind::Owner.field(),
    "since",
    "updated_at",
    "id",
];

fn check_query(def: &DocType, actor: &Actor, query: &Query) -> Result<(), Halt> {
    for one in &query.conditions {
        let listed = def.field(&one.field).is_some_and(|field| index::in_row(def, field));
        if !listed && !HEADER.contains(&one.field.as_str()) {
            return Err(malformed(
                "where",
                said!("{field} cannot be filtered by", field = one.field),
            ));
        }
        shown(def, actor, "where", &one.field)?;
    }
    let sort = direction(&query.sort).0;
    let declared = |declared: &&&str| direction(declared).0 == sort;
    if !sort.is_empty() && def.sorts.iter().find(declared).is_none() {
        return Err(malformed("sort", said!("{sort} cannot be sorted by", sort)));
    }
    shown(def, actor, "sort", sort)
}

/// A filter or sort tells of the values, so only fields that the person is shown may be used.
pub(super) fn shown(def: &DocType, actor: &Actor, path: &str, field: &str) -> Result<(), Halt> {
    if def.field(field).is_none_or(|field| actor.sees(field.guarded)) {
        return Ok(());
    }
    let message = said!("{field} is not shown to you", field);
    Err(Halt::issues(vec![Issue::new(path, Code::Forbidden, message)]))
}

/// A condition's value as it stands in keys.
pub(super) fn comparable(def: &DocType, field: &str, text: &str) -> String {
    let number = match def.field(field).map(|field| field.kind) {
        Some(Kind::Int { .. } | Kind::Instant) => true,
        Some(_) => false,
        None => matches!(field, "since" | "updated_at"),
    };
    match (number, text.parse::<i64>(), text) {
        (true, Ok(n), _) => keys::sortable(n),
        (_, _, "true") => "1".to_owned(),
        (_, _, "false") => "0".to_owned(),
        _ => text.to_lowercase(),
    }
}

pub(super) fn holds(def: &DocType, row: &Record, one: &Where) -> bool {
    let value = row.get(&one.field).unwrap_or(&Value::Null);
    if let Value::Array(many) = value {
        let values: Vec<&str> = match one.op {
            Op::In => one.value.split('|').collect(),
            _ => vec![&one.value],
        };
        let wanted: Vec<String> = values.iter().map(|v| comparable(def, &one.field, v)).collect();
        let any = many.iter().any(|value| wanted.contains(&index::key_text(value)));
        return any == (one.op != Op::Ne);
    }
    let is = index::key_text(value);
    let wanted = comparable(def, &one.field, &one.value);
    match one.op {
        Op::Eq => is == wanted,
        Op::Ne => is != wanted,
        Op::Lt => is < wanted,
        Op::Le => is <= wanted,
        Op::Gt => is > wanted,
        Op::Ge => is >= wanted,
        Op::In => one.value.split('|').any(|v| comparable(def, &one.field, v) == is),
        Op::Has => is.contains(&wanted),
        // They are bounds before any row is looked at.
        Op::During | Op::Older => false,
    }
}
