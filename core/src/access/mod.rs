//! Access control: roles, rights, and the scope that they hold in.

#[cfg(feature = "decide")]
pub mod actions;
pub mod pages;
pub mod rights;
pub mod steps;

use std::sync::Arc;

use crate::declare::actor::{Actor, Departs, Figures};
use crate::declare::case::Look;
use crate::declare::grant::{Grant, PORTAL, Place, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::schema::{DocType, Guarded};
use pages::AppPage;

impl Actor {
    /// The person in this part alone, with what its roles depart in.
    pub fn only(mut self, part: Role) -> Actor {
        self.departs.resize(self.roles.len(), Departs::default());
        let plays = |role: &Role| *role == part;
        let mut kept = self.roles.iter().map(plays);
        self.departs.retain(|_| kept.next().unwrap_or(false));
        self.roles.retain(plays);
        self.stands_in = self.stands_in.into_iter().map(|place| place.only(part)).collect();
        self
    }

    /// Whether this is the person, or the one they act for.
    pub fn is(&self, id: &str) -> bool {
        self.id == id || self.acts_for.as_deref() == Some(id)
    }

    /// The person as they may do this to a document: as themselves, or in the place of somebody who
    /// is away.
    pub fn placed(&self, def: &DocType, verb: Verb, doc: &Doc) -> Option<&Actor> {
        self.everywhere(def).find(|place| place.covers_alone(def, verb, doc))
    }

    /// The person as themselves, then in every place that they take with a type.
    pub fn everywhere(&self, def: &DocType) -> impl Iterator<Item = &Actor> {
        std::iter::once(self).chain(self.places(def))
    }

    /// Whether this document lies within the right to a verb without standing in for anybody.
    pub fn covers_alone(&self, def: &DocType, verb: Verb, doc: &Doc) -> bool {
        self.has(Role::Sys)
            || self.reaches(def, verb).into_iter().any(|reach| self.within(reach, verb, def, doc))
    }

    /// The places of others that the person takes with a type: where something waits for somebody,
    /// and never what is personal.
    fn places(&self, def: &DocType) -> &[Actor] {
        let waits = def.flow.statuses.iter().any(|status| def.flow.is_under_way(status));
        if waits { &self.stands_in } else { &[] }
    }

    pub fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    pub fn is_admin(&self) -> bool {
        self.has(Role::Admin)
    }

    /// How many of the figures the person's roles show.
    fn figures(&self) -> Figures {
        let of = |(at, role): (usize, &Role)| {
            let own = self.departs.get(at).and_then(|departs| departs.figures);
            own.unwrap_or(Figures::declared(*role))
        };
        self.roles.iter().enumerate().map(of).max().unwrap_or(Figures::None)
    }

    /// Rates and amounts are not for those who only load and carry.
    pub fn sees_rates(&self) -> bool {
        self.figures() >= Figures::Rates
    }

    /// What transport costs is also for those who hire it.
    pub fn sees_freight(&self) -> bool {
        self.sees_rates() || self.has(Role::Logi)
    }

    /// Cost, margin and credit figures.
    pub fn sees_cost(&self) -> bool {
        !self.show_less_section && self.figures() == Figures::All
    }

    /// What was counted beside the books is not for those of the yard, who count.
    pub fn sees_counts(&self) -> bool {
        self.roles.iter().any(|role| *role != Role::Yard)
    }

    /// Of a customer, logistics needs where the goods go and whom to call there.
    pub fn sees_firms(&self) -> bool {
        self.roles.iter().any(|role| *role != Role::Logi)
    }

    /// Whether the person sees how much credit a customer has left: those who sell to it do, beside
    /// those who see all figures.
    pub fn sees_credit(&self, customer: &Doc) -> bool {
        let own = customer.owner.as_deref() == Some(self.id.as_str());
        self.sees_cost() || (own && self.has(Role::Sales) && !self.show_less_section)
    }

    pub fn sees(&self, guarded: Guarded) -> bool {
        match guarded {
            Guarded::Open => true,
            Guarded::Rates => self.sees_rates(),
            Guarded::Freight => self.sees_freight(),
            Guarded::Cost => self.sees_cost(),
            Guarded::Blind => self.sees_counts(),
            Guarded::Firm => self.sees_firms(),
            Guarded::House => !self.is_outside(),
        }
    }

    /// Whether nothing is hidden from the person.
    pub fn sees_all(&self) -> bool {
        self.sees_cost() && self.sees_counts() && self.sees_firms() && !self.is_outside()
    }

    /// Whether the person signs in for another firm.
    pub fn is_outside(&self) -> bool {
        self.roles.iter().any(|role| PORTAL.contains(role))
    }

    /// Whether any of the person's roles ever has this verb on the type.
    pub fn may(&self, def: &DocType, verb: Verb) -> bool {
        self.has(Role::Sys) || !self.reaches(def, verb).is_empty()
    }

    /// Whether a page that is no type's opens to the person: to its parts, unless the role's own
    /// rights say otherwise.
    pub fn opens(&self, page: &AppPage) -> bool {
        self.may_on(page, Verb::View)
    }

    /// Whether such a page may be taken away as a file.
    pub fn exports(&self, page: &AppPage) -> bool {
        self.may_on(page, Verb::Export)
    }

    fn may_on(&self, page: &AppPage, verb: Verb) -> bool {
        let of = |(at, role): (usize, &Role)| {
            rights::on_page(page, *role, self.departs.get(at), verb).is_some()
        };
        self.roles.iter().enumerate().any(of)
    }

    /// How far the person's rights to a verb reach, widest last, without repetition.
    pub fn reaches(&self, def: &DocType, verb: Verb) -> Vec<Reach> {
        let mut found: Vec<Reach> = Vec::new();
        for (at, role) in self.roles.iter().enumerate() {
            match self.departs.get(at).and_then(|departs| departs.right(def.key)) {
                Some(right) => found.extend(right.reach(verb)),
                None => found.extend(rights::declared(def, *role, verb)),
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// Whether a role of the person that plays this part takes its steps on a type: on this
    /// document, or on any.
    pub fn takes(&self, part: Role, def: &DocType, doc: Option<&Doc>) -> bool {
        self.roles.iter().enumerate().filter(|(_, role)| **role == part).any(|(at, _)| {
            match self.departs.get(at).and_then(|departs| departs.right(def.key)) {
                None => true,
                Some(right) => right.approve.is_some_and(|reach| {
                    doc.is_none_or(|doc| self.within(reach, Verb::Approve, def, doc))
                }),
            }
        })
    }

    /// Whether this document lies within the person's right to a verb.
    pub fn covers(&self, def: &DocType, verb: Verb, doc: &Doc) -> bool {
        self.placed(def, verb, doc).is_some()
    }

    /// Whether the right to view documents of this type reaches to where one lies.
    pub fn views(&self, def: &DocType, place: &Place) -> bool {
        let reaches = |one: &Actor| {
            let mut reaches = one.reaches(def, Verb::View).into_iter();
            reaches.any(|reach| one.reaches_to(reach, Verb::View, place))
        };
        self.has(Role::Sys) || self.everywhere(def).any(reaches)
    }

    fn within(&self, reach: Reach, verb: Verb, def: &DocType, doc: &Doc) -> bool {
        let place = Place {
            branch: doc.branch.as_deref(),
            yard: doc.yard.as_deref(),
            owner: doc.owner.as_deref(),
            second_branch: def.second_of(doc, ScopeKind::Branch),
            second_yard: def.second_of(doc, ScopeKind::Yard),
            party: def.party_of(doc),
            owners: def.owners_of(doc),
            roles: def.shared_with(doc),
        };
        self.reaches_to(reach, verb, &place)
    }

    fn reaches_to(&self, reach: Reach, verb: Verb, place: &Place) -> bool {
        let reads = verb == Verb::View;
        let among = |own: &[String], also: &[String], id: Option<&str>| {
            let holds = |ids: &[String]| ids.iter().any(|one| Some(one.as_str()) == id);
            holds(own) || (reads && holds(also))
        };
        // From its second place a document is seen and acted on; it is kept by its own.
        let kept = matches!(verb, Verb::Add | Verb::Edit | Verb::Delete);
        let either = |own: &[String], also: &[String], places: [Option<&str>; 2]| {
            let [first, second] = places;
            among(own, also, first) || (!kept && second.is_some() && among(own, also, second))
        };
        match reach {
            Reach::All => true,
            Reach::Branch => {
                either(&self.branches, &self.reads_branches, [place.branch, place.second_branch])
            }
            Reach::Yard => either(&self.yards, &self.reads_yards, [place.yard, place.second_yard]),
            Reach::Own => {
                let owns = place.owner.is_some_and(|owner| self.is(owner));
                owns || (!kept && place.owners.iter().any(|owner| self.is(owner)))
            }
            Reach::Shared => {
                self.reaches_to(Reach::Own, verb, place)
                    || self.departs.iter().any(|one| place.roles.contains(&one.role.as_str()))
            }
            Reach::Party => place.party == Some(self.id.as_str()),
        }
    }

    /// Whether any of these grants is to a part of the person.
    pub fn holds_any(&self, grants: &[Grant]) -> bool {
        let holds = |grant: &Grant| grant.roles.iter().any(|role| self.has(*role));
        self.has(Role::Sys) || grants.iter().any(holds)
    }

    /// Whether these grants give the person a verb at a place.
    pub fn granted(&self, grants: &[Grant], verb: Verb, place: &Place) -> bool {
        let gives = |grant: &&Grant| {
            grant.verbs.contains(&verb) && grant.roles.iter().any(|role| self.has(*role))
        };
        let mut given = grants.iter().filter(gives);
        self.has(Role::Sys) || given.any(|grant| self.reaches_to(grant.reach, verb, place))
    }

    /// Whether the document is the person's own.
    pub fn owns(&self, doc: &Doc) -> bool {
        doc.owner.as_deref().is_some_and(|owner| self.is(owner))
    }

    /// Whether the document is about the outside firm that the person signs in for.
    pub fn is_about(&self, def: &DocType, doc: &Doc) -> bool {
        def.party_of(doc) == Some(&self.id)
    }

    /// Whether somebody in this role works at a place: in the yard itself those of the yard, in its
    /// branch the others.
    pub fn works_at(&self, role: Role, branch: Option<&str>, yard: Option<&str>) -> bool {
        let holds =
            |ids: &[String], id: Option<&str>| ids.iter().any(|one| Some(one.as_str()) == id);
        holds(&self.yards, yard) || (role != Role::Yard && holds(&self.branches, branch))
    }

    /// Whether the person acts in this branch.
    pub fn in_branch(&self, branch: &str) -> bool {
        self.is_admin() || self.has(Role::Sys) || self.branches.iter().any(|own| own == branch)
    }

    /// Whether the person acts in this yard.
    pub fn in_yard(&self, yard: &str, branch: &str) -> bool {
        self.in_branch(branch) || self.yards.iter().any(|own| own == yard)
    }
}

impl Look<'_> {
    /// A document that a refusal or a warning would name: none where the person may not view it, and
    /// then they are told no more than that there is one.
    ///
    /// Errors: what the reader cannot answer.
    pub fn seen(&self, def: &DocType, id: &str) -> Result<Option<Arc<Doc>>, Halt> {
        let found = self.find(def.key, id)?;
        Ok(found.filter(|doc| self.actor.covers(def, Verb::View, doc)))
    }
}
