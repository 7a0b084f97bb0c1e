//! Rights: who has each, what it lets one do, and how far it reaches.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::json::{by_value, json_name};
use crate::shape::{Shape, Shaped};

macro_rules! roles {
    ($($variant:ident = $wire:literal $label:literal),* $(,)?) => {
        /// A person's part in the business; the system itself acts as `Sys`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Role { $(#[serde(rename = $wire)] $variant),* }

        impl Role {
            pub const ALL: &[Role] = &[$(Role::$variant),*];

            pub fn name(self) -> &'static str { match self { $(Role::$variant => $wire),* } }

            pub fn label(self) -> &'static str { match self { $(Role::$variant => $label),* } }

            pub fn parse(name: &str) -> Option<Role> {
                Role::ALL.iter().copied().find(|role| role.name() == name)
            }
        }
    };
}

roles! {
    Admin = "ADMIN" "Administrator",
    Sales = "SALES" "Sales",
    Bm = "BM" "Branch manager",
    Pct = "PCT" "Preliminary credit team",
    Credit = "CREDIT" "Credit manager",
    Yard = "YARD" "Yard",
    Logi = "LOGI" "Logistics",
    Acc = "ACC" "Accounts",
    Purch = "PURCH" "Purchase desk",
    Audit = "AUDIT" "Audit",
    Vendor = "VENDOR" "Vendor user",
    Supplier = "SUPPLIER" "Supplier user",
    Sys = "SYS" "The system",
}

impl Role {
    /// The words by which addresses name this role's view of a document; they give no rights.
    pub fn views(self) -> &'static [&'static str] {
        match self {
            Role::Admin => &["admin", "management"],
            Role::Sales => &["sales"],
            Role::Bm => &["bm"],
            Role::Pct => &["pct"],
            Role::Credit => &["credit"],
            Role::Yard => &["yard", "fromyard", "toyard"],
            Role::Logi => &["logistic"],
            Role::Acc => &["account"],
            Role::Purch => &["purchase"],
            Role::Audit => &["audit"],
            Role::Vendor => &["vendor"],
            Role::Supplier => &["supplier"],
            Role::Sys => &[],
        }
    }
}

json_name!(Role);

/// The roles a person can hold.
pub const PEOPLE: &[Role] = &[
    Role::Admin,
    Role::Sales,
    Role::Bm,
    Role::Pct,
    Role::Credit,
    Role::Yard,
    Role::Logi,
    Role::Acc,
    Role::Purch,
    Role::Audit,
];

/// Everybody but who audits, and changes nothing.
pub const KEEPERS: &[Role] = PEOPLE.split_at(PEOPLE.len() - 1).0;

/// Every part that a role can play.
pub const PARTS: &[Role] = Role::ALL.split_at(Role::ALL.len() - 1).0;

/// The roles of people outside: they see what is about their own firm and nothing else.
pub const PORTAL: &[Role] = &[Role::Vendor, Role::Supplier];

/// The verb of a right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    View,
    Add,
    Edit,
    Delete,
    /// Take the steps that the type's workflow gives to the role.
    Approve,
    /// Take lists away as files.
    Export,
    Print,
}

impl Verb {
    pub const ALL: &[Verb] = &[
        Verb::View,
        Verb::Add,
        Verb::Edit,
        Verb::Delete,
        Verb::Approve,
        Verb::Export,
        Verb::Print,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Verb::View => "view",
            Verb::Add => "add",
            Verb::Edit => "edit",
            Verb::Delete => "delete",
            Verb::Approve => "approve",
            Verb::Export => "export",
            Verb::Print => "print",
        }
    }

    pub fn parse(name: &str) -> Option<Verb> {
        Verb::ALL.iter().copied().find(|verb| verb.name() == name)
    }
}

json_name!(Verb);

impl<T: Shaped> Shaped for BTreeMap<Verb, T> {
    fn shape() -> Shape {
        Shape::By(Box::new(Verb::shape()), Box::new(T::shape()))
    }
}

/// How far a right reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Documents about the outside firm that the person signs in for.
    Party,
    /// Documents the person owns.
    Own,
    /// Those, and documents that are shared with one of the person's roles.
    Shared,
    /// Documents of the person's yards.
    Yard,
    /// Documents of the person's branches.
    Branch,
    All,
}

impl Reach {
    pub const ALL: &[Reach] =
        &[Reach::Party, Reach::Own, Reach::Shared, Reach::Yard, Reach::Branch, Reach::All];

    pub fn name(self) -> &'static str {
        match self {
            Reach::Party => "party",
            Reach::Own => "own",
            Reach::Shared => "shared",
            Reach::Yard => ScopeKind::Yard.field(),
            Reach::Branch => ScopeKind::Branch.field(),
            Reach::All => "all",
        }
    }

    pub fn parse(name: &str) -> Option<Reach> {
        Reach::ALL.iter().copied().find(|reach| reach.name() == name)
    }
}

json_name!(Reach);
by_value!(Reach);

/// The dimension by which visibility of a type is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScopeKind {
    Branch,
    Yard,
    Owner,
    Party,
    /// The roles that a document is shared with.
    Role,
}

impl ScopeKind {
    /// Those that a document names beside its record.
    pub const BESIDE: [ScopeKind; 3] = [ScopeKind::Branch, ScopeKind::Yard, ScopeKind::Owner];

    /// The field that names it: beside a record, and in the record of who belongs to it.
    pub const fn field(self) -> &'static str {
        match self {
            ScopeKind::Branch => "branch",
            ScopeKind::Yard => "yard",
            ScopeKind::Owner => "owner",
            ScopeKind::Party => "party",
            ScopeKind::Role => "role",
        }
    }

    /// The one of these beside a record that a field names.
    pub fn beside(field: &str) -> Option<ScopeKind> {
        ScopeKind::BESIDE.into_iter().find(|kind| kind.field() == field)
    }

    /// The reach that means documents of the person's own scope of this kind.
    pub fn reach(self) -> Reach {
        match self {
            ScopeKind::Branch => Reach::Branch,
            ScopeKind::Yard => Reach::Yard,
            ScopeKind::Owner => Reach::Own,
            ScopeKind::Party => Reach::Party,
            ScopeKind::Role => Reach::Shared,
        }
    }
}

/// One right: which roles, which verbs, how far.
#[derive(Clone, Copy, Debug)]
pub struct Grant {
    pub roles: &'static [Role],
    pub verbs: &'static [Verb],
    pub reach: Reach,
}

/// The scope of a document, as far as rights ask.
#[derive(Clone, Debug, Default)]
pub struct Place<'a> {
    pub branch: Option<&'a str>,
    pub yard: Option<&'a str>,
    pub owner: Option<&'a str>,
    /// Further people it is about.
    pub owners: Vec<&'a str>,
    /// The second place, of a document that is about two.
    pub second_branch: Option<&'a str>,
    pub second_yard: Option<&'a str>,
    /// The outside firm it is about.
    pub party: Option<&'a str>,
    /// The roles that it is shared with.
    pub roles: Vec<&'a str>,
}
