//! Pages of list rows: by index where one is declared, else by a bounded walk over the rows in scope.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Links, visible};
use crate::access::{Actor, Reach, ScopeKind, Verb};
use crate::decide::case::{Case, parse};
use crate::decide::index::{self, EVERYWHERE};
use crate::decide::keys;
use crate::decide::read::{Range, Read};
use crate::docs;
use crate::error::{Code, Halt, Issue};
use crate::flow;
use crate::schema::{DocType, Kind, Record, direction};
use crate::value::Instant;

/// At most so many rows on a page.
pub const PAGE_ROWS: usize = 500;
/// Totals that no counter keeps are exact up to here.
pub const COUNTED_ROWS: usize = 10_000;

/// How a row's field is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// One of several values, split by `|`.
    In,
    /// The text holds the value, letters without case.
    Has,
}

impl Op {
    fn parse(name: &str) -> Option<Op> {
        Some(match name {
            "eq" => Op::Eq,
            "ne" => Op::Ne,
            "lt" => Op::Lt,
            "le" => Op::Le,
            "gt" => Op::Gt,
            "ge" => Op::Ge,
            "in" => Op::In,
            "has" => Op::Has,
            _ => return None,
        })
    }
}

/// One condition over a listed field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Where {
    pub field: String,
    pub op: Op,
    pub value: String,
}

/// What is asked of a list. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Word prefixes over the searched fields.
    pub q: String,
    pub conditions: Vec<Where>,
    /// A declared sort, `-` before it for descending; empty for the type's own.
    pub sort: String,
    pub offset: usize,
    pub limit: usize,
}

impl Where {
    /// `field:op:value`, split at the first two colons.
    ///
    /// Errors: `Malformed` for a condition of another form.
    pub fn parse(text: &str) -> Result<Where, Halt> {
        let mut parts = text.splitn(3, ':');
        let (field, op, value) = (parts.next(), parts.next(), parts.next());
        match (field, op.and_then(Op::parse), value) {
            (Some(field), Some(op), Some(value)) => {
                Ok(Where { field: field.to_owned(), op, value: value.to_owned() })
            }
            _ => Err(malformed("where", "A condition must look like status:eq:Draft")),
        }
    }
}

fn malformed(path: &str, message: &str) -> Halt {
    Halt::issues(vec![Issue::new(path, Code::Malformed, message)])
}

/// One page of a type's rows within the person's scope.
///
/// Errors: `Forbidden` without the right to view; `Malformed` for an unknown field or sort.
pub fn page(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    query: &Query,
) -> Result<Value, Halt> {
    let case = Case::new(read, actor, now, "");
    let def = docs::find(doc_type)
        .ok_or_else(|| Halt::refuse(Code::NotFound, "This type of document does not exist"))?;
    if !actor.may(def, Verb::View) {
        return Err(flow::forbidden(def, "view"));
    }
    check_query(def, actor, query)?;
    let scopes = scope_keys(&case, def)?;
    let counts = counts(&case, def, &scopes)?;
    let found = match query.q.trim() {
        "" => by_index(&case, def, query, &scopes)?,
        _ => by_words(&case, def, query, &scopes)?,
    };
    let limit = query.limit.clamp(1, PAGE_ROWS);
    let total = match known_total(query, &counts, &scopes) {
        Some(total) => total,
        None => found.rows.len() as i64,
    };
    let rows: Vec<Record> =
        found.rows.into_iter().skip(query.offset).take(limit).map(|row| row.record).collect();
    answer(&case, def, rows, total, found.more, counts)
}

fn answer(
    case: &Case,
    def: &DocType,
    rows: Vec<Record>,
    total: i64,
    more: bool,
    counts: Map<String, Value>,
) -> Result<Value, Halt> {
    let mut links = Links::default();
    let mut shown = Vec::with_capacity(rows.len());
    for row in rows {
        let text = |key: &str| row.get(key).and_then(Value::as_str);
        links.want_header(text("branch"), text("yard"), text("owner"));
        for field in def.fields.iter().filter(|field| field.listed) {
            if let Kind::Link(to) = field.kind
                && let Some(id) = text(field.key)
            {
                links.want(to.key, id);
            }
        }
        let hidden = def.fields.iter().filter(|field| !case.actor.sees(field.guarded));
        let mut row = row.clone();
        for field in hidden {
            row.remove(field.key);
        }
        for field in def.fields.iter().filter(|field| field.listed) {
            if let (Kind::Rows { fields, .. }, Some(Value::Array(inner))) =
                (field.kind, row.get(field.key))
            {
                let inner: Vec<Value> = inner
                    .iter()
                    .filter_map(Value::as_object)
                    .map(|inner| Value::Object(visible(fields, inner, case.actor)))
                    .collect();
                row.insert(field.key.to_owned(), inner.into());
            }
        }
        shown.push(Value::Object(row));
    }
    Ok(json!({
        "rows": shown,
        "total": total,
        "more": more,
        "counts": counts,
        "links": links.titles(case)?,
    }))
}

/// The scope keys whose union the person sees.
pub fn scope_keys(case: &Case, def: &DocType) -> Result<Vec<String>, Halt> {
    if def.scopes.is_empty() {
        return Ok(vec![EVERYWHERE.to_owned()]);
    }
    let reaches = case.actor.reaches(def, Verb::View);
    if reaches.contains(&Reach::All) || case.actor.has(crate::access::Role::Sys) {
        let kind = def.scopes.first().copied().unwrap_or(ScopeKind::Branch);
        return every_scope(case, kind);
    }
    let mut keys: BTreeSet<String> = BTreeSet::new();
    let actor = case.actor;
    for reach in reaches {
        let (kind, ids): (ScopeKind, Vec<&String>) = match reach {
            Reach::Branch => {
                (ScopeKind::Branch, actor.branches.iter().chain(&actor.reads_branches).collect())
            }
            Reach::Yard => {
                (ScopeKind::Yard, actor.yards.iter().chain(&actor.reads_yards).collect())
            }
            Reach::Own => (ScopeKind::Owner, vec![&actor.id]),
            Reach::All => continue,
        };
        keys.extend(ids.into_iter().map(|id| index::scope(kind, id)));
    }
    Ok(keys.into_iter().collect())
}

fn every_scope(case: &Case, kind: ScopeKind) -> Result<Vec<String>, Halt> {
    let doc_type = match kind {
        ScopeKind::Branch => "branch",
        ScopeKind::Yard => "yard",
        ScopeKind::Owner => "employee",
    };
    let range = Range::prefix(&keys::key(&["doc", doc_type]));
    let docs = case.scan(&range, COUNTED_ROWS)?;
    let id = |key: &str| keys::parts(key).last().copied().unwrap_or_default().to_owned();
    let mut scopes: Vec<String> =
        docs.iter().map(|(key, _)| index::scope(kind, &id(key))).collect();
    // Some documents belong to none: an administrator of all branches.
    scopes.push(index::scope(kind, ""));
    Ok(scopes)
}

/// Whether scopes of several kinds may overlap, so that their counters cannot be added.
fn overlapping(scopes: &[String]) -> bool {
    let kinds: BTreeSet<&str> = scopes.iter().filter_map(|scope| scope.get(..1)).collect();
    kinds.len() > 1
}

fn counts(case: &Case, def: &DocType, scopes: &[String]) -> Result<Map<String, Value>, Halt> {
    let mut counts = Map::new();
    let widest = scopes.iter().filter_map(|scope| scope.get(..1)).min_by_key(|kind| match *kind {
        "*" => 0,
        "b" => 1,
        "y" => 2,
        _ => 3,
    });
    for status in def.flow.statuses {
        let mut count: i64 = 0;
        for scope in scopes.iter().filter(|scope| scope.get(..1) == widest) {
            count += case.value::<i64>(&keys::count(def.key, scope, status))?.unwrap_or(0);
        }
        counts.insert((*status).to_owned(), count.into());
    }
    Ok(counts)
}

/// The total where counters know it: no condition at all, or nothing but statuses.
fn known_total(query: &Query, counts: &Map<String, Value>, scopes: &[String]) -> Option<i64> {
    if !query.q.trim().is_empty() || overlapping(scopes) {
        return None;
    }
    let count = |status: &str| counts.get(status).and_then(Value::as_i64).unwrap_or(0);
    match query.conditions.as_slice() {
        [] => Some(counts.values().filter_map(Value::as_i64).sum()),
        [one] if one.field == "status" && matches!(one.op, Op::Eq | Op::In) => {
            let wanted: BTreeSet<&str> = one.value.split('|').collect();
            Some(wanted.into_iter().map(count).sum())
        }
        _ => None,
    }
}

/// Fields of a row beside the record's that can be asked for.
const HEADER: &[&str] =
    &["status", "doc_no", "branch", "yard", "owner", "since", "updated_at", "id"];

fn check_query(def: &DocType, actor: &Actor, query: &Query) -> Result<(), Halt> {
    for one in &query.conditions {
        let listed =
            def.field(&one.field).is_some_and(|f| index::in_row(def, f) && actor.sees(f.guarded));
        if !listed && !HEADER.contains(&one.field.as_str()) {
            return Err(malformed("where", &format!("{} cannot be filtered by", one.field)));
        }
    }
    let sort = direction(&query.sort).0;
    let declared = |declared: &&&str| direction(declared).0 == sort;
    if !sort.is_empty() && def.sorts.iter().find(declared).is_none() {
        return Err(malformed("sort", &format!("{sort} cannot be sorted by")));
    }
    Ok(())
}

struct Found {
    rows: Vec<Sorted>,
    /// There are more rows than were counted.
    more: bool,
}

struct Sorted {
    at: (String, String),
    record: Record,
}

/// The rows up to the page's end: one walk for each scope and filtered value, merged.
fn by_index(case: &Case, def: &DocType, query: &Query, scopes: &[String]) -> Result<Found, Halt> {
    let sort = if query.sort.is_empty() { def.sorts[0] } else { &query.sort };
    let (key, descending) = direction(sort);
    let (first, _) = def.default_sort();
    let filter = query.conditions.iter().position(|one| {
        key == first
            && matches!(one.op, Op::Eq | Op::In)
            && (one.field == "status" || def.filters.contains(&one.field.as_str()))
    });
    let rest: Vec<&Where> = query
        .conditions
        .iter()
        .enumerate()
        .filter(|(at, _)| Some(*at) != filter)
        .map(|(_, one)| one)
        .collect();
    let filter = filter.map(|at| &query.conditions[at]);
    let countable = query.conditions.is_empty()
        || (query.conditions.len() == 1 && filter.is_some_and(|one| one.field == "status"));
    let enough = match countable && !overlapping(scopes) {
        true => query.offset.saturating_add(query.limit.clamp(1, PAGE_ROWS)),
        false => COUNTED_ROWS,
    };
    let mut ranges = Vec::new();
    for scope in scopes {
        match filter {
            None => {
                let prefix = keys::key(&["idx", def.key, &index::sort_index(sort), scope]);
                ranges.push(bounded(def, prefix, key, &rest));
            }
            Some(one) => {
                for value in one.value.split('|') {
                    let value = comparable(def, &one.field, value);
                    let name = index::filter_index(&one.field);
                    let prefix = keys::key(&["idx", def.key, &name, scope, &value]);
                    ranges.push(bounded(def, prefix, key, &rest));
                }
            }
        }
    }
    merge(case, def, ranges, &rest, descending, enough)
}

/// The part of an index that conditions on the sorted field leave.
fn bounded(def: &DocType, prefix: String, sorted: &str, rest: &[&Where]) -> Range {
    let mut range = Range::prefix(&prefix);
    for one in rest.iter().filter(|one| one.field == sorted) {
        let value = format!("{prefix}{}", comparable(def, sorted, &one.value));
        match one.op {
            Op::Ge | Op::Gt => range.from = range.from.max(value),
            Op::Le | Op::Lt => range.to = range.to.min(format!("{value}\u{10ffff}")),
            _ => {}
        }
    }
    range
}

fn merge(
    case: &Case,
    def: &DocType,
    ranges: Vec<Range>,
    rest: &[&Where],
    descending: bool,
    enough: usize,
) -> Result<Found, Halt> {
    let mut rows: Vec<Sorted> = Vec::new();
    let mut more = false;
    for range in ranges {
        let range = if descending { range.reversed() } else { range };
        let pairs = case.scan(&range, enough)?;
        more |= pairs.len() == enough && enough == COUNTED_ROWS;
        for (key, bytes) in pairs {
            let record: Record = parse(&key, &bytes)?;
            if rest.iter().all(|one| holds(def, &record, one)) {
                rows.push(Sorted { at: place(&key), record });
            }
        }
    }
    rows.sort_by(|a, b| if descending { b.at.cmp(&a.at) } else { a.at.cmp(&b.at) });
    rows.dedup_by(|a, b| a.at.1 == b.at.1);
    Ok(Found { rows, more })
}

/// The last two components of an index key: the sorted value and the id.
fn place(key: &str) -> (String, String) {
    let parts = keys::parts(key);
    let from_end = |n: usize| parts.len().checked_sub(n).and_then(|at| parts.get(at)).copied();
    (from_end(2).unwrap_or("").to_owned(), from_end(1).unwrap_or("").to_owned())
}

/// A condition's value as it stands in keys.
fn comparable(def: &DocType, field: &str, text: &str) -> String {
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

fn holds(def: &DocType, row: &Record, one: &Where) -> bool {
    let value = row.get(&one.field).unwrap_or(&Value::Null);
    if let Value::Array(many) = value {
        let any =
            many.iter().any(|v| index::key_text(v) == comparable(def, &one.field, &one.value));
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
    }
}

/// The rows whose words begin with every word asked for, in the asked order.
fn by_words(case: &Case, def: &DocType, query: &Query, scopes: &[String]) -> Result<Found, Halt> {
    let mut asked = index::split_words(&query.q);
    asked.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let Some(longest) = asked.first() else { return Ok(Found { rows: Vec::new(), more: false }) };
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut more = false;
    for scope in scopes {
        let mut prefix = keys::key(&["word", def.key, scope]);
        prefix.push_str(longest);
        let pairs = case.scan(&Range::prefix(&prefix), COUNTED_ROWS)?;
        more |= pairs.len() == COUNTED_ROWS;
        ids.extend(
            pairs.iter().filter_map(|(key, _)| Some((*keys::parts(key).last()?).to_owned())),
        );
    }
    let sort = if query.sort.is_empty() { def.sorts[0] } else { &query.sort };
    let (key, descending) = direction(sort);
    let mut rows = Vec::new();
    for id in ids {
        let Some(doc) = case.find(def.key, &id)? else { continue };
        let words = index::words(def, &doc);
        let named = |word: &String| words.iter().any(|known| known.starts_with(word.as_str()));
        let record = index::row(def, &doc);
        if asked.iter().all(named) && query.conditions.iter().all(|one| holds(def, &record, one)) {
            rows.push(Sorted { at: (index::sort_value(&doc, key), id), record });
        }
    }
    rows.sort_by(|a, b| if descending { b.at.cmp(&a.at) } else { a.at.cmp(&b.at) });
    Ok(Found { rows, more })
}
