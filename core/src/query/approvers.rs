//! Who may approve: for a type of document and an amount, the colleagues who take each approving step, and who not.

use super::turn::colleagues;
use crate::access::steps::forbidden;
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::{PORTAL, Role, ScopeKind, Verb};
use crate::docs::standing;
use crate::docs::{self, STAFF_TYPE};
use crate::error::{Code, Halt};
use crate::flow::Step;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::said::{Phrase, Said};
use crate::schema::DocType;
use crate::value::Instant;
use crate::write::save;

json_answer! {
    /// The approving steps of a type, in the order of its statuses.
    pub struct Approvers {
        pub label: &'static str,
        pub steps: Vec<ApproverStep>,
    }
}

json_answer! {
    /// A step that carries a document on, and who may take it.
    pub struct ApproverStep {
        /// The status in which a document waits for it.
        pub status: &'static str,
        pub label: &'static str,
        /// The roles that have it, as people know them.
        pub roles: Vec<&'static str>,
        pub people: Vec<Approver>,
    }
}

json_answer! {
    /// A colleague with a role of a step.
    pub struct Approver {
        pub id: String,
        pub name: String,
        pub role: &'static str,
        /// Takes the step as an administrator alone.
        pub stands_in: bool,
        pub may: bool,
        /// Why not, where they have the role and may not.
        pub why: Option<String>,
        /// What `why` was made of, as of an issue.
        pub why_said [optional]: Option<Phrase>,
    }
}

/// A question of who approves.
#[derive(Clone, Debug, Default)]
pub struct ApproversAsked {
    pub doc_type: String,
    /// None for any amount.
    pub paise: Option<i64>,
    /// The document's branch; empty for any.
    pub branch: String,
}

/// Who may approve a document of this type and amount. Nobody approves what they asked for or changed themselves:
/// a document's own page says who that is.
///
/// Errors: `NotFound` for a type that there is not, `Forbidden` for whoever does not see it or is of another firm.
pub fn approvers(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    asked: &ApproversAsked,
) -> Result<Approvers, Halt> {
    let case = docs::look(read, actor, now);
    let missing = || Halt::refuse(Code::NotFound, "This type of document does not exist");
    let def = docs::find(&asked.doc_type).ok_or_else(missing)?;
    let outside = PORTAL.iter().any(|part| actor.has(*part));
    if outside || !actor.may(def, Verb::View) || !actor.may(STAFF_TYPE, Verb::View) {
        return Err(forbidden(def, "view"));
    }
    let branch = Some(asked.branch.as_str()).filter(|id| !id.is_empty());
    if let Some(cutting) = case.register.cutting(ScopeKind::Branch)
        && let Some(id) = branch
        && case.find(cutting.key, id)?.is_none()
    {
        return Err(not_found(cutting));
    }
    let people = colleagues(&case)?;
    let mut steps = Vec::new();
    let drafts = def.flow.statuses.first();
    let waiting = def.flow.statuses.iter().filter(|status| def.flow.is_under_way(status));
    for status in waiting.filter(|status| Some(*status) != drafts) {
        let (all, forward) = def.flow.carrying_on(status);
        for step in all.into_iter().filter(|step| forward && !roles(step).is_empty()) {
            let doc = Doc {
                status: (*status).to_owned(),
                branch: branch.map(str::to_owned),
                owner: None,
                created_by: String::new(),
                ..save::blank(&case, def, String::new())
            };
            let mut found = Vec::new();
            for colleague in &people {
                found.extend(approver(&case, colleague, def, &doc, step, asked)?);
            }
            found.sort_by(|a, b| {
                (!a.may, a.stands_in, &a.name).cmp(&(!b.may, b.stands_in, &b.name))
            });
            let roles = roles(step).into_iter().map(Role::label).collect();
            steps.push(ApproverStep { status, label: step.label, roles, people: found });
        }
    }
    Ok(Approvers { label: def.label, steps })
}

/// The roles of people that have a step by their own right.
fn roles(step: &Step) -> Vec<Role> {
    let all = step.by.iter().filter(|by| by.role != Role::Sys && !by.own).map(|by| by.role);
    let mut roles: Vec<Role> = all.collect();
    roles.dedup();
    roles
}

/// A colleague's part in a step; none without a role of it.
fn approver(
    case: &Look,
    colleague: &Actor,
    def: &'static DocType,
    doc: &Doc,
    step: &'static Step,
    asked: &ApproversAsked,
) -> Result<Option<Approver>, Halt> {
    let role = match doc.branch.is_some() {
        true => step.role_of(colleague, def, doc),
        false if step.ever_by(colleague, def) => {
            let own = roles(step).into_iter().find(|role| colleague.takes(*role, def, None));
            own.or(Some(Role::Admin))
        }
        false => None,
    };
    let Some(role) = role else { return Ok(None) };
    let there = case.over();
    let look = Look::new(case.register, &there, colleague, case.now);
    let why = match asked.paise {
        None => None,
        Some(paise) => match standing::approves(&look, def.key, paise) {
            Ok(()) => None,
            Err(Halt::Refused(refused)) => refused.first(),
            Err(other) => return Err(other),
        },
    };
    let (why, why_said) = Said::parts_of(why);
    Ok(Some(Approver {
        id: colleague.id.clone(),
        name: colleague.name.clone(),
        role: role.label(),
        stands_in: role == Role::Admin,
        may: why.is_none(),
        why,
        why_said,
    }))
}
