//! Access reports: the matrix of roles and types, one person's rights with their reasons, and the
//! rights that nobody has.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::access::pages::{AppPage, PAGES, page};
use crate::access::rights;
use crate::access::steps;
use crate::declare::actor::{Actor, Departs, Figures};
use crate::declare::case::{Look, not_found};
use crate::declare::grant::{Reach, Role, Verb};
use crate::docs;
use crate::docs::accounts::part_of;
use crate::docs::people::EMPLOYEE;
use crate::docs::roles;
use crate::docs::roles::{MENU, ROLE};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::schema::DocType;
use crate::value::Instant;

/// More roles, menus or people than any site has.
const MOST: usize = 20_000;

/// Every role with its rights to every type, and what nobody reaches: menus with no role, roles
/// with no person, people with no role.
///
/// Errors: `Forbidden` without the right to view roles.
pub fn matrix(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Value, Halt> {
    let case = docs::look(read, actor, now);
    if !actor.may(&ROLE, Verb::View) {
        return Err(steps::forbidden(&ROLE, "view"));
    }
    let mut roles = all(&case, &ROLE)?;
    // The parts of the business in their order, then the site's own roles by their codes.
    roles.sort_by_key(|role| {
        let part = Role::ALL.iter().position(|part| part.name() == role.id);
        (part.unwrap_or(Role::ALL.len()), role.id.clone())
    });
    let people: Vec<Arc<Doc>> =
        all(&case, &EMPLOYEE)?.into_iter().filter(|doc| doc.is_active()).collect();
    let menus = all(&case, &MENU)?;
    let types = docs::ALL.iter().map(|def| told(def));
    let pages = PAGES.iter().map(|page| {
        json!({
            "key": page.key, "plural": page.label, "reaches": ["all"], "steps": false,
            "verbs": ["view", "export", "print"],
        })
    });
    let types: Vec<Value> = types.chain(pages).collect();
    Ok(json!({
        "roles": roles.iter().map(|role| row(role, &people)).collect::<Vec<_>>(),
        "types": types,
        "verbs": Verb::ALL.iter().map(|verb| verb.name()).collect::<Vec<_>>(),
        "menus": menus.iter().map(|menu| shown_to(menu, &roles)).collect::<Vec<_>>(),
        "people_without_role": without_role(&people, &roles),
    }))
}

fn all(case: &Look, def: &DocType) -> Result<Vec<Arc<Doc>>, Halt> {
    let found = case.scan(&Range::prefix(&keys::key(&["doc", def.key])), MOST)?;
    let mut docs = Vec::with_capacity(found.len());
    for (key, bytes) in found {
        docs.push(Arc::new(parse::<Doc>(&key, &bytes)?));
    }
    Ok(docs)
}

fn told(def: &DocType) -> Value {
    let reaches: Vec<&str> = rights::reaches_of(def).into_iter().map(Reach::name).collect();
    let steps = rights::steps(def, Role::Admin);
    json!({ "key": def.key, "plural": def.plural, "reaches": reaches, "steps": steps })
}

/// Roles that an employee's record names.
fn held(person: &Doc) -> Vec<&str> {
    let roles = person.get("roles").and_then(Value::as_array);
    roles.map(|roles| roles.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

fn row(role: &Doc, people: &[Arc<Doc>]) -> Value {
    let departs = roles::departs(role);
    let part = part_of(role);
    let mut cells = Map::new();
    for def in docs::ALL {
        let mut cell = Map::new();
        for verb in Verb::ALL {
            let reach = part.and_then(|part| rights::reach_of(def, part, Some(&departs), *verb));
            if let Some(reach) = reach.filter(|_| role.is_active()) {
                cell.insert(verb.name().to_owned(), reach.name().into());
            }
        }
        cells.insert(def.key.to_owned(), cell.into());
    }
    for page in PAGES {
        let mut cell = Map::new();
        for verb in Verb::ALL {
            let reach = part.and_then(|part| rights::on_page(page, part, Some(&departs), *verb));
            if let Some(reach) = reach.filter(|_| role.is_active()) {
                cell.insert(verb.name().to_owned(), reach.name().into());
            }
        }
        cells.insert(page.key.to_owned(), cell.into());
    }
    let figures = departs.figures.or(part.map(Figures::declared)).map(Figures::name);
    json!({
        "id": role.id,
        "name": role.text("name"),
        "acts_as": role.text("acts_as"),
        "version": role.version,
        "status": role.status,
        "record": role.record,
        "figures": figures,
        "people": people.iter().filter(|one| held(one).contains(&role.id.as_str())).count(),
        "departs": departs.rights.iter().map(|right| right.page.as_str()).collect::<Vec<_>>(),
        "cells": cells,
    })
}

/// A menu and the roles that it is shown to.
fn shown_to(menu: &Doc, roles: &[Arc<Doc>]) -> Value {
    let views = |role: &&Arc<Doc>| {
        role.is_active()
            && match menu.text("needs") {
                None => true,
                Some(kind) => part_of(role).is_some_and(|part| {
                    let departs = roles::departs(role);
                    let departs = Some(&departs);
                    let reach = match docs::find(kind) {
                        Some(def) => rights::reach_of(def, part, departs, Verb::View),
                        None => page(kind)
                            .and_then(|page| rights::on_page(page, part, departs, Verb::View)),
                    };
                    reach.is_some()
                }),
            }
    };
    let to: Vec<&str> = roles.iter().filter(views).map(|role| role.id.as_str()).collect();
    json!({
        "id": menu.id,
        "menu_name": menu.text("menu_name"),
        "menu_page_url": menu.text("menu_page_url"),
        "kind": menu.text("kind"),
        "parent": menu.text("parent"),
        "sort": menu.int("sort"),
        "needs": menu.text("needs"),
        "status": menu.status,
        "roles": to,
    })
}

fn without_role(people: &[Arc<Doc>], roles: &[Arc<Doc>]) -> Vec<Value> {
    let stands = |id: &str| roles.iter().any(|role| role.id == id && role.is_active());
    let lost = people.iter().filter(|one| !held(one).into_iter().any(stands));
    lost.map(|one| json!({ "id": one.id, "name": one.text("name") })).collect()
}

/// One person's rights to every type: how far each verb reaches and through which role, or why they
/// lack it.
///
/// Errors: `NotFound` for a person whom the asker does not see; `Forbidden` without the right to
/// view roles.
pub fn person(read: &dyn Read, actor: &Actor, now: Instant, id: &str) -> Result<Value, Halt> {
    let case = docs::look(read, actor, now);
    if !actor.may(&ROLE, Verb::View) {
        return Err(steps::forbidden(&ROLE, "view"));
    }
    let seen = |doc: &Arc<Doc>| actor.covers(&EMPLOYEE, Verb::View, doc);
    let employee = case.find(EMPLOYEE.key, id)?.filter(seen);
    let employee = employee.ok_or_else(|| not_found(&EMPLOYEE))?;
    let roles = all(&case, &ROLE)?;
    let name = employee.text("name").unwrap_or_default();
    let tested = case.actor_of(&employee)?;
    let mut types = Map::new();
    let mut tell = |of: &Of| {
        let told = |verb: &Verb| {
            let told = match &tested {
                None => json!({ "why": format!("{name} is inactive") }),
                Some(who) => one(of, *verb, name, who, &employee, &roles),
            };
            (verb.name().to_owned(), told)
        };
        let verbs: Map<String, Value> = Verb::ALL.iter().map(told).collect();
        types.insert(of.key().to_owned(), verbs.into());
    };
    docs::ALL.iter().for_each(|def| tell(&Of::Type(def)));
    PAGES.iter().for_each(|page| tell(&Of::Page(page)));
    Ok(json!({ "id": id, "name": name, "roles": held(&employee), "types": types }))
}

/// The subject of a right.
enum Of {
    Type(&'static DocType),
    Page(&'static AppPage),
}

impl Of {
    fn key(&self) -> &'static str {
        match self {
            Of::Type(def) => def.key,
            Of::Page(page) => page.key,
        }
    }

    fn name(&self) -> String {
        match self {
            Of::Type(def) => def.plural.to_lowercase(),
            Of::Page(page) => page.label.to_lowercase(),
        }
    }

    fn reach(&self, part: Role, departs: &Departs, verb: Verb) -> Option<Reach> {
        match self {
            Of::Type(def) => rights::reach_of(def, part, Some(departs), verb),
            Of::Page(page) => rights::on_page(page, part, Some(departs), verb),
        }
    }

    /// The widest reach of a person through all their roles.
    fn widest(&self, who: &Actor, verb: Verb) -> Option<Reach> {
        let on_page = |page: &AppPage, (at, role): (usize, &Role)| {
            rights::on_page(page, *role, who.departs.get(at), verb)
        };
        match self {
            Of::Type(def) => who.reaches(def, verb).pop(),
            Of::Page(page) => who.roles.iter().enumerate().find_map(|one| on_page(page, one)),
        }
    }
}

fn one(
    right_to: &Of,
    verb: Verb,
    name: &str,
    who: &Actor,
    employee: &Doc,
    roles: &[Arc<Doc>],
) -> Value {
    let of = |role: &Doc| {
        let part = part_of(role).filter(|_| role.is_active())?;
        right_to.reach(part, &roles::departs(role), verb)
    };
    let mine = held(employee);
    let through: BTreeMap<Reach, &str> = roles
        .iter()
        .filter(|role| mine.contains(&role.id.as_str()))
        .filter_map(|role| Some((of(role)?, role.text("name")?)))
        .collect();
    if let Some(reach) = right_to.widest(who, verb) {
        return json!({ "reach": reach.name(), "through": through.get(&reach) });
    }
    let others: Vec<&str> = roles
        .iter()
        .filter(|role| of(role).is_some())
        .filter_map(|role| role.text("name"))
        .collect();
    let word = match verb {
        Verb::Approve => "take steps on",
        other => other.name(),
    };
    let plural = right_to.name();
    let may = match others.as_slice() {
        [] => "No role may".to_owned(),
        [one] => format!("The role {one} may"),
        [first @ .., last] => format!("The roles {} and {last} may", first.join(", ")),
    };
    json!({ "why": format!("None of {name}'s roles may {word} {plural}. {may}") })
}
