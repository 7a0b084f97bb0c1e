//! Actors, and the departures of their roles from the declared rights.

use crate::declare::grant::{Reach, Role, Verb};
use crate::json::{by_value, json_name, json_struct};

json_struct! { WHOLE
    /// The actor of a command. The server makes it from the session's account, never from a
    /// request's body.
    #[derive(Eq)]
    pub struct Actor {
        /// The id of the account's document; `SYS` for the system.
        pub id: String,
        pub name: String,
        /// The part that each of the person's roles plays.
        pub roles: Vec<Role>,
        /// The roles' departures from the declarations, in the same order; a role beyond the end
        /// departs in nothing.
        pub departs: Vec<Departs>,
        /// The branch the person belongs to.
        pub branch: String,
        /// Branches the person acts in.
        pub branches: Vec<String>,
        /// Branches the person only reads.
        pub reads_branches: Vec<String>,
        pub yards: Vec<String>,
        pub reads_yards: Vec<String>,
        /// Hides cost, margin and credit.
        pub show_less_section: bool,
        /// The largest amount the person approves, paise; none for no bound.
        pub approval_slab_paise: Option<i64>,
        /// The absent person for whom this one acts; none when the person acts for themselves.
        pub acts_for: Option<String>,
        /// The same person in the place of each absent person who named them.
        pub stands_in: Vec<Actor>,
    }
}

impl Actor {
    /// The system: timers and consequences.
    pub fn system() -> Actor {
        Actor {
            id: Role::Sys.name().to_owned(),
            name: Role::Sys.label().to_owned(),
            roles: vec![Role::Sys],
            departs: Vec::new(),
            branch: String::new(),
            branches: Vec::new(),
            reads_branches: Vec::new(),
            yards: Vec::new(),
            reads_yards: Vec::new(),
            show_less_section: false,
            approval_slab_paise: None,
            acts_for: None,
            stands_in: Vec::new(),
        }
    }
}

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

    /// The figures that a role sees unless its document says otherwise.
    pub fn declared(role: Role) -> Figures {
        match role {
            Role::Yard | Role::Logi => Figures::None,
            Role::Sales | Role::Purch | Role::Vendor | Role::Supplier => Figures::Rates,
            _ => Figures::All,
        }
    }
}

json_name!(Figures);
by_value!(Figures);

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
    /// The role's own rights to a type, where it departs there.
    pub fn right(&self, kind: &str) -> Option<&Right> {
        self.rights.iter().find(|right| right.page == kind)
    }
}
