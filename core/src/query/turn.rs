//! Whose turn it is: who may carry a waiting document on, and what is missing where nobody may.

use std::collections::BTreeSet;

use super::viewed;
use crate::access::steps::allowed_to;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::{Role, Verb};
use crate::docs::{self, STAFF_TYPE};
use crate::error::{Code, Halt};
use crate::flow::Step;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::schema::DocType;
use crate::value::Instant;

/// At most so many colleagues are looked at.
const LOOKED_AT: usize = 2_000;
/// At most so many of them are named in the sentence.
const NAMED: usize = 3;

json_answer! {
    /// Whose turn it is with a document.
    pub struct Turn {
        /// The same in a sentence; none where the document waits for nobody.
        pub says: Option<String>,
        /// Nobody may carry it on.
        pub stuck: bool,
        pub people: Vec<TurnPerson>,
    }
}

json_answer! {
    /// A colleague who may carry a document on.
    pub struct TurnPerson {
        pub id: String,
        /// With whose place they take where somebody is away.
        pub name: String,
    }
}

/// What a colleague is to a waiting document.
enum Part {
    /// They may act, in a role of the step.
    Acts(TurnPerson),
    /// They may act as an administrator alone.
    StandsIn(TurnPerson),
    /// They hold the role, but took part before, or approve less than this.
    Barred(String),
}

/// Whose turn it is with a document that the person may view. Somebody of another firm learns of no
/// colleague.
///
/// Errors: `NotFound` for whom the document is not to be seen.
pub fn turn(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    doc_type: &str,
    id: &str,
) -> Result<Turn, Halt> {
    let case = docs::look(read, actor, now);
    let (def, doc) = viewed(&case, doc_type, id)?;
    let outside = actor.has(Role::Vendor) || actor.has(Role::Supplier);
    if outside || !def.flow.is_under_way(&doc.status) {
        return Ok(Turn { says: None, stuck: false, people: Vec::new() });
    }
    let steps = awaited(def, &doc);
    let firm = steps.iter().flat_map(|step| step.by).map(|by| by.role).find(is_outside);
    let (mut acts, mut stand_in, mut barred) = (Vec::new(), Vec::new(), Vec::new());
    for colleague in colleagues(&case)? {
        match part(&case, &colleague, def, &doc, &steps)? {
            Some(Part::Acts(person)) => acts.push(person),
            Some(Part::StandsIn(person)) => stand_in.push(person),
            Some(Part::Barred(name)) => barred.push(name),
            None => {}
        }
    }
    let roles = roles(&steps);
    let needed = listed(roles.iter().map(|role| role.label().to_owned()).collect(), "or");
    let says = match (acts.is_empty(), stand_in.is_empty(), firm) {
        (false, ..) => format!("Waiting for {}", named(&acts)),
        (_, _, Some(firm)) => format!("Waiting for the {}", firm.label().to_lowercase()),
        (_, false, _) if barred.is_empty() => {
            format!(
                "Nobody has the role {needed} here. {} may act as administrator",
                named(&stand_in)
            )
        }
        (_, false, _) => format!("Waiting for {}, as administrator", named(&stand_in)),
        _ if barred.is_empty() => format!("Nobody may act: the role {needed} is missing here"),
        _ => format!(
            "Nobody may act: it is not for {} to decide. Another person with the role {needed} \
             is missing",
            listed(barred, "and")
        ),
    };
    let stuck = acts.is_empty() && stand_in.is_empty() && firm.is_none();
    if acts.is_empty() {
        acts = stand_in;
    }
    Ok(Turn { says: Some(says), stuck, people: acts })
}

fn is_outside(role: &Role) -> bool {
    matches!(role, Role::Vendor | Role::Supplier)
}

/// The steps that a document waits for. Where one's own field says whose turn it is, those of that
/// role alone.
fn awaited(def: &DocType, doc: &Doc) -> Vec<&'static Step> {
    let (steps, forward) = def.flow.carrying_on(&doc.status);
    let turn = doc.text("waiting_for").and_then(Role::parse).filter(|_| !forward);
    let fits = |step: &&Step| turn.is_none_or(|role| step.by.iter().any(|by| by.role == role));
    match steps.iter().copied().filter(fits).collect::<Vec<_>>() {
        none if none.is_empty() => steps,
        some => some,
    }
}

/// Everybody of the house who may sign in.
pub(super) fn colleagues(case: &Look) -> Result<Vec<Actor>, Halt> {
    let rows = case.scan(&Range::prefix(&keys::key(&["doc", STAFF_TYPE.key])), LOOKED_AT)?;
    let mut found = Vec::new();
    for (key, text) in &rows {
        let employee: Doc = parse(key, text)?;
        found.extend(case.actor_of(&employee)?);
    }
    Ok(found)
}

/// What this colleague is to the document; none where it is not theirs to act on.
fn part(
    case: &Look,
    colleague: &Actor,
    def: &'static DocType,
    doc: &Doc,
    steps: &[&'static Step],
) -> Result<Option<Part>, Halt> {
    if !colleague.covers(def, Verb::View, doc) {
        return Ok(None);
    }
    let there = case.over();
    let look = Look::new(case.register, &there, colleague, case.now);
    let (mut barred, mut stands_in) = (false, None);
    for step in steps {
        let (role, actor) = match allowed_to(&look, def, doc, step.action) {
            Ok((taken, ..)) if !steps.iter().any(|one| one.id == taken.id) => continue,
            Ok((_, role, actor)) => (role, actor),
            Err(Halt::Refused(refused)) => {
                // What keeps everybody from a step (a missing rate) does not change whose it is.
                let mine = colleague
                    .everywhere(def)
                    .find_map(|place| Some((step.role_of(place, def, doc)?, place)));
                let Some(mine) = mine else { continue };
                match refused.issues.first().map(|issue| issue.code) {
                    Some(Code::FourEyes | Code::ApprovalSlab) => {
                        barred |= mine.0 != Role::Admin;
                        continue;
                    }
                    Some(Code::Forbidden | Code::Scope) => continue,
                    _ => mine,
                }
            }
            Err(other) => return Err(other),
        };
        let person = TurnPerson { id: colleague.id.clone(), name: actor.name.clone() };
        match role {
            Role::Admin => stands_in = Some(person),
            _ => return Ok(Some(Part::Acts(person))),
        }
    }
    Ok(match (stands_in, barred) {
        (Some(person), _) => Some(Part::StandsIn(person)),
        (None, true) => Some(Part::Barred(colleague.name.clone())),
        (None, false) => None,
    })
}

/// The roles of people that have the steps.
fn roles(steps: &[&'static Step]) -> BTreeSet<Role> {
    let all = steps.iter().flat_map(|step| step.by).map(|by| by.role);
    all.filter(|role| *role != Role::Sys && !is_outside(role)).collect()
}

/// `Anita Kulkarni, Rahul Shah or 3 others`.
fn named(people: &[TurnPerson]) -> String {
    let mut names: Vec<String> = people.iter().take(NAMED).map(|one| one.name.clone()).collect();
    match people.len().saturating_sub(NAMED) {
        0 => {}
        1 => names.push("1 other".to_owned()),
        more => names.push(format!("{more} others")),
    }
    listed(names, "or")
}

/// `A, B or C`.
fn listed(mut names: Vec<String>, word: &str) -> String {
    let last = names.pop().unwrap_or_default();
    match names.is_empty() {
        true => last,
        false => format!("{} {word} {last}", names.join(", ")),
    }
}
