//! Workflows as tables of typed rows, and whether a person may take an action now.

use crate::access::{Actor, Role, Verb};
use crate::decide::case::Case;
use crate::decide::doc::Doc;
use crate::error::{Code, Halt};
use crate::schema::check::{self, Checked, Strictness};
use crate::schema::{DocType, Field, Record};

#[cfg(feature = "decide")]
mod view;
#[cfg(feature = "decide")]
pub use view::{ActionView, actions};

/// Statuses in which a document has come to rest, whatever may still be done to it.
pub const AT_REST: &[&str] = &[
    "Active",
    "Inactive",
    "Blocked",
    "Rejected",
    "Approved",
    "Posted",
    "Confirmed",
    "Cancelled",
    "Reversed",
    "Released",
    "Consumed",
    "Expired",
    "Order Completed",
    "Queued",
    "Sent",
    "Failed",
    "Discarded",
    "Unread",
    "Read",
];

/// Whether somebody still has to do something with a document in this status; drafts and rejections
/// hold nobody up.
pub fn is_under_way(status: &str) -> bool {
    !AT_REST.contains(&status) && status != "Draft" && !status.starts_with("Rejected")
}

/// A document type's states and the steps between them.
#[derive(Debug)]
pub struct Flow {
    /// Every state, in the order of the road; the first is where a document begins.
    pub statuses: &'static [&'static str],
    pub steps: &'static [Step],
    /// Statuses in which the record may be saved again.
    pub editable: &'static [&'static str],
    /// Statuses in which the document may be deleted.
    pub deletable: &'static [&'static str],
}

/// One row of a workflow.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The row's name in the domain page (`T6`).
    pub id: &'static str,
    pub from: &'static [&'static str],
    pub action: &'static str,
    /// What the button says.
    pub label: &'static str,
    /// Where it can lead; empty when the status stays.
    pub to: &'static [&'static str],
    pub by: &'static [By],
    pub inputs: &'static [Field],
    /// What must hold before the person is asked for any input; its refusal explains the button.
    pub guard: Option<Guard>,
    /// Checks the inputs and carries the step out; answers the new status.
    pub run: Run,
}

/// Reads only: writes that a guard makes are dropped.
pub type Guard = fn(&Case, &Doc) -> Result<(), Halt>;

/// The document is the working copy; whatever else changes is written through the case.
pub type Run = fn(&mut Case, &mut Doc, &Record) -> Result<&'static str, Halt>;

/// Who may take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By {
    pub role: Role,
    /// Only the document's owner, or who signs in for the firm that it is about.
    pub own: bool,
}

pub const fn by(role: Role) -> By {
    By { role, own: false }
}

pub const fn own(role: Role) -> By {
    By { role, own: true }
}

impl Step {
    /// The role in which this person takes the step: ADMIN substitutes for any listed role.
    pub fn role_of(&self, actor: &Actor, doc: &Doc) -> Option<Role> {
        let owns = actor.owns(doc) || actor.is_about(doc);
        let fits = |by: &&By| (!by.own || owns) && actor.takes(by.role, &doc.kind, Some(doc));
        match self.by.iter().find(fits) {
            Some(by) => Some(by.role),
            None if self.substitutes(actor, &doc.kind) => Some(Role::Admin),
            None => None,
        }
    }

    /// What was sent as the step's inputs: each field's own rule, under the dialog and in the decision.
    pub fn check(&self, inputs: &Record) -> Checked {
        check::fields(self.inputs, inputs, None, Strictness::Complete)
    }

    /// Whether this person's roles ever have the step on a type, on whatever document.
    pub fn ever_by(&self, actor: &Actor, kind: &str) -> bool {
        self.by.iter().any(|by| actor.takes(by.role, kind, None)) || self.substitutes(actor, kind)
    }

    /// ADMIN stands in for every person's role.
    fn substitutes(&self, actor: &Actor, kind: &str) -> bool {
        actor.takes(Role::Admin, kind, None) && self.by.iter().any(|by| by.role != Role::Sys)
    }
}

impl Flow {
    /// The row that an action of this status has, whoever takes it; of an action that the status
    /// does not have, the first.
    pub fn row(&self, status: &str, action: &str) -> Option<&'static Step> {
        let mut rows = self.steps.iter().filter(|step| step.action == action);
        let here = rows.clone().find(|step| step.from.contains(&status));
        here.or_else(|| rows.next())
    }

    /// Every action once, in table order.
    pub fn action_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = Vec::new();
        for step in self.steps {
            if !names.contains(&step.action) {
                names.push(step.action);
            }
        }
        names
    }
}

/// Whether the person may take this action now, without its inputs: the row to run, or why not.
///
/// Order of the refusals: the role never has the action (`forbidden`), the status has no such row
/// (`bad_state`), the row is another person's (`forbidden`), the guard's own.
pub fn allowed(
    case: &Case,
    def: &DocType,
    doc: &Doc,
    action: &str,
) -> Result<(&'static Step, Role), Halt> {
    let rows: Vec<&'static Step> =
        def.flow.steps.iter().filter(|step| step.action == action).collect();
    if rows.is_empty() {
        return Err(Halt::refuse(Code::NotFound, format!("{} has no action {action}", def.label)));
    }
    if !rows.iter().any(|step| step.ever_by(case.actor, def.key)) {
        return Err(forbidden(def, action));
    }
    let mut here = rows.iter().filter(|step| step.from.contains(&doc.status.as_str()));
    let fits = here.find_map(|step| Some((*step, step.role_of(case.actor, doc)?)));
    let Some((step, role)) = fits else {
        return Err(Halt::refuse(Code::BadState, bad_state(def, doc, action)));
    };
    if let Some(guard) = step.guard {
        guard(case, doc)?;
    }
    Ok((step, role))
}

/// The same for the person as himself, or else in the place of somebody who is away: the row, the
/// role, and as whom it is taken. Nobody acts as himself on what only another's place shows him.
///
/// Errors: the first refusal.
pub fn allowed_to<'a>(
    case: &Case<'a>,
    def: &DocType,
    doc: &Doc,
    action: &str,
) -> Result<(&'static Step, Role, &'a Actor), Halt> {
    let sees = |actor: &&Actor| actor.covers_alone(def, Verb::View, doc);
    let mut seen = case.actor.everywhere(def).filter(sees).peekable();
    // What was just taken out of his sight is still shown to him as it was left.
    let unseen = seen.peek().is_none().then_some(case.actor);
    let mut refused = None;
    for actor in unseen.into_iter().chain(seen) {
        let taken = match std::ptr::eq(actor, case.actor) {
            true => allowed(case, def, doc, action),
            false => {
                let there = case.over();
                allowed(&Case::new(&there, actor, case.now, case.command_id), def, doc, action)
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
        format!("You do not have permission to {words} {}", def.label.to_lowercase()),
    )
}

fn bad_state(def: &DocType, doc: &Doc, action: &str) -> String {
    let words = action.replace('_', " ");
    format!("{} is {}; {words} is not allowed", doc.name(def), doc.status)
}

/// The steps of a workflow; where nothing is decided they are only shown.
pub const fn acting<const N: usize>(mut steps: [Step; N]) -> [Step; N] {
    let mut at = if cfg!(feature = "decide") { N } else { 0 };
    while at < N {
        steps[at].guard = None;
        steps[at].run = |_, _, _| Ok("");
        at += 1;
    }
    steps
}

/// What masters do: they begin active, and are deactivated rather than lost.
pub static MASTER: Flow = Flow {
    statuses: &["Active", "Inactive"],
    editable: &["Active", "Inactive"],
    deletable: &["Active", "Inactive"],
    steps: &acting([
        Step {
            id: "M1",
            from: &["Active"],
            action: "deactivate",
            label: "Deactivate",
            to: &["Inactive"],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: None,
            run: |_, _, _| Ok("Inactive"),
        },
        Step {
            id: "M2",
            from: &["Inactive"],
            action: "activate",
            label: "Activate",
            to: &["Active"],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: None,
            run: |_, _, _| Ok("Active"),
        },
    ]),
};
