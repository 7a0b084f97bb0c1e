//! The list index beside documents, so that lists need not read them: sorted rows, counts, words,
//! unique values.

use std::collections::{BTreeMap, BTreeSet};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;

use crate::declare::case::{Case, Look};
use crate::declare::grant::ScopeKind;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::Range;
use crate::said;
use crate::schema::{DocType, Field, Kind, direction};
use crate::value::Instant;
use crate::value::hash::{self, digest};

mod counts;
mod found;
mod values;

pub use counts::both;
pub use found::SearchTexts;
use values::{filter_values, same_value};
pub use values::{key_text, sort_value, unique_text};

/// The scope of a document of the whole company.
pub const EVERYWHERE: &str = "*";
/// More than any index holds.
const MANY: usize = 1_000_000;
/// Raised by one when this module makes other keys or rows of the same declaration: the next start
/// makes those of every type anew.
pub const MADE: u32 = 4;

/// A digest of everything in a declaration that the keys and rows of its documents follow from:
/// while it stays the same so do they.
pub fn shape(def: &'static DocType) -> String {
    let keys_of = |wanted: &dyn Fn(&Field) -> bool| -> Vec<&str> {
        def.fields.iter().filter(|field| wanted(field)).map(|field| field.key).collect()
    };
    let (listed, searched) = (keys_of(&|field| in_row(def, field)), keys_of(&|f| f.searched));
    let sorted: BTreeSet<_> = Sorted::all(def).map(|sorted| (sorted.by, sorted.then)).collect();
    let unique: Vec<_> = uniqueness(def).collect();
    let scopes: Vec<&str> = def.scopes.iter().map(|kind| kind.field()).collect();
    let mut all = json!([MADE, listed, searched, sorted, unique, scopes, def.party, def.shared]);
    if let (Some(second), Some(all)) = (def.second, all.as_array_mut()) {
        all.push(json!([second.branch, second.yard]));
    }
    // Each of several values has a key of its own. An older program had none: such types are indexed anew.
    let many =
        |key: &&&str| def.field(key).is_some_and(|field| matches!(field.kind, Kind::Many(_)));
    let many: Vec<&&str> = def.filters.iter().filter(many).collect();
    if let (false, Some(all)) = (many.is_empty(), all.as_array_mut()) {
        all.push(json!({ "many": many }));
    }
    if let (Some(owners), Some(all)) = (def.owners, all.as_array_mut()) {
        all.push(json!({ "owners": owners }));
    }
    digest(all.to_string().bytes())
}

/// The scope keys a document lies in.
pub fn scopes(def: &DocType, doc: &Doc) -> Vec<String> {
    let party = def.party_of(doc).map(|id| scope(ScopeKind::Party, id));
    if def.scopes.is_empty() {
        return [EVERYWHERE.to_owned()].into_iter().chain(party).collect();
    }
    let of = |kind: &ScopeKind| {
        let first = doc.place(*kind);
        let second = def.second_of(doc, *kind).filter(|id| Some(*id) != first);
        first.into_iter().chain(second).map(|id| scope(*kind, id)).collect::<Vec<_>>()
    };
    let roles = def.shared_with(doc).into_iter().map(|id| scope(ScopeKind::Role, id));
    let first = doc.place(ScopeKind::Owner);
    let owners = def.owners_of(doc).into_iter().filter(|id| Some(*id) != first);
    let owners = owners.map(|id| scope(ScopeKind::Owner, id));
    def.scopes.iter().flat_map(of).chain(owners).chain(party).chain(roles).collect()
}

/// The scope key of one branch, yard, owner, outside firm or role.
pub fn scope(kind: ScopeKind, id: &str) -> String {
    let letter = match kind {
        ScopeKind::Branch => 'b',
        ScopeKind::Yard => 'y',
        ScopeKind::Owner => 'o',
        ScopeKind::Party => 'p',
        ScopeKind::Role => 'r',
    };
    format!("{letter}{id}")
}

/// The list row of a document: what stands beside the record, and the listed fields.
pub struct ListRow<'d>(pub &'d DocType, pub &'d Doc);

impl Serialize for ListRow<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let ListRow(def, doc) = self;
        let mut row = out.serialize_map(None)?;
        row.serialize_entry("id", &doc.id)?;
        row.serialize_entry("version", &doc.version)?;
        row.serialize_entry("status", &doc.status)?;
        row.serialize_entry("since", &doc.since)?;
        row.serialize_entry("doc_no", &doc.doc_no)?;
        for (kind, id) in doc.beside() {
            row.serialize_entry(kind.field(), &id)?;
        }
        row.serialize_entry("updated_at", &doc.updated_at)?;
        for field in def.fields.iter().filter(|field| in_row(def, field)) {
            row.serialize_entry(field.key, &doc.record.get(field.key))?;
        }
        row.end()
    }
}

/// A row holds what the list shows, and what it is filtered and sorted by.
pub fn in_row(def: &DocType, field: &Field) -> bool {
    def.in_row(field)
}

/// The prefix of a sort's rows, without the scope's own part.
pub fn sort_index(sort: &str) -> String {
    direction(sort).0.to_owned()
}

/// The index of rows with one value of a filter, sorted by the type's first sort.
pub fn filter_index(field: &str) -> String {
    format!("{field}=")
}

/// One index of a type, whatever the scope: sorted by a field, or by a field and then by what the
/// type's lists begin with.
struct Sorted<'t> {
    by: &'t str,
    /// Of a filter's index.
    then: Option<&'t str>,
}

impl Sorted<'_> {
    fn all(def: &DocType) -> impl Iterator<Item = Sorted<'_>> {
        let then = Some(def.default_sort().0);
        let sorts = def.sorts.iter().map(|sort| Sorted { by: direction(sort).0, then: None });
        let filters = ["status"].iter().chain(def.filters);
        sorts.chain(filters.map(move |by| Sorted { by, then }))
    }

    /// Whether two versions of a document stand at the same place.
    fn same(&self, before: &Doc, after: &Doc) -> bool {
        [Some(self.by), self.then].into_iter().flatten().all(|key| same_value(before, after, key))
    }

    fn index(&self) -> String {
        match self.then {
            None => sort_index(self.by),
            Some(_) => filter_index(self.by),
        }
    }

    /// The keys of a document in each of its scopes, one for each value of a filter.
    fn keys(&self, def: &DocType, (doc, scopes): &Scoped) -> Vec<String> {
        let index = self.index();
        let places: Vec<Vec<String>> = match self.then {
            None => vec![vec![sort_value(doc, self.by)]],
            Some(then) => {
                let then = sort_value(doc, then);
                let place = |value: String| vec![value.to_lowercase(), then.clone()];
                filter_values(doc, self.by).into_iter().map(place).collect()
            }
        };
        let key = |scope: &String, place: &Vec<String>| {
            let mut parts = vec!["idx", def.key, &index, scope];
            parts.extend(place.iter().map(String::as_str));
            parts.push(&doc.id);
            keys::key(&parts)
        };
        scopes.iter().flat_map(|scope| places.iter().map(move |place| key(scope, place))).collect()
    }
}

/// Whether two versions of a document are found by the same words.
fn same_words(def: &DocType, before: &Doc, after: &Doc) -> bool {
    let mut searched = def.fields.iter().filter(|field| field.searched);
    before.doc_no == after.doc_no
        && searched.all(|field| before.record.get(field.key) == after.record.get(field.key))
}

/// A short name of a scope, so that the tags of a document stand in the index itself. Two scopes may
/// share one: whoever searches by tags looks at the document, too.
pub fn tag(scope: &str) -> String {
    hash::short(scope.bytes())
}

/// The word keys of a document, each with the tags of its scopes.
fn word_keys(def: &DocType, (doc, scopes): &Scoped) -> BTreeMap<String, String> {
    let tags: Vec<String> = scopes.iter().map(|scope| tag(scope)).collect();
    if tags.is_empty() {
        return BTreeMap::new();
    }
    let words = SearchTexts::of_doc(def, doc).words().into_iter();
    words.map(|word| (keys::key(&["word", def.key, &word, &doc.id]), tags.join(" "))).collect()
}

/// The unique values of a document: a name, and the fields it speaks of.
pub fn uniqueness(
    def: &'static DocType,
) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let alone = def.fields.iter().filter(|field| field.unique);
    let alone = alone.map(|field| (field.key, std::slice::from_ref(&field.key)));
    alone.chain(def.unique_together.iter().copied())
}

/// Unique values of a record as they stand in keys: name, value, the fields it speaks of.
pub fn unique_values(
    def: &'static DocType,
    record: &Record,
) -> Vec<(&'static str, String, &'static [&'static str])> {
    let mut found = Vec::new();
    for (name, fields) in uniqueness(def) {
        let values: Option<Vec<String>> = fields
            .iter()
            .map(|key| record.get(*key).map(unique_text).filter(|value| !value.is_empty()))
            .collect();
        found.extend(values.map(|values| (name, values.join("\u{1e}"), fields)));
    }
    found
}

/// Unique values of a document: the key, and the fields it speaks of.
fn unique_keys(
    def: &'static DocType,
    doc: &Doc,
) -> Vec<(String, &'static str, &'static [&'static str])> {
    let all = unique_values(def, &doc.record).into_iter();
    all.map(|(name, value, fields)| (keys::unique(def.key, name, &value), name, fields)).collect()
}

/// A document and its scopes.
type Scoped<'d> = (&'d Doc, Vec<String>);

/// Brings everything indexed for a document from what it was to what it is.
///
/// Errors: `Duplicate` for every unique value that another document holds.
pub fn write(
    case: &mut Case,
    def: &'static DocType,
    before: Option<&Doc>,
    after: Option<&Doc>,
) -> Result<(), Halt> {
    write_unique(case, def, before, after)?;
    write_lists(case, def, before, after)
}

/// Indexes a document that stands already: what is right of its keys may stand, too, but no counts
/// that hold it. The type's documents come in the order of their ids; a unique value that several of
/// them have is the first one's, and the others are noted.
///
/// Errors: what the reader cannot answer.
pub fn write_anew(case: &mut Case, def: &'static DocType, doc: &Doc) -> Result<(), Halt> {
    for (key, _, _) in unique_keys(def, doc) {
        match case.value::<String>(&key)? {
            Some(holder) if holder < doc.id => case.put(other(&key, &doc.id), &1)?,
            _ => case.put(key, &doc.id)?,
        }
    }
    write_lists(case, def, None, Some(doc))
}

/// Whether a key that names a document is one that the document makes; its value is not looked at.
pub fn makes(def: &'static DocType, doc: &Doc, key: &str) -> bool {
    let scoped = || (doc, scopes(def, doc));
    match keys::parts(key)[..] {
        ["row", ..] => true,
        ["uniq", ..] => unique_keys(def, doc).iter().any(|(own, _, _)| own == key),
        ["word", ..] => word_keys(def, &scoped()).contains_key(key),
        ["idx", _, index, ..] => Sorted::all(def)
            .filter(|sorted| sorted.index() == index)
            .any(|sorted| sorted.keys(def, &scoped()).iter().any(|own| own == key)),
        _ => false,
    }
}

fn write_lists(
    case: &mut Case,
    def: &'static DocType,
    before: Option<&Doc>,
    after: Option<&Doc>,
) -> Result<(), Halt> {
    match (before, after) {
        (_, Some(doc)) => case.put(keys::row(def.key, &doc.id), &ListRow(def, doc))?,
        (Some(doc), None) => case.remove(keys::row(def.key, &doc.id)),
        (None, None) => {}
    }
    let scoped = |doc| (doc, scopes(def, doc));
    let (before, after) = (before.map(scoped), after.map(scoped));
    write_sorted(case, def, before.as_ref(), after.as_ref())?;
    write_words(case, def, before.as_ref(), after.as_ref())?;
    counts::write(case, def, before.as_ref(), after.as_ref())
}

/// Writes and removes only the keys that change: most of a document's stay with every step.
fn write_sorted(
    case: &mut Case,
    def: &DocType,
    before: Option<&Scoped>,
    after: Option<&Scoped>,
) -> Result<(), Halt> {
    let stays = |sorted: &Sorted| match (before, after) {
        (Some((was, here)), Some((is, there))) => here == there && sorted.same(was, is),
        _ => false,
    };
    for sorted in Sorted::all(def).filter(|sorted| !stays(sorted)) {
        let keys =
            |side: Option<&Scoped>| side.map(|doc| sorted.keys(def, doc)).unwrap_or_default();
        let (old, new) = (keys(before), keys(after));
        for key in old.iter().filter(|key| !new.contains(key)) {
            case.remove(key.clone());
        }
        for key in new.into_iter().filter(|key| !old.contains(key)) {
            case.put(key, &1)?;
        }
    }
    Ok(())
}

fn write_words(
    case: &mut Case,
    def: &DocType,
    before: Option<&Scoped>,
    after: Option<&Scoped>,
) -> Result<(), Halt> {
    if let (Some((was, here)), Some((is, there))) = (before, after)
        && here == there
        && same_words(def, was, is)
    {
        return Ok(());
    }
    let mut old = before.map(|doc| word_keys(def, doc)).unwrap_or_default();
    for (key, tags) in after.map(|doc| word_keys(def, doc)).unwrap_or_default() {
        match old.remove(&key) {
            Some(same) if same == tags => {}
            _ => case.put(key, &tags)?,
        }
    }
    for key in old.into_keys() {
        case.remove(key);
    }
    Ok(())
}

fn write_unique(
    case: &mut Case,
    def: &'static DocType,
    before: Option<&Doc>,
    after: Option<&Doc>,
) -> Result<(), Halt> {
    let mut issues = Vec::new();
    let old = before.map(|doc| unique_keys(def, doc)).unwrap_or_default();
    let new = after.map(|doc| unique_keys(def, doc)).unwrap_or_default();
    for (key, _, _) in &old {
        let Some(doc) = before else { continue };
        if !new.iter().any(|(kept, _, _)| kept == key) {
            let_go(case, key, &doc.id)?;
        }
    }
    for (key, _, fields) in new {
        let Some(doc) = after else { continue };
        // What it held before it holds.
        if old.iter().any(|(held, _, _)| *held == key) {
            continue;
        }
        match case.value::<String>(&key)? {
            Some(holder) if holder != doc.id => {
                issues.push(duplicate(case, def, doc, &holder, fields)?);
            }
            Some(_) => {}
            None => case.put(key, &doc.id)?,
        }
    }
    done(issues)
}

/// A document no longer has a value: it is free, or the next one's of those that have it, too.
fn let_go(case: &mut Case, key: &str, id: &str) -> Result<(), Halt> {
    if case.value::<String>(key)?.is_some_and(|holder| holder != id) {
        case.remove(other(key, id));
        return Ok(());
    }
    let Some(next) = case.keys(&Range::prefix(&keys::twice(key)), 1)?.pop() else {
        case.remove(key.to_owned());
        return Ok(());
    };
    let heir = keys::parts(&next).last().map(|id| (*id).to_owned()).unwrap_or_default();
    case.put(key.to_owned(), &heir)?;
    case.remove(next);
    Ok(())
}

/// The key that marks a document whose unique value another document holds.
fn other(unique: &str, id: &str) -> String {
    format!("{}{id}{}", keys::twice(unique), keys::SEPARATOR)
}

fn duplicate(
    case: &Look,
    def: &DocType,
    doc: &Doc,
    holder: &str,
    fields: &[&'static str],
) -> Result<Issue, Halt> {
    let last = fields.last().copied().unwrap_or("");
    let label = def.field(last).map(|field| field.label).unwrap_or("Value");
    let value = doc.text(last).map(str::to_owned).unwrap_or_default();
    let other = case.seen(def, holder)?.map(|doc| doc.title(def)).unwrap_or_default();
    let message = if value == other || other.is_empty() {
        said!("{label} {value} already exists", label, value)
    } else {
        said!("{label} {value} already exists in {other}", label, value, other)
    };
    Ok(Issue::new(last, Code::Duplicate, message))
}

/// The ids of a type's documents with one value of a filter, of a type that every scope shares.
pub fn ids_where(
    case: &Look,
    def: &DocType,
    field: &str,
    value: &str,
) -> Result<Vec<String>, Halt> {
    let (index, value) = (filter_index(field), value.to_lowercase());
    let range = Range::prefix(&keys::key(&["idx", def.key, &index, EVERYWHERE, &value]));
    let found = case.keys(&range, MANY)?;
    let id = |key: &String| keys::parts(key).last().map(|id| (*id).to_owned());
    Ok(found.iter().filter_map(id).collect())
}

/// Puts a document's timer into the sweep's index.
pub fn set_due(case: &mut Case, at: Instant, doc: &Doc, what: &str) -> Result<(), Halt> {
    case.put(keys::due(at.0, &doc.kind, &doc.id, what), &1)
}

/// Takes a document's timer out again.
pub fn clear_due(case: &mut Case, at: Instant, doc: &Doc, what: &str) {
    case.remove(keys::due(at.0, &doc.kind, &doc.id, what));
}
