//! The actions of a document as one person sees them: allowed, or why not.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::access::steps::allowed_to;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::error::Halt;
use crate::flow::Step;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::said::{Phrase, Said};
use crate::schema::describe::{self, FieldDef};
use crate::schema::{DocType, Field};
use crate::shape::RawJson;

json_answer! {
    /// One action as the browser draws it.
    pub struct ActionView {
        pub action: &'static str,
        pub label: &'static str,
        /// The inputs' declarations, as in the schema.
        pub inputs: Described,
        pub allowed: bool,
        pub why: Option<String>,
        /// What `why` was made of, as of an issue.
        pub why_said [optional]: Option<Phrase>,
        /// The document waits for this step.
        pub onward: bool,
        /// The document's status has it for one of the person's roles: a refusal of it concerns them.
        pub concerns: bool,
    }
}

/// Every action that the person's roles ever have on this type, and whether it may be taken now. What only the maker of
/// a document does with it is told to nobody else.
///
/// Errors: only what the reader cannot answer; a refusal becomes the action's reason.
pub fn actions(look: &Look, def: &DocType, doc: &Doc) -> Result<Vec<ActionView>, Halt> {
    let mut views = Vec::new();
    let (awaited, _) = def.flow.carrying_on(&doc.status);
    let waits = def.flow.is_under_way(&doc.status);
    for action in def.flow.action_names() {
        let rows: Vec<&Step> = def.flow.steps.iter().filter(|step| step.action == action).collect();
        if !rows.iter().any(|step| step.ever_by(look.actor, def)) {
            continue;
        }
        let taken = allowed_to(look, def, doc, action);
        let anothers = |step: &&Step| step.is_anothers(look.actor, def, doc);
        if taken.is_err() && rows.iter().all(anothers) {
            continue;
        }
        let actor = taken.as_ref().map_or(look.actor, |(_, _, actor)| *actor);
        let why = match taken {
            Ok(_) => None,
            Err(Halt::Refused(refused)) => refused.first(),
            Err(other) => return Err(other),
        };
        let (why, why_said) = Said::parts_of(why);
        let at = |step: &&&Step| step.from.contains(&doc.status.as_str());
        let mine = |step: &&&Step| step.role_of(actor, def, doc).is_some();
        let here = rows.iter().filter(at).find(mine).or_else(|| rows.iter().find(at));
        let far = here.is_none();
        let Some(step) = here.or(rows.first()) else { continue };
        let view = ActionView {
            action: step.action,
            label: step.label,
            inputs: described(step.inputs)?,
            allowed: why.is_none(),
            why,
            why_said,
            onward: waits && awaited.iter().any(|one| one.action == step.action),
            concerns: rows.iter().filter(at).any(|step| step.ever_by(look.actor, def)),
        };
        views.push((far, view));
    }
    // What can be done, then what cannot now, then what belongs to another status.
    views.sort_by_key(|(far, view)| (!view.allowed, *far));
    Ok(views.into_iter().map(|(_, view)| view).collect())
}

/// The actions that a document waits for now, whoever takes them: where its status has several, those that
/// its own state allows.
///
/// Errors: only what the reader cannot answer.
pub fn awaited(look: &Look, def: &DocType, doc: &Doc) -> Result<Vec<&'static str>, Halt> {
    if def.flow.at_rest(&doc.status) {
        return Ok(Vec::new());
    }
    let (all, _) = def.flow.carrying_on(&doc.status);
    let (system, there) = (Actor::system(), look.over());
    let anybody = Look::new(look.register, &there, &system, look.now);
    let mut open = Vec::new();
    for step in all.iter().filter(|_| all.len() > 1) {
        match step.guard.map_or(Ok(()), |guard| guard(&anybody, doc)) {
            Ok(()) => open.push(step.action),
            Err(Halt::Refused(_)) => {}
            Err(other) => return Err(other),
        }
    }
    if open.is_empty() {
        open = all.iter().map(|step| step.action).collect();
    }
    open.dedup();
    Ok(open)
}

/// Inputs in JSON with their declarations.
type Described = Arc<RawJson<Vec<FieldDef>>>;

/// Declarations never change, so that each list of inputs is described once.
fn described(inputs: &'static [Field]) -> Result<Described, Halt> {
    static DESCRIBED: Mutex<BTreeMap<(usize, usize), Described>> = Mutex::new(BTreeMap::new());
    let mut known = DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner);
    let place = (inputs.as_ptr() as usize, inputs.len());
    if let Some(text) = known.get(&place) {
        return Ok(text.clone());
    }
    let fields: Vec<FieldDef> = inputs.iter().map(describe::field).collect();
    let text = RawJson::of(&fields).map_err(|error| Halt::Fault(error.to_string()))?;
    Ok(known.entry(place).or_insert(Arc::new(text)).clone())
}
