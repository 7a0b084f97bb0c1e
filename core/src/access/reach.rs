//! How far a right reaches: which of a type's documents it is about.

use super::{Role, Verb};
use crate::decide::doc::Doc;
use crate::docs;
use crate::json::json_name;
use crate::schema::DocType;

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
    pub const EVERY: &[Reach] =
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
        Reach::EVERY.iter().copied().find(|reach| reach.name() == name)
    }
}

json_name!(Reach);

/// What visibility of a type is cut by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScopeKind {
    Branch,
    Yard,
    Owner,
    Party,
    /// The roles that a document is shared with.
    Role,
}

/// The type whose documents declare to cut others so: found once, when this is compiled.
const fn cutting(kind: ScopeKind) -> &'static DocType {
    let mut at = 0;
    // Without such a type it runs past the register's end, and this does not compile.
    loop {
        if let Some(cuts) = docs::ALL[at].cuts
            && cuts as u8 == kind as u8
        {
            return docs::ALL[at];
        }
        at += 1;
    }
}

static BRANCHES: &DocType = cutting(ScopeKind::Branch);
static YARDS: &DocType = cutting(ScopeKind::Yard);
/// The type of the people of the house: they own documents, and make them.
pub static STAFF_TYPE: &DocType = cutting(ScopeKind::Owner);
/// The type of the roles that people hold.
pub static ROLE_TYPE: &DocType = cutting(ScopeKind::Role);

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

    /// The type of the documents that others are cut by; firms are of several.
    pub fn of(self) -> Option<&'static DocType> {
        match self {
            ScopeKind::Branch => Some(BRANCHES),
            ScopeKind::Yard => Some(YARDS),
            ScopeKind::Owner => Some(STAFF_TYPE),
            ScopeKind::Role => Some(ROLE_TYPE),
            ScopeKind::Party => None,
        }
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

/// Where a document lies, as far as rights ask.
#[derive(Clone, Debug, Default)]
pub struct Place<'a> {
    pub branch: Option<&'a str>,
    pub yard: Option<&'a str>,
    pub owner: Option<&'a str>,
    /// The outside firm it is about.
    pub party: Option<&'a str>,
    /// The roles that it is shared with.
    pub roles: Vec<&'a str>,
}

impl Doc {
    /// Where it belongs, as it stands beside its record.
    pub fn beside(&self) -> [(ScopeKind, Option<&str>); 3] {
        ScopeKind::BESIDE.map(|kind| (kind, self.place(kind)))
    }

    /// The branch, yard or owner it belongs to.
    pub fn place(&self, kind: ScopeKind) -> Option<&str> {
        match kind {
            ScopeKind::Branch => self.branch.as_deref(),
            ScopeKind::Yard => self.yard.as_deref(),
            ScopeKind::Owner => self.owner.as_deref(),
            ScopeKind::Party | ScopeKind::Role => None,
        }
    }
}
