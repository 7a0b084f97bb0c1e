//! How many documents of each status lie in each scope, kept by each commit.

use std::collections::BTreeMap;

use super::Scoped;
use crate::declare::case::Case;
use crate::error::Halt;
use crate::kept::keys;
use crate::schema::DocType;

/// The name under which documents are counted that lie in both of two scopes: a sum over scopes
/// counts them twice.
pub fn both(one: &str, other: &str) -> String {
    let (first, second) = if one < other { (one, other) } else { (other, one) };
    format!("{first}&{second}")
}

/// Under what a document is counted: its scopes, and two of a kind together.
fn counted(def: &DocType, scopes: &[String]) -> Vec<String> {
    let mut all = scopes.to_vec();
    if def.second.is_some() || def.owners.is_some() {
        for (at, one) in scopes.iter().enumerate() {
            let same = scopes[..at].iter().filter(|other| other.get(..1) == one.get(..1));
            all.extend(same.map(|other| both(one, other)));
        }
    }
    all
}

/// Counts a document under what it lies in now, and no longer under what it lay in before.
pub(super) fn write(
    case: &mut Case,
    def: &DocType,
    before: Option<&Scoped>,
    after: Option<&Scoped>,
) -> Result<(), Halt> {
    if !def.counted {
        return Ok(());
    }
    let mut changes: BTreeMap<String, i64> = BTreeMap::new();
    for (side, by) in [(before, -1), (after, 1)] {
        let Some((doc, scopes)) = side else { continue };
        for scope in counted(def, scopes) {
            *changes.entry(keys::count(def.key, &scope, &doc.status)).or_default() += by;
        }
    }
    for (key, by) in changes.into_iter().filter(|(_, by)| *by != 0) {
        let count: i64 = case.value(&key)?.unwrap_or(0);
        case.put(key, &(count + by))?;
    }
    Ok(())
}
