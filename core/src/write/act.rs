//! One workflow step: the row of the table, its guard, its inputs, its effects, its line of history.

use std::sync::Arc;

use crate::access::steps;
use crate::declare::case::Case;
use crate::declare::grant::Role;
use crate::error::{Halt, done};
use crate::flow::Step;
use crate::kept::doc::{Doc, Record};
use crate::schema::DocType;
use crate::schema::check::{self, Strictness};
use crate::write::save::{self, Visible};
use crate::write::{Done, known};

/// Takes one step of a document's workflow.
pub fn act(
    case: &mut Case,
    def: &'static DocType,
    id: &str,
    version: u32,
    action: &str,
    inputs: &Record,
) -> Result<Done, Halt> {
    let before = match save::visible(case, def, id)? {
        Visible::Doc(doc) => doc,
        Visible::Answered(answer) => return Ok(answer),
    };
    let ever: Vec<&Step> = def.flow.steps.iter().filter(|step| step.action == action).collect();
    if !ever.is_empty() && !ever.iter().any(|step| step.ever_by(case.actor, def)) {
        return Err(steps::forbidden(def, action));
    }
    let permitted = steps::allowed_to(case, def, &before, action);
    let shape = match &permitted {
        Ok((step, ..)) => Some(*step),
        Err(_) => ever.first().copied(),
    };
    let checked = match shape {
        Some(step) => step.check(inputs),
        None => check::fields(&[], inputs, None, Strictness::Complete),
    };
    save::malformed(&checked.issues)?;
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    if !def.as_it_stands.contains(&action) {
        save::fresh(case, def, &before, version)?;
    }
    let (step, role, actor) = permitted?;
    case.actor = actor;
    done(checked.issues)?;
    save::check_input_links(case, step, &checked.record)?;
    let doc = run(case, def, &before, step, role, &checked.record)?;
    let doc = match def.follow {
        Some(follow) => follow(case, step.action, doc)?,
        None => doc,
    };
    (case.register.hooks.acted)(case, id)?;
    Ok(Done::now(doc))
}

/// A step that the system takes as a consequence, in the same commit and with its own history.
pub fn by_system(
    case: &mut Case,
    def: &'static DocType,
    doc: &Doc,
    action: &str,
    inputs: &Record,
) -> Result<Arc<Doc>, Halt> {
    case.as_system(|case| {
        let (step, role) = steps::allowed(case, def, doc, action)?;
        run(case, def, doc, step, role, inputs)
    })
}

/// A step that the same person takes on another document, in the same commit and with its own history.
pub fn along(
    case: &mut Case,
    def: &'static DocType,
    doc: &Doc,
    action: &str,
    inputs: &Record,
) -> Result<Arc<Doc>, Halt> {
    let (step, role) = steps::allowed(case, def, doc, action)?;
    let checked = step.check(inputs);
    done(checked.issues)?;
    save::check_input_links(case, step, &checked.record)?;
    let doc = run(case, def, doc, step, role, &checked.record)?;
    match def.follow {
        Some(follow) => follow(case, step.action, doc),
        None => Ok(doc),
    }
}

/// Carries a step out on a document that was found fit for it.
pub fn run(
    case: &mut Case,
    def: &'static DocType,
    before: &Doc,
    step: &'static Step,
    role: Role,
    inputs: &Record,
) -> Result<Arc<Doc>, Halt> {
    let mut doc = before.clone();
    let to = (step.run)(case, &mut doc, inputs)?;
    if !to.is_empty() {
        doc.status = to.to_owned();
    }
    debug_assert!(
        doc.status == before.status || step.to.contains(&doc.status.as_str()),
        "{}: {} leads to {}, which its row does not name",
        step.id,
        step.action,
        doc.status
    );
    save::finish(case, def, Some(before), doc, step.action, inputs, Some(role))
}
