//! Four eyes: whoever asked for an approval, or changed what it is given for, does not give it.

use serde_json::Value;

use super::settings;
use crate::declare::case::Look;
use crate::declare::grant::Role;
use crate::error::{Code, Halt};
use crate::kept::doc::Doc;
use crate::said;

/// The field that names those who changed a document since it was approved.
const CHANGED_BY: &str = "changed_by";
/// The field that names those whose counts a document brings together.
const COUNTED_BY: &str = "counted_by";

/// Somebody changed what an approval is given for: it is not theirs to give.
pub fn changed(case: &Look, doc: &mut Doc) {
    let mut ids = doc.get(CHANGED_BY).and_then(Value::as_array).cloned().unwrap_or_default();
    let id = Value::from(case.actor.id.clone());
    if !case.actor.has(Role::Sys) && !ids.contains(&id) {
        ids.push(id);
        doc.set(CHANGED_BY, Value::Array(ids));
    }
}

/// Another person looked at all of it.
pub fn seen(doc: &mut Doc) {
    doc.record.remove(CHANGED_BY);
}

/// What a person did to a document, for which its approval is another's.
fn did(case: &Look, doc: &Doc) -> Option<&'static str> {
    let is = |id: &str| case.actor.is(id);
    let among = |key: &str| {
        let ids = doc.get(key).and_then(Value::as_array);
        ids.into_iter().flatten().filter_map(Value::as_str).any(is)
    };
    let ids = doc.get(CHANGED_BY).and_then(Value::as_array);
    let changed = ids.into_iter().flatten().filter_map(Value::as_str).any(is);
    let submitted = doc.text("submitted_by").is_some_and(is);
    // A document of an older program names nobody who changed it.
    let created = changed || submitted || ids.is_none();
    match () {
        () if created && is(&doc.created_by) => Some("created"),
        () if among(COUNTED_BY) => Some("counted"),
        () if submitted => Some("submitted"),
        () => changed.then_some("changed"),
    }
}

/// Requires another person than those who asked for it and changed it; `step` as a setting may except it, `must`
/// what the other one does.
///
/// Errors: `FourEyes`.
pub fn another_person(case: &Look, doc: &Doc, step: &str, must: &str) -> Result<(), Halt> {
    let Some(did) = did(case, doc) else { return Ok(()) };
    if case.actor.has(Role::Sys) || settings::allows_self(case, step)? {
        return Ok(());
    }
    let kind = super::find(&doc.kind).map_or("document".to_owned(), |def| def.label.to_lowercase());
    let message = said!("You {did} this {kind}; another person must {must}", did, kind, must);
    Err(Halt::refuse(Code::FourEyes, message))
}
