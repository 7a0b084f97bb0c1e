//! Warnings of a record while a person types it, before they save it: nothing is refused.

use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::Verb;
use crate::docs;
use crate::error::{Halt, Issue};
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::kept::read::Read;
use crate::schema::DocType;
use crate::schema::check::{self, Strictness};
use crate::value::Instant;
use crate::write::save;

/// A record as it stands in the form; the id is empty for one that was never saved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypedRecord {
    pub id: String,
    pub record: Record,
}

json_answer! {
    /// What to look at in a record.
    pub struct Warnings {
        pub warnings: Vec<Issue>,
    }
}

/// The warnings of a record being typed.
///
/// Errors: `NotFound` for a document out of scope; `Forbidden` for those who never write the type.
pub fn warnings(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    typed: &TypedRecord,
) -> Result<Warnings, Halt> {
    let case = docs::look(read, actor, now);
    let def = super::find(doc_type)?;
    let known = case.find(def.key, &typed.id)?;
    if known.as_ref().is_some_and(|doc| !actor.covers(def, Verb::View, doc)) {
        return Err(not_found(def));
    }
    if !actor.may(def, Verb::Add) && !actor.may(def, Verb::Edit) {
        return Err(steps::forbidden(def, "edit"));
    }
    let before = known.as_ref().map(|doc| &doc.record);
    let record = check::check(def, &typed.record, before, Strictness::Draft).record;
    let doc = match known {
        Some(doc) => Doc { record, ..Doc::clone(&doc) },
        None => Doc { record, ..save::blank(&case, def, String::new()) },
    };
    Ok(Warnings { warnings: of(&case, def, &doc)? })
}

/// The warnings of a document; none where the reader does not know enough to tell.
pub fn of(case: &Look, def: &DocType, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    match def.warn.map(|warn| warn(case, doc)) {
        Some(Ok(found)) => {
            let sees = |issue: &Issue| {
                let field = issue.path.split('.').next().and_then(|key| def.field(key));
                field.is_none_or(|field| case.actor.sees(field.guarded))
            };
            Ok(found.into_iter().filter(sees).collect())
        }
        Some(Err(Halt::Need(_))) | None => Ok(Vec::new()),
        Some(Err(other)) => Err(other),
    }
}
