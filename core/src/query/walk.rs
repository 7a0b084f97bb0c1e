//! The search for a page's rows: in one index, by walking over one, or by words.

use std::collections::BTreeSet;

use serde_json::Value;

use super::fault;
use super::list::{COUNTED_ROWS, Op, Query, WALKED_ROWS, Where, comparable, holds};
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::rank::shortened;
use crate::schema::{DocType, direction};
use crate::write::index::{self, ListRow};

/// So few rows of a filter are sorted by another field in memory.
const SORTED_ROWS: usize = 500;
/// So many entries of the words' index are read at a time.
const WORDS_AT_ONCE: usize = 500;

/// The rows of a page, as they are kept.
pub struct Walked {
    pub texts: Vec<Vec<u8>>,
    /// How many there are, or at least how many were counted.
    pub count: usize,
    /// There are more than were counted.
    pub more: bool,
}

/// A walk in search of a page's rows.
struct Walk<'q> {
    /// One range for each scope and value of the filter; the rows of all are merged.
    ranges: Vec<Range>,
    descending: bool,
    /// The conditions that each row is held against.
    rest: Vec<&'q Where>,
}

/// The page by the index that answers most of the question; `counted` when the total is known.
pub fn by_index(
    case: &Look,
    def: &DocType,
    query: &Query,
    scopes: &[String],
    counted: bool,
) -> Result<Walked, Halt> {
    let (first, _) = def.default_sort();
    let (sort, _) = sort_of(def, query);
    let answered = |one: &&Where| {
        let filter = one.field == "status" || def.filters.contains(&one.field.as_str());
        filter && matches!(one.op, Op::Eq | Op::In)
    };
    let filters = query.conditions.iter().filter(answered);
    let filter = filters.min_by_key(|one| one.field == "status");
    let needed = query.offset.saturating_add(query.rows()).saturating_add(1);
    let enough = if counted { needed } else { needed.max(COUNTED_ROWS + 1) };
    let Some(filter) = filter else {
        return page_of(case, def, query, &walk(def, query, scopes, None), enough);
    };
    let filtered = walk(def, query, scopes, Some(filter));
    if sort == first {
        return page_of(case, def, query, &filtered, enough);
    }
    let keys = merged(case, &filtered, SORTED_ROWS)?;
    match keys.len() < SORTED_ROWS {
        true => sorted_page(case, def, query, &filtered, &keys),
        false => page_of(case, def, query, &walk(def, query, scopes, None), enough),
    }
}

fn sort_of<'q>(def: &DocType, query: &'q Query) -> (&'q str, bool) {
    direction(if query.sort.is_empty() { def.sorts[0] } else { &query.sort })
}

fn walk<'q>(
    def: &DocType,
    query: &'q Query,
    scopes: &[String],
    filter: Option<&Where>,
) -> Walk<'q> {
    let (sort, descending) = sort_of(def, query);
    let order = if filter.is_some() { def.default_sort().0 } else { sort };
    let mut ranges = Vec::new();
    for scope in scopes {
        match filter {
            None => {
                let prefix = keys::key(&["idx", def.key, &index::sort_index(sort), scope]);
                ranges.push(bounded(def, prefix, order, &query.conditions));
            }
            Some(one) => {
                for value in one.value.split('|') {
                    let value = comparable(def, &one.field, value);
                    let name = index::filter_index(&one.field);
                    let prefix = keys::key(&["idx", def.key, &name, scope, &value]);
                    ranges.push(bounded(def, prefix, order, &query.conditions));
                }
            }
        }
    }
    let open = |one: &&Where| filter != Some(*one) && !bounds(one, order);
    Walk { ranges, descending, rest: query.conditions.iter().filter(open).collect() }
}

/// Whether a condition is one on the order of the keys.
fn bounds(one: &Where, order: &str) -> bool {
    one.field == order && matches!(one.op, Op::Lt | Op::Le | Op::Gt | Op::Ge)
}

/// The part of an index that conditions on the sorted field leave.
fn bounded(def: &DocType, prefix: String, order: &str, conditions: &[Where]) -> Range {
    let mut range = Range::prefix(&prefix);
    for one in conditions.iter().filter(|one| bounds(one, order)) {
        let value = format!("{prefix}{}", comparable(def, order, &one.value));
        // Behind every key of the value itself, before those of longer ones.
        let behind = format!("{value}{}\u{10ffff}", keys::SEPARATOR);
        match one.op {
            Op::Ge => range.from = range.from.max(value),
            Op::Gt => range.from = range.from.max(behind),
            Op::Le => range.to = range.to.min(behind),
            Op::Lt => range.to = range.to.min(value),
            _ => {}
        }
    }
    range
}

/// The first keys of a walk in its order, a document of two scopes once.
fn merged(case: &Look, walk: &Walk, limit: usize) -> Result<Vec<String>, Halt> {
    let mut keys = Vec::new();
    for range in &walk.ranges {
        let range = if walk.descending { range.clone().reversed() } else { range.clone() };
        keys.extend(case.keys(&range, limit)?);
    }
    keys.sort_by(|a, b| {
        let (a, b) = (place(a), place(b));
        if walk.descending { b.cmp(&a) } else { a.cmp(&b) }
    });
    keys.dedup_by(|a, b| place(a).1 == place(b).1);
    keys.truncate(limit);
    Ok(keys)
}

/// The sorted value and the id in an index key.
pub fn place(key: &str) -> (&str, &str) {
    let mut parts = key.strip_suffix(keys::SEPARATOR).unwrap_or(key).rsplit(keys::SEPARATOR);
    let id = parts.next().unwrap_or("");
    (parts.next().unwrap_or(""), id)
}

/// The list rows that index keys stand for, in their order, as they are kept.
fn texts(case: &Look, def: &DocType, index: &[String]) -> Result<Vec<Vec<u8>>, Halt> {
    let mut texts = Vec::with_capacity(index.len());
    for key in index {
        texts.extend(case.text(&keys::row(def.key, place(key).1))?);
    }
    Ok(texts)
}

/// The list rows that index keys stand for, in their order.
pub fn rows(case: &Look, def: &DocType, index: &[String]) -> Result<Vec<Record>, Halt> {
    texts(case, def, index)?.iter().map(|text| parse("a list row", text)).collect()
}

/// Walks until the page is full and as many are counted as were asked for.
fn page_of(
    case: &Look,
    def: &DocType,
    query: &Query,
    walk: &Walk,
    enough: usize,
) -> Result<Walked, Halt> {
    let limit = query.rows();
    if walk.rest.is_empty() {
        let keys = merged(case, walk, enough)?;
        let from = query.offset.min(keys.len());
        let shown = &keys[from..(from + limit).min(keys.len())];
        let more = keys.len() == enough;
        return Ok(Walked {
            texts: texts(case, def, shown)?,
            count: keys.len() - usize::from(more),
            more,
        });
    }
    let mut found = Walked { texts: Vec::new(), count: 0, more: false };
    let mut seen = 0;
    for most in query.walked() {
        let keys = merged(case, walk, most)?;
        for key in keys.iter().skip(seen) {
            let found_text = texts(case, def, std::slice::from_ref(key))?.pop();
            let Some(text) = found_text else { continue };
            let row: Record = parse(key, &text)?;
            if !walk.rest.iter().all(|one| holds(def, &row, one)) {
                continue;
            }
            found.count += 1;
            if found.count == enough {
                return Ok(Walked { count: enough - 1, more: true, ..found });
            }
            if found.count > query.offset && found.texts.len() < limit {
                found.texts.push(text);
            }
        }
        seen = keys.len();
        if keys.len() < most {
            return Ok(found);
        }
    }
    Ok(Walked { more: true, ..found })
}

/// The page of a few rows in an order that their keys do not have.
fn sorted_page(
    case: &Look,
    def: &DocType,
    query: &Query,
    walk: &Walk,
    keys: &[String],
) -> Result<Walked, Halt> {
    let (sort, descending) = sort_of(def, query);
    let mut all = Vec::new();
    for text in texts(case, def, keys)? {
        let row: Record = parse("a list row", &text)?;
        if walk.rest.iter().all(|one| holds(def, &row, one)) {
            let id = row.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
            let value = index::key_text(row.get(sort).unwrap_or(&Value::Null));
            all.push(((value, id), text));
        }
    }
    cut(all, descending, query, false, Ok)
}

/// The page's part of all that were found, each with its sort key and id, and their texts.
fn cut<T>(
    mut all: Vec<((String, String), T)>,
    descending: bool,
    query: &Query,
    more: bool,
    text: impl FnMut(T) -> Result<Vec<u8>, Halt>,
) -> Result<Walked, Halt> {
    all.sort_unstable_by(|(a, _), (b, _)| if descending { b.cmp(a) } else { a.cmp(b) });
    let count = all.len();
    let page = all.into_iter().map(|(_, one)| one).skip(query.offset).take(query.rows());
    Ok(Walked { texts: page.map(text).collect::<Result<_, Halt>>()?, count, more })
}

/// The first documents in some scopes with a word that begins so, and whether there may be more.
pub fn worded(
    case: &Look,
    def: &DocType,
    scopes: &[String],
    word: &str,
    enough: usize,
) -> Result<(BTreeSet<String>, bool), Halt> {
    let tags: BTreeSet<String> = scopes.iter().map(|scope| index::tag(scope)).collect();
    let mut range = Range::prefix(&format!("{}{word}", keys::key(&["word", def.key])));
    let mut ids = BTreeSet::new();
    let mut walked = 0;
    while walked < WALKED_ROWS {
        let pairs = case.scan(&range, WORDS_AT_ONCE)?;
        for (key, bytes) in &pairs {
            let own: String = parse(key, bytes)?;
            if own.split(' ').any(|tag| tags.contains(tag)) {
                ids.insert(place(key).1.to_owned());
            }
        }
        walked += pairs.len();
        match pairs.last() {
            Some((last, _)) if pairs.len() == WORDS_AT_ONCE && ids.len() < enough => {
                range.from = format!("{last}{}", keys::SEPARATOR);
            }
            _ => return Ok((ids, pairs.len() == WORDS_AT_ONCE)),
        }
    }
    Ok((ids, true))
}

/// The rows whose words begin with every word asked for, in the asked order.
pub fn by_words(
    case: &Look,
    def: &DocType,
    query: &Query,
    scopes: &[String],
) -> Result<Walked, Halt> {
    let asked = index::split_words(&query.q);
    let mut asked: Vec<String> = asked.iter().map(|word| shortened(word).to_owned()).collect();
    asked.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let Some(longest) = asked.first() else {
        return cut(Vec::new(), false, query, false, Ok);
    };
    let (ids, more) = worded(case, def, scopes, longest, WALKED_ROWS)?;
    let (sort, descending) = sort_of(def, query);
    let mut all = Vec::new();
    for id in ids {
        let found = case.find(def.key, &id)?;
        let Some(doc) = found.filter(|doc| case.actor.covers(def, Verb::View, doc)) else {
            continue;
        };
        if named(def, &doc, &asked) && answers(def, &doc, query)? {
            all.push(((index::sort_value(&doc, sort), id), doc));
        }
    }
    // Of thousands that are found, the rows of one page are written.
    cut(all, descending, query, more, |doc| row_text(def, &doc))
}

/// Whether each word asked for, the longest first, begins a word of the document. The longest was
/// found in the index.
fn named(def: &DocType, doc: &Doc, asked: &[String]) -> bool {
    let others = asked.get(1..).unwrap_or_default();
    if others.is_empty() {
        return true;
    }
    let words = index::words(def, doc);
    others.iter().all(|word| words.iter().any(|known| known.starts_with(word.as_str())))
}

fn answers(def: &DocType, doc: &Doc, query: &Query) -> Result<bool, Halt> {
    if query.conditions.is_empty() {
        return Ok(true);
    }
    let row: Record = parse("a list row", &row_text(def, doc)?)?;
    Ok(query.conditions.iter().all(|one| holds(def, &row, one)))
}

fn row_text(def: &DocType, doc: &Doc) -> Result<Vec<u8>, Halt> {
    serde_json::to_vec(&ListRow(def, doc)).map_err(fault)
}
