//! The search for a page's rows: in one index, by walking over one, or by words.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use super::asked::{COUNTED_ROWS, Op, Query, WALKED_ROWS, Where};
use super::fault;
use super::list::{comparable, holds};
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::rank::{NameStanding, Typed, natural_key};
use crate::schema::{DocType, direction};
use crate::write::index::{self, ListRow, SearchTexts};

/// So few rows of a filter are sorted by another field in memory.
const SORTED_ROWS: usize = 500;
/// A document with where it stands among those that answer.
pub type RankedDoc = (NameStanding, Arc<Doc>);

/// So few documents are looked at one by one for the other words that were typed.
const FEW_IDS: usize = 200;
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

/// The documents of some scopes that what was typed finds, and whether there may be more; of each word `enough` are
/// sought.
pub fn typed_docs(
    case: &Look,
    def: &DocType,
    scopes: &[String],
    typed: &Typed,
    enough: usize,
) -> Result<(Vec<Arc<Doc>>, bool), Halt> {
    let (ids, more) = typed_ids(case, def, scopes, typed, enough)?;
    let mut found = Vec::new();
    for id in ids {
        let Some(doc) = case.find(def.key, &id)? else { continue };
        let known = || SearchTexts::of_doc(def, &doc).words();
        if case.actor.covers(def, Verb::View, &doc) && typed.finds(&known()) {
            found.push(doc);
        }
    }
    Ok((found, more))
}

/// The ids that the index leads to, and whether there may be more: by the word that leads to the fewest, and
/// while those are many by the next, too. A word that leads to more than `enough` says nothing of those that it
/// lacks: only where every word does, what each of them led to is looked at.
fn typed_ids(
    case: &Look,
    def: &DocType,
    scopes: &[String],
    typed: &Typed,
    enough: usize,
) -> Result<(BTreeSet<String>, bool), Halt> {
    let mut whole: Option<BTreeSet<String>> = None;
    let mut short = BTreeSet::new();
    for leads in typed.leads() {
        if whole.as_ref().is_some_and(|ids| ids.len() <= FEW_IDS) {
            break;
        }
        let mut led = BTreeSet::new();
        let mut is_short = false;
        for word in leads {
            let (found, is_cut) = worded(case, def, scopes, word, enough)?;
            led.extend(found);
            is_short |= is_cut;
        }
        match &mut whole {
            _ if is_short => short.extend(led),
            None => whole = Some(led),
            Some(ids) => ids.retain(|id| led.contains(id)),
        }
    }
    let more = whole.is_none() && !short.is_empty();
    Ok((whole.unwrap_or(short), more))
}

/// The rows that what was typed finds: in the order asked for, else those that answer best first.
pub fn by_words(
    case: &Look,
    def: &DocType,
    query: &Query,
    scopes: &[String],
) -> Result<Walked, Halt> {
    let typed = Typed::new(&query.q);
    let (docs, more) = typed_docs(case, def, scopes, &typed, WALKED_ROWS)?;
    let mut all = Vec::new();
    for doc in docs {
        if answers(def, &doc, query)? {
            all.push(doc);
        }
    }
    // Of thousands that are found, the rows of one page are written.
    if query.sort.is_empty() {
        let count = all.len();
        let page = best_first(def, &typed, all, query.offset.saturating_add(query.rows()));
        let page = page.into_iter().skip(query.offset).map(|(_, doc)| row_text(def, &doc));
        return Ok(Walked { texts: page.collect::<Result<_, Halt>>()?, count, more });
    }
    let (sort, descending) = sort_of(def, query);
    let placed = |doc: Arc<Doc>| ((index::sort_value(&doc, sort), doc.id.clone()), doc);
    let all = all.into_iter().map(placed).collect();
    cut(all, descending, query, more, |doc| row_text(def, &doc))
}

/// Of documents that were found those that answer best, the best first; of equals the newest of what is listed so,
/// else in the order of their names.
pub fn best_first(
    def: &DocType,
    typed: &Typed,
    found: Vec<Arc<Doc>>,
    wanted: usize,
) -> Vec<RankedDoc> {
    let standing = |doc: Arc<Doc>| (SearchTexts::of_doc(def, &doc).standing(typed), doc);
    let mut all: Vec<RankedDoc> = found.into_iter().map(standing).collect();
    let (sort, newest) = def.default_sort();
    let name = |doc: &Doc| doc.text(def.title).or(doc.doc_no.as_deref()).map(natural_key);
    if newest {
        all.sort_by_cached_key(|(standing, doc)| {
            (*standing, Reverse((index::sort_value(doc, sort), doc.id.clone())))
        });
    } else {
        all.sort_by_cached_key(|(standing, doc)| (*standing, name(doc), doc.id.clone()));
    }
    all.truncate(wanted);
    all
}

fn answers(def: &DocType, doc: &Doc, query: &Query) -> Result<bool, Halt> {
    // Most lists are asked for one status, which needs no row.
    let (of_status, rest): (Vec<&Where>, Vec<&Where>) =
        query.conditions.iter().partition(|one| one.field == "status");
    let status = Record::from_iter([("status".to_owned(), Value::from(doc.status.as_str()))]);
    if !of_status.iter().all(|one| holds(def, &status, one)) {
        return Ok(false);
    }
    if rest.is_empty() {
        return Ok(true);
    }
    let row: Record = parse("a list row", &row_text(def, doc)?)?;
    Ok(rest.iter().all(|one| holds(def, &row, one)))
}

fn row_text(def: &DocType, doc: &Doc) -> Result<Vec<u8>, Halt> {
    serde_json::to_vec(&ListRow(def, doc)).map_err(fault)
}
