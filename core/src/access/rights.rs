//! What a role may do: as the declarations say, and where the role's document departs from them.

use serde_json::{Map, Value, json};

use super::pages::{PAGES, Page};
use super::{Actor, Reach, Role, Verb};
use crate::decide::doc::Doc;
use crate::docs;
use crate::flow::By;
use crate::json::{json_name, json_struct};
use crate::schema::DocType;

/// Roles that take lists out of the house as files; others read them here.
const EXPORTERS: &[Role] =
    &[Role::Admin, Role::Bm, Role::Credit, Role::Acc, Role::Purch, Role::Audit];

/// How many of the figures a role is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figures {
    /// Pieces and weights only.
    None,
    /// Rates and amounts too.
    Rates,
    /// Cost, margin and credit too.
    All,
}

impl Figures {
    pub const ALL: &[Figures] = &[Figures::None, Figures::Rates, Figures::All];

    pub fn name(self) -> &'static str {
        match self {
            Figures::None => "none",
            Figures::Rates => "rates",
            Figures::All => "all",
        }
    }

    pub fn parse(name: &str) -> Option<Figures> {
        Figures::ALL.iter().copied().find(|one| one.name() == name)
    }

    /// What a role sees unless its document says otherwise.
    pub fn declared(role: Role) -> Figures {
        match role {
            Role::Yard | Role::Logi => Figures::None,
            Role::Sales | Role::Purch | Role::Vendor | Role::Supplier => Figures::Rates,
            _ => Figures::All,
        }
    }
}

json_name!(Figures);

json_struct! { WHOLE
    /// A role's rights to one type, in place of the declared ones.
    #[derive(Eq)]
    pub struct Right {
        /// The type's key.
        pub page: String,
        pub view: Option<Reach>,
        pub add: Option<Reach>,
        pub edit: Option<Reach>,
        pub delete: Option<Reach>,
        pub approve: Option<Reach>,
        pub export: Option<Reach>,
        pub print: Option<Reach>,
    }
}

impl Right {
    pub fn reach(&self, verb: Verb) -> Option<Reach> {
        match verb {
            Verb::View => self.view,
            Verb::Add => self.add,
            Verb::Edit => self.edit,
            Verb::Delete => self.delete,
            Verb::Approve => self.approve,
            Verb::Export => self.export,
            Verb::Print => self.print,
        }
    }
}

json_struct! { WHOLE
    /// One role of a person, and where it departs from what is declared.
    #[derive(Eq)]
    pub struct Departs {
        /// The role's id; empty for a part that nobody was given by a role.
        pub role: String,
        pub figures: Option<Figures>,
        pub rights: Vec<Right>,
    }
}

impl Departs {
    /// What a role's document says.
    pub fn of(role: &Doc) -> Departs {
        let rows = role.get("rights").and_then(Value::as_array).map(Vec::as_slice);
        Departs {
            role: role.id.clone(),
            figures: role.text("figures").and_then(Figures::parse),
            rights: rows.unwrap_or_default().iter().filter_map(right).collect(),
        }
    }

    /// The role's own rights to a type, where it departs there.
    pub fn right(&self, kind: &str) -> Option<&Right> {
        self.rights.iter().find(|right| right.page == kind)
    }
}

fn right(row: &Value) -> Option<Right> {
    let reach = |verb: Verb| row.get(verb.name()).and_then(Value::as_str).and_then(Reach::parse);
    Some(Right {
        page: row.get("page")?.as_str()?.to_owned(),
        view: reach(Verb::View),
        add: reach(Verb::Add),
        edit: reach(Verb::Edit),
        delete: reach(Verb::Delete),
        approve: reach(Verb::Approve),
        export: reach(Verb::Export),
        print: reach(Verb::Print),
    })
}

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
pub fn on_page(page: &Page, role: Role, departs: Option<&Departs>, verb: Verb) -> Option<Reach> {
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

/// What the person's roles allow on each type, by the verbs' names: what the browser draws by.
pub fn told(actor: &Actor) -> Value {
    let mut all = Map::new();
    for def in docs::ALL {
        let verbs: Vec<&str> = Verb::ALL
            .iter()
            .filter(|verb| actor.may(def, **verb))
            .map(|verb| verb.name())
            .collect();
        if !verbs.is_empty() {
            all.insert(def.key.to_owned(), json!(verbs));
        }
    }
    for page in PAGES.iter().filter(|page| actor.opens(page)) {
        let verbs: &[&str] =
            if actor.exports(page) { &["view", "export", "print"] } else { &["view", "print"] };
        all.insert(page.key.to_owned(), json!(verbs));
    }
    Value::Object(all)
}
