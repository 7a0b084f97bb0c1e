//! What a draft lacks before it is sent off, told with the decision that leaves it.

use super::{Changes, find};
use crate::declare::actor::Actor;
use crate::declare::case::Case;
use crate::docs;
use crate::error::{Code, Halt, Issue};
use crate::flow::Step;
use crate::kept::doc::Record;
use crate::kept::read::{Overlay, Read};
use crate::value::Instant;
use crate::write::act;

/// What would be refused if the draft that a decision leaves were submitted next; nothing where it is no draft,
/// is another person's to submit, or submitting asks for more than the draft itself.
///
/// Errors: what the reader cannot answer.
pub fn submitted(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    changes: &Changes,
) -> Result<Vec<Issue>, Halt> {
    let Some(doc) = changes.answer.doc() else { return Ok(Vec::new()) };
    let def = find(&doc.kind)?;
    let from = |step: &&Step| step.action == SUBMIT && step.from.contains(&doc.status.as_str());
    let step = def.flow.steps.iter().find(from);
    if step.is_none_or(|step| !step.check(&Record::new()).issues.is_empty()) {
        return Ok(Vec::new());
    }
    let over = Overlay { base: read, writes: &changes.writes };
    let mut case = Case::new(docs::look(&over, actor, now), SUBMIT);
    match act::act(&mut case, def, &doc.id, doc.version, SUBMIT, &Record::new()) {
        Ok(_) => Ok(Vec::new()),
        Err(Halt::Refused(refused)) => {
            let of_draft = |issue: &Issue| !matches!(issue.code, Code::Forbidden | Code::Scope);
            Ok(refused.issues.into_iter().filter(of_draft).collect())
        }
        Err(other) => Err(other),
    }
}

/// The step by which whoever made a draft sends it off.
const SUBMIT: &str = "submit";
