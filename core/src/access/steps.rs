//! Whether a person may take a step of a workflow now, in which role and as whom.

use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::{Role, ScopeKind, Verb};
use crate::error::{Code, Halt};
use crate::flow::{At, By, Step};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::schema::DocType;
use crate::schema::check::{self, Checked, Strictness};

impl Step {
    /// The role in which this person takes the step: ADMIN substitutes for any listed role.
    pub fn role_of(&self, actor: &Actor, def: &DocType, doc: &Doc) -> Option<Role> {
        let owns = actor.owns(doc) || actor.is_about(def, doc);
        let fits = |by: &&By| {
            (!by.own || owns)
                && by.at.holds(actor, by.role, def, doc)
                && actor.takes(by.role, def, Some(doc))
        };
        match self.by.iter().find(fits) {
            Some(by) => Some(by.role),
            None if self.substitutes(actor, def) => Some(Role::Admin),
            None => None,
        }
    }

    /// Checks a step's inputs by each field's own rule and by those between them, under the dialog
    /// and in the decision.
    pub fn check(&self, inputs: &Record) -> Checked {
        let mut checked = check::fields(self.inputs, inputs, None, Strictness::Complete);
        if checked.issues.is_empty()
            && let Some(rules) = self.rules.alone
        {
            rules(&checked.record, &mut checked.issues);
        }
        checked
    }

    /// Whether this person's roles ever have the step on a type, on whatever document.
    pub fn ever_by(&self, actor: &Actor, def: &DocType) -> bool {
        self.by.iter().any(|by| actor.takes(by.role, def, None)) || self.substitutes(actor, def)
    }

    /// Whether only whoever made the document takes the step, and that is another person.
    pub fn is_anothers(&self, actor: &Actor, def: &DocType, doc: &Doc) -> bool {
        let anyones = |by: &By| !by.own && actor.takes(by.role, def, Some(doc));
        self.role_of(actor, def, doc).is_none() && !self.by.iter().any(anyones)
    }

    /// The place of the document at which the person would have to work to take the step.
    fn elsewhere(&self, actor: &Actor, def: &DocType, doc: &Doc) -> Option<At> {
        let there = |by: &&By| by.at != At::Either && actor.takes(by.role, def, Some(doc));
        self.by.iter().find(there).map(|by| by.at)
    }

    /// ADMIN stands in for every person's role.
    fn substitutes(&self, actor: &Actor, def: &DocType) -> bool {
        actor.takes(Role::Admin, def, None) && self.by.iter().any(|by| by.role != Role::Sys)
    }
}

impl At {
    /// The branch and the yard of a document that this place is.
    fn of<'d>(self, def: &DocType, doc: &'d Doc) -> [Option<&'d str>; 2] {
        [ScopeKind::Branch, ScopeKind::Yard].map(|kind| match self {
            At::Second => def.second_of(doc, kind),
            _ => doc.place(kind),
        })
    }

    /// Whether somebody in this role works at the place.
    fn holds(self, actor: &Actor, role: Role, def: &DocType, doc: &Doc) -> bool {
        let [branch, yard] = self.of(def, doc);
        self == At::Either || actor.works_at(role, branch, yard)
    }
}

fn outside(look: &Look, def: &DocType, doc: &Doc, at: At) -> Result<Halt, Halt> {
    let [_, yard] = at.of(def, doc);
    let found = look.register.cutting(ScopeKind::Yard).zip(yard);
    let name = match found {
        Some((def, id)) => look.find(def.key, id)?.map(|doc| doc.title(def)),
        None => None,
    };
    let name = name.as_deref().unwrap_or("This yard");
    Ok(Halt::refuse(Code::Scope, said!("{name} is outside your access", name)))
}

/// Whether the person may take this action now, without its inputs: the row to run, or why not.
///
/// Order of the refusals: the role never has the action (`forbidden`), the status has no such row
/// (`bad_state`), the row is another person's (`forbidden`), the guard's own.
pub fn allowed(
    look: &Look,
    def: &DocType,
    doc: &Doc,
    action: &str,
) -> Result<(&'static Step, Role), Halt> {
    let rows: Vec<&'static Step> =
        def.flow.steps.iter().filter(|step| step.action == action).collect();
    if rows.is_empty() {
        return Err(Halt::refuse(
            Code::NotFound,
            said!("{label} has no action {action}", label = def.label, action),
        ));
    }
    if !rows.iter().any(|step| step.ever_by(look.actor, def)) {
        return Err(forbidden(def, action));
    }
    let mut here = rows.iter().filter(|step| step.from.contains(&doc.status.as_str()));
    let fits = here.find_map(|step| Some((*step, step.role_of(look.actor, def, doc)?)));
    let Some((step, role)) = fits else {
        let mut here = rows.iter().filter(|step| step.from.contains(&doc.status.as_str()));
        return Err(match here.find_map(|step| step.elsewhere(look.actor, def, doc)) {
            Some(at) => outside(look, def, doc, at)?,
            None => Halt::refuse(Code::BadState, bad_state(def, doc, action)),
        });
    };
    if let Some(guard) = step.guard {
        guard(look, doc)?;
    }
    Ok((step, role))
}

/// The same for the person as themselves, or else in the place of somebody who is away: the row,
/// the role, and as whom it is taken. Nobody acts as themselves on a document that only another's
/// place shows them.
///
/// Errors: the first refusal.
pub fn allowed_to<'a>(
    look: &Look<'a>,
    def: &DocType,
    doc: &Doc,
    action: &str,
) -> Result<(&'static Step, Role, &'a Actor), Halt> {
    let sees = |actor: &&Actor| actor.covers_alone(def, Verb::View, doc);
    let mut seen = look.actor.everywhere(def).filter(sees).peekable();
    // A document that the step just took out of the person's sight is still shown to them as it was
    // left.
    let unseen = seen.peek().is_none().then_some(look.actor);
    let mut refused = None;
    for actor in unseen.into_iter().chain(seen) {
        let taken = match std::ptr::eq(actor, look.actor) {
            true => allowed(look, def, doc, action),
            false => {
                let there = look.over();
                allowed(&Look::new(look.register, &there, actor, look.now), def, doc, action)
            }
        };
        match taken {
            Ok((step, role)) => return Ok((step, role, actor)),
            Err(why @ Halt::Refused(_)) => refused = refused.or(Some(why)),
            Err(other) => return Err(other),
        }
    }
    Err(refused.unwrap_or_else(|| forbidden(def, action)))
}

pub fn forbidden(def: &DocType, action: &str) -> Halt {
    let words = action.replace('_', " ");
    Halt::refuse(
        Code::Forbidden,
        said!(
            "You do not have permission to {words} {label}",
            words,
            label = def.label.to_lowercase()
        ),
    )
}

/// A label within a sentence: `Send for approval` as `send for approval`, `IRN` as it is.
fn begun_small(label: &str) -> String {
    let mut letters = label.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => label.to_owned(),
    }
}

fn bad_state(def: &DocType, doc: &Doc, action: &str) -> Said {
    let step = def.flow.steps.iter().find(|step| step.action == action);
    let words = step.map_or_else(|| action.replace('_', " "), |step| begun_small(step.label));
    said!(
        "{name} is {status}; {words} is not allowed",
        name = doc.name(def),
        status = doc.status,
        words
    )
}
