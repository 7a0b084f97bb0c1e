//! Documents as they are printed, as far as a person may see and print them.

use serde_json::Value;

use super::view;
use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::printed::copies;
use crate::error::{Code, Halt};
use crate::kept::read::Read;
use crate::value::Instant;

/// What the papers of some documents of a type are made of.
///
/// Errors: `NotFound` for a type that is not printed and for a document that the person may not view; `Forbidden`
/// without the right to print.
pub fn views(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    ids: &[String],
) -> Result<Vec<Value>, Halt> {
    let def = docs::find(doc_type).filter(|def| !copies(def.key).is_empty());
    let def =
        def.ok_or_else(|| Halt::refuse(Code::NotFound, "This type of document is not printed"))?;
    if actor.may(def, Verb::View) && !actor.may(def, Verb::Print) {
        return Err(steps::forbidden(def, "print"));
    }
    let seen = |id: &String| view(read, actor, now, doc_type, id)?.value().map_err(Halt::Fault);
    ids.iter().map(seen).collect()
}
