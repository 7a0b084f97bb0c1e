//! Rights of a role: the declarations, and the departures of the role's document from them.

use std::collections::BTreeMap;

use super::pages::{AppPage, PAGES};
use crate::declare::actor::{Actor, Departs};
use crate::declare::case::Register;
use crate::declare::grant::{Reach, Role, Verb};
use crate::flow::By;
use crate::schema::DocType;

/// Roles that take lists out of the house as files; others read them here.
const EXPORTERS: &[Role] =
    &[Role::Admin, Role::Bm, Role::Credit, Role::Acc, Role::Purch, Role::Audit];

/// How far the declarations let a role go, widest last.
///
/// Steps have a table of their own, and what is seen may be printed: declared, both reach as far
/// as the right to view.
pub fn declared(def: &DocType, role: Role, verb: Verb) -> Vec<Reach> {
    let granted = match verb {
        Verb::Export if !EXPORTERS.contains(&role) => return Vec::new(),
        Verb::Approve if !steps(def, role) => return Vec::new(),
        Verb::Approve | Verb::Export | Verb::Print => Verb::View,
        other => other,
    };
    let grants = def.grants.iter().filter(|grant| grant.roles.contains(&role));
    let grants = grants.filter(|grant| grant.verbs.contains(&granted));
    let mut found: Vec<Reach> = grants.map(|grant| grant.reach).collect();
    found.sort();
    found.dedup();
    found
}

/// Whether the type's workflow has a step for the role; ADMIN stands in for every person.
pub fn steps(def: &DocType, role: Role) -> bool {
    let by = |by: &By| by.role == role || (role == Role::Admin && by.role != Role::Sys);
    def.flow.steps.iter().flat_map(|step| step.by).any(by)
}

/// How far a role goes with a verb: the widest of what holds for it.
pub fn reach_of(def: &DocType, role: Role, departs: Option<&Departs>, verb: Verb) -> Option<Reach> {
    match departs.and_then(|departs| departs.right(def.key)) {
        Some(right) => right.reach(verb),
        None => declared(def, role, verb).pop(),
    }
}

/// Whether a role may do this with a page that is no type's: see it, take it away, print it.
pub fn on_page(page: &AppPage, role: Role, departs: Option<&Departs>, verb: Verb) -> Option<Reach> {
    let declared = match verb {
        Verb::View | Verb::Print => page.parts.contains(&role),
        Verb::Export => page.parts.contains(&role) && EXPORTERS.contains(&role),
        _ => return None,
    };
    match departs.and_then(|departs| departs.right(page.key)) {
        Some(right) => right.reach(verb),
        None => declared.then_some(Reach::All),
    }
}

/// The reaches that mean something for a type: what its documents belong to.
pub fn reaches_of(def: &DocType) -> Vec<Reach> {
    let mut reaches: Vec<Reach> = def.scopes.iter().map(|scope| scope.reach()).collect();
    reaches.extend(def.party.map(|_| Reach::Party));
    reaches.extend(def.shared.map(|_| Reach::Shared));
    reaches.push(Reach::All);
    reaches.sort();
    reaches
}

/// The person's verbs on each type and page, for the browser to draw by.
pub fn told(register: &Register, actor: &Actor) -> BTreeMap<&'static str, Vec<Verb>> {
    let mut all = BTreeMap::new();
    for def in register.types {
        let verbs: Vec<Verb> =
            Verb::ALL.iter().copied().filter(|verb| actor.may(def, *verb)).collect();
        if !verbs.is_empty() {
            all.insert(def.key, verbs);
        }
    }
    for page in PAGES.iter().filter(|page| actor.opens(page)) {
        let verbs = match actor.exports(page) {
            true => vec![Verb::View, Verb::Export, Verb::Print],
            false => vec![Verb::View, Verb::Print],
        };
        all.insert(page.key, verbs);
    }
    all
}
