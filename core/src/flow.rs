//! Workflows as tables of typed rows.

use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::error::{Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::schema::Field;

/// Ends that nobody works towards: a step that leads there does not carry a document forward.
const ENDED: &[&str] = &["Cancelled", "Reversed", "Blocked", "Inactive"];

fn is_ended(status: &str) -> bool {
    ENDED.contains(&status) || status.starts_with("Rejected")
}

/// A document type's states and the steps between them.
#[derive(Debug)]
pub struct Flow {
    /// Every state, in the order of the road; the first is where a document begins.
    pub statuses: &'static [&'static str],
    /// Those in which a document has come to rest, whatever may still be done to it.
    pub rests: &'static [&'static str],
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
    /// The button's label.
    pub label: &'static str,
    /// The statuses that it can lead to; empty when the status stays.
    pub to: &'static [&'static str],
    pub by: &'static [By],
    pub inputs: &'static [Field],
    /// The precondition that is checked before the person is asked for any input; its refusal
    /// explains the button.
    pub guard: Option<Guard>,
    /// The rules of the inputs beyond each field's own.
    pub rules: InputRules,
    /// Checks the inputs and carries the step out; answers the new status.
    pub run: Run,
}

/// The precondition of a step; it only looks.
pub type Guard = fn(&Look, &Doc) -> Result<(), Halt>;

/// The rules of a step's inputs that are asked before the step is carried out.
#[derive(Clone, Copy, Debug)]
pub struct InputRules {
    /// Between the inputs alone: asked under the dialog too.
    pub alone: Option<fn(&Record, &mut Vec<Issue>)>,
    /// Over other documents, each by itself, and asked by the step's `run` as well: a device that
    /// lacks some of what `run` reads still asks those for which it has enough.
    pub over: &'static [InputRule],
}

pub const NO_RULES: InputRules = InputRules { alone: None, over: &[] };

/// Takes the step's document and its inputs; what it finds before it lacks a document counts.
pub type InputRule = fn(&Look, &Doc, &Record, &mut Vec<Issue>) -> Result<(), Halt>;

/// The document is the working copy; whatever else changes is written through the case.
pub type Run = fn(&mut Case, &mut Doc, &Record) -> Result<&'static str, Halt>;

/// The people who may take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By {
    pub role: Role,
    /// Only the document's owner, or who signs in for the firm that it is about.
    pub own: bool,
    pub at: At,
}

/// At which of a document's two places somebody must work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Either,
    /// The place that the document belongs to.
    First,
    /// The second place that it is about.
    Second,
}

pub const fn by(role: Role) -> By {
    By { role, own: false, at: At::Either }
}

pub const fn own(role: Role) -> By {
    By { role, own: true, at: At::Either }
}

pub const fn at(place: At, role: Role) -> By {
    By { role, own: false, at: place }
}

impl Flow {
    /// Whether a document in this status has come to rest.
    pub fn at_rest(&self, status: &str) -> bool {
        self.rests.contains(&status)
    }

    /// Whether a document is deactivated where it cannot be deleted.
    pub fn retires(&self) -> bool {
        self.steps.iter().any(|step| step.action == "deactivate")
    }

    /// Whether somebody still has to do something with a document in this status; drafts and
    /// rejections hold nobody up.
    pub fn is_under_way(&self, status: &str) -> bool {
        !self.at_rest(status) && status != "Draft" && !status.starts_with("Rejected")
    }

    /// The steps that a document in this status waits for, and whether they carry it forward; where
    /// none does (a rejection, a concern), those that leave the status or stand in it alone.
    pub fn carrying_on(&self, status: &str) -> (Vec<&'static Step>, bool) {
        let here: Vec<&Step> =
            self.steps.iter().filter(|step| step.from.contains(&status)).collect();
        let forward = |step: &&Step| self.goes_forward(step, status);
        // A document that can only be given up waits for nobody.
        let gives_up = |step: &Step| !step.to.is_empty() && step.to.iter().all(|to| is_ended(to));
        let of_status = |step: &&Step| {
            !gives_up(step) && (step.to.iter().any(|to| *to != status) || step.from.len() == 1)
        };
        match here.iter().any(forward) {
            true => (here.into_iter().filter(forward).collect(), true),
            false => (here.into_iter().filter(of_status).collect(), false),
        }
    }

    /// Whether a step brings a document in this status nearer to where it comes to rest.
    fn goes_forward(&self, step: &Step, status: &str) -> bool {
        let place = |name: &str| self.statuses.iter().position(|one| *one == name);
        step.to.iter().any(|to| place(to) > place(status) && self.is_on_the_road(to))
    }

    /// Whether the road goes on from a status: not from a hold or a rejection, which lead back, and
    /// not from an end that nobody works towards.
    fn is_on_the_road(&self, status: &str) -> bool {
        let mut out = self.steps.iter().filter(|step| step.from.contains(&status));
        !is_ended(status)
            && (self.at_rest(status) || out.any(|step| self.goes_forward(step, status)))
    }

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

/// A row of a table that says the rest of itself: nobody's, from nowhere, and to nowhere else.
pub const fn step(id: &'static str, action: &'static str, label: &'static str) -> Step {
    Step {
        id,
        from: &[],
        action,
        label,
        to: &[],
        by: &[],
        inputs: &[],
        guard: None,
        rules: NO_RULES,
        run: |_, _, _| Ok(""),
    }
}

/// The steps of a workflow; where nothing is decided they are only shown.
pub const fn acting<const N: usize>(mut steps: [Step; N]) -> [Step; N] {
    let mut at = if cfg!(feature = "decide") { N } else { 0 };
    while at < N {
        steps[at].guard = None;
        steps[at].rules.over = &[];
        steps[at].run = |_, _, _| Ok("");
        at += 1;
    }
    steps
}

pub const DEACTIVATE: Step = Step {
    from: &["Active"],
    to: &["Inactive"],
    by: &[by(Role::Admin)],
    run: |_, _, _| Ok("Inactive"),
    ..step("M1", "deactivate", "Deactivate")
};

pub const ACTIVATE: Step = Step {
    from: &["Inactive"],
    to: &["Active"],
    by: &[by(Role::Admin)],
    run: |_, _, _| Ok("Active"),
    ..step("M2", "activate", "Activate")
};

/// The flow of masters: they begin active, and are deactivated rather than lost.
pub static MASTER: Flow = Flow {
    statuses: &["Active", "Inactive"],
    rests: &["Active", "Inactive"],
    editable: &["Active", "Inactive"],
    deletable: &["Active", "Inactive"],
    steps: &acting([DEACTIVATE, ACTIVATE]),
};
