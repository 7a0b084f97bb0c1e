//! Declarations as another program might have them, and a store as that one would have left it.

#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::declare::grant::ScopeKind;
use godown_core::docs;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, Writes, parse};
use godown_core::schema::{DocType, Field};
use godown_core::value::Instant;
use godown_core::write::index;

/// What is derived from documents.
pub const DERIVED: [&str; 6] = ["row", "idx", "word", "uniq", "twice", "count"];

/// A declaration of which everything is derived otherwise.
pub fn otherwise(def: &'static DocType) -> &'static DocType {
    let field = |(at, field): (usize, &Field)| Field {
        listed: field.listed != (at % 2 == 0),
        searched: field.searched != (at % 3 == 0),
        unique: field.unique != (at % 4 == 0),
        ..*field
    };
    let fields: Vec<Field> = def.fields.iter().enumerate().map(field).collect();
    let filters = def.filters.iter().copied().skip(1).chain([def.title]).collect::<Vec<_>>();
    let none = def.scopes.is_empty();
    let scopes: &[ScopeKind] = if none { &[ScopeKind::Branch, ScopeKind::Owner] } else { &[] };
    let party = if def.party.is_none() { Some("id") } else { None };
    Box::leak(Box::new(DocType {
        fields: fields.leak(),
        unique_together: &[("moment", &["name", "code"])],
        sorts: &["-updated_at", "name"],
        filters: filters.leak(),
        scopes,
        party,
        shared: None,
        ..*def
    }))
}

/// Every key of a family of a type.
pub fn keys_of(read: &dyn Read, family: &str, def: &DocType) -> Vec<String> {
    read.keys(&Range::prefix(&keys::key(&[family, def.key])), usize::MAX).unwrap()
}

/// What turns a store into the one that a program of other declarations, and without shapes, would have
/// left.
pub fn left_by_another(read: &dyn Read) -> Writes {
    let (mut writes, system) = (Writes::new(), Actor::system());
    for def in docs::ALL {
        let mut case = Case::new(docs::look(read, &system, Instant(0)), "");
        for family in DERIVED {
            keys_of(read, family, def).into_iter().for_each(|key| case.remove(key));
        }
        for key in keys_of(read, "doc", def) {
            let doc: Doc = parse(&key, &read.get(&key).unwrap().unwrap()).unwrap();
            index::write_anew(&mut case, otherwise(def), &doc).unwrap();
        }
        case.remove(keys::shape(def.key));
        writes.extend(case.into_writes().0);
    }
    writes
}

/// What is derived from the documents of a store. A count that fell to nothing is as good as none.
pub fn derived(read: &dyn Read) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for family in DERIVED {
        all.extend(read.scan(&Range::prefix(&keys::key(&[family])), usize::MAX).unwrap());
    }
    all.retain(|(key, value)| keys::parts(key)[0] != "count" || value != b"0");
    all
}
