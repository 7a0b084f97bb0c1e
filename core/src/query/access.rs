//! Access reports: the matrix of roles and types, one person's rights with their reasons, and the
//! rights that nobody has.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

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
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::said;
use crate::said::{Phrase, Said};
use crate::schema::DocType;
use crate::value::Instant;

/// More roles, menus or people than any site has.
const MOST: usize = 20_000;

/// How far each verb reaches, of those that one has.
pub type Reaches = BTreeMap<Verb, Reach>;

json_answer! {
    /// What every role may do.
    pub struct AccessMatrix {
        pub roles: Vec<AccessRole>,
        pub types: Vec<AccessType>,
        pub verbs: Vec<Verb>,
        pub menus: Vec<AccessMenu>,
        pub people_without_role: Vec<AccessName>,
    }
}

json_answer! {
    /// A role with its rights to every type and page.
    pub struct AccessRole {
        pub id: String,
        pub name: String,
        pub acts_as: String,
        pub version: u32,
        pub status: String,
        pub record: Record,
        pub figures: Option<Figures>,
        /// How many people hold it.
        pub people: usize,
        /// The types and pages whose rights are not the declared ones.
        pub departs: Vec<String>,
        pub cells: BTreeMap<&'static str, Reaches>,
    }
}

json_answer! {
    /// A type or a page that rights are about.
    pub struct AccessType {
        pub key: &'static str,
        pub plural: &'static str,
        pub reaches: Vec<Reach>,
        /// Whether its workflow has steps that a person takes.
        pub steps: bool,
        /// The verbs of a page; a type has all of them.
        pub verbs [optional]: Option<Vec<Verb>>,
    }
}

json_answer! {
    /// A menu and the roles that it is shown to.
    pub struct AccessMenu {
        pub id: String,
        pub menu_name: String,
        pub menu_page_url: Option<String>,
        pub kind: String,
        pub parent: Option<String>,
        pub sort: i64,
        pub needs: Option<String>,
        pub status: String,
        pub roles: Vec<String>,
    }
}

json_answer! {
    pub struct AccessName {
        pub id: String,
        pub name: String,
    }
}

json_answer! {
    /// What one person may do.
    pub struct PersonAccess {
        pub id: String,
        pub name: String,
        pub roles: Vec<String>,
        /// By type or page, by verb.
        pub types: BTreeMap<&'static str, BTreeMap<Verb, AccessRight>>,
    }
}

json_answer! {
    /// How far a verb reaches and through which role, or why the person lacks it.
    #[derive(Default)]
    pub struct AccessRight {
        pub reach [optional]: Option<Reach>,
        pub through [optional]: Option<String>,
        pub why [optional]: Option<String>,
        /// What `why` was made of, as of an issue.
        pub why_said [optional]: Option<Phrase>,
    }
}

/// Every role with its rights to every type, and what nobody reaches: menus with no role, roles
/// with no person, people with no role.
///
/// Errors: `Forbidden` without the right to view roles.
pub fn matrix(read: &dyn Read, actor: &Actor, now: Instant) -> Result<AccessMatrix, Halt> {
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
    let pages = PAGES.iter().map(|page| AccessType {
        key: page.key,
        plural: page.label,
        reaches: vec![Reach::All],
        steps: false,
        verbs: Some(vec![Verb::View, Verb::Export, Verb::Print]),
    });
    Ok(AccessMatrix {
        types: types.chain(pages).collect(),
        menus: menus.iter().map(|menu| shown_to(menu, &roles)).collect(),
        people_without_role: without_role(&people, &roles),
        verbs: Verb::ALL.to_vec(),
        roles: roles.iter().map(|role| row(role, &people)).collect(),
    })
}

fn all(case: &Look, def: &DocType) -> Result<Vec<Arc<Doc>>, Halt> {
    let found = case.scan(&Range::prefix(&keys::key(&["doc", def.key])), MOST)?;
    let mut docs = Vec::with_capacity(found.len());
    for (key, bytes) in found {
        docs.push(Arc::new(parse::<Doc>(&key, &bytes)?));
    }
    Ok(docs)
}

fn told(def: &DocType) -> AccessType {
    AccessType {
        key: def.key,
        plural: def.plural,
        reaches: rights::reaches_of(def),
        steps: rights::steps(def, Role::Admin),
        verbs: None,
    }
}

/// Roles that an employee's record names.
fn held(person: &Doc) -> Vec<&str> {
    let roles = person.get("roles").and_then(Value::as_array);
    roles.map(|roles| roles.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

fn row(role: &Doc, people: &[Arc<Doc>]) -> AccessRole {
    let departs = roles::departs(role);
    let part = part_of(role);
    let reaches = |of: &Of| -> Reaches {
        let reach = |verb: &Verb| {
            let reach = part.and_then(|part| of.reach(part, &departs, *verb));
            reach.filter(|_| role.is_active()).map(|reach| (*verb, reach))
        };
        Verb::ALL.iter().filter_map(reach).collect()
    };
    AccessRole {
        id: role.id.clone(),
        name: role.text("name").unwrap_or_default().to_owned(),
        acts_as: role.text("acts_as").unwrap_or_default().to_owned(),
        version: role.version,
        status: role.status.clone(),
        record: role.record.clone(),
        figures: departs.figures.or(part.map(Figures::declared)),
        people: people.iter().filter(|one| held(one).contains(&role.id.as_str())).count(),
        cells: Of::every().map(|of| (of.key(), reaches(&of))).collect(),
        departs: departs.rights.iter().map(|right| right.page.clone()).collect(),
    }
}

/// A menu and the roles that it is shown to.
fn shown_to(menu: &Doc, roles: &[Arc<Doc>]) -> AccessMenu {
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
    let text = |key: &str| menu.text(key).map(str::to_owned);
    AccessMenu {
        id: menu.id.clone(),
        menu_name: text("menu_name").unwrap_or_default(),
        menu_page_url: text("menu_page_url"),
        kind: text("kind").unwrap_or_default(),
        parent: text("parent"),
        sort: menu.int("sort").unwrap_or(0),
        needs: text("needs"),
        status: menu.status.clone(),
        roles: roles.iter().filter(views).map(|role| role.id.clone()).collect(),
    }
}

fn without_role(people: &[Arc<Doc>], roles: &[Arc<Doc>]) -> Vec<AccessName> {
    let stands = |id: &str| roles.iter().any(|role| role.id == id && role.is_active());
    let lost = people.iter().filter(|one| !held(one).into_iter().any(stands));
    let named = |one: &Arc<Doc>| AccessName {
        id: one.id.clone(),
        name: one.text("name").unwrap_or_default().to_owned(),
    };
    lost.map(named).collect()
}

/// One person's rights to every type: how far each verb reaches and through which role, or why they
/// lack it.
///
/// Errors: `NotFound` for a person whom the asker does not see; `Forbidden` without the right to
/// view roles.
pub fn person(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    id: &str,
) -> Result<PersonAccess, Halt> {
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
    let right = |of: &Of, verb: &Verb| match &tested {
        None => lacking(said!("{name} is inactive", name)),
        Some(who) => one(of, *verb, name, who, &employee, &roles),
    };
    let rights = |of: Of| {
        let rights = Verb::ALL.iter().map(|verb| (*verb, right(&of, verb)));
        (of.key(), rights.collect())
    };
    Ok(PersonAccess {
        id: id.to_owned(),
        name: name.to_owned(),
        roles: held(&employee).into_iter().map(str::to_owned).collect(),
        types: Of::every().map(rights).collect(),
    })
}

/// The subject of a right.
enum Of {
    Type(&'static DocType),
    Page(&'static AppPage),
}

impl Of {
    fn every() -> impl Iterator<Item = Of> {
        let types = docs::ALL.iter().map(|def| Of::Type(def));
        types.chain(PAGES.iter().map(Of::Page))
    }

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
) -> AccessRight {
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
        let through = through.get(&reach).map(|name| (*name).to_owned());
        return AccessRight { reach: Some(reach), through, ..AccessRight::default() };
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
    lacking(match others.as_slice() {
        [] => said!("None of {name}'s roles may {word} {plural}. No role may", name, word, plural),
        [role] => said!(
            "None of {name}'s roles may {word} {plural}. The role {role} may",
            name,
            word,
            plural,
            role
        ),
        [first @ .., last] => said!(
            "None of {name}'s roles may {word} {plural}. The roles {roles} and {last} may",
            name,
            word,
            plural,
            roles = first.join(", "),
            last
        ),
    })
}

/// A right that a person does not have, and why.
fn lacking(said: Said) -> AccessRight {
    let (why, why_said) = Said::parts_of(Some(said));
    AccessRight { why, why_said, ..AccessRight::default() }
}
