//! Files: sent by somebody, named by documents, seen by whoever sees one of those.

use crate::declare::case::{Case, Look};
use crate::declare::grant::Verb;
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::Record;
use crate::kept::keys;
use crate::kept::read::Range;
use crate::schema::{Field, check};
use crate::value::Instant;
use crate::write::{Done, known};

/// At most so many documents are looked at for one that names a file.
const NAMING: usize = 1000;

/// Remembers who sent a file, so that they may name it before anything else does.
pub fn send(case: &mut Case, file: &str) -> Result<Done, Halt> {
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    let now = case.now;
    case.put(keys::sent(file, &case.actor.id), &now)?;
    Ok(Done::nothing())
}

/// Whether the person sent this file.
pub fn sent(case: &Look, file: &str) -> Result<bool, Halt> {
    Ok(case.value::<Instant>(&keys::sent(file, &case.actor.id))?.is_some())
}

/// Whether the person sent the file or sees a document that names it.
pub fn sees(case: &Look, file: &str) -> Result<bool, Halt> {
    if sent(case, file)? {
        return Ok(true);
    }
    for key in case.keys(&Range::prefix(&keys::key(&["file", file])), NAMING)? {
        let [.., kind, id] = keys::parts(&key)[..] else { continue };
        let Some(def) = case.register.find(kind) else { continue };
        let doc = case.find(kind, id)?;
        if doc.is_some_and(|doc| case.actor.covers(def, Verb::View, &doc)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The files of a record that nobody sent or that the person may not see; those that were named
/// before may stay.
pub fn unknown(
    case: &Look,
    fields: &[Field],
    before: Option<&Record>,
    record: &Record,
) -> Result<Vec<Issue>, Halt> {
    let old = before.map(|record| check::files(fields, record)).unwrap_or_default();
    let mut issues = Vec::new();
    for (path, id) in check::files(fields, record) {
        if !old.iter().any(|(_, known)| *known == id) && !sees(case, id)? {
            issues.push(Issue::new(path, Code::Input, "File was not found"));
        }
    }
    Ok(issues)
}
